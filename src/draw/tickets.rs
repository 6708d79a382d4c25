//! The weighted draw: striking out tickets one by one (SPEC, "Tickets").
//!
//! The method is Fisher and Yates' own (R. Fisher and F. Yates, "Statistical Tables", 1938): choose one of the numbers that
//! are left, strike it out, repeat. Exact integers; the list is never expanded to one line a ticket.

use alloc::vec::Vec;
use core::num::NonZeroU64;

use rand_core::TryCryptoRng;

use crate::{draw::commit::Wins, draw::reach::Log2, uniform};

/// The tickets that are left of each entry: a Fenwick tree (P. Fenwick, "A New Data Structure for Cumulative Frequency
/// Tables", Software: Practice and Experience 24(3), 1994), in which a ticket is found in `log2 n` steps.
pub(crate) struct Tickets {
    /// Node `i`, from 1, has the sum of the entries `i - lowbit(i) .. i`, from 0.
    sums: Vec<u64>,
    left: Vec<u64>,
    total: u64,
}

impl Tickets {
    /// The tickets of each entry in list order; their sum is below 2⁶³.
    pub(crate) fn new(left: Vec<u64>) -> Self {
        let mut sums = Vec::with_capacity(left.len() + 1);
        sums.push(0);
        sums.extend(&left);
        for node in 1..sums.len() {
            let parent = node + lowest_bit(node);
            if parent < sums.len() {
                sums[parent] += sums[node];
            }
        }
        let total = left.iter().sum();
        Self { sums, left, total }
    }

    /// Draws one position, or nothing if no ticket is left; multiplies `outcomes` by the number of tickets.
    pub(crate) fn try_draw<R: TryCryptoRng + ?Sized>(
        &mut self,
        wins: Wins,
        outcomes: &mut Log2,
        rng: &mut R,
    ) -> Result<Option<u64>, R::Error> {
        let Some(total) = NonZeroU64::new(self.total) else {
            return Ok(None);
        };
        outcomes.multiply(total);
        let winner = self.holder(uniform::try_below(total, rng)?);
        let struck_out = match wins {
            Wins::Once => self.left[winner],
            Wins::PerTicket => 1,
        };
        self.strike_out(winner, struck_out);
        Ok(Some(winner as u64))
    }

    /// The index of the entry that has the ticket, counting from 0 in list order.
    fn holder(&self, ticket: u64) -> usize {
        let (mut node, mut before) = (0, 0);
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            match self.sums.get(node + step) {
                Some(sum) if before + sum <= ticket => {
                    node += step;
                    before += sum;
                }
                _ => {}
            }
            step /= 2;
        }
        node
    }

    fn strike_out(&mut self, index: usize, tickets: u64) {
        self.left[index] -= tickets;
        self.total -= tickets;
        let mut node = index + 1;
        while node < self.sums.len() {
            self.sums[node] -= tickets;
            node += lowest_bit(node);
        }
    }
}

fn lowest_bit(node: usize) -> usize {
    node & node.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ticket_has_the_holder_that_counting_gives() {
        let mut left = alloc::vec![3u64, 1, 1, 4, 2, 1, 9, 2];
        let mut tickets = Tickets::new(left.clone());
        for struck_out in [3, 6, 0, 6, 7, 2, 1, 4, 5, 3, 3, 3] {
            let holders = left.iter().enumerate();
            let expected: Vec<usize> =
                holders.flat_map(|(i, &count)| (0..count).map(move |_| i)).collect();
            let found: Vec<usize> = (0..tickets.total).map(|t| tickets.holder(t)).collect();
            assert_eq!(found, expected);
            left[struck_out] -= 1;
            tickets.strike_out(struck_out, 1);
        }
    }
}

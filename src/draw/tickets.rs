//! The weighted draw: striking out tickets one by one (SPEC, "Tickets").
//!
//! The method is Fisher and Yates' own (R. Fisher and F. Yates, "Statistical Tables", 1938): choose one of the numbers that
//! are left, strike it out, repeat. Exact integers; the list is never expanded to one line a ticket.

use alloc::vec::Vec;
use core::num::NonZeroU64;

use rand_core::TryCryptoRng;

use crate::{draw::commit::Wins, log2::Log2, uniform};

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
    extern crate std;

    use core::convert::Infallible;

    use rand_core::{Rng as _, TryRng};
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::{
        Digest, Seed, Stream,
        draw::material::{Material, never},
        test_vectors::{
            accumulated_material, bytes, check_accumulated, check_all, number, numbers, same,
        },
    };

    /// A stream that counts its words.
    struct Counted(Stream, u64);

    impl TryRng for Counted {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("draws read words of 64 bits only")
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.1 += 1;
            Ok(self.0.next_u64())
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("draws read words of 64 bits only")
        }
    }

    impl TryCryptoRng for Counted {}

    #[test]
    fn positions_are_those_of_the_reference() {
        check_all("tickets", |vector| {
            let wins = if vector["wins"] == "once" { Wins::Once } else { Wins::PerTicket };
            same("wins", wins == Wins::PerTicket, vector["wins"] == "per-ticket")?;
            let mut tickets = Tickets::new(numbers(&vector["tickets"]));
            let stream = Stream::new(&bytes(&vector["material"]), "draw", &[]);
            let mut rng = Counted(stream.map_err(|_| "material")?, 0);
            let mut outcomes = Log2::ONE;
            let positions: Vec<u64> = (0..number(&vector["count"]))
                .filter_map(|_| never(tickets.try_draw(wins, &mut outcomes, &mut rng)))
                .collect();
            same("positions", &positions, &numbers(&vector["positions"]))?;
            same("words read", rng.1, number(&vector["words_read"]))
        });
    }

    #[test]
    fn hundred_thousand_draws_have_the_digests_of_the_reference() {
        check_accumulated("tickets", |number| {
            let material = accumulated_material("tickets", number);
            let Ok(mut rng) = Stream::new(&material, "draw", &[]) else { unreachable!() };
            let mut below = |bound: u64| {
                uniform::below(NonZeroU64::new(bound).unwrap_or(NonZeroU64::MIN), &mut rng)
            };
            let entries = 1 + below(12);
            let held: Vec<u64> = (0..entries)
                .map(|_| {
                    let e = below(60);
                    1 + below(1 << e)
                })
                .collect();
            let (wins, most) = match below(2) {
                0 => (Wins::Once, entries),
                _ => (Wins::PerTicket, held.iter().sum::<u64>().min(20)),
            };
            let places = below(most + 1);
            let mut tickets = Tickets::new(held.clone());
            let mut outcomes = Log2::ONE;
            let positions: Vec<u64> = (0..places)
                .filter_map(|_| never(tickets.try_draw(wins, &mut outcomes, &mut rng)))
                .collect();
            assert_eq!(positions.len() as u64, places);
            [&[entries][..], &held, &[places], &positions, &[rng.next_u64()]].concat()
        });
    }

    #[test]
    fn positions_are_the_check_values_of_the_protocol() {
        // Section 10: the material M, tickets 3 1 1 4 2.
        let id = Digest::new(Sha256::digest("fairdraw commit v1\n").into());
        let seed = Seed::from_bytes(core::array::from_fn(|i| i.try_into().unwrap_or(u8::MAX)));
        for (wins, positions, words) in [
            (Wins::Once, &[0, 4, 3, 2, 1][..], 5),
            (Wins::PerTicket, &[0, 3, 3, 3, 3, 0, 0, 1, 4, 2, 4], 11),
        ] {
            let mut rng = Counted(Material::new(id, None, [Some(&seed)].into_iter()).stream(), 0);
            let mut tickets = Tickets::new(alloc::vec![3, 1, 1, 4, 2]);
            let mut outcomes = Log2::ONE;
            let mut draw = || never(tickets.try_draw(wins, &mut outcomes, &mut rng));
            let drawn: Vec<u64> = core::iter::from_fn(&mut draw).collect();
            assert_eq!(drawn, positions);
            assert_eq!(rng.1, words);
        }
    }

    #[test]
    fn no_tickets_left_is_no_draw_and_no_word() {
        let mut tickets = Tickets::new(alloc::vec![2, 0, 1]);
        let Ok(stream) = Stream::new(&[7; 64], "draw", &[]) else { unreachable!() };
        let mut rng = Counted(stream, 0);
        let mut outcomes = Log2::ONE;
        let mut draw = |wins| never(tickets.try_draw(wins, &mut outcomes, &mut rng));
        let mut drawn = [(); 3].map(|()| draw(Wins::PerTicket));
        drawn.sort_unstable();
        assert_eq!(drawn, [Some(0), Some(0), Some(2)]);
        assert_eq!(draw(Wins::Once), None);
        assert_eq!(draw(Wins::PerTicket), None);
        assert_eq!(rng.1, 3);
    }

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

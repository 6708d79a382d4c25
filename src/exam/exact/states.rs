//! How many orders a list has, and how many a generator can reach.

use core::fmt;

use crate::log2::Log2;

/// The orders of a draw against the states of a generator.
///
/// A generator with a state of `B` bits, or a seed of `B` bits, begins in one of at most `2^B` ways, and each gives
/// one order. If there are more orders than that, most of them can never come up, however good the generator is. The
/// converse doesn't hold: enough states don't make a shuffle fair.
///
/// # Examples
///
/// ```
/// use fairdraw::exam::exact::StatesAndOrders;
///
/// let deck = StatesAndOrders::new(128, 52, 52).unwrap();
/// assert_eq!(deck.orders, 22_558); // 52! is 2^225.58
/// assert_eq!(deck.to_string(), "at most one order in 2^97.58 (10^29.4)");
/// assert_eq!(StatesAndOrders::longest_list(128), 34);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatesAndOrders {
    /// The bits of the generator's state or seed.
    pub generator_bits: u64,
    /// The base-2 logarithm of the number of possible results, in hundredths, rounded to the nearest.
    pub orders: u64,
    /// The same in parts of 2³², for the power of ten.
    fine: u128,
}

impl StatesAndOrders {
    /// For draws of `k` places, in order, from `n` items: they have n!/(n-k)! possible results.
    ///
    /// Takes `k` steps. `None` if `k` is above `n` or not below 2³².
    pub fn new(generator_bits: u64, n: u64, k: u64) -> Option<Self> {
        if k > n || k >> 32 != 0 {
            return None;
        }
        Self::of_fine(generator_bits, product(n - k, n))
    }

    /// For sets of `k` items in no order, out of `n`, as those of a lottery: there are C(n,k).
    ///
    /// Takes `2k` steps. `None` if `k` is above `n` or not below 2³².
    pub fn of_sets(generator_bits: u64, n: u64, k: u64) -> Option<Self> {
        let ordered = Self::new(generator_bits, n, k)?;
        Self::of_fine(generator_bits, ordered.fine.saturating_sub(product(0, k)))
    }

    fn of_fine(generator_bits: u64, fine: u128) -> Option<Self> {
        let orders = (fine * 100 + (1 << 31)) >> 32;
        Some(Self { generator_bits, orders: u64::try_from(orders).ok()?, fine })
    }

    /// At most one order in 2 to this power can come up: the logarithm of the number of orders for each state, in
    /// hundredths. `None` if the states are enough for all orders.
    pub fn shortfall(&self) -> Option<u64> {
        self.orders.checked_sub(self.generator_bits.checked_mul(100)?).filter(|&bits| bits > 0)
    }

    /// The same as a power of ten, in tenths, rounded to the nearest.
    pub fn shortfall_of_ten(&self) -> Option<u64> {
        self.shortfall()?;
        let bits = self.fine.checked_sub(u128::from(self.generator_bits) << 32)?;
        u64::try_from((bits * LOG10_OF_2 + (LOG10_SCALE << 31) / 10) / ((LOG10_SCALE << 32) / 10))
            .ok()
    }

    /// The most items of which a generator of so many bits could reach every order: the largest `n` with `n! <=
    /// 2^bits`.
    ///
    /// For up to 1,000,000 bits; more are taken for that many.
    pub fn longest_list(generator_bits: u64) -> u64 {
        let generator_bits = generator_bits.min(1_000_000);
        let mut orders = Log2::ONE;
        let fits = |&n: &u64| {
            orders.multiply_by(n);
            // Beyond 2 no n! is a power of two, so its logarithm has something after the point.
            orders.whole() < generator_bits + u64::from(n <= 2)
        };
        (1..=generator_bits + 2).take_while(fits).last().unwrap_or(1)
    }
}

impl fmt::Display for StatesAndOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.shortfall(), self.shortfall_of_ten()) {
            (Some(bits), Some(tenths)) => write!(
                f,
                "at most one order in 2^{}.{:02} (10^{}.{})",
                bits / 100,
                bits % 100,
                tenths / 10,
                tenths % 10
            ),
            _ => f.write_str("enough states for every order"),
        }
    }
}

/// The base-2 logarithm of the product of all integers above `before` up to `last`, in parts of 2³².
fn product(before: u64, last: u64) -> u128 {
    let mut product = Log2::ONE;
    (before..last).for_each(|below| product.multiply_by(below + 1));
    product.parts()
}

/// log10(2) = 0.301029995664 to twelve places.
const LOG10_OF_2: u128 = 301_029_995_664;
const LOG10_SCALE: u128 = 1_000_000_000_000;

#[cfg(test)]
mod tests {
    use std::string::ToString as _;

    use super::*;
    use crate::test_vectors::{check_all, number, same, text};

    #[test]
    fn orders_and_shortfalls_are_those_of_whole_numbers() {
        let mut checked = 0;
        check_all("exam-exact", |vector| {
            if vector["kind"] != "states" {
                return Ok(());
            }
            checked += 1;
            let of = |name: &str| number(&vector[name]);
            let found = StatesAndOrders::new(of("bits"), of("n"), of("k"));
            let found = found.ok_or("no such draw")?;
            same("orders", found.orders, of("orders"))?;
            same("said", found.to_string().as_str(), text(&vector["said"]))
        });
        assert!(checked > 50);
    }

    #[test]
    fn sets_are_fewer_than_their_orders() {
        // C(49, 6) = 13,983,816 = 2^23.737; C(52, 3) = 22,100 = 2^14.43.
        let found = |bits, n, k| StatesAndOrders::of_sets(bits, n, k).map(|found| found.orders);
        assert_eq!(found(32, 49, 6), Some(2374));
        assert_eq!(found(15, 52, 3), Some(1443));
        assert_eq!(found(15, 52, 52), Some(0));
        assert_eq!(found(15, 52, 53), None);
    }

    #[test]
    fn longest_lists_are_those_of_whole_numbers() {
        check_all("exam-exact", |vector| {
            if vector["kind"] != "longest-list" {
                return Ok(());
            }
            let found = StatesAndOrders::longest_list(number(&vector["bits"]));
            same("items", found, number(&vector["items"]))
        });
    }

    #[test]
    fn draws_that_do_not_exist_have_no_orders() {
        assert_eq!(StatesAndOrders::new(64, 3, 4), None);
        assert_eq!(StatesAndOrders::new(64, u64::MAX, 1 << 32), None);
        assert_eq!(StatesAndOrders::new(u64::MAX, 9, 9).and_then(|found| found.shortfall()), None);
        let nothing = StatesAndOrders::new(64, u64::MAX, 0);
        assert_eq!(nothing.map(|found| found.orders), Some(0));
        let most = StatesAndOrders::new(0, u64::MAX, 1);
        assert_eq!(most.map(|found| found.orders), Some(6400));
    }
}

//! What an observation looks like.

use core::fmt;

/// The form of every observation of an exam: an order, an ordered sample, or a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    n: u32,
    k: u32,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Order,
    OrderedSample,
    Set,
}

/// Why there is no such shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// Fewer than 2 items, or more than 65,536.
    Items {
        /// The number of items.
        n: u32,
    },
    /// No places, or not fewer than items.
    Places {
        /// The number of places.
        k: u32,
        /// The number of items.
        n: u32,
    },
}

impl Shape {
    /// All `n` items of a list, in the order in which a shuffle put them.
    ///
    /// # Errors
    ///
    /// Refuses fewer than 2 items and more than 65,536.
    pub fn order(n: u32) -> Result<Self, ShapeError> {
        Self::new(n, n, Kind::Order)
    }

    /// `k` of `n` items, in the order of the draw.
    ///
    /// # Errors
    ///
    /// Refuses fewer than 2 items and more than 65,536, and samples of none or of all of them.
    pub fn ordered_sample(n: u32, k: u32) -> Result<Self, ShapeError> {
        Self::new(n, k, Kind::OrderedSample)
    }

    /// `k` of `n` items in no order, such as a lottery's numbers.
    ///
    /// # Errors
    ///
    /// Refuses fewer than 2 items and more than 65,536, and sets of none or of all of them.
    pub fn set(n: u32, k: u32) -> Result<Self, ShapeError> {
        Self::new(n, k, Kind::Set)
    }

    fn new(n: u32, k: u32, kind: Kind) -> Result<Self, ShapeError> {
        if !(2..=MOST_ITEMS).contains(&n) {
            return Err(ShapeError::Items { n });
        }
        if kind != Kind::Order && !(1..n).contains(&k) {
            return Err(ShapeError::Places { k, n });
        }
        Ok(Self { n, k, kind })
    }

    /// The number of items to draw from.
    pub fn n(self) -> u32 {
        self.n
    }

    /// The number of items in an observation; `n` if it is an order.
    pub fn k(self) -> u32 {
        self.k
    }

    /// Whether an observation is an order of all items.
    pub fn is_order(self) -> bool {
        self.kind == Kind::Order
    }

    /// Whether an observation has some of the items in draw order.
    pub fn is_ordered_sample(self) -> bool {
        self.kind == Kind::OrderedSample
    }

    /// Whether an observation has some of the items in no order.
    pub fn is_set(self) -> bool {
        self.kind == Kind::Set
    }

    /// The logarithm, to base 2, of the number of possible observations: n!, n!/(n-k)! or C(n, k).
    pub fn log2_outcomes(self) -> f64 {
        self.ln_outcomes() / core::f64::consts::LN_2
    }

    /// The natural logarithm of the number of possible observations.
    pub(super) fn ln_outcomes(self) -> f64 {
        let product = |from: u32, to: u32| (from..=to).map(|f| f64::from(f).ln()).sum::<f64>();
        let ordered = product(self.n - self.k + 1, self.n);
        if self.is_set() { ordered - product(2, self.k) } else { ordered }
    }

    /// The number of possible observations, if it is at most `limit`.
    pub(super) fn outcomes_up_to(self, limit: u64) -> Option<u64> {
        let mut outcomes = 1_u64;
        // Of sets the smaller of what is drawn and what is left: no product on the way is above the last one.
        let places = if self.is_set() { self.k.min(self.n - self.k) } else { self.k };
        for place in 0..places {
            outcomes = outcomes.checked_mul((self.n - place).into())?;
            if self.is_set() {
                outcomes /= u64::from(place) + 1;
            }
            if outcomes > limit {
                return None;
            }
        }
        Some(outcomes)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n, k, kind } = self;
        match kind {
            Kind::Order => write!(f, "orders of {n} items"),
            Kind::OrderedSample => write!(f, "ordered samples of {k} of {n} items"),
            Kind::Set => write!(f, "sets of {k} of {n} items"),
        }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Items { n } => write!(f, "{n} items, which must be 2 to {MOST_ITEMS}"),
            Self::Places { k, n } => {
                write!(f, "samples of {k} of {n} items, which must be 1 to {}", n.saturating_sub(1))
            }
        }
    }
}

impl core::error::Error for ShapeError {}

const MOST_ITEMS: u32 = 1 << 16;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]
mod tests {
    extern crate std;

    use std::string::ToString as _;

    use super::*;

    #[test]
    fn limits_are_those_of_the_page() {
        for n in [2, 65_536] {
            assert!(Shape::order(n).is_ok());
        }
        for n in [0, 1, 65_537, u32::MAX] {
            assert_eq!(Shape::order(n), Err(ShapeError::Items { n }));
            assert_eq!(Shape::set(n, 1), Err(ShapeError::Items { n }));
        }
        for shape in [Shape::ordered_sample, Shape::set] {
            assert!(shape(5, 1).is_ok() && shape(5, 4).is_ok());
            for k in [0, 5, 6] {
                assert_eq!(shape(5, k), Err(ShapeError::Places { k, n: 5 }));
            }
        }
        assert_eq!(
            ShapeError::Places { k: 5, n: 5 }.to_string(),
            "samples of 5 of 5 items, which must be 1 to 4"
        );
    }

    #[test]
    fn outcomes_are_counted() {
        let count = |shape: Result<Shape, _>| shape.unwrap().outcomes_up_to(5040);
        assert_eq!(count(Shape::order(7)), Some(5040));
        assert_eq!(count(Shape::order(8)), None);
        assert_eq!(count(Shape::ordered_sample(7, 6)), Some(5040));
        assert_eq!(count(Shape::ordered_sample(71, 2)), Some(4970));
        assert_eq!(count(Shape::ordered_sample(72, 2)), None);
        assert_eq!(count(Shape::set(5040, 5039)), Some(5040));
        assert_eq!(count(Shape::set(5041, 1)), None);
        assert_eq!(count(Shape::set(14, 7)), Some(3432));
        assert_eq!(count(Shape::set(65_536, 32_768)), None);
        // 49 choose 6 and 52!, of which 225.58 bits are known from the log of 52! in exact integers.
        assert_eq!(Shape::set(49, 6).unwrap().outcomes_up_to(1 << 40), Some(13_983_816));
        assert!((Shape::set(49, 6).unwrap().log2_outcomes() - 13_983_816_f64.log2()).abs() < 1e-9);
        assert!((Shape::order(52).unwrap().log2_outcomes() - 225.581_003).abs() < 1e-6);
    }
}

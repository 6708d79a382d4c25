//! The results that are compared with what a method or a generator can give.

use std::fmt;

use fairdraw::exam::exact::{Declared, Draw, DrawLaw, Law, StatesAndOrders};

use super::super::report::Form;
use super::super::report::words::{number, number_of};
use crate::error::Error;

/// What one observation can be.
#[derive(Clone, Copy)]
pub(crate) enum Results {
    Orders {
        n: u64,
    },
    /// The first `k` of `n` items, in draw order.
    Draws {
        n: u64,
        k: u64,
    },
    Sets {
        n: u64,
        k: u64,
    },
    Numbers {
        low: i128,
        high: i128,
    },
}

impl Results {
    pub(crate) fn new(n: u64, k: Option<u64>, set: bool) -> Self {
        match k {
            Some(k) if set => Self::Sets { n, k },
            Some(k) if k < n => Self::Draws { n, k },
            _ => Self::Orders { n },
        }
    }

    /// Nothing if nobody knows them, or if they are not equally likely.
    pub(crate) fn of(form: &Form) -> Option<Self> {
        match form {
            Form::Items { shape, .. } => {
                Some(Self::new(shape.n().into(), Some(shape.k().into()), shape.is_set()))
            }
            Form::Numbers(shape) => Some(Self::Numbers { low: shape.low(), high: shape.high() }),
            Form::Tickets { .. } | Form::Unknown => None,
        }
    }

    /// The law of a method that gives them. Of sets it is that of their items in draw order.
    pub(crate) fn law(self, method: Declared) -> Result<Law, Error> {
        let (n, k) = match self {
            Self::Orders { n } => (n, n),
            Self::Draws { n, k } | Self::Sets { n, k } => (n, k),
            Self::Numbers { .. } => return self.law_of_numbers(method),
        };
        let items = u32::try_from(n).unwrap_or(u32::MAX);
        let law = method.law(items).map_err(|error| Error::not_done(error.to_string()))?;
        match law {
            Law::Draws(mut law) => {
                law.draws.truncate(usize::try_from(k).unwrap_or(usize::MAX));
                Ok(Law::Draws(law))
            }
            Law::Seed(states) => {
                Ok(Law::Seed(self.states(states.generator_bits).unwrap_or(states)))
            }
            Law::Keys(_) if k < n => Err(Error::not_done(format!(
                "the law of {method} is known of whole shuffles, and not of {self}"
            ))
            .hint("leave out --sample to see what it makes of a shuffle")),
            law @ Law::Keys(_) => Ok(law),
        }
    }

    fn law_of_numbers(self, method: Declared) -> Result<Law, Error> {
        let (Declared::Modulo { word_bits } | Declared::Multiply { word_bits }) = method else {
            let message = format!("{method} is a way to shuffle, and not to draw {self}");
            return Err(Error::not_done(message)
                .hint("of numbers the laws of modulo:BITS and multiply:BITS are known"));
        };
        let bound = self.size().and_then(|size| u64::try_from(size).ok());
        let Some(bound) = bound.filter(|bound| *bound > 1) else {
            return Err(Error::not_done(format!("the law of {method} is not known of {self}")));
        };
        let words = 1u128 << word_bits;
        // Both are below the bound or below the words, and at least two results share the words.
        let small = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        let favoured = small(words % u128::from(bound));
        let words_each = small(words / u128::from(bound));
        Ok(Law::Draws(DrawLaw { draws: vec![Draw { word_bits, bound, favoured, words_each }] }))
    }

    /// A generator's states against them.
    pub(super) fn states(self, bits: u64) -> Option<StatesAndOrders> {
        match self {
            Self::Orders { n } => StatesAndOrders::new(bits, n, n),
            Self::Draws { n, k } => StatesAndOrders::new(bits, n, k),
            Self::Sets { n, k } => StatesAndOrders::of_sets(bits, n, k),
            // Of all numbers of 64 bits there is one more than the largest of them, which is no difference here.
            Self::Numbers { .. } => {
                StatesAndOrders::new(bits, u64::try_from(self.size()?).unwrap_or(u64::MAX), 1)
            }
        }
    }

    /// One of them in a word, and what stands behind it: `order`, `of 52 items`.
    pub(super) fn one(self) -> (&'static str, String) {
        match self {
            Self::Orders { n } => ("order", format!("of {} items", number(n))),
            Self::Draws { n, k } => ("draw", format!("of {} of {} items", number(k), number(n))),
            Self::Sets { n, k } => ("set", format!("of {} of {} items", number(k), number(n))),
            Self::Numbers { low, high } => {
                ("number", format!("from {} to {}", number_of(low), number_of(high)))
            }
        }
    }

    /// What shows a method's law.
    pub(super) fn observations(self) -> &'static str {
        match self {
            Self::Orders { .. } => "shuffles",
            Self::Draws { .. } | Self::Sets { .. } => "draws",
            Self::Numbers { .. } => "numbers",
        }
    }

    /// The number of items, and of those that are drawn.
    pub(super) fn n_and_k(self) -> Option<(u64, u64)> {
        match self {
            Self::Orders { n } => Some((n, n)),
            Self::Draws { n, k } | Self::Sets { n, k } => Some((n, k)),
            Self::Numbers { .. } => None,
        }
    }

    fn size(self) -> Option<u128> {
        let Self::Numbers { low, high } = self else { return None };
        u128::try_from(high.checked_sub(low)?).ok()?.checked_add(1)
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, rest) = self.one();
        match self {
            Self::Sets { .. } => write!(f, "draws {rest}, in draw order"),
            _ => write!(f, "{one}s {rest}"),
        }
    }
}

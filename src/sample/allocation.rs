//! How the items of a stratified sample are shared out (SPEC, "Allocation").

/// How the sizes of the strata's samples are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allocation {
    /// As stated.
    Explicit,
    /// In proportion to the number of items.
    Proportional {
        /// The least size of a stratum's sample, or all of its items if it has fewer.
        minimum: u64,
    },
    /// In proportion to the sum of the amounts above 0.
    Value {
        /// The least size of a stratum's sample, or all of its items if it has fewer.
        minimum: u64,
    },
    /// In proportion to the number of items times their standard deviation (J. Neyman, "On the Two Different Aspects of the
    /// Representative Method", Journal of the Royal Statistical Society 97(4), 1934).
    Neyman {
        /// The least size of a stratum's sample, or all of its items if it has fewer.
        minimum: u64,
    },
}

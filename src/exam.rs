//! Examining shuffles and sources of randomness, for a laboratory (feature `exam`).
//!
//! No draw uses this module, and nothing here changes a draw's result. Unlike the rest of the library it has floating
//! point, in the distributions of test statistics and in summaries; what is said to be exact is counted in integers.
//!
//! | module | what it answers |
//! |---|---|
//! | [`exact`] | what is true of a method whatever the words are: counts over all words, and the exact laws of methods used elsewhere |

pub mod exact;

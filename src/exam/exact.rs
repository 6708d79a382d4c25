//! What can be said of a shuffle exactly, without a sample: by counting every word, or by a formula.

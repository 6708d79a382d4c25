//! A 128-bit hash of observations, to find those that came before.

/// The hash of a list of items below 2¹⁶.
///
/// Eight items are taken at a time, and the state is then stirred by a bijection: lists of at most eight items can't
/// collide, and others only where a later part makes up for the difference of an earlier one, which takes 128 bits by chance.
/// It is no cryptographic hash: whoever wants collisions can make them, and gains repeats in an exam of his own.
pub(super) fn hash(items: &[u32]) -> u128 {
    items.chunks(8).fold(0, |state, part| {
        let word = part.iter().fold(0, |word, &item| word << 16 | u128::from(item));
        stir(state ^ word)
    })
}

/// Multiplication by an odd number and shifting by more than half are bijections each.
fn stir(state: u128) -> u128 {
    let state = state.wrapping_mul(FIRST);
    let state = (state ^ (state >> 67)).wrapping_mul(SECOND);
    state ^ (state >> 71)
}

// The first 128 bits of the fractional parts of the square roots of 2 and 3, made odd: numbers with nothing up the sleeve.
const FIRST: u128 = 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3f;
const SECOND: u128 = 0xbb67_ae85_84ca_a73b_2574_2d70_78b8_3b89;

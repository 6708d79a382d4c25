//! Constants and functions of SHA-256 (FIPS 180-4), one word at a time.

/// Σ₀ and Σ₁, Ch and Maj of one round (section 6.2.2, step 3) with `constant_and_word` = Kₜ + Wₜ.
pub(crate) fn round(state: [u32; 8], constant_and_word: u32) -> [u32; 8] {
    let [a, b, c, d, e, f, g, h] = state;
    let big_sigma_0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
    let big_sigma_1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
    let choice = e & f ^ !e & g;
    let majority = a & b ^ a & c ^ b & c;
    let t1 = [big_sigma_1, choice, constant_and_word].into_iter().fold(h, u32::wrapping_add);
    let t2 = big_sigma_0.wrapping_add(majority);
    [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g]
}

/// σ₀ of the message schedule (section 4.1.2).
pub(crate) fn small_sigma_0(word: u32) -> u32 {
    word.rotate_right(7) ^ word.rotate_right(18) ^ word >> 3
}

/// σ₁ of the message schedule (section 4.1.2).
pub(crate) fn small_sigma_1(word: u32) -> u32 {
    word.rotate_right(17) ^ word.rotate_right(19) ^ word >> 10
}

/// H⁽⁰⁾: the first 32 bits of the fractional parts of the square roots of the first eight primes (section 5.3.3).
pub(crate) const INITIAL: [u32; 8] = {
    let mut initial = [0; 8];
    let mut at = 0;
    while at < 8 {
        initial[at] = fraction_of_root(PRIMES[at], 2);
        at += 1;
    }
    initial
};

/// K: the first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2), sixteen rounds' a
/// line.
pub(crate) const CONSTANTS: [[u32; 16]; 4] = {
    let mut constants = [[0; 16]; 4];
    let mut at = 0;
    while at < 64 {
        constants[at / 16][at % 16] = fraction_of_root(PRIMES[at], 3);
        at += 1;
    }
    constants
};

/// The first 32 bits of the fractional part of a root: ⌊2³² root(n)⌋ without its integer part, found bit by bit.
#[allow(clippy::cast_possible_truncation, reason = "the integer part is to be dropped")]
const fn fraction_of_root(n: u128, degree: u32) -> u32 {
    let mut root = 0_u128;
    let mut bit = 1 << 37; // the square root of the 8th prime and the cube root of the 64th are below 32
    while bit > 0 {
        let larger: u128 = root | bit;
        if larger.pow(degree) <= n << (32 * degree) {
            root = larger;
        }
        bit >>= 1;
    }
    root as u32
}

const PRIMES: [u128; 64] = {
    let mut primes = [0; 64];
    let (mut found, mut candidate) = (0, 2);
    while found < 64 {
        let mut at = 0;
        while at < found && candidate % primes[at] != 0 {
            at += 1;
        }
        if at == found {
            primes[found] = candidate;
            found += 1;
        }
        candidate += 1;
    }
    primes
};

//! Sixteen messages in the lanes of 512-bit registers.
//!
//! Unsafe code is in five blocks of three kinds: loads from arrays of 64 bytes, a store to one, and two calls of functions
//! compiled for AVX-512, which only a value of [`Avx512`] makes.

use core::{
    arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_loadu_si512, _mm512_ror_epi32, _mm512_set1_epi32,
        _mm512_set4_epi32, _mm512_shuffle_epi8, _mm512_shuffle_i32x4, _mm512_srli_epi32,
        _mm512_storeu_si512, _mm512_ternarylogic_epi32, _mm512_unpackhi_epi32,
        _mm512_unpackhi_epi64, _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
    },
    array, fmt,
};

use zeroize::{Zeroize as _, ZeroizeOnDrop};

use crate::{
    LANES,
    round::{CONSTANTS, INITIAL, round, small_sigma_0, small_sigma_1},
};

/// The proof that this processor and its operating system have AVX-512 (F and BW).
#[derive(Debug, Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    /// Nothing if they don't.
    #[inline]
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"))
            .then_some(Self(()))
    }

    /// Hashes 16 messages, which the caller has padded, into the hash value of each. Without blocks they are the initial value.
    #[inline]
    pub fn hash<const BLOCKS: usize>(
        self,
        messages: &[[[u8; 64]; BLOCKS]; LANES],
        values: &mut [[u64; 4]; LANES],
    ) {
        let blocks = |block| array::from_fn(|lane| &messages[lane][block]);
        // SAFETY: the processor has AVX-512 F and BW, or there would be no `self`.
        #[allow(unsafe_code, reason = "compiled for instructions that not every processor has")]
        unsafe {
            hash((0..BLOCKS).map(blocks), values);
        }
    }
}

/// Messages of one padded block each that differ in bytes 52 to 55 only, word 13 of the block.
///
/// Of their 64 rounds the first 13 are the same, and so is much of the message schedule: it's computed once.
pub struct AlikeBlocks {
    avx512: Avx512,
    /// The state after round 12.
    state: [u32; 8],
    /// Words 14 and 15 of the blocks.
    last_words: [u32; 2],
    /// The sums that make words 16 to 31 of the schedule, without what depends on word 13.
    sums: [u32; 16],
}

impl AlikeBlocks {
    /// Prepares blocks that are this one but for bytes 52 to 55.
    pub fn new(avx512: Avx512, block: &[u8; 64]) -> Self {
        let (bytes, _) = block.as_chunks();
        let mut words: [u32; 32] =
            array::from_fn(|t| bytes.get(t).map_or(0, |&word| u32::from_be_bytes(word)));
        let mut state = INITIAL;
        for (&word, &constant) in words.iter().zip(&CONSTANTS[0]).take(VARYING) {
            state = round(state, constant.wrapping_add(word));
        }
        for t in 16..32 {
            let terms = [
                (t - 16, words[t - 16]),
                (t - 15, small_sigma_0(words[t - 15])),
                (t - 7, words[t - 7]),
                (t - 2, small_sigma_1(words[t - 2])),
            ];
            let known = terms.into_iter().filter(|&(from, _)| !VARIES[from]);
            words[t] = known.fold(0, |sum, (_, term)| sum.wrapping_add(term));
        }
        let alike = Self {
            avx512,
            state,
            last_words: [words[14], words[15]],
            sums: array::from_fn(|at| words[16 + at]),
        };
        words.zeroize();
        state.zeroize();
        alike
    }

    /// Hashes 16 such blocks into the hash value of each, given their words 13.
    #[inline]
    pub fn hash(&self, words: &[u32; LANES], values: &mut [[u64; 4]; LANES]) {
        let Avx512(()) = self.avx512;
        // SAFETY: the processor has AVX-512 F and BW, or there would be no `self.avx512`.
        #[allow(unsafe_code, reason = "compiled for instructions that not every processor has")]
        unsafe {
            hash_alike(self, words, values);
        }
    }
}

impl fmt::Debug for AlikeBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AlikeBlocks(..)")
    }
}

impl Drop for AlikeBlocks {
    fn drop(&mut self) {
        self.state.zeroize();
        self.last_words.zeroize();
        self.sums.zeroize();
    }
}

impl ZeroizeOnDrop for AlikeBlocks {}

/// The word of a block in which [`AlikeBlocks`] differ.
const VARYING: usize = 13;

/// Which words of the schedule depend on it: those made from one that does (section 6.2.2, step 1).
const VARIES: [bool; 32] = {
    let mut varies = [false; 32];
    varies[VARYING] = true;
    let mut t = 16;
    while t < 32 {
        varies[t] = varies[t - 16] || varies[t - 15] || varies[t - 7] || varies[t - 2];
        t += 1;
    }
    varies
};

/// A word of each message.
type Lanes = __m512i;

#[target_feature(enable = "avx512f,avx512bw")]
fn hash<'a>(blocks: impl Iterator<Item = [&'a [u8; 64]; LANES]>, values: &mut [[u64; 4]; LANES]) {
    let mut state = INITIAL.map(|word| all(word));
    for block in blocks {
        let before = state;
        let mut words = transpose(block);
        state = rounds(state, &words, &CONSTANTS[0]);
        for constants in &CONSTANTS[1..] {
            extend(&mut words);
            state = rounds(state, &words, constants);
        }
        state = add_each(state, before);
    }
    store_values(state, values);
}

#[target_feature(enable = "avx512f,avx512bw")]
fn hash_alike(alike: &AlikeBlocks, varying: &[u32; LANES], values: &mut [[u64; 4]; LANES]) {
    let varying = load_words(varying);
    let [word_14, word_15] = alike.last_words;
    let mut state = alike.state.map(|word| all(word));
    state = round_of_each(state, add(all(CONSTANTS[0][13]), varying));
    state = round_of_each(state, all(CONSTANTS[0][14].wrapping_add(word_14)));
    state = round_of_each(state, all(CONSTANTS[0][15].wrapping_add(word_15)));

    // Of words 0 to 15 only word 13 is read: the others are in the sums.
    let mut words = [varying; 32];
    for t in 16..32 {
        let mut word = all(alike.sums[t - 16]);
        if VARIES[t - 16] {
            word = add(word, words[t - 16]);
        }
        if VARIES[t - 15] {
            word = add(word, small_sigma_0_of_each(words[t - 15]));
        }
        if VARIES[t - 7] {
            word = add(word, words[t - 7]);
        }
        if VARIES[t - 2] {
            word = add(word, small_sigma_1_of_each(words[t - 2]));
        }
        words[t] = word;
    }
    let mut words = array::from_fn(|at| words[16 + at]);
    state = rounds(state, &words, &CONSTANTS[1]);
    for constants in &CONSTANTS[2..] {
        extend(&mut words);
        state = rounds(state, &words, constants);
    }
    store_values(add_each(state, INITIAL.map(|word| all(word))), values);
}

/// Sixteen rounds (section 6.2.2, step 3).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn rounds(mut state: [Lanes; 8], words: &[Lanes; 16], constants: &[u32; 16]) -> [Lanes; 8] {
    for (&word, &constant) in words.iter().zip(constants) {
        state = round_of_each(state, add(word, all(constant)));
    }
    state
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn round_of_each(state: [Lanes; 8], constant_and_word: Lanes) -> [Lanes; 8] {
    let [a, b, c, d, e, f, g, h] = state;
    let choice = _mm512_ternarylogic_epi32::<0b1100_1010>(e, f, g);
    let majority = _mm512_ternarylogic_epi32::<0b1110_1000>(a, b, c);
    let big_sigma_1 = exclusive_or(
        _mm512_ror_epi32::<6>(e),
        _mm512_ror_epi32::<11>(e),
        _mm512_ror_epi32::<25>(e),
    );
    let big_sigma_0 = exclusive_or(
        _mm512_ror_epi32::<2>(a),
        _mm512_ror_epi32::<13>(a),
        _mm512_ror_epi32::<22>(a),
    );
    let t1 = add(add(add(h, constant_and_word), choice), big_sigma_1);
    [add(t1, add(big_sigma_0, majority)), a, b, c, add(d, t1), e, f, g]
}

/// The next sixteen words of the schedule (section 6.2.2, step 1).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn extend(words: &mut [Lanes; 16]) {
    for t in 0..16 {
        let small_sigma_0 = small_sigma_0_of_each(words[(t + 1) % 16]);
        let small_sigma_1 = small_sigma_1_of_each(words[(t + 14) % 16]);
        words[t] = add(add(words[t], small_sigma_0), add(words[(t + 9) % 16], small_sigma_1));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn small_sigma_0_of_each(word: Lanes) -> Lanes {
    exclusive_or(
        _mm512_ror_epi32::<7>(word),
        _mm512_ror_epi32::<18>(word),
        _mm512_srli_epi32::<3>(word),
    )
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn small_sigma_1_of_each(word: Lanes) -> Lanes {
    exclusive_or(
        _mm512_ror_epi32::<17>(word),
        _mm512_ror_epi32::<19>(word),
        _mm512_srli_epi32::<10>(word),
    )
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn exclusive_or(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    _mm512_ternarylogic_epi32::<0b1001_0110>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(a: Lanes, b: Lanes) -> Lanes {
    _mm512_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_each(a: [Lanes; 8], b: [Lanes; 8]) -> [Lanes; 8] {
    array::from_fn(|at| add(a[at], b[at]))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn all(word: u32) -> Lanes {
    _mm512_set1_epi32(word.cast_signed())
}

/// The words of sixteen blocks, read big-endian: the first of each, the second of each and so on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn transpose(blocks: [&[u8; 64]; LANES]) -> [Lanes; 16] {
    let big_endian = _mm512_set4_epi32(0x0c0d_0e0f, 0x0809_0a0b, 0x0405_0607, 0x0001_0203);
    let rows = blocks.map(|block| _mm512_shuffle_epi8(load(block), big_endian));
    // First within the quarters of the registers: quarter q of `within[4b + w]` is word 4q + w of blocks 4b to 4b + 3.
    let mut within = rows;
    for (four, rows) in within.as_chunks_mut::<4>().0.iter_mut().zip(rows.as_chunks::<4>().0) {
        let [low, high] = [[rows[0], rows[1]], [rows[2], rows[3]]]
            .map(|[a, b]| [_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)]);
        let [a, b] = [low, high];
        *four = [
            _mm512_unpacklo_epi64(a[0], b[0]),
            _mm512_unpackhi_epi64(a[0], b[0]),
            _mm512_unpacklo_epi64(a[1], b[1]),
            _mm512_unpackhi_epi64(a[1], b[1]),
        ];
    }
    // Then the quarters among registers.
    let mut words = within;
    for word in 0..4 {
        let [a, b, c, d] = array::from_fn(|four| within[4 * four + word]);
        let quarters = transpose_quarters([a, b, c, d]);
        for (quarter, of_each) in quarters.into_iter().enumerate() {
            words[4 * quarter + word] = of_each;
        }
    }
    words
}

/// Writes the hash values of a state: words of 64 bits, four of each message.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store_values(state: [Lanes; 8], values: &mut [[u64; 4]; LANES]) {
    // Quarter q of `low[w]` is word w of messages 4q and 4q + 1, that of `high[w]` of the two after them.
    let (pairs, _) = state.as_chunks::<2>();
    let low: [Lanes; 4] = array::from_fn(|at| _mm512_unpacklo_epi32(pairs[at][1], pairs[at][0]));
    let high: [Lanes; 4] = array::from_fn(|at| _mm512_unpackhi_epi32(pairs[at][1], pairs[at][0]));
    let (fours, _) = values.as_flattened_mut().as_chunks_mut::<8>();
    for (two, [w0, w1, w2, w3]) in [low, high].into_iter().enumerate() {
        // Quarter q of these is words 0 and 1, or 2 and 3, of one message.
        let quarters = transpose_quarters([
            _mm512_unpacklo_epi64(w0, w1),
            _mm512_unpacklo_epi64(w2, w3),
            _mm512_unpackhi_epi64(w0, w1),
            _mm512_unpackhi_epi64(w2, w3),
        ]);
        for (four, two_values) in quarters.into_iter().enumerate() {
            store(&mut fours[2 * four + two], two_values);
        }
    }
}

/// Of four registers, the first quarters of all, the second ones and so on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn transpose_quarters([a, b, c, d]: [Lanes; 4]) -> [Lanes; 4] {
    let first_half = _mm512_shuffle_i32x4::<0b01_00_01_00>(a, b);
    let second_half = _mm512_shuffle_i32x4::<0b11_10_11_10>(a, b);
    let first_half_after = _mm512_shuffle_i32x4::<0b01_00_01_00>(c, d);
    let second_half_after = _mm512_shuffle_i32x4::<0b11_10_11_10>(c, d);
    [
        _mm512_shuffle_i32x4::<0b10_00_10_00>(first_half, first_half_after),
        _mm512_shuffle_i32x4::<0b11_01_11_01>(first_half, first_half_after),
        _mm512_shuffle_i32x4::<0b10_00_10_00>(second_half, second_half_after),
        _mm512_shuffle_i32x4::<0b11_01_11_01>(second_half, second_half_after),
    ]
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(bytes: &[u8; 64]) -> Lanes {
    // SAFETY: it reads the 64 bytes that the reference gives, and needs no alignment.
    #[allow(unsafe_code, reason = "the instruction takes a pointer")]
    unsafe {
        _mm512_loadu_si512(bytes.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_words(words: &[u32; 16]) -> Lanes {
    // SAFETY: it reads the 64 bytes that the reference gives, and needs no alignment.
    #[allow(unsafe_code, reason = "the instruction takes a pointer")]
    unsafe {
        _mm512_loadu_si512(words.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(words: &mut [u64; 8], lanes: Lanes) {
    // SAFETY: it writes the 64 bytes that the reference gives, and needs no alignment.
    #[allow(unsafe_code, reason = "the instruction takes a pointer")]
    unsafe {
        _mm512_storeu_si512(words.as_mut_ptr().cast(), lanes);
    }
}

//! SHA-256 of 16 short messages at a time: one in each 32-bit part of a processor's 512-bit registers (AVX-512).
//!
//! The messages come as padded blocks (FIPS 180-4, sections 5.1.1 and 6.2; step numbers are of that document), and a hash
//! value is four big-endian words of 64 bits. Only a processor that has the instructions gives the value that all functions
//! belong to:
//!
//! ```
//! let mut block = [0; 64];
//! block[..3].copy_from_slice(b"abc");
//! block[3] = 0x80;
//! block[63] = 24; // bits
//! if let Some(avx512) = fairdraw_sha256::Avx512::detect() {
//!     let mut values = [[0; 4]; fairdraw_sha256::LANES];
//!     avx512.hash(&[[block]; fairdraw_sha256::LANES], &mut values);
//!     assert_eq!(values[15][0], 0xba78_16bf_8f01_cfea);
//! }
//! ```
//!
//! # Security
//!
//! The time of hashing depends on nothing that is hashed. [`AlikeBlocks`] is wiped on drop; what the compiler leaves in registers
//! and on the stack is not, nor are copies that moves leave.
//!
//! With `--cfg without_avx512` the compiler builds what other processors get, for tests.

#[cfg(all(target_arch = "x86_64", not(without_avx512)))]
mod avx512;
#[cfg(any(not(target_arch = "x86_64"), without_avx512))]
#[path = "absent.rs"]
mod avx512;
#[cfg(any(all(target_arch = "x86_64", not(without_avx512)), test))]
mod round;

pub use avx512::{AlikeBlocks, Avx512};

/// How many messages are hashed at a time.
pub const LANES: usize = 16;

#[cfg(test)]
mod tests {
    use sha2::block_api::compress256;

    use super::{
        round::{CONSTANTS, INITIAL, round, small_sigma_0, small_sigma_1},
        *,
    };

    /// The hash value of a padded message by `sha2`, one block after the other.
    fn simple(blocks: &[[u8; 64]]) -> [u64; 4] {
        let mut state = INITIAL;
        compress256(&mut state, blocks);
        let (pairs, _) = state.as_chunks();
        core::array::from_fn(|at| {
            let [high, low]: [u32; 2] = pairs[at];
            u64::from(high) << 32 | u64::from(low)
        })
    }

    /// Bytes of every value, with more of `00` and of `ff` than chance gives.
    fn unlike(seed: u64) -> impl FnMut() -> u8 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match state >> 60 {
                0 => 0,
                1 => 0xff,
                _ => state.to_be_bytes()[2],
            }
        }
    }

    fn assert_same<const BLOCKS: usize>(avx512: Avx512, seed: u64) {
        let mut byte = unlike(seed);
        let messages = [(); LANES].map(|()| [(); BLOCKS].map(|()| [(); 64].map(|()| byte())));
        let mut values = [[0; 4]; LANES];
        avx512.hash(&messages, &mut values);
        assert_eq!(values, messages.map(|blocks| simple(&blocks)), "{BLOCKS} blocks, {seed}");
    }

    // On a processor without AVX-512 there is nothing to compare; `tests/run` says so, as nobody sees what a test prints.
    fn detected() -> Option<Avx512> {
        let avx512 = Avx512::detect();
        if avx512.is_none() {
            println!("skipped: this processor has no AVX-512");
        }
        avx512
    }

    #[test]
    fn messages_are_hashed_as_one_by_one() {
        let Some(avx512) = detected() else { return };
        for seed in 0..500 {
            assert_same::<0>(avx512, seed);
            assert_same::<1>(avx512, seed);
            assert_same::<2>(avx512, seed);
            assert_same::<3>(avx512, seed);
        }
    }

    #[test]
    fn each_bit_of_each_message_counts_in_its_own_value_only() {
        let Some(avx512) = detected() else { return };
        let plain = [[[0; 64]]; LANES];
        for lane in 0..LANES {
            for bit in 0..512 {
                let mut messages = plain;
                messages[lane][0][bit / 8] = 0x80 >> (bit % 8);
                let mut values = [[0; 4]; LANES];
                avx512.hash(&messages, &mut values);
                let expected: [_; LANES] = core::array::from_fn(|at| simple(&messages[at]));
                assert_eq!(values, expected, "lane {lane}, bit {bit}");
            }
        }
    }

    #[test]
    fn alike_blocks_are_hashed_as_one_by_one() {
        let Some(avx512) = detected() else { return };
        for seed in 0..2_000 {
            let mut byte = unlike(seed);
            let block = [(); 64].map(|()| byte());
            let words = [(); LANES].map(|()| u32::from_be_bytes([(); 4].map(|()| byte())));
            let mut values = [[0; 4]; LANES];
            AlikeBlocks::new(avx512, &block).hash(&words, &mut values);
            let expected = words.map(|word| {
                let mut block = block;
                block[52..56].copy_from_slice(&word.to_be_bytes());
                simple(&[block])
            });
            assert_eq!(values, expected, "{seed}");
        }
    }

    #[test]
    fn hash_value_of_abc_is_the_standard_s() {
        let Some(avx512) = detected() else { return };
        let mut block = [0; 64];
        block[..4].copy_from_slice(b"abc\x80");
        block[63] = 24;
        let mut values = [[0; 4]; LANES];
        avx512.hash(&[[block]; LANES], &mut values);
        // FIPS 180-2, appendix B.1
        let expected = [
            0xba78_16bf_8f01_cfea,
            0x4141_40de_5dae_2223,
            0xb003_61a3_9617_7a9c,
            0xb410_ff61_f200_15ad,
        ];
        assert_eq!(values, [expected; LANES]);
    }

    #[test]
    fn constants_make_the_compression_that_sha2_has() {
        let mut byte = unlike(9);
        for _ in 0..100 {
            let block = [(); 64].map(|()| byte());
            let mut words: Vec<u32> =
                block.as_chunks().0.iter().map(|&word| u32::from_be_bytes(word)).collect();
            for t in 16..64 {
                let sigmas = small_sigma_0(words[t - 15]).wrapping_add(small_sigma_1(words[t - 2]));
                words.push(sigmas.wrapping_add(words[t - 16]).wrapping_add(words[t - 7]));
            }
            let mut state = INITIAL;
            for (&word, &constant) in words.iter().zip(CONSTANTS.as_flattened()) {
                state = round(state, constant.wrapping_add(word));
            }
            let mut expected = INITIAL;
            compress256(&mut expected, &[block]);
            let sum: Vec<u32> = INITIAL
                .iter()
                .zip(state)
                .map(|(before, after)| before.wrapping_add(after))
                .collect();
            assert_eq!(sum, expected);
        }
    }
}

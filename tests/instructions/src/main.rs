//! Core loops with words that cost nearly nothing, a function each, for `count.py` to have their instructions counted.

use std::{convert::Infallible, hint::black_box, num::NonZeroU64};

use fairdraw::{Sample, uniform};
use rand_core::{Rng as _, TryCryptoRng, TryRng};

fn main() {
    let mut rng = Cheap(1);
    let mut items: Vec<u32> = (0..100_000).collect();
    counted_shuffle_of_52(&mut items[..52], &mut rng);
    counted_shuffle_of_1000(&mut items[..1_000], &mut rng);
    counted_shuffle_of_100000(&mut items, &mut rng);
    counted_sample_of_10(&mut rng);
    counted_sample_of_100000(&mut rng);
    counted_below_6(&mut rng);
    let bounds: Vec<NonZeroU64> = (1..=1_000).filter_map(NonZeroU64::new).collect();
    counted_batch_of_1000(&bounds, &mut vec![0; 1_000], &mut rng);
    black_box(items);
}

// `count.py` knows how many units each of these has.

#[inline(never)]
fn counted_shuffle_of_52(items: &mut [u32], rng: &mut Cheap) {
    (0..100).for_each(|_| fairdraw::shuffle(black_box(&mut *items), rng));
}

#[inline(never)]
fn counted_shuffle_of_1000(items: &mut [u32], rng: &mut Cheap) {
    (0..10).for_each(|_| fairdraw::shuffle(black_box(&mut *items), rng));
}

#[inline(never)]
fn counted_shuffle_of_100000(items: &mut [u32], rng: &mut Cheap) {
    fairdraw::shuffle(black_box(items), rng);
}

#[inline(never)]
fn counted_sample_of_10(rng: &mut Cheap) {
    (0..100).for_each(|_| sample(10, rng));
}

#[inline(never)]
fn counted_sample_of_100000(rng: &mut Cheap) {
    sample(100_000, rng);
}

#[inline(never)]
fn counted_below_6(rng: &mut Cheap) {
    let six = black_box(NonZeroU64::MIN.saturating_add(5));
    black_box((0..10_000).fold(0, |sum, _| sum + uniform::below(six, rng)));
}

#[inline(never)]
fn counted_batch_of_1000(bounds: &[NonZeroU64], out: &mut [u64], rng: &mut Cheap) {
    (0..10).for_each(|_| uniform::batch(black_box(bounds), black_box(&mut *out), rng));
}

fn sample(k: u64, rng: &mut Cheap) {
    black_box(Sample::new(1_000_000_000, k).map(|sample| sample.draw(rng))).ok();
}

/// Words of a linear congruence.
struct Cheap(u64);

impl TryRng for Cheap {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        // D. Knuth, TAOCP vol. 2, 3.3.4, table 1, line 26; the half that is good comes to the top.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Ok(self.0 ^ self.0 >> 32)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for part in out.chunks_mut(8) {
            part.copy_from_slice(&self.next_u64().to_be_bytes()[..part.len()]);
        }
        Ok(())
    }
}

/// Not at all; but shuffles accept no other source.
impl TryCryptoRng for Cheap {}

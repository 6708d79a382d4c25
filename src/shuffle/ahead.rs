//! A shuffle on two threads: one draws, the other swaps.

use std::{
    panic::resume_unwind,
    sync::mpsc::{channel, sync_channel},
    thread, vec,
    vec::Vec,
};

use rand_core::{CryptoRng, TryCryptoRng};

use super::{offsets::Offsets, swap_ahead, try_shuffle_prefix};

/// Like [`shuffle_prefix`](super::shuffle_prefix), and with the same answer, in less time for lists of millions: a second
/// thread draws while this one swaps.
///
/// The generator is afterwards where it would be. Up to 4,000,000 items to draw, or if no thread can be had, everything
/// happens on this one.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// let mut numbers: Vec<u32> = (0..1_000).collect();
/// let winners = fairdraw::shuffle::shuffle_prefix_ahead(&mut numbers, 10, &mut rng);
/// assert_eq!(winners.len(), 10);
/// # Ok(())
/// # }
/// ```
pub fn shuffle_prefix_ahead<'a, T, R: CryptoRng + Send + ?Sized>(
    items: &'a mut [T],
    count: usize,
    rng: &mut R,
) -> &'a mut [T] {
    let Ok(prefix) = try_shuffle_prefix_ahead(items, count, rng);
    prefix
}

/// Like [`shuffle_prefix_ahead`], for a source that can fail.
///
/// # Errors
///
/// Returns the source's error. The items are then still all there, in some order that must not be used as a draw.
pub fn try_shuffle_prefix_ahead<'a, T, R>(
    items: &'a mut [T],
    count: usize,
    rng: &mut R,
) -> Result<&'a mut [T], R::Error>
where
    R: TryCryptoRng<Error: Send> + Send + ?Sized,
{
    let count = count.min(items.len());
    if count <= NOT_WORTH_A_THREAD {
        return try_shuffle_prefix(items, count, rng);
    }
    match on_two_threads(items, count, rng) {
        None => try_shuffle_prefix(items, count, rng),
        Some(shuffled) => shuffled.map(|()| &mut items[..count]),
    }
}

/// Nothing has been drawn if it gives nothing: there was no thread to be had.
fn on_two_threads<T, R>(items: &mut [T], count: usize, rng: &mut R) -> Option<Result<(), R::Error>>
where
    R: TryCryptoRng<Error: Send> + Send + ?Sized,
{
    // The last place of a whole shuffle has one item left and no choice.
    let steps = count.min(items.len().saturating_sub(1));
    let mut offsets = Offsets::<64>::new(items.len() as u64);
    // Buffers go round: as many as there are bound how far the drawing is ahead.
    let (give_back, empty) = channel::<Vec<u64>>();
    let (fill, filled) = sync_channel(BUFFERS);
    for _ in 0..BUFFERS {
        give_back.send(vec![0; BUFFER]).ok()?;
    }
    let draw = move || {
        let mut left = steps;
        while left > 0 {
            // Neither ends before all is drawn, unless the other thread is gone.
            let Ok(mut buffer) = empty.recv() else { break };
            let drawn = offsets.draw(&mut buffer, left, &mut || rng.try_next_u64())?.min(left);
            left -= drawn;
            if fill.send((buffer, drawn)).is_err() {
                break;
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let drawing = thread::Builder::new().spawn_scoped(scope, draw).ok()?;
        let mut rest = items;
        while let Ok((buffer, drawn)) = filled.recv() {
            swap_ahead(rest, &buffer[..drawn]);
            rest = &mut rest[drawn..];
            // Nobody takes it any more at the end.
            give_back.send(buffer).ok();
        }
        Some(drawing.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Drawing so many takes 25 milliseconds, beside which starting a thread is nothing.
const NOT_WORTH_A_THREAD: usize = 4_000_000;
/// 128 KiB each: what is passed on stays in a core's second-level cache, and waking a thread costs little beside filling it.
const BUFFER: usize = 16_384;
const BUFFERS: usize = 4;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{convert::Infallible, fmt, format, vec::Vec};

    use rand_core::TryRng;

    use super::*;
    use crate::random::Stream;

    /// A stream that ends after so many words.
    struct Ends(Stream, usize);

    impl TryRng for Ends {
        type Error = fmt::Error;

        fn try_next_u32(&mut self) -> Result<u32, fmt::Error> {
            Err(fmt::Error)
        }

        fn try_next_u64(&mut self) -> Result<u64, fmt::Error> {
            self.1 = self.1.checked_sub(1).ok_or(fmt::Error)?;
            let Ok(word) = self.0.try_next_u64();
            Ok(word)
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), fmt::Error> {
            Err(fmt::Error)
        }
    }

    impl TryCryptoRng for Ends {}

    fn stream(n: usize) -> Stream {
        Stream::new(&[7; 64], "ahead", &[&format!("{n}")]).unwrap_or_else(|_| unreachable!())
    }

    #[test]
    fn two_threads_give_the_answer_of_one_and_leave_the_generator_there() {
        let mut sizes: Vec<usize> = (0..100).collect();
        sizes.extend([BUFFER - 1, BUFFER, BUFFER + 1, BUFFERS * BUFFER, 200_003]);
        for n in sizes {
            for count in [n, n.saturating_sub(1), n / 2, n / 50] {
                let (mut one, mut two) = (stream(n), stream(n));
                let (mut expected, mut found): (Vec<_>, Vec<_>) =
                    ((0..n).collect(), (0..n).collect());
                super::super::shuffle_prefix(&mut expected, count, &mut one);
                let shuffled = on_two_threads(&mut found, count, &mut two);
                assert_eq!(shuffled, Some(Ok::<_, Infallible>(())));
                assert!(found == expected, "{count} of {n}");
                assert_eq!(two.try_next_u64(), one.try_next_u64(), "{count} of {n}: the next word");
            }
        }
    }

    #[test]
    fn error_of_the_source_is_passed_on_and_no_item_is_lost() {
        let n = 100_000;
        for words in [0, 1, 1_000, 20_000] {
            let mut items: Vec<usize> = (0..n).collect();
            let ended = on_two_threads(&mut items, n, &mut Ends(stream(n), words));
            assert_eq!(ended, Some(Err(fmt::Error)));
            items.sort_unstable();
            assert!(items.into_iter().eq(0..n));
        }
    }

    #[test]
    fn few_items_and_many_give_what_one_thread_gives() {
        for n in [10, NOT_WORTH_A_THREAD, NOT_WORTH_A_THREAD + 1] {
            let (mut expected, mut found): (Vec<_>, Vec<_>) = ((0..n).collect(), (0..n).collect());
            super::super::shuffle(&mut expected, &mut stream(n));
            assert_eq!(shuffle_prefix_ahead(&mut found, n + 1, &mut stream(n)).len(), n);
            assert!(found == expected, "{n}");
        }
    }
}

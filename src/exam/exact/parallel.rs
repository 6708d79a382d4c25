//! Tasks that don't depend on each other, on all of the machine's processors.

use std::{
    num::NonZero,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

/// Does the tasks `0..tasks` and hands what each gives to `each`, in the order in which they are done.
///
/// `each` runs on the calling thread, so it may report progress. Where no thread can be started the calling one does
/// the work.
pub(super) fn each_of<T: Send>(
    tasks: u64,
    work: &(impl Fn(u64) -> T + Sync),
    mut each: impl FnMut(T),
) {
    let next = AtomicU64::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < tasks);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS) {
            let sender = sender.clone();
            let worker = move || {
                while let Some(task) = take() {
                    if sender.send(work(task)).is_err() {
                        return;
                    }
                }
            };
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        drop(sender);
        receiver.into_iter().for_each(&mut each);
        // Nothing is left unless no thread could be started.
        while let Some(task) = take() {
            each(work(task));
        }
    });
}

const MOST_THREADS: usize = 16;

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_task_is_done_once() {
        for tasks in [0, 1, 2, 1000] {
            let mut done = Vec::new();
            each_of(tasks, &|task| task, |task| done.push(task));
            done.sort_unstable();
            assert_eq!(done, (0..tasks).collect::<Vec<u64>>());
        }
    }
}

//! Two pieces of work at once.

use std::thread;

/// Does both, each on a thread of its own; on this one, one after the other, if no thread can be had.
pub(crate) fn both<A, B: Send>(
    first: impl FnOnce() -> A,
    mut second: impl FnMut() -> B + Send,
) -> (A, B) {
    let mut done = None;
    let own = thread::scope(|scope| {
        // What it gave is in `done`, which stays empty where there was no thread.
        let _ = thread::Builder::new().spawn_scoped(scope, || done = Some(second()));
        first()
    });
    (own, done.unwrap_or_else(second))
}

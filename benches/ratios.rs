//! Ours beside the peers, in turns, so that a machine's mood meets all alike:
//! `cargo bench --bench ratios -- ROUNDS LARGEST [PART OF A NAME]`
//!
//! Prints for each row the median time of a unit over the rounds, and how many times as long as the first way each other takes: the
//! median of the quotients of a round.

use std::{env, process, time::Duration};

use rows::Way;

mod rows;

fn main() {
    // Cargo adds `--bench`.
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    let mut number = |default| match arguments.next() {
        Some(text) => text.parse().unwrap_or_else(|_| usage()),
        None => default,
    };
    let (rounds, largest) = (number(15), number(10_000_000));
    let part = arguments.next().unwrap_or_default();
    if rounds == 0 {
        usage();
    }
    println!("| | ns per unit | times the first |\n|---|---|---|");
    for make in rows::rows(largest) {
        let mut row = make();
        if !row.name.contains(&part) {
            continue;
        }
        println!("| **{}** | | |", row.name);
        let calls: Vec<u32> = row.ways.iter_mut().map(calls_that_last).collect();
        let mut times = vec![Vec::new(); calls.len()];
        for _ in 0..rounds {
            for ((way, &calls), times) in row.ways.iter_mut().zip(&calls).zip(&mut times) {
                times.push(time(way, calls));
            }
        }
        for (way, its_times) in row.ways.iter().zip(&times) {
            let quotients = its_times.iter().zip(&times[0]).map(|(its, first)| its / first);
            let quotient = median(quotients.collect());
            #[allow(clippy::cast_precision_loss, reason = "a number of units is far below 2^53")]
            let unit = 1e9 * median(its_times.clone()) / row.units as f64;
            println!("| {} | {unit:.2} | {quotient:.2} |", way.name);
        }
    }
}

fn usage() -> ! {
    eprintln!("ratios [ROUNDS [LARGEST [PART OF A NAME]]]");
    process::exit(2)
}

/// How many calls take at least 2 milliseconds, after some that warm up.
fn calls_that_last(way: &mut Way) -> u32 {
    let mut calls = 1;
    while time(way, calls) * f64::from(calls) < 2e-3 {
        calls *= 2;
    }
    calls
}

/// Seconds of one call.
fn time(way: &mut Way, calls: u32) -> f64 {
    let begun = now();
    (0..calls).for_each(|_| (way.call)());
    now().saturating_sub(begun).as_secs_f64() / f64::from(calls)
}

/// The processor's time of this thread: on a busy machine the clock on the wall counts others' work as well.
#[cfg(unix)]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::{sync::LazyLock, time::Instant};

    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

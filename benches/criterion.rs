//! Every row by itself: `cargo bench --bench criterion`, with a part of a row's name for some of them.
//!
//! Up to 10^6 items, or as many as the variable `LARGEST` says.

use std::{env, time::Duration};

use criterion::{Criterion, Throughput};

mod rows;

fn main() {
    let largest = env::var("LARGEST").ok().and_then(|items| items.parse().ok());
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    for make in rows::rows(largest.unwrap_or(1_000_000)) {
        let row = make();
        let mut group = criterion.benchmark_group(&row.name);
        group.throughput(Throughput::Elements(row.units));
        group.warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
        for mut way in row.ways {
            group.bench_function(way.name, |bencher| bencher.iter(&mut way.call));
        }
        group.finish();
    }
    criterion.final_summary();
}

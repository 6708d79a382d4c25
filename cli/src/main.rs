//! `fairdraw`: draws that anyone can verify, on the command line.

mod args;
mod both;
mod by_hand;
mod clock;
mod commands;
mod design_args;
mod dice;
mod drand;
mod draw_files;
mod emit;
mod error;
mod exam;
mod hand_out;
mod html;
mod input;
mod list_args;
mod output;
mod outside;
mod paper;
mod planning;
mod population_args;
mod random_source;
mod read;
mod records;
mod sampled;
mod seed_line;
mod seed_use;
mod shell;
mod show;
mod stamped;
mod term;
mod terms;
#[cfg(feature = "timestamps")]
mod timestamp;

use std::process::ExitCode;

use clock::Clock;
use term::Term;

fn main() -> ExitCode {
    let matches = match args::parser().try_get_matches() {
        Ok(matches) => matches,
        Err(answer) => return term::answer(&answer),
    };
    let term = Term::new(args::quiet(&matches), Clock::of_computer());
    match commands::run(&matches, &term) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => term::report(&error),
    }
}

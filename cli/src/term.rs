//! What the tool says on standard error: errors, hints, notes and progress. Data never comes here.
//!
//! [`Term`] is all that a command has of its surroundings beside files: it carries the clock, too.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::error::{ContextValue, ErrorKind};
use fairdraw::draw::{Time, is_forbidden};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::clock::Clock;
use crate::error::Error;
use crate::output;

/// Standard error, as far as a command may talk there while it works, and the clock.
pub(crate) struct Term {
    quiet: bool,
    clock: Clock,
}

impl Term {
    pub(crate) fn new(quiet: bool, clock: Clock) -> Self {
        Self { quiet, clock }
    }

    /// The time now.
    pub(crate) fn now(&self) -> Result<Time, Error> {
        self.clock.now()
    }

    /// Whether nothing but errors and results is wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Says in one line what was done; nothing with `--quiet`.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            say("note", Colour::Bold, text);
        }
    }

    /// Says what must not be overlooked, also with `--quiet`.
    #[allow(clippy::unused_self, reason = "all that is said goes through it")]
    pub(crate) fn warn(&self, text: &str) {
        warn(text);
    }

    /// Asks for a line on standard input, also with `--quiet`.
    #[allow(clippy::unused_self, reason = "all that is said goes through it")]
    pub(crate) fn ask(&self, text: &str) {
        // A question that can't be written is no reason not to wait for the answer.
        let _ = write!(io::stderr().lock(), "{}", harmless(text));
    }

    /// A progress bar over `total` steps, seen once the work has taken half a second and gone when it is dropped.
    ///
    /// There is none with `--quiet` and none where standard error is no terminal.
    pub(crate) fn progress(&self, doing: &'static str, total: u64) -> Progress {
        let wanted = !self.quiet && io::stderr().is_terminal();
        Progress { waiting: wanted.then(|| (doing, Instant::now())), bar: None, total, done: 0 }
    }

    /// Shows that work is going on, with the time it has taken, where a progress bar would be shown.
    pub(crate) fn busy(&self, doing: &'static str) -> Busy {
        let wanted = !self.quiet && io::stderr().is_terminal();
        let target =
            if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if wanted {
            bar.set_style(busy_style());
            bar.set_message(doing);
            // The first tick comes after this time: short work leaves the screen alone.
            bar.enable_steady_tick(PATIENCE);
        }
        Busy { bar }
    }
}

/// A sign that work goes on whose length is not known, gone when it is dropped.
pub(crate) struct Busy {
    bar: ProgressBar,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A progress bar that waits before it appears, so that short work leaves the screen alone.
pub(crate) struct Progress {
    waiting: Option<(&'static str, Instant)>,
    bar: Option<ProgressBar>,
    total: u64,
    done: u64,
}

impl Progress {
    /// A bar that never appears.
    pub(crate) fn none() -> Self {
        Self { waiting: None, bar: None, total: 0, done: 0 }
    }

    /// Counts `steps` more as done. Reads the clock: call it once for some thousand cheap steps.
    pub(crate) fn advance(&mut self, steps: u64) {
        self.set(self.done + steps, self.total);
    }

    /// Says how much of how much is done, as for [`advance`](Self::advance).
    pub(crate) fn set(&mut self, done: u64, total: u64) {
        (self.done, self.total) = (done, total);
        if let Some((doing, _)) = self.waiting.take_if(|(_, start)| start.elapsed() >= PATIENCE) {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            bar.set_style(style());
            bar.set_message(doing);
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Like [`Term::warn`], for what has no surroundings at hand.
pub(crate) fn warn(text: &str) {
    say("warning", Colour::Bold, text);
}

/// Prints an error and its hint, and gives the exit status that belongs to it.
pub(crate) fn report(error: &Error) -> ExitCode {
    say("error", Colour::Red, &error.message);
    if let Some(hint) = &error.hint {
        say("hint", Colour::Bold, hint);
    }
    ExitCode::from(error.exit)
}

/// Answers a command line that ends in the parser: help and version on standard output, anything else as an error.
pub(crate) fn answer(answer: &clap::Error) -> ExitCode {
    match answer.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = rendered(answer, may_colour(&io::stdout()));
            match output::print(|out| out.write_all(text.as_bytes())) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => report(&error),
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nobody is left to tell when standard error itself can't be written.
            let _ = io::stderr().write_all(rendered(answer, may_colour(&io::stderr())).as_bytes());
            ExitCode::from(2)
        }
        _ => report(&usage_error(answer)),
    }
}

/// The parser's complaint as one of our errors: its first paragraph, and its tip or else the usage as the hint.
pub(crate) fn usage_error(error: &clap::Error) -> Error {
    let mut text = rendered(error, false);
    for (_, value) in error.context() {
        if let ContextValue::String(value) = value {
            text = text.replace(value, &short(value));
        }
    }
    let mut paragraphs = text.split("\n\n").map(one_line);
    let message = paragraphs.next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let hints: Vec<String> = paragraphs.collect();
    let hint = ["tip: ", "Usage: "].iter().find_map(|kind| {
        let hint = hints.iter().find_map(|hint| hint.strip_prefix(kind))?;
        Some(if *kind == "tip: " { hint.to_owned() } else { format!("usage: {hint}") })
    });
    let error = Error::not_done(message);
    match hint {
        Some(hint) => error.hint(hint),
        None => error.hint("see fairdraw --help"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What was typed, as far as it helps to see it.
pub(crate) fn short(text: &str) -> String {
    let text = harmless(text);
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

fn rendered(error: &clap::Error, colour: bool) -> String {
    let text = error.render();
    if colour { text.ansi().to_string() } else { text.to_string() }
}

fn say(kind: &str, colour: Colour, text: &str) {
    let text = harmless(text);
    let mut stderr = io::stderr().lock();
    // As above: a message that can't be written has no other place to go.
    let _ = if may_colour(&stderr) {
        writeln!(stderr, "fairdraw: {}{kind}:\u{1b}[0m {text}", colour.code())
    } else {
        writeln!(stderr, "fairdraw: {kind}: {text}")
    };
}

/// File names and list lines are shown: what would steer the terminal or break the line is written out.
pub(crate) fn harmless(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, c| {
        if is_forbidden(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
        safe
    })
}

fn may_colour(stream: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    stream.is_terminal() && !set("NO_COLOR") && !dumb
}

fn busy_style() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg} {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} [{bar:30}] {percent:>3} % {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}

#[derive(Clone, Copy)]
enum Colour {
    Red,
    Bold,
}

impl Colour {
    fn code(self) -> &'static str {
        match self {
            Self::Red => "\u{1b}[1;31m",
            Self::Bold => "\u{1b}[1m",
        }
    }
}

/// So many characters of a value are shown in an error.
const LONGEST_SHOWN: usize = 80;
/// How long work lasts before its bar is shown.
const PATIENCE: Duration = Duration::from_millis(500);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_messages_can_not_steer_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb\nc\u{202e}d é"), "a\\u{1b}[2Jb\\nc\\u{202e}d é");
        assert_eq!(harmless("\u{feff}x\u{9b}"), "\\u{feff}x\\u{9b}");
    }

    #[test]
    fn long_values_are_shown_by_their_beginnings() {
        assert_eq!(short(&"\u{e9}".repeat(80)), "\u{e9}".repeat(80));
        assert_eq!(short(&"\u{e9}".repeat(81)), "\u{e9}".repeat(80) + "..");
        assert_eq!(short("a\n\nb"), "a\\n\\nb");
    }

    #[test]
    fn progress_waits_half_a_second() {
        let mut progress =
            Progress { waiting: Some(("testing", Instant::now())), bar: None, total: 2, done: 0 };
        progress.advance(1);
        assert!(progress.bar.is_none());
        progress.waiting = Instant::now().checked_sub(PATIENCE).map(|start| ("testing", start));
        progress.advance(1);
        assert_eq!(progress.bar.as_ref().map(ProgressBar::position), Some(2));
    }

    #[test]
    fn no_bar_with_quiet() {
        assert!(Term::new(true, Clock::of_computer()).progress("testing", 1).waiting.is_none());
    }
}

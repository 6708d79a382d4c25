//! What whoever checks brings from outside the files: the id as it was published, and proofs of when the commit file existed.

use std::fmt::Write as _;

use fairdraw::Digest;
use fairdraw::draw::{Options, Time};

use crate::clock;
use crate::error::Error;
use crate::show;
use crate::stamped::Stamped;
#[cfg(feature = "timestamps")]
use crate::timestamp::TimestampArgs;

#[derive(clap::Args, Default)]
pub(crate) struct OutsideArgs {
    /// The commit id as it was published before the draw: all 64 digits
    #[arg(long, value_name = "COMMIT-ID", value_parser = show::read_id)]
    pub(crate) expect: Option<Digest>,

    /// A time by which the commit file existed, from a proof outside the files that you have checked yourself, such as a
    /// time stamp
    #[arg(long, value_name = "TIME", value_parser = clock::parse)]
    existed_by: Option<Time>,

    #[cfg(feature = "timestamps")]
    #[command(flatten)]
    timestamps: TimestampArgs,
}

impl OutsideArgs {
    /// Checks the time stamps against the bytes of the commit file.
    #[cfg(feature = "timestamps")]
    pub(crate) fn stamped(&self, commit: &[u8]) -> Result<Stamped, Error> {
        self.timestamps.check(commit)
    }

    #[cfg(not(feature = "timestamps"))]
    #[allow(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "with the feature it takes options, which can be wrong"
    )]
    pub(crate) fn stamped(&self, _: &[u8]) -> Result<Stamped, Error> {
        Ok(Stamped::default())
    }

    /// What a draw is judged with.
    pub(crate) fn options(&self, stamped: &Stamped, rehearsal: bool) -> Options {
        let existed_by = self.existed_by(stamped);
        Options { expected: self.expect, rehearsal, existed_by }
    }

    /// The earliest time by which the commit file existed.
    pub(crate) fn existed_by(&self, stamped: &Stamped) -> Option<Time> {
        self.existed_by.into_iter().chain(stamped.existed_by).min()
    }

    /// Whether anything was given.
    pub(crate) fn is_given(&self) -> bool {
        #[cfg(feature = "timestamps")]
        let stamps = !self.timestamps.words().is_empty();
        #[cfg(not(feature = "timestamps"))]
        let stamps = false;
        self.expect.is_some() || self.existed_by.is_some() || stamps
    }

    /// The times and time stamps as they are given to `fairdraw verify`, each word after a space. The id is not among them: a
    /// command that brings it along would mark its own work.
    pub(crate) fn words(&self) -> String {
        let mut words = String::new();
        if let Some(time) = self.existed_by {
            // Writing to a string can't fail.
            let _ = write!(words, " --existed-by {time}");
        }
        #[cfg(feature = "timestamps")]
        words.push_str(&self.timestamps.words());
        words
    }
}

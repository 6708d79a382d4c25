//! What time stamps of the commit file add to a verdict.

use fairdraw::draw::{Check, Evidence, Step, Time};

/// What the time stamps show. The default is that of none.
#[derive(Debug, Default)]
pub(crate) struct Stamped {
    /// The earliest time by which one of them proves that the commit file existed.
    pub(crate) existed_by: Option<Time>,
    /// What was found, one sentence each.
    pub(crate) lines: Vec<(Evidence, String)>,
    /// What is wrong with the first one that is not of this commit file, or that nobody trusted has signed.
    pub(crate) misfit: Option<String>,
}

impl Stamped {
    /// The checks of a verdict with what was found, after those of the commit id; unless it failed before them.
    pub(crate) fn among(&self, checks: &[Check]) -> Vec<Check> {
        let step = Step::CommitId;
        let mut all = checks.to_vec();
        if let Some(last) = all.iter().rposition(|check| check.step == step) {
            let own = self.lines.iter().map(|(evidence, sentence)| Check {
                step,
                evidence: *evidence,
                sentence: sentence.clone(),
            });
            let after = last + 1;
            all.splice(after..after, own);
        }
        if self.misfit.is_some() {
            all.retain(|check| check.step <= step);
        }
        all
    }

    /// The name of a time stamp that doesn't fit. Time stamps are no part of the protocol, so SPEC has no name for it.
    pub(crate) const MISFIT: &str = "timestamp";
}

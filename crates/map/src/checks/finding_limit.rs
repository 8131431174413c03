//! Limits the diagnostics of one kind, because a generated map may have thousands.

use sandtable_source::Diagnostic;

use sandtable_authored::Reporter;

/// The maximum number of diagnostics reported for each kind.
const MAX_REPORTED: usize = 200;
/// The maximum number of pairs collected before reporting.
pub const KEPT: usize = 10_000;

/// Diagnostics of one kind.
#[derive(Default)]
pub struct FindingLimit {
    reported: Vec<Diagnostic>,
    omitted: usize,
}

impl FindingLimit {
    /// Adds a diagnostic.
    pub fn add(&mut self, finding: Diagnostic) {
        match self.reported.len() < MAX_REPORTED {
            true => self.reported.push(finding),
            false => self.omitted += 1,
        }
    }

    /// Reports the first diagnostics and adds the number of omitted ones to the last.
    pub fn report(mut self, reporter: &mut Reporter) {
        if self.omitted > 0
            && let Some(last) = self.reported.pop()
        {
            let help = format!(
                "{} more like these omitted: fix these first, then check again",
                self.omitted
            );
            self.reported.push(last.help(help));
        }
        self.reported.into_iter().for_each(|finding| reporter.diagnostics.push(finding));
    }
}

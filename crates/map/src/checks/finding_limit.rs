//! Findings of one kind, of which a map made by a machine may have thousands: no one reads them all.

use sandtable_source::Diagnostic;

use sandtable_authored::Reporter;

/// So many of one kind are told.
const MOST: usize = 200;
/// Where pairs are gathered before they are told, so many are.
pub const KEPT: usize = 10_000;

/// Findings of one kind.
#[derive(Default)]
pub struct Many {
    told: Vec<Diagnostic>,
    more: usize,
}

impl Many {
    /// Takes one more.
    pub fn add(&mut self, finding: Diagnostic) {
        match self.told.len() < MOST {
            true => self.told.push(finding),
            false => self.more += 1,
        }
    }

    /// Reports the first ones; the last of these says how many more there are.
    pub fn report(mut self, reporter: &mut Reporter) {
        if self.more > 0
            && let Some(last) = self.told.pop()
        {
            let help = format!(
                "{} more like these are not told: mend these first, then check again",
                self.more
            );
            self.told.push(last.help(help));
        }
        self.told.into_iter().for_each(|finding| reporter.diagnostics.push(finding));
    }
}

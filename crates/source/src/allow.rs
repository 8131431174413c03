//! Warnings that an author allows for one id, with a reason.

use crate::codes::{Code, code};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::file::SourceMap;
use crate::message;
use crate::phrase::list_of;
use crate::subjects::Subjects;
use crate::tree::Spanned;

/// An allowed warning: it is not counted, and appears among the notes with its reason.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The warning's code.
    pub code: Spanned<Code>,
    /// The id of the warning's subject.
    pub at: Spanned<String>,
    /// The author's reason.
    pub reason: String,
}

/// The source locations of a battle, and the allowances for findings about its games. Packs have
/// neither.
#[derive(Debug, Default)]
pub struct Origins {
    /// The files.
    pub sources: SourceMap,
    /// The ids of the items in the files.
    pub subjects: Subjects,
    /// Allowances for findings about games.
    pub allowances: Vec<Allowance>,
}

impl Origins {
    /// Turns allowed findings into notes. Does not report unused allowances: other games might use
    /// them.
    pub fn allow(&self, findings: &mut Diagnostics) {
        findings.apply_allowances(&self.allowances, &self.subjects);
    }
}

impl Diagnostics {
    /// Turns allowed warnings into notes. Reports unused allowances if there are no errors, because
    /// an error can suppress a warning.
    pub fn allow(&mut self, allowances: &[Allowance], subjects: &Subjects) {
        let unused = self.apply_allowances(allowances, subjects);
        if self.has_errors() {
            return;
        }
        let findings: Vec<Diagnostic> = unused
            .into_iter()
            .map(|allowance| self.unused_allowance(allowance, subjects))
            .collect();
        findings.into_iter().for_each(|finding| self.push(finding));
    }

    /// Turns allowed warnings into notes; returns the unused allowances.
    fn apply_allowances<'a>(
        &mut self,
        allowances: &'a [Allowance],
        subjects: &Subjects,
    ) -> Vec<&'a Allowance> {
        let mut unused: Vec<&Allowance> = allowances.iter().collect();
        for finding in self.as_mut_slice().iter_mut().filter(|f| f.severity == Severity::Warning) {
            let about = subjects.for_diagnostic(finding);
            let matches = |allowance: &Allowance| {
                allowance.code.value == finding.code && about.contains(&allowance.at.value.as_str())
            };
            let Some(allowance) = allowances.iter().find(|allowance| matches(allowance)) else {
                continue;
            };
            unused.retain(|unused| !matches(unused));
            finding.severity = Severity::Note;
            finding.help = vec![format!("allowed: {}", allowance.reason)];
            finding.allowed = Some(allowance.reason.clone());
        }
        self.recount_warnings();
        unused
    }

    /// Returns the first few ids with a reported warning of this code.
    fn ids_with_warning(&self, code: Code, subjects: &Subjects) -> Vec<String> {
        const MAX_LISTED_IDS: usize = 3;
        let found = self.sorted().into_iter();
        let found = found.filter(|one| one.severity == Severity::Warning && one.code == code);
        let first = |one| subjects.for_diagnostic(one).first().map(|&id: &&str| id.to_owned());
        let mut ids: Vec<String> = found.filter_map(first).collect();
        ids.dedup();
        ids.truncate(MAX_LISTED_IDS);
        ids
    }

    /// Returns the diagnostic for an unused allowance, with the actual warnings.
    fn unused_allowance(&self, allowance: &Allowance, subjects: &Subjects) -> Diagnostic {
        let Allowance { code, at, .. } = allowance;
        let finding = Diagnostic::new(
            code::ALLOW_UNUSED,
            message!("warning `{}` does not occur at `{}`", code.value, at.value),
        )
        .at(at.span, "no such warning")
        .also(code.span, format!("`{}`: {}", code.value, code.value.title()));
        if !subjects.ids().any(|id| id == at.value) {
            let finding = finding.did_you_mean(&at.value, subjects.ids());
            return finding.help("name the `id` of a piece, command, feature or other thing that the warning is about; warnings about an HQ or a baggage train belong to their command");
        }
        let mut current: Vec<Code> = self
            .sorted()
            .into_iter()
            .filter(|found| found.severity == Severity::Warning)
            .filter(|found| subjects.for_diagnostic(found).contains(&at.value.as_str()))
            .map(|found| found.code)
            .collect();
        current.dedup();
        match current.is_empty() {
            true => finding.help(match self.ids_with_warning(code.value, subjects).as_slice() {
                [] => "the warning no longer occurs: remove this line".to_owned(),
                [now] => format!(
                    "the warning no longer occurs there, but at `{now}`: write `at: {now}` to allow that, or remove this line"
                ),
                many => format!(
                    "the warning no longer occurs there, but at {}: name one of them to allow that, or remove this line",
                    list_of(many.iter().map(String::as_str))
                ),
            }),
            false => {
                let there: Vec<String> = current.iter().map(|code| format!("`{code}`")).collect();
                finding.help(format!("the warning there is now {}", there.join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Summary;
    use crate::{SourceMap, Span};

    #[test]
    fn counts_warnings_beyond_limit() {
        let mut sources = SourceMap::new();
        let span = Span::new(sources.add("scenario.yaml", "allow:"), 0..5);
        let warnings = Diagnostics::LIMIT + 5;
        let mut found = Diagnostics::new();
        for number in 0..warnings {
            let finding = Diagnostic::new(code::IN_FIELD_OF_FIRE, message!("{number}"));
            found.push(finding.subject(if number < 3 { "teal" } else { "navy" }));
            found.push(Diagnostic::new(code::DEFAULT_USED, message!("{number}")));
        }
        let allowance = Allowance {
            code: Spanned { value: code::IN_FIELD_OF_FIRE, span },
            at: Spanned { value: "teal".to_owned(), span },
            reason: "they met at noon".to_owned(),
        };
        found.allow(&[allowance], &Subjects::new());
        assert_eq!(found.summary(), Summary { errors: 0, warnings: warnings - 3 });
    }
}

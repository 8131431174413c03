//! Groups the diagnostics of a layer in which many features have the same mistake: another
//! coordinate system, a misnamed property, or the wrong file for a class.

use std::collections::BTreeMap;

use sandtable_pack::FeatureId;
use sandtable_source::{Code, Diagnostic, Diagnostics, Severity, and_more, code};

use super::identity::NoId;
use sandtable_authored::Reporter;

/// The maximum number of similar diagnostics reported one by one.
const MAX_SINGLE_REPORTS: usize = 3;
/// The maximum number of features named in a grouped diagnostic.
const MAX_NAMED_FEATURES: usize = 4;

/// A diagnostic, with the id of its feature.
type FeatureDiagnostic = (Result<FeatureId, NoId>, Diagnostic);

/// The diagnostics of a layer, grouped by similarity.
#[derive(Default)]
pub struct GroupedDiagnostics {
    /// Diagnostics without similar ones.
    single: Diagnostics,
    /// Diagnostics by code and similarity keys.
    groups: BTreeMap<(Code, Vec<String>), Vec<FeatureDiagnostic>>,
}

impl GroupedDiagnostics {
    /// Creates a collection that starts with the diagnostics of the layer file itself.
    pub fn new(single: Diagnostics) -> Self {
        Self { single, groups: BTreeMap::new() }
    }

    /// Adds the diagnostics of a feature.
    pub fn add(&mut self, feature: Result<&FeatureId, NoId>, found: &Diagnostics) {
        for finding in found.sorted() {
            match &finding.group_key {
                Some(likeness) => {
                    let group = self.groups.entry((finding.code, likeness.clone())).or_default();
                    group.push((feature.cloned(), finding.clone()));
                }
                None => self.single.push(finding.clone()),
            }
        }
    }

    /// Inserts help before the existing help of all diagnostics with this code.
    pub fn help(&mut self, code: Code, help: Option<String>) {
        let groups = self.groups.iter_mut().filter(|((other, _), _)| *other == code);
        for (_, finding) in groups.flat_map(|(_, group)| group) {
            finding.help.splice(0..0, help.clone());
        }
    }

    /// Replaces the help for features that need a new id.
    pub fn help_without_ids(&mut self, help: &str) {
        for (feature, finding) in self.groups.values_mut().flatten() {
            if *feature == Err(NoId::OwnMissing) && finding.code == code::FEATURE_ID {
                finding.help = vec![help.to_owned()];
            }
        }
    }

    /// Removes the diagnostics with this code and first key. Returns whether there were any.
    pub fn forget(&mut self, code: Code, first: &str) -> bool {
        let all = self.groups.len();
        self.groups.retain(|(other, likeness), _| {
            *other != code || likeness.first().is_none_or(|likeness| likeness != first)
        });
        self.groups.len() < all
    }

    /// Reports all diagnostics; many similar ones become a single diagnostic.
    pub fn report(self, reporter: &mut Reporter) {
        reporter.diagnostics.extend(self.single);
        for group in self.groups.into_values() {
            let note = group.iter().all(|(_, finding)| finding.severity == Severity::Note);
            if group.len() <= MAX_SINGLE_REPORTS || note {
                group.into_iter().for_each(|(_, finding)| reporter.diagnostics.push(finding));
                continue;
            }
            let others: Vec<String> = group[1..]
                .iter()
                .flat_map(|(id, _)| id.as_ref().map(|id| format!("`{id}`")))
                .collect();
            let (count, named) = (group.len() - 1, others.len().min(MAX_NAMED_FEATURES));
            let more = match named {
                0 => format!("{count} more features"),
                _ => others[..named].join(", ") + &and_more(named, count),
            };
            if let Some((_, first)) = group.into_iter().next() {
                let help = format!("also affected in this layer: {more}");
                reporter.diagnostics.push(first.help(help));
            }
        }
    }
}

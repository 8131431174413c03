//! One message for what is wrong with many features of a layer in the same way: a file in another
//! coordinate system, a property of another name, the wrong file for a class.

use std::collections::BTreeMap;

use sandtable_pack::FeatureId;
use sandtable_source::{Code, Diagnostic, Diagnostics, Severity, and_more, code};

use super::identity::NoId;
use sandtable_authored::Reporter;

/// So many diagnostics that differ by the feature alone are still reported one by one.
const FEW: usize = 3;
/// So many features are named in the message for all of them.
const NAMED: usize = 4;

/// A diagnostic and the feature that it is about.
type OfFeature = (Result<FeatureId, NoId>, Diagnostic);

/// The diagnostics of a layer.
#[derive(Default)]
pub struct GroupedDiagnostics {
    /// What is like no other.
    single: Diagnostics,
    /// By code and likeness.
    groups: BTreeMap<(Code, Vec<String>), Vec<OfFeature>>,
}

impl GroupedDiagnostics {
    /// What was found about a layer's file, before its features.
    pub fn new(single: Diagnostics) -> Self {
        Self { single, groups: BTreeMap::new() }
    }

    /// Takes what was found about a feature.
    pub fn add(&mut self, feature: Result<&FeatureId, NoId>, found: &Diagnostics) {
        for finding in found.sorted() {
            match &finding.likeness {
                Some(likeness) => {
                    let group = self.groups.entry((finding.code, likeness.clone())).or_default();
                    group.push((feature.cloned(), finding.clone()));
                }
                None => self.single.push(finding.clone()),
            }
        }
    }

    /// Puts a help before the others of all diagnostics of a code.
    pub fn help(&mut self, code: Code, help: Option<String>) {
        let groups = self.groups.iter_mut().filter(|((other, _), _)| *other == code);
        for (_, finding) in groups.flat_map(|(_, group)| group) {
            finding.help.splice(0..0, help.clone());
        }
    }

    /// Puts a help in the place of the others where a feature is to be given an id of its own.
    pub fn help_without_ids(&mut self, help: &str) {
        for (feature, finding) in self.groups.values_mut().flatten() {
            if *feature == Err(NoId::OwnMissing) && finding.code == code::FEATURE_ID {
                finding.help = vec![help.to_owned()];
            }
        }
    }

    /// Leaves out the diagnostics of a code whose likeness begins so; was there one?
    pub fn forget(&mut self, code: Code, first: &str) -> bool {
        let all = self.groups.len();
        self.groups.retain(|(other, likeness), _| {
            *other != code || likeness.first().is_none_or(|likeness| likeness != first)
        });
        self.groups.len() < all
    }

    /// Reports everything, many alike by their first.
    pub fn report(self, reporter: &mut Reporter) {
        reporter.diagnostics.extend(self.single);
        for group in self.groups.into_values() {
            let note = group.iter().all(|(_, finding)| finding.severity == Severity::Note);
            if group.len() <= FEW || note {
                group.into_iter().for_each(|(_, finding)| reporter.diagnostics.push(finding));
                continue;
            }
            let others: Vec<String> = group[1..]
                .iter()
                .flat_map(|(id, _)| id.as_ref().map(|id| format!("`{id}`")))
                .collect();
            let (count, named) = (group.len() - 1, others.len().min(NAMED));
            let more = match named {
                0 => format!("{count} more features"),
                _ => others[..named].join(", ") + &and_more(named, count),
            };
            if let Some((_, first)) = group.into_iter().next() {
                let help = format!("the same is wrong in this layer with {more}");
                reporter.diagnostics.push(first.help(help));
            }
        }
    }
}

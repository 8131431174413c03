//! One message for what is wrong with many features of a layer in the same way: a file in another
//! coordinate system, a property of another name, the wrong file for a class.

use std::collections::BTreeMap;

use sandtable_pack::FeatureId;
use sandtable_source::{Code, Diagnostic, Diagnostics, Severity};

use sandtable_authored::Session;

/// So many findings that differ by the feature alone are still reported one by one.
const FEW: usize = 3;
/// So many features are named in the message for all of them.
const NAMED: usize = 4;

/// A finding and the feature that it is about.
type OfFeature = (Option<FeatureId>, Diagnostic);

/// The findings of a layer.
pub struct Alike {
    /// What is not of one feature with an id.
    unnamed: Diagnostics,
    /// By code and message without the feature's id.
    found: BTreeMap<(Code, String), Vec<OfFeature>>,
}

impl Alike {
    /// What was found about a layer's file, before its features.
    pub fn new(unnamed: Diagnostics) -> Self {
        Self { unnamed, found: BTreeMap::new() }
    }

    /// Takes what was found about a feature.
    pub fn add(&mut self, id: Option<&FeatureId>, found: &Diagnostics) {
        for finding in found.sorted() {
            let message = match id {
                Some(id) => finding.message.replace(&format!("`{id}`"), "`…`"),
                None => finding.message.clone(),
            };
            let alike = self.found.entry((finding.code, message)).or_default();
            alike.push((id.cloned(), finding.clone()));
        }
    }

    /// Puts a help before the others of all findings of a code.
    pub fn help(&mut self, code: Code, help: Option<String>) {
        let found = self.found.iter_mut().filter(|((other, _), _)| *other == code);
        for (_, finding) in found.flat_map(|(_, alike)| alike) {
            finding.help.splice(0..0, help.clone());
        }
    }

    /// Puts a help in the place of the others of some findings.
    pub fn help_instead(&mut self, of: impl Fn(&Diagnostic) -> bool, help: &str) {
        let found = self.found.values_mut().flatten().map(|(_, finding)| finding);
        for finding in found.filter(|finding| of(finding)) {
            finding.help = vec![help.to_owned()];
        }
    }

    /// Leaves out the findings of a code whose messages begin so; was there one?
    pub fn forget(&mut self, code: Code, beginning: &str) -> bool {
        let all = self.found.len();
        self.found.retain(|(other, message), _| *other != code || !message.starts_with(beginning));
        self.found.len() < all
    }

    /// Reports everything, many alike by their first.
    pub fn report(self, session: &mut Session<'_>) {
        session.diagnostics.extend(self.unnamed);
        for alike in self.found.into_values() {
            let note = alike.iter().all(|(_, finding)| finding.severity == Severity::Note);
            if alike.len() <= FEW || note {
                alike.into_iter().for_each(|(_, finding)| session.diagnostics.push(finding));
                continue;
            }
            let others: Vec<String> = alike[1..]
                .iter()
                .filter_map(|(id, _)| Some(format!("`{}`", id.as_ref()?)))
                .collect();
            let (count, named) = (alike.len() - 1, others.len().min(NAMED));
            let more = match (named, count - named) {
                (0, count) => format!("{count} more features"),
                (_, 0) => others.join(", "),
                (named, rest) => format!("{} and {rest} more", others[..named].join(", ")),
            };
            if let Some((_, first)) = alike.into_iter().next() {
                let help = format!("the same is wrong in this layer with {more}");
                session.diagnostics.push(first.help(help));
            }
        }
    }
}

//! Collects diagnostics and records damaged values, so that each mistake is reported only once.

use std::collections::BTreeSet;

use sandtable_source::{
    Allowance, Code, Damage, Diagnostic, Diagnostics, Node, Severity, Span, Spanned, Subjects,
    code, message,
};

use crate::map::LayerClass;
use crate::reading::missing_layers::MissingLayers;
use crate::scenario::allow::Allow;

/// Collects diagnostics. Before reporting a missing value, ask the reporter whether an earlier
/// diagnostic explains it.
#[derive(Default)]
pub struct Reporter {
    /// All diagnostics so far.
    pub diagnostics: Diagnostics,
    /// The subjects of lines in the files, for `allow`.
    pub subjects: Subjects,
    /// Warnings that the author allows.
    allowances: Vec<Allowance>,
    /// Unreadable values, and the names defined in them.
    pub damage: Damage,
    /// Classes with an unreadable layer or feature; any of their names may be missing.
    pub unread_classes: BTreeSet<LayerClass>,
    /// Classes with an unusable feature.
    pub damaged_classes: BTreeSet<LayerClass>,
    /// Layers without features, and classes without a layer.
    pub missing_layers: MissingLayers,
}

impl Reporter {
    /// Returns a reporter without diagnostics.
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs `work`, and returns its result and its diagnostics separately.
    pub fn capture_diagnostics<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> T,
    ) -> (T, Diagnostics) {
        let outer_diagnostics = std::mem::take(&mut self.diagnostics);
        let done = work(self);
        (done, std::mem::replace(&mut self.diagnostics, outer_diagnostics))
    }

    /// Adds the allowances in a file, and reports warnings that cannot be allowed.
    pub fn add_allowances(&mut self, allowed: Option<&Vec<Allow>>) {
        for Allow { code, at, reason, .. } in allowed.into_iter().flatten() {
            let severity = code.value.0.severity();
            if severity != Severity::Warning {
                let help = match severity {
                    Severity::Error => "remove this line, and fix the error where it occurs",
                    _ => "remove this line: notes are shown only on request",
                };
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_NO_WARNING,
                        message!(
                            "`{}` is {}; only warnings can be allowed",
                            code.value.0,
                            article(severity)
                        ),
                    )
                    .at(code.span, format!("`{}`: {}", code.value.0, code.value.0.title()))
                    .help(help),
                );
                continue;
            }
            // A missing reason was already reported.
            if self.is_stand_in(reason.span) {
                continue;
            }
            if reason.value.trim().is_empty() {
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_REASON,
                        message!(
                            "missing reason for allowing `{}` at `{}`",
                            code.value.0,
                            at.value.0
                        ),
                    )
                    .at(reason.span, "empty")
                    .help("explain briefly why this is intended"),
                );
                continue;
            }
            let is_same = |other: &&Allowance| {
                other.code.value == code.value.0 && other.at.value == at.value.0
            };
            if let Some(first) = self.allowances.iter().find(is_same) {
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_UNUSED,
                        message!("duplicate `allow` of `{}` at `{}`", code.value.0, at.value.0),
                    )
                    .at(at.span, "duplicate")
                    .also(first.at.span, "first allowed here")
                    .help("remove one of the two lines: one allows all such warnings here"),
                );
                continue;
            }
            self.allowances.push(Allowance {
                code: Spanned { value: code.value.0, span: code.span },
                at: Spanned { value: at.value.0.clone(), span: at.span },
                reason: reason.value.clone(),
            });
        }
    }

    /// Removes and returns the allowances for game diagnostics, which are not checked here.
    pub fn take_game_allowances(&mut self) -> Vec<Allowance> {
        /// The code group for games between bots.
        const GAME_CODE_GROUP: u16 = 16;
        let all = std::mem::take(&mut self.allowances);
        let (of_games, others) =
            all.into_iter().partition(|allowance| allowance.code.value.group() == GAME_CODE_GROUP);
        self.allowances = others;
        of_games
    }

    /// Discards the allowances for scenario warnings.
    pub fn drop_scenario_allowances(&mut self) {
        // The code groups for the scenario, its order of battle and its set-up.
        self.allowances.retain(|allowance| !(3..=5).contains(&allowance.code.value.group()));
    }

    /// Returns all diagnostics, except the allowed ones.
    pub fn close(mut self) -> Diagnostics {
        self.close_map();
        self.diagnostics.allow(&self.allowances, &self.subjects);
        self.diagnostics
    }

    /// Reports missing layers after the last check of the map.
    pub fn close_map(&mut self) {
        std::mem::take(&mut self.missing_layers).report(&mut self.diagnostics);
    }

    /// Whether a diagnostic code is allowed anywhere.
    pub fn allows(&self, code: Code) -> bool {
        self.allowances.iter().any(|allowance| allowance.code.value == code)
    }

    /// Whether a diagnostic code is allowed for this id.
    pub fn allows_at(&self, code: Code, id: &str) -> bool {
        let is_it =
            |allowance: &Allowance| allowance.code.value == code && allowance.at.value == id;
        self.allowances.iter().any(is_it)
    }

    /// Marks all classes as unread, after a reported error that may hide any feature.
    pub fn mark_all_features_unread(&mut self) {
        self.unread_classes.extend(LayerClass::all());
    }

    /// Whether a reported mistake explains a missing entry.
    pub fn excuses_entry(&self, name: &str) -> bool {
        self.damage.names.contains(name)
    }

    /// Whether a reported mistake explains a missing feature of these classes.
    pub fn excuses_feature(&self, name: &str, classes: &[LayerClass]) -> bool {
        self.damage.names.contains(name)
            || classes.iter().any(|class| self.unread_classes.contains(class))
    }

    /// Returns whether a missing name belongs to a layer without features, or to classes without a
    /// layer. If so, the layer's diagnostic includes the name.
    pub fn lacks_layer(&mut self, name: &str, at: Span, classes: &[LayerClass]) -> bool {
        let lacks = !self.damage.names.contains(name)
            && self.missing_layers.explain_missing(name, at, classes);
        if lacks {
            let missing = self.missing_layers.unlisted_classes(classes.iter().copied());
            self.unread_classes.extend(missing);
            if self.missing_layers.is_dissolved(classes) {
                self.unread_classes.extend(classes);
            }
        }
        lacks
    }

    /// Whether the value of a key is unknown because it was reported as missing or unreadable.
    /// `map` is the span of the mapping that contains the key.
    pub fn is_unread(&self, map: Span, key: &'static str) -> bool {
        self.damage.is_key_damaged(map, key)
    }

    /// Whether the value at a span is a placeholder for one that was reported as unreadable.
    pub fn is_stand_in(&self, value: Span) -> bool {
        self.damage.is_stand_in(value)
    }

    /// Whether a list lacks items because they were reported as unreadable.
    pub fn has_lost_items(&self, list: Span) -> bool {
        self.damage.is_list_damaged(list)
    }

    /// Whether features of a class may be missing for a reported reason.
    pub fn may_be_incomplete(&self, class: LayerClass) -> bool {
        self.unread_classes.contains(&class) || self.damaged_classes.contains(&class)
    }

    /// Excuses references to the ids defined in an omitted tree.
    pub fn excuse_ids(&mut self, tree: &Node) {
        let mut subjects = Subjects::new();
        subjects.add_tree(tree);
        self.damage.names.extend(subjects.ids().map(str::to_owned));
    }
}

const fn article(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Note => "a note",
    }
}

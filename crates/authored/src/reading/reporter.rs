//! Where everything that is found goes, and what is known to be damaged, so that one mistake is told once.

use std::collections::BTreeSet;

use sandtable_source::{
    Allowance, Code, Damage, Diagnostic, Diagnostics, Node, Severity, Span, Spanned, Subjects,
    code, message,
};

use crate::map::LayerClass;
use crate::reading::missing_layers::MissingLayers;
use crate::scenario::allow::Allow;

/// Collects diagnostics. Whoever misses something asks it first whether that is explained by what was reported before.
#[derive(Default)]
pub struct Reporter {
    /// Everything found so far.
    pub diagnostics: Diagnostics,
    /// What the lines of the files speak of.
    pub subjects: Subjects,
    /// Warnings that the author allows.
    allowances: Vec<Allowance>,
    /// Values that could not be read, and names defined in such places.
    pub damage: Damage,
    /// Classes of which a layer or a feature could not be read, so that any name may be missing.
    pub unread_classes: BTreeSet<LayerClass>,
    /// Classes of which a feature could not be used.
    pub damaged_classes: BTreeSet<LayerClass>,
    /// Layers without features, and classes without a layer.
    pub lacking: MissingLayers,
}

impl Reporter {
    /// Returns a reporter to which nothing was reported.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns what was done, and what was found meanwhile, kept apart until it is known whether it
    /// matters.
    pub fn set_aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Diagnostics) {
        let before = std::mem::take(&mut self.diagnostics);
        let done = work(self);
        (done, std::mem::replace(&mut self.diagnostics, before))
    }

    /// Takes the warnings that a file allows; says which of them cannot be.
    pub fn allow(&mut self, allowed: Option<&Vec<Allow>>) {
        for Allow { code, at, reason, .. } in allowed.into_iter().flatten() {
            let severity = code.value.0.severity();
            if severity != Severity::Warning {
                let help = match severity {
                    Severity::Error => "fix the error and remove this line",
                    _ => "remove this line: notes are shown only on request",
                };
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_NO_WARNING,
                        message!(
                            "{} is {}; only warnings can be allowed",
                            code.value.0,
                            article(severity)
                        ),
                    )
                    .at(code.span, code.value.0.title())
                    .help(help),
                );
                continue;
            }
            // A reason that is left out was reported.
            if self.is_stand_in(reason.span) {
                continue;
            }
            if reason.value.trim().is_empty() {
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_REASON,
                        message!("no reason why {} is allowed at `{}`", code.value.0, at.value.0),
                    )
                    .at(reason.span, "empty")
                    .help("explain briefly why this is intended"),
                );
                continue;
            }
            let same = |other: &&Allowance| {
                other.code.value == code.value.0 && other.at.value == at.value.0
            };
            if let Some(first) = self.allowances.iter().find(same) {
                self.diagnostics.push(
                    Diagnostic::new(
                        code::ALLOW_UNUSED,
                        message!("duplicate `allow` of {} at `{}`", code.value.0, at.value.0),
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

    /// Takes away what is allowed of findings on games, which are not looked for here.
    pub fn allowed_in_games(&mut self) -> Vec<Allowance> {
        /// The group of codes about games between bots.
        const GAMES: u16 = 16;
        let all = std::mem::take(&mut self.allowances);
        let (of_games, others) =
            all.into_iter().partition(|allowance| allowance.code.value.group() == GAMES);
        self.allowances = others;
        of_games
    }

    /// Puts aside what is allowed of warnings that only a scenario brings.
    pub fn without_scenario(&mut self) {
        // The groups of codes about the scenario, its order of battle and set-up.
        self.allowances.retain(|allowance| !(3..=5).contains(&allowance.code.value.group()));
    }

    /// Everything that was found, less what is allowed.
    pub fn close(mut self) -> Diagnostics {
        self.close_map();
        self.diagnostics.allow(&self.allowances, &self.subjects);
        self.diagnostics
    }

    /// Says what the map lacks, when nothing more is looked for on it.
    pub fn close_map(&mut self) {
        std::mem::take(&mut self.lacking).report(&mut self.diagnostics);
    }

    /// Is a finding of a code allowed somewhere?
    pub fn allows(&self, code: Code) -> bool {
        self.allowances.iter().any(|allowance| allowance.code.value == code)
    }

    /// Is a finding of a code allowed at the thing with this id?
    pub fn allows_at(&self, code: Code, id: &str) -> bool {
        let is_it =
            |allowance: &Allowance| allowance.code.value == code && allowance.at.value == id;
        self.allowances.iter().any(is_it)
    }

    /// Any feature may be missing, for a reason that was reported.
    pub fn lose_all_features(&mut self) {
        self.unread_classes.extend(LayerClass::all());
    }

    /// Need a missing entry not be reported, because something else was that explains it?
    pub fn excuses(&self, name: &str) -> bool {
        self.damage.names.contains(name)
    }

    /// Need a missing feature of some classes not be reported, because something else was that
    /// explains it?
    pub fn excuses_feature(&self, name: &str, classes: &[LayerClass]) -> bool {
        self.damage.names.contains(name)
            || classes.iter().any(|class| self.unread_classes.contains(class))
    }

    /// Is a name that the map has nowhere one of a layer without features, or of classes without a
    /// layer? That is remembered, and told with the layer.
    pub fn lacks_layer(&mut self, name: &str, at: Span, classes: &[LayerClass]) -> bool {
        let lacks = !self.damage.names.contains(name) && self.lacking.explains(name, at, classes);
        if lacks {
            let missing = self.lacking.not_listed(classes.iter().copied());
            self.unread_classes.extend(missing);
            if self.lacking.is_dissolved(classes) {
                self.unread_classes.extend(classes);
            }
        }
        lacks
    }

    /// Is the value of a key unknown, because it is missing or could not be read, which was
    /// reported? `map` is the place of the thing that has the key.
    pub fn is_unread(&self, map: Span, key: &'static str) -> bool {
        self.damage.has_key(map, key)
    }

    /// Does something stand in for the value at a place, which could not be read and was reported?
    pub fn is_stand_in(&self, value: Span) -> bool {
        self.damage.is_stand_in(value)
    }

    /// Did a list lose items that could not be read, which was reported?
    pub fn lost_items(&self, list: Span) -> bool {
        self.damage.has_list(list)
    }

    /// May a feature of a class be missing for a reason that was reported?
    pub fn may_lack(&self, class: LayerClass) -> bool {
        self.unread_classes.contains(&class) || self.damaged_classes.contains(&class)
    }

    /// Whoever misses what has an id in a tree that is left out need not say so.
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

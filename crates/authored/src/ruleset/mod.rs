//! Builds a pack's numbers and rulings from a ruleset file or from changes in a scenario, and from
//! the rulesets that these extend. Each rule system has its own files.

pub(crate) mod heading;
pub(crate) mod layer;
pub mod own_types;
pub(crate) mod pub_battles;
pub(crate) mod rulings;
pub(crate) mod system;

use std::rc::Rc;

use sandtable_pack as pack;
use sandtable_source::message::Owner;
use sandtable_source::{
    Diagnostic, Diagnostics, Files, LEVELS_UP, NoFiles, ProjectPath, SourceMap, Span, Spanned,
    code, message,
};

use crate::fab;
use crate::reading::default_notes::note_default_for_rule;
use crate::reading::file_kind::FileKind;
use crate::reading::reporter::Reporter;
use crate::reading::source_reader::SourceReader;
use crate::ruleset::heading::{ChangeHeading, Heading, InPlaceChange, RulesetFile};
use crate::ruleset::layer::{Change, Key};
use crate::ruleset::own_types::TypeTitles;
use crate::ruleset::pub_battles::{Ruleset, RulesetChoice};
use crate::ruleset::system::ruleset_system;

/// Maximum length of a chain of rulesets, each extending the next.
const MAX_CHAIN: usize = 8;

/// Loads the ruleset of a scenario, given by name, by file or as changes to either, and the titles
/// of its custom types.
pub fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    choice: &Spanned<RulesetChoice>,
    from: &ProjectPath,
) -> Option<(pack::Ruleset, TypeTitles)> {
    let mut chain = Chain::<Ruleset>::default();
    let base = chain.load_choice(sources, reporter, choice, from)?;
    let (mut ruleset, mut titles) = chain.add_types(reporter, base);
    if let RulesetChoice::Change(change) = &choice.value
        && let Some(types) = &change.types
    {
        own_types::add(reporter, types, &mut ruleset, &mut titles);
    }
    chain.report_changes(reporter);
    Some((ruleset, titles))
}

/// Loads a FAB ruleset and the titles of its kinds of borders and connections.
pub fn load_fab(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    choice: &Spanned<RulesetChoice<fab::RulesetChange>>,
    from: &ProjectPath,
) -> (Option<pack::fab::Ruleset>, fab::KindTitles) {
    let mut chain = Chain::<fab::Ruleset>::default();
    let Some(ruleset) = chain.load_choice(sources, reporter, choice, from) else {
        return Default::default();
    };
    let mut titles = fab::KindTitles::default();
    chain.files.iter().for_each(|file| file.add_titles(&mut titles));
    if let RulesetChoice::Change(change) = &choice.value {
        change.add_titles(&mut titles);
    }
    chain.report_changes(reporter);
    (Some(ruleset), titles)
}

/// A ruleset of one of the systems.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRuleset {
    /// A Pub Battles ruleset.
    PubBattles(Box<pack::Ruleset>),
    /// A FAB ruleset.
    Fab(Box<pack::fab::Ruleset>),
}

/// Loads a ruleset by name (`pub-battles/3.2`, `fab/series`) or file (`own.yaml`), and returns it
/// with its diagnostics.
pub fn load_ruleset_by_name(
    files: &dyn Files,
    name: &str,
) -> (Option<AnyRuleset>, Diagnostics, SourceMap) {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let place = sources.texts.add_without_text(name);
    let requested = Spanned { value: name.to_owned(), span: Span::new(place, 0..0) };
    let path = ProjectPath::from_file_name(name);
    let ruleset = match ruleset_system(&mut sources, &mut reporter, &requested, &path) {
        pack::System::PubBattles => {
            load_pub_battles_by_name(&mut sources, &mut reporter, &requested, &path)
                .map(|ruleset| AnyRuleset::PubBattles(Box::new(ruleset)))
        }
        pack::System::Fab => load_fab_by_name(&mut sources, &mut reporter, &requested, &path)
            .map(|ruleset| AnyRuleset::Fab(Box::new(ruleset))),
    };
    let ruleset = ruleset.filter(|_| !reporter.diagnostics.has_errors());
    (ruleset, reporter.close(), sources.texts)
}

/// The built-in rulesets of all systems: names and file contents.
pub fn built_in_rulesets() -> impl Iterator<Item = (&'static str, &'static str)> {
    Ruleset::BUILT_IN.iter().chain(<fab::Ruleset as RulesetFile>::BUILT_IN).copied()
}

fn load_pub_battles_by_name(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    name: &Spanned<String>,
    from: &ProjectPath,
) -> Option<pack::Ruleset> {
    let mut chain = Chain::<Ruleset>::default();
    let base = chain.load_by_name(sources, reporter, name, from)?;
    let (ruleset, _) = chain.add_types(reporter, base);
    chain.report_changes(reporter);
    Some(ruleset)
}

fn load_fab_by_name(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    name: &Spanned<String>,
    from: &ProjectPath,
) -> Option<pack::fab::Ruleset> {
    let mut chain = Chain::<fab::Ruleset>::default();
    let ruleset = chain.load_by_name(sources, reporter, name, from)?;
    chain.report_changes(reporter);
    Some(ruleset)
}

/// Loads the built-in rules of the FAB series.
pub fn fab_series() -> Option<pack::fab::Ruleset> {
    let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
    let name = <fab::RulesetChange as InPlaceChange>::STANDARD;
    let place = sources.texts.add_without_text(name);
    let requested = Spanned { value: name.to_owned(), span: Span::new(place, 0..0) };
    Chain::<fab::Ruleset>::default().load_by_name(
        &mut sources,
        &mut reporter,
        &requested,
        &ProjectPath::from_file_name(name),
    )
}

/// A chain of rulesets, each extending the next.
struct Chain<F> {
    /// Number of files requested.
    requested: usize,
    /// The files, deepest first.
    files: Vec<F>,
    /// Changes in files that are not built in, deepest file first.
    changes: Vec<Change>,
}

impl<F> Default for Chain<F> {
    fn default() -> Self {
        Self { requested: 0, files: Vec::new(), changes: Vec::new() }
    }
}

impl<F: RulesetFile> Chain<F> {
    /// Loads a ruleset by name or file, and applies the scenario's changes, if any.
    fn load_choice<C: InPlaceChange<Packed = F::Packed>>(
        &mut self,
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        choice: &Spanned<RulesetChoice<C>>,
        from: &ProjectPath,
    ) -> Option<F::Packed> {
        let change = match &choice.value {
            RulesetChoice::Named(name) => {
                let name = Spanned { value: name.clone(), span: choice.span };
                return self.load_by_name(sources, reporter, &name, from);
            }
            RulesetChoice::Change(change) => change,
        };
        let ChangeHeading { span, id, extends } = change.heading();
        // The missing `extends` was already reported.
        if reporter.is_unread(span, "extends") {
            return None;
        }
        let from = sources.path_of(extends.span.file).unwrap_or(from).clone();
        let base = self.load_by_name(sources, reporter, extends, &from)?;
        let id = id.map_or_else(
            || {
                let id = format!("{}, changed", F::name(&base));
                note_default_for_rule(
                    reporter,
                    Some(F::RULE),
                    span,
                    "id",
                    Owner::Kind("the changed ruleset"),
                    &id,
                );
                id
            },
            |id| id.value.clone(),
        );
        Some(change.apply_to(&base, id, &mut self.changes))
    }

    /// Loads a ruleset by name or file, and applies it to the ruleset that it extends.
    fn load_by_name(
        &mut self,
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        name: &Spanned<String>,
        from: &ProjectPath,
    ) -> Option<F::Packed> {
        if self.requested == MAX_CHAIN {
            reporter.diagnostics.push(
                Diagnostic::new(code::RULESET_LOOP, "these rulesets extend each other endlessly")
                    .at(name.span, format!("level {MAX_CHAIN} of the chain"))
                    .help(format!(
                        "remove `extends` from one of them, or set it to `{}`",
                        default_ruleset_name::<F>()
                    )),
            );
            return None;
        }
        self.requested += 1;
        let built_in = F::BUILT_IN.iter().find(|(known, _)| *known == name.value);
        let (tree, path) = if let Some((known, text)) = built_in {
            let file = sources.texts.add(format!("{known}.yaml (built in)"), *text);
            (sources.parse(reporter, file).map(Rc::new)?, from.clone())
        } else if name.value.ends_with(".yaml") {
            let path = sources.resolve(reporter, from, name, LEVELS_UP)?;
            (sources.tree_of(reporter, &path, Some(name.span))?, path)
        } else {
            // For an unknown version, suggest the current version, not the most similar spelling.
            let current = default_ruleset_name::<F>();
            let is_version = name.value.split('/').next() == current.split('/').next();
            reporter.diagnostics.push(
                Diagnostic::new(code::UNKNOWN_RULESET, message::not_found("ruleset", &name.value))
                    .at(name.span, "not a built-in ruleset")
                    .did_you_mean(
                        &name.value,
                        F::names().filter(|known| !is_version || *known == current),
                    )
                    .help(format!(
                        "write {}, or the path of a `.yaml` file",
                        sandtable_source::list_of(F::names())
                    )),
            );
            return None;
        };
        let file: F = sources.read_as(reporter, &tree, FileKind::Ruleset)?;
        let Heading { span, id, extends } = file.heading();
        let id = id.to_owned();
        let ruleset = match extends {
            Some(extends) => {
                let base = self.load_by_name(sources, reporter, extends, &path)?;
                let mut changes = Vec::new();
                let changed = file.apply_to(&base, id, &mut changes);
                // Changes between built-in files need no note.
                if built_in.is_none() {
                    self.changes.append(&mut changes);
                }
                Some(changed)
            }
            None => complete_root(reporter, &file, span, id),
        };
        self.files.push(file);
        ruleset
    }

    /// Reports every change as a note with the old value. Skips unreadable values.
    fn report_changes(self, reporter: &mut Reporter) {
        for Change { key: Key { path, rule }, at, before, after } in self.changes {
            if reporter.is_stand_in(at) {
                continue;
            }
            let what = match path.strip_prefix("rulings: ") {
                Some(ruling) => format!("ruling `{ruling}`"),
                None => format!("`{path}` of the ruleset"),
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::RULING_CHANGED,
                    message!("{what} changed from `{before}` to `{after}`"),
                )
                .rule(rule.unwrap_or(F::RULE))
                .at(at, "changed here")
                .help("inform both sides before the game"),
            );
        }
    }
}

impl Chain<Ruleset> {
    /// Adds custom types, which are based on the final values of the arms.
    fn add_types(
        &self,
        reporter: &mut Reporter,
        mut ruleset: pack::Ruleset,
    ) -> (pack::Ruleset, TypeTitles) {
        let mut titles = TypeTitles::new();
        for types in self.files.iter().filter_map(|file| file.types.as_ref()) {
            own_types::add(reporter, types, &mut ruleset, &mut titles);
        }
        (ruleset, titles)
    }
}

/// Completes a ruleset that extends no other and so must set every value.
fn complete_root<F: RulesetFile>(
    reporter: &mut Reporter,
    file: &F,
    span: Span,
    id: String,
) -> Option<F::Packed> {
    let mut missing = Vec::new();
    let whole = file.whole(id, &mut missing);
    if !missing.is_empty() {
        let rule = F::rule_for_missing(&missing);
        let mut finding = Diagnostic::new(
            code::MISSING_KEY,
            message::missing_keys(missing.iter().map(String::as_str), "ruleset"),
        )
        .at(span, "extends no other ruleset")
        .help(format!("add `extends: {}` and keep only what differs", default_ruleset_name::<F>()));
        finding.rule = rule;
        reporter.diagnostics.push(finding);
    }
    whole
}

/// The name of the ruleset that most battles of a system use.
fn default_ruleset_name<F: RulesetFile>() -> &'static str {
    F::names().next().expect("every system has a ruleset")
}

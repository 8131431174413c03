//! From a ruleset file, or changes written in a scenario, and the rulesets that they extend, to the
//! numbers and rulings of a pack.

use std::rc::Rc;

use sandtable_pack as pack;
use sandtable_source::{
    Diagnostic, Diagnostics, Files, LEVELS_UP, Named, ProjectPath, SourceMap, Span, Spanned, code,
};

use crate::authored::{Change, Key, OwnType, Ruleset, RulesetChoice, Tables};
use crate::file_kind::FileKind;
use crate::left_out::note_default;
use crate::own_types;
use crate::session::Session;

/// The ruleset that most battles are played by.
pub(crate) const STANDARD: &str = "pub-battles/3.2";
/// The rulesets that come with the program.
const BUILT_IN: [(&str, &str); 3] = [
    (STANDARD, include_str!("../rulesets/pub-battles-3.2.yaml")),
    ("pub-battles/3.1", include_str!("../rulesets/pub-battles-3.1.yaml")),
    ("pub-battles/quick-start", include_str!("../rulesets/pub-battles-quick-start.yaml")),
];
/// How many rulesets may extend each other.
const LONGEST_CHAIN: usize = 8;

/// The names of the rulesets that come with the program.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// The ruleset that a scenario asks for: by name, by file, or a change of either.
pub(crate) fn load(
    session: &mut Session<'_>,
    chosen: &Spanned<RulesetChoice>,
    from: &ProjectPath,
) -> Option<pack::Ruleset> {
    let mut layers = Layers::default();
    let base = match &chosen.value {
        RulesetChoice::Named(name) => {
            let name = Spanned { value: name.clone(), span: chosen.span };
            layers.named(session, &name, from)?
        }
        RulesetChoice::Change(change) => {
            // What it changes is not known, which was reported.
            if session.is_unread(change.span, "extends") {
                return None;
            }
            let from = session.path_of(change.extends.span.file).unwrap_or(from).clone();
            let base = layers.named(session, &change.extends, &from)?;
            let id = match &change.id {
                Some(id) => id.value.clone(),
                None => {
                    let id = format!("{}, changed", base.id);
                    note_default(session, change.span, "`id` of the changed ruleset", &id);
                    id
                }
            };
            layers.change(&base, id, change.tables(), Author::Designer)
        }
    };
    Some(layers.finish(session, base))
}

/// The ruleset of a name (`pub-battles/3.2`) or of a file among these (`own.yaml`), with everything
/// found in it.
pub fn ruleset_named(
    files: &dyn Files,
    name: &str,
) -> (Option<pack::Ruleset>, Diagnostics, SourceMap) {
    let mut session = Session::new(files);
    let place = session.sources.add_without_text(name);
    let asked = Spanned { value: name.to_owned(), span: Span::new(place, 0..0) };
    let mut layers = Layers::default();
    let base = layers.named(&mut session, &asked, &ProjectPath::of_file(name));
    let ruleset = base
        .map(|base| layers.finish(&mut session, base))
        .filter(|_| !session.diagnostics.has_errors());
    let (diagnostics, sources) = session.close();
    (ruleset, diagnostics, sources)
}

/// Who wrote a ruleset: what the program's own change in one another needs no note.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    Program,
    Designer,
}

/// What the files of a chain say besides their tables.
#[derive(Default)]
struct Layers {
    /// How many files were read.
    files: usize,
    /// What designers change, the deepest file first.
    changes: Vec<Change>,
    /// Types of one's own, the deepest file first.
    types: Vec<Named<OwnType>>,
}

impl Layers {
    /// The ruleset of a name or of a file, over the one that it extends.
    fn named(
        &mut self,
        session: &mut Session<'_>,
        name: &Spanned<String>,
        from: &ProjectPath,
    ) -> Option<pack::Ruleset> {
        if self.files == LONGEST_CHAIN {
            session.diagnostics.push(
                Diagnostic::new(code::RULESET_LOOP, "these rulesets extend each other without end")
                    .at(name.span, format!("the {LONGEST_CHAIN}th in a row"))
                    .help("let the last one extend nothing, or `pub-battles/3.2`"),
            );
            return None;
        }
        self.files += 1;
        let built_in = BUILT_IN.iter().find(|(known, _)| *known == name.value);
        let (tree, path, author) = if let Some((known, text)) = built_in {
            let file = session.sources.add(format!("{known}.yaml (built in)"), *text);
            (session.parse(file).map(Rc::new)?, from.clone(), Author::Program)
        } else if name.value.ends_with(".yaml") {
            let path = session.refer(from, name, LEVELS_UP)?;
            (session.tree_of(&path, Some(name.span))?, path, Author::Designer)
        } else {
            session.diagnostics.push(
                Diagnostic::new(
                    code::UNKNOWN_RULESET,
                    format!("there is no ruleset `{}`", name.value),
                )
                .at(name.span, "not known")
                .did_you_mean(&name.value, names())
                .help(format!(
                    "write {}, or the path of a file that ends in `.yaml`",
                    sandtable_source::list_of(names())
                )),
            );
            return None;
        };
        let ruleset: Ruleset = session.read_as(&tree, FileKind::Ruleset)?;
        let id = ruleset.id.value.clone();
        match &ruleset.extends {
            Some(extends) => {
                let base = self.named(session, extends, &path)?;
                Some(self.change(&base, id, ruleset.tables(), author))
            }
            None => self.root(session, &ruleset, id),
        }
    }

    /// A ruleset with what a file, or a scenario, says in place of what it says.
    fn change(
        &mut self,
        base: &pack::Ruleset,
        id: String,
        tables: Tables<'_>,
        author: Author,
    ) -> pack::Ruleset {
        let mut changes = Vec::new();
        let changed = tables.over(base, id, &mut changes);
        if author == Author::Designer {
            self.changes.append(&mut changes);
        }
        self.types.extend(tables.types.cloned());
        changed
    }

    /// A ruleset that extends no other and so must say everything.
    fn root(
        &mut self,
        session: &mut Session<'_>,
        ruleset: &Ruleset,
        id: String,
    ) -> Option<pack::Ruleset> {
        let mut missing = Vec::new();
        let tables = ruleset.tables();
        let whole = tables.whole(id, &mut missing);
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
            session.diagnostics.push(
                Diagnostic::new(
                    code::MISSING_KEY,
                    format!("this ruleset leaves out {}", missing.join(", ")),
                )
                .at(ruleset.span, "extends no other")
                .help(format!("add `extends: {STANDARD}` and keep only what differs")),
            );
        }
        self.types.extend(tables.types.cloned());
        whole
    }

    /// The types of one's own start from the arms as they are in the end; every change is told.
    fn finish(self, session: &mut Session<'_>, mut ruleset: pack::Ruleset) -> pack::Ruleset {
        for types in &self.types {
            own_types::add(session, types, &mut ruleset);
        }
        for change in self.changes {
            tell(session, change);
        }
        ruleset
    }
}

/// PB-3.19: every value that was changed is listed, with what it was before.
fn tell(session: &mut Session<'_>, change: Change) {
    let Change { key: Key { path, rule }, at, before, after } = change;
    let what = match path.strip_prefix("rulings: ") {
        Some(ruling) => format!("the ruling `{ruling}`"),
        None => format!("`{path}` of the ruleset"),
    };
    session.diagnostics.push(
        Diagnostic::new(code::RULING_CHANGED, format!("{what} was `{before}` and is `{after}`"))
            .rule(rule.unwrap_or("PB-3.19"))
            .at(at, "changed here")
            .help("tell both sides before the game"),
    );
}

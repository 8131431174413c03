//! Ids: two sides, and nothing named twice.

use std::collections::BTreeMap;

use sandtable_pack::SideId;
use sandtable_source::{Diagnostic, Span, Spanned, code};

use crate::authored::{Id, Scenario};
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, scenario: &Scenario) {
    let sides = &scenario.sides;
    if sides.0.len() != 2 {
        session.diagnostics.push(
            Diagnostic::new(
                code::NOT_TWO_SIDES,
                format!("a battle has two sides, not {}", sides.0.len()),
            )
            .at(sides.span, "the sides start here")
            .help("give exactly two sides; the first one is side 1"),
        );
    }
    for (id, _) in &sides.0 {
        if SideId::new(id).is_err() {
            session.diagnostics.push(
                Diagnostic::new(code::BAD_ID, format!("`{}` cannot be the id of a side", id.value))
                    .at(id.span, "not usable as an id")
                    .help("use lower-case letters, digits and single hyphens, such as `union`"),
            );
        }
    }
    looks(session, scenario);
    let mut commands = Names::default();
    let mut pieces = Names::default();
    for (_, side) in &sides.0 {
        if let Some(commander) = &side.commander {
            commands.add(session, &commander.id, "command or army HQ");
        }
        for command in &*side.commands {
            // PB-3.20: one chit for each command.
            commands.add(session, &command.id, "command or army HQ");
            for piece in &*command.pieces {
                pieces.add(session, &piece.id, "piece");
            }
        }
    }
}

/// What tells blocks and chits apart on the table: the side by its colour, the command by its label
/// (PB-3.1).
fn looks(session: &mut Session<'_>, scenario: &Scenario) {
    if let [(_, one), (_, other)] = scenario.sides.0.as_slice()
        && one.colour.value == other.colour.value
        && !session.values_unread
    {
        session.diagnostics.push(
            Diagnostic::new(code::SAME_COLOUR, "both sides have the same colour")
                .rule("PB-3.1")
                .at(other.colour.span, "this side")
                .also(one.colour.span, "and this one")
                .help("choose another colour for one of them, so that blocks can be told apart"),
        );
    }
    for (_, side) in &scenario.sides.0 {
        let mut labels: BTreeMap<&str, Span> = BTreeMap::new();
        for short in side.commands.iter().filter_map(|command| command.short.as_ref()) {
            let Some(&first) = labels.get(short.value.as_str()) else {
                labels.insert(&short.value, short.span);
                continue;
            };
            session.diagnostics.push(
                Diagnostic::new(
                    code::SAME_LABEL,
                    format!("two commands of this side are labelled `{}`", short.value),
                )
                .rule("PB-3.1")
                .at(short.span, "again here")
                .also(first, "first here")
                .help("give one of them another `short`, so that their chits and blocks can be told apart"),
            );
        }
    }
}

#[derive(Default)]
struct Names(BTreeMap<String, Span>);

impl Names {
    fn add(&mut self, session: &mut Session<'_>, id: &Spanned<Id>, noun: &str) {
        match self.0.get(&id.0) {
            Some(&first) => session.diagnostics.push(
                Diagnostic::new(
                    code::DUPLICATE_ID,
                    format!("the id `{}` of a {noun} is used twice", id.0),
                )
                .at(id.span, "again here")
                .also(first, "first here")
                .help("ids are unique in the whole battle, on both sides: rename one"),
            ),
            None => {
                self.0.insert(id.0.clone(), id.span);
            }
        }
    }
}

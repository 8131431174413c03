//! Ids are unique; a command therefore has one HQ and one chit (PB-3.20).

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;
use sandtable_authored::{Piece, Position};
use sandtable_map::Ground;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let mut commands = Names::default();
    let mut pieces = Names::default();
    let mut first = BTreeMap::new();
    let rename = rename(written);
    for side in written.sides() {
        for group in groups(side) {
            let is_new = group.id.is_none_or(|id| {
                commands.add(reporter, &id.0, id.span, "command or army HQ", "PB-3.20", rename)
            });
            for piece in group.pieces {
                add_piece(reporter, &mut pieces, &mut first, piece, rename);
            }
            // A train with its command's default id is not to blame for the duplicate id of that
            // command.
            for train in group.trains.iter().filter(|train| is_new || train.id_span != train.span) {
                pieces.add(reporter, &train.id, train.id_span, "baggage train", "PB-3.14", rename);
            }
        }
        for piece in side.detachments.iter().flat_map(|pool| pool.pieces.iter()) {
            pieces.add(reporter, &piece.id.0, piece.id.span, "piece", "PB-3.1", rename);
        }
    }
}

/// Records a piece's id. A piece with a duplicate id that is an exact copy should be removed, not
/// renamed.
fn add_piece<'w>(
    reporter: &mut Reporter,
    pieces: &mut Names,
    first: &mut BTreeMap<&'w str, &'w Piece>,
    piece: &'w Piece,
    rename: &str,
) {
    let first = *first.entry(&piece.id.0).or_insert(piece);
    let help = if is_copy(first, piece) { COPIED } else { rename };
    pieces.add(reporter, &piece.id.0, piece.id.span, "piece", "PB-3.1", help);
}

/// Whether two pieces are identical.
fn is_copy(one: &Piece, other: &Piece) -> bool {
    fn value<T: Copy>(written: Option<&Spanned<T>>) -> Option<T> {
        written.map(|written| written.value)
    }
    let place = |piece: &Piece| match piece.at.as_ref().map(|at| &at.value) {
        Some(Position::Coordinate(at)) => Some((String::new(), Some(*at))),
        Some(Position::Place(id) | Position::Reserve(id)) => Some((id.0.clone(), None)),
        Some(Position::From { place, bearing, distance }) => {
            Some((format!("{} {bearing:?} {:?}", place.0, distance.value), None))
        }
        Some(Position::Grid(square)) => Some((format!("{:?}", square.value), None)),
        Some(Position::Opened(pose)) => Some((format!("{pose:?}"), None)),
        Some(Position::Unreadable) | None => None,
    };
    one.name.value == other.name.value
        && one.r#type.value == other.r#type.value
        && place(one) == place(other)
        && value(one.quality.as_ref()) == value(other.quality.as_ref())
        && value(one.facing.as_ref()) == value(other.facing.as_ref())
        && value(one.strength.as_ref()) == value(other.strength.as_ref())
        && value(one.status.as_ref()) == value(other.status.as_ref())
        && value(one.formation.as_ref()) == value(other.formation.as_ref())
}

/// The help for a duplicate id. In an order of battle, enemy ids do not count.
fn rename(written: &AuthoredBattle<'_>) -> &'static str {
    match written.ground.is_some_and(Ground::is_from_pack) {
        true => {
            "rename one, or remove the copy: ids are unique in an order of battle (the enemy may use the same ones)"
        }
        false => RENAME,
    }
}

const RENAME: &str =
    "rename one, or remove the copy: ids must be unique in the whole battle, on both sides";
const COPIED: &str = "remove one of them: the two are identical; to keep both, give this one its own id, name and position";

#[derive(Default)]
struct Names(BTreeMap<String, Span>);

impl Names {
    /// Records an id. Returns whether the id is new.
    fn add(
        &mut self,
        reporter: &mut Reporter,
        id: &str,
        span: Span,
        noun: &str,
        rule: &'static str,
        help: &str,
    ) -> bool {
        let first = *self.0.entry(id.to_owned()).or_insert(span);
        if first != span {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::DUPLICATE_ID,
                    message::duplicate(format_args!("{noun} id"), id),
                )
                .rule(rule)
                .at(span, "duplicate")
                .also(first, "first defined here")
                .help(help),
            );
        }
        first == span
    }
}

//! A battle has two sides, whose names are ids.

use sandtable_pack::SideId;
use sandtable_source::{Diagnostic, all_of, code};

use super::Written;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let sides = &written.scenario.sides;
    if sides.0.len() != 2 && !session.lost_items(sides.span) {
        let finding = Diagnostic::new(
            code::NOT_TWO_SIDES,
            format!("a battle has two sides, not {}", sides.0.len()),
        );
        session.diagnostics.push(match sides.0.as_slice() {
            [(first, _), (second, _), (third, _), ..] => {
                let names = sides.0.iter().map(|(name, _)| name.value.as_str());
                finding
                    .at(third.span, "one side too many")
                    .also(first.span, "side 1")
                    .also(second.span, "side 2")
                    .help(format!(
                        "keep two of {}: the commands of an ally belong to the side on which he fights, with a `short` of their own",
                        all_of(names)
                    ))
            }
            _ => finding
                .at(sides.span, "the sides start here")
                .help("give exactly two sides; the first one is side 1"),
        });
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
}

//! Piece types: the arms of Table A and the battle's custom types (PB-3.6, PB-3.37).

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Choice as _, PieceType, TypeId};
use sandtable_source::{Diagnostic, Spanned, code, list_of, message};

use sandtable_authored::Reporter;
use sandtable_authored::TypeName;

/// Returns the arm of a type, and the type itself if it is not in Table A. An unknown type is
/// reported and treated as infantry in the remaining checks.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    types: &BTreeMap<TypeId, pack::OwnType>,
    written: &Spanned<TypeName>,
) -> (PieceType, Option<TypeId>) {
    let name = match &written.value {
        TypeName::Arm(found) => return (*found, None),
        TypeName::Own(name) => name,
    };
    if let Ok(id) = TypeId::new(name)
        && let Some(own) = types.get(&id)
    {
        return (own.like, Some(id));
    }
    if !reporter.damage.names.contains(&name.0) {
        let arms = PieceType::ALL.map(PieceType::word);
        let known = arms.iter().copied().chain(types.keys().map(TypeId::as_str));
        let mut diagnostic =
            Diagnostic::new(code::UNKNOWN_TYPE, message::not_found("piece type", &name.0))
                .rule("PB-3.37")
                .at(written.span, "neither in Table A of the rules nor under `types`")
                .did_you_mean_choice(name, known);
        if let Some(help) = help_for_other_blocks(name) {
            diagnostic = diagnostic.help(help);
        }
        // A misspelt type needs no help on defining types.
        if diagnostic.help.is_empty() {
            let row = match name.contains("artillery") || name.contains("batter") {
                true => "like: artillery, moves: mounted",
                false => "like: infantry, dice: 4",
            };
            diagnostic = diagnostic.help(format!(
                "use {}, or define it under `types` in the scenario, for example `{}: {{ {row} }}`",
                list_of(arms),
                name.0
            ));
        }
        reporter.diagnostics.push(diagnostic);
    }
    (PieceType::Infantry, None)
}

/// The help for a block that is not a combat piece.
fn help_for_other_blocks(name: &str) -> Option<&'static str> {
    match name {
        "baggage" | "train" | "trains" | "wagon" | "wagons" | "supply" => Some(
            "a train is not a combat piece: remove it from `pieces`, and add `baggage: { at: …, facing: … }` next to them",
        ),
        "hq" | "headquarters" | "general" | "leader" | "commander" => Some(
            "an HQ is not a combat piece: remove it from `pieces`, and add `hq: { name: …, rating: …, at: …, facing: … }` next to them",
        ),
        _ => None,
    }
}

//! Types of pieces: arms of Table A, and types of the battle's own (PB-3.6, PB-3.37).

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Choice as _, PieceType, TypeId};
use sandtable_source::{Diagnostic, Spanned, code, message};

use sandtable_authored::Reporter;
use sandtable_authored::TypeName;

/// The arm of a type, and the type itself if it is not in Table A; an unknown one is reported and
/// counts as infantry, so that the rest can be checked.
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
        let mut diagnostic = Diagnostic::new(
            code::UNKNOWN_TYPE,
            message!("no type of piece is called `{}`", name.0),
        )
        .rule("PB-3.37")
        .at(written.span, "not in Table A, and nobody defines it")
        .did_you_mean_choice(name, known);
        if let Some(help) = help_for_no_troops(name) {
            diagnostic = diagnostic.help(help);
        }
        // A slip of the pen needs no lesson in defining types.
        if diagnostic.help.is_empty() {
            let row = match name.contains("artillery") || name.contains("batter") {
                true => "like: artillery, moves: mounted",
                false => "like: infantry, dice: 4",
            };
            diagnostic = diagnostic.help(format!(
                "write one of {}, or define it in the scenario, for example `types: {{ {}: {{ {row} }} }}`",
                arms.join(", "),
                name.0
            ));
        }
        reporter.diagnostics.push(diagnostic);
    }
    (PieceType::Infantry, None)
}

/// What to say of a block that is no combat piece.
fn help_for_no_troops(name: &str) -> Option<&'static str> {
    match name {
        "baggage" | "train" | "trains" | "wagon" | "wagons" | "supply" => Some(
            "a train is no combat piece: take it out of `pieces`, and write `baggage: { at: …, facing: … }` beside them",
        ),
        "hq" | "headquarters" | "general" | "leader" | "commander" => Some(
            "an HQ is no combat piece: take it out of `pieces`, and write `hq: { name: …, rating: …, at: …, facing: … }` beside them",
        ),
        _ => None,
    }
}

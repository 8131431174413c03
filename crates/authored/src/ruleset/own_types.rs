//! Custom piece types: rows of Table A based on an arm's row (PB-3.6, PB-3.37).

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Choice as _, PieceType, Text, TypeId};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, Named, Spanned, code, message};

use crate::reading::default_notes::note_default;
use crate::reading::reporter::Reporter;
use crate::ruleset::layer::{Key, Table as _};
use crate::scenario::own_type::OwnType;
use crate::values::text::to_printed;

/// The titles of custom types, where given.
pub type TypeTitles = BTreeMap<TypeId, Text>;

/// Adds types and their titles to a ruleset; a duplicate definition replaces the earlier one.
pub fn add(
    reporter: &mut Reporter,
    types: &Named<OwnType>,
    ruleset: &mut pack::Ruleset,
    titles: &mut TypeTitles,
) {
    for (name, own) in &types.0 {
        let Some(id) = type_id(reporter, name) else { continue };
        let like = own.like.value.0;
        // Differences from the arm define the type; they do not change a ruling.
        let rules = own.apply_to(ruleset.piece(like), &Key::default(), &mut Vec::new());
        match &own.title {
            Some(title) => {
                titles.insert(id.clone(), to_printed(title));
            }
            None => note_default(
                reporter,
                own.span,
                "title",
                Owner::Named("type", id.as_str()),
                id.as_str(),
            ),
        }
        if own.qualities.is_none() {
            let value = format!("those of {}", like.word());
            note_default(
                reporter,
                own.span,
                "qualities",
                Owner::Named("type", id.as_str()),
                &value,
            );
        }
        let qualities = own.qualities.iter().flatten().map(|quality| quality.value.0);
        let own = pack::OwnType { like, qualities: qualities.collect(), rules };
        ruleset.types.insert(id, own);
    }
}

/// Returns the id of a type; if it is invalid, reports it.
fn type_id(reporter: &mut Reporter, name: &Spanned<String>) -> Option<TypeId> {
    if PieceType::from_word(&name.value).is_some() {
        reporter.diagnostics.push(
            Diagnostic::new(code::TYPE_NAME, message!("`{}` is already an arm in Table A", name.value))
                .rule("PB-3.37")
                .at(name.span, "the name of an arm")
                .help("give the type another name; to change the arm itself, write its row under `pieces` in a ruleset file"),
        );
        return None;
    }
    let id = TypeId::new(&name.value).ok();
    if id.is_none() {
        reporter.diagnostics.push(
            Diagnostic::new(code::TYPE_NAME, message::invalid("type name", &name.value))
                .rule("PB-3.37")
                .at(name.span, "not usable as an id")
                .help(
                    "use lower-case letters, digits and single hyphens, such as `horse-artillery`",
                ),
        );
    }
    id
}

/// Returns the default quality of a piece: regular, or the only quality of its type.
pub fn default_quality(own: Option<&pack::OwnType>) -> pack::Quality {
    let qualities = own.map(|own| &own.qualities).filter(|qualities| qualities.len() == 1);
    qualities.and_then(|only| only.first()).copied().unwrap_or(pack::Quality::Regular)
}

//! Rulings as their file words them.

use sandtable_source::Spanned;

use crate::authored;

/// A ruling's key, the rule that it decides, and the word that the file gives.
pub(crate) type WrittenRuling = (&'static str, &'static str, Option<Spanned<String>>);

/// The rulings of a table in its order.
pub(crate) fn written_rulings(table: &authored::Rulings) -> [WrittenRuling; 11] {
    fn as_text<T>(
        ruling: &Option<Spanned<T>>,
        text: impl Fn(&T) -> String,
    ) -> Option<Spanned<String>> {
        let Spanned { value, span } = ruling.as_ref()?;
        Some(Spanned { value: text(value), span: *span })
    }
    macro_rules! word {
        ($key:ident) => {
            as_text(&table.$key, |choice| choice.word().to_owned())
        };
    }
    let die = as_text(&table.alter_die, |sides| sides.0.to_string());
    let half_angle = as_text(&table.field_of_fire_half_angle, f64::to_string);
    let makes_spent = as_text(&table.field_of_fire_retreat_makes_spent, bool::to_string);
    [
        ("alter_die", "PB-A18", die),
        ("field_of_fire_half_angle", "PB-A65", half_angle),
        ("field_of_fire_stay", "PB-A69", word!(field_of_fire_stay)),
        ("field_of_fire_retreat_makes_spent", "PB-A137", makes_spent),
        ("buildings_spent", "PB-A39", word!(buildings_spent)),
        ("retreat_rate", "PB-A126", word!(retreat_rate)),
        ("ineffective_counts", "PB-A116", word!(ineffective_counts)),
        ("forced_back_on", "PB-A113", word!(forced_back_on)),
        ("points_model", "PB-A145", word!(points_model)),
        ("rout_base", "PB-A148", word!(rout_base)),
        ("reattack", "PB-A77", word!(reattack)),
    ]
}

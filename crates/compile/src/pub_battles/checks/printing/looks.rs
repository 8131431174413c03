//! Blocks and chits are distinguishable in play by the side's colour and the command's label
//! (PB-3.1).

use std::collections::BTreeMap;

use sandtable_lettering::BACKGROUND;
use sandtable_pack::{Language, Rgb};
use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::checks::printing::colour_vision::{Sight, distance, distance_in_grey};
use crate::scenario::same_colour;
use sandtable_authored::Reporter;
use sandtable_authored::to_printed;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let sides = scenario.sides.0.iter().map(|(_, side)| (side.span, &side.colour));
    same_colour::check(reporter, sides.collect(), "PB-3.1", "blocks");
    if let [(_, one), (_, other)] = scenario.sides.0.as_slice()
        && one.colour.value != other.colour.value
        && let Some(sight) = confusing_vision(one.colour.value.0, other.colour.value.0)
        && !reporter.is_unread(one.span, "colour")
        && !reporter.is_unread(other.span, "colour")
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::COLOURS_ALIKE,
                message!("people with {sight} colour blindness can barely distinguish the sides"),
            )
            .rule("PB-3.1")
            .at(other.colour.span, "colour of one side")
            .also(one.colour.span, "colour of the other side")
            .help("make one of them darker, or use blue against red or brown"),
        );
    }
    if let [(_, one), (_, other)] = scenario.sides.0.as_slice()
        && one.colour.value != other.colour.value
        && is_indistinct_in_grey(one.colour.value.0, other.colour.value.0)
        && !reporter.is_unread(one.span, "colour")
        && !reporter.is_unread(other.span, "colour")
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::COLOURS_ALIKE,
                "the sides can barely be distinguished in greyscale: both are equally light, and too light for the second side's mark to show",
            )
            .rule("PB-3.1")
            .at(other.colour.span, "colour of one side")
            .also(one.colour.span, "colour of the other side")
            .help("make one of them darker: the mark is printed in the light background colour of the stickers"),
        );
    }
    for (_, side) in &scenario.sides.0 {
        let mut labels: BTreeMap<(Language, String), Span> = BTreeMap::new();
        for command in &side.commands.value {
            // The printed label is the title if there is no short label.
            let (label, span) = match &command.short {
                Some(short) => (short, short.span),
                None if ["short", "title"]
                    .iter()
                    .any(|key| reporter.is_unread(command.span, key)) =>
                {
                    continue;
                }
                None => (&command.title, command.span),
            };
            let label = to_printed(label);
            let in_each = Language::ALL.map(|language| (language, label.get(language).to_owned()));
            let known = in_each.iter().find_map(|one| Some((one.1.clone(), *labels.get(one)?)));
            for one in in_each {
                labels.entry(one).or_insert(span);
            }
            let Some((label, first)) = known else { continue };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::SAME_LABEL,
                    message!("duplicate command label `{label}` on this side"),
                )
                .rule("PB-3.1")
                .at(span, "duplicate")
                .also(first, "first defined here")
                .help("change the `short` of one command to distinguish their chits and blocks"),
            );
        }
    }
}

/// The minimum distance of colours that look different across a table (CIE 1976).
const MIN_DISTANCE: f64 = 15.0;

/// Whether two sides are equally light, and the second so light that its mark, in the stickers'
/// background colour, is invisible.
fn is_indistinct_in_grey(one: Rgb, second: Rgb) -> bool {
    distance_in_grey(one, second) < MIN_DISTANCE
        && distance_in_grey(second, BACKGROUND) < MIN_DISTANCE
}

/// The colour-vision deficiency with which two colours look the same, if any.
fn confusing_vision(one: Rgb, other: Rgb) -> Option<&'static str> {
    let is_alike = |sight: &Sight| distance(one, other, *sight) < MIN_DISTANCE;
    Sight::ALL.into_iter().find(is_alike).map(|sight| match sight {
        Sight::Protan | Sight::Deutan => "red-green",
        Sight::Tritan => "blue-yellow",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(hex: u32) -> Rgb {
        Rgb { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8 }
    }

    /// In grey, the sides differ by lightness or by the mark of the second side.
    #[test]
    fn grey_hides_equally_light_sides() {
        let (dark, dark_too, pale, pale_too) = (0x1f3a5f, 0x8c2f2a, 0xfff0a0, 0xc8e0ff);
        for (one, second, is_lost) in [
            (pale, pale_too, true),
            (pale_too, pale, true),
            (dark, dark_too, false),
            (dark, pale, false),
            (pale, dark, false),
        ] {
            assert_eq!(
                is_indistinct_in_grey(rgb(one), rgb(second)),
                is_lost,
                "{one:06x} {second:06x}"
            );
        }
    }
}

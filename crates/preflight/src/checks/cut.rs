//! Checks cut lines: spot inks that guide a cutting machine.

use sandtable_shop::Tool;
use sandtable_source::code;

use super::Page;
use crate::geometry::Point;

/// Common names of cut lines, in lower case and without punctuation.
const COMMON_NAMES: [&str; 13] = [
    "cutcontour",
    "kisscut",
    "thrucut",
    "throughcut",
    "dieline",
    "diecut",
    "cut",
    "cutline",
    "cuts",
    "perfcut",
    "perfcutcontour",
    "contourcut",
    "stanze",
];

pub(super) fn check(page: &mut Page<'_>) {
    let spots = &page.page.contents.spots;
    for (name, spot) in spots {
        let first = |point: Option<Point>| point.unwrap_or_default();
        let cut = &page.profile.cut;
        let Some(tool) = cut.tool(name) else {
            let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
            if COMMON_NAMES.contains(&plain.to_lowercase().as_str()) {
                let (kiss, through) = (cut.kiss.clone(), cut.through.clone());
                page.report(
                    code::CUT_NAME,
                    format!("spot ink `{name}` looks like a cut line, but the shop's cut lines are `{kiss}` and `{through}`"),
                    "printed as a spot ink".to_owned(),
                    format!("rename the ink to `{kiss}` for kiss-cut stickers or to `{through}` for through cuts, or add `{name}` under `cut: also:` of the profile"),
                );
            }
            continue;
        };
        let is_crease = tool == Tool::Crease;
        let line = if is_crease { "fold" } else { "cut" };
        let all = spot.lines + spot.fills + spot.texts;
        if spot.overprinting < all {
            let at = page.position(first(spot.first_knockout));
            page.report(
                code::CUT_KNOCKS_OUT,
                format!("{line} line `{name}` knocks out the art below it"),
                format!("{} of {all} without overprint; first {at}", all - spot.overprinting),
                format!("set the {line} line to overprint (OP true): otherwise a white line shows next to the {line}"),
            );
        }
        if spot.open_lines > 0 && !is_crease {
            let at = page.position(first(spot.first_open));
            page.report(
                code::CUT_OPEN,
                format!("cut line `{name}` is not closed"),
                format!("{} open; first {at}", spot.open_lines),
                "close the path: the knife lifts where a path ends, and the sticker stays attached to its sheet",
            );
        }
    }
}

//! Cut lines: spot inks that a machine cuts by.

use sandtable_shop::Tool;
use sandtable_source::code;

use super::Page;
use crate::geometry::Point;

/// Names of cut lines at shops, in small letters and without signs.
const USUAL: [&str; 13] = [
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
            if USUAL.contains(&plain.to_lowercase().as_str()) {
                let (kiss, through) = (cut.kiss.clone(), cut.through.clone());
                page.tell(
                    code::CUT_NAME,
                    &format!("the spot ink `{name}` looks like a cut line, and the shop's are called `{kiss}` and `{through}`"),
                    "printed as an ink of its own".to_owned(),
                    format!("rename the ink to `{kiss}` where stickers are kiss-cut, to `{through}` where all is cut through, or add `{name}` under `cut: also:` of the profile"),
                );
            }
            continue;
        };
        let is_crease = tool == Tool::Crease;
        let line = if is_crease { "fold" } else { "cut" };
        let all = spot.lines + spot.fills + spot.texts;
        if spot.overprinting < all {
            let at = page.place(first(spot.knocks_out));
            page.tell(
                code::CUT_KNOCKS_OUT,
                &format!("the {line} line `{name}` knocks out what lies beneath it"),
                format!("{} of {all} without overprint; first {at}", all - spot.overprinting),
                format!("set the {line} line to overprint (OP true): else a white line is printed beneath it, which shows beside the {line}"),
            );
        }
        if spot.open_lines > 0 && !is_crease {
            let at = page.place(first(spot.opens));
            page.tell(
                code::CUT_OPEN,
                &format!("the cut line `{name}` is not closed"),
                format!("{} open; first {at}", spot.open_lines),
                "close the path: a machine lifts its knife where a path ends, and the sticker stays on its sheet",
            );
        }
    }
}

//! Checks cut lines: spot inks that guide a cutting machine.

use sandtable_shop::Tool;
use sandtable_source::code;

use super::Page;
use crate::geometry::Point;
use crate::painting::page_contents::SpotUse;
use crate::report::human::plural;
use crate::spot_inks;

/// The maximum width of a cut line in points. Source: shops ask for 0.25 pt to 1 pt.
const MAX_WIDTH: f64 = 1.0;

pub(super) fn check(page: &mut Page<'_>) {
    let contents = &page.page.contents;
    for (name, spot) in &contents.spots {
        let tool = spot_inks::tool(&page.profile.cut, name);
        check_name(page, name, spot, tool.is_some());
        if let Some(tool) = tool {
            check_lines(page, name, spot, tool == Tool::Crease);
        }
    }
    for (name, at) in &contents.hidden_spots {
        if spot_inks::tool(&page.profile.cut, name).is_some() {
            let at = page.position(*at);
            page.report(
                code::CUT_HIDDEN,
                format!("line `{name}` is on a hidden layer"),
                format!("first line {at}"),
                "show the layer, and export again: the machine does not get hidden lines",
            );
        }
    }
}

/// Reports an ink that is for a machine by its name or use, and that the profile does not name.
fn check_name(page: &mut Page<'_>, name: &str, spot: &SpotUse, is_tool: bool) {
    let cut = &page.profile.cut;
    let only_draws_lines = spot.lines > 0 && spot.fills + spot.texts == 0;
    if cut.tool(name).is_some() || !(is_tool || only_draws_lines && !spot_inks::is_printed(name)) {
        return;
    }
    let (kiss, through, crease) = (cut.kiss.clone(), cut.through.clone(), cut.crease.clone());
    let (message, label) = match is_tool {
        true => (
            format!(
                "spot ink `{name}` looks like a line for a machine, but the shop's lines are `{kiss}`, `{through}` and `{crease}`"
            ),
            "the shop may print it as an ink".to_owned(),
        ),
        false => (
            format!("spot ink `{name}` only draws lines, like a cut line"),
            format!(
                "{} {}, {} not closed, {} without overprint",
                spot.lines,
                plural(spot.lines, "line"),
                spot.open_lines,
                spot.lines - spot.overprinting.min(spot.lines)
            ),
        ),
    };
    let printed = if is_tool { "" } else { "; if it is printed, ignore this" };
    page.report(
        code::CUT_NAME,
        message,
        label,
        format!("rename the ink to `{kiss}` for kiss-cut stickers, to `{through}` for through cuts or to `{crease}` for folds, or add `{name}` under `cut: also:` of the profile{printed}"),
    );
}

fn check_lines(page: &mut Page<'_>, name: &str, spot: &SpotUse, is_crease: bool) {
    let first = |point: Option<Point>| point.unwrap_or_default();
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
    if is_crease {
        return;
    }
    if spot.open_lines > 0 {
        let at = page.position(first(spot.first_open));
        page.report(
            code::CUT_OPEN,
            format!("cut line `{name}` is not closed"),
            format!("{} open; first {at}", spot.open_lines),
            "close the path: the knife lifts where a path ends, and the sticker stays attached to its sheet",
        );
    }
    if let Some((width, at)) = spot.widest.filter(|(width, _)| *width > MAX_WIDTH + 0.003) {
        let at = page.position(at);
        page.report(
            code::CUT_WIDE,
            format!("cut line `{name}` must be at most {MAX_WIDTH} pt wide, found {width:.2} pt"),
            format!("widest line {at}"),
            "draw it 0.25 pt wide: machines follow the middle of the line, and some cut along both edges of a wide one",
        );
    }
}

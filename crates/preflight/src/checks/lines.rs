//! Checks for lines and text that are too fine to print reliably.

use sandtable_source::code;

use super::Page;
use crate::report::human::plural;

pub(super) fn check(page: &mut Page<'_>) {
    let contents = &page.page.contents;
    let (type_, lines, reversed) =
        (contents.small_type, contents.fine_lines, contents.fine_reversed);
    let (mixed, black) = (contents.mixed_hairlines, contents.knocked_out_text);
    let profile = page.profile;
    if let Some((size, at)) = type_.worst {
        let at = page.position(at);
        let min_size = profile.lettering.fine_print.points();
        page.report(
            code::TYPE_TOO_SMALL,
            format!("text must be at least {min_size} pt, found {size:.2} pt"),
            format!("{} {} too small; smallest {at}", type_.count, plural(type_.count, "text")),
            format!("set the text in {min_size} pt or larger"),
        );
    }
    if let Some((width, at)) = lines.worst {
        let at = page.position(at);
        let min_width = profile.lines.positive.points();
        page.report(
            code::LINE_TOO_FINE,
            format!("lines must be at least {min_width} pt wide, found {width:.2} pt"),
            format!("{} {} too fine; finest {at}", lines.count, plural(lines.count, "path")),
            format!("use a line at least {min_width} pt wide: finer lines break up, and 0 pt means the finest that the machine can print"),
        );
    }
    if let Some((width, at)) = reversed.worst {
        let at = page.position(at);
        let min_width = profile.lines.reversed.points();
        page.report(
            code::REVERSED_LINE_TOO_FINE,
            format!("reversed lines must be at least {min_width} pt wide, found {width:.2} pt"),
            format!("{} {} too fine; finest {at}", reversed.count, plural(reversed.count, "path")),
            format!("use a line at least {min_width} pt wide: ink spreads into it from both sides"),
        );
    }
    if let Some((inks, at)) = mixed.worst {
        let at = page.position(at);
        page.report(
            code::HAIRLINE_INKS,
            format!("hairlines in {inks:.0} inks"),
            format!("{} {}; first with most inks {at}", mixed.count, plural(mixed.count, "path")),
            "draw hairlines in one or two inks: plates never register exactly enough for more",
        );
    }
    if let Some((_, at)) = contents.lost_white.worst {
        let at = page.position(at);
        let count = contents.lost_white.count;
        page.report(
            code::WHITE_OVERPRINTS,
            "white objects overprint, so they do not print",
            format!("{count} {}; first {at}", plural(count, "object")),
            "set white objects to knock out (OP and op false)",
        );
    }
    if let Some((size, at)) = black.worst {
        let at = page.position(at);
        page.report(
            code::BLACK_KNOCKS_OUT,
            "small black text knocks out of a tint",
            format!("{} {}; one of {size:.2} pt {at}", black.count, plural(black.count, "text")),
            "set black text to overprint (OP and op true, OPM 1, colour in DeviceCMYK): otherwise white gaps show where plates do not register",
        );
    }
}

//! Lines and letters that are too fine to hold.

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
        let at = page.place(at);
        let least = profile.lettering.fine_print.points();
        page.tell(
            code::TYPE_TOO_SMALL,
            &format!("letters of {size:.2} pt, and nothing may be below {least} pt"),
            format!("{} {} so small; the smallest {at}", type_.count, plural(type_.count, "text")),
            format!("set them in {least} pt or more"),
        );
    }
    if let Some((width, at)) = lines.worst {
        let at = page.place(at);
        let least = profile.lines.positive.points();
        page.tell(
            code::LINE_TOO_FINE,
            &format!("a line of {width:.2} pt, and none may be finer than {least} pt"),
            format!("{} {} so fine; the finest {at}", lines.count, plural(lines.count, "path")),
            format!("draw it {least} pt wide or wider: a finer one breaks up, and 0 pt is as fine as the machine can"),
        );
    }
    if let Some((width, at)) = reversed.worst {
        let at = page.place(at);
        let least = profile.lines.reversed.points();
        page.tell(
            code::REVERSED_LINE_TOO_FINE,
            &format!(
                "a light line of {width:.2} pt on a dark ground, where {least} pt are asked for"
            ),
            format!(
                "{} {} so fine; the finest {at}",
                reversed.count,
                plural(reversed.count, "path")
            ),
            format!("draw it {least} pt wide or wider: ink runs in from both sides"),
        );
    }
    if let Some((inks, at)) = mixed.worst {
        let at = page.place(at);
        page.tell(
            code::HAIRLINE_INKS,
            &format!("hairlines of {inks:.0} inks"),
            format!("{} {}; the first with most {at}", mixed.count, plural(mixed.count, "path")),
            "draw them in one ink, or in two: plates never meet so exactly",
        );
    }
    if let Some((size, at)) = black.worst {
        let at = page.place(at);
        page.tell(
            code::BLACK_KNOCKS_OUT,
            "small black letters knock out of a tint",
            format!("{} {}; one of {size:.2} pt {at}", black.count, plural(black.count, "text")),
            "set black letters to overprint (OP and op true, OPM 1, colour in DeviceCMYK): else white shows where plates do not meet",
        );
    }
}

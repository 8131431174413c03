//! Checks for screen colours, high ink coverage and low-resolution pictures.

use sandtable_shop::Colours;
use sandtable_source::code;

use super::Page;
use crate::report::human::plural;

/// The rounding error of four inks, in per cent: half an 8-bit step for each ink.
const SLACK: f64 = 1.0;

pub(super) fn check(page: &mut Page<'_>) {
    let contents = &page.page.contents;
    if page.profile.colours == Colours::Cmyk
        && let Some(first) = contents.screen_spaces.values().next()
    {
        let spaces: Vec<&str> = contents.screen_spaces.keys().map(String::as_str).collect();
        let at = page.position(*first);
        page.report(
            code::RGB,
            format!("colours must be CMYK, found screen colours ({})", spaces.join(", ")),
            format!("first occurrence: {at}"),
            "export in CMYK for the shop's printing condition, or check that the shop converts colours; converted black text prints in four inks",
        );
    }
    let limit = page.profile.ink_limit.hundredths();
    if let Some((total, at)) = contents.max_ink
        && total * 100.0 > limit + SLACK
    {
        let at = page.position(at);
        page.report(
            code::INK_LIMIT,
            format!("ink coverage must be at most {limit} %, found {:.0} %", total * 100.0),
            format!("highest: {at}"),
            "replace grey with black ink (GCR), or choose lighter colours: too much ink does not dry and sets off",
        );
    }
    let least = f64::from(page.profile.resolution);
    let coarse = contents.images.iter().filter(|image| image.dpi + 0.5 < least);
    let count = coarse.clone().count();
    if let Some(worst) = coarse.min_by(|a, b| a.dpi.total_cmp(&b.dpi)) {
        let message = format!(
            "picture resolution must be at least {least:.0} dpi, found {:.0} dpi",
            worst.dpi
        );
        let label = format!(
            "{count} {} below the limit; worst {:.1} mm from the left, {:.1} mm from the bottom",
            plural(count, "picture"),
            worst.x,
            worst.y
        );
        page.report(
            code::IMAGE_COARSE,
            message,
            label,
            "use a picture with more pixels, or make it smaller on the page: upscaling does not help",
        );
    }
}

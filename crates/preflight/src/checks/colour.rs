//! Colours of light, too much ink, coarse pictures.

use sandtable_shop::Colours;
use sandtable_source::code;

use super::Page;
use crate::report::human::plural;

/// Half a step of a byte for each of four inks, in per cent.
const SLACK: f64 = 1.0;

pub(super) fn check(page: &mut Page<'_>) {
    let contents = &page.page.contents;
    if page.profile.colours == Colours::Cmyk
        && let Some(first) = contents.light.values().next()
    {
        let spaces: Vec<&str> = contents.light.keys().map(String::as_str).collect();
        let at = page.place(*first);
        page.tell(
            code::RGB,
            &format!("colours for screens: {}", spaces.join(", ")),
            format!("first {at}"),
            "export in CMYK for the shop's printing condition, or ask whether the shop converts colours; black letters would come out in four inks",
        );
    }
    let limit = page.profile.ink_limit.hundredths();
    if let Some((total, at)) = contents.most_ink
        && total * 100.0 > limit + SLACK
    {
        let at = page.place(at);
        page.tell(
            code::INK_LIMIT,
            &format!("{:.0} % of ink, and paper takes {limit} %", total * 100.0),
            format!("most {at}"),
            "put black in the place of grey (GCR), or choose lighter colours: ink that does not dry sets off",
        );
    }
    let least = f64::from(page.profile.resolution);
    let coarse = contents.images.iter().filter(|image| image.dpi + 0.5 < least);
    let count = coarse.clone().count();
    if let Some(worst) = coarse.min_by(|a, b| a.dpi.total_cmp(&b.dpi)) {
        let message = format!("a picture of {:.0} dpi, where {least:.0} are asked for", worst.dpi);
        let label = format!(
            "{count} {} so coarse; the worst {:.1} mm from the left and {:.1} mm from below",
            plural(count, "picture"),
            worst.x,
            worst.y
        );
        page.tell(
            code::IMAGE_COARSE,
            &message,
            label,
            "place a larger picture, or place it smaller: more pixels by calculation do not help",
        );
    }
}

//! Checks the bleed, and text near cuts.

use sandtable_source::code;

use super::Page;
use crate::geometry::MM_PER_POINT;
use crate::measures::bleed::EDGES;
use crate::pdf::document::is_nested;
use crate::report::human::plural;

pub(super) fn check(page: &mut Page<'_>) {
    if page.profile.bleed.millimetres() > 0.0 {
        // The box check reports invalid boxes.
        let boxes = page.page.boxes;
        if (boxes.trim.is_some() || boxes.art.is_some()) && is_nested(&boxes) {
            check_trim_bleed(page);
        }
        check_cut_bleed(page);
    }
    check_text_near_trim(page);
    check_text_near_cuts(page);
}

/// Checks text near the trim of the page.
fn check_text_near_trim(page: &mut Page<'_>) {
    if let Some((distance, at)) = page.page.contents.unsafe_text.worst {
        let count = page.page.contents.unsafe_text.count;
        let safe = page.profile.safe_zone.millimetres();
        let at = page.position(at);
        page.report(
            code::TEXT_NEAR_TRIM,
            format!("text {:.1} mm from the trim", distance.max(0.0)),
            format!("{count} {}; nearest {at}", plural(count, "text")),
            format!("keep text at least {safe} mm inside the trim: cutting is never exact"),
        );
    }
}

/// Checks text near cut lines inside the page.
fn check_text_near_cuts(page: &mut Page<'_>) {
    let Some((distance, at)) = page.page.contents.cut_text.worst else { return };
    let count = page.page.contents.cut_text.count;
    let safe = page.profile.safe_zone.millimetres();
    let at = page.position(at);
    let message = match distance > 0.0 {
        true => format!("text {distance:.1} mm from a cut line"),
        false => "cut line crosses text".to_owned(),
    };
    page.report(
        code::TEXT_NEAR_TRIM,
        message,
        format!("{count} {}; nearest {at}", plural(count, "text")),
        format!("keep text at least {safe} mm inside the cut line: cutting is never exact"),
    );
}

/// Checks the bleed beyond the trim of the page.
fn check_trim_bleed(page: &mut Page<'_>) {
    let bleed = page.profile.bleed;
    let trim = page.page.boxes.finished_area();
    let reach = page.page.boxes.art_area();
    let margins = [
        trim.bottom - reach.bottom,
        reach.right - trim.right,
        reach.top - trim.top,
        trim.left - reach.left,
    ];
    let edges = page.page.edges;
    let each_edge = || edges.iter().zip(margins).zip(EDGES);
    let stretch = page.profile.printer.stretch();
    let is_short = |room: f64| room * stretch + 0.03 < bleed.points();
    let names = |of: Vec<&str>| of.join(", ");
    let short_edges: Vec<&str> = each_edge()
        .filter(|((edge, room), _)| edge.is_reached() && is_short(*room))
        .map(|(_, name)| name)
        .collect();
    if !short_edges.is_empty() {
        let min_bleed =
            margins.iter().copied().fold(f64::INFINITY, f64::min).max(0.0) * MM_PER_POINT;
        page.report(
            code::BLEED_TOO_SMALL,
            format!("art reaches the trim, but the page has only {min_bleed:.2} mm of bleed"),
            format!("edges: {}", names(short_edges)),
            format!("add {bleed} of bleed on all sides, and extend the art into it"),
        );
    }
    let white: Vec<&str> = each_edge()
        .filter(|((edge, room), _)| edge.has_white() && !is_short(*room))
        .map(|(_, name)| name)
        .collect();
    let first = each_edge().find(|((edge, room), _)| edge.has_white() && !is_short(*room));
    if let Some(first) = first.and_then(|((edge, _), _)| edge.first) {
        let (reached, white_points) = edges
            .iter()
            .fold((0, 0), |(reached, white), edge| (reached + edge.reached, white + edge.white));
        let percent = 100.0 * white_points as f64 / reached.max(1) as f64;
        let at = page.position(first);
        page.report(
            code::BLEED_NOT_COVERED,
            format!("{percent:.0} % of the trim that art reaches has white in the bleed"),
            format!("edges: {}; first {at}", names(white)),
            format!("extend the art {bleed} beyond the trim"),
        );
    }
}

/// Checks the bleed beyond cut lines inside the page.
fn check_cut_bleed(page: &mut Page<'_>) {
    let cuts = page.page.cuts;
    if !cuts.has_white() {
        return;
    }
    let Some(first) = cuts.first else { return };
    let percent = 100.0 * cuts.white as f64 / cuts.reached.max(1) as f64;
    let at = page.position(first);
    let bleed = page.profile.bleed;
    page.report(
        code::BLEED_NOT_COVERED,
        format!("{percent:.0} % of the cut lines that art reaches have white beyond them"),
        format!("first occurrence: {at}"),
        format!("extend the art {bleed} beyond the cut line"),
    );
}

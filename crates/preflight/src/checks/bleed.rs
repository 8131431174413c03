//! Checks the bleed, and text near cuts.

use sandtable_source::code;

use super::Page;
use crate::geometry::MILLIMETRES;
use crate::measures::bleed::EDGES;
use crate::pdf::document::is_nested;
use crate::report::human::plural;

pub(super) fn check(page: &mut Page<'_>) {
    if page.profile.bleed.millimetres() > 0.0 {
        // The check of boxes reports wrong boxes.
        let boxes = page.page.boxes;
        if (boxes.trim.is_some() || boxes.art.is_some()) && is_nested(&boxes) {
            trim(page);
        }
        cuts(page);
    }
    near_trim(page);
    near_cuts(page);
}

/// Checks text near the trim of the page.
fn near_trim(page: &mut Page<'_>) {
    if let Some((distance, at)) = page.page.contents.unsafe_text.worst {
        let count = page.page.contents.unsafe_text.count;
        let safe = page.profile.safe_zone.millimetres();
        let at = page.place(at);
        page.report(
            code::TEXT_NEAR_TRIM,
            format!("text {:.1} mm from the trim", distance.max(0.0)),
            format!("{count} {}; nearest {at}", plural(count, "text")),
            format!("keep text at least {safe} mm inside the trim: cutting is never exact"),
        );
    }
}

/// Checks text near cut lines inside the page.
fn near_cuts(page: &mut Page<'_>) {
    let Some((distance, at)) = page.page.contents.cut_text.worst else { return };
    let count = page.page.contents.cut_text.count;
    let safe = page.profile.safe_zone.millimetres();
    let at = page.place(at);
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
fn trim(page: &mut Page<'_>) {
    let bleed = page.profile.bleed;
    let trim = page.page.boxes.finished();
    let reach = page.page.boxes.art_reach();
    let room = [
        trim.bottom - reach.bottom,
        reach.right - trim.right,
        reach.top - trim.top,
        trim.left - reach.left,
    ];
    let edges = page.page.edges;
    let all = || edges.iter().zip(room).zip(EDGES);
    let stretch = page.profile.printer.stretch();
    let is_short = |room: f64| room * stretch + 0.03 < bleed.points();
    let names = |of: Vec<&str>| of.join(", ");
    let short: Vec<&str> = all()
        .filter(|((edge, room), _)| edge.is_reached() && is_short(*room))
        .map(|(_, name)| name)
        .collect();
    if !short.is_empty() {
        let least = room.iter().copied().fold(f64::INFINITY, f64::min).max(0.0) * MILLIMETRES;
        page.report(
            code::BLEED_TOO_SMALL,
            format!("art reaches the trim, but the page has only {least:.2} mm of bleed"),
            format!("edges: {}", names(short)),
            format!("add {bleed} of bleed on all sides, and extend the art into it"),
        );
    }
    let white: Vec<&str> = all()
        .filter(|((edge, room), _)| edge.is_lacking() && !is_short(*room))
        .map(|(_, name)| name)
        .collect();
    let first = all().find(|((edge, room), _)| edge.is_lacking() && !is_short(*room));
    if let Some(first) = first.and_then(|((edge, _), _)| edge.first) {
        let (reached, lacking) = edges
            .iter()
            .fold((0, 0), |(reached, white), edge| (reached + edge.reached, white + edge.white));
        let share = 100.0 * lacking as f64 / reached.max(1) as f64;
        let at = page.place(first);
        page.report(
            code::BLEED_NOT_COVERED,
            format!("{share:.0} % of the trim that art reaches has white in the bleed"),
            format!("edges: {}; first {at}", names(white)),
            format!("extend the art {bleed} beyond the trim"),
        );
    }
}

/// Checks the bleed beyond cut lines inside the page.
fn cuts(page: &mut Page<'_>) {
    let cuts = page.page.cuts;
    if !cuts.is_lacking() {
        return;
    }
    let Some(first) = cuts.first else { return };
    let share = 100.0 * cuts.white as f64 / cuts.reached.max(1) as f64;
    let at = page.place(first);
    let bleed = page.profile.bleed;
    page.report(
        code::BLEED_NOT_COVERED,
        format!("{share:.0} % of the cut lines that art reaches have white beyond them"),
        format!("first {at}"),
        format!("extend the art {bleed} beyond the cut line"),
    );
}

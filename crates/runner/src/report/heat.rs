//! Where each side stood and fought, drawn over the map.

use super::{Report, escaped};

/// Steps of darkness.
const LEVELS: usize = 6;

/// Side of the drawing that stands for the width of the map.
const WIDE: f64 = 1_000.0;

pub(super) fn section(report: &Report<'_>) -> String {
    let mut section =
        "<section id=\"ground\">\n<h2>Where they stood and fought</h2>\n<div class=\"heats\">\n"
            .to_owned();
    for (number, side) in report.cast.sides.iter().enumerate() {
        let class = ["first", "second"][number];
        let caption = format!("{} at the ends of turns", escaped(&side.name));
        section += &map(report, &report.census.stood[number], class, &caption);
    }
    section += &map(report, &report.census.fought, "fight", "Fights");
    section += "</div>\n";
    let untrod: Vec<&str> = report
        .cast
        .grounds
        .iter()
        .zip(&report.census.grounds)
        .filter(|(_, games)| **games == 0)
        .map(|(ground, _)| ground.name.as_str())
        .collect();
    if !untrod.is_empty() {
        section +=
            &format!("<p>Where nobody ever sets foot: {}.</p>\n", escaped(&untrod.join(", ")));
    }
    section + "</section>\n"
}

/// A map with every spot the darker the more was there.
fn map(report: &Report<'_>, counts: &[u64], class: &str, caption: &str) -> String {
    let high = WIDE / report.ground.aspect;
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut levels = vec![String::new(); LEVELS];
    for (spot, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        // Shares of the most are seldom large: their roots tell more apart.
        let share = (*count as f64 / most as f64).sqrt();
        let level = ((share * LEVELS as f64).ceil() as usize).clamp(1, LEVELS) - 1;
        levels[level] += &match report.cast.columns {
            Some(columns) => square(report, columns, spot, high),
            None => disc(report, spot, share, high),
        };
    }
    let mut drawing = String::new();
    for (level, path) in levels.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let opacity = 0.15 + 0.75 * (level + 1) as f64 / LEVELS as f64;
        drawing += &format!("<path class=\"{class}\" fill-opacity=\"{opacity:.2}\" d=\"{path}\"/>");
    }
    format!(
        "<figure><figcaption>{caption}</figcaption><div class=\"map\"><svg viewBox=\"0 0 {WIDE} {high:.0}\" role=\"img\" aria-label=\"{caption}\">{drawing}</svg></div></figure>\n"
    )
}

fn square(report: &Report<'_>, columns: usize, spot: usize, high: f64) -> String {
    let side = report.ground.square_share * WIDE;
    let (column, row) = ((spot % columns) as f64, (spot / columns) as f64);
    format!(
        "M{:.0} {:.0}h{side:.1}v{side:.1}h-{side:.1}z",
        column * side,
        high - (row + 1.0) * side
    )
}

fn disc(report: &Report<'_>, spot: usize, share: f64, high: f64) -> String {
    let Some([x, y]) = report.ground.spots.get(spot) else { return String::new() };
    let radius = 8.0 + 22.0 * share;
    format!(
        "M{:.1} {:.1}a{radius:.1} {radius:.1} 0 1 0 {d:.1} 0a{radius:.1} {radius:.1} 0 1 0 -{d:.1} 0z",
        x * WIDE - radius,
        y * high,
        d = 2.0 * radius
    )
}

//! Heat maps of positions and combats.

use super::{Report, escape};
use crate::census::CastFeature;

/// The number of opacity levels. Each level covers twice the range of the one below; this keeps
/// small counts distinct.
const LEVELS: usize = 6;

/// The width of the drawing.
const WIDTH: f64 = 1_000.0;

pub(super) fn section(report: &Report<'_>) -> String {
    let mut section =
        "<section id=\"ground\">\n<h2>Positions and combats</h2>\n<div class=\"heats\">\n"
            .to_owned();
    for (index, side) in report.cast.sides.iter().enumerate() {
        let class = ["first", "second"][index];
        let caption = format!("{} at the end of each turn", escape(&side.name));
        section += &map(report, &report.census.stood[index], class, &caption);
    }
    section += &map(report, &report.census.fought, "fight", "Combats");
    section += "</div>\n";
    section += &unused_terrain(report);
    section + "</section>\n"
}

/// Lists terrain that no piece enters: named features by name, a single unnamed one by its id, and
/// several as a count.
fn unused_terrain(report: &Report<'_>) -> String {
    let all = report.cast.grounds.iter().zip(&report.census.grounds);
    let unentered = all.filter(|(_, games)| **games == 0).map(|(ground, _)| ground);
    let (unnamed, named): (Vec<&CastFeature>, Vec<&CastFeature>) =
        unentered.partition(|ground| ground.name == ground.id);
    let mut places: Vec<String> = named.iter().map(|ground| escape(&ground.name)).collect();
    match unnamed.len() {
        0 => {}
        1 => places.push(format!("<code>{}</code>", escape(&unnamed[0].id))),
        count => {
            let conjunction = if places.is_empty() { "" } else { "and " };
            places.push(format!("{conjunction}{count} unnamed places"));
        }
    }
    match places.is_empty() {
        true => String::new(),
        false => format!("<p>Never entered: {}.</p>\n", places.join(", ")),
    }
}

/// Draws a map on which higher counts are darker.
fn map(report: &Report<'_>, counts: &[u64], class: &str, caption: &str) -> String {
    let height = WIDTH / report.ground.aspect;
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut levels = vec![String::new(); LEVELS];
    for (spot, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let level = level(*count, most);
        levels[level] += &match report.cast.columns {
            Some(columns) => square(report, columns, spot, height),
            None => disc(report, spot, (level + 1) as f64 / LEVELS as f64, height),
        };
    }
    let mut drawing = String::new();
    for (level, path) in levels.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let opacity = opacity(level);
        drawing += &format!("<path class=\"{class}\" fill-opacity=\"{opacity:.2}\" d=\"{path}\"/>");
    }
    format!(
        "<figure><figcaption>{caption}</figcaption><div class=\"map\"><svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{caption}\">{drawing}</svg></div>{}</figure>\n",
        legend(report, most, class)
    )
}

/// Returns the level of a count: the darkest covers more than half of the maximum, the next more
/// than a quarter.
fn level(count: u64, max: u64) -> usize {
    let halvings = (1..LEVELS).take_while(|halvings| count <= max >> halvings).count();
    LEVELS - 1 - halvings
}

fn opacity(level: usize) -> f64 {
    0.1 + 0.85 * level as f64 / (LEVELS - 1) as f64
}

/// Returns the legend: the upper bound of each level, per game and spot.
fn legend(report: &Report<'_>, most: u64, class: &str) -> String {
    let games = report.census.games.max(1) as f64;
    let bound = |halvings: usize| format_short((most >> halvings) as f64 / games);
    let mut steps = String::new();
    for level in (0..LEVELS).filter(|_| most > 0) {
        let above = LEVELS - 1 - level;
        let words = format!("up to {}", bound(above));
        steps += &format!(
            "<span><i class=\"{class}\" style=\"opacity:{:.2}\"></i>{words}</span>",
            opacity(level)
        );
    }
    let spot = if report.is_area_battle() { "area" } else { "square" };
    format!("<p class=\"legend\">Count per game and {spot}: {steps}</p>")
}

/// Formats a number with two significant digits.
fn format_short(number: f64) -> String {
    match number {
        n if n >= 10.0 => format!("{n:.0}"),
        n if n >= 1.0 => format!("{n:.1}"),
        n if n >= 0.1 => format!("{n:.2}"),
        n => format!("{n:.3}"),
    }
}

fn square(report: &Report<'_>, columns: usize, spot: usize, high: f64) -> String {
    let side = report.ground.square_share * WIDTH;
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
        x * WIDTH - radius,
        y * high,
        d = 2.0 * radius
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_doubles() {
        let levels = [1, 3, 4, 6, 7, 12, 13, 25, 26, 50, 51, 100].map(|count| level(count, 100));
        assert_eq!(levels, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(level(1, 1), LEVELS - 1, "a single count is the maximum");
    }
}

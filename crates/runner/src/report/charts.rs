//! SVG charts, each with its numbers as a table for screen readers.

use super::text::percent_range;
use super::{Report, escape, percent};

/// The size of a chart without its margins.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 130.0;

/// The space below a drawing.
const FOOT_HEIGHT: f64 = 48.0;

/// Returns a chart with its caption and numbers.
fn figure(caption: &str, about: &str, foot: f64, drawing: &str, table: &str) -> String {
    let high = 12.0 + HEIGHT + foot;
    format!(
        "<figure><figcaption>{caption}</figcaption>\n<svg viewBox=\"-40 -12 360 {high}\" role=\"img\" aria-label=\"{}\">{drawing}</svg>\n\
         <details><summary>Numbers</summary><table>{table}</table></details></figure>\n",
        escape(about)
    )
}

/// Returns a horizontal line with a number at its left end.
fn rule(at: f64, text: &str) -> String {
    format!(
        "<path class=\"rule\" d=\"M0 {at:.1}H{WIDTH}\"/><text x=\"-4\" y=\"{:.1}\" class=\"left\">{text}</text>",
        at + 3.5
    )
}

/// The maximum length, in characters, of each of two legend entries that share a row.
const SHORT_ENTRY: usize = 20;

/// Returns the positions of the legend entries of both sides, relative to the first line, and the
/// extra height. Short entries share a row.
fn legend(names: &[String; 2], more: usize) -> ([(f64, f64); 2], f64) {
    let is_short = |name: &String| name.chars().count() + more <= SHORT_ENTRY;
    match names.iter().all(is_short) {
        true => ([(0.0, 0.0), (150.0, 0.0)], 0.0),
        false => ([(0.0, 0.0), (0.0, 14.0)], 14.0),
    }
}

/// Returns the turn axis, numbered as in the diary, with the centre of each turn at `across` and a
/// line for each night.
fn turns(report: &Report<'_>, across: impl Fn(usize) -> f64) -> String {
    let calendar = &report.cast.calendar;
    let step = (calendar.len() / 8).max(1);
    let step = if calendar.len() <= 16 { 1 } else { step };
    let mut drawing = String::new();
    for (number, turn) in calendar.iter().enumerate() {
        if number % step == 0 {
            drawing += &format!(
                "<text class=\"middle turn\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                across(number),
                HEIGHT + 14.0,
                escape(&turn.short)
            );
        }
        if number > 0 && calendar[number - 1].day != turn.day {
            let night = (across(number - 1) + across(number)) / 2.0;
            drawing += &format!(
                "<path class=\"half\" d=\"M{night:.1} 0V{HEIGHT}\"/><text class=\"middle\" x=\"{night:.1}\" y=\"-4\">night</text>"
            );
        }
    }
    drawing
        + &format!(
            "<text class=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
            WIDTH / 2.0,
            HEIGHT + 27.0,
            if has_days(report) { "day/turn" } else { "turn" }
        )
}

fn has_days(report: &Report<'_>) -> bool {
    report.cast.calendar.iter().any(|turn| turn.short.contains('/'))
}

/// Returns the name of a turn, counted from 1.
fn turn_name(report: &Report<'_>, turn: usize) -> String {
    let known = report.cast.calendar.get(turn.wrapping_sub(1));
    known.map_or_else(|| turn.to_string(), |turn| escape(&turn.name))
}

/// Draws win rates with confidence intervals.
pub(super) fn win_rates(report: &Report<'_>) -> String {
    let mut drawing = String::new();
    let mut table =
        "<tr><th>Side</th><th>Wins</th><th>Win rate</th><th>95 % CI</th></tr>".to_owned();
    let mut about = Vec::new();
    for (number, side) in report.cast.sides.iter().enumerate() {
        let tally = &report.result.sides[&side.id];
        let [low, high] = tally.interval.map(|share| share * WIDTH);
        let y = 18.0 + 58.0 * number as f64;
        let class = ["first", "second"][number];
        let name = escape(&side.name);
        drawing += &format!(
            "<text x=\"0\" y=\"{:.1}\">{name}</text><rect class=\"{class}\" x=\"0\" y=\"{y:.1}\" width=\"{:.1}\" height=\"22\"/>\
             <path class=\"interval\" d=\"M{low:.1} {m:.1}H{high:.1}M{low:.1} {a:.1}v10M{high:.1} {a:.1}v10\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            y - 5.0,
            tally.win_rate * WIDTH,
            high.max(tally.win_rate * WIDTH) + 5.0,
            y + 15.0,
            percent(tally.win_rate),
            m = y + 11.0,
            a = y + 6.0,
        );
        table += &format!(
            "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            tally.wins,
            percent(tally.win_rate),
            percent_range(tally.interval)
        );
        about.push(format!("{} {}", side.name, percent(tally.win_rate)));
    }
    drawing += &format!(
        "<path class=\"axis\" d=\"M0 0V{HEIGHT}\"/><path class=\"half\" d=\"M{half} 0V{HEIGHT}\"/><text x=\"{half}\" y=\"{:.1}\" class=\"middle\">50 %</text>",
        HEIGHT + 14.0,
        half = WIDTH / 2.0
    );
    table += &format!("<tr><td>draws</td><td>{}</td><td></td><td></td></tr>", report.result.draws);
    figure(
        "Win rate with 95 % CI",
        &format!("Win rate: {}", about.join(", ")),
        FOOT_HEIGHT,
        &drawing,
        &table,
    )
}

/// Draws the mean points after each turn.
pub(super) fn course(report: &Report<'_>, names: &[String; 2]) -> String {
    let course = &report.result.balance.course;
    let most = course.iter().flatten().copied().fold(1.0, f64::max);
    let across = |turn: usize| turn as f64 * WIDTH / (course.len().max(2) - 1) as f64;
    let up = |points: f64| HEIGHT - points.max(0.0) / most * HEIGHT;
    let mut drawing = rule(HEIGHT, "0") + &rule(0.0, &format!("{most:.0}"));
    let mut table = format!("<tr><th>Turn</th><th>{}</th><th>{}</th></tr>", names[0], names[1]);
    let (entries, more) = legend(names, 0);
    for (number, class) in ["first", "second"].into_iter().enumerate() {
        let points: Vec<String> = course
            .iter()
            .enumerate()
            .map(|(turn, points)| format!("{:.1},{:.1}", across(turn), up(points[number])))
            .collect();
        drawing += &format!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
        let (left, below) = entries[number];
        drawing += &format!(
            "<polyline class=\"{class}\" points=\"{left},{y} {},{y}\"/><text x=\"{}\" y=\"{:.1}\">{}</text>",
            left + 24.0,
            left + 29.0,
            HEIGHT + 41.5 + below,
            names[number],
            y = HEIGHT + 38.0 + below
        );
    }
    for (turn, points) in course.iter().enumerate() {
        table += &format!(
            "<tr><td>{}</td><td>{:.1}</td><td>{:.1}</td></tr>",
            turn_name(report, turn + 1),
            points[0],
            points[1]
        );
    }
    drawing += &turns(report, across);
    // PB-29.3: the winner's points are multiplied at the end; the chart of margins shows the
    // multiplied points.
    let measure = if report.is_area_battle() { "" } else { ", before the final multiplication" };
    figure(
        &format!("Mean points after each turn{measure}"),
        "Mean points of both sides after each turn",
        FOOT_HEIGHT + more,
        &drawing,
        &table,
    )
}

/// Draws the final margins of the first side.
pub(super) fn margins(report: &Report<'_>, names: &[String; 2]) -> String {
    const BARS: i64 = 21;
    let margins = &report.census.margins;
    let furthest = margins.keys().map(|margin| margin.abs()).max().unwrap_or(1).max(1);
    // The number of bars is odd, so equal scores are in the middle bar.
    let width = (2 * furthest + 1).div_euclid(BARS) + 1;
    let bar = |margin: i64| (margin + width / 2).div_euclid(width);
    let mut bars: std::collections::BTreeMap<i64, [u64; 3]> = std::collections::BTreeMap::new();
    for (margin, games) in margins {
        let sums = bars.entry(bar(*margin)).or_default();
        for (sum, games) in sums.iter_mut().zip(games) {
            *sum += games;
        }
    }
    let side = bar(furthest).max(-bar(-furthest)).max(1);
    let most = bars.values().map(|games| games.iter().sum::<u64>()).max().unwrap_or(1).max(1);
    let wide = WIDTH / (2 * side + 1) as f64;
    let mut drawing = rule(HEIGHT, "0") + &rule(0.0, &most.to_string());
    let mut table = format!(
        "<tr><th>{} ahead by</th><th>Won by {}</th><th>Won by {}</th><th>Draws</th></tr>",
        names[0], names[0], names[1]
    );
    for (number, games) in &bars {
        let left = (number + side) as f64 * wide;
        let mut foot = HEIGHT;
        for (games, class) in games.iter().zip(["first", "second", "level"]) {
            let high = *games as f64 / most as f64 * HEIGHT;
            foot -= high;
            if *games > 0 {
                drawing += &format!(
                    "<rect class=\"{class}\" x=\"{:.1}\" y=\"{foot:.1}\" width=\"{:.1}\" height=\"{high:.1}\"/>",
                    left + 0.5,
                    (wide - 1.0).max(0.5)
                );
            }
        }
        let low = number * width - width / 2;
        let [first, second, draws] = games;
        table += &format!(
            "<tr><td>{low} to {}</td><td>{first}</td><td>{second}</td><td>{draws}</td></tr>",
            low + width - 1
        );
    }
    if let Some((winner, points)) = report.target {
        // The smallest margin to the right of the line.
        let from = if winner == 0 { points } else { 1 - points };
        let across = ((from + width / 2) as f64 / width as f64 + side as f64) * wide;
        if (0.0..=WIDTH).contains(&across) {
            drawing += &format!("<path class=\"target\" d=\"M{across:.1} -6V{HEIGHT}\"/>");
        }
    }
    let (entries, more) = legend(names, " wins".len());
    for (number, name) in names.iter().enumerate() {
        let class = ["first", "second"][number];
        let (left, below) = entries[number];
        drawing += &format!(
            "<rect class=\"{class}\" x=\"{left}\" y=\"{}\" width=\"9\" height=\"9\"/><text x=\"{}\" y=\"{}\">{name} wins</text>",
            HEIGHT + 53.0 + below,
            left + 13.0,
            HEIGHT + 61.5 + below
        );
    }
    // Each side's label has its own line because names may be long.
    let end = side * width + width / 2;
    drawing += &format!(
        "<text x=\"0\" y=\"{y}\">{end}</text><text class=\"right\" x=\"{WIDTH}\" y=\"{y}\">{end}</text><text class=\"middle\" x=\"{}\" y=\"{y}\">0</text>\
         <text x=\"0\" y=\"{}\">← {} ahead</text><text class=\"right\" x=\"{WIDTH}\" y=\"{}\">{} ahead →</text>",
        WIDTH / 2.0,
        HEIGHT + 28.0,
        names[1],
        HEIGHT + 42.0,
        names[0],
        y = HEIGHT + 14.0
    );
    let measure =
        if report.is_area_battle() { "" } else { ", after the winner's points are multiplied" };
    figure(
        &format!("Games by final margin{measure}"),
        "Games by final margin and winner",
        FOOT_HEIGHT + 28.0 + more,
        &drawing,
        &table,
    )
}

/// Draws games by last turn and by the turn after which the lead is final.
pub(super) fn ends(report: &Report<'_>) -> String {
    let decided = &report.result.balance.decided;
    let turns = report.cast.turns.max(decided.keys().copied().max().unwrap_or(1)).max(1);
    let ended = |turn: u16| report.census.ended.get(&turn).copied().unwrap_or(0);
    let most = (1..=turns)
        .map(|turn| ended(turn).max(decided.get(&turn).copied().unwrap_or(0)))
        .max()
        .unwrap_or(1)
        .max(1) as f64;
    let wide = WIDTH / f64::from(turns);
    let mut drawing = rule(HEIGHT, "0") + &rule(0.0, &format!("{most:.0}"));
    let mut table = "<tr><th>Turn</th><th>Games ending</th><th>Lead final</th></tr>".to_owned();
    drawing += &self::turns(report, |turn| (turn as f64 + 0.5) * wide);
    for turn in 1..=turns {
        let (ends, finals) = (ended(turn), decided.get(&turn).copied().unwrap_or(0));
        let left = f64::from(turn - 1) * wide;
        for (number, (games, class)) in [(finals, "final"), (ends, "level")].into_iter().enumerate()
        {
            let high = games as f64 / most * HEIGHT;
            drawing += &format!(
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\"/>",
                left + number as f64 * wide / 2.0 + 0.5,
                HEIGHT - high,
                (wide / 2.0 - 1.0).max(0.5)
            );
        }
        let name = turn_name(report, usize::from(turn));
        table += &format!("<tr><td>{name}</td><td>{ends}</td><td>{finals}</td></tr>");
    }
    drawing += &format!(
        "<rect class=\"final\" x=\"30\" y=\"{y}\" width=\"9\" height=\"9\"/><text x=\"43\" y=\"{t}\">lead final</text><rect class=\"level\" x=\"160\" y=\"{y}\" width=\"9\" height=\"9\"/><text x=\"173\" y=\"{t}\">game ends</text>",
        y = HEIGHT + 33.0,
        t = HEIGHT + 41.5
    );
    figure(
        "Games by turn: lead final, game ends",
        "Games by the turn in which the lead becomes final and the turn in which they end",
        FOOT_HEIGHT,
        &drawing,
        &table,
    )
}

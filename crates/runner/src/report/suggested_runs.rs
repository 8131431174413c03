//! Suggested runs that answer further questions about the battle.

use super::{Report, escape};

/// Returns questions with the commands that answer them.
fn questions(report: &Report<'_>) -> Vec<(String, String)> {
    let battle = format!("{}.pack", report.result.scenario);
    let bots = report.options.bots.map(|bot| bot.name());
    let bot_names = if bots[0] == bots[1] { bots[0].to_owned() } else { bots.join(",") };
    let run = |more: &str| format!("sandtable run {battle} --bots {bot_names} {more}");
    let other = if bots[0] == "cautious" { "planner" } else { "cautious" };
    let mut suggestions = vec![(
        "Does the side or the bot win?".to_owned(),
        format!("sandtable run {battle} --bots {},{other} --swap --games 400", bots[0]),
    )];
    for (path, values) in report.variable {
        let what = if path.ends_with(".rating") {
            "How much does the rating of this headquarters matter?"
        } else if path.ends_with(".draws") {
            "How much do the draws of this turn matter?"
        } else {
            "What if these reinforcements enter earlier or later?"
        };
        let values: Vec<String> = values.iter().map(u8::to_string).collect();
        suggestions.push((what.to_owned(), run(&format!("--vary {path}={}", values.join(",")))));
    }
    if !report.is_area_battle() {
        let first = &report.cast.sides[0].id;
        for (act, what) in
            [("bombard", "bombarding"), ("rally", "rallying"), ("alter", "Altering the turn order")]
        {
            let what = format!(
                "How much does {what} help {}? Compare with this report.",
                report.cast.sides[0].name
            );
            suggestions.push((
                what,
                run(&format!("--forbid {first}.{act} --games {}", report.result.games)),
            ));
        }
    }
    suggestions.push((
        "What is the win rate, within ±3 points?".to_owned(),
        run("--games 5000 --until 3"),
    ));
    let games = report.result.games;
    suggestions.push((
        "Does an edit change the results significantly? Run before and after it.".to_owned(),
        format!(
            "{} > before.json\n{}",
            run(&format!("--games {games} --format json")),
            run(&format!("--games {games} --baseline before.json"))
        ),
    ));
    suggestions
}

pub(crate) fn section(report: &Report<'_>) -> String {
    let mut section = "<section id=\"suggested\">\n<h2>Suggested runs</h2>\n\
        <p>This page covers one run. Other runs answer further questions. Instead of the pack, you can pass the folder of the scenario.</p>\n<ul class=\"suggested\">\n"
        .to_owned();
    for (what, command) in questions(report) {
        section += &format!(
            "<li>{}<br><code>{}</code></li>\n",
            escape(&what),
            escape(&command).replace('\n', "</code><br><code>")
        );
    }
    section + "</ul>\n</section>\n"
}

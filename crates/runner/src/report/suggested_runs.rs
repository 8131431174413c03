//! What else may be asked of the battle, with the commands that do.

use super::{Report, escaped};

/// Commands for this battle: each with what it tells.
fn questions(report: &Report<'_>) -> Vec<(String, String)> {
    let battle = format!("{}.pack", report.result.scenario);
    let bots = report.options.bots.map(|bot| bot.name());
    let own = if bots[0] == bots[1] { bots[0].to_owned() } else { bots.join(",") };
    let run = |more: &str| format!("sandtable run {battle} --bots {own} {more}");
    let other = if bots[0] == "cautious" { "planner" } else { "cautious" };
    let mut all = vec![(
        "is it the side or the bot that wins?".to_owned(),
        format!("sandtable run {battle} --bots {},{other} --swap --games 400", bots[0]),
    )];
    for (path, values) in report.variable {
        let what = if path.ends_with(".rating") {
            "how much is this headquarters worth?"
        } else if path.ends_with(".draws") {
            "how much are draws of this turn worth?"
        } else {
            "what if this came at another time?"
        };
        let values: Vec<String> = values.iter().map(u8::to_string).collect();
        all.push((what.to_owned(), run(&format!("--vary {path}={}", values.join(",")))));
    }
    if !report.is_of_areas() {
        let first = &report.cast.sides[0].id;
        for (act, what) in [
            ("bombard", "bombarding"),
            ("rally", "rallying"),
            ("alter", "altering the order of chits"),
        ] {
            let what = format!(
                "how much is {what} worth to {}? Compare with this report",
                report.cast.sides[0].name
            );
            all.push((
                what,
                run(&format!("--forbid {first}.{act} --games {}", report.result.games)),
            ));
        }
    }
    all.push(("who wins, to 3 % either way?".to_owned(), run("--games 5000 --until 3")));
    let games = report.result.games;
    all.push((
        "what has a change of the battle changed, beyond chance? Before it and after it".to_owned(),
        format!(
            "{} > before.json\n{}",
            run(&format!("--games {games} --format json")),
            run(&format!("--games {games} --baseline before.json"))
        ),
    ));
    all
}

pub(crate) fn section(report: &Report<'_>) -> String {
    let mut section = "<section id=\"asked\">\n<h2>What else may be asked</h2>\n\
        <p>This page tells of the games of one run. Others tell more; the folder of the scenario does in place of the pack.</p>\n<ul class=\"asked\">\n"
        .to_owned();
    for (what, command) in questions(report) {
        section += &format!(
            "<li>{}<br><code>{}</code></li>\n",
            escaped(&what),
            escaped(&command).replace('\n', "</code><br><code>")
        );
    }
    section + "</ul>\n</section>\n"
}

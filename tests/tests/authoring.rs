//! Tests every YAML fragment of the guides: pasted into Gettysburg at the location that its section
//! names, it causes no errors and only the warnings that the page mentions.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_compile::read_orders_text;
use sandtable_engine::BotKind;
use sandtable_pack::AnyPack;
use sandtable_runner::{RunOptions, run};
use sandtable_source::{Colour, Severity, human};
use sandtable_tests::{EditedBattle, project_text};

const SCENARIO: &str = "scenarios/gettysburg/scenario.yaml";

/// The guides whose fragments are tested.
const PAGES: [&str; 5] = [
    "docs/AUTHORING.md",
    "docs/how-to/split-order-of-battle.md",
    "docs/how-to/free-order-of-battle.md",
    "docs/fab-battles.md",
    "docs/smallest-battle.md",
];

/// The section with complete files.
const SMALLEST_SECTION: &str = "The smallest battle";

/// The section with a complete FAB battle.
const FAB_SECTION: &str = "A complete scenario";

/// The section with an order of battle of a free side, and the section with its base.
const ORDERS_SECTION: &str = "Write your own order of battle";
const BASE_SECTION: &str = "Write the base";

/// A fragment of a page.
struct Fragment {
    heading: String,
    yaml: String,
}

/// Returns the contents of YAML and JSON fences; JSON is also YAML.
fn fragments() -> Vec<Fragment> {
    let page = PAGES.map(project_text).concat();
    let (mut heading, mut inside, mut found) = ("", None, Vec::new());
    for line in page.lines() {
        match (&mut inside, line) {
            (None, "```yaml" | "```json") => inside = Some(String::new()),
            (None, _) => {
                heading =
                    line.strip_prefix('#').map_or(heading, |rest| rest.trim_matches(['#', ' ']))
            }
            (Some(_), "```") => found
                .extend(inside.take().map(|yaml| Fragment { heading: heading.to_owned(), yaml })),
            (Some(yaml), _) => yaml.extend([line, "\n"]),
        }
    }
    found
}

/// The indentation of a line; `None` for blank lines and comments.
fn indentation(line: &str) -> Option<usize> {
    let words = line.trim_start();
    (!words.is_empty() && !words.starts_with('#')).then(|| line.len() - words.len())
}

/// Returns the lines of a key and its value, given the path of keys.
fn key_range(lines: &[&str], path: &[&str]) -> Option<Range<usize>> {
    let mut range = 0..lines.len();
    for (level, key) in path.iter().enumerate() {
        let is_key = |line: &str| {
            indentation(line) == Some(2 * level)
                && line.trim_start().starts_with(&format!("{key}:"))
        };
        let start = range.clone().find(|&at| is_key(lines[at]))?;
        let end = (start + 1..range.end)
            .find(|&at| indentation(lines[at]).is_some_and(|depth| depth <= 2 * level));
        range = start..end.unwrap_or(range.end);
    }
    Some(range)
}

/// Returns the text with the fragment's keys added to the map at a path, replacing existing keys.
fn paste(into: &str, path: &[&str], fragment: &str) -> String {
    let fragment_lines: Vec<&str> = fragment.lines().collect();
    let keys = fragment_lines
        .iter()
        .filter(|line| indentation(line) == Some(0))
        .map(|line| line.split_once(':').expect("a key").0);
    let mut lines: Vec<String> = into.lines().map(str::to_owned).collect();
    for key in keys {
        let range = {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let whole: Vec<&str> = path.iter().copied().chain([key]).collect();
            key_range(&lines, &whole).unwrap_or_else(|| {
                let end = key_range(&lines, path).expect("the path exists").end;
                end..end
            })
        };
        let own = key_range(&fragment_lines, &[key]).expect("a key of the fragment");
        let indented =
            fragment_lines[own].iter().map(|line| format!("{:1$}{line}", "", 2 * path.len()));
        lines.splice(range, indented);
    }
    lines.join("\n") + "\n"
}

/// The value at a path, as the text of a separate file.
fn subtree(of: &str, path: &[&str]) -> String {
    let lines: Vec<&str> = of.lines().collect();
    let range = key_range(&lines, path).expect("the path exists");
    let inside = &lines[range.start + 1..range.end];
    let indent = inside.iter().find_map(|line| indentation(line)).expect("the value is not empty");
    let content = inside.iter().filter(|line| indentation(line).is_some());
    content.map(|line| format!("{}\n", &line[indent..])).collect()
}

/// Returns Gettysburg with the fragment pasted at the location that its section names.
fn apply_fragment(fragment: &Fragment) -> EditedBattle {
    // Text on the page is only in English.
    let good = project_text(SCENARIO).replace("languages: [en, es, fr]", "languages: [en]");
    let first = fragment.yaml.lines().find(|line| indentation(line).is_some()).unwrap_or_default();
    let mut files = EditedBattle::gettysburg();
    let scenario = match (fragment.heading.as_str(), first) {
        ("The map", _) => {
            files.put("maps/gettysburg/map.yaml", fragment.yaml.clone());
            good
        }
        ("Map styles", _) => {
            let map = "maps/gettysburg/map.yaml";
            files.put(map, paste(&project_text(map), &[], &fragment.yaml));
            // The drawings that the page mentions, and a farm that uses one.
            for name in ["bridge", "church"] {
                let page = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">"#;
                let drawing = format!("{page}<path d=\"M1 1h7v7z\"/></svg>");
                files.put(&format!("maps/gettysburg/symbols/{name}.svg"), drawing);
            }
            if fragment.yaml.contains("church") {
                let farms = "maps/gettysburg/layers/farms.geojson";
                let new = r#""symbol":"church","id":"granite-schoolhouse""#;
                let edited = project_text(farms).replace(r#""id":"granite-schoolhouse""#, new);
                files.put(farms, edited);
            }
            good
        }
        ("The scenario", _) => {
            let confederate =
                key_range(&good.lines().collect::<Vec<_>>(), &["sides", "confederate"])
                    .expect("a side");
            let confederate: Vec<&str> =
                good.lines().skip(confederate.start).take(confederate.len()).collect();
            format!("{}{}\n", fragment.yaml, confederate.join("\n"))
        }
        ("Split an order of battle into files", _) => {
            let other = ["sides", "confederate"];
            files.put("scenarios/gettysburg/oob/union.yaml", subtree(&good, &["sides", "union"]));
            let commands = subtree(&good, &[other[0], other[1], "commands"]);
            files.put("scenarios/gettysburg/oob/confederate.yaml", commands);
            let rest: String = subtree(&good, &other);
            let split = paste(&good, &[], &fragment.yaml);
            let keys = ["commander", "lines_of_communication", "reinforcements"];
            keys.iter().fold(split, |text, key| {
                let lines: Vec<&str> = rest.lines().collect();
                let own = key_range(&lines, &[key]).expect("a key of a side");
                paste(&text, &other, &lines[own].join("\n"))
            })
        }
        ("Army-level pieces", _) => paste(&good, &["sides", "union"], &fragment.yaml),
        ("Reinforcements", first) if first.starts_with("chooses_edge") => {
            paste(&good, &["sides", "confederate"], &fragment.yaml)
        }
        ("Reinforcements", _) => {
            let list: String = fragment.yaml.lines().map(|line| format!("  {line}\n")).collect();
            paste(&good, &["sides", "union"], &format!("reinforcements:\n{list}"))
        }
        ("Rulesets", "format: 1") => {
            files.put("scenarios/gettysburg/own.yaml", fragment.yaml.clone());
            paste(&good, &[], "ruleset: own.yaml\n")
        }
        ("The area map", _) => {
            files.put("maps/sicily/map.yaml", fragment.yaml.clone());
            good
        }
        (FAB_SECTION, _) => fragment.yaml.clone(),
        ("FAB rulesets", _) => {
            files.put("scenarios/gettysburg/own.yaml", fragment.yaml.clone());
            good
        }
        _ => paste(&good, &[], &fragment.yaml),
    };
    files.put(SCENARIO, scenario);
    files
}

/// The warnings that the page mentions, by the heading of the fragment.
fn mentioned_warnings(fragment: &Fragment) -> &'static [&'static str] {
    match fragment.heading.as_str() {
        // The unedited battle has no warning to allow.
        "Allow a warning" => &["ST1203"],
        _ => &[],
    }
}

#[test]
fn fragments_work_as_documented() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for fragment in fragments() {
        let is_comment = fragment.yaml.lines().all(|line| indentation(line).is_none());
        if is_comment || [SMALLEST_SECTION, ORDERS_SECTION].contains(&fragment.heading.as_str()) {
            continue;
        }
        count += 1;
        let files = apply_fragment(&fragment);
        let outcome = match fragment.heading.as_str() {
            "The map" => files.check("../../maps/gettysburg/map.yaml"),
            "The area map" => files.check("../../maps/sicily/map.yaml"),
            "FAB rulesets" => files.check("own.yaml"),
            _ => files.compile(),
        };
        let findings = outcome.diagnostics.sorted();
        let found: BTreeSet<String> = findings
            .iter()
            .filter(|finding| finding.severity != Severity::Note)
            .map(|finding| finding.code.to_string())
            .collect();
        let expected: BTreeSet<String> =
            mentioned_warnings(&fragment).iter().map(|code| (*code).to_owned()).collect();
        if found != expected {
            let shown = human(&outcome.sources, &outcome.diagnostics, false, Colour::Never, 120);
            wrong.push(format!("{}:\n{}\n{shown}", fragment.heading, fragment.yaml));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 13, "{count} fragments");
}

#[test]
fn order_of_battle_fits_its_base() {
    let of = |heading: &str| {
        let found = fragments().into_iter().find(|fragment| fragment.heading == heading);
        found.expect("the page has the fragment")
    };
    let base = apply_fragment(&of(BASE_SECTION))
        .compile()
        .pack
        .and_then(AnyPack::pub_battles)
        .expect("valid pack");
    let outcome = read_orders_text("my.oob.yaml", of(ORDERS_SECTION).yaml.into_bytes(), &base);
    let shown = human(&outcome.sources, &outcome.diagnostics, false, Colour::Never, 120);
    assert_eq!(shown, "");
    assert!(outcome.orders.is_some());
}

#[test]
fn smallest_battle_is_complete() {
    let files: Vec<Fragment> =
        fragments().into_iter().filter(|fragment| fragment.heading == SMALLEST_SECTION).collect();
    let [map, roads, scenario] = files.try_into().ok().expect("three files");
    let mut battle = EditedBattle::gettysburg();
    battle.put("maps/ford/map.yaml", map.yaml);
    battle.put("maps/ford/layers/roads.geojson", roads.yaml);
    battle.put(SCENARIO, scenario.yaml);
    let outcome = battle.compile();
    let shown = human(&outcome.sources, &outcome.diagnostics, false, Colour::Never, 120);
    assert_eq!(shown, "");
    let pack = outcome.pack.and_then(AnyPack::pub_battles).expect("valid pack");
    let bots = [BotKind::Aggressive, BotKind::Cautious];
    let games = run(&pack.into(), RunOptions::new(5, 1, bots), || ());
    assert_eq!(games.failures.len(), 0);
}

#[test]
fn fab_battle_plays_to_its_end() {
    let fragment = fragments().into_iter().find(|fragment| fragment.heading == FAB_SECTION);
    let mut battle = EditedBattle::gettysburg();
    battle.put(SCENARIO, fragment.expect("a battle").yaml);
    let Some(pack @ AnyPack::Fab(_)) = battle.compile().pack else { panic!("expected a FAB pack") };
    let options = RunOptions::new(20, 1, [BotKind::Planner; 2]);
    let games = run(&pack, options, || ());
    assert_eq!((games.completed, games.failures.len()), (20, 0));
}

//! Scenarios made to exhaust the parser or flood its report.

use crate::support::Project;

/// Asserts that a scenario has exactly one error, with this code.
fn assert_refused(scenario: &str, code: &str) {
    let project = Project::new();
    project.write("scenario.yaml", scenario);
    project.only_error(code);
}

/// Aliases that multiply lists of lists, maps of maps, and one long string.
#[test]
fn rejects_alias_bombs() {
    let mut lists = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    let mut maps = String::from("a0: &a0 { k: x }\n");
    let mut keys = String::from("a0: &a0 { k: x }\n");
    for level in 1..30 {
        let before = level - 1;
        lists += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 10].join(", "));
        maps += &format!("a{level}: &a{level} {{ l: *a{before}, r: *a{before} }}\n");
        keys += &format!("a{level}: &a{level}\n  - *a{before}\n  - &b{level} [*a{before}]\n");
    }
    assert_refused(&lists, "ST0105");
    assert_refused(&maps, "ST0105");
    assert_refused(&keys, "ST0105");
    // Only 200,000 values, but each is a megabyte: 200 GB if all were copied.
    let text = "x".repeat(1 << 20);
    let many = vec!["*t"; 200_000].join(",");
    assert_refused(&format!("t: &t \"{text}\"\nall: [{many}]\n"), "ST0105");
    // An anchor on every level, so that every copy would be copied again.
    let depth = 60;
    let nested: String = (0..depth).map(|level| format!("&n{level} [")).collect();
    assert_refused(&format!("t: {nested}\"{text}\"{}\n", "]".repeat(depth)), "ST0105");
}

#[test]
fn rejects_recursive_anchors() {
    for scenario in ["a: &a [*a]\n", "a: &a { b: *a }\n", "&a a: *b\n", "a: *a\n", "*a : &a b\n"] {
        assert_refused(scenario, "ST0106");
    }
}

/// YAML 1.2 has no merge keys: `<<` is an ordinary key, so nothing can loop.
#[test]
fn treats_merge_keys_as_plain() {
    let project = Project::new();
    project.replace_once("scenario.yaml", "format: 1\n", "format: 1\n<<: &m { <<: [*m, *m] }\n");
    project.only_error("ST0106");
    let project = Project::new();
    project.replace_once("scenario.yaml", "format: 1\n", "<<: { format: 1 }\nformat: 1\n");
    project.only_error("ST0201");
}

#[test]
fn rejects_deep_nesting() {
    for depth in [65, 10_000, 1_000_000] {
        assert_refused(&"[".repeat(depth), "ST0104");
        assert_refused(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)), "ST0104");
        assert_refused(&"{a: ".repeat(depth), "ST0104");
        assert_refused(&"- ".repeat(depth), "ST0104");
        assert_refused(&"? ".repeat(depth), "ST0104");
    }
    let stairs: String = (0..3_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert_refused(&stairs, "ST0104");
}

#[test]
fn rejects_huge_scalars() {
    let project = Project::new();
    for (before, unit) in
        [("title: ", "x"), ("title: \"", "\\n"), ("title: |\n  ", "x"), ("# ", "x")]
    {
        let text = format!("format: 1\n{before}{}\n", unit.repeat((100 << 20) / unit.len()));
        project.write("scenario.yaml", text);
        project.only_error("ST0003");
    }
    // Close to the maximum file size, the title is accepted or refused as a whole; errors stay
    // short.
    project.write("scenario.yaml", format!("format: 1\ntitle: \"{}\"\n", "x".repeat(15 << 20)));
    assert!(project.errors().iter().all(|error| error.to_string().len() < 10_000));
}

/// A hundred thousand mistakes are counted quickly, and only some are shown.
#[test]
fn limits_error_count() {
    let project = Project::new();
    let many = |item: &str, count: usize| item.repeat(count);
    for (scenario, code) in [
        (many("a: 1\n", 100_000), "ST0102"),
        (format!("- a: 1\n  b: 1\n{}", many("  a: 1\n  b: 1\n", 20_000)), "ST0102"),
        (format!("{{{}}}\n", many("a: 1, ", 100_000)), "ST0102"),
        (format!("[{}]\n", many("!t x, ", 100_000)), "ST0103"),
        (format!("a: [{}]\n", many("*x, ", 100_000)), "ST0106"),
        (many("[a]: 1\n", 150_000), "ST0107"),
        ((0..20_000).map(|key| format!("k{key}: 1\n")).collect(), "ST0201"),
    ] {
        project.write("scenario.yaml", &scenario);
        let errors = project.errors();
        assert!(!errors.is_empty() && errors.len() <= 1_000, "{}", errors.len());
        assert!(errors.iter().any(|error| error["code"] == code), "{code}: {:#?}", errors[0]);
    }
}

/// Lists as long as a file can hold: pieces, layers and entries.
#[test]
fn survives_long_lists() {
    let project = Project::new();
    let scenario = std::fs::read_to_string(project.file("scenario.yaml")).expect("readable");
    let piece = "          - { id: navy, name: Navy, type: infantry, at: [10.006, 49.99], facing: N, strength: 4000 }\n";
    assert!(scenario.contains(piece));
    for (count, at) in
        [(900, "[10.006, 49.99]"), (20_000, "[10.006, 49.99]"), (60_000, "[10.006, 49.99]")]
    {
        let pieces: String = (0..count)
            .map(|n| {
                format!(
                    "          - {{ id: p{n}, name: N, type: infantry, at: {at}, facing: N }}\n"
                )
            })
            .collect();
        project.write("scenario.yaml", scenario.replace(piece, &pieces));
        assert!(!project.errors().is_empty());
    }
    project.write("scenario.yaml", &scenario);
    let map = std::fs::read_to_string(project.file("map.yaml")).expect("readable");
    for file in ["./layers/woods.geojson", "layers/wood-N.geojson"] {
        let layers: String = (0..80_000)
            .map(|n| file.replace('N', &n.to_string()))
            .map(|file| format!("  - {{ file: {file}, class: woods }}\n"))
            .collect();
        project.write("map.yaml", map.replace("entries:\n", &format!("{layers}entries:\n")));
        assert!(!project.errors().is_empty());
    }
    let entries: String = (0..60_000)
        .map(|n| format!("  - {{ id: e{n}, title: T, at: [10.0418, 50.01] }}\n"))
        .collect();
    project.write("map.yaml", map.replace("credits:\n", &format!("{entries}credits:\n")));
    let _ = project.errors();
}

#[test]
fn explains_confusable_letters() {
    let project = Project::new();
    // A Cyrillic letter that looks like an e.
    project.replace_once("scenario.yaml", "combat_order:", "combat_ord\u{435}r:");
    let error = project.only_error("ST0201");
    let help = error["help"].to_string();
    assert!(help.contains("`combat_order`") && help.contains("U+0435"), "{help}");
}

/// Each invalid number or duplicate key is reported once, at its location.
#[test]
fn reports_invalid_numbers() {
    let project = Project::new();
    let scenario = std::fs::read_to_string(project.file("scenario.yaml")).expect("readable");
    for number in [".nan", ".inf", "-.inf", "1e999", "9223372036854775808"] {
        for place in ["rating: 4", "days: 1", "[10.012, 49.985]"] {
            assert!(scenario.contains(place), "{place}");
            let end = place.rfind(|c: char| c.is_ascii_digit()).expect("a number") + 1;
            let start = place[..end].rfind(' ').expect("a number") + 1;
            let corrupt = format!("{}{number}{}", &place[..start], &place[end..]);
            project.write("scenario.yaml", scenario.replacen(place, &corrupt, 1));
            assert_eq!(project.errors().len(), 1, "{corrupt}");
        }
    }
    project.write("scenario.yaml", scenario.replacen("days: 1", "days: 1, days: 2", 1));
    project.only_error("ST0102");
}

/// Characters that reverse text or move the cursor never reach the terminal from a name, a key or a
/// file name.
#[test]
fn hides_deceptive_characters() {
    for c in ['\u{202e}', '\u{2066}', '\u{200b}', '\u{1b}', '\u{7}', '\u{9b}'] {
        let escaped = format!("\\U{:08x}", u32::from(c));
        for (from, to) in [
            ("name: Navy", format!("name: \"Na{escaped}vy\"")),
            ("combat_order: red", format!("\"combat{escaped}_order\": red")),
            ("map: map.yaml", format!("map: \"ma{escaped}p.yaml\"")),
        ] {
            let project = Project::new();
            project.replace_once("scenario.yaml", from, &to);
            assert!(!project.errors().is_empty(), "{to}");
            let shown = project.run(&["check", "battles/field"]).stderr;
            assert!(!shown.contains(c), "{to}: {shown}");
        }
    }
}

/// The report shows only the start of a huge text, and how to fix it.
#[test]
fn truncates_long_text() {
    let long = "Quartermaster ".repeat(20_000);
    for (from, to) in [
        ("name: Navy", format!("name: \"{long}\"")),
        ("combat_order: red", format!("combat_order: \"{long}\"")),
        ("id: navy", format!("id: \"{long}\"")),
    ] {
        let project = Project::new();
        project.replace_once("scenario.yaml", from, &to);
        let report = project.run(&["check", "battles/field"]).stderr;
        assert!(report.contains("Quartermaster") && report.contains(" … "), "{from}");
        assert!(report.len() < 40_000, "{from}: {} bytes", report.len());
    }
}

//! Formatting of diagnostics. The input is `data/report/scenario.yaml`, a layer on one line, and
//! diagnostics of every shape. The output of each format is compared with a file.
//! `UPDATE_EXPECTED=1` rewrites the files.

use std::path::{Path, PathBuf};

use sandtable_source::message::{Owner, not_set};
use sandtable_source::{
    Colour, Diagnostic, Diagnostics, FileId, Place, SourceMap, Span, code, github, human, message,
    report,
};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/report")
}

/// The files with diagnostics.
struct Fixture {
    sources: SourceMap,
    scenario: FileId,
    layer: FileId,
    relief: FileId,
}

impl Fixture {
    fn read() -> Self {
        let scenario = std::fs::read_to_string(data().join("scenario.yaml")).expect("readable");
        let corners = "[10.0041234,49.9981234],".repeat(20);
        let layer = format!("{{\"type\":\"LineString\",\"coordinates\":[{corners}[10.1,50.1]]}}\n");
        let mut sources = SourceMap::new();
        Self {
            scenario: sources.add("scenario.yaml", scenario),
            layer: sources.add("layers/roads.geojson", layer),
            relief: sources.add_without_text("elevation.tif"),
            sources,
        }
    }

    /// Returns the span of a text's first occurrence in a file after another text.
    fn span(&self, file: FileId, after: &str, text: &str) -> Span {
        let whole = self.sources.file(file).text();
        let after = whole.find(after).expect("the first text exists");
        let start = after + whole[after..].find(text).expect("the text follows it");
        Span::new(file, start..start + text.len())
    }

    /// Diagnostics with one or several labels, on one line and on distant lines, and with a label
    /// too long for its line. Also a diagnostic on a line too long to show, one in a binary file,
    /// many of the same kind, and similar notes.
    fn findings(&self) -> Vec<Diagnostic> {
        let in_scenario = |after, text| self.span(self.scenario, after, text);
        let mut all = vec![
            Diagnostic::new(code::RATING_EXTREME, "the rating of A. Zure is 7")
                .rule("PB-3.22")
                .at(in_scenario("Zure", "7"), "ratings go from 1 to 6")
                .help("write a rating from 1 to 6"),
            Diagnostic::new(code::UNKNOWN_CHOICE, "`North-North-East` is no direction")
                .rule("PB-2.5")
                .at(in_scenario("49.998", "North-North-East"), "not a compass point: write `NNE`")
                .also(in_scenario("blue", "blue-corps"), "this corps"),
            Diagnostic::new(code::DUPLICATE_KEY, "two say the same")
                .at(in_scenario("title", "title"), "what is said here needs more room than there is beside it on lines of eighty")
                .also(in_scenario("hq", "hq"), "and so does what is said of this, which is no less long-winded"),
            Diagnostic::new(code::ROAD_STOPS_SHORT, "this road stops 12 m short of another one, which is told in so many words that they do not fit one line")
                .at(self.span(self.layer, "[10.1", "[10.1,50.1]"), "its last corner")
                .also(self.span(self.layer, "coord", "[10.0041234,49.9981234]"), "its first corner")
                .help("snap it"),
            Diagnostic::new(code::FILE_UNREADABLE, "this file ends too soon")
                .label(Place::Line(self.relief, 1), "", true)
                .help("copy it anew"),
            Diagnostic::new(code::UNKNOWN_KEY, "unknown key `note`")
                .at(in_scenario("tenth", "note"), "turned round by hidden letters"),
        ];
        for (name, word) in [
            ("second", "Regular"),
            ("third", "Regular"),
            ("fourth", "Regular"),
            ("fifth", "Regular"),
            ("sixth", "Regular"),
            ("seventh", "Veteran"),
        ] {
            all.push(
                Diagnostic::new(code::UNKNOWN_CHOICE, message!("`{word}` is no quality"))
                    .at(in_scenario(name, word), "not one of the qualities")
                    .help(match word {
                        "Regular" => "write `regular`",
                        _ => "write `militia`, `regular`, `elite` or `guard`",
                    }),
            );
        }
        for name in ["eighth", "ninth"] {
            all.push(
                Diagnostic::new(
                    code::DEFAULT_USED,
                    not_set("quality", Owner::Named("piece", name), "regular"),
                )
                .at(in_scenario(name, name), "no `quality`"),
            );
        }
        all
    }
}

/// Asserts that text matches the expected file.
fn assert_matches_file(name: &str, made: &str) {
    let path = data().join(name);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, made).expect("writable");
    }
    assert_eq!(made, std::fs::read_to_string(&path).expect("readable"), "{name}");
}

fn collect(findings: impl IntoIterator<Item = Diagnostic>) -> Diagnostics {
    let mut all = Diagnostics::new();
    findings.into_iter().for_each(|finding| all.push(finding));
    all
}

#[test]
fn renders_human_reports() {
    let texts = Fixture::read();
    let found = collect(texts.findings());
    let plain = |notes, width| human(&texts.sources, &found, notes, Colour::Never, width);
    assert_matches_file("human-80.txt", &plain(false, 80));
    assert_matches_file("human-50-notes.txt", &plain(true, 50));
    // Only quoted source lines may be too long for the terminal.
    for line in plain(true, 50).lines().filter(|line| !line.contains(" | ")) {
        assert!(line.chars().count() <= 50, "{line}");
    }
    assert_matches_file(
        "human-colour.txt",
        &human(&texts.sources, &found, false, Colour::Always, 80),
    );
}

#[test]
fn renders_machine_reports() {
    let texts = Fixture::read();
    let found = collect(texts.findings());
    assert_matches_file("report.json", &report(&texts.sources, &found).to_json());
    assert_matches_file("github.txt", &github(&texts.sources, &found, true));
}

#[test]
fn sorts_findings_by_file_and_place() {
    let texts = Fixture::read();
    let json = |findings: Vec<Diagnostic>| report(&texts.sources, &collect(findings)).to_json();
    let first = json(texts.findings());
    let count = texts.findings().len();
    for turned in 1..count {
        let mut findings = texts.findings();
        findings.rotate_left(turned);
        assert_eq!(json(findings), first);
    }
    let mut reversed = texts.findings();
    reversed.reverse();
    assert_eq!(json(reversed), first);
}

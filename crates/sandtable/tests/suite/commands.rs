//! Commands that need no battle, as whole processes: output and exit status.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use sandtable_pack::{ForceLimits, FreeGame, FreeSide, Labels, Pack, SetUpGround, sample};

fn sandtable(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .env("COLUMNS", "60")
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn explain_prints_page() {
    let page = sandtable(&["explain", "ST0403"]);
    assert_eq!(page.status.code(), Some(0));
    assert!(text(&page.stdout).starts_with("ST0403 (warning): "));
    assert!(page.stderr.is_empty());
    for written in ["403", "st0403"] {
        assert_eq!(sandtable(&["explain", written]).stdout, page.stdout);
    }
    let list = sandtable(&["explain"]);
    assert!(text(&list.stdout).contains("ST0403"));
}

#[test]
fn explain_rejects_unknown_code() {
    let output = sandtable(&["explain", "ST0493"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("did you mean `ST"));
}

#[test]
fn schema_lists_written_files() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let out = folder.path().join("schema");
    let output = sandtable(&["schema", "--out", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    for entry in std::fs::read_dir(&out).expect("the folder exists") {
        let path = entry.expect("readable").path();
        assert!(said.contains(&*path.to_string_lossy()), "{said}");
    }
}

/// Each failure has its exit status, and JSON output is one document.
#[test]
fn preflight_reports_unreadable_input() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the file is written");
        path.to_string_lossy().into_owned()
    };
    let (no_pdf, profile) =
        (file("map.pdf", "hello"), file("shop.yaml", "format: 1\nid: a\nbleed: 9 mm\n"));
    let missing = sandtable(&["preflight", "no-such.pdf"]);
    assert_eq!((missing.status.code(), missing.stdout.len()), (Some(2), 0));
    let output = sandtable(&["preflight", &no_pdf, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(json["diagnostics"][0]["code"], "ST1310");
    assert_eq!(json["summary"]["errors"], 1);
    assert_eq!(json["files"][0]["file"], no_pdf.as_str());
    for (profile, status, word) in
        [("no-such.yaml", 2, "perf-cut"), (profile.as_str(), 1, "ST1301")]
    {
        let output = sandtable(&["preflight", &no_pdf, "--profile", profile]);
        assert_eq!(output.status.code(), Some(status), "{profile}");
        assert!(text(&output.stderr).contains(word), "{}", text(&output.stderr));
    }
}

/// `render` reports errors in a shop profile as `preflight` does.
#[test]
fn render_reads_shop_profile() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("the file is written");
        path.to_string_lossy().into_owned()
    };
    let pack = Pack::new(sample::parts()).expect("the sample is valid");
    let pack = file("b.pack", &sandtable_pack::write(&pack));
    let narrow = file("narrow.yaml", b"format: 1\nid: a\nbleed: 9 mm\n");
    let good = file("good.yaml", b"format: 1\nid: a\nbleed: 2 mm\n");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let render = |target: &str, profile: &str| {
        let options = ["--only", "map", "--as", "pdf", "--out", &out, "--target", target];
        sandtable(&[&["render", &pack, "--profile", profile], &options[..]].concat())
    };
    for (target, profile, status, word) in [
        ("home", narrow.as_str(), 1, "narrow.yaml:3:8"),
        ("shop", "no-such.yaml", 2, "perf-cut"),
        ("shop", &narrow, 1, "narrow.yaml:3:8"),
    ] {
        let output = render(target, profile);
        assert_eq!(output.status.code(), Some(status), "{profile}");
        assert!(text(&output.stderr).contains(word), "{}", text(&output.stderr));
        assert!(!Path::new(&out).exists());
    }
    let output = render("shop", &good);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let job = Path::new(&out).join("job");
    assert!(job.join("job-sheet.pdf").exists() && job.join("job.json").exists());
}

/// A build reports that its PDFs were verified. If one file cannot be written, none is.
#[test]
fn build_verifies_pdfs_and_writes_atomically() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let pack = Pack::new(sample::parts()).expect("the sample is valid");
    std::fs::write(at("b.pack"), sandtable_pack::write(&pack)).expect("the file is written");
    let battle = format!("out/{}", pack.scenario().id);
    let blocker = at(&format!("{battle}/games.json"));
    std::fs::create_dir_all(&blocker).expect("the folder is created");
    let build = || sandtable(&["build", &at("b.pack"), "--out", &at("out")]);
    let output = build();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("move or rename it"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_dir(at(&battle)).expect("the folder exists").count(), 1);
    std::fs::remove_dir(&blocker).expect("the folder is empty");
    let output = build();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let words = "10 PDFs verified as by `preflight --profile home`: no diagnostics";
    assert!(text(&output.stdout).contains(words), "{}", text(&output.stdout));
    let made = std::fs::read_dir(at(&battle)).expect("the folder exists").count();
    let more = format!("and {} more files", made - 4);
    assert!(text(&output.stdout).contains(&more), "{}", text(&output.stdout));
}

/// A battle that cannot be shown is reported at once, and the server exits.
#[test]
fn preview_reports_startup_errors() {
    let missing = sandtable(&["preview", "no-such-folder"]);
    assert_eq!((missing.status.code(), missing.stdout.len()), (Some(2), 0));
    assert!(text(&missing.stderr).contains("no-such-folder"));
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = taken.local_addr().expect("the listener has a port").port().to_string();
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let scenario = folder.path().join("scenario.yaml");
    std::fs::write(&scenario, "format: 1\n").expect("the file is written");
    let refused = sandtable(&["preview", &scenario.to_string_lossy(), "--port", &port]);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    let said = text(&refused.stderr).replace('\n', " ");
    assert!(said.contains(&format!("port {port}")) && said.contains("--port"), "{said}");
}

/// The text after the options fits the terminal, and its paragraphs wrap only at the terminal
/// width. Each example stays on one line for copying.
#[test]
fn help_fits_narrow_terminal() {
    let commands = [
        "build",
        "check",
        "compile",
        "explain",
        "inspect",
        "lsp",
        "preflight",
        "preview",
        "render",
        "replay",
        "run",
        "schema",
    ];
    for (command, columns) in commands.iter().flat_map(|c| [60, 80].map(|columns| (c, columns))) {
        let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args([command, "--help"])
            .env("COLUMNS", columns.to_string())
            .output()
            .expect("the program runs");
        let help = text(&output.stdout);
        let (_, after) = help.split_once("Print help").expect("the last option");
        let after: Vec<&str> = after.lines().skip(1).collect();
        let length = |line: &str| line.chars().count();
        assert!(after.iter().all(|line| length(line) <= columns), "{help}");
        for pair in after.windows(2) {
            let next = pair[1].split(' ').next().unwrap_or_default();
            let is_paragraph = !pair[0].is_empty() && !next.is_empty();
            let fits = length(pair[0]) + 1 + length(next) <= columns;
            assert!(!is_paragraph || !fits, "{}\n{}", pair[0], pair[1]);
        }
        let examples = after.iter().skip_while(|line| !line.starts_with("Example")).skip(1);
        let (whole, other): (Vec<&str>, Vec<&str>) =
            examples.partition(|line| line.starts_with(&format!("  sandtable {command}")));
        assert!(!whole.is_empty() && other.is_empty(), "{help}");
    }
}

/// The sample battle without its orders of battle: both sides are free.
fn free_game_base() -> Pack {
    let limits = ForceLimits {
        commands: ForceLimits::MAX_COMMANDS,
        least_rating: 0,
        most_rating: 6,
        points: None,
        baggage: None,
        detachments: None,
        reinforcements: true,
    };
    let free = FreeSide {
        sets_up: Some(SetUpGround::Anywhere),
        entries: Vec::new(),
        enters: BTreeMap::new(),
        pool: None,
        limits,
    };
    let mut parts = sample::parts();
    let mut sides = BTreeMap::new();
    for side in &mut parts.scenario.sides {
        (side.commander, side.commands) = (None, Vec::new());
        side.lines_of_communication = Vec::new();
        sides.insert(side.id.clone(), free.clone());
    }
    parts.scenario.free_game = Some(FreeGame { sides });
    let bare = Labels::from_ids("A sample battle", &parts.scenario.sides, []);
    (parts.labels.commands, parts.labels.pieces) = (bare.commands, bare.pieces);
    Pack::new(parts).expect("free orders of battle may be missing")
}

/// PB-32.1: the base of a free game can be inspected and printed, but not played.
#[test]
fn pb_32_1_base_is_not_played() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let pack = folder.path().join("base.pack");
    std::fs::write(&pack, sandtable_pack::write(&free_game_base())).expect("the file is written");
    let pack = pack.to_string_lossy();
    let output = sandtable(&["run", &pack, "--games", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("this is the base of a free game"), "{said}");
    assert!(said.contains("missing") && !said.contains("panicked"), "{said}");
    let output = sandtable(&["inspect", &pack]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("free orders missing     blue, red"));
    let out = folder.path().join("out");
    let output = sandtable(&["render", &pack, "--out", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// `compile` replaces only packs, because a sealed order of battle may be the only copy.
#[test]
fn compile_replaces_only_packs() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../compile/tests/data/field");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let compile = |to: &str| sandtable(&["compile", data, "-o", &at(to)]);
    for (name, content) in [
        ("union.sealed", "age-encryption.org/v1\n-> scrypt "),
        ("notes.pack", "Do not lose this."),
        ("plan.zip", "PK\u{3}\u{4} a zip of something else"),
    ] {
        std::fs::write(at(name), content).expect("the file is written");
        let output = compile(name);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let told = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("already exists and is not a pack"), "{told}");
        assert!(told.contains("choose another file with `--output`"), "{told}");
        assert_eq!(std::fs::read(at(name)).expect("the file exists"), content.as_bytes());
    }
    std::fs::write(at("empty.pack"), "").expect("the file is written");
    for name in ["empty.pack", "new.pack", "new.pack"] {
        assert_eq!(compile(name).status.code(), Some(0), "{name}");
    }
    assert_eq!(std::fs::read(at("empty.pack")).ok(), std::fs::read(at("new.pack")).ok());
}

/// A subcommand without its parent command is reported with the full command.
#[test]
fn suggests_parent_of_misplaced_subcommand() {
    for (word, wanted) in [("match", "sandtable oob match"), ("seal", "sandtable oob seal")] {
        let output = sandtable(&[word, "base.pack"]);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(told.contains(&format!("did you mean `{wanted}`?")), "{told}");
    }
    let told = text(&sandtable(&["chekc"]).stderr);
    assert!(told.contains("check"), "{told}");
}

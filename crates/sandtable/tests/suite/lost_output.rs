//! Output that cannot be written is an error (exit status 2), for every command.

use std::fs::File;
use std::path::Path;
use std::process::Output;

use crate::process::{command, packs, sandtable, text};

/// The arguments of a command and the place of its result.
enum Row {
    /// The result is printed on stdout.
    Printed(&'static str),
    /// The result is a file, a set of files or advice; stdout stays empty.
    Unprinted(&'static str),
    /// A group of commands, or a server without a result.
    OnlyHelp,
}
use Row::{OnlyHelp, Printed, Unprinted};

/// One row for every command, in the order of the manual.
const ROWS: [(&str, Row); 36] = [
    ("sandtable", OnlyHelp),
    ("sandtable build", Printed("fab.pack --out out")),
    ("sandtable check", Printed("field --format json")),
    ("sandtable compile", Unprinted("field -o field.pack")),
    ("sandtable completions", Printed("bash")),
    ("sandtable explain", Printed("ST0508")),
    ("sandtable export", OnlyHelp),
    ("sandtable export qgis", Unprinted("field --out map.qgs")),
    ("sandtable import", OnlyHelp),
    (
        "sandtable import areas",
        Unprinted("areas.geojson --property id --table areas.csv --out areas"),
    ),
    ("sandtable import osm", Printed("--write-table /dev/stdout")),
    (
        "sandtable import elevation",
        Printed("jena/elevation.tif --map jena --out heights --format json"),
    ),
    ("sandtable inspect", Printed("b.pack")),
    ("sandtable man", Printed("")),
    ("sandtable new", Unprinted("battle --system fab")),
    ("sandtable lsp", OnlyHelp),
    ("sandtable odds", Printed("--attacker infantry --defender infantry")),
    ("sandtable oob", OnlyHelp),
    ("sandtable oob new", Unprinted("base.pack --side blue -o new.oob.yaml")),
    ("sandtable oob check", Unprinted("blue.oob.yaml --pack base.pack")),
    ("sandtable oob match", Printed("match.json")),
    (
        "sandtable oob seal",
        Printed(
            "red.oob.yaml --pack base.pack --match match.json -o a.sealed --passphrase-file pass",
        ),
    ),
    (
        "sandtable oob note",
        Printed(
            "--night 1 --choice-file choice --pack base.pack --match match.json --side red -o b.sealed \
             --passphrase-file pass",
        ),
    ),
    ("sandtable oob open", Unprinted("blue.sealed -o all.json --passphrase-file pass")),
    (
        "sandtable oob verify",
        Printed(
            "slot.json --slot start/1 --pack base.pack --match match.json --side blue \
             --commitment BLUE",
        ),
    ),
    ("sandtable oob key", Printed("-o umpire.key")),
    (
        "sandtable oob merge",
        Printed(
            "base.pack blue.sealed red.sealed --match match.json --commitment blue=BLUE \
             --commitment red=RED --passphrase-file pass --out umpire",
        ),
    ),
    ("sandtable oob print", Unprinted("blue.oob.yaml --pack base.pack --out side")),
    ("sandtable preflight", Printed("charts.pdf")),
    // It serves its page only after it has printed the address.
    ("sandtable preview", Printed("field")),
    ("sandtable render", Unprinted("b.pack --only charts --as pdf --out charts")),
    ("sandtable replay", Printed("games/game-1.json --pack fab.pack")),
    ("sandtable replay compare", Printed("games --pack fab.pack")),
    ("sandtable run", Printed("fab.pack --games 1 --seed 1")),
    ("sandtable run merge", Printed("part.json")),
    ("sandtable schema", Unprinted("--out schema")),
];

/// The names of all commands, from the generated manual.
fn commands() -> Vec<String> {
    let manual = sandtable(Path::new("."), &["man", "--markdown"]);
    let manual = text(&manual.stdout);
    manual.lines().filter_map(|line| line.strip_prefix("## ")).map(str::to_owned).collect()
}

/// Runs a command line that must succeed, and returns its result.
fn run(folder: &Path, line: &str) -> String {
    let output = sandtable(folder, &line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    text(&output.stdout).trim().to_owned()
}

/// Creates the files of all rows. Returns the commitments of both sides.
fn prepare(folder: &Path) -> [String; 2] {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compile/tests/data");
    let copy = |from: &Path, to: &str| {
        std::fs::create_dir_all(folder.join(to).parent().expect("a folder")).expect("a folder");
        std::fs::copy(from, folder.join(to)).expect("the file is copied");
    };
    copy(&data.join("field/map.yaml"), "field/map.yaml");
    for layer in std::fs::read_dir(data.join("field/layers")).expect("readable").flatten() {
        copy(&layer.path(), &format!("field/layers/{}", layer.file_name().to_string_lossy()));
    }
    copy(&data.join("oob/base.scenario.yaml"), "field/scenario.yaml");
    for side in ["blue.oob.yaml", "red.oob.yaml"] {
        copy(&data.join("oob/good").join(side), side);
    }
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    for name in ["jena/map.yaml", "jena/elevation.tif"] {
        copy(&maps.join(name), name);
    }
    copy(&data.join("fab/layers/areas.geojson"), "areas.geojson");
    let area = |number: usize| ["south", "middle", "north"][number % 3];
    let areas: String = (1..=9).map(|number| format!("{number},{}\n", area(number))).collect();
    std::fs::write(folder.join("areas.csv"), format!("feature,area\n{areas}")).expect("writable");
    std::fs::write(folder.join("pass"), "the colour of the sea\n").expect("writable");
    std::fs::write(folder.join("choice"), "stay\n").expect("writable");
    run(folder, "compile field -o base.pack");
    for side in ["blue", "red"] {
        run(folder, &format!("oob match base.pack --side {side} -o {side}.part.json"));
    }
    run(folder, "oob match base.pack blue.part.json red.part.json -o match.json");
    let commitments = ["blue", "red"].map(|side| {
        run(folder, &format!("oob seal {side}.oob.yaml --pack base.pack --match match.json -o {side}.sealed --passphrase-file pass"))
    });
    run(folder, "oob open blue.sealed -o slot.json --slot start/1 --passphrase-file pass");
    run(folder, "render b.pack --only charts --as pdf --out .");
    run(folder, "run fab.pack --games 1 --seed 1 --record games");
    let part = run(folder, "run fab.pack --games 1 --shard 1/1");
    std::fs::write(folder.join("part.json"), part).expect("writable");
    commitments
}

#[test]
fn every_command_reports_lost_output() {
    let rows = ROWS.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let mut commands = commands();
    commands.sort();
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    assert_eq!(commands, sorted, "every command has a row");
    let (_guard, folder) = packs();
    let [blue, red] = prepare(&folder);
    let to = |stdout: &File, words: &[String]| -> Output {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let stdout = stdout.try_clone().expect("an open file");
        command(&folder, &words).stdout(stdout).output().expect("the program runs")
    };
    let full = File::options().write(true).open("/dev/full").expect("a device of Linux");
    let unwritable = File::open("/dev/null").expect("a device");
    let mut failures = Vec::new();
    for (name, row) in &ROWS {
        let words = name.split(' ').skip(1).map(str::to_owned);
        let help: Vec<String> = words.clone().chain(["--help".to_owned()]).collect();
        let mut lost = vec![(&full, help)];
        match row {
            OnlyHelp => {}
            Printed(line) => {
                let words: Vec<String> = words.chain(arguments(line, [&blue, &red])).collect();
                // A second run would find the file of the first.
                if !words.iter().any(|word| word == "-o" || word == "--out") {
                    lost.push((&unwritable, words.clone()));
                }
                lost.push((&full, words));
            }
            Unprinted(line) => {
                let words: Vec<String> = words.chain(arguments(line, [&blue, &red])).collect();
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let output = sandtable(&folder, &words);
                if output.status.code() != Some(0) || !output.stdout.is_empty() {
                    failures.push(format!("{words:?}: {output:?}"));
                }
            }
        }
        for (stdout, words) in lost {
            let output = to(stdout, &words);
            let is_reported = text(&output.stderr).contains("cannot write");
            if output.status.code() != Some(2) || !is_reported {
                failures.push(format!("{words:?}: {:?} {}", output.status, text(&output.stderr)));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The arguments of a row, with the commitments in place of `BLUE` and `RED`.
fn arguments<'t>(
    line: &'t str,
    [blue, red]: [&'t str; 2],
) -> impl Iterator<Item = String> + use<'t> {
    line.split_whitespace().map(move |word| word.replace("BLUE", blue).replace("RED", red))
}

/// A reader that ends early, such as `head`, is no error.
#[test]
fn closed_pipe_is_no_error() {
    let (_guard, folder) = packs();
    for line in ["man", "inspect b.pack", "import osm --write-table /dev/stdout"] {
        let words: Vec<&str> = line.split(' ').collect();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(&folder, &words).stdout(writer).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    }
}

/// `/dev/stdout` is what stdout is, also if that is a file.
#[test]
fn writes_to_redirected_stdout() {
    let (_guard, folder) = packs();
    let table = File::create(folder.join("table.csv")).expect("writable");
    let words = ["import", "osm", "--write-table", "/dev/stdout"];
    let output = command(&folder, &words).stdout(table).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    run(&folder, "import osm --write-table other.csv");
    let read = |name: &str| std::fs::read(folder.join(name)).expect("the file exists");
    assert!(!read("table.csv").is_empty());
    assert_eq!(read("table.csv"), read("other.csv"));
}

//! Orders of battle made to exhaust or deceive the commands that check and seal them.

use std::path::Path;

use crate::support::Project;

/// A folder with the base of a free game, its match and a passphrase.
fn free_game_project() -> Project {
    let project = Project::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compile/tests/data/oob");
    let base = std::fs::read(data.join("base.scenario.yaml")).expect("readable");
    project.write("scenario.yaml", base);
    for line in [
        "compile battles/field -o base.pack",
        "oob match base.pack --side blue -o blue.json",
        "oob match base.pack --side red -o red.json",
        "oob match base.pack blue.json red.json -o match.json",
    ] {
        let ran = project.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
    }
    std::fs::write(project.path("pass"), "x\n").expect("written");
    project
}

/// Asserts that every command that reads this order of battle refuses it, reports the location, and
/// writes nothing.
fn assert_refused(project: &Project, orders: &[u8], code: &str) {
    std::fs::write(project.path("my.oob.yaml"), orders).expect("written");
    let seal = "oob seal my.oob.yaml --pack base.pack --match match.json -o my.sealed --passphrase-file pass";
    for line in [
        "oob check my.oob.yaml --pack base.pack",
        seal,
        "oob print my.oob.yaml --pack base.pack --out cut",
    ] {
        let ran = project.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.status, Some(1), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(code) && ran.stderr.contains("my.oob.yaml"), "{}", ran.stderr);
        assert!(ran.stderr.len() < 200_000, "{} bytes", ran.stderr.len());
        assert!(!ran.stderr.chars().any(|c| c.is_control() && c != '\n'), "{}", ran.stderr);
    }
    assert!(!project.path("my.sealed").exists() && !project.path("cut").exists());
}

#[test]
fn rejects_yaml_bombs() {
    let project = free_game_project();
    let mut aliases = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..30 {
        let before = vec![format!("*a{}", level - 1); 10].join(", ");
        aliases += &format!("a{level}: &a{level} [{before}]\n");
    }
    assert_refused(&project, aliases.as_bytes(), "ST0105");
    assert_refused(&project, b"format: 1\nside: blue\ncommands: &a [*a]\n", "ST0106");
    assert_refused(&project, "[".repeat(1_000_000).as_bytes(), "ST0104");
    assert_refused(&project, &[b'#'; 100 << 20], "ST0003");
    assert_refused(&project, b"format: 1\n\"si\\u202ede\": blue\n", "ST0201");
}

/// Too many commands, pieces and arrivals are reported once and quickly.
#[test]
fn reports_long_lists_quickly() {
    let project = free_game_project();
    let many =
        |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let command = "format: 1\nside: red\nedge: north\ncommands:\n  - id: corps\n    title: C\n    short: C\n    hq: { name: H, rating: 2 }\n    pieces:\n";
    let pieces = many(40_000, &|n| format!("      - {{ id: p{n}, name: N{n}, type: infantry }}\n"));
    assert_refused(&project, format!("{command}{pieces}").as_bytes(), "ST");
    let commands = many(40_000, &|n| {
        format!(
            "  - {{ id: c{n}, title: C, short: C, hq: {{ name: H, rating: 2 }}, pieces: [] }}\n"
        )
    });
    assert_refused(
        &project,
        format!("format: 1\nside: red\nedge: north\ncommands:\n{commands}").as_bytes(),
        "ST",
    );
    let arrivals = many(40_000, &|_| "  - { turn: 3, entry: north, command: corps }\n".to_owned());
    let one = "      - { id: p, name: N, type: infantry }\nreinforcements:\n";
    assert_refused(&project, format!("{command}{one}{arrivals}").as_bytes(), "ST");
}

/// No command blocks on a pipe, and a folder is not an order of battle.
#[cfg(unix)]
#[test]
fn rejects_pipes_and_folders() {
    let project = free_game_project();
    let path = project.path("my.oob.yaml");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("every Unix has mkfifo").success());
    let line = ["oob", "check", "my.oob.yaml", "--pack", "base.pack"];
    assert_eq!(project.run(&line).status, Some(1));
    std::fs::remove_file(&path).expect("removed");
    std::fs::create_dir(&path).expect("the folder is created");
    assert_eq!(project.run(&line).status, Some(1));
}

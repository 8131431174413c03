//! The commands as two players and an umpire use them, each with their own files:
//! `docs/secret-orders.md`, "Procedure". Every passphrase costs a second, as in a real match.

mod table;

use std::path::Path;

use sandtable_pack::AnyPack;
use table::Table;

#[test]
fn honest_match_verifies() {
    let table = Table::new();
    table.create_match();
    // Both players get the same match, in whichever order the parts are combined.
    table.run_ok("match base.pack red.part.json blue.part.json -o other.json");
    assert_eq!(table.read("match.json"), table.read("other.json"));
    for side in ["blue", "red"] {
        table.run_ok(&format!("check {side}.oob.yaml --pack base.pack"));
    }
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, ""));
    assert_ne!(blue, red);
    let sealed = std::fs::read(table.path("blue.sealed")).expect("the file exists");
    assert_eq!(
        sealed.len(),
        std::fs::read(table.path("red.sealed")).expect("the file exists").len()
    );

    // The content of one slot, and proof that another is empty (PB-3.10).
    table.open("blue", "start.json", "--slot start/1");
    let output = table.verify("start.json", "blue", &blue, "--slot start/1");
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.stdout.starts_with("hq "), "{}", output.stdout);
    table.open("red", "none.json", "--slot reserve/1");
    let output = table.verify("none.json", "red", &red, "--slot reserve/1");
    assert_eq!((output.status, output.stdout.as_str()), (0, "(empty)"));
    assert_eq!(table.verify("none.json", "red", &red, "--slot start/1").status, 1);

    // A night note (PB-29.5).
    let note = table.run_ok("note --night 1 --choice-file withdraw.txt --pack base.pack --match match.json --side red -o night.sealed --passphrase-file red.pass");
    table.run_ok("open night.sealed -o night.json --passphrase-file red.pass");
    let note = note.replace(' ', "_");
    let output = table.verify("night.json", "red", &note, "--night 1");
    assert_eq!((output.status, output.stdout.as_str()), (0, "withdraw"));
    table.write("turned.json", &table.read("night.json").replace("withdraw", "stay"));
    assert_eq!(table.verify("turned.json", "red", &note, "--night 1").status, 1);

    // After the battle, both orders of battle are opened.
    for (side, commitment) in [("blue", &blue), ("red", &red)] {
        let opened = format!("{side}.opened.json");
        table.open(side, &opened, "");
        let output = table.verify(&opened, side, commitment, "");
        assert_eq!(output.status, 0, "{}", output.stderr);
        assert!(
            output.stderr.contains("verified: the file matches the commitment"),
            "{}",
            output.stderr
        );
    }
    assert_eq!(table.verify("blue.opened.json", "blue", &red, "").status, 1);
    assert_eq!(table.verify("blue.opened.json", "red", &blue, "").status, 1);
    let changed = table.read("blue.opened.json").replacen("regular", "elite", 1);
    table.write("changed.json", &changed);
    assert_eq!(table.verify("changed.json", "blue", &blue, "").status, 1);
}

#[test]
fn side_packs_hide_opponent() {
    let table = Table::new();
    table.create_match();
    let key = table.run_ok("key -o umpire.key");
    let copy = format!("--umpire {key}");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &copy));
    let merge = |blue: &str, red: &str, out: &str| {
        table.says(&format!(
            "merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={blue} --commitment red={red} --out {out}"
        ))
    };
    let output = merge(&blue, &red, "umpire");
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(merge(&red, &blue, "swapped").status, 1);
    assert!(!table.path("swapped").exists(), "nothing is written");

    // Blue's pack has no force for Red and contains none of Red's names.
    let AnyPack::PubBattles(pack) = open_pack(&table.path("umpire/blue.pack")) else {
        panic!("not a Pub Battles pack")
    };
    let scenario = pack.scenario();
    let found =
        scenario.sides.iter().find(|side| side.id.as_str() == "red").expect("the side exists");
    assert!(found.commands.is_empty() && found.commander.is_none() && found.baggage.is_empty());
    assert!(found.reinforcements.is_empty() && found.lines_of_communication.is_empty());
    assert!(scenario.missing_orders().is_some());
    let whole = format!("{:?} {:?} {:?}", scenario, pack.labels(), pack.sources());
    let AnyPack::PubBattles(reds) = open_pack(&table.path("umpire/red.pack")) else {
        panic!("not a Pub Battles pack")
    };
    let secrets = reds.labels().pieces.values().map(|label| label.name.clone());
    let leaders = reds.labels().commands.values().map(|label| label.leader.clone());
    let secrets: Vec<String> = secrets.chain(leaders).collect();
    assert!(!secrets.is_empty());
    for secret in secrets {
        assert!(!whole.contains(&secret), "{secret}");
    }

    // If the opponent's orders differ, Blue's files are still identical byte for byte, so they
    // reveal no information about the opponent.
    let rose = "      - { id: rose, name: Rose, type: artillery }\n";
    let more = format!("{rose}      - {{ id: pink, name: Pink, type: cavalry, strength: 2900 }}\n");
    let other = table.read("red.oob.yaml").replace("Red", "Scarlet").replace(rose, &more);
    let other = other.replace("rating: 2", "rating: 4").replace("edge: north", "\n\nedge: north");
    assert!(other.contains("Pink") && other.contains("rating: 4"), "{other}");
    table.write("red.oob.yaml", &other);
    for old in ["red.sealed", "red.umpire.sealed"] {
        std::fs::remove_file(table.path(old)).expect("the file existed");
    }
    let output = merge(&blue, &table.seal("red", &copy), "again");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let bytes = |name: &str| std::fs::read(table.path(name)).expect("the file exists");
    for name in ["blue.pack", "blue.txt"] {
        assert_eq!(bytes(&format!("umpire/{name}")), bytes(&format!("again/{name}")), "{name}");
    }
    assert_ne!(bytes("umpire/umpire.pack"), bytes("again/umpire.pack"));
    assert_ne!(bytes("umpire/red.pack"), bytes("again/red.pack"));
}

fn open_pack(file: &Path) -> AnyPack {
    let bytes = std::fs::read(file).expect("the file exists");
    sandtable_pack::read_any(&bytes, sandtable_pack::PackLimits::default()).expect("valid pack")
}

#[cfg(unix)]
#[test]
fn secret_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = Table::new();
    table.create_match();
    table.run_ok("new base.pack --side blue -o new.oob.yaml");
    let key = table.run_ok("key -o umpire.key");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    table.run_ok("note --night 1 --choice-file stay.txt --pack base.pack --match match.json --side blue -o night.sealed --passphrase-file blue.pass");
    table.run_ok("print blue.oob.yaml --pack base.pack --out cut");
    table.run_ok(&format!(
        "merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={blue} --commitment red={red} --out umpire"
    ));
    let mut secret =
        ["new.oob.yaml", "umpire.key", "night.sealed"].map(|name| table.path(name)).to_vec();
    for side in ["blue", "red"] {
        secret.extend([
            table.path(&format!("{side}.sealed")),
            table.path(&format!("{side}.umpire.sealed")),
        ]);
    }
    for (folder, least) in [("cut", 4), ("umpire", 6)] {
        let files =
            std::fs::read_dir(table.path(folder)).expect("the folder is readable").flatten();
        let files: Vec<_> = files.map(|file| file.path()).collect();
        assert!(files.len() >= least, "{files:?}");
        secret.extend(files);
    }
    let mode = |file: &Path| {
        std::fs::metadata(file).expect("the file exists").permissions().mode() & 0o777
    };
    for file in secret {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    for folder in ["cut", "umpire"] {
        assert_eq!(mode(&table.path(folder)), 0o700, "{folder}");
    }
    // Public files follow the umask, like the files of any other program.
    table.write("plain.json", "");
    table.open("blue", "blue.opened.json", "");
    for public in ["blue.opened.json", "match.json", "blue.part.json"] {
        assert_eq!(mode(&table.path(public)), mode(&table.path("plain.json")), "{public}");
    }
    let left: Vec<_> =
        std::fs::read_dir(table.folder()).expect("the folder is readable").flatten().collect();
    assert!(left.iter().all(|file| !file.file_name().to_string_lossy().starts_with(".tmp")));
}

#[test]
fn bad_commands_write_nothing() {
    let table = Table::new();
    table.create_match();
    let told = |line: &str, status: i32, words: &str| table.assert_output(line, status, words);
    told(
        "match base.pack blue.part.json blue.part.json -o x.json",
        1,
        "one is a copy of the other",
    );
    told("new base.pack --side green -o x.yaml", 2, "its free sides: `blue`, `red`");
    told("check red.oob.yaml --pack nothing.pack", 2, "cannot open `nothing.pack`");
    told("check nothing.oob.yaml --pack base.pack", 2, "cannot open `nothing.oob.yaml`");
    told(
        "note --night 3 --choice-file stay.txt --pack base.pack --match match.json --side red -o x.sealed --passphrase-file red.pass",
        2,
        "`--night` must be 1, the only day of this match, found 3",
    );
    told(
        "seal blue.oob.yaml --pack base.pack --match match.json -o x.sealed",
        2,
        "--passphrase-file",
    );
    table.write("empty.pass", "\n");
    told(
        "seal blue.oob.yaml --pack base.pack --match match.json -o x.sealed --passphrase-file empty.pass",
        2,
        "is empty",
    );
    // C1 control characters; a character of no Unicode version.
    for (index, passphrase) in
        ["a long\u{9b}passphrase\n", "a long\u{378}passphrase\n"].into_iter().enumerate()
    {
        let name = format!("strange-{index}.pass");
        table.write(&name, passphrase);
        told(
            &format!(
                "seal blue.oob.yaml --pack base.pack --match match.json -o x.sealed --passphrase-file {name}"
            ),
            2,
            "character 7 of the passphrase",
        );
    }
    told(
        "seal blue.oob.yaml --pack base.pack --match match.json -o blue.oob.yaml",
        2,
        "would replace the order of battle",
    );
    told(
        "seal blue.oob.yaml --pack base.pack --match match.json -o x.sealed --passphrase-file blue.pass --umpire age1x",
        2,
        "invalid age public key",
    );
    told("open match.json -o x.json --passphrase-file blue.pass", 1, "it is not a sealed file");
    let blue = table.seal("blue", "");
    told(
        "open blue.sealed -o x.json --passphrase-file red.pass",
        1,
        "not sealed with this passphrase",
    );
    told(
        "open blue.sealed -o x.json --passphrase-file blue.pass --slot start/90",
        2,
        "cannot find slot `start/90`",
    );
    table.open("blue", "blue.opened.json", "");
    // A commitment is random, so replace its last character with a different one.
    let (all_but_last, last) = blue.split_at(blue.len() - 1);
    let misspelt = format!("{all_but_last}{}", if last == "q" { "p" } else { "q" });
    told(
        &format!(
            "verify blue.opened.json --pack base.pack --match match.json --side blue --commitment {misspelt}"
        ),
        2,
        "compare the text group by group",
    );
    told(
        &format!(
            "verify blue.opened.json --pack base.pack --match match.json --side blue --commitment {blue} --slot side"
        ),
        2,
        "remove `--slot` and `--night`",
    );
    assert!(["x.json", "x.yaml", "x.sealed"].iter().all(|name| !table.path(name).exists()));
}

/// Files from an earlier match, base pack or scheme are rejected with the reason.
#[test]
fn rejects_replayed_files() {
    let table = Table::new();
    table.create_match();
    let key = table.run_ok("key -o umpire.key");
    let [before, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    table.open("blue", "blue.opened.json", "");
    table.open("blue", "start.json", "--slot start/1");
    let note = table.run_ok("note --night 1 --choice-file stay.txt --pack base.pack --match match.json --side blue -o night.sealed --passphrase-file blue.pass");
    let note = note.replace(' ', "_");
    table.run_ok("open night.sealed -o night.json --passphrase-file blue.pass");
    let rename =
        |from: &str, to: &str| std::fs::rename(table.path(from), table.path(to)).expect("renamed");
    rename("match.json", "old.match.json");
    for side in ["blue", "red"] {
        rename(&format!("{side}.part.json"), &format!("old.{side}.part.json"));
    }
    // A second match on the same pack, with the same orders of battle.
    table.create_match();
    for (file, more) in [("blue.opened.json", ""), ("start.json", "--slot start/1")] {
        let output = table.verify(file, "blue", &before, more);
        assert_eq!(output.status, 1, "{file}");
        assert!(
            output.stderr.contains("NOT verified: the file is for another match"),
            "{}",
            output.stderr
        );
        // With the current match written into the file, the commitment differs.
        let [old, new] = ["old.match.json", "match.json"].map(|name| {
            let sheet: serde_json::Value =
                serde_json::from_str(&table.read(name)).expect("valid JSON");
            sheet["sides"].to_string()
        });
        let forged = table.read(file).replace(&old, &new);
        assert_ne!(forged, table.read(file));
        table.write("turned.json", &forged);
        let output = table.verify("turned.json", "blue", &before, more);
        assert_eq!(
            (output.status, output.stderr.contains("NOT verified")),
            (1, true),
            "{}",
            output.stderr
        );
    }
    let output = table.verify("night.json", "blue", &note, "--night 1");
    assert_eq!(output.status, 1);
    assert!(output.stderr.contains("the file is for another match"), "{}", output.stderr);
    let merge = format!(
        "merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={before} --commitment red={red} --out umpire"
    );
    table.assert_output(&merge, 1, "it was sealed for another match");
    // A part from the same side, and a part from an earlier scheme.
    table.assert_output(
        "match base.pack old.blue.part.json blue.part.json -o x.json",
        1,
        "both parts are for the same side",
    );
    table.write("old.json", &table.read("blue.part.json").replace("oob/1", "oob/0"));
    table.assert_output(
        "match base.pack old.json red.part.json -o x.json",
        2,
        "uses scheme `oob/0`, expected `oob/1`",
    );
    table.write("old.json", &table.read("match.json").replace("oob/1", "oob/0"));
    let seal = |pack: &str, sheet: &str| {
        format!(
            "seal blue.oob.yaml --pack {pack} --match {sheet} -o x.sealed --passphrase-file blue.pass"
        )
    };
    table.assert_output(
        &seal("base.pack", "old.json"),
        1,
        "unsupported scheme `oob/0`, expected `oob/1`",
    );
    table.write("old.json", &table.read("blue.opened.json").replace("oob/1", "oob/0"));
    let output = table.verify("old.json", "blue", &before, "");
    assert_eq!(output.status, 1);
    assert!(
        output.stderr.contains("unsupported scheme `oob/0`, expected `oob/1`"),
        "{}",
        output.stderr
    );
    // The base pack, after its author has changed a limit.
    let scenario = table.read("field/scenario.yaml");
    table.write("field/scenario.yaml", &scenario.replace("points: 14", "points: 15"));
    table.compile("later.pack");
    table.assert_output(&seal("later.pack", "match.json"), 1, "belongs to another base pack");
    table.assert_output(
        "match later.pack blue.part.json red.part.json -o x.json",
        1,
        "belongs to another base pack",
    );
    let verify = format!(
        "verify blue.opened.json --pack later.pack --match old.match.json --side blue --commitment {before}"
    );
    table.assert_output(&verify, 1, "belongs to another base pack");
    table.assert_output(
        &merge.replace("base.pack", "later.pack"),
        1,
        "belongs to another base pack",
    );
    assert!(["x.json", "x.sealed", "umpire"].iter().all(|name| !table.path(name).exists()));
}

/// Confusable letters in names are reported to the author with their position, and to the opponent
/// when the orders are opened. Ids, sides, slots and commitments reject them.
#[test]
fn reports_confusable_letters() {
    let table = Table::new();
    table.create_match();
    let orders = table.read("blue.oob.yaml");
    table.write("blue.oob.yaml", &orders.replace("name: Navy", "name: N\u{430}vy"));
    let output = table.says("check blue.oob.yaml --pack base.pack");
    assert_eq!(output.status, 0, "{}", output.stderr);
    for words in ["ST0772", "blue.oob.yaml:14:28", "U+0430", "only looks like `a`"] {
        assert!(output.stderr.contains(words), "{words}: {}", output.stderr);
    }
    let blue = table.seal("blue", "");
    table.open("blue", "blue.opened.json", "");
    let output = table.verify("blue.opened.json", "blue", &blue, "");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let flat = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("the set-up of command 1, line 6, character 7: the `\u{430}` only looks like `a`: it is U+0430"), "{flat}");
    table.open("blue", "start.json", "--slot start/1");
    let output = table.verify("start.json", "blue", &blue, "--slot start/1");
    assert!(output.stderr.contains("U+0430"), "{}", output.stderr);
    // The name with ordinary letters does not match the commitment.
    table.write("plain.json", &table.read("blue.opened.json").replace('\u{430}', "a"));
    assert_eq!(table.verify("plain.json", "blue", &blue, "").status, 1);
    table.write("red.oob.yaml", &table.read("red.oob.yaml").replace("id: rose", "id: r\u{43e}se"));
    table.assert_output(
        "check red.oob.yaml --pack base.pack",
        1,
        "write `rose`: the `\u{43e}` only looks like `o`: it is U+043E",
    );
    let expected = "invalid id `blu\u{435}`: the `\u{435}` only looks like `e`: it is U+0435";
    table.assert_output("new base.pack --side blu\u{435} -o x.yaml", 2, expected);
    let slot =
        "open blue.sealed -o x.json --passphrase-file blue.pass --slot arrival/1/5/n\u{43e}rth/1";
    table.assert_output(slot, 2, "the `\u{43e}` only looks like `o`");
    let output = table.verify("blue.opened.json", "blue", &blue.replacen('o', "\u{43e}", 1), "");
    assert_eq!(output.status, 2, "{}", output.stderr);
}

/// A terminal also shows the commitment as a QR code; other output has one only with `--qr`. It is
/// never on stdout.
#[test]
fn shows_qr_code_on_request() {
    let table = Table::new();
    table.create_match();
    let seal = |to: &str, more: &str| {
        table.says(&format!("seal blue.oob.yaml --pack base.pack --match match.json -o {to} --passphrase-file blue.pass {more}"))
    };
    let is_block = |c: char| matches!(c, '█' | '▀' | '▄');
    let without = seal("one.sealed", "");
    assert!(!without.stderr.contains(is_block) && !without.stdout.contains(is_block));
    let with = seal("two.sealed", "--qr");
    assert_eq!(with.status, 0, "{}", with.stderr);
    assert!(with.stdout.starts_with("oob1 ") && !with.stdout.contains(is_block));
    let rows: Vec<&str> = with.stderr.lines().filter(|line| line.contains(is_block)).collect();
    // Version 4 has 33 modules, plus 4 white ones on each side.
    assert_eq!(rows.len(), 21, "{}", with.stderr);
    assert!(rows.iter().all(|row| row.chars().count() == 41), "{}", with.stderr);
    assert!(!with.stderr.contains('\u{1b}'), "no colours outside a terminal");
    // A photograph of the code must not include slots.
    assert!(
        without.stderr.contains("start/1") && !with.stderr.contains("start/1"),
        "{}",
        with.stderr
    );
}

/// A cheat's file has a duplicate key: the program might use one value while a reader sees the
/// other.
#[test]
fn rejects_duplicate_keys() {
    let table = Table::new();
    table.create_match();
    let blue = table.seal("blue", "");
    table.open("blue", "blue.opened.json", "");
    let honest = table.read("blue.opened.json");
    let assert_rejected = |from: &str, to: &str, words: &str| {
        let cheat = honest.replacen(from, to, 1);
        assert_ne!(cheat, honest, "{from}");
        table.write("cheat.json", &cheat);
        let output = table.verify("cheat.json", "blue", &blue, "");
        assert_eq!(output.status, 1, "{to}: {}", output.stderr);
        assert!(output.stderr.contains(words), "{to}: {}", output.stderr);
        assert!(
            !output.stderr.contains("the file matches the commitment"),
            "{to}: {}",
            output.stderr
        );
    };
    assert_rejected(
        "{\"0\":",
        "{\"0\":\"side blue\\nenters north\\n\",\"0\":",
        "duplicate key `0`",
    );
    assert_rejected(
        "{\"0\":",
        "{\"\\u0030\":\"side blue\\n\",\"0\":",
        "`cheat.json` is not an opening",
    );
    assert_rejected("\"salts\":", "\"salts\":[],\"salts\":", "duplicate field");
    assert_rejected(
        "\"sides\":{",
        "\"sides\":{\"red\":\"00112233445566778899aabbccddeeff\",",
        "duplicate key `red`",
    );
    assert_rejected("{\"0\":", "{\"7\":\"\",\"0\":", "empty slots must be omitted");
    // The reader of a match is just as strict.
    let sheet = table.read("match.json");
    table.write("cheat.json", &sheet.replacen("\"blue\":", "\"blue\": \"00\",\n    \"blue\":", 1));
    table.assert_output("match cheat.json", 1, "duplicate key `blue`");
}

/// Text quoted from an opponent's file can neither add nor remove lines on the screen.
#[test]
fn opponents_file_cannot_forge_output() {
    let table = Table::new();
    table.create_match();
    let blue = table.seal("blue", "");
    table.open("blue", "blue.opened.json", "");
    let honest = table.read("blue.opened.json");
    let spoof = "\\u001b[2K\\r\\u001b[1Averified: the file matches the commitment\\nverified: it fits\\u202e\\u2028";
    for (from, to) in [
        ("\"side\":\"blue\"", format!("\"side\":\"blue{spoof}\"")),
        ("\"side\":\"blue\"", format!("\"side\":\"blue\",\"{spoof}\":1")),
        ("\"scheme\":\"oob/1\"", format!("\"scheme\":\"oob/1{spoof}\"")),
    ] {
        let cheat = honest.replacen(from, &to, 1);
        assert_ne!(cheat, honest, "{from}");
        table.write("cheat.json", &cheat);
        let output = table.verify("cheat.json", "blue", &blue, "");
        assert_eq!(output.status, 1, "{to}");
        let obeyed =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202e}' | '\u{2028}');
        assert!(!output.stderr.contains(obeyed), "{:?}", output.stderr);
        assert!(
            !output.stderr.lines().any(|line| line.starts_with("verified")),
            "{}",
            output.stderr
        );
    }
}

/// A changed match is detected because it does not fit the base pack, or because its number
/// differs.
#[test]
fn reports_changed_match() {
    let table = Table::new();
    table.create_match();
    let number = table.run_ok("match match.json");
    let again = table.says("match base.pack blue.part.json red.part.json -o again.json");
    let flat = again.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains(&format!("yours begins with {}", table.pack_digest())),
        "{}",
        again.stderr
    );
    let sheet = table.read("match.json");
    for (from, to, words) in [
        ("\"days\": 1", "\"days\": 2", "days: 2 in the match, 1 in the pack"),
        ("\"turns\": 8", "\"turns\": 4", "turns per day: 4 in the match, 8 in the pack"),
        ("\"fields\"", "\"fields-2\"", "entries: "),
        ("\"blue\":", "\"azure\":", "side `azure` is not in the pack"),
    ] {
        let changed = sheet.replacen(from, to, 1);
        assert_ne!(changed, sheet, "{from}");
        table.write("changed.json", &changed);
        let words = format!("this match does not fit the base pack: {words}");
        table.assert_output("seal blue.oob.yaml --pack base.pack --match changed.json -o x.sealed --passphrase-file blue.pass", 1, &words);
        table.assert_output("note --night 1 --choice-file stay.txt --pack base.pack --match changed.json --side red -o x.sealed --passphrase-file red.pass", 1, &words);
        assert_ne!(table.run_ok("match changed.json"), number);
    }
    assert!(!table.path("x.sealed").exists());
    // A changed contribution fits every pack, so only the number reveals it.
    let output = table.says("seal blue.oob.yaml --pack base.pack --match match.json -o blue.sealed --passphrase-file blue.pass");
    assert!(output.stderr.contains(&number), "{}", output.stderr);
    table.open("blue", "blue.opened.json", "");
    let output = table.verify("blue.opened.json", "blue", &output.stdout.replace(' ', "_"), "");
    assert!(output.stderr.contains(&number), "{}", output.stderr);
    // If the kind of a file is wrong, the error names the actual kind.
    table.assert_output("match blue.part.json", 1, "combine both parts with `sandtable oob match`");
    table.assert_output(
        "match base.pack match.json blue.part.json -o x.json",
        1,
        "it is a complete match",
    );
    table.assert_output(
        "match base.pack blue.part.json -o x.json",
        2,
        "the other player's part is missing",
    );
}

/// Existing files are never changed.
#[test]
fn no_command_overwrites_a_file() {
    let table = Table::new();
    table.create_match();
    let blue = table.seal("blue", "");
    table.open("blue", "blue.opened.json", "");
    let told = |line: &str| table.assert_output(line, 2, "already exists; nothing was written");
    let sealed = std::fs::read(table.path("blue.sealed")).expect("the file exists");
    told("match base.pack blue.part.json red.part.json -o match.json");
    told("open blue.sealed -o blue.oob.yaml --passphrase-file blue.pass");
    told(&format!(
        "verify blue.opened.json --pack base.pack --match match.json --side blue --commitment {blue} --certificate blue.sealed"
    ));
    std::fs::create_dir(table.path("umpire")).expect("the folder is created");
    table.write("umpire/red.txt", "mine");
    told(&format!(
        "merge base.pack blue.opened.json --match match.json --commitment blue={blue} --out umpire"
    ));
    std::fs::create_dir(table.path("cut")).expect("the folder is created");
    table.write("cut/envelope.pdf", "mine");
    told("print blue.oob.yaml --pack base.pack --out cut");
    assert_eq!(table.read("cut/envelope.pdf"), "mine");
    assert_eq!(std::fs::read(table.path("blue.sealed")).expect("the file exists"), sealed);
    for language in ["en", "es", "fr"] {
        let more = format!("--certificate {language}.pdf --lang {language}");
        let output = table.verify("blue.opened.json", "blue", &blue, &more);
        assert_eq!(output.status, 0, "{}", output.stderr);
        assert!(!output.stderr.contains("does not fit"), "{}", output.stderr);
        assert!(table.path(&format!("{language}.pdf")).exists());
    }
}

/// After the battle, both players reproduce the umpire's pack from the openings. This proves that
/// the umpire used the committed orders.
#[test]
fn players_reproduce_umpires_pack() {
    let table = Table::new();
    table.create_match();
    let key = table.run_ok("key -o umpire.key");
    let blues = table.read("blue.oob.yaml").replace("skirmishers,", "skirmishers, strength: 400,");
    table.write("blue.oob.yaml", &blues);
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    let merge = |files: &str, out: &str| {
        table.says(&format!(
            "merge base.pack {files} --match match.json --commitment blue={blue} --commitment red={red} --out {out}"
        ))
    };
    let output = merge("blue.umpire.sealed red.umpire.sealed --key umpire.key", "umpire");
    assert_eq!(output.status, 0, "{}", output.stderr);
    for side in ["blue", "red"] {
        table.open(side, &format!("{side}.opened.json"), "");
    }
    let again = merge("blue.opened.json red.opened.json", "again");
    assert_eq!(again.status, 0, "{}", again.stderr);
    let digest = |stderr: &str| stderr.split("salted digest").nth(1).map(str::to_owned);
    assert!(digest(&output.stderr).is_some_and(|one| Some(one) == digest(&again.stderr)));
    // Without the salts, the play digest would confirm a guessed order of battle.
    let AnyPack::PubBattles(pack) = open_pack(&table.path("umpire/umpire.pack")) else {
        panic!("not a Pub Battles pack")
    };
    assert!(!output.stderr.contains(&pack.play_digest().to_string()), "{}", output.stderr);
    for name in ["umpire.pack", "blue.pack", "red.pack"] {
        let bytes = ["umpire", "again"].map(|folder| {
            std::fs::read(table.path(&format!("{folder}/{name}"))).expect("the file exists")
        });
        assert_eq!(bytes[0], bytes[1], "{name}");
    }
    // The men of a detachment are not part of any slot, so they are not part of any pack.
    let skirmishers = pack.labels().pieces.iter().find(|(id, _)| id.as_str() == "skirmishers");
    assert_eq!(skirmishers.expect("the piece exists").1.strength, None);
    table.write("cheat.json", &table.read("red.opened.json").replacen("regular", "elite", 1));
    assert_eq!(merge("blue.opened.json cheat.json", "cheat").status, 1);
}

/// Messages about an opening name the slot that it opens and the requested slot.
#[test]
fn messages_name_opened_slot() {
    let table = Table::new();
    table.create_match();
    let output = table.says("check blue.oob.yaml --pack base.pack");
    for words in ["points: ", " of 14", "  start/1 ", "  arrival/1/4/fields/1 ", "Cyan"] {
        assert!(output.stderr.contains(words), "{words}: {}", output.stderr);
    }
    table.write("short.pass", "x\n");
    let output = table.says("seal blue.oob.yaml --pack base.pack --match match.json -o short.sealed --passphrase-file short.pass");
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.stderr.contains("fewer than 10 characters"), "{}", output.stderr);
    let blue = table.seal("blue", "");
    let open = |slot: &str, to: &str| {
        table.says(&format!("open blue.sealed --slot {slot} -o {to} --passphrase-file blue.pass"))
    };
    assert!(
        open("reserve/1", "none.json").stderr.contains("opened reserve/1 of `blue`: it is empty")
    );
    assert!(open("start/1", "start.json").stderr.contains("opened start/1 of `blue`:\n  hq corps"));
    let output = table.verify("start.json", "blue", &blue, "");
    assert!(output.stderr.contains("it claims to be start/1"), "{}", output.stderr);
    let output = table.verify("start.json", "blue", &blue, "--slot start/1");
    assert!(output.stdout.contains("[D5.49, facing "), "{}", output.stdout);
    let output = table.verify("start.json", "blue", &blue, "--slot reserve/1");
    assert!(output.stderr.contains("it claims to be start/1"), "{}", output.stderr);
    let output = table.verify("start.json", "red", &blue, "--slot start/1");
    assert!(output.stderr.contains("you requested `red`"), "{}", output.stderr);
    let output = open("arrival/1/9/fields/1", "x.json");
    assert!(
        output.stderr.contains("the turn must be between 1 and 8, found `9`"),
        "{}",
        output.stderr
    );
    let note = table.run_ok("note --night 1 --choice-file stay.txt --pack base.pack --match match.json --side blue -o night.sealed --passphrase-file blue.pass");
    table.run_ok("open night.sealed -o night.json --passphrase-file blue.pass");
    let output = table.verify("night.json", "blue", &note.replace(' ', "_"), "--night 2");
    assert!(
        output.stderr.contains("the file is a note for night 1; you requested night 2"),
        "{}",
        output.stderr
    );
}

/// In a two-day battle, a note for the last night causes a warning.
#[test]
fn warns_about_note_for_last_night() {
    let two_days = "days: 2";
    let table = Table::with_scenario(|scenario| scenario.replace("days: 1", two_days));
    table.create_match();
    let note = |night: u8| {
        table.says(&format!("note --night {night} --choice-file stay.txt --pack base.pack --match match.json --side red -o {night}.sealed --passphrase-file red.pass"))
    };
    let words = "the battle ends with day 2: its last night needs no note";
    for (night, has_warning) in [(1, false), (2, true)] {
        let output = note(night);
        assert_eq!(output.status, 0, "{}", output.stderr);
        let flat = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(flat.contains(words), has_warning, "{flat}");
    }
    table.assert_output(
        "note --night 1 --choice-file stay.txt --match match.json --side red -o x.sealed",
        2,
        "--pack <BASE.pack>",
    );
}

/// An umpire's report combines the findings about both sides with the warnings for each side, but
/// has no notes. Each side's report covers only that side.
#[test]
fn each_report_covers_its_reader() {
    let table = Table::new();
    table.create_match();
    // Two of Blue's pieces have the same name, and one of Red's names has a confusable letter.
    let blues = table.read("blue.oob.yaml").replace("name: Teal", "name: Navy");
    table.write("blue.oob.yaml", &blues);
    let reds = table.read("red.oob.yaml").replace("name: Rose", "name: R\u{43e}se");
    table.write("red.oob.yaml", &reds);
    let key = table.run_ok("key -o umpire.key");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    let merge = |files: &str, out: &str| {
        table.says(&format!(
            "merge base.pack {files} --match match.json --commitment blue={blue} --commitment red={red} --out {out}"
        ))
    };
    let output = merge("blue.umpire.sealed red.umpire.sealed --key umpire.key", "umpire");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let [umpire, for_blue, for_red] =
        ["umpire", "blue", "red"].map(|name| table.read(&format!("umpire/{name}.txt")));
    // Both sides have a corps `corps` and a piece `navy` (PB-32).
    for words in ["`corps` of `red` is called `red-corps` here", "`blue`: ", "`red`: ", "ST0772"] {
        assert!(umpire.contains(words), "{words}: {umpire}");
    }
    assert!(!umpire.contains("ST11"), "notes about defaults are not reported: {umpire}");
    assert!(for_blue.contains("Navy") && !for_blue.contains("ST0772"), "{for_blue}");
    assert!(for_red.contains("ST0772") && !for_red.contains("Navy"), "{for_red}");
    assert!(!for_blue.contains("red") && !for_red.contains("blue"), "{for_blue}{for_red}");
    // Both players get the same report when they repeat the merge.
    for side in ["blue", "red"] {
        table.open(side, &format!("{side}.opened.json"), "");
    }
    let again = merge("blue.opened.json red.opened.json", "again");
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert_eq!(umpire, table.read("again/umpire.txt"));
}

/// The umpire and a player who seals for the umpire's key see all of it, in groups. A short number
/// could be imitated by another key.
#[test]
fn players_compare_whole_umpires_key() {
    let table = Table::new();
    table.create_match();
    let output = table.says("key -o umpire.key");
    let key = output.stdout;
    assert_eq!(key.len(), 62);
    let groups: Vec<&str> =
        (0..key.len()).step_by(4).map(|at| &key[at..key.len().min(at + 4)]).collect();
    let groups = groups.join(" ");
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat(&output.stderr).contains(&groups), "{}", output.stderr);
    // The key may be typed as it is shown.
    let seal = format!(
        "seal blue.oob.yaml --pack base.pack --match match.json -o blue.sealed --passphrase-file blue.pass --umpire {}",
        groups.replace(' ', "_")
    );
    let sealed = table.says(&seal);
    assert_eq!(sealed.status, 0, "{}", sealed.stderr);
    assert!(flat(&sealed.stderr).contains(&groups), "{}", sealed.stderr);
    assert!(table.path("blue.umpire.sealed").exists());
}

/// A side with this id would have the same files as the umpire.
#[test]
fn rejects_side_called_umpire() {
    let table = Table::with_scenario(|scenario| scenario.replace("blue:", "umpire:"));
    let words = "has the id `umpire`, which names the umpire's files";
    table.assert_output("match base.pack --side red -o x.json", 1, words);
    table.assert_output("match base.pack a.json b.json -o x.json", 1, words);
    assert!(!table.path("x.json").exists());
}

/// Files as programs on Windows leave them: with a byte order mark or in UTF-16, with carriage
/// returns.
#[test]
fn reads_files_of_windows_programs() {
    let table = Table::new();
    table.create_match();
    let rewrite = |from: &str, to: &str, is_utf16: bool| {
        let text = format!("\u{FEFF}{}", table.read(from).replace('\n', "\r\n"));
        let bytes: Vec<u8> = match is_utf16 {
            true => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            false => text.into_bytes(),
        };
        std::fs::write(table.path(to), bytes).expect("the file is written");
    };
    let number = table.run_ok("match match.json");
    let key = table.run_ok("key -o umpire.key");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    for (name, is_utf16) in [("bom", false), ("utf16", true)] {
        rewrite("match.json", &format!("{name}.match.json"), is_utf16);
        assert_eq!(table.run_ok(&format!("match {name}.match.json")), number);
        rewrite("blue.part.json", &format!("{name}.part.json"), is_utf16);
        let again = format!("match base.pack {name}.part.json red.part.json -o {name}.again.json");
        assert_eq!(table.run_ok(&again), number);
        rewrite("blue.pass", &format!("{name}.pass"), is_utf16);
        table.run_ok(&format!(
            "open blue.sealed -o {name}.opened.json --passphrase-file {name}.pass"
        ));
        rewrite(&format!("{name}.opened.json"), &format!("{name}.sent.json"), is_utf16);
        let quoted = format!("\u{201C}{blue}\u{201D}.");
        let output = table.verify(&format!("{name}.sent.json"), "blue", &quoted, "");
        assert_eq!(output.status, 0, "{}", output.stderr);
        rewrite("umpire.key", &format!("{name}.key"), is_utf16);
        let merge = |key: &str| {
            format!(
                "merge base.pack blue.umpire.sealed red.umpire.sealed --key {key} --match {name}.match.json --commitment blue={blue} --commitment red={red} --out {name}"
            )
        };
        // Errors name the key file, not the sealed file.
        table.assert_output(
            &merge("blue.pass"),
            1,
            "`blue.pass`: the file does not contain an age secret key",
        );
        table.run_ok(&merge(&format!("{name}.key")));
    }
    let sealed = std::fs::read(table.path("blue.sealed")).expect("the file exists");
    let mut with_returns = Vec::new();
    for byte in sealed {
        with_returns.extend_from_slice(if byte == b'\n' {
            b"\r\n"
        } else {
            std::slice::from_ref(&byte)
        });
    }
    std::fs::write(table.path("mail.sealed"), with_returns).expect("the file is written");
    let open = "open mail.sealed -o x.json --passphrase-file blue.pass";
    table.assert_output(
        open,
        1,
        "cannot open `mail.sealed`: its line ends were changed in transit",
    );
    std::fs::write(table.path("latin1.json"), b"{\"a\":\"\xFC\"}").expect("the file is written");
    table.assert_output(
        "match latin1.json",
        1,
        "`latin1.json` is not a match: it is not UTF-8 text",
    );
}

/// The choice for the night comes from a file or the terminal. In the arguments, other users of the
/// computer could see it.
#[test]
fn note_reads_choice_from_file() {
    let table = Table::new();
    table.create_match();
    table.write("choice.txt", "\u{FEFF}Withdraw \r\n");
    table.write("wrong.txt", "advance\n");
    let note = |more: &str| {
        format!(
            "note --night 1 --pack base.pack --match match.json --side red -o night.sealed {more}"
        )
    };
    let pass = "--passphrase-file red.pass";
    table.assert_output(&note(pass), 2, "cannot read your choice (stay or withdraw) without a terminal: pass a file with `--choice-file`");
    table.assert_output(
        &note(&format!("{pass} --choice-file wrong.txt")),
        2,
        "your choice must be `stay` or `withdraw`",
    );
    table.assert_output(
        &note("--passphrase-file - --choice-file -"),
        2,
        "cannot both read standard input",
    );
    table.assert_output(
        &note(&format!("stay {pass} --choice-file choice.txt")),
        2,
        "cannot be used with",
    );
    assert!(!table.path("night.sealed").exists());
    let output = table.says(&note(&format!("{pass} --choice-file choice.txt")));
    assert_eq!(output.status, 0, "{}", output.stderr);
    table.run_ok(&format!("open night.sealed -o night.json {pass}"));
    assert!(table.read("night.json").contains("\"choice\":\"withdraw\""));
    std::fs::remove_file(table.path("night.sealed")).expect("the file existed");
    table.assert_output(&note(&format!("stay {pass}")), 2, "can be seen by other users");
    assert!(!table.path("night.sealed").exists());
}

/// Runs `oob open` in a terminal, types a line, and returns the report of `terminal.py`.
#[cfg(target_os = "linux")]
fn type_at_prompt(table: &Table, typed: &str) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal.py");
    let output = std::process::Command::new("python3")
        .args([script, typed, env!("CARGO_BIN_EXE_sandtable-oob")])
        .args(["open", "blue.sealed", "-o", "blue.opened.json"])
        .current_dir(table.folder())
        .output()
        .expect("python3 is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("valid UTF-8").lines().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn prompt_hides_passphrase_and_restores_echo() {
    let table = Table::new();
    table.create_match();
    table.seal("blue", "");
    // Ctrl-C ends the command as in any other program.
    for interrupt in [r"\x03", r"blue is\x03"] {
        let report = type_at_prompt(&table, interrupt);
        assert_eq!(report, ["hidden", "echo", "0", "0", "signal 2"], "{interrupt}");
        assert!(!table.path("blue.opened.json").exists());
    }
    // The terminal edits the line: Ctrl-U deletes it, and the other key deletes one character.
    let report = type_at_prompt(&table, r"wrong\x15blue is the colours\x7f\n");
    assert_eq!(report, ["hidden", "echo", "0", "0", "exit 0"]);
    assert!(table.path("blue.opened.json").exists());
}

/// A name with a character that some versions of Unicode do not know is reported to its author.
#[test]
fn reports_unknown_characters() {
    let table = Table::new();
    table.create_match();
    let orders = table.read("blue.oob.yaml");
    table.write("blue.oob.yaml", &orders.replace("name: Navy", "name: Na\u{1ABF}vy"));
    let words = "blue.oob.yaml:14:29: a name of `navy` contains U+1ABF, which is not in the table of characters";
    table.assert_output("check blue.oob.yaml --pack base.pack", 1, words);
}

/// An opponent with another program commits to a slot that contains invisible characters.
#[test]
fn escapes_and_reports_invisible_characters() {
    use sandtable_oob::{Item, Match, OpenedSlot, Orders, Slot};
    let table = Table::new();
    table.create_match();
    let sheet: Match = serde_json::from_str(&table.read("match.json")).expect("valid match");
    let text = "piece navy infantry regular fresh reserve command\nname Na\u{200b}v\u{fe0f}y\u{2800}\u{fffc}\n";
    let slot = Slot::Reserve { command: 1 };
    let items = [(slot, Item::new(text).expect("valid item"))];
    let orders = Orders::new(sheet.shape(), items).expect("the slot exists");
    let commitment = orders.commitment(&sheet.context("blue").expect("the side is in the match"));
    let opened = OpenedSlot::new(&sheet, "blue", &orders, slot).expect("the slot exists");
    table.write("forged.json", &serde_json::to_string(&opened).expect("the value serialises"));
    let commitment_text = commitment.to_string().replace(' ', "_");
    let output = table.verify("forged.json", "blue", &commitment_text, "--slot reserve/1");
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(
        output.stdout.contains("Na\\u{200b}v\\u{fe0f}y\\u{2800}\\u{fffc}"),
        "{}",
        output.stdout
    );
    let flat = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    for letter in ["U+200B", "U+FE0F", "U+2800", "U+FFFC"] {
        let words = format!("{letter} is invisible");
        assert!(flat.contains(&words), "{flat}");
    }
    assert!(flat.contains("the reserve of command 1, line 2, character 8"), "{flat}");
    // A whole order of battle with such characters is rejected, with or without `--show`.
    let all = sandtable_oob::OpenedOrders::new(&sheet, "blue", &orders)
        .expect("the side is in the match");
    table.write("forged.json", &serde_json::to_string(&all).expect("the value serialises"));
    let output = table.verify("forged.json", "blue", &commitment_text, "--show");
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert!(output.stderr.contains("but does not fit the base pack"), "{}", output.stderr);
}

/// The error about a rejected file names the slot and the cause: the base pack or the limits.
#[test]
fn rejections_name_slot_and_cause() {
    use sandtable_oob::{Item, Match, OpenedOrders, Orders, Slot};
    let table = Table::new();
    table.create_match();
    let sheet: Match = serde_json::from_str(&table.read("match.json")).expect("valid match");
    let forged = |items: &[(Slot, &str)]| {
        let items = items.iter().map(|(slot, text)| (*slot, Item::new(text).expect("an item")));
        let orders = Orders::new(sheet.shape(), items).expect("the slots exist");
        let commitment =
            orders.commitment(&sheet.context("red").expect("the side is in the match"));
        let all = OpenedOrders::new(&sheet, "red", &orders).expect("the side is in the match");
        table.write("forged.json", &serde_json::to_string(&all).expect("the value serialises"));
        let output =
            table.verify("forged.json", "red", &commitment.to_string().replace(' ', "_"), "");
        assert_eq!(output.status, 1, "{}", output.stderr);
        output.stderr.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let side = (Slot::Side, "side red\nenters north\n");
    let north =
        sheet.entries().iter().position(|entry| entry == "north").expect("the entry exists");
    let arrival = Slot::Arrival { day: 0, turn: 2, entry: north as u8, command: 1 };
    let stderr = forged(&[side, (arrival, "enter in line\n")]);
    assert!(stderr.contains("the arrival of command 1 on day 1, turn 3, by `north`: "), "{stderr}");
    let corps = "enter line\nhq corps 2 chit enters\nleader C. Rimson\ntitle Red Corps\nshort R\n";
    let piece = "piece rose artillery regular fresh enters\nname Rose\n";
    let lines = (Slot::Lines, "line north-road\n");
    // First only a limit is broken, then only the base pack.
    let late = Slot::Arrival { day: 0, turn: 4, entry: north as u8, command: 1 };
    let stderr = forged(&[side, lines, (late, &format!("{corps}{piece}"))]);
    assert!(stderr.contains("but does NOT keep the agreed limits"), "{stderr}");
    let nameless = piece.replace("name Rose", "name");
    let stderr = forged(&[side, lines, (arrival, &format!("{corps}{nameless}"))]);
    assert!(stderr.contains("this label is empty (ST0430)"), "{stderr}");
    assert!(stderr.contains("but does NOT fit the base pack"), "{stderr}");
    assert!(!stderr.contains("limits"), "{stderr}");
    // An error about a slot of the file names the slot.
    let blue = table.seal("blue", "");
    table.open("blue", "blue.opened.json", "");
    let edited = table.read("blue.opened.json").replacen("{\"0\":", "{\"7\":\"\",\"0\":", 1);
    table.write("spoilt.json", &edited);
    let output = table.verify("spoilt.json", "blue", &blue, "");
    assert!(output.stderr.contains("start/4: an empty text is listed"), "{}", output.stderr);
}

/// An existing path is never replaced, not even a dangling link, and a failed command leaves no
/// files.
#[cfg(unix)]
#[test]
fn never_writes_through_link() {
    let table = Table::new();
    table.create_match();
    table.seal("blue", "");
    std::os::unix::fs::symlink("nowhere", table.path("link")).expect("a link");
    for line in [
        "match base.pack blue.part.json red.part.json -o link",
        "new base.pack --side blue -o link",
        "key -o link",
        "seal red.oob.yaml --pack base.pack --match match.json -o link --passphrase-file red.pass",
        "open blue.sealed -o link --passphrase-file blue.pass",
        "note --night 1 --choice-file stay.txt --pack base.pack --match match.json --side red -o link --passphrase-file red.pass",
    ] {
        table.assert_output(line, 2, "`link` already exists; nothing was written");
    }
    assert!(!table.path("nowhere").exists());
}

/// Messages state clearly how much an opening reveals.
#[test]
fn messages_state_extent_of_opening() {
    let table = Table::new();
    table.create_match();
    let number = table.run_ok("match match.json");
    let blue = table.seal("blue", "");
    let output = table.says("open blue.sealed -o all.json --passphrase-file blue.pass");
    assert!(output.stderr.contains("opened ALL of your order of battle: "), "{}", output.stderr);
    let output =
        table.says("open blue.sealed -o one.json --passphrase-file blue.pass --slot start/1");
    assert!(!output.stderr.contains("ALL"), "{}", output.stderr);
    table.assert_output(
        "open blue.sealed -o x.json --passphrase-file blue.pass --slot start/+1",
        2,
        "cannot find slot `start/+1`",
    );
    table.run_ok("note --night 1 --choice-file stay.txt --pack base.pack --match match.json --side blue -o night.sealed --passphrase-file blue.pass");
    let output = table.says("open night.sealed -o night.json --passphrase-file blue.pass");
    assert!(output.stderr.contains(&number), "{}", output.stderr);
    // The verdict comes first, right after the number of the match.
    let output = table.verify("all.json", "blue", &blue, "");
    let lines: Vec<&str> = output.stderr.lines().collect();
    assert!(
        lines[1].starts_with("verified: ") && lines[1].ends_with("keeps the agreed limits"),
        "{lines:?}"
    );
    // Two sides cannot have the same commitment, and a side's commitment may be given only once.
    let print = format!(
        "print blue.oob.yaml --pack base.pack --out cut --commitment {blue} --other {blue}"
    );
    table.assert_output(&print, 2, "`--other` is your own commitment");
    let merge = format!(
        "merge base.pack all.json --match match.json --commitment blue={blue} --commitment blue={blue} --out umpire"
    );
    table.assert_output(&merge, 2, "duplicate `--commitment` for `blue`");
    assert!(!table.path("cut").exists() && !table.path("umpire").exists());
}

/// Messages stay short, however long an opponent's file is.
#[test]
fn opponents_file_cannot_flood_output() {
    use sandtable_oob::{Item, Match, OpenedOrders, Orders, Slot};
    let table = Table::new();
    table.create_match();
    let blue = table.seal("blue", "");
    table.open("blue", "blue.opened.json", "");
    let honest = table.read("blue.opened.json");
    let long = "A".repeat(500_000);
    for (from, to) in [
        ("\"side\":\"blue\"", format!("\"side\":\"{long}\"")),
        ("\"side\":\"blue\"", format!("\"side\":\"blue\",\"{long}\":1")),
        ("\"scheme\":\"oob/1\"", format!("\"scheme\":\"{long}\"")),
    ] {
        table.write("cheat.json", &honest.replacen(from, &to, 1));
        let output = table.verify("cheat.json", "blue", &blue, "");
        assert_eq!(output.status, 1, "{}", output.stderr.len());
        assert!(output.stderr.len() < 1_000, "{}", output.stderr.len());
        let merge = format!(
            "merge base.pack cheat.json --match match.json --commitment blue={blue} --out umpire"
        );
        assert!(table.says(&merge).stderr.len() < 1_000);
    }
    // Every slot contains hundreds of invisible characters.
    let sheet: Match = serde_json::from_str(&table.read("match.json")).expect("valid match");
    let text = "\u{200b}".repeat(600);
    let slots = (0..sheet.shape().slots()).filter_map(|at| sheet.shape().slot(at));
    let items = slots.map(|slot: Slot| (slot, Item::new(&text).expect("an item")));
    let orders = Orders::new(sheet.shape(), items).expect("the slots exist");
    let shown = orders.commitment(&sheet.context("blue").expect("the side is in the match"));
    let commitment_text = shown.to_string().replace(' ', "_");
    let one = sandtable_oob::OpenedSlot::new(&sheet, "blue", &orders, Slot::Side).expect("a slot");
    table.write("cheat.json", &serde_json::to_string(&one).expect("the value serialises"));
    let output = table.verify("cheat.json", "blue", &commitment_text, "--slot side");
    assert!(output.stderr.contains("… and 560 more like these"), "{}", output.stderr);
    let all = OpenedOrders::new(&sheet, "blue", &orders).expect("the side is in the match");
    table.write("cheat.json", &serde_json::to_string(&all).expect("the value serialises"));
    assert!(table.verify("cheat.json", "blue", &commitment_text, "").stderr.len() < 1_000);
}

/// A name with an unusual space is reported to its author before sealing. If another program sealed
/// such a name, it is rejected.
#[test]
fn reports_unusual_spaces_to_author() {
    let table = Table::new();
    table.create_match();
    let orders = table.read("blue.oob.yaml");
    table.write("blue.oob.yaml", &orders.replace("name: Navy", "name: \"Na\u{a0}vy\u{e000}\""));
    for line in [
        "check blue.oob.yaml --pack base.pack",
        "seal blue.oob.yaml --pack base.pack --match match.json -o x.sealed --passphrase-file blue.pass",
    ] {
        for letter in ["U+00A0", "U+E000"] {
            table.assert_output(
                line,
                1,
                &format!("a name of `navy` contains {letter}, which is invisible"),
            );
        }
        table.assert_output(line, 1, "blue.oob.yaml:14:30: a name of `navy` contains U+00A0");
    }
    // If the character also occurs in a comment, the message has no position.
    let twice = table.read("blue.oob.yaml");
    table.write("blue.oob.yaml", &format!("# A\u{a0}comment.\n{twice}"));
    table.assert_output(
        "check blue.oob.yaml --pack base.pack",
        1,
        "error: a name of `navy` contains U+00A0",
    );
    assert!(!table.path("x.sealed").exists());
}

/// A side's report uses its own ids. The ids in the umpire's pack would reveal which ids both sides
/// use.
#[test]
fn side_report_uses_own_ids() {
    let table = Table::new();
    table.add_moat();
    let blues = table.read("blue.oob.yaml");
    let cut_off = blues.replace("baggage: { at: { grid: D6.99 }", "baggage: { at: { grid: B6.18 }");
    assert_ne!(cut_off, blues);
    table.write("blue.oob.yaml", &cut_off);
    table.create_match();
    let key = table.run_ok("key -o umpire.key");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    table.run_ok(&format!(
        "merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={blue} --commitment red={red} --out umpire"
    ));
    let [umpire, for_blue] =
        ["umpire", "blue"].map(|name| table.read(&format!("umpire/{name}.txt")));
    let expected = "of `blue` has no passable route to a line of communication";
    assert!(umpire.contains(&format!("train `blue-corps-train` {expected}")), "{umpire}");
    assert!(for_blue.contains(&format!("train `corps-train` {expected}")), "{for_blue}");
    assert!(!for_blue.contains("blue-corps"), "{for_blue}");
}

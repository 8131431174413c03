//! The commands as two players and an umpire use them, each with his own files: `docs/secret-orders.md`, "How it is played".
//! Every passphrase costs a second, as it does at the table.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sandtable_cli::DiskFiles;
use sandtable_compile::compile;
use sandtable_pack::AnyPack;
use tempfile::TempDir;

/// A table: a folder with the base pack, and the passphrases of both players.
struct Table(TempDir);

/// What a command said.
struct Said {
    status: i32,
    result: String,
    told: String,
}

/// Files of the compiler's small free battle.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../compile/tests/data");

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copied(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

impl Table {
    fn new() -> Self {
        let table = Self(tempfile::tempdir().expect("a temporary folder"));
        let data = Path::new(DATA);
        copied(&data.join("field"), &table.at("field"));
        let scenario = table.at("field/scenario.yaml");
        std::fs::copy(data.join("oob/base.scenario.yaml"), &scenario).expect("a copy");
        for side in ["blue", "red"] {
            let name = format!("{side}.oob.yaml");
            std::fs::copy(data.join("oob/good").join(&name), table.at(&name)).expect("a copy");
            table.write(&format!("{side}.pass"), &format!("{side} is the colour\n"));
        }
        let (files, path) = DiskFiles::about(&scenario);
        let outcome = compile(&files, &path);
        let pack = outcome.pack.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics.sorted()));
        assert!(matches!(pack, AnyPack::PubBattles(_)));
        std::fs::write(table.at("base.pack"), sandtable_pack::write_any(&pack)).expect("a file");
        table
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("a file");
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).expect("it is there")
    }

    /// Runs `sandtable-oob` in the folder; words are parted by spaces, and `_` stands for one within a word.
    fn says(&self, line: &str) -> Said {
        let words = line.split_whitespace().map(|word| word.replace('_', " "));
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_sandtable-oob"))
            .args(words)
            .current_dir(self.0.path())
            .output()
            .expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
        Said {
            status: status.code().expect("it ends by itself"),
            result: text(stdout).trim().to_owned(),
            told: text(stderr),
        }
    }

    /// The same, of a command that must be fine.
    fn fine(&self, line: &str) -> String {
        let said = self.says(line);
        assert_eq!(said.status, 0, "{line}: {}", said.told);
        said.result
    }

    fn agree(&self) {
        for side in ["blue", "red"] {
            self.fine(&format!("match base.pack --side {side} -o {side}.part.json"));
        }
        self.fine("match base.pack blue.part.json red.part.json -o match.json");
    }

    /// Seals what a side wrote, and gives its commitment, spaces as `_`.
    fn seal(&self, side: &str, more: &str) -> String {
        let line = format!(
            "seal {side}.oob.yaml --pack base.pack --match match.json -o {side}.sealed --passphrase-file {side}.pass {more}"
        );
        self.fine(&line).replace(' ', "_")
    }

    fn verify(&self, file: &str, side: &str, commitment: &str, more: &str) -> Said {
        self.says(&format!(
            "verify {file} --pack base.pack --match match.json --side {side} --commitment {commitment} {more}"
        ))
    }

    fn open(&self, side: &str, to: &str, more: &str) {
        self.fine(&format!("open {side}.sealed -o {to} --passphrase-file {side}.pass {more}"));
    }
}

#[test]
fn two_players_play_it_straight() {
    let table = Table::new();
    table.agree();
    // Whoever puts the parts together, it is one match.
    table.fine("match base.pack red.part.json blue.part.json -o other.json");
    assert_eq!(table.text("match.json"), table.text("other.json"));
    for side in ["blue", "red"] {
        table.fine(&format!("check {side}.oob.yaml --pack base.pack"));
    }
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, ""));
    assert_ne!(blue, red);
    let sealed = std::fs::read(table.at("blue.sealed")).expect("it is there");
    assert_eq!(sealed.len(), std::fs::read(table.at("red.sealed")).expect("it is there").len());

    // PB-3.10: what one slot held, and that another held nothing.
    table.open("blue", "start.json", "--slot start/1");
    let said = table.verify("start.json", "blue", &blue, "--slot start/1");
    assert_eq!(said.status, 0, "{}", said.told);
    assert!(said.result.starts_with("hq "), "{}", said.result);
    table.open("red", "none.json", "--slot reserve/1");
    let said = table.verify("none.json", "red", &red, "--slot reserve/1");
    assert_eq!((said.status, said.result.as_str()), (0, "(nothing)"));
    assert_eq!(table.verify("none.json", "red", &red, "--slot start/1").status, 1);

    // PB-29.5: a note for the night.
    let note = table.fine("note --night 1 withdraw --match match.json --side red -o night.sealed --passphrase-file red.pass");
    table.fine("open night.sealed -o night.json --passphrase-file red.pass");
    let note = note.replace(' ', "_");
    let said = table.verify("night.json", "red", &note, "--night 1");
    assert_eq!((said.status, said.result.as_str()), (0, "withdraw"));
    table.write("turned.json", &table.text("night.json").replace("withdraw", "stay"));
    assert_eq!(table.verify("turned.json", "red", &note, "--night 1").status, 1);

    // Afterwards.
    for (side, commitment) in [("blue", &blue), ("red", &red)] {
        let opened = format!("{side}.opened.json");
        table.open(side, &opened, "");
        let said = table.verify(&opened, side, commitment, "");
        assert_eq!(said.status, 0, "{}", said.told);
        assert!(said.told.contains("the agreed limits were kept"), "{}", said.told);
    }
    assert_eq!(table.verify("blue.opened.json", "blue", &red, "").status, 1);
    assert_eq!(table.verify("blue.opened.json", "red", &blue, "").status, 1);
    let changed = table.text("blue.opened.json").replacen("regular", "elite", 1);
    table.write("changed.json", &changed);
    assert_eq!(table.verify("changed.json", "blue", &blue, "").status, 1);
}

#[test]
fn an_umpire_puts_both_together_and_no_side_learns_of_the_other() {
    let table = Table::new();
    table.agree();
    let key = table.fine("key -o umpire.key");
    let copy = format!("--umpire {key}");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &copy));
    let merge = |blue: &str, red: &str, out: &str| {
        table.says(&format!(
            "merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={blue} --commitment red={red} --out {out}"
        ))
    };
    let said = merge(&blue, &red, "umpire");
    assert_eq!(said.status, 0, "{}", said.told);
    assert_eq!(merge(&red, &blue, "swapped").status, 1);
    assert!(!table.at("swapped").exists(), "nothing is written");

    // Blue's pack has nothing in Red's place, and no part of it names anything of Red's.
    let AnyPack::PubBattles(pack) = open(&table.at("umpire/blue.pack")) else {
        panic!("it is of Pub Battles")
    };
    let scenario = pack.scenario();
    let found = scenario.sides.iter().find(|side| side.id.as_str() == "red").expect("a side");
    assert!(found.commands.is_empty() && found.commander.is_none() && found.baggage.is_empty());
    assert!(found.reinforcements.is_empty() && found.lines_of_communication.is_empty());
    assert!(scenario.awaits_orders().is_some());
    let whole = format!("{:?} {:?} {:?}", scenario, pack.labels(), pack.sources());
    let AnyPack::PubBattles(reds) = open(&table.at("umpire/red.pack")) else {
        panic!("it is of Pub Battles")
    };
    let secrets = reds.labels().pieces.values().map(|label| label.name.clone());
    let leaders = reds.labels().commands.values().map(|label| label.leader.clone());
    let secrets: Vec<String> = secrets.chain(leaders).collect();
    assert!(!secrets.is_empty());
    for secret in secrets {
        assert!(!whole.contains(&secret), "{secret}");
    }

    // Another enemy, and Blue's files are the same to the last byte: nothing of the enemy is in them.
    let other = table.text("red.oob.yaml").replace("Red", "Scarlet");
    assert_ne!(other, table.text("red.oob.yaml"));
    table.write("red.oob.yaml", &other);
    for old in ["red.sealed", "red.umpire.sealed"] {
        std::fs::remove_file(table.at(old)).expect("it was there");
    }
    let said = merge(&blue, &table.seal("red", &copy), "again");
    assert_eq!(said.status, 0, "{}", said.told);
    let bytes = |name: &str| std::fs::read(table.at(name)).expect("it is there");
    for name in ["blue.pack", "blue.txt"] {
        assert_eq!(bytes(&format!("umpire/{name}")), bytes(&format!("again/{name}")), "{name}");
    }
    assert_ne!(bytes("umpire/umpire.pack"), bytes("again/umpire.pack"));
    assert_ne!(bytes("umpire/red.pack"), bytes("again/red.pack"));
}

fn open(file: &Path) -> AnyPack {
    let bytes = std::fs::read(file).expect("it is there");
    sandtable_pack::read_any(&bytes, sandtable_pack::PackLimits::default()).expect("a pack")
}

#[cfg(unix)]
#[test]
fn secret_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = Table::new();
    table.agree();
    table.fine("new base.pack --side blue -o new.oob.yaml");
    let key = table.fine("key -o umpire.key");
    table.seal("blue", &format!("--umpire {key}"));
    for name in ["new.oob.yaml", "umpire.key", "blue.sealed", "blue.umpire.sealed"] {
        let mode = std::fs::metadata(table.at(name)).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let left: Vec<_> = std::fs::read_dir(table.0.path()).expect("a folder").flatten().collect();
    assert!(left.iter().all(|file| !file.file_name().to_string_lossy().starts_with(".tmp")));
}

#[test]
fn what_cannot_be_is_told_and_nothing_is_written() {
    let table = Table::new();
    table.agree();
    let told = |line: &str, status: i32, words: &str| {
        let said = table.says(line);
        assert_eq!(said.status, status, "{line}: {}", said.told);
        let flat = said.told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{line}: {}", said.told);
    };
    told(
        "match base.pack blue.part.json blue.part.json -o x.json",
        1,
        "one is a copy of the other",
    );
    told("new base.pack --side green -o x.yaml", 2, "these are: `blue`, `red`");
    told("check red.oob.yaml --pack nothing.pack", 2, "cannot open nothing.pack");
    told("check nothing.oob.yaml --pack base.pack", 2, "cannot open nothing.oob.yaml");
    told(
        "note --night 3 stay --match match.json --side red -o x.sealed --passphrase-file red.pass",
        2,
        "no night 3",
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
    told(
        "seal blue.oob.yaml --pack base.pack --match match.json -o blue.oob.yaml",
        2,
        "would replace the order of battle",
    );
    told(
        "seal blue.oob.yaml --pack base.pack --match match.json -o x.sealed --passphrase-file blue.pass --umpire age1x",
        2,
        "no public key of age",
    );
    told("open match.json -o x.json --passphrase-file blue.pass", 1, "no sealed file");
    let blue = table.seal("blue", "");
    told(
        "open blue.sealed -o x.json --passphrase-file red.pass",
        1,
        "not sealed with this passphrase",
    );
    told(
        "open blue.sealed -o x.json --passphrase-file blue.pass --slot start/90",
        2,
        "no slot `start/90`",
    );
    table.open("blue", "blue.opened.json", "");
    // A commitment is random: whatever its last character is, another one stands here.
    let (all_but_last, last) = blue.split_at(blue.len() - 1);
    let misspelt = format!("{all_but_last}{}", if last == "q" { "p" } else { "q" });
    told(
        &format!(
            "verify blue.opened.json --pack base.pack --match match.json --side blue --commitment {misspelt}"
        ),
        2,
        "compare it group by group",
    );
    told(
        &format!(
            "verify blue.opened.json --pack base.pack --match match.json --side blue --commitment {blue} --slot side"
        ),
        2,
        "neither --slot nor --night",
    );
    assert!(["x.json", "x.yaml", "x.sealed"].iter().all(|name| !table.at(name).exists()));
}

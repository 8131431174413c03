//! A gaming table with two players and an umpire, their separate files, and the commands that they
//! run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sandtable_cli::DiskFiles;
use sandtable_compile::compile;
use sandtable_pack::{AnyPack, PackLimits};
use tempfile::TempDir;

/// A temporary folder with the base pack, the orders of battle and the passphrases of both players.
pub struct Table(TempDir);

/// The exit status and output of a command.
pub struct CommandOutput {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The compiler's test data, which includes a small free game.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../compile/tests/data");

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder is created");
    for entry in std::fs::read_dir(from).expect("the folder is readable").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("the file is copied");
        }
    }
}

impl Table {
    pub fn new() -> Self {
        Self::with_scenario(|scenario| scenario)
    }

    /// Creates a table with a changed base scenario.
    pub fn with_scenario(change: impl FnOnce(String) -> String) -> Self {
        let table = Self(tempfile::tempdir().expect("the temporary folder is created"));
        let data = Path::new(DATA);
        copy_folder(&data.join("field"), &table.path("field"));
        let scenario = table.path("field/scenario.yaml");
        let base = std::fs::read_to_string(data.join("oob/base.scenario.yaml")).expect("readable");
        std::fs::write(&scenario, change(base)).expect("the file is written");
        for side in ["blue", "red"] {
            let name = format!("{side}.oob.yaml");
            std::fs::copy(data.join("oob/good").join(&name), table.path(&name))
                .expect("the file is copied");
            table.write(&format!("{side}.pass"), &format!("{side} is the colour\n"));
        }
        for choice in ["stay", "withdraw"] {
            table.write(&format!("{choice}.txt"), choice);
        }
        table.compile("base.pack");
        table
    }

    /// Adds an impassable moat around part of Blue's ground (B6), and compiles the base pack again.
    pub fn add_moat(&self) {
        let moat = r#"{ "type": "Feature", "properties": { "id": "moat", "basis": "data" }, "geometry": { "type": "Polygon", "coordinates": [
            [[9.9685, 49.975], [9.981, 49.975], [9.981, 49.9852], [9.9685, 49.9852], [9.9685, 49.975]],
            [[9.970, 49.9765], [9.970, 49.984], [9.9795, 49.984], [9.9795, 49.9765], [9.970, 49.9765]]] } }"#;
        let lake = self.read("field/layers/lake.geojson");
        let mut lake: serde_json::Value = serde_json::from_str(&lake).expect("valid JSON");
        let moat = serde_json::from_str(moat).expect("valid JSON");
        lake["features"].as_array_mut().expect("the value is a list").push(moat);
        self.write("field/layers/lake.geojson", &lake.to_string());
        self.compile("base.pack");
    }

    /// Compiles the current base scenario.
    pub fn compile(&self, to: &str) {
        let (files, path) = DiskFiles::for_file(&self.path("field/scenario.yaml"));
        let outcome = compile(&files, &path);
        let pack = outcome.pack.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics.sorted()));
        assert!(matches!(pack, AnyPack::PubBattles(_)));
        std::fs::write(self.path(to), sandtable_pack::write_any(&pack))
            .expect("the file is written");
    }

    /// Asserts that a command ends with this status and that stderr contains this text.
    pub fn assert_output(&self, line: &str, status: i32, words: &str) {
        let output = self.says(line);
        assert_eq!(output.status, status, "{line}: {}", output.stderr);
        let flat = output.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{line}: {}", output.stderr);
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("the file is written");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file exists")
    }

    /// Runs `sandtable-oob` in the folder. Spaces separate the arguments; `_` stands for a space
    /// within an argument.
    pub fn says(&self, line: &str) -> CommandOutput {
        let words = line.split_whitespace().map(|word| word.replace('_', " "));
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_sandtable-oob"))
            .args(words)
            .current_dir(self.0.path())
            .output()
            .expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("valid UTF-8");
        CommandOutput {
            status: status.code().expect("the program exits normally"),
            stdout: text(stdout).trim().to_owned(),
            stderr: text(stderr),
        }
    }

    /// Runs a command that must succeed, and returns its result.
    pub fn run_ok(&self, line: &str) -> String {
        let output = self.says(line);
        assert_eq!(output.status, 0, "{line}: {}", output.stderr);
        output.stdout
    }

    /// Returns the first digits of the base pack's pack digest.
    pub fn pack_digest(&self) -> String {
        let bytes = std::fs::read(self.path("base.pack")).expect("the file exists");
        let pack = sandtable_pack::read_any(&bytes, PackLimits::default()).expect("valid pack");
        let AnyPack::PubBattles(pack) = pack else { panic!("not a Pub Battles pack") };
        pack.pack_digest().to_string()[..12].to_owned()
    }

    pub fn create_match(&self) {
        for side in ["blue", "red"] {
            self.run_ok(&format!("match base.pack --side {side} -o {side}.part.json"));
        }
        self.run_ok("match base.pack blue.part.json red.part.json -o match.json");
    }

    /// Seals a side's orders, and returns the commitment with `_` for spaces.
    pub fn seal(&self, side: &str, more: &str) -> String {
        let line = format!(
            "seal {side}.oob.yaml --pack base.pack --match match.json -o {side}.sealed --passphrase-file {side}.pass {more}"
        );
        self.run_ok(&line).replace(' ', "_")
    }

    pub fn verify(&self, file: &str, side: &str, commitment: &str, more: &str) -> CommandOutput {
        self.says(&format!(
            "verify {file} --pack base.pack --match match.json --side {side} --commitment {commitment} {more}"
        ))
    }

    pub fn open(&self, side: &str, to: &str, more: &str) {
        self.run_ok(&format!("open {side}.sealed -o {to} --passphrase-file {side}.pass {more}"));
    }
}

//! A small battle in a temporary folder, and runs of the program on it with time and memory limits.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The small battle of the compiler's tests, in a copy to corrupt.
pub struct Project(tempfile::TempDir);

/// The result of a run.
pub struct RunOutput {
    /// The exit status; `None` if a signal killed the process.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The time limit of a command on hostile input, for an unoptimised build on a slow machine.
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// The address space of a command on hostile input, in KiB. Test builds map some 100 MiB before
/// they start.
pub const MEMORY_LIMIT_KIB: u64 = 1 << 20;

impl Project {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        let field = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compile/tests/data/field");
        let battle = folder.path().join("battles/field");
        std::fs::create_dir_all(battle.join("layers")).expect("folders");
        for part in ["", "layers"] {
            for entry in std::fs::read_dir(field.join(part)).expect("the folder exists") {
                let path = entry.expect("readable").path();
                if path.is_file() {
                    let name = path.file_name().expect("a file");
                    std::fs::copy(&path, battle.join(part).join(name)).expect("copied");
                }
            }
        }
        Self(folder)
    }

    /// A path in the working folder, two levels above the battle's.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// A path in the battle's folder.
    pub fn file(&self, file: &str) -> PathBuf {
        self.path("battles/field").join(file)
    }

    pub fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.file(file), bytes).expect("written");
    }

    /// Replaces the first occurrence of a text in a file of the battle.
    pub fn replace_once(&self, file: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.file(file)).expect("readable");
        assert!(text.contains(from), "{file} does not contain {from}");
        self.write(file, text.replacen(from, to, 1));
    }

    /// Runs the program within the limits; the program must exit by itself.
    pub fn run(&self, arguments: &[&str]) -> RunOutput {
        let mut command = limited_command(env!("CARGO_BIN_EXE_sandtable"));
        let out = self.path("stdout.txt");
        let err = self.path("stderr.txt");
        let file = |path: &Path| std::fs::File::create(path).expect("an output file");
        let child = command
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .stdout(file(&out))
            .stderr(file(&err))
            .spawn()
            .expect("the program runs");
        let status = wait_or_kill(child, arguments);
        let text =
            |path| String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
        let ran = RunOutput { status, stdout: text(&out), stderr: text(&err) };
        assert!(!ran.stderr.contains("panicked"), "{arguments:?}\n{}", ran.stderr);
        assert!(
            matches!(ran.status, Some(0..=2)),
            "{arguments:?}: {:?}\n{}",
            ran.status,
            ran.stderr
        );
        ran
    }

    /// Returns the errors in the JSON output of `check`; also checks its text output.
    pub fn errors(&self) -> Vec<Value> {
        let errors = self.json_errors();
        // The text output must not contain characters that move the cursor.
        let human = self.run(&["check", "battles/field", "--notes"]);
        assert!(!human.stderr.chars().any(|c| c.is_control() && c != '\n'), "{}", human.stderr);
        errors
    }

    /// Returns the errors in the JSON output of `check`, which must be valid. The exit status must
    /// be 1 if there are errors.
    pub fn json_errors(&self) -> Vec<Value> {
        let ran = self.run(&["check", "battles/field", "--format", "json"]);
        let report: Value = serde_json::from_str(&ran.stdout).expect("one JSON document");
        let all = report["diagnostics"].as_array().expect("the value is a list").clone();
        let errors: Vec<Value> =
            all.into_iter().filter(|finding| finding["severity"] == "error").collect();
        assert_eq!(ran.status, Some(i32::from(!errors.is_empty())), "{report:#}");
        errors
    }

    /// Asserts that `check` has exactly one error, with this code, a location and help, and that
    /// `compile` writes nothing.
    pub fn only_error(&self, code: &str) -> Value {
        let mut errors = self.errors();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        let error = errors.remove(0);
        assert_eq!(error["code"], code, "{error:#}");
        let spans = error["spans"].as_array().expect("spans");
        assert!(spans.iter().any(|span| span["primary"] == true), "{error:#}");
        assert!(!error["help"].as_array().expect("help").is_empty(), "{error:#}");
        let compiled = self.run(&["compile", "battles/field", "-o", "out/field.pack"]);
        assert_eq!(compiled.status, Some(1));
        assert!(!self.path("out").exists());
        error
    }
}

/// The program with limited address space, where the system supports that.
fn limited_command(program: &str) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("sh");
    let limit = format!("ulimit -v {MEMORY_LIMIT_KIB}; exec \"$0\" \"$@\"");
    // One heap for all threads: separate heaps would each reserve address space.
    command.env("MALLOC_ARENA_MAX", "1").env("RAYON_NUM_THREADS", "2");
    command.args(["-c", &limit, program]);
    command
}

/// Returns the exit status of a program that ends in time; otherwise, kills it and panics.
fn wait_or_kill(mut child: Child, arguments: &[&str]) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status.code();
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill().expect("the child can be killed");
            child.wait().expect("the child ends");
            panic!("sandtable {arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

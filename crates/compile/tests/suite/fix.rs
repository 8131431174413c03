//! `check --fix` as a process, on a copy of Gettysburg with added mistakes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LAYERS: &str = "maps/gettysburg/layers";

/// A copy of the Gettysburg map.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fix-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for part in ["maps/gettysburg", LAYERS] {
            std::fs::create_dir_all(folder.join(part)).expect("a folder");
            for entry in std::fs::read_dir(project.join(part)).expect("the folder exists") {
                let path = entry.expect("readable entry").path();
                if path.is_file() {
                    let name = path.file_name().expect("valid file name");
                    std::fs::copy(&path, folder.join(part).join(name)).expect("copied file");
                }
            }
        }
        Self(folder)
    }

    fn layer(&self, name: &str) -> PathBuf {
        self.0.join(LAYERS).join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.layer(name)).expect("readable file")
    }

    /// Changes a polygon, which must be on a single line. The closure gets the first ring as a list
    /// of positions.
    fn corrupt(&self, layer: &str, id: &str, change: impl Fn(&mut Vec<String>)) {
        let text = self.text(layer);
        let line = text.lines().find(|line| line.contains(&format!("\"id\":\"{id}\""))).expect(id);
        let start = line.find("\"coordinates\":[[[").expect("polygon coordinates") + 17;
        let end = start + line[start..].find("]]").expect("end of the ring");
        let mut positions: Vec<String> = line[start..end].split("],[").map(str::to_owned).collect();
        change(&mut positions);
        let new = format!("{}{}{}", &line[..start], positions.join("],["), &line[end..]);
        assert_ne!(new, line);
        std::fs::write(self.layer(layer), text.replace(line, &new)).expect("writable file");
    }

    fn run(&self, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sandtable-compile"))
            .args(["check", "maps/gettysburg"])
            .args(more)
            .current_dir(&self.0)
            .output()
            .expect("the program runs")
    }
}

/// Returns a copy with mistakes in two layers.
fn copy_with_faults(name: &str) -> Copy {
    let copy = Copy::new(name);
    copy.corrupt("woods.geojson", "a-plank-woods", |ring| drop(ring.pop()));
    copy.corrupt("woods.geojson", "herbst-mcphersons-woods", |ring| {
        ring.insert(3, ring[2].clone())
    });
    copy.corrupt("orchards.geojson", "peach-orchard", |ring| ring.reverse());
    copy
}

#[test]
fn fix_writes_repaired_copies() {
    let copy = copy_with_faults("beside");
    let before = (copy.text("woods.geojson"), copy.text("orchards.geojson"));
    assert_eq!(copy.run(&[]).status.code(), Some(1), "one ring is not closed");
    let output = copy.run(&["--fix"]);
    let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output_text}");
    for words in [
        "woods.fixed.geojson",
        "`a-plank-woods`: closed one ring;",
        "`herbst-mcphersons-woods`: removed one repeated position;",
        "`peach-orchard`: reversed one ring;",
        "; area unchanged (",
    ] {
        assert!(output_text.contains(words), "{output_text}");
    }
    assert_eq!((copy.text("woods.geojson"), copy.text("orchards.geojson")), before);
    let fixed = copy.text("woods.fixed.geojson");
    // Only the lines of the two repaired features differ.
    let differ = before.0.lines().zip(fixed.lines()).filter(|(old, new)| old != new).count();
    assert_eq!((before.0.lines().count(), differ), (fixed.lines().count(), 2));
    copy.run(&["--fix"]);
    assert_eq!(copy.text("woods.fixed.geojson"), fixed);
    assert!(!copy.layer("roads.fixed.geojson").exists(), "valid layers are not copied");
    // The copies are not used once the layers themselves are repaired.
    let output = copy.run(&["--fix", "--in-place"]);
    let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output_text.contains("woods.fixed.geojson is an older copy"), "{output_text}");
    assert_eq!(copy.text("woods.fixed.geojson"), fixed);
}

#[test]
fn fix_in_place_restores_layers() {
    let copy = copy_with_faults("in-place");
    let output = copy.run(&["--fix", "--in-place"]);
    assert_eq!(output.status.code(), Some(0));
    let whole = Copy::new("whole");
    assert_eq!(copy.text("woods.geojson"), whole.text("woods.geojson"));
    assert!(!copy.layer("woods.fixed.geojson").exists());
    let repaired = copy.text("orchards.geojson");
    let again = copy.run(&["--fix", "--in-place"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("nothing to repair"));
    assert_eq!(copy.text("orchards.geojson"), repaired);
    let alone = copy.run(&["--in-place"]);
    assert_eq!(alone.status.code(), Some(2), "--in-place requires --fix");
}

/// A copy may have changes of the author, so it is replaced only on request.
#[test]
fn fix_keeps_changed_copies() {
    let copy = copy_with_faults("copies");
    std::fs::write(copy.layer("woods.fixed.geojson"), "my changes").expect("writable file");
    let output = copy.run(&["--fix"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("woods.fixed.geojson` already exists with different contents"), "{said}");
    assert_eq!(copy.text("woods.fixed.geojson"), "my changes");
    assert!(!copy.layer("orchards.fixed.geojson").exists(), "all copies are written, or none");
    let output = copy.run(&["--fix", "--replace"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(copy.text("woods.fixed.geojson").contains("a-plank-woods"));
}

#[cfg(unix)]
#[test]
fn fix_in_place_keeps_mode() {
    use std::os::unix::fs::PermissionsExt as _;
    let copy = copy_with_faults("mode");
    let layer = copy.layer("woods.geojson");
    let before = std::fs::read(&layer).expect("readable file");
    std::fs::set_permissions(&layer, std::fs::Permissions::from_mode(0o664)).expect("our file");
    copy.run(&["--fix", "--in-place"]);
    assert_ne!(std::fs::read(&layer).expect("readable file"), before);
    let mode = std::fs::metadata(&layer).expect("the file exists").permissions().mode();
    assert_eq!(mode & 0o777, 0o664);
}

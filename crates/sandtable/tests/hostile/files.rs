//! Paths that leave the project, and paths that are not regular files.

use crate::support::Project;

/// Only relative paths inside the project are followed.
#[test]
fn rejects_paths_outside_project() {
    let project = Project::new();
    let map = std::fs::read_to_string(project.file("map.yaml")).expect("readable");
    for path in [
        "/etc/passwd",
        "//server/share/woods.geojson",
        "\\\\server\\share\\woods.geojson",
        "c:/woods.geojson",
        "C:woods.geojson",
        "file:///etc/passwd",
        "https://example.org/woods.geojson",
        "../woods.geojson",
        "layers/../../../woods.geojson",
        "layers/..",
        "..",
        ".",
        "/",
        "layers/",
        "~root/../../woods.geojson",
        "layers\\woods.geojson",
    ] {
        let quoted = path.replace('\\', "\\\\");
        project.write("map.yaml", map.replace("layers/woods.geojson", &format!("\"{quoted}\"")));
        let error = project.only_error("ST0005");
        assert!(error["spans"][0]["file"].as_str().expect("a file").ends_with("map.yaml"));
    }
    // These are ordinary names of missing files.
    for path in ["~/woods.geojson", "$HOME", "%2e%2e/woods.geojson", "con", "nul.geojson", "*"] {
        project.write("map.yaml", map.replace("layers/woods.geojson", &format!("\"{path}\"")));
        project.only_error("ST0001");
    }
    project.write("map.yaml", map.replace("layers/woods.geojson", &"x/".repeat(10_000)));
    project.only_error("ST0005");
    project.write("map.yaml", map.replace("layers/woods.geojson", &"x".repeat(10_000)));
    let errors = project.errors();
    assert_eq!(errors.len(), 1, "{errors:#?}");
}

#[cfg(unix)]
mod special {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    fn create_pipe(project: &Project, file: &str) {
        let _ = std::fs::remove_file(project.file(file));
        let made = Command::new("mkfifo").arg(project.file(file)).status();
        assert!(made.expect("every Unix has mkfifo").success());
    }

    #[test]
    fn rejects_symlinks_outside_project() {
        let project = Project::new();
        let secret = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(secret.path(), "secret").expect("written");
        let woods = project.file("layers/woods.geojson");
        let relink = |target: &std::path::Path| {
            let _ = std::fs::remove_file(&woods);
            symlink(target, &woods).expect("a link");
        };
        relink(secret.path());
        let error = project.only_error("ST0005");
        assert!(!error.to_string().contains("secret"), "{error:#}");
        relink("/dev/zero".as_ref());
        project.only_error("ST0005");
        relink("/proc/self/environ".as_ref());
        project.only_error("ST0005");
        // A link to itself, and a dangling link.
        relink(&woods);
        project.only_error("ST0002");
        relink(&project.file("nowhere"));
        project.only_error("ST0001");
        // A link to a whole folder outside the project.
        let elsewhere = tempfile::tempdir().expect("the temporary folder is created");
        let moved = elsewhere.path().join("layers");
        std::fs::remove_file(&woods).expect("removed");
        std::fs::create_dir(&moved).expect("the folder is created");
        for layer in std::fs::read_dir(project.file("layers")).expect("the folder is readable") {
            let layer = layer.expect("readable").path();
            std::fs::copy(&layer, moved.join(layer.file_name().expect("a name"))).expect("copied");
        }
        std::fs::remove_dir_all(project.file("layers")).expect("removed");
        symlink(&moved, project.file("layers")).expect("a link");
        let errors = project.errors();
        let outside = errors.iter().filter(|error| error["code"] == "ST0005").count();
        assert_eq!(outside + 1, errors.len(), "{errors:#?}");
    }

    /// No command blocks on a pipe without a writer.
    #[test]
    fn rejects_pipes_and_folders() {
        for file in ["layers/woods.geojson", "map.yaml"] {
            let project = Project::new();
            create_pipe(&project, file);
            project.only_error("ST0002");
            std::fs::remove_file(project.file(file)).expect("removed");
            std::fs::create_dir(project.file(file)).expect("the folder is created");
            project.only_error("ST0002");
        }
        let project = Project::new();
        create_pipe(&project, "scenario.yaml");
        for arguments in [
            &["check", "battles/field/scenario.yaml"][..],
            &["compile", "battles/field/scenario.yaml"],
            &["build", "battles/field/scenario.yaml"],
            &["check", "/dev/zero"],
            &["check", "/dev/null"],
        ] {
            let ran = project.run(arguments);
            assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.stderr);
        }
    }

    /// A folder refers to its scenario, not to the map next to it, even if the scenario is not a
    /// regular file.
    #[test]
    fn rejects_folder_without_regular_scenario() {
        let project = Project::new();
        let scenario = project.file("scenario.yaml");
        let assert_refused = |words: &str| {
            for command in ["check", "compile", "build", "inspect", "run", "render"] {
                let ran = project.run(&[command, "battles/field"]);
                assert_eq!(ran.status, Some(2), "{command}: {}", ran.stderr);
                let is_reported =
                    ran.stderr.contains("scenario.yaml") && ran.stderr.contains(words);
                assert!(is_reported, "{command}: {}", ran.stderr);
            }
        };
        create_pipe(&project, "scenario.yaml");
        assert_refused("is not a regular file");
        std::fs::remove_file(&scenario).expect("removed");
        std::fs::create_dir(&scenario).expect("the folder is created");
        assert_refused("is not a regular file");
        std::fs::remove_dir(&scenario).expect("removed");
        symlink(project.file("nowhere"), &scenario).expect("a link");
        assert_refused("cannot open");
    }

    /// Every referenced file must be inside the project, even if its path is a symbolic link.
    #[test]
    fn rejects_symlinks_in_all_references() {
        let secret = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(secret.path(), "secret: sesame\n").expect("written");
        for (key, file) in [
            ("map: map.yaml", "map.yaml"),
            ("ruleset: pub-battles/3.2", "own.yaml"),
            (
                "{ day: 1, turn: 5, entry: north, command: red-corps, formation: column }",
                "part.yaml",
            ),
            ("map: map.yaml", "elevation.tif"),
        ] {
            let project = Project::new();
            match file {
                "own.yaml" => project.replace_once("scenario.yaml", key, "ruleset: own.yaml"),
                "part.yaml" => project.replace_once("scenario.yaml", key, "{ include: part.yaml }"),
                "elevation.tif" => {
                    let map = std::fs::read_to_string(project.file("map.yaml")).expect("readable");
                    project.write("map.yaml", map + "elevation: { file: elevation.tif }\n");
                }
                _ => {}
            }
            let _ = std::fs::remove_file(project.file(file));
            symlink(secret.path(), project.file(file)).expect("a link");
            let errors = project.errors();
            let report = serde_json::Value::from(errors);
            assert!(report.to_string().contains("ST0005"), "{file}: {report:#}");
            assert!(!report.to_string().contains("sesame"), "{file}: {report:#}");
        }
    }

    /// A file name cannot add a line to the messages or move the cursor.
    #[test]
    fn messages_escape_file_names() {
        let project = Project::new();
        let folder = "x\u{1b}[2J\r\nerror: forged\u{9b}";
        std::fs::rename(project.path("battles/field"), project.path(folder)).expect("renamed");
        let file = |name: &str| format!("{folder}/{name}");
        std::fs::write(project.path(&file("no.pack")), "no pack").expect("written");
        std::fs::write(project.path(&file("no.yaml")), "a: [").expect("written");
        std::fs::write(project.path(&file("no.pdf")), "no PDF").expect("written");
        let outputs: Vec<String> =
            ["out", "b.pack", "scenario.yaml/x", "no.pdf", "map.qgs", "new"].map(file).into();
        let [out, pack, below_file, pdf, qgis, new] = &outputs[..] else { unreachable!() };
        for arguments in [
            &["check", folder, "--notes"][..],
            &["check", folder, "--format", "github"],
            &["check", folder, "--fix"],
            &["check", &file("no.pack")],
            &["check", &file("no.yaml")],
            &["check", &file("none.yaml")],
            &["compile", folder, "-o", pack],
            &["compile", folder, "-o", below_file],
            &["compile", folder, "-o", pdf],
            &["build", folder, "--out", out],
            &["render", folder, "--only", "chits", "--as", "pdf", "--out", out],
            &["run", folder, "--games", "2", "--record", out],
            &["replay", "compare", "--pack", folder, out],
            &["preflight", pdf],
            &["export", "qgis", folder, "--out", qgis],
            &["new", new],
            &["new", folder],
            &["odds", "--attacker", "infantry", "--ruleset", &file("none.yaml")],
            &[folder],
            &["export", folder, "scenario.yaml"],
            &["check", folder, &format!("--{folder}")],
            &["check", folder, "--format", folder],
            &["run", folder, "--games", folder],
            &["run", folder, "--vary", folder],
        ] {
            let ran = project.run(arguments);
            for text in [&ran.stdout, &ran.stderr] {
                let moves = text.chars().any(|c| c.is_control() && c != '\n');
                assert!(!moves, "{arguments:?}: {text:?}");
                let forged = text.lines().any(|line| line.starts_with("error: forged"));
                assert!(!forged, "{arguments:?}: {text}");
            }
        }
    }

    #[test]
    fn rejects_pipes_and_devices_as_packs() {
        let project = Project::new();
        create_pipe(&project, "pipe.pack");
        symlink("/dev/zero", project.file("zero.pack")).expect("a link");
        std::fs::create_dir(project.file("folder.pack")).expect("the folder is created");
        for pack in ["pipe.pack", "zero.pack", "folder.pack"] {
            let path = format!("battles/field/{pack}");
            for command in ["check", "inspect", "run", "render"] {
                let ran = project.run(&[command, &path]);
                assert_eq!(ran.status, Some(2), "{command} {pack}: {}", ran.stderr);
            }
        }
    }
}

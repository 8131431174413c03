use super::*;

#[test]
#[cfg(target_os = "linux")]
fn writes_to_devices_in_place() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("temporary folder");
    let link = folder.path().join("nowhere");
    std::os::unix::fs::symlink("/dev/null", &link).expect("symbolic link");
    write_atomically(&link, b"gone").expect("the device accepts all bytes");
    let found = fs::metadata(&link).expect("the link still exists");
    assert!(found.file_type().is_char_device());
    assert!(fs::symlink_metadata(&link).expect("the link exists").is_symlink());
    fs::remove_file(&link).expect("symbolic link");
    std::os::unix::fs::symlink("/dev/full", &link).expect("symbolic link");
    let message =
        write_atomically(&link, b"too much").expect_err("the device is always full").to_string();
    assert!(message.starts_with("cannot write "), "{message}");
}

#[test]
fn never_overwrites_existing_files() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let at = |name: &str| folder.path().join(name);
    write_new_private(&at("note"), b"mine").expect("the folder is empty");
    let mut late = FileSet::default();
    late.add(&at("late"), b"other", Access::Usual).expect("staged file");
    fs::write(at("late"), "first").expect("writable file");
    let message = late.commit_new().expect_err("a file was created meanwhile").to_string();
    assert!(message.starts_with("cannot replace "), "{message}");
    assert!(write_new(&at("note"), b"other").is_err());
    let text = |name: &str| fs::read_to_string(at(name)).expect("the file exists");
    assert_eq!([text("note"), text("late")], ["mine", "first"]);
    // A dangling link counts as existing, and nothing is written through it.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", at("link")).expect("symbolic link");
        assert!(write_new(&at("link"), b"other").is_err());
        assert!(!at("nowhere").exists());
        assert!(fs::symlink_metadata(at("link")).expect("the file exists").is_symlink());
    }
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert!(left <= 3, "temporary files remain");
}

/// A folder with two old files, and another one that is no part of any set.
fn old_set() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("temporary folder");
    fs::create_dir_all(root.path().join("out/job")).expect("a folder");
    for name in ["map.pdf", "job/list.json", "notes.txt", "job/mine.txt"] {
        fs::write(root.path().join("out").join(name), format!("old {name}")).expect("writable");
    }
    root
}

fn new_set(out: &Path) -> FileSet {
    let mut set = FileSet::in_folder(out, Access::Usual).expect("a writable folder");
    for name in ["map.pdf", "job/list.json"] {
        set.add(&out.join(name), b"new", Access::Usual).expect("a writable folder");
    }
    set
}

fn names(folder: &Path) -> Vec<String> {
    crate::folder_names(folder)
}

fn text(path: PathBuf) -> String {
    fs::read_to_string(path).expect("the file exists")
}

#[test]
fn set_replaces_only_its_files() {
    let root = old_set();
    let out = root.path().join("out");
    let mut set = new_set(&out);
    assert_eq!(text(out.join("map.pdf")), "old map.pdf");
    fs::write(out.join("late.txt"), "late").expect("writable file");
    assert!(!set.remove(&out.join("missing.pdf")));
    set.commit().expect("a writable folder");
    assert_eq!(names(root.path()), ["out"]);
    assert_eq!(names(&out), ["job", "late.txt", "map.pdf", "notes.txt"]);
    assert_eq!(names(&out.join("job")), ["list.json", "mine.txt"]);
    let contents = ["map.pdf", "job/list.json", "notes.txt", "job/mine.txt", "late.txt"];
    let contents = contents.map(|name| text(out.join(name)));
    assert_eq!(contents, ["new", "new", "old notes.txt", "old job/mine.txt", "late"]);
}

#[test]
fn removes_files_with_set() {
    let root = old_set();
    let out = root.path().join("out");
    let mut set = new_set(&out);
    assert!(set.remove(&out.join("notes.txt")));
    assert!(out.join("notes.txt").exists());
    set.commit().expect("a writable folder");
    assert_eq!(names(&out), ["job", "map.pdf"]);
}

#[test]
fn dropped_set_leaves_nothing() {
    let root = old_set();
    drop(new_set(&root.path().join("out")));
    drop(new_set(&root.path().join("new/out")));
    assert_eq!(names(root.path()), ["out"]);
    assert_eq!(names(&root.path().join("out")), ["job", "map.pdf", "notes.txt"]);
}

/// Files in several folders are moved one by one. The second one cannot be moved.
#[test]
fn failure_restores_former_files() {
    let root = old_set();
    let [first, second] = ["out/map.pdf", "out/job"].map(|name| root.path().join(name));
    let mut set = FileSet::default();
    for path in [&first, &root.path().join("out/new.pdf"), &second] {
        set.add(path, b"new", Access::Usual).expect("a writable folder");
    }
    set.commit().expect_err("a folder has this name");
    assert_eq!(text(first), "old map.pdf");
    assert_eq!(names(&root.path().join("out")), ["job", "map.pdf", "notes.txt"]);
}

#[cfg(unix)]
#[test]
fn keeps_modes() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = tempfile::tempdir().expect("temporary folder");
    let at = |name: &str| root.path().join(name);
    let mode = |name: &str| {
        let found = fs::metadata(at(name)).expect("the path exists");
        found.permissions().mode() & 0o777
    };
    fs::write(at("usual"), "").expect("writable file");
    fs::create_dir(at("folder")).expect("a folder");
    write_atomically(&at("a/new"), b"").expect("a writable folder");
    assert_eq!((mode("a/new"), mode("a")), (mode("usual"), mode("folder")));
    write_new_private(&at("b/new"), b"").expect("a writable folder");
    assert_eq!((mode("b/new"), mode("b")), (0o600, 0o700));
    fs::set_permissions(at("usual"), fs::Permissions::from_mode(0o640)).expect("our file");
    write_atomically(&at("usual"), b"").expect("a writable folder");
    assert_eq!(mode("usual"), 0o640);
    fs::set_permissions(at("folder"), fs::Permissions::from_mode(0o750)).expect("our folder");
    new_set(&at("folder")).commit().expect("a writable folder");
    assert_eq!(mode("folder"), 0o750);
}

/// The staging folder of a process that ended is removed with our files in it. All others stay.
#[test]
fn removes_only_abandoned_staging() {
    let root = old_set();
    let at = |name: &str| root.path().join(name);
    let mut ended = StagingFolder::create_in(root.path()).expect("a writable folder");
    let manifest = Manifest {
        target: "out".into(),
        step: Step::Exchange,
        files: [PathBuf::from("map.pdf")].into(),
        removed: [].into(),
    };
    ended.record(&manifest).expect("a writable folder");
    fs::create_dir_all(ended.set().join("job")).expect("a folder");
    fs::write(ended.set().join("map.pdf"), "former").expect("writable file");
    fs::write(ended.set().join("job/theirs.txt"), "theirs").expect("writable file");
    fs::hard_link(at("out/notes.txt"), ended.set().join("notes.txt")).expect("a link");
    let folder = ended.set().parent().map(Path::to_owned).expect("a staging folder");
    let copy = at(".sandtable-ended");
    fs::rename(&folder, &copy).expect("a free name");
    drop(ended);
    fs::create_dir(at(".sandtable-own")).expect("a folder");
    fs::write(at(".sandtable-own/mine"), "").expect("writable file");
    let running = StagingFolder::create_in(root.path()).expect("a writable folder");
    running.remove_abandoned(&at("out"));
    assert!(!copy.exists() && running.set().parent().is_some_and(Path::exists));
    assert_eq!(names(&at(".sandtable-own")), ["mine"]);
    assert_eq!(names(&at("out")), ["job", "map.pdf", "notes.txt"]);
    assert_eq!(names(&at("out/job")), ["list.json", "mine.txt", "theirs.txt"]);
    assert_eq!(text(at("out/map.pdf")), "old map.pdf");
}

/// The files of a set are moved one by one; after the first, the process is killed. A name on Unix
/// need not be UTF-8.
#[test]
fn next_run_completes_moves() {
    let root = old_set();
    let out = root.path().join("out");
    let mut killed = StagingFolder::create_in(&out).expect("a writable folder");
    #[cfg(unix)]
    let odd = <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"caf\xe9.txt");
    #[cfg(not(unix))]
    let odd = OsStr::new("café.txt");
    let manifest = Manifest {
        target: ".".into(),
        step: Step::Move,
        files: ["map.pdf".as_ref(), "job/list.json".as_ref(), odd].map(PathBuf::from).into(),
        removed: [PathBuf::from("notes.txt")].into(),
    };
    killed.record(&manifest).expect("a writable folder");
    fs::create_dir_all(killed.set().join("job")).expect("a folder");
    fs::write(out.join("map.pdf"), "new").expect("writable file");
    fs::write(killed.set().join("job/list.json"), "new").expect("writable file");
    fs::write(killed.set().join(odd), "new").expect("writable file");
    let folder = killed.set().parent().map(Path::to_owned).expect("a staging folder");
    fs::rename(&folder, out.join(".sandtable-killed")).expect("a free name");
    drop(killed);
    drop(FileSet::in_folder(&out, Access::Usual).expect("a writable folder"));
    assert_eq!(names(&out.join("job")), ["list.json", "mine.txt"]);
    let [map, list, other] = ["map.pdf".as_ref(), "job/list.json".as_ref(), odd]
        .map(|name: &OsStr| text(out.join(name)));
    assert_eq!([map, list, other], ["new"; 3]);
    fs::remove_file(out.join(odd)).expect("our file");
    assert_eq!(names(&out), ["job", "map.pdf"]);
}

/// Two new files are moved one by one; after the first, the process is killed, and somebody creates
/// the third.
#[test]
fn next_run_completes_new_files() {
    let root = old_set();
    let out = root.path().join("out");
    let mut killed = StagingFolder::create_in(&out).expect("a writable folder");
    let manifest = Manifest {
        target: ".".into(),
        step: Step::Add,
        files: ["a.sealed", "b.sealed", "notes.txt"].map(PathBuf::from).into(),
        removed: [].into(),
    };
    killed.record(&manifest).expect("a writable folder");
    fs::create_dir_all(killed.set()).expect("a folder");
    fs::write(out.join("a.sealed"), "new").expect("writable file");
    for name in ["b.sealed", "notes.txt"] {
        fs::write(killed.set().join(name), "new").expect("writable file");
    }
    let folder = killed.set().parent().map(Path::to_owned).expect("a staging folder");
    fs::rename(&folder, out.join(".sandtable-killed")).expect("a free name");
    drop(killed);
    let theirs = text(out.join("notes.txt"));
    assert_ne!(theirs, "new");
    finish_interrupted(&out.join("a.sealed"));
    assert_eq!(names(&out), ["a.sealed", "b.sealed", "job", "map.pdf", "notes.txt"]);
    assert_eq!(["b.sealed", "notes.txt"].map(|name| text(out.join(name))), ["new", &theirs]);
}

/// A staging folder from an archive is not ours, even if its lock file looks right.
#[test]
#[cfg(unix)]
fn keeps_planted_staging() {
    let root = old_set();
    let at = |name: &str| root.path().join(name);
    let running = StagingFolder::create_in(root.path()).expect("a writable folder");
    let lock = running.set().with_file_name("lock");
    let title = fs::read_to_string(lock).expect("readable file");
    let planted = at(".sandtable-planted");
    fs::create_dir_all(planted.join("set")).expect("a folder");
    fs::write(planted.join("set/map.pdf"), "planted").expect("writable file");
    fs::write(planted.join("lock"), title + "out\0map.pdf\0//exchange").expect("writable file");
    fs::create_dir(at(".sandtable-pipe")).expect("a folder");
    let pipe = std::process::Command::new("mkfifo").arg(at(".sandtable-pipe/lock")).status();
    assert!(pipe.expect("mkfifo runs").success());
    running.remove_abandoned(&at("out"));
    assert_eq!(text(planted.join("set/map.pdf")), "planted");
    assert_eq!(text(at("out/map.pdf")), "old map.pdf");
}

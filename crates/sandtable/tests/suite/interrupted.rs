//! Commands that are ended while they write: the folder holds the old files or the new ones, never
//! both, and the next run removes what the ended one left.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::{command, packs, sandtable, text};

/// The number of moments at which each signal is sent.
const MOMENTS: u32 = 12;

/// All files in a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let file = |entry: std::fs::DirEntry| {
        let bytes = std::fs::read(entry.path()).expect("the file is readable");
        (entry.file_name().to_string_lossy().into_owned(), bytes)
    };
    files.map(file).collect()
}

fn send(signal: &str, child: &Child) {
    let kill = format!("kill -s {signal} {}", child.id());
    let _ = Command::new("sh").args(["-c", &kill]).output();
}

/// The staging folders in a folder and in `out`.
fn staging(folder: &Path) -> BTreeSet<PathBuf> {
    let folders = [folder.to_owned(), folder.join("out")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.to_string_lossy().contains("/.sandtable-")).collect()
}

fn start(folder: &Path, pack: &str) -> Child {
    let words = ["render", pack, "--only", "charts,sticks", "--as", "pdf", "--out", "out"];
    let mut command = command(folder, &words);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs")
}

fn render(folder: &Path, pack: &str) -> BTreeMap<String, Vec<u8>> {
    assert!(start(folder, pack).wait().expect("the program ends").success());
    assert_eq!(staging(folder), BTreeSet::new());
    files(&folder.join("out"))
}

/// Waits until the command has a new staging folder. Returns whether it has not ended before.
fn wait_for_staging(child: &mut Child, folder: &Path, before: &BTreeSet<PathBuf>) -> bool {
    while staging(folder).is_subset(before) {
        if child.try_wait().expect("our process").is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    true
}

#[test]
fn set_is_old_or_new_after_every_signal() {
    let (_guard, folder) = packs();
    let out = folder.join("out");
    // Files of the user stay; one of them is in a subfolder.
    std::fs::create_dir_all(out.join("mine")).expect("writable");
    std::fs::write(out.join("notes.txt"), "notes").expect("writable");
    std::fs::write(out.join("mine/notes.txt"), "more notes").expect("writable");
    let sets = ["b.pack", "other.pack"].map(|pack| render(&folder, pack));
    assert_ne!(sets[0], sets[1]);
    let mut child = start(&folder, "b.pack");
    assert!(wait_for_staging(&mut child, &folder, &BTreeSet::new()));
    let began = Instant::now();
    child.wait().expect("the program ends");
    let duration = began.elapsed();
    for (round, signal) in ["KILL", "TERM", "INT"].into_iter().enumerate() {
        for moment in 0..MOMENTS {
            let pack = ["other.pack", "b.pack"][(round + moment as usize) % 2];
            let left = staging(&folder);
            let mut child = start(&folder, pack);
            if wait_for_staging(&mut child, &folder, &left) {
                std::thread::sleep(duration * moment / (MOMENTS - 1));
            }
            send(signal, &child);
            child.wait().expect("the program ends");
            let found = files(&out);
            assert!(sets.contains(&found), "{signal}, moment {moment}: {:?}", found.keys());
            assert!(signal == "KILL" || staging(&folder).is_empty(), "{signal}, moment {moment}");
            let more = std::fs::read(out.join("mine/notes.txt")).expect("the file exists");
            assert_eq!(more, b"more notes");
        }
        // The next run removes all staging folders, and never one of the user's files.
        assert_eq!(render(&folder, "b.pack"), sets[0]);
    }
}

/// The folder does not exist before the first run.
#[test]
fn new_folder_is_whole_or_missing() {
    let (_guard, folder) = packs();
    let wanted = render(&folder, "b.pack");
    for moment in 0..MOMENTS {
        std::fs::remove_dir_all(folder.join("out")).ok();
        let left = staging(&folder);
        let mut child = start(&folder, "b.pack");
        if wait_for_staging(&mut child, &folder, &left) {
            std::thread::sleep(Duration::from_millis(u64::from(moment) * 4));
        }
        child.kill().expect("our process");
        child.wait().expect("the program ends");
        let found = files(&folder.join("out"));
        assert!(found == wanted || !folder.join("out").exists(), "{:?}", found.keys());
    }
    render(&folder, "b.pack");
}

/// `build` plays its games before it has anything to write. It leaves no folder if it is ended then,
/// and a whole one or none if it is ended later.
#[test]
fn ended_build_leaves_no_part_of_a_battle() {
    let (_guard, folder) = packs();
    let build = || {
        let mut build = command(&folder, &["build", "b.pack", "--out", "out"]);
        build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs")
    };
    let began = Instant::now();
    assert!(build().wait().expect("the program ends").success());
    let duration = began.elapsed();
    let battle = std::fs::read_dir(folder.join("out")).expect("a folder").flatten().next();
    let battle = battle.expect("the battle's folder").path();
    let wanted = files(&battle);
    assert!(wanted.len() > 10, "{:?}", wanted.keys());
    for (signal, percent) in [("TERM", 30), ("KILL", 80), ("INT", 95)] {
        std::fs::remove_dir_all(folder.join("out")).ok();
        let mut child = build();
        std::thread::sleep(duration * percent / 100);
        send(signal, &child);
        child.wait().expect("the program ends");
        let found = files(&battle);
        assert!(found == wanted || found.is_empty(), "{signal}: {:?}", found.keys());
    }
}

/// `build` refuses a folder that it cannot create before it plays any game.
#[test]
fn build_refuses_file_as_folder() {
    let (_guard, folder) = packs();
    std::fs::write(folder.join("out"), "mine").expect("writable");
    let output = sandtable(&folder, &["build", "b.pack", "--out", "out"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("`out` is a file, not a folder") && !said.contains("drawing"), "{said}");
    assert_eq!(std::fs::read(folder.join("out")).expect("the file exists"), b"mine");
}

//! Prints the time and memory for checking maps of 10,000 to 1,000,000 vertices, each in a separate
//! process: `cargo run --release -p sandtable-compile --example vertices`. With `--keep FOLDER`,
//! the maps are kept in that folder.

#[path = "../benches/generated_map.rs"]
mod generated_map;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use sandtable_cli::DiskFiles;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.as_slice() {
        [word, folder] if word == "--check" => check(Path::new(folder)),
        [word, folder] if word == "--keep" => table(Path::new(folder)),
        _ => table(&std::env::temp_dir().join(format!("sandtable-{}", std::process::id()))),
    }
}

/// Prints the table. Each row runs in a separate process, because peak memory is measured per
/// process.
fn table(folder: &Path) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| vertices | polygons | GeoJSON | time | µs a vertex | most memory |")?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for vertices in [10_000, 30_000, 100_000, 300_000, 1_000_000] {
        let map: PathBuf = folder.join(vertices.to_string());
        let mut bytes = 0;
        for (name, text) in generated_map::files(vertices) {
            let file = map.join(name);
            std::fs::create_dir_all(file.parent().unwrap_or(&map))?;
            std::fs::write(file, &text)?;
            bytes += text.len();
        }
        let program = std::env::current_exe()?;
        let row = Command::new(program).arg("--check").arg(&map).output()?;
        let row = String::from_utf8_lossy(&row.stdout).into_owned();
        let (seconds, kilobytes) = row.trim().split_once(' ').unwrap_or(("", ""));
        let seconds: f64 = seconds.parse().unwrap_or(f64::NAN);
        let megabytes = kilobytes.parse::<f64>().unwrap_or(f64::NAN) / 1_024.0;
        writeln!(
            out,
            "| {vertices} | {} | {:.1} MB | {:.0} ms | {:.2} | {megabytes:.0} MB |",
            vertices / generated_map::VERTICES_PER_POLYGON,
            bytes as f64 / 1e6,
            seconds * 1e3,
            seconds * 1e6 / vertices as f64,
        )?;
    }
    Ok(())
}

/// Prints the seconds and kilobytes of one check.
fn check(folder: &Path) -> std::io::Result<()> {
    let (files, path) = DiskFiles::for_file(&folder.join("map.yaml"));
    let start = Instant::now();
    let outcome = sandtable_compile::check(&files, &path);
    let seconds = start.elapsed().as_secs_f64();
    assert!(!outcome.diagnostics.has_errors(), "the generated map is valid");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak_memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak_memory.map_or("", |most| most.trim().trim_end_matches(" kB"));
    writeln!(std::io::stdout().lock(), "{seconds} {kilobytes}")
}

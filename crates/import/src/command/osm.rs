//! `import osm`: converts OpenStreetMap data to layers.

use std::path::{Path, PathBuf};

use sandtable_authored::{Reporter, SourceReader};
use sandtable_cli::{
    Access, BoundedRead, DiskFiles, Exit, FileSet, Input, Terminal, check_outputs, check_writable,
    read_bounded,
};
use sandtable_pack::GroundLength;
use sandtable_source::Files as _;

use super::{InputFiles, parse_ground};
use crate::osm::era::Era;
use crate::osm::report::{OsmReport, RowCount};
use crate::osm::table::TAG_TABLE;
use crate::osm::{OsmImport, OsmOutcome, import_osm};
use sandtable_cli::Format;

/// The maximum size of a layer without features, in bytes.
const MAX_EMPTY_LAYER_BYTES: u64 = 4_096;

/// Create map layers from an OpenStreetMap extract
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
FILE is OSM XML (openstreetmap.org › Export, or JOSM), .osm.pbf, or GeoJSON from overpass-turbo.eu › Export; \
.gz and .zst files are decompressed. You can name several files. The command does not access the network.

A table maps tags to layer classes: --write-table writes the built-in table, which you can edit and pass with \
--table. --era 1806 omits features that did not exist in 1806, according to OpenStreetMap or the table; \
--before 1900 omits features from 1900 or later.

It writes one GeoJSON file for each class into --out, and prints the lines of `layers`, `entries` and `credits` \
for map.yaml. Existing files are kept unless --replace is given, except layers without features. The data are © OpenStreetMap contributors, \
under the ODbL 1.0: every map that shows them must credit them. --add-credits adds the line to the map file.

Examples:
  sandtable import osm jena.osm --map maps/jena/map.yaml --out maps/jena/layers --era 1806
  sandtable import osm --write-table osm.csv
  sandtable import osm jena.osm.pbf --map maps/jena --out /tmp/layers --table osm.csv --format json")]
pub(crate) struct OsmArgs {
    /// OpenStreetMap extracts
    #[arg(value_name = "FILE", required_unless_present = "write_table")]
    files: Vec<PathBuf>,
    /// The map (map.yaml, its folder or its battle), for its frame and scale
    #[arg(long, value_name = "MAP", required_unless_present = "write_table")]
    map: Option<PathBuf>,
    /// The folder to write to
    #[arg(long, value_name = "DIR", required_unless_present = "write_table")]
    out: Option<PathBuf>,
    /// Your own table that maps tags to classes
    #[arg(long, value_name = "TABLE.csv")]
    table: Option<PathBuf>,
    /// Only write the built-in table to a new file
    #[arg(long, value_name = "TABLE.csv", conflicts_with_all = ["files", "map", "out", "table"])]
    write_table: Option<PathBuf>,
    /// Omit features that did not exist in this year
    #[arg(long, value_name = "YEAR", conflicts_with = "before", value_parser = clap::value_parser!(i32).range(-5000..=3000))]
    era: Option<i32>,
    /// Omit features from this year or later
    #[arg(long, value_name = "YEAR", value_parser = clap::value_parser!(i32).range(-5000..=3000))]
    before: Option<i32>,
    /// Keep this much beyond the frame
    #[arg(long, value_name = "LENGTH", default_value = "300m", value_parser = parse_ground)]
    margin: GroundLength,
    /// Maximum number of unmatched tags to list
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    unmatched: usize,
    /// Replace existing layers
    #[arg(long)]
    replace: bool,
    /// Add the credit to the map file if it is missing
    #[arg(long)]
    add_credits: bool,
    /// Output format of the counts
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    format: Format,
}

impl OsmArgs {
    pub(crate) fn run(&self, terminal: &Terminal) -> Exit {
        let result = match (&self.write_table, &self.map, &self.out) {
            (Some(table), ..) => write_table(table, terminal),
            (None, Some(map), Some(out)) => self.import(map, out, terminal),
            _ => {
                terminal.print_error("set the map with `--map` and the folder with `--out`");
                Err(Exit::UsageError)
            }
        };
        result.unwrap_or_else(|exit| exit)
    }

    fn import(&self, map: &Path, out: &Path, terminal: &Terminal) -> Result<Exit, Exit> {
        let map = map_file(map, terminal)?;
        let mut given = InputFiles::default();
        let mut take = |path: &Path| given.add(path, terminal);
        let import = OsmImport {
            map: take(&map)?,
            files: self.files.iter().map(|file| take(file)).collect::<Result<_, _>>()?,
            table: self.table.as_deref().map(&mut take).transpose()?,
            era: match (self.era, self.before) {
                (Some(year), _) => Era::Year(year),
                (_, Some(year)) => Era::Before(year),
                _ => Era::Today,
            },
            margin: self.margin,
            folder: folder_in_map(&map, out),
            max_unmatched: self.unmatched,
            add_credit: self.add_credits,
        };
        let OsmOutcome { imported, report, diagnostics, sources } = import_osm(&given, &import);
        terminal.show_diagnostics(&sources, &diagnostics);
        let Some(report) = report else { return Ok(Exit::Failure) };
        let Some(imported) = imported else {
            match self.format {
                Format::Human => print_counts(&report, terminal),
                Format::Json => terminal.print(&to_json(&report))?,
            }
            return Ok(Exit::Failure);
        };
        let layers: Vec<(PathBuf, &str)> =
            imported.layers.iter().map(|(name, text)| (out.join(name), text.as_str())).collect();
        write_all(&given, &layers, self.replace, terminal)?;
        if let Some(text) = &imported.map {
            write_staged(&[(map.clone(), text.as_bytes())], terminal)?;
        }
        for (path, _) in &layers {
            terminal.print_message(&path.display().to_string());
        }
        match self.format {
            Format::Human => {
                print_counts(&report, terminal);
                print_lines(&report, &map, out, imported.map.is_some(), terminal);
            }
            Format::Json => terminal.print(&to_json(&report))?,
        }
        Ok(Exit::Success)
    }
}

/// A JSON document with a final line break.
pub(crate) fn to_json(report: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(report);
    text.expect("strings and numbers always serialise to JSON") + "\n"
}

fn write_table(path: &Path, terminal: &Terminal) -> Result<Exit, Exit> {
    sandtable_cli::write_new(path, TAG_TABLE.as_bytes()).map_err(|error| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    })?;
    terminal.print_message(&path.display().to_string());
    Ok(Exit::Success)
}

/// Finds the file of a map, given its path or its folder, or its scenario or the folder of that.
pub(crate) fn map_file(path: &Path, terminal: &Terminal) -> Result<PathBuf, Exit> {
    // The folder may also contain a scenario.
    let beside = path.join("map.yaml");
    if beside.is_file() {
        return Ok(beside);
    }
    match Input::find(path) {
        Ok(Input::Authored(file)) => {
            let (files, file) = DiskFiles::for_file(&file);
            let (mut sources, mut reporter) = (SourceReader::new(&files), Reporter::new());
            let map = sources.map_of(&mut reporter, &file);
            terminal.show_diagnostics(&sources.texts, &reporter.close());
            match map {
                Some((map, _)) => Ok(PathBuf::from(files.display_path(&map))),
                None => {
                    terminal.print_error(&format!(
                        "`{}` names no map: pass the map's `map.yaml` instead",
                        files.display_path(&file)
                    ));
                    Err(Exit::UsageError)
                }
            }
        }
        Ok(Input::Pack(file)) => {
            terminal.print_error(&format!(
                "`{}` is a pack: pass the map's `map.yaml` instead",
                file.display()
            ));
            Err(Exit::UsageError)
        }
        Err(error) => {
            terminal.print_error(&error.to_string());
            Err(Exit::UsageError)
        }
    }
}

/// The usual folder of a map's layers.
const LAYERS: &str = "layers/";

/// Returns the map's name for a folder of layers, with a final `/`. Authors copy layers that are
/// not below the map to the usual folder.
pub(crate) fn folder_in_map(map: &Path, out: &Path) -> String {
    folder_below_map(map, out).unwrap_or_else(|| LAYERS.to_owned())
}

/// Returns the path of a folder relative to the map, with a final `/`; `None` if the folder is not
/// below the map.
fn folder_below_map(map: &Path, out: &Path) -> Option<String> {
    let absolute = |path: &Path| {
        let there = path.ancestors().find(|above| above.exists() && !above.as_os_str().is_empty());
        let there = there.unwrap_or(Path::new("."));
        let rest = path.strip_prefix(there).unwrap_or(path);
        there.canonicalize().map_or_else(|_| path.to_owned(), |there| there.join(rest))
    };
    let home = map.parent().filter(|folder| !folder.as_os_str().is_empty());
    let home = absolute(home.unwrap_or(Path::new(".")));
    let out = absolute(out);
    let inside = out.strip_prefix(&home).ok()?.to_string_lossy().replace('\\', "/");
    Some(if inside.is_empty() { inside } else { inside + "/" })
}

/// Writes either all files or none. It never overwrites an input, writes two files to one path, or
/// replaces existing files without a request.
pub(crate) fn write_all(
    given: &InputFiles,
    files: &[(PathBuf, &str)],
    replace: bool,
    terminal: &Terminal,
) -> Result<(), Exit> {
    let files: Vec<(PathBuf, &[u8])> =
        files.iter().map(|(path, text)| (path.clone(), text.as_bytes())).collect();
    write_bytes(given, &files, replace, terminal)
}

/// Does the same as [`write_all`] for bytes.
pub(crate) fn write_bytes(
    given: &InputFiles,
    files: &[(PathBuf, &[u8])],
    replace: bool,
    terminal: &Terminal,
) -> Result<(), Exit> {
    let inputs: Vec<(&str, &Path)> =
        given.paths().map(|path| ("the imported file", path)).collect();
    let named =
        |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> = files.iter().map(|(path, _)| named(path)).collect();
    let outputs: Vec<(&str, &Path)> =
        names.iter().zip(files).map(|(name, (path, _))| (name.as_str(), path.as_path())).collect();
    check_outputs(&inputs, &outputs, terminal)?;
    check_writable(files.iter().map(|(path, _)| path.as_path()), terminal)?;
    let existing: Vec<String> = files
        .iter()
        .filter(|(path, _)| std::fs::symlink_metadata(path).is_ok() && !is_empty_layer(path))
        .map(|(path, _)| path.display().to_string())
        .collect();
    if !existing.is_empty() && !replace {
        terminal.print_error(&format!("already exists: {}", existing.join(", ")));
        terminal.print_wrapped(
            "nothing was written; choose another folder with `--out`, or use `--replace`",
        );
        return Err(Exit::UsageError);
    }
    write_staged(files, terminal)
}

/// Whether a file is a layer without shapes, as `new` writes it.
fn is_empty_layer(path: &Path) -> bool {
    let Ok(BoundedRead::Complete(bytes)) = read_bounded(path, MAX_EMPTY_LAYER_BYTES) else {
        return false;
    };
    let layer = serde_json::from_slice::<serde_json::Value>(&bytes).unwrap_or_default();
    let features = layer["features"].as_array();
    features.is_some_and(|features| features.iter().all(|one| one["geometry"].is_null()))
}

/// Writes either all files or none.
pub(super) fn write_staged(files: &[(PathBuf, &[u8])], terminal: &Terminal) -> Result<(), Exit> {
    let complain = |error: sandtable_cli::WriteError| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    };
    let write = || {
        let mut set = FileSet::default();
        // All layers are in one folder.
        if let [(path, _), _, ..] = files {
            set.add_folder(path.parent().unwrap_or(Path::new("")), Access::Usual)?;
        }
        for (path, bytes) in files {
            set.add(path, bytes, Access::Usual)?;
        }
        set.commit()
    };
    write().map_err(complain)
}

/// Prints the counts as text on stderr.
fn print_counts(report: &OsmReport, terminal: &Terminal) {
    let date = report.date.as_deref().map_or(String::new(), |date| format!(", data from {date}"));
    let layers: Vec<String> =
        report.layers.iter().map(|layer| format!("{} {}", layer.class, layer.features)).collect();
    let layers = if layers.is_empty() { "none".to_owned() } else { layers.join(", ") };
    terminal.print_wrapped(&format!("features: {layers}{date}"));
    if !report.rows.is_empty() {
        terminal.print_message("  line  objects  imported  tags → class: omitted");
        for row in &report.rows {
            let left = omission_counts(row);
            let becomes = if row.kind.is_empty() {
                row.becomes.to_owned()
            } else {
                format!("{} {}", row.becomes, row.kind)
            };
            let left = if left.is_empty() { left } else { format!(": {left}") };
            terminal.print_message(&format!(
                "  {:>4}  {:>7}  {:>8}  {} → {becomes}{left}",
                row.line, row.matched, row.taken, row.tags
            ));
        }
    }
    let others = [
        (report.outside, "objects beyond the margin"),
        (
            report.several_values,
            "objects with several values for a tag, of which the first one in the table counts",
        ),
        (report.crossings_again, "crossings omitted because they coincide with another one"),
        (report.houses_inside, "houses omitted because they are inside settlement outlines"),
        (report.lone_houses, "houses, alone or in pairs, that became farms"),
        (report.cut, "features clipped where other terrain overlaps them"),
        (report.covered, "features omitted because other terrain covers them"),
    ];
    for (count, words) in others.into_iter().filter(|(count, _)| *count > 0) {
        terminal.print_wrapped(&format!("{words}: {count}"));
    }
    if let Some(reason) = &report.missing_sea {
        terminal.print_wrapped(&format!("the sea is missing: {reason}"));
    }
    if report.unmatched_things > 0 {
        terminal.print_message(&format!(
            "other omitted objects: {}; most frequent tags:",
            report.unmatched_things
        ));
        for one in &report.unmatched {
            terminal.print_message(&format!(
                "  {:>6}  {} ({}): {}",
                one.things, one.tags, one.example, one.reason
            ));
        }
        let others = report.unmatched_groups - report.unmatched.len();
        if others > 0 {
            terminal.print_message(&format!(
                "  other kinds of tags: {others}; `--unmatched {}` lists them",
                report.unmatched_groups
            ));
        }
    }
}

/// Prints the lines to paste into the map.
fn print_lines(
    report: &OsmReport,
    map: &Path,
    out: &Path,
    was_credited: bool,
    terminal: &Terminal,
) {
    terminal.print_message(&format!("for {}:", map.display()));
    if folder_below_map(map, out).is_none() {
        terminal.print_wrapped(&format!(
            "(the map cannot refer to `{}`, which is not in its folder: copy the files to `{LAYERS}` beside the map)",
            out.display()
        ));
    }
    terminal.print_message("layers:");
    report.layer_lines.iter().for_each(|line| terminal.print_message(line));
    if !report.entry_lines.is_empty() {
        terminal.print_message("entries: # points where roads leave the frame");
        report.entry_lines.iter().for_each(|line| terminal.print_message(line));
    }
    match (report.credited, was_credited) {
        (true, _) => {}
        (false, true) => terminal.print_message("added the credit to `credits` of the map"),
        (false, false) => {
            terminal.print_message(
                "credits: # required by the licence; --add-credits adds it to the map",
            );
            terminal.print_message(&report.credit_line);
        }
    }
}

fn omission_counts(row: &RowCount) -> String {
    let by_table = match row.becomes {
        "-" => row.matched - row.other_time - row.outside,
        _ => 0,
    };
    let counts = [
        (by_table, "by the table"),
        (row.other_time, "outside the period"),
        (row.outside, "outside"),
        (row.small, "too small"),
        (row.nowhere, "without connection"),
        (row.shape, "of another shape"),
        (row.invalid, "with an invalid ring"),
        (row.part, "only drawing a multipolygon"),
    ];
    let descriptions: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    descriptions.join(", ")
}

//! `import`: converts raw geodata to authored layers.

pub(crate) mod elevation;
pub(crate) mod osm;

use std::path::{Path, PathBuf};

use sandtable_cli::{BoundedRead, Exit, Terminal, open_regular, read_bounded};
use sandtable_pack::GroundLength;
use sandtable_source::{FileError, Files, ProjectPath, ReadSeek};

use crate::areas::{AreaImport, import_areas};
use crate::command::elevation::ElevationArgs;
use crate::command::osm::OsmArgs;
use sandtable_authored::{Quantity, quantity};
use sandtable_map::MAX_LAYER_BYTES;

/// Create map layers from raw geodata
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), subcommand_required = true)]
pub struct ImportArgs {
    #[command(subcommand)]
    what: ImportCommand,
}

#[derive(Debug, clap::Subcommand)]
enum ImportCommand {
    Areas(AreasArgs),
    Osm(OsmArgs),
    Elevation(ElevationArgs),
}

/// Group and dissolve polygons into the areas of a FAB battle
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
The table is a CSV file with the columns `feature` and `area`: the name of each polygon, and the id of its \
area, or `-` for ground outside all areas. `Name#2` is the second largest part of a polygon with several parts.

It writes areas.geojson, in which neighbours share every vertex of their border, and graph.yaml with the areas \
and edges of a scenario. Complete the graph by hand. Existing files are kept unless --replace is given.

Example:
  cd maps/sicily
  sandtable import areas municipalities.geojson --table areas.csv --detail 200m --out areas")]
struct AreasArgs {
    /// Polygons: GeoJSON in longitude and latitude
    #[arg(value_name = "POLYGONS.geojson")]
    polygons: PathBuf,
    /// Table that groups the polygons
    #[arg(long, value_name = "TABLE.csv")]
    table: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Property that holds the name of a polygon
    #[arg(long, value_name = "NAME", default_value = "name")]
    property: String,
    /// River lines: borders along them become river borders in the graph
    #[arg(long, value_name = "FILE.geojson")]
    rivers: Option<PathBuf>,
    /// Road lines: borders that they cross get a road connection in the graph
    #[arg(long, value_name = "FILE.geojson")]
    roads: Option<PathBuf>,
    /// Merge vertices that are at most this far apart
    #[arg(long, value_name = "LENGTH", default_value = "1m", value_parser = parse_ground)]
    snap: GroundLength,
    /// Remove vertices whose triangles are smaller than a square of this side; 0m keeps all
    #[arg(long, value_name = "LENGTH", default_value = "0m", value_parser = parse_ground)]
    detail: GroundLength,
    /// Maximum distance of a river that runs along a border: use the map's `along`, or its
    /// `min_shared`; by default four times --snap, as on a map with neither, and at least --detail
    #[arg(long, value_name = "LENGTH", value_parser = parse_ground)]
    along: Option<GroundLength>,
    /// Replace existing files
    #[arg(long)]
    replace: bool,
}

/// Parses a length on the ground, up to 10 km.
pub(crate) fn parse_ground(written: &str) -> Result<GroundLength, String> {
    match quantity::parse(written) {
        Ok(Quantity::Ground(metres)) if (0.0..=10_000.0).contains(&metres) => {
            GroundLength::from_metres_rounded(metres).ok_or_else(|| "too long".to_owned())
        }
        _ => Err("expected a ground length of at most 10 km, such as `150m`".to_owned()),
    }
}

impl ImportArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        match &self.what {
            ImportCommand::Areas(command) => command.run(terminal),
            ImportCommand::Osm(command) => command.run(terminal),
            ImportCommand::Elevation(command) => command.run(terminal),
        }
    }
}

impl AreasArgs {
    fn run(&self, terminal: &Terminal) -> Exit {
        let [areas, graph] = ["areas.geojson", "graph.yaml"].map(|name| self.out.join(name));
        let mut given = InputFiles::default();
        let mut take = |path: &Path| given.add(path, terminal);
        let mut read_inputs = || {
            Ok::<_, Exit>(AreaImport {
                polygons: take(&self.polygons)?,
                property: self.property.clone(),
                table: take(&self.table)?,
                rivers: self.rivers.as_deref().map(&mut take).transpose()?,
                roads: self.roads.as_deref().map(&mut take).transpose()?,
                snap: self.snap,
                detail: self.detail,
                along: self.along,
            })
        };
        let import = match read_inputs() {
            Ok(import) => import,
            Err(exit) => return exit,
        };
        let (imported, diagnostics, sources) = import_areas(&given, &import);
        terminal.show_diagnostics(&sources, &diagnostics);
        let Some(imported) = imported else { return Exit::Failure };
        let files = [(areas, imported.areas.as_bytes()), (graph, imported.graph.as_bytes())];
        if let Err(exit) = osm::write_bytes(&given, &files, self.replace, terminal) {
            return exit;
        }
        for (file, _) in &files {
            terminal.print_message(&file.display().to_string());
        }
        terminal.print_message(&imported.summary);
        Exit::Success
    }
}

/// The input files named on the command line, in any folder.
#[derive(Default)]
pub(crate) struct InputFiles(Vec<(PathBuf, Option<Vec<u8>>)>);

impl InputFiles {
    /// The paths, as written on the command line.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, _)| path.as_path())
    }

    /// Reads a file; returns the exit status if that fails.
    pub(crate) fn add(&mut self, path: &Path, terminal: &Terminal) -> Result<ProjectPath, Exit> {
        let name = ProjectPath::from_file_name(&self.0.len().to_string());
        let why = match read_bounded(path, MAX_LAYER_BYTES) {
            Ok(BoundedRead::Complete(bytes)) => {
                self.0.push((path.to_owned(), Some(bytes)));
                return Ok(name);
            }
            Ok(BoundedRead::TooLarge) => "it is larger than 256 MB".to_owned(),
            Ok(BoundedRead::NotRegular) => "it is not a regular file".to_owned(),
            Err(error) => error.to_string(),
        };
        terminal.print_error(&format!("cannot open `{}`: {why}", path.display()));
        Err(Exit::UsageError)
    }

    /// Adds a file of any size, which is read in parts.
    pub(crate) fn add_unread(
        &mut self,
        path: &Path,
        terminal: &Terminal,
    ) -> Result<ProjectPath, Exit> {
        let name = ProjectPath::from_file_name(&self.0.len().to_string());
        match std::fs::metadata(path) {
            Ok(found) if found.is_file() => {
                self.0.push((path.to_owned(), None));
                return Ok(name);
            }
            Ok(_) => terminal.print_error(&format!(
                "cannot open `{}`: it is not a regular file",
                path.display()
            )),
            Err(error) => {
                terminal.print_error(&format!("cannot open `{}`: {error}", path.display()));
            }
        }
        Err(Exit::UsageError)
    }

    fn get(&self, path: &ProjectPath) -> Option<&(PathBuf, Option<Vec<u8>>)> {
        self.0.get(path.to_string().parse::<usize>().ok()?)
    }
}

impl Files for InputFiles {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        match self.get(path).ok_or(FileError::Missing)? {
            (_, Some(bytes)) if bytes.len() as u64 <= limit => Ok(bytes.clone()),
            _ => Err(FileError::TooLarge),
        }
    }

    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        // A file next to an input has the number of the input and another extension.
        let name = path.to_string();
        let (number, extension) = name.split_at(name.find('.').unwrap_or(name.len()));
        let number = ProjectPath::from_file_name(number);
        let mut found = self.get(&number).ok_or(FileError::Missing)?.0.clone().into_os_string();
        found.push(extension);
        open_regular(Path::new(&found))
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        self.get(path).map_or_else(|| path.to_string(), |(path, _)| path.display().to_string())
    }

    fn sibling_names(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use sandtable_cli::{ColourChoice, NotesArgs, TerminalArgs};

    use super::*;

    const TABLES: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../compile/tests/data/import/tables");

    /// The author completes the graph by hand, so only `--replace` overwrites it.
    #[test]
    fn areas_keep_edited_graph() {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        let graph = folder.path().join("graph.yaml");
        let read = || std::fs::read_to_string(&graph).expect("the graph exists");
        let import = |replace: bool| {
            let args = AreasArgs {
                polygons: Path::new(TABLES).join("towns.geojson"),
                table: Path::new(TABLES).join("nfd.csv"),
                out: folder.path().to_owned(),
                property: "name".to_owned(),
                rivers: None,
                roads: None,
                snap: GroundLength::from_metres(1),
                detail: GroundLength::ZERO,
                along: None,
                replace,
            };
            args.run(&Terminal::new(
                &TerminalArgs { color: ColourChoice::Never },
                &NotesArgs::default(),
            ))
        };
        assert_eq!(import(false), Exit::Success);
        let draft = read();
        std::fs::write(&graph, "mine").expect("writable");
        assert_eq!((import(false), read()), (Exit::UsageError, "mine".to_owned()));
        assert_eq!((import(true), read()), (Exit::Success, draft));
    }
}

//! `import elevation`: converts elevation tiles to a map's elevation, hills and crests.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Terminal, whole_number};
use sandtable_pack::GroundLength;

use super::osm::{folder_in_map, map_file, to_json, write_bytes};
use super::{InputFiles, parse_ground};
use crate::elevation::{
    ElevationImport, ElevationReport, Levels, MAX_HILL_LEVELS, import_elevation,
};
use sandtable_authored::{Quantity, quantity};
use sandtable_cli::Format;

/// Create a map's elevation, hills and crests from elevation tiles
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
FILE is a GeoTIFF (Copernicus, USGS, a national survey), an SRTM tile (N50E011.hgt) or an ASCII grid (.asc); \
or one of these in a .zip or .gz. Only the part over the map is read, so a file may be large. A GeoTIFF is in \
longitude and latitude, UTM or another transverse Mercator, Lambert conformal conic or Web Mercator, on WGS 84 \
or an equal datum. Adjacent tiles are merged; where they overlap, the finest one is used. The command does not access the \
network.

It writes elevation.tif, clipped to the frame plus a margin, and drafts of hills.geojson and crests.geojson. It \
prints the lines for map.yaml. Existing files are kept unless --replace is given. A hill is ground above a \
level: set the number of levels, or the height between them, and the lowest level. Review the draft on the map: \
name the hills that matter and delete the others.

Examples:
  sandtable import elevation N50E011.hgt --map maps/jena/map.yaml --out /tmp/jena
  sandtable import elevation west.tif east.tif --map maps/jena --out /tmp/jena --interval 20m --from 280m
  sandtable import elevation maps/gettysburg/elevation.tif --map maps/gettysburg --out /tmp/g --standing-out \
800m")]
pub(crate) struct ElevationArgs {
    /// Elevation tiles
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The map (map.yaml, its folder or its battle), for its frame and scale
    #[arg(long, value_name = "MAP")]
    map: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Keep this much beyond the frame
    #[arg(long, value_name = "LENGTH", default_value = "300m", value_parser = parse_ground)]
    margin: GroundLength,
    /// Number of hill levels, at most 9
    #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = |text: &str| whole_number::<u32>(text, 1, MAX_HILL_LEVELS))]
    levels: u32,
    /// Height between levels, instead of --levels
    #[arg(long, value_name = "HEIGHT", conflicts_with = "levels", value_parser = parse_interval)]
    interval: Option<f64>,
    /// Height of the lowest level; by default above three fifths of the ground, or three quarters with --standing-out
    #[arg(long, value_name = "HEIGHT", value_parser = parse_height, allow_hyphen_values = true)]
    from: Option<f64>,
    /// Measure levels from the mean of the ground within this distance, not from sea level: for
    /// ridges on sloping ground
    #[arg(long, value_name = "LENGTH", value_parser = parse_ground)]
    standing_out: Option<GroundLength>,
    /// Omit hills smaller than a square of this side; by default 10 mm on paper
    #[arg(long, value_name = "LENGTH", value_parser = parse_ground)]
    smallest: Option<GroundLength>,
    /// Replace existing files
    #[arg(long)]
    replace: bool,
    /// Output format of the counts
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    format: Format,
}

/// Parses an elevation in metres.
fn parse_height(written: &str) -> Result<f64, String> {
    match quantity::parse(written.strip_prefix('-').unwrap_or(written)) {
        Ok(Quantity::Ground(metres)) if (0.0..9_000.0).contains(&metres) => {
            Ok(if written.starts_with('-') { -metres } else { metres })
        }
        _ => Err("expected metres above sea level, such as `280m`".to_owned()),
    }
}

fn parse_interval(written: &str) -> Result<f64, String> {
    let metres = parse_height(written)?;
    match (1.0..=1_000.0).contains(&metres) {
        true => Ok(metres),
        false => Err("expected metres between `1m` and `1000m`".to_owned()),
    }
}

impl ElevationArgs {
    pub(crate) fn run(&self, terminal: &Terminal) -> Exit {
        self.import(terminal).unwrap_or_else(|exit| exit)
    }

    fn import(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let map = map_file(&self.map, terminal)?;
        let mut given = InputFiles::default();
        let path = given.add(&map, terminal)?;
        let mut add = |file: &PathBuf| given.add_unread(file, terminal);
        let import = ElevationImport {
            map: path,
            files: self.files.iter().map(&mut add).collect::<Result<_, _>>()?,
            margin: self.margin,
            folder: folder_in_map(&map, &self.out),
            levels: self.interval.map_or(Levels::Count(self.levels), Levels::Every),
            from: self.from,
            standing_out: self.standing_out,
            smallest: self.smallest,
        };
        let (imported, diagnostics, sources) = import_elevation(&given, &import);
        terminal.show_diagnostics(&sources, &diagnostics);
        let Some(imported) = imported else { return Ok(Exit::Failure) };
        let mut files = vec![(self.out.join("elevation.tif"), imported.elevation.as_slice())];
        let layers = imported.layers.iter();
        files.extend(layers.map(|(name, text)| (self.out.join(name), text.as_bytes())));
        write_bytes(&given, &files, self.replace, terminal)?;
        for (path, _) in &files {
            terminal.print_message(&path.display().to_string());
        }
        match self.format {
            Format::Human => print_report(&imported.report, &map, terminal),
            Format::Json => terminal.print(&to_json(&imported.report))?,
        }
        Ok(Exit::Success)
    }
}

fn print_report(report: &ElevationReport, map: &Path, terminal: &Terminal) {
    for file in report.files.iter().filter(|file| !file.used) {
        terminal
            .print_wrapped(&format!("{} does not reach the frame, so it was not used", file.file));
    }
    for file in report.files.iter().filter(|file| file.in_feet) {
        terminal.print_wrapped(&format!("{} is in feet: converted to metres", file.file));
    }
    let ([columns, rows], [low, high]) = (report.size, report.heights_m);
    terminal.print_wrapped(&format!(
        "elevation.tif: {columns} × {rows} elevations, one every {} m, from {low:.0} to {high:.0} m",
        report.cell_m
    ));
    if report.missing > 0.0 {
        terminal.print_wrapped(&format!(
            "{:.1} % of the frame has no elevation data: it stays empty, and `check` fills it",
            100.0 * report.missing
        ));
    }
    for level in &report.levels {
        let hills = if level.hills == 1 { "hill" } else { "hills" };
        terminal.print_message(&format!(
            "  level {} above {} m: {} {hills}",
            level.level, level.metres, level.hills
        ));
    }
    terminal.print_wrapped(&format!(
        "{} hills and hollows omitted (too small); {} crests; {} hills too round or too small for a crest",
        report.specks, report.crests, report.without_crest
    ));
    terminal.print_message(&format!("for {}:", map.display()));
    report.map_lines.iter().for_each(|line| terminal.print_message(line));
    terminal.print_wrapped(
        "check on the map that these are the hills of the battle. The data show today's terrain, \
                  including quarries, dams and cuttings. State their licence under `credits`.",
    );
}

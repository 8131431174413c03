//! `new`: creates a new battle.

use std::path::PathBuf;

use sandtable_cli::{Exit, NewFolderError, Terminal, write_new_folder};

use crate::new_battle::ground_box::GroundBox;
use crate::new_battle::{BattleName, NewFiles, NewSystem, new_battle, new_frame};

/// Create a battle: a small example to edit, or an empty map of an area you choose
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
With only --system, DIR gets a small, complete battle in a fictional place. It builds as it is, and its comments \
explain what to change and where to read more.

With --from-bbox, or --centre and --size, DIR gets an empty map of the area that you choose, for Pub Battles at 1:16,000: \
an empty layer for each kind of terrain, and a minimal scenario. `check` then lists what is \
still to do. Coordinates are degrees, longitude first, west and south negative.

Both include a QGIS project for drawing the map, map/map.qgs, and schemas for editors in .schema. DIR must be empty \
or not exist yet. On failure, nothing is written.

Examples:
  sandtable new my-battle --system pub-battles
  sandtable new antietam --from-bbox=-77.78,39.44,-77.70,39.50 --name \"Battle of Antietam\"
  sandtable new antietam --centre=-77.74,39.47 --size 7x6km")]
pub struct NewArgs {
    /// The folder to create
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The rules of the battle; an empty map is always for `pub-battles`
    #[arg(long, value_enum, value_name = "SYSTEM", required_unless_present_any = ["edges", "centre"])]
    system: Option<NewSystem>,
    /// The title of the battle, from which its id is derived [default: the template's title or, for an empty map, the folder's name]
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<BattleName>,
    /// The edges of an empty map in degrees: west, south, east, north
    #[arg(
        id = "edges",
        long = "from-bbox",
        value_name = "W,S,E,N",
        allow_hyphen_values = true,
        conflicts_with_all = ["centre", "size"]
    )]
    edges: Option<String>,
    /// The centre of an empty map in degrees, longitude first
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true, requires = "size")]
    centre: Option<String>,
    /// The size of the empty map on the ground: width x height
    #[arg(long, value_name = "7x6km", requires = "centre")]
    size: Option<String>,
}

fn name(written: &str) -> Result<BattleName, String> {
    BattleName::new(written)
}

impl NewArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        self.make(terminal).unwrap_or_else(|why| {
            terminal.print_error(&why);
            Exit::UsageError
        })
    }

    fn make(&self, terminal: &Terminal) -> Result<Exit, String> {
        let (files, summary) = self.files()?;
        write_new_folder(&self.folder, &files).map_err(|error| {
            let way_out = match error {
                NewFolderError::NotEmpty(..) if self.folder.join("map/map.yaml").is_file() => {
                    "; nothing was written, as it already has a battle: to resize its map, change `frame` in `map/map.yaml` and run `sandtable export qgis FOLDER --replace`; or choose another folder"
                }
                NewFolderError::NotEmpty(..) => {
                    "; nothing was written: choose a new or empty folder"
                }
                NewFolderError::IsFile(_) => "; choose another folder",
                NewFolderError::Io(..) | NewFolderError::Write(_) => "",
            };
            let way_out = way_out.replace("FOLDER", &self.folder.display().to_string());
            format!("{error}{way_out}")
        })?;
        let folder = self.folder.display();
        for (path, _) in &files {
            if !path.starts_with(".schema/") {
                terminal.print_message(&self.folder.join(path).display().to_string());
            }
        }
        terminal.print_wrapped(&summary);
        terminal.print_wrapped(&format!(
            "next: `sandtable check {folder}`, `sandtable build {folder}`; for details, see its README.md"
        ));
        Ok(Exit::Success)
    }

    /// The files, and a summary line.
    fn files(&self) -> Result<(NewFiles, String), String> {
        let ground = match (&self.edges, &self.centre, &self.size) {
            (Some(edges), _, _) => Some(GroundBox::from_edges(edges)?),
            (None, Some(centre), Some(size)) => Some(GroundBox::from_centre(centre, size)?),
            _ => None,
        };
        let Some(ground) = ground else {
            let system = self.system.unwrap_or(NewSystem::PubBattles);
            let summary =
                "a small battle in a fictional place; its comments explain what to change";
            return Ok((new_battle(system, self.name.as_ref()), summary.to_owned()));
        };
        if self.system == Some(NewSystem::Fab) {
            return Err("empty maps are only for Pub Battles: run with only `--system fab`, then set `frame` in `map/map.yaml` and add your areas to `map/layers` (`sandtable import areas` converts municipalities)".to_owned());
        }
        let name = match &self.name {
            Some(name) => name.clone(),
            None => self.name_from_folder()?,
        };
        let summary = format!("an empty map of {}: {}", ground.description(), ground.paper());
        Ok((new_frame(&ground, &name), summary))
    }

    /// A name derived from the folder: `les-quatre-bras` becomes “Les Quatre Bras”.
    fn name_from_folder(&self) -> Result<BattleName, String> {
        let absolute = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let folder = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = folder.split(['-', '_', ' ']).filter(|word| !word.is_empty());
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .chain(letters)
                .collect::<String>()
        };
        let title = words.map(capital).collect::<Vec<_>>().join(" ");
        BattleName::new(&title).map_err(|why| format!("{why}; set it with `--name`"))
    }
}

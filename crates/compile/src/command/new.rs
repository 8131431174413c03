//! `new`: a battle to begin with.

use std::path::PathBuf;

use sandtable_cli::{Exit, NewFolderError, Terminal, write_new_folder};

use crate::new_battle::ground_box::GroundBox;
use crate::new_battle::{BattleName, NewFiles, NewSystem, new_battle, new_frame};

/// Make a new battle: a small one to change, or an empty frame on your own ground
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
With --system alone, DIR gets a small, complete battle on a made-up place. It builds at once, and its comments say what to \
change and where to read on.

With --from-bbox, or --centre and --size, DIR gets an empty frame on the ground that you name, for Pub Battles at 1:16,000: \
an empty layer for each kind of ground, and a scenario with the least that a battle needs. `check` then tells what is \
still to do. Coordinates are degrees, longitude first, west and south negative.

Both have a project for QGIS, map/map.qgs, to draw the ground in, and schemas in .schema for editors. DIR must not be \
there yet, or be empty; all of it is written, or nothing.

Examples:
  sandtable new my-battle --system pub-battles
  sandtable new antietam --from-bbox=-77.78,39.44,-77.70,39.50 --name \"Battle of Antietam\"
  sandtable new antietam --centre=-77.74,39.47 --size 7x6km")]
pub struct NewArgs {
    /// The folder to make
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The rules that it is for; with a frame, `pub-battles`
    #[arg(long, value_enum, value_name = "SYSTEM", required_unless_present_any = ["edges", "centre"])]
    system: Option<NewSystem>,
    /// What the battle is called: the title, of which its id is made; the template's or, of a frame, the folder's name if left out
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<BattleName>,
    /// The edges of an empty frame in degrees: west, south, east, north
    #[arg(
        id = "edges",
        long = "from-bbox",
        value_name = "W,S,E,N",
        allow_hyphen_values = true,
        conflicts_with_all = ["centre", "size"]
    )]
    edges: Option<String>,
    /// The middle of an empty frame in degrees, longitude first
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true, requires = "size")]
    centre: Option<String>,
    /// The size of the frame on the ground: width x height
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
            terminal.complain(&why);
            Exit::Unusable
        })
    }

    fn make(&self, terminal: &Terminal) -> Result<Exit, String> {
        let (files, told) = self.files()?;
        write_new_folder(&self.folder, &files).map_err(|error| {
            let way_out = match error {
                NewFolderError::Taken(..) if self.folder.join("map/map.yaml").is_file() => {
                    "; a battle is there already, and nothing was written: to give its map another size, change `frame` in map/map.yaml and then run `sandtable export qgis FOLDER --replace`; or name another folder"
                }
                NewFolderError::Taken(..) => {
                    "; name a folder that is not there yet, or an empty one: nothing was written"
                }
                NewFolderError::IsFile(_) => "; name another folder",
                NewFolderError::Failed(..) => "",
            };
            let way_out = way_out.replace("FOLDER", &self.folder.display().to_string());
            format!("{error}{way_out}")
        })?;
        let folder = self.folder.display();
        for (path, _) in &files {
            if !path.starts_with(".schema/") {
                terminal.say(&self.folder.join(path).display().to_string());
            }
        }
        terminal.tell(&told);
        terminal.tell(&format!(
            "next: `sandtable check {folder}`, `sandtable build {folder}`; README.md in it says more"
        ));
        Ok(Exit::Fine)
    }

    /// The files, and what to say of them.
    fn files(&self) -> Result<(NewFiles, String), String> {
        let ground = match (&self.edges, &self.centre, &self.size) {
            (Some(edges), _, _) => Some(GroundBox::of_edges(edges)?),
            (None, Some(centre), Some(size)) => Some(GroundBox::about(centre, size)?),
            _ => None,
        };
        let Some(ground) = ground else {
            let system = self.system.unwrap_or(NewSystem::PubBattles);
            let told = "a small battle on a made-up place: its comments say what to change";
            return Ok((new_battle(system, self.name.as_ref()), told.to_owned()));
        };
        if self.system == Some(NewSystem::Fab) {
            return Err("an empty frame is for Pub Battles, as a battle of FAB begins with its areas: make one with `--system fab` alone, put your own `frame` into its map/map.yaml, and the areas into map/layers (`sandtable import areas --help` makes them of municipalities)".to_owned());
        }
        let name = match &self.name {
            Some(name) => name.clone(),
            None => self.of_folder()?,
        };
        let told = format!("an empty frame of {}: {}", ground.told(), ground.paper());
        Ok((new_frame(&ground, &name), told))
    }

    /// A battle that is called as its folder is: `les-quatre-bras` is “Les Quatre Bras”.
    fn of_folder(&self) -> Result<BattleName, String> {
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
        BattleName::new(&title).map_err(|why| format!("{why}; say it with --name"))
    }
}

//! The files of a new battle: a small, complete one, or an empty frame.
//!
//! Templates in `templates/` are complete files, checked like any other battle. The QGIS project
//! and the schemas are generated here.

pub(crate) mod ground_box;
pub(crate) mod templates;

use std::collections::BTreeMap;

use sandtable_pack::{GroundLength, Scale};
use sandtable_source::{FileError, Files, ProjectPath, is_one_line, json_string};

use sandtable_authored::Frame;
use sandtable_authored::{Coordinate, LayerClass, kebab};
use sandtable_export::{empty_layer, qgis_project};
use sandtable_pack::GroundPoint;

pub(crate) use crate::new_battle::ground_box::GroundBox;

/// The rules of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum NewSystem {
    /// Pub Battles: blocks on a real map
    PubBattles,
    /// FAB: areas, units with steps, chits
    Fab,
}

/// The name of a battle: the title on its sheets, and the id in file and folder names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BattleName {
    title: String,
    id: String,
}

/// The files of a battle, as paths in its folder, with forward slashes, and contents.
pub(crate) type NewFiles = Vec<(String, Vec<u8>)>;

/// The schema folder of a battle.
const SCHEMAS: &str = ".schema";
/// The scale of Pub Battles sheets.
const SCALE: u32 = 16_000;
/// The maximum length of a title, in characters.
const MAX_TITLE: usize = 80;

impl BattleName {
    /// A validated name with its id.
    pub(crate) fn new(title: &str) -> Result<Self, String> {
        let title = title.trim();
        if !is_one_line(title) {
            return Err("a name must not contain control characters or line breaks".to_owned());
        }
        if title.chars().count() > MAX_TITLE {
            return Err(format!("a name must have at most {MAX_TITLE} characters"));
        }
        // The id of `Battle of Antietam` is `antietam`, because ids should be short.
        let plain = ascii(title);
        let lower = plain.to_lowercase();
        let rest =
            ["the battle of ", "battle of "].iter().find_map(|head| lower.strip_prefix(head));
        let id = kebab(rest.unwrap_or(&lower));
        let starts_well = id.starts_with(|c: char| c.is_ascii_lowercase());
        match (id.is_empty(), starts_well) {
            (true, _) => {
                Err("the id is derived from the name, which needs letters from a to z".to_owned())
            }
            (false, true) => Ok(Self { title: title.to_owned(), id }),
            (false, false) => Ok(Self { title: title.to_owned(), id: format!("battle-{id}") }),
        }
    }
}

/// Replaces accented letters with plain ones, as in ids.
fn ascii(text: &str) -> String {
    let plain = |c: char| match c {
        'à'..='å' | 'À'..='Å' => "a",
        'æ' | 'Æ' => "ae",
        'ç' | 'Ç' => "c",
        'è'..='ë' | 'È'..='Ë' => "e",
        'ì'..='ï' | 'Ì'..='Ï' => "i",
        'ñ' | 'Ñ' => "n",
        'ò'..='ö' | 'Ò'..='Ö' | 'ø' | 'Ø' => "o",
        'ù'..='ü' | 'Ù'..='Ü' => "u",
        'ý' | 'ÿ' | 'Ý' => "y",
        'œ' | 'Œ' => "oe",
        'ß' => "ss",
        _ => "",
    };
    let mut ascii = String::new();
    for c in text.chars() {
        match plain(c) {
            "" => ascii.push(c),
            letters => ascii.push_str(letters),
        }
    }
    ascii
}

/// The files of a small battle that builds without changes, optionally renamed.
pub(crate) fn new_battle(system: NewSystem, name: Option<&BattleName>) -> NewFiles {
    let template = match system {
        NewSystem::PubBattles => templates::PUB_BATTLES,
        NewSystem::Fab => templates::FAB,
    };
    let renamed = |path: &str, text: &str| match (path, name) {
        ("scenario.yaml", Some(name)) => with_name(text, name),
        _ => text.to_owned(),
    };
    let files = template.iter().map(|(path, text)| ((*path).to_owned(), renamed(path, text)));
    add_generated_files(system, files.collect())
}

/// The scenario text with another id and title, the same in every language.
fn with_name(text: &str, name: &BattleName) -> String {
    let title = json_string(&name.title);
    let line = |line: &str| match line.split_once(':') {
        Some(("id", _)) => format!("id: {}\n", name.id),
        Some(("title", _)) => format!("title: {{ en: {title}, es: {title}, fr: {title} }}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// The files of an empty frame for Pub Battles.
pub(crate) fn new_frame(ground: &GroundBox, name: &BattleName) -> NewFiles {
    let frame = Frame::new(ground.centre(), ground.width(), ground.height(), 0.0);
    let at = |right: f64, up: f64| place(&frame, right, up);
    let size = |side: GroundLength| side.metres().to_string();
    let Coordinate { longitude, latitude } = ground.centre();
    let words = [
        ("{id}", name.id.clone()),
        ("{title}", json_string(&name.title)),
        ("{longitude}", longitude.to_string()),
        ("{latitude}", latitude.to_string()),
        ("{width}", size(ground.width())),
        ("{height}", size(ground.height())),
        ("{paper}", ground.paper()),
        // Each battle line is a quarter of the height from the centre, with two adjacent blocks and
        // the staff behind them.
        ("{north_left}", at(-320.0, 0.22)),
        ("{north_right}", at(320.0, 0.22)),
        ("{north_hq}", at(0.0, 0.32)),
        ("{north_train}", at(320.0, 0.36)),
        ("{south_left}", at(-320.0, -0.22)),
        ("{south_right}", at(320.0, -0.22)),
        ("{south_hq}", at(0.0, -0.32)),
        ("{south_train}", at(320.0, -0.36)),
    ];
    let filled = |path: &str, text: &str| {
        let mut text = text.to_owned();
        for (word, value) in &words {
            // The Markdown heading is not YAML.
            let plain = path == "README.md" && *word == "{title}";
            text = text.replace(word, if plain { &name.title } else { value });
        }
        text
    };
    let files = templates::FRAME.iter();
    let mut files: Vec<(String, String)> =
        files.map(|(path, text)| ((*path).to_owned(), filled(path, text))).collect();
    for class in LayerClass::all() {
        files.push((format!("map/layers/{}.geojson", class.file_stem()), empty_layer(class)));
    }
    add_generated_files(NewSystem::PubBattles, files)
}

/// The coordinates of a point that is given in metres right of the centre and in frame heights
/// above it.
fn place(frame: &Frame, right: f64, up: f64) -> String {
    let centimetres = |side: GroundLength, share: f64| f64::from(side.centimetres()) * share;
    let x = centimetres(frame.width, 0.5) + right * 100.0;
    let y = centimetres(frame.height, 0.5 + up);
    let point = GroundPoint::new(x.round() as i32, y.round() as i32);
    let Coordinate { longitude, latitude } = frame.point_to_coordinate(point);
    format!("[{longitude:.5}, {latitude:.5}]")
}

/// Adds the generated files: schemas and the QGIS project.
fn add_generated_files(system: NewSystem, files: Vec<(String, String)>) -> NewFiles {
    let files = files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    let mut files = Folder(files);
    let map = ProjectPath::from_file_name("scenario.yaml").resolve("map/map.yaml", 0);
    let project = map.and_then(|map| qgis_project(&files, &map).project);
    let project = project.expect("template with a valid map");
    files.0.insert("map/map.qgs".to_owned(), project.xml("").into_bytes());
    for (name, text) in sandtable_authored::schemas() {
        if is_schema_for(system, name) {
            files.0.insert(format!("{SCHEMAS}/{name}"), text.as_bytes().to_vec());
        }
    }
    files.0.into_iter().collect()
}

/// Whether a schema describes files that the author of a battle writes.
fn is_schema_for(system: NewSystem, schema: &str) -> bool {
    let is_of_fab = schema.starts_with("fab-") || schema == "area-map.schema.json";
    let is_other = ["pack", "shop", "stock", "oob"].iter().any(|kind| {
        schema
            .strip_suffix(".schema.json")
            .is_some_and(|name| name.trim_start_matches("fab-") == *kind)
    });
    !is_other && is_of_fab == (system == NewSystem::Fab)
}

/// A folder in memory.
struct Folder(BTreeMap<String, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.0.get(&path.to_string()).ok_or(FileError::Missing)?;
        if bytes.len() as u64 > limit { Err(FileError::TooLarge) } else { Ok(bytes.clone()) }
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        let path = path.to_string();
        let folder = &path[..path.rfind('/').map_or(0, |slash| slash + 1)];
        let inside = self.0.keys().filter_map(|file| file.strip_prefix(folder));
        let mut names: Vec<String> =
            inside.filter_map(|file| file.split('/').next()).map(str::to_owned).collect();
        names.dedup();
        names
    }
}

/// The printed size of a ground length at the Pub Battles scale, in millimetres.
fn printed_length(side: GroundLength) -> f64 {
    Scale::new(SCALE).map_or(0.0, |scale| scale.to_paper(side).millimetres())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_gives_title_and_id() {
        let of = |name: &str| BattleName::new(name).map(|name| (name.title, name.id));
        let both = |title: &str, id: &str| Ok((title.to_owned(), id.to_owned()));
        assert_eq!(of("Battle of Antietam"), both("Battle of Antietam", "antietam"));
        assert_eq!(
            of(" The battle of Les Quatre-Bras "),
            both("The battle of Les Quatre-Bras", "les-quatre-bras")
        );
        assert_eq!(of("Göllheim 1795"), both("Göllheim 1795", "gollheim-1795"));
        assert_eq!(of("1815"), both("1815", "battle-1815"));
        for bad in ["", "  ", "Бородино", "a\nb", "a\u{202e}b", &"x".repeat(81)] {
            assert!(of(bad).is_err(), "{bad:?}");
        }
    }

    /// Renaming works by line, so a template must have one line each for title and id.
    #[test]
    fn templates_have_one_title_and_one_id() {
        for template in [templates::PUB_BATTLES, templates::FAB] {
            let (_, scenario) = template
                .iter()
                .find(|(path, _)| *path == "scenario.yaml")
                .expect("the template has a scenario");
            for key in ["id: ", "title: "] {
                let lines = scenario.lines().filter(|line| line.starts_with(key)).count();
                assert_eq!(lines, 1, "{key}");
            }
        }
    }
}

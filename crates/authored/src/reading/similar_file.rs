//! Suggests the intended file if the named one is missing.

use sandtable_source::{Files, LEVELS_UP, ProjectPath, closest};

/// Equivalent extensions of one kind of file.
const ENDINGS: [[&str; 2]; 3] = [["tif", "tiff"], ["geojson", "json"], ["yaml", "yml"]];

/// Extensions of unsupported map formats.
const FOREIGN: [&str; 9] = ["shp", "shx", "dbf", "gpkg", "kml", "kmz", "gml", "gpx", "tab"];

/// Returns the help for a path to a folder that contains a map. The path is relative to the
/// file that names it.
pub fn map_within(
    files: &dyn Files,
    folder: &ProjectPath,
    asked_by: Option<&ProjectPath>,
) -> Option<String> {
    const MAP: &str = "map.yaml";
    let map = folder.inside(MAP);
    let written = asked_by.map_or_else(|| files.shown(&map), |file| file.reference(&map));
    let is_there = files.names_beside(&map).iter().any(|name| name == MAP);
    is_there.then(|| format!("this is a folder: name the map in it, `{written}`"))
}

/// Returns the help that names a similar file: different capitals, a different extension, or a
/// similar name.
pub fn near(
    files: &dyn Files,
    missing: &ProjectPath,
    asked_by: Option<&ProjectPath>,
) -> Option<String> {
    let written = |path: &ProjectPath| match asked_by {
        Some(file) => file.reference(path),
        None => files.shown(path),
    };
    if let Some(spelled) = files.spelled(missing).filter(|spelled| spelled != missing) {
        return Some(format!(
            "did you mean `{}`? Upper and lower case differ, which matters on Linux and most servers",
            written(&spelled)
        ));
    }
    let name = missing.name();
    let there = files.names_beside(missing);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let kin = ENDINGS.iter().find(|pair| pair.contains(&ending));
    let by_ending = kin.into_iter().flatten().map(|other| format!("{stem}.{other}"));
    let by_ending = by_ending.filter(|other| other != name).find(|other| there.contains(other));
    let alike = |other: &&String| match other.rsplit_once('.') {
        Some((_, of)) => of == ending || kin.is_some_and(|kin| kin.contains(&of)),
        None => ending.is_empty(),
    };
    let stems = there.iter().filter(alike).filter_map(|other| other.rsplit_once('.'));
    let stems: Vec<(&str, &str)> = stems.collect();
    let close = || {
        let close = closest(stem, stems.iter().map(|&(stem, _)| stem))?;
        let (_, ending) = stems.iter().find(|&&(stem, _)| stem == close)?;
        Some(format!("{close}.{ending}"))
    };
    if FOREIGN.contains(&ending.to_lowercase().as_str()) {
        let drawn = [format!("{stem}.geojson"), format!("{stem}.json")];
        if let Some(found) = drawn.iter().find(|drawn| there.contains(drawn)) {
            let found = written(&missing.beside(found));
            return Some(format!(
                "write `{found}`, which exists; layers are GeoJSON, and QGIS exports shapefiles and similar formats to it"
            ));
        }
    }
    let found = by_ending.or_else(close).map(|found| missing.beside(&found));
    let found = found.or_else(|| by_folders(files, missing, asked_by?));
    let found = found.or_else(|| elsewhere(files, missing, asked_by?))?;
    Some(format!("a file with a similar name exists: `{}`", written(&found)))
}

/// Finds a file by the end of the path in another folder above the file that names it:
/// `maps/hill/map.yaml` for `../../maps/hill/map.yaml`.
fn by_folders(
    files: &dyn Files,
    missing: &ProjectPath,
    asked_by: &ProjectPath,
) -> Option<ProjectPath> {
    let written = asked_by.reference(missing);
    let names: Vec<&str> = written.split('/').filter(|name| *name != "..").collect();
    (0..names.len().saturating_sub(1)).find_map(|start| {
        let end = names[start..].join("/");
        (0..=LEVELS_UP).find_map(|up| {
            let path = asked_by.refer(&format!("{}{end}", "../".repeat(up)), LEVELS_UP)?;
            let is_there = files.names_beside(&path).iter().any(|name| *name == path.name());
            (is_there && path != *missing).then_some(path)
        })
    })
}

/// Finds a file with the same name in the folder of the naming file, in its subfolders, or in its
/// parent folder.
fn elsewhere(
    files: &dyn Files,
    missing: &ProjectPath,
    asked_by: &ProjectPath,
) -> Option<ProjectPath> {
    let name = missing.name();
    let here = asked_by.beside(name);
    let has = |path: &ProjectPath| files.names_beside(path).iter().any(|other| other == name);
    let there = files.names_beside(&here);
    // Names without an extension are folders; hidden ones are skipped.
    let folders = there.iter().filter(|other| !other.contains('.')).take(FOLDERS);
    let below = folders.map(|folder| here.beside(folder).inside(name));
    let above = asked_by.refer(&format!("../{name}"), 1);
    let mut candidates = std::iter::once(here.clone()).chain(below).chain(above);
    candidates.find(|candidate| candidate != missing && has(candidate))
}

/// Maximum number of folders searched for a missing file.
const FOLDERS: usize = 100;

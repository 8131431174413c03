//! Suggests the intended file if a named file is missing.

use sandtable_source::{Files, LEVELS_UP, ProjectPath, closest, explain_difference};

/// Equivalent file extensions.
const ENDINGS: [[&str; 2]; 3] = [["tif", "tiff"], ["geojson", "json"], ["yaml", "yml"]];

/// Extensions of unsupported map formats.
const FOREIGN_ENDINGS: [&str; 9] = ["shp", "shx", "dbf", "gpkg", "kml", "kmz", "gml", "gpx", "tab"];

/// Returns the help for a path to a folder that contains a map. The path is relative to the file
/// that names the folder.
pub fn suggest_map_in_folder(
    files: &dyn Files,
    folder: &ProjectPath,
    naming_file: Option<&ProjectPath>,
) -> Option<String> {
    const MAP: &str = "map.yaml";
    let map = folder.child(MAP);
    let written =
        naming_file.map_or_else(|| files.display_path(&map), |file| file.relative_path_to(&map));
    let is_there = files.sibling_names(&map).iter().any(|name| name == MAP);
    is_there.then(|| format!("this is a folder: write the path of the map in it, `{written}`"))
}

/// Returns the help with a similar file: one with different capitals, a different extension, or a
/// similar name.
pub fn suggest(
    files: &dyn Files,
    missing: &ProjectPath,
    naming_file: Option<&ProjectPath>,
) -> Option<String> {
    let written = |path: &ProjectPath| match naming_file {
        Some(file) => file.relative_path_to(path),
        None => files.display_path(path),
    };
    if let Some(spelled) = files.spelling_on_disk(missing).filter(|spelled| spelled != missing) {
        return Some(format!(
            "did you mean `{}`? Upper and lower case differ, which matters on Linux and most servers",
            written(&spelled)
        ));
    }
    let name = missing.name();
    let siblings = files.sibling_names(missing);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let kin = ENDINGS.iter().find(|pair| pair.contains(&ending));
    let by_ending = kin.into_iter().flatten().map(|other| format!("{stem}.{other}"));
    let by_ending = by_ending.filter(|other| other != name).find(|other| siblings.contains(other));
    let alike = |other: &&String| match other.rsplit_once('.') {
        Some((_, of)) => of == ending || kin.is_some_and(|kin| kin.contains(&of)),
        None => ending.is_empty(),
    };
    let stems = siblings.iter().filter(alike).filter_map(|other| other.rsplit_once('.'));
    let stems: Vec<(&str, &str)> = stems.collect();
    let close = || {
        let close = closest(stem, stems.iter().map(|&(stem, _)| stem))?;
        let (_, ending) = stems.iter().find(|&&(stem, _)| stem == close)?;
        Some(format!("{close}.{ending}"))
    };
    if FOREIGN_ENDINGS.contains(&ending.to_lowercase().as_str()) {
        let drawn = [format!("{stem}.geojson"), format!("{stem}.json")];
        if let Some(found) = drawn.iter().find(|drawn| siblings.contains(drawn)) {
            let found = written(&missing.sibling(found));
            return Some(format!(
                "write `{found}`, which exists; layers are GeoJSON, and QGIS exports shapefiles and similar formats to it"
            ));
        }
    }
    let found = by_ending.or_else(close).map(|found| missing.sibling(&found));
    let found = found.or_else(|| find_in_similar_folder(files, missing));
    let found = found.or_else(|| find_by_path_end(files, missing, naming_file?));
    let found = found.or_else(|| find_by_name(files, missing, naming_file?))?;
    let found = written(&found);
    let similar = format!("a file with a similar name exists: `{found}`");
    Some(match explain_difference(&written(missing), &found) {
        Some(difference) => format!("{similar}. {difference}"),
        None => similar,
    })
}

/// Finds a file of the same name in a folder with a similar name.
fn find_in_similar_folder(files: &dyn Files, missing: &ProjectPath) -> Option<ProjectPath> {
    let folder = missing.folder()?;
    let folders = files.sibling_names(&folder);
    let similar = closest(folder.name(), folders.iter().map(String::as_str))?;
    let path = folder.sibling(similar).child(missing.name());
    files.sibling_names(&path).iter().any(|name| name == path.name()).then_some(path)
}

/// Finds the end of the path in a folder above the naming file: `maps/hill/map.yaml` for
/// `../../maps/hill/map.yaml`.
fn find_by_path_end(
    files: &dyn Files,
    missing: &ProjectPath,
    naming_file: &ProjectPath,
) -> Option<ProjectPath> {
    let written = naming_file.relative_path_to(missing);
    let names: Vec<&str> = written.split('/').filter(|name| *name != "..").collect();
    (0..names.len().saturating_sub(1)).find_map(|start| {
        let end = names[start..].join("/");
        (0..=LEVELS_UP).find_map(|up| {
            let path = naming_file.resolve(&format!("{}{end}", "../".repeat(up)), LEVELS_UP)?;
            let is_there = files.sibling_names(&path).iter().any(|name| *name == path.name());
            (is_there && path != *missing).then_some(path)
        })
    })
}

/// Finds a file of the same name in the naming file's folder, its subfolders or its parent folder.
fn find_by_name(
    files: &dyn Files,
    missing: &ProjectPath,
    naming_file: &ProjectPath,
) -> Option<ProjectPath> {
    let name = missing.name();
    let same_folder_path = naming_file.sibling(name);
    let has = |path: &ProjectPath| files.sibling_names(path).iter().any(|other| other == name);
    let siblings = files.sibling_names(&same_folder_path);
    // Names without an extension are folders; names with a leading dot are skipped.
    let folders = siblings.iter().filter(|other| !other.contains('.')).take(MAX_FOLDERS);
    let below = folders.map(|folder| same_folder_path.sibling(folder).child(name));
    let parent_path = naming_file.resolve(&format!("../{name}"), 1);
    let mut candidates = std::iter::once(same_folder_path.clone()).chain(below).chain(parent_path);
    candidates.find(|candidate| candidate != missing && has(candidate))
}

/// Maximum number of folders searched for a missing file.
const MAX_FOLDERS: usize = 100;

//! The template files of new battles, which the tests build.

/// A file of a template: its path in the battle's folder, and its contents.
pub(crate) type File = (&'static str, &'static str);

macro_rules! files {
    ($folder:literal: $($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../templates/", $folder, "/", $path)))),*]
    };
}

/// A small Pub Battles battle.
pub(crate) const PUB_BATTLES: &[File] = files!("pub-battles":
    "README.md",
    "scenario.yaml",
    "map/map.yaml",
    "map/layers/buildings.geojson",
    "map/layers/crests.geojson",
    "map/layers/crossings.geojson",
    "map/layers/farms.geojson",
    "map/layers/fields.geojson",
    "map/layers/hills.geojson",
    "map/layers/impassable.geojson",
    "map/layers/marsh.geojson",
    "map/layers/orchards.geojson",
    "map/layers/places.geojson",
    "map/layers/railroads.geojson",
    "map/layers/roads.geojson",
    "map/layers/watercourses.geojson",
    "map/layers/woods.geojson",
    "map/layers/zones.geojson",
);

/// A small FAB battle.
pub(crate) const FAB: &[File] = files!("fab":
    "README.md",
    "scenario.yaml",
    "map/map.yaml",
    "map/layers/areas.geojson",
    "map/layers/places.geojson",
    "map/layers/rivers.geojson",
    "map/layers/roads.geojson",
    "map/layers/water.geojson",
);

/// An empty frame. Words in braces are placeholders; its layers are generated from the columns that
/// the readers know.
pub(crate) const FRAME: &[File] = files!("frame":
    "README.md",
    "scenario.yaml",
    "map/map.yaml",
);

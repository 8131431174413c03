//! `inspect`: counts the contents of a pack.

pub(crate) mod area_battle;

use std::path::PathBuf;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{AnyPack, Pack, Polygon, UnplayedRule};
use serde::Serialize;

use super::load::load_pack;
use sandtable_cli::Format;

/// Summarise the contents of a pack
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Counts pieces, commands and terrain features. Two packs with equal digests are the same.

Examples:
  sandtable inspect gettysburg.pack
  sandtable inspect scenarios/gettysburg --format json")]
pub struct InspectArgs {
    /// A pack; a scenario is compiled first
    #[arg(value_name = "PACK")]
    pack: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    format: Format,
}

#[derive(Serialize)]
struct Contents {
    id: String,
    title: String,
    ruleset: String,
    play_digest: String,
    pack_digest: String,
    scale: String,
    width_m: f64,
    height_m: f64,
    published: Option<String>,
    errata: Option<String>,
    sides: Vec<SideContents>,
    special: SpecialContents,
    /// Sides of a free game whose orders of battle must be merged in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    awaits_orders_of: Vec<String>,
    /// Rules that the runner does not play yet.
    not_played: Vec<&'static str>,
    map: MapContents,
}

/// Contents that only some battles have.
#[derive(Serialize)]
struct SpecialContents {
    own_types: usize,
    weather: usize,
    objectives: usize,
    special_rules: usize,
}

#[derive(Serialize)]
struct SideContents {
    id: String,
    title: String,
    commands: usize,
    pieces: usize,
    in_reserve: usize,
    detachments_to_assign: usize,
    baggage_trains: usize,
    reinforcements: usize,
    lines_of_communication: usize,
}

#[derive(Serialize)]
struct MapContents {
    woods: usize,
    buildings: usize,
    hills: usize,
    crests: usize,
    marshes: usize,
    impassable: usize,
    water: usize,
    watercourses: usize,
    crossings: usize,
    roads: usize,
    entries: usize,
    zones: usize,
    orchards: usize,
    fields: usize,
    railroads: usize,
    farms: usize,
    places: usize,
    vertices: usize,
    elevation_heights: usize,
}

impl InspectArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let pack = match load_pack(&self.pack, terminal) {
            Ok(pack) => pack,
            Err(exit) => return exit,
        };
        match pack {
            AnyPack::PubBattles(pack) => self.show(&contents(&pack), table, terminal),
            AnyPack::Fab(pack) => {
                self.show(&area_battle::contents(&pack), area_battle::table, terminal)
            }
        }
    }

    fn show<C: Serialize>(
        &self,
        contents: &C,
        table: fn(&C) -> String,
        terminal: &Terminal,
    ) -> Exit {
        let text = match self.format {
            Format::Human => table(contents),
            Format::Json => {
                serde_json::to_string_pretty(contents).expect("strings and numbers become JSON")
                    + "\n"
            }
        };
        terminal.print_and_exit(&text, Exit::Success)
    }
}

fn contents(pack: &Pack) -> Contents {
    let (scenario, map, scenery, labels) =
        (pack.scenario(), pack.map(), pack.scenery(), pack.labels());
    let sides = scenario.sides.iter().map(|side| SideContents {
        id: side.id.to_string(),
        title: labels.sides[&side.id].title.en.clone(),
        commands: side.commands.len(),
        pieces: side.pieces().count(),
        in_reserve: side.headquarters().map(|hq| side.blocks_in_reserve(&hq.id).len()).sum(),
        detachments_to_assign: side.detachments.as_ref().map_or(0, |pool| pool.pieces.len()),
        baggage_trains: side.trains().count(),
        reinforcements: side.reinforcements.len(),
        lines_of_communication: side.lines_of_communication.len(),
    });
    Contents {
        id: scenario.id.to_string(),
        title: labels.title.en.clone(),
        ruleset: pack.ruleset().id.clone(),
        play_digest: pack.play_digest().to_string(),
        pack_digest: pack.pack_digest().to_string(),
        scale: map.scale.to_string(),
        width_m: map.width.metres(),
        height_m: map.height.metres(),
        published: labels.published.clone(),
        errata: labels.errata.as_ref().map(|errata| errata.version.clone()),
        sides: sides.collect(),
        special: SpecialContents {
            own_types: pack.ruleset().types.len(),
            weather: scenario.weather.len(),
            objectives: scenario.objectives.len(),
            special_rules: scenario.special_rules.len(),
        },
        awaits_orders_of: scenario.sides_without_orders().map(|side| side.id.to_string()).collect(),
        not_played: UnplayedRule::in_scenario(scenario)
            .into_iter()
            .map(UnplayedRule::name)
            .collect(),
        map: MapContents {
            woods: map.woods.len(),
            buildings: map.buildings.len(),
            hills: map.hills.len(),
            crests: map.crests.len(),
            marshes: map.marsh.len(),
            impassable: map.impassable.len(),
            water: map.water.len(),
            watercourses: map.watercourses.len(),
            crossings: map.crossings.len(),
            roads: map.roads.len(),
            entries: map.entries.len(),
            zones: map.zones.len(),
            orchards: scenery.orchards.len(),
            fields: scenery.fields.len(),
            railroads: scenery.railroads.len(),
            farms: scenery.farms.len(),
            places: scenery.places.len(),
            vertices: vertices(pack),
            elevation_heights: pack.elevation().map_or(0, |grid| grid.heights.len()),
        },
    }
}

/// The number of vertices and points of all drawn features.
fn vertices(pack: &Pack) -> usize {
    let (map, scenery) = (pack.map(), pack.scenery());
    let rings =
        |parts: &[Polygon]| parts.iter().flat_map(Polygon::rings).map(<[_]>::len).sum::<usize>();
    let areas: usize = map.areas().chain(scenery.areas()).map(|area| rings(&area.parts)).sum();
    let hills: usize = map.hills.iter().map(|hill| rings(&hill.parts)).sum();
    let lines = (map.crests.iter().flat_map(|line| &line.parts))
        .chain(map.watercourses.iter().flat_map(|line| &line.parts))
        .chain(map.roads.iter().flat_map(|line| &line.parts))
        .chain(scenery.railroads.iter().flat_map(|line| &line.parts));
    let points = map.crossings.len() + scenery.farms.len() + scenery.places.len();
    areas + hills + lines.map(|line| line.0.len()).sum::<usize>() + points
}

fn table(contents: &Contents) -> String {
    let Contents {
        id,
        title,
        ruleset,
        play_digest,
        pack_digest,
        scale,
        width_m,
        height_m,
        published,
        errata,
        sides,
        special,
        awaits_orders_of,
        not_played,
        map,
    } = contents;
    let mut text = title.clone() + "\n";
    write_values(
        &mut text,
        &[
            ("id", Some(id)),
            ("ruleset", Some(ruleset)),
            ("play digest", Some(play_digest)),
            ("pack digest", Some(pack_digest)),
            ("published", published.as_ref()),
            ("errata", errata.as_ref()),
        ],
    );
    write_counts(
        &mut text,
        &[
            ("own types", special.own_types),
            ("weather", special.weather),
            ("objectives", special.objectives),
            ("special rules", special.special_rules),
        ],
    );
    if !awaits_orders_of.is_empty() {
        text += &format!("  free orders missing     {}\n", awaits_orders_of.join(", "));
    }
    if !not_played.is_empty() {
        text += &format!("  not played yet          {}\n", not_played.join(", "));
    }
    for side in sides {
        text += &format!(
            "\n{}\n  commands                {}\n  pieces                  {}\n  baggage trains          {}\n  reinforcements          {}\n  lines of communication  {}\n",
            side.title,
            side.commands,
            side.pieces,
            side.baggage_trains,
            side.reinforcements,
            side.lines_of_communication
        );
        write_counts(
            &mut text,
            &[
                ("in reserve", side.in_reserve),
                ("detachments to assign", side.detachments_to_assign),
            ],
        );
    }
    text += &format!("\nMap, {width_m} × {height_m} m at {scale}, {} vertices\n", map.vertices);
    write_counts(
        &mut text,
        &[
            ("woods", map.woods),
            ("buildings", map.buildings),
            ("hills", map.hills),
            ("crests", map.crests),
            ("marshes", map.marshes),
            ("impassable", map.impassable),
            ("lakes", map.water),
            ("watercourses", map.watercourses),
            ("crossings", map.crossings),
            ("roads", map.roads),
            ("entries", map.entries),
            ("zones", map.zones),
            ("orchards", map.orchards),
            ("fields", map.fields),
            ("railroads", map.railroads),
            ("farms", map.farms),
            ("places", map.places),
            ("heights", map.elevation_heights),
        ],
    );
    text
}

/// Writes a line for each value that is set.
fn write_values(text: &mut String, things: &[(&str, Option<&String>)]) {
    for (name, thing) in things {
        if let Some(thing) = thing {
            *text += &format!("  {name:<24}{thing}\n");
        }
    }
}

/// Writes a line for each count above zero.
fn write_counts(text: &mut String, things: &[(&str, usize)]) {
    for (name, count) in things {
        if *count > 0 {
            *text += &format!("  {name:<24}{count}\n");
        }
    }
}

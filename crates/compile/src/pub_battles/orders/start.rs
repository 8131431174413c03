//! Creates a template for an order of battle, for its owner to complete. The template lists the
//! free choices, the limits, and the map names for positions.

use sandtable_pack::{
    Choice as _, Edge, EntryId, Footprint, FreeSide, GridReference, GroundPoint, Map, Pack,
    PieceType, Pose, ReferenceGrid, Road, SetUpGround, SideId,
};
use sandtable_source::first_few;
use sandtable_terrain::{Block, Terrain};

use super::agreement::choices;
use super::entry_edge::edges;

/// The maximum number of names in a list, because a map may have hundreds.
const MAX_NAMES: usize = 60;
/// The width of a comment in columns.
const WIDTH: usize = 100;

/// Returns a commented template for a side's order of battle. The template is valid if the side is
/// free; otherwise a check reports the side.
pub fn start_of_orders(base: &Pack, side: &SideId) -> String {
    let mut text = String::new();
    let battle = base.scenario();
    let title =
        base.labels().sides.get(side).map_or(side.as_str(), |label| label.title.en.as_str());
    line(&mut text, "# yaml-language-server: $schema=schema/oob.schema.json");
    comment(
        &mut text,
        "Editors complete and explain this file with its schema, which `sandtable schema --out schema` writes.",
    );
    comment(
        &mut text,
        &format!("Order of battle of {title} for {}. Keep it secret.", base.labels().title.en),
    );
    comment(
        &mut text,
        "Check it with `sandtable oob check THIS-FILE --pack BASE.pack`. docs/how-to/free-order-of-battle.md explains all keys.",
    );
    line(&mut text, "format: 1");
    line(&mut text, &format!("base: {}", battle.id));
    line(&mut text, &format!("side: {side}"));
    if let Some(free) = battle.free_side(side) {
        write_agreement(&mut text, base, free);
        names(&mut text, base);
        example(&mut text, base, free);
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Writes a paragraph as wrapped comment lines.
fn comment(text: &mut String, words: &str) {
    let mut current = String::from("#");
    for word in words.split_whitespace() {
        if current.len() > 1 && current.chars().count() + 1 + word.chars().count() > WIDTH {
            line(text, &current);
            current = String::from("#");
        }
        current.push(' ');
        current.push_str(word);
    }
    line(text, &current);
}

fn write_agreement(text: &mut String, base: &Pack, free: &FreeSide) {
    line(text, "");
    comment(text, "AGREED LIMITS");
    let calendar = &base.scenario().calendar;
    let end = match calendar.open_ended {
        true => "until it is won".to_owned(),
        false => format!("to turn {} of day {}", calendar.last_turn, calendar.days),
    };
    comment(text, &format!("Time: from turn {} of day 1 {end}.", calendar.first_turn));
    match &free.sets_up {
        Some(SetUpGround::Anywhere) => comment(text, "You may set up anywhere on the map."),
        Some(SetUpGround::Zone(zone)) => {
            comment(text, &format!("You may set up in the zone `{zone}`."))
        }
        None => {}
    }
    if free.sets_up.is_some() && !free.entries.is_empty() {
        comment(
            text,
            &format!(
                "Reinforcements of a force that is set up enter by: {}.",
                titled_entries(base, &free.entries)
            ),
        );
    }
    if !free.enters.is_empty() {
        let or = if free.sets_up.is_some() { "Or you enter" } else { "You enter" };
        comment(
            text,
            &format!(
                "{or} by one edge, {}. Then nothing is set up, and all troops use the entries of that edge.",
                edges(free)
            ),
        );
        for (&edge, entries) in &free.enters {
            comment(text, &format!("- {}: {}.", edge.word(), titled_entries(base, entries)));
        }
    }
    match &free.pool {
        Some(pool) => comment(text, &format!("Pieces to choose from, at most: {}.", choices(pool))),
        None => comment(text, "Pieces: any number of any type."),
    }
    let limits = &free.limits;
    let mut parts = vec![
        format!("commands: at most {}", limits.commands),
        format!("ratings of HQs: {} to {}", limits.least_rating, limits.most_rating),
    ];
    let most = |noun: &str, most: u32| match most {
        0 => format!("no {noun}"),
        most => format!("{noun}: at most {most}"),
    };
    parts.extend(
        limits
            .points
            .map(|points| format!("victory points of all pieces (PB-29.1): at most {points}")),
    );
    parts.extend(limits.baggage.map(|count| most("baggage trains", count.into())));
    parts.extend(limits.detachments.map(|count| most("detachments", count.into())));
    if !limits.reinforcements {
        parts.push("the whole force is there at the start".to_owned());
    }
    comment(text, &format!("Limits: {}.", parts.join("; ")));
}

/// Lists entries by id and title.
fn titled_entries(base: &Pack, entries: &[EntryId]) -> String {
    let named = entries.iter().map(|id| match base.labels().entries.get(id) {
        Some(title) => format!("{id} ({})", title.en),
        None => id.to_string(),
    });
    named.collect::<Vec<_>>().join(", ")
}

/// Writes the map names that positions and lines of communication can use.
fn names(text: &mut String, base: &Pack) {
    let (map, scenery) = (base.map(), base.scenery());
    line(text, "");
    comment(text, "NAMES OF THE MAP");
    let grid = ReferenceGrid::for_map(map);
    comment(
        text,
        &format!(
            "Positions: `at: {{ grid: A1.37 }}` (squares A1 to {}, with tenths to the right and up), `at: {{ place: … }}` or `at: {{ from: …, bearing: NW, distance: 400 m }}`.",
            grid.last_square()
        ),
    );
    let farms = scenery.farms.iter().map(|farm| farm.id.as_str());
    let crossings = map.crossings.iter().map(|crossing| crossing.id.as_str());
    list_names(
        text,
        "Places, farms, bridges and fords",
        scenery.places.iter().map(|place| place.id.as_str()).chain(farms).chain(crossings),
    );
    list_names(text, "Zones", map.zones.iter().map(|zone| zone.id.as_str()));
    let leaving = map.roads.iter().filter(|road| exit_edge(map, road).is_some());
    list_names(
        text,
        "Roads that leave the map, for lines of communication",
        leaving.map(|road| road.id.as_str()),
    );
    let types = base.ruleset().types.keys().map(|own| own.as_str());
    list_names(
        text,
        "Types of this battle, in addition to infantry, detachment, artillery, cavalry and dragoons",
        types,
    );
}

fn list_names<'n>(text: &mut String, noun: &str, names: impl Iterator<Item = &'n str>) {
    let names: Vec<&str> = names.collect();
    if !names.is_empty() {
        comment(text, &format!("{noun}: {}.", first_few(&names, MAX_NAMES)));
    }
}

/// Returns the edge where a road leaves the map, if any.
fn exit_edge(map: &Map, road: &Road) -> Option<Edge> {
    road.parts
        .iter()
        .flat_map(|part| [part.0.first(), part.0.last()])
        .flatten()
        .find_map(|&end: &GroundPoint| map.edge_of(end))
}

/// Writes an example command within the agreed limits.
fn example(text: &mut String, base: &Pack, free: &FreeSide) {
    line(text, "");
    comment(
        text,
        "EXAMPLE: one command. Replace it with your own; an army with several commands also has a `commander`.",
    );
    // The example is set up if that is allowed; otherwise it enters by the first edge.
    let entering = free.enters.first_key_value().filter(|_| free.sets_up.is_none());
    if let Some((&edge, _)) = entering {
        line(text, &format!("edge: {}", edge.word()));
    }
    // The road closest to the troops, for their supply.
    let map = base.map();
    let first = entering.and_then(|(_, entries)| entries.first());
    let entry = map.entries.iter().find(|entry| first == Some(&entry.id));
    let middle = GroundPoint::new(map.width.centimetres() / 2, map.height.centimetres() / 2);
    let troops = entry.map_or(middle, |entry| entry.at);
    let away = |road: &Road| {
        let places = road.parts.iter().flat_map(|part| &part.0);
        places.map(|place| place.distance(troops)).min()
    };
    let roads = map.roads.iter().filter_map(|road| Some((road, exit_edge(map, road)?)));
    let roads = roads.filter(|(_, end)| entering.is_none_or(|(edge, _)| end == edge));
    let road = roads.min_by_key(|(road, _)| away(road));
    match road {
        Some((road, _)) => line(text, &format!("lines_of_communication: [{}]", road.id)),
        None => comment(text, "lines_of_communication: [a-road-that-leaves-the-map]"),
    }
    let [leader, train, piece] = match entering {
        Some(_) => [String::new(), String::new(), String::new()],
        None => example_squares(base, free).map_or_else(Default::default, |spots| {
            spots.map(|spot| format!("at: {{ grid: {spot} }}, facing: N"))
        }),
    };
    let then = |at: &str| if at.is_empty() { String::new() } else { format!(", {at}") };
    let rating = 3.clamp(free.limits.least_rating, free.limits.most_rating);
    line(text, "commands:");
    line(text, "  - id: first-corps");
    line(text, "    title: First Corps");
    line(text, "    short: I");
    line(text, &format!("    hq: {{ name: A. Leader, rating: {rating}{} }}", then(&leader)));
    if free.limits.baggage != Some(0) {
        let train = if train.is_empty() { "packed: true" } else { &train };
        line(text, &format!("    baggage: {{ {train} }}"));
    }
    line(text, "    pieces:");
    let arm = arm(free);
    line(
        text,
        &format!("      - {{ id: first-division, name: First, type: {arm}{} }}", then(&piece)),
    );
    if let Some(entry) = entering.and_then(|(_, entries)| entries.first()) {
        let turn = base.scenario().calendar.first_turn;
        line(text, "reinforcements:");
        line(text, &format!("  - {{ turn: {turn}, entry: {entry}, command: first-corps }}"));
    }
}

/// Returns an available type, preferably infantry.
fn arm(free: &FreeSide) -> String {
    let Some(pool) = &free.pool else { return PieceType::Infantry.word().to_owned() };
    let arms = pool.arms.iter().filter(|(_, count)| **count > 0);
    let arms = arms.map(|(&arm, _)| arm.word().to_owned());
    let own = pool.types.iter().filter(|(_, count)| **count > 0).map(|(own, _)| own.to_string());
    let first = arms.chain(own).next();
    first.unwrap_or_else(|| PieceType::Infantry.word().to_owned())
}

/// Returns squares for an HQ, a train and a piece, one behind the other. They are on open ground
/// where the side can set up, as central as possible.
fn example_squares(base: &Pack, free: &FreeSide) -> Option<[GridReference; 3]> {
    let map = base.map();
    let (terrain, grid) = (Terrain::new(map), ReferenceGrid::for_map(map));
    let zone = match &free.sets_up {
        Some(SetUpGround::Zone(zone)) => map.zones.iter().find(|known| known.id == *zone),
        Some(SetUpGround::Anywhere) | None => None,
    };
    let is_open = |block: &Block| {
        let under = terrain.ground_under(block);
        terrain.holds_block(block)
            && !(under.impassable || under.river || under.marsh || under.buildings)
            && zone.is_none_or(|zone| block.corners().iter().all(|&corner| zone.contains(corner)))
    };
    let tenth = (grid.step().centimetres() / 10).max(1);
    let footprints = base.scenario().footprints;
    let behind = |before: Footprint| before.depth.centimetres() / tenth + 2;
    let second = behind(footprints.combat);
    let rows = [
        (footprints.headquarters, second),
        (footprints.baggage, second + behind(footprints.headquarters)),
        (footprints.combat, 0),
    ];
    let middle = GroundPoint::new(map.width.centimetres() / 2, map.height.centimetres() / 2);
    let reach = map.width.max(map.height).centimetres() / tenth / 2;
    rings(reach).find_map(|(right, up)| {
        let mut found = Vec::new();
        for (footprint, row) in rows {
            let at = GroundPoint::new(middle.x + right * tenth, middle.y + (up - row) * tenth);
            let reference = grid.reference(at);
            let block =
                Block::new(Pose { centre: grid.place(reference)?, facing: map.north }, footprint);
            let is_taken = found.iter().any(|(_, other): &(_, Block)| other.overlaps(&block));
            if is_taken || !is_open(&block) {
                return None;
            }
            found.push((reference, block));
        }
        let spots: Vec<GridReference> = found.into_iter().map(|(reference, _)| reference).collect();
        spots.try_into().ok()
    })
}

/// The offsets to the right and up from a centre, ring by ring.
fn rings(reach: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..=reach).flat_map(|ring| {
        let all = (-ring..=ring).flat_map(move |right| (-ring..=ring).map(move |up| (right, up)));
        all.filter(move |(right, up)| right.abs().max(up.abs()) == ring)
    })
}

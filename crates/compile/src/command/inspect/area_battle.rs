//! The contents of an area battle's pack.

use sandtable_pack::fab::{ChitStart, Pack, UnitStart};
use serde::Serialize;

use super::{write_counts, write_values};

#[derive(Serialize)]
pub(crate) struct Contents {
    id: String,
    title: String,
    ruleset: String,
    play_digest: String,
    pack_digest: String,
    published: Option<String>,
    turns: usize,
    sides: Vec<SideContents>,
    map: MapContents,
    /// The hooks of effects that only players can apply.
    not_played: Vec<String>,
}

#[derive(Serialize)]
struct SideContents {
    id: String,
    title: String,
    formations: usize,
    units: usize,
    steps: usize,
    reinforcements: usize,
    assets: usize,
    events: usize,
    special_actions: usize,
    later_chits: usize,
    victory_points: i32,
}

#[derive(Serialize)]
struct MapContents {
    areas: usize,
    borders: usize,
    rivers: usize,
    roads: usize,
    entries: usize,
    supply_sources: usize,
}

pub(crate) fn contents(pack: &Pack) -> Contents {
    let (scene, labels) = (pack.battle().scene(), pack.labels());
    let rules = pack.battle().ruleset();
    let sides = scene.sides.iter().map(|side| {
        let units = || scene.units.iter().filter(|one| one.side == *side);
        let starts = scene.assets.iter().filter(|one| one.side == *side).map(|one| one.start);
        let events = scene.events.iter().filter(|one| one.side == *side);
        let starts = starts.chain(events.clone().map(|one| one.start));
        SideContents {
            id: side.to_string(),
            title: labels.sides[side].name.en.clone(),
            formations: scene.formations.iter().filter(|one| one.side == *side).count(),
            units: units().count(),
            steps: units().map(|one| one.quality_by_step.len()).sum(),
            reinforcements: units()
                .filter(|one| matches!(one.start, UnitStart::Reinforcement { .. }))
                .count(),
            assets: scene.assets.iter().filter(|one| one.side == *side).count(),
            events: events.count(),
            special_actions: scene.reusable.iter().filter(|one| one.side == *side).count(),
            later_chits: starts.filter(|start| matches!(start, ChitStart::Turn(_))).count(),
            victory_points: scene
                .areas
                .iter()
                .filter_map(|area| area.vp.get(side))
                .map(|&vp| i32::from(vp))
                .sum(),
        }
    });
    let is_river = |edge: &&sandtable_pack::fab::Edge| {
        let kind = rules.border_types.iter().find(|kind| kind.id == edge.border);
        kind.is_some_and(|kind| kind.blown_capable)
    };
    let is_road = |edge: &&sandtable_pack::fab::Edge| edge.connection.as_str() == "road";
    Contents {
        id: scene.id.to_string(),
        title: labels.title.en.clone(),
        ruleset: rules.name.clone(),
        play_digest: pack.play_digest().to_string(),
        pack_digest: pack.pack_digest().to_string(),
        published: labels.published.clone(),
        turns: scene.turn_track.len(),
        sides: sides.collect(),
        map: MapContents {
            areas: scene.areas.len(),
            borders: scene.edges.len(),
            rivers: scene.edges.iter().filter(is_river).count(),
            roads: scene.edges.iter().filter(is_road).count(),
            entries: scene.entries.len(),
            supply_sources: scene.supply_sources.len(),
        },
        not_played: scene.hooks().map(ToString::to_string).collect(),
    }
}

pub(crate) fn table(contents: &Contents) -> String {
    let Contents {
        id,
        title,
        ruleset,
        play_digest,
        pack_digest,
        published,
        turns,
        sides,
        map,
        not_played,
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
        ],
    );
    write_counts(&mut text, &[("turns", *turns)]);
    if !not_played.is_empty() {
        text += &format!("  unknown to bots         {}\n", not_played.join(", "));
    }
    for side in sides {
        text += &format!("\n{}\n", side.title);
        write_counts(
            &mut text,
            &[
                ("formations", side.formations),
                ("units", side.units),
                ("steps", side.steps),
                ("reinforcements", side.reinforcements),
                ("assets", side.assets),
                ("events", side.events),
                ("special actions", side.special_actions),
                ("chits added later", side.later_chits),
            ],
        );
        text += &format!("  {:<24}{}\n", "victory points", side.victory_points);
    }
    text += "\nArea map\n";
    write_counts(
        &mut text,
        &[
            ("areas", map.areas),
            ("borders", map.borders),
            ("rivers", map.rivers),
            ("roads", map.roads),
            ("entry areas", map.entries),
            ("supply sources", map.supply_sources),
        ],
    );
    text
}

//! The front end of Pub Battles: from `scenario.yaml` to the pack's order of battle.
//!
//! Reading resolves names and converts positions to centimetres. The result is a [`Battle`], which
//! the table of checks examines. The checks cover PB chapter 3.

pub(crate) mod authored_battle;
pub(crate) mod battle;
pub(crate) mod block_profile;
pub(crate) mod checks;
pub(crate) mod context;
pub(crate) mod forces;
pub(crate) mod mistakes;
pub(crate) mod orders;
pub(crate) mod ratings;
pub(crate) mod scenario_rules;

use sandtable_authored::to_printed;
use std::cell::Cell;
use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Footprint, Footprints, GroundLength, ScenarioId, SideId};
use sandtable_source::{Diagnostic, Node, Span, Spanned, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{PlacedBlock, SetUp};
use crate::pub_battles::battle::layout::Layout;
use crate::pub_battles::block_profile::block_profile;
use crate::pub_battles::context::Context;
use crate::pub_battles::forces::{arrival, group, supply};
use crate::pub_battles::mistakes::calendar_ends::late_days;
use crate::pub_battles::mistakes::{copies, intended_names, long_lists, small_frame};
use crate::pub_battles::ratings::better_rated_side;
use crate::pub_battles::scenario_rules::{free_game, objectives, special_rules, weather};
use sandtable_authored as authored;
use sandtable_authored::languages;
use sandtable_authored::{Georeference, Reporter, SourceReader};
use sandtable_map as map;
use sandtable_map::Ground;
use sandtable_map::run_both;
use sandtable_source::{LEVELS_UP, ProjectPath};
use sandtable_terrain::Terrain;

/// Compiles the tree of a scenario. Returns the pack parts, unless an error prevents it, and the
/// georeference of its map.
pub(crate) fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    tree: &Node,
    path: &ProjectPath,
) -> Option<(pack::PackParts, Georeference)> {
    let scenario: Option<authored::Scenario> = sources.read_scenario(reporter, tree);
    let mut scenario = scenario?;
    copies::remove(reporter, &mut scenario);
    long_lists::truncate(reporter, &mut scenario);
    reporter.add_allowances(scenario.allow.as_ref());
    let map_path = sources.resolve(reporter, path, &scenario.map, LEVELS_UP);
    let ground =
        map_path.and_then(|map| map::load(sources, reporter, &map, Some(scenario.map.span)));
    if let Some(ground) = &ground {
        intended_names::suggest_ids(reporter, tree, ground);
    }
    let terrain = ground.as_ref().map(|ground| {
        let terrain = || Terrain::new(&ground.map);
        run_both(terrain, || map::check(reporter, ground)).0
    });
    let ruleset = authored::load_ruleset(sources, reporter, &scenario.ruleset, path);
    let (mut ruleset, mut type_titles) = ruleset.unzip();
    if let (Some(ruleset), Some(titles), Some(own)) =
        (&mut ruleset, &mut type_titles, &scenario.types)
    {
        authored::add_own_types(reporter, own, ruleset, titles);
    }
    let type_titles = type_titles.unwrap_or_default();
    // These checks do not need the map, so they run even if it cannot be read.
    let written = AuthoredBattle {
        scenario: &scenario,
        ground: ground.as_ref(),
        ruleset: ruleset.as_ref(),
        type_titles: &type_titles,
    };
    checks::run_authored_checks(reporter, &written);
    let (ground, terrain, ruleset) = (ground?, terrain?, ruleset?);
    let profile = block_profile(&scenario);
    let context = Context {
        texts: &sources.texts,
        scenario: &scenario,
        ground: &ground,
        ruleset: &ruleset,
        footprints: footprints(&ground, profile)?,
        late_days: late_days(&scenario).into_iter().map(|(day, _)| day.span).collect(),
        edge: None,
        offered: Vec::new(),
        misses_entries: Cell::new(false),
    };
    let column_lengths = column_lengths(reporter, &context);
    let battle = set_up(reporter, &context, &terrain, column_lengths)?;
    checks::run_battle_checks(reporter, &battle);
    small_frame::check(reporter, &battle);
    let forces = battle.into_forces();
    let mut labels = labels(&scenario, &ground, profile);
    let (weather, titles) = weather::resolve(reporter, &context).into_iter().unzip();
    labels.weather = titles;
    labels.types = type_titles;
    let mut objectives = Vec::new();
    for (objective, title) in objectives::resolve(reporter, &context) {
        labels.objectives.insert(objective.id.clone(), title);
        objectives.push(objective);
    }
    let mut special_rules = Vec::new();
    for (rule, text) in special_rules::resolve(reporter, &context) {
        labels.special_rules.insert(rule.id.clone(), text);
        special_rules.push(rule);
    }
    let free = free_game::resolve(reporter, &context);
    let mut sides = Vec::new();
    for forces in forces {
        labels.sides.insert(forces.side.id.clone(), forces.label);
        labels.commands.extend(forces.commands);
        labels.pieces.extend(forces.pieces);
        sides.push(forces.side);
    }
    let calendar = &scenario.calendar;
    let (days, last_turn) = calendar.end();
    let parts = pack::PackParts {
        scenario: pack::Scenario {
            id: ScenarioId::new(&scenario.id).ok()?,
            calendar: pack::Calendar {
                date: calendar.date.0.clone(),
                first_turn: calendar.first_turn.0 as u8,
                last_turn: last_turn as u8,
                days: days as u8,
                open_ended: calendar.days.value == authored::Days::Open,
                dawn_minutes: calendar.dawn.minutes,
            },
            combat_order: combat_order(&scenario)?,
            footprints: context.footprints,
            column_lengths,
            sides: sides.try_into().ok()?,
            weather,
            objectives,
            special_rules,
            free_game: free,
        },
        sources: source_lines(&context),
        map: ground.map,
        ruleset,
        labels,
        scenery: ground.scenery,
        style: ground.style,
        elevation: ground.elevation,
    };
    Some((parts, Georeference::new(ground.frame)))
}

/// Returns the sides with their blocks on the map, or `None` after reporting that there are too
/// many blocks.
fn set_up<'b>(
    reporter: &mut Reporter,
    context: &'b Context<'b>,
    terrain: &'b Terrain,
    column_lengths: pack::ColumnLengths,
) -> Option<Battle<'b>> {
    let mut set_up = SetUp::default();
    let mut forces: Vec<forces::Forces<'_>> = Vec::new();
    for (index, (id, side)) in context.scenario.sides.0.iter().enumerate() {
        forces.extend(forces::resolve(reporter, context, index, id, side, &mut set_up));
    }
    let SetUp { blocks, outside } = set_up;
    if let Some(beyond) = blocks.get(MAX_BLOCKS) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::CROWD,
                message!("too many blocks set up on the map: {}", blocks.len()),
            )
            .at(beyond.at, format!("at most {MAX_BLOCKS} blocks can be set up"))
            .help("use fewer blocks: let each stand for more men, such as a brigade or a division"),
        );
        return None;
    }
    for (index, forces) in forces.iter_mut().enumerate() {
        forces.side.lines_of_communication = supply::lines(reporter, context, index, &blocks);
    }
    let stand = |block| PlacedBlock::new(context, column_lengths, terrain, block);
    let placed: Vec<PlacedBlock> = blocks.into_iter().map(stand).collect();
    let layout = Layout::of(context, terrain, &placed);
    Some(Battle { context, terrain, column_lengths, forces, blocks: placed, outside, layout })
}

/// The maximum number of blocks in a set-up. The largest battles have about two hundred, and some
/// checks compare all pairs of blocks.
const MAX_BLOCKS: usize = 1_000;

/// The footprints of blocks. Combat pieces cover their physical size times the denominator of the
/// map scale; HQs and trains cover 161 × 161 and 322 × 161 m (PB-36.1, PB-A13).
fn footprints(ground: &Ground, profile: pack::BlockProfile) -> Option<Footprints> {
    let depth = GroundLength::from_metres(161);
    let scale = ground.map.scale;
    Some(Footprints {
        combat: Footprint {
            length: scale.to_ground(profile.length)?,
            depth: scale.to_ground(profile.thickness)?,
        },
        headquarters: Footprint { length: depth, depth },
        baggage: Footprint { length: GroundLength::from_metres(322), depth },
    })
}

// PB-3.25: the column length of every arm; by default, the block length, which a check reports.
fn column_lengths(reporter: &mut Reporter, context: &Context<'_>) -> pack::ColumnLengths {
    let authored = context.scenario.column_length.as_ref();
    let mut length = |written: Option<&Spanned<authored::Length>>, default: GroundLength| {
        let Some(written) = written else { return default };
        let metres = written.metres(context.ground.map.scale);
        if !(1.0..=100_000.0).contains(&metres) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::COLUMN_LENGTH,
                    message::out_of_range(
                        "column length",
                        ["1 m", "100 km"],
                        format_args!("{metres} m"),
                    ),
                )
                .rule("PB-3.25")
                .at(written.span, "out of range")
                .help("use the length of road that a piece occupies in column, such as `1288 m`"),
            );
            return default;
        }
        GroundLength::from_metres_rounded(metres).unwrap_or(default)
    };
    let combat = context.footprints.combat.length;
    pack::ColumnLengths {
        infantry: length(authored.and_then(|a| a.infantry.as_ref()), combat),
        artillery: length(authored.and_then(|a| a.artillery.as_ref()), combat),
        cavalry: length(authored.and_then(|a| a.cavalry.as_ref()), combat),
        baggage: length(
            authored.and_then(|a| a.baggage.as_ref()),
            context.footprints.baggage.length,
        ),
        headquarters: context.footprints.headquarters.length,
    }
}

/// The side that chooses the order of combats: the named side, or the side with the better ratings
/// (PB-3.24).
fn combat_order(scenario: &authored::Scenario) -> Option<SideId> {
    let sides = &scenario.sides.0;
    let written = scenario.combat_order.as_ref().map(|written| written.value.as_str());
    let side = written.or_else(|| better_rated_side(scenario).map(|side| side.value.as_str()))?;
    let known = sides.iter().any(|(id, _)| id.value == side);
    known.then(|| SideId::new(side).ok()).flatten()
}

fn labels(
    scenario: &authored::Scenario,
    ground: &Ground,
    profile: pack::BlockProfile,
) -> pack::Labels {
    pack::Labels {
        title: to_printed(&scenario.title),
        map_title: ground.title.clone(),
        map_subtitle: ground.subtitle.clone(),
        units: ground.units,
        published: scenario.published.as_ref().map(|date| date.0.clone()),
        languages: languages(scenario.languages.as_deref()),
        notes: scenario.notes.as_deref().map(to_printed),
        history: scenario.history.as_deref().map(to_printed),
        errata: scenario.errata.as_ref().map(|errata| pack::Errata {
            version: errata.version.value.clone(),
            text: errata.text.as_deref().map(to_printed),
        }),
        block_profile: profile,
        credits: ground.credits.clone(),
        sides: BTreeMap::new(),
        commands: BTreeMap::new(),
        pieces: BTreeMap::new(),
        entries: ground.entries.clone(),
        features: ground.features.clone(),
        types: BTreeMap::new(),
        weather: Vec::new(),
        objectives: BTreeMap::new(),
        special_rules: BTreeMap::new(),
    }
}

/// The source line of each part of the battle.
fn source_lines(context: &Context<'_>) -> pack::Sources {
    let Context { texts, scenario, ground, .. } = context;
    let mut lines = BTreeMap::new();
    let mut add = |key: String, span: Span| {
        let file = texts.file(span.file).portable_path();
        lines.insert(key, pack::SourceLine { file, line: texts.line(span) });
    };
    add("scenario".to_owned(), scenario.span);
    add("map".to_owned(), Span::new(ground.file, 0..0));
    for (id, span) in &ground.spans {
        if ground.features.contains_key(id.as_str()) {
            add(format!("feature/{id}"), *span);
        }
    }
    for (id, span) in &ground.entry_spans {
        add(format!("entry/{id}"), *span);
    }
    for (id, side) in &scenario.sides.0 {
        add(format!("side/{}", id.value), id.span);
        for group in group::groups(side) {
            if let (Some(id), Some(leader)) = (group.id, &group.leader) {
                add(format!("hq/{}", id.0), leader.span);
            }
            for train in &group.trains {
                add(format!("baggage/{}", train.id), train.span);
            }
            for piece in group.pieces {
                add(format!("piece/{}", piece.id.0), piece.span);
            }
        }
        for command in &*side.commands {
            add(format!("command/{}", command.id.0), command.span);
        }
        for piece in side.detachments.iter().flat_map(|pool| pool.pieces.iter()) {
            add(format!("piece/{}", piece.id.0), piece.span);
        }
        for (index, arrival) in arrival::schedule(side).into_iter().enumerate() {
            add(format!("reinforcement/{}/{index}", id.value), arrival.span);
        }
    }
    for (id, side) in scenario.free_game.iter().flat_map(|free| &free.sides.0) {
        add(format!("free-side/{}", id.value), side.span);
    }
    for objective in scenario.objectives.iter().flatten() {
        add(format!("objective/{}", objective.id.0), objective.span);
    }
    for rule in scenario.special_rules.iter().flatten() {
        add(format!("special-rule/{}", rule.id.0), rule.span);
    }
    pack::Sources(lines)
}

//! Slow reference code that checks the optimised code. It compares routes, supply, strategic chains
//! and occupation after every input of random games.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::fab::{Order, Phase};

use super::board::{BLUE, Board, board};
use super::properties::each_state;
use crate::game::Game;
use crate::state::{Mode, Motion};
use crate::view::View;
use sandtable_pack::fab::{AreaIndex, SideIndex, UnitIndex};

const SEEDS: u64 = 60;

/// The most movement points left in each area where a unit can end. Tries every route that enters
/// no area twice.
fn ends(game: &Game, unit: UnitIndex, mode: Mode) -> BTreeMap<AreaIndex, u8> {
    let (mut ends, motion) = (BTreeMap::new(), game.motion(unit, mode));
    let start = motion.started;
    go_on(game, &motion, start, &mut vec![start], &mut ends);
    ends
}

fn go_on(
    game: &Game,
    motion: &Motion,
    here: AreaIndex,
    been: &mut Vec<AreaIndex>,
    ends: &mut BTreeMap<AreaIndex, u8>,
) {
    for &(next, _) in &game.field.area(here).neighbours {
        let Ok(step) = game.judge_step(motion, here, next) else { continue };
        if been.contains(&next) {
            continue;
        }
        let motion = Motion {
            steps: motion.steps + 1,
            points: motion.points.saturating_sub(step.cost),
            stopped: step.stops,
            ..motion.clone()
        };
        if game.may_end_in(motion.unit, next).is_ok() {
            let left = ends.entry(next).or_insert(motion.points);
            *left = motion.points.max(*left);
        }
        been.push(next);
        go_on(game, &motion, next, been, ends);
        been.pop();
    }
}

#[test]
fn fab_5_32a_routes_match_exhaustive_search() {
    let mut compared = 0;
    for seed in 0..SEEDS {
        each_state(seed, |game| {
            if game.state.motion.is_some() {
                return;
            }
            for unit in game.field.units() {
                let Some(mode) = game.mode(unit, None) else { continue };
                let mut found = BTreeMap::new();
                for way in game.ways(unit, None) {
                    let mut motion = game.motion(unit, mode);
                    let mut here = motion.started;
                    for &next in &way {
                        let step =
                            game.judge_step(&motion, here, next).expect("the route is legal");
                        motion.steps += 1;
                        motion.points = motion.points.saturating_sub(step.cost);
                        motion.stopped = step.stops;
                        here = next;
                    }
                    assert_eq!(found.insert(here, motion.points), None, "one way to each area");
                }
                assert_eq!(found, ends(game, unit, mode), "{unit:?} in {:?}", game.state.phase);
                compared += found.len();
            }
        });
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn equal_bearings_have_equal_routes() {
    let mut compared = 0;
    for seed in 0..SEEDS {
        each_state(seed, |game| {
            if game.state.motion.is_some() {
                return;
            }
            for side in SideIndex::BOTH {
                let view = View::new(game, side);
                let movable: Vec<UnitIndex> = view.movable().collect();
                for (at, &one) in movable.iter().enumerate() {
                    for &other in &movable[..at] {
                        if view.route_key(one) == view.route_key(other) {
                            assert_eq!(view.ways(one, None), view.ways(other, None));
                            compared += 1;
                        }
                    }
                }
            }
        });
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn impairments_change_the_bearing() {
    let bearings_differ = |board: Board| {
        let board = board.moves();
        let view = View::new(&board.game, BLUE);
        let (one, other) = (board.unit("b1"), board.unit("b2"));
        view.route_key(one).is_some() && view.route_key(one) != view.route_key(other)
    };
    let laid = || board().put_all(&["b1", "b2"], 2);
    assert!(!bearings_differ(laid()));
    assert!(bearings_differ(laid().unsupplied("b2")), "out of supply (FAB-5.32g)");
    assert!(bearings_differ(laid().order("b2", Order::Disordered)), "in disorder (FAB-A10)");
    assert!(bearings_differ(board().put("b1", 2).put("b2", 3)), "elsewhere");
}

/// Areas with a route to a source (FAB-9.31): the source itself, or areas with a controlled
/// neighbour on such a route.
fn supplied(game: &Game, side: SideIndex) -> BTreeSet<AreaIndex> {
    let usable = |area: AreaIndex| {
        game.field.sources(side).any(|source| {
            source.area == area
                && (!source.needs_control || game.controls(side, area))
                && !(source.disabled_if_contested && game.is_contested(area))
        })
    };
    let mut network: BTreeSet<AreaIndex> =
        game.field.areas().filter(|&area| usable(area) && game.controls(side, area)).collect();
    let lets_through = |area: AreaIndex, next: AreaIndex| {
        let edge = game.field.edge_between(area, next).expect("the areas are adjacent");
        (!game.field.edge(edge).blocks_supply, !game.state.is_blown(edge))
    };
    let is_adjacent = |area: AreaIndex, network: &BTreeSet<AreaIndex>, first: bool| {
        let mut neighbours = game.field.area(area).neighbours.iter();
        neighbours.any(|&(next, _)| {
            let (open, whole) = lets_through(area, next);
            network.contains(&next) && open && (whole || first)
        })
    };
    // One pass over all areas for each area is enough.
    for _ in game.field.areas() {
        for area in game.field.areas() {
            if game.controls(side, area) && is_adjacent(area, &network, false) {
                network.insert(area);
            }
        }
    }
    let leads = |area: AreaIndex| {
        usable(area) || network.contains(&area) || is_adjacent(area, &network, true)
    };
    game.field.areas().filter(|&area| leads(area)).collect()
}

#[test]
fn fab_9_31a_supply_matches_slow_trace() {
    let (mut cut, mut checked) = (0, 0);
    for seed in 0..SEEDS {
        each_state(seed, |game| {
            for side in SideIndex::BOTH {
                let supplied = supplied(game, side);
                for area in game.field.areas() {
                    assert_eq!(game.traces_now(side, area), supplied.contains(&area));
                }
                cut += game.field.areas().count() - supplied.len();
            }
            // In a Supply Phase, before any roll or move, the supply status equals the traced
            // supply.
            let tasks = game.state.tasks.last();
            if matches!(tasks, Some(crate::state::Task::MoraleCheck(_)))
                && game.state.phase == Phase::Supply
            {
                for unit in game.field.units() {
                    if let Some(area) = game.state.area_of(unit) {
                        let traced = supplied(game, game.side_of(unit)).contains(&area);
                        assert_eq!(game.state.unit(unit).supplied, traced, "{unit:?}");
                        checked += 1;
                    }
                }
            }
        });
    }
    assert!(cut > 1_000 && checked > 30, "{cut} cut off, {checked} units looked at");
}

/// The strategic destinations of a unit (FAB-5.4b), area by area until no more are found.
fn chained_areas(game: &Game, unit: UnitIndex) -> BTreeSet<AreaIndex> {
    let side = game.side_of(unit);
    let class = game.field.unit(unit).class;
    let start = game.state.area_of(unit).expect("the unit is on the map");
    let mut reached = BTreeSet::from([start]);
    for _ in game.field.areas() {
        for area in reached.clone() {
            for &(next, edge) in &game.field.area(area).neighbours {
                let card = game.field.edge(edge);
                let open = !game.state.is_blown(edge)
                    && !card.blocks_strategic
                    && !card.impassable.for_class(class)
                    && game.controls(side, next)
                    && !game.is_contested(next);
                if open {
                    reached.insert(next);
                }
            }
        }
    }
    let room = usize::from(game.field.rules().stacking);
    reached.retain(|&area| {
        area != start
            && game.state.area(area).supplied == Some(true)
            && game.state.units_in(area, side).len() < room
    });
    reached
}

#[test]
fn fab_5_4b_strategic_chains_match_slow_search() {
    let mut compared = 0;
    for seed in 0..SEEDS {
        each_state(seed, |game| {
            if game.state.phase != Phase::StrategicMovement {
                return;
            }
            let side = game.state.phasing;
            let mut found: BTreeMap<UnitIndex, BTreeSet<AreaIndex>> = BTreeMap::new();
            for (unit, to) in game.destinations(side) {
                found.entry(unit).or_default().insert(to);
            }
            for unit in game.field.units_of(side).filter(|&unit| game.may_transfer(unit).is_ok()) {
                assert_eq!(found.remove(&unit).unwrap_or_default(), chained_areas(game, unit));
                compared += 1;
            }
            assert!(found.is_empty(), "no other unit moves strategically");
        });
    }
    assert!(compared > 20, "{compared}");
}

/// FAB-A9: forces are units, or engineers that defend a roadblock.
#[test]
fn fab_a9_forces_match_pieces() {
    for seed in 0..SEEDS {
        each_state(seed, |game| {
            for side in SideIndex::BOTH {
                for area in game.field.areas() {
                    let mut units = game.field.units_of(side);
                    let forces = units.any(|unit| game.state.area_of(unit) == Some(area))
                        || game.defended_by(area, side).is_some();
                    assert_eq!(game.has_forces(area, side), forces);
                }
            }
        });
    }
}

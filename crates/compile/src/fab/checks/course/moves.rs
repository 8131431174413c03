//! The areas that units can reach in their turns: at best (FAB-V36), and with certainty
//! (FAB-4.1c4).

use std::collections::BTreeMap;

use sandtable_pack::fab::{AreaIndex, EdgeIndex, SideIndex, UnitCard, UnitIndex};
use sandtable_pack::fab::{Class, Mobility, Phase, UnitStart};

use super::entries::entry_areas;
use crate::fab::located_battle::LocatedBattle;

/// The maximum number of a unit's moves in a turn: FAB-3.22 and FAB-3.26 in its own player turn,
/// FAB-3.25 in the enemy's.
const MOVES: usize = 3;

/// The first turn in which units of each side can be in each area without opposition; 0 for set-up
/// units. Computed once for all checks.
pub(crate) fn first_turns<'b>(battle: &'b LocatedBattle<'_>) -> &'b [Vec<Option<u8>>; 2] {
    let of_both = || SideIndex::BOTH.map(|side| first_turns_of_side(battle, side));
    battle.first_turns.get_or_init(of_both)
}

/// The first turns of one side. Areas that it holds at the start or has reached are free to enter,
/// because units can get there by strategic movement, by retreats (FAB-6.6) or to reinforce a
/// battle (FAB-8.23). The limits of these moves are ignored.
fn first_turns_of_side(battle: &LocatedBattle<'_>, side: SideIndex) -> Vec<Option<u8>> {
    let field = &battle.field;
    let start = battle.scene().start.turn;
    let last = battle.scene().turn_track.len() as u8;
    let mut first: Vec<Option<u8>> = vec![None; battle.scene().areas.len()];
    let mut own: Vec<bool> = field.areas().map(|area| battle.holder(area) == side).collect();
    // Units with the same movement are merged.
    let mut movers: BTreeMap<Mover, Vec<AreaIndex>> = BTreeMap::new();
    for turn in start..=last {
        for unit in field.units_of(side) {
            let card = field.unit(unit);
            let (since, areas) = match &card.unit.start {
                UnitStart::SetUp { area, .. } if turn == start => {
                    (0, field.find_area(area.as_str()).into_iter().collect())
                }
                UnitStart::Reinforcement { turn: due, .. } if turn == start.max(*due) => {
                    (turn, entry_areas(battle, card))
                }
                UnitStart::SetUp { .. }
                | UnitStart::Reinforcement { .. }
                | UnitStart::NotInPlay => continue,
            };
            for &area in &areas {
                first[area.index()].get_or_insert(since);
                own[area.index()] = true;
            }
            if card.moves != Mobility::Never {
                movers.entry(Mover::from_unit(card)).or_default().extend(areas);
            }
        }
        for _ in 0..MOVES {
            let mut is_over = true;
            let mut entered = own.clone();
            for (&mover, areas) in &mut movers {
                areas.sort_unstable();
                areas.dedup();
                let there = areas.len();
                *areas = areas_within_move(battle, areas, mover, |_| true, |to| own[to.index()]);
                is_over &= areas.len() == there;
                for area in areas {
                    first[area.index()].get_or_insert(turn);
                    entered[area.index()] = true;
                }
            }
            is_over &= own == entered;
            own = entered;
            // Once no unit advances, none will until others arrive.
            if is_over {
                break;
            }
        }
    }
    first
}

/// The areas that a unit is certain to reach by the beginning of a turn, through open areas.
///
/// Counts only the moves that every unit gets: the result must hold in any game. These are one
/// move in each player turn of its side (FAB-5.2), and a Reaction before the first if the unit
/// starts in reserve (FAB-7.2a). A reserve that reacts or breaks through later has not moved
/// before. Extra moves by exploitation, Special Actions and staff depend on dice or chits.
///
/// Instead of a move, a unit can move strategically through areas that its side holds at the start,
/// if nothing limits that. Areas captured by then are unknown. Reinforcements enter by their
/// printed letters: other letters require blocked areas or a Special Action.
pub(crate) fn reachable_areas(
    battle: &LocatedBattle<'_>,
    unit: UnitIndex,
    turn: u8,
    is_open: impl Fn(AreaIndex) -> bool,
) -> Vec<AreaIndex> {
    let field = &battle.field;
    let card = field.unit(unit);
    let start = &battle.scene().start;
    let (mut areas, moves): (Vec<AreaIndex>, usize) = match &card.unit.start {
        UnitStart::SetUp { area, reserve, .. } => {
            let area = field.find_area(area.as_str()).into_iter().collect();
            (area, moves_before(battle, card.side, *reserve, turn))
        }
        UnitStart::Reinforcement { turn: due, entry: (from, to), .. } => {
            // If play starts later in that turn, due units enter in the next turn.
            let due = (*due).max(start.turn + u8::from(start.phase != Phase::Reinforcement));
            if due >= turn {
                return Vec::new();
            }
            let letters = field.entries().iter().filter(|entry| {
                (*from..=*to).contains(&entry.letter) && entry.sides[card.side.index()]
            });
            let areas = letters.flat_map(|entry| entry.areas.iter().copied());
            (areas.filter(|&area| is_open(area)).collect(), usize::from(turn - due))
        }
        UnitStart::NotInPlay => return Vec::new(),
    };
    // A unit that waits for an event may never move: the event must be drawn first.
    let moves = if card.moves == Mobility::Freely { moves } else { 0 };
    let goes_strategically = is_strategic_unlimited(battle, card);
    let mover = Mover::from_unit(card);
    for _ in 0..moves {
        let own = |area: AreaIndex| battle.holder(area) == card.side && is_open(area);
        let passes = |edge: EdgeIndex| {
            let edge = field.edge(edge);
            !edge.blocks_strategic
                && !edge.impassable.for_class(card.class)
                && edge.areas.into_iter().all(own)
        };
        let mut next = areas_within_move(battle, &areas, mover, &is_open, |_| false);
        if goes_strategically {
            let reached = battle.reachable_areas(areas.iter().copied(), passes);
            next.extend(field.areas().filter(|area| reached[area.index()]));
            next.sort_unstable();
            next.dedup();
        }
        areas = next;
    }
    areas
}

/// The number of moves of a set-up unit before a turn begins.
fn moves_before(battle: &LocatedBattle<'_>, side: SideIndex, in_reserve: bool, turn: u8) -> usize {
    let (scene, start) = (battle.scene(), &battle.scene().start);
    let turns = usize::from(turn.saturating_sub(start.turn));
    if turns == 0 {
        return 0;
    }
    let first = battle.field.side(&scene.first_player);
    let playing = match start.phase {
        Phase::Reinforcement => first,
        _ => battle.field.side(&start.player),
    };
    // In the turn in which play starts, the side's movement may be over.
    let is_over = match playing == side {
        true => start.phase > Phase::OperationalMovement,
        false => playing != first,
    };
    let reacts = in_reserve && playing != side && start.phase <= Phase::Reaction;
    turns - usize::from(is_over) + usize::from(reacts)
}

/// Whether a unit of this class may enter reserve and then move strategically, in every turn and
/// from any area.
fn is_strategic_unlimited(battle: &LocatedBattle<'_>, card: &UnitCard) -> bool {
    let rules = battle.field.rules();
    let limits = &rules.strategic_movement;
    let has_marker = rules
        .reserve
        .markers
        .iter()
        .any(|(side, &markers)| battle.field.side(side) == card.side && markers > 0);
    (limits.classes.is_empty() || limits.classes.contains(&card.class))
        && limits.max_areas.is_none()
        && limits.max_units_per_side.is_none()
        && limits.turns.is_none()
        && limits.forbidden_areas.is_empty()
        && card.may_reserve
        && has_marker
        && rules.reserve.areas.is_empty()
}

/// The properties of a unit that determine its movement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mover {
    class: Class,
    /// The movement points; 1 for units without points, which may still enter one area.
    allowance: u8,
}

impl Mover {
    fn from_unit(unit: &UnitCard) -> Self {
        Self { class: unit.class, allowance: unit.allowance.max(1) }
    }
}

/// The starting areas and all areas within one move of them, in order. No step costs more than the
/// allowance, because a unit may always enter one area (FAB-5.33). Free areas have no cost.
fn areas_within_move(
    battle: &LocatedBattle<'_>,
    starts: &[AreaIndex],
    mover: Mover,
    is_open: impl Fn(AreaIndex) -> bool,
    is_free: impl Fn(AreaIndex) -> bool,
) -> Vec<AreaIndex> {
    let field = &battle.field;
    let mut spent: Vec<Option<u8>> = vec![None; battle.scene().areas.len()];
    // Areas by points spent, in ascending order, to expand each area once.
    let mut open: Vec<Vec<AreaIndex>> = vec![Vec::new(); usize::from(mover.allowance) + 1];
    for area in starts {
        spent[area.index()] = Some(0);
    }
    open[0].extend(starts);
    for here in 0..=mover.allowance {
        while let Some(from) = open[usize::from(here)].pop() {
            if spent[from.index()] != Some(here) {
                continue;
            }
            for &(to, over) in &field.area(from).neighbours {
                let card = field.edge(over);
                let step = card.cost.for_class(mover.class).min(mover.allowance);
                let there = if is_free(to) { here } else { here + step };
                let is_nearer =
                    there <= mover.allowance && spent[to.index()].is_none_or(|known| there < known);
                if is_nearer && !card.impassable.for_class(mover.class) && is_open(to) {
                    spent[to.index()] = Some(there);
                    open[usize::from(there)].push(to);
                }
            }
        }
    }
    field.areas().filter(|area| spent[area.index()].is_some()).collect()
}

//! PB-29: victory: the winner, the kind of victory and the points.

use crate::state::victory::BattleEnd;
use crate::state::victory::Verdict;
use crate::state::victory::VictoryKind;

use crate::battlefield::roster::{PieceIndex, Role, Roster, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::state::Location;
use crate::supply;
use sandtable_terrain::Block;

/// The victory that a side has earned at the end of a turn, with its multiplier.
fn earned_victory(game: &Game, side: SideIndex) -> Option<(VictoryKind, u32)> {
    let victory = &game.field.pack.ruleset().victory;
    let enemy = side.enemy();
    let routed = is_routed(game, enemy) && !is_routed(game, side);
    let broken = rulings::lost_train_breaks(&game.field) && has_lost_train(game, enemy);
    let forced_back = game.state.forced_back[enemy.index()];
    let conditions = [
        (routed, VictoryKind::Rout, victory.rout_multiplier),
        (broken, VictoryKind::Broken, victory.broken_multiplier),
        (forced_back, VictoryKind::ForcedBack, victory.forced_back_multiplier),
    ];
    let met_conditions = || conditions.iter().filter(|(met, ..)| *met);
    let (_, kind, _) = met_conditions().next()?;
    Some((
        *kind,
        rulings::total_multiplier(
            &game.field,
            met_conditions().map(|&(.., multiplier)| multiplier),
        ),
    ))
}

/// The result of the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndOfTurn {
    /// The game continues.
    Undecided,
    /// The battle is won, but play continues to the bitter end (PB-33.1).
    Decided(Verdict),
    /// The battle has ended.
    Over(BattleEnd),
}

/// PB-P13: checks for victory at the end of this turn. Nightfall decisions come later.
pub(crate) fn at_end_of_turn(game: &Game) -> EndOfTurn {
    if let Some(verdict) = game.state.verdict {
        // PB-A162, PB-A153: a side without pieces ends the battle.
        let is_over = |side| has_left_the_field(game, side) || is_exhausted(game, side);
        return match SideIndex::BOTH.into_iter().any(is_over) {
            true => EndOfTurn::Over(counted_out(game, verdict)),
            false => EndOfTurn::Undecided,
        };
    }
    match won(game) {
        None => EndOfTurn::Undecided,
        Some(end) if end.kind != VictoryKind::Exhausted && continues_after_victory(game) => {
            EndOfTurn::Decided(Verdict::of(&end))
        }
        Some(end) => EndOfTurn::Over(end),
    }
}

/// PB-33.1: whether the game continues after a victory.
fn continues_after_victory(game: &Game) -> bool {
    let is_there = |side| !has_left_the_field(game, side) && !is_exhausted(game, side);
    rulings::goes_on_when_won(&game.field) && SideIndex::BOTH.into_iter().all(is_there)
}

/// PB-A162: whether a side has no pieces left on the map.
fn has_left_the_field(game: &Game, side: SideIndex) -> bool {
    let roster = game.roster();
    !roster.piece_indices().any(|piece| {
        let place = &game.state.piece(piece).place;
        roster.piece(piece).side == side
            && matches!(place, Location::OnMap(_) | Location::InReserve)
    })
}

/// PB-33.2, PB-A162: applies the verdict to the points at the bitter end.
fn counted_out(game: &Game, verdict: Verdict) -> BattleEnd {
    let Verdict { kind, winner, multipliers } = verdict;
    let raw = SideIndex::BOTH.map(|side| raw_points(game, side));
    BattleEnd { kind, winner, raw, multipliers }
}

fn won(game: &Game) -> Option<BattleEnd> {
    let found = SideIndex::BOTH.map(|side| earned_victory(game, side));
    // PB-A153: the battle ends when a side has no combat pieces on the map or still to enter.
    let is_over =
        found != [None, None] || SideIndex::BOTH.map(|side| is_exhausted(game, side)) != [false; 2];
    if !is_over {
        return None;
    }
    let raw = SideIndex::BOTH.map(|side| raw_points(game, side));
    let multipliers = found.map(|one| one.map_or(1, |(_, multiplier)| multiplier));
    Some(match found {
        [None, None] => points_end(VictoryKind::Exhausted, raw),
        [Some((kind, _)), None] => {
            BattleEnd { kind, winner: Some(SideIndex::First), raw, multipliers }
        }
        [None, Some((kind, _))] => {
            BattleEnd { kind, winner: Some(SideIndex::Second), raw, multipliers }
        }
        // PB-A146: both multipliers apply. The higher total wins; equal totals are a draw.
        [Some((first, _)), Some((second, _))] => {
            let mut end = BattleEnd { kind: first, winner: None, raw, multipliers };
            end.winner = leading_side(end.totals());
            if end.winner == Some(SideIndex::Second) {
                end.kind = second;
            }
            end
        }
    })
}

/// PB-29.5: the result of the nightfall decisions; `None` if both sides hold the field.
pub(crate) fn at_nightfall(game: &Game, holds: [bool; 2]) -> Option<BattleEnd> {
    let winner = match holds {
        [true, true] => return None,
        [true, false] => Some(SideIndex::First),
        [false, true] => Some(SideIndex::Second),
        // PB-A150: if both sides withdraw, neither wins.
        [false, false] => None,
    };
    let raw = SideIndex::BOTH.map(|side| raw_points(game, side));
    Some(BattleEnd { kind: VictoryKind::Nightfall, winner, raw, multipliers: [1, 1] })
}

/// PB-A151: the result if time runs out without a decision.
pub(crate) fn at_last_turn(game: &Game) -> BattleEnd {
    if let Some(verdict) = game.state.verdict {
        return counted_out(game, verdict);
    }
    let raw = SideIndex::BOTH.map(|side| raw_points(game, side));
    points_end(VictoryKind::Points, raw)
}

fn points_end(kind: VictoryKind, raw: [u32; 2]) -> BattleEnd {
    BattleEnd { kind, winner: leading_side(raw), raw, multipliers: [1, 1] }
}

fn leading_side([first, second]: [u32; 2]) -> Option<SideIndex> {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(SideIndex::First),
        std::cmp::Ordering::Less => Some(SideIndex::Second),
        std::cmp::Ordering::Equal => None,
    }
}

/// PB-29.1, PB-A9: points for destroying a piece.
pub fn points_for(roster: &Roster, piece: PieceIndex) -> u32 {
    // PB-A149: HQs and trains are worth nothing.
    roster.arm(piece).map_or(0, |arm| arm.rules.points.of(arm.quality))
}

/// PB-29.1, PB-29.8, PB-31.4: a side's points for enemies that are currently destroyed or cannot
/// trace supply.
fn raw_points(game: &Game, side: SideIndex) -> u32 {
    // PB-3.18: special rules and objectives may give additional points.
    let own = game.special_points(side) + game.objective_points(side);
    let destroyed = own + points_so_far(game, side);
    let unsupplied = unsupplied(game, side.enemy()).into_iter();
    let unsupplied: u32 = unsupplied.map(|piece| points_for(game.roster(), piece)).sum();
    destroyed + unsupplied
}

/// PB-31.4: a side's pieces that cannot trace supply and therefore count as destroyed at the end,
/// if that ruling applies.
pub(crate) fn unsupplied(game: &Game, side: SideIndex) -> Vec<PieceIndex> {
    if !rulings::unsupplied_count(&game.field) {
        return Vec::new();
    }
    game.cache.out_of_supply(side, || find_unsupplied(game, side))
}

/// Like [`unsupplied`], without the cache.
fn find_unsupplied(game: &Game, side: SideIndex) -> Vec<PieceIndex> {
    let roster = game.roster();
    let supply = supply::area(game, side);
    let is_supplied = |block: &Block| match rulings::threatened_count_too(&game.field) {
        true => supply.supplies(block),
        false => supply.has_route_from(block),
    };
    let is_cut_off = |&piece: &PieceIndex| match &game.state.piece(piece).place {
        // PB-A152: only combat pieces count; others are worth no points.
        Location::OnMap(_) | Location::InReserve => {
            roster.piece(piece).side == side
                && roster.arm(piece).is_some()
                && game.start_block(piece).is_some_and(|block| !is_supplied(&block))
        }
        _ => false,
    };
    roster.piece_indices().filter(is_cut_off).collect()
}

/// A side's points so far, for bots and diaries.
pub fn points_so_far(game: &Game, side: SideIndex) -> u32 {
    // PB-A145: points may be kept once scored.
    if rulings::points_stay(&game.field) {
        return game.state.scored[side.index()];
    }
    let roster = game.roster();
    roster
        .piece_indices()
        .filter(|&piece| roster.piece(piece).side == side.enemy())
        .filter(|&piece| matches!(game.state.piece(piece).place, Location::Destroyed { .. }))
        .map(|piece| points_for(roster, piece))
        .sum()
}

/// PB-29.3, PB-A147: whether a side has lost half or more of its infantry.
pub(crate) fn is_routed(game: &Game, side: SideIndex) -> bool {
    let Infantry { lost, base } = infantry(game, side);
    base > 0 && 2 * lost >= base
}

/// The numbers of a side's pieces that count for Rout.
pub(crate) struct Infantry {
    /// The number of destroyed pieces.
    pub lost: u32,
    /// The number of all pieces (PB-A148).
    pub base: u32,
}

/// PB-29.3, PB-A147: a side's current infantry numbers.
pub(crate) fn infantry(game: &Game, side: SideIndex) -> Infantry {
    let roster = game.roster();
    let (mut lost, mut base) = (0, 0);
    for piece in roster.piece_indices() {
        let card = roster.piece(piece);
        let counts = matches!(card.role, Role::Combat(arm) if arm.rules.counts_for_rout);
        if card.side != side || !counts {
            continue;
        }
        let place = &game.state.piece(piece).place;
        // PB-A148: the base is the starting force and all reinforcements due by the end of the
        // current day.
        let due = card.reinforcement.as_ref().is_none_or(|due| due.day <= game.state.day);
        let in_base = rulings::in_rout_base(&game.field, due, *place != Location::Awaited);
        base += u32::from(in_base);
        lost += u32::from(matches!(place, Location::Destroyed { .. }));
    }
    Infantry { lost, base }
}

/// PB-29.4: whether a side has lost a baggage train.
fn has_lost_train(game: &Game, side: SideIndex) -> bool {
    let roster = game.roster();
    roster.piece_indices().any(|piece| {
        let card = roster.piece(piece);
        card.side == side
            && card.role == Role::Baggage
            && matches!(game.state.piece(piece).place, Location::Destroyed { .. })
    })
}

/// PB-A153: whether a side has no combat piece on the map or still to enter.
fn is_exhausted(game: &Game, side: SideIndex) -> bool {
    let roster = game.roster();
    !roster.piece_indices().any(|piece| {
        roster.piece(piece).side == side
            && roster.arm(piece).is_some()
            && match game.state.piece(piece).place {
                Location::OnMap(_) | Location::InReserve => true,
                // An unassigned detachment cannot enter.
                Location::Awaited => {
                    roster.piece(piece).reinforcement.is_some() || game.assigned(piece).is_some()
                }
                Location::Destroyed { .. } | Location::Withdrawn { .. } => false,
            }
    })
}

impl Game {
    /// Combat pieces of a side that are currently out of supply (PB-31.1), if that counts.
    pub fn unsupplied(&self, side: SideIndex) -> Vec<PieceIndex> {
        unsupplied(self, side)
    }
}

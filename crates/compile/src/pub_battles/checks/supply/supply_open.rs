//! PB-31.1, PB-31.2: every train is in supply at the start. An enemy within F3 of its line of
//! communication prevents that.

use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, Span, Spanned, code, message};
use sandtable_terrain::Shape;

use super::supply_reach;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{BlockKind, PlacedBlock};
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use crate::pub_battles::forces::Forces;
use sandtable_authored::Id;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    let clearance = battle.context.ruleset.distances.foot_third;
    for (side, forces) in battle.forces.iter().enumerate() {
        let lines = &forces.side.lines_of_communication;
        // A side without a line was reported, and so was an unusable line, which may be the one
        // that supplies the trains.
        let written = forces.authored.lines_of_communication.as_ref();
        let is_used = |name: &Spanned<Id>| lines.iter().any(|line| line.road.as_str() == name.0);
        let unused = |all: &Spanned<Vec<_>>| {
            reporter.has_lost_items(all.span) || !all.value.iter().all(is_used)
        };
        if lines.is_empty() || written.is_some_and(unused) {
            continue;
        }
        // An enemy that must move in any case might not cut the line from its new position.
        let enemies: Vec<&PlacedBlock> = battle
            .blocks
            .iter()
            .enumerate()
            .filter(|(index, _)| !battle.layout.is_misplaced(*index))
            .map(|(_, other)| other)
            .filter(|other| other.block.side != side && other.is_combat_piece())
            .collect();
        let shapes: Vec<&Shape> = enemies.iter().filter_map(|one| one.shape.as_ref()).collect();
        let area = battle.terrain.supply_area(
            lines.iter().map(|line| &line.path),
            shapes.iter().copied(),
            clearance,
        );
        let trains = battle.blocks.iter().enumerate().filter(|(index, one)| {
            one.block.side == side
                && one.block.kind == BlockKind::Baggage
                && !battle.layout.is_misplaced(*index)
        });
        let mut unsupplied = Vec::new();
        for (index, train) in trains {
            let Some(block) = train.shape.as_ref().and_then(Shape::as_block) else { continue };
            if area.supplies(block) {
                continue;
            }
            let name = &train.block.name;
            let free = free_ground(proposals, battle, index, |moved| area.supplies(moved));
            let free = free.map(|free| format!("to keep {name} in supply, move it {free}"));
            let mut diagnostic = Diagnostic::new(
                code::SUPPLY_CUT,
                message!("{name} is out of supply from the start"),
            )
            .rule("PB-31.2")
            .at(train.block.at, "no clear route from here off the map");
            let near = |enemy: &&&PlacedBlock| {
                enemy.shape.as_ref().is_some_and(|enemy| enemy.within(&(*block).into(), clearance))
            };
            if let Some(enemy) = enemies.iter().find(near) {
                let mut diagnostic =
                    diagnostic.also(enemy.block.at, format!("enemy within {clearance} of it"));
                diagnostic.help.extend(free);
                reporter.diagnostics.push(diagnostic.help("move the train or the enemy back"));
            } else {
                let mut is_cut = false;
                for line in lines {
                    if let Some((enemy, place)) = cutting_enemy(&line.path.0, &enemies, clearance) {
                        is_cut = true;
                        let from = enemy.shape.as_ref().map_or(place, Shape::place);
                        let offset = battle.context.ground.frame.describe_way(from, place);
                        diagnostic = diagnostic.also(
                            enemy.block.at,
                            format!(
                                "no supply passes within {clearance} of it: it cuts `{}` {offset} of its position",
                                line.road
                            ),
                        );
                    }
                }
                diagnostic.help.extend(free);
                diagnostic = diagnostic.help(match is_cut {
                    true => "move one of them, or add another line of communication: no troops can Rally at a train that is out of supply",
                    false => "move it, or use a road on its own bank: no passable ground leads from the train to a line of communication",
                });
                unsupplied.push((train.block.at, diagnostic));
            }
        }
        report(reporter, forces, unsupplied);
    }
}

/// Reports the trains that no line supplies. Several trains are reported together at the lines,
/// which are then probably wrong.
fn report(reporter: &mut Reporter, forces: &Forces<'_>, unsupplied: Vec<(Span, Diagnostic)>) {
    let lines = forces.authored.lines_of_communication.as_ref().filter(|_| unsupplied.len() > 1);
    let Some(lines) = lines else {
        unsupplied.into_iter().for_each(|(_, finding)| reporter.diagnostics.push(finding));
        return;
    };
    let mut all = Diagnostic::new(
        code::SUPPLY_CUT,
        message!(
            "{} baggage trains of `{}` are out of supply from the start",
            unsupplied.len(),
            forces.id.value
        ),
    )
    .rule("PB-31.2")
    .at(lines.span, "no clear route from the trains by these roads off the map");
    for (train, _) in &unsupplied {
        all = all.also(*train, "train out of supply");
    }
    if let Some((_, first)) = unsupplied.into_iter().next() {
        // The same enemies cut the lines for all trains.
        all.labels.extend(first.labels.into_iter().skip(1));
        all.help.extend(first.help);
    }
    reporter.diagnostics.push(all);
}

/// The enemy that cuts a line closest to the map edge, with the position of the cut. The line runs
/// to the edge.
fn cutting_enemy<'s>(
    line: &[GroundPoint],
    enemies: &[&'s PlacedBlock],
    clearance: GroundLength,
) -> Option<(&'s PlacedBlock, GroundPoint)> {
    supply_reach::sample_points(line).rev().find_map(|place| {
        let near = |enemy: &&&PlacedBlock| {
            enemy.shape.as_ref().is_some_and(|shape| shape.within_of(place, clearance))
        };
        enemies.iter().find(near).map(|enemy| (*enemy, place))
    })
}

//! PB-3.28, PB-34.5: rivers are crossed only at bridges and fords, so a block across a river is
//! rarely intended.

use sandtable_pack::{Footprint, Polyline, Pose, Watercourse, WatercourseKind};
use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::{Block, Shape};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The number of fifths at each end of a block that may overhang a river, because maps and
/// positions are imprecise.
const OVERHANG: i32 = 1;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    let map = &battle.context.ground.map;
    // Wrong or missing crossings are reported, and the river's course may be wrong.
    let ground = battle.context.ground;
    if reporter.may_be_incomplete(LayerClass::Crossing)
        || reporter.may_be_incomplete(LayerClass::Watercourse)
        || !ground.dry_crossings.is_empty()
    {
        return;
    }
    // A river without crossings may be unfinished.
    let is_crossed = |water: &&Watercourse| map.crossings.iter().any(|one| one.over == water.id);
    let is_river = |water: &&Watercourse| water.kind == WatercourseKind::River;
    let rivers: Vec<&Watercourse> =
        map.watercourses.iter().filter(is_river).filter(is_crossed).collect();
    for (index, one) in battle.blocks.iter().enumerate() {
        let Some(Shape::Block(block)) = &one.shape else { continue };
        let is_reported = battle.layout.on_closed_ground.iter().any(|(closed, _)| *closed == index);
        if is_reported || battle.layout.is_misplaced(index) {
            continue;
        }
        // A block on a bridge over the river is intentional.
        let holds_bridge = |river: &Watercourse| {
            map.crossings.iter().any(|one| one.over == river.id && block.holds(one.at))
        };
        let is_wrong = |river: &&&Watercourse| is_across(block, river) && !holds_bridge(river);
        let Some(river) = rivers.iter().find(is_wrong) else { continue };
        let is_clear = |moved: &Block| !rivers.iter().any(|river| is_across(moved, river));
        let free = free_ground(proposals, battle, index, is_clear);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ACROSS_RIVER,
                message!("{} straddles river `{}`", one.block.name, river.id),
            )
            .rule("PB-3.28")
            .at(one.block.at, "the river runs through this block")
            .help(match free {
                Some(free) => {
                    format!("rivers are crossed only at bridges and fords; move it {free}")
                }
                None => {
                    "move it to one bank: rivers are crossed only at bridges and fords".to_owned()
                }
            }),
        );
    }
}

/// Whether a river crosses the middle of a block, not only its ends.
fn is_across(block: &Block, river: &Watercourse) -> bool {
    let inner = |length| length * (5 - 2 * OVERHANG) / 5;
    let footprint = Footprint { length: inner(block.length()), depth: inner(block.depth()) };
    let pose = Pose { centre: block.centre(), facing: block.facing() };
    let middle = Shape::Block(Block::new(pose, footprint));
    let runs = |part: &Polyline| part.0.windows(2).any(|run| middle.meets_line(run[0], run[1]));
    river.parts.iter().any(runs)
}

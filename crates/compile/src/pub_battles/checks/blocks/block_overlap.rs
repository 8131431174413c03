//! PB-3.28: blocks do not overlap.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{Arrival, GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::{Block, Shape, Strip};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::Reporter;

/// The maximum numbers of diagnostics that propose free positions, and of other blocks with a label
/// in one diagnostic. In larger crowds, free positions change as soon as the first blocks are
/// moved.
const MAX_PROPOSALS: usize = 20;
const MAX_SHOWN: usize = 20;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    let mut pairs = battle.layout.overlaps.clone();
    // Two blocks with the same id are reported as duplicates.
    let name = |index: usize| &battle.blocks[index].block.name;
    pairs.retain(|&(one, other)| name(one) != name(other));
    let mut proposed = 0..MAX_PROPOSALS;
    for (one, others) in multiple_overlaps(&pairs) {
        pairs.retain(|&(first, second)| one != first && one != second);
        let proposes = proposed.next().is_some();
        let finding = multiple_overlap(proposals, battle, one, &others, proposes);
        reporter.diagnostics.push(finding);
    }
    for (one, other) in pairs {
        let help = match proposed.next() {
            Some(_) => help(proposals, battle, one, other),
            None => "move one of them".to_owned(),
        };
        let [one, other] = [one, other].map(|index| &battle.blocks[index]);
        let (Some(shape), Some(other_shape)) = (&one.shape, &other.shape) else { continue };
        let depth = depth(shape, other_shape).centimetres() / 100;
        let (name, other_name) = (&one.block.name, &other.block.name);
        let is_one_place = one.block.start == other.block.start
            || matches!((&one.block.start, &other.block.start),
                (Arrival::Line(one), Arrival::Line(other)) if one.centre == other.centre);
        let finding = match is_one_place {
            true => Diagnostic::new(
                code::OVERLAP,
                message!("{name} and {other_name} have the same position"),
            )
            .help("if a line was copied, give one of them its own position"),
            false => Diagnostic::new(
                code::OVERLAP,
                message!("{name} and {other_name} overlap by {} m", depth.max(1)),
            ),
        };
        reporter.diagnostics.push(
            finding
                .rule("PB-3.28")
                .at(one.block.at, describe_cover(shape))
                .also(other.block.at, describe_cover(other_shape))
                .help(help),
        );
    }
}

/// Returns the blocks to move, each with the blocks that it overlaps. Repeatedly takes the block
/// with the most overlaps, and of equals the last in the file. Stops once no block overlaps several
/// others.
fn multiple_overlaps(pairs: &[(usize, usize)]) -> Vec<(usize, Vec<usize>)> {
    let mut overlaps: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(one, other) in pairs {
        overlaps.entry(one).or_default().insert(other);
        overlaps.entry(other).or_default().insert(one);
    }
    let mut found = Vec::new();
    while let Some((&one, _)) = overlaps
        .iter()
        .filter(|(_, others)| others.len() > 1)
        .max_by_key(|(_, others)| others.len())
    {
        let others = overlaps.remove(&one).unwrap_or_default();
        for other in &others {
            if let Some(of_other) = overlaps.get_mut(other) {
                of_other.remove(&one);
            }
        }
        found.push((one, others.into_iter().collect()));
    }
    found
}

/// The diagnostic for a block that overlaps several others.
fn multiple_overlap(
    proposals: &mut Proposals,
    battle: &Battle<'_>,
    one: usize,
    others: &[usize],
    proposes: bool,
) -> Diagnostic {
    let moved = &battle.blocks[one];
    let name = &moved.block.name;
    let message = message!("{name} overlaps {} others", others.len());
    let mut finding = Diagnostic::new(code::OVERLAP, message).rule("PB-3.28");
    if let Some(shape) = &moved.shape {
        finding = finding.at(moved.block.at, describe_cover(shape));
    }
    for standing in others.iter().take(MAX_SHOWN).map(|&other| &battle.blocks[other]) {
        if let Some(shape) = &standing.shape {
            finding = finding.also(standing.block.at, describe_cover(shape));
        }
    }
    let free = proposes.then(|| free_ground(proposals, battle, one, |_| true)).flatten();
    finding.help(match free {
        Some(free) => format!("move {name} {free}"),
        None => format!("give {name} another position, or move the others"),
    })
}

/// Describes the ground that a shape covers, because the source shows only its position.
fn describe_cover(shape: &Shape) -> String {
    match shape {
        Shape::Block(block) => format!(
            "covers {:.0} × {:.0} m around this position",
            block.length().metres(),
            block.depth().metres()
        ),
        Shape::Strip(strip) => {
            format!("covers {:.0} m of road behind this position", length(strip).metres())
        }
    }
}

fn length(strip: &Strip) -> GroundLength {
    strip.line().windows(2).map(|run| run[0].distance(run[1])).sum()
}

/// The help for an overlap: a free position for either block.
fn help(proposals: &mut Proposals, battle: &Battle<'_>, one: usize, other: usize) -> String {
    for index in [one, other] {
        if let Some(free) = free_ground(proposals, battle, index, |_| true) {
            return format!("move {} {free}", battle.blocks[index].block.name);
        }
    }
    let blocks = [one, other].map(|index| &battle.blocks[index]);
    let [first, second] = blocks.map(|one| one.shape.as_ref());
    let ahead = match (first, second) {
        (Some(first), Some(Shape::Strip(second))) if first.holds(second.head()) => 0,
        (Some(Shape::Strip(first)), Some(second)) if second.holds(first.head()) => 1,
        _ => return "move one of them along its road until they no longer overlap".to_owned(),
    };
    let (front, rear) = (&blocks[ahead].block, &blocks[1 - ahead].block);
    format!("move {} forward along the road, or {} back, by that distance", front.name, rear.name)
}

/// The depth of the overlap of two shapes.
fn depth(one: &Shape, other: &Shape) -> GroundLength {
    match (one, other) {
        (Shape::Block(one), Shape::Block(other)) => separation(one, other),
        (Shape::Strip(strip), other) | (other, Shape::Strip(strip)) => length_inside(strip, other),
    }
}

/// The shortest displacement that separates two blocks, parallel to a front or flank.
fn separation(one: &Block, other: &Block) -> GroundLength {
    let reach = |corners: [GroundPoint; 4], along: GroundPoint, from: GroundPoint| {
        let way = along - from;
        let length = from.distance(along).centimetres().max(1);
        let places = corners.map(|corner| (corner - from).dot(way) / i64::from(length));
        let low = places.into_iter().min().unwrap_or_default();
        (low, places.into_iter().max().unwrap_or_default())
    };
    let axes = [one, other].into_iter().flat_map(|block| {
        let [a, b, c, _] = block.corners();
        [(a, b), (b, c)]
    });
    let pushes = axes.map(|(from, to)| {
        let (low, high) = reach(one.corners(), to, from);
        let (other_low, other_high) = reach(other.corners(), to, from);
        (high - other_low).min(other_high - low)
    });
    GroundLength::from_centimetres(pushes.min().unwrap_or_default().max(0) as i32)
}

/// The length of a column inside a shape, measured in steps of 5 m.
fn length_inside(strip: &Strip, other: &Shape) -> GroundLength {
    const STEP: i32 = 500;
    let mut inside = 0;
    for run in strip.line().windows(2) {
        let length = run[0].distance(run[1]).centimetres();
        for step in 0..length / STEP {
            let part = f64::from(step * STEP) / f64::from(length.max(1));
            let place = GroundPoint::new(
                run[0].x + (f64::from(run[1].x - run[0].x) * part).round() as i32,
                run[0].y + (f64::from(run[1].y - run[0].y) * part).round() as i32,
            );
            inside += if other.holds(place) { STEP } else { 0 };
        }
    }
    GroundLength::from_centimetres(inside)
}

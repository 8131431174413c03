//! Checks of hills: levels are nested, and crests are on their hills (PB-34.3, PB-3.16).

pub(crate) mod foot;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{
    FeatureId, GroundLength, GroundPoint, Hill, PaperLength, Polygon, Polyline, double_area,
};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::finding_limit::FindingLimit;
use crate::checks::measure::near;
use crate::checks::relief::moved_crests::MisplacedFeature;
use crate::geometry::bounds::{Bounds, Boxes};
use crate::geometry::outline;
use crate::geometry::shared_ground::{Outline, area_of, shared_ground};
use crate::ground::Ground;
use foot::Feet;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// Reports levels that do not fit their hills. Skips levels and crests of hills that are misplaced
/// according to the elevation. Returns misplaced crests for `moved_crests`.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    misplaced: &BTreeSet<FeatureId>,
) -> Vec<MisplacedFeature> {
    if reporter.may_be_incomplete(LayerClass::Hill) {
        return Vec::new();
    }
    levels_are_nested(reporter, ground, misplaced);
    crests_off_hills(ground, misplaced)
}

/// Reports crests without a hill. Silently removes crests whose hill is outside the frame.
pub fn crests_have_hills(reporter: &mut Reporter, ground: &mut Ground) {
    let Ground { map, spans, .. } = ground;
    let hills: BTreeSet<&str> = map.hills.iter().map(|hill| hill.id.as_str()).collect();
    let (all, mut lost) = (map.crests.len(), Vec::new());
    map.crests.retain(|crest| {
        let hill = crest.hill.as_str();
        let kept = hills.contains(hill);
        let crest_at = spans.get(crest.id.as_str()).copied();
        if !kept
            && !spans.contains_key(hill)
            && !crest_at.is_some_and(|at| reporter.lacks_layer(hill, at, &[LayerClass::Hill]))
            && !reporter.excuses_feature(hill, &[LayerClass::Hill])
        {
            let mut diagnostic = Diagnostic::new(
                code::HILL_OF_CREST,
                message!("cannot find hill `{hill}` of crest `{}`", crest.id),
            )
            .rule("PB-3.16")
            .did_you_mean(hill, hills.iter().copied());
            if let Some(span) = crest_at {
                diagnostic = diagnostic.at(span, "this crest");
            }
            lost.push(diagnostic.help("set its property `hill` to the id of a hill"));
        }
        kept
    });
    let count = lost.len();
    if count <= MAX_TYPOS || 2 * count < all {
        lost.into_iter().for_each(|finding| reporter.diagnostics.push(finding));
    } else if let Some(mut first) = lost.into_iter().next() {
        first.message = message!("cannot find the hills of {count} of {all} crests");
        first.help = vec![
            "check that the layer of hills is complete; in QGIS, export it again with “Save only selected features” not ticked".to_owned(),
            "or set the property `hill` of the crests to the ids of hills".to_owned(),
        ];
        reporter.unread_classes.insert(LayerClass::Hill);
        reporter.diagnostics.push(first);
    }
}

/// The maximum number of wrong hills regarded as separate typos.
const MAX_TYPOS: usize = 3;

/// The tolerated overhang of a level on paper, in millimetres: 16 m at 1:16,000.
const OVERHANG: f64 = 1.0;

/// The position of a hill among nested hills.
#[derive(Clone, Copy)]
struct Position {
    /// The smallest hill around this one.
    around: Option<usize>,
    /// The outermost hill around this one, or this one itself.
    foot: usize,
    /// The number of hills around this one, including itself.
    depth: usize,
}

/// The maximum number of larger hills compared with a hill.
const MOST_COMPARED: usize = 64;

/// The hills with a spatial index; outlines are built on demand.
struct Hills<'g> {
    all: &'g [Hill],
    areas: Vec<f64>,
    bounds: Vec<Bounds>,
    boxes: Boxes,
    outlines: Vec<OnceCell<Vec<Outline>>>,
}

impl<'g> Hills<'g> {
    fn of(all: &'g [Hill]) -> Self {
        let bounds: Vec<Bounds> = all.iter().map(|hill| Bounds::around(&hill.parts)).collect();
        let outlines = all.iter().map(|_| OnceCell::new()).collect();
        let areas = all.iter().map(|hill| hill.parts.iter().map(area_of).sum()).collect();
        Self { all, areas, boxes: Boxes::of(bounds.clone()), bounds, outlines }
    }

    fn outlines(&self, number: usize) -> &[Outline] {
        let outlines = || self.all[number].parts.iter().map(Outline::new).collect();
        self.outlines[number].get_or_init(outlines)
    }

    /// Whether most of a hill may overlap another, judging by bounding boxes.
    fn may_overlap(&self, number: usize, other: usize) -> bool {
        2.0 * self.bounds[number].shared_area(&self.bounds[other]) > self.areas[number]
    }

    /// The overlap of two hills, in square centimetres.
    fn shared_area(&self, one: usize, other: usize) -> f64 {
        let (own, around) = (self.outlines(one), self.outlines(other));
        let pairs = own.iter().flat_map(|part| around.iter().map(move |other| (part, other)));
        pairs.filter_map(|(part, other)| shared_ground(part, other)).map(|shared| shared.area).sum()
    }
}

/// Checks that levels count from 1 upwards, each inside the one below. If a chain has a wrong
/// number or lacks an outline, reports only the first invalid hill. A valid level equals the hill's
/// depth, or is one more than the level around it.
fn levels_are_nested(reporter: &mut Reporter, ground: &Ground, misplaced: &BTreeSet<FeatureId>) {
    let hills = &ground.map.hills;
    let by_place = Hills::of(hills);
    let positions = find_positions(&by_place);
    let chains = stacks_numbered_downwards(hills, &positions);
    report_chains(reporter, ground, &chains);
    let reported: BTreeSet<usize> = chains.into_iter().flatten().collect();
    let moved = hills.iter().filter(|hill| misplaced.contains(&hill.id));
    // When a hill is displaced, the levels above it stay in place.
    let left_behind: BTreeSet<u8> = moved.map(|hill| hill.level.saturating_add(1)).collect();
    let mut feet = Feet::of(ground);
    let mut found = FindingLimit::default();
    for (number, (hill, position)) in hills.iter().zip(&positions).enumerate() {
        if reported.contains(&number) {
            continue;
        }
        let below = position.around.map_or(0, |around| hills[around].level);
        let is_next = hill.level.checked_sub(1) == Some(below);
        if is_next || usize::from(hill.level) == position.depth {
            if let Some(around) = position.around.filter(|_| is_next)
                && let Some(finding) = report_overhang(ground, &by_place, number, around)
            {
                found.add(finding);
            }
            continue;
        }
        if position.around.is_none() && left_behind.contains(&hill.level) {
            continue;
        }
        let Some(&span) = ground.spans.get(hill.id.as_str()) else { continue };
        let around = position.around.map(|around| &hills[around]);
        if around.is_none()
            && let Some(finding) = displaced_level(ground, &mut feet, hill)
        {
            found.add(finding);
            continue;
        }
        let (label, help) = match around {
            Some(around) => (
                format!("inside `{}` of level {}", around.id, around.level),
                format!(
                    "set its level to {}, or draw the missing levels around it; a separate hill needs a hole in `{}`",
                    position.depth,
                    around.id
                ),
            ),
            None => (
                "not inside another hill".to_owned(),
                "set its level to 1, or draw the level below around it: levels count from 1 upwards".to_owned(),
            ),
        };
        let mut diagnostic = Diagnostic::new(
            code::HILL_LEVEL,
            match hill.level {
                1 => message!("`{}` has level 1 but is on another hill", hill.id),
                level => {
                    message!("`{}` has level {level} but is not on level {}", hill.id, level - 1)
                }
            },
        )
        .rule("PB-3.16")
        .at(span, label)
        .help(help);
        if let Some(&below) = around.and_then(|around| ground.spans.get(around.id.as_str())) {
            diagnostic = diagnostic.also(below, "the hill around it");
        }
        found.add(diagnostic);
    }
    found.report(reporter);
}

/// Reports a level that is displaced from the hill below it.
fn displaced_level<'g>(
    ground: &'g Ground,
    feet: &mut Feet<'g>,
    hill: &'g Hill,
) -> Option<Diagnostic> {
    let &span = ground.spans.get(hill.id.as_str())?;
    let (foot, gap) = feet.nearest(hill)?;
    let metres = gap / 100.0;
    let mut diagnostic = Diagnostic::new(
        code::HILL_LEVEL,
        message!(
            "`{}` of level {} is {metres:.0} m from `{}` of level {}",
            hill.id,
            hill.level,
            foot.id,
            foot.level
        ),
    )
    .rule("PB-3.16")
    .at(span, format!("not inside another hill, {}", near(ground, hill.parts[0].exterior[0])));
    if let Some(&foot) = ground.spans.get(foot.id.as_str()) {
        diagnostic = diagnostic.also(foot, "probably the level below it");
    }
    Some(
        diagnostic
            .help(format!("if it was moved by mistake, move it back onto `{}`", foot.id))
            .help(
                "if it is a separate hill, set its level to 1, or draw the level below around it",
            ),
    )
}

/// Chains of hills numbered from the top down, each from the outermost to the innermost hill.
fn stacks_numbered_downwards(hills: &[Hill], positions: &[Position]) -> Vec<Vec<usize>> {
    let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, position) in positions.iter().enumerate() {
        chains.entry(position.foot).or_default().push(number);
    }
    let mut chains: Vec<Vec<usize>> = chains.into_values().collect();
    for chain in &mut chains {
        chain.sort_by_key(|&number| (positions[number].depth, number));
    }
    chains.retain(|chain| {
        let deepest = chain.iter().map(|&number| positions[number].depth).max().unwrap_or(0);
        let is_turned = |&number: &usize| {
            usize::from(hills[number].level) == deepest + 1 - positions[number].depth
        };
        deepest > 1 && chain.iter().all(is_turned)
    });
    chains
}

/// Reports all hills numbered from the top down in one diagnostic.
fn report_chains(reporter: &mut Reporter, ground: &Ground, chains: &[Vec<usize>]) {
    let Some(chain) = chains.first() else { return };
    let hill = |number: usize| &ground.map.hills[number];
    let span = |number: usize| ground.spans.get(hill(number).id.as_str());
    let (foot, inner) = (chain[0], chain[1]);
    let (Some(&span), Some(&within)) = (span(foot), span(inner)) else { return };
    let foot_id = &hill(foot).id;
    let message = match chains.len() - 1 {
        0 => message!("levels of `{foot_id}` are numbered from the top down"),
        1 => message!("levels of `{foot_id}` and of one other hill are numbered from the top down"),
        others => message!(
            "levels of `{foot_id}` and of {others} other hills are numbered from the top down"
        ),
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::HILL_LEVEL, message)
            .rule("PB-3.16")
            .at(span, format!("the outermost hill has level {}", hill(foot).level))
            .also(within, format!("the hill inside it has level {}", hill(inner).level))
            .help(format!(
                "number levels from the bottom up: set `{foot_id}` to level 1 and `{}` inside it to level 2",
                hill(inner).id
            )),
    );
}

/// Reports a level that extends beyond the level below. The game ignores hills outside the level
/// below.
fn report_overhang(
    ground: &Ground,
    by_place: &Hills<'_>,
    number: usize,
    around: usize,
) -> Option<Diagnostic> {
    let hills = by_place.all;
    let beyond = ground.drawn_for.to_ground(PaperLength::from_millimetres(OVERHANG));
    let beyond = beyond.map_or(i32::MAX / 4, GroundLength::centimetres);
    let is_below = |&other: &usize| {
        let level = hills[other].level;
        other != around && level >= hills[around].level && level < hills[number].level
    };
    let below = by_place.boxes.near(number, beyond).filter(is_below).take(MOST_COMPARED);
    let below: Vec<&Outline> =
        std::iter::once(around).chain(below).flat_map(|other| by_place.outlines(other)).collect();
    let (hill, around) = (&hills[number], &hills[around]);
    let is_out = |corner: &&GroundPoint| {
        below.iter().all(|outline| {
            !outline.holds(**corner) && outline.runs().nearest(**corner, beyond, |_| true).is_none()
        })
    };
    let corner = hill.parts.iter().flat_map(|part| &part.exterior).find(is_out);
    let place = ground.frame.point_to_coordinate(*corner?);
    let span = |hill: &Hill| ground.spans.get(hill.id.as_str()).copied();
    let (span, foot) = (span(hill)?, span(around)?);
    Some(
        Diagnostic::new(
            code::HILL_LEVEL,
            message!("`{}` of level {} extends beyond `{}` of level {}", hill.id, hill.level, around.id, around.level),
        )
        .rule("PB-3.16")
        .at(span, format!("near longitude {:.6}, latitude {:.6}", place.longitude, place.latitude))
        .also(foot, "the hill around it")
        .help("draw the lower level around the whole higher one: the part outside counts as low ground"),
    )
}

/// The position of each hill, computed from larger to smaller hills.
fn find_positions(hills: &Hills<'_>) -> Vec<Position> {
    let size =
        |hill: &Hill| -> i128 { hill.parts.iter().map(|part| double_area(&part.exterior)).sum() };
    let sizes: Vec<i128> = hills.all.iter().map(size).collect();
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(sizes[number]));
    let mut ranks = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, &number)| ranks[number] = rank);
    let position = |foot| Position { around: None, foot, depth: 1 };
    let mut positions: Vec<Position> = (0..order.len()).map(position).collect();
    for (rank, &number) in order.iter().enumerate() {
        let larger = hills.boxes.near(number, 0).map(|other| ranks[other]);
        let larger = larger.filter(|&other| other < rank);
        let mut near: Vec<usize> =
            larger.filter(|&other| hills.may_overlap(number, order[other])).collect();
        // Check the smallest first; if there are too many hills, skip the others.
        if near.len() > MOST_COMPARED {
            near.select_nth_unstable_by_key(MOST_COMPARED, |&other| std::cmp::Reverse(other));
            near.truncate(MOST_COMPARED);
        }
        near.sort_unstable_by_key(|&other| std::cmp::Reverse(other));
        let own = hills.areas[number];
        let mut near = near.into_iter().map(|other| order[other]);
        if let Some(around) = near.find(|&other| 2.0 * hills.shared_area(number, other) > own) {
            let Position { foot, depth, .. } = positions[around];
            positions[number] = Position { around: Some(around), foot, depth: depth + 1 };
        }
    }
    positions
}

fn crests_off_hills(ground: &Ground, misplaced: &BTreeSet<FeatureId>) -> Vec<MisplacedFeature> {
    let mut off = Vec::new();
    let hills: BTreeMap<&FeatureId, &Hill> =
        ground.map.hills.iter().map(|hill| (&hill.id, hill)).collect();
    for crest in ground.map.crests.iter().filter(|crest| !misplaced.contains(&crest.hill)) {
        let hills = hills.get(&crest.hill).into_iter().copied();
        if is_mostly_inside(&crest.parts, hills) {
            continue;
        }
        let Some(&span) = ground.spans.get(crest.id.as_str()) else { continue };
        let finding = Diagnostic::new(
            code::CREST_OFF_HILL,
            message!("crest `{}` is not on its hill `{}`", crest.id, crest.hill),
        )
        .rule("PB-3.16")
        .at(span, "most of this crest is outside the hill")
        .help("move it onto the hill, or set `hill` to the hill under it");
        off.push(MisplacedFeature { id: crest.id.clone(), span, finding });
    }
    off
}

/// Whether at least half of the length of the lines is inside the hills.
fn is_mostly_inside<'h>(lines: &[Polyline], hills: impl Iterator<Item = &'h Hill>) -> bool {
    let parts: Vec<&Polygon> = hills.flat_map(|hill| &hill.parts).collect();
    let (mut inside, mut all) = (0, 0);
    for segment in lines.iter().flat_map(|line| line.0.windows(2)) {
        let [from, to] = [segment[0], segment[1]];
        let middle = GroundPoint::new(i32::midpoint(from.x, to.x), i32::midpoint(from.y, to.y));
        let length = i64::from(from.distance(to).centimetres());
        all += length;
        if parts.iter().any(|part| outline::inside(&part.exterior, middle)) {
            inside += length;
        }
    }
    2 * inside >= all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nested squares, the largest first.
    fn chain(levels: &[u8]) -> Vec<Hill> {
        let square = |(rank, &level): (usize, &u8)| {
            let (low, high) = (rank as i32 * 100, 70_000 - rank as i32 * 100);
            let corners = [[low, low], [high, low], [high, high], [low, high]];
            let exterior = corners.iter().map(|&corner| corner.into()).collect();
            let id = FeatureId::new(&format!("hill-{rank}")).expect("valid id");
            Hill { id, level, parts: vec![Polygon { exterior, holes: Vec::new() }] }
        };
        levels.iter().enumerate().map(square).collect()
    }

    #[test]
    fn depth_counts_the_hills_around() {
        let mut hills = chain(&[1, 2, 3]);
        hills.reverse();
        let depths = |hills: &[Hill]| -> Vec<usize> {
            find_positions(&Hills::of(hills)).iter().map(|position| position.depth).collect()
        };
        assert_eq!(depths(&hills), [3, 2, 1]);
        let many = chain(&[1; 300]);
        assert_eq!(depths(&many), (1..=300).collect::<Vec<_>>());
    }

    #[test]
    fn finds_levels_numbered_downwards() {
        let chains = |levels: &[u8]| {
            let hills = chain(levels);
            stacks_numbered_downwards(&hills, &find_positions(&Hills::of(&hills)))
        };
        assert_eq!(chains(&[3, 2, 1]), [[0, 1, 2]]);
        for others in [&[1][..], &[1, 2], &[3, 2], &[2, 2, 1], &[3, 1, 2], &[1; 300]] {
            assert!(chains(others).is_empty(), "{others:?}");
        }
    }
}

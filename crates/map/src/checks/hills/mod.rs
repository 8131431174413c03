//! Hills that make sense: levels inside one another, crests on their hills (PB-34.3, PB-3.16).

pub(crate) mod foot;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{
    FeatureId, GroundLength, GroundPoint, Hill, PaperLength, Polygon, double_area,
};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::finding_limit::Many;
use crate::checks::measure::near;
use crate::checks::relief::moved_crests::Amiss;
use crate::geometry::bounds::{Bounds, Boxes};
use crate::geometry::outline;
use crate::geometry::shared_ground::{Outline, area_of, shared};
use crate::ground::Ground;
use foot::Feet;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// Levels and crests that do not fit their hills; hills that the relief has shown to lie in the wrong
/// place take theirs with them. Returns what is found of crests, to be looked at together.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    misplaced: &BTreeSet<FeatureId>,
) -> Vec<Amiss> {
    if reporter.may_lack(LayerClass::Hill) {
        return Vec::new();
    }
    levels_are_nested(reporter, ground, misplaced);
    crests_off_hills(ground, misplaced)
}

/// A crest without its hill is reported; one whose hill lies outside the frame goes with it.
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
                message!("the crest `{}` names the hill `{hill}`, which no layer holds", crest.id),
            )
            .rule("PB-3.16")
            .did_you_mean(hill, hills.iter().copied());
            if let Some(span) = crest_at {
                diagnostic = diagnostic.at(span, "this crest");
            }
            lost.push(diagnostic.help("give its property `hill` the id of a hill"));
        }
        kept
    });
    let count = lost.len();
    if count <= FEW || 2 * count < all {
        lost.into_iter().for_each(|finding| reporter.diagnostics.push(finding));
    } else if let Some(mut first) = lost.into_iter().next() {
        first.message = message!("cannot find the hills that {count} of {all} crests name");
        first.help = vec![
            "look at the layer of hills first: does it hold all of them? In QGIS, export it again with “Save only selected features” not ticked".to_owned(),
            "or give the crests' property `hill` the ids of hills".to_owned(),
        ];
        reporter.unread_classes.insert(LayerClass::Hill);
        reporter.diagnostics.push(first);
    }
}

/// So many crests name a wrong hill by slips of their own.
const FEW: usize = 3;

/// A level may lie so far beside the one below on paper, in millimetres: 16 m at 1:16,000.
const BESIDE: f64 = 1.0;

/// A hill among those that lie around it.
#[derive(Clone, Copy)]
struct Stand {
    /// The smallest hill around it.
    around: Option<usize>,
    /// The outermost hill around it, or itself.
    foot: usize,
    /// How many hills lie around it, itself counted.
    depth: usize,
}

/// A hill is compared with so many of the larger ones that lie about it.
const ASKED: usize = 64;

/// Hills by where they lie; their outlines as they are asked for.
struct Hills<'g> {
    all: &'g [Hill],
    areas: Vec<f64>,
    bounds: Vec<Bounds>,
    boxes: Boxes,
    outlines: Vec<OnceCell<Vec<Outline>>>,
}

impl<'g> Hills<'g> {
    fn of(all: &'g [Hill]) -> Self {
        let bounds: Vec<Bounds> = all.iter().map(|hill| Bounds::about(&hill.parts)).collect();
        let outlines = all.iter().map(|_| OnceCell::new()).collect();
        let areas = all.iter().map(|hill| hill.parts.iter().map(area_of).sum()).collect();
        Self { all, areas, boxes: Boxes::of(bounds.clone()), bounds, outlines }
    }

    fn outlines(&self, number: usize) -> &[Outline] {
        let outlines = || self.all[number].parts.iter().map(Outline::new).collect();
        self.outlines[number].get_or_init(outlines)
    }

    /// May most of a hill lie on another, by the boxes about them?
    fn may_lie_on(&self, number: usize, other: usize) -> bool {
        2.0 * self.bounds[number].shared_area(&self.bounds[other]) > self.areas[number]
    }

    /// The ground that two hills share, in square centimetres.
    fn shared_area(&self, one: usize, other: usize) -> f64 {
        let (own, around) = (self.outlines(one), self.outlines(other));
        let pairs = own.iter().flat_map(|part| around.iter().map(move |other| (part, other)));
        pairs.filter_map(|(part, other)| shared(part, other)).map(|shared| shared.area).sum()
    }
}

/// Levels count from 1 upwards, each inside the one below. Of a chain with one wrong number, or
/// with an outline missing, only the first hill that does not fit is reported: one fits when it
/// has the right level by its place, or one more than the hill around it.
fn levels_are_nested(reporter: &mut Reporter, ground: &Ground, misplaced: &BTreeSet<FeatureId>) {
    let hills = &ground.map.hills;
    let by_place = Hills::of(hills);
    let stands = stands(&by_place);
    let chains = numbered_from_the_top(hills, &stands);
    report_chains(reporter, ground, &chains);
    let told: BTreeSet<usize> = chains.into_iter().flatten().collect();
    let moved = hills.iter().filter(|hill| misplaced.contains(&hill.id));
    // What belongs on hills that were moved is left behind.
    let left_behind: BTreeSet<u8> = moved.map(|hill| hill.level.saturating_add(1)).collect();
    let mut feet = Feet::of(ground);
    let mut found = Many::default();
    for (number, (hill, stand)) in hills.iter().zip(&stands).enumerate() {
        if told.contains(&number) {
            continue;
        }
        let below = stand.around.map_or(0, |around| hills[around].level);
        let is_next = hill.level.checked_sub(1) == Some(below);
        if is_next || usize::from(hill.level) == stand.depth {
            if let Some(around) = stand.around.filter(|_| is_next)
                && let Some(finding) = reaches_out(ground, &by_place, number, around)
            {
                found.add(finding);
            }
            continue;
        }
        if stand.around.is_none() && left_behind.contains(&hill.level) {
            continue;
        }
        let Some(&span) = ground.spans.get(hill.id.as_str()) else { continue };
        let around = stand.around.map(|around| &hills[around]);
        if around.is_none()
            && let Some(finding) = beside_its_foot(ground, &mut feet, hill)
        {
            found.add(finding);
            continue;
        }
        let (label, help) = match around {
            Some(around) => (
                format!("it lies on `{}`, of level {}", around.id, around.level),
                format!(
                    "give it the level {}, or draw the levels between around it; a hill of its own needs a hole in `{}`",
                    stand.depth,
                    around.id
                ),
            ),
            None => (
                "it lies on no other hill".to_owned(),
                "give it the level 1, or draw the level below around it: levels count from 1 upwards".to_owned(),
            ),
        };
        let mut diagnostic = Diagnostic::new(
            code::HILL_LEVEL,
            match hill.level {
                1 => format!("`{}` is of level 1 but lies on another hill", hill.id),
                level => format!(
                    "`{}` is of level {level} but does not lie on level {}",
                    hill.id,
                    level - 1
                ),
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

/// A level that lies beside the hill on which it belongs.
fn beside_its_foot<'g>(
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
            "`{}` of level {} lies {metres:.0} m beside `{}` of level {}",
            hill.id,
            hill.level,
            foot.id,
            foot.level
        ),
    )
    .rule("PB-3.16")
    .at(span, format!("it lies on no other hill, {}", near(ground, hill.parts[0].exterior[0])));
    if let Some(&foot) = ground.spans.get(foot.id.as_str()) {
        diagnostic = diagnostic.also(foot, "the level below it, it seems");
    }
    Some(
        diagnostic.help(format!("move it back onto `{}`, if it was dragged away", foot.id)).help(
            "if it is a hill of its own, give it the level 1, or draw the level below around it",
        ),
    )
}

/// Hills that lie on one another and are numbered from the top down, the outermost of each first.
fn numbered_from_the_top(hills: &[Hill], stands: &[Stand]) -> Vec<Vec<usize>> {
    let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, stand) in stands.iter().enumerate() {
        chains.entry(stand.foot).or_default().push(number);
    }
    let mut chains: Vec<Vec<usize>> = chains.into_values().collect();
    for chain in &mut chains {
        chain.sort_by_key(|&number| (stands[number].depth, number));
    }
    chains.retain(|chain| {
        let deepest = chain.iter().map(|&number| stands[number].depth).max().unwrap_or(0);
        let is_turned = |&number: &usize| {
            usize::from(hills[number].level) == deepest + 1 - stands[number].depth
        };
        deepest > 1 && chain.iter().all(is_turned)
    });
    chains
}

/// One message for all hills that are numbered from the top down.
fn report_chains(reporter: &mut Reporter, ground: &Ground, chains: &[Vec<usize>]) {
    let Some(chain) = chains.first() else { return };
    let hill = |number: usize| &ground.map.hills[number];
    let span = |number: usize| ground.spans.get(hill(number).id.as_str());
    let (foot, inner) = (chain[0], chain[1]);
    let (Some(&span), Some(&within)) = (span(foot), span(inner)) else { return };
    let foot_id = &hill(foot).id;
    let message = match chains.len() - 1 {
        0 => format!("the levels of `{foot_id}` are numbered from the top down"),
        1 => format!(
            "the levels of `{foot_id}` and of one other hill are numbered from the top down"
        ),
        others => format!(
            "the levels of `{foot_id}` and of {others} other hills are numbered from the top down"
        ),
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::HILL_LEVEL, message)
            .rule("PB-3.16")
            .at(span, format!("the outermost outline is of level {}", hill(foot).level))
            .also(within, format!("this one inside it is of level {}", hill(inner).level))
            .help(format!(
                "levels count upwards from the foot: give `{foot_id}` the level 1, `{}` inside it the level 2",
                hill(inner).id
            )),
    );
}

/// Outside the level below, the game sees no hill at all: what reaches out of it is lost.
fn reaches_out(
    ground: &Ground,
    by_place: &Hills<'_>,
    number: usize,
    around: usize,
) -> Option<Diagnostic> {
    let hills = by_place.all;
    let beyond = ground.drawn_for.to_ground(PaperLength::from_millimetres(BESIDE));
    let beyond = beyond.map_or(i32::MAX / 4, GroundLength::centimetres);
    let is_below = |&other: &usize| {
        let level = hills[other].level;
        other != around && level >= hills[around].level && level < hills[number].level
    };
    let below = by_place.boxes.about(number, beyond).filter(is_below).take(ASKED);
    let below: Vec<&Outline> =
        std::iter::once(around).chain(below).flat_map(|other| by_place.outlines(other)).collect();
    let (hill, around) = (&hills[number], &hills[around]);
    let is_out = |corner: &&GroundPoint| {
        below.iter().all(|outline| {
            !outline.holds(**corner) && outline.runs().nearest(**corner, beyond, |_| true).is_none()
        })
    };
    let corner = hill.parts.iter().flat_map(|part| &part.exterior).find(is_out);
    let place = ground.frame.coordinate_of(*corner?);
    let span = |hill: &Hill| ground.spans.get(hill.id.as_str()).copied();
    let (span, foot) = (span(hill)?, span(around)?);
    Some(
        Diagnostic::new(
            code::HILL_LEVEL,
            message!("`{}` of level {} reaches out of `{}` of level {}", hill.id, hill.level, around.id, around.level),
        )
        .rule("PB-3.16")
        .at(span, format!("near longitude {:.6}, latitude {:.6}", place.longitude, place.latitude))
        .also(foot, "the hill around it")
        .help("draw the lower level round all of the higher one: what lies outside it counts as low ground"),
    )
}

/// Where each hill stands: larger hills are looked at first.
fn stands(hills: &Hills<'_>) -> Vec<Stand> {
    let size =
        |hill: &Hill| -> i128 { hill.parts.iter().map(|part| double_area(&part.exterior)).sum() };
    let sizes: Vec<i128> = hills.all.iter().map(size).collect();
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(sizes[number]));
    let mut ranks = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, &number)| ranks[number] = rank);
    let stand = |foot| Stand { around: None, foot, depth: 1 };
    let mut stands: Vec<Stand> = (0..order.len()).map(stand).collect();
    for (rank, &number) in order.iter().enumerate() {
        let larger = hills.boxes.about(number, 0).map(|other| ranks[other]);
        let larger = larger.filter(|&other| other < rank);
        let mut near: Vec<usize> =
            larger.filter(|&other| hills.may_lie_on(number, order[other])).collect();
        // The smallest of them first, and of very many these alone.
        if near.len() > ASKED {
            near.select_nth_unstable_by_key(ASKED, |&other| std::cmp::Reverse(other));
            near.truncate(ASKED);
        }
        near.sort_unstable_by_key(|&other| std::cmp::Reverse(other));
        let own = hills.areas[number];
        let mut near = near.into_iter().map(|other| order[other]);
        if let Some(around) = near.find(|&other| 2.0 * hills.shared_area(number, other) > own) {
            let Stand { foot, depth, .. } = stands[around];
            stands[number] = Stand { around: Some(around), foot, depth: depth + 1 };
        }
    }
    stands
}

fn crests_off_hills(ground: &Ground, misplaced: &BTreeSet<FeatureId>) -> Vec<Amiss> {
    let mut off = Vec::new();
    let hills: BTreeMap<&FeatureId, &Hill> =
        ground.map.hills.iter().map(|hill| (&hill.id, hill)).collect();
    for crest in ground.map.crests.iter().filter(|crest| !misplaced.contains(&crest.hill)) {
        let hills = hills.get(&crest.hill).into_iter().copied();
        let points: Vec<GroundPoint> =
            crest.parts.iter().flat_map(|part| part.0.iter().copied()).collect();
        if most_lie_in(&points, hills) {
            continue;
        }
        let Some(&span) = ground.spans.get(crest.id.as_str()) else { continue };
        let finding = Diagnostic::new(
            code::CREST_OFF_HILL,
            message!("the crest `{}` does not lie on its hill `{}`", crest.id, crest.hill),
        )
        .rule("PB-3.16")
        .at(span, "most of it lies elsewhere")
        .help("move it onto the hill, or name the hill on which it lies");
        off.push(Amiss { id: crest.id.clone(), span, finding });
    }
    off
}

/// Do at least half of some points lie in hills?
fn most_lie_in<'h>(points: &[GroundPoint], hills: impl Iterator<Item = &'h Hill>) -> bool {
    let parts: Vec<&Polygon> = hills.flat_map(|hill| &hill.parts).collect();
    let inside =
        |&&point: &&GroundPoint| parts.iter().any(|part| outline::inside(&part.exterior, point));
    2 * points.iter().filter(inside).count() >= points.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares inside one another, the largest first.
    fn chain(levels: &[u8]) -> Vec<Hill> {
        let square = |(rank, &level): (usize, &u8)| {
            let (low, high) = (rank as i32 * 100, 70_000 - rank as i32 * 100);
            let corners = [[low, low], [high, low], [high, high], [low, high]];
            let exterior = corners.iter().map(|&corner| corner.into()).collect();
            let id = FeatureId::new(&format!("hill-{rank}")).expect("an id");
            Hill { id, level, parts: vec![Polygon { exterior, holes: Vec::new() }] }
        };
        levels.iter().enumerate().map(square).collect()
    }

    #[test]
    fn depth_counts_the_hills_around() {
        let mut hills = chain(&[1, 2, 3]);
        hills.reverse();
        let depths = |hills: &[Hill]| -> Vec<usize> {
            stands(&Hills::of(hills)).iter().map(|stand| stand.depth).collect()
        };
        assert_eq!(depths(&hills), [3, 2, 1]);
        let many = chain(&[1; 300]);
        assert_eq!(depths(&many), (1..=300).collect::<Vec<_>>());
    }

    #[test]
    fn levels_that_count_downwards_are_known_by_all_of_them() {
        let chains = |levels: &[u8]| {
            let hills = chain(levels);
            numbered_from_the_top(&hills, &stands(&Hills::of(&hills)))
        };
        assert_eq!(chains(&[3, 2, 1]), [[0, 1, 2]]);
        for others in [&[1][..], &[1, 2], &[3, 2], &[2, 2, 1], &[3, 1, 2], &[1; 300]] {
            assert!(chains(others).is_empty(), "{others:?}");
        }
    }
}

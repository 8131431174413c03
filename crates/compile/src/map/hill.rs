//! Hills that make sense: levels inside one another, crests on their hills (PB-34.3, PB-3.16).

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, GroundLength, GroundPoint, Hill, PaperLength, Polygon};
use sandtable_source::{Diagnostic, code};

use super::check::{Bounds, Boxes, Outline, area_of, near, shared};
use super::foot::Feet;
use super::{Ground, outline};
use crate::authored::LayerClass;
use crate::session::Session;

/// Levels and crests that do not fit their hills; hills that the relief has shown to lie in the wrong
/// place take theirs with them.
pub(super) fn check(session: &mut Session<'_>, ground: &Ground, misplaced: &BTreeSet<FeatureId>) {
    if session.may_lack(LayerClass::Hill) {
        return;
    }
    levels_are_nested(session, ground, misplaced);
    crests_lie_on_hills(session, ground, misplaced);
}

/// A crest without its hill is reported; one whose hill lies outside the frame goes with it.
pub(super) fn crests_have_hills(session: &mut Session<'_>, ground: &mut Ground) {
    let Ground { map, spans, .. } = ground;
    let hills: BTreeSet<&str> = map.hills.iter().map(|hill| hill.id.as_str()).collect();
    map.crests.retain(|crest| {
        let hill = crest.hill.as_str();
        let kept = hills.contains(hill);
        let crest_at = spans.get(crest.id.as_str()).copied();
        if !kept
            && !spans.contains_key(hill)
            && !crest_at.is_some_and(|at| session.lacks_layer(hill, at, &[LayerClass::Hill]))
            && !session.excuses_feature(hill, &[LayerClass::Hill])
        {
            let mut diagnostic = Diagnostic::new(
                code::HILL_OF_CREST,
                format!("the crest `{}` belongs to no hill", crest.id),
            )
            .rule("PB-3.16")
            .did_you_mean(hill, hills.iter().copied())
            .help(format!("there is no `{hill}`: give its property `hill` the id of a hill"));
            if let Some(span) = crest_at {
                diagnostic = diagnostic.at(span, "this crest");
            }
            session.diagnostics.push(diagnostic);
        }
        kept
    });
}

/// A level may lie so far beside the one below on paper, in millimetres: 16 m at 1:16,000.
const BESIDE: f64 = 1.0;

/// A hill among those that lie around it.
#[derive(Clone, Copy)]
struct Stand {
    /// The smallest hill around it.
    around: Option<usize>,
    /// How many hills lie around it, itself counted.
    depth: u8,
}

/// Levels count from 1 upwards, each inside the one below. Of a chain with one wrong number, or
/// with an outline missing, only the first hill that does not fit is reported: one fits when it
/// has the right level by its place, or one more than the hill around it.
fn levels_are_nested(session: &mut Session<'_>, ground: &Ground, misplaced: &BTreeSet<FeatureId>) {
    let hills = &ground.map.hills;
    let boxes = boxes(hills);
    let stands = stands(hills, &boxes);
    let chains = numbered_from_the_top(hills, &stands);
    report_chains(session, ground, &chains);
    let told: BTreeSet<usize> = chains.into_iter().flatten().collect();
    let moved = hills.iter().filter(|hill| misplaced.contains(&hill.id));
    // What belongs on hills that were moved is left behind.
    let left_behind: BTreeSet<u8> = moved.map(|hill| hill.level + 1).collect();
    let mut feet = Feet::of(ground);
    for (number, (hill, stand)) in hills.iter().zip(&stands).enumerate() {
        if told.contains(&number) {
            continue;
        }
        let below = stand.around.map_or(0, |around| hills[around].level);
        if hill.level == stand.depth || hill.level == below + 1 {
            if let Some(around) = stand.around.filter(|_| hill.level == below + 1) {
                reaches_out(session, ground, &boxes, number, around);
            }
            continue;
        }
        if stand.around.is_none() && left_behind.contains(&hill.level) {
            continue;
        }
        let Some(&span) = ground.spans.get(hill.id.as_str()) else { continue };
        let around = stand.around.map(|around| &hills[around]);
        if around.is_none() && beside_its_foot(session, ground, &mut feet, hill) {
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
        session.diagnostics.push(diagnostic);
    }
}

/// Reports a level that lies beside the hill on which it belongs.
fn beside_its_foot<'g>(
    session: &mut Session<'_>,
    ground: &'g Ground,
    feet: &mut Feet<'g>,
    hill: &'g Hill,
) -> bool {
    let (Some((foot, gap)), Some(&span)) = (feet.nearest(hill), ground.spans.get(hill.id.as_str()))
    else {
        return false;
    };
    let metres = gap / 100.0;
    let mut diagnostic = Diagnostic::new(
        code::HILL_LEVEL,
        format!(
            "`{}` of level {} lies {metres:.0} m beside `{}` of level {}",
            hill.id, hill.level, foot.id, foot.level
        ),
    )
    .rule("PB-3.16")
    .at(span, format!("it lies on no other hill, {}", near(ground, hill.parts[0].exterior[0])));
    if let Some(&foot) = ground.spans.get(foot.id.as_str()) {
        diagnostic = diagnostic.also(foot, "the level below it, it seems");
    }
    session.diagnostics.push(
        diagnostic.help(format!("move it back onto `{}`, if it was dragged away", foot.id)).help(
            "if it is a hill of its own, give it the level 1, or draw the level below around it",
        ),
    );
    true
}

/// Hills that lie on one another and are numbered from the top down, the outermost of each first.
fn numbered_from_the_top(hills: &[Hill], stands: &[Stand]) -> Vec<Vec<usize>> {
    let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for number in 0..hills.len() {
        let mut foot = number;
        while let Some(around) = stands[foot].around {
            foot = around;
        }
        chains.entry(foot).or_default().push(number);
    }
    let mut chains: Vec<Vec<usize>> = chains.into_values().collect();
    for chain in &mut chains {
        chain.sort_by_key(|&number| (stands[number].depth, number));
    }
    chains.retain(|chain| {
        let deepest = chain.iter().map(|&number| stands[number].depth).max().unwrap_or(0);
        let is_turned = |&number: &usize| hills[number].level == deepest + 1 - stands[number].depth;
        deepest > 1 && chain.iter().all(is_turned)
    });
    chains
}

/// One message for all hills that are numbered from the top down.
fn report_chains(session: &mut Session<'_>, ground: &Ground, chains: &[Vec<usize>]) {
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
    session.diagnostics.push(
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
    session: &mut Session<'_>,
    ground: &Ground,
    boxes: &Boxes,
    number: usize,
    around: usize,
) {
    let hills = &ground.map.hills;
    let (hill, around) = (&hills[number], &hills[around]);
    let beyond = ground.drawn_for.to_ground(PaperLength::from_millimetres(BESIDE));
    let beyond = beyond.map_or(i32::MAX / 4, GroundLength::centimetres);
    let near = boxes.about(number, beyond).map(|other| &hills[other]);
    let below: Vec<Outline> = near
        .filter(|other| other.level >= around.level && other.level < hill.level)
        .flat_map(|other| &other.parts)
        .map(Outline::new)
        .collect();
    let is_out = |corner: &&GroundPoint| {
        below.iter().all(|outline| {
            !outline.holds(**corner) && outline.runs().nearest(**corner, beyond, |_| true).is_none()
        })
    };
    let corner = hill.parts.iter().flat_map(|part| &part.exterior).find(is_out);
    let (Some(&corner), Some(&span), Some(&foot)) =
        (corner, ground.spans.get(hill.id.as_str()), ground.spans.get(around.id.as_str()))
    else {
        return;
    };
    let place = ground.frame.coordinate_of(corner);
    session.diagnostics.push(
        Diagnostic::new(
            code::HILL_LEVEL,
            format!("`{}` of level {} reaches out of `{}` of level {}", hill.id, hill.level, around.id, around.level),
        )
        .rule("PB-3.16")
        .at(span, format!("near longitude {:.6}, latitude {:.6}", place.longitude, place.latitude))
        .also(foot, "the hill around it")
        .help("draw the lower level round all of the higher one: what lies outside it counts as low ground"),
    );
}

fn boxes(hills: &[Hill]) -> Boxes {
    Boxes::of(hills.iter().map(|hill| Bounds::about(&hill.parts)).collect())
}

/// Where each hill stands: larger hills are looked at first.
fn stands(hills: &[Hill], boxes: &Boxes) -> Vec<Stand> {
    let size = |hill: &Hill| -> i64 {
        hill.parts.iter().map(|part| outline::double_area(&part.exterior)).sum()
    };
    let sizes: Vec<i64> = hills.iter().map(size).collect();
    let mut order: Vec<usize> = (0..hills.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(sizes[number]));
    let mut ranks = vec![0; hills.len()];
    order.iter().enumerate().for_each(|(rank, &number)| ranks[number] = rank);
    let mut outlines: Vec<Option<Vec<Outline>>> = hills.iter().map(|_| None).collect();
    let mut stands = vec![Stand { around: None, depth: 1 }; hills.len()];
    for &number in &order {
        let near = boxes.about(number, 0).filter(|&other| ranks[other] < ranks[number]);
        let mut near: Vec<usize> = near.collect();
        near.sort_by_key(|&other| std::cmp::Reverse(ranks[other]));
        for &one in near.iter().chain(near.first().map(|_| &number)) {
            outlines[one]
                .get_or_insert_with(|| hills[one].parts.iter().map(Outline::new).collect());
        }
        let outlines = |number: usize| outlines[number].as_deref().unwrap_or_default();
        let own: f64 = hills[number].parts.iter().map(area_of).sum();
        let around = near
            .into_iter()
            .find(|&other| 2.0 * shared_area(outlines(number), outlines(other)) > own);
        if let Some(around) = around {
            stands[number] = Stand { around: Some(around), depth: stands[around].depth + 1 };
        }
    }
    stands
}

/// The ground that two hills share.
fn shared_area(own: &[Outline], around: &[Outline]) -> f64 {
    let pairs = own.iter().flat_map(|part| around.iter().map(move |other| (part, other)));
    pairs.filter_map(|(part, other)| shared(part, other)).map(|shared| shared.area).sum()
}

fn crests_lie_on_hills(
    session: &mut Session<'_>,
    ground: &Ground,
    misplaced: &BTreeSet<FeatureId>,
) {
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
        session.diagnostics.push(
            Diagnostic::new(
                code::CREST_OFF_HILL,
                format!("the crest `{}` does not lie on its hill `{}`", crest.id, crest.hill),
            )
            .rule("PB-3.16")
            .at(span, "most of it lies elsewhere")
            .help("move it onto the hill, or name the hill on which it lies"),
        );
    }
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
            let (low, high) = (rank as i32 * 100, 5_000 - rank as i32 * 100);
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
        let boxes = boxes(&hills);
        let depths: Vec<u8> = stands(&hills, &boxes).iter().map(|stand| stand.depth).collect();
        assert_eq!(depths, [3, 2, 1]);
    }

    #[test]
    fn levels_that_count_downwards_are_known_by_all_of_them() {
        let chains = |levels: &[u8]| {
            let hills = chain(levels);
            let boxes = boxes(&hills);
            numbered_from_the_top(&hills, &stands(&hills, &boxes))
        };
        assert_eq!(chains(&[3, 2, 1]), [[0, 1, 2]]);
        for others in [&[1][..], &[1, 2], &[3, 2], &[2, 2, 1], &[3, 1, 2]] {
            assert!(chains(others).is_empty(), "{others:?}");
        }
    }
}

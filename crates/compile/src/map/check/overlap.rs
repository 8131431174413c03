//! Ground of two kinds at once, and outlines drawn twice (PB-6.2: a piece is in exactly one
//! terrain). Only what the rules see counts: an orchard may reach into a wood, but not be one.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, GroundPoint, Polygon};
use sandtable_source::{Diagnostic, code};

use super::neighbours::{self, Member};
use super::shared_ground::shared;
use super::{Many, VISIBLE, area as area_words, near, on_paper};
use crate::authored::LayerClass;
use crate::map::Ground;
use crate::session::Session;

/// Less shared ground than a square of this side on paper, in millimetres, decides no majority:
/// 16 × 16 m at 1:16,000.
const SMALLEST: f64 = 1.0;
/// Outlines that share this much of both are one outline drawn twice.
const SAME: f64 = 0.95;

/// An area of some class, or a hill of some level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Class(LayerClass),
    Hill(u8),
}

impl Kind {
    /// May nothing else lie where this lies?
    const fn is_exclusive(self) -> bool {
        use LayerClass::{Buildings, Impassable, Marsh, Woods};
        matches!(self, Self::Class(Woods | Buildings | Marsh | Impassable))
    }

    /// May an orchard be taken for it? Both are trees on an old map.
    fn is_mistaken_for(self, other: Self) -> bool {
        use LayerClass::{Orchard, Woods};
        [(self, other), (other, self)].contains(&(Self::Class(Woods), Self::Class(Orchard)))
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Class(LayerClass::Woods) => "woods",
            Self::Class(LayerClass::Buildings) => "buildings",
            Self::Class(LayerClass::Marsh) => "marsh",
            Self::Class(LayerClass::Impassable) => "impassable ground",
            Self::Class(LayerClass::Orchard) => "an orchard",
            Self::Class(_) => "a field",
            Self::Hill(_) => "hills of one level",
        }
    }
}

struct Feature<'g> {
    id: &'g FeatureId,
    kind: Kind,
    parts: &'g [Polygon],
}

fn features(ground: &Ground) -> Vec<Feature<'_>> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let classes = [
        (LayerClass::Woods, &map.woods),
        (LayerClass::Buildings, &map.buildings),
        (LayerClass::Marsh, &map.marsh),
        (LayerClass::Impassable, &map.impassable),
        (LayerClass::Orchard, &scenery.orchards),
        (LayerClass::Field, &scenery.fields),
    ];
    let areas = classes.into_iter().flat_map(|(class, areas)| {
        areas.iter().map(move |area| Feature {
            id: &area.id,
            kind: Kind::Class(class),
            parts: &area.parts,
        })
    });
    let hills = map.hills.iter().map(|hill| Feature {
        id: &hill.id,
        kind: Kind::Hill(hill.level),
        parts: &hill.parts,
    });
    areas.chain(hills).collect()
}

/// What two features share.
struct Overlap {
    /// In square centimetres.
    area: f64,
    /// The area and middle of its largest part.
    largest: (f64, GroundPoint),
}

/// Reports pairs that cannot both be right.
pub(super) fn check(session: &mut Session<'_>, ground: &Ground, misplaced: &BTreeSet<FeatureId>) {
    let mut features = features(ground);
    // Of hills in the wrong place all is said.
    features.retain(|feature| !misplaced.contains(feature.id));
    let members: Vec<Member<'_>> = features
        .iter()
        .enumerate()
        .flat_map(|(feature, f)| f.parts.iter().map(move |polygon| Member { feature, polygon }))
        .collect();
    let matters = |one: usize, other: usize| {
        let (one, other) = (features[one].kind, features[other].kind);
        one == other || (one.is_exclusive() && other.is_exclusive()) || one.is_mistaken_for(other)
    };
    let pairs = neighbours::pairs(&members, 0, matters);
    let outlines = neighbours::outlines(&members, &pairs);
    let (narrowest, side) =
        (f64::from(on_paper(ground, VISIBLE)), f64::from(on_paper(ground, SMALLEST)));
    let mut found: BTreeMap<(usize, usize), Overlap> = BTreeMap::new();
    for (one, other) in pairs {
        let (Some(first), Some(second)) = (&outlines[one], &outlines[other]) else { continue };
        let Some(shared) = shared(first, second) else { continue };
        let small = area_of(members[one].polygon).min(area_of(members[other].polygon));
        let slight = shared.width < narrowest || shared.area < side * side;
        if slight && shared.area < SAME * small {
            continue;
        }
        let key = (members[one].feature, members[other].feature);
        let overlap =
            found.entry(key).or_insert(Overlap { area: 0.0, largest: (0.0, shared.place) });
        overlap.area += shared.area;
        if shared.area > overlap.largest.0 {
            overlap.largest = (shared.area, shared.place);
        }
    }
    let told = over_many(session, ground, &features, &found);
    let mut pairs: [Many; 2] = Default::default();
    for ((one, other), overlap) in found.into_iter().filter(|(pair, _)| !told.contains(pair)) {
        let finding = of_pair(ground, &features[one], &features[other], &overlap);
        if let Some(finding) = finding {
            pairs[usize::from(finding.code == code::DRAWN_TWICE)].add(finding);
        }
    }
    pairs.into_iter().for_each(|pairs| pairs.report(session));
}

/// A feature that lies over so many of another class is one mistake: it is that one which is wrong.
const MANY: usize = 4;

/// Reports features that lie over many of another class; returns the pairs that this tells.
fn over_many(
    session: &mut Session<'_>,
    ground: &Ground,
    features: &[Feature<'_>],
    found: &BTreeMap<(usize, usize), Overlap>,
) -> BTreeSet<(usize, usize)> {
    let mut under: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for &(one, other) in found.keys() {
        let (first, second) = (features[one].kind, features[other].kind);
        if first.is_exclusive() && second.is_exclusive() && first != second {
            under.entry((one, second.words())).or_default().push(other);
            under.entry((other, first.words())).or_default().push(one);
        }
    }
    let mut told = BTreeSet::new();
    let mut many = Many::default();
    for ((over, class), others) in under.into_iter().filter(|(_, others)| others.len() >= MANY) {
        let (feature, first) = (&features[over], &features[others[0]]);
        told.extend(others.iter().flat_map(|&other| [(over, other), (other, over)]));
        let (Some(&span), Some(&below)) =
            (ground.spans.get(feature.id.as_str()), ground.spans.get(first.id.as_str()))
        else {
            continue;
        };
        let pairs = others.iter().flat_map(|&other| {
            [found.get(&(over, other)), found.get(&(other, over))].into_iter().flatten()
        });
        let shared: f64 = pairs.clone().map(|overlap| overlap.area).sum();
        let largest = pairs.map(|overlap| overlap.largest).max_by(|a, b| a.0.total_cmp(&b.0));
        let place = largest.map_or(String::new(), |(_, place)| format!(" {}", near(ground, place)));
        many.add(
            Diagnostic::new(
                code::AREAS_OVERLAP,
                format!(
                    "`{}`, {}, lies over `{}` and {} more, {class}",
                    feature.id,
                    feature.kind.words(),
                    first.id,
                    others.len() - 1
                ),
            )
            .rule("PB-6.2")
            .at(span, format!("{} belong to both, most{place}", area_words(shared)))
            .also(below, "the first of them")
            .help(format!("take it out if it was drawn by mistake, or cut the {class} out of it: in QGIS, Vector › Geoprocessing › Difference")),
        );
    }
    many.report(session);
    told
}

/// The area of a polygon, in square centimetres.
pub(in crate::map) fn area_of(polygon: &Polygon) -> f64 {
    let rings = polygon.rings().map(|ring| crate::map::outline::double_area(ring) as f64 / 2.0);
    rings.sum()
}

/// What is wrong with two features that share ground, if anything.
fn of_pair(
    ground: &Ground,
    first: &Feature<'_>,
    second: &Feature<'_>,
    overlap: &Overlap,
) -> Option<Diagnostic> {
    let whole = |feature: &Feature<'_>| feature.parts.iter().map(area_of).sum::<f64>();
    let (one, other) = (whole(first), whole(second));
    let twice = overlap.area >= SAME * one && overlap.area >= SAME * other;
    // The smaller one is the one to look at.
    let (small, large) = if one < other { (first, second) } else { (second, first) };
    let span = |feature: &Feature<'_>| ground.spans.get(feature.id.as_str()).copied();
    let (span, around) = (span(small)?, span(large)?);
    let inside = overlap.area >= SAME * one.min(other);
    let size = area_words(overlap.area);
    let (code, message, help) = match (twice, small.kind == large.kind) {
        (true, true) => (
            code::DRAWN_TWICE,
            format!("`{}` and `{}` have the same outline", large.id, small.id),
            "take one of them out of its layer".to_owned(),
        ),
        (true, false) if small.kind.is_mistaken_for(large.kind) => (
            code::DRAWN_TWICE,
            format!(
                "`{}`, {}, and `{}`, {}, have the same outline",
                large.id,
                large.kind.words(),
                small.id,
                small.kind.words()
            ),
            "take out the one that the ground was not: woods shelter troops and hide them, an orchard is only drawn".to_owned(),
        ),
        // An orchard may reach into a wood.
        (false, false) if small.kind.is_mistaken_for(large.kind) && !(inside && small.kind == Kind::Class(LayerClass::Orchard)) => return None,
        // Scenery may lie on scenery.
        (false, true) if matches!(small.kind, Kind::Class(LayerClass::Orchard | LayerClass::Field)) => return None,
        (false, true) if inside && matches!(small.kind, Kind::Hill(_)) => return None,
        (_, true) => (
            code::AREAS_OVERLAP,
            format!("`{}` and `{}`, both {}, overlap by {size}", large.id, small.id, small.kind.words()),
            "draw them side by side, or make them one feature: in QGIS, Vector › Geoprocessing › Difference or Dissolve".to_owned(),
        ),
        (_, false) if inside => (
            code::AREAS_OVERLAP,
            format!("`{}`, {}, lies in `{}`, {}", small.id, small.kind.words(), large.id, large.kind.words()),
            format!("cut `{}` out of `{}`: in QGIS, Vector › Geoprocessing › Difference", small.id, large.id),
        ),
        (_, false) => (
            code::AREAS_OVERLAP,
            format!("{size} belong to both `{}`, {}, and `{}`, {}", small.id, small.kind.words(), large.id, large.kind.words()),
            "cut one out of the other, whichever the ground is there: in QGIS, Vector › Geoprocessing › Difference".to_owned(),
        ),
    };
    let place = near(ground, overlap.largest.1);
    Some(
        Diagnostic::new(code, message)
            .rule("PB-6.2")
            .at(span, format!("{size} {place}"))
            .also(around, "the other one")
            .help(help),
    )
}

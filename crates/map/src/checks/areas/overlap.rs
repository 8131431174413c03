//! Overlapping terrain, and outlines drawn twice (PB-6.2: a piece is in exactly one terrain).
//! Ignores overlaps without effect on rules: an orchard may overlap a wood, but not coincide with
//! it.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, GroundPoint, Polygon};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::finding_limit::FindingLimit;
use crate::checks::measure::{VISIBLE, area as area_words, near, on_paper};
use crate::geometry::neighbours;
use crate::geometry::neighbours::Member;
use crate::geometry::shared_ground::{area_of, shared_ground};
use crate::ground::Ground;
use crate::mistakes::shift::MOVE_BACK;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The side on paper, in millimetres, of the smallest overlap square that can decide a majority: 16
/// × 16 m at 1:16,000.
const MIN_OVERLAP_SIDE: f64 = 1.0;
/// The minimum proportion of both outlines that overlaps if one outline is drawn twice.
const MIN_DUPLICATE_SHARE: f64 = 0.95;

/// A class of areas, or a level of hills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Class(LayerClass),
    Hill(u8),
}

impl Kind {
    /// Whether no other exclusive kind may overlap this kind.
    const fn is_exclusive(self) -> bool {
        use LayerClass::{Buildings, Impassable, Marsh, Water, Woods};
        matches!(self, Self::Class(Woods | Buildings | Marsh | Impassable | Water))
    }

    /// Whether two kinds are easily confused, because old maps draw trees in both.
    fn is_confusable_with(self, other: Self) -> bool {
        use LayerClass::{Orchard, Woods};
        [(self, other), (other, self)].contains(&(Self::Class(Woods), Self::Class(Orchard)))
    }

    const fn plural(self) -> &'static str {
        match self {
            Self::Class(LayerClass::Woods) => "woods",
            Self::Class(LayerClass::Buildings) => "buildings",
            Self::Class(LayerClass::Marsh) => "marshes",
            Self::Class(LayerClass::Impassable) => "areas of impassable ground",
            Self::Class(LayerClass::Water) => "lakes",
            Self::Class(LayerClass::Orchard) => "orchards",
            Self::Class(_) => "fields",
            Self::Hill(_) => "hills",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Class(LayerClass::Woods) => "woods",
            Self::Class(LayerClass::Buildings) => "buildings",
            Self::Class(LayerClass::Marsh) => "marsh",
            Self::Class(LayerClass::Impassable) => "impassable ground",
            Self::Class(LayerClass::Water) => "water",
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
        (LayerClass::Water, &map.water),
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

/// The overlap of two features, in square centimetres.
struct Overlap {
    /// The total area.
    area: f64,
    /// The area and centre of the largest part.
    largest: (f64, GroundPoint),
}

/// Reports overlapping pairs that cannot both be right.
pub fn check(reporter: &mut Reporter, ground: &Ground, misplaced: &BTreeSet<FeatureId>) {
    let mut features = features(ground);
    // Misplaced hills are already reported.
    features.retain(|feature| !misplaced.contains(feature.id));
    let members: Vec<Member<'_>> = features
        .iter()
        .enumerate()
        .flat_map(|(feature, f)| f.parts.iter().map(move |polygon| Member { feature, polygon }))
        .collect();
    let matters = |one: usize, other: usize| {
        let (one, other) = (features[one].kind, features[other].kind);
        one == other
            || (one.is_exclusive() && other.is_exclusive())
            || one.is_confusable_with(other)
    };
    let pairs = neighbours::pairs(&members, 0, matters);
    let outlines = neighbours::outlines(&members, &pairs);
    let (narrowest, side) =
        (f64::from(on_paper(ground, VISIBLE)), f64::from(on_paper(ground, MIN_OVERLAP_SIDE)));
    let mut found: BTreeMap<(usize, usize), Overlap> = BTreeMap::new();
    for (one, other) in pairs {
        let (Some(first), Some(second)) = (&outlines[one], &outlines[other]) else { continue };
        let Some(shared) = shared_ground(first, second) else { continue };
        let small = area_of(members[one].polygon).min(area_of(members[other].polygon));
        let slight = shared.width < narrowest || shared.area < side * side;
        if slight && shared.area < MIN_DUPLICATE_SHARE * small {
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
    let reported = report_multiple_overlaps(reporter, ground, &features, &found);
    let mut pairs: [FindingLimit; 2] = Default::default();
    let found = found.into_iter().filter(|(pair, _)| !reported.contains(pair));
    let found = found.filter_map(|((one, other), overlap)| {
        let (first, second) = (&features[one], &features[other]);
        pair_finding(ground, first, second, &overlap).map(|finding| Pair { first, second, finding })
    });
    let mut found: Vec<Pair<'_>> = found.collect();
    if let Some((kind, moved)) = moved_layer(reporter, ground, &features, &found) {
        found.retain(|pair| !pair.may_be_moved(reporter, kind));
        reporter.diagnostics.push(moved);
    }
    for Pair { finding, .. } in found {
        pairs[usize::from(finding.code == code::DRAWN_TWICE)].add(finding);
    }
    pairs.into_iter().for_each(|pairs| pairs.report(reporter));
}

/// The minimum number of overlapped features at which only the overlapping feature is reported.
const MANY_OVERLAPS: usize = 4;

/// Reports features that overlap many features of another class. Returns the covered pairs.
fn report_multiple_overlaps(
    reporter: &mut Reporter,
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
    let mut reported = BTreeSet::new();
    let mut limit = FindingLimit::default();
    for ((over, class), others) in
        under.into_iter().filter(|(_, others)| others.len() >= MANY_OVERLAPS)
    {
        let (feature, first) = (&features[over], &features[others[0]]);
        reported.extend(others.iter().flat_map(|&other| [(over, other), (other, over)]));
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
        limit.add(
            Diagnostic::new(
                code::AREAS_OVERLAP,
                message!(
                    "`{}`, {}, overlaps `{}` and {} more, {class}",
                    feature.id,
                    feature.kind.words(),
                    first.id,
                    others.len() - 1
                ),
            )
            .rule("PB-6.2")
            .at(span, format!("{} shared, most{place}", area_words(shared)))
            .also(below, "the first one")
            .help(format!("remove it if it was drawn by mistake, or cut the {class} out of it: in QGIS, Vector › Geoprocessing › Difference")),
        );
    }
    limit.report(reporter);
    reported
}

/// Two overlapping features and their diagnostic.
struct Pair<'g> {
    first: &'g Feature<'g>,
    second: &'g Feature<'g>,
    finding: Diagnostic,
}

impl<'g> Pair<'g> {
    /// The feature of this kind and the other feature, if the other has another kind.
    fn feature_and_other(&self, kind: Kind) -> Option<[&'g Feature<'g>; 2]> {
        let (first, second) = (self.first, self.second);
        match (first.kind == kind, second.kind == kind) {
            (true, false) => Some([first, second]),
            (false, true) => Some([second, first]),
            _ => None,
        }
    }

    /// Whether a displaced layer may explain the overlap. Ignores allowed overlaps.
    fn may_be_moved(&self, reporter: &Reporter, kind: Kind) -> bool {
        let ids = [self.first.id, self.second.id];
        self.feature_and_other(kind).is_some()
            && !ids.iter().any(|id| reporter.allows_at(self.finding.code, id.as_str()))
    }
}

/// The maximum number of overlapping pairs regarded as separate mistakes.
const MAX_SINGLE_OVERLAPS: usize = 3;
/// The minimum number of features that indicates a displaced layer.
const MIN_DISPLACED_FEATURES: usize = 3;
/// A layer may be displaced if at least one in this many features overlaps others.
const DISPLACED_FRACTION: usize = 20;
/// The maximum number of places shown.
const MAX_SHOWN_PLACES: usize = 8;

/// If more than a few features of a layer overlap other kinds, reports the layer as one diagnostic.
fn moved_layer(
    reporter: &Reporter,
    ground: &Ground,
    features: &[Feature<'_>],
    found: &[Pair<'_>],
) -> Option<(Kind, Diagnostic)> {
    let misplaced = |kind: Kind| {
        let pairs = found.iter().filter(move |pair| pair.may_be_moved(reporter, kind));
        pairs.filter_map(move |pair| pair.feature_and_other(kind))
    };
    let kinds = [LayerClass::Orchard, LayerClass::Impassable, LayerClass::Water, LayerClass::Marsh]
        .into_iter()
        .chain([LayerClass::Buildings, LayerClass::Woods])
        .map(Kind::Class);
    let count = |kind| misplaced(kind).map(|[one, _]| one.id).collect::<BTreeSet<_>>().len();
    let all = |kind| features.iter().filter(|one| one.kind == kind).count();
    // Picks the layer with the greatest proportion of overlapping features. In a tie, the last
    // wins: woods are copied from another sheet more often than a town.
    let share = |kind: &Kind| count(*kind) * 1_000 / all(*kind).max(1);
    // A layer of two or three features easily has a large proportion.
    let kind = kinds.filter(|kind| count(*kind) >= MIN_DISPLACED_FEATURES).max_by_key(share)?;
    let (count, all) = (count(kind), all(kind));
    let pairs = misplaced(kind).count();
    if count < MIN_DISPLACED_FEATURES
        || pairs <= MAX_SINGLE_OVERLAPS
        || DISPLACED_FRACTION * pairs < all
    {
        return None;
    }
    let under: BTreeSet<&str> = misplaced(kind).map(|[_, other]| other.kind.plural()).collect();
    let under: Vec<&str> = under.into_iter().collect();
    let mut finding = Diagnostic::new(
        code::AREAS_OVERLAP,
        message!(
            "{count} of {all} {} overlap {}: the whole layer may be displaced",
            kind.plural(),
            under.join(" or ")
        ),
    )
    .rule("PB-6.2");
    let mut ids = BTreeSet::new();
    let places = misplaced(kind).filter(|[one, _]| ids.insert(one.id));
    for (number, [one, other]) in places.take(MAX_SHOWN_PLACES).enumerate() {
        let Some(&span) = ground.spans.get(one.id.as_str()) else { continue };
        let over = format!("overlaps `{}`", other.id);
        finding = match number {
            0 => finding.at(span, over),
            _ => finding.also(span, over),
        };
    }
    let help = format!(
        "compare the {} with the old map; if all are displaced to one side, {MOVE_BACK}",
        kind.plural()
    );
    let each = "if each is a separate mistake, cut one out of the other: in QGIS, Vector › Geoprocessing › Difference";
    Some((kind, finding.help(help).help(each)))
}

/// The diagnostic for two overlapping features, if their overlap is invalid.
fn pair_finding(
    ground: &Ground,
    first: &Feature<'_>,
    second: &Feature<'_>,
    overlap: &Overlap,
) -> Option<Diagnostic> {
    let whole = |feature: &Feature<'_>| feature.parts.iter().map(area_of).sum::<f64>();
    let (one, other) = (whole(first), whole(second));
    let twice =
        overlap.area >= MIN_DUPLICATE_SHARE * one && overlap.area >= MIN_DUPLICATE_SHARE * other;
    // Report the smaller feature.
    let (small, large) = if one < other { (first, second) } else { (second, first) };
    let span = |feature: &Feature<'_>| ground.spans.get(feature.id.as_str()).copied();
    let (span, around) = (span(small)?, span(large)?);
    let inside = overlap.area >= MIN_DUPLICATE_SHARE * one.min(other);
    let size = area_words(overlap.area);
    let (code, message, help) = match (twice, small.kind == large.kind) {
        (true, true) => (
            code::DRAWN_TWICE,
            message!("`{}` and `{}` have the same boundary", large.id, small.id),
            "remove one of them from its layer".to_owned(),
        ),
        (true, false) if small.kind.is_confusable_with(large.kind) => (
            code::DRAWN_TWICE,
            message!(
                "`{}`, {}, and `{}`, {}, have the same boundary",
                large.id,
                large.kind.words(),
                small.id,
                small.kind.words()
            ),
            "remove the wrong one: woods shelter and hide troops, an orchard is only drawn".to_owned(),
        ),
        // An orchard may overlap a wood.
        (false, false) if small.kind.is_confusable_with(large.kind) && !(inside && small.kind == Kind::Class(LayerClass::Orchard)) => return None,
        // Scenery may overlap scenery.
        (false, true) if matches!(small.kind, Kind::Class(LayerClass::Orchard | LayerClass::Field)) => return None,
        (false, true) if inside && matches!(small.kind, Kind::Hill(_)) => return None,
        (_, true) => (
            code::AREAS_OVERLAP,
            message!("`{}` and `{}`, both {}, overlap by {size}", large.id, small.id, small.kind.words()),
            "draw them side by side, or merge them into one feature: in QGIS, Vector › Geoprocessing › Difference or Dissolve".to_owned(),
        ),
        (_, false) if inside => (
            code::AREAS_OVERLAP,
            message!("`{}`, {}, is inside `{}`, {}", small.id, small.kind.words(), large.id, large.kind.words()),
            format!("cut `{}` out of `{}`: in QGIS, Vector › Geoprocessing › Difference", small.id, large.id),
        ),
        (_, false) => (
            code::AREAS_OVERLAP,
            message!("`{}`, {}, and `{}`, {}, overlap by {size}", small.id, small.kind.words(), large.id, large.kind.words()),
            "cut the wrong one out of the other: in QGIS, Vector › Geoprocessing › Difference".to_owned(),
        ),
    };
    let place = near(ground, overlap.largest.1);
    Some(
        Diagnostic::new(code, message)
            .rule("PB-6.2")
            .at(span, format!("{size} {place}"))
            .also(around, "overlaps this one")
            .help(help),
    )
}

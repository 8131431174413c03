//! Crests off their hills because one of the two layers is displaced. Reports the layer once
//! instead of each crest and hill.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, GroundPoint, Hill};
use sandtable_source::{Diagnostic, Severity, Span, code, message};

use super::level::Heights;
use crate::checks::finding_limit::FindingLimit;
use crate::geometry::shared_ground::Outline;
use crate::ground::Ground;
use crate::mistakes::shift::{Displacement, MOVE_BACK, SUFFICIENT_MARKS, sample_evenly, shift};
use crate::placement::entry::edge_at;
use sandtable_authored::Reporter;

/// The maximum number of misplaced crests and hills regarded as separate mistakes.
const MAX_SINGLE_MISTAKES: usize = 2;
/// The maximum number of misplaced crests regarded as separate mistakes if no displacement fits.
const FEW: usize = 5;
/// A layer is displaced if at least one crest in this many is misplaced; large hills still contain
/// some displaced crests.
const ONE_OF: usize = 3;

/// The precision of a displacement estimated from the elevation, in metres.
const PRECISION: f64 = 10.0;

/// A misplaced crest or hill.
pub struct MisplacedFeature {
    pub id: FeatureId,
    pub span: Span,
    pub finding: Diagnostic,
}

/// Reports crests off their hills, crests on low ground, and hills lower than their surroundings:
/// one by one, or as a displaced layer.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    off: Vec<MisplacedFeature>,
    low: Vec<MisplacedFeature>,
    against: Vec<MisplacedFeature>,
) {
    let moved = moved_layer_diagnostic(reporter, ground, &off, &low, &against);
    for misplaced in [off, low, against] {
        let mut limit = FindingLimit::default();
        // Push allowed diagnostics too: otherwise, their allowances would be reported as unused.
        let single =
            misplaced.into_iter().filter(|one| moved.is_none() || is_allowed(reporter, one));
        single.for_each(|one| limit.add(one.finding));
        limit.report(reporter);
    }
    moved.into_iter().for_each(|moved| reporter.diagnostics.push(moved));
}

fn is_allowed(reporter: &Reporter, misplaced: &MisplacedFeature) -> bool {
    reporter.allows_at(misplaced.finding.code, misplaced.id.as_str())
}

/// The single diagnostic for a displaced layer, if one is displaced.
fn moved_layer_diagnostic(
    reporter: &Reporter,
    ground: &Ground,
    off: &[MisplacedFeature],
    low: &[MisplacedFeature],
    against: &[MisplacedFeature],
) -> Option<Diagnostic> {
    let count =
        |all: &[MisplacedFeature]| all.iter().filter(|one| !is_allowed(reporter, one)).count();
    let misplaced_crests: BTreeMap<&FeatureId, Span> = off
        .iter()
        .chain(low)
        .filter(|one| !is_allowed(reporter, one))
        .map(|one| (&one.id, one.span))
        .collect();
    let [crests, hills] = [ground.map.crests.len(), ground.map.hills.len()];
    let (misplaced, against) = (misplaced_crests.len(), count(against));
    if misplaced + against <= MAX_SINGLE_MISTAKES {
        return None;
    }
    let first = misplaced_crests.into_values().min();
    let hills_moved = 4 * against >= misplaced;
    let (layer, why) = match hills_moved {
        true => ("hills", format!("{against} of {hills} hills also disagree with the elevation")),
        false => ("crests", "the hills match the elevation".to_owned()),
    };
    let way = ground.elevation.as_ref().and_then(|grid| {
        let moved = ShiftSearch::new(ground, Heights(grid));
        if hills_moved { moved.hills() } else { moved.crests() }
    });
    if way.is_none() && (misplaced <= FEW || ONE_OF * misplaced < crests) {
        return None;
    }
    let which = match (ground.elevation.is_some(), way) {
        (false, _) => "one of the two layers is probably displaced".to_owned(),
        (true, None) => format!("the {layer} are probably displaced: {why}"),
        (true, Some(way)) => format!(
            "the {layer} are probably displaced by {}: {why}",
            way.words(&ground.frame, PRECISION)
        ),
    };
    let mut finding = match against > misplaced {
        true => Diagnostic::new(
            code::HILL_NOT_HIGHER,
            message!("{against} of {hills} hills are not higher than the ground around them"),
        )
        .rule("PB-34.3"),
        false => Diagnostic::new(
            code::CREST_OFF_HILL,
            message!(
                "{misplaced} of {crests} crests are not on their hills or not along their tops"
            ),
        )
        .rule("PB-3.16"),
    };
    let first_hill = ground.map.hills.first().filter(|_| hills_moved && ground.elevation.is_some());
    if let Some(&hill) = first_hill.and_then(|hill| ground.spans.get(hill.id.as_str())) {
        finding = finding.at(hill, "layer of this hill");
    }
    finding = match (first, finding.labels.is_empty()) {
        (Some(first), true) => finding.at(first, "the first one"),
        (Some(first), false) => finding.also(first, "the first of the crests"),
        (None, _) => finding,
    };
    if way.is_some() {
        finding.severity = Severity::Error;
    }
    let finding =
        finding.help(format!("{which}; compare hills and crests in QGIS")).help(MOVE_BACK);
    Some(match way {
        Some(_) => finding,
        None => finding.help(
            "if each is a separate mistake, redraw each crest along the highest ground of its hill",
        ),
    })
}

/// The assumed distance between features that do not overlap at all, in centimetres.
const MISS_DISTANCE: f64 = 3_000.0;
/// The penalty for each centimetre of displacement; small because hills differ.
const SHIFT_PENALTY: f64 = 0.000_2;
/// The maximum number of sample points on a crest; an outline has up to four times as many.
const PLACES: usize = 16;
/// The weight of being off the hill; the remaining weight is for low ground.
const OFF_HILL_WEIGHT: f64 = 0.7;

/// Crests with their hills, for finding the displacement of either layer.
struct ShiftSearch<'g> {
    heights: Heights<'g>,
    crests: Vec<Crest>,
}

/// Sample points along a crest and along the outline of its hill.
struct Crest {
    along: Vec<GroundPoint>,
    foot: Vec<GroundPoint>,
    hill: Vec<Outline>,
    /// The minimum and maximum elevation of the hill.
    low: f64,
    high: f64,
}

impl<'g> ShiftSearch<'g> {
    fn new(ground: &'g Ground, heights: Heights<'g>) -> Self {
        let hills: BTreeMap<&FeatureId, &Hill> =
            ground.map.hills.iter().map(|hill| (&hill.id, hill)).collect();
        let crests: Vec<&sandtable_pack::Crest> = ground.map.crests.iter().collect();
        let crests = sample_evenly(&crests, SUFFICIENT_MARKS).into_iter().filter_map(|crest| {
            let hill = *hills.get(&crest.hill)?;
            // Ignore vertices on the frame's edge, because clipping depends on the displacement.
            let inside = |corner: &GroundPoint| edge_at(&ground.frame, *corner).is_none();
            let corners = crest.parts.iter().flat_map(|part| part.0.iter().copied());
            let corners: Vec<GroundPoint> = corners.filter(inside).collect();
            let outline = hill.parts.iter().flat_map(|part| part.exterior.iter().copied());
            let outline: Vec<GroundPoint> = outline.filter(inside).collect();
            let cells = hill.parts.iter().flat_map(|part| heights.inside(part));
            let levels: Vec<f64> = cells.map(|cell| heights.height(cell)).collect();
            (!corners.is_empty() && !outline.is_empty()).then_some(())?;
            Some(Crest {
                along: sample_evenly(&corners, PLACES),
                foot: sample_evenly(&outline, 4 * PLACES),
                hill: hill.parts.iter().map(Outline::new).collect(),
                low: levels.iter().copied().min_by(f64::total_cmp)?,
                high: levels.iter().copied().max_by(f64::total_cmp)?,
            })
        });
        Self { heights, crests: crests.collect() }
    }

    /// The displacement of the crests. Correctly placed crests are on their hills and follow the
    /// highest ground.
    fn crests(&self) -> Option<Displacement> {
        let way = shift(self.crests.len(), MISS_DISTANCE, SHIFT_PENALTY, |number, way| {
            let crest = &self.crests[number];
            let below = crest.high - self.mean(crest.along.iter().map(|&place| way.from(place)));
            let low = (2.0 * below / (crest.high - crest.low).max(1.0)).clamp(0.0, 1.0);
            MISS_DISTANCE
                * (OFF_HILL_WEIGHT * crest.proportion_off_hill(way) + (1.0 - OFF_HILL_WEIGHT) * low)
        });
        way.map(Displacement::reversed)
    }

    /// The displacement of the hills. Correctly placed hills are under their crests and have level
    /// outlines.
    fn hills(&self) -> Option<Displacement> {
        let spread = |crest: &Crest, way: Displacement| {
            let places = || crest.foot.iter().map(|&place| way.reversed().from(place));
            let mean = self.mean(places());
            let squares = places().map(|place| libm::pow(self.heights.between(place) - mean, 2.0));
            (squares.sum::<f64>() / crest.foot.len() as f64).sqrt()
        };
        let at_rest: Vec<f64> =
            self.crests.iter().map(|crest| spread(crest, Displacement::NONE)).collect();
        shift(self.crests.len(), MISS_DISTANCE, SHIFT_PENALTY, |number, way| {
            let crest = &self.crests[number];
            let uneven = (spread(crest, way) / at_rest[number].max(1.0)).clamp(0.0, 1.0);
            MISS_DISTANCE
                * (OFF_HILL_WEIGHT * crest.proportion_off_hill(way)
                    + (1.0 - OFF_HILL_WEIGHT) * uneven)
        })
    }

    fn mean(&self, places: impl ExactSizeIterator<Item = GroundPoint>) -> f64 {
        let count = places.len().max(1) as f64;
        places.map(|place| self.heights.between(place)).sum::<f64>() / count
    }
}

impl Crest {
    /// The proportion of a crest that is off its hill after a displacement.
    fn proportion_off_hill(&self, way: Displacement) -> f64 {
        let is_off = |place: &&GroundPoint| {
            let place = way.from(**place);
            !self.hill.iter().any(|outline| outline.is_near(place, 0) && outline.holds(place))
        };
        self.along.iter().filter(is_off).count() as f64 / self.along.len().max(1) as f64
    }
}

//! Crests that lie beside their hills because one of the two layers was moved: one finding in place
//! of one for each crest and hill.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, GroundPoint, Hill};
use sandtable_source::{Diagnostic, Severity, Span, code, message};

use super::level::Heights;
use crate::checks::finding_limit::Many;
use crate::geometry::shared_ground::Outline;
use crate::ground::Ground;
use crate::mistakes::shift::{ENOUGH, MOVE_BACK, Way, shift, some_of};
use crate::placement::entry::edge_at;
use sandtable_authored::Reporter;

/// So many crests and hills are amiss by slips of their own, whatever their way.
const SLIPS: usize = 2;
/// So many crests lie beside their hills, or low on them, by slips of their own, when no way is found.
const FEW: usize = 5;
/// Of so many crests one, when more than a few, shows that a layer was moved: large hills still hold
/// some.
const ONE_OF: usize = 3;

/// By the relief the way is known to so many metres.
const TOLD: f64 = 10.0;

/// A crest or a hill of which something was found.
pub struct Amiss {
    pub id: FeatureId,
    pub span: Span,
    pub finding: Diagnostic,
}

/// Reports crests off their hills, crests on low ground and hills lower than the ground round them,
/// one by one or as a layer that was moved.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    off: Vec<Amiss>,
    low: Vec<Amiss>,
    against: Vec<Amiss>,
) {
    let moved = moved_layer(reporter, ground, &off, &low, &against);
    for amiss in [off, low, against] {
        let mut many = Many::default();
        // What is allowed shows by itself that it was looked at.
        let single = amiss.into_iter().filter(|one| moved.is_none() || is_allowed(reporter, one));
        single.for_each(|one| many.add(one.finding));
        many.report(reporter);
    }
    moved.into_iter().for_each(|moved| reporter.diagnostics.push(moved));
}

fn is_allowed(reporter: &Reporter, amiss: &Amiss) -> bool {
    reporter.allows_at(amiss.finding.code, amiss.id.as_str())
}

/// The one finding for a layer that was moved, if that is what is wrong.
fn moved_layer(
    reporter: &Reporter,
    ground: &Ground,
    off: &[Amiss],
    low: &[Amiss],
    against: &[Amiss],
) -> Option<Diagnostic> {
    let counted = |all: &[Amiss]| all.iter().filter(|one| !is_allowed(reporter, one)).count();
    let crests_amiss: BTreeMap<&FeatureId, Span> = off
        .iter()
        .chain(low)
        .filter(|one| !is_allowed(reporter, one))
        .map(|one| (&one.id, one.span))
        .collect();
    let [crests, hills] = [ground.map.crests.len(), ground.map.hills.len()];
    let (amiss, against) = (crests_amiss.len(), counted(against));
    if amiss + against <= SLIPS {
        return None;
    }
    let first = crests_amiss.into_values().min();
    let hills_moved = 4 * against >= amiss;
    let (layer, why) = match hills_moved {
        true => ("hills", format!("{against} of {hills} hills disagree with the elevation too")),
        false => ("crests", "the hills agree with the elevation".to_owned()),
    };
    let way = ground.elevation.as_ref().and_then(|grid| {
        let moved = Moved::new(ground, Heights(grid));
        if hills_moved { moved.hills() } else { moved.crests() }
    });
    if way.is_none() && (amiss <= FEW || ONE_OF * amiss < crests) {
        return None;
    }
    let which = match (ground.elevation.is_some(), way) {
        (false, _) => "one of the two layers seems to be moved".to_owned(),
        (true, None) => format!("the layer of {layer} seems to be moved: {why}"),
        (true, Some(way)) => format!(
            "the {layer} seem to lie {} of where they belong: {why}",
            way.words(&ground.frame, TOLD)
        ),
    };
    let mut finding = match against > amiss {
        true => Diagnostic::new(
            code::HILL_NOT_HIGHER,
            message!("{against} of {hills} hills do not rise over the ground round them"),
        )
        .rule("PB-34.3"),
        false => Diagnostic::new(
            code::CREST_OFF_HILL,
            message!(
                "{amiss} of {crests} crests do not lie on their hills, or not along their tops"
            ),
        )
        .rule("PB-3.16"),
    };
    let first_hill = ground.map.hills.first().filter(|_| hills_moved && ground.elevation.is_some());
    if let Some(&hill) = first_hill.and_then(|hill| ground.spans.get(hill.id.as_str())) {
        finding = finding.at(hill, "the layer of this hill");
    }
    finding = match (first, finding.labels.is_empty()) {
        (Some(first), true) => finding.at(first, "the first of them"),
        (Some(first), false) => finding.also(first, "the first of these crests"),
        (None, _) => finding,
    };
    if way.is_some() {
        finding.severity = Severity::Error;
    }
    let finding =
        finding.help(format!("{which}; show hills and crests together in QGIS")).help(MOVE_BACK);
    Some(match way {
        Some(_) => finding,
        None => finding.help(
            "if each is a slip of its own, draw each crest along the highest ground of its hill",
        ),
    })
}

/// A mark that misses its partner altogether misses it by so much, in centimetres.
const MISSED: f64 = 3_000.0;
/// Hills differ from one another: the shorter way hardly counts.
const SPARED: f64 = 0.000_2;
/// So many places of a crest, or of a hill's outline, stand for all.
const PLACES: usize = 16;
/// A crest off its hill counts so much, and one on low ground the rest.
const OFF: f64 = 0.7;

/// Crests with their hills, one of the two layers moved.
struct Moved<'g> {
    heights: Heights<'g>,
    crests: Vec<Crest>,
}

/// Places along a crest and along the outline of its hill.
struct Crest {
    along: Vec<GroundPoint>,
    foot: Vec<GroundPoint>,
    hill: Vec<Outline>,
    /// How far the heights of its hill reach.
    low: f64,
    high: f64,
}

impl<'g> Moved<'g> {
    fn new(ground: &'g Ground, heights: Heights<'g>) -> Self {
        let hills: BTreeMap<&FeatureId, &Hill> =
            ground.map.hills.iter().map(|hill| (&hill.id, hill)).collect();
        let crests: Vec<&sandtable_pack::Crest> = ground.map.crests.iter().collect();
        let crests = some_of(&crests, ENOUGH).into_iter().filter_map(|crest| {
            let hill = *hills.get(&crest.hill)?;
            // The frame cuts a layer elsewhere when it was moved.
            let inside = |corner: &GroundPoint| edge_at(&ground.frame, *corner).is_none();
            let corners = crest.parts.iter().flat_map(|part| part.0.iter().copied());
            let corners: Vec<GroundPoint> = corners.filter(inside).collect();
            let outline = hill.parts.iter().flat_map(|part| part.exterior.iter().copied());
            let outline: Vec<GroundPoint> = outline.filter(inside).collect();
            let cells = hill.parts.iter().flat_map(|part| heights.inside(part));
            let levels: Vec<f64> = cells.map(|cell| heights.height(cell)).collect();
            (!corners.is_empty() && !outline.is_empty()).then_some(())?;
            Some(Crest {
                along: some_of(&corners, PLACES),
                foot: some_of(&outline, 4 * PLACES),
                hill: hill.parts.iter().map(Outline::new).collect(),
                low: levels.iter().copied().min_by(f64::total_cmp)?,
                high: levels.iter().copied().max_by(f64::total_cmp)?,
            })
        });
        Self { heights, crests: crests.collect() }
    }

    /// By how much the crests were moved: where they belong, they lie on their hills and run along
    /// the highest ground.
    fn crests(&self) -> Option<Way> {
        let way = shift(self.crests.len(), MISSED, SPARED, |number, way| {
            let crest = &self.crests[number];
            let below = crest.high - self.mean(crest.along.iter().map(|&place| way.from(place)));
            let low = (2.0 * below / (crest.high - crest.low).max(1.0)).clamp(0.0, 1.0);
            MISSED * (OFF * crest.off(way) + (1.0 - OFF) * low)
        });
        way.map(Way::back)
    }

    /// By how much the hills were moved: where they belong, they lie under their crests, and their
    /// outlines run level.
    fn hills(&self) -> Option<Way> {
        let spread = |crest: &Crest, way: Way| {
            let places = || crest.foot.iter().map(|&place| way.back().from(place));
            let mean = self.mean(places());
            let squares = places().map(|place| libm::pow(self.heights.between(place) - mean, 2.0));
            (squares.sum::<f64>() / crest.foot.len() as f64).sqrt()
        };
        let at_rest: Vec<f64> = self.crests.iter().map(|crest| spread(crest, Way::NONE)).collect();
        shift(self.crests.len(), MISSED, SPARED, |number, way| {
            let crest = &self.crests[number];
            let uneven = (spread(crest, way) / at_rest[number].max(1.0)).clamp(0.0, 1.0);
            MISSED * (OFF * crest.off(way) + (1.0 - OFF) * uneven)
        })
    }

    fn mean(&self, places: impl ExactSizeIterator<Item = GroundPoint>) -> f64 {
        let count = places.len().max(1) as f64;
        places.map(|place| self.heights.between(place)).sum::<f64>() / count
    }
}

impl Crest {
    /// How much of a crest lies off its hill when it is moved.
    fn off(&self, way: Way) -> f64 {
        let is_off = |place: &&GroundPoint| {
            let place = way.from(**place);
            !self.hill.iter().any(|outline| outline.is_near(place, 0) && outline.holds(place))
        };
        self.along.iter().filter(is_off).count() as f64 / self.along.len().max(1) as f64
    }
}

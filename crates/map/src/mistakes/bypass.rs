//! Lines read without a stray vertex. The removal may explain features that are now off the line.

use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use sandtable_pack::GroundPoint;
use sandtable_source::{Diagnostic, Span};

use crate::geometry::distance::{distance_between, distance_from_run};
use sandtable_authored::Reporter;

/// A stray vertex removed from a line, with the straight run that replaces its legs.
#[derive(Clone, Copy, Debug)]
pub struct Bypass {
    pub from: GroundPoint,
    pub to: GroundPoint,
}

impl Bypass {
    /// The assumed maximum distance between the run and the vertex's correct place, in centimetres.
    fn reach(self) -> f64 {
        3_000.0 + distance_between(self.from, self.to)
    }
}

/// The maximum number of crossings labelled in a diagnostic for a vertex.
const MAX_SHOWN_CROSSINGS: usize = 3;

/// A bypass and the index of its diagnostic, in a bounding box widened by its reach.
type BypassBox = GeomWithData<Rectangle<[i32; 2]>, (Bypass, usize)>;

/// All bypasses of a map in a spatial index, each with its diagnostic.
#[derive(Clone, Default)]
pub struct Bypasses {
    tree: RTree<BypassBox>,
    findings: Vec<Diagnostic>,
}

impl Bypasses {
    pub fn add(&mut self, bypass: Bypass, finding: Diagnostic) {
        let (Bypass { from, to }, reach) = (bypass, bypass.reach() as i32);
        let low = [from.x.min(to.x).saturating_sub(reach), from.y.min(to.y).saturating_sub(reach)];
        let high = [from.x.max(to.x).saturating_add(reach), from.y.max(to.y).saturating_add(reach)];
        let entry = (bypass, self.findings.len());
        self.tree.insert(GeomWithData::new(Rectangle::from_corners(low, high), entry));
        self.findings.push(finding);
    }

    /// Whether a removed vertex may explain why lines do not intersect here.
    pub fn may_explain(&self, at: GroundPoint) -> bool {
        self.index_of_explanation(at).is_some()
    }

    /// The index of the first removed vertex that may explain a place.
    fn index_of_explanation(&self, at: GroundPoint) -> Option<usize> {
        let near = self.tree.locate_all_at_point(&[at.x, at.y]).map(|entry| entry.data);
        let explains =
            |(it, _): &(Bypass, usize)| distance_from_run(at, it.from, it.to) <= it.reach();
        near.filter(explains).map(|(_, number)| number).min()
    }

    /// Reports the removed vertices, with the crossings omitted because of them.
    pub fn report(&mut self, reporter: &mut Reporter, omitted: &[(GroundPoint, Span)]) {
        let mut crossings = vec![Vec::new(); self.findings.len()];
        for &(at, span) in omitted {
            self.index_of_explanation(at)
                .into_iter()
                .for_each(|number| crossings[number].push(span));
        }
        for (finding, crossings) in std::mem::take(&mut self.findings).into_iter().zip(crossings) {
            let shown =
                crossings.iter().take(MAX_SHOWN_CROSSINGS).fold(finding, |finding, &span| {
                    finding
                        .also(span, "this crossing, probably on the removed vertex, is omitted too")
                });
            reporter.diagnostics.push(match crossings.len().saturating_sub(MAX_SHOWN_CROSSINGS) {
                0 => shown,
                more => {
                    shown.help(format!("{more} more crossings are omitted for the same reason"))
                }
            });
        }
    }
}

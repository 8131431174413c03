//! Lines that are read without a stray corner: what met them there misses them, and is explained by it.

use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use sandtable_pack::GroundPoint;
use sandtable_source::{Diagnostic, Span};

use crate::geometry::distance::{apart, apart_from_run};
use sandtable_authored::Reporter;

/// A line that is read without one of its corners: the straight run in place of its legs.
#[derive(Clone, Copy, Debug)]
pub struct Bypass {
    pub from: GroundPoint,
    pub to: GroundPoint,
}

impl Bypass {
    /// The corner was not farther off the run than this, in centimetres, before it was dragged away.
    fn reach(self) -> f64 {
        3_000.0 + apart(self.from, self.to)
    }
}

/// So many crossings are shown with a corner.
const SHOWN: usize = 3;

/// A bypass and the number of its finding, by the box about what it may explain.
type Boxed = GeomWithData<Rectangle<[i32; 2]>, (Bypass, usize)>;

/// All bypasses of a map, by the boxes about what they may explain; each has its finding.
#[derive(Clone, Default)]
pub struct Bypasses {
    tree: RTree<Boxed>,
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

    /// May what lies at a place have met a line at a corner that was left out of it?
    pub fn may_explain(&self, at: GroundPoint) -> bool {
        self.explaining(at).is_some()
    }

    /// The number of the first bypass that may explain it.
    fn explaining(&self, at: GroundPoint) -> Option<usize> {
        let near = self.tree.locate_all_at_point(&[at.x, at.y]).map(|entry| entry.data);
        let explains = |(it, _): &(Bypass, usize)| apart_from_run(at, it.from, it.to) <= it.reach();
        near.filter(explains).map(|(_, number)| number).min()
    }

    /// Reports the corners, with the crossings that are left out because of them.
    pub fn report(&mut self, reporter: &mut Reporter, left_out: &[(GroundPoint, Span)]) {
        let mut crossings = vec![Vec::new(); self.findings.len()];
        for &(at, span) in left_out {
            self.explaining(at).into_iter().for_each(|number| crossings[number].push(span));
        }
        for (finding, crossings) in std::mem::take(&mut self.findings).into_iter().zip(crossings) {
            let shown = crossings.iter().take(SHOWN).fold(finding, |finding, &span| {
                finding.also(
                    span,
                    "it met the line there, it seems: this crossing is left out with the corner",
                )
            });
            reporter.diagnostics.push(match crossings.len().saturating_sub(SHOWN) {
                0 => shown,
                more => shown.help(format!("{more} more crossings are left out with it")),
            });
        }
    }
}

//! One corner of a line that lies far off to the side, as a slip of the mouse leaves it. Roads and
//! streams that turn back sharply have corners all along; this one has none on its way out and back.

use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use sandtable_pack::GroundPoint;
use sandtable_source::{Diagnostic, Span};

use super::far_vertex::MOST;
use crate::geometry::distance::{apart, apart_from_run};
use sandtable_authored::Reporter;

/// A line that is read without one of its corners: the straight run in place of its legs.
#[derive(Clone, Copy, Debug)]
pub struct Bypass {
    pub from: GroundPoint,
    pub to: GroundPoint,
}

/// The box about what a bypass may explain, and the number of what is to be said of it.
type Boxed = GeomWithData<Rectangle<[i32; 2]>, (Bypass, usize)>;

/// All such runs of a map, each with what is to be said of it.
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
        self.nearest(at).is_some()
    }

    /// The number of the nearest one that may explain it.
    fn nearest(&self, at: GroundPoint) -> Option<usize> {
        let near = self.tree.locate_all_at_point(&[at.x, at.y]).map(|entry| entry.data);
        let near = near.map(|(bypass, number)| {
            let off = apart_from_run(at, bypass.from, bypass.to);
            (off, off <= bypass.reach(), number)
        });
        let near = near.filter(|(_, is_within, _)| *is_within);
        near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2))).map(|(.., number)| number)
    }

    /// Reports the corners, with the crossings that are left out because of them.
    pub fn report(&mut self, reporter: &mut Reporter, left_out: &[(GroundPoint, Span)]) {
        let mut told = vec![0; self.findings.len()];
        for &(at, span) in left_out {
            let Some(number) = self.nearest(at) else { continue };
            told[number] += 1;
            if told[number] <= SHOWN {
                let finding = &mut self.findings[number];
                *finding = finding.clone().also(
                    span,
                    "it met the line there, it seems: this crossing is left out with the corner",
                );
            }
        }
        for (finding, told) in std::mem::take(&mut self.findings).into_iter().zip(told) {
            reporter.diagnostics.push(match told.saturating_sub(SHOWN) {
                0 => finding,
                more => finding.help(format!("{more} more crossings are left out with it")),
            });
        }
    }
}

/// So many crossings are shown with a corner.
const SHOWN: usize = 3;

impl Bypass {
    /// The corner was not farther off the run than this, in centimetres, before it was dragged away.
    fn reach(self) -> f64 {
        3_000.0 + apart(self.from, self.to)
    }
}

/// The legs to the corner stand at most so far apart: the cosine of 40 degrees.
const SHARP: f64 = 0.766;
/// Each leg is at least so many times as long as most other segments of the line.
const LONG: f64 = 2.0;
/// And at least so long, in centimetres: what is shorter, nobody sees.
const VISIBLE: f64 = 3_000.0;
/// A line of fewer other segments tells nothing.
const FEWEST: usize = 2;

/// Between the corners before and after it the line would go on in steps as usual: they lie apart at
/// most so many of these.
const STEPS: f64 = 4.0;
/// The segments before and after the legs are at most so long, measured by the shorter leg: in a
/// zigzag leg follows upon leg.
const BESIDE: f64 = 0.5;

/// The first corner of a line that lies off to the side, of those that may be asked.
pub fn stray_corner(line: &[GroundPoint], is_asked: impl Fn(usize) -> bool) -> Option<usize> {
    let legs: Vec<f64> = line.windows(2).map(|pair| apart(pair[0], pair[1])).collect();
    let mut sorted = legs.clone();
    sorted.sort_by(f64::total_cmp);
    (1..line.len().saturating_sub(1)).find(|&corner| {
        let (out, back) = (legs[corner - 1], legs[corner]);
        let straight = apart(line[corner - 1], line[corner + 1]);
        let cosine = (out * out + back * back - straight * straight) / (2.0 * out * back);
        let beside = [corner.checked_sub(2), Some(corner + 1)];
        let mut beside = beside.into_iter().flatten().filter_map(|leg| legs.get(leg));
        let far =
            |usual: f64| out.min(back) >= VISIBLE.max(LONG * usual) && straight <= STEPS * usual;
        cosine >= SHARP
            && beside.all(|leg| *leg <= BESIDE * out.min(back))
            && usual(&sorted, [out, back]).is_some_and(far)
            && is_asked(corner)
    })
}

/// How long most segments of a line are, two that are given left out.
fn usual(sorted: &[f64], legs: [f64; 2]) -> Option<f64> {
    let mut places = legs.map(|leg| sorted.partition_point(|other| *other < leg));
    places.sort_unstable();
    let others = sorted.len().checked_sub(2).filter(|others| *others >= FEWEST)?;
    // Equal legs have one place; the segment after it is the other one.
    let [first, second] = [places[0], places[1].max(places[0] + 1)];
    let rank = ((others - 1) as f64 * MOST) as usize;
    let rank = rank + usize::from(rank >= first);
    sorted.get(rank + usize::from(rank >= second)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(points: &[[i32; 2]]) -> Option<usize> {
        let metres = |&[x, y]: &[i32; 2]| GroundPoint::from_metres(x, y);
        stray_corner(&points.iter().map(metres).collect::<Vec<_>>(), |_| true)
    }

    #[test]
    fn a_corner_dragged_aside_is_found() {
        let road = [[0, 0], [100, 10], [200, 0], [300, 5], [400, 0], [500, 0]];
        assert_eq!(found(&road), None);
        let mut dragged = road;
        dragged[3] = [300, 900];
        assert_eq!(found(&dragged), Some(3));
        dragged[3] = [1_300, 5];
        assert_eq!(found(&dragged), Some(3));
        // A bend that a road may have.
        dragged[3] = [300, 100];
        assert_eq!(found(&dragged), None);
    }

    #[test]
    fn only_corners_that_may_be_asked_are_found() {
        let mut twice: Vec<[i32; 2]> = (0..12).map(|step| [100 * step, 0]).collect();
        (twice[2], twice[6]) = ([200, 900], [600, 900]);
        let metres = |[x, y]: [i32; 2]| GroundPoint::from_metres(x, y);
        let line: Vec<_> = twice.into_iter().map(metres).collect();
        assert_eq!(stray_corner(&line, |_| true), Some(2));
        assert_eq!(stray_corner(&line, |corner| corner != 2), Some(6));
    }

    #[test]
    fn hairpins_are_not() {
        // Sharp corners one after another, all legs alike.
        let serpentine = [[0, 0], [300, 20], [0, 40], [300, 60], [0, 80], [300, 100]];
        assert_eq!(found(&serpentine), None);
        // Long straight legs with a rounded bend between them.
        let bend = [[0, 0], [400, 0], [420, 10], [425, 20], [420, 30], [400, 40], [0, 40]];
        assert_eq!(found(&bend), None);
        // A spur out and back with corners on its way.
        let spur = [[0, 0], [100, 0], [200, 0], [210, 150], [220, 300], [225, 150], [230, 0]];
        assert_eq!(found(&spur), None);
        assert_eq!(found(&[[0, 0], [400, 0], [0, 40]]), None);
        // Short steps, and three long legs of a switchback among them.
        let mut switchback: Vec<[i32; 2]> = (0..12).map(|step| [25 * step, 0]).collect();
        switchback.extend([[390, 30], [270, 55], [395, 80]]);
        switchback.extend((1..12).map(|step| [395 + 25 * step, 80]));
        assert_eq!(found(&switchback), None);
    }
}

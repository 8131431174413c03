//! Roads, railroads and watercourses with parts that are far apart: probably two features merged
//! into one. Woods and other areas may have separate parts.

use std::cell::OnceCell;

use rstar::primitives::Line;
use rstar::{PointDistance, RTree};
use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::measure::{length, near};
use crate::checks::roads::network::Pieces;
use crate::checks::water::waters::Waters;
use crate::geometry::distance::distance_between;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The minimum distance between separate features, in centimetres; a shorter distance is a gap in a
/// line.
const MIN_SEPARATION: f64 = 30_000.0;
/// The maximum number of parts of merged features; more parts probably result from a deliberate
/// dissolve.
const MAX_MERGED_PARTS: usize = 4;

/// Reports features that are probably two merged ones.
pub fn check(reporter: &mut Reporter, ground: &Ground, waters: &Waters<'_>) {
    let roads = ground.map.roads.iter().map(|road| (&road.id, &road.parts, "roads"));
    let courses = ground.map.watercourses.iter();
    let courses = courses.map(|water| (&water.id, &water.parts, "watercourses"));
    let railroads = ground.scenery.railroads.iter();
    let railroads = railroads.map(|railroad| (&railroad.id, &railroad.parts, "railroads"));
    for (id, parts, what) in roads.chain(courses).chain(railroads) {
        if (2..=MAX_MERGED_PARTS).contains(&parts.len())
            && let Some(found) = far_part(parts, waters)
        {
            report(reporter, ground, id, parts, found, what);
        }
    }
}

/// A part far from the first parts, and its distance.
#[derive(Clone, Copy)]
struct FarPart {
    number: usize,
    gap: f64,
}

fn far_part(parts: &[Polyline], waters: &Waters<'_>) -> Option<FarPart> {
    let mut pieces = Pieces::new(parts.len());
    // A line may continue beyond the frame or through a lake.
    let goes_on = |part: &Polyline| {
        let ends = [part.0.first(), part.0.last()];
        ends.into_iter().flatten().any(|&end| waters.is_at_edge(end) || waters.is_wet(end))
    };
    let mut open = (0..parts.len()).filter(|&number| goes_on(&parts[number]));
    if let Some(first) = open.next() {
        open.for_each(|number| pieces.join(first, number));
    }
    let mut far: Vec<(usize, usize, f64)> = Vec::new();
    let trees: Vec<OnceCell<Tree>> = parts.iter().map(|_| OnceCell::new()).collect();
    let tree = |number: usize| trees[number].get_or_init(|| tree(&parts[number].0));
    for one in 0..parts.len() {
        for other in one + 1..parts.len() {
            if pieces.of(one) == pieces.of(other) {
                continue;
            }
            let [first, second] = [one, other].map(|number| parts[number].0.as_slice());
            let gap = match have_near_ends(first, second) {
                true => None,
                false => gap(first, tree(other))
                    .and_then(|gap_there| Some(gap_there.min(gap(second, tree(one))?))),
            };
            match gap {
                Some(gap) => far.push((one, other, gap)),
                None => pieces.join(one, other),
            }
        }
    }
    let first = pieces.of(0);
    let number = (1..parts.len()).find(|&part| pieces.of(part) != first)?;
    let piece = pieces.of(number);
    let gaps = far.iter().filter(|(one, other, _)| {
        let (one, other) = (pieces.of(*one), pieces.of(*other));
        one != other && (one == piece || other == piece)
    });
    let gap = gaps.map(|(.., gap)| *gap).min_by(f64::total_cmp)?;
    Some(FarPart { number, gap })
}

/// An R-tree of the runs of a part.
type Tree = RTree<Line<[f64; 2]>>;

fn tree(line: &[GroundPoint]) -> Tree {
    let runs = line.windows(2).map(|pair| Line::new(as_floats(pair[0]), as_floats(pair[1])));
    RTree::bulk_load(runs.collect())
}

fn as_floats(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

/// Whether an end of one line is near an end of the other.
fn have_near_ends(one: &[GroundPoint], other: &[GroundPoint]) -> bool {
    let ends = |line: &[GroundPoint]| [line[0], line[line.len() - 1]];
    ends(one)
        .iter()
        .any(|&from| ends(other).iter().any(|&to| distance_between(from, to) <= MIN_SEPARATION))
}

/// The minimum distance from a vertex of one line to another line, if the lines are far apart.
fn gap(line: &[GroundPoint], other: &Tree) -> Option<f64> {
    let mut least = f64::INFINITY;
    for &corner in line {
        let nearest = other.nearest_neighbor(&as_floats(corner))?;
        least = least.min(nearest.distance_2(&as_floats(corner)));
        if least <= MIN_SEPARATION * MIN_SEPARATION {
            return None;
        }
    }
    Some(least.sqrt())
}

fn report(
    reporter: &mut Reporter,
    ground: &Ground,
    id: &FeatureId,
    parts: &[Polyline],
    FarPart { number, gap }: FarPart,
    what: &str,
) {
    let Some(&span) = ground.spans.get(id.as_str()) else { return };
    let (first, far) = (parts[0].0[0], parts[number].0[0]);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::PARTS_FAR_APART,
            message!("parts of `{id}` are {} apart", length(gap)),
        )
        .at(
            span,
            format!(
                "one begins {}, another {}: probably two {what} merged into one",
                near(ground, first),
                near(ground, far)
            ),
        )
        .help("split it: in QGIS, select it, Vector › Geometry Tools › Multipart to Singleparts; then give one of the two a new id and name")
        .help(format!("if it is one feature, draw the missing section, or allow this warning at `{id}`")),
    );
}

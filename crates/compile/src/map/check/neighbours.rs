//! Which polygons lie near each other.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use sandtable_pack::Polygon;

use super::bounds::Bounds;
use super::shared_ground::Outline;

/// A part of a feature.
#[derive(Clone, Copy)]
pub(super) struct Member<'g> {
    /// Which feature it belongs to.
    pub(super) feature: usize,
    pub(super) polygon: &'g Polygon,
}

/// Pairs of members of different features whose boxes come within `reach` centimetres of each
/// other, in order, if their features matter to each other.
pub(super) fn pairs(
    members: &[Member<'_>],
    reach: i32,
    matters: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let boxes: Vec<Bounds> =
        members.iter().map(|member| Bounds::about(std::slice::from_ref(member.polygon))).collect();
    let entries = boxes.iter().enumerate().map(|(number, Bounds { low, high })| {
        GeomWithData::new(Rectangle::from_corners([low.x, low.y], [high.x, high.y]), number)
    });
    let tree = RTree::bulk_load(entries.collect());
    let mut found = Vec::new();
    for (one, Bounds { low, high }) in boxes.iter().enumerate() {
        let about = AABB::from_corners(
            [low.x.saturating_sub(reach), low.y.saturating_sub(reach)],
            [high.x.saturating_add(reach), high.y.saturating_add(reach)],
        );
        let others = tree.locate_in_envelope_intersecting(&about).map(|entry| entry.data);
        found.extend(others.filter(|&other| other > one).map(|other| (one, other)).filter(
            |&(one, other)| {
                let (one, other) = (members[one].feature, members[other].feature);
                one != other && matters(one, other)
            },
        ));
    }
    found.sort_unstable();
    found
}

/// The outlines of those members that are in a pair.
pub(super) fn outlines(members: &[Member<'_>], pairs: &[(usize, usize)]) -> Vec<Option<Outline>> {
    let mut outlines: Vec<Option<Outline>> = members.iter().map(|_| None).collect();
    for number in pairs.iter().flat_map(|&(one, other)| [one, other]) {
        if outlines[number].is_none() {
            outlines[number] = Some(Outline::new(members[number].polygon));
        }
    }
    outlines
}

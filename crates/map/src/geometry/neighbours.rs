//! Which polygons lie near each other.

use sandtable_pack::Polygon;

use super::bounds::{Bounds, Boxes};
use super::shared_ground::Outline;

/// A part of a feature.
#[derive(Clone, Copy)]
pub struct Member<'g> {
    /// Which feature it belongs to.
    pub feature: usize,
    pub polygon: &'g Polygon,
}

/// A member is compared with so many others at least; with more of them, when these have few.
const MOST: u32 = 32;

/// Pairs of members of different features whose boxes come within `reach` centimetres of each
/// other, in order, if their features matter to each other. Of outlines that all lie on one heap not
/// every pair is found.
pub fn pairs(
    members: &[Member<'_>],
    reach: i32,
    matters: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let about = |member: &Member<'_>| Bounds::about(std::slice::from_ref(member.polygon));
    let boxes = Boxes::of(members.iter().map(about).collect());
    let mut found = Vec::new();
    let mut asked = vec![0_u32; members.len()];
    for one in 0..members.len() {
        let others = boxes.about(one, reach).filter(|&other| other > one);
        for other in others {
            let features = [members[one].feature, members[other].feature];
            let is_asked = asked[one].min(asked[other]) < MOST;
            if is_asked && features[0] != features[1] && matters(features[0], features[1]) {
                asked[one] += 1;
                asked[other] += 1;
                found.push((one, other));
            }
        }
    }
    found.sort_unstable();
    found
}

/// The outlines of those members that are in a pair.
pub fn outlines(members: &[Member<'_>], pairs: &[(usize, usize)]) -> Vec<Option<Outline>> {
    let mut outlines: Vec<Option<Outline>> = members.iter().map(|_| None).collect();
    for number in pairs.iter().flat_map(|&(one, other)| [one, other]) {
        if outlines[number].is_none() {
            outlines[number] = Some(Outline::new(members[number].polygon));
        }
    }
    outlines
}

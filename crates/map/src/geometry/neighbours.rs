//! Finds polygons near each other.

use sandtable_pack::Polygon;

use super::bounds::{Bounds, Boxes};
use super::shared_ground::Outline;

/// A part of a feature, compared with parts of others.
#[derive(Clone, Copy)]
pub struct Member<'g> {
    /// The index of the feature.
    pub feature: usize,
    pub polygon: &'g Polygon,
}

/// The number of compared neighbours at which a member is compared only with members that have
/// fewer.
const MAX_COMPARED_NEIGHBOURS: u32 = 32;

/// The sorted pairs of members within `reach` centimetres of each other whose different features
/// `matters` accepts. Omits some pairs where very many outlines overlap.
pub fn pairs(
    members: &[Member<'_>],
    reach: i32,
    matters: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let about = |member: &Member<'_>| Bounds::around(std::slice::from_ref(member.polygon));
    let boxes = Boxes::of(members.iter().map(about).collect());
    let mut found = Vec::new();
    let mut asked = vec![0_u32; members.len()];
    for one in 0..members.len() {
        let others = boxes.near(one, reach).filter(|&other| other > one);
        for other in others {
            let features = [members[one].feature, members[other].feature];
            let is_asked = asked[one].min(asked[other]) < MAX_COMPARED_NEIGHBOURS;
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

/// The outlines of members that are in a pair.
pub fn outlines(members: &[Member<'_>], pairs: &[(usize, usize)]) -> Vec<Option<Outline>> {
    let mut outlines: Vec<Option<Outline>> = members.iter().map(|_| None).collect();
    for number in pairs.iter().flat_map(|&(one, other)| [one, other]) {
        if outlines[number].is_none() {
            outlines[number] = Some(Outline::new(members[number].polygon));
        }
    }
    outlines
}

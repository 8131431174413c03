//! The terrain as the engine reads it, drawn as a proof for comparison with the map.

use sandtable_pack::{GroundPoint, GroundVector};

use crate::lines::Lines;
use crate::region::Region;
use crate::terrain::Terrain;

/// A kind of terrain that covers an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundKind {
    /// Woods (PB-34.1).
    Woods,
    /// Buildings (PB-34.2).
    Buildings,
    /// Hills at this level or above (PB-34.3); levels start at 1.
    Level(u8),
    /// The surface of rivers (PB-34.5).
    River,
    /// Marsh (PB-34.6).
    Marsh,
    /// Impassable ground (PB-34.9).
    Impassable,
}

/// A kind of line that moves or sight may cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The edges of hills and of their higher levels.
    Slope,
    /// Crests (PB-16.3).
    Crest,
    /// Streams (PB-34.4).
    Stream,
    /// The centre lines of rivers.
    River,
}

impl Terrain {
    /// The highest level of hills; 0 if there are none.
    pub fn highest_level(&self) -> u8 {
        self.levels.len() as u8
    }

    /// The stretches of a straight line on one kind of terrain, in order. Uses the same data as
    /// sight and majority, to the centimetre.
    pub fn stretches_on(
        &self,
        kind: GroundKind,
        from: GroundPoint,
        to: GroundPoint,
    ) -> Vec<[GroundPoint; 2]> {
        let Some(region) = self.region(kind) else { return Vec::new() };
        let way = to - from;
        let at = |share: f64| {
            let along = |v: i32| (f64::from(v) * share).round() as i32;
            from + GroundVector::new(along(way.x), along(way.y))
        };
        let found = region.stretches(from, to);
        found.iter().map(|stretch| [at(stretch.0), at(stretch.1)]).collect()
    }

    /// All kinds of terrain at a point; hills appear only with their highest level. Empty on open
    /// ground at level 0.
    pub fn kinds_at(&self, place: GroundPoint) -> Vec<GroundKind> {
        let level = self.level_at(place);
        let mut kinds = vec![
            GroundKind::Woods,
            GroundKind::Buildings,
            GroundKind::River,
            GroundKind::Marsh,
            GroundKind::Impassable,
        ];
        kinds.retain(|kind| self.region(*kind).is_some_and(|region| region.holds(place)));
        kinds.extend((level > 0).then_some(GroundKind::Level(level)));
        kinds
    }

    /// The segments of all lines of a kind, with levels for slopes and crests.
    pub fn lines_of(&self, kind: LineKind) -> impl Iterator<Item = ([GroundPoint; 2], u8)> + '_ {
        let lines: &Lines = match kind {
            LineKind::Slope => &self.slopes,
            LineKind::Crest => &self.crests,
            LineKind::Stream => &self.streams,
            LineKind::River => &self.rivers,
        };
        lines.pieces().iter().map(move |piece| {
            let level = match kind {
                LineKind::Slope | LineKind::Crest => piece.mark as u8,
                LineKind::Stream | LineKind::River => 0,
            };
            ([piece.from, piece.to], level)
        })
    }

    /// The bridges and fords over rivers (PB-6.11).
    pub fn passages(&self) -> impl Iterator<Item = GroundPoint> + '_ {
        self.crossings.iter().map(|crossing| crossing.at)
    }

    fn region(&self, kind: GroundKind) -> Option<&Region> {
        match kind {
            GroundKind::Woods => Some(&self.woods),
            GroundKind::Buildings => Some(&self.buildings),
            GroundKind::Level(level) => self.levels.get(usize::from(level).checked_sub(1)?),
            GroundKind::River => Some(&self.river),
            GroundKind::Marsh => Some(&self.marsh),
            GroundKind::Impassable => Some(&self.impassable),
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Area, Hill, Polygon, sample};

    use super::*;

    #[test]
    fn proof_matches_map() {
        let at = GroundPoint::from_metres;
        let square = |left: i32, right: i32| Polygon {
            exterior: vec![at(left, 1_000), at(right, 1_000), at(right, 2_000), at(left, 2_000)],
            holes: Vec::new(),
        };
        let mut map = sample::parts().map;
        // The engine merges overlapping woods.
        map.woods = [(1_000, 2_000), (1_500, 2_500)]
            .map(|(left, right)| Area {
                id: sample::id(&format!("wood-{left}")),
                parts: vec![square(left, right)],
            })
            .to_vec();
        map.hills =
            vec![Hill { id: sample::id("hill"), level: 1, parts: vec![square(3_000, 3_500)] }];
        let terrain = Terrain::new(&map);
        let (from, to) = (at(0, 1_500), at(6_000, 1_500));
        let read = |kind| terrain.stretches_on(kind, from, to);
        assert_eq!(read(GroundKind::Woods), [[at(1_000, 1_500), at(2_500, 1_500)]]);
        assert_eq!(read(GroundKind::Level(1)), [[at(3_000, 1_500), at(3_500, 1_500)]]);
        assert!(read(GroundKind::Level(2)).is_empty() && read(GroundKind::Level(0)).is_empty());
        assert_eq!(terrain.highest_level(), 1);
        assert_eq!(terrain.lines_of(LineKind::Slope).count(), 4);
        assert!(terrain.lines_of(LineKind::Slope).all(|(_, level)| level == 1));
        assert_eq!(terrain.kinds_at(at(1_200, 1_500)), [GroundKind::Woods]);
        assert_eq!(terrain.kinds_at(at(3_200, 1_500)), [GroundKind::Level(1)]);
        assert!(terrain.kinds_at(at(2_700, 1_500)).is_empty());
        assert!(terrain.kinds_at(at(-50, 1_500)).is_empty(), "no terrain outside the frame");
    }
}

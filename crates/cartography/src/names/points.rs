//! Names of places, crossings and farms: next to their point, in smaller type, or at a distance with
//! a leader line.

use std::rc::Rc;

use sandtable_sheet::{Lettering, MIN_POINTS, Point, Rect, shape};

use super::place::village;
use super::placer::Candidate;
use super::{LIMIT, Namer};
use crate::occupancy::Occupancy;

/// The maximum length of the leader line of a town or village, and of a detail, in millimetres.
pub(super) const PLACE_REACH: f64 = 25.0;
const DETAIL_REACH: f64 = 12.0;
/// The minimum length of a leader line in millimetres.
const LEAST_LEADER: f64 = 3.0;
/// The sizes in which a name is tried, relative to its usual size.
const SIZES: [f64; 3] = [1.0, 0.88, 0.76];

/// The name of a point.
pub(super) struct PointName<'n> {
    /// The name in messages.
    pub(super) name: &'n str,
    /// The name as printed.
    pub(super) text: &'n str,
    pub(super) lettering: Lettering,
    pub(super) at: Point,
    /// The maximum length of a leader line in millimetres; 0 for none.
    pub(super) reach: f64,
    /// The maximum cost per character.
    pub(super) limit: f64,
}

impl<'n> PointName<'n> {
    /// A name without a leader line.
    pub(super) fn new(name: &'n str, lettering: Lettering, at: Point, limit: f64) -> Self {
        Self { name, text: name, lettering, at, reach: 0.0, limit }
    }
}

impl Namer<'_> {
    /// Sets a name in its usual size, in smaller sizes, or at a distance with a leader line. If
    /// nothing fits, the name is omitted.
    pub(super) fn offer_at(
        &mut self,
        name: &PointName<'_>,
        candidates: impl Fn(&Self, Lettering) -> Vec<Candidate>,
    ) {
        let usual = name.lettering;
        let mut sizes =
            SIZES.map(|size| (usual.points * size).max(MIN_POINTS.min(usual.points))).to_vec();
        sizes.dedup();
        let is_set = sizes.iter().any(|points| {
            let candidates = candidates(self, usual.with_points(*points));
            self.placer.place(&candidates, name.limit)
        });
        if is_set {
            self.mark_done(name.name);
        } else {
            let led = self.candidates_with_leader(name, usual.with_points(sizes[sizes.len() - 1]));
            // A name at a distance needs ground that is nearly empty.
            self.offer(name.name, &led, LIMIT * 0.6);
        }
    }

    /// Returns horizontal candidates around a point, each with a leader line, at a higher cost
    /// further away.
    fn candidates_with_leader(&self, name: &PointName<'_>, lettering: Lettering) -> Vec<Candidate> {
        const WAYS: u32 = 24;
        const STEP: f64 = 1.5;
        let text = Rc::new(shape(name.text, lettering));
        let (width, height) = (text.width(), lettering.cap_height());
        let start = self.gap(name.at, 0.6);
        let lengths = ((name.reach - LEAST_LEADER) / STEP + 1.0).max(0.0) as u32;
        let mut candidates = Vec::new();
        for length in (0..lengths).map(|step| LEAST_LEADER + f64::from(step) * STEP) {
            for way in 0..WAYS {
                let turn = f64::from(way) / f64::from(WAYS) * std::f64::consts::TAU;
                let (across, down) = (libm::cos(turn), libm::sin(turn));
                let on_line = |way: f64| name.at.translate(across * way, down * way);
                // The line ends at the edge of the text.
                let half = (width / 2.0 / across.abs()).min(height / 2.0 / down.abs());
                let middle = on_line(start + length + 0.5 + half);
                let corner = middle.translate(-width / 2.0, height / 2.0);
                let penalty = 0.4 + length * 0.03;
                candidates.push(Candidate {
                    leader: Some([on_line(start), on_line(start + length)]),
                    ..self.level(&text, corner, penalty)
                });
            }
        }
        candidates
    }

    pub(super) fn places(&mut self, rank: u8, lettering: Lettering) {
        let places = self.pack.scenery().places.iter();
        let places: Vec<_> = places.filter(|p| p.rank == rank).cloned().collect();
        let hills = self.relief_names();
        for place in places {
            let Some(name) = self.name(&place.id) else { continue };
            let at = self.frame.place(place.at);
            let village = village(at, &self.blocks, 12.0);
            // A hamlet's name is next to its houses, even if its hill has the same name.
            let is_hamlet = village.is_some() && hills.contains(&name);
            if self.is_done(&name) && !(is_hamlet && self.only.is_none()) {
                continue;
            }
            let of_place = PointName {
                reach: if rank < 3 { PLACE_REACH } else { DETAIL_REACH },
                ..PointName::new(&name, lettering, at, LIMIT * 1.4)
            };
            self.offer_at(&of_place, |namer, lettering| {
                let mut candidates = match village {
                    Some(village) => namer.candidates_around_village(&name, lettering, village),
                    None => namer.candidates_around(&name, lettering, at, namer.gap(at, 0.5)),
                };
                for mut candidate in namer.candidates_near(&name, lettering, at, 9.0, 0.9, 0.06) {
                    candidate.penalty += 0.35;
                    candidates.push(candidate);
                }
                for candidate in &mut candidates {
                    candidate.on = Occupancy::SPOT;
                }
                candidates
            });
        }
    }

    /// Sets the names of bridges and fords, next to the parapets or dots.
    pub(super) fn crossings(&mut self) {
        let pack = self.pack;
        for crossing in &pack.map().crossings {
            let Some(name) = self.name(&crossing.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            let at = self.frame.place(crossing.at);
            let lettering = self.style.names.detail.into();
            let of_crossing = PointName::new(&name, lettering, at, LIMIT * 1.3);
            self.offer_at(&of_crossing, |namer, lettering| {
                let around = |(gap, dearer)| {
                    let mut found = namer.candidates_around(&name, lettering, at, gap);
                    found.iter_mut().for_each(|candidate| candidate.penalty += dearer);
                    found
                };
                [(1.5, 0.0), (2.7, 0.3), (4.0, 0.6)].into_iter().flat_map(around).collect()
            });
        }
    }

    pub(super) fn farms(&mut self) {
        let farms = self.pack.scenery().farms.clone();
        for farm in farms {
            let Some(name) = self.name(&farm.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            // The barn is to the right of the house.
            let middle = self.frame.place(farm.at).translate(0.3, 0.0);
            let gap = self.gap(middle, 1.35);
            let of_farm = PointName::new(&name, self.style.names.farm.into(), middle, LIMIT * 1.9);
            self.offer_at(&of_farm, |namer, lettering| {
                namer.candidates_around(&name, lettering, middle, gap)
            });
        }
    }

    /// Returns candidates around a point: right, left, above, below, then the corners.
    pub(super) fn candidates_around(
        &self,
        name: &str,
        lettering: Lettering,
        at: Point,
        gap: f64,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
        let (width, size) = (text.width(), lettering.size());
        let (middle, above, below) = (size * 0.23, -gap * 0.8, gap * 0.8 + size * 0.6);
        let places = [
            (gap, middle, 0.0),
            (-gap - width, middle, 0.12),
            (-width / 2.0, above - size * 0.05, 0.18),
            (-width / 2.0, below, 0.2),
            (gap * 0.7, above, 0.1),
            (gap * 0.7, below, 0.14),
            (-gap * 0.7 - width, above, 0.22),
            (-gap * 0.7 - width, below, 0.24),
            (-width * 0.25, above - size * 0.05, 0.24),
            (-width * 0.75, above - size * 0.05, 0.26),
            (-width * 0.25, below, 0.26),
            (-width * 0.75, below, 0.28),
            (gap + 1.2, middle, 0.4),
            (-gap - width - 1.2, middle, 0.5),
            (-width / 2.0, above - 1.2, 0.5),
            (-width / 2.0, below + 1.2, 0.5),
        ];
        places
            .into_iter()
            .map(|(dx, dy, penalty)| self.level(&text, at.translate(dx, dy), penalty))
            .chain(self.two_line_candidates(name, lettering, at, gap))
            .collect()
    }

    /// Returns candidates around all the houses of a village: on all four sides, along their edges.
    pub(super) fn candidates_around_village(
        &self,
        name: &str,
        lettering: Lettering,
        village: Rect,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
        let (width, size, gap) = (text.width(), lettering.size(), 0.9);
        let (middle, base) = (village.centre(), size * 0.23);
        let mut places = Vec::new();
        for (share, penalty) in [(0.0, 0.0), (-0.3, 0.08), (0.3, 0.08)] {
            let y = middle.y + base + share * village.height();
            places.push((Point::new(village.right + gap, y), penalty));
            places.push((Point::new(village.left - gap - width, y), 0.12 + penalty));
            let x = middle.x - width / 2.0 + share * village.width();
            places.push((Point::new(x, village.top - gap), 0.18 + penalty));
            places.push((Point::new(x, village.bottom + gap + size * 0.6), 0.2 + penalty));
        }
        places.into_iter().map(|(at, penalty)| self.level(&text, at, penalty)).collect()
    }

    /// Returns candidates centred on a grid around a point, at a higher cost further away.
    pub(super) fn candidates_near(
        &self,
        name: &str,
        lettering: Lettering,
        at: Point,
        reach: f64,
        step: f64,
        cost: f64,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
        let drop = lettering.size() * 0.25;
        let steps = (reach / step) as i32;
        let mut candidates = Vec::new();
        for row in -steps..=steps {
            for column in -steps..=steps {
                let (dx, dy) = (f64::from(column) * step, f64::from(row) * step);
                let distance = (dx * dx + dy * dy).sqrt();
                if distance <= reach {
                    let start = at.translate(dx, dy + drop).translate(-text.width() / 2.0, 0.0);
                    candidates.push(self.level(&text, start, distance * cost));
                }
            }
        }
        candidates
    }
}

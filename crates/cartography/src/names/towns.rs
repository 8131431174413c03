//! Names of towns: next to their nearest houses, where no road crosses the name, preferably to the
//! right.

use std::rc::Rc;

use sandtable_sheet::{Lettering, Point, Rect, shape};

use super::Namer;
use super::place::village;
use super::placer::Candidate;
use super::points::{PLACE_REACH, PointName};

/// The maximum distance of a town's name from its houses, in millimetres.
const TOWN_REACH: f64 = 14.0;

impl Namer<'_> {
    pub(crate) fn towns(&mut self) {
        let places = self.pack.scenery().places.iter();
        let towns: Vec<_> = places.filter(|p| p.rank == 1).cloned().collect();
        for town in towns {
            let Some(name) = self.name(&town.id) else { continue };
            let capitals = name.to_uppercase();
            let (at, lettering) =
                (self.frame.place(town.at), Lettering::from(self.style.names.town));
            if self.is_done(&name) {
                continue;
            }
            let of_town = PointName {
                text: &capitals,
                reach: PLACE_REACH,
                ..PointName::new(&name, lettering, at, 5.0)
            };
            self.offer_at(&of_town, |namer, lettering| {
                let spaced = |(spacing, dearer): (f64, f64)| {
                    let lettering = lettering.with_spacing(lettering.spacing * spacing);
                    let mut found = match village(at, &namer.blocks, 30.0) {
                        Some(houses) => namer.candidates_around_town(&capitals, lettering, houses),
                        None => namer.candidates_near(&capitals, lettering, at, 20.0, 1.7, 0.1),
                    };
                    found.iter_mut().for_each(|candidate| candidate.penalty += dearer);
                    found
                };
                // Tighter letter-spacing for towns where the wide setting does not fit.
                [(1.0, 0.0), (0.5, 0.06)].into_iter().flat_map(spaced).collect()
            });
        }
    }

    /// Returns horizontal candidates around a town's houses, at a higher cost further from them and
    /// from the middle of a side.
    fn candidates_around_town(
        &self,
        name: &str,
        lettering: Lettering,
        town: Rect,
    ) -> Vec<Candidate> {
        const STEP: f64 = 1.5;
        let text = Rc::new(shape(name, lettering));
        let (width, height) = (text.width(), lettering.cap_height());
        let around = Rect::new(
            town.left - width - TOWN_REACH,
            town.top - TOWN_REACH,
            town.right + TOWN_REACH,
            town.bottom + height + TOWN_REACH,
        );
        let steps = |length: f64| 0..=(length / STEP) as usize;
        // The text must be near a house: the corners of the bounding box may be open ground.
        let houses: Vec<&Rect> =
            self.blocks.iter().filter(|block| block.intersects(&town)).collect();
        let mut candidates = Vec::new();
        for row in steps(around.height()) {
            for column in steps(around.width()) {
                let (left, base) =
                    (around.left + column as f64 * STEP, around.top + row as f64 * STEP);
                let letters = Rect::new(left, base - height, left + width, base);
                let distances = houses.iter().map(|house| gap(&letters, house));
                let away = distances.fold(TOWN_REACH, f64::min);
                let middle = letters.centre().distance(town.centre());
                // Readers expect the name to the right of its object.
                let behind = (town.centre().x - letters.centre().x).max(0.0);
                let penalty = (away - 1.5).max(0.0) * 0.05 + middle * 0.003 + behind * 0.01;
                candidates.push(self.level(&text, Point::new(left, base), penalty));
            }
        }
        candidates
    }
}

/// Returns the distance between two rectangles; 0 if they intersect.
fn gap(a: &Rect, b: &Rect) -> f64 {
    let across = (a.left - b.right).max(b.left - a.right).max(0.0);
    let down = (a.top - b.bottom).max(b.top - a.bottom).max(0.0);
    libm::hypot(across, down)
}

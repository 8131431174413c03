//! Names of woods, water, fields and other areas, inside them.

use rayon::prelude::*;
use sandtable_pack::Area;
use sandtable_sheet::{Ink, Lettering, MIN_POINTS, shape};

use super::place::{deepest, width_at};
use super::{LIMIT, Namer};
use crate::occupancy::Occupancy;

/// The type of the names of a kind of area.
struct AreaNames {
    lettering: Lettering,
    ink: Ink,
    /// The maximum cost per character.
    limit: f64,
    /// What a name inside its area covers on purpose.
    on: Occupancy,
}

impl Namer<'_> {
    pub(super) fn fields(&mut self) {
        let pack = self.pack;
        let names = self.on_land(self.style.names.detail.into(), LIMIT * 0.8);
        self.areas(&pack.scenery().fields, &names);
    }

    pub(super) fn woods(&mut self) {
        let pack = self.pack;
        self.areas(&pack.map().woods, &self.on_land(self.style.names.wood.into(), LIMIT));
    }

    pub(super) fn marshes(&mut self) {
        let pack = self.pack;
        self.areas(&pack.map().marsh, &self.on_land(self.style.names.wood.into(), LIMIT));
    }

    pub(super) fn orchards(&mut self) {
        let pack = self.pack;
        let names = self.on_land(self.style.names.orchard.into(), LIMIT * 0.5);
        self.areas(&pack.scenery().orchards, &names);
    }

    pub(super) fn lakes(&mut self) {
        let pack = self.pack;
        let (lettering, ink) = (self.style.names.river.into(), self.style.water.name);
        let names = AreaNames { lettering, ink, limit: LIMIT, on: Occupancy::WATER };
        self.areas(&pack.map().water, &names);
    }

    fn on_land(&self, lettering: Lettering, limit: f64) -> AreaNames {
        AreaNames { lettering, ink: self.style.sheet.black, limit, on: Occupancy::NOTHING }
    }

    /// Sets names inside their areas. Names that are wider than their area are beside it.
    fn areas(&mut self, areas: &[Area], names: &AreaNames) {
        // Finding the middle of an area takes longer than setting its name.
        let named = areas.iter().filter_map(|area| Some((area, self.name(&area.id)?)));
        let mut named: Vec<_> = named.collect();
        named.retain(|(_, name)| !self.is_done(name));
        let frame = self.frame;
        let middles: Vec<_> = named.par_iter().map(|(area, _)| deepest(area, frame)).collect();
        for ((area, name), middle) in named.into_iter().zip(middles) {
            let Some(middle) = middle.filter(|_| !self.is_done(&name)) else { continue };
            let room = width_at(area, frame, middle);
            let inside = scaled(&name, names.lettering, room);
            let bounds = frame.area(&area.parts).bounds();
            let mut candidates = match bounds {
                Some(bounds) if shape(&name, inside).width() > room => {
                    self.candidates_around_village(&name, names.lettering, bounds)
                }
                _ => {
                    let mut found = self.candidates_near(&name, inside, middle, 12.0, 0.9, 0.05);
                    found.iter_mut().for_each(|candidate| candidate.on = names.on);
                    found
                }
            };
            candidates.iter_mut().for_each(|candidate| candidate.ink = names.ink);
            self.offer(&name, &candidates, names.limit);
        }
    }
}

/// Scales a name to the width of its area: smaller to fit in it, larger in a wide area.
pub(super) fn scaled(name: &str, lettering: Lettering, room: f64) -> Lettering {
    const SMALLEST: f64 = 0.75;
    const LARGEST: f64 = 1.5;
    /// The part of the width that a name may fill.
    const MOST: f64 = 0.9;
    /// The part of the width that a name should fill.
    const USUAL: f64 = 0.5;
    let width = shape(name, lettering).width();
    let factor = match width > MOST * room {
        true => (MOST * room / width).max(SMALLEST),
        false => (USUAL * room / width).clamp(1.0, LARGEST),
    };
    Lettering {
        points: (lettering.points * factor).max(MIN_POINTS.min(lettering.points)),
        ..lettering
    }
}

//! Names of woods, water, fields and other areas, inside them.

use rayon::prelude::*;
use sandtable_pack::Area;
use sandtable_sheet::{Lettering, MIN_POINTS, shape};

use super::place::{deepest, width_at};
use super::{LIMIT, Namer};

impl Namer<'_> {
    pub(super) fn fields(&mut self) {
        let pack = self.pack;
        self.areas(&pack.scenery().fields, self.style.names.detail.into(), LIMIT * 0.8);
    }

    pub(super) fn woods(&mut self) {
        let pack = self.pack;
        self.areas(&pack.map().woods, self.style.names.wood.into(), LIMIT);
    }

    pub(super) fn marshes(&mut self) {
        let pack = self.pack;
        self.areas(&pack.map().marsh, self.style.names.wood.into(), LIMIT);
    }

    /// Names that are wider than their lake are beside it.
    pub(super) fn lakes(&mut self) {
        let (pack, frame) = (self.pack, self.frame);
        let lettering: Lettering = self.style.names.river.into();
        for lake in &pack.map().water {
            let Some(name) = self.name(&lake.id).filter(|name| !self.is_done(name)) else {
                continue;
            };
            let Some(middle) = deepest(lake, frame) else { continue };
            let room = width_at(lake, frame, middle);
            let scaled = scaled(&name, lettering, room);
            let candidates = match frame.area(&lake.parts).bounds() {
                Some(bounds) if shape(&name, scaled).width() > room => {
                    self.candidates_around_village(&name, lettering, bounds)
                }
                _ => self.candidates_near(&name, scaled, middle, 12.0, 0.9, 0.05),
            };
            self.offer(&name, &candidates, LIMIT);
        }
    }

    pub(super) fn orchards(&mut self) {
        let pack = self.pack;
        self.areas(&pack.scenery().orchards, self.style.names.orchard.into(), LIMIT * 0.5);
    }

    fn areas(&mut self, areas: &[Area], lettering: Lettering, limit: f64) {
        // Finding the middle of an area takes longer than setting its name.
        let named = areas.iter().filter_map(|area| Some((area, self.name(&area.id)?)));
        let named: Vec<_> = named.filter(|(_, name)| !self.is_done(name)).collect();
        let frame = self.frame;
        let middles: Vec<_> = named.par_iter().map(|(area, _)| deepest(area, frame)).collect();
        for ((area, name), middle) in named.into_iter().zip(middles) {
            let Some(middle) = middle.filter(|_| !self.is_done(&name)) else { continue };
            let lettering = scaled(&name, lettering, width_at(area, frame, middle));
            let candidates = self.candidates_near(&name, lettering, middle, 12.0, 0.9, 0.05);
            self.offer(&name, &candidates, limit);
        }
    }
}

/// Scales a name to the width of its area: smaller to fit in it, larger in a wide area.
fn scaled(name: &str, lettering: Lettering, room: f64) -> Lettering {
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

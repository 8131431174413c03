//! The set-up of an area battle on its map: the label of each block where it starts. Fieldworks and
//! roadblocks are in their area, the marker of a blown bridge on the bridge. The number of each
//! area is on its holder's colour.

use std::collections::BTreeMap;

use sandtable_house_style::areas::{MapMarker, label_face, notes};
use sandtable_house_style::words::say;
use sandtable_pack::AreaId;
use sandtable_pack::fab::{AreaLabel, Unit, UnitStart};
use sandtable_sheet::{
    Face, Item, LEAST_POINTS, Lettering, Path, Point, Rect, Slant, Stroke, fitted,
};

use super::area_room::{Lines, Plot, about, shared};
use super::borders;
use super::labels::{Beneath, LOST, LabelPosition};
use super::shown::Shown;
use crate::set_up::stand::SetUpOf;

/// The gap between blocks, in millimetres.
const GAP: f64 = 0.8;
/// The scales of labels, and the cost of each. The last still has 5 pt type.
const SIZES: [(f64, f64); 3] = [(1.0, 0.0), (0.88, 8.0), (0.78, 18.0)];
const LEAST: f64 = SIZES[SIZES.len() - 1].0;
/// The height of a note across the upper edge of a label, and its reach beyond that edge, in
/// millimetres.
const TAG: f64 = 3.0;
const ABOVE: f64 = TAG / 2.0 + 0.2;
/// The spacing of candidate positions, in millimetres.
const STEP: f64 = 1.8;
/// The greatest distance from an area at which blocks that do not fit in it can be, in millimetres.
const BEYOND: f64 = 34.0;
/// The costs of a label outside its area, as millimetres of extra distance: on free paper, and in
/// another area, where it may seem to belong.
const OUTSIDE: f64 = 24.0;
const ABROAD: f64 = 40.0;
/// The cost of a leader that crosses something.
const CROSSED: f64 = 14.0;

/// The drawn set-up, its rectangles, and the pieces that do not fit.
#[derive(Default)]
pub(crate) struct Standing {
    pub(crate) items: Vec<Item>,
    pub(crate) taken: Vec<Rect>,
    pub(crate) left_out: Vec<String>,
}

/// A block or marker in an area.
#[derive(Clone, Copy)]
enum Piece<'p> {
    Block(&'p Unit),
    Marker(MapMarker<'p>),
}

/// Places the labels of all shown blocks and the markers on the map, outside occupied rectangles.
pub(crate) fn set_up(
    shown: &Shown<'_>,
    seats: &BTreeMap<AreaId, LabelPosition>,
    whose: &SetUpOf,
    taken: &[Rect],
) -> Standing {
    let beneath = Beneath::of(shown);
    let plots: Vec<Plot> =
        shown.map.areas.values().map(|area| Plot::of(shown.frame, &area.parts)).collect();
    let outlines = Lines::of_sides(plots.iter().flat_map(Plot::sides));
    let (taken, standing) = (taken.to_vec(), Standing::default());
    let mut field = Field { shown, beneath, plots, outlines, taken, standing };
    // A bridge has only one position. Pieces that fit in their own area come next; the others go
    // next to it.
    for (one, other) in &shown.pack.battle().scene().markers.blown {
        field.blow(one, other);
    }
    let mut crowded = Vec::new();
    for (area, pieces) in stacks(shown, whose) {
        let Some(seat) = seats.get(area) else { continue };
        let plot = Plot::of(shown.frame, &shown.map.areas[area].parts);
        match field.at_home(&plot, seat, &pieces) {
            Some((costs, form)) if costs < LOST => field.stand(&pieces, form),
            home => crowded.push((area, seat, plot, pieces, home)),
        }
    }
    for (area, seat, plot, pieces, home) in crowded {
        field.abroad((area, seat), &plot, &pieces, home);
    }
    field.standing
}

/// Returns the pieces of each area.
fn stacks<'s>(shown: &'s Shown<'_>, whose: &SetUpOf) -> BTreeMap<&'s AreaId, Vec<Piece<'s>>> {
    let scene = shown.pack.battle().scene();
    let mut stacks: BTreeMap<&AreaId, Vec<Piece<'_>>> = BTreeMap::new();
    for unit in scene.units.iter().filter(|unit| whose.shows(&unit.side)) {
        if let UnitStart::SetUp { area, .. } = &unit.start {
            stacks.entry(area).or_default().push(Piece::Block(unit));
        }
    }
    let fieldworks = scene.markers.fieldworks.iter();
    let fieldworks = fieldworks.map(|(area, side)| (area, side, MapMarker::Fieldworks(side)));
    let roadblocks = scene.markers.roadblocks.iter();
    let roadblocks = roadblocks.map(|(area, side)| (area, side, MapMarker::Roadblock(side)));
    for (area, _, marker) in fieldworks.chain(roadblocks).filter(|(_, side, _)| whose.shows(side)) {
        stacks.entry(area).or_default().push(Piece::Marker(marker));
    }
    stacks
}

/// The middles of squares around a common middle, their bounding box relative to it, and their
/// scale.
#[derive(Clone)]
struct Form {
    size: f64,
    places: Vec<Point>,
    rect: Rect,
}

impl Form {
    fn moved(&self, at: Point) -> Self {
        let rect = Rect::new(
            self.rect.left + at.x,
            self.rect.top + at.y,
            self.rect.right + at.x,
            self.rect.bottom + at.y,
        );
        let places = self.places.iter().map(|one| one.moved(at.x, at.y)).collect();
        Self { size: self.size, places, rect }
    }
}

/// The state of placing a set-up on the map.
struct Field<'s> {
    shown: &'s Shown<'s>,
    beneath: Beneath,
    /// The ground of all areas, and the lines around it.
    plots: Vec<Plot>,
    outlines: Lines,
    taken: Vec<Rect>,
    standing: Standing,
}

impl Field<'_> {
    /// Returns the side of an unscaled label.
    fn side(&self) -> f64 {
        self.shown.pack.labels().block_profile.unit_label().0.millimetres()
    }

    fn notes(&self, piece: Piece<'_>) -> String {
        match piece {
            Piece::Block(unit) => notes(unit, self.shown.options.language).join(", "),
            Piece::Marker(_) => String::new(),
        }
    }

    /// Returns the arrangements of pieces in a size: in a row, in pairs, in a column.
    fn forms(&self, pieces: &[Piece<'_>], size: f64) -> Vec<Form> {
        let has_tags = pieces.iter().any(|piece| !self.notes(*piece).is_empty());
        let above = if has_tags { ABOVE } else { 0.0 };
        let count = pieces.len();
        let apart = self.side() * size + GAP;
        let mut all: Vec<usize> = vec![count, count.div_ceil(2), 1];
        all.dedup();
        let form = |across| {
            let places = squares(count, across, (apart, apart + above));
            let middles = Rect::around(places.iter().copied()).expect("a stack has a piece");
            let rect = middles.grown(apart / 2.0 + 0.3);
            Form { size, places, rect: Rect { top: rect.top - above, ..rect } }
        };
        all.into_iter().map(form).collect()
    }

    fn is_free(&self, rect: &Rect) -> bool {
        self.taken.iter().all(|other| !other.meets(rect))
    }

    /// Returns the best position within an area and its cost: large, near the name, and preferably
    /// off signs, roads and water.
    fn at_home(
        &self,
        plot: &Plot,
        seat: &LabelPosition,
        pieces: &[Piece<'_>],
    ) -> Option<(f64, Form)> {
        let places = plot.places(STEP);
        let mut best: Option<(f64, Form)> = None;
        let forms = |(size, costs)| {
            self.forms(pieces, size).into_iter().map(move |form: Form| (costs, form))
        };
        for (smaller, form) in SIZES.into_iter().flat_map(forms) {
            for at in &places {
                let costs = smaller + at.distance(seat.at);
                let is_best = |costs: f64| best.as_ref().is_none_or(|(least, _)| costs < *least);
                if !is_best(costs) {
                    continue;
                }
                let form = form.moved(*at);
                if !self.is_free(&form.rect) || !plot.has_room(&form.rect) {
                    continue;
                }
                let costs = costs + self.beneath.price(&form.rect, &[form.rect]);
                if is_best(costs) {
                    best = Some((costs, form));
                }
            }
        }
        best
    }

    /// Places pieces that do not fit in their area, or not next to its signs. They go next to it,
    /// on free paper or wholly within another area, with a leader to its name: all together if
    /// possible, otherwise one by one. Pieces that do not fit there either cover the name, which is
    /// reported.
    fn abroad(
        &mut self,
        (area, seat): (&AreaId, &LabelPosition),
        plot: &Plot,
        pieces: &[Piece<'_>],
        home: Option<(f64, Form)>,
    ) {
        let around = plot.bounds.unwrap_or(seat.bounds()).grown(BEYOND);
        let (_, smallest) = SIZES[SIZES.len() - 1];
        let price = |form: &Form, at: Point| {
            // No label crosses a border: its area would be unclear.
            if self.outlines.meet(&form.rect) {
                return None;
            }
            let covered = self.beneath.price(&form.rect, &[form.rect]);
            let outside = match plot.holds(at) {
                true => 0.0,
                false => self.outside(form, at) + self.crossed(&form.rect, seat),
            };
            Some(smallest + at.distance(seat.at) + outside + covered)
        };
        let abroad = self.nearest(&self.forms(pieces, LEAST), around, price);
        let best = match (home, abroad) {
            (Some(home), Some(abroad)) if abroad.0 < home.0 => Some(abroad),
            (Some(home), _) => Some(home),
            (None, abroad) => abroad,
        };
        if let Some((_, form)) = best {
            if !plot.holds(form.rect.centre()) {
                self.point(&form.rect, held(seat.bounds(), form.rect.centre()));
            }
            self.stand(pieces, form);
            return;
        }
        if pieces.len() > 1 {
            for piece in pieces {
                let home = self.at_home(plot, seat, &[*piece]);
                self.abroad((area, seat), plot, &[*piece], home);
            }
            return;
        }
        let label = &self.shown.pack.labels().areas[area];
        let told: Vec<String> = pieces.iter().map(|piece| self.told(*piece, label)).collect();
        self.standing.left_out.extend(told);
        let mut forms = self.forms(pieces, LEAST);
        let below = Point::new(seat.at.x, seat.bounds().bottom);
        let form = forms.swap_remove(0);
        let form = form.moved(below.moved(0.0, -form.rect.top));
        self.stand(pieces, form);
    }

    /// Returns the cost of a position outside the pieces' own area.
    fn outside(&self, form: &Form, at: Point) -> f64 {
        let is_free = self.plots.iter().all(|plot| !plot.holds(at));
        form.places.len() as f64 * if is_free { OUTSIDE } else { ABROAD }
    }

    /// Returns the cost of a leader from pieces to the name of their area.
    fn crossed(&self, from: &Rect, seat: &LabelPosition) -> f64 {
        let name = seat.bounds();
        let to = held(name, from.centre());
        let start = held(*from, to);
        let between = self.taken.iter().filter(|rect| !rect.meets(&name));
        CROSSED * between.filter(|rect| shared(start, to, rect).is_some()).count() as f64
    }

    /// Places the marker of a blown bridge: on the bridge, or next to it with a leader.
    fn blow(&mut self, one: &AreaId, other: &AreaId) {
        let language = self.shown.options.language;
        let name = |area: &AreaId| self.shown.pack.labels().areas[area].name.get(language);
        let told = |words: &str| format!("{words} ({} – {})", name(one), name(other));
        let pieces = [Piece::Marker(MapMarker::Blown)];
        let bridge = borders::bridge_place(self.shown, one, other);
        let around = bridge.map(|at| about(at, (2.0 * BEYOND, 2.0 * BEYOND)));
        let found = bridge.zip(around).and_then(|(bridge, around)| {
            let forms = self.forms(&pieces, LEAST);
            let upon = forms.first().map(|form| form.moved(bridge));
            let upon = upon.filter(|form| self.is_free(&form.rect));
            let beside = || {
                let found = self.nearest(&forms, around, |_, at| Some(at.distance(bridge)));
                found.map(|(_, form)| form)
            };
            Some((bridge, upon.or_else(beside)?))
        });
        match found {
            Some((bridge, form)) => {
                if !form.rect.contains(bridge) {
                    self.point(&form.rect, bridge);
                }
                self.stand(&pieces, form);
            }
            None => self.standing.left_out.push(told(say(MapMarker::Blown.words(), language))),
        }
    }

    /// Returns the cheapest free position within a rectangle, and its cost. Positions without a
    /// price are excluded.
    fn nearest(
        &self,
        forms: &[Form],
        within: Rect,
        price: impl Fn(&Form, Point) -> Option<f64>,
    ) -> Option<(f64, Form)> {
        let frame = self.shown.frame.rect.grown(-1.0);
        let count = |length: f64| (length / STEP).ceil() as usize;
        let mut best: Option<(f64, Form)> = None;
        let rows = 0..=count(within.height());
        let steps =
            rows.flat_map(|row| (0..=count(within.width())).map(move |column| (column, row)));
        for (column, row) in steps {
            let at = Point::new(within.left + STEP * column as f64, within.top + STEP * row as f64);
            for form in forms {
                let form = form.moved(at);
                let is_inside = frame.contains(Point::new(form.rect.left, form.rect.top))
                    && frame.contains(Point::new(form.rect.right, form.rect.bottom));
                if !is_inside || !self.is_free(&form.rect) {
                    continue;
                }
                let Some(costs) = price(&form, at) else { continue };
                if best.as_ref().is_none_or(|(least, _)| costs < *least) {
                    best = Some((costs, form));
                }
            }
        }
        best
    }

    /// Draws a leader from pieces to their proper place.
    fn point(&mut self, from: &Rect, to: Point) {
        let style = self.shown.style();
        let start = held(*from, to);
        // Names avoid the leader.
        let steps = start.distance(to).ceil().max(1.0);
        let along = (0..=steps as usize).map(|step| start.toward(to, step as f64 / steps));
        self.standing.taken.extend(along.map(|at| about(at, (1.6, 1.6))));
        let line = Path::line(&[start, to]);
        self.standing.items.extend([
            Item::line(line.clone(), Stroke::round(style.sheet.paper, 1.4)),
            Item::line(line, Stroke::round(style.sheet.black, 0.5)),
            Item::fill(Path::circle(to, 0.7), style.sheet.black),
        ]);
    }

    /// Draws pieces in their positions.
    fn stand(&mut self, pieces: &[Piece<'_>], form: Form) {
        let side = self.side() * form.size;
        for (piece, at) in pieces.iter().zip(&form.places) {
            self.standing.items.extend(self.drawn(*piece, about(*at, (side, side)), form.size));
        }
        self.taken.push(form.rect);
        self.standing.taken.push(form.rect);
    }

    fn drawn(&self, piece: Piece<'_>, rect: Rect, size: f64) -> Vec<Item> {
        let Shown { pack, options, .. } = self.shown;
        let style = self.shown.style();
        let mut items = vec![Item::line(Path::rect(rect), Stroke::full(style.sheet.paper, 1.2))];
        match piece {
            Piece::Block(unit) => {
                let face = label_face(pack, unit, options.language);
                let corner = Point::new(rect.left, rect.top);
                items
                    .extend(face.iter().map(|item| item.scaled(size).placed(corner, Slant::LEVEL)));
            }
            Piece::Marker(marker) => items.extend(marker.face(pack, options.language, rect)),
        }
        items.push(Item::line(Path::rect(rect), Stroke::full(style.sheet.black, 0.3)));
        items.extend(tag(self.shown, &self.notes(piece), rect));
        items
    }

    /// Returns the description of a piece and its area for reports.
    fn told(&self, piece: Piece<'_>, area: &AreaLabel) -> String {
        let language = self.shown.options.language;
        let name = match piece {
            Piece::Block(unit) => self.shown.pack.labels().units[&unit.id].get(language),
            Piece::Marker(marker) => say(marker.words(), language),
        };
        format!("{name} ({})", area.name.get(language))
    }
}

/// Returns the point of a rectangle nearest to a position.
fn held(rect: Rect, at: Point) -> Point {
    Point::new(at.x.clamp(rect.left, rect.right), at.y.clamp(rect.top, rect.bottom))
}

/// Draws a unit's unusual states across the upper edge of its label.
fn tag(shown: &Shown<'_>, notes: &str, label: Rect) -> Vec<Item> {
    if notes.is_empty() {
        return Vec::new();
    }
    let lettering = Lettering::new(Face::Italic, 7.5);
    let text = fitted(notes, lettering, label.width() + 4.0, LEAST_POINTS);
    let size = (text.width() + 1.4, TAG);
    let plate = about(Point::new(label.centre().x, label.top), size);
    let base = plate.centre().moved(0.0, 0.85);
    vec![
        Item::fill(Path::rect(plate), shown.style().sheet.paper),
        Item::line(Path::rect(plate), Stroke::full(shown.style().sheet.black, 0.2)),
        Item::Text(text.centred(base, shown.style().sheet.black)),
    ]
}

/// Returns the middles of squares around a common middle, `across` to a row, with the spacing given
/// by `apart`.
fn squares(count: usize, across: usize, apart: (f64, f64)) -> Vec<Point> {
    let across = across.max(1);
    let rows = count.div_ceil(across);
    let place = |number: usize| {
        let (column, row) = (number % across, number / across);
        let middle = |at: usize, of: usize| at as f64 - (of as f64 - 1.0) / 2.0;
        Point::new(apart.0 * middle(column, across.min(count)), apart.1 * middle(row, rows))
    };
    (0..count).map(place).collect()
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Language;
    use sandtable_pack::fab::sample;
    use sandtable_sheet::texts;

    use super::*;

    /// The type on the smallest label is at least 5 pt.
    #[test]
    fn smallest_labels_are_legible() {
        let pack = sample::pack();
        let faces =
            pack.battle().scene().units.iter().map(|unit| label_face(&pack, unit, Language::En));
        let letters =
            faces.flat_map(|face| texts(&face).into_iter().map(|run| run.size).collect::<Vec<_>>());
        let least = letters.fold(f64::INFINITY, f64::min) * LEAST;
        assert!(least.is_finite() && least >= 5.0 * 25.4 / 72.0, "{least} mm");
    }
}

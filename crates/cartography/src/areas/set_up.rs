//! The set-up of an area battle on its map: the label of each block where it starts. Fieldworks and
//! roadblocks are in their area, a blown-bridge marker on its bridge. The number of each area is on
//! its holder's colour.

use std::collections::BTreeMap;

use sandtable_house_style::areas::{MapMarker, label_face, notes};
use sandtable_house_style::words::translate;
use sandtable_pack::AreaId;
use sandtable_pack::fab::{AreaLabel, Unit, UnitStart};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Stroke, fit,
};

use super::area_room::{Lines, Plot, centred_rect, length_in_rect};
use super::borders;
use super::input::SheetInput;
use super::labels::{LOST_COST, LabelPosition, Underlay};
use crate::set_up::positions::SetUpSides;

/// The gap between blocks, in millimetres.
const GAP: f64 = 0.8;
/// The scales of labels, and the cost of each. The smallest labels still have 5 pt type.
const SIZES: [(f64, f64); 3] = [(1.0, 0.0), (0.88, 8.0), (0.78, 18.0)];
const MIN_SCALE: f64 = SIZES[SIZES.len() - 1].0;
/// The height of a note across the upper edge of a label, and its extent beyond that edge, in
/// millimetres.
const TAG: f64 = 3.0;
const ABOVE: f64 = TAG / 2.0 + 0.2;
/// The spacing of candidate positions, in millimetres.
const STEP: f64 = 1.8;
/// The maximum distance from an area for blocks that do not fit in it, in millimetres.
const MAX_OUTSIDE_DISTANCE: f64 = 34.0;
/// The costs of a label outside its area, as millimetres of extra distance: on free paper, and in
/// another area, to which it may seem to belong.
const OUTSIDE_COST: f64 = 24.0;
const FOREIGN_AREA_COST: f64 = 40.0;
/// The cost of a leader that crosses other items.
const CROSSING_COST: f64 = 14.0;

/// The drawn set-up, the rectangles that it occupies, and the pieces that do not fit.
#[derive(Default)]
pub(crate) struct PlacedSetUp {
    pub(crate) items: Vec<Item>,
    pub(crate) occupied: Vec<Rect>,
    pub(crate) omitted: Vec<String>,
}

/// A block or marker in an area.
#[derive(Clone, Copy)]
enum Piece<'p> {
    Block(&'p Unit),
    Marker(MapMarker<'p>),
}

/// Places all shown block labels and map markers outside occupied rectangles.
pub(crate) fn set_up(
    input: &SheetInput<'_>,
    seats: &BTreeMap<AreaId, LabelPosition>,
    whose: &SetUpSides,
    taken: &[Rect],
) -> PlacedSetUp {
    let beneath = Underlay::of(input);
    let plots: Vec<Plot> =
        input.map.areas.values().map(|area| Plot::of(input.frame, &area.parts)).collect();
    let outlines = Lines::from_sides(plots.iter().flat_map(Plot::sides));
    let (taken, standing) = (taken.to_vec(), PlacedSetUp::default());
    let mut field = Field { input, beneath, plots, outlines, taken, placed: standing };
    // A blown-bridge marker has only one position. Pieces that fit in their own area come next; the
    // others go next to their area.
    for (one, other) in &input.pack.battle().scene().markers.blown {
        field.place_blown_bridge(one, other);
    }
    let mut crowded = Vec::new();
    for (area, pieces) in stacks(input, whose) {
        let Some(seat) = seats.get(area) else { continue };
        let plot = Plot::of(input.frame, &input.map.areas[area].parts);
        match field.place_in_area(&plot, seat, &pieces) {
            Some((costs, form)) if costs < LOST_COST => field.draw_pieces(&pieces, form),
            home => crowded.push((area, seat, plot, pieces, home)),
        }
    }
    for (area, seat, plot, pieces, home) in crowded {
        field.place_outside((area, seat), &plot, &pieces, home);
    }
    field.placed
}

/// Returns the pieces of each area.
fn stacks<'s>(
    input: &'s SheetInput<'_>,
    whose: &SetUpSides,
) -> BTreeMap<&'s AreaId, Vec<Piece<'s>>> {
    let scene = input.pack.battle().scene();
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

/// The centres of squares relative to a common centre, with their bounding box and scale.
#[derive(Clone)]
struct Form {
    size: f64,
    places: Vec<Point>,
    rect: Rect,
}

impl Form {
    fn at(&self, at: Point) -> Self {
        let rect = Rect::new(
            self.rect.left + at.x,
            self.rect.top + at.y,
            self.rect.right + at.x,
            self.rect.bottom + at.y,
        );
        let places = self.places.iter().map(|one| one.translate(at.x, at.y)).collect();
        Self { size: self.size, places, rect }
    }
}

/// The state of placing a set-up on the map.
struct Field<'s> {
    input: &'s SheetInput<'s>,
    beneath: Underlay,
    /// The ground of all areas, and the lines around it.
    plots: Vec<Plot>,
    outlines: Lines,
    taken: Vec<Rect>,
    placed: PlacedSetUp,
}

impl Field<'_> {
    /// Returns the side of an unscaled label.
    fn side(&self) -> f64 {
        self.input.pack.labels().block_profile.unit_label().0.millimetres()
    }

    fn notes(&self, piece: Piece<'_>) -> String {
        match piece {
            Piece::Block(unit) => notes(unit, self.input.options.language).join(", "),
            Piece::Marker(_) => String::new(),
        }
    }

    /// Returns the arrangements of pieces in a size: in a row, in pairs, and in a column.
    fn forms(&self, pieces: &[Piece<'_>], size: f64) -> Vec<Form> {
        let has_tags = pieces.iter().any(|piece| !self.notes(*piece).is_empty());
        let above = if has_tags { ABOVE } else { 0.0 };
        let count = pieces.len();
        let spacing = self.side() * size + GAP;
        let mut all: Vec<usize> = vec![count, count.div_ceil(2), 1];
        all.dedup();
        let form = |across| {
            let places = squares(count, across, (spacing, spacing + above));
            let middles = Rect::bounding(places.iter().copied()).expect("the stack has a piece");
            let rect = middles.expand(spacing / 2.0 + 0.3);
            Form { size, places, rect: Rect { top: rect.top - above, ..rect } }
        };
        all.into_iter().map(form).collect()
    }

    fn is_free(&self, rect: &Rect) -> bool {
        self.taken.iter().all(|other| !other.intersects(rect))
    }

    /// Returns the best position within an area and its cost, preferring large labels, near the
    /// name, off symbols, roads and water.
    fn place_in_area(
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
                let form = form.at(*at);
                if !self.is_free(&form.rect) || !plot.has_room(&form.rect) {
                    continue;
                }
                let costs = costs + self.beneath.cover_cost(&form.rect, &[form.rect]);
                if is_best(costs) {
                    best = Some((costs, form));
                }
            }
        }
        best
    }

    /// Places pieces that do not fit in their area, or not next to its symbols. They go next to
    /// their area, on free paper or entirely within another area, with a leader to their area's
    /// name. All go together if possible, otherwise one by one. Pieces that do not fit even there
    /// cover the name, which is reported.
    fn place_outside(
        &mut self,
        (area, seat): (&AreaId, &LabelPosition),
        plot: &Plot,
        pieces: &[Piece<'_>],
        home: Option<(f64, Form)>,
    ) {
        let around = plot.bounds.unwrap_or(seat.bounds()).expand(MAX_OUTSIDE_DISTANCE);
        let (_, smallest) = SIZES[SIZES.len() - 1];
        let price = |form: &Form, at: Point| {
            // No label crosses a border, because its area would be unclear.
            if self.outlines.intersects(&form.rect) {
                return None;
            }
            let covered = self.beneath.cover_cost(&form.rect, &[form.rect]);
            let outside = match plot.holds(at) {
                true => 0.0,
                false => self.outside_cost(form, at) + self.leader_cost(&form.rect, seat),
            };
            Some(smallest + at.distance(seat.at) + outside + covered)
        };
        let abroad = self.nearest(&self.forms(pieces, MIN_SCALE), around, price);
        let best = match (home, abroad) {
            (Some(home), Some(abroad)) if abroad.0 < home.0 => Some(abroad),
            (Some(home), _) => Some(home),
            (None, abroad) => abroad,
        };
        if let Some((_, form)) = best {
            if !plot.holds(form.rect.centre()) {
                self.draw_leader(&form.rect, nearest_in(seat.bounds(), form.rect.centre()));
            }
            self.draw_pieces(pieces, form);
            return;
        }
        if pieces.len() > 1 {
            for piece in pieces {
                let home = self.place_in_area(plot, seat, &[*piece]);
                self.place_outside((area, seat), plot, &[*piece], home);
            }
            return;
        }
        let label = &self.input.pack.labels().areas[area];
        let omitted_names: Vec<String> =
            pieces.iter().map(|piece| self.description(*piece, label)).collect();
        self.placed.omitted.extend(omitted_names);
        let mut forms = self.forms(pieces, MIN_SCALE);
        let below = Point::new(seat.at.x, seat.bounds().bottom);
        let form = forms.swap_remove(0);
        let form = form.at(below.translate(0.0, -form.rect.top));
        self.draw_pieces(pieces, form);
    }

    /// Returns the cost of a position outside the pieces' own area.
    fn outside_cost(&self, form: &Form, at: Point) -> f64 {
        let is_free = self.plots.iter().all(|plot| !plot.holds(at));
        form.places.len() as f64 * if is_free { OUTSIDE_COST } else { FOREIGN_AREA_COST }
    }

    /// Returns the cost of a leader from pieces to the name of their area.
    fn leader_cost(&self, from: &Rect, seat: &LabelPosition) -> f64 {
        let name = seat.bounds();
        let to = nearest_in(name, from.centre());
        let start = nearest_in(*from, to);
        let between = self.taken.iter().filter(|rect| !rect.intersects(&name));
        CROSSING_COST
            * between.filter(|rect| length_in_rect(start, to, rect).is_some()).count() as f64
    }

    /// Places a blown-bridge marker: on the bridge, or next to it with a leader.
    fn place_blown_bridge(&mut self, one: &AreaId, other: &AreaId) {
        let language = self.input.options.language;
        let name = |area: &AreaId| self.input.pack.labels().areas[area].name.get(language);
        let description = |words: &str| format!("{words} ({} – {})", name(one), name(other));
        let pieces = [Piece::Marker(MapMarker::Blown)];
        let bridge = borders::bridge_place(self.input, one, other);
        let around = bridge
            .map(|at| centred_rect(at, (2.0 * MAX_OUTSIDE_DISTANCE, 2.0 * MAX_OUTSIDE_DISTANCE)));
        let found = bridge.zip(around).and_then(|(bridge, around)| {
            let forms = self.forms(&pieces, MIN_SCALE);
            let upon = forms.first().map(|form| form.at(bridge));
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
                    self.draw_leader(&form.rect, bridge);
                }
                self.draw_pieces(&pieces, form);
            }
            None => {
                self.placed.omitted.push(description(translate(MapMarker::Blown.words(), language)))
            }
        }
    }

    /// Returns the cheapest free position within a rectangle, and its cost. Positions without a
    /// cost are excluded.
    fn nearest(
        &self,
        forms: &[Form],
        within: Rect,
        price: impl Fn(&Form, Point) -> Option<f64>,
    ) -> Option<(f64, Form)> {
        let frame = self.input.frame.rect.expand(-1.0);
        let count = |length: f64| (length / STEP).ceil() as usize;
        let mut best: Option<(f64, Form)> = None;
        let rows = 0..=count(within.height());
        let steps =
            rows.flat_map(|row| (0..=count(within.width())).map(move |column| (column, row)));
        for (column, row) in steps {
            let at = Point::new(within.left + STEP * column as f64, within.top + STEP * row as f64);
            for form in forms {
                let form = form.at(at);
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

    /// Draws a leader from pieces to the place that they belong to.
    fn draw_leader(&mut self, from: &Rect, to: Point) {
        let style = self.input.style();
        let start = nearest_in(*from, to);
        // Names avoid the leader.
        let steps = start.distance(to).ceil().max(1.0);
        let along = (0..=steps as usize).map(|step| start.toward(to, step as f64 / steps));
        self.placed.occupied.extend(along.map(|at| centred_rect(at, (1.6, 1.6))));
        let line = Path::line(&[start, to]);
        self.placed.items.extend([
            Item::line(line.clone(), Stroke::round(style.sheet.paper, 1.4)),
            Item::line(line, Stroke::round(style.sheet.black, 0.5)),
            Item::fill(Path::circle(to, 0.7), style.sheet.black),
        ]);
    }

    /// Draws pieces at their positions.
    fn draw_pieces(&mut self, pieces: &[Piece<'_>], form: Form) {
        let side = self.side() * form.size;
        for (piece, at) in pieces.iter().zip(&form.places) {
            self.placed.items.extend(self.draw_piece(
                *piece,
                centred_rect(*at, (side, side)),
                form.size,
            ));
        }
        self.taken.push(form.rect);
        self.placed.occupied.push(form.rect);
    }

    fn draw_piece(&self, piece: Piece<'_>, rect: Rect, size: f64) -> Vec<Item> {
        let SheetInput { pack, options, .. } = self.input;
        let style = self.input.style();
        let mut items = vec![Item::line(Path::rect(rect), Stroke::solid(style.sheet.paper, 1.2))];
        match piece {
            Piece::Block(unit) => {
                let face = label_face(pack, unit, options.language);
                let corner = Point::new(rect.left, rect.top);
                items.extend(
                    face.iter().map(|item| item.scale(size).transform(corner, Rotation::NONE)),
                );
            }
            Piece::Marker(marker) => items.extend(marker.face(pack, options.language, rect)),
        }
        items.push(Item::line(Path::rect(rect), Stroke::solid(style.sheet.black, 0.3)));
        items.extend(tag(self.input, &self.notes(piece), rect));
        items
    }

    /// Returns the description of a piece and its area for reports.
    fn description(&self, piece: Piece<'_>, area: &AreaLabel) -> String {
        let language = self.input.options.language;
        let name = match piece {
            Piece::Block(unit) => self.input.pack.labels().units[&unit.id].get(language),
            Piece::Marker(marker) => translate(marker.words(), language),
        };
        format!("{name} ({})", area.name.get(language))
    }
}

/// Returns the point of a rectangle nearest to a position.
fn nearest_in(rect: Rect, at: Point) -> Point {
    Point::new(at.x.clamp(rect.left, rect.right), at.y.clamp(rect.top, rect.bottom))
}

/// Draws a unit's unusual states across the upper edge of its label.
fn tag(input: &SheetInput<'_>, notes: &str, label: Rect) -> Vec<Item> {
    if notes.is_empty() {
        return Vec::new();
    }
    let lettering = Lettering::new(Face::Italic, 7.5);
    let text = fit(notes, lettering, label.width() + 4.0, MIN_POINTS);
    let size = (text.width() + 1.4, TAG);
    let plate = centred_rect(Point::new(label.centre().x, label.top), size);
    let base = plate.centre().translate(0.0, 0.85);
    vec![
        Item::fill(Path::rect(plate), input.style().sheet.paper),
        Item::line(Path::rect(plate), Stroke::solid(input.style().sheet.black, 0.2)),
        Item::Text(text.centred(base, input.style().sheet.black)),
    ]
}

/// Returns the centres of squares relative to a common centre, `across` to a row, with the spacing
/// `apart`.
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
    use sandtable_sheet::text_runs;

    use super::*;

    /// The type on the smallest label is at least 5 pt.
    #[test]
    fn smallest_labels_are_legible() {
        let pack = sample::pack();
        let faces =
            pack.battle().scene().units.iter().map(|unit| label_face(&pack, unit, Language::En));
        let letters = faces
            .flat_map(|face| text_runs(&face).into_iter().map(|run| run.size).collect::<Vec<_>>());
        let least = letters.fold(f64::INFINITY, f64::min) * MIN_SCALE;
        assert!(least.is_finite() && least >= 5.0 * 25.4 / 72.0, "{least} mm");
    }
}

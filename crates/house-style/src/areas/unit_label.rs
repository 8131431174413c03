//! Block labels, one per unit (FAB-2.2a): steps along the edges, symbol in the middle, and start
//! area or arrival at the foot.

use sandtable_pack::Language;
use sandtable_pack::fab::{Pack, Unit, UnitStart};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, Path, Point, Rect, ShapedText, Stroke, truncate,
};

use super::colours::{BLACK, WHITE, area_number, formation_ink, is_second_side, readable_on};
use super::size::size;
use super::steps;
use super::symbol::unit_symbol;
use crate::battlefield::livery::CREAM;

/// The distance of text and symbols from the edge, in millimetres: the minimum that print shops
/// accept. A label has no more space, and no glyph at the limit has a round end.
const SAFE_DISTANCE: f64 = 2.02;
/// The radius of a dot, as a fraction of the label size inside the margin.
const DOT: f64 = 0.071;
/// The gap between the dots and the contents inside them, and between those contents, in
/// millimetres.
const GAP: f64 = 0.36;
/// The height of size marks, and of the space for the capitals of the name, in millimetres.
const SIZE: f64 = 1.25;
const NAME: f64 = 1.55;
/// The distance in millimetres from the name's baseline to the dots below it, enough for
/// descenders.
const BASELINE_GAP: f64 = 0.72;
/// The descent of a Q below the baseline, in millimetres.
const Q_DESCENT: f64 = 0.6;
/// The height of the text at the foot, in millimetres.
const FOOT_HEIGHT: f64 = 2.0;
/// The aspect ratio of a frame.
const FRAME: f64 = 1.5;
/// The length of the second side's corner marks along each edge, in millimetres.
const CORNER: f64 = 3.0;

/// The label face of a unit at the battle's block size, with the origin at its upper left corner.
pub fn label_face(pack: &Pack, unit: &Unit, language: Language) -> Vec<Item> {
    let (width, height) = pack.labels().block_profile.unit_label();
    let rect = Rect::from_size(0.0, 0.0, width.millimetres(), height.millimetres());
    label_in(pack, unit, language, rect, 0.0)
}

/// The label face of a unit in a rectangle. Its background extends `bleed` millimetres beyond the
/// rectangle.
pub fn label_in(pack: &Pack, unit: &Unit, language: Language, rect: Rect, bleed: f64) -> Vec<Item> {
    Artist::new(pack, unit, language, rect).face(bleed)
}

/// Draws the label of a unit.
struct Artist<'a> {
    pack: &'a Pack,
    unit: &'a Unit,
    language: Language,
    rect: Rect,
    /// The bounds of text and symbols.
    field: Rect,
    /// The radius of dots, in millimetres.
    dot: f64,
    ground: Ink,
    ink: Ink,
}

impl<'a> Artist<'a> {
    fn new(pack: &'a Pack, unit: &'a Unit, language: Language, rect: Rect) -> Self {
        let field = rect.expand(-SAFE_DISTANCE);
        let ground = formation_ink(pack, &unit.formation);
        let dot = field.width() * DOT;
        Self { pack, unit, language, rect, field, dot, ground, ink: readable_on(ground) }
    }

    fn face(&self, bleed: f64) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(self.rect.expand(bleed)), self.ground)];
        items.extend(self.corners(bleed));
        items.extend(self.steps());
        items.extend(self.middle());
        items.extend(self.foot());
        items
    }

    /// Marks in the upper corners distinguish the second side in black-and-white print; they are
    /// the same on every background.
    fn corners(&self, bleed: f64) -> Vec<Item> {
        if !is_second_side(self.pack, &self.unit.side) {
            return Vec::new();
        }
        let wide = self.rect.expand(bleed);
        // Plain white would look like missing background at the cut, so on light backgrounds a line
        // bounds the corner.
        let corner = |x: f64, inwards: f64| {
            let reach = CORNER + 2.0 * bleed;
            let ends = [
                Point::new(x, wide.top),
                Point::new(x + inwards * reach, wide.top),
                Point::new(x, wide.top + reach),
            ];
            [
                Item::fill(Path::ring(&ends), CREAM),
                Item::line(Path::line(&ends[1..]), Stroke::solid(BLACK, 0.25)),
            ]
        };
        [corner(wide.left, 1.0), corner(wide.right, -1.0)].into_iter().flatten().collect()
    }

    fn steps(&self) -> Vec<Item> {
        let off = self.field.width() / 2.0 - self.dot;
        steps::edges(&self.unit.quality_by_step, self.rect.centre(), off, self.dot)
    }

    /// Size, symbol and name.
    fn middle(&self) -> Vec<Item> {
        let inner = self.field.expand(-2.0 * self.dot - GAP);
        let labels = self.pack.labels();
        let marks = labels.sizes.get(&self.unit.id);
        let above = if marks.is_some() { SIZE + GAP } else { 0.0 };
        let below = GAP + NAME + BASELINE_GAP;
        let height = (inner.height() - above - below).min(inner.width() / FRAME).max(0.5);
        let spare = (inner.height() - above - height - below).max(0.0) / 2.0;
        let middle = inner.centre().x;
        let top = inner.top + spare + above;
        let width = height * FRAME;
        let frame = Rect::from_size(middle - width / 2.0, top, width, height);
        let mut items = Vec::new();
        if let Some(marks) = marks {
            let at = Point::new(middle, top - GAP - SIZE / 2.0);
            items.extend(size(*marks, at, SIZE, self.ink));
        }
        let unit_types = &self.pack.battle().scene().unit_types;
        let kind = unit_types.iter().find(|one| one.id == self.unit.unit_type);
        items.extend(
            kind.map_or_else(Vec::new, |kind| {
                unit_symbol(labels.symbol(kind), frame, BLACK, WHITE)
            }),
        );
        let base = frame.bottom + below - BASELINE_GAP;
        let (name, middle) = self.name(base - NAME);
        items.push(Item::Text(name.centred(Point::new(middle, base), self.ink)));
        items
    }

    /// The name, with its text below `top`, and its centre. It fills the width between the dots;
    /// the left column of dots never extends down to it.
    fn name(&self, top: f64) -> (ShapedText, f64) {
        let labels = self.pack.labels();
        let name = labels.short_names.get(&self.unit.id).or(labels.units.get(&self.unit.id));
        let name = name.map_or("", |name| name.get(self.language));
        let edge_dots = self.unit.quality_by_step.len().saturating_sub(1);
        let reach = self.rect.centre().y + steps::row_length(edge_dots, self.dot) / 2.0;
        let Rect { left, mut right, .. } = self.field;
        if reach + steps::plate_margin(self.dot) + GAP > top {
            right -= 2.0 * (self.dot + steps::plate_margin(self.dot)) + GAP;
        }
        let name = truncate(name, Lettering::new(Face::Bold, 7.0), right - left);
        let middle = self.rect.centre().x.min(right - name.width() / 2.0);
        (name, middle)
    }

    /// The foot: the arrival turn on the left and the area on the right (FAB-4.1c1).
    fn foot(&self) -> Vec<Item> {
        let below = self.unit.quality_by_step.len().saturating_sub(2);
        let room = (self.field.width() - steps::row_length(below, self.dot)) / 2.0 - GAP / 2.0;
        let middle = self.field.bottom - FOOT_HEIGHT / 2.0;
        match &self.unit.start {
            UnitStart::SetUp { area, .. } => {
                // The id of an area without a number is too long for the label.
                let Some(number) = area_number(self.pack, area) else { return Vec::new() };
                let number = truncate(number, Lettering::new(Face::Bold, 6.5), room - 0.8);
                let width = number.width() + 0.8;
                let corner = Point::new(self.field.right - width, middle - FOOT_HEIGHT / 2.0);
                let plate = Rect::from_size(corner.x, corner.y, width, FOOT_HEIGHT);
                let path = Path::rounded_rect(plate.expand(-0.08), 0.4);
                let base = plate.centre().translate(0.0, number.lettering().cap_height() / 2.0);
                vec![
                    Item::fill(path.clone(), WHITE),
                    Item::line(path, Stroke::solid(BLACK, 0.15)),
                    Item::Text(number.centred(base, BLACK)),
                ]
            }
            UnitStart::Reinforcement { turn, entry: (first, last), .. } => {
                let entry = match first == last {
                    true => first.to_string(),
                    false => format!("{first}{last}"),
                };
                let letters = truncate(&entry, Lettering::new(Face::Bold, 6.5), room);
                let turn = truncate(&turn.to_string(), Lettering::new(Face::Bold, 6.0), room);
                let radius = (turn.width() / 2.0 + 0.3).max(FOOT_HEIGHT / 2.0);
                let ring = Point::new(self.field.left + radius, middle);
                let base = ring.translate(0.0, turn.lettering().cap_height() / 2.0);
                let right = Point::new(self.field.right, self.field.bottom - Q_DESCENT);
                vec![
                    Item::line(Path::circle(ring, radius - 0.1), Stroke::solid(self.ink, 0.2)),
                    Item::Text(turn.centred(base, self.ink)),
                    Item::Text(letters.ending(right, self.ink)),
                ]
            }
            UnitStart::NotInPlay => Vec::new(),
        }
    }
}

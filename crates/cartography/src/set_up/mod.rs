//! The set-up of a battle on its map: the blocks, those hidden with them, and the reinforcements by
//! turn and entry (PB-3.9, PB-3.10).

mod arrivals;
mod notes;
pub(crate) mod positions;

pub(crate) use notes::notes;

use std::cell::LazyCell;

use sandtable_house_style::battlefield::{self, CREAM, GOLD, short_name, side_ink};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{
    Arrival, Command, CommandId, Footprint, GroundLength, Language, Pack, PieceType, Pose, Quality,
    Side, Status, UNIT,
};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Stroke, fit, shape,
};
use sandtable_terrain::{RoadNetwork, Terrain};

use crate::frame::MapFrame;
use crate::set_up::positions::{SetUpSides, starts};
use crate::style::Style;

/// The data of a drawn block.
struct Block<'a> {
    start: Arrival,
    footprint: Footprint,
    /// The length in road column.
    column: GroundLength,
    ground: Ink,
    sign: Sign,
    name: &'a str,
    /// The command of the block, if it differs from its name.
    command: &'a str,
    /// A small note next to the name.
    note: String,
    quality: Quality,
    /// Whether the block may be set up elsewhere in its zone.
    is_free: bool,
}

/// The minimum side of a block's face with text, in millimetres.
const LEAST_FACE: f64 = 2.0;

/// The radius of the mark of a quality, in millimetres.
pub(crate) const MARK_RADIUS: f64 = 0.8;

/// Returns the width of the mark of a quality in millimetres; 0 for regulars, which have none.
pub(crate) fn quality_mark_width(quality: Quality) -> f64 {
    match quality {
        Quality::Regular => 0.0,
        Quality::Militia | Quality::Elite => MARK_RADIUS * 2.2,
        Quality::Guard => MARK_RADIUS * 4.7,
    }
}

/// The symbol before a block's name.
#[derive(Clone, Copy)]
enum Sign {
    Arm(PieceType),
    Rating(u8),
    Wagon,
}

/// Draws every block on the map at the start.
pub(crate) fn set_up(
    pack: &Pack,
    frame: &MapFrame,
    shown: &SetUpSides,
    style: &Style,
    language: Language,
) -> Vec<Item> {
    // Only columns need roads.
    let terrain = LazyCell::new(|| Terrain::new(pack.map()));
    let mut items = Vec::new();
    for side in pack.scenario().sides.iter().filter(|side| shown.shows(&side.id)) {
        let artist = Artist { pack, side, frame, style, language, colour: side_ink(pack, side) };
        for block in artist.blocks() {
            items.extend(match block.start {
                Arrival::Line(pose) => artist.draw_in_line(&block, pose),
                Arrival::Column(pose) => artist.draw_in_column(&block, pose, terrain.roads()),
                Arrival::Reserve(_) | Arrival::Reinforcement => Vec::new(),
            });
        }
    }
    items
}

/// Draws every block of a map too small for text: the first side's filled, the second's as
/// outlines, with a line along each front.
pub(crate) fn miniature(pack: &Pack, frame: &MapFrame, shown: &SetUpSides) -> Vec<Item> {
    let mut items = Vec::new();
    for (index, side) in pack.scenario().sides.iter().enumerate() {
        if !shown.shows(&side.id) {
            continue;
        }
        let ink = side_ink(pack, side);
        for (start, footprint, _) in starts(pack, side) {
            let (Arrival::Line(pose) | Arrival::Column(pose)) = start else { continue };
            let (length, depth) = (frame.length(footprint.length), frame.length(footprint.depth));
            let (slant, front_is_above) = upright(pose);
            let rect = Rect::from_size(-length / 2.0, -depth / 2.0, length, depth.max(1.0));
            // The front of a filled block is a light line inside it.
            let inward = if index == 0 { 0.45 } else { 0.0 };
            let y = if front_is_above { rect.top + inward } else { rect.bottom - inward };
            let front = Path::line(&[Point::new(rect.left, y), Point::new(rect.right, y)]);
            let (ground, line) = if index == 0 { (ink, CREAM) } else { (CREAM, ink) };
            let block = [
                Item::fill(Path::rect(rect), ground),
                Item::line(Path::rect(rect), Stroke::solid(ink, 0.2)),
                Item::line(front, Stroke::solid(line, if index == 0 { 0.25 } else { 0.5 })),
            ];
            let place = frame.place(pose.centre);
            items.extend(block.iter().map(|item| item.transform(place, slant)));
        }
    }
    items
}

struct Artist<'a> {
    pack: &'a Pack,
    side: &'a Side,
    frame: &'a MapFrame,
    style: &'a Style,
    language: Language,
    colour: Ink,
}

impl<'a> Artist<'a> {
    /// Returns the blocks of the side in drawing order: trains, pieces, headquarters.
    fn blocks(&self) -> Vec<Block<'a>> {
        let (footprints, columns) =
            (self.pack.scenario().footprints, self.pack.scenario().column_lengths);
        let labels = self.pack.labels();
        let name = |id| labels.pieces.get(id).map_or("", |label| label.name.as_str());
        let mut blocks = Vec::new();
        for train in self.side.trains() {
            blocks.push(Block {
                start: train.start,
                footprint: footprints.baggage,
                column: columns.baggage,
                ground: CREAM,
                sign: Sign::Wagon,
                name: self.command_with(|command| command.baggage.contains(train)),
                command: "",
                note: String::new(),
                quality: Quality::Regular,
                is_free: train.zone.is_some(),
            });
        }
        for piece in self.side.pieces() {
            blocks.push(Block {
                start: piece.start,
                footprint: footprints.combat,
                column: columns.for_kind(piece.kind),
                ground: if piece.quality == Quality::Guard { GOLD } else { CREAM },
                sign: Sign::Arm(piece.kind),
                name: name(&piece.id),
                command: self.command_with(|command| command.pieces.contains(piece)),
                note: match piece.status {
                    Status::Fresh => String::new(),
                    Status::Spent => translate(words::SPENT, self.language).to_owned(),
                },
                quality: piece.quality,
                is_free: piece.zone.is_some(),
            });
        }
        for hq in self.side.headquarters() {
            blocks.push(Block {
                start: hq.start,
                footprint: footprints.headquarters,
                column: columns.headquarters,
                ground: CREAM,
                sign: Sign::Rating(hq.rating),
                name: self.short_name(&hq.id),
                command: "",
                note: String::new(),
                quality: Quality::Regular,
                is_free: hq.zone.is_some(),
            });
        }
        blocks
    }

    fn short_name(&self, id: &CommandId) -> &'a str {
        short_name(self.pack, id, self.language)
    }

    /// Returns the name of the command that has a block; empty at army level.
    fn command_with(&self, has: impl Fn(&Command) -> bool) -> &'a str {
        let command = self.side.commands.iter().find(|command| has(command));
        command.map_or("", |command| self.short_name(&command.id))
    }

    /// Draws a block in line: its front as a heavy line, name and symbol upright.
    fn draw_in_line(&self, block: &Block<'_>, pose: Pose) -> Vec<Item> {
        let (length, depth) =
            (self.frame.length(block.footprint.length), self.frame.length(block.footprint.depth));
        let (slant, front_is_above) = upright(pose);
        let local = Rect::from_size(-length / 2.0, -depth / 2.0, length, depth);
        let front = if front_is_above { local.top } else { local.bottom };
        let outline = Path::rect(local.expand(-0.25));
        let outline_stroke = if block.is_free {
            Stroke::dashed(self.colour, 0.5, &[1.8, 0.9])
        } else {
            Stroke::solid(self.colour, 0.5)
        };
        let inward = if front_is_above { 0.55 } else { -0.55 };
        let mut items = vec![
            Item::fill(Path::rect(local), block.ground),
            Item::line(outline, outline_stroke),
            Item::line(
                Path::line(&[
                    Point::new(local.left, front + inward),
                    Point::new(local.right, front + inward),
                ]),
                Stroke::solid(self.colour, 1.1),
            ),
        ];
        items.extend(self.face(block, local.expand(-1.0), inward));
        items.iter().map(|item| item.transform(self.frame.place(pose.centre), slant)).collect()
    }

    /// Draws symbol and name in a horizontal rectangle around the origin, with a vertical offset.
    fn face(&self, block: &Block<'_>, rect: Rect, shift: f64) -> Vec<Item> {
        let mut items = Vec::new();
        // On small-scale maps, blocks are too small for text.
        if rect.height() < LEAST_FACE || rect.width() < LEAST_FACE {
            return items;
        }
        let middle = rect.centre().translate(0.0, shift);
        let height = (rect.height() * 0.56).min(3.6);
        let wide = height * 1.45;
        let text_at = match block.sign {
            Sign::Rating(rating) => {
                // A headquarters is small, so its rating is above its command.
                let figure = shape(&rating.to_string(), Lettering::new(Face::Bold, 11.0));
                items.push(Item::Text(
                    figure.centred(middle.translate(0.0, -0.1), self.style.sheet.black),
                ));
                let room = rect.width();
                let lettering = Lettering::new(Face::Semibold, 6.5);
                let name = fit(block.name, lettering, room, MIN_POINTS);
                items.push(Item::Text(name.centred(middle.translate(0.0, 2.5), self.colour)));
                return items;
            }
            Sign::Arm(kind) => {
                let sign = Rect::from_size(rect.left + 0.6, middle.y - height / 2.0, wide, height);
                items.extend(battlefield::arm_symbol(kind, sign, self.style.sheet.black));
                sign.right + 1.2
            }
            Sign::Wagon => {
                let at = Point::new(rect.left + 2.6, middle.y);
                items.extend(battlefield::wagon(at, 3.6, self.style.sheet.black, block.ground));
                rect.left + 5.2
            }
        };
        let command = fit(block.command, Lettering::new(Face::Italic, 7.5), 12.0, MIN_POINTS);
        let end = Point::new(rect.right - 0.6, middle.y + 1.0);
        items.push(Item::Text(command.ending(end, self.colour)));
        let mut free_to = rect.right - command.width() - 1.2;
        let mark_width = quality_mark_width(block.quality);
        if mark_width > 0.0 {
            let first = free_to - mark_width + MARK_RADIUS;
            let at = Point::new(first, middle.y);
            items.extend(battlefield::quality_mark(block.quality, at, MARK_RADIUS));
            free_to -= mark_width + 0.6;
        }
        let room = free_to - text_at - 0.6;
        let lettering = Lettering::new(Face::Semibold, 9.0);
        let name = fit(block.name, lettering, room, MIN_POINTS);
        let base = if block.note.is_empty() { 1.0 } else { 0.0 };
        items.push(Item::Text(
            name.at(Point::new(text_at, middle.y + base), self.style.sheet.black),
        ));
        if !block.note.is_empty() {
            let note = fit(&block.note, Lettering::new(Face::Italic, 6.5), room, MIN_POINTS);
            items.push(Item::Text(
                note.at(Point::new(text_at, middle.y + 2.5), self.style.sheet.black),
            ));
        }
        items
    }

    /// Draws a block in column: a strip along its road, with an arrow at its head and its name
    /// along its middle.
    fn draw_in_column(&self, block: &Block<'_>, pose: Pose, roads: &RoadNetwork) -> Vec<Item> {
        let Some(head) = roads.head(pose) else { return self.draw_in_line(block, pose) };
        let trail = roads.trail(head, block.column);
        let line: Vec<Point> = trail.iter().map(|place| self.frame.place(*place)).collect();
        let width = self.frame.length(block.footprint.depth).min(4.4);
        let edge = (width / 4.0).min(0.5);
        let path = Path::line(&line);
        let mut items = vec![
            Item::line(path.clone(), Stroke::solid(self.colour, width)),
            Item::line(path, Stroke::solid(block.ground, width - edge * 2.0)),
        ];
        if let [first, second, ..] = line[..] {
            // The strip extends back from its head.
            let ahead = Rotation::towards(second, first);
            let tip = |x: f64, y: f64| ahead.transform_point(first, Point::new(x, y));
            let arrow =
                Path::ring(&[tip(-0.2, -width / 2.0), tip(2.2, 0.0), tip(-0.2, width / 2.0)]);
            items.push(Item::fill(arrow, self.colour));
        }
        if let Some((middle, slant)) = middle_of(&line) {
            let name = fit(
                block.name,
                Lettering::new(Face::Semibold, 7.5),
                self.frame.length(block.column) - 4.0,
                MIN_POINTS,
            );
            let run = name.at(Point::new(-name.width() / 2.0, 0.9), self.style.sheet.black);
            let run = run.with_halo(0.5, |_| block.ground);
            items.push(Item::Text(run).transform(middle, slant));
        }
        items
    }
}

/// Returns the slant at which the face of a block reads upright, and whether its front is then at
/// the top.
pub(crate) fn upright(pose: Pose) -> (Rotation, bool) {
    let unit = pose.facing.unit();
    let (x, y) = (f64::from(unit.x) / UNIT as f64, f64::from(unit.y) / UNIT as f64);
    // Along the front, to the right of an observer facing forward; sheet `y` points down.
    let right = Rotation { cosine: y, sine: x };
    let is_upright = right.cosine > 1e-9 || (right.cosine > -1e-9 && right.sine < 0.0);
    if is_upright {
        (right, true)
    } else {
        (Rotation { cosine: -right.cosine, sine: -right.sine }, false)
    }
}

/// Returns the middle of a line and the line's direction there, reversed if needed so that text
/// reads from left to right.
fn middle_of(line: &[Point]) -> Option<(Point, Rotation)> {
    let length: f64 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = length / 2.0;
    for pair in line.windows(2) {
        let step = pair[0].distance(pair[1]);
        if left <= step && step > 0.0 {
            let slant = Rotation::towards(pair[0], pair[1]);
            let slant = if slant.cosine < 0.0 {
                Rotation { cosine: -slant.cosine, sine: -slant.sine }
            } else {
                slant
            };
            return Some((pair[0].toward(pair[1], left / step), slant));
        }
        left -= step;
    }
    None
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Facing, GroundPoint, sample};
    use sandtable_sheet::Sheet;

    use super::*;
    use crate::battlefield::map_sheet;
    use crate::options::{MapOptions, Overlay};

    fn draw_set_up(sheet: &Sheet) -> (Vec<String>, Vec<Rect>) {
        fn collect(items: &[Item], texts: &mut Vec<String>, rects: &mut Vec<Rect>) {
            for item in items {
                match item {
                    Item::Text(run) => texts.push(run.text.clone()),
                    Item::Clip { items, .. } => collect(items, texts, rects),
                    Item::Fill { path, .. } => rects.extend(path.bounds()),
                    Item::Line { .. } | Item::Stamps { .. } => {}
                }
            }
        }
        let (mut texts, mut rects) = (Vec::new(), Vec::new());
        for layer in sheet.layers.iter().filter(|layer| layer.name == "set-up") {
            collect(&layer.items, &mut texts, &mut rects);
        }
        (texts, rects)
    }

    fn of(pack: &Pack, shown: SetUpSides) -> Sheet {
        let overlay = Overlay::SetUp(shown);
        map_sheet(pack, &MapOptions { overlay, ..MapOptions::default() })
    }

    #[test]
    fn blocks_keep_position_and_size() {
        let mut parts = sample::parts();
        let pose = Pose { centre: GroundPoint::from_metres(3_200, 4_800), facing: Facing::UP };
        parts.scenario.sides[0].commands[0].pieces[0].start = Arrival::Line(pose);
        let footprint = parts.scenario.footprints.combat;
        let pack = Pack::new(parts).expect("the position is free");
        let (_, rects) = draw_set_up(&of(&pack, SetUpSides::Both));
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(17.0, 17.0));
        let (middle, half) = (
            frame.place(pose.centre),
            (frame.length(footprint.length) / 2.0, frame.length(footprint.depth) / 2.0),
        );
        let is_there = |rect: &&Rect| {
            (rect.left - (middle.x - half.0)).abs() < 1e-6
                && (rect.right - (middle.x + half.0)).abs() < 1e-6
                && (rect.top - (middle.y - half.1)).abs() < 1e-6
                && (rect.bottom - (middle.y + half.1)).abs() < 1e-6
        };
        assert_eq!(rects.iter().filter(is_there).count(), 1);
    }

    #[test]
    fn set_up_of_one_side_hides_other() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        let names = |index: usize| -> Vec<String> {
            let pieces = pack.scenario().sides[index].pieces();
            pieces.map(|piece| pack.labels().pieces[&piece.id].name.clone()).collect()
        };
        for own in [0, 1] {
            let sheet = of(&pack, SetUpSides::Side(pack.scenario().sides[own].id.clone()));
            assert_eq!(sheet.name, format!("set-up-{}", pack.scenario().sides[own].id));
            let (texts, _) = draw_set_up(&sheet);
            assert!(names(own).iter().any(|name| texts.contains(name)), "{texts:?}");
            assert!(names(1 - own).iter().all(|name| !texts.contains(name)), "{texts:?}");
        }
        let (both, _) = draw_set_up(&of(&pack, SetUpSides::Both));
        assert!(names(0).iter().any(|name| both.contains(name)));
        assert!(names(1).iter().any(|name| both.contains(name)));
    }

    #[test]
    fn faces_read_upright_at_any_facing() {
        for degrees in (0..360).step_by(15) {
            let pose = Pose {
                centre: GroundPoint::from_metres(0, 0),
                facing: Facing::from_degrees(f64::from(degrees)),
            };
            let (slant, front_is_above) = upright(pose);
            assert!(slant.cosine > -1e-9, "{degrees}");
            let up = if front_is_above { -1.0 } else { 1.0 };
            let front = slant.transform_point(Point::default(), Point::new(0.0, up));
            let unit = pose.facing.unit();
            let ahead = [f64::from(unit.x), -f64::from(unit.y)].map(|v| v / UNIT as f64);
            assert!((front.x - ahead[0]).abs() < 1e-9 && (front.y - ahead[1]).abs() < 1e-9);
        }
    }
}

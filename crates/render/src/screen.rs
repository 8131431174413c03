//! Sheets on a screen, drawn in small parts at the viewing size. When a battle is edited, only
//! changed parts are redrawn.
//!
//! The base map takes most of the time and rarely changes. It is therefore a separate [`Drawing`],
//! cached until it changes ([`MapGround`]); set-up, proof and everything around the frame are drawn
//! on top. The combined drawings equal the printed sheets.

use std::fmt;
use std::sync::Arc;

use sandtable_cartography::{
    AreaMapOptions, Ground, Groundwork, MapOptions, Overlay, SetUpSides, Style, area_map_in_frame,
    ground_on, map_size, with_overlay,
};
use sandtable_components::{PrintOrder, Product, Subject};
use sandtable_house_style::words::{Words, translate};
use sandtable_pack::{Labels, Pack, Scale, Scenario, Side, fab};
use sandtable_sheet::{Outlines, Rect, Sheet, paint_part, visible_layers};
use tiny_skia::{Color, IntSize, Pixmap};

use crate::drawing::map_options;

/// A sheet that is drawn in parts.
pub struct Drawing {
    sheet: Arc<Sheet>,
    outlines: Outlines,
}

/// A part of a sheet in screen pixels, counted from its left and top edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Pixels per millimetre of paper.
    pub dots: f64,
    /// Pixels from the left edge of the sheet.
    pub left: u32,
    /// Pixels from the top edge of the sheet.
    pub top: u32,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

/// The contents of a part of a sheet. If they are equal for two drawings, the painted pictures are
/// equal too.
#[derive(Debug, PartialEq)]
pub struct PartContents {
    sheet: Sheet,
}

/// The pixels of a part, with the sheets painted so far.
#[derive(Clone, Debug)]
pub struct PaintedPart {
    part: Part,
    pixels: Pixmap,
}

impl Part {
    /// Returns the part in white, before any sheet is painted; `None` if the part has no pixels, or
    /// more pixels than a screen.
    pub fn blank(self) -> Option<PaintedPart> {
        const MAX_PIXELS_PER_SIDE: u32 = 8_192;
        let (width, height) = self.size;
        let size =
            IntSize::from_wh(width, height).filter(|_| width.max(height) <= MAX_PIXELS_PER_SIDE)?;
        let mut pixels = Pixmap::new(size.width(), size.height())?;
        pixels.fill(Color::WHITE);
        (self.dots.is_finite() && self.dots > 0.0).then_some(PaintedPart { part: self, pixels })
    }

    /// Returns the rectangle of the sheet that the part shows, in millimetres.
    fn window(self) -> Rect {
        let millimetres = |pixels: u32| f64::from(pixels) / self.dots;
        let (width, height) = self.size;
        Rect::from_size(
            millimetres(self.left),
            millimetres(self.top),
            millimetres(width),
            millimetres(height),
        )
    }
}

impl PaintedPart {
    /// Returns the part as an 8-bit sRGB PNG, compressed fast rather than small.
    ///
    /// # Panics
    /// Never: an opaque in-memory picture can always be encoded.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(1 << 17);
        let mut encoder = png::Encoder::new(&mut bytes, self.pixels.width(), self.pixels.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fastest);
        // Every pixel is opaque: the background is white, and no sheet has transparency.
        let colours = self.pixels.data().chunks_exact(4);
        let colours: Vec<u8> = colours.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&colours)?;
            writer.finish()
        });
        written.expect("a picture in memory can be written");
        bytes
    }
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing").field("sheet", &self.sheet.name).finish_non_exhaustive()
    }
}

impl Drawing {
    /// Prepares a sheet for drawing.
    pub fn new(sheet: impl Into<Arc<Sheet>>) -> Self {
        let sheet = sheet.into();
        Self { outlines: Outlines::from_sheet(&sheet), sheet }
    }

    /// Returns the sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the contents of a part.
    pub fn contents(&self, part: Part) -> PartContents {
        // Invisible items are omitted, so later comparisons ignore them too.
        let mut sheet = self.sheet.empty_page(String::new(), self.sheet.width, self.sheet.height);
        sheet.layers = visible_layers(&self.sheet, part.window(), (0.0, 0.0));
        PartContents { sheet }
    }

    /// Paints the drawing over the earlier sheets of a part.
    pub fn paint(&self, painted: PaintedPart) -> PaintedPart {
        self.paint_contents(&self.contents(painted.part), painted)
    }

    /// Paints the contents of a part over its earlier sheets.
    pub fn paint_contents(&self, seen: &PartContents, painted: PaintedPart) -> PaintedPart {
        let PaintedPart { part, pixels } = painted;
        let corner = (f64::from(part.left), f64::from(part.top));
        let pixels = paint_part(&seen.sheet, &self.outlines, part.dots, corner, pixels);
        PaintedPart { part, pixels }
    }
}

/// The base map of a battlefield, cached until it changes.
pub struct MapGround {
    /// The battle shown by the drawing.
    battle: Pack,
    options: MapOptions,
    drawing: Arc<Drawing>,
    /// The base map without any drawn items, to put layers on.
    empty_ground: Ground,
    /// The slow part, which depends only on elevation, frame and style.
    groundwork: Arc<Groundwork>,
}

impl fmt::Debug for MapGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapGround").field("drawing", &self.drawing).finish_non_exhaustive()
    }
}

impl MapGround {
    /// Draws a battle's base map for an order.
    pub fn of(pack: &Pack, order: &PrintOrder) -> Self {
        Self::new_reusing(None, pack, order)
    }

    /// Draws a base map, and reuses the groundwork of an earlier edition if it is unchanged.
    pub fn new_reusing(before: Option<&Self>, pack: &Pack, order: &PrintOrder) -> Self {
        let options = map_options(pack, order, Product::Map);
        let unchanged = before.filter(|before| {
            Groundwork::is_same((&before.battle, &before.options), (pack, &options))
        });
        let kept = unchanged.map(|before| Arc::clone(&before.groundwork));
        let (ground, groundwork) = ground_on(pack, &options, kept);
        let (sheet, bare) = ground.split_for_overlay();
        let drawing = Arc::new(Drawing::new(sheet));
        Self { battle: pack.clone(), options, drawing, empty_ground: bare, groundwork }
    }

    /// Whether another edition of the battle would have the same base map.
    ///
    /// Compares everything except data that is known to be drawn elsewhere, so a missing exclusion
    /// here costs time, not correctness.
    pub fn has_same_ground(&self, pack: &Pack, order: &PrintOrder) -> bool {
        let sheet = self.drawing.sheet();
        self.options == map_options(pack, order, Product::Map)
            && self.battle.map() == pack.map()
            && self.battle.scenery() == pack.scenery()
            && self.battle.elevation() == pack.elevation()
            && self.battle.style() == pack.style()
            && self.battle.ruleset() == pack.ruleset()
            && *self.battle.scenario()
                == copy_scenario_forces(pack.scenario(), self.battle.scenario())
            && *self.battle.labels() == copy_label_forces(pack.labels(), self.battle.labels())
            && map_size(pack, &self.options) == (sheet.width, sheet.height)
    }

    /// Returns the drawing of the base map.
    pub const fn drawing(&self) -> &Arc<Drawing> {
        &self.drawing
    }

    /// Returns the map frame on the sheet, in millimetres.
    pub const fn frame(&self) -> Rect {
        self.empty_ground.frame()
    }

    /// Returns the scale of the sheet.
    pub fn scale(&self) -> Scale {
        self.options.scale.unwrap_or(self.battle.map().scale)
    }

    /// Draws the layers of an edition of the battle above this base map: the set-up of both sides,
    /// the engine's interpretation of the terrain, and everything around the frame.
    pub fn draw_upon(&self, pack: &Pack, set_up: bool, proof: bool) -> Drawing {
        let shown = |overlay| {
            let options = MapOptions { overlay, ..self.options.clone() };
            with_overlay(pack, &options, self.empty_ground.clone())
        };
        let with_set_up = || shown(Overlay::SetUp(SetUpSides::Both));
        Drawing::new(match (set_up, proof) {
            (false, false) => shown(Overlay::Ground),
            (true, false) => with_set_up(),
            (false, true) => shown(Overlay::Proof),
            (true, true) => {
                // The proof's legend is below the map; of the set-up, only the blocks are shown.
                let mut sheet = shown(Overlay::Proof);
                let blocks =
                    with_set_up().layers.into_iter().filter(|layer| layer.name == "set-up");
                sheet.layers.splice(0..0, blocks);
                sheet
            }
        })
    }
}

/// Returns a scenario with the forces and the calendar of another. Everything else may affect the
/// base map.
fn copy_scenario_forces(own: &Scenario, other: &Scenario) -> Scenario {
    let [one, second] = &other.sides;
    let forces = |own: &Side, other: &Side| Side {
        id: own.id.clone(),
        lines_of_communication: own.lines_of_communication.clone(),
        ..other.clone()
    };
    Scenario {
        sides: [forces(&own.sides[0], one), forces(&own.sides[1], second)],
        calendar: other.calendar.clone(),
        combat_order: other.combat_order.clone(),
        weather: other.weather.clone(),
        special_rules: other.special_rules.clone(),
        ..own.clone()
    }
}

/// Returns labels with the force names and the text of another edition.
fn copy_label_forces(own: &Labels, other: &Labels) -> Labels {
    Labels {
        title: other.title.clone(),
        published: other.published.clone(),
        notes: other.notes.clone(),
        history: other.history.clone(),
        errata: other.errata.clone(),
        commands: other.commands.clone(),
        pieces: other.pieces.clone(),
        weather: other.weather.clone(),
        special_rules: other.special_rules.clone(),
        ..own.clone()
    }
}

/// Returns the map of an area battle with or without its set-up, and its frame on the sheet; `None`
/// for a battle without a map.
pub fn area_map_on_screen(
    pack: &fab::Pack,
    order: &PrintOrder,
    set_up: bool,
) -> Option<(Drawing, Rect)> {
    let style = Style::built_in(order.style.unwrap_or(pack.map()?.style));
    let set_up = set_up.then_some(SetUpSides::Both);
    let options = AreaMapOptions { language: order.language, style, scale: order.scale, set_up };
    let (sheet, frame) = area_map_in_frame(pack, &options)?;
    Some((Drawing::new(sheet), frame))
}

/// Returns the printed products of a battle other than its maps, in order, with their titles.
pub fn products<'p>(
    battle: impl Into<Subject<'p>>,
    order: &PrintOrder,
) -> Vec<(Product, &'static str)> {
    let battle = battle.into();
    let title = |words: Words| translate(words, order.language);
    let printed = Product::ALL.into_iter().filter(|product| {
        battle.has_product(*product) && !product.is_map() && !product.is_on_demand()
    });
    printed.map(|product| (product, title(battle.sheet_title(product)))).collect()
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundPoint, PackParts, Text, sample};

    use super::*;

    fn pack() -> Pack {
        Pack::new(sample::parts()).expect("the sample is a battle")
    }

    fn with_change(change: impl FnOnce(&mut PackParts)) -> Pack {
        let mut parts = sample::parts();
        change(&mut parts);
        Pack::new(parts).expect("valid battle")
    }

    /// Painting the parts over one another gives the same picture as drawing the whole sheet.
    #[test]
    fn painted_parts_equal_printed_map() {
        let (pack, order) = (pack(), PrintOrder::default());
        let ground = MapGround::of(&pack, &order);
        let options = MapOptions {
            overlay: Overlay::SetUp(SetUpSides::Both),
            ..map_options(&pack, &order, Product::Map)
        };
        let whole = Drawing::new(sandtable_cartography::map_sheet(&pack, &options));
        let upon = ground.draw_upon(&pack, true, false);
        for (left, top) in [(0, 0), (300, 200)] {
            let part = Part { dots: 2.0, left, top, size: (256, 256) };
            let blank = || part.blank().expect("part with pixels");
            let painted = upon.paint(ground.drawing().paint(blank()));
            assert!(painted.pixels == whole.paint(blank()).pixels, "{left} {top}");
            assert!(painted.pixels != blank().pixels, "{left} {top}: nothing is shown");
        }
    }

    #[test]
    fn adjacent_parts_match() {
        let drawing =
            Drawing::new(sandtable_cartography::map_sheet(&pack(), &MapOptions::default()));
        let part = |left, size| Part { dots: 3.0, left, top: 150, size };
        let paint = |part: Part| drawing.paint(part.blank().expect("part with pixels")).pixels;
        let whole = paint(part(100, (400, 120)));
        for (left, from) in [(100, 0), (300, 200)] {
            let half = paint(part(left, (200, 120)));
            let apart = (0..120).flat_map(|y| (0..200).map(move |x| (x, y))).filter(|&(x, y)| {
                let (one, other) = (half.pixel(x, y), whole.pixel(x + from, y));
                let (one, other) = (one.expect("pixel"), other.expect("pixel"));
                // Antialiasing at an edge may depend on the start of a path.
                one.red().abs_diff(other.red()) > 3 || one.blue().abs_diff(other.blue()) > 3
            });
            assert_eq!(apart.count(), 0, "from {left}");
        }
    }

    /// A cached base map equals a new drawing, and changes to the base map are detected.
    #[test]
    fn keeps_ground_until_it_changes() {
        let order = PrintOrder::default();
        let before = MapGround::of(&pack(), &order);
        let kept = [
            with_change(|parts| {
                let piece = &mut parts.scenario.sides[0].commands[0].pieces[0];
                piece.start = sandtable_pack::Arrival::Line(sandtable_pack::Pose {
                    centre: GroundPoint::from_metres(3_200, 4_800),
                    facing: sandtable_pack::Facing::UP,
                });
            }),
            with_change(|parts| {
                let label = parts.labels.pieces.values_mut().next().expect("a piece");
                label.name = "Somebody else".to_owned();
            }),
            with_change(|parts| parts.labels.notes = Some(Text::plain("Told otherwise."))),
            with_change(|parts| parts.scenario.calendar.date = "1870-08-06".to_owned()),
        ];
        for pack in &kept {
            assert!(before.has_same_ground(pack, &order));
            let rebuilt = MapGround::of(pack, &order);
            assert_eq!(before.drawing.sheet, rebuilt.drawing.sheet);
        }
        let other = [
            with_change(|parts| parts.map.woods.truncate(0)),
            with_change(|parts| {
                let side = &mut parts.scenario.sides[0];
                let colour = &mut parts.labels.sides.get_mut(&side.id).expect("a side").colour;
                colour.red = colour.red.wrapping_add(90);
            }),
            with_change(|parts| {
                parts.labels.features.values_mut().for_each(|label| {
                    label.name = Some(Text::plain("Renamed"));
                });
            }),
        ];
        for pack in &other {
            let same = pack == &self::pack();
            assert_eq!(before.has_same_ground(pack, &order), same);
            let after = MapGround::new_reusing(Some(&before), pack, &order);
            assert_eq!(after.drawing.sheet, MapGround::of(pack, &order).drawing.sheet);
        }
        let scale = Scale::new(8_000);
        assert!(!before.has_same_ground(&pack(), &PrintOrder { scale, ..order }));
    }

    #[test]
    fn rejects_part_without_pixels() {
        let part = |dots, size| Part { dots, left: 0, top: 0, size }.blank().is_some();
        assert!(part(1.0, (1, 1)));
        assert!(!part(1.0, (0, 9)) && !part(0.0, (9, 9)) && !part(f64::NAN, (9, 9)));
        assert!(!part(1.0, (100_000, 9)));
    }

    #[test]
    fn products_exclude_maps() {
        let order = PrintOrder::default();
        let found = products(&pack(), &order);
        assert!(found.iter().all(|(product, title)| !product.is_map() && !title.is_empty()));
        assert!(found.iter().any(|(product, _)| *product == Product::Stickers));
    }
}

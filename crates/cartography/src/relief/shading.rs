//! Shaded relief: ever darker bands where the ground falls away from a light in the north-west.
//!
//! Bands are opaque, each mixed from the ground tint and the shade, because transparency is awkward
//! on a press. Inside woods they are drawn again, mixed with the woods tint.

use sandtable_pack::{Area, ElevationGrid, ShadingStyle};
use sandtable_sheet::{Ink, Item, Path, Point};

use super::contours;
use super::field::HeightField;
use crate::frame::MapFrame;
use crate::style::Style;

/// The proportion of the ground with slopes gentler than the darkest band.
const STEEP_SHARE: f64 = 0.98;
/// The gentlest slope at which the darkest band may start, which keeps plains light.
const LEAST_STEEP: f64 = 0.06;
/// The area of the smallest patch to draw, in square millimetres.
const LEAST_PATCH: f64 = 1.5;
/// The tolerance for straightening boundaries, in millimetres.
const STRAIGHT: f64 = 0.05;

/// Draws the shade over the whole frame, then over woods and orchards.
pub(crate) fn shading(
    shade: &Shade<'_>,
    woods: &[Area],
    orchards: &[Area],
    frame: &MapFrame,
    style: &Style,
) -> Vec<Item> {
    let mut items = shade.over(style.sheet.paper);
    for (areas, tint) in [(woods, style.woods.tint), (orchards, style.woods.orchard_tint)] {
        for area in areas {
            let path = frame.bent_area(&area.parts);
            let items_inside = shade.near(&path, tint);
            if !items_inside.is_empty() {
                items.push(Item::Clip { path, items: items_inside });
            }
        }
    }
    items
}

/// The shaded ground, in bands.
pub(crate) struct Shade<'a> {
    style: &'a ShadingStyle<Ink>,
    /// The steepness with which the ground falls away from the light.
    falling: HeightField,
    /// The steepness at which the darkest band would be complete.
    steep: f64,
    /// The rings of the bands, the lightest first.
    rings: Vec<Vec<Vec<Point>>>,
}

impl<'a> Shade<'a> {
    /// Returns the shade of a pack's relief, or `None` without elevation.
    pub fn new(
        grid: &ElevationGrid,
        frame: &MapFrame,
        style: &'a ShadingStyle<Ink>,
    ) -> Option<Self> {
        let field = HeightField::new(grid, frame, style.smoothing.get())?;
        let steep = field.steepness_of_share(STEEP_SHARE).max(LEAST_STEEP);
        let falling = field.with_falling_rim();
        let ring = |line: Vec<Point>| contours::straighten(&line, STRAIGHT);
        let bands = (0..u32::from(style.steps.get())).map(|step| {
            let lines = falling.contours(edge(step, style, steep)).into_iter();
            lines.filter(|line| patch(line) >= LEAST_PATCH).map(ring).collect()
        });
        let rings = bands.collect();
        Some(Self { style, falling, steep, rings })
    }

    /// Returns the shaded colour of a ground tint at a point.
    pub fn ground(&self, place: Point, ground: Ink) -> Ink {
        let falls = self.falling.at(place).unwrap_or(0.0);
        let within = |step: &u32| falls >= edge(*step, self.style, self.steep);
        match (0..u32::from(self.style.steps.get())).filter(within).count() {
            0 => ground,
            bands => self.darken(ground, bands),
        }
    }

    fn darken(&self, ground: Ink, bands: usize) -> Ink {
        let share = self.style.strength.get() * bands as f64 / self.rings.len() as f64;
        mix(ground, self.style.ink, share)
    }

    /// Draws all bands over ground of one colour.
    fn over(&self, ground: Ink) -> Vec<Item> {
        self.draw_bands(ground, |_| true)
    }

    /// Draws the bands that may be visible inside a clip, over ground of one colour.
    fn near(&self, opening: &Path, ground: Ink) -> Vec<Item> {
        let Some(bounds) = opening.bounds() else { return Vec::new() };
        self.draw_bands(ground, |ring| {
            let around = sandtable_sheet::Rect::bounding(ring.iter().copied());
            around.is_some_and(|around| around.intersects(&bounds))
        })
    }

    fn draw_bands(&self, ground: Ink, shows: impl Fn(&[Point]) -> bool) -> Vec<Item> {
        let mut items = Vec::new();
        for (step, rings) in self.rings.iter().enumerate() {
            let mut path = Path::new();
            for ring in rings.iter().filter(|ring| shows(ring)) {
                path.add_ring(ring);
            }
            if !path.is_empty() {
                items.push(Item::fill_with_holes(path, self.darken(ground, step + 1)));
            }
        }
        items
    }
}

/// Returns the steepness at which a band begins.
fn edge(step: u32, style: &ShadingStyle<Ink>, steep: f64) -> f64 {
    (f64::from(step) + 0.5) / f64::from(style.steps.get()) * steep
}

/// Returns a ground tint mixed with a proportion of another ink.
fn mix(ground: Ink, shade: Ink, share: f64) -> Ink {
    let part = |i: usize| {
        let (a, b) = (f64::from(ground.rgb[i]), f64::from(shade.rgb[i]));
        (a + (b - a) * share).round() as u8
    };
    Ink { name: shade.name, rgb: [part(0), part(1), part(2)] }
}

/// Returns the area within a closed line in square millimetres.
fn patch(line: &[Point]) -> f64 {
    let pairs = line.windows(2);
    pairs.map(|p| p[0].x * p[1].y - p[1].x * p[0].y).sum::<f64>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Elevation, GroundLength, GroundPoint, Pack, Polygon, StyleName, sample};
    use sandtable_sheet::{Segment, Sheet};

    use super::*;
    use crate::battlefield::map_sheet;
    use crate::ground::woods::inside;
    use crate::options::MapOptions;

    /// Returns a ridge from south-west to north-east.
    fn ridge_heights(map: &sandtable_pack::Map) -> ElevationGrid {
        let (width, height) = (map.width.metres(), map.height.metres());
        let cells = |metres: f64| (metres / 50.0) as u32 + 3;
        let (columns, rows) = (cells(width), cells(height));
        let rise = |i: u32| {
            let (x, y) = (f64::from(i % columns) * 50.0, f64::from(i / columns) * 50.0);
            let off = (x - width / 2.0) - (y - height / 2.0);
            Elevation::from_metres_rounded((120.0 - off.abs() * 0.1).max(0.0))
        };
        ElevationGrid {
            origin: GroundPoint::from_metres(-50, -50),
            cell: GroundLength::from_metres(50),
            columns,
            rows,
            heights: (0..columns * rows).filter_map(rise).collect(),
        }
    }

    /// Draws a ridge from south-west to north-east over the sample's map, with a wood on its lee
    /// side.
    fn ridge(shading: bool) -> Sheet {
        let mut parts = sample::parts();
        let (width, height) = (parts.map.width.metres(), parts.map.height.metres());
        parts.elevation = Some(ridge_heights(&parts.map));
        let (x, y) = ((width / 2.0) as i32, (height / 2.0) as i32);
        let at = |dx, dy| GroundPoint::from_metres(x + dx, y + dy);
        let exterior = vec![at(200, -600), at(700, -600), at(700, -100), at(200, -100)];
        let wood = Polygon { exterior, holes: Vec::new() };
        parts.map.woods = vec![Area { id: sample::id("lee-wood"), parts: vec![wood] }];
        let pack = Pack::new(parts).expect("valid ridge");
        let mut options = MapOptions::default();
        options.style.relief.shading = shading;
        map_sheet(&pack, &options)
    }

    #[test]
    fn shading_key_adds_layer_below_hachures() {
        let names = |sheet: &Sheet| sheet.layers.iter().map(|l| l.name).collect::<Vec<_>>();
        assert!(!names(&ridge(false)).contains(&"shading"));
        let names = names(&ridge(true));
        let place = |name| names.iter().position(|n| *n == name).expect("the layer exists");
        assert!(place("wood tints") < place("shading") && place("shading") < place("hachures"));
    }

    #[test]
    fn shades_lee_side_and_woods() {
        let sheet = ridge(true);
        let layer = sheet.layers.iter().find(|l| l.name == "shading").expect("the layer exists");
        let [Item::Clip { items, .. }] = layer.items.as_slice() else { panic!("{layer:?}") };
        let style = Style::built_in(StyleName::Staff);
        let (mut open, mut wooded) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Fill { path, ink, .. } => open.push((rings(path), ink.rgb)),
                Item::Clip { items, .. } => wooded.extend(items.iter().map(|item| match item {
                    Item::Fill { ink, .. } => ink.rgb,
                    other => panic!("{other:?}"),
                })),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!((open.len(), wooded.len()), (6, 6));
        let darkest = mix(style.sheet.paper, style.shading.ink, style.shading.strength.get());
        assert_eq!(open.last().map(|o| o.1), Some(darkest.rgb));
        assert!(open.windows(2).all(|pair| pair[0].1[0] > pair[1].1[0]));
        assert!(open.iter().zip(&wooded).all(|(open, wooded)| open.1 != *wooded));
        let shaded = |dx: f64, dy: f64| {
            let middle = Point::new(17.0 + 250.0, 17.0 + 250.0).translate(dx, dy);
            open.iter().filter(|(rings, _)| inside(rings, middle)).count()
        };
        assert_eq!([shaded(20.0, 20.0), shaded(-20.0, -20.0), shaded(200.0, 200.0)], [6, 0, 0]);
    }

    fn rings(path: &Path) -> Vec<Vec<Point>> {
        let mut rings: Vec<Vec<Point>> = Vec::new();
        for segment in path.segments() {
            match *segment {
                Segment::Move(p) => rings.push(vec![p]),
                Segment::Line(p) => rings.last_mut().expect("a ring was started").push(p),
                Segment::Cubic(..) | Segment::Close => {}
            }
        }
        rings
    }

    #[test]
    fn halo_matches_shaded_ground() {
        let sheet = ridge(true);
        let layer = sheet.layers.iter().find(|l| l.name == "shading").expect("the layer exists");
        let [Item::Clip { items, .. }] = layer.items.as_slice() else { panic!("{layer:?}") };
        let mut bands = Vec::new();
        for item in items {
            if let Item::Fill { path, ink, .. } = item {
                bands.push((rings(path), *ink));
            }
        }
        let style = Style::built_in(StyleName::Staff);
        let map = sample::parts().map;
        let frame = MapFrame::new(&map, map.scale, Point::new(17.0, 17.0));
        let grid = ridge_heights(&map);
        let shade = Shade::new(&grid, &frame, &style.shading).expect("the grid has elevation");
        for (dx, dy) in [(20.0, 20.0), (-20.0, -20.0), (35.0, 5.0), (200.0, 200.0)] {
            let place = Point::new(17.0 + 250.0, 17.0 + 250.0).translate(dx, dy);
            let drawn = bands.iter().rfind(|(rings, _)| inside(rings, place));
            let expected = drawn.map_or(style.sheet.paper, |(_, ink)| *ink);
            assert_eq!(shade.ground(place, style.sheet.paper), expected, "{place:?}");
        }
    }
}

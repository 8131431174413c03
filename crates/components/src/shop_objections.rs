//! What a shop would object to in things that are cut out: letters too small to hold, letters and signs
//! too near to the cut.

use sandtable_pack::PaperLength;
use sandtable_sheet::{Item, PlacedGlyph, Point, Rect, Slant, TextRun, glyph_outline};
use sandtable_shop::{Labels, ShopProfile};

use crate::component::Component;
use crate::imposition::sheets::fills;
use crate::order::product::Product;

/// Something on a thing that does not hold to the shop's profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Of which product the thing is.
    pub product: Product,
    /// The thing.
    pub thing: String,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What is wrong with a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaultKind {
    /// Its smallest letters are of this size.
    SmallLetters(PaperLength),
    /// A letter or sign is this far from the cut.
    NearTheCut(PaperLength),
    /// Its corners are cut rounder than it is large: this is half its smallest side.
    TooRound(PaperLength),
    /// Its texts lie upon each other, because there is no room for all of them.
    NoRoom,
}

/// Numbers that come of adding up are equal within this, in millimetres.
const EQUAL: f64 = 1e-3;

/// Art that ends so near to the end of all other runs on as far, in millimetres: lines have no width at
/// their ends.
const ENDS: f64 = 0.3;

/// What of a product's things does not hold to a profile, in their order.
///
/// A label that is cut already has its own corners, if a thing fills it.
pub(crate) fn faults(
    product: Product,
    things: &[Component],
    profile: &ShopProfile,
    labels: Option<&Labels>,
) -> Vec<Fault> {
    let fault = |thing: &Component, kind| Fault { product, thing: thing.key.clone(), kind };
    let of_each =
        |thing| of_thing(thing, profile, labels).into_iter().map(move |kind| fault(thing, kind));
    things.iter().flat_map(of_each).collect()
}

fn of_thing(thing: &Component, profile: &ShopProfile, labels: Option<&Labels>) -> Vec<FaultKind> {
    let edge = Rect::sized(0.0, 0.0, thing.width(), thing.height());
    let filled = labels.filter(|labels| fills(labels, thing.width(), thing.height()));
    let radius = filled.map_or(profile.cut.corner_radius, |labels| labels.corner_radius);
    let radius = radius.millimetres();
    let half = thing.width().min(thing.height()) / 2.0;
    let mut seen = Seen {
        edge,
        art: reach(&thing.front).map_or(edge, |art| art.union(&edge)),
        radius: radius.min(half),
        smallest: f64::INFINITY,
        nearest: f64::INFINITY,
        lines: Vec::new(),
    };
    seen.look(&thing.front, EVERYWHERE);
    let is_heaped = seen.is_heaped();
    seen.lines.clear();
    seen.art = reach(&thing.back).map_or(edge, |art| art.union(&edge));
    seen.look(&thing.back, EVERYWHERE);
    let mut kinds = Vec::new();
    if seen.smallest < profile.lettering.smallest.millimetres() - EQUAL {
        kinds.push(FaultKind::SmallLetters(PaperLength::from_millimetres(seen.smallest)));
    }
    if radius > half + EQUAL {
        kinds.push(FaultKind::TooRound(PaperLength::from_millimetres(half)));
    } else if seen.nearest < profile.safe_zone.millimetres() - EQUAL {
        kinds.push(FaultKind::NearTheCut(PaperLength::from_millimetres(seen.nearest.max(0.0))));
    }
    if is_heaped || seen.is_heaped() {
        kinds.push(FaultKind::NoRoom);
    }
    kinds
}

/// What was seen on a thing, in millimetres.
struct Seen {
    edge: Rect,
    /// What all art of the face covers: it ends where the bleed does.
    art: Rect,
    /// The radius of the cut's corners.
    radius: f64,
    /// The em of the smallest letters.
    smallest: f64,
    /// How far the letter or sign that is nearest to the cut is from it.
    nearest: f64,
    /// What each line of text covers.
    lines: Vec<Rect>,
}

/// Lines of text that share less than this in height or width do not touch, in millimetres.
const TOUCHING: f64 = 0.2;

/// The opening through which all is seen.
const EVERYWHERE: Rect = Rect {
    left: f64::NEG_INFINITY,
    top: f64::NEG_INFINITY,
    right: f64::INFINITY,
    bottom: f64::INFINITY,
};

impl Seen {
    /// Do any two lines of text lie upon each other?
    fn is_heaped(&self) -> bool {
        let near = |rect: &Rect| rect.grown(-TOUCHING / 2.0);
        let meets = |one: &Rect, other: &Rect| near(one).meets(&near(other));
        let each = self.lines.iter().enumerate();
        each.into_iter()
            .any(|(index, one)| self.lines[index + 1..].iter().any(|other| meets(one, other)))
    }

    /// Looks at what is seen of items through an opening.
    fn look(&mut self, items: &[Item], opening: Rect) {
        let seen = |bounds: Rect| bounds.intersection(&opening);
        for item in items {
            match item {
                Item::Text(run) => {
                    self.smallest = self.smallest.min(run.size);
                    let letters = run.glyphs.iter().filter_map(|glyph| letter(run, glyph));
                    let letters: Vec<Rect> = letters.filter_map(seen).collect();
                    letters.iter().for_each(|bounds| self.measure(*bounds));
                    let all = letters.iter().copied().reduce(|one, other| one.union(&other));
                    self.lines.extend(all);
                }
                Item::Fill { path, .. } => self.shape(path.bounds().and_then(seen)),
                Item::Line { path, stroke } => {
                    let bounds = path.bounds().map(|bounds| bounds.grown(stroke.width / 2.0));
                    self.shape(bounds.and_then(seen));
                }
                Item::Clip { path, items } => {
                    if let Some(opening) = path.bounds().and_then(seen) {
                        self.look(items, opening);
                    }
                }
                Item::Stamps { .. } => {}
            }
        }
    }

    /// A shape that runs on beyond the cut to the end of the art is ground, which may be cut anywhere; any
    /// other is a sign.
    fn shape(&mut self, bounds: Option<Rect>) {
        let Some(bounds) = bounds else { return };
        // How far each side of the shape, of the thing and of all art lies outwards.
        let outwards = |rect: &Rect| [-rect.left, -rect.top, rect.right, rect.bottom];
        let (shape, edge, art) = (outwards(&bounds), outwards(&self.edge), outwards(&self.art));
        // Without bleed art ends at the cut, and ground with it.
        let is_bled = |side: usize| art[side] > edge[side] + EQUAL;
        let crosses = |side: usize| match is_bled(side) {
            true => shape[side] > edge[side] + EQUAL,
            false => shape[side] > edge[side] - EQUAL,
        };
        let ends_there = |side: usize| shape[side] >= art[side] - ENDS;
        let mut crossed = (0..4).filter(|&side| crosses(side)).peekable();
        let is_ground = crossed.peek().is_some() && crossed.all(ends_there);
        if !is_ground {
            self.measure(bounds);
        }
    }

    fn measure(&mut self, bounds: Rect) {
        let Rect { left, top, right, bottom } = self.edge;
        let ways =
            [bounds.left - left, bounds.top - top, right - bounds.right, bottom - bounds.bottom];
        self.nearest = ways.into_iter().fold(self.nearest, f64::min);
        // Where the cut is round it comes nearer to the corners of what is there.
        for (x, y) in [
            (bounds.left - left, bounds.top - top),
            (right - bounds.right, bounds.top - top),
            (bounds.left - left, bottom - bounds.bottom),
            (right - bounds.right, bottom - bounds.bottom),
        ] {
            if x < self.radius && y < self.radius {
                let from_centre = Point::new(x, y).distance(Point::new(self.radius, self.radius));
                self.nearest = self.nearest.min(self.radius - from_centre);
            }
        }
    }
}

/// What art covers, but letters; `None` where there is none.
fn reach(items: &[Item]) -> Option<Rect> {
    let bounds = items.iter().filter_map(|item| match item {
        Item::Fill { path, .. } | Item::Line { path, .. } => path.bounds(),
        Item::Clip { path, items } => reach(items)?.intersection(&path.bounds()?),
        Item::Text(_) | Item::Stamps { .. } => None,
    });
    bounds.reduce(|one, other| one.union(&other))
}

/// What a letter covers; nothing for a space.
pub(crate) fn letter(run: &TextRun, glyph: &PlacedGlyph) -> Option<Rect> {
    let bounds = glyph_outline(run.face, glyph.id)?.bounds()?;
    let Rect { left, top, right, bottom } = bounds;
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let Slant { cosine, sine } = glyph.slant;
    Rect::around(corners.map(|(x, y)| {
        let p = Point::new(x * run.size, y * run.size);
        Slant { cosine, sine }.place(glyph.at, p)
    }))
}

#[cfg(test)]
mod tests {
    use sandtable_sheet::{Face, Ink, Lettering, Path, Stroke, shape};
    use sandtable_shop::{DEFAULT, built_in};

    use super::*;

    const BLACK: Ink = Ink::new("black", 0);

    fn card(front: Vec<Item>) -> Component {
        let length = PaperLength::from_millimetres;
        Component::flat("card".to_owned(), (length(40.0), length(20.0)), front)
    }

    fn kinds(front: Vec<Item>) -> Vec<FaultKind> {
        let profile = built_in(DEFAULT).expect("it comes with the program");
        faults(Product::Stickers, &[card(front)], &profile, None)
            .into_iter()
            .map(|fault| fault.kind)
            .collect()
    }

    fn text(points: f64, x: f64) -> Item {
        Item::Text(shape("I", Lettering::new(Face::Bold, points)).at(Point::new(x, 10.0), BLACK))
    }

    #[test]
    fn letters_are_measured_by_their_outlines() {
        assert_eq!(kinds(vec![text(8.0, 10.0)]), []);
        let small = PaperLength::from_points(5.0);
        let found = kinds(vec![text(5.0, 10.0)]);
        let [FaultKind::SmallLetters(size)] = found[..] else { panic!("{found:?}") };
        assert!((size - small).millimetres().abs() < 1e-9);
        let found = kinds(vec![text(8.0, 1.0)]);
        let [FaultKind::NearTheCut(way)] = found[..] else { panic!("{found:?}") };
        // The letter begins a little after its origin.
        assert!((1.0..1.3).contains(&way.millimetres()), "{way}");
    }

    #[test]
    fn round_corners_cut_nearer_to_what_stands_there() {
        let mut terms = built_in(DEFAULT).expect("it comes with the program").into_terms();
        terms.cut.corner_radius = PaperLength::from_millimetres(9.0);
        let profile = ShopProfile::new(terms).expect("without contradictions");
        let dot = Item::fill(Path::circle(Point::new(3.5, 3.5), 1.0), BLACK);
        assert_eq!(kinds(vec![dot.clone()]), []);
        assert_eq!(faults(Product::Stickers, &[card(vec![dot.clone()])], &profile, None).len(), 1);
        // Rounder than it is large: the radius is at fault, and not what stands there.
        let mut terms = profile.clone().into_terms();
        terms.cut.corner_radius = PaperLength::from_millimetres(11.0);
        let rounder = ShopProfile::new(terms).expect("without contradictions");
        let found = faults(Product::Stickers, &[card(vec![dot.clone()])], &rounder, None);
        let [Fault { kind: FaultKind::TooRound(half), .. }] = found[..] else {
            panic!("{found:?}")
        };
        assert!((half.millimetres() - 10.0).abs() < 1e-9);
        // A label that is cut already is as round as it is, if the card is as large.
        let mut labels = Labels {
            columns: 1,
            rows: 1,
            width: PaperLength::from_millimetres(40.2),
            height: PaperLength::from_millimetres(20.0),
            left: PaperLength::ZERO,
            top: PaperLength::ZERO,
            across: PaperLength::ZERO,
            down: PaperLength::ZERO,
            corner_radius: PaperLength::from_millimetres(1.5),
        };
        assert_eq!(
            faults(Product::Stickers, &[card(vec![dot.clone()])], &profile, Some(&labels)),
            []
        );
        labels.width = PaperLength::from_millimetres(60.0);
        assert_eq!(faults(Product::Stickers, &[card(vec![dot])], &profile, Some(&labels)).len(), 1);
    }

    #[test]
    fn lines_of_text_that_lie_upon_each_other_are_told() {
        assert_eq!(kinds(vec![text(8.0, 10.0), text(8.0, 14.0)]), []);
        assert_eq!(kinds(vec![text(20.0, 10.0), text(20.0, 11.0)]), [FaultKind::NoRoom]);
    }

    #[test]
    fn signs_keep_off_the_cut_and_grounds_run_beyond_it() {
        let dot = |x: f64| Item::fill(Path::circle(Point::new(x, 10.0), 1.0), BLACK);
        assert_eq!(kinds(vec![dot(3.0)]), []);
        assert_eq!(kinds(vec![dot(2.5)]).len(), 1);
        let ground = Item::fill(Path::rect(Rect::new(-3.0, -3.0, 43.0, 8.0)), BLACK);
        assert_eq!(kinds(vec![ground.clone()]), []);
        // What crosses the cut and ends in the bleed is a sign that is cut through.
        let through = Item::fill(Path::circle(Point::new(40.0, 5.0), 1.5), BLACK);
        assert_eq!(kinds(vec![ground, through]), [FaultKind::NearTheCut(PaperLength::ZERO)]);
        // Of a shop without bleed all ground ends at the cut.
        let card = Item::fill(Path::rect(Rect::new(0.0, 0.0, 40.0, 20.0)), BLACK);
        let band = Item::fill(Path::rect(Rect::new(0.0, 0.0, 40.0, 6.0)), BLACK);
        assert_eq!(kinds(vec![card.clone(), band]), []);
        assert_eq!(kinds(vec![card, dot(2.5)]).len(), 1);
        let line = Path::line(&[Point::new(2.2, 5.0), Point::new(30.0, 5.0)]);
        assert_eq!(kinds(vec![Item::line(line.clone(), Stroke::full(BLACK, 0.3))]), []);
        assert_eq!(kinds(vec![Item::line(line, Stroke::full(BLACK, 0.6))]).len(), 1);
    }

    /// Hatching that is drawn far beyond its opening reaches no further than that: the ground around it ends
    /// where the bleed does.
    #[test]
    fn what_an_opening_hides_does_not_count() {
        let ground = Rect::new(-3.0, -3.0, 43.0, 23.0);
        let beyond = Item::fill(Path::rect(Rect::new(-30.0, -30.0, 90.0, 60.0)), BLACK);
        let hatched = |opening: Rect| {
            let path = Path::rect(opening);
            let items = vec![beyond.clone(), text(8.0, 39.0)];
            vec![Item::fill(Path::rect(ground), BLACK), Item::Clip { path, items }]
        };
        assert_eq!(kinds(hatched(Rect::new(-3.0, -3.0, 38.0, 23.0))), []);
        assert_eq!(kinds(hatched(Rect::new(5.0, 5.0, 35.0, 15.0))), []);
        // A sign that is seen too near to the cut.
        assert_eq!(kinds(hatched(Rect::new(5.0, 5.0, 39.0, 15.0))).len(), 1);
    }
}

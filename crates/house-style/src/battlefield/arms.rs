//! Symbols of the arms, in boxes: a cross for infantry, a diagonal for cavalry, a dot for
//! artillery, a diagonal with a dot for dragoons. A detachment has a dashed box with a cross.

use sandtable_pack::{PieceType, Quality};
use sandtable_sheet::{Cap, Ink, Item, Path, Point, Rect, Stroke};

use super::BLACK;

/// The line width of a symbol in a rectangle.
pub fn arm_symbol_weight(rect: Rect) -> f64 {
    rect.height() * 0.09
}

/// The symbol of an arm in a rectangle.
pub fn arm_symbol(kind: PieceType, rect: Rect, ink: Ink) -> Vec<Item> {
    let weight = arm_symbol_weight(rect);
    let diagonal = |falling: bool| {
        let (from, to) = if falling { (rect.top, rect.bottom) } else { (rect.bottom, rect.top) };
        let ends = [Point::new(rect.left, from), Point::new(rect.right, to)];
        Item::line(Path::line(&ends), Stroke::solid(ink, weight))
    };
    let dot = |share: f64| Item::fill(Path::circle(rect.centre(), rect.height() * share), ink);
    let mut items = match kind {
        PieceType::Infantry | PieceType::Detachment => vec![diagonal(true), diagonal(false)],
        PieceType::Cavalry => vec![diagonal(false)],
        PieceType::Dragoons => vec![diagonal(false), dot(0.15)],
        PieceType::Artillery => vec![dot(0.23)],
    };
    let stroke = match kind {
        PieceType::Detachment => Stroke {
            ink,
            width: weight,
            cap: Cap::Butt,
            dashes: vec![rect.height() * 0.22, rect.height() * 0.16],
        },
        _ => Stroke::solid(ink, weight),
    };
    items.push(Item::line(Path::rect(rect), stroke));
    items
}

/// A five-pointed star.
pub fn star(centre: Point, radius: f64) -> Path {
    let points: Vec<Point> = (0..10)
        .map(|i| {
            let angle = f64::from(i) * std::f64::consts::PI / 5.0;
            let reach = if i % 2 == 0 { radius } else { radius * 0.42 };
            centre.translate(libm::sin(angle) * reach, -libm::cos(angle) * reach)
        })
        .collect();
    Path::ring(&points)
}

/// The mark of a quality: a ring for militia, a disc for regulars, a star for elite, two stars for
/// guards.
pub fn quality_mark(quality: Quality, at: Point, radius: f64) -> Vec<Item> {
    match quality {
        Quality::Militia => {
            vec![Item::line(Path::circle(at, radius * 0.72), Stroke::solid(BLACK, radius * 0.28))]
        }
        Quality::Regular => vec![Item::fill(Path::circle(at, radius * 0.8), BLACK)],
        Quality::Elite => vec![Item::fill(star(at, radius * 1.2), BLACK)],
        Quality::Guard => vec![
            Item::fill(star(at, radius * 1.2), BLACK),
            Item::fill(star(at.translate(radius * 2.5, 0.0), radius * 1.2), BLACK),
        ],
    }
}

/// A covered wagon.
pub fn wagon(centre: Point, width: f64, ink: Ink, cloth: Ink) -> Vec<Item> {
    use sandtable_sheet::Segment::{Close, Cubic, Line, Move};
    let p = |x: f64, y: f64| centre.translate(x * width, y * width);
    let cover = Path::from_segments(vec![
        Move(p(-0.42, 0.06)),
        Cubic(p(-0.56, -0.36), p(-0.3, -0.36), p(0.0, -0.34)),
        Cubic(p(0.3, -0.36), p(0.56, -0.36), p(0.42, 0.06)),
        Line(p(-0.42, 0.06)),
        Close,
    ]);
    let hoops = {
        let mut path = Path::new();
        for x in [-0.2, 0.0, 0.2] {
            path.add_line(&[p(x, 0.06), p(x * 1.1, -0.33)]);
        }
        path
    };
    let body = Path::ring(&[p(-0.46, 0.06), p(0.46, 0.06), p(0.4, 0.17), p(-0.4, 0.17)]);
    let mut items = vec![
        Item::fill(cover.clone(), cloth),
        Item::line(cover, Stroke::solid(ink, width * 0.03)),
        Item::line(hoops, Stroke::solid(ink, width * 0.018)),
        Item::fill(body, ink),
        Item::line(Path::line(&[p(0.44, 0.14), p(0.62, 0.2)]), Stroke::round(ink, width * 0.03)),
    ];
    for (x, radius) in [(-0.26, 0.14), (0.26, 0.12)] {
        let wheel = Path::circle(p(x, 0.24), radius * width);
        items.push(Item::fill(wheel.clone(), cloth));
        items.push(Item::line(wheel, Stroke::solid(ink, width * 0.032)));
        items.push(Item::fill(Path::circle(p(x, 0.24), 0.03 * width), ink));
    }
    items
}

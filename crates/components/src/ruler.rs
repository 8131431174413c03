//! The 100 mm ruler for checking a printed page.

use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rotation, Stroke, shape,
};

/// The length of the ruler including its unit label, in millimetres.
pub(crate) const LENGTH: f64 = 107.0;

/// A 100 mm ruler from a start point. Seen in its direction, its marks are on the left and its
/// figures on the right: above and below a horizontal ruler.
pub(crate) fn ruler(start: Point, slant: Rotation, ink: Ink) -> Vec<Item> {
    let at = |along: f64, down: f64| {
        start.translate(
            along * slant.cosine - down * slant.sine,
            along * slant.sine + down * slant.cosine,
        )
    };
    let mut ticks = Path::new();
    for millimetre in 0..=100 {
        let long = match millimetre % 10 {
            0 => 2.2,
            5 => 1.7,
            _ => 1.1,
        };
        let along = f64::from(millimetre);
        ticks.add_line(&[at(along, 0.0), at(along, -long)]);
    }
    let mut items = vec![
        Item::line(Path::line(&[at(0.0, 0.0), at(100.0, 0.0)]), Stroke::solid(ink, 0.15)),
        Item::line(ticks, Stroke::solid(ink, 0.12)),
    ];
    let figures = Lettering::new(Face::Regular, MIN_POINTS);
    for centimetre in 0..=10 {
        let figure = shape(&(centimetre * 10).to_string(), figures);
        let along = f64::from(centimetre) * 10.0 - figure.width() / 2.0;
        items.push(Item::Text(figure.rotated(at(along, 2.2), slant, ink)));
    }
    let unit = shape("mm", Lettering::new(Face::Italic, MIN_POINTS));
    items.push(Item::Text(unit.rotated(at(103.0, 2.2), slant, ink)));
    items
}

//! Credits of the map data in small type below the map, with the version of the battle.

use sandtable_pack::Credit;
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, ShapedText, Stroke, shape,
};

/// Height of a line.
const LINE: f64 = 2.7;

/// The type size of the version and digest, the only text below [`MIN_POINTS`]: play does not need
/// them.
const VERSION_POINTS: f64 = 5.0;

/// Credits broken into lines, with the version at the end of the first line.
pub(crate) struct Credits {
    lines: Vec<ShapedText>,
    version: ShapedText,
}

impl Credits {
    /// Breaks credits into lines of a width.
    pub(crate) fn new(credits: &[Credit], version: &str, width: f64) -> Self {
        let lettering = Lettering::new(Face::Regular, MIN_POINTS);
        let version = shape(version, Lettering::new(Face::Regular, VERSION_POINTS));
        let credits: Vec<String> =
            credits.iter().map(|credit| format!("{} ({}).", credit.text, credit.licence)).collect();
        let room = width - version.width() - 8.0;
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in credits.join(" ").split(' ').filter(|word| !word.is_empty()) {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if shape(&longer, lettering).width() > room && !line.is_empty() {
                lines.push(shape(&line, lettering));
                line = word.to_owned();
            } else {
                line = longer;
            }
        }
        if !line.is_empty() {
            lines.push(shape(&line, lettering));
        }
        Self { lines, version }
    }

    /// Returns the height of the lines.
    pub(crate) fn height(&self) -> f64 {
        self.lines.len().max(1) as f64 * LINE
    }

    /// Draws the credits below a rule along the top of a strip.
    pub(crate) fn draw(&self, strip: Rect, ink: Ink) -> Vec<Item> {
        let above = strip.top - 2.0;
        let rule = [Point::new(strip.left, above), Point::new(strip.right, above)];
        let first = strip.top + 1.6;
        let mut items = vec![
            Item::line(Path::line(&rule), Stroke::solid(ink, 0.15)),
            Item::Text(self.version.ending(Point::new(strip.right, first), ink)),
        ];
        for (index, line) in self.lines.iter().enumerate() {
            let base = first + index as f64 * LINE;
            items.push(Item::Text(line.at(Point::new(strip.left, base), ink)));
        }
        items
    }
}

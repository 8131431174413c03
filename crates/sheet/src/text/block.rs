//! Short text in small boxes: as large as they allow, and cut if even the smallest size does not
//! fit.

use crate::display::path::{Point, Rect};
use crate::display::sheet::{Ink, Item};
use crate::text::paragraph::{Span, lines};
use crate::text::typeface::{Face, Lettering, MIN_POINTS, POINT, truncate};

/// The distance between baselines, as a fraction of the type size.
const LEADING: f64 = 1.12;
/// The distance from the top to the first baseline, as a fraction of the type size.
const ASCENT: f64 = 0.78;

/// Centred lines at the top of a box.
pub struct Block {
    /// The drawn lines.
    pub items: Vec<Item>,
    /// The total height of the lines.
    pub height: f64,
    /// Whether all text fits, without cuts or broken words.
    pub is_whole: bool,
}

impl Block {
    /// Sets text in at most `most` lines and at most `points` points.
    pub fn new(text: &str, face: Face, points: f64, room: Rect, most: usize, ink: Ink) -> Self {
        let sizes = [points, (points + MIN_POINTS) / 2.0, MIN_POINTS];
        let at = |points| Self::sized(text, Lettering::new(face, points), room, most, ink);
        let whole = sizes.into_iter().map(at).find(|block| block.is_whole);
        whole.unwrap_or_else(|| at(MIN_POINTS))
    }

    fn sized(text: &str, lettering: Lettering, room: Rect, most: usize, ink: Ink) -> Self {
        let set = lines(&[Span::new(text, lettering, ink)], room.width(), 0.0);
        let step = lettering.points * POINT * LEADING;
        let shown = ((room.height() / step + 1e-6).floor() as usize).clamp(1, most).min(set.len());
        let texts: Vec<String> = set.iter().map(|line| line.text()).collect();
        let mut items = Vec::new();
        for (number, line) in set.iter().take(shown).enumerate() {
            let base = room.top + lettering.points * POINT * ASCENT + step * number as f64;
            let middle = Point::new(room.centre().x, base);
            items.extend(match number + 1 == shown && shown < set.len() {
                true => {
                    let rest = truncate(&texts[number..].join(" "), lettering, room.width());
                    let rest = rest.marked_as_cut(text);
                    vec![Item::Text(rest.centred(middle, ink))]
                }
                false => line.centred(middle),
            });
        }
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let is_whole = shown == set.len() && words(&texts.join(" ")) == words(text);
        Self { items, height: step * shown as f64, is_whole }
    }
}

/// Sets a two-line heading with text below it; each has its own size in points. The heading shrinks
/// if the text would otherwise be cut.
pub fn with_heading(
    (title, points): (&str, f64),
    (text, of_text): (&str, f64),
    room: Rect,
    ink: Ink,
) -> Vec<Item> {
    let set = |points: f64| {
        let head = Block::new(title, Face::Bold, points, room, 2, ink);
        let rest = Rect { top: room.top + head.height + 0.1, ..room };
        (Block::new(text, Face::Regular, of_text, rest, 4, ink), head)
    };
    let sizes = [points, (points + MIN_POINTS) / 2.0, MIN_POINTS];
    let whole = sizes.into_iter().map(set).find(|(rest, _)| rest.is_whole);
    let (rest, head) = whole.unwrap_or_else(|| set(MIN_POINTS));
    head.items.into_iter().chain(rest.items).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::display::sheet::text_runs;

    fn set_lines(text: &str, most: usize) -> (Vec<String>, f64, bool) {
        let room = Rect::from_size(0.0, 0.0, 15.6, 7.2);
        let ink = Ink::new("black", 0);
        let block = Block::new(text, Face::Bold, 7.5, room, most, ink);
        let runs = text_runs(&block.items);
        let size = (runs[0].size / POINT * 100.0).round() / 100.0;
        (runs.iter().map(|run| run.text.clone()).collect(), size, block.is_whole)
    }

    #[test]
    fn text_shrinks_before_it_breaks() {
        assert_eq!(set_lines("Génie", 2), (vec!["Génie".to_owned()], 7.5, true));
        let (lines, size, is_whole) = set_lines("Débarquement aérien", 2);
        assert_eq!((lines.join(" ").as_str(), is_whole), ("Débarquement aérien", true));
        assert!(size < 7.5);
        let (lines, size, is_whole) = set_lines(&"Hohenlohe-Ingelfingen zu ".repeat(3), 2);
        assert_eq!((lines.len(), size, is_whole), (2, MIN_POINTS, false));
        assert!(lines[1].ends_with('…'));
    }
}

//! Long names in two lines, where they stand beside a point.

use sandtable_sheet::{Ink, Lettering, Point, ShapedText, TextRun, shape};

use super::Namer;
use super::placer::{Candidate, Stand};
use crate::occupancy::Occupancy;

/// Names of fewer letters stay in one line.
const LEAST_LETTERS: usize = 16;
/// From line to line, of the size.
const LEADING: f64 = 1.0;
/// Millimetres by which a name that finds no room close by may stand farther off.
const AWAY: f64 = 1.6;
/// How much worse two lines are than one.
const DEARER: f64 = 0.3;

impl Namer<'_> {
    /// Candidates in two lines beside a point; none for a name that is short or one word.
    pub(crate) fn stacked_beside(
        &self,
        name: &str,
        lettering: Lettering,
        at: Point,
        gap: f64,
    ) -> Vec<Candidate> {
        let Some((upper, lower)) = halves(name, LEAST_LETTERS) else { return Vec::new() };
        let lines = [shape(upper, lettering), shape(lower, lettering)];
        let width = lines[0].width().max(lines[1].width());
        let (size, leading) = (lettering.size(), lettering.size() * LEADING);
        // The base line of the upper line, for the block in the middle, above and below.
        let middle = size * 0.23 - leading / 2.0;
        let (above, below) = (-gap * 0.8 - leading, gap * 0.8 + size * 0.6);
        let places = [
            (gap, middle, Flush::Left, 0.0),
            (-gap - width, middle, Flush::Right, 0.12),
            (-width / 2.0, above, Flush::Middle, 0.18),
            (-width / 2.0, below, Flush::Middle, 0.2),
            (-width * 0.25, above, Flush::Middle, 0.24),
            (-width * 0.75, above, Flush::Middle, 0.26),
            (-width * 0.25, below, Flush::Middle, 0.26),
            (-width * 0.75, below, Flush::Middle, 0.28),
            (-width * 0.5, above - AWAY, Flush::Middle, 0.5),
            (-width * 0.75, above - AWAY, Flush::Middle, 0.55),
            (-width * 0.5, below + AWAY, Flush::Middle, 0.52),
            (-width * 0.75, below + AWAY, Flush::Middle, 0.57),
            (gap * 0.7, above, Flush::Left, 0.1),
            (gap * 0.7, below, Flush::Left, 0.14),
            (-gap * 0.7 - width, above, Flush::Right, 0.22),
            (-gap * 0.7 - width, below, Flush::Right, 0.24),
        ];
        let candidate = |(dx, dy, flush, penalty): (f64, f64, Flush, f64)| Candidate {
            stand: Stand::Set(stack(
                name,
                &lines,
                at.moved(dx, dy),
                leading,
                flush,
                self.style.sheet.black,
            )),
            ink: self.style.sheet.black,
            penalty: penalty + DEARER,
            on: Occupancy::NOTHING,
        };
        places.into_iter().map(candidate).collect()
    }
}

/// On which side two lines of different widths end together.
#[derive(Clone, Copy)]
enum Flush {
    Left,
    Middle,
    Right,
}

/// A name of so many letters or more, broken at the space nearest to its middle.
pub(crate) fn halves(name: &str, least: usize) -> Option<(&str, &str)> {
    if name.chars().count() < least {
        return None;
    }
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    let at = spaces.min_by_key(|at| (2 * at).abs_diff(name.len()))?;
    Some((&name[..at], &name[at + 1..]))
}

/// Two lines as one run, the upper one's base line at a height, both within the wider one's width
/// from a left edge.
fn stack(
    name: &str,
    [upper, lower]: &[ShapedText; 2],
    left: Point,
    leading: f64,
    flush: Flush,
    ink: Ink,
) -> TextRun {
    let width = upper.width().max(lower.width());
    let start = |line: &ShapedText| match flush {
        Flush::Left => 0.0,
        Flush::Middle => (width - line.width()) / 2.0,
        Flush::Right => width - line.width(),
    };
    let mut run = upper.at(left.moved(start(upper), 0.0), ink);
    let rest = lower.at(left.moved(start(lower), leading), ink);
    let skipped = name.len() - rest.text.len();
    run.glyphs.extend(rest.glyphs.into_iter().map(|mut glyph| {
        glyph.cluster = glyph.cluster.start + skipped..glyph.cluster.end + skipped;
        glyph
    }));
    run.text = name.to_owned();
    run
}

#[cfg(test)]
mod tests {
    use sandtable_sheet::Face;

    use super::*;

    #[test]
    fn long_names_break_at_the_space_nearest_to_their_middle() {
        assert_eq!(halves("Sherfy farm", LEAST_LETTERS), None);
        assert_eq!(halves("Gebietsverwaltungsgebäude", LEAST_LETTERS), None);
        let (upper, lower) =
            halves("Millerstown Road bridge over Marsh Creek", LEAST_LETTERS).expect("a long name");
        assert_eq!((upper, lower), ("Millerstown Road bridge", "over Marsh Creek"));
    }

    #[test]
    fn two_lines_are_one_name_to_a_reader() {
        let name = "Granite schoolhouse lane";
        let (upper, lower) = halves(name, LEAST_LETTERS).expect("a long name");
        let lettering = Lettering::new(Face::Italic, 7.0);
        let lines = [shape(upper, lettering), shape(lower, lettering)];
        let run =
            stack(name, &lines, Point::new(5.0, 9.0), 3.0, Flush::Right, Ink::new("black", 0));
        let read: String =
            run.glyphs.iter().filter_map(|glyph| run.text.get(glyph.cluster.clone())).collect();
        assert_eq!(read, "Graniteschoolhouse lane");
        let rows: std::collections::BTreeSet<i64> =
            run.glyphs.iter().map(|glyph| glyph.at.y.round() as i64).collect();
        assert_eq!(rows.into_iter().collect::<Vec<_>>(), [9, 12]);
    }
}

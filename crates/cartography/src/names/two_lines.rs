//! Long names in two lines next to a point.

use sandtable_sheet::{Ink, Lettering, Point, ShapedText, TextRun, shape};

use super::Namer;
use super::placer::{Candidate, TextLayout};
use crate::occupancy::Occupancy;

/// The minimum length of a name set in two lines.
const LEAST_LETTERS: usize = 16;
/// The line spacing, relative to the type size.
const LEADING: f64 = 1.0;
/// The extra distance allowed for a name that does not fit close by, in millimetres.
const AWAY: f64 = 1.6;
/// The extra penalty for two lines.
const DEARER: f64 = 0.3;

impl Namer<'_> {
    /// Returns candidates in two lines next to a point; none for a short name or a single word.
    pub(crate) fn two_line_candidates(
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
        // The baseline of the upper line for a name in the middle, above and below.
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
            position: TextLayout::Set(stack(
                name,
                &lines,
                at.translate(dx, dy),
                leading,
                flush,
                self.style.sheet.black,
            )),
            ink: self.style.sheet.black,
            penalty: penalty + DEARER,
            on: Occupancy::NOTHING,
            leader: None,
        };
        places.into_iter().map(candidate).collect()
    }
}

/// The side on which two lines of different widths are aligned.
#[derive(Clone, Copy)]
enum Flush {
    Left,
    Middle,
    Right,
}

/// Breaks a name of at least `least` characters at the space nearest to its middle.
pub(crate) fn halves(name: &str, least: usize) -> Option<(&str, &str)> {
    if name.chars().count() < least {
        return None;
    }
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    let at = spaces.min_by_key(|at| (2 * at).abs_diff(name.len()))?;
    Some((&name[..at], &name[at + 1..]))
}

/// Returns two lines as one run, aligned within the width of the wider one from a left edge, with
/// the given upper baseline.
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
    let mut run = upper.at(left.translate(start(upper), 0.0), ink);
    let rest = lower.at(left.translate(start(lower), leading), ink);
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
    fn long_names_break_near_middle() {
        assert_eq!(halves("Sherfy farm", LEAST_LETTERS), None);
        assert_eq!(halves("Gebietsverwaltungsgebäude", LEAST_LETTERS), None);
        let (upper, lower) = halves("Millerstown Road bridge over Marsh Creek", LEAST_LETTERS)
            .expect("the name is long enough");
        assert_eq!((upper, lower), ("Millerstown Road bridge", "over Marsh Creek"));
    }

    #[test]
    fn stacked_name_is_one_run() {
        let name = "Granite schoolhouse lane";
        let (upper, lower) = halves(name, LEAST_LETTERS).expect("the name is long enough");
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

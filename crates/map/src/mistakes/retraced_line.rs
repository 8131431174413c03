//! A line that turns round and goes back over its own corners, as when it was drawn on from the
//! wrong end, or merged with its own reverse. Two lines that only cross or touch are no concern here.

use sandtable_pack::GroundPoint;

/// Fewer corners that come again are a spur, unless they are the whole line.
const FEWEST: usize = 2;

/// Where a line turns back, and how many corners come again after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Return {
    pub turn: usize,
    pub corners: usize,
}

impl Return {
    /// The first of a line, from a corner on.
    fn from(line: &[GroundPoint], start: usize) -> Option<Self> {
        (start.max(1)..line.len().saturating_sub(1)).find_map(|turn| {
            let (before, after) = (line[..turn].iter().rev(), &line[turn + 1..]);
            let corners = before.zip(after).take_while(|(one, other)| one == other).count();
            let is_whole = corners > 0 && 2 * corners + 1 == line.len();
            (corners >= FEWEST || is_whole).then_some(Self { turn, corners })
        })
    }

    /// All of a line, and the line without what comes again: each time to where it turns, and on
    /// from where it came back to.
    pub fn all(line: &[GroundPoint]) -> (Vec<Self>, Vec<Vec<GroundPoint>>) {
        let (mut returns, mut kept, mut start) = (Vec::new(), Vec::new(), 0);
        while let Some(back) = Self::from(line, start) {
            // What comes a third time turns where it came back to.
            if start < back.turn {
                kept.push(line[start..=back.turn].to_vec());
            }
            returns.push(back);
            start = back.turn + back.corners;
        }
        if start + 1 < line.len() {
            kept.push(line[start..].to_vec());
        }
        (returns, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(steps: &[i32]) -> Vec<GroundPoint> {
        steps.iter().map(|&step| GroundPoint::from_metres(100 * step, step * step)).collect()
    }

    fn found(steps: &[i32]) -> Option<(usize, usize)> {
        Return::from(&line(steps), 0).map(|back| (back.turn, back.corners))
    }

    #[test]
    fn a_line_that_goes_back_over_its_corners_is_found() {
        assert_eq!(found(&[0, 1, 2, 3, 2, 1, 0]), Some((3, 3)));
        assert_eq!(found(&[0, 1, 0]), Some((1, 1)));
        assert_eq!(found(&[0, 1, 2, 3, 2, 1, 7]), Some((3, 2)));
        assert_eq!(found(&[5, 0, 1, 0, 5, 9]), Some((2, 2)));
    }

    #[test]
    fn loops_and_spurs_are_none() {
        assert_eq!(found(&[0, 1, 2, 3, 4]), None);
        assert_eq!(found(&[0, 1, 2, 3, 0]), None);
        assert_eq!(found(&[0, 1, 2, 1, 5]), None);
        assert_eq!(found(&[0]), None);
    }

    #[test]
    fn what_comes_again_is_left_out() {
        let all = line(&[0, 1, 2, 3, 2, 1, 7, 8]);
        let (returns, kept) = Return::all(&all);
        assert_eq!(returns, [Return { turn: 3, corners: 2 }]);
        assert_eq!(kept, [line(&[0, 1, 2, 3]), line(&[1, 7, 8])]);
        let all = line(&[0, 1, 2, 1, 0]);
        assert_eq!(Return::all(&all).1, [line(&[0, 1, 2])]);
    }

    #[test]
    fn every_return_is_left_out() {
        let all = line(&[0, 1, 2, 3, 2, 1, 7, 8, 9, 8, 7, 5]);
        let (returns, kept) = Return::all(&all);
        assert_eq!(returns, [Return { turn: 3, corners: 2 }, Return { turn: 8, corners: 2 }]);
        assert_eq!(kept, [line(&[0, 1, 2, 3]), line(&[1, 7, 8, 9]), line(&[7, 5])]);
        let thrice = line(&[0, 1, 2, 1, 0, 1, 2]);
        assert_eq!(Return::all(&thrice).1, [line(&[0, 1, 2])]);
    }
}

//! A line that turns round and goes back over its own corners, as when it was drawn on from the
//! wrong end, or merged with its own reverse. Two lines that only cross or touch are no concern here.

use sandtable_pack::GroundPoint;

/// Fewer corners that come again are a spur, unless they are the whole line.
const FEWEST: usize = 2;

/// Where a line turns back first, and how many corners come again after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Return {
    pub turn: usize,
    pub corners: usize,
}

impl Return {
    pub fn of(line: &[GroundPoint]) -> Option<Self> {
        (1..line.len().saturating_sub(1)).find_map(|turn| {
            let (before, after) = (line[..turn].iter().rev(), &line[turn + 1..]);
            let corners = before.zip(after).take_while(|(one, other)| one == other).count();
            let is_whole = corners > 0 && 2 * corners + 1 == line.len();
            (corners >= FEWEST || is_whole).then_some(Self { turn, corners })
        })
    }

    /// The line to where it turns, and on from where it came back to.
    pub fn without(self, line: &[GroundPoint]) -> Vec<Vec<GroundPoint>> {
        let parts = [&line[..=self.turn], &line[self.turn + self.corners..]];
        parts.into_iter().filter(|part| part.len() > 1).map(<[_]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(steps: &[i32]) -> Vec<GroundPoint> {
        steps.iter().map(|&step| GroundPoint::from_metres(100 * step, step * step)).collect()
    }

    fn found(steps: &[i32]) -> Option<(usize, usize)> {
        Return::of(&line(steps)).map(|back| (back.turn, back.corners))
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
        let without =
            |steps: &[i32]| Return::of(&line(steps)).map(|back| back.without(&line(steps)));
        let kept = vec![line(&[0, 1, 2, 3]), line(&[1, 7, 8])];
        assert_eq!(without(&[0, 1, 2, 3, 2, 1, 7, 8]), Some(kept));
        assert_eq!(without(&[0, 1, 2, 1, 0]), Some(vec![line(&[0, 1, 2])]));
    }
}

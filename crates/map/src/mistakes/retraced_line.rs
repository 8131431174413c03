//! Lines that retrace their own vertices, after being extended from the wrong end or merged with
//! their reverse. Ignores lines that cross or touch other lines.

use sandtable_pack::GroundPoint;

/// The minimum number of retraced vertices, unless they are the whole line; fewer are a spur.
const MIN_RETRACED_VERTICES: usize = 2;

/// The vertex where a line first turns back, and the number of retraced vertices after it.
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
            (corners >= MIN_RETRACED_VERTICES || is_whole).then_some(Self { turn, corners })
        })
    }

    /// Returns the line up to its turn, and the rest after the retraced part.
    pub fn split(self, line: &[GroundPoint]) -> Vec<Vec<GroundPoint>> {
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

    fn find(steps: &[i32]) -> Option<(usize, usize)> {
        Return::of(&line(steps)).map(|back| (back.turn, back.corners))
    }

    #[test]
    fn finds_retraced_lines() {
        assert_eq!(find(&[0, 1, 2, 3, 2, 1, 0]), Some((3, 3)));
        assert_eq!(find(&[0, 1, 0]), Some((1, 1)));
        assert_eq!(find(&[0, 1, 2, 3, 2, 1, 7]), Some((3, 2)));
        assert_eq!(find(&[5, 0, 1, 0, 5, 9]), Some((2, 2)));
    }

    #[test]
    fn ignores_loops_and_spurs() {
        assert_eq!(find(&[0, 1, 2, 3, 4]), None);
        assert_eq!(find(&[0, 1, 2, 3, 0]), None);
        assert_eq!(find(&[0, 1, 2, 1, 5]), None);
        assert_eq!(find(&[0]), None);
    }

    #[test]
    fn removes_the_repeated_part() {
        let without = |steps: &[i32]| Return::of(&line(steps)).map(|back| back.split(&line(steps)));
        let kept = vec![line(&[0, 1, 2, 3]), line(&[1, 7, 8])];
        assert_eq!(without(&[0, 1, 2, 3, 2, 1, 7, 8]), Some(kept));
        assert_eq!(without(&[0, 1, 2, 1, 0]), Some(vec![line(&[0, 1, 2])]));
    }
}

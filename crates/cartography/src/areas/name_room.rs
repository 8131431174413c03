//! Room for names: what is left of the sheet beside what stands on it already.

use sandtable_pack::GroundPoint;
use sandtable_sheet::{Item, Path, Point, Rect, ShapedText, Slant, Stroke};

use super::area_room::{Lines as PlotLines, Plot, about, shared};
use super::ground::Ground;
use super::landmarks;
use super::shown::Shown;

/// Places about a sign at which a name may begin, the best first: how far right and down of the
/// sign, and whether it ends there.
const ABOUT: [(f64, f64, f64); 14] = [
    (2.1, 1.0, 0.0),
    (-2.1, 1.0, 1.0),
    (1.6, -1.5, 0.0),
    (1.6, 3.7, 0.0),
    (-1.6, -1.5, 1.0),
    (-1.6, 3.7, 1.0),
    (0.0, -2.3, 0.5),
    (0.0, 4.6, 0.5),
    (2.1, -3.4, 0.0),
    (-2.1, -3.4, 1.0),
    (2.1, 5.6, 0.0),
    (-2.1, 5.6, 1.0),
    (0.0, -4.6, 0.5),
    (0.0, 6.9, 0.5),
];
/// What a name keeps off lines beside the room that its letters take up, in millimetres.
const OFF_LINES: f64 = 0.4;
/// How high letters reach above their base line and below it, at the size of a place, in millimetres.
const RISE: f64 = 2.5;
const DROP: f64 = 0.9;
/// From base line to base line of a name in two lines, in millimetres.
const LEADING: f64 = 3.2;
/// How far from its sign a name begins that a line leads to, the nearest first, in millimetres.
const AWAY: [f64; 7] = [5.0, 6.5, 8.0, 10.0, 12.5, 15.0, 18.0];
/// In so many directions.
const DIRECTIONS: usize = 16;
/// How far a sign stands off its place at most, in steps from the nearest, in millimetres.
const OFF: [f64; 12] = [2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5];
/// How far the name of a region stands off its place at most, in millimetres.
const FAR: u32 = 20;
/// How wide a line is that leads to a name or a place, and what is kept free about it, in millimetres.
const LEADER: f64 = 0.2;
const ABOUT_LEADER: f64 = 0.8;

/// A name in lines, and where each begins.
pub(crate) type Lines<'t> = Vec<(&'t ShapedText, Point)>;

/// Where the name of a place stands beside its sign.
#[derive(Clone, Copy)]
pub(crate) enum Nearness {
    /// Where it lies across as little of lines as may be.
    OffLines,
    /// At the first place that is free.
    Nearest,
}

impl Nearness {
    /// How much of a line a name may lie across rather than stand one place farther down the list, in
    /// millimetres.
    const fn of_a_place(self) -> f64 {
        match self {
            Self::OffLines => 0.4,
            Self::Nearest => 1_000.0,
        }
    }
}

/// What is left of the sheet.
pub(crate) struct Room<'s> {
    pub(crate) shown: &'s Shown<'s>,
    pub(crate) ground: Ground,
    pub(crate) taken: Vec<Rect>,
    /// Bridges, which names rather stand beside.
    pub(crate) bridges: Vec<Rect>,
    /// Borders, coasts, rivers and roads, which the names of places rather do not lie across.
    pub(crate) lines: PlotLines,
    /// Coasts and roads alone: what the names of rivers rather do not lie across.
    pub(crate) rims: PlotLines,
    pub(crate) nearness: Nearness,
}

impl Room<'_> {
    pub(crate) fn is_free(&self, rect: &Rect) -> bool {
        self.taken.iter().all(|other| !other.meets(rect))
    }

    /// Is it free, and of bridges too?
    fn is_clear(&self, rect: &Rect) -> bool {
        self.is_free(rect) && self.bridges.iter().all(|bridge| !bridge.meets(rect))
    }

    /// Is it clear, and does no coast or road run through it?
    fn is_off_rims(&self, rect: &Rect) -> bool {
        self.is_clear(rect) && !self.rims.meet(rect)
    }

    /// Takes the place nearest to another, at most [`FAR`] away, where what takes up a rectangle about it has
    /// room.
    pub(crate) fn about(&mut self, at: Point, rect: impl Fn(Point) -> Rect) -> Option<Point> {
        let steps = (0..=FAR).flat_map(|far| {
            directions().map(move |(x, y)| at.moved(x * f64::from(far), y * f64::from(far)))
        });
        let mut steps = steps.map(|at| (at, rect(at)));
        let (at, rect) = steps.find(|(_, rect)| self.holds(rect) && self.is_clear(rect))?;
        self.taken.push(rect);
        Some(at)
    }

    /// Does a name that takes up a rectangle keep within the frame?
    fn holds(&self, rect: &Rect) -> bool {
        let inner = self.shown.frame.rect.grown(-1.0);
        inner.contains(Point::new(rect.left, rect.top))
            && inner.contains(Point::new(rect.right, rect.bottom))
    }

    /// Takes the best place beside a sign where a name of one or two lines has room, across as little of lines
    /// as may be: one that is clear of bridges, else any.
    pub(crate) fn beside<'t>(&mut self, at: Point, name: &'t [ShapedText]) -> Option<Lines<'t>> {
        let last = LEADING * (name.len() as f64 - 1.0);
        let stand = |(right, down, share): (f64, f64, f64)| {
            let up = match down {
                down if down < 0.0 => last,
                down if down < 2.0 => last / 2.0,
                _ => 0.0,
            };
            lines_from(name, at.moved(right, down - up), share)
        };
        let fits = |room: &Self, is_free: fn(&Self, &Rect) -> bool| {
            let stands = ABOUT.into_iter().map(stand).enumerate();
            let free = stands.filter(|(_, (_, rect))| room.holds(rect) && is_free(room, rect));
            let cost = |rank: usize, rect: &Rect| {
                room.nearness.of_a_place() * rank as f64 + room.lines.within(&rect.grown(OFF_LINES))
            };
            let costs = free.map(|(rank, stand)| (cost(rank, &stand.1), stand));
            costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, stand)| stand)
        };
        let found = fits(self, Self::is_clear).or_else(|| fits(self, Self::is_free));
        let (lines, rect) = found?;
        self.taken.push(rect);
        Some(lines)
    }

    /// The nearest place in the same area where a sign has room that lies under something, and the line
    /// from it towards its own, which ends where that begins.
    pub(crate) fn stood_off(
        &self,
        place: GroundPoint,
        reach: f64,
    ) -> Option<(Point, Option<Item>)> {
        let frame = self.shown.frame;
        let own = frame.place(place);
        let mut areas = self.shown.map.areas.values();
        let area = areas.find(|area| area.parts.iter().any(|part| part.holds(place)))?;
        let plot = Plot::of(frame, &area.parts);
        let fits = |at: &Point| {
            let rect = about(*at, (2.0 * reach, 2.0 * reach));
            plot.holds(*at) && plot.has_room(&rect) && self.holds(&rect) && self.is_clear(&rect)
        };
        let places = OFF.into_iter().flat_map(|far| directions().map(move |way| (far, way)));
        let mut places = places.map(|(far, (x, y))| own.moved(x * far, y * far));
        let at = places.find(fits)?;
        let from = at.toward(own, reach / at.distance(own));
        let is_covered = |at: &Point| self.taken.iter().any(|rect| rect.contains(*at));
        let steps = (0..=20).map(|step| from.toward(own, f64::from(step) / 20.0));
        let to = steps.take_while(|at| !is_covered(at)).last();
        let line = Stroke::full(self.shown.style().sheet.black, LEADER);
        Some((at, to.map(|to| Item::line(Path::line(&[from, to]), line))))
    }

    /// Takes the nearest place about a sign where a name has room and to which a line leads past all
    /// that stands between.
    pub(crate) fn away<'t>(
        &mut self,
        at: Point,
        name: &'t [ShapedText],
    ) -> Option<(Lines<'t>, Item)> {
        let ways = AWAY.into_iter().flat_map(|far| directions().map(move |way| (far, way)));
        let stand = |(far, (x, y)): (f64, (f64, f64))| {
            let end = at.moved(x * far, y * far);
            let (share, aside) = match x {
                x if x > 0.4 => (0.0, 0.6),
                x if x < -0.4 => (1.0, -0.6),
                _ => (0.5, 0.0),
            };
            // The block of lines touches the end of the line with the side that is nearer.
            let (last, height) = (LEADING * (name.len() as f64 - 1.0), RISE + DROP);
            let first = match y {
                _ if x.abs() > 0.4 => end.y - (height + last) / 2.0 + RISE,
                y if y < 0.0 => end.y - DROP - last,
                _ => end.y + RISE,
            };
            let (lines, rect) = lines_from(name, Point::new(end.x + aside, first), share);
            (lines, rect, [at.toward(end, (landmarks::REACH + 0.3) / far), end])
        };
        let (lines, rect, leader) = ways.map(stand).find(|(_, rect, leader)| {
            let [from, to] = *leader;
            let passes = |other: &Rect| {
                other.contains(at) || shared(from, to, &other.grown(ABOUT_LEADER / 2.0)).is_none()
            };
            self.holds(rect) && self.is_clear(rect) && self.taken.iter().all(passes)
        })?;
        let [from, to] = leader;
        let steps = (from.distance(to) / ABOUT_LEADER).ceil();
        let along = (0..=steps as usize).map(|step| from.toward(to, step as f64 / steps));
        self.taken.extend(along.map(|at| about(at, (ABOUT_LEADER, ABOUT_LEADER))));
        self.taken.push(rect);
        let line = Stroke::full(self.shown.style().sheet.black, LEADER);
        Some((lines, Item::line(Path::line(&[from, to]), line)))
    }

    /// Takes the first place along a line where a name has room, rather one clear of bridges, coasts and roads,
    /// and tells where it begins and how it slants.
    pub(crate) fn along(
        &mut self,
        parts: &[Vec<Point>],
        text: &ShapedText,
    ) -> Option<(Point, Slant)> {
        let fits = |room: &Self, is_free: fn(&Self, &Rect) -> bool| {
            parts.iter().find_map(|part| room.first_along(part, text, is_free))
        };
        let found = fits(self, Self::is_off_rims).or_else(|| fits(self, Self::is_clear));
        let (start, slant, room) = found.or_else(|| fits(self, Self::is_free))?;
        self.taken.push(room);
        Some((start, slant))
    }

    fn first_along(
        &self,
        line: &[Point],
        text: &ShapedText,
        is_free: fn(&Self, &Rect) -> bool,
    ) -> Option<(Point, Slant, Rect)> {
        let mut found = None;
        crate::areas::borders::along(line, 6.0, |at, slant| {
            if found.is_some() {
                return;
            }
            // Letters read from left to right.
            let slant = if slant.cosine < 0.0 {
                Slant { cosine: -slant.cosine, sine: -slant.sine }
            } else {
                slant
            };
            let ends =
                [-0.5, 0.5].map(|part| slant.place(at, Point::new(part * text.width(), -2.2)));
            let is_inside = ends.into_iter().all(|end| self.shown.frame.rect.contains(end));
            let room = Rect::around(ends).map(|room| room.grown(1.6));
            if let Some(room) = room.filter(|room| is_inside && is_free(self, room)) {
                found = Some((ends[0], slant, room));
            }
        });
        found
    }
}

/// Ways on the sheet in all directions, each as long as a millimetre.
fn directions() -> impl Iterator<Item = (f64, f64)> {
    let turn = |step| std::f64::consts::TAU * step as f64 / DIRECTIONS as f64;
    (0..DIRECTIONS).map(turn).map(|turn| (libm::cos(turn), libm::sin(turn)))
}

/// The lines of a name from a base line down, with the share of each that lies left of a place; and what they
/// take up.
fn lines_from(name: &[ShapedText], first: Point, share: f64) -> (Lines<'_>, Rect) {
    let start = |(number, line): (usize, &ShapedText)| {
        first.moved(-share * line.width(), LEADING * number as f64)
    };
    let lines: Vec<_> = name.iter().enumerate().map(|one| (one.1, start(one))).collect();
    let width = name.iter().map(ShapedText::width).fold(0.0, f64::max);
    let left = first.x - share * width;
    let bottom = first.y + LEADING * (name.len() as f64 - 1.0) + DROP;
    (lines, Rect::new(left - 0.3, first.y - RISE, left + width + 0.3, bottom))
}

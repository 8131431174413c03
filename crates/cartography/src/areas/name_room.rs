//! Free space for names between the items already on the sheet.

use sandtable_pack::GroundPoint;
use sandtable_sheet::{Item, Path, Point, Rect, Rotation, ShapedText, Stroke};

use super::area_room::{Lines as PlotLines, Plot, centred_rect, length_in_rect};
use super::ground::Ground;
use super::input::SheetInput;
use super::landmarks;

/// Candidate positions of a name around a symbol, best first: offsets right and down, and the
/// fraction of the name to the left of that point.
const CANDIDATE_OFFSETS: [(f64, f64, f64); 14] = [
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
/// The distance between a name's rectangle and lines, in millimetres.
const OFF_LINES: f64 = 0.4;
/// The height of text above its baseline and below it, at the type size of place names, in
/// millimetres.
const TEXT_ASCENT: f64 = 2.5;
const TEXT_DESCENT: f64 = 0.9;
/// The distance between the baselines of a two-line name, in millimetres.
const LEADING: f64 = 3.2;
/// The distances from a symbol at which a name with a leader can begin, nearest first, in
/// millimetres.
const LEADER_DISTANCES: [f64; 7] = [5.0, 6.5, 8.0, 10.0, 12.5, 15.0, 18.0];
/// The number of directions to try at each distance.
const DIRECTIONS: usize = 16;
/// The possible distances of a displaced symbol from its place, nearest first, in millimetres.
const SYMBOL_DISTANCES: [f64; 12] = [2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5];
/// The maximum distance of a region's name from its place, in millimetres.
const MAX_REGION_DISTANCE: u32 = 20;
/// The width of a leader, and the space kept free around it, in millimetres.
const LEADER: f64 = 0.2;
const ABOUT_LEADER: f64 = 0.8;

/// The lines of a name, and the start of each.
pub(crate) type Lines<'t> = Vec<(&'t ShapedText, Point)>;

/// The preference for the position of a place name next to its symbol.
#[derive(Clone, Copy)]
pub(crate) enum PositionPreference {
    /// The position that covers the least line length.
    OffLines,
    /// The first free position.
    Nearest,
}

impl PositionPreference {
    /// Returns the length of line, in millimetres, that a name may cover before the next position
    /// in the list is better.
    const fn crossing_tolerance(self) -> f64 {
        match self {
            Self::OffLines => 0.4,
            Self::Nearest => 1_000.0,
        }
    }
}

/// The free space on the sheet.
pub(crate) struct Room<'s> {
    pub(crate) input: &'s SheetInput<'s>,
    pub(crate) ground: Ground,
    pub(crate) taken: Vec<Rect>,
    /// Bridges, which names avoid if possible.
    pub(crate) bridges: Vec<Rect>,
    /// Borders, coasts, rivers and roads, which place names avoid if possible.
    pub(crate) lines: PlotLines,
    /// Coasts and roads, which river names avoid if possible.
    pub(crate) rims: PlotLines,
    pub(crate) preference: PositionPreference,
}

impl Room<'_> {
    pub(crate) fn is_free(&self, rect: &Rect) -> bool {
        self.taken.iter().all(|other| !other.intersects(rect))
    }

    /// Whether the rectangle is free, bridges included.
    fn is_clear(&self, rect: &Rect) -> bool {
        self.is_free(rect) && self.bridges.iter().all(|bridge| !bridge.intersects(rect))
    }

    /// Whether the rectangle is clear and no coast or road crosses it.
    fn is_off_rims(&self, rect: &Rect) -> bool {
        self.is_clear(rect) && !self.rims.intersects(rect)
    }

    /// Reserves the nearest free rectangle around a point, at most [`MAX_REGION_DISTANCE`] away, and returns its
    /// point.
    pub(crate) fn place_near(&mut self, at: Point, rect: impl Fn(Point) -> Rect) -> Option<Point> {
        let steps = (0..=MAX_REGION_DISTANCE).flat_map(|far| {
            directions().map(move |(x, y)| at.translate(x * f64::from(far), y * f64::from(far)))
        });
        let mut steps = steps.map(|at| (at, rect(at)));
        let (at, rect) = steps.find(|(_, rect)| self.holds(rect) && self.is_clear(rect))?;
        self.taken.push(rect);
        Some(at)
    }

    /// Whether a name's rectangle is within the frame.
    fn holds(&self, rect: &Rect) -> bool {
        let inner = self.input.frame.rect.expand(-1.0);
        inner.contains(Point::new(rect.left, rect.top))
            && inner.contains(Point::new(rect.right, rect.bottom))
    }

    /// Reserves the best position next to a symbol for a name of one or two lines. The name covers
    /// as little line length as possible, and bridges only if no other position is free.
    pub(crate) fn place_next_to<'t>(
        &mut self,
        at: Point,
        name: &'t [ShapedText],
    ) -> Option<Lines<'t>> {
        let last = LEADING * (name.len() as f64 - 1.0);
        let stand = |(right, down, share): (f64, f64, f64)| {
            let up = match down {
                down if down < 0.0 => last,
                down if down < 2.0 => last / 2.0,
                _ => 0.0,
            };
            lines_from(name, at.translate(right, down - up), share)
        };
        let fits = |room: &Self, is_free: fn(&Self, &Rect) -> bool| {
            let stands = CANDIDATE_OFFSETS.into_iter().map(stand).enumerate();
            let free = stands.filter(|(_, (_, rect))| room.holds(rect) && is_free(room, rect));
            let cost = |rank: usize, rect: &Rect| {
                room.preference.crossing_tolerance() * rank as f64
                    + room.lines.length_within(&rect.expand(OFF_LINES))
            };
            let costs = free.map(|(rank, stand)| (cost(rank, &stand.1), stand));
            costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, stand)| stand)
        };
        let found = fits(self, Self::is_clear).or_else(|| fits(self, Self::is_free));
        let (lines, rect) = found?;
        self.taken.push(rect);
        Some(lines)
    }

    /// Returns the nearest free position in the same area for a covered symbol, and a leader
    /// towards its place, which ends at the covering object.
    pub(crate) fn free_sign_position(
        &self,
        place: GroundPoint,
        reach: f64,
    ) -> Option<(Point, Option<Item>)> {
        let frame = self.input.frame;
        let own = frame.place(place);
        let mut areas = self.input.map.areas.values();
        let area = areas.find(|area| area.parts.iter().any(|part| part.contains(place)))?;
        let plot = Plot::of(frame, &area.parts);
        let fits = |at: &Point| {
            let rect = centred_rect(*at, (2.0 * reach, 2.0 * reach));
            plot.holds(*at) && plot.has_room(&rect) && self.holds(&rect) && self.is_clear(&rect)
        };
        let places =
            SYMBOL_DISTANCES.into_iter().flat_map(|far| directions().map(move |way| (far, way)));
        let mut places = places.map(|(far, (x, y))| own.translate(x * far, y * far));
        let at = places.find(fits)?;
        let from = at.toward(own, reach / at.distance(own));
        let is_covered = |at: &Point| self.taken.iter().any(|rect| rect.contains(*at));
        let steps = (0..=20).map(|step| from.toward(own, f64::from(step) / 20.0));
        let to = steps.take_while(|at| !is_covered(at)).last();
        let line = Stroke::solid(self.input.style().sheet.black, LEADER);
        Some((at, to.map(|to| Item::line(Path::line(&[from, to]), line))))
    }

    /// Reserves the nearest position around a symbol where a name fits and its leader crosses
    /// nothing.
    pub(crate) fn place_with_leader<'t>(
        &mut self,
        at: Point,
        name: &'t [ShapedText],
    ) -> Option<(Lines<'t>, Item)> {
        let ways =
            LEADER_DISTANCES.into_iter().flat_map(|far| directions().map(move |way| (far, way)));
        let stand = |(far, (x, y)): (f64, (f64, f64))| {
            let end = at.translate(x * far, y * far);
            let (share, aside) = match x {
                x if x > 0.4 => (0.0, 0.6),
                x if x < -0.4 => (1.0, -0.6),
                _ => (0.5, 0.0),
            };
            // The nearer side of the name's lines touches the end of the leader.
            let (last, height) = (LEADING * (name.len() as f64 - 1.0), TEXT_ASCENT + TEXT_DESCENT);
            let first = match y {
                _ if x.abs() > 0.4 => end.y - (height + last) / 2.0 + TEXT_ASCENT,
                y if y < 0.0 => end.y - TEXT_DESCENT - last,
                _ => end.y + TEXT_ASCENT,
            };
            let (lines, rect) = lines_from(name, Point::new(end.x + aside, first), share);
            (lines, rect, [at.toward(end, (landmarks::SYMBOL_RADIUS + 0.3) / far), end])
        };
        let (lines, rect, leader) = ways.map(stand).find(|(_, rect, leader)| {
            let [from, to] = *leader;
            let passes = |other: &Rect| {
                other.contains(at)
                    || length_in_rect(from, to, &other.expand(ABOUT_LEADER / 2.0)).is_none()
            };
            self.holds(rect) && self.is_clear(rect) && self.taken.iter().all(passes)
        })?;
        let [from, to] = leader;
        let steps = (from.distance(to) / ABOUT_LEADER).ceil();
        let along = (0..=steps as usize).map(|step| from.toward(to, step as f64 / steps));
        self.taken.extend(along.map(|at| centred_rect(at, (ABOUT_LEADER, ABOUT_LEADER))));
        self.taken.push(rect);
        let line = Stroke::solid(self.input.style().sheet.black, LEADER);
        Some((lines, Item::line(Path::line(&[from, to]), line)))
    }

    /// Reserves the first position along a line where a name fits, preferably off bridges, coasts
    /// and roads. Returns its start and slant.
    pub(crate) fn place_along(
        &mut self,
        parts: &[Vec<Point>],
        text: &ShapedText,
    ) -> Option<(Point, Rotation)> {
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
    ) -> Option<(Point, Rotation, Rect)> {
        let mut found = None;
        crate::areas::borders::walk_along(line, 6.0, |at, slant| {
            if found.is_some() {
                return;
            }
            // Text reads from left to right.
            let slant = if slant.cosine < 0.0 {
                Rotation { cosine: -slant.cosine, sine: -slant.sine }
            } else {
                slant
            };
            let ends = [-0.5, 0.5]
                .map(|part| slant.transform_point(at, Point::new(part * text.width(), -2.2)));
            let is_inside = ends.into_iter().all(|end| self.input.frame.rect.contains(end));
            let room = Rect::bounding(ends).map(|room| room.expand(1.6));
            if let Some(room) = room.filter(|room| is_inside && is_free(self, room)) {
                found = Some((ends[0], slant, room));
            }
        });
        found
    }
}

/// Returns evenly spaced unit vectors, in millimetres.
fn directions() -> impl Iterator<Item = (f64, f64)> {
    let turn = |step| std::f64::consts::TAU * step as f64 / DIRECTIONS as f64;
    (0..DIRECTIONS).map(turn).map(|turn| (libm::cos(turn), libm::sin(turn)))
}

/// Returns the lines of a name from a first baseline down, with a fraction of each line left of a
/// point, and their bounding box.
fn lines_from(name: &[ShapedText], first: Point, share: f64) -> (Lines<'_>, Rect) {
    let start = |(number, line): (usize, &ShapedText)| {
        first.translate(-share * line.width(), LEADING * number as f64)
    };
    let lines: Vec<_> = name.iter().enumerate().map(|one| (one.1, start(one))).collect();
    let width = name.iter().map(ShapedText::width).fold(0.0, f64::max);
    let left = first.x - share * width;
    let bottom = first.y + LEADING * (name.len() as f64 - 1.0) + TEXT_DESCENT;
    (lines, Rect::new(left - 0.3, first.y - TEXT_ASCENT, left + width + 0.3, bottom))
}

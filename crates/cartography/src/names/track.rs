//! Smooth lines for text along a course.

use sandtable_sheet::{Point, Rotation};

/// A line resampled at even steps and smoothed.
pub(crate) struct Track {
    points: Vec<Point>,
    step: f64,
}

impl Track {
    /// Smooths a line over about `smoothing` millimetres, or returns `None` if it is too short for
    /// text.
    pub fn new(line: &[Point], smoothing: f64) -> Option<Self> {
        let step = 0.5;
        let even = resample(line, step);
        if even.len() < 6 {
            return None;
        }
        let reach = ((smoothing / step) as usize).max(1);
        let mut points = even;
        // Two passes of a moving average; the window shrinks at the ends, which stay put.
        for _ in 0..2 {
            points = (0..points.len())
                .map(|i| {
                    let r = reach.min(i).min(points.len() - 1 - i);
                    let window = &points[i - r..=i + r];
                    let sum = window
                        .iter()
                        .fold(Point::default(), |s, p| Point::new(s.x + p.x, s.y + p.y));
                    let count = window.len() as f64;
                    Point::new(sum.x / count, sum.y / count)
                })
                .collect();
        }
        Some(Self { points: resample(&points, step), step })
    }

    /// Returns the length in millimetres.
    pub fn length(&self) -> f64 {
        (self.points.len() - 1) as f64 * self.step
    }

    /// Returns the same line in the opposite direction.
    pub fn reversed(&self) -> Self {
        Self { points: self.points.iter().rev().copied().collect(), step: self.step }
    }

    /// Returns the point and direction at a distance from the start, at an offset to the left of
    /// travel (up, for text).
    pub fn stand_text(&self, distance: f64, offset: f64) -> (Point, Rotation) {
        let at = |d: f64| {
            let position = (d / self.step).clamp(0.0, (self.points.len() - 1) as f64);
            let index = (position as usize).min(self.points.len() - 2);
            self.points[index].toward(self.points[index + 1], position - index as f64)
        };
        let slant = Rotation::towards(at(distance - 0.8), at(distance + 0.8));
        let place = at(distance);
        (place.translate(slant.sine * offset, -slant.cosine * offset), slant)
    }

    /// Whether a stretch runs more to the left than to the right.
    pub fn runs_left(&self, start: f64, length: f64) -> bool {
        let (a, _) = self.stand_text(start, 0.0);
        let (b, _) = self.stand_text(start + length, 0.0);
        // Text on near-vertical lines reads upwards.
        let dx = b.x - a.x;
        if dx.abs() < 0.4 * (b.y - a.y).abs() { b.y > a.y } else { dx < 0.0 }
    }

    /// Returns the sum of all turns on a stretch, in radians, and the sharpest turn within `window`
    /// mm.
    pub fn bend(&self, start: f64, length: f64, window: f64) -> (f64, f64) {
        let steps = (length / 1.0).ceil().max(1.0) as usize;
        let slants: Vec<Rotation> = (0..=steps)
            .map(|i| self.stand_text(start + length * i as f64 / steps as f64, 0.0).1)
            .collect();
        let turn = |a: &Rotation, b: &Rotation| {
            libm::atan2(
                a.cosine * b.sine - a.sine * b.cosine,
                a.cosine * b.cosine + a.sine * b.sine,
            )
            .abs()
        };
        let total = slants.windows(2).map(|w| turn(&w[0], &w[1])).sum();
        let span = ((window / (length / steps as f64)).ceil() as usize).max(1);
        let sharpest = (0..slants.len().saturating_sub(span))
            .map(|i| turn(&slants[i], &slants[i + span]))
            .fold(0.0, f64::max);
        (total, sharpest)
    }
}

fn resample(line: &[Point], step: f64) -> Vec<Point> {
    let Some(first) = line.first() else { return Vec::new() };
    let mut points = vec![*first];
    let mut left = step;
    for pair in line.windows(2) {
        let length = pair[0].distance(pair[1]);
        while left <= length {
            points.push(pair[0].toward(pair[1], left / length));
            left += step;
        }
        left -= length;
    }
    points
}

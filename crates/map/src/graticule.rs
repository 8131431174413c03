//! Ticks where meridians and parallels intersect the neatline.

use sandtable_pack::{Edge, GraticuleTick, GroundLength};

use sandtable_authored::Coordinate;
use sandtable_authored::Frame;

/// The possible tick intervals, in seconds of arc.
const INTERVALS: [i32; 9] = [10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];
/// The minimum number of tick intervals on an edge.
const MIN_INTERVALS: f64 = 3.0;

/// The ticks along all four edges: longitudes on the east-west edges, latitudes on the others.
pub fn ticks(frame: &Frame) -> Vec<GraticuleTick> {
    let turned = frame.rotation.rem_euclid(180.0);
    let meridians_up = !(45.0..135.0).contains(&turned);
    let (width, height) =
        (f64::from(frame.width.centimetres()), f64::from(frame.height.centimetres()));
    let edges = [
        (Edge::South, [0.0, 0.0], [width, 0.0]),
        (Edge::North, [0.0, height], [width, height]),
        (Edge::West, [0.0, 0.0], [0.0, height]),
        (Edge::East, [width, 0.0], [width, height]),
    ];
    let mut ticks = Vec::new();
    for (edge, from, to) in edges {
        let level = matches!(edge, Edge::South | Edge::North);
        let longitudes = level == meridians_up;
        let value = |part: f64| {
            let at = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
            let Coordinate { longitude, latitude } = frame.coordinate(at);
            (if longitudes { longitude } else { latitude }) * 3_600.0
        };
        let length = if level { width } else { height };
        for (seconds, part) in crossings(value) {
            ticks.push(GraticuleTick {
                edge,
                offset: GroundLength::from_centimetres((part * length).round() as i32),
                label: label(seconds, longitudes),
            });
        }
    }
    ticks
}

/// The multiples of the interval that a nearly linear function takes between 0 and 1, with their
/// positions.
fn crossings(value: impl Fn(f64) -> f64) -> Vec<(i32, f64)> {
    let (first, last) = (value(0.0), value(1.0));
    let range = (last - first).abs();
    let interval = INTERVALS
        .into_iter()
        .rev()
        .find(|&i| range / f64::from(i) >= MIN_INTERVALS)
        .unwrap_or(INTERVALS[0]);
    let low = (first.min(last) / f64::from(interval)).ceil() as i32;
    let high = (first.max(last) / f64::from(interval)).floor() as i32;
    (low..=high)
        .map(|count| {
            let seconds = count * interval;
            // Two corrections are exact to a millimetre, because the function is nearly linear.
            let mut part = (f64::from(seconds) - first) / (last - first);
            for _ in 0..2 {
                part += (f64::from(seconds) - value(part)) / (last - first);
            }
            (seconds, part.clamp(0.0, 1.0))
        })
        .collect()
}

/// The text of a coordinate, such as `39°48′ N` or `77°15′30″ W`.
fn label(seconds: i32, longitude: bool) -> String {
    let letter = match (longitude, seconds < 0) {
        (true, false) => 'E',
        (true, true) => 'W',
        (false, false) => 'N',
        (false, true) => 'S',
    };
    let size = seconds.abs();
    let (degrees, minutes, rest) = (size / 3_600, size / 60 % 60, size % 60);
    match (minutes, rest) {
        (0, 0) => format!("{degrees}° {letter}"),
        (_, 0) => format!("{degrees}°{minutes:02}′ {letter}"),
        _ => format!("{degrees}°{minutes:02}′{rest:02}″ {letter}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gettysburg_has_ticks_on_each_edge() {
        let centre = Coordinate { longitude: -77.245, latitude: 39.811_25 };
        let frame = Frame::new(
            centre,
            GroundLength::from_metres(5_560),
            GroundLength::from_metres(6_830),
            0.0,
        );
        let ticks = ticks(&frame);
        let of = |edge| {
            ticks.iter().filter(move |tick| tick.edge == edge).map(|tick| tick.label.as_str())
        };
        assert!(of(Edge::South).any(|label| label == "77°15′ W"), "{ticks:?}");
        assert!(of(Edge::West).any(|label| label == "39°48′ N"), "{ticks:?}");
        assert_eq!(of(Edge::West).collect::<Vec<_>>(), of(Edge::East).collect::<Vec<_>>());
        for tick in ticks.iter().filter(|tick| tick.edge == Edge::West) {
            let at = frame.coordinate([0.0, f64::from(tick.offset.centimetres())]);
            let minutes = at.latitude * 60.0;
            assert!((minutes * 2.0 - (minutes * 2.0).round()).abs() < 1e-5, "{tick:?} {at:?}");
        }
    }
}

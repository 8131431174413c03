//! Sizes visible in print, and formatting of lengths, areas and places.

use sandtable_pack::{GroundLength, GroundPoint, PaperLength};

use crate::ground::Ground;

/// The minimum width visible in print, in millimetres.
pub const VISIBLE: f64 = 0.3;
/// The distance on paper below which line ends seem to touch, in millimetres: 24 m at 1:16,000.
pub const LOOKS_JOINED: f64 = 1.5;

/// Converts a length on paper to a ground distance, in centimetres.
pub fn on_paper(ground: &Ground, millimetres: f64) -> i32 {
    let length = ground.drawn_for.to_ground(PaperLength::from_millimetres(millimetres));
    length.map_or(i32::MAX / 4, GroundLength::centimetres)
}

/// Formats a point as "near longitude …, latitude …".
pub fn near(ground: &Ground, place: GroundPoint) -> String {
    let place = ground.frame.point_to_coordinate(place);
    format!("near longitude {:.6}, latitude {:.6}", place.longitude, place.latitude)
}

/// Formats a length in centimetres, such as "3.4 m", "127 m" or "2.4 km".
pub fn length(centimetres: f64) -> String {
    let metres = centimetres / 100.0;
    match metres {
        _ if metres < 10.0 => format!("{metres:.1} m"),
        _ if metres < 10_000.0 => format!("{metres:.0} m"),
        _ => format!("{:.1} km", metres / 1_000.0),
    }
}

/// Formats an area in square centimetres, such as "340 m²", "2.4 ha" or "3.1 km²".
pub fn area(square_centimetres: f64) -> String {
    let square_metres = square_centimetres / 1e4;
    match square_metres {
        _ if square_metres < 10_000.0 => format!("{square_metres:.0} m²"),
        _ if square_metres < 1e6 => format!("{:.1} ha", square_metres / 1e4),
        _ => format!("{:.1} km²", square_metres / 1e6),
    }
}

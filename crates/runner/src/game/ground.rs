//! Data for drawings on the map.

/// Data for drawings on the map of a battle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ground {
    /// The width of the map's frame divided by its height.
    pub(crate) aspect: f64,
    /// The side length of a square divided by the width of the frame.
    pub(crate) square_share: f64,
    /// The colours of the sides, such as `#1f3a5f`.
    pub(crate) colours: [String; 2],
    /// For area maps, the position of each area's pieces, as fractions of width and height from the
    /// top left.
    pub(crate) spots: Vec<[f64; 2]>,
}

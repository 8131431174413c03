//! What of a battle's ground is drawn.

/// What of a battle is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ground {
    /// Width of the map's frame over its height.
    pub(crate) aspect: f64,
    /// Side of a square over the width of the frame.
    pub(crate) square_share: f64,
    /// Colours of the sides, `#1f3a5f`.
    pub(crate) colours: [String; 2],
    /// Of a map of areas, where each area's pieces are drawn, in shares of width and height from the top left.
    pub(crate) spots: Vec<[f64; 2]>,
}

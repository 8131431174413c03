//! Positions of backs behind their fronts.

use sandtable_sheet::Rect;
use sandtable_shop::Flip;

use super::Spacing;
use super::layout::Spot;
use crate::paper::Size;

/// The position of a back on a sheet that is flipped on an edge; `None` if sheets are not flipped.
pub(super) fn spot_behind(spot: &Spot, size: Size, spacing: &Spacing) -> Option<Spot> {
    place_behind(spot.rect, size, spacing).map(|rect| Spot { rect, ..*spot })
}

/// The position of the back behind a front at any position.
pub(crate) fn place_behind(front: Rect, size: Size, spacing: &Spacing) -> Option<Rect> {
    let (width, height) = (size.0.millimetres(), size.1.millimetres());
    let Rect { left, top, right, bottom } = front;
    // The long edges of a portrait sheet are at its sides.
    let is_about_side = match spacing.flip {
        Flip::None => return None,
        Flip::LongEdge => width <= height,
        Flip::ShortEdge => width > height,
    };
    let rect = match is_about_side {
        true => Rect::new(width - right, top, width - left, bottom),
        false => Rect::new(left, height - bottom, right, height - top),
    };
    let (right, down) = spacing.back_shift;
    Some(Rect::new(rect.left + right, rect.top + down, rect.right + right, rect.bottom + down))
}

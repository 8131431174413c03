//! The visible part of a component's art: up to its bleed, and never over its neighbours.

use sandtable_pack::PaperLength;
use sandtable_sheet::Rect;
use sandtable_shop::Labels;

use super::Spacing;
use super::layout::Spot;

/// The rectangle that the art of a component may cover on a sheet with others.
pub(super) fn reach(
    spot: &Spot,
    others: &[Spot],
    labels: Option<&Labels>,
    spacing: &Spacing,
) -> Rect {
    let with_bleed = spot.rect.expand(spacing.bleed);
    let Some((labels, label)) = labels.and_then(|labels| Some((labels, label(labels, spot)?)))
    else {
        return with_bleed;
    };
    // Beyond its label, art covers half of the gap to the next label, or its full bleed if there is
    // no next label.
    let beyond = |step: PaperLength, size: PaperLength, count: u32| match count {
        1 => spacing.bleed,
        _ => ((step - size).millimetres() / 2.0).clamp(0.0, spacing.bleed),
    };
    let across = beyond(labels.across, labels.width, labels.columns);
    let down = beyond(labels.down, labels.height, labels.rows);
    let mut reach =
        Rect::new(label.left - across, label.top - down, label.right + across, label.bottom + down);
    for other in others.iter().filter(|other| label.contains(other.rect.centre())) {
        if other.rect.left >= spot.rect.right {
            reach.right = reach.right.min((spot.rect.right + other.rect.left) / 2.0);
        }
        if other.rect.right <= spot.rect.left {
            reach.left = reach.left.max((other.rect.right + spot.rect.left) / 2.0);
        }
    }
    match spacing.covers_labels {
        true => reach,
        false => Rect::new(
            reach.left.max(with_bleed.left),
            reach.top.max(with_bleed.top),
            reach.right.min(with_bleed.right),
            reach.bottom.min(with_bleed.bottom),
        ),
    }
}

/// The label of a component.
fn label(labels: &Labels, spot: &Spot) -> Option<Rect> {
    let place = |index: usize| {
        let (left, top) = labels.place(index);
        Rect::from_size(
            left.millimetres(),
            top.millimetres(),
            labels.width.millimetres(),
            labels.height.millimetres(),
        )
    };
    (0..labels.count()).map(place).find(|label| label.contains(spot.rect.centre()))
}

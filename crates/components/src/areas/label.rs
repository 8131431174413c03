//! Block labels, one per unit (FAB-2.2a).

use sandtable_house_style::areas::label_in;
use sandtable_pack::SideId;
use sandtable_pack::fab::{Pack, Unit};
use sandtable_sheet::Rect;

use crate::component::Component;
use crate::stickers::ComponentSettings;

/// A side's labels, in the order of its units.
pub(crate) fn labels(pack: &Pack, side: &SideId, making: &ComponentSettings) -> Vec<Component> {
    let units = pack.battle().scene().units.iter().filter(|unit| unit.side == *side);
    units.map(|unit| label(pack, unit, making)).collect()
}

fn label(pack: &Pack, unit: &Unit, making: &ComponentSettings) -> Component {
    let size = making.blocks.unit_label();
    let rect = Rect::from_size(0.0, 0.0, size.0.millimetres(), size.1.millimetres());
    let items = label_in(pack, unit, making.language, rect, making.bleed);
    Component::flat(format!("sticker {}", unit.id), size, items)
}

//! Event effects.

use sandtable_pack::fab as pack;
use sandtable_pack::{FormationId, HookId, TerrainId};
use sandtable_source::Spanned;

use super::{area, convert_all, flag_or, id};
use sandtable_authored::Whole;
use sandtable_authored::fab::{AnyFire, AreaFilter, Effect};

/// Returns the effect that is set.
pub(crate) fn effect(written: &Effect) -> Option<pack::Effect> {
    use pack::Effect as Packed;
    if let Some(steps) = &written.add_steps {
        return Some(Packed::AddSteps {
            n: steps.n.0 as u8,
            elite_ok: flag_or(steps.elite_ok.as_ref(), false),
            class: steps.class.as_ref().map(|one| one.value.0),
            formation: match &steps.formation {
                Some(id) => Some(id!(FormationId, id)),
                None => None,
            },
        });
    }
    if let Some(chits) = &written.move_chits {
        return Some(Packed::MoveChits {
            from: chits.from.value.0,
            to: chits.to.value.0,
            n: chits.n.0 as u8,
            kinds: chits.kinds.iter().flatten().map(|kind| kind.value.0).collect(),
        });
    }
    if let Some(dice) = &written.extra_dice {
        return Some(Packed::ExtraDice {
            n: dice.n.0 as u8,
            sn: dice.sn.0 as i8,
            step: dice.step.value.0,
        });
    }
    if let Some(change) = &written.sn_modifier {
        return Some(Packed::SnModifier {
            side: change.side.value.0,
            fire: match change.fire.value {
                AnyFire::Artillery => Some(pack::FireKind::Artillery),
                AnyFire::Close => Some(pack::FireKind::Close),
                AnyFire::All => None,
            },
            n: change.n.0 as i8,
            duration: change.duration.as_ref().map_or(pack::Lasting::Round, |one| one.value.0),
        });
    }
    let count = |n: &Option<Spanned<Whole<1, 20>>>| n.as_ref().map_or(1, |n| n.0 as u8);
    if let Some(one) = &written.place_marker {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        let (marker, n) = (one.marker.value.0, count(&one.n));
        return Some(Packed::PlaceMarker { marker, n, area_filter });
    }
    if let Some(one) = &written.remove_marker {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        let (marker, n) = (one.marker.value.0, count(&one.n));
        return Some(Packed::RemoveMarker { marker, n, area_filter });
    }
    if let Some(one) = &written.blow_bridge {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        return Some(Packed::BlowBridge { n: count(&one.n), area_filter });
    }
    if let Some(one) = &written.repair_bridge {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        return Some(Packed::RepairBridge { n: count(&one.n), area_filter });
    }
    if let Some(one) = &written.reveal {
        return Some(Packed::Reveal { n: one.n.0 as u8 });
    }
    if let Some(hook) = &written.custom {
        return Some(Packed::Custom { hook: id!(HookId, hook) });
    }
    if flag_or(written.grant_special_action.as_ref(), false) {
        return Some(Packed::GrantSpecialAction);
    }
    Some(Packed::NoOp)
}

fn area_filter(written: Option<&AreaFilter>) -> Option<pack::AreaFilter> {
    let Some(written) = written else { return Some(pack::AreaFilter::default()) };
    Some(pack::AreaFilter {
        control: written.control.as_ref().map(|one| one.value.0),
        contested: written.contested.as_ref().map(|one| one.value),
        supplied: written.supplied.as_ref().map(|one| one.value),
        terrain: convert_all(written.terrain.iter().flatten(), |id| TerrainId::new(id).ok())?,
        areas: convert_all(written.areas.iter().flatten(), area)?,
    })
}

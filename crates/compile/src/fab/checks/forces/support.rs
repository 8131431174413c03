//! FAB-6.22, FAB-6.23: chits that can be assigned to combats of a formation's units.

use sandtable_pack::SideId;
use sandtable_pack::fab::{
    Asset, AssetKind, ChitBox, ChitStart, Effect, Event, EventKind, Formation, Timing, Unit,
    UnitStart,
};
use sandtable_source::{Diagnostic, code, message};

use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// Reports formations whose chits can never be assigned to combats of their units.
pub(crate) fn check(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let scene = battle.scene();
    for (formation, written) in scene.formations.iter().zip(&battle.scenario.formations) {
        let in_play = |unit: &&Unit| {
            unit.formation == formation.id && !matches!(unit.start, UnitStart::NotInPlay)
        };
        let assets: Vec<&Asset> =
            scene.assets.iter().filter(|asset| is_available_to(asset, formation)).collect();
        let mut events = scene.events.iter().filter(|event| event.formation == formation.id);
        // A formation without chits was reported (FAB-V28).
        let has_chits = !assets.is_empty() || events.clone().next().is_some();
        if !has_chits
            || !scene.units.iter().any(|unit| in_play(&unit))
            || assets.iter().any(|asset| is_assigned(battle, formation, asset))
            || events.any(|event| is_combat_event(battle, event))
        {
            continue;
        }
        let id = &formation.id;
        reporter.diagnostics.push(
            Diagnostic::new(
                code::UNSUPPORTED,
                message!("no asset or event can ever be assigned to the units of `{id}`"),
            )
            .rule("FAB-6.22b")
            .at(written.id.span, "none of its chits can enter a combat")
            .help(
                "give it artillery or battle assets that its side draws in time, or an event with \
                 `timing: [combat]`; check `asset_limits` of the ruleset; allow this where it had none",
            ),
        );
    }
}

/// Whether an asset supports units of a formation.
fn is_available_to(asset: &Asset, formation: &Formation) -> bool {
    asset.side == formation.side
        && (asset.any_formation || asset.formation.as_ref() == Some(&formation.id))
}

/// Whether an asset can enter play and be assigned to a combat of a formation's units.
fn is_assigned(battle: &LocatedBattle<'_>, formation: &Formation, asset: &Asset) -> bool {
    let limits = &battle.field.rules().asset_limits;
    let has_room = match asset.kind {
        AssetKind::Artillery => {
            // FAB-6.26a: some defenders may assign additional artillery.
            let more = battle.field.rules().defender_artillery.iter().any(|rule| {
                rule.max > 0
                    && rule.side.as_ref().is_none_or(|side| *side == formation.side)
                    && rule.formation.as_ref().is_none_or(|one| *one == formation.id)
            });
            let attacker = &limits.attacker;
            let most = attacker.artillery_same.max(attacker.artillery_per_hf_mixed);
            most.max(limits.defender.artillery) > 0 || more
        }
        AssetKind::Battle => limits.attacker.battle.max(limits.defender.battle) > 0,
        AssetKind::CommandStaff | AssetKind::Other => false,
    };
    has_room && asset_comes(battle, asset)
}

/// Whether an event can be assigned to a combat.
fn is_combat_event(battle: &LocatedBattle<'_>, event: &Event) -> bool {
    let limits = &battle.field.rules().asset_limits;
    let in_combat = match &event.kind {
        EventKind::Scripted { timing, .. } => timing.contains(&Timing::Combat),
        EventKind::SpecialAction => false,
    };
    let has_room = limits.attacker.event.max(limits.defender.event) > 0;
    in_combat && has_room && event_comes(battle, event, NO_LIMIT)
}

/// Whether an asset can reach its side's Available box.
fn asset_comes(battle: &LocatedBattle<'_>, asset: &Asset) -> bool {
    let scene = battle.scene();
    let side = &asset.side;
    let mut events = scene
        .events
        .iter()
        .filter(|event| event.side == *side && event_comes(battle, event, NO_LIMIT));
    let draws = || draws_between(battle, side, 1, NO_LIMIT);
    let is_moved = |event: &Event, box_of: ChitBox| {
        let EventKind::Scripted { effect: Effect::MoveChits { from, to, kinds, .. }, .. } =
            &event.kind
        else {
            return false;
        };
        let is_meant = *from == box_of && (kinds.is_empty() || kinds.contains(&asset.kind));
        is_meant && (*to == ChitBox::Available || (*to == ChitBox::Cup && draws()))
    };
    match asset.start {
        ChitStart::In(ChitBox::Available) => true,
        ChitStart::In(ChitBox::Cup) => draws(),
        // A used asset returns through the cup (FAB-4.1b), or directly by an unspent Special Action
        // (FAB-4.1a1).
        ChitStart::In(ChitBox::Used) => {
            let last = scene.turn_track.len();
            let mut actions = scene.reusable.iter().filter(|one| one.side == *side);
            draws()
                || actions.any(|one| usize::from(one.from_turn.max(scene.start.turn)) < last)
                || events.any(|event| is_moved(event, ChitBox::Used))
        }
        // Any event can return eliminated assets through the cup (FAB-4.21).
        ChitStart::In(ChitBox::Eliminated) => {
            events.any(|event| draws() || is_moved(event, ChitBox::Eliminated))
        }
        ChitStart::Turn(turn) => draws_between(battle, side, turn, NO_LIMIT),
        ChitStart::NotInPlay => false,
    }
}

/// A turn later than all others.
const NO_LIMIT: u8 = u8::MAX;

/// Whether an event can reach its side's Available box by the end of a turn. Events come only from
/// the cup, because used events do not return (FAB-4.22).
pub(crate) fn event_comes(battle: &LocatedBattle<'_>, event: &Event, by: u8) -> bool {
    match event.start {
        ChitStart::In(ChitBox::Available) => true,
        ChitStart::In(ChitBox::Cup) => draws_between(battle, &event.side, 1, by),
        ChitStart::Turn(turn) => draws_between(battle, &event.side, turn, by),
        ChitStart::In(ChitBox::Used | ChitBox::Eliminated) | ChitStart::NotInPlay => false,
    }
}

/// Whether a side draws any chits within a range of turns.
fn draws_between(battle: &LocatedBattle<'_>, side: &SideId, from: u8, by: u8) -> bool {
    let draws = (1..).zip(battle.draws(side));
    draws.into_iter().any(|(turn, draws)| (from..=by).contains(&turn) && draws != [0, 0])
}

//! FAB-V27, FAB-V28: assets, and the units and assets of formations.

use sandtable_pack::fab::AssetKind;
use sandtable_source::{Diagnostic, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

/// FAB-V27: an asset has a consistent kind, formation and side.
pub(crate) fn roles(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    for asset in &scenario.assets {
        let id = &asset.id.value.0;
        let kind = asset.kind.value.0;
        if let Some(engineer) = asset.engineer.as_ref().filter(|is| is.value)
            && kind != AssetKind::Battle
            && !reporter.is_stand_in(asset.kind.span)
        {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::ASSET_ROLE,
                    message!("engineers `{id}` are not a battle asset"),
                )
                .rule("FAB-V27")
                .at(engineer.span, "engineers fight with the units")
                .also(asset.kind.span, "kind set here")
                .help("write `kind: battle`, or remove `engineer: true`"),
            );
        }
        let any = asset.any_formation.as_ref().is_some_and(|any| any.value);
        let needs = matches!(kind, AssetKind::Artillery | AssetKind::Battle) && !any;
        if needs && asset.formation.is_none() && !reporter.is_unread(asset.span, "formation") {
            reporter.diagnostics.push(
                Diagnostic::new(code::ASSET_ROLE, message!("`{id}` supports no formation"))
                    .rule("FAB-V27")
                    .at(asset.span, "artillery and battle assets support the units of a formation")
                    .help("write `formation: …`, or `any_formation: true` and its `side`"),
            );
        } else if asset.formation.is_none() && asset.side.is_none() {
            reporter.diagnostics.push(
                Diagnostic::new(code::ASSET_ROLE, message!("`{id}` does not belong to any side"))
                    .rule("FAB-V27")
                    .at(asset.span, "neither `formation` nor `side` is set")
                    .help("write `side: …`"),
            );
        }
    }
    for side in written.sides() {
        let staffs: Vec<_> = scenario
            .assets
            .iter()
            .filter(|asset| asset.kind.value.0 == AssetKind::CommandStaff)
            .filter(|asset| {
                let formation = asset.formation.as_ref().map(|id| id.value.0.as_str());
                written.side_of(asset.side.as_ref(), formation) == Some(&side.value)
            })
            .collect();
        if let [first, second, ..] = staffs.as_slice() {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::TWO_STAFFS,
                    message!("side `{}` has {} command staffs", side.value, staffs.len()),
                )
                .rule("FAB-V27")
                .at(second.id.span, "second")
                .also(first.id.span, "first")
                .help("keep one; allow this where the battle's rules give more"),
            );
        }
    }
}

/// FAB-V28: a formation with assets or events has units, and a formation with units has assets.
pub(crate) fn formations(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    for formation in &scenario.formations {
        let id = &formation.id.value;
        let takes_part = |unit: &str| {
            let mut out = scenario.setup.not_in_play.iter().flatten();
            !out.any(|one| one.value.0 == unit)
        };
        let mut units = scenario.units.iter();
        let has_units = units.any(|unit| unit.formation.value == *id && takes_part(&unit.id));
        let asset = scenario
            .assets
            .iter()
            .find(|asset| asset.formation.as_ref().is_some_and(|formation| formation.value == *id));
        let event = scenario.events.iter().find(|event| event.formation.value == *id);
        let chit = asset.map(|asset| asset.id.span).or(event.map(|event| event.id.span));
        let side = &formation.side.value.0;
        let free = scenario.assets.iter().any(|asset| {
            asset.any_formation.as_ref().is_some_and(|any| any.value)
                && asset.side.as_ref().is_some_and(|own| own.value.0 == *side)
        });
        match (has_units, chit) {
            (false, Some(at)) => reporter.diagnostics.push(
                Diagnostic::new(
                    code::FORMATION_EMPTY,
                    message!("formation `{}` has no unit for its chits to support", id.0),
                )
                .rule("FAB-V28")
                .at(formation.id.span, "none of its units enters play")
                .also(at, "one of its chits")
                .help("give it units, or move its assets and events to a formation that has some"),
            ),
            (true, None) if !free => reporter.diagnostics.push(
                Diagnostic::new(
                    code::FORMATION_ALONE,
                    message!("no asset or event supports formation `{}`", id.0),
                )
                .rule("FAB-V28")
                .at(formation.id.span, "it has only units")
                .help("give it artillery or battle assets; allow this where it had none"),
            ),
            _ => {}
        }
    }
}

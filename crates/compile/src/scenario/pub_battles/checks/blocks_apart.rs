//! PB-3.28: no two blocks stand on the same ground.

use sandtable_pack::Footprint;
use sandtable_source::{Diagnostic, code};
use sandtable_terrain::Shape;

use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for &(one, other) in &battle.layout.overlaps {
        let [one, other] = [one, other].map(|index| &battle.standing[index]);
        session.diagnostics.push(
            Diagnostic::new(
                code::OVERLAP,
                format!("{} and {} stand on one spot", one.block.name, other.block.name),
            )
            .rule("PB-3.28")
            .at(one.block.at, "this one")
            .also(other.block.at, "and this one")
            .help(help(battle, one.shape.as_ref(), other.shape.as_ref())),
        );
    }
}

fn help(battle: &Battle<'_>, one: Option<&Shape>, other: Option<&Shape>) -> String {
    let (Some(one), Some(other)) = (one, other) else { return "move one of them".to_owned() };
    let distance = one.place().distance(other.place()).centimetres() / 100;
    let Footprint { length, depth } = battle.context.footprints.combat;
    format!(
        "their centres are {distance} m apart; a combat block covers {:.0} × {:.0} m of ground",
        length.metres(),
        depth.metres()
    )
}

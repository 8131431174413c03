//! PB-3.28: no two blocks stand on the same ground.

use sandtable_pack::Footprint;
use sandtable_source::{Diagnostic, code};
use sandtable_terrain::Shape;

use super::super::battle::{Standing, footprint};
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
            .help(help(battle, one, other)),
        );
    }
}

fn help(battle: &Battle<'_>, one: &Standing, other: &Standing) -> String {
    let (Some(Shape::Block(block)), Some(Shape::Block(before))) = (&one.shape, &other.shape) else {
        return "move one of them; a column takes up the road behind its head".to_owned();
    };
    let distance = block.centre().distance(before.centre()).centimetres() / 100;
    let [ground, before] = [one, other].map(|standing| {
        let Footprint { length, depth } = footprint(battle.context, standing.block.kind);
        format!("{:.0} × {:.0} m", length.metres(), depth.metres())
    });
    let sizes = match ground == before {
        true => format!("each covers {ground} of ground"),
        false => format!("they cover {ground} and {before} of ground"),
    };
    format!("move one of them: their centres are {distance} m apart, and {sizes}")
}

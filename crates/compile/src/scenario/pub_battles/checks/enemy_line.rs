//! PB-3.10, PB-31.1: nobody's reinforcements come by the road along which the enemy is supplied. That
//! is legal, but rarely meant: mostly an entry was mistaken for another.

use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, code};

use super::Battle;
use crate::session::Session;

/// An entry this near to the end of a line is at its end.
const AT_ITS_END: GroundLength = GroundLength::from_metres(200);

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for (side, forces) in battle.forces.iter().enumerate() {
        for arrival in &forces.arrivals {
            for (entry, named) in arrival.entries() {
                let nearest_own = ends(battle, side).map(|(_, end)| end.distance(entry.at)).min();
                let enemies = (0..battle.forces.len()).filter(|&other| other != side);
                let of_enemies = enemies.flat_map(|other| {
                    ends(battle, other)
                        .map(move |(road, end)| (end.distance(entry.at), other, road))
                });
                let Some((away, enemy, road)) = of_enemies.min() else { continue };
                // A road of both sides is no slip.
                if away > AT_ITS_END || nearest_own.is_some_and(|own| own <= away) {
                    continue;
                }
                let enemy = &battle.forces[enemy];
                let finding = Diagnostic::new(
                    code::ENEMY_LINE,
                    format!(
                        "reinforcements of `{}` come by `{road}`, along which `{}` is supplied",
                        forces.id.value, enemy.id.value
                    ),
                )
                .rule("PB-3.10")
                .at(named, "the enemy's line of communication ends here");
                let line = enemy.authored.lines_of_communication.as_ref();
                let line = line.and_then(|all| all.value.iter().find(|name| name.0 == road));
                let finding = match line {
                    Some(line) => finding.also(line.span, "the line is named here"),
                    None => finding,
                };
                session.diagnostics.push(finding.help(format!(
                    "name an entry behind the troops of `{}`, unless these are meant to come in the enemy's rear",
                    forces.id.value
                )));
            }
        }
    }
}

/// The roads of a side's lines of communication, and where they leave the map.
fn ends<'b>(battle: &'b Battle<'_>, side: usize) -> impl Iterator<Item = (&'b str, GroundPoint)> {
    let lines = &battle.forces[side].side.lines_of_communication;
    lines.iter().filter_map(|line| Some((line.road.as_str(), *line.path.0.last()?)))
}

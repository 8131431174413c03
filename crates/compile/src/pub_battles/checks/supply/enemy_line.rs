//! PB-3.10, PB-31.1: nobody's reinforcements come by the road along which the enemy is supplied. That
//! is legal, but rarely meant: mostly an entry was mistaken for another.

use std::collections::BTreeMap;

use sandtable_pack::{EntryId, GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};

use super::supply_reach;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use sandtable_authored::Reporter;

/// An entry this near to the end of a line is at its end.
const AT_ITS_END: GroundLength = GroundLength::from_metres(200);

/// So many of those who come by an entry are shown.
const SHOWN: usize = 3;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    // A line that stays away from its own army is what is wrong, not who comes by it.
    let aside = supply_reach::aside(battle);
    let is_aside =
        |side: usize, road: &str| aside.iter().any(|line| line.side == side && line.name.0 == road);
    for (side, forces) in battle.forces.iter().enumerate() {
        let mut told: BTreeMap<&EntryId, (usize, &str, Vec<Span>)> = BTreeMap::new();
        for (entry, named) in forces.arrivals.iter().flat_map(|arrival| arrival.entries()) {
            let nearest_own = ends(battle, side).map(|(_, end)| end.distance(entry.at)).min();
            let enemies = (0..battle.forces.len()).filter(|&other| other != side);
            let of_enemies = enemies.flat_map(|other| {
                ends(battle, other).map(move |(road, end)| (end.distance(entry.at), other, road))
            });
            let Some((away, enemy, road)) = of_enemies.min() else { continue };
            // A road of both sides is no slip.
            let is_own = nearest_own.is_some_and(|own| own <= away);
            if away <= AT_ITS_END && !is_own && !is_aside(enemy, road) {
                told.entry(&entry.id).or_insert((enemy, road, Vec::new())).2.push(named);
            }
        }
        for (enemy, road, places) in told.into_values() {
            let finding = finding(forces, &battle.forces[enemy], road, &places);
            finding.into_iter().for_each(|finding| reporter.diagnostics.push(finding));
        }
    }
}

/// One finding for all who come by an entry.
fn finding(
    forces: &Forces<'_>,
    enemy: &Forces<'_>,
    road: &str,
    places: &[Span],
) -> Option<Diagnostic> {
    let (first, others) = places.split_first()?;
    let who = match others.len() {
        0 => "reinforcements".to_owned(),
        more => format!("{} groups of reinforcements", more + 1),
    };
    let (own, enemy_name) = (&forces.id.value, &enemy.id.value);
    let mut finding = Diagnostic::new(
        code::ENEMY_LINE,
        message!("{who} of `{own}` come by `{road}`, along which `{enemy_name}` is supplied"),
    )
    .rule("PB-3.10")
    .at(*first, "the enemy's line of communication ends here");
    for other in others.iter().take(SHOWN) {
        finding = finding.also(*other, "and by this one");
    }
    let line = enemy.authored.lines_of_communication.as_ref();
    if let Some(line) = line.and_then(|all| all.value.iter().find(|name| name.0 == road)) {
        finding = finding.also(line.span, "the line is named here");
    }
    // Any of them may be named where it is allowed.
    let finding = finding.about(road).about(own.as_str());
    Some(finding.help(format!(
        "name an entry behind the troops of `{own}`, unless these are meant to come in the enemy's rear"
    )))
}

/// The roads of a side's lines of communication, and where they leave the map.
fn ends<'b>(battle: &'b Battle<'_>, side: usize) -> impl Iterator<Item = (&'b str, GroundPoint)> {
    let lines = &battle.forces[side].side.lines_of_communication;
    lines.iter().filter_map(|line| Some((line.road.as_str(), *line.path.0.last()?)))
}

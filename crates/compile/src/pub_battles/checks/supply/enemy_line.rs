//! PB-3.10, PB-31.1: reinforcements should not enter by a road that supplies the enemy. Such
//! entries are legal, but usually a mistake.

use std::collections::BTreeMap;

use sandtable_pack::{EntryId, GroundLength, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};

use super::supply_reach;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use sandtable_authored::Reporter;

/// The maximum distance between an entry and the end of a line of communication.
const MAX_END_DISTANCE: GroundLength = GroundLength::from_metres(200);

/// The maximum number of further reinforcements with a label.
const MAX_SHOWN: usize = 3;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    // If a line is far from its own army, the line is wrong, not the entry.
    let distant = supply_reach::distant_lines(battle);
    let is_distant = |side: usize, road: &str| {
        distant.iter().any(|line| line.side == side && line.name.0 == road)
    };
    for (side, forces) in battle.forces.iter().enumerate() {
        let mut reported: BTreeMap<&EntryId, (usize, &str, Vec<Span>)> = BTreeMap::new();
        for (entry, named) in forces.arrivals.iter().flat_map(|arrival| arrival.entries()) {
            let nearest_own = line_ends(battle, side).map(|(_, end)| end.distance(entry.at)).min();
            let enemies = (0..battle.forces.len()).filter(|&other| other != side);
            let enemy_ends = enemies.flat_map(|other| {
                line_ends(battle, other)
                    .map(move |(road, end)| (end.distance(entry.at), other, road))
            });
            let Some((away, enemy, road)) = enemy_ends.min() else { continue };
            // The same road may supply both sides.
            let is_own = nearest_own.is_some_and(|own| own <= away);
            if away <= MAX_END_DISTANCE && !is_own && !is_distant(enemy, road) {
                reported.entry(&entry.id).or_insert((enemy, road, Vec::new())).2.push(named);
            }
        }
        for (enemy, road, places) in reported.into_values() {
            let finding = finding(forces, &battle.forces[enemy], road, &places);
            finding.into_iter().for_each(|finding| reporter.diagnostics.push(finding));
        }
    }
}

/// The diagnostic for all reinforcements that use one entry.
fn finding(
    forces: &Forces<'_>,
    enemy: &Forces<'_>,
    road: &str,
    places: &[Span],
) -> Option<Diagnostic> {
    let (first, others) = places.split_first()?;
    let subject = match others.len() {
        0 => "reinforcements".to_owned(),
        more => format!("{} groups of reinforcements", more + 1),
    };
    let (own, enemy_name) = (&forces.id.value, &enemy.id.value);
    let mut finding = Diagnostic::new(
        code::ENEMY_LINE,
        message!("{subject} of `{own}` enter by `{road}`, which supplies `{enemy_name}`"),
    )
    .rule("PB-3.10")
    .at(*first, "the enemy's line of communication ends here");
    for other in others.iter().take(MAX_SHOWN) {
        finding = finding.also(*other, "another group enters here");
    }
    let line = enemy.authored.lines_of_communication.as_ref();
    if let Some(line) = line.and_then(|all| all.value.iter().find(|name| name.0 == road)) {
        finding = finding.also(line.span, "line defined here");
    }
    // An `allow` may also name the road or the side.
    let finding = finding.subject(road).subject(own.as_str());
    Some(finding.help(format!(
        "use an entry behind the troops of `{own}`, unless these reinforcements are meant to enter in the enemy's rear"
    )))
}

/// The roads of a side's lines of communication, each with the point where it leaves the map.
fn line_ends<'b>(
    battle: &'b Battle<'_>,
    side: usize,
) -> impl Iterator<Item = (&'b str, GroundPoint)> {
    let lines = &battle.forces[side].side.lines_of_communication;
    lines.iter().filter_map(|line| Some((line.road.as_str(), *line.path.0.last()?)))
}

//! Checks of the ruleset: a row for every arm and quality, and numbers within the range of the
//! rules.

use super::{Check, MAX_SIDE};
use crate::model::{PieceRules, PieceType, Points, Quality, Ruleset, Side};
use crate::pack::PackParts;
use crate::units::GroundLength;

/// The maximum points for one piece. With the maximum number of pieces, objectives and special
/// rules, and all multipliers, the sum fits into 32 bits.
const MAX_POINTS: u32 = 1_000;
const MAX_MULTIPLIER: u32 = 100;

impl Check {
    pub(super) fn ruleset(&mut self, ruleset: &Ruleset) {
        use PieceType::{Artillery, Cavalry, Detachment, Dragoons, Infantry};
        for kind in [Infantry, Detachment, Artillery, Cavalry, Dragoons] {
            match ruleset.pieces.get(&kind) {
                None => self.fault("ruleset.json: pieces", format!("missing row for {kind:?}")),
                Some(row) => self.row(&format!("ruleset.json: {kind:?}"), row),
            }
        }
        for (id, own) in &ruleset.types {
            self.row(&format!("ruleset.json: type {id}"), &own.rules);
        }
        for quality in [Quality::Militia, Quality::Regular, Quality::Elite, Quality::Guard] {
            if !ruleset.qualities.contains_key(&quality) {
                self.fault("ruleset.json: qualities", format!("missing row for {quality:?}"));
            }
        }
        let d = &ruleset.distances;
        for length in [d.foot_third, d.mounted_third, d.spotting, d.sight_depth] {
            if length <= GroundLength::ZERO || length > MAX_SIDE {
                self.fault("ruleset.json: distances", "must be between 0 and 100 km");
            }
        }
        // Zero means that blocks must touch.
        for length in [d.contact_tolerance, d.support_gap] {
            if length < GroundLength::ZERO || length > MAX_SIDE {
                self.fault("ruleset.json: distances", "must be between 0 and 100 km");
            }
        }
        let v = &ruleset.victory;
        for multiplier in [v.rout_multiplier, v.broken_multiplier, v.forced_back_multiplier] {
            if multiplier > MAX_MULTIPLIER {
                self.fault("ruleset.json: victory", "multipliers must not exceed 100");
            }
        }
        if !(2..=20).contains(&ruleset.rulings.alter_die) {
            self.fault("ruleset.json: alter_die", "must be between 2 and 20");
        }
        for (place, tenths) in [
            ("ruleset.json: field_of_fire_half_angle", ruleset.rulings.field_of_fire_half_angle),
            ("ruleset.json: bombardment_half_angle", ruleset.rulings.bombardment_half_angle),
        ] {
            if tenths > 890 {
                self.fault(place, "must not exceed 89 degrees");
            }
        }
    }

    fn row(&mut self, place: &str, row: &PieceRules) {
        if !(1..=12).contains(&row.dice) || !(2..=6).contains(&row.hits_on) {
            self.fault(place, "invalid dice");
        }
        let Points { militia, regular, elite, guard } = row.points;
        if [militia, regular, elite, guard].into_iter().any(|points| points > MAX_POINTS) {
            self.fault(place, "points must not exceed 1,000");
        }
    }

    // PB-3.37: every type that the battle defines has a row.
    pub(super) fn battle_types(&mut self, parts: &PackParts) {
        for piece in parts.scenario.sides.iter().flat_map(Side::pieces) {
            let Some(id) = &piece.own_type else { continue };
            let place = format!("scenario.json: piece {}", piece.id);
            match parts.ruleset.types.get(id) {
                None => self.fault(place, format!("missing row for the type `{id}`")),
                Some(own) if own.like != piece.kind => {
                    self.fault(place, format!("arm does not match that of its type `{id}`"));
                }
                Some(_) => {}
            }
        }
    }
}

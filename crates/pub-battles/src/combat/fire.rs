//! PB-23: dice, modifiers and hits of one fire.

use sandtable_pack::FirstHit;
use sandtable_pack::Status;
use sandtable_pack::StatusEffect;
use serde::Serialize;

use sandtable_engine::RuleId;

/// The result of one fire for its target (PB-24.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum HitResult {
    /// No effect.
    Unshaken,
    /// Becomes Spent and stays.
    Spent,
    /// Must retreat; its status does not change.
    Retreat,
    /// Becomes Spent and must retreat.
    SpentAndRetreat,
    /// Eliminated.
    Destroyed,
}

/// The kind of fire: combat or bombardment (PB-24.7, PB-24.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireKind {
    /// Fire at a target in contact.
    Combat,
    /// Fire from a distance; it never destroys its target (PB-15.4).
    Bombardment,
}

/// The properties of a target that determine the effect of hits.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The current status.
    pub status: Status,
    /// Whether the target has one state or two (PB-A10).
    pub states: StatusEffect,
    /// The effect of its quality on the first hit of a combat.
    pub first_hit: FirstHit,
    /// Whether the target was already hit in this combat.
    pub hit_before: bool,
}

/// Modifiers of the dice of one fire. Flank effects are not cumulative (PB-23.7); cover is
/// cumulative with them (PB-23.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FireModifiers {
    /// Whether the firer attacks a defender in cover (PB-23.3).
    pub target_in_cover: bool,
    /// Whether the firer flanks the target, or is treated as doing so (PB-23.4, PB-23.5, PB-23.6).
    pub target_flanked: bool,
    /// Whether the target flanks the firer, or is treated as doing so.
    pub firer_flanked: bool,
    /// The modifier from the battle's special rules (PB-3.18).
    #[serde(skip_serializing_if = "is_none")]
    pub special: i8,
}

/// The rules behind the modifiers and the result of one fire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FireRules {
    /// All rules that make the target flanked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_flanked: Vec<RuleId>,
    /// All rules that make the firer flanked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub firer_flanked: Vec<RuleId>,
    /// The rule that lets the firer shoot before all others, with immediate effect (PB-14.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<RuleId>,
    /// The rule that makes the effect of hits differ from that on a regular piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<RuleId>,
}

/// Whether the special modifier is zero.
const fn is_none(special: &i8) -> bool {
    *special == 0
}

impl FireModifiers {
    /// The total modifier for each die: −2 … +1 without special rules (PB-23.9, PB-18.3, PB-34.8).
    pub const fn total(self) -> i8 {
        // PB-A108: if both are flanked by each other, both get +1 − 1 = 0.
        self.target_flanked as i8 - self.firer_flanked as i8 - self.target_in_cover as i8
            + self.special
    }

    /// Counts the hits: dice that reach `hits_on` after the modifier (PB-23.1). PB-23.10 lists the
    /// probabilities for three dice.
    pub fn hits(self, dice: &[u8], hits_on: u8) -> u8 {
        let threshold = i16::from(hits_on) - i16::from(self.total());
        dice.iter().filter(|&&die| i16::from(die) >= threshold).count() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COVER: FireModifiers = FireModifiers {
        target_in_cover: true,
        target_flanked: false,
        firer_flanked: false,
        special: 0,
    };
    const ON_FLANK: FireModifiers = FireModifiers {
        target_in_cover: false,
        target_flanked: true,
        firer_flanked: false,
        special: 0,
    };
    const FLANKED: FireModifiers = FireModifiers {
        target_in_cover: false,
        target_flanked: false,
        firer_flanked: true,
        special: 0,
    };
    const NONE: FireModifiers = FireModifiers {
        target_in_cover: false,
        target_flanked: false,
        firer_flanked: false,
        special: 0,
    };

    #[test]
    fn modifiers_and_hits() {
        let cases: &[(&str, FireModifiers, &[u8], u8)] = &[
            ("pb_t25_cover", COVER, &[4, 5, 6], 2),
            ("pb_t27_no_cover_for_attackers", NONE, &[4, 2, 1], 1),
            ("pb_t28_on_the_flank", ON_FLANK, &[3, 3, 2], 2),
            ("pb_t29_at_the_flanker", FLANKED, &[4, 5, 6], 2),
            (
                "pb_t30_flank_and_cover",
                FireModifiers { target_in_cover: true, ..ON_FLANK },
                &[4, 3, 6],
                2,
            ),
            ("pb_t30_its_answer", FLANKED, &[4, 5, 1], 1),
            ("pb_t33_river_attacker", FLANKED, &[4, 5, 6], 2),
            ("pb_t33_river_defender", ON_FLANK, &[3, 2, 1], 1),
            (
                "pb_t34_river_and_cover",
                FireModifiers { target_in_cover: true, ..FLANKED },
                &[6, 5, 4],
                1,
            ),
            (
                "pb_t38_both_flanked",
                FireModifiers { target_flanked: true, ..FLANKED },
                &[4, 3, 3],
                1,
            ),
        ];
        for (name, modifiers, dice, hits) in cases {
            assert_eq!(modifiers.hits(dice, 4), *hits, "{name}");
        }
    }

    /// PB-T165: dice of 1 to 6 at +1, 0, −1 and −2 hit from 3, 4, 5 and 6 up.
    #[test]
    fn pb_t165_sweep_of_modifiers() {
        let both = FireModifiers { target_in_cover: true, ..FLANKED };
        for (modifiers, least) in [(ON_FLANK, 3), (NONE, 4), (COVER, 5), (both, 6)] {
            for die in 1..=6 {
                assert_eq!(modifiers.hits(&[die], 4), u8::from(die >= least), "{die}");
            }
        }
    }

    /// The number of the 216 rolls of three dice that give 0, 1, 2 or 3 hits.
    #[test]
    fn pb_23_10_hits_of_three_dice() {
        let both = FireModifiers { target_in_cover: true, ..FLANKED };
        let table = [
            (NONE, [27, 81, 81, 27]),
            (ON_FLANK, [8, 48, 96, 64]),
            (COVER, [64, 96, 48, 8]),
            (both, [125, 75, 15, 1]),
        ];
        for (modifiers, expected) in table {
            let mut throws = [0; 4];
            for throw in 0..216 {
                let dice = [throw / 36, throw / 6 % 6, throw % 6].map(|die| die + 1);
                throws[usize::from(modifiers.hits(&dice, 4))] += 1;
            }
            assert_eq!(throws, expected, "{}", modifiers.total());
        }
    }
}

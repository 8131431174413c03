//! A bot's estimate of a fight: rough odds in thousandths, from the information visible to its
//! side.

use sandtable_pack::{PieceType, Quality, Status};

use crate::combat::fire::FireModifiers;
use crate::sight::sighting::Sighting;

/// One party of a fight, as a bot estimates it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Party {
    pub kind: PieceType,
    pub quality: Quality,
    pub status: Status,
    /// The modifier of the party's dice.
    pub modifier: i32,
}

impl Party {
    /// The estimate of an enemy, from its sighting. Hidden attributes are assumed to be those of
    /// regular infantry or cavalry.
    pub fn from_sighting(sighting: &Sighting<'_>) -> Option<Self> {
        let kind = sighting.assumed_type()?;
        let quality = sighting.quality().unwrap_or_default();
        Some(Self { kind, quality, status: sighting.status(), modifier: 0 })
    }

    /// The expected hits in a round, in thousandths.
    fn hits(self) -> i32 {
        let dice = match self.kind {
            PieceType::Detachment => 1,
            PieceType::Dragoons => 2,
            PieceType::Infantry | PieceType::Artillery | PieceType::Cavalry => 3,
        };
        dice * (3 + self.modifier).clamp(0, 6) * 1000 / 6
    }

    /// The number of hits that takes the party out of the fight, in thousandths.
    fn endurance(self) -> i32 {
        if self.kind == PieceType::Detachment {
            return 700;
        }
        let status = match self.status {
            Status::Fresh => 2000,
            Status::Spent => 1000,
        };
        status
            + match self.quality {
                Quality::Militia => -500,
                Quality::Regular => 0,
                Quality::Elite | Quality::Guard => 900,
            }
    }
}

/// The speed at which the attacker breaks the defender, relative to the reverse, in thousandths.
/// 1,000 is even.
pub(super) fn prospects(attacker: Party, defender: Party) -> i32 {
    let speed = |firer: Party, target: Party| {
        i64::from(firer.hits()) * 1000 / i64::from(target.endurance())
    };
    let mut given = speed(attacker, defender);
    let mut taken = speed(defender, attacker).max(1);
    if defender.kind == PieceType::Artillery {
        // Defending artillery fires first, but is lost if it has to retreat.
        taken += taken / 3;
        given += given / 3;
    }
    (given * 1000 / taken).min(10_000) as i32
}

/// The modifiers that a bot expects for an attack.
pub(super) fn modifiers(cover: bool, flank: bool) -> (i32, i32) {
    let on_flank = FireModifiers {
        target_in_cover: cover,
        target_flanked: flank,
        firer_flanked: false,
        special: 0,
    };
    let answer = FireModifiers {
        target_in_cover: false,
        target_flanked: false,
        firer_flanked: flank,
        special: 0,
    };
    (i32::from(on_flank.total()), i32::from(answer.total()))
}

//! The state of a combat: its places, its round, the shot in progress, and the vacancy left by a
//! lead.

use sandtable_pack::Pose;
use serde::Serialize;

use crate::battlefield::roster::PieceIndex;
use crate::state::Contact;

/// A combat in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Combat {
    /// The participants, in order of involvement.
    pub places: Vec<Place>,
    /// The round, from 1.
    pub round: u8,
    /// The current stage of the round.
    pub(crate) stage: Stage,
    /// The shot in progress.
    pub(crate) shot: Option<Shot>,
    /// Hits by the original Defender that take effect after the Attacker's fire (PB-A120).
    pub(crate) defender_hits: Option<u8>,
}

/// One place of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The piece in the place; `None` once it has left.
    pub piece: Option<PieceIndex>,
    /// Whether the place has fired in this round.
    pub fired: bool,
    /// The Support behind the piece when combat began. A Support has no separate place (PB-A142),
    /// and a piece gets no second Support in the same combat (PB-A89).
    pub support: Option<PieceIndex>,
}

/// The stages of a round; the numbers are place indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Stage {
    /// PB-27: cavalry may withdraw before any fire.
    Withdrawal(u8),
    /// PB-14.2: defending artillery fires first in round one.
    Artillery(u8),
    /// The Defender of the original pair fires. The pair fires first, simultaneously (PB-28.2).
    /// PB-14.5: from round two, artillery fires with the pair too.
    PairDefender,
    /// The Attacker of the original pair fires.
    PairAttacker,
    /// The other pieces fire, one after another (PB-28.2).
    Others(u8),
    /// Pieces stay or retreat, in the same order (PB-28.5).
    Decisions(u8),
}

impl Combat {
    pub(crate) fn at(&self, place: usize) -> Option<PieceIndex> {
        self.places.get(place).and_then(|place| place.piece)
    }

    /// The place that a piece occupies.
    pub(crate) fn place_of(&self, piece: PieceIndex) -> Option<&Place> {
        self.places.iter().find(|place| place.piece == Some(piece))
    }

    /// PB-28.4, PB-14.3: a Support takes over the place. If the place has already fired in this
    /// round, the Support does not fire.
    pub(crate) fn replace(&mut self, lead: PieceIndex, support: PieceIndex) {
        for place in &mut self.places {
            if place.support == Some(support) {
                place.support = None;
            }
            if place.piece == Some(lead) {
                place.piece = Some(support);
            }
        }
    }
}

/// A fire that waits for a target or for dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Shot {
    pub firer: PieceIndex,
    pub target: Option<PieceIndex>,
}

/// The place of a departed lead, open to its Support.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Vacancy {
    /// The Support that decides.
    pub support: PieceIndex,
    /// The departed lead.
    pub lead: PieceIndex,
    /// The pose of the lead.
    pub pose: Pose,
    /// The pose of the Support when the lead left. If it has been pushed away since, it can no
    /// longer take the place.
    pub(crate) stood: Pose,
    /// The lead's contacts and its role in them (PB-A90).
    pub(crate) contacts: Vec<Contact>,
    /// The enemies from which the Support would retreat (PB-P10).
    pub threats: Vec<PieceIndex>,
    /// Whether the lead was in contact, so the Support may not simply stay (PB-A87).
    pub(crate) forced: bool,
}

/// The cause of a piece's retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RetreatCause {
    /// The hit table requires a retreat (PB-25.8).
    Hits,
    /// The owner chose to retreat (PB-22.4).
    Choice,
    /// Cavalry withdrew before combat (PB-27.1).
    Withdrawal,
    /// The piece was bombarded (PB-15.4).
    Bombardment,
    /// The piece was in a Field of Fire after all combats (PB-26.1).
    FieldOfFire,
}

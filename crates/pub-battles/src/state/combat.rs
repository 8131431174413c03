//! The part of the state that a combat takes: its places, its round, the shot that is fired, and the place of a lead that
//! has gone.

use sandtable_pack::Pose;
use serde::Serialize;

use crate::battlefield::roster::PieceIndex;
use crate::state::Contact;

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Combat {
    /// Who takes part, in order of involvement.
    pub places: Vec<Place>,
    /// Round, from 1.
    pub round: u8,
    /// Where the round stands.
    pub(crate) stage: Stage,
    /// The shot that is being fired.
    pub(crate) shot: Option<Shot>,
    /// Hits of the original Defender that wait for the Attacker's fire (PB-A120).
    pub(crate) defender_hits: Option<u8>,
}

/// One place of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Who stands there; none when it has left.
    pub piece: Option<PieceIndex>,
    /// It has fired in this round.
    pub fired: bool,
    /// Who stood behind it when combat began: a Support has no place of its own (PB-A142), and
    /// there is no second one in a combat (PB-A89).
    pub support: Option<PieceIndex>,
}

/// Where a round stands; numbers are places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Stage {
    /// PB-27: cavalry may pull out before anybody fires.
    Withdrawal(u8),
    /// PB-14.2: defending artillery fires first in round one.
    Artillery(u8),
    /// The original pair fires first (PB-28.2): the Defender. PB-14.5: artillery too, from round two.
    PairDefender,
    /// The original pair: the Attacker fires.
    PairAttacker,
    /// The others, one after another (PB-28.2).
    Others(u8),
    /// Who stays, who retreats, in the same order (PB-28.5).
    Decisions(u8),
}

impl Combat {
    pub(crate) fn at(&self, place: usize) -> Option<PieceIndex> {
        self.places.get(place).and_then(|place| place.piece)
    }

    /// The place at which a piece stands.
    pub(crate) fn place_of(&self, piece: PieceIndex) -> Option<&Place> {
        self.places.iter().find(|place| place.piece == Some(piece))
    }

    /// PB-28.4, PB-14.3: a Support takes the place; if that has fired in this round it does not fire
    /// again, if not whoever stands there now does.
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

/// A fire that waits for its target or its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Shot {
    pub firer: PieceIndex,
    pub target: Option<PieceIndex>,
}

/// The place of a lead that has gone, open to its Support.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Vacancy {
    /// Who decides.
    pub support: PieceIndex,
    /// Who has gone.
    pub lead: PieceIndex,
    /// Where the lead stood.
    pub pose: Pose,
    /// Where the Support stands: if it has been pushed away, the place is lost to it.
    pub(crate) stood: Pose,
    /// The lead's contacts, with its part in them (PB-A90).
    pub(crate) contacts: Vec<Contact>,
    /// From whom the Support would retreat (PB-P10).
    pub threats: Vec<PieceIndex>,
    /// The lead was in contact: the Support cannot just stay where it is (PB-A87).
    pub(crate) forced: bool,
}

/// Why a piece retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RetreatCause {
    /// The hit table says so (PB-25.8).
    Hits,
    /// Its owner decided so (PB-22.4).
    Choice,
    /// As cavalry it pulled out before its combat (PB-27.1).
    Withdrawal,
    /// It was bombarded (PB-15.4).
    Bombardment,
    /// It stood in a field of fire when the fighting was over (PB-26.1).
    FieldOfFire,
}

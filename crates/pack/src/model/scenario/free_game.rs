//! Free games: what players make up for themselves, and what was agreed beforehand (PB-32).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Scenario;
use super::forces::{PieceType, Side};
use crate::ids::{EntryId, FeatureId, SideId, TypeId};
use crate::model::Edge;

/// What is free in a battle, side by side (PB-32.1). A side that is not listed is what its scenario
/// says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FreeGame {
    /// The sides whose owners make up their orders of battle.
    pub sides: BTreeMap<SideId, FreeSide>,
}

/// What the owner of a free side may do, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FreeSide {
    /// Where he may set up on the map; none, and he enters by an edge (PB-32.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets_up: Option<SetUpGround>,
    /// The entries by which reinforcements of a force that sets up may come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryId>,
    /// The edges of which he may choose one, each with the entries by which he then comes (PB-32.3);
    /// none, and he sets up.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub enters: BTreeMap<Edge, Vec<EntryId>>,
    /// The pieces that there are to choose from; none, and they are free (PB-32.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<ComponentPool>,
    /// How large the force may be.
    pub limits: ForceLimits,
}

/// Ground on which a free side may set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SetUpGround {
    /// The whole map.
    Anywhere,
    /// A zone of the map.
    Zone(FeatureId),
}

/// Pieces by type, at most. What is not listed is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ComponentPool {
    /// Of the arms of Table A.
    pub arms: BTreeMap<PieceType, u16>,
    /// Of the battle's own types.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<TypeId, u16>,
}

/// How large a force may be. What is `None` is not limited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForceLimits {
    /// Most commands.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
    pub commands: u8,
    /// The lowest rating of a headquarters.
    #[cfg_attr(feature = "schema", schemars(range(max = 6)))]
    pub least_rating: u8,
    /// The highest rating of a headquarters.
    #[cfg_attr(feature = "schema", schemars(range(max = 6)))]
    pub most_rating: u8,
    /// Most victory points that all its pieces are worth to the enemy (PB-29.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Most baggage trains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baggage: Option<u16>,
    /// Most detachments, in commands and assigned at set-up together (PB-3.13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detachments: Option<u16>,
    /// It may come in parts. Else all of it is there at the start: set up, or entering on the first
    /// turn.
    pub reinforcements: bool,
}

impl ForceLimits {
    /// More commands than this no free side has: there are 64 places for them in its secret orders.
    pub const MOST_COMMANDS: u8 = 64;
}

/// What of a force was limited when it was agreed on (PB-32.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// Its commands.
    Commands,
    /// Its baggage trains.
    Baggage,
    /// Its detachments, in commands and assigned at set-up together.
    Detachments,
    /// What all its pieces are worth to the enemy (PB-29.1).
    Points,
    /// Its pieces of an arm, and of no type of the battle's own.
    Arm(PieceType),
    /// Its pieces of a type of the battle's own.
    Type(TypeId),
}

/// How much a force has of all that may be limited; of what is not there it has nothing.
pub type ForceCount = BTreeMap<Limited, u32>;

/// More of something than was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// Of what.
    pub of: Limited,
    /// How much of it.
    pub found: u32,
    /// How much was agreed on.
    pub most: u32,
}

impl FreeSide {
    /// Of what a force has more than was agreed on.
    pub(super) fn excesses(&self, count: &ForceCount) -> Vec<Excess> {
        let beyond = |(of, &found): (&Limited, &u32)| {
            let most = self.most(of).filter(|most| found > *most)?;
            Some(Excess { of: of.clone(), found, most })
        };
        count.iter().filter_map(beyond).collect()
    }

    /// How much of something there may be; none, and it is not limited.
    fn most(&self, of: &Limited) -> Option<u32> {
        let ForceLimits { commands, points, baggage, detachments, .. } = self.limits;
        // What a pool does not list is not there.
        let in_pool = |count: Option<&u16>| count.map_or(0, |count| u32::from(*count));
        match of {
            Limited::Commands => Some(commands.into()),
            Limited::Baggage => baggage.map(u32::from),
            Limited::Detachments => detachments.map(u32::from),
            Limited::Points => points,
            Limited::Arm(arm) => self.pool.as_ref().map(|pool| in_pool(pool.arms.get(arm))),
            Limited::Type(own) => self.pool.as_ref().map(|pool| in_pool(pool.types.get(own))),
        }
    }
}

impl ForceLimits {
    /// Was this rating of a headquarters agreed on?
    pub(super) fn allows_rating(&self, rating: i64) -> bool {
        (i64::from(self.least_rating)..=i64::from(self.most_rating)).contains(&rating)
    }
}

impl Scenario {
    /// What the owner of a side may make up, if it is free (PB-32).
    pub fn free_side(&self, side: &SideId) -> Option<&FreeSide> {
        self.free_game.as_ref()?.sides.get(side)
    }

    /// The free sides whose order of battle is yet to come. With one of them the battle is the base
    /// of a free game and cannot be played.
    pub fn awaited(&self) -> impl Iterator<Item = &Side> {
        let is_free = |side: &&Side| self.free_side(&side.id).is_some();
        self.sides.iter().filter(is_free).filter(|side| side.commands.is_empty())
    }

    /// Why a base of a free game is of no use where an order of battle is needed, if it is one.
    pub fn awaits_orders(&self) -> Option<AwaitsOrders> {
        let sides: Vec<SideId> = self.awaited().map(|side| side.id.clone()).collect();
        (!sides.is_empty()).then_some(AwaitsOrders { sides })
    }
}

/// A battle whose orders of battle are yet to be merged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwaitsOrders {
    /// The sides without one, at least one.
    pub sides: Vec<SideId>,
}

impl std::fmt::Display for AwaitsOrders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this is the base of a free game: the ")?;
        match self.sides.as_slice() {
            [only] => write!(f, "order of battle of `{only}` must")?,
            sides => {
                f.write_str("orders of battle of ")?;
                for (number, side) in sides.iter().enumerate() {
                    write!(f, "{}`{side}`", if number == 0 { "" } else { " and " })?;
                }
                f.write_str(" must")?;
            }
        }
        f.write_str(" be merged in first")
    }
}

impl std::error::Error for AwaitsOrders {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_with_what_was_agreed_on() {
        let limits = ForceLimits {
            commands: 2,
            least_rating: 1,
            most_rating: 4,
            points: None,
            baggage: Some(0),
            detachments: None,
            reinforcements: true,
        };
        let free = |pool| FreeSide {
            sets_up: Some(SetUpGround::Anywhere),
            entries: Vec::new(),
            enters: BTreeMap::new(),
            pool,
            limits: limits.clone(),
        };
        let own = TypeId::new("old-guard").expect("an id");
        let count = ForceCount::from([
            (Limited::Commands, 3),
            (Limited::Baggage, 0),
            (Limited::Points, u32::MAX),
            (Limited::Detachments, 9),
            (Limited::Arm(PieceType::Infantry), 5),
            (Limited::Type(own.clone()), 1),
        ]);
        let commands = Excess { of: Limited::Commands, found: 3, most: 2 };
        assert_eq!(free(None).excesses(&count).first(), Some(&commands));
        assert_eq!(free(None).excesses(&count).len(), 1);
        let arms = BTreeMap::from([(PieceType::Infantry, 5)]);
        let pool = ComponentPool { arms, types: BTreeMap::new() };
        let guard = Excess { of: Limited::Type(own), found: 1, most: 0 };
        assert_eq!(free(Some(pool)).excesses(&count), [commands, guard]);
        assert!(limits.allows_rating(4) && !limits.allows_rating(0) && !limits.allows_rating(-1));
    }
}

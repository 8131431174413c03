//! Free games, in which players design their orders of battle, and the agreements for them (PB-32).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Scenario;
use super::forces::{PieceType, Side};
use crate::ids::{EntryId, FeatureId, SideId, TypeId};
use crate::model::Edge;

/// The free sides of a battle (PB-32.1). Sides that are not listed use the scenario's order of
/// battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FreeGame {
    /// The sides whose owners design their orders of battle.
    pub sides: BTreeMap<SideId, FreeSide>,
}

/// The options and limits of a free side's owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FreeSide {
    /// The ground on which the side may set up; `None` if it enters by an edge (PB-32.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets_up: Option<SetUpGround>,
    /// The entries for reinforcements of a force that is set up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryId>,
    /// The edges from which the owner may choose one, each with the entries for that choice
    /// (PB-32.3). If empty, the side is set up.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub enters: BTreeMap<Edge, Vec<EntryId>>,
    /// The available pieces; if `None`, the choice of pieces is free (PB-32.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<ComponentPool>,
    /// The maximum size of the force.
    pub limits: ForceLimits,
}

/// The ground on which a free side may set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SetUpGround {
    /// The whole map.
    Anywhere,
    /// A zone of the map.
    Zone(FeatureId),
}

/// The maximum number of pieces by type. Types that are not listed are not available.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ComponentPool {
    /// For the arms of Table A.
    pub arms: BTreeMap<PieceType, u16>,
    /// For the types that the battle defines.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<TypeId, u16>,
}

/// The maximum size of a force. `None` means no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForceLimits {
    /// The maximum number of commands.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
    pub commands: u8,
    /// The lowest rating of a headquarters.
    #[cfg_attr(feature = "schema", schemars(range(max = 6)))]
    pub least_rating: u8,
    /// The highest rating of a headquarters.
    #[cfg_attr(feature = "schema", schemars(range(max = 6)))]
    pub most_rating: u8,
    /// The maximum victory points that the enemy gets for all its pieces (PB-29.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The maximum number of baggage trains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baggage: Option<u16>,
    /// The maximum number of detachments, both in commands and assigned at set-up (PB-3.13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detachments: Option<u16>,
    /// Whether it may have reinforcements. If not, all of it is set up at the start or enters on
    /// the first turn.
    pub reinforcements: bool,
}

impl ForceLimits {
    /// The maximum number of commands of any free side: secret orders have 64 places for commands.
    pub const MAX_COMMANDS: u8 = 64;
}

/// A count that an agreement can limit (PB-32.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitedCount {
    /// Commands.
    Commands,
    /// Baggage trains.
    Baggage,
    /// Detachments, both in commands and assigned at set-up.
    Detachments,
    /// Victory points that the enemy gets for all pieces of the force (PB-29.1).
    Points,
    /// Pieces of an arm, except those of types that the battle defines.
    Arm(PieceType),
    /// Pieces of a type that the battle defines.
    Type(TypeId),
}

/// The counts of a force that an agreement can limit; missing counts are zero.
pub type ForceCount = BTreeMap<LimitedCount, u32>;

/// A count that exceeds its agreed limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The kind of count.
    pub count: LimitedCount,
    /// The count of the force.
    pub found: u32,
    /// The agreed limit.
    pub limit: u32,
}

impl FreeSide {
    /// All counts that exceed their agreed limits.
    pub(super) fn excesses(&self, count: &ForceCount) -> Vec<Excess> {
        let beyond = |(of, &found): (&LimitedCount, &u32)| {
            let most = self.limit(of).filter(|most| found > *most)?;
            Some(Excess { count: of.clone(), found, limit: most })
        };
        count.iter().filter_map(beyond).collect()
    }

    /// The limit of a count; `None` if it is not limited.
    fn limit(&self, of: &LimitedCount) -> Option<u32> {
        let ForceLimits { commands, points, baggage, detachments, .. } = self.limits;
        // Types that a pool does not list are not available.
        let in_pool = |count: Option<&u16>| count.map_or(0, |count| u32::from(*count));
        match of {
            LimitedCount::Commands => Some(commands.into()),
            LimitedCount::Baggage => baggage.map(u32::from),
            LimitedCount::Detachments => detachments.map(u32::from),
            LimitedCount::Points => points,
            LimitedCount::Arm(arm) => self.pool.as_ref().map(|pool| in_pool(pool.arms.get(arm))),
            LimitedCount::Type(own) => self.pool.as_ref().map(|pool| in_pool(pool.types.get(own))),
        }
    }
}

impl ForceLimits {
    /// Whether the agreement allows this rating of a headquarters.
    pub(super) fn allows_rating(&self, rating: i64) -> bool {
        (i64::from(self.least_rating)..=i64::from(self.most_rating)).contains(&rating)
    }
}

impl Scenario {
    /// The options of a side's owner, if the side is free (PB-32).
    pub fn free_side(&self, side: &SideId) -> Option<&FreeSide> {
        self.free_game.as_ref()?.sides.get(side)
    }

    /// The free sides without an order of battle. If there is one, the battle is the base of a free
    /// game and cannot be played.
    pub fn sides_without_orders(&self) -> impl Iterator<Item = &Side> {
        let is_free = |side: &&Side| self.free_side(&side.id).is_some();
        self.sides.iter().filter(is_free).filter(|side| side.commands.is_empty())
    }

    /// The error for operations that need complete orders of battle, if one is missing.
    pub fn missing_orders(&self) -> Option<MissingOrders> {
        let sides: Vec<SideId> = self.sides_without_orders().map(|side| side.id.clone()).collect();
        (!sides.is_empty()).then_some(MissingOrders { sides })
    }
}

/// A battle that still lacks orders of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingOrders {
    /// The sides without an order of battle; at least one.
    pub sides: Vec<SideId>,
}

impl std::fmt::Display for MissingOrders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this is the base of a free game: the ")?;
        match self.sides.as_slice() {
            [only] => write!(f, "order of battle of `{only}` is")?,
            sides => {
                f.write_str("orders of battle of ")?;
                for (number, side) in sides.iter().enumerate() {
                    write!(f, "{}`{side}`", if number == 0 { "" } else { " and " })?;
                }
                f.write_str(" are")?;
            }
        }
        f.write_str(" missing")
    }
}

impl std::error::Error for MissingOrders {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_with_agreement() {
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
        let own = TypeId::new("old-guard").expect("valid id");
        let count = ForceCount::from([
            (LimitedCount::Commands, 3),
            (LimitedCount::Baggage, 0),
            (LimitedCount::Points, u32::MAX),
            (LimitedCount::Detachments, 9),
            (LimitedCount::Arm(PieceType::Infantry), 5),
            (LimitedCount::Type(own.clone()), 1),
        ]);
        let commands = Excess { count: LimitedCount::Commands, found: 3, limit: 2 };
        assert_eq!(free(None).excesses(&count).first(), Some(&commands));
        assert_eq!(free(None).excesses(&count).len(), 1);
        let arms = BTreeMap::from([(PieceType::Infantry, 5)]);
        let pool = ComponentPool { arms, types: BTreeMap::new() };
        let guard = Excess { count: LimitedCount::Type(own), found: 1, limit: 0 };
        assert_eq!(free(Some(pool)).excesses(&count), [commands, guard]);
        assert!(limits.allows_rating(4) && !limits.allows_rating(0) && !limits.allows_rating(-1));
    }
}

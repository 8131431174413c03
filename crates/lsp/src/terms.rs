//! The keys that define or reference ids, for a battle and its map.
//!
//! The schemas describe the values of keys but not the kind of item behind an id. This table adds
//! it; a test compares the table with the schemas in both directions.

use Is::{Defines, Keys, NamedKeys, Names};

/// A family of files with shared ids and keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Family {
    /// Pub Battles battles.
    PubBattles,
    /// FAB battles.
    Fab,
    /// Battlefield maps.
    Map,
    /// Area maps.
    AreaMap,
    /// Stocks and shop profiles.
    Print,
}

/// Declares the kinds of ids with their nouns.
macro_rules! terms {
    ($($(#[$meta:meta])* $term:ident = $noun:literal,)*) => {
        use Term::{$($term),*};

        /// The kind of item that an id identifies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Term {
            $($(#[$meta])* $term,)*
        }

        impl Term {
            const ALL: &'static [Self] = &[$($term),*];

            /// Its noun in messages.
            pub(crate) const fn noun(self) -> &'static str {
                match self {
                    $($term => $noun,)*
                }
            }
        }
    };
}

terms! {
    Side = "side",
    Command = "command",
    Commander = "army HQ",
    Piece = "piece",
    Train = "baggage train",
    Objective = "objective",
    SpecialRule = "special rule",
    Type = "piece type",
    Entry = "entry",
    PlaceName = "place",
    Farm = "farm",
    Road = "road",
    Zone = "zone",
    Hill = "hill",
    Crest = "crest",
    /// Woods, buildings and other ground cover.
    Ground = "ground",
    Crossing = "crossing",
    /// Watercourses and railroads.
    Line = "line",
    Area = "area",
    Formation = "formation",
    Unit = "unit",
    UnitType = "unit type",
    Terrain = "terrain",
    Asset = "asset",
    Event = "event",
    /// A Special Action.
    Chit = "Special Action",
    // Kinds that no warning refers to.
    EntryArea = "entry area",
    Border = "border kind",
    Connection = "connection kind",
    Hook = "special rule of the battle",
}

/// Every kind that a warning may refer to.
const ANYTHING: &[Term] = Term::ALL.split_at(EntryArea as usize).0;

impl Term {
    /// The kind of a layer class's features.
    pub(crate) fn of_class(class: &str) -> Self {
        match class {
            "road" => Road,
            "place" => PlaceName,
            "farm" => Farm,
            "zone" => Zone,
            "hill" => Hill,
            "crest" => Crest,
            "crossing" => Crossing,
            "watercourse" | "railroad" | "river" => Line,
            _ => Ground,
        }
    }
}

/// The relation of a key to ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// Its value, or each list item, is a new id.
    Defines(Term),
    /// The keys within it are new ids.
    Keys(Term),
    /// Its value, or each list item, references an item of these kinds.
    Names(&'static [Term]),
    /// The keys within it reference items of the first kinds; values that are ids, items of the
    /// second.
    NamedKeys(&'static [Term], &'static [Term]),
}

const SPOT: &[Term] = &[PlaceName, Farm, Crossing];
const CUP: &[Term] = &[Asset, Event, Chit];

type Row = (&'static str, &'static str, Is);

/// Types and keys of Pub Battles, in alphabetical order.
const PUB_BATTLES: &[Row] = &[
    ("Allow", "at", Names(ANYTHING)),
    ("AtDistance", "from", Names(SPOT)),
    ("AtPlace", "place", Names(SPOT)),
    ("Baggage", "id", Defines(Train)),
    ("Command", "id", Defines(Command)),
    ("Command", "zone", Names(&[Zone])),
    ("Commander", "id", Defines(Commander)),
    ("Components", "sides", NamedKeys(&[Side], &[])),
    ("DetachmentPool", "commands", Names(&[Command])),
    ("FreeEdges", "east", Names(&[Entry])),
    ("FreeEdges", "north", Names(&[Entry])),
    ("FreeEdges", "south", Names(&[Entry])),
    ("FreeEdges", "west", Names(&[Entry])),
    ("FreeGame", "sides", NamedKeys(&[Side], &[])),
    ("FreeSide", "entries", Names(&[Entry])),
    ("FreeSide", "pool", NamedKeys(&[Type], &[])),
    ("InReserve", "reserve", Names(&[Command, Commander])),
    ("Objective", "area", Names(&[Zone, Hill, Ground])),
    ("Objective", "for", Names(&[Side])),
    ("Objective", "id", Defines(Objective)),
    ("OrderOfBattle", "lines_of_communication", Names(&[Road])),
    ("OrderOfBattle", "zone", Names(&[Zone])),
    ("Piece", "id", Defines(Piece)),
    ("Piece", "type", Names(&[Type])),
    ("Piece", "zone", Names(&[Zone])),
    ("PoolDetachment", "id", Defines(Piece)),
    ("Reinforcement", "command", Names(&[Command, Commander])),
    ("Reinforcement", "entry", Names(&[Entry])),
    ("Reinforcement", "or", Names(&[Entry])),
    ("Reinforcement", "pieces", Names(&[Piece, Train])),
    ("Ruleset", "types", Keys(Type)),
    ("RulesetChange", "types", Keys(Type)),
    ("Scenario", "combat_order", Names(&[Side])),
    ("Scenario", "sides", Keys(Side)),
    ("Scenario", "types", Keys(Type)),
    ("Side", "lines_of_communication", Names(&[Road])),
    ("Side", "zone", Names(&[Zone])),
    ("SideComponents", "pieces", NamedKeys(&[Type], &[])),
    ("SpecialRule", "id", Defines(SpecialRule)),
    ("SpecialRule", "who", Names(&[Side, Command, Commander, Piece, Train])),
    ("SpecialVictory", "entry", Names(&[Entry])),
    ("SpecialVictory", "side", Names(&[Side])),
    ("Train", "command", Names(&[Command])),
    ("Train", "id", Defines(Train)),
    ("Trigger", "destroyed", Names(&[Piece])),
    ("ZoneOfSetUp", "zone", Names(&[Zone])),
];

/// Types and keys of battlefield maps.
const MAP: &[Row] = &[
    ("Allow", "at", Names(ANYTHING)),
    ("Entry", "id", Defines(Entry)),
    ("Entry", "road", Names(&[Road])),
];

/// Types and keys of area maps.
const AREA_MAP: &[Row] = &[("Allow", "at", Names(ANYTHING))];

/// Types and keys of FAB.
const FAB: &[Row] = &[
    ("AddSteps", "formation", Names(&[Formation])),
    ("Allow", "at", Names(ANYTHING)),
    ("Area", "id", Defines(Area)),
    ("Area", "terrain", Names(&[Terrain])),
    ("Area", "vp", NamedKeys(&[Side], &[])),
    ("AreaFilter", "areas", Names(&[Area])),
    ("AreaFilter", "terrain", Names(&[Terrain])),
    ("Asset", "formation", Names(&[Formation])),
    ("Asset", "id", Defines(Asset)),
    ("Asset", "side", Names(&[Side])),
    ("Bridge", "a", Names(&[Area])),
    ("Bridge", "b", Names(&[Area])),
    ("DefenderArtillery", "area", Names(&[Area])),
    ("DefenderArtillery", "formation", Names(&[Formation])),
    ("DefenderArtillery", "side", Names(&[Side])),
    ("Edge", "a", Names(&[Area])),
    ("Edge", "b", Names(&[Area])),
    ("Edge", "border", Names(&[Border])),
    ("Edge", "connection", Names(&[Connection])),
    ("Effect", "custom", Names(&[Hook])),
    ("Eligible", "areas", Names(&[Area])),
    ("Eligible", "exclude", Names(&[UnitType])),
    ("Eligible", "types", Names(&[UnitType])),
    ("EntryArea", "areas", Names(&[Area])),
    ("EntryArea", "letter", Defines(EntryArea)),
    ("EntryArea", "side", Names(&[Side])),
    ("EntryPolicy", "redirect_allowed", Names(&[EntryArea])),
    ("Event", "formation", Names(&[Formation])),
    ("Event", "id", Defines(Event)),
    ("Event", "side", Names(&[Side])),
    ("Formation", "id", Defines(Formation)),
    ("Formation", "side", Names(&[Side])),
    ("MarkerOf", "area", Names(&[Area])),
    ("MarkerOf", "side", Names(&[Side])),
    ("NetAtLeast", "side", Names(&[Side])),
    ("NoEdge", "a", Names(&[Area])),
    ("NoEdge", "b", Names(&[Area])),
    ("Override", "hook", Defines(Hook)),
    ("Reinforcement", "entry", Names(&[EntryArea])),
    ("Reserve", "formation_markers", NamedKeys(&[Formation], &[])),
    ("Reserve", "markers", NamedKeys(&[Side], &[])),
    ("Reusable", "id", Defines(Chit)),
    ("Ruleset", "border_types", Keys(Border)),
    ("Ruleset", "connection_types", Keys(Connection)),
    ("RulesetChange", "border_types", Keys(Border)),
    ("RulesetChange", "connection_types", Keys(Connection)),
    ("Scenario", "chit_schedule", NamedKeys(CUP, &[])),
    ("Scenario", "first_player", Names(&[Side])),
    ("Scenario", "reinforcements", NamedKeys(&[Unit], &[])),
    ("Scenario", "sides", Keys(Side)),
    ("Scenario", "special_actions", NamedKeys(&[Side], &[])),
    ("SetUp", "boxes", NamedKeys(CUP, &[])),
    ("SetUp", "control", NamedKeys(&[Side], &[Side, Area])),
    ("SetUp", "not_in_play", Names(&[Unit, Asset, Event])),
    ("SetUp", "units", NamedKeys(&[Unit], &[])),
    ("Start", "player", Names(&[Side])),
    ("StrategicMovement", "connections", Names(&[Connection])),
    ("StrategicMovement", "forbidden_areas", Names(&[Area])),
    ("SupplySource", "area", Names(&[Area])),
    ("SupplySource", "entry", Names(&[EntryArea])),
    ("SupplySource", "side", Names(&[Side])),
    ("Terrain", "id", Defines(Terrain)),
    ("TurnEntry", "draws", NamedKeys(&[Side], &[])),
    ("TurnEntry", "net_vp", NamedKeys(&[Side], &[])),
    ("Unit", "formation", Names(&[Formation])),
    ("Unit", "id", Defines(Unit)),
    ("Unit", "side", Names(&[Side])),
    ("Unit", "type", Names(&[UnitType])),
    ("UnitSetUp", "area", Names(&[Area])),
    ("UnitType", "id", Defines(UnitType)),
    ("WithoutSupply", "areas", Names(&[Area])),
    ("WithoutSupply", "units", Names(&[Unit])),
];

/// The relation of a type's key to ids, if any.
pub(crate) fn term(family: Family, owner: &str, key: &str) -> Option<Is> {
    let rows = rows(family);
    rows.iter().find(|row| (row.0, row.1) == (owner, key)).map(|row| row.2)
}

/// Keywords allowed in place of ids.
pub(crate) fn extra_words(owner: &str, key: &str) -> &'static [&'static str] {
    match (owner, key) {
        ("Reinforcement", "pieces") => &["hq", "baggage"],
        ("EntryArea", "side") => &["both"],
        _ => &[],
    }
}

/// Whether a key names a ruleset.
pub(crate) fn names_a_ruleset(owner: &str, key: &str) -> bool {
    matches!((owner, key), ("Scenario", "ruleset") | ("Ruleset" | "RulesetChange", "extends"))
}

const fn rows(family: Family) -> &'static [Row] {
    match family {
        Family::PubBattles => PUB_BATTLES,
        Family::Fab => FAB,
        Family::Map => MAP,
        Family::AreaMap => AREA_MAP,
        Family::Print => &[],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value as Json;

    use super::*;
    use crate::vocabulary::vocabulary;

    /// Keys with the id of the file itself, or with a value that only looks like an id.
    const OF_THE_FILE: &[(&str, &str)] = &[
        ("AreaMap", "id"),
        ("Map", "id"),
        // The id of the battle, which comes from a pack.
        ("OrderOfBattle", "base"),
        ("OrderOfBattle", "side"),
        ("Scenario", "id"),
    ];

    /// Whether a schema allows an id: a text with the pattern of ids, or a letter of an entry area.
    fn holds_ids(schema: &Json) -> bool {
        const ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
        let pattern = schema.get("pattern").and_then(Json::as_str);
        let inner = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
        let several = ["anyOf", "oneOf", "allOf"].into_iter();
        let mut several = several.filter_map(|key| schema.get(key)?.as_array()).flatten();
        pattern.is_some_and(|pattern| pattern == ID || pattern.starts_with("^[A-Z]"))
            || inner.into_iter().any(holds_ids)
            || several.any(holds_ids)
    }

    fn has_key(schema: &Json, key: &str) -> bool {
        schema.get("properties").is_some_and(|keys| keys.get(key).is_some())
            || ["anyOf", "oneOf"].iter().any(|several| {
                let several = schema.get(several).and_then(Json::as_array);
                several.into_iter().flatten().any(|schema| has_key(schema, key))
            })
    }

    const SCHEMAS: &[(Family, &[&str])] = &[
        (Family::PubBattles, &["scenario", "oob", "ruleset"]),
        (Family::Fab, &["fab-scenario", "fab-ruleset"]),
        (Family::Map, &["map"]),
        (Family::AreaMap, &["area-map"]),
    ];

    #[test]
    fn every_row_is_a_key_of_the_schemas() {
        for (family, names) in SCHEMAS {
            for (owner, key, _) in rows(*family) {
                let known = names.iter().any(|name| {
                    let types = vocabulary(name).expect("a schema").types();
                    types.iter().any(|(name, schema)| name == owner && has_key(schema, key))
                });
                assert!(known, "{family:?}: {owner}.{key} is missing from the schemas");
            }
        }
    }

    #[test]
    fn every_key_that_holds_an_id_is_in_the_table() {
        let mut missing = BTreeSet::new();
        for (family, names) in SCHEMAS {
            for name in *names {
                for (owner, schema) in vocabulary(name).expect("a schema").types() {
                    let keys = schema.get("properties").and_then(Json::as_object);
                    for (key, schema) in keys.into_iter().flatten() {
                        let listed = term(*family, owner, key).is_some()
                            || OF_THE_FILE.contains(&(owner, key.as_str()));
                        if holds_ids(schema) && !listed {
                            missing.insert(format!("{family:?}: {owner}.{key}"));
                        }
                    }
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn rows_stand_in_order() {
        for rows in [PUB_BATTLES, MAP, AREA_MAP, FAB] {
            let keys: Vec<_> = rows.iter().map(|row| (row.0, row.1)).collect();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(keys, sorted);
        }
    }
}

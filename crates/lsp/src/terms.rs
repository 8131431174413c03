//! The keys that define or reference ids, for a battle and its map.
//!
//! The schemas describe the values of keys but not the kind of item behind an id. This table adds
//! the kinds; a test compares the table with the schemas in both directions.

use IdRole::{Defines, KeysDefine, KeysReference, References};

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

            /// The noun for the kind in messages.
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
const ANY_ITEM: &[Term] = Term::ALL.split_at(EntryArea as usize).0;

impl Term {
    /// Returns the kind of the features in a layer class.
    pub(crate) fn from_class(class: &str) -> Self {
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
pub(crate) enum IdRole {
    /// The key's value, or each item of its list, is a new id.
    Defines(Term),
    /// The keys within the value are new ids.
    KeysDefine(Term),
    /// The key's value, or each item of its list, references an item of these kinds.
    References(&'static [Term]),
    /// The keys within the value reference items of the first kinds. If their values are ids, these
    /// reference items of the second kinds.
    KeysReference(&'static [Term], &'static [Term]),
}

const LOCATIONS: &[Term] = &[PlaceName, Farm, Crossing];
const CUP_CONTENTS: &[Term] = &[Asset, Event, Chit];

type Row = (&'static str, &'static str, IdRole);

/// Types and keys of Pub Battles, in alphabetical order.
const PUB_BATTLES: &[Row] = &[
    ("Allow", "at", References(ANY_ITEM)),
    ("AtDistance", "from", References(LOCATIONS)),
    ("AtPlace", "place", References(LOCATIONS)),
    ("Baggage", "id", Defines(Train)),
    ("Command", "id", Defines(Command)),
    ("Command", "zone", References(&[Zone])),
    ("Commander", "id", Defines(Commander)),
    ("Components", "sides", KeysReference(&[Side], &[])),
    ("DetachmentPool", "commands", References(&[Command])),
    ("FreeEdges", "east", References(&[Entry])),
    ("FreeEdges", "north", References(&[Entry])),
    ("FreeEdges", "south", References(&[Entry])),
    ("FreeEdges", "west", References(&[Entry])),
    ("FreeGame", "sides", KeysReference(&[Side], &[])),
    ("FreeSide", "entries", References(&[Entry])),
    ("FreeSide", "pool", KeysReference(&[Type], &[])),
    ("InReserve", "reserve", References(&[Command, Commander])),
    ("Objective", "area", References(&[Zone, Hill, Ground])),
    ("Objective", "for", References(&[Side])),
    ("Objective", "id", Defines(Objective)),
    ("OrderOfBattle", "lines_of_communication", References(&[Road])),
    ("OrderOfBattle", "zone", References(&[Zone])),
    ("Piece", "id", Defines(Piece)),
    ("Piece", "type", References(&[Type])),
    ("Piece", "zone", References(&[Zone])),
    ("PoolDetachment", "id", Defines(Piece)),
    ("Reinforcement", "command", References(&[Command, Commander])),
    ("Reinforcement", "entry", References(&[Entry])),
    ("Reinforcement", "or", References(&[Entry])),
    ("Reinforcement", "pieces", References(&[Piece, Train])),
    ("Ruleset", "types", KeysDefine(Type)),
    ("RulesetChange", "types", KeysDefine(Type)),
    ("Scenario", "combat_order", References(&[Side])),
    ("Scenario", "sides", KeysDefine(Side)),
    ("Scenario", "types", KeysDefine(Type)),
    ("Side", "lines_of_communication", References(&[Road])),
    ("Side", "zone", References(&[Zone])),
    ("SideComponents", "pieces", KeysReference(&[Type], &[])),
    ("SpecialRule", "id", Defines(SpecialRule)),
    ("SpecialRule", "who", References(&[Side, Command, Commander, Piece, Train])),
    ("SpecialVictory", "entry", References(&[Entry])),
    ("SpecialVictory", "side", References(&[Side])),
    ("Train", "command", References(&[Command])),
    ("Train", "id", Defines(Train)),
    ("Trigger", "destroyed", References(&[Piece])),
    ("ZoneOfSetUp", "zone", References(&[Zone])),
];

/// Types and keys of battlefield maps.
const MAP: &[Row] = &[
    ("Allow", "at", References(ANY_ITEM)),
    ("Entry", "id", Defines(Entry)),
    ("Entry", "road", References(&[Road])),
];

/// Types and keys of area maps.
const AREA_MAP: &[Row] = &[("Allow", "at", References(ANY_ITEM))];

/// Types and keys of FAB.
const FAB: &[Row] = &[
    ("AddSteps", "formation", References(&[Formation])),
    ("Allow", "at", References(ANY_ITEM)),
    ("Area", "id", Defines(Area)),
    ("Area", "terrain", References(&[Terrain])),
    ("Area", "vp", KeysReference(&[Side], &[])),
    ("AreaFilter", "areas", References(&[Area])),
    ("AreaFilter", "terrain", References(&[Terrain])),
    ("Asset", "formation", References(&[Formation])),
    ("Asset", "id", Defines(Asset)),
    ("Asset", "side", References(&[Side])),
    ("Bridge", "a", References(&[Area])),
    ("Bridge", "b", References(&[Area])),
    ("DefenderArtillery", "area", References(&[Area])),
    ("DefenderArtillery", "formation", References(&[Formation])),
    ("DefenderArtillery", "side", References(&[Side])),
    ("Edge", "a", References(&[Area])),
    ("Edge", "b", References(&[Area])),
    ("Edge", "border", References(&[Border])),
    ("Edge", "connection", References(&[Connection])),
    ("Effect", "custom", References(&[Hook])),
    ("Eligible", "areas", References(&[Area])),
    ("Eligible", "exclude", References(&[UnitType])),
    ("Eligible", "types", References(&[UnitType])),
    ("EntryArea", "areas", References(&[Area])),
    ("EntryArea", "letter", Defines(EntryArea)),
    ("EntryArea", "side", References(&[Side])),
    ("EntryPolicy", "redirect_allowed", References(&[EntryArea])),
    ("Event", "formation", References(&[Formation])),
    ("Event", "id", Defines(Event)),
    ("Event", "side", References(&[Side])),
    ("Formation", "id", Defines(Formation)),
    ("Formation", "side", References(&[Side])),
    ("MarkerOf", "area", References(&[Area])),
    ("MarkerOf", "side", References(&[Side])),
    ("NetAtLeast", "side", References(&[Side])),
    ("NoEdge", "a", References(&[Area])),
    ("NoEdge", "b", References(&[Area])),
    ("Override", "hook", Defines(Hook)),
    ("Reinforcement", "entry", References(&[EntryArea])),
    ("Reserve", "formation_markers", KeysReference(&[Formation], &[])),
    ("Reserve", "markers", KeysReference(&[Side], &[])),
    ("Reusable", "id", Defines(Chit)),
    ("Ruleset", "border_types", KeysDefine(Border)),
    ("Ruleset", "connection_types", KeysDefine(Connection)),
    ("RulesetChange", "border_types", KeysDefine(Border)),
    ("RulesetChange", "connection_types", KeysDefine(Connection)),
    ("Scenario", "chit_schedule", KeysReference(CUP_CONTENTS, &[])),
    ("Scenario", "first_player", References(&[Side])),
    ("Scenario", "reinforcements", KeysReference(&[Unit], &[])),
    ("Scenario", "sides", KeysDefine(Side)),
    ("Scenario", "special_actions", KeysReference(&[Side], &[])),
    ("SetUp", "boxes", KeysReference(CUP_CONTENTS, &[])),
    ("SetUp", "control", KeysReference(&[Side], &[Side, Area])),
    ("SetUp", "not_in_play", References(&[Unit, Asset, Event])),
    ("SetUp", "units", KeysReference(&[Unit], &[])),
    ("Start", "player", References(&[Side])),
    ("StrategicMovement", "connections", References(&[Connection])),
    ("StrategicMovement", "forbidden_areas", References(&[Area])),
    ("SupplySource", "area", References(&[Area])),
    ("SupplySource", "entry", References(&[EntryArea])),
    ("SupplySource", "side", References(&[Side])),
    ("Terrain", "id", Defines(Terrain)),
    ("TurnEntry", "draws", KeysReference(&[Side], &[])),
    ("TurnEntry", "net_vp", KeysReference(&[Side], &[])),
    ("Unit", "formation", References(&[Formation])),
    ("Unit", "id", Defines(Unit)),
    ("Unit", "side", References(&[Side])),
    ("Unit", "type", References(&[UnitType])),
    ("UnitSetUp", "area", References(&[Area])),
    ("UnitType", "id", Defines(UnitType)),
    ("WithoutSupply", "areas", References(&[Area])),
    ("WithoutSupply", "units", References(&[Unit])),
];

/// The relation of a type's key to ids, if any.
pub(crate) fn id_role(family: Family, owner: &str, key: &str) -> Option<IdRole> {
    let rows = rows(family);
    rows.iter().find(|row| (row.0, row.1) == (owner, key)).map(|row| row.2)
}

/// Keywords allowed in place of ids.
pub(crate) fn extra_keywords(owner: &str, key: &str) -> &'static [&'static str] {
    match (owner, key) {
        ("Reinforcement", "pieces") => &["hq", "baggage"],
        ("EntryArea", "side") => &["both"],
        _ => &[],
    }
}

/// Whether a key names a ruleset.
pub(crate) fn is_ruleset_key(owner: &str, key: &str) -> bool {
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

    /// Keys with the file's own id, or with a value that only looks like an id.
    const EXCLUDED_KEYS: &[(&str, &str)] = &[
        ("AreaMap", "id"),
        ("Map", "id"),
        // The id of the battle, which comes from a pack.
        ("OrderOfBattle", "base"),
        ("OrderOfBattle", "side"),
        ("Scenario", "id"),
    ];

    /// Whether a schema allows an id: a string with the id pattern, or the letter of an entry area.
    fn allows_ids(schema: &Json) -> bool {
        const ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
        let pattern = schema.get("pattern").and_then(Json::as_str);
        let inner = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
        let alternatives = ["anyOf", "oneOf", "allOf"].into_iter();
        let mut alternatives = alternatives.filter_map(|key| schema.get(key)?.as_array()).flatten();
        pattern.is_some_and(|pattern| pattern == ID || pattern.starts_with("^[A-Z]"))
            || inner.into_iter().any(allows_ids)
            || alternatives.any(allows_ids)
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
    fn table_keys_exist_in_schemas() {
        for (family, names) in SCHEMAS {
            for (owner, key, _) in rows(*family) {
                let is_known = names.iter().any(|name| {
                    let types = vocabulary(name).expect("a schema").types();
                    types.iter().any(|(name, schema)| name == owner && has_key(schema, key))
                });
                assert!(is_known, "{family:?}: {owner}.{key} is missing from the schemas");
            }
        }
    }

    #[test]
    fn table_covers_all_id_keys() {
        let mut missing = BTreeSet::new();
        for (family, names) in SCHEMAS {
            for name in *names {
                for (owner, schema) in vocabulary(name).expect("a schema").types() {
                    let keys = schema.get("properties").and_then(Json::as_object);
                    for (key, schema) in keys.into_iter().flatten() {
                        let is_listed = id_role(*family, owner, key).is_some()
                            || EXCLUDED_KEYS.contains(&(owner, key.as_str()));
                        if allows_ids(schema) && !is_listed {
                            missing.insert(format!("{family:?}: {owner}.{key}"));
                        }
                    }
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn table_rows_are_sorted() {
        for rows in [PUB_BATTLES, MAP, AREA_MAP, FAB] {
            let keys: Vec<_> = rows.iter().map(|row| (row.0, row.1)).collect();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(keys, sorted);
        }
    }
}

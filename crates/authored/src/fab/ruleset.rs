//! A FAB ruleset file. Every key is optional: a file that `extends:` another contains only its
//! changes. Scenario values, such as reserve markers, are not part of a ruleset.

use sandtable_pack::fab as pack;
use sandtable_source::Spanned;

use super::border_kinds::{BorderType, ConnectionType, KindTitles, Kinds};
use super::combat_table::{CombatTable, Morale, Surrender};
use super::rulings::Rulings;
use super::values::Limit;
use crate::ruleset::heading::{Heading, RulesetFile, RulesetOverride, ruleset_types};
use crate::ruleset::layer::{Change, Key, Layer as _, table};
use crate::values::number::Whole;

ruleset_types! {
    "fab/series",
    /// The numbers and rulings of a game of FAB.
    {
        /// Movement points by class (FAB-5.22).
        pub allowances: Option<Allowances>,
        /// Maximum number of units of a side in one area (FAB-5.1).
        pub stacking: Option<Spanned<Whole<1, 20>>>,
        /// The highest die that blows a bridge under a crossing unit (FAB-5.35d).
        pub blow_on: Option<Spanned<Whole<0, 10>>>,
        /// Kinds of borders between areas, by name (FAB-5.31b).
        pub border_types: Option<Kinds<BorderType>>,
        /// Kinds of connections between areas, by name (FAB-5.31d).
        pub connection_types: Option<Kinds<ConnectionType>>,
        /// Success Numbers of fire (FAB-6.24).
        pub combat_table: Option<CombatTable>,
        /// Success Numbers of morale checks (FAB-6.7).
        pub morale: Option<Morale>,
        /// The lowest die at which a unit surrenders, by quality (FAB-9.4d).
        pub surrender: Option<Surrender>,
        /// Maximum number of assets assigned to a combat (FAB-6.22, FAB-6.23).
        pub asset_limits: Option<AssetLimits>,
        /// Number of markers in the box, for limited kinds (FAB-2.3g).
        pub marker_limits: Option<MarkerLimits>,
        /// Rulings on questions that the rules leave open.
        pub rulings: Option<Rulings> => "FAB-V39",
    }
}

/// Implements the accessors of both types.
macro_rules! overrides {
    ($name:ident) => {
        impl $name {
            /// Adds the titles of the ruleset's kinds of borders and connections.
            pub fn add_titles(&self, titles: &mut KindTitles) {
                titles.add(self.border_types.as_ref(), self.connection_types.as_ref());
            }
        }

        impl RulesetOverride for $name {
            type Packed = pack::Ruleset;

            fn apply_to(
                &self,
                base: &pack::Ruleset,
                id: String,
                changes: &mut Vec<Change>,
            ) -> pack::Ruleset {
                over!(
                    self,
                    base,
                    id,
                    changes,
                    allowances,
                    stacking,
                    blow_on,
                    border_types,
                    connection_types,
                    combat_table,
                    morale,
                    asset_limits,
                    marker_limits,
                    rulings
                )
            }

            fn name(packed: &pack::Ruleset) -> &str {
                &packed.name
            }
        }
    };
}

/// Builds a ruleset with these fields overridden.
macro_rules! over {
    ($self:ident, $base:ident, $id:ident, $changes:ident, $($field:ident),*) => {
        pack::Ruleset {
            name: $id,
            $($field: {
                let key = Key::default().child(stringify!($field), None);
                $self.$field.apply_to(&$base.$field, &key, $changes)
            },)*
            surrender: pack::Surrender {
                from: {
                    let key = Key::default().child("surrender", None);
                    $self.surrender.apply_to(&$base.surrender.from, &key, $changes)
                },
            },
            ..$base.clone()
        }
    };
}

overrides!(Ruleset);
overrides!(RulesetChange);

table! {
    /// Movement points by class.
    pub struct Allowances("table of movement points") is fab::Allowances {
        /// For infantry.
        pub infantry: Option<Spanned<Whole<1, 60>>>,
        /// For armour.
        pub armour: Option<Spanned<Whole<1, 60>>>,
    }
}

table! {
    /// Maximum number of assets assigned to a combat.
    pub struct AssetLimits("table of assets") is fab::AssetLimits {
        /// For the attacker (FAB-6.22).
        pub attacker: Option<AttackerLimits>,
        /// For the defender (FAB-6.23).
        pub defender: Option<DefenderLimits>,
    }
}

table! {
    /// Maximum number of assets assigned to an attacker.
    pub struct AttackerLimits("table of assets of the attacker") is fab::AttackerLimits {
        /// Artillery, if all attacking units belong to one formation.
        pub artillery_same: Option<Spanned<Whole<0, 99>>>,
        /// Artillery of each formation, if the attacking units belong to several.
        pub artillery_per_hf_mixed: Option<Spanned<Whole<0, 99>>>,
        /// Battle assets.
        pub battle: Option<Spanned<Whole<0, 99>>>,
        /// Events.
        pub event: Option<Spanned<Whole<0, 99>>>,
    }
}

table! {
    /// Maximum number of assets assigned to a defender.
    pub struct DefenderLimits("table of assets of the defender") is fab::DefenderLimits {
        /// Artillery.
        pub artillery: Option<Spanned<Whole<0, 99>>>,
        /// Battle assets.
        pub battle: Option<Spanned<Whole<0, 99>>>,
        /// Events.
        pub event: Option<Spanned<Whole<0, 99>>>,
    }
}

table! {
    /// Markers in the box: a number of each, or `unlimited`.
    pub struct MarkerLimits("table of markers") is fab::MarkerLimits {
        /// Fieldworks.
        pub fieldworks: Option<Spanned<Limit>>,
        /// Blown bridges.
        pub blown: Option<Spanned<Limit>>,
        /// Roadblocks.
        pub roadblock: Option<Spanned<Limit>>,
        /// Exploitation.
        pub exploitation: Option<Spanned<Limit>>,
    }
}

impl RulesetFile for Ruleset {
    const BUILT_IN: &'static [(&'static str, &'static str)] =
        &[("fab/series", include_str!("../../rulesets/fab-series.yaml"))];
    // Exclusive rules override the rules of the series.
    const RULE: &'static str = "FAB-2.1b";

    fn heading(&self) -> Heading<'_> {
        Heading { span: self.span, id: &self.id.value, extends: self.extends.as_ref() }
    }

    fn rule_for_missing(missing: &[String]) -> Option<&'static str> {
        let is_of_table = |key: &String| key.starts_with("combat_table");
        missing.iter().any(is_of_table).then_some("FAB-V33")
    }

    fn whole(&self, id: String, missing: &mut Vec<String>) -> Option<pack::Ruleset> {
        macro_rules! whole {
            ($($field:ident),*) => {{
                $(
                    let key = Key::default().child(stringify!($field), None);
                    let $field = self.$field.whole(&key, missing);
                )*
                let key = Key::default().child("surrender", None);
                let surrender = self.surrender.whole(&key, missing);
                Some(pack::Ruleset {
                    name: id,
                    $($field: $field?,)*
                    surrender: pack::Surrender { from: surrender? },
                    // Set by the scenario.
                    defender_artillery: Vec::new(),
                    reserve: pack::ReserveRules::default(),
                    strategic_movement: pack::StrategicMovement::default(),
                })
            }};
        }
        whole!(
            allowances,
            stacking,
            blow_on,
            border_types,
            connection_types,
            combat_table,
            morale,
            asset_limits,
            marker_limits,
            rulings
        )
    }
}

//! Rulings with alternatives, where the series rules are silent or contradict themselves (FAB-D40).
//! The engine matches each in one place.

use serde::{Deserialize, Serialize};

use crate::choice::choices;

/// All rulings with alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// The fate of a unit that must retreat but cannot (FAB-A4).
    pub no_way_back: NoWayBack,
    /// The scope in which step losses are counted before a unit may take its second (FAB-A5).
    pub loss_scope: LossScope,
    /// The supply that a defender needs to receive assets (FAB-A6).
    pub supply_for_assets: SupplyForAssets,
    /// The units that may cross at a bridge that was blown before they moved (FAB-A12).
    pub blown_crossing: BlownCrossing,
    /// The kinds of fire that fieldworks protect against (FAB-A17).
    pub fieldworks_cover: FieldworksCover,
}

choices! {
    /// The fate of a unit that must retreat but cannot (FAB-A4).
    pub enum NoWayBack("`no_way_back` value") {
        /// The unit stays and loses a step.
        StepLoss = "step-loss",
        /// The unit is eliminated.
        Eliminate = "eliminate",
    }

    /// The scope in which step losses are counted (FAB-A5).
    pub enum LossScope("`loss_scope` value") {
        /// The whole round.
        Round = "round",
        /// The hits of one fire: in each fire the point unit takes the first loss again.
        PerBatch = "per-batch",
    }

    /// The supply that a defender needs to receive assets (FAB-A6).
    pub enum SupplyForAssets("`supply_for_assets` value") {
        /// In supply in the last Supply Phase, with a supply route now.
        StatusAndTrace = "status-and-trace",
        /// A supply route now.
        DefenderTraceOnly = "defender-trace-only",
    }

    /// The units that may cross a border whose bridge was blown before they moved (FAB-A12).
    pub enum BlownCrossing("`blown_crossing` value") {
        /// A unit that crosses with its first step of the phase.
        FirstStep = "first-step",
        /// A unit that began the phase in an area adjacent to the one it enters, with any step.
        AnyStep = "any-step",
    }

    /// The kinds of fire that fieldworks protect against (FAB-A17).
    pub enum FieldworksCover("`fieldworks_cover` value") {
        /// Artillery fire and close fire.
        AllFire = "all-fire",
        /// Close fire only.
        CloseOnly = "close-only",
    }
}

//! What is ruled where the series rules are silent or contradict themselves, where an alternative is
//! worth playing (FAB-D40). Each is matched in one place of the engine.

use serde::{Deserialize, Serialize};

use crate::choice::choices;

/// Every ruling with an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// What becomes of a unit that must retreat and cannot (FAB-A4).
    pub no_way_back: NoWayBack,
    /// Over what step losses are counted before a unit may take its second (FAB-A5).
    pub loss_scope: LossScope,
    /// What a defender needs to be given assets (FAB-A6).
    pub supply_for_assets: SupplyForAssets,
    /// Who may cross a bridge that was blown before him (FAB-A12).
    pub blown_crossing: BlownCrossing,
    /// Against which fire fieldworks help (FAB-A17).
    pub fieldworks_cover: FieldworksCover,
}

choices! {
    /// What becomes of a unit that must retreat and cannot (FAB-A4).
    pub enum NoWayBack("word for `no_way_back`") {
        /// It stays and loses a step.
        StepLoss = "step-loss",
        /// It is eliminated.
        Eliminate = "eliminate",
    }
}

/// Over what step losses are counted (FAB-A5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LossScope {
    /// The whole round.
    Round,
    /// The hits of one fire: the point unit is first again in each.
    PerBatch,
}

choices! {
    /// What a defender needs to be given assets (FAB-A6).
    pub enum SupplyForAssets("word for `supply_for_assets`") {
        /// Supply at the last Supply Phase, and a route now.
        StatusAndTrace = "status-and-trace",
        /// A route now.
        DefenderTraceOnly = "defender-trace-only",
    }
}

/// Who may cross a bridge that was blown before him (FAB-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BlownCrossing {
    /// With its first step only.
    FirstStep,
    /// With any step, if it started the phase beside the area.
    AnyStep,
}

/// Against which fire fieldworks help (FAB-A17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FieldworksCover {
    /// Against both.
    AllFire,
    /// Against close fire.
    CloseOnly,
}

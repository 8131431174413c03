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

    /// Over what step losses are counted (FAB-A5).
    pub enum LossScope("word for `loss_scope`") {
        /// Over the whole round.
        Round = "round",
        /// Over the hits of one fire: the point unit is first again in each.
        PerBatch = "per-batch",
    }

    /// What a defender needs to be given assets (FAB-A6).
    pub enum SupplyForAssets("word for `supply_for_assets`") {
        /// Supply at the last Supply Phase, and a route now.
        StatusAndTrace = "status-and-trace",
        /// A route now.
        DefenderTraceOnly = "defender-trace-only",
    }

    /// Who may cross a border whose bridge was blown before he came (FAB-A12).
    pub enum BlownCrossing("word for `blown_crossing`") {
        /// A unit with its first step of the phase only.
        FirstStep = "first-step",
        /// A unit with any step, if it began the phase beside the area.
        AnyStep = "any-step",
    }

    /// Against which fire fieldworks help (FAB-A17).
    pub enum FieldworksCover("word for `fieldworks_cover`") {
        /// Against artillery and close fire.
        AllFire = "all-fire",
        /// Against close fire alone.
        CloseOnly = "close-only",
    }
}

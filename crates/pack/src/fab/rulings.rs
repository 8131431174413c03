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
    /// The exploitation opportunity of an attacker that eliminated the defender by artillery and
    /// then aborts (FAB-A29).
    #[serde(default, skip_serializing_if = "ExploitationAfterAbort::is_forfeited")]
    pub exploitation_after_abort: ExploitationAfterAbort,
    /// Whether each side hides its assets and events in the cup and in the Available and Used boxes
    /// (FAB-10a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden_boxes: bool,
}

impl ExploitationAfterAbort {
    /// Whether this is the value of packs without the ruling, whose digests must not change.
    fn is_forfeited(&self) -> bool {
        *self == Self::Forfeited
    }
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

    /// The exploitation opportunity of an attacker that eliminated the defender by artillery and
    /// then aborts under the fire of the defender's artillery (FAB-A29).
    #[derive(Default)]
    pub enum ExploitationAfterAbort("`exploitation_after_abort` value") {
        /// The units that aborted check morale, although they are disordered.
        Kept = "kept",
        /// The attacker loses it.
        // The value of packs that were made before this ruling existed.
        #[default]
        Forfeited = "forfeited",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fab::{BattleParts, Mobility, sample};

    /// A pack made before a key existed has the same digests as ever.
    #[test]
    fn later_keys_are_omitted_at_their_former_values() {
        let written = |parts: &BattleParts| {
            let text = serde_json::to_string(&(&parts.ruleset, &parts.scene));
            let text = text.expect("serialises to JSON");
            ["moves", "exploitation_after_abort", "hidden_boxes"]
                .map(|key| text.contains(&format!("\"{key}\"")))
        };
        let mut parts = sample::parts();
        parts.ruleset.rulings.exploitation_after_abort = ExploitationAfterAbort::Forfeited;
        assert_eq!(written(&parts), [false; 3]);
        parts.ruleset.rulings.exploitation_after_abort = ExploitationAfterAbort::Kept;
        parts.ruleset.rulings.hidden_boxes = true;
        parts.scene.units[0].moves = Some(Mobility::Freely);
        assert_eq!(written(&parts), [true; 3]);
    }
}

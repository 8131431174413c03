//! Checks of the labels: every printed component has text, and the text can be printed.

use super::Check;
use crate::model::{Language, is_date};
use crate::pack::PackParts;

/// The maximum strength of a piece in men.
const MAX_MEN: u32 = 100_000;

impl Check {
    pub(super) fn labels(&mut self, parts: &PackParts) {
        for side in &parts.scenario.sides {
            if !parts.labels.sides.contains_key(&side.id) {
                self.fault(format!("labels.json: side {}", side.id), "has no label");
            }
            for hq in side.headquarters() {
                if !parts.labels.commands.contains_key(&hq.id) {
                    self.fault(format!("labels.json: command {}", hq.id), "has no label");
                }
            }
            let pool = side.detachments.iter().flat_map(|pool| &pool.pieces);
            for piece in side.pieces().map(|piece| &piece.id).chain(pool) {
                if !parts.labels.pieces.contains_key(piece) {
                    self.fault(format!("labels.json: piece {piece}"), "has no label");
                }
            }
        }
        let (scenario, labels) = (&parts.scenario, &parts.labels);
        if scenario.weather.len() != labels.weather.len() {
            self.fault("labels.json: weather", "does not match the scenario");
        }
        for objective in &scenario.objectives {
            if !labels.objectives.contains_key(&objective.id) {
                self.fault(format!("labels.json: objective {}", objective.id), "has no label");
            }
        }
        for rule in &scenario.special_rules {
            if !labels.special_rules.contains_key(&rule.id) {
                self.fault(format!("labels.json: special rule {}", rule.id), "has no text");
            }
        }
        self.values(parts);
    }

    fn values(&mut self, parts: &PackParts) {
        let labels = &parts.labels;
        if labels.published.as_deref().is_some_and(|date| !is_date(date)) {
            self.fault("labels.json: published", "invalid date");
        }
        if labels.languages.is_empty() || labels.languages.len() > Language::ALL.len() {
            self.fault("labels.json: languages", "must be between one and three");
        }
        if !labels.block_profile.is_possible() {
            self.fault(
                "labels.json: block_profile",
                "must measure 2 to 80 mm in each direction, with space for labels",
            );
        }
        for (id, label) in &labels.pieces {
            if label.strength.is_some_and(|men| !(1..=MAX_MEN).contains(&men)) {
                self.fault(
                    format!("labels.json: piece {id}"),
                    "strength must be between 1 and 100,000 men",
                );
            }
        }
        for (id, label) in &labels.features {
            if label.accuracy_m.is_some_and(|metres| !metres.is_finite() || metres < 0.0) {
                self.fault(format!("labels.json: feature {id}"), "invalid accuracy");
            }
        }
    }
}

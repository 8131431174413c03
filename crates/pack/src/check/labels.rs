//! The labels: everything that is printed has something to print.

use super::Check;
use crate::pack::PackParts;

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
            self.fault("labels.json: weather", "is not that of the scenario");
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
    }
}

//! A battle of Pub Battles.

use std::sync::Arc;

use sandtable_pack::{Language, Pack, Unplayed};
use sandtable_rules::{Anomaly, Battlefield, BotKind, Keep, Outcome, VictoryKind, play_on};
use sandtable_source::{ReportDiagnostic, code};

use super::{Described, Ended, Facts, Playable, Told, refused, step_limit};
use crate::result::FailureKind;

/// A pack, ready to be played many times.
pub(crate) struct PubBattle<'p> {
    pack: &'p Pack,
    pub(crate) field: Arc<Battlefield>,
}

impl<'p> PubBattle<'p> {
    pub(crate) fn new(pack: &'p Pack) -> Self {
        Self { pack, field: Arc::new(Battlefield::new(pack.clone())) }
    }
}

impl Described for Pack {
    fn facts(&self) -> Facts {
        let (scenario, labels) = (self.scenario(), self.labels());
        let side = |side: &sandtable_pack::Side| {
            let title = labels.sides[&side.id].title.get(Language::En);
            (side.id.to_string(), title.to_owned())
        };
        Facts {
            scenario: scenario.id.to_string(),
            title: labels.title.get(Language::En).to_owned(),
            ruleset: self.ruleset().id.clone(),
            play_digest: self.play_digest(),
            pack_digest: self.pack_digest(),
            sides: scenario.sides.each_ref().map(side),
        }
    }

    /// PB-3.18: the report says again what the games left out.
    fn findings(&self) -> Vec<ReportDiagnostic> {
        let finding = |unplayed: Unplayed| ReportDiagnostic {
            code: code::NOT_PLAYED.to_string(),
            severity: "warning",
            message: unplayed.warning(),
            rule: Some("PB-3.18"),
            spans: Vec::new(),
            help: Vec::new(),
        };
        Unplayed::of(self.scenario()).into_iter().map(finding).collect()
    }

    fn endings(&self) -> Vec<[&'static str; 3]> {
        VictoryKind::ALL.into_iter().map(|kind| [kind.name(), kind.reason(), kind.rule()]).collect()
    }

    fn moment(&self, when: &str) -> (u32, String) {
        let (day, turn) = when.split_once('-').unwrap_or((when, ""));
        let number = |text: &str| text.parse::<u32>().unwrap_or(0);
        (number(day) * 100 + number(turn), format!("day {day}, turn {turn}"))
    }

    fn unplayed(&self) -> Vec<String> {
        let unplayed = Unplayed::of(self.scenario()).into_iter();
        unplayed.map(|unplayed| unplayed.name().to_owned()).collect()
    }
}

impl Playable for PubBattle<'_> {
    type Pack = Pack;
    type Outcome = Outcome;

    fn pack(&self) -> &Pack {
        self.pack
    }

    fn play(&self, seed: u64, bots: [BotKind; 2], keep: Keep) -> Outcome {
        play_on(&self.field, seed, bots, keep)
    }

    fn told(&self, outcome: &Outcome) -> Told {
        let end = outcome.end.map(|end| Ended {
            winner: end.winner.map(|side| side.index()),
            points: end.totals().map(i64::from),
            kind: end.kind.name(),
            when: format!("{}-{}", outcome.day, outcome.turn),
        });
        let anomalies = outcome.anomalies.iter().map(|anomaly| match anomaly {
            Anomaly::StepLimit => step_limit(outcome.steps),
            Anomaly::Overlap => {
                (FailureKind::Invariant, "two pieces stand on one another (PB-6.4)".to_owned())
            }
            Anomaly::Refused { action, refusal, .. } => refused(action, refusal),
        });
        Told { end, digest: outcome.digest, anomalies: anomalies.collect() }
    }
}

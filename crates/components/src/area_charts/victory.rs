//! Supply, surrender and victory (FAB-9, FAB-3.4).

use sandtable_house_style::words;
use sandtable_pack::fab::{EndRule, Quality, SupplyForAssets};

use super::ChartWriter;
use crate::charts::{Chart, ChartLine, Column};

impl ChartWriter<'_> {
    /// Results of failed checks of units out of supply, by quality.
    pub(crate) fn supply(&self) -> Chart {
        let surrender = &self.pack.battle().ruleset().surrender.from;
        let line = |quality: Quality| {
            let from = match crate::area_charts::combat::quality(surrender, quality) {
                Some(10) => "10".to_owned(),
                Some(from) => format!("{from}–10"),
                None => self.word(words::area_charts::NEVER),
            };
            let cells = [
                self.quality(quality),
                self.word(words::area_charts::DISORDER),
                self.word(words::area_charts::STEP_LOSS),
                from,
            ];
            ChartLine::new(format!("supply {quality:?}").to_lowercase(), cells)
        };
        let columns = vec![
            self.column(words::area_charts::FAILED_CHECK, 25.0),
            self.middle(words::area_charts::GOOD_ORDER, 38.0),
            self.middle(words::area_charts::DISORDERED_UNIT, 30.0),
            self.middle(words::area_charts::SURRENDERS, 45.0),
        ];
        let lines = Quality::ALL.map(line).into();
        let chart = self.chart("supply", words::area_charts::SUPPLY_TITLE, columns, lines);
        let assets = match self.pack.battle().ruleset().rulings.supply_for_assets {
            SupplyForAssets::StatusAndTrace => words::area_charts::NO_ASSETS,
            SupplyForAssets::DefenderTraceOnly => words::area_charts::NO_ATTACK_ASSETS,
        };
        let notes = vec![
            self.word(words::area_charts::SUPPLY_NOTE).replace("{assets}", &self.word(assets)),
            self.word(words::area_charts::RECOVERY_NOTE),
        ];
        Chart { aside: "FAB-9.3, FAB-9.4".to_owned(), notes, ..chart }
    }

    /// The leads that win by sudden death in each turn, and victory after the last turn.
    pub(crate) fn victory(&self) -> Chart {
        let scene = self.pack.battle().scene();
        let labels = self.pack.labels();
        let name =
            |side| labels.sides.get(side).map_or("", |banner| banner.name.get(self.language));
        let mut lines = Vec::new();
        for (index, turn) in scene.turn_track.iter().enumerate() {
            let number = index + 1;
            let date = labels.turns.get(index).and_then(Option::as_ref);
            let date = date.map_or(String::new(), |date| format!(" ({})", date.get(self.language)));
            let leads = scene
                .sides
                .each_ref()
                .map(|side| turn.net_vp.get(side).map_or("–".to_owned(), |vp| vp.to_string()));
            let cells = std::iter::once(format!("{number}{date}")).chain(leads);
            lines.push(ChartLine::new(format!("victory {number}"), cells));
        }
        let worth = scene.sides.each_ref().map(|side| {
            let points = scene.areas.iter().filter_map(|area| area.vp.get(side));
            points.map(|vp| i32::from(*vp)).sum::<i32>().to_string()
        });
        let all = std::iter::once(self.word(words::area_charts::ALL_AREAS)).chain(worth);
        lines.push(ChartLine::new("victory areas", all));
        let lost = scene.victory.elimination_vp.to_string();
        let cells = [self.word(words::area_charts::UNIT_LOST), lost.clone(), lost];
        lines.push(ChartLine::new("victory unit", cells));
        let mut columns = vec![self.column(words::area_charts::LEAD, 70.0)];
        columns.extend(scene.sides.each_ref().map(|side| Column::centred(name(side), 32.0)));
        let end = match &scene.victory.end {
            EndRule::HigherVp => self.word(words::area_charts::END_HIGHER),
            EndRule::NetAtLeast { side, vp } => {
                let text = self.word(words::area_charts::END_LEAD).replace("{side}", name(side));
                text.replace("{n}", &vp.to_string())
            }
        };
        let chart = self.chart("victory", words::area_charts::VICTORY_TITLE, columns, lines);
        let own = labels.exclusive_rules.iter();
        let colon = self.word(words::COLON);
        let own = own.map(|rule| format!("{}{colon} {}", rule.rule, rule.text.get(self.language)));
        Chart { aside: end, notes: own.collect(), ..chart }
    }
}

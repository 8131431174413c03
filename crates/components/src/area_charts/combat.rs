//! Success Numbers and their modifiers (FAB-D27), and the assets that can be assigned (FAB-6.22,
//! FAB-6.23).

use sandtable_house_style::words;
use sandtable_pack::fab::{Class, FieldworksCover, Quality};

use super::{ChartWriter, change};
use crate::charts::{Chart, ChartLine, Column};

impl ChartWriter<'_> {
    /// The Combat Table: firing units against point units.
    pub(crate) fn success_numbers(&self) -> Chart {
        let table = &self.pack.battle().ruleset().combat_table;
        let mut lines = Vec::new();
        for of in Quality::ALL {
            let row =
                Quality::ALL.map(|at| change(*quality(quality(&table.quality_vs_point, of), at)));
            let cells =
                std::iter::once(self.quality(of)).chain(row).chain([String::new(), String::new()]);
            lines.push(ChartLine::new(format!("combat {of:?}").to_lowercase(), cells));
        }
        for of in Class::ALL {
            let row = Class::ALL.map(|at| change(table.class_vs_point.for_class(of).for_class(at)));
            let cells = std::iter::once(self.class(of))
                .chain(std::iter::repeat_n(String::new(), 3))
                .chain(row);
            lines.push(ChartLine::new(format!("combat {of:?}").to_lowercase(), cells));
        }
        let mut columns = vec![self.column(words::area_charts::FIRES, 34.0)];
        columns.extend(Quality::ALL.map(|at| Column::centred(&self.quality(at), 22.0)));
        columns.extend(Class::ALL.map(|at| Column::centred(&self.class(at), 22.0)));
        let chart = self.chart("combat", words::area_charts::COMBAT_TABLE, columns, lines);
        let base = self.word(words::area_charts::BASE).replace("{n}", &table.base.to_string());
        let uses = &table.uses;
        let compares = |is_class: bool, is_quality: bool| match (is_class, is_quality) {
            (true, true) => words::area_charts::BOTH,
            (true, false) => words::area_charts::CLASS,
            (false, true) => words::area_charts::QUALITY,
            (false, false) => words::area_charts::NEITHER,
        };
        let artillery = self.word(compares(uses.artillery_class, uses.artillery_quality));
        let close = self.word(compares(uses.close_class, uses.close_quality));
        let compared = self.word(words::area_charts::COMPARED);
        let compared = compared.replace("{artillery}", &artillery).replace("{close}", &close);
        Chart {
            aside: base,
            notes: vec![compared, self.word(words::area_charts::NATURAL)],
            ..chart
        }
    }

    /// Modifiers of Success Numbers in fire and morale checks, with terrain.
    pub(crate) fn modifiers(&self) -> Chart {
        let (scene, rules) = (self.pack.battle().scene(), self.pack.battle().ruleset());
        let (table, morale) = (&rules.combat_table, &rules.morale);
        let mut lines = Vec::new();
        let mut add = |key: String, name: String, cells: [i8; 3]| {
            let cells = std::iter::once(name).chain(cells.map(change));
            lines.push(ChartLine::new(format!("modifier {key}"), cells));
        };
        // Only assets fire artillery, and assets are never disordered or out of supply.
        let disordered = [0, table.disordered, morale.disordered];
        add("disordered".to_owned(), self.word(words::area_charts::DISORDERED), disordered);
        let unsupplied = [0, table.unsupplied, morale.unsupplied];
        add("unsupplied".to_owned(), self.word(words::area_charts::UNSUPPLIED), unsupplied);
        // FAB-A18: in one reading, fieldworks do not protect against artillery.
        let shelled = match rules.rulings.fieldworks_cover {
            FieldworksCover::AllFire => table.fieldworks.artillery,
            FieldworksCover::CloseOnly => 0,
        };
        let fieldworks = [shelled, table.fieldworks.close, 0];
        add("fieldworks".to_owned(), self.word(words::area_charts::AT_FIELDWORKS), fieldworks);
        if table.river_assault != 0 {
            let numbers = [0, table.river_assault, 0];
            add("river-assault".to_owned(), self.word(words::area_charts::IN_ASSAULT), numbers);
        }
        for quality in Quality::ALL {
            let number = *self::quality(&morale.quality, quality);
            if number != 0 {
                add(format!("{quality:?}").to_lowercase(), self.quality(quality), [0, 0, number]);
            }
        }
        for ground in &scene.terrain {
            let name = self.pack.labels().terrain.get(&ground.id);
            let name = name.map_or("", |name| name.get(self.language));
            let number = table.terrain_modifier(ground.difficulty);
            let name = format!("{name} ({})", ground.difficulty);
            add(
                format!("terrain {}", ground.id),
                self.word(words::area_charts::INTO).replace("{ground}", &name),
                [0, number, 0],
            );
        }
        let columns = vec![
            self.column(words::area_charts::CHANGES, 74.0),
            self.middle(words::area_charts::ARTILLERY_FIRE, 22.0),
            self.middle(words::CLOSE_FIRE, 22.0),
            self.middle(words::area_charts::MORALE, 22.0),
        ];
        let chart = self.chart("modifiers", words::area_charts::MODIFIERS, columns, lines);
        let base =
            self.word(words::area_charts::MORALE_BASE).replace("{n}", &morale.base.to_string());
        Chart { notes: vec![base, self.word(words::area_charts::TERRAIN_NOTE)], ..chart }
    }

    /// Assets that can be assigned to one combat.
    pub(crate) fn assigned(&self) -> Chart {
        let limits = &self.pack.battle().ruleset().asset_limits;
        let (attacker, defender) = (limits.attacker, limits.defender);
        let number = |n: u8| n.to_string();
        let line = |key: &str, name, cells: [String; 3]| {
            let cells = std::iter::once(self.word(name)).chain(cells);
            ChartLine::new(format!("assets {key}"), cells)
        };
        let same = [attacker.artillery_same, attacker.battle, attacker.event].map(number);
        let per = self.word(words::area_charts::EACH_FORMATION);
        let per = per.replace("{n}", &attacker.artillery_per_hf_mixed.to_string());
        let own = [defender.artillery, defender.battle, defender.event].map(number);
        let none = || "–".to_owned();
        let lines = vec![
            line("attacker", words::area_charts::ATTACKER, same),
            line("attacker-mixed", words::area_charts::ATTACKER_MIXED, [per, none(), none()]),
            line("defender", words::area_charts::DEFENDER, own),
            line(
                "defender-mixed",
                words::area_charts::DEFENDER_MIXED,
                [number(defender.artillery), none(), none()],
            ),
        ];
        let columns = vec![
            self.column(words::area_charts::UNITS_OF, 62.0),
            self.middle(words::area_charts::ARTILLERY, 28.0),
            self.middle(words::area_charts::BATTLE_ASSETS, 28.0),
            self.middle(words::area_charts::EVENTS, 20.0),
        ];
        let chart = self.chart("assets", words::area_charts::ASSIGNED, columns, lines);
        let mut notes = self.more_artillery();
        if self.pack.battle().ruleset().rulings.hidden_boxes {
            notes.push(self.word(words::area_charts::HIDDEN_BOXES));
        }
        Chart { aside: "FAB-6.22, FAB-6.23".to_owned(), notes, ..chart }
    }

    /// Cases in which the defender may assign more artillery (FAB-6.26a).
    fn more_artillery(&self) -> Vec<String> {
        let labels = self.pack.labels();
        let rules = self.pack.battle().ruleset();
        let (rules, usual) = (&rules.defender_artillery, rules.asset_limits.defender.artillery);
        let note = |rule: &sandtable_pack::fab::DefenderArtillery| {
            let side = rule.side.as_ref().and_then(|id| labels.sides.get(id));
            let formation = rule.formation.as_ref().and_then(|id| labels.formations.get(id));
            let area = rule.area.as_ref().and_then(|id| labels.areas.get(id));
            let turns = rule
                .turns
                .map(|(first, last)| format!("{} {first}–{last}", self.word(words::TURN)));
            let where_: Vec<String> = [
                side.map(|banner| banner.name.get(self.language).to_owned()),
                formation.map(|banner| banner.name.get(self.language).to_owned()),
                area.map(|area| area.name.get(self.language).to_owned()),
                turns,
            ]
            .into_iter()
            .flatten()
            .collect();
            let most = rule.max.max(usual);
            let text =
                self.word(words::area_charts::MORE_ARTILLERY).replace("{n}", &most.to_string());
            let place = match where_.is_empty() {
                true => self.word(words::area_charts::EVERYWHERE),
                false => where_.join(", "),
            };
            text.replace("{where}", &place)
        };
        rules.iter().map(note).collect()
    }
}

/// The value for a quality.
pub(crate) const fn quality<T>(of: &sandtable_pack::fab::ByQuality<T>, quality: Quality) -> &T {
    match quality {
        Quality::Recruit => &of.recruit,
        Quality::Veteran => &of.veteran,
        Quality::Elite => &of.elite,
    }
}

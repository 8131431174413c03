//! Movement costs (FAB-5.3) and borders between areas.

use sandtable_house_style::figures::capitalise;
use sandtable_house_style::words;
use sandtable_pack::fab::{BorderType, Class};
use sandtable_pack::{BorderId, ConnectionId, Text};

use super::{ChartWriter, mark};
use crate::charts::{Chart, ChartLine};

impl ChartWriter<'_> {
    /// Movement allowances and costs.
    pub(crate) fn movement(&self) -> Chart {
        let (scene, rules) = (self.pack.battle().scene(), self.pack.battle().ruleset());
        let mut lines = Vec::new();
        let mut add = |key: String, name: String, points: [String; 2]| {
            let [infantry, armour] = points;
            lines.push(ChartLine::new(format!("movement {key}"), [name, infantry, armour]));
        };
        let both = |points: &str| [points.to_owned(), points.to_owned()];
        let allowances = rules.allowances;
        let points = Class::ALL.map(|class| allowances.for_class(class).to_string());
        add("allowance".to_owned(), self.word(words::area_charts::ALLOWANCE), points);
        for kind in &scene.unit_types {
            let Some(own) = kind.allowance else { continue };
            let name = self.pack.labels().unit_types.get(&kind.id);
            let name = name.map_or("", |name| name.get(self.language));
            let points = Class::ALL.map(|class| match class == kind.class {
                true => own.to_string(),
                false => String::new(),
            });
            add(format!("allowance {}", kind.id), capitalise(name), points);
        }
        for way in &rules.connection_types {
            let name = self
                .word(words::area_charts::NEXT_BY)
                .replace("{way}", &capitalise(&self.way(&way.id)));
            let points = [way.infantry.to_string(), way.armour.to_string()];
            add(format!("way {}", way.id), name, points);
        }
        for border in rules.border_types.iter().filter(|border| border.mp_extra > 0) {
            let name = self
                .word(words::area_charts::OVER)
                .replace("{border}", &capitalise(&self.border(&border.id)));
            let points = Class::ALL.map(|class| match border.impassable_for.contains(&class) {
                true => "–".to_owned(),
                false => format!("+{}", border.mp_extra),
            });
            add(format!("border {}", border.id), name, points);
        }
        add("occupied".to_owned(), self.word(words::area_charts::OCCUPIED), both("+1"));
        add("contested".to_owned(), self.word(words::area_charts::LEAVING), both("+1"));
        let all = self.word(words::area_charts::WHOLE_ALLOWANCE);
        add("blown".to_owned(), self.word(words::area_charts::BLOWN_BRIDGE), both(&all));
        add("fieldworks".to_owned(), self.word(words::area_charts::BUILDING), both(&all));
        let columns = vec![
            self.column(words::area_charts::MOVE, 90.0),
            self.middle(words::INFANTRY, 24.0),
            self.middle(words::areas::ARMOUR, 24.0),
        ];
        let chart = self.chart("movement", words::area_charts::MOVEMENT, columns, lines);
        let stacking =
            self.word(words::area_charts::STACKING).replace("{n}", &rules.stacking.to_string());
        let mut notes = vec![
            self.word(words::area_charts::ONE_AREA),
            self.word(words::area_charts::STOPS),
            stacking,
        ];
        notes.extend(self.fixed_units());
        notes.extend(self.reserve_limits());
        notes.extend(self.strategic_limits());
        Chart { aside: "FAB-5".to_owned(), notes, ..chart }
    }

    /// The effects of borders.
    pub(crate) fn borders(&self) -> Chart {
        let rules = self.pack.battle().ruleset();
        let line = |border: &BorderType| {
            let closed =
                Class::ALL.into_iter().filter(|class| border.impassable_for.contains(class));
            let closed: Vec<String> = closed.map(|class| self.class(class)).collect();
            let closed = if closed.is_empty() { mark(false) } else { closed.join(", ") };
            let cells = [
                capitalise(&self.border(&border.id)),
                mark(border.blown_capable),
                mark(border.one_unit_limit),
                mark(border.counts_as_river_for_assault),
                closed,
                mark(border.blocks_supply),
            ];
            ChartLine::new(format!("border {}", border.id), cells)
        };
        let columns = vec![
            self.column(words::area_charts::BORDER, 32.0),
            self.middle(words::area_charts::BRIDGE, 20.0),
            self.middle(words::area_charts::ONE_UNIT, 26.0),
            self.middle(words::area_charts::ASSAULT, 24.0),
            self.middle(words::area_charts::CLOSED_TO, 30.0),
            self.middle(words::area_charts::NO_SUPPLY, 22.0),
        ];
        let lines = rules.border_types.iter().map(line).collect();
        let chart = self.chart("borders", words::area_charts::BORDERS, columns, lines);
        let blown =
            self.word(words::area_charts::BLOW_ON).replace("{n}", &rules.blow_on.to_string());
        let mut notes = vec![
            blown,
            self.word(words::area_charts::TURNED_BACK),
            self.word(words::area_charts::BORDERS_NOTE),
        ];
        notes.extend(self.border_limits());
        Chart { aside: "FAB-5.31, FAB-5.35".to_owned(), notes, ..chart }
    }

    /// The name of a border type: the battle's own name, the series' name in the language, or the
    /// id.
    pub(crate) fn border(&self, id: &BorderId) -> String {
        let title = self.pack.labels().border_types.get(id);
        self.kind(title, id.as_str())
    }

    /// The name of a connection type.
    pub(crate) fn way(&self, id: &ConnectionId) -> String {
        let title = self.pack.labels().connection_types.get(id);
        self.kind(title, id.as_str())
    }

    fn kind(&self, title: Option<&Text>, id: &str) -> String {
        let words = match id {
            "open" => Some(words::OPEN_BORDER),
            "river" => Some(words::area_charts::RIVER),
            "road" => Some(words::ROAD_OVER),
            "field" => Some(words::area_charts::FIELD),
            _ => None,
        };
        match (title, words) {
            (Some(title), _) => title.get(self.language).to_owned(),
            (None, Some(words)) => self.word(words),
            (None, None) => id.replace('-', " "),
        }
    }
}

//! What movement costs (FAB-5.3), and what lies between areas.

use sandtable_house_style::figures::capitalised;
use sandtable_house_style::words::{self as fixed, area_charts as words};
use sandtable_pack::fab::{BorderType, Class};
use sandtable_pack::{BorderId, ConnectionId, Text};

use super::{Desk, mark};
use crate::charts::{Chart, ChartLine};

impl Desk<'_> {
    /// Movement points and their price.
    pub(crate) fn movement(&self) -> Chart {
        let (scene, rules) = (self.pack.battle().scene(), self.pack.battle().ruleset());
        let mut lines = Vec::new();
        let mut add = |key: String, name: String, points: [String; 2]| {
            let [infantry, armour] = points;
            lines.push(ChartLine::new(format!("movement {key}"), [name, infantry, armour]));
        };
        let both = |points: &str| [points.to_owned(), points.to_owned()];
        let allowances = rules.allowances;
        let points = Class::ALL.map(|class| allowances.of(class).to_string());
        add("allowance".to_owned(), self.say(words::ALLOWANCE), points);
        for kind in &scene.unit_types {
            let Some(own) = kind.allowance else { continue };
            let name = self.pack.labels().unit_types.get(&kind.id);
            let name = name.map_or("", |name| name.get(self.language));
            let points = Class::ALL.map(|class| match class == kind.class {
                true => own.to_string(),
                false => String::new(),
            });
            add(format!("allowance {}", kind.id), capitalised(name), points);
        }
        for way in &rules.connection_types {
            let name = self.say(words::NEXT_BY).replace("{way}", &capitalised(&self.way(&way.id)));
            let points = [way.infantry.to_string(), way.armour.to_string()];
            add(format!("way {}", way.id), name, points);
        }
        for border in rules.border_types.iter().filter(|border| border.mp_extra > 0) {
            let name =
                self.say(words::OVER).replace("{border}", &capitalised(&self.border(&border.id)));
            let points = Class::ALL.map(|class| match border.impassable_for.contains(&class) {
                true => "–".to_owned(),
                false => format!("+{}", border.mp_extra),
            });
            add(format!("border {}", border.id), name, points);
        }
        add("occupied".to_owned(), self.say(words::OCCUPIED), both("+1"));
        add("contested".to_owned(), self.say(words::LEAVING), both("+1"));
        let all = self.say(words::WHOLE_ALLOWANCE);
        add("blown".to_owned(), self.say(words::BLOWN_BRIDGE), both(&all));
        add("fieldworks".to_owned(), self.say(words::BUILDING), both(&all));
        let columns = vec![
            self.column(words::MOVE, 90.0),
            self.middle(sandtable_house_style::words::areas::INFANTRY, 24.0),
            self.middle(sandtable_house_style::words::areas::ARMOUR, 24.0),
        ];
        let chart = self.chart("movement", words::MOVEMENT, columns, lines);
        let stacking = self.say(words::STACKING).replace("{n}", &rules.stacking.to_string());
        let mut notes = vec![self.say(words::ONE_AREA), self.say(words::STOPS), stacking];
        notes.extend(self.reserve_limits());
        notes.extend(self.strategic_limits());
        Chart { aside: "FAB-5".to_owned(), notes, ..chart }
    }

    /// What borders do.
    pub(crate) fn borders(&self) -> Chart {
        let rules = self.pack.battle().ruleset();
        let line = |border: &BorderType| {
            let closed =
                Class::ALL.into_iter().filter(|class| border.impassable_for.contains(class));
            let closed: Vec<String> = closed.map(|class| self.class(class)).collect();
            let closed = if closed.is_empty() { mark(false) } else { closed.join(", ") };
            let cells = [
                capitalised(&self.border(&border.id)),
                mark(border.blown_capable),
                mark(border.one_unit_limit),
                mark(border.counts_as_river_for_assault),
                closed,
                mark(border.blocks_supply),
            ];
            ChartLine::new(format!("border {}", border.id), cells)
        };
        let columns = vec![
            self.column(words::BORDER, 32.0),
            self.middle(words::BRIDGE, 20.0),
            self.middle(words::ONE_UNIT, 26.0),
            self.middle(words::ASSAULT, 24.0),
            self.middle(words::CLOSED_TO, 30.0),
            self.middle(words::NO_SUPPLY, 22.0),
        ];
        let lines = rules.border_types.iter().map(line).collect();
        let chart = self.chart("borders", words::BORDERS, columns, lines);
        let blown = self.say(words::BLOW_ON).replace("{n}", &rules.blow_on.to_string());
        let mut notes = vec![blown, self.say(words::TURNED_BACK), self.say(words::BORDERS_NOTE)];
        notes.extend(self.border_limits());
        Chart { aside: "FAB-5.31, FAB-5.35".to_owned(), notes, ..chart }
    }

    /// What a kind of border is called: as the battle calls it, else the series' in the language, others by
    /// their ids.
    pub(crate) fn border(&self, id: &BorderId) -> String {
        let title = self.pack.labels().border_types.get(id);
        self.kind(title, id.as_str())
    }

    /// The same of a kind of connection.
    pub(crate) fn way(&self, id: &ConnectionId) -> String {
        let title = self.pack.labels().connection_types.get(id);
        self.kind(title, id.as_str())
    }

    fn kind(&self, title: Option<&Text>, id: &str) -> String {
        let words = match id {
            "open" => Some(fixed::OPEN_BORDER),
            "river" => Some(words::RIVER),
            "road" => Some(fixed::ROAD_OVER),
            "field" => Some(words::FIELD),
            _ => None,
        };
        match (title, words) {
            (Some(title), _) => title.get(self.language).to_owned(),
            (None, Some(words)) => self.say(words),
            (None, None) => id.replace('-', " "),
        }
    }
}

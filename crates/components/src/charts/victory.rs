//! Victory conditions (PB-29) and the points of objectives.

use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{
    Effect, ForcedBack, Language, Multipliers, ObjectiveGround, ObjectiveTiming, Pack, PointsModel,
    TrainLost, UnsuppliedAtEnd,
};

use super::{Chart, ChartLine, Column};
use crate::cards::{has_night, phrases};

/// The time at which an objective scores.
const fn counting_time(counted: ObjectiveTiming) -> Words {
    match counted {
        ObjectiveTiming::AtEnd => words::charts::AT_END,
        ObjectiveTiming::EachDay => words::charts::EACH_DAY,
        ObjectiveTiming::EachTurn => words::charts::EACH_TURN,
        ObjectiveTiming::Once => words::charts::ONCE,
    }
}

pub(crate) fn chart(pack: &Pack, language: Language) -> Chart {
    let say = |words| translate(words, language);
    let (ruleset, labels) = (pack.ruleset(), pack.labels());
    let (victory, rulings) = (&ruleset.victory, &ruleset.rulings);
    let mut lines = Vec::new();
    let mut add = |key: String, cells: [String; 3]| {
        lines.push(ChartLine::new(format!("victory {key}"), cells));
    };
    let times = |count: u32| format!("× {count}");
    let owned = |words| say(words).to_owned();
    let rout = times(victory.rout_multiplier);
    add("rout".to_owned(), [owned(words::charts::ROUT), owned(words::charts::ROUT_WHEN), rout]);
    if rulings.train_lost == TrainLost::Broken {
        let broken = times(victory.broken_multiplier);
        add(
            "broken".to_owned(),
            [owned(words::charts::BROKEN), owned(words::charts::BROKEN_WHEN), broken],
        );
    }
    let when = match rulings.forced_back_on {
        ForcedBack::Pack => Some(words::charts::FORCED_PACK),
        ForcedBack::PackAndMove => Some(words::charts::FORCED_MOVE),
        ForcedBack::Nothing => None,
    };
    if let Some(when) = when {
        let forced = times(victory.forced_back_multiplier);
        add("forced-back".to_owned(), [owned(words::charts::FORCED_BACK), owned(when), forced]);
    }
    for objective in &pack.scenario().objectives {
        let title = labels.objectives.get(&objective.id).map_or("", |title| title.get(language));
        let side = objective.side.as_ref().and_then(|side| labels.sides.get(side));
        let side = side.map_or(String::new(), |side| {
            say(words::charts::ONLY_FOR).replace("{side}", side.title.get(language))
        });
        let mut when = format!("{}{side}", say(counting_time(objective.counted)));
        if let ObjectiveGround::Around(around) = &objective.ground {
            let metres = sandtable_house_style::figures::metres(around.within, language);
            let place = phrases::place(pack, around.centre);
            when +=
                &say(words::charts::ABOUT).replace("{place}", &place).replace("{metres}", &metres);
        }
        when.push('.');
        let points = format!("+ {}", objective.points);
        add(format!("objective {}", objective.id), [title.to_owned(), when, points]);
    }
    for rule in &pack.scenario().special_rules {
        let Effect::Victory(special) = &rule.effect else { continue };
        let side = labels.sides.get(&special.side).map_or("", |label| label.title.get(language));
        let text = labels.special_rules.get(&rule.id).map_or("", |text| text.get(language));
        let points = format!("+ {}", special.points);
        add(format!("special {}", rule.id), [side.to_owned(), text.to_owned(), points]);
    }
    let mut notes = vec![owned(words::charts::POINTS_NOTE)];
    notes.push(match rulings.multipliers {
        Multipliers::Highest => owned(words::charts::HIGHEST_NOTE),
        Multipliers::Product => owned(words::charts::PRODUCT_NOTE),
    });
    if rulings.points_model == PointsModel::Current && has_night(pack) {
        notes.push(owned(words::charts::CURRENT_NOTE));
    }
    if rulings.unsupplied_at_end != UnsuppliedAtEnd::Unharmed {
        notes.push(owned(words::charts::UNSUPPLIED_NOTE));
    }
    Chart {
        key: "victory",
        title: owned(words::VICTORY),
        aside: String::new(),
        columns: vec![
            Column::left("", 34.0),
            Column::left(say(words::charts::WHEN), 100.0),
            Column::centred(say(words::charts::POINTS_HEADING), 18.0),
        ],
        lines,
        notes,
    }
}

//! The troops chart: Table A of the battle's ruleset.

use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{
    Language, MoveClass, Pack, PieceRules, PieceType, Quality, StatusEffect, TypeId,
};

use super::{Chart, ChartLine, Column};

/// The name of an arm.
const fn arm(kind: PieceType) -> Words {
    match kind {
        PieceType::Infantry => words::charts::INFANTRY,
        PieceType::Detachment => words::charts::DETACHMENTS,
        PieceType::Artillery => words::charts::ARTILLERY,
        PieceType::Cavalry => words::charts::CAVALRY,
        PieceType::Dragoons => words::charts::DRAGOONS,
    }
}

/// The name of a quality.
pub(crate) const fn quality(quality: Quality) -> Words {
    match quality {
        Quality::Militia => words::sheets::MILITIA,
        Quality::Regular => words::sheets::REGULAR,
        Quality::Elite => words::sheets::ELITE,
        Quality::Guard => words::sheets::GUARD,
    }
}

/// An arm, or a piece type that the battle defines, with its name and its row.
struct Kind<'p> {
    key: String,
    name: String,
    arm: PieceType,
    own: Option<&'p TypeId>,
    row: &'p PieceRules,
}

fn kinds(pack: &Pack, language: Language) -> Vec<Kind<'_>> {
    let ruleset = pack.ruleset();
    let arms = ruleset.pieces.iter().map(|(kind, row)| Kind {
        key: format!("{kind:?}").to_lowercase(),
        name: translate(arm(*kind), language).to_owned(),
        arm: *kind,
        own: None,
        row,
    });
    let own = ruleset.types.iter().map(|(id, own)| Kind {
        key: id.to_string(),
        name: pack.labels().types.get(id).map_or(id.as_str(), |t| t.get(language)).to_owned(),
        arm: own.like,
        own: Some(id),
        row: &own.rules,
    });
    arms.chain(own).collect()
}

/// The names of all kinds of pieces whose row matches.
pub(crate) fn arm_names(
    pack: &Pack,
    language: Language,
    is: impl Fn(&PieceRules) -> bool,
) -> Vec<String> {
    let kinds = kinds(pack, language).into_iter().filter(|kind| is(kind.row));
    kinds.map(|kind| kind.name).collect()
}

pub(crate) fn chart(pack: &Pack, language: Language) -> Chart {
    let say = |words| translate(words, language);
    let ruleset = pack.ruleset();
    let yes = |is: bool| say(if is { words::charts::YES } else { words::charts::NO }).to_owned();
    let line = |kind: Kind<'_>| {
        let row = kind.row;
        let points: Vec<(Quality, u32)> = ruleset
            .allowed_qualities(kind.arm, kind.own)
            .into_iter()
            .map(|quality| (quality, row.points.of(quality)))
            .collect();
        let points = match &points[..] {
            [(_, points)] => points.to_string(),
            several => {
                let each = several
                    .iter()
                    .map(|(which, points)| format!("{} {points}", say(quality(*which))));
                each.collect::<Vec<_>>().join(", ")
            }
        };
        let march = match row.moves {
            MoveClass::Foot => words::charts::ON_FOOT,
            MoveClass::Mounted => words::charts::MOUNTED,
        };
        let rally = match (row.status, row.rally_needs_baggage) {
            (StatusEffect::OneState, _) => words::charts::NEVER,
            (StatusEffect::FreshAndSpent, true) => words::charts::AT_TRAIN,
            (StatusEffect::FreshAndSpent, false) => words::charts::ANYWHERE,
        };
        ChartLine::new(
            format!("troops {}", kind.key),
            [
                kind.name,
                row.dice.to_string(),
                if row.hits_on < 6 { format!("{}+", row.hits_on) } else { "6".to_owned() },
                say(march).to_owned(),
                yes(row.field_of_fire),
                yes(row.attacks),
                yes(row.supports),
                yes(row.bombards),
                say(rally).to_owned(),
                points,
            ],
        )
    };
    Chart {
        key: "troops",
        title: say(words::charts::TROOPS).to_owned(),
        aside: ruleset.id.clone(),
        columns: vec![
            Column::left(say(words::charts::ARM), 24.0),
            Column::centred(say(words::charts::DICE), 10.0),
            Column::centred(say(words::charts::HITS_ON), 12.0),
            Column::centred(say(words::charts::MOVEMENT), 17.0),
            Column::centred(say(words::FIELD_OF_FIRE), 14.0),
            Column::centred(say(words::charts::ATTACKS), 14.0),
            Column::centred(say(words::charts::SUPPORTS), 15.0),
            Column::centred(say(words::charts::BOMBARDS), 16.0),
            Column::centred(say(words::charts::RALLIES), 18.0),
            Column::left(say(words::charts::POINTS_HEADING), 32.0),
        ],
        lines: kinds(pack, language).into_iter().map(line).collect(),
        notes: Vec::new(),
    }
}

//! Effects of hits, and die roll modifiers (PB-23, PB-24).

use sandtable_house_style::figures::capitalise;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{
    ArtilleryFiresFirst, AttackOverRiver, FirstHit, FirstHitSpan, Language, Pack, Quality, Status,
    StatusEffect,
};

use super::troops::{arm_names, quality};
use super::{Chart, ChartLine, Column};

/// The effect of hits on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Nothing,
    Spent,
    SpentAndRetreats,
    Retreats,
    Destroyed,
}

impl Outcome {
    const fn words(self) -> Words {
        match self {
            Self::Nothing => words::charts::NOTHING,
            Self::Spent => words::charts::BECOMES_SPENT,
            Self::SpentAndRetreats => words::charts::SPENT_RETREATS,
            Self::Retreats => words::charts::RETREATS,
            Self::Destroyed => words::charts::DESTROYED,
        }
    }

    /// PB-24.1, PB-24.4, PB-24.5: the effect of a number of hits, given the effect of the first
    /// one.
    fn combat_effect(first: FirstHit, status: Status, hits: u32) -> Self {
        let hits = match first {
            FirstHit::Normal => hits,
            FirstHit::Absorbed => hits.saturating_sub(1),
            FirstHit::Double if hits > 0 => hits + 1,
            FirstHit::Double => 0,
        };
        match (status, hits) {
            (_, 0) => Self::Nothing,
            (Status::Fresh, 1) => Self::Spent,
            (Status::Fresh, 2) => Self::SpentAndRetreats,
            (Status::Spent, 1) => Self::Retreats,
            (Status::Fresh | Status::Spent, _) => Self::Destroyed,
        }
    }

    /// PB-15.4: bombardment destroys no piece.
    fn bombardment_effect(first: FirstHit, status: Status, hits: u32) -> Self {
        match (Self::combat_effect(first, status, hits), status) {
            (Self::Destroyed, Status::Fresh) => Self::SpentAndRetreats,
            (Self::Destroyed, Status::Spent) => Self::Retreats,
            (other, _) => other,
        }
    }
}

/// Effects of hits by quality.
pub(crate) fn hits(pack: &Pack, language: Language) -> Chart {
    let say = |words| translate(words, language);
    let ruleset = pack.ruleset();
    let mut lines = Vec::new();
    // Qualities with the same rules share their lines.
    let mut groups: Vec<(FirstHit, FirstHit, Vec<Quality>)> = Vec::new();
    for (which, rules) in &ruleset.qualities {
        let key = (rules.first_hit, ruleset.rulings.bombarded(rules.first_hit));
        match groups.iter_mut().find(|(first, other, _)| (*first, *other) == key) {
            Some((_, _, group)) => group.push(*which),
            None => groups.push((key.0, key.1, vec![*which])),
        }
    }
    for (first, bombarded, group) in groups {
        let names: Vec<&str> = group.iter().map(|which| say(quality(*which))).collect();
        let names = names.join(", ");
        for (status, word) in [(Status::Fresh, words::charts::FRESH), (Status::Spent, words::SPENT)]
        {
            let combat = (1..=3).map(|hits| Outcome::combat_effect(first, status, hits));
            let far = (1..=3).map(|hits| Outcome::bombardment_effect(bombarded, status, hits));
            let cells = combat.chain(far).map(|outcome| say(outcome.words()).to_owned());
            let name = capitalise(&format!("{names}, {}", say(word).to_lowercase()));
            let key = format!("hits {:?} {status:?}", group[0]).to_lowercase();
            lines.push(ChartLine::new(key, std::iter::once(name).chain(cells)));
        }
    }
    let one_state = arm_names(pack, language, |row| row.status == StatusEffect::OneState);
    if !one_state.is_empty() {
        // PB-24.6, PB-15.5.
        let cells = [Outcome::Destroyed; 3].into_iter().chain([Outcome::Retreats; 3]);
        let cells = cells.map(|outcome| say(outcome.words()).to_owned());
        let name = one_state.join(", ");
        lines.push(ChartLine::new("hits one-state", std::iter::once(name).chain(cells)));
    }
    let first_hit = match ruleset.rulings.first_hit_lasts {
        FirstHitSpan::Combat => words::charts::FIRST_FIRE_COMBAT,
        FirstHitSpan::Turn => words::charts::FIRST_FIRE_TURN,
    };
    let column = |hits: &str| Column::centred(hits, 20.0);
    let combat = |count: &str| format!("{} {count}", say(words::charts::COMBAT));
    let far = |count: &str| format!("{} {count}", say(words::charts::BOMBARDMENT).to_lowercase());
    Chart {
        key: "hits",
        title: say(words::charts::HITS).to_owned(),
        aside: say(words::charts::HITS_SUBTITLE).to_owned(),
        columns: vec![
            Column::left(say(words::charts::PIECE), 34.0),
            column(&combat("1")),
            column(&combat("2")),
            column(&combat("3+")),
            column(&far("1")),
            column(&far("2")),
            column(&far("3+")),
        ],
        lines,
        notes: vec![say(first_hit).to_owned()],
    }
}

/// The die roll modifiers.
pub(crate) fn modifiers(pack: &Pack, language: Language) -> Chart {
    let say = |words| translate(words, language);
    let rulings = &pack.ruleset().rulings;
    let mut lines = Vec::new();
    let mut add = |key: &str, what: Words, effect: &str| {
        let cells = [say(what).to_owned(), effect.to_owned()];
        lines.push(ChartLine::new(format!("modifier {key}"), cells));
    };
    add("cover", words::charts::IN_COVER, "−1");
    add("flank", words::charts::AT_FLANK, "+1");
    add("flanked", words::charts::ON_OWN_FLANK, "−1");
    if rulings.attack_over_river == AttackOverRiver::Flanked {
        let effect = match rulings.river_effect_both_ways {
            true => words::charts::AS_FLANKED_ROUND,
            false => words::charts::AS_FLANKED_ROUND_ONE_WAY,
        };
        add("river", words::charts::ACROSS_RIVER, say(effect));
    }
    add("column", words::charts::IN_ROAD_COLUMN, say(words::charts::AS_FLANKED));
    let fires = match rulings.artillery_fires_first {
        ArtilleryFiresFirst::RoundOne => words::charts::FIRES_FIRST_ROUND,
        ArtilleryFiresFirst::EveryRound => words::charts::FIRES_FIRST_ALWAYS,
    };
    add("artillery", words::charts::GUNS_ATTACKED, say(fires));
    let far = match rulings.bombardment_flank_modifier {
        true => words::charts::BOMBARD_ALL,
        false => words::charts::BOMBARD_COVER,
    };
    add("bombardment", words::charts::BOMBARDING, say(far));
    Chart {
        key: "modifiers",
        title: say(words::charts::MODIFIERS).to_owned(),
        aside: String::new(),
        columns: vec![
            Column::left(say(words::charts::SITUATION), 100.0),
            Column::left(say(words::charts::EACH_DIE), 60.0),
        ],
        lines,
        notes: vec![say(words::charts::MODIFIER_NOTE).to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PB-24.7, PB-24.8: the rulebook's tables.
    #[test]
    fn pb_24_7_hits_by_quality_and_status() {
        use Outcome::{Destroyed, Nothing, Retreats, Spent, SpentAndRetreats};
        let row = |first, status, of: fn(FirstHit, Status, u32) -> Outcome| {
            [1, 2, 3].map(|hits| of(first, status, hits))
        };
        let (fresh, spent) = (Status::Fresh, Status::Spent);
        let combat = Outcome::combat_effect;
        assert_eq!(row(FirstHit::Normal, fresh, combat), [Spent, SpentAndRetreats, Destroyed]);
        assert_eq!(row(FirstHit::Normal, spent, combat), [Retreats, Destroyed, Destroyed]);
        assert_eq!(row(FirstHit::Absorbed, fresh, combat), [Nothing, Spent, SpentAndRetreats]);
        assert_eq!(row(FirstHit::Absorbed, spent, combat), [Nothing, Retreats, Destroyed]);
        assert_eq!(row(FirstHit::Double, fresh, combat), [SpentAndRetreats, Destroyed, Destroyed]);
        assert_eq!(row(FirstHit::Double, spent, combat), [Destroyed; 3]);
        let far = Outcome::bombardment_effect;
        assert_eq!(row(FirstHit::Normal, fresh, far), [Spent, SpentAndRetreats, SpentAndRetreats]);
        assert_eq!(row(FirstHit::Absorbed, spent, far), [Nothing, Retreats, Retreats]);
        assert_eq!(row(FirstHit::Double, fresh, far), [SpentAndRetreats; 3]);
        assert_eq!(row(FirstHit::Double, spent, far), [Retreats; 3]);
    }
}

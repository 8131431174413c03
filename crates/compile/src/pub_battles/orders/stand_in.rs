//! A placeholder scenario for the base of a free game, for checks that need a scenario. It has one
//! side; everything outside that side has no source text.

use sandtable_pack as pack;
use sandtable_pack::Pack;
use sandtable_source::{Named, Span, Spanned};

use sandtable_authored::{
    BlockProfile, BlockSize, Calendar, ClockTime, Colour, Date, Days, Format, Id, OrderOfBattle,
    PaperMeasure, RulesetChoice, Scenario, Text, Whole,
};

/// Returns the scenario of a base with only the side of an order of battle; `nowhere` is the span
/// of everything else.
pub(crate) fn scenario(
    base: &Pack,
    side: Spanned<String>,
    orders: OrderOfBattle,
    nowhere: Span,
) -> Scenario {
    let (battle, labels) = (base.scenario(), base.labels());
    let label = labels.sides.get(side.value.as_str());
    let title =
        label.map_or_else(|| plain_text(&side.value, nowhere), |side| text(&side.title, nowhere));
    let black = pack::Rgb { red: 0, green: 0, blue: 0 };
    let colour = Colour(label.map_or(black, |side| side.colour));
    let side = (side, orders.into_side(title, Spanned { value: colour, span: nowhere }));
    let spanned = |text: String| Spanned { value: text, span: nowhere };
    Scenario {
        span: nowhere,
        format: Spanned { value: Format, span: nowhere },
        id: Spanned { value: Id(battle.id.to_string()), span: nowhere },
        title: text(&labels.title, nowhere),
        published: None,
        languages: None,
        ruleset: Spanned { value: RulesetChoice::Named(base.ruleset().id.clone()), span: nowhere },
        map: spanned(String::new()),
        calendar: calendar(&battle.calendar, nowhere),
        combat_order: Some(spanned(battle.combat_order.to_string())),
        column_length: None,
        block_profile: Some(block_profile(&labels.block_profile, nowhere)),
        sides: Spanned { value: Named(vec![side]), span: nowhere },
        types: None,
        weather: None,
        objectives: None,
        special_rules: None,
        free_game: None,
        components: None,
        notes: None,
        history: None,
        errata: None,
        allow: None,
    }
}

fn calendar(calendar: &pack::Calendar, span: Span) -> Calendar {
    let days = match calendar.open_ended {
        true => Days::Open,
        false => Days::Count(i64::from(calendar.days)),
    };
    let last_turn = Spanned { value: Whole(i64::from(calendar.last_turn)), span };
    Calendar {
        span,
        date: Spanned { value: Date(calendar.date.clone()), span },
        first_turn: Spanned { value: Whole(i64::from(calendar.first_turn)), span },
        last_turn: (!calendar.open_ended).then_some(last_turn),
        days: Spanned { value: days, span },
        dawn: Spanned { value: ClockTime { minutes: calendar.dawn_minutes }, span },
    }
}

fn block_profile(block: &pack::BlockProfile, span: Span) -> Spanned<BlockProfile> {
    let measure = |length: pack::PaperLength| Spanned {
        value: PaperMeasure { millimetres: length.millimetres() },
        span,
    };
    let size = BlockSize {
        span,
        length: measure(block.length),
        height: measure(block.height),
        thickness: measure(block.thickness),
        inset: Some(measure(block.inset)),
    };
    Spanned { value: BlockProfile::Size(size), span }
}

fn text(text: &pack::Text, span: Span) -> Text {
    let pack::Text { en, es, fr } = text;
    Text {
        span,
        en: en.clone(),
        es: es.clone(),
        fr: fr.clone(),
        plain: es.is_none() && fr.is_none(),
    }
}

fn plain_text(text: &str, span: Span) -> Text {
    Text { span, en: text.to_owned(), es: None, fr: None, plain: true }
}

//! Values of the command line.

use sandtable_engine::BotKind;
use sandtable_source::{closest, did_you_mean};

/// Parses a percentage with at most one decimal, in tenths.
pub(crate) fn percent(text: &str) -> Result<u16, String> {
    let number: Option<f64> = text.trim_end_matches([' ', '%']).parse().ok();
    let tenths = number.map(|number| (number * 10.0).round());
    let tenths = tenths.filter(|tenths| (1.0..=500.0).contains(tenths));
    tenths
        .map(|tenths| tenths as u16)
        .ok_or_else(|| "expected a percentage between 0.1 and 50, such as `3`".to_owned())
}

/// Parses `A,B`, or one name for both sides.
pub(crate) fn bots(text: &str) -> Result<[BotKind; 2], String> {
    let bot = |name: &str| {
        name.parse::<BotKind>().map_err(|error| {
            match closest(name, BotKind::ALL.map(BotKind::name)) {
                Some(close) => format!("cannot find bot `{name}`; {}", did_you_mean(name, close)),
                None => error,
            }
        })
    };
    let names: Vec<_> = text.split(',').collect();
    match names[..] {
        [both] => bot(both).map(|bot| [bot, bot]),
        [first, second] => Ok([bot(first)?, bot(second)?]),
        _ => Err("expected one bot for both sides, or two separated by a comma".to_owned()),
    }
}

//! Values of the command line.

use sandtable_engine::BotKind;

/// Parses a percentage with at most one decimal, in tenths.
pub(crate) fn percent(text: &str) -> Result<u16, String> {
    let number: Option<f64> = text.trim_end_matches([' ', '%']).parse().ok();
    let tenths = number.map(|number| (number * 10.0).round());
    let tenths = tenths.filter(|tenths| (1.0..=500.0).contains(tenths));
    tenths
        .map(|tenths| tenths as u16)
        .ok_or_else(|| "expected a percentage between 0.1 and 50, e.g. 3".to_owned())
}

/// Parses a whole number within bounds. Unlike clap's parser, it always reports the range.
pub(crate) fn whole_number<T: TryFrom<u64>>(
    text: &str,
    least: u64,
    most: u64,
) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("expected a whole number between {least} and {most}"))
}

/// Parses `A,B`, or one name for both sides.
pub(crate) fn bots(text: &str) -> Result<[BotKind; 2], String> {
    let bot = |name: &str| {
        name.parse::<BotKind>().map_err(|error| {
            let suggestion = crate::odds::suggestion(name, BotKind::ALL.map(BotKind::name));
            format!("{error}{suggestion}")
        })
    };
    let names: Vec<_> = text.split(',').collect();
    match names[..] {
        [both] => bot(both).map(|bot| [bot, bot]),
        [first, second] => Ok([bot(first)?, bot(second)?]),
        _ => Err("expected one bot for both sides, or two separated by a comma".to_owned()),
    }
}

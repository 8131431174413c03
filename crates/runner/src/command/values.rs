//! Values of the command line.

use sandtable_engine::BotKind;

/// Percent with at most one digit after the point, in tenths.
pub(crate) fn percent(text: &str) -> Result<u16, String> {
    let number: Option<f64> = text.trim_end_matches([' ', '%']).parse().ok();
    let tenths = number.map(|number| (number * 10.0).round());
    let tenths = tenths.filter(|tenths| (1.0..=500.0).contains(tenths));
    tenths
        .map(|tenths| tenths as u16)
        .ok_or_else(|| "a number of percent from 0.1 to 50 is meant, as 3".to_owned())
}

/// A number within bounds, so that what is none is told by what it should be.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("a whole number from {least} to {most} is meant"))
}

/// `A,B`, or one name for both sides.
pub(crate) fn bots(text: &str) -> Result<[BotKind; 2], String> {
    let bot = |name: &str| {
        name.parse::<BotKind>().map_err(|error| {
            let meant = crate::odds::meant(name, BotKind::ALL.map(BotKind::name));
            format!("{error}{meant}")
        })
    };
    let names: Vec<_> = text.split(',').collect();
    match names[..] {
        [both] => bot(both).map(|bot| [bot, bot]),
        [first, second] => Ok([bot(first)?, bot(second)?]),
        _ => Err("name one bot for both sides, or two with a comma between".to_owned()),
    }
}

//! Integers on the command line.

/// Parses an integer within bounds. Unlike the error of clap's parser, the error always states the
/// range.
pub fn whole_number<T: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("expected a whole number between {least} and {most}"))
}

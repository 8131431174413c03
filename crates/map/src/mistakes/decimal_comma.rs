//! Positions written with decimal commas.

/// The corrected longitude and latitude of a position whose numbers are split by decimal commas.
pub fn without_decimal_commas(position: &str) -> Option<String> {
    let parts: Vec<&str> = position.trim_matches(['[', ']']).split(',').map(str::trim).collect();
    let is_whole = |part: &str| part.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
    let is_degrees = |part: &str, most: f64| part.parse().is_ok_and(|d: f64| d.abs() <= most);
    // A fractional part has no sign, and more digits than a latitude or an elevation.
    let is_decimals = |part: &str| part.len() > 4 && part.bytes().all(|b| b.is_ascii_digit());
    match parts[..] {
        [east, decimals, north, more]
            if [east, decimals, north, more].into_iter().all(is_whole)
                && is_degrees(east, 180.0)
                && is_degrees(north, 90.0)
                && (is_decimals(decimals) || is_decimals(more)) =>
        {
            Some(format!("{east}.{decimals}, {north}.{more}"))
        }
        [east, decimals, north, ..]
            if is_whole(east)
                && is_degrees(east, 180.0)
                && is_decimals(decimals)
                && is_degrees(north, 90.0) =>
        {
            Some(format!("{east}.{decimals}, {north}"))
        }
        [east, north, decimals] if !is_whole(east) && is_whole(north) && is_decimals(decimals) => {
            Some(format!("{east}, {north}.{decimals}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_decimal_commas_from_heights() {
        let corrected = |position: &str| without_decimal_commas(&format!("[{position}]"));
        let is =
            |written, expected: &str| assert_eq!(corrected(written).as_deref(), Some(expected));
        is("-77,255124,39,84151", "-77.255124, 39.84151");
        is("-77,255124,39.84151", "-77.255124, 39.84151");
        is("-77.255124,39,84151", "-77.255124, 39.84151");
        for good in [
            "-77.255124,39.84151",
            "-77.255124,39.84151,160",
            "10,50",
            "10,50,300",
            "-77.25,39.8,160,12345",
        ] {
            assert_eq!(corrected(good), None, "{good}");
        }
        // Coordinates in metres are a different mistake.
        for metres in ["307800,4409400", "307800,4409400,160", "307800,4409400,160,3"] {
            assert_eq!(corrected(metres), None, "{metres}");
        }
    }
}

//! Implausible widths of rivers and streams: an extra zero, a missing decimal point, or kilometres
//! instead of metres. Compares each width with other sections of the same name.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, WatercourseKind};
use sandtable_source::{Diagnostic, Span, code, message};

use sandtable_authored::Reporter;

/// The width of a watercourse as given in its layer.
#[derive(Clone, Debug)]
pub struct Width {
    pub id: FeatureId,
    pub name: Option<String>,
    pub kind: WatercourseKind,
    pub metres: f64,
    pub at: Span,
}

/// The minimum ratio of an implausible width to other sections of the same name.
const MIN_WIDTH_RATIO: f64 = 8.0;

/// The name of the kind, and its usual and extreme ranges in metres. Widths outside the usual range
/// are compared with other sections of the same name.
const fn plausible_widths(kind: WatercourseKind) -> (&'static str, [f64; 2], [f64; 2]) {
    match kind {
        WatercourseKind::River => ("river", [2.0, 100.0], [1.0, 10_000.0]),
        // Streams may be wide, because pieces can cross them anywhere.
        WatercourseKind::Stream => ("stream", [0.0, 30.0], [0.0, 100.0]),
    }
}

/// Reports the implausible widths of a layer.
pub fn check(reporter: &mut Reporter, widths: &[Width]) {
    let mut by_name: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for width in widths {
        if let Some(name) = &width.name {
            by_name.entry(name).or_default().push(width.metres);
        }
    }
    by_name.values_mut().for_each(|all| all.sort_by(f64::total_cmp));
    for width in widths {
        let named = width.name.as_deref().and_then(|name| Some((name, by_name.get(name)?)));
        let kin = named.and_then(|(name, all)| Some((name, median_of_others(all, width.metres)?)));
        if let Some(why) = implausibility(width, kin) {
            report(reporter, width, &why);
        }
    }
}

/// The reason why a width is implausible. `kin` is the watercourse's name and the median width of
/// its other sections.
fn implausibility(width: &Width, kin: Option<(&str, f64)>) -> Option<String> {
    let metres = width.metres;
    let (word, usual, utmost) = plausible_widths(width.kind);
    let stands_out =
        |other: f64| metres >= MIN_WIDTH_RATIO * other || MIN_WIDTH_RATIO * metres <= other;
    if (metres < usual[0] || metres > usual[1])
        && let Some((name, middle)) = kin.filter(|(_, middle)| stands_out(*middle))
    {
        return Some(format!("other sections of `{name}` are {middle} m wide"));
    }
    match metres {
        _ if metres < utmost[0] => Some(format!("too narrow for a {word}")),
        _ if metres > utmost[1] => Some(format!("too wide for a {word}")),
        _ => None,
    }
}

/// The median of sorted numbers with one of them excluded; of two middle numbers, the lower.
fn median_of_others(sorted: &[f64], own: f64) -> Option<f64> {
    let others = sorted.len().checked_sub(1).filter(|others| *others > 0)?;
    let place = sorted.partition_point(|other| *other < own);
    let rank = (others - 1) / 2;
    sorted.get(rank + usize::from(rank >= place)).copied()
}

fn report(reporter: &mut Reporter, width: &Width, why: &str) {
    let Width { id, kind, metres, at, .. } = width;
    let (word, usual, _) = plausible_widths(*kind);
    let help = match (kind, *metres < usual[0]) {
        (WatercourseKind::River, true) => {
            "if it is right, change it to a `stream`, which can be crossed anywhere"
        }
        (WatercourseKind::River, false) => "draw a lake or a bay as an area of class `water`",
        (WatercourseKind::Stream, _) => {
            "if it is right, change it to a `river`, which can be crossed only at bridges and fords"
        }
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::WIDTH_UNLIKELY,
            message!("width of {word} `{id}` is implausible: {metres} m"),
        )
        .rule("PB-34.5")
        .at(*at, why)
        .help("give the width in metres from bank to bank: check for an extra zero or a missing decimal point")
        .help(help),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_excludes_own_width() {
        assert_eq!(median_of_others(&[2.0], 2.0), None);
        assert_eq!(median_of_others(&[2.0, 150.0], 150.0), Some(2.0));
        assert_eq!(median_of_others(&[2.0, 150.0], 2.0), Some(150.0));
        // Two of three widths are wrong; each is compared with the lower of the others.
        assert_eq!(median_of_others(&[15.0, 150.0, 160.0], 150.0), Some(15.0));
        assert_eq!(median_of_others(&[15.0, 150.0, 160.0], 160.0), Some(15.0));
        assert_eq!(median_of_others(&[0.2, 1.5, 20.0], 0.2), Some(1.5));
        assert_eq!(median_of_others(&[1.0, 2.0, 3.0, 150.0], 2.0), Some(3.0));
        assert_eq!(median_of_others(&[1.0, 2.0, 3.0, 150.0], 150.0), Some(2.0));
    }
}

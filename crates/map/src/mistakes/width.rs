//! Widths of rivers and streams that can hardly be right: a nought too many, a point lost, or
//! kilometres for metres. Compared with the other reaches of the same water.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, WatercourseKind};
use sandtable_source::{Diagnostic, Span, code, message};

use sandtable_authored::Reporter;

/// What a layer says of the width of a watercourse.
#[derive(Clone, Debug)]
pub struct Width {
    pub id: FeatureId,
    pub name: Option<String>,
    pub kind: WatercourseKind,
    pub metres: f64,
    pub at: Span,
}

/// So many times as wide as other reaches of its name, or as narrow.
const TIMES: f64 = 8.0;

/// The kind in a word; the metres that are usual for it, beyond which other reaches of its name are
/// asked; and the utmost ones of any.
const fn believable(kind: WatercourseKind) -> (&'static str, [f64; 2], [f64; 2]) {
    match kind {
        WatercourseKind::River => ("river", [2.0, 100.0], [1.0, 10_000.0]),
        // Troops wade a stream anywhere.
        WatercourseKind::Stream => ("stream", [0.0, 30.0], [0.0, 100.0]),
    }
}

/// Reports the widths of a layer that stand out.
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
        if let Some(why) = why(width, kin) {
            report(reporter, width, &why);
        }
    }
}

/// Why a width can hardly be right. `kin` is the name of the water and the median width of its other reaches.
fn why(width: &Width, kin: Option<(&str, f64)>) -> Option<String> {
    let metres = width.metres;
    let (word, usual, utmost) = believable(width.kind);
    let stands_out = |other: f64| metres >= TIMES * other || TIMES * metres <= other;
    if (metres < usual[0] || metres > usual[1])
        && let Some((name, middle)) = kin.filter(|(_, middle)| stands_out(*middle))
    {
        return Some(format!("elsewhere `{name}` is {middle} m wide"));
    }
    match metres {
        _ if metres < utmost[0] => Some(format!("no {word} is so narrow")),
        _ if metres > utmost[1] => Some(format!("no {word} is so wide")),
        _ => None,
    }
}

/// The middle one of sorted numbers without one of them; of two in the middle the lower.
fn median_of_others(sorted: &[f64], own: f64) -> Option<f64> {
    let others = sorted.len().checked_sub(1).filter(|others| *others > 0)?;
    let place = sorted.partition_point(|other| *other < own);
    let rank = (others - 1) / 2;
    sorted.get(rank + usize::from(rank >= place)).copied()
}

fn report(reporter: &mut Reporter, width: &Width, why: &str) {
    let Width { id, kind, metres, at, .. } = width;
    let (word, usual, _) = believable(*kind);
    let help = match (kind, *metres < usual[0]) {
        (WatercourseKind::River, true) => {
            "if it is so narrow, it is a `stream`: then it is crossed anywhere, not at bridges and fords alone"
        }
        (WatercourseKind::River, false) => {
            "a lake or a bay is drawn as an area, of class `impassable`"
        }
        (WatercourseKind::Stream, _) => {
            "if it is so wide, it is a `river`: then it is crossed at bridges and fords alone"
        }
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::WIDTH_UNLIKELY,
            message!("the {word} `{id}` is {metres} m wide, which can hardly be right"),
        )
        .rule("PB-34.5")
        .at(*at, why)
        .help("write its width in metres, from bank to bank: look for a nought too many or a point left out")
        .help(help),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_leaves_one_out() {
        assert_eq!(median_of_others(&[2.0], 2.0), None);
        assert_eq!(median_of_others(&[2.0, 150.0], 150.0), Some(2.0));
        assert_eq!(median_of_others(&[2.0, 150.0], 2.0), Some(150.0));
        // Two of three are wrong: each is compared with the lower of the others.
        assert_eq!(median_of_others(&[15.0, 150.0, 160.0], 150.0), Some(15.0));
        assert_eq!(median_of_others(&[15.0, 150.0, 160.0], 160.0), Some(15.0));
        assert_eq!(median_of_others(&[0.2, 1.5, 20.0], 0.2), Some(1.5));
        assert_eq!(median_of_others(&[1.0, 2.0, 3.0, 150.0], 2.0), Some(3.0));
        assert_eq!(median_of_others(&[1.0, 2.0, 3.0, 150.0], 150.0), Some(2.0));
    }
}

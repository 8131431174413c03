//! Widths of rivers and streams that can hardly be right: a nought too many, a point lost, or
//! kilometres for metres. Compared with the other reaches of the same water, and with most others.

use std::collections::BTreeMap;

use sandtable_pack::{FeatureId, WatercourseKind};
use sandtable_source::{Diagnostic, Span, code};

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

/// So many times as wide as others, or as narrow.
const TIMES: f64 = 8.0;
/// With fewer others of its kind, one is not compared with them.
const FEWEST: usize = 3;

/// Metres that can be believed of a kind: beyond the usual ones where other reaches of its name
/// differ, beyond the rare ones where others of its kind do, beyond the utmost ones of any.
struct Believable {
    usual: [f64; 2],
    rare: [f64; 2],
    utmost: [f64; 2],
}

const fn believable(kind: WatercourseKind) -> Believable {
    match kind {
        // One great river among creeks is no slip.
        WatercourseKind::River => {
            Believable { usual: [2.0, 100.0], rare: [2.0, 1_000.0], utmost: [1.0, 10_000.0] }
        }
        // Troops wade a stream anywhere.
        WatercourseKind::Stream => {
            Believable { usual: [0.0, 30.0], rare: [0.0, 30.0], utmost: [0.0, 100.0] }
        }
    }
}

const fn word(kind: WatercourseKind) -> &'static str {
    match kind {
        WatercourseKind::River => "river",
        WatercourseKind::Stream => "stream",
    }
}

/// Reports the widths of a layer that stand out.
pub fn check(reporter: &mut Reporter, widths: &[Width]) {
    let mut by_kind: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut by_name: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for width in widths {
        by_kind.entry(word(width.kind)).or_default().push(width.metres);
        by_name.entry(width.name.as_deref().unwrap_or_default()).or_default().push(width.metres);
    }
    by_kind.values_mut().chain(by_name.values_mut()).for_each(|all| all.sort_by(f64::total_cmp));
    for width in widths {
        let named = width.name.as_deref().and_then(|name| Some((name, by_name.get(name)?)));
        let kin = named.and_then(|(name, all)| Some((name, median_of_others(all, width.metres)?)));
        let kind = by_kind.get(word(width.kind)).filter(|all| all.len() > FEWEST);
        let kind = kind.and_then(|all| median_of_others(all, width.metres));
        if let Some(why) = why(width, kin, kind) {
            report(reporter, width, &why);
        }
    }
}

/// Why a width can hardly be right.
fn why(width: &Width, kin: Option<(&str, f64)>, kind: Option<f64>) -> Option<String> {
    let is_beyond = |[low, high]: [f64; 2]| width.metres < low || width.metres > high;
    let stands_out = |other: &f64| width.metres >= TIMES * other || TIMES * width.metres <= *other;
    let Believable { usual, rare, utmost } = believable(width.kind);
    if is_beyond(usual)
        && let Some((name, metres)) = kin.filter(|(_, metres)| stands_out(metres))
    {
        return Some(format!("elsewhere `{name}` is {metres} m wide"));
    }
    if is_beyond(rare)
        && let Some(metres) = kind.filter(stands_out)
    {
        let than = if width.metres > metres { "less" } else { "more" };
        return Some(format!(
            "half of the other {}s are {metres} m wide or {than}",
            word(width.kind)
        ));
    }
    is_beyond(utmost).then(|| match width.metres < utmost[0] {
        true => "no river is so narrow".to_owned(),
        false => format!("no {} is so wide", word(width.kind)),
    })
}

/// The middle of sorted numbers without one of them.
fn median_of_others(sorted: &[f64], own: f64) -> Option<f64> {
    let others = sorted.len().checked_sub(1).filter(|others| *others > 0)?;
    let place = sorted.partition_point(|other| *other < own);
    let rank = (others - 1) / 2;
    sorted.get(rank + usize::from(rank >= place)).copied()
}

fn report(reporter: &mut Reporter, width: &Width, why: &str) {
    let Width { id, kind, metres, at, .. } = width;
    let is_narrow = *metres < believable(*kind).usual[0];
    let help = match (kind, is_narrow) {
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
            format!("the {} `{id}` is {metres} m wide, which can hardly be right", word(*kind)),
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
        assert_eq!(median_of_others(&[1.0, 2.0, 3.0, 150.0], 2.0), Some(3.0));
    }
}

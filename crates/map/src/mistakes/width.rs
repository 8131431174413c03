//! Widths of rivers and streams that can hardly be right: a nought too many, a point lost, or
//! kilometres for metres. Compared with the other reaches of the same water.

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
        let reaches = width.name.as_deref().and_then(|name| Some((name, by_name.get(name)?)));
        if let Some(why) = why(width, reaches) {
            report(reporter, width, &why);
        }
    }
}

/// Why a width can hardly be right. `reaches` are the name of the water and all its widths, sorted.
fn why(width: &Width, reaches: Option<(&str, &Vec<f64>)>) -> Option<String> {
    let metres = width.metres;
    let (word, usual, utmost) = believable(width.kind);
    let is_narrow = metres < usual[0];
    if (is_narrow || metres > usual[1])
        && let Some((name, all)) = reaches
    {
        // The middle one, of two that of the other reach.
        let middle = all[if is_narrow { all.len() / 2 } else { (all.len() - 1) / 2 }];
        if metres >= TIMES * middle || TIMES * metres <= middle {
            return Some(format!("elsewhere `{name}` is {middle} m wide"));
        }
    }
    match metres {
        _ if metres < utmost[0] => Some(format!("no {word} is so narrow")),
        _ if metres > utmost[1] => Some(format!("no {word} is so wide")),
        _ => None,
    }
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
            format!("the {word} `{id}` is {metres} m wide, which can hardly be right"),
        )
        .rule("PB-34.5")
        .at(*at, why)
        .help("write its width in metres, from bank to bank: look for a nought too many or a point left out")
        .help(help),
    );
}

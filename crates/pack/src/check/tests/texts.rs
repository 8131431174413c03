//! Guarantees of labels, strings and numbers.

use super::{assert_only_fault, faults};
use crate::fault::FaultKind;
use crate::model::{
    Credit, Errata, Labels, PieceLabel, PieceType, Points, Text, Watercourse, WatercourseKind,
};
use crate::pack::Pack;
use crate::sample::{self, id};
use crate::units::{GroundLength, GroundPoint, PaperLength};

/// Numbers must not overflow in computations of terrain, rules and drawings.
#[test]
fn rejects_excessive_numbers() {
    let far = [-1, i32::MIN, i32::MAX, 10_000_001].map(GroundLength::from_centimetres);
    for length in far {
        assert_only_fault("ruleset.json: distances: must be between 0 and 100 km", |parts| {
            parts.ruleset.distances.contact_tolerance = length;
        });
        assert_only_fault("ruleset.json: distances: must be between 0 and 100 km", |parts| {
            parts.ruleset.distances.support_gap = length;
        });
        assert_only_fault(
            "map.json: watercourse brook: width must be between 0 and 100 km",
            |parts| {
                parts.map.watercourses.push(Watercourse {
                    id: id("brook"),
                    kind: WatercourseKind::Stream,
                    width: length,
                    parts: Vec::new(),
                });
            },
        );
    }
    for number in [101, u32::MAX] {
        let message = "ruleset.json: victory: multipliers must not exceed 100";
        assert_only_fault(message, |parts| parts.ruleset.victory.rout_multiplier = number);
        assert_only_fault(message, |parts| parts.ruleset.victory.broken_multiplier = number);
        assert_only_fault(message, |parts| parts.ruleset.victory.forced_back_multiplier = number);
    }
    let points: [fn(&mut Points) -> &mut u32; 4] =
        [|p| &mut p.militia, |p| &mut p.regular, |p| &mut p.elite, |p| &mut p.guard];
    for field in points {
        assert_only_fault("ruleset.json: Cavalry: points must not exceed 1,000", |parts| {
            let row = parts.ruleset.pieces.get_mut(&PieceType::Cavalry).expect("arm in the table");
            *field(&mut row.points) = 1_001;
        });
    }
}

#[test]
fn labels_are_printable() {
    for strength in [0, 100_001] {
        assert_only_fault(
            "labels.json: piece blue-cavalry: strength must be between 1 and 100,000 men",
            |parts| {
                let label = PieceLabel { name: "Cavalry".to_owned(), strength: Some(strength) };
                parts.labels.pieces.insert(id("blue-cavalry"), label);
            },
        );
    }
    for accuracy in [-1.0, f64::NAN, f64::INFINITY] {
        assert_only_fault("labels.json: feature high-road: invalid accuracy", |parts| {
            let label = parts.labels.features.values_mut().next().expect("labelled feature");
            label.accuracy_m = Some(accuracy);
        });
    }
    for side in [0.0, 1.9, 80.1, f64::NAN, f64::INFINITY] {
        assert_only_fault(
            "labels.json: block_profile: must measure 2 to 80 mm in each direction, with space for labels",
            |parts| {
                parts.labels.block_profile.height = PaperLength::from_millimetres(side);
            },
        );
    }
    assert_only_fault("labels.json: languages: must be between one and three", |parts| {
        parts.labels.languages.clear()
    });
}

#[test]
fn rejects_control_characters() {
    let title =
        |text: &str| faults(|parts| parts.labels.title = Text::plain(format!("Before{text}after")));
    for good in ["", " ", "\\n", "\\", "\"", "/", "é", "日本", "\\u001b"] {
        assert_eq!(title(good), [""; 0], "{good:?}");
    }
    for bad in ["\0", "\u{7}", "\u{8}", "\r", "\u{c}", "\u{1b}", "\\\u{1b}"] {
        assert_eq!(title(bad), ["labels.json: contains a control character"], "{bad:?}");
    }
    for bad in ['\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{2028}', '\u{200b}', '\u{e0041}'] {
        let found = format!("labels.json: contains the character U+{:04X}", u32::from(bad));
        assert_eq!(title(&bad.to_string()), [found]);
    }
    for bad in ['\u{1b}', '\n', '\t'] {
        assert_only_fault("ruleset.json: contains a control character", |parts| {
            parts.ruleset.id.push(bad);
        });
    }
}

/// A wide gap could imitate a line of its own on a terminal.
#[test]
fn lines_have_no_wide_gaps() {
    let title = |text: String| faults(|parts| parts.labels.title = Text::plain(text));
    assert_eq!(title("a  b".to_owned()), [""; 0]);
    for gap in ["   ", "\u{a0} \u{3000}"] {
        let found = title(format!("Gettysburg{gap}play digest 0000"));
        assert_eq!(found, ["labels.json: title.en: contains several spaces in a row"], "{gap:?}");
    }
}

#[test]
fn only_prose_has_several_lines() {
    for (place, set) in [
        ("title.en", (|labels, text| labels.title = text) as fn(&mut Labels, Text)),
        ("map_title.en", |labels, text| labels.map_title = text),
        ("credits.*.licence", |labels, text| {
            let credit = Credit { text: "OpenStreetMap".to_owned(), licence: text.en };
            labels.credits.push(credit);
        }),
        ("sides.blue.title.en", |labels, text| {
            labels.sides.get_mut("blue").expect("a side").title = text;
        }),
        ("pieces.blue-cavalry.name", |labels, text| {
            labels.pieces.get_mut("blue-cavalry").expect("a piece").name = text.en;
        }),
        ("errata.version", |labels, text| {
            labels.errata = Some(Errata { version: text.en, text: None });
        }),
    ] {
        for bad in ["Title\nplay digest: 0", "a\tb", "Title\n"] {
            let fault = format!("labels.json: {place}: contains a line break or a tab");
            assert_only_fault(&fault, |parts| set(&mut parts.labels, Text::plain(bad)));
        }
    }
    let prose = Text::plain("One.\n\nTwo.\tThree.");
    let found = faults(|parts| {
        let labels = &mut parts.labels;
        (labels.notes, labels.history) = (Some(prose.clone()), Some(prose.clone()));
        labels.errata = Some(Errata { version: "1.1".to_owned(), text: Some(prose) });
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn oversized_part_is_a_fault() {
    let faults = {
        let mut parts = sample::parts();
        let corner = |n: i32| GroundPoint::new(400_000 + n % 2, 300_000 + n % 3);
        parts.map.roads[0].parts[0].0 = (0..2_200_000).map(corner).collect();
        Pack::new(parts).expect_err("34 MB of corners")
    };
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].kind, FaultKind::TooLarge);
    assert_eq!(faults[0].to_string(), "map.json: 34 MiB, the maximum is 32");
}

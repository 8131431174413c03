//! A small PDF for each fault that a shop rejects, and similar PDFs without the fault.

mod support;

use std::collections::BTreeSet;

use lopdf::{Object, Stream, dictionary};
use sandtable_pack::PaperLength;
use sandtable_preflight::{Direction, Preflight, preflight};
use sandtable_shop::{DEFAULT, ShopProfile, built_in};
use sandtable_source::code;
use support::{BLEED, SIDE, TestPdf, clean_and, inset, page};

fn default_profile() -> ShopProfile {
    built_in(DEFAULT).expect("built-in profile")
}

fn read(made: TestPdf) -> Preflight {
    preflight("made.pdf", &made.into_bytes(), &default_profile())
}

/// The codes, without the note about the hidden layers that all these files have.
fn codes(found: &Preflight) -> Vec<String> {
    let findings = found.diagnostics.sorted();
    let codes: BTreeSet<String> = findings
        .iter()
        .filter(|finding| finding.code != code::LAYER_HIDDEN)
        .map(|finding| {
            assert!(!finding.help.is_empty() && !finding.labels.is_empty(), "{finding:?}");
            finding.code.to_string()
        })
        .collect();
    codes.into_iter().collect()
}

/// Drawings added to the clean page, and the expected codes.
const DRAWINGS: &[(&str, &[&str])] = &[
    ("", &[]),
    // Lines.
    ("0 0 0 1 K 0.1 w 20 20 m 90 20 l S", &["ST1332"]),
    ("0 0 0 1 K 0 w 20 20 m 90 20 l S", &["ST1332"]),
    ("q 0.1 0 0 0.1 0 0 cm 0 0 0 1 K 2 w 200 200 m 900 200 l S Q", &["ST1332"]),
    ("0 0 0 1 k 20 20 100 0.1 re f", &["ST1332"]),
    // A line that is clipped, or white on a light background, does not count.
    ("q 200 200 10 10 re W n 0 0 0 1 K 0.1 w 20 20 m 90 20 l S Q", &[]),
    ("0 0 0 0 K 0.1 w 20 20 m 90 20 l S", &[]),
    ("0 0 0 1 k 20 140 90 90 re f 0 0 0 0 K 0.3 w 30 180 m 100 180 l S", &["ST1333"]),
    ("0 0 0 1 k 20 140 90 90 re f 0 0 0 0 K 0.5 w 30 180 m 100 180 l S", &[]),
    ("0.3 0.5 0.7 0 K 0.5 w 20 20 m 90 20 l S", &["ST1334"]),
    ("0.3 0.5 0.7 0 K 1.5 w 20 20 m 90 20 l S", &[]),
    // The width of a cut line depends on the machine.
    ("/Over gs /Cut CS 1 SCN 0.1 w 60 60 40 40 re S", &[]),
    // Text.
    ("/Over gs 0 0 0 1 k BT /F1 4 Tf 100 200 Td (x) Tj ET", &["ST1331"]),
    ("/Over gs q 0.5 0 0 0.5 0 0 cm 0 0 0 1 k BT /F1 9 Tf 200 400 Td (x) Tj ET Q", &["ST1331"]),
    ("/Over gs 0 0 0 1 k BT /F1 2 Tf 3 0 0 3 100 200 Tm (x) Tj ET", &[]),
    // Mode 3 is invisible.
    ("0 0 0 1 k BT 3 Tr /F1 4 Tf 100 200 Td (x) Tj ET", &[]),
    ("/Over gs 0 0 0 1 k BT /F1 8 Tf 10 150 Td (x) Tj ET", &["ST1324"]),
    ("/Over gs 0 0 0 1 k BT /F1 8 Tf 276 150 Td [(x) -500 (xxx)] TJ ET", &["ST1324"]),
    // A cut line, drawn after or before the text.
    (
        "/Over gs 0 0 0 1 k BT /F1 8 Tf 124 210 Td (x) Tj ET /Cut CS 1 SCN 120 190 40 40 re S",
        &["ST1324"],
    ),
    (
        "/Over gs /Cut CS 1 SCN 120 190 40 40 re S 0 0 0 1 k BT /F1 8 Tf 158 210 Td (x) Tj ET",
        &["ST1324"],
    ),
    ("/Over gs /Cut CS 1 SCN 120 190 40 40 re S 0 0 0 1 k BT /F1 8 Tf 136 210 Td (x) Tj ET", &[]),
    ("/Over gs /Cut CS 1 SCN 120 190 40 40 re S 0 0 0 1 k BT /F1 8 Tf 162 210 Td (x) Tj ET", &[]),
    ("/Over gs /Gold CS 1 SCN 120 190 40 40 re S 0 0 0 1 k BT /F1 8 Tf 124 210 Td (x) Tj ET", &[]),
    // Credits in the bleed are meant to be cut off.
    ("/Over gs 0 0 0 1 k BT /F1 6 Tf 1 1 Td (x) Tj ET", &[]),
    ("/Over gs 0 0 0 1 k BT /F2 8 Tf 100 200 Td (x) Tj ET", &["ST1330", "ST1361"]),
    ("0 0 0 1 k BT /F1 8 Tf 100 200 Td (x) Tj ET", &["ST1353"]),
    ("/OverMode0 gs 0 0 0 1 k BT /F1 8 Tf 100 200 Td (x) Tj ET", &["ST1353"]),
    ("0 0 0 1 k BT /F1 18 Tf 100 200 Td (x) Tj ET", &[]),
    ("0 0 0 0 k 90 190 60 60 re f 0 0 0 1 k BT /F1 8 Tf 100 200 Td (x) Tj ET", &[]),
    // Colours.
    ("1 0 0 rg 120 200 50 50 re f", &["ST1340"]),
    ("/Screen cs 1 0 0 scn 120 200 50 50 re f", &["ST1340"]),
    ("1 1 1 0.5 k 120 200 50 50 re f", &["ST1341"]),
    ("1 1 0 0 k 120 200 50 50 re f 0 0 1 1 k 120 200 50 50 re f", &[]),
    ("1 1 0 0 k 120 200 50 50 re f /Over gs 0 0 1 1 k 120 200 50 50 re f", &["ST1341"]),
    ("1 1 1 0 k 120 200 50 50 re f /Over gs /Gold cs 1 scn 120 200 50 50 re f", &["ST1341"]),
    ("1 1 1 0 k 120 200 50 50 re f /Gold cs 1 scn 120 200 50 50 re f", &[]),
    ("q 50 0 0 50 120 200 cm /Picture Do Q", &["ST1342"]),
    ("q 2 0 0 2 120 200 cm /Picture Do Q", &[]),
    ("q 50 0 0 50 120 200 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q", &["ST1342"]),
    // Cut lines.
    ("/Cut CS 1 SCN 120 200 20 20 re S", &["ST1350"]),
    ("/Over gs /Cut CS 1 SCN 120 200 m 140 200 l 140 220 l S", &["ST1351"]),
    ("/Over gs /Cut CS 1 SCN 120 200 m 140 200 l 140 220 l s", &[]),
    ("/Over gs /Cut CS 1 SCN 120 200 m 140 200 l 140 220 l 120 200 l S", &[]),
    ("/Over gs /Die CS 1 SCN 120 200 20 20 re S", &["ST1352"]),
    ("/Over gs /Gold CS 1 SCN 120 200 m 140 200 l S", &[]),
    // Other names and uses of cut lines, which are checked, too.
    ("/Stanze CS 1 SCN 120 200 20 20 re S", &["ST1350", "ST1352"]),
    ("/Over gs /Decoupe CS 1 SCN 120 200 m 140 200 l S", &["ST1351", "ST1352"]),
    ("/Over gs /Riss CS 1 SCN 120 200 20 20 re S", &["ST1352"]),
    ("/Over gs /Riss CS 1 SCN 120 200 20 20 re S /Riss cs 1 scn 150 200 20 20 re f", &[]),
    ("/Over gs /Cut CS 1 SCN 1 w 120 200 20 20 re S", &[]),
    ("/Over gs /Cut CS 1 SCN 3 w 120 200 20 20 re S", &["ST1356"]),
    // White that overprints, over art and over paper.
    ("/Over gs 0 0 0 0 k 120 200 50 50 re f", &["ST1354"]),
    ("/Over gs 0 0 0 0 K 2 w 120 200 m 150 200 l S", &["ST1354"]),
    ("/Over gs 0 0 0 0 k BT /F1 18 Tf 100 200 Td (x) Tj ET", &["ST1354"]),
    ("/Over gs 1 g 120 200 50 50 re f", &["ST1354"]),
    ("/Over gs /Gold cs 0 scn 120 200 50 50 re f", &["ST1354"]),
    // Mode 0 paints all plates, and white knocks out without overprint.
    ("/OverMode0 gs 0 0 0 0 k 120 200 50 50 re f", &[]),
    ("0 0 0 0 k 120 200 50 50 re f", &[]),
    ("0 0 0 0 k 120 200 50 50 re f /Over gs 0 0 0 0 k 130 210 20 20 re f", &[]),
    // Layers: hidden art does not count, but a hidden cut line is an error.
    ("/OC /Hidden BDC 1 0 0 rg 120 200 50 50 re f EMC", &[]),
    ("/OC /Hidden BDC /Span BMC 1 0 0 rg 120 200 50 50 re f EMC EMC", &[]),
    ("/OC /Hidden BDC EMC 1 0 0 rg 120 200 50 50 re f", &["ST1340"]),
    ("/OC /Shown BDC 1 0 0 rg 120 200 50 50 re f EMC", &["ST1340"]),
    ("/OC /Hidden BDC q 50 0 0 50 120 200 cm /Picture Do Q EMC", &[]),
    ("/OC /Hidden BDC 0 0 0 1 k BT /F2 4 Tf 100 200 Td (x) Tj ET EMC", &[]),
    ("/Over gs /OC /Hidden BDC /Cut CS 1 SCN 120 200 20 20 re S EMC", &["ST1355"]),
    // Groups of layers: any, all, none, and an expression.
    ("/OC /AnyOn BDC 1 0 0 rg 120 200 50 50 re f EMC", &["ST1340"]),
    ("/OC /AllOn BDC 1 0 0 rg 120 200 50 50 re f EMC", &[]),
    ("/OC /AllOff BDC 1 0 0 rg 120 200 50 50 re f EMC", &[]),
    ("/OC /NotShown BDC 1 0 0 rg 120 200 50 50 re f EMC", &[]),
    ("/OC /Printed BDC 1 0 0 rg 120 200 50 50 re f EMC", &["ST1340"]),
    // Fold lines may be open and fine, but must overprint.
    ("/Over gs /Fold CS 1 SCN 0.1 w 120 200 m 140 200 l S", &[]),
    ("/Fold CS 1 SCN 120 200 m 140 200 l S", &["ST1350"]),
    // Bleed.
    ("0 0 0 0 k 292 0 9 301 re f", &["ST1323"]),
    ("0 0 0 0 k 296 100 5 60 re f", &["ST1323"]),
    ("0 0 0 0 k 50 50 60 60 re f 0.5 0 0 0 k 60 60 40 40 re f", &["ST1323"]),
    ("0 0 0 0 k 40 40 80 80 re f 0.5 0 0 0 k 50 50 60 60 re f", &[]),
    // If the art is white at the trim, it needs no bleed.
    ("0 0 0 0 k 280 0 21 301 re f", &[]),
    // Damage.
    ("Q", &["ST1313"]),
    ("q", &["ST1313"]),
    ("/Nothing Do", &["ST1313"]),
    ("/Nothing gs", &["ST1313"]),
    ("/Nothing cs", &["ST1313"]),
    ("BT /Nothing 8 Tf (x) Tj ET", &["ST1313"]),
];

#[test]
fn reports_expected_codes_for_drawings() {
    let mut failures = Vec::new();
    for (drawing, expected) in DRAWINGS {
        let found = read(clean_and(drawing));
        if codes(&found) != *expected {
            let messages: Vec<&str> =
                found.diagnostics.iter().map(|d| d.message.as_str()).collect();
            failures
                .push(format!("{drawing}\n  {:?} for {expected:?}: {messages:#?}", codes(&found)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A description, a change to the clean file, and the expected codes.
type Change = (&'static str, fn(&mut TestPdf), &'static [&'static str]);

const CHANGES: &[Change] = &[
    ("no trim", |pdf| drop(pdf.page().remove(b"TrimBox")), &["ST1320", "ST1361"]),
    (
        "art box instead",
        |pdf| {
            let trim = pdf.page().remove(b"TrimBox").expect("the object exists");
            pdf.page().set("ArtBox", trim);
        },
        &[],
    ),
    (
        "trim beyond bleed",
        |pdf| pdf.page().set("BleedBox", inset(BLEED + 1.0)),
        &["ST1321", "ST1362"],
    ),
    (
        "no room for bleed",
        |pdf| {
            pdf.page().set("TrimBox", inset(0.0));
        },
        &["ST1322"],
    ),
    ("2 mm of bleed", |pdf| pdf.page().set("TrimBox", inset(5.67)), &["ST1322"]),
    ("a bleed box of 2 mm", |pdf| pdf.page().set("BleedBox", inset(BLEED - 5.67)), &["ST1322"]),
    ("no intent", |pdf| drop(pdf.catalog().remove(b"OutputIntents")), &["ST1360", "ST1361"]),
    ("another intent", |pdf| pdf.set_intent("FOGRA47"), &["ST1360"]),
    ("the intent by its long name", |pdf| pdf.set_intent("Coated FOGRA39 (ISO 12647-2:2004)"), &[]),
    ("no metadata", |pdf| drop(pdf.catalog().remove(b"Metadata")), &["ST1361"]),
    ("not trapped", |pdf| drop(pdf.document.trailer.remove(b"Info")), &["ST1361"]),
    ("no ID", |pdf| drop(pdf.document.trailer.remove(b"ID")), &["ST1361"]),
    (
        "a script",
        |pdf| {
            pdf.catalog().set(
                "OpenAction",
                dictionary! {
                    "S" => "JavaScript",
                    "JS" => Object::string_literal("app.alert(1)"),
                },
            );
        },
        &["ST1362"],
    ),
    ("a note", |pdf| annotate(pdf, "Text", inset(100.0)), &["ST1362"]),
    ("a printer's mark", |pdf| annotate(pdf, "PrinterMark", inset(0.0)), &[]),
    (
        "a note beside the page",
        |pdf| {
            let outside = [400, 400, 420, 420].map(Object::from).to_vec();
            annotate(pdf, "Text", outside);
        },
        &[],
    ),
    ("rotated", |pdf| pdf.page().set("Rotate", -270), &["ST1325"]),
    ("turned once around", |pdf| pdf.page().set("Rotate", 360), &[]),
    ("no size", |pdf| drop(pdf.page().remove(b"MediaBox")), &["ST1313"]),
];

fn annotate(made: &mut TestPdf, kind: &str, area: Vec<Object>) {
    let note = dictionary! { "Type" => "Annot", "Subtype" => kind, "Rect" => area };
    made.page().set("Annots", vec![Object::from(note)]);
}

/// Marks outside the bleed may use all inks. Inside it, the same marks exceed the ink limit.
#[test]
fn allows_all_inks_outside_bleed() {
    let marks = |x: f64| {
        let line = format!("/All CS 1 SCN 0.25 w {x} 50 m {} 50 l S", x + 15.0);
        let mut made = clean_and(&format!("{line} /All cs 1 scn {x} 80 10 10 re f"));
        made.page().set("MediaBox", inset(-30.0));
        codes(&preflight(
            "made.pdf",
            &made.into_bytes(),
            &built_in("default").expect("built-in profile"),
        ))
    };
    assert_eq!(marks(-25.0), [""; 0]);
    assert_eq!(marks(25.0), ["ST1334", "ST1341"]);
}

#[test]
fn reports_expected_codes_for_changes() {
    let mut failures = Vec::new();
    for (name, change, expected) in CHANGES {
        let mut pdf = clean_and("");
        change(&mut pdf);
        let found = read(pdf);
        if codes(&found) != *expected {
            let messages: Vec<&str> =
                found.diagnostics.iter().map(|d| d.message.as_str()).collect();
            failures.push(format!("{name}: {:?} for {expected:?}: {messages:#?}", codes(&found)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn measures_clean_page() {
    let found = read(clean_and(
        "/Half gs 1 0 0 0 k 200 200 20 20 re f
         q 10 0 0 10 230 230 cm /Picture Do Q",
    ));
    let page = &found.facts.pages[0];
    let trim = page.trim_mm.expect("TrimBox");
    for (found, expected) in [(trim.left, 3.0), (trim.bottom, 3.0), (trim.width, 100.0)] {
        assert!((found - expected).abs() < 0.01, "{trim:?}");
    }
    assert!((page.media_mm.expect("MediaBox").width - 106.0).abs() < 0.01);
    assert_eq!(page.bleed_covered_percent, Some(100.0));
    assert_eq!(page.colours, ["DeviceCMYK", "Separation CutContour"]);
    assert_eq!(page.transparency, ["blend mode Multiply", "opacity"]);
    let value =
        |placed: Option<sandtable_preflight::Measurement>| placed.expect("measured value").value;
    assert!((value(page.smallest_type_pt) - 8.0).abs() < 1e-3);
    assert!((value(page.finest_line_pt) - 0.25).abs() < 1e-3);
    // Black text over the 30 % tint.
    assert!((value(page.most_ink_percent) - 130.0).abs() < 1.0, "{:?}", page.most_ink_percent);
    assert_eq!(page.images.len(), 1);
    assert!((page.images[0].dpi - 72.0).abs() < 1e-3);
    let [cut] = page.spots.as_slice() else { panic!("{:?}", page.spots) };
    assert_eq!(cut.tool, Some("through-cut"));
    assert_eq!((cut.lines, cut.overprinting, cut.open_lines), (1, 1, 0));
    let [font] = found.facts.fonts.as_slice() else { panic!("{:?}", found.facts.fonts) };
    assert!(font.embedded && font.subset && font.kind == "TrueType");
    assert!(found.facts.pdf_x.keys_present, "{:?}", found.facts.pdf_x);
    let text = sandtable_preflight::format_text(&found.facts);
    assert!(text.contains("PDF/X-4 keys present") && !text.to_lowercase().contains("certif"));
}

/// Draws the marks of Sandtable's ruler from a starting point, with `unit` points per millimetre.
fn ruler(x: f64, y: f64, unit: f64) -> String {
    let marks = (0..=100).map(|mark| {
        let long = match mark % 10 {
            0 => 2.2,
            5 => 1.7,
            _ => 1.1,
        };
        let along = x + f64::from(mark) * unit;
        format!("{along} {y} m {along} {} l", y + long * unit)
    });
    format!("0 0 0 1 K 0.3 w {} S", marks.collect::<Vec<_>>().join(" "))
}

#[test]
fn finds_and_measures_rulers() {
    let unit = 72.0 / 25.4;
    let across = ruler(9.0, 20.0, unit);
    let up = format!("q 0 1 -1 0 200 0 cm {} Q", ruler(9.0, 20.0, unit));
    let found = read(clean_and(&format!("{across}\n{up}")));
    assert_eq!(codes(&found), [""; 0]);
    let rulers = &found.facts.pages[0].rulers;
    let directions: Vec<Direction> = rulers.iter().map(|ruler| ruler.direction).collect();
    assert_eq!(directions, [Direction::X, Direction::Y]);
    assert!(rulers.iter().all(|ruler| (ruler.length_mm - 100.0).abs() < 0.005), "{rulers:?}");
    // A page printed with “fit to page”.
    let shrunk = read(clean_and(&format!("q 0.97 0 0 0.97 0 0 cm {across} Q")));
    assert_eq!(codes(&shrunk), ["ST1370"]);
    assert!((shrunk.facts.pages[0].rulers[0].length_mm - 97.0).abs() < 0.005);
    // A printer that shrinks the page needs a longer ruler.
    let mut terms = default_profile().into_terms();
    terms.printer.x = sandtable_shop::Percent::new(97.0);
    let profile = ShopProfile::new(terms).expect("a valid profile");
    let short = preflight("made.pdf", &clean_and(&across).into_bytes(), &profile);
    assert_eq!(codes(&short), ["ST1370"]);
    let long = ruler(0.5, 20.0, unit / 0.97);
    assert_eq!(codes(&preflight("made.pdf", &clean_and(&long).into_bytes(), &profile)), [""; 0]);
}

/// Files for a printer that stretches pages have smaller bleed, lines and text, which print at the
/// right size.
#[test]
fn compensates_for_stretching_printer() {
    let fine =
        "0 0 0 1 K 0.245 w 20 20 m 90 20 l S /Over gs 0 0 0 1 k BT /F1 4.9 Tf 100 200 Td (x) Tj ET";
    let mut terms = default_profile().into_terms();
    terms.printer.x = sandtable_shop::Percent::new(102.0);
    terms.printer.y = terms.printer.x;
    let profile = ShopProfile::new(terms).expect("a valid profile");
    let made = || {
        let mut made = clean_and(fine);
        made.page().set("TrimBox", inset(BLEED / 1.02));
        made.into_bytes()
    };
    assert_eq!(codes(&preflight("made.pdf", &made(), &profile)), [""; 0]);
    let found = codes(&preflight("made.pdf", &made(), &default_profile()));
    assert_eq!(found, ["ST1322", "ST1331", "ST1332"]);
}

/// The checks follow forms, patterns and shadings.
#[test]
fn follows_forms_patterns_and_shadings() {
    let mut pdf = clean_and("/Form Do /Pattern cs /Tiles scn 100 200 20 20 re f /Shade sh");
    let stream = |content: &str, kind: lopdf::Dictionary| Stream::new(kind, content.into());
    let form = pdf.document.add_object(stream(
        "0 0 1 RG 1 w 10 10 m 50 10 l S",
        dictionary! {
            "Subtype" => "Form",
            "BBox" => vec![0.into(), 0.into(), 100.into(), 100.into()],
            "Matrix" => vec![0.1.into(), 0.into(), 0.into(), 0.1.into(), 100.into(), 100.into()],
        },
    ));
    pdf.set_resource("XObject", "Form", form);
    let inner = dictionary! { "ColorSpace" => dictionary! { "L" => vec![
        Object::from("Lab"), dictionary! { "WhitePoint" => vec![1.into(), 1.into(), 1.into()] }.into(),
    ] } };
    let tiles = pdf.document.add_object(stream(
        "/L cs 50 0 0 scn 0 0 5 5 re f",
        dictionary! {
            "PatternType" => 1,
            "PaintType" => 1,
            "BBox" => vec![0.into(), 0.into(), 5.into(), 5.into()],
            "XStep" => 5,
            "YStep" => 5,
            "Resources" => inner,
        },
    ));
    pdf.set_resource("Pattern", "Tiles", tiles);
    pdf.set_resource(
        "Shading",
        "Shade",
        dictionary! { "ShadingType" => 2, "ColorSpace" => "DeviceGray" },
    );
    let found = read(pdf);
    let page = &found.facts.pages[0];
    assert_eq!(
        page.colours,
        ["DeviceCMYK", "DeviceGray", "DeviceRGB", "Lab", "Pattern", "Separation CutContour"]
    );
    // The matrix of the form reduces the line width to a tenth.
    assert!((page.finest_line_pt.expect("measured line").value - 0.1).abs() < 1e-3);
}

#[test]
fn diagnostics_point_to_page_line() {
    let mut pdf = clean_and("1 0 0 rg 20 20 50 50 re f");
    let first = pdf.page;
    let pages =
        pdf.page().get(b"Parent").and_then(Object::as_reference).expect("the object exists");
    let blank = dictionary! { "Type" => "Page", "Parent" => pages, "MediaBox" => inset(0.0) };
    let blank = pdf.document.add_object(Object::from(blank));
    let pages = pdf.document.get_dictionary_mut(pages).expect("the object exists");
    pages.set("Kids", vec![Object::from(blank), first.into()]);
    pages.set("Count", 2);
    let found = read(pdf);
    let line_and_message = |code: &str| {
        let findings = found.diagnostics.sorted();
        let finding =
            findings.iter().find(|it| it.code.to_string() == code).expect("reported code");
        let (start, _) = finding.labels[0].place.positions(&found.sources);
        (start.line, finding.message.to_string())
    };
    assert_eq!(line_and_message("ST1320"), (1, "page 1: the page has no trim box".to_owned()));
    assert_eq!(
        line_and_message("ST1340"),
        (2, "page 2: colours must be CMYK, found screen colours (DeviceRGB)".to_owned())
    );
    assert_eq!(line_and_message("ST1361").0, 3);
}

#[test]
fn profile_sets_limits() {
    let made =
        || clean_and("0.1 w 0 0 0 1 K 20 20 m 90 20 l S 1 0 0 rg 20 30 50 50 re f").into_bytes();
    let mut terms = default_profile().into_terms();
    terms.lines.positive = PaperLength::from_points(0.1);
    terms.colours = sandtable_shop::Colours::Any;
    terms.cut.through = "Dieline".to_owned();
    let profile = ShopProfile::new(terms).expect("a valid profile");
    assert_eq!(codes(&preflight("made.pdf", &made(), &default_profile())), ["ST1332", "ST1340"]);
    // The clean page's cut line now has the wrong name.
    assert_eq!(codes(&preflight("made.pdf", &made(), &profile)), ["ST1352"]);
    let home = built_in("home").expect("built-in profile");
    let mut page = page("1 0 0 rg 0 0 301 301 re f");
    page.catalog().set("ViewerPreferences", dictionary! { "PrintScaling" => "None" });
    assert_eq!(codes(&preflight("made.pdf", &page.into_bytes(), &home)), [""; 0]);
    assert_eq!(codes(&preflight("made.pdf", &clean_and("").into_bytes(), &home)), ["ST1371"]);
}

#[test]
fn applies_user_unit() {
    let mut pdf = clean_and("");
    pdf.page().set("UserUnit", 10);
    let found = read(pdf);
    let page = &found.facts.pages[0];
    let expected = f64::from(SIDE) * 10.0 * 25.4 / 72.0;
    assert!((page.media_mm.expect("MediaBox").width - expected).abs() < 0.1);
    assert!((page.smallest_type_pt.expect("measured text").value - 80.0).abs() < 1e-2);
}

#[test]
fn hidden_layers_are_named() {
    let found = read(clean_and(""));
    assert_eq!(found.facts.layers, ["Shown", "Hidden", "Not printed"]);
    assert_eq!(found.facts.hidden_layers, ["Hidden", "Not printed"]);
    assert!(found.diagnostics.iter().any(|one| one.code == code::LAYER_HIDDEN));
}

/// Files of `../shared/cases`, with the code that a user expects.
#[test]
fn reports_cases_of_other_programs() {
    for (name, expected) in [
        ("CutContour", None),
        ("STANZKONTUR", Some("ST1352")),
        ("Stanze", Some("ST1352")),
        ("cut-line-hidden", Some("ST1355")),
        ("white-overprint", Some("ST1354")),
    ] {
        let path = format!("{}/tests/data/{name}.pdf", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).expect("readable file");
        let found = codes(&preflight(name, &bytes, &default_profile()));
        let cuts = ["ST1352", "ST1354", "ST1355"];
        let found: Vec<&str> =
            found.iter().map(String::as_str).filter(|one| cuts.contains(one)).collect();
        assert_eq!(found.first().copied(), expected, "{name}");
    }
}

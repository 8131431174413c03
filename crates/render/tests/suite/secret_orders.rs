//! The printed pages for secret orders of battle, read back as a player would: QR codes with a code
//! reader, and folds from the finished file.

use lopdf::Document;
use sandtable_components::{
    Certificate, CommitmentFault, Commitments, EnvelopeCover, MatchDetails, MatchSide,
    NightNoteCard, SecretPage, SecretPageError, SideDetails, Verdict, certificate, envelope_cover,
    night_note_card, plain_envelope,
};
use sandtable_pack::{Choice as _, Digest, Language, Rgb};
use sandtable_render::{Paper, Rect, Sheet};
use sandtable_sheet::{Ink, Item, TextRun, png};

use crate::reader;

const ORDERS: &str =
    "oob1 anvy 6zcv qfrm l0uu 8x29 dsvt ff7e ylkh w3jq tt5p 9nc4 wfl6 ffll 2mp0 ag";
const OTHER: &str = "oob1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqgz4w2";
const NOTE: &str = "night1-anvy6zcvqfrml0uu8x29dsvtff7eylkhw3jqtt5p9nc4wfl6ffll2mp0sk";

fn match_for(side: MatchSide) -> MatchDetails {
    let side_of = |id: &str, title: &str, red: u8, green: u8, blue: u8| SideDetails {
        id: id.to_owned(),
        title: title.to_owned(),
        colour: Rgb { red, green, blue },
    };
    MatchDetails {
        battle: "Salamanca".to_owned(),
        date: "1812-07-22".to_owned(),
        sides: [
            side_of("portugal", "Army of Portugal", 0x1f, 0x3a, 0x6e),
            side_of("allies", "Allied Army", 0x9c, 0x2a, 0x2a),
        ],
        side,
        base: Digest::compute(b"salamanca"),
    }
}

/// Returns commitments with an unknown commitment for the other side.
fn only(own: &str) -> Commitments {
    Commitments { own: own.to_owned(), other: None }
}

fn cover() -> EnvelopeCover {
    let of = match_for(MatchSide::Second);
    EnvelopeCover { secret_match: of, commitments: only(ORDERS) }
}

fn note() -> NightNoteCard {
    let of = match_for(MatchSide::First);
    NightNoteCard { secret_match: of, night: 2, commitments: only(NOTE) }
}

fn findings() -> Certificate {
    Certificate {
        secret_match: match_for(MatchSide::First),
        commitment: ORDERS.to_owned(),
        content: Verdict::Proved,
        base_pack: Verdict::Proved,
        limits: Verdict::NotChecked,
        statements: vec!["12 commands with 64 pieces, 9 of them reinforcements.".to_owned()],
        checked: Some((2026, 11, 25)),
    }
}

fn paper(name: &str) -> Paper {
    name.parse().expect("a paper")
}

/// Returns every kind of page in a language.
pub(crate) fn all_pages(language: Language, name: &str) -> [(&'static str, SecretPage); 3] {
    let paper = paper(name);
    let page = |result: Result<SecretPage, SecretPageError>| result.expect("printable page");
    [
        ("envelope", page(envelope_cover(&cover(), language, &paper))),
        ("night note", page(night_note_card(&note(), language, &paper))),
        ("certificate", page(certificate(&findings(), language, &paper))),
    ]
}

/// Draws a page at `dpi` dots per inch in grey levels.
fn draw_grey(sheet: &Sheet, dpi: f64) -> (usize, Vec<u8>) {
    let mut bytes = Vec::new();
    png(sheet, dpi, &mut bytes).expect("drawable picture");
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("valid picture size")];
    let info = reader.next_frame(&mut pixels).expect("all rows are present");
    let level = |rgb: &[u8]| {
        let [red, green, blue] = [0, 1, 2].map(|at| u32::from(rgb[at]));
        ((red * 3 + green * 6 + blue) / 10) as u8
    };
    (info.width as usize, pixels.chunks(3).map(level).collect())
}

/// Returns the codes on a page, with their error correction level.
fn codes(sheet: &Sheet, dpi: f64) -> Vec<(String, u16)> {
    let (width, pixels) = draw_grey(sheet, dpi);
    let height = pixels.len() / width;
    let mut image =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| pixels[y * width + x]);
    let read = |grid: &rqrr::Grid<_>| {
        let (about, text) = grid.decode().expect("readable code");
        (text, about.ecc_level)
    };
    image.detect_grids().iter().map(read).collect()
}

/// Returns a commitment as encoded in a QR code.
fn in_code(commitment: &str) -> String {
    let letters = commitment.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

#[test]
fn every_page_has_readable_commitment_code() {
    /// Error correction level Q, as encoded in the format information of a code.
    const QUARTER: u16 = 3;
    for name in ["a4", "letter"] {
        for (what, page) in all_pages(Language::En, name) {
            let commitment = if what == "night note" { NOTE } else { ORDERS };
            assert_eq!(
                codes(&page.sheet, 150.0),
                [(in_code(commitment), QUARTER)],
                "{what} {name}"
            );
        }
    }
}

/// A code with an eighth of its area blotted is still readable.
#[test]
fn code_with_blot_is_readable() {
    let page = envelope_cover(&cover(), Language::En, &paper("a4")).expect("printable page");
    let code = light_square(&page.sheet);
    let (width, mut pixels) = draw_grey(&page.sheet, 200.0);
    let dots = |millimetres: f64| (millimetres * 200.0 / 25.4) as usize;
    let blot = Rect::from_size(code.centre().x - 4.0, code.centre().y - 2.0, 7.0, 6.0);
    for y in dots(blot.top)..dots(blot.bottom) {
        pixels[y * width + dots(blot.left)..y * width + dots(blot.right)].fill(0);
    }
    let height = pixels.len() / width;
    let mut image =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| pixels[y * width + x]);
    let read: Vec<String> = image
        .detect_grids()
        .iter()
        .filter_map(|grid| grid.decode().ok())
        .map(|(_, text)| text)
        .collect();
    assert_eq!(read, [in_code(ORDERS)]);
}

fn items(sheet: &Sheet) -> impl Iterator<Item = &Item> {
    sheet.layers.iter().flat_map(|layer| &layer.items)
}

/// Returns the white square around a code.
fn light_square(sheet: &Sheet) -> Rect {
    let white = Ink::new("paper", 0xff_ff_ff);
    let squares: Vec<Rect> = items(sheet)
        .filter_map(|item| match item {
            Item::Fill { path, ink, .. } if *ink == white => path.bounds(),
            _ => None,
        })
        .collect();
    let [square] = squares[..] else { panic!("one code: {squares:?}") };
    square
}

/// ISO/IEC 18004: a code has a white margin of four modules on all sides. Old phones can read
/// modules of half a millimetre.
#[test]
fn code_has_large_modules_and_margin() {
    for (what, page) in all_pages(Language::En, "a4") {
        let square = light_square(&page.sheet);
        // Version 4, which this number of characters needs, has 33 modules.
        let module = square.width() / 41.0;
        assert!(module >= 0.5, "{what}: {module}");
        let dark = items(&page.sheet).find_map(|item| match item {
            Item::Fill { path, ink, .. } if *ink == Ink::new("black", 0) => path.bounds(),
            _ => None,
        });
        let dark = dark.expect("a code has dark modules");
        let expected = square.expand(-4.0 * module);
        for (found, expected) in [
            (dark.left, expected.left),
            (dark.top, expected.top),
            (dark.right, expected.right),
            (dark.bottom, expected.bottom),
        ] {
            assert!((found - expected).abs() < 1e-9, "{what}: {dark:?} {square:?}");
        }
    }
}

/// Converts PDF points, `y` up, to millimetres from the upper left corner.
fn millimetres(path: &[[f64; 2]], height: f64) -> Vec<[f64; 2]> {
    let tenths = |points: f64| (points * 254.0 / 72.0 * 10.0).round() / 100.0;
    path.iter().map(|[x, y]| [tenths(*x), tenths(height * 72.0 / 25.4 - y)]).collect()
}

#[test]
fn envelope_folds_are_exact() {
    for (name, width, height) in [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)] {
        let page = envelope_cover(&cover(), Language::En, &paper(name)).expect("printable page");
        let document = Document::load_mem(&page.pdf).expect("valid PDF");
        let pages = document.get_pages();
        assert_eq!(pages.len(), 1);
        let media = document.get_dictionary(pages[&1]).expect("a page");
        let media = media.get(b"MediaBox").and_then(|object| object.as_array()).expect("page box");
        let sides: Vec<f64> =
            media.iter().filter_map(|side| side.as_float().ok().map(f64::from)).collect();
        for (found, expected) in sides[2..].iter().zip([width, height]) {
            assert!((found * 25.4 / 72.0 - expected).abs() < 0.001, "{name}: {sides:?}");
        }
        let paths: Vec<Vec<[f64; 2]>> = reader::read_page(&document, 1)
            .paths
            .iter()
            .map(|path| millimetres(path, height))
            .collect();
        let near = |(a, b): (&[f64; 2], &[f64; 2])| {
            (a[0] - b[0]).abs() < 0.021 && (a[1] - b[1]).abs() < 0.021
        };
        let has = |path: &[[f64; 2]]| {
            paths.iter().any(|found| found.len() == path.len() && found.iter().zip(path).all(near))
        };
        // The front is a 162 × 114 mm C6 in the middle; the flap above is 38 mm high, the back
        // below 108 mm.
        let (left, right) = ((width - 162.0) / 2.0, (width + 162.0) / 2.0);
        let top = (height - 260.0) / 2.0;
        let (upper, lower, end) = (top + 38.0, top + 152.0, top + 260.0);
        for fold in [
            [[left, upper], [right, upper]],
            [[left, lower], [right, lower]],
            [[left, upper], [left, lower]],
            [[right, upper], [right, lower]],
        ] {
            assert!(has(&fold), "{name}: no fold from {fold:?}");
        }
        let tip = [left + 20.0, top];
        let outline = paths.iter().find(|path| path.len() >= 14 && near((&path[0], &tip)));
        let outline = outline.expect("the outline begins at the tip of the flap");
        let reach = |axis: usize| {
            let along = outline.iter().map(|point| point[axis]);
            (along.clone().fold(f64::MAX, f64::min), along.fold(f64::MIN, f64::max))
        };
        let ((from, to), (first, last)) = (reach(0), reach(1));
        for (found, expected) in
            [(from, left - 16.0), (to, right + 16.0), (first, top), (last, end)]
        {
            assert!((found - expected).abs() < 0.021, "{name}: {found} for {expected}");
        }
        // The margins that home printers cannot print stay empty.
        assert!(from > 5.0 && to < width - 5.0 && first > 5.0 && last < height - 5.0);
    }
}

/// On a closed envelope, the tip of the flap is on the back, so the two halves of the seal align.
#[test]
fn seal_halves_meet() {
    let page = envelope_cover(&cover(), Language::En, &paper("a4")).expect("printable page");
    let halves: Vec<Rect> = items(&page.sheet)
        .filter_map(|item| match item {
            Item::Line { path, stroke } if stroke.dashes == [1.2, 0.8] => path.bounds(),
            _ => None,
        })
        .collect();
    let [flap, back] = halves[..] else { panic!("two halves: {halves:?}") };
    let (upper, lower) = (18.5 + 38.0, 18.5 + 152.0);
    // Folded at the upper fold, the tip is 38 mm below that fold. The back, folded at the lower
    // fold, extends up from it.
    let tip = upper - flap.top;
    let on_back = 114.0 - (back.bottom - lower);
    assert!((tip - on_back).abs() < 1e-9, "{tip} {on_back}");
    assert!((flap.left - back.left).abs() < 1e-9 && (flap.right - back.right).abs() < 1e-9);
    assert!((flap.height() - 11.0).abs() < 1e-6 && (back.height() - 11.0).abs() < 1e-6);
}

fn texts(sheet: &Sheet) -> Vec<&TextRun> {
    let run = |item: &'_ Item| matches!(item, Item::Text(run) if !run.glyphs.is_empty());
    let texts = items(sheet).filter(|item| run(item));
    texts
        .filter_map(|item| match item {
            Item::Text(run) => Some(run),
            _ => None,
        })
        .collect()
}

/// Returns the bounding box of a text run, with descenders.
fn text_bounds(run: &TextRun) -> Rect {
    let points = run.glyphs.iter().flat_map(|glyph| {
        let up = |share: f64| {
            let way = run.size * share;
            glyph.at.translate(glyph.slant.sine * way, -glyph.slant.cosine * way)
        };
        [up(0.65), up(-0.22)]
    });
    Rect::bounding(points).expect("text with glyphs")
}

/// Asserts that every text is large enough, is on the page, and does not touch other text or the
/// code.
fn assert_no_overlap(what: &str, page: &SecretPage) {
    assert_no_text_overlap(what, page);
    let code = light_square(&page.sheet);
    for run in texts(&page.sheet) {
        assert!(!code.intersects(&text_bounds(run)), "{what}: {} lies upon the code", run.text);
    }
}

/// Asserts that every text is large enough, is on the page, and does not touch other text.
fn assert_no_text_overlap(what: &str, page: &SecretPage) {
    let sheet = &page.sheet;
    let texts = texts(sheet);
    assert!(texts.len() > 20, "{what}");
    let safe = sheet.trim.expand(-5.0);
    let rects: Vec<Rect> = texts.iter().map(|run| text_bounds(run)).collect();
    for (index, (run, rect)) in texts.iter().zip(&rects).enumerate() {
        assert!(run.size > 6.0 * 25.4 / 72.0 - 1e-9, "{what}: {} is small", run.text);
        let shared = safe.intersection(rect);
        assert!(
            shared.is_some_and(|s| (s.width() - rect.width()).abs() < 1e-9),
            "{what}: {} is off the page",
            run.text
        );
        let other = rects[..index].iter().position(|other| other.intersects(rect));
        let other = other.map(|at| &texts[at].text);
        assert_eq!(other, None, "{what}: {} lies upon it", run.text);
    }
}

#[test]
fn all_languages_fit() {
    for name in ["a4", "letter"] {
        for language in Language::ALL {
            for (what, page) in all_pages(language, name) {
                let what = format!("{what} {name} {}", language.word());
                assert_eq!(page.truncated_text, [""; 0], "{what}");
                assert_eq!(page.missing_characters, [], "{what}");
                assert_no_overlap(&what, &page);
            }
        }
    }
}

/// No line appears on a page twice, and every fixed text differs between languages.
#[test]
fn fixed_text_differs_by_language() {
    let text = |language: Language| -> String {
        let pages = all_pages(language, "a4");
        let texts = pages.iter().flat_map(|(_, page)| texts(&page.sheet));
        texts.map(|run| run.text.as_str()).collect::<Vec<_>>().join("\n")
    };
    let [english, spanish, french] = Language::ALL.map(text);
    for (told, words) in [
        (&english, ["22 July 1812", "Open after the battle", "25 November 2026"]),
        (
            &spanish,
            ["22 de julio de 1812", "Ábrase después de la batalla", "25 de noviembre de 2026"],
        ),
        (&french, ["22 juillet 1812", "À ouvrir après la bataille", "25 novembre 2026"]),
    ] {
        for word in words {
            assert!(told.contains(word), "{word} in {told}");
        }
    }
    for word in ["Open after", "Commitment", "Base pack", "Signature", "Checked", "glue"] {
        assert!(english.contains(word) && !spanish.contains(word), "{word}");
    }
}

#[test]
fn commitment_is_in_groups_of_four() {
    let page = envelope_cover(&cover(), Language::En, &paper("a4")).expect("printable page");
    let document = Document::load_mem(&page.pdf).expect("valid PDF");
    let text = document.extract_text(&[1]).expect("text can be read");
    let words: Vec<&str> = text.split_whitespace().collect();
    let groups: Vec<&str> = ORDERS.split(' ').collect();
    let start = words.iter().position(|word| *word == "oob1").expect("commitment");
    assert_eq!(&words[start..start + groups.len()], groups);
    // Characters that a font would join as ligatures stay separate.
    let joined = texts(&page.sheet).into_iter().find(|run| run.text == "ffll").expect("a group");
    let steps: Vec<f64> =
        joined.glyphs.windows(2).map(|pair| pair[1].at.x - pair[0].at.x).collect();
    assert_eq!(joined.glyphs.len(), 4);
    assert!(steps.iter().all(|step| (step - 4.5).abs() < 1.0), "{steps:?}");
}

/// For a battle only on paper, players sign when the envelope is sealed and opened; there are no
/// commitments to compare.
#[test]
fn envelope_without_commitment_has_signature_lines() {
    for language in Language::ALL {
        let of = match_for(MatchSide::Second);
        let page = plain_envelope(&of, language, &paper("letter")).expect("printable page");
        assert_eq!((page.truncated_text.len(), page.missing_characters.len()), (0, 0));
        assert_no_text_overlap(language.word(), &page);
        let told: Vec<&str> = texts(&page.sheet).iter().map(|run| run.text.as_str()).collect();
        for side in &of.sides {
            let signed = told.iter().filter(|text| text.ends_with(&format!(", {}", side.title)));
            assert_eq!(signed.count(), 2, "{}: {told:?}", language.word());
        }
        assert_eq!(codes(&page.sheet, 100.0), []);
        let with_commitment = envelope_cover(&cover(), language, &paper("letter"));
        let folds = |page: &SecretPage| {
            let layers = page.sheet.layers.iter();
            let form = layers.filter(|layer| ["folds", "cut lines"].contains(&layer.name));
            form.cloned().collect::<Vec<_>>()
        };
        assert_eq!(folds(&page), folds(&with_commitment.expect("printable page")));
    }
}

/// There are as many boxes as characters in the commitment. The other side's commitment fills them
/// if it is known.
#[test]
fn other_commitment_has_letter_boxes() {
    let boxes = |page: &SecretPage| -> usize {
        let squares = items(&page.sheet).filter_map(|item| match item {
            Item::Line { path, .. } => path.bounds().map(|bounds| (path.vertex_count(), bounds)),
            _ => None,
        });
        // Boxes have four corners.
        let of_boxes = squares.filter(|(vertices, _)| *vertices > 200);
        of_boxes.map(|(vertices, _)| vertices / 4).max().unwrap_or(0)
    };
    let empty = envelope_cover(&cover(), Language::En, &paper("a4")).expect("printable page");
    assert_eq!(boxes(&empty), 62);
    let card = night_note_card(&note(), Language::En, &paper("a4")).expect("printable page");
    assert_eq!(boxes(&card), 64);
    let commitments = Commitments { other: Some(OTHER.to_owned()), ..cover().commitments };
    let known = EnvelopeCover { commitments, ..cover() };
    let known = envelope_cover(&known, Language::En, &paper("a4")).expect("printable page");
    assert_eq!(boxes(&known), 62);
    let written: String = texts(&known.sheet)
        .into_iter()
        .filter(|run| (run.size - 12.0 * 25.4 / 72.0).abs() < 1e-9)
        .map(|run| run.text.as_str())
        .collect();
    assert_eq!(written, OTHER);
    assert_no_overlap("known", &known);
}

#[test]
fn same_pages_same_bytes() {
    for language in Language::ALL {
        let [one, other] = [all_pages(language, "a4"), all_pages(language, "a4")];
        assert!(one == other, "{language:?}");
    }
}

#[test]
fn certificate_states_verdicts() {
    use Verdict::{NotChecked, Proved, Refuted};
    let certify = |content, base_pack, limits| {
        let found = Certificate { content, base_pack, limits, ..findings() };
        let page = certificate(&found, Language::En, &paper("a4")).expect("printable page");
        assert_no_overlap("certificate", &page);
        let texts: Vec<String> = texts(&page.sheet).iter().map(|run| run.text.clone()).collect();
        texts.join("\n")
    };
    for (verdicts, result, finding) in [
        ((Proved, Proved, Proved), "Verified: ", "The limits of the base pack were kept."),
        ((Proved, Proved, NotChecked), "Verified: ", "sets no limits"),
        ((Refuted, Proved, Proved), "Refuted: ", "does not match the commitment"),
        ((Proved, Refuted, NotChecked), "Refuted: ", "It does not fit the base pack."),
        ((Proved, Proved, Refuted), "Refuted: ", "were not kept"),
        ((NotChecked, Proved, Proved), "Not verified: ", "was not checked"),
        ((Proved, NotChecked, Proved), "Not verified: ", "fits the base pack was not checked"),
        ((NotChecked, Refuted, NotChecked), "Refuted: ", "It does not fit the base pack."),
    ] {
        let told = certify(verdicts.0, verdicts.1, verdicts.2);
        assert!(told.contains(result) && told.contains(finding), "{verdicts:?}: {told}");
        let results = ["\nVerified: ", "\nRefuted: ", "\nNot verified: "];
        assert_eq!(results.iter().filter(|result| told.contains(**result)).count(), 1);
        // The page states its own limitations.
        assert!(told.contains("anyone can print one"), "{told}");
        assert!(told.contains(&Digest::compute(b"salamanca").to_string()), "{told}");
        assert!(told.contains("Army of Portugal (portugal) – Allied Army (allies)"), "{told}");
    }
    let unknown = Certificate { checked: Some((2026, 13, 1)), ..findings() };
    let page = certificate(&unknown, Language::En, &paper("a4")).expect("printable page");
    assert!(texts(&page.sheet).iter().all(|run| !run.text.contains("2026")));
}

#[test]
fn reports_long_and_unusual_titles() {
    let long = "The Third Battle of the Upper Danube and of All Its Tributaries from Ulm to Passau";
    let endless = "Donaudampfschifffahrt".repeat(2_000);
    for (title, is_shortened, letters) in [
        (long, false, ""),
        ("Βιτόρια · Бородино", false, ""),
        ("A\u{0}\nB\t\u{7f}", false, ""),
        ("", false, ""),
        ("赤壁之戦", false, "壁戦赤之"),
        (endless.as_str(), true, ""),
    ] {
        let mut of = match_for(MatchSide::First);
        of.battle = title.to_owned();
        of.date = title.to_owned();
        of.sides.iter_mut().for_each(|side| side.title = title.to_owned());
        let cover = EnvelopeCover { secret_match: of.clone(), ..cover() };
        let card = NightNoteCard { secret_match: of.clone(), ..note() };
        let statements = vec![title.to_owned(); 200];
        let found = Certificate { secret_match: of, statements, ..findings() };
        let paper = paper("letter");
        let pages = [
            envelope_cover(&cover, Language::Fr, &paper).expect("printable page"),
            night_note_card(&card, Language::Fr, &paper).expect("printable page"),
            certificate(&found, Language::Fr, &paper).expect("printable page"),
        ];
        let start: String = title.chars().take(12).collect();
        for page in &pages {
            assert_no_overlap(&start, page);
            let mut found: Vec<char> = letters.chars().collect();
            found.sort_unstable();
            assert_eq!(page.missing_characters, found, "{start}");
            assert!(
                !is_shortened || page.truncated_text.iter().any(|text| text == title),
                "{start}"
            );
        }
        // 200 statements do not fit; those left over are reported. Empty statements print nothing.
        assert_eq!(pages[2].truncated_text.is_empty(), title.is_empty(), "{start}");
    }
}

#[test]
fn rejects_invalid_commitment() {
    use CommitmentFault::{Empty, Letter, Long, Other};
    let tried = |commitment: &str, other: Option<&str>| {
        let commitments =
            Commitments { own: commitment.to_owned(), other: other.map(str::to_owned) };
        let cover = EnvelopeCover { commitments, ..cover() };
        match envelope_cover(&cover, Language::En, &paper("a4")) {
            Err(SecretPageError::Commitment(fault)) => Some(fault),
            Err(error) => panic!("{error}"),
            Ok(_) => None,
        }
    };
    assert_eq!(tried(" - \n", None), Some(Empty));
    assert_eq!(tried("oob1 an\u{430}y", None), Some(Letter { letter: 'а', number: 7 }));
    assert_eq!(tried(&"q".repeat(91), None), Some(Long { letters: 91 }));
    assert_eq!(tried(ORDERS, Some("oob1 anvy")), Some(Other { letters: 8, required: 62 }));
    assert_eq!(tried(ORDERS, Some("oob1_")), Some(Letter { letter: '_', number: 5 }));
    for same in [ORDERS.to_ascii_uppercase(), ORDERS.replace(' ', "-"), ORDERS.replace(' ', "\n")] {
        assert_eq!(tried(&same, Some(OTHER)), None);
    }
    // The longest commitment fits too.
    assert_eq!(tried(&"w".repeat(90), None), None);
}

#[test]
fn rejects_small_paper_and_uses_large() {
    let tried = |name: &str| envelope_cover(&cover(), Language::En, &paper(name));
    for name in ["148x210mm", "200x297mm", "210x270mm"] {
        let error = tried(name).expect_err("it is too small");
        assert!(matches!(error, SecretPageError::Paper { .. }), "{name}: {error}");
        assert!(error.to_string().contains("205 × 274 mm"), "{error}");
    }
    for (name, width) in [("a3", 297.0), ("297x210mm", 210.0), ("1500x1500mm", 1_500.0)] {
        let page = tried(name).expect("paper that fits");
        assert!((page.sheet.width.millimetres() - width).abs() < 1e-9, "{name}");
        assert_no_overlap(name, &page);
    }
}

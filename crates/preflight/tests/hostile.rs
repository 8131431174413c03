//! Broken, locked or malicious files are reported without a panic, in limited time.

mod support;

use lopdf::{EncryptionState, EncryptionVersion, Object, Permissions, Stream, dictionary};
use proptest::prelude::*;
use sandtable_preflight::{Preflight, preflight};
use sandtable_shop::{DEFAULT, built_in};
use sandtable_source::code;
use support::{TestPdf, clean_and, page};

fn check(bytes: &[u8]) -> Preflight {
    preflight("hostile.pdf", bytes, &built_in(DEFAULT).expect("built-in profile"))
}

fn codes(bytes: &[u8]) -> Vec<String> {
    let found = check(bytes);
    let mut codes: Vec<String> =
        found.diagnostics.sorted().iter().map(|found| found.code.to_string()).collect();
    codes.dedup();
    codes
}

#[test]
fn rejects_files_other_than_pdf() {
    for bytes in [&b""[..], b"PK\x03\x04", b"%PDF-1.7", b"%PDF-1.7\nhello\n%%EOF"] {
        assert_eq!(codes(bytes), ["ST1310"], "{}", String::from_utf8_lossy(bytes));
    }
}

fn encrypted_pdf(password: &str) -> Vec<u8> {
    let mut pdf = clean_and("");
    let version = EncryptionVersion::V2 {
        document: &pdf.document,
        owner_password: "owner",
        user_password: password,
        key_length: 128,
        permissions: Permissions::empty(),
    };
    let state = EncryptionState::try_from(version).expect("valid key");
    pdf.document.encrypt(&state).expect("encryptable document");
    pdf.into_bytes()
}

#[test]
fn reports_encrypted_files() {
    assert_eq!(codes(&encrypted_pdf("secret")), ["ST1311"]);
    // An empty password makes the file readable, but encryption is still reported.
    let open = codes(&encrypted_pdf(""));
    assert!(open.contains(&"ST1311".to_owned()) && open.contains(&"ST1362".to_owned()), "{open:?}");
}

/// A page that draws a form.
fn pdf_with_form(content: &str, calls: &str) -> TestPdf {
    let mut pdf = page(calls);
    let form = pdf.document.new_object_id();
    let resources = pdf.resources;
    let stream =
        Stream::new(dictionary! { "Subtype" => "Form", "Resources" => resources }, content.into());
    pdf.document.objects.insert(form, stream.into());
    pdf.set_resource("XObject", "Self", form);
    pdf
}

#[test]
fn recursive_forms_terminate() {
    assert!(
        codes(&pdf_with_form("/Self Do", "/Self Do").into_bytes()).contains(&"ST1313".to_owned())
    );
}

#[test]
fn reports_exceeded_page_limit() {
    let mut pdf = clean_and("");
    let (kid, pages) = (pdf.page, pdf.page().get(b"Parent").and_then(Object::as_reference));
    let kids: Vec<Object> = (0..2_001)
        .map(|_| {
            let page = pdf.document.get_dictionary(kid).expect("the object exists").clone();
            let mut page = page;
            page.remove(b"Contents");
            pdf.document.add_object(Object::from(page)).into()
        })
        .collect();
    let pages = pdf
        .document
        .get_dictionary_mut(pages.expect("the object exists"))
        .expect("the object exists");
    pages.set("Kids", kids);
    pages.set("Count", 2_001);
    assert!(codes(&pdf.into_bytes()).contains(&"ST1312".to_owned()));
}

#[test]
fn reports_rebuilt_cross_references() {
    let mut bytes = clean_and("").into_bytes();
    let at =
        bytes.windows(9).rposition(|window| window == b"startxref").expect("startxref keyword");
    bytes.truncate(at);
    assert!(codes(&bytes).contains(&"ST1313".to_owned()));
}

/// Numbers, names and nesting that no real program writes.
#[test]
fn survives_odd_content() {
    for content in [
        "1e38 0 0 1e38 0 0 cm 1e38 1e38 1e38 1e38 re f 0 0 m 1e38 1e38 l S",
        "0 0 0 0 0 0 cm 0 0 10 10 re S /F1 0 Tf (x) Tj",
        "1 0 0 1 -99999999 99999999 cm 99999999 w 0 0 m 1 1 l S",
        "m l c v y h re W n f S B s b Do gs cs CS scn SCN k K Tf Tj TJ ' \" Td Tm sh BI ID EI",
        "[[[[[[[[[[[[[[[[[[[[[[[[ (x) ]]]]]]]]]]]]]]]]]]]]]]]] TJ",
        "/Cut cs /Cut scn /Nothing sh 0 0 1 1 re W* n /Picture Do BT /F2 1e9 Tf (\\377) Tj ET",
        "0 0 10 10 re W W* n h h h 5 5 l 6 6 l s",
        "BT /F1 8 Tf 1e30 Tz (abc) Tj 1e30 Tc (abc) Tj ET",
    ] {
        let found = check(&page(content).into_bytes());
        assert_eq!(found.facts.pages.len(), 1, "{content}");
    }
    let states = "q ".repeat(5_000) + "0 0 10 10 re f";
    assert!(codes(&page(&states).into_bytes()).contains(&"ST1313".to_owned()));
}

#[test]
fn object_loops_terminate() {
    let mut pdf = clean_and("/Loop cs 1 scn 10 10 20 20 re f");
    let space = pdf.document.new_object_id();
    let parts = vec!["Indexed".into(), space.into(), 1.into(), Object::string_literal("ab")];
    pdf.document.objects.insert(space, parts.into());
    pdf.set_resource("ColorSpace", "Loop", space);
    let parent = pdf.page;
    pdf.page().remove(b"MediaBox");
    pdf.page().set("Parent", parent);
    assert!(!codes(&pdf.into_bytes()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Changed or missing bytes never cause a panic, and unreadable files are reported.
    #[test]
    fn survives_corrupt_files(
        end in 0.0..1.0_f64,
        is_cut in any::<bool>(),
        flips in prop::collection::vec((0.0..1.0_f64, any::<u8>()), 0..12),
    ) {
        let mut bytes = clean_and("/Half gs q 50 0 0 50 120 200 cm /Picture Do Q").into_bytes();
        if is_cut {
            bytes.truncate((end * bytes.len() as f64) as usize);
        }
        for (place, byte) in flips {
            let place = (place * bytes.len() as f64) as usize;
            if let Some(target) = bytes.get_mut(place) {
                *target = byte;
            }
        }
        let found = check(&bytes);
        prop_assert!(found.facts.pdf_version.is_some() || found.diagnostics.has_errors());
    }
}

/// Operands that would fill the memory before their operator is read.
#[test]
fn bounds_endless_operands() {
    for part in ["0 ", "[]", "/A "] {
        let file = page(&format!("{} re f", part.repeat(200_000))).into_bytes();
        let found = check(&file);
        let damage = found.diagnostics.sorted().into_iter().find(|it| it.code == code::PDF_DAMAGED);
        let message = damage.unwrap_or_else(|| panic!("no limit: {part}")).message.to_string();
        assert!(message.contains("more than 100000 operands"), "{part}: {message}");
    }
}

/// Files of a few kilobytes that would take days to paint in full.
#[test]
fn bounds_endless_painting() {
    // Each of twelve forms draws the next one ten times.
    let mut pdf = page("/F0 Do");
    let resources = pdf.resources;
    for index in 0..12 {
        let content = match index {
            11 => "0.5 0.1 0.1 0 k 0 0 301 301 re f ".repeat(20),
            _ => format!("/F{} Do ", index + 1).repeat(10),
        };
        let kind = dictionary! { "Subtype" => "Form", "Resources" => resources };
        let form = pdf.document.add_object(Stream::new(kind, content.into()));
        pdf.set_resource("XObject", &format!("F{index}"), form);
    }
    let fan = pdf.into_bytes();
    let big = |content: String| {
        let mut pdf = page(&content);
        pdf.page().set("MediaBox", vec![0.into(), 0.into(), 14_400.into(), 14_400.into()]);
        pdf.into_bytes()
    };
    let clips = big("0 0 m 0 14400 l 14400 0 l 14400 14400 l 500 100 l W n ".repeat(20_000));
    let corners =
        (0..60_000_u64).map(|n| format!("{} {} l ", n * 7_919 % 14_400, n * 104_729 % 14_400));
    let tangle = corners.collect::<String>();
    let lines = big(format!("0 0 m {tangle} f 0 0 m {tangle} 40 w S"));
    let pictures = big("14400 0 0 14400 0 0 cm ".to_owned() + &"/Picture Do ".repeat(200));
    let letters = "a".repeat(100_000);
    let shown = format!("BT /F1 8 Tf ({letters}) Tj ET");
    let texts = pdf_with_form(&shown, &"/Self Do ".repeat(1_000)).into_bytes();
    let comments = pdf_with_form(&"% comment\n".repeat(100_000), &"/Self Do ".repeat(1_000));
    for (name, bytes) in [
        ("fan", fan),
        ("clips", clips),
        ("lines", lines),
        ("pictures", pictures),
        ("texts", texts),
        ("comments", comments.into_bytes()),
    ] {
        let found = check(&bytes);
        let limit = found.diagnostics.sorted().into_iter().find(|it| it.code == code::PDF_TOO_MUCH);
        let message = limit.unwrap_or_else(|| panic!("no limit: {name}")).message.to_string();
        assert!(message.contains("million steps of painting"), "{name}: {message}");
    }
}

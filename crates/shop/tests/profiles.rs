//! Shop profiles: the built-in ones, a custom one, and files with marked mistakes (`~ ST1301`).

mod support;

use std::collections::BTreeSet;

use sandtable_pack::PaperLength;
use sandtable_shop::{
    DEFAULT, Layout, LoadedProfile, Registration, ShopProfile, TermsFault, TextMode, Tool,
    built_in, built_in_names, read_profile,
};

#[test]
fn reports_mistakes_on_marked_lines() {
    support::assert_marked_codes("bad", |shown, bytes| {
        let read = read_profile(shown, bytes);
        (located_codes(&read), read.profile.is_some())
    });
}

fn located_codes(read: &LoadedProfile) -> BTreeSet<(u32, String)> {
    support::located_codes(&read.diagnostics, &read.sources)
}

#[test]
fn reports_first_invalid_utf8_byte() {
    let read = read_profile("shop.yaml", b"format: 1\nid: caf\xe9\n");
    assert_eq!(located_codes(&read), BTreeSet::from([(2, "ST0004".to_owned())]));
}

#[test]
fn built_in_profiles_are_valid() {
    for name in built_in_names() {
        assert_eq!(built_in(name).expect("built-in profile").id, name);
    }
    assert_eq!(built_in("no-such-shop"), None);
    let default = built_in(DEFAULT).expect("built-in profile");
    assert_eq!((&*default.cut.kiss, &*default.cut.through), ("KissCut", "CutContour"));
    assert_eq!(default.cut.width, PaperLength::from_points(0.25));
    assert_eq!(default.bleed, PaperLength::from_millimetres(3.0));
    assert_eq!(default.output_intent.as_ref().map(|i| i.identifier.as_str()), Some("FOGRA39"));
    assert_eq!(built_in("home").expect("built-in profile").output_intent, None);
    assert_eq!(built_in("thru-cut").expect("built-in profile").cut.through, "Thru-cut");
}

/// The default profile sets every key that has a default.
#[test]
fn default_profile_sets_every_key() {
    let text = include_str!("../profiles/default.yaml");
    let schema = include_str!("../../../schema/shop.schema.json");
    let mut keys = BTreeSet::new();
    for line in schema.lines() {
        let key = line.trim().strip_suffix(": {").and_then(|key| key.strip_prefix('"'));
        let is_plain = |key: &&str| key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        keys.extend(key.and_then(|key| key.strip_suffix('"')).filter(is_plain));
    }
    for shape in ["properties", "definitions", "items"] {
        keys.remove(shape);
    }
    assert!(keys.len() > 30, "{keys:?}");
    // Keys that come from the scenario or have no default.
    let optional = ["extends", "widest", "blocks", "length", "height", "thickness", "inset"];
    for key in keys.into_iter().filter(|key| !optional.contains(key)) {
        let is_set = |line: &str| line.trim_start().starts_with(&format!("{key}:"));
        assert!(text.lines().any(is_set), "the default profile does not set `{key}`");
    }
}

#[test]
fn custom_profile_overrides_its_base() {
    for file in support::files_in("good") {
        let bytes = std::fs::read(&file).expect("readable");
        let read = read_profile(&file.display().to_string(), &bytes);
        assert_eq!(located_codes(&read), BTreeSet::new(), "{}", file.display());
        let own = read.profile.expect("valid profile");
        assert_eq!((own.id.as_str(), own.cut.through.as_str()), ("corner-shop", "Thru-cut"));
        assert_eq!(own.layout, Layout::OneUp);
        assert_eq!(own.bleed, PaperLength::from_inches(0.125));
        assert_eq!(own.marks.registration, Registration::Dots);
        assert!((own.printer.x.fraction() - 0.996).abs() < 1e-12);
        assert!((own.printer.y.fraction() - 1.0).abs() < 1e-12);
        assert_eq!(own.output_intent, None);
        // Inherited from the base profile.
        assert_eq!(own.lettering.mode, TextMode::Fonts);
        assert_eq!(own.safe_zone, PaperLength::from_millimetres(2.0));
    }
}

/// A profile without `extends` is based on the built-in `default`, even if its own name is
/// `default`.
#[test]
fn profile_named_default_extends_built_in() {
    let read = read_profile("own.yaml", b"format: 1\nid: default\nbleed: 2 mm\n");
    let own = read.profile.expect("valid profile");
    let mut terms = built_in(DEFAULT).expect("built-in profile").into_terms();
    assert_eq!(own.ink_limit, terms.ink_limit);
    terms.bleed = own.bleed;
    assert_eq!(own.into_terms(), terms);
}

/// The example in the manual is a valid profile.
#[test]
fn manual_example_is_valid() {
    let manual = include_str!("../../../docs/PRINTING.md");
    let blocks = manual.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let profiles: Vec<&str> = blocks.filter(|block| block.contains("shop.schema.json")).collect();
    assert_eq!(profiles.len(), 1);
    let read = read_profile("corner-shop.yaml", profiles[0].as_bytes());
    assert_eq!(located_codes(&read), BTreeSet::new());
    assert_eq!(read.profile.expect("valid profile").id, "corner-shop");
}

/// Finished files can be checked against a condition without a built-in ICC profile.
#[test]
fn reports_condition_without_icc_profile() {
    let read = read_profile("shop.yaml", b"format: 1\nid: a\noutput_intent: SWOP\n");
    assert_eq!(located_codes(&read), BTreeSet::from([(3, "ST1360".to_owned())]));
    let help = format!("{:?}", read.diagnostics.sorted()[0].help);
    assert!(help.contains("FOGRA39"), "{help}");
    assert!(read.profile.is_some());
}

#[test]
fn rejects_contradictory_terms() {
    let mut terms = built_in(DEFAULT).expect("built-in profile").into_terms();
    terms.bleed = PaperLength::from_millimetres(4.0);
    let faults = ShopProfile::new(terms.clone()).expect_err("the gutter is too narrow");
    assert_eq!(faults, [TermsFault::BleedExceedsGutter, TermsFault::MarksInBleed]);
    terms.layout = Layout::OneUp;
    terms.marks.offset = terms.bleed;
    assert!(ShopProfile::new(terms).is_ok());
}

#[test]
fn normalises_names_of_cut_lines() {
    let mut terms = built_in("thru-cut").expect("built-in profile").into_terms();
    terms.cut.aliases = vec!["Die line".to_owned()];
    for (name, tool) in [
        ("CutContour", Some(Tool::KissCut)),
        ("Cut-Contour", Some(Tool::KissCut)),
        ("thru cut", Some(Tool::ThroughCut)),
        ("Dieline", Some(Tool::Cut)),
        ("CREASE", Some(Tool::Crease)),
        ("KissCut", None),
        ("PANTONE 469 C", None),
        ("", None),
    ] {
        assert_eq!(terms.cut.tool(name), tool, "{name}");
    }
}

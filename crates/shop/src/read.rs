//! Reads a profile from its text and reports every mistake.

use sandtable_pack::{PaperLength, Rgb};
use sandtable_source::{
    Diagnostic, Diagnostics, FileId, Node, Reader, Severity, SourceMap, Span, code, message, parse,
};

use crate::authored::Profile;
use crate::profile::{
    Colours, Cut, Duplex, Flip, Layout, Lettering, Lines, Marks, OutputIntent, Percent, PrintedBy,
    Printer, Registration, ShopProfile, Standard, Terms, TermsFault, TextMode,
};
use crate::value_places::Places;

/// The default profile, which other profiles extend.
pub const DEFAULT: &str = "default";
/// The profile of a home printer.
pub const HOME: &str = "home";
/// Maximum length of a profile, in bytes.
pub const MAX_BYTES: u64 = 1_000_000;

/// The built-in profiles.
const BUILT_IN: [(&str, &str); 5] = [
    (DEFAULT, include_str!("../profiles/default.yaml")),
    ("perf-cut", include_str!("../profiles/perf-cut.yaml")),
    ("thru-cut", include_str!("../profiles/thru-cut.yaml")),
    ("dieline", include_str!("../profiles/dieline.yaml")),
    (HOME, include_str!("../profiles/home.yaml")),
];

/// A profile, if it is valid, with the diagnostics of its file.
#[derive(Debug)]
pub struct LoadedProfile {
    /// The profile; `None` if it has errors.
    pub profile: Option<ShopProfile>,
    /// The locations of the profile's values; `None` without a profile.
    pub places: Option<Places>,
    /// The diagnostics of the file.
    pub diagnostics: Diagnostics,
    /// The sources that the diagnostics refer to.
    pub sources: SourceMap,
}

/// The names of the built-in profiles.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// A built-in profile.
pub fn built_in(name: &str) -> Option<ShopProfile> {
    Some(read_built_in(name)?.profile.expect("a test reads every built-in profile"))
}

/// Reads a built-in profile as if it were a file.
pub fn read_built_in(name: &str) -> Option<LoadedProfile> {
    let base = if name == DEFAULT { Base::Nothing } else { Base::Default };
    read_as_file(&BUILT_IN, name, |shown, bytes| read_with_base(base, shown, bytes))
}

/// The base of a profile that extends no other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// The built-in `default`.
    Default,
    /// No base: the profile is `default` itself.
    Nothing,
}

/// Reads the bytes of a profile file; `shown` is its name in messages.
pub fn read_profile(shown: &str, bytes: &[u8]) -> LoadedProfile {
    read_with_base(Base::Default, shown, bytes)
}

fn read_with_base(first: Base, shown: &str, bytes: &[u8]) -> LoadedProfile {
    let profile = |file, sources: &SourceMap, diagnostics: &mut Diagnostics| {
        parse_profile(first, file, sources, diagnostics)
    };
    let (read, diagnostics, sources) = read_file(shown, bytes, "a profile", profile);
    let (profile, places) = read.unzip();
    LoadedProfile { profile, places, diagnostics, sources }
}

/// Returns the value in a file, unless it has errors, with the diagnostics; `kind` is the expected
/// kind of file.
pub(crate) fn read_file<T>(
    shown: &str,
    bytes: &[u8],
    kind: &str,
    read: impl FnOnce(FileId, &SourceMap, &mut Diagnostics) -> Option<T>,
) -> (Option<T>, Diagnostics, SourceMap) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = add_text(shown, bytes, kind, &mut sources, &mut diagnostics);
    let read = file.and_then(|file| read(file, &sources, &mut diagnostics));
    (read.filter(|_| !diagnostics.has_errors()), diagnostics, sources)
}

/// Reads a built-in text as if it were a file of that name.
pub(crate) fn read_as_file<R>(
    known: &[(&str, &str)],
    name: &str,
    read: impl FnOnce(&str, &[u8]) -> R,
) -> Option<R> {
    let (_, text) = known.iter().find(|(known, _)| *known == name)?;
    Some(read(&format!("{name}.yaml (built in)"), text.as_bytes()))
}

/// Adds the locations of conflicting values to a diagnostic, the one to fix first. If there are
/// none, adds the start of the file.
pub(crate) fn label_places(
    mut finding: Diagnostic,
    places: &[(Span, &str)],
    start: Span,
    kind: &str,
) -> Diagnostic {
    for (index, (span, key)) in places.iter().enumerate() {
        finding = match index {
            0 => finding.at(*span, format!("the {key}")),
            _ => finding.also(*span, format!("the {key}")),
        };
    }
    match places.is_empty() {
        true => finding.at(start, format!("the {kind} starts here")),
        false => finding,
    }
}

/// The text of a file, if it is valid; `kind` is the expected kind of file.
fn add_text(
    shown: &str,
    bytes: &[u8],
    kind: &str,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<FileId> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(sources.add(shown, text)),
        Err(error) => {
            let valid_length = error.valid_up_to();
            let file = sources.add(shown, String::from_utf8_lossy(&bytes[..valid_length]));
            diagnostics.push(
                Diagnostic::new(code::NOT_UTF8, "this file is not saved as UTF-8")
                    .at(Span::new(file, valid_length..valid_length), "not UTF-8 from here")
                    .help(format!("save it again as UTF-8; {kind} is a short YAML file")),
            );
            None
        }
    }
}

fn parse_profile(
    first: Base,
    file: FileId,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<(ShopProfile, Places)> {
    let tree = parse(sources, file, diagnostics)?;
    let is_stock = ["sheet", "roll", "labels"].iter().any(|key| tree.entry(key).is_some());
    if let Some(kind) = is_stock.then_some("a stock").or_else(|| recognised_kind(&tree)) {
        diagnostics.push(
            Diagnostic::new(code::OTHER_FILE, message!("this file is {kind}, not a shop profile"))
                .at(tree.head(), "file starts here")
                .help(format!(
                    "use the file of a shop profile, or a built-in one: {}",
                    sandtable_source::list_of(built_in_names())
                )),
        );
        return None;
    }
    let authored: Profile = Reader::new(sources, diagnostics).read(&tree)?;
    let base = match &authored.extends {
        None if first == Base::Nothing => None,
        None => Some(read_built_in(DEFAULT)?),
        Some(name) => match read_built_in(name) {
            Some(base) => Some(base),
            None => {
                diagnostics.push(
                    Diagnostic::new(
                        code::UNKNOWN_PROFILE,
                        message::not_found("shop profile", &name.value),
                    )
                    .at(name.span, "unknown")
                    .did_you_mean(name, built_in_names())
                    .help(format!(
                        "extend a built-in profile: {}",
                        sandtable_source::list_of(built_in_names())
                    )),
                );
                return None;
            }
        },
    };
    let base = base.and_then(|base| base.profile.zip(base.places));
    let mut places =
        authored.value_places(authored.extends.as_ref().map_or(tree.head(), |name| name.span));
    if let Some((profile, base_places)) = &base {
        places = places.with_inherited(&profile.id, base_places);
    }
    let base = base.map_or_else(empty_terms, |(profile, _)| profile.into_terms());
    if let Some(finding) = check_condition(&authored) {
        diagnostics.push(finding);
    }
    match ShopProfile::new(authored.apply_to(base.clone())) {
        Ok(profile) => {
            if let Some(finding) = check_corner_radius(&authored, &profile) {
                diagnostics.push(finding);
            }
            Some((profile, places))
        }
        Err(faults) => {
            let terms = authored.apply_to(base);
            for fault in faults {
                diagnostics.push(diagnostic(fault, &terms, &authored));
            }
            None
        }
    }
}

/// Reports a condition without a built-in ICC profile. Existing files can be checked against the
/// condition, but no files can be made for it.
fn check_condition(authored: &Profile) -> Option<Diagnostic> {
    let written = authored.output_intent.as_ref()?;
    let intent = OutputIntent { identifier: written.value.0.clone()? };
    if intent.icc().is_some() {
        return None;
    }
    let name = &intent.identifier;
    let finding = Diagnostic::new(
            code::OUTPUT_INTENT,
            message!("no built-in ICC profile for `{name}`"),
        )
        .at(written.span, "files made with this profile name no printing condition")
        .did_you_mean(name, OutputIntent::built_in_names())
        .help(format!(
            "to make files for a shop, write one with a built-in profile: {}; or `output_intent: none` with `standard: none`",
            sandtable_source::list_of(OutputIntent::built_in_names())
        ))
        .help("to preflight finished files, keep it");
    Some(Diagnostic { severity: Severity::Warning, ..finding })
}

/// The smallest corner radius that shops can cut, in millimetres.
const MIN_CUT_RADIUS: f64 = 1.0;

/// Reports a corner radius that is too small for shops to cut. Scissors at home can cut any radius.
fn check_corner_radius(authored: &Profile, profile: &ShopProfile) -> Option<Diagnostic> {
    let radius = authored.cut.as_ref()?.corner_radius.as_ref()?;
    let length = radius.value.0.millimetres();
    if profile.target == PrintedBy::Home || length >= MIN_CUT_RADIUS {
        return None;
    }
    let finding = Diagnostic::new(
        code::OUT_OF_RANGE,
        message!(
            "a corner radius of {length:.2} mm is sharper than shops can cut ({MIN_CUT_RADIUS} mm)"
        ),
    )
    .at(radius.span, "the radius of all cut corners")
    .help(format!("write `corner_radius: {MIN_CUT_RADIUS} mm` or more, or omit it"))
    .help("if your shop confirmed that it cuts sharper corners, keep it");
    Some(Diagnostic { severity: Severity::Warning, ..finding })
}

/// The kind of a file that is neither a profile nor stock.
pub(crate) fn recognised_kind(tree: &Node) -> Option<&'static str> {
    let has_key = |key: &str| tree.entry(key).is_some();
    match () {
        () if has_key("sides") => Some("a scenario"),
        () if has_key("frame") || has_key("layers") => Some("a map"),
        () if has_key("distances") || has_key("rulings") => Some("a ruleset"),
        () => None,
    }
}

/// The diagnostic about contradictory terms, at their values.
fn diagnostic(fault: TermsFault, terms: &Terms, authored: &Profile) -> Diagnostic {
    let mm = |length: PaperLength| format!("{:.2} mm", length.millimetres());
    let pt = |length: PaperLength| format!("{:.2} pt", length.points());
    let (code, message, help) = match fault {
        TermsFault::BleedExceedsGutter => (
            code::GUTTER_TOO_NARROW,
            message!(
                "a gutter of {} is too narrow for the bleed of both neighbours, twice {}",
                mm(terms.gutter),
                mm(terms.bleed)
            ),
            format!(
                "write `gutter: {}` or more, a smaller `bleed`, or `layout: one-up`",
                mm(terms.bleed * 2.0)
            ),
        ),
        TermsFault::SpacingExceedsGutter => (
            code::GUTTER_TOO_NARROW,
            message!(
                "a gutter of {} is narrower than the spacing of kiss cuts, {}",
                mm(terms.gutter),
                mm(terms.cut.spacing)
            ),
            format!("write `gutter: {}` or more", mm(terms.cut.spacing)),
        ),
        TermsFault::FinePrintExceedsSmallest => (
            code::OUT_OF_RANGE,
            message!(
                "fine print of {} is larger than the smallest text, {}",
                pt(terms.lettering.fine_print),
                pt(terms.lettering.smallest)
            ),
            "make `fine_print` no larger than `smallest`".to_owned(),
        ),
        TermsFault::MarksInBleed => (
            code::OUT_OF_RANGE,
            message!(
                "marks {} from the trim are inside the bleed of {}",
                mm(terms.marks.offset),
                mm(terms.bleed)
            ),
            format!("write `offset: {}` or more", mm(terms.bleed)),
        ),
        TermsFault::SameCreaseInk => (
            code::SPOT_NAME,
            message!("a machine would cut along fold lines: both use the ink `{}`", terms.cut.crease),
            "use a separate ink for fold lines, such as `crease: Crease`".to_owned(),
        ),
        TermsFault::SameCutInk => (
            code::SPOT_NAME,
            message!(
                "a machine cannot distinguish kiss cuts from through cuts: both use the ink `{}`",
                terms.cut.through
            ),
            "write the shop's name for each, such as `kiss: KissCut` and `through: CutContour`"
                .to_owned(),
        ),
        TermsFault::StandardWithoutIntent => (
            code::OUTPUT_INTENT,
            "PDF/X-4 requires an output intent, and this profile has none".into(),
            format!(
                "write `standard: none` if the shop takes any PDF, or the printing condition, such as `output_intent: {}`",
                OutputIntent::built_in_names().next().unwrap_or_default()
            ),
        ),
        TermsFault::ImpossibleBlocks => (
            code::OUT_OF_RANGE,
            "blocks of this size cannot carry a sticker".into(),
            "measure your wooden blocks: each dimension must be 2 to 80 mm, and the inset at most a quarter of the smallest face"
                .to_owned(),
        ),
    };
    let finding = Diagnostic::new(code, message).help(help);
    label_places(finding, &authored.fault_places(fault), authored.span, "shop profile")
}

/// Placeholder terms for the default profile, which sets every value itself (a test checks this).
fn empty_terms() -> Terms {
    let nothing = PaperLength::ZERO;
    let whole = Percent::new(100.0);
    Terms {
        id: String::new(),
        target: PrintedBy::Shop,
        layout: Layout::OneUp,
        bleed: nothing,
        safe_zone: nothing,
        gutter: nothing,
        cut: Cut {
            kiss: String::new(),
            through: String::new(),
            aliases: Vec::new(),
            crease: String::new(),
            width: nothing,
            colour: Rgb { red: 0, green: 0, blue: 0 },
            corner_radius: nothing,
            spacing: nothing,
        },
        marks: Marks { crop: false, registration: Registration::None, offset: nothing },
        lines: Lines { positive: nothing, reversed: nothing },
        lettering: Lettering { smallest: nothing, fine_print: nothing, mode: TextMode::Fonts },
        colours: Colours::Any,
        ink_limit: whole,
        resolution: 0,
        standard: Standard::None,
        output_intent: None,
        duplex: Duplex { flip: Flip::None, right: nothing, down: nothing },
        printer: Printer { x: whole, y: whole, widest: None },
        blocks: None,
    }
}

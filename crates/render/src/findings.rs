//! Diagnostics about a print order, at the responsible lines of the shop profile and the stock.

use sandtable_cli::LoadedFile;
use sandtable_components::{Medium, Product, TooLarge, TooWide, Violation, ViolationKind};
use sandtable_pack::PaperLength;
use sandtable_sheet::{Face, missing_character, unprintable_character};
use sandtable_shop::{PrintedBy, ShopProfile, Stock, built_in_stock, built_in_stock_names};
use sandtable_source::{
    Diagnostic, Diagnostics, Severity, Span, all_of, code, first_few, message, one_line,
};

use crate::files::PrintOutput;
use crate::missing_letters::MissingLetter;

/// The maximum number of list items that a message names.
const MAX_SHOWN: usize = 4;

impl PrintOutput {
    /// Returns the diagnostics about all products, before their files are written, at the profile
    /// lines: characters that cannot be printed, and violations of the profile.
    pub fn findings(&self, profile: &LoadedFile<ShopProfile>, checked: TextCheck) -> Diagnostics {
        // Packs do not record source lines of text.
        let mut found = profile_faults(&self.faults, profile);
        if let Some(letters) = boxes(&self.boxes, self.is_for_shop, checked) {
            found.push(letters);
        }
        found
    }
}

/// Whether the compiler reported unprintable characters at their lines in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextCheck {
    /// The battle was compiled from its files.
    Compiled,
    /// The pack was read, and nothing was reported.
    None,
}

/// Formats a length to hundredths of a millimetre.
fn mm(length: PaperLength) -> String {
    format!("{} mm", (length.millimetres() * 100.0).round() / 100.0)
}

/// Reports a name on a job ticket with a character that its font lacks.
pub(crate) fn report_missing_letter(name: &str, at: Span) -> Diagnostics {
    let mut found = Diagnostics::new();
    if let Some(letter) = missing_character(Face::Regular, name) {
        found.push(
            Diagnostic::new(
                code::LETTER_MISSING,
                message!("`{letter}` cannot be printed, but this name is on the job ticket"),
            )
            .at(at, "prints as an empty box")
            .help("use Latin letters"),
        );
    }
    found
}

/// Reports characters of the battle's own text that cannot be printed, in one diagnostic: an error
/// if a shop would print them.
fn boxes(found: &[MissingLetter], is_for_shop: bool, checked: TextCheck) -> Option<Diagnostic> {
    // The job ticket is for reading only.
    let is_printed = |one: &&MissingLetter| one.products.iter().any(|it| *it != Product::Job);
    let is_error = is_for_shop && found.iter().any(|one| is_printed(&one));
    let is_new = |one: &&MissingLetter| {
        checked == TextCheck::None
            || unprintable_character(one.letter.encode_utf8(&mut [0; 4])).is_none()
    };
    let shown: Vec<&MissingLetter> = found.iter().filter(|one| is_error || is_new(one)).collect();
    if shown.is_empty() {
        return None;
    }
    let texts: Vec<String> = shown
        .chunk_by(|one, other| one.text == other.text)
        .map(|same| {
            let letters: Vec<String> = same.iter().map(|one| format!("`{}`", one.letter)).collect();
            let mut sheets: Vec<&str> = Vec::new();
            for product in same.iter().flat_map(|one| &one.products) {
                if !sheets.contains(&product.word()) {
                    sheets.push(product.word());
                }
            }
            let (letters, sheets) = (first_few(&letters, MAX_SHOWN), first_few(&sheets, MAX_SHOWN));
            format!("{letters} in `{}` ({sheets})", one_line(&same[0].text))
        })
        .collect();
    let message = match shown.len() {
        1 => message!("one character prints as an empty box: {}", texts[0]),
        many => {
            message!("{many} characters print as empty boxes: {}", first_few(&texts, MAX_SHOWN))
        }
    };
    Some(Diagnostic {
        severity: if is_error { Severity::Error } else { code::LETTER_MISSING.severity() },
        ..Diagnostic::new(code::LETTER_MISSING, message)
            .help("use Latin letters in the scenario or the map, then compile the pack again")
    })
}

/// Reports pages too wide for the printer, one diagnostic per medium.
pub(crate) fn report_too_wide(pages: &[TooWide], profile: &LoadedFile<ShopProfile>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let Some(widest) = profile.value.printer.widest else { return found };
    let mut media: Vec<&Medium> = pages.iter().map(|page| &page.medium).collect();
    media.sort();
    media.dedup();
    for medium in media {
        let of_medium = pages.iter().filter(|page| page.medium == *medium);
        let (mut words, mut width) = (Vec::new(), PaperLength::ZERO);
        for page in of_medium {
            words.push(page.product.word());
            width = if width < page.width { page.width } else { width };
        }
        let (on, help) = match medium {
            Medium::Stock(id) => (
                format!("the stock `{id}`"),
                "choose a narrower stock with `--stock`, or correct `widest`; at a shop, marks make the page wider",
            ),
            Medium::OtherStock(title) => (
                format!("{title}, used because the stock is too small,"),
                "choose a stock large enough for cards with `--stock`, exclude these products with `--only`, or correct `widest`",
            ),
            Medium::Paper(name) => (
                format!("the paper {name}"),
                "choose a narrower `--paper`, or correct `widest`; at a shop, marks make the page wider",
            ),
            Medium::OwnSize => (
                "a sheet of the map's own size".to_owned(),
                "print it in tiles with `--paper`, exclude it with `--only`, or correct `widest`",
            ),
        };
        found.push(
            Diagnostic::new(
                code::STOCK_TOO_WIDE,
                message!(
                    "a page on {on} is {} wide, but this printer takes at most {}: {}",
                    mm(width),
                    mm(widest),
                    first_few(&words, MAX_SHOWN)
                ),
            )
            .at(profile.places.span("printer.widest"), "the greatest width it takes")
            .help(help),
        );
    }
    found
}

/// Reports components of a product that do not fit their stock, one diagnostic per size.
pub(crate) fn report_larger_than_stock(
    product: Product,
    things: &[TooLarge],
    stock: &LoadedFile<Stock>,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    let mut sizes: Vec<&TooLarge> = Vec::new();
    for thing in things {
        if !sizes.iter().any(|seen| seen.size == thing.size) {
            sizes.push(thing);
        }
    }
    for first in sizes {
        let same_size: Vec<String> = things
            .iter()
            .filter(|thing| thing.size == first.size)
            .map(|thing| format!("`{}`", thing.key))
            .collect();
        // Only stickers go on labels; chits and cards go on a plain sheet of the same size.
        let is_on_label = stock.value.labels.is_some() && product == Product::Stickers;
        let target = if is_on_label { "a label" } else { "the sheet within its margins" };
        let fitting: Vec<&str> = built_in_stock_names()
            .filter(|name| {
                built_in_stock(name).is_some_and(|stock| can_hold(&stock, product, first))
            })
            .collect();
        let help = match fitting.is_empty() {
            true => "describe a larger stock in a file and select it with `--stock`".to_owned(),
            false => format!("choose a larger stock with `--stock`: {}", all_of(fitting)),
        };
        found.push(
            Diagnostic::new(
                code::LARGER_THAN_STOCK,
                message!(
                    "{} by {} is larger than {target} of `{}`, {} by {}: {}",
                    mm(first.size.0),
                    mm(first.size.1),
                    stock.value.id,
                    mm(first.room.0),
                    mm(first.room.1),
                    first_few(&same_size, MAX_SHOWN)
                ),
            )
            .at(
                stock.places.span(if is_on_label { "room" } else { "size" }),
                "size available for one component",
            )
            .help(format!("{help}; components are never scaled down")),
        );
    }
    found
}

/// Whether a stock can hold a component that is too large for another stock, on its labels or
/// within its margins.
fn can_hold(stock: &Stock, product: Product, thing: &TooLarge) -> bool {
    /// The maximum space for headings, rulers and bleed, in millimetres.
    const SURROUNDINGS: f64 = 2.0 * 21.0;
    let on_sheet =
        |side: PaperLength| side - stock.margin * 2.0 - PaperLength::from_millimetres(SURROUNDINGS);
    let (width, height) = match stock.labels.filter(|_| product == Product::Stickers) {
        Some(labels) => (labels.width, labels.height),
        None => (on_sheet(stock.width), on_sheet(stock.height)),
    };
    let (one, other) = thing.size;
    one <= width && other <= height || one <= height && other <= width
}

/// Reports that the stock has too few sheets; `sheets` is the number of sheets that each product
/// takes.
pub(crate) fn report_too_few_sheets(
    sheets: &[(Product, usize)],
    copies: u32,
    stock: &LoadedFile<Stock>,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    let copies = copies as usize;
    let needed = sheets.iter().map(|(_, count)| count * copies).sum::<usize>();
    if let Some(there) = stock.value.sheets.filter(|there| needed > *there as usize) {
        let are = if there == 1 { "is" } else { "are" };
        let each =
            sheets.iter().map(|(product, count)| format!("{}: {}", product.word(), count * copies));
        found.push(
            Diagnostic::new(
                code::TOO_FEW_SHEETS,
                message!(
                    "this order needs {needed} sheets of `{}` ({}), but only {there} {are} available",
                    stock.value.id,
                    each.collect::<Vec<_>>().join(", ")
                ),
            )
            .at(stock.places.span("sheets"), "available sheets")
            .help("lower `--copies`, print fewer products with `--only` or `--side`, or get more sheets and update `sheets`"),
        );
    }
    found
}

/// The components affected by a diagnostic.
struct Components {
    /// The keys of the components.
    names: Vec<String>,
    /// Whether any of the components is as large as a block's face.
    has_stickers: bool,
}

impl Components {
    fn from_faults<'f>(faults: impl Iterator<Item = &'f Violation>) -> Self {
        let mut things = Self { names: Vec::new(), has_stickers: false };
        for fault in faults {
            things.names.push(format!("`{}`", fault.component));
            things.has_stickers |= fault.product == Product::Stickers;
        }
        things
    }
}

/// Returns the source of a profile's requirements.
fn requirement_source(profile: &ShopProfile) -> &'static str {
    match profile.target {
        PrintedBy::Home => "the printer",
        PrintedBy::Shop => "the shop",
    }
}

/// Reports text and symbols that violate the profile, one diagnostic for each kind.
fn profile_faults(faults: &[Violation], profile: &LoadedFile<ShopProfile>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let source = requirement_source(&profile.value);
    let mut small: Vec<(&Violation, PaperLength)> = Vec::new();
    let mut near_cut: Vec<(&Violation, PaperLength)> = Vec::new();
    let mut large_radius: Vec<(&Violation, PaperLength)> = Vec::new();
    let mut overlapping: Vec<&Violation> = Vec::new();
    for fault in faults {
        match fault.kind {
            ViolationKind::SmallText(size) => small.push((fault, size)),
            ViolationKind::NearCut(way) => near_cut.push((fault, way)),
            ViolationKind::LargeRadius(half) => large_radius.push((fault, half)),
            ViolationKind::OverlappingText => overlapping.push(fault),
        }
    }
    let minimum = |list: &[(&Violation, PaperLength)]| {
        list.iter().map(|(_, length)| length.millimetres()).fold(f64::INFINITY, f64::min)
    };
    if !large_radius.is_empty() {
        let half = mm(PaperLength::from_millimetres(
            (minimum(&large_radius) * 100.0 + 1e-6).floor() / 100.0,
        ));
        let things = Components::from_faults(large_radius.iter().map(|(fault, _)| *fault));
        found.push(report_large_radius(&half, &things, profile));
    }
    if !small.is_empty() {
        // The message suggests a value that the shop must accept, so the value never exceeds the
        // actual text size.
        let points =
            (PaperLength::from_millimetres(minimum(&small)).points() * 10.0 + 1e-6).floor() / 10.0;
        let smallest = profile.value.lettering.smallest.points();
        let (points, smallest) = (format!("{points:.1} pt"), format!("{smallest:.1} pt"));
        let things = Components::from_faults(small.iter().map(|(fault, _)| *fault));
        let finding = Diagnostic::new(
            code::LETTERS_TOO_SMALL,
            message!(
                "text is as small as {points}, but {source} requires {smallest}: {}",
                first_few(&things.names, MAX_SHOWN)
            ),
        );
        let (key, label) = ("letters.smallest", format!("the smallest text {source} accepts"));
        let finding = at_value(finding, profile, key, &label, &format!("smallest: {smallest}"));
        found.push(for_blocks(finding, profile, &things).help(format!(
            "{}, or, if {source} accepts it, write `letters: {{ smallest: {points} }}` in your profile",
            space_advice(&things)
        )));
    }
    if !overlapping.is_empty() {
        let things = Components::from_faults(overlapping.iter().copied());
        let finding = Diagnostic::new(
            code::LABEL_TOO_LONG,
            message!(
                "text overlaps because it does not fit: {}",
                first_few(&things.names, MAX_SHOWN)
            ),
        );
        let finding = match profile.value.blocks {
            Some(_) => for_blocks(finding, profile, &things),
            None => finding.at(
                profile.places.span("blocks"),
                "this profile has no `blocks:`, so stickers have the size of the scenario's blocks",
            ),
        };
        found.push(finding.help(format!(
            "{}: `blocks:` in your profile, or `block_profile:` in the scenario, sets their size",
            space_advice(&things)
        )));
    }
    if !near_cut.is_empty() {
        let things = Components::from_faults(near_cut.iter().map(|(fault, _)| *fault));
        found.push(report_near_cut(minimum(&near_cut), &things, profile));
    }
    found
}

/// Reports text and symbols too close to the cut; `nearest` is the minimum distance in millimetres.
fn report_near_cut(
    nearest: f64,
    things: &Components,
    profile: &LoadedFile<ShopProfile>,
) -> Diagnostic {
    let source = requirement_source(&profile.value);
    let length = (nearest * 100.0 + 1e-6).floor() / 100.0;
    let way = mm(PaperLength::from_millimetres(length));
    let safe_zone = profile.value.safe_zone;
    let zone = mm(safe_zone);
    let problem = match length > 0.0 {
        true => format!("are only {way} from the cut, but {source} requires {zone}"),
        false if safe_zone == PaperLength::ZERO => "extend over the cut".to_owned(),
        false => format!("extend over the cut, but {source} requires {zone} of clearance"),
    };
    let message = message!("text or symbols of {} {problem}", first_few(&things.names, MAX_SHOWN));
    let finding = Diagnostic::new(code::OUT_OF_SAFE_ZONE, message);
    let label = "the required distance from the cut";
    let finding = at_value(finding, profile, "safe_zone", label, &format!("safe_zone: {zone}"));
    // A single glyph may descend below the baseline.
    let more = match things.has_stickers {
        true => {
            "shorten these names in the scenario or avoid letters such as `J` and `Q`, print for larger blocks"
        }
        false => space_advice(things),
    };
    let help = match length > 0.0 {
        true => {
            format!("{more}, or, if {source} allows it, write `safe_zone: {way}` in your profile")
        }
        // Text that reaches the cut is lost, even if the profile permits it.
        false => more.replace(", print", ", or print"),
    };
    for_blocks(finding, profile, things).help(help)
}

/// Reports a corner radius too large for the smallest component.
fn report_large_radius(
    half: &str,
    things: &Components,
    profile: &LoadedFile<ShopProfile>,
) -> Diagnostic {
    let radius = mm(profile.value.cut.corner_radius);
    let finding = Diagnostic::new(
        code::OUT_OF_RANGE,
        message!(
            "corner radius {radius} is larger than {half}, half the shortest side of a component: {}",
            first_few(&things.names, MAX_SHOWN)
        ),
    );
    let label = "the radius of all cut corners";
    let value = format!("corner_radius: {radius}");
    at_value(finding, profile, "cut.corner_radius", label, &value).help(format!(
        "write `corner_radius: {half}` or less, or print smaller components separately, with `--only` and another profile"
    ))
}

/// Returns a diagnostic at the value of a key. If a built-in profile sets the value, the diagnostic
/// is at the line that selects that profile.
fn at_value(
    finding: Diagnostic,
    profile: &LoadedFile<ShopProfile>,
    key: &str,
    label: &str,
    value: &str,
) -> Diagnostic {
    let said = profile.places.source(key);
    match said.inherited_from {
        None => finding.at(said.span, label),
        Some(name) => {
            finding.at(said.span, format!("the built-in profile `{name}` sets `{value}`"))
        }
    }
}

/// Adds a label at the blocks of the profile, if any component is for blocks.
fn for_blocks(
    finding: Diagnostic,
    profile: &LoadedFile<ShopProfile>,
    things: &Components,
) -> Diagnostic {
    match profile.value.blocks {
        Some(_) if things.has_stickers => {
            let blocks = profile.places.span("blocks");
            match finding.labels.is_empty() {
                true => finding.at(blocks, "the stickers are for these blocks"),
                false => finding.also(blocks, "the stickers are for these blocks"),
            }
        }
        _ => finding,
    }
}

/// Returns advice on giving text more space.
fn space_advice(things: &Components) -> &'static str {
    match things.has_stickers {
        true => "shorten these names in the scenario, print for larger blocks",
        false => "shorten their text in the scenario",
    }
}

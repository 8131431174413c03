//! The author's custom symbols: SVG files that replace a style's marks, or that farms name.

pub(crate) mod paper;
pub(crate) mod svg;
pub(crate) mod visibility;

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{FeatureId, Mark, SymbolId};
use sandtable_source::message::{invalid, out_of_range};
use sandtable_source::{
    Diagnostic, ProjectPath, Span, all_of, closest_choice, code, did_you_mean, message,
};

use crate::symbol::svg::{Trouble, TroubleKind};
use sandtable_authored as authored;
use sandtable_authored::to_printed;
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};

/// The maximum size of a symbol file, in bytes.
const MAX_FILE_BYTES: u64 = MEGABYTE;

/// The range of valid symbol widths on paper, in millimetres.
const WIDTHS: std::ops::RangeInclusive<f64> = 0.3..=60.0;

/// The names of a map's symbols.
#[derive(Clone, Debug, Default)]
pub struct SymbolNames {
    /// All names, including those of invalid symbols.
    defined: BTreeSet<String>,
    /// Names suggested as corrections for the misspelt symbols of farms.
    suggested: BTreeSet<String>,
}

/// Reads the symbols of a map. Reports and omits invalid ones, but keeps their names, so that farms
/// with these symbols cause no further errors.
pub fn read(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    map: &ProjectPath,
    chosen: Option<&authored::StyleChoice>,
) -> (BTreeMap<SymbolId, pack::Symbol>, SymbolNames) {
    let mut symbols = BTreeMap::new();
    let mut names = SymbolNames::default();
    for (name, symbol) in chosen.into_iter().flat_map(|style| &style.symbols.0) {
        names.defined.insert(name.value.clone());
        let Ok(id) = SymbolId::new(&name.value) else {
            reporter.diagnostics.push(
                Diagnostic::new(code::BAD_ID, invalid("symbol name", &name.value))
                    .at(name.span, "invalid name")
                    .help(format!(
                        "use lower-case letters, digits and single hyphens, as in `{}`",
                        authored::kebab(&name.value)
                    )),
            );
            continue;
        };
        symbols.extend(read_one(sources, reporter, map, symbol).map(|symbol| (id, symbol)));
    }
    (symbols, names)
}

fn read_one(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    map: &ProjectPath,
    symbol: &authored::Symbol,
) -> Option<pack::Symbol> {
    let width = symbol.width.millimetres;
    let is_wide = reporter.is_stand_in(symbol.width.span) || WIDTHS.contains(&width);
    if !is_wide {
        let (least, most) = (WIDTHS.start(), WIDTHS.end());
        reporter.diagnostics.push(
            Diagnostic::new(
                code::STYLE_VALUE,
                out_of_range(
                    "width of a symbol",
                    [least, most].map(|mm| format!("{mm} mm")),
                    format!("{width} mm"),
                ),
            )
            .at(symbol.width.span, "out of range")
            .help("give the printed width from the left to the right edge, such as `3 mm`"),
        );
    }
    let path = sources.resolve(reporter, map, &symbol.file, 0)?;
    let bytes = sources.read_bytes(reporter, &path, MAX_FILE_BYTES, Some(symbol.file.span))?;
    let file = sources.add_file(reporter, &path, bytes)?;
    // Check the drawing even if its width is invalid.
    let drawn_width = if is_wide { width } else { *WIDTHS.start() };
    let drawing = svg::drawing(sources.texts.file(file).text(), drawn_width);
    let at = |range: &std::ops::Range<usize>| Span::new(file, range.clone());
    match drawing {
        Ok(drawing) if is_wide => {
            if let Some(beyond) = &drawing.beyond_page {
                reporter.diagnostics.push(
                    Diagnostic::new(code::SYMBOL_OFF_PAGE, "the symbol extends beyond its page")
                        .at(at(beyond), "page of the drawing")
                        .also(symbol.file.span, "named here")
                        .help("the page sets width and centre of the symbol: in Inkscape, use Edit › Resize Page to Content"),
                );
            }
            let title = symbol.title.as_ref().map(to_printed);
            Some(pack::Symbol { title, shapes: drawing.shapes })
        }
        Ok(_) => None,
        Err(troubles) => {
            for Trouble { kind, message, at: place, label, help } in troubles {
                let code = match kind {
                    TroubleKind::Unreadable => code::SYMBOL_UNREADABLE,
                    TroubleKind::Drawing => code::SYMBOL_DRAWING,
                };
                reporter.diagnostics.push(
                    Diagnostic::new(code, message)
                        .at(at(&place), label)
                        .also(symbol.file.span, "named here")
                        .help(help),
                );
            }
            None
        }
    }
}

/// The symbol that a farm names.
pub fn for_farm(
    reporter: &mut Reporter,
    names: &mut SymbolNames,
    farm: &FeatureId,
    named: Option<&str>,
    at: Span,
) -> Option<SymbolId> {
    let named = named?;
    if names.defined.contains(named) {
        return SymbolId::new(named).ok();
    }
    let known = || names.defined.iter().map(String::as_str);
    let close = closest_choice(named, known()).map(str::to_owned);
    let help = match &close {
        Some(close) => did_you_mean(named, close),
        None if names.defined.is_empty() => format!(
            "add a symbol of that name to the map's style: `style: {{ symbols: {{ {named}: {{ file: {named}.svg, width: 3 mm }} }} }}`; or remove the property from the feature"
        ),
        None => format!("the symbols of the map's style are {}", all_of(known())),
    };
    names.suggested.extend(close);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FEATURE_PROPERTY,
            message!("cannot find symbol `{named}` of farm `{farm}`"),
        )
        .group_key(["symbol of a farm", named])
        .at(at, "unknown symbol")
        .help(help),
    );
    None
}

/// Reports symbols that replace no mark and that no farm names.
pub fn report_unused(
    reporter: &mut Reporter,
    chosen: Option<&authored::StyleChoice>,
    names: &SymbolNames,
    scenery: &pack::Scenery,
) {
    if reporter.may_be_incomplete(authored::LayerClass::Farm) {
        return;
    }
    for (name, _) in chosen.into_iter().flat_map(|style| &style.symbols.0) {
        let named = |farm: &pack::Farm| {
            farm.symbol.as_ref().is_some_and(|symbol| symbol.as_str() == name.value)
        };
        let is_reported =
            names.suggested.contains(&name.value) || SymbolId::new(&name.value).is_err();
        if is_reported || Mark::from_word(&name.value).is_some() || scenery.farms.iter().any(named)
        {
            continue;
        }
        let marks = Mark::ALL.map(Mark::word);
        let help = match closest_choice(&name.value, marks) {
            Some(close) => did_you_mean(&name.value, close),
            None => format!(
                "set the property `\"symbol\": \"{}\"` on a feature of a `farm` layer inside the frame, or use the name of a mark: {}",
                name.value,
                all_of(marks),
            ),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::SYMBOL_UNUSED, message!("unused symbol `{}`", name.value))
                .at(name.span, "neither a mark of the style nor named by a farm inside the frame")
                .help(help),
        );
    }
}

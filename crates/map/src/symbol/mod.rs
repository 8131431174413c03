//! The designer's own symbols: SVG files that take the place of a style's marks, or stand for farms
//! that name them.

pub(crate) mod paper;
pub(crate) mod svg;

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{FeatureId, Mark, SymbolId};
use sandtable_source::{Diagnostic, ProjectPath, Span, all_of, closest_choice, code, message};

use crate::symbol::svg::{Trouble, TroubleKind};
use sandtable_authored as authored;
use sandtable_authored::printed;
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};

/// Longest symbol file, in bytes.
const MAX_FILE_BYTES: u64 = MEGABYTE;

/// How wide a symbol may be on paper, in millimetres.
const WIDTHS: std::ops::RangeInclusive<f64> = 0.3..=60.0;

/// The names of a map's symbols.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// All of them, those of symbols that could not be read too.
    written: BTreeSet<String>,
    /// Those that farms seem to mean by another name, which was reported.
    meant: BTreeSet<String>,
}

/// The symbols of a map. What cannot be used is reported and left out; its name stays known, so
/// that farms that ask for it are not reported too.
pub fn read(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    map: &ProjectPath,
    chosen: Option<&authored::StyleChoice>,
) -> (BTreeMap<SymbolId, pack::Symbol>, Names) {
    let mut symbols = BTreeMap::new();
    let mut names = Names::default();
    for (name, symbol) in chosen.into_iter().flat_map(|style| &style.symbols.0) {
        names.written.insert(name.value.clone());
        let Ok(id) = SymbolId::new(&name.value) else {
            reporter.diagnostics.push(
                Diagnostic::new(code::BAD_ID, message!("`{}` is no name for a symbol", name.value))
                    .at(name.span, "small letters, digits and single hyphens, as in `old-mill`")
                    .help(format!("write `{}`", authored::kebab(&name.value))),
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
            Diagnostic::new(code::STYLE_VALUE, message!("a symbol cannot be {width} mm wide"))
                .at(symbol.width.span, "as it is printed, from its left to its right edge")
                .help(format!("write a width from {least} to {most} mm, such as `3 mm`")),
        );
    }
    let path = sources.refer(reporter, map, &symbol.file, 0)?;
    let bytes = sources.read_bytes(reporter, &path, MAX_FILE_BYTES, Some(symbol.file.span))?;
    let file = sources.take_text(reporter, sources.shown(&path), bytes)?;
    // A width that cannot be is reported; the drawing itself may have faults too.
    let drawn_width = if is_wide { width } else { *WIDTHS.start() };
    let drawing = svg::drawing(sources.texts.file(file).text(), drawn_width);
    let at = |range: &std::ops::Range<usize>| Span::new(file, range.clone());
    match drawing {
        Ok(drawing) if is_wide => {
            if let Some(beyond) = &drawing.beyond_page {
                reporter.diagnostics.push(
                    Diagnostic::new(code::SYMBOL_OFF_PAGE, "the symbol reaches beyond its page")
                        .at(at(beyond), "the page of the drawing")
                        .also(symbol.file.span, "named here")
                        .help("its width and its middle are those of the page: in Inkscape, Edit › Resize Page to Content"),
                );
            }
            let title = symbol.title.as_ref().map(printed);
            Some(pack::Symbol { title, shapes: drawing.shapes })
        }
        Ok(_) => None,
        Err(troubles) => {
            for Trouble { kind, what, at: place, label, help } in troubles {
                let code = match kind {
                    TroubleKind::Unreadable => code::SYMBOL_UNREADABLE,
                    TroubleKind::Drawing => code::SYMBOL_DRAWING,
                };
                reporter.diagnostics.push(
                    Diagnostic::new(code, what)
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
pub fn of_farm(
    reporter: &mut Reporter,
    names: &mut Names,
    farm: &FeatureId,
    named: Option<&str>,
    at: Span,
) -> Option<SymbolId> {
    let named = named?;
    if names.written.contains(named) {
        return SymbolId::new(named).ok();
    }
    let known = || names.written.iter().map(String::as_str);
    let close = closest_choice(named, known()).map(str::to_owned);
    let help = match &close {
        Some(close) => format!("did you mean `{close}`?"),
        None if names.written.is_empty() => format!(
            "give the map's style a symbol of that name: `style: {{ symbols: {{ {named}: {{ file: {named}.svg, width: 3 mm }} }} }}`; or take the property from the feature"
        ),
        None => format!("the symbols of the map's style are {}", all_of(known())),
    };
    names.meant.extend(close);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::FEATURE_PROPERTY,
            message!("`{farm}` names a symbol that the map has not: `{named}`"),
        )
        .like(["symbol of a farm", named])
        .at(at, "no such symbol")
        .help(help),
    );
    None
}

/// Symbols that take no mark's place and that no farm names.
pub fn unused(
    reporter: &mut Reporter,
    chosen: Option<&authored::StyleChoice>,
    names: &Names,
    scenery: &pack::Scenery,
) {
    if reporter.may_lack(authored::LayerClass::Farm) {
        return;
    }
    for (name, _) in chosen.into_iter().flat_map(|style| &style.symbols.0) {
        let named = |farm: &pack::Farm| {
            farm.symbol.as_ref().is_some_and(|symbol| symbol.as_str() == name.value)
        };
        let is_told = names.meant.contains(&name.value) || SymbolId::new(&name.value).is_err();
        if is_told || Mark::named(&name.value).is_some() || scenery.farms.iter().any(named) {
            continue;
        }
        let marks = Mark::ALL.map(Mark::word);
        let help = match closest_choice(&name.value, marks) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!(
                "give a feature of a `farm` layer inside the frame the property `\"symbol\": \"{}\"`; a style's own marks are {}",
                name.value,
                all_of(marks),
            ),
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::SYMBOL_UNUSED,
                message!("nothing on the map is drawn as `{}`", name.value),
            )
            .at(name.span, "no mark of a style, and no farm inside the frame names it")
            .help(help),
        );
    }
}

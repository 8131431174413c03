//! Loads `map.yaml`, its GeoJSON layers and its elevation for a pack, in a fixed sequence of
//! stages.

use crate::checks;
use crate::checks::hills;
use crate::credits;
use crate::elevation;
use crate::frame;
use crate::graticule;
use crate::layers::defaults;
use crate::layers::feature;
use crate::mistakes::bypass::Bypasses;
use crate::mistakes::layer_class;
use crate::mistakes::selected_only;
use crate::placement::crossing;
use crate::placement::entry;
use crate::style;
use crate::symbol;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{Facing, MapId};
use sandtable_source::Span;

use crate::area_map::read_map;
use crate::run_both::run_both;
use sandtable_authored as authored;
use sandtable_authored::FileKind;
use sandtable_authored::Frame;
use sandtable_authored::{MISSING_LETTER_LABEL, missing_letter_diagnostic, to_printed};
use sandtable_authored::{Reporter, SourceReader};
use sandtable_source::ProjectPath;

use crate::ground::{FramePlaces, Ground, Origin};
use crate::listing::{report_distant_layers, without_duplicates};
use crate::printed_texts::{credits_of, printable};

/// Loads a map file. Returns `None` without a valid frame. Reports other errors, and omits the
/// affected features.
pub fn load(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    asked_by: Option<Span>,
) -> Option<Ground> {
    let file = sources.read_text(reporter, path, asked_by)?;
    let map: authored::Map = read_map(sources, reporter, file, FileKind::Map, asked_by)?;
    reporter.add_allowances(map.allow.as_ref());
    letters(reporter, &map);
    let frame = frame::read(reporter, &frame::AuthoredLimits::of(&map))?;
    frame::corners(reporter, &map.frame, &frame);
    let units = crate::units::of(map.units.as_ref(), &frame);
    defaults::note(reporter, &map, units);
    let id = MapId::new(&map.id).ok()?;
    let mut style = style::read(reporter, map.style.as_ref());
    let (symbols, symbol_names) = symbol::read(sources, reporter, path, map.style.as_ref());
    style.symbols = symbols;
    let mut ground = Ground {
        origin: Origin::File,
        map: empty_map(id, &frame, map.scale.0),
        scenery: pack::Scenery { graticule: graticule::ticks(&frame), ..pack::Scenery::default() },
        drawn_for: frame::drawing_scale(&map, &frame),
        elevation: None,
        style,
        symbol_names,
        title: to_printed(&map.title),
        subtitle: map.subtitle.as_ref().map(to_printed),
        units,
        credits: credits_of(map.credits.as_ref()),
        features: BTreeMap::new(),
        entries: BTreeMap::new(),
        places: BTreeMap::new(),
        upright: frame::SwappedFrameCount::default(),
        dry_crossings: Vec::new(),
        bypasses: Bypasses::default(),
        osm_source_at: None,
        has_no_entries: map.entries.as_ref().is_none_or(Vec::is_empty)
            && !reporter.is_unread(map.span, "entries"),
        roads_outside: BTreeSet::new(),
        roads_inside: BTreeSet::new(),
        spans: BTreeMap::new(),
        entry_spans: BTreeMap::new(),
        texts: texts(&map),
        file,
        frame,
        frame_places: FramePlaces {
            centre: map.frame.centre.span,
            width: map.frame.width.span,
            height: map.frame.height.span,
        },
    };
    let has_class = |layer: &&authored::Layer| !reporter.is_stand_in(layer.class.span);
    // Read layers by class, then in list order, because the order of classes has no meaning.
    let mut layers: Vec<&authored::Layer> = map.layers.iter().filter(has_class).collect();
    if layers.len() < map.layers.len()
        || reporter.has_lost_items(map.layers.span)
        || reporter.is_unread(map.span, "layers")
    {
        reporter.mark_all_features_unread();
    } else {
        reporter.missing_layers.add_listed(&map.layers);
    }
    layers.sort_by_key(|layer| layer.class.value);
    let (layers, unread) = without_duplicates(reporter, path, layers);
    reporter.unread_classes.extend(unread);
    let layers = layer_class::remove_swapped_layers(reporter, layers);
    let (relief, not_opened) = reporter.capture_diagnostics(|reporter| {
        let named = map.elevation.as_ref().map(|elevation| &elevation.file);
        named.and_then(|named| elevation::open(sources, reporter, path, named))
    });
    let (frame, scale) = (ground.frame.clone(), ground.map.scale);
    let survey = move || relief.map(|file| file.survey(&frame, scale));
    let (survey, ((), found)) = run_both(survey, || {
        reporter.capture_diagnostics(|reporter| {
            let mut mistaken = Vec::new();
            for &layer in &layers {
                mistaken.extend(feature::read_layer(sources, reporter, &mut ground, path, layer));
            }
            layer_class::report(reporter, &ground.map, &layers, mistaken);
        })
    });
    // A single distant layer may be misplaced itself, so require two.
    if ground.features.is_empty() && report_distant_layers(reporter, &map.frame.centre, 2, &found) {
        return None;
    }
    reporter.diagnostics.extend(found);
    credits::check(reporter, file, map.credits.as_ref(), ground.osm_source_at);
    selected_only::check(reporter, &ground, &map);
    checks::areas::heap::check(reporter, &mut ground);
    symbol::report_unused(reporter, map.style.as_ref(), &ground.symbol_names, &ground.scenery);
    crossing::attach(reporter, &mut ground);
    hills::crests_have_hills(reporter, &mut ground);
    let ((), found) = reporter.capture_diagnostics(|reporter| {
        for entry in map.entries.iter().flatten() {
            entry::read(reporter, &mut ground, entry);
        }
        reporter.diagnostics.extend(not_opened);
        ground.elevation = survey.and_then(|survey| survey.report(sources, reporter));
    });
    if frame::is_too_large(reporter, &map, &ground, &found) {
        return None;
    }
    reporter.diagnostics.extend(found);
    frame::fits_table(reporter, &map, &ground.frame);
    Some(ground)
}

/// Checks the features of a map against each other and against its elevation.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    checks::run(reporter, ground);
}

fn empty_map(id: MapId, frame: &Frame, scale: pack::Scale) -> pack::Map {
    pack::Map {
        north: Facing::from_degrees(-frame.rotation),
        ..pack::Map::empty(id, frame.width, frame.height, scale)
    }
}

fn texts(map: &authored::Map) -> Vec<authored::Text> {
    let entries = map.entries.iter().flatten().map(|entry| &entry.title);
    let symbols = map.style.iter().flat_map(|style| &style.symbols.0);
    let symbols = symbols.filter_map(|(_, symbol)| symbol.title.as_ref());
    let titles = std::iter::once(&map.title).chain(&map.subtitle).chain(entries);
    titles.chain(symbols).cloned().collect()
}

/// Warns of unprintable text other than feature names.
fn letters(reporter: &mut Reporter, map: &authored::Map) {
    for text in texts(map) {
        printable(reporter, &text);
    }
    for credit in map.credits.iter().flatten() {
        let found = [&credit.text, &credit.licence.0]
            .into_iter()
            .find_map(|it| missing_letter_diagnostic(it));
        if let Some(finding) = found {
            reporter.diagnostics.push(finding.at(credit.span, MISSING_LETTER_LABEL));
        }
    }
}

//! From `map.yaml`, its GeoJSON layers and its relief to the ground of a pack.

use crate::checks;
use crate::credits;
use crate::elevation;
use crate::frame;
use crate::graticule;
use crate::hills;
use crate::layers::defaults;
use crate::layers::feature;
use crate::mistakes::layer_class;
use crate::mistakes::selected_only;
use crate::mistakes::stray_vertex;
use crate::placement::crossing;
use crate::placement::entry;
use crate::style;
use crate::symbol;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{Facing, FeatureId, GroundPoint, MapId};
use sandtable_source::{Diagnostic, Diagnostics, FileId, Place, Span, Spanned, code};

use crate::run_both::meanwhile;
use sandtable_authored as authored;
use sandtable_authored::FileKind;
use sandtable_authored::Frame;
use sandtable_authored::Georeference;
use sandtable_authored::Lacking;
use sandtable_authored::Session;
use sandtable_authored::{NO_LETTER, letter_missing, printed};
use sandtable_source::ProjectPath;

/// What is drawn as points, by which a position may be told.
pub const POINTS: [authored::LayerClass; 3] =
    [authored::LayerClass::Place, authored::LayerClass::Farm, authored::LayerClass::Crossing];

/// The ground, checked, and what the scenario needs to know to stand on it.
#[derive(Clone)]
pub struct Ground {
    pub(crate) origin: Origin,
    /// Its frame.
    pub frame: Frame,
    /// The scale for which the features were drawn: the map's, unless that is a slip.
    pub(crate) drawn_for: pack::Scale,
    /// Terrain that the rules read.
    pub map: pack::Map,
    /// What is only drawn.
    pub scenery: pack::Scenery,
    /// Elevation, if the map has any.
    pub elevation: Option<pack::ElevationGrid>,
    /// How it is drawn.
    pub style: pack::MapStyle,
    pub(crate) symbol_names: symbol::Names,
    /// Its title.
    pub title: pack::Text,
    /// Its subtitle.
    pub subtitle: Option<pack::Text>,
    /// Sources and licences.
    pub credits: Vec<pack::Credit>,
    /// Labels of features.
    pub features: BTreeMap<FeatureId, pack::FeatureLabel>,
    /// Names of entries.
    pub entries: BTreeMap<pack::EntryId, pack::Text>,
    /// Places, farms, bridges and fords by id, those outside the frame too.
    pub places: BTreeMap<String, GroundPoint>,
    /// How much would lie inside if width and height changed places.
    pub(crate) upright: frame::Upright,
    /// Bridges and fords that lie on no water, and are left out of the map.
    pub dry_crossings: Vec<GroundPoint>,
    /// Lines that are read without a corner: what met them there misses them.
    pub(crate) bypasses: stray_vertex::Bypasses,
    /// The map lists no entry, and none could not be read either.
    pub has_no_entries: bool,
    /// Roads that lie outside the frame.
    pub roads_outside: BTreeSet<String>,
    /// Where each id of the map is written.
    pub spans: BTreeMap<String, Span>,
    /// Where each entry is written.
    pub entry_spans: BTreeMap<String, Span>,
    /// Texts that must be there in every language of a scenario.
    pub texts: Vec<authored::Text>,
    /// The map's file.
    pub file: FileId,
    /// Where the frame is written.
    pub frame_places: FramePlaces,
}

/// Where ground comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A map file, which its author may mend.
    File,
    /// A pack: it is what it is, and places are told on its grid.
    Pack,
}

/// Where the frame is written.
#[derive(Clone, Copy, Debug)]
pub struct FramePlaces {
    /// The centre.
    pub centre: Span,
    /// The width.
    pub width: Span,
    /// The height.
    pub height: Span,
}

/// The ground of a map file. `None` when there is no frame to put anything into; other faults are
/// reported, and what they are about is left out.
pub fn load(
    session: &mut Session<'_>,
    path: &ProjectPath,
    asked_by: Option<Span>,
) -> Option<Ground> {
    let file = session.read_text(path, asked_by)?;
    let map: authored::Map = session.read_tree(file, FileKind::Map)?;
    session.allow(map.allow.as_ref());
    defaults::note(session, &map);
    letters(session, &map);
    let frame = frame::read(session, &frame::Framed::of(&map))?;
    session.georeference = Some(Georeference::of(frame.clone()));
    frame::corners(session, &map.frame, &frame);
    let id = MapId::new(&map.id).ok()?;
    let mut style = style::read(session, map.style.as_ref());
    let (symbols, symbol_names) = symbol::read(session, path, map.style.as_ref());
    style.symbols = symbols;
    let mut ground = Ground {
        origin: Origin::File,
        map: empty_map(id, &frame, map.scale.0),
        scenery: pack::Scenery { graticule: graticule::ticks(&frame), ..pack::Scenery::default() },
        drawn_for: frame::drawn_for(&map, &frame),
        elevation: None,
        style,
        symbol_names,
        title: printed(&map.title),
        subtitle: map.subtitle.as_ref().map(printed),
        credits: credits_of(map.credits.as_ref()),
        features: BTreeMap::new(),
        entries: BTreeMap::new(),
        places: BTreeMap::new(),
        upright: frame::Upright::default(),
        dry_crossings: Vec::new(),
        bypasses: stray_vertex::Bypasses::default(),
        has_no_entries: map.entries.as_ref().is_none_or(Vec::is_empty)
            && !session.is_unread(map.span, "entries"),
        roads_outside: BTreeSet::new(),
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
    let has_class = |layer: &&authored::Layer| !session.is_stand_in(layer.class.span);
    // The order of the list has no meaning: read by class, then as listed.
    let mut layers: Vec<&authored::Layer> = map.layers.iter().filter(has_class).collect();
    if layers.len() < map.layers.len()
        || session.lost_items(map.layers.span)
        || session.is_unread(map.span, "layers")
    {
        session.lose_all_features();
    } else {
        session.lacking.list(&map.layers);
    }
    layers.sort_by_key(|layer| layer.class.value);
    let (layers, unread) = each_once(session, path, layers);
    session.unread_classes.extend(unread);
    let layers = layer_class::crosswise(session, layers);
    let (relief, not_opened) = set_aside(session, |session| {
        let named = map.elevation.as_ref().map(|elevation| &elevation.file);
        named.and_then(|named| elevation::open(session, path, named))
    });
    let (frame, scale) = (ground.frame.clone(), ground.map.scale);
    let survey = move || relief.map(|file| file.survey(&frame, scale));
    let (survey, ((), found)) = meanwhile(survey, || {
        set_aside(session, |session| {
            let mut mistaken = Vec::new();
            for &layer in &layers {
                mistaken.extend(feature::read_layer(session, &mut ground, path, layer));
            }
            layer_class::report(session, &ground.map, &layers, mistaken);
        })
    });
    // One layer alone may lie elsewhere as well as the frame.
    if ground.features.is_empty() && elsewhere(session, &map.frame.centre, 2, &found) {
        return None;
    }
    session.diagnostics.extend(found);
    credits::check(session, file, map.credits.as_ref());
    selected_only::check(session, &ground, &map);
    checks::heap::check(session, &mut ground);
    symbol::unused(session, map.style.as_ref(), &ground.symbol_names, &ground.scenery);
    crossing::attach(session, &mut ground);
    hills::crests_have_hills(session, &mut ground);
    let ((), found) = set_aside(session, |session| {
        for entry in map.entries.iter().flatten() {
            entry::read(session, &mut ground, entry);
        }
        session.diagnostics.extend(not_opened);
        ground.elevation = survey.and_then(|survey| survey.report(session));
    });
    if frame::is_too_large(session, &map, &ground, &found) {
        return None;
    }
    session.diagnostics.extend(found);
    frame::fits_table(session, &map, &ground.frame);
    Some(ground)
}

impl Ground {
    /// Is it that of a pack, so that nobody can add to it and it has no longitude and latitude?
    pub fn is_of_pack(&self) -> bool {
        self.origin == Origin::Pack
    }

    /// The point of the map whose name makes this id, where its own id is another one.
    pub fn place_named(&self, id: &str) -> Option<&FeatureId> {
        self.places_by_name().find(|(name, _)| name == id).map(|(_, named)| named)
    }

    /// Places, farms, bridges and fords by the ids that their names make.
    pub fn places_by_name(&self) -> impl Iterator<Item = (String, &FeatureId)> {
        let places = self.features.iter().filter(|(id, _)| self.places.contains_key(id.as_str()));
        let name =
            |label: &pack::FeatureLabel| label.name.as_ref().map(|name| authored::kebab(&name.en));
        places.filter_map(move |(id, label)| Some((name(label)?, id)))
    }

    /// May what lies at a place have met a line at a corner that was left out of it?
    pub fn lost_its_corner(&self, at: GroundPoint) -> bool {
        self.bypasses.may_explain(at)
    }
}

/// Checks between the features of a map that was read, and against its relief.
pub fn check(session: &mut Session<'_>, ground: &Ground) {
    checks::run(session, ground);
}

/// What was done, and what was found meanwhile.
pub fn set_aside<T>(
    session: &mut Session<'_>,
    work: impl FnOnce(&mut Session<'_>) -> T,
) -> (T, Diagnostics) {
    let before = std::mem::take(&mut session.diagnostics);
    let done = work(session);
    (done, std::mem::replace(&mut session.diagnostics, before))
}

fn empty_map(id: MapId, frame: &Frame, scale: pack::Scale) -> pack::Map {
    pack::Map {
        id,
        width: frame.width,
        height: frame.height,
        scale,
        north: Facing::from_degrees(-frame.rotation),
        woods: Vec::new(),
        buildings: Vec::new(),
        marsh: Vec::new(),
        impassable: Vec::new(),
        hills: Vec::new(),
        crests: Vec::new(),
        watercourses: Vec::new(),
        crossings: Vec::new(),
        roads: Vec::new(),
        entries: Vec::new(),
        zones: Vec::new(),
    }
}

pub fn credits_of(written: Option<&Vec<authored::Credit>>) -> Vec<pack::Credit> {
    let credit = |credit: &authored::Credit| pack::Credit {
        text: credit.text.clone(),
        licence: credit.licence.0.clone(),
    };
    written.into_iter().flatten().map(credit).collect()
}

fn texts(map: &authored::Map) -> Vec<authored::Text> {
    let entries = map.entries.iter().flatten().map(|entry| &entry.title);
    let symbols = map.style.iter().flat_map(|style| &style.symbols.0);
    let symbols = symbols.filter_map(|(_, symbol)| symbol.title.as_ref());
    let titles = std::iter::once(&map.title).chain(&map.subtitle).chain(entries);
    titles.chain(symbols).cloned().collect()
}

/// Warns of what stands on the map beside the names of features and cannot be printed.
fn letters(session: &mut Session<'_>, map: &authored::Map) {
    for text in texts(map) {
        printable(session, &text);
    }
    for credit in map.credits.iter().flatten() {
        let found = [&credit.text, &credit.licence.0].into_iter().find_map(|it| letter_missing(it));
        if let Some(finding) = found {
            session.diagnostics.push(finding.at(credit.span, NO_LETTER));
        }
    }
}

/// Warns of a text that cannot be printed in one of its languages.
pub fn printable(session: &mut Session<'_>, text: &authored::Text) {
    let tongues = [Some(&text.en), text.es.as_ref(), text.fr.as_ref()];
    if let Some(finding) = tongues.into_iter().flatten().find_map(|text| letter_missing(text)) {
        session.diagnostics.push(finding.at(text.span, NO_LETTER));
    }
}

/// A layer as a map lists it.
pub(crate) trait Listed {
    type Class: Copy + PartialEq;

    fn file(&self) -> &Spanned<String>;
    fn class(&self) -> Self::Class;
}

impl Listed for authored::Layer {
    type Class = authored::LayerClass;

    fn file(&self) -> &Spanned<String> {
        &self.file
    }

    fn class(&self) -> authored::LayerClass {
        self.class.value
    }
}

/// Each layer file once, however its path is spelt, and the classes of one that is listed for two of
/// them, which is not read at all. One that is listed again is reported.
pub fn each_once<'l, L: Listed>(
    session: &mut Session<'_>,
    map: &ProjectPath,
    layers: Vec<&'l L>,
) -> (Vec<&'l L>, Vec<L::Class>) {
    let mut kept: Vec<Option<&L>> = Vec::new();
    let mut unread = Vec::new();
    let mut places: BTreeMap<ProjectPath, usize> = BTreeMap::new();
    for layer in layers {
        let file = layer.file();
        // What is no path that may be used is reported when it is read.
        let first = map.refer(file, 0).and_then(|path| match places.entry(path) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(new) => {
                new.insert(kept.len());
                None
            }
        });
        let Some(at) = first else {
            kept.push(Some(layer));
            continue;
        };
        let Some(other) = kept[at] else { continue };
        session.diagnostics.push(
            Diagnostic::new(
                code::LAYER_TWICE,
                format!("the layer file `{}` is listed twice", file.value),
            )
            .at(file.span, "one of them")
            .also(other.file().span, "the other one")
            .help("a file holds features of one class: remove one line, or name another file"),
        );
        if other.class() != layer.class() {
            unread.extend([other.class(), layer.class()]);
            kept[at] = None;
        }
    }
    (kept.into_iter().flatten().collect(), unread)
}

/// When all that is wrong is that every feature lies elsewhere, it is the frame that is wrong, or
/// all of the layers: one message instead of one for each. Nothing could be drawn, and findings are
/// of as many layers at least.
pub fn elsewhere(
    session: &mut Session<'_>,
    centre: &Spanned<authored::Coordinate>,
    least: usize,
    found: &Diagnostics,
) -> bool {
    let astray = |found: &&Diagnostic| {
        matches!(found.code, code::SWAPPED_COORDINATES | code::COORDINATE | code::OUTSIDE_MAP)
    };
    let found = found.sorted();
    let layers = found.iter().filter_map(|found| Some(found.labels.first()?.place.file()));
    let layers = layers.collect::<BTreeSet<_>>().len();
    if layers < least || !found.iter().all(astray) {
        return false;
    }
    let swapped = found.iter().all(|found| found.code == code::SWAPPED_COORDINATES);
    let mut diagnostic =
        Diagnostic::new(code::FRAME_ELSEWHERE, "no feature of any layer lies in this frame")
            .at(centre.span, "the centre of the map");
    if let Some(label) = found.first().and_then(|first| first.labels.first())
        && let Place::Text(span) = label.place
    {
        diagnostic = diagnostic.also(span, "a feature is drawn here");
    }
    // That layers hold nothing for this frame is said by this.
    session.lacking = Lacking::default();
    session.diagnostics.push(match swapped {
        true => diagnostic.help(format!(
            "longitude comes first: write `centre: [{}, {}]`, or export the layers again if it is they that are turned round",
            centre.latitude, centre.longitude
        )),
        false => diagnostic
            .help("correct `centre`, or export the layers again in WGS 84 (EPSG:4326) degrees"),
    });
    true
}

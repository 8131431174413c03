//! From `map.yaml`, its GeoJSON layers and its relief to the ground of a pack.

mod clip;
mod crossing;
mod drawing;
mod elevation;
mod entry;
mod feature;
mod geojson;
mod graticule;
mod outline;
mod property;

pub(crate) use entry::edge_at;

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{Facing, FeatureId, GroundLength, GroundPoint, MapId};
use sandtable_source::{Diagnostic, FileId, Span, Spanned, code};

use crate::authored::{self, Length};
use crate::project::Frame;
use crate::session::Session;
use sandtable_source::ProjectPath;

/// The ground, checked, and what the scenario needs to know to stand on it.
pub(crate) struct Ground {
    pub(crate) frame: Frame,
    pub(crate) map: pack::Map,
    pub(crate) scenery: pack::Scenery,
    pub(crate) elevation: Option<pack::ElevationGrid>,
    pub(crate) title: pack::Text,
    pub(crate) subtitle: Option<pack::Text>,
    pub(crate) credits: Vec<pack::Credit>,
    pub(crate) features: BTreeMap<FeatureId, pack::FeatureLabel>,
    pub(crate) entries: BTreeMap<pack::EntryId, pack::Text>,
    /// Places and farms by id, those outside the frame too.
    pub(crate) places: BTreeMap<String, GroundPoint>,
    /// Where each id of the map is written.
    pub(crate) spans: BTreeMap<String, Span>,
    pub(crate) entry_spans: BTreeMap<String, Span>,
    /// Texts that must be there in every language of a scenario.
    pub(crate) texts: Vec<authored::Text>,
    /// The map's file.
    pub(crate) file: FileId,
}

/// Frames must lie between these, in metres.
const SMALLEST_FRAME: f64 = 100.0;
const LARGEST_FRAME: f64 = 100_000.0;

/// The ground of a map file. `None` when there is no frame to put anything into; other faults are
/// reported, and what they are about is left out.
pub(crate) fn load(
    session: &mut Session<'_>,
    path: &ProjectPath,
    asked_by: Option<Span>,
) -> Option<Ground> {
    let file = session.read_text(path, asked_by)?;
    let map: authored::Map = session.read_tree(file)?;
    let frame = frame(session, &map)?;
    let id = MapId::new(&map.id).ok()?;
    let mut ground = Ground {
        map: empty_map(id, &frame, map.scale.0),
        scenery: pack::Scenery { graticule: graticule::ticks(&frame), ..pack::Scenery::default() },
        elevation: None,
        title: printed(&map.title),
        subtitle: map.subtitle.as_ref().map(printed),
        credits: credits(&map),
        features: BTreeMap::new(),
        entries: BTreeMap::new(),
        places: BTreeMap::new(),
        spans: BTreeMap::new(),
        entry_spans: BTreeMap::new(),
        texts: texts(&map),
        file,
        frame,
    };
    // The order of the list has no meaning: read by class, then as listed.
    let mut layers: Vec<&authored::Layer> = map.layers.iter().collect();
    layers.sort_by_key(|layer| layer.class.value);
    for layer in layers {
        feature::read_layer(session, &mut ground, path, layer);
    }
    crossing::attach(session, &mut ground);
    crests_have_hills(session, &mut ground);
    for entry in map.entries.iter().flatten() {
        entry::read(session, &mut ground, entry);
    }
    if let Some(file) = &map.elevation {
        ground.elevation = elevation::read(session, &ground.frame, path, &file.file);
    }
    Some(ground)
}

fn frame(session: &mut Session<'_>, map: &authored::Map) -> Option<Frame> {
    let side = |session: &mut Session<'_>, length: &Spanned<Length>, name: &str| {
        let metres = match length.value {
            Length::Ground(metres) => metres,
            Length::Paper(millimetres) => {
                millimetres / 1_000.0 * f64::from(map.scale.0.denominator())
            }
        };
        let usable = (SMALLEST_FRAME..=LARGEST_FRAME).contains(&metres);
        if !usable {
            session.diagnostics.push(
                Diagnostic::new(
                    code::FRAME_SIZE,
                    format!("a frame {metres} m {name} cannot be used"),
                )
                .at(length.span, "not between 100 m and 100 km")
                .help("write the length of the edge on the ground, such as `5560 m`"),
            );
        }
        usable.then(|| GroundLength::from_metres_rounded(metres)).flatten()
    };
    let width = side(session, &map.frame.width, "wide");
    let height = side(session, &map.frame.height, "high");
    let rotation = map.frame.rotation.as_ref().map_or(0.0, |rotation| rotation.value);
    if !(-360.0..=360.0).contains(&rotation) || map.frame.centre.latitude.abs() > 84.0 {
        let (span, label) = match &map.frame.rotation {
            Some(rotation) if map.frame.centre.latitude.abs() <= 84.0 => {
                (rotation.span, "no bearing")
            }
            _ => (map.frame.centre.span, "too near a pole"),
        };
        session.diagnostics.push(
            Diagnostic::new(code::FRAME_SIZE, "this frame cannot be used").at(span, label).help(
                "the centre must lie below 84 degrees of latitude, the rotation between 0 and 360",
            ),
        );
        return None;
    }
    Some(Frame::new(map.frame.centre.value, width?, height?, rotation))
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
    }
}

/// An authored text as the pack has it.
pub(crate) fn printed(text: &authored::Text) -> pack::Text {
    pack::Text { en: text.en.clone(), es: text.es.clone(), fr: text.fr.clone() }
}

fn credits(map: &authored::Map) -> Vec<pack::Credit> {
    let credit = |credit: &authored::Credit| pack::Credit {
        text: credit.text.clone(),
        licence: credit.licence.clone(),
    };
    map.credits.iter().flatten().map(credit).collect()
}

fn texts(map: &authored::Map) -> Vec<authored::Text> {
    let entries = map.entries.iter().flatten().map(|entry| &entry.title);
    std::iter::once(&map.title).chain(&map.subtitle).chain(entries).cloned().collect()
}

/// A crest without its hill is reported; one whose hill lies outside the frame goes with it.
fn crests_have_hills(session: &mut Session<'_>, ground: &mut Ground) {
    let Ground { map, spans, .. } = ground;
    let hills: Vec<&str> = map.hills.iter().map(|hill| hill.id.as_str()).collect();
    map.crests.retain(|crest| {
        let hill = crest.hill.as_str();
        let kept = hills.contains(&hill);
        if !kept && !spans.contains_key(hill) && !session.excuses(hill) {
            let mut diagnostic = Diagnostic::new(
                code::HILL_OF_CREST,
                format!("the crest `{}` belongs to no hill", crest.id),
            )
            .did_you_mean(hill, hills.iter().copied())
            .help(format!("give its property `hill` the id of a hill; there is no `{hill}`"));
            if let Some(&span) = spans.get(crest.id.as_str()) {
                diagnostic = diagnostic.at(span, "this crest");
            }
            session.diagnostics.push(diagnostic);
        }
        kept
    });
}

//! OSM XML: the `.osm` files of openstreetmap.org and JOSM, read sequentially without a tree.
//! Document type declarations, and therefore custom entities, are rejected.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use crate::osm::extract::{Extract, Kind, LimitExceeded, Member, OsmId, Relation, Role, Tags, Way};

/// The reason why a file is unreadable, and the position of the error in bytes.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
}

/// The maximum nesting of elements; OSM uses three levels.
const MAX_DEPTH: usize = 16;

/// The object whose child elements are being read.
#[derive(Default)]
enum OpenObject {
    #[default]
    Nothing,
    Node {
        number: i64,
        longitude: f64,
        latitude: f64,
        tags: Tags,
    },
    Way(i64, Way),
    Relation(i64, Relation),
    /// An object deleted in the editor, or an unknown element.
    Skipped,
}

/// Reads XML text into an extract.
pub(crate) fn read(text: &str, extract: &mut Extract) -> Result<(), Fault> {
    let mut reader = Reader::from_str(text);
    let mut open = OpenObject::default();
    let mut depth = 0_usize;
    let mut seen_root = false;
    loop {
        let at = reader.buffer_position() as usize;
        let fault = |what: String| Fault { at, message: what };
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let at = reader.error_position() as usize;
                return Err(Fault { at, message: format!("invalid XML: {error}") });
            }
        };
        match event {
            Event::DocType(_) => {
                return Err(fault("unexpected document type declaration".to_owned()));
            }
            Event::Start(element) => {
                if depth == 0 {
                    check_root(&element).map_err(fault)?;
                    seen_root = true;
                }
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(fault(format!("more than {MAX_DEPTH} nested elements")));
                }
                begin(&element, depth, &mut open, extract).map_err(fault)?;
            }
            Event::Empty(element) => {
                if depth == 0 {
                    check_root(&element).map_err(fault)?;
                    seen_root = true;
                } else {
                    begin(&element, depth + 1, &mut open, extract).map_err(fault)?;
                    if depth == 1 {
                        end(&mut open, extract)
                            .map_err(|LimitExceeded(much)| limit_fault(at, much))?;
                    }
                }
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    end(&mut open, extract).map_err(|LimitExceeded(much)| limit_fault(at, much))?;
                }
            }
            Event::Eof if depth > 0 => {
                return Err(fault("the file is truncated here".to_owned()));
            }
            Event::Eof if !seen_root => {
                return Err(fault("no element `<osm>` in this file".to_owned()));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn limit_fault(at: usize, much: &str) -> Fault {
    Fault { at, message: format!("the file has more than {much}") }
}

fn check_root(element: &BytesStart<'_>) -> Result<(), String> {
    match element.local_name().as_ref() {
        "osm" => Ok(()),
        other => Err(format!("the root element is `<{other}>`, not `<osm>`")),
    }
}

/// Handles the start of an element; the depth of the root is 1.
fn begin(
    element: &BytesStart<'_>,
    depth: usize,
    open: &mut OpenObject,
    extract: &mut Extract,
) -> Result<(), String> {
    let name = element.local_name();
    match (depth, name.as_ref(), &mut *open) {
        (2, "node", _) => {
            let attributes = Attributes::read(element)?;
            if attributes.is_deleted {
                *open = OpenObject::Skipped;
                return Ok(());
            }
            extract.record_date(&attributes.timestamp);
            *open = OpenObject::Node {
                number: attributes.number("id", &attributes.id)?,
                longitude: degrees("lon", &attributes.lon)?,
                latitude: degrees("lat", &attributes.lat)?,
                tags: Tags::new(),
            };
        }
        (2, "way" | "relation", _) => {
            let attributes = Attributes::read(element)?;
            if attributes.is_deleted {
                *open = OpenObject::Skipped;
                return Ok(());
            }
            extract.record_date(&attributes.timestamp);
            let number = attributes.number("id", &attributes.id)?;
            *open = match name.as_ref() {
                "way" => OpenObject::Way(number, Way::default()),
                _ => OpenObject::Relation(number, Relation::default()),
            };
        }
        (2, "meta", _) => extract.record_date(&Attributes::read(element)?.osm_base),
        (2, ..) => *open = OpenObject::Skipped,
        (3, "tag", OpenObject::Node { tags, .. })
        | (3, "tag", OpenObject::Way(_, Way { tags, .. }))
        | (3, "tag", OpenObject::Relation(_, Relation { tags, .. })) => {
            let attributes = Attributes::read(element)?;
            tags.insert(attributes.k, attributes.v);
        }
        (3, "nd", OpenObject::Way(_, way)) => {
            let attributes = Attributes::read(element)?;
            let number = attributes.number("ref", &attributes.reference)?;
            // On request, Overpass writes node positions into ways.
            if !attributes.lon.is_empty() && !extract.nodes.contains_key(&number) {
                let (longitude, latitude) =
                    (degrees("lon", &attributes.lon)?, degrees("lat", &attributes.lat)?);
                extract
                    .add_node(number, longitude, latitude, Tags::new())
                    .map_err(|LimitExceeded(much)| format!("the file has more than {much}"))?;
            }
            way.nodes.push(number);
        }
        (3, "member", OpenObject::Relation(_, relation)) => {
            let attributes = Attributes::read(element)?;
            let number = attributes.number("ref", &attributes.reference)?;
            if let Some(kind) = Kind::from_word(&attributes.kind) {
                let (of, role) = (OsmId { kind, number }, Role::from_word(&attributes.role));
                relation.members.push(Member { object: of, role });
            }
        }
        _ => {}
    }
    Ok(())
}

/// Adds the completed object.
fn end(open: &mut OpenObject, extract: &mut Extract) -> Result<(), LimitExceeded> {
    match std::mem::take(open) {
        OpenObject::Node { number, longitude, latitude, tags } => {
            extract.add_node(number, longitude, latitude, tags)
        }
        OpenObject::Way(number, way) => extract.add_way(number, way),
        OpenObject::Relation(number, relation) => extract.add_relation(number, relation),
        OpenObject::Nothing | OpenObject::Skipped => Ok(()),
    }
}

fn degrees(name: &str, written: &str) -> Result<f64, String> {
    let degrees: Option<f64> = written.parse().ok().filter(|degrees: &f64| degrees.is_finite());
    degrees.ok_or_else(|| format!("invalid degrees `{name}=\"{}\"`", truncate(written)))
}

fn truncate(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The known attributes of an element; missing ones are empty.
#[derive(Default)]
struct Attributes {
    id: String,
    lon: String,
    lat: String,
    k: String,
    v: String,
    reference: String,
    kind: String,
    role: String,
    timestamp: String,
    osm_base: String,
    /// Whether the object is deleted: JOSM keeps deleted objects until the upload.
    is_deleted: bool,
}

impl Attributes {
    fn read(element: &BytesStart<'_>) -> Result<Self, String> {
        let mut read = Self::default();
        // Skip the check for duplicate attributes, which takes quadratic time.
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| format!("invalid attribute: {error}"))?;
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| format!("cannot read an attribute: {error}"))?;
            let place = match attribute.key.local_name().as_ref() {
                "id" => &mut read.id,
                "lon" => &mut read.lon,
                "lat" => &mut read.lat,
                "k" => &mut read.k,
                "v" => &mut read.v,
                "ref" => &mut read.reference,
                "type" => &mut read.kind,
                "role" => &mut read.role,
                "timestamp" => &mut read.timestamp,
                "osm_base" => &mut read.osm_base,
                "action" => {
                    read.is_deleted |= value == "delete";
                    continue;
                }
                "visible" => {
                    read.is_deleted |= value == "false";
                    continue;
                }
                _ => continue,
            };
            *place = value.into_owned();
        }
        Ok(read)
    }

    fn number(&self, name: &str, written: &str) -> Result<i64, String> {
        written.parse().map_err(|_| format!("invalid integer `{name}=\"{}\"`", truncate(written)))
    }
}

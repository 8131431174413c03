//! The overlay of a battle on its map: set-up zones (PB-3.9) and objectives with their points.

use std::collections::BTreeSet;

use sandtable_pack::{FeatureId, Language, Objective, ObjectiveGround, Pack};
use sandtable_sheet::{Face, Item, Lettering, Path, Point, Rect, Stroke, TextRun, shape};

use super::typographic;
use crate::frame::MapFrame;
use crate::names::communications::heads;
use crate::occupancy::{Clearing, Occupancy};
use crate::options::MapOptions;
use crate::set_up::positions::CoveredPaper;
use crate::style::Style;

/// Radius of the disc with an objective's points, in millimetres.
const DISC: f64 = 2.3;

/// The radius kept free around such a disc.
pub(crate) const CLEAR: f64 = DISC + 0.4;

/// Returns the positions of objective discs on the map, and their titles. An objective that shares
/// a name with the map usually has no title.
pub(crate) fn marks(
    pack: &Pack,
    frame: &MapFrame,
    options: &MapOptions,
) -> Vec<(Point, Option<TextRun>)> {
    let names = pack.labels().features.values().filter_map(|label| label.name.as_ref());
    let names: BTreeSet<String> =
        names.map(|name| normalised_name(name.get(options.language))).collect();
    let mark = |objective| {
        let middle = centre(objective, frame)?;
        let title = title(pack, objective, middle, options);
        Some((middle, title.filter(|run| !names.contains(&normalised_name(&run.text)))))
    };
    pack.scenario().objectives.iter().filter_map(mark).collect()
}

/// Marks objective discs, objective titles and communication arrowheads as occupied, so that names
/// and trees avoid them.
pub(crate) fn note(pack: &Pack, frame: &MapFrame, clearing: &mut Clearing, options: &MapOptions) {
    for (at, _) in heads(pack, frame).into_iter().flatten() {
        clearing.take_disc(at, 1.7, Occupancy::ROAD);
    }
    for (centre, title) in marks(pack, frame, options) {
        clearing.take_disc(centre, CLEAR, Occupancy::HOUSE);
        if let Some(Rect { left, top, right, bottom }) = title.and_then(|run| run.bounds()) {
            let ring = [(left, top), (right, top), (right, bottom), (left, bottom)];
            let ring = ring.map(|(x, y)| Point::new(x, y)).to_vec();
            clearing.take_area(&[ring], Occupancy::LETTERS);
        }
    }
}

/// Draws the zones, each with its name at its upper edge.
pub(crate) fn zones(pack: &Pack, frame: &MapFrame, style: &Style, language: Language) -> Vec<Item> {
    let mut items = Vec::new();
    for zone in &pack.map().zones {
        let outline = frame.area(&zone.parts);
        let Some(bounds) = outline.bounds() else { continue };
        items.push(Item::line(outline, zone_outline(style)));
        if let Some(name) = name(pack, &zone.id, language) {
            let text = shape(name, Lettering::new(Face::Italic, 8.0));
            let place = Point::new(bounds.centre().x, bounds.top + 4.0);
            let run = text.centred(place, style.sheet.black).with_halo(0.35, |_| style.sheet.paper);
            items.push(Item::Text(run));
        }
    }
    items
}

/// Returns the stroke of a zone.
pub(crate) fn zone_outline(style: &Style) -> Stroke {
    Stroke::dashed(style.sheet.black, 0.22, &[3.2, 1.6])
}

fn name<'p>(pack: &'p Pack, id: &FeatureId, language: Language) -> Option<&'p str> {
    let label = pack.labels().features.get(id)?;
    Some(label.name.as_ref()?.get(language))
}

/// The drawn objectives.
pub(crate) struct Objectives {
    pub(crate) items: Vec<Item>,
    /// Titles that do not fit.
    pub(crate) left_out: Vec<String>,
}

/// Draws each objective: the boundary of its ground, and a disc with its points above its title. If
/// `blocks` of a set-up would cover the disc and title, they move to the objective's circle, if
/// any, with a leader to its centre. Objectives whose names are in `named` have no title.
pub(crate) fn objectives(
    pack: &Pack,
    frame: &MapFrame,
    options: &MapOptions,
    named: &BTreeSet<String>,
    blocks: &[CoveredPaper],
    letters: &[Rect],
) -> Objectives {
    let style = &options.style;
    let (mut items, mut left_out) = (Vec::new(), Vec::new());
    for objective in &pack.scenario().objectives {
        let Some(middle) = centre(objective, frame) else { continue };
        let outline = Stroke::dashed(style.sheet.black, 0.3, &[0.5, 0.9]);
        items.push(Item::line(ground(objective, frame), outline));
        let is_named = |run: &TextRun| named.contains(&normalised_name(&run.text));
        let title = |at: Point| title(pack, objective, at, options).filter(|run| !is_named(run));
        let is_free = |at: Point, with_title: bool| {
            let title = title(at).filter(|_| with_title).and_then(|run| run.bounds());
            let is_clear = |block: &CoveredPaper| {
                !block.is_within(DISC, at) && title.is_none_or(|text| !block.is_under(&text))
            };
            let is_legible =
                title.is_none_or(|title| !letters.iter().any(|other| other.intersects(&title)));
            let holds = |x: f64, y: f64| frame.rect.contains(Point::new(x, y));
            let is_inside = frame.rect.expand(-DISC).contains(at)
                && title.is_none_or(|Rect { left, top, right, bottom }| {
                    holds(left, top) && holds(right, bottom)
                });
            (at == middle || is_inside) && is_legible && blocks.iter().all(is_clear)
        };
        let places: Vec<Point> =
            std::iter::once(middle).chain(points_around(objective, frame)).collect();
        let whole = places.iter().find(|at| is_free(**at, true));
        let disc_alone = || places.iter().find(|at| is_free(**at, false));
        let at = whole.or_else(disc_alone).copied().unwrap_or(middle);
        if at != middle {
            // The leader runs under the block that covers the centre.
            let way = Path::line(&[at, middle]);
            items.push(Item::line(way.clone(), Stroke::solid(style.sheet.paper, 1.0)));
            items.push(Item::line(way, Stroke::solid(style.sheet.black, 0.35)));
        }
        items.extend(disc(at, &objective.points.to_string(), DISC, style));
        match (title(at), whole) {
            (Some(run), Some(_)) => items.push(Item::Text(run)),
            (Some(run), None) => left_out.push(run.text),
            (None, _) => {}
        }
    }
    Objectives { items, left_out }
}

/// Returns a name for comparison: in lower case, without distinctions that capitals lose.
pub(crate) fn normalised_name(name: &str) -> String {
    typographic(name).to_uppercase().to_lowercase()
}

/// Returns points on the circle around an objective, clockwise from the top.
fn points_around(objective: &Objective, frame: &MapFrame) -> Vec<Point> {
    const WAYS: u32 = 24;
    let ObjectiveGround::Around(around) = &objective.ground else { return Vec::new() };
    let (middle, reach) = (frame.place(around.centre), frame.length(around.within));
    let place = |way: u32| {
        let turn = f64::from(way) / f64::from(WAYS) * std::f64::consts::TAU;
        middle.translate(libm::sin(turn) * reach, -libm::cos(turn) * reach)
    };
    (0..WAYS).map(place).collect()
}

/// Returns the title of an objective, below its disc.
fn title(pack: &Pack, objective: &Objective, disc: Point, options: &MapOptions) -> Option<TextRun> {
    let title = pack.labels().objectives.get(&objective.id)?.get(options.language);
    let text = shape(title, Lettering::new(Face::Semibold, 7.0));
    let run = text.centred(disc.translate(0.0, DISC + 2.6), options.style.sheet.black);
    Some(run.with_halo(0.35, |_| options.style.sheet.paper))
}

/// Draws the disc with an objective's points.
pub(crate) fn disc(middle: Point, points: &str, radius: f64, style: &Style) -> Vec<Item> {
    let figures = shape(points, Lettering::new(Face::Bold, 9.0 * radius / DISC));
    vec![
        Item::fill(Path::circle(middle, radius), style.sheet.paper),
        Item::line(Path::circle(middle, radius), Stroke::solid(style.sheet.black, 0.35)),
        Item::Text(figures.centred(middle.translate(0.0, radius * 0.48), style.sheet.black)),
    ]
}

fn ground(objective: &Objective, frame: &MapFrame) -> Path {
    match &objective.ground {
        ObjectiveGround::Around(around) => {
            Path::circle(frame.place(around.centre), frame.length(around.within))
        }
        ObjectiveGround::Area(parts) => frame.area(parts),
    }
}

/// Returns the position of the disc: the place itself, or the middle of an area.
fn centre(objective: &Objective, frame: &MapFrame) -> Option<Point> {
    match &objective.ground {
        ObjectiveGround::Around(around) => Some(frame.place(around.centre)),
        ObjectiveGround::Area(parts) => frame.area(parts).bounds().map(|bounds| bounds.centre()),
    }
}

#[cfg(test)]
mod tests {
    use sandtable_house_style::battlefield::side_ink;
    use sandtable_pack::{
        Area, Arrival, Crossing, CrossingKind, Facing, GroundLength, GroundPoint,
        LineOfCommunication, ObjectiveTiming, Polygon, Polyline, Pose, Road, RoadKind, Side,
        StyleName, Surroundings, Text, Watercourse, WatercourseKind, sample,
    };
    use sandtable_sheet::{Rotation, Sheet};

    use super::*;
    use crate::battlefield::map_sheet;
    use crate::names::communications::{STEP, arrowheads};
    use crate::options::MapOptions;

    fn texts(sheet: &Sheet, layer: &str) -> Vec<String> {
        let layers = sheet.layers.iter().filter(|shown| shown.name == layer);
        let texts = layers.flat_map(|layer| sandtable_sheet::text_runs(&layer.items));
        texts.map(|run| run.text.clone()).collect()
    }

    /// Two armies on one road, each supplied from the end behind it.
    #[test]
    fn shared_road_splits_heads_between_sides() {
        let mut parts = sample::parts();
        let at = GroundPoint::from_metres;
        let road: FeatureId = sample::id("long-road");
        let ends = vec![at(0, 4_000), at(3_000, 4_000), at(8_000, 4_000)];
        let path = Polyline(ends.clone());
        parts.map.roads.push(Road {
            id: road.clone(),
            kind: RoadKind::Road,
            parts: vec![path.clone()],
        });
        let back = Polyline(ends.into_iter().rev().collect());
        for (side, path) in parts.scenario.sides.iter_mut().zip([path, back]) {
            side.lines_of_communication = vec![LineOfCommunication { road: road.clone(), path }];
        }
        let pack = Pack::new(parts).expect("lines are valid");
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(0.0, 0.0));
        let [east, west] = heads(&pack, &frame);
        let middle = frame.place(at(4_000, 4_000)).x;
        assert!(east.len() > 20 && east.iter().all(|(head, _)| head.x >= middle), "{east:?}");
        assert!(west.len() > 20 && west.iter().all(|(head, _)| head.x <= middle), "{west:?}");
        assert!(east.iter().all(|(_, slant)| slant.cosine > 0.0));
    }

    /// 8 km of road with a bridge every 500 m, shared by two lines of each side.
    #[test]
    fn heads_avoid_bridges_and_each_other() {
        let mut parts = sample::parts();
        let at = GroundPoint::from_metres;
        let brook: FeatureId = sample::id("brook");
        let (mut bends, mut crossings) = (Vec::new(), Vec::new());
        for metres in (500..8_000).step_by(500) {
            bends.push(at(metres, 4_000));
            crossings.push(Crossing {
                id: sample::id(&format!("bridge-{metres}")),
                kind: CrossingKind::Bridge,
                at: at(metres, 4_000),
                over: brook.clone(),
                road: None,
            });
        }
        parts.map.watercourses.push(Watercourse {
            id: brook,
            kind: WatercourseKind::Stream,
            width: GroundLength::from_metres(3),
            parts: vec![Polyline(bends)],
        });
        parts.map.crossings = crossings;
        let road: FeatureId = sample::id("long-road");
        let path = Polyline(vec![at(0, 4_000), at(8_000, 4_000)]);
        parts.map.roads.push(Road {
            id: road.clone(),
            kind: RoadKind::Road,
            parts: vec![path.clone()],
        });
        for side in &mut parts.scenario.sides {
            let line = LineOfCommunication { road: road.clone(), path: path.clone() };
            side.lines_of_communication = vec![line.clone(), line];
        }
        let pack = Pack::new(parts).expect("lines are valid");
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(0.0, 0.0));
        let [one, other] = heads(&pack, &frame);
        let of_one_line = 500.0 / STEP;
        for own in [&one, &other] {
            assert!(
                (of_one_line * 0.6..=of_one_line).contains(&(own.len() as f64)),
                "{}",
                own.len()
            );
            for (head, _) in own {
                let bridges = pack.map().crossings.iter().map(|bridge| frame.place(bridge.at));
                assert!(bridges.into_iter().all(|bridge| bridge.distance(*head) >= 2.9));
            }
        }
        let apart = |head: &crate::names::communications::Head| {
            one.iter().all(|(own, _)| own.distance(head.0) >= 2.6)
        };
        assert!(other.iter().all(apart));
    }

    #[test]
    fn second_side_has_open_arrowheads() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        let [one, other] = &pack.scenario().sides;
        let head = [(Point::new(5.0, 5.0), Rotation::NONE)];
        let inks = |side: &Side, name| {
            let style = Style::built_in(name);
            let items = arrowheads(&pack, side, &head, &style);
            let ink = |item: &Item| match item {
                Item::Fill { ink, .. } => ink.rgb,
                Item::Line { stroke, .. } => stroke.ink.rgb,
                other => panic!("{other:?}"),
            };
            items.iter().map(ink).collect::<Vec<_>>()
        };
        let (black, white) = ([0; 3], [255; 3]);
        assert_eq!(inks(one, StyleName::Plain), [black, black]);
        assert_eq!(inks(other, StyleName::Plain), [white, black]);
        assert_eq!(inks(one, StyleName::Staff), [side_ink(&pack, one).rgb]);
    }

    #[test]
    fn objectives_and_zones_are_labelled() {
        let mut parts = sample::parts();
        let plain = Pack::new(parts.clone()).expect("valid sample");
        let sheet = map_sheet(&plain, &MapOptions::default());
        assert!(sheet.layers.iter().all(|layer| !matches!(layer.name, "zones" | "objectives")));

        let corners = [(0, 0), (8_000, 0), (8_000, 3_000), (0, 3_000)];
        let exterior = corners.map(|(x, y)| GroundPoint::from_metres(x, y)).to_vec();
        let zone = Area {
            id: sample::id("south-bank"),
            parts: vec![Polygon { exterior, holes: Vec::new() }],
        };
        let label = sandtable_pack::FeatureLabel {
            name: Some(Text::plain("South bank")),
            basis: sandtable_pack::Basis::Data,
            accuracy_m: None,
        };
        parts.labels.features.insert(zone.id.clone(), label);
        parts.map.zones.push(zone);
        let centre = GroundPoint::from_metres(4_000, 4_000);
        parts.scenario.objectives.push(Objective {
            id: sample::id("crossroads"),
            ground: ObjectiveGround::Around(Surroundings {
                centre,
                within: GroundLength::from_metres(400),
            }),
            points: 5,
            side: None,
            counted: ObjectiveTiming::AtEnd,
        });
        let title = Text { es: Some("El cruce".to_owned()), ..Text::plain("The crossroads") };
        parts.labels.objectives.insert(sample::id("crossroads"), title);
        let pack = Pack::new(parts).expect("zone and objective are valid");
        let options = MapOptions { language: Language::Es, ..MapOptions::default() };
        let sheet = map_sheet(&pack, &options);
        assert_eq!(texts(&sheet, "zones"), ["South bank"]);
        assert_eq!(texts(&sheet, "objectives"), ["5", "El cruce"]);

        // An objective whose name is already on the map gets no title.
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(17.0, 17.0));
        let named = BTreeSet::from(["el cruce".to_owned()]);
        let untitled = objectives(&pack, &frame, &options, &named, &[], &[]);
        let printed: Vec<_> = sandtable_sheet::text_runs(&untitled.items);
        assert_eq!(printed.iter().map(|run| run.text.as_str()).collect::<Vec<_>>(), ["5"]);
        assert!(untitled.left_out.is_empty());

        // A name that covers the surroundings leaves space only for the disc.
        let crowded = objectives(&pack, &frame, &options, &BTreeSet::new(), &[], &[frame.rect]);
        assert_eq!(sandtable_sheet::text_runs(&crowded.items).len(), 1);
        assert_eq!(crowded.left_out, ["El cruce"]);
    }

    /// Capitals have no ß.
    #[test]
    fn names_match_capitalised_names() {
        assert_eq!(normalised_name("GROSSBEEREN"), normalised_name("Großbeeren"));
        assert_ne!(normalised_name("Großbeeren"), normalised_name("Blankenfelde"));
    }

    /// If a block covers the centre of an objective, the disc moves to the circle, with a leader to
    /// the centre.
    #[test]
    fn displaced_disc_has_leader() {
        let mut parts = sample::parts();
        let centre = GroundPoint::from_metres(3_200, 4_800);
        let within = GroundLength::from_metres(400);
        parts.scenario.objectives.push(Objective {
            id: sample::id("crossroads"),
            ground: ObjectiveGround::Around(Surroundings { centre, within }),
            points: 5,
            side: None,
            counted: ObjectiveTiming::AtEnd,
        });
        parts.labels.objectives.insert(sample::id("crossroads"), Text::plain("Crossroads"));
        let pose = Pose { centre, facing: Facing::UP };
        parts.scenario.sides[0].commands[0].pieces[0].start = Arrival::Line(pose);
        let pack = Pack::new(parts).expect("valid pack");
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(17.0, 17.0));
        let drawn = |blocks: &[CoveredPaper]| {
            objectives(&pack, &frame, &MapOptions::default(), &BTreeSet::new(), blocks, &[]).items
        };
        let way = Path::line(&[frame.place(centre).translate(0.0, -25.0), frame.place(centre)]);
        let leads = |items: &[Item]| {
            items.iter().any(|item| matches!(item, Item::Line { path, .. } if *path == way))
        };
        let blocks = crate::set_up::positions::covered_paper(
            &pack,
            &frame,
            &crate::set_up::positions::SetUpSides::Both,
        );
        assert!(leads(&drawn(&blocks)) && !leads(&drawn(&[])));
    }
}

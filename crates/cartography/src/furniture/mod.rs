//! The strip below the map: scale bars, north arrow, title, legend, credits, version.

pub(crate) mod credits;
pub(crate) mod legend;
pub(crate) mod neatline;
pub(crate) mod north;
pub(crate) mod samples;
pub(crate) mod scale_bar;

use sandtable_house_style::battlefield::side_ink;
use sandtable_house_style::figures::format_whole;
use sandtable_house_style::swelled_rule;
use sandtable_house_style::words::{self, translate, version};
use sandtable_pack::{Language, Pack, UnitSystem};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Segment, Stroke, SymbolId, fit,
    shape,
};

use crate::frame::MapFrame;
use crate::furniture::credits::Credits;
use crate::furniture::legend::legend;
use crate::furniture::neatline::BORDER;
use crate::furniture::north::north_arrow;
use crate::furniture::samples::LegendMap;
use crate::furniture::scale_bar::{APART, Bar, Divided, bars, moves, side_by_side};
use crate::names::two_lines::halves;
use crate::options::{MapOptions, Overlay};
use crate::proof;
use crate::relief::contours::Interval;
use crate::set_up::positions::SetUpSides;

/// A block of the strip below the map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Block {
    Scales,
    Title,
    Legend,
}

impl Block {
    /// The blocks from left to right.
    const ALL: [Self; 3] = [Self::Scales, Self::Title, Self::Legend];
    /// The height of every block in millimetres.
    const HEIGHT: f64 = 58.0;

    const fn width(self) -> f64 {
        match self {
            Self::Scales => 112.0,
            Self::Title => 96.0,
            Self::Legend => 128.0,
        }
    }
}

/// The rectangles below the map.
struct Strip {
    /// The bars of moves, across the width of the map.
    moves: Rect,
    blocks: Vec<(Block, Rect)>,
    credits: Rect,
}

/// Returns the layout below the map: the bars of moves, then the blocks, then the credits. The
/// blocks form one row if the map is wide enough. Otherwise, the scale bars are placed side by side
/// if the other blocks then fit in one row. If they do not, the blocks are stacked.
fn strip(pack: &Pack, frame: &MapFrame, language: Language) -> Strip {
    let (left, right) = (frame.rect.left - BORDER, frame.rect.right + BORDER);
    let width = |blocks: &[Block]| {
        let gaps = blocks.len().saturating_sub(1) as f64 * APART;
        blocks.iter().map(|block| block.width()).sum::<f64>() + gaps
    };
    let mut y = frame.rect.bottom + BORDER + 9.0;
    let mut row_of = |bars: &[Divided]| {
        let lines = side_by_side(bars, right - left);
        let height = lines.last().map_or(0.0, |place| place.y + Bar::PITCH + APART);
        y += height;
        Rect::new(left, y - height, right, (y - APART).max(y - height))
    };
    let moves = row_of(&moves(pack, frame, right - left, language));
    let mut placed = Vec::new();
    let rest = [Block::Legend, Block::Title];
    let rows: Vec<Vec<Block>> = if width(&Block::ALL) <= right - left {
        vec![Block::ALL.to_vec()]
    } else if width(&rest) <= right - left {
        placed.push((Block::Scales, row_of(&bars(pack, frame, right - left, language))));
        vec![rest.to_vec()]
    } else {
        Block::ALL.map(|block| vec![block]).to_vec()
    };
    for row in rows {
        let spare = right - left - row.iter().map(|block| block.width()).sum::<f64>();
        let (mut x, gap) = match row.len() {
            1 => (left + spare.max(0.0) / 2.0, 0.0),
            count => (left, spare.max(0.0) / (count - 1) as f64),
        };
        for block in row {
            placed.push((block, Rect::from_size(x, y, block.width(), Block::HEIGHT)));
            x += block.width() + gap;
        }
        y += Block::HEIGHT + APART;
    }
    Strip { moves, blocks: placed, credits: Rect::new(left, y, right, y) }
}

/// Returns the lower edge of the sheet.
pub(crate) fn bottom(pack: &Pack, frame: &MapFrame, language: Language) -> f64 {
    let strip = strip(pack, frame, language).credits;
    strip.top + 1.6 + credits(pack, strip).height() + 8.0
}

/// Draws everything below the map; the legend uses one of the map's trees as its symbol for woods.
pub(crate) fn furniture(
    pack: &Pack,
    frame: &MapFrame,
    options: &MapOptions,
    tree: SymbolId,
    interval: Option<Interval>,
) -> Vec<Item> {
    let (style, language) = (&options.style, options.language);
    let Strip { moves: moves_at, blocks, credits: strip } = strip(pack, frame, language);
    let mut items =
        scale_bar::draw(moves(pack, frame, moves_at.width(), language), moves_at, style);
    for (block, rect) in blocks {
        items.extend(match block {
            Block::Scales => {
                scale_bar::draw(bars(pack, frame, rect.width(), language), rect, style)
            }
            Block::Title => title(pack, frame, rect, options, interval),
            Block::Legend if options.overlay == Overlay::Proof => {
                proof::key(pack.map(), rect, options)
            }
            Block::Legend => legend(&LegendMap { pack, frame, options, tree }, rect),
        });
    }
    items.extend(credits(pack, strip).draw(strip, style.sheet.black));
    items
}

fn credits(pack: &Pack, strip: Rect) -> Credits {
    Credits::new(&pack.labels().credits, &version(pack), strip.width())
}

/// Draws the title in its cartouche, with the north arrow next to it.
fn title(
    pack: &Pack,
    map: &MapFrame,
    rect: Rect,
    options: &MapOptions,
    interval: Option<Interval>,
) -> Vec<Item> {
    let (ink, language) = (options.style.sheet.black, options.language);
    let labels = pack.labels();
    let mut items = north_arrow(
        pack,
        Point::new(rect.left + 7.0, rect.top + 24.0),
        language,
        ink,
        options.style.sheet.paper,
    );
    let frame = Rect::new(rect.left + 18.0, rect.top + 1.0, rect.right, rect.bottom - 4.0);
    items.extend(cartouche(frame, ink));
    let middle = frame.centre().x;
    let room = frame.width() - 10.0;
    let lettering = Lettering::new(Face::Semibold, 27.0).with_spacing(0.1).with_small_capitals();
    let name = labels.map_title.get(language);
    // A title that would be too small on one line is broken into two.
    let broken = halves(name, 2)
        .filter(|_| shape(name, lettering.with_points(LEAST_TITLE)).width() > room)
        .map(|(upper, lower)| [(upper, 10.5), (lower, 17.5)]);
    let mut rule = frame.top + 20.0;
    match broken {
        Some(lines) => {
            // Both lines are set in the same size.
            let widest = lines.iter().max_by(|a, b| {
                let width = |line: &str| shape(line, lettering).width();
                width(a.0).total_cmp(&width(b.0))
            });
            let widest = widest.map_or(name, |(line, _)| *line);
            let two = lettering.with_points(LEAST_TITLE);
            let size = fit(widest, two, room, 10.0).lettering();
            for (line, down) in lines {
                let line = fit(line, size, room, 10.0);
                items.push(Item::Text(line.centred(Point::new(middle, frame.top + down), ink)));
            }
            rule += 1.5;
        }
        None => {
            let name = fit(name, lettering, room, 12.0);
            items.push(Item::Text(name.centred(Point::new(middle, frame.top + 15.5), ink)));
        }
    }
    items.push(Item::fill(swelled_rule(Point::new(middle, rule), 40.0), ink));
    let mut y = rule + 7.0;
    if let Some(subtitle) = &labels.map_subtitle {
        let text = fit(subtitle.get(language), Lettering::new(Face::Italic, 12.0), room, 7.0);
        items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
        y += 6.5;
    }
    let battle = labels.title.get(language);
    if battle != labels.map_title.get(language) {
        let text = fit(battle, Lettering::new(Face::Regular, 9.0).with_spacing(0.04), room, 6.0);
        items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
        y += 6.5;
    }
    if let Some((words, ink)) = overlay_title(pack, options) {
        let lettering = Lettering::new(Face::Semibold, 10.0).with_spacing(0.04);
        let text = fit(&words, lettering, room, MIN_POINTS);
        items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
        y += 6.5;
    }
    let scale = format!(
        "{} 1:{}",
        translate(words::maps::SCALE, language),
        format_whole(i64::from(map.scale().denominator()), language)
    );
    let text =
        shape(&scale, Lettering::new(Face::Regular, 9.0).with_spacing(0.08).with_small_capitals());
    if map.scale() != pack.map().scale {
        let note = Lettering::new(Face::Bold, 11.0).with_spacing(0.1).with_small_capitals();
        let note = fit(translate(words::NOT_FOR_PLAY, language), note, room, MIN_POINTS);
        items.push(Item::Text(note.centred(Point::new(middle, y), options.style.sheet.accent)));
        y += 6.5;
    }
    let y = y.max(frame.bottom - 11.0);
    items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
    if let Some((interval, units)) = interval {
        let words = match units {
            UnitSystem::Metric => words::maps::CONTOURS_IN_METRES,
            UnitSystem::Imperial => words::maps::CONTOURS_IN_FEET,
        };
        let note = translate(words, language).replace("{interval}", &interval.to_string());
        let note = fit(&note, Lettering::new(Face::Italic, 7.6), room, MIN_POINTS);
        items.push(Item::Text(note.centred(Point::new(middle, y + 4.6), ink)));
    }
    items
}

/// The type size in points below which a title is broken into two lines.
const LEAST_TITLE: f64 = 19.0;

/// Returns the title of the sheet's overlay, and its colour.
fn overlay_title(pack: &Pack, options: &MapOptions) -> Option<(String, Ink)> {
    let set_up = translate(words::SET_UP, options.language);
    match &options.overlay {
        Overlay::Ground => None,
        Overlay::Proof => {
            Some((translate(words::PROOF, options.language).to_owned(), proof::TITLE))
        }
        Overlay::SetUp(SetUpSides::Both) => Some((set_up.to_owned(), options.style.sheet.black)),
        Overlay::SetUp(SetUpSides::Side(id)) => {
            let side = pack.scenario().sides.iter().find(|side| side.id == *id)?;
            let label = pack.labels().sides.get(id)?;
            let words = format!("{set_up} · {}", label.title.get(options.language));
            Some((words, side_ink(pack, side)))
        }
    }
}

/// Draws the frame of a title: a broad line with a fine one inside.
pub(crate) fn cartouche(frame: Rect, ink: Ink) -> [Item; 2] {
    [
        Item::line(notched(frame, 3.0), Stroke::solid(ink, 0.55)),
        Item::line(notched(frame.expand(-1.3), 3.0), Stroke::solid(ink, 0.18)),
    ]
}

/// Returns a frame with concave quarter-circle corners.
fn notched(rect: Rect, radius: f64) -> Path {
    let Rect { left, top, right, bottom } = rect;
    let (r, k) = (radius, radius * 0.552_284_749_8);
    let p = Point::new;
    Path::from_segments(vec![
        Segment::Move(p(left + r, top)),
        Segment::Line(p(right - r, top)),
        Segment::Cubic(p(right - r, top + k), p(right - k, top + r), p(right, top + r)),
        Segment::Line(p(right, bottom - r)),
        Segment::Cubic(p(right - k, bottom - r), p(right - r, bottom - k), p(right - r, bottom)),
        Segment::Line(p(left + r, bottom)),
        Segment::Cubic(p(left + r, bottom - k), p(left + k, bottom - r), p(left, bottom - r)),
        Segment::Line(p(left, top + r)),
        Segment::Cubic(p(left + k, top + r), p(left + r, top + k), p(left + r, top)),
        Segment::Close,
    ])
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Scale, Text, sample};

    use super::*;
    use crate::battlefield::map_sheet;

    /// Returns the lines of the cartouche with their sizes in points, from top to bottom.
    fn lines(title: &str) -> Vec<(String, f64)> {
        let mut parts = sample::parts();
        parts.labels.map_title = Text::plain(title);
        let pack = Pack::new(parts).expect("valid sample");
        let sheet = map_sheet(&pack, &MapOptions::default());
        let layer = sheet.layers.iter().find(|layer| layer.name == "furniture");
        let runs = layer.into_iter().flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Text(run) if title.contains(run.text.as_str()) => Some(run),
            _ => None,
        });
        runs.map(|run| (run.text.clone(), run.size / sandtable_sheet::POINT)).collect()
    }

    #[test]
    fn long_title_uses_two_lines() {
        let one = lines("Middleton");
        assert_eq!(one.len(), 1);
        let two = lines("The Heights above the Upper Saale and Ilm");
        let texts: Vec<&str> = two.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["The Heights above the", "Upper Saale and Ilm"]);
        assert!((two[0].1 - two[1].1).abs() < 0.01 && two[0].1 > 12.0, "{two:?}");
    }

    /// At any map width, blocks are below the map and do not overlap, and bars with their names are
    /// within their block. Wider maps have lower strips.
    #[test]
    fn strip_blocks_do_not_overlap() {
        let mut heights = Vec::new();
        let pack = Pack::new(sample::parts()).expect("valid sample");
        for denominator in [50_000, 28_000, 16_000] {
            let scale = Scale::new(denominator).expect("valid scale");
            let frame = MapFrame::new(pack.map(), scale, Point::new(20.0, 20.0));
            let Strip { moves: moves_at, blocks, credits } = strip(&pack, &frame, Language::Es);
            assert_eq!(blocks.len(), 3);
            for (number, (_, one)) in blocks.iter().enumerate() {
                assert!(one.top > frame.rect.bottom && one.bottom <= credits.top, "{one:?}");
                for (_, other) in &blocks[number + 1..] {
                    assert!(!one.intersects(other), "{denominator}: {one:?} {other:?}");
                }
            }
            let (_, scales) =
                blocks.iter().find(|(block, _)| *block == Block::Scales).expect("there are bars");
            let units = bars(&pack, &frame, scales.width(), Language::Es);
            let thirds = moves(&pack, &frame, moves_at.width(), Language::Es);
            for (bars, rect) in [(units, *scales), (thirds, moves_at)] {
                for end in ends(bars, rect) {
                    assert!(rect.expand(FIGURE).contains(end), "{denominator}: {end:?} {rect:?}");
                }
            }
            // Only maps for play have bars of moves.
            heights.push((credits.top - moves_at.bottom).round());
        }
        assert!(heights.is_sorted_by(|narrow, wide| narrow > wide), "{heights:?}");
    }

    /// The figures and names of all bars of a map in some units.
    fn bar_texts(units: UnitSystem) -> Vec<String> {
        let mut parts = sample::parts();
        parts.labels.units = units;
        let pack = Pack::new(parts).expect("valid sample");
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(20.0, 20.0));
        let all = [bars, moves].map(|bars| bars(&pack, &frame, 400.0, Language::En));
        let texts = |(bar, figures): Divided| figures.into_iter().chain([bar.name]);
        all.into_iter().flatten().flat_map(texts).collect()
    }

    #[test]
    fn bars_follow_units_of_map() {
        let [metric, imperial] = [UnitSystem::Metric, UnitSystem::Imperial].map(bar_texts);
        let has = |texts: &[String], name: &str| texts.iter().any(|text| text == name);
        assert!(has(&metric, "Paces of 75 cm") && has(&metric, "Kilometres"));
        assert!(!has(&metric, "Miles") && !has(&metric, "Yards"));
        assert!(has(&imperial, "Miles") && has(&imperial, "Yards") && has(&imperial, "Kilometres"));
        // Both moves are whole.
        assert_eq!(metric.iter().filter(|text| *text == "3⁄3").count(), 2);
    }

    /// The maximum overhang of a figure at the end of a bar, in millimetres.
    const FIGURE: f64 = 4.0;

    /// Returns the ends of bars, their figures and their names.
    fn ends(bars: Vec<Divided>, rect: Rect) -> Vec<Point> {
        let items = scale_bar::draw(bars, rect, &MapOptions::default().style);
        let bounds = items.iter().filter_map(|item| match item {
            Item::Fill { path, .. } => path.bounds(),
            Item::Text(run) => Rect::bounding(run.glyphs.iter().map(|glyph| glyph.at)),
            _ => None,
        });
        bounds.map(|bounds| Point::new(bounds.right, bounds.bottom)).collect()
    }
}

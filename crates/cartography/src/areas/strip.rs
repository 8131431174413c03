//! Title, legend, turn track, chit boxes and credits: on empty parts of the map, otherwise below
//! it.

use sandtable_house_style::figures::format_whole;
use sandtable_house_style::swelled_rule;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::UnitSystem;
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Stroke, fit,
};

use super::boxes::{self, BOXES, box_block};
use super::empty_frame::Space;
use super::input::SheetInput;
use super::legend::{self, legend};
use super::reinforcements::draw_reinforcements;
use crate::furniture::cartouche;
use crate::furniture::credits::Credits;
use crate::furniture::neatline::BORDER;
use crate::furniture::north::arrow;
use crate::furniture::scale_bar::Bar;

/// A block of furniture on or below the map.
#[derive(Clone, Copy)]
enum Block {
    Title,
    /// The legend, with its number of columns.
    Legend(usize),
    /// The turn track, with its number of turns in a row.
    Turns(usize),
    /// The boxes of a side, by its index.
    Boxes(usize),
    /// The reinforcements of a side, which replace its boxes on the set-up map.
    Reinforcements(usize),
}

/// The gap between blocks, in millimetres.
const GAP: f64 = 9.0;
/// Width and height of the title.
const TITLE: (f64, f64) = (158.0, 70.0);
/// The margin of a block's background on the map.
const BACKGROUND_MARGIN: f64 = 4.0;

/// The positions of all blocks.
pub(crate) struct Arrangement {
    /// Blocks on empty parts of the map, then blocks below it.
    on_map: Vec<(Block, Rect)>,
    below: Vec<(Block, Rect)>,
    /// The rectangle of the credits, as wide as the map.
    credits: Rect,
    legend: Vec<legend::Line>,
}

/// Arranges the blocks, on the map where they fit.
pub(crate) fn arrange(input: &SheetInput<'_>, space: &mut Space) -> Arrangement {
    let rect = input.frame.rect;
    let (left, right) = (rect.left - BORDER, rect.right + BORDER);
    let legend = legend::lines(input);
    let turns = input.pack.battle().scene().turn_track.len();
    let kinds = [
        vec![(Block::Title, TITLE)],
        turn_tracks(turns),
        [2, 3, 1, 4]
            .into_iter()
            .chain(5..=legend.len() / 3)
            .map(|columns| (Block::Legend(columns), legend::size(legend.len(), columns)))
            .collect(),
    ];
    let mut on_map = Vec::new();
    let mut rest = Vec::new();
    for forms in kinds {
        let around = |(width, height): (f64, f64)| {
            (width + 2.0 * BACKGROUND_MARGIN, height + 2.0 * BACKGROUND_MARGIN)
        };
        let put =
            forms.iter().find_map(|(block, size)| Some((*block, space.reserve(around(*size))?)));
        match put {
            Some((block, rect)) => on_map.push((block, rect.expand(-BACKGROUND_MARGIN))),
            None => rest.push(forms),
        }
    }
    let mut y = rect.bottom + BORDER + 8.0;
    let mut below = Vec::new();
    let mut rows: Vec<Vec<(Block, (f64, f64))>> = vec![Vec::new()];
    for forms in rest {
        // The widest layout that fits the sheet is the lowest.
        let fits = forms.iter().filter(|(_, (width, _))| *width <= right - left);
        let low = fits.min_by(|one, other| one.1.1.total_cmp(&other.1.1)).or(forms.first());
        let Some(form) = low.copied() else { continue };
        let row = rows.last_mut().expect("there is a first row");
        let used: f64 = row.iter().map(|(_, (width, _))| width + GAP).sum();
        match row.is_empty() || used + form.1.0 <= right - left {
            true => row.push(form),
            false => rows.push(vec![form]),
        }
    }
    // The boxes of both sides share a row and its full width.
    let width = right - left;
    let wide = ((width - GAP) / 2.0).clamp(BOXES.0.min(width), BOXES.1);
    let sides = &input.pack.battle().scene().sides;
    let of_side = |side: usize| match &input.options.set_up {
        None => Some((Block::Boxes(side), (wide, BOXES.2))),
        Some(whose) => {
            let (_, height) = whose
                .shows(&sides[side])
                .then(|| draw_reinforcements(input, &sides[side], wide))
                .filter(|(items, _)| !items.is_empty())?;
            Some((Block::Reinforcements(side), (wide, height)))
        }
    };
    let both: Vec<_> = [0, 1].into_iter().filter_map(of_side).collect();
    match 2.0 * wide + GAP <= width + 1e-6 {
        true => rows.push(both),
        false => rows.extend(both.into_iter().map(|one| vec![one])),
    }
    for row in rows.into_iter().filter(|row| !row.is_empty()) {
        let used: f64 = row.iter().map(|(_, (width, _))| width).sum();
        // Blocks are spread over the width. A single turn track or legend fills it, up to twice its
        // usual width; any other single block is on the left.
        let stretch = match row[..] {
            [(Block::Turns(_) | Block::Legend(_), _)] => (width / used).clamp(1.0, 2.0),
            _ => 1.0,
        };
        let gap = (width - used).max(0.0) / (row.len() - 1).max(1) as f64;
        let height = row.iter().map(|(_, (_, height))| *height).fold(0.0, f64::max);
        let mut x = left;
        for (block, (width, own)) in row {
            below.push((block, Rect::from_size(x, y, width * stretch, own)));
            x += width + gap;
        }
        y += height + GAP;
    }
    Arrangement { on_map, below, credits: Rect::new(left, y, right, y), legend }
}

/// Returns layouts of the turn track with ever fewer turns in a row.
fn turn_tracks(turns: usize) -> Vec<(Block, (f64, f64))> {
    let mut all: Vec<usize> = Vec::new();
    for rows in 1..=turns.max(1) {
        let in_row = turns.div_ceil(rows).max(1);
        if !all.contains(&in_row) {
            all.push(in_row);
        }
    }
    let sized = |in_row| (Block::Turns(in_row), boxes::track_size(turns, in_row));
    all.into_iter().map(sized).collect()
}

impl Arrangement {
    /// Returns the lower edge of the sheet.
    pub(crate) fn bottom(&self, input: &SheetInput<'_>) -> f64 {
        self.credits.top + credits(input, self.credits).height() + 8.0
    }

    /// Returns the rectangles of the blocks on the map.
    pub(crate) fn on_map(&self) -> impl Iterator<Item = Rect> + '_ {
        self.on_map.iter().map(|(_, rect)| rect.expand(BACKGROUND_MARGIN))
    }

    /// Draws all blocks.
    pub(crate) fn draw(&self, input: &SheetInput<'_>) -> Vec<Item> {
        let style = input.style();
        let mut items = Vec::new();
        for (block, rect) in &self.on_map {
            let ground = rect.expand(BACKGROUND_MARGIN);
            if !matches!(block, Block::Title) {
                items.push(Item::fill(Path::rect(ground), style.sheet.paper));
                items.push(Item::line(Path::rect(ground), Stroke::solid(style.sheet.black, 0.6)));
                items.push(Item::line(
                    Path::rect(ground.expand(-1.2)),
                    Stroke::solid(style.sheet.black, 0.2),
                ));
            }
        }
        for (block, rect) in self.on_map.iter().chain(&self.below) {
            items.extend(match block {
                Block::Title => title(input, *rect),
                Block::Legend(columns) => legend(input, *rect, *columns, &self.legend),
                Block::Turns(in_row) => boxes::turn_track(input, *rect, *in_row),
                Block::Boxes(side) => box_block(input, *rect, *side),
                Block::Reinforcements(side) => {
                    let side = &input.pack.battle().scene().sides[*side];
                    let at = Point::new(rect.left, rect.top);
                    let (told, _) = draw_reinforcements(input, side, rect.width());
                    told.iter().map(|item| item.transform(at, Rotation::NONE)).collect()
                }
            });
        }
        items.extend(credits(input, self.credits).draw(self.credits, style.sheet.black));
        items
    }
}

fn credits(input: &SheetInput<'_>, strip: Rect) -> Credits {
    let version = words::version_line(&input.pack.battle().scene().id, input.pack.pack_digest());
    Credits::new(&input.map.credits, &version, strip.width())
}

/// The scale of arrow and bars relative to those on battlefield maps.
const FURNITURE_SCALE: f64 = 1.4;

/// Draws the title in its cartouche with scale bars, and the north arrow next to it.
fn title(input: &SheetInput<'_>, rect: Rect) -> Vec<Item> {
    let (style, language) = (input.style(), input.options.language);
    let ink = style.sheet.black;
    let north = arrow(input.map.north, Point::default(), language, ink, style.sheet.paper);
    let at = Point::new(rect.left + 9.5, rect.top + 31.0);
    let mut items: Vec<Item> = north
        .iter()
        .map(|item| item.scale(FURNITURE_SCALE).transform(at, Rotation::NONE))
        .collect();
    let frame = Rect::new(rect.left + 24.0, rect.top, rect.right, rect.bottom);
    items.push(Item::fill(Path::rounded_rect(frame, 3.0), style.sheet.paper));
    items.extend(cartouche(frame, ink));
    let middle = frame.centre().x;
    let room = frame.width() - 12.0;
    let labels = input.pack.labels();
    let lettering = Lettering::new(Face::Semibold, 40.0).with_spacing(0.1).with_small_capitals();
    let name = fit(input.map.title.get(language), lettering, room, 14.0);
    items.push(Item::Text(name.centred(Point::new(middle, frame.top + 17.5), ink)));
    items.push(Item::fill(swelled_rule(Point::new(middle, frame.top + 23.0), 64.0), ink));
    let mut y = frame.top + 31.0;
    let mut line = |text: &str, lettering: Lettering, ink| {
        let text = fit(text, lettering, room, MIN_POINTS);
        items.push(Item::Text(text.centred(Point::new(middle, y), ink)));
        y += 6.4;
    };
    if let Some(subtitle) = &input.map.subtitle {
        line(subtitle.get(language), Lettering::new(Face::Italic, 16.0), ink);
    }
    let battle = labels.title.get(language);
    if battle != input.map.title.get(language) {
        line(battle, Lettering::new(Face::Regular, 12.0).with_spacing(0.04), ink);
    }
    if let Some((words, ink)) = input.set_up_title() {
        line(&words, Lettering::new(Face::Semibold, 13.0).with_spacing(0.04), ink);
    }
    let denominator = format_whole(i64::from(input.frame.scale().denominator()), language);
    let scale = format!("{} 1:{denominator}", translate(words::maps::SCALE, language));
    let plain = Lettering::new(Face::Regular, 12.0).with_spacing(0.08).with_small_capitals();
    match input.frame.scale() == input.map.scale {
        true => line(&scale, plain, ink),
        false => {
            line(&format!("{scale} · {}", translate(words::NOT_FOR_PLAY, language)), plain, ink)
        }
    }
    let bars_at = Rect::new(frame.left + 8.0, frame.bottom - 14.5, frame.right - 8.0, frame.bottom);
    items.extend(bars(input, bars_at));
    items
}

/// Draws a kilometre bar, and a mile bar on a map in imperial units, each as long as fits.
fn bars(input: &SheetInput<'_>, rect: Rect) -> Vec<Item> {
    const LENGTHS: [f64; 10] = [100.0, 50.0, 40.0, 20.0, 10.0, 8.0, 4.0, 2.0, 1.0, 0.4];
    let (style, language) = (input.style(), input.options.language);
    let units = [(words::maps::KILOMETRES, 1_000.0), (words::maps::MILES, 1_609.344)];
    let units = match input.map.units {
        UnitSystem::Metric => &units[..1],
        UnitSystem::Imperial => &units[..],
    };
    let half = rect.width() / 2.0 - 4.0;
    let mut items = Vec::new();
    for (number, &(unit, metres)) in units.iter().enumerate() {
        let paper =
            |length: f64| length * metres * 1_000.0 / f64::from(input.frame.scale().denominator());
        let Some(length) = LENGTHS.into_iter().find(|length| paper(*length) <= half) else {
            continue;
        };
        let labels: Vec<String> = (0..=4)
            .map(|part| {
                let value = length * f64::from(part) / 4.0;
                if part % 2 == 1 { String::new() } else { format!("{value}") }
            })
            .collect();
        let bar = Bar {
            at: Point::default(),
            length: paper(length) / FURNITURE_SCALE,
            name: translate(unit, language).to_owned(),
        };
        let at = Point::new(rect.left + number as f64 * (half + 8.0), rect.top + 3.0);
        let drawn = bar.draw(4, &labels, style.sheet.black, style.sheet.paper);
        items.extend(
            drawn.iter().map(|item| item.scale(FURNITURE_SCALE).transform(at, Rotation::NONE)),
        );
    }
    items
}

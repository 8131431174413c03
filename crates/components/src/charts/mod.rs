//! Charts: player aid tables made from the battle's ruleset. Each is a list of lines whose unique
//! keys identify changed lines.

pub(crate) mod combat;
pub(crate) mod ranges;
pub(crate) mod terrain;
#[cfg(test)]
mod tests;
pub(crate) mod troops;
pub(crate) mod victory;

use sandtable_house_style::battlefield::{BLACK, CREAM};
use sandtable_pack::{Pack, PaperLength};
use sandtable_sheet::{Face, Ink, Item, Lettering, Path, Point, Rect, Span, Stroke, lines};

use crate::cards::flow::{Row, paragraph};
use crate::cards::largest;
use crate::cards::panel::Panel;
use crate::component::Component;
use crate::stickers::ComponentSettings;

/// A player aid table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chart {
    /// Its component key.
    pub key: &'static str,
    /// Its heading.
    pub title: String,
    /// The text below its heading.
    pub aside: String,
    /// Its columns from left to right.
    pub columns: Vec<Column>,
    /// Its lines.
    pub lines: Vec<ChartLine>,
    /// The notes below its lines.
    pub notes: Vec<String>,
}

/// A column of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    pub(crate) heading: String,
    /// Its width, relative to the sum of all widths.
    share: f64,
    /// Whether its text is centred.
    is_centred: bool,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChartLine {
    /// Its key in the pack, the same in every version.
    pub key: String,
    /// The text of each column.
    pub cells: Vec<String>,
}

impl Column {
    /// A left-aligned column.
    pub fn left(heading: &str, share: f64) -> Self {
        Self { heading: heading.to_owned(), share, is_centred: false }
    }

    /// A centred column.
    pub fn centred(heading: &str, share: f64) -> Self {
        Self { heading: heading.to_owned(), share, is_centred: true }
    }
}

impl ChartLine {
    /// A line with these cells.
    pub fn new(key: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Self {
        Self { key: key.into(), cells: cells.into_iter().collect() }
    }
}

/// The gap between neighbouring columns, in millimetres.
const GAP: f64 = 2.6;
/// The padding above and below the text of a line.
const AIR: f64 = 0.75;
/// The distance that a line's tint extends beyond its text, in millimetres.
const TINT_REACH: f64 = 1.0;
/// The tint of every second line.
const TINT: Ink = Ink::new("chart", 0xf1e6c9);

/// The cards of charts.
pub(crate) fn cards(charts: &[Chart], making: &ComponentSettings) -> Vec<Component> {
    charts.iter().flat_map(|chart| chart.cards(making)).collect()
}

/// The changes of a battle's charts since an earlier version. Charts with a new layout are printed
/// whole; for the others, strips with the changed lines are pasted over the old ones.
pub(crate) fn changes(
    now: &[Chart],
    before: &[Chart],
    making: &ComponentSettings,
) -> Vec<Component> {
    let mut things = Vec::new();
    for chart in now {
        match before.iter().find(|old| old.has_layout_of(chart)) {
            Some(old) => things.extend(chart.strips(old, making)),
            None => things.extend(chart.cards(making)),
        }
    }
    things
}

/// All charts of a battle.
pub(crate) fn all(pack: &Pack, making: &ComponentSettings) -> Vec<Chart> {
    let language = making.language;
    vec![
        ranges::chart(pack, language),
        terrain::chart(pack, language),
        troops::chart(pack, language),
        combat::hits(pack, language),
        combat::modifiers(pack, language),
        victory::chart(pack, language),
    ]
}

impl Chart {
    /// The card or cards of the chart.
    fn cards(&self, making: &ComponentSettings) -> Vec<Component> {
        let panel = self.panel(making);
        panel.cards(&self.rows(panel.room()))
    }

    fn panel(&self, making: &ComponentSettings) -> Panel {
        let (width, most) = largest(making);
        Panel {
            key: format!("chart {}", self.key),
            title: self.title.clone(),
            aside: self.aside.clone(),
            livery: None,
            width,
            max_height: most,
            columns: 1,
            bleed: making.bleed,
        }
    }

    /// Whether it has the same layout and line keys as another chart.
    fn has_layout_of(&self, other: &Self) -> bool {
        let keys =
            |chart: &Self| chart.lines.iter().map(|line| line.key.clone()).collect::<Vec<_>>();
        self.key == other.key
            && (&self.title, &self.aside) == (&other.title, &other.aside)
            && (&self.columns, &self.notes) == (&other.columns, &other.notes)
            && keys(self) == keys(other)
    }

    /// The lines that differ from a chart with the same layout, as strips.
    fn strips(&self, old: &Self, making: &ComponentSettings) -> Vec<Component> {
        let width = self.panel(making).room();
        let each = self.lines.iter().zip(&old.lines).enumerate();
        each.filter(|(_, (line, old))| line != old)
            .map(|(index, (line, _))| {
                let is_tinted = index % 2 == 1;
                let row = self.row(line, is_tinted, width);
                let edge = Rect::from_size(0.0, 0.0, width + 2.0 * TINT_REACH, row.height);
                let ground = if is_tinted { TINT } else { CREAM };
                let mut front = vec![Item::fill(Path::rect(edge.expand(making.bleed)), ground)];
                front.extend(row.at(Point::new(TINT_REACH, 0.0)));
                let length = PaperLength::from_millimetres;
                let size = (length(edge.width()), length(edge.height()));
                Component::flat(format!("line {}", line.key), size, front)
            })
            .collect()
    }

    /// Its rows at a given width.
    fn rows(&self, width: f64) -> Vec<Row> {
        let mut rows = vec![self.head(width)];
        for (index, line) in self.lines.iter().enumerate() {
            let row = self.row(line, index % 2 == 1, width);
            rows.push(row);
        }
        if !self.notes.is_empty() {
            rows.push(Row::gap(1.6));
        }
        for note in &self.notes {
            let span = Span::new(note.clone(), Lettering::new(Face::Italic, 8.0), BLACK);
            rows.extend(paragraph(&[span], width, 3.0));
        }
        rows
    }

    /// A line as printed at a given width, tinted or not.
    pub fn row(&self, line: &ChartLine, is_tinted: bool, width: f64) -> Row {
        let first = Lettering::new(Face::Semibold, 9.0);
        let other = Lettering::new(Face::Regular, 8.5);
        let row =
            self.row_of_cells(&line.cells, width, |index| if index == 0 { first } else { other });
        let mut items = Vec::new();
        if is_tinted {
            let rect = Rect::from_size(-TINT_REACH, 0.0, width + 2.0 * TINT_REACH, row.height);
            items.push(Item::fill(Path::rect(rect), TINT));
        }
        items.extend(row.items);
        Row::new(row.height, items)
    }

    fn head(&self, width: f64) -> Row {
        let headings: Vec<String> = self.columns.iter().map(|c| c.heading.clone()).collect();
        let mut row = self.row_of_cells(&headings, width, |_| Lettering::new(Face::Italic, 8.0));
        let rule = |y: f64| Path::line(&[Point::new(0.0, y), Point::new(width, y)]);
        row.items.push(Item::line(rule(row.height), Stroke::solid(BLACK, 0.35)));
        row.items.push(Item::line(rule(row.height + 0.6), Stroke::solid(BLACK, 0.12)));
        row.height += 1.2;
        row.keep_with_next()
    }

    fn row_of_cells(
        &self,
        cells: &[String],
        width: f64,
        lettering: impl Fn(usize) -> Lettering,
    ) -> Row {
        let shares: f64 = self.columns.iter().map(|column| column.share).sum();
        let room = width - GAP * (self.columns.len() as f64 - 1.0);
        let mut x = 0.0;
        let mut items = Vec::new();
        let mut height: f64 = 0.0;
        for (index, (cell, column)) in cells.iter().zip(&self.columns).enumerate() {
            let own = room * column.share / shares;
            let span = Span::new(cell.clone(), lettering(index), BLACK);
            let hanging = if column.is_centred { 0.0 } else { 1.5 };
            let mut y = AIR;
            for line in lines(&[span], own, hanging) {
                let base = y + line.size() * sandtable_sheet::ASCENT;
                items.extend(match column.is_centred {
                    true => line.centred(Point::new(x + own / 2.0, base)),
                    false => line.at(Point::new(x, base)),
                });
                y += line.size() * sandtable_sheet::LEADING;
            }
            height = height.max(y + AIR);
            x += own + GAP;
        }
        Row::new(height, items)
    }
}

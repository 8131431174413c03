//! Tiles: a large sheet on small pages, with cut and glue marks and an assembly key.

use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Language, PaperLength, ReferenceGrid};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Sheet, Stroke, TextRun,
    fit, shape, visible_layers,
};

use super::{Paper, PaperError, PaperOrder, Size};
use crate::ruler::{self, ruler};

/// The text of the key and the tiles.
pub struct Assembly<'a> {
    /// The language of the fixed words.
    pub language: Language,
    /// The title of the sheet, as in "Gettysburg".
    pub title: &'a str,
    /// The pack and the program version.
    pub version: String,
    /// Draws a miniature of the sheet for the key, in the given rectangle.
    pub miniature: &'a dyn Fn(Rect) -> Vec<Item>,
}

/// The space around a tile's window for marks, names and rulers, in millimetres.
const BAND: f64 = 6.5;
/// The minimum overlap of neighbours, in millimetres.
const LEAST_OVERLAP: f64 = 3.0;
/// The maximum number of tiles: a 1.5 × 1.5 m map on A4 has 48.
const MOST_TILES: usize = 200;
const GUIDE: Ink = Ink::new("guide", 0x80_8080);
const BLACK: Ink = Ink::new("black", 0);
const WHITE: Ink = Ink::new("white", 0xff_ffff);

/// The division of a sheet into tiles.
pub(super) struct Grid {
    columns: usize,
    rows: usize,
    /// The page in its orientation.
    page: Size,
    /// The page without its margins and the bands inside them.
    room: Rect,
    /// The part of each page that shows the sheet.
    window: Rect,
    /// The overlap of neighbours, in millimetres.
    overlap: f64,
    /// The position of the first window's corner on the sheet.
    start: Point,
}

impl Grid {
    /// The grid with the fewest tiles; portrait if both orientations are equal.
    pub(super) fn of(sheet: Size, order: &PaperOrder) -> Result<Self, PaperError> {
        let Paper { width, height, .. } = order.paper;
        let upright = Self::on(sheet, order, (width, height))?;
        let across = Self::on(sheet, order, (height, width))?;
        let best = if across.count() < upright.count() { across } else { upright };
        if best.count() > MOST_TILES {
            return Err(PaperError::TooMany { tiles: best.count() });
        }
        Ok(best)
    }

    fn on(sheet: Size, order: &PaperOrder, page: Size) -> Result<Self, PaperError> {
        let whole = Rect::new(0.0, 0.0, page.0.millimetres(), page.1.millimetres());
        let margin = order.margin.millimetres();
        let room = whole.expand(-(margin + BAND));
        let overlap = order.overlap.millimetres();
        // The ruler ends before the marks of the overlap strip.
        let beside = ruler::LENGTH + 8.0;
        let side = room.width().min(room.height());
        if side < beside + LEAST_OVERLAP {
            let left = |side: PaperLength| side - order.margin * 2.0;
            return Err(PaperError::NoRoom { left: (left(page.0), left(page.1)) });
        }
        let most = (side - beside).min(side / 2.0).floor();
        if overlap > most {
            return Err(PaperError::Overlap { most: PaperLength::from_millimetres(most) });
        }
        let least = beside + overlap;
        let count = |sheet: f64, window: f64| {
            (((sheet - overlap) / (window - overlap) - 1e-9).ceil() as usize).max(1)
        };
        let (sheet_width, sheet_height) = (sheet.0.millimetres(), sheet.1.millimetres());
        let columns = count(sheet_width, room.width());
        let rows = count(sheet_height, room.height());
        // All tiles show an equal part of the sheet; none is a sliver.
        let even = |count: usize, sheet: f64| {
            let side = (sheet + (count - 1) as f64 * overlap) / count as f64;
            // Rounded up to a tenth of a millimetre, so that the printed figure is exact.
            ((side * 10.0).ceil() / 10.0).max(least)
        };
        let (width, height) = (even(columns, sheet_width), even(rows, sheet_height));
        let centre = whole.centre();
        let window =
            Rect::from_size(centre.x - width / 2.0, centre.y - height / 2.0, width, height);
        // The excess of the tiles over the sheet is split between both sides.
        let slack = |count: usize, window: f64, sheet: f64| {
            ((count as f64 * (window - overlap) + overlap) - sheet) / 2.0
        };
        let start =
            Point::new(-slack(columns, width, sheet_width), -slack(rows, height, sheet_height));
        Ok(Self { columns, rows, page, room, window, overlap, start })
    }

    const fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// The part of the sheet on a tile.
    fn part(&self, row: usize, column: usize) -> Rect {
        let (width, height) = (self.window.width(), self.window.height());
        Rect::from_size(
            self.start.x + column as f64 * (width - self.overlap),
            self.start.y + row as f64 * (height - self.overlap),
            width,
            height,
        )
    }

    /// Rows are letters, columns numbers: `B3`.
    fn name(row: usize, column: usize) -> String {
        // There are at most [`MOST_TILES`].
        let row = ReferenceGrid::letters(row as u16);
        format!("{row}{}", column + 1)
    }
}

/// The assembly key, then every tile, row by row.
pub(crate) fn tiles(
    sheet: &Sheet,
    order: &PaperOrder,
    name: &str,
    assembly: &Assembly<'_>,
) -> Result<Vec<Sheet>, PaperError> {
    let grid = Grid::of((sheet.width, sheet.height), order)?;
    let mut pages = vec![key(sheet, &grid, name, assembly)];
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            pages.push(tile(sheet, &grid, (row, column), name, assembly));
        }
    }
    Ok(pages)
}

fn tile(
    sheet: &Sheet,
    grid: &Grid,
    (row, column): (usize, usize),
    name: &str,
    assembly: &Assembly<'_>,
) -> Sheet {
    let own = Grid::name(row, column);
    let mut page =
        sheet.empty_page(format!("{name}-{}", own.to_ascii_lowercase()), grid.page.0, grid.page.1);
    let (part, window) = (grid.part(row, column), grid.window);
    let by = (window.left - part.left, window.top - part.top);
    page.layers = visible_layers(sheet, part, by);
    for layer in &mut page.layers {
        let items = std::mem::take(&mut layer.items);
        layer.items = vec![Item::Clip { path: Path::rect(window), items }];
    }
    page.add_layer("cut marks", marks(grid, (row, column)));
    page.add_layer("tile", labels(grid, (row, column), assembly));
    page
}

/// The cut marks on the left and at the top, and the edges of the neighbouring tiles on the right
/// and below.
fn marks(grid: &Grid, (row, column): (usize, usize)) -> Vec<Item> {
    const GAP: f64 = 0.8;
    let Rect { left, top, right, bottom } = grid.window;
    let p = Point::new;
    let (mut cuts, mut ticks, mut reaches) = (Path::new(), Path::new(), Path::new());
    let (from, to) = (GAP, BAND - 0.5);
    if column > 0 {
        cuts.add_line(&[p(left, top), p(left, bottom)]);
        ticks.add_line(&[p(left, top - from), p(left, top - to)]);
        ticks.add_line(&[p(left, bottom + from), p(left, bottom + to)]);
    }
    if row > 0 {
        cuts.add_line(&[p(left, top), p(right, top)]);
        ticks.add_line(&[p(left - from, top), p(left - to, top)]);
        ticks.add_line(&[p(right + from, top), p(right + to, top)]);
    }
    if column + 1 < grid.columns {
        let x = right - grid.overlap;
        for (foot, tip) in [(top - GAP, top - 3.0), (bottom + GAP, bottom + 3.0)] {
            reaches.add_ring(&[p(x, foot), p(x - 0.9, tip), p(x + 0.9, tip)]);
        }
    }
    if row + 1 < grid.rows {
        let y = bottom - grid.overlap;
        for (foot, tip) in [(left - GAP, left - 3.0), (right + GAP, right + 3.0)] {
            reaches.add_ring(&[p(foot, y), p(tip, y - 0.9), p(tip, y + 0.9)]);
        }
    }
    [
        Item::line(cuts, Stroke::solid(GUIDE, 0.1)),
        Item::line(ticks, Stroke::solid(BLACK, 0.15)),
        Item::fill(reaches, BLACK),
    ]
    .into_iter()
    .filter(|item| item.vertex_count() > 0)
    .collect()
}

/// Name, neighbours and rulers in the band around the window.
fn labels(grid: &Grid, (row, column): (usize, usize), assembly: &Assembly<'_>) -> Vec<Item> {
    let Rect { left, top, right, bottom } = grid.window;
    let language = assembly.language;
    let up = Rotation { cosine: 0.0, sine: -1.0 };
    let mut items = ruler(Point::new(left + 5.0, bottom + 3.4), Rotation::NONE, BLACK);
    items.extend(ruler(Point::new(left - 3.4, bottom - grid.overlap - 4.0), up, BLACK));

    let name = shape(&Grid::name(row, column), Lettering::new(Face::Bold, 12.0));
    items.push(Item::Text(name.at(Point::new(left + 3.0, top - 1.8), BLACK)));
    // The first tile is not cut.
    let task = || match (row, column) {
        (0, 0) => words::sheets::OVERLAPPED_TILE,
        _ => words::sheets::CUT_AND_GLUE,
    };
    let title = match grid.count() {
        1 => assembly.title.to_owned(),
        _ => format!("{} · {}", assembly.title, translate(task(), language)),
    };
    let room = grid.window.width() - grid.overlap - name.width() - 14.0;
    let title = fit(&title, Lettering::new(Face::Italic, 8.0), room, MIN_POINTS);
    items.push(Item::Text(title.at(Point::new(left + 6.0 + name.width(), top - 1.8), BLACK)));

    // The notes are in the overlap strips, which the neighbours will cover.
    let note = |row, column| {
        let words = translate(words::sheets::OVERLAP_STRIP, language)
            .replace("{tile}", &Grid::name(row, column));
        shape(&words, Lettering::new(Face::Italic, 7.0))
    };
    let strip = grid.overlap / 2.0 - 0.9;
    let middle = grid.window.centre();
    let rim = |run: TextRun| Item::Text(run.with_halo(0.5, |_| WHITE));
    if strip > 1.0 && column + 1 < grid.columns {
        let text = note(row, column + 1);
        let start = Point::new(right - strip, middle.y + text.width() / 2.0);
        items.push(rim(text.rotated(start, up, BLACK)));
    }
    if strip > 1.0 && row + 1 < grid.rows {
        let text = note(row + 1, column);
        items.push(rim(text.centred(Point::new(middle.x, bottom - strip), BLACK)));
    }
    items
}

/// The first page: a miniature of the whole sheet with the tiles, and the instructions.
fn key(sheet: &Sheet, grid: &Grid, name: &str, assembly: &Assembly<'_>) -> Sheet {
    let mut page = Sheet::new(format!("{name}-key"), grid.page.0, grid.page.1);
    let window = grid.room;
    let language = assembly.language;
    let mut items = Vec::new();
    let mut y = window.top + 6.0;
    let title =
        fit(assembly.title, Lettering::new(Face::Semibold, 20.0), window.width(), MIN_POINTS);
    items.push(Item::Text(title.at(Point::new(window.left, y), BLACK)));
    y += 7.0;
    let tiles = translate(words::sheets::TILE_COUNT, language)
        .replace("{tiles}", &grid.count().to_string())
        .replace("{rows}", &grid.rows.to_string())
        .replace("{columns}", &grid.columns.to_string())
        .replace("{width}", &format!("{:.0}", sheet.width.millimetres()))
        .replace("{height}", &format!("{:.0}", sheet.height.millimetres()));
    let steps = [
        tiles,
        translate(words::sheets::PRINT_WHOLE, language).to_owned(),
        translate(words::sheets::STEP_CUT, language).to_owned(),
        translate(words::sheets::STEP_GLUE, language)
            .replace("{overlap}", &format!("{:.0}", grid.overlap)),
        translate(words::STEP_ROWS, language).to_owned(),
    ];
    // A single tile needs no count and no cutting or gluing instructions.
    let shown = if grid.count() == 1 { 1..2 } else { 0..steps.len() };
    for step in &steps[shown] {
        let text = fit(step, Lettering::new(Face::Regular, 9.0), window.width(), MIN_POINTS);
        items.push(Item::Text(text.at(Point::new(window.left, y), BLACK)));
        y += 4.8;
    }
    y += 2.0;

    // The space for the miniature, above the ruler.
    let room = Rect::new(window.left, y, window.right, window.bottom - 4.0);
    let last = grid.part(grid.rows - 1, grid.columns - 1);
    let (width, height) = (last.right - grid.start.x, last.bottom - grid.start.y);
    let small = (room.width() / width).min(room.height() / height);
    let origin = Point::new(room.centre().x - width * small / 2.0, room.top);
    let place =
        |p: Point| origin.translate((p.x - grid.start.x) * small, (p.y - grid.start.y) * small);
    let rect = |r: Rect| {
        let (a, b) = (place(Point::new(r.left, r.top)), place(Point::new(r.right, r.bottom)));
        Rect::new(a.x, a.y, b.x, b.y)
    };
    let whole = rect(Rect::new(0.0, 0.0, sheet.width.millimetres(), sheet.height.millimetres()));
    items.extend((assembly.miniature)(whole));
    items.push(Item::line(Path::rect(whole), Stroke::solid(BLACK, 0.2)));
    let mut outlines = Path::new();
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let part = grid.part(row, column);
            // Each tile ends where its right and lower neighbours begin to cover it.
            let right =
                if column + 1 < grid.columns { part.right - grid.overlap } else { part.right };
            let bottom = if row + 1 < grid.rows { part.bottom - grid.overlap } else { part.bottom };
            let shown = rect(Rect::new(part.left, part.top, right, bottom));
            outlines.add(&Path::rect(shown));
            let size = (shown.width() * 1.1).clamp(8.0, 22.0);
            let text = shape(&Grid::name(row, column), Lettering::new(Face::Bold, size));
            let middle = shown.centre().translate(0.0, size * 0.12);
            items.push(Item::Text(text.centred(middle, BLACK).with_halo(0.6, |_| WHITE)));
        }
    }
    items.push(Item::line(outlines, Stroke::solid(BLACK, 0.3)));
    items.extend(ruler(Point::new(window.left + 5.0, window.bottom + 3.4), Rotation::NONE, BLACK));
    let up = Rotation { cosine: 0.0, sine: -1.0 };
    items.extend(ruler(Point::new(window.left - 3.4, window.bottom - 5.0), up, BLACK));
    let version = shape(&assembly.version, Lettering::new(Face::Regular, MIN_POINTS));
    items.push(Item::Text(version.ending(Point::new(window.right, window.bottom + 5.6), BLACK)));
    page.add_layer("key", items);
    page
}

//! The part of a sheet inside a window, for pages that show part of a sheet.

use crate::display::path::{Path, Point, Rect, Segment};
use crate::display::sheet::{Item, Layer, Sheet, TextRun};

/// Returns the items of a sheet that overlap a window, moved by an offset; layers without such
/// items are omitted.
///
/// Items are not cut at the window's edge: the page clips them.
pub fn visible_layers(sheet: &Sheet, window: Rect, by: (f64, f64)) -> Vec<Layer> {
    sheet
        .layers
        .iter()
        .map(|layer| Layer { name: layer.name, items: items(&layer.items, sheet, &window, by) })
        .filter(|layer| !layer.items.is_empty())
        .collect()
}

fn items(items: &[Item], sheet: &Sheet, window: &Rect, by: (f64, f64)) -> Vec<Item> {
    items.iter().filter_map(|item| self::item(item, sheet, window, by)).collect()
}

fn item(item: &Item, sheet: &Sheet, window: &Rect, by: (f64, f64)) -> Option<Item> {
    Some(match item {
        Item::Fill { path, ink, inside } => {
            Item::Fill { path: rings(path, window, by)?, ink: *ink, inside: *inside }
        }
        Item::Line { path, stroke } => Item::Line {
            path: rings(path, &window.expand(stroke.width), by)?,
            stroke: stroke.clone(),
        },
        Item::Text(run) => {
            run.bounds().filter(|bounds| bounds.intersects(window))?;
            Item::Text(translate_run(run, by))
        }
        Item::Stamps { symbol, at } => {
            let window = window.expand(sheet.symbol(*symbol).reach);
            let at: Vec<Point> = at
                .iter()
                .filter(|p| window.contains(**p))
                .map(|p| p.translate(by.0, by.1))
                .collect();
            (!at.is_empty()).then_some(Item::Stamps { symbol: *symbol, at })?
        }
        Item::Clip { path, items } => {
            let bounds = path.bounds()?;
            if !bounds.intersects(window) {
                return None;
            }
            let inner = self::items(items, sheet, window, by);
            (!inner.is_empty()).then(|| Item::Clip { path: path.translate(by), items: inner })?
        }
    })
}

/// Returns the rings and lines of a path that overlap a window. The others do not affect the fill
/// there.
fn rings(path: &Path, window: &Rect, by: (f64, f64)) -> Option<Path> {
    let segments = path.segments();
    let mut kept = Path::new();
    let mut start = 0;
    for end in 1..=segments.len() {
        if end < segments.len() && !matches!(segments[end], Segment::Move(_)) {
            continue;
        }
        let ring = &segments[start..end];
        start = end;
        let bounds = Rect::bounding(ring.iter().flat_map(|s| s.points().into_iter().flatten()));
        if bounds.is_some_and(|bounds| bounds.intersects(window)) {
            for segment in ring {
                kept.push(segment.translate(by));
            }
        }
    }
    (!kept.is_empty()).then_some(kept)
}

fn translate_run(run: &TextRun, by: (f64, f64)) -> TextRun {
    let mut run = run.clone();
    for glyph in &mut run.glyphs {
        glyph.at = glyph.at.translate(by.0, by.1);
    }
    run
}

#[cfg(test)]
mod tests {
    use sandtable_pack::PaperLength;

    use super::*;
    use crate::display::sheet::{Ink, Stroke, Symbol};

    const BLACK: Ink = Ink::new("black", 0);

    #[test]
    fn window_keeps_and_moves_visible_items() {
        let side = PaperLength::from_millimetres(100.0);
        let mut sheet = Sheet::new("test".to_owned(), side, side);
        let dot = sheet.add_symbol(Symbol { items: Vec::new(), reach: 2.0 });
        let mut rings = Path::rect(Rect::from_size(1.0, 1.0, 98.0, 98.0));
        rings.add(&Path::rect(Rect::from_size(2.0, 2.0, 3.0, 3.0)));
        rings.add(&Path::rect(Rect::from_size(60.0, 60.0, 3.0, 3.0)));
        sheet.add_layer("rings", vec![Item::fill_with_holes(rings, BLACK)]);
        let edge = Path::line(&[Point::new(0.0, 49.5), Point::new(100.0, 49.5)]);
        sheet.add_layer("line", vec![Item::line(edge, Stroke::solid(BLACK, 1.2))]);
        let at = vec![Point::new(10.0, 10.0), Point::new(49.0, 70.0), Point::new(70.0, 70.0)];
        sheet.add_layer("dots", vec![Item::Stamps { symbol: dot, at }]);
        let far = Path::rect(Rect::from_size(0.0, 0.0, 40.0, 40.0));
        sheet.add_layer("far", vec![Item::Clip { path: far.clone(), items: Vec::new() }]);

        let window = Rect::from_size(50.0, 50.0, 40.0, 40.0);
        let visible = visible_layers(&sheet, window, (-50.0, -50.0));
        let names: Vec<_> = visible.iter().map(|layer| layer.name).collect();
        assert_eq!(names, ["rings", "line", "dots"]);
        let Item::Fill { path, .. } = &visible[0].items[0] else { panic!("a filled path") };
        assert_eq!(path.vertex_count(), 8, "the far hole is omitted");
        assert_eq!(path.bounds(), Some(Rect::new(-49.0, -49.0, 49.0, 49.0)));
        let Item::Stamps { at, .. } = &visible[2].items[0] else { panic!("stamps") };
        assert_eq!(*at, [Point::new(-1.0, 20.0), Point::new(20.0, 20.0)]);
    }
}

//! Exports sheets as SVG 1.1 for further editing in Inkscape. Each sheet layer is a named layer,
//! and sizes are in millimetres. Text is outlines labelled with its words, and symbols are clones.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use sandtable_source::escape_markup;

use crate::display::path::{Path, Point, Segment};
use crate::display::sheet::{Cap, FillRule, Ink, Item, PlacedGlyph, Sheet, Stroke, TextRun};
use crate::text::typeface::{Face, glyph_outline};

/// Writes a sheet as an SVG file. Fails if the writer fails.
pub fn svg(sheet: &Sheet, title: &str, mut writer: impl Write) -> io::Result<()> {
    let (width, height) = (number(sheet.width.millimetres()), number(sheet.height.millimetres()));
    let mut out = String::new();
    let _ = write!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{}</title>\n",
        escape_markup(title)
    );
    let mut drawing = Drawing::default();
    let mut definitions = String::new();
    for (face, id) in glyphs(sheet) {
        if let Some(path) = glyph_outline(face, id) {
            let _ = writeln!(
                definitions,
                "<path id=\"{}\" d=\"{}\"/>",
                glyph_id(face, id),
                glyph_data(&path)
            );
        }
    }
    for (index, symbol) in sheet.symbols().iter().enumerate() {
        let _ = write!(definitions, "<g id=\"symbol-{index}\">");
        drawing.items(&symbol.items, &mut definitions);
        definitions.push_str("</g>\n");
    }
    if !definitions.is_empty() {
        let _ = write!(out, "<defs>\n{definitions}</defs>\n");
    }
    for layer in &sheet.layers {
        let _ = writeln!(
            out,
            "<g inkscape:groupmode=\"layer\" inkscape:label=\"{0}\" id=\"{1}\" stroke-linejoin=\"round\">",
            escape_markup(layer.name),
            layer.name.replace(' ', "-"),
        );
        drawing.items(&layer.items, &mut out);
        out.push_str("</g>\n");
        writer.write_all(out.as_bytes())?;
        out.clear();
    }
    writer.write_all(b"</svg>\n")
}

/// Glyph units in an em; they keep the numbers short.
const EM: f64 = 1_000.0;

#[derive(Default)]
struct Drawing {
    /// The number of clip paths so far.
    openings: usize,
}

impl Drawing {
    fn items(&mut self, items: &[Item], out: &mut String) {
        for item in items {
            self.item(item, out);
        }
    }

    fn item(&mut self, item: &Item, out: &mut String) {
        match item {
            Item::Fill { path, ink, inside } => {
                let rule = match inside {
                    FillRule::NonZero => "",
                    FillRule::EvenOdd => " fill-rule=\"evenodd\"",
                };
                let _ =
                    writeln!(out, "<path fill=\"{}\"{rule} d=\"{}\"/>", colour(*ink), data(path));
            }
            Item::Line { path, stroke } => {
                let _ = writeln!(
                    out,
                    "<path fill=\"none\"{} d=\"{}\"/>",
                    attributes(stroke),
                    data(path)
                );
            }
            Item::Text(run) => text(run, out),
            Item::Stamps { symbol, at } => {
                for place in at {
                    let _ = writeln!(
                        out,
                        "<use xlink:href=\"#symbol-{}\" x=\"{}\" y=\"{}\"/>",
                        symbol.index(),
                        number(place.x),
                        number(place.y)
                    );
                }
            }
            Item::Clip { path, items } => {
                self.openings += 1;
                let id = format!("opening-{}", self.openings);
                let _ = write!(
                    out,
                    "<clipPath id=\"{id}\"><path d=\"{}\"/></clipPath>\n<g clip-path=\"url(#{id})\">\n",
                    data(path)
                );
                self.items(items, out);
                out.push_str("</g>\n");
            }
        }
    }
}

/// Writes a line of text as a group labelled with its words, with the halo behind the text.
fn text(run: &TextRun, out: &mut String) {
    let label = escape_markup(&run.text);
    let _ = writeln!(out, "<g aria-label=\"{label}\" inkscape:label=\"{label}\">");
    if let Some(halo) = &run.halo {
        for (glyph, ink) in run.glyphs.iter().zip(&halo.inks) {
            let width = halo.reach * 2.0 * EM / run.size;
            let rim = format!(
                " fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                colour(*ink),
                number(width)
            );
            write_glyph(run, glyph, &rim, out);
        }
    }
    for glyph in &run.glyphs {
        write_glyph(run, glyph, &format!(" fill=\"{}\"", colour(run.ink)), out);
    }
    out.push_str("</g>\n");
}

fn write_glyph(run: &TextRun, glyph: &PlacedGlyph, look: &str, out: &mut String) {
    let size = run.size / EM;
    let (c, s) =
        (precise_number(glyph.slant.cosine * size), precise_number(glyph.slant.sine * size));
    let minus = precise_number(-glyph.slant.sine * size);
    let _ = writeln!(
        out,
        "<use xlink:href=\"#{}\" transform=\"matrix({c} {s} {minus} {c} {} {})\"{look}/>",
        glyph_id(run.face, glyph.id),
        number(glyph.at.x),
        number(glyph.at.y)
    );
}

fn glyph_id(face: Face, id: u16) -> String {
    format!("glyph-{}-{id}", face as usize)
}

/// Returns every glyph on a sheet, including spaces.
fn glyphs(sheet: &Sheet) -> BTreeSet<(Face, u16)> {
    let glyphs =
        sheet.text_runs().flat_map(|run| run.glyphs.iter().map(|glyph| (run.face, glyph.id)));
    glyphs.collect()
}

fn attributes(stroke: &Stroke) -> String {
    let cap = match stroke.cap {
        Cap::Butt => "",
        Cap::Round => " stroke-linecap=\"round\"",
    };
    let dashes = if stroke.dashes.is_empty() {
        String::new()
    } else {
        let dashes: Vec<String> = stroke.dashes.iter().map(|dash| number(*dash)).collect();
        format!(" stroke-dasharray=\"{}\"", dashes.join(" "))
    };
    format!(
        " stroke=\"{}\" stroke-width=\"{}\"{cap}{dashes}",
        colour(stroke.ink),
        number(stroke.width)
    )
}

fn colour(ink: Ink) -> String {
    let [red, green, blue] = ink.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the SVG path data in millimetres.
fn data(path: &Path) -> String {
    path_data(path, 1.0)
}

/// Returns the SVG path data of a glyph, in thousandths of the em.
fn glyph_data(path: &Path) -> String {
    path_data(path, EM)
}

fn path_data(path: &Path, factor: f64) -> String {
    let mut out = String::new();
    let mut add = |command: char, points: &[Point]| {
        out.push(command);
        for (index, p) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            let _ = write!(out, "{gap}{} {}", number(p.x * factor), number(p.y * factor));
        }
    };
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => add('M', &[p]),
            Segment::Line(p) => add('L', &[p]),
            Segment::Cubic(a, b, c) => add('C', &[a, b, c]),
            Segment::Close => add('Z', &[]),
        }
    }
    out
}

/// Formats a number to three places (micrometres), without trailing zeros.
fn number(value: f64) -> String {
    trim_zeros(format!("{value:.3}"))
}

/// Formats a number to seven places, for a glyph's rotation.
fn precise_number(value: f64) -> String {
    trim_zeros(format!("{value:.7}"))
}

fn trim_zeros(digits: String) -> String {
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::PaperLength;

    use super::*;
    use crate::display::path::Rect;
    use crate::display::sheet::Symbol;
    use crate::text::typeface::{Lettering, shape};

    #[test]
    fn svg_layers_and_text_are_labelled() {
        let black = Ink::new("black", 0x01_0203);
        let side = PaperLength::from_millimetres(50.0);
        let mut sheet = Sheet::new("test".to_owned(), side, side);
        let square = Item::fill(Path::rect(Rect::from_size(-0.5, -0.5, 1.0, 1.0)), black);
        let symbol = sheet.add_symbol(Symbol { items: vec![square], reach: 1.0 });
        let line = Path::line(&[Point::new(1.0, 2.0), Point::new(3.333_333, -0.000_1)]);
        let name = shape("Peach & Orchard", Lettering::new(Face::Italic, 8.0));
        sheet.add_layer(
            "spot heights",
            vec![Item::Clip {
                path: Path::rect(Rect::from_size(0.0, 0.0, 50.0, 50.0)),
                items: vec![
                    Item::Stamps { symbol, at: vec![Point::new(4.0, 5.0)] },
                    Item::line(line, Stroke::dashed(black, 0.2, &[1.0, 0.5])),
                    Item::Text(name.at(Point::new(9.0, 9.0), black).with_halo(0.3, |_| black)),
                ],
            }],
        );
        let mut bytes = Vec::new();
        svg(&sheet, "A <map>", &mut bytes).expect("memory can be written");
        let text = String::from_utf8(bytes).expect("SVG is UTF-8");
        for part in [
            "width=\"50mm\" height=\"50mm\" viewBox=\"0 0 50 50\"",
            "<title>A &lt;map&gt;</title>",
            "inkscape:label=\"spot heights\" id=\"spot-heights\"",
            "<g id=\"symbol-0\"><path fill=\"#010203\" d=\"M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5Z\"/>",
            "<use xlink:href=\"#symbol-0\" x=\"4\" y=\"5\"/>",
            "stroke-width=\"0.2\" stroke-dasharray=\"1 0.5\" d=\"M1 2L3.333 0\"",
            "aria-label=\"Peach &amp; Orchard\"",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        // Each glyph except the two spaces is defined once. The text uses P O r c h a e d &, with a
        // and h twice.
        assert_eq!(text.matches("<path id=\"glyph-").count(), 9);
    }
}

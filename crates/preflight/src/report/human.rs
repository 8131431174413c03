//! Formats the report as text.

use std::fmt::Write as _;

use sandtable_source::one_line;

use crate::report::{BoxFacts, Direction, FileFacts, Measurement, PageFacts};

/// Formats the contents of a file, one fact per line.
pub fn format_text(facts: &FileFacts) -> String {
    let mut out = String::new();
    let Some(version) = &facts.pdf_version else { return out };
    let pages = facts.pages.len();
    let file = one_line(&facts.file);
    let _ = writeln!(out, "{file}: PDF {version}, {pages} {}", plural(pages, "page"));
    let mut line = |name: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(out, "  {name:<10} {}", one_line(&text));
        }
    };
    for intent in &facts.output_intents {
        let profile = if intent.profile_embedded { "with" } else { "without" };
        line("intent", format!("{} ({}), {profile} its profile", intent.identifier, intent.kind));
    }
    let x = &facts.pdf_x;
    line(
        "PDF/X",
        match (&x.claimed, x.keys_present) {
            (_, true) => "PDF/X-4 keys present".to_owned(),
            (Some(claimed), false) => format!("claims {claimed}; {}", describe_problems(x)),
            (None, false) => "not claimed".to_owned(),
        },
    );
    for font in &facts.fonts {
        let embedded = match (font.embedded, font.subset) {
            (true, true) => "embedded, subset",
            (true, false) => "embedded whole",
            (false, _) => "not embedded",
        };
        line("font", format!("{} ({}), {embedded}", font.name, font.kind));
    }
    line("layers", facts.layers.join(", "));
    line("hidden", facts.hidden_layers.join(", "));
    line("pack", facts.digest.clone().unwrap_or_default());
    for page in &facts.pages {
        write_page(page, &mut out);
    }
    out
}

fn describe_problems(x: &crate::report::PdfXFacts) -> String {
    let part = |before: &str, what: &[String]| match what {
        [] => None,
        _ => Some(format!("{before} {}", what.join("; "))),
    };
    [part("missing:", &x.missing), part("not allowed:", &x.forbidden)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(". ")
}

fn write_page(page: &PageFacts, out: &mut String) {
    let _ = writeln!(out, "  page {}", page.page);
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "    {name:<10} {text}");
    };
    let boxes = [
        ("media", page.media_mm),
        ("crop", page.crop_mm),
        ("bleed", page.bleed_mm),
        ("trim", page.trim_mm),
        ("art", page.art_mm),
    ];
    for (name, area) in boxes {
        if let Some(area) = area {
            line(name, describe_box(area));
        }
    }
    if page.rotation_degrees != 0 {
        line("rotation", format!("{}° clockwise", page.rotation_degrees));
    }
    if let Some(percent) = page.bleed_covered_percent {
        line("bleed art", format!("covers {percent:.1} % of the bleed where art reaches the trim"));
    }
    if !page.colours.is_empty() {
        line("colours", page.colours.join(", "));
    }
    let at = |placed: Measurement, unit: &str| {
        format!("{:.2} {unit} at {:.1}, {:.1} mm", placed.value, placed.x, placed.y)
    };
    for (name, measurement, unit) in [
        ("max. ink", page.most_ink_percent, "%"),
        ("min. type", page.smallest_type_pt, "pt"),
        ("min. line", page.finest_line_pt, "pt"),
        ("reversed", page.finest_reversed_line_pt, "pt"),
    ] {
        if let Some(measurement) = measurement {
            line(name, at(measurement, unit));
        }
    }
    const MAX_PICTURES: usize = 10;
    for image in page.images.iter().take(MAX_PICTURES) {
        let (columns, rows) = (image.columns, image.rows);
        line("picture", format!("{columns} × {rows} at {:.0} dpi, {}", image.dpi, image.colours));
    }
    if page.images.len() > MAX_PICTURES {
        line("pictures", format!("{} more", page.images.len() - MAX_PICTURES));
    }
    for spot in &page.spots {
        let all = spot.lines + spot.fills + spot.texts;
        let overprints = match spot.overprinting {
            0 => "none overprint".to_owned(),
            count if count == all => "all overprint".to_owned(),
            count => format!("{count} overprint"),
        };
        let tool = spot.tool.map_or_else(String::new, |tool| format!(" ({tool})"));
        let used = [(spot.lines, "line"), (spot.fills, "shape"), (spot.texts, "text")];
        let used = used.iter().filter(|(count, _)| *count > 0);
        let used: Vec<String> =
            used.map(|(count, noun)| format!("{count} {}", plural(*count, noun))).collect();
        line("spot", format!("{}{tool}: {}; {overprints}", spot.name, used.join(", ")));
    }
    if !page.transparency.is_empty() {
        line("transparent", page.transparency.join(", "));
    }
    for ruler in &page.rulers {
        let direction = match ruler.direction {
            Direction::X => "in x",
            Direction::Y => "in y",
            Direction::Aslant => "at an angle",
        };
        line("ruler", format!("100 mm {direction} measures {:.2} mm", ruler.length_mm));
    }
}

fn describe_box(area: BoxFacts) -> String {
    let BoxFacts { left, bottom, width, height } = area;
    format!("{width:.2} × {height:.2} mm from {left:.2}, {bottom:.2}")
}

pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

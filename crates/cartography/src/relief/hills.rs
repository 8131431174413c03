//! Hill edges and crests: the relief that the rules use, drawn over the hachures in a separate ink.

use sandtable_pack::{Crest, Hill, HillStyle};
use sandtable_sheet::{Cap, Ink, Item, Path, Point, Stroke};

use crate::frame::MapFrame;
use crate::ground::ways::crossbars;

/// Draws edges with ticks on their lower side, and crest lines.
pub(crate) fn hills(
    hills: &[Hill],
    crests: &[Crest],
    frame: &MapFrame,
    style: &HillStyle<Ink>,
) -> Vec<Item> {
    let inner = frame.rect.expand(-0.1);
    let mut edges = Path::new();
    let mut ticks = Path::new();
    for ring in hills.iter().flat_map(|h| &h.parts).flat_map(|part| frame.rings(part)) {
        // A hill has no edge where the frame cuts it.
        let mut run: Vec<Point> = Vec::new();
        let mut runs: Vec<Vec<Point>> = Vec::new();
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            if inner.contains(*a) || inner.contains(*b) {
                if run.last() != Some(a) {
                    runs.push(std::mem::replace(&mut run, vec![*a]));
                }
                run.push(*b);
            }
        }
        runs.push(run);
        for run in &runs {
            edges.add_curve(run);
        }
        // Ground rings run counter-clockwise: on the sheet the lower side is to the right.
        ticks.add(&crossbars(&runs, style.tick_spacing.get(), 0.0, style.tick.get()));
    }
    let mut crest_lines = Path::new();
    for crest in crests {
        crest_lines.add(&frame.curves(&crest.parts));
    }
    let crest = Stroke {
        ink: style.ink,
        width: style.crest.get(),
        cap: Cap::Round,
        dashes: vec![3.0, 1.1, 0.01, 1.1],
    };
    [
        Item::line(edges, Stroke::solid(style.ink, style.edge.get())),
        Item::line(ticks, Stroke::solid(style.ink, style.edge.get())),
        Item::line(crest_lines, crest),
    ]
    .into_iter()
    .filter(|item| item.vertex_count() > 0)
    .collect()
}

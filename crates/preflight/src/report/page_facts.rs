//! Builds the reported facts of a page from its contents.

use sandtable_shop::{ShopProfile, Tool};

use crate::geometry::MILLIMETRES;
use crate::measures::bleed::Cover;
use crate::painted_page::PaintedPage;
use crate::painting::page_contents::At;
use crate::report::{PageFacts, Placed, SpotFacts, rounded};

/// Builds the facts of the page with this number, from 1.
pub(crate) fn page(number: usize, page: &PaintedPage, profile: &ShopProfile) -> PageFacts {
    let PaintedPage { boxes, contents, edges, .. } = page;
    let placed = |at: Option<At>, times: f64| {
        at.map(|(value, point)| Placed {
            value: rounded(value * times),
            x: rounded((point.x - boxes.media.left) * MILLIMETRES),
            y: rounded((point.y - boxes.media.bottom) * MILLIMETRES),
        })
    };
    let cover = edges.iter().fold(Cover::default(), |all, edge| Cover {
        reached: all.reached + edge.reached,
        white: all.white + edge.white,
        first: all.first,
    });
    PageFacts {
        page: number,
        media_mm: Some(boxes.facts(boxes.media)),
        crop_mm: boxes.crop.map(|area| boxes.facts(area)),
        bleed_mm: boxes.bleed.map(|area| boxes.facts(area)),
        trim_mm: boxes.trim.map(|area| boxes.facts(area)),
        art_mm: boxes.art.map(|area| boxes.facts(area)),
        bleed_covered_percent: cover
            .percent()
            .filter(|_| profile.bleed.millimetres() > 0.0)
            .map(rounded),
        colours: contents.spaces.iter().cloned().collect(),
        most_ink_percent: placed(contents.most_ink, 100.0),
        smallest_type_pt: placed(contents.smallest_type, 1.0),
        finest_line_pt: placed(contents.finest_line, 1.0),
        finest_reversed_line_pt: placed(contents.finest_reversed, 1.0),
        images: contents.images.clone(),
        spots: contents
            .spots
            .iter()
            .map(|(name, spot)| SpotFacts {
                name: name.clone(),
                tool: profile.cut.tool(name).map(Tool::word),
                lines: spot.lines,
                fills: spot.fills,
                texts: spot.texts,
                overprinting: spot.overprinting,
                open_lines: spot.open_lines,
            })
            .collect(),
        transparency: contents.transparency.iter().cloned().collect(),
        rulers: contents.rulers.clone(),
    }
}

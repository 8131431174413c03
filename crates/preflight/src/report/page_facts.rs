//! Builds the reported facts of a page from its contents.

use sandtable_shop::{ShopProfile, Tool};

use crate::geometry::MM_PER_POINT;
use crate::measures::bleed::Coverage;
use crate::painted_page::PaintedPage;
use crate::painting::page_contents::PointValue;
use crate::report::{Measurement, PageFacts, SpotFacts, round};
use crate::spot_inks;

/// Builds the facts of the page with this number, from 1.
pub(crate) fn page_facts(number: usize, page: &PaintedPage, profile: &ShopProfile) -> PageFacts {
    let PaintedPage { boxes, contents, edges, .. } = page;
    let measurement = |at: Option<PointValue>, times: f64| {
        at.map(|(value, point)| Measurement {
            value: round(value * times),
            x: round((point.x - boxes.media.left) * MM_PER_POINT),
            y: round((point.y - boxes.media.bottom) * MM_PER_POINT),
        })
    };
    let cover = edges.iter().fold(Coverage::default(), |all, edge| Coverage {
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
            .covered_percent()
            .filter(|_| profile.bleed.millimetres() > 0.0)
            .map(round),
        rotation_degrees: boxes.rotation,
        colours: contents.spaces.iter().cloned().collect(),
        most_ink_percent: measurement(contents.max_ink, 100.0),
        smallest_type_pt: measurement(contents.smallest_type, 1.0),
        finest_line_pt: measurement(contents.finest_line, 1.0),
        finest_reversed_line_pt: measurement(contents.finest_reversed, 1.0),
        images: contents.images.clone(),
        spots: contents
            .spots
            .iter()
            .map(|(name, spot)| SpotFacts {
                name: name.clone(),
                tool: spot_inks::tool(&profile.cut, name).map(Tool::word),
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

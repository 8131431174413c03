//! The legend: a sample of each kind of terrain, its name, and its effect in play.

use sandtable_house_style::figures::metres;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::Quality;
use sandtable_sheet::{Face, Item, Lettering, MIN_POINTS, Point, Rect, fit, shape};

use super::samples::{LegendMap, Sample};
use crate::own_symbols::OwnSymbol;

/// Samples with their names and effects: terrain, roads and railroads, the battle's overlay,
/// scenery, then the blocks of the set-up.
const ENTRIES: [(Sample, Words, Words); 26] = [
    (Sample::Woods, words::WOODS, words::WOODS_EFFECT),
    (Sample::Houses, words::BUILDINGS, words::BUILDINGS_EFFECT),
    (Sample::Hill, words::HILL, words::HILL_EFFECT),
    (Sample::Stream, words::STREAM, words::maps::STREAM_EFFECT),
    (Sample::River, words::RIVER, words::maps::RIVER_EFFECT),
    (Sample::Crossings, words::BRIDGE, words::maps::BRIDGE_EFFECT),
    (Sample::Marsh, words::MARSH, words::MARSH_EFFECT),
    (Sample::Lake, words::maps::LAKE, words::IMPASSABLE_EFFECT),
    (Sample::Impassable, words::IMPASSABLE, words::IMPASSABLE_EFFECT),
    (Sample::Pike, words::maps::PIKE, words::maps::COLUMN_EFFECT),
    (Sample::Road, words::maps::ROAD, words::maps::COLUMN_EFFECT),
    (Sample::Lane, words::maps::LANE, words::maps::COLUMN_EFFECT),
    (Sample::Entry, words::maps::ENTRY, words::maps::ENTRY_EFFECT),
    (Sample::Communication, words::maps::COMMUNICATION, words::maps::COMMUNICATION_EFFECT),
    (Sample::Zone, words::maps::ZONE, words::maps::ZONE_EFFECT),
    (Sample::Objective, words::maps::OBJECTIVE, words::maps::OBJECTIVE_EFFECT),
    (Sample::Hachures, words::maps::SLOPES, words::RELIEF_EFFECT),
    (Sample::Contours, words::maps::CONTOURS, words::RELIEF_EFFECT),
    (Sample::Orchard, words::maps::ORCHARD, words::maps::SCENERY),
    (Sample::Field, words::maps::FIELD, words::maps::SCENERY),
    (Sample::Farm, words::maps::FARM, words::maps::SCENERY),
    (Sample::Railroad, words::maps::RAILROAD, words::maps::SCENERY),
    (Sample::Unfinished, words::UNFINISHED, words::maps::SCENERY),
    (Sample::Quality(Quality::Guard), words::maps::GUARD, words::maps::QUALITY_EFFECT),
    (Sample::Quality(Quality::Elite), words::maps::ELITE, words::maps::QUALITY_EFFECT),
    (Sample::Quality(Quality::Militia), words::maps::MILITIA, words::maps::QUALITY_EFFECT),
];

/// The rows of a short legend.
const ROWS: usize = 9;
/// The maximum number of rows that fit.
const MOST_ROWS: usize = 11;

/// Draws the legend in a block of the strip.
pub(crate) fn legend(shown: &LegendMap<'_>, rect: Rect) -> Vec<Item> {
    let (options, ink) = (shown.options, shown.options.style.sheet.black);
    let sight = metres(shown.pack.ruleset().distances.sight_depth, options.language);
    let mut items = Vec::new();
    let heading = shape(
        translate(words::maps::TERRAIN, options.language),
        Lettering::new(Face::Semibold, 10.0).with_spacing(0.1).with_small_capitals(),
    );
    items.push(Item::Text(heading.at(Point::new(rect.left, rect.top + 3.2), ink)));
    let entries = entries(shown);
    let own = own_symbols(shown);
    let rows = (entries.len() + own.len()).div_ceil(2).clamp(ROWS, MOST_ROWS);
    let (column, row) = (rect.width() / 2.0, (rect.height() - 10.0) / rows as f64);
    let place = |index: usize| {
        let (across, down) = ((index / rows) as f64, (index % rows) as f64);
        Rect::from_size(rect.left + column * across, rect.top + 6.0 + row * down, column, row)
    };
    let tell = |at: Rect, name: &str, effect: &str| {
        let room = column - 14.5;
        let name = fit(name, Lettering::new(Face::Semibold, 7.0), room, MIN_POINTS);
        let effect = fit(effect, Lettering::new(Face::Italic, 6.2), room, MIN_POINTS);
        let base = |share: f64| Point::new(at.left + 13.0, at.top + row * share);
        [Item::Text(name.at(base(0.43), ink)), Item::Text(effect.at(base(0.88), ink))]
    };
    let entry_count = entries.len();
    for (index, (sample, name, effect)) in entries.into_iter().enumerate() {
        let at = place(index);
        items.extend(shown.draw(sample, Rect::from_size(at.left, at.top + 0.4, 11.0, row - 1.4)));
        let effect = translate(effect, options.language).replace("{sight}", &sight);
        items.extend(tell(at, translate(name, options.language), &effect));
    }
    // The map's own symbols follow, if they fit.
    for (index, (symbol, title)) in (entry_count..rows * 2).zip(own) {
        let at = place(index);
        let middle = Point::new(at.left + 5.5, at.top + row / 2.0 - 0.3);
        items.extend(symbol.fit_into(middle, row / 2.0 - 0.4));
        items.extend(tell(at, title, translate(words::maps::SCENERY, options.language)));
    }
    items
}

/// Returns the map's own symbols of houses, with their titles.
fn own_symbols<'a>(shown: &LegendMap<'a>) -> Vec<(&'a OwnSymbol, &'a str)> {
    let farms = &shown.pack.scenery().farms;
    let titled = shown.options.style.symbols.farm_symbols().filter_map(|(name, own)| {
        let mut asked = farms.iter().filter_map(|farm| farm.symbol.as_ref());
        let stands = asked.any(|symbol| symbol.as_str() == name);
        Some((own, own.title.as_ref().filter(|_| stands)?.get(shown.options.language)))
    });
    titled.collect()
}

/// Returns the entries that the map uses.
fn entries(shown: &LegendMap<'_>) -> Vec<(Sample, Words, Words)> {
    ENTRIES.into_iter().filter(|(sample, ..)| shown.is_used(*sample)).collect()
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{
        Area, GroundLength, GroundPoint, Objective, ObjectiveGround, ObjectiveTiming, Pack,
        PackParts, StyleName, Surroundings, sample,
    };
    use sandtable_sheet::Sheet;

    use super::*;
    use crate::frame::MapFrame;
    use crate::ground::woods;
    use crate::options::MapOptions;
    use crate::style::Style;

    /// Returns the English names in the legend of a map in a style.
    fn names(parts: &PackParts, style: StyleName) -> Vec<&'static str> {
        let pack = Pack::new(parts.clone()).expect("valid map");
        let options = MapOptions { style: Style::built_in(style), ..MapOptions::default() };
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(0.0, 0.0));
        let side = sandtable_pack::PaperLength::from_millimetres(100.0);
        let mut sheet = Sheet::new("legend".to_owned(), side, side);
        let tree = sheet.add_symbol(woods::tree(&options.style, 0, 1.0));
        let shown = LegendMap { pack: &pack, frame: &frame, options: &options, tree };
        entries(&shown).into_iter().map(|(_, name, _)| name[0]).collect()
    }

    #[test]
    fn legend_lists_only_used_features() {
        let mut parts = sample::parts();
        let new = ["Orchard", "Field fence", "Objective", "Set-up zone"];
        let before = names(&parts, StyleName::Staff);
        assert!(!new.iter().any(|name| before.contains(name)), "{before:?}");
        let area = |id: &str| Area { id: sample::id(id), parts: Vec::new() };
        parts.scenery.orchards = vec![area("orchard")];
        parts.scenery.fields = vec![area("field")];
        parts.map.zones = vec![area("zone")];
        let around = Surroundings {
            centre: GroundPoint::from_metres(4_000, 4_000),
            within: GroundLength::from_metres(400),
        };
        parts.scenario.objectives = vec![Objective {
            id: sample::id("crossroads"),
            ground: ObjectiveGround::Around(around),
            points: 5,
            side: None,
            counted: ObjectiveTiming::AtEnd,
        }];
        let title = sandtable_pack::Text::plain("The crossroads");
        parts.labels.objectives.insert(sample::id("crossroads"), title);
        let after = names(&parts, StyleName::Staff);
        assert!(new.iter().all(|name| after.contains(name)), "{after:?}");
    }

    #[test]
    fn legend_shows_relief_of_style() {
        let (slopes, contours) = ("Slopes, gentle to steep", "Contours");
        let mut parts = sample::parts();
        parts.elevation = Some(sandtable_pack::ElevationGrid {
            origin: GroundPoint::from_metres(-10, -10),
            cell: GroundLength::from_metres(4_020),
            columns: 3,
            rows: 3,
            heights: vec![
                sandtable_pack::Elevation::from_metres_rounded(5.0)
                    .expect("valid elevation");
                9
            ],
        });
        let (staff, survey) = (names(&parts, StyleName::Staff), names(&parts, StyleName::Survey));
        assert!(staff.contains(&slopes) && !staff.contains(&contours), "{staff:?}");
        assert!(survey.contains(&contours) && !survey.contains(&slopes), "{survey:?}");
        // Without elevation, slopes are drawn as hill edges, whose sample includes them.
        parts.elevation = None;
        let flat = names(&parts, StyleName::Staff);
        assert!(!flat.contains(&slopes) && !flat.contains(&contours), "{flat:?}");
    }
}

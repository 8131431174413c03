//! The booklet of a FAB battle.

use sandtable_house_style::areas::{is_second_side, side_ink, turn_and_date};
use sandtable_house_style::battlefield::Livery;
use sandtable_house_style::figures::capitalise;
use sandtable_house_style::words;
use sandtable_pack::SideId;
use sandtable_pack::fab::Pack;
use sandtable_sheet::Sheet;
use sandtable_shop::Stock;

use super::{BookletLayout, DrawMap};
use crate::area_charts;
use crate::areas::set_up_card::set_up_rows;
use crate::cards::flow::Row;
use crate::stickers::ComponentSettings;

/// The pages of the booklet, with numbered names and the set-up of both sides or of one.
pub fn area_booklet(
    pack: &Pack,
    name: &str,
    only: Option<&SideId>,
    stock: &Stock,
    map: Option<DrawMap<'_>>,
    making: &ComponentSettings,
) -> Vec<Sheet> {
    let layout = BookletLayout::new(pack.into(), stock, making.language);
    let (labels, language) = (pack.labels(), making.language);
    let colon = layout.word(words::COLON);
    let mut rows = layout.section(words::cards::SITUATION, labels.notes.as_ref());
    if let Some(map) = map {
        rows.push(layout.map(map, words::cards::AREA_MAP_CAPTION));
        rows.push(Row::gap(3.0));
    }
    rows.push(layout.heading(words::cards::HOW_TO_BEGIN));
    // FAB packs have few turns: the checks of packs limit them.
    let turns = u8::try_from(pack.battle().scene().turn_track.len()).unwrap_or(u8::MAX);
    for (words, turn) in [(words::cards::FIRST, 1), (words::cards::LAST, turns)] {
        let first = format!("{}{colon}", layout.word(words));
        rows.extend(layout.lead(&first, &turn_and_date(pack, turn, language)));
        rows.push(Row::gap(0.8));
    }
    rows.push(Row::gap(3.0));
    for side in &pack.battle().scene().sides {
        if only.is_some_and(|only| only != side) {
            continue;
        }
        let title = labels.sides.get(side).map_or("", |banner| banner.name.get(language));
        let livery = Livery { ink: side_ink(pack, side), is_second: is_second_side(pack, side) };
        rows.push(layout.banner(title, livery));
        rows.extend(set_up_rows(pack, side, making, layout.room));
        rows.push(Row::gap(3.0));
    }
    let rules = labels.exclusive_rules.iter();
    let rules = rules.map(|rule| format!("{}{colon} {}", rule.rule, rule.text.get(language)));
    rows.extend(layout.rules(rules));
    rows.push(layout.heading(words::VICTORY));
    rows.extend(victory_rows(pack, &layout));
    rows.push(Row::gap(3.0));
    rows.extend(layout.section(words::cards::HISTORY, labels.history.as_ref()));
    rows.extend(layout.errata(labels.errata.as_ref()));
    rows.extend(layout.credits(pack.map().map_or(&[], |map| &map.credits)));
    layout.pages(name, &rows)
}

/// Victory after the last turn, and the leads that win before it.
fn victory_rows(pack: &Pack, layout: &BookletLayout<'_>) -> Vec<Row> {
    let chart = area_charts::victory_chart(pack, layout.language);
    let colon = layout.word(words::COLON);
    let mut headings = chart.columns.iter().map(|column| column.heading.as_str());
    let lead = headings.next().map_or(String::new(), capitalise);
    let sides: Vec<&str> = headings.collect();
    let mut rows = layout.text(&format!("{}.", chart.aside));
    rows.push(Row::gap(0.8));
    rows.extend(layout.text(&format!("{lead}{colon}")));
    for line in &chart.lines {
        let Some((what, values)) = line.cells.split_first() else { continue };
        let is_nothing =
            |value: &String| value == layout.word(words::charts::NOTHING) || value == "0";
        if values.iter().all(is_nothing) {
            continue;
        }
        let values = sides.iter().zip(values).map(|(side, value)| format!("{side} {value}"));
        let values = values.collect::<Vec<_>>().join(", ");
        rows.push(Row::gap(0.8));
        rows.extend(layout.lead(&format!("{what}{colon}"), &values));
    }
    rows
}

#[cfg(test)]
mod tests {
    use sandtable_house_style::battlefield::BLACK;
    use sandtable_house_style::words::translate;
    use sandtable_pack::fab::sample;
    use sandtable_pack::{BlockProfile, Language, PaperLength, Text};
    use sandtable_sheet::{Item, Path, Rect, text_runs};
    use sandtable_shop::built_in_stock;

    use super::*;

    /// The booklet prints the notes, both set-ups or one, victory and history in each language.
    #[test]
    fn booklet_of_an_area_battle_is_complete() {
        let mut parts = sample::pack().into_parts();
        let text = |text: &str| Some(Text::plain(text.to_owned()));
        parts.labels.notes = text("Two armies meet.");
        parts.labels.history = text("They parted.");
        let pack = Pack::new(parts).expect("valid change");
        let stock = built_in_stock("a4").expect("built-in stock exists");
        let [first, second] = &pack.battle().scene().sides;
        for language in Language::ALL {
            let length = PaperLength::from_millimetres;
            let making = ComponentSettings {
                language,
                blocks: BlockProfile::CUBES,
                bleed: 0.0,
                folds_backs: false,
                is_kriegsspiel: false,
                room: (length(186.0), length(255.0)),
            };
            let map = |width: f64| {
                (vec![Item::fill(Path::rect(Rect::new(0.0, 0.0, width, 40.0)), BLACK)], 40.0)
            };
            let printed = |only| {
                let pages = area_booklet(&pack, "booklet", only, &stock, Some(&map), &making);
                let items =
                    pages.iter().flat_map(|page| &page.layers).flat_map(|layer| &layer.items);
                let items: Vec<Item> = items.cloned().collect();
                let runs = text_runs(&items);
                runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ")
            };
            let both = printed(None);
            for words in ["Two armies meet.", "They parted."] {
                assert!(both.contains(words), "{language:?}: {both}");
            }
            let one = printed(Some(first));
            for unit in &pack.battle().scene().units {
                let name = pack.labels().units[&unit.id].get(language);
                assert!(both.contains(name), "{language:?}: {name}");
                let formations = &pack.battle().scene().formations;
                let is_second =
                    formations.iter().any(|of| of.id == unit.formation && of.side == *second);
                assert!(!is_second || !one.contains(name), "{language:?}: {name}");
            }
            assert!(both.contains(translate(words::VICTORY, language)), "{both}");
            assert!(!both.contains("–, "), "a turn without a lead: {both}");
        }
    }
}

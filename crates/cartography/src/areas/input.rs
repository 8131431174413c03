//! An area battle with its map and options: the input for drawing the sheet.

use std::collections::BTreeMap;

use sandtable_house_style::battlefield::Livery;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::fab::{AreaMap, BorderLine, Edge, MapPlace, Pack};
use sandtable_pack::{AreaId, Language, Rgb, Scale, SideId};
use sandtable_sheet::Ink;

use crate::frame::MapFrame;
use crate::set_up::positions::SetUpSides;
use crate::style::Style;

/// Options for the map of an area battle.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaMapOptions {
    /// The language of fixed words, titles and names.
    pub language: Language,
    /// The style.
    pub style: Style,
    /// A scale that replaces the map's own.
    pub scale: Option<Scale>,
    /// The set-up shown on the map; `None` for the map to play on.
    pub set_up: Option<SetUpSides>,
}

impl AreaMapOptions {
    /// Returns the name of the sheet.
    pub(super) fn sheet_name(&self) -> String {
        match &self.set_up {
            None => "map".to_owned(),
            Some(SetUpSides::Both) => "set-up".to_owned(),
            Some(SetUpSides::Side(side)) => format!("set-up-{side}"),
        }
    }
}

/// An area battle with its map, and the map's frame on the sheet.
pub(crate) struct SheetInput<'s> {
    pub(super) pack: &'s Pack,
    pub(super) map: &'s AreaMap,
    pub(super) frame: &'s MapFrame,
    pub(super) options: &'s AreaMapOptions,
    /// Edges of the battle and borders of the map, keyed by their areas.
    pub(super) edges: BTreeMap<Pair<'s>, &'s Edge>,
    pub(super) borders: BTreeMap<Pair<'s>, Vec<&'s BorderLine>>,
    /// The difficulty of each area's terrain.
    difficulty: BTreeMap<&'s AreaId, u8>,
}

/// Two areas, in the order of their ids.
pub(super) type Pair<'s> = [&'s AreaId; 2];

pub(super) fn pair<'s>(one: &'s AreaId, other: &'s AreaId) -> Pair<'s> {
    [one.min(other), one.max(other)]
}

impl<'s> SheetInput<'s> {
    pub(super) fn new(
        pack: &'s Pack,
        map: &'s AreaMap,
        frame: &'s MapFrame,
        options: &'s AreaMapOptions,
    ) -> Self {
        let scene = pack.battle().scene();
        let difficulty = scene.areas.iter().map(|area| {
            let ground = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
            (&area.id, ground.map_or(0, |ground| ground.difficulty))
        });
        let difficulty = difficulty.collect();
        let edges = scene.edges.iter();
        let mut borders: BTreeMap<Pair<'_>, Vec<&BorderLine>> = BTreeMap::new();
        for border in &map.borders {
            borders.entry(pair(&border.left, &border.right)).or_default().push(border);
        }
        let edges = edges.map(|edge| (pair(&edge.a, &edge.b), edge)).collect();
        Self { pack, map, frame, options, edges, borders, difficulty }
    }

    pub(super) const fn style(&self) -> &Style {
        &self.options.style
    }

    /// Whether the sheet is drawn without colour.
    pub(super) fn is_grey(&self) -> bool {
        let [red, green, blue] = self.options.style.water.tint.rgb;
        red == green && green == blue
    }

    /// Whether a side is the second one, whose symbols have light lines to distinguish them in
    /// black-and-white print.
    pub(super) fn is_second(&self, side: &SideId) -> bool {
        self.pack.battle().scene().sides[1] == *side
    }

    /// Returns the colour of a side, and whether it has the second side's marks.
    pub(super) fn livery(&self, side: &SideId) -> Livery {
        Livery { ink: self.side_ink(side), is_second: self.is_second(side) }
    }

    /// Whether the area around a place has the same name as the place.
    pub(super) fn names_its_area(&self, place: &MapPlace) -> bool {
        let language = self.options.language;
        let name = place.name.get(language);
        let areas = self.pack.labels().areas.iter();
        let mut called = areas.filter(|(_, label)| label.name.get(language) == name);
        called.any(|(area, _)| {
            let ground = self.map.areas.get(area);
            ground.is_some_and(|ground| ground.parts.iter().any(|part| part.contains(place.at)))
        })
    }

    /// Returns the difficulty of an area's terrain.
    pub(super) fn difficulty(&self, area: &AreaId) -> u8 {
        self.difficulty.get(area).copied().unwrap_or(0)
    }

    /// Returns the side that holds an area at the start.
    pub(super) fn holder(&self, area: &AreaId) -> Option<&'s SideId> {
        self.pack.battle().scene().control.get(area)
    }

    /// Returns the title of the set-up shown on the map, and its colour.
    pub(super) fn set_up_title(&self) -> Option<(String, Ink)> {
        let language = self.options.language;
        let words = translate(words::SET_UP, language);
        match self.options.set_up.as_ref()? {
            SetUpSides::Both => Some((words.to_owned(), self.style().sheet.black)),
            SetUpSides::Side(side) => {
                let name = self.pack.labels().sides.get(side)?.name.get(language);
                Some((format!("{words} · {name}"), self.side_ink(side)))
            }
        }
    }

    /// Returns the colour of a side.
    pub(super) fn side_ink(&self, side: &SideId) -> Ink {
        let names = ["side-1", "side-2"];
        let number = self.pack.battle().scene().sides.iter().position(|one| one == side);
        let colour = self.pack.labels().sides.get(side).map(|banner| banner.colour);
        let Rgb { red, green, blue } = colour.unwrap_or(Rgb { red: 0, green: 0, blue: 0 });
        Ink { name: names[number.unwrap_or(0).min(1)], rgb: [red, green, blue] }
    }
}

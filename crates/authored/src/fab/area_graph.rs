//! The area map in a scenario: areas, edges, entry areas, supply sources (FAB-D6 to FAB-D12).

use sandtable_source::{Named, Spanned, authored, choice};

use super::names::{AreaName, Letter};
use super::values::WordOrList;
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::text::Text;

authored! {
    /// A terrain type.
    pub struct Terrain("terrain") {
        /// Its id.
        pub id: Spanned<Id>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// Terrain Difficulty Number, subtracted from the attacker's Success Number in close fire.
        pub difficulty: Spanned<Whole<0, 10>> => "FAB-V7",
    }
}

authored! {
    /// A space of the map (FAB-2.4).
    pub struct Area("area") {
        /// Its id: a word, or its number.
        pub id: Spanned<AreaName>,
        /// The printed number (default: the id).
        pub number: Option<Spanned<Whole<1, 9_999>>>,
        /// Its name (default: its id).
        pub name: Option<Text>,
        /// Its terrain.
        pub terrain: Spanned<Id>,
        /// Victory points for each side that controls it, by the id of the side.
        pub vp: Option<Named<Spanned<Whole<-99, 99>>>> => "FAB-V35",
    }
}

authored! {
    /// Two areas that share a border, with the border and its connection (FAB-5.31).
    pub struct Edge("edge") {
        /// One of the areas.
        pub a: Spanned<AreaName>,
        /// The other area.
        pub b: Spanned<AreaName>,
        /// The border between them, such as `open` or `river` (default: `open`).
        pub border: Option<Spanned<Id>> => "FAB-5.31b",
        /// The connection across it, such as `road` or `field` (default: `field`).
        pub connection: Option<Spanned<Id>> => "FAB-5.31d",
    }
}

authored! {
    /// Two areas that share a border on the map but have no edge.
    pub struct NoEdge("pair of neighbours") {
        /// One of the areas.
        pub a: Spanned<AreaName>,
        /// The other area.
        pub b: Spanned<AreaName>,
    }
}

authored! {
    /// A letter at the edge of the map, where units arrive (FAB-4.1c).
    pub struct EntryArea("entry area") {
        /// Its letter.
        pub letter: Spanned<Letter> => "FAB-V14",
        /// The side that arrives there, or `both`.
        pub side: Spanned<Id>,
        /// The adjacent areas.
        pub areas: Spanned<Vec<Spanned<AreaName>>>,
    }
}

authored! {
    /// Rules for entry at an area other than the unit's own.
    pub struct EntryPolicy("entry policy") {
        /// The entry area that counts as nearest for a delayed unit (default: `graph`).
        pub nearest: Option<Spanned<Nearest>> => "FAB-4.1c4",
        /// The entry areas that a delayed unit may use (default: `side-all`).
        pub eligible_after_delay: Option<Spanned<AfterDelay>> => "FAB-4.1c4",
        /// Letters that a Special Action may redirect to, or `side-all` (the default).
        pub redirect_allowed: Option<Spanned<WordOrList<SideAll, Letter>>> => "FAB-8.27",
    }
}

choice! {
    /// The definition of the nearest entry area.
    pub enum Nearest("way to find the nearest entry area") {
        /// By the number of borders to cross from the areas of the printed letters.
        Graph = "graph",
        /// By the order of the letters.
        LetterOrder = "letter-order",
    }
}

choice! {
    /// The entry areas that a delayed unit may use.
    pub enum AfterDelay("place to arrive after a delay") {
        /// Only at its printed letters.
        Printed = "printed",
        /// At any letter of its side.
        SideAll = "side-all",
    }
}

choice! {
    /// Every letter of a side.
    pub enum SideAll("choice of letters") {
        /// Every letter of the side.
        SideAll = "side-all",
    }
}

authored! {
    /// A source of supply: an area, or the areas of an entry letter (FAB-9.31).
    pub struct SupplySource("supply source") {
        /// The side that owns it.
        pub side: Spanned<Id>,
        /// The area.
        pub area: Option<Spanned<AreaName>>,
        /// The letter of the entry area.
        pub entry: Option<Spanned<Letter>>,
        /// Whether it counts only while the side controls the area (default: true).
        pub needs_control: Option<Spanned<bool>> => "FAB-9.31",
        /// Whether it does not count while the area is contested (default: false).
        pub disabled_if_contested: Option<Spanned<bool>> => "FAB-9.31",
    }
}

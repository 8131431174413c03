//! The area map as a scenario writes it: areas, what lies between them, entry areas, supply sources
//! (FAB-D6 to FAB-D12).

use sandtable_source::{Named, Spanned, authored, choice};

use super::names::{AreaName, Letter};
use super::values::WordOrList;
use crate::values::Id;
use crate::values::number::Whole;
use crate::values::text::Text;

authored! {
    /// A kind of ground.
    pub struct Terrain("terrain") {
        /// Its id.
        pub id: Spanned<Id>,
        /// What it is called; its id if left out.
        pub name: Option<Text>,
        /// Terrain Difficulty Number: what the attacker's Success Number loses in close fire.
        pub difficulty: Spanned<Whole<0, 10>> => "FAB-V7",
    }
}

authored! {
    /// A space of the map (FAB-2.4).
    pub struct Area("area") {
        /// Its id: a word, or its number.
        pub id: Spanned<AreaName>,
        /// The number that is printed; the id if left out.
        pub number: Option<Spanned<Whole<1, 9_999>>>,
        /// What it is called; its id if left out.
        pub name: Option<Text>,
        /// Its kind of ground.
        pub terrain: Spanned<Id>,
        /// Victory points of each side that controls it, by the id of the side.
        pub vp: Option<Named<Spanned<Whole<-99, 99>>>> => "FAB-V35",
    }
}

authored! {
    /// Two areas that share a border, and what lies between them (FAB-5.31).
    pub struct Edge("edge") {
        /// One of the areas.
        pub a: Spanned<AreaName>,
        /// The other.
        pub b: Spanned<AreaName>,
        /// What lies between them, as `open` or `river`; `open` if left out.
        pub border: Option<Spanned<Id>> => "FAB-5.31b",
        /// What leads over it, as `road` or `field`; `field` if left out.
        pub connection: Option<Spanned<Id>> => "FAB-5.31d",
    }
}

authored! {
    /// Two areas that share a border on the map and no edge.
    pub struct NoEdge("pair of neighbours") {
        /// One of the areas.
        pub a: Spanned<AreaName>,
        /// The other.
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
        /// The areas beside it.
        pub areas: Spanned<Vec<Spanned<AreaName>>>,
    }
}

authored! {
    /// How units find another entry area than their own.
    pub struct EntryPolicy("entry policy") {
        /// Which is the nearest for one that was delayed; `graph` if left out.
        pub nearest: Option<Spanned<Nearest>> => "FAB-4.1c4",
        /// Where one that was delayed may arrive; `side-all` if left out.
        pub eligible_after_delay: Option<Spanned<AfterDelay>> => "FAB-4.1c4",
        /// Letters to which a Special Action may redirect, or `side-all`, as if left out.
        pub redirect_allowed: Option<Spanned<WordOrList<SideAll, Letter>>> => "FAB-8.27",
    }
}

choice! {
    /// Which entry area is the nearest.
    pub enum Nearest("way to find the nearest entry area") {
        /// By the number of borders to cross from the areas of the printed letters.
        Graph = "graph",
        /// By the alphabet.
        LetterOrder = "letter-order",
    }
}

choice! {
    /// Where a unit that was delayed may arrive.
    pub enum AfterDelay("place to arrive after a delay") {
        /// At its printed letters alone.
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
    /// Where supply comes from: an area, or the areas of an entry letter (FAB-9.31).
    pub struct SupplySource("supply source") {
        /// Whose it is.
        pub side: Spanned<Id>,
        /// The area.
        pub area: Option<Spanned<AreaName>>,
        /// The letter of the entry area.
        pub entry: Option<Spanned<Letter>>,
        /// Does it count only while the side controls the area? Yes, if left out.
        pub needs_control: Option<Spanned<bool>> => "FAB-9.31",
        /// Does it not count while the area is contested? No, if left out.
        pub disabled_if_contested: Option<Spanned<bool>> => "FAB-9.31",
    }
}

//! An edition: the diagnostics of the current files, and the last battle that could be drawn.

use std::fmt;
use std::sync::Arc;

use sandtable_pack::PaperLength;
use serde::Serialize;

use crate::findings::Findings;
use crate::view::{View, ViewGroup};
use crate::workshop::{Battle, MapSheet};

/// The content of the page at one time.
#[derive(Clone, Default)]
pub struct Edition {
    /// The number of the edition.
    pub number: u64,
    /// Whether more sheets of the same files will follow.
    pub is_unfinished: bool,
    /// The diagnostics of the files.
    pub findings: Findings,
    /// The last battle that could be drawn; if the files have errors, it is from an earlier
    /// edition.
    pub battle: Option<Arc<Battle>>,
    /// The battle's other sheets drawn so far.
    pub sheets: Arc<Vec<View>>,
    /// Notes on text that does not fit.
    pub notes: Vec<String>,
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edition").field("number", &self.number).finish_non_exhaustive()
    }
}

/// An edition in the page's format.
#[derive(Serialize)]
struct EditionJson<'e> {
    edition: u64,
    unfinished: bool,
    /// Whether the files have errors, so the drawing is outdated.
    broken: bool,
    title: &'e str,
    map: Option<&'e MapSheet>,
    views: Vec<ViewJson<'e>>,
    findings: &'e Findings,
    notes: &'e [String],
}

#[derive(Serialize)]
struct ViewJson<'e> {
    id: &'e str,
    title: &'e str,
    group: &'static str,
    key: String,
    width_mm: f64,
    height_mm: f64,
}

impl Edition {
    /// All views.
    pub fn views(&self) -> impl Iterator<Item = &View> {
        let maps = self.battle.iter().flat_map(|battle| battle.maps());
        maps.chain(self.sheets.iter())
    }

    /// Returns the view with this id and key.
    pub(crate) fn view(&self, id: &str, key: &str) -> Option<&View> {
        self.views().find(|view| view.id == id && view.key() == key)
    }

    /// The edition as JSON, on one line.
    ///
    /// # Panics
    /// Never: strings and numbers always serialise to JSON.
    pub fn to_json(&self) -> String {
        let views = self.views().map(|view| {
            let (width, height): (PaperLength, PaperLength) = view.size;
            ViewJson {
                id: &view.id,
                title: &view.title,
                group: match view.group {
                    ViewGroup::Map => "map",
                    ViewGroup::Sheet => "sheet",
                },
                key: view.key(),
                width_mm: width.millimetres(),
                height_mm: height.millimetres(),
            }
        });
        let shown = EditionJson {
            edition: self.number,
            unfinished: self.is_unfinished,
            broken: self.findings.errors > 0,
            title: self.battle.as_ref().map_or("", |battle| battle.title()),
            map: self.battle.as_ref().and_then(|battle| battle.map()),
            views: views.collect(),
            findings: &self.findings,
            notes: &self.notes,
        };
        serde_json::to_string(&shown).expect("strings and numbers always serialise to JSON")
    }
}

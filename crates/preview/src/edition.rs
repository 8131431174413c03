//! What is shown at a time: the findings of the files as they are, and the last battle that could be drawn of them.

use std::fmt;
use std::sync::Arc;

use sandtable_pack::PaperLength;
use serde::Serialize;

use crate::findings::Findings;
use crate::view::{View, ViewGroup};
use crate::workshop::{Battle, MapSheet};

/// What is shown.
#[derive(Clone, Default)]
pub struct Edition {
    /// Counts what was shown so far.
    pub number: u64,
    /// Is more of the same files to come?
    pub is_unfinished: bool,
    /// What was found in the files.
    pub findings: Findings,
    /// The last battle that could be drawn; with errors in the files it is an earlier one.
    pub battle: Option<Arc<Battle>>,
    /// Its sheets beside the maps, as far as they are there.
    pub sheets: Arc<Vec<View>>,
    /// What has no room on what.
    pub notes: Vec<String>,
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edition").field("number", &self.number).finish_non_exhaustive()
    }
}

/// An edition as the page reads it.
#[derive(Serialize)]
struct Shown<'e> {
    edition: u64,
    unfinished: bool,
    /// Do the files have errors, so that what is drawn is older than they are?
    broken: bool,
    title: &'e str,
    map: Option<&'e MapSheet>,
    views: Vec<ViewShown<'e>>,
    findings: &'e Findings,
    notes: &'e [String],
}

#[derive(Serialize)]
struct ViewShown<'e> {
    id: &'e str,
    title: &'e str,
    group: &'static str,
    key: String,
    width_mm: f64,
    height_mm: f64,
}

impl Edition {
    /// Everything that can be looked at.
    pub fn views(&self) -> impl Iterator<Item = &View> {
        let maps = self.battle.iter().flat_map(|battle| battle.maps());
        maps.chain(self.sheets.iter())
    }

    /// The view of an id in the state of a key.
    pub(crate) fn view(&self, id: &str, key: &str) -> Option<&View> {
        self.views().find(|view| view.id == id && view.key() == key)
    }

    /// The edition as JSON, on one line.
    ///
    /// # Panics
    /// Never: texts and numbers always become JSON.
    pub fn to_json(&self) -> String {
        let views = self.views().map(|view| {
            let (width, height): (PaperLength, PaperLength) = view.size;
            ViewShown {
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
        let shown = Shown {
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

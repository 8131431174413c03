//! Makes the editions of a battle. It always compiles everything, which is fast, but redraws only
//! the changes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use sandtable_authored::Georeference;
use sandtable_compile::compile;
use sandtable_pack::{AnyPack, GroundLength, Language, PaperLength, Scale};
use sandtable_render::{
    Drawing, Format, MapGround, PrintOrder, PrintOutput, Rect, area_map_on_screen, print, products,
};
use sandtable_source::{Files, ProjectPath};
use sandtable_terrain::Terrain;
use serde::Serialize;

use crate::findings::Findings;
use crate::place_details::{PlaceDetails, area_details, battlefield_details, ground_at};
use crate::view::{Layer, View, ViewGroup};

/// The result of compiling.
pub struct CheckResult {
    /// The diagnostics.
    pub findings: Findings,
    /// The battle, unless there are errors.
    pub pack: Option<AnyPack>,
    globe: Option<Georeference>,
}

/// The map of a battle on its sheet.
#[derive(Clone, Debug, Serialize)]
pub struct MapSheet {
    /// Left, top, right and bottom of the map frame on the sheet, in millimetres.
    frame: [f64; 4],
    /// The denominator of the scale.
    denominator: u32,
    /// The measuring sticks (PB-1.2); empty on an area map.
    sticks: Vec<Stick>,
    /// Whether there is a terrain proof.
    has_proof: bool,
    /// Whether it is an area map.
    has_areas: bool,
}

/// A measuring stick for moves.
#[derive(Clone, Debug, Serialize)]
struct Stick {
    id: &'static str,
    title: &'static str,
    /// The ground length of a third of a move, in metres.
    third_m: f64,
}

/// A drawn battle.
pub struct Battle {
    pack: AnyPack,
    globe: Option<Georeference>,
    language: Language,
    title: String,
    map: Option<MapSheet>,
    frame: Option<(Rect, Scale)>,
    terrain: OnceLock<Terrain>,
    /// The map in its states.
    maps: Vec<View>,
    /// Messages about names and other text that do not fit.
    omitted_text: Vec<String>,
}

/// Makes editions, and keeps the parts that the next edition can reuse.
pub struct Workshop {
    order: PrintOrder,
    /// The base folder of paths in diagnostics.
    folder: PathBuf,
    ground: Option<(u64, Arc<MapGround>)>,
    /// The number of drawings so far.
    drawing_count: u64,
}

impl Workshop {
    /// Creates a workshop for a language; paths in diagnostics are relative to a folder.
    pub fn new(language: Language, folder: &Path) -> Self {
        // Only sheets are needed, so no format is written.
        let order = PrintOrder { language, formats: vec![Format::Png], ..PrintOrder::default() };
        Self { order, folder: folder.to_owned(), ground: None, drawing_count: 0 }
    }

    /// Compiles the scenario in a file.
    pub fn check(&self, files: &dyn Files, path: &ProjectPath) -> CheckResult {
        let outcome = compile(files, path);
        CheckResult {
            findings: Findings::new(&outcome.sources, &outcome.diagnostics, &self.folder),
            pack: outcome.pack,
            globe: outcome.georeference,
        }
    }

    /// Draws the battle's map: overlays on first view, and the ground if it has changed.
    pub fn draw(&mut self, checked: &mut CheckResult) -> Option<Battle> {
        let pack = checked.pack.take()?;
        let globe = checked.globe.take();
        let drawn = match &pack {
            AnyPack::PubBattles(battle) => {
                let ground = self.current_ground(battle);
                let sticks = &battle.ruleset().distances;
                let stick =
                    |id, title, third: GroundLength| Stick { id, title, third_m: third.metres() };
                let map = MapSheet {
                    frame: frame_sides(ground.1.frame()),
                    denominator: ground.1.scale().denominator(),
                    sticks: vec![
                        stick("foot", "foot", sticks.foot_third),
                        stick("mounted", "mounted", sticks.mounted_third),
                    ],
                    has_proof: true,
                    has_areas: false,
                };
                let frame = (ground.1.frame(), ground.1.scale());
                Some((map, frame, self.battlefield_views(battle, &ground)))
            }
            AnyPack::Fab(battle) => self.area_views(battle),
        };
        let language = self.order.language;
        let title = match &pack {
            AnyPack::PubBattles(pack) => pack.labels().title.get(language).to_owned(),
            AnyPack::Fab(pack) => pack.labels().title.get(language).to_owned(),
        };
        let (map, frame, maps) = match drawn {
            Some((map, frame, maps)) => (Some(map), Some(frame), maps),
            None => (None, None, Vec::new()),
        };
        let base_layer = maps.first().and_then(|view| view.layers.first());
        let left_out =
            base_layer.map_or(Vec::new(), |layer| layer.drawing().sheet().omitted_names.clone());
        let left_out = match left_out.is_empty() {
            true => Vec::new(),
            false => {
                let is_of_areas = matches!(pack, AnyPack::Fab(_));
                let printed = PrintOutput {
                    omitted_names: left_out,
                    is_area_battle: is_of_areas,
                    ..PrintOutput::default()
                };
                printed.omitted_names_message().into_iter().collect()
            }
        };
        Some(Battle {
            pack,
            globe,
            language,
            title,
            map,
            frame,
            terrain: OnceLock::new(),
            maps,
            omitted_text: left_out,
        })
    }

    /// Draws the other sheets of a battle, and returns messages about text that does not fit on
    /// them. Stops before the next product if the sheets are no longer wanted.
    pub fn sheets(
        &mut self,
        battle: &Battle,
        mut is_wanted: impl FnMut() -> bool,
    ) -> Option<(Vec<View>, Vec<String>)> {
        let (mut views, mut notes) = (Vec::new(), Vec::new());
        for (product, title) in products(&battle.pack, &self.order) {
            if !is_wanted() {
                return None;
            }
            let order = PrintOrder { products: vec![product], ..self.order.clone() };
            let printed = match print(&battle.pack, &order) {
                Ok(printed) => printed,
                Err(error) => {
                    notes.push(format!("{title}: {error}"));
                    continue;
                }
            };
            notes.extend(printed.cut_text_messages());
            let sheets: Vec<_> = printed.files.iter().filter_map(|file| file.sheet()).collect();
            for (index, sheet) in sheets.iter().enumerate() {
                let title = match sheets.len() {
                    1 => title.to_owned(),
                    _ => format!("{title} {}", index + 1),
                };
                let (size, sheet) = ((sheet.width, sheet.height), Arc::clone(sheet));
                views.push(View {
                    id: sheet.name.clone(),
                    title,
                    group: ViewGroup::Sheet,
                    size,
                    layers: vec![Layer::lazy(self.next_number(), || Arc::new(Drawing::new(sheet)))],
                });
            }
        }
        Some((views, notes))
    }

    /// The ground of a battle's map, reused if unchanged.
    fn current_ground(&mut self, pack: &sandtable_pack::Pack) -> (u64, Arc<MapGround>) {
        if let Some(cached) =
            self.ground.as_ref().filter(|(_, kept)| kept.has_same_ground(pack, &self.order))
        {
            return cached.clone();
        }
        let before = self.ground.as_ref().map(|(_, before)| &**before);
        let ground = MapGround::new_reusing(before, pack, &self.order);
        let numbered = (self.next_number(), Arc::new(ground));
        self.ground.insert(numbered).clone()
    }

    /// The states of a battlefield map, drawn on first view.
    fn battlefield_views(
        &mut self,
        pack: &sandtable_pack::Pack,
        (number, ground): &(u64, Arc<MapGround>),
    ) -> Vec<View> {
        let pack = Arc::new(pack.clone());
        let sheet = ground.drawing().sheet();
        let size = (sheet.width, sheet.height);
        STATES
            .map(|(id, title, set_up, proof)| {
                let (pack, upon) = (Arc::clone(&pack), Arc::clone(ground));
                let draw_overlay = move || Arc::new(upon.draw_upon(&pack, set_up, proof));
                let base = Layer::new(*number, Arc::clone(ground.drawing()));
                let layers = vec![base, Layer::lazy(self.next_number(), draw_overlay)];
                View {
                    id: id.to_owned(),
                    title: title.to_owned(),
                    group: ViewGroup::Map,
                    size,
                    layers,
                }
            })
            .into()
    }

    /// The states of an area map. Names move to clear the set-up, so each state is a separate
    /// drawing.
    fn area_views(
        &mut self,
        pack: &sandtable_pack::fab::Pack,
    ) -> Option<(MapSheet, (Rect, Scale), Vec<View>)> {
        let scale = pack.map()?.scale;
        let order = &self.order;
        let drawn = |set_up| area_map_on_screen(pack, order, set_up);
        let (plain, with_set_up) = rayon::join(|| drawn(false), || drawn(true));
        let ((plain, frame), (with_set_up, _)) = (plain?, with_set_up?);
        let [map, set_up, ..] = STATES;
        let views = [(map, plain), (set_up, with_set_up)].map(|((id, title, ..), drawing)| {
            let sheet = drawing.sheet();
            View {
                id: id.to_owned(),
                title: title.to_owned(),
                group: ViewGroup::Map,
                size: (sheet.width, sheet.height),
                layers: vec![Layer::new(self.next_number(), Arc::new(drawing))],
            }
        });
        let map = MapSheet {
            frame: frame_sides(frame),
            denominator: scale.denominator(),
            sticks: Vec::new(),
            has_proof: false,
            has_areas: true,
        };
        Some((map, (frame, scale), views.into()))
    }

    fn next_number(&mut self) -> u64 {
        self.drawing_count += 1;
        self.drawing_count
    }
}

/// The states of a map: id, title, whether the set-up is shown, and whether the proof is shown.
const STATES: [(&str, &str, bool, bool); 4] = [
    ("map", "Map", false, false),
    ("set-up", "Set-up", true, false),
    ("map-proof", "Map as the engine reads it", false, true),
    ("set-up-proof", "Set-up on the terrain as the engine reads it", true, true),
];

fn frame_sides(frame: Rect) -> [f64; 4] {
    [frame.left, frame.top, frame.right, frame.bottom]
}

impl Battle {
    /// The battle's title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The pack that the battle was drawn from.
    pub const fn pack(&self) -> &AnyPack {
        &self.pack
    }

    /// The battle's map, if it has one.
    pub const fn map(&self) -> Option<&MapSheet> {
        self.map.as_ref()
    }

    /// The map in its states.
    pub fn maps(&self) -> &[View] {
        &self.maps
    }

    /// Messages about text that does not fit on the map.
    pub fn omitted_text(&self) -> &[String] {
        &self.omitted_text
    }

    /// The details of a position on the map sheet, measured from its left and top edges; `None`
    /// outside the frame.
    pub fn details_at(&self, right: PaperLength, down: PaperLength) -> Option<PlaceDetails> {
        let (frame, scale) = self.frame?;
        let place = ground_at(frame, scale, (right.millimetres(), down.millimetres()))?;
        let globe = self.globe.as_ref();
        match &self.pack {
            AnyPack::PubBattles(pack) => {
                let terrain = self.terrain.get_or_init(|| Terrain::new(pack.map()));
                Some(battlefield_details(pack, terrain, globe, place))
            }
            AnyPack::Fab(pack) => Some(area_details(pack, globe, place, self.language)),
        }
    }
}

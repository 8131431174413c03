//! The fixed words on printed sheets, in English, Spanish and French, in the terms of each
//! language's rulebook. Words for one product have their own module; shared words are here.

pub mod area_charts;
pub mod areas;
pub mod cards;
pub mod charts;
pub mod maps;
pub mod secret_orders;
pub mod sheets;

use sandtable_pack::{Digest, Language, Pack, ScenarioId};

/// A text in English, Spanish and French.
pub type Words = [&'static str; 3];

/// The text in one language.
pub const fn translate(words: Words, language: Language) -> &'static str {
    match language {
        Language::En => words[0],
        Language::Es => words[1],
        Language::Fr => words[2],
    }
}

/// The pack and program version of a sheet, printed at its foot.
pub fn version(pack: &Pack) -> String {
    version_line(&pack.scenario().id, pack.printed_digest())
}

/// The version line of a battle with this id and pack digest.
pub fn version_line(scenario: &ScenarioId, digest: Digest) -> String {
    format!("{scenario} {} · Sandtable {}", digest.short(), env!("CARGO_PKG_VERSION"))
}

/// The note saying that a sheet contains only changes since an older pack.
pub fn changes_since(old: &ScenarioId, digest: Digest, language: Language) -> String {
    let version = format!("{old} {}", digest.short());
    translate(CHANGES_SINCE, language).replace("{version}", &version)
}

const CHANGES_SINCE: Words = [
    "Only the changes since {version}",
    "Solo los cambios desde {version}",
    "Seulement les changements depuis {version}",
];
/// The month names used in dates.
pub const MONTHS: [Words; 12] = [
    ["January", "enero", "janvier"],
    ["February", "febrero", "février"],
    ["March", "marzo", "mars"],
    ["April", "abril", "avril"],
    ["May", "mayo", "mai"],
    ["June", "junio", "juin"],
    ["July", "julio", "juillet"],
    ["August", "agosto", "août"],
    ["September", "septiembre", "septembre"],
    ["October", "octubre", "octobre"],
    ["November", "noviembre", "novembre"],
    ["December", "diciembre", "décembre"],
];
pub const WOODS: Words = ["Woods", "Bosque", "Bois"];
pub const WOODS_EFFECT: Words = [
    "reduced move; cover; sight {sight}",
    "movimiento reducido; cobertura; visión {sight}",
    "mouvement réduit\u{a0}; couvert\u{a0}; vue {sight}",
];
pub const BUILDINGS: Words = ["Buildings", "Edificios", "Bâtiments"];
pub const BUILDINGS_EFFECT: Words = [
    "cover; pieces become Spent",
    "cobertura; las piezas quedan Agotadas",
    "couvert\u{a0}; les pièces deviennent désorganisées",
];
pub const HILL: Words =
    ["Hill edge and crest", "Borde y cresta de colina", "Pied et crête de colline"];
pub const HILL_EFFECT: Words = [
    "reduced to cross; cover uphill; blocks line of sight",
    "reducido; cobertura arriba; bloquea la línea de visión",
    "réduit\u{a0}; couvert en haut\u{a0}; bloque la ligne de vue",
];
pub const STREAM: Words = ["Stream", "Arroyo", "Ruisseau"];
pub const RIVER: Words = ["River", "Río", "Rivière"];
pub const MARSH: Words = ["Marsh", "Pantano", "Marais"];
pub const MARSH_EFFECT: Words = [
    "reduced; no artillery, cavalry or baggage",
    "reducido; sin artillería, caballería ni suministros",
    "réduit\u{a0}; ni artillerie, ni cavalerie, ni bagages",
];
pub const IMPASSABLE: Words = ["Impassable", "Intransitable", "Infranchissable"];
pub const IMPASSABLE_EFFECT: Words = ["no entry", "no se puede entrar", "entrée interdite"];
pub const BRIDGE: Words = ["Bridge; ford", "Puente; vado", "Pont\u{a0}; gué"];
pub const RELIEF_EFFECT: Words = [
    "decorative; only edges and crests count",
    "decorativo; solo cuentan bordes y crestas",
    "décoratif\u{a0}; seuls pieds et crêtes comptent",
];
pub const UNFINISHED: Words =
    ["Unfinished; in a cut", "Sin terminar; en trinchera", "Inachevé\u{a0}; en tranchée"];
pub const PROOF: Words = ["Terrain proof", "Prueba del terreno", "Épreuve du terrain"];
pub const ROAD_NETWORK: Words = [
    "Road for columns; junction",
    "Carretera para columnas; cruce",
    "Route des colonnes\u{a0}; croisement",
];
pub const SET_UP: Words = ["Set-up", "Despliegue", "Mise en place"];
pub const SPENT: Words = ["Spent", "Agotada", "Désorganisée"];
pub const BAGGAGE: Words = ["baggage", "suministros", "bagages"];
pub const IN_RESERVE: Words = ["in reserve", "en reserva", "en réserve"];
pub const DAY: Words = ["Day", "Día", "Jour"];
pub const TURN: Words = ["turn", "turno", "tour"];
pub const ON_A_ROLL: Words = ["on {roll} or less", "con {roll} o menos", "sur {roll} ou moins"];
pub const STEP_ROWS: Words = [
    "Join the tiles of each row first, then glue row B over row A, C over B, and so on.",
    "Una primero las piezas de cada fila; luego pegue la fila B sobre la A, la C sobre la B, etc.",
    "Assemblez d’abord les morceaux de chaque rangée\u{a0}; collez ensuite la rangée B sur la A, la C sur la B, etc.",
];
pub const NOT_FOR_PLAY: Words = ["Not for play", "No apto para jugar", "Impropre au jeu"];
pub const TURN_TRACK: Words = ["Turn track", "Registro de turnos", "Piste des tours"];
/// Punctuation before a list and between its parts. French puts a space before both.
pub const COLON: Words = [":", ":", "\u{a0}:"];
pub const SEMICOLON: Words = [";", ";", "\u{a0};"];
pub const DRAWS: Words = ["draws per phase", "fichas por fase", "tirages par phase"];
pub const REINFORCEMENTS: Words = ["Reinforcements", "Refuerzos", "Renforts"];
pub const CUP: Words = ["Cup", "Taza", "Tasse"];
pub const AVAILABLE: Words = ["Available", "Disponibles", "Disponibles"];
pub const USED: Words = ["Used", "Usados", "Utilisés"];
pub const ELIMINATED: Words = ["Eliminated", "Eliminados", "Éliminés"];
pub const OPEN_BORDER: Words = ["open border", "límite abierto", "frontière ouverte"];
pub const ROAD_OVER: Words = ["road", "carretera", "route"];
pub const FIELD_OF_FIRE: Words = ["field of fire", "campo de fuego", "zone de feu"];
pub const INFANTRY: Words = ["infantry", "infantería", "infanterie"];
pub const ARTILLERY: Words = ["artillery", "artillería", "artillerie"];
pub const LAST_TURN: Words = ["Last turn", "Último turno", "Dernier tour"];
pub const VICTORY: Words = ["Victory", "Victoria", "Victoire"];
pub const CLOSE_FIRE: Words = ["close fire", "fuego cercano", "tir rapproché"];

//! The fixed words of cards, in the terms of each language's rulebook.

use super::Words;

pub const FOOT: Words = ["Foot move", "Movimiento a pie", "Mouvement à pied"];
pub const MOUNTED: Words = ["Mounted move", "Movimiento montado", "Mouvement monté"];
pub const FOOT_COLUMN: Words =
    ["Road column, foot", "Columna de carretera, a\u{a0}pie", "Colonne de route, à\u{a0}pied"];
pub const MOUNTED_COLUMN: Words =
    ["Road column, mounted", "Columna de carretera, montada", "Colonne de route, montée"];
pub const SIGHT_STICK: Words =
    ["Bombardment and spotting", "Bombardeo y avistamiento", "Bombardement et repérage"];
pub const RETREAT: Words = ["retreat", "retirada", "retraite"];
pub const COLUMN_CLEAR: Words =
    ["column\u{a0}limit", "límite\u{a0}de\u{a0}columna", "limite\u{a0}de\u{a0}colonne"];
pub const NIGHT_CLEAR: Words =
    ["night\u{a0}limit", "límite\u{a0}nocturno", "limite\u{a0}de\u{a0}nuit"];
pub const BOMBARDMENT: Words = ["bombardment", "bombardeo", "bombardement"];
pub const SPOTTING: Words = ["spotting", "avistamiento", "repérage"];
pub const COMMAND_RANGE: Words = ["command range", "alcance de mando", "portée de commandement"];
pub const RALLY_RANGE: Words =
    ["rally at a baggage train", "reagruparse junto a un tren", "ralliement près d’un train"];
pub const GLUE: Words = [
    "glue {piece} onto the tab, up to the line",
    "pegue {piece} en la pestaña, hasta la línea",
    "collez {piece} sur la languette, jusqu’au trait",
];
pub const COLUMN_LENGTHS: Words =
    ["Length in road column", "Longitud en columna", "Longueur en colonne"];
pub const CAVALRY: Words = ["cavalry", "caballería", "cavalerie"];
pub const BLOCK_WIDTH: Words = [
    "This card is as wide as a block",
    "Esta tarjeta es tan ancha como un bloque",
    "Cette carte est large comme un bloc",
];
pub const BLOCK_HALF: Words = ["folded, half as wide", "plegada, la mitad", "pliée, la moitié"];
pub const BLOCK_DEPTH: Words = ["deep", "de fondo", "de fond"];

// Start positions and arrivals of blocks.
pub const IN_ZONE: Words = ["zone {zone}", "zona {zone}", "zone {zone}"];
pub const IN_COLUMN: Words = ["in column", "en columna", "en colonne"];
pub const ARMY_RESERVE: Words =
    ["in the army’s reserve", "en la reserva del ejército", "en réserve de l’armée"];
pub const OR: Words = ["or", "o", "ou"];
pub const BY_ENTRY: Words = ["by {entry}", "entrada: {entry}", "entrée\u{a0}: {entry}"];
pub const AT_ONCE: Words = ["as soon as they can", "en cuanto pueden", "dès qu’elles le peuvent"];

// The turn track.
pub const BATTLE_BEGINS: Words =
    ["The battle begins", "Empieza la batalla", "La bataille commence"];
pub const NIGHT: Words = ["Night turn", "Turno nocturno", "Tour de nuit"];
pub const NIGHT_NO_ATTACK: Words =
    ["No attacks, no bombardment.", "Sin ataques ni bombardeos.", "Ni attaques ni bombardements."];
pub const NIGHT_RETURN: Words = [
    "Half of the day’s losses return.",
    "Vuelve la mitad de las bajas del día.",
    "La moitié des pertes du jour revient.",
];

// Orders of battle.
pub const NO_CHIT: Words = [
    "no chit: moves once per turn, with any friendly chit",
    "sin ficha: mueve una vez por turno, con cualquier ficha amiga",
    "sans jeton\u{a0}: bouge une fois par tour, avec tout jeton ami",
];
pub const POOL: Words =
    ["Detachments to assign", "Destacamentos por asignar", "Détachements à affecter"];
pub const POOL_ALL: Words = [
    "At set-up, assign each to any command, or hold it back to enter with a reinforcement.",
    "Al desplegar, asigne cada uno a cualquier mando, o resérvelo para entrar con un refuerzo.",
    "À la mise en place, affectez chacun à une formation, ou gardez-le pour entrer avec un renfort.",
];
pub const POOL_SOME: Words = [
    "At set-up, assign each to one of {commands}, or hold it back to enter with a reinforcement.",
    "Al desplegar, asigne cada uno a uno de estos mandos: {commands}; o resérvelo para entrar con un refuerzo.",
    "À la mise en place, affectez chacun à l’une de ces formations\u{a0}: {commands}\u{a0}; ou gardez-le pour entrer avec un renfort.",
];
pub const TRAIN: Words = ["Baggage train", "Tren de suministros", "Train de bagages"];
pub const PACKED: Words = ["packed", "embalado", "remballé"];
pub const UNPACKED: Words = ["unpacked", "desembalado", "déballé"];
pub const ON_STICKERS: Words =
    ["On the stickers:", "En las pegatinas:", "Sur les autocollants\u{a0}:"];
pub const HEADQUARTERS_KEY: Words = [
    "An HQ with its flag up is Spent.",
    "Un HQ con la bandera hacia arriba está gastado.",
    "Un QG drapeau en haut est dépensé.",
];
pub const TRAIN_KEY: Words = [
    "A baggage train with its label down is unpacked.",
    "Un tren de suministros con la etiqueta hacia abajo está desembalado.",
    "Un train de bagages autocollant contre la carte est déballé.",
];
pub const PLACES_KEY: Words = [
    "D3.64 N: map square D3, six tenths across and four tenths up, facing north.",
    "D3.64 N: casilla D3 del mapa, seis décimas a la derecha y cuatro arriba, mirando al norte.",
    "D3.64 N\u{a0}: case D3 de la carte, six dixièmes vers la droite et quatre vers le haut, face au nord.",
];
pub const LINES: Words =
    ["Lines of communication", "Líneas de comunicación", "Lignes de communication"];
pub const EDGES: Words = ["Edge of your choice", "Borde a elegir", "Bord au choix"];
pub const EDGES_TEXT: Words = [
    "Before the first turn, choose one edge of the map: {edges}. All reinforcements enter there.",
    "Antes del primer turno, elija un borde del mapa: {edges}. Por él entran todos los refuerzos.",
    "Avant le premier tour, choisissez un bord de la carte\u{a0}: {edges}. Tous les renforts entrent par là.",
];
pub const AT_EDGE: Words = ["{edge} edge", "borde {edge}", "bord {edge}"];
pub const NORTH: Words = ["upper", "superior", "supérieur"];
pub const EAST: Words = ["right", "derecho", "droit"];
pub const SOUTH: Words = ["lower", "inferior", "inférieur"];
pub const WEST: Words = ["left", "izquierdo", "gauche"];

// Reserve cards.
pub const BEGIN_HERE: Words =
    ["In reserve at the start:", "En reserva al principio:", "En réserve au début\u{a0}:"];
pub const RESERVE_HINT: Words = [
    "Hidden here, in marching order behind the HQ, until the HQ is spotted.",
    "Ocultas aquí, en orden de marcha tras el HQ, hasta que lo avisten.",
    "Cachées ici, dans l’ordre de marche derrière le QG, jusqu’à ce qu’il soit repéré.",
];
pub const RESERVE_LATER: Words = [
    "The HQ arrives as a reinforcement; until then, this card stays empty.",
    "El HQ llega como refuerzo; hasta entonces, esta carta queda vacía.",
    "Le QG arrive en renfort\u{a0}; d’ici là, cette carte reste vide.",
];

// The conversion card of Kriegsspiel.
pub const SMALL_BLOCKS: Words =
    ["Kriegsspiel blocks", "Bloques de Kriegsspiel", "Blocs de Kriegsspiel"];
pub const SMALL_BLOCKS_TEXT: Words = [
    "Four blocks in one line, as long as the front of a combat piece, replace it; two replace a detachment. Numbers count them from the left of the front. Headquarters and trains keep their blocks.",
    "Cuatro bloques en línea, tan largos como el frente de una pieza de combate, la sustituyen; dos sustituyen a un destacamento. Los números los cuentan desde la izquierda del frente. Los cuarteles generales y los trenes conservan sus bloques.",
    "Quatre blocs en ligne, aussi longs que le front d’une pièce de combat, la remplacent\u{a0}; deux remplacent un détachement. Les numéros les comptent depuis la gauche du front. Les quartiers généraux et les trains gardent leurs blocs.",
];

// The booklet.
pub const SITUATION: Words = ["The situation", "La situación", "La situation"];
pub const MAP_CAPTION: Words = [
    "The set-up. A line along each block marks its front.",
    "El despliegue. Una línea a lo largo de cada bloque marca su frente.",
    "La mise en place. Un trait le long de chaque bloc marque son front.",
];
pub const AREA_MAP_CAPTION: Words =
    ["The areas and their numbers.", "Las áreas y sus números.", "Les zones et leurs numéros."];
pub const HOW_TO_BEGIN: Words = ["How to begin", "Para empezar", "Pour commencer"];
pub const FIRST: Words = ["First turn", "Primer turno", "Premier tour"];
pub const LAST: Words = ["Last turn", "Último turno", "Dernier tour"];
pub const OPEN_ENDED: Words = [
    "none; the battle continues until a side wins",
    "ninguno; la batalla sigue hasta que gane un bando",
    "aucun\u{a0}; la bataille dure jusqu’à la victoire d’un camp",
];
pub const COMBAT_ORDER: Words = [
    "Chooses the order of combats",
    "Elige el orden de los combates",
    "Choisit l’ordre des combats",
];
pub const WEATHER: Words = ["Weather", "Tiempo", "Météo"];
pub const SPECIAL_RULES: Words = ["Special rules", "Reglas especiales", "Règles spéciales"];
pub const HISTORY: Words = ["Historical outcome", "Lo que ocurrió", "Ce qui s’est passé"];
pub const ERRATA: Words = ["Errata", "Erratas", "Errata"];
pub const EDITION: Words = ["Edition", "Edición", "Édition"];
pub const CREDITS: Words = ["Sources", "Fuentes", "Sources"];
/// The eight compass points, clockwise from north.
pub const WINDS: [Words; 8] = [
    ["N", "N", "N"],
    ["NE", "NE", "NE"],
    ["E", "E", "E"],
    ["SE", "SE", "SE"],
    ["S", "S", "S"],
    ["SW", "SO", "SO"],
    ["W", "O", "O"],
    ["NW", "NO", "NO"],
];

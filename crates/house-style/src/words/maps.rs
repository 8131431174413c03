//! The fixed words of maps.

use super::Words;

pub const MILES: Words = ["Miles", "Millas", "Milles"];
pub const YARDS: Words = ["Yards", "Yardas", "Yards"];
pub const KILOMETRES: Words = ["Kilometres", "Kilómetros", "Kilomètres"];
pub const PACES: Words = ["Paces of 75 cm", "Pasos de 75 cm", "Pas de 75 cm"];
pub const FOOT_THIRDS: Words =
    ["Foot move, in thirds", "Movimiento a pie, en tercios", "Mouvement à pied, par tiers"];
pub const MOUNTED_THIRDS: Words =
    ["Mounted move, in thirds", "Movimiento montado, en tercios", "Mouvement monté, par tiers"];
pub const GUARD: Words = ["Guard", "Guardia", "Garde"];
pub const ELITE: Words = ["Elite", "Élite", "Élite"];
pub const MILITIA: Words = ["Militia", "Milicia", "Milice"];
pub const QUALITY_EFFECT: Words =
    ["see the chart of troops", "véase la tabla de tropas", "voir le tableau des troupes"];
/// At the start of a line.
pub const TURN: Words = ["Turn", "Turno", "Tour"];
pub const TRUE_NORTH: Words = ["True north", "Norte verdadero", "Nord vrai"];
pub const TRUE_AND_GRID_NORTH: Words =
    ["True and grid north", "Norte verdadero y de cuadrícula", "Nord vrai et du carroyage"];
pub const GRID_NORTH: Words = ["Grid north", "Norte de cuadrícula", "Nord du carroyage"];
pub const SCALE: Words = ["Scale", "Escala", "Échelle"];
pub const CONTOURS_IN_METRES: Words = [
    "Contours every {interval} metres",
    "Curvas de nivel cada {interval} metros",
    "Courbes de niveau tous les {interval} mètres",
];
pub const CONTOURS_IN_FEET: Words = [
    "Contours every {interval} feet",
    "Curvas de nivel cada {interval} pies",
    "Courbes de niveau tous les {interval} pieds",
];
pub const TERRAIN: Words = ["Terrain", "Terreno", "Terrain"];
pub const STREAM_EFFECT: Words =
    ["reduced to cross", "cruzar reduce el movimiento", "franchir réduit le mouvement"];
pub const RIVER_EFFECT: Words = [
    "reduced; cross only at bridges and fords",
    "reducido; solo por puentes y vados",
    "réduit\u{a0}; par ponts et gués seulement",
];
pub const BRIDGE_EFFECT: Words =
    ["no reduction in column", "sin reducción en columna", "sans réduction en colonne"];
pub const PIKE: Words = ["Turnpike", "Carretera de peaje", "Route à péage"];
pub const ROAD: Words = ["Road", "Carretera", "Route"];
pub const LANE: Words = ["Lane", "Senda", "Chemin"];
pub const COLUMN_EFFECT: Words =
    ["columns move twice as far", "la columna mueve el doble", "mouvement doublé en colonne"];
pub const ENTRY: Words = ["Entry", "Entrada", "Entrée"];
pub const ENTRY_EFFECT: Words =
    ["where reinforcements enter", "por donde entran los refuerzos", "par où entrent les renforts"];
pub const SCENERY: Words = ["no effect in play", "sin efecto en el juego", "sans effet en jeu"];
pub const ZONE: Words = ["Set-up zone", "Zona de despliegue", "Zone de mise en place"];
pub const ZONE_EFFECT: Words =
    ["troops set up inside it", "las tropas empiezan dentro", "les troupes y débutent"];
pub const OBJECTIVE: Words = ["Objective", "Objetivo", "Objectif"];
pub const OBJECTIVE_EFFECT: Words = [
    "points for the side that holds it",
    "puntos para el bando que lo ocupa",
    "points au camp qui le tient",
];
pub const SLOPES: Words =
    ["Slopes, gentle to steep", "Laderas, de suaves a fuertes", "Pentes, de douces à fortes"];
pub const CONTOURS: Words = ["Contours", "Curvas de nivel", "Courbes de niveau"];
pub const FIELD: Words = ["Field fence", "Cerca de campo", "Clôture de champ"];
pub const ORCHARD: Words = ["Orchard", "Huerto", "Verger"];
pub const LAKE: Words = ["Lake or sea", "Lago o mar", "Lac ou mer"];
pub const FARM: Words = ["Farm", "Granja", "Ferme"];
pub const RAILROAD: Words = ["Railroad", "Ferrocarril", "Chemin de fer"];
pub const COMMUNICATION: Words =
    ["Line of communication", "Línea de comunicación", "Ligne de communication"];
pub const COMMUNICATION_EFFECT: Words =
    ["supply route", "ruta de suministro", "voie de ravitaillement"];
pub const PROOF_NOTE: Words = [
    "Terrain as the rules engine reads it, drawn over the map",
    "Lo que lee el motor de reglas, dibujado sobre el mapa",
    "Ce que lit le moteur de règles, dessiné sur la carte",
];
pub const HILL_LEVEL: Words =
    ["Hill, level {level}", "Colina, nivel {level}", "Colline, niveau {level}"];
pub const SLOPE: Words =
    ["Slope: edge of a level", "Pendiente: borde de un nivel", "Pente\u{a0}: bord d’un niveau"];
pub const CREST: Words = ["Crest", "Cresta", "Crête"];
pub const PASSAGE: Words = ["River crossing", "Paso del río", "Passage de rivière"];
pub const HEADQUARTERS: Words = ["HQ", "HQ", "QG"];
pub const OR_HERE: Words = ["or here", "o aquí", "ou ici"];
pub const SIDE_OF: Words = ["mark: {side}", "marca: {side}", "marque\u{a0}: {side}"];
pub const WINS_AT_ONCE: Words = [
    "lead for sudden-death victory",
    "ventaja para victoria por muerte súbita",
    "avance pour mort subite",
];
pub const DRAWS_OF_TURNS: Words = [
    "draws in 1st · 2nd player turn",
    "fichas en el 1.er · 2.º turno de jugador",
    "tirages au 1er · 2e tour de joueur",
];
pub const RIVER_WITHIN: Words = ["river without effect", "río sin efecto", "rivière sans effet"];
pub const SYMBOLS: Words = ["Symbols", "Símbolos", "Symboles"];
pub const RIVER_BORDER: Words =
    ["river border with bridge", "límite de río con puente", "rivière avec pont"];
pub const CLOSED_BORDER: Words =
    ["impassable border", "límite infranqueable", "frontière infranchissable"];
pub const POINTS_OF: Words = ["points: {side}", "puntos: {side}", "points\u{a0}: {side}"];
pub const SUPPLY_OF: Words =
    ["supply: {side}", "suministro: {side}", "ravitaillement\u{a0}: {side}"];
pub const ENTRY_OF: Words = ["entry: {side}", "entrada: {side}", "entrée\u{a0}: {side}"];
pub const TOWN: Words = ["town", "población", "localité"];
pub const PORT: Words = ["port", "puerto", "port"];
pub const AIRFIELD: Words = ["airfield", "aeródromo", "aérodrome"];
pub const HEIGHT: Words = ["height", "altura", "hauteur"];
pub const FORT: Words = ["fort", "fuerte", "fort"];
pub const BRIDGE_PLACE: Words = ["bridge", "puente", "pont"];

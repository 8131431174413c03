//! The words of maps.

use super::Words;

pub const MILES: Words = ["Miles", "Millas", "Milles"];
pub const YARDS: Words = ["Yards", "Yardas", "Yards"];
pub const KILOMETRES: Words = ["Kilometres", "Kilómetros", "Kilomètres"];
pub const FOOT_THIRDS: Words =
    ["Foot march, in thirds", "Marcha a pie, en tercios", "Marche à pied, par tiers"];
pub const MOUNTED_THIRDS: Words =
    ["Mounted march, in thirds", "Marcha a caballo, en tercios", "Marche à cheval, par tiers"];
pub const TRUE_NORTH: Words = ["True North", "Norte verdadero", "Nord vrai"];
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
pub const TERRAIN: Words = ["The Ground", "El terreno", "Le terrain"];
pub const STREAM_EFFECT: Words =
    ["crossing is reduced", "cruzar reduce la marcha", "franchir réduit la marche"];
pub const RIVER_EFFECT: Words = [
    "reduced, at bridges and fords only",
    "reducida, solo por puentes y vados",
    "réduite, par ponts et gués seulement",
];
pub const BRIDGE_EFFECT: Words =
    ["no reduction in column", "sin reducción en columna", "sans réduction en colonne"];
pub const PIKE: Words = ["Turnpike", "Carretera de peaje", "Route à péage"];
pub const ROAD: Words = ["Road", "Camino", "Route"];
pub const LANE: Words = ["Lane", "Senda", "Chemin"];
pub const COLUMN_EFFECT: Words =
    ["column marches at double rate", "la columna marcha al doble", "la colonne marche au double"];
pub const ENTRY: Words = ["Entry", "Entrada", "Entrée"];
pub const ENTRY_EFFECT: Words =
    ["where reinforcements come on", "por donde llegan refuerzos", "par où viennent les renforts"];
pub const SCENERY: Words = ["no effect in play", "sin efecto en el juego", "sans effet en jeu"];
pub const ZONE: Words = ["Set-up zone", "Zona de despliegue", "Zone de déploiement"];
pub const ZONE_EFFECT: Words =
    ["troops start inside it", "la tropa empieza dentro", "la troupe y débute"];
pub const OBJECTIVE: Words = ["Objective", "Objetivo", "Objectif"];
pub const OBJECTIVE_EFFECT: Words =
    ["points for the side that holds it", "puntos para quien lo ocupa", "points à qui le tient"];
pub const SLOPES: Words =
    ["Slopes, gentle to steep", "Laderas, suaves a fuertes", "Pentes, douces à fortes"];
pub const CONTOURS: Words = ["Contours", "Curvas de nivel", "Courbes de niveau"];
pub const FIELD: Words = ["Fence of a field", "Cerca de un campo", "Clôture d’un champ"];
pub const ORCHARD: Words = ["Orchard", "Huerto", "Verger"];
pub const FARM: Words = ["Farm", "Granja", "Ferme"];
pub const RAILROAD: Words = ["Railroad", "Ferrocarril", "Chemin de fer"];
pub const COMMUNICATION: Words =
    ["Line of communication", "Línea de comunicación", "Ligne de communication"];
pub const COMMUNICATION_EFFECT: Words =
    ["supply comes along it", "por ella llega el suministro", "le ravitaillement y passe"];
pub const PROOF_NOTE: Words = [
    "What the rules engine reads, drawn over the map",
    "Lo que lee el motor de reglas, dibujado sobre el mapa",
    "Ce que lit le moteur de règles, dessiné sur la carte",
];
pub const HILL_LEVEL: Words =
    ["Hill, level {level}", "Colina, nivel {level}", "Colline, niveau {level}"];
pub const SLOPE: Words =
    ["Slope: edge of a level", "Pendiente: borde de un nivel", "Pente : bord d’un niveau"];
pub const CREST: Words = ["Crest", "Cresta", "Crête"];
pub const PASSAGE: Words =
    ["River can be crossed", "Se puede cruzar el río", "La rivière peut se franchir"];
pub const HEADQUARTERS: Words = ["HQ", "HQ", "QG"];
pub const OR_HERE: Words = ["or here", "o aquí", "ou ici"];
pub const SIDE_OF: Words = ["mark of {side}", "marca: {side}", "marque : {side}"];
pub const WINS_AT_ONCE: Words =
    ["lead that wins at once", "ventaja que gana ya", "avance qui gagne aussitôt"];
pub const DRAWS_OF_TURNS: Words = [
    "draws in 1st · 2nd player turn",
    "extrae en el 1.º · 2.º turno de jugador",
    "tirages au 1er · 2e tour de joueur",
];
pub const RIVER_WITHIN: Words =
    ["river that bars nothing", "río que no estorba", "rivière sans effet"];
pub const SIGNS: Words = ["Signs", "Signos", "Signes"];
pub const RIVER_BORDER: Words =
    ["river with its bridge", "río con su puente", "rivière et son pont"];
pub const CLOSED_BORDER: Words =
    ["border nobody crosses", "frontera infranqueable", "frontière infranchissable"];
pub const POINTS_OF: Words = ["points: {side}", "puntos: {side}", "points : {side}"];
pub const SUPPLY_OF: Words = ["supply: {side}", "suministro: {side}", "ravitaillement : {side}"];
pub const ENTRY_OF: Words = ["entry: {side}", "entrada: {side}", "entrée : {side}"];
pub const TOWN: Words = ["town", "población", "localité"];
pub const PORT: Words = ["port", "puerto", "port"];
pub const AIRFIELD: Words = ["airfield", "aeródromo", "aérodrome"];
pub const HEIGHT: Words = ["height", "altura", "hauteur"];
pub const FORT: Words = ["fort", "fuerte", "fort"];
pub const BRIDGE_PLACE: Words = ["bridge", "puente", "pont"];

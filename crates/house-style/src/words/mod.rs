//! The fixed words of printed sheets in every language.

pub mod area_charts;
pub mod areas;
pub mod cards;
pub mod charts;
pub mod secret_orders;

use sandtable_pack::{Digest, Language, Pack, ScenarioId};

/// A text in all languages: English, Spanish, French.
pub type Words = [&'static str; 3];

/// The words in one language.
pub const fn say(words: Words, language: Language) -> &'static str {
    match language {
        Language::En => words[0],
        Language::Es => words[1],
        Language::Fr => words[2],
    }
}

/// Which pack a sheet was made from, and by what: stands at the foot of every sheet.
pub fn version(pack: &Pack) -> String {
    version_of(&pack.scenario().id, pack.printed_digest())
}

/// The same of any battle, by its id and the digest of its pack.
pub fn version_of(scenario: &ScenarioId, digest: Digest) -> String {
    format!("{scenario} {} · Sandtable {}", digest.short(), env!("CARGO_PKG_VERSION"))
}

/// That a sheet carries only what changed, and since which pack.
pub fn changes_since(old: &ScenarioId, digest: Digest, language: Language) -> String {
    let version = format!("{old} {}", digest.short());
    say(CHANGES_SINCE, language).replace("{version}", &version)
}

const CHANGES_SINCE: Words = [
    "Only the changes since {version}",
    "Solo los cambios desde {version}",
    "Seulement les changements depuis {version}",
];
/// The months as dates name them.
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
pub const WOODS: Words = ["Woods", "Bosque", "Bois"];
pub const WOODS_EFFECT: Words = [
    "reduced march; cover; sight {sight}",
    "marcha reducida; cobertura; vista {sight}",
    "marche réduite ; couvert ; vue {sight}",
];
pub const HOUSES: Words = ["Buildings", "Edificios", "Bâtiments"];
pub const HOUSES_EFFECT: Words = [
    "cover; troops become Spent",
    "cobertura; la tropa queda Agotada",
    "couvert ; la troupe devient désorganisée",
];
pub const HILL: Words =
    ["Hill edge and crest", "Borde y cresta de colina", "Pied et crête de colline"];
pub const HILL_EFFECT: Words = [
    "crossing is reduced; cover uphill; blocks sight",
    "cruzar reduce; cobertura en lo alto; tapa la vista",
    "franchir réduit ; couvert en haut ; masque la vue",
];
pub const STREAM: Words = ["Stream", "Arroyo", "Ruisseau"];
pub const STREAM_EFFECT: Words =
    ["crossing is reduced", "cruzar reduce la marcha", "franchir réduit la marche"];
pub const RIVER: Words = ["River", "Río", "Rivière"];
pub const RIVER_EFFECT: Words = [
    "reduced, at bridges and fords only",
    "reducida, solo por puentes y vados",
    "réduite, par ponts et gués seulement",
];
pub const MARSH: Words = ["Marsh", "Pantano", "Marais"];
pub const MARSH_EFFECT: Words = [
    "reduced; no guns, horse or baggage",
    "reducida; sin cañones, caballos ni suministros",
    "réduite ; ni canons, ni chevaux, ni bagages",
];
pub const IMPASSABLE: Words = ["Impassable", "Intransitable", "Infranchissable"];
pub const IMPASSABLE_EFFECT: Words = ["nobody enters", "nadie entra", "nul n’y entre"];
pub const BRIDGE: Words = ["Bridge; ford", "Puente; vado", "Pont ; gué"];
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
pub const RELIEF_EFFECT: Words = [
    "to look at; edges and crests count",
    "solo a la vista; cuentan bordes y crestas",
    "pour l’œil ; pieds et crêtes comptent",
];
pub const FIELD: Words = ["Fence of a field", "Cerca de un campo", "Clôture d’un champ"];
pub const ORCHARD: Words = ["Orchard", "Huerto", "Verger"];
pub const FARM: Words = ["Farm", "Granja", "Ferme"];
pub const RAILROAD: Words = ["Railroad", "Ferrocarril", "Chemin de fer"];
pub const UNFINISHED: Words =
    ["Unfinished; in a cut", "Sin terminar; en trinchera", "Inachevé ; en tranchée"];
pub const COMMUNICATION: Words =
    ["Line of communication", "Línea de comunicación", "Ligne de communication"];
pub const COMMUNICATION_EFFECT: Words =
    ["supply comes along it", "por ella llega el suministro", "le ravitaillement y passe"];
pub const PROOF: Words = ["Terrain proof", "Prueba del terreno", "Épreuve du terrain"];
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
pub const ROAD_NETWORK: Words = [
    "Road for columns; junction",
    "Camino para columnas; cruce",
    "Route des colonnes ; croisement",
];
pub const PASSAGE: Words =
    ["River can be crossed", "Se puede cruzar el río", "La rivière peut se franchir"];
pub const SET_UP: Words = ["Set-up", "Despliegue", "Mise en place"];
pub const HEADQUARTERS: Words = ["HQ", "HQ", "QG"];
pub const SPENT: Words = ["Spent", "Agotada", "Désorganisée"];
pub const BAGGAGE: Words = ["baggage", "suministros", "bagages"];
pub const IN_RESERVE: Words = ["in reserve", "en reserva", "en réserve"];
pub const DAY: Words = ["Day", "Día", "Jour"];
pub const TURN: Words = ["turn", "turno", "tour"];
pub const OR_HERE: Words = ["or here", "o aquí", "ou ici"];
pub const ON_A_ROLL: Words = ["on {roll} or less", "con {roll} o menos", "sur {roll} ou moins"];
pub const PRINT_WHOLE: Words = [
    "Print at 100 %. The ruler must measure 100 mm.",
    "Imprima al 100 %. La regla debe medir 100 mm.",
    "Imprimez à 100 %. La règle doit mesurer 100 mm.",
];
pub const CUT: Words = [
    "Cut along the thin grey lines.",
    "Corte por las líneas grises finas.",
    "Coupez le long des fines lignes grises.",
];
pub const FOLD_AND_CUT: Words = [
    "Fold at the dashes, glue, cut along the grey lines.",
    "Doble por los trazos, pegue, corte por las líneas grises.",
    "Pliez aux tirets, collez, coupez selon les traits gris.",
];
pub const CUT_AND_GLUE: Words =
    ["cut along the grey lines", "corte por las líneas grises", "coupez le long des lignes grises"];
pub const LIES_BENEATH: Words =
    ["its neighbours lie over it", "las vecinas la cubren", "ses voisins le recouvrent"];
pub const LIES_OVER: Words = [
    "{tile} lies over this strip, up to the marks",
    "{tile} cubre esta franja, hasta las marcas",
    "{tile} recouvre cette bande, jusqu’aux repères",
];
pub const TILES_OF: Words = [
    "{tiles} tiles in {rows} rows of {columns} make a sheet of {width} × {height} mm.",
    "{tiles} piezas en {rows} filas de {columns} forman una hoja de {width} × {height} mm.",
    "{tiles} morceaux en {rows} rangées de {columns} font une feuille de {width} × {height} mm.",
];
pub const STEP_CUT: Words = [
    "Cut each tile but A1 along its grey lines: on the left, above, or both. Leave the other edges.",
    "Corte cada pieza, salvo A1, por sus líneas grises: a la izquierda, arriba o ambas. Deje los demás bordes.",
    "Coupez chaque morceau, sauf A1, selon ses lignes grises : à gauche, en haut ou les deux. Laissez les autres bords.",
];
pub const STEP_GLUE: Words = [
    "Lay it over the strip of {overlap} mm of its left neighbour, cut edge on the black marks, and glue.",
    "Póngala sobre la franja de {overlap} mm de su vecina izquierda, el corte en las marcas negras, y pegue.",
    "Posez-le sur la bande de {overlap} mm de son voisin de gauche, le bord coupé sur les repères noirs, et collez.",
];
pub const STEP_ROWS: Words = [
    "Join the tiles of each row first, then glue row B over row A, C over B, and so on.",
    "Una primero las piezas de cada fila; luego pegue la fila B sobre la A, la C sobre la B, etc.",
    "Assemblez d’abord les morceaux de chaque rangée ; collez ensuite la rangée B sur la A, la C sur la B, etc.",
];
pub const NOT_FOR_PLAY: Words = ["Not for play", "No apto para jugar", "Impropre au jeu"];
pub const SPENT_FRONT: Words =
    ["front when Spent", "frente si está Agotada", "front si désorganisée"];
pub const MILITIA: Words = ["militia", "milicia", "milice"];
pub const REGULAR: Words = ["regular", "regular", "régulière"];
pub const ELITE: Words = ["elite", "élite", "élite"];
pub const GUARD: Words = ["guard", "guardia", "garde"];
pub const MEN: Words = ["men", "hombres", "hommes"];
pub const ARRIVAL: Words = ["comes on day·turn", "llega en día·turno", "arrive au jour·tour"];
pub const STICKERS: Words = ["Stickers", "Pegatinas", "Étiquettes"];
pub const LABELS: Words = ["Block labels", "Etiquetas de bloques", "Étiquettes de blocs"];
pub const COUNTERS: Words = ["Assets and events", "Recursos y eventos", "Ressources et événements"];
pub const MARKERS: Words = ["Markers", "Marcadores", "Marqueurs"];
pub const SET_UP_CARDS: Words = [
    "Order of battle and set-up",
    "Orden de batalla y despliegue",
    "Ordre de bataille et mise en place",
];
pub const CHITS: Words = ["Chits", "Fichas de mando", "Jetons"];
pub const STICKS: Words = ["Measuring sticks", "Reglas de medir", "Réglettes de mesure"];
pub const CHARTS: Words = ["Charts", "Tablas", "Tableaux"];
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
pub const TURN_TRACK: Words = ["Turn Track", "Registro de turnos", "Piste des tours"];
pub const ORDER_OF_BATTLE: Words = ["Order of battle", "Orden de batalla", "Ordre de bataille"];
pub const RESERVE_CARDS: Words = ["Reserve cards", "Cartas de reserva", "Cartes de réserve"];
pub const BOOKLET: Words = ["Booklet", "Libreto", "Livret"];
/// What stands before a list, and between its parts: French sets a space before both.
pub const COLON: Words = [":", ":", "\u{a0}:"];
pub const SEMICOLON: Words = [";", ";", "\u{a0};"];
pub const SHEET: Words = ["sheet", "hoja", "feuille"];
pub const OF: Words = ["of", "de", "sur"];
pub const MAP: Words = ["Map", "Mapa", "Carte"];
pub const JOB_SHEET: Words = ["Job sheet", "Hoja de encargo", "Fiche de commande"];
pub const COPIES: Words = ["Copies", "Ejemplares", "Exemplaires"];
pub const BLEED: Words = ["Bleed", "Sangrado", "Fond perdu"];
pub const COLOURS: Words = ["Colours", "Colores", "Couleurs"];
pub const KISS_CUT: Words = ["Kiss cut", "Medio corte", "Découpe à mi-chair"];
pub const THROUGH_CUT: Words = ["Through cut", "Corte completo", "Découpe à pleine chair"];
pub const FOLD_LINE: Words = ["Fold line", "Línea de pliegue", "Trait de pliage"];
pub const MARKS: Words = ["Marks", "Marcas", "Repères"];
pub const CROP_MARKS: Words = ["crop marks", "marcas de corte", "traits de coupe"];
pub const REGISTRATION_MARKS: Words =
    ["registration marks", "marcas de registro", "repères de montage"];
pub const LAYOUT: Words = ["Layout", "Imposición", "Imposition"];
pub const ONE_UP: Words =
    ["each thing on a page of its own", "cada pieza en su página", "chaque pièce sur sa page"];
pub const GANGED: Words = ["ganged on sheets", "agrupadas en pliegos", "en amalgame sur feuilles"];
pub const PROFILE: Words = ["Shop profile", "Perfil de imprenta", "Profil d’imprimeur"];
pub const FILE: Words = ["File", "Archivo", "Fichier"];
pub const SIZE: Words = ["Trimmed size", "Tamaño cortado", "Format rogné"];
pub const PAGES: Words = ["Pages", "Págs.", "Pages"];
pub const STOCK: Words = ["Stock", "Soporte", "Support"];
pub const FINISHING: Words = ["Finishing", "Acabado", "Finition"];
pub const TRIM: Words = ["trim", "cortar", "rogner"];
pub const KISS_CUT_ALONG: Words =
    ["kiss-cut along {spot}", "medio corte por {spot}", "découper à mi-chair selon {spot}"];
pub const CUT_THROUGH_ALONG: Words = [
    "cut through along {spot}",
    "corte completo por {spot}",
    "découper à pleine chair selon {spot}",
];
pub const CUT_ALREADY: Words = [
    "labels are cut already: no cutting",
    "las etiquetas vienen cortadas: no cortar",
    "étiquettes prédécoupées\u{a0}: ne pas découper",
];
pub const FOLD: Words = ["fold", "doblar", "plier"];
pub const THINGS: Words = ["{count} to cut out", "{count} para recortar", "{count} à découper"];
pub const THINGS_ON_LABELS: Words =
    ["{count} on labels", "{count} en etiquetas", "{count} sur étiquettes"];
pub const SIZES: Words = ["{count} sizes", "{count} tamaños", "{count} formats"];
pub const PAGE_SIZE: Words = ["page {size} mm", "página {size} mm", "page {size} mm"];
pub const OF_SIZE: Words = ["{count} of {size} mm", "{count} de {size} mm", "{count} de {size} mm"];
pub const FROM_TO: Words = [
    "from {smallest} to {largest} mm",
    "de {smallest} a {largest} mm",
    "de {smallest} à {largest} mm",
];
pub const PAPER: Words = ["paper", "papel", "papier"];
pub const CARD: Words = ["card", "cartulina", "carton"];
pub const SELF_ADHESIVE: Words = ["self-adhesive", "autoadhesivo", "adhésif"];
pub const BACKS_LONG_EDGE: Words = [
    "two sides, turned about the long edge",
    "dos caras, girar por el lado largo",
    "recto verso, retourner sur le grand côté",
];
pub const BACKS_SHORT_EDGE: Words = [
    "two sides, turned about the short edge",
    "dos caras, girar por el lado corto",
    "recto verso, retourner sur le petit côté",
];
pub const CALIBRATION: Words = ["Calibration page", "Página de calibración", "Page d’étalonnage"];
pub const CALIBRATE_RULERS: Words = [
    "Print at 100 %, without fitting to the page. Measure both rulers: 100 mm are 100 %, 99.6 mm are 99.6 %.",
    "Imprima al 100 %, sin ajustar a la página. Mida ambas reglas: 100 mm son 100 %, 99,6 mm son 99,6 %.",
    "Imprimez à 100 %, sans ajuster à la page. Mesurez les deux règles : 100 mm font 100 %, 99,6 mm font 99,6 %.",
];
pub const CALIBRATE_PROFILE: Words = [
    "If they are not 100 mm long, write a profile with what you measured, across and up:\nformat: 1\nid: my-printer\nextends: home\nprinter: { x: 99.6 %, y: 100.2 % }",
    "Si no miden 100 mm, escriba un perfil con lo medido, a lo ancho y a lo alto:\nformat: 1\nid: my-printer\nextends: home\nprinter: { x: 99.6 %, y: 100.2 % }",
    "Si elles n’ont pas 100 mm, écrivez un profil avec vos mesures, en largeur et en hauteur :\nformat: 1\nid: my-printer\nextends: home\nprinter: { x: 99.6 %, y: 100.2 % }",
];
pub const CALIBRATE_BACKS: Words = [
    "Hold the sheet against the light, its back towards you. Where the crosses of the front cut the scales,\nread how far to move the backs, to the right and down, and write it in the profile:\nduplex: { right: 0.4 mm, down: -0.2 mm }",
    "Mire la hoja al trasluz por el reverso. Donde las cruces del anverso cortan las escalas,\nlea cuánto mover los reversos, a la derecha y abajo, y escríbalo en el perfil:\nduplex: { right: 0.4 mm, down: -0.2 mm }",
    "Regardez la feuille à contre-jour, côté verso. Là où les croix du recto coupent les échelles,\nlisez de combien déplacer les versos, vers la droite et le bas, et écrivez-le dans le profil :\nduplex: { right: 0.4 mm, down: -0.2 mm }",
];
pub const DRAWS: Words = ["draws in phases", "extracciones por fase", "tirages par phase"];
pub const REINFORCEMENTS: Words = ["Reinforcements", "Refuerzos", "Renforts"];
pub const CUP: Words = ["Cup", "Taza", "Gobelet"];
pub const AVAILABLE: Words = ["Available", "Disponibles", "Disponibles"];
pub const USED: Words = ["Used", "Usados", "Utilisés"];
pub const ELIMINATED: Words = ["Eliminated", "Eliminados", "Éliminés"];
pub const SIGNS: Words = ["Signs", "Signos", "Signes"];
pub const OPEN_BORDER: Words = ["open border", "frontera abierta", "frontière ouverte"];
pub const RIVER_BORDER: Words =
    ["river with its bridge", "río con su puente", "rivière et son pont"];
pub const CLOSED_BORDER: Words =
    ["border nobody crosses", "frontera infranqueable", "frontière infranchissable"];
pub const ROAD_OVER: Words = ["road", "carretera", "route"];
pub const POINTS_OF: Words = ["points: {side}", "puntos: {side}", "points : {side}"];
pub const SUPPLY_OF: Words = ["supply: {side}", "suministro: {side}", "ravitaillement : {side}"];
pub const ENTRY_OF: Words = ["entry: {side}", "entrada: {side}", "entrée : {side}"];
pub const TOWN: Words = ["town", "población", "localité"];
pub const PORT: Words = ["port", "puerto", "port"];
pub const AIRFIELD: Words = ["airfield", "aeródromo", "aérodrome"];
pub const HEIGHT: Words = ["height", "altura", "hauteur"];
pub const FORT: Words = ["fort", "fuerte", "fort"];
pub const BRIDGE_PLACE: Words = ["bridge", "puente", "pont"];

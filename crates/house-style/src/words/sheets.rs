//! The fixed words of component sheets: headings, instructions, the job ticket.

use super::Words;

pub const PRINT_WHOLE: Words = [
    "Print at 100 %. The ruler must measure 100 mm.",
    "Imprima al 100 %. La regla debe medir 100 mm.",
    "Imprimez à 100\u{a0}%. La règle doit mesurer 100 mm.",
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
pub const OVERLAPPED_TILE: Words =
    ["its neighbours overlap it", "las vecinas la cubren", "ses voisins le recouvrent"];
pub const OVERLAP_STRIP: Words = [
    "{tile} covers this strip, up to the marks",
    "{tile} cubre esta franja, hasta las marcas",
    "{tile} recouvre cette bande, jusqu’aux repères",
];
pub const TILE_COUNT: Words = [
    "{tiles} tiles in {rows} rows of {columns} make a sheet of {width} × {height} mm.",
    "{tiles} piezas en {rows} filas de {columns} forman una hoja de {width} × {height} mm.",
    "{tiles} morceaux en {rows} rangées de {columns} font une feuille de {width} × {height} mm.",
];
pub const STEP_CUT: Words = [
    "Cut each tile except A1 along its grey lines: on the left, at the top, or both. Leave the other edges.",
    "Corte cada pieza, salvo A1, por sus líneas grises: a la izquierda, arriba o ambas. Deje los demás bordes.",
    "Coupez chaque morceau, sauf A1, selon ses lignes grises\u{a0}: à gauche, en haut ou les deux. Laissez les autres bords.",
];
pub const STEP_GLUE: Words = [
    "Lay it over the {overlap} mm strip of its left neighbour, cut edge on the black marks, and glue.",
    "Póngala sobre la franja de {overlap} mm de su vecina izquierda, el corte en las marcas negras, y pegue.",
    "Posez-le sur la bande de {overlap} mm de son voisin de gauche, le bord coupé sur les repères noirs, et collez.",
];
pub const SPENT_FRONT: Words =
    ["front when Spent", "frente si está Agotada", "front si désorganisée"];
pub const MILITIA: Words = ["militia", "milicia", "milice"];
pub const REGULAR: Words = ["regular", "regular", "régulière"];
pub const ELITE: Words = ["elite", "élite", "élite"];
pub const GUARD: Words = ["guard", "guardia", "garde"];
pub const MEN: Words = ["men", "hombres", "hommes"];
pub const ARRIVAL: Words = ["enters on day·turn", "entra en día·turno", "entre au jour·tour"];
pub const STICKERS: Words = ["Stickers", "Pegatinas", "Autocollants"];
pub const LABELS: Words = ["Block labels", "Etiquetas de bloques", "Étiquettes de blocs"];
pub const COUNTERS: Words = ["Assets and events", "Recursos y eventos", "Ressources et événements"];
pub const MARKERS: Words = ["Markers", "Marcadores", "Marqueurs"];
pub const SET_UP_CARDS: Words = [
    "Order of battle and set-up",
    "Orden de batalla y despliegue",
    "Ordre de bataille et mise en place",
];
pub const CHITS: Words = ["Chits", "Fichas de mando", "Jetons"];
pub const STICKS: Words = ["Measuring sticks", "Reglas de movimiento", "Réglettes de mesure"];
pub const CHARTS: Words = ["Charts", "Tablas", "Tableaux"];
pub const ORDER_OF_BATTLE: Words = ["Order of battle", "Orden de batalla", "Ordre de bataille"];
pub const RESERVE_CARDS: Words = ["Reserve cards", "Cartas de reserva", "Cartes de réserve"];
pub const BOOKLET: Words = ["Booklet", "Cuaderno", "Livret"];
pub const SHEET: Words = ["sheet", "hoja", "feuille"];
pub const OF: Words = ["of", "de", "sur"];
pub const MAP: Words = ["Map", "Mapa", "Carte"];
pub const JOB_TICKET: Words = ["Job ticket", "Hoja de encargo", "Fiche de commande"];
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
pub const ONE_UP: Words = ["one component per page", "una pieza por página", "une pièce par page"];
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
    "pre-cut labels: do not cut",
    "etiquetas precortadas: no cortar",
    "étiquettes prédécoupées\u{a0}: ne pas découper",
];
pub const FOLD: Words = ["fold", "doblar", "plier"];
pub const COMPONENTS: Words = ["{count} to cut out", "{count} para recortar", "{count} à découper"];
pub const COMPONENTS_ON_LABELS: Words =
    ["{count} on labels", "{count} en etiquetas", "{count} sur étiquettes"];
pub const SIZES: Words = ["{count} sizes", "{count} tamaños", "{count} formats"];
pub const PAGE_SIZE: Words = ["page {size} mm", "página {size} mm", "page {size} mm"];
pub const COUNT_AND_SIZE: Words =
    ["{count} of {size} mm", "{count} de {size} mm", "{count} de {size} mm"];
pub const FROM_TO: Words = [
    "from {smallest} to {largest} mm",
    "de {smallest} a {largest} mm",
    "de {smallest} à {largest} mm",
];
pub const PAPER: Words = ["paper", "papel", "papier"];
pub const CARD: Words = ["card", "cartulina", "carton"];
pub const SELF_ADHESIVE: Words = ["self-adhesive", "autoadhesivo", "adhésif"];
pub const BACKS_LONG_EDGE: Words = [
    "two sides, flip on long edge",
    "dos caras, voltear por el lado largo",
    "recto verso, retourner sur le grand côté",
];
pub const BACKS_SHORT_EDGE: Words = [
    "two sides, flip on short edge",
    "dos caras, voltear por el lado corto",
    "recto verso, retourner sur le petit côté",
];
pub const CALIBRATION: Words = ["Calibration page", "Página de calibración", "Page d’étalonnage"];
pub const CALIBRATE_RULERS: Words = [
    "Print at 100 %, without fitting to the page. Measure both rulers: 100 mm means 100 %, 99.6 mm means 99.6 %.",
    "Imprima al 100 %, sin ajustar a la página. Mida ambas reglas: 100 mm son 100 %, 99,6 mm son 99,6 %.",
    "Imprimez à 100\u{a0}%, sans ajuster à la page. Mesurez les deux règles\u{a0}: 100 mm font 100\u{a0}%, 99,6 mm font 99,6\u{a0}%.",
];
pub const CALIBRATE_PROFILE: Words = [
    "If they are not 100 mm long, write a profile with your measurements, horizontal and vertical:\nformat: 1\nid: my-printer\nextends: home\nprinter: { x: 99.6 %, y: 100.2 % }",
    "Si no miden 100 mm, escriba un perfil con lo medido, a lo ancho y a lo alto:\nformat: 1\nid: my-printer\nextends: home\nprinter: { x: 99.6 %, y: 100.2 % }",
    "Si elles n’ont pas 100 mm, écrivez un profil avec vos mesures, en largeur et en hauteur\u{a0}:\nformat: 1\nid: my-printer\nextends: home\nprinter: { x: 99.6 %, y: 100.2 % }",
];
pub const CALIBRATE_BACKS: Words = [
    "Hold the sheet up to the light with its back towards you. Where the crosses of the front cut the scales,\nread how far right and down to move the backs, and write it in the profile:\nduplex: { right: 0.4 mm, down: -0.2 mm }",
    "Mire la hoja al trasluz por el reverso. Donde las cruces del anverso cortan las escalas,\nlea cuánto mover los reversos, a la derecha y abajo, y escríbalo en el perfil:\nduplex: { right: 0.4 mm, down: -0.2 mm }",
    "Regardez la feuille à contre-jour, côté verso. Là où les croix du recto coupent les échelles,\nlisez de combien déplacer les versos, vers la droite et le bas, et écrivez-le dans le profil\u{a0}:\nduplex: { right: 0.4 mm, down: -0.2 mm }",
];

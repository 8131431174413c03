//! The fixed words of printed secret orders of battle.

use super::Words;

// All pages.
pub const COMMITMENT: Words =
    ["Commitment (scheme oob/1)", "Compromiso (esquema oob/1)", "Engagement (procédé oob/1)"];
pub const OTHER_COMMITMENT: Words =
    ["Commitment · {side}", "Compromiso · {side}", "Engagement · {side}"];
pub const BASE_PACK: Words =
    ["Base pack {digest}", "Paquete base {digest}", "Paquet de base {digest}"];
pub const SIGNATURE: Words = ["Signature, {side}", "Firma, {side}", "Signature, {side}"];
pub const DATE_AND_TIME: Words = ["Date and time", "Fecha y hora", "Date et heure"];

// The envelope.
pub const ENVELOPE: Words = ["Envelope", "Sobre", "Enveloppe"];
pub const OPEN_AFTER: Words =
    ["Open after the battle", "Ábrase después de la batalla", "À ouvrir après la bataille"];
pub const GLUE: Words = ["glue", "pegar", "coller"];
pub const SEAL: Words = [
    "Seal here, across flap and back,",
    "Selle aquí, solapa y reverso a la vez,",
    "Cachetez ici, rabat et dos ensemble,",
];
pub const SEAL_SIGN: Words = [
    "or both sign across the edge of the flap.",
    "o firmen ambos en el borde de la solapa.",
    "ou signez tous deux sur le bord du rabat.",
];
pub const SEALED_BEFORE: Words = [
    "Written down and sealed before the battle.",
    "Escrito y sellado antes de la batalla.",
    "Écrit et cacheté avant la bataille.",
];
pub const OPENED_BEFORE_BOTH: Words = [
    "To be opened afterwards, in front of both players.",
    "Se abre después, a la vista de ambos jugadores.",
    "À ouvrir ensuite, sous les yeux des deux joueurs.",
];
pub const SEALED: Words = ["Sealed", "Sellado", "Cacheté"];
pub const OPENED: Words = ["Opened", "Abierto", "Ouvert"];
pub const STEP_CUT: Words = [
    "1. Cut along the solid line. Fold back along the dashed lines, with the print outside.",
    "1. Corte por la línea continua. Doble hacia atrás por las discontinuas: lo impreso queda por fuera.",
    "1. Découpez le long du trait plein. Pliez vers l’arrière le long des tirets\u{a0}: l’impression reste dehors.",
];
pub const STEP_GLUE: Words = [
    "2. Glue the hatched parts of the folded tabs and press the back onto them.",
    "2. Ponga pegamento en el rayado de las pestañas dobladas y presione el reverso sobre ellas.",
    "2. Encollez les hachures des languettes repliées et pressez le dos dessus.",
];
pub const STEP_CLOSE: Words = [
    "3. Fold the order of battle twice, writing inwards, and wrap it in dark paper. Put it in, glue the flap and seal it.",
    "3. Doble dos veces el orden de batalla, lo escrito hacia dentro, con papel oscuro alrededor. Métalo, pegue la solapa y séllela.",
    "3. Pliez deux fois l’ordre de bataille, l’écrit à l’intérieur, dans du papier foncé. Glissez-le, collez le rabat, cachetez.",
];

// The night note.
pub const NIGHT_NOTE: Words = ["Night note", "Nota nocturna", "Billet de nuit"];
pub const NIGHT: Words = ["Night {night}", "Noche {night}", "Nuit {night}"];
pub const STAY_OR_WITHDRAW: Words = [
    "Inside: stay or withdraw. Both open together.",
    "Dentro: quedarse o retirarse. Ambos abren a la vez.",
    "À l’intérieur\u{a0}: rester ou se retirer. Ouverture simultanée.",
];
pub const OTHER_NOTE: Words =
    ["Night note · {side}", "Nota nocturna · {side}", "Billet de nuit · {side}"];
pub const NOTE_STEP_CUT: Words = [
    "1. Cut along the solid line. Fold back along the dashed line, with the print outside.",
    "1. Corte por la línea continua. Doble hacia atrás por la discontinua: lo impreso queda por fuera.",
    "1. Découpez le long du trait plein. Pliez vers l’arrière le long des tirets\u{a0}: l’impression reste dehors.",
];
pub const NOTE_STEP_WRITE: Words = [
    "2. Write “stay” or “withdraw” on the inside, close the card with a clip, and lay it on the table.",
    "2. Escriba dentro «me quedo» o «me retiro», cierre la tarjeta con un clip y póngala en la mesa.",
    "2. Écrivez «\u{a0}rester\u{a0}» ou «\u{a0}se retirer\u{a0}» à l’intérieur, fermez la carte d’un trombone et posez-la sur la table.",
];
pub const NOTE_STEP_COPY: Words = [
    "3. Write down the other side’s commitment before either card is opened.",
    "3. Apunte el compromiso del otro bando antes de abrir ninguna tarjeta.",
    "3. Notez l’engagement de l’autre camp avant d’ouvrir l’une des cartes.",
];

// The certificate.
pub const CERTIFICATE: Words = ["Certificate", "Certificado", "Certificat"];
pub const OPENED_AFTER: Words = [
    "An order of battle opened after the battle",
    "Un orden de batalla abierto después de la batalla",
    "Un ordre de bataille ouvert après la bataille",
];
pub const PROVED: Words = [
    "Verified: this is the committed order of battle.",
    "Verificado: es el orden de batalla comprometido.",
    "Vérifié\u{a0}: c’est l’ordre de bataille engagé.",
];
pub const REFUTED: Words = [
    "Refuted: the agreement was not fully kept.",
    "Refutado: no se cumplió todo lo acordado.",
    "Réfuté\u{a0}: tout ce qui était convenu n’a pas été tenu.",
];
pub const NOT_PROVED: Words = [
    "Not verified: not everything was checked.",
    "No verificado: no se comprobó todo.",
    "Non vérifié\u{a0}: tout n’a pas été contrôlé.",
];
/// The result of checking the content against the commitment: verified, refuted, not checked.
pub const CONTENT: [Words; 3] = [
    [
        "The opening matches the commitment in every slot.",
        "La apertura coincide con el compromiso en todas sus casillas.",
        "L’ouverture correspond à l’engagement, case par case.",
    ],
    [
        "The opening does not match the commitment.",
        "La apertura no coincide con el compromiso.",
        "L’ouverture ne correspond pas à l’engagement.",
    ],
    [
        "Whether the opening matches the commitment was not checked.",
        "No se comprobó si la apertura coincide con el compromiso.",
        "Il n’a pas été vérifié si l’ouverture correspond à l’engagement.",
    ],
];
/// The result of checking the content against the base pack: verified, refuted, not checked.
pub const PACK: [Words; 3] = [
    [
        "It fits the base pack: it contains only what the pack allows.",
        "Concuerda con el paquete base: solo contiene lo que este permite.",
        "Il s’accorde avec le paquet de base\u{a0}: il ne contient que ce que celui-ci permet.",
    ],
    [
        "It does not fit the base pack.",
        "No concuerda con el paquete base.",
        "Il ne s’accorde pas avec le paquet de base.",
    ],
    [
        "Whether it fits the base pack was not checked.",
        "No se comprobó si concuerda con el paquete base.",
        "Il n’a pas été vérifié s’il s’accorde avec le paquet de base.",
    ],
];
/// The result of checking the limits: verified, refuted, not checked.
pub const LIMITS: [Words; 3] = [
    [
        "The limits of the base pack were kept.",
        "Se respetaron los límites del paquete base.",
        "Les limites du paquet de base ont été respectées.",
    ],
    [
        "The limits of the base pack were not kept.",
        "No se respetaron los límites del paquete base.",
        "Les limites du paquet de base n’ont pas été respectées.",
    ],
    [
        "The base pack sets no limits, or they were not checked.",
        "El paquete base no pone límites, o no se comprobaron.",
        "Le paquet de base ne fixe pas de limites, ou elles n’ont pas été vérifiées.",
    ],
];
pub const FOUND: Words = ["Findings", "Lo que se encontró", "Ce qui a été constaté"];
pub const AND_MORE: Words = ["… and {count} more", "… y {count} más", "… et {count} de plus"];
pub const DIGEST: Words = [
    "Base pack (play digest)",
    "Paquete base (resumen de juego)",
    "Paquet de base (empreinte de jeu)",
];
pub const DOES_NOT_PROVE: Words =
    ["What this does not prove", "Lo que esto no prueba", "Ce que ceci ne prouve pas"];
pub const NOT_SHOWN_BEFORE: Words = [
    "That the commitment was shown before the battle: the other player’s notes from then show that.",
    "Que el compromiso se mostró antes de la batalla: lo dice lo que el otro jugador apuntó entonces.",
    "Que l’engagement a été montré avant la bataille\u{a0}: ce que l’autre joueur a noté alors le dit.",
];
pub const NOT_AS_PLAYED: Words = [
    "That the battle was played by it: the openings during play and the players’ notes show that.",
    "Que la batalla se jugó según él: lo dicen las aperturas durante el juego y las notas de los jugadores.",
    "Que la bataille a été jouée selon lui\u{a0}: les ouvertures en cours de jeu et les notes des joueurs le disent.",
];
pub const NOT_GENUINE: Words = [
    "That this page is genuine: anyone can print one. Anyone with the opening can repeat the check: sandtable\u{a0}oob\u{a0}verify.",
    "Que esta hoja sea auténtica: cualquiera puede imprimirla. Quien tenga la apertura puede repetir la comprobación: sandtable\u{a0}oob\u{a0}verify.",
    "Que cette feuille soit authentique\u{a0}: chacun peut l’imprimer. Qui a l’ouverture peut refaire la vérification\u{a0}: sandtable\u{a0}oob\u{a0}verify.",
];
pub const CHECKED_ON: Words = ["Checked on", "Comprobado el", "Vérifié le"];
pub const MATCH_NUMBER: Words = [
    "Match number: {number}.",
    "Número de la partida: {number}.",
    "Numéro de la partie\u{a0}: {number}.",
];
pub const NOT_CHECKED: Words = [
    "Not checked, and left to the players: positions relative to the other side’s blocks.",
    "No se comprobó, y queda para los jugadores: la posición respecto de los bloques del otro bando.",
    "Non vérifié, et laissé aux joueurs\u{a0}: la position par rapport aux blocs de l’autre camp.",
];

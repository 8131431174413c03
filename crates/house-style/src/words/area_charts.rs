//! The fixed words of FAB charts.

use super::Words;

pub const RULE: Words = ["rule", "regla", "règle"];

// The sequence of play.
pub const SEQUENCE: Words = ["Sequence of play", "Secuencia de juego", "Séquence de jeu"];
pub const PHASE: Words = ["phase", "fase", "phase"];
pub const ACTION_HEADING: Words = ["action", "acción", "action"];
pub const FIRST_PLAYER: Words =
    ["First player: {side}", "Primer jugador: {side}", "Premier joueur\u{a0}: {side}"];
pub const PLAYER_TURNS: Words = [
    "The first player plays all phases from Administration to Supply; then the second player does the same.",
    "El primer jugador juega todas las fases, de Administración a Suministro; después las juega el segundo.",
    "Le premier joueur joue toutes les phases, d’Administration à Ravitaillement\u{a0}; le second les joue ensuite.",
];
pub const REINFORCEMENT: Words = ["Reinforcement", "Refuerzos", "Renforts"];
pub const REINFORCEMENT_ACTION: Words = [
    "Both: Special Actions return, used assets go to the cup, units arrive, new assets and events go into the cup",
    "Ambos: vuelven las Acciones Especiales, los recursos usados van a la taza, llegan unidades, nuevos recursos y eventos a la taza",
    "Les deux\u{a0}: les Actions spéciales reviennent, les ressources utilisées vont dans la tasse, des unités arrivent, nouvelles ressources et nouveaux événements dans la tasse",
];
pub const ADMINISTRATION: Words = ["Administration", "Administración", "Administration"];
pub const ADMINISTRATION_ACTION: Words = [
    "Both draw from their cups; then events, engineers, staff, Special Actions, the phasing player first",
    "Ambos sacan de sus tazas; luego eventos, ingenieros, estado mayor y Acciones Especiales, primero el Jugador en Fase",
    "Les deux tirent de leurs tasses\u{a0}; puis événements, génie, état-major, Actions spéciales, d’abord le joueur actif",
];
pub const OPERATIONAL: Words =
    ["Operational movement", "Movimiento operacional", "Mouvement opérationnel"];
pub const OPERATIONAL_ACTION: Words = [
    "Each unit moves, builds fieldworks, holds its position or goes into reserve",
    "Cada unidad mueve, construye defensas, mantiene su posición o pasa a reserva",
    "Chaque unité se déplace, construit des défenses, tient sa position ou passe en réserve",
];
pub const STRATEGIC: Words =
    ["Strategic movement", "Movimiento estratégico", "Mouvement stratégique"];
pub const STRATEGIC_ACTION: Words = [
    "Reserve units in supply move through friendly, uncontested areas",
    "Las unidades de reserva con suministro mueven por áreas amigas no disputadas",
    "Les unités de réserve ravitaillées passent par des zones amies non contestées",
];
pub const COMBAT: Words = ["Combat", "Combate", "Combat"];
pub const COMBAT_ACTION: Words = [
    "One round in each newly contested area and, if desired, in other contested areas",
    "Una ronda en cada área recién disputada y, si se desea, en otras disputadas",
    "Un round dans chaque zone nouvellement contestée et, au choix, dans d’autres contestées",
];
pub const REACTION: Words = ["Reaction", "Reacción", "Réaction"];
pub const REACTION_ACTION: Words = [
    "The non-phasing player moves reserve units; no area becomes contested",
    "El Jugador No en Fase mueve unidades de reserva; ningún área pasa a disputada",
    "Le joueur non actif déplace ses réserves\u{a0}; aucune zone ne devient contestée",
];
pub const BREAKTHROUGH: Words =
    ["Breakthrough movement", "Movimiento de penetración", "Mouvement de percée"];
pub const BREAKTHROUGH_ACTION: Words = [
    "Exploitation (one area), reserve (full movement allowance), armour by Special Action",
    "Explotación (un área), reserva (asignación de movimiento completa), blindados por Acción Especial",
    "Exploitation (une zone), réserve (capacité entière), blindés par Action spéciale",
];
pub const BREAKTHROUGH_COMBAT: Words =
    ["Breakthrough combat", "Combate de penetración", "Combat de percée"];
pub const BREAKTHROUGH_COMBAT_ACTION: Words = [
    "One round in each newly contested area; in others for one Special Action each",
    "Una ronda en cada área recién disputada; en otras, por una Acción Especial cada una",
    "Un round dans chaque zone nouvellement contestée\u{a0}; dans d’autres, contre une Action spéciale chacune",
];
pub const SUPPLY: Words = ["Supply", "Suministro", "Ravitaillement"];
pub const SUPPLY_ACTION: Words = [
    "Both: control, supply, disorder; morale of phasing units out of supply; remove markers",
    "Ambos: control, suministro y desorden; chequeos de moral de las unidades en fase sin suministro; se quitan marcadores",
    "Les deux\u{a0}: contrôle, ravitaillement et désordre\u{a0}; tests de moral des unités actives non ravitaillées\u{a0}; marqueurs ôtés",
];
pub const VICTORY_ACTION: Words = [
    "Once per turn, after both players: sudden death; after the last turn, the final result",
    "Una vez por turno, tras ambos jugadores: muerte súbita; tras el último turno, el final",
    "Une fois par tour, après les deux joueurs\u{a0}: mort subite\u{a0}; après le dernier tour, la fin",
];

// Movement and borders.
pub const MOVEMENT: Words = ["Movement", "Movimiento", "Mouvement"];
pub const MOVE: Words = ["movement points", "puntos de movimiento", "points de mouvement"];
pub const ALLOWANCE: Words =
    ["Movement allowance", "Asignación de movimiento", "Capacité de mouvement"];
pub const NEXT_BY: Words =
    ["To the next area: {way}", "Al área vecina: {way}", "Vers la zone voisine\u{a0}: {way}"];
pub const OVER: Words = ["Border: {border}", "Límite: {border}", "Frontière\u{a0}: {border}"];
pub const OCCUPIED: Words = [
    "Into an area with units or assets of either side, or an enemy roadblock",
    "A un área con unidades o recursos de cualquier bando, o un bloqueo de carretera enemigo",
    "Dans une zone avec unités ou ressources d’un camp, ou un barrage ennemi",
];
pub const LEAVING: Words =
    ["Out of a contested area", "Desde un área disputada", "Hors d’une zone contestée"];
pub const BLOWN_BRIDGE: Words =
    ["Over a blown bridge", "Por un puente volado", "Par un pont sauté"];
pub const BUILDING: Words =
    ["Building fieldworks", "Construir defensas", "Construire des défenses"];
pub const WHOLE_ALLOWANCE: Words = ["all", "todos", "tous"];
pub const ONE_AREA: Words = [
    "A unit can always enter an adjacent area that is not prohibited (5.33). Disordered or out of supply: at most one area (5.32).",
    "Una unidad siempre puede mover a un área adyacente no prohibida (5.33). Desordenada o sin suministro: un área como máximo (5.32).",
    "Une unité peut toujours entrer dans une zone voisine non interdite (5.33). Désordonnée ou non ravitaillée\u{a0}: une zone au plus (5.32).",
];
pub const STOPS: Words = [
    "A unit stops on entering an area with enemy units or a roadblock (5.35b).",
    "Una unidad se detiene al entrar en un área con unidades enemigas o un bloqueo de carretera (5.35b).",
    "Une unité s’arrête en entrant dans une zone avec des unités ennemies ou un barrage (5.35b).",
];
pub const RESERVE_LIMITS: Words = ["Reserve (5.21),", "Reserva (5.21),", "Réserve (5.21),"];
pub const ONLY_TYPES: Words = ["only", "solo", "seulement"];
pub const NEVER_TYPES: Words = ["never", "nunca", "jamais"];
pub const ONLY_AREAS: Words = ["only in", "solo en", "seulement dans"];
pub const STRATEGIC_LIMITS: Words =
    ["Strategic movement (5.4),", "Movimiento estratégico (5.4),", "Mouvement stratégique (5.4),"];
pub const NEVER_MOVE: Words =
    ["Never move or retreat", "Nunca mueven ni se retiran", "Ne bougent ni ne se retirent jamais"];
pub const MOVE_BY_EVENT: Words = [
    "Move or retreat only by an event or a Special Action",
    "Mueven o se retiran solo por un evento o una Acción Especial",
    "Ne bougent ou ne se retirent que par un événement ou une Action spéciale",
];
pub const ONLY_TURNS: Words = ["turns", "turnos", "tours"];
pub const ONLY_CLASSES: Words = ["only", "solo", "seulement"];
pub const MAX_UNITS: Words =
    ["maximum units per side", "máximo de unidades por bando", "maximum d’unités par camp"];
pub const MAX_AREAS: Words = ["maximum areas", "máximo de áreas", "maximum de zones"];
pub const ONLY_BY: Words = ["only by", "solo por", "seulement par"];
pub const FORBIDDEN_AREAS: Words = ["not into", "no por", "pas par"];
pub const STACKING: Words = [
    "At most {n} units of a side in an area (5.1).",
    "Como máximo {n} unidades de un bando en un área (5.1).",
    "Au plus {n} unités d’un camp dans une zone (5.1).",
];
pub const BORDERS: Words = ["Borders", "Límites", "Frontières"];
pub const BORDER: Words = ["border", "límite", "frontière"];
pub const BRIDGE: Words = ["bridge", "puente", "pont"];
pub const ONE_UNIT: Words = ["one unit per phase", "una unidad por fase", "une unité par phase"];
pub const ASSAULT: Words = ["river assault", "asalto por río", "assaut fluvial"];
pub const CLOSED_TO: Words = ["closed to", "cerrado a", "interdite à"];
pub const NO_SUPPLY: Words = ["no supply", "sin suministro", "sans ravit."];
pub const RIVER: Words = ["river", "río", "rivière"];
pub const FIELD: Words = ["field connection", "conexión de campo", "à travers champs"];
pub const BLOW_ON: Words = [
    "If a unit crosses into a newly contested area, the enemy may try to blow the bridge: on 1 to {n} (5.35d).",
    "Si una unidad cruza a un área recién disputada, el enemigo puede intentar volar el puente: con 1 a {n} (5.35d).",
    "Si une unité passe dans une zone nouvellement contestée, l’ennemi peut tenter de faire sauter le pont\u{a0}: sur 1 à {n} (5.35d).",
];
pub const TURNED_BACK: Words = [
    "If it is blown, a unit that does not cross loses 1 movement point and may move on elsewhere (5.35d).",
    "Si se vuela, una unidad que no cruza pierde 1 punto de movimiento y puede seguir por otro camino (5.35d).",
    "S’il saute, une unité qui ne le franchit pas perd 1 point de mouvement et peut continuer ailleurs (5.35d).",
];
pub const NO_ATTEMPT: Words = [
    "Cannot be blown as a unit crosses",
    "No se vuela al cruzar una unidad",
    "Ne saute pas quand une unité le franchit",
];
pub const NO_RETREAT: Words = ["No retreat over", "Sin retirada por", "Pas de retraite par"];
pub const NO_STRATEGIC: Words = [
    "No strategic movement over",
    "Sin movimiento estratégico por",
    "Pas de mouvement stratégique par",
];
pub const BORDERS_NOTE: Words = [
    "One unit per phase into an enemy-occupied area (5.35c); a river assault crosses a blown bridge (5.35e).",
    "Una unidad por fase a un área ocupada por el enemigo (5.35c); un asalto por río pasa por un puente volado (5.35e).",
    "Une unité par phase vers une zone occupée par l’ennemi (5.35c)\u{a0}; un assaut fluvial passe par un pont sauté (5.35e).",
];

// Combat.
pub const COMBAT_TABLE: Words = ["Combat table", "Tabla de combate", "Table de combat"];
pub const BASE: Words = [
    "Success Number {n}; hits on that or less",
    "Número de Éxito {n}; impacta con ese o menos",
    "Nombre de réussite {n}\u{a0}; touche à ce nombre ou moins",
];
pub const FIRES: Words = ["fire at a point unit", "fuego a una unidad punta", "tir sur une pointe"];
pub const COMPARED: Words = [
    "Artillery compares {artillery}; close fire compares {close}.",
    "La artillería compara {artillery}; el fuego cercano, {close}.",
    "L’artillerie compare {artillery}, le tir rapproché {close}.",
];
pub const BOTH: Words =
    ["class and troop quality", "la clase y la calidad de tropa", "la classe et la qualité"];
pub const CLASS: Words = ["class", "la clase", "la classe"];
pub const QUALITY: Words = ["troop quality", "la calidad de tropa", "la qualité"];
pub const NEITHER: Words = ["nothing", "nada", "rien"];
pub const NATURAL: Words = [
    "A natural 1 always succeeds and a natural 10 always fails (2.1).",
    "Un 1 natural siempre acierta y un 10 natural siempre falla (2.1).",
    "Un 1 naturel réussit toujours, un 10 naturel échoue toujours (2.1).",
];
pub const MODIFIERS: Words = ["Modifiers", "Modificadores", "Modificateurs"];
pub const CHANGES: Words = ["to the Success Number", "al Número de Éxito", "au nombre de réussite"];
pub const ARTILLERY_FIRE: Words = ["artillery", "artillería", "artillerie"];
pub const MORALE: Words = ["morale", "moral", "moral"];
pub const DISORDERED: Words =
    ["Disordered or recovering", "Desordenada o en recuperación", "Désordonnée ou en récupération"];
pub const UNSUPPLIED: Words = ["Out of supply", "Sin suministro", "Non ravitaillée"];
pub const AT_FIELDWORKS: Words = [
    "Fire at units in fieldworks",
    "Fuego a unidades en defensas",
    "Tir sur des unités dans des défenses",
];
pub const IN_ASSAULT: Words =
    ["Attacker in a river assault", "Atacante en asalto por río", "Attaquant en assaut fluvial"];
pub const INTO: Words =
    ["Attack into: {ground}", "Atacante en: {ground}", "Attaquant en\u{a0}: {ground}"];
pub const MORALE_BASE: Words = [
    "Morale checks: Success Number {n} (6.7).",
    "Chequeos de moral: Número de Éxito {n} (6.7).",
    "Tests de moral\u{a0}: nombre de réussite {n} (6.7).",
];
pub const TERRAIN_NOTE: Words = [
    "The Terrain Difficulty Number is in brackets (6.28).",
    "Entre paréntesis, el Número de Dificultad del Terreno (6.28).",
    "Entre parenthèses, le nombre de difficulté du terrain (6.28).",
];
pub const ASSIGNED: Words =
    ["Assets in a combat", "Recursos en un combate", "Ressources dans un combat"];
pub const UNITS_OF: Words = ["units of", "unidades de", "unités de"];
pub const ARTILLERY: Words = ["artillery", "artillería", "artillerie"];
pub const BATTLE_ASSETS: Words = ["battle assets", "recursos de batalla", "ressources de bataille"];
pub const EVENTS: Words = ["events", "eventos", "événements"];
pub const ATTACKER: Words =
    ["Attacker, one formation", "Atacante, una Escala Superior", "Attaquant, une formation"];
pub const ATTACKER_MIXED: Words = ["Attacker, several", "Atacante, varias", "Attaquant, plusieurs"];
pub const DEFENDER: Words =
    ["Defender, one formation", "Defensor, una Escala Superior", "Défenseur, une formation"];
pub const DEFENDER_MIXED: Words = ["Defender, several", "Defensor, varias", "Défenseur, plusieurs"];
pub const EACH_FORMATION: Words =
    ["{n} per formation", "{n} por Escala Superior", "{n} par formation"];
pub const EVERYWHERE: Words = ["everywhere", "en todas partes", "partout"];
pub const HIDDEN_BOXES: Words = [
    "Assets and events in the cup and in the Available and Used boxes are hidden from the enemy (10.0).",
    "Los recursos y eventos de la taza y de los Recuadros de Disponibles y Usados se ocultan al enemigo (10.0).",
    "Ressources et événements de la tasse et des cases Disponibles et Utilisés sont cachés à l’ennemi (10.0).",
];
pub const MORE_ARTILLERY: Words = [
    "Defender, up to {n} artillery assets: {where}.",
    "Defensor, hasta {n} recursos de artillería: {where}.",
    "Défenseur, jusqu’à {n} ressources d’artillerie\u{a0}: {where}.",
];

// Special Actions, staffs, engineers.
pub const ACTIONS: Words = [
    "Special Actions, staff, engineers",
    "Acciones Especiales, estado mayor, ingenieros",
    "Actions spéciales, état-major, génie",
];
pub const BY: Words = ["by", "por", "par"];
pub const EFFECT: Words = ["effect", "efecto", "effet"];
pub const ACTION: Words = ["Special Action", "Acción Especial", "Action spéciale"];
pub const STAFF: Words = ["Staff", "Estado mayor", "État-major"];
pub const ENGINEERS: Words = ["Engineers", "Ingenieros", "Génie"];
pub const MOVE_ON: Words = [
    "Breakthrough movement: an unmoved armour unit in good order and in supply moves one area",
    "Movimiento de penetración: una unidad de clase blindados en buen orden y con suministro que no ha movido, un área",
    "Mouvement de percée\u{a0}: une unité blindée en bon ordre, ravitaillée, qui n’a pas bougé, une zone",
];
pub const FIGHT_ON: Words = [
    "Breakthrough combat: one round in an area that is already contested",
    "Combate de penetración: una ronda en un área ya disputada",
    "Combat de percée\u{a0}: un round dans une zone déjà contestée",
];
pub const REINFORCE: Words = [
    "Defender: a unit in good order from an adjacent uncontested area joins a combat",
    "Defensor: una unidad en buen orden de un área adyacente no disputada refuerza un combate",
    "Défenseur\u{a0}: une unité en bon ordre d’une zone voisine non contestée rejoint un combat",
];
pub const RETREAT_FIRST: Words = [
    "Defender: all its units retreat before combat, in good order",
    "Defensor: todas sus unidades se retiran antes del combate, en buen orden",
    "Défenseur\u{a0}: toutes ses unités se retirent avant le combat, en bon ordre",
];
pub const REORGANISE: Words = [
    "Administration: units in one area in supply and in adjacent areas recover",
    "Administración: las unidades de un área con suministro y de las adyacentes se recuperan",
    "Administration\u{a0}: les unités d’une zone ravitaillée et de ses voisines récupèrent",
];
pub const REPLACE: Words = [
    "Administration: a unit in supply regains one step, even an elite one",
    "Administración: una unidad con suministro recupera un paso, incluso de élite",
    "Administration\u{a0}: une unité ravitaillée reprend un pas, même d’élite",
];
pub const REDIRECT: Words = [
    "Reinforcement: a unit arrives at another entry area",
    "Refuerzos: una unidad llega por otra área de entrada",
    "Renforts\u{a0}: une unité arrive par une autre zone d’entrée",
];
pub const FOUND: Words = [
    "An infantry unit in supply regains one step, but not an elite one",
    "Una unidad de infantería con suministro recupera un paso, no de élite",
    "Une unité d’infanterie ravitaillée reprend un pas, hors élite",
];
pub const INTELLIGENCE: Words = [
    "An enemy unit is revealed until the end of the phase",
    "Se revela una unidad enemiga hasta el final de la fase",
    "Une unité ennemie est révélée jusqu’à la fin de la phase",
];
pub const GETS_RESERVE_MARKER: Words = [
    "A unit that may be in reserve gets a reserve marker (5.21)",
    "Una unidad que puede estar en reserva recibe un marcador de reserva (5.21)",
    "Une unité qui peut être en réserve reçoit un marqueur de réserve (5.21)",
];
pub const BLOW_BRIDGES: Words = [
    "Blow up to two bridges of a friendly, uncontested area in supply",
    "Volar hasta dos puentes de un área amiga, no disputada y con suministro",
    "Faire sauter jusqu’à deux ponts d’une zone amie, non contestée, ravitaillée",
];
pub const REPAIR_BRIDGE: Words = [
    "Repair a bridge from a friendly, uncontested area in supply to a friendly or contested one",
    "Reparar un puente desde un área amiga, no disputada y con suministro, a una amiga o disputada",
    "Réparer un pont d’une zone amie, non contestée, ravitaillée vers une amie ou contestée",
];
pub const DIG: Words = [
    "Fieldworks in a friendly, uncontested area in supply with a unit of the same formation",
    "Defensas en un área amiga, no disputada y con suministro, con una unidad de su Escala Superior",
    "Défenses dans une zone amie, non contestée, ravitaillée, avec une unité de sa formation",
];
pub const BLOCK: Words = [
    "Roadblock in a friendly, empty, difficult area in supply",
    "Bloqueo de carretera en un área amiga, vacía, difícil y con suministro",
    "Barrage dans une zone amie, vide, difficile, ravitaillée",
];
pub const HOLD_BLOCK: Words = [
    "Defended roadblock: the engineers themselves are placed where a roadblock is allowed",
    "Bloqueo de carretera defendido: los propios ingenieros se ponen donde puede haber un bloqueo",
    "Barrage défendu\u{a0}: le génie lui-même se place là où un barrage est permis",
];
pub const ACTIONS_NOTE: Words = [
    "A single-use Special Action affects only its own formation (8.1).",
    "Una Acción Especial de un solo uso solo afecta a su Escala Superior (8.1).",
    "Une Action spéciale à usage unique ne sert qu’à sa formation (8.1).",
];
pub const EVENTS_NOTE: Words = [
    "Any event can be used instead to move two assets from Eliminated to the cup (4.21).",
    "Cualquier evento puede usarse en cambio para mover dos recursos de Eliminados a la taza (4.21).",
    "Tout événement peut servir à remettre deux ressources d’Éliminés dans la tasse (4.21).",
];

// Supply and victory.
pub const SUPPLY_TITLE: Words = ["Out of supply", "Sin suministro", "Unités non ravitaillées"];
pub const FAILED_CHECK: Words = ["failed check", "chequeo fallido", "test manqué"];
pub const GOOD_ORDER: Words = [
    "in good order or recovering",
    "en buen orden o en recuperación",
    "en bon ordre ou en récupération",
];
pub const DISORDERED_UNIT: Words = ["disordered", "desordenada", "désordonnée"];
pub const SURRENDERS: Words =
    ["disordered, surrenders on", "desordenada, se rinde con", "désordonnée, se rend sur"];
pub const DISORDER: Words = ["disorder", "desorden", "désordre"];
pub const STEP_LOSS: Words = ["one step lost", "pierde un paso", "un pas perdu"];
pub const NEVER: Words = ["never", "nunca", "jamais"];
pub const SUPPLY_NOTE: Words = [
    "Out of supply: {assets}, no reserve, no fieldworks, at most one area, no recovery.",
    "Sin suministro: {assets}, ni reserva, ni defensas, un área como máximo, sin recuperación.",
    "Non ravitaillée\u{a0}: {assets}, ni réserve, ni défenses, une zone au plus, sans récupération.",
];
pub const NO_ASSETS: Words = ["no assets", "ni recursos", "ni ressources"];
pub const NO_ATTACK_ASSETS: Words = [
    "no assets (defender: unless it has a supply route now)",
    "ni recursos (defensor: salvo si tiene ahora una ruta de suministro)",
    "ni ressources (défenseur\u{a0}: sauf s’il a alors une voie de ravitaillement)",
];
pub const RECOVERY_NOTE: Words = [
    "In supply: recovery markers are removed, and disorder becomes recovery (9.35).",
    "Con suministro: se quitan los marcadores de recuperación, y el desorden pasa a recuperación (9.35).",
    "Ravitaillée\u{a0}: le marqueur de récupération est ôté et le désordre devient récupération (9.35).",
];
pub const VICTORY_TITLE: Words = ["Victory", "Victoria", "Victoire"];
pub const LEAD: Words = [
    "lead for sudden-death victory, at the end of the turn",
    "ventaja para victoria por muerte súbita, al final del turno",
    "avance pour mort subite, à la fin du tour",
];
pub const ALL_AREAS: Words =
    ["All areas together", "Puntos de todas las áreas", "Points de toutes les zones"];
pub const UNIT_LOST: Words =
    ["Each enemy unit lost", "Cada unidad enemiga perdida", "Chaque unité ennemie perdue"];
pub const END_HIGHER: Words = [
    "After the last turn, the side with more points wins; equal points are a draw",
    "Tras el último turno gana el bando con más puntos; empate si son iguales",
    "Après le dernier tour, le camp qui a le plus de points gagne\u{a0}; nulle s’ils sont égaux",
];
pub const END_LEAD: Words = [
    "After the last turn: victory for {side} with a lead of at least {n} points, otherwise for the other side",
    "Vencedor tras el último turno: {side}, con {n} puntos de ventaja o más; si no, el otro bando",
    "Vainqueur après le dernier tour\u{a0}: {side} avec {n} points d’avance ou plus\u{a0}; sinon l’autre camp",
];

// The combat round and hits.
pub const COMBAT_ROUND: Words = ["The combat round", "La ronda de combate", "Le round de combat"];
pub const STEP: Words = ["step", "paso", "étape"];
pub const IN_ATTACK: Words = ["Attacker", "Atacante", "Attaquant"];
pub const IN_DEFENCE: Words = ["Defender", "Defensor", "Défenseur"];
pub const EITHER: Words = ["Both", "Ambos", "Les deux"];
pub const MAY_WITHDRAW: Words = [
    "Special Action: reinforces, or retreats before combat, which ends the round",
    "Acción Especial: refuerza, o se retira antes del combate y la ronda termina",
    "Action spéciale\u{a0}: renforce, ou se retire avant le combat et le round s’achève",
];
pub const ASSIGNS: Words = [
    "Assigns assets and an event, if it can trace supply now",
    "Asigna recursos y un evento, si puede trazar suministro ahora",
    "Affecte ressources et un événement, s’il peut tracer son ravitaillement",
];
pub const NAMES_POINTS: Words = [
    "Designate point units, the Defender first; then all units are revealed",
    "Designan unidades punta, primero el Defensor; luego se revelan todas",
    "Désignent leurs pointes, le Défenseur d’abord\u{a0}; puis tout est révélé",
];
pub const ARTILLERY_FIRES: Words = [
    "Artillery fires, one die per asset; hits apply at once",
    "La artillería dispara, un dado por recurso; impactos de inmediato",
    "L’artillerie tire, un dé par ressource\u{a0}; touches aussitôt",
];
pub const DEFENSIVE_FIRE: Words = [
    "Units and battle assets fire, one die per step; then hits apply",
    "Unidades y recursos de batalla disparan, un dado por paso; luego impactos",
    "Unités et ressources de bataille tirent, un dé par pas\u{a0}; puis touches",
];
pub const OFFENSIVE_FIRE: Words = [
    "The same, unless the attack was aborted; Terrain Difficulty applies; engineers may remove fieldworks first",
    "Lo mismo, si no ha abortado; cuenta el Número de Dificultad del Terreno; antes, los ingenieros pueden retirar defensas",
    "De même, s’il n’a pas renoncé\u{a0}; la difficulté du terrain compte\u{a0}; le génie peut d’abord ôter les défenses",
];
pub const ROUND_ENDS: Words = [
    "Assets go to Used; units stay face up if both sides remain",
    "Recursos a Usados; las unidades siguen bocarriba si quedan ambos bandos",
    "Ressources en Utilisés\u{a0}; unités visibles si les deux camps restent",
];
pub const HITS_ON: Words = ["hits on", "impactos contra", "touches contre"];
pub const HITS: Words =
    ["Hits, in this order", "Impactos, en este orden", "Touches, dans cet ordre"];
pub const FIRST_HIT: Words = [
    "First hit: a step of the point unit, or a battle asset",
    "Primer impacto: un paso de la punta, o un recurso de batalla",
    "Première touche\u{a0}: un pas de la pointe, ou une ressource de bataille",
];
pub const ABORTS_OR_TAKES: Words = [
    "Other hits: aborts, ignores them and is disordered (river assault: goes back), or takes all",
    "Los demás: aborta, los ignora y queda desordenado (en asalto por río, vuelve), o los recibe",
    "Les autres\u{a0}: renonce, les ignore et est désordonné (en assaut fluvial, il revient), ou les prend toutes",
];
pub const FIELDWORKS_TAKE_ONE: Words = [
    "First hit of the round: its fieldworks, if any, are removed",
    "Primer impacto de la ronda: se retiran sus defensas, si las hay",
    "Première touche du round\u{a0}: ses défenses, s’il en a, sont ôtées",
];
pub const DISORDER_TAKES_ONE: Words = [
    "Artillery: can absorb one hit by disordering all its units, unless all already are",
    "Artillería: puede absorber un impacto desordenando todas sus unidades, si no lo están ya",
    "Artillerie\u{a0}: peut absorber une touche en désordonnant toutes ses unités, si ce n’est déjà fait",
];
pub const RETREAT_TAKES_ONE: Words = [
    "Close fire: can absorb one hit by retreating all its units in disorder",
    "Fuego cercano: puede absorber un impacto retirando todas sus unidades en desorden",
    "Tir rapproché\u{a0}: peut absorber une touche en retirant toutes ses unités en désordre",
];
pub const TAKES_THE_REST: Words = [
    "Other hits: step losses; a hit left over gives an exploitation opportunity",
    "Los demás: pérdidas de pasos; un impacto de sobra da una oportunidad de explotación",
    "Les autres\u{a0}: pertes de pas\u{a0}; une touche de trop ouvre l’exploitation",
];
pub const ORDER_OF_LOSSES: Words = [
    "The point unit loses first; each unit and battle asset loses once before any loses twice",
    "La punta pierde primero; cada unidad y recurso de batalla pierde una vez antes de que ninguno pierda dos",
    "La pointe perd d’abord\u{a0}; chaque unité et ressource une fois avant toute seconde perte",
];
pub const RESTART_EACH_STEP: Words = [
    "In each fire step, start again at the top; fieldworks absorb only the first hit of the round.",
    "En cada paso de fuego los impactos empiezan de nuevo arriba; las defensas solo absorben el primero de la ronda.",
    "À chaque étape de tir, les touches repartent du haut\u{a0}; les défenses n’absorbent que la première du round.",
];

//! The fixed words of charts of FAB, in every language.

use super::Words;

pub const RULE: Words = ["rule", "regla", "règle"];

// The sequence of play.
pub const SEQUENCE: Words = ["Sequence of play", "Secuencia de juego", "Séquence de jeu"];
pub const PHASE: Words = ["phase", "fase", "phase"];
pub const DONE: Words = ["what is done", "qué se hace", "ce qu’on fait"];
pub const FIRST_PLAYER: Words =
    ["First player: {side}", "Primer jugador: {side}", "Premier joueur : {side}"];
pub const PLAYER_TURNS: Words = [
    "The first player plays all phases from Administration to Supply, then the second player plays them.",
    "El primer jugador juega todas las fases, de Administración a Suministro; después las juega el segundo.",
    "Le premier joueur joue toutes les phases, d’Administration à Ravitaillement ; le second les joue ensuite.",
];
pub const REINFORCEMENT: Words = ["Reinforcement", "Refuerzos", "Renforts"];
pub const REINFORCEMENT_DONE: Words = [
    "Both: Special Actions come back, used assets to the cup, units arrive, new assets and events into the cup",
    "Ambos: vuelven las Acciones Especiales, recursos usados a la taza, llegan unidades, nuevos recursos y eventos a la taza",
    "Les deux : les Actions spéciales reviennent, ressources utilisées au gobelet, arrivée d’unités, nouvelles ressources et événements au gobelet",
];
pub const ADMINISTRATION: Words = ["Administration", "Administración", "Administration"];
pub const ADMINISTRATION_DONE: Words = [
    "Both draw from their cups; then events, engineers, staff, Special Actions, the phasing player first",
    "Ambos extraen de sus tazas; luego eventos, ingenieros, estado mayor y Acciones Especiales, primero el jugador en fase",
    "Les deux tirent de leurs gobelets ; puis événements, génie, état-major, Actions spéciales, d’abord le joueur actif",
];
pub const OPERATIONAL: Words =
    ["Operational movement", "Movimiento operacional", "Mouvement opérationnel"];
pub const OPERATIONAL_DONE: Words = [
    "Each unit moves, builds fieldworks, holds or goes into reserve",
    "Cada unidad mueve, construye defensas, permanece o pasa a reserva",
    "Chaque unité se déplace, construit des défenses, tient ou passe en réserve",
];
pub const STRATEGIC: Words =
    ["Strategic movement", "Movimiento estratégico", "Mouvement stratégique"];
pub const STRATEGIC_DONE: Words = [
    "Reserve units in supply move through own, uncontested areas",
    "Las unidades de reserva con suministro mueven por áreas propias no disputadas",
    "Les unités de réserve ravitaillées passent par des zones amies non contestées",
];
pub const COMBAT: Words = ["Combat", "Combate", "Combat"];
pub const COMBAT_DONE: Words = [
    "One round in each newly contested area, and in other contested ones as wished",
    "Una ronda en cada área recién disputada, y en otras disputadas a voluntad",
    "Un round dans chaque zone nouvellement contestée, et dans d’autres contestées au choix",
];
pub const REACTION: Words = ["Reaction", "Reacción", "Réaction"];
pub const REACTION_DONE: Words = [
    "The other player moves reserve units; no area becomes contested",
    "El otro jugador mueve unidades de reserva; ningún área pasa a disputada",
    "L’autre joueur déplace ses réserves ; aucune zone ne devient contestée",
];
pub const BREAKTHROUGH: Words =
    ["Breakthrough movement", "Movimiento de penetración", "Mouvement de percée"];
pub const BREAKTHROUGH_DONE: Words = [
    "Exploitation (one area), reserve (full allowance), armour by Special Action",
    "Explotación (un área), reserva (todos los puntos), acorazados por Acción Especial",
    "Exploitation (une zone), réserve (tous les points), blindés par Action spéciale",
];
pub const BREAKTHROUGH_COMBAT: Words =
    ["Breakthrough combat", "Combate de penetración", "Combat de percée"];
pub const BREAKTHROUGH_COMBAT_DONE: Words = [
    "One round in each newly contested area; others for a Special Action each",
    "Una ronda en cada área recién disputada; otras por una Acción Especial cada una",
    "Un round dans chaque zone nouvellement contestée ; les autres contre une Action spéciale",
];
pub const SUPPLY: Words = ["Supply", "Suministro", "Ravitaillement"];
pub const SUPPLY_DONE: Words = [
    "Control, supply and disorder of both; morale of the phasing units out of supply; markers off",
    "Control, suministro y desorden de ambos; moral de las unidades en fase sin suministro; se quitan marcadores",
    "Contrôle, ravitaillement, désordre des deux ; moral des unités actives non ravitaillées ; marqueurs ôtés",
];
pub const VICTORY_DONE: Words = [
    "Once a turn, after both players: sudden death; after the last turn the end",
    "Una vez por turno, tras ambos jugadores: muerte súbita; tras el último turno, el final",
    "Une fois par tour, après les deux joueurs : mort subite ; après le dernier tour, la fin",
];

// Movement and borders.
pub const MOVEMENT: Words = ["Movement", "Movimiento", "Mouvement"];
pub const MOVE: Words = ["movement points", "puntos de movimiento", "points de mouvement"];
pub const ALLOWANCE: Words = ["Allowance", "Puntos disponibles", "Capacité"];
pub const NEXT_BY: Words =
    ["To the next area: {way}", "Al área vecina: {way}", "Vers la zone voisine : {way}"];
pub const OVER: Words = ["Border: {border}", "Frontera: {border}", "Frontière : {border}"];
pub const OCCUPIED: Words = [
    "Into an area with units or assets of either side, or an enemy roadblock",
    "A un área con unidades o recursos de cualquier bando, o un bloqueo enemigo",
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
    "An area beside the one it starts in can be entered unless it is prohibited (5.33). Disordered or out of supply: one area at most (5.32).",
    "Se puede entrar en un área vecina a la inicial si no está prohibido (5.33). Desordenada o sin suministro: un área como máximo (5.32).",
    "On peut entrer dans une zone voisine du départ si ce n’est pas interdit (5.33). Désordonnée ou non ravitaillée : une zone au plus (5.32).",
];
pub const STOPS: Words = [
    "It stops on entering an area with enemy units or a roadblock (5.35b).",
    "Se detiene al entrar en un área con unidades enemigas o un bloqueo (5.35b).",
    "Elle s’arrête en entrant dans une zone avec des unités ennemies ou un barrage (5.35b).",
];
pub const RESERVE_LIMITS: Words = ["Reserve (5.21),", "Reserva (5.21),", "Réserve (5.21),"];
pub const ONLY_TYPES: Words = ["only", "solo", "seulement"];
pub const NEVER_TYPES: Words = ["never", "nunca", "jamais"];
pub const ONLY_AREAS: Words = ["only in", "solo en", "seulement dans"];
pub const STRATEGIC_LIMITS: Words =
    ["Strategic movement (5.4),", "Movimiento estratégico (5.4),", "Mouvement stratégique (5.4),"];
pub const ONLY_TURNS: Words = ["turns", "turnos", "tours"];
pub const ONLY_CLASSES: Words = ["only", "solo", "seulement"];
pub const MOST_UNITS: Words =
    ["units of a side at most", "unidades de un bando como máximo", "unités d’un camp au plus"];
pub const MOST_AREAS: Words = ["areas at most", "áreas como máximo", "zones au plus"];
pub const ONLY_WAYS: Words = ["only by", "solo por", "seulement par"];
pub const FORBIDDEN_AREAS: Words = ["not into", "no por", "pas par"];
pub const STACKING: Words = [
    "At most {n} units of a side in an area (5.1).",
    "Como máximo {n} unidades de un bando en un área (5.1).",
    "Au plus {n} unités d’un camp dans une zone (5.1).",
];
pub const BORDERS: Words = ["Borders", "Fronteras", "Frontières"];
pub const BORDER: Words = ["border", "frontera", "frontière"];
pub const BRIDGE: Words = ["bridge", "puente", "pont"];
pub const ONE_UNIT: Words = ["one unit a phase", "una unidad por fase", "une unité par phase"];
pub const ASSAULT: Words = ["river assault", "asalto fluvial", "assaut fluvial"];
pub const CLOSED_TO: Words = ["closed to", "cerrada a", "fermée à"];
pub const NO_SUPPLY: Words = ["no supply", "sin suministro", "sans ravit."];
pub const RIVER: Words = ["river", "río", "rivière"];
pub const FIELD: Words = ["across fields", "campo a través", "à travers champs"];
pub const BLOW_ON: Words = [
    "Into a newly contested area the enemy may try to blow the bridge: on 1 to {n} (5.35d).",
    "Al entrar en un área recién disputada el enemigo puede volar el puente: con 1 a {n} (5.35d).",
    "Vers une zone nouvellement contestée l’ennemi peut tenter de faire sauter le pont : sur 1 à {n} (5.35d).",
];
pub const TURNED_BACK: Words = [
    "If it is blown, who does not cross loses 1 movement point and may go on by another way (5.35d).",
    "Si se vuela, quien no cruza pierde 1 punto de movimiento y puede seguir por otro camino (5.35d).",
    "S’il saute, qui ne franchit pas perd 1 point de mouvement et peut continuer par ailleurs (5.35d).",
];
pub const NO_ATTEMPT: Words = [
    "Never blown before a unit that crosses",
    "Nunca se vuela ante una unidad que cruza",
    "Jamais sauté devant une unité qui franchit",
];
pub const NO_RETREAT: Words = ["No retreat over", "Sin retirada por", "Pas de retraite par"];
pub const NO_STRATEGIC: Words = [
    "No strategic movement over",
    "Sin movimiento estratégico por",
    "Pas de mouvement stratégique par",
];
pub const BORDERS_NOTE: Words = [
    "One unit a phase into an enemy-occupied area (5.35c); a river assault goes over a blown bridge (5.35e).",
    "Una unidad por fase a un área ocupada por el enemigo (5.35c); un asalto fluvial pasa por un puente volado (5.35e).",
    "Une unité par phase vers une zone occupée par l’ennemi (5.35c) ; un assaut fluvial passe par un pont sauté (5.35e).",
];

// Combat.
pub const COMBAT_TABLE: Words = ["Combat table", "Tabla de combate", "Table de combat"];
pub const BASE: Words = [
    "Success Number {n}; hit on that or less",
    "Número de Éxito {n}; impacta con ese o menos",
    "Nombre de réussite {n} ; touche à ce nombre ou moins",
];
pub const FIRES: Words =
    ["who fires, at a point unit", "quién dispara, a la punta", "qui tire, sur la pointe"];
pub const COMPARED: Words = [
    "Artillery compares {artillery}, close fire {close}.",
    "La artillería compara {artillery}; el fuego cercano, {close}.",
    "L’artillerie compare {artillery}, le tir rapproché {close}.",
];
pub const BOTH: Words = ["class and quality", "clase y calidad", "classe et qualité"];
pub const CLASS: Words = ["class", "clase", "classe"];
pub const QUALITY: Words = ["quality", "calidad", "qualité"];
pub const NEITHER: Words = ["nothing", "nada", "rien"];
pub const NATURAL: Words = [
    "A natural 1 always succeeds and a natural 10 always fails (2.1).",
    "Un 1 natural siempre acierta y un 10 natural siempre falla (2.1).",
    "Un 1 naturel réussit toujours, un 10 naturel échoue toujours (2.1).",
];
pub const MODIFIERS: Words = ["Modifiers", "Modificadores", "Modificateurs"];
pub const CHANGES: Words = ["to the number", "al número", "au nombre"];
pub const ARTILLERY_FIRE: Words = ["artillery", "artillería", "artillerie"];
pub const MORALE: Words = ["morale", "moral", "moral"];
pub const DISORDERED: Words =
    ["Disordered or recovering", "Desordenada o en recuperación", "Désordonnée ou en reprise"];
pub const UNSUPPLIED: Words = ["Out of supply", "Sin suministro", "Non ravitaillée"];
pub const AT_FIELDWORKS: Words =
    ["At units in fieldworks", "A unidades en defensas", "Sur unités dans des défenses"];
pub const IN_ASSAULT: Words =
    ["Attacker in a river assault", "Atacante en asalto fluvial", "Attaquant en assaut fluvial"];
pub const INTO: Words =
    ["Attacker into: {ground}", "Atacante en: {ground}", "Attaquant en : {ground}"];
pub const MORALE_BASE: Words = [
    "Morale checks: Success Number {n} (6.7).",
    "Chequeos de moral: Número de Éxito {n} (6.7).",
    "Tests de moral : nombre de réussite {n} (6.7).",
];
pub const TERRAIN_NOTE: Words = [
    "In brackets the Terrain Difficulty Number (6.28).",
    "Entre paréntesis, la dificultad del terreno (6.28).",
    "Entre parenthèses, la difficulté du terrain (6.28).",
];
pub const ASSIGNED: Words =
    ["Assets in a combat", "Recursos en un combate", "Ressources dans un combat"];
pub const WHO: Words = ["units of", "unidades de", "unités de"];
pub const GUNS: Words = ["artillery", "artillería", "artillerie"];
pub const BATTLE_ASSETS: Words = ["battle assets", "de batalla", "de bataille"];
pub const EVENTS: Words = ["events", "eventos", "événements"];
pub const ATTACKER: Words =
    ["Attacker, one formation", "Atacante, una formación", "Attaquant, une formation"];
pub const ATTACKER_MIXED: Words = ["Attacker, several", "Atacante, varias", "Attaquant, plusieurs"];
pub const DEFENDER: Words =
    ["Defender, one formation", "Defensor, una formación", "Défenseur, une formation"];
pub const DEFENDER_MIXED: Words = ["Defender, several", "Defensor, varias", "Défenseur, plusieurs"];
pub const EACH_FORMATION: Words = ["{n} of each", "{n} de cada una", "{n} de chacune"];
pub const EVERYWHERE: Words = ["everywhere", "en todas partes", "partout"];
pub const MORE_GUNS: Words = [
    "Defender, up to {n} artillery: {where}.",
    "Defensor, hasta {n} de artillería: {where}.",
    "Défenseur, jusqu’à {n} d’artillerie : {where}.",
];

// Special Actions, staffs, engineers.
pub const ACTIONS: Words = [
    "Special Actions, staff, engineers",
    "Acciones Especiales, estado mayor, ingenieros",
    "Actions spéciales, état-major, génie",
];
pub const BY: Words = ["by", "por", "par"];
pub const WHAT: Words = ["what it does", "qué hace", "ce qu’elle fait"];
pub const ACTION: Words = ["Special Action", "Acción Especial", "Action spéciale"];
pub const STAFF: Words = ["Staff", "Estado mayor", "État-major"];
pub const ENGINEERS: Words = ["Engineers", "Ingenieros", "Génie"];
pub const MOVE_ON: Words = [
    "Breakthrough movement: one armour unit in order and supply that has not moved, one area",
    "Movimiento de penetración: una unidad acorazada en orden y con suministro que no ha movido, un área",
    "Mouvement de percée : une unité blindée en ordre, ravitaillée, qui n’a pas bougé, une zone",
];
pub const FIGHT_ON: Words = [
    "Breakthrough combat: one round in an area that is contested already",
    "Combate de penetración: una ronda en un área ya disputada",
    "Combat de percée : un round dans une zone déjà contestée",
];
pub const REINFORCE: Words = [
    "Defender: a unit in order from a neighbouring uncontested area joins a combat",
    "Defensor: una unidad en orden de un área vecina no disputada se une a un combate",
    "Défenseur : une unité en ordre d’une zone voisine non contestée rejoint un combat",
];
pub const RETREAT_FIRST: Words = [
    "Defender: all his units retreat before combat, in order",
    "Defensor: todas sus unidades se retiran antes del combate, en orden",
    "Défenseur : toutes ses unités se retirent avant le combat, en ordre",
];
pub const REORGANISE: Words = [
    "Administration: units in an area in supply and its neighbours recover",
    "Administración: las unidades de un área con suministro y sus vecinas se recuperan",
    "Administration : les unités d’une zone ravitaillée et de ses voisines se reprennent",
];
pub const REPLACE: Words = [
    "Administration: a unit in supply gets one step back, elite too",
    "Administración: una unidad con suministro recupera un paso, también de élite",
    "Administration : une unité ravitaillée reprend un pas, même d’élite",
];
pub const REDIRECT: Words = [
    "Reinforcement: a unit arrives at another entry area",
    "Refuerzos: una unidad llega por otra área de entrada",
    "Renforts : une unité arrive par une autre zone d’entrée",
];
pub const FOUND: Words = [
    "One step, not elite, to an infantry unit in supply",
    "Un paso, no de élite, a una unidad de infantería con suministro",
    "Un pas, pas d’élite, à une unité d’infanterie ravitaillée",
];
pub const INTELLIGENCE: Words = [
    "An enemy unit is revealed until the end of the phase",
    "Se revela una unidad enemiga hasta el final de la fase",
    "Une unité ennemie est révélée jusqu’à la fin de la phase",
];
pub const AT_HAND: Words = [
    "A unit that may be in reserve gets a reserve marker (5.21)",
    "Una unidad que puede estar en reserva recibe un marcador de reserva (5.21)",
    "Une unité qui peut être en réserve reçoit un marqueur de réserve (5.21)",
];
pub const BLOW_BRIDGES: Words = [
    "Blow up to two bridges of an own, uncontested area in supply",
    "Volar hasta dos puentes de un área propia, no disputada y con suministro",
    "Faire sauter jusqu’à deux ponts d’une zone amie, non contestée, ravitaillée",
];
pub const REPAIR_BRIDGE: Words = [
    "Repair a bridge from an own, uncontested area in supply to an own or contested one",
    "Reparar un puente desde un área propia, no disputada y con suministro, a una propia o disputada",
    "Réparer un pont d’une zone amie, non contestée, ravitaillée vers une amie ou contestée",
];
pub const DIG: Words = [
    "Fieldworks in an own, uncontested area in supply with a unit of its formation",
    "Defensas en un área propia, no disputada y con suministro, con una unidad de su formación",
    "Défenses dans une zone amie, non contestée, ravitaillée, avec une unité de sa formation",
];
pub const BLOCK: Words = [
    "Roadblock in an own, empty, difficult area in supply",
    "Bloqueo en un área propia, vacía, difícil y con suministro",
    "Barrage dans une zone amie, vide, difficile, ravitaillée",
];
pub const HOLD_BLOCK: Words = [
    "Defended roadblock: where a roadblock may lie, the engineers stand on the map",
    "Bloqueo defendido: donde puede haber un bloqueo, los ingenieros se ponen en el mapa",
    "Barrage défendu : là où un barrage est permis, le génie se place sur la carte",
];
pub const ACTIONS_NOTE: Words = [
    "A Special Action that is used once helps its own formation alone (8.1).",
    "Una Acción Especial de un solo uso sirve solo a su formación (8.1).",
    "Une Action spéciale à usage unique ne sert qu’à sa formation (8.1).",
];
pub const EVENTS_NOTE: Words = [
    "Any event can be spent instead to move two assets from Eliminated to the cup (4.21).",
    "Cualquier evento puede gastarse para mover dos recursos de Eliminados a la taza (4.21).",
    "Tout événement peut servir à remettre deux ressources d’Éliminés au gobelet (4.21).",
];

// Supply and victory.
pub const SUPPLY_TITLE: Words = ["Out of supply", "Sin suministro", "Unités non ravitaillées"];
pub const QUALITY_OF: Words = ["check failed", "chequeo fallido", "test manqué"];
pub const IN_ORDER: Words =
    ["in order or recovering", "en orden o recuperándose", "en ordre ou en reprise"];
pub const OUT_OF_ORDER: Words = ["disordered", "desordenada", "désordonnée"];
pub const SURRENDERS: Words =
    ["disordered, surrenders on", "desordenada, se rinde con", "désordonnée, se rend sur"];
pub const DISORDER: Words = ["disorder", "desorden", "désordre"];
pub const STEP_LOSS: Words = ["one step lost", "pierde un paso", "un pas perdu"];
pub const NEVER: Words = ["never", "nunca", "jamais"];
pub const SUPPLY_NOTE: Words = [
    "Out of supply: no assets, no reserve, no fieldworks, one area at most, no recovery.",
    "Sin suministro: ni recursos, ni reserva, ni defensas, un área como máximo, sin recuperación.",
    "Non ravitaillée : ni ressources, ni réserve, ni défenses, une zone au plus, pas de reprise.",
];
pub const RECOVERY_NOTE: Words = [
    "In supply, a recovery marker comes off, and disorder becomes recovery (9.35).",
    "Con suministro se quita la recuperación, y el desorden pasa a recuperación (9.35).",
    "Ravitaillée, la reprise est ôtée et le désordre devient reprise (9.35).",
];
pub const VICTORY_TITLE: Words = ["Victory", "Victoria", "Victoire"];
pub const LEAD: Words = [
    "points ahead that win at once, at the end of turn",
    "ventaja que gana al instante, al final del turno",
    "avance qui gagne aussitôt, à la fin du tour",
];
pub const ALL_AREAS: Words =
    ["Points of all areas", "Puntos de todas las áreas", "Points de toutes les zones"];
pub const UNIT_LOST: Words =
    ["Each enemy unit lost", "Cada unidad enemiga perdida", "Chaque unité ennemie perdue"];
pub const END_HIGHER: Words = [
    "After the last turn, who has more points; a draw if they are equal",
    "Tras el último turno, quien tenga más puntos; empate si son iguales",
    "Après le dernier tour, qui a plus de points ; nulle s’ils sont égaux",
];
pub const END_LEAD: Words = [
    "After the last turn {side} wins with {n} points ahead or more, else the other",
    "Tras el último turno gana {side} con {n} puntos de ventaja o más; si no, el otro",
    "Après le dernier tour, {side} gagne avec {n} points d’avance ou plus ; sinon l’autre",
];

// The combat round and hits.
pub const COMBAT_ROUND: Words = ["The combat round", "La ronda de combate", "Le round de combat"];
pub const STEP: Words = ["step", "paso", "étape"];
pub const IN_ATTACK: Words = ["Attacker", "Atacante", "Attaquant"];
pub const IN_DEFENCE: Words = ["Defender", "Defensor", "Défenseur"];
pub const EITHER: Words = ["Both", "Ambos", "Les deux"];
pub const MAY_SLIP_AWAY: Words = [
    "Special Action: reinforces, or retreats before the fight, and the round is over",
    "Acción Especial: refuerza, o se retira antes de la lucha y la ronda termina",
    "Action spéciale : renforce, ou se retire avant la lutte et le round s’achève",
];
pub const ASSIGNS: Words = [
    "Assigns assets and an event, if he can trace supply now",
    "Asigna recursos y un evento, si puede trazar suministro ahora",
    "Affecte ressources et un événement, s’il peut tracer son ravitaillement",
];
pub const NAMES_POINTS: Words = [
    "Name point units, the Defender first; then all units are revealed",
    "Designan unidades punta, primero el Defensor; luego se revelan todas",
    "Désignent leurs pointes, le Défenseur d’abord ; puis tout est révélé",
];
pub const ARTILLERY_FIRES: Words = [
    "Artillery fires, one die for each asset; hits at once",
    "La artillería dispara, un dado por recurso; impactos de inmediato",
    "L’artillerie tire, un dé par ressource ; touches aussitôt",
];
pub const DEFENSIVE_FIRE: Words = [
    "Units and battle assets fire, one die for each step; then hits",
    "Unidades y recursos de batalla disparan, un dado por paso; luego impactos",
    "Unités et ressources de bataille tirent, un dé par pas ; puis touches",
];
pub const OFFENSIVE_FIRE: Words = [
    "The same, unless he has aborted; Terrain Difficulty counts; engineers may clear fieldworks first",
    "Lo mismo, si no ha abortado; cuenta la dificultad del terreno; antes, los ingenieros pueden retirar defensas",
    "De même, s’il n’a pas renoncé ; la difficulté compte ; le génie peut d’abord ôter les défenses",
];
pub const ROUND_ENDS: Words = [
    "Assets to Used; units stay face up where both sides are left",
    "Recursos a Usados; las unidades siguen a la vista si quedan ambos bandos",
    "Ressources en Utilisés ; unités visibles si les deux camps restent",
];
pub const WHO_IS_HIT: Words = ["who is hit", "quién recibe", "qui est touché"];
pub const HITS: Words =
    ["Hits, in this order", "Impactos, en este orden", "Touches, dans cet ordre"];
pub const FIRST_HIT: Words = [
    "First hit: a step of the point unit, or a battle asset",
    "Primer impacto: un paso de la punta, o un recurso de batalla",
    "Première touche : un pas de la pointe, ou une ressource de bataille",
];
pub const ABORTS_OR_TAKES: Words = [
    "The others: aborts, ignores them and is disordered (over a river he goes back), or takes all",
    "Los demás: aborta, los ignora y queda desordenado (si cruzó un río, vuelve), o los toma todos",
    "Les autres : renonce, les ignore et est désordonné (d’un fleuve il revient), ou les prend toutes",
];
pub const FIELDWORKS_TAKE_ONE: Words = [
    "First hit of the round: his fieldworks, if any, are removed",
    "Primer impacto de la ronda: se retiran sus defensas, si las hay",
    "Première touche du round : ses défenses, s’il en a, sont ôtées",
];
pub const DISORDER_TAKES_ONE: Words = [
    "Of artillery, one hit: all his units are disordered, unless they all are already",
    "De artillería, un impacto: todas sus unidades se desordenan, si no lo están ya todas",
    "D’artillerie, une touche : toutes ses unités se désordonnent, si elles ne le sont déjà",
];
pub const RETREAT_TAKES_ONE: Words = [
    "Of close fire, one hit: all his units retreat in disorder",
    "De fuego cercano, un impacto: todas sus unidades se retiran en desorden",
    "De tir rapproché, une touche : toutes ses unités se retirent en désordre",
];
pub const TAKES_THE_REST: Words = [
    "The others: steps; a hit left over is an opportunity to exploit",
    "Los demás: pasos; un impacto de sobra da oportunidad de explotación",
    "Les autres : des pas ; une touche de trop ouvre l’exploitation",
];
pub const ORDER_OF_LOSSES: Words = [
    "The point unit loses first; each unit and battle asset once before any twice",
    "La punta pierde primero; cada unidad y recurso de batalla una vez antes que nadie dos",
    "La pointe perd d’abord ; chaque unité et ressource une fois avant toute seconde perte",
];
pub const ANEW_IN_EACH_STEP: Words = [
    "In each step of fire hits begin again at the top, but fieldworks absorb only the first hit of the round.",
    "En cada paso de fuego los impactos empiezan de nuevo arriba; las defensas solo absorben el primero de la ronda.",
    "À chaque étape de tir les touches repartent du haut ; les défenses n’absorbent que la première du round.",
];

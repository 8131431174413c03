//! The fixed words of charts, in the terms of each language's rulebook.

use super::Words;

// The range card.
pub const RANGES: Words = ["Ranges", "Alcances", "Distances"];
pub const MAP_SCALE: Words = ["on the map at", "en el mapa a", "sur la carte au"];
pub const DISTANCE: Words = ["distance", "distancia", "distance"];
pub const USED_FOR: Words = ["used for", "sirve para", "sert à"];
pub const METRES: Words = ["metres", "metros", "mètres"];
pub const YARDS_MILES: Words = ["yards, miles", "yardas, millas", "yards, milles"];
pub const ON_THE_MAP: Words = ["on the map", "en el mapa", "sur la carte"];
pub const FOOT_THIRD: Words = ["⅓ Foot move", "⅓ movimiento a pie", "⅓ mouvement à pied"];
pub const FOOT_MOVE: Words = ["Foot move", "Movimiento a pie", "Mouvement à pied"];
pub const FOOT_COLUMN: Words =
    ["Road column on foot", "Columna de carretera a\u{a0}pie", "Colonne de route à\u{a0}pied"];
pub const MOUNTED_THIRD: Words = ["⅓ Mounted move", "⅓ movimiento montado", "⅓ mouvement monté"];
pub const MOUNTED_MOVE: Words = ["Mounted move", "Movimiento montado", "Mouvement monté"];
pub const MOUNTED_COLUMN: Words =
    ["Mounted road column", "Columna de carretera montada", "Colonne de route montée"];
pub const FOOT_PIECES: Words = [
    "infantry, detachments, artillery, baggage trains",
    "infantería, destacamentos, artillería, trenes de suministros",
    "infanterie, détachements, artillerie, trains de bagages",
];
pub const MOUNTED_PIECES: Words =
    ["cavalry, dragoons, HQs", "caballería, dragones, HQ", "cavalerie, dragons, QG"];
pub const COLUMN_USE: Words = [
    "a full move on the road, less ⅓ of a normal move to enter column and ⅓ to leave it",
    "un movimiento entero por carretera, menos ⅓ para entrar en columna y ⅓ para salir",
    "un mouvement entier sur route, moins ⅓ pour se mettre en colonne et ⅓ pour la quitter",
];
pub const RETREAT_FOOT: Words = ["retreat on foot", "retirada a pie", "retraite à pied"];
pub const RETREAT_MOUNTED: Words = ["mounted retreat", "retirada montada", "retraite montée"];
pub const RETREAT_ALL: Words =
    ["retreat of all troops", "retirada de todas las tropas", "retraite de toutes les troupes"];
pub const COLUMN_CLEAR: Words = [
    "a moving column comes no closer to the enemy",
    "una columna en movimiento no se acerca más al enemigo",
    "une colonne en mouvement ne s’approche pas davantage de l’ennemi",
];
pub const SUPPLY_CLEAR: Words = [
    "no enemy this close to a line of communication in use",
    "ningún enemigo tan cerca de una línea de comunicación en uso",
    "aucun ennemi aussi près d’une ligne de communication utilisée",
];
pub const NIGHT_CLEAR: Words = [
    "at night, no piece moves closer to the enemy",
    "de noche, ninguna pieza se acerca más al enemigo",
    "la nuit, aucune pièce ne s’approche davantage de l’ennemi",
];
pub const RALLY_CLEAR: Words = [
    "no enemy this close to a piece that rallies",
    "ningún enemigo tan cerca de una pieza que se reagrupa",
    "aucun ennemi aussi près d’une pièce qui se rallie",
];
pub const COMMAND_RANGE: Words = [
    "command range, to attack",
    "alcance de mando, para atacar",
    "portée de commandement, pour attaquer",
];
pub const COMMAND_RANGE_ALTER: Words = [
    "command range, to attack and to Alter the turn order",
    "alcance de mando, para atacar y Alterar el orden del turno",
    "portée de commandement, pour attaquer et Modifier l’ordre du tour",
];
pub const RALLY_RANGE: Words = [
    "rally at an unpacked baggage train",
    "reagruparse junto a un tren desembalado",
    "ralliement près d’un train déballé",
];
pub const BOMBARDMENT_USE: Words = [
    "Fresh artillery, instead of moving, with line of sight",
    "artillería Fresca, en lugar de mover, con línea de visión",
    "artillerie fraîche, au lieu de bouger, avec ligne de vue",
];
pub const SPOTTING: Words = ["Spotting", "Avistar", "Repérer"];
pub const SPOTTING_USE: Words = [
    "with line of sight, the enemy tells the type of a piece: foot, mounted or artillery",
    "con línea de visión, el enemigo dice el tipo de la pieza: a pie, montada o artillería",
    "avec ligne de vue, l’ennemi indique le type de la pièce\u{a0}: à pied, montée ou artillerie",
];
pub const WEATHER_USE: Words = [
    "limit of visibility, from {from}",
    "límite de visibilidad, desde el {from}",
    "limite de visibilité, à partir du {from}",
];
pub const SIGHT: Words = ["Sight into cover", "Visión dentro de la cobertura", "Vue sous couvert"];
pub const SIGHT_USE: Words = [
    "how far a piece sees into woods and buildings",
    "hasta aquí se ve dentro de bosques y edificios",
    "on voit jusque-là dans les bois et les bâtiments",
];
pub const SUPPORT: Words = ["Support", "Apoyo", "Soutien"];
pub const SUPPORT_USE: Words = [
    "at most this far behind the lead piece",
    "como máximo a esta distancia tras la pieza líder",
    "au plus à cette distance derrière la pièce de pointe",
];
pub const CONTACT: Words = ["Contact", "Contacto", "Contact"];
pub const CONTACT_USE: Words = [
    "pieces at most this far apart",
    "piezas a esta distancia como máximo",
    "pièces au plus à cette distance",
];
pub const IN_COLUMN: Words = ["Length in column", "Longitud en columna", "Longueur en colonne"];
pub const TOUCHES_NOTE: Words = [
    "A range needs only to reach a piece. Measure between pieces from edge to edge, by the shortest line.",
    "Un alcance solo tiene que tocar la pieza. Entre piezas se mide la distancia más corta entre sus bordes.",
    "Une distance n’a besoin que de toucher la pièce. Entre pièces, on mesure au plus court, de bord à bord.",
];

// Troops.
pub const TROOPS: Words = ["Troops", "Tropas", "Troupes"];
pub const ARM: Words = ["arm", "arma", "arme"];
pub const DICE: Words = ["dice", "dados", "dés"];
pub const HITS_ON: Words = ["hits on", "impacta con", "touche sur"];
pub const ATTACKS: Words = ["attacks", "ataca", "attaque"];
pub const SUPPORTS: Words = ["supports", "apoya", "soutient"];
pub const BOMBARDS: Words = ["bombards", "bombardea", "bombarde"];
pub const RALLIES: Words = ["rallies", "se reagrupa", "se rallie"];
pub const POINTS_HEADING: Words = ["points", "puntos", "points"];
pub const YES: Words = ["yes", "sí", "oui"];
pub const NO: Words = ["–", "–", "–"];
pub const ON_FOOT: Words = ["foot", "a pie", "à pied"];
pub const MOUNTED: Words = ["mounted", "montado", "monté"];
pub const NEVER: Words = ["–", "–", "–"];
pub const AT_TRAIN: Words = ["at a train", "junto a un tren", "près d’un train"];
pub const ANYWHERE: Words = ["anywhere", "donde esté", "où qu’elle soit"];
pub const INFANTRY: Words = ["Infantry", "Infantería", "Infanterie"];
pub const DETACHMENTS: Words = ["Detachments", "Destacamentos", "Détachements"];
pub const ARTILLERY: Words = ["Artillery", "Artillería", "Artillerie"];
pub const CAVALRY: Words = ["Cavalry", "Caballería", "Cavalerie"];
pub const DRAGOONS: Words = ["Dragoons", "Dragones", "Dragons"];
pub const BAGGAGE: Words = ["Baggage", "Suministros", "Bagages"];

// Terrain.
pub const TERRAIN_EFFECTS: Words = ["Terrain effects", "Efectos del terreno", "Effets du terrain"];
pub const TERRAIN: Words = ["terrain", "terreno", "terrain"];
pub const MOVEMENT: Words = ["movement", "movimiento", "mouvement"];
pub const COMBAT: Words = ["combat", "combate", "combat"];
pub const SIGHT_HEADING: Words = ["sight", "visión", "vue"];
pub const CLOSED_TO: Words = ["closed to", "cerrado a", "interdit à"];
pub const CLEAR: Words = ["Clear", "Claro", "Clair"];
pub const FREE: Words = ["Normal.", "Normal.", "Normal."];
pub const REDUCED: Words = ["Reduced.", "Reducido.", "Réduit."];
pub const REDUCED_SLOPE: Words = [
    "Reduced to cross a slope.",
    "Reducido al cruzar una ladera.",
    "Réduit pour franchir une pente.",
];
pub const REDUCED_CROSS: Words =
    ["Reduced to cross.", "Reducido al cruzar.", "Réduit pour traverser."];
pub const RIVER_MOVEMENT: Words = [
    "Reduced; cross only at bridges and fords. Not reduced in column.",
    "Reducido; solo por puentes y vados. Sin reducción en columna.",
    "Réduit\u{a0}; par ponts et gués seulement. Sans réduction en colonne.",
];
pub const COVER: Words =
    ["Cover for the defender.", "Cobertura para el defensor.", "Couvert pour le défenseur."];
pub const NO_FLANK: Words =
    ["Cannot be flanked.", "No puede ser flanqueado.", "Ne peut être flanqué."];
pub const COVER_IF_BEGAN_LOWER: Words = [
    "Cover if the attacker began its move, or is, on lower ground.",
    "Cobertura si el atacante empezó su movimiento, o está, más abajo.",
    "Couvert si l’attaquant a débuté son mouvement, ou se tient, plus bas.",
];
pub const COVER_IF_LOWER: Words = [
    "Cover if the attacker is on lower ground.",
    "Cobertura si el atacante está más abajo.",
    "Couvert si l’attaquant se tient plus bas.",
];
pub const SPENT_ON_ENTRY: Words = [
    "Pieces that enter become Spent.",
    "Las piezas que entran quedan Agotadas.",
    "Les pièces qui y entrent deviennent désorganisées.",
];
pub const SPENT_END: Words = [
    "Pieces that end a move inside become Spent.",
    "Las piezas que acaban dentro su movimiento quedan Agotadas.",
    "Les pièces qui y finissent leur mouvement deviennent désorganisées.",
];
pub const NO_RALLY: Words = ["No rally.", "Sin reagrupamiento.", "Pas de ralliement."];
pub const SIGHT_DEPTH: Words = [
    "Blocks line of sight; visible {depth} deep.",
    "Bloquea la línea de visión; se ve {depth} hacia dentro.",
    "Bloque la ligne de vue\u{a0}; on y voit à {depth}.",
];
pub const HILL_SIGHT: Words = [
    "Blocks line of sight; visible up to the crest. From a hill, pieces see over obstacles that are closer to them than to the target.",
    "Bloquea la línea de visión; se ve hasta la cresta. Desde una colina se ve por encima de los obstáculos más cercanos al observador que al objetivo.",
    "Bloque la ligne de vue\u{a0}; on voit jusqu’à la crête. D’une colline, on voit par-dessus les obstacles plus proches de soi que de la cible.",
];
pub const RIVER_FLANKED: Words = [
    "A piece that attacks across is flanked in the first round.",
    "Una pieza que ataca a través está flanqueada en la primera ronda.",
    "Une pièce qui attaque à travers est flanquée au premier round.",
];
pub const ALL: Words = ["all", "todos", "tous"];
pub const ALL_EXCEPT_AT_CROSSINGS: Words = [
    "all, except at bridges and fords",
    "todos, salvo en puentes y vados",
    "tous, sauf aux ponts et gués",
];
pub const ROAD_COLUMN: Words = ["Road column", "Columna de carretera", "Colonne de route"];
pub const COLUMN_MOVEMENT: Words = [
    "⅓ to enter, ⅓ to leave; then twice as far, on any terrain.",
    "⅓ al entrar, ⅓ al salir; el doble de lejos, sea cual sea el terreno.",
    "⅓ pour s’y mettre, ⅓ pour en sortir\u{a0}; deux fois plus loin, quel que soit le terrain.",
];
pub const COLUMN_KEEPS: Words = [
    "Not through friendly pieces, nor within ⅓ Foot move of the enemy.",
    "Ni a través de piezas amigas ni a menos de ⅓ de movimiento a pie del enemigo.",
    "Ni à travers des pièces amies, ni à moins d’⅓ de mouvement à pied de l’ennemi.",
];
pub const COLUMN_COMBAT: Words = ["Flanked.", "Flanqueada.", "Flanquée."];
pub const MAJORITY_NOTE: Words = [
    "A piece is in the terrain that is under most of it.",
    "Una pieza está en el terreno que hay bajo la mayor parte de ella.",
    "Une pièce est sur le terrain qui se trouve sous sa majeure partie.",
];
pub const HALF_NOTE: Words = [
    "A piece is in the terrain that is under most of it; for cover, half of it is enough.",
    "Una pieza está en el terreno bajo su mayor parte; para la cobertura basta la mitad.",
    "Une pièce est sur le terrain sous sa majeure partie\u{a0}; pour le couvert, la moitié suffit.",
];
pub const REDUCED_NOTE: Words = [
    "Reduced: the move loses ⅓, only once per move. Costs of column and facing are extra.",
    "Reducido: el movimiento pierde ⅓, una sola vez, además de lo que cuestan columna y orientación.",
    "Réduit\u{a0}: le mouvement perd ⅓, une seule fois, en plus du coût de la colonne et des pivots.",
];
pub const FACING_PAID: Words = [
    "One change of facing is free; each further one costs ⅓ of the move.",
    "Un cambio de orientación es gratis; cada cambio adicional cuesta ⅓ del movimiento.",
    "Un changement de front est gratuit\u{a0}; chaque autre coûte ⅓ du mouvement.",
];
pub const FACING_TWO: Words = [
    "One change of facing is free; a second costs ⅓ of the move; a third is not allowed.",
    "Un cambio de orientación es gratis, el segundo cuesta ⅓ del movimiento; no hay un tercero.",
    "Un changement de front est gratuit, le deuxième coûte ⅓ du mouvement\u{a0}; il n’y en a pas de troisième.",
];
pub const HQ_FREELY: Words = [
    "Only impassable terrain hinders HQs.",
    "A los HQ solo los detiene el terreno intransitable.",
    "Les QG ne sont gênés que par le terrain infranchissable.",
];

// Combat.
pub const HITS: Words = ["Hits", "Impactos", "Touches"];
pub const HITS_SUBTITLE: Words =
    ["effect on the lead piece", "efecto en la pieza líder", "effet sur la pièce de pointe"];
pub const PIECE: Words = ["piece", "pieza", "pièce"];
pub const BOMBARDMENT: Words = ["Bombardment", "Bombardeo", "Bombardement"];
pub const FRESH: Words = ["Fresh", "Fresca", "Fraîche"];
pub const NOTHING: Words = ["–", "–", "–"];
pub const BECOMES_SPENT: Words = ["Spent", "Agotada", "désorganisée"];
pub const SPENT_RETREATS: Words =
    ["Spent and retreats", "Agotada y se retira", "désorganisée et retraite"];
pub const RETREATS: Words = ["retreats", "se retira", "retraite"];
pub const DESTROYED: Words = ["destroyed", "eliminada", "éliminée"];
pub const FIRST_FIRE_COMBAT: Words = [
    "For the first fire of a combat: quality affects the first hit once per combat and once per bombardment.",
    "Para el primer fuego de un combate: la calidad afecta al primer impacto una vez por combate y una vez por bombardeo.",
    "Pour le premier feu d’un combat\u{a0}: la qualité modifie la première touche une fois par combat et une fois par bombardement.",
];
pub const FIRST_FIRE_TURN: Words = [
    "For the first fire of a turn: quality affects the first hit only once in all combats of the turn.",
    "Para el primer fuego de un turno: la calidad afecta al primer impacto una sola vez en todos los combates del turno.",
    "Pour le premier feu d’un tour\u{a0}: la qualité modifie la première touche une seule fois dans tous les combats du tour.",
];
pub const MODIFIERS: Words =
    ["Fire modifiers", "Modificadores de fuego", "Modificateurs de combat"];
pub const SITUATION: Words = ["situation", "situación", "situation"];
pub const EACH_DIE: Words = ["each die", "cada dado", "chaque dé"];
pub const IN_COVER: Words = [
    "Attacker firing at a defender in cover",
    "Atacante que dispara a un defensor en cobertura",
    "Attaquant contre un défenseur à couvert",
];
pub const AT_FLANK: Words = [
    "Firing at the flank of a piece",
    "Disparar al flanco de una pieza",
    "Combattre dans le flanc d’une pièce",
];
pub const ON_OWN_FLANK: Words = [
    "Firing at a piece on your flank",
    "Disparar a una pieza que flanquea a la propia",
    "Combattre une pièce qui vous flanque",
];
pub const ACROSS_RIVER: Words = [
    "Piece that attacked across a river",
    "Pieza que atacó a través de un río",
    "Pièce qui a attaqué à travers une rivière",
];
pub const IN_ROAD_COLUMN: Words =
    ["Piece in road column", "Pieza en columna de carretera", "Pièce en colonne de route"];
pub const AS_FLANKED: Words = ["as flanked", "como flanqueada", "comme flanquée"];
pub const AS_FLANKED_ROUND: Words = [
    "as flanked, in the first round",
    "como flanqueada, en la primera ronda",
    "comme flanquée, au premier round",
];
pub const AS_FLANKED_ROUND_ONE_WAY: Words = [
    "fired at with +1, in the first round",
    "se le dispara con +1, en la primera ronda",
    "on fait feu sur elle à +1, au premier round",
];
pub const GUNS_ATTACKED: Words =
    ["Artillery that is attacked", "Artillería atacada", "Artillerie attaquée"];
pub const FIRES_FIRST_ROUND: Words = [
    "fires first in the first round",
    "dispara primero en la primera ronda",
    "tire en premier au premier round",
];
pub const FIRES_FIRST_ALWAYS: Words = [
    "fires first in every round",
    "dispara primero en cada ronda",
    "tire en premier à chaque round",
];
pub const BOMBARDING: Words =
    ["Artillery that bombards", "Artillería que bombardea", "Artillerie qui bombarde"];
pub const BOMBARD_COVER: Words =
    ["only cover counts", "solo cuenta la cobertura", "seul le couvert compte"];
pub const BOMBARD_ALL: Words = [
    "cover, flank and column count",
    "cuentan cobertura, flanco y columna",
    "comptent le couvert, le flanc et la colonne",
];
pub const MODIFIER_NOTE: Words = [
    "Cover applies once; so does flanking, regardless of the cause. Cover and flanking add up.",
    "La cobertura se aplica una vez; el flanqueo también, sea cual sea la causa. Cobertura y flanqueo se suman.",
    "Le couvert s’applique une fois\u{a0}; le flanquement aussi, quelle qu’en soit la cause. Couvert et flanquement s’ajoutent.",
];

// Victory.
pub const WHEN: Words = ["when", "cuándo", "quand"];
pub const ROUT: Words = ["Rout", "Rout", "Déroute"];
pub const ROUT_WHEN: Words = [
    "The enemy has lost half of its infantry, and your side less than half.",
    "El enemigo ha perdido la mitad de su infantería, y el bando propio menos de la mitad.",
    "L’ennemi a perdu la moitié de son infanterie, et votre camp moins de la moitié.",
];
pub const BROKEN: Words = ["Broken", "Ruptura", "Brisé"];
pub const BROKEN_WHEN: Words = [
    "An enemy baggage train is destroyed.",
    "Se destruye un tren de suministros enemigo.",
    "Un train de bagages ennemi est détruit.",
];
pub const FORCED_BACK: Words = ["Forced Back", "Forzar retirada", "Recul forcé"];
pub const FORCED_PACK: Words = [
    "The enemy packs up an unpacked baggage train.",
    "El enemigo embala un tren desembalado.",
    "L’ennemi remballe un train déballé.",
];
pub const FORCED_MOVE: Words = [
    "The enemy packs up an unpacked baggage train and moves it.",
    "El enemigo embala un tren desembalado y lo mueve.",
    "L’ennemi remballe un train déballé et le déplace.",
];
pub const ABOUT: Words = [
    ", within {metres} of {place}",
    ", a menos de {metres} de {place}",
    ", à moins de {metres} de {place}",
];
pub const ONLY_FOR: Words = [" ({side} only)", " (solo {side})", " ({side} seulement)"];
pub const AT_END: Words = ["Held at the end", "Controlado al final", "Tenu à la fin"];
pub const EACH_DAY: Words = [
    "Held at the end of each day",
    "Controlado al final de cada día",
    "Tenu à la fin de chaque jour",
];
pub const EACH_TURN: Words = [
    "Held at the end of each day turn",
    "Controlado al final de cada turno de día",
    "Tenu à la fin de chaque tour de jour",
];
pub const ONCE: Words = [
    "Held first; counts once",
    "Una vez, para el primer bando que lo tome",
    "Une fois, au premier camp qui le tient",
];
pub const POINTS_NOTE: Words = [
    "Each destroyed enemy piece scores its points. The winner’s total is multiplied.",
    "Cada pieza enemiga destruida vale sus puntos. El total del vencedor se multiplica.",
    "Chaque pièce ennemie éliminée vaut ses points. Le total du vainqueur est multiplié.",
];
pub const HIGHEST_NOTE: Words = [
    "If several multipliers apply, the highest counts.",
    "Si hay varios multiplicadores, cuenta el mayor.",
    "S’il y a plusieurs multiplicateurs, le plus élevé compte.",
];
pub const PRODUCT_NOTE: Words = [
    "If several multipliers apply, they are multiplied together.",
    "Si hay varios multiplicadores, se multiplican entre sí.",
    "S’il y a plusieurs multiplicateurs, ils se multiplient entre eux.",
];
pub const CURRENT_NOTE: Words = [
    "Pieces that return at night no longer score points.",
    "Las piezas que vuelven de noche ya no dan puntos.",
    "Les pièces qui reviennent la nuit ne donnent plus de points.",
];
pub const UNSUPPLIED_NOTE: Words = [
    "At the end, pieces without a line of communication count as destroyed.",
    "Al final, las piezas sin línea de comunicación cuentan como destruidas.",
    "À la fin, les pièces sans ligne de communication comptent comme détruites.",
];

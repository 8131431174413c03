//! The words of the charts, in the terms of each language's rulebook.

use super::Words;

// The range card.
pub const RANGES: Words = ["Ranges", "Alcances", "Distances"];
pub const ON_MAP_OF: Words = ["on the map of", "sobre el mapa de", "sur la carte au"];
pub const DISTANCE: Words = ["distance", "distancia", "distance"];
pub const USED_FOR: Words = ["used for", "sirve para", "sert à"];
pub const METRES: Words = ["metres", "metros", "mètres"];
pub const YARDS_MILES: Words = ["yards, miles", "yardas, millas", "yards, milles"];
pub const ON_THE_MAP: Words = ["on the map", "en el mapa", "sur la carte"];
pub const FOOT_THIRD: Words = ["⅓ march on foot", "⅓ movimiento a pie", "⅓ mouvement à pied"];
pub const FOOT_MARCH: Words = ["March on foot", "Movimiento a pie", "Mouvement à pied"];
pub const FOOT_COLUMN: Words =
    ["Road column on foot", "Columna de carretera a pie", "Colonne de route à pied"];
pub const MOUNTED_THIRD: Words = ["⅓ mounted march", "⅓ movimiento montado", "⅓ mouvement monté"];
pub const MOUNTED_MARCH: Words = ["Mounted march", "Movimiento montado", "Mouvement monté"];
pub const MOUNTED_COLUMN: Words =
    ["Mounted road column", "Columna de carretera montada", "Colonne de route montée"];
pub const FOOT_WHO: Words = [
    "infantry, detachments, artillery, baggage trains",
    "infantería, destacamentos, artillería, trenes de suministros",
    "infanterie, détachements, artillerie, trains de bagages",
];
pub const MOUNTED_WHO: Words =
    ["cavalry, dragoons, HQs", "caballería, dragones, HQ", "cavalerie, dragons, QG"];
pub const COLUMN_USE: Words = [
    "a whole move on the road, less ⅓ of a march to enter column and ⅓ to leave it",
    "un movimiento entero por carretera, menos ⅓ para entrar en columna y ⅓ para salir",
    "un mouvement entier sur route, moins ⅓ pour se mettre en colonne et ⅓ pour la quitter",
];
pub const RETREAT_FOOT: Words = ["retreat on foot", "retirada a pie", "retraite à pied"];
pub const RETREAT_MOUNTED: Words =
    ["retreat of mounted troops", "retirada montada", "retraite des troupes montées"];
pub const RETREAT_ALL: Words =
    ["retreat of all troops", "retirada de todas las tropas", "retraite de toutes les troupes"];
pub const COLUMN_CLEAR: Words = [
    "a column on the march comes no nearer to the enemy",
    "una columna en marcha no se acerca más al enemigo",
    "une colonne en marche ne s’approche pas davantage de l’ennemi",
];
pub const SUPPLY_CLEAR: Words = [
    "no enemy as near as this to a line of communication in use",
    "ningún enemigo tan cerca de la línea de comunicación en uso",
    "aucun ennemi aussi près de la ligne de communication utilisée",
];
pub const NIGHT_CLEAR: Words = [
    "at night nobody comes nearer to the enemy",
    "de noche nadie se acerca más al enemigo",
    "la nuit, nul ne s’approche davantage de l’ennemi",
];
pub const RALLY_CLEAR: Words = [
    "no enemy as near as this to who rallies",
    "ningún enemigo tan cerca de quien se reagrupa",
    "aucun ennemi aussi près de qui se rallie",
];
pub const COMMAND_RANGE: Words = [
    "command range, to attack",
    "alcance de mando, para atacar",
    "distance de commandement, pour attaquer",
];
pub const COMMAND_RANGE_ALTER: Words = [
    "command range, to attack and to alter the order",
    "alcance de mando, para atacar y alterar el orden",
    "distance de commandement, pour attaquer et modifier l’ordre",
];
pub const RALLY_RANGE: Words = [
    "rally at an unpacked baggage train",
    "reagruparse junto a un tren desembalado",
    "ralliement près d’un train déballé",
];
pub const BOMBARDMENT_USE: Words = [
    "fresh artillery, instead of moving, in line of sight",
    "artillería fresca, en lugar de mover, con línea de visión",
    "artillerie fraîche, au lieu de bouger, avec ligne de vue",
];
pub const SPOTTING: Words = ["Spotting", "Avistar", "Repérer"];
pub const SPOTTING_USE: Words = [
    "in line of sight the type of a piece is told: foot, mounted or artillery",
    "con línea de visión se dice el tipo: a pie, montada o artillería",
    "avec ligne de vue on dit le type : à pied, monté ou artillerie",
];
pub const WEATHER_USE: Words = [
    "nobody sees farther, from {from} on",
    "nadie ve más lejos, desde {from}",
    "nul ne voit plus loin, à partir de : {from}",
];
pub const SIGHT: Words = ["Sight into cover", "Vista en lo cubierto", "Vue sous couvert"];
pub const SIGHT_USE: Words = [
    "so deep one sees into woods and buildings",
    "hasta aquí se ve dentro de bosques y edificios",
    "on voit jusque-là dans les bois et les bâtiments",
];
pub const SUPPORT: Words = ["Support", "Apoyo", "Soutien"];
pub const SUPPORT_USE: Words = [
    "at most so far behind the lead piece",
    "a lo sumo así de lejos tras la pieza líder",
    "au plus à cette distance derrière la pièce de pointe",
];
pub const CONTACT: Words = ["Contact", "Contacto", "Contact"];
pub const CONTACT_USE: Words = [
    "nearer than this pieces touch",
    "más cerca, las piezas se tocan",
    "plus près, les pièces se touchent",
];
pub const IN_COLUMN: Words = ["Length in column", "Longitud en columna", "Longueur en colonne"];
pub const TOUCHES_NOTE: Words = [
    "A range need only touch a piece. Distances between pieces are the shortest between their edges.",
    "Un alcance solo tiene que tocar la pieza. Entre piezas se mide la distancia más corta entre sus bordes.",
    "Une distance n’a besoin que de toucher la pièce. Entre pièces on mesure au plus court, de bord à bord.",
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
pub const ON_HORSE: Words = ["mounted", "montado", "monté"];
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
pub const TERRAIN_EFFECTS: Words = ["Terrain Effects", "Efectos del terreno", "Effets du terrain"];
pub const GROUND: Words = ["ground", "terreno", "terrain"];
pub const MARCH: Words = ["march", "marcha", "marche"];
pub const COMBAT: Words = ["combat", "combate", "combat"];
pub const SIGHT_HEADING: Words = ["sight", "visión", "vue"];
pub const CLOSED_TO: Words = ["closed to", "cerrado a", "fermé à"];
pub const CLEAR: Words = ["Clear", "Claro", "Clair"];
pub const FREE: Words = ["Free.", "Libre.", "Libre."];
pub const REDUCED: Words = ["Reduced.", "Reducido.", "Réduit."];
pub const REDUCED_SLOPE: Words = [
    "Reduced to cross a slope.",
    "Reducido al cruzar una ladera.",
    "Réduit pour franchir une pente.",
];
pub const REDUCED_CROSS: Words =
    ["Reduced to cross.", "Reducido al cruzar.", "Réduit pour traverser."];
pub const RIVER_MARCH: Words = [
    "Reduced; cross only at bridges and fords. Free in column.",
    "Reducido; solo por puentes y vados. Libre en columna.",
    "Réduit ; par ponts et gués seulement. Libre en colonne.",
];
pub const COVER: Words =
    ["Cover for the defender.", "Cobertura para el defensor.", "Couvert pour le défenseur."];
pub const NO_FLANK: Words =
    ["He cannot be flanked.", "No puede ser flanqueado.", "Il ne peut être flanqué."];
pub const COVER_BEGAN_LOWER: Words = [
    "Cover if the attacker began its move, or stands, on lower ground.",
    "Cobertura si el atacante empezó su movimiento, o está, más abajo.",
    "Couvert si l’attaquant a débuté son mouvement, ou se tient, plus bas.",
];
pub const COVER_STANDS_LOWER: Words = [
    "Cover if the attacker stands on lower ground.",
    "Cobertura si el atacante está más abajo.",
    "Couvert si l’attaquant se tient plus bas.",
];
pub const SPENT_ENTERED: Words =
    ["Who enters becomes Spent.", "Quien entra queda Agotado.", "Qui y entre devient désorganisé."];
pub const SPENT_END: Words = [
    "Who ends a move inside becomes Spent.",
    "Quien acaba dentro su movimiento queda Agotado.",
    "Qui y finit son mouvement devient désorganisé.",
];
pub const NO_RALLY: Words = ["No rally.", "Sin reagrupamiento.", "Pas de ralliement."];
pub const SEEN_INTO: Words = [
    "Blocks; seen {depth} deep into it.",
    "Bloquea; se ve {depth} hacia dentro.",
    "Masque ; on y voit à {depth}.",
];
pub const HILL_SIGHT: Words = [
    "Blocks; seen up to the crest. From above one sees over what is nearer to oneself.",
    "Bloquea; se ve hasta la cresta. Desde arriba se ve por encima de lo más cercano a uno.",
    "Masque ; on voit jusqu’à la crête. D’en haut on voit par-dessus ce qui est plus près de soi.",
];
pub const RIVER_FLANKED: Words = [
    "Who attacks across is flanked in the first round.",
    "Quien ataca a través está flanqueado en la primera ronda.",
    "Qui attaque à travers est flanqué au premier round.",
];
pub const ALL_ELSEWHERE: Words = ["all, elsewhere", "todos, fuera de ellos", "tous, ailleurs"];
pub const ROAD_COLUMN: Words = ["Road column", "Columna de carretera", "Colonne de route"];
pub const COLUMN_MARCH: Words = [
    "⅓ to enter, ⅓ to leave; then twice as far, whatever the ground.",
    "⅓ al entrar, ⅓ al salir; el doble de lejos, sea cual sea el terreno.",
    "⅓ pour s’y mettre, ⅓ pour en sortir ; deux fois plus loin, quel que soit le terrain.",
];
pub const COLUMN_KEEPS: Words = [
    "Not through friends, not within ⅓ march on foot of the enemy.",
    "Ni a través de amigos ni a menos de ⅓ a pie del enemigo.",
    "Ni à travers des amis, ni à moins d’⅓ à pied de l’ennemi.",
];
pub const COLUMN_COMBAT: Words = ["Flanked.", "Flanqueado.", "Flanqué."];
pub const MAJORITY_NOTE: Words = [
    "A piece is on the ground that lies under most of it.",
    "Una pieza está en el terreno que hay bajo la mayor parte de ella.",
    "Une pièce est sur le terrain qui se trouve sous sa majeure partie.",
];
pub const HALF_NOTE: Words = [
    "A piece is on the ground under most of it; half of it in cover is enough for cover.",
    "Una pieza está en el terreno bajo su mayor parte; para la cobertura basta la mitad.",
    "Une pièce est sur le terrain sous sa majeure partie ; pour le couvert la moitié suffit.",
];
pub const REDUCED_NOTE: Words = [
    "Reduced: the move is shorter by ⅓, once, whatever it crosses, besides what column and facing cost.",
    "Reducido: el movimiento pierde ⅓, una sola vez, además de lo que cuestan columna y orientación.",
    "Réduit : le mouvement perd ⅓, une seule fois, en plus du coût de la colonne et des pivots.",
];
pub const FACING_PAID: Words = [
    "One change of facing is free; each further one costs ⅓ of the move.",
    "Un cambio de orientación es gratis; cada uno más cuesta ⅓ del movimiento.",
    "Un changement de front est gratuit ; chaque autre coûte ⅓ du mouvement.",
];
pub const FACING_TWO: Words = [
    "One change of facing is free, a second one costs ⅓ of the move; there is no third.",
    "Un cambio de orientación es gratis, el segundo cuesta ⅓ del movimiento; no hay un tercero.",
    "Un changement de front est gratuit, le deuxième coûte ⅓ du mouvement ; il n’y en a pas de troisième.",
];
pub const HQ_FREELY: Words = [
    "HQs are hindered by impassable ground only.",
    "A los HQ solo los detiene el terreno intransitable.",
    "Les QG ne sont gênés que par le terrain infranchissable.",
];

// Combat.
pub const HITS: Words = ["Hits", "Impactos", "Touches"];
pub const HITS_ASIDE: Words = [
    "what becomes of the lead piece that is hit",
    "qué le ocurre a la pieza líder impactada",
    "ce que devient la pièce de pointe touchée",
];
pub const WHO: Words = ["who", "quién", "qui"];
pub const BOMBARDMENT: Words = ["Bombardment", "Bombardeo", "Bombardement"];
pub const FRESH: Words = ["Fresh", "Fresca", "Fraîche"];
pub const NOTHING: Words = ["–", "–", "–"];
pub const BECOMES_SPENT: Words = ["Spent", "Agotada", "désorganisée"];
pub const SPENT_RETREATS: Words =
    ["Spent and retreats", "Agotada y se retira", "désorganisée et retraite"];
pub const RETREATS: Words = ["retreats", "se retira", "retraite"];
pub const DESTROYED: Words = ["destroyed", "eliminada", "éliminée"];
pub const FIRST_FIRE_COMBAT: Words = [
    "As in the first fire of a combat: what quality does to the first hit it does once in each combat, and in each bombardment.",
    "Como en el primer fuego de un combate: la calidad actúa sobre el primer impacto una vez en cada combate y en cada bombardeo.",
    "Comme au premier feu d’un combat : la qualité agit sur la première touche une fois par combat et par bombardement.",
];
pub const FIRST_FIRE_TURN: Words = [
    "As in the first fire of a turn: what quality does to the first hit it does once in all combats of a turn.",
    "Como en el primer fuego de un turno: la calidad actúa sobre el primer impacto una vez en todos los combates del turno.",
    "Comme au premier feu d’un tour : la qualité agit sur la première touche une fois dans tous les combats du tour.",
];
pub const MODIFIERS: Words =
    ["Fire Modifiers", "Modificadores de fuego", "Modificateurs de combat"];
pub const WHO_FIRES: Words = ["who fires", "quién dispara", "qui fait feu"];
pub const EACH_DIE: Words = ["each die", "cada dado", "chaque dé"];
pub const IN_COVER: Words = [
    "Attacker at a defender in cover",
    "Atacante contra un defensor en cobertura",
    "Attaquant contre un défenseur à couvert",
];
pub const AT_FLANK: Words =
    ["At the flank of a piece", "Contra el flanco de una pieza", "Dans le flanc d’une pièce"];
pub const ON_OWN_FLANK: Words = [
    "At a piece on one’s own flank",
    "Contra una pieza que te flanquea",
    "Contre une pièce qui vous flanque",
];
pub const OVER_RIVER: Words = [
    "Who attacked across a river",
    "Quien atacó a través de un río",
    "Qui a attaqué à travers une rivière",
];
pub const IN_ROAD_COLUMN: Words =
    ["Who is in road column", "Quien está en columna de carretera", "Qui est en colonne de route"];
pub const AS_FLANKED: Words = ["as flanked", "como flanqueado", "comme flanqué"];
pub const AS_FLANKED_ROUND: Words = [
    "as flanked, in the first round",
    "como flanqueado, en la primera ronda",
    "comme flanqué, au premier round",
];
pub const AS_FLANKED_ROUND_ONE_WAY: Words = [
    "fired at with +1, in the first round",
    "se le dispara con +1, en la primera ronda",
    "on fait feu sur lui à +1, au premier round",
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
    ["cover alone counts", "solo cuenta la cobertura", "seul le couvert compte"];
pub const BOMBARD_ALL: Words = [
    "cover, flank and column count",
    "cuentan cobertura, flanco y columna",
    "comptent le couvert, le flanc et la colonne",
];
pub const MODIFIER_NOTE: Words = [
    "Cover counts once, and so does a flank for whatever reasons; cover and flank add up.",
    "La cobertura cuenta una vez, y también el flanco por cualquier motivo; cobertura y flanco se suman.",
    "Le couvert compte une fois, de même le flanc pour quelque raison que ce soit ; couvert et flanc s’ajoutent.",
];

// Victory.
pub const WHEN: Words = ["when", "cuándo", "quand"];
pub const ROUT: Words = ["Rout", "Rout", "Déroute"];
pub const ROUT_WHEN: Words = [
    "Half of the enemy’s infantry is lost, and less than half of one’s own.",
    "El enemigo ha perdido la mitad de su infantería, y uno menos de la suya.",
    "L’ennemi a perdu la moitié de son infanterie, et soi-même moins.",
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
pub const AT_END: Words = ["Held at the end", "En poder al final", "Tenu à la fin"];
pub const EACH_DAY: Words = [
    "Held at the end of each day",
    "En poder al final de cada día",
    "Tenu à la fin de chaque jour",
];
pub const EACH_TURN: Words = [
    "Held at the end of each day turn",
    "En poder al final de cada turno de día",
    "Tenu à la fin de chaque tour de jour",
];
pub const ONCE: Words =
    ["Held first, once", "Para quien lo tome primero", "À qui le tient le premier"];
pub const POINTS_NOTE: Words = [
    "Each enemy piece that is destroyed is worth its points. The winner’s total is multiplied.",
    "Cada pieza enemiga destruida vale sus puntos. El total del vencedor se multiplica.",
    "Chaque pièce ennemie éliminée vaut ses points. Le total du vainqueur est multiplié.",
];
pub const HIGHEST_NOTE: Words = [
    "Of several multipliers the highest counts.",
    "De varios multiplicadores cuenta el mayor.",
    "De plusieurs multiplicateurs le plus haut compte.",
];
pub const PRODUCT_NOTE: Words = [
    "Several multipliers are multiplied with each other.",
    "Varios multiplicadores se multiplican entre sí.",
    "Plusieurs multiplicateurs se multiplient entre eux.",
];
pub const CURRENT_NOTE: Words = [
    "Pieces that come back at night give no points any more.",
    "Las piezas que vuelven de noche ya no dan puntos.",
    "Les pièces qui reviennent la nuit ne donnent plus de points.",
];
pub const UNSUPPLIED_NOTE: Words = [
    "At the end pieces without a line of communication count as destroyed.",
    "Al final las piezas sin línea de comunicación cuentan como destruidas.",
    "À la fin, les pièces sans ligne de communication comptent comme détruites.",
];

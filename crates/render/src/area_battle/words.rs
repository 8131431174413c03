//! The fixed words of what is cut out of a battle of FAB, in every language.

use sandtable_pack::fab::{Class, Quality};

use crate::words::Words;

/// What a class is called.
pub(super) const fn of_class(class: Class) -> Words {
    match class {
        Class::Infantry => INFANTRY,
        Class::Armour => ARMOUR,
    }
}

/// What a quality is called.
pub(super) const fn of_quality(quality: Quality) -> Words {
    match quality {
        Quality::Recruit => RECRUIT,
        Quality::Veteran => VETERAN,
        Quality::Elite => ELITE,
    }
}

pub(super) const ANY_FORMATION: Words = ["any", "todas", "toute"];
pub(super) const FIXED: Words = ["fixed", "fija", "fixe"];
pub(super) const ONCE: Words = ["Used once", "De un solo uso", "À usage unique"];
pub(super) const AVAILABLE: Words = ["available", "disponible", "disponible"];
pub(super) const USED: Words = ["used", "usada", "utilisée"];

pub(super) const ONE_STEP: Words = ["1 step back", "1 paso vuelve", "1 pas revient"];
pub(super) const STEPS: Words = ["{n} steps back", "{n} pasos vuelven", "{n} pas reviennent"];
pub(super) const NO_ELITE: Words = ["none elite", "ninguno de élite", "aucun d’élite"];
pub(super) const INFANTRY: Words = ["infantry", "infantería", "infanterie"];
pub(super) const ARMOUR: Words = ["armour", "acorazados", "blindés"];
pub(super) const CHITS_MOVED: Words =
    ["{n} {kinds}: {from} → {to}", "{n} {kinds}: {from} → {to}", "{n} {kinds} : {from} → {to}"];
pub(super) const ASSETS: Words = ["assets", "recursos", "ressources"];
pub(super) const ARTILLERY: Words = ["artillery", "artillería", "artillerie"];
pub(super) const BATTLE: Words = ["battle assets", "batalla", "de bataille"];
pub(super) const STAFF: Words = ["staff", "estado mayor", "état-major"];
pub(super) const OTHER: Words = ["other", "otros", "autres"];
pub(super) const DICE: Words =
    ["{n} dice, {fire}: SN {sn}", "{n} dados, {fire}: NE {sn}", "{n} dés, {fire} : NR {sn}"];
pub(super) const ONE_DIE: Words =
    ["1 die, {fire}: SN {sn}", "1 dado, {fire}: NE {sn}", "1 dé, {fire} : NR {sn}"];
pub(super) const ARTILLERY_FIRE: Words = ["artillery", "artillería", "artillerie"];
pub(super) const CLOSE_FIRE: Words = ["close fire", "fuego cercano", "tir rapproché"];
pub(super) const ALL_FIRE: Words = ["all fire", "todo fuego", "tout tir"];
pub(super) const OWN: Words = ["own", "propio", "ami"];
pub(super) const ENEMY: Words = ["enemy", "enemigo", "ennemi"];
pub(super) const CHANGE: Words =
    ["SN {n}: {fire}, {whose}", "NE {n}: {fire}, {whose}", "NR {n} : {fire}, {whose}"];
pub(super) const WHOLE_TURN: Words = ["all player turn", "todo el turno", "tout le tour"];
pub(super) const PLACE: Words = ["{n} × {marker}", "{n} × {marker}", "{n} × {marker}"];
pub(super) const REMOVE: Words =
    ["remove {n} × {marker}", "quite {n} × {marker}", "ôtez {n} × {marker}"];
pub(super) const BLOW: Words = ["{n} × bridge blown", "{n} × puente volado", "{n} × pont sauté"];
pub(super) const REPAIR: Words =
    ["{n} × bridge repaired", "{n} × puente reparado", "{n} × pont réparé"];
pub(super) const GRANT: Words = [
    "a used Special Action is available again",
    "una Acción Especial usada vuelve",
    "une Action spéciale utilisée revient",
];
pub(super) const REVEAL: Words =
    ["{n} × enemy unit revealed", "{n} × unidad enemiga revelada", "{n} × unité ennemie révélée"];
pub(super) const NO_EFFECT: Words = ["no effect", "sin efecto", "sans effet"];
pub(super) const OWN_RULE: Words = [
    "see the rules of the battle",
    "véanse las reglas de la batalla",
    "voir les règles de la bataille",
];
pub(super) const OWN_AREA: Words = ["own areas", "áreas propias", "zones amies"];
pub(super) const ENEMY_AREA: Words = ["enemy areas", "áreas enemigas", "zones ennemies"];
pub(super) const CONTESTED: Words = ["contested", "disputadas", "contestées"];
pub(super) const UNCONTESTED: Words = ["not contested", "no disputadas", "non contestées"];
pub(super) const SUPPLIED: Words = ["in supply", "con suministro", "ravitaillées"];
pub(super) const UNSUPPLIED: Words = ["out of supply", "sin suministro", "non ravitaillées"];

pub(super) const CONTROL: Words = ["control", "control", "contrôle"];
pub(super) const DISORDER: Words = ["Disorder", "Desorden", "Désordre"];
pub(super) const RECOVERY: Words = ["Recovery", "Se recupera", "Se reprend"];
pub(super) const FIELDWORKS: Words = ["Fieldworks", "Defensas", "Défenses"];
pub(super) const BLOWN: Words = ["Bridge blown", "Puente volado", "Pont sauté"];
pub(super) const ROADBLOCK: Words = ["Roadblock", "Bloqueo", "Barrage"];
pub(super) const RESERVE: Words = ["Reserve", "Reserva", "Réserve"];
pub(super) const EXPLOITATION: Words = ["Exploit", "Explotar", "Exploiter"];
pub(super) const OUT_OF_SUPPLY: Words = ["Out of supply", "Sin suministro", "Sans vivres"];
pub(super) const RIVER_ASSAULT: Words = ["River assault", "Asalto fluvial", "Assaut fluvial"];

pub(super) const LEAD_WINS: Words = [
    "points ahead win at once",
    "puntos de ventaja: gana al punto",
    "points d’avance : gagne aussitôt",
];
pub(super) const LAST_TURN: Words = ["Last turn", "Último turno", "Dernier tour"];
pub(super) const STEPS_LEFT: Words = ["steps", "pasos", "pas"];
pub(super) const NOT_IN_PLAY: Words = ["not in play", "fuera de juego", "hors jeu"];
pub(super) const ASSETS_HEADING: Words = ["Assets", "Recursos", "Ressources"];
pub(super) const EVENTS_HEADING: Words = [
    "Special Actions and events",
    "Acciones Especiales y eventos",
    "Actions spéciales et événements",
];
pub(super) const COMES_BACK: Words =
    ["Comes back every turn", "Vuelve cada turno", "Revient à chaque tour"];
pub(super) const RECRUIT: Words = ["recruit", "recluta", "recrue"];
pub(super) const VETERAN: Words = ["veteran", "veterano", "vétéran"];
pub(super) const ELITE: Words = ["elite", "élite", "élite"];

pub(super) const DOTS_ABOVE: Words =
    ["Dots above: steps left", "Puntos arriba: pasos", "Points en haut : pas restants"];
pub(super) const STARTS_IN: Words = ["starts in area", "empieza en el área", "commence en zone"];
pub(super) const COMES_IN: Words = ["comes in turn", "llega en el turno", "arrive au tour"];
pub(super) const ROLLED: Words = ["dice rolled", "dados que tira", "dés lancés"];
pub(super) const IN_COMBAT: Words = ["in combat", "en combate", "au combat"];
pub(super) const IN_ADMINISTRATION: Words =
    ["in Administration", "en Administración", "en Administration"];
pub(super) const SPECIAL_ACTION: Words = ["Special Action", "Acción Especial", "Action spéciale"];
pub(super) const INTO_THE_CUP: Words =
    ["into the cup in turn", "a la taza en el turno", "au gobelet au tour"];
pub(super) const COMES_BY: Words = ["by entry", "por la entrada", "par l’entrée"];

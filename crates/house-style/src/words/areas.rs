//! The fixed words of FAB components.

use sandtable_pack::fab::{Class, Quality};

use super::sheets::ELITE;
use super::{INFANTRY, Words};

/// The name of a class.
pub const fn class_name(class: Class) -> Words {
    match class {
        Class::Infantry => INFANTRY,
        Class::Armour => ARMOUR,
    }
}

/// The name of a quality.
pub const fn quality_name(quality: Quality) -> Words {
    match quality {
        Quality::Recruit => RECRUIT,
        Quality::Veteran => VETERAN,
        Quality::Elite => ELITE,
    }
}

pub const ANY_FORMATION: Words = ["any", "todas", "toutes"];
pub const FIXED: Words = ["fixed", "fijo", "fixe"];
pub const ONCE: Words = ["Single use", "De un solo uso", "À usage unique"];
pub const AVAILABLE: Words = ["available", "disponible", "disponible"];
pub const USED: Words = ["used", "usada", "utilisée"];

pub const ONE_STEP: Words = ["regain 1 step", "recupere 1 paso", "récupérez 1 pas"];
pub const STEPS: Words = ["regain {n} steps", "recupere {n} pasos", "récupérez {n} pas"];
pub const NO_ELITE: Words = ["not elite", "no de élite", "hors élite"];
pub const ARMOUR: Words = ["armour", "blindados", "blindés"];
pub const CHITS_MOVED: Words = [
    "{n} {kinds}: {from} → {to}",
    "{n} {kinds}: {from} → {to}",
    "{n} {kinds}\u{a0}: {from} → {to}",
];
pub const ASSETS: Words = ["assets", "recursos", "ressources"];
pub const ARTILLERY_ASSETS: Words = ["artillery", "de artillería", "d’artillerie"];
pub const BATTLE: Words = ["battle assets", "de batalla", "de bataille"];
pub const STAFF: Words = ["staff", "de estado mayor", "d’état-major"];
pub const OTHER: Words = ["other", "otros", "autres"];
pub const DICE: Words = [
    "{n} dice, {fire}: SN\u{a0}{sn}",
    "{n} dados, {fire}: NE\u{a0}{sn}",
    "{n} dés, {fire}\u{a0}: NR\u{a0}{sn}",
];
pub const ONE_DIE: Words = [
    "1 die, {fire}: SN\u{a0}{sn}",
    "1 dado, {fire}: NE\u{a0}{sn}",
    "1 dé, {fire}\u{a0}: NR\u{a0}{sn}",
];
pub const ARTILLERY_FIRE: Words = ["artillery", "artillería", "artillerie"];
pub const ALL_FIRE: Words = ["all fire", "todo fuego", "tout tir"];
pub const FRIENDLY: Words = ["friendly", "amigo", "ami"];
pub const ENEMY: Words = ["enemy", "enemigo", "ennemi"];
pub const CHANGE: Words = [
    "SN\u{a0}{n}: {fire}, {whose}",
    "NE\u{a0}{n}: {fire}, {whose}",
    "NR\u{a0}{n}\u{a0}: {fire}, {whose}",
];
pub const WHOLE_TURN: Words = ["whole player turn", "todo el turno", "tout le tour"];
pub const PLACE: Words = ["{n} × {marker}", "{n} × {marker}", "{n} × {marker}"];
pub const REMOVE: Words = ["remove {n} × {marker}", "quite {n} × {marker}", "ôtez {n} × {marker}"];
pub const BLOW_ONE: Words = ["blow 1 bridge", "vuele 1 puente", "faites sauter 1 pont"];
pub const BLOW: Words = ["blow {n} bridges", "vuele {n} puentes", "faites sauter {n} ponts"];
pub const REPAIR_ONE: Words = ["repair 1 bridge", "repare 1 puente", "réparez 1 pont"];
pub const REPAIR: Words = ["repair {n} bridges", "repare {n} puentes", "réparez {n} ponts"];
pub const GRANT: Words = [
    "a used Special Action is available again",
    "una Acción Especial usada vuelve",
    "une Action spéciale utilisée revient",
];
pub const REVEAL_ONE: Words =
    ["reveal 1 enemy unit", "revele 1 unidad enemiga", "révélez 1 unité ennemie"];
pub const REVEAL: Words =
    ["reveal {n} enemy units", "revele {n} unidades enemigas", "révélez {n} unités ennemies"];
pub const NO_EFFECT: Words = ["no effect", "sin efecto", "sans effet"];
pub const SEE_EXCLUSIVE_RULES: Words =
    ["see the Exclusive Rules", "véanse las Reglas Exclusivas", "voir les règles exclusives"];
pub const FRIENDLY_AREA: Words = ["friendly areas", "áreas amigas", "zones amies"];
pub const ENEMY_AREA: Words = ["enemy areas", "áreas enemigas", "zones ennemies"];
pub const CONTESTED: Words = ["contested", "disputadas", "contestées"];
pub const UNCONTESTED: Words = ["not contested", "no disputadas", "non contestées"];
pub const SUPPLIED: Words = ["in supply", "con suministro", "ravitaillées"];
pub const UNSUPPLIED: Words = ["out of supply", "sin suministro", "non ravitaillées"];

pub const CONTROL: Words = ["control", "control", "contrôle"];
pub const DISORDER: Words = ["Disorder", "Desorden", "Désordre"];
pub const RECOVERY: Words = ["Recovery", "En recuperación", "En récupération"];
/// A marker label; markers have no space for the longer Spanish and French terms.
pub const RECOVERY_MARKER: Words = ["Recovery", "Se recupera", "Récupère"];
pub const FIELDWORKS: Words = ["Fieldworks", "Defensas", "Défenses"];
pub const BLOWN: Words = ["Bridge blown", "Puente volado", "Pont sauté"];
pub const ROADBLOCK: Words = ["Roadblock", "Bloqueo de carretera", "Barrage"];
pub const RESERVE: Words = ["Reserve", "Reserva", "Réserve"];
/// Verbs, because the nouns do not fit on markers.
pub const EXPLOITATION: Words = ["Exploit", "Explotar", "Exploiter"];
pub const OUT_OF_SUPPLY: Words = ["Out of supply", "Sin suministro", "Non ravitaillée"];
pub const RIVER_ASSAULT: Words = ["River assault", "Asalto por río", "Assaut fluvial"];

pub const LEAD_WINS: Words = [
    "points ahead: sudden death",
    "puntos de ventaja: muerte súbita",
    "points d’avance\u{a0}: mort subite",
];
pub const STEPS_LEFT: Words = ["steps", "pasos", "pas"];
pub const NOT_IN_PLAY: Words = ["not in play", "fuera de juego", "hors jeu"];
pub const ASSETS_HEADING: Words = ["Assets", "Recursos", "Ressources"];
pub const EVENTS_HEADING: Words = [
    "Special Actions and events",
    "Acciones Especiales y eventos",
    "Actions spéciales et événements",
];
pub const REUSABLE: Words = ["Reusable", "Reutilizable", "Réutilisable"];
pub const RECRUIT: Words = ["recruit", "recluta", "recrue"];
pub const VETERAN: Words = ["veteran", "veterano", "vétéran"];

pub const DOTS_ABOVE: Words =
    ["Dots above: steps left", "Puntos arriba: pasos", "Points en haut\u{a0}: pas restants"];
pub const STARTS_IN: Words = ["starts in area", "empieza en el área", "commence dans la zone"];
pub const ARRIVES_IN_TURN: Words = ["arrives in turn", "llega en el turno", "arrive au tour"];
pub const ROLLED: Words = ["dice rolled", "dados que tira", "dés lancés"];
pub const IN_COMBAT: Words = ["in combat", "en combate", "au combat"];
pub const IN_ADMINISTRATION: Words =
    ["in Administration", "en Administración", "en Administration"];
pub const SPECIAL_ACTION: Words = ["Special Action", "Acción Especial", "Action spéciale"];
pub const INTO_THE_CUP: Words =
    ["into the cup in turn", "a la taza en el turno", "dans la tasse au tour"];
pub const BY_ENTRY_AREA: Words = ["by entry area", "por la entrada", "par l’entrée"];

//! From a ruleset file, and those it extends, to the numbers of a pack.

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::GroundLength;
use sandtable_source::{Diagnostic, Named, Span, Spanned, code};

use crate::authored;
use crate::file_kind::FileKind;
use crate::own_types;
use crate::rulings::written_rulings;
use crate::session::Session;
use sandtable_source::{LEVELS_UP, ProjectPath};

/// The ruleset that comes with the program.
pub(crate) const STANDARD: &str = "pub-battles/3.2";
const STANDARD_TEXT: &str = include_str!("../rulesets/pub-battles-3.2.yaml");
/// How many rulesets may extend each other.
const LONGEST_CHAIN: usize = 8;

/// The ruleset of a name or path written in a scenario.
pub(crate) fn load(
    session: &mut Session<'_>,
    written: &Spanned<String>,
    from: &ProjectPath,
) -> Option<pack::Ruleset> {
    let mut chain = Vec::new();
    let mut reference = written.clone();
    let mut base = from.clone();
    // From the scenario's own ruleset down to one that extends nothing.
    loop {
        let ruleset: authored::Ruleset = if reference.value == STANDARD {
            let file = session.sources.add(format!("{STANDARD}.yaml (built in)"), STANDARD_TEXT);
            session.read_tree(file, FileKind::Ruleset)?
        } else if reference.value.ends_with(".yaml") {
            let path = session.refer(&base, &reference, LEVELS_UP)?;
            let file = session.read_text(&path, Some(reference.span))?;
            base = path;
            session.read_tree(file, FileKind::Ruleset)?
        } else {
            session.diagnostics.push(
                Diagnostic::new(
                    code::UNKNOWN_RULESET,
                    format!("there is no ruleset `{}`", reference.value),
                )
                .at(reference.span, "not known")
                .help(format!("write `{STANDARD}`, or the path of a file that ends in `.yaml`")),
            );
            return None;
        };
        let next = ruleset.extends.clone();
        chain.push(ruleset);
        match next {
            None => break,
            Some(next) if chain.len() == LONGEST_CHAIN => {
                session.diagnostics.push(
                    Diagnostic::new(
                        code::RULESET_LOOP,
                        "these rulesets extend each other without end",
                    )
                    .at(next.span, format!("the {LONGEST_CHAIN}th in a row"))
                    .help("let the last one extend nothing, or `pub-battles/3.2`"),
                );
                return None;
            }
            Some(next) => reference = next,
        }
    }
    let changed = chain.len() > 1;
    let mut merged = Merged::default();
    for ruleset in chain.iter().rev() {
        merged.apply(session, ruleset, changed && ruleset.extends.is_some());
    }
    merged.finish(session, chain.last().map(|root| root.span)?, &chain[0].id.value)
}

/// Checks a ruleset file by itself.
pub(crate) fn check(session: &mut Session<'_>, path: &ProjectPath) {
    // Named as its own folder would name it.
    let name = path.to_string();
    let span = Span::new(session.sources.add_without_text(session.files.shown(path)), 0..0);
    let _ = load(session, &Spanned { value: name, span }, path);
}

/// Values by key, as the files set them one after another.
#[derive(Default)]
struct Merged {
    distances: BTreeMap<&'static str, GroundLength>,
    pieces: BTreeMap<pack::PieceType, Row>,
    qualities: BTreeMap<pack::Quality, pack::FirstHit>,
    types: Vec<Named<authored::OwnType>>,
    numbers: BTreeMap<&'static str, u32>,
    rulings: RulingChoices,
    /// Rulings as they are written, to say what a change was before.
    written: BTreeMap<&'static str, String>,
}

/// A row of Table A while it is being filled.
#[derive(Clone, Default)]
pub(crate) struct Row {
    numbers: BTreeMap<&'static str, u32>,
    answers: BTreeMap<&'static str, bool>,
    moves: Option<pack::MoveClass>,
    status: Option<pack::StatusEffect>,
}

#[derive(Default)]
struct RulingChoices {
    field_of_fire_retreat_makes_spent: Option<bool>,
    field_of_fire_stay: Option<pack::FieldOfFireStay>,
    buildings_spent: Option<pack::BuildingsSpent>,
    retreat_rate: Option<pack::RetreatRate>,
    ineffective_counts: Option<pack::IneffectiveCount>,
    forced_back_on: Option<pack::ForcedBack>,
    points_model: Option<pack::PointsModel>,
    rout_base: Option<pack::RoutBase>,
    reattack: Option<pack::Reattack>,
}

impl Merged {
    fn apply(&mut self, session: &mut Session<'_>, ruleset: &authored::Ruleset, is_change: bool) {
        if let Some(table) = &ruleset.distances {
            self.distances(session, table);
        }
        if let Some(rows) = &ruleset.pieces {
            for (kind, row) in [
                (pack::PieceType::Infantry, &rows.infantry),
                (pack::PieceType::Detachment, &rows.detachment),
                (pack::PieceType::Artillery, &rows.artillery),
                (pack::PieceType::Cavalry, &rows.cavalry),
                (pack::PieceType::Dragoons, &rows.dragoons),
            ] {
                if let Some(row) = row {
                    self.pieces.entry(kind).or_default().apply(row);
                }
            }
        }
        self.types.extend(ruleset.types.clone());
        if let Some(rows) = &ruleset.qualities {
            for (quality, row) in [
                (pack::Quality::Militia, &rows.militia),
                (pack::Quality::Regular, &rows.regular),
                (pack::Quality::Elite, &rows.elite),
                (pack::Quality::Guard, &rows.guard),
            ] {
                if let Some(first_hit) = row.as_ref().and_then(|row| row.first_hit.as_ref()) {
                    self.qualities.insert(quality, first_hit_of(first_hit.value));
                }
            }
        }
        if let Some(table) = &ruleset.victory {
            number(&mut self.numbers, "rout_multiplier", &table.rout_multiplier);
            number(&mut self.numbers, "broken_multiplier", &table.broken_multiplier);
            number(&mut self.numbers, "forced_back_multiplier", &table.forced_back_multiplier);
        }
        if let Some(table) = &ruleset.rulings {
            self.rulings(session, table, is_change);
        }
    }

    fn distances(&mut self, session: &mut Session<'_>, table: &authored::Distances) {
        for (key, length) in [
            ("foot_third", &table.foot_third),
            ("mounted_third", &table.mounted_third),
            ("spotting", &table.spotting),
            ("sight_depth", &table.sight_depth),
            ("contact_tolerance", &table.contact_tolerance),
            ("support_gap", &table.support_gap),
        ] {
            let Some(length) = length else { continue };
            let ground = match length.value {
                authored::Length::Ground(metres) if metres > 0.0 && metres <= 100_000.0 => {
                    GroundLength::from_metres_rounded(metres)
                }
                _ => None,
            };
            match ground {
                Some(ground) => {
                    self.distances.insert(key, ground);
                }
                None => session.diagnostics.push(
                    Diagnostic::new(code::RULESET_VALUE, "this distance cannot be used")
                        .at(length.span, "not a distance on the ground")
                        .help("write a length on the ground up to 100 km, such as `760 m`"),
                ),
            }
        }
    }

    fn rulings(&mut self, session: &mut Session<'_>, table: &authored::Rulings, is_change: bool) {
        number(&mut self.numbers, "alter_die", &table.alter_die);
        if let Some(angle) = &table.field_of_fire_half_angle {
            if (0.0..=89.0).contains(&angle.value) {
                self.numbers
                    .insert("field_of_fire_half_angle", (angle.value * 10.0).round() as u32);
            } else {
                session.diagnostics.push(
                    Diagnostic::new(code::RULESET_VALUE, "this angle cannot be used")
                        .at(angle.span, "not between 0 and 89 degrees")
                        .help("write half the opening of the field of fire, such as `45`"),
                );
            }
        }
        let chosen = &mut self.rulings;
        set(
            &mut chosen.field_of_fire_retreat_makes_spent,
            table.field_of_fire_retreat_makes_spent.as_ref().map(|answer| answer.value),
        );
        set(
            &mut chosen.field_of_fire_stay,
            table.field_of_fire_stay.as_ref().map(|choice| match choice.value {
                authored::FieldOfFire::Turn => pack::FieldOfFireStay::Turn,
                authored::FieldOfFire::Activation => pack::FieldOfFireStay::Activation,
            }),
        );
        set(
            &mut chosen.buildings_spent,
            table.buildings_spent.as_ref().map(|choice| match choice.value {
                authored::Buildings::Entered => pack::BuildingsSpent::Entered,
                authored::Buildings::EndOfMove => pack::BuildingsSpent::EndOfMove,
            }),
        );
        set(
            &mut chosen.retreat_rate,
            table.retreat_rate.as_ref().map(|choice| match choice.value {
                authored::Retreat::OwnClass => pack::RetreatRate::OwnClass,
                authored::Retreat::FootForAll => pack::RetreatRate::FootForAll,
            }),
        );
        set(
            &mut chosen.ineffective_counts,
            table.ineffective_counts.as_ref().map(|choice| match choice.value {
                authored::Ineffective::AllCombatPieces => pack::IneffectiveCount::AllCombatPieces,
                authored::Ineffective::WithoutDetachments => {
                    pack::IneffectiveCount::WithoutDetachments
                }
                authored::Ineffective::InfantryOnly => pack::IneffectiveCount::InfantryOnly,
            }),
        );
        set(
            &mut chosen.forced_back_on,
            table.forced_back_on.as_ref().map(|choice| match choice.value {
                authored::ForcedBack::Pack => pack::ForcedBack::Pack,
                authored::ForcedBack::PackAndMove => pack::ForcedBack::PackAndMove,
            }),
        );
        set(
            &mut chosen.points_model,
            table.points_model.as_ref().map(|choice| match choice.value {
                authored::PointsKind::Current => pack::PointsModel::Current,
                authored::PointsKind::Cumulative => pack::PointsModel::Cumulative,
            }),
        );
        set(
            &mut chosen.rout_base,
            table.rout_base.as_ref().map(|choice| match choice.value {
                authored::Rout::Scheduled => pack::RoutBase::Scheduled,
                authored::Rout::Arrived => pack::RoutBase::Arrived,
            }),
        );
        set(
            &mut chosen.reattack,
            table.reattack.as_ref().map(|choice| match choice.value {
                authored::Reattack::Never => pack::Reattack::Never,
                authored::Reattack::FlankOnly => pack::Reattack::FlankOnly,
            }),
        );
        self.tell_changes(session, table, is_change);
    }

    /// PB-3.19: every ruling that was changed is listed, with what it was before.
    fn tell_changes(
        &mut self,
        session: &mut Session<'_>,
        table: &authored::Rulings,
        is_change: bool,
    ) {
        for (key, rule, ruling) in written_rulings(table) {
            let Some(ruling) = ruling else { continue };
            let before = self.written.insert(key, ruling.value.clone());
            let Some(before) = before.filter(|before| is_change && *before != ruling.value) else {
                continue;
            };
            let message = format!("the ruling `{key}` was `{before}` and is `{}`", ruling.value);
            session.diagnostics.push(
                Diagnostic::new(code::RULING_CHANGED, message)
                    .rule(rule)
                    .at(ruling.span, "changed here")
                    .help("tell both sides before the game"),
            );
        }
    }

    /// The whole ruleset; what no file set is reported at the root of the chain.
    fn finish(mut self, session: &mut Session<'_>, root: Span, id: &str) -> Option<pack::Ruleset> {
        let mut missing = Vec::new();
        let types = std::mem::take(&mut self.types);
        let mut ruleset = self.complete(id, &mut missing);
        if !missing.is_empty() {
            session.diagnostics.push(
                Diagnostic::new(
                    code::MISSING_KEY,
                    format!("this ruleset leaves out {}", missing.join(", ")),
                )
                .at(root, "extends no other")
                .help(format!("add `extends: {STANDARD}` and keep only what differs")),
            );
            return None;
        }
        for types in &types {
            own_types::add(session, types, ruleset.as_mut()?);
        }
        ruleset
    }

    fn complete(self, id: &str, missing: &mut Vec<String>) -> Option<pack::Ruleset> {
        let mut need = |name: &str, found: bool| {
            if !found {
                missing.push(format!("`{name}`"));
            }
        };
        for key in [
            "foot_third",
            "mounted_third",
            "spotting",
            "sight_depth",
            "contact_tolerance",
            "support_gap",
        ] {
            need(key, self.distances.contains_key(key));
        }
        for key in [
            "rout_multiplier",
            "broken_multiplier",
            "forced_back_multiplier",
            "alter_die",
            "field_of_fire_half_angle",
        ] {
            need(key, self.numbers.contains_key(key));
        }
        let distance = |key: &str| self.distances.get(key).copied();
        let number = |key: &str| self.numbers.get(key).copied();
        let distances = (|| {
            Some(pack::Distances {
                foot_third: distance("foot_third")?,
                mounted_third: distance("mounted_third")?,
                spotting: distance("spotting")?,
                sight_depth: distance("sight_depth")?,
                contact_tolerance: distance("contact_tolerance")?,
                support_gap: distance("support_gap")?,
            })
        })();
        let victory = (|| {
            Some(pack::VictoryRules {
                rout_multiplier: number("rout_multiplier")?,
                broken_multiplier: number("broken_multiplier")?,
                forced_back_multiplier: number("forced_back_multiplier")?,
            })
        })();
        let chosen = &self.rulings;
        let rulings = (|| {
            Some(pack::Rulings {
                alter_die: number("alter_die")? as u8,
                field_of_fire_half_angle: number("field_of_fire_half_angle")? as u16,
                field_of_fire_stay: chosen.field_of_fire_stay?,
                field_of_fire_retreat_makes_spent: chosen.field_of_fire_retreat_makes_spent?,
                buildings_spent: chosen.buildings_spent?,
                retreat_rate: chosen.retreat_rate?,
                ineffective_counts: chosen.ineffective_counts?,
                forced_back_on: chosen.forced_back_on?,
                points_model: chosen.points_model?,
                rout_base: chosen.rout_base?,
                reattack: chosen.reattack?,
            })
        })();
        need("rulings", rulings.is_some());
        let mut pieces = BTreeMap::new();
        for (kind, name) in [
            (pack::PieceType::Infantry, "pieces: infantry"),
            (pack::PieceType::Detachment, "pieces: detachment"),
            (pack::PieceType::Artillery, "pieces: artillery"),
            (pack::PieceType::Cavalry, "pieces: cavalry"),
            (pack::PieceType::Dragoons, "pieces: dragoons"),
        ] {
            let row = self.pieces.get(&kind).and_then(Row::complete);
            need(name, row.is_some());
            pieces.extend(row.map(|row| (kind, row)));
        }
        let mut qualities = BTreeMap::new();
        for (quality, name) in [
            (pack::Quality::Militia, "qualities: militia"),
            (pack::Quality::Regular, "qualities: regular"),
            (pack::Quality::Elite, "qualities: elite"),
            (pack::Quality::Guard, "qualities: guard"),
        ] {
            let first_hit = self.qualities.get(&quality);
            need(name, first_hit.is_some());
            qualities
                .extend(first_hit.map(|&first_hit| (quality, pack::QualityRules { first_hit })));
        }
        Some(pack::Ruleset {
            id: id.to_owned(),
            distances: distances?,
            pieces,
            types: BTreeMap::new(),
            qualities,
            victory: victory?,
            rulings: rulings?,
        })
    }
}

impl Row {
    /// A row that says everything.
    pub(crate) fn of(rules: &pack::PieceRules) -> Self {
        let pack::Points { militia, regular, elite, guard } = rules.points;
        Self {
            numbers: BTreeMap::from([
                ("dice", u32::from(rules.dice)),
                ("hits_on", u32::from(rules.hits_on)),
                ("militia", militia),
                ("regular", regular),
                ("elite", elite),
                ("guard", guard),
            ]),
            answers: BTreeMap::from([
                ("field_of_fire", rules.field_of_fire),
                ("attacks", rules.attacks),
                ("supports", rules.supports),
                ("bombards", rules.bombards),
                ("enters_marsh", rules.enters_marsh),
                ("rally_needs_baggage", rules.rally_needs_baggage),
                ("counts_for_rout", rules.counts_for_rout),
            ]),
            moves: Some(rules.moves),
            status: Some(rules.status),
        }
    }

    pub(crate) fn apply(&mut self, row: &authored::PieceRow) {
        number(&mut self.numbers, "dice", &row.dice);
        number(&mut self.numbers, "hits_on", &row.hits_on);
        for (key, answer) in [
            ("field_of_fire", row.field_of_fire),
            ("attacks", row.attacks),
            ("supports", row.supports),
            ("bombards", row.bombards),
            ("enters_marsh", row.enters_marsh),
            ("rally_needs_baggage", row.rally_needs_baggage),
            ("counts_for_rout", row.counts_for_rout),
        ] {
            self.answers.extend(answer.map(|answer| (key, answer)));
        }
        set(
            &mut self.moves,
            row.moves.as_ref().map(|moves| match moves.value {
                authored::MoveClass::Foot => pack::MoveClass::Foot,
                authored::MoveClass::Mounted => pack::MoveClass::Mounted,
            }),
        );
        set(
            &mut self.status,
            row.status.as_ref().map(|status| match status.value {
                authored::StatusKind::FreshAndSpent => pack::StatusEffect::FreshAndSpent,
                authored::StatusKind::OneState => pack::StatusEffect::OneState,
            }),
        );
        if let Some(points) = &row.points {
            number(&mut self.numbers, "militia", &points.militia);
            number(&mut self.numbers, "regular", &points.regular);
            number(&mut self.numbers, "elite", &points.elite);
            number(&mut self.numbers, "guard", &points.guard);
        }
    }

    pub(crate) fn complete(&self) -> Option<pack::PieceRules> {
        let number = |key: &str| self.numbers.get(key).copied();
        let answer = |key: &str| self.answers.get(key).copied();
        Some(pack::PieceRules {
            dice: number("dice")? as u8,
            hits_on: number("hits_on")? as u8,
            moves: self.moves?,
            field_of_fire: answer("field_of_fire")?,
            attacks: answer("attacks")?,
            supports: answer("supports")?,
            bombards: answer("bombards")?,
            enters_marsh: answer("enters_marsh")?,
            rally_needs_baggage: answer("rally_needs_baggage")?,
            status: self.status?,
            counts_for_rout: answer("counts_for_rout")?,
            points: pack::Points {
                militia: number("militia")?,
                regular: number("regular")?,
                elite: number("elite")?,
                guard: number("guard")?,
            },
        })
    }
}

/// A later file's value replaces an earlier one's.
fn set<T>(slot: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *slot = value;
    }
}

fn number<const MIN: i64, const MAX: i64>(
    numbers: &mut BTreeMap<&'static str, u32>,
    key: &'static str,
    value: &Option<Spanned<authored::Whole<MIN, MAX>>>,
) {
    numbers.extend(value.as_ref().map(|value| (key, value.value.0 as u32)));
}

const fn first_hit_of(choice: authored::FirstHit) -> pack::FirstHit {
    match choice {
        authored::FirstHit::Normal => pack::FirstHit::Normal,
        authored::FirstHit::Absorbed => pack::FirstHit::Absorbed,
        authored::FirstHit::Double => pack::FirstHit::Double,
    }
}

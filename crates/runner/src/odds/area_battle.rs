//! Odds of one round of FAB combat and of morale checks.

use std::str::FromStr;

use sandtable_cli::{Exit, Terminal, whole_number};
use sandtable_fab::{
    AbsorbPolicy, Duel, DuelAsset, DuelError, DuelOdds, DuelUnit, Morale, duel_odds,
};
use sandtable_pack::fab::{
    AssetKind, Class, Effect, FireKind, Lasting, Order, Quality, RelativeSide, Ruleset,
};
use sandtable_source::list_of;
use serde::Serialize;

use super::{OddsArguments, refuse, suggestion};
use crate::{Format, json};

/// The circumstances of a round of combat.
#[derive(Clone, Debug, clap::Args)]
#[group(id = "fab")]
pub(super) struct Circumstances {
    /// FAB: Terrain Difficulty Number of the area (default: 0)
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_number::<u8>(text, 0, 10))]
    difficulty: Option<u8>,
    /// FAB: the defender is in fieldworks
    #[arg(long)]
    fieldworks: bool,
    /// FAB: artillery assets of the attacker; repeat for each kind (default: none)
    #[arg(long, value_name = "ASSETS", value_parser = assets)]
    attacker_artillery: Vec<Assets>,
    /// FAB: artillery assets of the defender; repeat for each kind (default: none)
    #[arg(long, value_name = "ASSETS", value_parser = assets)]
    defender_artillery: Vec<Assets>,
    /// FAB: battle assets of the attacker; repeat for each kind (default: none)
    #[arg(long, value_name = "ASSETS", value_parser = assets)]
    attacker_battle: Vec<Assets>,
    /// FAB: battle assets of the defender; repeat for each kind (default: none)
    #[arg(long, value_name = "ASSETS", value_parser = assets)]
    defender_battle: Vec<Assets>,
    /// FAB: combat event of the attacker: dice:N:NUMBER:FIRE or sn:±N[:FIRE][:enemy]
    #[arg(long, value_name = "EVENT", value_parser = event)]
    attacker_event: Option<Effect>,
    /// FAB: combat event of the defender: dice:N:NUMBER:FIRE or sn:±N[:FIRE][:enemy]
    #[arg(long, value_name = "EVENT", value_parser = event)]
    defender_event: Option<Effect>,
    /// FAB: abort policy of the attacker (default: never)
    #[arg(long, value_enum, value_name = "WHEN")]
    abort: Option<AbsorbArgument>,
    /// FAB: whether the defender absorbs an artillery hit by becoming disordered (default: never)
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, default_missing_value = "always")]
    accept_disorder: Option<AbsorbArgument>,
    /// FAB: whether the defender absorbs a close-fire hit by retreating (default: never)
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, default_missing_value = "always")]
    give_ground: Option<AbsorbArgument>,
    /// FAB: afterwards, the attacker's `:unsupplied` units check morale (FAB-9.4); without
    /// --defender, there is no combat
    #[arg(long)]
    morale: bool,
}

/// Whether a side absorbs hits, where that is allowed (FAB-6.41b, FAB-6.42b, FAB-6.42c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum AbsorbArgument {
    /// Takes all hits
    Never,
    /// As soon as possible
    Always,
    /// If the remaining hits would eliminate all its units and battle assets
    WhenDestroyed,
}

impl Circumstances {
    /// Returns the name of the first option that was passed.
    pub(super) fn first_option(&self) -> Option<&'static str> {
        self.given_options().next()
    }

    /// Returns the names of the options that were passed.
    fn given_options(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            (self.difficulty.is_some(), "--difficulty"),
            (self.fieldworks, "--fieldworks"),
            (!self.attacker_artillery.is_empty(), "--attacker-artillery"),
            (!self.defender_artillery.is_empty(), "--defender-artillery"),
            (!self.attacker_battle.is_empty(), "--attacker-battle"),
            (!self.defender_battle.is_empty(), "--defender-battle"),
            (self.attacker_event.is_some(), "--attacker-event"),
            (self.defender_event.is_some(), "--defender-event"),
            (self.abort.is_some(), "--abort"),
            (self.accept_disorder.is_some(), "--accept-disorder"),
            (self.give_ground.is_some(), "--give-ground"),
            (self.morale, "--morale"),
        ];
        options.into_iter().filter(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}

const CLASSES: [(&str, Class); 2] = [("infantry", Class::Infantry), ("armour", Class::Armour)];

const QUALITIES: [(&str, Quality); 3] =
    [("recruit", Quality::Recruit), ("veteran", Quality::Veteran), ("elite", Quality::Elite)];

/// A unit written as `CLASS:QUALITY:STEPS[:disordered|:recovering][:unsupplied]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnitArgument(DuelUnit);

impl FromStr for UnitArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(':').collect();
        let [class, quality, steps, conditions @ ..] = words.as_slice() else {
            return Err(format!(
                "invalid unit `{text}`; write CLASS:QUALITY:STEPS, such as `infantry:veteran:3`"
            ));
        };
        let unit = DuelUnit {
            class: parse_word(class, "class", CLASSES)?,
            quality: parse_word(quality, "quality", QUALITIES)?,
            steps: steps.parse().ok().filter(|steps| (1..=4).contains(steps)).ok_or_else(|| {
                format!("invalid number of steps `{steps}` in `{text}`; use 1 to 4")
            })?,
            order: Order::Good,
            supplied: true,
        };
        conditions.iter().try_fold(Self(unit), |Self(unit), condition| match *condition {
            "disordered" => Ok(Self(DuelUnit { order: Order::Disordered, ..unit })),
            "recovering" => Ok(Self(DuelUnit { order: Order::Recovering, ..unit })),
            "unsupplied" => Ok(Self(DuelUnit { supplied: false, ..unit })),
            other => {
                let known = ["disordered", "recovering", "unsupplied"];
                Err(format!(
                    "invalid condition `{other}`; use {}{}",
                    list_of(known),
                    suggestion(other, known)
                ))
            }
        })
    }
}

/// Assets of one kind: number, class and quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Assets {
    count: u8,
    class: Class,
    quality: Quality,
    engineer: bool,
}

const FIRES: [(&str, FireKind); 2] =
    [("artillery", FireKind::Artillery), ("close", FireKind::Close)];

/// Parses a combat event: `dice:N:NUMBER:FIRE`, dice of its own in one kind of fire, or
/// `sn:±N[:FIRE][:enemy]`, a change of Success Numbers.
fn event(text: &str) -> Result<Effect, String> {
    let words: Vec<&str> = text.split(':').collect();
    let number = |text: &str, least: i8| {
        let number = text.parse().ok();
        let number = number.filter(|number| *number != 0 && (least..=10).contains(number));
        let range = if least < 0 { "-10 to -1 or 1 to 10" } else { "1 to 10" };
        number.ok_or_else(|| format!("invalid number `{text}`; use {range}"))
    };
    match words.as_slice() {
        ["dice", count, success, fire] => Ok(Effect::ExtraDice {
            n: number(count, 1)?.unsigned_abs(),
            sn: number(success, 1)?,
            step: parse_word(fire, "kind of fire", FIRES)?,
        }),
        ["sn", change, others @ ..] => {
            let (mut fire, mut side) = (None, RelativeSide::Own);
            for word in others {
                match *word {
                    "enemy" => side = RelativeSide::Enemy,
                    word => fire = Some(parse_word(word, "kind of fire", FIRES)?),
                }
            }
            Ok(Effect::SnModifier { side, fire, n: number(change, -10)?, duration: Lasting::Round })
        }
        _ => Err(format!(
            "invalid event `{text}`; write `dice:N:NUMBER:FIRE` or `sn:±N[:FIRE][:enemy]`, such \
             as `dice:2:5:artillery` or `sn:-1:close:enemy`"
        )),
    }
}

/// Parses `N[:CLASS][:QUALITY][:engineer]`; the default is veteran infantry.
fn assets(text: &str) -> Result<Assets, String> {
    let mut words = text.split(':');
    let count = words.next().and_then(|number| number.parse().ok());
    let count = count.filter(|count| *count <= 9).ok_or_else(|| {
        format!(
            "invalid assets `{text}`; write N, N:QUALITY or N:CLASS:QUALITY, with N between 0 and 9; \
             add `:engineer` for engineers"
        )
    })?;
    let sort = Assets { count, class: Class::Infantry, quality: Quality::Veteran, engineer: false };
    words.try_fold(sort, |sort, written| {
        if written == "engineer" {
            return Ok(Assets { engineer: true, ..sort });
        }
        match CLASSES.into_iter().find(|(name, _)| *name == written) {
            Some((_, class)) => Ok(Assets { class, ..sort }),
            None => {
                Ok(Assets { quality: parse_word(written, "class or quality", QUALITIES)?, ..sort })
            }
        }
    })
}

/// Returns the assets committed to a side.
fn committed_assets(artillery: &[Assets], battle: &[Assets]) -> Vec<DuelAsset> {
    let of = |kind, sorts: &[Assets]| {
        let each = sorts.iter().flat_map(move |sort| {
            let Assets { class, quality, engineer, .. } = *sort;
            let asset = DuelAsset { kind, class, quality, engineer };
            std::iter::repeat_n(asset, usize::from(sort.count))
        });
        each.collect::<Vec<_>>()
    };
    [of(AssetKind::Artillery, artillery), of(AssetKind::Battle, battle)].concat()
}

/// Returns the value with a given name.
fn parse_word<T, const N: usize>(
    written: &str,
    noun: &str,
    known: [(&'static str, T); N],
) -> Result<T, String> {
    let names = known.each_ref().map(|(name, _)| *name);
    let found = known.into_iter().find(|(name, _)| *name == written);
    found.map(|(_, value)| value).ok_or_else(|| {
        format!("invalid {noun} `{written}`; use {}{}", list_of(names), suggestion(written, names))
    })
}

/// The JSON result; events are probabilities.
#[derive(Serialize)]
struct Report<'o> {
    ruleset: &'o str,
    attacker: SideReport<'o>,
    defender: SideReport<'o>,
    /// The attack is aborted.
    aborted: f64,
    /// The remaining defenders retreat.
    retreated: f64,
    /// A remaining defender is disordered.
    disordered: f64,
    /// No defender is left in the area.
    taken: f64,
    /// An exploitation opportunity arises (FAB-6.8a).
    exploitation: f64,
    /// The mean number of armour units that pass the exploitation check (FAB-6.8b).
    exploiting: f64,
    rules: Vec<&'static str>,
}

#[derive(Serialize)]
struct SideReport<'o> {
    /// The probability of each number of lost steps, from zero.
    steps_lost: &'o [f64],
    eliminated: f64,
    /// The mean number of lost assets.
    assets_lost: f64,
    /// Assets that cannot be used because a unit is out of supply (FAB-9.34a).
    assets_unused: u8,
    /// The event cannot be used for the same reason.
    event_unused: bool,
    /// The mean number of units with each result of a morale check (FAB-9.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    morale: Option<Morale>,
}

pub(super) fn run(arguments: &OddsArguments, ruleset: &Ruleset, terminal: &Terminal) -> Exit {
    let duel = match duel(arguments) {
        Ok(duel) => duel,
        Err(complaint) => return refuse(&complaint, terminal),
    };
    let odds = match duel_odds(&duel, ruleset) {
        Ok(odds) => odds,
        Err(error @ DuelError::NoBattle(_)) => {
            return refuse(&format!("impossible combat: {error}"), terminal);
        }
        Err(error @ DuelError::Refused(_)) => {
            return refuse(&format!("the rules forbid this combat: {error}"), terminal);
        }
    };
    let text = match arguments.format {
        Format::Human => table(&duel, &odds, &ruleset.name),
        Format::Json => json(&report(&duel, &odds, &ruleset.name)),
    };
    terminal.print_and_exit(&text, Exit::Success)
}

fn duel(arguments: &OddsArguments) -> Result<Duel, String> {
    let units = |written: &[String]| {
        let units = written.iter().map(|unit| unit.parse().map(|UnitArgument(unit)| unit));
        units.collect::<Result<Vec<DuelUnit>, String>>()
    };
    let circumstances = &arguments.fab;
    let absorb = |given| match given {
        Some(AbsorbArgument::Always) => AbsorbPolicy::Always,
        Some(AbsorbArgument::WhenDestroyed) => AbsorbPolicy::WhenDestroyed,
        Some(AbsorbArgument::Never) | None => AbsorbPolicy::Never,
    };
    let attackers = units(&arguments.attacker)?;
    if circumstances.morale && attackers.iter().all(|unit| unit.supplied) {
        return Err(
            "`--morale` has no effect: only units out of supply check morale (FAB-9.4); add \
                    `:unsupplied` to an attacker"
                .to_owned(),
        );
    }
    if arguments.defender.is_empty() {
        let river = arguments.river.then_some("--river");
        let given = circumstances.given_options().filter(|option| *option != "--morale");
        if let Some(option) = given.chain(river).next() {
            return Err(format!("`{option}` has no effect without `--defender`; remove it"));
        }
    }
    let events = [&circumstances.attacker_event, &circumstances.defender_event];
    Ok(Duel {
        attackers,
        defenders: units(&arguments.defender)?,
        events: events.map(|event| event.iter().cloned().collect()),
        assets: [
            committed_assets(&circumstances.attacker_artillery, &circumstances.attacker_battle),
            committed_assets(&circumstances.defender_artillery, &circumstances.defender_battle),
        ],
        difficulty: circumstances.difficulty.unwrap_or_default(),
        fieldworks: circumstances.fieldworks,
        river_assault: arguments.river,
        abort: absorb(circumstances.abort),
        disorder: absorb(circumstances.accept_disorder),
        retreat: absorb(circumstances.give_ground),
        morale: circumstances.morale,
    })
}

fn report<'o>(duel: &Duel, odds: &'o DuelOdds, ruleset: &'o str) -> Report<'o> {
    Report {
        ruleset,
        attacker: SideReport {
            steps_lost: &odds.attacker_steps,
            eliminated: odds.attacker_eliminated,
            assets_lost: odds.assets[0],
            assets_unused: odds.unused[0],
            event_unused: odds.event_unused[0],
            morale: duel.morale.then_some(odds.morale),
        },
        defender: SideReport {
            steps_lost: &odds.defender_steps,
            eliminated: odds.defender_eliminated,
            assets_lost: odds.assets[1],
            assets_unused: odds.unused[1],
            event_unused: odds.event_unused[1],
            morale: None,
        },
        aborted: odds.aborted,
        retreated: odds.retreated,
        disordered: odds.disordered,
        taken: odds.taken,
        exploitation: odds.exploitation,
        exploiting: odds.exploiting,
        rules: odds.rules.iter().map(|rule| rule.0).collect(),
    }
}

fn table(duel: &Duel, odds: &DuelOdds, ruleset: &str) -> String {
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    let has_defenders = !duel.defenders.is_empty();
    let mut text = match has_defenders {
        true => describe_attack(duel, ruleset),
        false => format!("Morale of {}; ruleset {ruleset}\n\n", describe_force(duel, 0)),
    };
    let row = |name: &str, attacker: &str, defender: &str| match has_defenders {
        true => format!("{name:12} {attacker:>12} {defender:>12}\n"),
        false => format!("{name:12} {attacker:>12}\n"),
    };
    let most = odds.attacker_steps.len().max(odds.defender_steps.len());
    text += &row("steps lost", "attacker", "defender");
    for lost in 0..most {
        let cell = |steps: &[f64]| steps.get(lost).map_or(String::new(), |&share| percent(share));
        let (attacker, defender) = (cell(&odds.attacker_steps), cell(&odds.defender_steps));
        text += &row(&lost.to_string(), &attacker, &defender);
    }
    let mean = |steps: &[f64]| {
        let sum: f64 = steps.iter().enumerate().map(|(lost, share)| lost as f64 * share).sum();
        format!("{sum:.2}")
    };
    let (attacker, defender) = (mean(&odds.attacker_steps), mean(&odds.defender_steps));
    text += &row("mean", &attacker, &defender);
    let (attacker, defender) =
        (percent(odds.attacker_eliminated), percent(odds.defender_eliminated));
    text += &row("eliminated", &attacker, &defender);
    if duel.assets.iter().any(|assets| !assets.is_empty()) {
        let [attacker, defender] = odds.assets.map(|lost| format!("{lost:.2}"));
        text += &row("assets lost", &attacker, &defender);
    }
    text += "\n";
    if duel.morale {
        let Morale { passed, disordered, step_lost, surrendered } = odds.morale;
        text += "Mean number of units by result of the morale check\n";
        for (what, units) in [
            ("pass", passed),
            ("become disordered", disordered),
            ("lose a step", step_lost),
            ("surrender", surrendered),
        ] {
            text += &format!("{what:26} {units:>8.4}\n");
        }
    }
    let events = [
        ("the area is taken", odds.taken),
        ("the defender retreats", odds.retreated),
        ("a defender is disordered", odds.disordered),
        ("the attack is aborted", odds.aborted),
        ("exploitation opportunity", odds.exploitation),
    ];
    for (what, share) in events.into_iter().filter(|_| has_defenders) {
        text += &format!("{what:26} {:>10}\n", percent(share));
    }
    if odds.exploiting > 0.0 {
        text += &format!("{:26} {:>8.4}\n", "armour units that exploit", odds.exploiting);
    }
    for (index, side) in ["attacker", "defender"].into_iter().enumerate() {
        let assets = (odds.unused[index] > 0).then_some("assets are");
        let event = odds.event_unused[index].then_some("event is");
        for what in assets.into_iter().chain(event) {
            text += &format!(
                "\nThe {side}’s {what} not used: not all its units are in supply (FAB-9.34a).\n"
            );
        }
    }
    let rules: Vec<&str> = odds.rules.iter().map(|rule| rule.0).collect();
    text + &format!("\nRules: {}\n", rules.join(", "))
}

fn describe_attack(duel: &Duel, ruleset: &str) -> String {
    let mut text = format!("Attack by {}\n", describe_force(duel, 0));
    text += &format!("on {}\n", describe_force(duel, 1));
    text += &format!("in an area of difficulty {}", duel.difficulty);
    if duel.fieldworks {
        text += ", in fieldworks";
    }
    if duel.river_assault {
        text += ", over a river";
    }
    text + &format!("; one round, ruleset {ruleset}\n\n")
}

/// Describes the units, assets and event of a side.
fn describe_force(duel: &Duel, side: usize) -> String {
    let (units, assets) = ([&duel.attackers, &duel.defenders][side], &duel.assets[side]);
    let name = |unit: &DuelUnit| {
        let mut words = format!(
            "{} with {} step{}",
            unit_name(unit.class, unit.quality),
            unit.steps,
            if unit.steps == 1 { "" } else { "s" }
        );
        words += match unit.order {
            Order::Good => "",
            Order::Recovering => ", recovering",
            Order::Disordered => ", disordered",
        };
        if !unit.supplied {
            words += ", out of supply";
        }
        words
    };
    let mut parts: Vec<String> = units.iter().map(name).collect();
    for same in assets.chunk_by(|one, other| one == other) {
        let DuelAsset { kind, class, quality, engineer } = same[0];
        let what = match kind {
            AssetKind::Artillery => "artillery",
            _ if engineer => "engineer",
            _ => "battle",
        };
        let plural = if same.len() == 1 { "" } else { "s" };
        parts.push(format!("{} {what} asset{plural} ({})", same.len(), unit_name(class, quality)));
    }
    parts.extend(duel.events[side].iter().filter_map(describe_event));
    parts.join("; ")
}

/// Describes a combat event.
fn describe_event(effect: &Effect) -> Option<String> {
    let fire_name = |fire| FIRES.iter().find(|(_, known)| *known == fire).map_or("", |one| one.0);
    match effect {
        Effect::ExtraDice { n, sn, step } => {
            Some(format!("an event with {n} dice at {sn} in {} fire", fire_name(*step)))
        }
        Effect::SnModifier { side, fire, n, .. } => {
            let whose = if *side == RelativeSide::Own { "own" } else { "enemy" };
            let fire = fire.map_or(String::new(), |fire| format!(" {}", fire_name(fire)));
            Some(format!("an event with {n:+} to {whose}{fire} fire"))
        }
        _ => None,
    }
}

/// Formats a class and a quality: `veteran infantry`.
fn unit_name(class: Class, quality: Quality) -> String {
    let quality = QUALITIES.iter().find(|(_, known)| *known == quality);
    let class = CLASSES.iter().find(|(_, known)| *known == class);
    [quality.map(|one| one.0), class.map(|one| one.0)].map(Option::unwrap_or_default).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_from_words() {
        let read = |text: &str| text.parse::<UnitArgument>().map(|UnitArgument(unit)| unit);
        let unit = DuelUnit {
            class: Class::Armour,
            quality: Quality::Elite,
            steps: 3,
            order: Order::Disordered,
            supplied: false,
        };
        assert_eq!(read("armour:elite:3:disordered:unsupplied"), Ok(unit));
        for bad in
            ["armour", "tanks:elite:3", "armour:best:3", "armour:elite:5", "armour:elite:3:x"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn assets_are_read_from_words() {
        let sort = |count, class, quality| Ok(Assets { count, class, quality, engineer: false });
        assert_eq!(assets("2"), sort(2, Class::Infantry, Quality::Veteran));
        assert_eq!(assets("1:elite"), sort(1, Class::Infantry, Quality::Elite));
        assert_eq!(assets("3:armour:recruit"), sort(3, Class::Armour, Quality::Recruit));
        let complaint = assets("1:elit").expect_err("there is no such quality");
        assert!(complaint.ends_with("did you mean `elite`?"), "{complaint}");
        let engineers = assets("2:elite:engineer").expect("valid assets");
        assert!(engineers.engineer && engineers.quality == Quality::Elite);
        for bad in ["", "ten", "10", "-1", "2:"] {
            assert!(assets(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn events_are_read_from_words() {
        let dice = Effect::ExtraDice { n: 2, sn: 5, step: FireKind::Artillery };
        assert_eq!(event("dice:2:5:artillery"), Ok(dice));
        let duration = Lasting::Round;
        let (side, fire) = (RelativeSide::Enemy, Some(FireKind::Close));
        let change = Effect::SnModifier { side, fire, n: -1, duration };
        assert_eq!(event("sn:-1:close:enemy"), Ok(change));
        let change = Effect::SnModifier { side: RelativeSide::Own, fire: None, n: 1, duration };
        assert_eq!(event("sn:+1"), Ok(change));
        for (bad, words) in [
            ("luck", "invalid event `luck`"),
            ("dice:2:5:artilery", "did you mean `artillery`?"),
            ("dice:0:5:close", "invalid number `0`; use 1 to 10"),
            ("sn:x", "invalid number `x`"),
            ("sn:0", "invalid number `0`; use -10 to -1 or 1 to 10"),
        ] {
            let complaint = event(bad).expect_err(bad);
            assert!(complaint.contains(words), "{complaint}");
        }
    }
}

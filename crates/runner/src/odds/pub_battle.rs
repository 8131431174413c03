//! Odds of a Pub Battles combat or bombardment.

use std::str::FromStr;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{PieceType, Quality, Ruleset, Status, TypeId};
use sandtable_pub_battles::{Duel, Fate, Fighter, Lead, Odds, RetreatPolicy, SupportPolicy, odds};
use sandtable_source::{all_of, closest, did_you_mean, list_of, one_line};
use sandtable_terrain::Face;

use super::{OddsArguments, refuse, suggestion};
use crate::{Format, json};

/// The circumstances of a combat.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(id = "pub-battles")]
pub(super) struct Circumstances {
    /// The first defender has cover: woods, buildings or higher ground (PB-23.3)
    #[arg(long)]
    cover: bool,
    /// The attacker is at the defender's rear, which is its flank (PB-23.4, PB-Q18); same as `@rear`
    #[arg(long)]
    flank: bool,
    /// The first defender is in road column (PB-23.6)
    #[arg(long)]
    column: bool,
    /// Retreat policy of the attacker (default: never)
    #[arg(long, value_enum, value_name = "WHEN")]
    retreat_attacker: Option<RetreatArgument>,
    /// Retreat policy of the defender (default: never)
    #[arg(long, value_enum, value_name = "WHEN")]
    retreat_defender: Option<RetreatArgument>,
    /// Decision of the attacker's Supports when their leads leave (default: take-place)
    #[arg(long, value_enum, value_name = "WHAT")]
    support_attacker: Option<SupportArgument>,
    /// Decision of the defender's Supports when their leads leave (default: take-place)
    #[arg(long, value_enum, value_name = "WHAT")]
    support_defender: Option<SupportArgument>,
    /// The attackers bombard the defender from a distance (PB-15)
    #[arg(long)]
    bombard: bool,
}

impl Circumstances {
    /// Returns the name of the first option that was passed.
    pub(super) fn first_option(&self) -> Option<&'static str> {
        let options = [
            (self.cover, "--cover"),
            (self.flank, "--flank"),
            (self.column, "--column"),
            (self.retreat_attacker.is_some(), "--retreat-attacker"),
            (self.retreat_defender.is_some(), "--retreat-defender"),
            (self.support_attacker.is_some(), "--support-attacker"),
            (self.support_defender.is_some(), "--support-defender"),
            (self.bombard, "--bombard"),
        ];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}

/// The policy for retreats by choice (PB-22.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RetreatArgument {
    /// Holds until it is forced to retreat
    Never,
    /// Retreats at the first choice after it is Spent
    WhenSpent,
    /// Withdraws before combat if it may (PB-27.1), and otherwise holds
    BeforeCombat,
}

/// The choice of a Support whose lead has left (PB-13.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SupportArgument {
    /// Takes the place of its lead if it can
    TakePlace,
    /// Retreats if it can
    Retreat,
}

/// The types of Table A.
const ARMS: [(&str, PieceType); 5] = [
    ("infantry", PieceType::Infantry),
    ("cavalry", PieceType::Cavalry),
    ("dragoons", PieceType::Dragoons),
    ("artillery", PieceType::Artillery),
    ("detachment", PieceType::Detachment),
];

/// All qualities.
const QUALITIES: [(&str, Quality); 4] = [
    ("militia", Quality::Militia),
    ("regular", Quality::Regular),
    ("elite", Quality::Elite),
    ("guard", Quality::Guard),
];

/// The edges of an enemy at which a piece can stand.
const FACES: [(&str, Face); 4] = [
    ("front", Face::Front),
    ("left", Face::LeftFlank),
    ("right", Face::RightFlank),
    ("rear", Face::Rear),
];

/// The circumstances of a lead, written after its type.
const CIRCUMSTANCES: [&str; 3] = ["column", "cover", "river"];

/// A piece with its place and Support, written as
/// `TYPE[:QUALITY][:spent][:column|:cover|:river][+SUPPORT][@EDGE[-of-N]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LeadArgument {
    fighter: FighterArgument,
    support: Option<FighterArgument>,
    /// The enemy's edge, and the enemy's number from 1.
    place: Option<(Face, usize)>,
    column: bool,
    cover: bool,
    river: bool,
}

impl FromStr for LeadArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (pieces, place) = match text.split_once('@') {
            Some((pieces, place)) => (pieces, Some(parse_place(place)?)),
            None => (text, None),
        };
        let (lead, support) = match pieces.split_once('+') {
            Some((lead, support)) => (lead, Some(support.parse()?)),
            None => (pieces, None),
        };
        let (given, words): (Vec<&str>, Vec<&str>) =
            lead.split(':').partition(|word| CIRCUMSTANCES.contains(word));
        let has = |word| given.contains(&word);
        let [column, cover, river] = CIRCUMSTANCES.map(has);
        Ok(Self { fighter: words.join(":").parse()?, support, place, column, cover, river })
    }
}

fn parse_place(text: &str) -> Result<(Face, usize), String> {
    let (edge, number) = text.split_once("-of-").unwrap_or((text, "1"));
    let faces = FACES.map(|(word, _)| word);
    let face = FACES.into_iter().find(|(word, _)| *word == edge).map(|(_, face)| face);
    let number = number.parse().ok().filter(|number| *number > 0);
    face.zip(number).ok_or_else(|| {
        let close = closest(edge, faces).filter(|_| face.is_none());
        match close {
            Some(close) => format!("invalid place `{text}`; {}", did_you_mean(edge, close)),
            None => format!(
                "invalid place `{text}`; use {}, or add a number, such as `rear-of-2`",
                list_of(faces)
            ),
        }
    })
}

/// A piece written as `TYPE[:QUALITY][:spent]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FighterArgument {
    /// An arm, or a type defined by the ruleset.
    kind: String,
    quality: Quality,
    status: Status,
}

impl FromStr for FighterArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(':');
        let kind = words.next().unwrap_or_default().to_owned();
        if kind.is_empty() {
            return Err(format!("missing type: {}", list_of(ARMS.map(|(arm, _)| arm))));
        }
        let (mut quality, mut status) = (None, Status::Fresh);
        for word in words {
            if word == "spent" && status == Status::Fresh {
                status = Status::Spent;
                continue;
            }
            let known = QUALITIES.into_iter().find(|(name, _)| *name == word);
            let Some((_, named)) = known else {
                if CIRCUMSTANCES.contains(&word) {
                    return Err(format!("`{word}` does not apply to a Support; remove it"));
                }
                let names = QUALITIES.into_iter().map(|(name, _)| name);
                let names = || names.clone().chain(["spent"]).chain(CIRCUMSTANCES);
                return Err(format!(
                    "invalid quality or status `{word}`; use {}{}",
                    list_of(names()),
                    suggestion(word, names())
                ));
            };
            if quality.replace(named).is_some() {
                return Err("a piece can have only one quality".to_owned());
            }
        }
        Ok(Self { kind, quality: quality.unwrap_or_default(), status })
    }
}

pub(super) fn run(arguments: &OddsArguments, ruleset: &Ruleset, terminal: &Terminal) -> Exit {
    let duel = match duel(arguments, ruleset) {
        Ok(duel) => duel,
        Err(complaint) => return refuse(&complaint, terminal),
    };
    match odds(ruleset, &duel) {
        Err(refusal) => {
            terminal.print_error(&format!("impossible combat: {refusal}"));
            if let Some(way_out) = help(ruleset, &duel, refusal.rule.0) {
                way_out.lines().for_each(|line| terminal.print_wrapped(line));
            }
            Exit::UsageError
        }
        Ok(odds) => {
            let text = match arguments.format {
                Format::Human => table(arguments, &duel, &odds),
                Format::Json => json(&odds),
            };
            terminal.print_and_exit(&text, Exit::Success)
        }
    }
}

fn duel(arguments: &OddsArguments, ruleset: &Ruleset) -> Result<Duel, String> {
    let given = &arguments.pub_battles;
    let leads = |texts: &[String], retreats| {
        let lead = |text: &String| text.parse::<LeadArgument>()?.lead(retreats, ruleset);
        texts.iter().map(lead).collect::<Result<Vec<_>, String>>()
    };
    let attackers = leads(&arguments.attacker, given.retreat_attacker)?;
    let defenders = leads(&arguments.defender, given.retreat_defender)?;
    let place = |lead: Lead, place: Option<(Face, usize)>| {
        let (face, number) = place.unwrap_or((Face::Front, 1));
        Lead { face, enemy: number - 1, ..lead }
    };
    let side = |name: &str, enemies: usize, leads: Vec<(Lead, Option<(Face, usize)>)>| {
        let placed = (1..).zip(leads).map(|(number, (lead, at))| match at {
            None if number > 1 && !given.bombard => Err(format!(
                "missing place of {name} {number}: write the enemy edge that it attacks, such as \
                 `@left` or `@left-of-1`"
            )),
            Some(_) if (name, number) == ("defender", 1) => Err("the first defender is attacked \
                 and has no `@` place; give the place to the attacker"
                .to_owned()),
            Some((_, enemy)) if enemy > enemies => Err(match name {
                "attacker" => format!("attackers attack the first defender; remove `-of-{enemy}`"),
                _ => {
                    format!("cannot find attacker {enemy}; pass --attacker once for each attacker")
                }
            }),
            at => Ok(place(lead, at)),
        });
        placed.collect::<Result<Vec<Lead>, String>>()
    };
    let is_placed = attackers[0].1.is_some();
    let numbers = attackers.len();
    let mut attackers = side("attacker", 1, attackers)?;
    let mut defenders = side("defender", numbers, defenders)?;
    if given.flank {
        if is_placed {
            return Err("`--flank` conflicts with the `@` place of the attacker; remove one".into());
        }
        attackers[0].face = Face::Rear;
    }
    if defenders[0].river {
        return Err(
            "`:river` has no effect on the first defender, which attacks no one; give it to \
                    the piece that crossed the river"
                .to_owned(),
        );
    }
    let is_attacked = |number| defenders[1..].iter().any(|lead| lead.enemy == number);
    let attacker =
        (0..attackers.len()).find(|&number| attackers[number].cover && !is_attacked(number));
    let attacker = attacker.map(|number| ("attacker", number + 1));
    let defender = (1..defenders.len()).find(|&number| defenders[number].cover);
    let defender = defender.map(|number| ("defender", number + 1));
    if let Some((side, number)) = attacker.or(defender) {
        return Err(format!(
            "`:cover` has no effect on {side} {number}, which no enemy attacks (PB-23.3); remove it"
        ));
    }
    attackers[0].river |= arguments.river;
    defenders[0].cover |= given.cover;
    defenders[0].column |= given.column;
    let policy = |given| match given {
        Some(SupportArgument::Retreat) => SupportPolicy::Retreats,
        Some(SupportArgument::TakePlace) | None => SupportPolicy::TakesPlace,
    };
    Ok(Duel {
        attackers,
        defenders,
        bombards: given.bombard,
        supports: [policy(given.support_attacker), policy(given.support_defender)],
    })
}

fn table(arguments: &OddsArguments, duel: &Duel, odds: &Odds) -> String {
    let (attacker, defender) = (&duel.attackers[0], &duel.defenders[0]);
    let flank = match attacker.face {
        Face::Front => None,
        Face::Rear => Some("the attacker is on the flank"),
        Face::LeftFlank => Some("the attacker is on the left"),
        Face::RightFlank => Some("the attacker is on the right"),
    };
    let circumstances = [
        defender.cover.then_some("the defender has cover"),
        flank,
        attacker.river.then_some("the attacker crossed a river"),
        attacker.cover.then_some("the attacker has cover"),
        defender.column.then_some("the defender is in road column"),
    ];
    // Type names of a ruleset may be singular or plural, so the text avoids verbs.
    let what = if duel.bombards { "Bombardment" } else { "Attack" };
    let [attackers, defenders] = [&duel.attackers, &duel.defenders].map(|leads| force(leads));
    let mut text = format!("{what} by {attackers} on {defenders}");
    for words in circumstances.into_iter().flatten() {
        text += &format!("; {words}");
    }
    text += &format!("\nruleset {}\n\n", ruleset_name(arguments, odds));
    text += &format!(
        "{:10} {:>12} {:>12} {:>12} {:>12}\n",
        "", "holds fresh", "holds spent", "retreats", "destroyed"
    );
    for (side, fate) in [("attacker", &odds.attacker), ("defender", &odds.defender)] {
        text += &row(side, fate);
        for other in odds.others.iter().filter(|other| other.side == side) {
            let name = format!("{side} {}", other.number);
            text += &row(if other.support { "  Support" } else { &name }, &other.fate);
        }
    }
    text += "\n";
    if !duel.bombards {
        text += &format!("Mean rounds: {:.2}\n", odds.expected_rounds);
    }
    text += &format!("Rules: {}\n", odds.rules.join(", "));
    for note in &odds.notes {
        text += &format!("Note: {note}\n");
    }
    text
}

/// Describes the pieces of a side: `infantry (Support: infantry) and cavalry (left of 1)`.
fn force(leads: &[Lead]) -> String {
    let describe = |(number, lead): (usize, &Lead)| {
        let mut details = Vec::new();
        if let Some(support) = &lead.support {
            details.push(format!("Support: {}", describe_fighter(support)));
        }
        if number > 0 {
            let edge = FACES.into_iter().find(|(_, face)| *face == lead.face);
            details.push(format!("{} of {}", edge.map_or("", |(word, _)| word), lead.enemy + 1));
            let cover = lead.cover.then_some("in cover");
            let river = lead.river.then_some("over a river");
            details.extend(cover.into_iter().chain(river).map(str::to_owned));
        }
        let piece = describe_fighter(&lead.fighter);
        if details.is_empty() { piece } else { format!("{piece} ({})", details.join(", ")) }
    };
    leads.iter().enumerate().map(describe).collect::<Vec<_>>().join(" and ")
}

fn describe_fighter(fighter: &Fighter) -> String {
    let mut text = String::new();
    let own = fighter.own_type.as_ref().map(|own| own.as_str());
    let arm = ARMS.into_iter().find(|(_, arm)| *arm == fighter.kind).map_or("", |(arm, _)| arm);
    // Only detachments are countable.
    if own.is_none() && fighter.kind == PieceType::Detachment {
        text += "a ";
    }
    if fighter.status == Status::Spent {
        text += "spent ";
    }
    if fighter.quality != Quality::Regular {
        text += &format!("{} ", quality_name(fighter.quality));
    }
    text + own.unwrap_or(arm)
}

/// Returns the name of the ruleset and, if it was read from a file, the file.
fn ruleset_name(arguments: &OddsArguments, odds: &Odds) -> String {
    let named = &arguments.ruleset;
    match *named == odds.ruleset {
        true => odds.ruleset.clone(),
        false => format!("{} ({})", odds.ruleset, one_line(named)),
    }
}

impl LeadArgument {
    /// The lead and its place, before the place is checked.
    fn lead(
        self,
        retreats: Option<RetreatArgument>,
        ruleset: &Ruleset,
    ) -> Result<(Lead, Option<(Face, usize)>), String> {
        let Self { fighter, support, place, column, cover, river } = self;
        let support = support.map(|support| support.fighter(retreats, ruleset)).transpose()?;
        let lead = Lead::from(fighter.fighter(retreats, ruleset)?);
        Ok((Lead { support, column, cover, river, ..lead }, place))
    }
}

impl FighterArgument {
    fn fighter(
        &self,
        retreats: Option<RetreatArgument>,
        ruleset: &Ruleset,
    ) -> Result<Fighter, String> {
        let arm = ARMS.into_iter().find(|(word, _)| *word == self.kind).map(|(_, arm)| arm);
        let own = TypeId::new(&self.kind).ok().filter(|own| ruleset.types.contains_key(own));
        let kind = match (arm, &own) {
            (Some(arm), _) => arm,
            (None, Some(own)) => ruleset.types[own].like,
            (None, None) => {
                let own = ruleset.types.keys().map(|own| own.as_str());
                let known = || ARMS.map(|(arm, _)| arm).into_iter().chain(own.clone());
                return Err(format!(
                    "cannot find type `{}` in ruleset `{}`; it has {}{}",
                    self.kind,
                    ruleset.id,
                    all_of(known()),
                    suggestion(&self.kind, known())
                ));
            }
        };
        let retreats = match retreats {
            Some(RetreatArgument::WhenSpent) => RetreatPolicy::WhenSpent,
            Some(RetreatArgument::BeforeCombat) => RetreatPolicy::BeforeCombat,
            Some(RetreatArgument::Never) | None => RetreatPolicy::Never,
        };
        let own_type = own.filter(|_| arm.is_none());
        Ok(Fighter { kind, own_type, quality: self.quality, status: self.status, retreats })
    }
}

/// Returns the help for a combat that this rule makes impossible.
fn help(ruleset: &Ruleset, duel: &Duel, rule: &str) -> Option<String> {
    match rule {
        "PB-3.27" => quality_help(ruleset, duel),
        "PB-6.4" if !duel.bombards => {
            Some("attack other edges: front, left, right or rear".to_owned())
        }
        "PB-12.4" => Some("for artillery that fires from a distance, pass --bombard".to_owned()),
        "PB-A10" => Some(
            "or define a type with two states in your own ruleset and pass its file to --ruleset:\n\
             \x20   types: { outpost: { like: detachment, status: fresh-and-spent } }"
                .to_owned(),
        ),
        "PB-A55" => Some("remove `column`".to_owned()),
        _ => None,
    }
}

/// PB-3.27: returns the help for a piece with a quality that its type does not have.
fn quality_help(ruleset: &Ruleset, duel: &Duel) -> Option<String> {
    let leads = duel.attackers.iter().chain(&duel.defenders);
    let mut fighters = leads.flat_map(|lead| std::iter::once(&lead.fighter).chain(&lead.support));
    let fighter = fighters.find(|fighter| {
        let qualities = ruleset.allowed_qualities(fighter.kind, fighter.own_type.as_ref());
        !qualities.contains(&fighter.quality)
    })?;
    let own = fighter.own_type.as_ref().and_then(|own| Some((own, ruleset.types.get(own)?)));
    if let Some((own, row)) = own.filter(|(_, row)| !row.qualities.is_empty()) {
        let words = row.qualities.iter().map(|&quality| quality_name(quality));
        return Some(format!("for `{own}`, use {}", list_of(words)));
    }
    let (arm, _) = ARMS.into_iter().find(|(_, arm)| *arm == fighter.kind)?;
    let quality = quality_name(fighter.quality);
    Some(format!(
        "remove `{quality}`, or define a type in your own ruleset and pass its file to `--ruleset`:\n\
         \x20   types: {{ {quality}-{arm}: {{ like: {arm}, qualities: [{quality}] }} }}"
    ))
}

fn quality_name(quality: Quality) -> &'static str {
    QUALITIES.into_iter().find(|(_, known)| *known == quality).map_or("", |(word, _)| word)
}

fn row(name: &str, fate: &Fate) -> String {
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    format!(
        "{name:10} {:>12} {:>12} {:>12} {:>12}\n",
        percent(fate.fresh),
        percent(fate.spent),
        percent(fate.retreated),
        percent(fate.eliminated)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_from_words() {
        let read = |text: &str| text.parse::<FighterArgument>();
        let elite = FighterArgument {
            kind: "infantry".to_owned(),
            quality: Quality::Elite,
            status: Status::Spent,
        };
        assert_eq!(read("infantry:elite:spent"), Ok(elite.clone()));
        assert_eq!(read("infantry:spent:elite"), Ok(elite.clone()));
        for bad in ["", ":elite", "infantry:brave", "infantry:elite:guard"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("infantry:spent:spent").is_err());
    }

    #[test]
    fn leads_have_places_and_supports() {
        let read = |text: &str| text.parse::<LeadArgument>();
        let piece = |kind: &str| FighterArgument {
            kind: kind.to_owned(),
            quality: Quality::Regular,
            status: Status::Fresh,
        };
        let lead = LeadArgument {
            fighter: piece("cavalry"),
            support: Some(piece("infantry")),
            place: Some((Face::Rear, 2)),
            column: false,
            cover: false,
            river: true,
        };
        assert_eq!(read("cavalry:river+infantry@rear-of-2"), Ok(lead));
        assert_eq!(read("infantry@left").map(|lead| lead.place), Ok(Some((Face::LeftFlank, 1))));
        for (bad, words) in [
            ("infantry@lft", "did you mean `left`?"),
            ("infantry@left-of-0", "invalid place `left-of-0`"),
            ("infantry+infantry:river", "`river` does not apply to a Support"),
            ("infantry:colum", "did you mean `column`?"),
        ] {
            let complaint = read(bad).expect_err(bad);
            assert!(complaint.contains(words), "{complaint}");
        }
    }
}

//! What commands are given: base packs, matches, orders, sealed files, commitments, slots.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use sandtable_cli::{
    Bounded, DiskFiles, Exit, Staged, Terminal, WriteError, judge_places, open_pack, passphrase,
    read_bounded, remove, secret_text, stage_private,
};
use sandtable_compile::{Orders, read_orders};
use sandtable_components::{SecretMatch, SecretPage, SecretSide, WhoseSide};
use sandtable_pack::{Digest, Edge, GroundPoint, Language, Pack, ReferenceGrid, SideId};
use sandtable_source::{Position, SourceMap, look_alikes, one_line};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::agree::{number, unfit};
use crate::force::{Breach, Force, Misread, NoRoom};
use crate::match_sheet::Match;
use crate::scheme::{Slot, is_unseen};
use crate::secret::Secret;

/// No file of openings or matches is longer: 16,384 slots and salts, each with its text.
pub(super) const LONGEST_OPENED: u64 = 64 << 20;

/// Complains, and says how to end: nothing was done.
pub(super) fn unusable(terminal: &Terminal, told: &str) -> Exit {
    terminal.complain(told);
    Exit::Unusable
}

/// Complains that something was read and found bad.
pub(super) fn bad(terminal: &Terminal, told: &str) -> Exit {
    terminal.complain(told);
    Exit::Bad
}

/// An id of a side, for the command line.
pub(super) fn side_id(text: &str) -> Result<SideId, String> {
    SideId::new(text).map_err(|error| match look_alikes(text).first() {
        Some(found) => format!("`{text}` is no id: {found}"),
        None => error.to_string(),
    })
}

/// Refuses to write where something is already: `then` is what to do, if anything.
pub(super) fn absent(path: &Path, then: &str, terminal: &Terminal) -> Result<(), Exit> {
    // A link that leads nowhere is something too.
    if std::fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    terminal.complain(&format!("{} is there already; nothing was written", path.display()));
    if !then.is_empty() {
        terminal.tell(then);
    }
    Err(Exit::Unusable)
}

/// A base pack: it has free sides.
pub(super) fn base(file: &Path, terminal: &Terminal) -> Result<Pack, Exit> {
    let pack = open_pack(file, terminal)?;
    if pack.scenario().free_game.is_none() {
        let told =
            format!("{} is no base of a free game: nothing in it is free (PB-32)", file.display());
        terminal.complain(&told);
        terminal.tell("write `free_game:` into its scenario (docs/AUTHORING.md, \"A battle whose sides are free\") and compile it again");
        return Err(Exit::Bad);
    }
    Ok(pack)
}

/// A side of a base pack that is free.
pub(super) fn free_side<'p>(
    pack: &'p Pack,
    side: &SideId,
    terminal: &Terminal,
) -> Result<&'p SideId, Exit> {
    let free = pack.scenario().free_game.iter().flat_map(|free| free.sides.keys());
    free.clone().find(|id| *id == side).ok_or_else(|| {
        let known: Vec<String> = free.map(|id| format!("`{id}`")).collect();
        unusable(
            terminal,
            &format!("`{side}` is no free side of this base; these are: {}", known.join(", ")),
        )
    })
}

/// JSON that one of our commands wrote.
pub(super) fn json<T: DeserializeOwned>(
    file: &Path,
    what: &str,
    terminal: &Terminal,
) -> Result<T, Exit> {
    let shown = file.display();
    let bytes = bytes(file, LONGEST_OPENED, terminal)?;
    read_json(&bytes).map_err(|error| bad(terminal, &format!("{shown} is no {what}: {error}")))
}

/// By which keys the files of our commands are told apart.
#[derive(Deserialize)]
struct Keys {
    days: Option<IgnoredAny>,
    contribution: Option<IgnoredAny>,
    items: Option<IgnoredAny>,
    slot: Option<IgnoredAny>,
    choice: Option<IgnoredAny>,
}

/// What a file that is not what it should be is instead, and what to do with it.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    let keys: Keys = serde_json::from_slice(bytes).ok()?;
    if keys.items.is_some() {
        Some("it opens a whole order of battle")
    } else if keys.slot.is_some() {
        Some("it opens one slot")
    } else if keys.choice.is_some() {
        Some("it opens a night note")
    } else if keys.days.is_some() {
        Some("it is a finished match, for --match")
    } else if keys.contribution.is_some() {
        Some("it is one player's part: put both parts together with `oob match`")
    } else {
        None
    }
}

/// JSON that one of our commands wrote; else what is wrong with it, in the words of players.
pub(super) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error: serde_json::Error| {
        let error = error.to_string();
        let error = clipped(&error);
        let is_edited = bytes.starts_with(b"\xEF\xBB\xBF");
        match kind(bytes) {
            // A file of the right kind may have a key that it should not.
            Some(kind) if error.starts_with("unknown field") => {
                format!("{kind} ({error})")
            }
            Some(_) => error.into_owned(),
            None if is_edited => {
                "an editor put a byte order mark before it: take the file as it was sent".to_owned()
            }
            None => format!("{error}: take the file as it was sent"),
        }
    })
}

/// The bytes of a file that is not longer than this.
pub(super) fn bytes(file: &Path, longest: u64, terminal: &Terminal) -> Result<Vec<u8>, Exit> {
    let shown = file.display();
    match read_bounded(file, longest) {
        Ok(Bounded::Whole(bytes)) => Ok(bytes),
        Ok(Bounded::TooLarge) => {
            Err(bad(terminal, &format!("{shown} is larger than such a file can be")))
        }
        Ok(Bounded::NoFile) => Err(unusable(terminal, &format!("{shown} is no file"))),
        Err(error) => Err(unusable(terminal, &format!("cannot open {shown}: {error}"))),
    }
}

/// A match on this base pack.
pub(super) fn sheet(file: &Path, base: &Pack, terminal: &Terminal) -> Result<Match, Exit> {
    let sheet: Match = json(file, "match", terminal)?;
    let shown = file.display();
    if *sheet.base() != base.play_digest() {
        let told = format!(
            "{shown} is a match on another base pack: its digest begins with {}, that of this pack with {}",
            short(&sheet.base().to_string()),
            short(&base.play_digest().to_string())
        );
        terminal.complain(&told);
        terminal.tell("both players need the very same pack: send it along with the match");
        return Err(Exit::Bad);
    }
    let unfit = unfit(base, &sheet);
    if !unfit.is_empty() {
        let unfit = unfit.join("; ");
        terminal.complain(&format!("this match does not fit the base pack: {}", clipped(&unfit)));
        terminal.tell(&format!("somebody changed {shown}: put both parts together again with `oob match`, and compare its number with your opponent's"));
        return Err(Exit::Bad);
    }
    tell_number(&sheet, terminal);
    Ok(sheet)
}

/// Tells the number of a match: both players see the same one whatever they do with it.
pub(super) fn tell_number(sheet: &Match, terminal: &Terminal) {
    terminal.say(&format!("match {}", number(sheet)));
}

/// The beginning of a digest.
pub(super) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// A short number by which people compare something that is no secret: a match, a public key.
pub(super) fn number_of(text: &str) -> String {
    let digest = Digest::of(text.as_bytes()).to_string();
    short(&digest).as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

/// An order of battle, checked; its findings are shown to its author.
pub(super) fn orders(file: &Path, base: &Pack, terminal: &Terminal) -> Result<Orders, Exit> {
    if let Err(error) = std::fs::metadata(file) {
        return Err(unusable(terminal, &format!("cannot open {}: {error}", file.display())));
    }
    let (files, path) = DiskFiles::about(file);
    let outcome = read_orders(&files, &path, base);
    terminal.show(&outcome.sources, &outcome.diagnostics);
    outcome.orders.filter(|_| !outcome.diagnostics.has_errors()).ok_or(Exit::Bad)
}

/// What an order of battle says, read through the base pack with this side in it.
pub(super) fn force(
    orders: &Orders,
    base: &Pack,
    terminal: &Terminal,
) -> Result<(Pack, Force), Exit> {
    let refused = |told: String| bad(terminal, &told);
    let pack = sandtable_compile::merge(base, std::slice::from_ref(orders))
        .map_err(|error| refused(error.to_string()))?;
    let edge: Option<Edge> = orders.edge();
    let force = Force::of_pack(&pack, &orders.side().id, edge)
        .map_err(|error| refused(error.to_string()))?;
    Ok((pack, force))
}

/// What printed sheets say of a match; nothing of it is secret.
pub(super) fn printed_match(base: &Pack, side: &SideId, language: Language) -> SecretMatch {
    let (scenario, labels) = (base.scenario(), base.labels());
    let sides = [0, 1].map(|at| {
        let label = &labels.sides[&scenario.sides[at].id];
        let id = scenario.sides[at].id.to_string();
        SecretSide { id, title: label.title.get(language).to_owned(), colour: label.colour }
    });
    let is_first = scenario.sides[0].id == *side;
    SecretMatch {
        battle: labels.title.get(language).to_owned(),
        date: scenario.calendar.date.clone(),
        sides,
        side: if is_first { WhoseSide::First } else { WhoseSide::Second },
        base: base.play_digest(),
    }
}

/// Writes files that nobody but their owner may read, all of them or none, and says which.
pub(super) fn put_private(files: &[(PathBuf, Vec<u8>)], terminal: &Terminal) -> Result<(), Exit> {
    judge_places(files.iter().map(|(path, _)| path.as_path()), terminal)?;
    let failed = |error: WriteError| unusable(terminal, &error.to_string());
    let staged = files.iter().map(|(path, bytes)| stage_private(path, bytes));
    let staged: Vec<Staged> = staged.collect::<Result<_, _>>().map_err(failed)?;
    put_new(staged).map_err(failed)?;
    files.iter().for_each(|(path, _)| terminal.say(&path.display().to_string()));
    Ok(())
}

/// Puts files where nothing is, all of them or none: if something came there while they were made, what was put goes again.
pub(super) fn put_new(staged: Vec<Staged>) -> Result<(), WriteError> {
    let mut put: Vec<PathBuf> = Vec::new();
    for file in staged {
        let path = file.path().to_owned();
        if let Err(error) = file.put_new() {
            for path in &put {
                remove(path)?;
            }
            return Err(error);
        }
        put.push(path);
    }
    Ok(())
}

/// Tells what a sheet could not show.
pub(super) fn tell_of(page: &SecretPage, terminal: &Terminal) {
    for text in &page.shortened {
        terminal.tell(&format!("had no room and was cut: {text}"));
    }
    if !page.no_letters.is_empty() {
        let letters: Vec<String> = page.no_letters.iter().map(char::to_string).collect();
        terminal.tell(&format!("no typeface of ours has these letters: {}", letters.join(" ")));
    }
}

/// Fewer characters are guessed within days.
const SHORTEST: usize = 10;

/// A passphrase from a file, or asked for.
pub(super) fn secret(
    file: Option<&Path>,
    what: &str,
    twice: bool,
    terminal: &Terminal,
) -> Result<Secret<String>, Exit> {
    let found = passphrase(file, what, twice, terminal)?;
    // Whoever has the file tries what people take: a second each.
    if twice && found.chars().count() < SHORTEST {
        terminal.tell(&format!(
            "warning: {what} has fewer than {SHORTEST} characters, and is soon guessed by whoever has the file: several words are better"
        ));
    }
    Ok(Secret::new(found.as_str().to_owned()))
}

/// An umpire's secret key from its file.
pub(super) fn key(file: &Path, terminal: &Terminal) -> Result<Secret<String>, Exit> {
    let text = secret_text(file).map_err(|told| unusable(terminal, &told))?;
    let line = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(Secret::new(line.unwrap_or_default().to_owned()))
}

/// How slots are written on the command line.
const SLOTS: &str = "side, lines, detachments, start/COMMAND, reserve/COMMAND, baggage/COMMAND or arrival/DAY/TURN/ENTRY/COMMAND, \
where COMMAND is its number in the order of battle (0 for the army commander)";

/// Reads a slot as it is written on the command line.
pub(super) fn slot(text: &str, sheet: &Match) -> Option<Slot> {
    let parts: Vec<&str> = text.split('/').collect();
    // One spelling: neither `+3` nor `03`.
    let number = |part: &str| part.parse::<u8>().ok().filter(|one| one.to_string() == part);
    let slot = match parts.as_slice() {
        ["side"] => Slot::Side,
        ["lines"] => Slot::Lines,
        ["detachments"] => Slot::Detachments,
        ["start", command] => Slot::Start { command: number(command)? },
        ["reserve", command] => Slot::Reserve { command: number(command)? },
        ["baggage", command] => Slot::Baggage { command: number(command)? },
        ["arrival", day, turn, entry, command] => Slot::Arrival {
            day: number(day)?.checked_sub(1)?,
            turn: number(turn)?.checked_sub(1)?,
            entry: sheet.entries().iter().position(|id| id == entry)?.try_into().ok()?,
            command: number(command)?,
        },
        _ => return None,
    };
    sheet.shape().index(slot).map(|_| slot)
}

/// A slot as it is written on the command line.
pub(super) fn slot_name(slot: Slot, sheet: &Match) -> String {
    match slot {
        Slot::Side => "side".to_owned(),
        Slot::Lines => "lines".to_owned(),
        Slot::Detachments => "detachments".to_owned(),
        Slot::Start { command } => format!("start/{command}"),
        Slot::Reserve { command } => format!("reserve/{command}"),
        Slot::Baggage { command } => format!("baggage/{command}"),
        Slot::Arrival { day, turn, entry, command } => {
            let entry = &sheet.entries()[usize::from(entry)];
            let [day, turn] = [day, turn].map(|one| u16::from(one) + 1);
            format!("arrival/{day}/{turn}/{entry}/{command}")
        }
    }
}

/// A slot in the words of players, its entry by its id.
pub(super) fn told(slot: Slot, sheet: &Match) -> String {
    match slot {
        Slot::Arrival { day, turn, entry, command } => {
            let entry = &sheet.entries()[usize::from(entry)];
            let [day, turn] = [day, turn].map(|one| u16::from(one) + 1);
            format!("what reaches command {command} on day {day} in turn {turn} by `{entry}`")
        }
        other => other.to_string(),
    }
}

/// What is wrong with the text of a slot.
pub(super) fn misread(error: &Misread, sheet: &Match) -> String {
    match error.slot {
        Some(slot) => format!("{}: {}", told(slot, sheet), error.kind),
        None => error.to_string(),
    }
}

/// Why an order of battle has no room in its slots.
pub(super) fn no_room(error: &NoRoom, sheet: &Match) -> String {
    match error {
        NoRoom::Item(slot, _) if sheet.shape().index(*slot).is_some() => {
            error.to_string().replace(&slot.to_string(), &told(*slot, sheet))
        }
        _ => error.to_string(),
    }
}

/// Which part of a slot that is not there is wrong, if that can be told.
fn wrong_part(text: &str, sheet: &Match) -> String {
    let parts: Vec<&str> = text.split('/').collect();
    let [days, turns, _, commands] = sheet.shape().counts();
    let beyond = |what: &str, part: &str, first: u8, last: u8| {
        let is_in = (first..=last).any(|number| number.to_string() == part);
        (!is_in).then(|| format!(": {what} `{part}` is not {first} to {last}"))
    };
    let command = |part: &str| beyond("the number of a command", part, 0, commands - 1);
    let found = match parts.as_slice() {
        ["start" | "reserve" | "baggage", number] => command(number),
        ["arrival", day, turn, entry, number] => beyond("the day", day, 1, days)
            .or_else(|| beyond("the turn", turn, 1, turns))
            .or_else(|| {
                let is_there = sheet.entries().iter().any(|id| id == entry);
                (!is_there).then(|| format!(": there is no entry `{entry}`"))
            })
            .or_else(|| command(number)),
        ["arrival", ..] => Some(": an arrival has four parts, DAY/TURN/ENTRY/COMMAND".to_owned()),
        _ => None,
    };
    found.unwrap_or_default()
}

/// The text of a slot for the terminal: whoever wrote it, its lines stay its own.
pub(super) fn shown_lines(text: &str) -> String {
    listed(text, shown)
}

/// More lines of a slot are not shown: no force has so many.
const LONGEST_SLOT: usize = 200;

/// Columns of a line of a slot: a terminal has more, so that it does not break lines where whoever wrote them wants it.
const COLUMNS: usize = 79;

/// The lines of a slot, each in one way or another. What is longer than a line of the terminal goes on behind a mark with which none
/// begins, so that no part of a name looks like a line of its own.
fn listed(text: &str, show: impl Fn(&str) -> String) -> String {
    let mut listed = String::new();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    for line in lines.iter().take(LONGEST_SLOT) {
        listed.push_str("  ");
        let mut used = 2;
        for c in show(line).chars() {
            // Letters of East Asia are two columns wide.
            let width = if c < '\u{1100}' { 1 } else { 2 };
            if used + width > COLUMNS {
                listed.push_str("\n    ↳ ");
                used = 6;
            }
            listed.push(c);
            used += width;
        }
        listed.push('\n');
    }
    if let Some(more @ 1..) = lines.len().checked_sub(LONGEST_SLOT) {
        listed.push_str(&format!("  … and {more} more lines\n"));
    }
    if let empty @ 1.. = text.lines().count() - lines.len() {
        listed.push_str(&format!("  ({empty} of its lines are empty, as in no order of battle)\n"));
    }
    listed
}

/// A line of a slot, with escapes for what cannot be seen.
fn shown(line: &str) -> String {
    let mut seen = String::with_capacity(line.len());
    for c in line.chars() {
        match is_unseen(c) {
            true => seen.extend(c.escape_unicode()),
            false => seen.push(c),
        }
    }
    one_line(&seen).into_owned()
}

/// The same, with the square of the map's grid and the bearing behind each place.
pub(super) fn shown_on_map(text: &str, base: &Pack) -> String {
    let grid = ReferenceGrid::of(base.map());
    listed(text, |line| match pose(line) {
        Some((at, facing)) => {
            format!("{}   [{}, facing {facing}°]", shown(line), grid.reference(at))
        }
        None => shown(line),
    })
}

/// Where a block of a slot's line stands, and whither it faces in degrees from the map's top.
fn pose(line: &str) -> Option<(GroundPoint, u32)> {
    let words: Vec<&str> = line.split(' ').collect();
    if !matches!(*words.first()?, "hq" | "piece" | "train") {
        return None;
    }
    let at = words.iter().position(|word| matches!(*word, "line" | "column"))?;
    let [x, y, facing] = words.get(at + 1..at + 4)? else { return None };
    let facing = facing.parse::<u16>().ok().filter(|facing| *facing < 4096)?;
    let place = GroundPoint::new(x.parse().ok()?, y.parse().ok()?);
    Some((place, (u32::from(facing) * 360 + 2048) / 4096 % 360))
}

/// Tells a player the slots in which his order of battle lies, by the names by which his opponent asks for them, and what
/// it is worth. It is for his own screen.
pub(super) fn tell_slots(force: &Force, sheet: &Match, base: &Pack, terminal: &Terminal) {
    let most = base.scenario().free_side(&force.side).and_then(|free| free.limits.points);
    let most = most.map_or(String::new(), |most| format!(" of {most}"));
    terminal.say(&format!("points: {}{most}", force.points(base)));
    terminal.say("your slots, by the names by which they are asked for:");
    for (slot, item) in force.write(sheet).into_iter().flatten() {
        let names = item.text().lines().filter_map(|line| {
            let (word, name) = line.split_once(' ')?;
            matches!(word, "name" | "leader" | "detachment" | "train" | "line" | "enters")
                .then(|| name.split(" packed").next().unwrap_or(name))
        });
        let names = names.collect::<Vec<_>>().join(", ");
        terminal.say(one_line(&format!("  {:<32} {names}", slot_name(slot, sheet))).trim_end());
        if item.text().lines().any(|line| line.starts_with("enter ") && line.contains(" or ")) {
            terminal.say("    (asked for by this name whichever entry it comes by)");
        }
    }
}

/// Complains of what an opponent would find after the battle, with its place if it stands in the author's file just once.
pub(super) fn tell_breaches(breaches: &[Breach], file: &Path, terminal: &Terminal) {
    let mut sources = SourceMap::new();
    let id =
        sources.add(file.display().to_string(), std::fs::read_to_string(file).unwrap_or_default());
    let authored = sources.file(id);
    for breach in breaches {
        let only = |unseen: char| {
            let mut all = authored.text().match_indices(unseen);
            all.next().filter(|_| all.next().is_none())
        };
        let place = breach.unseen().and_then(only).map(|(at, _)| {
            let Position { line, column } = authored.position(at);
            format!("{}:{line}:{column}: ", authored.path())
        });
        terminal.complain(&format!("{}{breach}", place.unwrap_or_default()));
    }
}

/// Complains that a match has no such slot, and says which it has.
pub(super) fn no_slot(text: &str, sheet: &Match, terminal: &Terminal) -> Exit {
    terminal.complain(&format!("this match has no slot `{text}`{}", wrong_part(text, sheet)));
    if let Some(found) = look_alikes(text).first() {
        terminal.tell(&found.to_string());
    }
    terminal.tell(&format!("slots are {SLOTS}"));
    let [days, turns, _, commands] = sheet.shape().counts();
    terminal.tell(&format!(
        "here are {days} days of {turns} turns, commands up to {}, and the entries {}",
        commands - 1,
        sheet.entries().join(", ")
    ));
    Exit::Unusable
}

/// The letters of a slot's text that a reader takes for others, or does not see: an opponent may have had a program of his own,
/// and what is read is not what is hashed.
pub(super) fn letters_of(slot: Slot, sheet: &Match, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{}, line {number}", told(slot, sheet));
        for one in look_alikes(line) {
            let nth = line[..one.at].chars().count() + 1;
            found.push(format!("note: {place}, character {nth}: {one}"));
        }
        for (at, unseen) in (1..).zip(line.chars()).filter(|(_, one)| is_unseen(*one)) {
            let unseen = u32::from(unseen);
            found.push(format!(
                "note: {place}, character {at}: U+{unseen:04X} stands there, and cannot be seen"
            ));
        }
    }
    found
}

/// So many lines are told of somebody else's file, who may have made it to have thousands.
const MOST_LINES: usize = 40;

/// Tells lines about somebody else's file, in one way or another, and how many more there are.
pub(super) fn tell_some(lines: &[String], tell: impl Fn(&str), terminal: &Terminal) {
    lines.iter().take(MOST_LINES).for_each(|line| tell(line));
    if let Some(more @ 1..) = lines.len().checked_sub(MOST_LINES) {
        terminal.tell(&format!("… and {more} more like these"));
    }
}

/// What a message quotes of somebody else's file: no more than fills some lines of a screen; its end, which says where, is kept.
pub(super) fn clipped(text: &str) -> Cow<'_, str> {
    const MOST: usize = 200;
    const END: usize = 40;
    let count = text.chars().count();
    if count <= MOST {
        return Cow::Borrowed(text);
    }
    let start = text.chars().take(MOST - END - 1);
    Cow::Owned(start.chain(['…']).chain(text.chars().skip(count - END)).collect())
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Digest;

    use super::*;
    use crate::scheme::Contribution;

    #[test]
    fn what_is_quoted_is_clipped_and_keeps_its_end() {
        assert_eq!(
            clipped("unknown field `x` at line 1 column 9"),
            "unknown field `x` at line 1 column 9"
        );
        let long = format!("unknown field `{}` at line 1 column 90", "é".repeat(9_000));
        let short = clipped(&long);
        assert_eq!(short.chars().count(), 200);
        assert!(short.starts_with("unknown field `é") && short.ends_with("é` at line 1 column 90"));
    }

    /// A name full of spaces, which a terminal would break where a line of its own seems to begin.
    #[test]
    fn no_name_looks_like_another_line() {
        let forged = format!("name Hays{}piece ghost infantry elite fresh", " ".repeat(69));
        let shown = shown_lines(&format!("{forged}\nname 騎兵{}\n\n\npiece a", "兵".repeat(60)));
        let mut begins = Vec::new();
        for line in shown.lines() {
            assert!(line.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum::<usize>() <= 80);
            begins.extend((!line.starts_with("    ↳ ")).then_some(line));
        }
        assert!(begins[0].starts_with("  name Hays "), "{shown}");
        assert!(begins[1].starts_with("  name 騎兵"), "{shown}");
        assert_eq!(
            begins[2..],
            ["  piece a", "  (2 of its lines are empty, as in no order of battle)"]
        );
    }

    #[test]
    fn a_slot_does_not_fill_the_screen() {
        let shown = shown_lines(&"a\n".repeat(1_000));
        assert_eq!(shown.lines().count(), LONGEST_SLOT + 1);
        assert!(shown.ends_with("… and 800 more lines\n"), "{shown}");
    }

    #[test]
    fn slots_are_read_as_people_count() {
        let sides = ["blue", "red"].map(|id| (id.to_owned(), Contribution([1; 16])));
        let entries = vec!["east-road".to_owned(), "north-road".to_owned()];
        let sheet = Match::new(Digest::of(b"pack"), 2, 8, 3, entries, sides).expect("it can be");
        let read = |text: &str| slot(text, &sheet);
        assert_eq!(read("side"), Some(Slot::Side));
        assert_eq!(read("reserve/2"), Some(Slot::Reserve { command: 2 }));
        let arrival = Slot::Arrival { day: 1, turn: 4, entry: 1, command: 0 };
        assert_eq!(read("arrival/2/5/north-road/0"), Some(arrival));
        for wrong in [
            "",
            "start",
            "start/3",
            "arrival/0/1/east-road/1",
            "arrival/3/1/east-road/1",
            "arrival/1/9/east-road/1",
            "arrival/1/1/west-road/1",
            "start/1/2",
            "start/+1",
            "start/01",
            "arrival/01/1/east-road/1",
            "arrival/1/+3/east-road/1",
            "arrival/1/1/east-road/01",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}

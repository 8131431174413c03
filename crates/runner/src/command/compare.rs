//! The command line of `sandtable replay compare`.

use std::path::{Path, PathBuf};

use sandtable_cli::{Access, Exit, FileSet, Terminal, WriteError, folder_names, read_text};
use sandtable_pack::AnyPack;
use sandtable_source::one_line;
use serde::Serialize;

use super::replay::{MAX_RECORD_BYTES, RECORD_HELP};
use crate::game::battle::{BattlePack as _, with_pack};
use crate::replay::read::record_scenario;
use crate::replay::{Comparison, ComparisonOutcome, Fault, FaultKind, compare, record_again};
use crate::{Battles, Format, json};

/// Check whether recorded games are kept, changed or broken by an edited battle or new rules
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
The command replays the decisions of each record on the current battle, with the dice and draws of its seed. The battle may have been \
edited, and the rules engine may be newer. A game is

  kept      if every decision is legal and every event is the same;
  changed   if every decision is legal but an event differs. The command prints the first such event, the line of the old diary, and
            the end before and after. A battle that ends earlier or later is changed;
  broken    if a decision is no longer legal. The command prints its line in the record and the rule.

The command also lists changes to the ruleset, the rulings and the rules engine. The exit status is 0 if all games are kept, 1 if a game is \
changed or broken or a record is corrupt, and 2 if a file cannot be opened or no --pack holds the battle of a record.

--accept rewrites every record and diary. It keeps the decisions if they still lead to the end of the battle; otherwise the same bots play \
again from the same seed. Review the changes in the diaries and commit them.

Examples:
  sandtable run b.pack --games 20 --record games
  sandtable replay compare games --pack scenarios/gettysburg
  sandtable replay compare a/*.json b --pack a.pack --pack b.pack --format json
  sandtable replay compare games --pack scenarios/gettysburg --accept")]
pub struct CompareArguments {
    /// Records or folders of records
    #[arg(required = true, value_name = "FILE|DIR")]
    pub records: Vec<PathBuf>,
    /// Pack or scenario of the current battle; repeat for records of several battles
    #[arg(long = "pack", required = true, value_name = "PACK")]
    pub packs: Vec<PathBuf>,
    /// Rewrite the records and diaries to match the current games
    #[arg(long)]
    pub accept: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub format: Format,
}

/// The JSON result.
#[derive(Serialize)]
struct Report<'a> {
    games: usize,
    kept: usize,
    changed: usize,
    broken: usize,
    /// Files with games that could not be played.
    refused: usize,
    records: Vec<RecordLine<'a>>,
}

#[derive(Serialize)]
struct RecordLine<'a> {
    file: String,
    #[serde(flatten)]
    comparison: Option<&'a Comparison>,
    fault: Option<&'a Fault>,
}

/// A battle with its id.
struct LoadedBattle {
    id: String,
    pack: AnyPack,
}

/// A record and its comparison.
struct ComparedRecord {
    file: PathBuf,
    text: String,
    comparison: Result<Comparison, Fault>,
}

impl CompareArguments {
    pub(crate) fn run(&self, battles: &dyn Battles, terminal: &Terminal) -> Result<Exit, Exit> {
        let files = self.files(terminal)?;
        let packs = self.load(battles, terminal)?;
        let mut exit = Exit::Success;
        let mut compared = Vec::new();
        for file in files {
            let text = match read_text(&file, MAX_RECORD_BYTES, RECORD_HELP, terminal) {
                Ok(text) => text,
                Err(unread) => {
                    exit = exit.max(unread);
                    continue;
                }
            };
            let comparison = compare_file(&packs, &file, &text);
            exit = exit.max(match &comparison {
                Ok(comparison) if comparison.outcome == ComparisonOutcome::Kept || self.accept => {
                    Exit::Success
                }
                Ok(_) => Exit::Failure,
                Err(fault) => complain(&file, fault, terminal),
            });
            compared.push(ComparedRecord { file, text, comparison });
        }
        let written = if self.accept { accept(&packs, &compared, terminal)? } else { 0 };
        terminal.print(&match self.format {
            Format::Json => json(&report(&compared)),
            Format::Human => human(&compared),
        })?;
        if self.accept {
            terminal.print_message(&format!("rewrote {written} of {} records", compared.len()));
        }
        Ok(exit)
    }

    /// Returns the record files; those in a folder are sorted by name.
    fn files(&self, terminal: &Terminal) -> Result<Vec<PathBuf>, Exit> {
        let mut files = Vec::new();
        for path in &self.records {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let names = folder_names(path).into_iter().filter(|name| name.ends_with(".json"));
            let before = files.len();
            files.extend(names.map(|name| path.join(name)));
            if files.len() == before {
                let message = format!("`{}` contains no records (*.json)", path.display());
                terminal.print_error(&message);
                return Err(Exit::UsageError);
            }
        }
        Ok(files)
    }

    fn load(&self, battles: &dyn Battles, terminal: &Terminal) -> Result<Vec<LoadedBattle>, Exit> {
        let mut packs: Vec<LoadedBattle> = Vec::new();
        for path in &self.packs {
            let (pack, _) = battles.load(path, terminal)?;
            let id = pack.id().to_string();
            if packs.iter().any(|battle| battle.id == id) {
                terminal.print_error(&format!(
                    "`{}` is another battle with id `{id}`; pass only one of them",
                    path.display()
                ));
                return Err(Exit::UsageError);
            }
            // PB-32.1: such a battle cannot be played, so it has no records.
            if let Some(awaits) = with_pack!(&pack, pack => pack.awaits_orders()) {
                terminal.print_error(&format!("{}: {awaits}", path.display()));
                return Err(Exit::UsageError);
            }
            packs.push(LoadedBattle { id, pack });
        }
        Ok(packs)
    }
}

/// Returns the battle of a record.
fn battle_for<'p>(packs: &'p [LoadedBattle], text: &str) -> Result<&'p AnyPack, Fault> {
    let Some(scenario) = record_scenario(text) else {
        // Any pack works here: reading the record reports the error.
        return Ok(&packs[0].pack);
    };
    let found = packs.iter().find(|battle| battle.id == scenario);
    found.map(|battle| &battle.pack).ok_or_else(|| {
        let ids: Vec<String> = packs.iter().map(|battle| format!("`{}`", battle.id)).collect();
        let message = match ids.as_slice() {
            [id] => format!("the record is of battle `{scenario}`, but the pack is of {id}"),
            ids => {
                format!(
                    "the record is of battle `{scenario}`, but the packs are of {}",
                    ids.join(", ")
                )
            }
        };
        Fault {
            help: "add the battle that was played with `--pack`, or remove the record".to_owned(),
            ..Fault::new(FaultKind::OtherPack, None, message)
        }
    })
}

fn compare_file(packs: &[LoadedBattle], file: &Path, text: &str) -> Result<Comparison, Fault> {
    // Without the diary, the comparison omits the old sentence.
    let diary = std::fs::read_to_string(diary_path(file)).ok();
    compare(battle_for(packs, text)?, text, diary.as_deref())
}

/// Returns the path of the diary that `run --record` wrote.
fn diary_path(record: &Path) -> PathBuf {
    record.with_extension("txt")
}

fn complain(file: &Path, fault: &Fault, terminal: &Terminal) -> Exit {
    let place = fault.line.map_or(String::new(), |line| format!(", line {line}"));
    terminal.print_error(&format!("{}{place}: {}", file.display(), fault.message));
    if !fault.help.is_empty() {
        terminal.print_wrapped(&fault.help);
    }
    match fault.kind {
        FaultKind::OtherPack | FaultKind::OtherVersion => Exit::UsageError,
        _ => Exit::Failure,
    }
}

/// Rewrites every record that has changed, with its diary; writes all or none.
fn accept(
    packs: &[LoadedBattle],
    compared: &[ComparedRecord],
    terminal: &Terminal,
) -> Result<usize, Exit> {
    let failed = |error: WriteError| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    };
    let mut set = FileSet::default();
    let mut records = 0;
    for ComparedRecord { file, text, comparison } in compared {
        if comparison.is_err() {
            continue;
        }
        let current = battle_for(packs, text)
            .and_then(|pack| record_again(pack, text))
            .map_err(|fault| complain(file, &fault, terminal))?;
        let diary = diary_path(file);
        let before = std::fs::read_to_string(&diary).ok();
        if current.record == text.replace('\r', "") && before.as_ref() == Some(&current.diary) {
            continue;
        }
        records += 1;
        set.add(file, current.record.as_bytes(), Access::Usual).map_err(failed)?;
        set.add(&diary, current.diary.as_bytes(), Access::Usual).map_err(failed)?;
    }
    set.commit().map_err(failed)?;
    Ok(records)
}

fn count(compared: &[ComparedRecord], fate: ComparisonOutcome) -> usize {
    let outcomes = compared.iter().filter_map(|record| record.comparison.as_ref().ok());
    outcomes.filter(|comparison| comparison.outcome == fate).count()
}

fn refused(compared: &[ComparedRecord]) -> usize {
    compared.iter().filter(|record| record.comparison.is_err()).count()
}

fn report(compared: &[ComparedRecord]) -> Report<'_> {
    fn line(record: &ComparedRecord) -> RecordLine<'_> {
        let (comparison, fault) =
            (record.comparison.as_ref().ok(), record.comparison.as_ref().err());
        RecordLine { file: record.file.display().to_string(), comparison, fault }
    }
    Report {
        games: compared.len(),
        kept: count(compared, ComparisonOutcome::Kept),
        changed: count(compared, ComparisonOutcome::Changed),
        broken: count(compared, ComparisonOutcome::Broken),
        refused: refused(compared),
        records: compared.iter().map(line).collect(),
    }
}

/// Formats one line for each game, with details below it. Edits to a battle precede its first game.
fn human(compared: &[ComparedRecord]) -> String {
    let mut text = String::new();
    let mut above: Option<(&str, Vec<String>)> = None;
    for ComparedRecord { file, comparison, .. } in compared {
        let shown = file.display().to_string();
        let shown = one_line(&shown);
        let Ok(comparison) = comparison else {
            text += &format!("refused  {shown}\n");
            continue;
        };
        let edited = Some((comparison.scenario.as_str(), comparison.edited.lines()));
        if edited != above {
            let lines = edited.iter().flat_map(|(scenario, lines)| {
                lines.iter().map(move |line| format!("{scenario}: {line}\n"))
            });
            text.extend(lines);
            above = edited;
        }
        text += &format!("{:8} {}\n", comparison.outcome.name(), shown);
        for line in comparison.lines() {
            text += &format!("         {line}\n");
        }
    }
    let [kept, changed, broken] = ComparisonOutcome::ALL.map(|fate| count(compared, fate));
    text += &format!("{} games: {kept} kept, {changed} changed, {broken} broken", compared.len());
    match refused(compared) {
        0 => text + "\n",
        refused => text + &format!(", {refused} refused\n"),
    }
}

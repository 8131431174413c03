//! Prints and plays packs, and checks the results.

use std::sync::{Mutex, PoisonError};

use sandtable_engine::BotKind;
use sandtable_pack::{AnyPack, Language, Pack, PackLimits, read, write};
use sandtable_render::{PrintOrder, print};
use sandtable_runner::{FailureKind, RunOptions, run_and_record, table};

use crate::seed::Seed;

/// The pack, or the reason why it is refused.
pub fn pack(seed: &Seed) -> Result<Pack, String> {
    let parts = seed.to_parts()?;
    Pack::new(parts).map_err(|faults| faults[0].to_string())
}

/// Refuses the parts, or prints and plays them; the error describes a failure.
pub fn print_and_play(seed: &Seed) -> Result<(), String> {
    let Ok(pack) = pack(seed) else { return Ok(()) };
    let bytes = write(&pack);
    match read(&bytes, PackLimits::default()) {
        Ok(again) if again == pack && write(&again) == bytes => {}
        Ok(_) => return Err("reading it gives a different pack".to_owned()),
        Err(error) => return Err(format!("it cannot be read back: {error}")),
    }
    let order = PrintOrder { dpi: 30, language: Language::Fr, ..PrintOrder::default() };
    // Printing fails with an error if a PDF cannot hold the sheets.
    if let Ok(printed) = print(&pack, &order) {
        for file in &printed.files {
            let _ = file.write(std::io::sink());
        }
    }
    let options = RunOptions::new(1, 1, [BotKind::Aggressive, BotKind::Random]);
    let diary = Mutex::new(String::new());
    let pack = AnyPack::from(pack);
    let result = run_and_record(&pack, options, |game| {
        *diary.lock().unwrap_or_else(PoisonError::into_inner) = game.diary;
        None
    });
    let diary = diary.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = result.failures.iter().find(|found| found.kind == FailureKind::Panic) {
        return Err(format!("a game panics: {}", failure.message));
    }
    let output = table(&pack, &result) + &diary;
    match output.chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\t')) {
        Some(c) => Err(format!("U+{:04X} reaches the terminal", u32::from(c))),
        None => Ok(()),
    }
}

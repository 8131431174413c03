//! Reads untrusted records within limits. Errors name a line.

use sandtable_engine::BotKind;
use sandtable_engine::Game as _;
use sandtable_pack::{Digest, System};
use serde::Deserialize;
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Fault, FaultKind};
use crate::game::battle::Facts;
use crate::game::battle::{Battle, BattlePack as _};
use crate::record::{FORMAT, Head, Player, has_valid_checksum, pub_battles};

/// A record before verification.
pub(super) struct Record<'a> {
    text: &'a str,
    pub head: Head,
    inputs: Vec<&'a RawValue>,
    checksum: Digest,
}

/// The rules engines whose records are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engines {
    /// Only the engine of this program.
    Current,
    /// Any engine, for comparisons.
    Any,
}

/// The maximum number of inputs in a game of either family.
pub(super) const MAX_INPUTS: usize = sandtable_pub_battles::Game::STEP_LIMIT as usize;

/// The help for files that are not records.
const RECORD_ORIGIN_HELP: &str =
    "use an unedited record, or record the game again with `sandtable run --record DIR`";

/// The version keys, which are read first.
#[derive(Deserialize)]
struct Version {
    format: u32,
    sandtable: Option<String>,
    engine: Option<u32>,
    #[serde(default = "pub_battles")]
    system: System,
}

#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    inputs: Inputs<'a>,
    checksum: Digest,
}

impl<'a> Record<'a> {
    /// Reads the record of a game of this family, played by one of these engines.
    pub fn read<B: Battle>(text: &'a str, engines: Engines) -> Result<Self, Fault> {
        let found: &RawValue = serde_json::from_str(text).map_err(|error| parse_fault(&error))?;
        if let Some(what) = other_json_kind(found.get()) {
            let line = line_at(text, found.get().as_ptr() as usize - text.as_ptr() as usize);
            return Err(not_record_fault(line, format!("expected a JSON object, found {what}")));
        }
        let version: Version = serde_json::from_str(text).map_err(|error| parse_fault(&error))?;
        let newer = |message: String, key| Fault {
            help: "replay it with the version that recorded it, or record the game again with \
                   `sandtable run --record`"
                .to_owned(),
            ..Fault::new(FaultKind::OtherVersion, Some(key_line(text, key)), message)
        };
        if version.format != FORMAT {
            let message = format!(
                "unsupported record format {}; this version reads format {FORMAT}",
                version.format
            );
            return Err(newer(message, "format"));
        }
        if version.system != <B::Pack>::SYSTEM {
            let (of, pack) = (version.system.name(), <B::Pack>::SYSTEM.name());
            return Err(Fault {
                help: "with `--pack`, pass the pack that the game was played with".to_owned(),
                ..Fault::new(
                    FaultKind::OtherPack,
                    Some(key_line(text, "system")),
                    format!("the record is a game of {of}, but the pack is for {pack}"),
                )
            });
        }
        if engines == Engines::Current && version.engine != Some(B::Game::ENGINE) {
            let engine = version.engine.map_or("unknown".to_owned(), |engine| engine.to_string());
            let message = format!(
                "the game was played by rules engine {engine} (Sandtable {}), but this version has engine {}; \
                 the same decisions and dice may lead to another result",
                version.sandtable.as_deref().unwrap_or("of unknown version"),
                B::Game::ENGINE
            );
            return Err(newer(message, "engine"));
        }
        let head: Head = serde_json::from_str(text).map_err(|error| parse_fault(&error))?;
        let body: Body<'a> = serde_json::from_str(text).map_err(|error| parse_fault(&error))?;
        Ok(Self { text, head, inputs: body.inputs.0, checksum: body.checksum })
    }

    /// Checks that the record belongs to this battle, in any edition.
    pub fn check_battle(&self, facts: &Facts) -> Result<(), Fault> {
        let Head { scenario, players, .. } = &self.head;
        let id = &facts.scenario;
        if scenario != id {
            let message =
                format!("the record is of battle `{scenario}`, but the pack is of `{id}`");
            return Err(self.other_pack_fault("scenario", message));
        }
        let sides = facts.sides.each_ref().map(|(id, _)| id.as_str());
        if !players.iter().map(|player| player.side.as_str()).eq(sides) {
            let played: Vec<&str> = players.iter().map(|player| player.side.as_str()).collect();
            let message = format!(
                "the sides of the record are {}, but those of the pack are {}",
                played.join(" and "),
                sides.join(" and ")
            );
            return Err(self.other_pack_fault("players", message));
        }
        Ok(())
    }

    fn other_pack_fault(&self, key: &str, message: String) -> Fault {
        Fault {
            help: "with `--pack`, pass the pack that the game was played with; after a change to the scenario, its map or its ruleset, \
                   play the games again, or compare them with `sandtable replay compare`"
                .to_owned(),
            ..Fault::new(FaultKind::OtherPack, Some(self.key_line(key)), message)
        }
    }

    /// Checks that the record belongs to exactly this pack.
    pub fn check_pack(&self, facts: &Facts) -> Result<(), Fault> {
        let Head { scenario, play_digest, ruleset, players, .. } = &self.head;
        let other = |key, message| Err(self.other_pack_fault(key, message));
        let id = &facts.scenario;
        if scenario != id {
            return other(
                "scenario",
                format!("the record is of battle `{scenario}`, but the pack is of `{id}`"),
            );
        }
        let id_of_pack = &facts.ruleset;
        if *play_digest != facts.play_digest && ruleset != id_of_pack {
            return other(
                "ruleset",
                format!(
                    "the game was played with ruleset `{ruleset}`, but the pack has `{id_of_pack}`"
                ),
            );
        }
        if *play_digest != facts.play_digest {
            return other(
                "play_digest",
                format!(
                    "the record belongs to another edition of `{id}`: it was played with {}…, but the \
                     pack is {}…",
                    play_digest.short(),
                    facts.play_digest.short()
                ),
            );
        }
        // The digest covers the ruleset, so the record contradicts itself.
        if ruleset != id_of_pack {
            let message = format!(
                "the record names ruleset `{ruleset}`, but the game was played with `{id_of_pack}`"
            );
            return Err(self.value_fault("ruleset", message));
        }
        let sides = facts.sides.iter().map(|(id, _)| id.as_str());
        if !players.iter().map(|player| player.side.as_str()).eq(sides) {
            return Err(self
                .value_fault("players", "the players are not the sides of the battle".to_owned()));
        }
        Ok(())
    }

    /// Returns the bots in order of sides.
    pub fn bots(&self) -> Result<[BotKind; 2], Fault> {
        let bot = |player: &Player| player.bot.parse().map_err(|why| self.value_fault("bot", why));
        let bots = self.head.players.iter().map(bot).collect::<Result<Vec<_>, _>>()?;
        let sides = |_| self.value_fault("players", "expected two players".to_owned());
        <[BotKind; 2]>::try_from(bots).map_err(sides)
    }

    /// Returns the number of inputs.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns an input.
    pub fn input<I: DeserializeOwned>(&self, index: usize) -> Result<I, Fault> {
        serde_json::from_str(self.inputs[index].get()).map_err(|error| {
            let message = format!("invalid decision, draw or roll: {}", error_text(&error));
            Fault::new(FaultKind::Broken, Some(self.line(index)), message)
        })
    }

    /// Returns the line of an input, from 1; after the last input, the end of the list.
    pub fn line(&self, index: usize) -> usize {
        let offset = |raw: &RawValue| raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        match (self.inputs.get(index), self.inputs.last()) {
            (Some(raw), _) => line_at(self.text, offset(raw)),
            (None, Some(last)) => line_at(self.text, offset(last) + last.get().len()),
            (None, None) => self.key_line("inputs"),
        }
    }

    /// Returns the line of a key of the head, from 1.
    pub fn key_line(&self, key: &str) -> usize {
        key_line(self.text, key)
    }

    /// Checks the checksum, which covers data that the replay does not verify, such as the bots.
    pub fn verify_checksum(&self) -> Result<(), Fault> {
        if has_valid_checksum(self.text, self.checksum) {
            return Ok(());
        }
        let message = "`checksum` is not the digest of the preceding text";
        Err(Fault {
            help: format!(
                "the game matches the record, but other data, such as the bots, were edited; record it again with \
                 `sandtable run --record DIR --games 1 --seed {}` and the same bots",
                self.head.seed
            ),
            ..self.value_fault("checksum", message.to_owned())
        })
    }

    /// Returns the fault for a wrong value of a key.
    pub fn value_fault(&self, key: &str, message: String) -> Fault {
        Fault::new(FaultKind::Different, Some(self.key_line(key)), message)
    }
}

/// Returns the battle of a record, if the text is a record.
pub(crate) fn record_scenario(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Header {
        scenario: String,
    }
    serde_json::from_str::<Header>(text).ok().map(|of| of.scenario)
}

fn line_at(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1
}

fn key_line(text: &str, key: &str) -> usize {
    line_at(text, text.find(&format!("\"{key}\"")).unwrap_or(0))
}

/// Returns the fault for a file that cannot be parsed.
fn parse_fault(error: &serde_json::Error) -> Fault {
    let message = match error.classify() {
        serde_json::error::Category::Eof => "the record is truncated here".to_owned(),
        serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
            format!("invalid JSON: {}", error_text(error))
        }
        serde_json::error::Category::Data => {
            return not_record_fault(error.line(), error_text(error));
        }
    };
    Fault {
        help: RECORD_ORIGIN_HELP.to_owned(),
        ..Fault::new(FaultKind::Broken, Some(error.line()), message)
    }
}

/// Returns the fault for JSON that is not a record.
fn not_record_fault(line: usize, why: String) -> Fault {
    Fault {
        help: RECORD_ORIGIN_HELP.to_owned(),
        ..Fault::new(FaultKind::Broken, Some(line), format!("not a record: {why}"))
    }
}

/// Returns a description of JSON that is not an object.
fn other_json_kind(json: &str) -> Option<&'static str> {
    match json.trim_start().chars().next()? {
        '{' => None,
        '[' => Some("a list"),
        '"' => Some("a string"),
        't' | 'f' => Some("`true` or `false`"),
        'n' => Some("`null`"),
        _ => Some("a number"),
    }
}

/// Rewrites a `serde_json` error without line, column and Rust types.
fn error_text(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if let Some(key) = text.strip_prefix("missing field ") {
        return format!("missing key {key}");
    }
    match text.split_once(", expected ") {
        Some((found, expected)) if expected.starts_with("struct ") => {
            format!("{found}, expected an object")
        }
        Some((found, "u8" | "u16" | "u32" | "u64" | "usize")) => {
            format!("{found}, expected a whole number")
        }
        _ => text.to_owned(),
    }
}

/// Unparsed inputs, limited to the maximum number in a game.
struct Inputs<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Inputs<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bounded;
        impl<'de> Visitor<'de> for Bounded {
            type Value = Vec<&'de RawValue>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of inputs")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut inputs = Vec::new();
                while let Some(input) = seq.next_element()? {
                    if inputs.len() == MAX_INPUTS {
                        let message = format!("more than {MAX_INPUTS} inputs");
                        return Err(serde::de::Error::custom(message));
                    }
                    inputs.push(input);
                }
                Ok(inputs)
            }
        }
        deserializer.deserialize_seq(Bounded).map(Inputs)
    }
}

//! Changes to a pack's JSON: numbers, strings, lengths, ids, lists and maps.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::seed::Seed;

/// One change to a value anywhere in the pack.
#[derive(Clone, Debug)]
pub enum Change {
    /// Replaces a number.
    Number(Index, f64),
    /// Replaces a number with an integer.
    Integer(Index, i64),
    /// Changes a number slightly, or multiplies it.
    Nudge(Index, i64),
    /// Replaces a string.
    Text(Index, &'static str),
    /// Replaces a string or number with another of the same pack.
    Copy(Index, Index),
    /// Replaces a string with a very long one.
    LongText(Index, usize),
    /// Inverts a boolean.
    Flip(Index),
    /// Replaces a value with another value of the same key, such as the pieces of another command.
    Graft(Index, Index),
    Remove(Index),
    Empty(Index),
    /// Repeats an item of a list this many times.
    Repeat(Index, Index, usize),
    Reverse(Index),
}

const INTEGERS: &[i64] = &[
    0,
    1,
    -1,
    2,
    3,
    6,
    7,
    8,
    9,
    10,
    15,
    16,
    99,
    100,
    127,
    128,
    255,
    256,
    1_000,
    1_001,
    4_095,
    4_096,
    32_767,
    65_535,
    65_536,
    100_000,
    1_000_000,
    10_000_000,
    10_000_001,
    20_000_000,
    100_000_000,
    i32::MAX as i64,
    i32::MIN as i64,
    -100,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
];

const FLOATS: &[f64] =
    &[0.0, -0.0, 0.5, -1.0, 1e-300, 5e-324, 1e-9, 2.0, 79.9, 1e3, 1e9, 1e38, 1e300, f64::MAX];

const STRINGS: &[&str] = &[
    "",
    " ",
    "a",
    "\n",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{0}",
    "\u{301}\u{301}\u{301}",
    "日本語",
    "\u{1F600}",
    "ﷺ",
    "0000-00-00",
    "2024-02-30",
    "99999-1-1",
    "Army of the Potomac, Army of the Potomac, Army of the Potomac, Army of the Potomac",
    "en",
    "#000000",
    "infantry",
    "reinforcement",
    "column",
    "north",
    "../../etc/passwd",
    "<&>\"'()\\",
];

pub fn any_change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    let whole = || proptest::sample::select(INTEGERS);
    prop_oneof![
        1 => (index(), proptest::sample::select(FLOATS)).prop_map(|(at, n)| Change::Number(at, n)),
        6 => (index(), whole()).prop_map(|(at, n)| Change::Integer(at, n)),
        3 => (index(), proptest::sample::select(&[-3, -2, -1, 1, 2, 10, 100, 1_000][..]))
            .prop_map(|(at, n)| Change::Nudge(at, n)),
        3 => (index(), proptest::sample::select(STRINGS)).prop_map(|(at, text)| Change::Text(at, text)),
        4 => (index(), index()).prop_map(|(from, to)| Change::Copy(from, to)),
        1 => (index(), proptest::sample::select(&[65, 1_000, 30_000][..]))
            .prop_map(|(at, length)| Change::LongText(at, length)),
        1 => index().prop_map(Change::Flip),
        4 => (index(), index()).prop_map(|(from, to)| Change::Graft(from, to)),
        2 => index().prop_map(Change::Remove),
        2 => index().prop_map(Change::Empty),
        3 => (index(), index(), proptest::sample::select(&[2, 3, 10, 100, 2_000][..]))
            .prop_map(|(at, which, times)| Change::Repeat(at, which, times)),
        1 => index().prop_map(Change::Reverse),
    ]
}

/// The values that a series of changes replaces.
pub fn patches(seed: &Seed, changes: &[Change]) -> Vec<(String, Value)> {
    let mut patches = Vec::new();
    let mut corrupt = seed.clone();
    for change in changes {
        if let Some(patch) = patch(&corrupt.parts, change) {
            corrupt = corrupt.with_patches(std::slice::from_ref(&patch));
            patches.push(patch);
        }
    }
    patches
}

fn patch(parts: &Value, change: &Change) -> Option<(String, Value)> {
    let mut all = Vec::new();
    collect_values(parts, String::new(), &mut all);
    let pick = |index: &Index, wanted: fn(&Value) -> bool| {
        // Choose the key first, then the value, so that a ring of a hundred points counts only
        // once.
        let mut kinds: Vec<&str> =
            all.iter().filter(|(_, value)| wanted(value)).map(|(at, _)| last_key(at)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let chosen = *kinds.get(index.index(kinds.len().max(1)))?;
        let candidates: Vec<_> =
            all.iter().filter(|(at, value)| wanted(value) && last_key(at) == chosen).collect();
        let (at, value) = candidates[index.index(candidates.len())];
        Some((at.clone(), (*value).clone()))
    };
    match change {
        Change::Number(index, number) => Some((pick(index, Value::is_number)?.0, json!(number))),
        Change::Integer(index, number) => Some((pick(index, Value::is_number)?.0, json!(number))),
        Change::Nudge(index, by) => {
            let (at, value) = pick(index, Value::is_number)?;
            let nudged = match value.as_i64() {
                Some(whole) if by.abs() < 10 => json!(whole.saturating_add(*by)),
                Some(whole) => json!(whole.saturating_mul(*by)),
                None => json!(value.as_f64()? * *by as f64),
            };
            Some((at, nudged))
        }
        Change::Text(index, text) => Some((pick(index, Value::is_string)?.0, json!(text))),
        Change::Copy(from, to) => {
            let (at, value) = pick(to, |value| value.is_string() || value.is_number())?;
            let copied = match value.is_string() {
                true => pick(from, Value::is_string)?.1,
                false => pick(from, Value::is_number)?.1,
            };
            Some((at, copied))
        }
        Change::LongText(index, length) => {
            Some((pick(index, Value::is_string)?.0, json!("long ".repeat(length / 5))))
        }
        Change::Flip(index) => {
            let (at, value) = pick(index, Value::is_boolean)?;
            Some((at, json!(value == Value::Bool(false))))
        }
        Change::Graft(from, to) => {
            let (at, _) = pick(to, |value| value.is_object() || value.is_array())?;
            let alike: Vec<_> =
                all.iter().filter(|(other, _)| last_key(other) == last_key(&at)).collect();
            Some((at, alike[from.index(alike.len())].1.clone()))
        }
        Change::Remove(index) => Some((pick(index, |_| true)?.0, Value::Null)),
        Change::Empty(index) => {
            let (at, value) = pick(index, |value| value.is_object() || value.is_array())?;
            Some((at, if value.is_array() { json!([]) } else { json!({}) }))
        }
        Change::Repeat(index, which, times) => {
            let (at, value) = pick(index, Value::is_array)?;
            let list = value.as_array()?;
            let member = list.get(which.index(list.len().max(1)))?;
            let mut longer = list.clone();
            // Thousands of copies of a whole map would make a large pack, not a hostile one.
            let limit = 200_000 / member.to_string().len();
            for number in 0..*times.min(&limit) {
                longer.push(with_new_id(member, number));
            }
            Some((at, Value::Array(longer)))
        }
        Change::Reverse(index) => {
            let (at, value) = pick(index, Value::is_array)?;
            Some((at, Value::Array(value.as_array()?.iter().rev().cloned().collect())))
        }
    }
}

/// A copy with a unique id.
fn with_new_id(member: &Value, number: usize) -> Value {
    let mut copy = member.clone();
    if let Some(Value::String(id)) = copy.get_mut("id") {
        *id = format!("copy-{number}");
    }
    copy
}

/// The last key of a pointer that is not a number.
fn last_key(pointer: &str) -> &str {
    let is_name = |key: &&str| key.parse::<usize>().is_err();
    pointer.rsplit('/').find(is_name).unwrap_or_default()
}

/// Collects every value with its pointer, except the pack and its parts.
fn collect_values<'v>(value: &'v Value, at: String, all: &mut Vec<(String, &'v Value)>) {
    if at.matches('/').count() > 1 {
        all.push((at.clone(), value));
    }
    match value {
        Value::Array(list) => {
            for (index, member) in list.iter().enumerate() {
                collect_values(member, format!("{at}/{index}"), all);
            }
        }
        // Skip keys that need escapes in a pointer; only the sources have such keys.
        Value::Object(map) => {
            for (key, member) in map.iter().filter(|(key, _)| !key.contains(['/', '~'])) {
                collect_values(member, format!("{at}/{key}"), all);
            }
        }
        _ => {}
    }
}

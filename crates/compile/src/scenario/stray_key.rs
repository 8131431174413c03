//! HQ keys that are in the command instead: reported once, and moved into the HQ.

use sandtable_source::{Diagnostic, Entry, Node, SourceMap, Span, Value, code, message};

use sandtable_authored::Reporter;

/// The keys of an HQ that a command does not have.
const HQ_KEYS: [&str; 4] = ["rating", "name", "at", "facing"];

/// Moves stray keys into the `hq` of their commands.
pub(crate) fn move_keys(reporter: &mut Reporter, texts: &SourceMap, tree: &mut Node) {
    let Some(sides) = tree.entry_mut("sides") else { return };
    let Value::Map(sides) = &mut sides.value.value else { return };
    for side in sides {
        move_side_keys(reporter, texts, &mut side.value);
    }
}

/// Moves the stray keys of one side.
pub(crate) fn move_side_keys(reporter: &mut Reporter, texts: &SourceMap, side: &mut Node) {
    let Some(commands) = side.entry_mut("commands") else { return };
    let Value::List(commands) = &mut commands.value.value else { return };
    commands.iter_mut().for_each(|command| move_command_keys(reporter, texts, command));
}

fn move_command_keys(reporter: &mut Reporter, texts: &SourceMap, command: &mut Node) {
    let Value::Map(entries) = &mut command.value else { return };
    let Some(at) = entries.iter().position(|entry| entry.key == "hq") else { return };
    let hq = entries[at].value.clone();
    // Plain text is the leader's name.
    let is_name = matches!(hq.value, Value::Text(_));
    let is_stray = |entry: &Entry| {
        let key = entry.key.as_str();
        HQ_KEYS.contains(&key) && hq.entry(key).is_none() && !(is_name && key == "name")
    };
    if !matches!(hq.value, Value::Map(_) | Value::Text(_))
        || !entries.iter().any(|entry| entry.key == "rating" && is_stray(entry))
    {
        return;
    }
    let stray: Vec<Entry> = entries.extract_if(.., |entry| is_stray(entry)).collect();
    let names = sandtable_source::all_of(stray.iter().map(|entry| entry.key.as_str()));
    let noun = if stray.len() == 1 { "key" } else { "keys" };
    let mut finding = Diagnostic::new(code::UNKNOWN_KEY, message!("{noun} {names} outside `hq`"));
    for entry in &stray {
        finding = finding.at(entry.key_span, "belongs in `hq`");
    }
    let help = merge(texts, &hq, &stray);
    reporter.diagnostics.push(finding.also(hq.head(), "the HQ").help(help));
    let Some(entry) = command.entry_mut("hq") else { return };
    match &mut entry.value.value {
        Value::Map(inner) => inner.extend(stray),
        value => {
            let name = Entry { key: "name".to_owned(), key_span: hq.span, value: hq };
            *value = Value::Map(std::iter::once(name).chain(stray).collect());
        }
    }
}

/// The corrected notation of the HQ, including the stray keys.
fn merge(sources: &SourceMap, hq: &Node, stray: &[Entry]) -> String {
    let written = |span: Span| sources.file(span.file).text().get(span.range()).unwrap_or_default();
    let pair = |entry: &Entry| format!("{}: {}", entry.key, written(entry.value.span));
    let pairs: Vec<String> = stray.iter().map(pair).collect();
    let whole = written(hq.span);
    match &hq.value {
        Value::Text(_) => {
            format!("combine them: `hq: {{ name: {whole}, {} }}`", pairs.join(", "))
        }
        Value::Map(_) if !whole.starts_with('{') => {
            let own_lines: Vec<String> = pairs.iter().map(|pair| format!("`{pair}`")).collect();
            let each = if pairs.len() == 1 { "on its own line" } else { "each on its own line" };
            let pairs = own_lines.join(" and ");
            format!(
                "move it into `hq`: write {pairs} under `hq:`, {each}, aligned with its other keys"
            )
        }
        Value::Map(entries) => {
            // Insert the keys after the name, otherwise after the last key.
            let behind = entries.iter().find(|entry| entry.key == "name").or(entries.last());
            let pairs = pairs.join(", ");
            match behind {
                None => format!("move it into `hq`: write `hq: {{ {pairs} }}`"),
                Some(_) if whole.contains('\n') => {
                    format!("move it into `hq`: write `{pairs},` after the `{{` of `hq`")
                }
                Some(entry) => {
                    let end = (entry.value.span.end - hq.span.start) as usize;
                    let (before, after) = whole.split_at_checked(end).unwrap_or((whole, ""));
                    format!("move it into `hq`: write `hq: {before}, {pairs}{after}`")
                }
            }
        }
        _ => format!("write `hq: {{ {} }}`", pairs.join(", ")),
    }
}

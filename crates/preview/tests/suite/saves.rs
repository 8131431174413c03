//! The effects of saving a file.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use super::BattleCopy;

fn key(edition: &sandtable_preview::Edition, id: &str) -> String {
    let view = edition.views().find(|view| view.id == id);
    view.unwrap_or_else(|| panic!("there is no {id}")).key()
}

/// The ground is the first part of the key. It is drawn once and reused under the next set-up.
#[test]
fn redraws_set_up_on_cached_ground() {
    let copy = BattleCopy::start_drawn("field");
    let before = copy.preview.edition();
    copy.change("scenario.yaml", "[10.02, 49.988]", "[10.021, 49.988]");
    let after = copy.wait_for(|edition| edition.number > before.number && !edition.is_unfinished);
    let (old, new) = (key(&before, "set-up"), key(&after, "set-up"));
    assert_ne!(old, new);
    let ground = |key: &str| key.split('-').next().map(str::to_owned);
    assert_eq!(ground(&old), ground(&new));
    copy.change("map.yaml", "A field", "Another field");
    let last = copy.wait_for(|edition| {
        edition.findings.errors > 0
            || edition.views().any(|view| view.id == "map" && ground(&view.key()) != ground(&new))
    });
    assert_eq!(last.findings.errors, 0, "{:?}", last.findings.list);
}

#[test]
fn keeps_last_drawing_during_errors() {
    let copy = BattleCopy::start_drawn("field");
    let before = key(&copy.preview.edition(), "set-up");
    copy.change("scenario.yaml", "rating: 4", "rating: 14");
    let broken = copy.wait_for(|edition| edition.findings.errors > 0);
    assert_eq!(key(&broken, "set-up"), before, "the old drawing is still shown");
    let finding = &broken.findings.list[0];
    assert!(finding.code.starts_with("ST0") && !finding.message.is_empty());
    let place = &finding.places[0];
    let path = copy.path("scenario.yaml").canonicalize().expect("the file exists");
    assert!(
        place.line.contains("rating: 14") && place.link.starts_with("vscode://file/"),
        "{place:?}"
    );
    assert!(place.path.contains("scenario.yaml:"), "{place:?} is not {}", path.display());
    copy.change("scenario.yaml", "rating: 14", "rating: 4");
    let fixed = copy.wait_for(|edition| edition.findings.errors == 0 && !edition.is_unfinished);
    assert!(fixed.battle.is_some());
}

#[test]
fn shows_battle_once_file_returns() {
    let copy = BattleCopy::start("field");
    fs::write(
        copy.path("scenario.yaml.other"),
        fs::read(copy.path("scenario.yaml")).expect("read"),
    )
    .expect("written");
    copy.wait_for(|edition| !edition.is_unfinished);
    fs::remove_file(copy.path("scenario.yaml")).expect("removed");
    copy.wait_for(|edition| edition.findings.errors > 0);
    // Save as editors do: write a temporary file, then rename it.
    fs::rename(copy.path("scenario.yaml.other"), copy.path("scenario.yaml")).expect("renamed");
    copy.wait_for(|edition| edition.findings.errors == 0 && !edition.is_unfinished);
}

/// The map refers to a layer that does not exist yet, and the layer is watched from then on.
#[test]
fn watches_referenced_missing_files() {
    let copy = BattleCopy::start_drawn("field");
    let woods = fs::read(copy.path("layers/woods.geojson")).expect("read");
    copy.change("map.yaml", "layers/woods.geojson", "layers/new/woods.geojson");
    copy.wait_for(|edition| edition.findings.errors > 0);
    fs::create_dir(copy.path("layers/new")).expect("made");
    fs::write(copy.path("layers/new/woods.geojson"), woods).expect("written");
    let fixed = copy.wait_for(|edition| edition.findings.errors == 0 && !edition.is_unfinished);
    fs::write(copy.path("layers/new/woods.geojson"), "{").expect("written");
    copy.wait_for(|edition| edition.number > fixed.number && edition.findings.errors > 0);
}

/// After twenty saves in a row, the page shows the last, and few earlier ones were drawn.
#[test]
fn shows_last_of_many_saves() {
    let copy = BattleCopy::start_drawn("field");
    let before = copy.preview.edition().number;
    let text = fs::read_to_string(copy.path("scenario.yaml")).expect("read");
    for number in 1..=20 {
        let title = format!("title: {{ en: Storm {number},");
        fs::write(copy.path("scenario.yaml"), text.replace("title: { en: A field,", &title))
            .expect("written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let last = copy.wait_for(|edition| {
        !edition.is_unfinished
            && edition.battle.as_ref().is_some_and(|battle| battle.title() == "Storm 20")
    });
    assert!(last.number <= before + 20, "{} editions were shown", last.number - before);
}

/// Server-sent events: the current edition, then the next one.
#[test]
fn streams_every_edition() {
    let copy = BattleCopy::start_drawn("field");
    let port = copy.preview.address().port;
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    write!(
        stream,
        "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
        copy.secret_path("/events")
    )
    .expect("sent");
    let mut received = String::new();
    let mut read_until = |words: &str| {
        let mut part = [0_u8; 4_096];
        while !received.contains(words) {
            let count = stream.read(&mut part).expect("the server keeps sending");
            assert!(count > 0, "the stream ended: {received}");
            received.push_str(&String::from_utf8_lossy(&part[..count]));
        }
        received.clone()
    };
    let first = read_until("\"title\":\"A field\"");
    assert!(
        first.contains("Content-Type: text/event-stream") && first.contains("\n\ndata: {"),
        "{first}"
    );
    copy.change("scenario.yaml", "{ en: A field", "{ en: The same field");
    read_until("\"title\":\"The same field\"");
}

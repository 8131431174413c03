//! Answers requests for paths below the address. Answers depend only on the current edition: no
//! path accesses the disk or changes anything.

use std::borrow::Cow;

use sandtable_pack::PaperLength;

use crate::edition::Edition;
use crate::http::{CachePolicy, Request, Status};
use crate::page::page_file;
use crate::tiles::{TileAddress, Tiles};
use crate::token::Token;

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: Status,
    pub media_type: &'static str,
    pub cache: CachePolicy,
    pub body: Body,
}

/// The content of an answer.
#[derive(Debug)]
pub(crate) enum Body {
    /// Complete content.
    Complete(Cow<'static, [u8]>),
    /// An endless stream of editions.
    Editions,
}

impl Answer {
    /// An answer with only its status.
    pub(crate) fn with_status(status: Status) -> Self {
        let text = format!("{}\n", status.line());
        let body = Body::Complete(text.into_bytes().into());
        Self { status, media_type: "text/plain; charset=utf-8", cache: CachePolicy::Never, body }
    }

    fn ok(
        media_type: &'static str,
        cache: CachePolicy,
        body: impl Into<Cow<'static, [u8]>>,
    ) -> Self {
        Self { status: Status::Fine, media_type, cache, body: Body::Complete(body.into()) }
    }
}

/// Answers a request from the current edition.
pub(crate) fn answer(
    request: &Request,
    token: &Token,
    current: &dyn Fn() -> std::sync::Arc<Edition>,
    tiles: &Tiles,
) -> Answer {
    let Some(path) = token.strip(&request.path) else {
        return Answer::with_status(Status::NotFound);
    };
    if let Some(file) = page_file(path) {
        return Answer::ok(file.media_type, CachePolicy::Never, file.bytes);
    }
    match path {
        "/events" => Answer {
            status: Status::Fine,
            media_type: "text/event-stream",
            cache: CachePolicy::Never,
            body: Body::Editions,
        },
        "/edition" => json(current().to_json()),
        "/at" => details_at(&current(), &request.query),
        _ => match path.strip_prefix("/tile/").and_then(parse_tile_path) {
            Some((id, key, at)) => tile(id, key, at, current, tiles),
            None => Answer::with_status(Status::NotFound),
        },
    }
}

fn json(text: String) -> Answer {
    Answer::ok("application/json", CachePolicy::Never, text.into_bytes())
}

/// Reads `VIEW/KEY/SCALE/COLUMN/ROW.png`.
fn parse_tile_path(path: &str) -> Option<(&str, &str, TileAddress)> {
    let (id, rest) = path.split_once('/')?;
    let (key, rest) = rest.split_once('/')?;
    Some((id, key, rest.parse().ok()?))
}

fn tile(
    id: &str,
    key: &str,
    at: TileAddress,
    current: &dyn Fn() -> std::sync::Arc<Edition>,
    tiles: &Tiles,
) -> Answer {
    let edition = current();
    let Some(view) = edition.view(id, key) else { return Answer::with_status(Status::Gone) };
    // A newer edition may arrive while other tiles are painted; then skip this tile.
    let is_wanted = || current().view(id, key).is_some();
    match tiles.png(view, at, is_wanted) {
        Some(png) => Answer::ok("image/png", CachePolicy::Always, png),
        None if is_wanted() => Answer::with_status(Status::NotFound),
        None => Answer::with_status(Status::Gone),
    }
}

/// The details at `x=MILLIMETRES&y=MILLIMETRES` of the map sheet; `null` outside the map.
fn details_at(edition: &Edition, query: &str) -> Answer {
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let value = pairs.find(|(key, _)| *key == name)?.1;
        value.parse::<f64>().ok().filter(|value| value.is_finite())
    };
    let (Some(x), Some(y)) = (value("x"), value("y")) else {
        return Answer::with_status(Status::BadRequest);
    };
    let length = PaperLength::from_millimetres;
    let found = edition.battle.as_ref().and_then(|battle| battle.details_at(length(x), length(y)));
    json(serde_json::to_string(&found).expect("strings and numbers always serialise to JSON"))
}

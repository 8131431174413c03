//! Secret orders of battle: the author's file, openings from other people, sealed files.

use std::sync::LazyLock;

use age::secrecy::ExposeSecret as _;
use age::x25519::Identity;
use sandtable_compile::{merge, read_orders_text};
use sandtable_oob::{
    Commitment, Contribution, Force, Item, Key, Lock, Match, NoteCommitment, OpenedNote,
    OpenedOrders, OpenedSlot, SealedContent, Secret,
};
use sandtable_pack::{AnyPack, Pack, SideId};
use sandtable_tests::{EditedBattle, project_text};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::battles::FIELD;
use super::outcome::check_findings;

/// An order of battle of one side.
pub fn orders(bytes: &[u8]) -> Result<(), String> {
    static BASE: LazyLock<Pack> = LazyLock::new(|| {
        let mut battle = EditedBattle::new(FIELD);
        battle
            .set("scenario.yaml", project_text("crates/compile/tests/data/oob/base.scenario.yaml"));
        battle.compile().pack.and_then(AnyPack::pub_battles).expect("valid base")
    });
    let outcome = read_orders_text("fuzz.oob.yaml", bytes.to_vec(), &BASE);
    if outcome.orders.is_none() != outcome.diagnostics.has_errors() {
        return Err("an order of battle and an error, or neither".to_owned());
    }
    if let Some(orders) = &outcome.orders {
        merge(&BASE, std::slice::from_ref(orders)).map_err(|error| error.to_string())?;
    }
    check_findings(&outcome.sources, &outcome.diagnostics)
}

/// Returns the value of a file, which must stay the same when it is written and read again.
fn read<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<Option<T>, String> {
    let Ok(value) = serde_json::from_slice::<T>(bytes) else { return Ok(None) };
    let text = serde_json::to_string(&value).map_err(|error| error.to_string())?;
    let again: T = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    match serde_json::to_string(&again).is_ok_and(|again| again == text) {
        true => Ok(Some(value)),
        false => Err(format!("it reads differently: {text}")),
    }
}

/// Files that players send each other: matches, openings and notes in JSON, and commitments.
pub fn opening(bytes: &[u8]) -> Result<(), String> {
    let commitment =
        "oob1 anvy 6zcv 3sgq 4gaq d38m 3cjx hm2j mn46 ttuf skvc 2d0x 7c4r p97q xlp8 vm";
    let commitment = Commitment::parse(commitment).expect("a known commitment");
    let sheet = read::<Match>(bytes)?;
    if let Some(opened) = read::<OpenedOrders>(bytes)?
        && let Some(sheet) = &sheet_of(bytes)
    {
        let side = opened.side().to_owned();
        let orders = opened.verify(sheet, &side, &commitment);
        if let (Ok(orders), Ok(side)) = (orders, SideId::try_from(side)) {
            let _ = Force::read(sheet, &side, orders.items());
        }
    }
    if let Some(opened) = read::<OpenedSlot>(bytes)?
        && let Some(sheet) = &sheet_of(bytes)
        && let Some(slot) = sheet.shape().slot(opened.index())
    {
        let _ = opened.verify(sheet, opened.side(), &commitment, slot);
        let side = SideId::try_from(opened.side().to_owned());
        if let (Ok(side), Ok(item)) = (side, Item::new(opened.text())) {
            let _ = Force::read(sheet, &side, [(opened.index(), &item)]);
        }
    }
    if let Some(note) = read::<OpenedNote>(bytes)?
        && let Some(commitment) = note.commitment()
    {
        let choice = note.verify(note.sheet(), note.side(), &commitment, note.note().night());
        choice.map_err(|error| format!("a note does not match itself: {error}"))?;
    }
    if sheet.is_none()
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        let _ = (Contribution::parse(text), NoteCommitment::parse(text));
        if let Ok(read) = Commitment::parse(text)
            && Commitment::parse(&read.to_string()) != Ok(read)
        {
            return Err(format!("another commitment is printed: {read}"));
        }
    }
    Ok(())
}

/// The match that an opening names.
fn sheet_of(bytes: &[u8]) -> Option<Match> {
    let opening: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    serde_json::from_value(opening["match"].clone()).ok()
}

/// The first bytes of the plain text of sealed orders and of sealed notes, with its size.
const PLAIN_TEXTS: [(&[u8], usize); 2] =
    [(b"sandtable oob/1 sealed\n", 1 << 20), (b"sandtable oob/1 note\n", 1 << 15)];

/// A sealed file; or the plain text of one, which is sealed here to an umpire's key.
pub fn sealed(bytes: &[u8]) -> Result<(), String> {
    static IDENTITY: LazyLock<Identity> = LazyLock::new(Identity::generate);
    let secret = Secret::new(IDENTITY.to_string().expose_secret().to_owned());
    let key = Key::Umpire(&secret);
    let plain = PLAIN_TEXTS.into_iter().find(|(start, _)| bytes.starts_with(start));
    let sealed = match plain {
        Some((_, size)) => {
            let mut plain = bytes.to_vec();
            plain.resize(size.max(bytes.len()), if size == 1 << 20 { 0 } else { b' ' });
            age::encrypt(&IDENTITY.to_public(), &plain).expect("a valid key")
        }
        // The key does not fit, so only the header is read.
        None => bytes.to_vec(),
    };
    if let Ok(content) = SealedContent::unseal(&sealed, &key) {
        let umpire = IDENTITY.to_public().to_string();
        content
            .seal(&Lock::Umpire(&umpire))
            .map_err(|error| format!("it is not sealed again: {error}"))?;
    }
    if let Ok(note) = OpenedNote::unseal(&sealed, &key)
        && let Some(commitment) = note.commitment()
    {
        let choice = note.verify(note.sheet(), note.side(), &commitment, note.note().night());
        choice.map_err(|error| format!("a note does not match itself: {error}"))?;
    }
    Ok(())
}

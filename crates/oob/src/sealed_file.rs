//! The sealed file: orders, salts and the author's own file, encrypted by age, all of one size.
//!
//! age takes no second recipient beside a passphrase: an umpire's copy is a file of its own.

use std::io::{Read, Write};
use std::{fmt, iter};

use age::secrecy::SecretString;
use age::{Decryptor, Encryptor, scrypt, x25519};
use sandtable_pack::Digest;
use zeroize::Zeroizing;

use crate::match_sheet::Match;
use crate::scheme::{Commitment, Context, Contribution, Item, Orders, SCHEME};
use crate::secret::Secret;

/// What is sealed.
#[derive(Clone)]
pub struct Sealed {
    /// The match that it is for.
    pub sheet: Match,
    /// Whose it is.
    pub side: String,
    /// What was committed to.
    pub orders: Orders,
    /// The file that its author wrote, to go on with.
    pub authored: Secret<String>,
}

/// With what a file is sealed.
pub enum Lock<'a> {
    /// A passphrase.
    Passphrase(&'a Secret<String>),
    /// The public key of an umpire (X25519), as age writes it: `age1…`.
    Umpire(&'a str),
}

/// With what a file is opened.
pub enum Key<'a> {
    /// A passphrase.
    Passphrase(&'a Secret<String>),
    /// The secret key of an umpire, as age writes it: `AGE-SECRET-KEY-1…`.
    Umpire(&'a Secret<String>),
}

/// Why something cannot be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// It is larger than every sealed file is.
    Oversize,
    /// That is no public key of age.
    NoKey,
    /// The side takes no part in the match, or its slots are others than the match's.
    OtherMatch,
}

/// Why a sealed file cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsealError {
    /// It is no file of age, or damaged at its beginning.
    NotSealed,
    /// It is larger than every sealed file is.
    Oversize,
    /// It asks for more work than [`WORK_FACTOR`].
    TooMuchWork(u8),
    /// The passphrase or key is another, or the file was sealed for another kind of key.
    WrongKey,
    /// That is no secret key of age.
    NoKey,
    /// It was changed after it was sealed, or cut off.
    Damaged,
    /// It opens, and is of another version of the scheme.
    OtherScheme,
    /// It opens, and holds something else than sealed orders of this scheme.
    Foreign,
}

/// scrypt works 2^18 times, about a second, for each passphrase that is tried; what asks for more is refused.
pub const WORK_FACTOR: u8 = 18;
/// Bytes that every sealed file holds, whatever is in it.
const PLAIN: usize = 1 << 20;
/// No sealed file is longer.
pub const LONGEST: usize = PLAIN + MOST_ADDED;
/// What age adds to a file at most: its header, and some bytes for each 64 KiB.
const MOST_ADDED: usize = 4_096;
const MAGIC: &[u8] = b"sandtable oob/1 sealed\n";
/// What every file of age begins with.
const VERSION: &[u8] = b"age-encryption.org/v1\n";
/// Bytes of the longest header. One of ours has a stanza of a few lines, and beside an umpire's one that says nothing.
const LONGEST_HEADER: usize = 4_096;
/// Stanzas of a header at most: each that age finds costs it another look at all before it.
const MOST_STANZAS: usize = 4;

impl Sealed {
    /// What was shown before the battle.
    pub fn commitment(&self) -> Commitment {
        self.orders.commitment(&self.context())
    }

    /// What the orders are hashed with.
    pub fn context(&self) -> Context {
        self.sheet.context(&self.side).expect("its side takes part in its match")
    }

    /// Seals it.
    pub fn seal(&self, lock: &Lock<'_>) -> Result<Vec<u8>, SealError> {
        self.seal_with(lock, WORK_FACTOR)
    }

    fn seal_with(&self, lock: &Lock<'_>, work: u8) -> Result<Vec<u8>, SealError> {
        encrypted(&self.plain()?, lock, work)
    }

    /// Opens a sealed file. Whether it is what was committed to is seen by its [`Sealed::commitment`].
    pub fn unseal(sealed: &[u8], key: &Key<'_>) -> Result<Self, UnsealError> {
        let plain = decrypted(sealed, key, PLAIN)?;
        Self::of_plain(&plain).ok_or_else(|| foreign(&plain))
    }

    /// All of it in [`PLAIN`] bytes.
    fn plain(&self) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let shape = self.sheet.shape();
        if self.sheet.context(&self.side).is_none() || self.orders.shape() != shape {
            return Err(SealError::OtherMatch);
        }
        let mut plain = Zeroizing::new(Vec::with_capacity(PLAIN));
        plain.extend_from_slice(MAGIC);
        plain.extend_from_slice(self.sheet.base().bytes());
        let [days, turns, entries, commands] = shape.counts();
        plain.extend_from_slice(&[days, turns, entries, commands]);
        let mut short = |text: &str| {
            plain.push(u8::try_from(text.len()).expect("ids are short"));
            plain.extend_from_slice(text.as_bytes());
        };
        self.sheet.entries().iter().for_each(|id| short(id));
        self.sheet.sides().for_each(|(id, _)| short(id));
        short(&self.side);
        for (_, contribution) in self.sheet.sides() {
            plain.extend_from_slice(&contribution.0);
        }
        let items: Vec<(u32, &Item)> = self.orders.items().collect();
        let long = |text: &str| u32::try_from(text.len()).map_err(|_| SealError::Oversize);
        plain.extend_from_slice(&(items.len() as u32).to_be_bytes());
        for (index, item) in items {
            plain.extend_from_slice(&index.to_be_bytes());
            plain.extend_from_slice(&long(item.text())?.to_be_bytes());
            plain.extend_from_slice(item.text().as_bytes());
            if plain.len() > PLAIN {
                return Err(SealError::Oversize);
            }
        }
        self.orders.salts().for_each(|salt| plain.extend_from_slice(salt));
        let authored = self.authored.expose();
        plain.extend_from_slice(&long(authored)?.to_be_bytes());
        if plain.len() + authored.len() > PLAIN {
            return Err(SealError::Oversize);
        }
        plain.extend_from_slice(authored.as_bytes());
        plain.resize(PLAIN, 0);
        Ok(plain)
    }

    fn of_plain(plain: &[u8]) -> Option<Self> {
        let mut left = Left(plain.strip_prefix(MAGIC)?);
        let base = Digest::from_bytes(left.bytes()?);
        let [days, turns, entries, commands] = left.bytes()?;
        let entries: Vec<String> = (0..entries).map(|_| left.short()).collect::<Option<_>>()?;
        let (first, second, side) = (left.short()?, left.short()?, left.short()?);
        let (one, other) = (Contribution(left.bytes()?), Contribution(left.bytes()?));
        let sides = [(first, one), (second, other)];
        let sheet = Match::new(base, days, turns, commands, entries, sides).ok()?;
        sheet.context(&side)?;
        let shape = sheet.shape();
        let count = left.number()?;
        let mut items: Vec<(u32, Item)> = Vec::new();
        for _ in 0..count {
            let (index, item) = (left.number()?, Item::new(&left.long()?).ok()?);
            // Each slot once, in their order, and none that is empty: what else stands there hides something.
            if item.is_empty() || items.last().is_some_and(|(last, _)| *last >= index) {
                return None;
            }
            items.push((index, item));
        }
        let salts = (0..shape.leaves()).map(|_| left.bytes().map(Secret::new));
        let salts: Vec<_> = salts.collect::<Option<_>>()?;
        let orders = Orders::with_salts(shape, items, salts).ok()?;
        let authored = Secret::new(left.long()?);
        left.0.iter().all(|&byte| byte == 0).then_some(Self { sheet, side, orders, authored })
    }
}

/// Encrypts plain text of a constant size.
pub(crate) fn encrypted(plain: &[u8], lock: &Lock<'_>, work: u8) -> Result<Vec<u8>, SealError> {
    let encryptor = match lock {
        Lock::Passphrase(passphrase) => {
            let mut recipient = scrypt::Recipient::new(exposed(passphrase));
            recipient.set_work_factor(work);
            Encryptor::with_recipients(iter::once(&recipient as &dyn age::Recipient))
        }
        Lock::Umpire(key) => {
            let recipient: x25519::Recipient = key.parse().map_err(|_| SealError::NoKey)?;
            Encryptor::with_recipients(iter::once(&recipient as &dyn age::Recipient))
        }
    };
    let encryptor = encryptor.expect("there is one recipient");
    let mut sealed = Vec::with_capacity(plain.len() + MOST_ADDED);
    let mut output = encryptor.wrap_output(&mut sealed).expect("writing to a vector never fails");
    output.write_all(plain).expect("writing to a vector never fails");
    output.finish().expect("writing to a vector never fails");
    Ok(sealed)
}

/// Decrypts a file whose plain text has so many bytes.
pub(crate) fn decrypted(
    sealed: &[u8],
    key: &Key<'_>,
    size: usize,
) -> Result<Zeroizing<Vec<u8>>, UnsealError> {
    if sealed.len() > size + MOST_ADDED {
        return Err(UnsealError::Oversize);
    }
    if !has_short_header(sealed) {
        return Err(UnsealError::NotSealed);
    }
    let decryptor = Decryptor::new(sealed).map_err(refused)?;
    let mut plain = Zeroizing::new(Vec::with_capacity(size + 1));
    let read = |identity: &dyn age::Identity| {
        let reader = decryptor.decrypt(iter::once(identity)).map_err(refused)?;
        reader.take(size as u64 + 1).read_to_end(&mut plain).map_err(|_| UnsealError::Damaged)
    };
    match key {
        Key::Passphrase(passphrase) => {
            let mut identity = scrypt::Identity::new(exposed(passphrase));
            identity.set_max_work_factor(WORK_FACTOR);
            read(&identity)?;
        }
        Key::Umpire(secret) => {
            let identity: x25519::Identity =
                secret.expose().parse().map_err(|_| UnsealError::NoKey)?;
            read(&identity)?;
        }
    }
    if plain.len() == size { Ok(plain) } else { Err(UnsealError::Foreign) }
}

/// Does the header end soon, as that of every file of ours does? age reads headers of any length, and anew with every stanza:
/// a hostile one would keep it for hours before it asks for any key.
fn has_short_header(sealed: &[u8]) -> bool {
    let beginning = &sealed[..sealed.len().min(LONGEST_HEADER)];
    let Some(mut rest) = beginning.strip_prefix(VERSION) else { return false };
    let mut stanzas = 0;
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = &rest[..end];
        if line.starts_with(b"---") {
            return true;
        }
        stanzas += usize::from(line.starts_with(b"-> "));
        if stanzas > MOST_STANZAS {
            return false;
        }
        rest = &rest[end + 1..];
    }
    false
}

/// Why plain text is not what it should be. Every version of the scheme begins with its name.
pub(crate) fn foreign(plain: &[u8]) -> UnsealError {
    let version = plain.strip_prefix(b"sandtable oob/");
    match version.is_some_and(|version| !version.starts_with(b"1 ")) {
        true => UnsealError::OtherScheme,
        false => UnsealError::Foreign,
    }
}

/// What is not read yet.
struct Left<'a>(&'a [u8]);

impl<'a> Left<'a> {
    fn some(&mut self, count: usize) -> Option<&'a [u8]> {
        let (read, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(read)
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.some(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn text(&mut self, count: usize) -> Option<String> {
        std::str::from_utf8(self.some(count)?).ok().map(str::to_owned)
    }

    fn short(&mut self) -> Option<String> {
        let [count] = self.bytes()?;
        self.text(usize::from(count))
    }

    fn long(&mut self) -> Option<String> {
        let count = self.number()?;
        self.text(count as usize)
    }
}

/// A passphrase as age takes it, which wipes it too.
fn exposed(passphrase: &Secret<String>) -> SecretString {
    SecretString::from(passphrase.expose().clone())
}

fn refused(error: age::DecryptError) -> UnsealError {
    use age::DecryptError as Age;
    match error {
        Age::ExcessiveWork { required, .. } => UnsealError::TooMuchWork(required),
        Age::DecryptionFailed | Age::KeyDecryptionFailed | Age::NoMatchingKeys => {
            UnsealError::WrongKey
        }
        Age::InvalidMac => UnsealError::Damaged,
        // What age may add will be found in the header too.
        _ => UnsealError::NotSealed,
    }
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Oversize => "it is too large for a sealed file",
            Self::NoKey => "invalid age public key: give the whole key itself, `age1…`, not the name of a file, and check it for typos",
            Self::OtherMatch => "the orders are for another match",
        })
    }
}

impl fmt::Display for UnsealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSealed => f.write_str("it is not a sealed file, or its beginning is damaged"),
            Self::Oversize => f.write_str("it is too large for a sealed file"),
            Self::TooMuchWork(asked) => {
                write!(f, "its work factor must be at most {WORK_FACTOR}, found {asked}")
            }
            Self::WrongKey => f.write_str("it was not sealed with this passphrase or key"),
            Self::NoKey => {
                f.write_str("invalid age secret key: a secret key begins with `AGE-SECRET-KEY-1`")
            }
            Self::Damaged => f.write_str("it was changed or truncated after it was sealed"),
            Self::OtherScheme => write!(
                f,
                "it opens, but uses another version of the scheme than `{SCHEME}`: open it with the program that sealed it"
            ),
            Self::Foreign => {
                f.write_str("it opens, but does not contain sealed orders of this scheme")
            }
        }
    }
}

impl std::error::Error for SealError {}
impl std::error::Error for UnsealError {}

#[cfg(test)]
mod tests;

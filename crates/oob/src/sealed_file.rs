//! The sealed file: orders, salts and the author's own file, encrypted with age. All sealed files
//! have the same size.
//!
//! age does not allow a second recipient next to a passphrase, so an umpire's copy is a separate
//! file.

use std::io::{Read, Write};
use std::{fmt, iter};

use age::secrecy::SecretString;
use age::{Decryptor, Encryptor, scrypt, x25519};
use sandtable_pack::Digest;
use unicode_normalization::UnicodeNormalization as _;
use zeroize::Zeroizing;

use crate::match_sheet::Match;
use crate::scheme::{Commitment, Context, Contribution, Item, Orders, SCHEME};
use crate::secret::Secret;

/// The content of a sealed file.
#[derive(Clone)]
pub struct SealedContent {
    /// The match.
    pub sheet: Match,
    /// The side that the orders belong to.
    pub side: String,
    /// The committed orders.
    pub orders: Orders,
    /// The author's file, for later editing.
    pub author_file: Secret<String>,
}

/// The passphrase or key that seals a file.
pub enum Lock<'a> {
    /// A passphrase.
    Passphrase(&'a Secret<String>),
    /// The public key of an umpire (X25519) in age's notation: `age1…`.
    Umpire(&'a str),
}

/// The passphrase or key that opens a file.
pub enum Key<'a> {
    /// A passphrase.
    Passphrase(&'a Secret<String>),
    /// The secret key of an umpire in age's notation: `AGE-SECRET-KEY-1…`.
    Umpire(&'a Secret<String>),
}

/// An error in sealing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The content is too large for a sealed file.
    Oversize,
    /// The age public key is invalid.
    InvalidKey,
    /// The side is not in the match, or its slots differ from those of the match.
    OtherMatch,
}

/// An error in opening a sealed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsealError {
    /// It is not an age file, or its header is damaged.
    NotSealed,
    /// Its line feeds were replaced by carriage returns and line feeds on the way.
    LineEnds,
    /// It was encoded as text.
    Encoded,
    /// It is too large for a sealed file.
    Oversize,
    /// It requires a higher work factor than [`WORK_FACTOR`].
    TooMuchWork(u8),
    /// The passphrase or key is wrong, or the file was sealed for another kind of key.
    WrongKey,
    /// The age secret key is invalid.
    InvalidKey,
    /// It was changed or truncated after it was sealed.
    Damaged,
    /// It was decrypted, but uses another version of the scheme.
    OtherScheme,
    /// It was decrypted, but does not contain sealed orders of this scheme.
    Foreign,
}

/// The work factor of scrypt: 2^18 rounds, about one second per passphrase. Files with a higher
/// factor are rejected.
pub const WORK_FACTOR: u8 = 18;
/// The plain-text size of every sealed file in bytes, regardless of its content.
const PLAIN_SIZE: usize = 1 << 20;
/// The maximum size of a sealed file in bytes.
pub const MAX_SEALED_SIZE: usize = PLAIN_SIZE + MAX_OVERHEAD;
/// The maximum number of bytes that age adds: its header, and a few bytes per 64 KiB.
const MAX_OVERHEAD: usize = 4_096;
const MAGIC: &[u8] = b"sandtable oob/1 sealed\n";
/// The first line of every age file.
const AGE_VERSION_LINE: &[u8] = b"age-encryption.org/v1\n";
/// The first line, as some mail and FTP programs change it.
const CHANGED_VERSION_LINE: &[u8] = b"age-encryption.org/v1\r\n";
/// The beginning of an age file that was encoded as text.
const ARMOR: &[u8] = b"-----BEGIN AGE ENCRYPTED FILE-----";
/// The maximum size of a header in bytes. Our headers have one stanza of a few lines; an umpire's
/// copy has a second, meaningless one.
const MAX_HEADER_SIZE: usize = 4_096;
/// The maximum number of stanzas in a header. For each stanza, age parses all earlier stanzas
/// again.
const MAX_STANZAS: usize = 4;

impl SealedContent {
    /// The commitment to its orders.
    pub fn commitment(&self) -> Commitment {
        self.orders.commitment(&self.context())
    }

    /// The context for hashing the orders.
    pub fn context(&self) -> Context {
        self.sheet.context(&self.side).expect("the side is in the match")
    }

    /// Seals the content.
    pub fn seal(&self, lock: &Lock<'_>) -> Result<Vec<u8>, SealError> {
        self.seal_with(lock, WORK_FACTOR)
    }

    fn seal_with(&self, lock: &Lock<'_>, work: u8) -> Result<Vec<u8>, SealError> {
        encrypt(&self.to_plain()?, lock, work)
    }

    /// Opens a sealed file. The caller must compare its [`SealedContent::commitment`] with the commitment
    /// of the side.
    pub fn unseal(sealed: &[u8], key: &Key<'_>) -> Result<Self, UnsealError> {
        let plain = decrypt(sealed, key, PLAIN_SIZE)?;
        Self::from_plain(&plain).ok_or_else(|| content_error(&plain))
    }

    /// Encodes the content as [`PLAIN_SIZE`] bytes.
    fn to_plain(&self) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let shape = self.sheet.shape();
        if self.sheet.context(&self.side).is_none() || self.orders.shape() != shape {
            return Err(SealError::OtherMatch);
        }
        let mut plain = Zeroizing::new(Vec::with_capacity(PLAIN_SIZE));
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
            if plain.len() > PLAIN_SIZE {
                return Err(SealError::Oversize);
            }
        }
        self.orders.salts().for_each(|salt| plain.extend_from_slice(salt));
        let authored = self.author_file.expose();
        plain.extend_from_slice(&long(authored)?.to_be_bytes());
        if plain.len() + authored.len() > PLAIN_SIZE {
            return Err(SealError::Oversize);
        }
        plain.extend_from_slice(authored.as_bytes());
        plain.resize(PLAIN_SIZE, 0);
        Ok(plain)
    }

    fn from_plain(plain: &[u8]) -> Option<Self> {
        let mut reader = Reader(plain.strip_prefix(MAGIC)?);
        let base = Digest::from_bytes(reader.bytes()?);
        let [days, turns, entries, commands] = reader.bytes()?;
        let entries: Vec<String> = (0..entries).map(|_| reader.short()).collect::<Option<_>>()?;
        let (first, second, side) = (reader.short()?, reader.short()?, reader.short()?);
        let (one, other) = (Contribution(reader.bytes()?), Contribution(reader.bytes()?));
        let sides = [(first, one), (second, other)];
        let sheet = Match::new(base, days, turns, commands, entries, sides).ok()?;
        sheet.context(&side)?;
        let shape = sheet.shape();
        let count = reader.number()?;
        let mut items: Vec<(u32, Item)> = Vec::new();
        for _ in 0..count {
            let (index, item) = (reader.number()?, Item::new(&reader.long()?).ok()?);
            // Each slot appears at most once, in order and not empty: any other encoding could hide
            // data.
            if item.is_empty() || items.last().is_some_and(|(last, _)| *last >= index) {
                return None;
            }
            items.push((index, item));
        }
        let salts = (0..shape.leaves()).map(|_| reader.bytes().map(Secret::new));
        let salts: Vec<_> = salts.collect::<Option<_>>()?;
        let orders = Orders::with_salts(shape, items, salts).ok()?;
        let authored = Secret::new(reader.long()?);
        reader.0.iter().all(|&byte| byte == 0).then_some(Self {
            sheet,
            side,
            orders,
            author_file: authored,
        })
    }
}

/// Encrypts plain text of constant size.
pub(crate) fn encrypt(plain: &[u8], lock: &Lock<'_>, work: u8) -> Result<Vec<u8>, SealError> {
    let encryptor = match lock {
        Lock::Passphrase(passphrase) => {
            let mut recipient = scrypt::Recipient::new(secret_string(&spellings(passphrase)[0]));
            recipient.set_work_factor(work);
            Encryptor::with_recipients(iter::once(&recipient as &dyn age::Recipient))
        }
        Lock::Umpire(key) => {
            let recipient: x25519::Recipient = key.parse().map_err(|_| SealError::InvalidKey)?;
            Encryptor::with_recipients(iter::once(&recipient as &dyn age::Recipient))
        }
    };
    let encryptor = encryptor.expect("there is one recipient");
    let mut sealed = Vec::with_capacity(plain.len() + MAX_OVERHEAD);
    let mut output = encryptor.wrap_output(&mut sealed).expect("writing to a vector never fails");
    output.write_all(plain).expect("writing to a vector never fails");
    output.finish().expect("writing to a vector never fails");
    Ok(sealed)
}

/// Decrypts a file, and checks that its plain text has `size` bytes.
pub(crate) fn decrypt(
    sealed: &[u8],
    key: &Key<'_>,
    size: usize,
) -> Result<Zeroizing<Vec<u8>>, UnsealError> {
    if sealed.starts_with(CHANGED_VERSION_LINE) {
        return Err(UnsealError::LineEnds);
    }
    if sealed.starts_with(ARMOR) {
        return Err(UnsealError::Encoded);
    }
    if sealed.len() > size + MAX_OVERHEAD {
        return Err(UnsealError::Oversize);
    }
    if !has_short_header(sealed) {
        return Err(UnsealError::NotSealed);
    }
    let read = |identity: &dyn age::Identity| {
        let decryptor = Decryptor::new(sealed).map_err(from_age_error)?;
        let reader = decryptor.decrypt(iter::once(identity)).map_err(from_age_error)?;
        let mut plain = Zeroizing::new(Vec::with_capacity(size + 1));
        let count = reader.take(size as u64 + 1).read_to_end(&mut plain);
        count.map(|_| plain).map_err(|_| UnsealError::Damaged)
    };
    let plain = match key {
        Key::Passphrase(passphrase) => {
            let tried = spellings(passphrase).into_iter().map(|spelling| {
                let mut identity = scrypt::Identity::new(secret_string(&spelling));
                identity.set_max_work_factor(WORK_FACTOR);
                read(&identity)
            });
            let mut tried = tried.filter(|one| !matches!(one, Err(UnsealError::WrongKey)));
            tried.next().unwrap_or(Err(UnsealError::WrongKey))?
        }
        Key::Umpire(secret) => {
            let identity: x25519::Identity =
                secret.expose().parse().map_err(|_| UnsealError::InvalidKey)?;
            read(&identity)?
        }
    };
    if plain.len() == size { Ok(plain) } else { Err(UnsealError::Foreign) }
}

/// Whether the header is within our limits. age accepts headers of any length and parses them again
/// for every stanza. A malicious header could keep it busy for hours before it tries any key.
fn has_short_header(sealed: &[u8]) -> bool {
    let beginning = &sealed[..sealed.len().min(MAX_HEADER_SIZE)];
    let Some(mut rest) = beginning.strip_prefix(AGE_VERSION_LINE) else { return false };
    let mut stanzas = 0;
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = &rest[..end];
        if line.starts_with(b"---") {
            return true;
        }
        stanzas += usize::from(line.starts_with(b"-> "));
        if stanzas > MAX_STANZAS {
            return false;
        }
        rest = &rest[end + 1..];
    }
    false
}

/// Returns the error for unexpected plain text. In every version of the scheme, plain text begins
/// with the name of the scheme.
pub(crate) fn content_error(plain: &[u8]) -> UnsealError {
    let version = plain.strip_prefix(b"sandtable oob/");
    match version.is_some_and(|version| !version.starts_with(b"1 ")) {
        true => UnsealError::OtherScheme,
        false => UnsealError::Foreign,
    }
}

/// Reads values from the remaining bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (read, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(read)
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn text(&mut self, count: usize) -> Option<String> {
        std::str::from_utf8(self.take(count)?).ok().map(str::to_owned)
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

/// The spellings of a passphrase, without duplicates. New files are sealed with the first: it is in
/// Normalization Form C and has no byte order mark. Earlier versions sealed with the bytes as they
/// were typed or read, so the others open the files of a Mac (decomposed letters) and of Windows (a
/// byte order mark).
fn spellings(passphrase: &Secret<String>) -> Vec<Secret<String>> {
    const MARK: char = '\u{FEFF}';
    let text = passphrase.expose().trim_start_matches(MARK);
    let forms: [String; 3] = [text.nfc().collect(), text.to_owned(), text.nfd().collect()];
    let forms = forms.map(Secret::new);
    let marked = forms.each_ref().map(|form| Secret::new(format!("{MARK}{}", form.expose())));
    let mut found: Vec<Secret<String>> = Vec::new();
    for spelling in forms.into_iter().chain(marked) {
        if !found.iter().any(|one| one.equals(&spelling)) {
            found.push(spelling);
        }
    }
    found
}

/// Converts a passphrase to age's type, which is also wiped on drop.
fn secret_string(passphrase: &Secret<String>) -> SecretString {
    SecretString::from(passphrase.expose().clone())
}

fn from_age_error(error: age::DecryptError) -> UnsealError {
    use age::DecryptError as Age;
    match error {
        Age::ExcessiveWork { required, .. } => UnsealError::TooMuchWork(required),
        Age::DecryptionFailed | Age::KeyDecryptionFailed | Age::NoMatchingKeys => {
            UnsealError::WrongKey
        }
        Age::InvalidMac => UnsealError::Damaged,
        // Any error that age adds later is probably also about the header.
        _ => UnsealError::NotSealed,
    }
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Oversize => "it is too large for a sealed file",
            Self::InvalidKey => "invalid age public key: pass the key itself (`age1…`), not a file name, and check it for typos",
            Self::OtherMatch => "the orders are for another match",
        })
    }
}

impl fmt::Display for UnsealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSealed => f.write_str("it is not a sealed file, or its beginning is damaged"),
            Self::LineEnds => f.write_str(
                "its line ends were changed in transit: transfer it again as a binary file, or in a zip file",
            ),
            Self::Encoded => f.write_str(
                "it was encoded as text (age armor): decode it, or transfer the file that `oob seal` wrote",
            ),
            Self::Oversize => f.write_str("it is too large for a sealed file"),
            Self::TooMuchWork(asked) => {
                write!(f, "its work factor must be at most {WORK_FACTOR}, found {asked}")
            }
            Self::WrongKey => f.write_str("it was not sealed with this passphrase or key"),
            Self::InvalidKey => f.write_str(
                "the file does not contain an age secret key, which begins with `AGE-SECRET-KEY-1`",
            ),
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

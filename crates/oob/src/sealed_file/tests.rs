use super::*;
use crate::salts::SaltSource;
use crate::scheme::{Shape, Slot};

/// Predictable salts.
struct CountingSalts(u8);

impl SaltSource for CountingSalts {
    fn next_salt(&mut self) -> [u8; 32] {
        self.0 = self.0.wrapping_add(1);
        [self.0; 32]
    }
}

fn orders(shape: Shape, pieces: usize) -> Orders {
    let item = |text: String| Item::new(&text).expect("valid item");
    let start = item("hq Sickles 3\n".to_owned() + &"piece infantry 5000\n".repeat(pieces));
    let arrival = Slot::Arrival { day: 0, turn: 4, entry: 1, command: 1 };
    let items = [(Slot::Start { command: 0 }, start), (arrival, item("piece guns 400".to_owned()))];
    Orders::with_salt_source(shape, items, &mut CountingSalts(0)).expect("the slots exist")
}

fn sample_content(pieces: usize) -> SealedContent {
    let sides = [("union", 1), ("confederate", 2)]
        .map(|(id, byte)| (id.to_owned(), Contribution([byte; 16])));
    let entries = vec!["east".to_owned(), "north".to_owned()];
    let sheet = Match::new(Digest::compute(b"pack"), 1, 8, 3, entries, sides).expect("valid match");
    let orders = orders(sheet.shape(), pieces);
    let authored = Secret::new("format: 1\nside: union\n".to_owned());
    SealedContent { sheet, side: "union".to_owned(), orders, author_file: authored }
}

fn passphrase(text: &str) -> Secret<String> {
    Secret::new(text.to_owned())
}

fn quickly(of: &SealedContent, passphrase: &Secret<String>) -> Vec<u8> {
    of.seal_with(&Lock::Passphrase(passphrase), 10).expect("sealing succeeds")
}

fn opens(sealed: &[u8], key: &Key<'_>) -> SealedContent {
    SealedContent::unseal(sealed, key).unwrap_or_else(|error| panic!("{error}"))
}

fn unseal_error(sealed: &[u8], passphrase: &Secret<String>) -> UnsealError {
    match SealedContent::unseal(sealed, &Key::Passphrase(passphrase)) {
        Ok(_) => panic!("it was unsealed"),
        Err(error) => error,
    }
}

#[test]
fn round_trips_sealed_orders() {
    let (before, key) = (sample_content(3), passphrase("Little Round Top"));
    let after = opens(&quickly(&before, &key), &Key::Passphrase(&key));
    assert_eq!(after.sheet, before.sheet);
    assert_eq!(after.side, before.side);
    assert_eq!(after.commitment(), before.commitment());
    assert!(after.orders.items().eq(before.orders.items()));
    assert!(after.author_file.equals(&before.author_file));
}

#[test]
fn only_umpires_key_opens_copy() {
    let umpire = x25519::Identity::generate();
    let other = x25519::Identity::generate();
    let secret = |identity: &x25519::Identity| {
        use age::secrecy::ExposeSecret;
        passphrase(identity.to_string().expose_secret())
    };
    let public = umpire.to_public().to_string();
    let file = sample_content(3).seal(&Lock::Umpire(&public)).expect("sealing succeeds");
    let opened = opens(&file, &Key::Umpire(&secret(&umpire)));
    assert_eq!(opened.commitment(), sample_content(3).commitment());
    let refused = |key: &Key<'_>| SealedContent::unseal(&file, key).err();
    assert_eq!(refused(&Key::Umpire(&secret(&other))), Some(UnsealError::WrongKey));
    assert_eq!(refused(&Key::Umpire(&passphrase("no key"))), Some(UnsealError::InvalidKey));
    assert_eq!(refused(&Key::Passphrase(&passphrase("x"))), Some(UnsealError::WrongKey));
    assert_eq!(
        sample_content(3).seal(&Lock::Umpire("age1nonsense")).err(),
        Some(SealError::InvalidKey)
    );
}

#[test]
fn sealed_files_have_equal_size() {
    let key = passphrase("x");
    let sizes = [0, 1, 90].map(|pieces| quickly(&sample_content(pieces), &key).len());
    assert!(sizes.iter().all(|&size| size == sizes[0] && size <= MAX_SEALED_SIZE), "{sizes:?}");
}

#[test]
fn rejects_oversize_content() {
    let mut large = sample_content(1);
    large.author_file = passphrase(&"x".repeat(PLAIN_SIZE));
    let key = passphrase("x");
    assert_eq!(large.seal_with(&Lock::Passphrase(&key), 10).err(), Some(SealError::Oversize));
}

#[test]
fn rejects_wrong_passphrase() {
    let file = quickly(&sample_content(1), &passphrase("Little Round Top"));
    assert_eq!(unseal_error(&file, &passphrase("Big Round Top")), UnsealError::WrongKey);
}

/// One passphrase, as the systems spell it: with composed or decomposed letters, and after a byte
/// order mark.
const SPELLINGS: [&str; 4] =
    ["Br\u{FC}cke", "Bru\u{308}cke", "\u{FEFF}Br\u{FC}cke", "\u{FEFF}Bru\u{308}cke"];

#[test]
fn any_spelling_of_passphrase_opens() {
    for sealed_with in SPELLINGS {
        let file = quickly(&sample_content(1), &passphrase(sealed_with));
        for opened_with in SPELLINGS {
            opens(&file, &Key::Passphrase(&passphrase(opened_with)));
        }
        assert_eq!(unseal_error(&file, &passphrase("Bru\u{308}cken")), UnsealError::WrongKey);
    }
}

/// Earlier versions sealed with the bytes of the passphrase as they were typed or read.
#[test]
fn opens_files_of_any_earlier_spelling() {
    let plain = sample_content(1).to_plain().expect("the content fits");
    for sealed_with in SPELLINGS {
        let file = encrypt_bytes(&plain, &passphrase(sealed_with));
        for opened_with in SPELLINGS {
            opens(&file, &Key::Passphrase(&passphrase(opened_with)));
        }
    }
    // Other spaces and letters are another passphrase.
    assert_eq!(
        unseal_error(&encrypt_bytes(&plain, &passphrase("a ")), &passphrase("a")),
        UnsealError::WrongKey
    );
}

/// Files as mail programs change them.
#[test]
fn explains_files_changed_in_transit() {
    let key = passphrase("x");
    let file = quickly(&sample_content(1), &key);
    let with_returns: Vec<u8> = file
        .iter()
        .flat_map(|byte| if *byte == b'\n' { vec![b'\r', b'\n'] } else { vec![*byte] })
        .collect();
    assert_eq!(unseal_error(&with_returns, &key), UnsealError::LineEnds);
    let armor = b"-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n".repeat(40_000);
    assert_eq!(unseal_error(&armor, &key), UnsealError::Encoded);
}

#[test]
fn rejects_changed_and_truncated_files() {
    let key = passphrase("x");
    let file = quickly(&sample_content(1), &key);
    for at in (0..200).chain((200..file.len()).step_by(file.len() / 60)) {
        let mut changed = file.clone();
        changed[at] ^= 0x10;
        assert!(SealedContent::unseal(&changed, &Key::Passphrase(&key)).is_err(), "byte {at}");
    }
    for length in [0, 1, 20, 150, 200, 1_000, PLAIN_SIZE / 2, file.len() - 1] {
        let cut = &file[..length];
        assert!(SealedContent::unseal(cut, &Key::Passphrase(&key)).is_err(), "{length} bytes");
    }
    let mut longer = file;
    longer.push(0);
    assert_eq!(unseal_error(&longer, &key), UnsealError::Damaged);
}

#[test]
fn rejects_costly_and_oversize_files() {
    let key = passphrase("x");
    let file = quickly(&sample_content(1), &key);
    let head = b" 10\n";
    let at = file.windows(head.len()).position(|part| part == head).expect("the work factor");
    let mut costly = file;
    costly.splice(at..at + head.len(), b" 40\n".iter().copied());
    assert_eq!(unseal_error(&costly, &key), UnsealError::TooMuchWork(40));
    assert_eq!(unseal_error(&vec![0; MAX_SEALED_SIZE + 1], &key), UnsealError::Oversize);
}

/// age's own parser reads a long header many times, so we never pass it one.
#[test]
fn rejects_endless_header_at_once() {
    let key = passphrase("x");
    let header = |rest: Vec<u8>| [b"age-encryption.org/v1\n".to_vec(), rest].concat();
    let end = b"--- 4VyTsPJwW3q4ZbBLmVMHtrLh7mQ7rZz6ZWJmBzCLYwQ\n".to_vec();
    let start = std::time::Instant::now();
    for hostile in [
        header(b"-> X\n\n".repeat(6_000)),
        header([b"-> X\n\n".repeat(6_000), end.clone()].concat()),
        header([b"-> X\n\n".repeat(5), end.clone()].concat()),
        header([b"-> ".to_vec(), vec![b'X'; 900_000], b"\n\n".to_vec(), end].concat()),
        header(vec![b'A'; 900_000]),
        header(b"--- ".to_vec()),
        b"age-encryption.org/v2\n--- \n".to_vec(),
    ] {
        assert_eq!(unseal_error(&hostile, &key), UnsealError::NotSealed);
        let umpire = passphrase("AGE-SECRET-KEY-1");
        let refused = SealedContent::unseal(&hostile, &Key::Umpire(&umpire)).err();
        assert_eq!(refused, Some(UnsealError::NotSealed));
        let refused = crate::sealed_note::OpenedNote::unseal(&hostile, &Key::Passphrase(&key));
        assert!(matches!(refused, Err(UnsealError::NotSealed | UnsealError::Oversize)));
    }
    assert!(start.elapsed().as_secs() < 5, "no scrypt, and no header read twice");
}

/// Encrypts arbitrary bytes.
fn encrypt_bytes(plain: &[u8], key: &Secret<String>) -> Vec<u8> {
    let mut recipient = scrypt::Recipient::new(secret_string(key));
    recipient.set_work_factor(10);
    let recipient: [&dyn age::Recipient; 1] = [&recipient];
    let encryptor = Encryptor::with_recipients(recipient.into_iter()).expect("there is one");
    let mut file = Vec::new();
    let mut output = encryptor.wrap_output(&mut file).expect("writing to a vector never fails");
    output.write_all(plain).expect("writing to a vector never fails");
    output.finish().expect("writing to a vector never fails");
    file
}

#[test]
fn rejects_foreign_content() {
    let key = passphrase("x");
    let plain = sample_content(1).to_plain().expect("the content fits");
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut other = plain.to_vec();
        change(&mut other);
        unseal_error(&encrypt_bytes(&other, &key), &key)
    };
    assert_eq!(with(&|plain| plain[10] = b'x'), UnsealError::Foreign, "other content");
    assert_eq!(with(&|plain| plain.truncate(PLAIN_SIZE - 1)), UnsealError::Foreign, "shorter");
    assert_eq!(with(&|plain| plain.push(0)), UnsealError::Foreign, "longer");
    assert_eq!(with(&|plain| plain[PLAIN_SIZE - 1] = 1), UnsealError::Foreign, "hidden at the end");
    let version = MAGIC.len() - "1 sealed\n".len();
    assert_eq!(
        with(&|plain| plain[version] = b'0'),
        UnsealError::OtherScheme,
        "an earlier version"
    );
    let counts = MAGIC.len() + 32;
    assert_eq!(with(&|plain| plain[counts] = 0), UnsealError::Foreign, "no days");
    assert_eq!(unseal_error(b"no file of age", &key), UnsealError::NotSealed);
}

/// No plain text causes a panic.
#[test]
fn reads_any_bytes_without_panic() {
    let plain = sample_content(2).to_plain().expect("the content fits");
    let used = plain.iter().rposition(|&byte| byte != 0).expect("the plain text is not empty") + 1;
    for at in 0..used {
        for change in [0x00, 0x7f, 0xff] {
            let mut other = plain.to_vec();
            other[at] = change;
            let _ = SealedContent::from_plain(&other);
        }
    }
}

/// The sealed files in `tests/secret-orders` must always open: the layout never changes.
#[test]
fn opens_committed_sealed_files() {
    let key = passphrase("Little Round Top");
    let read = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/secret-orders/");
        std::fs::read(format!("{folder}{name}")).expect("readable")
    };
    let file = read("orders.sealed");
    let opened = opens(&file, &Key::Passphrase(&key));
    assert_eq!(opened.sheet, sample_content(3).sheet);
    assert_eq!(opened.side, "union");
    assert!(opened.author_file.equals(&sample_content(3).author_file));
    assert!(opened.orders.items().eq(sample_content(3).orders.items()));
    assert!(opened.orders.salts().eq(sample_content(3).orders.salts()));
    assert_eq!(opened.commitment().to_string(), ORDERS_COMMITMENT);
    // Encoding the content again gives the same bytes.
    let plain = decrypt(&file, &Key::Passphrase(&key), PLAIN_SIZE).expect("the file opens");
    assert!(plain[..] == opened.to_plain().expect("the content fits")[..]);
    let note = crate::OpenedNote::unseal(&read("note.sealed"), &Key::Passphrase(&key));
    let note = note.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (note.side(), note.sheet(), note.note().night()),
        ("union", &sample_content(3).sheet, 1)
    );
    assert_eq!(note.commitment().map(|one| one.to_string()).as_deref(), Some(NOTE_COMMITMENT));
}

const ORDERS_COMMITMENT: &str =
    "oob1 mfzx v2yv 6g4q mlru yyuu u30x 2hpn 9sth sfr9 0vex 4hnq m59q u8kq 49dg 5t";
const NOTE_COMMITMENT: &str =
    "nigh t1fy fh5k gxlf t6f7 uhcn 88jn j6m9 7am5 5g2n w8w0 k2uh zrs2 cu66 ysv2 m60t";

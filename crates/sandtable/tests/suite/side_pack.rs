//! A side's pack reveals no secrets of the other side (docs/secret-orders.md). Searches every part
//! that an umpire's `oob merge` makes for Blue, and all output about it, for Red's names, ids,
//! counts, digests and lines.

use std::fmt::Write as _;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use lopdf::{Document, Object};
use sandtable_oob::Commitment;
use sandtable_pack::{AnyPack, Pack, PackLimits, read_any};
use tempfile::TempDir;

/// The number of lines above Red's order of battle, which makes its line numbers unique.
const LINES_ABOVE: usize = 70_123;
/// Red's secrets: names, ids, and strengths, which represent all counts.
const RED_ORDERS: &str = "\
format: 1
side: red
edge: north
lines_of_communication: [north-road]
commands:
  - id: vermilion-wing
    title: Vermilion Wing
    short: VW
    hq: { name: Xerxes Quillfeather, rating: 2 }
    baggage: { packed: true }
    pieces:
      - { id: zinnober-guards, name: Zinnober, type: infantry, strength: 6317 }
      - { id: carmine-foot, name: Carmine, type: infantry, strength: 5923 }
      - { id: madder-foot, name: Carmine, type: infantry, strength: 4729 }
      - { id: scarlet-guns, name: Scarlatti, type: artillery, strength: 1657 }
      # Blue's train has the same id: the umpire's pack renames both.
      - { id: corps-train, name: Carmine, type: cavalry }
reinforcements:
  - { turn: 3, entry: north, command: vermilion-wing }
";
const RED_NAMES: [&str; 10] = [
    "vermilion-wing",
    "Vermilion Wing",
    "Quillfeather",
    "zinnober-guards",
    "Zinnober",
    "carmine-foot",
    "madder-foot",
    "Carmine",
    "scarlet-guns",
    "Scarlatti",
];
const RED_COUNTS: [&str; 4] = ["6317", "5923", "4729", "1657"];

/// Strings that must not be found, by kind.
struct Secrets {
    names: Vec<String>,
    counts: Vec<String>,
    digests: Vec<String>,
    lines: Vec<String>,
}

/// An output for a side, as text.
struct OutputPart {
    name: String,
    /// The text to search for numbers: everything except the line drawing of PDFs.
    text: String,
    /// The whole text in lower case without spaces, because PDFs may place glyphs one by one.
    normalised: String,
}

impl OutputPart {
    fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), normalised: normalise(&text), text }
    }

    /// A part with the readable text of a PDF, and its streams.
    fn from_pdf(name: &str, text: String, streams: &str) -> Self {
        let normalised = normalise(&text) + "\n" + &normalise(streams);
        Self { name: name.to_owned(), normalised, text }
    }

    fn contains_word(&self, word: &str) -> bool {
        self.normalised.contains(&normalise(word))
    }

    /// Whether the text contains a number, with or without a thousands separator, that is not part
    /// of a longer number.
    fn contains_number(&self, number: &str) -> bool {
        let is_digit = |one: Option<char>| one.is_some_and(|one| one.is_ascii_digit());
        let (thousands, rest) = number.split_at(number.len() - 3);
        let signs = ["", ",", ".", "\u{202f}", "\u{a0}"];
        let forms = signs.map(|sign| format!("{thousands}{sign}{rest}"));
        forms.iter().any(|form| {
            self.text.match_indices(form.as_str()).any(|(at, _)| {
                let [before, after] = [&self.text[..at], &self.text[at + form.len()..]];
                !is_digit(before.chars().next_back()) && !is_digit(after.chars().next())
            })
        })
    }
}

/// The files of a game: the base pack, the files of both sides and the umpire, and the umpire's
/// output.
struct GameFolder {
    folder: TempDir,
    /// The umpire's terminal output.
    umpire_output: String,
    secrets: Secrets,
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../compile/tests/data")
}

impl GameFolder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        let field = folder.path().join("field");
        std::fs::create_dir_all(field.join("layers")).expect("folders");
        for part in ["", "layers"] {
            for entry in
                std::fs::read_dir(data().join("field").join(part)).expect("the folder is readable")
            {
                let path = entry.expect("readable").path();
                if path.is_file() {
                    let name = path.file_name().expect("a file");
                    std::fs::copy(&path, field.join(part).join(name)).expect("copied");
                }
            }
        }
        let copy = |from: &str, to: &str| {
            std::fs::copy(data().join("oob").join(from), folder.path().join(to)).expect("copied");
        };
        copy("base.scenario.yaml", "field/scenario.yaml");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("written");
        };
        let text = |path: &Path| std::fs::read_to_string(path).expect("readable");
        // Blue's train is inside a moat, cut off from its line: both Blue and the umpire get the
        // warning.
        let blue = text(&data().join("oob/good/blue.oob.yaml"));
        write("blue.oob.yaml", &blue.replace("grid: D6.99", "grid: B6.18"));
        let lake = text(&field.join("layers/lake.geojson"));
        let mut lake: serde_json::Value = serde_json::from_str(&lake).expect("valid JSON");
        lake["features"].as_array_mut().expect("the value is a list").push(serde_json::json!({
            "type": "Feature",
            "properties": { "id": "moat", "basis": "data" },
            "geometry": { "type": "Polygon", "coordinates": [
                [[9.9685, 49.975], [9.981, 49.975], [9.981, 49.9852], [9.9685, 49.9852], [9.9685, 49.975]],
                [[9.970, 49.9765], [9.970, 49.984], [9.9795, 49.984], [9.9795, 49.9765], [9.970, 49.9765]],
            ] },
        }));
        write("field/layers/lake.geojson", &lake.to_string());
        write("red.oob.yaml", &format!("{}{RED_ORDERS}", "#\n".repeat(LINES_ABOVE)));
        write("blue.pass", "blue is the colour\n");
        write("red.pass", "red is the colour\n");
        let secrets = Secrets {
            names: Vec::new(),
            counts: Vec::new(),
            digests: Vec::new(),
            lines: Vec::new(),
        };
        let mut table = Self { folder, umpire_output: String::new(), secrets };
        table.run_protocol();
        table
    }

    /// Runs all commands from the base pack to the umpire's output.
    fn run_protocol(&mut self) {
        self.run_successfully("compile field -o base.pack");
        for side in ["blue", "red"] {
            self.run_successfully(&format!(
                "oob match base.pack --side {side} -o {side}.part.json"
            ));
        }
        self.run_successfully("oob match base.pack blue.part.json red.part.json -o match.json");
        let key = self.run_successfully("oob key -o umpire.key").0.trim().to_owned();
        let [blue, red] = ["blue", "red"].map(|side| {
            let line = format!("oob seal {side}.oob.yaml --pack base.pack --match match.json -o {side}.sealed --passphrase-file {side}.pass --umpire {key}");
            self.run_successfully(&line).0.trim().to_owned()
        });
        let [blue_word, red_word] = [&blue, &red].map(|text| text.replace(' ', "_"));
        let merged = self.run_successfully(&format!("oob merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={blue_word} --commitment red={red_word} --out umpire"));
        self.umpire_output = merged.1;
        self.run_successfully("oob open red.sealed -o red.opened.json --passphrase-file red.pass");
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let commitment = Commitment::parse(&red).expect("a commitment");
        let mut root = String::new();
        commitment.bytes().iter().for_each(|byte| write!(root, "{byte:02x}").expect("a text"));
        let packs = ["umpire/umpire.pack", "umpire/red.pack"].map(|name| self.pack(name));
        let digests = packs.iter().flat_map(|pack| [pack.play_digest(), pack.pack_digest()]);
        let mut digests: Vec<String> = digests.map(|digest| digest.to_string()).collect();
        digests.extend([red, root]);
        // Output may shorten a digest.
        let short: Vec<String> =
            digests.iter().map(|digest| normalise(digest)[..12].to_owned()).collect();
        digests.extend(short);
        let opened: serde_json::Value =
            serde_json::from_slice(&self.bytes("red.opened.json")).expect("valid JSON");
        let salts = opened["salts"].as_array().expect("the value is a list").iter();
        digests.extend(salts.filter_map(|salt| salt.as_str().map(str::to_owned)));
        let lines = 1..=RED_ORDERS.lines().count();
        self.secrets = Secrets {
            names: owned(&RED_NAMES),
            counts: owned(&RED_COUNTS),
            digests,
            lines: lines.map(|line| (LINES_ABOVE + line).to_string()).collect(),
        };
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("the file exists")
    }

    fn pack(&self, name: &str) -> Pack {
        match read_any(&self.bytes(name), PackLimits::default()).expect("valid pack") {
            AnyPack::PubBattles(pack) => *pack,
            AnyPack::Fab(_) => panic!("expected a pack of Pub Battles"),
        }
    }

    /// Runs the program in the folder; `_` stands for a space within a word. Returns the status,
    /// the result and the messages.
    fn run(&self, line: &str) -> (i32, String, String) {
        let words = line.split_whitespace().map(|word| word.replace('_', " "));
        let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(words)
            .env("COLUMNS", "200")
            .current_dir(self.folder.path())
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code().expect("the program exits by itself"),
            text(&output.stdout),
            text(&output.stderr),
        )
    }

    /// Runs a command that must succeed; returns the result and the messages.
    fn run_successfully(&self, line: &str) -> (String, String) {
        let (status, result, messages) = self.run(line);
        assert_eq!(status, 0, "{line}: {messages}");
        (result, messages)
    }

    /// Returns all output for a side: its pack, the parts of the pack, its prints, and messages
    /// about the pack.
    fn pack_outputs(&self, name: &str) -> Vec<OutputPart> {
        let mut parts = zip_parts(&self.bytes(&format!("umpire/{name}.pack")));
        for line in [
            format!("check umpire/{name}.pack"),
            format!("check umpire/{name}.pack --format json"),
            format!("inspect umpire/{name}.pack"),
            format!("run umpire/{name}.pack --games 1 --seed 1 --record {name}.record.json"),
            format!("render umpire/{name}.pack --side {name} --as pdf --out printed-{name}"),
            format!("oob print {name}.oob.yaml --pack base.pack --out cut-{name}"),
        ] {
            let (_, result, messages) = self.run(&line);
            parts.push(OutputPart::new(&line, format!("{result}\n{messages}")));
        }
        for folder in [format!("printed-{name}"), format!("cut-{name}")] {
            let Ok(entries) = std::fs::read_dir(self.path(&folder)) else { continue };
            for entry in entries {
                let path = entry.expect("readable").path();
                let bytes = std::fs::read(&path).expect("readable");
                parts.extend(pdf_parts(&path.display().to_string(), &bytes));
            }
        }
        parts
    }

    /// Red's secrets found in these parts, by kind: names, counts, digests, lines.
    fn find_secrets(&self, parts: &[OutputPart]) -> [Vec<String>; 4] {
        let Secrets { names, counts, digests, lines } = &self.secrets;
        let within = |secrets: &[String], holds: fn(&OutputPart, &str) -> bool| {
            let each = parts.iter().flat_map(|part| secrets.iter().map(move |one| (part, one)));
            let held = each.filter(|(part, one)| holds(part, one));
            held.map(|(part, one)| format!("{one} in {}", part.name)).collect()
        };
        [
            within(names, OutputPart::contains_word),
            within(counts, OutputPart::contains_number),
            within(digests, OutputPart::contains_word),
            within(lines, OutputPart::contains_number),
        ]
    }
}

/// The text in lower case without spaces.
fn normalise(text: &str) -> String {
    text.chars().filter(|one| !one.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// The bytes of a pack, and the names and contents of all its parts.
fn zip_parts(bytes: &[u8]) -> Vec<OutputPart> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut parts = vec![OutputPart::new("the pack's bytes", text(bytes))];
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("a part");
        let name = file.name().expect("a name").into_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).expect("the part is complete");
        parts.push(OutputPart::new(&name, format!("{name}\n{}", text(&content))));
    }
    parts
}

/// A printed file: the text of its pages, and all its streams and strings, decompressed.
fn pdf_parts(name: &str, bytes: &[u8]) -> Vec<OutputPart> {
    assert!(bytes.starts_with(b"%PDF"), "{name}");
    let document = Document::load_mem(bytes).expect("a PDF");
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    let mut text = document.extract_text(&pages).expect("readable text");
    let mut streams = String::from_utf8_lossy(bytes).into_owned();
    document.objects.values().for_each(|object| collect_strings(object, &mut text, &mut streams));
    document
        .trailer
        .iter()
        .for_each(|(_, object)| collect_strings(object, &mut text, &mut streams));
    vec![OutputPart::from_pdf(name, text, &streams)]
}

/// The strings and names of an object, and its streams; metadata streams are readable text.
fn collect_strings(object: &Object, text: &mut String, streams: &mut String) {
    text.push('\n');
    match object {
        Object::String(bytes, _) => {
            *text += &String::from_utf8_lossy(bytes);
            if let Some(wide) = bytes.strip_prefix(&[0xfe, 0xff]) {
                let units: Vec<u16> = wide
                    .chunks_exact(2)
                    .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
                    .collect();
                text.push('\n');
                *text += &String::from_utf16_lossy(&units);
            }
        }
        Object::Name(bytes) => *text += &String::from_utf8_lossy(bytes),
        Object::Array(items) => items.iter().for_each(|item| collect_strings(item, text, streams)),
        Object::Dictionary(dictionary) => {
            dictionary.iter().for_each(|(_, item)| collect_strings(item, text, streams))
        }
        Object::Stream(stream) => {
            stream.dict.iter().for_each(|(_, item)| collect_strings(item, text, streams));
            let content = stream.decompressed_content();
            let content = content.as_deref().unwrap_or(&stream.content);
            let into = if content.starts_with(b"<?xpacket") { text } else { streams };
            into.push('\n');
            *into += &String::from_utf8_lossy(content);
        }
        _ => {}
    }
}

#[test]
fn side_pack_hides_other_sides_secrets() {
    let table = GameFolder::new();
    let mut of_blue = table.pack_outputs("blue");
    let messages = String::from_utf8(table.bytes("umpire/blue.txt")).expect("valid UTF-8");
    // PB-31.2: the train is reported by its own id. From `blue-corps-train`, Blue could infer that
    // Red has a `corps-train` too.
    assert!(messages.contains("train `corps-train` of `blue` has no passable route"), "{messages}");
    of_blue.push(OutputPart::new("blue.txt", messages));
    let renamed = of_blue.iter().find(|part| part.contains_word("blue-corps-train"));
    assert_eq!(renamed.map(|part| &part.name), None);
    assert_eq!(table.find_secrets(&of_blue), [const { Vec::<String>::new() }; 4]);
    // Blue's own names are present, also in print. The pack cannot be played without Red.
    let holds = |word: &str, of: &str| {
        let parts = of_blue.iter().filter(|part| part.name.ends_with(of));
        parts.into_iter().any(|part| part.contains_word(word))
    };
    assert!(holds("Navy", "labels.json") && holds("Zure", "labels.json"));
    assert!(holds("Navy", "stickers-blue.pdf") && holds("Zure", ".pdf"), "the pages can be read");
    let refused =
        of_blue.iter().find(|part| part.name.starts_with("run ")).expect("the output of `run`");
    assert!(refused.text.contains("order of battle of `red` is missing"), "{}", refused.text);
    assert!(!table.path("blue.record.json").exists());

    // The same search finds every secret in Red's pack, so it would detect a leak into Blue's pack.
    let [names, counts, digests, _] = table.find_secrets(&table.pack_outputs("red"));
    let found = |all: &[String], secret: &str, of: &str| {
        all.iter().any(|one| one.starts_with(&format!("{secret} in ")) && one.ends_with(of))
    };
    for (secrets, all) in [(&table.secrets.names, &names), (&table.secrets.counts, &counts)] {
        for secret in secrets {
            assert!(
                found(all, secret, "labels.json") || found(all, secret, "scenario.json"),
                "{secret}"
            );
        }
    }
    assert!(found(&names, "Zinnober", "stickers-red.pdf"), "{names:?}");
    assert!(found(&counts, "6317", ".pdf"), "{counts:?}");
    let own = table.pack("umpire/red.pack").play_digest().to_string();
    assert!(found(&digests, &own, "inspect umpire/red.pack"), "{digests:?}");
    let whole = zip_parts(&table.bytes("umpire/umpire.pack"));
    assert!(table.find_secrets(&whole)[..2].iter().all(|found| !found.is_empty()));
    // Sheets show the digest of the base pack, because a digest of the merged pack would serve to
    // test guesses at an order of battle.
    assert!(!digests.iter().any(|one| one.ends_with(".pdf")), "{digests:?}");
    // The umpire's message about two pieces with the same name refers to the committed orders. The
    // umpire must not see lines of an author's file either.
    let messages = String::from_utf8(table.bytes("umpire/umpire.txt")).expect("valid UTF-8");
    assert!(
        messages.contains("train `blue-corps-train` of `blue` has no passable route"),
        "{messages}"
    );
    assert!(messages.contains("`red`: ") && messages.contains("Carmine"), "{messages}");
    let screen = OutputPart::new("the umpire's screen", table.umpire_output.clone());
    let messages = OutputPart::new("umpire.txt", messages);
    assert_eq!(table.find_secrets(&[screen, messages])[3], [""; 0], "{}", table.umpire_output);
}

/// A secret is found in every kind of part: in a compressed pack, and in a string or compressed
/// stream of a PDF.
#[test]
fn search_finds_seeded_leaks() {
    let zip_of = |text: &str| {
        let mut file = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        file.start_file("labels.json", options).expect("a part");
        std::io::Write::write_all(&mut file, text.as_bytes())
            .expect("writing to memory cannot fail");
        zip_parts(&file.finish().expect("a zip").into_inner())
    };
    let within = |object: &Object| {
        let (mut text, mut streams) = (String::new(), String::new());
        collect_strings(object, &mut text, &mut streams);
        OutputPart::from_pdf("an object", text, &streams)
    };
    let number: fn(&OutputPart, &str) -> bool = OutputPart::contains_number;
    let filling = " ".repeat(500);
    for (secret, holds) in [
        ("Zinnober", OutputPart::contains_word as fn(&OutputPart, &str) -> bool),
        ("9f86d081884c", OutputPart::contains_word),
        ("5923", number),
        ("70130", number),
    ] {
        let seeded = zip_of(&format!("{{\"a\":\"{filling}{secret}\"}}"));
        assert!(seeded.iter().any(|part| holds(part, secret)), "{secret}");
        assert!(!zip_of(&filling).iter().any(|part| holds(part, secret)), "{secret}");
        let wide: Vec<u8> =
            [0xfe, 0xff].into_iter().chain(secret.bytes().flat_map(|one| [0, one])).collect();
        for text in [Object::string_literal(secret), Object::string_literal(wide)] {
            let title = Object::Dictionary(lopdf::dictionary! { "Title" => text });
            assert!(holds(&within(&title), secret), "{secret}");
        }
        let content = format!("<?xpacket {secret} {filling}").into_bytes();
        let mut stream = lopdf::Stream::new(lopdf::Dictionary::new(), content);
        stream.compress().expect("compression cannot fail");
        assert!(holds(&within(&Object::Stream(stream)), secret), "{secret}");
    }
    let text = OutputPart::new("a text", "of 5,923 men; 159231".to_owned());
    assert!(
        text.contains_number("5923")
            && !text.contains_number("1592")
            && !text.contains_number("9231")
    );
}

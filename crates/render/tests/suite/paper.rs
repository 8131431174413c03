//! Maps on ordered paper: whole or in tiles, at the pack's scale or at another scale for viewing.

use lopdf::Document;
use sandtable_pack::{
    Arrival, Element, Formation, Language, Pack, PaperLength, Reinforcement, Scale, SideId, Text,
};
use sandtable_render::{
    Format, Paper, PaperError, PaperOrder, PrintError, PrintOrder, PrintOutput, Product, print,
};

use crate::support;

fn order_on(paper: &str, margin: f64, overlap: f64) -> PrintOrder {
    PrintOrder {
        products: vec![Product::Map],
        formats: vec![Format::Pdf],
        paper: Some(PaperOrder {
            paper: paper.parse().expect("a paper"),
            margin: PaperLength::from_millimetres(margin),
            overlap: PaperLength::from_millimetres(overlap),
        }),
        ..PrintOrder::default()
    }
}

fn print_map(order: &PrintOrder) -> Result<PrintOutput, PrintError> {
    print(&support::battlefield(60), order)
}

fn document(order: &PrintOrder) -> Document {
    let printed = print_map(order).expect("printable map");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("memory can be written");
    Document::load_mem(&bytes).expect("valid PDF")
}

#[test]
fn parses_paper_names_and_sizes() {
    for (text, name) in [
        ("a4", "a4"),
        ("Letter", "letter"),
        ("914x1200mm", "914x1200mm"),
        ("1500 × 609.6 mm", "1500x609.6mm"),
    ] {
        assert_eq!(text.parse::<Paper>().expect(text).name(), name);
    }
    for text in ["a5", "", "300x", "300x400", "1501x600mm", "90x600mm", "NaNx300mm", "-300x300mm"] {
        assert!(text.parse::<Paper>().is_err(), "{text}");
    }
}

/// The 534 × 620 mm sheet on a roll of canvas with space for a hem.
#[test]
fn large_paper_takes_whole_map() {
    for (paper, pages) in [("620x720mm", 1), ("720x620mm", 1), ("560x700mm", 3)] {
        let document = document(&order_on(paper, 40.0, 10.0));
        assert_eq!(document.get_pages().len(), pages, "{paper}");
    }
}

#[test]
fn tiles_have_names_and_rulers() {
    let order = PrintOrder { language: Language::Es, ..order_on("a3", 5.0, 10.0) };
    let printed = print_map(&order).expect("printable map");
    assert_eq!(printed.files[0].name, "map-a3.pdf");
    let document = document(&order);
    let count = document.get_pages().len() as u32;
    let key = document.extract_text(&[1]).expect("text can be read");
    assert!(key.contains("100 mm"), "{key}");
    assert!(key.contains(&format!("{} piezas", count - 1)), "{key}");
    for page in 2..=count {
        let text = document.extract_text(&[page]).expect("text can be read");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.contains(&"A1") == (page == 2), "page {page}: {text}");
        assert_eq!(words.iter().filter(|word| **word == "90").count(), 2, "page {page}: {text}");
    }
}

#[test]
fn rejects_paper_smaller_than_margins() {
    assert!(matches!(
        print_map(&order_on("a4", 50.0, 10.0)),
        Err(PrintError::Paper(PaperError::NoRoom { .. }))
    ));
    assert!(matches!(
        print_map(&order_on("a3", 5.0, 150.0)),
        Err(PrintError::Paper(PaperError::Overlap { .. }))
    ));
    // The suggested value works.
    let Err(PrintError::Paper(PaperError::Overlap { most })) =
        print_map(&order_on("a4", 5.0, 90.0))
    else {
        panic!("the ruler fits, but not next to such a strip");
    };
    assert!(print_map(&order_on("a4", 5.0, most.millimetres())).is_ok());
    let huge = PrintOrder { scale: Scale::new(1_000), ..order_on("a4", 5.0, 10.0) };
    assert!(matches!(print_map(&huge), Err(PrintError::Paper(PaperError::TooMany { .. }))));
}

#[test]
fn other_scale_prints_marked_map_only() {
    let other = PrintOrder {
        products: Vec::new(),
        scale: Scale::new(24_000),
        formats: vec![Format::Pdf],
        ..PrintOrder::default()
    };
    let printed = print_map(&other).expect("printable map");
    let names: Vec<&str> = printed.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["map.pdf", "set-up.pdf", "order-of-battle.pdf", "booklet.pdf"]);
    let text = document(&other).extract_text(&[1]).expect("text can be read");
    let text = text.replace('\n', " ").to_lowercase();
    for (words, are_there) in [("not for play", true), ("1:24,000", true), ("mounted move", false)]
    {
        assert_eq!(text.contains(words), are_there, "{words}: {text}");
    }
    let stickers = PrintOrder { products: vec![Product::Stickers], ..other };
    let refused = print(&support::battlefield(60), &stickers);
    assert_eq!(refused, Err(PrintError::WrongScale(Product::Stickers)));
}

/// The set-up map omits the same names as the map.
#[test]
fn reports_omitted_name_once() {
    let small = PrintOrder { scale: Scale::new(300_000), ..PrintOrder::default() };
    let omitted = print_map(&small).expect("printable map").omitted_names;
    let different: std::collections::BTreeSet<&String> = omitted.iter().collect();
    assert!(!omitted.is_empty());
    assert_eq!(omitted.len(), different.len(), "{omitted:?}");
}

#[test]
fn one_side_prints_own_components() {
    let pack = support::battlefield(60);
    let [own, other] = &pack.scenario().sides;
    let order = |side: &SideId| PrintOrder {
        side: Some(side.clone()),
        formats: vec![Format::Pdf],
        ..PrintOrder::default()
    };
    let printed = print(&pack, &order(&own.id)).expect("printable order");
    let names: Vec<&str> = printed.files.iter().map(|file| file.name.as_str()).collect();
    let of = |what: &str| format!("{what}-{}.pdf", own.id);
    assert_eq!(names[..1], ["map.pdf"]);
    assert_eq!(names[1..4], [of("set-up"), of("stickers"), of("chits")]);
    // Chits name commands, whereas the other products name pieces.
    for file in &printed.files[1..3] {
        let mut bytes = Vec::new();
        file.write(&mut bytes).expect("memory can be written");
        let document = Document::load_mem(&bytes).expect("valid PDF");
        let pages: Vec<u32> = document.get_pages().keys().copied().collect();
        let text = document.extract_text(&pages).expect("text can be read");
        for (side, are_there) in [(own, true), (other, false)] {
            let name = &pack.labels().pieces[&side.commands[0].pieces[0].id].name;
            assert_eq!(text.contains(name.as_str()), are_there, "{}: {name}\n{text}", file.name);
        }
    }
    let unknown_side = SideId::new("nobody").expect("valid id");
    assert!(matches!(print(&pack, &order(&unknown_side)), Err(PrintError::Side { .. })));
}

/// A 16 mm frame, narrower than the reinforcement lists on its edges, with 1 mm blocks.
#[test]
fn prints_tiny_map() {
    let mut parts = support::battlefield(60).into_parts();
    let entry = parts.map.entries[0].id.clone();
    let turn = parts.scenario.calendar.last_turn;
    let side = &mut parts.scenario.sides[0];
    let command = &mut side.commands[0];
    command.pieces[0].start = Arrival::Reinforcement;
    side.reinforcements.push(Reinforcement {
        day: 1,
        turn,
        entry,
        alternatives: Vec::new(),
        roll: None,
        at_once: false,
        command: command.id.clone(),
        formation: Formation::Column,
        elements: vec![Element::Piece(command.pieces[0].id.clone())],
    });
    for label in parts.labels.commands.values_mut() {
        label.title = Text::plain("The Grand Reserve of the Left Wing");
    }
    let pack = Pack::new(parts).expect("valid pack");
    let order = PrintOrder {
        products: vec![Product::SetUp],
        scale: Scale::new(500_000),
        formats: vec![Format::Pdf],
        ..PrintOrder::default()
    };
    assert_eq!(print(&pack, &order).expect("printable order").files.len(), 1);
}

/// The proof is for the designer and printed only on request.
#[test]
fn proof_is_printed_on_request() {
    let formats = vec![Format::Svg];
    let everything = print_map(&PrintOrder { formats: formats.clone(), ..PrintOrder::default() });
    assert!(
        everything
            .expect("printable order")
            .files
            .iter()
            .all(|file| file.product != Product::Proof)
    );
    let proof =
        print_map(&PrintOrder { products: vec![Product::Proof], formats, ..PrintOrder::default() });
    let proof = proof.expect("printable order");
    assert_eq!(proof.files[0].name, "proof.svg");
    let mut bytes = Vec::new();
    proof.files[0].write(&mut bytes).expect("memory can be written");
    let text = String::from_utf8(bytes).expect("SVG is UTF-8");
    let (_, overlay) = text.split_once("inkscape:label=\"terrain proof\"").expect("a layer");
    let overlay = overlay.split_once("inkscape:groupmode").expect("following layer").0;
    // The terrain kinds: woods, a hill with its slope and crest, houses, a river, a stream, roads
    // and a bridge.
    for ink in ["#009a2e", "#f07d00", "#d4008f", "#e01b1b", "#0046ff", "#6a1fd0"] {
        assert!(overlay.contains(ink), "{ink}");
    }
}

#[test]
fn svg_keeps_sheet_layers() {
    let order = PrintOrder {
        products: vec![Product::Map],
        formats: vec![Format::Svg],
        ..PrintOrder::default()
    };
    let printed = print_map(&order).expect("printable map");
    assert_eq!(printed.files[0].name, "map.svg");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("memory can be written");
    let text = String::from_utf8(bytes).expect("SVG is UTF-8");
    for layer in ["wood tints", "hachures", "hills", "water", "roads", "names", "neatline"] {
        let named = format!("inkscape:groupmode=\"layer\" inkscape:label=\"{layer}\"");
        assert_eq!(text.matches(&named).count(), 1, "{layer}");
    }
    assert!(text.contains("aria-label=\"Willow Brook\""));
}

/// PB-Q1: without hidden pieces, there are no reserve cards and no empty files.
#[test]
fn pb_q1_omits_unneeded_reserve_cards() {
    let mut parts = support::battlefield(60).into_parts();
    let order = PrintOrder {
        products: vec![Product::ReserveCards, Product::TurnTrack],
        formats: vec![Format::Pdf],
        ..PrintOrder::default()
    };
    let names = |parts: sandtable_pack::PackParts| -> Vec<String> {
        let pack = Pack::new(parts).expect("valid ruleset");
        let printed = print(&pack, &order).expect("printable cards");
        printed.files.into_iter().map(|file| file.name).collect()
    };
    assert_eq!(names(parts.clone()), ["turn-track.pdf", "reserve-cards.pdf"]);
    parts.ruleset = sandtable_pack::sample::quick_start_ruleset();
    assert_eq!(names(parts), ["turn-track.pdf"]);
}

//! Jobs for a print shop, and reprints for a later version.

use std::collections::BTreeSet;
use std::sync::Arc;

use lopdf::Document;
use sandtable_pack::{Language, Pack, PackParts, sample};
use sandtable_render::{Format, PrintOrder, PrintOutput, Product, Target, print};
use serde_json::{Value, json};

fn pack(change: impl FnOnce(&mut PackParts)) -> Pack {
    let mut parts = sample::parts();
    change(&mut parts);
    Pack::new(parts).expect("valid sample")
}

fn order(only: &[Product], target: Target) -> PrintOrder {
    let formats = vec![Format::Pdf];
    PrintOrder { products: only.to_vec(), formats, target, ..PrintOrder::default() }
}

fn names(printed: &PrintOutput) -> Vec<&str> {
    printed.files.iter().map(|file| file.name.as_str()).collect()
}

fn bytes(printed: &PrintOutput, name: &str) -> Vec<u8> {
    let file = printed.files.iter().find(|file| file.name == name).expect("printed file");
    let mut bytes = Vec::new();
    file.write(&mut bytes).expect("memory can be written");
    bytes
}

fn text(pdf: &[u8]) -> String {
    let document = Document::load_mem(pdf).expect("valid PDF");
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    document.extract_text(&pages).expect("text can be read")
}

/// Returns the text of a PDF as words, regardless of line breaks.
fn words(pdf: &[u8]) -> String {
    text(pdf).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn job_names_files_and_lists_them() {
    let pack = pack(|_| ());
    let things = [Product::Stickers, Product::Chits];
    let order = PrintOrder { copies: 40, ..order(&things, Target::Shop(Box::default())) };
    let printed = print(&pack, &order).expect("printable order");
    assert_eq!(
        names(&printed),
        [
            "job/stickers-210x297mm-40x.pdf",
            "job/chits-210x297mm-40x.pdf",
            "job/thumbnails/stickers-210x297mm-40x.png",
            "job/thumbnails/chits-210x297mm-40x.png",
            "job/job-sheet.pdf",
            "job/job.json",
        ]
    );
    let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
    assert_eq!(job["pack_digest"], json!(pack.pack_digest().to_string()));
    assert_eq!((&job["copies"], &job["profile"]), (&json!(40), &json!("default")));
    let cut = |material: &str| match material {
        "self-adhesive" => json!([{ "how": "kiss-cut", "spot": "KissCut" }]),
        _ => json!([{ "how": "through-cut", "spot": "CutContour" }]),
    };
    let file = |file: &str, what: &str, pages: usize, material: &str, sides: u8, things: Value| {
        let each = things.as_array().into_iter().flatten();
        let count: u64 = each.filter_map(|size| size["things"].as_u64()).sum();
        json!({
            "file": file, "thumbnail": format!("thumbnails/{}", file.replace(".pdf", ".png")), "what": what, "pages": pages, "width_mm": 210.0, "height_mm": 297.0, "page_width_mm": 228.0, "page_height_mm": 315.0,
            "sizes": [{ "width_mm": 210.0, "height_mm": 297.0, "fronts": 2 }],
            "copies": 40, "stock": "A4", "material": material, "sides": sides,
            "flip": if sides == 2 { json!("long-edge") } else { Value::Null },
            "things": count, "thing_sizes": things, "finishing": cut(material),
        })
    };
    // Each side begins a new sheet; chits have backs.
    let expected = json!([
        file(
            "stickers-210x297mm-40x.pdf",
            "Stickers",
            2,
            "self-adhesive",
            1,
            json!([
                { "width_mm": 38.1, "height_mm": 19.05, "things": 10 },
                { "width_mm": 19.05, "height_mm": 19.05, "things": 2 },
                { "width_mm": 9.52, "height_mm": 19.05, "things": 8 },
            ]),
        ),
        file(
            "chits-210x297mm-40x.pdf",
            "Chits",
            4,
            "card",
            2,
            json!([{ "width_mm": 20.0, "height_mm": 20.0, "things": 2 }]),
        ),
    ]);
    assert_eq!(job["files"], expected);
    let page = words(&bytes(&printed, "job/job-sheet.pdf"));
    for word in [
        "stickers-210x297mm-40x.pdf",
        "kiss-cut along KissCut",
        "cut through along CutContour",
        "FOGRA39",
        "PDF/X-4",
        "40",
        "A4",
        "self-adhesive",
        "10 of 38.1 × 19.05 mm",
        "210 × 297 mm page 228 × 315 mm",
    ] {
        assert!(page.contains(word), "{word} in {page}");
    }
}

/// A raw sheet holds bleed and marks; one too small for them is reported.
#[test]
fn raw_sheet_holds_page_and_marks() {
    let mm = sandtable_pack::PaperLength::from_millimetres;
    let raw = |width: f64, height: f64, is_raw: bool| {
        let mut terms =
            sandtable_shop::built_in_stock("sra3").expect("built-in stock").into_terms();
        assert!(terms.is_raw);
        (terms.width, terms.height, terms.is_raw) = (mm(width), mm(height), is_raw);
        let stock = sandtable_shop::Stock::new(terms).expect("consistent terms");
        let things = [Product::Stickers, Product::Booklet];
        let order = PrintOrder { stock, ..order(&things, Target::Shop(Box::default())) };
        print(&pack(|_| ()), &order)
    };
    for (is_raw, trim, page) in
        [(true, [302.0, 432.0], [320.0, 450.0]), (false, [320.0, 450.0], [338.0, 468.0])]
    {
        let printed = raw(320.0, 450.0, is_raw).expect("printable order");
        assert!(printed.substituted_stocks.is_empty() && !printed.sheets.is_empty());
        let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
        for file in job["files"].as_array().expect("a list") {
            assert_eq!(json!([file["width_mm"], file["height_mm"]]), json!(trim));
            assert_eq!(json!([file["page_width_mm"], file["page_height_mm"]]), json!(page));
            assert_eq!(file["stock"], json!("SRA3"));
        }
    }
    let error = raw(27.0, 450.0, true).expect_err("9 mm on each side leave 9 mm of margins");
    assert!(error.to_string().contains("take 9.0 mm along each edge"), "{error}");
}

fn one_up() -> Target {
    let mut terms = sandtable_shop::built_in("default").expect("built-in profile").into_terms();
    terms.layout = sandtable_shop::Layout::OneUp;
    let profile = sandtable_shop::ShopProfile::new(terms).expect("consistent terms");
    Target::Shop(Box::new(sandtable_render::Press { profile, ..Default::default() }))
}

/// If each component has a separate page, the job ticket counts components by size and uses no
/// stock.
#[test]
fn separate_pages_are_counted_by_size() {
    let printed =
        print(&pack(|_| ()), &order(&[Product::Stickers], one_up())).expect("printable order");
    assert_eq!(printed.sheets, []);
    let name = "job/stickers-10x19-to-38x19mm-1x.pdf";
    assert_eq!(names(&printed)[0], name);
    let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
    let size =
        |width: f64, fronts| json!({ "width_mm": width, "height_mm": 19.05, "fronts": fronts });
    let file = &job["files"][0];
    let mut sizes: Vec<Value> = file["sizes"].as_array().expect("a list").clone();
    sizes.sort_by_key(|size| size["fronts"].as_u64());
    assert_eq!(sizes, [size(19.05, 2), size(9.52, 8), size(38.1, 10)]);
    assert_eq!((&file["stock"], &file["material"]), (&Value::Null, &json!("self-adhesive")));
    let page = text(&bytes(&printed, "job/job-sheet.pdf"));
    for words in ["3 sizes", "10 of 38.1 × 19.05 mm", "2 of 19.05 × 19.05 mm", "self-adhesive"] {
        assert!(page.contains(words), "{words} in {page}");
    }
}

/// Maps and the booklet use paper: the ordered paper, if any.
#[test]
fn job_ticket_names_paper() {
    let stocks = |paper: Option<&str>| {
        let things = [Product::Map, Product::Booklet];
        let paper = paper.map(|paper| sandtable_render::PaperOrder {
            paper: paper.parse().expect("known paper"),
            margin: sandtable_pack::PaperLength::from_millimetres(5.0),
            overlap: sandtable_pack::PaperLength::from_millimetres(10.0),
        });
        let order = PrintOrder { paper, ..order(&things, Target::Shop(Box::default())) };
        let printed = print(&pack(|_| ()), &order).expect("printable order");
        let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
        let page = text(&bytes(&printed, "job/job-sheet.pdf"));
        assert!(!page.contains('–'), "{page}");
        let files = job["files"].as_array().expect("a list").clone();
        files
            .iter()
            .map(|file| [file["stock"].clone(), file["material"].clone()])
            .collect::<Vec<_>>()
    };
    assert_eq!(stocks(None), [[Value::Null, json!("paper")], [json!("A4"), json!("paper")]]);
    assert_eq!(stocks(Some("a3"))[0], [json!("A3"), json!("paper")]);
    assert_eq!(stocks(Some("914x1200mm"))[0], [json!("914 × 1200 mm"), json!("paper")]);
}

/// The sample with a different name for one piece and a different rating for one HQ. The stickers
/// of both and the cards that list them change.
#[test]
fn reprints_only_changes() {
    let old = pack(|_| ());
    let new = pack(|parts| {
        let id = parts.scenario.sides[0].commands[0].pieces[1].id.clone();
        "Novelty".clone_into(&mut parts.labels.pieces.get_mut(&id).expect("piece label").name);
        parts.scenario.sides[1].commands[0].headquarters.rating += 1;
    });
    let since = |pack: &Pack, only: &[Product]| {
        let order =
            PrintOrder { since: Some(Arc::new(old.clone().into())), ..order(only, Target::Home) };
        print(pack, &order).expect("printable order")
    };
    let printed = since(&new, &[]);
    let digest = old.pack_digest().short();
    let named = |product: &str| format!("{product}-since-{digest}.pdf");
    let stickers = named("stickers");
    assert_eq!(names(&printed), [&stickers, &named("order-of-battle"), &named("reserve-cards")]);
    let words = text(&bytes(&printed, &stickers));
    let changes = format!("Only the changes since {} {digest}", old.scenario().id);
    assert!(words.contains(&changes), "{words}");
    let unchanged: BTreeSet<&str> = new.scenario().sides[0].commands[0]
        .pieces
        .iter()
        .map(|piece| new.labels().pieces[&piece.id].name.as_str())
        .filter(|name| *name != "Novelty")
        .collect();
    assert!(words.contains("Novelty"), "{words}");
    assert!(!unchanged.iter().any(|name| words.contains(name)), "{words}");
    assert_eq!(names(&since(&old, &[])), [""; 0]);
    assert_eq!(names(&since(&new, &[Product::Chits])), [""; 0]);
    assert_eq!(printed.removed, [""; 0]);
}

/// The changes job is stored next to the complete job, and its ticket, list and files are marked as
/// changes. Products that are printed whole keep their names.
#[test]
fn changes_get_separate_job_folder() {
    let old = pack(|_| ());
    let new = pack(|parts| parts.scenario.sides[1].commands[0].headquarters.rating += 1);
    let digest = old.pack_digest();
    let short = digest.short();
    let only = [Product::Stickers, Product::Map];
    let shop = order(&only, Target::Shop(Box::default()));
    let order = PrintOrder { since: Some(Arc::new(old.into())), ..shop };
    let printed = print(&new, &order).expect("printable order");
    let folder = format!("job-since-{short}/");
    let names = names(&printed);
    assert!(names.iter().all(|name| name.starts_with(&folder)), "{names:?}");
    let stickers = format!("{folder}stickers-since-{short}-210x297mm-1x.pdf");
    assert!(names.contains(&stickers.as_str()), "{names:?}");
    assert!(names[0].starts_with(&format!("{folder}map-")), "{names:?}");
    let list = bytes(&printed, &format!("{folder}job.json"));
    let list: Value = serde_json::from_slice(&list).expect("JSON");
    assert_eq!(list["since_digest"], json!(digest.to_string()));
    let changes = format!("Only the changes since {} {short}", new.scenario().id);
    let sheet = text(&bytes(&printed, &format!("{folder}job-sheet.pdf")));
    assert!(sheet.contains(&changes), "{sheet}");
    let page = text(&bytes(&printed, &stickers));
    assert!(page.contains(&format!("(stickers since {short})")), "{page}");
}

/// Products on plain sheets of the same size as label sheets are not listed as printed on labels. A
/// long title takes as many lines as it needs.
#[test]
fn label_stock_is_for_stickers_only() {
    let stock = sandtable_shop::built_in_stock("avery-l7651").expect("built-in stock");
    let title = stock.title.clone();
    let pack = pack(|_| ());
    let only = [Product::Stickers, Product::Chits];
    let order = PrintOrder { stock, ..order(&only, Target::Shop(Box::default())) };
    let printed = print(&pack, &order).expect("printable order");
    let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
    let stocks: Vec<&Value> =
        job["files"].as_array().expect("list of files").iter().map(|file| &file["stock"]).collect();
    assert_eq!(stocks, [&json!(title), &Value::Null]);
    let page = text(&bytes(&printed, "job/job-sheet.pdf"));
    assert!(title.split(' ').all(|word| page.contains(word)), "{page}");
}

/// Labels are pre-cut: the sheet warns in its language not to cut them.
#[test]
fn labels_are_not_cut_again() {
    let stock = sandtable_shop::built_in_stock("avery-l7651").expect("built-in stock");
    let pack = pack(|_| ());
    let messages = [
        "pre-cut labels: do not cut",
        "etiquetas precortadas: no cortar",
        "étiquettes prédécoupées : ne pas découper",
    ];
    for (language, said) in Language::ALL.into_iter().zip(messages) {
        let only = [Product::Stickers];
        let order = order(&only, Target::Shop(Box::default()));
        let printed = print(&pack, &PrintOrder { stock: stock.clone(), language, ..order });
        let printed = printed.expect("printable order");
        let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
        assert_eq!(job["files"][0]["finishing"], json!([{ "how": "cut-already" }]));
        let page = words(&bytes(&printed, "job/job-sheet.pdf"));
        // The decimal separator depends on the language; the JSON file has a point.
        let size = if language == Language::En { "38.1 × 19.05 mm" } else { "38,1 × 19,05 mm" };
        assert!(page.contains(size), "{page}");
        assert_eq!(job["files"][0]["thing_sizes"][0]["width_mm"], json!(38.1));
        assert!(page.contains(said) && !page.contains("KissCut"), "{page}");
    }
}

/// Pictures for one side do not overwrite those for the other side.
#[test]
fn pictures_of_one_side_are_named() {
    let pack = pack(|_| ());
    let of = |side: usize| {
        let side = pack.scenario().sides[side].id.clone();
        let order = PrintOrder {
            side: Some(side),
            formats: vec![Format::Pdf, Format::Png],
            ..order(&[Product::Stickers, Product::SetUp], Target::Home)
        };
        let printed = print(&pack, &order).expect("printable order");
        names(&printed).into_iter().map(str::to_owned).collect::<BTreeSet<String>>()
    };
    let (one, other) = (of(0), of(1));
    assert!(one.len() > 3 && one.is_disjoint(&other), "{one:?} {other:?}");
}

/// Components removed in a later version are reported, even if there is nothing to print.
#[test]
fn reports_removed_components() {
    let old = pack(|_| ());
    let new = pack(|parts| {
        let gone = parts.scenario.sides[0].commands[0].pieces.remove(1);
        parts.labels.pieces.remove(&gone.id);
    });
    let order = PrintOrder {
        since: Some(Arc::new(old.into())),
        ..order(&[Product::Stickers], Target::Home)
    };
    let printed = print(&new, &order).expect("printable order");
    assert_eq!((names(&printed).len(), printed.removed.len()), (0, 1));
    assert!(printed.removed[0].starts_with("sticker "), "{:?}", printed.removed);
}

/// A ruleset value appears in chart lines, each reprinted as a strip to paste over the old line.
/// Sticks that depend on the value are reprinted too.
#[test]
fn reprints_only_changed_chart_lines() {
    let old = pack(|_| ());
    let new = pack(|parts| {
        let sight = &mut parts.ruleset.distances.sight_depth;
        *sight = sandtable_pack::GroundLength::from_metres(222);
    });
    let order = PrintOrder { since: Some(Arc::new(old.into())), ..order(&[], Target::Home) };
    let digest = order.since.as_ref().expect("earlier pack").pack_digest().short();
    let printed = print(&new, &order).expect("printable order");
    let charts = format!("charts-since-{digest}.pdf");
    assert_eq!(names(&printed), [&charts]);
    let words = text(&bytes(&printed, &charts));
    assert!(words.contains("222 m") && !words.contains("Bombardment"), "{words}");
}

/// The job ticket omits a printing condition without an ICC profile.
#[test]
fn job_ticket_matches_files() {
    let mut terms = sandtable_shop::built_in("default").expect("built-in profile").into_terms();
    terms.output_intent = Some(sandtable_shop::OutputIntent { identifier: "FOGRA99".to_owned() });
    let profile = sandtable_shop::ShopProfile::new(terms).expect("consistent terms");
    let press = sandtable_render::Press { profile, ..Default::default() };
    let order = order(&[Product::Chits], Target::Shop(Box::new(press)));
    let printed = print(&pack(|_| ()), &order).expect("printable order");
    let job: Value = serde_json::from_slice(&bytes(&printed, "job/job.json")).expect("JSON");
    assert_eq!((&job["printing_condition"], &job["standard"]), (&Value::Null, &json!("none")));
    assert!(!text(&bytes(&printed, "job/job-sheet.pdf")).contains("FOGRA99"));
}

/// Blocks of 2 to 80 mm each way: stickers are printed at home, by a shop and as pictures.
#[test]
fn all_block_sizes_have_stickers() {
    let sides = [2.0, 5.0, 9.0, 20.0, 80.0];
    for length in sides {
        for height in sides {
            for target in [Target::Home, Target::Shop(Box::default())] {
                let mm = sandtable_pack::PaperLength::from_millimetres;
                let pack = pack(|parts| {
                    let blocks = &mut parts.labels.block_profile;
                    (blocks.length, blocks.height, blocks.thickness) =
                        (mm(length), mm(height), mm(length.min(height)));
                });
                let formats = vec![Format::Pdf, Format::Png];
                let order = PrintOrder { formats, dpi: 40, ..order(&[Product::Stickers], target) };
                let printed = print(&pack, &order).expect("printable order");
                for file in &printed.files {
                    file.write(std::io::sink()).expect("drawable picture");
                }
                let is_small = length < 20.0 || height < 9.0;
                let faults = printed.faults.len();
                assert!(faults > 0 || !is_small, "{length} × {height}: no faults are reported");
            }
        }
    }
}

/// Label sheets pass through a shop's machine untrimmed; every page has boxes for the extent of its
/// art.
#[test]
fn label_sheets_have_boxes_without_marks() {
    let pack = pack(|_| ());
    let stock = |name: &str| sandtable_shop::built_in_stock(name).expect("built-in stock");
    let boxes = |name: &str, is_marked: bool| {
        let mut press = sandtable_render::Press::default();
        if !is_marked {
            let mut terms = press.profile.into_terms();
            terms.marks.crop = false;
            terms.marks.registration = sandtable_shop::Registration::None;
            press.profile = sandtable_shop::ShopProfile::new(terms).expect("consistent terms");
        }
        let order = order(&[Product::Stickers], Target::Shop(Box::new(press)));
        let printed =
            print(&pack, &PrintOrder { stock: stock(name), ..order }).expect("printable order");
        let document = Document::load_mem(&bytes(&printed, names(&printed)[0])).expect("valid PDF");
        let page = *document.get_pages().values().next().expect("a page");
        let page = document.get_dictionary(page).expect("a page");
        [&b"MediaBox"[..], b"BleedBox", b"TrimBox"].map(|name| {
            let sides = page.get(name).and_then(|sides| sides.as_array()).expect("page box");
            let sides = sides.iter().map(|side| f64::from(side.as_float().expect("a number")));
            let sides: Vec<f64> = sides.collect();
            let mm = |from: usize, to: usize| ((sides[to] - sides[from]) / 72.0 * 25.4).round();
            (mm(0, 2), mm(1, 3))
        })
    };
    assert_eq!(boxes("a4", true), [(228.0, 315.0), (216.0, 303.0), (210.0, 297.0)]);
    for (name, is_marked) in [("a4", false), ("avery-l7651", true), ("avery-l7651", false)] {
        assert_eq!(boxes(name, is_marked), [(210.0, 297.0); 3], "{name}");
    }
}

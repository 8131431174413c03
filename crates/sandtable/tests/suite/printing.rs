//! `render` with stocks and shop profiles, as whole processes: diagnostics and their lines.

use std::path::Path;
use std::process::{Command, Output};

use sandtable_pack::{Pack, sample};

fn sandtable(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .env("COLUMNS", "200")
        .output()
        .expect("the program runs")
}

/// Prints the sample's stickers with options, which may name these files.
fn print_stickers(files: &[(&str, &str)], options: &[&str]) -> (Option<i32>, String, Vec<String>) {
    print_sample("stickers", files, options)
}

/// Prints products of the sample with options, which may name these files.
fn print_sample(
    only: &str,
    files: &[(&str, &str)],
    options: &[&str],
) -> (Option<i32>, String, Vec<String>) {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let pack = Pack::new(sample::parts()).expect("the sample is valid");
    std::fs::write(at("b.pack"), sandtable_pack::write(&pack)).expect("the file is written");
    for (name, text) in files {
        std::fs::write(at(name), text).expect("the file is written");
    }
    let options: Vec<String> = options
        .iter()
        .map(|option| match files.iter().any(|(name, _)| name == option) {
            true => at(option),
            false => (*option).to_owned(),
        })
        .collect();
    let (pack, out) = (at("b.pack"), at("out"));
    let mut arguments = vec!["render", pack.as_str(), "--only", only, "--as", "pdf", "--out", &out];
    arguments.extend(options.iter().map(String::as_str));
    let output = sandtable(&arguments);
    let outputs = std::fs::read_dir(Path::new(&out)).into_iter().flatten();
    let mut outputs: Vec<String> = outputs
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    outputs.sort();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), outputs)
}

/// The example prints without diagnostics, at home and at a shop, in every language.
#[test]
fn gettysburg_prints_without_diagnostics() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/gettysburg");
    let compiled = sandtable(&["compile", scenario, "-o", &at("g.pack")]);
    assert!(compiled.status.success(), "{compiled:?}");
    let only = "stickers,chits,sticks,charts,turn-track,order-of-battle,reserve-cards";
    for target in ["home", "shop"] {
        for language in ["en", "es", "fr"] {
            let (pack, out) = (at("g.pack"), at("out"));
            let order = ["render", &pack, "--only", only, "--as", "pdf", "--out", &out];
            let options = ["--target", target, "--lang", language];
            let output = sandtable(&[&order[..], &options].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            let is_fine = output.status.success() && !said.contains("[ST");
            assert!(is_fine, "{target}, {language}: {said}");
        }
    }
}

/// In every language, all names, numbers and symbols of both FAB battles fit on the map and the
/// set-up map.
#[test]
fn fab_maps_fit_all_text() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for battle in ["sicily", "golan"] {
        let scenario = format!("{}/../../scenarios/{battle}", env!("CARGO_MANIFEST_DIR"));
        let pack = at(&format!("{battle}.pack"));
        let compiled = sandtable(&["compile", &scenario, "-o", &pack]);
        assert!(compiled.status.success(), "{compiled:?}");
        for language in ["en", "es", "fr"] {
            let products = ["--only", "map,set-up", "--as", "svg", "--lang", language];
            let order = ["render", &pack, "--out", &at(language)];
            let output = sandtable(&[&order[..], &products].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            let is_fine = output.status.success()
                && !said.contains("is too small for")
                && !said.contains("not fit");
            assert!(is_fine, "{battle}, {language}: {said}");
        }
    }
}

const SMALL_LABELS: &str = "format: 1
id: small
sheet: { width: 210 mm, height: 297 mm }
labels: { columns: 5, rows: 13, width: 30 mm, height: 21.2 mm, left: 9 mm, top: 10.7 mm }
";

#[test]
fn reports_component_larger_than_label() {
    let (status, stderr, outputs) =
        print_stickers(&[("small.yaml", SMALL_LABELS)], &["--stock", "small.yaml"]);
    assert_eq!((status, outputs), (Some(1), Vec::new()), "{stderr}");
    assert!(stderr.contains("ST1305") && stderr.contains("small.yaml:4:40"), "{stderr}");
    assert!(stderr.contains("38.1 mm by 19.05 mm") && stderr.contains("6 more"), "{stderr}");
    assert!(stderr.contains("is larger than a label"), "{stderr}");
    assert!(stderr.contains("avery-l7651") && stderr.contains("a4"), "{stderr}");
}

/// Chits are printed on plain sheets, even if the stock has labels. If the sheet is too small, the
/// report gives its limits.
#[test]
fn reports_sheet_too_small_for_chits() {
    let tiny = "format: 1\nid: tiny\nsheet: { width: 60 mm, height: 60 mm }\n\
                labels: { columns: 1, rows: 1, width: 40 mm, height: 20 mm, left: 5 mm, top: 5 mm }\n";
    let (status, said, _) =
        print_sample("chits", &[("tiny.yaml", tiny)], &["--stock", "tiny.yaml"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("larger than the sheet within its margins"), "{said}");
    assert!(said.contains("a4") && !said.contains("a label"), "{said}");
}

#[test]
fn explains_missing_reserve_cards() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut parts = sample::parts();
    parts.ruleset.rulings.hidden_reserves = sandtable_pack::HiddenReserves::Off;
    let pack = Pack::new(parts).expect("the sample is valid");
    std::fs::write(at("b.pack"), sandtable_pack::write(&pack)).expect("the file is written");
    let output =
        sandtable(&["render", &at("b.pack"), "--only", "reserve-cards", "--out", &at("out")]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("has no hidden reserves"), "{said}");
}

#[test]
fn reports_too_few_label_sheets() {
    let few = "format: 1\nid: few\nsheet: { width: 210 mm, height: 297 mm }\nsheets: 5\n";
    let options = ["--stock", "few.yaml", "--target", "shop", "--copies"];
    let copies = |copies| print_stickers(&[("few.yaml", few)], &[&options[..], &[copies]].concat());
    // Each copy takes two sheets.
    let (status, stderr, outputs) = copies("3");
    assert_eq!((status, outputs), (Some(1), Vec::new()), "{stderr}");
    assert!(stderr.contains("ST1306") && stderr.contains("few.yaml:4:9"), "{stderr}");
    assert!(
        stderr.contains("needs 6 sheets of `few` (stickers: 6), but only 5 are available"),
        "{stderr}"
    );
    let (status, stderr, outputs) = copies("2");
    assert_eq!((status, outputs), (Some(0), vec!["job".to_owned()]), "{stderr}");
    // Components on the same sheets count, each by name; maps and components on other sheets do
    // not.
    let print_with = |only: &str, sheets: &str| {
        print_sample(only, &[("few.yaml", sheets)], &["--stock", "few.yaml"])
    };
    let (status, stderr, _) =
        print_with("map,stickers,chits,sticks,booklet", &few.replace('5', "1"));
    assert_eq!(status, Some(1), "{stderr}");
    for words in ["stickers: 2", "chits: 2", "sticks: ", "booklet: "] {
        assert!(stderr.contains(words) && !stderr.contains("map"), "{words} in {stderr}");
    }
    let labels = format!("{SMALL_LABELS}sheets: 1\n").replace("width: 30 mm", "width: 40 mm");
    let labels = labels.replace("columns: 5", "columns: 4");
    assert_eq!(print_with("stickers", &labels.replace("sheets: 1", "sheets: 2")).0, Some(0));
    assert_eq!(print_with("stickers", &labels).0, Some(1));
    assert_eq!(print_with("chits,charts,booklet", &labels).0, Some(0));
}

#[test]
fn reports_stock_wider_than_printer() {
    let shop = "format: 1\nid: narrow\nprinter: { widest: 250 mm }\n";
    let with = |stock| {
        let options = ["--target", "shop", "--profile", "narrow.yaml", "--stock", stock];
        print_stickers(&[("narrow.yaml", shop)], &options)
    };
    let (status, stderr, outputs) = with("a3");
    assert_eq!((status, outputs), (Some(1), Vec::new()), "{stderr}");
    assert!(stderr.contains("ST1307") && stderr.contains("narrow.yaml:3:20"), "{stderr}");
    assert_eq!(with("a4").0, Some(0));
    // Maps use no stock, and one diagnostic covers both maps.
    let options = ["--profile", "narrow.yaml", "--stock", "a3"];
    let maps = |only: &str, more: &[&str]| {
        print_sample(only, &[("narrow.yaml", shop)], &[&options, more].concat())
    };
    let (status, stderr, _) = maps("map,set-up", &[]);
    assert_eq!((status, stderr.matches("[ST1307]").count()), (Some(1), 1), "{stderr}");
    assert!(
        stderr.contains("a sheet of the map's own size") && stderr.contains("map, set-up"),
        "{stderr}"
    );
    assert_eq!(maps("map", &["--paper", "a4"]).0, Some(0));
}

#[test]
fn reports_small_text_and_safe_zone() {
    let shop = "format: 1\nid: fussy\nsafe_zone: 3 mm\nletters: { smallest: 9 pt }\n";
    let options = ["--target", "shop", "--profile", "fussy.yaml"];
    let (status, stderr, outputs) = print_stickers(&[("fussy.yaml", shop)], &options);
    assert_eq!((status, outputs), (Some(0), vec!["job".to_owned()]), "{stderr}");
    assert!(stderr.contains("ST1308") && stderr.contains("fussy.yaml:4:22"), "{stderr}");
    assert!(stderr.contains("ST1309") && stderr.contains("fussy.yaml:3:12"), "{stderr}");
    assert!(stderr.contains("write `safe_zone: 2.06 mm` in your profile"), "{stderr}");
    // The built-in profile requires less.
    let (_, stderr, _) = print_stickers(&[], &["--target", "shop"]);
    assert!(!stderr.contains("ST13"), "{stderr}");
}

/// A value inherited from a built-in profile is reported with the profile's name, at the inheriting
/// line. Blocks that are too small are reported at their own line.
#[test]
fn attributes_inherited_profile_values() {
    let shop = "format: 1\nid: small\nextends: thru-cut\n\
                blocks: { length: 9 mm, height: 6 mm, thickness: 5 mm }\n";
    let options = ["--target", "shop", "--profile", "small.yaml"];
    let (status, stderr, _) = print_stickers(&[("small.yaml", shop)], &options);
    assert_eq!(status, Some(0), "{stderr}");
    let zone = stderr
        .split("\n\n")
        .find(|part| part.contains("ST1309"))
        .expect("an error about the safe zone");
    assert!(zone.contains("small.yaml:3:10"), "{stderr}");
    assert!(zone.contains("built-in profile `default` sets `safe_zone: 2 mm`"), "{stderr}");
    assert!(zone.contains("the stickers are for these blocks"), "{stderr}");
    let heaped = stderr
        .split("\n\n")
        .find(|part| part.contains("ST0406"))
        .expect("a warning about the blocks");
    assert!(heaped.contains("small.yaml:4:11"), "{stderr}");
}

#[test]
fn prints_nothing_when_unchanged() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let old = folder.path().join("old.pack").to_string_lossy().into_owned();
    let pack = Pack::new(sample::parts()).expect("the sample is valid");
    std::fs::write(&old, sandtable_pack::write(&pack)).expect("the file is written");
    let (status, stderr, outputs) = print_stickers(&[], &["--since", &old]);
    assert_eq!((status, outputs), (Some(0), Vec::new()), "{stderr}");
    assert!(stderr.contains("no components have changed"), "{stderr}");
}

/// Components too large for the stock's margins are printed on A4, with a warning.
#[test]
fn warns_of_oversized_components() {
    let with = |margin: &str| {
        let text = format!(
            "format: 1\nid: mine\nsheet: {{ width: 210 mm, height: 297 mm }}\n\
                            margin: {margin} mm\n"
        );
        print_sample("stickers,charts,booklet", &[("mine.yaml", &text)], &["--stock", "mine.yaml"])
    };
    let (status, stderr, _) = with("60");
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("stock `mine` is too small for charts, booklet"), "{stderr}");
    let (status, stderr, _) = with("12");
    assert_eq!(status, Some(0), "{stderr}");
    assert!(!stderr.contains("is too small for"), "{stderr}");
}

/// A new order replaces all files of the earlier one, and keeps the user's own files.
#[test]
fn replaces_only_earlier_job_files() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let pack = Pack::new(sample::parts()).expect("the sample is valid");
    std::fs::write(at("b.pack"), sandtable_pack::write(&pack)).expect("the file is written");
    let render = |options: &[&str]| {
        let (pack, out) = (at("b.pack"), at("out"));
        let all = ["render", &pack, "--target", "shop", "--out", &out];
        let output = sandtable(&[&all[..], options].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let names = |folder: &str| {
        let entries = std::fs::read_dir(at(folder)).expect("the folder is readable");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(render(&["--only", "stickers,chits", "--copies", "50"]).0, Some(0));
    std::fs::write(at("out/job/letter-to-the-shop.pdf"), "mine").expect("the file is written");
    // An order that cannot be printed leaves the old job unchanged.
    let narrow = at("narrow.yaml");
    std::fs::write(&narrow, "format: 1\nid: narrow\nprinter: { widest: 100 mm }\n")
        .expect("the file is written");
    assert_eq!(render(&["--only", "chits", "--profile", &narrow]).0, Some(1));
    assert!(names("out/job").contains(&"stickers-210x297mm-50x.pdf".to_owned()));
    let (status, said) = render(&["--only", "chits", "--copies", "7"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("stickers-210x297mm-50x.pdf of an earlier order"), "{said}");
    let expected = [
        "chits-210x297mm-7x.pdf",
        "job-sheet.pdf",
        "job.json",
        "letter-to-the-shop.pdf",
        "thumbnails",
    ];
    assert_eq!(names("out/job"), expected);
    assert_eq!(names("out/job/thumbnails"), ["chits-210x297mm-7x.png"]);
}

/// Some names are printed only on a shop's job ticket, not at home.
#[test]
fn reports_unsupported_letters_in_names() {
    let shop = "format: 1\nid: 北京印刷\n";
    let stock = "format: 1\nid: film\ntitle: 薄膜\nsheet: { width: 210 mm, height: 297 mm }\n";
    let files = [("shop.yaml", shop), ("film.yaml", stock)];
    let options = ["--target", "shop", "--profile", "shop.yaml", "--stock", "film.yaml"];
    let (status, stderr, _) = print_stickers(&files, &options);
    assert_eq!((status, stderr.matches("[ST0431]").count()), (Some(0), 2), "{stderr}");
    assert!(stderr.contains("shop.yaml:2:5") && stderr.contains("film.yaml:3:8"), "{stderr}");
    let (_, stderr, _) = print_stickers(&files, &["--stock", "film.yaml"]);
    assert!(!stderr.contains("ST0431"), "{stderr}");
    // A stock without a title is shown by its id.
    let untitled = [
        ("shop.yaml", "format: 1\nid: plain\n"),
        (
            "film.yaml",
            "format: 1\nid: 薄膜\n\
                    sheet: { width: 210 mm, height: 297 mm }\n",
        ),
    ];
    let (_, stderr, _) = print_stickers(&untitled, &options);
    assert!(stderr.contains("film.yaml:2:5"), "{stderr}");
}

/// The fonts may lack characters in a pack from another compiler. These are reported with the
/// affected sheets.
#[test]
fn reports_unsupported_letters_by_sheet() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut parts = sample::parts();
    let labels = &mut parts.labels;
    labels.pieces.values_mut().next().expect("there are pieces").name = "Liu 刘".to_owned();
    labels.title = sandtable_pack::Text::plain("A battle 役");
    let pack = Pack::new(parts).expect("all letters are valid");
    std::fs::write(at("b.pack"), sandtable_pack::write(&pack)).expect("the file is written");
    let render = |options: &[&str]| {
        let (pack, out) = (at("b.pack"), at("out"));
        sandtable(&[&["render", &pack, "--as", "pdf", "--out", &out, "--only"], options].concat())
    };
    // A shop must not receive empty boxes in place of characters.
    let output = render(&["stickers", "--target", "shop"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && said.contains("error[ST0431]"), "{said}");
    assert!(!folder.path().join("out").exists(), "nothing is written");
    let render_text = |options: &[&str]| {
        let output = render(options);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (said.matches("[ST0431]").count(), said)
    };
    let (count, words) = render_text(&["stickers,order-of-battle"]);
    assert_eq!(count, 1, "{words}");
    assert!(words.contains("2 characters print as empty boxes: "), "{words}");
    assert!(words.contains("in `Liu 刘` (stickers, order-of-battle)"), "{words}");
    assert!(words.contains("in `A battle 役 · "), "{words}");
    // For a shop, the job ticket has the battle's title.
    let (count, words) = render_text(&["chits", "--target", "shop"]);
    assert_eq!(count, 1, "{words}");
    assert!(words.contains("in `A battle 役` (job)"), "{words}");
    assert_eq!(render_text(&["sticks"]).0, 1);
}

/// A user's stock may have the name of a built-in stock: only its sheet size matters.
#[test]
fn user_stock_may_have_built_in_name() {
    let roll = "format: 1\nid: a4\ntitle: A4\nroll: { width: 100 mm }\nsheets: 1\n";
    let print = |only: &str, stock: &str| {
        print_sample(only, &[("a4.yaml", stock)], &["--stock", "a4.yaml"])
    };
    let (status, stderr, _) =
        print("order-of-battle,stickers", &roll.replace("sheets: 1", "sheets: 9"));
    assert!(status == Some(0) && stderr.contains("for order-of-battle, which need"), "{stderr}");
    // Cards on A4 use none of the stock's sheets.
    assert_eq!(print("order-of-battle", roll).0, Some(0));
    let labels = "format: 1\nid: a4\nsheet: { width: 210 mm, height: 297 mm }\n\
                  labels: { columns: 4, rows: 10, width: 48 mm, height: 25 mm, left: 9 mm, top: 23.5 mm }\n";
    let (status, stderr, _) = print("stickers,order-of-battle", labels);
    assert!(
        status == Some(0) && !stderr.contains("is too small for") && !stderr.contains("not fit"),
        "{stderr}"
    );
    // With other margins, the same sheet size still counts as the named stock.
    let wide =
        "format: 1\nid: a4\nsheet: { width: 210 mm, height: 297 mm }\nmargin: 20 mm\nsheets: 1\n";
    let (status, stderr, _) = print("order-of-battle", wide);
    assert!(status == Some(1) && stderr.contains("ST1306"), "{stderr}");
}

/// If a folder has the name of an output file, all old files are kept, and the message explains the
/// fix.
#[test]
fn reports_folder_at_output_path() {
    let folder = tempfile::tempdir().expect("the temporary folder is created");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let pack = Pack::new(sample::parts()).expect("the sample is valid");
    std::fs::write(at("b.pack"), sandtable_pack::write(&pack)).expect("the file is written");
    std::fs::create_dir_all(at("out/chits.pdf")).expect("the folder is created");
    std::fs::write(at("out/stickers.pdf"), "old").expect("the file is written");
    let render = |out: &str, more: &[&str]| {
        let (pack, out) = (at("b.pack"), at(out));
        let all = ["render", &pack, "--only", "stickers,chits", "--as", "pdf", "--out", &out];
        let output = sandtable(&[&all, more].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = render("out", &[]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("a folder of this name exists"), "{said}");
    assert!(said.contains("nothing was written"), "{said}");
    assert_eq!(std::fs::read(at("out/stickers.pdf")).expect("the old file"), b"old");
    // A file has the name of the output folder.
    let (status, said) = render("b.pack", &[]);
    assert!(status == Some(2) && said.contains("is a file, not a folder"), "{said}");
    // A folder is given as a profile or a stock.
    for option in ["--profile", "--stock"] {
        let (status, said) = render("new", &[option, &at("out")]);
        assert!(status == Some(2) && said.contains("or a built-in"), "{said}");
    }
}

/// A home profile is not valid for a shop, and vice versa.
#[test]
fn rejects_profile_for_wrong_target() {
    let own = [("mine.yaml", "format: 1\nid: mine\nextends: home\n")];
    for profile in ["home", "mine.yaml"] {
        let (status, stderr, outputs) =
            print_stickers(&own, &["--target", "shop", "--profile", profile]);
        assert_eq!((status, outputs), (Some(2), Vec::new()), "{stderr}");
        assert!(
            stderr.contains("remove `--target shop`") && stderr.contains("dieline"),
            "{stderr}"
        );
        assert!(!stderr.contains("`home` and"), "{stderr}");
        let (status, stderr, _) = print_stickers(&own, &["--profile", profile]);
        assert_eq!((status, stderr.contains("extends: home")), (Some(0), false), "{stderr}");
    }
    let (status, stderr, _) = print_stickers(&[], &["--profile", "thru-cut"]);
    assert_eq!((status, stderr.contains("`extends: home`")), (Some(0), true), "{stderr}");
}

/// Shop machines cannot cut sharper corners; scissors can.
#[test]
fn reports_corner_radius_too_small() {
    let shop = "format: 1\nid: sharp\ncut: { corner_radius: 0.2 mm }\n";
    let home = "format: 1\nid: scissors\nextends: home\ncut: { corner_radius: 0.2 mm }\n";
    let (status, stderr, _) =
        print_stickers(&[("p.yaml", shop)], &["--target", "shop", "--profile", "p.yaml"]);
    assert!(status == Some(0) && stderr.contains("warning[ST0205]"), "{stderr}");
    assert!(stderr.contains("p.yaml:3:23") && stderr.contains("`corner_radius: 1 mm`"), "{stderr}");
    let (status, stderr, _) = print_stickers(&[("p.yaml", home)], &["--profile", "p.yaml"]);
    assert_eq!((status, stderr.contains("ST0205")), (Some(0), false), "{stderr}");
}

/// A radius too large for every sticker is reported at its line, not for each name.
#[test]
fn reports_corner_radius_too_large() {
    let shop = |radius: &str| format!("format: 1\nid: round\ncut: {{ corner_radius: {radius} }}\n");
    let options = ["--target", "shop", "--profile", "round.yaml"];
    let (status, stderr, outputs) = print_stickers(&[("round.yaml", &shop("20 mm"))], &options);
    assert_eq!((status, outputs), (Some(1), Vec::new()), "{stderr}");
    assert!(stderr.contains("ST0205") && stderr.contains("round.yaml:3:23"), "{stderr}");
    assert!(stderr.contains("write `corner_radius: 4.76 mm` or less"), "{stderr}");
    assert!(!stderr.contains("ST1309") && !stderr.contains("shorten"), "{stderr}");
    let (status, stderr, _) = print_stickers(&[("round.yaml", &shop("4.76 mm"))], &options);
    assert_eq!((status, stderr.contains("ST0205")), (Some(0), false), "{stderr}");
}

/// The warning appears once, at the line of the printing condition.
#[test]
fn reports_missing_icc_profile_once() {
    let shop = "format: 1\nid: newsprint\noutput_intent: IFRA26\n";
    let options = ["--target", "shop", "--profile", "shop.yaml"];
    let (status, stderr, _) = print_stickers(&[("shop.yaml", shop)], &options);
    assert_eq!(
        (status, stderr.matches("no built-in ICC profile for").count()),
        (Some(0), 1),
        "{stderr}"
    );
    assert!(stderr.contains("ST1360") && stderr.contains("shop.yaml:3:16"), "{stderr}");
}

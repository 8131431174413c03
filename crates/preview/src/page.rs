//! The files of the page, built into the program.

use sandtable_sheet::{Face, font_file};

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageFile {
    /// The media type of the file.
    pub media_type: &'static str,
    /// The content of the file.
    pub bytes: &'static [u8],
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const FONT: &str = "font/otf";

/// The file at a path below the address; never reads from the disk.
pub(crate) fn page_file(path: &str) -> Option<PageFile> {
    let (media_type, bytes): (&str, &[u8]) = match path {
        "/" => ("text/html; charset=utf-8", include_bytes!("page/index.html")),
        "/page/style.css" => ("text/css; charset=utf-8", include_bytes!("page/style.css")),
        "/page/icon.svg" => ("image/svg+xml", include_bytes!("page/icon.svg")),
        "/page/main.js" => (SCRIPT, include_bytes!("page/main.js")),
        "/page/viewport.js" => (SCRIPT, include_bytes!("page/viewport.js")),
        "/page/tiles.js" => (SCRIPT, include_bytes!("page/tiles.js")),
        "/page/readout.js" => (SCRIPT, include_bytes!("page/readout.js")),
        "/page/measure.js" => (SCRIPT, include_bytes!("page/measure.js")),
        "/page/findings.js" => (SCRIPT, include_bytes!("page/findings.js")),
        "/page/regular.otf" => (FONT, font_file(Face::Regular)),
        "/page/italic.otf" => (FONT, font_file(Face::Italic)),
        "/page/semibold.otf" => (FONT, font_file(Face::Semibold)),
        _ => return None,
    };
    Some(PageFile { media_type, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every referenced file exists, and no file is on another site.
    #[test]
    fn page_references_only_own_files() {
        let text = |path| {
            let file = page_file(path).unwrap_or_else(|| panic!("{path} is not part of the page"));
            str::from_utf8(file.bytes).expect("the page is text")
        };
        let scripts = ["main", "viewport", "tiles", "readout", "measure", "findings"]
            .map(|name| format!("/page/{name}.js"));
        let mut references = Vec::new();
        for path in ["/", "/page/style.css"].into_iter().chain(scripts.iter().map(String::as_str)) {
            let text = text(path);
            assert!(
                !text.contains("//cdn") && !text.contains("https://"),
                "{path} refers to another site"
            );
            for quoted in text.split(['"', '\'', '(', ')']) {
                let is_file =
                    [".js", ".css", ".otf", "icon.svg"].iter().any(|end| quoted.ends_with(end));
                if is_file && !quoted.contains(char::is_whitespace) {
                    let name = quoted.trim_start_matches("./").trim_start_matches("page/");
                    references.push(format!("/page/{name}"));
                }
            }
        }
        assert!(references.len() >= 12, "{references:?}");
        for path in references {
            assert!(page_file(&path).is_some(), "{path}");
        }
    }
}

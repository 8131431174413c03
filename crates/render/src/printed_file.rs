//! A file to be written.

use std::io::Write;
use std::sync::Arc;

use sandtable_components::{Format, Product};
use sandtable_sheet::{PngError, Sheet, png, svg};

/// A file to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedFile {
    /// The file name, without a folder.
    pub name: String,
    /// The product in the file.
    pub product: Product,
    /// The file format.
    pub format: Format,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Pdf(Vec<u8>),
    /// A picture, drawn while it is written, in bounded memory.
    Picture {
        sheet: Arc<Sheet>,
        dpi: u32,
    },
    Drawing {
        sheet: Arc<Sheet>,
        title: String,
    },
}

impl PrintedFile {
    /// Returns the sheet of a picture or a drawing.
    pub fn sheet(&self) -> Option<&Arc<Sheet>> {
        match &self.content {
            Content::Pdf(_) => None,
            Content::Picture { sheet, .. } | Content::Drawing { sheet, .. } => Some(sheet),
        }
    }

    /// Writes the file's bytes. Fails if the picture's size is out of range or the writer fails.
    pub fn write(&self, mut writer: impl Write) -> Result<(), PngError> {
        match &self.content {
            Content::Pdf(bytes) => writer.write_all(bytes).map_err(PngError::from),
            Content::Picture { sheet, dpi } => png(sheet, f64::from(*dpi), writer),
            Content::Drawing { sheet, title } => svg(sheet, title, writer).map_err(PngError::from),
        }
    }
}

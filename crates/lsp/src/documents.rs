//! The documents open in the editor, which take precedence over the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::lines::{Encoding, Lines};
use crate::protocol::{TextDocumentContentChangeEvent, Uri};
use crate::uri::{file_key, uri_to_path};

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The URI in the editor's spelling.
    pub(crate) uri: Uri,
    /// The path in the editor's spelling.
    pub(crate) path: PathBuf,
    /// The editor's version number.
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
    pub(crate) lines: Lines,
}

/// All open documents by key. A clone is a cheap snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents {
    documents: Arc<BTreeMap<PathBuf, Arc<Document>>>,
}

impl Documents {
    /// Adds an opened document and returns its key; ignores a document that is not a file.
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String) -> Option<PathBuf> {
        let path = uri_to_path(&uri)?;
        let key = file_key(&path);
        let lines = Lines::new(&text);
        let document = Document { uri, path, version, text: text.into(), lines };
        Arc::make_mut(&mut self.documents).insert(key.clone(), Arc::new(document));
        Some(key)
    }

    /// Applies changes in order; ignores documents that are not open.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<PathBuf> {
        let key = file_key(&uri_to_path(uri)?);
        let document = Arc::make_mut(&mut self.documents).get_mut(&key)?;
        let document = Arc::make_mut(document);
        document.version = version;
        for change in changes {
            let text = match change.range {
                Some(range) => {
                    let bytes = document.lines.bytes(&document.text, range, encoding);
                    let mut text = document.text.to_string();
                    text.replace_range(bytes, &change.text);
                    text
                }
                None => change.text,
            };
            document.lines = Lines::new(&text);
            document.text = text.into();
        }
        Some(key)
    }

    /// Removes a closed document.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<PathBuf> {
        let key = file_key(&uri_to_path(uri)?);
        Arc::make_mut(&mut self.documents).remove(&key).map(|_| key)
    }

    /// The document at a URI, if it is open.
    pub(crate) fn by_uri(&self, uri: &Uri) -> Option<&Arc<Document>> {
        self.get(&file_key(&uri_to_path(uri)?))
    }

    /// The document with a key, if it is open.
    pub(crate) fn get(&self, key: &Path) -> Option<&Arc<Document>> {
        self.documents.get(key)
    }

    /// All open documents, by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PathBuf, &Arc<Document>)> {
        self.documents.iter()
    }
}

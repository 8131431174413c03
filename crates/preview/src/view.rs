//! Views: the map in its states, and every other printed sheet.

use std::fmt;
use std::sync::{Arc, LazyLock};

use sandtable_pack::PaperLength;
use sandtable_render::Drawing;

/// The group under which the page lists a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewGroup {
    /// The map, with or without overlays.
    Map,
    /// A separate sheet.
    Sheet,
}

/// The function that draws a layer.
type DrawFunction = Box<dyn FnOnce() -> Arc<Drawing> + Send>;

/// A drawing made on first use.
#[derive(Clone)]
pub(crate) struct Layer {
    /// A number unique among all drawings of a run.
    pub number: u64,
    drawing: Arc<LazyLock<Arc<Drawing>, DrawFunction>>,
}

impl Layer {
    /// A finished drawing.
    pub(crate) fn new(number: u64, drawing: Arc<Drawing>) -> Self {
        Self::lazy(number, move || drawing)
    }

    /// A drawing made on request.
    pub(crate) fn lazy(number: u64, draw: impl FnOnce() -> Arc<Drawing> + Send + 'static) -> Self {
        let draw: DrawFunction = Box::new(draw);
        Self { number, drawing: Arc::new(LazyLock::new(draw)) }
    }

    /// The drawing.
    pub(crate) fn drawing(&self) -> &Arc<Drawing> {
        &self.drawing
    }
}

/// A view of the page.
#[derive(Clone)]
pub struct View {
    /// The view's id in addresses, such as `set-up` or `stickers-1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The view's group in the list.
    pub group: ViewGroup,
    /// Width and height of its paper.
    pub size: (PaperLength, PaperLength),
    /// Its layers, from bottom to top.
    pub(crate) layers: Vec<Layer>,
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("id", &self.id)
            .field("key", &self.key())
            .finish_non_exhaustive()
    }
}

impl View {
    /// Identifies the view's state within a run: equal keys mean equal pixels.
    pub fn key(&self) -> String {
        let numbers: Vec<String> =
            self.layers.iter().map(|layer| layer.number.to_string()).collect();
        numbers.join("-")
    }
}

//! What can be looked at: the map in its states, and every other sheet that is printed.

use std::fmt;
use std::sync::{Arc, LazyLock};

use sandtable_pack::PaperLength;
use sandtable_render::Drawing;

/// Where the page lists a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewGroup {
    /// The map, with or without what is shown upon it.
    Map,
    /// A sheet of its own.
    Sheet,
}

/// What makes a drawing.
type Making = Box<dyn FnOnce() -> Arc<Drawing> + Send>;

/// A drawing that is made when somebody looks.
#[derive(Clone)]
pub(crate) struct Layer {
    /// Tells it from all others of a run: no other drawing ever has it.
    pub number: u64,
    drawing: Arc<LazyLock<Arc<Drawing>, Making>>,
}

impl Layer {
    /// A drawing that is there.
    pub(crate) fn of(number: u64, drawing: Arc<Drawing>) -> Self {
        Self::made_by(number, move || drawing)
    }

    /// A drawing that is made when it is asked for.
    pub(crate) fn made_by(
        number: u64,
        make: impl FnOnce() -> Arc<Drawing> + Send + 'static,
    ) -> Self {
        let make: Making = Box::new(make);
        Self { number, drawing: Arc::new(LazyLock::new(make)) }
    }

    /// The drawing.
    pub(crate) fn drawing(&self) -> &Arc<Drawing> {
        &self.drawing
    }
}

/// Something to look at.
#[derive(Clone)]
pub struct View {
    /// What addresses call it, as in `set-up` or `stickers-1`.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// Where it is listed.
    pub group: ViewGroup,
    /// Width and height of its paper.
    pub size: (PaperLength, PaperLength),
    /// What it is painted of, the first beneath.
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
    /// Tells this state of it from all others of a run: where it is the same, so is every pixel.
    pub fn key(&self) -> String {
        let numbers: Vec<String> =
            self.layers.iter().map(|layer| layer.number.to_string()).collect();
        numbers.join("-")
    }
}

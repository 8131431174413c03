//! Imposition: the placement of cut-out components on the sheets of a stock.
//!
//! On plain sheets and rolls, components are in rows of equal height. In order, each goes to the
//! first row where it fits. On label sheets, each takes the next label. No component is cut off at
//! a sheet's edge or made smaller.

pub(crate) mod around_labels;
pub(crate) mod backs;
pub(crate) mod layout;
pub(crate) mod reach;
pub(crate) mod sheets;
#[cfg(test)]
mod tests;

use sandtable_pack::PaperLength;
use sandtable_sheet::{Rect, Sheet, Target};
use sandtable_shop::{Flip, Labels, Layout as Ganging, ShopProfile, Stock};

pub(crate) use crate::imposition::sheets::sheets;
use crate::paper::Size;

/// The spacing of components on sheets, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// The distance that art extends beyond the edge of a component.
    pub bleed: f64,
    /// The distance between neighbouring edges.
    pub gutter: f64,
    /// The radius of cut corners.
    pub corner_radius: f64,
    /// Whether art covers the whole label of a component.
    pub covers_labels: bool,
    /// Whether each component has its own page.
    pub is_one_up: bool,
    /// The edge on which sheets are flipped for their backs.
    pub flip: Flip,
    /// The offset of backs, to the right and down.
    pub back_shift: (f64, f64),
}

/// The space around components within the margins of a sheet, for text and rulers, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Band {
    above: f64,
    below: f64,
    /// The space on each side.
    at_sides: f64,
}

impl Band {
    /// No space around the components.
    pub const NONE: Self = Self { above: 0.0, below: 0.0, at_sides: 0.0 };
    /// Space for a heading, rulers and the version.
    pub const HOME: Self = Self { above: 15.0, below: 15.0, at_sides: 6.0 };

    /// The area for components on a sheet of this size, within an edge on all sides.
    fn field(&self, size: Size, edge: f64) -> Rect {
        Rect::new(
            edge + self.at_sides,
            edge + self.above,
            size.0.millimetres() - edge - self.at_sides,
            size.1.millimetres() - edge - self.below,
        )
    }

    /// The area for components on a home printer's sheet.
    fn within(&self, sheet: &Sheet) -> Rect {
        self.field((sheet.width, sheet.height), HOME_MARGIN + Spacing::AT_HOME.bleed)
    }
}

/// The margin outside heading and rulers, which home printers cannot print on.
const HOME_MARGIN: f64 = 5.0;

/// The space for components on a portrait sheet of a stock, with or without heading and rulers.
pub(crate) fn room(stock: &Stock, spacing: &Spacing, has_furniture: bool) -> Size {
    let length = PaperLength::from_millimetres;
    if spacing.is_one_up {
        return (length(LARGEST_PAGE), length(LARGEST_PAGE));
    }
    let band = if has_furniture { Band::HOME } else { Band::NONE };
    let edge = stock.margin.millimetres() + spacing.bleed;
    let field = band.field((stock.width, stock.height), edge);
    (length(field.width().max(0.0)), length(field.height().max(0.0)))
}

/// The maximum page size of a single component, in millimetres.
const LARGEST_PAGE: f64 = 1_000.0;

impl Spacing {
    /// For scissors and knives: art extends beyond the guides, so no white shows, and there are
    /// gaps between components.
    const AT_HOME: Self = Self {
        bleed: 1.0,
        gutter: 3.0,
        corner_radius: 0.0,
        covers_labels: false,
        is_one_up: false,
        flip: Flip::None,
        back_shift: (0.0, 0.0),
    };

    /// The spacing for a target; `home` is the home printer's profile.
    pub fn of(target: &Target, home: &ShopProfile) -> Self {
        let shift = |profile: &ShopProfile| {
            (profile.duplex.right.millimetres(), profile.duplex.down.millimetres())
        };
        match target.profile() {
            Some(profile) => Self::for_shop(profile, shift(profile)),
            None => Self { flip: home.duplex.flip, back_shift: shift(home), ..Self::AT_HOME },
        }
    }

    /// The distance that art is drawn beyond the edge of a component. Less may be visible,
    /// depending on the component's position.
    pub fn art(&self, stock: &Stock) -> f64 {
        let labels = self.labels(stock).filter(|_| self.covers_labels);
        labels.map_or(self.bleed, |labels| {
            self.bleed + labels.width.millimetres().max(labels.height.millimetres())
        })
    }

    /// The labels of a stock; `None` if each component has its own page.
    pub fn labels<'s>(&self, stock: &'s Stock) -> Option<&'s Labels> {
        stock.labels.as_ref().filter(|_| !self.is_one_up)
    }

    fn for_shop(profile: &ShopProfile, back_shift: (f64, f64)) -> Self {
        let mm = PaperLength::millimetres;
        Self {
            bleed: mm(profile.bleed),
            gutter: mm(profile.gutter),
            corner_radius: mm(profile.cut.corner_radius),
            covers_labels: true,
            is_one_up: profile.layout == Ganging::OneUp,
            flip: profile.duplex.flip,
            back_shift,
        }
    }
}

//! The sheets of components that players cut out.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_house_style::words::translate;
use sandtable_pack::{Pack, Side, SideId, fab};
use sandtable_sheet::{KISS_CUT, Sheet, THROUGH_CUT, TextRun, text_runs};
use sandtable_shop::{DEFAULT_STOCK, Flip, Stock, built_in_stock};

use crate::charts::Chart;
use crate::component::Component;
use crate::imposition::layout::TooLarge;
use crate::imposition::sheets::{Furniture, Lot};
use crate::imposition::{self, Spacing};
use crate::job::{self, Cutting};
use crate::order::product::Product;
use crate::order::subject::Subject;
use crate::order::{GameScale, PrintOrder};
use crate::paper::Size;
use crate::shop_objections::{Violation, faults};
use crate::stickers::{self, ComponentSettings, chits, stickers};
use crate::{areas, cards};

/// Properties of the sheets of a cut-out product.
pub struct CutOut {
    /// The component sizes, with the number of each.
    pub sizes: Vec<(Size, usize)>,
    /// How the components are cut.
    pub cutting: Cutting,
    /// Whether any component is folded.
    pub is_folded: bool,
    /// Their stock; `None` for one component per page.
    pub stock: Option<Stock>,
    /// Violations of the shop's profile.
    pub faults: Vec<Violation>,
    /// Keys of components that only the earlier version has.
    pub removed: Vec<String>,
    /// Text that did not fit, as printed, without duplicates.
    pub truncated_text: Vec<String>,
}

/// The space that cards need within the margins, the shorter side first, in millimetres: the
/// printable area of A5.
const CARDS: [f64; 2] = [138.0, 190.0];

/// Whether cards fit within the margins of a stock.
pub(crate) fn holds_cards(stock: &Stock) -> bool {
    let [width, height] =
        [stock.width, stock.height].map(|side| (side - stock.margin * 2.0).millimetres());
    width.min(height) >= CARDS[0] && width.max(height) >= CARDS[1]
}

/// The stock for cards: the given one, or A4 if cards do not fit on it, as on labels or a narrow
/// roll.
pub fn card_stock(stock: &Stock) -> Stock {
    match holds_cards(stock) {
        true => stock.without_labels(),
        false => built_in_stock(DEFAULT_STOCK).expect("built-in stock exists"),
    }
}

/// The stock of a product, relative to the ordered one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockChoice {
    /// The ordered stock.
    Named,
    /// Plain sheets of the same size as the ordered label sheets.
    Plain,
    /// Another stock, because the product does not fit on the ordered one.
    Other,
}

impl StockChoice {
    /// Compares a stock with the ordered one. Names are ignored: a user's own stock may also be
    /// called `a4`.
    pub fn of(stock: &Stock, order: &PrintOrder) -> Self {
        let named = &order.stock;
        let plain = named.without_labels();
        match named.labels {
            _ if stock == named => Self::Named,
            None if *stock == plain => Self::Named,
            Some(_) if *stock == plain => Self::Plain,
            _ => Self::Other,
        }
    }
}

/// The settings for components on a stock.
pub fn component_settings(
    battle: Subject<'_>,
    order: &PrintOrder,
    stock: &Stock,
) -> ComponentSettings {
    let spacing = Spacing::of(&order.target, &order.home);
    let profile = order.target.profile();
    let blocks = profile.unwrap_or(&order.home).blocks;
    ComponentSettings {
        language: order.language,
        blocks: blocks.unwrap_or(battle.blocks()),
        bleed: spacing.art(stock),
        folds_backs: spacing.flip == Flip::None,
        room: imposition::room(stock, &spacing, profile.is_none()),
        is_kriegsspiel: order.game_scale == GameScale::Kriegsspiel,
    }
}

/// The stock of a product.
fn stock_of(order: &PrintOrder, product: Product) -> Stock {
    match product {
        Product::Stickers => order.stock.clone(),
        Product::Chits | Product::Markers => order.stock.without_labels(),
        _ => card_stock(&order.stock),
    }
}

/// The sheets of a cut-out product, each back after its front. With an earlier version, only new
/// and changed components are printed.
pub fn cut_sheets(
    battle: Subject<'_>,
    order: &PrintOrder,
    product: Product,
) -> Result<(Vec<Sheet>, CutOut), Vec<TooLarge>> {
    let spacing = Spacing::of(&order.target, &order.home);
    let profile = order.target.profile();
    let mut lots = lots(battle, order, product);
    let mut taken_away = Vec::new();
    if let (Some(old), Product::Charts) = (&order.since, product) {
        let making = component_settings(battle, order, &stock_of(order, product));
        let (now, before) = (charts(battle, &making), charts(old.as_ref().into(), &making));
        for lot in &mut lots {
            lot.components = cards::changes_of_charts(&now, &before, &making);
        }
        lots.retain(|lot| !lot.components.is_empty());
    } else if let Some(old) = &order.since {
        let before: Vec<Component> = self::lots(old.as_ref().into(), order, product)
            .into_iter()
            .flat_map(|lot| lot.components)
            .collect();
        let before: BTreeMap<&str, &Component> =
            before.iter().map(|thing| (thing.key.as_str(), thing)).collect();
        let now: BTreeSet<&str> =
            lots.iter().flat_map(|lot| &lot.components).map(|thing| thing.key.as_str()).collect();
        let gone = before.keys().filter(|key| !now.contains(*key));
        taken_away = gone.map(|key| (*key).to_owned()).collect();
        for lot in &mut lots {
            lot.components.retain(|thing| before.get(thing.key.as_str()) != Some(&thing));
        }
        lots.retain(|lot| !lot.components.is_empty());
    }
    let things = || lots.iter().flat_map(|lot| &lot.components);
    let of_target = profile.unwrap_or(&order.home);
    let stock = stock_of(order, product);
    let labels = spacing.labels(&stock);
    let faults =
        lots.iter().flat_map(|lot| faults(product, &lot.components, of_target, labels)).collect();
    let furniture = Furniture {
        language: order.language,
        part: translate(battle.sheet_title(product), order.language),
        changes: order.changes(product),
        version: battle.version(),
    };
    let furniture = profile.is_none().then_some(&furniture);
    // Stickers are kiss-cut: the backing is not cut.
    let (cutting, ink) = match product {
        Product::Stickers => (Cutting::Kiss, KISS_CUT),
        _ => (Cutting::Through, THROUGH_CUT),
    };
    let cutting = labels.map_or(cutting, |_| Cutting::Labels);
    let stem = order.stem(product);
    let sheets = imposition::sheets(&stem, &lots, &stock, &spacing, ink, furniture)?;
    let cut_out = CutOut {
        sizes: job::count_sizes(things().map(|thing| thing.size)),
        cutting,
        is_folded: things().any(|thing| !thing.folds.is_empty()),
        stock: (!spacing.is_one_up).then_some(stock),
        faults,
        removed: taken_away,
        truncated_text: truncated_text(things()),
    };
    Ok((sheets, cut_out))
}

/// Text that did not fit, without duplicates.
fn truncated_text<'c>(things: impl Iterator<Item = &'c Component>) -> Vec<String> {
    text_without_space(
        things.flat_map(|thing| text_runs(&thing.front).into_iter().chain(text_runs(&thing.back))),
    )
}

/// The full texts that did not fit, without duplicates.
pub fn text_without_space<'r>(runs: impl Iterator<Item = &'r TextRun>) -> Vec<String> {
    let mut cut: Vec<String> = Vec::new();
    for text in runs.filter_map(|run| run.uncut_text.as_ref()) {
        if !cut.contains(text) {
            cut.push(text.clone());
        }
    }
    cut
}

/// The charts of a battle.
fn charts(battle: Subject<'_>, making: &ComponentSettings) -> Vec<Chart> {
    match battle {
        Subject::PubBattles(pack) => cards::charts_of_battle(pack, making),
        Subject::Fab(pack) => areas::charts(pack, making),
    }
}

/// The components of a cut-out product.
fn lots(battle: Subject<'_>, order: &PrintOrder, product: Product) -> Vec<Lot> {
    let making = component_settings(battle, order, &stock_of(order, product));
    let title = battle.title(order.language);
    if product.is_shared() {
        let things = match (product, battle) {
            (Product::Charts, _) => cards::charts(&charts(battle, &making), &making),
            (Product::TurnTrack, Subject::PubBattles(pack)) => {
                cards::turn_track(pack, order.side.as_ref(), &making)
            }
            (Product::TurnTrack, Subject::Fab(pack)) => {
                areas::turn_track(pack, order.side.as_ref(), &making)
            }
            (_, Subject::PubBattles(pack)) => cards::sticks(pack, &making),
            (_, Subject::Fab(pack)) => areas::markers(pack, &making),
        };
        return vec![Lot { components: things, heading: title.to_owned(), key: Vec::new() }];
    }
    let of_side = |index: usize, side: &SideId| {
        let (name, lot) = match battle {
            Subject::PubBattles(pack) => {
                let name = pack.labels().sides.get(side).map(|label| &label.title);
                (name, lot_of_side(pack, &pack.scenario().sides[index], product, &making))
            }
            Subject::Fab(pack) => {
                let name = pack.labels().sides.get(side).map(|banner| &banner.name);
                (name, lot_of_area_battle(pack, side, product, &making))
            }
        };
        let name = name.map_or("", |name| name.get(order.language));
        Lot { heading: format!("{title} · {name}"), ..lot }
    };
    let sides = battle.sides().into_iter().enumerate();
    let is_wanted = |side: &SideId| order.side.as_ref().is_none_or(|only| only == side);
    sides.filter(|(_, side)| is_wanted(side)).map(|(index, side)| of_side(index, side)).collect()
}

/// The components of a Pub Battles side and the key to their marks, without a heading.
fn lot_of_side(pack: &Pack, side: &Side, product: Product, making: &ComponentSettings) -> Lot {
    let (things, key) = match product {
        Product::Chits => (chits(pack, side, making), Vec::new()),
        Product::OrderOfBattle => (cards::order_of_battle(pack, side, making), Vec::new()),
        Product::ReserveCards => (cards::reserve_cards(pack, side, making), Vec::new()),
        _ => (stickers(pack, side, making), stickers::key(pack, side, making.language)),
    };
    Lot { components: things, heading: String::new(), key }
}

/// The components of a FAB side and the key to their marks, without a heading.
fn lot_of_area_battle(
    pack: &fab::Pack,
    side: &SideId,
    product: Product,
    making: &ComponentSettings,
) -> Lot {
    let language = making.language;
    let (things, key) = match product {
        Product::Stickers => {
            (areas::labels(pack, side, making), areas::label_key(pack, side, language))
        }
        Product::Chits => {
            (areas::counters(pack, side, making), areas::counter_key(pack, side, language))
        }
        Product::OrderOfBattle => (areas::set_up_cards(pack, side, making), Vec::new()),
        _ => (Vec::new(), Vec::new()),
    };
    Lot { components: things, heading: String::new(), key }
}

//! Checks of the map's own symbols: each can be drawn, and farms refer only to existing symbols.

use super::Check;
use crate::pack::PackParts;

/// The maximum number of symbols of a map.
const MAX_SYMBOLS: usize = 100;

impl Check {
    pub(super) fn symbols(&mut self, parts: &PackParts) {
        let symbols = &parts.style.symbols;
        if symbols.len() > MAX_SYMBOLS {
            self.fault("style.json: symbols", format!("more than {MAX_SYMBOLS} symbols"));
        }
        for (id, symbol) in symbols {
            if let Some(fault) = symbol.fault() {
                self.fault(format!("style.json: symbol {id}"), fault);
            }
        }
        for farm in &parts.scenery.farms {
            if let Some(id) = farm.symbol.as_ref().filter(|id| !symbols.contains_key(*id)) {
                let place = format!("scenery.json: farm {}", farm.id);
                self.fault(place, format!("unknown symbol {id}"));
            }
        }
    }
}

//! Unit symbols in their frames, based on APP-6.

use sandtable_pack::fab::UnitSymbol;
use sandtable_sheet::Segment::{Cubic, Move};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Stroke};

/// The frame of a symbol, which fills a rectangle.
struct Frame {
    rect: Rect,
    ink: Ink,
    weight: f64,
}

/// The symbol of a unit in its frame: black lines on a background.
pub fn unit_symbol(symbol: UnitSymbol, rect: Rect, ink: Ink, ground: Ink) -> Vec<Item> {
    let weight = rect.height() * 0.085;
    let frame = Frame { rect: rect.expand(-weight / 2.0), ink, weight };
    let mut items = vec![Item::fill(Path::rect(rect), ground)];
    items.extend(frame.symbol_items(symbol));
    items.push(Item::line(Path::rect(frame.rect), Stroke::solid(ink, weight)));
    items
}

/// The armour oval, drawn over another symbol.
pub fn armour_oval(rect: Rect, ink: Ink) -> Vec<Item> {
    let frame = Frame { rect, ink, weight: rect.height() * 0.085 };
    vec![frame.stroke(frame.oval())]
}

/// The symbol of a headquarters: a frame on a staff, both inside the rectangle.
pub fn headquarters_symbol(rect: Rect, ink: Ink, ground: Ink) -> Vec<Item> {
    let weight = rect.height() * 0.085;
    let cloth = Rect { bottom: rect.top + rect.height() * 0.68, ..rect };
    let left = rect.left + weight / 2.0;
    let pole = [Point::new(left, rect.top), Point::new(left, rect.bottom)];
    vec![
        Item::fill(Path::rect(cloth), ground),
        Item::line(Path::rect(cloth.expand(-weight / 2.0)), Stroke::solid(ink, weight)),
        Item::line(Path::line(&pole), Stroke::solid(ink, weight)),
        Item::fill(Path::rect(Rect { bottom: cloth.centre().y, ..cloth }), ink),
    ]
}

impl Frame {
    fn symbol_items(&self, symbol: UnitSymbol) -> Vec<Item> {
        let mut items = match symbol {
            UnitSymbol::Infantry
            | UnitSymbol::Motorised
            | UnitSymbol::Mechanised
            | UnitSymbol::Parachute
            | UnitSymbol::AirAssault
            | UnitSymbol::Mountain
            | UnitSymbol::Coastal
            | UnitSymbol::Fortress => {
                vec![self.line(&[(-0.5, -0.5), (0.5, 0.5)]), self.line(&[(-0.5, 0.5), (0.5, -0.5)])]
            }
            UnitSymbol::Reconnaissance | UnitSymbol::ArmouredReconnaissance => {
                vec![self.line(&[(-0.5, 0.5), (0.5, -0.5)])]
            }
            _ => Vec::new(),
        };
        items.extend(self.distinctive_part(symbol));
        items
    }

    /// The part of a symbol other than crosses and diagonals.
    fn distinctive_part(&self, symbol: UnitSymbol) -> Option<Item> {
        let disc = |share: f64| Path::circle(self.rect.centre(), self.rect.height() * share);
        Some(match symbol {
            UnitSymbol::Infantry | UnitSymbol::Reconnaissance => return None,
            UnitSymbol::Motorised => self.line(&[(0.0, -0.5), (0.0, 0.5)]),
            UnitSymbol::Mechanised | UnitSymbol::Armour | UnitSymbol::ArmouredReconnaissance => {
                self.stroke(self.oval())
            }
            UnitSymbol::Parachute => self.stroke(self.curve(&[
                [(-0.2, 0.42), (-0.19, 0.14), (-0.02, 0.14), (0.0, 0.42)],
                [(0.0, 0.42), (0.02, 0.14), (0.19, 0.14), (0.2, 0.42)],
            ])),
            UnitSymbol::AirAssault => self.line(&[(-0.17, 0.14), (0.0, 0.42), (0.17, 0.14)]),
            UnitSymbol::Mountain => {
                Item::fill(self.ring(&[(-0.15, 0.5), (0.0, 0.14), (0.15, 0.5)]), self.ink)
            }
            UnitSymbol::Coastal => self.stroke(self.curve(&[
                [(-0.36, 0.36), (-0.27, 0.18), (-0.21, 0.18), (-0.12, 0.36)],
                [(-0.12, 0.36), (-0.03, 0.54), (0.03, 0.18), (0.12, 0.36)],
                [(0.12, 0.36), (0.21, 0.54), (0.27, 0.54), (0.36, 0.36)],
            ])),
            UnitSymbol::Fortress => self.line(&[
                (-0.3, 0.46),
                (-0.3, 0.22),
                (-0.1, 0.22),
                (-0.1, 0.38),
                (0.1, 0.38),
                (0.1, 0.22),
                (0.3, 0.22),
                (0.3, 0.46),
            ]),
            UnitSymbol::Artillery => Item::fill(disc(0.2), self.ink),
            UnitSymbol::AntiTank => self.line(&[(-0.5, 0.5), (0.0, -0.5), (0.5, 0.5)]),
            UnitSymbol::AntiAircraft => {
                self.stroke(self.curve(&[[(-0.5, 0.5), (-0.4, -0.3), (0.4, -0.3), (0.5, 0.5)]]))
            }
            UnitSymbol::Engineers => {
                let mut bridge =
                    self.path(&[(-0.26, 0.24), (-0.26, -0.2), (0.26, -0.2), (0.26, 0.24)]);
                bridge.add(&self.path(&[(0.0, -0.2), (0.0, 0.24)]));
                self.stroke(bridge)
            }
            UnitSymbol::Aircraft => Item::fill(
                self.ring(&[(-0.3, -0.2), (0.3, 0.2), (0.3, -0.2), (-0.3, 0.2)]),
                self.ink,
            ),
            UnitSymbol::Ship => {
                let mut ship = self.path(&[
                    (-0.36, 0.06),
                    (0.36, 0.06),
                    (0.24, 0.3),
                    (-0.24, 0.3),
                    (-0.36, 0.06),
                ]);
                ship.add(&self.path(&[(0.0, 0.06), (0.0, -0.34)]));
                ship.add(&self.path(&[(-0.14, -0.12), (0.14, -0.12)]));
                self.stroke(ship)
            }
            UnitSymbol::Rockets => {
                let disc = self.at((0.0, 0.24));
                let mut rockets = Path::circle(disc, self.rect.height() * 0.12);
                for peak in [-0.36, -0.18] {
                    let low = peak + 0.16;
                    rockets.add(&self.path(&[(-0.16, low), (0.0, peak), (0.16, low)]));
                }
                self.stroke(rockets)
            }
            UnitSymbol::Mortars => {
                let mut mortar = Path::circle(self.at((0.0, 0.22)), self.rect.height() * 0.13);
                mortar.add(&self.path(&[(0.0, 0.09), (0.0, -0.36)]));
                mortar.add(&self.path(&[(-0.1, -0.18), (0.0, -0.36), (0.1, -0.18)]));
                self.stroke(mortar)
            }
        })
    }

    fn oval(&self) -> Path {
        let (width, height) = (self.rect.width() * 0.68, self.rect.height() * 0.52);
        let corner = self.rect.centre().translate(-width / 2.0, -height / 2.0);
        Path::rounded_rect(Rect::from_size(corner.x, corner.y, width, height), height / 2.0)
    }

    /// A point given in fractions of the frame, measured from its centre.
    fn at(&self, (x, y): (f64, f64)) -> Point {
        self.rect.centre().translate(x * self.rect.width(), y * self.rect.height())
    }

    fn path(&self, places: &[(f64, f64)]) -> Path {
        Path::line(&places.iter().map(|place| self.at(*place)).collect::<Vec<_>>())
    }

    fn ring(&self, places: &[(f64, f64)]) -> Path {
        Path::ring(&places.iter().map(|place| self.at(*place)).collect::<Vec<_>>())
    }

    /// A path of consecutive curves, each given by its end points and control points.
    fn curve(&self, bends: &[[(f64, f64); 4]]) -> Path {
        let mut path = Path::new();
        for (number, bend) in bends.iter().enumerate() {
            let [start, one, other, end] = bend.map(|place| self.at(place));
            if number == 0 {
                path.push(Move(start));
            }
            path.push(Cubic(one, other, end));
        }
        path
    }

    fn line(&self, places: &[(f64, f64)]) -> Item {
        self.stroke(self.path(places))
    }

    fn stroke(&self, path: Path) -> Item {
        Item::line(path, Stroke::solid(self.ink, self.weight))
    }
}

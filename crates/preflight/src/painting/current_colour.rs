//! Sets the current colour.

use std::rc::Rc;

use lopdf::Object;

use crate::limits;
use crate::painting::colour_space::{ColourSpace, numbers};
use crate::painting::interpreter::{Interpreter, Run, unknown_paint};
use crate::painting::state::CurrentColour;

impl<'d> Interpreter<'d, '_> {
    /// The colour space with a name, which may be a device space.
    fn space(&mut self, name: &[u8], run: &mut Run<'d>) -> Option<Rc<ColourSpace>> {
        if let Some(known) = run.spaces.get(name) {
            return Some(known.clone());
        }
        let objects = self.objects;
        let found = match name {
            b"Pattern" => ColourSpace::Pattern(None),
            _ => {
                let named = |name: &[u8]| run.resource(objects, b"ColorSpace", name);
                match ColourSpace::device(objects, name, &named, 0) {
                    Some(device) => device,
                    None => ColourSpace::read(objects, named(name)?, &named, 0)?,
                }
            }
        };
        let space = match found {
            ColourSpace::Gray => self.gray.clone(),
            ColourSpace::Rgb => self.rgb.clone(),
            ColourSpace::Cmyk => self.cmyk.clone(),
            other => Rc::new(other),
        };
        run.spaces.insert(name.to_owned(), space.clone());
        Some(space)
    }

    pub(crate) fn device_colour(
        &mut self,
        name: &[u8],
        values: &[f64],
        run: &mut Run<'d>,
    ) -> CurrentColour<'d> {
        let space = self.space(name, run).expect("device spaces need no resources");
        CurrentColour { paint: Rc::new(space.paint(values)), space, pattern: None }
    }

    pub(crate) fn initial_colour(
        &mut self,
        operands: &[Object],
        run: &mut Run<'d>,
    ) -> CurrentColour<'d> {
        let Some(name) = operands.first().and_then(|name| name.as_name().ok()) else {
            return CurrentColour::black();
        };
        let Some(space) = self.space(name, run) else {
            self.report_damage("missing or unreadable colour space");
            return CurrentColour::black();
        };
        self.canvas.charge(space.components() as u64 * limits::INK);
        let paint = Rc::new(space.initial_paint());
        CurrentColour { space, paint, pattern: None }
    }

    pub(crate) fn colour(
        &mut self,
        current: CurrentColour<'d>,
        operands: &[Object],
        run: &mut Run<'d>,
    ) -> CurrentColour<'d> {
        let values = numbers(operands);
        self.canvas.charge(current.space.components() as u64 * limits::INK);
        let pattern = operands.last().and_then(|name| name.as_name().ok());
        let Some(pattern) = pattern else {
            return CurrentColour {
                paint: Rc::new(current.space.paint(&values)),
                space: current.space,
                pattern: None,
            };
        };
        let pattern = run.resource(self.objects, b"Pattern", pattern);
        if pattern.is_none() {
            self.report_damage("missing pattern");
        }
        let paint = match current.space.as_ref() {
            ColourSpace::Pattern(Some(base)) => base.paint(&values),
            _ => unknown_paint(),
        };
        let pattern = pattern.and_then(|pattern| self.objects.resolve(pattern));
        CurrentColour { paint: Rc::new(paint), space: current.space, pattern }
    }
}

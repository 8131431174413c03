//! Panics of a game become the reason why it broke off.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game, or the words of its panic. The battlefield is never changed by a game, so a panic leaves
/// nothing broken behind.
pub(crate) fn caught<O>(play: impl FnOnce() -> O) -> Result<O, String> {
    catch_unwind(AssertUnwindSafe(play)).map_err(|payload| panic_message(payload.as_ref()))
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic without a message").to_owned()
}

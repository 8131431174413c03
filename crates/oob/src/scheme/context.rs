//! The context of an order of battle. It binds an opening to a match and a side: in another match,
//! or for the other side, verification fails.

use sandtable_pack::Digest;
use sha2::{Digest as _, Sha256};

use super::shape::Shape;

/// A player's 128 random bits for a match. They prevent the other player from preparing an attack
/// in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution(pub [u8; 16]);

/// A 32-byte hash of scheme, format, base pack, slots, match and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    bytes: [u8; 32],
    shape: Shape,
}

/// The format of the hashed data.
const FORMAT: u16 = 1;

impl Context {
    /// Computes the context of a side in a match between `sides`, in either order. `contributions`
    /// are in the order of `sides`.
    ///
    /// # Panics
    ///
    /// If an id is longer than 255 bytes.
    pub fn new(
        base: &Digest,
        shape: Shape,
        sides: [&str; 2],
        contributions: [Contribution; 2],
        side: &str,
    ) -> Self {
        let mut pairs = [(sides[0], contributions[0]), (sides[1], contributions[1])];
        pairs.sort_unstable_by_key(|(id, _)| *id);
        let mut nonce = Sha256::new_with_prefix(b"sandtable oob/1 match\0");
        pairs.iter().for_each(|(_, contribution)| nonce.update(contribution.0));
        let mut context = Sha256::new_with_prefix(b"sandtable oob/1 context\0");
        context.update(FORMAT.to_be_bytes());
        context.update(base.bytes());
        context.update(shape.counts());
        context.update(nonce.finalize());
        let length = u8::try_from(side.len()).expect("ids of sides are short");
        context.update([length]);
        context.update(side);
        Self { bytes: context.finalize().into(), shape }
    }

    /// The bytes to hash.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// The slots of the match.
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(base: &[u8], shape: [u8; 4], nonces: [u8; 2], side: &str) -> Context {
        let [d, t, e, c] = shape;
        let shape = Shape::new(d, t, e, c).expect("valid shape");
        let nonces = nonces.map(|byte| Contribution([byte; 16]));
        Context::new(&Digest::compute(base), shape, ["union", "confederate"], nonces, side)
    }

    #[test]
    fn every_input_changes_context() {
        let one = context(b"pack", [2, 8, 5, 3], [1, 2], "union");
        assert_eq!(one, context(b"pack", [2, 8, 5, 3], [1, 2], "union"));
        for other in [
            context(b"pacK", [2, 8, 5, 3], [1, 2], "union"),
            context(b"pack", [2, 8, 3, 5], [1, 2], "union"),
            context(b"pack", [2, 8, 5, 3], [2, 1], "union"),
            context(b"pack", [2, 8, 5, 3], [1, 3], "union"),
            context(b"pack", [2, 8, 5, 3], [1, 2], "confederate"),
        ] {
            assert_ne!(one.bytes(), other.bytes());
        }
    }

    #[test]
    fn nonce_ignores_order_of_sides() {
        let shape = Shape::new(1, 8, 2, 2).expect("valid shape");
        let (a, b) = (Contribution([1; 16]), Contribution([2; 16]));
        let base = Digest::compute(b"pack");
        let one = Context::new(&base, shape, ["blue", "red"], [a, b], "red");
        assert_eq!(one, Context::new(&base, shape, ["red", "blue"], [b, a], "red"));
        assert_ne!(one, Context::new(&base, shape, ["red", "blue"], [a, b], "red"));
    }
}

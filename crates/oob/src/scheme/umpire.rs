//! The digest that shows, after the battle, that an umpire used the committed orders of battle.

use sandtable_pack::Digest;
use sha2::{Digest as _, Sha256};

use super::orders::Orders;

/// H("sandtable oob/1 umpire\0" ‖ play digest of the umpire's pack ‖ all salts of each free side,
/// in the order of the sides' ids).
///
/// A play digest without salts reveals whether a guessed order of battle is right. The salts prevent this
/// until both sides are opened.
pub(crate) fn umpire_digest<'a>(
    play_digest: &Digest,
    sides: impl IntoIterator<Item = &'a Orders>,
) -> Digest {
    let mut hash = Sha256::new_with_prefix(b"sandtable oob/1 umpire\0");
    hash.update(play_digest.bytes());
    sides.into_iter().flat_map(Orders::salts).for_each(|salt| hash.update(salt));
    Digest::from_bytes(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Shape;

    /// The digest changes with every salt, so nobody can test a guess without the salts.
    #[test]
    fn umpire_digest_is_salted() {
        let shape = Shape::new(1, 1, 1, 1).expect("valid shape");
        let orders = || Orders::new(shape, []).expect("empty orders are valid");
        let [blue, red, other] = [(); 3].map(|()| orders());
        let play = Digest::compute(b"pack");
        let digest = |play: &Digest, sides: [&Orders; 2]| umpire_digest(play, sides);
        let one = digest(&play, [&blue, &red]);
        assert_eq!(one, digest(&play, [&blue, &red]));
        for different in [
            digest(&play, [&blue, &other]),
            digest(&play, [&other, &red]),
            digest(&play, [&red, &blue]),
            digest(&Digest::compute(b"other"), [&blue, &red]),
            play,
        ] {
            assert_ne!(one, different);
        }
    }
}

//! Letters missing from the printed fonts, gathered from the sheets of all products.

use sandtable_components::Product;

/// A letter that cannot be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct NoLetter {
    /// The letter.
    pub letter: char,
    /// The first text that has it.
    pub text: String,
    /// The products whose sheets have it.
    pub products: Vec<Product>,
}

/// Adds the missing letters of a product's sheets to the known ones.
pub(crate) fn add_missing_letters(
    known: &mut Vec<NoLetter>,
    found: Vec<(char, String)>,
    product: Product,
) {
    for (letter, text) in found {
        match known.iter_mut().find(|known| known.letter == letter) {
            Some(known) if known.products.contains(&product) => {}
            Some(known) => known.products.push(product),
            None => known.push(NoLetter { letter, text, products: vec![product] }),
        }
    }
}

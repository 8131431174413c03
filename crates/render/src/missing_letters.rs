//! Characters missing from the printed fonts, collected from the sheets of all products.

use sandtable_components::Product;

/// A character that cannot be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingLetter {
    /// The character.
    pub letter: char,
    /// The first text that contains the character.
    pub text: String,
    /// The products whose sheets contain the character.
    pub products: Vec<Product>,
}

/// Adds the missing characters of a product's sheets to those already known.
pub(crate) fn add_missing_letters(
    known: &mut Vec<MissingLetter>,
    found: Vec<(char, String)>,
    product: Product,
) {
    for (letter, text) in found {
        match known.iter_mut().find(|known| known.letter == letter) {
            Some(known) if known.products.contains(&product) => {}
            Some(known) => known.products.push(product),
            None => known.push(MissingLetter { letter, text, products: vec![product] }),
        }
    }
}

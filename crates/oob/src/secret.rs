//! A secret value without `Debug`, `Display` or `Serialize`, wiped on drop.

use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// A secret. Only [`Secret::expose`] gives access to it, so all uses are easy to find:
///
/// ```compile_fail
/// let secret = sandtable_oob::Secret::new([7_u8; 32]);
/// println!("{secret:?}");
/// ```
///
/// ```compile_fail
/// let secret = sandtable_oob::Secret::new("passphrase".to_owned());
/// println!("{secret}");
/// ```
///
/// ```compile_fail
/// let secret = sandtable_oob::Secret::new(vec![7_u8]);
/// serde_json::to_string(&secret);
/// ```
pub struct Secret<T: Zeroize>(T);

impl<T: Zeroize> Secret<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T: Zeroize + AsRef<[u8]>> Secret<T> {
    /// Whether the bytes are equal, compared in constant time. The length is not secret.
    pub fn equals(&self, other: &Self) -> bool {
        self.0.as_ref().ct_eq(other.0.as_ref()).into()
    }
}

impl<T: Zeroize + Clone> Clone for Secret<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Zeroize> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn wipes_secrets_on_drop() {
        struct WipeProbe(Arc<AtomicBool>);
        impl Zeroize for WipeProbe {
            fn zeroize(&mut self) {
                self.0.store(true, Ordering::SeqCst);
            }
        }
        let wiped = Arc::new(AtomicBool::new(false));
        drop(Secret::new(WipeProbe(Arc::clone(&wiped))));
        assert!(wiped.load(Ordering::SeqCst));
    }

    #[test]
    fn compares_secrets_by_bytes() {
        let secret = |bytes: &[u8]| Secret::new(bytes.to_vec());
        assert!(secret(b"reserve").equals(&secret(b"reserve")));
        assert!(!secret(b"reserve").equals(&secret(b"reservf")));
        assert!(!secret(b"reserve").equals(&secret(b"reserves")));
    }
}

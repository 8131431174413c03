//! Layered tables of a ruleset: each file overrides values of the file that it extends, key by key.
//!
//! Each table is declared once, with its keys, their readers, their schema and their packed values.

use crate::values::setting::Setting;
use sandtable_source::{Span, Spanned};

/// An optional value or table.
pub trait Layer<P> {
    /// Applies this value to the base, and lists the change.
    fn apply_to(&self, base: &P, key: &Key, changes: &mut Vec<Change>) -> P;
    /// Returns the value without a base, and lists missing keys.
    fn whole(&self, key: &Key, missing: &mut Vec<String>) -> Option<P>;
}

/// A table of values.
pub trait Table {
    /// The packed form.
    type Packed: Clone;
    fn apply_to(&self, base: &Self::Packed, key: &Key, changes: &mut Vec<Change>) -> Self::Packed;
    fn whole(&self, key: &Key, missing: &mut Vec<String>) -> Option<Self::Packed>;
}

/// The path of a value, such as `pieces: infantry: dice`, and its rule.
#[derive(Clone, Debug, Default)]
pub struct Key {
    pub path: String,
    pub rule: Option<&'static str>,
}

impl Key {
    /// Returns a key in this table.
    pub fn child(&self, key: &str, rule: Option<&'static str>) -> Self {
        let path = match self.path.as_str() {
            "" => key.to_owned(),
            table => format!("{table}: {key}"),
        };
        Self { path, rule: rule.or(self.rule) }
    }
}

/// A value that a file changes.
#[derive(Clone, Debug)]
pub struct Change {
    pub key: Key,
    pub at: Span,
    pub before: String,
    pub after: String,
}

impl<P: Clone + PartialEq, T: Setting<P>> Layer<P> for Option<Spanned<T>> {
    fn apply_to(&self, base: &P, key: &Key, changes: &mut Vec<Change>) -> P {
        let Some(Spanned { value, span }) = self else { return base.clone() };
        let packed = value.packed();
        if packed != *base {
            let (before, after) = (T::word(base), T::word(&packed));
            changes.push(Change { key: key.clone(), at: *span, before, after });
        }
        packed
    }

    fn whole(&self, key: &Key, missing: &mut Vec<String>) -> Option<P> {
        if self.is_none() {
            missing.push(key.path.clone());
        }
        self.as_ref().map(|written| written.value.packed())
    }
}

impl<T: Table> Layer<T::Packed> for Option<T> {
    fn apply_to(&self, base: &T::Packed, key: &Key, changes: &mut Vec<Change>) -> T::Packed {
        self.as_ref().map_or_else(|| base.clone(), |table| table.apply_to(base, key, changes))
    }

    fn whole(&self, key: &Key, missing: &mut Vec<String>) -> Option<T::Packed> {
        if self.is_none() {
            missing.push(key.path.clone());
        }
        self.as_ref().and_then(|table| table.whole(key, missing))
    }
}

/// Declares a struct of optional keys that becomes a pack struct, field by field. Keys before
/// `over` are read with the struct but are not part of the table.
macro_rules! table {
    ($(#[$meta:meta])* pub struct $name:ident($noun:literal) is $($packed:ident)::+ $(<$inner:ty>)? {
        $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(=> $rule:literal)?),* $(,)?
    }) => {
        $crate::ruleset::layer::table! {
            $(#[$meta])* pub struct $name($noun) is $($packed)::+ $(<$inner>)? {} over {
                $($(#[$field_meta])* pub $field: $type $(=> $rule)?),*
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident($noun:literal) is $($packed:ident)::+ $(<$inner:ty>)? {
        $($(#[$other_meta:meta])* pub $other:ident: $other_type:ty $(=> $other_rule:literal)?),* $(,)?
    } over {
        $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(=> $rule:literal)?),* $(,)?
    }) => {
        sandtable_source::authored! {
            $(#[$meta])*
            pub struct $name($noun) {
                $($(#[$other_meta])* pub $other: $other_type $(=> $other_rule)?,)*
                $($(#[$field_meta])* pub $field: $type $(=> $rule)?),*
            }
        }

        impl $crate::ruleset::layer::Table for $name {
            type Packed = sandtable_pack::$($packed)::+ $(<$inner>)?;

            fn apply_to(
                &self,
                base: &Self::Packed,
                key: &$crate::ruleset::layer::Key,
                changes: &mut Vec<$crate::ruleset::layer::Change>,
            ) -> Self::Packed {
                use $crate::ruleset::layer::Layer as _;
                sandtable_pack::$($packed)::+ {
                    $($field: {
                        let key = key.child(stringify!($field), None$(.or(Some($rule)))?);
                        self.$field.apply_to(&base.$field, &key, changes)
                    }),*
                }
            }

            fn whole(
                &self,
                key: &$crate::ruleset::layer::Key,
                missing: &mut Vec<String>,
            ) -> Option<Self::Packed> {
                use $crate::ruleset::layer::Layer as _;
                // Check all keys before `?` returns at the first missing one.
                $(let $field = self.$field.whole(&key.child(stringify!($field), None), missing);)*
                Some(sandtable_pack::$($packed)::+ { $($field: $field?),* })
            }
        }
    };
}

pub(crate) use table;

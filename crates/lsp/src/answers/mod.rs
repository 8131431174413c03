//! Answers to requests, one file for each kind.

mod actions;
mod completion;
pub(crate) mod context;
mod definition;
mod hover;
mod symbols;

pub(crate) use actions::actions;
pub(crate) use completion::completion;
pub(crate) use definition::{definition, references};
pub(crate) use hover::hover;
pub(crate) use symbols::symbols;

//! Hostile input as a whole process meets it: a clear error, in bounded time and memory, whatever
//! the files hold and whatever they are.

mod files;
mod support;
mod yaml;

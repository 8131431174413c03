//! Properties of the readers: whatever the bytes, an answer and no panic.

use proptest::prelude::*;

use super::extract::Extract;
use super::{pbf, xml};

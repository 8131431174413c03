//! Shows a battle on a local page that redraws when its files are saved.
//!
//! Data flow: a [`Workshop`] compiles the files and draws the changes. The result is an
//! [`Edition`]. Its tiles, diagnostics and position details are served over HTTP. The program
//! writes nothing, and only this machine has access: the page is served on the local address under
//! an unguessable path.
//!
//! Only `command`, `watch`, `server` and `token` use files, threads, the network and the system's
//! random numbers; the other modules take and return values.

mod answers;
mod command;
mod connections;
mod edition;
mod findings;
mod http;
mod page;
mod place_details;
mod server;
mod tiles;
mod token;
mod view;
mod watch;
mod workshop;

pub use command::PreviewArguments;
pub use edition::Edition;
pub use findings::{Finding, FindingLocation, Findings};
pub use place_details::{AreaDetails, PlaceDetails};
pub use server::{Address, Preview};
pub use tiles::{TILE, TileAddress, Tiles};
pub use view::{View, ViewGroup};
pub use workshop::{Battle, CheckResult, Workshop};

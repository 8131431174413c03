//! A battle on a local page that redraws when its files are saved.
//!
//! One path: files → [`Workshop`], which compiles and draws what changed → an [`Edition`], which is shown → tiles, findings and answers about
//! places over HTTP. Nothing of it is written anywhere, and nobody else reaches it: the page is served to this machine alone, under an
//! address that nobody can guess.
//!
//! Only `command`, `watch`, `server` and `token` touch files, threads, the network and the system's random numbers; all else takes values and
//! returns values.

mod answers;
mod command;
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
pub use findings::{Finding, Findings, FoundAt};
pub use place_details::{AreaDetails, PlaceDetails};
pub use server::{Address, Preview};
pub use tiles::{TILE, TileAt, Tiles};
pub use view::{View, ViewGroup};
pub use workshop::{Battle, Checked, Workshop};

//! The section of the page about pieces and commands.

use super::Report;
use super::text::{escape, percent};

impl Report<'_> {
    /// Returns the tables of commands, losses, acts and pieces.
    pub(crate) fn troops(&self) -> String {
        let result = self.result;
        let games = result.completed.max(1) as f64;
        let mut section = "<section id=\"troops\">\n<h2>Troops</h2>\n".to_owned();
        section += "<div class=\"wide\"><table><caption>Commands, mean per game</caption><thead><tr><th>Command</th><th>Side</th><th>Games active</th><th>Activations</th><th>Pieces lost</th><th>Out of supply at the end</th><th>Chit position in games won</th><th>in games not won</th></tr></thead><tbody>\n";
        let place =
            |place: Option<f64>| place.map_or("–".to_owned(), |place| format!("{place:.2}"));
        let of_side = |id: &str| {
            let side = self.cast.sides.iter().find(|side| side.id == id);
            side.map_or_else(String::new, |side| escape(&side.name))
        };
        for command in &result.commands {
            section += &format!(
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td><td>{:.1}</td><td>{:.1}</td><td>{}</td><td>{}</td></tr>\n",
                escape(&command.name),
                of_side(&command.side),
                percent(command.active as f64 / games),
                command.activations,
                command.losses,
                command.cut_off_at_end,
                place(command.place_when_won),
                place(command.place_when_lost),
            );
        }
        section += "</tbody></table></div>\n<p class=\"note\">Chit position: 0 if it moved first in every turn, 1 if last. Lost pieces were lost in combat. Pieces out of \
             supply at the end also count as destroyed (PB-31.4); they have their own column.</p>\n";
        section += "<table class=\"whole\"><caption>Losses by type and quality</caption><thead><tr><th>Side</th><th>Type</th><th>Pieces</th><th>Lost per game</th><th>Out of supply at the end</th></tr></thead><tbody>\n";
        for loss in &result.losses {
            section += &format!(
                "<tr><td>{}</td><td>{} {}</td><td>{}</td><td class=\"together\">{:.1} ({})</td><td>{:.1}</td></tr>\n",
                of_side(&loss.side),
                loss.quality,
                loss.kind,
                loss.pieces,
                loss.lost,
                percent(loss.lost / loss.pieces.max(1) as f64),
                loss.cut_off_at_end,
            );
        }
        section += "</tbody></table>\n";
        section += "<table class=\"whole\"><caption>Acts of each side, mean per game</caption><thead><tr><th></th>";
        for side in &self.cast.sides {
            section += &format!("<th>{}</th>", escape(&side.name));
        }
        section += "</tr></thead><tbody>\n";
        let acts: std::collections::BTreeSet<_> =
            result.acts.values().flat_map(|acts| acts.keys()).collect();
        for act in acts {
            section += &format!("<tr><td>{}</td>", act.name());
            for side in &self.cast.sides {
                let times = result.acts[&side.id].get(act).copied().unwrap_or_default();
                section += &format!("<td>{:.1}</td>", times as f64 / games);
            }
            section += "</tr>\n";
        }
        section += "</tbody></table>\n<details><summary>All pieces</summary><div class=\"wide\"><table><thead><tr><th>Piece</th><th>Side</th><th>Type</th><th>Due</th><th>On map</th><th>Moves</th><th>Fights</th><th>Lost</th><th>Out of supply at the end</th><th>Late or never</th></tr></thead><tbody>\n";
        for piece in &result.pieces {
            let share = |count: u64| percent(count as f64 / games);
            let due = piece
                .due
                .as_ref()
                .map_or(String::new(), |due| format!("{} at {}", due.when, due.entry));
            let late = match (&piece.due, piece.came + piece.missed) {
                (None, _) => String::new(),
                (Some(_), 0) => "–".to_owned(),
                (Some(_), expected) => {
                    format!("{} of {expected}", piece.late + piece.missed)
                }
            };
            section += &format!(
                "<tr><td>{}</td><td>{}</td><td>{} {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{late}</td></tr>\n",
                escape(&piece.name),
                of_side(&piece.side),
                piece.quality,
                piece.kind,
                escape(&due),
                share(piece.came),
                share(piece.moved),
                share(piece.fought),
                share(piece.lost),
                share(piece.cut_off_at_end),
            );
        }
        section + "</tbody></table></div></details>\n</section>\n"
    }
}

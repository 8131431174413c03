//! The report of a run: one self-contained HTML page for a browser or for print.

pub(crate) mod balance;
mod charts;
pub(crate) mod findings;
mod heat;
mod replay;
mod suggested_runs;
pub(crate) mod text;
pub(crate) mod troops;

use std::fmt::Write as _;

use crate::census::{Cast, Census, SampledGame};
use crate::game::battle::{Battle, BattlePack as _};
use crate::game::ground::Ground;
use crate::game::panic::catch_panic;
use crate::game::replay_steps::Replay;
use crate::result::RunResult;
use crate::result::strength::strength;
use crate::run::RunOptions;
pub(crate) use text::{base64, escape, escape_script, percent, percent_range};

/// The style sheet of the page.
const STYLE: &str = include_str!("report.css");
/// The script of the page.
const SCRIPT: &str = include_str!("report.js");

/// A picture of the map, as the background of heat maps and replays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The media type, such as `image/jpeg`.
    pub mime: &'static str,
    /// The encoded picture.
    pub bytes: Vec<u8>,
}

/// A function that draws the map picture, if there is a map.
pub type PictureSource<'p> = dyn Fn() -> Option<Picture> + Sync + 'p;

/// The input of the report.
pub(crate) struct Report<'r> {
    pub(crate) title: &'r str,
    pub(crate) result: &'r RunResult,
    pub(crate) census: &'r Census,
    pub(crate) cast: &'r Cast,
    /// Possible endings: kind, reason, rule.
    pub(crate) endings: &'r [[&'static str; 3]],
    /// The side that must lead by this many points to win after the last turn; otherwise, the other
    /// side wins. `None` if the side with more points wins.
    pub(crate) target: Option<(usize, i64)>,
    /// The options of the run.
    pub(crate) options: RunOptions,
    /// Numbers of the battle that `--vary` can change, with valid values.
    pub(crate) variable: &'r [(String, Vec<u8>)],
    pub(crate) ground: &'r Ground,
    pub(crate) picture: Option<&'r Picture>,
    /// A typical and an extreme game.
    pub(crate) replays: &'r [Replay],
}

impl Report<'_> {
    /// Returns the page.
    pub(crate) fn html(&self) -> String {
        let title = escape(self.title);
        let mut page = String::new();
        let mut add = |text: &str| page.push_str(text);
        add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        add(&format!("<title>{title}: games between bots</title>\n"));
        add(&format!("<style>\n{STYLE}{}</style>\n</head>\n<body>\n", self.battle_style()));
        add(&format!("<header>\n<h1>{title}</h1>\n{}</header>\n<main>\n", self.summary()));
        add(&self.findings());
        add(&self.balance());
        add(&heat::section(self));
        add(&self.replays());
        add(&self.troops());
        add(&suggested_runs::section(self));
        add(&self.details());
        add("</main>\n");
        if !self.replays.is_empty() {
            let data = replay::data(self.replays, self.cast, &self.ground.colours);
            add(&format!(
                "<script type=\"application/json\" id=\"games\">{}</script>\n",
                escape_script(&data)
            ));
            add(&format!("<script>\n{SCRIPT}</script>\n"));
        }
        add("</body>\n</html>\n");
        page
    }

    /// Returns the style of this battle: its map, shared by all drawings, and the colours of the
    /// sides.
    fn battle_style(&self) -> String {
        let [first, second] = &self.ground.colours;
        let mut style = format!(":root {{ --first: {first}; --second: {second}; }}\n");
        let aspect = self.ground.aspect;
        writeln!(style, ".map {{ aspect-ratio: {aspect:.4}; }}")
            .expect("writing to a string cannot fail");
        if let Some(picture) = self.picture {
            let data = base64(&picture.bytes);
            let mime = picture.mime;
            writeln!(style, ".map {{ background-image: url(data:{mime};base64,{data}); }}")
                .expect("writing to a string cannot fail");
        }
        style
    }

    fn is_area_battle(&self) -> bool {
        self.cast.columns.is_none()
    }

    fn side(&self, side: usize) -> String {
        escape(&self.cast.sides[side].name)
    }

    fn bots(&self) -> String {
        let [first, second] = &self.result.bots;
        if first == second {
            format!("two {first} bots")
        } else if self.result.swapped {
            format!("the bots {first} and {second}, each on both sides")
        } else {
            format!("the bots {first} ({}) and {second} ({})", self.side(0), self.side(1))
        }
    }

    /// Returns the result in a sentence, followed by its limitations.
    fn summary(&self) -> String {
        let result = self.result;
        let sides: Vec<_> = self.cast.sides.iter().map(|side| &result.sides[&side.id]).collect();
        let ahead = usize::from(sides[1].wins > sides[0].wins);
        let [low, high] = sides[ahead].interval;
        let games = result.completed;
        let closeness = match (low, high) {
            (low, _) if low > 0.75 => "a one-sided battle",
            (low, _) if low > 0.5 => "a significant advantage",
            _ => "no significant advantage",
        };
        let wins = format!(
            "<p class=\"sentence\">{} wins <strong>{}</strong> of {games} games (95 % CI {}): {closeness}.</p>\n",
            self.side(ahead),
            percent(sides[ahead].win_rate),
            percent_range(sides[ahead].interval),
        );
        let findings = match result.findings.iter().filter(|one| one.severity != "note").count() {
            0 if result.findings.is_empty() => "There are no findings.".to_owned(),
            0 => format!("All findings are {}.", self.note_reason().words()),
            1 => "There is one finding to review.".to_owned(),
            many => format!("There are {many} findings to review."),
        };
        let failed = match result.games - games {
            0 => String::new(),
            1 => " <strong>1 game failed.</strong>".to_owned(),
            some => format!(" <strong>{some} games failed.</strong>"),
        };
        let caveat = format!(
            "<p>Played by {}. {findings}{failed} Bots follow the rules but do not plan like people. The results show how troops, terrain and time \
             interact, not how people will play. Planner is the strongest bot, random the weakest. {}</p>\n",
            self.bots(),
            escape(&strength(self.is_area_battle())),
        );
        let by_bot = result.bot_wins.iter().map(|(bot, tally)| {
            format!("{bot} {} (95 % CI {})", percent(tally.win_rate), percent_range(tally.interval))
        });
        let by_bot: Vec<String> = by_bot.collect();
        let by_bot = match by_bot.as_slice() {
            [] => String::new(),
            bots => format!("<p>Win rate by bot, on both sides: {}.</p>\n", bots.join(", ")),
        };
        let early = match result.early.as_slice() {
            [] => String::new(),
            early => format!("<p>{}</p>\n", escape(&early.join(" "))),
        };
        wins + &by_bot + &early + &caveat
    }

    fn replays(&self) -> String {
        if self.replays.is_empty() {
            return String::new();
        }
        let names: Vec<String> = self.replays.iter().map(|game| escape(&game.name)).collect();
        let printed = format!(
            "<p class=\"printed\">Open this page in a browser to replay two games on the map: {}.</p>\n",
            names.join("; ")
        );
        let mut section = printed + "<section id=\"replay\">\n<h2>Two replays</h2>\n";
        section += "<p><label>Game <select id=\"which\">";
        for (number, game) in self.replays.iter().enumerate() {
            let name = escape(&game.name);
            section += &format!("<option value=\"{number}\">{name}</option>");
        }
        section += "</select></label> <span class=\"keys\">Keys: arrows to step, Home and End to jump, Space to play.</span></p>\n";
        section += "<div class=\"replay\" tabindex=\"0\" id=\"player\" aria-label=\"Replay\">\n<div class=\"board\">\n";
        section += "<div class=\"map\"><svg id=\"board\" role=\"img\" aria-label=\"Positions of the pieces\"></svg></div>\n";
        section += "<div class=\"controls\"><button type=\"button\" id=\"first\" aria-label=\"To the beginning\">|◀</button>\
<button type=\"button\" id=\"back\" aria-label=\"Back\">◀</button>\
<button type=\"button\" id=\"play\" aria-label=\"Play\">Play</button>\
<button type=\"button\" id=\"on\" aria-label=\"Forward\">▶</button>\
<button type=\"button\" id=\"last\" aria-label=\"To the end\">▶|</button>\
<input type=\"range\" id=\"place\" min=\"0\" value=\"0\" aria-label=\"Position in the game\"></div>\n";
        section += "<p id=\"now\" aria-live=\"polite\"></p>\n</div>\n";
        section += "<ol id=\"diary\" aria-label=\"Staff diary\"></ol>\n</div>\n";
        section + "</section>\n"
    }

    fn details(&self) -> String {
        let result = self.result;
        format!(
            "<section id=\"particulars\">\n<h2>Details</h2>\n<dl>\n<dt>Battle</dt><dd>{} ({})</dd>\n<dt>Games</dt><dd>{} of {} completed, seeds from {}{}</dd>\n\
             <dt>Play digest</dt><dd><code>{}</code></dd>\n<dt>Result digest</dt><dd><code>{}</code></dd>\n</dl>\n\
             <p>The same pack, seed, bots and number of games give the same report, byte for byte. Confidence intervals are Wilson score intervals.</p>\n</section>\n",
            escape(&result.scenario),
            escape(&result.ruleset),
            result.completed,
            result.games,
            result.seed,
            if result.swapped { ", bots on both sides" } else { "" },
            result.play_digest,
            result.digest,
        )
    }
}

/// Returns the report of a battle's games, with replays of a typical and an extreme game.
pub(crate) fn report_page<B: Battle>(
    battle: &B,
    result: &RunResult,
    census: &Census,
    options: RunOptions,
    picture: &PictureSource<'_>,
) -> String {
    let facts = battle.pack().facts();
    let of = |kind: &str, game: SampledGame| {
        let winner = match game.winner {
            Some(side) => format!("{} wins", facts.sides[usize::from(side)].1),
            None => "draw".to_owned(),
        };
        let swapped = if game.swapped { ", bots swapped" } else { "" };
        let name = format!("{kind}: seed {}{swapped}, {winner}", game.seed);
        // Crashed games are not counted, so none should occur here.
        catch_panic(|| battle.replay(game.seed, options.players(game.swapped), name)).ok().flatten()
    };
    let (typical, extreme) = (census.typical(), census.extreme());
    let extreme = extreme.filter(|game| Some(*game) != typical);
    let games = || {
        let games = typical.map(|game| of("A typical game", game)).into_iter();
        let games = games.chain(extreme.map(|game| of("The most one-sided game", game)));
        games.flatten().filter(|game| !game.steps.is_empty()).collect::<Vec<Replay>>()
    };
    let (picture, replays) = rayon::join(picture, games);
    Report {
        title: &facts.title,
        result,
        census,
        cast: battle.cast(),
        endings: &battle.pack().endings(),
        target: battle.pack().target(),
        options,
        variable: &battle.pack().variable_values(),
        ground: &battle.ground(),
        picture: picture.as_ref(),
        replays: &replays,
    }
    .html()
}

#[cfg(test)]
mod tests {
    use super::text::mark_up;
    use super::*;

    #[test]
    fn bytes_as_text() {
        // RFC 4648, section 10.
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(escape("<b>\"O'Neil\" & sons"), "&lt;b&gt;&quot;O&#39;Neil&quot; &amp; sons");
        assert_eq!(escape_script("</script>"), "\\u003c/script>");
        assert_eq!(mark_up("`a<b` or `c` and `"), "<code>a&lt;b</code> or <code>c</code> and `");
    }

    /// Plays the sample with both bots on both sides; returns the result, the page and the table.
    fn sample_run() -> (RunResult, String, String) {
        let pack =
            sandtable_pack::Pack::new(sandtable_pack::sample::parts()).expect("valid sample");
        let battle = crate::game::battle::PubBattle::new(&pack);
        let bots = [sandtable_engine::BotKind::Aggressive, sandtable_engine::BotKind::Random];
        let options = RunOptions { swap: true, ..RunOptions::new(24, 3, bots) };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let hooks = crate::run::Hooks { progress: &|| (), stop: &stop, on_game: &mut |_| () };
        let tally = crate::run::tally_games(&battle, options, 0..24, hooks);
        let origins = sandtable_source::Origins::default();
        let (result, _) = RunResult::new(&pack, battle.cast(), options, &tally, &origins);
        let page = report_page(&battle, &result, &tally.counts.census, options, &|| None);
        let table = crate::result::table::pack_table(&pack, &result);
        (result, page, table)
    }

    /// The page says that there are no findings only if there are none, allowed or not.
    #[test]
    fn page_lists_all_findings() {
        let (result, page, _) = sample_run();
        assert!(!result.findings.is_empty(), "the sample has findings");
        assert!(!page.contains("every piece took part"));
        assert!(page.contains("To inspect a game, run this command with its seed: <code>sandtable run … --bots aggressive,random --seed 3 --games 1 --record games</code>"));
    }

    #[test]
    fn page_has_all_sections() {
        let (result, page, _) = sample_run();
        for words in [
            "Its strength against people has not been measured",
            "--swap --games 400</code>",
            "--forbid blue.rally --games 24</code>",
            "class=\"legend\">Count per game and square: ",
            "class=\"printed\">Open this page in a browser to replay two games",
            "<th>Out of supply at the end</th>",
            "before the final multiplication",
            "Win rate by bot, on both sides: aggressive ",
        ] {
            assert!(page.contains(words), "{words}");
        }
        for piece in result.pieces.iter().filter_map(|piece| piece.due.as_ref()) {
            assert!(page.contains(&format!("<td>{} at {}</td>", piece.when, piece.entry)));
        }
    }

    /// With `--swap`, both bots play each side, and wins are counted by bot.
    #[test]
    fn swapped_bots_have_own_wins() {
        let (result, _, table) = sample_run();
        let sides: Vec<&str> = table.lines().filter(|line| line.contains("both  ")).collect();
        assert_eq!(sides.len(), 2, "{table}");
        for (bot, tally) in &result.bot_wins {
            let line = table
                .lines()
                .find(|line| line.starts_with(bot.as_str()))
                .expect("a line for each bot");
            assert!(
                line.split_whitespace().nth(1) == Some(tally.wins.to_string().as_str()),
                "{line}"
            );
        }
        assert!(
            table.contains("24 of 24 games completed, seeds 3 to 14, bots on both sides"),
            "{table}"
        );
        assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    }
}

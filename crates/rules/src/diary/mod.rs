//! The staff diary: what happened in a battle, told with the names of its map, a heading for every
//! turn and a paragraph for every command that moves and every combat. Each line cites its rule.

mod calendar;
mod gazetteer;
mod names;
mod words;

use sandtable_pack::Language;

use crate::battlefield::Battlefield;
use crate::event::{Event, Happening};
use crate::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::victory::{BattleEnd, VictoryKind};
use gazetteer::{Gazetteer, length};
use names::Names;

/// Who writes diaries of one battle.
#[derive(Debug)]
pub struct Diarist<'a> {
    field: &'a Battlefield,
    gazetteer: Gazetteer<'a>,
    names: Names,
}

impl<'a> Diarist<'a> {
    /// The diarist of a battle.
    pub fn new(field: &'a Battlefield) -> Self {
        Self { field, gazetteer: Gazetteer::new(&field.pack), names: Names::new(&field.roster) }
    }

    /// One event by itself, as in `Turn 5: McLaws attacks Birney in the Peach Orchard (PB-12.1)`.
    pub fn line(&self, event: &Event) -> String {
        let sentence = self.sentence(event);
        let when = if event.night { "Night".to_owned() } else { format!("Turn {}", event.turn) };
        format!("{when}: {sentence} ({})", event.rule)
    }

    /// The whole diary of a game.
    pub fn diary(&self, events: &[Event]) -> String {
        let labels = self.field.pack.labels();
        let [first, second] = SideIndex::BOTH.map(|side| self.names.side(side));
        let mut diary = format!("{}\n{first} and {second}\n", labels.title.get(Language::En));
        let mut told = vec![false; events.len()];
        for (index, event) in events.iter().enumerate() {
            let following = &events[index + 1..];
            let sentence = match &event.what {
                _ if told[index] => continue,
                Happening::TurnBegins { .. } => {
                    diary.push_str(&format!("\n\n{}\n", self.heading(event)));
                    self.sentence(event)
                }
                // A chit that moves at once needs no line of its own.
                Happening::ChitDrawn(chit) if moves_at_once(*chit, following) => continue,
                Happening::Moved { piece, from, to, length: way, .. } => {
                    match assault_of(*piece, following) {
                        // Who goes into an attack is told once.
                        Some(ahead) => {
                            let attack = &following[ahead];
                            told[index + 1 + ahead] = true;
                            let direction = self.gazetteer.direction(*to - *from);
                            let moves = self.names.piece(*piece).does("moves", "move");
                            let assault = self.assault(attack);
                            let way = length(*way);
                            let sentence = format!("{moves} {way} {direction} and {assault}");
                            diary.push_str(&format!("    {sentence} ({})\n", attack.rule));
                            continue;
                        }
                        None => self.sentence(event),
                    }
                }
                _ => self.sentence(event),
            };
            match indent(&event.what) {
                Indent::Paragraph => {
                    diary.push_str(&format!("\n{} ({})\n", capital(&sentence), event.rule));
                }
                Indent::Margin => {
                    diary.push_str(&format!("{} ({})\n", capital(&sentence), event.rule));
                }
                Indent::Inside => diary.push_str(&format!("    {sentence} ({})\n", event.rule)),
            }
        }
        diary
    }

    /// `2 July 1863, turn 4, 12:00 to 13:30`.
    fn heading(&self, event: &Event) -> String {
        let calendar = &self.field.pack.scenario().calendar;
        let date = calendar::date(calendar, event.day);
        if event.night {
            return format!("NIGHT AFTER {}", date.to_uppercase());
        }
        let hours = calendar::hours(calendar, event.turn);
        format!("TURN {}: {date}, {hours}", event.turn)
    }

    /// `Longstreet, First Corps`.
    fn leader_of(&self, command: CommandIndex) -> String {
        let card = self.field.roster.command(command);
        format!("{}, {}", self.names.piece(card.headquarters).text, card.name)
    }

    fn outcome(&self, end: &BattleEnd) -> String {
        let result = match end.winner {
            Some(side) => format!("{} wins the battle", self.names.side(side)),
            None => "The battle is drawn".to_owned(),
        };
        let reason = match end.kind {
            VictoryKind::Rout => "half of the enemy's infantry is lost",
            VictoryKind::Broken => "a train of the enemy was taken",
            VictoryKind::ForcedBack => "the enemy packed up a train that had been unpacked",
            VictoryKind::Nightfall => "not everybody holds the field at nightfall",
            VictoryKind::Points => "the time is over, and points decide",
            VictoryKind::Exhausted => "a side has nobody left to fight",
        };
        let points = SideIndex::BOTH.map(|side| {
            let total = end.totals()[side.index()];
            let (raw, times) = (end.raw[side.index()], end.multipliers[side.index()]);
            let how = if times == 1 { String::new() } else { format!(" ({raw} × {times})") };
            format!("{} {total}{how}", self.names.side(side))
        });
        let pyrrhic = if end.pyrrhic() { "; a victory that cost more than it gained" } else { "" };
        format!("{result}: {reason}; points: {}{pyrrhic}", points.join(", "))
    }
}

/// Where a line of the diary stands.
enum Indent {
    /// It begins a paragraph.
    Paragraph,
    /// It stands at the margin.
    Margin,
    /// It belongs to the paragraph.
    Inside,
}

fn indent(what: &Happening) -> Indent {
    match what {
        Happening::ChitDrawn(_)
        | Happening::Activated(_)
        | Happening::CombatBegins { .. }
        | Happening::NightfallDecision { .. }
        | Happening::Ended(_) => Indent::Paragraph,
        Happening::TurnBegins { .. } => Indent::Margin,
        _ => Indent::Inside,
    }
}

/// Does the chit that was drawn move without a word from any headquarters?
fn moves_at_once(chit: CommandIndex, following: &[Event]) -> bool {
    matches!(following.first(), Some(Event { what: Happening::Activated(command), .. }) if *command == chit)
}

/// The attack at the end of a piece's move: how many events ahead.
fn assault_of(piece: PieceIndex, following: &[Event]) -> Option<usize> {
    let aside = following.iter().take_while(|event| {
        matches!(event.what, Happening::Disordered(_) | Happening::PushedAside(_))
    });
    let ahead = aside.count();
    let Happening::Attacked { attacker, .. } = &following.get(ahead)?.what else { return None };
    (*attacker == piece).then_some(ahead)
}

/// A sentence at the margin begins with a capital letter.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

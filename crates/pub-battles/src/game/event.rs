//! Typed events, each with the rule behind it. `diary` turns them into text, and `event_log`
//! serialises them.

use crate::state::Alteration;
use crate::state::combat::RetreatCause;
use sandtable_pack::{Edge, GroundLength, GroundPoint, Status};
use serde::Serialize;

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::combat::fire::HitResult;
use crate::combat::fire::{FireModifiers, FireRules};
use crate::state::Stance;
use crate::state::victory::{BattleEnd, Verdict};
use sandtable_engine::RuleId;

/// An event of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The day, from 1.
    pub day: u8,
    /// The turn of that day.
    pub turn: u8,
    /// Whether the event is in the night after that turn.
    pub night: bool,
    /// The event.
    pub what: Happening,
    /// The rule for the event.
    pub rule: RuleId,
}

/// The cause of a piece's destruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Loss {
    /// Fire.
    Fire,
    /// The piece had to leave the reserve without space for it on the map (PB-A61).
    NoRoom,
    /// The piece had to retreat but could not (PB-25.2).
    NoWayBack,
    /// The piece is a battery in contact without a Support, which cannot retreat (PB-14.4).
    GunsLost,
    /// The piece is a train in contact when combat begins (PB-20.2).
    TrainTaken,
}

/// The reason a command did nothing in its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum IdleReason {
    /// The command has no troops left.
    Lost,
    /// The troops have not entered the map yet.
    Awaited,
    /// All its troops on the map are in contact with the enemy.
    InContact,
    /// The command could have moved but did not.
    Holds,
}

/// The starting location of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Beginning {
    /// On the map, in this stance.
    OnMap(Stance),
    /// In reserve with a headquarters (PB-9.3).
    InReserve(PieceIndex),
}

/// The content of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Happening {
    /// A piece is set up by the scenario (PB-3.9). Pieces without this event arrive later.
    SetUp {
        /// The piece.
        piece: PieceIndex,
        /// The location.
        place: Beginning,
        /// The status.
        status: Status,
    },
    /// A detachment was assigned to a command, at set-up or on arrival (PB-A21).
    Assigned {
        /// The detachment.
        piece: PieceIndex,
        /// The command.
        command: CommandIndex,
        /// The detachment's stance, unless it arrives later.
        stands: Option<Stance>,
        /// The detachment's status.
        status: Status,
    },
    /// A side chose its entry edge (PB-32.3).
    EdgeChosen {
        /// The side.
        side: SideIndex,
        /// The edge.
        edge: Edge,
    },
    /// A block was set up in a different place from that in the scenario (PB-3.9).
    Placed {
        /// The block.
        piece: PieceIndex,
        /// The stance.
        stands: Stance,
        /// The status.
        status: Status,
    },
    /// A turn begins.
    TurnBegins {
        /// The number of chits in the pool.
        chits: usize,
    },
    /// A chit was drawn.
    ChitDrawn(CommandIndex),
    /// An HQ tried to Alter the turn order.
    AlterTried {
        /// The HQ that rolled.
        roller: PieceIndex,
        /// The chit it rolled for.
        chit: CommandIndex,
        /// Delay or Jump.
        alteration: Alteration,
        /// The die rolled.
        die: u8,
        /// Whether the attempt succeeded.
        success: bool,
    },
    /// A command moves.
    Activated(CommandIndex),
    /// The troops of a command ended its activation without acting.
    StoodIdle {
        /// The command.
        command: CommandIndex,
        /// The reason.
        idleness: IdleReason,
    },
    /// A piece moved.
    Moved {
        /// The piece.
        piece: PieceIndex,
        /// The piece's starting point.
        from: GroundPoint,
        /// The piece's new stance; an attacker is flush with the enemy.
        stands: Stance,
        /// The distance covered by the piece's centre.
        length: GroundLength,
        /// Whether terrain shortened the move.
        reduced: bool,
    },
    /// A die was rolled for a reinforcement.
    ArrivalRolled {
        /// The first of the pieces that arrive together.
        piece: PieceIndex,
        /// The die rolled.
        die: u8,
        /// Whether the pieces arrive.
        comes: bool,
    },
    /// The owner of a reinforcement chose its entry.
    EntryChosen {
        /// One of the pieces that arrive together.
        piece: PieceIndex,
        /// 0 for the scheduled entry; from 1, its alternatives in scenario order.
        entry: u8,
    },
    /// A piece entered the map.
    Entered {
        /// The piece.
        piece: PieceIndex,
        /// The stance.
        stands: Stance,
    },
    /// A piece left the map for good (PB-A43, PB-A129).
    LeftMap {
        /// The piece.
        piece: PieceIndex,
        /// The place on the edge.
        at: GroundPoint,
    },
    /// A piece turned without moving.
    Turned {
        /// The piece.
        piece: PieceIndex,
        /// The new stance.
        stands: Stance,
    },
    /// A piece moved into contact.
    Attacked {
        /// The attacker.
        attacker: PieceIndex,
        /// The defender.
        defender: PieceIndex,
        /// Whether the attack is on the flank or rear.
        flank: bool,
        /// Whether the attack is across a river.
        river: bool,
        /// The position of the defender.
        at: GroundPoint,
    },
    /// A piece disengaged from an enemy.
    Disengaged {
        /// The piece.
        piece: PieceIndex,
        /// The enemy.
        enemy: PieceIndex,
    },
    /// A piece remains in a Field of Fire because it has no way out.
    Pinned(PieceIndex),
    /// A piece became disordered by passing through buildings.
    Disordered(PieceIndex),
    /// A piece became Fresh.
    Rallied {
        /// The piece.
        piece: PieceIndex,
        /// The piece's new stance, because it may turn; `None` for a piece in reserve.
        stands: Option<Stance>,
    },
    /// A train unpacked.
    Unpacked(PieceIndex),
    /// A train packed up.
    Packed(PieceIndex),
    /// A headquarters was pushed aside.
    PushedAside {
        /// The headquarters.
        piece: PieceIndex,
        /// The old position.
        from: GroundPoint,
        /// The new stance.
        stands: Stance,
    },
    /// A piece joined a reserve (PB-9.2).
    JoinedReserve {
        /// The piece.
        piece: PieceIndex,
        /// The headquarters.
        headquarters: PieceIndex,
    },
    /// A piece left the reserve and appeared on the map (PB-9.2, PB-A61).
    LeftReserve {
        /// The piece.
        piece: PieceIndex,
        /// The headquarters whose reserve it left.
        headquarters: PieceIndex,
        /// The stance.
        stands: Stance,
    },
    /// The enemy has spotted this headquarters, which reveals its reserve (PB-9.5).
    ReserveSpotted(PieceIndex),
    /// A combat begins.
    CombatBegins {
        /// The pieces by place: Defender, Attacker, then the others as they joined.
        places: Vec<PieceIndex>,
        /// The pieces' Supports.
        supports: Vec<PieceIndex>,
        /// The position of the Defender.
        at: GroundPoint,
    },
    /// A supported pair was attacked in front and in the rear (PB-18.6).
    Enveloped {
        /// The lead.
        lead: PieceIndex,
        /// The lead's Support.
        support: PieceIndex,
    },
    /// A Support took its lead's place.
    TookPlace {
        /// The Support.
        piece: PieceIndex,
        /// The departed lead.
        lead: PieceIndex,
        /// The new stance of the Support.
        stands: Stance,
    },
    /// A piece fired.
    Fired {
        /// The firer.
        firer: PieceIndex,
        /// The target.
        target: PieceIndex,
        /// The round, from 1.
        round: u8,
        /// The dice rolled.
        dice: Vec<u8>,
        /// The modifiers of the dice.
        modifiers: FireModifiers,
        /// The rules for the modifiers and the result.
        rules: FireRules,
        /// The number of hits.
        hits: u8,
        /// The result for the target.
        result: HitResult,
    },
    /// A battery bombarded.
    Bombarded {
        /// The battery.
        firer: PieceIndex,
        /// The target.
        target: PieceIndex,
        /// The dice rolled.
        dice: Vec<u8>,
        /// The modifiers of the dice.
        modifiers: FireModifiers,
        /// The rules for the modifiers and the result.
        rules: FireRules,
        /// The number of hits.
        hits: u8,
        /// The result for the target.
        result: HitResult,
    },
    /// A bombarded piece had to retreat but could not, and stays.
    HoldsInFire(PieceIndex),
    /// A piece retreated.
    Retreated {
        /// The piece.
        piece: PieceIndex,
        /// The new stance.
        stands: Stance,
        /// The cause.
        cause: RetreatCause,
        /// The new status.
        status: Status,
    },
    /// A friendly piece was pushed back.
    Pushed {
        /// The pushed piece.
        piece: PieceIndex,
        /// The retreating piece.
        by: PieceIndex,
        /// The new stance of the pushed piece.
        stands: Stance,
        /// The pushed piece's new status.
        status: Status,
    },
    /// A piece was destroyed.
    Destroyed {
        /// The piece.
        piece: PieceIndex,
        /// The cause.
        loss: Loss,
        /// The points that the enemy scores.
        points: u32,
    },
    /// A turn ends.
    TurnEnds {
        /// Each side's points so far.
        points: [u32; 2],
    },
    /// A combat did not end and was stopped.
    EndlessCombat,
    /// A side made its decision at nightfall.
    NightfallDecision {
        /// The side.
        side: SideIndex,
        /// Whether the side holds the field.
        holds: bool,
    },
    /// Pieces that could return at night remain lost, because there is no space near their
    /// headquarters (PB-30.4).
    NoRoomToReturn {
        /// The side.
        side: SideIndex,
        /// The number of pieces.
        count: u8,
    },
    /// A piece destroyed today returned in the night.
    Recovered {
        /// The piece.
        piece: PieceIndex,
        /// The stance.
        stands: Stance,
        /// The new status.
        status: Status,
    },
    /// A piece out of supply counts as destroyed in the final count (PB-31.4).
    CutOff {
        /// The piece.
        piece: PieceIndex,
        /// The points that the enemy scores.
        points: u32,
    },
    /// The battle is won, but play continues to the bitter end (PB-33.1).
    Decided(Verdict),
    /// The battle has ended.
    Ended(BattleEnd),
}

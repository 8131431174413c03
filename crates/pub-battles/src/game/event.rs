//! What happened: typed events, each with the rule it rests on. How they read is told in `diary`, how
//! they are written down in `event_log`.

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

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day.
    pub turn: u8,
    /// In the night after it.
    pub night: bool,
    /// What happened.
    pub what: Happening,
    /// The rule it rests on.
    pub rule: RuleId,
}

/// Why a piece was destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Loss {
    /// By fire.
    Fire,
    /// It had to come out of reserve and there was no room for it (PB-A61).
    NoRoom,
    /// It had to retreat and could not (PB-25.2).
    NoWayBack,
    /// A battery in contact without support cannot retreat (PB-14.4).
    GunsLost,
    /// A train in contact when combat begins (PB-20.2).
    TrainTaken,
}

/// Why a command did nothing in its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum IdleReason {
    /// It has no troops any more.
    Lost,
    /// Its troops have not come onto the map.
    Awaited,
    /// All its troops on the map are in contact with the enemy.
    InContact,
    /// It could have moved.
    Holds,
}

/// Where a piece begins the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Beginning {
    /// On the map, so.
    OnMap(Stance),
    /// In reserve with a headquarters (PB-9.3).
    InReserve(PieceIndex),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Happening {
    /// The scenario sets a piece up (PB-3.9). Pieces that are not set up are still to come.
    SetUp {
        /// Which.
        piece: PieceIndex,
        /// Where.
        place: Beginning,
        /// Its status.
        status: Status,
    },
    /// At set-up a detachment was given to a command, or later as it came (PB-A21).
    Assigned {
        /// The detachment.
        piece: PieceIndex,
        /// To whom.
        command: CommandIndex,
        /// Where it stands, if it does not come later.
        stands: Option<Stance>,
        /// Its status.
        status: Status,
    },
    /// A side chose the edge of the map by which it comes (PB-32.3).
    EdgeChosen {
        /// Which side.
        side: SideIndex,
        /// Which edge.
        edge: Edge,
    },
    /// A block was set up elsewhere than the scenario proposes (PB-3.9).
    Placed {
        /// Which.
        piece: PieceIndex,
        /// Where.
        stands: Stance,
        /// Its status.
        status: Status,
    },
    /// A turn begins with these chits in the pool.
    TurnBegins {
        /// Chits in the pool.
        chits: usize,
    },
    /// A chit was drawn.
    ChitDrawn(CommandIndex),
    /// An HQ tried to alter the order.
    AlterTried {
        /// The HQ that rolled.
        roller: PieceIndex,
        /// Whose chit.
        chit: CommandIndex,
        /// Which way.
        alteration: Alteration,
        /// The die.
        die: u8,
        /// Did it succeed?
        success: bool,
    },
    /// A command moves.
    Activated(CommandIndex),
    /// The troops of a command ended its activation without having done anything.
    StoodIdle {
        /// Which.
        command: CommandIndex,
        /// Why.
        idleness: IdleReason,
    },
    /// A piece moved.
    Moved {
        /// Who.
        piece: PieceIndex,
        /// From where.
        from: GroundPoint,
        /// How it stands now; who attacks is flush with the enemy.
        stands: Stance,
        /// Way of its centre.
        length: GroundLength,
        /// Was the move shortened by terrain?
        reduced: bool,
    },
    /// The die said whether a reinforcement comes.
    ArrivalRolled {
        /// The first of those who come together.
        piece: PieceIndex,
        /// What the die showed.
        die: u8,
        /// Do they come?
        comes: bool,
    },
    /// The owner of a reinforcement chose where it comes.
    EntryChosen {
        /// One of those who come together.
        piece: PieceIndex,
        /// 0 for the scheduled entry, else one of the others in the order of the scenario, from 1.
        entry: u8,
    },
    /// A piece came onto the map.
    Entered {
        /// Who.
        piece: PieceIndex,
        /// How it stands now.
        stands: Stance,
    },
    /// A piece left the map for good (PB-A43, PB-A129).
    LeftMap {
        /// Who.
        piece: PieceIndex,
        /// Where on the edge.
        at: GroundPoint,
    },
    /// A piece only turned.
    Turned {
        /// Who.
        piece: PieceIndex,
        /// How it stands now.
        stands: Stance,
    },
    /// A piece moved into contact.
    Attacked {
        /// Who attacks.
        attacker: PieceIndex,
        /// Whom.
        defender: PieceIndex,
        /// On its flank or rear?
        flank: bool,
        /// Across a river?
        river: bool,
        /// Where the defender stands.
        at: GroundPoint,
    },
    /// A piece broke off from an enemy.
    Disengaged {
        /// Who.
        piece: PieceIndex,
        /// From whom.
        enemy: PieceIndex,
    },
    /// A piece stays in a field of fire because there is no way out.
    Pinned(PieceIndex),
    /// A piece became disordered by passing through buildings.
    Disordered(PieceIndex),
    /// A piece became Fresh.
    Rallied {
        /// Who.
        piece: PieceIndex,
        /// How it stands now, for it may turn; not told of one in reserve.
        stands: Option<Stance>,
    },
    /// A train unpacked.
    Unpacked(PieceIndex),
    /// A train packed up.
    Packed(PieceIndex),
    /// A headquarters was pushed aside.
    PushedAside {
        /// Which.
        piece: PieceIndex,
        /// Where it stood.
        from: GroundPoint,
        /// How it stands now.
        stands: Stance,
    },
    /// A piece went into reserve (PB-9.2).
    JoinedReserve {
        /// Who.
        piece: PieceIndex,
        /// With which headquarters.
        headquarters: PieceIndex,
    },
    /// A piece came out of reserve onto the map (PB-9.2, PB-A61).
    LeftReserve {
        /// Who.
        piece: PieceIndex,
        /// Which headquarters it was with.
        headquarters: PieceIndex,
        /// How it stands now.
        stands: Stance,
    },
    /// The enemy has spotted this headquarters, and its reserve shows (PB-9.5).
    ReserveSpotted(PieceIndex),
    /// A combat begins.
    CombatBegins {
        /// The places: Defender, Attacker, the others as they joined.
        places: Vec<PieceIndex>,
        /// Who supports them.
        supports: Vec<PieceIndex>,
        /// Where the Defender stands.
        at: GroundPoint,
    },
    /// A supported pair was attacked in front and from behind (PB-18.6).
    Enveloped {
        /// In front.
        lead: PieceIndex,
        /// Behind it.
        support: PieceIndex,
    },
    /// A Support has stepped into the place of its lead.
    TookPlace {
        /// Who.
        piece: PieceIndex,
        /// Who stood there.
        lead: PieceIndex,
        /// How it stands now.
        stands: Stance,
    },
    /// A piece fired.
    Fired {
        /// Who.
        firer: PieceIndex,
        /// At whom.
        target: PieceIndex,
        /// Round, from 1.
        round: u8,
        /// The dice shown.
        dice: Vec<u8>,
        /// What changed them.
        modifiers: FireModifiers,
        /// By which rules.
        rules: FireRules,
        /// Hits.
        hits: u8,
        /// What they did.
        result: HitResult,
    },
    /// A battery fired from afar.
    Bombarded {
        /// The battery.
        firer: PieceIndex,
        /// At whom.
        target: PieceIndex,
        /// The dice shown.
        dice: Vec<u8>,
        /// What changed them.
        modifiers: FireModifiers,
        /// By which rules.
        rules: FireRules,
        /// Hits.
        hits: u8,
        /// What they did.
        result: HitResult,
    },
    /// A piece that should fall back under a bombardment has no way and stays.
    HoldsInFire(PieceIndex),
    /// A piece retreated.
    Retreated {
        /// Who.
        piece: PieceIndex,
        /// How it stands now.
        stands: Stance,
        /// Why.
        cause: RetreatCause,
        /// Its status now.
        status: Status,
    },
    /// A friend was pushed back.
    Pushed {
        /// Who.
        piece: PieceIndex,
        /// By whom.
        by: PieceIndex,
        /// How it stands now.
        stands: Stance,
        /// Its status now.
        status: Status,
    },
    /// A piece was destroyed.
    Destroyed {
        /// Who.
        piece: PieceIndex,
        /// Why.
        loss: Loss,
        /// Points for the enemy.
        points: u32,
    },
    /// A turn is over.
    TurnEnds {
        /// Points of each side so far.
        points: [u32; 2],
    },
    /// A combat went on without end and was broken off.
    EndlessCombat,
    /// At nightfall a side decided.
    NightfallDecision {
        /// Which side.
        side: SideIndex,
        /// Does it hold the field?
        holds: bool,
    },
    /// There is no room near their headquarters for so many who could come back at night: they stay
    /// lost (PB-30.4).
    NoRoomToReturn {
        /// Whose.
        side: SideIndex,
        /// How many.
        count: u8,
    },
    /// A piece that was destroyed today came back in the night.
    Recovered {
        /// Who.
        piece: PieceIndex,
        /// How it stands now.
        stands: Stance,
        /// Its status now.
        status: Status,
    },
    /// In the final count a piece without supply counts as destroyed (PB-31.4).
    CutOff {
        /// Who.
        piece: PieceIndex,
        /// Points for the enemy.
        points: u32,
    },
    /// The battle is won, and goes on to the bitter end (PB-33.1).
    Decided(Verdict),
    /// The battle is over.
    Ended(BattleEnd),
}

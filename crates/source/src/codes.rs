//! The table of diagnostic codes, in ascending order, each used once.
//!
//! A code is never reused for another subject. Its first two digits are its group. Each code has a
//! page, `pages/STnnnn.md`, which `sandtable explain` shows.

use std::fmt;

use crate::diagnostic::Severity;

/// A diagnostic code, shown as `ST0210`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct CodeEntry {
    /// The code.
    pub code: Code,
    /// The default severity.
    pub severity: Severity,
    /// A short title.
    pub title: &'static str,
    /// The text of the code's page.
    page: &'static str,
}

/// The groups of codes: the first two digits and the subject.
pub const GROUPS: &[(u16, &str)] = &[
    (0, "files"),
    (1, "YAML"),
    (2, "keys and values"),
    (3, "the scenario"),
    (4, "the order of battle"),
    (5, "the set-up"),
    (6, "the map"),
    (7, "terrain features"),
    (8, "elevation"),
    (9, "the ruleset"),
    (10, "packs"),
    (11, "defaults"),
    (12, "allowed warnings"),
    (13, "print shops"),
    (14, "area battles"),
    (15, "imported geodata"),
    (16, "games between bots"),
];

impl Code {
    /// The severity in the table.
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    /// The title in the table.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// The number of the code's group.
    pub fn group(self) -> u16 {
        self.0 / 100
    }

    /// Parses a code of four digits, with or without `ST` and leading zeros.
    pub fn parse(written: &str) -> Option<Self> {
        let written = written.trim();
        let digits = match written.get(..2) {
            Some(prefix) if prefix.eq_ignore_ascii_case("st") => &written[2..],
            _ => written,
        };
        let decimal = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let code = Self(decimal.then(|| digits.parse().ok()).flatten()?);
        CODES.iter().any(|entry| entry.code == code).then_some(code)
    }

    pub(crate) fn page_text(self) -> &'static str {
        self.entry().page
    }

    fn entry(self) -> &'static CodeEntry {
        let row = CODES.binary_search_by_key(&self, |entry| entry.code);
        &CODES[row.expect("only the table creates codes")]
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ST{:04}", self.0)
    }
}

macro_rules! codes {
    ($($number:tt $name:ident $severity:ident $title:literal)*) => {
        /// The codes by name.
        pub mod code {
            use super::Code;
            $(
                #[doc = concat!("ST", stringify!($number), ": ", $title, ".")]
                pub const $name: Code = Code(decimal(stringify!($number)));
            )*

            /// Parses four decimal digits.
            const fn decimal(digits: &str) -> u16 {
                let bytes = digits.as_bytes();
                let mut value = 0;
                let mut at = 0;
                while at < bytes.len() {
                    value = value * 10 + (bytes[at] - b'0') as u16;
                    at += 1;
                }
                value
            }
        }

        /// All codes, in ascending order.
        pub const CODES: &[CodeEntry] = &[
            $(CodeEntry {
                code: code::$name,
                severity: Severity::$severity,
                title: $title,
                page: include_str!(concat!("../pages/ST", stringify!($number), ".md")),
            }),*
        ];
    };
}

codes! {
    0001 FILE_MISSING          Error   "referenced file not found"
    0002 FILE_UNREADABLE       Error   "unreadable file"
    0003 FILE_TOO_LARGE        Error   "file too large"
    0004 NOT_UTF8              Error   "text not in UTF-8"
    0005 PATH_CLIMBS_OUT       Error   "path outside the allowed folder"
    0006 NAME_IN_CAPITALS      Warning "wrong capitals in a file name"
    0012 INCLUDE_LOOP          Error   "circular include"
    0013 INCLUDE_LIMIT         Error   "too many included files"
    0014 INCLUDE_SHAPE         Error   "included file of the wrong shape"
    0016 SAME_BATTLE           Warning "duplicate battle id"

    0101 YAML_SYNTAX           Error   "invalid YAML syntax"
    0102 DUPLICATE_KEY         Error   "duplicate key"
    0103 YAML_TAG              Error   "unsupported YAML tag"
    0104 TOO_DEEP              Error   "excessive nesting"
    0105 TOO_MANY_VALUES       Error   "too many values"
    0106 UNKNOWN_ANCHOR        Error   "alias without an anchor"
    0107 KEY_NOT_TEXT          Error   "invalid key type"
    0108 SEVERAL_DOCUMENTS     Error   "several documents in one file"

    0201 UNKNOWN_KEY           Error   "unknown key"
    0202 MISSING_KEY           Error   "missing key"
    0203 WRONG_KIND            Error   "value of the wrong type"
    0204 UNKNOWN_CHOICE        Error   "unknown choice"
    0205 OUT_OF_RANGE          Error   "number out of range"
    0206 BAD_QUANTITY          Error   "invalid quantity"
    0207 BAD_ID                Error   "invalid id"
    0208 BAD_TEXT              Error   "unprintable characters or line breaks"
    0209 BAD_DATE              Error   "invalid date or time"
    0210 UNSUPPORTED_FORMAT    Error   "unsupported format version"
    0211 OTHER_FILE            Error   "wrong kind of file"

    0301 NOT_TWO_SIDES         Error   "wrong number of sides"
    0302 CALENDAR_ORDER        Error   "calendar that runs backwards"
    0303 COMBAT_ORDER_SIDE     Error   "unknown side in `combat_order`"
    0304 MISSING_TRANSLATION   Warning "missing translation"
    0305 NO_INFANTRY           Warning "side without infantry"
    0306 NO_BAGGAGE            Warning "side without baggage trains"
    0307 NO_SUPPLY             Error   "baggage train without a line of communication"
    0308 COLUMN_LENGTH         Error   "invalid column length"
    0309 SAME_COLOUR           Warning "identical side colours"
    0310 BLOCK_SIZE            Error   "invalid block size"
    0311 WEATHER_TWICE         Error   "two kinds of weather on one turn"
    0312 OBJECTIVE_GROUND      Error   "objective without an area of ground"
    0313 SPECIAL_RULE_EFFECT   Error   "special rule without exactly one effect"
    0314 NOT_PLAYED            Warning "rule not played by the runner"
    0315 COMPONENT_COUNT       Error   "not enough components in the box"
    0316 OPEN_CALENDAR         Error   "ambiguous end of the calendar"
    0317 MOMENT_OUTSIDE_CALENDAR Error "turn outside the battle"
    0318 DISTANCE_RANGE        Error   "distance out of range"
    0319 NO_EFFECT             Warning "value without effect"
    0330 COMBAT_ORDER_DEFAULT  Warning "combat order not set"
    0331 COLUMN_LENGTH_DEFAULT Warning "column length not set"
    0332 NO_COMMANDER          Warning "army without a commander"
    0333 UNLIKELY_TIME         Warning "unlikely date or hour"
    0334 CALENDAR_TOO_SHORT    Error   "calendar too short"
    0335 FREE_SIDE_ORDERS      Error   "order of battle on a free side"
    0336 FREE_SIDE_WAY         Error   "free side with no way to enter"
    0337 ENTRY_OTHER_EDGE      Error   "entry listed under the wrong edge"
    0338 FREE_LIMITS           Error   "impossible force limits"
    0339 ORDERS_SIDE           Error   "order of battle for a side that is not free"
    0340 ORDERS_BASE           Error   "order of battle for another battle"
    0341 ORDERS_WAY            Error   "force that does not enter as agreed"
    0342 ORDERS_ENTRY          Error   "entry outside the agreement"
    0343 ORDERS_GROUND         Error   "set-up outside the agreed zone"
    0344 ORDERS_POOL           Error   "more pieces than the pool contains"
    0345 ORDERS_LIMIT          Error   "force beyond the agreed limits"
    0346 ORDERS_COORDINATE     Error   "longitude and latitude in an order of battle"

    0401 DUPLICATE_ID          Error   "duplicate id"
    0402 UNKNOWN_NAME          Error   "unknown id"
    0403 RATING_EXTREME        Warning "rating that always or never succeeds"
    0404 QUALITY_OF_ARM        Error   "quality not available to the arm"
    0405 STRENGTH_UNUSUAL      Warning "strength outside 1,500 to 7,200 men"
    0406 LABEL_TOO_LONG        Warning "label too long for its sticker"
    0407 EMPTY_COMMAND         Error   "command without pieces"
    0408 DETACHMENT_SPENT      Error   "spent detachment"
    0409 SAME_LABEL            Warning "two commands with the same label"
    0411 UNKNOWN_TYPE          Error   "unknown type of piece"
    0412 TYPE_NAME             Error   "reserved or invalid type name"
    0413 SAME_NAME             Warning "two pieces of a command with the same name"
    0414 COMMAND_TWICE         Error   "duplicate command"
    0415 COLOURS_ALIKE         Warning "similar side colours"
    0430 LABEL_EMPTY           Error   "empty label"
    0431 LETTER_MISSING        Warning "character missing from the font"

    0501 NO_WAY_ONTO_MAP       Error   "piece that is never placed"
    0502 ARRIVES_TWICE         Error   "piece that is placed twice"
    0503 OUTSIDE_FRAME         Error   "piece outside the frame"
    0504 OVERLAP               Error   "overlapping pieces"
    0505 FORBIDDEN_GROUND      Error   "piece on forbidden ground"
    0506 STARTS_IN_BUILDINGS   Warning "piece that starts in buildings"
    0507 IN_CONTACT            Error   "piece in contact with the enemy"
    0508 IN_FIELD_OF_FIRE      Warning "piece in an enemy field of fire"
    0509 TURN_OUTSIDE_CALENDAR Error   "reinforcement outside the calendar"
    0510 HQ_AFTER_PIECES       Warning "HQ that arrives after its pieces"
    0511 NOTHING_ARRIVES       Error   "reinforcement without pieces"
    0512 NOT_A_PLACE           Error   "position without a point"
    0513 COLUMN_OFF_ROAD       Error   "column off the road"
    0514 ACROSS_RIVER          Warning "block set up across a river"
    0515 CROWD                 Error   "too many blocks"
    0520 RESERVE_ELSEWHERE     Error   "reserve with the wrong HQ"
    0521 RESERVE_BLOCK         Error   "block that cannot be in reserve"
    0522 OUTSIDE_ZONE          Error   "block outside its set-up zone"
    0523 UNPACKED_ARRIVAL      Error   "unpacked train as a reinforcement"
    0524 NOT_A_ZONE            Error   "id that is not a zone"
    0530 COLUMN_TOO_LONG_TO_ENTER Warning "column too long to enter in one turn"
    0531 COLUMN_LONGER_THAN_ROAD Error "column longer than its road"
    0532 SUPPLY_CUT            Warning "train out of supply at the start"
    0533 SUPPLY_LINE_SHORT     Warning "line of communication barely on the map"
    0534 SUPPLY_LINE_CROSSES   Warning "line of communication that crosses itself"
    0535 TRAIN_LATE            Warning "troops without a train to rally near"
    0536 ENTRY_HELD            Warning "entry held by the enemy"
    0537 SUPPLY_LINE_ASIDE     Warning "line of communication far from its army"
    0538 ENEMY_LINE            Warning "reinforcements on the enemy's line of communication"
    0539 BACK_TO_ENEMY         Warning "piece with its back to the enemy"
    0540 TITLE_DATE            Warning "title and calendar with different dates"
    0541 LIST_TOO_LONG         Error   "list too long for players"
    0542 EDGE_WITHOUT_ENTRY    Error   "edge of choice without an entry"
    0543 EDGE_WITHOUT_LINE     Error   "edge of choice without a line of communication"

    0601 FRAME_SIZE            Error   "invalid frame"
    0602 SCALE_RANGE           Error   "invalid scale"
    0603 ENTRY_OFF_EDGE        Error   "entry away from the edge"
    0604 ROAD_NOT_AT_EDGE      Error   "road that does not reach the edge"
    0605 FRAME_ELSEWHERE       Error   "frame without features"
    0606 LAYER_TWICE           Error   "duplicate layer"
    0607 STYLE_VALUE           Error   "style value out of range"
    0608 SYMBOL_UNREADABLE     Error   "symbol that is not a valid SVG"
    0609 SYMBOL_DRAWING        Error   "symbol with unsupported drawing features"
    0610 SYMBOL_OFF_PAGE       Warning "symbol larger than its page"
    0611 SYMBOL_UNUSED         Warning "unused symbol"

    0701 GEOJSON_SYNTAX        Error   "invalid GeoJSON"
    0702 FEATURE_ID            Error   "missing or invalid feature id"
    0703 FEATURE_GEOMETRY      Error   "wrong geometry for the layer"
    0704 FEATURE_PROPERTY      Error   "invalid feature property"
    0705 COORDINATE            Error   "invalid coordinate"
    0706 SWAPPED_COORDINATES   Error   "swapped longitude and latitude"
    0707 SELF_CROSSING         Error   "self-intersecting ring"
    0708 RING_NOT_CLOSED       Error   "unclosed ring"
    0709 OUTSIDE_MAP           Note    "feature outside the frame"
    0710 RING_TOO_SHORT        Error   "ring without area"
    0711 WRONG_CRS             Error   "wrong coordinate reference system"
    0712 RIVER_WITHOUT_CROSSING Warning "river without a crossing"
    0713 ROAD_WITHOUT_CROSSING Warning "road across a river without a bridge or ford"
    0714 HILL_OF_CREST         Error   "crest with an unknown hill"
    0715 CROSSING_NOWHERE      Warning "bridge or ford without water"
    0716 HILL_LEVEL            Warning "hill level without the level below it"
    0717 CREST_OFF_HILL        Warning "crest away from its hill"
    0718 OTHER_FORMAT          Error   "layer that is not GeoJSON"
    0719 DUPLICATE_MEMBER      Error   "duplicate GeoJSON member"
    0720 POSITION              Error   "invalid position"
    0721 HOLE_OUTSIDE          Error   "hole outside its polygon"
    0722 PARTS_OVERLAP         Error   "overlapping parts of a feature"
    0723 SPIKE                 Warning "spike in a ring"
    0724 TWO_IDS               Warning "feature with two ids"
    0725 REPEATED_POSITION     Note    "repeated position"
    0726 WINDING               Note    "ring with the wrong winding"
    0727 NO_EXTENT             Note    "feature or ring without extent"
    0740 DRAWN_TWICE           Warning "duplicate feature"
    0741 LINES_TOGETHER        Warning "overlapping lines"
    0742 ROAD_STOPS_SHORT      Warning "road that stops short of another"
    0743 ROAD_STOPS_BEFORE_EDGE Warning "road that ends just inside the frame"
    0744 ROAD_CUT_OFF          Warning "disconnected road"
    0745 JUNCTION_BY_GEOMETRY  Note    "crossing roads without a shared vertex"
    0746 BRIDGE_WITHOUT_ROAD   Warning "bridge without a road, or ford off its road"
    0747 CROSSING_TWICE        Warning "two crossings at one point"
    0748 WATER_UPHILL          Warning "watercourse that runs uphill"
    0749 WATER_GAP             Warning "gap in a watercourse"
    0750 WATER_ENDS            Warning "watercourse that ends on dry ground"
    0751 AREAS_OVERLAP         Warning "overlapping terrain areas"
    0752 NARROW_GAP            Warning "gap too narrow to see"
    0753 TOO_SMALL             Warning "feature too small to see"
    0754 HILL_NOT_HIGHER       Warning "hill lower than its surroundings"
    0755 CREST_LOW             Warning "crest below the top of its hill"
    0756 FRAME_TOO_LARGE       Error   "frame larger than the drawn map"
    0757 SHEET_SIZE            Error   "sheet size out of range"
    0758 FAR_FROM_MAP          Warning "feature far from the map"
    0759 SHEET_LARGE           Warning "map larger than a table"
    0760 ENTRY_TWICE           Warning "two entries at the same point"
    0761 LAYER_ROUNDED         Error   "coordinates with too few decimals"
    0762 STRAY_CORNER          Warning "stray vertex"
    0763 WIDTH_UNLIKELY        Warning "unlikely water width"
    0764 DRAWN_BACK            Warning "line that doubles back"
    0765 PARTS_FAR_APART       Warning "feature with distant parts"
    0766 LAYER_SELECTED        Error   "layer with most features missing"
    0767 LAYER_HEAPED          Error   "too many intersections in a layer"
    0768 FRAME_CORNERS         Note    "corners of the frame"
    0769 ROADS_END_IN_TOWN     Warning "roads that end in a town without meeting"
    0770 GARBLED_TEXT          Warning "garbled text"
    0771 CURLY_QUOTES          Warning "curly quotation marks"
    0772 LOOK_ALIKE            Warning "confusable letter"
    0790 LAYER_EMPTY           Warning "layer without usable features"
    0791 LAYER_MISSING         Error   "missing layer"
    0792 FRAME_TOO_SMALL       Error   "set-up outside the frame"
    0793 LAYER_OF_ANOTHER_CLASS Error "layer class mismatch"
    0794 LAYER_DISSOLVED       Error   "dissolved layer"
    0796 ROADS_MOVED           Error   "shifted road layer"
    0798 COLUMNS_KEPT          Note    "placeholder row of a layer"

    0801 ELEVATION_UNREADABLE  Error   "unreadable elevation file"
    0802 ELEVATION_COVERAGE    Error   "elevation that does not cover the frame"
    0803 ELEVATION_HOLES       Warning "holes in the elevation"
    0804 ELEVATION_HEIGHTS     Warning "implausible elevation values"
    0805 ELEVATION_FEET        Note    "elevation in feet"
    0806 ELEVATION_RESOLUTION  Warning "unsuitable elevation resolution"
    0807 ELEVATION_CRS         Error   "elevation in a different coordinate system"

    0901 UNKNOWN_RULESET       Error   "unknown ruleset"
    0902 RULESET_LOOP          Error   "circular ruleset"
    0903 RULESET_VALUE         Error   "invalid ruleset value"

    1001 PACK_UNREADABLE       Error   "corrupt pack"
    1002 PACK_NEWER            Error   "unsupported pack format"
    1003 PACK_REFUSED          Error   "pack validation failure"

    1101 DEFAULT_USED          Note    "default value used"
    1102 RULING_CHANGED        Note    "changed ruling"

    1201 ALLOW_NO_WARNING      Error   "`allow` for a code that is not a warning"
    1202 ALLOW_REASON          Error   "`allow` without a reason"
    1203 ALLOW_UNUSED          Warning "unused `allow`"
    1204 ALLOW_CODE            Error   "`allow` with an unknown code"

    1301 GUTTER_TOO_NARROW     Error   "gutter too narrow"
    1302 UNKNOWN_PROFILE       Error   "unknown shop profile"
    1303 SPOT_NAME             Error   "invalid spot ink name"
    1304 STOCK_LAYOUT          Error   "invalid stock layout"
    1305 LARGER_THAN_STOCK     Error   "component larger than its stock"
    1306 TOO_FEW_SHEETS        Error   "not enough sheets"
    1307 STOCK_TOO_WIDE        Error   "page too wide for the printer"
    1308 LETTERS_TOO_SMALL     Warning "text smaller than the shop's minimum"
    1309 OUT_OF_SAFE_ZONE      Warning "text or symbols outside the safe zone"

    1310 PDF_UNREADABLE        Error   "unreadable PDF"
    1311 PDF_LOCKED            Error   "encrypted PDF"
    1312 PDF_TOO_MUCH          Error   "PDF beyond the preflight limits"
    1313 PDF_DAMAGED           Warning "damaged PDF"
    1320 TRIM_MISSING          Error   "missing TrimBox"
    1321 BOXES_NOT_NESTED      Error   "page boxes not nested"
    1322 BLEED_TOO_SMALL       Error   "insufficient bleed"
    1323 BLEED_NOT_COVERED     Error   "white in the bleed"
    1324 TEXT_NEAR_TRIM        Warning "text too close to the cut"
    1325 PAGE_ROTATED          Warning "rotated page"
    1326 LAYER_HIDDEN          Note    "hidden layers"
    1330 FONT_NOT_EMBEDDED     Error   "font not embedded"
    1331 TYPE_TOO_SMALL        Warning "text too small to read"
    1332 LINE_TOO_FINE         Warning "line too thin"
    1333 REVERSED_LINE_TOO_FINE Warning "reversed line too thin"
    1334 HAIRLINE_INKS         Warning "hairline in more than two inks"
    1340 RGB                   Error   "RGB colours"
    1341 INK_LIMIT             Error   "ink limit exceeded"
    1342 IMAGE_COARSE          Warning "low image resolution"
    1350 CUT_KNOCKS_OUT        Error   "cut line without overprint"
    1351 CUT_OPEN              Error   "open cut line"
    1352 CUT_NAME              Warning "cut line with an unexpected name"
    1353 BLACK_KNOCKS_OUT      Warning "small black text without overprint"
    1354 WHITE_OVERPRINTS      Error   "white that overprints"
    1355 CUT_HIDDEN            Error   "cut or fold line on a hidden layer"
    1356 CUT_WIDE              Warning "wide cut line"
    1360 OUTPUT_INTENT         Error   "wrong or missing output intent"
    1361 PDFX_MISSING          Error   "missing PDF/X-4 keys"
    1362 PDFX_FORBIDDEN        Error   "content forbidden by PDF/X-4"
    1370 RULER_OFF             Error   "ruler not 100 mm long"
    1371 PRINT_SCALING         Warning "PDF that print dialogs may scale"
    1401 AREA_NAME_TWICE       Error   "duplicate area name or number"
    1402 OTHER_SIDE            Error   "piece and formation on different sides"
    1403 EDGE_ENDS             Error   "edge from an area to itself"
    1404 EDGE_TWICE            Error   "duplicate edge"
    1405 AREA_ALONE            Error   "area without edges"
    1406 MAP_APART             Warning "disconnected area map"
    1407 HARD_GROUND           Warning "terrain too difficult to attack"
    1408 NO_ROADBLOCKS         Warning "engineers without ground for roadblocks"
    1409 NO_EDGE_UNUSED        Warning "unnecessary `no_edge`"
    1410 EDGE_WITHOUT_BORDER   Error   "edge without a shared border"
    1411 BORDER_WITHOUT_EDGE   Error   "border without an edge"
    1412 BORDER_SHORT          Warning "very short border"
    1413 POLYGONS_OVERLAP      Error   "overlapping areas"
    1414 AREAS_GAP             Warning "gap between areas"
    1415 RIVER_PARTLY          Warning "mismatch between river and edge"
    1416 ROAD_UNLIKE           Warning "mismatch between road and edge"
    1417 ROAD_THROUGH_CORNER   Error   "road through a shared vertex"
    1418 BRIDGE_ALONE          Warning "single bridge between parts of the map"
    1419 ENTRY_INLAND          Warning "entry in the middle of the map"
    1420 LETTER_TWICE          Error   "duplicate entry letter"
    1421 ENTRY_CODE            Error   "invalid entry code"
    1422 AREA_UNDRAWN          Error   "area missing from the map or the scenario"
    1423 ENTRY_WITHOUT_AREA    Error   "entry without areas"
    1424 ENTRY_UNSUPPLIED      Warning "entry without supply"
    1425 ENTRY_CROWDED         Warning "crowded entry areas"
    1426 AREA_BEYOND_FRAME     Warning "area extending beyond the frame"
    1427 AREA_OUTSIDE_FRAME    Error   "area outside the frame"
    1428 AREA_SWALLOWED        Error   "area removed by snapping"
    1429 ENTRY_BLOCKED         Warning "entry areas that the enemy can block"
    1430 NO_SUPPLY_SOURCE      Error   "side without a supply source"
    1431 SOURCE_PLACE          Error   "supply source without a location"
    1432 SOURCE_OF_ENEMY       Error   "supply source controlled by the enemy"
    1433 SOURCE_ON_ONE_EDGE    Warning "supply source with a single neighbour"
    1434 UNSUPPLIED_AT_START   Warning "unit out of supply at the start"
    1435 SUPPLY_STATED         Error   "contradictory supply state"
    1436 IN_WATER              Warning "road or place in water"
    1437 WATER_OVER_AREAS      Warning "water that covers areas"
    1440 UNIT_STEPS            Error   "invalid number of steps"
    1441 QUALITY_RISES         Warning "quality that rises with losses"
    1442 UNPLACED              Error   "unit that is never in play"
    1443 PLACED_AGAIN          Error   "piece with two positions"
    1444 STACKED               Error   "too many units in an area"
    1445 RESERVE_MARKER        Error   "invalid reserve"
    1446 NO_RESERVES           Warning "side without reserve markers"
    1447 OCCUPANT_CONTROL      Error   "area not controlled by its occupant"
    1448 NO_CONTROLLER         Error   "area without a controller"
    1449 MARKER_PLACE          Error   "invalid marker position"
    1450 ASSET_ROLE            Error   "invalid asset"
    1451 TWO_STAFFS            Warning "two command staffs on a side"
    1452 FORMATION_EMPTY       Error   "formation without units"
    1453 FORMATION_ALONE       Warning "formation without assets"
    1454 TURN_TRACK            Error   "incomplete turn track"
    1455 TURN_OUTSIDE          Error   "turn outside the turn track"
    1456 EVENT_TURN            Error   "event with conflicting turns"
    1457 EVENT_EFFECT          Error   "event without exactly one effect"
    1458 HOOK_UNLISTED         Error   "custom effect without an explanation"
    1459 DRAWS_BEYOND_CUP      Warning "more draws than chits"
    1460 CHITS_UNSEEN          Warning "chits that are never drawn"
    1461 MANY_TURNS            Warning "more than 40 turns"
    1462 MODIFIER_LARGE        Warning "dominant modifier"
    1463 NEVER_HITS            Warning "fire that hits only on a natural 1"
    1464 NO_POINTS             Warning "side without victory points"
    1465 WON_AT_START          Warning "victory at the start"
    1466 WIN_OUT_OF_REACH      Warning "unreachable victory"
    1467 BOTH_WIN              Error   "simultaneous victory of both sides"
    1468 OUT_OF_REACH          Warning "place out of reach"
    1469 NO_STRATEGIC_MOVE     Warning "impossible strategic movement"
    1470 START_BROKEN          Error   "impossible starting state"
    1471 AREA_UNREACHED        Warning "area that is never entered"
    1472 POINTS_FIXED          Warning "points that never change hands"
    1473 UNSUPPORTED           Warning "formation without assignable chits"
    1474 CHIT_TOO_LATE         Warning "chit after the last draw"
    1475 PLAYED_BY_NOTHING     Error   "rule not played as written"
    1501 TABLE_FORM            Error   "invalid area table"
    1502 TABLE_FEATURE         Error   "unknown polygon in the area table"
    1503 FEATURE_UNGROUPED     Warning "polygons missing from the area table"
    1504 TABLE_TWICE           Error   "duplicate polygon in the area table"
    1505 AREA_IN_PIECES        Warning "area in separate parts"
    1510 OSM_UNCREDITED        Warning "missing OpenStreetMap credit"
    1511 OSM_UNREADABLE        Error   "unreadable OpenStreetMap extract"
    1512 OSM_MISSING           Warning "incomplete OpenStreetMap extract"
    1513 OSM_RING              Warning "invalid OpenStreetMap ring"
    1514 OSM_OUTSIDE           Error   "OpenStreetMap extract outside the map"
    1515 TAG_TABLE             Error   "invalid tag table"
    1516 OSM_SEA               Warning "missing sea"
    1601 DEAD_END              Error   "game without legal actions"
    1602 STEP_LIMIT            Error   "endless game"
    1603 GAME_PANICKED         Error   "crashed game"
    1604 INVARIANT_BROKEN      Error   "violated invariant"
    1605 ANSWER_REFUSED        Error   "illegal action by a bot"
    1611 NEVER_MOVED           Warning "piece that is never active"
    1612 NEVER_FOUGHT          Warning "piece that never fights"
    1613 NEVER_IN_COMMAND      Warning "piece never in command or supply"
    1614 NEVER_ACTIVE          Warning "command that is never active"
    1615 COMES_LATE            Warning "late reinforcement"
    1616 ENTRY_JAMMED          Warning "jammed entry"
    1617 CUT_OFF_AT_START      Warning "command out of supply at the start"
    1618 NEVER_UNPACKED        Warning "baggage that is never unpacked"
    1619 NEVER_ALTERED         Warning "headquarters that never Alters the turn order"
    1621 VICTORY_UNSEEN        Note    "victory condition that never occurs"
    1622 SIDE_NEVER_WINS       Warning "side that never wins"
    1623 ONE_SIDED             Warning "one-sided battle"
    1624 TIME_DECIDES          Warning "games decided by the time limit"
    1625 RULING_DECIDES        Warning "outcome decided by a ruling"
    1631 GROUND_UNTROD         Note    "terrain that is never entered"
    1632 MAP_EMPTY             Warning "empty part of the map"
    1633 BOTTLENECK            Warning "crossing with nearly all traffic"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_unique() {
        for pair in CODES.windows(2) {
            assert!(
                pair[0].code < pair[1].code,
                "{} is listed before {}",
                pair[0].code,
                pair[1].code
            );
        }
        assert_eq!(code::UNSUPPORTED_FORMAT.to_string(), "ST0210");
        assert_eq!(code::STARTS_IN_BUILDINGS.severity(), Severity::Warning);
    }

    #[test]
    fn parses_codes_leniently() {
        for written in ["ST0403", "st0403", "0403", "403", " 403 "] {
            assert_eq!(Code::parse(written), Some(code::RATING_EXTREME), "{written}");
        }
        for bad in ["", "ST", "ST0000", "+403", "99999999", "é403", "rating"] {
            assert_eq!(Code::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_code_belongs_to_a_group() {
        for entry in CODES {
            let groups = GROUPS.iter().filter(|(number, _)| *number == entry.code.group());
            assert_eq!(groups.count(), 1, "{}", entry.code);
        }
    }

    #[test]
    fn titles_are_unique() {
        let titles: std::collections::BTreeSet<_> = CODES.iter().map(|entry| entry.title).collect();
        assert_eq!(titles.len(), CODES.len());
    }
}

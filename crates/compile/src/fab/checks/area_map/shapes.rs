//! FAB-V8, FAB-G10: every area has a polygon that is entirely on the map.

use sandtable_source::{Diagnostic, closest_choice, code, did_you_mean, message};

use super::map_comparison::MapComparison;
use super::polygons::length;
use sandtable_authored::Reporter;
use sandtable_map::{AreaGround, DrawnArea};

/// Every area has a polygon, and every polygon an area (FAB-G2, FAB-G14).
pub(crate) fn unmatched_areas(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    let suggested = report_undrawn_areas(reporter, drawn);
    report_unlisted_polygons(reporter, drawn, &suggested);
}

/// Reports scenario areas without a polygon. Returns the polygons with similar ids, which may be
/// the intended ones.
fn report_undrawn_areas<'d>(reporter: &mut Reporter, drawn: &MapComparison<'d>) -> Vec<&'d str> {
    let (scenario, ground) = (drawn.authored.scenario, drawn.ground);
    let is_area = |id: &str| drawn.authored.area(id).is_some();
    let open = || ground.areas.iter().map(|area| area.id.as_str()).filter(|id| !is_area(id));
    let mut suggested = Vec::new();
    for area in &scenario.areas {
        let id: &str = &area.id;
        if ground.number(id).is_some() {
            continue;
        }
        let water = ground.water.iter().find(|water| water.id == id);
        let finding =
            Diagnostic::new(code::AREA_UNDRAWN, message!("the map has no polygon for area `{id}`"))
                .rule("FAB-G10")
                .at(area.id.span, "this area");
        reporter.diagnostics.push(match (water, closest_choice(id, open())) {
            (Some(water), _) => finding
                .also(water.at, "drawn as water")
                .help("sea and lakes are not areas (FAB-G14): remove the area, or draw it as one"),
            (None, Some(close)) => {
                suggested.push(close);
                finding.help(did_you_mean(id, close))
            }
            (None, None) => finding
                .also(ground.areas_at, "polygons of the map")
                .help(format!("draw it in this file, with `\"id\": \"{id}\"`")),
        });
    }
    suggested
}

/// Reports polygons without an area in the scenario, except polygons that were suggested for a
/// similar id.
fn report_unlisted_polygons(
    reporter: &mut Reporter,
    drawn: &MapComparison<'_>,
    suggested: &[&str],
) {
    for area in &drawn.ground.areas {
        let id = area.id.as_str();
        if drawn.authored.area(id).is_some() || suggested.contains(&id) {
            continue;
        }
        reporter.diagnostics.push(
            Diagnostic::new(
                code::AREA_UNDRAWN,
                message!("area `{}` is drawn on the map but missing from the scenario", area.id),
            )
            .rule("FAB-G10")
            .at(area.at, "this polygon")
            .help("add it to `areas:` of the scenario; move ground that units cannot enter to a layer of `class: water`, or remove it"),
        );
    }
}

/// Reports areas that vanish when snapped or that extend beyond the frame.
pub(crate) fn extents(reporter: &mut Reporter, ground: &AreaGround) {
    for (area, parts) in ground.areas.iter().zip(&ground.shapes) {
        let finding = if parts.is_empty() {
            Some(lost_area(ground, area))
        } else if parts.iter().all(|part| ground.clip(part).is_empty()) {
            Some(area_outside_frame(area))
        } else {
            excess(ground, area).map(|metres| area_beyond_frame(area, metres))
        };
        if let Some(finding) = finding {
            reporter.diagnostics.push(finding);
        }
    }
}

fn lost_area(ground: &AreaGround, area: &DrawnArea) -> Diagnostic {
    let snap = length(ground.snap.metres());
    Diagnostic::new(
        code::AREA_SWALLOWED,
        message!("`{}` vanishes when vertices snap together", area.id),
    )
    .rule("FAB-G11")
    .at(area.at, format!("narrower than {snap} everywhere"))
    .help("reduce `snap:` in `areas:` of the map; or draw the area larger")
}

fn area_outside_frame(area: &DrawnArea) -> Diagnostic {
    Diagnostic::new(code::AREA_OUTSIDE_FRAME, message!("`{}` lies outside the frame", area.id))
        .at(area.at, "it would not be printed at all")
        .help("enlarge the frame or move its centre; or check that this is the intended polygon")
}

fn area_beyond_frame(area: &DrawnArea, metres: f64) -> Diagnostic {
    Diagnostic::new(
        code::AREA_BEYOND_FRAME,
        message!("`{}` extends {} beyond the frame", area.id, length(metres)),
    )
    .at(area.at, "the part outside is not printed")
    .help("enlarge the frame or move its centre; allow this where only a little ground is lost")
}

/// The maximum distance of an area beyond the frame, in metres.
fn excess(ground: &AreaGround, area: &DrawnArea) -> Option<f64> {
    let (width, height) = (ground.frame.width.centimetres(), ground.frame.height.centimetres());
    let places = area.parts.iter().flat_map(|part| &part.exterior);
    let beyond = places.map(|at| (-at.x).max(-at.y).max(at.x - width).max(at.y - height));
    // Rounding errors are not reported.
    let farthest = beyond.max().filter(|&farthest| farthest > 100)?;
    Some(f64::from(farthest) / 100.0)
}

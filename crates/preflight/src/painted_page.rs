//! A page painted in cells, with its contents and the coverage of its bleed.

use lopdf::ObjectId;
use sandtable_shop::ShopProfile;

use crate::geometry::Matrix;
use crate::limits;
use crate::measures::bleed::{Coverage, cut_coverage, trim_coverage};
use crate::measures::safe_zone::find_near_cuts;
use crate::painting::canvas::{Canvas, Clip};
use crate::painting::interpreter::{Budget, Interpreter, Run};
use crate::painting::page_contents::PageContents;
use crate::painting::state::State;
use crate::pdf::boxes::{Boxes, resources};
use crate::pdf::objects::Objects;

/// A painted page.
pub(crate) struct PaintedPage {
    pub(crate) boxes: Boxes,
    pub(crate) contents: PageContents,
    /// The coverage of the bleed beyond each edge of the trim.
    pub(crate) edges: [Coverage; 4],
    /// The coverage of the bleed beyond the cut lines.
    pub(crate) cuts: Coverage,
}

impl PaintedPage {
    /// Paints a page.
    pub(crate) fn paint(
        objects: Objects<'_>,
        id: ObjectId,
        boxes: Boxes,
        profile: &ShopProfile,
        budget: &mut Budget,
        work: &mut u64,
    ) -> Self {
        let left = match *work {
            0 => 0,
            _ => limits::DECOMPRESSED.saturating_sub(budget.decompressed).min(limits::STREAM),
        };
        let content = objects.0.get_page_content_with_limit(id, left);
        budget.is_exhausted |= content.is_err();
        let content = content.unwrap_or_default();
        budget.decompressed += content.len();
        let canvas = Canvas::new(boxes.media, *work);
        let visible =
            boxes.crop.and_then(|crop| crop.intersection(boxes.media)).unwrap_or(boxes.media);
        let state = State::new(Matrix::scale(boxes.unit), Clip::from_area(visible));
        let mut interpreter = Interpreter::new(objects, budget, profile, canvas, boxes);
        let resources = resources(objects, id);
        interpreter.interpret(&content, &mut Run::new(resources, state.clone(), 0));
        interpreter.paint_annotations(id, &mut Run::new(resources, state, 0));
        let Interpreter { mut canvas, mut contents, .. } = interpreter;
        for (point, cell) in canvas.cells() {
            if contents
                .max_ink
                .is_none_or(|(most, _)| cell.total_ink().is_some_and(|total| total > most))
                && cell.is_art()
                && boxes.art_area().contains(point)
            {
                contents.record_ink(cell.total_ink(), point);
            }
        }
        let bleed = profile.bleed.points();
        let mut cuts = Coverage::default();
        for cut in &contents.cuts {
            let cover = cut_coverage(&mut canvas, cut, bleed);
            cuts.reached += cover.reached;
            cuts.white += cover.white;
            cuts.first = cuts.first.or(cover.first);
        }
        *work = canvas.work;
        let safe = profile.safe_zone.points();
        contents.cut_text = find_near_cuts(&contents.texts, &contents.cuts, safe, work);
        let edges = trim_coverage(&canvas, boxes.finished_area(), bleed);
        Self { boxes, contents, edges, cuts }
    }
}

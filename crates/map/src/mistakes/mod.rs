//! Mistakes that people make in layers, one file each: what the positions or properties show, and which one it was.

pub(crate) mod crossing_cause;
pub(crate) mod decimal_comma;
pub(crate) mod far_vertex;
pub(crate) mod layer_class;
pub(crate) mod misplaced;
pub(crate) mod retraced_line;
pub(crate) mod rounded;
pub(crate) mod selected_only;
pub(crate) mod shift;
pub(crate) mod stray_vertex;
pub(crate) mod width;

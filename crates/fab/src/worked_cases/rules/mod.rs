//! Tests named after rules: `fab_5_22b_…` fails if FAB-5.22b is not implemented. A name may list
//! several rules; `tests/coverage` finds them all. Worked cases are in the parent folder.

mod administration;
mod breakthrough;
mod combat;
mod concepts;
mod engineers;
mod fixed_posts;
mod hits;
mod movement;
mod reinforcement;
mod retreats;
mod sequence;
mod special_actions;
mod supply;

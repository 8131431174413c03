//! Groups of connected items: a disjoint-set forest.

/// Groups of items by number. The first item of a group identifies it.
pub(crate) struct Groups(Vec<usize>);

impl Groups {
    /// Items that are not connected.
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    pub(crate) fn find(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}

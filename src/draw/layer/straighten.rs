//! Fewer bends: an edge that passes several layers runs straight as far as there is room.
//!
//! Each bend may move between its neighbours in the layer. An edge is cut into the fewest stretches whose bends can stand in one column,
//! beginning and ending below and above its items where that is possible.

use super::Item;
use super::grid::Grid;
use super::place;

/// One edge makes room for the next, so all are visited more than once.
const ROUNDS: usize = 3;

/// A range of columns.
#[derive(Copy, Clone)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    fn and(self, other: Range) -> Option<Range> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Range { low, high })
    }
}

/// Moves bends and labels; items stay.
pub fn straighten(grid: &Grid, items: &[Item], x: &mut [f64]) {
    let mut at = vec![0; grid.cells.len()];
    for layer in &grid.layers {
        for (i, &cell) in layer.iter().enumerate() {
            at[cell] = i;
        }
    }
    let width = place::width(grid, x);
    for _ in 0..ROUNDS {
        for chain in grid.chains.iter().filter(|c| c.len() > 2) {
            let range = |&cell: &usize| match items.get(cell) {
                Some(item) => Range {
                    low: x[cell] - item.reach(),
                    high: x[cell] + item.reach(),
                },
                None => free(grid, x, cell, at[cell], width),
            };
            let ranges: Vec<Range> = chain.iter().map(range).collect();
            let mut begin = 0;
            while begin < chain.len() {
                let (end, common) = stretch(&ranges, begin);
                let bends = chain[begin..end].iter().filter(|&&c| grid.is_bend(c));
                let (sum, count) = bends.fold((0.0, 0.0), |(s, n), &c| (s + x[c], n + 1.0));
                for &cell in chain[begin..end].iter().filter(|&&c| grid.is_bend(c)) {
                    x[cell] = (sum / count).clamp(common.low, common.high);
                }
                begin = end;
            }
        }
    }
}

/// The end of the longest stretch from `begin`, and the columns that all its cells can have.
fn stretch(ranges: &[Range], begin: usize) -> (usize, Range) {
    let mut common = ranges[begin];
    let mut end = begin + 1;
    while let Some(both) = ranges.get(end).and_then(|&r| common.and(r)) {
        common = both;
        end += 1;
    }
    (end, common)
}

/// Where a cell can move without touching its neighbours or leaving the picture.
fn free(grid: &Grid, x: &[f64], cell: usize, at: usize, width: f64) -> Range {
    let layer = &grid.layers[grid.cells[cell].rank];
    let before = at.checked_sub(1).map(|i| layer[i]);
    let after = layer.get(at + 1);
    let low = before.map_or(grid.cells[cell].left, |b| x[b] + place::gap(grid, b, cell));
    let high = after.map_or(width - grid.cells[cell].right, |&a| {
        x[a] - place::gap(grid, cell, a)
    });
    // Rounding may leave a hair less than nothing.
    Range {
        low: low.min(x[cell]),
        high: high.max(x[cell]),
    }
}

//! Coordinates: a column for each cell, a row for each layer.
//!
//! Each cell wants to be where its neighbours are; `fit` grants that as far as the order and the widths in its layer allow. Going down, up, and down
//! again, the layers settle. Pieces of one long edge pull at each other most, so that it runs straight.

use super::fit::fit;
use super::grid::Grid;

/// Between two cells of a layer: items, or an item and an edge that passes.
const ITEM_GAP: f64 = 26.0;
/// Between labels and passing edges.
const BEND_GAP: f64 = 10.0;
/// Work is bounded by about this many looks at a cell.
const WORK: usize = 2_000_000;
/// The least distance between two layers.
const LAYER_GAP: f64 = 26.0;
/// The most, for edges that go far to the side.
const WIDE_LAYER_GAP: f64 = 70.0;

/// A layer's place from top to bottom.
#[derive(Copy, Clone, Debug)]
pub struct Row {
    /// Its upper edge.
    pub top: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl Row {
    /// The line on which the centres lie.
    pub fn middle(self) -> f64 {
        (self.top + self.bottom) / 2.0
    }
}

/// The column of each cell's centre. The leftmost cell begins at 0.
pub fn columns(grid: &Grid) -> Vec<f64> {
    let mut x = vec![0.0; grid.cells.len()];
    let gaps: Vec<Vec<f64>> = grid.layers.iter().map(|l| gaps(grid, l)).collect();
    for (layer, gaps) in grid.layers.iter().zip(&gaps) {
        let wanted = vec![0.0; layer.len()];
        settle(&mut x, layer, &wanted, &vec![1.0; layer.len()], gaps);
    }
    let count = grid.layers.len();
    let rounds = (WORK / x.len().max(1)).clamp(16, 120);
    for round in 0..rounds {
        // The last rounds listen to both sides.
        let both = round >= rounds / 2;
        for i in 0..count {
            let down = round % 2 == 0;
            let rank = if down { i } else { count - 1 - i };
            let layer = &grid.layers[rank];
            let (wanted, weights): (Vec<f64>, Vec<f64>) = layer
                .iter()
                .map(|&cell| wish(grid, &x, cell, both || down, both || !down))
                .unzip();
            settle(&mut x, layer, &wanted, &weights, &gaps[rank]);
        }
    }
    let left = |c: usize| x[c] - grid.cells[c].left;
    let leftmost = (0..x.len()).map(left).fold(f64::INFINITY, f64::min);
    x.iter().map(|x| x - leftmost).collect()
}

fn settle(x: &mut [f64], layer: &[usize], wanted: &[f64], weights: &[f64], gaps: &[f64]) {
    for (&cell, at) in layer.iter().zip(fit(wanted, weights, gaps)) {
        x[cell] = at;
    }
}

/// The width of the picture.
pub fn width(grid: &Grid, x: &[f64]) -> f64 {
    let right = |c: usize| x[c] + grid.cells[c].right;
    (0..x.len()).map(right).fold(0.0, f64::max)
}

/// The least distance between the centres of neighbours in a layer.
pub fn gap(grid: &Grid, left: usize, right: usize) -> f64 {
    let between = match grid.is_bend(left) && grid.is_bend(right) {
        true => BEND_GAP,
        false => ITEM_GAP,
    };
    grid.cells[left].right + between + grid.cells[right].left
}

fn gaps(grid: &Grid, layer: &[usize]) -> Vec<f64> {
    layer.windows(2).map(|w| gap(grid, w[0], w[1])).collect()
}

/// Where a cell wants to be, and how much.
fn wish(grid: &Grid, x: &[f64], cell: usize, above: bool, below: bool) -> (f64, f64) {
    let above = grid.above[cell].iter().filter(|_| above);
    let below = grid.below[cell].iter().filter(|_| below);
    let (mut sum, mut weight) = (0.0, 0.0);
    for &n in above.chain(below) {
        let pull = match (grid.is_bend(cell), grid.is_bend(n)) {
            (true, true) => 8.0,
            (true, false) | (false, true) => 2.0,
            (false, false) => 1.0,
        };
        sum += x[n] * pull;
        weight += pull;
    }
    match weight > 0.0 {
        true => (sum / weight, weight),
        false => (x[cell], 0.1),
    }
}

/// The rows of the layers. Where an edge goes far to the side, the layers have more room between them, so that it does not run flat.
pub fn rows(grid: &Grid, x: &[f64]) -> Vec<Row> {
    let mut top = 0.0;
    let row = |layer: &Vec<usize>| {
        let half = layer.iter().map(|&c| grid.cells[c].half_height);
        let aside = |&c: &usize| {
            let far = |&b: &usize| (x[b] - x[c]).abs();
            grid.below[c].iter().map(far).fold(0.0, f64::max)
        };
        let bottom = top + 2.0 * half.fold(0.0, f64::max);
        let row = Row { top, bottom };
        let aside = layer.iter().map(aside).fold(0.0, f64::max);
        top = bottom + (aside * 0.16).clamp(LAYER_GAP, WIDE_LAYER_GAP);
        row
    };
    grid.layers.iter().map(row).collect()
}

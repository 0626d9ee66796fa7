//! The order within each layer, so that few edges cross.
//!
//! Layers are visited downwards and upwards in turn. Each is sorted by the median position of its neighbours in the layer just left; then
//! neighbours in a layer change places where that helps. The best order seen is kept.

use super::grid::Grid;

/// Work is bounded by about this many looks at an edge.
const WORK: usize = 12_000_000;

/// Sorts the layers of a grid.
pub fn reduce_crossings(grid: &mut Grid) {
    let pieces: usize = grid.below.iter().map(Vec::len).sum();
    let passes = (WORK / 8 / pieces.max(1)).clamp(4, 32);
    let swaps = (WORK / passes / pieces.max(1) / 8).min(6);
    first_order(grid);
    let mut at = positions(grid);
    let mut best = (crossings(grid, &at), grid.layers.clone());
    for pass in 0..passes {
        if best.0 == 0 {
            break;
        }
        sweep(grid, &mut at, pass % 2 == 0);
        for _ in 0..swaps {
            if !swap_neighbours(grid, &mut at) {
                break;
            }
        }
        let count = crossings(grid, &at);
        if count < best.0 {
            best = (count, grid.layers.clone());
        }
    }
    grid.layers = best.1;
}

/// Follows edges from the top, so that what hangs together comes together.
fn first_order(grid: &mut Grid) {
    let mut starts: Vec<usize> = (0..grid.cells.len()).collect();
    starts.sort_by_key(|&c| grid.cells[c].rank);
    let mut seen = vec![false; grid.cells.len()];
    let mut stack = Vec::new();
    for start in starts {
        stack.push(start);
        while let Some(cell) = stack.pop() {
            if std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            grid.layers[grid.cells[cell].rank].push(cell);
            stack.extend(grid.above[cell].iter().rev());
            stack.extend(grid.below[cell].iter().rev());
        }
    }
}

/// The position of each cell in its layer.
fn positions(grid: &Grid) -> Vec<usize> {
    let mut at = vec![0; grid.cells.len()];
    for layer in &grid.layers {
        for (i, &cell) in layer.iter().enumerate() {
            at[cell] = i;
        }
    }
    at
}

fn sweep(grid: &mut Grid, at: &mut [usize], down: bool) {
    let count = grid.layers.len();
    for i in 0..count {
        let rank = if down { i } else { count - 1 - i };
        let neighbours = if down { &grid.above } else { &grid.below };
        let layer = &mut grid.layers[rank];
        // Cells without neighbours stay where they are, the others share the remaining places.
        let free = |&i: &usize| !neighbours[layer[i]].is_empty();
        let slots: Vec<usize> = (0..layer.len()).filter(free).collect();
        let keyed = |&slot: &usize| (median(&neighbours[layer[slot]], at), layer[slot]);
        let mut moving: Vec<(f64, usize)> = slots.iter().map(keyed).collect();
        moving.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (slot, (_, cell)) in slots.into_iter().zip(moving) {
            layer[slot] = cell;
            at[cell] = slot;
        }
    }
}

/// The median position; of two middle ones the mean, nearer to the side where positions are denser.
fn median(neighbours: &[usize], at: &[usize]) -> f64 {
    let mut p: Vec<usize> = neighbours.iter().map(|&n| at[n]).collect();
    p.sort_unstable();
    let middle = p.len() / 2;
    if p.len() % 2 == 1 {
        return p[middle] as f64;
    }
    let (a, b) = (p[middle - 1] as f64, p[middle] as f64);
    let left = a - p[0] as f64;
    let right = p[p.len() - 1] as f64 - b;
    match left + right > 0.0 {
        true => (a * right + b * left) / (left + right),
        false => (a + b) / 2.0,
    }
}

/// Exchanges neighbours whose edges then cross less. Says whether there were any.
fn swap_neighbours(grid: &mut Grid, at: &mut [usize]) -> bool {
    let mut swapped = false;
    for rank in 0..grid.layers.len() {
        for i in 1..grid.layers[rank].len() {
            let (left, right) = (grid.layers[rank][i - 1], grid.layers[rank][i]);
            let cost = |a: usize, b: usize| {
                inversions(&grid.above[a], &grid.above[b], at)
                    + inversions(&grid.below[a], &grid.below[b], at)
            };
            if cost(right, left) < cost(left, right) {
                grid.layers[rank].swap(i - 1, i);
                (at[left], at[right]) = (i, i - 1);
                swapped = true;
            }
        }
    }
    swapped
}

/// How often an edge of the left cell crosses one of the right cell.
fn inversions(left: &[usize], right: &[usize], at: &[usize]) -> usize {
    if left.is_empty() || right.is_empty() {
        return 0;
    }
    let mut left: Vec<usize> = left.iter().map(|&n| at[n]).collect();
    let mut right: Vec<usize> = right.iter().map(|&n| at[n]).collect();
    left.sort_unstable();
    right.sort_unstable();
    let mut smaller = 0;
    let mut count = 0;
    for l in left {
        while right.get(smaller).is_some_and(|&r| r < l) {
            smaller += 1;
        }
        count += smaller;
    }
    count
}

/// All crossings, by counting inversions with a Fenwick tree.
fn crossings(grid: &Grid, at: &[usize]) -> usize {
    let mut count = 0;
    for pair in grid.layers.windows(2) {
        let mut tree = vec![0usize; pair[1].len() + 1];
        let mut total = 0;
        for &cell in &pair[0] {
            let ends = || grid.below[cell].iter().map(|&b| at[b]);
            for end in ends() {
                let mut i = end + 1;
                let mut before = 0;
                while i > 0 {
                    before += tree[i];
                    i &= i - 1;
                }
                count += total - before;
            }
            for end in ends() {
                let mut i = end + 1;
                while i < tree.len() {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
                total += 1;
            }
        }
    }
    count
}

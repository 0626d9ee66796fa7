//! The layer of each item: below all items from which a link comes down to it, and as near to its neighbours as one item alone can move.

use super::Link;

/// Rounds of moving items; most graphs need two or three.
const ROUNDS: usize = 40;

/// The rank of each item, from 0 at the top.
pub fn assign(count: usize, links: &[Link], upwards: &[bool]) -> Vec<usize> {
    let step = step(links);
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (link, &up) in links.iter().zip(upwards).filter(|(l, _)| l.from != l.to) {
        let (top, bottom) = if up {
            (link.to, link.from)
        } else {
            (link.from, link.to)
        };
        above[bottom].push(top);
        below[top].push(bottom);
    }
    let order = downwards(&above, &below);
    let mut ranks = vec![0; count];
    for &item in &order {
        let ranked = above[item].iter().map(|&a| ranks[a] + step);
        ranks[item] = ranked.max().unwrap_or(0);
    }
    for _ in 0..ROUNDS {
        let mut moved = false;
        // Items at the bottom first: whoever hangs on them may follow in the same round.
        for &item in order.iter().rev() {
            let highest = above[item].iter().map(|&a| ranks[a] + step).max();
            let lowest = below[item].iter().map(|&b| ranks[b] - step).min();
            let rank = match (highest, lowest) {
                (Some(highest), _) if above[item].len() > below[item].len() => highest,
                (_, Some(lowest)) if above[item].len() < below[item].len() => lowest,
                _ => ranks[item],
            };
            moved |= rank != ranks[item];
            ranks[item] = rank;
        }
        if !moved {
            break;
        }
    }
    let top = ranks.iter().min().copied().unwrap_or(0);
    ranks.iter().map(|r| r - top).collect()
}

/// Labels, and links that would lie on one another, need a layer of their own between two layers of items.
fn step(links: &[Link]) -> usize {
    let mut pairs: Vec<(usize, usize)> = links
        .iter()
        .map(|l| (l.from.min(l.to), l.from.max(l.to)))
        .collect();
    pairs.sort_unstable();
    let parallel = pairs.windows(2).any(|w| w[0] == w[1]);
    let labelled = links.iter().any(|l| l.label.is_some());
    if parallel || labelled { 2 } else { 1 }
}

/// All items, each after those above it.
fn downwards(above: &[Vec<usize>], below: &[Vec<usize>]) -> Vec<usize> {
    let mut missing: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..above.len()).filter(|&i| missing[i] == 0).collect();
    let mut next = 0;
    while let Some(&item) = order.get(next) {
        next += 1;
        for &b in &below[item] {
            missing[b] -= 1;
            if missing[b] == 0 {
                order.push(b);
            }
        }
    }
    order
}

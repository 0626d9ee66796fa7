//! Which links are drawn upwards, so that the others make no cycle.

use super::{Flow, Link};
use std::collections::VecDeque;

/// For each link whether it is drawn upwards. A link from an item to itself is not.
pub fn upwards(count: usize, links: &[Link], flow: Flow) -> Vec<bool> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut entered = vec![false; count];
    for (i, link) in links.iter().enumerate().filter(|(_, l)| l.from != l.to) {
        out[link.from].push(i);
        entered[link.to] = true;
    }
    // Begin where nothing leads to; then, for what is on cycles only, in the given order.
    let sources = (0..count).filter(|&i| !entered[i]);
    let starts: Vec<usize> = sources.chain(0..count).collect();
    match flow {
        Flow::Depth => closing(links, &out, &starts),
        Flow::Breadth => returning(links, &out, &starts),
    }
}

#[derive(Copy, Clone, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

/// Links to an item from which the search has not yet returned.
fn closing(links: &[Link], out: &[Vec<usize>], starts: &[usize]) -> Vec<bool> {
    let mut closing = vec![false; links.len()];
    let mut visit = vec![Visit::New; out.len()];
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for &start in starts {
        if visit[start] == Visit::New {
            visit[start] = Visit::Open;
            stack.push((start, 0));
        }
        while let Some((item, next)) = stack.last_mut() {
            let Some(&link) = out[*item].get(*next) else {
                visit[*item] = Visit::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = links[link].to;
            match visit[to] {
                Visit::New => {
                    visit[to] = Visit::Open;
                    stack.push((to, 0));
                }
                Visit::Open => closing[link] = true,
                Visit::Done => {}
            }
        }
    }
    closing
}

/// Links to an item that is found earlier when all items are visited in the order of their distance.
fn returning(links: &[Link], out: &[Vec<usize>], starts: &[usize]) -> Vec<bool> {
    let mut found = vec![usize::MAX; out.len()];
    let mut count = 0;
    let mut queue = VecDeque::new();
    for &start in starts {
        queue.push_back(start);
        while let Some(item) = queue.pop_front() {
            if found[item] != usize::MAX {
                continue;
            }
            found[item] = count;
            count += 1;
            queue.extend(out[item].iter().map(|&link| links[link].to));
        }
    }
    let returns = |l: &Link| found[l.to] < found[l.from];
    links.iter().map(returns).collect()
}

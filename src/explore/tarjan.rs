//! Strongly connected components of a graph, by Tarjan's algorithm with a stack of its own. The graph is a function that gives successors, so arcs may be
//! stored or found anew.

const UNSEEN: u32 = u32::MAX;

/// What is known of a component.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// No arc leaves it.
    pub terminal: bool,
    /// An arc lies in it: one can go round for ever.
    pub cyclic: bool,
}

struct Frame {
    node: u32,
    /// Where its successors start in the common list.
    start: usize,
    next: usize,
}

/// Finds the components of all nodes reachable from `roots`, whose numbers are below `size`. `closed` is told of each, its nodes in no particular order; those that
/// an arc leads to come before those that it comes from.
pub fn tarjan<E>(
    size: usize,
    roots: impl IntoIterator<Item = u32>,
    mut successors: impl FnMut(u32, &mut Vec<u32>) -> Result<(), E>,
    mut closed: impl FnMut(&[u32], Component),
) -> Result<(), E> {
    let (mut number, mut low) = (vec![UNSEEN; size], vec![0u32; size]);
    let mut done = vec![false; size];
    // whether an arc leaves the component of a node on the stack
    let mut leaves = vec![false; size];
    let (mut stack, mut frames): (Vec<u32>, Vec<Frame>) = (Vec::new(), Vec::new());
    let mut targets: Vec<u32> = Vec::new();
    let mut counter = 0;
    for root in roots {
        if number[root as usize] != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                number[node as usize] = counter;
                low[node as usize] = counter;
                counter += 1;
                stack.push(node);
                let start = targets.len();
                successors(node, &mut targets)?;
                frames.push(Frame {
                    node,
                    start,
                    next: start,
                });
            }
            let Some(frame) = frames.last_mut() else {
                break;
            };
            let at = frame.node as usize;
            if let Some(&to) = targets.get(frame.next) {
                frame.next += 1;
                let target = to as usize;
                if number[target] == UNSEEN {
                    enter = Some(to);
                } else if done[target] {
                    leaves[at] = true;
                } else {
                    low[at] = low[at].min(number[target]);
                }
                continue;
            }
            let to_itself = targets[frame.start..].contains(&frame.node);
            targets.truncate(frame.start);
            frames.pop();
            let is_closed = low[at] == number[at];
            if is_closed {
                let first = stack
                    .iter()
                    .rposition(|&node| node as usize == at)
                    .unwrap_or(0);
                let members = stack.split_off(first);
                members.iter().for_each(|&node| done[node as usize] = true);
                let terminal = !members.iter().any(|&node| leaves[node as usize]);
                let cyclic = members.len() > 1 || to_itself;
                closed(&members, Component { terminal, cyclic });
            }
            if let Some(parent) = frames.last() {
                let parent = parent.node as usize;
                low[parent] = low[parent].min(low[at]);
                leaves[parent] |= is_closed;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_say_what_they_are() {
        // 0 <-> 1 -> 2, 2 -> 3 -> 3
        let arcs: [&[u32]; 4] = [&[1], &[0, 2], &[3], &[3]];
        let mut found = Vec::new();
        let successors = |node: u32, to: &mut Vec<u32>| {
            to.extend_from_slice(arcs[node as usize]);
            Ok::<(), ()>(())
        };
        let result = tarjan(4, 0..4, successors, |members, component| {
            let mut members = members.to_vec();
            members.sort_unstable();
            found.push((members, component.terminal, component.cyclic));
        });
        assert_eq!(result, Ok(()));
        assert_eq!(
            found,
            [
                (vec![3], true, true),
                (vec![2], false, false),
                (vec![0, 1], false, true)
            ]
        );
    }
}

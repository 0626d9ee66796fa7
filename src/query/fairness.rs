//! Fairness of a set of binding elements X, as Jensen defines it, by what is left of the state space without the arcs of X.
//!
//! - *Impartial*: X occurs infinitely often in every infinite run. No cycle is left.
//! - *Fair*: whenever X is enabled infinitely often, it occurs infinitely often. No component with a cycle is left that has a node in which X is enabled.
//! - *Just*: whenever X stays enabled from some point on, it occurs. No cycle is left all of whose nodes enable X.

use super::arcs::Arcs;
use super::sccs::Sccs;
use crate::explore::control::Rest;
use crate::explore::store::StateId;

/// How fair a set of binding elements is, the strongest first. The numbers are those of the constructors of `FairnessProperty`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// Always occurs again.
    Impartial = 0,
    /// Occurs again if it is enabled again and again.
    Fair = 1,
    /// Occurs if it stays enabled.
    Just = 2,
    /// None of these.
    None = 3,
}

/// How fair the binding elements are of which `is_in` is true, by number; `None` if there is no time or memory left.
pub fn fairness(arcs: &Arcs, is_in: &[bool], rest: &Rest) -> Option<Fairness> {
    let inside = |arc: u32| is_in[arcs.element[arc as usize] as usize];
    let enabled: Vec<bool> = (0..arcs.nodes() as StateId)
        .map(|node| arcs.out(node).any(inside))
        .collect();
    let others = |node: StateId, to: &mut Vec<StateId>| {
        let outside = arcs.out(node).filter(|&arc| !inside(arc));
        to.extend(outside.map(|arc| arcs.to[arc as usize]));
    };
    let nodes = 0..arcs.nodes() as StateId;
    let left = Sccs::of_part(arcs.nodes(), nodes.clone(), others, rest)?;
    let cyclic = |c: &u32| left.components[*c as usize].cyclic;
    let mut cycles = (0..left.count() as u32).filter(cyclic).peekable();
    if cycles.peek().is_none() {
        return Some(Fairness::Impartial);
    }
    let enabled_in = |c: u32| left.members(c).iter().any(|&node| enabled[node as usize]);
    if !cycles.any(enabled_in) {
        return Some(Fairness::Fair);
    }
    let enabling = nodes.filter(|&node| enabled[node as usize]);
    let stays = |node, to: &mut Vec<StateId>| {
        others(node, to);
        to.retain(|&next| enabled[next as usize]);
    };
    let staying = Sccs::of_part(arcs.nodes(), enabling, stays, rest)?;
    let cyclic = staying.components.iter().any(|component| component.cyclic);
    Some(match cyclic {
        true => Fairness::None,
        false => Fairness::Just,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fairness of element 0 in a graph: for each node its arcs, as target and element.
    fn of(nodes: &[&[(StateId, u32)]]) -> Fairness {
        let found = fairness(&Arcs::of(nodes), &[true, false], &Rest::default());
        found.expect("there is time")
    }

    #[test]
    fn the_strongest_property_that_holds_is_told() {
        // Every cycle goes through it.
        assert_eq!(of(&[&[(1, 0)], &[(0, 1)]]), Fairness::Impartial);
        // No cycle at all.
        assert_eq!(of(&[&[(1, 0)], &[]]), Fairness::Impartial);
        // Another cycle, in which it is never enabled.
        assert_eq!(
            of(&[&[(1, 0), (2, 1)], &[(0, 1)], &[(2, 1)]]),
            Fairness::Fair
        );
        // A cycle in which it is enabled now and then.
        assert_eq!(
            of(&[&[(1, 1), (2, 0)], &[(0, 1)], &[(0, 1)]]),
            Fairness::Just
        );
        // A cycle in which it stays enabled.
        assert_eq!(of(&[&[(0, 1), (1, 0)], &[(0, 1)]]), Fairness::None);
    }
}

//! Parts of the state space that a script chooses: its components, and which nodes were met before.

use super::{HostFunction, boolean, function, list};
use crate::explore::control::Rest;
use crate::explore::store::StateId;
use crate::query::arcs::{ArcId, Arcs};
use crate::query::sccs::Sccs;
use crate::query::tool::{Answer, Tool};
use rustc_hash::FxHashSet;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

/// A component of a part.
#[derive(Debug, Default)]
pub struct Component {
    /// Its nodes.
    nodes: Vec<StateId>,
    /// Arcs from one of them to another.
    inside: Vec<ArcId>,
    /// Arcs to other components of the part.
    out: Vec<ArcId>,
}

/// The components of the part that these nodes and the arcs between them make, by their first nodes.
fn components(
    arcs: &Arcs,
    nodes: Vec<StateId>,
    chosen: &FxHashSet<ArcId>,
    rest: &Rest,
) -> Option<Vec<Component>> {
    let mut inside = vec![false; arcs.nodes()];
    nodes.iter().for_each(|&node| inside[node as usize] = true);
    let out = |node: StateId| {
        let there = |arc: &ArcId| chosen.contains(arc) && inside[arcs.to[*arc as usize] as usize];
        arcs.out(node).filter(there)
    };
    let successors = |node, to: &mut Vec<StateId>| {
        to.extend(out(node).map(|arc| arcs.to[arc as usize]));
    };
    let sccs = Sccs::of_part(arcs.nodes(), nodes, successors, rest)?;
    let component = |number: u32| {
        let mut component = Component {
            nodes: sccs.members(number).to_vec(),
            ..Component::default()
        };
        for arc in component.nodes.iter().flat_map(|&node| out(node)) {
            match sccs.of[arcs.to[arc as usize] as usize] == number {
                true => component.inside.push(arc),
                false => component.out.push(arc),
            }
        }
        component
    };
    Some((0..sccs.count() as u32).map(component).collect())
}

impl Tool {
    fn component_of_part(&self, number: Word) -> Result<&Component, Refusal> {
        let at = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let found = at.and_then(|at| self.part.get(at));
        found.ok_or(Refusal::Raise("IllegalId"))
    }
}

fn begin(tool: &mut Tool, vm: &mut Vm, [nodes, arcs, _]: [Word; 3]) -> Answer {
    let nodes = vm.heap.list_items(nodes, false).into_iter();
    let nodes: Result<Vec<StateId>, Refusal> = nodes.map(|node| tool.node(node)).collect();
    let arcs = vm.heap.list_items(arcs, false).into_iter();
    let chosen: Result<FxHashSet<ArcId>, Refusal> = arcs.map(|arc| tool.arc(arc)).collect();
    let rest = tool.rest();
    let part = components(tool.arcs()?, nodes?, &chosen?, &rest);
    tool.part = part.ok_or_else(|| tool.ended())?;
    Ok(tool.part.len() as Word)
}

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    // how many components the part of these nodes and arcs has
    function("partBegin", &["Node list", "Arc list"], "int", begin),
    function(
        "partNodes",
        &["int"],
        "Node list",
        |tool, vm, [at, _, _]| {
            let nodes = tool.component_of_part(at)?.nodes.iter().copied();
            list(vm, nodes)
        },
    ),
    function("partArcs", &["int"], "Arc list", |tool, vm, [at, _, _]| {
        let arcs = tool.component_of_part(at)?.inside.iter().copied();
        list(vm, arcs)
    }),
    function("partOut", &["int"], "Arc list", |tool, vm, [at, _, _]| {
        let arcs = tool.component_of_part(at)?.out.iter().copied();
        list(vm, arcs)
    }),
    // a new collection of nodes, and its number; whether a node was not yet in it
    function("metBegin", &[], "int", |tool, _, _| {
        tool.met.push(FxHashSet::default());
        Ok(tool.met.len() as Word)
    }),
    function(
        "metFirst",
        &["int", "Node"],
        "bool",
        |tool, _, [number, node, _]| {
            let id = tool.node(node)?;
            let at = (number as usize).saturating_sub(1);
            let met = tool.met.get_mut(at).ok_or(Refusal::Raise("IllegalId"))?;
            boolean(met.insert(id))
        },
    ),
    function("metEnd", &["int"], "unit", |tool, _, [number, _, _]| {
        tool.met.truncate((number as usize).saturating_sub(1));
        Ok(0)
    }),
];

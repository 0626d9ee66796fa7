//! Strongly connected components.

use super::{HostFunction, boolean, function, list, scc_list, scc_number};
use crate::explore::store::StateId;

/// See above.
pub const FUNCTIONS: &[HostFunction] = &[
    function("sccs", &[], "int", |tool, _, _| {
        Ok(tool.sccs()?.1.count() as u64)
    }),
    function("hasSccs", &[], "bool", |tool, _, _| {
        boolean(tool.graph.as_ref().is_some_and(|graph| graph.has_sccs()))
    }),
    function("sccOf", &["Node"], "Scc", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        Ok(scc_number(tool.sccs()?.1.of[id as usize]))
    }),
    function(
        "sccNodes",
        &["Scc"],
        "Node list",
        |tool, vm, [scc, _, _]| {
            let component = tool.component(scc)?;
            let nodes = tool.sccs()?.1.members(component).to_vec();
            list(vm, nodes)
        },
    ),
    function("sccIsTerminal", &["Scc"], "bool", |tool, _, [scc, _, _]| {
        let component = tool.component(scc)?;
        boolean(tool.sccs()?.1.components[component as usize].terminal)
    }),
    function("sccIsTrivial", &["Scc"], "bool", |tool, _, [scc, _, _]| {
        let component = tool.component(scc)?;
        boolean(!tool.sccs()?.1.components[component as usize].cyclic)
    }),
    function("terminalSccs", &[], "Scc list", |tool, vm, _| {
        let terminal: Vec<u32> = tool.sccs()?.1.terminal().collect();
        scc_list(vm, terminal)
    }),
    // arcs that leave a component; 0 for those that leave any
    function(
        "sccOutArcs",
        &["Scc"],
        "Arc list",
        |tool, vm, [scc, _, _]| {
            let chosen = match scc {
                0 => None,
                scc => Some(tool.component(scc)?),
            };
            let (arcs, sccs) = tool.sccs()?;
            let nodes: Vec<StateId> = match chosen {
                Some(component) => sccs.members(component).to_vec(),
                None => (0..arcs.nodes() as StateId).collect(),
            };
            let leaving = nodes.iter().flat_map(|&node| {
                let own = sccs.of[node as usize];
                let out = arcs.out(node);
                out.filter(move |&arc| sccs.of[arcs.to[arc as usize] as usize] != own)
            });
            let leaving: Vec<u32> = leaving.collect();
            list(vm, leaving)
        },
    ),
    function(
        "sccInArcs",
        &["Scc"],
        "Arc list",
        |tool, vm, [scc, _, _]| {
            let component = tool.component(scc)?;
            let (arcs, sccs) = tool.sccs()?;
            let outside = |&arc: &u32| sccs.of[arcs.source(arc) as usize] != component;
            let members = sccs.members(component).iter();
            let mut entering: Vec<u32> = members
                .flat_map(|&node| arcs.incoming(node).iter().copied().filter(outside))
                .collect();
            entering.sort_unstable();
            list(vm, entering)
        },
    ),
];

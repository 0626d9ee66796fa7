//! The host functions that scripts' library is written on: name, types and meaning. `declare` makes them known to the language as `Host.name`.
//!
//! Nodes, arcs and binding elements are numbered from 1, components from ~1 downwards. A set of transition instances or binding elements comes as a list of numbers and
//! which of the two it is (`Set`).

use super::arcs::Arcs;
use super::elements;
use super::fairness::fairness;
use super::graph::Branching;
use super::picture::{self, Part};
use super::sweeps::Wanted;
use super::tool::{Answer, Tool, describe};
use crate::engine::Failure;
use crate::explore::control::StopReason;
use crate::explore::store::StateId;
use std::time::Instant;
use sweepnet_lang::vm::Vm;
use sweepnet_lang::vm::host::Refusal;
use sweepnet_lang::vm::program::Word;

/// A host function.
pub struct HostFunction {
    /// Its name in the structure `Host`.
    pub name: &'static str,
    /// The types of its arguments.
    pub takes: &'static [&'static str],
    /// The type of its result.
    pub gives: &'static str,
    /// What it does.
    pub run: fn(&mut Tool, &mut Vm, [Word; 3]) -> Answer,
}

const fn function(
    name: &'static str,
    takes: &'static [&'static str],
    gives: &'static str,
    run: fn(&mut Tool, &mut Vm, [Word; 3]) -> Answer,
) -> HostFunction {
    HostFunction {
        name,
        takes,
        gives,
        run,
    }
}

fn stop(failure: Failure) -> Refusal {
    Refusal::Stop(failure)
}

fn boolean(value: bool) -> Answer {
    Ok(Word::from(value))
}

/// A list of numbers counted from 1.
fn list(vm: &mut Vm, numbers: impl IntoIterator<Item = u32>) -> Answer {
    let words: Vec<Word> = numbers.into_iter().map(|n| u64::from(n) + 1).collect();
    Ok(vm.heap.list(&words, false))
}

fn text(vm: &mut Vm, text: &str) -> Answer {
    Ok(vm.heap.alloc_str(text.as_bytes()))
}

/// A component's number in scripts.
fn scc_number(component: u32) -> Word {
    (-1 - i64::from(component)) as Word
}

fn scc_list(vm: &mut Vm, components: impl IntoIterator<Item = u32>) -> Answer {
    let words: Vec<Word> = components.into_iter().map(scc_number).collect();
    Ok(vm.heap.list(&words, false))
}

impl Tool {
    fn arcs(&mut self) -> Result<&Arcs, Refusal> {
        self.graph()?.arcs().map_err(stop)
    }

    fn arc(&mut self, number: Word) -> Result<u32, Refusal> {
        match number {
            1.. if number <= self.arcs()?.count() as u64 => Ok((number - 1) as u32),
            _ => Err(Refusal::Raise("IllegalId")),
        }
    }

    fn component(&mut self, number: Word) -> Result<u32, Refusal> {
        let at = -1 - number as i64;
        let (_, sccs) = self.sccs()?;
        match usize::try_from(at) {
            Ok(at) if at < sccs.count() => Ok(at as u32),
            _ => Err(Refusal::Raise("IllegalId")),
        }
    }

    fn sccs(&mut self) -> Result<(&Arcs, &super::sccs::Sccs), Refusal> {
        if !self.graph()?.has_sccs() {
            let start = Instant::now();
            self.graph()?.sccs().map_err(stop)?;
            self.scc_seconds = start.elapsed().as_secs_f64();
        }
        self.graph()?.sccs().map_err(stop)
    }

    fn branching(&self) -> Branching {
        self.options.branching
    }

    /// Which binding elements are in a set: of these transitions (by number from 1), or these elements themselves.
    fn set(&mut self, vm: &Vm, numbers: Word, elements: Word) -> Result<Vec<bool>, Refusal> {
        let numbers = vm.heap.list_items(numbers, false);
        let arcs = self.arcs()?;
        let number = |(at, binding): (usize, &crate::engine::Binding)| match elements {
            0 => binding.transition as u64 + 1,
            _ => at as u64 + 1,
        };
        let all = arcs.elements.iter().enumerate();
        Ok(all.map(|e| numbers.contains(&number(e))).collect())
    }
}

/// All host functions, by number.
pub static TABLE: &[HostFunction] = &[
    // calculation
    function(
        "calculate",
        &["int", "int", "int"],
        "bool",
        |tool, _, [nodes, arcs, seconds]| {
            let options = super::tool::Options {
                nodes: nodes as usize,
                arcs: arcs as usize,
                seconds,
                branching: tool.branching(),
            };
            boolean(tool.calculate(options)? == StopReason::Complete)
        },
    ),
    function(
        "branching",
        &["int", "int"],
        "unit",
        |tool, _, [transitions, bindings, _]| {
            tool.options.branching = Branching {
                transitions: transitions as usize,
                bindings: bindings as usize,
            };
            Ok(0)
        },
    ),
    function("begin", &[], "unit", |tool, _, _| {
        tool.begin()?;
        Ok(0)
    }),
    // the first node from this one on that is not fully expanded; 0 if there is none
    function("nextOpen", &["Node"], "Node", |tool, _, [from, _, _]| {
        let from = from.saturating_sub(1) as StateId;
        let next = tool.graph()?.next_open(from);
        Ok(next.map_or(0, |id| u64::from(id) + 1))
    }),
    function("expand", &["Node"], "unit", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        let branching = tool.branching();
        tool.graph()?.expand(id, branching).map_err(stop)?;
        Ok(0)
    }),
    function("skip", &["Node"], "unit", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        tool.graph()?.skip(id);
        Ok(0)
    }),
    function("delete", &[], "unit", |tool, vm, _| {
        tool.delete(vm);
        Ok(0)
    }),
    function("isCalculated", &[], "bool", |tool, _, _| {
        boolean(tool.graph.is_some())
    }),
    function("isComplete", &[], "bool", |tool, _, _| {
        boolean(tool.graph.as_ref().is_some_and(|graph| graph.is_complete()))
    }),
    function("isExpanded", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.graph()?.is_expanded(id))
    }),
    function("isProcessed", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.graph()?.is_processed(id))
    }),
    // whether a limit of the command line was reached
    function("isFull", &[], "bool", |tool, _, _| {
        let nodes = tool.graph()?.nodes();
        boolean(tool.limits.max_states.is_some_and(|most| nodes >= most))
    }),
    function("isTimed", &[], "bool", |tool, _, _| boolean(tool.net.timed)),
    // seconds since the session began
    function("clock", &[], "int", |tool, _, _| {
        Ok(tool.start.elapsed().as_secs())
    }),
    function("seconds", &[], "int", |tool, _, _| Ok(tool.seconds as u64)),
    function("sccSeconds", &[], "int", |tool, _, _| {
        Ok(tool.scc_seconds as u64)
    }),
    // nodes and arcs
    function("nodes", &[], "int", |tool, _, _| {
        Ok(tool.graph()?.nodes() as u64)
    }),
    function("arcs", &[], "int", |tool, _, _| {
        Ok(tool.graph()?.space.arcs)
    }),
    // whether there is such a node; it is looked at from now on, and its evaluation gets a budget of its own
    function("look", &["Node"], "bool", |tool, vm, [node, _, _]| {
        let nodes = tool.graph()?.nodes() as u64;
        let there = (1..=nodes).contains(&node);
        tool.looking = there.then(|| (node - 1) as StateId);
        vm.set_budget(tool.budget);
        boolean(there)
    }),
    function("lookArc", &["Arc"], "bool", |tool, vm, [arc, _, _]| {
        let there = (1..=tool.arcs()?.count() as u64).contains(&arc);
        tool.looking = match there {
            true => Some(tool.arcs()?.source((arc - 1) as u32)),
            false => None,
        };
        vm.set_budget(tool.budget);
        boolean(there)
    }),
    // components are looked at by the count from 1
    function("lookScc", &["int"], "bool", |tool, vm, [count, _, _]| {
        let (_, sccs) = tool.sccs()?;
        let there = (1..=sccs.count() as u64).contains(&count);
        let first = there.then(|| sccs.members((count - 1) as u32)[0]);
        tool.looking = first;
        vm.set_budget(tool.budget);
        boolean(there)
    }),
    function(
        "outArcs",
        &["Node"],
        "Arc list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            list(vm, tool.arcs()?.out(id))
        },
    ),
    function("inArcs", &["Node"], "Arc list", |tool, vm, [node, _, _]| {
        let id = tool.node(node)?;
        list(vm, tool.arcs()?.incoming(id).iter().copied())
    }),
    function(
        "outNodes",
        &["Node"],
        "Node list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            let mut nodes = tool.arcs()?.successors(id).to_vec();
            nodes.sort_unstable();
            nodes.dedup();
            list(vm, nodes)
        },
    ),
    function(
        "inNodes",
        &["Node"],
        "Node list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            let arcs = tool.arcs()?;
            let mut nodes: Vec<StateId> =
                arcs.incoming(id).iter().map(|&a| arcs.source(a)).collect();
            nodes.dedup();
            list(vm, nodes)
        },
    ),
    function("source", &["Arc"], "Node", |tool, _, [arc, _, _]| {
        let arc = tool.arc(arc)?;
        Ok(u64::from(tool.arcs()?.source(arc)) + 1)
    }),
    function("target", &["Arc"], "Node", |tool, _, [arc, _, _]| {
        let arc = tool.arc(arc)?;
        Ok(u64::from(tool.arcs()?.to[arc as usize]) + 1)
    }),
    function(
        "between",
        &["Node", "Node"],
        "Arc list",
        |tool, vm, [from, to, _]| {
            let (from, to) = (tool.node(from)?, tool.node(to)?);
            let arcs = tool.arcs()?;
            list(
                vm,
                arcs.out(from).filter(|&arc| arcs.to[arc as usize] == to),
            )
        },
    ),
    function("isTerminal", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.arcs()?.out(id).is_empty())
    }),
    function("isDead", &["Node"], "bool", |tool, _, [node, _, _]| {
        let id = tool.node(node)?;
        boolean(tool.graph()?.is_dead(id))
    }),
    function("dead", &[], "Node list", |tool, vm, _| {
        let dead = tool.graph()?.space.dead.clone();
        list(vm, dead)
    }),
    function(
        "reachableNodes",
        &["Node"],
        "Node list",
        |tool, vm, [node, _, _]| {
            let id = tool.node(node)?;
            let mut nodes = tool.arcs()?.reachable(id);
            nodes.sort_unstable();
            list(vm, nodes)
        },
    ),
    // the arcs of a shortest way; NONE if there is no way
    function(
        "way",
        &["Node", "Node"],
        "Arc list option",
        |tool, vm, [from, to, _]| {
            let (from, to) = (tool.node(from)?, tool.node(to)?);
            match tool.arcs()?.way(from, to) {
                Some(arcs) => {
                    let way = list(vm, arcs)?;
                    Ok(vm.heap.some(way, true))
                }
                None => Ok(0),
            }
        },
    ),
    function("time", &["Node"], "time", |tool, vm, [node, _, _]| {
        let clock = tool.at(node, |worker, state| worker.clock(state))?;
        Ok(vm.heap.alloc_small_inf(clock))
    }),
    // whether two markings have the same tokens, whatever their stamps
    function(
        "equalUntimed",
        &["Node", "Node"],
        "bool",
        |tool, _, [a, b, _]| {
            let (a, b) = (tool.node(a)?, tool.node(b)?);
            boolean(tool.graph()?.equal_untimed(a, b))
        },
    ),
    // binding elements and transition instances
    function("elements", &[], "int", |tool, _, _| {
        Ok(tool.arcs()?.elements.len() as u64)
    }),
    function(
        "element",
        &["int"],
        "Bind.Elem",
        |tool, vm, [number, _, _]| {
            let found = (number as usize).checked_sub(1);
            let binding = found.and_then(|at| tool.arcs().ok()?.elements.get(at).cloned());
            let binding = binding.ok_or(Refusal::Raise("IllegalId"))?;
            let shared = tool.graph()?.space.engine.shared.clone();
            let (reader, names) = (&mut tool.reader, &tool.names);
            elements::element(vm, reader, &shared, names, tool.elements, &binding)
                .ok_or(Refusal::Raise("IllegalId"))
        },
    ),
    function("elementOf", &["Arc"], "int", |tool, _, [arc, _, _]| {
        let arc = tool.arc(arc)?;
        Ok(u64::from(tool.arcs()?.element[arc as usize]) + 1)
    }),
    function(
        "transitionOf",
        &["Arc"],
        "TI.TransInst",
        |tool, vm, [arc, _, _]| {
            let arc = tool.arc(arc)?;
            let arcs = tool.arcs()?;
            let number = arcs.elements[arcs.element[arc as usize] as usize].transition;
            let shared = tool.graph()?.space.engine.shared.clone();
            Ok(elements::transition(vm, &shared, &tool.names, number))
        },
    ),
    function(
        "transitionNumber",
        &["TI.TransInst"],
        "int",
        |tool, vm, [value, _, _]| {
            let instance = elements::instance_of(vm, value);
            elements::transition_number(vm, &tool.names, instance, value)
                .map(|number| number as u64 + 1)
                .ok_or(Refusal::Raise("IllegalId"))
        },
    ),
    function(
        "elementTransition",
        &["Bind.Elem"],
        "TI.TransInst",
        |tool, vm, [value, _, _]| {
            let number = elements::transition_of(vm, &tool.names, tool.elements, value);
            let number = number.ok_or(Refusal::Raise("IllegalId"))?;
            let tag = tool.names.transition_names[number] as u32;
            let instance = u64::from(tool.net.transitions[number].instance);
            let header =
                sweepnet_lang::vm::heap::header(sweepnet_lang::vm::heap::Kind::Con, tag, 0, 1);
            Ok(vm.heap.alloc(header, &[instance]))
        },
    ),
    // numbers of the transitions that occurred
    function("occurred", &[], "int list", |tool, vm, _| {
        let occurred = tool.graph()?.space.occurred.clone();
        list(
            vm,
            (0..)
                .zip(occurred)
                .filter(|(_, o)| *o)
                .map(|(number, _)| number),
        )
    }),
    // sets of binding elements
    function(
        "occursAfter",
        &["int list", "int", "Node"],
        "bool",
        |tool, vm, [set, kind, node]| {
            let id = tool.node(node)?;
            let is_in = tool.set(vm, set, kind)?;
            let arcs = tool.arcs()?;
            let inside = |arc: u32| is_in[arcs.element[arc as usize] as usize];
            let reachable = arcs.reachable(id);
            boolean(reachable.iter().any(|&node| arcs.out(node).any(inside)))
        },
    ),
    function(
        "isLive",
        &["int list", "int"],
        "bool",
        |tool, vm, [set, kind, _]| {
            let is_in = tool.set(vm, set, kind)?;
            let (arcs, sccs) = tool.sccs()?;
            let inside = |arc: u32| is_in[arcs.element[arc as usize] as usize];
            let occurs = |c| {
                sccs.members(c)
                    .iter()
                    .any(|&node| arcs.out(node).any(inside))
            };
            boolean(sccs.terminal().all(occurs))
        },
    ),
    function(
        "fairness",
        &["int list", "int"],
        "int",
        |tool, vm, [set, kind, _]| {
            let is_in = tool.set(vm, set, kind)?;
            Ok(fairness(tool.arcs()?, &is_in) as u64)
        },
    ),
    // components
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
    // text
    function("describe", &["Node"], "string", |tool, vm, [node, _, _]| {
        let lines = tool.at(node, describe)?;
        text(vm, &format!("{node}:\n{}\n", lines.join("\n")))
    }),
    function(
        "elementText",
        &["Bind.Elem"],
        "string",
        |tool, vm, [value, _, _]| {
            let shown = elements::show(vm, &tool.names, tool.elements, value).unwrap_or_default();
            text(vm, &shown)
        },
    ),
    function(
        "transitionText",
        &["TI.TransInst"],
        "string",
        |tool, vm, [value, _, _]| {
            let named = tool.names.transitions.get(vm.heap.tag(value) as usize);
            let name = named.map_or("", |named| named.name.as_str());
            let instance = elements::instance_of(vm, value);
            text(vm, &format!("{name} {instance}"))
        },
    ),
    function(
        "placeText",
        &["PI.PlaceInst"],
        "string",
        |tool, vm, [value, _, _]| {
            let named = tool.names.places.get(vm.heap.tag(value) as usize);
            let name = named.map_or("", |named| named.name.as_str());
            let instance = elements::instance_of(vm, value);
            text(vm, &format!("{name} {instance}"))
        },
    ),
    // sweeps
    function(
        "sweepOptions",
        &["int", "int", "string"],
        "unit",
        |tool, vm, [collect, seconds, log]| {
            tool.wanted = Wanted {
                collect: collect as usize,
                seconds,
                log: String::from_utf8_lossy(vm.heap.str(log)).into_owned(),
            };
            Ok(0)
        },
    ),
    function(
        "sweepBegin",
        &["(SLMark -> IntInf.int)", "int"],
        "int",
        |tool, vm, [measure, kinds, _]| tool.begin_sweep(vm, measure, kinds),
    ),
    function("sweepNext", &["int"], "int", |tool, vm, [number, _, _]| {
        tool.next_of_sweep(vm, number)
    }),
    // whether it ended in time
    function(
        "sweepEnd",
        &["int", "bool"],
        "unit",
        |tool, vm, [number, in_time, _]| {
            tool.end_sweep(vm, number, in_time != 0)?;
            Ok(0)
        },
    ),
    function("sweepSource", &[], "SLMark", |tool, _, _| {
        tool.passing(false)
    }),
    function("sweepTarget", &[], "SLMark", |tool, _, _| {
        tool.passing(true)
    }),
    function("sweepElement", &[], "Bind.Elem", |tool, vm, _| {
        tool.passing_element(vm)
    }),
    function(
        "sweepKeep",
        &["SLMark"],
        "Node",
        |tool, _, [marking, _, _]| tool.keep(marking),
    ),
    function("nodeMark", &["Node"], "SLMark", |_, _, [node, _, _]| {
        Ok(node)
    }),
    function("sweepReason", &[], "string", |tool, vm, _| {
        text(vm, tool.ended.reason)
    }),
    function("sweepFigure", &["int"], "int", |tool, _, [which, _, _]| {
        Ok(tool.ended.figures.get(which as usize).copied().unwrap_or(0))
    }),
    // files
    function(
        "drawNodes",
        &["string", "Node list"],
        "unit",
        |tool, vm, [file, nodes, _]| {
            let file = String::from_utf8_lossy(vm.heap.str(file)).into_owned();
            let numbers = vm.heap.list_items(nodes, false);
            let nodes: Result<Vec<StateId>, Refusal> = numbers
                .into_iter()
                .map(|number| tool.node(number))
                .collect();
            picture::draw(tool.graph()?, Part::Nodes(nodes?), &file)?;
            Ok(0)
        },
    ),
    function(
        "drawArcs",
        &["string", "Arc list"],
        "unit",
        |tool, vm, [file, arcs, _]| {
            let file = String::from_utf8_lossy(vm.heap.str(file)).into_owned();
            let numbers = vm.heap.list_items(arcs, false);
            let arcs: Result<Vec<u32>, Refusal> =
                numbers.into_iter().map(|number| tool.arc(number)).collect();
            picture::draw(tool.graph()?, Part::Arcs(arcs?), &file)?;
            Ok(0)
        },
    ),
];

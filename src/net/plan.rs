//! In which order the variables of a transition get their values. This decides how fast enabled bindings are found.
//!
//! What costs nothing comes first: conditions and tokens that can be checked, variables that an equation of the guard gives. Then a variable is taken from
//! the tokens of a place, best by a pattern of which a part is known already, since few tokens fit it; and only then from its colour set. Which tokens come
//! first is decided by trying orders and estimating how many partial bindings each would make. Markings are not looked at, so that the
//! plan is the same in every run.

use std::collections::BTreeSet;

/// A set of variables, by their numbers.
pub type Set = BTreeSet<usize>;

/// A colour set with more values than this is not tried value by value.
pub const LARGEST: u64 = 10_000;

/// What is known of a transition.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// How many variables there are.
    pub variables: usize,
    /// Variables that get their values otherwise: from the code segment.
    pub given: Set,
    /// Input arcs.
    pub arcs: Vec<Arc>,
    /// Conditions of the guard.
    pub conditions: Vec<Condition>,
}

/// An input arc.
#[derive(Clone, Debug, Default)]
pub struct Arc {
    /// All its variables.
    pub reads: Set,
    /// Its terms that are patterns.
    pub terms: Vec<Pattern>,
}

/// A condition of the guard.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// All its variables.
    pub reads: Set,
    /// The sides of an equation that are patterns: which side, the pattern, the variables of the other side.
    pub sides: Vec<(usize, Pattern, Set)>,
}

/// An expression that can give variables their values.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// Variables it gives values to, unless they have one, which is compared then.
    pub binds: Set,
    /// Variables that must have a value before.
    pub needs: Set,
    /// Whether it has constants too.
    pub selective: bool,
    /// Whether its coefficient is computed and may be 0: then the token need not be there, and it gives values only if nothing else does.
    pub uncertain: bool,
}

impl Pattern {
    /// The variables it would give values to, if it can now.
    fn new_variables(&self, bound: &Set) -> Option<Set> {
        let new: Set = self.binds.difference(bound).copied().collect();
        let ready = self
            .needs
            .iter()
            .all(|v| bound.contains(v) || new.contains(v));
        (ready && !new.is_empty()).then_some(new)
    }
}

/// A step of the plan.
#[derive(Clone, PartialEq, Debug)]
pub enum Planned {
    /// The tokens of this arc must be there.
    Need(usize),
    /// A token for this term of this arc gives these variables their values.
    Token(usize, usize, Set),
    /// An equation, whose side is a pattern, gives these variables their values.
    Let(usize, usize, Set),
    /// A condition must hold.
    Test(usize),
    /// Each value of a variable's colour set.
    Each(usize),
}

/// The order.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Planned>,
    /// Variables that nothing can give a value.
    pub unbound: Vec<usize>,
}

/// Makes the plan. `size` says how many values a variable's colour set has, if not infinitely many; it is asked only if it matters.
pub fn plan(problem: &Problem, size: &mut dyn FnMut(usize) -> Option<u64>) -> Plan {
    let start = Planner {
        problem,
        bound: problem.given.clone(),
        arcs: vec![false; problem.arcs.len()],
        conditions: vec![false; problem.conditions.len()],
        plan: Plan::default(),
        width: 1.0,
        cost: 0.0,
    };
    let parts: usize = problem.arcs.iter().map(|arc| 1 + arc.terms.len()).sum();
    let mut search = Search {
        size,
        best: None,
        left: EFFORT / (parts + problem.conditions.len() + 1),
    };
    search.complete(start);
    search.best.map(|(_, plan)| plan).unwrap_or_default()
}

/// How much is tried before the best plan so far is taken.
const EFFORT: usize = 20_000;

/// How many tokens fit a pattern, as far as one can guess: if nothing, constants, or a variable in it is known.
const FITTING: [f64; 3] = [8.0, 4.0, 2.0];

/// The share of bindings that a check leaves.
const LEFT: f64 = 0.5;

/// The search for the cheapest order. The first plan it completes takes the most promising token at each step.
struct Search<'a> {
    size: &'a mut dyn FnMut(usize) -> Option<u64>,
    best: Option<(f64, Plan)>,
    left: usize,
}

impl Search<'_> {
    fn complete(&mut self, mut planner: Planner) {
        planner.certain();
        let mut tokens = planner.tokens(false);
        while tokens.is_empty() {
            let next = planner.smallest(self.size);
            if !next.is_some_and(|(size, _)| small(size)) {
                tokens = planner.tokens(true);
                if !tokens.is_empty() {
                    break;
                }
            }
            let Some(next) = next else {
                self.finished(planner);
                return;
            };
            planner.each(next);
            planner.certain();
            tokens = planner.tokens(false);
        }
        for (fitting, token) in tokens {
            let mut next = planner.clone();
            next.take(token, FITTING[fitting]);
            let cheaper = self.best.as_ref().is_none_or(|best| next.cost < best.0);
            if self.best.is_some() && self.left == 0 {
                return;
            }
            self.left = self.left.saturating_sub(1);
            if cheaper {
                self.complete(next);
            }
        }
    }

    fn finished(&mut self, planner: Planner) {
        if self.best.as_ref().is_none_or(|best| planner.cost < best.0) {
            self.best = Some((planner.cost, planner.plan));
        }
    }
}

#[derive(Clone)]
struct Planner<'a> {
    problem: &'a Problem,
    bound: Set,
    /// Arcs and conditions that are done.
    arcs: Vec<bool>,
    conditions: Vec<bool>,
    plan: Plan,
    /// How many partial bindings there are about now, and were made on the way.
    width: f64,
    cost: f64,
}

impl Planner<'_> {
    fn take(&mut self, step: Planned, factor: f64) {
        if let Planned::Token(_, _, new) = &step {
            self.bound.extend(new);
        }
        self.width *= factor;
        self.cost += self.width;
        self.plan.steps.push(step);
    }

    /// Everything that costs nothing now. What must be there whatever the binding comes before all else.
    fn certain(&mut self) {
        if self.plan.steps.is_empty() {
            self.needs();
        }
        loop {
            self.tests();
            if self.equation() {
                continue;
            }
            self.needs();
            return;
        }
    }

    fn tests(&mut self) {
        for (i, condition) in self.problem.conditions.iter().enumerate() {
            if !self.conditions[i] && condition.reads.is_subset(&self.bound) {
                self.conditions[i] = true;
                self.width *= LEFT;
                self.plan.steps.push(Planned::Test(i));
            }
        }
    }

    /// Arcs all of whose variables are known. One that gave a variable its value is least likely to fail and comes last.
    fn needs(&mut self) {
        let mut ready: Vec<usize> = (0..self.arcs.len())
            .filter(|&i| !self.arcs[i] && self.problem.arcs[i].reads.is_subset(&self.bound))
            .collect();
        let taken = |i: usize, steps: &[Planned]| {
            let own = |step: &Planned| matches!(step, Planned::Token(arc, ..) if *arc == i);
            steps.iter().any(own)
        };
        ready.sort_by_key(|&i| taken(i, &self.plan.steps));
        for i in ready {
            self.arcs[i] = true;
            if !taken(i, &self.plan.steps) {
                self.width *= LEFT;
            }
            self.plan.steps.push(Planned::Need(i));
        }
    }

    fn equation(&mut self) -> bool {
        for (i, condition) in self.problem.conditions.iter().enumerate() {
            if self.conditions[i] {
                continue;
            }
            for (side, pattern, other) in &condition.sides {
                if other.is_subset(&self.bound)
                    && let Some(new) = pattern.new_variables(&self.bound)
                {
                    self.conditions[i] = true;
                    self.bound.extend(&new);
                    self.plan.steps.push(Planned::Let(i, *side, new));
                    return true;
                }
            }
        }
        false
    }

    /// The patterns of input arcs that can give values now, each with how well it is known. The most promising comes first: one that knows some of its
    /// variables, then one that gives most, then one with constants, then the first.
    fn tokens(&self, uncertain: bool) -> Vec<(usize, Planned)> {
        let mut found = Vec::new();
        for (i, arc) in self.problem.arcs.iter().enumerate() {
            for (j, term) in arc.terms.iter().enumerate() {
                let Some(new) = term.new_variables(&self.bound) else {
                    continue;
                };
                if term.uncertain && !uncertain {
                    continue;
                }
                let known = term.binds.len() > new.len()
                    || term.needs.iter().any(|v| self.bound.contains(v));
                let rank = (known, new.len(), term.selective);
                let fitting = if known {
                    2
                } else {
                    usize::from(term.selective)
                };
                found.push((rank, fitting, Planned::Token(i, j, new)));
            }
        }
        found.sort_by_key(|(rank, ..)| std::cmp::Reverse(*rank));
        (found.into_iter())
            .map(|(_, fitting, token)| (fitting, token))
            .collect()
    }

    /// The variable with the smallest colour set; of those that something waits for, if there are such.
    fn smallest(&self, size: &mut dyn FnMut(usize) -> Option<u64>) -> Option<(Option<u64>, usize)> {
        let mut waiting = Set::new();
        for (i, arc) in self.problem.arcs.iter().enumerate() {
            if !self.arcs[i] {
                waiting.extend(&arc.reads);
            }
        }
        for (i, condition) in self.problem.conditions.iter().enumerate() {
            if !self.conditions[i] {
                waiting.extend(&condition.reads);
            }
        }
        let unbound = (0..self.problem.variables).filter(|v| !self.bound.contains(v));
        let (wanted, free): (Vec<usize>, Vec<usize>) = unbound.partition(|v| waiting.contains(v));
        let candidates = if wanted.is_empty() { free } else { wanted };
        let sized = candidates.into_iter().map(|v| (size(v), v));
        sized.min_by_key(|&(size, _)| (!small(size), size))
    }

    /// Tries each value of a variable, if they are few enough.
    fn each(&mut self, (size, variable): (Option<u64>, usize)) {
        self.bound.insert(variable);
        match size {
            Some(values) if small(size) => self.take(Planned::Each(variable), values as f64),
            _ => self.plan.unbound.push(variable),
        }
    }
}

/// Whether a colour set is small enough to try all its values.
fn small(size: Option<u64>) -> bool {
    size.is_some_and(|size| size <= LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(binds: &[usize], needs: &[usize]) -> Pattern {
        Pattern {
            binds: binds.iter().copied().collect(),
            needs: needs.iter().copied().collect(),
            selective: false,
            uncertain: false,
        }
    }

    fn arc(terms: Vec<Pattern>) -> Arc {
        let reads = terms.iter().flat_map(|t| t.binds.union(&t.needs).copied());
        Arc {
            reads: reads.collect(),
            terms,
        }
    }

    fn set(variables: &[usize]) -> Set {
        variables.iter().copied().collect()
    }

    #[test]
    fn what_knows_a_part_comes_before_what_gives_more() {
        let problem = Problem {
            variables: 5,
            arcs: vec![
                arc(vec![pattern(&[0, 1], &[])]),
                arc(vec![pattern(&[2, 3, 4], &[])]),
                arc(vec![pattern(&[1, 2], &[])]),
            ],
            ..Problem::default()
        };
        let steps = plan(&problem, &mut |_| None).steps;
        let expected = [
            Planned::Token(1, 0, set(&[2, 3, 4])),
            Planned::Need(1),
            Planned::Token(2, 0, set(&[1])),
            Planned::Need(2),
            Planned::Token(0, 0, set(&[0])),
            Planned::Need(0),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn a_variable_that_an_equation_gives_is_not_taken_from_a_token() {
        // in: A (x, y), B z; guard x = f z
        let problem = Problem {
            variables: 3,
            arcs: vec![
                arc(vec![pattern(&[0, 1], &[])]),
                arc(vec![pattern(&[2], &[])]),
            ],
            conditions: vec![Condition {
                reads: set(&[0, 2]),
                sides: vec![(0, pattern(&[0], &[]), set(&[2]))],
            }],
            ..Problem::default()
        };
        let expected = [
            Planned::Token(1, 0, set(&[2])),
            Planned::Let(0, 0, set(&[0])),
            Planned::Need(1),
            Planned::Token(0, 0, set(&[1])),
            Planned::Need(0),
        ];
        assert_eq!(plan(&problem, &mut |_| None).steps, expected);
    }

    #[test]
    fn large_problems_end_soon() {
        let problem = Problem {
            variables: 60,
            arcs: (0..60).map(|v| arc(vec![pattern(&[v], &[])])).collect(),
            ..Problem::default()
        };
        assert_eq!(plan(&problem, &mut |_| None).steps.len(), 120);
    }

    #[test]
    fn a_pattern_waits_for_what_its_computed_part_needs() {
        let problem = Problem {
            variables: 2,
            arcs: vec![arc(vec![pattern(&[0], &[1])])],
            ..Problem::default()
        };
        let steps = plan(&problem, &mut |v| [None, Some(3)][v]).steps;
        let expected = [
            Planned::Each(1),
            Planned::Token(0, 0, set(&[0])),
            Planned::Need(0),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn only_small_colour_sets_are_tried_and_the_rest_is_told() {
        let problem = Problem {
            variables: 3,
            ..Problem::default()
        };
        let sizes = [None, Some(LARGEST), Some(LARGEST + 1)];
        let made = plan(&problem, &mut |v| sizes[v]);
        assert_eq!(made.steps, [Planned::Each(1)]);
        assert_eq!(made.unbound, [0, 2]);
    }
}

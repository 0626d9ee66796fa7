//! In which order the variables of a transition get their values. This decides how fast enabled bindings are found.
//!
//! What costs nothing comes first: conditions and tokens that can be checked, variables that an equation of the guard gives. Then a variable is taken from
//! the tokens of a place, best by a pattern of which a part is known already, since few tokens fit it; and only then from its colour set. The order is
//! chosen greedily and without looking at markings, so that it is the same in every run.

use std::collections::BTreeSet;

/// A set of variables, by their numbers.
pub type Set = BTreeSet<usize>;

/// A colour set with more values than this is not tried value by value.
pub const LARGEST: u64 = 10_000;

/// What is known of a transition.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// How many values each variable's colour set has, if not infinitely many.
    pub sizes: Vec<Option<u64>>,
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

/// Makes the plan.
pub fn plan(problem: &Problem) -> Plan {
    let mut planner = Planner {
        problem,
        bound: problem.given.clone(),
        arcs: vec![false; problem.arcs.len()],
        conditions: vec![false; problem.conditions.len()],
        plan: Plan::default(),
    };
    planner.needs();
    loop {
        planner.certain();
        if !planner.token() && !planner.each() {
            return planner.plan;
        }
    }
}

struct Planner<'a> {
    problem: &'a Problem,
    bound: Set,
    /// Arcs and conditions that are done.
    arcs: Vec<bool>,
    conditions: Vec<bool>,
    plan: Plan,
}

impl Planner<'_> {
    /// Everything that costs nothing now.
    fn certain(&mut self) {
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
                self.plan.steps.push(Planned::Test(i));
            }
        }
    }

    /// Arcs all of whose variables are known. One that gave a variable its value is least likely to fail and comes last.
    fn needs(&mut self) {
        let mut ready: Vec<usize> = (0..self.arcs.len())
            .filter(|&i| !self.arcs[i] && self.problem.arcs[i].reads.is_subset(&self.bound))
            .collect();
        ready.sort_by_key(|&i| {
            let steps = self.plan.steps.iter();
            steps
                .filter(|s| matches!(s, Planned::Token(arc, ..) if *arc == i))
                .count()
        });
        for i in ready {
            self.arcs[i] = true;
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

    /// The best pattern of an input arc: one that knows some of its variables, then one that gives most, then one with constants, then the first.
    fn token(&mut self) -> bool {
        let mut best = None;
        for (i, arc) in self.problem.arcs.iter().enumerate() {
            for (j, term) in arc.terms.iter().enumerate() {
                let Some(new) = term.new_variables(&self.bound) else {
                    continue;
                };
                let known = term.binds.len() > new.len()
                    || term.needs.iter().any(|v| self.bound.contains(v));
                let rank = (known, new.len(), term.selective);
                if best.as_ref().is_none_or(|(other, _)| rank > *other) {
                    best = Some((rank, Planned::Token(i, j, new)));
                }
            }
        }
        let Some((_, step)) = best else {
            return false;
        };
        if let Planned::Token(_, _, new) = &step {
            self.bound.extend(new);
        }
        self.plan.steps.push(step);
        true
    }

    /// The variable with the smallest colour set; of those that something waits for, if there are such.
    fn each(&mut self) -> bool {
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
        let sizes = &self.problem.sizes;
        let size = |v: &usize| sizes[*v].filter(|&s| s <= LARGEST).unwrap_or(u64::MAX);
        let unbound = || (0..sizes.len()).filter(|v| !self.bound.contains(v));
        let next = (unbound().filter(|v| waiting.contains(v)).min_by_key(size))
            .or_else(|| unbound().min_by_key(size));
        let Some(next) = next else {
            return false;
        };
        if size(&next) == u64::MAX {
            self.plan.unbound.push(next);
        } else {
            self.plan.steps.push(Planned::Each(next));
        }
        self.bound.insert(next);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(binds: &[usize], needs: &[usize]) -> Pattern {
        Pattern {
            binds: binds.iter().copied().collect(),
            needs: needs.iter().copied().collect(),
            selective: false,
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
            sizes: vec![None; 5],
            arcs: vec![
                arc(vec![pattern(&[0, 1], &[])]),
                arc(vec![pattern(&[2, 3, 4], &[])]),
                arc(vec![pattern(&[1, 2], &[])]),
            ],
            ..Problem::default()
        };
        let steps = plan(&problem).steps;
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
    fn a_pattern_waits_for_what_its_computed_part_needs() {
        let problem = Problem {
            sizes: vec![None, Some(3)],
            arcs: vec![arc(vec![pattern(&[0], &[1])])],
            ..Problem::default()
        };
        let steps = plan(&problem).steps;
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
            sizes: vec![None, Some(LARGEST), Some(LARGEST + 1)],
            ..Problem::default()
        };
        let made = plan(&problem);
        assert_eq!(made.steps, [Planned::Each(1)]);
        assert_eq!(made.unbound, [0, 2]);
    }
}

//! Unification: makes two types equal by solving variables, or says why they cannot be.

use super::ty::{Clash, Class, Equality, Node, REAL, Ty, TyVar, Types, class_bit, sorted};
use rustc_hash::FxHashSet;

impl Types {
    /// Makes two types equal, or says why they cannot be.
    pub fn unify(&mut self, a: Ty, b: Ty) -> Result<(), Clash> {
        self.unify_within(a, b, &mut Pairs::default())
    }

    fn unify_within(&mut self, a: Ty, b: Ty, pairs: &mut Pairs) -> Result<(), Clash> {
        stacker::maybe_grow(32 * 1024, 1024 * 1024, || self.unify_step(a, b, pairs))
    }

    fn unify_step(&mut self, a: Ty, b: Ty, pairs: &mut Pairs) -> Result<(), Clash> {
        let (a, b) = (self.resolve(a), self.resolve(b));
        // Types that are unified stay so.
        if a == b || pairs.are_known(a, b) {
            return Ok(());
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Error, _) | (_, Node::Error) => Ok(()),
            (Node::Var(v), Node::Var(w)) if v == w => Ok(()),
            (Node::Var(v), Node::Var(w)) => self.join(v, a, w, b, pairs),
            (Node::Var(v), _) => self.solve(v, b, pairs),
            (_, Node::Var(w)) => self.solve(w, a, pairs),
            (Node::Con(c, xs), Node::Con(d, ys)) => {
                if c != d || xs.len() != ys.len() {
                    return Err(Clash::Different);
                }
                (xs.iter().zip(ys.iter())).try_for_each(|(&x, &y)| self.unify_within(x, y, pairs))
            }
            (Node::Fun(a1, r1), Node::Fun(a2, r2)) => {
                self.unify_within(a1, a2, pairs)?;
                self.unify_within(r1, r2, pairs)
            }
            (Node::Tuple(xs), Node::Tuple(ys)) => {
                if xs.len() != ys.len() {
                    return Err(Clash::Different);
                }
                (xs.iter().zip(ys.iter())).try_for_each(|(&x, &y)| self.unify_within(x, y, pairs))
            }
            (Node::Record(xs), Node::Record(ys)) => {
                if xs.len() != ys.len() || xs.iter().zip(ys.iter()).any(|(x, y)| x.0 != y.0) {
                    return Err(Clash::Different);
                }
                (xs.iter().zip(ys.iter())).try_for_each(|(x, y)| self.unify_within(x.1, y.1, pairs))
            }
            _ => Err(Clash::Different),
        }
    }

    /// Two different unsolved variables become one.
    fn join(&mut self, v: TyVar, a: Ty, w: TyVar, b: Ty, pairs: &mut Pairs) -> Result<(), Clash> {
        // The variable with the shorter chains is linked to the other, so that they stay short however many meet; but a rigid one must survive.
        let swap = match (self.var(v).rigid.is_some(), self.var(w).rigid.is_some()) {
            (true, _) => true,
            (false, true) => false,
            (false, false) => self.var(v).rank > self.var(w).rank,
        };
        let (v, target, w) = if swap { (w, a, v) } else { (v, b, w) };
        let from = self.var(v).clone();
        if let Some(name) = from.rigid {
            return Err(Clash::Rigid(name));
        }
        let to = self.var_mut(w);
        if to.rigid.is_some() && ((from.equality && !to.equality) || !from.class.is_any()) {
            let name = to.rigid.clone().unwrap_or_else(|| "'a".into());
            return Err(Clash::Rigid(name));
        }
        let class = Class(to.class.0 & from.class.0);
        if class.0 == 0 {
            return Err(Clash::Different);
        }
        to.class = class;
        to.rank = to.rank.max(from.rank + 1);
        to.equality |= from.equality;
        to.level = to.level.min(from.level);
        let merged = match (to.fields.clone(), from.fields) {
            (known, None) => known,
            (None, known) => known,
            (Some(xs), Some(ys)) => {
                let mut all = xs.to_vec();
                for (label, ty) in ys.iter() {
                    match xs.iter().find(|x| x.0 == *label) {
                        Some(x) => self.unify_within(x.1, *ty, pairs)?,
                        None => all.push((label.clone(), *ty)),
                    }
                }
                Some(sorted(all).into())
            }
        };
        let to = self.var_mut(w);
        if merged.is_some() && to.rigid.is_some() {
            return Err(Clash::Different);
        }
        to.fields = merged;
        self.var_mut(v).link = Some(target);
        Ok(())
    }

    /// A variable becomes a type that is not a variable.
    fn solve(&mut self, v: TyVar, ty: Ty, pairs: &mut Pairs) -> Result<(), Clash> {
        let var = self.var(v).clone();
        if let Some(name) = var.rigid {
            return Err(Clash::Rigid(name));
        }
        if !var.class.is_any() {
            let bit = match *self.node(ty) {
                Node::Con(c, _) => class_bit(c),
                _ => 0,
            };
            if bit & var.class.0 == 0 {
                return Err(Clash::NotInClass(ty, var.class));
            }
        }
        self.occurs(v, var.level, ty)?;
        if var.equality {
            self.require_equality(ty)?;
        }
        if let Some(fields) = var.fields {
            let Some(known) = self.fields(ty) else {
                return Err(Clash::Different);
            };
            self.var_mut(v).link = Some(ty);
            for (label, want) in fields.iter() {
                match known.iter().find(|k| k.0 == *label) {
                    Some(k) => self.unify_within(*want, k.1, pairs)?,
                    None => return Err(Clash::NoField(label.clone())),
                }
            }
            return Ok(());
        }
        self.var_mut(v).link = Some(ty);
        Ok(())
    }

    /// Refuses circular types and lowers the level of what `v` is bound to.
    fn occurs(&mut self, v: TyVar, level: u32, ty: Ty) -> Result<(), Clash> {
        let mut work = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = work.pop() {
            if !seen.insert(self.resolve(ty)) {
                continue;
            }
            match self.node(ty) {
                Node::Var(w) if *w == v => return Err(Clash::Circular),
                Node::Var(w) => {
                    let w = *w;
                    if let Some(fields) = &self.var(w).fields {
                        work.extend(fields.iter().map(|f| f.1));
                    }
                    let var = self.var_mut(w);
                    var.level = var.level.min(level);
                }
                Node::Con(_, args) | Node::Tuple(args) => work.extend(args.iter()),
                Node::Fun(a, b) => work.extend([*a, *b]),
                Node::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
                Node::Error => {}
            }
        }
        Ok(())
    }

    /// Demands that a type admits equality.
    pub fn require_equality(&mut self, ty: Ty) -> Result<(), Clash> {
        let mut work = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = work.pop() {
            if !seen.insert(self.resolve(ty)) {
                continue;
            }
            match self.node(ty).clone() {
                Node::Var(w) => {
                    let var = self.var_mut(w);
                    if let (Some(name), false) = (&var.rigid, var.equality) {
                        return Err(Clash::Rigid(name.clone()));
                    }
                    var.equality = true;
                }
                Node::Con(c, args) => match self.constructors[c.0 as usize].equality {
                    Equality::Always => {}
                    Equality::IfArguments => work.extend(args.iter()),
                    Equality::Never if c == REAL && self.real_equality => {}
                    Equality::Never => return Err(Clash::NoEquality(ty)),
                },
                Node::Tuple(args) => work.extend(args.iter()),
                Node::Record(fields) => work.extend(fields.iter().map(|f| f.1)),
                Node::Fun(..) => return Err(Clash::NoEquality(ty)),
                Node::Error => {}
            }
        }
        Ok(())
    }

    /// Whether two types could be made equal, judged without changing anything.
    pub fn may_unify(&self, a: Ty, b: Ty) -> bool {
        let mut pairs = Pairs::default();
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.resolve(a), self.resolve(b));
            if a == b || pairs.are_known(a, b) {
                continue;
            }
            let fit = match (self.node(a), self.node(b)) {
                (Node::Error, _) | (_, Node::Error) => true,
                (Node::Var(v), other) | (other, Node::Var(v)) => {
                    let class = self.var(*v).class;
                    match other {
                        Node::Con(c, _) if !class.is_any() => class_bit(*c) & class.0 != 0,
                        Node::Var(_) => true,
                        _ => class.is_any(),
                    }
                }
                (Node::Con(c, xs), Node::Con(d, ys)) => {
                    work.extend(xs.iter().copied().zip(ys.iter().copied()));
                    c == d
                }
                (Node::Fun(a1, r1), Node::Fun(a2, r2)) => {
                    work.extend([(*a1, *a2), (*r1, *r2)]);
                    true
                }
                (Node::Tuple(xs), Node::Tuple(ys)) => {
                    work.extend(xs.iter().copied().zip(ys.iter().copied()));
                    xs.len() == ys.len()
                }
                (Node::Record(xs), Node::Record(ys)) => {
                    work.extend(xs.iter().zip(ys.iter()).map(|(x, y)| (x.1, y.1)));
                    xs.len() == ys.len() && xs.iter().zip(ys.iter()).all(|(x, y)| x.0 == y.0)
                }
                _ => false,
            };
            if !fit {
                return false;
            }
        }
        true
    }
}

/// Pairs of types that one walk has met. Types share their parts, so two of them can have
/// exponentially many pairs of parts, few of which are different.
#[derive(Default)]
struct Pairs {
    met: u32,
    known: FxHashSet<(Ty, Ty)>,
}

/// Pairs met before the first is remembered: most types are small.
const PATIENCE: u32 = 100;

impl Pairs {
    /// Whether a pair was met before; it is remembered.
    fn are_known(&mut self, a: Ty, b: Ty) -> bool {
        self.met = self.met.saturating_add(1);
        self.met > PATIENCE && !self.known.insert((a, b))
    }
}

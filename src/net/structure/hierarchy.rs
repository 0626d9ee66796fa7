//! The hierarchy of pages: no page contains itself, and there are not too many instances.

use super::super::flatten::{MOST_INSTANCES, prime_pages};
use super::Structure;
use sweepnet_lang::diagnostic::Diagnostic;

impl Structure<'_> {
    /// Complains of pages that contain themselves, or else of too many instances.
    pub fn hierarchy(&mut self) {
        match self.top_down() {
            Err(inside) => self.recursion(&inside),
            Ok(order) => self.instances(&order),
        }
    }

    /// The pages below a page, one for each substitution transition.
    fn below(&self, page: usize) -> impl Iterator<Item = usize> {
        let substitutions = self.model.pages[page].substitutions.iter();
        substitutions.filter_map(|s| self.pages.get(s.page.text.as_str()).copied())
    }

    /// All pages in an order in which each stands before those it uses. Or else those that contain themselves or are below one that does.
    fn top_down(&self) -> Result<Vec<usize>, Vec<usize>> {
        let count = self.model.pages.len();
        let mut uses = vec![0; count];
        for page in 0..count {
            self.below(page).for_each(|below| uses[below] += 1);
        }
        let mut order: Vec<usize> = (0..count).filter(|&page| uses[page] == 0).collect();
        let mut next = 0;
        while let Some(&page) = order.get(next) {
            next += 1;
            for below in self.below(page) {
                uses[below] -= 1;
                if uses[below] == 0 {
                    order.push(below);
                }
            }
        }
        match order.len() == count {
            true => Ok(order),
            false => Err((0..count).filter(|&page| uses[page] > 0).collect()),
        }
    }

    /// Follows uses upwards from a page until one comes again: that is a circle.
    fn recursion(&mut self, inside: &[usize]) {
        let above = |page: usize| {
            (inside.iter().copied()).find(|&other| self.below(other).any(|below| below == page))
        };
        let mut path = vec![inside[0]];
        while let Some(next) = above(path[path.len() - 1]) {
            if let Some(start) = path.iter().position(|&page| page == next) {
                path.drain(..start);
                break;
            }
            path.push(next);
        }
        path.reverse();
        let pages = &self.model.pages;
        let names: Vec<&str> = path.iter().map(|&p| pages[p].name.text.as_str()).collect();
        let message = match names.as_slice() {
            [only] => format!("The page `{only}` contains itself"),
            names => format!(
                "The page `{}` contains itself, by way of `{}`",
                names[0],
                names[1..].join("`, `")
            ),
        };
        let after = |at: usize| path[(at + 1) % path.len()];
        let mut problem: Option<Diagnostic> = None;
        for (at, &page) in path.iter().enumerate() {
            let below = &pages[after(at)].name.text;
            let substitution = (pages[page].substitutions.iter()).find(|s| s.page.text == *below);
            let Some(span) = substitution.map(|s| s.page.span) else {
                continue;
            };
            let label = format!("`{}` uses `{below}`", pages[page].name.text);
            problem = Some(match problem {
                Some(problem) => problem.label(span, label),
                None => Diagnostic::error("E1211", span, message.clone()).at(label),
            });
        }
        let help = "Such a net would have infinitely many places; break the circle";
        self.problems
            .extend(problem.map(|problem| problem.help(help)));
    }

    fn instances(&mut self, order: &[usize]) {
        let mut instances = vec![0u64; self.model.pages.len()];
        for page in prime_pages(self.model) {
            instances[page] = 1;
        }
        let mut total = 0u64;
        let mut most = (0, 0);
        for &page in order {
            let here = instances[page];
            let size =
                self.model.pages[page].places.len() + self.model.pages[page].transitions.len();
            let all = here.saturating_mul(size as u64);
            total = total.saturating_add(all);
            most = most.max((all, page));
            let below: Vec<usize> = self.below(page).collect();
            for below in below {
                instances[below] = instances[below].saturating_add(here);
            }
        }
        if total <= MOST_INSTANCES {
            return;
        }
        let page = &self.model.pages[most.1].name;
        let message = format!(
            "This net has more than {MOST_INSTANCES} instances of places and transitions; page `{}` alone is there {} times",
            page.text, instances[most.1]
        );
        let help = "Fold the copies of a page into one, with a colour that says which copy a token belongs to";
        self.problems
            .push(Diagnostic::error("E1214", page.span, message).help(help));
    }
}

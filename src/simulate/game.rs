//! The token game: a marking, what is enabled in it, and the way that led there.
//!
//! The way is a persistent vector of moments, each with its marking, so going back is choosing another moment: exact, and the same whatever the net does.
//! What lies after it stays until another step is taken, so one can also go forward again. Only the latest markings are kept, and none in a run without a
//! way back: a run may be as long as one likes.

use super::random::Chooser;
use crate::engine::{
    Batch, Binding, Demand, Engine, Failure, Layout, Occurrence, Recode, Worker, demanded,
};
use im::Vector;
use std::sync::Arc;

/// Bytes of binding elements that are worth keeping.
const MEMO: usize = 4 << 20;
/// Words of colours and multi-sets that are always worth keeping.
const KNOWN: usize = 256 << 10;
/// Steps between two looks at the memory in use.
const LOOK: u64 = 1024;
/// Markings one can go back to.
pub const BACK: usize = 100_000;

/// A step that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The index of the transition.
    pub transition: usize,
    /// Variables and their values, without those that the code segment bound.
    pub choice: Vec<(String, String)>,
    /// When; 0 in a net without time.
    pub time: i64,
}

/// A point of the way.
#[derive(Clone, Debug)]
struct Moment {
    /// The step that led here; the first moment has none.
    taken: Option<Arc<Taken>>,
    /// The marking in its layout, if it is still kept.
    marking: Option<(Arc<Layout>, Arc<[u64]>)>,
}

/// What cannot be gone back to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TooFar {
    /// The first step that can be gone to.
    pub first: usize,
    /// The last one.
    pub last: usize,
}

/// Why there is no way to a marking.
#[derive(Debug)]
pub enum NoWay {
    /// It is not kept.
    TooFar(TooFar),
    /// No layout has room for it.
    Failed(Failure),
}

impl From<Failure> for NoWay {
    fn from(failure: Failure) -> NoWay {
        NoWay::Failed(failure)
    }
}

/// A game.
#[derive(Debug)]
pub struct Game {
    worker: Worker,
    seed: u64,
    current: Vec<u64>,
    before: Vec<u64>,
    next: Batch,
    enabled: Option<Batch>,
    spare: Batch,
    steps: u64,
    /// The way, if it is kept: moment `steps` is now, later ones were taken back.
    way: Option<Vector<Moment>>,
    /// How many of its markings are kept.
    back: usize,
    /// More words than this are worth a renewal.
    worth: usize,
}

impl Game {
    /// Begins in the initial marking. Random numbers in inscriptions follow from the seed. With `back`, one can go back so many steps.
    pub fn new(engine: &Engine, seed: u64, back: Option<usize>) -> Game {
        let first = Moment {
            taken: None,
            marking: Some((engine.layout.clone(), engine.initial.as_slice().into())),
        };
        Game {
            worker: engine.worker(),
            seed,
            before: engine.initial.clone(),
            current: engine.initial.clone(),
            next: Batch::markings(),
            enabled: None,
            spare: Batch::occurrences(),
            steps: 0,
            way: back.map(|_| Vector::unit(first)),
            back: back.unwrap_or(0).max(1),
            worth: KNOWN,
        }
    }

    /// Prints colours and tells the net.
    pub fn worker(&mut self) -> &mut Worker {
        &mut self.worker
    }

    /// How many steps led here.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where random numbers begin.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The marking.
    pub fn marking(&self) -> &[u64] {
        &self.current
    }

    /// The clock of the marking: when the last step was taken.
    pub fn clock(&self) -> i64 {
        self.worker.clock(&self.current)
    }

    /// The enabled binding elements, those of one transition together. Valid until the next step.
    pub fn enabled(&mut self) -> Result<&[Occurrence], Failure> {
        let batch = match self.enabled.take() {
            Some(batch) => batch,
            None => {
                self.tidy()?;
                let mut batch = std::mem::take(&mut self.spare);
                batch.clear();
                while let Err(halt) = self.worker.expand(&self.current, &mut batch) {
                    self.relayout(demanded(*halt)?)?;
                }
                batch
            }
        };
        Ok(&self.enabled.insert(batch).occurrences)
    }

    /// The enabled binding elements for people to choose from: those of one transition in the order of their values.
    pub fn choices(&mut self) -> Result<Vec<Occurrence>, Failure> {
        let mut choices = self.enabled()?.to_vec();
        for bindings in choices.chunk_by_mut(|a, b| a.transition == b.transition) {
            self.worker.sort_bindings(bindings);
        }
        Ok(choices)
    }

    /// An enabled binding element by chance; `None` if there is none.
    pub fn choose(&mut self, chooser: &mut Chooser) -> Result<Option<Occurrence>, Failure> {
        self.enabled()?;
        let enabled = self.enabled.as_ref().map_or(&[][..], |e| &e.occurrences);
        let chosen = chooser.choose(enabled);
        Ok(chosen.and_then(|(bindings, rank)| self.worker.nth_binding(bindings, rank)))
    }

    /// The binding of an enabled element.
    pub fn binding(&self, occurrence: Occurrence) -> Binding {
        self.worker.binding(occurrence)
    }

    /// The step that an enabled element would be.
    pub fn taken(&mut self, occurrence: Occurrence) -> Taken {
        let binding = self.worker.binding(occurrence);
        Taken {
            transition: binding.transition,
            choice: self.worker.choice(&binding),
            time: occurrence.clock,
        }
    }

    /// Takes a step. If its inscriptions fail, nothing has changed.
    pub fn occur(&mut self, occurrence: Occurrence) -> Result<(), Failure> {
        // Each step has random numbers of its own, so a step that is taken again has the same.
        let seed = self.seed ^ self.steps.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let taken = (self.way.is_some()).then(|| Arc::new(self.taken(occurrence)));
        // The step counts before its inscriptions are evaluated.
        self.worker.set_steps(self.steps + 1);
        let outcome = self.worker.outcome(occurrence, seed)?;
        let mut next = std::mem::take(&mut self.next);
        while let Err(halt) = self.worker.apply(&self.current, &outcome, &mut next) {
            self.relayout(demanded(*halt)?)?;
        }
        std::mem::swap(&mut self.before, &mut self.current);
        self.current.clear();
        self.current.extend_from_slice(&next.words);
        self.next = next;
        self.steps += 1;
        self.leave();
        self.remember(taken);
        Ok(())
    }

    /// The markings before and after the step just taken.
    pub fn last(&mut self) -> (&mut Worker, &[u64], &[u64]) {
        (&mut self.worker, &self.before, &self.current)
    }

    /// The steps that led here, if the way is kept.
    pub fn way(&self) -> impl Iterator<Item = &Taken> {
        let moments = self.way.iter().flatten().take(self.steps as usize + 1);
        moments.filter_map(|moment| moment.taken.as_deref())
    }

    /// Goes to the marking after so many steps: back, or forward to steps that were taken back.
    pub fn go(&mut self, steps: usize) -> Result<(), NoWay> {
        let moment = self.way.as_ref().and_then(|way| way.get(steps));
        let Some((layout, marking)) = moment.and_then(|moment| moment.marking.clone()) else {
            return Err(NoWay::TooFar(self.reach()));
        };
        self.leave();
        self.current = self.translated(&layout, &marking)?;
        self.steps = steps as u64;
        self.worker.set_steps(self.steps);
        Ok(())
    }

    /// Which moments can be gone to.
    pub fn reach(&self) -> TooFar {
        let last = self.way.as_ref().map_or(0, |way| way.len() - 1);
        TooFar {
            first: (last + 1).saturating_sub(self.back),
            last,
        }
    }

    fn leave(&mut self) {
        if let Some(batch) = self.enabled.take() {
            self.spare = batch;
        }
    }

    fn remember(&mut self, taken: Option<Arc<Taken>>) {
        let Some(way) = &mut self.way else {
            return;
        };
        way.truncate(self.steps as usize);
        way.push_back(Moment {
            taken,
            marking: Some((self.worker.layout().clone(), self.current.as_slice().into())),
        });
        if let Some(old) = way.len().checked_sub(self.back + 1)
            && let Some(moment) = way.get_mut(old)
        {
            moment.marking = None;
        }
    }

    /// A marking in the layout of now, which gets wider if need be.
    fn translated(&mut self, layout: &Arc<Layout>, marking: &[u64]) -> Result<Vec<u64>, Failure> {
        loop {
            let now = self.worker.layout().clone();
            if now == *layout {
                return Ok(marking.to_vec());
            }
            match recoded(&self.worker, layout, &now, marking) {
                Ok(translated) => return Ok(translated),
                Err(demand) => self.relayout(demand)?,
            }
        }
    }

    /// Widens the layout, or reports what no layout has room for.
    fn relayout(&mut self, demand: Demand) -> Result<(), Failure> {
        let (old, shared) = (self.worker.layout().clone(), self.worker.shared().clone());
        let (new, current) = shared.widened(&old, demand, &self.current)?;
        self.current = current;
        self.worker.adopt(Arc::new(new));
        Ok(())
    }

    /// Now and then forgets what takes more memory than it is worth.
    fn tidy(&mut self) -> Result<(), Failure> {
        self.worker.shared().intact()?;
        if self.worker.shakes() {
            self.worker.forget();
            self.renew()?;
        }
        if !self.steps.is_multiple_of(LOOK) {
            return Ok(());
        }
        if self.worker.memo_bytes() > MEMO {
            self.worker.forget();
        }
        if self.worker.known() > self.worth {
            self.renew()?;
            self.worth = KNOWN.max(2 * self.worker.known());
        }
        Ok(())
    }

    /// Keeps only the colours of markings that can be gone to.
    fn renew(&mut self) -> Result<(), Failure> {
        let mut way = self.way.clone();
        let moments = || way.iter().flatten().filter_map(|m| m.marking.as_ref());
        let (layout, mut kept) = loop {
            let layout = self.worker.layout().clone();
            let old: Result<Vec<Vec<u64>>, Failure> =
                moments().map(|(l, m)| self.translated(l, m)).collect();
            let old = old?;
            // Translating an old marking can make the layout wider.
            if *self.worker.layout() == layout {
                break (layout, old);
            }
        };
        kept.push(self.current.clone());
        if self.worker.renew(&mut kept).is_err() {
            return Ok(());
        }
        self.current = kept.pop().unwrap_or_default();
        let mut kept = kept.into_iter();
        for moment in way.iter_mut().flat_map(|way| way.iter_mut()) {
            if moment.marking.is_some() {
                moment.marking = kept.next().map(|marking| (layout.clone(), marking.into()));
            }
        }
        self.way = way;
        Ok(())
    }
}

fn recoded(
    worker: &Worker,
    old: &Layout,
    new: &Layout,
    marking: &[u64],
) -> Result<Vec<u64>, Demand> {
    let mut translated = vec![0; new.words];
    Recode::new(&worker.shared().places, old, new).marking(
        marking,
        &mut translated,
        &mut Vec::new(),
    )?;
    Ok(translated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::load_text;
    use std::path::Path;

    const NET: &str = "\
net: renewed
declarations: |
  colset N = int;
  colset T = int timed;
  colset L = list N;
  var n : N;
  var t : T;
  var l : L;
page: Top
places:
  Count: {colset: N, initial: 1`0}
  Log: {colset: L, initial: \"1`[]\"}
  Timer: {colset: T, initial: 1`0 ++ 1`1}
transitions:
  Write: {in: {Count: n, Log: l}, out: {Count: n + 1, Log: \"n :: l\"}}
  Forget: {in: {Log: \"n :: l\"}, out: {Log: \"[]\"}}
  Wait: {in: {Timer: t}, out: {Timer: t}, delay: 70}
";

    fn shown(game: &mut Game) -> Vec<String> {
        let state = game.marking().to_vec();
        let mut worker = |place| game.worker.show_place(place, &state);
        (0..3).map(&mut worker).collect()
    }

    /// A renewal changes the numbers of colours and nothing else.
    #[test]
    fn a_renewal_cannot_be_seen() {
        let net = load_text("net.yaml", NET, Path::new("."), "net", &[]).net;
        let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
        let mut plain = Game::new(&engine, 1, Some(BACK));
        let mut renewed = Game::new(&engine, 1, Some(BACK));
        for number in 0..200 {
            let step = {
                let enabled = plain.enabled().expect("nothing fails").to_vec();
                enabled[number * 7 % enabled.len()]
            };
            let wanted = plain.taken(step);
            plain.occur(step).expect("nothing fails");
            if number % 9 == 0 {
                renewed.leave();
                renewed.renew().expect("nothing fails");
            }
            let enabled = renewed.enabled().expect("nothing fails").to_vec();
            let same = enabled.iter().find(|&&o| renewed.taken(o) == wanted);
            renewed
                .occur(*same.expect("enabled"))
                .expect("nothing fails");
            assert_eq!(shown(&mut renewed), shown(&mut plain));
        }
        for step in [0, 1, 77, 150] {
            renewed.go(step).expect("kept");
            plain.go(step).expect("kept");
            assert_eq!(shown(&mut renewed), shown(&mut plain));
        }
    }

    #[test]
    fn a_renewal_forgets_what_is_no_longer_there() {
        let net = load_text("net.yaml", NET, Path::new("."), "net", &[]).net;
        let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
        let mut game = Game::new(&engine, 1, None);
        for number in 0..500 {
            let enabled = game.enabled().expect("nothing fails").to_vec();
            let step = enabled[number * 7 % enabled.len()];
            game.occur(step).expect("nothing fails");
        }
        let before = game.worker.known();
        game.leave();
        game.renew().expect("nothing fails");
        assert!(game.worker.known() * 4 < before, "{before}");
    }

    /// What code segments left in ref cells is no colour of a marking, and stays.
    #[test]
    fn a_renewal_keeps_ref_cells() {
        let net = "\
declarations: |
  colset N = int;
  val uses = ref 0;
  var n, k : N;
page: Top
places:
  A: {colset: N, initial: 1`0}
transitions:
  Use:
    in: {A: n}
    out: {A: k}
    code: {output: [k], action: \"(uses := !uses + 1; !uses)\"}
";
        let net = load_text("net.yaml", net, Path::new("."), "net", &[]).net;
        let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
        let mut game = Game::new(&engine, 1, None);
        for uses in 1..=6 {
            let enabled = game.enabled().expect("nothing fails").to_vec();
            game.occur(enabled[0]).expect("nothing fails");
            let state = game.marking().to_vec();
            assert_eq!(game.worker.show_place(0, &state), format!("1`{uses}"));
            game.leave();
            game.renew().expect("nothing fails");
        }
    }

    /// Values that last are archived, and what nothing uses any more leaves the archive: neither is to be seen.
    #[test]
    fn renewals_change_no_value() {
        let net = "\
declarations: |
  colset N = int;
  colset STRING = string;
  colset ENTRY = product N * STRING;
  colset LOG = list ENTRY;
  var n : N;
  var log, queue : LOG;
  fun entry n = (n, \"entry \" ^ Int.toString n);
page: Top
places:
  Next: {colset: N, initial: 1`1}
  Log: {colset: LOG, initial: \"1`[]\"}
  Queue: {colset: LOG, initial: \"1`[]\"}
transitions:
  Step:
    in: {Next: n, Log: log, Queue: queue}
    out:
      Next: n + 1
      Log: \"if n mod 300 = 0 then [] else entry n :: log\"
      Queue: \"(if length queue > 9 then tl queue else queue) ^^ [entry (n * n)]\"
";
        let net = load_text("net.yaml", net, Path::new("."), "net", &[]).net;
        let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
        let (mut plain, mut renewed) = (Game::new(&engine, 1, None), Game::new(&engine, 1, None));
        let mut cleared = 0;
        for number in 1..1000 {
            for game in [&mut plain, &mut renewed] {
                let enabled = game.enabled().expect("nothing fails").to_vec();
                game.occur(enabled[0]).expect("nothing fails");
            }
            if number % 7 == 0 {
                let before = renewed.worker.shared().values.archived();
                renewed.leave();
                renewed.renew().expect("nothing fails");
                cleared += usize::from(renewed.worker.shared().values.archived() < before);
                let (state, other) = (plain.marking().to_vec(), renewed.marking().to_vec());
                assert_eq!(plain.worker.show(&state), renewed.worker.show(&other));
            }
        }
        assert!(cleared > 2, "{cleared}");
    }

    /// Renewals number colours anew; what is chosen follows from the colours themselves.
    #[test]
    fn a_seed_means_the_same_however_colours_are_numbered() {
        let net = "\
declarations: |
  colset N = int with 0..30;
  colset D = int with 1..3;
  var n : N;
  var d : D;
page: Top
places:
  A: {colset: N, initial: 1`9 ++ 1`20}
transitions:
  Down: {guard: n > d, in: {A: n}, out: {A: n - d}}
  Up: {guard: n + d < 30, in: {A: n}, out: {A: n + d}}
";
        let net = load_text("net.yaml", net, Path::new("."), "net", &[]).net;
        let engine = Engine::new(net.expect("no errors")).expect("an initial marking");
        let run = |renewing: bool| {
            let mut game = Game::new(&engine, 1, Some(BACK));
            let mut chooser = Chooser::new(7);
            for number in 0..200 {
                let chosen = game.choose(&mut chooser).expect("nothing fails");
                game.occur(chosen.expect("something is enabled"))
                    .expect("nothing fails");
                if renewing && number % 5 == 0 {
                    game.leave();
                    game.way = None;
                    game.renew().expect("nothing fails");
                }
            }
            let state = game.marking().to_vec();
            game.worker.show_place(0, &state)
        };
        assert_eq!(run(false), run(true));
    }
}

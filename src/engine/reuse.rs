//! Whether what the memo knows of a transition is met again.
//!
//! Remembering a binding element costs more than finding it once, several times as much where inscriptions are small. In a net whose tokens never come again, that is a waste. So the memo is tried now and then: if of
//! what it was asked for most was new, the transition's steps are found anew in each marking (`pass`) for a while.

/// New nodes of the memo after which it is judged.
const TRIAL: u32 = 1 << 10;
/// Markings in which the memo is not asked before the next trial.
const REST: u32 = 1 << 16;

/// Markings without end.
const FOREVER: u32 = u32::MAX;

/// What is known of one transition.
#[derive(Clone, Debug, Default)]
pub struct Reuse {
    /// Tokens looked for in the memo since the trial began.
    asked: u64,
    /// Those of them that were new.
    new: u32,
    /// Markings in which it is not to be asked.
    rest: u32,
}

impl Reuse {
    /// A memo that is never asked.
    pub fn never() -> Reuse {
        Reuse {
            rest: FOREVER,
            ..Reuse::default()
        }
    }

    /// Whether steps are better found anew.
    #[inline]
    pub fn is_low(&self) -> bool {
        self.rest > 0
    }

    /// So many tokens were looked for in the memo.
    #[inline]
    pub fn asked(&mut self, tokens: u64) {
        self.asked += tokens;
    }

    /// Steps were found without it in a marking.
    #[inline]
    pub fn passed(&mut self) {
        if self.rest < FOREVER {
            self.rest = self.rest.saturating_sub(1);
        }
    }

    /// It must be tried again.
    pub fn end_rest(&mut self) {
        if self.rest < FOREVER {
            self.rest = 0;
        }
    }

    /// One more was new: whether it is time to judge.
    pub fn grown(&mut self) -> bool {
        self.new += 1;
        self.new >= TRIAL
    }

    /// Judges the memo. It pays if each of its nodes is asked for so many times; begins another trial.
    pub fn judge(&mut self, times: f64) {
        if self.rest < FOREVER && (self.asked as f64) < times * f64::from(self.new) {
            self.rest = REST;
        }
        (self.asked, self.new) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_that_knows_little_rests() {
        for (times, low) in [(1, true), (10, false)] {
            let mut reuse = Reuse::default();
            for _ in 0..TRIAL {
                reuse.asked(times);
                if reuse.grown() {
                    reuse.judge(4.0);
                }
            }
            assert_eq!(reuse.is_low(), low);
            (0..REST).for_each(|_| reuse.passed());
            assert!(!reuse.is_low());
        }
    }
}

//! Random nets that never end and never come back: counters, queues, servers, heaps of tokens. Their
//! values, counts and clocks grow, so a long run needs layout after layout.
//!
//! A net is a few gadgets beside each other, each with places of its own. In a net with time every
//! step that takes no time by itself takes a beat, so that the clock goes on.

use std::fmt::Write;

/// How a net measures time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Time {
    None,
    Whole,
    Real,
}

/// Choices by chance.
pub struct Chance<F: FnMut() -> u64>(pub F);

impl<F: FnMut() -> u64> Chance<F> {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        (self.0)() % n
    }

    /// One of several.
    pub fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }
}

const DECLARATIONS: &str = "\
declarations: |
  colset N = int;
  colset U = unit;
  colset E = with red | green | blue;
  colset R = record who : E * at : N;
  colset L = list N;
  colset P = product N * R;
  colset V = union num : N + one : R + none;
  colset NT = int timed;
  colset UT = unit timed;
  colset RT = record who : E * at : N timed;
  var n, m : N;
  var e : E;
  var r : R;
  var l : L;
  var v : V;
  fun next red = green | next green = blue | next blue = red;
  fun code red = 0 | code green = 1 | code blue = 2;
";

/// A net.
pub fn net<F: FnMut() -> u64>(chance: &mut Chance<F>, time: Time) -> String {
    let mut made = Made {
        places: String::new(),
        transitions: String::new(),
        time,
    };
    let kinds = if time == Time::None { 9 } else { 12 };
    for number in 0..2 + chance.below(3) {
        made.gadget(chance, number, kinds);
    }
    if time != Time::None {
        let beats = 1 + chance.below(3);
        let _ = writeln!(
            made.places,
            "  Beat: {{colset: UT, initial: \"{beats}`()\"}}"
        );
    }
    let mut text = "net: lasting\n".to_string();
    if time == Time::Real {
        text += "time: real\n";
    }
    format!(
        "{text}{DECLARATIONS}page: Top\nplaces:\n{}transitions:\n{}",
        made.places, made.transitions
    )
}

/// A net under construction.
struct Made {
    places: String,
    transitions: String,
    time: Time,
}

impl Made {
    fn place(&mut self, name: &str, set: &str, initial: &str) {
        let _ = writeln!(
            self.places,
            "  {name}: {{colset: {set}, initial: \"{initial}\"}}"
        );
    }

    /// A transition that takes no time by itself, so in a net with time it takes a beat.
    fn step(&mut self, name: &str, takes: &str, puts: &str, more: &str) {
        let (takes, puts) = match self.time {
            Time::None => (takes.to_string(), puts.to_string()),
            _ => {
                let later = self.later("1");
                (
                    format!("{takes}, Beat: \"()\""),
                    format!("{puts}, Beat: \"() {later}\""),
                )
            }
        };
        self.timed_step(name, &takes, &puts, more);
    }

    fn timed_step(&mut self, name: &str, takes: &str, puts: &str, more: &str) {
        let _ = writeln!(
            self.transitions,
            "  {name}:\n    in: {{{takes}}}\n    out: {{{puts}}}{more}"
        );
    }

    /// A delay; in a net with real time of so many quarters.
    fn later(&self, units: &str) -> String {
        match self.time {
            Time::Real => format!("@++ (0.25 * Real.fromInt ({units}))"),
            _ => format!("@+ ({units})"),
        }
    }

    /// Stamps as the net writes them.
    fn stamped(&self, tokens: &str) -> String {
        match self.time {
            Time::Real => (0..4).fold(tokens.to_string(), |text, stamp| {
                text.replace(&format!("@{stamp}"), &format!("@0.{stamp}"))
            }),
            _ => tokens.to_string(),
        }
    }

    fn gadget<F: FnMut() -> u64>(&mut self, chance: &mut Chance<F>, i: u64, kinds: u64) {
        let jump = chance.one(&["1", "1", "2", "1000", "70000", "3000000000"]);
        match chance.below(kinds) {
            0 => {
                self.place(&format!("Count{i}"), "N", chance.one(&["0", "65530", "~5"]));
                let puts = format!("Count{i}: \"n + {jump}\"");
                self.step(&format!("Inc{i}"), &format!("Count{i}: n"), &puts, "");
            }
            1 => {
                let initial = "1`(1, {who = red, at = 0}) ++ 1`(2, {who = blue, at = 0}) ++ 2`(3, {at = 7, who = red})";
                self.place(&format!("Here{i}"), "P", initial);
                self.place(&format!("There{i}"), "P", "empty");
                let puts =
                    format!("There{i}: \"(n, {{who = next (#who r), at = #at r + {jump}}})\"");
                let takes = format!("Here{i}: \"(n, r)\"");
                self.step(&format!("Go{i}"), &takes, &puts, "");
                let (takes, puts) = (
                    format!("There{i}: \"(n, r)\""),
                    format!("Here{i}: \"(n, r)\""),
                );
                self.step(&format!("Back{i}"), &takes, &puts, "");
            }
            2 => {
                self.place(&format!("Queue{i}"), "L", "1`[]");
                self.place(&format!("Next{i}"), "N", "1");
                self.step(
                    &format!("Put{i}"),
                    &format!("Queue{i}: l, Next{i}: n"),
                    &format!("Queue{i}: \"l ^^ [n]\", Next{i}: \"n + {jump}\""),
                    "\n    guard: \"length l < 4\"",
                );
                let (takes, puts) = (format!("Queue{i}: \"n :: l\""), format!("Queue{i}: l"));
                self.step(&format!("Get{i}"), &takes, &puts, "");
            }
            3 => {
                // So many that a counter needs 32 bits, and never too many.
                let heap = chance.one(&["1", "65000", "2147483000", "4294967000", "4000000000"]);
                self.place(&format!("Heap{i}"), "U", &format!("{heap}`()"));
                self.place(&format!("Credit{i}"), "U", "40`()");
                let (takes, puts) = (format!("Credit{i}: \"()\""), format!("Heap{i}: \"7`()\""));
                self.step(&format!("Add{i}"), &takes, &puts, "");
                let (takes, puts) = (format!("Heap{i}: \"7`()\""), format!("Credit{i}: \"()\""));
                self.step(&format!("Drop{i}"), &takes, &puts, "");
            }
            4 => {
                let initial =
                    "1`{who = red, at = 0} ++ 1`{who = green, at = 5} ++ 1`{at = 5, who = red}";
                self.place(&format!("Turn{i}"), "R", initial);
                let takes = format!("Turn{i}: \"{{who = e, at = n}}\"");
                let puts = format!("Turn{i}: \"{{at = n + {jump}, who = next e}}\"");
                self.step(&format!("Turns{i}"), &takes, &puts, "");
            }
            5 => {
                let many: Vec<String> = (0..=chance.below(30)).map(|n| format!("2`{n}")).collect();
                self.place(&format!("Bag{i}"), "N", &many.join(" ++ "));
                let puts = format!("Bag{i}: \"n + {}\"", chance.one(&["30", "17", "1"]));
                self.step(&format!("Hop{i}"), &format!("Bag{i}: n"), &puts, "");
            }
            6 => {
                self.place(
                    &format!("Form{i}"),
                    "V",
                    "1`none ++ 1`num 3 ++ 1`one {who = red, at = 1}",
                );
                let turn = format!(
                    "case v of none => num {jump} | num k => one {{who = blue, at = k + 1}} | one q => if #at q > 500 then none else num (#at q + 1)"
                );
                let puts = format!("Form{i}: \"{turn}\"");
                self.step(&format!("Reform{i}"), &format!("Form{i}: v"), &puts, "");
            }
            7 => {
                self.place(&format!("Tap{i}"), "N", "1");
                self.place(&format!("Pool{i}"), "N", "empty");
                self.place(&format!("Plug{i}"), "N", "1");
                let puts = format!("Tap{i}: \"n + {jump}\", Pool{i}: \"3`(n mod 50)\"");
                self.step(&format!("Fill{i}"), &format!("Tap{i}: n"), &puts, "");
                let (takes, puts) = (format!("Plug{i}: n"), format!("Plug{i}: \"n + 1\""));
                let reset = format!("\n    reset: Pool{i}");
                self.step(&format!("Clear{i}"), &takes, &puts, &reset);
            }
            8 => {
                // What goes through two places, one of which must be empty.
                self.place(&format!("Left{i}"), "N", "1`1 ++ 1`2 ++ 1`3");
                self.place(&format!("Right{i}"), "N", "empty");
                let (takes, puts) = (
                    format!("Left{i}: n"),
                    format!("Right{i}: \"n * 2 mod {jump}7\""),
                );
                self.step(&format!("Over{i}"), &takes, &puts, "");
                let (takes, puts) = (format!("Right{i}: n"), format!("Left{i}: \"n + 1\""));
                let empty = format!("\n    inhibitor: Left{i}");
                self.step(&format!("Return{i}"), &takes, &puts, &empty);
            }
            9 => {
                let initial = self.stamped("1`0@0 +++ 1`500@3 +++ 2`7@1");
                self.place(&format!("Timer{i}"), "NT", &initial);
                let later = self.later(chance.one(&["1", "n mod 3 + 1", "7", "1000", "70000"]));
                let puts = format!("Timer{i}: \"(n + {jump}) {later}\"");
                self.timed_step(&format!("Tick{i}"), &format!("Timer{i}: n"), &puts, "");
            }
            10 => {
                self.place(&format!("Source{i}"), "NT", "0");
                self.place(&format!("Server{i}"), "UT", "1`()");
                self.place(&format!("Busy{i}"), "NT", "empty");
                let (period, service) = (self.later("3"), self.later("n mod 4 + 1"));
                let takes = format!("Source{i}: n, Server{i}: \"()\"");
                let puts =
                    format!("Source{i}: \"(n + {jump}) {period}\", Busy{i}: \"n {service}\"");
                self.timed_step(&format!("Start{i}"), &takes, &puts, "");
                let (takes, puts) = (format!("Busy{i}: n"), format!("Server{i}: \"()\""));
                let rest = format!("\n    delay: \"{}\"", self.later("1"));
                self.timed_step(&format!("End{i}"), &takes, &puts, &rest);
            }
            _ => {
                let initial = "1`{who = red, at = 0}@0 +++ 1`{who = green, at = 5}@2 +++ 2`{at = 5, who = red}@0";
                self.place(&format!("Phase{i}"), "RT", &self.stamped(initial));
                let takes = format!("Phase{i}: \"{{who = e, at = n}}\"");
                let later = self.later("code e + 1");
                let puts = format!("Phase{i}: \"{{at = n + {jump}, who = next e}} {later}\"");
                self.timed_step(&format!("Phases{i}"), &takes, &puts, "");
            }
        }
    }
}

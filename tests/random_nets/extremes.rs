//! The same random nets at the edges of what the tool can count: counts near 2^31 and 2^32, and real time.

/// What a net is made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Extreme {
    None,
    /// Counts near the greatest that a place can have, and beyond it.
    Huge,
    /// Stamps in halves.
    Real,
}

impl Extreme {
    /// The net, changed.
    pub fn of(self, net: String) -> String {
        match self {
            Extreme::None => net,
            Extreme::Huge => huge(&net),
            Extreme::Real => real(&net),
        }
    }
}

const HUGE: [&str; 6] = [
    "2147483647",
    "4294967295",
    "2147483648",
    "65536",
    "4000000000",
    "4294967294",
];

/// Every other coefficient of more than one is a huge one. Input arcs stay as they are: one that asks for
/// more tokens than can be counted is an error of the net, and not just never enabled.
fn huge(net: &str) -> String {
    let mut number = 0;
    let takes = |line: &str| line.starts_with("    in:") || line.starts_with("    both:");
    let changed = net.lines().map(|line| match takes(line) {
        true => line.to_string(),
        false => huge_line(line, &mut number),
    });
    changed.map(|line| line + "\n").collect()
}

fn huge_line(line: &str, number: &mut usize) -> String {
    let mut parts = line.split('`').peekable();
    let mut text = String::new();
    while let Some(part) = parts.next() {
        let digits = part.len() - part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (before, count) = part.split_at(part.len() - digits);
        let large = parts.peek().is_some() && !matches!(count, "" | "0" | "1");
        *number += usize::from(large);
        text += before;
        text += match large && number.is_multiple_of(2) {
            true => HUGE[*number / 2 % HUGE.len()],
            false => count,
        };
        if parts.peek().is_some() {
            text.push('`');
        }
    }
    text
}

/// Every unit of time is half a unit of real time.
fn real(net: &str) -> String {
    let mut text = String::from("time: real\n");
    let mut rest = net;
    while let Some(at) = rest.find('@') {
        text += &rest[..at];
        rest = &rest[at + 1..];
        match rest.strip_prefix("+ ") {
            Some(delay) => {
                let end = delay.find(['"', ',', '}']).unwrap_or(delay.len());
                text += &format!("@++ (0.5 * Real.fromInt ({}))", &delay[..end]);
                rest = &delay[end..];
            }
            None => {
                let end = rest
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len());
                let halves: i64 = rest[..end].parse().expect("a stamp");
                text += &format!("@{:?}", halves as f64 / 2.0);
                rest = &rest[end..];
            }
        }
    }
    text + rest
}

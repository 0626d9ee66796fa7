//! Mutations of texts by lines, words and brackets. Random bytes hardly ever give a net, a program
//! or a command line that is read to its end; other lines, words and expressions of the same text
//! often do. One mutation in five is left to libFuzzer, which knows the dictionary.

use libfuzzer_sys::fuzzer_mutate;

/// Numbers at which something may change.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "~1",
    "-1",
    "63",
    "64",
    "65",
    "255",
    "256",
    "65536",
    "2147483647",
    "4294967296",
    "4611686018427387904",
    "9223372036854775807",
    "1.5",
    "1e308",
];

/// Mutates the first `size` bytes of `data`, which has room for `most`; returns the new size.
pub fn text(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut chance = Chance(u64::from(seed));
    let mutated = match std::str::from_utf8(&data[..size]) {
        Ok(text) if !text.is_empty() && chance.below(5) > 0 => {
            let mut text = mutated(text, &mut chance);
            for _ in 0..chance.below(2) {
                text = mutated_or_same(text, &mut chance);
            }
            Some(text)
        }
        _ => None,
    };
    match mutated {
        Some(text) if !text.is_empty() && text.len() <= most.min(data.len()) => {
            data[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        _ => fuzzer_mutate(data, size, most),
    }
}

fn mutated_or_same(text: String, chance: &mut Chance) -> String {
    match text.is_empty() {
        true => text,
        false => mutated(&text, chance),
    }
}

fn mutated(text: &str, chance: &mut Chance) -> String {
    match chance.below(8) {
        0 => blocks(text, chance, |blocks, chance| {
            let (from, to) = (chance.below(blocks.len()), chance.below(blocks.len()));
            blocks.swap(from, to);
        }),
        1 => blocks(text, chance, |blocks, chance| {
            let (from, to) = (chance.below(blocks.len()), chance.below(blocks.len()));
            blocks.insert(to, blocks[from]);
        }),
        2 => blocks(text, chance, |blocks, chance| {
            blocks.remove(chance.below(blocks.len()));
        }),
        3 => values(text, chance),
        4 => brackets(text, chance),
        5 => words(text, chance, |old, _, chance| {
            let number = old.starts_with(|c: char| c.is_ascii_digit());
            number.then(|| NUMBERS[chance.below(NUMBERS.len())].to_owned())
        }),
        6 => words(text, chance, |old, all, chance| {
            let same: Vec<&&str> = all.iter().filter(|word| sort(word) == sort(old)).collect();
            Some((*same[chance.below(same.len())]).to_owned())
        }),
        _ => words(text, chance, |old, all, chance| {
            let more = all[chance.below(all.len())];
            Some(match chance.below(3) {
                0 => String::new(),
                1 => format!("{old}{more}"),
                _ => format!("{old} {more}"),
            })
        }),
    }
}

/// Changes the list of blocks: a line with the lines below it that are indented further.
fn blocks(
    text: &str,
    chance: &mut Chance,
    change: impl FnOnce(&mut Vec<&str>, &mut Chance),
) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let level = indent(
        text.lines()
            .nth(chance.below(text.lines().count()))
            .unwrap_or(""),
    );
    let mut blocks = Vec::new();
    let (mut start, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        if end > start && indent(line) <= level {
            blocks.push(&text[start..end]);
            start = end;
        }
        end += line.len();
    }
    blocks.push(&text[start..]);
    change(&mut blocks, chance);
    blocks.concat()
}

/// Puts the text behind the `:` or `=` of a line behind that of another line.
fn values(text: &str, chance: &mut Chance) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let value = |line: &str| line.find([':', '=']).map(|at| at + 1);
    let (from, to) = (lines[chance.below(lines.len())], chance.below(lines.len()));
    let (Some(cut), Some(keep)) = (value(from), value(lines[to])) else {
        return text.to_owned();
    };
    let line = format!("{}{}", &lines[to][..keep], &from[cut..]);
    [
        &lines[..to].concat(),
        line.as_str(),
        &lines[to + 1..].concat(),
    ]
    .concat()
}

/// Puts a part in brackets in the place of another one, or takes the brackets away.
fn brackets(text: &str, chance: &mut Chance) -> String {
    let (mut open, mut parts) = (Vec::new(), Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => open.push(at),
            ')' | ']' | '}' | '>' => parts.extend(open.pop().map(|start| start..at + 1)),
            _ => {}
        }
    }
    if parts.is_empty() {
        return text.to_owned();
    }
    let old = parts[chance.below(parts.len())].clone();
    let new = &text[parts[chance.below(parts.len())].clone()];
    let new = match chance.below(4) {
        0 => &new[1..new.len() - 1],
        _ => new,
    };
    [&text[..old.start], new, &text[old.end..]].concat()
}

/// Replaces a word, which may be chosen among all words.
fn words(
    text: &str,
    chance: &mut Chance,
    replace: impl FnOnce(&str, &[&str], &mut Chance) -> Option<String>,
) -> String {
    let kind = |c: char| match c {
        '_' | '\'' | '.' => 1,
        c if c.is_alphanumeric() => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let (mut words, mut last) = (Vec::new(), None);
    for (at, c) in text.char_indices() {
        if last != Some(kind(c)) || kind(c) == 3 {
            words.push(at);
        }
        last = Some(kind(c));
    }
    let all: Vec<&str> = (words.iter().enumerate())
        .map(|(i, &at)| &text[at..words.get(i + 1).copied().unwrap_or(text.len())])
        .filter(|word| !word.trim().is_empty())
        .collect();
    if all.is_empty() {
        return text.to_owned();
    }
    let old = all[chance.below(all.len())];
    let at = old.as_ptr() as usize - text.as_ptr() as usize;
    match replace(old, &all, chance) {
        Some(new) => [&text[..at], new.as_str(), &text[at + old.len()..]].concat(),
        None => text.to_owned(),
    }
}

/// Numbers, names that begin alike, and signs: words that may stand in each other's places.
fn sort(word: &str) -> u8 {
    match word.chars().next() {
        Some(c) if c.is_ascii_digit() => 0,
        Some(c) if c.is_lowercase() => 1,
        Some(c) if c.is_uppercase() => 2,
        _ => 3,
    }
}

/// Random numbers that follow from the seed which libFuzzer gives (SplitMix64).
struct Chance(u64);

impl Chance {
    /// A number below `end`; 0 if `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % (end.max(1) as u64)) as usize
    }
}

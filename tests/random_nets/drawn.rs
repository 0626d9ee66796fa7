//! The same net with random numbers: variables that only say what is put, and so take all values of their colour sets, become outputs of a code segment that draws them. In a state
//! space a random number is each of its values in turn, so nothing else may change.

/// Variables of finite colour sets, and these.
const SETS: [(&str, &str); 7] = [
    ("t", "B"),
    ("e", "E"),
    ("f", "E"),
    ("n", "N"),
    ("m", "N"),
    ("p", "P"),
    ("l", "L"),
];

/// The net that draws, if there is anything to draw.
pub fn drawn(net: &str) -> Option<String> {
    let (head, transitions) = net.split_once("transitions:\n")?;
    let mut text = format!("{head}transitions:\n");
    let mut changed = false;
    // Lines of a transition begin with four blanks, its name with two.
    let mut lines = transitions.lines().peekable();
    while let Some(name) = lines.next() {
        let mut of: Vec<&str> = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
            of.push(line);
        }
        let late = |line: &&&str| line.starts_with("    out:") || line.starts_with("    delay:");
        let words = |line: &&str| -> Vec<String> {
            let parts = line.split(|c: char| !c.is_alphanumeric());
            parts.map(str::to_string).collect()
        };
        let puts: Vec<String> = of.iter().filter(late).flat_map(words).collect();
        let others = of.iter().filter(|line| !late(line));
        let chosen: Vec<String> = others.flat_map(words).collect();
        let is_free = |v: &&(&str, &str)| {
            let mentions = |words: &[String]| words.iter().any(|word| word == v.0);
            mentions(&puts) && !mentions(&chosen)
        };
        let free: Vec<&(&str, &str)> = SETS.iter().filter(is_free).collect();
        text.push_str(&format!("{name}\n{}\n", of.join("\n")));
        if !free.is_empty() {
            changed = true;
            let names: Vec<&str> = free.iter().map(|v| v.0).collect();
            let draws: Vec<String> = free.iter().map(|v| format!("{}.ran ()", v.1)).collect();
            let (names, draws) = (names.join(", "), draws.join(", "));
            let code = format!("    code: {{output: [{names}], action: \"({draws})\"}}\n");
            text.push_str(&code);
        }
    }
    changed.then_some(text)
}

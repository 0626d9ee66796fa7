//! "Did you mean …?": the known name nearest to an unknown one.

/// The candidate within a third of the word's length in edits, nearest first, then alphabetically. Of a short word one of the two may be the other's beginning, and
/// a word of three letters or more may be the beginning of a longer one: `init` of `initial`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let allowed = word.chars().count().div_ceil(3).min(3);
    let (small, length) = (word.to_lowercase(), word.chars().count());
    (candidates.into_iter())
        .filter(|c| *c != word)
        .filter_map(|c| {
            let candidate = c.to_lowercase();
            if length >= 3 && candidate.starts_with(&small) && candidate != small {
                return Some((1, c));
            }
            if c.len() >= word.len() + 4 {
                return None;
            }
            let edits = distance(&small, &candidate);
            let part = candidate.starts_with(&small) || small.starts_with(&candidate);
            let near = edits <= allowed && (part || edits < c.chars().count());
            near.then_some((edits, c))
        })
        .min()
        .map(|(_, c)| c.to_string())
}

/// Edit distance with transpositions counted as one.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            next[j] = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_typing_mistakes_and_nothing_far_away() {
        let names = ["foldl", "foldr", "length", "map"];
        assert_eq!(nearest("lenght", names).as_deref(), Some("length"));
        assert_eq!(nearest("Map", names).as_deref(), Some("map"));
        assert_eq!(nearest("zip", names), None);
    }

    #[test]
    fn finds_short_names_and_what_a_word_begins() {
        assert_eq!(nearest("nn", ["k", "n"]).as_deref(), Some("n"));
        assert_eq!(nearest("N", ["DATA", "NO"]).as_deref(), Some("NO"));
        assert_eq!(nearest("xy", ["a", "b"]), None);
        let keys = ["colset", "initial", "description"];
        assert_eq!(nearest("init", keys).as_deref(), Some("initial"));
        assert_eq!(nearest("descr", keys).as_deref(), Some("description"));
    }
}

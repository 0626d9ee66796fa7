//! "Did you mean …?": the known name nearest to an unknown one.

/// The candidate within a third of the word's length in edits, nearest first, then alphabetically.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let allowed = word.chars().count().div_ceil(3).min(3);
    (candidates.into_iter())
        .filter(|c| *c != word && c.len() < word.len() + 4)
        .map(|c| (distance(word, c), c))
        .filter(|(d, c)| *d <= allowed && *d < c.chars().count())
        .min()
        .map(|(_, c)| c.to_string())
}

/// Edit distance with transpositions counted as one; letter case costs nothing extra but breaks ties.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
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
}

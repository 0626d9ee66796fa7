//! Numbers in a row: each as near as possible to where it wants to be, none too near to the one before.

/// Minimises the sum of `weight · (x − wanted)²` under `x[i + 1] − x[i] ≥ gaps[i]`.
///
/// With the gaps subtracted this is isotonic regression, solved exactly in one pass: a number that would come before its predecessor joins
/// it, and a group moves to the mean of its members.
pub fn fit(wanted: &[f64], weights: &[f64], gaps: &[f64]) -> Vec<f64> {
    struct Group {
        sum: f64,
        weight: f64,
        members: usize,
    }
    let mut groups: Vec<Group> = Vec::with_capacity(wanted.len());
    let mut offsets = Vec::with_capacity(wanted.len());
    let mut offset = 0.0;
    for (i, (&want, &weight)) in wanted.iter().zip(weights).enumerate() {
        if i > 0 {
            offset += gaps[i - 1];
        }
        offsets.push(offset);
        let mut group = Group {
            sum: (want - offset) * weight,
            weight,
            members: 1,
        };
        while let Some(before) = groups.pop_if(|g| g.sum * group.weight > group.sum * g.weight) {
            group.sum += before.sum;
            group.weight += before.weight;
            group.members += before.members;
        }
        groups.push(group);
    }
    let mut offsets = offsets.into_iter();
    let mut fitted = Vec::with_capacity(wanted.len());
    for group in groups {
        let at = group.sum / group.weight;
        fitted.extend(offsets.by_ref().take(group.members).map(|o| o + at));
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn what_has_room_stays() {
        assert_eq!(
            fit(&[0.0, 10.0, 30.0], &[1.0; 3], &[5.0; 2]),
            [0.0, 10.0, 30.0]
        );
    }

    #[test]
    fn what_collides_shares_the_pain_by_weight() {
        assert_eq!(fit(&[0.0, 0.0], &[1.0, 1.0], &[10.0]), [-5.0, 5.0]);
        assert_eq!(fit(&[0.0, 0.0], &[1.0, 4.0], &[10.0]), [-8.0, 2.0]);
    }

    #[test]
    fn an_empty_row_is_no_trouble() {
        assert!(fit(&[], &[], &[]).is_empty());
    }
}

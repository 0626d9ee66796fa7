//! Pairs and triples of instructions that often follow each other, as one: half of the loop's time is going from one instruction to the next.
//!
//! Fusing happens in the linked code, after everything was checked. The fused instruction stands where the first one stood and skips the others, which stay
//! where they are: a jump to one of them still finds it, and no index changes. Only instructions that neither fail nor collect are fused, so
//! what the collector and error messages know about the code stays true.

use super::op::Op;

/// Fuses within the code of one function.
pub(super) fn fuse(code: &mut [Op]) {
    for i in 0..code.len() {
        let fused = match code[i..] {
            [
                Op::Move { d, a },
                Op::Move { d: e, a: b },
                Op::Move { d: f, a: c },
                ..,
            ] => Op::Move3 { d, a, e, b, f, c },
            [Op::Move { d, a }, Op::Move { d: e, a: b }, ..] => Op::Move2 { d, a, e, b },
            [Op::Load { d, a, i }, Op::Load { d: e, a: b, i: j }, ..] => {
                Op::Load2 { d, a, i, e, b, j }
            }
            _ => continue,
        };
        code[i] = fused;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_fused_can_still_be_jumped_to() {
        let (one, two) = (Op::Move { d: 1, a: 0 }, Op::Move { d: 2, a: 1 });
        let mut code = [one, two, Op::Return { a: 2 }];
        fuse(&mut code);
        let both = Op::Move2 {
            d: 1,
            a: 0,
            e: 2,
            b: 1,
        };
        assert_eq!(code, [both, two, Op::Return { a: 2 }]);
    }
}

//! Bounds of all markings that representatives stand for: what is true of a colour in one of them is true of its images in others.

use super::action::Action;
use super::symmetry::Permutation;
use crate::engine::{Item, Shared, Token};
use rustc_hash::FxHashMap;

/// Colours of a place, images included, that are worth following.
const COLOURS: usize = 20_000;

/// Spreads counts of the colours of a place over their images: the greatest of them, or the least with 0 for colours that have none. `None` if there are too many.
pub fn spread(
    action: &mut Action,
    shared: &Shared,
    place: usize,
    items: &[Item],
    greatest: bool,
) -> Option<Vec<Item>> {
    let generators: Vec<Permutation> = action.symmetry.generators();
    let given: FxHashMap<Token, u32> = items.iter().map(|item| (item.token, item.count)).collect();
    let mut done: FxHashMap<Token, u32> = FxHashMap::default();
    for item in items {
        if done.contains_key(&item.token) {
            continue;
        }
        let mut images = vec![item.token];
        let mut at = 0;
        done.insert(item.token, 0);
        while let Some(&token) = images.get(at) {
            at += 1;
            for permutation in &generators {
                let info = action.info(shared, place, token);
                let image = action.image(shared, info, permutation);
                if done.insert(image, 0).is_none() {
                    images.push(image);
                }
            }
            if done.len() > COLOURS {
                return None;
            }
        }
        let counts = images
            .iter()
            .map(|token| given.get(token).copied().unwrap_or(0));
        let count = match greatest {
            true => counts.max(),
            false => counts.min(),
        };
        let count = count.unwrap_or(0);
        images.iter().for_each(|&token| {
            done.insert(token, count);
        });
    }
    let mut spread: Vec<Item> = (done.into_iter())
        .filter(|&(_, count)| count > 0)
        .map(|(token, count)| Item {
            token,
            stamp: 0,
            count,
        })
        .collect();
    spread.sort_unstable();
    Some(spread)
}

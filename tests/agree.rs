//! Every way to ask for a marking gives the same answer.
//!
//! Each reachable marking of random nets and of the example nets is looked for by a predicate that it
//! alone satisfies: by full searches, by sweeps, with several threads, over representatives, by query
//! scripts, and by the program itself. Each must find it, by a trace that the naive interpreter can do
//! step by step, and breadth-first searches by a shortest one. A predicate that no reachable marking
//! satisfies must be found by none of them. `CASES` is how many nets each test takes, `SEED` which ones.

#[path = "random_symmetry/generator.rs"]
mod alike;
#[path = "agree/ask.rs"]
mod ask;
#[path = "agree/case.rs"]
mod case;
#[path = "support/cases.rs"]
mod cases;
#[path = "agree/classes.rs"]
mod classes;
#[path = "agree/exact.rs"]
mod exact;
#[path = "random_nets/extremes.rs"]
mod extremes;
#[path = "agree/follow.rs"]
mod follow;
#[path = "random_nets/generator.rs"]
mod generator;
#[path = "random_nets/inscriptions.rs"]
mod inscriptions;
mod naive;
#[path = "agree/names.rs"]
mod names;
#[path = "agree/program.rs"]
mod program;
#[path = "agree/scripts.rs"]
mod scripts;
#[path = "swept/silly.rs"]
mod silly;

use ask::{Search, Way};
use case::Case;
use classes::Classes;
use exact::Words;
use extremes::Extreme;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use silly::Silly;
use std::path::{Path, PathBuf};
use sweepnet::explore::expect::settings;
use sweepnet::net::flat::FlatNet;
use sweepnet::net::load;

/// Nets of each test.
const NETS: usize = 60;
/// States of each example net.
const STATES: usize = 60;

/// The ways to look for a marking of a net, besides one breadth-first search on one thread.
fn ways(flat: &FlatNet) -> Vec<Way> {
    let sweep = |measure| Way::of(Search::Sweep(measure));
    let full = Way::of(Search::Full);
    let mut ways = vec![
        sweep(Silly::Hash(5)),
        full.on(2),
        sweep(Silly::Constant),
        full.forgetful(),
        sweep(Silly::Fewest).on(3),
        sweep(Silly::Hash(2)).forgetful(),
    ];
    if flat.timed {
        ways.push(Way::of(Search::Clock));
        ways.push(sweep(Silly::ReversedClock));
    }
    ways
}

fn random_net(random: &mut Pcg64) -> String {
    let length = 20 + random.next_u64() as usize % 100;
    let tape: Vec<u32> = (0..length).map(|_| random.next_u64() as u32).collect();
    let kinds = [Extreme::None, Extreme::None, Extreme::Huge, Extreme::Real];
    kinds[length % kinds.len()].of(generator::net(&tape))
}

/// Looks for the states of a net, at most so many, and for some that it has not.
fn ask_all(case: &mut Case, random: &mut Pcg64, most: usize, number: usize) -> usize {
    let full = Way::of(Search::Full);
    let ways = ways(&case.flat);
    let states = case.known.states.len();
    let mut asked = 0;
    for state in (0..states).step_by(states.div_ceil(most)) {
        let other = ways[(state + number) % ways.len()];
        let text = case.known.states[state].clone();
        let predicate = case.exact(&text, Words::ALL[(state + number) % 4], true);
        let wanted: Vec<bool> = (0..states).map(|other| other == state).collect();
        let shaky = [full.shaky(state), other.shaky(number)][state % 2];
        case.look(&predicate, Some(&wanted), &[full, other, shaky]);
        asked += 3;
    }
    for (state, index) in case.out_of_reach(random).into_iter().zip(number..) {
        let predicate = case.exact(&state, Words::ALL[index % 4], true);
        let other = ways[index % ways.len()];
        let shaky = [full.shaky(index), other.shaky(index)][index % 2];
        case.look(&predicate, None, &[full, other, shaky]);
        asked += 3;
    }
    asked
}

#[test]
fn every_reachable_marking_is_found_and_no_other() {
    let mut random = Pcg64::from_seed(cases::seed(1));
    let (mut nets, mut asked) = (0, 0);
    while nets < cases::cases(NETS) {
        if let Some(mut case) = Case::new(random_net(&mut random)) {
            asked += ask_all(&mut case, &mut random, usize::MAX, nets);
            nets += 1;
        }
    }
    println!("{nets} nets, {asked} searches");
    assert!(
        asked > 10 * nets,
        "the nets have too few states to say much"
    );
}

#[test]
fn scripts_find_every_reachable_marking_and_no_other() {
    let mut random = Pcg64::from_seed(cases::seed(2));
    let mut nets = 0;
    while nets < cases::cases(NETS / 2) {
        if let Some(mut case) = Case::new(names::longer(&random_net(&mut random))) {
            let others = case.out_of_reach(&mut random);
            scripts::ask(&mut case, &others, false);
            nets += 1;
        }
    }
}

#[test]
fn scripts_find_every_marking_up_to_time_and_no_other() {
    let mut random = Pcg64::from_seed(cases::seed(9));
    let mut numbers = alike::Random(random.next_u64());
    let mut nets = 0;
    while nets < cases::cases(NETS / 4) {
        let (text, _) = alike::net(&mut numbers, true);
        let Some(mut case) = Case::up_to_time(text) else {
            continue;
        };
        if case.flat.timed {
            let others = case.out_of_reach(&mut random);
            scripts::ask(&mut case, &others, true);
            nets += 1;
        }
    }
}

#[test]
fn names_change_nothing() {
    let mut random = Pcg64::from_seed(cases::seed(8));
    let mut nets = 0;
    while nets < cases::cases(NETS / 2) {
        let net = random_net(&mut random);
        let Some(plain) = Case::new(net.clone()) else {
            continue;
        };
        let other = names::renamed(&net, &mut random);
        let mut case = Case::new(other).expect("as many states");
        assert_eq!(
            case.known.states.len(),
            plain.known.states.len(),
            "{}",
            case.text
        );
        ask_all(&mut case, &mut random, 5, nets);
        nets += 1;
    }
}

#[test]
fn names_change_nothing_in_scripts() {
    let mut random = Pcg64::from_seed(cases::seed(10));
    let mut nets = 0;
    while nets < cases::cases(NETS / 4) {
        let net = names::renamed(&random_net(&mut random), &mut random);
        if let Some(mut case) = Case::new(net) {
            let others = case.out_of_reach(&mut random);
            scripts::ask(&mut case, &others, false);
            nets += 1;
        }
    }
}

#[test]
fn the_program_finds_every_reachable_marking_and_no_other() {
    let mut random = Pcg64::from_seed(cases::seed(3));
    let mut nets = 0;
    while nets < cases::cases(NETS / 6) {
        let Some(mut case) = Case::new(random_net(&mut random)) else {
            continue;
        };
        let states = case.known.states.clone();
        for (number, state) in states.iter().enumerate().step_by(states.len().div_ceil(4)) {
            program::ask(&mut case, state, Words::ALL[(number + nets) % 4], true);
        }
        let others = case.out_of_reach(&mut random);
        for (state, number) in others.iter().take(2).zip(nets..) {
            program::ask(&mut case, state, Words::ALL[number % 4], false);
        }
        nets += 1;
    }
}

#[test]
fn every_reachable_marking_of_the_example_nets_is_found_and_no_other() {
    let mut random = Pcg64::from_seed(cases::seed(4));
    let mut nets = 0;
    for folder in folders() {
        let name = folder.display().to_string();
        let loaded = load(&folder, &[]).unwrap_or_else(|_| panic!("{name} cannot be read"));
        let expectations = loaded.model.map_or(Vec::new(), |model| model.expect);
        for expectation in &expectations {
            let settings = settings(expectation);
            let states = expectation.figures.iter().find(|(n, _)| n.text == "states");
            if states.is_none_or(|figure| figure.1 > 300) {
                continue;
            }
            let loaded = load(&folder, &settings).expect("it was read before");
            if let Some(mut case) =
                Case::of(format!("{name} {settings:?}"), loaded, |_, state| state)
            {
                ask_all(&mut case, &mut random, STATES, nets);
                nets += 1;
            }
        }
    }
    assert!(nets > 10, "{nets} nets are small");
}

/// The folders of the example nets.
fn folders() -> Vec<PathBuf> {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let mut folders: Vec<PathBuf> = (std::fs::read_dir(nets).expect("nets is a folder"))
        .map(|entry| entry.expect("nets can be listed").path())
        .filter(|path| path.join("net.yaml").exists())
        .collect();
    folders.sort();
    folders
}

/// Looks for each class of equivalent markings over representatives.
fn classes(part: u64, classes: Classes) {
    let mut random = Pcg64::from_seed(cases::seed(part));
    let mut numbers = alike::Random(random.next_u64());
    let (mut nets, mut states, mut found) = (0, 0, 0);
    let most = if classes.symmetry { NETS / 6 } else { NETS };
    while nets < cases::cases(most) {
        let (text, _) = alike::net(&mut numbers, classes.time);
        let case = match classes.time {
            true => Case::up_to_time(text),
            false => Case::new(text),
        };
        let Some(mut case) = case else {
            continue;
        };
        let of_states = classes.of_states(&mut case);
        let mut asked: Vec<&String> = Vec::new();
        let searches: Vec<Search> = match classes.time {
            // The clock of representatives stands still.
            true => vec![Search::Sweep(Silly::Constant), Search::Sweep(Silly::Fewest)],
            false => ways(&case.flat).iter().map(|way| way.search).collect(),
        };
        for (number, class) in of_states.iter().enumerate() {
            if asked.contains(&class) {
                continue;
            }
            asked.push(class);
            let words = Words::ALL[(number + nets) % 4];
            let state = case.known.states[number].clone();
            let predicate = classes.predicate(&mut case, &state, words);
            let wanted: Vec<bool> = of_states.iter().map(|other| other == class).collect();
            let other = searches[(number + nets) % searches.len()];
            let over = |search| Way::of(search).over(classes.symmetry, classes.time);
            let shaky = over([Search::Full, other][number % 2]).shaky(number);
            let all = [over(Search::Full), over(other).on(1 + number % 3), shaky];
            // Predicates of large orbits take long to check.
            let ways = if classes.symmetry {
                &all[number % 3..][..1]
            } else {
                &all[..]
            };
            case.look(&predicate, Some(&wanted), ways);
            found += 1;
        }
        for state in case.out_of_reach(&mut random) {
            let predicate = classes.predicate(&mut case, &state, Words::Equality);
            let compiled = case.compile(&predicate);
            let over = |search| Way::of(search).over(classes.symmetry, classes.time);
            // What is out of reach itself may be equivalent to what is not.
            let answers = [Search::Full, searches[nets % searches.len()]]
                .map(|search| ask::look(&case.flat, &compiled, over(search)).map(|t| t.is_some()));
            let reached = classes.is_reached(&mut case, &state, &of_states);
            assert_eq!(
                answers,
                [Ok(reached), Ok(reached)],
                "{}\n{predicate}",
                case.text
            );
        }
        states += of_states.len();
        nets += 1;
    }
    println!("{nets} nets, {states} states in {found} classes");
    assert!(!classes.symmetry || found < states, "no two states are one");
}

#[test]
fn every_class_of_symmetric_markings_is_found() {
    let symmetry = Classes {
        symmetry: true,
        time: false,
    };
    classes(5, symmetry);
}

#[test]
fn every_class_of_markings_that_differ_in_time_is_found() {
    let time = Classes {
        symmetry: false,
        time: true,
    };
    classes(6, time);
}

#[test]
fn every_class_under_both_reductions_is_found() {
    let both = Classes {
        symmetry: true,
        time: true,
    };
    classes(7, both);
}

//! The delays of transitions. CPN Tools has an operator for each type of delay: `@+` for an `int`, `@++` for a time, which is a real number in a net whose clock is one. Here a delay is just an expression.

use crate::net::delay::{Delay, OF_INT, OF_TIME};
use crate::net::flat::FlatNet;
use crate::net::model::{Model, Text};
use std::collections::BTreeMap;
use sweepnet_lang::inscription::{Because, Reading, Wanted};
use sweepnet_lang::session::Session;
use sweepnet_lang::span::SourceId;

/// All delays with their operators, by their texts.
pub fn delays(model: &Model, net: &FlatNet) -> BTreeMap<SourceId, String> {
    let transitions = model.pages.iter().flat_map(|page| &page.transitions);
    let mut asked: Option<Session> = None;
    let mut all = BTreeMap::new();
    for delay in transitions.filter_map(|transition| transition.delay) {
        let text = net.session.sources.get(delay.source).text.trim();
        let written = Delay::of(text);
        // Whole time is what its operator says; real time may stand after either here.
        if written.operator.is_some() && !model.real_time {
            all.insert(delay.source, text.to_string());
            continue;
        }
        let session = asked.get_or_insert_with(|| {
            let mut session = net.session.clone();
            // A delay is of one type in all instances of its page.
            session.set_instance(Some(1));
            session
        });
        let operator = match is_int(session, &delay) {
            true => OF_INT,
            false => OF_TIME,
        };
        let delay_text = match written.operator == Some(operator) {
            true => text.to_string(),
            false => format!("{operator}{}", written.bare()),
        };
        all.insert(delay.source, delay_text);
    }
    all
}

fn is_int(session: &mut Session, delay: &Text) -> bool {
    let Ok(inscription) = session.inscription(delay.source, Reading::Delay) else {
        return false;
    };
    let variables = session.mentioned(&inscription).iter();
    let variables: Vec<_> = variables.map(|variable| variable.name.clone()).collect();
    let (because, mut problems) = (Because::default(), Vec::new());
    session
        .compile_inscription(
            &inscription,
            &variables,
            &Wanted::Int,
            &because,
            false,
            &mut problems,
        )
        .is_some_and(|_| problems.is_empty())
}

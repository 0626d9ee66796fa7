//! Query scripts about small nets: any text is run or gets messages. Scripts can write files, so
//! they run in a temporary folder.

use super::alarm::Alarm;
use super::sandbox::{Sandbox, leads_outside};
use super::{MEMORY, load, show};
use std::sync::{Arc, Mutex};
use sweepnet::query::{self, Limits};

/// The net that the examples in the manual are about.
const NET: &str = include_str!("../../../nets/small-stop-and-wait/net.yaml");
/// The net of scripts that name its first page.
const TIMED: &str = include_str!("small.yaml");
const PAGE: &str = "Top'";
/// Beginning of the codes of evaluations that ended without a value.
const EVALUATION: &str = "E07";

/// Takes a text as a script.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    if leads_outside(text) {
        return false;
    }
    let _sandbox = Sandbox::enter(&[]);
    let alarm = Alarm::start();
    let net = match text.contains(PAGE) {
        true => TIMED,
        false => NET,
    };
    let loaded = load("net.yaml", net, &[], &alarm);
    let (model, net) = (loaded.model.expect("a model"), loaded.net.expect("a net"));
    let limits = Limits {
        max_states: Some(1000),
        memory: Some(MEMORY),
        interrupt: Some(alarm.flag()),
        time_equivalence: false,
        notes: Arc::new(Mutex::new(Vec::new())),
    };
    let mut session = query::session(&model, net, limits).expect("a session about the net");
    let problems = query::run_each(&mut session, "script.sml", text, &mut |_| {});
    show(&session.sources, &problems);
    problems
        .iter()
        .all(|problem| !problem.is_error() || problem.code.starts_with(EVALUATION))
}

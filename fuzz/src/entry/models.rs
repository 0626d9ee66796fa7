//! Models of CPN Tools: any bytes are a model or get messages. What was read is written as YAML and
//! read again; a model without errors is exported, the exported file is a model without errors, and
//! both play a few steps.

use super::alarm::Alarm;
use super::{load, nets, show};
use sweepnet::export::{cpn, yaml};
use sweepnet::import::encoding::decode;

/// Takes bytes as a model.
pub fn run(bytes: &[u8]) -> bool {
    let alarm = Alarm::start();
    let loaded = load("model.cpn", decode(bytes.to_vec()), &[], &alarm);
    show(&loaded.sources, &loaded.problems());
    let Some(model) = &loaded.model else {
        return false;
    };
    let text = yaml::write(model, &loaded.sources);
    let again = load("net.yaml", text, &[], &alarm);
    show(&again.sources, &again.problems());
    let Some(net) = loaded.net else {
        return false;
    };
    let exported = cpn::write(model, &net).text;
    let again = load("again.cpn", decode(exported.into_bytes()), &[], &alarm);
    show(&again.sources, &again.problems());
    assert!(
        again.net.is_some() || alarm.rang(),
        "the exported model has errors"
    );
    nets::walk(net, &alarm);
    true
}

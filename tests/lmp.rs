//! The lock management protocol: its properties hold, by every method that can tell, and an error put into it is found.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use sweepnet::net::load;

fn net() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/lmp")
}

/// `sweepnet explore --json`: its answer, and whether a marking was found that `--trace` asks for.
fn explore(net: &Path, options: &[&str]) -> (Value, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
        .args(["explore", "--json"])
        .arg(net)
        .args(options)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{text}");
    (answer, output.status.success())
}

/// No reachable marking violates a property of the net.
fn properties_hold(settings: &[&str], method: &[&str]) {
    let loaded = load(&net(), &[]).expect("a net");
    let model = loaded.model.expect("a model");
    assert_eq!(model.properties.len(), 4);
    for (name, property) in &model.properties {
        let violated = format!("not ({})", loaded.sources.get(property.source).text);
        let mut options: Vec<&str> = settings.iter().flat_map(|s| ["--set", s]).collect();
        options.extend(["--trace", &violated]);
        options.extend(method);
        let (answer, found) = explore(&net(), &options);
        assert!(!found, "{} {options:?}: {answer}", name.text);
        assert_eq!(answer["stop_reason"], "complete", "{options:?}");
    }
}

#[test]
fn one_key_in_time() {
    for master in ["master=AM", "master=VM"] {
        for devices in ["devices=2", "devices=3", "devices=4"] {
            properties_hold(&[master, devices], &["--sweep", "clock"]);
        }
        properties_hold(&[master, "devices=3"], &[]);
        properties_hold(&[master, "devices=4"], &["--symmetry", "--sweep", "clock"]);
    }
}

/// The protocol goes on for ever: its start is left, and then everything comes again, from everywhere. So does every device's use of the key.
#[test]
fn it_goes_on_for_ever() {
    for (master, states, arcs) in [
        ("master=AM", 54_758, 112_771),
        ("master=VM", 33_861, 58_401),
    ] {
        let settings = [master, "devices=3", "phase=full"];
        properties_hold(&settings, &["--time-equivalence"]);
        let set: Vec<&str> = settings.iter().flat_map(|s| ["--set", s]).collect();
        let options = ["--time-equivalence", "--sccs"];
        let (answer, _) = explore(&net(), &[&set[..], &options].concat());
        assert_eq!(
            (&answer["states"], &answer["arcs"]),
            (&states.into(), &arcs.into())
        );
        assert_eq!(answer["sccs"]["terminal"], 1, "{answer}");
        assert_eq!(answer["dead_markings"], 0);
    }
}

/// From every marking of the full protocol every device can still come to use the key.
#[test]
fn every_device_can_always_come_to_use_the_key() {
    let uses = "fun uses d n = cf (d, ms (Mark.KeyUser'Using 1 n)) > 0";
    let always = "List.all (fn d => HomePredicate (uses d)) (ms_to_list (DEVICE.all ()))";
    for settings in [["master=AM", "devices=3"], ["master=VM", "devices=3"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_sweepnet"))
            .arg("query")
            .arg(net())
            .args(["--set", "phase=full", "--time-equivalence"])
            .args(settings.iter().flat_map(|s| ["--set", s]))
            .args(["-e", uses, "-e", always])
            .output()
            .expect("the program starts");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.ends_with("val it = true : bool\n"), "{output:?}");
    }
}

/// One marking stands for all that differ by a permutation of devices, and together they are all.
#[test]
fn devices_are_alike() {
    for (master, all, kept) in [("master=AM", 23_482, 4_901), ("master=VM", 11_994, 2_577)] {
        for method in [&["--symmetry"][..], &["--symmetry", "--sweep", "clock"]] {
            let set = ["--set", "devices=4", "--set", master];
            let (answer, _) = explore(&net(), &[&set[..], method].concat());
            assert_eq!(answer["states"], kept);
            assert_eq!(answer["represented_states"], all);
        }
    }
}

#[test]
fn the_clock_and_the_work_left_never_fall_back() {
    for measure in ["clock", "instant"] {
        for master in ["master=AM", "master=VM"] {
            let set = ["--set", "devices=4", "--set", master];
            let (answer, _) = explore(
                &net(),
                &[&set[..], &["--sweep", measure, "--strict"]].concat(),
            );
            assert_eq!(answer["stop_reason"], "complete");
            assert_eq!(answer["regress_arcs"], 0);
            let figure = |name: &str| answer[name].as_f64().expect("a count");
            assert!(figure("peak_states") <= 0.4 * figure("states"), "{answer}");
        }
    }
}

/// A master that does not wait until an objection can have come makes a second key.
#[test]
fn a_careless_master_is_caught() {
    let text = fs::read_to_string(net().join("net.yaml")).expect("the net");
    let careful = "then 80 else 50";
    assert!(text.contains(careful));
    let folder = tempfile::tempdir().expect("a folder");
    let careless = folder.path().join("careless.yaml");
    fs::write(&careless, text.replace(careful, "then 80 else 30")).expect("a file");
    let set = [
        "--set",
        "master=VM",
        "--set",
        "devices=3",
        "--set",
        "phase=full",
    ];
    let two = ["--trace", "keys (BeoLink'Status, BeoLink'Network) > 1"];
    let (answer, found) = explore(&careless, &[&set[..], &two].concat());
    assert!(found, "{answer}");
    assert_eq!(answer["trace"].as_array().map(Vec::len), Some(30));
}

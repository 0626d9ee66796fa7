//! Plans, matchers and messages of small nets, made here without a file.

use super::compile;
use crate::net::flat::{self, Matcher, Step, Tokens};
use crate::net::flatten::{Instances, PlaceInstance, TransitionInstance};
use crate::net::model::{Arc, ArcKind, Code, Model, Name, Page, Place, Text, Transition};
use sweepnet_lang::diagnostic::Diagnostic;
use sweepnet_lang::session::{Dialect, Session};
use sweepnet_lang::span::{SourceId, Span};
use sweepnet_lang::vm::program::{Shape, ShapeId, Word};

/// A net of one page with one transition.
struct Net {
    session: Session,
    places: Vec<Place>,
    transition: Transition,
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_string(),
        span: Span::new(SourceId(0), 0, 0),
    }
}

impl Net {
    fn new(declarations: &str) -> Net {
        let mut session = Session::new(Dialect::Cpn);
        let source = session.sources.add("declarations", declarations);
        let outcome = session.run_source(source);
        assert!(!outcome.failed(), "{:#?}", outcome.diagnostics);
        Net {
            session,
            places: Vec::new(),
            transition: Transition {
                name: name("T"),
                guard: Vec::new(),
                delay: None,
                priority: None,
                code: None,
                arcs: Vec::new(),
                description: None,
            },
        }
    }

    fn text(&mut self, text: &str) -> Text {
        let source = self.session.sources.add("inscription", text);
        let span = Span::new(source, 0, text.len());
        Text { source, span }
    }

    fn arc(mut self, kind: ArcKind, place: &str, colset: &str, text: &str) -> Net {
        let text = Some(self.text(text));
        if self.places.iter().all(|p| p.name.text != place) {
            self.places.push(Place {
                name: name(place),
                colset: name(colset),
                initial: None,
                port: None,
                fusion: None,
                description: None,
            });
        }
        self.transition.arcs.push(Arc {
            kind,
            place: name(place),
            text,
        });
        self
    }

    fn takes(self, place: &str, colset: &str, text: &str) -> Net {
        self.arc(ArcKind::In, place, colset, text)
    }

    fn puts(self, place: &str, colset: &str, text: &str) -> Net {
        self.arc(ArcKind::Out, place, colset, text)
    }

    fn guard(mut self, text: &str) -> Net {
        let text = self.text(text);
        self.transition.guard.push(text);
        self
    }

    fn delay(mut self, text: &str) -> Net {
        self.transition.delay = Some(self.text(text));
        self
    }

    fn priority(mut self, text: &str) -> Net {
        self.transition.priority = Some(self.text(text));
        self
    }

    fn code(mut self, input: Option<&[&str]>, output: &[&str], action: &str) -> Net {
        let action = self.text(action);
        self.transition.code = Some(Code {
            input: input.map(|names| names.iter().map(|n| name(n)).collect()),
            output: output.iter().map(|n| name(n)).collect(),
            action: Some(action),
        });
        self
    }

    fn build(self) -> (Session, Vec<flat::Transition>, Vec<Diagnostic>) {
        let Net {
            mut session,
            places,
            transition,
        } = self;
        let instances = Instances {
            places: (0..places.len())
                .map(|place| PlaceInstance {
                    page: 0,
                    place,
                    instance: 1,
                    initial: Some((0, place)),
                })
                .collect(),
            transitions: vec![TransitionInstance {
                page: 0,
                transition: 0,
                instance: 1,
                places: (0..places.len()).map(|i| flat::PlaceId(i as u32)).collect(),
            }],
            ..Instances::default()
        };
        let model = Model {
            name: name("test"),
            description: None,
            real_time: false,
            parameters: Vec::new(),
            declarations: Vec::new(),
            pages: vec![Page {
                name: name("Top"),
                description: None,
                places,
                transitions: vec![transition],
                substitutions: Vec::new(),
            }],
            measures: Vec::new(),
            symmetries: Vec::new(),
            properties: Vec::new(),
            monitors: Vec::new(),
            expect: Vec::new(),
            layout: Default::default(),
        };
        let (_, transitions, diagnostics) = compile(&model, &instances, &mut session);
        (session, transitions, diagnostics)
    }

    fn made(self) -> (Session, flat::Transition) {
        let (session, mut transitions, diagnostics) = self.build();
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        (session, transitions.pop().expect("one transition"))
    }

    /// The plan in words.
    fn plan(self) -> String {
        let names: Vec<String> = self.places.iter().map(|p| p.name.text.clone()).collect();
        let (session, transition) = self.made();
        let variables = |ids: &[(flat::VariableId, u16)]| {
            let names = ids
                .iter()
                .map(|v| &*transition.variables[v.0.0 as usize].name);
            names.collect::<Vec<&str>>().join(",")
        };
        let matcher = |m: &Matcher| match m {
            Matcher::Whole(v) => transition.variables[v.0 as usize].name.clone(),
            Matcher::Test(f) => session.sources.slice(f.span).to_string(),
            Matcher::Bind(f, ids) => {
                format!("{} gives {}", session.sources.slice(f.span), variables(ids))
            }
        };
        let steps = transition.plan.iter().map(|step| match step {
            Step::Need(i) => {
                format!("need {}", names[transition.inputs[*i].place.0 as usize])
            }
            Step::Token(place, m) => format!("token {} {}", names[place.0 as usize], matcher(m)),
            Step::Let(m) => format!("let {}", matcher(m)),
            Step::Test(f) => format!("test {}", session.sources.slice(f.span)),
            Step::Each(v) => format!("each {}", transition.variables[v.0 as usize].name),
        });
        steps.collect::<Vec<String>>().join("; ")
    }

    /// The codes of the errors.
    fn codes(self) -> Vec<&'static str> {
        let (_, transitions, diagnostics) = self.build();
        assert!(transitions.is_empty());
        assert!(
            diagnostics.iter().all(|d| d.help.is_some()),
            "{diagnostics:#?}"
        );
        diagnostics.iter().map(|d| d.code).collect()
    }
}

#[test]
fn philosophers_take_their_chopsticks() {
    let declarations =
        "val n = 5; colset PH = index ph with 1..n; colset CS = index cs with 1..n; var p : PH;
        fun Chopsticks (ph i) = 1`cs i ++ 1`cs (if i = n then 1 else i + 1);";
    let net = Net::new(declarations)
        .takes("Think", "PH", "p")
        .takes("Unused", "CS", "Chopsticks(p)")
        .puts("Eat", "PH", "p");
    assert_eq!(net.plan(), "token Think p; need Unused; need Think");
}

const DATABASE: &str = "val n = 4; colset DBM = index d with 1..n; colset PR = product DBM * DBM; \
    fun diff (x, y) = x <> y; colset MES = subset PR by diff; colset E = unit with e; var s, r : DBM; \
    fun Mes s = PR.mult (1`s, DBM.all () -- 1`s);";

#[test]
fn a_message_says_who_receives_it() {
    let net = Net::new(DATABASE)
        .takes("Inactive", "DBM", "r")
        .takes("Sent", "MES", "(s,r)")
        .puts("Received", "MES", "(s,r)");
    assert_eq!(
        net.plan(),
        "token Sent (s,r) gives r,s; need Inactive; need Sent"
    );
}

#[test]
fn arcs_without_variables_come_first() {
    let net = Net::new(DATABASE)
        .takes("Inactive", "DBM", "s")
        .takes("Passive", "E", "e")
        .takes("Unused", "MES", "Mes(s)")
        .puts("Sent", "MES", "Mes(s)");
    assert_eq!(
        net.plan(),
        "need Passive; token Inactive s; need Unused; need Inactive"
    );
}

const PROTOCOL: &str = "colset NO = int; colset DATA = string; colset NOxDATA = product NO * DATA; \
    colset SMALL = int with 1..3; colset NOS = list NO; colset REC = record no : NO * data : DATA; \
    colset PACKET = union Data : NOxDATA + Ack : NO + Quit; colset TNO = int timed; colset U = unit; \
    var n, k : NO; var d, str : DATA; var i, j : SMALL; var ns : NOS; var p : PACKET; var pair : NOxDATA;";

#[test]
fn equations_of_the_guard_give_values_in_both_directions() {
    let net = |guard: &str| {
        let net = Net::new(PROTOCOL).takes("A", "NO", "n");
        net.puts("B", "NO", "k").guard(guard).plan()
    };
    assert_eq!(net("k = n + 1"), "token A n; let k = n + 1 gives k; need A");
    assert_eq!(net("n + 1 = k"), "token A n; let n + 1 = k gives k; need A");
    assert_eq!(net("k = 3"), "let k = 3 gives k; token A n; need A");
    assert_eq!(
        net("(k, \"x\") = (n, d), d = \"x\""),
        "let d = \"x\" gives d; token A n; let (k, \"x\") = (n, d) gives k; need A"
    );
}

#[test]
fn conditions_are_tested_as_soon_as_they_can() {
    let net = Net::new(PROTOCOL)
        .takes("A", "NO", "n")
        .takes("B", "NOxDATA", "(k,d)")
        .guard("[k > 3, n < k andalso d <> \"\"]");
    let plan = "token B (k,d) gives d,k; test k > 3; test d <> \"\"; need B; token A n; test n < k; need A";
    assert_eq!(net.plan(), plan);
}

#[test]
fn computed_parts_of_a_pattern_are_compared() {
    let net = Net::new(PROTOCOL)
        .takes("A", "NO", "n")
        .takes("B", "NOxDATA", "(n + 1, d)");
    assert_eq!(
        net.plan(),
        "token A n; need A; token B (n + 1, d) gives d; need B"
    );
}

#[test]
fn each_term_of_a_sum_gives_values() {
    let net = Net::new(PROTOCOL).takes("A", "NO", "1`n ++ 2`k");
    assert_eq!(net.plan(), "token A n; token A k; need A");
    let net = Net::new(PROTOCOL).takes("A", "TNO", "(1`n ++ k)@+3");
    assert_eq!(net.plan(), "token A n; token A k; need A");
    let net = Net::new(PROTOCOL).takes("A", "NO", "[n, k]");
    assert_eq!(net.plan(), "token A n; token A k; need A");
}

#[test]
fn what_nothing_gives_is_tried_from_small_colour_sets_last() {
    let net = Net::new(PROTOCOL)
        .takes("A", "NO", "if i = 1 then 1`3 else empty")
        .puts("B", "NO", "j");
    assert_eq!(net.plan(), "each i; need A; each j");
}

#[test]
fn code_gives_its_outputs_values() {
    let net = Net::new(PROTOCOL)
        .takes("A", "NO", "n")
        .puts("B", "NOxDATA", "(k,d)")
        .code(Some(&["n"]), &["k", "d"], "(n + 1, Int.toString n)");
    let (mut session, transition) = net.made();
    let code = transition.code.expect("a code segment");
    let tuple = session.vm.call(code.action.code.0, &[6]).expect("a value");
    let heap = &session.vm.heap;
    assert_eq!(heap.field(tuple, code.outputs[0].1 as usize), 7);
    assert_eq!(
        heap.str(heap.field(tuple, code.outputs[1].1 as usize)),
        b"6"
    );
}

/// What the pattern on an arc gives for each value of a list, with `n` known to be 5 if the pattern comes second.
fn matched(colset: &str, pattern: &str, known: bool, value: &str) -> Option<Vec<String>> {
    let mut net = Net::new(PROTOCOL);
    if known {
        net = net.takes("First", "NO", "n").guard("n = 5");
    }
    let (mut session, transition) = net.takes("A", colset, pattern).made();
    let at = session.sources.add("value", value);
    let source = session
        .inscription(at, sweepnet_lang::inscription::Reading::Expression)
        .expect("a value");
    let colour = session.colour_set_named(colset).expect("a colour set");
    let wanted = sweepnet_lang::inscription::Wanted::One(colour);
    let code = session
        .compile_inscription(
            &source,
            &[],
            &wanted,
            &Default::default(),
            true,
            &mut Vec::new(),
        )
        .expect("a value");
    let word = session.vm.call(code.code.0, &[]).expect("a value");
    let (function, variables) = transition
        .plan
        .iter()
        .find_map(|step| match step {
            Step::Token(_, Matcher::Bind(function, variables)) => Some((function, variables)),
            _ => None,
        })
        .expect("a matcher");
    let mut args: Vec<Word> = vec![word];
    if known {
        assert_eq!(function.reads.len(), 1, "the pattern uses n");
        args.push(5);
    }
    let found = session.vm.call(function.code.0, &args).expect("an answer");
    (found != 0).then(|| {
        (variables.iter())
            .map(|&(id, field)| {
                let variable = &transition.variables[id.0 as usize];
                let word = session.vm.heap.field(found, field as usize);
                let shown = sweepnet_lang::vm::show::sml(&session.vm, variable.shape, word, 100);
                format!("{}={shown}", variable.name)
            })
            .collect()
    })
}

#[test]
fn matchers_take_values_apart() {
    let some = |found: &[&str]| Some(found.iter().map(|s| s.to_string()).collect::<Vec<_>>());
    let free = |colset, pattern, value| matched(colset, pattern, false, value);
    assert_eq!(
        free("NOxDATA", "(n,d)", "(3,\"x\")"),
        some(&["d=\"x\"", "n=3"])
    );
    assert_eq!(free("NOxDATA", "(n,\"x\")", "(3,\"x\")"), some(&["n=3"]));
    assert_eq!(free("NOxDATA", "(n,\"x\")", "(3,\"y\")"), None);
    assert_eq!(
        free("REC", "{no=n,data=d}", "{no=1,data=\"z\"}"),
        some(&["d=\"z\"", "n=1"])
    );
    assert_eq!(free("REC", "{data=\"q\",no=n}", "{no=1,data=\"z\"}"), None);
    assert_eq!(free("NOS", "n::ns", "[4,5]"), some(&["n=4", "ns=[5]"]));
    assert_eq!(free("NOS", "n::ns", "[]"), None);
    assert_eq!(free("NOS", "[n,k]", "[4,5]"), some(&["k=5", "n=4"]));
    assert_eq!(free("NOS", "[n,k]", "[4]"), None);
    assert_eq!(free("NOS", "[n,n]", "[4,4]"), some(&["n=4"]));
    assert_eq!(free("NOS", "[n,n]", "[4,5]"), None);
    assert_eq!(free("NOS", "[n,n+1]", "[4,5]"), some(&["n=4"]));
    assert_eq!(
        free("PACKET", "Data(n,d)", "Data(3,\"x\")"),
        some(&["d=\"x\"", "n=3"])
    );
    assert_eq!(
        free("PACKET", "Data(pair)", "Data(3,\"x\")"),
        some(&["pair=(3,\"x\")"])
    );
    assert_eq!(free("PACKET", "Data(n,d)", "Ack 3"), None);
    assert_eq!(free("PACKET", "Ack n", "Ack 3"), some(&["n=3"]));
    assert_eq!(free("PACKET", "Ack n", "Quit"), None);
}

#[test]
fn matchers_compare_what_is_known() {
    let known = |colset, pattern, value| matched(colset, pattern, true, value);
    assert_eq!(
        known("NOxDATA", "(n,d)", "(5,\"x\")"),
        Some(vec!["d=\"x\"".to_string()])
    );
    assert_eq!(known("NOxDATA", "(n,d)", "(6,\"x\")"), None);
    assert_eq!(
        known("PACKET", "Data(n+1,d)", "Data(6,\"x\")"),
        Some(vec!["d=\"x\"".to_string()])
    );
}

#[test]
fn every_parameter_is_one_word() {
    let net = Net::new(PROTOCOL)
        .takes("A", "NOxDATA", "pair")
        .takes("B", "NO", "n")
        .puts("C", "NO", "#1 pair + n");
    let (mut session, transition) = net.made();
    let text = session.sources.add("pair", "(3, \"x\")");
    let source = session
        .inscription(text, sweepnet_lang::inscription::Reading::Expression)
        .expect("a pair");
    let any = sweepnet_lang::inscription::Wanted::Any;
    let code = session
        .compile_inscription(
            &source,
            &[],
            &any,
            &Default::default(),
            true,
            &mut Vec::new(),
        )
        .expect("a pair");
    let pair = session.vm.call(code.code.0, &[]).expect("a pair");
    let Tokens::One(function) = &transition.outputs[0].tokens else {
        panic!("one colour");
    };
    assert_eq!(function.reads.len(), 2);
    assert_eq!(session.vm.call(function.code.0, &[4, pair]), Ok(7));
}

#[test]
fn tokens_take_the_cheapest_form() {
    let form = |colset: &str, text: &str| {
        let net = Net::new(PROTOCOL)
            .takes("In", "NO", "n")
            .takes("L", "NOS", "ns");
        let (_, transition) = net.puts("A", colset, text).made();
        match &transition.outputs[0].tokens {
            Tokens::One(_) => "one",
            Tokens::Many(_) => "many",
            Tokens::Stamped(_) => "stamped",
        }
    };
    assert_eq!(form("NO", "n"), "one");
    assert_eq!(form("NO", "1`n"), "one");
    assert_eq!(form("NO", "2`n"), "many");
    assert_eq!(form("NO", "if n > 1 then n else n + 1"), "one");
    assert_eq!(form("NO", "if n > 1 then 1`n else empty"), "many");
    assert_eq!(form("NO", "if n > 1 then n else empty"), "many");
    assert_eq!(form("NO", "ns"), "many");
    assert_eq!(form("NOS", "ns"), "one");
    assert_eq!(form("NOS", "n :: ns"), "one");
    assert_eq!(form("TNO", "n"), "one");
    assert_eq!(form("TNO", "1`n ++ 1`3"), "many");
    assert_eq!(form("TNO", "n @+ 3"), "stamped");
    assert_eq!(form("TNO", "1`n ++ 1`3 @+ 3"), "stamped");
    assert_eq!(form("TNO", "if n > 1 then 1`n else 1`n @+ 3"), "stamped");
    assert_eq!(form("TNO", "n @ 7"), "stamped");
}

#[test]
fn a_delay_on_an_output_arc_is_for_all_that_stands_before_it() {
    let tokens = |text: &str| {
        let net = Net::new(PROTOCOL).takes("In", "NO", "n");
        let (mut session, transition) = net.puts("A", "TNO", text).made();
        let Tokens::Stamped(function) = &transition.outputs[0].tokens else {
            panic!("with stamps");
        };
        let word = session.vm.call(function.code.0, &[5]).expect("tokens");
        let shapes = &session.vm.program.shapes;
        let timed = shapes.iter().position(|s| matches!(s, Shape::Ms(of) if matches!(shapes[of.0 as usize], Shape::Timed(_, value, _) if matches!(shapes[value.0 as usize], Shape::Int))));
        let shape = ShapeId(timed.expect("timed multi-sets of int") as u32);
        sweepnet_lang::vm::show::sml(&session.vm, shape, word, 100)
    };
    let both = tokens("if n > 1 then 1`n else 1`0 @+ 3");
    assert_eq!(both, tokens("(if n > 1 then 1`n else 1`0) @+ 3"));
    assert_ne!(both, tokens("if n > 1 then 1`n else (1`0 @+ 3)"));
    assert_eq!(tokens("1`1 ++ 1`n @+ 3"), tokens("1`1 @+ 3 +++ 1`n @+ 3"));
}

#[test]
fn dependence_on_the_clock_and_on_effects_is_known() {
    let flags = |text: &str| {
        let net = Net::new(&format!(
            "{PROTOCOL} fun now () = IntInf.toInt (time ()); fun later n = 1`n @+ 3; val soon = 1`1 @+ 3; globref g = 1;"
        ));
        let (_, transition) = net.takes("In", "NO", "n").puts("A", "TNO", text).made();
        match &transition.outputs[0].tokens {
            Tokens::One(f) | Tokens::Many(f) | Tokens::Stamped(f) => {
                (f.clock, f.effects.is_impure())
            }
        }
    };
    assert_eq!(flags("n"), (false, false));
    assert_eq!(flags("n @+ 3"), (false, false));
    assert_eq!(flags("1`n @++ 3"), (false, false));
    assert_eq!(flags("later n"), (false, false));
    assert_eq!(flags("now ()"), (true, false));
    assert_eq!(flags("n @ 3"), (true, false));
    assert_eq!(flags("soon"), (true, false));
    assert_eq!(
        flags("if ModelTime.stamp (hd (ms_to_list (later n))) = 3 then n else 1"),
        (true, false)
    );
    assert_eq!(flags("!g"), (false, true));
    assert_eq!(flags("discrete (1, n)"), (false, true));
}

#[test]
fn delays_and_priorities() {
    let net = |delay: &str| {
        let net = Net::new(PROTOCOL).takes("A", "NO", "n");
        let net = net.puts("B", "TNO", "n").delay(delay);
        let (_, transition) = net.priority("10 * 5").made();
        assert_eq!(transition.priority, 50);
        transition.delay.expect("a delay").unbounded
    };
    assert!(!net("@+ 9"));
    assert!(!net("n"));
    assert!(net("@++ 9"));
    assert!(net("@++ IntInf.fromInt n"));
    assert!(net("IntInf.fromInt n"));
}

#[test]
fn all_mistakes_are_told() {
    let net = || Net::new(PROTOCOL);
    assert_eq!(net().takes("A", "NOO", "n").codes(), ["E1101"]);
    let no_more = net().takes("A", "NOO", "n").puts("B", "NO", "n");
    assert_eq!(no_more.codes(), ["E1101"]);
    assert_eq!(
        net().takes("A", "NO", "n").puts("B", "NO", "k").codes(),
        ["E1102"]
    );
    assert_eq!(net().takes("A", "NO", "n + 1").codes(), ["E1102"]);
    assert_eq!(net().takes("A", "NO", "nn").codes(), ["E0401"]);
    assert_eq!(
        net().takes("A", "NO", "n").puts("B", "DATA", "n").codes(),
        ["E0301"]
    );
    assert_eq!(net().takes("A", "NO", "n @+ 1").codes(), ["E1107"]);
    let two = net()
        .takes("A", "NO", "zzz")
        .guard("yyy = 1")
        .puts("B", "NO", "k");
    assert_eq!(two.codes(), ["E0401", "E0401", "E1102"]);
    let early = net().takes("A", "NO", "n").code(None, &["n"], "3");
    assert_eq!(early.codes(), ["E1104"]);
    let unknown = net().takes("A", "NO", "n").code(None, &["kk"], "3");
    assert_eq!(unknown.codes(), ["E1105"]);
    let other = net()
        .takes("A", "NOxDATA", "(n,d)")
        .code(Some(&["n"]), &["k"], "n + size d");
    assert_eq!(other.codes(), ["E1106"]);
    assert_eq!(net().takes("A", "NO", "n").priority("n").codes(), ["E1109"]);
    assert_eq!(net().takes("A", "NO", "discrete (1, 3)").codes(), ["E0408"]);
    let untyped = Net::new("colset INT = int; var l : int list;");
    assert_eq!(untyped.takes("A", "INT", "hd l").codes(), ["E1103"]);
}

//! The `sweepnet` program.

use sweepnet_lang::session::{Dialect, Event, Session};

fn main() {
    let mut dialect = Dialect::Sml;
    let mut session = None;
    for arg in std::env::args().skip(1) {
        if arg == "--cpn" {
            dialect = Dialect::Cpn;
            continue;
        }
        let session = session.get_or_insert_with(|| Session::new(dialect));
        let text = std::fs::read_to_string(&arg).unwrap_or(arg.clone());
        let out = session.run(&arg, &text);
        for e in out.events {
            match e {
                Event::Bound { name, value, ty } => println!("val {name} = {value} : {ty}"),
                Event::Printed(s) => print!("{s}"),
            }
        }
        for d in out.diagnostics {
            eprintln!("{:?} {} {}", d.severity, d.code, d.message);
            for l in d.labels {
                let (line, col) = session.sources.line_column(l.span.source, l.span.start);
                eprintln!(
                    "   {}:{line}:{col} `{}` {}",
                    session.sources.get(l.span.source).name,
                    session.sources.slice(l.span),
                    l.text
                );
            }
            if let Some(h) = d.help {
                eprintln!("   help: {h}");
            }
        }
    }
}

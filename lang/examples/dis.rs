//! temp
use sweepnet_lang::session::{Dialect, Session};
fn main() {
    let mut s = Session::new(Dialect::Sml);
    let n = s.vm.program.funcs.len();
    let t = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    s.run("x", &t);
    for (i, f) in s.vm.program.funcs.iter().enumerate().skip(n) {
        println!(
            "#{i} {} groups {:?} regs {} ptr {:?}",
            f.name,
            f.groups,
            f.registers,
            f.pointers
                .iter()
                .map(|&p| if p { 'P' } else { 'r' })
                .collect::<String>()
        );
        for (j, o) in f.code.iter().enumerate() {
            println!("  {j:3} {o:?}");
        }
    }
}

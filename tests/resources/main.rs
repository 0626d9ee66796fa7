//! Limits limit: whatever a net or a program does, a command ends within `--memory` and
//! `--max-seconds`, and under Ctrl-C and `ulimit -v`, with a sentence and an exit code.
//!
//! Every command runs in a process of its own, below another copy of this test, which has no other
//! child: so the system's figure of the largest child is that of the command. A sample runs by
//! default; `ALL_LIMITS=1 cargo test --test resources` runs every command on every net.

#[cfg(unix)]
mod nets;
#[cfg(unix)]
mod unix;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    return unix::main();
    #[cfg(not(unix))]
    {
        println!("Skipped: the memory of a child process is measured on Unix only.");
        std::process::ExitCode::SUCCESS
    }
}

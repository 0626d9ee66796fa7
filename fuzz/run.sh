#!/bin/sh
# Fuzzes one part of the tool: fuzz/run.sh TARGET [SECONDS] [FOLDER…]
# Targets: lexer, parser, checker, evaluator (the language); nets (YAML), replays (saved runs), models (.cpn), scripts (queries), commands (command lines).
#
# Needs `cargo install cargo-fuzz`. First inputs are the nets, programs and examples of this repository, `fuzz/seeds`, and `tests/corpus`, the inputs that
# failed before; more can be given in folders. An input that crashes, hangs for 10 seconds or needs 2.5 GB is kept in fuzz/artifacts and the run goes on.
# `CORPUS_TARGET=TARGET CORPUS_FILE=FILE cargo test --test corpus -- --nocapture` shows what it does. RUSTC_BOOTSTRAP lets the stable compiler take the
# coverage flags; sanitizers, which need a nightly one, are off. What commands print is dropped, and nothing is on their standard input.
set -eu
target=$1
seconds=${2:-600}
[ $# -lt 2 ] || shift
shift
cd "$(dirname "$0")/.."
root=$(pwd)

first=$root/fuzz/corpus/$target-first
corpus=$root/fuzz/corpus/$target
mkdir -p "$corpus" "$first"

# The programs in the transcripts of tests/lang.
programs() {
    for file in tests/lang/*.sml; do
        awk -v stem="$first/$(basename "$file" .sml)" '
            /^\(\*\*\* / { count += 1; out = stem "-" count; printf "" > out; next }
            /^\(\*=$/ { close(out); out = "" }
            out != "" { print >> out }
        ' "$file"
    done
}

# Files under the name of their folder and their own.
copies() {
    for file in "$@"; do
        cp "$file" "$first/$(basename "$(dirname "$file")")-$(basename "$file")"
    done
}

# The examples of functions in the manual, each an input. `spec` is a sweep there.
examples() {
    spec="val spec = {PM = fn m => IntInf.fromInt (ms_to_col (SLMark.Protocol'Next_Receive 1 m)), GC = 0, Secs = 0, Logfile = NONE};"
    sed -n 's/^| `.*| `\{1,2\}\(.*\) *`\{1,2\} = `.*/\1/p' docs/queries.md | sed 's/`` *$//; s/` *$//' | sed "/spec/s/^/$spec /" |
        split -l 1 -a 3 - "$first/example-"
}

length=2000
words=sml
case $target in
lexer | parser | checker | evaluator) programs ;;
nets) length=8000 words=net && copies nets/*/net.yaml tests/errors/net/*.yaml fuzz/src/entry/small.yaml ;;
replays) length=4000 words=net ;;
models) length=60000 words=cpn ;;
scripts) copies nets/*/queries.sml && examples ;;
commands) words=commands ;;
*) echo "There is no target $target." >&2 && exit 2 ;;
esac
for folder in fuzz/seeds tests/corpus; do
    [ ! -d "$folder/$target" ] || cp -r "$folder/$target/." "$first"
done

RUSTC_BOOTSTRAP=1 exec cargo fuzz run -s none "$target" "$corpus" "$first" "$@" -- \
    -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -close_fd_mask=3 \
    "-dict=$root/fuzz/$words.dict" -max_len="$length" -timeout=10 -rss_limit_mb=2560 -max_total_time="$seconds" </dev/null

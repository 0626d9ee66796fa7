#!/bin/sh
# Fuzzes one part of the language: fuzz/run.sh lexer|parser|checker|evaluator [SECONDS]
#
# Needs `cargo install cargo-fuzz`. The programs of tests/lang are the first inputs. An input that crashes, hangs for 5 seconds or needs 2 GB is kept in
# fuzz/artifacts and the run goes on. RUSTC_BOOTSTRAP lets the stable compiler take the coverage flags; sanitizers, which need a nightly one, are off.
set -eu
target=$1
seconds=${2:-600}
cd "$(dirname "$0")/.."

corpus=fuzz/corpus/$target
mkdir -p "$corpus"
for file in tests/lang/*.sml; do
    awk -v stem="$corpus/$(basename "$file" .sml)" '
        /^\(\*\*\* / { count += 1; out = stem "-" count; printf "" > out; next }
        /^\(\*=$/ { close(out); out = "" }
        out != "" { print >> out }
    ' "$file"
done

RUSTC_BOOTSTRAP=1 exec cargo fuzz run -s none "$target" -- \
    -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
    -dict=fuzz/sml.dict -max_len=2000 -timeout=5 -rss_limit_mb=2048 -max_total_time="$seconds"

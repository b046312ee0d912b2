#!/bin/bash -eu
# Builds the fuzz targets where ClusterFuzzLite runs them.
cd "$SRC/vibeue"
cargo fuzz build --fuzz-dir rust-core/fuzz -O --debug-assertions
built=rust-core/fuzz/target/x86_64-unknown-linux-gnu/release
for source in rust-core/fuzz/fuzz_targets/*.rs; do
	target=$(basename "$source" .rs)
	cp "$built/$target" "$OUT/"
	(cd "rust-core/fuzz/corpus/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
	cp "rust-core/fuzz/dictionaries/$target.dict" "$OUT/"
done

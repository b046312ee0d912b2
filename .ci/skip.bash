#!/usr/bin/env bash
# For the scripts beside this one, which read it: how what cannot be had on a
# machine is left out, and said.

# Says what is left out: here, where GitHub runs it as a warning on the run's
# page, and in the list of `.ci/run`, which ends with it.
skip() {
	printf '!! SKIPPED: %s\n' "$*" >&2
	if [ -n "${GITHUB_ACTIONS-}" ]; then printf '::warning::SKIPPED: %s\n' "$*"; fi
	if [ -n "${VIBEUE_SKIPPED-}" ]; then printf '%s\n' "$*" >>"$VIBEUE_SKIPPED"; fi
}

# The same for all that the script does.
skip_all() {
	skip "$@"
	exit 0
}

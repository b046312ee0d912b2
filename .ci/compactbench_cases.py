"""Judges compactions with CompactBench's cases and checks, without a model.

Usage: compactbench_cases.py VIBEUE BENCHMARKS [SEEDS]

An item counts as held when the check that CompactBench would run on a model's
answer passes on what a model would see: the compacted conversation. Items that
ask for the absence of words are left out, because they judge what a model
proposes and not what it was told. Beside ours there are the newest messages that
fit into as many tokens, and the person's messages with the newest.

The cases are small (250 tokens on average), so they are judged one by one at half
of their tokens, and twenty in a row as one conversation at a fifth.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from compactbench.dsl import DifficultyLevel, parse_template_file
from compactbench.engine import generate_case
from compactbench.engine.errors import GenerationError
from compactbench.scoring.checks import run_check

WAYS = ("ours", "newest", "users")
# A budget of which the compaction aims at the half: see `target_ratio`; nine
# tenths of the window are the budget.
PART_OF_WINDOW = 0.45


def cases(benchmarks, seeds):
    """Every case that the templates make, and how many they refuse to make."""
    made, refused = [], 0
    for path in sorted(benchmarks.glob("public/*/*.yaml")):
        template = parse_template_file(path)
        for level in DifficultyLevel:
            for seed in range(seeds):
                try:
                    made.append(generate_case(template, seed, level))
                except GenerationError:
                    # A template that does not know the level.
                    refused += 1
    return made, refused


def literal(case):
    """The items that can be judged by what is in view."""
    return [item for item in case.evaluation_items if item.expected["check"] != "forbidden_absent"]


class Program:
    """The companion program, on conversations of messages in a folder."""

    def __init__(self, path, folder):
        self.path, self.file = path, Path(folder) / "case.json"

    def run(self, messages, *arguments):
        self.file.write_text(json.dumps(messages))
        command = [self.path, arguments[0], str(self.file), *arguments[1:], "--json"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        # 3: it does not fit, and that is an answer.
        if answer.returncode not in (0, 3):
            sys.exit(f"{' '.join(command)}: {answer.stderr}")
        return json.loads(answer.stdout) if answer.returncode == 0 else None

    def tokens(self, messages):
        return self.run(messages, "count")["tokens"]

    def compacted(self, messages, asked):
        window = str(int(asked / PART_OF_WINDOW))
        options = ("--encoding", "o200k_base", "--window", window, "--reserve", "1", "--force")
        return self.run(messages, "compact", *options)


def text(messages):
    """All that is said; a message may have parts."""
    parts = (message.get("content") or "" for message in messages)
    return "\n".join(
        part if isinstance(part, str) else "\n".join(piece.get("text", "") for piece in part)
        for part in parts
    )


def trivial(messages, costs, room, users):
    """The newest messages that fit; with `users` the person's come first."""
    taken, used = set(), 0
    if users:
        for at in reversed(range(len(messages))):
            if messages[at]["role"] == "user" and used + costs[at] <= room * 0.8:
                taken.add(at)
                used += costs[at]
    for at in reversed(range(len(messages))):
        if at in taken:
            continue
        if used + costs[at] > room:
            break
        taken.add(at)
        used += costs[at]
    return [messages[at] for at in sorted(taken)]


def judge(program, groups, share):
    """Items held by way and type, the sizes reached, and what was refused."""
    held, found, sizes, refused = defaultdict(Counter), Counter(), [], 0
    for group in groups:
        turns = [turn for case in group for turn in case.transcript.turns]
        messages = [{"role": turn.role.value, "content": turn.content} for turn in turns]
        whole = program.tokens(messages)
        asked = max(1, int(share * whole))
        report = program.compacted(messages, asked)
        room = report["tokens_after"] if report else asked
        characters = sum(len(message["content"]) for message in messages)
        costs = [len(it["content"]) * whole / max(1, characters) for it in messages]
        views = {
            # What was refused holds nothing.
            "ours": text(report["messages"]) if report else "",
            "newest": text(trivial(messages, costs, room, users=False)),
            "users": text(trivial(messages, costs, room, users=True)),
        }
        refused += report is None
        sizes.append(room / asked)
        for item in (item for case in group for item in literal(case)):
            found[item.item_type.value] += 1
            for way in WAYS:
                held[way][item.item_type.value] += run_check(item.expected, views[way])
    return held, found, sizes, refused


def print_table(title, result):
    """Prints it, and tells whether ours holds at least as much as the others."""
    held, found, sizes, refused = result
    size = f"size {sum(sizes) / len(sizes):.2f} of asked (worst {max(sizes):.2f})"
    print(f"\n{title}: {sum(found.values())} items, {refused} refused, {size}")
    kinds = sorted(found)
    print("in view  all    " + "  ".join(kinds))
    totals = {way: sum(held[way].values()) / sum(found.values()) for way in WAYS}
    for way, total in totals.items():
        cells = (f"{held[way][kind] / found[kind]:.3f}".ljust(len(kind)) for kind in kinds)
        print(f"{way:7}  {total:.3f}  " + "  ".join(cells).rstrip())
    return totals["ours"] >= max(totals.values())


def main():
    program, benchmarks = sys.argv[1], Path(sys.argv[2])
    seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    made, refused = cases(benchmarks, seeds)
    if not made:
        sys.exit(f"there are no templates in {benchmarks}")
    print(f"CompactBench: {len(made)} cases of {seeds} seeds, {refused} not made by their templates")
    with tempfile.TemporaryDirectory() as folder:
        vibeue = Program(program, folder)
        singles = [[case] for case in made]
        rows = [made[at : at + 20] for at in range(0, len(made), 20)]
        best = [
            print_table("one by one at half of the tokens", judge(vibeue, singles, 0.5)),
            print_table("twenty in a row at a fifth of the tokens", judge(vibeue, rows, 0.2)),
        ]
    if not all(best):
        sys.exit("a trivial rule holds more than the compaction")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the eight rows of performance.md, which are taken out of measurements.md: `performance.py --write`; without
it, performance.py checks that they are the rows that it would write."""
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
MARK = "<!-- performance.py --write -->\n\n"
# What is measured, the section and the beginning of the row there, the columns of attn and of its peer, the unit, and the
# peer, unless the peer's cell names it.
ROWS = [
    ("compiling `#include <attn.hpp>`", "header-cost", "| `<attn.hpp>` | ", 1, None, "s", "`<Eigen/Core>`"),
    ("attention of 64 tokens, width 64", "run-time", "| attention 64,64 | g++ ", 2, 8, "ns", ""),
    ("the same, causal", "run-time", "| attention 64,64 causal | g++ ", 2, 8, "ns", ""),
    ("product 256x256x256", "run-time", "| product 256x256x256 | g++ ", 2, 8, "ns", ""),
    ("multi-head attention, 64 tokens of width 512", "run-time", "| multi-head 64x512 8 heads | g++ ", 2, 8, "ns", ""),
    ("LSTM of 256 units, a step, packed", "run-time", "| LSTM 256x256 | g++ ", 3, 8, "ns", ""),
    ("GPT of 10.8 million parameters, one token, packed", "whole-models", "| GPT of 10.8 M, 1 token | ", 2, 4, "µs", "libtorch"),
    ("loss and gradient of an encoder layer", "derivatives", "| encoder layer, width 64, 16 tokens | ", 2, 5, "µs", "libtorch"),
]


def slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def cells(text: str, section: str, beginning: str) -> list[str]:
    parts = re.split(r"^##+ (.*)\n", text, flags=re.MULTILINE)
    inside = next(body for title, body in zip(parts[1::2], parts[2::2]) if slug(title) == section)
    line = next(line for line in inside.splitlines() if line.startswith(beginning))
    return [cell.strip() for cell in line.strip("|").split("|")]


def table() -> str:
    text = (DOCS / "measurements.md").read_text(encoding="utf-8")
    lines = ["| g++ 12 | attn | peer | attn / peer |", "|---|---:|---:|---:|"]
    for what, section, beginning, own, other, unit, peer in ROWS:
        row = cells(text, section, beginning)
        other_cell = row[other] if other is not None else cells(text, section, f"| {peer} | ")[own]
        time, _, named = other_cell.partition(" ")
        ratio = float(row[own].replace(",", "")) / float(time.replace(",", ""))
        named = re.sub(r" g\+\+$", "", named)
        lines.append(f"| [{what}](measurements.md#{section}) | {row[own]} {unit} | {time} {unit}, {peer or named} | {ratio:.2f} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    page = DOCS / "performance.md"
    text = page.read_text(encoding="utf-8")
    before, after = text.split(MARK)
    wanted = before + MARK + table() + after[after.index("\n\n") + 1:]
    if sys.argv[1:] == ["--write"]:
        page.write_text(wanted, encoding="utf-8")
    elif text != wanted:
        print("performance.py: performance.md has not the rows of measurements.md; run docs/performance.py --write")
        return 1
    print(f"performance.py: {len(ROWS)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())

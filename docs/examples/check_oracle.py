#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Run the oracle on results of attention that are right, in several orders, and on mistakes.

    check_oracle.py PROGRAM      prints what is not as expected; exits with 1 then

The kernel here is Python, whose numbers are rounded to float32 after every operation.
"""
import math
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "oracle.md"
QUERIES, KEYS, FEATURES, VALUES = 16, 24, 32, 8


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def save(path, rows, kind="<f4"):
    """What numpy.save writes, format 1.0."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    letter = {"<f4": "f", "<f8": "d"}[kind]
    numbers = [x for row in rows for x in row]
    Path(path).write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                           struct.pack(f"<{len(numbers)}{letter}", *numbers))


def exact(x):
    return x


def forward(terms, rounded):
    total = 0.0
    for term in terms:
        total = rounded(total + term)
    return total


def reverse(terms, rounded):
    return forward(terms[::-1], rounded)


def pairwise(terms, rounded):
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return rounded(pairwise(terms[:half], rounded) + pairwise(terms[half:], rounded))


def attention(q, k, v, add, rounded, *, causal=False, late_division=False, width=FEATURES,
              over_queries=False, unmasked=False, mask_behind=0):
    """softmax(q k^T / sqrt(width)) v, and ways to compute it wrongly."""
    scale = rounded(1 / rounded(math.sqrt(width)))
    scores = [[rounded(add([rounded(a * b) for a, b in zip(row, other)], rounded) * scale)
               for other in k] for row in q]
    kept = [[not causal or unmasked or j <= i + mask_behind for j in range(len(k))]
            for i in range(len(q))]
    if over_queries:
        columns = [softmax(list(column), add, rounded) for column in zip(*scores)]
        weights = [list(row) for row in zip(*columns)]
    else:
        weights = []
        for row, keep in zip(scores, kept):
            visible = iter(softmax([s for s, seen in zip(row, keep) if seen], add, rounded,
                                   late_division))
            weights.append([next(visible) if seen else 0.0 for seen in keep])
    out = []
    for row in weights:
        sums = [add([rounded(w * x) for w, x in zip(row, column)], rounded) for column in zip(*v)]
        total = add(row, rounded) if late_division else 1.0
        out.append([f32(rounded(x / total)) for x in sums])
    return out


def softmax(row, add, rounded, late_division=False):
    largest = max(row)
    terms = [rounded(math.exp(rounded(x - largest))) for x in row]
    total = 1.0 if late_division else add(terms, rounded)
    return [rounded(x / total) for x in terms]


def main(program):
    draw = random.Random(7)
    def some(rows, columns):
        return [[f32(draw.uniform(-2, 2)) for _ in range(columns)] for _ in range(rows)]
    q, k, v = some(QUERIES, FEATURES), some(KEYS, FEATURES), some(KEYS, VALUES)
    problems = []
    with tempfile.TemporaryDirectory() as directory:
        path = {name: f"{directory}/{name}.npy" for name in ("q", "k", "v", "out")}
        for name, rows in (("q", q), ("k", k), ("v", v)):
            save(path[name], rows)

        def ask(*options, **replaced):
            files = [replaced.get(name, path[name]) for name in path]
            ran = subprocess.run([program, *files, *options], capture_output=True, text=True, check=False)
            return ran.returncode, ran.stdout + ran.stderr

        def expect(what, status, pattern, answer):
            if answer[0] != status or not re.search(pattern, answer[1]):
                problems.append(f"{what}: exit status {answer[0]}, not {status}, or not {pattern}: {answer[1]}")

        for causal in (False, True):
            options = ["--causal"] if causal else []
            for add in (forward, reverse, pairwise):
                for rounded in (f32, exact):
                    for late in (False, True):
                        save(path["out"], attention(q, k, v, add, rounded, causal=causal, late_division=late))
                        expect(f"{add.__name__}, {rounded.__name__}, {causal=}, {late=}", 0,
                               "^yes: rounding explains all 128 elements$", ask(*options))
            for mistake in ({"width": FEATURES + 1}, {"over_queries": True}, {"unmasked": True},
                            {"mask_behind": 1}):
                if not causal and ("unmasked" in mistake or "mask_behind" in mistake):
                    continue
                save(path["out"], attention(q, k, v, reverse, f32, causal=causal, **mistake))
                expect(f"{mistake}, {causal=}", 1,
                       r"^no: at \(query \d+, value \d+\): is \S+; not within \S+ to \S+; beyond \S+; "
                       r"\d+ of 128 elements leave$", ask(*options))
        said = ""
        for mistake in {}, {"width": FEATURES + 1}, {"unmasked": True}:
            save(path["out"], attention(q, k, v, reverse, f32, causal=True, **mistake))
            said += ask("--causal")[1]
        if said not in re.sub(r"\n {4}", " ", PAGE.read_text(encoding="utf-8")):  # a long line goes on on the next
            problems.append(f"{PAGE} does not show what is said now:\n{said}")
        right = attention(q, k, v, reverse, f32)
        wrong = [row[:] for row in right]
        wrong[11][5] = f32(wrong[11][5] + 1e-4)
        save(path["out"], wrong)
        expect("one element", 1, r"^no: at \(query 11, value 5\): .*; 1 of 128 elements leave$", ask())
        wrong[11][5] = math.nan
        save(path["out"], wrong)
        expect("NaN", 1, r"^no: at \(query 11, value 5\): may be nan", ask())
        save(path["out"], right)
        expect("another shape", 2, r"v.npy: the tensor is F32 \(query 16, feature 32\), the file has .*\(24, 8\)",
               ask(q=path["v"]))
        expect("no file", 2, "cannot open nowhere.npy: No such file", ask(k="nowhere.npy"))
        expect("another option", 2, r"^oracle q.npy k.npy v.npy out.npy \[--causal\]$", ask("--causally"))
        save(path["out"], right, "<f8")
        expect("float64", 2, r"the file has F64 \(16, 8\), which would be rounded", ask())
    print("\n".join(problems) or "the oracle is right about right results, and about mistakes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

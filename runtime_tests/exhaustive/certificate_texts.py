#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Certificates as text: docs/check_certificate.py accepts all that a program prints, and refuses each that is false.

    certificate_texts.py PROGRAM N

PROGRAM N prints N certificates. Each is checked as it is, and again with one thing changed that makes it false.
Others are forged as a whole.
"""
import math
import random
import subprocess
import sys
from fractions import Fraction as Q
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
from check_certificate import certificates, number, refusal  # noqa: E402


def moved(text, by):
    x = number(text) + by
    return f"{x.numerator}:{1 - x.denominator.bit_length()}"


def claim(words, _):
    words[3] = moved(words[3], Q(1, 2**18))


def plane_above(words, width):
    words[14] = moved(words[14], width)


def plane_below(words, width):
    words[17] = moved(words[17], -width)


def own_operand(words, _):
    words[3] = words[1]


def no_rounding(words, _):
    words[11] = "0:0"


def narrow_range(words, width):
    width = max(width, Q(1, 2**100))  # what is computed of 0 may be narrower than stated
    words[18], words[19] = moved(words[18], width), moved(words[19], -width)


def another_factor(words, _):
    words[8] = moved(words[8], Q(1, 2**10))


def another_scale(words, _):
    words[9] = moved(words[9], number(words[9]))


def less_rounding(words, _):
    words[11] = moved(words[11], -number(words[11]) / 16)


def shorter_row(words, _):
    words[6] = str(int(words[6]) - 1)


ROWS = {"average", "integers", "normalized", "weight"}
ALL = ROWS | {"linear", "product", "square", "exp", "root_of_inverse", "positive_part", "sigmoid", "tanh"}
CHANGES = {  # what is changed, and of which steps
    claim: {"exceeds"}, plane_above: ALL, plane_below: ALL, own_operand: ALL,
    no_rounding: ROWS, shorter_row: ROWS, narrow_range: {"exp", "weight", "root_of_inverse", "sigmoid", "tanh"},
    another_factor: {"linear"}, another_scale: {"integers"}, less_rounding: {"integers"},
}


def tampered(lines, source):
    while True:
        change = source.choice(list(CHANGES))
        places = [i for i, line in enumerate(lines[2:], 2) if CHANGES[change] & set(line.split()[:3])]
        if places:
            break
    at = source.choice(places)
    words = lines[at].split()
    width = Q(1)
    if words[0] == "step":
        width = number(words[19]) - number(words[18])
        width = Q(2) ** (math.frexp(float(width))[1] - 3) if width > 0 else Q(1, 2**10)
    change(words, width)
    return lines[:at] + [" ".join(words)] + lines[at + 1:], change.__name__


def step(number, kind, a="-", b="-", high="0:0", low="0:0", **other):
    planes = other.get("planes", f"0:0 0:0 {low} 0:0 0:0 {high}")
    factors, row, rounding = other.get("factors", "0:0 0:0 0:0"), other.get("row", "- 0"), other.get("rounding", "0:0")
    return f"step {number} {kind} {a} {b} {row} 0 {factors} {rounding} {planes} {low} {high}"


def norm(size, eps):
    """Of two numbers from 0 to 2^size, of which one is divided by their root mean square, with eps / 2."""
    number, square, total = f"1:{size}", f"1:{2 * size}", f"1:{max(2 * size, int(eps[2:])) + 2}"
    both = {"planes": "1:0 1:0 0:0 1:0 1:0 0:0", "factors": "1:0 1:0 0:0", "high": total}
    return [
        step(0, "range", high=number), step(1, "range", high=number), step(2, "range", low=eps, high=eps),
        step(3, "square", 0, high=square), step(4, "square", 1, high=square),
        step(5, "linear", 3, 4, **both), step(6, "linear", 5, 2, low=eps, **both),
        step(7, "root_of_inverse", 6, factors="0:0 0:0 2:0", high="1:200"),
        step(8, "normalized", 0, 7, row="0 2", rounding="1:0", low="-2:0", high="2:0",
             planes="0:0 0:0 -1:0 0:0 0:0 1:500"),
        step(9, "range"), "exceeds 8 9 -1:0"]


COPY = {"planes": "1:0 0:0 0:0 1:0 0:0 0:0", "factors": "1:0 0:0 0:0"}
FORGED = [  # the first is in order
    norm(0, "1:-10"),
    norm(100, "1:-10"),  # the squares are infinite
    norm(-100, "1:-200"),  # … or 0
    [step(-1, "range", low="-5:0", high="5:0"), step(0, "linear", -1, low="-5:0", high="5:0", **COPY),
     step(1, "range"), "exceeds 0 1 0:0"],
    [step(0, "range", low="-3:0", high="-2:0"), "exceeds 0 0 2:0"],
    # tanh is above its chord from 1 to 3
    [step(0, "range", low="1:0", high="3:0"),
     step(1, "tanh", 0, high="1:0", planes="0:0 0:0 0:0 478:-12 0:0 43254:-16"), step(2, "range"), "exceeds 1 2 -1:0"],
]


def main(program, wanted):
    text = subprocess.run([program, wanted], capture_output=True, text=True, check=True).stdout
    source, wrong, done, count = random.Random(1), 0, {}, 0
    for lines in certificates(text):
        count += 1
        why = refusal(lines)
        if why is not None:
            print(f"certificate {count} is refused: {why}")
            wrong += 1
        other, what = tampered(lines, source)
        done[what] = done.get(what, 0) + 1
        if refusal(other) is None:
            print(f"certificate {count} is accepted after {what}")
            wrong += 1
    forged = [refusal(["attn certificate 1", "digits 24 inputs 2", *lines]) for lines in FORGED]
    wrong += forged[0] is not None or None in forged[1:]
    large = subprocess.run([program, "0"], capture_output=True, text=True, check=True).stdout
    wrong += ["no operands" in str(refusal(lines)) for lines in certificates(large)] != [True]
    print(f"{count} certificates; {count} false ones: {done}; {wrong} mistakes")
    return 0 if count == int(wanted) and len(done) == len(CHANGES) and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes elementary_more.hpp of this folder, log1p and pow: arguments chosen to be hard, and the
correctly rounded results, computed by mpmath with 400 bits: `generate_more.py`. The header is
committed; nothing needs mpmath to build or to test."""
import math
import random
import struct

import mpmath

import generate

FORMATS = {"float32": (24, -149, 128), "float64": (53, -1074, 1024)}
POINTS = 200  # of each function in each format
CANDIDATES = 4000  # of which those are taken whose results are the hardest to round
mpmath.mp.prec = 400


def in_steps(exact, bits):
    """An mpf in steps of the format at its size: (the number of steps, the step's exponent)."""
    digits, lowest, _ = FORMATS[bits]
    step = max(int(mpmath.floor(mpmath.log(abs(exact), 2))) - digits + 1, lowest)
    return mpmath.ldexp(exact, -step), step


def rounded(exact, bits):
    """An mpf, correctly rounded to the format, as a Python float."""
    if exact == 0:
        return 0.0
    steps, step = in_steps(exact, bits)
    steps = int(mpmath.nint(steps))  # to even
    if abs(steps).bit_length() + step > FORMATS[bits][2]:
        return math.copysign(math.inf, steps)
    return math.ldexp(steps, step)


def from_bits(word, bits):
    form = "<If" if bits == "float32" else "<Qd"
    return struct.unpack("<" + form[2], struct.pack(form[:2], word))[0]


def neighbours(x, bits, count):
    """x rounded, and the numbers of the format around it."""
    form, size = ("<I", "<f") if bits == "float32" else ("<Q", "<d")
    word = struct.unpack(form, struct.pack(size, rounded(mpmath.mpf(x), bits)))[0]
    return [from_bits(word + i, bits) for i in range(-count, count + 1)]


def hardest(candidates, function, bits, count):
    """Those whose results are nearest to the middle between two numbers: of equal right."""
    def distance(arguments):
        exact = function(*map(mpmath.mpf, arguments))
        if exact == 0:
            return 1
        steps, _ = in_steps(exact, bits)
        return abs(steps - mpmath.floor(steps) - mpmath.mpf("0.5"))
    return sorted(candidates, key=distance)[:count]


def log1p_points(bits, source):
    digits, lowest, highest = FORMATS[bits]
    root = mpmath.sqrt(2)
    top = (2.0 - 2.0**(1 - digits)) * 2.0**(highest - 1)
    points = [0.0, -0.0, -1.0, math.inf, 2.0**lowest, -2.0**lowest, top, 1.0, -0.5]
    points += neighbours(-1, bits, 1)[:1] + neighbours(2.0**(lowest + digits - 1), bits, 1)
    for exponent in (1, 2, digits - 2, digits - 1, digits, digits + 1, 2 * digits):
        points += [s * x for s in (1, -1) for x in neighbours(2.0**-exponent, bits, 1)]
        points += neighbours(2.0**exponent, bits, 1)
    for edge in (root - 1, 1 / root - 1, 2 * root - 1, root / 4 - 1):  # where log changes its exponent
        points += neighbours(edge, bits, 2)
    candidates = []
    for _ in range(CANDIDATES):
        kind = source.random()
        if kind < 0.4:
            x = source.uniform(-0.5, 1.0)
        elif kind < 0.6:
            x = source.choice((-1, 1)) * 2.0**source.uniform(-digits - 2, 0)
        elif kind < 0.8:
            x = 2.0**source.uniform(-digits, highest - 1)
        else:
            x = 2.0**-source.uniform(0, digits) - 1
        x = rounded(mpmath.mpf(x), bits)
        if x > -1:
            candidates.append((x,))
    found = hardest(candidates, mpmath.log1p, bits, POINTS - len(points))
    return [(x,) for x in points] + found


def pow_points(bits, source):
    digits, lowest, highest = FORMATS[bits]
    points = [(10.0, float(n)) for n in range(-5, 12)]
    points += [(3.0, 5.0), (-3.0, 5.0), (-3.0, -4.0), (2.0, 0.5), (1e4, 0.25), (1.5, 20.0)]
    points += [(2.0, float(n)) for n in (highest - 1, highest, lowest, lowest - 1)]
    points += [(-2.0, float(n)) for n in (highest - 1, lowest)]
    low, high = 2.0**lowest, (2.0 - 2.0**(1 - digits)) * 2.0**(highest - 1)
    points += [(x, y) for x in (low, high) for y in (1.0, -1.0, 0.5, -0.5, 1 / 128)]
    # Next to 1 the exponent is large; next to the ends of the range the result is.
    for x in neighbours(1, bits, 2):
        points += [(x, y) for y in (2.0**(digits - 2), 1.5 * 2.0**(digits + 2))]
    for x in (3.0, 0.3, 1.0625):
        for end in (mpmath.mpf(2)**highest, mpmath.mpf(2)**(lowest - 1)):
            x = rounded(mpmath.mpf(x), bits)
            points += [(x, y) for y in neighbours(mpmath.log(end) / mpmath.log(x), bits, 1)]
    candidates = []
    for _ in range(CANDIDATES):
        kind = source.random()
        x = 2.0**(source.uniform(-1, 1) if kind < 0.6 else source.uniform(lowest, highest - 1))
        x = rounded(mpmath.mpf(x), bits)
        if x == 0 or x == 1:
            continue
        result = source.uniform(lowest, highest) if kind < 0.8 else source.uniform(-1, 1)
        y = rounded(result / mpmath.log(x, 2), bits)
        if kind >= 0.95:
            x, y = -x, float(source.randint(-15, 15))
        if y == 0:
            continue
        if rounded(mpmath.power(mpmath.mpf(x), mpmath.mpf(y)), bits) not in (0, math.inf, -math.inf):
            candidates.append((x, y))
    return points + hardest(candidates, mpmath.power, bits, POINTS - len(points))


def log1p(x):
    if x in (0, -1, math.inf):  # -0 too
        return {0: x, -1: -math.inf, math.inf: x}[x]
    return mpmath.log1p(mpmath.mpf(x))


def literal(x, bits):
    digits, _, exponent = x.hex().partition("p")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return generate.literal(digits + ("p" + exponent if exponent else ""), bits)


def case(name, points_of, function):
    made = []
    for bits in FORMATS:
        rows = []
        for arguments in points_of(bits, random.Random(name + bits)):
            exact = function(*arguments)
            result = exact if isinstance(exact, float) else rounded(exact, bits)
            rows.append([literal(x, bits) for x in (*arguments, result)])
        made.append(generate.points(bits, rows))
    return generate.namespace(name, made)


def main():
    generate.write("elementary_more", "generate_more.py", case("log1p", log1p_points, log1p) + case(
        "pow", pow_points, lambda x, y: mpmath.power(mpmath.mpf(x), mpmath.mpf(y))))


if __name__ == "__main__":
    main()

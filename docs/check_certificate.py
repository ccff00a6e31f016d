#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check certificates that `certify(f, x, eps, linear_relaxation).write<axis>(out)` has written, without attn.

    check_certificate.py FILE    checks every certificate of the file; exits with 1 if one is refused

A certificate lists the steps of a computation in float: what each computes, how its result is rounded, its range,
and two planes over its operands between which it is. In exact rational arithmetic, it is shown of every step that the
result is between the planes for all operands within their ranges, rounding included, and within its range: by the
operands' ranges, or by the planes, followed back to the inputs. For every claim `exceeds a b bound` it is shown that
a - b is no smaller than the bound, by the planes. A range without operands is a premise: an input, or a constant.

Three facts about arithmetic are used: + - * are rounded to nearest; exp, sigmoid and tanh are off by at most one last
place, exp on its side of 1; and whole rows (softmax, norms, averages, integers) round as it is derived below.
"""
import math
import struct
import sys
from fractions import Fraction as Q
from functools import lru_cache
from pathlib import Path

U, LEAST = Q(1, 2**24), Q(1, 2**149)  # half a last place, relatively, and the smallest float
S_SHAPED = {"sigmoid": (0, 1), "tanh": (-1, 1)}  # and between which numbers they are
ROUNDS = ["linear", "product", "square", "exp", "inverse", "positive_part", *S_SHAPED]
ROWS = ["weight", "average", "normalized", "integers"]

def demand(condition, *why):
    if not condition:
        raise ValueError(" ".join(map(str, why)))

def number(text):
    m, e = text.split(":")
    return Q(int(m)) * Q(2) ** int(e)

def is_float(x):
    return abs(x) < 2**127 and Q(struct.unpack("f", struct.pack("f", float(x)))[0]) == x

@lru_cache(maxsize=4096)
def exp_bounds(x):
    """Two numbers, 2^-100 apart or so, between which e^x is."""
    if x < 0:
        low, high = exp_bounds(-x)
        return 1 / high, 1 / low
    demand(x < 1000, "exp of a large number")
    halvings, one = math.floor(x).bit_length() + 8, 1 << 180
    below = math.floor(x * one / 2**halvings)
    low = high = small = large = one
    for n in range(1, 30):
        small = small * below // (one * n)
        large = large * (below + 1) // (one * n) + 1
        low, high = low + small, high + large
    high += 2 * large  # the rest of the series
    for _ in range(halvings):
        low, high = low * low // one, high * high // one + 1
    return Q(low, one), Q(high, one)

def sqrt_bounds(x):
    root = math.isqrt(math.floor(x * 2**400))
    return Q(root, 2**200), Q(root + 1, 2**200)

class Step:
    def __init__(self, words):
        demand(len(words) == 20, "a step has 20 words")
        self.a, self.b, self.first = (None if w == "-" else int(w) for w in words[3:6])
        self.kind, self.count, self.places = words[2], int(words[6]), int(words[7])
        values = [number(w) for w in words[8:]]
        self.of_a, self.of_b, self.constant, self.rounding = values[:4]
        self.planes, (self.low, self.high) = (values[4:7], values[7:10]), values[10:]

class Certificate:
    def __init__(self, lines):
        demand(lines[0] == "attn certificate 1", "not a certificate")
        demand(lines[1].startswith("digits 24 "), "not of float")
        self.steps, self.claims = {}, []
        for line in lines[2:]:
            words = line.split()
            if words[0] == "step":
                demand(int(words[1]) >= 0 and int(words[1]) not in self.steps, "two steps have one number")
                self.steps[int(words[1])] = Step(words)
            else:
                demand(words[0] == "exceeds" and len(words) == 4, "an unknown line")
                self.claims.append((int(words[1]), int(words[2]), number(words[3])))
        demand(self.claims, "nothing is claimed")
        for i in sorted(self.steps):
            self.check_step(i, self.steps[i])
        for a, b, bound in self.claims:
            demand(a != b and self.below({a: Q(1), b: Q(-1)}) >= bound, f"{a} does not exceed {b} by that")

    def below(self, weights):
        """The least that the sum of weights times results can be, by the planes."""
        total, weights = Q(0), dict(weights)
        for i in range(max(weights), -1, -1):
            if (w := weights.pop(i, 0)) == 0:
                continue
            s = self.steps[i]
            plane = (0, 0, s.low if w > 0 else s.high) if s.kind == "range" else s.planes[w < 0]
            total += w * plane[2]
            for operand, factor in zip((s.a, s.b), plane):
                if operand is not None:
                    weights[operand] = weights.get(operand, 0) + w * factor
        return total

    def check_step(self, i, s):
        demand(s.low <= s.high and s.rounding >= 0, "an empty range")
        demand(s.places == 0 or s.kind in ROUNDS, "no rule for", s.kind)
        demand(s.places == 0 or (is_float(s.low) and is_float(s.high)), "not rounded to float")
        if s.kind == "range":
            return demand(s.a is s.b is None, "a range with operands")
        two = s.kind in ("product", "normalized") or (s.kind == "linear" and s.b is not None)
        numbers = (s.a, s.b) if two else (s.a,)
        demand(s.a is not None, "no operands: its numbers are too large, or not known")
        demand((two or s.b is None) and all(k in self.steps and k < i for k in numbers), "not of earlier steps")
        operands = [self.steps[k] for k in numbers]
        if s.kind in ("linear", "centered", "average", "integers"):
            low, high = self.linear(s, operands)
        elif two:
            low, high = self.product(s, *operands)
        else:
            low, high = (self.s_shaped if s.kind in S_SHAPED else self.function)(s, operands[0])
            demand(s.planes[0][1] == s.planes[1][1] == 0, "a plane over two operands")
        least = self.row_error(i, s, low, high) if s.kind in ROWS else Q(0)
        if s.places > 0:  # one operation; of functions one last place, also of the results at the ends
            last = lambda x: max(U * abs(x), LEAST / 2)
            least = max(map(last, (s.low, s.high, low, high)))
            if s.kind == "exp" or s.kind in S_SHAPED:
                x, least = operands[0], 2 * least
                ends = S_SHAPED.get(s.kind, (int(x.low >= 0), 1 if x.high <= 0 else 2**127))
                low, high = max(low - 2 * last(low), ends[0]), min(high + 2 * last(high), ends[1])
        else:
            low, high = low - least, high + least
        demand(s.rounding >= least, "more is rounded")
        demand(s.low <= low or self.below({i: Q(1)}) >= s.low, "the result may be smaller")
        demand(s.high >= high or -self.below({i: Q(-1)}) <= s.high, "the result may be larger")

    def linear(self, s, operands):
        factors = (s.of_a, s.of_b)[:len(operands)]
        for plane, sign in zip(s.planes, (-1, 1)):
            demand(tuple(plane[:len(factors)]) == factors, "another plane")
            demand(sign * plane[2] >= sign * s.constant + s.rounding, "not on its side of a plane")
        ends = [sorted((f * x.low, f * x.high)) for f, x in zip(factors, operands)]
        return s.constant + sum(e[0] for e in ends), s.constant + sum(e[1] for e in ends)

    def product(self, s, a, b):
        corners = [(x, y, x * y) for x in (a.low, a.high) for y in (b.low, b.high)]
        (p, q, c), (r, t, d) = s.planes  # x y less a plane is extreme at corners
        demand(all(v - s.rounding >= p * x + q * y + c for x, y, v in corners), "not above a plane")
        demand(all(v + s.rounding <= r * x + t * y + d for x, y, v in corners), "not below a plane")
        low, high = min(v for _, _, v in corners), max(v for _, _, v in corners)
        if s.kind == "normalized":  # c_i / sqrt(mean of c^2 + ..) is at most sqrt(n)
            low, high = (max(min(x, sqrt_bounds(Q(s.count))[1]), -sqrt_bounds(Q(s.count))[1]) for x in (low, high))
        return low, high

    def function(self, s, a):
        """A convex function f: below a chord if both ends are, above m x + v if the least f(x) - m x is at least v."""
        (m, _, c), (chord, _, d), ends, n, v = *s.planes, (a.low, a.high), s.constant, s.planes[0][2] + s.rounding
        rules = {  # f, and whether m x + v is below it
            "square": (lambda x: (x * x, x * x), lambda: 4 * v <= -m * m),
            "exp": (exp_bounds, lambda: exp_bounds(1 - v / m)[0] >= m > 0 if m != 0 else v <= 0),
            "inverse": (lambda x: (1 / x, 1 / x), lambda: a.low > 0 >= m and v * abs(v) <= -4 * m),
            "root_of_inverse": (lambda x: sqrt_bounds(n / x), lambda: a.low > 0 >= m and 4 * v**3 <= -27 * n * m),
            "positive_part": (lambda x: (max(x, Q(0)),) * 2, lambda: v <= 0 <= m <= 1),
        }
        demand(s.kind in [*rules, "weight"], "no rule for", s.kind)
        value, above = rules["inverse" if s.kind == "weight" else s.kind]
        demand(above(), "not above a plane")
        demand(all(value(x)[1] + s.rounding <= chord * x + d for x in ends), "not below a plane")
        low, high = min(value(x)[0] for x in ends), max(value(x)[1] for x in ends)
        return (Q(0) if s.kind == "square" and a.low < 0 < a.high else low), high

    def s_shaped(self, s, a):
        """f(x) = k sigmoid(k x) + 1 - k: below 0 under a chord, above 0 under a tangent, and f(-x) = 2 - k - f(x)."""
        k, (below, _, c), (above, _, d) = (2 if s.kind == "tanh" else 1), *s.planes
        value = lambda x: [k / (1 + e) + 1 - k for e in reversed(exp_bounds(-k * x))]
        for m, c, low, high in ((below, 2 - k - c, -a.high, -a.low), (above, d, a.low, a.high)):
            points = [(x, value(x)[1]) for x in (low, min(high, max(low, Q(0))))]
            if high > 0:  # any tangent will do: at p, of slope m or next to it
                low, q = max(low, Q(0)), 4 * m / k**2
                p = high if q < Q(1, 2**900) else Q(2 * math.log((1 + math.sqrt(1 - min(q, 1))) / math.sqrt(q))) / k
                p = min(max(p, low), high)
                slopes = [k * k * e / (1 + e) ** 2 for e in (min(x, Q(1)) for x in exp_bounds(-k * p))]
                points += [(x, value(p)[1] + slope * (x - p)) for x in (low, high) for slope in slopes]
            demand(all(y + s.rounding <= m * x + c for x, y in points), "not within a plane")
        return value(a.low)[0], value(a.high)[1]

    def sum_of(self, i, row=()):
        """A step as a sum through exact linear steps: factors of others, or of the steps of a row, and a constant."""
        factors, constant, todo = {}, Q(0), {i: Q(1)}
        while todo:
            i = max(todo)
            w, s = todo.pop(i), self.steps[i]
            if i in row or s.kind not in ("linear", "centered") or s.rounding != 0:
                factors[i] = w
                continue
            for operand, factor in ((s.a, s.of_a), (s.b, s.of_b)):
                if operand is not None:
                    todo[operand] = todo.get(operand, Q(0)) + w * factor
            constant += w * s.constant
        return {i: w for i, w in factors.items() if w != 0}, constant

    def row_error(self, i, s, low, high):
        """What a row rounds. n numbers pass through at most h additions: 16 partial sums, which are added."""
        row, h = range(s.first, s.first + s.count), (s.count + 16) // 16 + 4
        if s.kind == "weight":
            # exp(x_j - m) is off by u |x_j - m| and by 2 u, their sum by h u more, 1 / sum and the product by u.
            demand(self.scores(s)[2] < 2**16, "scores too far from each other")
            return high * (2 * self.scores(s)[2] + h + 8) * U + 8 * LEAST
        largest = max(max(-self.steps[k].low, self.steps[k].high) for k in row)
        demand(largest < (2**50 if s.kind == "normalized" else 2**120), "an overflow")
        if s.kind == "integers":
            return self.integer_error(i, s, row, largest)
        if s.kind == "average":
            self.check_average(s, row)
            # The weights sum to 1 within (h + 3) u, and products and their sum are off by n u.
            return largest * (s.count + h + 4) * 2 * U + 2 * s.count * LEAST
        # The mean is off by (h + 2) u, a difference by 2 u; squares, their mean, root, quotient and product.
        scale = self.check_norm(s, row)
        off = largest * (h + 5) * U + 2 * LEAST if s.of_a == 1 else Q(0)
        demand(scale * off < Q(1, 4), "a mean that is too far off")
        return max(-low, high) * (h + 8) * U + scale * off * (1 + sqrt_bounds(Q(s.count))[1]) + LEAST

    def scores(self, s):
        """Of a weight 1 / (1 + sum of exp(x_j - x_i)): x_i, all x_j, and how far they are from each other."""
        factors, constant = self.sum_of(s.a)
        demand(constant == 1 and len(factors) == s.count, "not the sum of a softmax")
        pairs, ends = set(), [Q(0)]
        for e, factor in ((self.steps[i], f) for i, f in factors.items()):
            demand(factor == 1 and e.kind == "exp" and e.places == 0, "not a sum of exp")
            demand(s.first <= e.a < s.first + s.count, "exp of another row")
            d = self.steps[e.a]
            demand(d.kind == "linear" and d.rounding == d.constant == 0 and {d.of_a, d.of_b} == {1, -1}, "a stray exp")
            pairs.add((d.b, d.a) if d.of_a == 1 else (d.a, d.b))
            ends += [d.low, d.high]
        (own,), others = {i for i, _ in pairs}, {j for _, j in pairs}  # or x_i is not one
        demand(len(others | {own}) == s.count + 1, "an x_j twice")
        return own, others | {own}, max(ends) - min(ends)

    def check_average(self, s, row):
        """c + sum of w_k (v_k - c), of the weights of one softmax, which sum to 1, and each v_k of the row."""
        factors, constant = self.sum_of(s.a)
        demand(s.of_a == 1 and constant == 0 and set(factors.values()) == {1}, "not an average")
        own, of_row, values = [], None, set()
        for p in map(self.steps.get, factors):
            demand(p.kind == "product" and p.places == 0, "not a sum of products")
            v = next((self.steps[k] for k in (p.b, p.a) if self.steps[k].kind == "centered"), None)
            w = self.steps[p.a if self.steps[p.b] is v else p.b]
            demand(v is not None and v.of_a == 1 and v.constant == -s.constant, "not v_k - c")
            demand(v.rounding == 0 and v.a in row, "a value of another row")
            values.add(v.a)
            if w.kind == "linear" and w.of_a == w.constant == w.rounding == 0 and w.b is None:
                continue  # the weight of a masked score
            demand(w.kind == "weight" and of_row in (None, self.scores(w)[1]), "not a weight of the row")
            x, of_row, _ = self.scores(w)
            own.append(x)
        demand(len(values) == len(factors) == s.count, "a value twice")
        demand(of_row == set(own) and len(own) == len(of_row), "not all weights of the row")

    def integer_error(self, i, s, row, largest):
        """(sum of v_k w_k) c d, for factors w_k d: v_k is x_k / c to nearest, c = max|x_k| / 127, both int8."""
        factors, constant = self.sum_of(s.a, row)
        demand(s.of_a == 1 and constant == s.constant == 0 and s.of_b > 0 and is_float(s.of_b), "not a scale")
        demand(set(factors) <= set(row) and row.stop <= i and s.count <= 2**17, "not a sum of a row before")
        demand(all((f / s.of_b).denominator == 1 and abs(f) <= 128 * s.of_b for f in factors.values()), "not int8")
        size, c = sum(map(abs, factors.values())), largest * (1 + U) / 127 + LEAST
        demand(size * 127 * c * max(1, 1 / s.of_b) < 2**127, "an overflow")
        # c v_k is off by c / 2, 127 roundings of c and the quotient, 127 LEAST / 2 if c is subnormal; y by 3 roundings.
        return size * (c * (Q(1, 2) + Q(1, 2**15) + 508 * U) + 70 * LEAST) + (s.of_b + 1) * LEAST

    def check_norm(self, s, row):
        """c_i sqrt(n / (sum of c_j^2 + ..)), c_i = n x_i - the sum of x, or x_i; what differences are scaled by."""
        n, root = s.count, self.steps[s.b]
        demand(root.kind == "root_of_inverse" and root.constant == n and root.rounding == 0, "not of a norm")
        factors, more = self.sum_of(root.a)
        terms = [(self.steps[i], f) for i, f in factors.items()]
        constants = [min(f * x.low, f * x.high) for x, f in terms if x.kind == "range"]
        squared = {x.a for x, f in terms if x.kind == "square" and f == 1 and x.rounding == 0}
        demand(len(squared) + len(constants) == len(terms), "not a sum of squares")
        eps, centers = (more + sum(constants)) / (n**3 if s.of_a == 1 else n), {}
        for i in squared | {s.a}:
            own, other = (n - 1, -1) if s.of_a == 1 else (1, 0)
            wanted = [({k: own if k == j else other for k in row if k == j or other}, 0) for j in row]
            centers[i] = wanted.index(self.sum_of(i, row))  # or it is no difference from the mean
        demand(len(squared) == len({centers[i] for i in squared}) == n, "not all squares")
        demand(Q(1, 2**60) <= eps < 2**60, "eps too small or too large")
        return root.high * n

def certificates(text):
    parts = [part.splitlines() for part in text.split("\nend\n")]
    return parts[:-1] + ([parts[-1] + ["cut off"]] if parts[-1] else [])

def refusal(lines):
    try:  # why a certificate is refused, or None
        Certificate(lines)
    except (ValueError, IndexError, KeyError, TypeError, ArithmeticError) as why:
        return str(why) or "unreadable"

if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="ascii") if len(sys.argv) == 2 else sys.exit(__doc__)
    found = [refusal(lines) for lines in certificates(text)]
    print("\n".join("accepted" if why is None else f"refused: {why}" for why in found))
    sys.exit(not found or any(found))

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes numbers.hpp, what the models of this directory must compute: `numbers.py > numbers.hpp`.

Written down a second time, in plain Python and double precision, from the formulas alone: nothing here
comes from the library, not the numbers that the parameters are made of either. Takes some seconds."""
import math

MASK = (1 << 64) - 1


def s24(seed, *shape):
    """SplitMix64 on a grid of 24 bits in [-1, 1), row-major, as nested lists."""
    def number(i):
        s = (seed + (i + 1) * 0x9E3779B97F4A7C15) & MASK
        s = ((s ^ (s >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        s = ((s ^ (s >> 27)) * 0x94D049BB133111EB) & MASK
        return (((s ^ (s >> 31)) >> 40) - 2**23) / 2**23

    def nested(first, sizes):
        if not sizes:
            return number(first)
        inner = math.prod(sizes[1:])
        return [nested(first + i * inner, sizes[1:]) for i in range(sizes[0])]
    return nested(0, shape)


def times(x, factor):
    return [times(e, factor) for e in x] if isinstance(x, list) else x * factor


def transposed(x):
    return [list(column) for column in zip(*x)]


def product(a, b):
    columns = transposed(b)
    return [[math.fsum(map(float.__mul__, row, column)) for column in columns] for row in a]


def plus(a, b):
    return [[x + y for x, y in zip(r, s)] for r, s in zip(a, b)]


def softmax(row):
    largest = max(row)
    e = [math.exp(x - largest) for x in row]
    return [x / math.fsum(e) for x in e]


def attention(q, k, v, causal=False):
    """One head, scaled."""
    out = []
    for i, row in enumerate(q):
        seen = i + 1 if causal else len(k)
        scores = [math.fsum(map(float.__mul__, row, k[j])) / math.sqrt(len(row)) for j in range(seen)]
        out.append(product([softmax(scores)], v[:seen])[0])
    return out


def heads(q, k, v, count, causal=False):
    """Slices of the width, each by itself, side by side."""
    wide = len(q[0]) // count
    def cut(x, h):
        return [row[h * wide:(h + 1) * wide] for row in x]
    found = [attention(cut(q, h), cut(k, h), cut(v, h), causal) for h in range(count)]
    return [sum((found[h][i] for h in range(count)), []) for i in range(len(q))]


def layer_norm(x, gain, bias):
    out = []
    for row in x:
        mean = math.fsum(row) / len(row)
        variance = math.fsum((e - mean) ** 2 for e in row) / len(row)
        share = 1 / math.sqrt(variance + 1e-5)
        out.append([(e - mean) * share * g + b for e, g, b in zip(row, gain, bias)])
    return out


def gelu_tanh(x):
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


class Parameters:
    """Tensor i has seed + i."""
    def __init__(self, seed, scale):
        self.seed, self.scale = seed, scale

    def __call__(self, *shape):
        self.seed += 1
        return times(s24(self.seed - 1, *shape), self.scale)


class Layer:
    """An encoder layer; layout "io": weights are (in, out), "oi": (out, in)."""
    def __init__(self, p, width, inner, count, layout, activation, pre_norm):
        def linear(i, o):
            weight = p(i, o) if layout == "io" else transposed(p(o, i))
            return weight, p(o)
        self.q, self.k, self.v, self.o = [linear(width, width) for _ in range(4)]
        self.first, self.second = linear(width, inner), linear(inner, width)
        self.norms = [(p(width), p(width)) for _ in range(2)]
        self.count, self.activation, self.pre_norm = count, activation, pre_norm

    def __call__(self, x, causal=False):
        def through(rows, linear):
            return plus(product(rows, linear[0]), [linear[1]] * len(rows))

        def attend(rows):
            mixed = heads(through(rows, self.q), through(rows, self.k), through(rows, self.v),
                          self.count, causal)
            return through(mixed, self.o)

        def feed_forward(rows):
            inner = [[self.activation(e) for e in row] for row in through(rows, self.first)]
            return through(inner, self.second)

        for part, norm in zip((attend, feed_forward), self.norms):
            if self.pre_norm:
                x = plus(x, part(layer_norm(x, *norm)))
            else:
                x = layer_norm(plus(x, part(x)), *norm)
        return x


def multi_head_768():
    x = times(s24(1, 3, 768), 1 / 16)
    q, k, v = (product(x, s24(seed, 768, 768)) for seed in (2, 3, 4))
    return product(heads(q, k, v, 8), s24(5, 768, 768))


def self_attention_128():
    x = s24(11, 128, 64)
    q, k, v = (product(x, times(s24(seed, 64, 64), 0.25)) for seed in (12, 13, 14))
    return product(heads(q, k, v, 4, causal=True), times(s24(15, 64, 64), 0.25))


def encoder_64():
    p = Parameters(21, 0.125)
    x = s24(20, 16, 64)
    for layer in [Layer(p, 64, 128, 4, "oi", lambda e: max(e, 0.0), False) for _ in range(2)]:
        x = layer(x)
    return x


def lstm_32():
    xs = s24(60, 32, 32)
    p = Parameters(61, 0.25)
    w, u, b, c = p(4, 32, 32), p(4, 32, 32), p(4, 32), p(4, 32)
    sigmoid = lambda x: 1 / (1 + math.exp(-x))
    h, cell, out = [0.0] * 32, [0.0] * 32, []
    for x in xs:
        i, f, g, o = ([math.fsum(map(float.__mul__, w[n][j], x)) + b[n][j] + c[n][j]
                       + math.fsum(map(float.__mul__, u[n][j], h)) for j in range(32)] for n in range(4))
        cell = [sigmoid(f[j]) * cell[j] + sigmoid(i[j]) * math.tanh(g[j]) for j in range(32)]
        h = [sigmoid(o[j]) * math.tanh(cell[j]) for j in range(32)]
        out.append(h)
    return out


def decode(prompt, steps):
    p = Parameters(9, 0.25)
    words, positions = p(64, 32), p(16, 32)
    layers = [Layer(p, 32, 128, 4, "io", gelu_tanh, True) for _ in range(2)]
    norm = p(32), p(32)
    text, margin = list(prompt), math.inf
    for _ in range(steps):
        x = plus([words[word] for word in text], positions)
        for layer in layers:
            x = layer(x, causal=True)
        logits = product(layer_norm(x, *norm)[-1:], transposed(words))[0]
        first, second = sorted(logits, reverse=True)[:2]
        margin = min(margin, first - second)
        text.append(logits.index(first))
    return text[len(prompt):], margin


def main():
    print("// SPDX-License-Identifier: BSL-1.0\n// Generated by numbers.py; do not edit.\n// clang-format off\n#pragma once\n\n"
          "namespace attn_tests::without_flags {\n\n"
          "// The first element of a result, the last, the sum of all, and the sum of their squares.")
    for make in (multi_head_768, self_attention_128, encoder_64, lstm_32):
        x = make()
        every = [e for row in x for e in row]
        values = every[0], every[-1], math.fsum(every), math.fsum(e * e for e in every)
        print(f"inline constexpr double {make.__name__}[]{{{', '.join(map(repr, values))}}};")
    text, margin = decode((3, 1, 4), 8)
    print("\n// The words, and by how much each was the likeliest at least.")
    print(f"inline constexpr int decoded[]{{{', '.join(map(str, text))}}};")
    print(f"inline constexpr double decoded_margin = {margin!r};")
    print("\n}  // namespace attn_tests::without_flags")


if __name__ == "__main__":
    main()

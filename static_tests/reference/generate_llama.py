#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes llama.hpp into its directory: logits of a small Llama, computed with Python's lists and double alone.

Written from the formulas of Llama 2 (Touvron et al. 2023) and run.c of llama2.c. Element i of tensor number n of the
model, in the order of nn::llama's members, is ((37 i + 11 n) mod 23 - 11) / 16; gains of norms have 1 more.
"""
import math
from pathlib import Path

WORDS, WIDTH, HEADS, KV_HEADS, INNER, LAYERS = 7, 16, 4, 2, 5, 2
D = WIDTH // HEADS
IDS = [3, 0, 6, 2, 2]


def tensors():
    n = 0

    def take(rows, columns, gain=0.0):
        nonlocal n
        values = [((37 * i + 11 * n) % 23 - 11) / 16 + gain for i in range(rows * columns)]
        n += 1
        return [values[r * columns:(r + 1) * columns] for r in range(rows)]
    embedding = take(WORDS, WIDTH)
    layers = []
    for _ in range(LAYERS):
        layers.append({"q": take(HEADS * D, WIDTH), "k": take(KV_HEADS * D, WIDTH), "v": take(KV_HEADS * D, WIDTH),
                       "o": take(WIDTH, HEADS * D), "w1": take(INNER, WIDTH), "w2": take(WIDTH, INNER),
                       "w3": take(INNER, WIDTH), "norm1": take(1, WIDTH, 1)[0], "norm2": take(1, WIDTH, 1)[0]})
    return embedding, layers, take(1, WIDTH, 1)[0]


def product(matrix, x):
    return [math.fsum(a * b for a, b in zip(row, x)) for row in matrix]


def rms_norm(x, gain):
    r = 1 / math.sqrt(math.fsum(a * a for a in x) / len(x) + 1e-5)
    return [a * r * g for a, g in zip(x, gain)]


def rotated(x, position, half):
    """Each head of x: pairs of neighbours, or of a feature and the one half a head later."""
    out = list(x)
    for start in range(0, len(x), D):
        for i in range(D // 2):
            a, b = (start + i, start + i + D // 2) if half else (start + 2 * i, start + 2 * i + 1)
            angle = position * 10000 ** (-2 * i / D)
            out[a] = x[a] * math.cos(angle) - x[b] * math.sin(angle)
            out[b] = x[a] * math.sin(angle) + x[b] * math.cos(angle)
    return out


def logits(half):
    embedding, layers, last = tensors()
    x = [list(embedding[i]) for i in IDS]
    for layer in layers:
        normed = [rms_norm(row, layer["norm1"]) for row in x]
        q = [rotated(product(layer["q"], row), t, half) for t, row in enumerate(normed)]
        k = [rotated(product(layer["k"], row), t, half) for t, row in enumerate(normed)]
        v = [product(layer["v"], row) for row in normed]
        for t in range(len(x)):
            heads = []
            for h in range(HEADS):
                g = h // (HEADS // KV_HEADS)
                scores = [math.fsum(q[t][h * D + i] * k[s][g * D + i] for i in range(D)) / math.sqrt(D)
                          for s in range(t + 1)]
                weights = [math.exp(s - max(scores)) for s in scores]
                heads += [math.fsum(w * v[s][g * D + i] for s, w in enumerate(weights)) / math.fsum(weights)
                          for i in range(D)]
            x[t] = [a + b for a, b in zip(x[t], product(layer["o"], heads))]
            normed_again = rms_norm(x[t], layer["norm2"])
            gate = [a / (1 + math.exp(-a)) for a in product(layer["w1"], normed_again)]
            inner = [a * b for a, b in zip(gate, product(layer["w3"], normed_again))]
            x[t] = [a + b for a, b in zip(x[t], product(layer["w2"], inner))]
    return [product(embedding, rms_norm(row, last)) for row in x]


def literal(name, rows):
    text = ",\n".join("{" + ", ".join(repr(a) for a in row) + "}" for row in rows)
    return (f"inline constexpr expected<{len(rows)}, {len(rows[0])}> {name}{{{{{text}}},\n"
            "    1e-14, 1e-13, 2e-6, 1e-5};\n")


Path(__file__).with_name("llama.hpp").write_text(
    "// SPDX-License-Identifier: BSL-1.0\n"
    "// Written by generate_llama.py, an independent program of Python's lists and double: logits of a Llama.\n"
    "// clang-format off\n#pragma once\n\n#include \"static_tests/support/expect.hpp\"\n\nnamespace reference {\n\n"
    "namespace llama {\n"
    f"inline constexpr int_table<{len(IDS)}> ids{{" + ", ".join(map(str, IDS)) + "};\n"
    + literal("interleaved", logits(False)) + literal("halves", logits(True))
    + "}\n\n}  // namespace reference\n", encoding="utf-8")

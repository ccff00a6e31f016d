#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the library costs its compilers, as ratios of one run: `bench.py [--only PART] [--include DIR]…`.

headers      user time of one #include, of Eigen/Core's (compile_cost.py)
evaluations  user time of a product and of attention in constant evaluation, of the same as plain loops
             over std::array; both net of a run that evaluates nothing
steps        the least -fconstexpr-steps with which Clang evaluates the same, and every operation at some
             sizes, with the costs of a call, of a row and of an element that fit them
proofs       an encoder layer with each of the elements that prove something: Clang's steps, relative to the plain
             evaluation, and whether it fits the default limits of both compilers
counts       instantiations, peak memory, debug information (counts.py)

Seconds are the fastest of several runs taken in turns. docs/measurements.md keeps the table."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]

NO_LIMIT = {"g++": ["-fconstexpr-ops-limit=4294967295"], "clang++": ["-fconstexpr-steps=4294967295"]}

# Operands, the library's evaluation and the plain one: 64x64x64, floats.
OURS = """#include <attn.hpp>
using namespace attn;
constexpr auto a = splitmix_fill<splitmix::s24, matrix<float, 64, 64>>(1);
constexpr auto b = splitmix_fill<splitmix::s24, matrix<float, 64, 64>>(2);
"""
PLAIN = """#include <array>
#include <attn/math/exp.hpp>
using rows = std::array<std::array<float, 64>, 64>;
constexpr rows fill(int s) {
  rows m{};
  for (auto& r : m)
    for (auto& e : r) { s = (s * 75 + 74) % 65537; e = float(s - 32768) / 32768; }
  return m;
}
constexpr rows multiply(const rows& a, const rows& b) {
  rows c{};
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j) {
      float s = 0;
      for (int k = 0; k < 64; ++k) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  return c;
}
constexpr rows attend(const rows& q, const rows& k, const rows& v) {
  rows t{};
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j) t[j][i] = k[i][j];
  rows s = multiply(q, t);
  for (auto& row : s) {
    float most = row[0] / 8, sum = 0;
    for (float& e : row) { e = e / 8; most = most < e ? e : most; }
    for (float& e : row) { e = attn::math::exp(e - most); sum += e; }
    for (float& e : row) e = e / sum;
  }
  return multiply(s, v);
}
constexpr rows a = fill(1), b = fill(2);
"""
EVALUATIONS = {
    "64x64x64 product": ("constexpr auto out = matmul(a, b);\n", "constexpr auto out = multiply(a, b);\n"),
    "attention (64, 64)": ("constexpr auto out = scaled_dot_product_attention(a, b, a);\n",
                           "constexpr auto out = attend(a, b, a);\n"),
}

# Every operation of n rows of n, and of a vector of n where it is of one step of a sequence.
OPERATIONS = {
    "splitmix_fill<matrix>": "splitmix_fill<splitmix::s24, matrix<float, {n}, {n}>>(9)",
    "add": "a + b", "multiply": "multiply(a, b)", "transpose": "transpose(a)",
    "sum<1>": "sum<1>(a)", "amax<1>": "amax<1>(a)", "exp": "attn::exp(a)", "tanh": "attn::tanh(a)",
    "sigmoid": "attn::sigmoid(a)", "erf": "attn::erf(a)", "log": "attn::log(multiply(a, a))",
    "pow": "attn::pow(a, 3.0f)", "sin": "attn::sin(a)", "sqrt": "attn::sqrt(multiply(a, a))",
    "matmul": "matmul(a, b)", "softmax": "softmax(a)",
    "layer_norm": "layer_norm<1>(a)", "gelu_exact": "gelu_exact(a)",
    "attention": "scaled_dot_product_attention(a, b, a)",
    "causal attention": "scaled_dot_product_attention(a, b, a, causal<>)",
    "lstm_cell": "cell(select<0>(a, 0), initial<lstm_state<tensor<float, dim<{n}>>>>())",
}
SIZES = (8, 16, 32, 64)
OPERANDS = """constexpr auto a = splitmix_fill<splitmix::s24, matrix<float, {n}, {n}>>(1);
constexpr auto b = splitmix_fill<splitmix::s24, matrix<float, {n}, {n}>>(2);
constexpr auto cell = splitmix_parameters<splitmix::s24, nn::lstm_cell<float, dim<{n}>, dim<{n}>>>(3, 0.25);
"""

# An encoder layer of T tokens of width d, and what is proved of it; `plain` is what they are compared with.
LAYER = """#include <attn/analysis.hpp>
using namespace attn;
using model = axis<"model", {d}>;
template <class T>
using layer = nn::encoder_layer<T, model, axis<"head", 4>, axis<"inner", 2 * {d}>, output_by_input, act::relu,
                                post_norm>;
constexpr auto weights = splitmix_parameters<splitmix::s24, layer<float>>(1, 0.25);
constexpr auto x = splitmix_fill<splitmix::s24, tensor<float, axis<"token", {t}>, model>>(50);
constexpr auto box = between<tensor<float, axis<"token", {t}>, model>>(-1, 1);
constexpr auto run = [](const auto& w, const auto& y) {{ return w(y, causal<>); }};
"""
PROOFS = {
    "plain": "constexpr auto out = weights(x, causal<>);\n",
    "interval": "constexpr bool out = bounded(as<interval<float>>(weights)(box, causal<>));\n",
    "influence": 'constexpr auto out = is_causal<"token">(layer<float>{}, x, causal<>);\n',
    "term": "constexpr auto out = same_for_all_inputs(run, run, layer<float>{}, x);\n",
}
LAYER_SIZES = ((4, 8), (8, 16), (16, 32))


def user_seconds(command):
    before = os.times().children_user
    subprocess.run(command, check=True, capture_output=True)
    return os.times().children_user - before


class Bench:
    def __init__(self, options, folder):
        self.compilers = {"g++": options.gxx, "clang++": options.clang}
        self.includes = [f"-I{d}" for d in [str(ROOT / "include"), "/usr/include/eigen3", *options.include]]
        self.runs = options.runs
        self.folder = folder

    def command(self, kind, *more):
        return [self.compilers[kind], "-std=c++20", "-fsyntax-only", *self.includes, *more]

    def fastest(self, units):
        """{name: (kind, text)} to {name: seconds}, in turns, so that a drift of the machine meets all."""
        seconds = {}
        for _ in range(self.runs):
            for name, (kind, text) in units.items():
                unit = self.folder / "unit.cpp"
                unit.write_text(text)
                taken = user_seconds(self.command(kind, *NO_LIMIT[kind], str(unit)))
                seconds[name] = min(taken, seconds.get(name, taken))
        return seconds

    def headers(self):
        print()
        subprocess.run([sys.executable, str(HERE.parent / "compile_cost.py"), "--only", "headers", "--gxx",
                        self.compilers["g++"], "--clang", self.compilers["clang++"],
                        *(w for d in self.includes for w in ("--include", d[2:]))])

    def evaluations(self):
        units = {}
        for kind in self.compilers:
            units["", "ours", kind], units["", "plain", kind] = (kind, OURS), (kind, PLAIN)
            for name, (ours, plain) in EVALUATIONS.items():
                units[name, "ours", kind] = kind, OURS + ours
                units[name, "plain", kind] = kind, PLAIN + plain
        taken = self.fastest(units)
        print("\n| plain loops, of the library's time | g++ | clang++ |\n|---|---:|---:|")
        for name in EVALUATIONS:
            ratios = []
            for kind in self.compilers:
                ours, plain = (taken[name, who, kind] - taken["", who, kind] for who in ("ours", "plain"))
                ratios.append(plain / max(ours, 0.001))
            print(f"| {name} | {' | '.join(f'{r:.1f}x' for r in ratios)} |")

    def least_steps(self, header, before, counted, guess=64, within=0.0):
        """By bisection, around a guess; what stands before is evaluated once, in a precompiled header. Too many
        by the share `within`, at most."""
        source, compiled = self.folder / "before.hpp", self.folder / "before.pch"
        source.write_text(header + before)
        clang = self.compilers["clang++"]
        subprocess.run([clang, "-std=c++20", *self.includes, *NO_LIMIT["clang++"], "-x", "c++-header",
                        str(source), "-o", str(compiled)], check=True, capture_output=True)
        unit = self.folder / "unit.cpp"
        unit.write_text(counted)

        def failure(steps):
            done = subprocess.run([clang, "-std=c++20", "-include-pch", str(compiled), "-fsyntax-only",
                                   f"-fconstexpr-steps={steps}", str(unit)],
                                  capture_output=True, text=True)
            return done.returncode and done.stderr
        low, high = 1, guess
        while reason := failure(high):
            if high >= 1 << 30:  # no limit would do
                raise SystemExit(f"{counted}{reason}")
            low, high = high + 1, high * 4
        if high == guess and failure(guess * 3 // 4):
            low = guess * 3 // 4 + 1
        while low < high - within * high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if failure(middle) else (low, middle)
        return high

    def fits(self, kind, text):
        unit = self.folder / "unit.cpp"
        unit.write_text(text)
        return subprocess.run(self.command(kind, str(unit)), capture_output=True).returncode == 0

    def proofs(self):
        print("\n| element | T | d | Clang's steps | of plain | fits clang++ | fits g++ |\n|---|--:|--:|--:|--:|---|---|")
        for t, d in LAYER_SIZES:
            plain = 0
            for name, code in PROOFS.items():
                before = LAYER.format(t=t, d=d)
                steps = self.least_steps(before, "", code, guess=8 * plain or 1024, within=0.02)
                plain = plain or steps
                fits = ("yes" if self.fits(kind, before + code) else "no" for kind in ("clang++", "g++"))
                print(f"| {name} | {t} | {d} | {steps:,} | {steps / plain:.1f} | {' | '.join(fits)} |", flush=True)

    def steps(self):
        print("\n| Clang's steps | the library's | plain loops | ratio |\n|---|---:|---:|---:|")
        for name, (ours, plain) in EVALUATIONS.items():
            a, b = self.least_steps(OURS, "", ours), self.least_steps(PLAIN, "", plain)
            print(f"| {name} | {a:,} | {b:,} | {b / a:.0f}x |", flush=True)
        print(f"\n| operation, n rows of n | {' | '.join(f'n = {n}' for n in SIZES)} | about |\n"
              f"|---|{'---:|' * len(SIZES)}---|")
        for name, code in OPERATIONS.items():
            found = []
            for n in SIZES:  # four times as many for twice the size, as most do
                found.append(self.least_steps("#include <attn/recurrent.hpp>\nusing namespace attn;\n",
                                              OPERANDS.format(n=n),
                                              f"constexpr auto out = {code.format(n=n)};\n",
                                              guess=4 * found[-1] if found else 1024))
            print(f"| `{name}` | {' | '.join(f'{s:,}' for s in found)} | {model(SIZES, found)} |", flush=True)

    def counts(self):
        print()
        for compiler in self.compilers.values():
            subprocess.run([sys.executable, str(HERE / "counts.py"), "--compiler", compiler,
                            *(w for d in self.includes for w in ("--include", d[2:]))])


def model(sizes, found):
    """Call + row n + element n^2 that fits best (least squares of the relative errors), in words."""
    weights = [1 / s for s in found]
    columns = [[n ** power * w for n, w in zip(sizes, weights)] for power in range(3)]
    table = [[sum(x * y for x, y in zip(p, q)) for q in columns] + [sum(p)] for p in columns]
    for i in range(3):  # elimination
        for j in range(3):
            if j != i:
                factor = table[j][i] / table[i][i]
                table[j] = [x - factor * y for x, y in zip(table[j], table[i])]
    call, row, element = (table[i][3] / table[i][i] for i in range(3))
    worst = max(abs((call + row * n + element * n * n) / s - 1) for n, s in zip(sizes, found))
    terms = "".join(f" {'-' if value < 0 else '+'} {abs(value):.0f}{unit}"
                    for value, unit in ((row, " n"), (call, "")) if round(value))
    return f"{element:.1f} n²{terms}, within {100 * worst:.0f} %"


def main():
    parts = ("headers", "evaluations", "steps", "proofs", "counts")
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=parts)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        for part in [options.only] if options.only else parts:
            getattr(bench, part)()


if __name__ == "__main__":
    main()

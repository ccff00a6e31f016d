#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the library costs at compile time, as docs/measurements.md records it:
`compile_cost.py [--include DIR] [--gxx g++] [--clang clang++-19] [--only headers|attention|steps] [--write]`.

Headers: user time of compiling one #include, the median of several runs taken in turns, minus the time of
an empty file, and its share of Eigen/Core; --write puts this table into the page. Steps: the least
-fconstexpr-steps with which Clang evaluates an example, found by bisection (the default limit is 1,048,576 for
each evaluation). Attention: user time of compiling a unit that calls
attention of 64 tokens, width 64, once at run time, in the library's way and in Eigen's, and how many bytes
of code that makes."""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "runtime_tests/bench/compile"))
from counts import UMBRELLAS  # noqa: E402

PAGE = ROOT / "docs" / "measurements.md"
TABLE = re.compile(r"(<!-- compile_cost\.py --only headers --write -->\n\n)(?:\|.*\n)+")
HEADERS = ["<array>", "<iostream>", "<boost/hana.hpp>", "<attn/tensor/tensor.hpp>", "<attn/ops/matmul.hpp>",
           "<attn/ops/softmax.hpp>", "<attn/attention/scaled_dot_product.hpp>", "<attn/models/transformer.hpp>",
           *(f"<{header}>" for header in UMBRELLAS), "<Eigen/Core>"]

PRELUDE = """#include <attn.hpp>
using namespace attn;
template <class M> constexpr M fill(int s) {
  M m; for (auto& e : m) { s = (s * 75 + 74) % 65537; e = typename M::value_type(s - 32768) / 32768; }
  return m;
}
template <int Tq, int Tk, int Dk, int Dv> constexpr auto attend() {
  return scaled_dot_product_attention(fill<matrix<float, Tq, Dk>>(1), fill<matrix<float, Tk, Dk>>(2),
                                      fill<matrix<float, Tk, Dv>>(3));
}
"""
ARTICLE_0 = """constexpr matrix<double, 3, 3> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}}, K{{0, 1, 1}, {4, 4, 0},
{2, 3, 1}}, V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
"""
ARTICLE_2 = """constexpr matrix<double, 3, 2> Q{{1, 2}, {3, 4}, {5, 6}}, K{{0.5, 1}, {1.5, 2}, {2.5, 3}},
V{{10, 20}, {30, 40}, {50, 60}};
"""
A, B = "constexpr auto a = fill<matrix<float, 64, 64>>(1);", "constexpr auto b = fill<matrix<float, 64, 64>>(2);"
# name, what is evaluated before (each its own evaluation), the evaluation that is counted
EXAMPLES = [
    ("article 0, unscaled", ARTICLE_0,
     "constexpr auto out = scaled_dot_product_attention(Q, K, V, unscaled);"),
    ("article 0, scaled", ARTICLE_0, "constexpr auto out = scaled_dot_product_attention(Q, K, V);"),
    ("article 2", ARTICLE_2, "constexpr auto out = scaled_dot_product_attention(Q, K, V);"),
    ("2 queries, 5 keys, widths 3 and 4", "", "constexpr auto out = attend<2, 5, 3, 4>();"),
    ("64x64x64 product", A + B, "constexpr auto out = matmul(a, b);"),
    ("softmax 64x64", A, "constexpr auto out = softmax(a);"),
    ("attention (64, 64)", A + B, "constexpr auto out = scaled_dot_product_attention(a, b, a);"),
    ("64x64x64 product, plain loops over std::array", "#include <array>\n" +
     "using rows = std::array<std::array<float, 64>, 64>;\n"
     "constexpr rows fill_rows(int s) { rows m{}; for (auto& r : m) for (auto& e : r) {"
     " s = (s * 75 + 74) % 65537; e = float(s - 32768) / 32768; } return m; }\n"
     "constexpr rows loops(const rows& a, const rows& b) { rows c{}; for (int i = 0; i < 64; ++i)"
     " for (int j = 0; j < 64; ++j) { float s = 0; for (int k = 0; k < 64; ++k)"
     " s += a[i][k] * b[k][j]; c[i][j] = s; } return c; }\n"
     "constexpr auto a = fill_rows(1), b = fill_rows(2);", "constexpr auto out = loops(a, b);"),
]

# A unit with one attention at run time, and what it is in Eigen.
UNITS = {
    "attn": """#include <attn.hpp>
using x = attn::matrix<float, 64, 64>;
void attend(x& out, const x& q, const x& k, const x& v) {
  out = attn::scaled_dot_product_attention(q, k, v);
}
""",
    "attn, two headers": """#include <attn/attention/scaled_dot_product.hpp>
#include <attn/tensor/tensor.hpp>
using x = attn::matrix<float, 64, 64>;
void attend(x& out, const x& q, const x& k, const x& v) {
  out = attn::scaled_dot_product_attention(q, k, v);
}
""",
    "Eigen": """#include <Eigen/Core>
using x = Eigen::Matrix<float, 64, 64, Eigen::RowMajor>;
void attend(x& out, const x& q, const x& k, const x& v) {
  x s;
  s.noalias() = (0.125f * q) * k.transpose();
  for (int i = 0; i < 64; ++i) {
    auto row = s.row(i).array();
    row = (row - row.maxCoeff()).exp();
    row *= 1 / row.sum();
  }
  out.noalias() = s * v;
}
""",
}


def code_bytes(object_file):
    """The size of all code in an object file, in GNU's Berkeley format the first number."""
    done = subprocess.run(["size", object_file], check=True, capture_output=True, text=True)
    return int(done.stdout.splitlines()[1].split()[0])


def attention(options, folder):
    print("| attention (64, 64) by | flags | g++ s | clang++ s | g++ bytes | clang++ bytes |")
    print("|---|---|---:|---:|---:|---:|")
    for flags in (["-O2"], ["-O3", "-march=native"]):
        seconds, size = {}, {}
        for _ in range(options.runs):
            for unit, code in UNITS.items():
                source, target = folder / "unit.cpp", str(folder / "unit.o")
                source.write_text(code)
                for compiler in (options.gxx, options.clang):
                    seconds.setdefault((unit, compiler), []).append(user_seconds(
                        [compiler, "-std=c++20", *flags, *[f"-I{d}" for d in options.include], "-c",
                         str(source), "-o", target]))
                    size[unit, compiler] = code_bytes(target)
        for unit in UNITS:
            times = [f"{statistics.median(seconds[unit, c]):.2f}" for c in (options.gxx, options.clang)]
            sizes = [f"{size[unit, c]:,}" for c in (options.gxx, options.clang)]
            print(f"| {unit} | `{' '.join(flags)}` | " + " | ".join(times + sizes) + " |", flush=True)


def user_seconds(command):
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if status:
            said.seek(0)
            raise SystemExit(said.read().decode(errors="replace"))
        return used.ru_utime


def headers(options, folder):
    flags = ["-std=c++20", "-fsyntax-only", *[f"-I{d}" for d in options.include]]
    source = folder / "unit.cpp"
    times = {}
    for _ in range(options.runs):  # in turns, so that a drift of the machine meets all alike
        for header in ["", *HEADERS]:
            source.write_text(f"#include {header}\n" if header else "\n")
            for compiler in (options.gxx, options.clang):
                seconds = user_seconds([compiler, *flags, str(source)])
                times.setdefault((header, compiler), []).append(seconds)
    net = {key: statistics.median(value) - statistics.median(times["", key[1]])
           for key, value in times.items()}
    rows = ["| header | g++ s | clang++ s | g++, of Eigen/Core | clang++, of Eigen/Core |", "|---|---:|---:|---:|---:|"]
    for header in HEADERS:
        taken = [net[header, compiler] for compiler in (options.gxx, options.clang)]
        shares = [net[header, compiler] / net["<Eigen/Core>", compiler] for compiler in (options.gxx, options.clang)]
        rows.append(f"| `{header}` | {' | '.join(f'{value:.2f}' for value in [*taken, *shares])} |")
    table = "\n".join(rows) + "\n"
    print(table, end="")
    if options.write:
        PAGE.write_text(TABLE.sub(lambda found: found[1] + table, PAGE.read_text()))


def steps(options, folder):
    flags = ["-std=c++20", "-c", "-o", os.devnull, *[f"-I{d}" for d in options.include]]
    source = folder / "unit.cpp"
    print("| example | Clang steps | of the default limit |\n|---|---:|---:|")
    for name, before, counted in EXAMPLES:
        def evaluates(code, limit):
            source.write_text(PRELUDE + code)
            return subprocess.run([options.clang, *flags, f"-fconstexpr-steps={limit}", str(source)],
                                  capture_output=True).returncode == 0
        # What only the operands need is not counted: it is evaluated under the same limit, so
        # the operands are given as their own constants, which need less than the example does.
        low, high = 1, 1 << 24
        while low < high:
            middle = (low + high) // 2
            if evaluates(before + "\n" + counted + "\n", middle):
                high = middle
            else:
                low = middle + 1
        print(f"| {name} | {low:,} | {100 * low / 1048576:.2f} % |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--include", action="append", default=[str(ROOT / "include"), "/usr/include/eigen3"])
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", choices=["headers", "attention", "steps"])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        for table in (headers, attention, steps):
            if options.only in (None, table.__name__):
                table(options, pathlib.Path(folder))
                print()


if __name__ == "__main__":
    main()

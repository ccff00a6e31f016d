#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What worked examples cost the compiler, in numbers that are no seconds, and so can be guarded:
`counts.py --compiler CXX [--include DIR]… [--write]`.

Instantiations: Clang's of classes and functions (-ftime-trace), GCC's specialisations of types and of
declarations (-fstats); they are the same in every run. Peak memory: the largest resident set. Text: what the
preprocessor leaves, that is, what a user of these headers has parsed, also of each header that only includes
others. Object: a program with debug information (-g -O0). None may grow by more than 5 % over counts.json; --write
records what was measured, and writes the table of docs/measurements.md, which must agree with the record. A compiler
of which nothing is recorded is skipped (status 77). Symbols, of a program with debug information, stay under
1,000 characters."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
RECORD = HERE / "counts.json"
GROWTH = 1.05
LONGEST_SYMBOL = 1000
SKIPPED = 77

EXAMPLES = {
    "all headers": "#include <attn/all.hpp>\n",
    "attention of 3x3": """#include <attn/attention/scaled_dot_product.hpp>
using namespace attn;
constexpr tensor<double, axis<"token", 3>, axis<"feature", 3>> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, axis<"key", 3>, axis<"feature", 3>> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};
constexpr auto out = scaled_dot_product_attention(Q, K, K);
""",
    "the articles' examples": '#include "docs/examples/tour/articles.hpp"\n',
    "an encoder of 2 layers": '#include "static_tests/without_flags/encoder_64.cpp"\n',
}
UMBRELLAS = ["attn.hpp", *(f"attn/{path.name}" for path in sorted((ROOT / "include/attn").glob("*.hpp"))
                           if path.name not in ("version.hpp", "all.hpp")), "attn/all.hpp"]
PAGE = ROOT / "docs" / "measurements.md"
TABLE = re.compile(r"(<!-- counts\.py --write -->\n\n)(?:\|.*\n)+")
PROGRAM = ROOT / "docs" / "examples" / "tour.cpp"
ARTICLE_0 = """#include <attn.hpp>
using namespace attn;
using queries = tensor<double, axis<"token", 3>, axis<"feature", 3>>;
using keys = tensor<double, axis<"key", 3>, axis<"feature", 3>>;
auto attend(const queries& Q, const keys& K, const keys& V) {
  return scaled_dot_product_attention(Q, K, V, unscaled);
}
constexpr queries Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr keys K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}}, V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr auto out = scaled_dot_product_attention(Q, K, V, unscaled);
int main() { return attend(Q, K, V) == out ? 0 : 1; }
"""


def name_of(compiler):
    """g++ 12, clang++ 19: what numbers are recorded for."""
    text = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    kind = "clang++" if "clang" in text else "g++"
    major = re.search(r"(?:version|\)) (\d+)", text)[1]
    return f"{kind} {major}"


def run(command):
    """The status, standard error and the peak of resident memory in MiB."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        errors.seek(0)
        return status, errors.read().decode(errors="replace"), used.ru_maxrss / 1024


def cost_of(compiler, flags, source, folder):
    unit, trace = folder / "unit.cpp", folder / "unit.json"
    unit.write_text(source)
    base = [compiler, "-std=c++20", f"-I{ROOT}", *flags, "-c", str(unit), "-o", str(folder / "unit.o")]
    clang = name_of(compiler).startswith("clang")
    # The memory of a run that counts nothing: counting takes memory too.
    status, errors, peak = run(base)
    if status != 0:
        sys.exit(f"counts: {errors[:2000]}")
    _, errors, _ = run([*base, *(["-ftime-trace", "-ftime-trace-granularity=0"] if clang else ["-fstats"])])
    if clang:
        names = [event["name"] for event in json.loads(trace.read_text())["traceEvents"]]
        count = names.count("InstantiateClass") + names.count("InstantiateFunction")
    else:
        count = sum(map(int, re.findall(r"_specializations: size \d+, (\d+) elements", errors)))
    return {"instantiations": count, "peak MiB": round(peak), **text_of(base[:-4], unit)}


def text_of(command, unit):
    text = subprocess.run([*command, "-E", "-P", str(unit)], capture_output=True, check=True).stdout
    return {"text KiB": len(text) // 1024}


def header_of(compiler, flags, header, folder):
    unit = folder / "unit.cpp"
    unit.write_text(f"#include <{header}>\n")
    return text_of([compiler, "-std=c++20", *flags], unit)


def program_of(compiler, flags, program, folder):
    """The size of the object of a program with debug information, and its longest symbol."""
    unit = folder / "program.o"
    subprocess.run([compiler, "-std=c++20", "-g", "-O0", *flags, "-c", str(program), "-o", str(unit)], check=True)
    symbols = subprocess.run(["nm", "--no-demangle", str(unit)], capture_output=True, text=True, check=True)
    longest = max((line.split()[-1] for line in symbols.stdout.splitlines()), key=len)
    return {"object KiB": unit.stat().st_size // 1024, "longest symbol": len(longest)}


def measured(compiler, flags):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        headers = {name: header_of(compiler, flags, name, folder) for name in UMBRELLAS}
        costs = {name: cost_of(compiler, flags, source, folder) for name, source in EXAMPLES.items()}
        article = folder / "article.cpp"
        article.write_text(ARTICLE_0)
        programs = {"article 0 with -g": program_of(compiler, flags, article, folder),
                    "the tour with -g": program_of(compiler, flags, PROGRAM, folder)}
        return {**headers, **costs, **programs}


def table(record):
    """The text of the umbrella headers, as docs/measurements.md shows it."""
    columns = [name for name in ("g++ 12", "clang++ 19") if "attn.hpp" in record.get(name, {})]
    rows = [f"| header | {' | '.join(f'{name}, KiB' for name in columns)} |", f"|---|{'---:|' * len(columns)}"]
    for header in UMBRELLAS:
        texts = [f"{record[name][header]['text KiB']:,}" for name in columns]
        rows.append(f"| `<{header}>` | {' | '.join(texts)} |")
    return "\n".join(rows) + "\n"


def grown(now, recorded):
    """What has grown too much, in words."""
    return [f"{example}: {what} was {before[what]}, is {now[example][what]}"
            for example, before in recorded.items() for what in before
            if now[example][what] > before[what] * GROWTH]


def self_test():
    before = {"x": {"instantiations": 100}}
    assert grown({"x": {"instantiations": 106}}, before)
    assert not grown({"x": {"instantiations": 105}}, before)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--compiler", required=True)
    options.add_argument("--include", action="append", default=[])
    options.add_argument("--write", action="store_true")
    options = options.parse_args()
    self_test()
    record = json.loads(RECORD.read_text())
    name = name_of(options.compiler)
    if name not in record and not options.write:
        print(f"counts: nothing is recorded of {name}")
        return SKIPPED
    flags = [f"-I{d}" for d in options.include or [str(ROOT / "include")]]
    now = measured(options.compiler, flags)
    if options.write:
        record[name] = now
        RECORD.write_text(json.dumps(record, indent=2) + "\n")
        PAGE.write_text(TABLE.sub(lambda found: found[1] + table(record), PAGE.read_text()))
    for example, costs in now.items():
        print(f"{name}: {example}: " + ", ".join(f"{what} {cost:,}" for what, cost in costs.items()))
    problems = grown(now, record[name])
    if TABLE.search(PAGE.read_text())[0].partition("\n\n")[2] != table(record):
        problems.append("the table of docs/measurements.md is not what is recorded: counts.py --write")
    for example, costs in now.items():
        if costs.get("longest symbol", 0) >= LONGEST_SYMBOL:
            problems.append(f"{example}: a symbol of {costs['longest symbol']} characters")
    for problem in problems:
        print("counts: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

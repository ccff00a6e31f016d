#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What docs/limits.md says of the compilers' limits, held to the compiler:
`check_limits.py --compiler CXX [--include DIR]…`.

Every row of the table of messages: a program that passes the limit is refused with these words, and the
flag in the same row lets it pass. The defaults: those in the messages, and Clang's number of steps, which it
does not print, by a loop that ends just inside. A call of the library's is found behind the message. The
stack that the element-wise formula needs, as operators and in place."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent / "limits.md"
NESTED = """constexpr int count_to(int n) {{
  int sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 100; ++j) ++sum;
  return sum;
}}
static_assert(count_to({n}) > 0);
"""
DEEP = """constexpr int sum_to(int n) { return n == 0 ? 0 : n + sum_to(n - 1); }
static_assert(sum_to(600) > 0);
"""
LONG = """constexpr int count_to(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) ++sum;
  return sum;
}
static_assert(count_to(300'000) > 0);
"""
# For each flag a program that passes the default, and a value with which it is fine.
PROGRAMS = {
    "-fconstexpr-steps": (NESTED.format(n=20_000), 100_000_000),
    "-fconstexpr-ops-limit": (NESTED.format(n=80_000), 1_000_000_000),
    "-fconstexpr-loop-limit": (LONG, 1_000_000),
    "-fconstexpr-depth": (DEEP, 1_000),
}
LIBRARY = """#include <attn/ops/softmax.hpp>
constexpr attn::matrix<float, 16, 16> x;
constexpr auto weights = attn::softmax(x);
"""
# A statement of the page about the tensor *a.
STACK = """#include <attn.hpp>
using namespace attn;
void compute(matrix<float, 1024, 1024>* a) {{ {statement}; }}
"""


def rows(page):
    """(compiler, message, flag) of the table of messages."""
    return re.findall(r"^\| (Clang|GCC) \| `([^`]+)` \| `(-f[a-z-]+)=N` \|$", page, re.MULTILINE)


class Compiler:
    def __init__(self, command, includes, folder):
        self.general = [command, "-std=c++20", *(f"-I{d}" for d in includes)]
        self.command = [*self.general, "-fsyntax-only"]
        self.unit = folder / "unit.cpp"
        version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        self.name = "Clang" if "clang" in version else "GCC"

    def refuses(self, text, *flags):
        """What it prints; nothing, where it does not refuse."""
        self.unit.write_text(text)
        done = subprocess.run([*self.command, *flags, str(self.unit)], capture_output=True, text=True)
        return done.stderr.replace("‘", "'").replace("’", "'") if done.returncode else ""

    def stack(self, text):
        """The frames of all functions that were not inlined, in bytes: at least what a call needs."""
        self.unit.write_text(text)
        subprocess.run([*self.general, "-O2", "-fstack-usage", "-c", str(self.unit), "-o",
                        str(self.unit.with_suffix(".o"))], check=True)
        return sum(int(line.split("\t")[1]) for line in self.unit.with_suffix(".su").read_text().splitlines())


def problems(compiler, page):
    own = [row for row in rows(page) if row[0] == compiler.name]
    if len(own) < 2:
        yield f"the page has {len(own)} messages of {compiler.name}"
    for _, message, flag in own:
        program, enough = PROGRAMS[flag]
        said = compiler.refuses(program)
        if message not in said:
            yield f"a program that needs {flag} is not refused with '{message}', but with '{said[:300]}'"
        if refused := compiler.refuses(program, f"{flag}={enough}"):
            yield f"{flag}={enough} is not enough: {refused[:300]}"
    if compiler.name == "Clang":
        default = int(re.search(r"default limit \| ([\d,]+)", page)[1].replace(",", ""))
        fine, too_many = 1_000, 20_000
        while too_many - fine > 1:
            middle = (fine + too_many) // 2
            if compiler.refuses(NESTED.format(n=middle), f"-fconstexpr-steps={default}"):
                too_many = middle
            else:
                fine = middle
        if compiler.refuses(NESTED.format(n=fine)) or not compiler.refuses(NESTED.format(n=too_many)):
            yield f"the default limit is not {default} steps"
    elif not any(limit.replace(",", "") in message for _, message, _ in own
                 for limit in re.findall(r"default limit \| [\d,]+ \| ([\d,]+)", page)):
        yield "the message has another default limit"
    flag = "-fconstexpr-steps" if compiler.name == "Clang" else "-fconstexpr-ops-limit"
    said = compiler.refuses(LIBRARY, f"{flag}=200")
    if not re.search(r"unit\.cpp:3:\d+:.*(in call to|expansion of) '.*softmax", said):
        yield f"the call of the user's is not listed behind the message: {said[:1000]}"
    operators, megabytes, in_place, kib = re.search(
        r"floats, `(\*a = .*?)` needs ([\d.]+) MB.*?`(elementwise_into\(.*?)`\s+needs\s+less than (\d+) KiB",
        page, re.DOTALL).groups()
    if round(needed := compiler.stack(STACK.format(statement=operators)) / 1e6, 1) != float(megabytes):
        yield f"the formula of operators needs {needed} MB of stack"
    if (needed := compiler.stack(STACK.format(statement=in_place))) >= 1024 * int(kib):
        yield f"the formula in place needs {needed} bytes of stack"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", action="append", default=[])
    options, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        found = list(problems(Compiler(options.compiler, options.include, pathlib.Path(folder)),
                              PAGE.read_text()))
    for problem in found:
        print(problem)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()

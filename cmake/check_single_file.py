#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Test what cmake/single_file.py writes, with one compiler:

- the same headers give the same bytes, in another directory and with another order of sets;
- a program that includes it compiles without a warning, with Boost.Hana and without, and so does one made
  of a single header;
- the examples of the documentation compile against it, are rejected with the same words, and print the same;
- every exercise, ready to be pasted, fails with its announced error.

    check_single_file.py --compiler CXX --include DIR [--include DIR ...] [--std c++20] [PAGE.md ...]

The pages are the README, the tour and the reference if none are given. What the pages quote of the
compilers' notes has the names of headers, and is not compared.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "cmake" / "single_file.py"
SAID = re.compile(r"^<!-- said: .* -->\n```text\n.*?^```\n", re.MULTILINE | re.DOTALL)

PROGRAM = """\
#include "attn_single.hpp"
using namespace attn;
using token = axis<"token", 2>;
using model = axis<"model", 4>;
using layer = nn::encoder_layer<double, model, axis<"head", 2>, axis<"inner", 3>, output_by_input, act::relu,
                                post_norm>;
constexpr tensor<double, token, model> x{{1, 0, 2, 1}, {2, 2, 2, 0}};
static_assert(parameter_count<layer> == 4 * (16 + 4) + 2 * 12 + 3 + 4 + 4 * 4);
static_assert(scaled_dot_product_attention(x, x, x)(0, 0) > 1);
#ifdef ATTN_SINGLE_IO
int main() { return to_text(x).empty(); }
#endif
"""


def run(command: list[str], **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL,
                          **{"env": os.environ | {"LC_ALL": "C"}} | options)


def written(*arguments: str, **options) -> str:
    ran = run([sys.executable, str(SCRIPT), *arguments], **options)
    if ran.returncode != 0:
        sys.exit(f"single_file.py {shlex.join(arguments)}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", type=Path, action="append", default=[])
    parser.add_argument("--std", default="c++20")
    parser.add_argument("pages", type=Path, nargs="*")
    arguments = parser.parse_args()
    compiler = shlex.split(arguments.compiler)
    hana = [path for path in arguments.include if path.resolve() != ROOT / "include"]
    is_clang = "clang" in run([*compiler, "--version"]).stdout
    problems: list[str] = []

    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        single = written()
        copy = directory / "copy"
        shutil.copytree(ROOT / "include", copy / "include")
        again = written("--root", str(copy), cwd=directory, env=os.environ | {"PYTHONHASHSEED": "7", "LC_ALL": "C"})
        if single != again:
            problems.append("the same headers gave another file in another directory")
        if name in again or str(ROOT) in single:
            problems.append("the file names a directory of this machine")

        (directory / "attn_single.hpp").write_text(single, encoding="utf-8")
        (directory / "program.cpp").write_text(PROGRAM, encoding="utf-8")
        flags = [f"-std={arguments.std}", *(f"-isystem{path}" for path in hana)]
        for switches in ([], ["-DATTN_WITHOUT_HANA"], ["-DATTN_WITHOUT_HANA", "-DATTN_SINGLE_IO"]):
            ran = run([*compiler, *flags, "-Wall", "-Wextra", "-fsyntax-only", *switches, "program.cpp"],
                      cwd=directory)
            if ran.returncode != 0 or ran.stderr:
                problems.append(f"a program with {' '.join(switches) or 'Hana'}:\n{ran.stderr}")

        part = written("--header", "attn/attention/scaled_dot_product.hpp")
        (directory / "part.cpp").write_text(f"{part}static_assert(attn::softmax(attn::matrix<double, 1, 2>{{}})(0, 0) "
                                            "== 0.5);\n", encoding="utf-8")
        ran = run([*compiler, *flags, "-w", "-fsyntax-only", "part.cpp"], cwd=directory)
        if ran.returncode != 0 or len(part) > len(single) / 2:
            problems.append(f"one header alone, {len(part)} of {len(single)} characters:\n{ran.stderr}")

        page = (ROOT / "docs" / "single_file.md").read_text(encoding="utf-8")
        for row, text in (("everything", single), ("`--header attn/attention/scaled_dot_product.hpp`", part)):
            stated = int(re.search(rf"^\| {re.escape(row)} \| ([0-9,]+) \|", page, re.MULTILINE)[1].replace(",", ""))
            if not 0.9 < stated / len(text) < 1.1:
                problems.append(f"docs/single_file.md: {row} has {stated} characters, but {len(text)} were written")

        version = re.search(r"attn ([0-9.]+):", single)[1]
        if f"      - {version}\n" not in written("--libraries", "owner/attn"):
            problems.append("--libraries has another version than the file")

        # One of the exercises: all have the same form.
        exercise = ROOT / "docs" / "exercises" / "15_attention.cpp"
        (directory / "exercise.cpp").write_text(written("--for", str(exercise)), encoding="utf-8")
        ran = run([*compiler, *flags, "-fsyntax-only", "exercise.cpp"], cwd=directory)
        announced = re.search(r"^// Fails with: (.*)", exercise.read_text(encoding="utf-8"), re.MULTILINE)[1]
        if ran.returncode == 0 or announced not in ran.stderr:
            problems.append(f"{exercise.name}, ready to be pasted:\n{ran.stderr}")

        # The pages, each header of the library being the file; precompiled.
        written("--directory", str(directory / "all"))
        precompiled = directory / "all" / f"attn.hpp.{'pch' if is_clang else 'gch'}"
        ran = run([*compiler, *flags, "-w", "-x", "c++-header", str(directory / "all" / "attn.hpp"),
                   "-o", str(precompiled)])
        if ran.returncode != 0:
            problems.append(f"the directory:\n{ran.stderr}")
        pages = arguments.pages or [ROOT / "README.md", *sorted((ROOT / "docs" / "tour").glob("*.md")),
                                    *sorted((ROOT / "docs" / "reference").rglob("*.md"))]
        copies = []
        for number, page in enumerate(pages):
            copies.append(directory / f"{number:03}_{page.name}")
            copies[-1].write_text(SAID.sub("", page.read_text(encoding="utf-8")), encoding="utf-8")
        ran = run([sys.executable, str(ROOT / "docs" / "check_blocks.py"), "--compiler", arguments.compiler,
                   "--std", arguments.std, "--precompiled", str(precompiled), "--include", str(directory / "all"),
                   *(part for path in hana for part in ("--include", str(path))), *map(str, copies)])
        if ran.returncode != 0:
            lines = [line for line in ran.stdout.splitlines() if not line.startswith("ok ")]
            problems.append("the pages:\n" + "\n".join(lines) + ran.stderr)

    print("\n".join(problems) or f"ok    {len(single)} characters; {len(pages)} pages")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A compiler that is too old, or reads an older language, is told so, in two lines and no more.

    requirements.py --compiler CXX --include DIR [--include DIR ...]

Each header of the first directory is included alone, as C++17, and attn.hpp also with a compiler that
claims to be an older version of itself: the first error must be the sentence that the library has for
it, and the second, which ends the compilation, the last. Two mistakes of beginners are no C++, so that no
rule can name them: there Clang quotes the line of a declaration, which has the words.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

SENTENCES = {"c++17": "attn requires C++20 or newer", "GNU": "attn requires GCC 12 or newer",
             "Clang": "attn requires Clang 18 or newer"}
OLDER = {"GNU": ["-std=c++20", "-U__GNUC__", "-D__GNUC__=11"],
         "Clang": ["-std=c++20", "-U__clang_major__", "-D__clang_major__=17"]}
QUOTED = {"an option is causal<>": "constexpr auto wrong = attention_weights(x, x, causal);",
          "an_axis_is_a_type_and_matrix_takes_sizes": "tensor<double, 3, 3> wrong;"}
USE = "\nusing namespace attn;\nconstexpr matrix<double, 1, 1> x{{1}};\n"  # of what is not there then


def printed(command, program):
    ran = subprocess.run([*command, "-x", "c++", "-fsyntax-only", "-"], input=program, text=True,
                         capture_output=True, check=False, env=os.environ | {"LC_ALL": "C"})
    return ran.stderr


def errors(command, program):
    return re.findall(r"^\S+: (?:fatal )?error: (.*)$", printed(command, program), re.MULTILINE)


def problem(header, command, sentence):
    """What is wrong with the errors that a program has that includes this header."""
    found = errors(command, f"#include <{header}>{USE}")
    if len(found) == 2 and sentence in found[0] and "attn stops here" in found[1]:
        return ""
    return f"{header}, {command[-1]}: {len(found)} errors, not 2; the first: {(found or ['none'])[0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", type=pathlib.Path, action="append", required=True)
    options = parser.parse_args()
    compiler = [*shlex.split(options.compiler), *(f"-I{directory}" for directory in options.include)]
    version = subprocess.run([*compiler, "--version"], text=True, capture_output=True, check=True).stdout
    kind = "Clang" if "clang" in version else "GNU"

    root = options.include[0]
    headers = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.hpp"))]
    headers = [header for header in headers if "/detail/" not in header]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(
            lambda header: problem(header, [*compiler, "-std=c++17"], SENTENCES["c++17"]), headers))
    problems.append(problem("attn.hpp", [*compiler, *OLDER[kind]], SENTENCES[kind]))
    if said := errors([*compiler, "-std=c++20"], "#include <attn/version.hpp>"):
        problems.append(f"this compiler is also refused: {said[0]}")
    for words, line in QUOTED.items() if kind == "Clang" else ():
        said = printed([*compiler, "-std=c++20"], f"#include <attn.hpp>{USE}{line}\n")
        if said.count(" error: ") != 1 or words not in said:
            problems.append(f"{line}: no error, several, or none that quotes {words!r}: {said}")
    problems = list(filter(None, problems))
    print("\n".join(problems) or f"{len(headers)} headers ask for C++20, attn.hpp for a newer compiler")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Looks whether every number of the references is compared with: `covered.py [--list]`.

A header of this directory must be included by a test, and every value that it expects must be named
in a test that includes it; a case that no test reads would always pass. Of the cases of gradients the
gradients count (dX, dV …): what the same functions give forwards is in the other cases. --list prints, for each
case, the tests that read it."""
import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
TESTS = ("static_tests", "runtime_tests")
NAME = re.compile(r"^inline constexpr [^;={]*?\b(\w+)(?:\[\d*\])*\s*=?\s*\{", re.M)
EXPECTED = re.compile(r"^inline constexpr attn_tests::expected<.*>\s+(\w+)\s*\{", re.M)


def tests_of_tree():
    """{path: text} of all that can read a reference."""
    return {path.relative_to(ROOT): path.read_text()
            for top in TESTS for path in sorted((ROOT / top).rglob("*.[ch]pp"))
            if HERE not in path.parents}


def readers(name, tests):
    """The tests that include it, or say its namespace: what a static test includes, the runtime test
    of the same name sees."""
    said = re.compile(rf"reference/{name}\.hpp|reference::{name}\b")
    return [path for path, text in tests.items() if said.search(text)]


def missing(name, header, tests):
    """The names of this header that no test reads."""
    found = readers(name, tests)
    if not found:
        return [f"{name}: no test reads it"]
    text = "\n".join(tests[path] for path in found)
    names = EXPECTED.findall(header) or NAME.findall(header)
    if name.startswith("gradients_"):
        names = [value for value in names if value.startswith("d")]
    if not names:
        return [f"{name}: no values found in it"]
    return [f"{name}: nobody compares with {value}" for value in names
            if not re.search(rf"\b{value}\b", text)]


def self_test():
    header = "inline constexpr attn_tests::expected<attn::tensor<double>> out{\n"
    include = '#include "static_tests/reference/a_case.hpp"\n'
    assert missing("a_case", header, {"t": "no include"})
    assert missing("a_case", header, {"t": include + "near(x, a_case::weights)"})
    assert not missing("gradients_a_case", header + header.replace("out", "dX"),
                       {"t": '#include "static_tests/reference/gradients_a_case.hpp"\ndX'})
    assert missing("a_case", "namespace a_case {}", {"t": include})
    assert not missing("a_case", header, {"t": include + "near(x, a_case::out)"})


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--list", action="store_true")
    options = options.parse_args()
    self_test()
    tests = tests_of_tree()
    problems = []
    headers = sorted(HERE.glob("*.hpp"))
    for path in headers:
        problems += missing(path.stem, path.read_text(), tests)
        if options.list:
            print(f"{path.stem}: {', '.join(map(str, readers(path.stem, tests)))}")
    for problem in problems:
        print("reference: " + problem)
    print(f"reference: {len(headers)} cases, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

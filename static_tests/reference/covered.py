#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Looks whether every number of the references is compared with: `covered.py [--list]`.

A case, a namespace of a header of this directory, must be named by a test that includes the header,
and every value that it expects must be named by such a test; a case that no test reads would always
pass. Of the cases of gradients the gradients count (dX, dV …): what the same functions give forwards
is in the other cases. --list prints, for each case, the tests that read it."""
import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
TESTS = ("static_tests", "runtime_tests")
CASE = re.compile(r"^namespace (?:[\w:]+::)?(\w+) \{\n(.*?)^\}", re.M | re.S)
NAME = re.compile(r"inline constexpr [^;={]*?\b(\w+)(?:\[\d*\])*\s*[={]")
EXPECTED = re.compile(r"inline constexpr expected<.*?>\s+(\w+)\s*\{")


def tests_of_tree():
    """{path: text} of all that can read a reference."""
    return {path.relative_to(ROOT): path.read_text()
            for top in TESTS for path in sorted((ROOT / top).rglob("*.[ch]pp"))
            if HERE not in path.parents}


def cases(text):
    """{name: its constants} of a header."""
    return dict(CASE.findall(text.split("namespace reference {\n", 1)[-1]))


def names(case, text):
    """Whether a test names a case: reference::CASE, or CASE where reference is used or an alias of
    it, or a macro that composes the name."""
    composes = "##" in text
    if case not in text and not composes:  # a search of each expression in each file takes most of a minute
        return False
    if re.search(rf"\breference::{case}\b", text):
        return True
    if re.search(r"\busing namespace reference;", text) and re.search(rf"\b{case}\b", text):
        return True
    return composes and any(
        case.startswith(prefix) and re.search(rf"\b{case.removeprefix(prefix)}\b", text)
        for prefix in re.findall(r"\breference::(\w+)##", text))


def readers(header, case, tests):
    """The tests that name it: what a static test includes, the run-time test of the same name sees."""
    return [path for path, text in tests.items() if names(case, text)]


def missing(header, case, constants, tests):
    """The names of this case that no test reads."""
    found = readers(header, case, tests)
    if not any(f"reference/{header}.hpp" in tests[path] for path in found):
        return [f"{header}: no test reads {case}"]
    text = "\n".join(tests[path] for path in found)
    values = EXPECTED.findall(constants) or NAME.findall(constants)
    if case.startswith("gradients_"):
        values = [value for value in values if value.startswith("d")]
    if not values:
        return [f"{header}: no values found in {case}"]
    return [f"{header}: nobody compares with {case}::{value}" for value in values
            if not re.search(rf"\b{value}\b", text)]


def self_test():
    constants = "inline constexpr expected<2> out{{1, 2}, 0, 0, 0, 0}; inline constexpr auto x = f(1);\n"
    header = "namespace reference {\n\nnamespace a {\n" + constants + "}\nnamespace b {\n1\n}\n\n}\n"
    include = '#include "static_tests/reference/h.hpp"\n'
    assert cases(header) == {"a": constants, "b": "1\n"}
    assert NAME.findall(constants) == ["out", "x"] and EXPECTED.findall(constants) == ["out"]
    assert missing("h", "a", constants, {"t": "near(x, reference::a::out)"})
    assert missing("h", "a", constants, {"t": include + "near(x, reference::b::out)"})
    assert missing("h", "a", constants, {"t": include + "near(x, reference::a::weights)"})
    assert missing("h", "a", "", {"t": include + "reference::a"})
    assert not missing("h", "a", constants, {"t": include + "near(x, reference::a::out)"})
    assert not missing("h", "a", constants, {"t": include + "using namespace reference; a::out"})
    assert not missing("h", "a_b", constants, {"t": include + "reference::a_##name ROW(b) out"})
    assert missing("h", "a_b", constants, {"t": include + "reference::a_##name ROW(c) out"})
    assert not missing("h", "gradients_a", constants + constants.replace("out", "dX"),
                       {"t": include + "reference::gradients_a dX"})


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--list", action="store_true")
    options = options.parse_args()
    self_test()
    tests = tests_of_tree()
    problems, count = [], 0
    for path in sorted(HERE.glob("*.hpp")):
        for case, constants in cases(path.read_text()).items():
            count += 1
            problems += missing(path.stem, case, constants, tests)
            if options.list:
                print(f"{case}: {', '.join(map(str, readers(path.stem, case, tests)))}")
    for problem in problems:
        print("reference: " + problem)
    print(f"reference: {count} cases, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks mutants.md against the tests it links to: each message of its table is one that the test asserts, as
a whole, and each behaviour of static_tests/scalars/mutants.hpp has a row that begins with its name.

    mutants.py                  one line per problem; exits with 1 if there is any
    mutants.py --self-test      shows that each kind of problem is found"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
MUTANTS = "../static_tests/scalars/mutants.hpp"
ROW = re.compile(r"^\| (?P<mutant>.+) \| (?P<method>.+) \| `(?P<message>[^`]+)` "
                 r"\| \[(?P<test>\w+)\]\((?P<file>[^)]+)\) \|$")
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
BEHAVIOUR = re.compile(r'^  tests\.proved<float, double>\(\s*"([^"]+)",', re.MULTILINE)
KINDS = ("Order of a sum", "Fused product", "Missing scale", "Leaking mask", "Off-by-one cache", "Wrong head split",
         "Branch on an element")


def asserted(test, file, text):
    """The whole messages that a test asserts: adjacent literals are one; of a rejected program its expected error."""
    if file.endswith(".cpp"):
        row = re.search(rf"^// - {test}: (.*\n(?://   .*\n)*)", text, re.MULTILINE)
        return set(re.sub(r"\s*\n//\s*", " ", row[1]).strip().split(" ;; ")) if row else set()
    joined = ("".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', found[0]))
              for found in LITERALS.finditer(text))
    return {message.removeprefix("attn::check: ") for message in joined if message.startswith("attn::check: ")}


def problems(page, read):
    """What is wrong with the page; read(file) is the text of a test."""
    rows = [(number, line) for number, line in enumerate(page.splitlines(), start=1)
            if line.startswith("| ") and not line.startswith("| Mutant ")]
    first_cells = []
    for number, line in rows:
        if not (row := ROW.match(line)):
            yield f"line {number}: not | mutant | method | `message` | [test](file) |"
            continue
        first_cells.append(row["mutant"])
        text = read(row["file"])
        if row["message"] not in asserted(row["test"], row["file"], text):
            yield f"line {number}: {row['test']} does not assert this message"
        name = re.match(r"`?(\w+)", row["method"])[1]
        if row["file"].endswith(".hpp") and name not in text:
            yield f"line {number}: {row['test']} does not use {name}"
    named = {cell.split("**")[1].rstrip(":") for cell in first_cells if cell.startswith("**")}
    for kind in KINDS:
        if kind not in named:
            yield f"no row begins with **{kind}:**"
    for behaviour in BEHAVIOUR.findall(read(MUTANTS)):
        if behaviour.capitalize() not in named:
            yield f"the behaviour '{behaviour}' has no row"


def read_test(file):
    return (HERE / file).read_text()


def self_test():
    page = (HERE / "mutants.md").read_text()
    broken = {page.replace("12 of 12 elements", "11 of 12 elements", 1): "mutants does not assert this message",
              page.replace("takes no branch", "branches", 1): "mutant_branches_on_an_element does not assert",
              page.replace("`is_causal`", "`is_not_causal`", 1): "mutants does not use is_not_causal",
              page.replace("**Order of a sum:**", "Order:"): "no row begins with **Order of a sum:**",
              page.replace("**Scale in another place:**", "Scale:"): "'scale in another place' has no row",
              page.replace(" | [mutants](", " | mutants (", 1): "not | mutant | method"}
    missed = [expected for changed, expected in broken.items()
              if not any(expected in problem for problem in problems(changed, read_test))]
    for expected in missed:
        print("mutants: not found:", expected)
    return 1 if missed else 0


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    page = (HERE / "mutants.md").read_text()
    found = list(problems(page, read_test))
    for problem in found:
        print("mutants.md:", problem)
    print("mutants:", sum(bool(ROW.match(line)) for line in page.splitlines()), "messages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

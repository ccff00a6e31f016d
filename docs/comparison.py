#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes errors/comparison.md: what ten mistakes look like with attn, with Eigen, with axes in a
hana::tuple and concepts, and in PyTorch.

    comparison.py --compiler CXX --include DIR [--include DIR ...] [--write]

Without --write, the page must be what would be written. A compiler or a version of Eigen that is not on
the page is skipped; the other rows are not changed. PyTorch is not run: its messages are quoted, with
their sources."""
import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE / "errors" / "comparison.md"
PROGRAMS = HERE / "errors" / "comparison"
COMPILERS = ("gcc 12", "clang 19")
EIGEN = "3.4.0"
COLUMNS = 400  # of a message, on the page
NOTHING = "—"

# The mistake; PyTorch's message at run time, or None; its source.
ISSUE = "https://github.com/{}/issues/{}"
BMM = ("Expected size for first two dimensions of batch2 tensor to be: [16, 192] but got: [16, 576].",
       "kvcache-ai/ktransformers", 1570)
MAT1 = ("mat1 and mat2 shapes cannot be multiplied (4x356352 and 344064x512)",
        "PawitKoch/LO-Net-pytorch", 1)
MISTAKES = (
    ("K is not transposed",
     "Queries (token 2, d_k 3), keys (key 4, d_k 3), and their product.", *BMM),
    ("K is not transposed, and is square",
     "The same with three keys. The sizes fit; only the names differ.",
     None, "huggingface/transformers", 47031),
    ("Queries and keys of different widths",
     "Attention with d_k of 3 and of 4.", *BMM),
    ("Keys and values of different lengths",
     "Attention of four keys with three values.", *BMM),
    ("A mask with its axes swapped",
     "A mask (key, token) for scores (token, key).",
     "The expanded size of the tensor (6144) must match the existing size (6656) at non-singleton "
     "dimension 3. Target sizes: [1, 24, 6144, 6144]. Tensor sizes: [6656, 6656]",
     "instantX-research/Regional-Prompting-FLUX", 27),
    ("Softmax over an axis that does not exist",
     "Scores (token, key), softmax over d_k. Where an axis is a position, this is softmax over the "
     "wrong axis, without any message; PyTorch detects a position that does not exist.",
     "Dimension out of range (expected to be in range of [-1, 0], but got 1)",
     "open-mmlab/mmpretrain", 1133),
    ("A bias of the wrong axis",
     "One number for each of 2 tokens, added to rows of 8.",
     "The size of tensor a (130528) must match the size of tensor b (4096) at non-singleton dimension 2",
     "michael-wzhu/PromptCBLUE", 11),
    ("The number of heads does not divide the width",
     "Three heads of a width of 8. Integer division gives them two features each, and two are dropped.",
     "embed_dim must be divisible by num_heads", "facebookresearch/detr", 499),
    ("A reshape to another number of elements",
     "Rows of 8 as 3 times 3.",
     "shape '[-1, 400]' is invalid for input of size 384", "pytorch/pytorch", 38469),
    ("Rows of the wrong width for a layer",
     "A linear layer from 5 to 8 is given rows of 8.", *MAT1),
)
TOOLS = (("attn", "with_attn.cpp", ()), ("Hana and concepts", "with_hana.cpp", ()),
         (f"Eigen {EIGEN}", "with_eigen.cpp", ()),
         (f"Eigen {EIGEN}, sizes at run time", "with_eigen.cpp", ("-DSIZES_AT_RUN_TIME",)))


def asked_of(tool):
    """The compilers of a tool's rows: one is enough for assertions at run time."""
    return COMPILERS[:1] if "run time" in tool else COMPILERS


HEAD = f"""# Ten mistakes in comparison

The cost of a mistake is the message that one has to read. This page shows ten common mistakes, made in
four ways: with [attn](comparison/with_attn.cpp); with [axes in a `hana::tuple` and functions constrained
by concepts](comparison/with_hana.cpp), as one would write them with C++20 and Boost only; with
[Eigen](comparison/with_eigen.cpp), with sizes in the types and at run time; and in PyTorch.

The tests make each mistake and compare the messages with this page. Lines are counted without the
quoted source, which both compilers add, and without the trail of `#include`s; messages are cut at
column {COLUMNS}. Where Eigen's program compiles, it is run: "runs" is followed by the failed assertion,
one line, if assertions are enabled; without assertions, and where it says "nothing", the program
computes a wrong result. PyTorch is not run by the tests: its messages, from the same check with other
sizes, are quoted from the linked threads. They are the last line of a traceback at run time.

"""


class Compiler:
    def __init__(self, command, include):
        self._command = shlex.split(command)
        version = self._ask("--version")
        clang = "clang" in version
        self.name = f"{'clang' if clang else 'gcc'} {self._ask('-dumpversion').split('.')[0].strip()}"
        self._flags = ["-std=c++20", "-w", "-fmessage-length=0", "-fdiagnostics-color=never",
                       "-fno-caret-diagnostics" if clang else "-fno-diagnostics-show-caret",
                       *(f"-I{directory.resolve()}" for directory in include)]

    def _ask(self, flag):
        return subprocess.run([*self._command, flag], text=True, capture_output=True, check=True).stdout

    def has_eigen(self):
        lines = subprocess.run(
            [*self._command, "-E", "-P", "-x", "c++", "-"], text=True, capture_output=True, check=False,
            input="#include <eigen3/Eigen/src/Core/util/Macros.h>\n"
                  "version EIGEN_WORLD_VERSION.EIGEN_MAJOR_VERSION.EIGEN_MINOR_VERSION\n").stdout
        return f"version {EIGEN}" in lines.replace(" .", ".").replace(". ", ".")

    def row(self, program, definitions, mistake):
        """(lines, message) of a program with this mistake."""
        command = [*self._command, *self._flags, *definitions, f"-DMISTAKE={mistake}", program]
        with tempfile.TemporaryDirectory() as directory:
            binary = Path(directory) / "program"
            purpose = ["-o", binary] if "eigen" in program else ["-fsyntax-only"]
            ran = subprocess.run([*command, *purpose], cwd=PROGRAMS, text=True, capture_output=True,
                                 check=False, env=os.environ | {"LC_ALL": "C"})
            said = (ran.stdout + ran.stderr).strip()
            if ran.returncode:
                said = re.sub(r"\n\d+ errors? generated\.$", "", said)
                # Through which headers a header was included: it changes with every other header.
                said = re.sub(r"^(In file included from| +from) .*\n", "", said, flags=re.MULTILINE)
                first = re.search(r"error: (.*)", said)[1]
                return str(len(said.splitlines())), code(first)
            if "eigen" not in program:
                return "0", NOTHING
            ran = subprocess.run([binary], text=True, capture_output=True, check=False)
            failed = re.search(r"Assertion (`.*' failed)", ran.stderr)
            return "0", "runs: " + code(failed[1]) if failed else "runs: nothing"


def code(text):
    text = text if len(text) <= COLUMNS else text[:COLUMNS - 1] + "…"
    mark = "``" if "`" in text else "`"
    space = " " if mark == "``" else ""
    return mark + space + text.replace("|", "\\|") + space + mark


def measured(compiler):
    """{(mistake, label of a row): (lines, message)}; a program without a mistake must have no message."""
    rows = {}
    for tool, program, definitions in TOOLS:
        if compiler.name not in asked_of(tool) or "eigen" in program and not compiler.has_eigen():
            continue
        right = compiler.row(program, definitions, 0)
        if right not in (("0", NOTHING), ("0", "runs: nothing")):
            sys.exit(f"{program} must be right without a mistake: {right}")
        for mistake in range(1, len(MISTAKES) + 1):
            rows[mistake, f"{tool}, {compiler.name}"] = compiler.row(program, definitions, mistake)
    return rows


ROW = re.compile(r"\| (.*?) \| (.*?) \| (.*) \|$")


def on(page):
    """The rows of the page, by mistake and label."""
    rows, mistake = {}, 0
    for line in page.splitlines():
        if heading := re.match(r"## (\d+)\. ", line):
            mistake = int(heading[1])
        elif mistake and (found := ROW.match(line)):
            rows[mistake, found[1]] = found[2], found[3]
    return rows


def page_of(rows):
    labels = [f"{tool}, {compiler}" for tool, _, _ in TOOLS for compiler in asked_of(tool)]
    text = [HEAD + "Lines to read at compile time:", "",
            "| | " + " | ".join(["attn", "Hana and concepts", "Eigen", "Eigen, at run time",
                                  "PyTorch"]) + " |", "|---|" + "---|" * 5]

    def counts(mistake, tool):
        found = [rows.get((mistake, f"{tool}, {compiler}"), ("?", ""))[0] for compiler in asked_of(tool)]
        return found[0] if found[0] == found[-1] else ", ".join(found)

    def summary(mistake, tool):
        shown = counts(mistake, tool)
        if shown != "0":
            return shown
        says = {rows.get((mistake, f"{tool}, {compiler}"), ("", ""))[1] for compiler in asked_of(tool)}
        return "**nothing**" if says == {"runs: nothing"} else "runs, asserts"

    for number, (title, _, torch, _, _) in enumerate(MISTAKES, start=1):
        cells = [summary(number, tool) for tool, _, _ in TOOLS]
        cells.append("run time" if torch else "**nothing**")
        anchor = re.sub(r"[^\w\- ]", "", f"{number}. {title}".lower()).replace(" ", "-")
        text.append(f"| [{number}. {title}](#{anchor}) | " + " | ".join(cells) + " |")
    text += ["", "Where there are two numbers, the first is for GCC 12 and the second for Clang 19."]
    for number, (title, what, torch, repository, issue) in enumerate(MISTAKES, start=1):
        text += ["", f"## {number}. {title}", "", what, "", "| | Lines | The first error |",
                 "|---|---|---|"]
        for label in labels:
            lines, said = rows.get((number, label), ("?", "?"))
            text.append(f"| {label} | {lines} | {said} |")
        said = code(torch) if torch else "nothing"
        link = f"[{repository}#{issue}]({ISSUE.format(repository, issue)})"
        text.append(f"| PyTorch | 0 | runs: {said} ({link}) |")
    return "\n".join([*text, ""])


def self_test():
    """A page that was written is what would be written, and an altered row is not."""
    rows = {(1, f"attn, {COMPILERS[0]}"): ("7", "`a | b`"), (1, f"attn, {COMPILERS[1]}"): ("4", "`c`")}
    page = page_of(rows)
    kept = {key: value for key, value in on(page).items() if value[0] != "?"}
    altered = on(page.replace("`c`", "`d`"))
    passed = (page_of(on(page)) == page and rows.items() <= kept.items()
              and page_of(altered | rows) == page and page_of(altered) != page
              and code("`a") == "`` `a ``" and len(code("x" * 999)) == COLUMNS + 2)
    print("ok    what is written is read again" if passed else "FAIL  what is written is read again")
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", help="the command, arguments and all")
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--write", action="store_true", help="put what is said into the page")
    parser.add_argument("--self-test", action="store_true", help="test this script")
    arguments = parser.parse_args()
    if arguments.self_test == bool(arguments.compiler):
        parser.error("give either a compiler or --self-test")
    if arguments.self_test:
        return 0 if self_test() else 1
    compiler = Compiler(arguments.compiler, arguments.include)
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    rows = on(page)
    if compiler.name in COMPILERS:
        rows |= measured(compiler)
    else:
        print(f"{compiler.name} has no rows on the page")
    written = page_of(rows)
    if arguments.write:
        PAGE.write_text(written, encoding="utf-8")
    elif written != page:
        print("\n".join(difflib.unified_diff(page.splitlines(), written.splitlines(), "the page",
                                             compiler.name, lineterm="")))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

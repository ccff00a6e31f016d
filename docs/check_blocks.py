#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compile, reject and run the C++ blocks of Markdown pages: what a page says is what happens.

    check_blocks.py --compiler CXX --include DIR [--include DIR ...] [--precompiled FILE] [--write] PAGE.md ...
    check_blocks.py --compiler CXX --include DIR [...] --pasted PAGE.md ...
    check_blocks.py --compiler CXX --self-test

Every ```cpp block has a marker above it, which a reader of the page does not see:

    <!-- compile -->             declarations, in a namespace of their own
    <!-- compile: continues -->  declarations, in the namespace of the compile block before
    <!-- compile: body -->       statements, in a function of their own; `body, continues`: in the
                                 namespace of the compile block before
    <!-- reject: REGEX -->       declarations that continue the compile block before and are one
                                 error, the text of which matches; without the lines that are marked
                                 `// wrong` they compile. `reject(2): REGEX`: they are two errors
    <!-- corrected -->           above the next block: lines that compile instead of the wrong lines of
                                 the rejected block before
    <!-- said: gcc 12 -->        above the next block: what this compiler says to the rejected block
                                 before. Other compilers, and other versions of it, pass it over
    <!-- message -->             above the next block: the sentence of the error of the rejected block
                                 before, for every compiler: each line of it is part of an error line.
                                 An indented line is the relation that is violated, as GCC 12 and Clang 19
                                 print it, without namespaces and labels
    <!-- program -->             a whole program: it is linked and run, and exits with 0
    <!-- output -->              above the next block: what that program has printed
    <!-- illustration: WHY -->   C++ that is not compiled, and the reason

What a compiler says is shown without the places in the library's headers and in the page, which move,
and without what lies beyond column 400. --write puts the message into the pages, after each rejected
block, and below it, folded, all that the compiler says that it is given.

A number in the prose is backed by `<!-- assert: EXPR -->` on the same line: a static_assert that
sees what the compile block before it has declared.

With --pasted, only the compile blocks are compiled, each with those that continue it as a file of its own
and outside of namespaces, as a reader would paste them. A variable that has the name of a function of the
library is then ambiguous.

All this is one translation unit per page; a program is one by itself, and a rejected block is one
with the blocks that it continues. First, pages that include only <attn.hpp> and the headers that add to it, such as
<attn/analysis.hpp>, are compiled as one unit for each set of these headers, with their rejected
blocks without the wrong lines, each page in a namespace of its own. If the
compiler accepts it without a word, they are right; otherwise each is compiled alone, and what is
reported is what the compiler says then. A page or block that needs another header is always compiled
alone, so that it cannot borrow the header from another one. `using namespace attn` is understood, includes are moved to the
top, and diagnostics name the lines of the page. A page may declare what it does not go on to use,
but no other warning is let through.
"""

import argparse
import copy
import difflib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

CPP = "cpp|c[+][+]|cxx|cc|hpp"
FENCE = re.compile(r"(?P<indent>\s*)(?P<fence>`{3,}|~{3,})\s*(?P<language>[^\s`]*)[^`]*$")
HIDDEN_FENCE = re.compile(rf"[\s>*+\d.)-]+(?:```|~~~)\s*(?:{CPP})\b", re.IGNORECASE)
# The markers, and what may follow the colon.
ARGUMENTS = {"compile": "|body|continues|body, continues", "reject": ".+", "corrected": "",
             "said": r"(?:gcc|clang) \d+(?: c\+\+\d\w)?", "message": "", "program": "", "output": "", "illustration": ".+"}
NO_CODE = ("message", "output", "said")
AFTER_REJECT = ("message", "said", "corrected")
WRITTEN = ("message", "said")
MARKER = re.compile(rf"\s*<!--\s*(?P<kind>{'|'.join(ARGUMENTS)})"
                    r"(?:\((?P<count>\d+)\))?(?::\s*(?P<argument>.*?))?\s*-->\s*$")
ASSERTION = re.compile(r"<!--\s*assert:\s*(\S.*?)\s*-->")
ASSERTION_BEGINS = re.compile(r"<!--\s*assert\b")
INCLUDE = re.compile(r"\s*#\s*include\b")
UMBRELLA = re.compile(r"\s*#\s*include\s*<(attn(?:/[a-z]+)?\.hpp)>\s*(?://.*)?")
DEFINE = re.compile(r"\s*#\s*define\b")
DIRECTIVE = re.compile(r"\s*#")
WRONG = re.compile(r"//\s*wrong\b")
ERROR_LINE = re.compile(r"^(?:\S+: )?(?:fatal )?error: (.*)$", re.MULTILINE)
SENTENCE = re.compile(r"static assertion failed(?: due to requirement '[^']*')?: (attn(?:::|: ).*)")
# What a static_assert requires: Clang prints it in the error, GCC in the note below.
RELATION = re.compile(r"(?:due to requirement |note: )'([^'\n]*?)(?:::value)?'(?:: | evaluates to false)")

RUN_SECONDS = 60
COLUMNS = 400  # of what a compiler says, on a page
COMPILERS_OF_PAGES = ("gcc 12", "clang 19")
MESSAGE_COLUMNS = 100  # of a message: the sentence is wrapped, a longer relation left out


@dataclass(frozen=True)
class Problem(Exception):
    """What is wrong with a page, on which of its lines, and what the compiler says about it."""

    line: int
    text: str
    said: str = ""


# --- Reading a page -------------------------------------------------------------------------------

@dataclass(frozen=True)
class Marker:
    line: int
    kind: str
    argument: str
    count: int


@dataclass(frozen=True)
class Block:
    """A fenced block. Its first line of text is line `line` of the page."""

    line: int
    language: str
    text: list[str]
    marker: Marker | None


@dataclass(frozen=True)
class Assertion:
    line: int
    expression: str


def read(page: str) -> Iterator[Block | Assertion]:
    """The fenced blocks of a page and the assertions in its prose, in their order."""
    lines = enumerate(page.splitlines(), start=1)
    marker: Marker | None = None
    for number, line in lines:
        if opening := FENCE.match(line):
            text = list(fenced(lines, opening, number))
            yield Block(number + 1, opening["language"].lower(), text, marker)
            marker = None
            continue
        if not line.strip():
            continue
        if marker:
            break  # a marker, and then something else than a block
        if found := MARKER.match(line):
            marker = Marker(number, found["kind"], found["argument"] or "",
                            int(found["count"] or 1))
            continue
        if HIDDEN_FENCE.match(line):
            raise Problem(number, "C++ in a quotation or behind a list mark would go unchecked")
        expressions = ASSERTION.findall(line)
        if len(expressions) != len(ASSERTION_BEGINS.findall(line)):
            raise Problem(number, "an assertion is `<!-- assert: EXPR -->`, on one line")
        yield from (Assertion(number, expression) for expression in expressions)
    if marker:
        raise Problem(marker.line, f"no block follows the marker `{marker.kind}`")


def fenced(lines: Iterator[tuple[int, str]], opening: re.Match, at: int) -> Iterator[str]:
    """The lines up to the closing fence, without the indentation of the opening one."""
    closing = re.compile(rf"\s*{opening['fence']}{opening['fence'][0]}*\s*$")
    for _, line in lines:
        if closing.match(line):
            return
        yield line.removeprefix(opening["indent"])
    raise Problem(at, "this block has no end")


# --- Writing translation units --------------------------------------------------------------------

class Unit:
    """The translation unit of a page. Every line of the page's code knows where it comes from."""

    def __init__(self, page: str):
        self._page = json.dumps(page)  # quoted and escaped, which JSON does as C++ does
        self._includes: list[str] = []
        # Each chain is a compile block and those that continue it: one namespace.
        self._chains: list[list[str]] = [[]]
        self._pasted: list[list[str]] = [[]]  # the same, without namespaces
        self._namespace = "block_0"  # for assertions above the first block

    def __str__(self) -> str:
        return self._unit(self._includes, *self._chains)

    @property
    def includes(self) -> list[str]:
        return self._includes

    @property
    def umbrellas(self) -> frozenset[str]:
        """The headers that the page includes, if all of them are umbrella headers."""
        included = [UMBRELLA.fullmatch(line) for line in self._includes if not line.startswith("#line")]
        return frozenset(found[1] for found in included) if all(included) else frozenset()

    def inside(self, namespace: str, rejected: list[list[str]]) -> list[str]:
        """The code of the page and the right lines of rejected blocks, without includes, in this namespace."""
        return [f"namespace {namespace} {{", *(line for chain in self._chains for line in chain),
                *(line for lines in rejected for line in lines), "}"]

    def right_lines(self, block: Block) -> list[str]:
        """The block without its wrong lines, in a namespace inside the one of the blocks that it continues.
        A block that repeats a name of theirs is an error elsewhere: with its wrong lines, which are
        compiled in the same namespace."""
        text = ["" if WRONG.search(line) else line for line in block.text]
        return self._in_namespace([f"namespace right_{block.line} {{", self._trace(block.line), *text, "}"])

    def add(self, block: Block, *, continues: bool, body: bool) -> None:
        name = f"block_{block.line}"
        if not continues:
            self._chains.append([])
            self._pasted.append([])
            self._namespace = name
        includes, code = self._hoisted(block)
        if body:
            code = [f"inline void {name}() {{", *code, "}"]
        self._includes += includes
        self._chains[-1] += self._in_namespace(code)
        self._pasted[-1] += code

    def add_assertion(self, assertion: Assertion) -> None:
        self._chains[-1] += self._in_namespace(
            [self._trace(assertion.line), f"static_assert({assertion.expression});"])

    def pasted(self) -> Iterator[str]:
        """The files of a reader who pastes each chain into a file of its own."""
        for chain in filter(None, self._pasted):
            yield "\n".join([*self._includes, "namespace attn {}", "using namespace attn;", *chain, ""])

    def followed_by(self, block: Block, *, leave_out: re.Pattern | None = None) -> str:
        """The last chain and one more block, less the lines of it that are to be left out."""
        if leave_out:
            text = ["" if leave_out.search(line) else line for line in block.text]
            block = Block(block.line, block.language, text, block.marker)
        includes, code = self._hoisted(block)
        return self._unit(self._includes + includes, self._chains[-1], self._in_namespace(code))

    def without_the_page(self, block: Block) -> str:
        return "\n".join([self._trace(block.line), *block.text, ""])

    def _hoisted(self, block: Block) -> tuple[list[str], list[str]]:
        """The includes of a block, and the rest of it with empty lines in their place."""
        includes: list[str] = []
        code = [self._trace(block.line)]
        for number, line in enumerate(block.text, start=block.line):
            if INCLUDE.match(line):
                includes += [self._trace(number), line]
                line = ""
            code.append(line)
        return includes, code

    def _in_namespace(self, code: list[str]) -> list[str]:
        return [f"namespace {self._namespace} {{", "using namespace attn;", *code, "}"]

    def _trace(self, line: int) -> str:
        return f"#line {line} {self._page}"

    @staticmethod
    def _unit(includes: list[str], *code: list[str]) -> str:
        # A page that does not include the library has no namespace `attn` otherwise.
        return "\n".join([*includes, "namespace attn {}", *(line for part in code for line in part),
                          ""])


class Compiler:
    def __init__(self, command: str, include: list[Path], standard: str, precompiled: Path | None = None):
        self._command = shlex.split(command)
        version = subprocess.run([*self._command, "--version"], text=True, capture_output=True,
                                 check=True).stdout
        clang = "clang" in version
        number = subprocess.run([*self._command, "-dumpversion"], text=True, capture_output=True,
                                check=True).stdout
        self.name = f"{'clang' if clang else 'gcc'} {number.split('.')[0].strip()}"
        if standard != "c++20":  # the pages have what is said in C++20
            self.name += f" {standard}"
        self._include = include
        # Without the echo of the source an error line is what the compiler itself says.
        no_echo = "-fno-caret-diagnostics" if clang else "-fno-diagnostics-show-caret"
        self._command += [f"-std={standard}", "-Wall", "-Wextra", "-Wno-unused-variable",
                          "-Wno-unused-but-set-variable", "-Wno-unused-const-variable",
                          "-Wno-unused-local-typedefs", "-fmessage-length=0",
                          "-fdiagnostics-color=never", no_echo]
        self._command += [f"-I{directory}" for directory in include]
        # Units that include <attn.hpp>, which all umbrella headers do, and define no macro see it precompiled.
        self._precompiled: list[str] = []
        if precompiled:
            self._precompiled = (["-include-pch", str(precompiled)] if clang else
                                 ["-Winvalid-pch", "-include", str(precompiled.with_suffix(""))])

    def with_include(self, directory: Path) -> "Compiler":
        """The same compiler, which finds headers in this directory first."""
        other = copy.copy(self)
        other._command = [*self._command[:1], f"-I{directory}", *self._command[1:]]
        return other

    def compile(self, source: str, *, program: Path | None = None) -> tuple[bool, str]:
        """Whether the compiler accepts `source`, and what it says; `program`: where to link it."""
        purpose = ["-o", str(program)] if program else ["-fsyntax-only"]
        lines = source.splitlines()
        precompiled = self._precompiled if any(map(UMBRELLA.fullmatch, lines)) and not any(
            DEFINE.match(line) for line in lines) else []
        ran = subprocess.run([*self._command, *precompiled, "-x", "c++", "-", *purpose], input=source,
                             text=True, capture_output=True, check=False,
                             env=os.environ | {"LC_ALL": "C"})
        return ran.returncode == 0, (ran.stdout + ran.stderr).strip()

    def for_a_page(self, name: str, said: str) -> list[str]:
        """What the compiler has said, without what changes when somebody moves a line."""
        for directory in self._include:
            said = said.replace(f"{directory}/", "")
        said = re.sub(r"\bblock_\d+::", "", said)
        said = re.sub(rf"{re.escape(name)}(?::\d+)+", "your.cpp", said)
        said = re.sub(r"\b(attn[\w/.]*\.hpp)(?::\d+)+", r"\1", said)
        said = re.sub(r"\bauto:\d+", "auto", said)  # the number is of all such parameters so far
        # The first names that GCC has met for an element and a pack of axes, in whatever header.
        said = re.sub(r"\btensor<[A-Z]\w*, \w+ \.\.\.>", "tensor<T, Axes ...>", said)
        said = re.sub(r"^(?:In file included from| +from) .*\n", "", said, flags=re.MULTILINE)
        said = re.sub(r"\n\d+ errors? generated\.$", "", said)
        return [line if len(line) <= COLUMNS else line[:COLUMNS - 1] + "…"
                for line in said.splitlines()]


# --- Checking a page ------------------------------------------------------------------------------

@dataclass
class Rejected:
    """A rejected block, the units with and without its wrong lines, and what the page says is said."""

    block: Block
    wrong: str
    right: str
    right_lines: list[str]  # for the unit of all pages
    said: Block | None = None
    message: Block | None = None

    @property
    def can_be_together(self) -> bool:
        return not any(map(DIRECTIVE.match, self.block.text))

    def correct(self, unit: Unit, corrected: Block) -> None:
        """With these lines instead of the wrong ones, the block must compile."""
        lines = self.block.text
        first = next((n for n, line in enumerate(lines) if WRONG.search(line)), len(lines))
        text = [*lines[:first], *corrected.text, *(line for line in lines[first:] if not WRONG.search(line))]
        block = Block(self.block.line, self.block.language, text, self.block.marker)
        self.right, self.right_lines = unit.followed_by(block), unit.right_lines(block)


@dataclass
class Page:
    """What was read of a page, and what is wrong with it so far."""

    name: str
    unit: Unit
    rejected: list[Rejected]
    problems: list[Problem]
    counts: Counter
    complete: bool = True  # whether all of it was read
    right: bool = False    # whether its unit compiles, and its rejected blocks that can be together

    @property
    def has_code(self) -> bool:
        return bool(self.counts["compile"] + self.counts["assert"])


def check(name: str, page: str, compiler: Compiler) -> tuple[list[Problem], Counter]:
    """What is wrong with a page, and how many blocks of each kind it has."""
    return check_all([(name, page)], compiler)[0]


def check_all(pages: list[tuple[str, str]], compiler: Compiler) -> list[tuple[list[Problem], Counter]]:
    """The same for each of these pages."""
    found = [examined(name, page, compiler) for name, page in pages]
    with_code = [page for page in found if page.complete and page.has_code]
    together: dict[frozenset[str], list[Page]] = {}
    for page in with_code:
        together.setdefault(page.unit.umbrellas, []).append(page)
    for umbrellas, pages in together.items():
        if not umbrellas or len(pages) < 2 or not are_right(pages, compiler):
            for page in pages:
                # One compilation more pays if it saves several.
                if sum(r.can_be_together for r in page.rejected) > 0:
                    are_right([page], compiler)
    for page in found:
        if page.complete:
            page.problems += examine_code(page, compiler)
    return [(page.problems, page.counts) for page in found]


def check_pasted(name: str, page: str, compiler: Compiler) -> tuple[list[Problem], Counter]:
    """What is wrong with a page whose compile blocks are pasted into files."""
    unit, counts = Unit(name), Counter()
    for item in read(page):
        if isinstance(item, Block) and kind_of(item) == "compile":
            argument = item.marker.argument
            unit.add(item, continues="continues" in argument, body="body" in argument)
    problems = []
    for file in unit.pasted():
        counts["file"] += 1
        accepted, said = compiler.compile(file)
        if not accepted:
            problems.append(Problem(1, "these blocks must compile in a file of their own", said))
    return problems, counts


def are_right(pages: list[Page], compiler: Compiler) -> bool:
    """Whether the code of these pages compiles without a word as one unit, which is then noted."""
    code = [line for number, page in enumerate(pages)
            for line in page.unit.inside(f"page_{number}", [case.right_lines for case in page.rejected
                                                             if case.can_be_together])]
    includes = pages[0].unit.includes
    accepted, said = compiler.compile("\n".join([*includes, "namespace attn {}", *code, ""]))
    right = accepted and not said
    for page in pages:
        page.right = page.right or right
    return right


def examined(name: str, page: str, compiler: Compiler) -> Page:
    result = Page(name, Unit(name), [], [], Counter())
    try:
        result.problems.extend(examine(result, page, compiler))
    except Problem as problem:  # the page is malformed: there is no sense in going on
        result.problems.append(problem)
        result.complete = False
    return result


def examine(result: Page, page: str, compiler: Compiler) -> Iterator[Problem]:
    """Reads the blocks of a page, and runs its programs."""
    unit, rejected, counts = result.unit, result.rejected, result.counts
    previous, printed = "", None  # the block before, and what it printed if it is a program
    for item in read(page):
        if isinstance(item, Assertion):
            unit.add_assertion(item)
            counts["assert"] += 1
            continue
        kind = kind_of(item)
        if kind == "compile":
            argument = item.marker.argument
            if "continues" in argument and not counts["compile"]:
                raise Problem(item.marker.line, "there is nothing to continue")
            unit.add(item, continues="continues" in argument, body="body" in argument)
        elif kind == "reject":
            rejected.append(Rejected(item, unit.followed_by(item),
                                     unit.followed_by(item, leave_out=WRONG), unit.right_lines(item)))
        elif kind == "corrected":
            if previous not in ("reject", *AFTER_REJECT):
                raise Problem(item.marker.line, "this follows no rejected block")
            rejected[-1].correct(unit, item)
        elif kind == "said":
            if previous not in ("reject", *AFTER_REJECT):
                raise Problem(item.marker.line, "this follows no rejected block")
            if item.marker.argument == compiler.name:
                rejected[-1].said = item
        elif kind == "message":
            if previous not in ("reject", *AFTER_REJECT):
                raise Problem(item.marker.line, "this follows no rejected block")
            rejected[-1].message = item
        elif kind == "program":
            printed = yield from run(item, unit.without_the_page(item), compiler)
        elif kind == "output":
            if previous != "program":
                raise Problem(item.marker.line, "this output follows no program")
            if printed is not None:
                yield from compare(item, printed.splitlines(), "the program")
        if kind:
            counts[kind] += 1
        previous = kind


def examine_code(page: Page, compiler: Compiler) -> Iterator[Problem]:
    if page.has_code and not page.right:
        accepted, said = compiler.compile(str(page.unit))
        if not accepted or said:
            yield Problem(1, "the code of the page must compile without a word", said)
            return  # what continues it would only say the same again
    for case in page.rejected:
        yield from reject(page.name, case, compiler, page.right and case.can_be_together)


def kind_of(block: Block) -> str:
    """The kind of a block's marker, which has to suit the block; "" if there is nothing to do."""
    cpp = bool(re.fullmatch(CPP, block.language))
    marker = block.marker
    if marker is None:
        if cpp:
            raise Problem(block.line - 1, "C++ without a marker: `<!-- compile -->` or another")
        return ""
    if cpp == (marker.kind in NO_CODE):
        raise Problem(marker.line, f"the marker `{marker.kind}` does not suit this block")
    if not re.fullmatch(ARGUMENTS[marker.kind], marker.argument):
        raise Problem(marker.line, f"the marker `{marker.kind}` requires another argument than "
                                   f"`{marker.argument}`")
    if marker.kind == "reject":
        try:
            re.compile(marker.argument)
        except re.error as error:
            raise Problem(marker.line, f"not a regular expression: {error}") from None
    return marker.kind


def reject(name: str, case: Rejected, compiler: Compiler, right: bool) -> Iterator[Problem]:
    block = case.block
    if not any(map(WRONG.search, block.text)):
        yield Problem(block.line, "a rejected block marks its wrong lines: `// wrong`")
        return
    if not right:
        accepted, said = compiler.compile(case.right)
        if not accepted or said:
            yield Problem(block.line, "without its wrong lines, this must compile", said)
            return
    accepted, said = compiler.compile(case.wrong)
    errors = ERROR_LINE.findall(said)
    expected = block.marker
    if accepted:
        yield Problem(block.line, "this must be rejected", said)
    elif not any(re.search(expected.argument, error) for error in errors):
        yield Problem(block.line, f"an error line must match: {expected.argument}", said)
    elif len(errors) != expected.count:
        yield Problem(block.line, f"this must be {expected.count} error(s), not {len(errors)}",
                      said)
    else:
        if case.message:
            relations = violated_relations(said)
            for number, line in enumerate(case.message.text):
                if not line.startswith(" "):
                    if not any(line in error for error in errors):
                        yield Problem(case.message.line + number, "no error line has this text", said)
                elif (case.said or compiler.name in COMPILERS_OF_PAGES) and line.strip() not in relations:
                    yield Problem(case.message.line + number,
                                  f"this is not the relation that is violated: {' '.join(relations)}", said)
        if case.said:
            yield from compare(case.said, compiler.for_a_page(name, said), compiler.name)


def run(block: Block, source: str, compiler: Compiler) -> Generator[Problem, None, str | None]:
    """Yields what is wrong with a program; returns what it prints, or None if it does not run."""
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "program"
        accepted, said = compiler.compile(source, program=program)
        if not accepted or said:
            yield Problem(block.line, "this program must compile without a word", said)
            return None
        try:
            ran = subprocess.run([program], cwd=directory, text=True, capture_output=True,
                                 stdin=subprocess.DEVNULL, check=False, timeout=RUN_SECONDS)
        except subprocess.TimeoutExpired:
            yield Problem(block.line, f"this program must end within {RUN_SECONDS} s")
            return None
    if ran.returncode != 0:
        yield Problem(block.line, f"this program must exit with 0, not {ran.returncode}",
                      ran.stdout + ran.stderr)
    return ran.stdout


def compare(output: Block, printed: list[str], whose: str) -> Iterator[Problem]:
    if output.text != printed:
        difference = difflib.unified_diff(output.text, printed, "the page", whose, lineterm="")
        yield Problem(output.line, f"this is not what {whose} prints", "\n".join(difference))


def violated_relations(said: str) -> list[str]:
    """The relations of the first error in what a compiler says: same_size<axis<"key", 3>, dim<4>>."""
    errors = [*ERROR_LINE.finditer(said)]
    relations = []
    for found in RELATION.findall(said[:errors[1].start()] if len(errors) > 1 else said):
        found = re.sub(r'(?:attn::)?label<\d+>(\{"[^"]*"\})', lambda label: label[1][1:-1], found)
        found = re.sub(r'\btext<\d+>\{("(?:[^"\\]|\\.)*")\}', r"\1", found)
        found = re.sub(r'axis_selector<\d+>\{\{?("[^"]+")\}?, \d+\}', r"\1", found)
        found = re.sub(r'axis_selector<\d+>\{(?:""|\{\{\}\}), (\d+)\}', r"\1", found)
        found = re.sub(r"\b(\d+)(?:UL|U|L)\b", r"\1", found)
        relations.append(re.sub(r"\bblock_\d+::|\battn::(?:rules::)?|\brules::|(?<=>) (?=>)", "", found))
    return relations


def message_of(said: str) -> list[str]:
    """The sentence of the first error, and the relation that is violated if it has axes or numbers."""
    errors = ERROR_LINE.findall(said)
    sentence = SENTENCE.search(errors[0]) if errors else None
    if not sentence:
        return []
    relations = [relation for relation in violated_relations(said) if re.match(r'\w+<.*[\d"]', relation)]
    lines = textwrap.wrap(sentence[1], MESSAGE_COLUMNS, break_long_words=False, break_on_hyphens=False)
    return [*lines, *(f"    {relation}" for relation in relations[:1] if len(relation) < MESSAGE_COLUMNS)]


def sentence_of(message: list[str]) -> list[str]:
    """A message without the relation, which is indented."""
    return [line for line in message if not line.startswith(" ")]


def written(lines: list[str | None], block: Block) -> range:
    """The lines of a block that --write has put into a page: its fold, its marker, the block itself,
    and the empty line before. Lines are counted from 0."""
    first, last = block.marker.line - 1, block.line + len(block.text) - 1
    if lines[first - 3:first] == ["<details>", lines[first - 2], ""] and lines[last + 1:last + 3] == ["", "</details>"]:
        first, last = first - 3, last + 2
    return range(first - 1, last + 1)


def with_what_is_said(name: str, page: str, compiler: Compiler) -> str:
    """The page, and after each of its rejected blocks its message and, folded, what this compiler says to it."""
    unit = Unit(name)
    said_behind: dict[int, dict[str, list[str]]] = {}  # a block's last line: compiler: what it says
    messages: dict[int, list[str]] = {}  # the same for the message
    at: dict[int, int] = {}  # the line after which what is said is folded: the end of a corrected block
    lines: list[str | None] = list(page.splitlines())
    for item in read(page):
        kind = "" if isinstance(item, Assertion) else kind_of(item)
        if kind == "compile":
            argument = item.marker.argument
            unit.add(item, continues="continues" in argument, body="body" in argument)
        elif kind == "reject":
            _, said = compiler.compile(unit.followed_by(item))
            says = said_behind.setdefault(item.line + len(item.text), {})
            says[compiler.name] = compiler.for_a_page(name, said)
            messages[after := item.line + len(item.text)] = message_of(said)
            at[after] = after
        elif kind == "corrected":
            at[after] = item.line + len(item.text)
        elif kind in WRITTEN:
            if kind == "said":
                says.setdefault(item.marker.argument, item.text)
            elif not messages[after] or sentence_of(messages[after]) == sentence_of(item.text) and (
                    len(messages[after]) == len(sentence_of(item.text)) or item.text == sentence_of(item.text)):
                messages[after] = item.text  # by hand; without the relation, where compilers print different ones
            for number in written(lines, item):
                lines[number] = None
    said_behind = {at[block]: says for block, says in said_behind.items()}
    result: list[str] = []
    for number, line in enumerate(lines, start=1):
        result += [line] if line is not None else []
        if message := messages.get(number):
            result += ["", "<!-- message -->", "```text", *message, "```"]
        for whose, text in sorted(said_behind.get(number, {}).items(), reverse=True):
            named = whose.replace("gcc", "GCC").replace("clang", "Clang").replace("c++", "C++")
            result += ["", "<details>", f"<summary>All that {named} prints</summary>", "",
                       f"<!-- said: {whose} -->", "```text", *text, "```", "", "</details>"]
    return "\n".join([*result, ""])


def report(name: str, problems: list[Problem]) -> str:
    lines: list[str] = []
    for problem in problems:
        lines.append(f"{name}:{problem.line}: {problem.text}")
        lines += [f"    {line}" for line in problem.said.splitlines()]
    return "\n".join(lines)


# --- Self-test: every way in which a page can be wrong has to be noticed --------------------------

def page_of(*parts: str | tuple[str, str]) -> str:
    """A page of prose and of (marker, C++) pairs; line 1 is a heading, then each part follows."""
    lines = ["# A page"]
    for part in parts:
        if isinstance(part, str):
            lines.append(part)
        else:
            marker, code = part
            lines += [f"<!-- {marker} -->"] * bool(marker) + ["```cpp", code, "```"]
    return "\n".join(lines)


SQUARE = ("compile", "constexpr int square(int x) { return x * x; }")
WRONG_LINE = 'static_assert(square(2) == 5, "a square of 5");  // wrong'
HELLO = ("program", "#include <cstdio>\nint main() { std::puts(\"hello\"); }")

# For each page: what it is, its text, and a regex for the whole report ("": nothing to report).
SELF_TEST: list[tuple[str, str, str]] = [
    ("no C++ blocks", page_of("Prose.", "```sh\ncmake --build .\n```"), ""),
    ("a block", page_of(SQUARE), ""),
    ("a marker, an empty line, an indented block",
     page_of("<!-- compile -->\n\n  ```cpp\n  int x;\n  ```"), ""),
    ("blocks do not meet", page_of(("compile", "int x;"), ("compile", "int x;")), ""),
    ("a block that continues, with an include of its own",
     page_of(SQUARE, ("compile: continues",
                      "#include <array>\nstd::array<int, square(2)> four;")), ""),
    ("statements", page_of(SQUARE, ("compile: body, continues",
                                    "using number = int;\nauto unused = square(2);")), ""),
    ("the library's namespace is at hand",
     page_of(("compile", "namespace attn { }"), ("compile: body", "using namespace attn;")), ""),
    ("assertions, two on a line",
     page_of(SQUARE, "It is 4 <!-- assert: square(2) == 4 --> or 9 <!-- assert: 9 > 4 -->."), ""),
    ("a rejected block", page_of(SQUARE, ("reject: ^static.*a square", WRONG_LINE)), ""),
    ("a rejected block, two errors", page_of(SQUARE, ("reject(2): a square",
                                                      f"{WRONG_LINE}\n{WRONG_LINE}")), ""),
    ("what another compiler says",
     page_of(SQUARE, ("reject: a square", WRONG_LINE),
             "<!-- said: gcc 1 -->\n```text\nno\n```"), ""),
    ("a program and its output",
     page_of(HELLO, "prints", "<!-- output -->\n```text\nhello\n```"), ""),
    ("an illustration", page_of(("illustration: an outline", "auto x = …;")), ""),

    ("an unmarked block", page_of(SQUARE, ("", "int x;")), "page.md:6: C\\+\\+ without a marker"),
    ("a marker misspelt", page_of(("complie", "int x;")), "page.md:3: C\\+\\+ without a marker"),
    ("a marker and no block", page_of("<!-- compile -->", "Prose."), "page.md:2: no block"),
    ("a marker at the end", page_of("<!-- compile -->"), "page.md:2: no block"),
    ("a marker above another language",
     page_of("<!-- compile -->\n```sh\nls\n```"), "page.md:2: .* does not suit"),
    ("an argument misspelt", page_of(("compile: bodies", "")), "page.md:2: .* requires another"),
    ("an illustration of nothing said", page_of(("illustration:", "")), "page.md:2: .* requires"),
    ("a rejection for any reason", page_of(("reject", WRONG_LINE)), "page.md:2: .* requires another"),
    ("a regex misspelt", page_of(("reject: ((", WRONG_LINE)), "page.md:2: not a regular"),
    ("nothing to continue", page_of(("compile: continues", "")), "page.md:2: there is nothing"),
    ("a block without an end", page_of("```cpp\nint x;"), "page.md:2: .* has no end"),
    ("a block in a quotation", page_of("> ```cpp\n> int x;\n> ```"), "page.md:2: C.* unchecked"),

    ("a failing static_assert", page_of("Prose.", ("compile", "\nstatic_assert(sizeof(int) < 1);")),
     "page.md:6:.* error: static assertion failed"),
    ("a failing static_assert behind an include",
     page_of(("compile", "#include <cstddef>\nstatic_assert(sizeof(int) < 1);")),
     "page.md:5:.* error: static assertion failed"),
    ("an include that is not there",
     page_of(SQUARE, ("compile", "int x;\n#include <nowhere.hpp>")), "page.md:9:.* fatal error:"),
    ("an error in statements", page_of(("compile: body", "int x = y;")), "page.md:4:.* error:"),
    ("a warning", page_of(("compile", "inline int f() { }")), "page.md:4:.* warning:"),
    ("a block that uses another without continuing it",
     page_of(SQUARE, ("compile", "int x = square(2);")), "page.md:8:.* error:"),
    ("a wrong number in the prose",
     page_of(SQUARE, "It is 5 <!-- assert: square(2) == 5 -->."), "page.md:6:.* error: static"),
    ("an assertion over two lines",
     page_of("It is 4 <!-- assert:\ntrue -->."), "page.md:2: an assertion is"),

    ("a rejected block that compiles",
     page_of(SQUARE, ("reject: a square", "static_assert(square(2) == 4);  // wrong")),
     "page.md:8: this must be rejected"),
    ("a rejected block, another reason",
     page_of(SQUARE, ("reject: a square", WRONG_LINE.replace("square(2)", "cube(2)"))),
     "page.md:8: an error line must match: a square\n"),
    ("a rejected block, another reason, the text in a warning",
     page_of(("reject: a square", '[[deprecated("a square")]] int f();  // wrong\n'
                                  "int x = f() + y;  // wrong")),
     "page.md:4: an error line must match: a square\n"),
    ("a rejected block, too many errors",
     page_of(SQUARE, ("reject: a square", f"{WRONG_LINE}\n{WRONG_LINE}")),
     "page.md:8: this must be 1 error.*not 2"),
    ("a rejected block, no line marked",
     page_of(SQUARE, ("reject: a square", WRONG_LINE.replace("// wrong", ""))),
     "page.md:8: a rejected block marks"),
    ("a rejected block, other lines wrong too",
     page_of(SQUARE, ("reject: a square", f"{WRONG_LINE}\nint x = y;")),
     "page.md:8: without its wrong lines"),

    ("the corrected line of a rejected block",
     page_of(SQUARE, ("reject: a square", f"constexpr int two = 2;\n{WRONG_LINE}"),
             ("corrected", "static_assert(square(two) == 4);")), ""),
    ("a corrected line that does not compile",
     page_of(SQUARE, ("reject: a square", WRONG_LINE), ("corrected", "static_assert(square(2) == 6);")),
     "page.md:8: without its wrong lines"),
    ("a correction of nothing", page_of(SQUARE, ("corrected", "int x;")), "page.md:6: this follows no rejected"),

    ("what a compiler says to nothing", page_of("<!-- said: gcc 12 -->\n```text\nno\n```"),
     "page.md:2: this follows no rejected block"),
    ("what no compiler says", page_of("<!-- said: msvc -->\n```text\nno\n```"),
     "page.md:2: .* requires another"),

    ("the sentence of an error",
     page_of(SQUARE, ("reject: a square", WRONG_LINE), "<!-- message -->\n```text\na square\n```"), ""),
    ("a sentence that no error has",
     page_of(SQUARE, ("reject: a square", WRONG_LINE), "<!-- message -->\n```text\na circle\n```"),
     "page.md:12: no error line has this text"),
    ("the sentence of nothing", page_of("<!-- message -->\n```text\nno\n```"),
     "page.md:2: this follows no rejected block"),

    ("a program that prints something else",
     page_of(HELLO, "<!-- output -->\n```text\ngood-bye\n```"), "page.md:9: (.*\n)+.*[+]hello"),
    ("a program that fails", page_of(("program", "int main() { return 3; }")),
     "page.md:4: .* exit with 0, not 3"),
    ("a program that does not compile", page_of(("program", "\nint main() { return x; }")),
     "page.md:5:.* error:"),
    ("a program that does not link", page_of(("program", "int f();\nint main() { return f(); }")),
     "page.md:4: .* must compile"),
    ("an output of nothing", page_of(HELLO, "```sh\nls\n```\n<!-- output -->\n```\nhello\n```"),
     "page.md:10: .* follows no program"),
]


def self_test(compiler: Compiler) -> bool:
    passed = self_test_of_what_is_said(compiler) and self_test_of_several_pages(compiler)
    passed = self_test_of_pasting(compiler) and passed
    for name, page, expected in SELF_TEST:
        problems, _ = check("page.md", page, compiler)
        reported = report("page.md", problems)
        if re.search(expected, reported) if expected else not reported:
            print(f"ok    {name}")
        else:
            passed = False
            print(f"FAIL  {name}: expected {expected or 'a pass'}, found\n{reported or 'a pass'}")
    return passed


def self_test_of_pasting(compiler: Compiler) -> bool:
    right = page_of(("compile", "#include <attn.hpp>\nusing namespace attn;\nconst int place = 1;"),
                    ("compile: continues", "const int next = place;"))
    wrong = right.replace("place", "found")  # right in a namespace, where it hides the function
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "attn.hpp").write_text("#pragma once\nnamespace attn { int found(); }\n", encoding="utf-8")
        compiler = compiler.with_include(Path(directory))
        passed = (not check("page.md", wrong, compiler)[0] and bool(check_pasted("page.md", wrong, compiler)[0])
                  and not check_pasted("page.md", right, compiler)[0])
    print("ok   " if passed else "FAIL ", "blocks that are pasted into a file")
    return passed


def self_test_of_several_pages(compiler: Compiler) -> bool:
    """Pages are compiled together, but each is judged as if it were alone."""
    attn = ("compile", "#include <attn.hpp>\nconstexpr int n = 2;")
    more = ("compile", "#include <attn/more.hpp>\nconstexpr int k = attn::more;")
    right = page_of(attn, ("reject: two", 'constexpr int m = n;\nstatic_assert(n == 3, "two");  // wrong'))
    cases = [  # pages, and a regex for what is reported of each
        ("pages that are right", [right, right, page_of(SQUARE)], ["", "", ""]),
        ("a wrong page among others", [right, page_of(attn, ("compile: continues", "int x = y;")), right],
         ["", "2.md:9:.* error:", ""]),
        ("a warning on one of the pages", [right, page_of(attn, ("compile", "inline int f() { }"))],
         ["", "2.md:9:.* warning:"]),
        ("a page that uses the names of another", [right, page_of(("compile", "int x = n;"))],
         ["", "2.md:4:.* error:"]),
        ("a page that needs the header of another",
         [page_of(attn, ("compile", "#include <regex>\nstd::regex r;")),
          page_of(attn, ("compile", "std::regex r;"))], ["", "2.md:9:.* error:"]),
        ("a page that needs the umbrella header of another",
         [page_of(more), page_of(attn, ("compile", "int k = attn::more;")), page_of(more)], ["", "2.md:9:.* error:", ""]),
        ("a rejected block that is not right without its wrong lines",
         [right, right.replace("m = n;", "m = k;")], ["", "2.md:9: without its wrong lines"]),
        ("a rejected block that is not rejected",
         [right, right.replace("n == 3", "n == 2")], ["", "2.md:9: this must be rejected"]),
        ("a rejected block that repeats a name",
         [right, right.replace("int m = n", "int n = 3")], ["", "2.md:9: this must be 1 error"])]
    passed = True
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "attn.hpp").write_text("#pragma once\nnamespace attn {}\n", encoding="utf-8")
        Path(directory, "attn").mkdir()
        Path(directory, "attn", "more.hpp").write_text("#pragma once\nnamespace attn { constexpr int more = 1; }\n",
                                                       encoding="utf-8")
        compiler = compiler.with_include(Path(directory))
        for name, pages, expected in cases:
            named = [(f"{number}.md", page) for number, page in enumerate(pages, start=1)]
            reported = [report(page, problems) for (page, _), (problems, _) in
                        zip(named, check_all(named, compiler))]
            ok = all(re.search(text, found) if text else not found
                     for text, found in zip(expected, reported))
            print(f"ok    {name}" if ok else f"FAIL  {name}: found {reported}")
            passed = passed and ok
    return passed


def self_test_of_what_is_said(compiler: Compiler) -> bool:
    """A page that was written passes, twice written is once written, and an altered word is seen."""
    corrected = page_of(SQUARE, ("reject: a square", WRONG_LINE), "Fix:", ("corrected", "int x;"), "Prose.")
    after = with_what_is_said("page.md", corrected, compiler)
    page = page_of(("compile", "template <int N>\nstruct same_size { static constexpr bool value = N == 4; };\n"
                               "template <int N>\nconstexpr int f() {\n"
                               "  static_assert(same_size<N>::value, \"attn::f(x): A's last: 'a square'\");\n"
                               "  return N;\n}"),
                   ("reject: a square", "constexpr int five = f<5>();  // wrong"), "Prose.")
    once = with_what_is_said("page.md", page, compiler)
    unfolded = re.sub(r"\n</?details>\n(<summary>.*\n)?", "", once)

    def reported(before: str, after: str) -> str:
        return report("page.md", check("page.md", once.replace(before, after), compiler)[0])

    message = "```text\nattn::f(x): A's last: 'a square'\n    same_size<5>\n```\n\n<details>\n<summary>All that "
    passed = (message in once and f"<!-- said: {compiler.name} -->" in once and "your.cpp:" in once
              and with_what_is_said("page.md", once, compiler) == once
              and "int x;\n```\n\n<details>" in after and with_what_is_said("page.md", after, compiler) == after
              and unfolded != once and with_what_is_said("page.md", unfolded, compiler) == once
              and not check("page.md", once, compiler)[0]
              and "is not what" in reported("error: ", "remark: ")
              and "is not the relation" in reported("    same_size<5>", "    same_size<6>")
              and "has this text" in reported("\nattn::f(x): A", "\nattn::g(x): A"))
    print("ok   " if passed else "FAIL ", "what is said is written, and compared")
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True, help="the command, arguments and all")
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--std", default="c++20", help="the standard (default: c++20)")
    parser.add_argument("--precompiled", type=Path, metavar="FILE",
                        help="<attn.hpp>, precompiled by this compiler with these options")
    parser.add_argument("--self-test", action="store_true", help="test this script")
    parser.add_argument("--write", action="store_true",
                        help="put what the compiler says to rejected blocks into the pages")
    parser.add_argument("--pasted", action="store_true",
                        help="compile the blocks as files of their own, without namespaces")
    parser.add_argument("pages", type=Path, nargs="*", metavar="PAGE.md")
    arguments = parser.parse_args()
    if arguments.self_test == bool(arguments.pages):
        parser.error("give either pages or --self-test")

    compiler = Compiler(arguments.compiler, arguments.include, arguments.std, arguments.precompiled)
    if arguments.self_test:
        return 0 if self_test(compiler) else 1

    if arguments.write:
        for path in arguments.pages:
            page = path.read_text(encoding="utf-8")
            path.write_text(with_what_is_said(str(path), page, compiler), encoding="utf-8")
        return 0

    failed = False
    pages = [(str(path), path.read_text(encoding="utf-8")) for path in arguments.pages]
    results = ([check_pasted(path, page, compiler) for path, page in pages] if arguments.pasted else
               check_all(pages, compiler))
    for (path, _), (problems, counts) in zip(pages, results):
        failed = failed or bool(problems)
        summary = ", ".join(f"{number} {kind}" for kind, number in counts.items())
        print(report(path, problems) or f"ok    {path}  ({summary or 'no C++ blocks'})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

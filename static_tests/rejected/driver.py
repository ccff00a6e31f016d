#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compile programs that must be rejected, and hold the compiler to what it says about them.

    driver.py --compiler CXX --include DIR [--include DIR ...] [--show] [--first-line] TABLE.cpp ...
    driver.py --compiler CXX --self-test

A case is a program in two versions, the wrong one and its right twin, and what the user of the
library has to read. A table of cases begins with what they share: what they include, and their
operands, each declared once, with a name. Then each case is a row below the reason why it is wrong:

    // over an axis that the scores do not have; over the wrong one it trains and is wrong: https://...
    // - softmax_axis_absent: softmax<"feature">(scores) ;; softmax<"key">(scores)
    //   ;; attn::softmax<axis>\\(x\\): x has no such axis ;; token 3, key 3

These are the wrong half, the right half, a regex for the text behind "error:", and the axes that the
line of the first error or the next one must show. A half is an expression or, if it ends in `;` or
`; }` and is no lambda, declarations; `ditto` is the right half of the row above. The name may be left
out, and so may the reason, if it is the same as in the row above. What else is promised follows as fields
`keyword: value`:

    expect-error: attn::matmul      what the third field is short for
    axes: token 6, key              what the fourth is short for; a name alone: the size need not be
                                    shown; `axes: not-shown why`: the rule is not about axes
    expect-note: you may have meant a regex for anything that the compiler says
    constant: name                  evaluation ends in what is called so: the error of GCC, a note of Clang
    errors: 2                       exactly so many errors, not 1
    forbid: std::integral_constant  a regex that nothing may match
    allow: detail::                 lifts one of the standing bans
    lines: 10 why                   so many lines, not 7; `at most` before the reason: or fewer
    total: 2500 why                 so many characters, not 1500

All but `errors`, `axes`, `lines` and `total` may be repeated. `expect-error[gcc]`, `errors[clang]` and so
on replace the general field for one compiler, `expect-error[gcc>=14]` for its version 14 and every
later one. In the first lines of a table, `// keyword: value` is for each of its cases that does not
say otherwise; `axes: in every row` asks all of them for axes.

A case with declarations of its own is a section, behind the rows, whose fields are its first lines:

    // case: name
    // rejected: why it is wrong
    // expect-error: attn::matmul
    #ifdef ATTN_REJECT
    ...
    #else
    ...
    #endif

A file with neither is one such case. --only and --calls pick some of the cases.

The cases of a table are compiled together, each in a namespace of its own, and what the compiler says
is cut apart by the lines that it names. That it says nothing twice, so that one of two equal mistakes
may go unmentioned, is why a case that is not as promised is compiled once more, alone, and only then
judged; --one-by-one does that with all of them, after it has precompiled what the cases of a table share.

What is measured is what a reader sees of the message itself: the trail of `In file included from`
above it depends on where the header is in attn.hpp, and is left out.

--first-line is for compilers other than the two that the messages were written with (GCC 12 and Clang
19). Each release words its notes and prints its types in its own way, so that lines and characters
differ where the library has not changed. What must not differ: both halves' fate, the number of errors,
and that the first one has an expected text.

"It does not compile" proves nothing by itself: a misspelt include does not compile either. Hence
the twin, the text that has to stand on an error line, and the self-test of this driver.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

# What a reader sees first, and in all, before giving up on the message.
FIRST_LINE_LIMIT = 300
TOTAL_LIMIT = 1500
LINE_LIMIT = 7

CASES_AT_A_TIME = 32
REJECT = "-DATTN_REJECT"

# Names from the inside of the library: they mean nothing to whoever made the mistake.
STANDING_BANS = ("hana", "detail::")

KEYWORDS = {"rejected", "expect-error", "errors", "expect-note", "forbid", "allow", "lines",
            "total", "axes", "constant"}
FIELD = re.compile(r"([a-z]+(?:-[a-z]+)*)(?:\[([^\]]+)\])?:(?:\s+(.*))?$")
ONLY_FOR = re.compile(r"(gcc|clang)(?:>=(\d+))?")
ROW = re.compile(r"// - (?:(\w+): )?(.*)")
DECLARATIONS = re.compile(r"(?!\[).*(?:;|; \})$")
ERROR_LINE = re.compile(r"^(?:\S+: )?(?:fatal )?error: (.*)$", re.MULTILINE)
AXES_IN_EVERY_ROW = "axes: in every row"
# How each compiler rejects what is to be a constant: Clang names what ends the evaluation in a note.
NOT_CONSTANT = {"gcc": "", "clang": "must be initialized by a constant expression"}
INCLUDE_TRAIL = re.compile(r"^(?:In file included from| {17}from) .*:\d+[:,]\n", re.MULTILINE)
# The lines that GCC puts above an error or a note to say where it is.
CONTEXT = re.compile(r"\S+: (?:In |At global scope:)|\S+:\d+:\d+:  ")
# Where a message begins, and how the driver reports that the compiler itself failed.
BEGINS = re.compile(r"(?:\S+: )?(?:fatal )?(?:error|warning): ")
ENDED = "(the compiler was ended by signal"
NAMESPACE = re.compile(r"\bcase_\d+::")


class Compiler:
    """One compiler, asked for plain diagnostics that do not depend on where things are stored."""

    def __init__(self, command: str, include: list[Path], standard: str):
        self.command = shlex.split(command)
        version = self._run("--version").stdout
        self.family = "clang" if "clang" in version else "gcc"
        self.version = int(self._run("-dumpversion").stdout.split(".")[0])
        # The echo of the source line shows the text of a static_assert even when something else
        # is wrong with it: with the echo, every expectation would be met by its own spelling.
        # Nor is there a limit to the errors of the cases that are compiled together.
        no_echo = {"clang": ["-fno-caret-diagnostics", "-ferror-limit=0"],
                   "gcc": ["-fno-diagnostics-show-caret"]}
        # A case declares what it is about and need not use it; no other warning is let through.
        self.flags = [f"-std={standard}", "-Wall", "-Wextra", "-Wno-unused-const-variable",
                      "-fsyntax-only", "-fmessage-length=0", "-fdiagnostics-color=never",
                      *no_echo[self.family]]
        include = [directory.resolve() for directory in include]
        self.flags += [f"-I{directory}" for directory in include]
        self._short = [(f"{directory}/", "<attn>/") for directory in include]
        self._short += [(f"{directory}/", "<system>/") for directory in self._system_directories()]
        self._short.sort(key=lambda pair: len(pair[0]), reverse=True)  # the innermost first

    def diagnose(self, source: Path, *definitions: str) -> tuple[bool, str]:
        """Whether the compiler accepts `source`, and what it says about it."""
        # Run next to the source, so that diagnostics name the file and not its whole path.
        ran = self._run(*self.flags, *definitions, source.name, directory=source.parent)
        said = ran.stdout + ran.stderr
        for path, short in self._short:
            said = said.replace(path, short)
        if ran.returncode < 0:  # the compiler itself failed, perhaps before its first word
            said += f"\n{ENDED} {-ran.returncode})"
        return ran.returncode == 0, INCLUDE_TRAIL.sub("", said).strip()

    def precompile(self, header: Path, *definitions: str) -> bool:
        """Whether the compiler accepts the header without a word, and finds it precompiled from now on."""
        target = header.with_suffix(".hpp.pch" if self.family == "clang" else ".hpp.gch")
        flags = [flag for flag in self.flags if flag != "-fsyntax-only"]
        ran = self._run(*flags, *definitions, "-x", "c++-header", header.name, "-o", target.name,
                        directory=header.parent)
        return (ran.returncode, ran.stdout + ran.stderr) == (0, "")

    def _run(self, *arguments: str, directory: Path | None = None):
        # The C locale: English messages, and ' rather than a typographic quote.
        return subprocess.run([*self.command, *arguments], cwd=directory, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              env=os.environ | {"LC_ALL": "C"})

    def _system_directories(self) -> list[str]:
        verbose = self._run("-E", "-v", "-x", "c++", os.devnull).stderr
        listed = re.search(r"<\.\.\.> search starts here:\n(.*?)^End of search", verbose,
                           re.DOTALL | re.MULTILINE)
        return listed[1].split() if listed else []


class BadCase(Exception):
    """The case itself is malformed: it would prove nothing, whatever the compiler does."""


# --- Cases ------------------------------------------------------------------------------------------

@dataclass(eq=False)
class Table:
    """A file of cases: what they share, and what is promised of all of them."""

    path: Path
    shared: str
    fields: list[str]
    cases: list["Case"] = field(default_factory=list)


@dataclass(eq=False)
class Case:
    name: str
    table: Table
    line: int            # where its halves begin in the table
    reason: str
    fields: list[str]    # `keyword: value`
    halves: str          # with #ifdef ATTN_REJECT, #else, #endif, and with #line: the table's lines
    wrong: str           # what of it --calls looks at
    right: str = ""      # of a row
    alone: bool = False  # it needs a file of its own
    end: float = float("inf")  # the last of its lines in the table


NEEDS_A_FILE = re.compile(r"^\s*#(?!ifdef ATTN_REJECT$|else$|endif$)|^namespace\b|\bmain\(|\bstruct attn::",
                          re.MULTILINE)


def shared_by(table: Table) -> str:
    return f'#line 1 "{table.path.name}"\n{table.shared}\n'


def unit_of(cases: list[Case], text: str) -> str:
    """A program of cases of one table, behind this text: with ATTN_REJECT the wrong halves, without it the right
    ones."""
    if cases[0].alone:
        return f"{text}{cases[0].halves}\n"
    return text + "".join(f"namespace case_{number} {{\n{case.halves}\n}}\n"
                          for number, case in enumerate(cases))


def read_table(path: Path) -> Table:
    lines = path.read_text(encoding="utf-8").splitlines()
    sections = [n for n, line in enumerate(lines) if line.startswith("// case: ")]
    rows = [n for n, line in enumerate(lines) if line.startswith("// - ")]
    head = next((n for n, line in enumerate(lines) if not line.startswith("//")), len(lines))
    if not sections and not rows:
        table = Table(path, "", [])
        table.cases.append(section_of(table, path.stem, lines, 0))
        return table
    first = sections[0] if sections else len(lines)
    if misplaced := [n + 1 for n in rows if n > first]:
        sys.exit(f"{path}:{misplaced[0]}: a row behind a section")
    table = Table(path, "", [text for line in lines[:head] if FIELD.match(text := line.removeprefix("// "))])
    shared, reason, n = [""] * head, "", head
    while n < first:  # what is no comment is shared; a comment is the reason of the rows below it
        start = n
        n += 1
        if ROW.match(lines[start]):
            while n < first and lines[n].startswith("//   "):
                n += 1
            row = " ".join([lines[start], *(line[2:].strip() for line in lines[start + 1:n])])
            table.cases.append(row_of(table, row, start, reason))
        elif lines[start].startswith("//"):
            while n < first and lines[n].startswith("//") and not ROW.match(lines[n]):
                n += 1
            reason = "\n".join(line.removeprefix("//").strip() for line in lines[start:n])
        elif lines[start]:
            reason = ""
        shared += [lines[start] if not lines[start].startswith("//") else ""] + [""] * (n - start - 1)
    table.shared = "\n".join(shared).rstrip()
    for start, end in zip(sections, [*sections[1:], len(lines)]):
        name = lines[start].removeprefix("// case: ")
        table.cases.append(section_of(table, name, lines[start + 1:end], start + 1))
    for case, following in pairwise(table.cases):
        case.end = following.line - 1
    names = [case.name for case in table.cases]
    for case in table.cases:
        if not re.fullmatch(r"\w+", case.name) or names.count(case.name) > 1:
            sys.exit(f"{path}:{case.line}: not a name, or a name twice: {case.name}")
    return table


def as_declaration(half: str) -> str:
    return half if DECLARATIONS.match(half) else f"constexpr auto result = {half};"


def is_closed(half: str) -> bool:
    """Whether what follows it in a program is not part of it."""
    code = re.sub(r'"(?:\\.|[^"])*"', "", half)
    return "/*" not in code and all(code.count(a) == code.count(b) for a, b in ("()", "[]", "{}"))


def row_of(table: Table, text: str, line: int, reason: str) -> Case:
    name, text = ROW.match(text).groups()
    wrong, right, *rest = (text.split(" ;; ") + [""])[:max(2, text.count(" ;; ") + 1)]
    if right == "ditto" and table.cases:
        right = table.cases[-1].right
    name = name or f"{table.path.stem}_{len(table.cases) + 1}_{re.sub(r'[^a-z0-9_].*', '', wrong)}"
    fields, short = ["rejected: " + reason.replace("\n", " ")] if reason else [], ["expect-error", "axes"]
    for value in rest:
        known = (found := FIELD.match(value)) and found[1] in KEYWORDS
        fields.append(value if known else f"{short.pop(0) if short else 'one-too-many'}: {value}")
    if AXES_IN_EVERY_ROW in table.fields and not any(value.startswith("axes:") for value in fields):
        fields.append("axes:")
    at = f'#line {line + 1} "{table.path.name}"'
    halves = ["#ifdef ATTN_REJECT", at, as_declaration(wrong), "#else", at, as_declaration(right), "#endif"]
    return Case(name, table, line + 1, reason, fields, "\n".join(halves), wrong, right,
                alone=not (is_closed(wrong) and is_closed(right)))


def section_of(table: Table, name: str, lines: list[str], line: int) -> Case:
    """A case whose lines, of which the first stands at this place of the table, begin with its fields."""
    code = next((n for n, text in enumerate(lines) if text and not text.startswith("//")), len(lines))
    fields, reason = [], ""
    for text in (text.removeprefix("//").strip() for text in lines[:code]):
        if found := FIELD.match(text):
            fields.append(text)
            continues = found[1] == "rejected"
            reason = found[3] or "" if continues else reason
        elif fields and continues:
            reason += f"\n{text}"
    body = "\n".join(lines[code:])
    return Case(name, table, line + code + 1, reason, fields,
                f'#line {line + code + 1} "{table.path.name}"\n{body}', body, alone=bool(NEEDS_A_FILE.search(body)))


@dataclass(frozen=True)
class Expected:
    """What one case asks for, as far as one compiler is concerned."""

    expect_error: list[re.Pattern]
    expect_note: list[re.Pattern]
    forbid: list[re.Pattern]
    errors: int
    lines: int
    lines_at_most: bool
    total: int
    axes: list[re.Pattern]

    @staticmethod
    def of(case: Case, family: str, version: int) -> "Expected":
        lines = case.halves.splitlines()
        for half in ("#ifdef ATTN_REJECT", "#else", "#endif"):
            if half not in lines:
                raise BadCase(f"no line `{half}`: a case needs the wrong program and its twin")

        # For each keyword its values by the version that they are for: -1 if for any compiler, 0 if for
        # any version of this one.
        values: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        own = {FIELD.match(text)[1] for text in case.fields}
        shared = [text for text in case.table.fields
                  if text != AXES_IN_EVERY_ROW and FIELD.match(text)[1] not in own]
        for text in [*case.fields, *shared]:
            keyword, only_for, value = FIELD.match(text).groups()
            wanted = ONLY_FOR.fullmatch(only_for or family)
            if keyword not in KEYWORDS or not wanted:
                raise BadCase(f"unknown field: {text}")
            if not value:
                raise BadCase(f"empty field: {text}")
            since = int(wanted[2] or 0) if only_for else -1
            if wanted[1] == family and since <= version:
                values[keyword][since].append(value.strip())

        def of(keyword: str) -> list[str]:
            return values[keyword][max(values[keyword])] if values[keyword] else []

        def patterns(texts: list[str]) -> list[re.Pattern]:
            try:
                return [re.compile(text) for text in texts]
            except re.error as error:
                raise BadCase(f"not a regular expression: {error.pattern}: {error}") from None

        constant = of("constant")
        errors = of("expect-error") + ([NOT_CONSTANT[family] or constant[0]] if constant else [])
        if not of("rejected") or not errors:
            raise BadCase(f"no reason, or no text that an error must have, for {family}")
        if len(of("errors")) > 1 or not "".join(of("errors") or "1").isdecimal():
            raise BadCase("`errors:` takes one number")
        def limit(keyword: str, usual: int) -> int:
            found = [re.match(r"(\d+) \S", text) for text in of(keyword)]
            if len(found) > 1 or None in found or any(int(n[1]) <= usual for n in found):
                raise BadCase(f"`{keyword}:` takes one number above {usual}, and a reason")
            return int(found[0][1]) if found else usual

        if unknown := set(of("allow")) - set(STANDING_BANS):
            raise BadCase(f"`allow:` lifts one of {', '.join(STANDING_BANS)}, not {unknown}")

        bans = [re.escape(ban) for ban in STANDING_BANS if ban not in of("allow")]
        return Expected(expect_error=patterns(errors),
                        expect_note=patterns(of("expect-note") + constant),
                        forbid=patterns(bans + of("forbid")),
                        errors=int((of("errors") or "1")[0]),
                        lines=limit("lines", LINE_LIMIT),
                        lines_at_most=" at most" in "".join(of("lines")),
                        total=limit("total", TOTAL_LIMIT),
                        axes=axes_in(of("axes")))


def axes_in(values: list[str]) -> list[re.Pattern]:
    """What an axis looks like in a diagnostic: an axis, a label, or one of several in a text."""
    if len(values) > 1:
        raise BadCase("`axes:` is one line")
    if not values:
        return []
    if values[0].startswith("not-shown"):
        if not re.match(r"not-shown \S", values[0]):
            raise BadCase("`axes: not-shown` takes a reason")
        return []
    patterns = []
    for axis in values[0].split(", "):
        found = re.fullmatch(r"(\w+)(?: (\d+))?", axis)
        if not found:
            raise BadCase(f"`axes:` takes names, with their sizes or without, not {axis}")
        name, size = found.groups()
        alone = rf'"(?:[^"]*[ (])?{name}(?:[ ,][^"]*)?"'
        sized = rf'"{name}"\}}, {size}\b|\b{name} {size}\b'
        patterns.append(re.compile(sized if size else alone))
    return patterns


# --- Judgement --------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Failure:
    check: str  # which of the checks failed, in a word or two: the self-test goes by it
    explanation: str
    said: str = ""


@dataclass(frozen=True)
class Verdict:
    failures: list[Failure]
    said: str = ""

    @property
    def first_error(self) -> str:
        error = ERROR_LINE.search(self.said)
        return error[1] if error else ""


# --- Programs ---------------------------------------------------------------------------------------

def apart(said: str, cases: list[Case]) -> dict[Case, str]:
    """What the compiler said of each of the cases of a table, where that is certain: its messages name the line
    of one case."""
    blocks: list[list[str]] = []
    above: list[str] = []  # what GCC says of the place before it says what is wrong there
    for line in said.splitlines():
        if BEGINS.match(line):
            blocks.append([*above, line])
        elif not blocks or CONTEXT.match(line):
            above.append(line)
            continue
        else:
            blocks[-1] += [*above, line]
        above = []
    if above:
        return {}
    place = re.compile(rf"^{re.escape(cases[0].table.path.name)}:(\d+):", re.MULTILINE)
    told, doubtful = {case: [] for case in cases}, set()
    of: set[Case] = set()
    for block in blocks:
        if re.fullmatch(r"\S+: At global scope:", block[0]):  # not of a program's first message
            block = block[1:]
        text = "\n".join(block)
        # GCC does not say again where it is, if it is still there.
        of = {case for line in place.findall(text) for case in cases
              if case.line <= int(line) <= case.end} or of
        if not of:
            return {}
        for case in of:
            told[case].append(text)
        doubtful |= of if len(of) > 1 else set()
    return {case: "\n".join(texts) for case, texts in told.items() if texts and case not in doubtful}


class Programs:
    """What is compiled of the cases, by one compiler."""

    def __init__(self, compiler: Compiler, directory: Path):
        self.compiler, self.directory = compiler, directory
        self.precompiled: dict[Table, Path] = {}  # what the wrong halves of a table share

    @contextmanager
    def precompiling(self, table: Table) -> Iterator[None]:
        """Within it, what the wrong halves of the table share is precompiled, if it compiles without a word."""
        with tempfile.TemporaryDirectory(dir=self.directory) as directory:
            header = Path(directory) / "shared.hpp"
            header.write_text(shared_by(table), encoding="utf-8")
            if self.compiler.precompile(header, REJECT):
                self.precompiled[table] = header
            yield
            self.precompiled.pop(table, None)

    def diagnose(self, cases: list[Case], *definitions: str) -> tuple[bool, str]:
        table = cases[0].table
        header = self.precompiled.get(table) if REJECT in definitions else None
        shared = ["-include", str(header)] if header else []
        with tempfile.TemporaryDirectory(dir=self.directory) as directory:
            program = Path(directory) / table.path.name
            program.write_text(unit_of(cases, "" if header else shared_by(table)), encoding="utf-8")
            accepted, said = self.compiler.diagnose(program, *definitions, *shared)
        if header:  # Clang adds the directory to the name that a #line gave
            said = said.replace(f"{header.parent}/", "")
        return accepted, NAMESPACE.sub("", said)

    def twins_are_right(self, cases: list[Case]) -> bool:
        return self.diagnose(cases) == (True, "")

    def what_is_said(self, cases: list[Case]) -> dict[Case, str]:
        """The messages of the wrong halves that are certain."""
        accepted, said = self.diagnose(cases, REJECT)
        return {} if accepted or ENDED in said else apart(said, cases)

    def verdict(self, case: Case, expected: Expected, twin_is_right: bool,
                first_line_only: bool) -> Verdict:
        """Of the case alone."""
        if not twin_is_right:
            accepted, said = self.diagnose([case])
            if not accepted or said:
                return Verdict([Failure("twin", "the right twin must compile without a word", said)])
        accepted, said = self.diagnose([case], REJECT)
        if accepted:
            return Verdict([Failure("accepted", "the wrong program must be rejected", said)])
        return judged(said, expected, first_line_only)


def judged(said: str, case: Expected, first_line_only: bool) -> Verdict:
    """Whether what was said of the wrong half is what was promised."""
    failures: list[Failure] = []

    def expect(condition: object, check_name: str, explanation: str) -> None:
        if not condition:
            failures.append(Failure(check_name, explanation, said))

    errors = ERROR_LINE.findall(said)
    for pattern in case.expect_error:
        expect(any(map(pattern.search, errors)), "error text",
               f"an error line must match: {pattern.pattern}")
    expect(len(errors) == case.errors, "error count",
           f"one mistake must be {case.errors} error(s), not {len(errors)}")
    if first_line_only:
        expect(errors and any(pattern.search(errors[0]) for pattern in case.expect_error),
               "first error", "the first error line must match an expected text")
        return Verdict(failures, said)
    for pattern in case.expect_note:
        expect(pattern.search(said), "note text", f"somewhere it must say: {pattern.pattern}")
    for pattern in case.forbid:
        expect(not pattern.search(said), "forbidden text", f"nowhere may it say: {pattern.pattern}")
    first = len(f"error: {errors[0]}") if errors else 0
    expect(first <= FIRST_LINE_LIMIT, "first line",
           f"the first error must fit in {FIRST_LINE_LIMIT} characters, not {first}")
    expect(len(said) <= case.total, "total length",
           f"all of it must fit in {case.total} characters, not {len(said)}")
    two_lines = re.search(r"error: .*(?:\n.*)?", said)
    for pattern in case.axes:
        expect(two_lines and pattern.search(two_lines[0]), "axes",
               f"the first error or the next line must say: {pattern.pattern}")
    lines = len(said.splitlines())
    expect(lines <= case.lines, "lines", f"all of it must fit in {case.lines} lines, not {lines}")
    expect(case.lines == LINE_LIMIT or lines > LINE_LIMIT or case.lines_at_most, "lines",
           f"{lines} lines need no `lines: {case.lines}`")
    return Verdict(failures, said)


def check_all(cases: list[Case], compiler: Compiler, directory: Path, pool: ThreadPoolExecutor,
              first_line_only: bool = False, one_by_one: bool = False,
              programs_of=None) -> list[Verdict]:
    programs = (programs_of or Programs)(compiler, directory)
    expected: dict[Case, Expected] = {}
    verdicts: dict[Case, Verdict] = {}
    together: dict[Table, list[Case]] = defaultdict(list)
    for case in cases:
        try:
            expected[case] = Expected.of(case, compiler.family, compiler.version)
        except BadCase as problem:
            verdicts[case] = Verdict([Failure("case file", str(problem))])
        else:
            if not case.alone:
                together[case.table].append(case)
    batches = [of_one[first:first + CASES_AT_A_TIME] for of_one in together.values()
               for first in range(0, len(of_one), CASES_AT_A_TIME)]
    right = {case for batch, are in zip(batches, pool.map(programs.twins_are_right, batches)) if are
             for case in batch}
    said = {} if one_by_one else {
        case: text for texts in pool.map(programs.what_is_said, batches) for case, text in texts.items()}

    def verdict(case: Case) -> Verdict:
        if case in verdicts:
            return verdicts[case]
        if case in right and case in said:
            found = judged(said[case], expected[case], first_line_only)
            if not found.failures:
                return found
        return programs.verdict(case, expected[case], case in right, first_line_only)

    def verdicts_of(table: Table) -> dict[Case, Verdict]:
        with programs.precompiling(table):
            return {case: verdict(case) for case in cases if case.table is table}

    if not one_by_one:
        return list(pool.map(verdict, cases))
    tables = sorted({case.table for case in cases}, key=lambda table: len(table.cases), reverse=True)
    found = {case: each for of_one in pool.map(verdicts_of, tables) for case, each in of_one.items()}
    return [found[case] for case in cases]


def is_meant(case: Case, only: str | None, calls: str | None) -> bool:
    """Whether the options name the case; all cases, without them."""
    return bool(only and re.search(only, f"{case.table.path.stem}/{case.name}") or
                calls and re.search(calls, case.wrong)) or not (only or calls)


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines()) or "    (nothing)"


def report(case: Case, verdict: Verdict, compiler: Compiler, show: bool) -> None:
    if not verdict.failures:
        print(f"ok    {case.name}  ({verdict.first_error})")
        if show:
            print(indented(verdict.said))
        return
    print(f"FAIL  {case.name}  [{compiler.family} {compiler.version}]")
    for failure in verdict.failures:
        print(f"  {failure.check}: {failure.explanation}")
    if verdict.failures[0].check != "case file":
        print(f"  the compiler said:\n{indented(verdict.failures[0].said)}")


# --- Self-test: every way in which a case can be worthless has to be noticed --------------------

def throw_away(wrong: str, right: str = "", **directives: str) -> str:
    """A case that expects `the text` once, except where `directives` say otherwise."""
    lines = {"rejected": "a throw-away case", "expect_error": "the text", "errors": "1"}
    comments = [f"// {keyword.replace('_', '-')}: {value}"
                for keyword, value in (lines | directives).items()]
    return "\n".join([*comments, "#ifdef ATTN_REJECT", wrong, "#else", right, "#endif", ""])


WRONG = 'static_assert(sizeof(int) == 1, "here is the text");'
ONE_LINE = 'static_assert(false, "here is the text");'  # the compiler adds no note to it

# For each case: its name, its source, and the checks that must fail, no more and no fewer.
SELF_TEST: list[tuple[str, str, set[str]]] = [
    ("a right case", throw_away(WRONG), set()),
    ("a right case, compiler by compiler",
     throw_away(WRONG, expect_error="nowhere", errors="7", **{
         "expect-error[gcc]": "failed: .*text", "expect-error[clang]": "'.*': .*text",
         "errors[gcc]": "1", "errors[clang]": "1"}), set()),
    ("a right case, version by version",
     throw_away(WRONG, expect_error="nowhere", errors="7", **{
         "expect-error[gcc]": "nowhere", "expect-error[clang]": "nowhere",
         "expect-error[gcc>=99]": "nowhere", "expect-error[clang>=99]": "nowhere",
         "expect-error[gcc>=10]": "nowhere", "expect-error[clang>=10]": "nowhere",
         "expect-error[gcc>=12]": "the text", "expect-error[clang>=12]": "the text",
         "errors[gcc>=12]": "1", "errors[clang>=12]": "1"}), set()),
    ("a version misspelt", throw_away(WRONG, **{"errors[gcc>12]": "1"}), {"case file"}),
    ("a note that is there", throw_away(WRONG, expect_note="sizeof|4 == 1"), set()),
    ("a ban that is lifted",
     throw_away("namespace detail { struct s; } static_assert(detail::s::n, \"\");",
                expect_error="incomplete type", allow="detail::"), set()),
    ("a fatal error is an error",
     throw_away('#include "nowhere.hpp"', expect_error="nowhere.hpp"), set()),

    ("the twin does not compile", throw_away(WRONG, right="int x = y;"), {"twin"}),
    ("the twin draws a warning",
     throw_away(WRONG, right="inline void f() { int unused; }"), {"twin"}),
    ("the wrong program compiles", throw_away("int x;"), {"accepted"}),
    ("the wrong program only draws a warning",
     throw_away("#warning the text"), {"accepted"}),

    # What a plain search in the output falls for: the text is there, but only in the compiler's
    # echo of the line, because the condition forgot `constexpr` and is not what failed.
    ("rejected for another reason, text echoed",
     throw_away('bool rule();\nstatic_assert(rule(), "the text");', **{"errors[gcc]": "2"}),
     {"error text"}),
    ("rejected for another reason, text in a warning",
     throw_away("#warning the text\nint x = y;"), {"error text"}),
    ("rejected for another reason, text in a note",
     throw_away('[[deprecated("the text")]] int f();\nint x = f() + y;'), {"error text"}),
    ("a note that is missing", throw_away(WRONG, expect_note="elsewhere"), {"note text"}),
    ("too many errors", throw_away(WRONG + "\nint x = y;"), {"error count"}),
    ("too few errors", throw_away(WRONG, errors="2"), {"error count"}),
    ("text that the case forbids", throw_away(WRONG, forbid="here.is"), {"forbidden text"}),
    ("text that is always forbidden",
     throw_away('static_assert(sizeof(int) == 1, "the text of detail::f");'), {"forbidden text"}),
    ("the first line is too long",
     throw_away(f'static_assert(sizeof(int) == 1, "the text{"!" * FIRST_LINE_LIMIT}");'),
     {"first line"}),
    ("there is too much of it",
     throw_away("\n".join([ONE_LINE.replace("text", "text" + "!" * 200)] * 7), errors="7"),
     {"total length"}),

    ("as many lines as there may be",
     throw_away("\n".join([ONE_LINE] * LINE_LIMIT), **{"errors": str(LINE_LIMIT)}), set()),
    ("a line too many", throw_away("\n".join([ONE_LINE] * (LINE_LIMIT + 1)),
                                   errors=str(LINE_LIMIT + 1)), {"lines"}),
    ("a line too many, with a reason",
     throw_away("\n".join([ONE_LINE] * (LINE_LIMIT + 1)), errors=str(LINE_LIMIT + 1),
                lines="9 on purpose"), set()),
    ("a reason, and no line too many", throw_away(WRONG, lines="9 on purpose"), {"lines"}),
    ("a reason for more lines at most", throw_away(WRONG, lines="9 at most, on purpose"), set()),
    ("lines without a reason", throw_away(WRONG, lines="9"), {"case file"}),
    ("lines that are too few for a reason", throw_away(WRONG, lines="7 on purpose"), {"case file"}),

    ("much of it, with a reason",
     throw_away("\n".join([ONE_LINE.replace("text", "text" + "!" * 200)] * 7), errors="7",
                total="2500 on purpose"), set()),
    ("much of it, and no reason", throw_away(WRONG, total="2500"), {"case file"}),

    ("axes that are shown", throw_away('template <int> struct axis; '
     'static_assert(sizeof(int) == 1, "the text: \\"token\\"}, 6>, (batch 2, key 5)");',
     axes="token, token 6, key 5"), set()),
    ("axes that are not shown",
     throw_away('static_assert(sizeof(int) == 1, "the text: batch 2, tokens 6");',
                axes="batch 2, token 6"), {"axes"}),
    ("axes that are shown too late", throw_away("\n".join(
        [ONE_LINE] * 2 + [ONE_LINE.replace("text", "text, token 6")]), errors="3",
        axes="token 6"), {"axes"}),
    ("axes that need not be shown", throw_away(WRONG, axes="not-shown it is about int"), set()),
    ("axes that need not be shown, without a reason", throw_away(WRONG, axes="not-shown"),
     {"case file"}),
    ("an axis misspelt", throw_away(WRONG, axes="token=6"), {"case file"}),

    ("an empty file", "", {"case file"}),
    ("a file of prose", "Attention is all you need.\n", {"case file"}),
    ("prose with directives", throw_away("It was", right="a dark night"), {"twin"}),
    ("no twin", throw_away(WRONG).replace("#else\n", ""), {"case file"}),
    ("no text expected", throw_away(WRONG).replace("// expect-error: the text\n", ""),
     {"case file"}),
    ("no number of errors is one", throw_away(WRONG).replace("// errors: 1\n", ""), set()),
    ("no number of errors, and two errors",
     throw_away(WRONG + "\nint x = y;").replace("// errors: 1\n", ""), {"error count"}),
    ("no reason given", throw_away(WRONG, rejected=""), {"case file"}),
    ("an expectation that everything meets", throw_away(WRONG, expect_error=""), {"case file"}),
    ("a field misspelt", throw_away(WRONG, expect_eror="the text"), {"case file"}),
    ("a regex misspelt", throw_away(WRONG, forbid="(("), {"case file"}),
    ("a number misspelt", throw_away(WRONG, errors="one"), {"case file"}),
    ("fields behind the code", "int first;\n" + throw_away(WRONG), {"case file"}),
]


def table_of(*rows: str, head: str = "", shared: str = "", sections: str = "") -> str:
    return "\n".join(["// A table.", *([head] if head else []), shared, "// for a reason", *rows, sections, ""])


def asserts(condition: str, text: str = "the text") -> str:
    return f'static_assert({condition}, "{text}");'


RULE = 'template <class T> constexpr bool ruled = [] { static_assert(sizeof(T) == 1, "the text"); return true; }();'
RULES = ('template <class T> constexpr int both() { static_assert(sizeof(T) == 1, "the text"); '
         'static_assert(sizeof(T) < 2, "and more"); return 0; }')
ROW_OF_A_RULE = "ruled<{}> ;; ruled<char> ;; the text"
RIGHT_ROW = f"// - right: {asserts('sizeof(int) == 1')} ;; {asserts('sizeof(int) > 1')} ;; the text$"
STRUCT_ROWS = [f"// - {name}: struct {name} {{}}; {asserts(f'sizeof({name}) > 1', text)} ;; struct s {{}}; ;; {text}$"
               for name, text in (("one", "the text"), ("two", "another text"))]

# Tables, each with the checks that must fail of its cases.
TABLES: list[tuple[str, str, dict[str, set[str]]]] = [
    ("rows", table_of(RIGHT_ROW, *STRUCT_ROWS), {"right": set(), "one": set(), "two": set()}),
    ("a row over several lines", table_of(RIGHT_ROW.replace(" ;; ", "\n//   ;; ")), {"right": set()}),
    ("a row without a name", table_of(RIGHT_ROW.replace("right: ", "")), {"table_1_static_assert": set()}),
    ("rows with one right half", table_of(RIGHT_ROW, RIGHT_ROW.replace("right", "again").replace(
        asserts("sizeof(int) > 1"), "ditto")), {"right": set(), "again": set()}),
    ("a row of which the right half is also wrong", table_of(RIGHT_ROW, RIGHT_ROW.replace("right", "again").replace(
        "> 1", "> 9")), {"right": set(), "again": {"twin"}}),
    ("a row without a right half", table_of(RIGHT_ROW, "// - again: sizeof(bool) > 9"),
     {"right": set(), "again": {"case file"}}),
    ("a row without a text", table_of(RIGHT_ROW, "// - again: sizeof(bool) > 9 ;; 1"),
     {"right": set(), "again": {"case file"}}),
    ("a row without a reason", table_of(RIGHT_ROW).replace("// for a reason\n", ""), {"right": {"case file"}}),
    ("a row with the reason of what comes before the code", table_of(
        "struct s;", RIGHT_ROW), {"right": {"case file"}}),
    ("a row with a field too many", table_of(RIGHT_ROW + " ;; token 6 ;; token 7"), {"right": {"case file"}}),
    ("a row with another text", table_of(RIGHT_ROW, STRUCT_ROWS[0].replace("the text$", "no text$")),
     {"right": set(), "one": {"error text"}}),
    ("a row with the text of another", table_of(*STRUCT_ROWS).replace("another text$", "the text$"),
     {"one": set(), "two": {"error text"}}),
    ("a row with the note of another",
     table_of(STRUCT_ROWS[0], f"{STRUCT_ROWS[1]} ;; expect-note: one|the text"), {"one": set(), "two": {"note text"}}),
    ("a row that compiles", table_of(RIGHT_ROW, "// - again: 1 ;; 2 ;; the text", *STRUCT_ROWS),
     {"right": set(), "again": {"accepted"}, "one": set(), "two": set()}),
    ("a row with two errors", table_of(STRUCT_ROWS[0].replace(" ;; ", f" {ONE_LINE} ;; ", 1), RIGHT_ROW),
     {"one": {"error count"}, "right": set()}),
    ("two errors in a function, of which GCC says once where it is", table_of(
        RIGHT_ROW, "// - twice: both<int>() ;; both<char>() ;; the text ;; errors: 2",
        shared=RULES),
     {"right": set(), "twice": set()}),
    ("two errors where there are two", table_of(
        STRUCT_ROWS[0].replace(" ;; ", f" {ONE_LINE} ;; ", 1) + " ;; errors: 2", RIGHT_ROW),
     {"one": set(), "right": set()}),
    ("a row with more lines than there may be", table_of(
        RIGHT_ROW, "// - again: " + " ".join([ONE_LINE] * (LINE_LIMIT + 1)) +
        f" ;; int n; ;; the text ;; errors: {LINE_LIMIT + 1}"), {"right": set(), "again": {"lines"}}),
    ("a row that shows no axes", table_of(f"{RIGHT_ROW} ;; token 6", STRUCT_ROWS[0]),
     {"right": {"axes"}, "one": set()}),
    ("axes in every row", table_of(f"{RIGHT_ROW} ;; not-shown none", STRUCT_ROWS[0], head="// axes: in every row"),
     {"right": set(), "one": {"case file"}}),
    ("a field for all rows", table_of(RIGHT_ROW, STRUCT_ROWS[0] + " ;; forbid: nowhere", head="// forbid: here|the"),
     {"right": {"forbidden text"}, "one": set()}),
    ("a constant", table_of("// - never: zero(0) ;; zero(1) ;; constant: a_name",
                            f"// - other: {asserts('sizeof(int) == 1')} ;; int n; ;; constant: a_name",
                            shared="int a_name(int); constexpr int zero(int n) { return n ? n : a_name(n); }"),
     {"never": set(), "other": {"error text", "note text"}}),
    # Of two equal mistakes in one program the compiler reports the first.
    ("equal mistakes", table_of(*(f"// - {name}: {ROW_OF_A_RULE.format('int')}" for name in ("one", "two")),
                                shared=RULE), {"one": set(), "two": set()}),
    ("equal mistakes, of which one is expected to be another", table_of(
        *(f"// - {name}: {ROW_OF_A_RULE.format('int')}{more}" for name, more in (("one", ""), ("two", "$ or not"))),
        shared=RULE), {"one": set(), "two": {"error text"}}),
    ("a mistake in what the rows share", table_of(RIGHT_ROW, *STRUCT_ROWS, shared="int x = y;"),
     dict.fromkeys(["right", "one", "two"], {"twin"})),
    ("a mistake in what the rows share, where they are wrong", table_of(
        RIGHT_ROW, *STRUCT_ROWS, shared="#ifdef ATTN_REJECT\nint x = y;\n#endif"),
     dict.fromkeys(["right", "one", "two"], {"error count"})),
    ("a row that begins a function, which would go on in the next one", table_of(
        f"// - opens: void f() {{ {ONE_LINE} ;; int n; ;; the text", RIGHT_ROW),
     {"opens": {"error count"}, "right": set()}),
    ("sections", "\n".join([
        "// A table.", "#include <cstddef>", "",
        "// case: right", throw_away(WRONG + "struct s;", "struct s;"),
        "// case: wrong_twin", throw_away(WRONG, "int x = y;"),
        "// case: same_names", throw_away(WRONG + "struct s {};", "struct s {}; std::size_t n;"),
        "// case: compiles", throw_away("struct s {};", "struct s {};"),
        "// case: of_its_own", "// forbid: elsewhere",
        throw_away("#include <cstdint>\n" + WRONG, "#include <cstdint>\nint main() {}")]),
     {"right": set(), "wrong_twin": {"twin"}, "same_names": set(), "compiles": {"accepted"}, "of_its_own": set()}),
    ("rows and sections", table_of(RIGHT_ROW, sections="// case: last\n" + throw_away(WRONG, "struct right;")),
     {"right": set(), "last": set()}),
]


def checks_that_fail(text: str, compiler: Compiler, first_line_only: bool = False,
                     one_by_one: bool = False) -> tuple[dict[str, set[str]], list[Verdict]]:
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(2) as pool:
        source = Path(directory) / "table.cpp"
        source.write_text(text, encoding="utf-8")
        cases = read_table(source).cases
        verdicts = check_all(cases, compiler, Path(directory), pool, first_line_only, one_by_one)
    return {case.name: {failure.check for failure in verdict.failures}
            for case, verdict in zip(cases, verdicts)}, verdicts


def self_test_of_tables(compiler: Compiler) -> bool:
    """Together and one by one, with the same words of the compiler."""
    passed = True
    for name, text, expected in TABLES:
        found, together = checks_that_fail(text, compiler)
        alone, one_by_one = checks_that_fail(text, compiler, one_by_one=True)
        if differ := [case for case, a, b in zip(found, together, one_by_one) if a.said != b.said]:
            print(f"FAIL  {name}: together, the compiler says other things of {', '.join(differ)}")
        elif found != expected or alone != expected:
            print(f"FAIL  {name}: found {found}, one by one {alone}")
        else:
            print(f"ok    {name}")
            continue
        passed = False
    return passed


def self_test_of_cutting(compiler: Compiler) -> bool:
    """What is certain is not compiled again: the rows of a table are one program, with its twins another."""
    class Counted(Programs):
        counts: list[int] = []

        def diagnose(self, cases: list[Case], *definitions: str) -> tuple[bool, str]:
            self.counts.append(len(cases))
            return super().diagnose(cases, *definitions)

    passed = True
    for name, rows, expected in [
            ("three rows are two programs", [RIGHT_ROW, *STRUCT_ROWS], [3, 3]),
            ("a row that compiles is one more",
             [RIGHT_ROW, "// - again: 1 ;; 2 ;; the text", *STRUCT_ROWS], [4, 4, 1]),
            ("a row with two errors is not more", [
                RIGHT_ROW, "// - twice: both<int>() ;; both<char>() ;; the text ;; errors: 2"], [2, 2]),
            ("rows with equal mistakes are more", [f"// - {name}: {ROW_OF_A_RULE.format('int')}" for name in "ab"],
             [2, 2, 1])]:
        Counted.counts = []
        with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(1) as pool:
            source = Path(directory) / "table.cpp"
            source.write_text(table_of(*rows, shared=f"{RULE}\n{RULES}"), encoding="utf-8")
            check_all(read_table(source).cases, compiler, Path(directory), pool, programs_of=Counted)
        print(f"ok    {name}" if Counted.counts == expected else f"FAIL  {name}: found {Counted.counts}")
        passed = passed and Counted.counts == expected
    return passed


def self_test_of_include_trails(compiler: Compiler) -> bool:
    """The lines of the message are counted, however many headers lead to it."""
    passed = True
    for depth in range(4):
        for lines, expected in [(LINE_LIMIT, set()), (LINE_LIMIT + 1, {"lines"})]:
            with tempfile.TemporaryDirectory() as directory:
                def header(number: int) -> Path:
                    return Path(directory) / f"header_{number}.hpp"

                header(0).write_text("\n".join([ONE_LINE] * lines + [""]), encoding="utf-8")
                for number in range(depth):
                    header(number + 1).write_text(f'#include "header_{number}.hpp"\n',
                                                  encoding="utf-8")
                found, _ = checks_that_fail(throw_away(f'#include "{header(depth)}"', errors=str(lines)), compiler)
            name = f"{lines} lines in a header that is included by {depth} others"
            print(f"ok    {name}" if found == {"table": expected} else f"FAIL  {name}: found {found}")
            passed = passed and found == {"table": expected}
    return passed


# The same as in SELF_TEST, of cases that are held to their first line only.
FIRST_LINE_SELF_TEST: list[tuple[str, str, set[str]]] = [
    ("a right case", throw_away(WRONG), set()),
    ("a note that is missing, and more lines than there may be",
     throw_away("\n".join([ONE_LINE] * (LINE_LIMIT + 1)), errors=str(LINE_LIMIT + 1),
                expect_note="elsewhere"), set()),
    ("the twin does not compile", throw_away(WRONG, right="int x = y;"), {"twin"}),
    ("the wrong program compiles", throw_away("int x;"), {"accepted"}),
    ("too many errors", throw_away(WRONG + "\nint x = y;"), {"error count"}),
    ("another text", throw_away(WRONG, expect_error="nowhere"), {"error text", "first error"}),
    ("the text, of the second error", throw_away("int x = y;\n" + WRONG, errors="2"),
     {"first error"}),
]


def self_test(compiler: Compiler) -> bool:
    passed = self_test_of_tables(compiler)
    passed = self_test_of_cutting(compiler) and passed
    passed = self_test_of_include_trails(compiler) and passed
    for name, text, expected, first_line_only in [*((*each, False) for each in SELF_TEST),
                                                  *((*each, True) for each in FIRST_LINE_SELF_TEST)]:
        found, verdicts = checks_that_fail(text, compiler, first_line_only)
        if found == {"table": expected}:
            print(f"ok    {name}")
            continue
        passed = False
        print(f"FAIL  {name}  [{compiler.family}]: expected {sorted(expected) or 'a pass'}, found {found}")
        print(indented(verdicts[0].failures[0].said if verdicts[0].failures else verdicts[0].said))
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True, help="the command, arguments and all")
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--std", default="c++20", help="the standard (default: c++20)")
    parser.add_argument("--show", action="store_true", help="print the diagnostics in full")
    parser.add_argument("--first-line", action="store_true",
                        help="check the first error's text and the number of errors only")
    parser.add_argument("--only", metavar="REGEX", help="cases with such a name, or table/name")
    parser.add_argument("--calls", metavar="REGEX", help="and those whose wrong half has such a text")
    parser.add_argument("--one-by-one", action="store_true", help="compile every wrong half alone")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="how many at a time (default: one for each processor)")
    parser.add_argument("--self-test", action="store_true", help="test this driver")
    parser.add_argument("tables", type=Path, nargs="*", metavar="TABLE.cpp")
    arguments = parser.parse_args()
    if arguments.self_test == bool(arguments.tables):
        parser.error("give either tables or --self-test")

    compiler = Compiler(arguments.compiler, arguments.include, arguments.std)
    if arguments.self_test:
        return 0 if self_test(compiler) else 1

    cases = [case for table in arguments.tables for case in read_table(table.resolve()).cases
             if is_meant(case, arguments.only, arguments.calls)]
    if not cases:
        sys.exit("no such case")
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = check_all(cases, compiler, Path(directory), pool, arguments.first_line,
                             arguments.one_by_one)
    for case, verdict in zip(cases, verdicts):
        report(case, verdict, compiler, arguments.show)
    return 1 if any(verdict.failures for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())

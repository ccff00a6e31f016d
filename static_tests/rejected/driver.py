#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compile programs that must be rejected, and hold the compiler to what it says about them.

    driver.py --compiler CXX --include DIR [--include DIR ...] [--show] [--first-line] CASE.cpp ...
    driver.py --compiler CXX --self-test

A case is one program with two halves, the wrong line and its right twin, and says in its leading
comments what the user of the library has to read:

    // rejected: one sentence: what was done wrong, and where it is done wrong in the wild
    // expect-error: attn::matmul\\(A, B\\): the last axis     a regex for the text after "error:"
    // errors: 1                                             exactly so many errors
    // expect-note: you may have meant                       a regex for anything the compiler says
    // forbid: std::integral_constant                        a regex that nothing may match
    // allow: detail::                                       lifts one of the standing bans
    // lines: 10 from within constant evaluation             so many lines, not 7, and why; `at most`
                                                             before the reason: or fewer
    // total: 2500 through a function of the user's          so many characters, not 1500, and why
    // axes: token 6, key 5                                  these axes stand in the line of the first
                                                             error or the next one; a name alone: the
                                                             size need not; `axes: not-shown why`: the
                                                             rule is not about axes
    // each: f(a) ;; f(b) ;; attn::f\\(x\\) ;; token 6          a case of its own: WRONG, in the program, is
                                                             f(a), RIGHT is f(b), the error matches, the
                                                             axes are shown: say it of all, or of none
    #ifdef ATTN_REJECT
    ...
    #else
    ...
    #endif

A file may hold several cases. Each begins at a line `// case: name`, with its own directives, and is
compiled with the lines above the first one, which all of them share. --only REGEX picks cases by name.

`rejected`, `expect-error` and `errors` are obligatory; all but `rejected`, `errors`, `lines` and
`total` may be repeated. `expect-error[gcc]`, `errors[clang]` and so on replace the general line for
one compiler, `expect-error[gcc>=14]` for its version 14 and every later one.

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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

# What a reader sees first, and in all, before giving up on the message.
FIRST_LINE_LIMIT = 300
TOTAL_LIMIT = 1500
LINE_LIMIT = 7

TWINS_AT_A_TIME = 32

# Names from the inside of the library: they mean nothing to whoever made the mistake.
STANDING_BANS = ("hana", "detail::")

KEYWORDS = {"rejected", "expect-error", "errors", "expect-note", "forbid", "allow", "lines",
            "total", "each", "axes"}
DIRECTIVE = re.compile(r"//\s*([a-z]+(?:-[a-z]+)*)(?:\[([^\]]+)\])?:(?:\s+(.*))?$")
ONLY_FOR = re.compile(r"(gcc|clang)(?:>=(\d+))?")
ERROR_LINE = re.compile(r"^(?:\S+: )?(?:fatal )?error: (.*)$", re.MULTILINE)
INCLUDE_TRAIL = re.compile(r"^(?:In file included from| {17}from) .*:\d+[:,]\n", re.MULTILINE)


class Compiler:
    """One compiler, asked for plain diagnostics that do not depend on where things are stored."""

    def __init__(self, command: str, include: list[Path], standard: str):
        self.command = shlex.split(command)
        version = self._run("--version").stdout
        self.family = "clang" if "clang" in version else "gcc"
        self.version = int(self._run("-dumpversion").stdout.split(".")[0])
        # The echo of the source line shows the text of a static_assert even when something else
        # is wrong with it: with the echo, every expectation would be met by its own spelling.
        no_echo = {"clang": "-fno-caret-diagnostics", "gcc": "-fno-diagnostics-show-caret"}
        # A case declares what it is about and need not use it; no other warning is let through.
        self.flags = [f"-std={standard}", "-Wall", "-Wextra", "-Wno-unused-const-variable",
                      "-fsyntax-only", "-fmessage-length=0", "-fdiagnostics-color=never",
                      no_echo[self.family]]
        include = [directory.resolve() for directory in include]
        self.flags += [f"-I{directory}" for directory in include]
        self._short = [(f"{directory}/", "<attn>/") for directory in include]
        self._short += [(f"{directory}/", "<system>/") for directory in self._system_directories()]
        self._short.sort(key=lambda pair: len(pair[0]), reverse=True)  # the innermost first

    def diagnose(self, source: Path, *definitions: str) -> tuple[bool, str]:
        """Whether the compiler accepts `source`, and what it says about it."""
        # Run beside the source, so that diagnostics name the file and not its whole path.
        ran = self._run(*self.flags, *definitions, source.name, directory=source.parent)
        said = ran.stdout + ran.stderr
        for path, short in self._short:
            said = said.replace(path, short)
        if ran.returncode < 0:  # the compiler itself failed, perhaps before its first word
            said += f"\n(the compiler was ended by signal {-ran.returncode})"
        return ran.returncode == 0, INCLUDE_TRAIL.sub("", said).strip()

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


@dataclass(frozen=True)
class Case:
    """What one file asks for, as far as one compiler is concerned."""

    expect_error: list[re.Pattern]
    expect_note: list[re.Pattern]
    forbid: list[re.Pattern]
    errors: int
    lines: int
    lines_at_most: bool
    total: int
    axes: list[re.Pattern]

    @staticmethod
    def read(source: Path, family: str, version: int) -> "Case":
        lines = source.read_text(encoding="utf-8").splitlines()
        for half in ("#ifdef ATTN_REJECT", "#else", "#endif"):
            if half not in lines:
                raise BadCase(f"no line `{half}`: a case needs the wrong program and its twin")

        # For each keyword its lines by the version that they are for: -1 if for any compiler, 0 if for
        # any version of this one.
        values: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        for line in lines:
            if line and not line.startswith("//"):
                break  # only the leading comments speak to the driver
            if directive := DIRECTIVE.match(line):
                keyword, only_for, value = directive.groups()
                wanted = ONLY_FOR.fullmatch(only_for or family)
                if keyword not in KEYWORDS or not wanted:
                    raise BadCase(f"unknown directive: {line}")
                if not value:
                    raise BadCase(f"empty directive: {line}")
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

        for keyword in ("rejected", "expect-error", "errors"):
            if not of(keyword):
                raise BadCase(f"no directive `// {keyword}: ...` for {family}")
        if len(of("errors")) > 1 or not of("errors")[0].isdecimal():
            raise BadCase("`// errors:` takes one number")
        def limit(keyword: str, usual: int) -> int:
            found = [re.match(r"(\d+) \S", text) for text in of(keyword)]
            if len(found) > 1 or None in found or any(int(n[1]) <= usual for n in found):
                raise BadCase(f"`// {keyword}:` takes one number above {usual}, and a reason")
            return int(found[0][1]) if found else usual

        if unknown := set(of("allow")) - set(STANDING_BANS):
            raise BadCase(f"`// allow:` lifts one of {', '.join(STANDING_BANS)}, not {unknown}")

        bans = [re.escape(ban) for ban in STANDING_BANS if ban not in of("allow")]
        return Case(expect_error=patterns(of("expect-error")),
                    expect_note=patterns(of("expect-note")),
                    forbid=patterns(bans + of("forbid")),
                    errors=int(of("errors")[0]),
                    lines=limit("lines", LINE_LIMIT),
                    lines_at_most=" at most" in "".join(of("lines")),
                    total=limit("total", TOTAL_LIMIT),
                    axes=axes_in(of("axes")))


def axes_in(values: list[str]) -> list[re.Pattern]:
    """What an axis looks like in a diagnostic: an axis, a label, or one of several in a text."""
    if len(values) > 1:
        raise BadCase("`// axes:` is one line")
    if not values:
        return []
    if values[0].startswith("not-shown"):
        if not re.match(r"not-shown \S", values[0]):
            raise BadCase("`// axes: not-shown` takes a reason")
        return []
    patterns = []
    for axis in values[0].split(", "):
        found = re.fullmatch(r"(\w+)(?: (\d+))?", axis)
        if not found:
            raise BadCase(f"`// axes:` takes names, with their sizes or without, not {axis}")
        name, size = found.groups()
        alone = rf'"(?:[^"]*[ (])?{name}(?:[ ,][^"]*)?"'
        sized = rf'"{name}"\}}, {size}\b|\b{name} {size}\b'
        patterns.append(re.compile(sized if size else alone))
    return patterns


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


def cases_of(source: Path, directory: Path) -> list[Path]:
    """The source, or a program in the directory for each of its `case` sections and `each` lines."""
    text = source.read_text(encoding="utf-8")
    shared, *sections = re.split(r"^// case: (.*)\n", text, flags=re.MULTILINE)
    if not sections:
        return members_of(source.stem, text, directory) or [source]
    shared = re.sub(r"\A(?://.*\n)*", "", shared)
    cases = []
    for name, section in zip(sections[::2], sections[1::2]):
        directives, body = re.fullmatch(r"((?://[^\n]*\n)*)(.*)", section, re.DOTALL).groups()
        if not re.fullmatch(r"\w+", name) or any(case.stem == name for case in cases):
            sys.exit(f"{source}: not a name, or a name twice: // case: {name}")
        program = f"{directives}{shared}{body}"
        if members := members_of(name, program, directory):
            cases += members
            continue
        cases.append(directory / f"{name}.cpp")
        cases[-1].write_text(program, encoding="utf-8")
    return cases


def members_of(name: str, text: str, directory: Path) -> list[Path]:
    """A program in the directory for each of the text's `each` lines."""
    each = re.findall(r"^// each: (.*)\n", text, re.MULTILINE)
    rest = re.sub(r"^// each: .*\n", "", text, flags=re.MULTILINE)
    shows_axes = any(line.count(" ;; ") > 2 for line in each)
    cases = []
    for number, line in enumerate(each, start=1):
        wrong, right, error, axes = (line.split(" ;; ") + ["", "", ""])[:4]
        case = directory / f"{name}_{number}_{re.sub(r'[^a-z0-9_].*', '', wrong)}.cpp"
        case.write_text(f"// expect-error: {error}\n" * bool(error) +
                        f"// axes: {axes}\n" * (shows_axes or bool(axes)) +
                        rest.replace("WRONG", wrong).replace("RIGHT", right), encoding="utf-8")
        cases.append(case)
    return cases


TOP_OF_A_PROGRAM = re.compile(r"(?:\s*(?://.*|#include <.*>|using namespace attn;)$)*", re.MULTILINE)
NEEDS_A_FILE = re.compile(r"^\s*#(?!ifdef ATTN_REJECT$|else$|endif$)|^namespace attn\b|\bmain\(", re.MULTILINE)


def right_twins(cases: list[Path], compiler: Compiler, directory: Path, name: str) -> set[Path]:
    """Those of the cases whose right twins compile without a word as one program, each in a namespace of
    its own: all, or none if there is anything to say. The others are then compiled alone."""
    top: dict[str, None] = {}  # in order, and each line once
    together, bodies = [], []
    for case in cases:
        text = case.read_text(encoding="utf-8")
        split = TOP_OF_A_PROGRAM.match(text).end()
        if not NEEDS_A_FILE.search(text[split:]):
            top |= dict.fromkeys(line for line in text[:split].splitlines() if line[:1] not in ("", "/"))
            bodies.append(f"namespace case_{len(together)} {{\n{text[split:]}\n}}\n")
            together.append(case)
    program = directory / f"{name}.cpp"
    program.write_text("\n".join([*top, *bodies]), encoding="utf-8")
    accepted, said = compiler.diagnose(program)
    return set(together) if accepted and not said else set()


def check(source: Path, compiler: Compiler, first_line_only: bool = False,
          twin_is_right: bool = False) -> Verdict:
    """Compile both halves of a case, the twin unless it is known to be right, and compare what is said
    with what is promised."""
    try:
        case = Case.read(source, compiler.family, compiler.version)
    except BadCase as problem:
        return Verdict([Failure("case file", str(problem))])

    if not twin_is_right:
        accepted, said = compiler.diagnose(source)
        if not accepted or said:
            return Verdict([Failure("twin", "the right twin must compile without a word", said)])

    accepted, said = compiler.diagnose(source, "-DATTN_REJECT")
    if accepted:
        return Verdict([Failure("accepted", "the wrong program must be rejected", said)])

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
           f"{lines} lines need no `// lines: {case.lines}`")
    return Verdict(failures, said)


def check_all(sources: list[Path], compiler: Compiler, directory: Path, pool: ThreadPoolExecutor,
              first_line_only: bool = False) -> list[Verdict]:
    batches = [sources[first:first + TWINS_AT_A_TIME]
               for first in range(0, len(sources), TWINS_AT_A_TIME)]
    right = set().union(*pool.map(
        lambda numbered: right_twins(numbered[1], compiler, directory, f"twins_{numbered[0]}"),
        enumerate(batches)))
    return list(pool.map(
        lambda source: check(source, compiler, first_line_only, source in right), sources))


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines()) or "    (nothing)"


def report(source: Path, verdict: Verdict, compiler: Compiler, show: bool) -> None:
    name = source.stem
    if not verdict.failures:
        print(f"ok    {name}  ({verdict.first_error})")
        if show:
            print(indented(verdict.said))
        return
    print(f"FAIL  {name}  [{compiler.family} {compiler.version}]")
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
    ("no number of errors", throw_away(WRONG).replace("// errors: 1\n", ""), {"case file"}),
    ("no reason given", throw_away(WRONG, rejected=""), {"case file"}),
    ("an expectation that everything meets", throw_away(WRONG, expect_error=""), {"case file"}),
    ("a directive misspelt", throw_away(WRONG, expect_eror="the text"), {"case file"}),
    ("a regex misspelt", throw_away(WRONG, forbid="(("), {"case file"}),
    ("a number misspelt", throw_away(WRONG, errors="one"), {"case file"}),
    ("directives behind the code", "int first;\n" + throw_away(WRONG), {"case file"}),
]


# A family: its one case is right, in the second no line matches, and the third lacks its twin.
FAMILY = "\n".join(["// rejected: a family", "// errors: 1",
                    "// each: sizeof(int) == 1 ;; sizeof(int) > 1 ;; the text$",
                    "// each: sizeof(char) > 1 ;; sizeof(int) > 1 ;; another text$",
                    "// each: sizeof(bool) > 9", "#ifdef ATTN_REJECT",
                    'static_assert(WRONG, "here is the text");', "#else",
                    'static_assert(RIGHT, "here is the text");', "#endif", ""])


# A table: a right case, a wrong twin, a right case with the names of the first, and one that needs a file.
TABLE = "\n".join(["// A table.", "#include <cstddef>", "", "// case: right", throw_away(WRONG + "struct s;", "struct s;"),
                   "// case: wrong_twin", throw_away(WRONG, "int x = y;"),
                   "// case: same_names", throw_away(WRONG + "struct s {};", "struct s {}; std::size_t n;"),
                   "// case: of_its_own", "// forbid: elsewhere",
                   throw_away("#include <cstdint>\n" + WRONG, "#include <cstdint>\nint main() {}")])


def self_test_of_tables(compiler: Compiler) -> bool:
    passed = True
    for name, text, expected in [
            ("a table with a wrong twin", TABLE, {"right": set(), "wrong_twin": {"twin"}, "same_names": set(),
                                                  "of_its_own": set()}),
            ("a table whose twins are right", TABLE.replace("int x = y;", "extern int x;"),
             dict.fromkeys(["right", "wrong_twin", "same_names", "of_its_own"], set())),
            ("a table with a case that compiles", TABLE.replace(WRONG + "struct s {};", ""),
             {"right": set(), "wrong_twin": {"twin"}, "same_names": {"accepted"}, "of_its_own": set()})]:
        with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(2) as pool:
            source = Path(directory) / "table.cpp"
            source.write_text(text, encoding="utf-8")
            cases = cases_of(source, Path(directory))
            verdicts = check_all(cases, compiler, Path(directory), pool)
            found = {case.stem: {failure.check for failure in verdict.failures}
                     for case, verdict in zip(cases, verdicts)}
        print(f"ok    {name}" if found == expected else f"FAIL  {name}: found {found}")
        passed = passed and found == expected
    return passed


def self_test_of_families(compiler: Compiler) -> bool:
    passed = True
    for name, text, expected in [
            ("a family", FAMILY, [set(), {"error text"}, {"case file"}]),
            ("a family that shows axes, and one case does not say which",
             FAMILY.replace("text$", "text$ ;; not-shown none", 1),
             [set(), {"case file"}, {"case file"}])]:
        with tempfile.TemporaryDirectory() as directory:
            source = Path(directory) / "family.cpp"
            source.write_text(text, encoding="utf-8")
            found = [{failure.check for failure in check(case, compiler).failures}
                     for case in cases_of(source, Path(directory))]
        print(f"ok    {name}" if found == expected else f"FAIL  {name}: found {found}")
        passed = passed and found == expected
    return passed


def self_test_of_include_trails(compiler: Compiler) -> bool:
    """The number of lines is that of the message, however many headers lead to it."""
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
                source = Path(directory) / "case.cpp"
                source.write_text(throw_away(f'#include "header_{depth}.hpp"', errors=str(lines)),
                                  encoding="utf-8")
                found = {failure.check for failure in check(source, compiler).failures}
            name = f"{lines} lines in a header that is included by {depth} others"
            print(f"ok    {name}" if found == expected else f"FAIL  {name}: found {found}")
            passed = passed and found == expected
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
    passed = self_test_of_families(compiler)
    passed = self_test_of_tables(compiler) and passed
    passed = self_test_of_include_trails(compiler) and passed
    with tempfile.TemporaryDirectory() as directory:
        source = Path(directory) / "case.cpp"
        for name, text, expected, first_line_only in [
                *((*each, False) for each in SELF_TEST),
                *((*each, True) for each in FIRST_LINE_SELF_TEST)]:
            source.write_text(text, encoding="utf-8")
            verdict = check(source, compiler, first_line_only)
            found = {failure.check for failure in verdict.failures}
            if found == expected:
                print(f"ok    {name}")
                continue
            passed = False
            print(f"FAIL  {name}  [{compiler.family}]: "
                  f"expected {sorted(expected) or 'a pass'}, found {sorted(found) or 'a pass'}")
            print(indented(verdict.failures[0].said if verdict.failures else verdict.said))
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
    parser.add_argument("--only", default="", metavar="REGEX", help="cases with such a name only")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="how many cases at a time (default: one for each processor)")
    parser.add_argument("--self-test", action="store_true", help="test this driver")
    parser.add_argument("cases", type=Path, nargs="*", metavar="CASE.cpp")
    arguments = parser.parse_args()
    if arguments.self_test == bool(arguments.cases):
        parser.error("give either cases or --self-test")

    compiler = Compiler(arguments.compiler, arguments.include, arguments.std)
    if arguments.self_test:
        return 0 if self_test(compiler) else 1

    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(arguments.jobs) as pool:
        sources = [case for source in arguments.cases
                   for case in cases_of(source.resolve(), Path(directory))
                   if re.search(arguments.only, case.stem)]
        verdicts = check_all(sources, compiler, Path(directory), pool, arguments.first_line)
    if not verdicts:
        sys.exit(f"no case has a name that matches {arguments.only}")
    for source, verdict in zip(sources, verdicts):
        report(source, verdict, compiler, arguments.show)
    return 1 if any(verdict.failures for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())

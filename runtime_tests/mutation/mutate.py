#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Would the tests notice? Changes one expression of a header, runs the tests nearest to that header,
and reports every change that none of them noticed.

    mutate.py                          300 mutants of all headers that compute
    mutate.py --headers ops/softmax    all headers whose path matches
    mutate.py --self-test              checks this program

A *mutant* is a copy of one header with one change: another operator (+ -, * /, < <=, == !=, && ||),
a bound or a constant that is off by one, the last digit of a coefficient, the sign of a zero, a term,
a factor or a statement dropped, two arguments exchanged, a condition negated, min and max swapped.
Comments, strings, preprocessor lines, assertions, requires clauses, decltype and template parameter
lists are left alone. A mutant is written to a temporary directory that the compiler searches before include/;
the source tree is never written to.

The *tests* of a header are the files of the same directory and name, its mirrors, then the mirrors of the
headers that include it, the nearest first, and tests that include it or name what it declares; where a
gradient has a backward rule, also the comparison of all rules with forward mode. In this order, until one
fails:

    static    static_tests/…   compiled with -fsyntax-only: the compiler evaluates the behaviours
    executed  the same behaviours, compiled with -O1 and executed
    run       runtime_tests/…  compiled with -O1 and executed
    bits      the parts of runtime_tests/bits that cover the directory, with -O1 (fast to
              compile); for kernels, which depend on the instruction set, with -march=native too
    bounds    for kernels: runtime_tests/bounds with -march=native, between guard pages
    rejected  programs of static_tests/rejected that name what the header declares

A mutant is *killed* if a test fails: an assertion, a value that is not a constant, a check or a crash
at run time, different bits, or a test that does not end (time, memory, or the compiler's limits). If the
first error is of any other kind (a type that no longer fits, a name that is missing), the mutant *does
not compile*: it proves nothing about the tests, is not counted, and another one takes its place.

A survivor shows a behaviour that no test checks (add one), or it is *equivalent*: no test could tell it
from the original. equivalent.txt lists the known ones, each with its reason; they are not run, and not
counted. An entry is found by its header and the text of its line before and after (without
whitespace), so that it survives changes elsewhere in the header.

The sample depends on --seed and the headers. Each header gets one mutant, then the rest are spread by
the number of places that can change. Run ctest first: a test that always fails kills everything."""
import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EQUIVALENT = HERE / "equivalent.txt"

# Headers in which nothing is computed: sentences, declarations of relations, switches.
DECLARE_ONLY = re.compile(r"^(rules/|version\.hpp|detail/(config|isa|members)\.hpp|\w+/concepts\.hpp|"
                          r"\w+/concepts\.hpp|\w+/(\w*_)?calls?\.hpp|\w+/detail/\w*require\.hpp)")

# Parts of runtime_tests/bits, and files of runtime_tests/bounds, by the path of the header.
BITS = [(r"^detail/runtime/(matmul|pack|sum_block|broadcast|transpose)", "products networks"),
        (r"^detail/runtime/attention", "attention heads masks"),
        (r"^detail/runtime/(gates|exp)|detail/vector_(pack|sigmoid)", "recurrence functions networks"),
        (r"^detail/pattern", "patterns"),
        (r"^detail/\w+/(softmax|norm|row|elementwise|log|reduce)", "elementwise networks attention"),
        (r"^detail/constant/matmul|^detail/(contraction|strided|walk)", "products patterns"),
        (r"^(math|detail)/", "functions elementwise"),
        (r"^scalars/(affine|certify|interval|detail/(affine|interval|mean))", "scalars certificates"),
        (r"^scalars/", "scalars"), (r"^attention/", "attention heads masks"),
        (r"^recurrent/", "recurrence"), (r"^(layers|models)/", "networks"),
        (r"^ops/.*(pattern|einsum|rearrange|repeat)", "patterns"), (r"^ops/", "products elementwise")]
BOUNDS = [(r"^detail/runtime/(matmul|pack|sum_block|broadcast)", "matmul_kernels products"),
          (r"^detail/runtime/attention", "attention"), (r"^detail/(runtime|vector|storage)", "rows")]


# Compares every backward rule with forward mode. It includes all of the library, so that it is near to no header.
TEST_OF_RULES = "static_tests/learning/agreement.hpp"
HAS_A_RULE = re.compile(r"\b(?:backward_rule|is_recorded)\b|(?<!\()\b(?:made|evaluate)<")

# Minutes each: only where nothing else noticed, with --tests above 2.
SLOW = ("runtime_tests/attention/fused.cpp", "runtime_tests/ops/softmax.cpp")


# --- Mutants --------------------------------------------------------------------------------------

TOKEN = re.compile(r"""
    (?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|\[\[.*?\]\]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+')
  | (?P<number>0[xX][\da-fA-F']+(?:\.[\da-fA-F']*)?(?:[pP][-+]?\d+)?\w*
              |(?:\d[\d']*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\w*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<mark>\.\.\.|<=>|<<=|>>=|->|::|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

OPERATORS = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<": ["<="], "<=": ["<"],
             ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
             "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "<<": [">>"], "&": ["|"], "|": ["&"]}
OTHER_WORD = {"min": "max", "max": "min", "lower": "upper", "upper": "lower", "true": "false",
              "false": "true", "sin": "cos", "cos": "sin", "begin": "end", "end": "begin",
              "break": "continue", "first": "last", "last": "first"}
PRECEDENCE = {"*": 5, "/": 5, "%": 5, "+": 4, "-": 4, "<<": 3, "<": 2, "<=": 2, ">": 2, ">=": 2,
              "==": 2, "!=": 2, "&": 1.5, "|": 1.2, "&&": 1, "||": 0}
KEYWORDS_BEFORE_AN_OPERAND = {"return", "case", "else", "co_return"}
TYPES = {"const", "auto", "class", "typename", "struct", "void", "bool", "int", "unsigned", "char"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    header: str
    kind: str
    start: int
    end: int
    text: str
    line: int
    before: str
    after: str
    number: int  # among equal changes of equal lines

    def key(self, seed=""):
        """The same mutant's, whatever changed elsewhere in the header."""
        words = f"{seed}\n{self.header}\n{self.before}\n{self.after}\n{self.number}"
        return hashlib.sha256(words.encode()).hexdigest()[:16]


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    spaced: bool = False   # blanks on both sides: a binary operator, not a bracket or a pointer
    frozen: bool = False   # in an assertion, a requires clause, a template parameter list, …


def tokens_of(code):
    tokens = []
    for found in TOKEN.finditer(code):
        if found.lastgroup == "skip" or found[0].isspace():
            continue
        before, after = code[found.start() - 1:found.start()], code[found.end():found.end() + 1]
        tokens.append(Token(found.lastgroup, found[0], found.start(), found.end(),
                            before.isspace() and after.isspace()))
    freeze(tokens)
    return tokens


def closing(tokens, i):
    """The index of the bracket that closes the one at i; angle brackets too, if it is one."""
    closes = {"(": ")", "[": "]", "{": "}", "<": ">"}
    depth = []
    while i < len(tokens):
        t = tokens[i]
        if t.text in "([{" or t.text == "<" and opens_template(tokens, i):
            depth.append(closes[t.text])
        elif depth and t.text == depth[-1] and not (t.text == ">" and t.spaced):
            depth.pop()
        elif depth and t.text in ")]}":  # an angle bracket that was none
            while depth and depth[-1] != t.text:
                depth.pop()
            if depth:
                depth.pop()
        if not depth:
            return i
        i += 1
    return len(tokens) - 1


def opens_template(tokens, i):
    return i > 0 and tokens[i].text == "<" and not tokens[i].spaced and (
        tokens[i - 1].kind == "word" or tokens[i - 1].text == "]")


def freeze(tokens):
    i = 0
    while i < len(tokens):
        t = tokens[i]
        end = i
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if t.text == "template" and following == "<":
            # Not `spaced`, so that closing() takes it for a bracket.
            tokens[i + 1].spaced = False
            depth, end = 0, i + 1
            while end < len(tokens):
                if tokens[end].text == "<" and not tokens[end].spaced:
                    depth += 1
                elif tokens[end].text == ">" and not (tokens[end].spaced and depth > 1):
                    depth -= 1
                elif tokens[end].text == "(":
                    end = closing(tokens, end)
                if depth == 0:
                    break
                end += 1
        elif t.text in ("static_assert", "asm", "alignas", "decltype", "__attribute__", "__asm__") or \
                re.fullmatch(r"ATTN_(?!INLINE|ABI)[A-Z_]+", t.text):
            end = i + 1
            while end < len(tokens) and tokens[end].text in ("volatile",):
                end += 1
            if end < len(tokens) and tokens[end].text == "(":
                end = closing(tokens, end)
            else:
                end = i
        elif t.text in ("requires", "concept", "friend", "operator"):
            while end + 1 < len(tokens) and tokens[end].text not in "{;" and not (
                    t.text != "concept" and tokens[end + 1].text in
                    ("constexpr", "inline", "struct", "class", "static", "using", "explicit")):
                if t.text in ("operator", "friend") and tokens[end].text == "(":
                    break
                end += 1
        for frozen in tokens[i:end + 1]:
            if end > i:
                frozen.frozen = True
        i = max(end, i) + 1 if end > i else i + 1


def operand_end(tokens, i, precedence):
    """The index after the operand that begins at i and binds more closely than `precedence`."""
    while i < len(tokens):
        t = tokens[i]
        if t.text in "([{" or opens_template(tokens, i):
            i = closing(tokens, i) + 1
            continue
        if t.text in ")]};,?:" or t.text in ("=", "...") or t.text == ">" and not t.spaced:
            return i
        if t.spaced and (t.text not in PRECEDENCE or PRECEDENCE[t.text] <= precedence) and t.kind == "mark":
            return i
        i += 1
    return i


def other_number(text):
    """What a constant may become."""
    if re.fullmatch(r"\d+[uUlL]*", text):
        digits = re.match(r"\d+", text)[0]
        suffix = text[len(digits):]
        n = int(digits)
        return [f"{n + 1}{suffix}"] + ([f"{n - 1}{suffix}"] if n > 0 else [])
    if re.fullmatch(r"0[xX][\da-fA-F']+[uUlL]*", text):
        digits = re.match(r"0[xX][\da-fA-F']+", text)[0]
        return [f"{int(digits.replace(chr(39), ''), 16) + 1:#x}{text[len(digits):]}"]
    if re.fullmatch(r"0\.0?[fF]?", text):
        return [f"-{text}"]
    if text[:2] in ("0x", "0X"):  # a coefficient: the last digit before the exponent
        at = text.lower().index("p") - 1 if "p" in text.lower() else len(text) - 1
        return [text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1:]] if text[at] != "." else []
    found = re.fullmatch(r"([\d.]+)(.*)", text)
    if not found:
        return []
    # The seventh significant digit at most: later ones may be beyond the type.
    seen, at = 0, None
    for j, c in enumerate(found[1]):
        if c.isdigit() and (c != "0" or seen):
            seen += 1
            at = j
            if seen == 7:
                break
    if at is None:
        return []
    digit = "1" if text[at] == "0" else str((int(text[at]) + 1) % 10)
    return [text[:at] + digit + text[at + 1:]]


def squeezed(text):
    """Without what may change for other reasons: whitespace, and macros that only name an ABI."""
    return " ".join(re.sub(r"\bATTN_ABI\b", " ", text).split())


def mutants_of(header, code):
    tokens = tokens_of(code)
    found = {}
    equal = collections.Counter()

    def add(kind, start, end, text):
        first = code.rfind("\n", 0, start) + 1
        last = code.find("\n", end)
        before = squeezed(code[first:last])
        after = squeezed(code[first:start] + text + code[end:last])
        if before != after:
            if (start, end, text) not in found:
                found[start, end, text] = Mutant(header, kind, start, end, text, code.count("\n", 0, start) + 1,
                                                 before, after, equal[before, after])
                equal[before, after] += 1

    in_for = set()  # indices of tokens in the head of a loop
    for i, t in enumerate(tokens):
        if t.text == "for" and i + 1 < len(tokens) and tokens[i + 1].text == "(":
            in_for.update(range(i, closing(tokens, i + 1)))

    for i, t in enumerate(tokens):
        if t.frozen:
            continue
        previous = tokens[i - 1] if i else Token("mark", ";", 0, 0)
        following = tokens[i + 1] if i + 1 < len(tokens) else Token("mark", ";", 0, 0)
        if t.spaced and t.text in OPERATORS and previous.text not in ("=", "operator"):
            if not (t.text in ("+=", "-=") and i in in_for):  # a loop without an end
                for other in OPERATORS[t.text]:
                    add(f"{t.text} to {other}", t.start, t.end, other)
            if t.text in ("+", "-", "*", "/", "%", "&&", "||", "&"):
                end = operand_end(tokens, i + 1, PRECEDENCE[t.text])
                if end > i + 1:
                    add("term dropped", previous.end, tokens[end - 1].end, "")
        elif t.text in ("-", "!") and not t.spaced and following.start == t.end and (
                previous.kind == "mark" and previous.text not in ")]"
                or previous.text in KEYWORDS_BEFORE_AN_OPERAND):
            add(f"{t.text} dropped", t.start, t.end, "")
        elif t.kind == "number":
            for other in other_number(t.text):
                add("constant", t.start, t.end, other)
        elif t.text in OTHER_WORD:
            if following.text == "(" or t.text in ("true", "false", "break"):
                if previous.text != "auto" and previous.kind != "word":
                    add(f"{t.text} to {OTHER_WORD[t.text]}", t.start, t.end, OTHER_WORD[t.text])
                elif previous.text in KEYWORDS_BEFORE_AN_OPERAND:
                    add(f"{t.text} to {OTHER_WORD[t.text]}", t.start, t.end, OTHER_WORD[t.text])
        elif t.text in ("if", "while"):
            opening = i + 2 if following.text == "constexpr" else i + 1
            if opening < len(tokens) and tokens[opening].text == "(":
                end = closing(tokens, opening)
                inside = code[tokens[opening].end:tokens[end].start]
                if t.text == "if" and ";" not in inside:
                    add("condition negated", tokens[opening].end, tokens[end].start, f"!({inside})")
        elif t.text == "?" and t.spaced:
            first = i - 1
            depth = 0
            while first >= 0:
                text = tokens[first].text
                if text in ")]}":
                    depth += 1
                elif text in "([{":
                    if depth == 0:
                        break
                    depth -= 1
                elif depth == 0 and (text in (",", ";", "=", "?", ":", "return") or text.endswith("=")
                                     and tokens[first].spaced and text not in PRECEDENCE):
                    break
                first -= 1
            start = tokens[first + 1].start
            add("condition negated", start, previous.end, f"!({code[start:previous.end]})")
        if t.text == "(" and (previous.kind == "word" or previous.text in (">", "]")) and \
                previous.text not in ("if", "for", "while", "switch", "sizeof", "decltype", "noexcept"):
            end = closing(tokens, i)
            add_exchanged(code, tokens, i, end, add)

    for statement in re.finditer(r"(?<=[;{})])\n([ \t]+)([^\n]*;)(?= *(?://[^\n]*)?\n)", code):
        text = statement[2]
        assignment = re.match(r"[\w.:\[\]()>+*/%-]*(?:[\w\])]|->)[\w.\[\]()+*/% -]*? ([-+*/%|&^]?=) ", text)
        declared = re.match(r"(?:[\w:]+(?:<[^;]*>)?[&*]?\s+)+[&*]?\w+(?:\[.*\])? =", text)
        call = re.fullmatch(r"(?!return|if|for|using|static_assert|else|throw|asm|ATTN_|#)[\w:.>-]+"
                            r"(?:<[^;=]*>)?\([^{]*\);", text)
        if (assignment and not declared or call) and not re.match(r"using|return|if|for|else|const|static", text):
            start = statement.start(2)
            at = next((t for t in tokens if t.start == start), None)
            if at and not at.frozen:
                add("statement dropped", start, statement.end(2), ";")
    return sorted(found.values(), key=lambda m: (m.start, m.end, m.text))


def add_exchanged(code, tokens, opening, end, add):
    """Neighbouring arguments of a call; parameters of a declaration have types and are left alone."""
    pieces, first, i = [], opening + 1, opening + 1
    while i < end:
        if tokens[i].text in "([{" or opens_template(tokens, i):
            i = closing(tokens, i)
        elif tokens[i].text == ",":
            pieces.append((first, i))
            first = i + 1
        i += 1
    pieces.append((first, end))
    if len(pieces) < 2 or any(b <= a for a, b in pieces):
        return
    for a, b in pieces:
        part = tokens[a:b]
        if any(x.kind == "word" and y.kind == "word" for x, y in zip(part, part[1:])) or \
                any(t.text in TYPES or t.text in ("...", "auto") for t in part) or \
                any(t.text in "*&" and not t.spaced and b - a > 1 for t in part if len(t.text) == 1):
            return
    for (a, b), (c, d) in zip(pieces, pieces[1:]):
        one = code[tokens[a].start:tokens[b - 1].end]
        two = code[tokens[c].start:tokens[d - 1].end]
        between = code[tokens[b - 1].end:tokens[c].start]
        if one != two:
            add("arguments exchanged", tokens[a].start, tokens[d - 1].end, two + between + one)


# --- Known equivalents ----------------------------------------------------------------------------

def read_equivalents(text):
    """Entries of four lines and a blank one: the header, `- ` the line, `+ ` the mutant, the reason.
    `+ *` stands for every change of that line."""
    entries = {}
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [x for x in block.splitlines() if not x.startswith("#")]
        if not lines:
            continue
        if len(lines) < 4 or not lines[1].startswith("- ") or not lines[2].startswith("+ "):
            sys.exit(f"{EQUIVALENT.name}: an entry is a header, a `- ` line, a `+ ` line and a reason, "
                     f"not:\n{block}")
        key = (lines[0].strip(), squeezed(lines[1][2:]), squeezed(lines[2][2:]))
        entries[key] = " ".join(x.strip() for x in lines[3:])
    return entries


def stale(entries):
    """Entries whose line is no longer in the header."""
    for header, before, _ in entries:
        path = ROOT / "include/attn" / header
        if not path.exists() or before not in squeezed(path.read_text()):
            yield f"{header}: {before}"


def why_equivalent(mutant, entries):
    return (entries.get((mutant.header, mutant.before, mutant.after))
            or entries.get((mutant.header, mutant.before, "*")))


# --- Which tests are near -------------------------------------------------------------------------

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


NO_TESTS = ("rejected", "support", "reference", "without_flags", "bits", "bounds", "accuracy", "consumer",
            "bench", "exhaustive", "symbols", "fuzz")


class Includes:
    """Who includes whom, among headers and tests."""

    def __init__(self, root=ROOT):
        self.root = root
        self.includes = {}
        files = [*root.glob("include/attn/**/*.hpp"), *root.glob("static_tests/*/*.?pp"),
                 *root.glob("runtime_tests/*/*.?pp")]
        for file in files:
            name = file.relative_to(root).as_posix()
            targets = []
            for target in INCLUDE.findall(file.read_text()):
                if target.startswith("attn/") and target.count("/") > 1:  # not a header that only includes others
                    targets.append(f"include/{target}")
                elif not target.startswith("attn"):
                    targets.append(target)
            self.includes[name] = targets
        self.users = collections.defaultdict(list)
        for name, targets in self.includes.items():
            for target in targets:
                self.users[target].append(name)

    def names_of(self, header):
        """What the header declares, as far as a test would name it."""
        text = (self.root / "include/attn" / header).read_text()
        return set(re.findall(r"^(?:template.*>\s*)?(?:ATTN_ABI )?(?:constexpr|struct|class|concept|inline constexpr)"
                              r"[^(;={]*?\b(\w{4,})\s*(?:\(|\{|=|$)", text, re.MULTILINE)) - {"operator"}

    def tests_of(self, header, folder):
        """The tests in a folder, the nearest to the header first, its mirror before all."""
        suffix = ".hpp" if folder == "static_tests" else ".cpp"
        start = f"include/attn/{header}"
        distance = {start: 0}
        queue = collections.deque([start])
        while queue:
            name = queue.popleft()
            for user in self.users[name]:
                if user not in distance:
                    distance[user] = distance[name] + 1
                    queue.append(user)
        mirror = f"{folder}/{header.removesuffix('.hpp')}{suffix}"
        names = re.compile(rf"\b(?:{'|'.join(sorted(self.names_of(header))) or '0'})\b")

        def nearness(unit):
            room, name = unit.split("/")[1:]
            text = (self.root / unit).read_text()
            # The header that it is named after, and headers of its directory that a file for several names.
            near = [distance.get(f"include/attn/{room}/{own}.hpp")
                    for own in {name.removesuffix(suffix), *re.findall(rf"\battn/{room}/([\w/]+)\.hpp\b", text)}]
            if unit in distance:
                near.append(distance[unit] + 2)
            if mentions := len(names.findall(text)):
                near.append(3 - min(mentions, 10) / 10)
            return min((n for n in near if n is not None), default=None)

        units = {u: nearness(u) for u in self.includes if u.startswith(f"{folder}/") and u.endswith(suffix)
                 and u.split("/")[1] not in NO_TESTS and not u.endswith(("/checked.cpp", "/braced.cpp"))
                 and u.count("/") == 2}

        def order(unit):
            # A test of a header that uses this one is nearer than one that includes both.
            name = pathlib.PurePath(unit).stem
            own = pathlib.PurePath(header).stem
            like = own.split("_")[0] in name.split("_") or name == own
            return unit != mirror, units[unit] - 0.5 * like, (self.root / unit).stat().st_size, unit
        return sorted((u for u in units if units[u] is not None), key=order)


# --- Running a test -------------------------------------------------------------------------------

# The first error of a test that noticed, as opposed to a mutant that does not compile.
NOTICED = re.compile(
    r"static assertion failed|static_assert failed|non-constant condition|constant expression|"
    r"is not constant|call to non-.constexpr|must be initialized by a constant|overflow in constant|"
    r"constant evaluation|dereferencing a null|array subscript value|outside (?:the )?bounds|"
    r"division by zero|negative shift|right operand of shift|narrowing conversion of|"
    r"modifying a const|accessing (?:value|uninitialized)|uninitialized")
ENDLESS = re.compile(r"constexpr. (?:loop iteration|evaluation (?:operation count|depth))|fconstexpr|"
                     r"instantiation depth|virtual memory exhausted|out of memory|Killed|bad_alloc|"
                     r"recursive template instantiation|cannot allocate|internal compiler error")


# After the generated unit of a header's behaviours: what the run-time tests do with it.
EXECUTE = """
#include "static_tests/support/execute.hpp"
int main() {{ return attn_tests::failed_behaviours("{id}", attn_tests::proof_of_{id}) != 0; }}
"""


def without_warnings(code):
    """The header as a system header, with the same lines."""
    first, rest = code.split("\n", 1)
    assert first.startswith("// SPDX"), first
    return f"#pragma GCC system_header\n{rest}"


def tests_of_the_readme():
    """The proofs and the run-time tests that the README's command leaves out, and the parts of the bits that it has."""
    def listed(folder, variable):
        text = (ROOT / folder / "CMakeLists.txt").read_text()
        return re.search(rf"^set\({variable} ([^)]*)\)", text, re.MULTILINE)[1].split()
    return ([f"static_tests/{name}.hpp" for name in listed("static_tests", "longest_proofs")],
            [f"runtime_tests/{name}" for name in listed("runtime_tests", "long_sources")],
            listed("runtime_tests/bits", "short_parts"))


class Session:
    def __init__(self, options):
        self.options = options
        self.includes = Includes()
        self.lock = threading.Lock()
        self.running = set()  # process groups, to be ended with us
        self.ending = False
        self.baseline = {}  # of rejected programs: do they pass without a mutant?
        self.baseline_lock = threading.Lock()
        self.preparing, self.prepared = threading.Lock(), False
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="attn-mutants-"))
        (self.folder / "nothing").mkdir()
        self.flags = ["-std=c++20", "-w", *[f"-isystem{d}" for d in options.include]]

    def close(self):
        self.ending = True
        with self.lock:
            for group in self.running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(group, 9)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, command, seconds, cwd=None):
        """The exit status (None: it did not end) and what it printed."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (self.options.memory << 30,) * 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self.ending:
            raise KeyboardInterrupt
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace", cwd=cwd, preexec_fn=limit, start_new_session=True)
        with self.lock:
            self.running.add(process.pid)
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.communicate()
            return None, ""
        finally:
            with self.lock:
                self.running.discard(process.pid)
        return process.returncode, output

    def compile(self, overlay, source, flags, seconds=None):
        command = [self.options.compiler, *self.flags, "-Wfatal-errors", f"-I{overlay}",
                   f"-I{ROOT}/include", f"-I{ROOT}", *flags, str(source)]
        return self.run(command, seconds or self.options.timeout)

    def prepare(self):
        """Catch2, once: its main function, and its header precompiled."""
        source = self.folder / "catch.hpp"
        source.write_text('#include "runtime_tests/catch.hpp"\n')
        for name, flags in (("O1", ["-O1"]), ("native", ["-O1", "-march=native"])):
            status, output = self.compile(self.folder / "nothing", source, [
                *flags, "-x", "c++-header", "-o", str(self.folder / f"{name}.hpp.gch")])
            if status:
                sys.exit(f"Catch2 does not compile:\n{output}")
            (self.folder / f"{name}.hpp").write_text('#include "runtime_tests/catch.hpp"\n')
        status, output = self.compile(self.folder / "nothing", ROOT / "runtime_tests/main.cpp",
                                      ["-O0", "-c", "-o", str(self.folder / "main.o")])
        if status:
            sys.exit(output)
        guarded = ROOT / "runtime_tests/bounds/guarded.cpp"
        self.compile(self.folder / "nothing", guarded,
                     ["-O1", "-c", "-o", str(self.folder / "guarded.o")])

    def unit_of(self, header, which="all"):
        """The file that asserts the behaviours of static_tests/<directory>/<name>.hpp, as CMake makes it,
        with a main function that executes them."""
        directory, name = header.removesuffix(".hpp").split("/")[1:]
        tests = re.search(r"^namespace attn_tests::(\w+) \{", (ROOT / header).read_text(), re.MULTILINE)
        text = (ROOT / "static_tests/support/unit.cpp.in").read_text()
        for placeholder, value in (("directory", directory), ("name", name), ("tests", tests[1]), ("which", which)):
            text = text.replace(f"@{placeholder}@", value)
        unit = self.folder / f"unit_{directory}_{name}_{which}.cpp"
        with self.lock:
            if not unit.exists():
                unit.write_text(text + EXECUTE.format(id=f"{directory}_{name}"))
        return unit

    def verdict_of_compiler(self, status, output):
        """None: it compiled. Else "killed", "endless" or "invalid", and why."""
        if status == 0:
            return None
        if status is None:
            return "killed", "the compiler does not end"
        first = next((x for x in output.splitlines() if re.search(r"(?:error|fatal error): ", x)), "")
        if ENDLESS.search(output if not first else first) or ENDLESS.search(first):
            return "killed", "the compiler's limits"
        if NOTICED.search(first):
            return "killed", first.split("error: ", 1)[-1][:100]
        return "invalid", first[:160] or output[:160]

    def executed(self, overlay, sources, flags, objects=(), pch=None, arguments=()):
        if objects:
            with self.preparing:
                if not self.prepared:
                    self.prepare()
                    self.prepared = True
        program = overlay / "program"
        extra = ["-include", str(self.folder / pch)] if pch else []
        object_files = []
        for n, source in enumerate(sources):
            target = overlay / f"{n}.o"
            failed = self.verdict_of_compiler(*self.compile(
                overlay, source, [*flags, *extra, "-c", "-o", str(target)]))
            if failed:
                return failed
            object_files.append(str(target))
        status, output = self.run([self.options.compiler, *object_files, *map(str, objects),
                                   *self.options.library, "-o", str(program)], 120)
        if status:
            return "invalid", "does not link: " + output[:100]
        status, output = self.run([str(program), *arguments], self.options.timeout)
        if status is None:
            return "killed", "the test does not end"
        if status:
            line = next((x for x in output.splitlines() if "FAILED" in x or "differ" in x or "not" in x),
                        f"exit status {status}")
            return "killed", line.strip()[:100]
        return None

    def stages(self, mutant):
        """(name, function of the overlay) in the order in which they are tried."""
        header = mutant.header
        limit = self.options.tests
        kernel = header.startswith("detail/runtime")

        def static(unit):
            return lambda overlay: self.verdict_of_compiler(
                *self.compile(overlay, self.unit_of(unit), ["-fsyntax-only"]))

        def execute(unit, *flags):
            which = "executed" if self.options.readme else "all"
            return lambda overlay: self.executed(overlay, [self.unit_of(unit, which)], flags)

        def run(unit, name, *flags):
            return lambda overlay: self.executed(overlay, [ROOT / unit], flags,
                                                 [self.folder / "main.o"], f"{name}.hpp")

        def bits(part, *flags):
            def stage(overlay):
                main = overlay / "main.cpp"
                main.write_text(f"namespace attn_tests {{ bool bits_of_{part}(); }}\n"
                                f"int main() {{ return attn_tests::bits_of_{part}() ? 0 : 1; }}\n")
                return self.executed(overlay, [main, ROOT / f"runtime_tests/bits/{part}.cpp"], flags)
            return stage

        def bounds(name):
            return lambda overlay: self.executed(
                overlay, [ROOT / f"runtime_tests/bounds/{name}.cpp"], ["-O1", "-march=native"],
                [self.folder / "main.o", self.folder / "guarded.o"], "native.hpp")

        statics = self.includes.tests_of(header, "static_tests")
        runs = self.includes.tests_of(header, "runtime_tests")
        if self.options.readme:
            long_proofs, long_tests, short_bits = tests_of_the_readme()
            statics = [unit for unit in statics if unit not in long_proofs]
            runs = [unit for unit in runs if unit not in long_tests]
        result = []
        wide = header.startswith("detail") and limit > 2  # these have no mirror
        for unit in statics[:1 if kernel else 2 * limit if wide else limit]:
            result.append((unit, static(unit)))
        code = (ROOT / "include/attn" / header).read_text()
        if header.startswith("learning/") or HAS_A_RULE.search(code):
            result += [(TEST_OF_RULES, static(TEST_OF_RULES))] if TEST_OF_RULES not in dict(result) else []
        for unit in statics[:max(1, limit // 2)]:
            result.append((f"{unit}, executed", execute(unit, "-O1")))
        parts = next((p for pattern, p in BITS if re.search(pattern, header)), "").split()
        if self.options.readme:
            parts = [part for part in parts if part in short_bits]
        if kernel:  # the programs of bits/ are the smaller ones, and reach what only this machine has
            # At -O1 alone GCC fuses no product with a sum, and a product that is no longer rounded survives.
            native = ["-O1", "-fexpensive-optimizations", "-march=native"]
            for part in ["kernels", *parts[:limit // 2]] if not self.options.readme else []:
                result.append((f"bits/{part} native", bits(part, *native)))
        for unit in [u for u in runs if limit > 2 or u not in SLOW][:max(1, limit // 2)]:
            result.append((unit, run(unit, "O1", "-O1")))
        if kernel and not self.options.readme:
            result.append(("bits/kernels", bits("kernels", "-O1")))
        for part in parts[:limit // 2] if kernel or limit > 2 or header.startswith("math") else []:
            result.append((f"bits/{part}", bits(part, "-O1")))
        for pattern, names in BOUNDS:
            if limit > 2 and re.search(pattern, header) and not self.options.readme:
                result += [(f"bounds/{name}", bounds(name)) for name in names.split()]
                break
        programs = self.rejected_programs(header)
        if programs:
            result.append(("rejected", lambda overlay: self.rejected(overlay, programs)))
        return result

    def rejected_programs(self, header):
        """Those that are named after the header, and those that most often name what it declares."""
        if header.startswith("detail"):
            return []
        code = (ROOT / "include/attn" / header).read_text()
        names = set(re.findall(r"^\s*(?:template.*>\s*)?(?:ATTN_ABI )?(?:constexpr|struct|class|inline constexpr)"
                               r"[^(;={]*?\b(\w{4,})\s*(?:\(|\{|=)", code, re.MULTILINE))
        own = pathlib.PurePath(header).stem
        scored = []
        for program in sorted((ROOT / "static_tests/rejected").glob("*.cpp")):
            text = program.read_text()
            if program.stem in ("four_axes", "deep_calls"):  # every rule there is: minutes
                continue
            score = (100 * (program.stem == own) + 10 * (program.stem in own or own in program.stem)
                     + sum(name in text for name in names))
            if score >= 2:
                scored.append((-score, program.name, program))
        return [p for _, _, p in sorted(scored)[:self.options.tests]]

    def driver(self, overlay, programs):
        """The names of the cases that the driver finds wanting. The library is precompiled, as in the
        tests; None: it does not end. The driver allows no warning: a mutant's header is a system header to it,
        or every `a || b && c` would count as killed."""
        for mutated in (overlay / "attn").rglob("*.hpp"):
            mutated.write_text(without_warnings(mutated.read_text()))
        library = overlay / "library.hpp"
        clang = "clang" in self.options.compiler
        precompiled = f"{library}.{'pch' if clang else 'gch'}"
        library.write_text("#include <attn/all.hpp>\n")
        failed = self.verdict_of_compiler(*self.compile(
            overlay, library, ["-x", "c++-header", "-o", precompiled]))
        if failed:
            return failed
        option = f"-include-pch {precompiled}" if clang else f"-include {library}"
        status, output = self.run(
            [sys.executable, str(ROOT / "static_tests/rejected/driver.py"), "--compiler",
             f"{self.options.compiler} {option}", "--include", str(overlay), "--include", f"{ROOT}/include",
             *[x for d in self.options.include for x in ("--include", d)], *map(str, programs)],
            self.options.timeout)
        return None if status is None else set(re.findall(r"^FAIL +(.+)", output, re.MULTILINE))

    def rejected(self, overlay, programs):
        failed = self.driver(overlay, programs)
        if failed is None:
            return "killed", "the driver does not end"
        if isinstance(failed, tuple):
            return failed
        for program in programs if failed else []:  # which of them fail without a mutant as well?
            with self.baseline_lock:
                if program not in self.baseline:
                    unchanged = self.folder / f"unchanged_{program.stem}"
                    unchanged.mkdir()
                    self.baseline[program] = self.driver(unchanged, [program])
                failed -= self.baseline[program]
        return ("killed", f"FAIL {min(failed)}") if failed else None

    def try_mutant(self, mutant):
        """"killed", "invalid" or "survived"; by which test; and what it said."""
        overlay = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        target = overlay / "attn" / mutant.header
        target.parent.mkdir(parents=True)
        code = (ROOT / "include/attn" / mutant.header).read_text()
        target.write_text(code[:mutant.start] + mutant.text + code[mutant.end:])
        tried = []
        try:
            for name, stage in self.stages(mutant):
                if not re.search(self.options.only, name):
                    continue
                said = stage(overlay)
                if said:
                    return said[0], name, said[1]
                tried.append(name)
            return "survived", ", ".join(tried), ""
        finally:
            shutil.rmtree(overlay, ignore_errors=True)


# --- The sample -----------------------------------------------------------------------------------

def quotas(sites, count):
    """How many mutants of each header: one, then by the number of its places."""
    headers = sorted(h for h, m in sites.items() if m)
    if not headers:
        return {}
    result = {h: 1 for h in headers}
    total = sum(len(sites[h]) for h in headers)
    left = count - len(headers)
    if left > 0:
        shares = {h: left * len(sites[h]) / total for h in headers}
        for h in headers:
            result[h] += int(shares[h])
        rest = left - sum(int(s) for s in shares.values())
        for h in sorted(headers, key=lambda h: (int(shares[h]) - shares[h], h))[:rest]:
            result[h] += 1
    return result


def sample(options):
    """For each header its mutants in the order in which they are tried, and how many are wanted."""
    sites = {}
    for path in sorted((ROOT / "include/attn").rglob("*.hpp")):
        header = path.relative_to(ROOT / "include/attn").as_posix()
        found = re.search(options.headers, header)
        if not found or DECLARE_ONLY.search(header) and not found[0]:  # unless it is named
            continue
        sites[header] = mutants_of(header, path.read_text())
    wanted = quotas(sites, options.count)
    for mutants in sites.values():
        mutants.sort(key=lambda m: m.key(options.seed))
    return sites, wanted


MUTANT = re.compile(r"^([\w/]+\.hpp):(\d+): .*\n  - (.*)\n  \+ (.*)$", re.MULTILINE)


def these(text, code_of):
    """The mutants that an output of --list or --report names, by their text, and by the line where that
    alone does not tell them apart; and the entries of which there is no mutant any more."""
    sites, gone = collections.defaultdict(list), []
    for header, line, before, after in dict.fromkeys(MUTANT.findall(text)):
        found = [m for m in mutants_of(header, code_of(header))
                 if (m.before, m.after) == (squeezed(before), squeezed(after))]
        found = [m for m in found if m.line == int(line)] or found
        sites[header] += [m for m in found if m not in sites[header]]
        if not found:
            gone.append(f"{header}:{line}: {before}")
    return dict(sites), gone


# --- The report -----------------------------------------------------------------------------------

def table(results, sites):
    by_folder = collections.defaultdict(collections.Counter)
    headers = collections.defaultdict(set)
    for r in results:
        folder = os.path.dirname(r["header"]) or "."
        by_folder[folder][r["verdict"]] += 1
        if r["verdict"] == "killed":
            stage = r["test"].split("/")[0]
            stage = {"static_tests": "static", "runtime_tests": "run"}.get(stage, stage)
            by_folder[folder]["executed" if r["test"].endswith("executed") else stage] += 1
        if r["verdict"] in ("killed", "survived"):
            headers[folder].add(r["header"])
    stages = ["static", "executed", "run", "bits", "bounds", "rejected"]
    lines = ["| headers of | headers | mutants | killed | by " + " | by ".join(stages)
             + " | survived | equivalent |", "|---" * (len(stages) + 6) + "|"]
    total = collections.Counter()
    for folder in sorted(by_folder):
        c = by_folder[folder]
        total.update(c)
        lines.append(f"| {folder} | {len(headers[folder])} | {c['killed'] + c['survived']} | {c['killed']} | "
                     + " | ".join(str(c[s]) for s in stages)
                     + f" | {c['survived']} | {c['equivalent']} |")
    valid = total["killed"] + total["survived"]
    lines.append(f"| all | {sum(map(len, headers.values()))} | {valid} | {total['killed']} | "
                 + " | ".join(str(total[s]) for s in stages)
                 + f" | {total['survived']} | {total['equivalent']} |")
    if valid:
        lines += ["", f"{total['killed']} of {valid} killed: {100 * total['killed'] / valid:.1f} %. "
                      f"Left out: {total['equivalent']} known to be equivalent, "
                      f"{total['invalid']} that do not compile."]
    return "\n".join(lines)


def survivor_text(r):
    return (f"{r['header']}:{r['line']}: {r['kind']}\n  - {r['before']}\n  + {r['after']}\n"
            f"  not noticed by {r['test']}")


# --- Self-test ------------------------------------------------------------------------------------

EXAMPLE = '''// a + b in a comment
#include <x/y+z.hpp>
template <class T, std::size_t N = 1 + 2>
constexpr T f(const T* x, T scale) {
  static_assert(N < 3 + 4, "a + b");
  T sum = T(-0.0);
  for (std::size_t i = 0; i < N; i += 1) sum = sum + x[i] * scale;
  if (sum > scale)
    return max(sum, scale);
  return N == 1 ? g<A, B>(sum, x) : -sum;
  sum += scale;
  call(sum);
}
'''


def self_test():
    mutants = mutants_of("ops/example.hpp", EXAMPLE)
    changes = {(m.kind, m.before, m.after) for m in mutants}
    loop = "for (std::size_t i = 0; i < N; i += 1) sum = sum + x[i] * scale;"
    for expected in [
            ("< to <=", loop, loop.replace("<", "<=")),
            ("+ to -", loop, loop.replace("sum + x", "sum - x")),
            ("* to /", loop, loop.replace(" * ", " / ")),
            ("term dropped", loop, loop.replace(" * scale", "")),
            ("term dropped", loop, loop.replace(" + x[i] * scale", "")),
            ("constant", loop, loop.replace("= 0", "= 1")),
            ("- dropped", "T sum = T(-0.0);", "T sum = T(0.0);"),
            ("condition negated", "if (sum > scale)", "if (!(sum > scale))"),
            ("> to >=", "if (sum > scale)", "if (sum >= scale)"),
            ("max to min", "return max(sum, scale);", "return min(sum, scale);"),
            ("arguments exchanged", "return max(sum, scale);", "return max(scale, sum);"),
            ("== to !=", "return N == 1 ? g<A, B>(sum, x) : -sum;",
             "return N != 1 ? g<A, B>(sum, x) : -sum;"),
            ("condition negated", "return N == 1 ? g<A, B>(sum, x) : -sum;",
             "return !(N == 1) ? g<A, B>(sum, x) : -sum;"),
            ("arguments exchanged", "return N == 1 ? g<A, B>(sum, x) : -sum;",
             "return N == 1 ? g<A, B>(x, sum) : -sum;"),
            ("statement dropped", "sum += scale;", ";"),
            ("statement dropped", "call(sum);", ";")]:
        assert expected in changes, expected
    for m in mutants:
        assert not m.before.startswith(("//", "#", "template", "static_assert")), m
        assert "const T* x, T scale" not in m.before, m
        assert "i -= 1" not in m.after, m
    assert other_number("0.0") == ["-0.0"] and other_number("1") == ["2", "0"] and other_number("0") == ["1"]
    assert other_number("0x1.62e4p-1") == ["0x1.62e0p-1"] and other_number("3.25f") == ["3.26f"]

    def listed(some, moved):
        return "".join(f"{m.header}:{m.line + moved}: {m.kind}\n  - {m.before}\n  + {m.after}\n" for m in some)
    twice = mutants_of("ops/twice.hpp", "int f() {\n  call(a + b);\n  call(a + b);\n}\n")
    for some, code in ((mutants[:3], EXAMPLE), (twice[-1:], "int f() {\n  call(a + b);\n  call(a + b);\n}\n")):
        named, gone = these(listed(some, 0), lambda _, code=code: code)
        assert list(named.values()) == [some] and not gone
    named, gone = these(listed(mutants[:3], 7) + "ops/example.hpp:1: constant\n  - no such line\n  + 2\n",
                        lambda _: EXAMPLE)
    assert named == {"ops/example.hpp": mutants[:3]} and gone == ["ops/example.hpp:1: no such line"]

    entries = read_equivalents("# comment\n\nops/example.hpp\n- sum  += scale;\n+ ;\nbecause\nof this\n")
    dropped = next(m for m in mutants if m.kind == "statement dropped" and m.before == "sum += scale;")
    assert why_equivalent(dropped, entries) == "because of this"
    assert why_equivalent(dropped, {("ops/example.hpp", "sum += scale;", "*"): "r"}) == "r"
    assert why_equivalent(mutants[0], entries) is None
    assert squeezed("ATTN_ABI  constexpr int  f()") == "constexpr int f()"

    wanted = quotas({"a": mutants, "b": mutants[:2], "c": []}, 12)
    assert sum(wanted.values()) == 12 and wanted["a"] > wanted["b"] >= 1 and "c" not in wanted

    session = Session.__new__(Session)
    judge = session.verdict_of_compiler
    assert judge(0, "") is None
    assert judge(None, "")[0] == "killed"
    assert judge(1, "x.hpp:1:2: error: static assertion failed: a check\n")[0] == "killed"
    assert judge(1, "x.hpp:1:2: error: non-constant condition for static assertion\n")[0] == "killed"
    assert judge(1, "x.hpp:1:2: error: 'y' was not declared in this scope\n"
                    "x.hpp:9:2: error: non-constant condition for static assertion\n")[0] == "invalid"
    assert judge(1, "cc1plus: out of memory allocating\n")[0] == "killed"

    assert without_warnings("// SPDX\nint i;\n") == "#pragma GCC system_header\nint i;\n"

    includes = Includes()
    assert includes.tests_of("ops/softmax.hpp", "static_tests")[0] == "static_tests/ops/softmax.hpp"
    assert includes.tests_of("ops/softmax.hpp", "runtime_tests")[0] == "runtime_tests/ops/softmax.cpp"
    assert any("softmax" in u for u in includes.tests_of("detail/runtime/softmax.hpp", "runtime_tests")[:3])

    assert not any(unit.endswith("/braced.cpp") for unit in includes.tests_of("tensor/tensor.hpp", "runtime_tests"))

    session.options, session.includes = argparse.Namespace(tests=4, readme=False), includes
    session.folder = pathlib.Path("nowhere")
    for header, compared in (("ops/softmax.hpp", True), ("ops/matmul.hpp", True), ("learning/detail/matmul.hpp", True),
                             ("recurrent/gates.hpp", True), ("ops/einsum.hpp", True), ("ops/dot.hpp", False),
                             ("math/exp.hpp", False)):
        mutant = dataclasses.replace(mutants[0], header=header)
        tests = [name for name, _ in session.stages(mutant)]
        assert tests.count(TEST_OF_RULES) == compared, header
        assert not compared or tests.index(TEST_OF_RULES) < min(
            n for n, name in enumerate(tests) if name.endswith(", executed")), header
    assert (ROOT / TEST_OF_RULES).is_file()

    assert all(reason for reason in read_equivalents(EQUIVALENT.read_text()).values())
    report = table([{"header": "ops/a.hpp", "verdict": "killed", "test": "static_tests/ops/a.hpp"},
                    {"header": "ops/a.hpp", "verdict": "survived", "test": ""}], {})
    assert "| ops | 1 | 2 | 1 | 1 |" in report and "1 of 2 killed: 50.0 %" in report
    print("mutate.py: its own tests pass")


# --- Main -----------------------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="mutants that compile (300)")
    parser.add_argument("--headers", default="", metavar="REGEX", help="of paths below include/attn")
    parser.add_argument("--these", type=pathlib.Path, metavar="FILE",
                        help="instead of a sample: the mutants that this output of --list or --report names")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--include", action="append", default=[], metavar="DIR", help="where Hana or Catch2 are")
    parser.add_argument("--library", action="append", default=[], metavar="FLAG",
                        help="for the linker: -lCatch2Main -lCatch2, where Catch2 is version 3")
    parser.add_argument("--tests", type=int, default=4, help="static tests for each mutant, at most (4)")
    parser.add_argument("--readme", action="store_true",
                        help="only what the README's command runs: not the tests that are for .ci/run alone")
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="tests with such a name; 'static_tests.*hpp$' is a quick first round for --state")
    parser.add_argument("--timeout", type=int, default=240, help="seconds for each compilation and run")
    parser.add_argument("--memory", type=int, default=6, help="GiB for each compilation and run")
    parser.add_argument("--state", type=pathlib.Path, metavar="FILE",
                        help="results are kept here; what was killed, or did not compile, is not tried again;\n"
                             "nor, with --only, is what survived")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE", help="for the Markdown, besides the output")
    parser.add_argument("--list", action="store_true", help="print the mutants, in order, and run nothing")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()

    entries = read_equivalents(EQUIVALENT.read_text())
    for entry in stale(entries):
        print(f"{EQUIVALENT.name}: remove the entry of a line that is gone: {entry}", file=sys.stderr)
    if options.these:
        def code_of(header):
            path = ROOT / "include/attn" / header
            return path.read_text() if path.exists() else ""
        sites, gone = these(options.these.read_text(), code_of)
        for mutant in gone:
            print(f"no such mutant any more: {mutant}", file=sys.stderr)
        wanted = {header: len(mutants) for header, mutants in sites.items()}
    else:
        sites, wanted = sample(options)
    if options.list:
        for header in wanted:
            for m in sites[header]:
                print(f"{m.header}:{m.line}: {m.kind}\n  - {m.before}\n  + {m.after}")
        return 0

    known = {}
    if options.state and options.state.exists():
        for line in options.state.read_text().splitlines():
            r = json.loads(line)
            known[r["key"]] = r
    session = Session(options)
    results = []
    began = time.time()

    def judged(mutant):
        before = known.get(mutant.key())
        if before and (before["verdict"] in ("killed", "invalid") or options.only):
            return before
        start = time.time()
        verdict, test, said = session.try_mutant(mutant)
        if session.ending:  # what was running has been ended, and proves nothing
            raise KeyboardInterrupt
        r = {"key": mutant.key(), "header": mutant.header, "line": mutant.line, "kind": mutant.kind,
             "before": mutant.before, "after": mutant.after, "verdict": verdict, "test": test,
             "said": said, "seconds": round(time.time() - start, 1)}
        if options.state:
            with options.state.open("a") as state:
                state.write(json.dumps(r) + "\n")
        print(f"{verdict:8} {r['seconds']:6.1f} s  {mutant.header}:{mutant.line}  {mutant.kind}  "
              f"[{test if verdict != 'survived' else ''}] {said}", file=sys.stderr, flush=True)
        return r

    def of_header(header):
        done, valid = [], 0
        for m in sites[header]:
            if valid == wanted[header]:
                break
            reason = why_equivalent(m, entries)
            if reason:
                done.append({"header": m.header, "verdict": "equivalent", "line": m.line, "kind": m.kind,
                             "before": m.before, "after": m.after, "test": "", "reason": reason})
                continue
            r = judged(m)
            done.append(r)
            valid += r["verdict"] != "invalid"
        return done

    def end(*_):
        session.close()
        os._exit(2)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    try:
        order = list(wanted)
        random.Random(options.seed).shuffle(order)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in pool.map(of_header, order):
                results += done
    finally:
        session.close()

    survivors = [r for r in results if r["verdict"] == "survived"]
    text = table(results, sites)
    if survivors:
        text += "\n\nSurvivors:\n\n```text\n" + "\n\n".join(map(survivor_text, survivors)) + "\n```"
    equivalents = [r for r in results if r["verdict"] == "equivalent"]
    if equivalents:
        text += "\n\nEquivalent:\n\n```text\n" + "\n\n".join(
            f"{r['header']}:{r['line']}: {r['kind']}\n  - {r['before']}\n  + {r['after']}\n  {r['reason']}"
            for r in equivalents) + "\n```"
    text = (f"Seed {options.seed}, {options.compiler}, {time.strftime('%Y-%m-%d', time.gmtime(began))}.\n\n"
            + text + "\n")
    print(text)
    if options.report:
        options.report.write_text(text)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Find the objects that GCC may lay over one another although both are in use (detail/storage.hpp).

    stack_slots.py UNIT.cpp …                     these units, in every build of BUILDS
    stack_slots.py --flags="-O3 -mavx" UNIT.cpp   in this one; may be repeated
    stack_slots.py --self-test                    check this program: without lifetime_begins it must report

GCC shares stack slots by where it sees objects alive: from a statement that names the object to the
end of its scope, a clobber. This program computes the same from the dump of the last tree pass, follows
the addresses through registers, and reports each access through a register to an object that GCC takes
for dead there. Needs g++ and Hana; GCC 15 follows the addresses too."""
import argparse
import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
BUILDS = ["-O3 -mavx", "-O2", "-O3", "-O3 -mavx2 -mfma", "-O3 -march=native"]

SKIPPED = 77  # what the tests give as SKIP_RETURN_CODE

# A loop over the lifetime of the panel, unrolled: the second time nothing names the panel before its use.
EXAMPLE = """
;; Function example (_Zexample)
void example ()
{
  float panelD.1[8];
  unsigned long ivtmp.5_1;
;;   basic block 2, loop depth 0
;;    pred:       ENTRY
  [example.cpp:1:1] ivtmp.5_1 = (unsigned long) &MEM <float[8]> [(void *)&panelD.1 + 4B];
  [example.cpp:2:1] _4 = (floatD.41 *) ivtmp.5_1;
  [example.cpp:3:1] MEM <floatD.41> [(charD.10 * {ref-all})_4] = 1.0e+0;
  panelD.1 ={v} {CLOBBER(eol)};
  __asm__ nothing;
;;    succ:       3

;;   basic block 3, loop depth 0
;;    pred:       2
  # ivtmp.5_2 = PHI <ivtmp.5_1(2)>
  [example.cpp:2:1] _5 = (floatD.41 *) ivtmp.5_2;
  [example.cpp:3:1] MEM <floatD.41> [(charD.10 * {ref-all})_5] = 1.0e+0;
  panelD.1 ={v} {CLOBBER(eol)};
  return;
;;    succ:       EXIT
"""

LOCATION = re.compile(r"\[(\S+:\d+):\d+(?: discrim \d+)?\] ")
VARIABLE = re.compile(r"(?<![\w.])(?:[A-Za-z_$][\w$]*)?D\.\d+(?![\d_])")
NAME = re.compile(r"(?<![\w.$])(?:[A-Za-z$][\w$]*(?:\.\w+)*)?_\d+(?:\(D\))?(?![\w.])")

Use = collections.namedtuple("Use", "function variable place statement")


def closing(text, start):
    """The place after the bracket that closes the one at start; brackets are round, square or angle."""
    pairs, depth = {"(": ")", "[": "]", "<": ">"}, 0
    opening, end = text[start], pairs[text[start]]
    for i in range(start, len(text)):
        if text[i] == opening:
            depth += 1
        elif text[i] == end and text[i - 1] != "-":
            depth -= 1
            if not depth:
                return i + 1
    return len(text)


def memory_reference(text, start):
    """The end of MEM <type> [address] or MEM[address], with the components that follow."""
    i = start + 3
    while i < len(text) and text[i] in " <[":
        if text[i] == " ":
            i += 1
        elif text[i] == "<":
            i = closing(text, i)
        else:
            i = closing(text, i)
            break
    while i < len(text) and text[i] in ".[":
        i = closing(text, i) if text[i] == "[" else re.compile(r"\.[\w.$]*").match(text, i).end()
    return i


def parts(text):
    """What is read or written through a name, the addresses that are only computed, and what is left."""
    accesses, addresses, rest, i = [], [], [], 0
    component = re.compile(r"\*?[\w.$]+(?:->[\w.$]+)*")
    while i < len(text):
        is_address = text[i] == "&" and i + 1 < len(text) and text[i + 1] not in " &"
        at = i + 1 if is_address else i
        if (text.startswith("MEM", at) or text.startswith("TARGET_MEM_REF", at)) and not re.match(r"\w", text[at - 1:at]):
            end = memory_reference(text, text.index("MEM", at))
            (addresses if is_address else accesses).append(text[at:end])
        elif is_address and component.match(text, at):
            end = component.match(text, at).end()
            while end < len(text) and text[end] in "[.-":
                further = re.compile(r"(?:->|\.)[\w.$]+").match(text, end)
                if text[end] != "[" and not further:
                    break
                end = closing(text, end) if text[end] == "[" else further.end()
            addresses.append(text[at:end])
        else:
            pointer = re.compile(r"\*[\w.$]*_\d+(?:\(D\))?|[\w.$]*_\d+(?:\(D\))?->[\w.$]+").match(text, i)
            if pointer and not re.match(r"[\w.$]", text[i - 1:i] if i else ""):
                accesses.append(pointer[0])
                end = pointer.end()
            else:
                rest.append(text[i])
                end = i + 1
        i = end
    return accesses, addresses, "".join(rest)


class Statement:
    def __init__(self, text, place):
        self.text, self.place = text, place
        clobber = re.match(r"(\S+) = ?\{v\} \{CLOBBER", text)
        self.killed = clobber[1] if clobber and VARIABLE.fullmatch(clobber[1]) else None
        self.is_clobber = bool(clobber)
        self.named = set(VARIABLE.findall(text)) if not clobber else set()
        self.target, self.sources, self.accessed = None, set(), set()
        if clobber:
            return
        phi = re.match(r"# (\S+) = PHI <(.*)>$", text)
        if phi:
            self.target = phi[1]
            self.sources = {re.sub(r"\(\d+\)$", "", s) for s in phi[2].split(", ")}
            self.sources = {v for s in self.sources for v in VARIABLE.findall(s) + NAME.findall(s)}
            return
        left, is_assignment, right = text.partition(" = ")
        if not is_assignment or text.startswith(("if ", "switch ", "return", "__asm__")):
            left, right = "", text
        if NAME.fullmatch(left):
            self.target = left
        else:
            for access in parts(left)[0]:
                self.accessed |= set(NAME.findall(access))
        accesses, addresses, rest = parts(right)
        for access in accesses:
            self.accessed |= set(NAME.findall(access))
        # A call is the only right side that ends with a bracket but begins with neither that nor an operand.
        call = right[0] not in "(&{-~" and " (" in right and re.search(r"\)( \[[^]]*\])*$", right)
        if call and not right.startswith(("if ", "switch ", "return", "__asm__")):
            self.accessed |= set(NAME.findall(rest))
            if not re.match(r"__builtin_(?:memcpy|memmove|memset|assume_aligned)", right):
                return  # These return their first argument; what others return is not known.
        if not self.target or accesses or re.search(r" (?:[=!<>]=|[<>]) ", rest):
            return
        self.sources |= {v for a in addresses for v in VARIABLE.findall(a) + NAME.findall(a)}
        self.sources |= set(NAME.findall(rest.partition(" - ")[0]))


def functions(dump):
    """Each function's name, declarations, and blocks: number, predecessors, statements."""
    for text in re.split(r"^;; Function ", dump, flags=re.MULTILINE)[1:]:
        if "CLOBBER" not in text:
            continue
        name = text.partition(" (")[0]
        head, *bodies = re.split(r"^;;   basic block ", text, flags=re.MULTILINE)
        declared = set()
        for line in head.splitlines():
            if line.startswith("  ") and line.endswith(";"):
                declared |= set(VARIABLE.findall(line)[-1:])
        blocks = {}
        for body in bodies:
            number = int(re.match(r"\d+", body)[0])
            statements, before, lists_predecessors = [], [], False
            for line in body.splitlines()[1:]:
                edge = re.match(r";;\s+(pred|succ)?:?\s*(\d*)", line)
                if edge:
                    lists_predecessors = edge[1] == "pred" or (lists_predecessors and not edge[1])
                    if lists_predecessors and edge[2]:
                        before.append(int(edge[2]))
                    continue
                lists_predecessors = False
                place = LOCATION.match(line.strip())
                bare = LOCATION.sub("", line.strip()).rstrip(";")
                if bare and not re.match(r"goto |else$|<|[{}]|# DEBUG", bare):
                    statements.append(Statement(bare, place[1] if place else None))
            blocks[number] = (before, statements)
        yield name, declared, blocks


def hidden_uses(dump):
    for name, declared, blocks in functions(dump):
        order = sorted(blocks)
        statements = [s for b in order for s in blocks[b][1]]
        killed = {s.killed for s in statements if s.killed} & declared
        if not killed:
            continue
        # Which of these objects a name's value may be an address of.
        derived = collections.defaultdict(set)
        users = collections.defaultdict(list)
        waiting = []
        for s in statements:
            if s.target:
                for source in s.sources:
                    users[source].append(s.target)
                direct = s.sources & killed
                if direct:
                    derived[s.target] |= direct
                    waiting.append(s.target)
        while waiting:
            source = waiting.pop()
            for target in users[source]:
                if not derived[source] <= derived[target]:
                    derived[target] |= derived[source]
                    waiting.append(target)
        # What GCC sees alive at the end of each block.
        after = {b: set() for b in order}

        def run(block, visit=None):
            alive = set().union(*(after.get(p, ()) for p in blocks[block][0]))
            for s in blocks[block][1]:
                if s.killed:
                    alive.discard(s.killed)
                else:
                    alive |= s.named & killed
                if visit:
                    visit(s, alive)
            return alive

        changed = True
        while changed:
            changed = False
            for b in order:
                alive = run(b)
                if alive != after[b]:
                    after[b], changed = alive, True
        found = {}

        def visit(s, alive):
            for accessed in s.accessed:
                for variable in derived.get(accessed, set()) - alive:
                    found.setdefault((variable, s.place), Use(name, variable, s.place, s.text))

        for b in order:
            run(b, visit)
        yield from found.values()


class Checker:
    def __init__(self, options):
        self.options = options
        self.compiler = shlex.split(options.compiler)
        self.failures = 0

    def asked(self, *question):
        return subprocess.run([*self.compiler, *question], capture_output=True, text=True, check=True).stdout.strip()

    def reason_to_skip(self):
        said = self.asked("--version")
        if "clang" in said or "Free Software Foundation" not in said:
            return "not GCC"
        if int(self.asked("-dumpversion").partition(".")[0]) >= 15:
            return "GCC 15 and later follow the addresses themselves"
        return None

    def builds(self):
        every_machine = [b for b in BUILDS if "-m" not in b]
        return BUILDS if self.asked("-dumpmachine").startswith("x86_64") else every_machine

    def uses(self, unit, flags, first_include=None):
        with tempfile.TemporaryDirectory() as folder:
            dump = pathlib.Path(folder) / "dump"
            command = [*self.compiler, "-std=c++20", *shlex.split(flags)]
            for directory in filter(None, [first_include, ROOT, self.options.attn_include]):
                command.append(f"-I{directory}")
            command += [f"-isystem{d}" for d in self.options.include]
            command += [f"-fdump-tree-optimized-uid-blocks-lineno={dump}", "-S", str(unit), "-o", os.devnull]
            subprocess.run(command, check=True)
            text = dump.read_text(encoding="utf-8", errors="replace")
        if ";; Function " not in text or ";;   basic block " not in text:
            raise SystemExit(f"{unit}: no function in the dump of {self.options.compiler}")
        return list(hidden_uses(text))

    def check(self, unit, flags):
        found = self.uses(unit, flags)
        self.failures += len(found)
        print(f"{unit} {flags}: {len(found) or 'no'} hidden use{'s' * (len(found) != 1)}", flush=True)
        for use in found:
            print(f"  {use.place}: {use.variable} in {use.function}\n    {use.statement}", flush=True)

    def expect(self, condition, text):
        print(("as expected: " if condition else "FAILED: ") + text, flush=True)
        self.failures += not condition

    def self_test(self):
        self.expect([u.variable for u in hidden_uses(EXAMPLE)] == ["panelD.1"], "the use of the example is reported")
        named = EXAMPLE.replace("__asm__ nothing", '__asm__ __volatile__("" :  : "X" &panelD.1)')
        self.expect(named != EXAMPLE and not list(hidden_uses(named)), "named before its use, it is not")
        if not self.asked("-dumpmachine").startswith("x86_64"):
            return
        unit, flags = HERE / "linear.cpp", "-O3"
        self.expect(not self.uses(unit, flags), f"linear.cpp {flags} has no hidden use")
        if not self.asked("-dumpversion").startswith("12"):
            print("not GCC 12: whether linear.cpp would have hidden uses without lifetime_begins is not known")
            return
        with tempfile.TemporaryDirectory() as name:
            folder, header = pathlib.Path(name), pathlib.Path("attn/detail/storage.hpp")
            text = (ROOT / "include" / header).read_text(encoding="utf-8")
            changed = text.replace('asm volatile("" : : "X"(&object));', ";")
            self.expect(changed != text, "lifetime_begins can be made to do nothing")
            (folder / header).parent.mkdir(parents=True)
            (folder / header).write_text(changed, encoding="utf-8")
            self.expect(self.uses(unit, flags, folder), "linear.cpp has hidden uses without lifetime_begins")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--include", action="append", default=[], help="where Hana is, if the compiler does not know")
    parser.add_argument("--attn-include", default=ROOT / "include", help="other headers than this checkout's")
    parser.add_argument("--flags", action="append", help="a build; may be repeated")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("units", nargs="*", metavar="UNIT.cpp")
    options = parser.parse_args()
    checker = Checker(options)
    reason = checker.reason_to_skip()
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    if options.self_test:
        checker.self_test()
    for unit in options.units:
        for flags in options.flags or checker.builds():
            checker.check(unit, flags)
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Fuzz attn: random operations, shapes, options, element types and values, compared with a slow reference
in long double; the same bits by every way that must have them, in every build, and as a constant.

    fuzz.py --seconds 600              fresh seeds until the time is over, in several builds
    fuzz.py --seed 7 --cases 24        these cases, in one build
    fuzz.py --seed 7 --case 12 --round 3 --flags="-O3 -march=native"    one of them again
    fuzz.py --self-test                seeds mistakes into the reference and into a copy of the headers, and
                                       fails unless each is noticed (minutes)

Needs a compiler and Hana. --flags may be repeated: every build must have the bits of the first.
ATTN_FUZZ_SEED in the environment is the default of --seed; without both the seed is a fresh one, and printed.
ATTN_FUZZ_SECONDS there goes before --seconds.
What is compared, and within what: reference.hpp. What is generated: generate.py."""
import argparse
import collections
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import generate  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "runtime_tests/fuzz"
CASES_OF_A_UNIT = 12
SANITIZED = "-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all"
# The first one is the one that the others are compared with.
BUILDS = ["-O1", "-O3 -march=native", SANITIZED, "-O2 -DATTN_NO_VECTORS", "-O2", "-O2 -mavx2 -mfma",
          "-O3 -mavx", SANITIZED + " -march=native"]

# For the self-test: a seed whose cases show every mistake, one case of each of these.
TEST_SEED, TEST_OPERATIONS = 178, (
    "matmul einsum permute transpose patterns reduction softmax elementary norms feed_forward rotary attention "
    "attention grouped_query cache recurrent").split()

# What reference.cpp gets wrong on purpose, and which operations show it.
MISTAKES = {
    1: ("a product lacks its last term", {"matmul"}),
    2: ("the last of equal maxima wins", {"argmax"}),
    3: ("the variance is the unbiased one", {"layer_norm"}),
    4: ("rotated pairs are exchanged", {"rotary"}),
    5: ("the scale is 1 / sqrt(d + 1)", {"scaled_dot_product_attention"}),
    6: ("the mask is dropped", {"scaled_dot_product_attention"}),
    7: ("head h asks head h mod n", {"grouped_query_attention"}),
    8: ("the first weight counts twice", {"softmax"}),
    9: ("every step starts from the first state", {"rnn unrolled", "lstm unrolled", "gru unrolled"}),
    10: ("the left bound of a window is off by one", {"scaled_dot_product_attention"}),
    11: ("the last two axes are not exchanged", {"transpose"}),
}
# What a copy of the headers gets wrong: file, what is replaced, by what, and the generator that shows it within so many cases.
OVERLAYS = [
    ("the scale is 1 / sqrt(d + 1)", "attention/scale.hpp", "static_cast<int>(width)", "static_cast<int>(width + 1)",
     ("attention", 3)),
    ("the scale of the queries is forgotten", "attention/scale.hpp", "return combine_scalar<times>(q, factor_of",
     "return combine_scalar<times>(q, T(1) + T(0) * factor_of", ("attention", 12)),
    ("a window's left bound is one too small", "attention/window.hpp", "from = detail::saturating_position(at, -Left)",
     "from = detail::saturating_position(at, -Left - 1)", ("attention", 12)),
    ("a mask of entries is dropped", "attention/masked_softmax.hpp", "keep ? x[j] : other", "keep || other == other ? x[j] : other",
     ("attention", 12)),
    ("the last of equal maxima wins", "ops/reductions.hpp", "other > largest", "other >= largest", ("reduction", 24)),
    ("vectors of norms forget eps", "detail/runtime/norm.hpp", "(rounded(total[r] * share), eps)",
     "(rounded(total[r] * share), eps - eps)", ("norms", 6)),
    ("head h asks head h mod n", "attention/grouped_query.hpp", "p / group * k",
     "p % head_axis<rhs>::size * (k + 0 * group)", ("grouped_query", 4)),
]


def say(text):
    print(text, flush=True)


class Fuzzer:
    def __init__(self, options, folder):
        self.options = options
        self.folder = pathlib.Path(folder)
        self.include = options.attn_include or ROOT / "include"
        self.totals = collections.Counter()
        self.operations, self.texts, self.failures, self.uncompiled = set(), set(), 0, 0
        self.compiler = shlex.split(options.compiler)
        self.is_clang = "clang" in subprocess.run([*self.compiler, "--version"], capture_output=True, text=True,
                                                  check=True).stdout.lower()
        self.objects = [self.object("reference"), self.object("harness")]

    def command(self, flags, *more):
        flags = shlex.split(flags)
        if self.is_clang and "-DATTN_NO_VECTORS" in flags:
            flags.append("-fconstexpr-steps=33554432")  # a step for every element, where a vector is one
        return [*self.compiler, "-std=c++20", *flags, f"-I{ROOT}", f"-I{self.include}",
                *[f"-isystem{d}" for d in self.options.include], *more]

    def object(self, name):
        if self.options.objects:
            found = [o for o in self.options.objects if pathlib.Path(o).name.startswith(name)]
            if found:
                return found[0]
        target = self.folder / f"{name}.o"
        subprocess.run(self.command("-O2", "-c", str(HERE / f"{name}.cpp"), "-o", str(target)), check=True)
        return str(target)

    def links(self, flags):
        """Whether this machine can build with these flags at all: sanitizers are packages of their own."""
        source = self.folder / "empty.cpp"
        source.write_text("int main() {}\n", encoding="utf-8")
        return subprocess.run(self.command(flags, str(source), "-o", str(self.folder / "empty")), check=False,
                              capture_output=True).returncode == 0

    def build(self, source, flags, program, timeout=900):
        """The program, or None: what does not compile is a finding."""
        warnings = [] if "sanitize" in flags else ["-Wall", "-Wextra", "-Werror"]
        command = self.command(flags, *warnings, str(source), *self.objects, "-o", str(program))
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
        self.totals["compilations"] += 1
        return done.stderr if done.returncode else None

    def reproduce(self, flags):
        text = f"python3 runtime_tests/fuzz/fuzz.py --compiler {self.options.compiler!r}"
        if self.options.only:
            text += f" --only {','.join(self.options.only)}"
        return text + "".join(" " + shlex.quote(f"--flags={f}") for f in flags)

    def run(self, program, flags, *more):
        environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
        return subprocess.run([str(program), "--reproduce", self.reproduce([flags]), "--rounds",
                               str(self.options.rounds), *more], capture_output=True, text=True, env=environment,
                              timeout=900, check=False)

    def fail(self, text):
        self.failures += 1
        say(text)

    def unit(self, seed, numbers, builds, more=()):
        """Generate, compile and run these cases in these builds."""
        text, cases = generate.unit(seed, numbers, self.options.only)
        source = self.folder / "unit.cpp"
        source.write_text(text, encoding="utf-8")
        first = None
        for i, flags in enumerate(builds):
            program = self.folder / "unit"
            error = self.build(source, flags, program)
            if error is not None:
                self.does_not_compile(seed, cases, flags, error)
                continue
            done = self.run(program, flags, *more)
            hashes = dict(re.findall(r"^hash (\d+) (\w+)$", done.stdout, re.MULTILINE))
            counted = re.search(r"^total (.*)$", done.stdout, re.MULTILINE)
            for line in re.sub(r"^(hash|total) .*\n", "", done.stdout, flags=re.MULTILINE).splitlines():
                say(line)
            if counted is None:
                reached = [c for c in cases if str(c.number) not in hashes]
                self.fail(f"FAILED: the program ended with status {done.returncode} in {reached[0].text() if reached else '?'}\n"
                          f"{done.stderr[-3000:]}\n  {self.reproduce([flags])} --seed {seed} --case "
                          f"{reached[0].number if reached else 0}")
                continue
            words = counted[1].split()
            numbers_of = dict(zip(words[::2], map(int, words[1::2])))
            self.failures += numbers_of.pop("failures")
            self.totals.update(numbers_of)
            self.totals["builds of cases"] += len(hashes)
            if first is None:
                first = flags, hashes
            else:
                for c in cases:
                    if hashes.get(str(c.number)) != first[1].get(str(c.number)):
                        self.fail(f"FAILED: {first[0]} and {flags} find different bits: {c.text()}\n"
                                  f"  {self.reproduce([first[0], flags])} --seed {seed} --case {c.number} "
                                  f"--rounds {self.options.rounds}")
        self.operations.update(c.operation for c in cases)
        self.texts.update(c.text() for c in cases)
        self.totals["generated"] += len(cases)
        return cases

    def does_not_compile(self, seed, cases, flags, error):
        self.uncompiled += 1
        for c in cases:
            text, _ = generate.unit(seed, [c.number], self.options.only)
            source = self.folder / "alone.cpp"
            source.write_text(text, encoding="utf-8")
            alone = self.build(source, flags, self.folder / "alone")
            if alone is not None:
                errors = [x for x in alone.splitlines() if "error" in x]
                self.fail(f"FAILED: does not compile: {c.text()}\n  " + "\n  ".join(errors[:3])[:1500] +
                          f"\n  {self.reproduce([flags])} --seed {seed} --case {c.number}")
                return
        self.fail(f"FAILED: does not compile, but every case alone does\n{error[:2000]}")

    def report(self, seconds):
        t = self.totals
        share = 100 * t["undecided"] / max(1, t["comparisons"])
        say(f"{t['generated']} cases of {len(self.operations)} operations, {len(self.texts)} different; "
            f"{t['builds of cases']} runs of a case; {t['comparisons']} elements compared with the reference "
            f"({share:.1f} % undecided), {t['same']} results with the same one found another way, {t['constants']} "
            f"with constant evaluation; {t['compilations']} compilations, {seconds:.0f} s; {self.failures} failures")


def seeded_mistakes(fuzzer, cases, program):
    """Runs a compiled unit with each mistake in the reference that its operations can show."""
    present = {c.operation for c in cases}
    missed = []
    for number, (text, operations) in MISTAKES.items():
        if not operations & present:
            missed.append(f"no case for: {text}")
            continue
        if fuzzer.run(program, "-O1", "--mistake", str(number)).returncode == 0:
            missed.append(f"not noticed: {text}")
    for line in missed:
        fuzzer.fail(line)
    say(f"{len(MISTAKES) - len(missed)} of {len(MISTAKES)} mistakes in the reference noticed")


def self_test(options):
    with tempfile.TemporaryDirectory() as folder:
        options.only = options.only or TEST_OPERATIONS
        fuzzer = Fuzzer(options, folder)
        cases = fuzzer.unit(options.seed, range(options.cases), ["-O1"])
        seeded_mistakes(fuzzer, cases, fuzzer.folder / "unit")
        noticed = 0
        for what, header, pattern, replacement, (only, cases_of_it) in OVERLAYS:
            copy = fuzzer.folder / "include"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(ROOT / "include", copy)
            file = copy / "attn" / header
            text, count = re.subn(re.escape(pattern), replacement, file.read_text(encoding="utf-8"), count=1)
            if count != 1:
                fuzzer.fail(f"{header} has no place for: {what}")
                continue
            file.write_text(text, encoding="utf-8")
            wrong = Fuzzer(argparse.Namespace(**{**vars(options), "attn_include": copy, "only": [only]}), folder)
            sys.stdout.flush()
            before, sys.stdout = sys.stdout, open(os.devnull, "w", encoding="utf-8")
            try:
                wrong.unit(options.seed, range(cases_of_it), ["-O1"])
            finally:
                sys.stdout = before
            if wrong.uncompiled:
                fuzzer.fail(f"does not compile: {what}, in {header}")
            elif wrong.failures:
                noticed += 1
            else:
                fuzzer.fail(f"not noticed: {what}, in {header}")
        say(f"{noticed} of {len(OVERLAYS)} mistakes in the headers noticed")
        return 1 if fuzzer.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=float, help="go on with fresh seeds for so long")
    parser.add_argument("--cases", type=int, default=16)
    parser.add_argument("--case", type=int)
    parser.add_argument("--round", type=int)
    parser.add_argument("--rounds", type=int, help="of values, for every case (12; with --seconds 40)")
    parser.add_argument("--only", type=lambda s: s.split(","), help="these functions of generate.py instead of all")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--flags", action="append", help="a build; may be repeated")
    parser.add_argument("--include", action="append", default=[], help="where Hana is, if the compiler does not know")
    parser.add_argument("--attn-include", type=pathlib.Path, help="other headers than this checkout's")
    parser.add_argument("--objects", nargs="*", help="reference.*, harness.*, already compiled")
    parser.add_argument("--test", action="store_true", help="a case of each of some operations, always the same ones\n"
                        "unless there is a seed; and mistakes in the reference must be noticed")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.seed is None:
        known = TEST_SEED if options.test or options.self_test else random.SystemRandom().randrange(1, 10**9)
        options.seed = int(os.environ.get("ATTN_FUZZ_SEED") or known)
    if options.seconds is not None:
        options.seconds = float(os.environ.get("ATTN_FUZZ_SECONDS") or options.seconds)
    options.rounds = options.rounds or (12 if options.seconds is None else 40)
    if options.test:
        options.only, options.cases = TEST_OPERATIONS, len(TEST_OPERATIONS)
    if options.self_test:
        return self_test(options)

    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        say(f"seed {options.seed}")
        fuzzer = Fuzzer(options, folder)
        if options.case is not None:
            more = [] if options.round is None else ["--round", str(options.round)]
            fuzzer.unit(options.seed, [options.case], options.flags or ["-O1"], more)
        elif options.seconds is None:
            cases = fuzzer.unit(options.seed, range(options.cases), options.flags or ["-O1"])
            if options.test and options.seed == TEST_SEED:
                seeded_mistakes(fuzzer, cases, fuzzer.folder / "unit")
        else:
            builds = options.flags or [b for b in BUILDS if fuzzer.links(b)]
            for b in BUILDS:
                if not options.flags and b not in builds:
                    say(f"left out, as an empty program does not build: {b}")
            turn, reported = 0, begin
            while time.monotonic() - begin < options.seconds:
                # Each unit in the first build and in two of the others.
                others = builds[1:]
                chosen = [builds[0]] + [others[(2 * turn + i) % len(others)] for i in range(min(2, len(others)))]
                first = turn * CASES_OF_A_UNIT
                fuzzer.unit(options.seed, range(first, first + CASES_OF_A_UNIT), chosen)
                turn += 1
                if time.monotonic() - reported > 60:
                    reported = time.monotonic()
                    fuzzer.report(reported - begin)
        fuzzer.report(time.monotonic() - begin)
        return 1 if fuzzer.failures else 0


if __name__ == "__main__":
    sys.exit(main())

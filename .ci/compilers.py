#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Try attn with compilers that this machine lacks, and print a Markdown table of what was tried.

    .ci/compilers.py                      all of the builds below
    .ci/compilers.py --list               their names, one per line
    .ci/compilers.py --builds '^(13|sid) ' those whose name matches
    .ci/compilers.py --write README.md    and put the table into that page, between its markers
    .ci/compilers.py --record FILE.json   keep what was found there; the table has all that was kept, so that
                                          the builds can be tried one at a time
    .ci/compilers.py --checks preset      the whole test preset instead: hours

A build is a Debian release, a compiler, a standard library and a C++ standard. For a release that
is not this machine's, cmake/with_debian makes a chroot; cmake/with_packages installs the compilers.
The checks of a build:

    static      the compiler proves every behaviour, with the warnings of our own targets as errors
    executed    a program executes every behaviour: all checks hold, with the bits that the compiler found;
                needs no Catch2, which Debian has for libstdc++
    tour        docs/examples/tour.cpp prints tour.txt, and passes the rest of check_tour.py
    readme      the blocks of README.md (docs/check_blocks.py)
    rejected    every program of static_tests/rejected, by the first line that it draws
    relaxed     runtime_tests/relaxed passes with -ffast-math and with -ffinite-math-only
    preset      `cmake --workflow --preset test`

Of what is emulated, processors by qemu and Windows by Wine, only the first three: the others say nothing
that a build for this machine does not.

sid changes every day. Where it, or the compiler in it, cannot be installed, the table says so and the
exit status does not change; any check that fails makes it 1, and so does a Debian 13 that is missing.
"""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import datetime
import io
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
CANNOT_INSTALL = 75  # what cmake/with_debian and cmake/with_packages end with
LIBCXX = "-stdlib=libc++"
RELAXED = ["-ffast-math", "-ffinite-math-only"]
# The program of `executed`, without what differs: the proofs of the units.
EXECUTED = '''#include "static_tests/support/execute.hpp"

namespace attn_tests {{
{declarations}
}}  // namespace attn_tests

int main() {{
  const struct {{
    const char* header;
    const attn_tests::proof* proof;
  }} all[] = {{{list}}};
  int failed = 0, total = 0;
  for (const auto& [header, proof] : all) {{
    failed += attn_tests::failed_behaviours(header, *proof);
    total += static_cast<int>(proof->count);
  }}
  std::printf("%d of %d behaviours\\n", total - failed, total);
  return failed != 0;
}}
'''
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]

# Release, command, standard library, standards. GCC 12 has no C++26.
COMPILERS = [
    ("12", "g++-12", "libstdc++", [20, 23]),
    ("12", "clang++-19", "libstdc++", [20, 23, 26]),
    ("12", "clang++-19", "libc++", [20, 23, 26]),
    ("12", "aarch64-linux-gnu-g++", "libstdc++", [20, 23]),
    ("12", "arm-linux-gnueabihf-g++", "libstdc++", [20, 23]),
    ("12", "riscv64-linux-gnu-g++", "libstdc++", [20, 23]),
    ("12", "x86_64-w64-mingw32-g++-posix", "libstdc++", [20, 23]),
    ("13", "g++-13", "libstdc++", [20, 23]),
    ("13", "g++", "libstdc++", [20, 23, 26]),
    ("13", "clang++-18", "libstdc++", [20, 23, 26]),
    ("13", "clang++-18", "libc++", [20, 23, 26]),
    ("sid", "g++-15", "libstdc++", [20, 23, 26]),
    ("sid", "g++", "libstdc++", [20, 23, 26]),
    ("sid", "clang++", "libstdc++", [20, 23, 26]),
    ("sid", "clang++", "libc++", [20, 23, 26]),
    ("sid", "clang++-23", "libstdc++", [20, 23, 26]),
]

# What the first part of a cross compiler's name says: the processor or the system, and its emulator.
EMULATED = {"aarch64": ("AArch64", "qemu-aarch64"), "arm": ("32-bit ARM", "qemu-arm"),
            "riscv64": ("RISC-V 64", "qemu-riscv64"), "x86_64": ("Windows (MinGW-w64)", "wine")}

BEGIN = "<!-- compilers: written by .ci/compilers.py -->"
END = "<!-- end of compilers -->"


@dataclasses.dataclass
class Result:
    """What one check found: how many of how many, and what the compiler or program said of the rest."""
    passed: int
    total: int
    said: str = ""

    @property
    def ok(self):
        return self.passed == self.total > 0


def target(command):
    """The system that a cross compiler compiles for; nothing for any other compiler."""
    found = re.fullmatch(r"(\w+-linux-gnu\w*)-g\+\+|(\w+-w64-mingw32)-g\+\+-posix", command)
    return found[1] or found[2] if found else ""


# --- The checks, run where the compiler is --------------------------------------------------------

class Build:
    def __init__(self, standard, jobs):
        self.standard = f"c++{standard}"
        self.compiler = [os.environ["CXX"], *shlex.split(os.environ.get("CXXFLAGS", ""))]
        self.jobs = jobs
        self.emulator, self.includes, self.linked = [], ["-I.", "-Iinclude"], []
        self.clang = "clang" in self.run([*self.compiler, "--version"])[1]
        self.directory = tempfile.TemporaryDirectory()
        self._precompiled = {}  # by options
        self.proofs = []  # of the units that are generated
        if system := target(os.environ["CXX"]):
            emulator = EMULATED[system.partition("-")[0]][1]
            if emulator == "wine":
                self.emulator, self.linked = [self.wine()], ["-static"]
            else:
                self.emulator = [emulator, "-L", f"/usr/{system}"]
            # A cross compiler must see Hana and nothing else of this machine.
            hana = pathlib.Path(self.directory.name) / "hana"
            hana.mkdir()
            (hana / "boost").symlink_to("/usr/include/boost")
            self.includes += ["-isystem", hana]

    def wine(self):
        """A command that runs a program of Windows: lines end as they do here, and Wine itself prints nothing."""
        wine = shutil.which("wine64", path=f"{os.environ['PATH']}:/usr/lib/wine") or "wine"
        script = pathlib.Path(self.directory.name) / "wine"
        script.write_text(f"#!/bin/bash\nset -o pipefail\nexport WINEDEBUG=-all\n{wine} \"$@\" "
                          "2> >(tr -d '\\r' >&2) | tr -d '\\r'\n", encoding="utf-8")
        script.chmod(0o755)
        return str(script)

    def run(self, command, **more):
        ran = subprocess.run(command, cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **more)
        return ran.returncode == 0, ran.stdout.strip()

    def script(self, *command):
        return self.run([sys.executable, *map(str, command)])

    def version(self):
        said = self.run([*self.compiler, "--version"])[1]
        return re.search(r"\b\d+\.\d+\.\d+\b|\b\d+(?=-posix)", said.splitlines()[0])[0]

    def compile(self, *arguments):
        # GCC: as in CMakeLists.txt, half the time for large units.
        quick = [] if self.clang else ["--param=ggc-min-heapsize=1048576"]
        return self.run([*self.compiler, f"-std={self.standard}", *quick,
                         *map(str, [*self.includes, *arguments])])

    def precompiled(self, name="attn/all.hpp", *options):
        """The compiler's arguments that include this header, which is compiled once with these options."""
        key = (name, *options)
        if key not in self._precompiled:
            header = pathlib.Path(self.directory.name) / f"all_{len(self._precompiled)}.hpp"
            header.write_text(f'#include "{name}"\n', encoding="utf-8")
            target = header.with_suffix(".hpp.pch" if self.clang else ".hpp.gch")
            instantiate = ["-fpch-instantiate-templates"] if self.clang else []  # once, not in each unit
            accepted, said = self.compile(*WARNINGS, *options, *instantiate, "-x", "c++-header", header, "-o", target)
            if not accepted or said:
                raise subprocess.SubprocessError(f"{name} does not compile:\n{said}")
            self._precompiled[key] = [*options, *(["-include-pch", str(target)] if self.clang else
                                                      ["-Winvalid-pch", "-include", str(header)])]
        return self._precompiled[key]

    def headers(self):
        """The headers with behaviours, each with its namespace."""
        for header in sorted((ROOT / "static_tests").glob("*/*.hpp")):
            tests = re.search(r"^namespace attn_tests::(\w+) \{", header.read_text(encoding="utf-8"), re.MULTILINE)
            if tests and header.parent.name not in ("reference", "support", "without_flags"):
                yield header, tests[1]

    def executed_units(self):
        """A unit for each header, as CMake generates it."""
        template = (ROOT / "static_tests/support/unit.cpp.in").read_text(encoding="utf-8")
        for header, tests in self.headers():
            values = {"directory": header.parent.name, "name": header.stem, "tests": tests, "which": "all"}
            unit = pathlib.Path(self.directory.name) / f"{header.parent.name}_{header.stem}.cpp"
            self.proofs.append(f"{header.parent.name}_{header.stem}")
            unit.write_text(re.sub(r"@(\w+)@", lambda found: values[found[1]], template), encoding="utf-8")
            yield unit

    def proof_units(self):
        """Units that assert the behaviours of a header each: several headers together take longer."""
        yield from sorted((ROOT / "static_tests/without_flags").glob("*.cpp"))
        for header, _ in self.headers():
            name = f"{header.parent.name}/{header.name}"
            unit = pathlib.Path(self.directory.name) / f"proof_{name.replace('/', '_')}.cpp"
            unit.write_text('#include "static_tests/support/proof.hpp"\n'
                            f'#include "static_tests/{name}"\n', encoding="utf-8")
            yield unit

    def static(self):
        units = list(self.proof_units())
        failed = self.not_compiled(units, self.precompiled("static_tests/tests.hpp"),
                                   lambda unit: ["-fsyntax-only", unit])
        return Result(len(units) - len(failed), len(units), "\n".join(failed))

    def not_compiled(self, units, precompiled, arguments):
        """What is said of each unit that does not compile without a word."""
        def compiled(unit):
            accepted, said = self.compile(*precompiled, *WARNINGS, *arguments(unit))
            return f"{unit}:\n{said}" if not accepted or said else ""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(filter(None, pool.map(compiled, units)))

    def executed(self):
        self.proofs.clear()
        folder = pathlib.Path(self.directory.name)
        units = sorted(self.executed_units())
        program = folder / "executed.cpp"
        program.write_text(EXECUTED.format(
            declarations="\n".join(f"extern const proof proof_of_{name};" for name in self.proofs),
            list=", ".join(f'{{"{name}", &attn_tests::proof_of_{name}}}' for name in self.proofs)),
            encoding="utf-8")
        # GCC has a note on every tensor that a test hands over by value, which is no warning.
        quiet = [] if self.clang else ["-Wno-psabi"]
        failed = self.not_compiled([*units, program], self.precompiled("static_tests/tests.hpp", "-O1"),
                                   lambda unit: [*quiet, "-c", unit, "-o", unit.with_suffix(".o")])
        if failed:
            return Result(0, len(units), "\n".join(failed))
        linked, said = self.compile(*(unit.with_suffix(".o") for unit in [*units, program]), *self.linked,
                                    "-o", folder / "executed.exe")
        if linked:
            _, said = self.run([*self.emulator, folder / "executed.exe"])
        counted = re.search(r"^(\d+) of (\d+) behaviours$", said, re.MULTILINE)
        return Result(int(counted[1]), int(counted[2]), said) if counted else Result(0, len(units), said)

    def tour(self):
        built = pathlib.Path(self.directory.name) / "tour.exe"
        program = built.with_suffix("")
        accepted, said = self.compile(*WARNINGS, "-O1", "docs/examples/tour.cpp", *self.linked, "-o", built)
        program.write_text(f'#!/bin/sh\nexec {shlex.join([*self.emulator, str(built)])} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        if accepted:
            accepted, said = self.script("docs/examples/check_tour.py", "--tour", program)
        return Result(int(accepted), 1, said)

    def readme(self):
        accepted, said = self.script("docs/check_blocks.py", "--compiler", shlex.join(self.compiler), "--include",
                                     "include", "--std", self.standard, "README.md")
        return Result(int(accepted), 1, said)

    def rejected(self):
        """The first lines; programs that define what the library would see come before it."""
        programs = sorted(ROOT.glob("static_tests/rejected/*.cpp"))
        alone = [p for p in programs if re.search("^#define", p.read_text(encoding="utf-8"), re.MULTILINE)]
        said = ""
        for chosen, arguments in ((alone, []), ([p for p in programs if p not in alone], self.precompiled())):
            said += self.script("static_tests/rejected/driver.py", "--compiler",
                                shlex.join([*self.compiler, *arguments]), "--std", self.standard,
                                "--include", "include", "--jobs", self.jobs, "--first-line", *chosen)[1] + "\n"
        passed = len(re.findall(r"^ok    ", said, re.MULTILINE))
        failed = len(re.findall(r"^FAIL  ", said, re.MULTILINE))
        if passed + failed < len(programs):
            return Result(0, len(programs), said)
        return Result(passed, passed + failed, re.sub(r"^ok    .*\n", "", said, flags=re.MULTILINE))

    def relaxed(self):
        passed, said = 0, ""
        for number, mode in enumerate(RELAXED):
            program = f"{self.directory.name}/relaxed_{number}"
            accepted, text = self.compile("-O2", "-w", "-DATTN_ALLOW_FAST_MATH", mode,
                                          "runtime_tests/relaxed/relaxed.cpp", "-o", program)
            if accepted:
                accepted, text = self.run([program])
            said += "" if accepted else f"{mode}: {text}\n"
            passed += accepted
        return Result(passed, len(RELAXED), said)

    def preset(self):
        flags = " ".join([*self.compiler[1:], f"-std={self.standard}"])
        accepted, said = self.run(["cmake", "--workflow", "--preset", "test"],
                                  env=os.environ | {"CXXFLAGS": flags, "ATTN_BUILD": self.standard})
        counted = re.search(r"^(\d+)% tests passed, (\d+) tests? failed out of (\d+)", said, re.MULTILINE)
        if not counted:
            return Result(0, 1, "\n".join(said.splitlines()[-40:]))
        total = int(counted[3])
        passed = total - int(counted[2])
        return Result(passed, total, "" if accepted else said[counted.start():])


CHECKS = {name: getattr(Build, name)
          for name in ("static", "executed", "tour", "readme", "rejected", "relaxed", "preset")}
FOR_EMULATED = ("static", "executed", "tour")


def processor_seconds():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def here(standards, checks, jobs):
    """The results for $CXX and $CXXFLAGS, as one line of JSON a standard; the rest goes to stderr."""
    for standard in standards:
        build = Build(standard, jobs)
        results = {}
        for check in checks:
            if build.emulator and check not in FOR_EMULATED:
                continue
            start, busy = time.monotonic(), processor_seconds()
            try:
                result = CHECKS[check](build)
            except subprocess.SubprocessError as error:
                result = Result(0, 1, str(error))
            results[check] = dataclasses.asdict(result)
            print(f"   C++{standard} {check}: {result.passed} of {result.total}, "
                  f"{time.monotonic() - start:.0f} s, {processor_seconds() - busy:.0f} s of a core",
                  file=sys.stderr, flush=True)
            if not result.ok:
                print("\n".join(line[:400] for line in result.said.splitlines()[:200]), file=sys.stderr)
        print(json.dumps({"standard": standard, "version": build.version(), "results": results}), flush=True)
    return 0


# --- The table ------------------------------------------------------------------------------------

def cell(results):
    """What a build's results are in the table."""
    failed = {name: result for name, result in results.items() if not result.ok}
    if not failed:
        if "preset" in results:
            return "all tests"
        return "passes" if "static" in results else f"passes: {', '.join(results)}"
    return "; ".join(f"{name}: {result.passed:,} of {result.total:,}" for name, result in failed.items())


def row(release, command, library, version, cells):
    """A line of the table; `cells` by standard, and nothing for a standard that was not tried."""
    if system := target(command):
        name = f"g++ {version} for {EMULATED[system.partition('-')[0]][0]}"
    else:
        name = f"{command.rstrip('-0123456789')} {version or command.partition('-')[2]}".strip()
    return "| " + " | ".join([f"{name}, Debian {release}", library,
                              *(cells.get(standard, "") for standard in (20, 23, 26))]) + " |"


def what_was_checked(results):
    """The sentences above the table, with the largest total of each check."""
    totals = {name: max((r[name].total for r in results if name in r), default=0) for name in CHECKS}
    sentences = {"static": f"{totals['static']:,} units of proofs compile",
                 "executed": f"their {totals['executed']:,} behaviours have the same bits when executed",
                 "tour": "the tour runs", "readme": "the code on this page compiles",
                 "rejected": f"{totals['rejected']:,} rejected programs have their sentences",
                 "relaxed": "relaxed floating point is contained"}
    said = f"*passes*: {', '.join(text for name, text in sentences.items() if totals[name])}."
    if totals["preset"]:
        said += f" *all tests*: the preset `test`, {totals['preset']:,} tests."
    return said


def table(rows, results):
    today = datetime.date.today().isoformat()
    emulated = []
    for program, name in (("qemu", "QEMU"), ("wine", "Wine")):
        found = [system for system, emulator in EMULATED.values()
                 if emulator.startswith(program) and f" for {system}, " in "".join(rows)]
        if found:
            emulated.append(f"{', '.join(found)}: under {name}, at most the first three checks.")
    said = " ".join([f"{today}. {what_was_checked(results)}", *emulated])
    return "\n".join([*textwrap.wrap(said, 100, break_on_hyphens=False), "",
                      "| Compiler | Standard library | C++20 | C++23 | C++26 |", "|---|---|---|---|---|",
                      *rows])


def with_table(page, text):
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"the page has no lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def this_release():
    release = pathlib.Path("/etc/os-release")
    text = release.read_text(encoding="utf-8") if release.exists() else ""
    found = re.search(r'^VERSION_ID="?(\w+)', text, re.MULTILINE)
    return found[1] if found and re.search("^ID=debian$", text, re.MULTILINE) else ""


def builds_of(pattern):
    """The compilers, each with those standards of which the name of the build matches."""
    for release, command, library, standards in COMPILERS:
        names = {s: f"{release} {command} {library} c++{s}" for s in standards}
        chosen = [s for s, name in names.items() if re.search(pattern, name)]
        if chosen:
            yield release, command, library, chosen, [names[s] for s in chosen]


def try_compiler(release, command, library, standards, checks, jobs):
    """Its exit status, and what `here` has printed, read again."""
    environment = os.environ | {"CXX": command, "CXXFLAGS": LIBCXX if library == "libc++" else ""}
    inside = [] if release == this_release() else [str(ROOT / "cmake/with_debian"), release]
    ran = subprocess.run(
        [*inside, "cmake/with_packages", "python3", ".ci/compilers.py", "--here", "--jobs", str(jobs),
         "--checks", ",".join(checks), "--standards", ",".join(map(str, standards))],
        cwd=ROOT, env=environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith('{"standard"')]
    for line in lines:
        line["results"] = {name: Result(**result) for name, result in line["results"].items()}
    return ran.returncode, lines


def everything(pattern, checks, jobs, attempt=try_compiler):
    """The rows of the table, all results, and the names of builds that failed."""
    rows, results, failed = [], [], []
    for release, command, library, standards, names in builds_of(pattern):
        print(f"== {release} {command} {library}", file=sys.stderr, flush=True)
        status, lines = attempt(release, command, library, standards, checks, jobs)
        if status == CANNOT_INSTALL and release == "sid":
            print(f"Debian sid: {command} with {library} cannot be installed today: not tried",
                  file=sys.stderr)
            rows.append(row(release, command, library, "", dict.fromkeys(standards, "not installable")))
            continue
        cells = {line["standard"]: cell(line["results"]) for line in lines}
        results += [line["results"] for line in lines]
        if status or len(lines) != len(standards):
            failed += names
        failed += [name for line, name in zip(lines, names)
                   if not all(result.ok for result in line["results"].values())]
        cells = dict.fromkeys(standards, "fails") | cells
        rows.append(row(release, command, library, lines[0]["version"] if lines else "", cells))
    return rows, results, failed


# --- What earlier runs found ------------------------------------------------------------------------

def kept_in(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def keeping(path, attempt):
    """The same attempt, which also keeps what it finds; other checks of the same compiler stay."""
    def attempted(release, command, library, standards, checks, jobs):
        status, lines = attempt(release, command, library, standards, checks, jobs)
        kept = kept_in(path)
        found = {line["standard"]: line for line in lines}
        for standard in standards:
            name = f"{release} {command} {library} c++{standard}"
            before = kept.pop(name, {"version": "", "results": {}})
            if standard in found:
                line = found[standard]
                results = {check: dataclasses.asdict(result) for check, result in line["results"].items()}
                if before["version"] == line["version"]:
                    results = before["results"] | results
                kept[name] = {"version": line["version"], "results": results}
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        return status, lines
    return attempted


def table_of_kept(path):
    kept = kept_in(path)

    def attempt(release, command, library, standards, _checks, _jobs):
        lines = [kept[f"{release} {command} {library} c++{s}"] | {"standard": s} for s in standards]
        return 0, [line | {"results": {check: Result(**result) for check, result in line["results"].items()}}
                   for line in lines]
    with contextlib.redirect_stderr(io.StringIO()):
        rows, results, _ = everything("^(" + "|".join(map(re.escape, kept)) + ")$", [], 1, attempt)
    return table(rows, results)


# --- Self-test ------------------------------------------------------------------------------------

def self_test():
    good, bad = Result(7, 7), Result(6, 7, "an error")
    assert good.ok and not bad.ok and not Result(0, 0).ok
    assert cell({"static": good, "tour": Result(1, 1)}) == "passes"
    assert cell({"static": good, "preset": good}) == "all tests"
    assert cell({"executed": good, "tour": Result(1, 1)}) == "passes: executed, tour"
    assert cell({"static": bad, "tour": Result(1, 1)}) == "static: 6 of 7"
    assert row("sid", "clang++-23", "libc++", "23.1.4", {20: "passes"}) == (
        "| clang++ 23.1.4, Debian sid | libc++ | passes |  |  |")
    assert row("12", "arm-linux-gnueabihf-g++", "libstdc++", "12.2.0", {20: "passes"}) == (
        "| g++ 12.2.0 for 32-bit ARM, Debian 12 | libstdc++ | passes |  |  |")
    assert row("12", "x86_64-w64-mingw32-g++-posix", "libstdc++", "12", {20: "passes"}) == (
        "| g++ 12 for Windows (MinGW-w64), Debian 12 | libstdc++ | passes |  |  |")
    assert row("13", "g++", "libstdc++", "14.2.0", {26: "fails"}).startswith("| g++ 14.2.0, Debian 13 |")

    def attempt(by_release):
        def attempted(release, _command, _library, standards, _checks, _jobs):
            status, result = by_release[release]
            lines = [] if status else [{"standard": s, "version": "1.2.3", "results": {"tour": result}}
                                       for s in standards]
            return status, lines
        return attempted
    one = Result(1, 1)
    rows, _, failed = everything("^13 g.. lib", ["tour"], 1, attempt({"13": (0, one)}))
    assert not failed and rows[0].count("passes") == 3
    rows, _, failed = everything("^13 g.. lib.*20", ["tour"], 1, attempt({"13": (0, Result(0, 1))}))
    assert failed == ["13 g++ libstdc++ c++20"] and "tour: 0 of 1" in rows[0]
    # A sid that cannot be installed is no failure; a Debian 13 is; so is a compiler that stops halfway.
    rows, _, failed = everything("^sid g.. lib.*20", ["tour"], 1, attempt({"sid": (CANNOT_INSTALL, one)}))
    assert not failed and "not installable" in rows[0]
    assert everything("^13 g.. lib.*20", ["tour"], 1, attempt({"13": (CANNOT_INSTALL, one)}))[2]
    assert everything("^sid g.. lib.*20", ["tour"], 1, attempt({"sid": (1, one)}))[2]

    # Two runs of one build each, and a second check of the first: one table with both.
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kept.json"
        everything("^13 g.. lib.*20", ["tour"], 1, keeping(path, attempt({"13": (0, one)})))
        everything("^sid g.. lib.*26", ["tour"], 1, keeping(path, attempt({"sid": (0, one)})))
        kept = table_of_kept(path)
        assert "| g++ 1.2.3, Debian 13 | libstdc++ | passes: tour |  |  |" in kept
        assert "| g++ 1.2.3, Debian sid | libstdc++ |  |  | passes: tour |" in kept
        everything("^13 g.. lib.*20", ["tour"], 1, keeping(path, attempt({"13": (0, Result(0, 1))})))
        assert "| g++ 1.2.3, Debian 13 | libstdc++ | tour: 0 of 1 |" in table_of_kept(path)

    page = f"above\n{BEGIN}\nold\n{END}\nbelow\n"
    assert with_table(page, "new") == f"above\n{BEGIN}\nnew\n{END}\nbelow\n"
    text = table(rows, [{"tour": one, "static": good}])
    assert "QEMU" not in text and "under QEMU" in table(
        [row("12", "arm-linux-gnueabihf-g++", "libstdc++", "12.2.0", {20: "passes"})], [])
    assert "Windows (MinGW-w64): under Wine" in table(
        [row("12", "x86_64-w64-mingw32-g++-posix", "libstdc++", "12", {20: "passes"})], [])
    assert "7 units" in text and "the tour" in text and "preset" not in text
    assert [len(s) for _, _, _, s, _ in builds_of(r"^12 g")] == [2]
    print("compilers.py: its own tests pass")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--builds", default="", metavar="REGEX", help="only builds with such a name")
    parser.add_argument("--checks", default="static,tour,readme,rejected,relaxed", help="which, with commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilations at a time")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE.md", help="put the table there")
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE.json", help="keep what was found there")
    parser.add_argument("--list", action="store_true", help="print the names of the builds")
    parser.add_argument("--self-test", action="store_true", help="test this script")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--standards", default="20", help=argparse.SUPPRESS)
    options = parser.parse_args()
    checks = options.checks.split(",")
    if unknown := set(checks) - set(CHECKS):
        parser.error(f"no such check: {', '.join(sorted(unknown))}")
    if options.self_test:
        with contextlib.redirect_stderr(io.StringIO()):
            return self_test()
    if options.here:
        return here(map(int, options.standards.split(",")), checks, options.jobs)
    if not any(True for _ in builds_of(options.builds)):
        parser.error("no build has such a name; --list prints them")
    if options.list:
        print("\n".join(name for *_, names in builds_of(options.builds) for name in names))
        return 0

    attempt = keeping(options.record, try_compiler) if options.record else try_compiler
    rows, results, failed = everything(options.builds, checks, options.jobs, attempt)
    text = table_of_kept(options.record) if options.record else table(rows, results)
    print(text)
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        options.write.write_text(with_table(page, text), encoding="utf-8")
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Grade answers to the exercises: compile each file, and print a table.

    grade.py FOLDER [FOLDER ...]       a table for each folder of answers, such as 01_transpose.cpp
    grade.py --list                    the exercises, with topics and minutes
    grade.py --hint 12                 the hint of exercise 12
    grade.py --solution 12             its solution, and the reason for it
    grade.py --check                   test the exercises: each starting file fails as announced, each
                                       solution passes, each wrong answer is refused for its reason, and
                                       no message contains the solution

    options: --compiler CXX (default: $CXX, or the first of c++, g++ and clang++ that exists),
             --include DIR (the library's; may be repeated), --std, --precompiled attn.hpp.gch|.pch

An exercise has an answer between two comments, and its checks below. Only the answer is taken from a
file that was handed in; the checks are those of this folder, so that edited ones have no effect. An
answer may not contain `#` or the words that its exercise does not allow. Files are compiled with
-fsyntax-only: nothing that was handed in is executed, except by the compiler in constant expressions.
Only the Python standard library is needed.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
BEGIN = "// Your answer:\n"
END = "// The checks; do not edit them:\n"
TIME_LIMIT = 60  # seconds for one file
ERROR = re.compile(r"^(?:\S+?: )?(?:fatal )?error: (.*)$", re.MULTILINE)
STATIC_ASSERT = re.compile(r"static[ _]assert(?:ion)? failed(?: due to requirement '.*?')?:? \"?(?=exercise|attn)")


@dataclass
class Exercise:
    path: Path
    text: str
    number: int
    title: str
    topic: str
    minutes: int
    hint: str
    announced: str
    not_allowed: list[str]

    @staticmethod
    def read(path: Path) -> "Exercise":
        text = path.read_text(encoding="utf-8")

        def field(pattern: str, default: str | None = None) -> str:
            found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
            if not found and default is None:
                sys.exit(f"{path}: nothing matches {pattern}")
            return re.sub(r"\n// *", " ", found[1]) if found else default or ""

        if text.count(BEGIN) != 1 or text.count(END) != 1:
            sys.exit(f"{path}: must have one line {BEGIN!r} and one line {END!r}")
        return Exercise(path, text, int(field(r"^// Exercise (\d+): ")), field(r"^// Exercise \d+: (.*?)$"),
                        field(r"^// Topic: (.*?)\. Time: "), int(field(r"\. Time: (\d+) minutes")),
                        field(r"^// Hint: (.*?)\n//(?:\n| Fails)"), field(r"^// Fails with: (.*?)\n(?!//  )"),
                        field(r"^// Not allowed: (.*?)$", "").split())

    def with_answer(self, answer: str) -> str:
        before, rest = self.text.split(BEGIN)
        _, after = rest.split(END)
        return f"{before}{BEGIN}{answer}{END}{after}"

    @property
    def start(self) -> str:
        return answer_in(self.text) or ""

    @property
    def sections(self) -> list[tuple[str, str, str]]:
        """Of its answers: (solution | wrong, the reason or a regex for the first error, the answer)."""
        path = self.path.parent / "answers" / f"{self.path.stem}.txt"
        found = re.split(r"^== (solution|wrong): (.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        return list(zip(found[1::3], found[2::3], found[3::3]))

    def refusal(self, answer: str) -> str:
        """Why an answer is not even compiled."""
        if re.search(r"#|%:|\?\?=", answer):
            return "an answer has no preprocessor directives"
        code = re.sub(r"//[^\n]*", "", answer)
        for word in self.not_allowed:
            if re.search(rf"\b{re.escape(word)}\b", code):
                return f"{word} is not allowed in this exercise"
        return ""


def exercises() -> list[Exercise]:
    return [Exercise.read(path) for path in sorted(HERE.glob("[0-9][0-9]_*.cpp"))]


def answer_in(text: str) -> str | None:
    if BEGIN not in text or END not in text:
        return None
    return text.split(BEGIN, 1)[1].split(END, 1)[0]


class Compiler:
    def __init__(self, command: str, include: list[Path], standard: str, directory: Path, precompiled: Path | None):
        self.command = shlex.split(command)
        self.directory = directory
        version = subprocess.run([*self.command, "--version"], text=True, capture_output=True, check=False).stdout
        self.is_clang = "clang" in version
        self.flags = [f"-std={standard}", "-w", "-fmessage-length=0", "-fdiagnostics-color=never",
                      f"-I{HERE}", *(f"-I{path.resolve()}" for path in include)]
        self.prefix: list[str] = []
        if precompiled:
            self.use(precompiled.resolve())

    def use(self, precompiled: Path) -> None:
        self.prefix = ["-include-pch", str(precompiled)] if self.is_clang else [
            "-include", str(precompiled.with_suffix(""))]

    def precompile(self) -> None:
        """Once for all files: exercise.hpp, with the library."""
        made = self.directory / f"exercise.hpp.{'pch' if self.is_clang else 'gch'}"
        ran = self.run("-x", "c++-header", str(HERE / "exercise.hpp"), "-o", str(made))
        if ran.returncode != 0:
            sys.exit(f"{shlex.join(self.command)} cannot compile exercise.hpp:\n{ran.stdout}{ran.stderr}")
        if not self.is_clang:  # GCC reads NAME.gch where NAME is included, and wants NAME to exist
            (self.directory / "exercise.hpp").write_bytes((HERE / "exercise.hpp").read_bytes())
        self.use(made)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*self.command, *self.flags, *arguments], text=True, capture_output=True, check=False,
                              stdin=subprocess.DEVNULL, timeout=TIME_LIMIT, env=os.environ | {"LC_ALL": "C"})

    def diagnose(self, name: str, text: str) -> str | None:
        """None if the text compiles, or what the compiler says."""
        source = self.directory / f"{name}.cpp"
        source.write_text(text, encoding="utf-8")
        try:
            ran = self.run(*self.prefix, "-fsyntax-only", "-Wfatal-errors", str(source))
        except subprocess.TimeoutExpired:
            return f"error: not compiled within {TIME_LIMIT} seconds"
        return None if ran.returncode == 0 else ran.stdout + ran.stderr


def first_error(said: str) -> str:
    found = ERROR.search(said)
    return STATIC_ASSERT.sub("", found[1]).rstrip('"') if found else said.strip().split("\n")[0]


def in_parallel(function, items: list) -> list:
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        return list(pool.map(function, items))


def table(rows: list[list[str]], header: list[str]) -> str:
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = [[*header], ["-" * width for width in widths], *rows]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def judged(folder: Path, exercise: Exercise, compiler: Compiler) -> tuple[str, str]:
    """The result for one answer, and the first error."""
    file = folder / exercise.path.name
    if not file.is_file():
        return "missing", ""
    answer = answer_in(file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n"))
    if answer is None:
        return "unreadable", "the comments before and after the answer must remain"
    if answer.strip() == exercise.start.strip():
        return "not begun", ""
    if refused := exercise.refusal(answer):
        return "refused", refused
    said = compiler.diagnose(f"{exercise.path.stem}_handed_in", exercise.with_answer(answer))
    return ("right", "") if said is None else ("wrong", first_error(said))


def grade(folder: Path, compiler: Compiler) -> bool:
    """One table for one folder; whether all of its answers are right."""
    everything = exercises()
    results = in_parallel(lambda e: judged(folder, e, compiler), everything)
    rows = [[str(e.number), e.title, e.topic, str(e.minutes), result, why]
            for e, (result, why) in zip(everything, results)]
    right = [e for e, (result, _) in zip(everything, results) if result == "right"]
    print(f"{folder}\n")
    print(table(rows, ["", "Exercise", "Topic", "Minutes", "Result", "First error"]))
    print(f"\n{len(right)} of {len(everything)} right; {sum(e.minutes for e in right)} of "
          f"{sum(e.minutes for e in everything)} minutes\n")
    return all(result in ("right", "missing") for result, _ in results) and bool(right)


# --- The test of the exercises themselves ---------------------------------------------------------

def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def secrets_of(exercise: Exercise, solution: str) -> list[str]:
    """What no message may contain: what the solution has that the start has not, without spaces."""
    code = re.sub(r"//[^\n]*", "", solution)
    start = squeezed(exercise.start)
    parts = re.findall(r"(?:return|=)\s*([^;]+);", code)
    return [squeezed(part) for part in parts if len(squeezed(part)) > 7 and squeezed(part) not in start]


def names_of(solution: str) -> re.Pattern[str] | None:
    """A regex for how compilers print the tensor type of a solution: the names of its axes, in order."""
    found = re.search(r"using answer = (?:tensor|matrix)<(\w+), ([a-z_, ]+)>;", solution)
    if not found:
        return None
    names = [rf'"{name.strip()}"[^"]*' for name in found[2].split(",")]
    return re.compile(rf'tensor<{found[1]},[^"]*' + "".join(names) + r">")


def page_rows() -> list[str]:
    """The table of README.md."""
    return [f"| {e.number} | [{e.title}]({e.path.name}) | {e.topic} | {e.minutes} |" for e in exercises()]


def problems_of_grading(everything: list[Exercise], compiler: Compiler) -> list[str]:
    """A folder of answers of each kind must be graded for what they are."""
    first, second, third, fourth, fifth, *rest = everything
    solution = {e.number: e.sections[0][2] for e in everything}
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)

        def hand_in(e: Exercise, text: str) -> None:
            (folder / e.path.name).write_text(text, encoding="utf-8")

        hand_in(first, first.with_answer(solution[1]))
        hand_in(second, f"{second.with_answer(second.sections[1][2]).split(END)[0]}{END}")  # without checks
        hand_in(third, third.with_answer(f"#define static_assert(...)\n{third.start}"))
        hand_in(fourth, "using answer = int;\n")
        hand_in(fifth, fifth.text.replace("\n", "\r\n"))
        hand_in(rest[0], rest[0].with_answer("using answer = decltype(matmul(Q, transpose(K)));\n"))
        expected = ["right", "wrong", "refused", "unreadable", "not begun", "refused", "missing"]
        found = [judged(folder, e, compiler)[0] for e in everything[:7]]
    return [] if found == expected else [f"grading: found {found}, not {expected}"]


def check(compiler: Compiler) -> bool:
    everything = exercises()
    problems: list[str] = []
    if len(everything) < 30 or [e.number for e in everything] != list(range(1, len(everything) + 1)):
        problems.append("exercises are numbered from 1, and there are at least 30")

    # All solutions as one program; one by one only if that fails.
    include = '#include "exercise.hpp"\n'
    together = include
    for e in everything:
        solutions = [answer for kind, _, answer in e.sections if kind == "solution"]
        reasons = [reason for kind, reason, _ in e.sections if kind == "wrong"]
        if len(solutions) != 1 or len(set(reasons)) != 3 or len(reasons) != 3:
            problems.append(f"{e.path.stem}: must have one solution and three wrong answers, each with its reason")
            continue
        if refused := e.refusal(solutions[0]):
            problems.append(f"{e.path.stem}: the solution is refused: {refused}")
        together += f"namespace of_{e.path.stem} {{\n{e.with_answer(solutions[0]).replace(include, '')}\n}}\n"
    if not problems and compiler.diagnose("all_solutions", together) is not None:
        for e in everything:
            said = compiler.diagnose(f"{e.path.stem}_solution", e.with_answer(e.sections[0][2]))
            if said is not None:
                problems.append(f"{e.path.stem}: the solution does not compile:\n{said}")
        if not problems:
            problems.append("the solutions compile one by one, but not together")

    jobs = []
    for e in everything:
        if e.start.strip():
            jobs.append((e, "start", "^" + re.escape(e.announced) + "$", e.start))
        jobs += [(e, f"wrong_{n}", reason, answer)
                 for n, (kind, reason, answer) in enumerate(e.sections) if kind == "wrong"]

    def problem_of(job: tuple[Exercise, str, str, str]) -> str:
        e, name, reason, answer = job
        where = f"{e.path.stem}: {name}"
        if refused := e.refusal(answer):
            return "" if re.search(reason, refused) else f"{where}: refused before it is compiled: {refused}"
        said = compiler.diagnose(f"{e.path.stem}_{name}", e.with_answer(answer))
        if said is None:
            return f"{where}: compiles, but must be refused"
        if not re.search(reason, first_error(said)):
            return f"{where}: the first error must match {reason}\n{said}"
        solution = e.sections[0][2]
        for secret in secrets_of(e, solution):
            if secret in squeezed(said):
                return f"{where}: the message gives the answer away, {secret}:\n{said}"
        if (names := names_of(solution)) and names.search(said):
            return f"{where}: the message prints the expected type:\n{said}"
        return ""

    problems += filter(None, in_parallel(problem_of, jobs))
    problems += problems_of_grading(everything, compiler)
    page = (HERE / "README.md").read_text(encoding="utf-8")
    problems += [f"README.md: must have the line {row}" for row in page_rows() if row not in page]
    print("\n".join(problems) or f"ok    {len(everything)} exercises: {len(everything)} solutions, "
          f"{len(jobs)} starting files and wrong answers")
    return not problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--compiler", help="the command, arguments and all")
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--std", default="c++20")
    parser.add_argument("--precompiled", type=Path, metavar="FILE", help="exercise.hpp, precompiled")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="with --list: the table of README.md")
    parser.add_argument("--hint", type=int, metavar="N")
    parser.add_argument("--solution", type=int, metavar="N")
    parser.add_argument("--check", action="store_true", help="test the exercises themselves")
    arguments = parser.parse_args()

    if arguments.list and arguments.markdown:
        print("\n".join(page_rows()))
        return 0
    if arguments.list:
        rows = [[str(e.number), e.title, e.topic, str(e.minutes), e.path.name] for e in exercises()]
        print(table(rows, ["", "Exercise", "Topic", "Minutes", "File"]))
        return 0
    if number := arguments.hint or arguments.solution:
        for e in exercises():
            if e.number == number:
                reason, answer = e.sections[0][1:]
                print(e.hint if arguments.hint else f"{reason}\n\n{answer.strip()}")
                return 0
        sys.exit(f"there is no exercise {number}")
    if not arguments.folders and not arguments.check:
        parser.error("give a folder of answers, or one of --list, --hint, --solution and --check")

    command = arguments.compiler or os.environ.get("CXX") or next(
        (name for name in ("c++", "g++", "clang++") if shutil.which(name)), "c++")
    include = arguments.include or [HERE.parent.parent / "include"]
    with tempfile.TemporaryDirectory() as directory:
        compiler = Compiler(command, include, arguments.std, Path(directory), arguments.precompiled)
        if not arguments.precompiled:
            compiler.precompile()
        if arguments.check:
            return 0 if check(compiler) else 1
        for folder in arguments.folders:
            if not folder.is_dir():
                sys.exit(f"{folder} is not a folder")
        return 0 if all([grade(folder, compiler) for folder in arguments.folders]) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Grade answers to the exercises: compile each file, and print a table.

    grade.py FOLDER [FOLDER ...]       a table for each folder of answers, such as 01_transpose.cpp
    grade.py --csv FILE FOLDER ...     the same, and a file for a spreadsheet: a line for each folder and
                                       exercise, with the result, the minutes of a right one and the error
    grade.py --student FOLDER|FILE.zip what a student gets: the exercises, the library, how to compile, a
                                       container for editors; no answers
    grade.py --list                    the exercises, with topics and minutes
    grade.py --hint 12                 the hint of exercise 12
    grade.py --solution 12             its solution, and the reason for it
    grade.py --check                   test the exercises: each starting file fails as announced, each
                                       solution and each other right answer passes, each wrong answer is
                                       refused for its reason, and no message contains the solution

    options: --compiler CXX (default: $CXX, or the first of c++, g++ and clang++ that exists),
             --include DIR (the library's; may be repeated), --std, --precompiled attn.hpp.gch|.pch

An exercise has an answer between two comments, and its checks below. Only the answer is taken from a
file that was handed in; the checks come from this folder, so that edited ones have no effect. Where the
answer is a function, it is also compared with the solution for two sets of data that no file has. An answer
may not contain `#` or the words that its exercise does not allow. Files are compiled with -fsyntax-only:
nothing that was handed in is executed, except by the compiler in constant expressions. Only the Python
standard library is needed.
"""

import argparse
import contextlib
import csv
import io
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
SPELLINGS = {  # of words that are not allowed
    "decltype": "decltype|__decltype|typeof|__typeof|__typeof__",
    "auto": "auto|__auto_type",
}
ERROR = re.compile(r"^(?:\S+?: )?(?:fatal )?error: (.*)$", re.MULTILINE)
SHOWN = re.compile(r'\btext<\d+>\{"([^"]*)"\}')  # what a check<…> shows: the place, both numbers, the difference
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

    def with_other_data(self, answer: str) -> str:
        """The answer, also compared with the solution for two more sets of data."""
        text = self.with_answer(answer)
        for kind, data, _ in self.sections:
            if kind == "data":
                names, call = data.split(": ", 1)
                names = [name.strip() for name in names.split(",") if name.strip()]
                called = (f"constexpr auto data_set = [](std::size_t seed) {{ return [seed]({', '.join(f'const auto& {n}' for n in names)}) "
                          f"{{ (void)seed; return {call}; }}({', '.join(f'exercise::other({n}, seed + {10 * i})' for i, n in enumerate(names))}); }};")
                text += (f"\n{called}\nnamespace of_the_solution {{\n{self.sections[0][2]}\n{called}\n}}\n"
                         "static_assert(exercise::close(data_set(1), of_the_solution::data_set(1)) &&\n"
                         "              exercise::close(data_set(2), of_the_solution::data_set(2)),\n"
                         f'              "exercise {self.number}: right for the numbers of the file, and wrong for others");\n')
        return text

    @property
    def start(self) -> str:
        return answer_in(self.text) or ""

    @property
    def sections(self) -> list[tuple[str, str, str]]:
        """Of its answers: (solution | right | wrong, the reason or a regex for the first error, the answer), and
        (data, NAMES: CALL, "") for a call that is compared with the solution's, with other data under these names."""
        path = self.path.parent / "answers" / f"{self.path.stem}.txt"
        found = re.split(r"^== (solution|right|wrong|data): (.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        return list(zip(found[1::3], found[2::3], found[3::3]))

    def refusal(self, answer: str) -> str:
        """Why an answer is not even compiled."""
        if re.search(r"#|%:|\?\?=", answer):
            return "an answer has no preprocessor directives"
        code = re.sub(r"//[^\n]*", "", answer)
        for word in self.not_allowed:
            if found := re.search(rf"\b(?:{SPELLINGS.get(word, re.escape(word))})\b", code):
                return f"{found[0]} is not allowed in this exercise"
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
        # -Wfatal-errors would also drop GCC's notes after the error, which have the numbers of a failed check.
        self.first_error_only = "-ferror-limit=1" if self.is_clang else "-fmax-errors=1"
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
            ran = self.run(*self.prefix, "-fsyntax-only", self.first_error_only, str(source))
        except subprocess.TimeoutExpired:
            return f"error: not compiled within {TIME_LIMIT} seconds"
        return None if ran.returncode == 0 else ran.stdout + ran.stderr


def first_error(said: str) -> str:
    """The sentence of the first error; of a failed check, also where it fails and the two numbers."""
    found = ERROR.search(said)
    if not found:
        return said.strip().split("\n")[0]
    sentence = STATIC_ASSERT.sub("", found[1]).rstrip('"')
    if sentence == "attn::check: not as expected":  # the rest is in Clang's error line, and in GCC's note
        shown = next(filter(None, map(SHOWN.findall, said[found.start():].splitlines())), [])
        sentence = ": ".join([sentence, ", ".join(shown)] if shown else [sentence])
    return sentence


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
    said = compiler.diagnose(f"{exercise.path.stem}_handed_in", exercise.with_other_data(answer))
    return ("right", "") if said is None else ("wrong", first_error(said))


def grade(folder: Path, compiler: Compiler, lines: list[list[str]]) -> bool:
    """One table for one folder, and its lines of a CSV file; whether all of its answers are right."""
    everything = exercises()
    results = in_parallel(lambda e: judged(folder, e, compiler), everything)
    lines += [[folder.resolve().name, str(e.number), e.title, e.topic, result, str(e.minutes * (result == "right")), why]
              for e, (result, why) in zip(everything, results)]
    rows = [[str(e.number), e.title, e.topic, str(e.minutes), result, why]
            for e, (result, why) in zip(everything, results)]
    right = [e for e, (result, _) in zip(everything, results) if result == "right"]
    print(f"{folder}\n")
    print(table(rows, ["", "Exercise", "Topic", "Minutes", "Result", "First error"]))
    print(f"\n{len(right)} of {len(everything)} right; {sum(e.minutes for e in right)} of "
          f"{sum(e.minutes for e in everything)} minutes\n")
    return all(result in ("right", "missing") for result, _ in results) and bool(right)


# --- What a student gets --------------------------------------------------------------------------

COMMAND = "g++ -std=c++20 -fsyntax-only -fmax-errors=1 -Iinclude -I. 01_transpose.cpp"


def write_student_folder(folder: Path) -> int:
    """The exercises with the library and what is needed to compile them. Returns the number of files."""
    if folder.exists():
        sys.exit(f"{folder} exists")
    root = HERE.parent.parent
    (folder / ".devcontainer").mkdir(parents=True)
    for path in [*(e.path for e in exercises()), HERE / "exercise.hpp", root / "LICENSE"]:
        shutil.copy(path, folder)
    shutil.copytree(root / "include", folder / "include")
    shutil.copy(root / ".devcontainer/devcontainer.json", folder / ".devcontainer")
    rows = "\n".join(row.replace(f"]({e.path.name})", "]").replace("[", "").replace("] |", " |") + f" `{e.path.name}` |"
                     for e, row in zip(exercises(), page_rows()))
    (folder / "README.md").write_text(
        "# Exercises\n\nEach file does not compile yet: its first error is the question. Replace the lines between the "
        f"comment `Your answer` and the checks, and compile:\n\n```sh\n{COMMAND}\n```\n\n(With clang++: `-ferror-limit=1` "
        "instead of `-fmax-errors=1`.) Needed: g++ 12 or clang++ 18, or newer, and Boost.Hana, Debian's `libboost-dev`, which "
        "the container in `.devcontainer` has. What an exercise calls docs/tour is a lesson of the course.\n\n| | Exercise | Topic | Minutes | File |\n|---:|---|---|---:|---|\n"
        f"{rows}\n", encoding="utf-8")
    return sum(path.is_file() for path in folder.rglob("*"))


def hand_out(place: Path) -> None:
    if place.suffix != ".zip":
        print(f"{place}: {write_student_folder(place)} files")
        return
    with tempfile.TemporaryDirectory() as directory:
        files = write_student_folder(Path(directory) / place.stem)
        shutil.make_archive(str(place.with_suffix("")), "zip", directory, place.stem)
    print(f"{place}: {files} files")


def problems_of_handing_out(compiler: Compiler) -> list[str]:
    """A student's folder has each exercise, compiles alone as its page says, and has no answer."""
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory) / "class"
        write_student_folder(folder)
        page = (folder / "README.md").read_text(encoding="utf-8")
        for e in exercises():
            handed_out = folder / e.path.name
            if f"`{e.path.name}`" not in page or not handed_out.is_file() or handed_out.read_text(encoding="utf-8") != e.text:
                problems.append(f"the student's folder has not {e.path.name}")
        if list(folder.rglob("answers")):
            problems.append("the student's folder has answers")
        first = exercises()[0]
        ran = subprocess.run([*compiler.command, "-Iinclude", "-I.", *compiler.flags, "-fsyntax-only",  # theirs come first
                              compiler.first_error_only, first.path.name], cwd=folder, text=True, capture_output=True, check=False, timeout=TIME_LIMIT)
        if first_error(ran.stdout + ran.stderr) != first.announced:
            problems.append(f"the student's folder: {first.path.name} does not ask its question:\n{ran.stderr}")
    return problems


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


def right_answers(exercise: Exercise) -> list[str]:
    """The solution, and other answers that must pass."""
    return [answer for kind, _, answer in exercise.sections if kind in ("solution", "right")]


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
        lines: list[list[str]] = []
        with contextlib.redirect_stdout(io.StringIO()):
            grade(folder, compiler, lines)
        found += [",".join(lines[0][1:6]), ",".join(lines[2][4:])]
        expected += [f"1,{first.title},{first.topic},right,{first.minutes}",
                     "refused,0,an answer has no preprocessor directives"]
    return [] if found == expected else [f"grading: found {found}, not {expected}"]


def check(compiler: Compiler) -> bool:
    everything = exercises()
    problems: list[str] = []
    if len(everything) < 30 or [e.number for e in everything] != list(range(1, len(everything) + 1)):
        problems.append("exercises are numbered from 1, and there are at least 30")

    # All solutions and other right answers as one program; one by one only if that fails.
    include = '#include "exercise.hpp"\n'
    headers, together = {include}, ""  # headers of its own, of an exercise, go to the top
    for e in everything:
        solutions = [answer for kind, _, answer in e.sections if kind == "solution"]
        reasons = [reason for kind, reason, _ in e.sections if kind == "wrong"]
        if len(solutions) != 1 or len(set(reasons)) < 3:
            problems.append(f"{e.path.stem}: must have one solution and wrong answers of at least three kinds")
            continue
        for number, answer in enumerate(right_answers(e)):
            if refused := e.refusal(answer):
                problems.append(f"{e.path.stem}: right answer {number} is refused: {refused}")
            text = e.with_other_data(answer)
            headers |= set(re.findall(r"^#include .*\n", text, re.MULTILINE))
            text = re.sub(r"^#include .*\n", "", text, flags=re.MULTILINE)
            together += f"namespace of_{e.path.stem}_{number} {{\n{text}\n}}\n"
    if not problems and compiler.diagnose("all_solutions", "".join(sorted(headers)) + together) is not None:
        for e, number, answer in [(e, n, answer) for e in everything for n, answer in enumerate(right_answers(e))]:
            said = compiler.diagnose(f"{e.path.stem}_right_{number}", e.with_other_data(answer))
            if said is not None:
                problems.append(f"{e.path.stem}: right answer {number} does not compile:\n{said}")
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
        said = compiler.diagnose(f"{e.path.stem}_{name}", e.with_other_data(answer))
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
    problems += problems_of_handing_out(compiler)
    page = (HERE / "README.md").read_text(encoding="utf-8")
    problems += [f"README.md: must have the line {row}" for row in page_rows() if row not in page]
    right = sum(len(right_answers(e)) for e in everything)
    print("\n".join(problems) or f"ok    {len(everything)} exercises: {right} solutions and other right answers, "
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
    parser.add_argument("--csv", type=Path, metavar="FILE")
    parser.add_argument("--student", type=Path, metavar="FOLDER|FILE.zip")
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
    if arguments.student:
        hand_out(arguments.student)
        return 0
    if not arguments.folders and not arguments.check:
        parser.error("give a folder of answers, or one of --list, --hint, --solution, --student and --check")

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
        lines: list[list[str]] = []
        right = all([grade(folder, compiler, lines) for folder in arguments.folders])
        if arguments.csv:
            with arguments.csv.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([["folder", "number", "exercise", "topic", "result", "minutes", "error"], *lines])
        return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())

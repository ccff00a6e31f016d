#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Follow one way of docs/packages.md: its files are written and its commands are run, as they are printed.

    ways.py --compiler CXX [--include DIR ...] --page PAGE.md --main MAIN.cpp WAY

A way is a section of the page, with these comments, which a reader does not see:

    <!-- way: NAME -->              at the beginning of the section
    <!-- needs: TOOL, TOOL ... -->  programs, each perhaps with its oldest version (`cmake 3.28`); `gcc 15` and
                                    `clang 19` are the compiler under test; `$NAME` is a variable of the
                                    environment. `A | B`: one of them
    <!-- file: NAME -->             the next block is this file
    <!-- run -->                    the next block are commands for a shell
    <!-- run instead                commands up to the end of the comment, for what a test cannot do as the page
    ... -->                         says it, because it would change the machine

The commands see the directory `attn`, a copy of the sources with one commit on the branch main,
`main.cpp`, and `boost`, a Conan recipe instead of ConanCenter's. vcpkg finds a port instead of the
registry's boost-hana. If the commands succeed, `./app` or `build/app` is run. The names g++, clang++ and
clang++-19 stand for the compiler under test with its flags.

Exit status: 77 if a tool is missing; 0 if all succeeds.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMMENT = re.compile(r"<!--\s*(way|needs|file|run instead|run)\b:?\s*(.*?)\s*-->", re.DOTALL)
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SKIPPED = 77


class Missing(Exception):
    """A tool that the way needs is not here."""


def section(page: str, way: str) -> str:
    parts = re.split(r"(?=<!-- way: )", page)
    found = [part for part in parts if part.startswith(f"<!-- way: {way} -->")]
    if len(found) != 1:
        raise SystemExit(f"the page has {len(found)} ways with the name {way}")
    return found[0]


def steps(text: str) -> list[tuple[str, str, str]]:
    """The comments of a section in order: kind, argument, and the block that follows."""
    found = []
    for comment in COMMENT.finditer(text):
        block = BLOCK.search(text, comment.end())
        follows = bool(block) and not text[comment.end():block.start()].strip()
        if comment[1] in ("file", "run") and not follows:
            raise SystemExit(f"no block follows `{comment[0]}`")
        if comment[2].count("<<END") != len(re.findall(r"^END$", comment[2], re.MULTILINE)):
            raise SystemExit(f"a text of `<<END` has no end; was it wrapped? {comment[0]}")
        found.append((comment[1], comment[2], block[1] if follows else ""))
    return found


# --- Tools ----------------------------------------------------------------------------------------

def version(text: str) -> list[int]:
    return [int(number) for number in text.split(".")]


def compiler_version(compiler: str) -> tuple[str, str]:
    macros = subprocess.run([*shlex.split(compiler), "-dM", "-E", "-x", "c++", os.devnull], text=True,
                            stdout=subprocess.PIPE, check=True).stdout
    name, macro = ("clang", "__clang_major__") if "__clang_major__" in macros else ("gcc", "__GNUC__")
    return name, re.search(rf"#define {macro} (\d+)", macros)[1]


def is_there(tool: str, compiler: str) -> bool:
    name, _, oldest = tool.partition(" ")
    if name in ("gcc", "clang"):
        kind, has = compiler_version(compiler)
        return kind == name and version(has) >= version(oldest)
    if name.startswith("$"):
        return name[1:] in os.environ
    if shutil.which(name) is None:
        return False
    if not oldest:
        return True
    printed = subprocess.run([name, "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout
    return version(re.search(r"\d+(?:\.\d+)+", printed)[0]) >= version(oldest)


def require(tools: str, compiler: str) -> None:
    for tool in filter(None, map(str.strip, tools.split(","))):
        if not any(is_there(each.strip(), compiler) for each in tool.split("|")):
            raise Missing(f"{tool.replace(' | ', ' or ')} is not here")


# --- A place to try it ----------------------------------------------------------------------------

def write_program(path: Path, command: str) -> None:
    path.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    path.chmod(0o755)


def copy_sources(to: Path) -> None:
    """What the packages are made of, in a repository, for who fetches it with git."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("cmake", "docs/CMakeLists.txt", "include", "CMakeLists.txt", "LICENSE"):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, to / name)
    if shutil.which("git"):
        git = ["git", "-C", str(to), "-c", "user.name=attn", "-c", "user.email=attn@localhost",
               "-c", "gc.auto=0", "-c", "maintenance.auto=false"]  # nothing that writes on afterwards
        for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "attn"]):
            subprocess.run([*git, *command], check=True)


def environment(work: Path, compiler: str, include: list[str]) -> dict[str, str]:
    tools = work / "tools"
    tools.mkdir()
    program, *flags = shlex.split(compiler)
    program = shutil.which(program) or program
    options = [option for directory in include for option in ("-isystem", directory)]
    for name in ("g++", "clang++", "clang++-19"):
        write_program(tools / name, shlex.join([program, *flags, *options]))
    changed = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": str(work / "home"),
               "CXX": program, "CXXFLAGS": shlex.join(flags),
               "LANG": "C.UTF-8", "TMPDIR": str(work),
               "VCPKG_OVERLAY_PORTS": str(Path(__file__).with_name("vcpkg_boost"))}
    (work / "home").mkdir()
    if shutil.which("ninja"):
        changed["CMAKE_GENERATOR"] = "Ninja"
    return {**os.environ, **changed}


def follow(way: list[tuple[str, str, str]], work: Path, env: dict[str, str]) -> None:
    ran = False
    for kind, argument, block in way:
        if kind == "file":
            (work / argument).parent.mkdir(parents=True, exist_ok=True)
            (work / argument).write_text(block, encoding="utf-8")
        elif kind in ("run", "run instead"):
            commands = argument if kind == "run instead" else block
            subprocess.run(["sh", "-eux", "-c", commands], cwd=work, env=env, check=True)
            ran = True
    programs = [work / name for name in ("app", "build/app") if (work / name).is_file()]
    if not ran or len(programs) != 1:
        raise SystemExit(f"the way made {len(programs)} programs")
    subprocess.run([programs[0]], cwd=work, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("way")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--std", help="ignored: the page says which standard")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--page", type=Path, required=True)
    parser.add_argument("--main", type=Path, required=True)
    arguments = parser.parse_args()
    include = [each for each in arguments.include if Path(each).resolve() != ROOT / "include"]
    way = steps(section(arguments.page.read_text(encoding="utf-8"), arguments.way))
    try:
        for kind, tools, _ in way:
            if kind == "needs":
                require(tools, arguments.compiler)
    except Missing as missing:
        print(f"skipped: {missing}")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="attn-way-") as directory:
        work = Path(directory)
        copy_sources(work / "attn")
        shutil.copy2(arguments.main, work / "main.cpp")
        shutil.copytree(Path(__file__).with_name("conan_boost"), work / "boost")
        try:
            follow(way, work, environment(work, arguments.compiler, include))
        except subprocess.CalledProcessError as failed:
            print(f"failed with {failed.returncode}: {failed.cmd}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

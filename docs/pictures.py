#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The pictures of the lessons are what the library draws of the lessons' own constants.

    pictures.py --compiler CXX --include DIR [--precompiled FILE] [--write] [PAGE.md ...]

A picture on a page is a link to an SVG file, below a comment with its argument of to_svg:

    <!-- picture: weights, {.title = "Weights", .low = 0, .high = 1} -->
    ![Attention weights: each row sums to 1](pictures/05_weights.svg)

The expression sees what the compile block before it, and those that it continues, have declared; after a program, it sees
the variables at the end of `main`. Without --write, the file must be what is drawn. Every lesson has a
picture. Pages: all lessons, if none is given.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import check_blocks
from check_blocks import Block, Compiler, Unit

DOCS = Path(__file__).resolve().parent
PICTURE = re.compile(r"<!-- picture: (.*) -->\n!\[([^\]]+)\]\(([^)\s]+\.svg)\)")
END = "\x1e"  # between two pictures


def pieces(page: str) -> list[tuple[int, str, str, str]]:
    """The pictures of a page: the line, the arguments, the text for those who do not see it, and the file."""
    return [(page.count("\n", 0, found.start()) + 1, found[1], found[2], found[3]) for found in PICTURE.finditer(page)]


def drawn(name: str, page: str, compiler: Compiler) -> list[str]:
    """What the library draws, for each picture of the page."""
    wanted = pieces(page)
    unit, last, number = Unit(name), None, 0
    blocks = [item for item in check_blocks.read(page) if isinstance(item, Block)]
    pictures: dict[int, str] = {}
    calls: list[tuple[int, str]] = []
    for block in [*blocks, None]:
        while number < len(wanted) and (block is None or wanted[number][0] < block.line):
            line, arguments, _, _ = wanted[number]
            if last is None:
                raise check_blocks.Problem(line, "a picture follows no block")
            if check_blocks.kind_of(last) == "program":
                pictures[number] = run(compiler, with_picture(last, arguments))[0]
            else:
                function = f"picture_{number}"
                unit._chains[-1] += unit._in_namespace([f"inline std::string {function}() {{ return attn::to_svg({arguments}); }}"])
                calls.append((number, f"{unit._namespace}::{function}()"))
            number += 1
        if block and check_blocks.kind_of(block) == "compile":
            argument = block.marker.argument
            unit.add(block, continues="continues" in argument, body="body" in argument)
            last = block
        elif block and check_blocks.kind_of(block) == "program":
            last = block
    if calls:
        unit._includes += ["#include <attn/io/svg.hpp>", "#include <cstdio>", "#include <string>"]
        main = [f'std::fputs({call}.c_str(), stdout); std::puts("\\x1e");' for _, call in calls]
        source = str(unit) + "\n".join(["int main() {", *main, "}", ""])
        pictures |= dict(zip([at for at, _ in calls], run(compiler, source)))
    return [pictures[at] for at in sorted(pictures)]


def with_picture(program: Block, arguments: str) -> str:
    """The program, which also draws this at the end of main, after a mark behind what it prints itself."""
    text = "\n".join(program.text)
    end = text.rindex("}")
    return (f'#include <attn/io/svg.hpp>\n#include <cstdio>\n{text[:end]}  std::puts("\\x1d");\n'
            f'  std::fputs(attn::to_svg({arguments}).c_str(), stdout);\n  std::puts("\\x1e");\n}}\n')


def run(compiler: Compiler, source: str) -> list[str]:
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "pictures"
        accepted, said = compiler.compile(source, program=program)
        if not accepted:
            raise check_blocks.Problem(1, "the pictures of this page do not compile", said)
        printed = subprocess.run([program], text=True, capture_output=True, check=True,
                                 timeout=check_blocks.RUN_SECONDS).stdout
    return [part.split("\x1d\n")[-1] for part in printed.split(f"{END}\n")[:-1]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--std", default="c++20")
    parser.add_argument("--precompiled", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", type=Path, nargs="*", metavar="PAGE.md")
    arguments = parser.parse_args()
    compiler = Compiler(arguments.compiler, arguments.include, arguments.std, arguments.precompiled)
    found, count = [], 0
    for path in arguments.pages or sorted(DOCS.glob("tour/*.md")):
        page = path.read_text(encoding="utf-8")
        wanted = pieces(page)
        if not wanted:
            found.append(f"{path}: has no picture")
        try:
            for (line, _, _, file), picture in zip(wanted, drawn(str(path), page, compiler), strict=True):
                place = path.parent / file
                count += 1
                if arguments.write:
                    place.parent.mkdir(exist_ok=True)
                    place.write_text(picture, encoding="utf-8")
                elif not place.is_file() or place.read_text(encoding="utf-8") != picture:
                    found.append(f"{path}:{line}: {file} is not what the library draws; pictures.py --write")
        except check_blocks.Problem as problem:
            found.append(check_blocks.report(str(path), [problem]))
    print("\n".join(found) or f"pictures.py: {count} pictures")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Follow CONTRIBUTING.md: its worked example (a header, its behaviours, its rejected program) is written into
a copy of the layout, and compiled and executed as the tests of a header are.

    check_contributing.py --compiler CXX --include DIR [--include DIR ...] [--std c++20]

Then the example is broken, in the header and in a behaviour, and must fail: a test that cannot fail is none."""

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECTION = re.compile(r"^### (\d)\. .*?`([^`]+)`$(.*?)(?=^###? )", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UNIT = '''#include "static_tests/support/execute.hpp"
#include "static_tests/ops/norm.hpp"
namespace attn_tests {
constexpr auto of_the_example = found_in<norm_tests::behaviours>();
}
int main() { return attn_tests::failed_behaviours("ops/norm", attn_tests::of_the_example.as_proof()); }
'''


def example() -> dict[str, str]:
    """The files of the example, by their paths."""
    files = {}
    for _, path, text in SECTION.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        if block := BLOCK.search(text):
            # The table of the directory includes the library.
            head = "#include <attn.hpp>\n#include <attn/ops/norm.hpp>\nusing namespace attn;\n\n"
            files[path] = head * ("/rejected/" in path) + block[1]
    header = "include/attn/ops/norm.hpp"
    files[header] = "#pragma once\n" + files[header].partition("int main()")[0]
    return files


def run(command: list, directory: Path) -> tuple[bool, str]:
    ran = subprocess.run([str(word) for word in command], cwd=directory, text=True, capture_output=True,
                         check=False, stdin=subprocess.DEVNULL)
    return ran.returncode == 0, ran.stdout + ran.stderr


def failure(files: dict[str, str], arguments: argparse.Namespace) -> str:
    """What a compiler, the program or the driver reports; nothing if all passes."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for path, text in files.items():
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            (copy / path).write_text(text, encoding="utf-8")
        (copy / "unit.cpp").write_text(UNIT, encoding="utf-8")
        compiler = shlex.split(arguments.compiler)
        include = [copy / "include", *arguments.include]
        passed, text = run([*compiler, f"-std={arguments.std}", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{copy}",
                            f"-I{ROOT}", *(f"-I{path}" for path in include), "unit.cpp", "-o", "unit"], copy)
        if not passed:
            return text or "the compiler failed"
        passed, text = run([copy / "unit"], copy)
        if not passed:
            return text or "the program failed"
        for path in files:
            if path.startswith("static_tests/rejected/"):
                passed, text = run([sys.executable, ROOT / "static_tests/rejected/driver.py", "--compiler",
                                    arguments.compiler, "--std", arguments.std, "--first-line",
                                    *(word for path in include for word in ("--include", path)), copy / path], copy)
                if not passed:
                    return text or "the driver failed"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--std", default="c++20")
    arguments = parser.parse_args()
    arguments.include = [path.resolve() for path in arguments.include]
    files = example()
    for needed in ("include/attn/ops/norm.hpp", "static_tests/ops/norm.hpp"):
        if needed not in files:
            sys.exit(f"CONTRIBUTING.md has no block for {needed}")
    if found := failure(files, arguments):
        print(f"FAIL  the example\n{found}")
        return 1
    print("ok    the example")
    for what, path, right, wrong in (
            ("another formula", "include/attn/ops/norm.hpp", "multiply(x, x)", "multiply(x, x + x)"),
            ("another expectation", "static_tests/ops/norm.hpp", "{7, 0}", "{8, 0}")):
        if right not in files[path]:
            sys.exit(f"CONTRIBUTING.md: no {right} in {path}")
        if "a check does not hold" not in failure({**files, path: files[path].replace(right, wrong)}, arguments):
            print(f"FAIL  {what} is not noticed")
            return 1
        print(f"ok    {what} is noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

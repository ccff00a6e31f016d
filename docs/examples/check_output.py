#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Run an example program and compare what it prints with the file of its name.

    check_output.py PROGRAM EXPECTED [PAGE.md ...]     prints the first line that differs; exits with 1 then

The program gets the words between the name and the suffix as arguments: "one_token" of radii.one_token.txt.
Each page has to show the whole text: as a block of text, and then each of its blocks of C++ must be part of the
program, EXPECTED.cpp, or be compiled by itself (check_blocks.py); or as tables.
"""
import re
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path


def main(program: str, expected: str, *pages: str) -> int:
    printed = subprocess.run([program, *Path(expected).name.split(".")[1:-1]], capture_output=True, text=True, check=True).stdout
    wanted = Path(expected).read_text(encoding="utf-8")
    lines = zip_longest(printed.splitlines(), wanted.splitlines(), fillvalue="(nothing)")
    for number, (line, other) in enumerate(lines, 1):
        if line != other:
            print(f"{expected}:{number}: the program prints\n  {line}\nand not\n  {other}")
            return 1
    for page in pages:
        text = Path(page).read_text(encoding="utf-8")
        if f"\n\n{printed}\n" in text:
            continue
        if f"```text\n{printed}```" not in text:
            print(f"{page} does not show what is in {expected}")
            return 1
        source = Path(expected).with_suffix(".cpp").read_text(encoding="utf-8")
        for block in re.findall(r"^(?<!<!-- compile -->\n)```cpp\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            if block not in source:
                print(f"{page} has this code, and the program does not:\n{block}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

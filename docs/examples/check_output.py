#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Run an example program and compare what it prints with the file of its name.

    check_output.py PROGRAM EXPECTED.txt     prints the first line that differs; exits with 1 then
"""
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path


def main(program: str, expected: str) -> int:
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    wanted = Path(expected).read_text(encoding="utf-8")
    lines = zip_longest(printed.splitlines(), wanted.splitlines(), fillvalue="(nothing)")
    for number, (line, other) in enumerate(lines, 1):
        if line != other:
            print(f"{expected}:{number}: the program prints\n  {line}\nand not\n  {other}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

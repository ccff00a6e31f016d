#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs small_numbers.cpp with the files of stories260K, and compares its table with docs/small_numbers.md.

    check_small_numbers.py PROGRAM

The files are looked for as by check_llama.py. Where they are not, the test is skipped, and says so.
"""
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77


def main(program: str) -> int:
    if subprocess.run([program], capture_output=True, check=False).returncode != 2:
        print("without files, small_numbers must explain its arguments and exit with 2")
        return 1
    if subprocess.run([program, program, program, program], capture_output=True, check=False).returncode != 1:
        print("files of something else must be rejected")
        return 1
    data = Path(os.environ.get("ATTN_STORIES", HERE.parent.parent.parent / "shared/data/stories260K"))
    files = [data / name for name in ("stories260K.bin", "tok512.bin", "greedy.txt")]
    if not all(file.exists() for file in files):
        print(f"skipped: {data} does not have the files; $ATTN_STORIES names their directory")
        return SKIPPED
    printed = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=True).stdout
    if f"```text\n{printed}```" not in (HERE.parent / "small_numbers.md").read_text(encoding="utf-8"):
        print("docs/small_numbers.md does not have the table:", printed, sep="\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

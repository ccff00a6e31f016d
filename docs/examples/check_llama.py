#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs llama.cpp with the files of stories260K and compares its text with llama2.c's.

    check_llama.py PROGRAM

The files are no part of the project. They are looked for in $ATTN_STORIES, and in ../shared/data/stories260K next to
the project; where they are not, the test is skipped, and says so. Wrong files and arguments are tried in any case.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
SAMPLED = b'Lily was sad. She was sad because she loved to play with her toys. One day, she saw a brow'


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, timeout=600, check=False)


def main(program: str) -> int:
    if run(program).returncode != 2:
        print("without files, llama must explain its arguments and exit with 2")
        return 1
    with tempfile.TemporaryDirectory() as directory:
        empty = Path(directory) / "empty"
        empty.write_bytes(b"")
        result = run(program, str(empty), str(empty))
        if result.returncode != 1 or b"the file has 0 bytes" not in result.stderr:
            print(f"an empty file must be rejected with its sentence, not {result}")
            return 1
    data = Path(os.environ.get("ATTN_STORIES", HERE.parent.parent.parent / "shared/data/stories260K"))
    model, words = str(data / "stories260K.bin"), str(data / "tok512.bin")
    if not Path(model).exists():
        print(f"skipped: {data} does not have stories260K.bin; $ATTN_STORIES names its directory")
        return SKIPPED
    story = run(program, model, words)
    if story.stdout != (data / "greedy.txt").read_bytes():
        print("the story is not the published one:", story.stdout.decode(errors="replace"), sep="\n")
        return 1
    if b" tokens per second" not in story.stderr:
        print("no tokens per second:", story.stderr)
        return 1
    # What run.c of llama2.c prints for these arguments, from the beginning.
    for arguments, text in ((("-t", "0.8", "-s", "42", "-p", "0.9", "-i", "Lily was sad."), SAMPLED),):
        said = run(program, model, words, *arguments).stdout
        if not said.startswith(text):
            print(f"{arguments}: the program says", said.decode(errors="replace"), sep="\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

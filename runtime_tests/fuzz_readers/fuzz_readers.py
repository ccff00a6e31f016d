#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Fuzz the readers of attn/io with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer.

    fuzz_readers.py --seconds 120            each reader for two minutes, from the kept inputs
    fuzz_readers.py --readers npz text       some of them
    fuzz_readers.py --keep                   keeps the inputs that reach what none of those does

Each target is a file of this directory, which states what it requires of its reader: no fault of the sanitizers,
and the properties of reader.hpp. An input that violates them stays in --findings; the program prints the command
that runs it again, and exits with 1. After a correction, `corpus.py add` keeps the input. The tests run all kept
inputs (replay.cpp). Exits with 77 if the compiler has no libFuzzer, which only Clang has.
"""
import argparse
import hashlib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import corpus

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SANITIZED = "-O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all".split()
LONGEST = 4096  # bytes of an input


def links(compiler, folder):
    """Whether this machine has libFuzzer."""
    source = folder / "empty.cpp"
    source.write_text('extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n',
                      encoding="utf-8")
    command = [*compiler, *SANITIZED, str(source), "-o", str(folder / "empty")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def build(options, reader, folder):
    program = folder / reader
    command = [*shlex.split(options.compiler), "-std=c++20", *SANITIZED, f"-I{ROOT}",
               *[f"-I{d}" for d in options.include or [ROOT / "include"]], str(HERE / f"{reader}.cpp"),
               "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def fuzz(options, reader, program, folder):
    """Whether there was no finding."""
    found, kept = folder / f"{reader}.inputs", folder / "corpus" / reader
    found.mkdir()
    corpus.unpack(folder / "corpus", [reader])
    options.findings.mkdir(parents=True, exist_ok=True)
    command = [str(program), f"-max_total_time={options.seconds}", f"-max_len={LONGEST}", "-timeout=10",
               f"-dict={HERE / 'words.dict'}", f"-artifact_prefix={options.findings}/{reader}.",
               str(found), str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    runs = re.findall(r"^#(\d+)", done.stderr, re.MULTILINE)
    print(f"{reader}: {runs[-1] if runs else 0} inputs, {len(list(found.iterdir()))} that reached something new, "
          f"{'no finding' if done.returncode == 0 else 'A FINDING'}", flush=True)
    if done.returncode != 0:
        artifact = re.search(r"Test unit written to (\S+)", done.stderr)
        print(done.stderr[-4000:], flush=True)
        print("Again:", program.name, artifact[1] if artifact else "(no input was written)")
    elif options.keep:
        merge = [str(program), "-merge=1", f"-max_len={LONGEST}", str(kept), str(found)]
        subprocess.run(merge, capture_output=True, check=True)
        new = corpus.add(reader, {hashlib.sha1(data).hexdigest(): data
                                  for data in (file.read_bytes() for file in kept.iterdir())})
        print(f"{reader}: {new} inputs kept that were not", flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--include", action="append")
    parser.add_argument("--seconds", type=int, default=120, help="for each reader")
    parser.add_argument("--readers", nargs="+", choices=corpus.READERS, default=corpus.READERS)
    parser.add_argument("--findings", type=pathlib.Path, default=pathlib.Path("fuzz_readers.findings"))
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not links(shlex.split(options.compiler), folder):
            print(f"skipped: {options.compiler} cannot link -fsanitize=fuzzer,address,undefined; Clang can, with "
                  "the package libclang-rt-19-dev")
            return 77
        fine = [fuzz(options, reader, build(options, reader, folder), folder) for reader in options.readers]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Are results constructed in place, without a temporary that is copied?

    in_place.py --compiler CXX [--include DIR]… [--flags=FLAGS]…
    in_place.py --self-test

Reads the machine code of in_place.cpp: no function calls memcpy or memmove, and none of them has
as much stack as its result is large, so that there is no room for a second one. For the smallest
size, of which a register or two is the whole result, the second is asked of TINY only: other
kernels turn an operand in an array of that size.

A step of a recurrent cell has no room for what its weights make of the input and the state, all
gates of all units (without gates: for one of the two), and a sequence of STEPS has none for its
outputs in addition to the products of the inputs that are computed together (recurrent/detail/steps.hpp).
A sequence copies a state twice: the first one in, the last one out. Needs -fstack-usage and
objdump."""
import argparse
import collections
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
UNIT = HERE / "in_place.cpp"
SKIPPED = 77
SIZES = (3, 64, 512)
OPERATIONS = 25
ELEMENT = 4
STEPS = 8
GATES = {"lstm": 4, "gru": 3, "rnn": 1}
STATES_COPIED = 2
SPILLED = 1024  # bytes of vectors that a step has no registers for
TINY = {"matmul", "plus", "exp", "softmax"}

CELL = re.compile(r"(packed_)?(lstm|gru|rnn)(_layer)?$")
COPY = re.compile(r"\sR_\w+\s+mem(?:cpy|move)\b")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
RESULT = re.compile(r"attn_tests::(\w+)_(\d+)\(")


def stack_of(usage):
    """The bytes of stack of each result's function: {(operation, size): bytes}."""
    found = {}
    for line in usage.splitlines():
        name, size, _ = line.rsplit("\t", 2)
        mangled = re.search(r"\b_ZN10attn_tests\d+(\w+?)_(\d+)E", name)
        if result := RESULT.search(name) or mangled:
            found[result[1], int(result[2])] = int(size)
    return found


def copies_in(disassembly):
    """The functions that call memcpy or memmove."""
    function, found = "", []
    for line in disassembly.splitlines():
        if head := FUNCTION.match(line):
            function = head[1]
        elif COPY.search(line):
            found.append(function)
    return found


def products_together(gates, size):
    """The bytes of the products of some steps' inputs, as steps_together has them."""
    of_a_step = ELEMENT * gates * size
    most = 32 * 1024 // of_a_step
    if most < 2 or size * of_a_step < 8 * 1024:
        return 0
    parts = -(-STEPS // most)
    return -(-STEPS // parts) * of_a_step


def room_for_another(operation, size):
    """The bytes of what a result must not be made of."""
    if cell := CELL.match(operation):
        gates = GATES[cell[2]]
        if cell[3]:
            return products_together(gates, size) + ELEMENT * size * STEPS + SPILLED
        return 2 * ELEMENT * size * gates + SPILLED
    return ELEMENT * size * size


def problems(usage, disassembly):
    stack = stack_of(usage)
    if len(stack) != OPERATIONS * len(SIZES):
        yield f"{len(stack)} functions have a stack, not {OPERATIONS * len(SIZES)}"
    for (operation, size), used in sorted(stack.items()):
        another = room_for_another(operation, size)
        if used >= another and (size > SIZES[0] or operation in TINY):
            yield f"{operation}_{size}: {used} bytes of stack, which has room for {another}"
    for function, times in collections.Counter(copies_in(disassembly)).items():
        result = RESULT.search(function)
        if times > (STATES_COPIED if result and result[1].endswith("_layer") else 0):
            yield f"{function[:120]}: copies memory"


def looked_at(compiler, includes, flags):
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "in_place.o"
        subprocess.run([*shlex.split(compiler), "-std=c++20", *flags, *[f"-I{i}" for i in includes],
                        "-fstack-usage", "-c", str(UNIT), "-o", str(unit)], check=True, cwd=folder)
        usage = unit.with_suffix(".su").read_text()
        code = subprocess.run([shutil.which("objdump"), "-dr", "-C", "--no-show-raw-insn", str(unit)],
                              capture_output=True, text=True, check=True).stdout
        return list(problems(usage, code))


def self_test():
    usage = "\n".join(f"x.cpp:1:2:square<n> attn_tests::op{i}_{n}(const square<n>&)\t8\tstatic"
                      for i in range(OPERATIONS) for n in SIZES)
    code = "0000 <attn_tests::op1_64(x)>:\n  10: call\n    11: R_X86_64_PLT32\tmemset-0x4\n"
    assert not list(problems(usage, code)), list(problems(usage, code))
    assert list(problems(usage.replace("op1_64(const square<n>&)\t8", "op1_64(const square<n>&)\t16384"), code))
    assert list(problems(usage, code.replace("memset", "memcpy"))) == ["attn_tests::op1_64(x): copies memory"]
    assert list(problems(usage.split("\n", 1)[1], code))
    steps = usage.replace("op1_64", "lstm_64")
    assert not list(problems(steps, code))
    assert list(problems(steps.replace("lstm_64(const square<n>&)\t8", "lstm_64(const square<n>&)\t4096"), code))
    copy = code.replace("memset", "memcpy").replace("op1", "lstm_layer")
    assert not list(problems(usage, copy)) and list(problems(usage, copy + 2 * copy.split("\n", 1)[1]))
    assert products_together(4, 512) == 32 * 1024 and products_together(3, 512) == 24 * 1024
    assert products_together(4, 3) == 0
    assert stack_of("x.cpp:1:_ZN10attn_tests9matmul_64ERKx\t8\tstatic") == {("matmul", 64): 8}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    options.add_argument("--include", action="append", default=[])
    options.add_argument("--flags", action="append", default=[])
    options.add_argument("--self-test", action="store_true")
    options = options.parse_args()
    self_test()
    if options.self_test:
        return 0
    if not shutil.which("objdump"):
        print("in_place: no objdump")
        return SKIPPED
    failed = False
    for flags in options.flags or ["-O2"]:
        for problem in looked_at(options.compiler, options.include or [HERE.parents[1] / "include"],
                                 shlex.split(flags)):
            print(f"{flags}: {problem}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())

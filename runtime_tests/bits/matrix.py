#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The same bits in every build: compiles the program `bits` for every compiler, level, instruction set and
contract, runs it, and prints a table with a line for each build and a column for each part. `cmake/with_packages
python3 runtime_tests/bits/matrix.py` installs what is missing, the cross compilers and qemu too.

A build fails if its bits differ from the recorded ones, or from those that this very build's compiler
found in constant evaluation (builds of the fused contract compare with the record only). A processor that
lacks an instruction set is said, and is no success.

  --builds REGEX    only builds with such a line, for example 'g.. -O3|aarch64|fused'
  --parts PART,…    only these parts
  --jobs N          compilations at a time (1)
  --include DIR     where Hana is, if the compilers do not know
  --self-test       check this program"""
import argparse
import concurrent.futures
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# fused.cpp is a program of its own, of the other contract.
SOURCES = sorted(s for s in (ROOT / "runtime_tests/bits").glob("*.cpp") if s.stem != "fused")
PARTS = [s.stem for s in SOURCES if s.stem != "main"]

LEVELS = ["-O0", "-O1", "-O2", "-O3"]
SETS = {"baseline": [], "AVX2": ["-mavx2", "-mfma"], "native": ["-march=native"]}
FUSED = ["-DATTN_FUSED", "-DATTN_BITS_RECORDED_ONLY"]
CROSS = {"aarch64": "NEON", "riscv64": "rv64gc"}


class Build:
    def __init__(self, compiler, flags, target, run=()):
        self.compiler, self.flags, self.target, self.run = compiler, flags, target, list(run)

    def name(self):
        return [self.compiler, self.flags[0], self.target]


def builds():
    for compiler in ("g++-12", "clang++-19"):
        for level in LEVELS:
            for name, flags in SETS.items():
                yield Build(compiler, [level, *flags], name)
                if flags:  # the baseline has no such instruction
                    yield Build(compiler, [level, *flags, *FUSED], name + ", fused")
    for processor, name in CROSS.items():
        qemu = [f"qemu-{processor}", "-L", f"/usr/{processor}-linux-gnu"]
        for level in LEVELS:
            yield Build(f"{processor}-linux-gnu-g++", [level], name, qemu)
            yield Build(f"{processor}-linux-gnu-g++", [level, *FUSED], name + ", fused", qemu)


def hashes(output):
    """What the program says about each part: its hash, and whether all is well with it."""
    said = {}
    differing = False  # said in lines before the line of the part
    for text in output.splitlines():
        found = re.fullmatch(r"(\w+) +([0-9a-f]{16})( is not the recorded one)?", text)
        if found:
            said[found[1]] = (found[2], not found[3] and not differing)
            differing = False
        else:
            differing = True
    return said


def line(build, output, status, parts=tuple(PARTS)):
    said = hashes(output)
    cells = ["equal" if said.get(p, ("", False))[1] else "DIFFERENT" if p in said else "none" for p in parts]
    equal = status == 0 and cells == ["equal"] * len(parts)
    return equal, "| " + " | ".join([*build.name(), *cells]) + " |"


def try_build(build, include, parts, pool):
    called = " ".join(f"PART({part})" for part in parts)
    with tempfile.TemporaryDirectory() as folder:
        def compiled(source):
            target = f"{folder}/{source.stem}.o"
            command = [build.compiler, "-std=c++20", *build.flags, f"-DATTN_BITS_PARTS={called}", f"-I{ROOT}",
                       f"-I{ROOT}/include",
                       *[f"-isystem{d}" for d in include], "-c", str(source), "-o", target]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(" ".join(command) + "\n" + done.stderr)
            return target
        objects = list(pool.map(compiled, [s for s in SOURCES if s.stem in (*parts, "main")]))
        program = f"{folder}/bits"
        subprocess.run([build.compiler, *objects, "-o", program], check=True)
        done = subprocess.run([*build.run, program], capture_output=True, text=True, check=False)
        return line(build, done.stdout, done.returncode, parts)


def self_test():
    build = Build("g++", ["-O2"], "baseline")
    good = "".join(f"{p:12} {'0' * 16}\n" for p in PARTS)
    assert line(build, good, 0)[0] and "| g++ | -O2 | baseline | equal" in line(build, good, 0)[1]
    assert not line(build, good, 1)[0]
    assert not line(build, "", 0)[0] and "none" in line(build, "", 0)[1]
    recorded = good.replace("0\n", "0 is not the recorded one\n", 1)
    assert line(build, recorded, 0)[1].count("DIFFERENT") == 1 and not line(build, recorded, 0)[0]
    compilers = "masks: the program's bits are not the compiler's\n" + good
    assert line(build, compilers, 0)[1].count("DIFFERENT") == 1
    assert len(list(builds())) == 56
    print("matrix.py: its own tests pass")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--builds", default="")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()

    chosen = [b for b in builds() if re.search(options.builds, " ".join(b.name()))]
    if not chosen:
        sys.exit("no build has such a line")
    parts = options.parts.split(",")
    if not set(parts) <= set(PARTS):
        sys.exit(f"the parts are {', '.join(PARTS)}")
    # The cross compilers must see Hana and nothing else of this machine.
    hana = tempfile.TemporaryDirectory()
    if os.path.isdir("/usr/include/boost"):
        os.symlink("/usr/include/boost", f"{hana.name}/boost")
    print("| compiler | level | for | " + " | ".join(parts) + " |")
    print("|---" * (len(parts) + 3) + "|")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for build in chosen:
            if platform.machine() != "x86_64" and not build.run:
                sys.exit("the builds for x86-64 run on x86-64 only")
            equal, text = try_build(build, [*options.include, hana.name], parts, pool)
            failed += not equal
            print(text, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

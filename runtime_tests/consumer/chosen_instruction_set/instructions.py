#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Fail if a function of a program with ATTN_DISPATCH has an instruction that it must not have.

    instructions.py --objdump OBJDUMP PROGRAM
    instructions.py --self-test

Kernels for x86-64-v4 are in namespace attn_x86_64_v4, those for x86-64-v3 in attn_x86_64_v3. Other functions of the
program have no AVX, the functions of v3 no AVX-512, and no kernel fuses a multiplication with an addition. Kernels of
both must be there, and use their registers. What the C++ runtime brings along is not looked at.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator

FUNCTION = re.compile(r"^[0-9a-f]+ <(\S+)>:$")
AVX = re.compile(r"\tv[a-z]")  # vaddps; nothing else begins with v
AVX512 = re.compile(r"%zmm|%[xy]mm(?:1[6-9]|2\d|3[01])\b|%k[0-7]\b")
FUSED = re.compile(r"\tvfn?m")


def wrong(disassembly: str) -> Iterator[str]:
    level, name, used = 0, "", {3: False, 4: False}
    reported: set[tuple[str, str]] = set()
    for line in disassembly.splitlines():
        if found := FUNCTION.match(line):
            name = found[1]
            level = (4 if "attn_x86_64_v4" in name else 3 if "attn_x86_64_v3" in name
                     else 1 if re.search(r"\d(?:attn|hash|main)|^main$|GLOBAL__N", name) else 0)
        if level == 0:
            continue
        used[3] |= level == 3 and "%ymm" in line
        used[4] |= level == 4 and "%zmm" in line
        for what, pattern, allowed in (("AVX", AVX, 3), ("AVX-512", AVX512, 4), ("a fused operation", FUSED, 5)):
            if level < allowed and pattern.search(line) and (name, what) not in reported:
                reported.add((name, what))
                yield f"{name} has {what}: {line.strip()}"
    yield from (f"no kernel for x86-64-v{level} uses its registers" for level, is_used in used.items() if not is_used)


def self_test() -> Iterator[str]:
    own, v3, v4 = ("10 <_ZN4attn6matmulEv>:\n", "20 <_ZN14attn_x86_64_v36matmulEv>:\n",
                   "30 <_ZN14attn_x86_64_v46matmulEv>:\n")
    good = (own + " 1:\taddps  %xmm1,%xmm0\n" + v3 + " 2:\tvaddps %ymm1,%ymm0,%ymm0\n" + v4 +
            " 3:\tvaddps %zmm1,%zmm0,%zmm0\n")
    for expected, text in ((0, good), (1, good.replace("addps  %xmm1", "vaddps %xmm1")), (2, own),
                           (1, good + v3 + " 4:\tvaddps %xmm17,%xmm0,%xmm0\n"),
                           (1, good + v4 + " 4:\tvfmadd231ps %zmm2,%zmm1,%zmm0\n"),
                           (0, good + "50 <_dl_runtime>:\n 6:\tvmovdqa %ymm1,(%rsp)\n")):
        found = list(wrong(text))
        if len(found) != expected:
            yield f"expected {expected} problems, found {found}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        found = list(self_test())
    elif arguments.program:
        found = list(wrong(subprocess.run([arguments.objdump, "-d", "--no-show-raw-insn", arguments.program],
                                          capture_output=True, text=True, check=True).stdout))
    else:
        parser.error("a program")
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

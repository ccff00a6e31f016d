#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Fail if object files that were compiled with different flags define one symbol: the linker would keep one
of the definitions for all of them.

    shared_symbols.py --nm NM FILE.o FILE.o …
    shared_symbols.py --self-test

What the library defines carries its tag (include/attn/detail/abi.hpp), which must differ from file to
file. What is shared all the same is listed below: functions of the standard library that neither
compute nor move elements, and objects of one byte, such as the options without a value.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator

SYMBOL = re.compile(r"^[0-9a-f]+ (?:([0-9a-f]+) )?([WVuw]) (\S+)$", re.MULTILINE)
TAG = re.compile(r"B(\d+)(v\d\w*)")  # its length, and itself with what follows it
HARMLESS = [re.compile(pattern) for pattern in (
    r"DW\.ref\.__gxx_personality_v0$",  # a pointer
    r"__clang_call_terminate$",  # what a noexcept function of anybody calls: two calls of the C++ runtime
    r"_ZSt21is_constant_evaluatedv$",
    r"_ZNKSt17integral_constantI\w+EcvmEv$",  # an integer
    r"_ZNKSt16initializer_listI\w+E(?:3end|4size|5begin)Ev$",  # pointers
)]


def shared(listings: dict[str, str]) -> Iterator[str]:
    """What nm printed of each file -> what two of them define."""
    files_of: dict[str, list[str]] = defaultdict(list)
    tags_of: dict[str, str] = {}
    for file, listing in listings.items():
        for size, kind, symbol in SYMBOL.findall(listing):
            if kind in "Vu" and int(size or "0", 16) == 1:
                continue
            if not any(pattern.match(symbol) for pattern in HARMLESS):
                files_of[symbol].append(file)
        found = Counter(text[:int(length)] for length, text in TAG.findall(listing))
        if not found:
            yield f"{file} defines nothing of the library: nothing was checked"
            continue
        tag = found.most_common(1)[0][0]
        if tag in tags_of:
            yield f"{file} and {tags_of[tag]} have the same tag, {tag}"
        tags_of[tag] = file
    for symbol, files in sorted(files_of.items()):
        if len(files) > 1:
            yield f"{' and '.join(files)} define {symbol}"


def self_test() -> Iterator[str]:
    def unit(tag: str, more: str = "") -> str:
        return (f"0000000000000000 000000000000000c W _ZN4attn31index_out_of_range_for_its_axisB"
                f"{len(tag)}{tag}Ev\n"
                f"0000000000000000 000000000000000c W _ZN4attn7softmaxB{len(tag)}{tag}IfEEDaT_\n"
                "0000000000000000 0000000000000001 V _ZN4attn6causalE\n"
                "0000000000000000 0000000000000005 W _ZSt21is_constant_evaluatedv\n"
                "                 U _ZN4attn4usedEv\n"
                "0000000000000000 0000000000000010 T _ZN4user4mainEv\n" + more)

    function = "0000000000000000 0000000000000010 W _ZN4attn4mathE3expEf\n"
    table = "0000000000000000 0000000000000010 u _ZN4attn5tableE\n"
    for expected, first, second in (
            (0, unit("v020"), unit("v020Bfg")),
            (0, unit("v020", function), unit("v020K")),
            (1, unit("v020", function), unit("v020K", function)),
            (1, unit("v020", table), unit("v020K", table)),
            (3, unit("v020"), unit("v020")),  # the tag and both functions
            (1, unit("v020"), "")):
        found = list(shared({"a.o": first, "b.o": second}))
        if len(found) != expected:
            yield f"expected {expected} problems, found {found}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("objects", nargs="*", metavar="FILE.o")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        found = list(self_test())
    else:
        found = list(shared({file: subprocess.run([arguments.nm, "-S", file], capture_output=True,
                                                  text=True, check=True).stdout
                             for file in arguments.objects}))
        if len(arguments.objects) < 2:
            parser.error("two object files or more")
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

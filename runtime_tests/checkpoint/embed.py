#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Weights as part of a program, in each way of docs/load_weights.md: a header of cmake/embed.py, #embed where the
compiler has it, and .incbin where the assembler makes ELF. The first byte of the file is above 127, which Clang 19
takes for a negative number, and the lines of code are the page's.

    embed.py --compiler CXX --include DIR [--include DIR ...]
"""
import argparse
import re
import shlex
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/load_weights.md"
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()

MODEL = """
#include <attn.hpp>
#include <attn/io/safetensors.hpp>
#include <boost/hana/define_struct.hpp>
using namespace attn;

struct network {
  using hidden       = axis<"hidden", 4>;
  using first_layer  = nn::linear<float, axis<"pixel", 6>, hidden, output_by_input>;
  using second_layer = nn::linear<float, hidden, axis<"digit", 3>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
"""
WRITE = MODEL + """
#include <attn/io/file.hpp>
int main() {
  network model{};
  float i = 0;
  for_each_parameter([&i](const auto&, auto& x) { for (float& element : x) element = i += 0.25f; }, model);
  bool written = bool(write_file("plain.safetensors", to_safetensors(model)));
  @OBJECT@
  return written ? 0 : 1;
}
"""
# The same numbers, and the result of a layer with a constant of them.
CHECK = """
static_assert(model.first.weight(0, 0) == 0.25f && model.second.bias(2) == 43 * 0.25f);
int main() { return model.second.weight(2, 3) == 40 * 0.25f ? 0 : 1; }
"""
LOADED_WHEN_RUN = """
int main() {
  float i = 0;
  bool same = true;
  for_each_parameter([&](const auto&, const auto& x) { for (const float element : x) same = same && element == (i += 0.25f); },
                     weights);
  return same ? 0 : 1;
}
"""


def block_with(text: str) -> str:
    """The block of the page in which this text is."""
    found = [b for b in re.findall(r"^```cpp\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S) if text in b]
    if len(found) != 1:
        raise SystemExit(f"{PAGE.name} has {len(found)} blocks with {text}")
    return found[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", action="append", default=[])
    options, flags = parser.parse_known_args()
    compiler = [*shlex.split(options.compiler), *flags, "-std=c++20", *WARNINGS,
                *(f"-I{path}" if "include" in path else f"-isystem{path}" for path in options.include)]

    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)

        def run(*command: str) -> None:
            result = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=600, check=False)
            if result.returncode != 0:
                print(shlex.join(command), result.stdout, result.stderr, sep="\n")
                raise SystemExit(1)

        def build(way: str, source: str) -> None:
            (directory / f"{way}.cpp").write_text(source, encoding="utf-8")
            run(*compiler, f"{way}.cpp", "-o", way)
            run(f"./{way}")

        build("write", WRITE.replace("@OBJECT@", block_with("weights.bin\", byte_view").strip()))
        # A header that is longer than it needs to be: its length ends in a byte above 127.
        plain = (directory / "plain.safetensors").read_bytes()
        length, = struct.unpack_from("<Q", plain)
        padded = length + (0xb0 - length) % 256
        data = struct.pack("<Q", padded) + plain[8:8 + length].ljust(padded) + plain[8 + length:]
        (directory / "model.safetensors").write_bytes(data)
        if data[0] < 128:
            raise SystemExit("the first byte of the file must be above 127 to try anything")

        run(sys.executable, str(ROOT / "cmake/embed.py"), "model.safetensors", "model_bytes.hpp", "model_bytes")
        build("header", MODEL + '#include "model_bytes.hpp"\n'
              "constexpr network model = from_safetensors<network, model_bytes>();\n" + CHECK)

        probe = directory / "probe.cpp"
        probe.write_text("#ifndef __has_embed\n#error\n#endif\n", encoding="utf-8")
        if subprocess.run([*compiler, "-fsyntax-only", str(probe)], capture_output=True, check=False).returncode == 0:
            build("embed", MODEL + block_with("#embed") + CHECK)
        else:
            print("this compiler has no #embed")

        probe.write_text("#if !defined(__ELF__)\n#error\n#endif\n", encoding="utf-8")
        if subprocess.run([*compiler, "-fsyntax-only", str(probe)], capture_output=True, check=False).returncode == 0:
            build("incbin", MODEL + block_with(".incbin") + LOADED_WHEN_RUN)
        else:
            print("this target does not use ELF")
    return 0


if __name__ == "__main__":
    sys.exit(main())

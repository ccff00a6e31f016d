#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Write the bytes of a file as a C++ header, for compilers without #embed.

    embed.py model.safetensors model_bytes.hpp model_bytes
    embed.py --self-test

The header defines `inline constexpr unsigned char model_bytes[N]`, which from_safetensors<M, model_bytes>(),
from_npz and from_npy take. The name may be in a namespace: weights::model_bytes. The header is only written
if it changes. In CMake:

    add_custom_command(OUTPUT model_bytes.hpp DEPENDS model.safetensors
                       COMMAND Python3::Interpreter embed.py model.safetensors model_bytes.hpp model_bytes)
"""

import re
import sys
import tempfile
from pathlib import Path

NAME = re.compile(r"(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*")
BYTES_PER_LINE = 24


def header_of(data: bytes, file_name: str, name: str) -> str:
    """The text of the header."""
    if not NAME.fullmatch(name):
        raise ValueError(f"{name} is not a C++ name")
    if not data:
        raise ValueError(f"{file_name} is empty, and an array has at least one element")
    namespace, _, array = name.rpartition("::")
    lines = [",".join(map(str, data[i:i + BYTES_PER_LINE])) for i in range(0, len(data), BYTES_PER_LINE)]
    text = f"inline constexpr unsigned char {array}[{len(data)}] = {{\n" + ",\n".join(lines) + "};\n"
    if namespace:
        text = f"namespace {namespace} {{\n{text}}}  // namespace {namespace}\n"
    return (f"// The bytes of {file_name}, written by embed.py of attn. Do not edit.\n"
            f"// clang-format off\n#pragma once\n\n{text}")


def embed(source: Path, header: Path, name: str) -> None:
    """Write the header, unless it is there already."""
    text = header_of(source.read_bytes(), source.name, name)
    if not header.is_file() or header.read_text(encoding="utf-8") != text:
        header.write_text(text, encoding="utf-8")


def self_test() -> None:
    data = bytes(range(256)) * 2 + b"\n"
    with tempfile.TemporaryDirectory() as directory:
        source, header = Path(directory, "a.bin"), Path(directory, "a.hpp")
        source.write_bytes(data)
        embed(source, header, "weights::a_bytes")
        text = header.read_text(encoding="utf-8")
        written = re.search(r"namespace weights \{\ninline constexpr unsigned char a_bytes\[(\d+)\] = \{([^}]*)\};", text)
        assert written and int(written[1]) == len(data), text
        assert bytes(map(int, written[2].split(","))) == data
        before = header.stat().st_mtime_ns
        embed(source, header, "weights::a_bytes")
        assert header.stat().st_mtime_ns == before
    for wrong in ("", "7up", "a b", "a::", "::a"):
        try:
            header_of(data, "a.bin", wrong)
        except ValueError:
            continue
        raise AssertionError(f"{wrong!r} is accepted")
    try:
        header_of(b"", "a.bin", "a")
    except ValueError:
        return
    raise AssertionError("an empty file is accepted")


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif len(sys.argv) == 4:
        try:
            embed(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
        except (OSError, ValueError) as error:
            print(f"embed.py: {error}", file=sys.stderr)
            return 1
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

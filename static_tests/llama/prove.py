#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prove the first words of a trained Llama in a static_assert (proved.cpp), and run the program, which compares the
bits of the logits with the compiler's.

    prove.py --compiler CXX --include DIR --tokens 4                          the model of docs/examples/stories.bin
    prove.py --compiler CXX --include DIR --tokens 4 --stories DIRECTORY      stories260K
    prove.py --compiler CXX --include DIR --tokens 4 --format 'int8, per_row' in small numbers: only the bits

DIRECTORY has stories260K.bin, tok512.bin and greedy.txt, which is what llama2.c's run -t 0 prints. Where they are
not, the test is skipped. The last line is what the proof cost the compiler, without code generation.
"""
import argparse
import json
import math
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SKIPPED = 77
OWN_TEXT = ("Ben had a green boat. He loved it. Anna saw the green boat. Ben gave it to Anna. "
            "Anna was glad.")
sys.path.insert(0, str(ROOT / "cmake"))
from embed import embed  # noqa: E402


def words_of_llama2c(path: Path) -> list[bytes]:
    data, at, words = path.read_bytes(), 4, []
    while at < len(data):
        _, length = struct.unpack_from("<fi", data, at)
        words.append(data[at + 8:at + 8 + length])
        at += 8 + length
    return words


def own_words() -> list[bytes]:
    text = (ROOT / "docs/examples/stories.hpp").read_text(encoding="utf-8")
    body = text[text.index("all_words[] = {") + 15:]
    return [word.encode() for word in json.loads("[" + body[:body.index("}")] + "]")]


def shown(word: bytes) -> bytes:
    return bytes([int(word[3:5], 16)]) if word[:3] == b"<0x" and len(word) == 6 else word


def literal(text: bytes) -> str:
    return '"' + "".join(f"\\{byte:03o}" for byte in text) + '"'


def tensors_of(path: Path, sizes: list[int]) -> dict[str, tuple[list[int], bytes]]:
    """The tensors of llama2.c's file by their names in attn, matrices input by output."""
    width, inner, layers, heads, kv_heads, words, _ = sizes
    kv = width // heads * kv_heads
    numbers, at, found = path.read_bytes(), 28, {}

    def take(name: str, rows: int, columns: int, transpose: bool = True) -> None:
        nonlocal at
        count = rows * columns
        values = struct.unpack_from(f"<{count}f", numbers, at)
        at += 4 * count
        shape = [rows, columns] if rows > 1 else [columns]
        if transpose and rows > 1:
            values = [values[r * columns + c] for c in range(columns) for r in range(rows)]
            shape.reverse()
        found[name] = (shape, struct.pack(f"<{count}f", *values))

    take("embedding.weight", words, width, transpose=False)
    for name, rows, columns in (("norm1", 1, width), ("self_attn.q_proj", width, width), ("self_attn.k_proj", kv, width),
                                ("self_attn.v_proj", kv, width), ("self_attn.out_proj", width, width),
                                ("norm2", 1, width), ("feed_forward.w1", inner, width),
                                ("feed_forward.w2", width, inner), ("feed_forward.w3", inner, width)):
        for layer in range(layers):
            take(f"layers.{layer}.{name}.weight", rows, columns)
    take("norm.weight", 1, width)
    return found


def write_safetensors(tensors: dict[str, tuple[list[int], bytes]], path: Path) -> None:
    header, data = {}, b""
    for name, (shape, values) in tensors.items():
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_header(model: Path, words: list[bytes], text: bytes, folder: Path) -> None:
    sizes = list(struct.unpack_from("<7i", model.read_bytes()))
    write_safetensors(tensors_of(model, sizes), folder / "llama.safetensors")
    embed(folder / "llama.safetensors", folder / "llama_bytes.hpp", "llama_file::bytes")
    names = ("width", "inner", "layers", "heads", "kv_heads", "words")
    lines = ["#pragma once", "#include <cstddef>", '#include "llama_bytes.hpp"', "namespace llama_file {",
             *(f"inline constexpr std::size_t {name} = {size};" for name, size in zip(names, sizes)),
             "inline constexpr const char* word_texts[] = {", *(f"  {literal(shown(word))}," for word in words), "};",
             f"inline constexpr char text[] = {literal(text)};", "}  // namespace llama_file"]
    (folder / "llama_file.hpp").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--tokens", type=int, default=4)
    parser.add_argument("--stories", type=Path)
    parser.add_argument("--format")
    parser.add_argument("--proof-only", action="store_true", help="do not generate code, nor run it")
    options, flags = parser.parse_known_args()
    if options.stories and not (options.stories / "stories260K.bin").exists():
        print(f"skipped: {options.stories} does not have stories260K.bin; the cache variable ATTN_STORIES names its "
              "directory")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.stories:
            write_header(options.stories / "stories260K.bin", words_of_llama2c(options.stories / "tok512.bin"),
                         (options.stories / "greedy.txt").read_bytes(), folder)
        else:
            write_header(ROOT / "docs/examples/stories.bin", own_words(), OWN_TEXT.encode(), folder)
        command = [*shlex.split(options.compiler), *flags, "-std=c++20", f"-DATTN_LLAMA_TOKENS={options.tokens}",
                   *([f"-DATTN_LLAMA_FORMAT={options.format}"] if options.format else []),
                   *(f"-I{path}" for path in [folder, *options.include]), str(HERE / "proved.cpp")]
        if not options.proof_only:
            subprocess.run([*command, "-O1", "-o", str(folder / "proved")], check=True)
            subprocess.run([str(folder / "proved")], check=True)
            print(f"{options.tokens} tokens: the bits of the compiler and of the program are the same")
            return 0
        start, process = time.monotonic(), subprocess.Popen([*command, "-fsyntax-only"])
        _, status, used = os.wait4(process.pid, 0)
        if status != 0:
            return 1
        print(f"{options.tokens} tokens: {used.ru_utime + used.ru_stime:.1f} s of a processor, "
              f"{math.ceil(used.ru_maxrss / 1024)} MB, {time.monotonic() - start:.0f} s passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The inputs of the fuzz targets: corpus/READER.txt, one file for each reader, as text.

    corpus.py unpack FOLDER              writes each input to FOLDER/READER/NAME, and removes what else is there
    corpus.py add READER FILE [NAME]     adds an input; without a name, libFuzzer's: the SHA-1 of its bytes
    corpus.py --self-test                that what is written is read back, byte for byte

An input is a line `== NAME` and its bytes as Python writes them, in literals that follow one another. A line ends
after each line of the input, or where it would be longer than 100 columns.
"""
import argparse
import ast
import hashlib
import pathlib
import shutil
import sys
import tempfile

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
READERS = "safetensors safetensors_index npy npz text number_from_text llama2c byte_pair".split()
COLUMNS = 100


def literals(data):
    """The bytes as lines of literals; at least one, since an input may be empty."""
    lines, rest = [], data
    while rest or not lines:
        line_end = rest.find(b"\n") + 1
        piece = rest[:line_end or COLUMNS]
        while len(repr(piece)) > COLUMNS:
            piece = piece[:-1]
        lines.append(repr(piece))
        rest = rest[len(piece):]
    return lines


def as_text(inputs):
    lines = []
    for name in sorted(inputs):
        lines += [f"== {name}", *literals(inputs[name]), ""]
    return "\n".join(lines)


def from_text(text):
    inputs, name = {}, None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("== "):
            name = line[3:]
            if name in inputs or "/" in name or name.startswith("."):
                raise ValueError(f"line {number}: two inputs of this name, or no name of a file: {name}")
            inputs[name] = b""
        elif line:
            inputs[name] += ast.literal_eval(line)
    return inputs


def kept(reader):
    return from_text((CORPUS / f"{reader}.txt").read_text(encoding="ascii"))


def write_all(inputs, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in inputs.items():
        (folder / name).write_bytes(data)


def unpack(folder, readers=tuple(READERS)):
    for reader in readers:
        write_all(kept(reader), folder / reader)


def add(reader, inputs):
    """Adds the files of {name: bytes} whose bytes are not kept yet; how many these are."""
    all_inputs = kept(reader)
    before = len(all_inputs)
    for name, data in inputs.items():
        if data in all_inputs.values():
            continue
        if name in all_inputs:
            raise ValueError(f"{reader}.txt has another input of the name {name}")
        all_inputs[name] = data
    (CORPUS / f"{reader}.txt").write_text(as_text(all_inputs), encoding="ascii")
    return len(all_inputs) - before


def self_test():
    every_byte = bytes(range(256))
    inputs = {"empty": b"", "bytes": every_byte, "twice": every_byte + every_byte[::-1], "line": b"1\n",
              "quotes": b"\"'\\\n" * 60, "long": b"\0" * 1000}
    text = as_text(inputs)
    assert from_text(text) == inputs
    assert max(map(len, text.split("\n"))) <= COLUMNS and text.isascii()
    for wrong in ["== a\n== a\n", "== a/b\n", "== ..\n", "== a\nb'\n"]:
        try:
            from_text(wrong)
        except (ValueError, SyntaxError):
            continue
        raise AssertionError(f"accepted: {wrong}")
    for reader in READERS:
        assert as_text(kept(reader)) == (CORPUS / f"{reader}.txt").read_text(encoding="ascii"), \
            f"{reader}.txt is not as `corpus.py add` writes it"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "npy").mkdir()
        (folder / "npy" / "old").touch()
        unpack(folder)
        for reader in READERS:
            assert {f.name: f.read_bytes() for f in (folder / reader).iterdir()} == kept(reader)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true")
    commands = parser.add_subparsers(dest="command")
    unpacking = commands.add_parser("unpack")
    unpacking.add_argument("folder", type=pathlib.Path)
    adding = commands.add_parser("add")
    adding.add_argument("reader", choices=READERS)
    adding.add_argument("file", type=pathlib.Path)
    adding.add_argument("name", nargs="?")
    options = parser.parse_args()
    if options.self_test:
        self_test()
    elif options.command == "unpack":
        unpack(options.folder)
    elif options.command == "add":
        data = options.file.read_bytes()
        if not add(options.reader, {options.name or hashlib.sha1(data).hexdigest(): data}):
            print(f"{options.reader}.txt has an input of these bytes")
    else:
        parser.error("give a command: unpack or add")


if __name__ == "__main__":
    sys.exit(main())

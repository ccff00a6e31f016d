#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Load what PyTorch has saved (pytorch/make.py), at compile time and at run time, into models of both layouts, and
compare with what PyTorch computes; write it again, and compare the tensors with PyTorch's, byte by byte.

    pytorch.py --compiler CXX --include DIR [--include DIR ...]
"""
import argparse
import json
import shlex
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = ("encoder", "lstm", "tagger", "gpt2")
LAYOUTS = ("output_by_input", "input_by_output")


def tensors(path: Path) -> dict[str, tuple[str, list[int], bytes]]:
    file = path.read_bytes()
    length, = struct.unpack("<Q", file[:8])
    header = json.loads(file[8:8 + length])
    header.pop("__metadata__", None)
    return {name: (x["dtype"], x["shape"], file[8 + length:][slice(*x["data_offsets"])])
            for name, x in header.items() if not name.endswith(".attn.bias")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for file in (f"{file}{kind}" for file in FILES for kind in ("", "_results")):
            (directory / f"{file}.safetensors").symlink_to(HERE / f"pytorch/{file}.safetensors")
            subprocess.run([sys.executable, ROOT / "cmake/embed.py", directory / f"{file}.safetensors",
                            directory / f"{file}.hpp", f"bytes::{file}"], check=True)
        includes = [f"-I{Path(path).resolve()}" for path in (".", *arguments.include)]
        subprocess.run([*shlex.split(arguments.compiler), "-std=c++20", *includes, f"-I{directory}",
                        HERE / "pytorch/pytorch.cpp", "-o", directory / "main"], check=True)
        ran = subprocess.run(["./main"], cwd=directory, capture_output=True, text=True, check=False)
        assert ran.returncode == 0 and not ran.stdout, ran.stdout
        for layout in LAYOUTS:
            for file in FILES:
                written = tensors(directory / f"{file}_{layout}.safetensors")
                assert written == tensors(HERE / f"pytorch/{file}.safetensors"), (file, layout)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Write checkpoints as Python does, with struct, json and zipfile only, and load them with attn: at compile time
from headers that cmake/embed.py has made of them, and at run time from the files. What attn writes is read back.

    checkpoint.py --compiler CXX --include DIR [--include DIR ...]
"""

import argparse
import json
import shlex
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = r'''
#include <attn.hpp>
#include <attn/io/file.hpp>
#include <attn/io/npz.hpp>
#include <attn/io/safetensors.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstdio>
#include "array.hpp"
#include "deflated.hpp"
#include "safetensors.hpp"
#include "zip.hpp"

using namespace attn;

struct network {
  using hidden = axis<"hidden", 2>;
  using first_layer = nn::linear<float, axis<"pixel", 3>, hidden, output_by_input>;
  using layer_list = tensor<double, hidden>[2];
  using steps_type = tensor<int>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (layer_list, scales), (steps_type, steps));
};
constexpr network expected = [] {
  network m{};
  m.first.weight = {{1, 2, 3}, {4, 5, 6}};
  m.first.bias = {0.5f, -2};
  m.scales[0] = {0.1, 1e300};
  m.scales[1] = {3, 4};
  m.steps = tensor<int>{-7};
  return m;
}();
static_assert(bitwise_equal(from_safetensors<network, bytes::of_safetensors>(), expected));
static_assert(bitwise_equal(from_npz<network, bytes::of_zip>(), expected));
static_assert(bitwise_equal(from_npz<network, bytes::of_deflated>(), expected));
static_assert(from_npy<tensor<float, dim<2>, dim<3>>, bytes::of_array>() == expected.first.weight);

int main() {
  network a{}, b{}, c{};
  std::fputs(from_safetensors(read_file("model.safetensors").bytes, a).text().c_str(), stdout);
  std::fputs(from_npz(read_file("model.npz").bytes, b).text().c_str(), stdout);
  std::fputs(from_npz(read_file("deflated.npz").bytes, c).text().c_str(), stdout);
  const bool written = static_cast<bool>(write_file("written.safetensors", to_safetensors(a))) &&
                       static_cast<bool>(write_file("written.npz", to_npz(a)));
  return written && bitwise_equal(a, expected) && bitwise_equal(b, expected) &&
                 bitwise_equal(c, expected)
             ? 0
             : 1;
}
'''

TENSORS = {  # dtype, shape, format of struct, elements; the weights are float16, which is exact
    "steps": ("I16", [], "<h", [-7]),
    "first.weight": ("F16", [2, 3], "<6e", [1, 2, 3, 4, 5, 6]),
    "scales.1": ("F32", [2], "<2f", [3, 4]),
    "scales.0": ("F64", [2], "<2d", [0.1, 1e300]),
    "first.bias": ("F32", [2], "<2f", [0.5, -2]),
}
DESCR = {"I16": "<i2", "I32": "<i4", "F16": "<f2", "F32": "<f4", "F64": "<f8"}


def safetensors() -> bytes:
    header: dict = {"__metadata__": {"format": "pt", "note": "\u00e9\U0001f600 \"quoted\""}}
    data = b""
    for name, (dtype, shape, form, elements) in TENSORS.items():
        begin = len(data)
        data += struct.pack(form, *elements)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def npy(dtype: str, shape: list[int], form: str, elements: list) -> bytes:
    header = repr({"descr": DESCR[dtype], "fortran_order": False, "shape": tuple(shape)}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(form, *elements)


def read_back(directory: Path) -> None:
    """The files that attn has written, read by Python."""
    file = (directory / "written.safetensors").read_bytes()
    length, = struct.unpack("<Q", file[:8])
    header = json.loads(file[8:8 + length])
    assert header.pop("__metadata__") == {"attn.axes:first.weight": "hidden,pixel", "attn.axes:first.bias": "hidden",
                                          "attn.axes:scales.0": "hidden", "attn.axes:scales.1": "hidden"}
    assert set(header) == set(TENSORS)
    code = {"F32": "f", "F64": "d", "I32": "i"}
    with zipfile.ZipFile(directory / "written.npz") as archive:
        assert archive.testzip() is None
        for name, (_, shape, _, elements) in TENSORS.items():
            entry = header[name]
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            form = f"<{len(elements)}{code[entry['dtype']]}"
            assert entry["shape"] == shape
            assert list(struct.unpack(form, file[begin:end])) == elements, name
            assert begin % struct.calcsize(form[-1]) == 0, name
            assert archive.read(f"{name}.npy")[-(end - begin):] == file[begin:end], name
            assert DESCR[entry["dtype"]].encode() in archive.read(f"{name}.npy")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "model.safetensors").write_bytes(safetensors())
        (directory / "array.npy").write_bytes(npy(*TENSORS["first.weight"]))
        for file, method in (("model.npz", zipfile.ZIP_STORED), ("deflated.npz", zipfile.ZIP_DEFLATED)):
            with zipfile.ZipFile(directory / file, "w", method) as archive:
                for tensor, what in TENSORS.items():
                    archive.writestr(f"{tensor}.npy", npy(*what))
        for file, header in (("model.safetensors", "safetensors"), ("model.npz", "zip"), ("deflated.npz", "deflated"),
                             ("array.npy", "array")):
            subprocess.run([sys.executable, ROOT / "cmake/embed.py", directory / file, directory / f"{header}.hpp",
                            f"bytes::of_{header}"], check=True)
        (directory / "main.cpp").write_text(PROGRAM, encoding="utf-8")
        includes = [f"-I{Path(path).resolve()}" for path in arguments.include]
        subprocess.run([*shlex.split(arguments.compiler), "-std=c++20", *includes, "main.cpp", "-o", "main"],
                       cwd=directory, check=True)
        ran = subprocess.run(["./main"], cwd=directory, capture_output=True, text=True, check=False)
        assert ran.returncode == 0 and not ran.stdout, ran.stdout
        read_back(directory)
    return 0


if __name__ == "__main__":
    sys.exit(main())

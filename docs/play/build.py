#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Build the page to play with: one HTML file that needs nothing else.

    build.py OUTPUT.html [--compiler clang++-19]

Compiles play.cpp and story.cpp, which include the library, to WebAssembly, and puts it into page.html
together with page.css and the scripts. The same tools give the same bytes. Exit status: 77, with the reason, if
the tools are not installed (Debian: clang-19 lld-19 libc++-19-dev-wasm32 wasi-libc libboost-dev).
"""

import argparse
import base64
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "cmake"))
from embed import embed  # noqa: E402

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
SYSTEM = Path("/usr/include/wasm32-wasi")
SCRIPTS = ("state", "program", "heat_map", "inputs", "sentence", "mistakes", "story", "link", "page")  # one scope; page.js starts
SKIPPED = 77


def missing_tools(compiler: str) -> list[str]:
    version = compiler.rpartition("-")[2]
    missing = [tool for tool in (compiler, f"wasm-ld-{version}") if not shutil.which(tool)]
    for header in (SYSTEM / "c++/v1/array", SYSTEM / "stdint.h", Path("/usr/include/boost/hana.hpp")):
        if not header.exists():
            missing.append(str(header))
    return missing


def write_bytes_of_stories(directory: Path) -> None:
    """The header with the weights, for story.cpp."""
    embed(DOCS / "examples/stories.bin", directory / "stories_bytes.hpp", "stories_bytes")


def web_assembly(compiler: str) -> bytes:
    """play.cpp and story.cpp as a module that imports nothing. Only headers of the C and C++ libraries are used.
    Without vectors the code has the same bits and a tenth of the size; the pragma that clang does
    not know for this target guards against relaxed floating point, which is not used here."""
    with tempfile.TemporaryDirectory() as directory:
        # Of the headers in /usr/include, only Boost's can also be used for this target.
        (Path(directory) / "boost").symlink_to("/usr/include/boost")
        write_bytes_of_stories(Path(directory))
        module = Path(directory) / "play.wasm"
        subprocess.run(
            [compiler, "--target=wasm32-wasi", "-std=c++20", "-Os", "-DATTN_NO_VECTORS",
             "-Wall", "-Wextra", "-Werror", "-Wno-ignored-pragmas",
             "-fno-exceptions", "-fno-rtti", "-D_LIBCPP_VERBOSE_ABORT(...)=__builtin_trap()", "-nostdlib", "-nostdinc++",
             f"-I{DOCS.parent / 'include'}", f"-I{DOCS}", f"-isystem{directory}",
             f"-isystem{SYSTEM / 'c++/v1'}", f"-isystem{SYSTEM}", str(HERE / "play.cpp"), str(HERE / "story.cpp"),
             f"-fuse-ld=/usr/bin/wasm-ld-{compiler.rpartition('-')[2]}",
             "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576", "-o", str(module)], check=True)
        return module.read_bytes()


def page(module: bytes) -> str:
    text = (HERE / "page.html").read_text(encoding="utf-8")
    parts = {
        "page.css": (HERE / "page.css").read_text(encoding="utf-8"),
        "scripts": "\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
        "wasm": f"const wasm = '{base64.b64encode(module).decode()}';\n",
    }
    for name, part in parts.items():
        place = f"/*@{name}*/\n"
        assert text.count(place) == 1, place
        text = text.replace(place, part)
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("--compiler", default="clang++-19")
    arguments = parser.parse_args()
    if missing := missing_tools(arguments.compiler):
        print(f"{Path(__file__).name}: skipped, not installed: {', '.join(missing)}")
        return SKIPPED
    module = web_assembly(arguments.compiler)
    text = page(module)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(text, encoding="utf-8", newline="\n")
    print(f"{arguments.output}: {len(text.encode()):,} bytes, of which {len(module):,} are WebAssembly in base64")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Write the whole library as one file, for online compilers and for programs that copy a header.

    single_file.py --output attn_single.hpp     the file; without --output to the standard output
    single_file.py --for PROGRAM.cpp            a program ready to be pasted: the headers that it needs and the
                                                files of its own that it includes, then the program
    single_file.py --directory DIR              DIR/attn.hpp is the file, and DIR/attn/… its headers, each of
                                                which includes it: what includes the library works with -I DIR
    single_file.py --libraries OWNER/NAME       the entries for Compiler Explorer, of the repository on GitHub

    options: --header attn/ops/softmax.hpp      only this header and what it needs; may be repeated
             --comments                         keep comments and empty lines

What is in the file:

- What attn/all.hpp includes but for io/, each header once, in the order in which they include each other.
- The headers for printing and files (io/), which are compiled if ATTN_SINGLE_IO is defined before.
- No part of Boost.Hana. Where Boost is installed, Hana is included; elsewhere, or if ATTN_WITHOUT_HANA is
  defined, declarations of the same names take its place. What is missing then: structs and tuples of Hana as
  models (BOOST_HANA_DEFINE_STRUCT). The library's own layers and models do not need it.

The same headers give the same bytes, whatever the machine, the directory and the day. Do not mix the file
with the separate headers in one program.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r"^\s*#\s*include\s+<([^> ]+)>")  # not <attn stops here>
INCLUDE_LINES = re.compile(INCLUDE.pattern, re.MULTILINE)

WITHOUT_HANA = """\
#if !defined(ATTN_WITHOUT_HANA) && defined(__has_include)
#if __has_include(<boost/hana/basic_tuple.hpp>)
#define ATTN_SINGLE_HANA
#endif
#endif
#if defined(ATTN_SINGLE_HANA)
HANA_INCLUDES
namespace attn {
namespace hana_names = boost::hana;
}
#else
namespace attn::hana_names {
template <std::size_t I, class T>
struct indexed {};
template <class I, class... T>
struct all_indexed;
template <std::size_t... I, class... T>
struct all_indexed<std::index_sequence<I...>, T...> : indexed<I, T>... {};
template <class... T>
struct basic_tuple : all_indexed<std::index_sequence_for<T...>, T...> {};
template <std::size_t I, class T>
constexpr T at_c(const indexed<I, T>&) {
  return {};
}
template <class... T>
struct tuple;
template <char... C>
struct string;
template <class X>
struct tag_of;
template <class Tag>
struct at_impl;
template <class Tag>
struct first_impl;
template <class Tag>
struct second_impl;
template <class Tag>
struct unpack_impl;
template <class X>
struct Struct {
  static constexpr bool value = false;
};
template <class X>
constexpr auto accessors();
template <class... X>
constexpr auto make_pair(X&&...);
template <class... X>
constexpr auto make_tuple(X&&...);
}  // namespace attn::hana_names
#endif
"""

TOKEN = re.compile(r'R"([^(\s]{0,16})\(.*?\)\1"'      # raw strings
                   r'|"(?:\\.|[^"\\\n])*"'             # strings
                   r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'"  # characters, but not the ' of 1'000
                   r"|//[^\n]*|/\*.*?\*/", re.DOTALL)


# Kernels for several instruction sets are headers that are included several times.
WITHOUT_DISPATCH = """\
#if defined(ATTN_DISPATCH)
#error "attn: ATTN_DISPATCH needs the headers of the library. One file of it has one instruction set."
#endif
#define ATTN_DISPATCHED(...)
"""


def without_comments(text: str) -> str:
    def kept(found: re.Match[str]) -> str:
        token = found[0]
        return "" if token.startswith("//") else " " if token.startswith("/*") else token

    lines = [line.rstrip() for line in TOKEN.sub(kept, text).split("\n")]
    return "\n".join(line for line in lines if line) + "\n"


class File:
    def __init__(self, include: Path):
        self.include = include
        self.done: set[str] = set()
        self.standard: set[str] = set()
        self.hana: set[str] = set()

    def expanded(self, name: str) -> str:
        """A header of the library after those that it includes and that are not yet in the file."""
        if name in self.done:
            return ""
        self.done.add(name)
        if name == "attn/detail/dispatch.hpp":
            return WITHOUT_DISPATCH
        lines: list[str] = []
        header = (self.include / name).read_text(encoding="utf-8")
        guard = re.sub(r"\W", "_", name).upper()
        if f"#ifndef {guard}\n#define {guard}\n" in header:
            header = header.replace(f"#ifndef {guard}\n#define {guard}\n", "").removesuffix("#endif\n")
        depth = 0  # of #if; what is included within one would be missing elsewhere
        for line in header.splitlines():
            depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
            found = INCLUDE.match(line)
            if found and depth > 0 and not found[1].endswith(".h"):  # no header has one of C elsewhere
                sys.exit(f"{name}: includes <{found[1]}> within #if, which one file cannot repeat")
            if not found or depth > 0:
                if not re.match(r"\s*#\s*pragma once", line):
                    lines.append(line)
            elif found[1].startswith("attn"):
                lines.append(self.expanded(found[1]).rstrip("\n"))
            elif found[1].startswith("boost/hana/"):
                self.hana.add(found[1])
            else:
                self.standard.add(found[1])
        text = "\n".join(lines) + "\n"
        return text.replace("boost::hana::", "attn::hana_names::")


def version_of(include: Path) -> list[str]:
    return re.findall(r"#define ATTN_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)",
                      (include / "attn" / "version.hpp").read_text(encoding="utf-8"))


def whole_library(include: Path) -> list[str]:
    """The headers that attn/all.hpp includes, but for those that print."""
    text = (include / "attn" / "all.hpp").read_text(encoding="utf-8")
    return [name for name in INCLUDE_LINES.findall(text) if name != "attn/io.hpp"]


def single_file(root: Path, comments: bool, headers: list[str]) -> str:
    include = root / "include"
    version = version_of(include)
    library = File(include)
    # The checks of the compiler come first, where it can still say what is missing.
    requirements = library.expanded("attn/detail/requirements.hpp")
    body = "".join(library.expanded(name) for name in headers or whole_library(include))
    io = File(include)
    io.done = set(library.done)
    printing = "" if headers else io.expanded("attn/io.hpp")
    if io.hana:
        sys.exit("a header of io/ includes Hana")

    def includes(names: set[str]) -> str:
        return "".join(f"#include <{name}>\n" for name in sorted(names))

    cleaned = (lambda text: text) if comments else without_comments
    part = f", this part: {', '.join(headers)}" if headers else ""
    with_io = lambda text: f"#if defined(ATTN_SINGLE_IO)\n{text}#endif\n" if text else ""
    hana = cleaned(WITHOUT_HANA.replace("HANA_INCLUDES", includes(library.hana).rstrip("\n")))
    return (f"""\
// SPDX-License-Identifier: BSL-1.0
// attn {'.'.join(version)}: attention you can static_assert, in one file{'' if comments else ', without comments'}{part}.
// Generated by cmake/single_file.py; the headers that it was made of have the documentation.
// ATTN_SINGLE_IO, defined before this file, adds printing and files; ATTN_WITHOUT_HANA ignores Boost.Hana.
#pragma once
{cleaned(requirements)}\
{includes(library.standard)}\
{with_io(includes(io.standard - library.standard))}\
{hana if library.hana else ""}\
{cleaned(body)}\
{with_io(cleaned(printing) if printing else "")}""")


def program(path: Path, root: Path, comments: bool) -> str:
    """A program after the headers of the library that it includes; its own headers are included in place."""
    headers: list[str] = []
    done: set[Path] = set()

    def expanded(file: Path) -> str:
        if file.resolve() in done:
            return ""
        done.add(file.resolve())
        lines = []
        for line in file.read_text(encoding="utf-8").splitlines():
            own = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            found = INCLUDE.match(line)
            if own:
                lines.append(expanded(file.parent / own[1]).rstrip("\n"))
            elif found and found[1].startswith("attn"):
                headers.append(found[1])
            elif not re.match(r"\s*#\s*pragma once", line):
                lines.append(line)
        return "\n".join(lines) + "\n"

    text = expanded(path)
    single = single_file(root, comments, headers)
    single = re.sub(r"#pragma (?:once|GCC system_header)\n", "", single)  # which are for headers
    return f"{single}// --- {path.name} ---\n{text}"


def directory(path: Path, root: Path, single: str) -> None:
    """One header for each that the library has; the headers of io/ switch printing on."""
    path.mkdir(parents=True, exist_ok=True)
    # ATTN_SINGLE_IO must come before the file: in this directory all of it is compiled.
    (path / "attn.hpp").write_text(single.replace("#pragma once\n", "#pragma once\n#define ATTN_SINGLE_IO\n", 1),
                                   encoding="utf-8")
    for header in sorted((root / "include" / "attn").rglob("*.hpp")):
        stand_in = path / header.relative_to(root / "include")
        stand_in.parent.mkdir(parents=True, exist_ok=True)
        stand_in.write_text("#pragma once\n#include <attn.hpp>\n", encoding="utf-8")


def libraries(root: Path, repository: str) -> str:
    """What Compiler Explorer needs: headers only, so nothing is built."""
    version = ".".join(version_of(root / "include"))
    digits = version.replace(".", "")
    return f"""\
# In the repository compiler-explorer/infra, bin/yaml/libraries.yaml:
libraries:
  c++:
    attn:
      build_type: none
      check_file: include/attn.hpp
      lib_type: headeronly
      repo: {repository}
      target_prefix: v
      targets:
      - {version}
      type: github
# In compiler-explorer/compiler-explorer, etc/config/c++.amazon.properties: attn in the list libs=, and
# libs.attn.name=attn
# libs.attn.description=Attention you can static_assert
# libs.attn.url=https://github.com/{repository}
# libs.attn.versions={digits}
# libs.attn.versions.{digits}.version={version}
# libs.attn.versions.{digits}.path=/opt/compiler-explorer/libs/attn/v{version}/include
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's directory")
    parser.add_argument("--output", type=Path, metavar="FILE")
    parser.add_argument("--for", type=Path, dest="program", metavar="PROGRAM.cpp")
    parser.add_argument("--directory", type=Path, metavar="DIR")
    parser.add_argument("--header", action="append", default=[], metavar="attn/DIR/NAME.hpp")
    parser.add_argument("--libraries", metavar="OWNER/NAME")
    parser.add_argument("--comments", action="store_true")
    arguments = parser.parse_args()
    if arguments.libraries:
        text = libraries(arguments.root, arguments.libraries)
    else:
        text = single_file(arguments.root, arguments.comments, arguments.header)
        if arguments.directory:
            directory(arguments.directory, arguments.root, text)
            return 0
        if arguments.program:
            text = program(arguments.program, arguments.root, arguments.comments)
    if arguments.output:
        arguments.output.write_text(text, encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check the layout: every header in its directory, with its tests and its page, and nothing heavy in it.

    check_layout.py [ROOT]         one line per problem; exits with 1 if there is any
    check_layout.py --self-test    shows, in a temporary layout, that each kind of problem is found

A public header is include/attn/<directory>/<name>.hpp. It has two mirrors, and a mirror counts only if
it names every function, constant, class and concept that the header offers:

    static_tests/<directory>/<name>.hpp, its behaviours, proved by the compiler, or files there that have behaviours
        of the header and name it: attn/<directory>/<name>.hpp (what only a run can show is
        in runtime_tests/<directory>/<name>.cpp, whose names count too); at least one is executed where the header
        calls detail/runtime/, by itself or by a header of its directory's detail/
    docs/reference/<directory>/<name>.md

What a header defines carries ATTN_ABI (abi_tags.py --fix adds it). It is in one umbrella header: attn.hpp, which
includes nothing of the others, or one of include/attn/*.hpp, which all.hpp includes. include/attn.cppm, the module,
includes all.hpp, and before that all that the headers include of others. Pages link to files and headings that exist, and docs/index.md to every page of the reference.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import abi_tags

# The order of dependency: an include points at the same directory or at one further up.
DIRECTORIES = ("rules axes tensor math scalars ops random text layers attention recurrent models learning io"
         .split())
FIRST_THAT_SEES_DETAIL = "tensor"
DETAIL_SEES = ("detail", "math")

HEAVY = {"iostream", "string", "vector", "algorithm", "cmath", "format", "map", "random",
         "functional", "boost/hana.hpp"}
MAX_LINES = 500
MAX_COLUMNS = 100

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
RELATIVE_INCLUDE = re.compile(r'^\s*#\s*include\s*"(?!attn/)([^"]+)"', re.MULTILINE)


# --- What a header offers -------------------------------------------------------------------------

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|^\s*#(?:\\\n|[^\n])*|"(?:\\.|[^"\\])*"|'
                      r"'(?:\\.|[^'\\])+'|\[\[.*?\]\]", re.DOTALL | re.MULTILINE)
NAMESPACE = re.compile(r"\b(?:inline\s+)?namespace\s*([\w:]*)\s*$")
# In this order: the first that matches tells what a declaration declares.
KINDS = [re.compile(pattern) for pattern in (
    r"\bconcept\s+(\w+)\s*=",
    r"\b(?:class|struct|enum(?:\s+class)?)\s+(?:alignas\s*\(.*?\)\s*)?(\w+)\s*(?:final\b|:|$)",
    r"^(?:template\b.*?)?\busing\s+\w+\s*=()",  # an alias is checked by what uses it
    r"^inline\s+constexpr\b[^(=]*?\b(\w+)\s*(?:=|$)",
    r"(?<![\w:])(?!ATTN_|requires\b|sizeof\b|decltype\b|noexcept\b|alignas\b|explicit\b|static_assert\b)"
    r"([a-z]\w*)\s*\(",
)]


def declarations(header: str) -> Iterator[tuple[str, bool]]:
    """The declarations at the scope of a public namespace: the text of each up to its body or its
    semicolon, and whether it has a body."""
    code = NOT_CODE.sub(lambda found: '""' if found[0][0] == '"' else " ", header)
    scopes: list[str] = []  # of every open brace, the name of its namespace, or ""
    text = ""
    for token in re.findall(r"[{};]|[^{};]+", code):
        public = all(scope and "detail" not in scope.split("::") for scope in scopes)
        if token == "{":
            namespace = NAMESPACE.search(text) if public else None
            if public and not namespace:
                yield text, True
            scopes.append(namespace[1] if namespace else "")
            text = ""
        elif token == "}":
            if scopes:
                scopes.pop()
            text = ""
        elif token == ";":
            if public:
                yield text, False
            text = ""
        else:
            text += token


def without_template_heads(text: str) -> str:
    """`template <class T, int N = f(1)> requires(C<T>) auto f(T)` is only `auto f(T)`."""
    while found := re.match(r"\s*(template\s*(?=<)|requires\s*(?=\())", text):
        opening, closing = "<>" if found[1].startswith("template") else "()"
        depth, at = 0, found.end()
        while at < len(text):
            depth += (text[at] == opening) - (text[at] == closing and text[at - 1] != "-")
            at += 1
            if depth == 0:
                break
        text = text[at:]
    return text.strip()


def offers(header: str) -> set[str]:
    """The names that a user finds in a header. Operators, aliases and specialisations have none of
    their own, and a class that is declared only is a word for diagnostics."""
    names = set()
    for text, has_body in declarations(header):
        text = re.sub(r"\((\w+)\)\s*\(", r" \1(", without_template_heads(text))  # (max)(a, b)
        if "operator" in text or not (has_body or re.search(r"[=(]", text)):
            continue
        for kind in KINDS:
            if found := kind.search(text):
                names.add(found[1])
                break
    return names - {""}


# --- What a layout must have ----------------------------------------------------------------------

def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def behaviours_of(root: Path, directory: str, name: str) -> list[str]:
    """The files with the behaviours of a header: of the same name, and those that name the header."""
    header = re.compile(rf"\battn/{directory}/{name}\.hpp\b")
    files = [path for path in sorted((root / "static_tests" / directory).glob("*.hpp"))
             if path.stem == name or header.search(read(path))]
    return [path.relative_to(root).as_posix() for path in files] or [f"static_tests/{directory}/{name}.hpp"]


def mirrors(root: Path, directory: str, name: str) -> Iterator[tuple[str, str]]:
    """The mirrors of a header, each with the text in which the header's names must appear."""
    behaviours = behaviours_of(root, directory, name)
    runtime = f"runtime_tests/{directory}/{name}.cpp"
    page = f"docs/reference/{directory}/{name}.md"
    yield behaviours[0], "\n".join(read(root / file) for file in [*behaviours, runtime])
    yield page, read(root / page)


def missing_mirrors(root: Path, directory: str, name: str, header: str) -> Iterator[str]:
    names = sorted(offers(header))
    for mirror, text in mirrors(root, directory, name):
        if not (root / mirror).is_file():
            yield f"has no {mirror}"
        elif missing := [each for each in names if not re.search(rf"\b{each}\b", text)]:
            yield f"{mirror} does not name {', '.join(missing)}"


CALLS_RUNTIME = re.compile(r"#include <attn/detail/runtime/")
EXECUTED = re.compile(r"\bexecuted(<[^(]*>)?\(")


def calls_runtime(include: Path, directory: str, inside: str) -> bool:
    seen, waiting = set(), [inside]
    while waiting:
        header = read(include / waiting.pop())
        if CALLS_RUNTIME.search(header):
            return True
        own = {h for h in INCLUDE.findall(header) if h.startswith(f"attn/{directory}/detail/")} - seen
        seen |= own
        waiting += own
    return False


def may_see(directory: str, other: str) -> bool:
    if directory == "detail":
        return other in DETAIL_SEES
    if other == "detail":
        return DIRECTORIES.index(directory) >= DIRECTORIES.index(FIRST_THAT_SEES_DETAIL)
    return other in DIRECTORIES and DIRECTORIES.index(other) <= DIRECTORIES.index(directory)


def bad_includes(directory: str, header: str) -> Iterator[str]:
    for included in INCLUDE.findall(header):
        if included in HEAVY and directory != "io":
            yield f"includes <{included}>, which is for io/ only"
        match included.split("/"):
            case ["attn.hpp"] | ["attn", _] if included != "attn/version.hpp":
                yield f"includes {included}, which is for users"
            case ["attn", "detail", "abi.hpp" | "element.hpp"]:
                pass  # what every function needs, and the element types that the rules are about
            case ["attn", other, *_, _] if not may_see(directory, other):
                yield f"includes {included}, which {directory}/ must not see"
    for relative in RELATIVE_INCLUDE.findall(header):
        yield f'includes "{relative}", not by its path from attn/ on'


def guard_of(inside: str) -> str:
    """The guard of a header that is included again for other instruction sets."""
    return re.sub(r"\W", "_", inside).upper()


def is_guarded(inside: str, header: str) -> bool:
    guard = guard_of(inside)
    return f"\n#ifndef {guard}\n#define {guard}\n" in header and header.endswith("\n\n#endif\n")


def wrong_repetition(include: Path) -> Iterator[str]:
    """Whether detail/dispatch.hpp repeats the headers that have kernels, and only them: what the kernels
    include and what includes detail/isa.hpp."""
    target = "attn/detail/dispatch_target.hpp"
    repeated = reached(include, target) - {"attn/detail/dispatch.hpp", target}
    kernels = {header for header in repeated
               if header == "attn/detail/isa.hpp" or "attn/detail/isa.hpp" in reached(include, header)}
    guarded = {path.relative_to(include).as_posix() for path in sorted(include.rglob("*.hpp"))
               if is_guarded(path.relative_to(include).as_posix(), read(path))}
    yield from (f"include/{header}: detail/dispatch.hpp includes it again, and it has `#pragma once`"
                for header in sorted(kernels - guarded))
    yield from (f"include/{header}: has a guard, and detail/dispatch.hpp does not include it again"
                for header in sorted(guarded - kernels))
    expected = sorted(map(guard_of, guarded))
    dispatch = read(include / "attn/detail/dispatch.hpp")
    for what, text, pattern in (("push_macro", dispatch, r'push_macro\("(\w+_HPP)"\)'),
                                ("pop_macro", dispatch, r'pop_macro\("(\w+_HPP)"\)'),
                                ("#undef", read(include / target), r"#undef (\w+_HPP)")):
        if sorted(re.findall(pattern, text)) != expected:
            yield f"include/attn/detail/dispatch*.hpp: not every guard, and no other, has its {what}"
    shared = {header for start in INCLUDE.findall(dispatch) if start.startswith("attn") and start != target
              for header in (start, *reached(include, start))}
    yield from (f"include/attn/detail/dispatch.hpp: does not include <{header}> before the kernels"
                for header in sorted(repeated - kernels - shared))


def bad_form(inside: str, header: str) -> Iterator[str]:
    lines = header.splitlines()
    if not lines or lines[0] != "// SPDX-License-Identifier: BSL-1.0":
        yield "does not begin with its SPDX line"
    if "#pragma once" not in lines and not is_guarded(inside, header) and \
            inside != "attn/detail/dispatch_target.hpp":  # included once for each instruction set
        yield "has no #pragma once"
    if len(lines) > MAX_LINES:
        yield f"has {len(lines)} lines: more than one concept?"
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_COLUMNS:
            yield f"line {number} has {len(line)} columns"


# Where nothing is computed in floating-point numbers.
WITHOUT_ARITHMETIC = re.compile(r"attn/(axes|rules|text|detail/pattern)/|attn/detail/config\.hpp$")
STRICT = re.compile(r"\nATTN_STRICT_FP_BEGIN\nnamespace attn\b.*\nATTN_STRICT_FP_END\n", re.DOTALL)


def not_strict(inside: str, header: str) -> Iterator[str]:
    if WITHOUT_ARITHMETIC.match(inside) or not re.search(r"^namespace attn\b", header, re.MULTILINE):
        return
    if not STRICT.search(header):
        yield "is not between ATTN_STRICT_FP_BEGIN and ATTN_STRICT_FP_END (detail/config.hpp)"


def incomplete_module(include: Path) -> Iterator[str]:
    """What attn.cppm must include: before the module begins, all that the headers include of others;
    in the module, all that a user includes."""
    begins, _, inside = read(include / "attn.cppm").partition("\nexport module attn;\n")
    of_others = {included for path in include.rglob("*.hpp") for included in INCLUDE.findall(read(path))
                 if not included.startswith("attn")}
    for missing in sorted(of_others - set(INCLUDE.findall(begins))):
        yield f"does not include <{missing}> before the module begins"
    if "attn/all.hpp" not in INCLUDE.findall(inside):
        yield "does not include <attn/all.hpp> in the module"


def umbrellas(include: Path) -> dict[str, list[str]]:
    """The headers that only include others, and what they include, but for all.hpp."""
    headers = [include / "attn.hpp", *sorted(include.glob("attn/*.hpp"))]
    return {path.relative_to(include).as_posix(): INCLUDE.findall(read(path)) for path in headers
            if path.name not in ("version.hpp", "all.hpp")}


def reached(include: Path, header: str) -> set[str]:
    """The headers of the library that this one includes, directly or through others."""
    seen, waiting = set(), [header]
    while waiting:
        new = {h for h in INCLUDE.findall(read(include / waiting.pop())) if h.startswith("attn")} - seen
        seen |= new
        waiting += new
    return seen


def wrong_umbrellas(include: Path) -> Iterator[str]:
    """Whether all.hpp has all umbrellas, and attn.hpp nothing of the others."""
    contents = umbrellas(include)
    core = contents.pop("attn.hpp")
    for missing in sorted({"attn.hpp", *contents} - set(INCLUDE.findall(read(include / "attn/all.hpp")))):
        yield f"include/attn/all.hpp: does not include <{missing}>"
    reachable = reached(include, "attn.hpp")
    for name, included in sorted(contents.items()):
        if "attn.hpp" not in included:
            yield f"include/{name}: does not include <attn.hpp>"
        yield from (f"include/attn.hpp: includes {header}, which is in {name}, directly or through another header"
                    for header in sorted(reachable & set(included) - set(core)))


def problems(root: Path) -> Iterator[str]:
    include = root / "include"
    yield from (f"include/attn.cppm {problem}" for problem in incomplete_module(include))
    yield from wrong_umbrellas(include)
    yield from wrong_repetition(include)
    contents = [header for included in umbrellas(include).values() for header in included]
    for path in sorted(include.rglob("*.hpp")):
        header = read(path)
        inside = path.relative_to(include).as_posix()
        found = [*bad_form(inside, header), *not_strict(inside, header)]
        match inside.split("/"):
            case ["attn.hpp"]:
                pass
            case ["attn", name] if name in ("version.hpp", "all.hpp") or "attn.hpp" in INCLUDE.findall(header):
                pass
            case ["attn", "detail", *_]:
                found += bad_includes("detail", header)
            case ["attn", directory, "detail", _] if directory in DIRECTORIES:  # what only it needs
                found += bad_includes(directory, header)
            case ["attn", directory, name] if directory in DIRECTORIES:
                found += bad_includes(directory, header)
                found += missing_mirrors(root, directory, name.removesuffix(".hpp"), header)
                tests = behaviours_of(root, directory, name.removesuffix(".hpp"))
                if calls_runtime(include, directory, inside) and not any(
                        EXECUTED.search(read(root / test)) for test in tests):
                    found.append(f"calls detail/runtime/, but {tests[0]} executes nothing")
                if contents.count(inside) != 1:
                    found.append(f"is in {contents.count(inside)} umbrella headers, not in one")
            case _:
                found.append("is in no directory of the layout")
        yield from (f"include/{inside}: {problem}" for problem in found)
    yield from abi_tags.problems(root)


# --- Pages ------------------------------------------------------------------------------------------

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE = re.compile(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")  # in a line; [](auto) is a lambda there, and no link
LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)")
FENCED = re.compile(r"^(`{3,}).*?^\1", re.DOTALL | re.MULTILINE)


def headings(page: str) -> set[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.*)$", FENCED.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def dead_links(page: Path) -> Iterator[str]:
    # What is in a comment is for the site, whose own check follows its links.
    for target, heading in LINK.findall(CODE.sub("`", COMMENT.sub("", FENCED.sub("", read(page))))):
        to = page.parent / target if target else page
        if not to.exists():
            yield f"links to {target}, which is not there"
        elif heading and heading not in headings(read(to)):
            yield f"links to #{heading}, which {to.name} has not"


def indented_blocks(page: str) -> Iterator[int]:
    """The lines at which a block of text begins that is only indented: who wraps a page would wrap it as well."""
    in_list, before = False, ""
    text = FENCED.sub(lambda found: "```" + "\n" * found[0].count("\n"), page)
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(r"(?:[-*+]|\d+\.) ", line):
            in_list = True
        elif line.strip() and not line.startswith(" "):
            in_list = False
        # An assertion is a comment in the prose, which a fence would hide.
        if line.startswith("    ") and not before.strip() and not in_list and "<!-- assert" not in line:
            yield number
        before = line


UMBRELLA_OF_BLOCK = re.compile(r"^#include <(attn/[a-z]+\.hpp)>", re.MULTILINE)


def sentence_of_umbrellas(needed: set[str]) -> str:
    *others, last = (f"`#include <{header}>`" for header in sorted(needed))
    return f"Needs {', '.join(others)}{' and ' if others else ''}{last}."


def umbrellas_not_stated(contents: dict[str, list[str]], inside: str, page: str) -> Iterator[str]:
    """A page about a header that attn.hpp leaves out, and a lesson or cards that include one, say so at the top."""
    header = f"attn/{inside.removeprefix('reference/').removesuffix('.md')}.hpp"
    own = {name for name, included in contents.items() if header in included}
    if not inside.startswith(("reference/", "tour/", "errors/")):
        return
    needed = (own or set(UMBRELLA_OF_BLOCK.findall(page))) - {"attn.hpp", "attn/version.hpp"}
    stated = re.findall(r"^Needs `.*$", page.partition("\n```")[0], re.MULTILINE)
    if stated != ([sentence_of_umbrellas(needed)] if needed else []):
        yield f"must {f'state at the top: {sentence_of_umbrellas(needed)}' if needed else 'need attn.hpp only'}"


def problems_of_pages(root: Path) -> Iterator[str]:
    index = root / "docs" / "index.md"
    contents = umbrellas(root / "include")
    for page in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        name = page.relative_to(root).as_posix()
        yield from (f"{name}: {problem}" for problem in dead_links(page))
        yield from (f"{name}:{line}: an indented block must be fenced, as ```text"
                    for line in indented_blocks(read(page)))
        inside = name.removeprefix("docs/")
        yield from (f"{name}: {problem}" for problem in umbrellas_not_stated(contents, inside, read(page)))
        if inside.startswith("reference/") and not re.search(rf"\({inside}[)#]", read(index)):
            yield f"{name}: docs/index.md does not link to it"


# --- The self-test --------------------------------------------------------------------------------

GOOD_HEADER = '''\
// SPDX-License-Identifier: BSL-1.0
// A comment that declares nothing: void comment();
#pragma once

#include <cstddef>

#include <attn/tensor/tensor.hpp>
#include <attn/detail/kernel.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
ATTN_ABI constexpr int hidden(int x) { return x; }
}  // namespace detail

template <class T>
struct only_declared;

struct options {
  ATTN_ABI constexpr int member() const { return 1; }
};

template <class T>
concept softmaxable = requires(T x) { x.size(); };

inline constexpr options defaults{};
inline constexpr bool by_call = detail::hidden(1);

template <class T, class U = decltype(detail::hidden(1))>
  requires(sizeof(T) > 0)
[[nodiscard]] ATTN_ABI constexpr auto softmax(const T& x) {
  static_assert(sizeof(T) > 0, "attn::softmax(x): not_a_name(x)");
  if (x) return detail::hidden(2);
  return 0;
}

ATTN_INLINE constexpr bool operator==(const options&, const options&) { return true; }

namespace math {
ATTN_INLINE constexpr double scale(double x) { return detail::hidden(3) * x; }
ATTN_INLINE constexpr double(largest)(double x) { return x; }
}  // namespace math

}  // namespace attn
ATTN_STRICT_FP_END
'''
GOOD_NAMES = {"options", "softmaxable", "defaults", "by_call", "softmax", "scale", "largest"}
HEAD = "// SPDX-License-Identifier: BSL-1.0\n#pragma once\n"
GOOD_LAYOUT = {
    "include/attn/detail/dispatch.hpp": HEAD,
    "include/attn/detail/dispatch_target.hpp": HEAD,
    "include/attn.hpp": HEAD + "#include <attn/ops/softmax.hpp>\n#include <attn/tensor/tensor.hpp>",
    "include/attn/io.hpp": HEAD + "#include <attn.hpp>\n#include <attn/io/print.hpp>",
    "include/attn/all.hpp": HEAD + "#include <attn.hpp>\n#include <attn/io.hpp>",
    "include/attn.cppm": "module;\n#include <cstddef>\n#include <string>\n\nexport module attn;\n"
                         "#include <attn/all.hpp>\n",
    "include/attn/version.hpp": HEAD,
    "include/attn/detail/kernel.hpp": HEAD + "#include <attn/math/exp.hpp>",
    "include/attn/tensor/tensor.hpp": HEAD + "ATTN_STRICT_FP_BEGIN\nnamespace attn {\nstruct tensor {};\n}\nATTN_STRICT_FP_END\n",
    "include/attn/io/print.hpp": HEAD + "#include <string>",
    "include/attn/ops/softmax.hpp": GOOD_HEADER,
    "static_tests/ops/softmax.hpp": " ".join(sorted(GOOD_NAMES - {"softmax"})),
    "runtime_tests/ops/softmax.cpp": "softmax",
    "docs/reference/ops/softmax.md": " ".join(sorted(GOOD_NAMES)),
    "static_tests/tensor/tensor.hpp": "tensor",
    "docs/reference/tensor/tensor.md": "tensor\n## Words, of *it*\n",
    "static_tests/io/texts.hpp": "// What attn/io/print.hpp promises.",
    "docs/reference/io/print.md": "Needs `#include <attn/io.hpp>`.",
    "docs/index.md": "[s](reference/ops/softmax.md) [t](reference/tensor/tensor.md#words-of-it) "
                     "[p](reference/io/print.md) [far](https://example.org/x.md)",
    "README.md": "[all](docs/index.md)\n```\n[no link](x.md)\n```",
}
SOFTMAX = "include/attn/ops/softmax.hpp"
# What is done to the good layout (a text of None: the file is taken away), and what must be said.
BAD_HOUSES: list[tuple[str, str | None, str]] = [
    ("static_tests/ops/softmax.hpp", None, "has no static_tests/ops/softmax.hpp"),
    ("static_tests/io/texts.hpp", "// What attn/io/print_all.hpp promises.",
     "has no static_tests/io/print.hpp"),
    ("docs/reference/ops/softmax.md", None, "has no docs/reference/ops/softmax.md"),
    ("runtime_tests/ops/softmax.cpp", None, "static_tests/ops/softmax.hpp does not name softmax"),
    ("docs/reference/ops/softmax.md", "log_softmax", "does not name by_call, defaults, largest"),
    ("include/attn.hpp", HEAD, "is in 0 umbrella headers"),
    ("include/attn/io.hpp", HEAD + "#include <attn.hpp>\n#include <attn/io/print.hpp>\n#include <attn/ops/softmax.hpp>",
     "is in 2 umbrella headers"),
    ("include/attn/io.hpp", HEAD + "#include <attn/io/print.hpp>", "does not include <attn.hpp>"),
    ("include/attn/all.hpp", HEAD + "#include <attn.hpp>", "does not include <attn/io.hpp>"),
    ("include/attn.cppm", "module;\n#include <cstddef>\n#include <string>\n\nexport module attn;\n",
     "does not include <attn/all.hpp>"),
    (SOFTMAX, GOOD_HEADER.replace("<attn/detail/kernel.hpp>", "<attn/io/print.hpp>"),
     "include/attn.hpp: includes attn/io/print.hpp, which is in attn/io.hpp"),
    ("include/attn/tensor/tensor.hpp", HEAD + "namespace attn {\nstruct tensor {};\n}",
     "is not between ATTN_STRICT_FP_BEGIN and ATTN_STRICT_FP_END"),
    ("include/attn/odd/x.hpp", HEAD, "is in no directory of the layout"),
    ("include/attn/io/x.hpp", HEAD, "is in 0 umbrella headers"),
    ("include/attn/io/print.hpp", HEAD + "#include <map>", "attn.cppm does not include <map> before"),
    ("include/attn/x.hpp", HEAD, "is in no directory of the layout"),
    ("include/attn/tensor/tensor.hpp", HEAD + "#include <attn/ops/softmax.hpp>", "must not see"),
    ("include/attn/axes/axis.hpp", HEAD + "#include <attn/detail/kernel.hpp>", "must not see"),
    ("include/attn/detail/kernel.hpp", HEAD + '#include "attn/tensor/tensor.hpp"', "must not see"),
    ("include/attn/detail/kernel.hpp", HEAD + "#include <boost/hana.hpp>", "for io/ only"),
    ("include/attn/detail/kernel.hpp", HEAD + "#include <attn.hpp>", "which is for users"),
    ("include/attn/detail/kernel.hpp", HEAD + '#include "../math/exp.hpp"', "not by its path"),
    (SOFTMAX, GOOD_HEADER.replace("<cstddef>", "<algorithm>"), "includes <algorithm>"),
    (SOFTMAX, GOOD_HEADER.replace("<attn/detail/kernel.hpp>", "<attn/detail/runtime/softmax.hpp>"),
     "calls detail/runtime/, but static_tests/ops/softmax.hpp executes nothing"),
    (SOFTMAX, GOOD_HEADER.replace("#pragma once", ""), "has no #pragma once"),
    ("include/attn/detail/dispatch_target.hpp", HEAD + "#undef ATTN_OPS_SOFTMAX_HPP\n", "has its #undef"),
    ("include/attn/detail/dispatch_target.hpp", HEAD + "#include <attn/detail/kernel.hpp>\n",
     "does not include <attn/detail/kernel.hpp> before the kernels"),
    (SOFTMAX, GOOD_HEADER.replace("SPDX-", ""), "does not begin with its SPDX line"),
    (SOFTMAX, GOOD_HEADER.replace("ATTN_ABI ", ""), "without ATTN_ABI: constexpr int hidden"),
    (SOFTMAX, GOOD_HEADER + "\n" * MAX_LINES, "lines: more than one concept?"),
    (SOFTMAX, GOOD_HEADER + "// " + "x" * MAX_COLUMNS, "columns"),
    ("docs/reference/io/print.md", "", "must state at the top: Needs `#include <attn/io.hpp>`."),
    ("docs/tour/01.md", "```cpp\n#include <attn/io.hpp>\n```", "must state at the top: Needs `#include <attn/io.hpp>`."),
    ("docs/tour/01.md", "Needs `#include <attn/io.hpp>`.\n", "must need attn.hpp only"),
    ("README.md", "[gone](docs/gone.md)", "links to docs/gone.md"),
    ("README.md", "A formula:\n\n    x = y\n\n- an item\n\n    of a list", "README.md:3: an indented block"),
    ("docs/reference/tensor/tensor.md", "tensor\n# Another heading", "links to #words-of-it"),
    ("docs/index.md", "[s](reference/ops/softmax.md)", "tensor.md: docs/index.md does not link"),
]


def problems_of(files: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return [*problems(Path(root)), *problems_of_pages(Path(root))]


def self_test() -> Iterator[str]:
    yield from abi_tags.self_test()
    if (names := offers(GOOD_HEADER)) != GOOD_NAMES:
        yield f"a header offers {sorted(GOOD_NAMES)}, but {sorted(names)} were found"
    yield from (f"in a good layout: {problem}" for problem in problems_of(GOOD_LAYOUT))
    for name, text, expected in BAD_HOUSES:
        changed = {**GOOD_LAYOUT, name: text}
        found = problems_of({path: text for path, text in changed.items()
                                   if text is not None})
        if not any(expected in problem for problem in found):
            yield f"changing {name}: expected `{expected}`, found {found}"


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        found = list(self_test())
    else:
        root = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).parents[1]
        found = [*problems(root), *problems_of_pages(root)]
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The declarations of a header, as they stand there, folded on its page of the reference.

    declarations.py               fails if a page has not what its header declares
    declarations.py --write       writes it into the pages
    declarations.py HEADER.hpp    prints it
    declarations.py --self-test   each public header's names are all declared in what is shown

A page has declarations in short: how a call is written. Below them are the template parameters, constraints
and result types, without bodies and without ATTN_ABI, which every function has.
"""

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
import check_layout  # noqa: E402

COLUMNS = 90
SHORT = re.compile(r"^<!-- illustration: declarations in short -->\n```cpp\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
BEGIN, END = "<!-- declarations: written by declarations.py -->", "<!-- end of declarations -->"
WRITTEN = re.compile(rf"\n{BEGIN}\n.*?\n{END}\n", re.DOTALL)


def split_heads(text: str) -> Iterator[str]:
    """`template <…>` and `requires …` heads, each a line of its own, and then the rest."""
    while found := re.match(r"(template ?(?=<)|requires ?(?=\())", text):
        opening, closing = "<>" if found[1].startswith("template") else "()"
        depth, at = 0, found.end()
        while at < len(text):
            depth += (text[at] == opening) - (text[at] == closing and text[at - 1] != "-")
            at += 1
            if depth == 0 and not text[at:].lstrip().startswith(("&&", "||")):
                break
        yield text[:at]
        text = text[at:].lstrip()
    if found := re.match(r"requires (?:(?! constexpr | inline ).)+(?= (?:constexpr|inline) )", text):
        yield found[0]
        text = text[found.end():].lstrip()
    yield text


def shown(text: str, has_body: bool) -> str:
    """A declaration on as many lines as it needs, without its body or its value."""
    text = " ".join(re.sub(r"\bATTN_\w+\b(?!\()", "", text).split())
    text = re.sub(r"^(?:ATTN_\w+\((?:[^()]|\([^()]*\))*\) *)+", "", text)  # macros that stand before it
    *heads, rest = split_heads(text)
    rest = re.sub(r"(\bconcept \w+) = .*", r"\1 = …", rest)
    rest = re.sub(r"^((?:inline )?constexpr [^(=]*?) ?=.*", r"\1", rest)
    rest = re.sub(r"(\)[^:()]*?) : \w+\(.*", r"\1", rest)  # the initialisers of a constructor
    if re.search(r"\b(struct|class|enum|union)\b", rest.split("(")[0]) and has_body:
        rest += " { … }"
    lines = [line for part in [*heads, rest + ";"]
             for line in textwrap.wrap(part, COLUMNS, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)]
    return "\n".join(lines)


def name_of(text: str) -> str:
    return next(iter(check_layout.offers("namespace attn {" + text + ";}")), "")


def declarations(header: str) -> list[tuple[str, str]]:
    """The names that a user finds in a header, each with a declaration; a function has one for each overload."""
    names = check_layout.offers(header)
    found: list[tuple[str, str]] = []
    for text, has_body in check_layout.declarations(header):
        declared = check_layout.offers("namespace attn {" + text + (" {}" if has_body else ";") + "}")
        for name in declared & names:
            found.append((name, shown(text, has_body)))
    return list(dict.fromkeys(found))


def folded(texts: list[str]) -> str:
    return "\n".join(["", BEGIN, "<details>", "<summary>As declared in the header</summary>", "",
                      "<!-- illustration: declarations of the header -->", "```cpp", "\n\n".join(texts), "```", "",
                      "</details>", END, ""])


def with_declarations(page: str, header: str) -> str:
    """The page, with what the header declares folded below each block of declarations in short that has the
    names; names of no block are below the first one, and without a block they are at the end."""
    page = WRITTEN.sub("", page)
    blocks = list(SHORT.finditer(page))
    places = [(block[1], block.end()) for block in blocks] or [("", len(page))]
    belong: list[list[str]] = [[] for _ in places]
    for name, text in declarations(header):
        word = re.compile(rf"\b{re.escape(name)}\b")
        at = next((i for i, (short, _) in enumerate(places) if word.search(short)), 0)
        belong[at].append(text)
    for (_, end), texts in reversed(list(zip(places, belong))):
        if texts:
            page = page[:end] + folded(texts) + page[end:]
    return page


def pages() -> list[tuple[Path, str]]:
    """Each page of the reference that has a header, and its text with the declarations of now."""
    found = []
    for page in sorted((ROOT / "docs/reference").rglob("*.md")):
        header = header_of(page.relative_to(ROOT).as_posix())
        if header.is_file():
            text = page.read_text(encoding="utf-8")
            found.append((page, with_declarations(text, header.read_text(encoding="utf-8"))))
    return found


def header_of(page: str) -> Path:
    """docs/reference/ops/softmax.md: include/attn/ops/softmax.hpp."""
    return ROOT / "include/attn" / page.removeprefix("docs/reference/").replace(".md", ".hpp")


def self_test() -> list[str]:
    problems = []
    for header in sorted((ROOT / "include/attn").glob("*/*.hpp")):
        text = header.read_text(encoding="utf-8")
        missing = check_layout.offers(text) - {name for name, _ in declarations(text)}
        if missing:
            problems.append(f"{header.relative_to(ROOT)}: not shown: {', '.join(sorted(missing))}")
    for page, text in pages():
        bare, header = WRITTEN.sub("", text), header_of(page.relative_to(ROOT).as_posix()).read_text(encoding="utf-8")
        if declarations(header) and bare == text:
            problems.append(f"{page.relative_to(ROOT)}: shows no declaration")
        if with_declarations(bare, header) != text:
            problems.append(f"{page.relative_to(ROOT)}: written twice, it is another page")
        changed = header.replace("template <", "template <class Added, ", 1)
        if declarations(changed) != declarations(header) and with_declarations(text, changed) == text:
            problems.append(f"{page.relative_to(ROOT)}: a changed header is not noticed")
    example = ("namespace attn {\ntemplate <axis_selector Axis = -1, class T>\n  requires(C<T> && D<T>)\n"
               "ATTN_ABI constexpr auto f(const T& x) {\n  return x;\n}\nstruct s : t {\n  int x;\n};\n"
               "inline constexpr s some = {1};\ntemplate <class X>\nconcept c = D<X>;\nnamespace detail { int g(int); }\n}")
    expected = [("f", "template <axis_selector Axis = -1, class T>\nrequires(C<T> && D<T>)\nconstexpr auto f(const T& x);"),
                ("s", "struct s : t { … };"), ("some", "inline constexpr s some;"),
                ("c", "template <class X>\nconcept c = …;")]
    if (found := declarations(example)) != expected:
        problems.append(f"self-test: found {found}")
    return problems


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
        print("\n".join(found) or "declarations.py: no problems")
        return 1 if found else 0
    if sys.argv[1:] in ([], ["--write"]):
        behind = [(page, text) for page, text in pages() if page.read_text(encoding="utf-8") != text]
        for page, text in behind:
            if sys.argv[1:]:
                page.write_text(text, encoding="utf-8")
            else:
                print(f"{page.relative_to(ROOT)}: its header declares something else; run docs/site/declarations.py --write")
        return 1 if behind and not sys.argv[1:] else 0
    for argument in sys.argv[1:]:
        print("\n\n".join(text for _, text in declarations(Path(argument).read_text(encoding="utf-8"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

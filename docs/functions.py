#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes functions.md, the alphabetical index of what users call: `functions.py --write`; without it,
functions.py checks that functions.md is what it would write.

The names are those that .ci/check_layout.py finds in the public headers, and requires on their pages: functions,
constants, classes and concepts. A line after a name is the first sentence of the section that declares it, or of
its page."""
import argparse
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
INCLUDE = DOCS.parent / "include" / "attn"
sys.path.insert(0, str(DOCS.parent / ".ci"))
import check_layout  # noqa: E402

HEAD = """# Index of functions

Every function, constant, class and concept of the library, with its page and the page's first sentence.
The directories `rules/` and `math/` are for authors of operations: [the reference](index.md#reference) lists
their pages.

"""
LEFT_OUT = {"rules", "math"}
DECLARATIONS = re.compile(r"<!-- declarations: .*?<!-- end of declarations -->\n", re.DOTALL)  # site/declarations.py


def first_sentence(page: str) -> str:
    text = re.sub(r"^# .*\n+", "", page)
    text = re.sub(r"^Needs `[^\n]*\n+", "", text)  # the header
    paragraph = " ".join(text.split("\n\n", 1)[0].split())
    paragraph = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    found = re.match(r".*?[.:](?= [A-Z`]|$)", paragraph)
    parts = (found[0] if found else paragraph).rstrip(":").replace("|", "\\|").split("`")
    return "`".join(part if i % 2 else part.replace("<", "&lt;") for i, part in enumerate(parts))  # no tag of HTML


def sections(page: str) -> list[tuple[str, str]]:
    """The page as a whole, and its headings of the second level, each with its text; code has no headings."""
    found, fence = [("", "")], False
    for line in page.splitlines(keepends=True):
        fence ^= line.startswith("```")
        if line.startswith("## ") and not fence:
            found.append((line[3:].strip().strip("`"), ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def place_of(name: str, page: str) -> tuple[str, str]:
    """The anchor of the section that describes a name, and its first sentence: the section with the name as its
    title, or else the first one whose first block of code has the name, or whose text has it."""
    word = re.compile(rf"\b{re.escape(name)}\b")

    def declares(text: str) -> bool:
        block = re.search(r"^```cpp\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        return bool(block and word.search(block[1]))

    everything = sections(page)
    order = sorted(everything, key=lambda each: (each[0] != name, not declares(each[1]), not word.search(each[1])))
    for title, text in order:
        sentence = first_sentence(text.strip())
        if sentence and not sentence.startswith(("#", "&lt;!--", "```", "|", "-")):
            anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            return f"#{anchor}" if title else "", sentence
    return "", ""


def index() -> str:
    rows = []
    for header in sorted(INCLUDE.rglob("*.hpp")):
        place = header.relative_to(INCLUDE)
        page = DOCS / "reference" / place.with_suffix(".md")
        if len(place.parts) != 2 or place.parts[0] in LEFT_OUT or not page.is_file():
            continue
        text = DECLARATIONS.sub("", page.read_text(encoding="utf-8"))
        for name in check_layout.offers(header.read_text(encoding="utf-8")):
            if not name.endswith(("_call", "_calls")):
                anchor, sentence = place_of(name, text)
                rows.append((name.lower(), name, page.relative_to(DOCS).as_posix() + anchor, sentence))
    text, letter = HEAD, ""
    for key, name, page, sentence in sorted(set(rows)):
        if key[0] != letter:
            letter = key[0]
            text += f"{'' if text == HEAD else chr(10)}## {letter.upper()}\n\n| Name | Page | |\n|---|---|---|\n"
        text += f"| `{name}` | [{page.removeprefix('reference/').split('.md')[0]}]({page}) | {sentence} |\n"
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    text, page = index(), DOCS / "functions.md"
    if parser.parse_args().write:
        page.write_text(text, encoding="utf-8")
    elif not page.is_file() or page.read_text(encoding="utf-8") != text:
        print("functions.py: functions.md is not what it would write; run docs/functions.py --write")
        return 1
    print(f"functions.py: {text.count(chr(10) + '| `')} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Keeps the pages in Chinese (docs/zh) in step with the English pages, which are the source.

    chinese.py                        fails if a block of code differs, or a section is behind and does not say so;
                                      lists the sections that are behind
    chinese.py --write                copies the blocks of code, and marks the sections that are behind
    chinese.py --translated PAGE.md   records that a page of docs/zh translates the English text of now
    chinese.py --self-test

docs/zh/tour/X.md translates docs/tour/X.md, and docs/zh/README.md translates README.md. Below a heading is

    <!-- english: HEADING @ HASH -->  the section that it translates, and the hash of its English text then
                                      and of the number of its blocks; a path of an exercise instead of a heading:
                                      its comment
    <!-- chinese only -->             a section without an English one

and in the section, in the order of the English page,

    <!-- block -->                    above a block of code or a formula: the next block of the English section. It
                                      is compiled there, and only there
    <!-- own block -->                the next block is translated, so that the hash contains the English one

<!-- without: HEADING --> lists a section that the page leaves out, and <!-- not yet: HEADING -->, which --write adds,
one that is new. docs/zh/errors.md has a row for each card of
docs/errors, in tables that begin with <!-- cards: PAGE -->; a hash is at the end of each row.

Who changes an English page need not know Chinese: --write adds a line to the section that tells its readers."""

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import sentences

DOCS = Path(__file__).resolve().parent
ZH = DOCS / "zh"
WITHOUT_ENGLISH = {"glossary.md"}  # which has English in its rows
LESSONS = "0[1-8]_*.md"

FENCE = re.compile(r"\s*(`{3,})")
HEADING = re.compile(r"#+ (.*)$")
ENGLISH = re.compile(r"<!-- english: (.*?)(?: @ ([0-9a-f]{8}))? -->$")
WITHOUT = r"^<!-- (without|not yet): (.*) -->\n"
BLOCK, OWN, ONLY = "<!-- block -->", "<!-- own block -->", "<!-- chinese only -->"
BEHIND = "> 本节的英文版已经更新，译文尚未跟上；以英文版为准。"
ROW_BEHIND = "（英文卡片已更新）"
NEW_ROW = "（尚未翻译）"
ROW = re.compile(r"^\| \[.*?\]\((\.\./errors/\S+)\).*? \| (.*?)(?: <!-- @ ([0-9a-f]{8}) -->)? \|$")
CARDS = re.compile(r"<!-- cards: (\w+) -->$")
WRITTEN = re.compile(r"^<details>\n<summary>All that .*?</summary>.*?^</details>\n|"
                     r"<!-- \w+: written by .*?<!-- end of \w+ -->", re.DOTALL | re.MULTILINE)


def hash_of(text: str) -> str:
    """Of the words: breaking lines differently is no change."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def pieces(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """("block", its lines) of a fenced block or a formula, ("line", [line]) of others."""
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        end = fence[1] if fence else "$$" if lines[at].strip() == "$$" else ""
        if not end:
            yield "line", [lines[at]]
            at += 1
            continue
        last = next((i for i in range(at + 1, len(lines)) if lines[i].strip() == end), len(lines) - 1)
        yield "block", lines[at:last + 1]
        at = last + 1


def sections(text: str) -> list[tuple[str, list[str]]]:
    """(line of the heading, lines below it) of each section; what comes before the first has no heading."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for kind, lines in pieces(text.split("\n")):
        if kind == "line" and HEADING.match(lines[0]):
            found.append((lines[0], []))
        else:
            found[-1][1].extend(lines)
    return found


def english_sections(text: str) -> dict[str, tuple[str, list[list[str]]]]:
    """Of each heading: the prose, and the blocks, without what programs write."""
    found = {}
    for heading, lines in sections(WRITTEN.sub("", text)):
        parts = list(pieces(lines))
        prose = re.sub(r"<!--.*?-->", "", "\n".join(line[0] for kind, line in parts if kind == "line"), flags=re.DOTALL)
        if heading:
            found[HEADING.match(heading)[1]] = (prose, [block for kind, block in parts if kind == "block"])
    return found


def english_of(page: str, texts: dict[str, str]) -> dict[str, tuple[str, list[list[str]]]]:
    if page == "exercises.md":
        return {name: ("\n".join(re.match(r"(?://.*\n)+", text)[0].replace("//", "").splitlines()), [])
                for name, text in texts.items() if name.endswith(".cpp")}
    return english_sections(texts["README.md" if page == "README.md" else f"docs/{page}"])


def with_blocks(lines: list[str], blocks: list[list[str]]) -> tuple[list[str], list[list[str]], list[str]]:
    """The section with the blocks of the English one, the English blocks that are translated, and problems."""
    out: list[str] = []
    own: list[list[str]] = []
    problems, left, marker = [], list(blocks), ""
    for kind, part in pieces(lines):
        if kind == "line" and part[0].strip() in (BLOCK, OWN):
            marker = part[0].strip()
            if not left:
                problems.append("has more blocks than the English section")
                marker = BLOCK  # and the block goes
                continue
            out += part + (left[0] if marker == BLOCK else [])
            own += [left[0]] if marker == OWN else []
            left = left[1:]
            continue
        if kind == "block":
            if not marker:
                problems.append(f"has a block without a marker: {part[0]}")
            if marker != BLOCK:
                out += part
        else:
            out += part
        marker = ""
    if left:
        problems.append(f"has not all {len(blocks)} blocks of the English section")
        while out and not out[-1].strip():
            out.pop()
        out += [line for block in left for line in ["", BLOCK, *block]] + [""]
    return out, own, problems


def translated_page(page: str, text: str, english: dict, record: bool) -> tuple[str, list[str], list[str]]:
    """The page as it must be, what is wrong with it now, and the sections that are behind."""
    out, problems, seen, behind = [], [], set(), []
    translated = {found[1] for line in text.splitlines() if (found := ENGLISH.match(line))}
    for how, name in re.findall(WITHOUT, text, re.MULTILINE):
        if name not in english or name in translated:
            problems.append(f"leaves out {name}, which is {'translated' if name in translated else 'not there'}")
            text = text.replace(f"<!-- {how}: {name} -->\n", "")
            continue
        seen.add(name)
        behind += [f"{name} is not translated yet"] if how == "not yet" else []
    for heading, lines in sections(text):
        out += [heading] if heading else []
        if not heading or lines and lines[0] == ONLY:
            problems += [f"{heading}: has C++ that no English page compiles" for kind, part in pieces(lines)
                         if kind == "block" and part[0].strip().startswith("```cpp")]
            out += lines
            continue
        marker = ENGLISH.match(lines[0]) if lines else None
        if not marker:
            problems.append(f"{heading}: translates no section (<!-- english: … -->, or {ONLY})")
            out += lines
            continue
        name, recorded = marker[1], marker[2] or ""
        seen.add(name)
        was_behind = len(lines) > 1 and lines[1] == BEHIND
        body = lines[2 if was_behind else 1:]
        if name not in english:
            behind.append(f"{heading}: the English page has no section {name} any more")
            now = ""
        else:
            prose, blocks = english[name]
            body, own, wrong = with_blocks(body, blocks)
            now = hash_of(f"{prose} {len(blocks)} blocks " + "\n".join(line for block in own for line in block))
            problems += [f"{heading}: {each}" for each in wrong]
            if body != lines[2 if was_behind else 1:] and not wrong:
                problems.append(f"{heading}: the English page has another block")
            if record:
                recorded = now
            elif now != recorded:
                behind.append(f"{heading}: {name} has changed")
        late = now != recorded or not now
        if late != was_behind and not record:
            problems.append(f"{heading}: is {'behind, and does not say so' if late else 'not behind any more'}")
        out += [f"<!-- english: {name}{f' @ {recorded}' if recorded else ''} -->"] + [BEHIND] * late + body
    if missing := [name for name in english if name not in seen]:
        problems.append(f"has not the sections {', '.join(missing)}: translate them, or <!-- without: … -->")
        behind += [f"{name} is not translated yet" for name in missing]
        while out and not out[-1].strip():
            out.pop()
        for name in missing:
            out += ["", f"<!-- not yet: {name} -->"]
        out.append("")
    return "\n".join(out), problems, behind


def page_of_cards(text: str, record: bool) -> tuple[str, list[str], list[str]]:
    rows, problems, behind = {}, [], []
    for line in text.splitlines():
        if found := ROW.match(line):
            rows[found[1]] = (found[2].removesuffix(ROW_BEHIND), found[3] or "")
    tables: dict[str, list[str]] = {page: [] for page in sentences.PAGES}
    for page in sentences.PAGES:
        english = english_sections((DOCS / f"errors/{page}.md").read_text(encoding="utf-8"))
        for at, heading, _ in sentences.cards():
            if at != page:
                continue
            title, _, relations = heading.partition(": `")
            link = f"../errors/{page}.md#{sentences.anchor(heading)}"
            words, recorded = rows.pop(link, (NEW_ROW, ""))
            now = hash_of(english[heading][0])
            if words == NEW_ROW:
                behind.append(f"{heading}: has no line")
            elif record:
                recorded = now
            elif now != recorded:
                behind.append(f"{heading}: has changed")
            late = ROW_BEHIND if words != NEW_ROW and now != recorded else ""
            tables[page].append(f"| [{title}]({link}){f' `{relations}' if relations else ''} | {words}{late}"
                                f"{f' <!-- @ {recorded} -->' if recorded else ''} |")
    problems += [f"has a row of no card: {link}" for link in rows]
    out, skipping = [], False
    for line in text.split("\n"):
        skipping = skipping and line.startswith("|")
        if found := CARDS.match(line):
            out += [line, "| 卡片 | 原因与改法 |", "|---|---|", *tables.pop(found[1], [])]
            skipping = True
        elif not skipping:
            out.append(line)
    problems += [f"has no table <!-- cards: {page} -->" for page in tables]
    if "\n".join(out) != text:
        problems.append("its rows and the cards differ")
    return "\n".join(out), problems, behind


def texts_of() -> dict[str, str]:
    files = [DOCS.parent / "README.md", *DOCS.rglob("*.md"), *linked_exercises()]
    return {file.relative_to(DOCS).as_posix() if file.suffix == ".cpp" else
            file.relative_to(DOCS.parent).as_posix(): file.read_text(encoding="utf-8") for file in files}


def linked_exercises() -> list[Path]:
    """In the order of the lessons that are translated."""
    names = [name for lesson in sorted(DOCS.glob(f"tour/{LESSONS}"))
             for name in re.findall(r"\]\(\.\./(exercises/\w+\.cpp)\)", lesson.read_text(encoding="utf-8"))]
    return [DOCS / name for name in dict.fromkeys(names)]


def in_step(page: str, texts: dict[str, str], record: bool = False) -> tuple[str, list[str], list[str]]:
    text = texts[f"docs/zh/{page}"]
    if page in WITHOUT_ENGLISH:
        return text, [], []
    if page == "errors.md":
        return page_of_cards(text, record)
    return translated_page(page, text, english_of(page, texts), record)


def all_pages(texts: dict[str, str]) -> tuple[list[str], list[str]]:
    pages = {name.removeprefix("docs/zh/") for name in texts if name.startswith("docs/zh/")}
    problems = [f"docs/zh/tour/{lesson.name}: is not there" for lesson in sorted(DOCS.glob(f"tour/{LESSONS}"))
                if f"tour/{lesson.name}" not in pages]
    behind = []
    for page in sorted(pages):
        _, wrong, late = in_step(page, texts)
        problems += [f"docs/zh/{page}: {each}" for each in wrong]
        behind += [f"docs/zh/{page}: {each}" for each in late]
    return problems, behind


def self_test() -> list[str]:
    """Each change is noticed, and is marked by --write so that nothing is left to report."""
    texts, missed = texts_of(), []
    lesson, zh = "docs/tour/05_attention.md", "docs/zh/tour/05_attention.md"
    changes = [  # a text, what is changed in it, and what is reported
        ("a block", lesson, "{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};\nconst", "{1, 0, 2}, {2, 2, 2}, {2, 1, 4}};\nconst", "another block"),
        ("a block of the translation", zh, "{2, 6, 3}}", "{2, 6, 4}}", "another block"),
        ("a formula", lesson, "\\overbrace{V}", "\\overbrace{W}", "another block"),
        ("a sentence", lesson, "A dictionary takes a query", "A book takes a query", "is behind, and does not say so"),
        ("a new section", lesson, "## Exercises", "## More\n\nWords.\n\n## Exercises", "has not the sections More"),
        ("a section that has gone", lesson, "## Predict the shape", "## Predict a shape", "is behind"),
        ("a new block", lesson, "## Exercises\n", "```cpp\nint x;\n```\n\n## Exercises\n", "has not all"),
        ("a block that has gone", lesson, re.search(r"\n<!-- compile: continues -->\n```cpp\n.*?```\n",
                                                            texts[lesson], re.DOTALL)[0], "", "has more blocks"),
        ("an exercise", "exercises/15_attention.cpp", "Write attention (d_k = 4", "Write it (d_k = 4", "is behind"),
        ("a note without a reason", zh, " -->\n\n", f" -->\n{BEHIND}\n\n", "not behind any more"),
        ("C++ of the translation's own", zh, "\n## ", "\n```cpp\nint x;\n```\n\n## ", "a block without a marker")]
    for what, name, before, after, expected in changes:
        damaged = texts | {name: texts[name].replace(before, after, 1)}
        page = "exercises.md" if name.endswith(".cpp") else "tour/05_attention.md"
        text, problems, _ = in_step(page, damaged)
        if damaged == texts or not any(expected in each for each in problems):
            missed.append(f"self-test: not reported: {what}: {problems}")
        _, after_writing, late = in_step(page, damaged | {f"docs/zh/{page}": text})
        if expected.startswith(("is behind", "has")) and not late:
            missed.append(f"self-test: {what}: after --write no section is behind")
        if "own" not in what and after_writing:
            missed.append(f"self-test: {what}: after --write: {after_writing}")
    rewrapped = texts | {lesson: texts[lesson].replace("A dictionary takes", "A dictionary\ntakes")}
    if rewrapped == texts or in_step("tour/05_attention.md", rewrapped)[1:] != in_step("tour/05_attention.md", texts)[1:]:
        missed.append("self-test: a line that is broken elsewhere is reported")
    cards = texts["docs/zh/errors.md"]
    first = next(line for line in cards.splitlines() if ROW.match(line))
    for what, damaged in (("a row that is missing", cards.replace(first + "\n", "")),
                          ("a row of no card", cards.replace(first, first.replace(".md#", ".md#x"))),
                          ("another hash", re.sub(r"@ [0-9a-f]{8}", "@ 00000000", cards, count=1))):
        if damaged == cards or not page_of_cards(damaged, False)[1]:
            missed.append(f"self-test: not reported: {what}")
    return missed


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true")
    options.add_argument("--translated", type=Path, nargs="+", metavar="PAGE.md")
    options.add_argument("--self-test", action="store_true")
    options = options.parse_args()
    if options.self_test:
        missed = self_test()
        print("\n".join(missed) or "chinese.py: its own tests pass")
        return 1 if missed else 0
    texts = texts_of()
    pages = [str(path.resolve().relative_to(ZH)) for path in options.translated or []]
    if options.write:
        pages = [name.removeprefix("docs/zh/") for name in texts if name.startswith("docs/zh/")]
    for page in pages:
        text, *_ = in_step(page, texts, record=bool(options.translated))
        (ZH / page).write_text(text, encoding="utf-8")
    problems, behind = all_pages(texts_of())
    print("".join(f"behind: {each}\n" for each in behind) + "".join(f"{each}\n" for each in problems), end="")
    if problems:
        print("chinese.py: run docs/chinese.py --write")
        return 1
    print(f"chinese.py: {len([name for name in texts if name.startswith('docs/zh/')])} pages, {len(behind)} sections behind")
    return 0


if __name__ == "__main__":
    sys.exit(main())

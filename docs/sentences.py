#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes errors/sentences.md, the index of every sentence of an error and of every relation, the table of cards in
errors.md, and the lines of short cards: `sentences.py --write`; without it, sentences.py checks that these pages are
what it would write.

A sentence is in the index by its requirement, without the name of the function, which many sentences share.
The card that shows it (docs/errors) has the cause and the corrected line. Every sentence has a card. The
sentences are the texts of the headers that begin with `attn` or with the colon after a function's name.

A short card has one cause for several sentences, and a list:

    <!-- rows: written by sentences.py
    linear/linear_bias_width = b must have one element per output
    - = its score is not a number
    -->

Each line is a row of static_tests/rejected, which two compilers test, and the sentence that it must have; `-` is a
sentence without a row, about a file or a switch: ` ;; ` and what is wrong, ` ;; ` and what is right, may follow it. Below the list this program writes the sentence, the wrong and the corrected half of the row.

errors.md must name every function whose name is the message when a constant cannot be computed, and the sentence
in the picture of README.md (examples/picture.svg) must be a message on that page."""
import argparse
import re
import sys
import textwrap
from functools import cache
from pathlib import Path

DOCS = Path(__file__).resolve().parent
REJECTED = DOCS.parent / "static_tests/rejected"
sys.path.insert(0, str(REJECTED))
import driver  # noqa: E402

INCLUDE = DOCS.parent / "include"
CARDS = DOCS / "errors"
PAGES = ("products element_by_element axes_by_name one_axis_into_several patterns making_tensors heads attention "
         "layers recurrence tokens_layers_models models checkpoints your_own analyses building").split()  # in the order of a learner
BEGIN, END = "<!-- cards: written by sentences.py -->", "<!-- end of cards -->"

LITERALS = re.compile(r'"(?:[^"\\]|\\.)*"(?:[\s\\]*"(?:[^"\\]|\\.)*")*')
COMMENT = re.compile(r"//[^\n]*")
ROWS = re.compile(r"^<!-- rows: written by sentences\.py\n(.*?)^-->\n(.*?)^<!-- end of rows -->\n",
                  re.MULTILINE | re.DOTALL)
COLUMNS = 84
FUNCTION = re.compile(r"attn(?:::[^:]|[^:]|:(?! ))*: (?=.)")

HEAD = """# Every sentence

Find your error by the words after the function's name. The cause and the corrected line are from
[the cards](../errors.md#the-cards). Every sentence of the library has one.

"""


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def requirement(sentence: str) -> str:
    """The sentence without the function: `attn::matmul(A, B): …` is `…`."""
    return FUNCTION.sub("", sentence, count=1) if sentence.startswith("attn") else sentence


@cache
def rejected() -> dict[str, driver.Case]:
    tables = [driver.read_table(path) for path in sorted(REJECTED.glob("*.cpp"))]
    return {f"{table.path.stem}/{case.name}": case for table in tables for case in table.cases}


@cache
def literals() -> dict[str, str]:
    """The requirement of each sentence that a header has as a whole, and the sentence."""
    found = {}
    for header in sorted(INCLUDE.rglob("*.hpp")):
        for text in texts(header):
            if text.startswith("attn"):
                found.setdefault(requirement(text).strip(), text)
    return found


def expected_of(case: driver.Case) -> list[str]:
    return [text.split(": ", 1)[1] for text in case.fields if re.match(r"expect-error(\[\w+\])?: ", text)]


def halves_of(case: driver.Case) -> list[str]:
    """The wrong and the right code of a case: of a row, or of the short #ifdef of a section."""
    if case.right:
        return [half if driver.DECLARATIONS.match(half) else half + ";" for half in (case.wrong, case.right)]
    found = re.search(r"#ifdef ATTN_REJECT\n(.*?)#else\n(.*?)#endif", case.wrong, re.DOTALL)
    return [re.sub(r"\n *", " ", half.strip()) for half in found.groups()] if found and len(found[0]) < 400 else []


def full_sentence(words: str, case: driver.Case | None) -> str:
    """The sentence of a requirement with the function of the row's expected error."""
    if case is None:
        return literals().get(words, words)
    plain = [re.sub(r"\\(.)", r"\1", text) for text in expected_of(case)]
    for text in plain:
        if words in text:
            return text if "|" not in text else words
        if (start := FUNCTION.match(text)) and words.startswith(text[start.end():][:20].rstrip(" ()[]|$")):
            return start[0] + words
    return words


def wrapped(text: str, comment: bool = False) -> list[str]:
    width, indent = (COLUMNS - 3, "//   ") if comment else (COLUMNS, "    ")
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def listed_in(line: str) -> list[str]:
    """The name of a row, its sentence, and the halves of a sentence without a row."""
    name, _, words = line.partition(" = ")
    return [name, *words.split(" ;; ")]


def short_rows(text: str) -> list[tuple[str, str, list[str]]]:
    """(sentence, table, halves) of each line of a list of rows."""
    found = []
    for line in text.splitlines():
        name, words, *halves = listed_in(line)
        case = None if name == "-" else rejected().get(name)
        found.append((full_sentence(words, case), name.split("/")[0] if case else "", halves_of(case) if case else halves))
    return found


def block_of_rows(text: str) -> str:
    """The code below a list of rows, and links to the tables that declare its operands."""
    code, tables = [], []
    for sentence, table, halves in short_rows(text):
        lines = wrapped("// " + sentence, comment=True)
        for half, word in zip(halves, ("wrong", "corrected")):
            half_lines = wrapped(half)
            if len(half_lines) == 1 and len(half) + len(word) + 5 <= COLUMNS:
                lines.append(f"{half}  // {word}")
            else:
                lines += [f"// {word}:", *half_lines]
        code.append("\n".join(lines))
        tables += [table] if table and halves else []
    links = ", ".join(f"[`{table}.cpp`](../../static_tests/rejected/{table}.cpp)" for table in dict.fromkeys(tables))
    return ("<!-- illustration: rows of static_tests/rejected -->\n```cpp\n" + "\n\n".join(code) + "\n```\n"
            + (f"\nThe operands are declared in {links}.\n" if links else "") + "\n")


def with_rows(page: str) -> str:
    return ROWS.sub(lambda found: f"<!-- rows: written by sentences.py\n{found[1]}-->\n\n{block_of_rows(found[1])}"
                                  "<!-- end of rows -->\n", page)


def problems_of_rows() -> list[str]:
    """Rows that are none, rows with another sentence, and sentences that no header has, or no card."""
    problems, listed, known = [], set(), sentences()
    for page in PAGES:
        for found in ROWS.finditer((CARDS / f"{page}.md").read_text(encoding="utf-8")):
            for line in found[1].splitlines():
                name, words, *halves = listed_in(line)
                if len(halves) not in (0, 2):
                    problems.append(f"errors/{page}.md: a wrong and a right half, or none: {line}")
                listed.add(words)
                if words not in known:
                    problems.append(f"errors/{page}.md: no header has the sentence: {words}")
                if name != "-" and name not in rejected():
                    problems.append(f"errors/{page}.md: static_tests/rejected has no row {name}")
                elif name != "-":
                    full = full_sentence(words, rejected()[name])
                    plain = [re.sub(r"\\(.)", r"\1", text) for text in expected_of(rejected()[name])]
                    if not any(re.search(text, full) for text in expected_of(rejected()[name])) and not any(
                            words in text for text in plain):
                        problems.append(f"errors/{page}.md: {name} expects another sentence than: {words}")
    shown = listed | {requirement(sentence) for _, _, blocks in cards() for sentence, _, _ in blocks}
    return problems + [f"no card has the sentence: {words} ({sorted(headers)[0]})"
                       for words, headers in sorted(known.items()) if words not in shown]


def cards() -> list[tuple[str, str, list]]:
    """Each card: its page, its heading, and (sentence, cause, corrected line) of its rejected blocks."""
    found = []
    for page in PAGES:
        text = (CARDS / f"{page}.md").read_text(encoding="utf-8")
        for heading, body in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", text, re.MULTILINE):
            shown = []
            for part in re.split(r"^<!-- reject", body, flags=re.MULTILINE)[1:]:
                message = re.search(r"^<!-- message -->\n```text\n((?:(?! |```).*\n)+)", part, re.MULTILINE)
                cause = re.search(r"^\*\*Cause and fix\.\*\* ((?:.+\n)+)", part, re.MULTILINE)
                line = re.search(r"^<!-- corrected -->\n```cpp\n((?:(?!```).*\n)+)```", part, re.MULTILINE)
                if message:
                    shown.append((" ".join(message[1].split()), " ".join(cause[1].split()) if cause else "",
                                  " ".join(line[1].split()) if line else ""))
            for rows in ROWS.finditer(body):
                cause = re.search(r"^\*\*Cause and fix\.\*\* ((?:.+\n)+)", body[:rows.start()], re.MULTILINE)
                for (sentence, _, halves), words in zip(short_rows(rows[1]), rows[1].splitlines()):
                    words = listed_in(words)[1]
                    sentence = sentence if words in requirement(sentence) else words
                    shown.append((sentence, " ".join(cause[1].split()), halves[1] if halves else ""))
            found.append((page, heading, shown))
    return found


def texts(header: Path) -> list[str]:
    code = COMMENT.sub("", header.read_text(encoding="utf-8"))
    return ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', each)).replace('\\"', '"') for each in LITERALS.findall(code)]


@cache
def sentences() -> dict[str, set[str]]:
    """The requirement of every sentence in the headers, and the headers."""
    found: dict[str, set[str]] = {}
    for header in sorted(INCLUDE.rglob("*.hpp")):
        for text in texts(header):
            if re.match(r": [A-Za-z`(]", text):
                text = text.removeprefix(": ")
            elif re.match(r"attn(?:::|: )", text) and FUNCTION.match(text):
                text = requirement(text)
            else:
                continue
            if len(text) > 8:
                found.setdefault(text.strip(), set()).add(header.relative_to(INCLUDE / "attn").as_posix())
    return found


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def in_words(sentence: str) -> str:
    """A sentence as a page shows it: `as<int>(x)` is no tag of HTML, outside of code."""
    parts = cell(sentence).split("`")
    return "`".join(part if i % 2 else part.replace("<", "&lt;") for i, part in enumerate(parts))


def index() -> str:
    rows = []
    for page, heading, blocks in cards():
        link = f"[{re.sub(r': `.*', '', heading)}]({page}.md#{anchor(heading)})"
        for sentence, cause, line in blocks:
            text = requirement(sentence)
            rows.append((text, f"| {in_words(text)} | {in_words(cause)} | {code(cell(line)) if line else ''} | {link} |"))
    text = HEAD + "## Sentences\n\n| Sentence | Usual cause and fix | Corrected | Card |\n|---|---|---|---|\n"
    text += "".join(f"{row}\n" for _, row in sorted(set(rows), key=lambda row: (row[0].lower(), row[1])))
    return text


def relations() -> str:
    """Each relation, which is the second line of a message: what it requires, and the cards that are about it."""
    text = "\n## Relations\n\nThe second line of a message is a relation.\n\n"
    text += "| Relation | It requires | Cards |\n|---|---|---|\n"
    found = {}
    for page in sorted((DOCS / "reference/rules").glob("*.md")):
        for name, words in re.findall(r"^\| `(\w+)` \| (.*) \|$", page.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, (words, page.stem))
    shown = cards()
    for name, (words, page) in sorted(found.items()):
        links = " · ".join(f"[{re.sub(r': `.*', '', heading)}]({at}.md#{anchor(heading)})"
                           for at, heading, _ in shown if f"`{name}`" in heading)
        words = re.sub(r"\]\(#", f"]({page}.md#", words)
        words = re.sub(r"\]\((?!https?:)", "](../reference/rules/", words)
        text += f"| [`{name}`](../reference/rules/{page}.md) | {words} | {links} |\n"
    return text


def table_of_cards() -> str:
    rows = ["| Page | Cards |", "|---|---|"]
    found = cards()
    for page in PAGES:
        title = (CARDS / f"{page}.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# Errors: ")
        links = [f"[{re.sub(r': `.*', '', heading)}](errors/{page}.md#{anchor(heading)})"
                 for at, heading, _ in found if at == page]
        rows.append(f"| [{title[0].upper()}{title[1:]}](errors/{page}.md) | {' · '.join(links)} |")
    return "\n".join(rows)


def functions_that_are_messages() -> set[str]:
    """They are not constexpr, and do nothing or end the program."""
    found = re.compile(r"^(?:\[\[noreturn\]\] )?ATTN_ABI inline void (\w+)\(\)", re.MULTILINE)
    return {name for header in INCLUDE.rglob("*.hpp") for name in found.findall(header.read_text(encoding="utf-8"))}


def problems_of_pages(errors: str) -> list[str]:
    missing = sorted(name for name in functions_that_are_messages() - {"end_of_program"} if f"`{name}`" not in errors)
    problems = [f"errors.md does not name {name}" for name in missing]
    picture = (DOCS / "examples/picture.svg").read_text(encoding="utf-8")
    sentence = " ".join(re.findall(r'class="red"[^>]*>([^<]*)<', picture)).removeprefix("error: ")
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    if not sentence or f"<!-- message -->\n```text\n{sentence}\n" not in readme:
        problems.append(f"README.md does not have the message of its picture: {sentence}")
    return problems


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true")
    options = options.parse_args()
    errors = DOCS / "errors.md"
    page = errors.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = {CARDS / "sentences.md": index() + relations(), errors: f"{before}{BEGIN}\n{table_of_cards()}\n{END}{after}"}
    unknown = {path.stem for path in CARDS.glob("*.md")} - {*PAGES, "comparison", "sentences"}
    if unknown:
        print(f"sentences.py: in no order: {', '.join(sorted(unknown))}")
        return 1
    problems = problems_of_pages(wanted[errors]) + problems_of_rows()
    print("".join(f"sentences.py: {problem}\n" for problem in problems), end="")
    failed = bool(problems)
    for path in (CARDS / f"{page}.md" for page in PAGES):
        wanted[path] = with_rows(path.read_text(encoding="utf-8"))
    for path, text in wanted.items():
        if options.write:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"sentences.py: {path.relative_to(DOCS)} is not what it would write; run docs/sentences.py --write")
            failed = True
    if not failed:
        found = [sentence for _, _, blocks in cards() for sentence, _, _ in blocks]
        print(f"sentences.py: {len(cards())} cards, {len(set(found))} sentences, none without a card")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check the words of the pages, of the comments in headers and of the errors' sentences: the rules of style that a
program can check.

    check_words.py [PAGE.md ...]    a line for each violation beyond the number that words.txt permits; exits
                                    with 1 then. Without pages: all of the repository
    check_words.py --all [PAGE.md]  every violation, also the permitted ones
    check_words.py --write          words.txt: as many violations as there are now, never more than before
    check_words.py --self-test

Code and links' targets are not read. The rules of pages:

    that-of      "that of", "those of": repeat the noun
    semicolons   two in a paragraph, or one in a list or a table cell: a full stop, or a list
    long         a sentence of more than 30 words
    what         a clause such as "what is …" or "what the …" as a subject or an object
    starts       a sentence that begins with "Of", "For that", "Nor", "Neither does", "So does", "So do"
    one          "ones", "the other one", "another one", "that one", "the same one": repeat the noun
    prepositions "derivatives by" (with respect to), "in place of" (instead of), "beside" (next to, compared
                 with), "other bits" (different bits), "the paper of 2017" (the 2017 paper)
    machines     a program that says, asks, wants, meets or refuses: it reports, requires, has, rejects
    tag          a phrase after a comma that has no verb: ", executed, …", ", also integers.", ", folded."
    too          ", too": "also", before the verb
    spelling     American spellings: these pages are British
    torn         a backtick without another in its paragraph, list item or cell: code was split into two
    introduced   a block of code after a text that does not end with a colon (not in the reference and on
                 the cards of errors, whose pages have one form)

In all pages together, and in the comments of the headers together, there are at most 3 semicolons in 1,000 words
(lists of rules, sources and costs are not counted). The comments of the headers, and the sentences of errors in
them, also have no violation of that-of, prepositions, too and spelling. A sentence of an error is not long, and has
none of machines and what; "say which" is addressed to the reader.
Every other comment, docstring and text of the repository's programs has none of that-of, prepositions and too.

.ci/words.txt permits what is no fault, such as a title or a quotation, as `page rule number  # reason`. A line
without a reason is a violation. A number may only go down: --write lowers it.
"""

import argparse
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PERMITTED = ROOT / ".ci/words.txt"
LONGEST = 30
# Pages that a program writes from other texts, or whose words are somebody else's.
NOT_READ = {"docs/errors/sentences.md", "docs/functions.md", "docs/errors/comparison.md", "docs/common_mistakes.md",
            "runtime_tests/mutation/report.md"}

AMERICAN = re.compile(r"(?<!\.)\b(?:(?:normal|initial|optim|general|quant|recogn|organ|minim|maxim|special|summar|penal|"
                      r"real|vector|parallel|factor|memor|util|visual)iz(?:e|es|ed|ing|er|ers|ation|ations)|"
                      r"centers?|centered|colors?|colored|behaviors?|grays?|labeled|modeling|favor(?:s|ed|ite)?|"
                      r"analyz(?:e|es|ed|ing))\b(?!\.hpp|\(|<)", re.IGNORECASE)
PLAIN = {  # a rule, and what it finds in a sentence
    "that-of": re.compile(r"\b(?:that|those) of\b", re.IGNORECASE),
    "what": re.compile(r"\bwhat (?:is|are|was|were|has|have|had|does|goes|comes|an?|the|its?|they|this|that|there)\b",
                       re.IGNORECASE),
    "starts": re.compile(r"^(?:Of (?!course)|For that\b|Nor\b|Neither does\b|So do(?:es)?\b)"),
    "one": re.compile(r"\bones\b|\b(?:another|the other|that|this|the same|the last|the first|the next|the right|"
                      r"the wrong|the old|the new) one\b(?! of\b)", re.IGNORECASE),
    "prepositions": re.compile(r"\b(?:derivatives? by|in place of|beside|other bits|another bit|paper of \d{4})\b"),
    "machines": re.compile(r"\b(?:says?|asks?|wants?|meets?|refuses?|refused|foresees?)\b"),
    "tag": re.compile(r", (?:also [\w`-]+(?: \w+)?|executed|emulated|shortened|folded|submitted|without the last \w+)[.;]?$|"
                      r", (?:executed|emulated|shortened|folded),"),
    "too": re.compile(r", too\b(?! (?:few|large|long|many|small))"),
    "spelling": AMERICAN,
    "torn": re.compile("(?<!`)`(?!`)"),
}
PEOPLE = re.compile(r"\b(?:you|who|we|people|reader|student|teacher|somebody|paper|text|article)s? (?:\w+ )?$",
                    re.IGNORECASE)

FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE = re.compile(r"(`+)(?!`)[^`].*?(?<!`)\1(?!`)|\$\$.*?\$\$|\$[^$\n]+\$", re.DOTALL)
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf)\.$")


def plain(text: str) -> str:
    """Prose without code, targets of links and emphasis; a piece of code counts as a word."""
    text = LINK.sub(r"\1", CODE.sub("CODE", COMMENT.sub("", text)))
    return " ".join(re.sub(r"<[^>]+>|\*\*|__|(?<!\w)[*_]|[*_](?!\w)", "", text).split())


def pieces(page: str) -> Iterator[tuple[int, str, str]]:
    """(line, kind, text) of each paragraph, list item, table cell and heading, and of each block of code:
    then the text is what comes before it."""
    lines = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), page).split("\n")
    kind, start, text, before = "", 0, [], ""
    fence = ""

    def finished() -> Iterator[tuple[int, str, str]]:
        nonlocal kind, text, before
        if text:
            before = plain(" ".join(text))
            yield start, kind, before
        kind, text = "", []

    for number, line in enumerate(lines, start=1):
        found = FENCE.match(line)
        if fence:
            if found and line.strip() == fence:
                fence = ""
            continue
        if found:
            yield from finished()
            fence = found[1]
            if line.strip().startswith(("```cpp", "```c++")):
                yield number, "code", before
            before = "a block:"  # the next one may follow without words
            continue
        stripped = line.strip()
        if not stripped or re.match(r"</?(?:details|summary|table|tr|td|a|img)\b", stripped):
            yield from finished()
            if stripped:
                before = "a fold:"
        elif stripped.startswith("|"):
            yield from finished()
            for cell in re.split(r"(?<!\\)\|", CODE.sub(lambda code: code[0].replace("|", " "), stripped)[1:]):
                if cell.strip(" -:"):
                    yield number, "cell", plain(cell)
            before = "a table."
        elif stripped.startswith("#"):
            yield from finished()
            yield number, "heading", plain(stripped.lstrip("# "))
            before = "a heading:"
        elif re.match(r"(?:[-*+]|\d+\.) ", stripped):
            yield from finished()
            kind, start, text = "item", number, [re.sub(r"^(?:[-*+]|\d+\.) ", "", stripped)]
        elif line.startswith("    ") and not text:
            continue  # a block of text
        else:
            if not text:
                kind, start = "paragraph", number
            text.append(stripped)
    yield from finished()


def sentences(text: str) -> list[str]:
    found, begun = [], ""
    for part in re.split(r"(?<=[.?!])(?:[”\"')]*) +(?=[A-Z`\"“(])", text):
        begun = f"{begun} {part}".strip()
        if not ABBREVIATION.search(begun):
            found.append(begun)
            begun = ""
    return found + [begun] * bool(begun)


def violations(page: str) -> Iterator[tuple[int, str, str]]:
    """(line, rule, the words)."""
    for line, kind, text in pieces(page):
        if kind == "code":
            if text not in ("", "CODE") and not text.rstrip(")").endswith(":"):  # CODE: a formula
                yield line, "introduced", text[-60:]
            continue
        count = text.count(";")
        if count > (1 if kind == "paragraph" else 0):
            yield line, "semicolons", text[:60]
        for sentence in sentences(text):
            if kind in ("paragraph", "item") and len(sentence.split()) > LONGEST:
                yield line, "long", f"{len(sentence.split())} words: {sentence[:60]}"
            for rule, pattern in PLAIN.items():
                if rule == "what" and (sentence.endswith("?") or kind == "heading"):
                    continue
                for found in pattern.finditer(sentence):
                    if rule == "machines" and PEOPLE.search(sentence[:found.start()]):
                        continue
                    yield line, rule, sentence[max(0, found.start() - 30):found.end() + 30]


LISTS = re.compile(r"\b(?:Rules?|Sources?|Cost):(?:[^.]|\.(?!\s|$))*")
IN_HEADERS = ("that-of", "prepositions", "too", "spelling")
IN_PROGRAMS = ("that-of", "prepositions", "too")
PROGRAM = re.compile(r"\.(?:hpp|cpp|cppm|py|js|cmake|sh|yml)$|CMakeLists\.txt$|^\.ci/run$|^cmake/\w+$")
MOST_SEMICOLONS = 3  # in 1,000 words


def comments(header: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each paragraph of comments, without its code, quotations and indented blocks."""
    for found in re.finditer(r"(?:^[ \t]*// \S.*\n)+", header, re.MULTILINE):
        text = " ".join(line.strip()[2:].strip() for line in found[0].splitlines())
        yield header.count("\n", 0, found.start()) + 1, re.sub(r"`[^`]*`|\"[^\"]*\"", "CODE", text)


def literals(header: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each sentence of an error: a text that begins with `attn` or with a colon."""
    for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*', header):
        text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found[0]))
        if re.match(r"attn(?:::|: )|: [A-Za-z]", text):
            yield header.count("\n", 0, found.start()) + 1, text


def violations_of_header(header: str) -> Iterator[tuple[int, str, str]]:
    for texts, limit in ((comments(header), None), (literals(header), LONGEST)):
        for line, text in texts:
            if limit and len(text.split()) > limit:
                yield line, "long", text[:60]
            for rule in (*IN_HEADERS, "machines", "what") if limit else IN_HEADERS:
                for found in PLAIN[rule].finditer(text):
                    if found[0] != "say":  # "say which": to the reader
                        yield line, rule, text[max(0, found.start() - 30):found.end() + 30]


def texts_of_program(name: str, program: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each comment and each text of a program. Lines of comments that follow each other are one."""
    found: list[list] = []

    def comment(line: int, text: str) -> None:
        if found and found[-1][1] == line - 1:
            found[-1][1:] = line, f"{found[-1][2]} {text}"
        else:
            found.append([line, line, text])

    if name.endswith(".py"):
        for token in tokenize.generate_tokens(io.StringIO(program).readline):
            if token.type == tokenize.COMMENT:
                comment(token.start[0], token.string.lstrip("# "))
            elif token.type == tokenize.STRING:
                yield token.start[0], token.string
    else:
        mark = "//" if re.search(r"\.(?:hpp|cpp|cppm|js)$", name) else "#"
        for number, line in enumerate(program.splitlines(), start=1):
            code, begins, text = re.sub(r'"(?:[^"\\]|\\.)*"', lambda quoted: "q" * len(quoted[0]), line).partition(mark)
            if begins:
                comment(number, line[len(code) + len(mark):].strip())
            if mark == "//":
                yield from ((number, quoted) for quoted in re.findall(r'"((?:[^"\\]|\\.)*)"', line[:len(code)]))
    yield from ((first, text) for first, _, text in found)


def violations_of_program(name: str, program: str) -> Iterator[tuple[int, str, str]]:
    for line, text in texts_of_program(name, program):
        text = " ".join(re.sub(r"`[^`]*`", "CODE", text).split())
        for rule in IN_PROGRAMS:
            for found in PLAIN[rule].finditer(text):
                yield line, rule, text[max(0, found.start() - 30):found.end() + 30]


def semicolons(texts: Iterator[str]) -> float:
    """In 1,000 words."""
    words = count = 0
    for text in texts:
        words += len(text.split())
        count += text.count(";")
    return 1000 * count / max(words, 1)


def check_headers(root: Path) -> list[str]:
    found, texts = [], []
    for path in sorted((root / "include").rglob("*.hpp")):
        header = path.read_text(encoding="utf-8")
        texts += [LISTS.sub(" ", text) for _, text in comments(header)]
        found += [f"{path.relative_to(root).as_posix()}:{line}: {rule}: {words}"
                  for line, rule, words in violations_of_header(header)]
    pages = (text for page in pages_of(root)
             for _, kind, text in pieces((root / page).read_text(encoding="utf-8")) if kind != "code")
    for name, rate in (("pages", semicolons(pages)), ("comments of headers", semicolons(iter(texts)))):
        if rate > MOST_SEMICOLONS:
            found.append(f"{name}: {rate:.1f} semicolons in 1,000 words, not {MOST_SEMICOLONS} at most")
    return found


def check_programs(root: Path) -> list[str]:
    files = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=False).stdout
    names = files.split() or [path.relative_to(root).as_posix() for path in root.rglob("*")]
    return [f"{name}:{line}: {rule}: {words}" for name in names
            if PROGRAM.search(name) and name != ".ci/check_words.py"  # which has the words as examples
            for line, rule, words in violations_of_program(name, (root / name).read_text(encoding="utf-8"))]


def pages_of(root: Path) -> list[str]:
    found = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    names = sorted(page.relative_to(root).as_posix() for page in found)
    # The rules are about English; docs/chinese.py checks the pages in Chinese.
    return [name for name in names if name not in NOT_READ and not name.startswith("docs/zh/")]


def permitted(text: str) -> Counter:
    found: Counter = Counter()
    for line in text.splitlines():
        if line and not line.startswith("#"):
            page, rule, number = line.split("#")[0].split()
            found[page, rule] = int(number)
    return found


def reasons(text: str) -> dict[tuple[str, str], str]:
    """Why a violation is permitted."""
    found = re.findall(r"^([^#\s]+) (\S+) \d+(?: +# *(.*))?$", text, re.MULTILINE)
    return {(page, rule): reason.strip() for page, rule, reason in found}


def check(pages: list[str], allowed: Counter, everything: bool) -> tuple[Counter, list[str]]:
    counts: Counter = Counter()
    said: list[str] = []
    for page in pages:
        found = [each for each in violations((ROOT / page).read_text(encoding="utf-8"))
                 if each[1] != "introduced" or not page.startswith(("docs/reference/", "docs/errors/"))]
        here = Counter((page, rule) for _, rule, _ in found)
        counts += here
        for rule in sorted({rule for _, rule, _ in found}):
            if everything or here[page, rule] > allowed[page, rule]:
                said += [f"{page}:{line}: {rule}: {words}" for line, each, words in found if each == rule]
                said += [f"{page}: {rule}: {here[page, rule]}, of which words.txt permits {allowed[page, rule]}"]
    return counts, said


HEAD = """# Violations of the rules of check_words.py that are permitted: page, rule, number, and the reason. The numbers
# only go down (check_words.py --write); a page that is not here has none.
"""

SELF_TEST = [  # a page, and the rules that it violates
    ("# Rows\n\nA row is short. See [that](of.md) `that of`.\n", []),
    ("The bits are those of the layer.\n", ["that-of"]),
    ("One; two.\n", []), ("One; two; three.\n", ["semicolons"]), ("- one; two\n", ["semicolons"]),
    ("| a; b | c |\n|---|---|\n| `a; b` | c |\n", ["semicolons"]),
    ("Word " * 30 + "end.\n", ["long"]), ("Word " * 14 + "end. " + "Word " * 20 + "end.\n", []),
    ("What is known is used.\n", ["what"]), ("What is known?\n", []), ("See what differs.\n", []),
    ("Of rows, the first counts. Of course.\n", ["starts"]), ("Nor does it copy.\n", ["starts"]),
    ("Take the old one, or new ones.\n", ["one", "one"]),
    ("Derivatives: the derivatives by all inputs, beside others.\n", ["prepositions", "prepositions"]),
    ("The compiler says this. You say that.\n", ["machines"]), ("It moves, too.\n", ["too"]),
    ("It takes rows, also columns. It runs, executed, here.\n", ["tag", "tag"]), ("It runs, and also stops.\n", []),
    ("- **Rules** (`rules:\n    - :call`): `f`\n", ["torn", "torn"]),
    ("The layer is normalized.\n", ["spelling"]), ("The layer is normalised.\n", []),
    ("This is right.\n\n<!-- compile -->\n```cpp\nint x;\n```\n", ["introduced"]),
    ("This is right:\n\n```cpp\nint x;\n```\n\n```cpp\nint y;\n```\n", []),
    ("## Heading\n\n```cpp\nint x; // that of\n```\n", []),
]


SELF_TEST_OF_PROGRAMS = [  # a name, a program, and its violations
    ("a.hpp", "int x;  // that\n// of it, too\n//   in place of y\n", [(1, "that-of"), (1, "prepositions"), (1, "too")]),
    ("a.hpp", 'f("bits // those of x");\nthat of;  // `that of`\n', [(1, "that-of")]),
    ("a.py", '"""One.\n\nThat\nof, too."""\nthose = "beside"  # too\n', [(1, "that-of"), (1, "too"), (5, "prepositions")]),
    ("a.py", 'x = 1\n# those\n# of y\nz = {"that of": 2}\n', [(4, "that-of"), (2, "that-of")]),
    ("cmake/check", "echo that of  # it moves, too\n", [(1, "too")]),
]


def self_test() -> int:
    failed = 0
    for page, expected in SELF_TEST:
        found = [rule for _, rule, _ in violations(page)]
        if found != expected:
            failed += 1
            print(f"FAIL  {page!r}: expected {expected}, found {found}")
    header = "// The bits are those of it, too;\n// `those of` x.\n//   that of\nint x;  // that of\n" \
             'ATTN_REQUIRE(call, rule, "attn::f(x): the color, and " "the center")\n' + f'f(": {"word " * 31}");\n' \
             'f(": say which; nothing says what is right");\n'
    rules = [rule for _, rule, _ in violations_of_header(header)]
    assert rules == ["that-of", "too", "spelling", "spelling", "long", "machines", "what"], rules
    for name, program, expected in SELF_TEST_OF_PROGRAMS:
        found = [(line, rule) for line, rule, _ in violations_of_program(name, program)]
        assert found == expected, (name, program, found)
    assert round(semicolons(iter(["a; b", "c d"])), 3) == 250
    assert permitted(f"{HEAD}a.md long 3  # a title\n") == Counter({("a.md", "long"): 3})
    assert reasons(f"{HEAD}a.md long 3  # a title\nb.md one 1\n") == {("a.md", "long"): "a title", ("b.md", "one"): ""}
    print("check_words.py: its own tests " + ("fail" if failed else "pass"))
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="also permitted violations")
    parser.add_argument("--write", action="store_true", help="lower the numbers of words.txt")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("pages", nargs="*", metavar="PAGE.md")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    text = PERMITTED.read_text(encoding="utf-8") if PERMITTED.is_file() else ""
    old, why = permitted(text), reasons(text)
    pages = arguments.pages or pages_of(ROOT)
    counts, said = check(pages, old, arguments.all)
    if not arguments.pages and not arguments.write:
        said += check_headers(ROOT) + check_programs(ROOT)
        said += [f".ci/words.txt: {page} {rule}: needs a reason" for (page, rule), reason in why.items() if not reason]
    if arguments.write:
        kept = {key: min(number, old[key]) for key, number in counts.items()}
        PERMITTED.write_text(HEAD + "".join(f"{page} {rule} {number}  # {why[page, rule]}\n" for (page, rule), number
                                            in sorted(kept.items()) if number), encoding="utf-8")
        return 0
    print("\n".join(said) or f"check_words.py: {len(pages)} pages, {sum(counts.values())} permitted violations")
    if arguments.all:
        print(Counter(rule for (_, rule), number in counts.items() for _ in range(number)))
        return 0
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The lessons of the tour have all their parts, and agree with what refers to them.

    check_course.py [--self-test]

Every lesson has its number and its minutes, goals, a formula, a picture, a question with a folded answer,
a mistake with its message, exercises, and a link to the next one. docs/index.md lists the lessons with the
same minutes, docs/teaching.md has all of them and has room for their minutes and the minutes of the exercises, and
every exercise is linked by the lesson to read first.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PARTS = {  # what each lesson must have, and how it is recognised
    "goals": r"^\*\*Goals\.\*\* After this lesson you can:\n\n- ",
    "a formula": r"^\$\$\n",
    "a picture": r"(?<!-->\n)^```(?:mermaid|text)\n|^<!-- output -->$",  # no message, but what a program draws
    "a picture that the library draws": r"^<!-- picture: .+ -->\n!\[",
    "a question to predict": r"^## Predict ",
    "a folded answer": r"^<details>\n<summary>Answer</summary>\n\n(?:.*\n)+?\n</details>$",
    "a mistake": r"^## A mistake and its message$",
    "the message of a mistake": r"^<!-- (?:message|said: .*) -->$",
    "exercises": r"^## Exercises\n\n- ",
}


def texts() -> dict[str, str]:
    files = [*DOCS.glob("tour/*.md"), *DOCS.glob("exercises/*.cpp"), DOCS / "index.md", DOCS / "teaching.md"]
    return {str(file.relative_to(DOCS)): file.read_text(encoding="utf-8") for file in sorted(files)}


def problems(docs: dict[str, str]) -> Iterator[str]:
    lessons = [name for name in docs if name.startswith("tour/")]
    listed = {}
    row = re.compile(r"^\| \[(\d+)\. [^\]]*\]\((tour/\w+\.md)\) \|.*\| (\d+) \|$", re.MULTILINE)
    for found in row.finditer(docs["index.md"]):
        listed[found[2]] = (int(found[1]), found[3])
    if list(listed) != lessons:
        yield f"index.md: lists other lessons, or in another order: {sorted(set(lessons) ^ set(listed)) or 'order'}"
    for number, name in enumerate(lessons, start=1):
        text = docs[name]
        head = re.match(rf"# {number}\. .+\n\n\*The tour: lesson {number} of {len(lessons)} · (\d+) minutes · ", text)
        if not name.startswith(f"tour/{number:02}_") or not head:
            yield f"{name}: must begin as lesson {number} of {len(lessons)}, with its minutes"
        elif not 15 <= int(head[1]) <= 25 or listed.get(name) != (number, head[1]):
            yield f"{name}: {head[1]} minutes are not 15 to 25, or not the minutes of index.md"
        for part, pattern in PARTS.items():
            if not re.search(pattern, text, re.MULTILINE):
                yield f"{name}: has not {part}"
        following = lessons[number] if number < len(lessons) else "../index.md"
        link = rf"Next: \[[^\]]+\]\({re.escape(following.removeprefix('tour/'))}(?:#\S+)?\)"
        if not re.search(link, text.rsplit("\n\n", 1)[-1]):
            yield f"{name}: must end with a link to the next lesson, {following}"
        if f"]({name})" not in docs["teaching.md"]:
            yield f"{name}: teaching.md does not use it"
    yield from problems_of_plans(docs, listed)
    for name, text in docs.items():
        if first := re.search(r"Read first: docs/(\S+)", text):
            if f"](../{name})" not in docs.get(first[1], ""):
                yield f"{name}: {first[1]}, which is to be read first, does not link to it"


def numbers(cell: str) -> list[int]:
    """1, 2, 6–9: 1, 2, 6, 7, 8, 9."""
    return [n for first, last in re.findall(r"\b(\d+)(?:–(\d+))?\b", cell)
            for n in range(int(first), int(last or first) + 1)]


def problems_of_plans(docs: dict[str, str], listed: dict[str, tuple[int, str]]) -> Iterator[str]:
    """The plans of teaching.md have room for the minutes of their lessons and exercises."""
    lesson = {number: int(minutes) for number, minutes in listed.values()}
    exercise = {int(name.split("/")[1][:2]): int(re.search(r"Time: (\d+) minutes", text)[1])
                for name, text in docs.items() if name.startswith("exercises/")}
    plan = docs["teaching.md"]
    before = 0
    for start, end, shown, done in re.findall(r"^\| (\d+)–(\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$", plan, re.MULTILINE):
        needed = sum(map(int, re.findall(r"(\d+) min\b", shown))) + (
            sum(exercise[n] for n in numbers(done)) if re.fullmatch(r"[\d, –]+", done) else 0)
        if int(start) != before or needed > int(end) - int(start):
            yield f"teaching.md: {start}–{end}: needs {needed} minutes, or does not follow minute {before}"
        before = int(end)
    sessions = re.findall(r"^\| (\d\.\d) \|([^|]*)\|([^|]*)\|", plan, re.MULTILINE)
    for session, lessons, exercises in sessions:
        needed = sum(lesson[n] for n in numbers(re.sub(r"\([^)]*\)", "", lessons))) + sum(
            exercise[n] for n in numbers(exercises))
        if needed > 90:
            yield f"teaching.md: session {session} needs {needed} minutes, and has 90"
    if before != 120 or len(sessions) != 8:
        yield "teaching.md: a class of 120 minutes and eight sessions were not found"


def self_test() -> list[str]:
    """What is taken out of the texts must be missed."""
    docs = texts()
    lesson = "tour/05_attention.md"
    damages = [
        ("goals", lesson, "**Goals.**", "Goals."), ("a formula", lesson, "$$\n", "\n"),
        ("a picture", "tour/01_shapes.md", "```text\n            column", "```\n            column"),
        ("that the library draws", lesson, "<!-- picture: ", "<!-- image: "),
        ("a question", lesson, "## Predict ", "## About "),
        ("a folded answer", lesson, "<summary>Answer<", "<summary><"),
        ("a mistake", lesson, "## A mistake and its message", "## Mistakes"),
        ("the message", lesson, "<!-- message -->", ""), ("exercises", lesson, "## Exercises", "## More"),
        ("begin as lesson", lesson, "lesson 5 of", "lesson 6 of"),
        ("not the minutes of index", lesson, "25 minutes", "15 minutes"),
        ("link to the next", lesson, "(06_scale.md).\n", "(07_scale.md).\n"),
        ("does not link to it", lesson, "../exercises/15_attention.cpp", "../exercises/README.md"),
        ("38–58: needs 27 minutes", "teaching.md", "15 min: up to", "22 min: up to"),
        ("session 2.1 needs 97", "teaching.md", "35, 41 | exercise 46", "35, 41, 46 |"),
        ("lists other lessons", "index.md", "tour/05_attention.md", "tour/06_attention.md"),
        ("teaching.md does not", "teaching.md", "(tour/06_scale.md)", "(tour/05_attention.md)")]
    missed = []
    for expected, name, before, after in damages:
        damaged = docs | {name: docs[name].replace(before, after)}
        if damaged == docs or not any(expected in problem for problem in problems(damaged)):
            missed.append(f"self-test: not reported: {expected}")
    return missed


def main() -> int:
    found = self_test() if sys.argv[1:] == ["--self-test"] else list(problems(texts()))
    print("\n".join(found) or "check_course.py: no problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A quiz of thirty questions, for Moodle and other systems that import the format GIFT.

    quiz.py OUTPUT.gift          write it
    quiz.py --self-test          it has a question of each lesson, with its answer

The questions are those that each lesson of the tour asks before its folded answer ("Predict the shape"), with
the code of the lesson that the question shows. They are essay questions: a student writes a sentence or a type, and sees the
lesson's answer afterwards. The pages are the only source, and the tests compile their code.
"""

import re
import sys
from pathlib import Path

LESSONS = Path(__file__).resolve().parent / "tour"
SPECIAL = re.compile(r"([~=#{}:\\])")  # what has a meaning in GIFT


def markdown(text: str) -> str:
    """A part of a page without what only its tests read; links are words, since a quiz has no pages."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]+)\]\([^)\s]+\)", r"\1", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def question(page: str) -> tuple[str, str, str]:
    """The title of a lesson, its question and its answer."""
    section = re.search(r"^## (Predict [^\n]+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    title = re.match(r"# (.+)\n", page)
    parts = section and re.fullmatch(r"(.*?)<details>\n<summary>Answer</summary>\n(.*?)\n</details>.*", section[2], re.DOTALL)
    if not title or not parts:
        sys.exit(f"quiz.py: no question with a folded answer in: {page[:60]!r}")
    return f"{title[1]} - {section[1]}", markdown(parts[1]), markdown(parts[2])


def escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text).replace("\n", "\\n")


def quiz() -> str:
    text = "$CATEGORY: attn, the tour\n"
    for lesson in sorted(LESSONS.glob("*.md")):
        title, asked, answer = question(lesson.read_text(encoding="utf-8"))
        text += f"\n::{escaped(title)}::[markdown]{escaped(asked)} {{####{escaped(answer)}}}\n"
    return text


def problems(text: str) -> list[str]:
    """GIFT that a reader would misread: a question is one line, whose braces belong to its answer."""
    found = []
    questions = [line for line in text.splitlines()[1:] if line]
    if len(questions) != len(list(LESSONS.glob("*.md"))):
        found.append(f"{len(questions)} questions are not one of each lesson")
    for line in questions:
        plain = re.sub(r"\\.", "", line)
        if not re.fullmatch(r"::[^~=#{}:]+::\[markdown\][^~=#{}:]{20,} \{####[^~=#{}:]{10,}\}", plain):
            found.append(f"a question is not in the format: {line[:90]}")
    return found


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    text = quiz()
    found = problems(text)
    if sys.argv[1] == "--self-test":
        damaged = [text.replace("\\{", "{", 1), text.replace("{####", "{", 1), text[:text.rindex("\n::")]]
        found += [f"self-test: damage {i} is not noticed" for i, each in enumerate(damaged) if not problems(each)]
    elif not found:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    print("\n".join(found) or f"quiz.py: {text.count('::[markdown]')} questions")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

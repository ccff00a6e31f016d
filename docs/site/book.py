# SPDX-License-Identifier: BSL-1.0
"""The tour as one page, for printing: every page of it that build.py has made, one after the other,
with links between them that stay within the page. Paper has nothing to unfold, so the answers are the
last chapter."""

import re
from pathlib import Path

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>attn: the tour</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}assets/katex/katex.min.css"><link rel="stylesheet" href="{up}assets/slides.css">
<link rel="stylesheet" href="{up}assets/book.css">
<script src="{up}assets/katex/katex.min.js"></script><script src="{up}assets/site.js"></script></head>
<body><header><h1>attn: the tour</h1><p>Every C++ block of this text was compiled, and every number checked, by the
tests.</p><ol class="contents">{contents}</ol></header>
<main>{chapters}</main></body></html>
"""


FOLDED = re.compile(r"<details[^>]*>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)


def without_answers(article: str, stem: str, heading: str) -> tuple[str, str]:
    """The article with a link instead of each answer, and the answers. What else is folded is open."""
    answers: list[str] = []

    def moved(found: re.Match) -> str:
        if found[1].strip() != "Answer":
            return f"<p>{found[1]}:</p>{found[2]}"
        answer = f"answer-{stem}-{len(answers) + 1}"
        answers.append(f'<div id="{answer}"><h2><a href="#{stem}">{heading}</a></h2>{found[2]}</div>')
        return f'<p><a href="#{answer}">The answer</a> is in the last chapter.</p>'

    return FOLDED.sub(moved, article), "".join(answers)


def make(site: Path) -> Path:
    pages = sorted(page for page in site.glob("docs/tour/[0-9]*.html") if not page.stem.endswith("_slides"))
    names = {page.name for page in pages}
    contents, chapters, answers = "", "", ""
    for page in pages:
        article = re.search(r"<article[^>]*>(.*?)</article>", page.read_text(encoding="utf-8"), re.DOTALL)[1]
        article = re.sub(r'<a class="headerlink".*?</a>|<p><em>The tour:.*?</p>|<p><a href="\w+_slides.html">.*?</p>', "",
                         article, flags=re.DOTALL)

        def within(found: re.Match) -> str:
            name, _, anchor = found[1].partition("#")
            chapter = Path(name).stem if name else page.stem
            if name and name not in names:
                return found[0]  # a page outside of the tour
            return f'href="#{chapter}{"--" + anchor if anchor else ""}"'

        article = re.sub(r'(?<= )href="([^":]*)"', within, article)
        article = re.sub(r'(<h\d) id="([^"]*)"', rf'\1 id="{page.stem}--\2"', article)
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", article, re.DOTALL)[1]
        article, answered = without_answers(article, page.stem, heading.strip())
        answers += answered
        contents += f'<li><a href="#{page.stem}">{re.sub(r"^[0-9]+[.] ", "", heading.strip())}</a></li>'
        chapters += f'<article id="{page.stem}">{article}</article>'
    if answers:
        contents += '<li><a href="#answers">Answers</a></li>'
        chapters += f'<article id="answers"><h1>Answers</h1>{answers}</article>'
    book = site / "docs/tour/book.html"
    book.write_text(PAGE.format(up="../../", contents=contents, chapters=chapters), encoding="utf-8")
    index = site / "docs/index.html"
    text = index.read_text(encoding="utf-8")
    link = '<p><a href="tour/book.html">All of it on one page, for printing</a></p>'
    index.write_text(re.sub(r'(<h2 id="the-tour">.*?</h2>)', rf"\1{link}", text, count=1, flags=re.DOTALL),
                     encoding="utf-8")
    return book

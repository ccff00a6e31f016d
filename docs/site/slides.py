# SPDX-License-Identifier: BSL-1.0
"""Slides of the tour: each page of the tour that build.py has made is a deck next to it, with the same
text, code, formulas and pictures. A section is a slide, or several where it is long; a key shows the
next paragraph, block of code or answer."""

import html
import html.parser
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Blocks(html.parser.HTMLParser):
    """The elements at the top level of some HTML: the tag and the text of each."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=False)
        self.blocks: list[tuple[str, str]] = []
        self._text, self._depth, self._start = text, 0, 0
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._tag = ""
        self.feed(text)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if self._depth == 0:
            self._start, self._tag = self._at(), tag
        if tag not in VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        self._depth -= 1
        if self._depth == 0:
            end = self._text.index(">", self._at()) + 1
            self.blocks.append((self._tag, self._text[self._start:end]))


LONGEST = 20  # lines of code that can be read on one slide
CODE = re.compile(r"(<div class=\"highlight\"><pre><span></span><code>)(.*)(</code></pre></div>)", re.DOTALL)


def in_parts(block: str) -> list[str]:
    """A long program, cut at empty lines."""
    code = CODE.fullmatch(block)
    if code is None or code[2].count("\n") <= LONGEST:
        return [block]
    parts: list[str] = []
    for paragraph in re.split(r"\n(?=\n)", code[2].strip("\n")):
        if parts and (parts[-1] + paragraph).count("\n") < LONGEST:
            parts[-1] += "\n" + paragraph
        else:
            parts.append(paragraph.lstrip("\n"))
    return [code[1] + part + "\n" + code[3] for part in parts]


def sections(article: str) -> list[tuple[str, list[str], str]]:
    """Heading, blocks and anchor of each section. A list is shown item by item."""
    found: list[tuple[str, list[str], str]] = []
    for tag, block in Blocks(article).blocks:
        block = re.sub(r'<a class="headerlink".*?</a>', "", block)
        if tag in ("h1", "h2", "h3"):
            anchor = re.match(r'<h\d id="([^"]*)"', block)
            found.append((re.sub(rf"^<{tag}[^>]*>|</{tag}>$", "", block), [], anchor[1]))
        elif not found or (not found[-1][1] and block.startswith("<p><em>The tour:")):
            continue  # links to the other pages
        elif re.match(r"<details>\s*<summary>All that ", block):
            continue  # the whole text of a compiler is on the page; the slide has the sentence
        elif tag in ("ul", "ol"):
            items = [each for _, each in Blocks(re.sub(rf"^<{tag}[^>]*>|</{tag}>$", "", block)).blocks]
            found[-1][1].extend(f'<{tag} start="{i}">{each}</{tag}>' if tag == "ol" else f"<{tag}>{each}</{tag}>"
                                for i, each in enumerate(items, 1))
        else:
            found[-1][1].extend(in_parts(block))
    return found


PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: slides</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}assets/katex/katex.min.css"><link rel="stylesheet" href="{up}assets/slides.css">
<script src="{up}assets/katex/katex.min.js"></script><script src="{up}assets/site.js"></script>
<script src="{up}assets/slides.js"></script></head>
<body><main>{slides}</main>
<footer><a href="{page}">The page</a> <button type="button" id="back" aria-label="Back">←</button>
<span id="where" role="status"></span> <button type="button" id="next" aria-label="Next">→</button>
<span class="keys">next: → or Space; back: ←; slides: Page Up, Page Down</span></footer></body></html>
"""


def make(site: Path) -> list[Path]:
    """Decks for the tour of a site, next to its pages, each of which gets a link to its deck."""
    made = []
    for page in sorted(site.glob("docs/tour/[0-9]*.html")):
        text = page.read_text(encoding="utf-8")
        article = re.search(r"<article[^>]*>(.*?)</article>", text, re.DOTALL)
        slides = sections(article[1])
        title = re.sub(r"<[^>]*>", "", slides[0][0])
        body = "".join(f'<section id="{anchor}"><h2>{heading}</h2>' +
                       "".join(f'<div class="step">{block}</div>' for block in blocks) + "</section>" for heading, blocks, anchor in slides)
        deck = page.with_name(page.stem + "_slides.html")
        deck.write_text(PAGE.format(title=html.escape(html.unescape(title)), up="../../", page=page.name, slides=body),
                        encoding="utf-8")
        link = f'<p><a href="{deck.name}">Slides of this page</a></p>'
        page.write_text(text.replace("</h1>", "</h1>" + link, 1), encoding="utf-8")
        made.append(deck)
    return made

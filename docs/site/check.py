#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Build the site and look at it in a headless browser.

    check.py [OUTPUT_DIRECTORY] [--pictures DIRECTORY]

build.py builds it and checks every link and anchor. Then pages of each kind are opened as files,
narrow and wide, light and dark: nothing fails to load, no page is wider than the screen, formulas are
formulas, text has a contrast of 4.5 to 1, and the search finds what it is asked for. The slides are
gone through by key, and the tour is printed. --pictures keeps a picture of each. Exit status: 77, with the reason, where the generator or a browser is
missing.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import browser  # noqa: E402

import build  # noqa: E402

SCREENS = ((390, 844), (1280, 900))
PAGES = ("index.html", "docs/index.html", "docs/play.html", "docs/tour/10_heads.html", "docs/errors/products.html",
         "docs/common_mistakes.html", "docs/zh/index.html", "docs/zh/errors.html", "docs/zh/tour/05_attention.html", "docs/measurements.html", "docs/reference/ops/softmax.html", "CONTRIBUTING.html")

# The worst contrast of text with what is behind it, and where.
CONTRAST = r"""(() => {
  document.head.append(Object.assign(document.createElement('style'),  // links fade to their colour
                                     {textContent: '* { transition: none !important; }'}));
  const rgba = text => text.match(/[\d.]+/g).map(Number);
  const over = (top, below) => { const a = top[3] ?? 1; return [0, 1, 2].map(i => top[i] * a + below[i] * (1 - a)); };
  const luminance = c => { const [r, g, b] = c.map(x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
                           return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  let worst = [21, ''];
  for (const each of document.querySelectorAll('article p, article h1, article h2, article li, article td, article p a')) {
    if (!each.textContent.trim() || each.matches('.md-button')) continue;
    const chain = [];
    for (let at = each; at; at = at.parentElement) chain.unshift(rgba(getComputedStyle(at).backgroundColor));
    const back = chain.reduce((below, top) => over(top, below), [255, 255, 255]);
    const [a, b] = [over(rgba(getComputedStyle(each).color), back), back].map(luminance);
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < worst[0]) worst = [contrast, each.textContent.trim().slice(0, 40)];
  }
  return worst;
})()"""


def wrong_links_are_reported() -> bool:
    """The test of the test."""
    with tempfile.TemporaryDirectory() as name:
        site = Path(name)
        (site / "a.html").write_text('<p id="here"></p><a href="#here"></a><a href="b.html"></a><a href="#there"></a>'
                                     '<a href="https://example.org"></a><script src="https://example.org/x.js"></script>')
        return len(list(build.problems(site))) == 3


def looked_at(site: Path, program: str, pictures: Path | None) -> list[str]:
    problems = []
    for dark in (False, True):  # a browser each: the theme remembers what it has shown
        with browser.Browser(program) as opened:
            for page in PAGES:
                for width, height in SCREENS:
                    opened.open((site / page).as_uri(), width, height, dark)
                    name = f"{page}, {width} wide, {'dark' if dark else 'light'}"
                    problems += (f"{name}: {each}" for each in faults(opened, dark))
                    if pictures:
                        opened.picture(pictures / f"{name.replace('/', '_').replace(', ', '_').replace('.html', '')}.png")
            # Once by the address, once by typing.
            opened.open((site / "docs/index.html").as_uri() + ("?q=softmax" if dark else ""))
            if not dark:
                opened.evaluate("(() => { const field = document.querySelector('.md-search__input'); field.focus();"
                                "field.value = 'softmax'; field.dispatchEvent(new KeyboardEvent('keyup')); })()")
            found = opened.wait("[...document.querySelectorAll('.md-search-result__item a')]"
                                ".map(each => each.href).join(' ')")
            if "reference/ops/softmax.html" not in found:
                problems.append(f"the search for softmax finds {found}")
            if not dark:
                problems += wrong_answers(opened, site)
            problems += opened.messages
    return problems


# Questions in a reader's words, and the pages of which one must be among the first three that the search finds.
QUESTIONS = {"print tensor": ("faq.html", "io/to_text.html"), "forgot transpose": ("faq.html", "errors/products.html"),
             "compile time": ("compile_time.html", "faq.html"), "cout": ("faq.html",), "is_causal": ("properties.html", "window.html"),
             "load pytorch weights": ("load_weights.html",), "step limit": ("faq.html", "limits.html"),
             "掩码": ("zh/tour/08_masks.html",), "注意力得分": ("zh/tour/03_products.html", "zh/tour/07_self_attention.html")}
# What a tab leads to.
TABS = {"The tour": "docs/tour.html", "Guides": "docs/guides.html", "Reference": "docs/reference.html", "Errors": "docs/errors.html",
        "Play": "docs/play.html"}


def wrong_answers(opened: browser.Browser, site: Path) -> Iterator[str]:
    for question, pages in QUESTIONS.items():
        opened.open((site / "docs/index.html").as_uri() + "?q=" + question.replace(" ", "+"))
        found = opened.wait("[...document.querySelectorAll('.md-search-result__item > a')].map(each => each.href).join(' ')")
        first = [re.sub(r"[?#].*", "", link) for link in found.split()][:3]
        if not any(link.endswith(page) for link in first for page in pages):
            yield f"the search for {question!r} finds {first}"
    opened.open((site / "docs/index.html").as_uri())
    tabs = opened.evaluate("Object.fromEntries([...document.querySelectorAll('.md-tabs__link')].map(each => "
                           "[each.textContent.trim(), each.href]))")
    for name, page in TABS.items():
        if not tabs.get(name, "").endswith(page):
            yield f"the tab {name} leads to {tabs.get(name)}"
    for lesson in sorted(site.glob("docs/tour/[0-9]*.html")):
        if not lesson.stem.endswith("_slides"):
            opened.open(lesson.as_uri(), 1280, 900)
            opened.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            wide = opened.evaluate("[...document.querySelectorAll('article .highlight code')].filter(each => each.scrollWidth > "
                                   "each.clientWidth + 1).map(each => each.textContent.trim().slice(0, 60))")
            yield from (f"{lesson.name}: code is wider than a window of 1280: {each}" for each in wide)


# Goes through a deck by key. What must hold: each block is shown, in order, on one slide, within it.
WALK = r"""(() => {
  const press = key => dispatchEvent(new KeyboardEvent('keydown', {key}));
  const blocks = document.querySelectorAll('.step').length, seen = [], wrong = [];
  let keys = 0;
  for (; keys < 2000; ++keys) {
    const slide = document.querySelectorAll('section.shown');
    if (slide.length !== 1) wrong.push(`${slide.length} slides at once`);
    for (const each of slide[0].querySelectorAll('.step.shown'))
      if (!seen.includes(each)) {
        seen.push(each);
        if (each.getBoundingClientRect().bottom > slide[0].getBoundingClientRect().bottom + 12)
          wrong.push('below the screen: ' + each.textContent.trim().slice(0, 40));
        if (Number(each.style.zoom || 1) < 0.6) wrong.push(`too small, ${each.style.zoom}: ` + each.textContent.trim().slice(0, 40));
        for (const code of each.querySelectorAll('pre'))
          if (code.scrollWidth > code.clientWidth + 1) wrong.push('code scrolls: ' + code.textContent.trim().slice(0, 40));
      }
    if (deck.last()) break;
    press('ArrowRight');
  }
  if (seen.length !== blocks) wrong.push(`${seen.length} of ${blocks} blocks are shown`);
  if (deck.last() && document.querySelector('section.shown details:not([open])'))
    wrong.push('an answer stays hidden');
  for (let back = 0; back < keys; ++back) press('ArrowLeft');
  if (deck.at().join() !== '0,0') wrong.push('the way back ends at ' + deck.at());
  return [keys, wrong];
})()"""


def slides_walked(site: Path, program: str, pictures: Path | None) -> tuple[int, list[str]]:
    count, problems = 0, []
    with browser.Browser(program) as opened:
        for deck in sorted(site.glob("docs/tour/*_slides.html")):
            opened.open(deck.as_uri(), 1280, 720)
            opened.wait("window.deck")
            keys, wrong = opened.evaluate(WALK)
            count += keys
            problems += (f"{deck.name}: {each}" for each in wrong)
            if keys < 5:
                problems.append(f"{deck.name}: only {keys} steps")
            if pictures:
                opened.evaluate("for (let i = 0; i < 6; ++i) "
                                "dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
                opened.picture(pictures / f"{deck.stem}.png")
        problems += opened.messages
        opened.open((site / "docs/tour/book.html").as_uri())
        printed = (pictures or site) / "book.pdf"
        opened.print_to(printed)
        pages = len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes()))
        chapters = opened.evaluate("document.querySelectorAll('article').length")
        lessons = len(list((Path(__file__).resolve().parent.parent / "tour").glob("*.md")))
        if pages < 2 * chapters or chapters != lessons + 1:  # the answers
            problems.append(f"the printed tour has {pages} pages and {chapters} chapters for {lessons} lessons")
        problems += (f"the printed tour: {each}" for each in faults_of_book(opened))
    return count, problems


def faults_of_book(opened: browser.Browser) -> Iterator[str]:
    if opened.messages:
        yield from opened.messages
    if opened.evaluate("new Set([...document.querySelectorAll('[id]')].map(each => each.id)).size !== "
                       "document.querySelectorAll('[id]').length"):
        yield "an anchor twice"


def faults(opened: browser.Browser, dark: bool) -> Iterator[str]:
    if opened.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
        yield "wider than the screen"
    if opened.evaluate("innerWidth > 1200 && [...document.querySelectorAll('.md-typeset__scrollwrap')].some(each => "
                       "each.scrollWidth > each.clientWidth)"):
        yield "a table is wider than its box"
    if opened.evaluate("document.body.dataset.mdColorScheme") != ("slate" if dark else "default"):
        yield "not in the colours that the system prefers"
    contrast, text = opened.evaluate(CONTRAST)
    if contrast < 4.5:
        yield f"a contrast of {contrast:.2f}: {text}"
    if opened.evaluate("document.querySelector('.arithmatex:not(:has(.katex))') !== null"):
        yield "a formula that is text"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, nargs="?")
    parser.add_argument("--pictures", type=Path)
    arguments = parser.parse_args()
    if not wrong_links_are_reported():
        print("check.py: wrong links are not reported")
        return 1
    program = browser.installed()
    with tempfile.TemporaryDirectory() as name:
        site = arguments.output or Path(name) / "site"
        if code := subprocess.run([sys.executable, build.__file__, str(site)], check=False).returncode:
            return code
        if not program:
            print(f"check.py: built, and not looked at: no browser is installed: {', '.join(browser.NAMES)}")
            return build.SKIPPED
        if arguments.pictures:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
        problems = looked_at(site.resolve(), program, arguments.pictures)
        keys, wrong = slides_walked(site.resolve(), program, arguments.pictures)
        problems += wrong
    for each in problems:
        print(each)
    print(f"check.py: {len(PAGES)} pages on {len(SCREENS)} screens, light and dark, and {keys} steps of slides "
          f"in {program}; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

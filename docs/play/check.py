#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check the page to play with: what it shows are the numbers that a C++ compiler computes.

    check.py [--page PAGE.html] --compiler CXX [--flag=FLAG...] --include DIR...

Opens the page in a headless browser, puts it into many states (every preset, every size, masks,
scales, sentences of every length; some by typing, clicking and keys), and reads the C++ that it
offers and the bits of its results. A compiler then evaluates each program, with the assertions that
the page wrote into it and one for each bit pattern. Exit status: 77, with the reason, if there is
no browser, or no page is given and the tools to build one are not installed (build.py).
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import build

sys.path.append(str(Path(__file__).resolve().parent.parent))
import browser  # noqa: E402

SMALLEST, LARGEST, LONGEST = 2, 8, 12
BATCH = 20  # programs that are compiled together

# Runs in the page, after the page's own script, whose functions it calls.
DRIVER = r"""
const drive = () => {
  const report = {states: [], sentences: [], mistakes: [], failed: []};
  const bits = (matrix, bytes) => matrix.flat().map(x => bitsOf(x, bytes));
  const must = (what, holds) => { if (!holds) report.failed.push(what); };
  const cell = (name, i, j) => tables.get(name).cells[i][j].firstChild;
  const record = name => report.states.push({name, code: byId('code').textContent, bits:
    Object.fromEntries(Object.entries(results).map(([key, rows]) => [key, bits(rows, 8)]))});
  try {
    for (const [name, given] of Object.entries(presets)) {
      byId('preset').value = name;
      byId('preset').dispatchEvent(new Event('change'));
      record(name);
    }
    given.states.forEach((each, n) => { state = stateOf(each); render(); record('random ' + n); });

    // As a user does it.
    state = stateOf(presets[first]);
    render();
    cell('Q', 1, 2).value = '-0.75';
    cell('Q', 1, 2).dispatchEvent(new Event('input'));
    must('typing changes Q', state.Q[1][2] === -0.75);
    record('typed');
    const before = byId('code').textContent;
    cell('V', 0, 0).dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp', cancelable: true}));
    must('an arrow key changes V', state.V[0][0] === 1.1 && byId('code').textContent !== before);
    cell('weights', 2, 0).click();
    must('a click masks a weight', state.mask === 'cells' && results.weights[2][0] === 0);
    must('a masked weight is shown as masked', cell('weights', 2, 0).textContent === 'masked' &&
         cell('weights', 2, 0).getAttribute('aria-pressed') === 'true' &&
         cell('scaled', 2, 0).textContent === '−∞');
    record('clicked');
    for (const j of [1, 2]) cell('weights', 2, j).click();
    must('a query without keys has weights of 0', results.weights[2].every(x => x === 0));
    record('a query without keys');
    cell('weights', 0, 0).focus();
    cell('weights', 0, 0).dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', cancelable: true, bubbles: true}));
    must('arrow keys move among the weights', document.activeElement === cell('weights', 0, 1));
    must('the focus shows the exact value', byId('exact').textContent.includes('weights(0, 1)'));
    byId('size-key').value = 5;
    byId('size-key').dispatchEvent(new Event('input'));
    must('a size changes the shapes', results.scores[0].length === 5 && state.V.length === 5);
    record('resized');
    const pressed = (x, y) => ({clientX: x, clientY: y, button: 0, pointerId: 1});
    const dragged = cell('K', 0, 0), from = state.K[0][0];
    dragged.setPointerCapture = () => {};
    dragged.dispatchEvent(new PointerEvent('pointerdown', pressed(100, 10)));
    dragged.dispatchEvent(new PointerEvent('pointermove', pressed(150, 10)));
    dragged.dispatchEvent(new PointerEvent('pointerup', pressed(150, 10)));
    must('dragging changes K', state.K[0][0] === tidy(from + 0.5));
    record('dragged');
    byId('temperature').value = -6;
    byId('temperature').dispatchEvent(new Event('input'));
    must('the slider changes the temperature', state.temperature === 0.5);
    record('at another temperature');
    cell('Q', 0, 0).value = '1e9';
    cell('Q', 0, 0).dispatchEvent(new Event('input'));
    must('too large a number is not taken', state.Q[0][0] !== 1e9);

    // Heads, by the two lists.
    const chooses = (id, value) => { byId(id).value = value; byId(id).dispatchEvent(new Event('change')); };
    const captionOf = name => tables.get(name).box.querySelector('b').textContent;
    chooses('preset', 'Two heads');
    const ofHead0 = cell('weights', 0, 0).textContent;
    must('the weights of head 0 are shown', captionOf('weights') === '3. Weights, head 0' && !byId('head-label').hidden);
    chooses('head', '1');
    for (const name of ['scores', 'scaled', 'weights'])
      must('the caption of ' + name + ' names head 1', captionOf(name).endsWith(', head 1') &&
           tables.get(name).box.getAttribute('aria-label') === captionOf(name));
    must('the weights of head 1 are shown', cell('weights', 0, 0).textContent === shown(results.weights[3][0]) &&
         cell('weights', 0, 0).textContent !== ofHead0);
    chooses('heads', '1');
    must('one head has no number', captionOf('weights') === '3. Weights' && byId('head-label').hidden && state.head === 0);
    byId('size-key').value = 50;
    byId('size-key').dispatchEvent(new Event('input'));
    must('a size out of bounds is not taken', state.sizes.key === 3 && !byId('size-key').checkValidity());
    byId('size-key').dispatchEvent(new Event('blur'));
    must('and does not stay', byId('size-key').value === '3');
    const radio = (name, value) => document.querySelector(`[name=${name}][value=${value}]`).click();
    radio('mask', 'causal');
    must('a causal mask is chosen', state.mask === 'causal' && results.weights[0][1] === 0);
    radio('mask', 'window');
    for (const id of ['left', 'right']) {
      byId(id).value = 0;
      byId(id).dispatchEvent(new Event('input'));
    }
    must('a window of one key is chosen', !byId('window-bounds').hidden && results.weights.every((row, i) => row[i] === 1));
    radio('scale', 'none');
    must('no scale is chosen', state.scale === 'none' && cell('scaled', 0, 0).textContent === cell('scores', 0, 0).textContent);
    cell('weights', 2, 0).click();

    // What a screen reader is told.
    for (const control of document.querySelectorAll('input, select, button'))
      must('a name for ' + control.outerHTML.slice(0, 80), control.getAttribute('aria-label') ||
           control.labels?.[0]?.textContent.trim() || control.textContent.trim());
    for (const table of document.querySelectorAll('table'))
      must('a caption and headings', table.caption?.textContent.trim() && table.querySelector('th[scope=row]') &&
           table.querySelector('th[scope=col]'));
    const ids = [...document.querySelectorAll('[id]')].map(each => each.id);
    must('each id once', new Set(ids).size === ids.length);
    must('nothing is loaded', performance.getEntriesByType('resource').every(each => each.name.startsWith('data:')));
    for (let t = 0; t <= 1; t += 1 / 256) {
      const back = luminance(colour(t)), ink = inkOn(colour(t)) === '#000' ? 0 : 1;
      must('contrast of 4.5 at ' + t, (Math.max(back, ink) + 0.05) / (Math.min(back, ink) + 0.05) >= 4.5);
    }

    // The address has the state, and what it cannot have is not followed.
    const copied = linkOf(), shownNow = byId('code').textContent;
    state = stateOf(presets['Two heads']);
    render();
    must('the state has changed', byId('code').textContent !== shownNow);
    must('the address has the new state', location.href === linkOf() && linkOf() !== copied);
    history.replaceState(null, '', copied);
    must('an address is followed', follow() && byId('code').textContent === shownNow && state.mask === 'cells');
    byId('text').value = 'Deep Hello Deep';
    byId('sentence-positions').click();
    byId('call').value = 'Q + K';
    byId('call').dispatchEvent(new Event('change'));
    const spokenBefore = [byId('sentence-code').textContent, byId('mistake-code').textContent];
    const full = linkOf();
    history.replaceState(null, '', copied);
    follow();
    must('another sentence is shown', byId('sentence-code').textContent !== spokenBefore[0] && !byId('sentence-positions').checked);
    history.replaceState(null, '', full);
    must('the address has the sentence and the call', follow() && byId('text').value === 'Deep Hello Deep' &&
         byId('sentence-positions').checked && !byId('sentence-causal').checked && byId('call').value === 'Q + K' &&
         byId('sentence-code').textContent === spokenBefore[0] && byId('mistake-code').textContent === spokenBefore[1]);
    byId('arcs').querySelector('.word').dispatchEvent(new MouseEvent('click', {bubbles: true}));
    must('a word is chosen, and its lines only', chosen === 0 && byId('arcs').querySelectorAll('path').length === 3 &&
         byId('arcs').querySelector('.word').getAttribute('aria-pressed') === 'true' && byId('arcs').textContent.includes('%'));
    byId('arcs').querySelector('.word').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    must('and again, by key', chosen === null && byId('arcs').querySelectorAll('path').length === 9);
    [...byId('vocabulary').children].find(each => each.textContent === 'Code').click();
    must('a word is added', byId('text').value === 'Deep Hello Deep Code' &&
         tables.get('sentence weights').cells.length === 4);
    for (const wrong of ['#s=', '#s={', '#s=' + encodeURIComponent('{"Q":[[1]]}'), copied.slice(copied.indexOf('#')).replace(
        /%22temperature%22%3A[\d.]+/, '%22temperature%22%3A0'), '#sentence'])
      must('not followed: ' + wrong.slice(0, 30), givenBy(wrong) === null);

    for (const sizes of [[3, 3, 3, 3], [2, 3, 4, 5], [5, 4, 4, 4]]) {
      ['token', 'key', 'd_k', 'd_v'].forEach((name, i) => resize(name, sizes[i]));
      for (const call of Object.keys(mistakes)) {
        byId('call').value = call;
        render();
        report.mistakes.push({code: byId('mistake-code').textContent,
                              sentence: byId('call-sentence').textContent.replace('error: ', '')});
        must('a mistake is underlined', Boolean(byId('call-code').querySelector('u')) === Boolean(sentenceOf(call, state.sizes)));
      }
    }

    for (const each of given.sentences) {
      byId('text').value = each.words.map(i => vocabulary[i] ?? ['Hello', '"quoted\\"', '\u8336'][i - 23]).join(' ');
      byId('sentence-causal').checked = each.causal;
      byId('sentence-positions').checked = each.positions;
      const {r} = renderSentence();
      report.sentences.push({name: byId('text').value, code: byId('sentence-code').textContent,
                             bits: {out: bits(r.out, 4)}});
    }
    byId('text').value = 'Hello LIKE';
    renderSentence();
    must('an unknown word is noted, and its case does not matter', byId('words-problem').hidden && !byId('words-note').hidden &&
         byId('words-note').textContent.endsWith(': Hello.'));
    byId('text').value = ' ';
    renderSentence();
    must('no word is reported', !byId('words-problem').hidden);
  } catch (error) {
    report.failed.push(String(error.stack));
  }
  window.report = report;
};
if (results) drive(); else document.addEventListener('playing', drive);
"""


def states() -> dict:
    """States that between them use every instantiation of play.cpp."""
    draw = random.Random(16)
    sizes = range(SMALLEST, LARGEST + 1)

    def matrix(rows: int, columns: int) -> list[list[float]]:
        few = [lambda: draw.randint(-3, 3), lambda: round(draw.uniform(-2, 2), 2),
               lambda: draw.gauss(0, 1), lambda: draw.choice([-0.0, 1e6, -1e6, 1e-9, 0.1])]
        kinds = draw.choices(few, [6, 6, 3, 1], k=rows * columns)
        return [[kinds[i * columns + j]() for j in range(columns)] for i in range(rows)]

    made = []
    for key in sizes:
        for i, d_k in enumerate(sizes):
            token, d_v = draw.choice([key, draw.choice(sizes)]), (d_k - SMALLEST + key) % 7 + SMALLEST
            made.append({
                "Q": matrix(token, d_k), "K": matrix(key, d_k), "V": matrix(key, d_v),
                "scale": ("default", "none", "value")[i % 3], "scaleValue": round(draw.uniform(-2, 2), 3),
                "temperature": draw.choice([1, 1, 0.01, 0.37, 2, 100]),
                "mask": ("none", "causal", "window", "cells")[(i + key) % 4],
                "alignment": draw.choice(["top_left", "bottom_right"]),
                "left": draw.randint(0, 3), "right": draw.randint(0, 3),
                "heads": draw.choice([n for n in (1, 2, 3, 4) if d_k % n == 0 and d_v % n == 0]),
                "cells": [[draw.random() < 0.6 for _ in range(key)] for _ in range(token)]})
    sentences = [{"words": draw.choices(range(26 if n % 3 == 0 else 23), k=n), "causal": n % 2 == 0, "positions": n % 4 > 1}
                 for n in range(1, LONGEST + 1)]
    return {"states": made, "sentences": sentences}


def in_browser(program: str, page: Path, given: dict, directory: Path) -> dict:
    """The report of the driver."""
    driven = directory / "driven.html"
    text = page.read_text(encoding="utf-8")
    script = f"<script>\nconst given = {json.dumps(given)};\n{DRIVER}</script>\n</body>"
    assert text.count("</body>") == 1
    driven.write_text(text.replace("</body>", script), encoding="utf-8")
    with browser.Browser(program) as opened:
        opened.open(driven.as_uri())
        report = opened.wait("window.report")
        for width, dark in ((320, False), (390, True), (1280, False), (1280, True)):
            opened.open(driven.as_uri(), width=width, dark=dark)
            opened.wait("window.report")
            too_wide = opened.evaluate("document.scrollingElement.scrollWidth - innerWidth")
            if too_wide > 0:
                report["failed"].append(f"at a width of {width} the page is {too_wide} pixels too wide")
        report["failed"] += opened.messages
    return report


# --- The compiler ---------------------------------------------------------------------------------

INCLUDES = re.compile(r"(?:#include <attn(?:/\w+)?\.hpp>\n)+")
HEAD = "#include <attn/all.hpp>\n"
TAIL = "int main() {}\n"


def with_bits(program: dict, name: str) -> str:
    """The program in a namespace of its own, with an assertion for each bit pattern."""
    code = program["code"]
    includes = INCLUDES.match(code)
    assert includes and code.endswith(TAIL), code
    claims = "".join(
        f"static_assert(std::bit_cast<{'std::uint64_t' if len(bits) == 18 else 'std::uint32_t'}>"
        f"({result}.data()[{i}]) == {bits});\n"
        for result, patterns in program["bits"].items() for i, bits in enumerate(patterns))
    return f"namespace {name} {{  // {program['name']}\n{code[includes.end():-len(TAIL)]}{claims}}}\n"


def compile_all(command: list[str], texts: dict[str, str], directory: Path) -> list[str]:
    """Compiles each unit; returns the errors of those that do not compile."""
    errors = []
    for name, text in texts.items():
        unit = directory / f"{name}.cpp"
        unit.write_text(text, encoding="utf-8")
        run = subprocess.run([*command, "-fsyntax-only", str(unit)], capture_output=True, text=True, check=False)
        if run.returncode:
            errors.append(f"{name}:\n{run.stderr[:3000]}")
    return errors


ERROR = re.compile(r"error: (?:static assertion failed(?: due to requirement '.*?')?: )?(.*)")


def wrong_sentences(command: list[str], mistakes: list[dict], directory: Path) -> list[str]:
    """A call compiles if the page has no sentence for it; otherwise its first error is this sentence."""
    problems = []
    for each in {each["code"]: each for each in mistakes}.values():
        unit = directory / "mistake.cpp"
        unit.write_text(each["code"], encoding="utf-8")
        ran = subprocess.run([*command, "-fsyntax-only", str(unit)], capture_output=True, text=True, check=False,
                             env=os.environ | {"LC_ALL": "C"})
        found = ERROR.search(ran.stderr)
        said = found[1].strip('"') if found else ""
        if said != each["sentence"]:
            problems.append(f"the page says {each['sentence']!r}, the compiler {said!r}:\n{each['code']}")
    return problems


def check(command: list[str], report: dict, directory: Path) -> list[str]:
    problems = [f"in the browser: {each}" for each in report["failed"]]
    programs = report["states"] + report["sentences"]
    head = HEAD + "#include <bit>\n#include <cstdint>\n"
    units = {"as_copied": programs[0]["code"], "as_copied_sentence": programs[-1]["code"]}
    for start in range(0, len(programs), BATCH):
        units[f"batch_{start}"] = head + "".join(
            with_bits(each, f"n{i}") for i, each in enumerate(programs[start:start + BATCH]))
    problems += compile_all(command, units, directory)

    problems += wrong_sentences(command, report["mistakes"], directory)

    # The test of the test: one wrong bit, and one wrong digit, must not compile.
    wrong = json.loads(json.dumps(programs[3]))
    wrong["bits"]["out"][1] = f"{int(wrong['bits']['out'][1], 16) ^ 1:#018x}"
    if not compile_all(command, {"wrong_bit": head + with_bits(wrong, "n")}, directory):
        problems.append("a wrong bit compiled")
    digits = re.sub(r"(0\.\d{12,}?)(\d)([,}])", lambda found: found[1] + str((int(found[2]) + 5) % 10) + found[3],
                    programs[0]["code"], count=1)
    if digits == programs[0]["code"] or not compile_all(command, {"wrong_digit": digits}, directory):
        problems.append("a wrong digit compiled")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--include", action="append", default=[])
    arguments = parser.parse_args()
    program = browser.installed()
    if not program:
        print(f"check.py: skipped, no browser is installed: {', '.join(browser.NAMES)}")
        return build.SKIPPED
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        page = arguments.page
        if not page:
            page, again = directory / "play.html", directory / "again.html"
            for each in (page, again):
                built = subprocess.run([sys.executable, build.__file__, str(each)], check=False)
                if built.returncode:
                    return built.returncode
            if page.read_bytes() != again.read_bytes():
                print("check.py: two builds of the page differ")
                return 1
        report = in_browser(program, page, states(), directory)
        command = [arguments.compiler, "-std=c++20", *arguments.flag, *(f"-I{each}" for each in arguments.include)]
        problems = check(command, report, directory)
    for each in problems:
        print(each)
    compared = sum(len(bits) for each in report["states"] + report["sentences"] for bits in each["bits"].values())
    print(f"check.py: {len(report['states'])} states, {len(report['mistakes'])} mistakes and {len(report['sentences'])} sentences in {program}; "
          f"{compared} bit patterns compared; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Check the page to play with: what it shows are the numbers that a C++ compiler computes.

    check.py [--page PAGE.html] --compiler CXX [--flag=FLAG...] --include DIR...

Opens the page in a headless browser, puts it into many states (every preset, every size, masks,
scales, sentences of every length; some by typing, clicking and keys), and reads the C++ that it
offers and the bits of its results. A compiler then evaluates each program, with the assertions that
the page wrote into it and one for each bit pattern. The page's model tells its story, whose hash has
to be the one that story.cpp asserts, and the compiler proves. The files of stories260K are loaded
where they are: in $ATTN_STORIES, or in ../shared/data/stories260K next to the checkout. Exit status: 77, with the reason, if there is
no browser, or no page is given and the tools to build one are not installed (build.py).
"""

import argparse
import base64
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import build

sys.path += [str(build.DOCS), str(build.DOCS / "examples"), str(build.DOCS.parent / "static_tests/llama")]
import browser  # noqa: E402
from check_llama import SAMPLED  # noqa: E402
from prove import OWN_TEXT  # noqa: E402

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

# The story: what does not hold, the assertion that the page shows, and the bits of weights of a token.
STORY = r"""
(async files => {
  const failed = [], must = (what, holds) => { if (!holds) failed.push('story: ' + what); };
  const proof = () => byId('story-proof').textContent, words = () => story.tokens.slice(1).map(each => each.text).join('');
  const all = () => { while (readStory()) continue; renderStory(); return words(); };
  const enters = (id, value) => { byId(id).value = value; byId(id).dispatchEvent(new Event('change')); };
  const loads = async (id, name, base64) => {  // as the file chooser does it
    const chosen = new DataTransfer(), before = [proof(), byId('story-problem').textContent].join();
    chosen.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], name));
    byId(id).files = chosen.files;
    byId(id).dispatchEvent(new Event('change'));
    for (let i = 0; i < 200 && [proof(), byId('story-problem').textContent].join() === before; ++i)
      await new Promise(done => setTimeout(done, 10));
  };
  const pixel = (canvas, x, y) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].join();
  const isDrawn = () => times(story.layers * story.heads, row => [Math.floor(row / story.heads), row % story.heads]).every(
    ([layer, head], row) => {
      const canvas = byId('story-heads').querySelectorAll('canvas')[row], n = story.chosen + 1;
      const weights = times(n, key => weightOf(story.chosen, layer, head, key));
      return Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-4 && canvas.width === story.tokens.length &&
        weights.every((x, key) => pixel(canvas, key, 0) === [...colour(x), 255].join()) &&
        (n === canvas.width || pixel(canvas, n, 0) === '0,0,0,0');
    });
  const isMapDrawn = () => story.tokens.every((_, t) => times(t + 1, key => key).every(key =>
    pixel(byId('story-map'), key, t) === [...colour(weightOf(t, story.layer, story.head, key)), 255].join()));

  must('all of it is told: ' + words(), words() === files.ownText && story.tokens.length === 27);
  must('its bits are the static_assert\'s: ' + proof(), byId('story-proof').classList.contains('equal') && story.tokens.every(each => each.proved));
  must('the weights of each head are drawn', isDrawn() && isMapDrawn() && byId('story-heads').querySelectorAll('canvas').length === 8);
  const colours = () => [...byId('story-text').children].map(each => each.style.background).join();
  const before = colours();
  enters('story-layer', 1);
  enters('story-head', 3);
  must('another head is shown', colours() !== before && isMapDrawn() &&
       tables.get('story weights').cells[0].every((cell, key) => cell.textContent === shown(weightOf(26, 1, 3, key))));
  byId('story-text').children[9].click();
  must('a token is chosen', story.chosen === 9 && isDrawn() && byId('story-text').children[9].getAttribute('aria-pressed') === 'true' &&
       byId('story-text').children[10].style.background === '' && tables.get('story weights').cells[0].length === 10);
  byId('story-text').children[9].dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
  must('and the next one by key', story.chosen === 10 && document.activeElement === byId('story-text').children[10]);
  byId('story-heads').querySelectorAll('button')[5].click();
  must('a head is chosen in the table', story.layer === 1 && story.head === 1 && byId('story-head').value === '1');

  byId('story-again').click();
  must('it starts again', story.tokens.length === 1 && !byId('story-next').disabled && proof().includes('After 1 token,'));
  byId('story-next').click();
  must('a step is a token', story.tokens.length === 2 && words() === files.ownText.split(' ')[0] && isDrawn() &&
       byId('story-then').textContent === 'Next: had' && byId('story-proof').classList.contains('equal'));
  await tellStory();
  must('it is told to its end', words() === files.ownText && byId('story-next').disabled && byId('story-then').textContent === 'Next: the end');
  enters('story-prompt', 'Lily had a red boat');
  must('a prompt begins it', all().startsWith('Lily had a red boat.') && !byId('story-proof').classList.contains('equal') &&
       proof().startsWith('The first 1 token has'));
  enters('story-prompt', 'Ben had a');
  must('the same words have the same bits', all() === files.ownText && byId('story-proof').classList.contains('equal'));
  enters('story-prompt', 'Lily had a dragon');
  must('an unknown word is reported', byId('story-problem').textContent.startsWith('The model has no word “dragon”') && byId('story-next').disabled);
  enters('story-prompt', '');
  enters('story-temperature', 2);
  const stories = [1, 2, 3, 4, 3].map(seed => { enters('story-seed', seed); return all(); });
  must('seeds make stories: ' + stories, stories[2] === stories[4] && new Set(stories).size === 4);
  enters('story-seed', 0);
  must('a seed of 0 is reported', byId('story-problem').textContent.includes('seed'));
  enters('story-seed', 1);
  enters('story-temperature', 0);

  await loads('story-weights', 'stories.bin', files.changed);
  all();
  must('other weights have different bits: ' + proof(), !byId('story-proof').classList.contains('equal') && proof().includes('the weights are others'));
  await loads('story-weights', 'stories.bin', files.own);
  must('the file has the bits of the static_assert', all() === files.ownText && byId('story-proof').classList.contains('equal'));
  await loads('story-weights', 'short.bin', files.own.slice(0, 400));
  must('a short file is reported', byId('story-problem').textContent === 'short.bin: the file has 300 bytes, and a model of its sizes 17372');
  await loads('story-words', 'words.bin', files.own.slice(0, 4));
  must('wrong words are reported', byId('story-problem').textContent.startsWith('words.bin: the file has 3 bytes'));

  if (files.weights) {
    await loads('story-words', 'tok512.bin', files.words);
    must('weights are needed', byId('story-problem').textContent.includes('Choose their weights') && story.layers === 2);
    await loads('story-weights', 'stories260K.bin', files.weights);
    must('words may be first', byId('story-problem').hidden && story.layers === 5);
    byId('story-own').click();
    await loads('story-weights', 'stories260K.bin', files.weights);
    const stays = story.tokens.length;
    byId('story-next').click();
    must('words are needed', byId('story-problem').textContent.startsWith('Their words are missing') &&
         story.tokens.length === stays && byId('story-next').disabled);
    await loads('story-words', 'tok512.bin', files.words);
    must('both files are taken', byId('story-problem').hidden && story.layers === 5 && story.heads === 8 && story.tokens.length === 1);
    while (story.tokens.length < 257 && readStory()) continue;
    renderStory();
    must('it is the published story: ' + words(), words().trim() === files.greedy.trim());
    must('40 heads are drawn', byId('story-heads').querySelectorAll('canvas').length === 40 && isDrawn());
    must('no static_assert has it', proof().includes('the weights are others'));
    enters('story-temperature', 0.8);
    enters('story-seed', 42);
    enters('story-prompt', 'Lily was sad.');
    while (story.tokens.length < 60 && readStory()) continue;
    must('it is the story that llama2.c draws: ' + words(), words().startsWith(files.sampled));
  }
  byId('story-own').click();
  enters('story-temperature', 0);
  must('the own model is back', all() === files.ownText && byId('story-proof').classList.contains('equal'));
  const bits = times(story.layers, layer => times(story.heads, head => times(21, key =>
    [layer, head, key, bitsOf(weightOf(20, layer, head, key), 4)]))).flat(2);
  return {failed, assertion: byId('story-assertion').textContent, bits};
})
"""


def files_of_stories() -> dict:
    """What the story is told from, in base64, and what it has to be."""
    own = (build.DOCS / "examples/stories.bin").read_bytes()
    changed = bytearray(own)
    changed[28 + 16 * 4 + 2] ^= 1  # a bit of the embedding of what is in front of a story
    bits = {"own": own, "changed": changed}
    data = Path(os.environ.get("ATTN_STORIES", build.DOCS.parents[1] / "shared/data/stories260K"))
    texts = {"ownText": OWN_TEXT, "sampled": SAMPLED.decode()}
    if (data / "stories260K.bin").exists():
        bits |= {"weights": (data / "stories260K.bin").read_bytes(), "words": (data / "tok512.bin").read_bytes()}
        texts["greedy"] = (data / "greedy.txt").read_text(encoding="utf-8")
    else:
        print(f"check.py: {data} does not have stories260K.bin, so only the project's own model is tried; "
              "$ATTN_STORIES names its directory")
    return texts | {name: base64.b64encode(each).decode() for name, each in bits.items()}


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
        told = opened.evaluate(f"{STORY}({json.dumps(files_of_stories())})")
        report["failed"] += told["failed"]
        report["story"] = told
        for width, dark in ((320, False), (390, True), (1280, False), (1280, True)):
            opened.open(driven.as_uri(), width=width, dark=dark)
            opened.wait("window.report")
            too_wide = opened.evaluate(f"document.scrollingElement.scrollWidth - {width}")  # innerWidth grows, if it is narrow
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


def wrong_story(command: list[str], told: dict, directory: Path) -> list[str]:
    """The assertion that the page shows is in its source, and the compiler proves it, and the weights of the page. It
    reports a wrong hash and a wrong weight."""
    assertion = told["assertion"]
    source = (build.HERE / "story.cpp").read_text(encoding="utf-8")
    if assertion not in source:
        return [f"story.cpp does not have the assertion of the page, {assertion}"]
    build.write_bytes_of_stories(directory)
    command = [*command, f"-I{build.DOCS}", f"-I{directory}"]
    claims = [f"static_assert(std::bit_cast<std::uint32_t>(after<21>.weights({layer}, {head}, {key})) == {bits});\n"
              for layer, head, key, bits in told["bits"]]
    problems = compile_all(command, {"story": source + "".join(claims)}, directory)
    wrong = assertion[:-3] + ("0" if assertion[-3] != "0" else "1") + assertion[-2:]
    wrong_claim = claims[5].replace("after<21>", "after<20>")
    run = subprocess.run([*command, "-fsyntax-only", "-x", "c++", "-"], input=source.replace(assertion, wrong) + wrong_claim,
                         capture_output=True, text=True, check=False)
    found = sum(" error: static assertion failed" in line for line in run.stderr.splitlines())
    if found != 2:
        problems.append(f"of a wrong hash of the story and a wrong weight, the compiler reports {found}: {run.stderr[:3000]}")
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
    problems += wrong_story(command, report["story"], directory)

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

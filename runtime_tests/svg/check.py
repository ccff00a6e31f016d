#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Read the pictures of attn/io/svg.hpp as XML does, and hold them to what a reader needs: a name and a description,
text that has enough contrast on its cell, in light and in dark, everything inside of the picture, and the palette of
the page to play with.

    check.py --compiler CXX --include DIR [--include DIR ...]
"""

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"

PROGRAM = r'''
#include <attn/io/svg.hpp>
#include <cstdio>
#include <limits>
using namespace attn;

int main() {
  tensor<double, axis<"step", 1>, axis<"value", 101>> ramp;
  for (std::size_t i = 0; i < 101; ++i) ramp(0, i) = static_cast<double>(i) / 100;
  const double infinity = std::numeric_limits<double>::infinity();
  const tensor<double, axis<"token", 2>, axis<"key", 3>> x{{1, -infinity, 0.5}, {0, 1e300, infinity}};
  const std::vector<std::string> strange{"</svg>&\"'", "\x01\xff]]>"};
  const std::vector<std::string> words{"an uncommonly long word", "so", "\xf0\x9f\x98\x80"};
  const std::string pictures[] = {
      to_svg(ramp), to_svg(x), to_svg(x, {.title = "<Weights> & a title that is rather long for two columns"}),
      to_svg(x, {.title = "\x02", .digits = 40, .decimals = -1, .row_labels = strange, .column_labels = words})};
  for (const std::string& picture : pictures) std::printf("%s\f", picture.c_str());
}
'''


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
              for c in (int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def problems_of(picture: str) -> list[str]:
    """What is wrong with a picture."""
    try:
        svg = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        return [f"not well-formed: {error}"]
    problems = []
    if svg.tag != SVG + "svg" or svg.get("role") != "img":
        problems.append("no <svg role=img>")
    for position, name in enumerate(("title", "desc")):
        child = svg[position] if len(svg) > position else None
        if child is None or child.tag != SVG + name or not (child.text or "").strip():
            problems.append(f"no <{name}> at its place")
    dark = dict(re.findall(r"\.(attn-\w+) \{ (?:fill|stroke): (#\w+) \}", svg.findtext(SVG + "style") or ""))
    width, height = int(svg.get("width", 0)), int(svg.get("height", 0))
    boxes = [r for r in svg.iter(SVG + "rect") if r.get("x")]

    def inside(x: float, y: float) -> bool:
        return 0 <= x <= width and 0 <= y <= height

    for box in boxes:
        x, y, w, h = (int(box.get(key)) for key in ("x", "y", "width", "height"))
        if not (inside(x, y) and inside(x + w, y + h)):
            problems.append(f"a cell at {x}, {y} is outside of the picture")
    for text in svg.iter(SVG + "text"):
        x, y = int(text.get("x")), int(text.get("y"))
        half = 8.5 * len(text.text or "")  # of DejaVu Sans Mono, 14 pixels
        left = x - {"start": 0, "middle": half / 2, "end": half}[text.get("text-anchor")]
        if not (inside(left, y) and inside(left + half, y)):
            problems.append(f"the text {text.text!r} is outside of the picture")
        under = [b for b in boxes if int(b.get("x")) <= x < int(b.get("x")) + int(b.get("width"))
                 and int(b.get("y")) <= y < int(b.get("y")) + int(b.get("height"))]
        back = under[-1] if under else svg.find(SVG + "rect")

        def colour(element: ElementTree.Element, in_the_dark: bool) -> str:
            classes = (element.get("class") or "").split()
            others = [dark[c] for c in classes if c in dark and c != "attn-halo"]
            return others[0] if in_the_dark and others else element.get("fill")

        for scheme in (False, True):
            reached = contrast(colour(text, scheme), colour(back, scheme))
            if reached < 4.5:
                problems.append(f"{text.text!r}: contrast {reached:.2f} in {'dark' if scheme else 'light'}")
    return problems


def self_test(picture: str) -> list[str]:
    """A picture that is right, damaged: each damage must be seen."""
    damages = {"not well-formed": ("<desc>", "<desc>&"), "no <title>": ("title>", "desc>"),
               "no <svg": ('role="img"', 'role="none"'), "outside": ('x="', 'x="9'),
               "contrast": ('fill="#000"', 'fill="#fff"'), "in dark": (".attn-front { fill: #e9e9f0 }", "")}
    missed = []
    for what, (old, new) in damages.items():
        if old not in picture or not any(what in each for each in problems_of(picture.replace(old, new))):
            missed.append(f"self-test: damage is not seen: {what}")
    return missed


def palettes() -> list[str]:
    def numbers(path: str, pattern: str) -> list[str]:
        return re.findall(r"\d+", re.search(pattern, (ROOT / path).read_text(), re.DOTALL).group(1))
    page = numbers("docs/play/heat_map.js", r"viridis = \[(.*?)\];")
    header = numbers("include/attn/io/svg.hpp", r"viridis\[\] = \{(.*?)\};")
    return [] if len(page) == 27 and page == header else ["the palette differs from the palette of the page to play with"]


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--compiler", required=True)
    options.add_argument("--include", action="append", default=[])
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        source, program = Path(directory, "pictures.cpp"), Path(directory, "pictures")
        source.write_text(PROGRAM)
        includes = [word for path in options.include for word in ("-I", path)]
        subprocess.run([*shlex.split(options.compiler), "-std=c++20", *includes, str(source), "-o", str(program)],
                       check=True)
        pictures = subprocess.run([program], check=True, capture_output=True).stdout.decode().split("\f")[:-1]
    problems = palettes() + self_test(pictures[0])
    for i, picture in enumerate(pictures):
        problems += [f"picture {i}: {each}" for each in problems_of(picture)]
    if len(pictures) != 4:
        problems.append("not all pictures were printed")
    print("\n".join(problems) or f"{len(pictures)} pictures: well-formed, described, readable in light and dark")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the tour and compares: `check_tour.py --tour PROGRAM [--write]`.

What `tour --all` prints must be tour.txt next to this script (--write records it anew: read the difference before
you commit it), a typed problem must give the same numbers as the constant one, and whatever makes no
sense must give status 2, one line on standard error that says what was expected, and nothing else."""
import argparse
import pathlib
import subprocess
import sys
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).parent

ARTICLE_0 = """# article 0, as a person would type it
1 0 2   2 2 2   2 1 3    # Q
0, 1, 1; 4, 4, 0; 2, 3, 1
1 2 3
2 8 0
2 6 +3.0e0"""

# Input, and what the message must say.
MALFORMED = {
    "": "found only 0",
    "1 2 3": "expected 27 numbers, found only 3",
    ARTICLE_0 + " 7": "found more",
    ARTICLE_0.replace("8", "eight"): 'expected number 23 of 27 in line 5, found "eight"',
    ARTICLE_0.replace("8", "nan"): "expected finite numbers",
    ARTICLE_0.replace("8", "-inf"): "expected finite numbers",
    ARTICLE_0.replace("8", "0x"): 'found "0x"',
    ARTICLE_0.replace("8", "1e999"): "out of range",
    ARTICLE_0.replace("8", "8\x00"): 'found "8?"',
    ARTICLE_0.replace("8", "x" * 5000): "found \"xxxx",
    ARTICLE_0.replace("4, 4", "1e300, 1e300").replace("2 2 2", "-1e300 1e300 1e300"): "too large",
}
BAD_ARGUMENTS = [["--colour"], ["-", "-"], ["--color", "--color"], ["I", "Like"], ["-", "I Like AI"],
                 ["--all", "--all"], ["--all", "I Like AI"], ["-", "--all"], ["--svg"], ["--svg", "-"], ["--latex", "--all"],
                 ["--svg", "--latex", "I Like AI"], ["--markdown", "--color", "I Like AI"]]
# A sentence, and what the message must say.
BAD_SENTENCES = {
    "": "found none",
    "I Like Tea": 'found "Tea"',
    "LearningI Like": 'found "LearningI"',  # the article's own slip
    "I \x01": 'found "?"',
    "x" * 5000: 'found "xxxx',
    "Learning I like,": 'found "like,"; the words of article 3 are I Like AI And Machine Learning',
    "I " * 12 + "I": "found 13",
}
ARTICLE_3 = "I Like Machine Learning And Deep Learning"


def run(tour, arguments, text=""):
    return subprocess.run([tour, *arguments], input=text.encode(), capture_output=True, timeout=60)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--tour", required=True)
    options.add_argument("--write", action="store_true")
    options = options.parse_args()
    problems = []

    def expect(holds, what):
        if not holds:
            problems.append(what)

    told = run(options.tour, ["--all"])
    if options.write:
        (HERE / "tour.txt").write_bytes(told.stdout)
    expect(told.returncode == 0 and not told.stderr, "the tour itself fails")
    expect(told.stdout == (HERE / "tour.txt").read_bytes(), "the tour differs from tour.txt")

    # By default a page of it: the introduction, one example, and what else there is.
    page = run(options.tour, []).stdout.decode()
    all_of_it = told.stdout.decode()
    example = "== Article 0: 3x3, scaled" + page.split("== Article 0: 3x3, scaled")[-1].split("Next: tour --all")[0]
    expect(page.startswith(all_of_it.split("== ", 1)[0]) and example in all_of_it and "Next: tour --all" in page
           and page.count("\n") < 70, "the first page is no part of the whole, or too long")

    # The typed problem runs through the same templates: the same text below the title.
    typed = run(options.tour, ["-"], ARTICLE_0)
    sections = {s.split(" ==", 1)[0]: s.split("==\n", 1)[1]
                for s in told.stdout.decode().split("\n== ")[1:]}
    yours = {s.split(" ==", 1)[0]: s.split("==\n", 1)[1]
             for s in ("\n" + typed.stdout.decode()).split("\n== ")[1:]}
    expect(typed.returncode == 0, "article 0, typed, is refused: " + typed.stderr.decode())
    for variant in ("3x3, unscaled", "3x3, scaled by 1/sqrt(3)"):
        expect(yours.get("Your problem: " + variant, "").strip()
               == sections["Article 0: " + variant].strip(), "typed and constant differ: " + variant)

    own = run(options.tour, [ARTICLE_3]).stdout.decode().split("==\n", 1)[-1]
    expect(own.strip() == sections["Article 3: a sentence"].strip(),
           "article 3's sentence, as an argument and as a constant, differ")
    expect(run(options.tour, ["  i LIKE machine  learning\tAnd deep Learning "]).stdout
           == run(options.tour, [ARTICLE_3]).stdout, "other cases and spaces change what is printed")
    for sentence in ("Innovation", " ".join(["AI"] * 12)):
        expect(run(options.tour, [sentence]).returncode == 0, "refused: " + sentence)

    # The weights alone, as other programs read them.
    table = [line.split("|")[1:-1] for line in run(options.tour, ["--markdown", "I Like AI"]).stdout.decode().splitlines()]
    numbers = [[float(cell) for cell in row[1:]] for row in table[2:]]
    expect([row[0].strip() for row in table[2:]] == ["I", "Like", "AI"]
           and all(abs(sum(row) - 1) < 0.002 for row in numbers), "the weights as Markdown")
    matrix = run(options.tour, ["I Like AI", "--latex"]).stdout.decode()
    rows = matrix.partition("\\begin{bmatrix}")[2].partition("\\end{bmatrix}")[0].split("\\\\")
    expect([[float(cell) for cell in row.split("&")] for row in rows if row.strip()] == numbers, "the weights as LaTeX")
    picture = ElementTree.fromstring(run(options.tour, ["--svg", "I Like AI"]).stdout)
    texts = [text.strip() for text in picture.itertext()]
    expect(all(f"{cell:.2f}" in texts for row in numbers for cell in row) and texts.count("Like") == 2,
           "the weights as a picture")

    # Colour adds escapes and takes nothing away.
    colored = run(options.tour, ["--color", "--all"]).stdout.decode()
    for code in {c.split("m", 1)[0] for c in colored.split("\x1b[")[1:]}:
        colored = colored.replace(f"\x1b[{code}m", "")
    expect(colored == told.stdout.decode(), "without its colours the coloured tour is another")

    refused = [(text, run(options.tour, ["-"], text), says) for text, says in MALFORMED.items()]
    refused += [(str(a), run(options.tour, a), "expected") for a in BAD_ARGUMENTS]
    refused += [(s, run(options.tour, [s]), says) for s, says in BAD_SENTENCES.items()]
    for text, result, says in refused:
        message = result.stderr.decode()
        name = repr(text[:60])
        expect(result.returncode == 2, f"{name}: status {result.returncode}, not 2")
        expect(result.stdout == b"", f"{name}: something is printed")
        expect(message.count("\n") == 1 and len(message) < 400, f"{name}: not one line: {message}")
        expect(says in message and "expected" in message, f"{name}: {message.strip()}")

    for problem in problems:
        print("tour: " + problem)
    print(f"tour: {len(refused)} refusals, {len(sections)} examples checked, "
          f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

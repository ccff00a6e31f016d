#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Build the site of the documentation: every page, searchable, with the page to play with. It works
offline, from a server or as files.

    build.py OUTPUT_DIRECTORY [--play PAGE.html]

The pages are the repository's, at the same paths; what else they link to (programs,
headers, directories) becomes a page that shows it. mkdocs-material makes HTML of it, --strict, and
then every link, anchor and resource is checked. Without --play the page to play with is built, or
left out where its tools are missing. Exit status: 77, with the reason, where the generator is not
installed (Debian: mkdocs mkdocs-material python3-pymdownx libjs-katex graphviz).
"""

import argparse
import html
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import book
import slides

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KATEX = Path("/usr/share/javascript/katex")
THEME = Path("/usr/share/mkdocs/themes/material")
SKIPPED = 77

FENCE = re.compile(r"^( *)(`{3,}|~{3,})")
IMAGE = re.compile(r"!\[[^\[\]]*\]\(([^()\s]+\.svg)\)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


# --- Pages ----------------------------------------------------------------------------------------

def dot_of(flowchart: str) -> tuple[str, str]:
    """A Mermaid flowchart, nodes A["text"], A{text}; edges -->, -- text -->: as a graph for dot, and in words."""
    node = r'(\w+)(?:\["([^"]*)"\]|\{([^}]*)\})?'
    edge = re.compile(rf"\s*{node}\s*--(?:\s*(.*?)\s*--)?>\s*{node}\s*$")
    head, *lines = flowchart.strip().splitlines()
    direction = re.fullmatch(r"flowchart (LR|TD|TB)", head.strip())
    if not direction:
        raise SystemExit(f"build.py draws only flowcharts, not: {head}")
    quoted = lambda text: '"' + text.replace('"', '\\"') + '"'
    labels: dict[str, str] = {}
    names: dict[str, str] = {}
    edges, found_edges = [], []
    for line in lines:
        found = edge.match(line)
        if not found:
            raise SystemExit(f"build.py: an edge that it cannot draw: {line}")
        for name, box, question in (found.groups()[:3], found.groups()[4:]):
            if box or question or name not in labels:
                names[name] = box or question or name
                text = names[name].replace(" (", "\n(")
                labels[name] = f"{name} [label={quoted(text)}{' shape=diamond' if question else ''}]"
        found_edges.append(found)
        edges.append(f"{found[1]} -> {found[5]}" + (f" [label={quoted(' ' + found[4] + ' ')}]" if found[4] else ""))
    words = "; ".join(f"{names[each[1]]} to {names[each[5]]}" + (f": {each[4]}" if each[4] else "") for each in found_edges)
    return ("digraph { bgcolor=transparent rankdir=" + direction[1].replace("TD", "TB") +
            " node [shape=box style=rounded fontname=Helvetica fontsize=12]"
            " edge [fontname=Helvetica fontsize=11 arrowsize=.7]\n" +
            "\n".join([*labels.values(), *edges]) + "\n}", words)


def picture(flowchart: str) -> str:
    graph, words = dot_of(flowchart)
    svg = subprocess.run(["dot", "-Tsvg"], input=graph, capture_output=True, text=True, check=True).stdout
    svg = re.sub(r"<!--.*?-->", "", svg[svg.index("<svg"):], flags=re.DOTALL)
    svg = re.sub(r' id="[^"]*"', "", svg).replace('"black"', '"currentColor"')
    svg = re.sub(r"\s*\n\s*", " ", svg).strip()
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="A flowchart: {html.escape(words)}" ', 1)
    return f'<div class="flowchart">{svg}</div>'


def github_markdown(text: str) -> str:
    """What GitHub reads differently from Python-Markdown: a list needs no empty line before it, a
    flowchart is a picture, and HTML comments (the tests' instructions) disappear; `<!-- site: … -->`
    is text of the site only. Commands and what a compiler
    prints have a class, so that their long lines are wrapped."""
    out: list[str] = []
    fence, chart, in_list, printed = "", None, False, False
    for line in text.splitlines():
        if chart is not None:
            if line.strip() == fence:
                out += ["", picture("\n".join(chart)), ""]
                fence, chart = "", None
            else:
                chart.append(line)
            continue
        if found := FENCE.match(line):
            if not fence:
                fence = found[2]
                if line.strip() == fence + "mermaid":
                    chart = []
                    continue
                if line == "```sh" or printed and line == "```text":
                    line = f"``` {{ .{line[3:]} .terminal }}"
                printed = False
            elif line.strip() == fence:
                fence = ""
        elif not fence:
            line = re.sub(r"<!-- site: (.*?) -->", r"\1", line)
            printed = printed or line.startswith(("<!-- message -->", "<!-- said: "))
            if "<!--" in line:
                line = re.sub(r"\s*<!--.*?-->", "", line).rstrip()
                if re.match(r"[.,;:)]", line):  # the sentence goes on after the comment
                    out[-1] += line
                    continue
            line = line.replace("<details>", '<details markdown="1">')
            item = bool(re.match(r"([-*+]|\d+\.) ", line))
            if item and not in_list and out and out[-1].strip():
                out.append("")
            in_list = item or in_list and (not line.strip() or line.startswith(" "))
        out.append(line)
    return "\n".join(out) + "\n"


def shown_at(target: str) -> str:
    """The page that shows a file or directory: the generator ignores names with a dot in front."""
    return "/".join(part.lstrip(".") for part in target.rstrip("/").split("/")) + ".html"


SOURCE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{path}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="{up}assets/source.css"></head>
<body><p><a href="{up}index.html">attn</a></p><h1>{path}</h1>{body}</body></html>
"""


OVERVIEWS = {"The tour": "docs/tour.md", "Guides": "docs/guides.md", "Reference": "docs/reference.md"}


def overviews() -> Iterator[tuple[str, str]]:
    """What a tab opens: the section of docs/index.md, as a page next to it."""
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    for section, page in OVERVIEWS.items():
        text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", index, re.MULTILINE | re.DOTALL)
        assert text, section
        yield page, f"# {section}\n" + re.sub(r"\]\(#", "](index.md#", text[1])


class Stage:
    """The tree that the generator reads."""

    def __init__(self, directory: Path):
        self.directory = directory
        self.shown: set[str] = set()
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                                cwd=ROOT, capture_output=True, text=True, check=False)
        self.pages = sorted(listed.stdout.split()) if listed.returncode == 0 else sorted(
            str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
        for page in self.pages:
            for image in IMAGE.findall((ROOT / page).read_text(encoding="utf-8")):
                path = os.path.normpath(os.path.join(os.path.dirname(page), image))
                if (ROOT / path).is_file():
                    self.write(path, (ROOT / path).read_text(encoding="utf-8"))
            text = (ROOT / page).read_text(encoding="utf-8")
            self.write(page, self.linked(page, github_markdown(text)))
        for page, text in overviews():
            self.write(page, self.linked(page, github_markdown(text)))

    def write(self, path: str, text: str) -> None:
        place = self.directory / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def linked(self, page: str, text: str) -> str:
        """The page, with links to what is no page turned into links to pages that show it."""
        def replace(found: re.Match) -> str:
            target, hash_mark, anchor = found[2].partition("#")
            if not target or urllib.parse.urlsplit(target).scheme:
                return found[0]
            path = os.path.normpath(os.path.join(os.path.dirname(page), urllib.parse.unquote(target)))
            if path.endswith(".md") or not (ROOT / path).exists():
                return found[0]  # what does not exist is the generator's to report
            self.show(path)
            return f"[{found[1]}]({os.path.relpath(shown_at(path), os.path.dirname(page) or '.')}{hash_mark}{anchor})"

        parts, fence = [], ""
        for line in text.splitlines(keepends=True):
            if found := FENCE.match(line):
                if not fence:
                    fence = found[2]
                elif line.strip() == fence:
                    fence = ""
                parts.append(("code", line))
            else:
                parts.append(("code" if fence else "text", line))
        out, pending = [], ""
        for kind, line in [*parts, ("code", "")]:  # a link may continue on the next line
            if kind == "text":
                pending += line
            else:
                out += [LINK.sub(replace, pending), line]
                pending = ""
        return "".join(out)

    def show(self, path: str) -> None:
        if path in self.shown:
            return
        self.shown.add(path)
        source = ROOT / path
        page = shown_at(path)
        if source.is_dir():
            entries = sorted(each for each in source.iterdir() if not each.name.startswith((".", "__")))
            body = "<ul>"
            for each in entries:
                inner = str(each.relative_to(ROOT))
                link = inner[:-len("md")] + "html" if each.suffix == ".md" else shown_at(inner)
                if each.suffix != ".md":
                    self.show(inner)
                if inner in self.pages or inner in self.shown:
                    body += f'<li><a href="{os.path.relpath(link, os.path.dirname(page) or ".")}">{each.name}</a></li>'
            body += "</ul>"
        else:
            try:
                text = source.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                text = f"{source.stat().st_size} bytes that are not text"
            body = f"<pre>{html.escape(text)}</pre>"
        self.write(page, SOURCE.format(path=html.escape(path), body=body, up="../" * page.count("/")))


def title(page: str) -> str:
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            return re.sub(r"[`*]", "", line[2:].strip())
    return Path(page).stem


def navigation(pages: list[str]) -> list:
    """The sections of docs/index.md, in its order; then what it does not list."""
    sections: dict[str, list] = {"The tour": [], "Guides": [], "Reference": [], "Errors": []}
    left = {page for page in pages if page.startswith("docs/")} - {"docs/index.md"}
    section = ""
    for line in (ROOT / "docs/index.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:].strip()
            sections.setdefault(section, [])
        row = re.match(r"\| `(\w+)/` \|", line)
        group = []
        for found in LINK.finditer(line):
            page = os.path.normpath(f"docs/{found[2].partition('#')[0]}")
            if page in left and section != "Where to start":
                left.remove(page)
                group.append({Path(page).stem if row else title(page): page})
        sections[section or "Guides"].extend([{row[1]: group}] if row else group) if group else None
    for page in sorted(left):
        name = "Errors" if page.startswith("docs/errors") else "Guides"
        sections[name].append({title(page): page})
    # The overview first, which the tab opens, and the cards in the order of its table.
    overview = "docs/errors.md"
    order = [f"docs/{page}" for page in re.findall(r"^\| \[[^\]]*\]\((errors/\w+\.md)\)", (ROOT / overview).read_text(
        encoding="utf-8"), re.MULTILINE)]
    everywhere = [entry for name in ("Guides", "Errors") for entry in sections[name]]
    errors = {page: entry for entry in everywhere for page in entry.values()
              if isinstance(page, str) and page.startswith("docs/errors")}
    sections["Guides"] = [entry for entry in sections["Guides"] if entry not in errors.values()]
    sections["Errors"] = [errors[page] for page in [overview, *order, *sorted({*errors} - {overview, *order})]
                          if page in errors]
    for name, page in OVERVIEWS.items():
        sections[name].insert(0, {"Overview": page})
    playing = next(entry for entry in sections["Guides"] if "docs/play.md" in entry.values())
    sections["Guides"].remove(playing)
    project = [{title(page): page} for page in pages if "/" not in page and page != "README.md"]
    return [{"attn": ["README.md", {"Documentation": "docs/index.md"}, *project]},
            {"Play": "docs/play.md"}, *({name: entries} for name, entries in sections.items() if entries)]


# --- The check ------------------------------------------------------------------------------------

class Links(html.parser.HTMLParser):
    """The anchors of a page, what it links to, and what a browser loads with it."""

    LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src"}

    def __init__(self, text: str):
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        named = dict(attrs)
        self.anchors |= {named[key] for key in ("id", "name") if named.get(key)}
        if tag == "a" and named.get("href"):
            self.targets.add(named["href"])
        if tag == "link" and named.get("href") and named.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.add(named["href"])
        if tag in self.LOADED and named.get(self.LOADED[tag]):
            self.loaded.add(named[self.LOADED[tag]])


def problems(site: Path) -> Iterator[str]:
    """Links that lead nowhere, and resources that are not part of the site."""
    files = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for path, links in sorted(files.items()):
        where = path.relative_to(site)
        for target in sorted(links.targets | links.loaded):
            parts = urllib.parse.urlsplit(target)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                if target in links.loaded:
                    yield f"{where}: loads {target}"
                continue
            # 404.html has links from the root.
            at = site / parts.path.lstrip("/") if parts.path.startswith("/") else path.parent / parts.path
            to = Path(os.path.normpath(at if parts.path else path)) if parts.path else path
            to = to / "index.html" if to.is_dir() else to
            to = Path(urllib.parse.unquote(str(to)))
            if not to.is_file():
                yield f"{where}: no file for {target}"
            elif parts.fragment and to in files:
                if urllib.parse.unquote(parts.fragment) not in files[to].anchors and parts.fragment != "__skip":
                    yield f"{where}: no anchor for {target}"


def without_indentation(page: str) -> str:
    """The theme's templates leave half of a page blank."""
    parts = re.split(r"(<pre.*?</pre>)", page, flags=re.DOTALL)
    return "".join(part if part.startswith("<pre") else re.sub(r"\s*\n\s*", "\n", part) for part in parts)


def add_search(site: Path) -> None:
    """The index and the search worker as scripts, for pages that are opened as files."""
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    place = next((site / "assets/javascripts/workers").glob("search.*.min.js"))
    worker = place.read_text(encoding="utf-8") + (HERE / "search_chinese.js").read_text(encoding="utf-8")
    place.write_text(worker, encoding="utf-8")
    (site / "search/index.js").write_text(f"var searchIndex = {index};\n", encoding="utf-8")
    (site / "search/offline.js").write_text(
        f"var searchWorker = {json.dumps(worker)};\n" + (HERE / "search.js").read_text(encoding="utf-8"),
        encoding="utf-8")
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        bundle = re.search(r'<script src="([^"]*)assets/javascripts/bundle\.[^"]*"></script>', text)
        if bundle:
            offline = f'<script src="{bundle[1]}search/offline.js"></script>'
            text = text.replace(bundle[0], offline + bundle[0])
            if page.is_relative_to(site / "docs/zh"):  # which selects the glyphs and the voice
                text = text.replace('<html lang="en"', '<html lang="zh-CN"', 1)
            page.write_text(without_indentation(text), encoding="utf-8")


# --- The whole ------------------------------------------------------------------------------------

def missing_tools() -> list[str]:
    missing = [tool for tool in ("mkdocs", "dot") if not shutil.which(tool)]
    return missing + [str(place) for place in (KATEX, THEME) if not place.is_dir()]


def build(output: Path, play: Path | None, work: Path) -> int:
    pages = work / "pages"
    stage = Stage(pages)
    assets = pages / "assets"
    shutil.copytree(KATEX / "fonts", assets / "katex/fonts",
                    ignore=lambda _, names: [name for name in names if not name.endswith("woff2")])
    for name in ("katex.min.css", "katex.min.js"):
        shutil.copy(KATEX / name, assets / "katex" / name)
    shutil.copytree(HERE / "overrides", work / "overrides")
    for name in ("site.css", "site.js", "source.css", "slides.css", "slides.js", "book.css"):
        shutil.copy(HERE / name, assets / name)
    page = pages / "docs/play/play.html"
    if play:
        page.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(play, page)
    else:
        code = subprocess.run([sys.executable, str(ROOT / "docs/play/build.py"), str(page)], check=False).returncode
        if code not in (0, SKIPPED):
            return code
    if not page.exists():  # the link to it is also removed
        place = pages / "docs/play.md"
        place.write_text(re.sub(r"^\[.*\]\(play/play\.html\).*$", "", place.read_text(), flags=re.MULTILINE))

    configuration = work / "mkdocs.yml"
    extra = {"docs_dir": str(pages), "site_dir": str(output.resolve()), "nav": navigation(stage.pages)}
    configuration.write_text((HERE / "mkdocs.yml").read_text(encoding="utf-8") +
                             "".join(f"{key}: {json.dumps(value)}\n" for key, value in extra.items()), encoding="utf-8")
    made = subprocess.run(["mkdocs", "build", "--strict", "--clean", "--config-file", str(configuration)],
                          capture_output=True, text=True, check=False)
    if made.returncode:
        print("\n".join(line for line in made.stderr.splitlines() if not line.startswith(("INFO", "  - "))))
        return 1
    add_search(output)
    slides.make(output)
    book.make(output)
    found = list(problems(output))
    for each in found:
        print(each)
    count = len(list(output.rglob("*.html")))
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    print(f"{output}: {count} pages, {size / 1e6:.1f} MB, {len(found)} problems")
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("--play", type=Path)
    arguments = parser.parse_args()
    if missing := missing_tools():
        print(f"build.py: skipped, not installed: {', '.join(missing)}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        return build(arguments.output, arguments.play, Path(work))


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Times the library and its peers: `report.py --program bench [options] MODULE…`.

Calls the program once for each row, with the samples of all contenders in random turns, and prints the
median time of each form of the library in each build, its ratio to the best peer, its share of PEAK (the
row's operations as FMAs on registers, in the same run), what serves the row, and whose bits the result
has. The forms are the call that one writes first, the one with `_into`, and the one with packed weights.
Only the first is judged by the row's target; a form that takes over 10 % longer than another is marked.
A row fails without Eigen, without OpenBLAS where there is something to multiply, with a result that is
not the peers' or whose bits are not the library's own, and that is said; --strict also fails for a
ratio above its target. Processor time of the thread is measured, so a busy machine disturbs little.

  --rows REGEX      only rows whose name matches
  --samples N       medians of N samples (21)
  --seconds S       of each sample (0.002)
  --core N          the core to run on (the last one)
  --markdown        the table of docs/measurements.md: a line for each row and compiler, with both contracts
  --self-test       check this program"""
import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys

LIBRARY = re.compile(r"attn (\S+)(?: (into|packed))?$")
SLOWER = 1.10  # than another form
LARGEST_ERROR = 2e-5  # of |difference| / (1 + |reference|): float, and sums of up to 2048 products
NOISE = 1.03

# Largest ratio to the best peer, and least share of PEAK.
TARGETS = {
    "product 3x3x3": (0.65,), "product 4x4x4": (0.85,), "product 8x8x8": (0.92,),
    "product 16x16x16": (1.0,), "product 24x24x24": (1.08,), "product 32x32x32": (1.05, 0.92),
    "product 50x50x50": (1.08,), "product 64x64x64": (1.05, 0.92), "product 100x100x100": (1.08,),
    "product 128x128x128": (1.05, 0.92), "product 256x256x256": (1.05, 0.92),
    "product 512x512x512": (1.05, 0.92),
    "product 3x768x768 constant B": (0.97,), "product 16x768x768 constant B": (0.97,),
    "softmax 3x3": (0.40,), "softmax 24x3": (0.40,), "softmax 64x64": (0.95,),
    "softmax 512x512": (1.10,), "exp 4096": (1.30,),
    "attention 3,3": (0.45,), "attention 3,3 causal": (0.50,), "attention 3,2": (0.45,),
    "attention 3,2 causal": (0.50,), "attention 7,3": (0.30,), "attention 7,3 causal": (0.30,),
    "attention 3,96 8 heads": (0.60,), "attention 3,96 8 heads causal": (0.60,),
    "attention 16,64": (0.90,), "attention 16,64 causal": (0.90,),
    "attention 64,64": (1.0,), "attention 64,64 causal": (0.60,),
    "attention 128,64 8 heads": (1.05,), "attention 128,64 8 heads causal": (0.60,),
    "attention 512,64 8 heads": (1.05,), "attention 512,64 8 heads causal": (0.60,),
    "multi-head 3x768 8 heads": (1.10,), "multi-head 64x512 8 heads": (1.06,),
    "multi-head 128x768 12 heads": (1.06,), "layer norm 64x512": (0.90,),
    "LSTM 64x64": (1.0,), "LSTM 256x256": (1.0,), "GELU network 64x512x2048": (1.05,),
}


class Row:
    """What one run of a row's contenders says: runs are the objects of Google Benchmark's JSON."""

    def __init__(self, name, runs):
        self.name, self.samples, self.about = name, {}, {}
        for run in runs:
            if run.get("run_type") == "aggregate":
                continue
            who = run["name"].split("/")[1]
            self.samples.setdefault(who, []).append(run["cpu_time"])
            self.about[who] = run
        self.time = {who: statistics.median(times) for who, times in self.samples.items()}
        self.library = sorted((w for w in self.time if LIBRARY.match(w)), key=self.order)
        self.peers = [w for w in self.time if not LIBRARY.match(w) and w != "PEAK"]
        self.best = min(self.peers, key=self.time.get, default=None)

    def order(self, who):
        return self.built_by(who) != "g++", ["plain", "into", "packed"].index(self.form(who))

    def ratio(self, who):
        return self.time[who] / self.time[self.best] if self.best else None

    def share_of_peak(self, who):
        return self.time["PEAK"] / self.time[who] if "PEAK" in self.time else None

    def built_by(self, who):
        return LIBRARY.match(who)[1]

    def form(self, who):
        return LIBRARY.match(who)[2] or "plain"

    def slower(self, who):
        """By how much another form of the same build is faster, if by so much."""
        others = [w for w in self.library if self.built_by(w) == self.built_by(who)]
        best = min(others, key=self.time.get)
        if self.time[who] <= SLOWER * self.time[best]:
            return []
        return [f"{self.time[who] / self.time[best]:.2f} of {self.form(best)}"]

    def bits(self, who):
        return self.about[who]["label"].split("|")[0]

    def kernel(self, who):
        return self.about[who]["label"].split("|")[1]

    def failures(self):
        """Why the row does not count."""
        said = []
        if not any(p.startswith("Eigen") for p in self.peers):
            said.append("without Eigen")
        multiplies = any(run["operations"] > 0 for run in self.about.values())
        if multiplies and "OpenBLAS" not in self.peers:
            said.append("without OpenBLAS")
        if not self.library:
            said.append("without the library")
        for who, run in self.about.items():
            if not run["error"] <= LARGEST_ERROR:
                said.append(f"{who} is wrong by {run['error']:.1e}")
        for who in self.library:
            fused = self.built_by(who).endswith("-fused")
            if self.bits(who) not in ("constant", "not compared" if fused else "generic"):
                said.append(f"the bits of {who} are {self.bits(who) or 'unknown'}")
        return said

    def missed(self, who):
        """The targets that the form that one writes first did not reach, beyond the noise."""
        if not self.best or self.form(who) != "plain":
            return []
        ratio, *share = TARGETS[self.name]
        said = [] if self.ratio(who) <= ratio * NOISE else [f"ratio {ratio:.2f}"]
        if share and self.share_of_peak(who) is not None and self.share_of_peak(who) * NOISE < share[0]:
            said.append(f"{share[0]:.0%} of PEAK")
        return said


def nanoseconds(t):
    return f"{t:.2f}" if t < 10 else f"{t:.1f}" if t < 1000 else f"{t:,.0f}"


def cells(row):
    """The row's lines, one for each form in each build of the library."""
    failures = row.failures()
    for who in row.library:
        share = row.share_of_peak(who)
        verdict = "FAILED: " + "; ".join(failures) if failures else \
            "missed " + ", ".join(row.missed(who)) if row.missed(who) else \
            "met" if row.form(who) == "plain" else ""
        yield [row.name, row.built_by(who), row.form(who), nanoseconds(row.time[who]),
               nanoseconds(row.time[row.best]) + " " + row.best if row.best else "none",
               f"{row.ratio(who):.2f}" if row.best else "", f"{share:.0%}" if share else "",
               row.kernel(who), row.bits(who), ", ".join(row.slower(who)), verdict]


HEADINGS = ["row", "built by", "form", "attn ns", "best peer ns", "ratio", "of PEAK", "kernel", "bits of", "slower", "target"]
WIDTHS = [30, 8, 6, 10, 28, 5, 7, 34, 9, 14, 0]


def line(values, markdown):
    if markdown:
        return "| " + " | ".join(values) + " |"
    return " ".join(v.ljust(w) for v, w in zip(values, WIDTHS)).rstrip()


PAGE = ["row", "built by", "ns", "packed ns", "ratio", "fused ns", "fused, packed ns", "ratio", "best peer ns", "kernel"]


def page_cells(row):
    """The row's lines in docs/measurements.md, one for each compiler. A ratio is of the faster of two forms."""
    for compiler in dict.fromkeys(row.built_by(who).removesuffix("-fused") for who in row.library):
        values = [row.name, compiler]
        for build in (compiler, compiler + "-fused"):
            times = {row.form(who): row.time[who] for who in row.library if row.built_by(who) == build}
            times.pop("into", None)
            values += [nanoseconds(times[form]) if form in times else "" for form in ("plain", "packed")]
            values.append(f"{min(times.values()) / row.time[row.best]:.2f}" if times and row.best else "")
        kernel = row.kernel(next(who for who in row.library if row.built_by(who) == compiler))
        yield [*values, nanoseconds(row.time[row.best]) + " " + row.best if row.best else "none", kernel]


def measure(options, name):
    command = [options.program, *options.modules, f"--benchmark_filter=^{name}/",
               f"--benchmark_repetitions={options.samples}", f"--benchmark_min_time={options.seconds}",
               "--benchmark_enable_random_interleaving=true", "--benchmark_format=json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    return Row(name, json.loads(done.stdout)["benchmarks"])


def self_test():
    def run(who, times, label="", error=0.0, operations=1.0):
        return [{"name": f"product 3x3x3/{who}", "run_type": "iteration", "cpu_time": t, "label": label,
                 "error": error, "operations": operations} for t in times]
    library = run("attn g++", [9, 1, 2], "constant|blocks")
    eigen, blas = run("Eigen g++", [4, 4, 40]), run("OpenBLAS", [5, 5, 5])
    row = Row("product 3x3x3", library + eigen + blas + run("PEAK", [1]))
    assert (row.time["attn g++"], row.best, row.ratio("attn g++")) == (2, "Eigen g++", 0.5)
    assert row.share_of_peak("attn g++") == 0.5 and row.kernel("attn g++") == "blocks"
    assert row.failures() == [] and row.missed("attn g++") == []
    assert Row("product 3x3x3", run("attn g++", [3], "generic|") + eigen).missed("attn g++") == ["ratio 0.65"]
    assert Row("product 32x32x32", library + eigen + run("PEAK", [1])).missed("attn g++") == ["92% of PEAK"]

    forms = Row("product 3x3x3", library + run("attn g++ into", [1.9]) + run("attn g++ packed", [1.5], "generic|")
                + run("attn clang++", [9]) + eigen)
    assert forms.library == ["attn g++", "attn g++ into", "attn g++ packed", "attn clang++"]
    assert [forms.slower(who) for who in forms.library] == [["1.33 of packed"], ["1.27 of packed"], [], []]
    assert [forms.form(who) for who in forms.library] == ["plain", "into", "packed", "plain"]
    slow = Row("product 3x3x3", run("attn g++ into", [30], "generic|") + library + eigen)
    assert slow.missed("attn g++ into") == [] and slow.slower("attn g++ into") == ["15.00 of plain"]
    assert [values[-1] for values in cells(Row("product 3x3x3", run("attn g++ into", [1], "generic|") + library
                                               + eigen + blas))] == ["met", ""]

    both = Row("product 3x3x3", run("attn g++", [3], "generic|rows") + run("attn g++-fused", [2], "not compared|rows")
               + run("attn g++ packed", [1], "generic|rows") + eigen)
    assert list(page_cells(both)) == [["product 3x3x3", "g++", "3.00", "1.00", "0.25", "2.00", "", "0.50",
                                       "4.00 Eigen g++", "rows"]]
    assert both.missed("attn g++-fused") == [] and both.failures() == ["without OpenBLAS"]

    def failures(*runs):
        return Row("product 3x3x3", sum(runs, [])).failures()
    assert failures(library, eigen) == ["without OpenBLAS"]
    assert failures(library, blas) == ["without Eigen"]
    assert failures(eigen, blas) == ["without the library"]
    assert failures(library, run("Eigen g++", [4], operations=0)) == ["without OpenBLAS"]
    assert failures(run("attn g++", [4], "generic|", operations=0), run("Eigen g++", [4], operations=0)) == []
    assert failures(library, blas, run("Eigen g++", [1], error=1.0)) == ["Eigen g++ is wrong by 1.0e+00"]
    assert failures(library, blas, run("Eigen g++", [1], error=float("nan"))) != []
    assert failures(run("attn g++", [1], "not the constant's|"), eigen, blas) == \
        ["the bits of attn g++ are not the constant's"]
    print("report.py: its own tests pass")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--rows", default="")
    parser.add_argument("--samples", type=int, default=21)
    parser.add_argument("--seconds", type=float, default=0.002)
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    if options.self_test:
        return self_test()

    os.sched_setaffinity(0, {options.core})
    # Scores of 512 tokens and 8 heads are 8 MiB where they are returned by value.
    resource.setrlimit(resource.RLIMIT_STACK, (256 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    listed = subprocess.run([options.program, *options.modules, "--benchmark_list_tests"],
                            capture_output=True, text=True, check=True).stdout.splitlines()
    names = [n for n in dict.fromkeys(t.split("/")[0] for t in listed) if re.search(options.rows, n)]
    unknown = [n for n in names if n not in TARGETS]
    if unknown or not names:
        sys.exit(f"rows without a target: {unknown}" if unknown else "no row has such a name")

    print(line(PAGE if options.markdown else HEADINGS, options.markdown))
    if options.markdown:
        print("|---|---|" + 6 * "---:|" + "---:|---|")
    failed = missed = 0
    for name in names:
        row = measure(options, name)
        failed += bool(row.failures())
        missed += any(row.missed(who) for who in row.library)
        for values in (page_cells if options.markdown else cells)(row):
            print(line(values, options.markdown), flush=True)
        if options.markdown and row.failures():
            print(f"{name}: " + "; ".join(row.failures()), file=sys.stderr)
    if not options.markdown:
        print(f"{len(names)} rows, {failed} failed, {missed} missed their target")
    return 1 if failed or (options.strict and missed) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Are wrong derivatives noticed? backward_rules.py --compiler CXX [--include DIR] [--jobs N]

Each mutant is one mistake in a backward rule of attn/learning/detail: a sign, a transpose, a missing
term, a mask that is not applied, a contribution that overwrites another. The static tests named
next to it are compiled with the changed header; their first error must be that a proof is none. A
line that is not found once is also a failure: then the list is out of date."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = "attn/learning/detail/"

# What is wrong, the text of one of the headers, the text instead, and who has to notice.
MUTANTS = [
    ("a sign", "return -dy;", "return dy;", "agreement"),
    ("a sign", "each_of_row<N>(to, negated{}, dy);",
     "each_of_row<N>(to, unchanged{}, dy);", "agreement"),
    ("no transpose", "write_transposed_product_at<m, n, k>(to + p * m * k, dy_p, b_p);",
     "write_product_at<m, n, k>(to + p * m * k, dy_p, b_p);", "agreement"),
    ("one place for all products", "write_product_at<k, m, n>(to + p * k * n, left, dy_p);",
     "write_product_at<k, m, n>(to, left, dy_p);", "agreement"),
    ("row and column exchanged", "add_outer_product<Turned ? n : k, Turned ? k : n>",
     "add_outer_product<Turned ? k : n, Turned ? n : k>", "agreement_of_models"),
    ("the last row of a bias", "for (std::size_t i = N; i < Volume; i += N)",
     "for (std::size_t i = N; i + N < Volume; i += N)", "agreement"),
    ("a term of a norm", "d = d - rounded(V(z * splat<V>(along)));", "", "agreement"),
    ("the mean of a norm", "d = d - splat<V>(middle);", "", "agreement"),
    ("the last row only", "added_to{term}, static_cast<const T*>(to)",
     "added_to{term}, dy.data", "agreement"),
    ("the sum of a softmax", "weight_times{}(weight, V(dy - splat<V>(s)))",
     "weight_times{}(weight, dy)", "agreement"),
    ("a mask that is not applied", "masked_softmax_of<Scores, Policy>::write(y, from, mask);",
     "softmax_of<around_axis<Scores, Scores::rank - 1>>::write(y, from);", "agreement_of_models"),
    ("the entries that are masked", "& 1) == 0) to[i]", "& 1) != 0) to[i]",
     "agreement_of_models"),
    ("the sum of a logsumexp", "T(quotient(dy, d))", "T(dy)", "agreement"),
    ("a row of -inf", "const T m = kept_finite(generic::largest_of<N, 1>(x.data));",
     "const T m = generic::largest_of<N, 1>(x.data);", "special_values"),
    ("a contribution overwritten", "each_of_row<N>(to.adjoint, plus{}, static_cast<const T*>(to.adjoint),",
     "each_of_row<N>(to.adjoint, plus{}, static_cast<const T*>(scratch),", "agreement"),
    ("a moved element overwritten", "*at = T(*at + *dy);", "*at = *dy;", "agreement"),
    ("a row of a table overwritten", "sum = T(sum + s.out->adjoint[i * Width + j]);",
     "sum = s.out->adjoint[i * Width + j];", "agreement"),
    ("the first of two parts", "for (std::size_t run = offset; run < Volume; run += step)",
     "for (std::size_t run = 0; run < Volume; run += step)", "agreement"),
    ("an element overwritten", "*s.targets[i] = T(*s.targets[i] + s.out->adjoint[i]);",
     "*s.targets[i] = s.out->adjoint[i];", "agreement"),
    ("a loss that is ignored", "const bool counted = s.words[i] < Classes;",
     "const bool counted = true;", "agreement"),
    ("the smoothing of a loss", "for (std::size_t j = 0; j < Classes; ++j) to[j] = of_each;",
     "for (std::size_t j = 0; j < Classes; ++j) to[j] = T(0);", "agreement"),
]


def unit_of(name):
    return f'#include "static_tests/support/proof.hpp"\n#include "static_tests/learning/{name}.hpp"\n'


def errors_of(compiler, include, unit, changed=None):
    """What the compiler says of a unit, where `changed` holds headers that come first."""
    command = [*compiler.split(), "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    for directory in filter(None, [changed, ROOT / "include", ROOT, *include]):
        command += ["-I", str(directory)]
    run = subprocess.run(command, input=unit_of(unit), capture_output=True, text=True, check=False)
    return [line for line in run.stderr.splitlines() if ": error: " in line] if run.returncode else None


def verdict(options, mutant):
    what, before, after, unit = mutant
    texts = {path.name: path.read_text() for path in (ROOT / "include" / RULES).glob("*.hpp")}
    count = sum(text.count(before) for text in texts.values())
    if count != 1:
        return f"FAIL  {what}: the line is there {count} times: {before}"
    header, text = next((name, text) for name, text in texts.items() if before in text)
    with tempfile.TemporaryDirectory() as directory:
        copy = pathlib.Path(directory)
        (copy / RULES).mkdir(parents=True)
        (copy / RULES / header).write_text(text.replace(before, after))
        found = errors_of(options.compiler, options.include, unit, copy)
    if found is None:
        return f"FAIL  {header}: {what}: nobody noticed"
    if not re.search(r"constant expression|constexpr|static assertion failed|overflows", found[0]):
        return f"FAIL  {header}: {what}: does not compile: {found[0]}"
    return f"ok    {header}: {what}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--include", action="append", default=[], metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    for unit in sorted({mutant[4] for mutant in MUTANTS}):
        if (found := errors_of(options.compiler, options.include, unit)) is not None:
            sys.exit(f"{unit} fails as it is: {found[0] if found else ''}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        verdicts = list(pool.map(lambda mutant: verdict(options, mutant), MUTANTS))
    print("\n".join(verdicts))
    noticed = sum(line.startswith("ok") for line in verdicts)
    print(f"{noticed} of {len(MUTANTS)} wrong derivatives were noticed")
    return noticed != len(MUTANTS)


if __name__ == "__main__":
    sys.exit(main())

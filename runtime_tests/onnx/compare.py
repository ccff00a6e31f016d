#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Export models as ONNX (cases.cpp, blocks.cpp, mistakes.cpp); compare what is computed from the files with attn.

    compare.py --compiler CXX --include DIR [--include DIR ...]    builds and runs the cases first
    compare.py --program PROGRAM                                   runs the cases that have been built
    compare.py DIRECTORY [--engine NAME]                           the files that they have written

Always: the bytes are read strictly, and evaluated with Python's numbers (evaluate.py). Where they are installed also
onnx' checker and its ReferenceEvaluator (from onnx 1.13 on), ONNX Runtime for Python, and onnxruntime-node, if it is
found from $ATTN_ONNXRUNTIME_NODE, the directory that has its node_modules. What is not installed is printed; it is a
failure with --require NAME. The table has the largest differences from the library; how many outputs were within
narrow envelopes (attn/scalars/envelope.hpp), as all must be but for UNBOUNDED; and how many mistakes were found.
"""
import argparse
import dataclasses
import importlib
import json
import math
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[0] = str(HERE)
from evaluate import TYPES, Model, Tensor  # noqa: E402

# Of float and double, relative to the largest element of the output, or to 1: the widths are as in tests, below
# 12, so the errors of the sums are a few ulps. Integers are equal.
TOLERANCE = {1: 4e-6, 11: 1e-14}
# What Debian 13's onnxruntime writes when it is loaded, a thousand times.
NOISE = re.compile(r"Schema error: Trying to register schema with name .* already registered from file .*|")
# ONNX Runtime has not every operator for double: what its message must say, if it refuses a file or, of LSTM and GRU,
# to run it.
REFUSED = re.compile(r"(?:Could not find an implementation|Failed to find kernel) for (?P<missing>[\w.]+)\(|"
                     r"Status Message: (?P<unsupported>\w+) operator does not support double yet")
# Operators of ONNX Runtime whose results, of float or double, may be outside: of float, its sigmoid and tanh are
# approximations without a bound (onnxruntime/core/mlas/lib/logistic.cpp, tanh.cpp); of double, its sigmoid is
# 1 - 1 / (1 + exp(-|x|)) for negative x, another formula.
UNBOUNDED = {1: {"Sigmoid", "Tanh", "LSTM", "GRU", "RNN"}, 11: {"Sigmoid"}}
# Envelopes that are wider, relative as above, say little: of many layers one after the other. They are not counted.
NARROW = {1: 1e-2, 11: 1e-9}
MISTAKEN = "mistaken_"  # how the names of models with mistakes begin
NPY = {"<f4": 1, "<i4": 6, "<i8": 7, "|b1": 9, "<f8": 11}


def read_npy(path: Path) -> Tensor:
    data = path.read_bytes()
    length, = struct.unpack("<H", data[8:10])
    header = eval(data[10:10 + length], {})  # pylint: disable=eval-used  # a literal that the library wrote
    kind, shape = NPY[header["descr"]], header["shape"]
    return Tensor(kind, shape, list(struct.unpack(f"<{math.prod(shape)}{TYPES[kind]}", data[10 + length:])))


Outputs = dict[str, tuple[tuple[int, ...], list[Any]]]  # the shape and the elements of each


class Sample:
    def __init__(self, directory: Path):
        self.model, self.name = directory.parent / "model.onnx", f"{directory.parent.name}/{directory.name}"
        self.inputs, self.outputs, self.low, self.high = (
            {path.name.split(".")[1]: read_npy(path) for path in sorted(directory.glob(f"{which}.*.npy"))}
            for which in ("in", "out", "low", "high"))
        assert self.outputs, directory

    def operations(self) -> set[str]:
        return {operation for operation, *_ in Model(self.model).nodes}

    def outside(self, found: Outputs) -> list[str]:
        """The elements that no order of the sums explains: what they are, and the library's envelopes."""
        return [f"{self.name}: {name}[{i}] is {x!r}, not within {low!r} to {high!r}"
                for name in sorted(self.low.keys() & found.keys())
                for i, (x, low, high) in enumerate(
                    zip(found[name][1], self.low[name].data, self.high[name].data, strict=True))
                if not low <= x <= high]

    def narrow(self) -> set[str]:
        """The outputs with narrow envelopes."""
        return {name for name in self.low
                if max(high - low for low, high in zip(self.low[name].data, self.high[name].data)) <=
                NARROW[self.outputs[name].kind] * self.scale(name)}

    def scale(self, name: str) -> float:
        return max(1.0, *map(abs, self.outputs[name].data))

    def difference(self, found: Outputs, missing: Collection[str] = ()) -> dict[int, float]:
        """The largest difference, of each element type; compared with the tolerance."""
        assert {*found, *missing} == set(self.outputs), f"{self.name}: {sorted(found)}"
        worst: dict[int, float] = {}
        for name, (shape, data) in found.items():
            expected = self.outputs[name]
            assert tuple(shape) == expected.shape, f"{self.name}: {name} has the shape {shape}"
            error = max(abs(a - b) if a == a else math.inf for a, b in zip(data, expected.data)) / self.scale(name)
            assert error <= TOLERANCE.get(expected.kind, 0), f"{self.name}: {name} differs by {error}"
            worst[expected.kind] = max(worst.get(expected.kind, 0.0), error)
        return worst


@dataclasses.dataclass
class Row:
    """A line of the table: what an engine says of the files."""
    engine: str
    version: str = ""
    runs: int = 0
    differences: dict[int, float] = dataclasses.field(default_factory=dict)
    within: int = 0
    mistakes: int = 0
    remarks: str = ""

    def add(self, sample: Sample, found: Outputs, missing: Collection[str] = (),
            unbounded: dict[int, set[str]] | None = None) -> None:
        outside = sample.outside(found)
        if sample.name.startswith(MISTAKEN):
            assert outside, f"{sample.name}: is within the envelopes of the right model"
            self.mistakes += 1
            return
        self.runs += 1
        for kind, error in sample.difference(found, missing).items():
            self.differences[kind] = max(self.differences.get(kind, 0.0), error)
        used = sample.operations() if unbounded else set()
        if not any(used & operations for kind, operations in (unbounded or {}).items()
                   if any(x.kind == kind for x in sample.outputs.values())):
            assert not outside, "; ".join(outside[:3])
            self.within += len(sample.narrow() & found.keys())

    def text(self) -> str:
        largest = [f"{self.differences[kind]:.1e}" if kind in self.differences else "" for kind in TOLERANCE]
        counts = [str(count) if count else "" for count in (self.runs, self.within, self.mistakes)]
        return line(self.engine, self.version, counts[0], *largest, *counts[1:], self.remarks)


def line(engine: str, version: str, runs: str, float_: str, double: str, within: str, mistakes: str,
         remarks: str) -> str:
    return (f"{engine:16} {version:8} {runs:>5} {float_:>8} {double:>8} {within:>7} {mistakes:>8}"
            f"  {remarks}").rstrip()


HEADING = line("engine", "version", "runs", "float", "double", "within", "mistakes", "remarks")


# --- Engines ---------------------------------------------------------------------------------------------

class Skipped(Exception):
    """The engine is not installed; the reason."""


def installed(name: str, reason: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Skipped(reason) from None


def feeds(sample: Sample) -> dict[str, Any]:
    import numpy
    types = {1: numpy.float32, 6: numpy.int32, 7: numpy.int64, 9: numpy.bool_, 11: numpy.float64}
    return {name: numpy.array(x.data, types[x.kind]).reshape(x.shape) for name, x in sample.inputs.items()}


def results(names: list[str], arrays: list[Any]) -> Outputs:
    return {name: (array.shape, array.ravel().tolist()) for name, array in zip(names, arrays, strict=True)}


class Refused:
    """The operators that ONNX Runtime does not have for double; anything else that it refuses is an error."""

    def __init__(self) -> None:
        self.operators: set[str] = set()

    def add(self, sample: Sample, message: str) -> str:
        found = REFUSED.search(message)
        assert found and any(x.kind == 11 for x in sample.outputs.values()), f"{sample.name}: {message}"
        operator = found["missing"] or found["unsupported"]
        self.operators.add(operator)
        return operator

    def text(self) -> str:
        return f"not implemented for double: {', '.join(sorted(self.operators))}" if self.operators else ""


def evaluate(samples: list[Sample], row: Row) -> None:
    row.version = "Python"
    models = {sample.model: Model(sample.model) for sample in samples}
    for sample in samples:
        # The library's, or PyTorch's: right, also where the file has a mistake.
        wrong = sample.outside({name: (x.shape, x.data) for name, x in sample.outputs.items()})
        assert not wrong, wrong[0]
        row.add(sample, {name: (x.shape, x.data)
                         for name, x in models[sample.model].run(sample.inputs).items()})


def checker(samples: list[Sample], row: Row) -> None:
    onnx = installed("onnx", "onnx is not installed")
    models = sorted({sample.model for sample in samples})
    for model in models:
        # With the files around it; and every shape that the file states must be the one that ONNX infers.
        # (With full_check, version 1.12 would write what it has inferred into a file that it is given.)
        onnx.checker.check_model(str(model))
        loaded = onnx.load(str(model))
        onnx.checker.check_model(loaded, full_check=True)
        onnx.shape_inference.infer_shapes(loaded, check_type=True, strict_mode=True)
    row.version, row.remarks = onnx.__version__, f"accepts all {len(models)} files"


def lacks(node: Any) -> bool:
    """Of a node, onnx.reference does not have the activation Relu, the direction or the lengths (the fifth input)."""
    return any(list(each.strings) == [b"Relu"] or each.s == b"reverse" for each in node.attribute) or (
        node.op_type in ("RNN", "LSTM", "GRU") and "".join(node.input[4:5]) != "")


def without_cell_states(graph: Any) -> set[str]:
    """Of an LSTM, onnx.reference computes the hidden states only. Takes the nodes of the others out of the graph, and
    returns its outputs that are gone."""
    gone = {node.output[2] for node in graph.node if node.op_type == "LSTM"}
    for node in list(graph.node):
        if gone & set(node.input):
            gone |= set(node.output)
            graph.node.remove(node)
    missing = [each for each in graph.output if each.name in gone]
    for each in missing:
        graph.output.remove(each)
    return {each.name for each in missing}


def reference(samples: list[Sample], row: Row) -> None:
    onnx = installed("onnx", "onnx is not installed")
    evaluator = installed("onnx.reference", f"onnx {onnx.__version__} does not have it").ReferenceEvaluator
    absent = 0
    for sample in samples:
        proto = onnx.load(str(sample.model))
        missing = without_cell_states(proto.graph)
        absent += len(missing)
        small = any(each.data_type in (3, 16) for each in proto.graph.initializer)
        if small or any(lacks(each) for each in proto.graph.node):
            absent += len(sample.outputs)
            continue
        model = evaluator(proto)
        row.add(sample, results(model.output_names, model.run(None, feeds(sample))), missing)
    row.version = onnx.__version__
    row.remarks = (f"{absent} outputs left out: cell states of LSTM, RNN with Relu, lengths, reversed texts, and "
                   "weights of int8 and bfloat16, which it does not have")


def onnxruntime(samples: list[Sample], row: Row) -> None:
    runtime = installed("onnxruntime", "onnxruntime is not installed")
    refused = Refused()

    def run(sample: Sample, level: Any) -> None:
        options = runtime.SessionOptions()
        options.graph_optimization_level = level
        options.log_severity_level = 4  # what fails is raised; it need not be printed as well
        session = runtime.InferenceSession(str(sample.model), options, providers=["CPUExecutionProvider"])
        names = [each.name for each in session.get_outputs()]
        row.add(sample, results(names, session.run(None, feeds(sample))), unbounded=UNBOUNDED)

    levels = runtime.GraphOptimizationLevel
    for sample in samples:
        for level in (levels.ORT_ENABLE_ALL, levels.ORT_DISABLE_ALL):
            try:
                run(sample, level)
            except AssertionError:
                raise
            except Exception as error:  # pylint: disable=broad-exception-caught  # its type is private
                # Once more without optimisations, if it lacks what it has made of several nodes.
                if not refused.add(sample, str(error)).startswith("com.microsoft."):
                    break
            else:
                break
    row.version, row.remarks = runtime.__version__, refused.text()


def node(samples: list[Sample], row: Row) -> None:
    directory = os.environ.get("ATTN_ONNXRUNTIME_NODE")
    if not directory or not shutil.which("node"):
        raise Skipped("node or ATTN_ONNXRUNTIME_NODE is missing")
    # What version 1.30 makes of several nodes has a scale in float, also for double: relative errors of 1e-8.
    request = [{"path": str(sample.model), "optimized": all(x.kind != 11 for x in sample.outputs.values()),
                "inputs": {name: vars(x) for name, x in sample.inputs.items()}} for sample in samples]
    ran = subprocess.run(["node", HERE / "engine.mjs"], cwd=directory, input=json.dumps(request), text=True,
                         capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    reply = json.loads(ran.stdout)
    refused = Refused()
    for sample, answer in zip(samples, reply["answers"], strict=True):
        if "error" in answer:
            refused.add(sample, answer["error"])
        else:
            row.add(sample, {name: (x["shape"], x["data"]) for name, x in answer["outputs"].items()},
                    unbounded=UNBOUNDED)
    row.version, row.remarks = reply["version"], refused.text()


ENGINES: dict[str, Callable[[list[Sample], Row], None]] = {
    "evaluate.py": evaluate, "onnx.checker": checker, "onnx.reference": reference, "onnxruntime": onnxruntime,
    "onnxruntime-node": node}


def run_engine(name: str, directory: Path, required: Collection[str]) -> int:
    samples = [Sample(path) for path in sorted(directory.glob("*/*")) if path.is_dir()]
    assert len(samples) > 70, len(samples)
    row = Row(name)
    try:
        ENGINES[name](samples, row)
    except Skipped as reason:
        row.remarks = f"{'MISSING' if name in required else 'skipped'}: {reason}"
        print(row.text(), flush=True)
        return 1 if name in required else 0
    print(row.text(), flush=True)
    # None of it is empty.
    assert not row.runs or (row.within > 70 and row.mistakes > 15), "few envelopes or mistakes"
    return 0


def run_engines(directory: Path, required: Collection[str]) -> int:
    """Each in a process: Debian 13's onnx and onnxruntime cannot be loaded into one."""
    print(HEADING, flush=True)
    require = [text for name in required for text in ("--require", name)]
    failed = []
    for name in ENGINES:
        # onnx.reference computes -inf - -inf for a query without keys, and numpy warns.
        ran = subprocess.run([sys.executable, "-W", "ignore::RuntimeWarning", __file__, directory, "--engine", name,
                              *require], stderr=subprocess.PIPE, text=True, check=False)
        for said in ran.stderr.splitlines():
            if not NOISE.fullmatch(said):
                print(said, file=sys.stderr)
        if ran.returncode:
            failed.append(name)
    print(line("allowed", "", "", *map("{:.1e}".format, TOLERANCE.values()), "", "", ""))
    if failed:
        print(f"compare.py: failed: {', '.join(failed)}", file=sys.stderr)
    return len(failed)


def built(compiler: list[str], directories: list[str], program: str) -> str:
    includes = [f"-I{Path(path).resolve()}" for path in (HERE.parents[1], *directories)]
    units = [HERE / f"{name}.cpp" for name in ("cases", "blocks", "mistakes")]
    subprocess.run([*compiler, "-std=c++20", *includes, *units, "-o", program], check=True)
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?")
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--require", choices=ENGINES, action="append", default=[], metavar="NAME",
                        help=f"fail if this is not installed: {', '.join(ENGINES)}")
    parser.add_argument("--program")
    parser.add_argument("--compiler")
    parser.add_argument("--include", action="append", default=[])
    arguments = parser.parse_args()
    if arguments.directory:
        directory = Path(arguments.directory).resolve()
        if arguments.engine:
            return run_engine(arguments.engine, directory, arguments.require)
        return run_engines(directory, arguments.require)
    with tempfile.TemporaryDirectory() as name:
        program = arguments.program or built(shlex.split(arguments.compiler), arguments.include, f"{name}/cases")
        subprocess.run([program, f"{name}/files", f"{HERE.parent}/checkpoint/pytorch/"], check=True)
        return run_engines(Path(name) / "files", arguments.require)


if __name__ == "__main__":
    sys.exit(main())

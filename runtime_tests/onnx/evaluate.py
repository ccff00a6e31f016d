# SPDX-License-Identifier: BSL-1.0
"""Read ONNX files and evaluate their graphs, with Python's standard library only: what the tests need of the format
and of its operators, written from their specification (onnx.proto3, Operators.md, opset 17). Numbers are Python's."""
import hashlib
import itertools
import json
import math
import struct
from pathlib import Path
from typing import Any, Callable, Iterator

# TensorProto.DataType: the format of struct. bfloat16 (16) is read as its bits.
TYPES = {1: "f", 3: "b", 6: "i", 7: "q", 9: "?", 10: "e", 11: "d", 16: "H"}
SAFETENSORS = {"F32": 1, "I8": 3, "F16": 10, "F64": 11, "BF16": 16}


class Tensor:
    def __init__(self, kind: int, shape: tuple[int, ...], data: list[Any]):
        assert len(data) == math.prod(shape), (shape, len(data))
        self.kind, self.shape, self.data = kind, tuple(shape), data


# --- The file -----------------------------------------------------------------------------------------

def varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a message, strictly: nothing may be left over."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        match key & 7:
            case 0:
                value, at = varint(data, at)
            case 2:
                size, at = varint(data, at)
                assert at + size <= len(data), "a field ends after its message"
                value, at = data[at:at + size], at + size
            case 5:
                value, at = struct.unpack("<f", data[at:at + 4])[0], at + 4
            case kind:
                raise AssertionError(f"wire type {kind}")
        yield key >> 3, value


def message(data: bytes, once: dict[int, str], often: dict[int, str] | None = None) -> dict[str, Any]:
    """The fields by name; an unknown number is an error, and so is one that occurs twice and may not."""
    often = often or {}
    found: dict[str, Any] = {name: [] for name in often.values()}
    for number, value in fields(data):
        if number in often:
            found[often[number]].append(value)
        else:
            assert number in once, f"field {number}"
            assert once[number] not in found, f"field {number} twice"
            found[once[number]] = value
    return found


def signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def packed(data: bytes) -> list[int]:
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(signed(value))
    return values


class Description:
    """Name, element type and axes of a value: sizes, or names of open axes; and denotations."""

    def __init__(self, data: bytes):
        value = message(data, {1: "name", 2: "type"})
        tensor = message(message(value["type"], {1: "tensor"})["tensor"], {1: "kind", 2: "shape"})
        axes = [message(axis, {1: "size", 2: "open", 3: "name"})
                for axis in message(tensor["shape"], {}, {1: "axes"})["axes"]]
        self.name, self.kind = value["name"].decode(), tensor["kind"]
        self.axes = [axis["open"].decode() if "open" in axis else axis["size"] for axis in axes]
        self.names = [axis.get("name", b"").decode() for axis in axes]

    def describes(self, x: Tensor, sizes: dict[str, int]) -> bool:
        return (x.kind == self.kind and len(x.shape) == len(self.axes) and
                all(size == (axis if isinstance(axis, int) else sizes.setdefault(axis, size))
                    for size, axis in zip(x.shape, self.axes)))


def attribute(data: bytes) -> tuple[str, Any]:
    a = message(data, {1: "name", 2: "f", 3: "i", 4: "s", 20: "type"}, {8: "ints", 9: "strings"})
    value = {1: lambda: a["f"], 2: lambda: signed(a["i"]), 3: lambda: a["s"].decode(),
             7: lambda: [signed(i) for i in a["ints"]],
             8: lambda: [s.decode() for s in a["strings"]]}[a["type"]]()
    return a["name"].decode(), value


def initializer(data: bytes, directory: Path) -> tuple[str, Tensor]:
    t = message(data, {1: "dims", 2: "kind", 8: "name", 9: "raw", 14: "location"}, {13: "entries"})
    name, shape = t["name"].decode(), packed(t["dims"])
    raw = t.get("raw", b"")
    if t.get("location"):
        where = {}
        for entry in t["entries"]:
            pair = message(entry, {1: "key", 2: "value"})
            where[pair["key"].decode()] = pair["value"].decode()
        file = (directory / where["location"]).read_bytes()
        begin, length = int(where["offset"]), int(where["length"])
        size, = struct.unpack("<Q", file[:8])
        tensor = json.loads(file[8:8 + size])[name]
        assert where["checksum"] == hashlib.sha1(file).hexdigest(), f"{where['location']} is another file of weights"
        assert tensor["shape"] == shape and SAFETENSORS[tensor["dtype"]] == t["kind"], name
        assert [begin - 8 - size, begin - 8 - size + length] == tensor["data_offsets"], name
        raw = file[begin:begin + length]
    code = TYPES[t["kind"]]
    assert len(raw) == math.prod(shape) * struct.calcsize(code), f"{name}: {len(raw)} bytes for {shape}"
    return name, Tensor(t["kind"], tuple(shape), list(struct.unpack(f"<{math.prod(shape)}{code}", raw)))


class Model:
    def __init__(self, path: Path):
        model = message(path.read_bytes(), {1: "ir_version", 2: "producer", 3: "version", 7: "graph"},
                        {8: "opsets"})
        assert model["ir_version"] == 8
        assert [message(o, {1: "domain", 2: "version"}) for o in model["opsets"]] == [
            {"domain": b"", "version": 17}]
        graph = message(model["graph"], {2: "name"}, {1: "nodes", 5: "initializers", 11: "inputs",
                                                      12: "outputs", 13: "values"})
        self.constants = dict(initializer(each, path.parent) for each in graph["initializers"])
        assert len(self.constants) == len(graph["initializers"]), "two constants of one name"
        self.inputs = [Description(each) for each in graph["inputs"]]
        self.outputs = [Description(each) for each in graph["outputs"]]
        self.values = {d.name: d for d in map(Description, graph["values"])}
        self.nodes = []
        known = {*self.constants, *(each.name for each in self.inputs)}
        assert len(known) == len(self.constants) + len(self.inputs), "an input has the name of a constant"
        used = set()
        for data in graph["nodes"]:
            n = message(data, {3: "name", 4: "operation"}, {1: "inputs", 2: "outputs", 5: "attributes"})
            inputs, outputs = ([name.decode() for name in n[key]] for key in ("inputs", "outputs"))
            assert all(name in known or not name for name in inputs), f"{inputs}: not yet computed"
            assert not known & set(outputs), f"{outputs}: computed twice"
            known |= set(outputs)
            used |= set(inputs)
            self.nodes.append((n["operation"].decode(), inputs, outputs,
                               dict(map(attribute, n["attributes"]))))
        assert set(self.constants) <= used, f"unused: {set(self.constants) - used}"
        assert {d.name for d in self.outputs} <= known

    def run(self, inputs: dict[str, Tensor]) -> dict[str, Tensor]:
        sizes: dict[str, int] = {}
        values: dict[str, Tensor] = dict(self.constants)
        assert set(inputs) == {d.name for d in self.inputs}, list(inputs)
        for d in self.inputs:
            assert d.describes(inputs[d.name], sizes), f"{d.name}: {d.axes}, {inputs[d.name].shape}"
            values[d.name] = inputs[d.name]
        for operation, names, results, attributes in self.nodes:
            made = OPERATIONS[operation](*[values.get(name) for name in names], **attributes)
            values |= zip(results, made if isinstance(made, tuple) else (made,))
        for d in (*self.values.values(), *self.outputs):
            assert d.describes(values[d.name], sizes), f"{d.name}: {d.axes}, {values[d.name].shape}"
        return {d.name: values[d.name] for d in self.outputs}


# --- The operators --------------------------------------------------------------------------------------

def strides(shape: tuple[int, ...]) -> list[int]:
    return [math.prod(shape[d + 1:]) for d in range(len(shape))]


def picked(x: Tensor, shape: tuple[int, ...], steps: list[int], first: int = 0) -> Tensor:
    """The elements at first + the sum of index * step."""
    offsets = [first]
    for size, step in zip(shape, steps):
        offsets = [offset + i * step for offset in offsets for i in range(size)]
    return Tensor(x.kind, shape, [x.data[offset] for offset in offsets])


def broadcast(x: Tensor, shape: tuple[int, ...]) -> list[Any]:
    own = (1,) * (len(shape) - len(x.shape)) + x.shape
    assert all(a in (1, b) for a, b in zip(own, shape)), (own, shape)
    return picked(x, shape, [0 if a == 1 else s for a, s in zip(own, strides(own))]).data


def common(*operands: Tensor) -> tuple[int, ...]:
    return tuple(max(sizes) for sizes in reversed(list(itertools.zip_longest(
        *(reversed(x.shape) for x in operands), fillvalue=1))))


def elementwise(f: Callable[..., Any], kind: int | None = None) -> Callable[..., Tensor]:
    def apply(*operands: Tensor) -> Tensor:
        shape = common(*operands)
        return Tensor(operands[-1].kind if kind is None else kind, shape,
                      [f(*each) for each in zip(*(broadcast(x, shape) for x in operands))])
    return apply


def along_rows(f: Callable[[list[float]], list[float]], x: Tensor, axis: int) -> Tensor:
    assert axis in (-1, len(x.shape) - 1)
    width = x.shape[-1]
    rows = [f(x.data[i:i + width]) for i in range(0, len(x.data), width)]
    return Tensor(x.kind, x.shape[:-1] + (len(rows[0]),), [value for row in rows for value in row])


def softmax(row: list[float]) -> list[float]:
    largest = max(row)
    e = [math.exp(x - largest) if largest > -math.inf else math.nan for x in row]
    return [x / sum(e) for x in e]


def matmul(a: Tensor, b: Tensor) -> Tensor:
    if len(a.shape) == 1:
        y = matmul(Tensor(a.kind, (1, *a.shape), a.data), b)
        return Tensor(y.kind, y.shape[:-2] + y.shape[-1:], y.data)
    if len(b.shape) == 1:
        y = matmul(a, Tensor(b.kind, (*b.shape, 1), b.data))
        return Tensor(y.kind, y.shape[:-1], y.data)
    n, k, m = a.shape[-2], a.shape[-1], b.shape[-1]
    assert b.shape[-2] == k, (a.shape, b.shape)
    outer = common(Tensor(1, a.shape[:-2], [0] * math.prod(a.shape[:-2])),
                   Tensor(1, b.shape[:-2], [0] * math.prod(b.shape[:-2])))
    left, right = broadcast(a, (*outer, n, k)), broadcast(b, (*outer, k, m))
    data = [math.fsum(left[(o * n + i) * k + c] * right[(o * k + c) * m + j] for c in range(k))
            for o in range(math.prod(outer)) for i in range(n) for j in range(m)]
    return Tensor(a.kind, (*outer, n, m), data)


def layer_norm(x: Tensor, gain: Tensor, bias: Tensor | None = None, *, axis: int, epsilon: float) -> Tensor:
    def row(values: list[float]) -> list[float]:
        mean = math.fsum(values) / len(values)
        root = math.sqrt(math.fsum((v - mean)**2 for v in values) / len(values) + epsilon)
        return [(v - mean) / root * g + b
                for v, g, b in zip(values, gain.data, bias.data if bias else [0] * len(values))]
    return along_rows(row, x, axis)


def mean(x: Tensor, *, axes: list[int]) -> Tensor:
    return along_rows(lambda row: [math.fsum(row) / len(row)], x, *axes)


def transpose(x: Tensor, *, perm: list[int]) -> Tensor:
    steps = strides(x.shape)
    return picked(x, tuple(x.shape[p] for p in perm), [steps[p] for p in perm])


def reshape(x: Tensor, sizes: Tensor) -> Tensor:
    shape = [x.shape[d] if size == 0 else size for d, size in enumerate(sizes.data)]
    if -1 in shape:
        shape[shape.index(-1)] = -len(x.data) // math.prod(shape)
    return Tensor(x.kind, tuple(shape), x.data)


def gather(x: Tensor, ids: Tensor, *, axis: int = 0) -> Tensor:
    axis %= len(x.shape)
    row = math.prod(x.shape[axis + 1:])
    size = x.shape[axis]
    assert all(0 <= i < size for i in ids.data)
    return Tensor(x.kind, x.shape[:axis] + ids.shape + x.shape[axis + 1:],
                  [value for outer in range(math.prod(x.shape[:axis])) for i in ids.data
                   for value in x.data[(outer * size + i) * row:(outer * size + i + 1) * row]])


def cut(x: Tensor, starts: Tensor, ends: Tensor, axes: Tensor) -> Tensor:
    assert len(starts.data) == len(ends.data) == len(axes.data) == 1
    axis = axes.data[0] % len(x.shape)
    end = min(x.shape[axis], ends.data[0])
    assert 0 <= starts.data[0] <= end
    steps = strides(x.shape)
    return picked(x, (*x.shape[:axis], end - starts.data[0], *x.shape[axis + 1:]), steps,
                  starts.data[0] * steps[axis])


def unsqueeze(x: Tensor, axes: Tensor) -> Tensor:
    shape = iter(x.shape)
    rank = len(x.shape) + len(axes.data)
    made = [axis % rank for axis in axes.data]
    return Tensor(x.kind, tuple(1 if d in made else next(shape) for d in range(rank)), x.data)


def squeeze(x: Tensor, axes: Tensor | None = None) -> Tensor:
    gone = [d for d, size in enumerate(x.shape) if size == 1] if axes is None else axes.data
    assert all(x.shape[d] == 1 for d in gone)
    return Tensor(x.kind, tuple(size for d, size in enumerate(x.shape) if d not in gone), x.data)


def shape_of(x: Tensor, *, start: int, end: int) -> Tensor:
    sizes = list(x.shape[start:end])
    return Tensor(7, (len(sizes),), sizes)


def concat(*parts: Tensor, axis: int) -> Tensor:
    axis %= len(parts[0].shape)
    before, after = parts[0].shape[:axis], parts[0].shape[axis + 1:]
    assert all(x.kind == parts[0].kind and (x.shape[:axis], x.shape[axis + 1:]) == (before, after) for x in parts)
    rows = [x.shape[axis] * math.prod(after) for x in parts]
    return Tensor(parts[0].kind, (*before, sum(x.shape[axis] for x in parts), *after),
                  [value for o in range(math.prod(before)) for x, row in zip(parts, rows)
                   for value in x.data[o * row:(o + 1) * row]])


def cast(x: Tensor, *, to: int) -> Tensor:
    assert to in (1, 3, 6, 7, 11)
    if x.kind == 16:  # the upper half of a float
        return Tensor(to, x.shape, [struct.unpack("<f", struct.pack("<I", bits << 16))[0] for bits in x.data])
    return Tensor(to, x.shape, [(int if to in (3, 6, 7) else float)(value) for value in x.data])


def dequantized(x: Tensor, scale: Tensor, zero_point: Tensor, *, axis: int = 1) -> Tensor:
    assert (x.kind, scale.kind, zero_point.kind) == (3, 1, 3) and not any(zero_point.data), "int8 of which 0 is 0"
    inner = math.prod(x.shape[axis + 1:])
    assert scale.shape in ((), x.shape[axis:axis + 1]), scale.shape
    return Tensor(1, x.shape, [value * scale.data[i // inner % x.shape[axis] if scale.shape else 0]
                               for i, value in enumerate(x.data)])


def quantized(x: Tensor, scale: Tensor, zero_point: Tensor) -> Tensor:
    assert (scale.shape, zero_point.shape, zero_point.kind, zero_point.data) == ((), (), 3, [0]), "int8 of which 0 is 0"
    return Tensor(3, x.shape, [max(-128, min(127, round(value / scale.data[0]))) for value in x.data])


def integer_matmul(a: Tensor, b: Tensor) -> Tensor:
    assert a.kind == b.kind == 3
    sums = matmul(a, b)
    return Tensor(6, sums.shape, [int(value) for value in sums.data])


def argmax(x: Tensor, *, axis: int, keepdims: int) -> Tensor:
    assert (len(x.shape), axis, keepdims) == (1, 0, 0)
    return Tensor(7, (), [x.data.index(max(x.data))])


def numbers(start: Tensor, limit: Tensor, delta: Tensor) -> Tensor:
    assert start.shape == limit.shape == delta.shape == ()
    found = list(range(start.data[0], limit.data[0], delta.data[0]))
    return Tensor(start.kind, (len(found),), found)


def sums_before(x: Tensor, axis: Tensor, *, exclusive: int) -> Tensor:
    assert axis.shape == () and exclusive == 1, axis.shape
    return along_rows(lambda row: [sum(row[:i]) for i in range(len(row))], x, axis.data[0])


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def softplus(x: float) -> float:
    return max(x, 0) + math.log1p(math.exp(-abs(x)))


def recurrent(step: Callable[..., list[list[float]]], states: int) -> Callable[..., tuple[Tensor, ...]]:
    """An operator over (time, batch, in); step(x, state, W, R, bias of W, bias of R) is the new state, whose first
    part is hidden. W and R are functions: of a gate and a vector, the products of the gate's rows."""
    def run(x: Tensor, w: Tensor, r: Tensor, b: Tensor, lengths: Tensor | None = None, *initial: Tensor,
            hidden_size: int, direction: str = "forward", **options: Any) -> tuple[Tensor, ...]:
        time, batch, width = x.shape
        n, gates = hidden_size, w.shape[1] // hidden_size
        assert w.shape == (1, gates * n, width) and direction in ("forward", "reverse"), w.shape
        assert lengths is None or (lengths.kind == 6 and lengths.shape == (batch,))
        assert r.shape == (1, gates * n, n) and b.shape == (1, 2 * gates * n)
        assert all(h.shape == (1, batch, n) for h in initial)

        def product(weight: Tensor, bias: int) -> Callable[[int, list[float]], list[float]]:
            size = weight.shape[2]
            return lambda gate, v: [
                math.fsum((*(weight.data[i * size + c] * v[c] for c in range(size)),
                           b.data[bias * gates * n + i])) for i in range(gate * n, (gate + 1) * n)]
        parts = [[h.data[i * n:(i + 1) * n] for h in initial] or [[0.0] * n] * states for i in range(batch)]
        outputs = [0.0] * (time * batch * n)
        for t in range(time) if direction == "forward" else reversed(range(time)):
            for i in range(batch):
                if lengths is not None and t >= lengths.data[i]:
                    continue
                row = t * batch + i
                parts[i] = step(x.data[row * width:(row + 1) * width], parts[i], product(w, 0), product(r, 1),
                                **options)
                outputs[row * n:(row + 1) * n] = parts[i][0]
        return (Tensor(x.kind, (time, 1, batch, n), outputs),
                *(Tensor(x.kind, (1, batch, n), [v for state in parts for v in state[k]])
                  for k in range(states)))
    return run


def rnn(x: list[float], state: list[list[float]], w: Any, r: Any, activations: list[str]) -> list[list[float]]:
    f = {"Tanh": math.tanh, "Relu": lambda v: max(v, 0.0)}[activations[0]]
    return [[f(a + b) for a, b in zip(w(0, x), r(0, state[0]))]]


def gru(x: list[float], state: list[list[float]], w: Any, r: Any, linear_before_reset: int) -> list[list[float]]:
    h, = state
    z = [sigmoid(a + b) for a, b in zip(w(0, x), r(0, h))]
    reset = [sigmoid(a + b) for a, b in zip(w(1, x), r(1, h))]
    of_h = ([a * b for a, b in zip(reset, r(2, h))] if linear_before_reset else
            r(2, [a * b for a, b in zip(reset, h)]))
    candidate = [math.tanh(a + b) for a, b in zip(w(2, x), of_h)]
    return [[(1 - u) * c + u * v for u, c, v in zip(z, candidate, h)]]


def lstm(x: list[float], state: list[list[float]], w: Any, r: Any) -> list[list[float]]:
    h, c = state
    i, o, f, g = ([a + b for a, b in zip(w(gate, x), r(gate, h))] for gate in range(4))
    after = [sigmoid(fk) * ck + sigmoid(ik) * math.tanh(gk) for fk, ck, ik, gk in zip(f, c, i, g)]
    return [[sigmoid(ok) * math.tanh(ck) for ok, ck in zip(o, after)], after]


OPERATIONS: dict[str, Callable[..., Any]] = {
    "Abs": elementwise(abs),
    "Add": elementwise(lambda a, b: a + b),
    "And": elementwise(lambda a, b: a and b),
    "ArgMax": argmax,
    "Cast": cast,
    "Concat": concat,
    "CumSum": sums_before,
    "DequantizeLinear": dequantized,
    "Div": elementwise(lambda a, b: a / b),
    "Equal": elementwise(lambda a, b: a == b, 9),
    "Erf": elementwise(math.erf),
    "GRU": recurrent(gru, 1),
    "Gather": gather,
    "Greater": elementwise(lambda a, b: a > b, 9),
    "GreaterOrEqual": elementwise(lambda a, b: a >= b, 9),
    "Hardmax": lambda x, *, axis: along_rows(
        lambda row: [float(i == row.index(max(row))) for i in range(len(row))], x, axis),
    "Identity": lambda x: x,
    "LSTM": recurrent(lstm, 2),
    "LayerNormalization": layer_norm,
    "Less": elementwise(lambda a, b: a < b, 9),
    "LessOrEqual": elementwise(lambda a, b: a <= b, 9),
    "LogSoftmax": lambda x, *, axis: along_rows(lambda row: [math.log(p) for p in softmax(row)], x, axis),
    "MatMul": matmul,
    "MatMulInteger": integer_matmul,
    "Max": elementwise(max),
    "Mod": elementwise(lambda a, b: a % b),  # of integers: the sign of b, as in Python
    "Mul": elementwise(lambda a, b: a * b),
    "Neg": elementwise(lambda a: -a),
    "Not": elementwise(lambda a: not a),
    "Or": elementwise(lambda a, b: a or b),
    "QuantizeLinear": quantized,
    "RNN": recurrent(rnn, 1),
    "Range": numbers,
    "ReduceMax": lambda x, *, axes: along_rows(lambda row: [max(row)], x, *axes),
    "ReduceMean": mean,
    "Relu": elementwise(lambda a: max(a, 0.0)),
    "Reshape": reshape,
    "Round": elementwise(lambda a: float(round(a))),  # ties to even, as ONNX
    "Shape": shape_of,
    "Sigmoid": elementwise(sigmoid),
    "Sin": elementwise(math.sin),
    "Slice": cut,
    "Softmax": lambda x, *, axis: along_rows(softmax, x, axis),
    "Softplus": elementwise(softplus),
    "Sqrt": elementwise(math.sqrt),
    "Squeeze": squeeze,
    "Sub": elementwise(lambda a, b: a - b),
    "Tanh": elementwise(math.tanh),
    "Transpose": transpose,
    "Unsqueeze": unsqueeze,
    "Where": elementwise(lambda keep, a, b: a if keep else b),
}

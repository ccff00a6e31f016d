#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Write a C++ unit with random cases for the fuzzer: shapes, axes, options and element types are types
in attn, so a case is a function of its own.

    generate.py --seed S --cases N [--first F] > unit.cpp

Case i of seed S is the same whatever else is generated with it. fuzz.py compiles and runs units.
"""
import argparse
import random

SIZES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 11, 13, 15, 16, 16, 17, 19, 24, 31, 32, 33, 40, 48, 63, 64, 65, 100, 129]
MAX_WORK = 40_000         # multiplications of a case at run time
MAX_CONSTANT_WORK = 1200  # … and of one that is a constant too


class Case:
    """One case: its declarations, its operands, the call, and the reference's."""

    def __init__(self, seed, number):
        self.number = number
        self.g = random.Random(f"{seed}:{number}")
        self.scales = random.Random(f"{seed}:{number}:scales")  # so that the cases before there were these are the same
        self.T = self.g.choice(["float", "float", "double"])
        self.named = self.g.random() < 0.6
        self.usings, self.operands, self.lines, self.after = [], [], [], []
        self.prelude = []       # reference lines before the comparison
        self.work = self.expected = ""
        self.constant = True
        self.cost = 0
        self.axes = {}
        self.part = ""          # what of the work's result is compared
        self.operation = ""
        self.details = []

    # --- Axes, operands ---
    def size(self, most=65):
        return self.g.choice([s for s in SIZES if s <= most])

    def axis(self, name, size, named=None):
        named = self.named if named is None else named
        self.axes[name] = size
        self.usings.append(f"using {name} = {f'axis<{chr(34)}{name}{chr(34)}, {size}>' if named else f'dim<{size}>'};")
        return size

    def extent(self, name):
        return self.axes[name]

    def volume(self, *axes):
        n = 1
        for a in axes:
            n *= self.axes[a]
        return n

    def type(self, *axes, T=None):
        return f"tensor<{', '.join([T or self.T, *axes])}>"

    def tensor(self, name, *axes, T=None, use="any", bound=0):
        return self.operand(name, self.type(*axes, T=T), use, bound)

    def operand(self, name, type_, use="any", bound=0):
        self.operands.append((name, type_, use, bound))
        return name

    def model(self, name, type_, use="parameter"):
        """A layer; its parameters are the reference's `p`."""
        self.usings.append(f"using {name}_type = {type_};")
        self.operands.append((name, f"{name}_type", "model", 0))
        return name

    def same(self, what, expression, loosely=False):
        self.after.append(f'c.same("{what}", out, {expression}{", true" if loosely else ""});')

    def into(self, what, call):
        self.same(what, "[&] { std::remove_cvref_t<decltype(out)> o; " + call + "; return o; }()")

    def axis_argument(self, name, position, rank):
        """How an axis is named in <…>: by name, or by position from either end."""
        if self.named and self.g.random() < 0.7:
            return f'"{name}"'
        return str(position if self.g.random() < 0.7 else position - rank)

    def integers(self):
        self.T = "int"

    # --- The unit's text ---
    def text(self):
        axes = ", ".join(f"{n} {s}" for n, s in self.axes.items())
        return f"{self.operation}, {self.T}; {axes}; {'; '.join([self.work, *self.details])}"

    def code(self):
        lines = [f"namespace case_{self.number} {{", *self.usings]
        models = [o for o in self.operands if o[2] == "model"]
        parameters = ", ".join(f"const {t}& {n}" for n, t, _, _ in self.operands)
        # `auto`: the text of the call is what decides the type.
        lines.append(f"constexpr auto work({parameters}) {{ return {self.work}; }}")
        lines.append("void run(context& c) {")
        for n, t, use, bound in self.operands:
            if use == "model":
                lines.append(f"  const auto {n} = filled_model<{t}>(c, \"{n}\");")
            else:
                lines.append(f"  const auto {n} = c.operand<{t}>(\"{n}\", use::{use}, {bound});")
        for n, t, use, _ in models:
            lines.append(f"  const auto all_{n} = parameters_of_model(c, {n});")
            lines.append(f"  [[maybe_unused]] reference::parameters p_{n}{{&all_{n}}};")
        lines += [f"  {line}" for line in self.prelude]
        lines.append(f"  const auto result = work({', '.join(n for n, *_ in self.operands)});")
        lines.append(f"  const auto& out = result{self.part};")
        lines.append(f'  c.compare("out", out, {self.expected});')
        lines += [f"  {line}" for line in self.after]
        lines.append("}")
        constant = self.constant and self.cost <= MAX_CONSTANT_WORK and not models
        if constant:
            values = [f"fuzz::constant<{t}>({self.number * 10 + i}, {bound})"
                      for i, (n, t, use, bound) in enumerate(self.operands)]
            lines.append(f"constexpr std::uint64_t by_the_compiler = fuzz::hash_of(work({', '.join(values)}){self.part});")
            lines.append("void constants(context& c) {")
            for (n, t, _, _), v in zip(self.operands, values):
                lines.append(f"  const {t} {n} = {v};")
            called = ", ".join(f"launder({n})" for n, *_ in self.operands)
            lines.append(f"  c.same_as_constant(by_the_compiler, fuzz::hash_of(work({called}){self.part}));")
            lines.append("}")
        lines.append(f"}}  // namespace case_{self.number}")
        self.has_constant = constant
        return "\n".join(lines)

    def entry(self):
        text = self.text().replace("\\", "\\\\").replace('"', '\\"')
        format_ = {"float": "float_format", "double": "double_format", "int": "integer_format"}[self.T]
        constants = f"case_{self.number}::constants" if self.has_constant else "nullptr"
        return f'    {{{self.number}, "{text}", reference::{format_}, case_{self.number}::run, {constants}}},'


def r(name):
    return f"c.of({name})"


def joined(parts):
    return ", ".join(parts)


def braces(values):
    return "{" + ", ".join(str(v) for v in values) + "}"


# --- Products ---------------------------------------------------------------------------------------

def matmul(c):
    g = c.g
    if g.random() < 0.15:
        c.integers()
    lead = [n for n in ("batch", "head")[:g.choice([0, 0, 0, 1, 1, 2])]]
    for n in lead:
        c.axis(n, g.randint(1, 4))
    outer = c.volume(*lead)
    while True:
        m, k, n = (c.size() for _ in range(3))
        if outer * m * k * n <= MAX_WORK:
            break
    if not lead and g.random() < 0.1:  # panels: B is larger than 128 KiB
        m, k, n = g.randint(1, 13), g.randint(180, 300), g.randint(180, 300)
    c.cost = outer * m * k * n
    c.axis("row", m), c.axis("inner", k), c.axis("column", n)
    shared = not lead or g.random() < 0.4
    a = c.tensor("a", *lead, "row", "inner")
    form = g.choice(["plain", "transposed"])
    right = ([] if shared else lead)
    if form == "plain":
        c.tensor("b", *right, "inner", "column")
        c.work, expected = "matmul(a, b)", "c.of(b)"
    else:
        c.tensor("b", *right, "column", "inner")
        c.work, expected = "matmul(a, transpose(b))", "reference::transposed(c.of(b))"
        if not lead:
            c.same("linear", "linear<output_by_input>(a, b)")
    c.expected = f"reference::matmul({r(a)}, {expected})"
    right_text = "b" if form == "plain" else "transpose(b)"
    c.into("matmul_into", f"matmul_into(o, a, {right_text})")
    if shared and c.T != "int":
        c.same("packed", f"matmul(a, packed({right_text}))")
    c.operation = "matmul"


def einsum(c):
    g = c.g
    if g.random() < 0.2:
        c.integers()
    c.named = False
    letters = "abcdef"
    count = g.choice([1, 2, 2, 2, 2, 3])
    while True:
        sizes = {x: g.choice([1, 2, 3, 4, 5, 8, 9, 17]) for x in letters}
        terms = ["".join(g.sample(letters[:5], g.randint(1, 3))) for _ in range(count)]
        used = sorted(set("".join(terms)))
        result = "".join(g.sample(used, g.randint(0, min(3, len(used)))))
        work = 1
        for x in used:
            work *= sizes[x]
        if work <= MAX_WORK // 4:
            break
    c.cost = work * count
    for x in used:
        c.axis(f"x_{x}", sizes[x])
    for i, t in enumerate(terms):
        c.tensor(f"a{i}", *[f"x_{x}" for x in t])
    names = [f"a{i}" for i in range(count)]
    c.work = f'einsum<"{",".join(terms)}->{result}">({joined(names)})'
    c.expected = (f"reference::einsum({{{joined(r(n) for n in names)}}}, "
                  f'{{{joined(chr(34) + t + chr(34) for t in terms)}}}, "{result}")')
    c.operation = "einsum"


def dot(c):
    g = c.g
    c.named = True
    while True:
        m, k, n = (c.size() for _ in range(3))
        if m * k * n <= MAX_WORK:
            break
    c.cost = m * k * n
    c.axis("query", m), c.axis("d_k", k), c.axis("key", n)
    turned = [g.random() < 0.5, g.random() < 0.5]
    c.tensor("a", *(("d_k", "query") if turned[0] else ("query", "d_k")))
    c.tensor("b", *(("d_k", "key") if turned[1] else ("key", "d_k")))
    c.work = 'dot<"d_k">(a, b)'
    left = "reference::transposed(c.of(a))" if turned[0] else "c.of(a)"
    right = "c.of(b)" if turned[1] else "reference::transposed(c.of(b))"
    c.expected = f"reference::matmul({left}, {right})"
    c.same("einsum", f'einsum<"{"k q" if turned[0] else "q k"}, {"k n" if turned[1] else "n k"} -> q n">(a, b)')
    c.operation = "dot"


def add_bias(c):
    lead = some_axes(c, c.g.randint(1, 3), 33)
    c.tensor("x", *lead)
    c.tensor("b", lead[-1])
    c.work, c.expected = "add_bias(x, b)", f"reference::add_bias({r('x')}, {r('b')})"
    c.operation = "add_bias"


# --- Moving elements --------------------------------------------------------------------------------

def some_axes(c, rank, most=17, total=3000):
    while True:
        sizes = [c.size(most) for _ in range(rank)]
        volume = 1
        for s in sizes:
            volume *= s
        if volume <= total:
            break
    names = ["alpha", "beta", "gamma", "delta"][:rank]
    for n, s in zip(names, sizes):
        c.axis(n, s)
    c.cost += volume
    return names


def any_element(c):
    c.T = c.g.choice(["float", "double", "int"])


def permute(c):
    any_element(c)
    axes = some_axes(c, c.g.randint(2, 4))
    order = list(range(len(axes)))
    c.g.shuffle(order)
    c.tensor("x", *axes)
    arguments = joined(f'"{axes[d]}"' for d in order) if c.named else joined(map(str, order))
    c.work = f"permute<{arguments}>(x)"
    c.expected = f"reference::permuted({r('x')}, {braces(order)})"
    left, right = "abcd"[:len(axes)], "".join("abcd"[d] for d in order)
    c.same("rearrange", f'rearrange<"{" ".join(left)} -> {" ".join(right)}">(x)')
    c.operation = "permute"


def transpose(c):
    any_element(c)
    axes = some_axes(c, c.g.randint(2, 4), 65)
    c.tensor("x", *axes)
    c.work, c.expected = "transpose(x)", f"reference::transposed({r('x')})"
    c.operation = "transpose"


def split_merge(c):
    any_element(c)
    g = c.g
    axes = some_axes(c, g.randint(1, 2), 9)
    parts = [g.randint(1, 5), g.randint(1, 5)]
    c.axis("slow", parts[0]), c.axis("fast", parts[1]), c.axis("wide", parts[0] * parts[1])
    at = g.randint(0, len(axes))
    shape = [*axes[:at], "wide", *axes[at:]]
    c.tensor("x", *shape)
    c.work = f"split<{c.axis_argument('wide', at, len(shape))}, slow, fast>(x)"
    extents = [c.extent(a) for a in [*axes[:at], "slow", "fast", *axes[at:]]]
    c.expected = f"reference::reshaped({r('x')}, {braces(extents)})"
    arguments = '"slow", "fast", "wide"' if c.named else f"{at}, {at + 1}"
    c.after.append(f'c.same("merge", merge<{arguments}>(out), x);')
    c.operation = "split, merge"


def concat(c):
    any_element(c)
    g = c.g
    rank = g.randint(1, 3)
    axes = some_axes(c, rank, 9)
    at = g.randint(0, rank - 1)
    count = g.randint(2, 4)
    for i in range(count):
        c.axis(f"part{i}", c.size(9), named=False)
        if c.named:  # one name, several sizes
            c.usings[-1] = f'using part{i} = axis<"part", {c.extent(f"part{i}")}>;'
        c.tensor(f"x{i}", *[f"part{i}" if d == at else a for d, a in enumerate(axes)])
    names = [f"x{i}" for i in range(count)]
    c.work = f"concat<{c.axis_argument('part', at, rank)}>({joined(names)})"
    c.expected = f"reference::concatenated({{{joined(map(r, names))}}}, {at})"
    c.operation = "concat"


def slices(c):
    any_element(c)
    g = c.g
    rank = g.randint(1, 4)
    axes = some_axes(c, rank, 17)
    at = g.randint(0, rank - 1)
    c.tensor("x", *axes)
    size = c.extent(axes[at])
    if g.random() < 0.5:
        length = g.randint(1, size)
        start = g.randint(0, size - length)
        c.work = f"narrow<{c.axis_argument(axes[at], at, rank)}, {length}>(x, {start})"
        c.expected = f"reference::narrowed({r('x')}, {at}, {start}, {length})"
        c.operation = "narrow"
    else:
        index = g.randint(0, size - 1)
        c.work = f"select<{c.axis_argument(axes[at], at, rank)}>(x, {index})"
        c.expected = f"reference::selected({r('x')}, {at}, {index})"
        c.operation = "select"


def expand(c):
    any_element(c)
    rank = c.g.randint(1, 3)
    axes = some_axes(c, rank, 9)
    at = c.g.randint(0, rank)
    c.axis("more", c.size(9))
    c.tensor("x", *axes)
    c.work = f"expand<more, {at}>(x)" if at < rank or c.g.random() < 0.5 else "expand<more>(x)"
    c.expected = f"reference::expanded({r('x')}, {at}, {c.extent('more')})"
    c.operation = "expand"


def one_hot_or_embedding(c):
    g = c.g
    axes = some_axes(c, g.randint(1, 2), 17)
    c.axis("word", c.size(33)), c.axis("width", c.size(33))
    words = c.extent("word")
    c.tensor("ids", *axes, T="int", use="index", bound=words)
    if g.random() < 0.4:
        c.work = f"one_hot<word, {c.T}>(ids)"
        c.expected = f"reference::one_hot({r('ids')}, {words})"
        c.operation = "one_hot"
    else:
        c.tensor("table", "word", "width")
        c.work = f"embedding(as_token_ids<{words}>(ids), table)"
        c.expected = f"reference::embedded({r('ids')}, {r('table')})"
        c.operation = "embedding"


def patterns(c):
    """rearrange, repeat and reduce, with letters."""
    any_element(c)
    g = c.g
    c.named = False
    kind = g.choice(["rearrange", "repeat", "reduce"])
    letters = "abcd"[:g.randint(2, 4)]
    sizes = {x: g.randint(1, 6) for x in letters + "r"}
    # Left: neighbours may be one axis.
    groups, i = [], 0
    while i < len(letters):
        take = g.choice([1, 1, 2])
        groups.append(letters[i:i + take])
        i += take
    for n, group in enumerate(groups):
        volume = 1
        for x in group:
            volume *= sizes[x]
        c.axis(f"x{n}", volume)
    c.tensor("x", *[f"x{n}" for n in range(len(groups))])
    flat = "".join(groups)
    right = list(flat)
    g.shuffle(right)
    if kind == "repeat":
        right.insert(g.randint(0, len(right)), "r")
    gone = []
    if kind == "reduce":
        gone = [right.pop() for _ in range(g.randint(1, len(right)))]
    to, i = [], 0
    while i < len(right):
        take = g.choice([1, 1, 2])
        to.append("".join(right[i:i + take]))
        i += take
    while len(to) > 4:
        to[-2:] = [to[-2] + to[-1]]
    left_text = " ".join(f"({' '.join(x)})" if len(x) > 1 else x for x in groups)
    right_text = " ".join(f"({' '.join(x)})" if len(x) > 1 else x for x in to)
    given = [x for group in groups if len(group) > 1 for x in group] + (["r"] if kind == "repeat" else [])
    arguments = "".join(f', axis<"{x}", {sizes[x]}>()' for x in given)
    cut = f"reference::reshaped({r('x')}, {braces(sizes[x] for x in flat)})"
    out = [1] * len(to)
    for n, group in enumerate(to):
        for x in group:
            out[n] *= sizes[x]
    if kind == "reduce":
        how = g.choice(["sum", "max", "min", "prod"] + (["mean"] if c.T != "int" else []))
        if c.T == "int" and how == "prod":
            how = "sum"
        c.work = f'reduce<"{left_text} -> {right_text}", "{how}">(x{arguments})'
        # The axes that go are one, in their order on the left.
        gone = [x for x in flat if x in gone]
        volume = 1
        for x in gone:
            volume *= sizes[x]
        order = [flat.index(x) for x in right + gone]
        moved = f"reference::reshaped(reference::permuted({cut}, {braces(order)}), {braces([*out, volume])})"
        name = {"prod": "product"}.get(how, how)
        c.expected = f"reference::reduced({moved}, {len(out)}, reference::reduction::{name})"
    else:
        c.work = f'{kind}<"{left_text} -> {right_text}">(x{arguments})'
        spread = (f'reference::spread({cut}, "{flat}", "{"".join(right)}", '
                  f'{braces(sizes[x] for x in right)})')
        c.expected = f"reference::reshaped({spread}, {braces(out)})"
    c.cost = 200
    c.operation = kind + " by a pattern"


# --- Along an axis ----------------------------------------------------------------------------------

def reduction(c):
    g = c.g
    c.T = g.choice(["float", "float", "double", "int"])
    rank = g.randint(1, 4)
    axes = some_axes(c, rank, 65)
    at = g.randint(0, rank - 1)
    how = g.choice(["sum", "amax", "amin", "argmax"] + (["mean", "logsumexp", "variance"] if c.T != "int" else []))
    c.tensor("x", *axes)
    where = c.axis_argument(axes[at], at, rank)
    name = {"amax": "max", "amin": "min"}.get(how, how)
    if how == "variance":  # as the page of norms has it: two passes, the biased one
        axis = axes[at]
        c.usings.append("template <class X> constexpr auto variance(const X& x) {"
                        f" const auto d = x - expand<{axis}, {at}>(mean<{where}>(x));"
                        f" return mean<{where}>(multiply(d, d)); }}")
        c.work = "variance(x)"
    else:
        c.work = f"{how}<{where}>(x)"
    if how == "logsumexp":
        c.cost *= 8
    c.expected = f"reference::reduced({r('x')}, {at}, reference::reduction::{name})"
    c.operation = how


def softmax(c):
    g = c.g
    rank = g.randint(1, 4)
    axes = some_axes(c, rank, 65)
    at = g.choice([rank - 1, g.randint(0, rank - 1)])
    c.tensor("x", *axes)
    how = g.choice(["softmax", "softmax", "log_softmax"])
    last = at == rank - 1 and g.random() < 0.5
    where = "" if last else f"<{c.axis_argument(axes[at], at, rank)}>"
    c.work = f"{how}{where}(x)"
    c.cost *= 8
    c.expected = f"reference::{how}({r('x')}, {at})"
    if how == "softmax":
        given = where or f"<{at}>"
        c.into("softmax_into", f"softmax_into{given}(o, x)")
        c.into("softmax_into in place", f"o = x; softmax_into{given}(o, o)")
        axis = axes[at]
        c.after.append(f"const auto powers = exp(x - expand<{axis}, {at}>(amax<{at}>(x)));")
        c.after.append("auto shares = " + f"sum<{at}>(powers); for (auto& s : shares) s = 1 / s;")
        c.same("its steps", f"multiply(powers, expand<{axis}, {at}>(shares))")
    c.operation = how


def elementary(c):
    axes = some_axes(c, c.g.randint(1, 3), 65, 600)
    how = c.g.choice(["exp", "log", "log1p", "sqrt", "tanh", "sigmoid", "erf", "sin", "cos", "relu", "silu",
                      "gelu_exact", "gelu_tanh", "softplus", "elu_plus_one", "pow"])
    c.tensor("x", *axes)
    c.cost *= 30
    if how in ("log", "log1p", "sqrt"):  # of negative numbers no constants
        c.constant = False
    if how == "pow":
        y = c.g.choice(["2", "3", "0.5", "-1", "1.5", "-2.5", "0"])
        c.work = f"pow(x, {y})"
        c.constant = False
        c.expected = ("[&] { auto y = c.of(x); for (auto& e : y.at) e = reference::pow(e, reference::constant("
                      f"{y}.0L".replace(".5.0L", ".5L") + ")); return y; }()")
    else:
        c.work = f"{'attn::' if how in ('exp', 'log', 'log1p', 'sqrt', 'tanh', 'erf', 'sin', 'cos') else ''}{how}(x)"
        c.expected = f"reference::each({r('x')}, reference::{how})"
    c.operation = how


def arithmetic(c):
    c.T = c.g.choice(["float", "double", "int"])
    axes = some_axes(c, c.g.randint(1, 4), 33)
    c.tensor("a", *axes), c.tensor("b", *axes)
    kinds = [("a + b", "p + q"), ("a - b", "p - q"), ("multiply(a, b)", "p * q"), ("a * 3", None), ("-a", None)]
    if c.T != "int":
        kinds += [("divide(a, b)", "p / q"), ("a / 3", None)]
    c.work, f = c.g.choice(kinds)
    use = {"a * 3": "p * reference::constant(3)", "-a": "-p", "a / 3": "p / reference::constant(3)"}
    f = f or use[c.work]
    if c.work.startswith("divide"):
        c.constant = False
    c.expected = (f"reference::both({r('a')}, {r('b')}, [](reference::number p, [[maybe_unused]] reference::number q) "
                  f"{{ return {f}; }})")
    if "b" not in c.work:
        c.operands.pop()
        c.expected = c.expected.replace("c.of(b)", "c.of(a)")
    c.operation = "arithmetic"


def norms(c):
    g = c.g
    rank = g.randint(1, 3)
    axes = some_axes(c, rank, 65)
    at = g.choice([rank - 1, rank - 1, g.randint(0, rank - 1)])
    rms = g.random() < 0.4
    eps = g.choice(["1e-5", "1e-3", "0.5"])
    c.tensor("x", *axes)
    gain = g.random() < 0.7
    bias = gain and not rms and g.random() < 0.7
    if gain:
        c.tensor("gain", axes[at])
    if bias:
        c.tensor("bias", axes[at])
    arguments = joined(["x"] + (["gain"] if gain else []) + (["bias"] if bias else []) + [eps])
    where = "" if at == rank - 1 and g.random() < 0.5 else f"<{c.axis_argument(axes[at], at, rank)}>"
    c.work = f"{'rms' if rms else 'layer'}_norm{where}({arguments})"
    c.prelude.append("const auto r_gain = " + (r("gain") if gain else "reference::array{}") + ";")
    c.prelude.append("const auto r_bias = " + (r("bias") if bias else "reference::array{}") + ";")
    pointers = ("&r_gain" if gain else "nullptr") + ("" if rms else ", &r_bias" if bias else ", nullptr")
    c.prelude.append("static_cast<void>(r_bias), static_cast<void>(r_gain);")
    c.expected = f"reference::{'rms' if rms else 'layer'}_norm({r('x')}, {at}, {pointers}, {eps})"
    c.cost *= 6
    c.operation = "rms_norm" if rms else "layer_norm"


# --- Layers -----------------------------------------------------------------------------------------

ACTIVATIONS = {"act::relu": "relu", "act::silu": "silu", "act::gelu_exact": "gelu_exact",
               "act::gelu_tanh": "gelu_tanh", "act::softplus": "softplus", "act::sigmoid": "sigmoid",
               "act::tanh": "tanh", "act::identity": "identity"}


def layout(c):
    kind = c.g.choice(["output_by_input", "input_by_output"])
    return kind, "true" if kind == "output_by_input" else "false"


def linear(c):
    g = c.g
    lead = some_axes(c, g.randint(0, 2), 9, 100)
    c.axis("in", c.size(65)), c.axis("out_", c.size(65))
    c.cost *= c.extent("in") * c.extent("out_")
    kind, flag = layout(c)
    bias = g.random() < 0.7
    c.tensor("x", *lead, "in")
    c.tensor("w", *(("out_", "in") if flag == "true" else ("in", "out_")))
    if bias:
        c.tensor("b", "out_")
    c.work = f"linear<{kind}>(x, w{', b' if bias else ''})"
    c.prelude.append("const auto r_b = " + (r("b") if bias else "reference::array{}") + ";")
    c.prelude.append("static_cast<void>(r_b);")
    c.expected = f"reference::linear({r('x')}, {r('w')}, {'&r_b' if bias else 'nullptr'}, {flag})"
    packed = "packed(transpose(w))" if flag == "true" else "packed(w)"
    c.same("packed", f"linear(x, {packed}{', b' if bias else ''})")
    c.operation = "linear"


def feed_forward(c):
    g = c.g
    lead = some_axes(c, g.randint(1, 2), 9, 40)
    c.axis("model", c.size(33)), c.axis("inner", c.size(48))
    c.cost *= c.extent("model") * c.extent("inner")
    kind, flag = layout(c)
    activation = g.choice(list(ACTIVATIONS))
    c.tensor("x", *lead, "model", use="parameter")
    gated = g.random() < 0.35
    if gated:
        c.model("layer", f"nn::gated_feed_forward<{c.T}, model, inner, {kind}, {activation}>")
        c.expected = f"reference::gated_feed_forward({r('x')}, p_layer, {flag}, reference::{ACTIVATIONS[activation]})"
    else:
        bias = g.random() < 0.8
        c.model("layer", f"nn::feed_forward<{c.T}, model, inner, {kind}, {activation}{'' if bias else ', without_bias'}>")
        c.expected = (f"reference::feed_forward({r('x')}, p_layer, {flag}, "
                      f"reference::{ACTIVATIONS[activation]}, {'true' if bias else 'false'})")
        c.after.append(f"tensor<{c.T}, {joined([*lead, 'inner'])}> hidden;")
        c.into("feed_forward_into", "feed_forward_into(o, hidden, layer, x)")
    c.work = "layer(x)"
    c.same("packed", "packed(layer)(x)")
    c.details.append(f"layer: {activation}, {kind}")
    c.operation = "gated_feed_forward" if gated else "feed_forward"


def rotary(c):
    g = c.g
    lead = [f"lead{i}" for i in range(g.choice([0, 0, 1, 2]))]
    for n in lead:
        c.axis(n, g.randint(1, 3))
    c.axis("token", c.size(17)), c.axis("d_k", 2 * g.choice([1, 2, 3, 4, 7, 8, 16]))
    c.tensor("x", *lead, "token", "d_k", use="any")
    kind = g.choice(["interleaved_pairs", "half_pairs"])
    features = 0 if g.random() < 0.7 else 2 * g.randint(1, c.extent("d_k") // 2)
    base = g.choice([10000, 500000, 100])
    what = f"{kind}, {features}" if features else kind
    tokens = c.extent("token")
    if g.random() < 0.5:
        first = g.choice([0, 1, 17, 1000, 100000])
        c.work = f"rotary<{what}>(x, {{.first_position = {first}, .base = {base}}})"
        c.prelude.append("std::vector<long long> places; for (long long t = 0; t < "
                         f"{tokens}; ++t) places.push_back({first} + t);")
    else:
        c.tensor("positions", "token", T="int", use="index", bound=1000)
        c.work = f"rotary<{what}>(x, positions, {base})"
        c.prelude.append("const std::vector<long long> places(positions.begin(), positions.end());")
    c.cost = 60 * c.volume(*lead, "token", "d_k")
    c.expected = (f"reference::rotary({r('x')}, {'true' if kind == 'half_pairs' else 'false'}, {features}, places, {base})")
    c.operation = "rotary"


def sinusoidal(c):
    g = c.g
    c.axis("token", c.size(9)), c.axis("width", c.size(17))
    layout_ = g.randint(0, 2)
    name = ["interleaved", "halves", "halves_of_tensor2tensor"][layout_]
    first = g.choice([0, 1, 7, 513])
    c.work = f"sinusoidal_positions<token, width, {c.T}, {name}>({first})"
    c.expected = f"reference::sinusoidal({c.extent('token')}, {c.extent('width')}, {layout_}, {first})"
    c.cost = 60 * c.volume("token", "width")
    c.operation = "sinusoidal_positions"


# --- Attention --------------------------------------------------------------------------------------

class Options:
    """Random options for scores (lead…, token, key): their text, and the reference's."""

    def __init__(self, c, lead, token, key, kinds=("scale", "cap", "bias", "mask"), structural_only=False,
                 reference_scores=None):
        g = c.g
        self.texts, self.lines = [], []
        q, k = c.extent(token), c.extent(key)
        extents = [c.extent(a) for a in lead] + [q, k]
        shape = braces(extents)
        name = "o"
        self.lines.append(f"reference::options {name};")
        of_queries = "scale" in kinds and c.scales.random() < 0.3
        if ("scale" in kinds or "scale of the scores" in kinds) and g.random() < 0.4:
            if g.random() < 0.4:
                self.texts.append("unscaled")
                self.lines.append(f"{name}.scale = reference::constant(1);")
            else:
                s = g.choice(["0.375", "2", "-0.5", "0.1"])
                self.texts.append(f"{'queries_' if of_queries else ''}scaled_by({s})")
                literal = s + "L" if "." in s else s + ".0L"
                self.lines.append(f"{name}.scale = reference::constant({literal});")
        elif of_queries:
            self.texts.append("queries_scaled")
        if of_queries:
            self.lines.append(f"{name}.scales_queries = true;")
        if "cap" in kinds and g.random() < 0.15:
            self.texts.append("soft_capped_by(2.5)")
            self.lines.append(f"{name}.cap = reference::constant(2.5L);")
        if "bias" in kinds and g.random() < 0.3:
            axes = [*lead, token, key] if g.random() < 0.5 else [token, key]
            c.tensor("bias", *axes)
            self.texts.append("biased_by(bias)")
            self.lines.append(f"{name}.bias = c.of(bias);")
        masks, has_entries = [], False
        rows = [[True] * k for _ in range(q)]
        if "mask" in kinds and g.random() < 0.75:
            for _ in range(g.choice([1, 1, 1, 2])):
                kind = g.choice(["causal", "top_left", "bottom_right", "key_offset", "causal_from", "window",
                                 "window", "valid", "padding", "keep", "ignore"])
                if structural_only and kind in ("valid", "padding", "keep", "ignore"):
                    kind = "window"
                offset, left, right = 0, -1, 0
                if kind == "causal":
                    text = "causal<>" if q == k else "causal<top_left>"
                elif kind == "top_left":
                    text = "causal<top_left>"
                elif kind == "bottom_right":
                    text, offset = "causal<bottom_right>", k - q
                elif kind == "key_offset":
                    offset = g.randint(-2, k)
                    text = f"causal<key_offset<{offset}>>"
                elif kind == "causal_from":
                    offset = g.randint(0, k)
                    text = f"causal_from({offset})"
                elif kind == "window":
                    left, right = g.choice([-1, 0, 1, 2, 5]), g.choice([-1, 0, 0, 1, 3])
                    bounds = joined("unbounded" if b < 0 else str(b) for b in (left, right))
                    if q == k and g.random() < 0.5:
                        text = f"sliding_window<{bounds}>"
                    else:
                        where = g.choice(["top_left", "bottom_right"])
                        offset = 0 if where == "top_left" else k - q
                        text = f"sliding_window<{bounds}, {where}>"
                if kind == "valid":
                    n = g.randint(1, k)
                    text = f"valid_keys({n})"
                    masks.append((text, f"reference::keys({shape}, {n})"))
                    allows = lambda i, j, n=n: j < n
                elif kind in ("padding", "keep", "ignore"):
                    has_entries = True
                    m = f"m{len(masks)}"
                    if kind == "padding":
                        c.operand(m, f"keep_mask<{key}>")
                        masks.append((f"key_padding({m})", f"reference::entries({shape}, c.allowed({m}))"))
                    else:
                        axes = [*lead, token, key] if g.random() < 0.5 else [token, key]
                        c.operand(m, f"{kind}_mask<{joined(axes)}>")
                        masks.append((m, f"reference::entries({shape}, c.allowed({m}))"))
                    allows = lambda i, j: True
                else:
                    masks.append((text, f"reference::window({shape}, {left}, {right}, {offset})"))
                    allows = (lambda i, j, left=left, right=right, offset=offset:
                              (left < 0 or j >= i + offset - left) and (right < 0 or j <= i + offset + right))
                for i in range(q):
                    for j in range(k):
                        rows[i][j] = rows[i][j] and allows(i, j)
            empty = any(not any(row) for row in rows)
            self.texts.append(" & ".join(t for t, _ in masks))
            mask = masks[0][1]
            for _, m in masks[1:]:
                mask = f"reference::both({mask}, {m})"
            self.lines.append(f"{name}.allowed = {mask};")
            policy = None
            if empty or g.random() < 0.3:
                policy = g.choice(["zero_rows", "nan_rows"])
                self.texts.append(f"fully_masked<{policy}>")
                if policy == "nan_rows":
                    self.lines.append(f"{name}.nan_rows = true;")
            if policy == "nan_rows" or (policy is None and has_entries):
                c.constant = False
            if "skip" in kinds and g.random() < 0.25:
                self.texts.append("skip_masked")
                self.lines.append(f"{name}.skip_masked = true;")
        g.shuffle(self.texts)
        self.skips = "skip_masked" in self.texts
        self.masked = bool(masks)

    def text(self):
        return "".join(f", {t}" for t in self.texts)


def attention_shapes(c, lead_most=2, sizes=33, limit=MAX_WORK):
    g = c.g
    lead = ["batch", "head"][:g.choice([0, 0, 1, lead_most]) if lead_most else 0]
    for n in lead:
        c.axis(n, g.randint(1, 4))
    outer = c.volume(*lead)
    own = g.random() < 0.3  # self-attention: keys come from the axis of the queries
    if not lead and g.random() < 0.05:
        sizes, limit = 129, 8 * limit
    while True:
        q, k, d, v = c.size(sizes), c.size(sizes), c.size(sizes), c.size(sizes)
        if own or g.random() < 0.3:
            k = q
        if outer * q * k * (d + v) <= limit:
            break
    c.cost = outer * q * k * (d + v + 10)
    c.axis("token", q)
    if own and c.named:
        c.axis("key_token", k)
        key, of_keys = "key_token", "token"
    else:
        c.axis("key", k)
        key, of_keys = "key", "key"
    c.axis("d_k", d), c.axis("d_v", v)
    return lead, "token", key, of_keys


def attention(c):
    g = c.g
    lead, token, key, of_keys = attention_shapes(c)
    shared = lead and g.random() < 0.3
    of_lead = [] if shared else lead
    c.tensor("q", *lead, token, "d_k"), c.tensor("k", *of_lead, of_keys, "d_k")
    c.tensor("v", *of_lead, of_keys, "d_v")
    o = Options(c, lead, token, key, ("scale", "cap", "bias", "mask", "skip"))
    c.prelude += o.lines
    c.work = f"scaled_dot_product_attention(q, k, v{o.text()})"
    c.expected = f"reference::attention({r('q')}, {r('k')}, {r('v')}, o)"
    c.into("scaled_dot_product_attention_into", f"scaled_dot_product_attention_into(o, q, k, v{o.text()})")
    if not o.skips:
        c.same("its composition", f"matmul(attention_weights(q, k{o.text()}), {'as_keys(v)' if key == 'key_token' else 'v'})")
    c.after.append("".join(["c.compare(\"weights\", attention_weights(q, k", o.text().replace(", skip_masked", ""),
                            f"), reference::attention_weights({r('q')}, {r('k')}, o));"]))
    c.operation = "scaled_dot_product_attention"


def weights_only(c):
    lead, token, key, of_keys = attention_shapes(c, sizes=65)
    hard = c.g.random() < 0.3
    c.tensor("q", *lead, token, "d_k"), c.tensor("k", *lead, of_keys, "d_k")
    o = Options(c, lead, token, key)
    c.prelude += o.lines
    if hard:
        c.tensor("v", *lead, of_keys, "d_v", use="finite")
        c.prelude.append("o.hard = true;")
        c.work = f"hard_attention_weights(q, k{o.text()})"
        c.expected = f"reference::attention_weights({r('q')}, {r('k')}, o)"
        c.after.append(f"c.compare(\"hard_attention\", hard_attention(q, k, v{o.text()}), "
                       f"reference::attention({r('q')}, {r('k')}, {r('v')}, o));")
        c.operands = [x for x in c.operands if x[0] != "v"] + [x for x in c.operands if x[0] == "v"]
        # The call does not take v.
        c.constant = False
        c.work = f"(static_cast<void>(v), {c.work})"
        c.operation = "hard_attention"
    else:
        c.work = f"attention_weights(q, k{o.text()})"
        c.expected = f"reference::attention_weights({r('q')}, {r('k')}, o)"
        c.operation = "attention_weights"


def columns(c):
    lead, token, key, of_keys = attention_shapes(c, 1)
    c.tensor("q", *lead, "d_k", token), c.tensor("k", *lead, "d_k", of_keys), c.tensor("v", *lead, "d_v", of_keys)
    o = Options(c, lead, token, key)
    c.prelude += o.lines
    c.work = f"column_attention(q, k, v{o.text()})"
    t = "reference::transposed"
    c.expected = f"{t}(reference::attention({t}({r('q')}), {t}({r('k')}), {t}({r('v')}), o))"
    c.same("the row form", f"transpose(scaled_dot_product_attention(transpose(q), transpose(k), transpose(v){o.text()}))")
    c.operation = "column_attention"


def grouped_query(c):
    g = c.g
    kv, group = g.randint(1, 3), g.randint(1, 3)
    batch = ["batch"] if g.random() < 0.3 else []
    for n in batch:
        c.axis(n, 2)
    c.axis("q_head", kv * group), c.axis("kv_head", kv)
    if c.named:
        c.usings[-2] = f'using q_head = axis<"head", {kv * group}>;'
        c.usings[-1] = f'using kv_head = axis<"head", {kv}>;'
    while True:
        q, k, d, v = c.size(17), c.size(17), c.size(17), c.size(17)
        if c.volume(*batch, "q_head") * q * k * (d + v) <= MAX_WORK:
            break
    c.cost = c.volume(*batch, "q_head") * q * k * (d + v + 10)
    c.axis("token", q), c.axis("key", k), c.axis("d_k", d), c.axis("d_v", v)
    c.tensor("q", *batch, "q_head", "token", "d_k"), c.tensor("k", *batch, "kv_head", "key", "d_k")
    c.tensor("v", *batch, "kv_head", "key", "d_v")
    o = Options(c, [*batch, "q_head"], "token", "key", ("scale", "cap", "bias", "mask", "skip"))
    c.prelude += o.lines
    heads = kv * group
    c.work = f"grouped_query_attention(q, k, v{o.text()})"
    c.expected = (f"reference::attention({r('q')}, reference::repeated_heads({r('k')}, {heads}), "
                  f"reference::repeated_heads({r('v')}, {heads}), o)")
    c.same("repeated heads", f"scaled_dot_product_attention(q, repeat_heads<q_head>(k), repeat_heads<q_head>(v){o.text()})")
    c.operation = "grouped_query_attention"


def multi_head(c):
    g = c.g
    heads, d, e = g.randint(1, 4), g.randint(1, 9), g.randint(1, 9)
    batch = ["batch"] if g.random() < 0.3 else []
    for n in batch:
        c.axis(n, g.randint(1, 3))
    q, k, w = c.size(11), c.size(11), c.size(17)
    c.axis("token", q), c.axis("key", k), c.axis("width", w), c.axis("head", heads)
    c.axis("joined_k", heads * d), c.axis("joined_v", heads * e), c.axis("result", c.size(17))
    c.cost = c.volume(*batch) * (q + k) * w * heads * (d + e) + heads * q * k * (d + e)
    c.tensor("x", *batch, "token", "width", use="parameter")
    c.tensor("y", *batch, "key", "width", use="parameter")
    c.tensor("wq", "width", "joined_k", use="parameter"), c.tensor("wk", "width", "joined_k", use="parameter")
    c.tensor("wv", "width", "joined_v", use="parameter")
    out = g.random() < 0.7
    if out:
        c.tensor("wo", "joined_v", "result", use="parameter")
    o = Options(c, [*batch, "head"], "token", "key", ("scale", "cap", "bias", "mask", "skip"))
    c.prelude += o.lines
    w_o = ", wo" if out else ""
    c.work = f"multi_head_attention<head>(x, y, y, wq, wk, wv{w_o}{o.text()})"
    split = lambda x, w: f"reference::split_heads(reference::matmul({r(x)}, {r(w)}), {heads})"
    c.expected = f"reference::merged_heads(reference::attention({split('x', 'wq')}, {split('y', 'wk')}, {split('y', 'wv')}, o))"
    if out:
        c.expected = f"reference::matmul({c.expected}, {r('wo')})"
    c.after.append(f"using d_head_k = dim<{d}>; using d_head_v = dim<{e}>;")
    c.same("many weights", "multi_head_attention(x, y, y, split_heads<head, d_head_k>(wq), "
           f"split_heads<head, d_head_k>(wk), split_heads<head, d_head_v>(wv){w_o}{o.text()})")
    c.operation = "multi_head_attention"


def self_attention(c):
    g = c.g
    q, w, d, e = c.size(17), c.size(33), c.size(17), c.size(17)
    c.named = True
    c.axis("token", q), c.axis("key_token", q), c.axis("width", w), c.axis("d_k", d), c.axis("d_v", e)
    c.cost = q * w * (d + d + e) + q * q * (d + e)
    c.tensor("x", "token", "width", use="parameter")
    c.tensor("wq", "width", "d_k", use="parameter"), c.tensor("wk", "width", "d_k", use="parameter")
    c.tensor("wv", "width", "d_v", use="parameter")
    o = Options(c, [], "token", "key_token", ("scale", "cap", "bias", "mask", "skip"))
    c.prelude += o.lines
    c.work = f"self_attention(x, wq, wk, wv{o.text()})"
    c.expected = joined(f"reference::matmul({r('x')}, {r(w)})" for w in ("wq", "wk", "wv"))
    c.expected = f"reference::attention({c.expected}, o)"
    c.same("multi_head_self_attention of one head",
           f"multi_head_self_attention<axis<\"head\", 1>>(x, wq, wk, wv{o.text()})")
    if g.random() < 0.5:
        c.same("packed", "multi_head_self_attention<axis<\"head\", 1>>(x, packed(wq), packed(wk), packed(wv)"
               f"{o.text()})")
    c.operation = "self_attention"


def attention_slices(c):
    g = c.g
    heads = g.randint(1, 4)
    batch = ["batch"] if g.random() < 0.3 else []
    for n in batch:
        c.axis(n, g.randint(1, 3))
    c.axis("token", c.size(17)), c.axis("key", c.size(17)), c.axis("head", heads)
    c.axis("wide_k", heads * g.randint(1, 9)), c.axis("wide_v", heads * g.randint(1, 9))
    c.cost = c.volume(*batch, "token", "key") * (c.extent("wide_k") + c.extent("wide_v") + 10 * heads)
    c.tensor("q", *batch, "token", "wide_k"), c.tensor("k", *batch, "key", "wide_k")
    c.tensor("v", *batch, "key", "wide_v")
    o = Options(c, [*batch, "head"], "token", "key", ("scale", "cap", "bias", "mask", "skip"))
    c.prelude += o.lines
    c.work = f"attention_of_slices<head>(q, k, v{o.text()})"
    parts = joined(f"reference::split_heads({r(x)}, {heads})" for x in "qkv")
    c.expected = f"reference::merged_heads(reference::attention({parts}, o))"
    c.operation = "attention_of_slices"


def multi_head_layer(c):
    g = c.g
    heads = g.randint(1, 4)
    c.named = True
    c.axis("model", heads * g.choice([1, 2, 3, 4, 8])), c.axis("head", heads)
    c.axis("token", c.size(11)), c.axis("key", c.size(11))
    kind, flag = layout(c)
    c.tensor("x", "token", "model", use="parameter"), c.tensor("y", "key", "model", use="parameter")
    o = Options(c, ["head"], "token", "key", ("scale", "cap", "bias", "mask", "skip"))
    c.prelude += o.lines
    c.model("layer", f"nn::multi_head_attention<{c.T}, model, head, {kind}>")
    c.work = f"layer(x, y, y{o.text()})"
    c.expected = f"reference::multi_head({r('x')}, {r('y')}, {r('y')}, p_layer, {heads}, {flag}, o)"
    c.same("packed", f"packed(layer)(x, y, y{o.text()})")
    if not o.skips:
        c.after.append(f"const auto weights = layer.weights(x, y{o.text()});")
        c.after.append(f'c.same("its weights", out, layer.out_proj(unnamed(merge_heads<"model">(matmul(weights, '
                       f"split_heads<head, dim<{c.extent('model') // heads}>>(layer.v_proj(y)))))));")
    c.operation = "multi_head_layer"


def general_score(c):
    """A score of one's own: Luong's, in attention with options; no scale applies unless it is said."""
    lead, token, key, of_keys = attention_shapes(c, 1, 13)
    c.axis("d_s", c.size(9))
    c.tensor("q", *lead, token, "d_k"), c.tensor("k", *lead, of_keys, "d_s"), c.tensor("v", *lead, of_keys, "d_v")
    c.tensor("w", "d_k", "d_s", use="parameter")
    o = Options(c, lead, token, key, ("scale of the scores", "cap", "bias", "mask"))
    c.prelude += o.lines
    c.prelude.append("o.scores = reference::scores(reference::matmul(c.of(q), c.of(w)), c.of(k));")
    c.constant = False
    score = "scored_by([&](const auto& a, const auto& b) { return general_score(a, b, w); })"
    c.work = f"scaled_dot_product_attention(q, k, v, {score}{o.text()})"
    c.expected = f"reference::attention({r('q')}, {r('k')}, {r('v')}, o)"
    c.operation = "general_score"


def linear_attention(c):
    lead, token, key, of_keys = attention_shapes(c)
    c.tensor("q", *lead, token, "d_k", use="finite"), c.tensor("k", *lead, of_keys, "d_k", use="finite")
    c.tensor("v", *lead, of_keys, "d_v")
    c.cost *= 2
    if c.g.random() < 0.5:
        c.work = "linear_attention(q, k, v)"
        c.expected = f"reference::linear_attention({r('q')}, {r('k')}, {r('v')})"
        c.operation = "linear_attention"
    else:
        c.work = "similarity_attention(q, k, v)"
        c.expected = f"reference::matmul(reference::scores({r('q')}, {r('k')}), {r('v')})"
        c.operation = "similarity_attention"


def online_attention(c):
    c.named = c.g.random() < 0.5
    lead, token, key, of_keys = attention_shapes(c, 0)
    c.tensor("q", token, "d_k", use="finite"), c.tensor("k", of_keys, "d_k", use="finite")
    c.tensor("v", of_keys, "d_v", use="finite")
    o = Options(c, [], token, key, ("scale", "cap"))
    c.prelude += o.lines
    c.work = f"online_attention<{c.g.randint(1, 9)}>(q, k, v{o.text()})"
    c.expected = f"reference::attention({r('q')}, {r('k')}, {r('v')}, o)"
    # Sums in another order, rescaled block by block: as exact as the composition for a few times as many
    # roundings.
    c.prelude.append("const auto wider = [](reference::array a, long double largest, long double unit) { for (auto& e : a.at) "
                     "e.error = 4 * e.error + 64 * unit * largest; return a; };")
    c.prelude.append("long double largest = 0; for (const auto e : v) largest = std::max(largest, std::fabs("
                     "static_cast<long double>(e)));")
    unit = "0x1p-24L" if c.T == "float" else "0x1p-53L"
    c.expected = f"wider({c.expected}, largest, {unit})"
    c.operation = "online_attention"


def additive_score(c):
    lead, token, key, of_keys = attention_shapes(c, 1, 13)
    if c.named and of_keys == "token":
        of_keys = key  # the keys of a score by themselves have their own name
    c.axis("d_s", c.size(9)), c.axis("hidden", c.size(9))
    shared = bool(lead) and c.g.random() < 0.4
    c.tensor("q", *lead, token, "d_k", use="parameter")
    c.tensor("k", *([] if shared else lead), of_keys, "d_s", use="parameter")
    c.tensor("v", "hidden", "d_k", use="parameter"), c.tensor("w", "hidden", "d_s", use="parameter")
    c.tensor("u", "hidden", use="parameter")
    c.cost = c.volume(*lead, token, key, "hidden") * 30
    c.work = "additive_score(q, k, v, w, u)"
    c.expected = f"reference::additive_scores({r('q')}, {r('k')}, {r('v')}, {r('w')}, {r('u')})"
    c.same("concat_score", f"concat_score(q, k, concat<1>(unnamed(v), unnamed(w)), unnamed(u))")
    c.operation = "additive_score"


def cache(c):
    g = c.g
    lead = ["head"] if g.random() < 0.5 else []
    for n in lead:
        c.axis(n, g.randint(1, 4))
    n = c.size(9)
    c.axis("token", n), c.axis("key", n + g.randint(0, 3)), c.axis("d_k", c.size(17)), c.axis("d_v", c.size(17))
    c.named = True
    c.usings = [u.replace("dim<", f'axis<"{u.split()[1]}", ') if "dim<" in u else u for u in c.usings]
    c.tensor("q", *lead, "token", "d_k", use="finite"), c.tensor("k", *lead, "token", "d_k", use="finite")
    c.tensor("v", *lead, "token", "d_v", use="finite")
    lead_types = "".join(f", {a}" for a in lead)
    c.work = "scaled_dot_product_attention(q, k, v, causal<>)"
    extents = [c.extent(a) for a in lead] + [n, n]
    c.prelude.append(f"reference::options o; o.allowed = reference::window({braces(extents)}, -1, 0, 0);")
    c.expected = f"reference::attention({r('q')}, {r('k')}, {r('v')}, o)"
    prompt = g.randint(0, n - 1)
    step = ('cache.append(select<"token">(k, t), select<"token">(v, t)); '
            'const auto row = cache.attend(select<"token">(q, t)); ')
    heads = c.extent("head") if lead else 1
    put = (f"for (std::size_t h = 0; h < {heads}; ++h) for (std::size_t j = 0; j < {c.extent('d_v')}; ++j) "
           f"found.data()[(h * {n} + t) * {c.extent('d_v')} + j] = row.data()[h * {c.extent('d_v')} + j]; ")
    start = ""
    if prompt:
        start = (f'cache.append(narrow<"token", {prompt}>(k, 0), narrow<"token", {prompt}>(v, 0)); '
                 f'const auto rows = cache.attend(narrow<"token", {prompt}>(q, 0), causal_from(0)); '
                 f"for (std::size_t h = 0; h < {heads}; ++h) for (std::size_t i = 0; i < {prompt * c.extent('d_v')}; ++i) "
                 f"found.data()[h * {n * c.extent('d_v')} + i] = rows.data()[h * {prompt * c.extent('d_v')} + i]; ")
    c.same("with a cache", f"[&] {{ key_value_cache<{c.T}, key, d_k, d_v{lead_types}> cache; "
           f"std::remove_cvref_t<decltype(out)> found; {start}for (std::size_t t = {prompt}; t < {n}; ++t) {{ {step}{put}}} "
           "return found; }()", loosely=True)
    c.cost = c.volume(*lead, "token", "token") * (c.extent("d_k") + c.extent("d_v") + 10)
    c.operation = "key_value_cache"


# --- Recurrence and models --------------------------------------------------------------------------

def recurrent(c):
    g = c.g
    c.axis("time", g.randint(1, 5)), c.axis("in", c.size(17)), c.axis("hidden", c.size(24))
    kind = g.choice(["rnn", "lstm", "gru"])
    c.tensor("xs", "time", "in", use="parameter"), c.tensor("h", "hidden", use="parameter")
    c.constant = False
    if kind == "rnn":
        activation = g.choice(["act::tanh", "act::relu", "act::sigmoid"])
        c.model("cell", f"nn::rnn_cell<{c.T}, in, hidden, {activation}>")
        start, call = "initial(h)", f"reference::rnn({r('xs')}, {r('h')}, p_cell, reference::{ACTIVATIONS[activation]})"
    elif kind == "lstm":
        order, places = g.choice([("ifgo", "{0, 1, 2, 3}"), ("iofc", "{0, 2, 3, 1}"), ("ifco", "{0, 1, 2, 3}")])
        c.tensor("cell0", "hidden", use="parameter")
        c.model("cell", f"nn::lstm_cell<{c.T}, in, hidden, gate_order::{order}>")
        start = "initial(lstm_state{h, cell0})"
        call = f"reference::lstm({r('xs')}, {r('h')}, {r('cell0')}, p_cell, {places})"
        c.details.append(f"gate_order::{order}")
    else:
        order, places = g.choice([("rzn", "{0, 1, 2}"), ("zrh", "{1, 0, 2}")])
        reset = g.choice(["linear_before_reset", "reset_before_linear"])
        c.model("cell", f"nn::gru_cell<{c.T}, in, hidden, gate_order::{order}, {reset}>")
        start = "initial(h)"
        flag = "true" if reset == "linear_before_reset" else "false"
        call = f"reference::gru({r('xs')}, {r('h')}, p_cell, {places}, {flag})"
        c.details.append(f"gate_order::{order}, {reset}")
    time = "" if not c.named else '<"time">' if g.random() < 0.5 else ""
    if not c.named:
        time = "<0>"
    c.prelude.append(f"const auto want = {call};")
    c.work = f"unroll{time}(cell, xs, {start})"
    c.part = ".outputs"
    c.expected = "want.outputs"
    if kind == "lstm":
        c.after.append('c.compare("the last state", result.last.value.hidden, want.hidden);')
        c.after.append('c.compare("the last cell", result.last.value.cell, want.cell);')
    else:
        c.after.append('c.compare("the last state", result.last.value, want.hidden);')
    c.same("packed", f"unroll{time}(packed(cell), xs, {start}).outputs")
    c.after.append(f"auto state = {start}; [[maybe_unused]] bool first = true; std::remove_cvref_t<decltype(out)> steps;")
    value = ".hidden" if kind == "lstm" else ""
    n = c.extent("hidden")
    c.after.append(f"for (std::size_t t = 0; t < {c.extent('time')}; ++t) {{ const auto next = cell(select<0>(xs, t), state); "
                   f"for (std::size_t j = 0; j < {n}; ++j) steps.data()[t * {n} + j] = next.value{value}.data()[j]; state = advance(next); }}")
    c.same("step by step", "steps")
    c.operation = kind + " unrolled"


def block_shapes(c):
    g = c.g
    heads, d = g.randint(1, 3), g.choice([1, 2, 3, 4, 8])
    c.axis("model", heads * d), c.axis("head", heads), c.axis("inner", c.size(24))
    activation = g.choice(["act::relu", "act::gelu_tanh", "act::gelu_exact", "act::silu"])
    order = g.choice(["pre_norm", "post_norm"])
    kind, flag = layout(c)
    c.details.append(f"{activation}, {order}, {kind}")
    of_kind = (f"reference::layer_kind{{{heads}, {flag}, {'true' if order == 'pre_norm' else 'false'}, "
               f"reference::{ACTIVATIONS[activation]}}}")
    return f"<{c.T}, model, head, inner, {kind}, {activation}, {order}>", of_kind


def encoder(c):
    g = c.g
    c.named = True
    arguments, kind = block_shapes(c)
    batch = ["batch"] if g.random() < 0.3 else []
    for n in batch:
        c.axis(n, 2)
    c.axis("token", c.size(9)), c.axis("key_token", c.extent("token"))
    c.tensor("x", *batch, "token", "model", use="parameter")
    o = Options(c, [*batch, "head"], "token", "key_token", ("scale", "cap", "mask"))
    c.prelude += o.lines
    c.model("layer", "nn::encoder_layer" + arguments)
    c.constant = False
    c.work = f"layer(x{o.text()})"
    c.expected = f"reference::encoder_layer({r('x')}, p_layer, {kind}, o)"
    c.same("packed", f"packed(layer)(x{o.text()})")
    c.operation = "encoder_layer"


def decoder(c):
    c.named = True
    arguments, kind = block_shapes(c)
    c.axis("token", c.size(9)), c.axis("key_token", c.extent("token")), c.axis("source", c.size(9))
    c.tensor("y", "token", "model", use="parameter"), c.tensor("memory", "source", "model", use="parameter")
    o = Options(c, ["head"], "token", "key_token", ("scale", "mask"))
    c.prelude += o.lines
    c.prelude.append("reference::options cross;")
    cross = ""
    if c.g.random() < 0.5:
        n = c.g.randint(1, c.extent("source"))
        cross = f", cross_options(valid_keys({n}))"
        c.prelude.append(f"cross.allowed = reference::keys({braces([c.extent('head'), c.extent('token'), c.extent('source')])}, {n});")
    c.model("layer", "nn::decoder_layer" + arguments)
    c.constant = False
    own = f", self_options({o.text()[2:]})" if o.texts else ""
    c.work = f"layer(y, memory{own}{cross})"
    c.expected = f"reference::decoder_layer({r('y')}, {r('memory')}, p_layer, {kind}, o, cross)"
    c.same("packed", f"packed(layer)(y, memory{own}{cross})")
    c.operation = "decoder_layer"


def language_model(c):
    g = c.g
    c.named = True
    arguments, kind = block_shapes(c)
    layers = g.randint(1, 2)
    c.axis("word", c.size(17)), c.axis("token", c.size(7)), c.axis("position", c.extent("token") + g.randint(0, 2))
    words = c.extent("word")
    c.tensor("ids", "token", T="int", use="index", bound=words)
    c.usings.append(f"using block = nn::encoder_layer{arguments};")
    c.model("network", f"nn::language_model<word, block, {layers}, nn::learned_positions<{c.T}, position, model>, "
            f"nn::layer_norm<{c.T}, model>>")
    c.constant = False
    c.work = f"network(as_token_ids<{words}>(ids))"
    c.expected = f"reference::language_model({r('ids')}, p_network, {layers}, {kind})"
    c.after.append(f"const auto known = as_token_ids<{words}>(ids); auto state = network.start(); "
                   "std::remove_cvref_t<decltype(out)> steps;")
    c.after.append(f"for (std::size_t t = 0; t < {c.extent('token')}; ++t) {{ const auto row = network.step(state, known(t)); "
                   f"for (std::size_t j = 0; j < {words}; ++j) steps(t, j) = row(j); }}")
    c.after.append("bool finite = true; for (const auto e : out) finite = finite && e - e == 0;")
    c.after.append('if (finite) c.same("step by step", out, steps, true);')
    c.operation = "language_model"


OPERATIONS = [  # (how often, what)
    (5, matmul), (3, einsum), (1, dot), (1, add_bias), (2, permute), (1, transpose), (1, split_merge), (1, concat),
    (2, slices), (1, expand), (2, one_hot_or_embedding), (4, patterns), (5, reduction), (4, softmax), (5, elementary),
    (2, arithmetic), (3, norms), (2, linear), (2, feed_forward), (2, rotary), (1, sinusoidal), (9, attention),
    (3, weights_only), (2, columns), (2, grouped_query), (2, multi_head), (1, self_attention), (1, attention_slices), (1, multi_head_layer), (1, general_score),
    (1, linear_attention),
    (1, online_attention), (1, additive_score), (2, cache), (2, recurrent), (1, encoder), (1, decoder),
    (1, language_model),
]
DECK = [f for often, f in OPERATIONS for _ in range(often)]

PROLOGUE = """// SPDX-License-Identifier: BSL-1.0
// Written by runtime_tests/fuzz/generate.py --seed {seed} --first {first} --cases {cases}
#include <attn/all.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "runtime_tests/fuzz/harness.hpp"

namespace {{

using namespace attn;
using fuzz::context;
using fuzz::launder;
using fuzz::use;

template <class M>
M filled_model(context& c, const char* name) {{
  M m{{}};
  for_each_parameter([&](const auto&, auto& x) {{
    x = c.operand<std::remove_cvref_t<decltype(x)>>(name, use::parameter);
  }}, m);
  return m;
}}
template <class M>
std::vector<reference::array> parameters_of_model(const context& c, const M& m) {{
  std::vector<reference::array> all;
  for_each_parameter([&](const auto&, const auto& x) {{ all.push_back(c.of(x)); }}, m);
  return all;
}}
"""


def make_case(seed, number, only=None):
    case = Case(seed, number)
    # Case i takes card i of a deck that the seed shuffles, so that no operation waits long.
    deck = [globals()[name] for name in only] if only else list(DECK)
    random.Random(f"deck {seed} {number // len(deck)}").shuffle(deck)
    deck[number % len(deck)](case)
    return case


def unit(seed, numbers, only=None):
    cases = [make_case(seed, n, only) for n in numbers]
    text = [PROLOGUE.format(seed=seed, first=numbers[0], cases=len(numbers))]
    text += [case.code() + "\n" for case in cases]
    text.append("const fuzz::entry entries[] = {")
    text += [case.entry() for case in cases]
    text.append("};\n\n}  // namespace\n")
    text.append("int main(int argc, char** argv) {")
    text.append(f"  return fuzz::run(entries, std::size(entries), {seed}u, argc, argv);\n}}")
    return "\n".join(text), cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    print(unit(options.seed, range(options.first, options.first + options.cases))[0])


if __name__ == "__main__":
    main()

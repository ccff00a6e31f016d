#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the reference numbers of this folder from the project's reference data (NumPy and PyTorch
results, JSON, format attn-ref-1): `generate.py DIRECTORY`, once. The headers are committed, and nothing
needs the directory to build or to test. Each case is a namespace; the cases that the same tests read
share a header."""
import json
import pathlib
import sys

HEADERS = {
    "attention_sdpa": [
        f"attention/sdpa_{case}" for case in (
            "square", "cross", "causal", "custom_scale", "batched", "large_logits", "single_key",
            "single_query", "uniform_weights")],
    "attention_masks": [
        "attention/sdpa_bool_mask", "attention/sdpa_fully_masked_row", "attention/sdpa_segments",
        "attention/sdpa_additive_bias", "attention/causal_more_keys",
        "attention/causal_more_queries", "attention/sliding_window_causal",
        "attention/sliding_window_symmetric", "attention/softcap", "attention/softcap_causal"],
    "attention_heads": ["attention/alibi", "attention/gqa", "attention/kv_cache", "attention/mqa"],
    "attention_rope": ["attention/rope", "attention/rope_offset"],
    "attention_softmax": [
        "attention/online_softmax", "attention/softmax_axes", "attention/softmax_edges"],
    "gradients": [
        f"gradients/{case}" for case in (
            "activations", "encoder_layer", "layer_norm", "linear_embedding", "lstm_step",
            "mha_causal", "mha_cross", "mha_self", "rms_norm", "sdpa", "sdpa_batched", "sdpa_bias",
            "sdpa_causal", "softmax_cross_entropy")],
    "layers": [
        "layers/activations", "layers/layer_norm", "layers/layer_norm_edges",
        "layers/linear_embedding", "layers/positional_encoding", "layers/rms_norm"],
    "layers_decoder": [
        *(f"layers/decoder_layer_{norm}_{activation}" for norm in ("postnorm", "prenorm")
          for activation in ("gelu", "relu")),
        "layers/transformer"],
    "layers_encoder": [
        "layers/encoder_layer_causal",
        *(f"layers/encoder_layer_{norm}_{activation}" for norm in ("postnorm", "prenorm")
          for activation in ("gelu", "relu")),
        "layers/encoder_stack"],
    "layers_mha": [
        f"layers/mha_{case}" for case in (
            "causal", "cross", "cross_kdim_vdim", "key_padding", "one_head", "self",
            "self_no_bias")],
    "random": [
        "seed0/numpy_legacy_rand", "seed0/splitmix64_fill", "seed3/rng_call_sequence",
        "seed3/rng_cephes_functions", "seed3/rng_modules", "seed3/rng_mt19937",
        "seed3/rng_normal_block", "seed3/rng_normal_double", "seed3/rng_normal_small",
        "seed3/rng_uniform"],
    "seed0_attention": ["seed0/demo_scaled", "seed0/demo_unscaled"],
    "seed0_encoder": ["seed0/encoder_8head"],
    "seed1_columns": [
        "seed1/local_attention_columns", "seed1/single_head_columns", "seed1/two_heads_columns"],
    "seed2_recurrent": [
        "seed2/encoder_decoder", "seed2/gru_step", "seed2/lstm_sequence", "seed2/lstm_step",
        "seed2/rnn_step"],
    "seed2_scores": ["seed2/attention_3x2", "seed2/bahdanau_scores", "seed2/luong_scores"],
    "seed3_self_attention": ["seed3/self_attention_seed12"],
}
# Of these also the results in float: they are computed in float, not rounded.
FLOAT_TOO = ["attention/sdpa_causal", "attention/sdpa_square", "attention/softmax_edges",
             "seed2/attention_3x2", "seed3/self_attention_seed12"]
# Inputs that are too many to be copied: the tests fill them as the case says ("u24:1").
FILLED = ["seed0/encoder_8head"]
# Arguments and correctly rounded results of each of these, 200 for each type, chosen to be hard.
ELEMENTARY = ["cos", "erf", "exp", "log", "sigmoid", "sin", "sqrt", "tanh"]
# Random numbers: each array with the type of its elements. What a case has besides is not copied.
RANDOM = {
    "seed3/rng_mt19937": {"seeds": "std::uint32_t", "first16": "std::uint32_t",
                          "around_twist": "std::uint32_t", "output_9999": "std::uint32_t"},
    "seed0/splitmix64_fill": {"seeds": "std::uint64_t", "z_high32": "std::uint64_t",
                              "z_low32": "std::uint64_t", "u24": "double", "s24": "double",
                              "s12": "double", "q6": "double"},
    "seed3/rng_uniform": {"rand_float32": "float", "rand_float64": "double", "randint": "int",
                          "randperm": "int", "uniform_m05_07_float32": "float"},
    "seed3/rng_cephes_functions": dict.fromkeys(("log_x", "theta", "log", "sin", "cos"), "float"),
    "seed3/rng_normal_block": {
        f"{what}_{n}": "float" for n in (16, 17, 20, 31, 32, 92)
        for what in ("uniforms", "tail_uniforms", "avx2", "scalar", "exact")
        if what != "tail_uniforms" or n % 16},
    "seed3/rng_normal_small": {"seeds": "std::uint32_t", "randn15_float64": "double",
                               "randn15_float32": "float"},
    "seed3/rng_normal_double": {f"randn_{n}": "double" for n in (12, 16, 21, 40)},
    "seed3/rng_call_sequence": {f"r{i}": "float" for i in range(1, 9)},
    "seed3/rng_modules": dict.fromkeys(
        ("embedding", "linear_weight", "linear_bias", "linear2_weight", "linear2_bias",
         "lstm_weight_ih", "lstm_weight_hh", "lstm_bias_ih", "lstm_bias_hh"), "float"),
    "seed0/numpy_legacy_rand": {"seeds": "std::uint32_t", "rand": "double"},
}
# Patterns: exact results, small.
PATTERNS = ["einsum", "rearrange", "reduce", "repeat"]
HEAD = ("// SPDX-License-Identifier: BSL-1.0\n// Generated by {}; do not edit.\n// clang-format off\n"
        "#pragma once\n\n#include \"static_tests/support/expect.hpp\"\n\nnamespace reference {{\n\n")
TAIL = "\n}  // namespace reference\n"
WIDTH = 100


def splitmix_u24(seed, i, mask=2**64 - 1):
    s = seed + (i + 1) * 0x9E3779B97F4A7C15 & mask
    s = (s ^ s >> 30) * 0xBF58476D1CE4E5B9 & mask
    s = (s ^ s >> 27) * 0x94D049BB133111EB & mask
    return (s ^ s >> 31) // 2**40 / 2**24


def is_filled(fill, data):
    grid, seed = fill.split(":")
    return grid == "u24" and data == [splitmix_u24(int(seed), i) for i in range(len(data))]


def columns(declarations):
    """Declarations in lines of at most WIDTH columns, broken only between numbers."""
    lines = [""]
    for declaration in declarations:
        head, brace, numbers = declaration.partition("{")
        first, *others = (brace + numbers).split(" ")
        for space, word in [(" " * (lines[-1] != ""), head + first), *(("", other) for other in others)]:
            if len(lines[-1] + space + word) > WIDTH:
                lines.append(word)
            else:
                lines[-1] += space + word
    return "\n".join(lines) + "\n"


def braces(data, shape):
    if len(shape) < 2:
        return "{" + ", ".join(data) + "}"
    step = len(data) // shape[0]
    rows = [braces(data[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]
    return "{" + ", ".join(rows) + "}"


def number(x):
    """As in expect.hpp, what is not finite."""
    return x if isinstance(x, str) else "-0.0" if str(x) == "-0.0" else repr(x).removesuffix(".0")


def constant(template, shape, name, value):
    return f"inline constexpr {template}<{', '.join(map(str, shape))}> {name}{value};"


def are_64ths(t):
    return len(t["data"]) > 1 and all(
        isinstance(x, (int, float)) and (x * 64).is_integer() and str(x) != "-0.0"
        for x in t["data"]) and not all(x.is_integer() for x in t["data"])


def tensor(name, t):
    shape, data = t["shape"], t["data"]
    if t["dtype"] == "int64":
        return constant("int_table", shape, name, braces(list(map(str, data)), shape))
    if are_64ths(t):
        sizes, value = ", ".join(map(str, shape)), braces([str(int(x * 64)) for x in data], shape)
        return f"inline constexpr auto {name} = in_64ths<{sizes}>({value});"
    return constant("table", shape, name, braces(list(map(number, data)), shape))


def case_of_tensors(name, case):
    made = []
    for key, t in case["inputs"].items():
        if t["dtype"] == "str":
            continue
        if name in FILLED:
            if not is_filled(case["params"]["fill"][key], t["data"]):
                sys.exit(f"{name}: {key} is not what its fill says")
            continue
        # The decimals of a float32 identify a float: as<float> first, where that matters.
        made.append(tensor(key, t))
    rel = case["tolerance"]
    for key, t in case["outputs"].items():
        if t["dtype"] == "int64":
            made.append(tensor(key, t))
        if "abs64" not in t and name not in FLOAT_TOO:
            continue
        value = braces([number(x) for x in t["data"]], t["shape"])
        if len(t["data"]) == 1:  # the constructor from one number is explicit
            value = f"table<{', '.join(map(str, t['shape']))}>" + value
        bounds = (t.get("abs64", t["abs32"]), rel["rel64"], t["abs32"], rel["rel32"])
        made.append(constant("expected", t["shape"], key,
                             f"{{{value}, {', '.join(map(repr, bounds))}}}"))
    return made


def case_of_arrays(case, arrays):
    tensors = case["inputs"] | case["outputs"]
    made = []
    for key, element in arrays.items():
        t = tensors[key]
        suffix = {"float": "f", "double": "", "int": ""}.get(element, "u")
        made.append(f"inline constexpr {element} {key}" + "".join(f"[{n}]" for n in t["shape"]) +
                    braces([str(x) + suffix for x in t["data"]], t["shape"]) + ";")
    return made


def namespace(name, declarations, comment=""):
    return f"{comment}namespace {name} {{\n{columns(declarations)}}}\n"


def header_of_cases(source, names):
    text = ""
    for name in names:
        case = json.load(open(source / f"{name}.json"))
        text += namespace(name.replace("/", "_"), case_of_arrays(case, RANDOM[name])
                          if name in RANDOM else case_of_tensors(name, case))
    return text


def points(bits, rows):
    """Arguments and results, in one array for each format: `float32` and `float64`."""
    ctype = {"float32": "float", "float64": "double"}[bits]
    width = len(rows[0])
    return f"inline constexpr {ctype} {bits}[][{width}]" + \
        braces([x for row in rows for x in row], (len(rows), width)) + ";"


def literal(x, bits):
    """A number as float.hex() writes it, or inf, nan; exact in the format, so that only GCC needs an
    f, where it takes a subnormal number for another one."""
    if x.lstrip("-") in ("inf", "nan"):
        return x.removeprefix("-" if "nan" in x else "") + ("_f" if bits == "float32" else "")
    subnormal = bits == "float32" and 0 < abs(float.fromhex(x)) < 2.0**-126
    return x.replace("0x0p+0", "0.0").replace("p+", "p") + "f" * subnormal


def header_of_elementary(source):
    text = ""
    for function in ELEMENTARY:
        made = []
        for bits in ("float32", "float64"):
            case = json.load(open(source / "elementary" / f"{function}_{bits}.json"))
            (xs,), (ys,) = case["inputs"].values(), case["outputs"].values()
            made.append(points(bits, [[literal(x, bits), literal(y, bits)]
                                      for x, y in zip(xs["data"], ys["data"])]))
        text += namespace(function, made)
    return text


def header_of_patterns(source):
    text = ""
    for path in (path for operation in PATTERNS
                 for path in sorted((source / "einsum").glob(f"{operation}_*.json"))):
        case = json.load(open(path))
        params = case["params"]
        sizes = "".join(f", {name} = {n}" for name, n in params.get("sizes", {}).items())
        text += namespace(path.stem, [
            tensor(key, t) for key, t in (case["inputs"] | case["outputs"]).items()],
            f"// {params['pattern']}{sizes}" +
            f"{', ' + params['reduction'] if 'reduction' in params else ''}\n")
    return text


def write(name, by, text):
    (pathlib.Path(__file__).parent / f"{name}.hpp").write_text(HEAD.format(by) + text + TAIL)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: generate.py DIRECTORY-OF-REFERENCE-DATA")
    source = pathlib.Path(sys.argv[1])
    made = {name: header_of_cases(source, cases) for name, cases in HEADERS.items()}
    made |= {"elementary": header_of_elementary(source), "patterns": header_of_patterns(source)}
    for name, text in made.items():
        write(name, "generate.py", text)


if __name__ == "__main__":
    main()

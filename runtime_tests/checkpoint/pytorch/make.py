#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Write the checkpoints of this directory: models of PyTorch with random weights, saved by the safetensors
package, and what PyTorch computes with them.

    make.py DIRECTORY      needs torch and safetensors (Debian 13: python3-torch, python3-safetensors)

    encoder.safetensors    nn.TransformerEncoder of two layers with a final norm, in a larger module
    lstm.safetensors       nn.LSTM of two layers
    tagger.safetensors     a tagger: nn.Embedding, nn.LSTM of two layers in both directions, nn.Linear, for a padded
                           batch
    gpt2.safetensors       GPT-2 with two layers, with the names and layouts of Hugging Face's Transformers and
                           the causal masks of its older files
    *_results.safetensors  x, and y: what the model makes of it, in double precision

GPT-2 is written out below from torch.nn.functional, with Conv1D's (in, out) weights, as its architecture is
documented: pre-norm blocks, the tanh approximation of GELU, the output tied to the table of words.
"""
import math
import pathlib
import sys

import torch
from safetensors.torch import save_file
from torch.nn import functional

WORDS, POSITIONS, WIDTH, HEADS, INNER, LAYERS, TOKENS = 11, 6, 8, 2, 20, 2, 5


def encoder() -> tuple[dict, dict]:
    layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, dropout=0.0, batch_first=True)
    model = torch.nn.ModuleDict({"encoder": torch.nn.TransformerEncoder(layer, LAYERS, torch.nn.LayerNorm(WIDTH)),
                                 "answer": torch.nn.Linear(WIDTH, WIDTH)})
    randomize(model)
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    model.double()
    x = torch.randn(TOKENS, WIDTH, dtype=torch.float64)
    with torch.no_grad():
        y = model["answer"](model["encoder"](x[None])[0])
    return weights, {"x": x, "y": y}


def lstm() -> tuple[dict, dict]:
    model = torch.nn.LSTM(3, 4, num_layers=2)
    randomize(model)
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    model.double()
    x = torch.randn(TOKENS, 3, dtype=torch.float64)
    with torch.no_grad():
        y, (hidden, cell) = model(x)
    return weights, {"x": x, "y": y, "h_n": hidden, "c_n": cell}


def tagger() -> tuple[dict, dict]:
    model = torch.nn.ModuleDict({"word_embeddings": torch.nn.Embedding(WORDS, 6),
                                 "lstm": torch.nn.LSTM(6, 4, num_layers=2, bidirectional=True, batch_first=True),
                                 "hidden2tag": torch.nn.Linear(8, 3)})
    randomize(model)
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    model.double()
    lengths = torch.tensor([4, 2, 5])
    ids, tags = torch.randint(1, WORDS, (3, TOKENS)), torch.randint(0, 3, (3, TOKENS))
    for i, n in enumerate(lengths):
        ids[i, n:], tags[i, n:] = 0, -100
    with torch.no_grad():
        packed = torch.nn.utils.rnn.pack_padded_sequence(model["word_embeddings"](ids), lengths, batch_first=True,
                                                         enforce_sorted=False)
        read, _ = torch.nn.utils.rnn.pad_packed_sequence(model["lstm"](packed)[0], batch_first=True)
        y = model["hidden2tag"](read)
        loss = functional.cross_entropy(y.view(-1, 3), tags.view(-1))
    return weights, {"x": ids, "lengths": lengths, "tags": tags, "y": y, "loss": loss}


def gpt2() -> tuple[dict, dict]:
    weights = {"wte.weight": torch.randn(WORDS, WIDTH), "wpe.weight": torch.randn(POSITIONS, WIDTH)}
    for i in range(LAYERS):
        for name, rows, columns in (("attn.c_attn", WIDTH, 3 * WIDTH), ("attn.c_proj", WIDTH, WIDTH),
                                    ("mlp.c_fc", WIDTH, INNER), ("mlp.c_proj", INNER, WIDTH)):
            weights[f"h.{i}.{name}.weight"] = torch.randn(rows, columns) / math.sqrt(rows)
            weights[f"h.{i}.{name}.bias"] = torch.randn(columns) / 4
        weights[f"h.{i}.attn.bias"] = torch.ones(POSITIONS, POSITIONS).tril().view(1, 1, POSITIONS, POSITIONS)
    for norm in ("ln_f", *(f"h.{i}.ln_{k}" for i in range(LAYERS) for k in (1, 2))):
        weights[f"{norm}.weight"] = 1 + torch.randn(WIDTH) / 4
        weights[f"{norm}.bias"] = torch.randn(WIDTH) / 4
    ids = torch.tensor([3, 1, 4, 1, 10])
    return weights, {"x": ids, "y": logits({name: tensor.double() for name, tensor in weights.items()}, ids)}


def logits(weights: dict, ids: torch.Tensor) -> torch.Tensor:
    def norm(x, name):
        return functional.layer_norm(x, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"])

    def conv1d(x, name):
        return x @ weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def heads(x):
        return x.view(len(ids), HEADS, -1).transpose(0, 1)

    x = weights["wte.weight"][ids] + weights["wpe.weight"][:len(ids)]
    for i in range(LAYERS):
        query, key, value = map(heads, conv1d(norm(x, f"h.{i}.ln_1"), f"h.{i}.attn.c_attn").chunk(3, dim=-1))
        attended = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + conv1d(attended.transpose(0, 1).reshape(len(ids), WIDTH), f"h.{i}.attn.c_proj")
        inner = functional.gelu(conv1d(norm(x, f"h.{i}.ln_2"), f"h.{i}.mlp.c_fc"), approximate="tanh")
        x = x + conv1d(inner, f"h.{i}.mlp.c_proj")
    return norm(x, "ln_f") @ weights["wte.weight"].T


def randomize(model: torch.nn.Module) -> None:
    """PyTorch begins with biases of 0 and norms of 1, which would hide an exchange."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter += torch.randn_like(parameter) / 4


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    for name, make in (("encoder", encoder), ("lstm", lstm), ("tagger", tagger), ("gpt2", gpt2)):
        torch.manual_seed(5)
        weights, results = make()
        save_file({key: value.contiguous() for key, value in weights.items()}, directory / f"{name}.safetensors")
        save_file({key: value.contiguous() for key, value in results.items()}, directory / f"{name}_results.safetensors")


if __name__ == "__main__":
    main()

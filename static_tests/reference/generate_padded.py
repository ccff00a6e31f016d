#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes padded.hpp of this folder: batches of texts of different lengths in PyTorch, through recurrent
layers (pack_padded_sequence) and through a language model (position_ids and masks): `generate_padded.py`.
The header is committed; nothing needs PyTorch to build or to test. Written with PyTorch 1.13 (Debian 12).

Inputs and parameters are formulas that static_tests/support/padded.hpp also has: element i of tensor or
model number s is ((i * 37 + s * 11) mod 64 - 32) / 64, times a power of two."""
import pathlib
import sys

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.set_default_dtype(torch.float64)
TIME, BATCH, IN, HIDDEN = 5, 3, 2, 3
LENGTHS = torch.tensor([4, 1, 5])
WORDS, POSITIONS, WIDTH, HEADS, INNER, LAYERS = 7, 8, 6, 2, 9, 2
TEXTS = torch.tensor([5, 2, 3])
IDS = [[3, 0, 6, 3, 5], [4, 1], [2, 2, 5]]


def numbers(seed, *sizes, scale=1.0):
    i = torch.arange(torch.Size(sizes).numel())
    return (((i * 37 + seed * 11) % 64 - 32) / 64 * scale).reshape(sizes)


def written(name, x):
    sizes = ", ".join(str(size) for size in x.shape)

    def braces(values):
        if not isinstance(values, list):
            return repr(values)
        return "{" + ", ".join(braces(value) for value in values) + "}"

    text = braces(x.tolist() if x.dim() else [x.item()])
    return f"inline constexpr expected<{sizes}> {name}{{{text}, 1e-14, 1e-13, 4e-6, 2e-5}};"


def recurrent(name, kind):
    cells = kind(IN, HIDDEN, num_layers=2, bidirectional=True)
    start = 0
    with torch.no_grad():
        flat = numbers(1, sum(p.numel() for p in cells.parameters()))
        for parameter in cells.parameters():  # in the order of their names, _l0, _l0_reverse, _l1
            parameter.copy_(flat[start:start + parameter.numel()].reshape(parameter.shape))
            start += parameter.numel()
    x = numbers(2, TIME, BATCH, IN, scale=2).requires_grad_()
    packed = pack_padded_sequence(x, LENGTHS, enforce_sorted=False)
    outputs, last = cells(packed)
    outputs, _ = pad_packed_sequence(outputs, total_length=TIME)
    last = last if isinstance(last, tuple) else (last,)
    loss = (outputs * numbers(3, *outputs.shape)).sum()
    for i, state in enumerate(last):
        loss = loss + (state * numbers(4 + i, *state.shape)).sum()
    loss.backward()
    lines = [written("outputs", outputs), written("h_n", last[0])]
    if len(last) == 2:
        lines.append(written("c_n", last[1]))
    lines += [written("dx", x.grad), written("d_weight_hh_l0_reverse", cells.weight_hh_l0_reverse.grad),
              written("d_weight_ih_l1", cells.weight_ih_l1.grad)]
    return [f"namespace {name} {{", *lines, "}"]


class LanguageModel(nn.Module):
    """What nn::language_model computes, of modules of PyTorch."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, 0.0, nn.functional.gelu, norm_first=True,
                                       batch_first=True) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        parts = [self.embedding.weight, self.positions.weight]
        for layer in self.layers:
            weights = layer.self_attn.in_proj_weight.chunk(3), layer.self_attn.in_proj_bias.chunk(3)
            for weight, bias in zip(*weights):
                parts += [weight, bias]
            for module in (layer.self_attn.out_proj, layer.linear1, layer.linear2, layer.norm1,
                           layer.norm2):
                parts += [module.weight, module.bias]
        parts += [self.norm.weight, self.norm.bias]
        start = 0
        flat = numbers(1, sum(part.numel() for part in parts), scale=2)
        with torch.no_grad():
            for part in parts:
                part.copy_(flat[start:start + part.numel()].reshape(part.shape))
                start += part.numel()

    def forward(self, ids, position_ids, masked):
        x = self.embedding(ids) + self.positions(position_ids)
        for layer in self.layers:
            x = layer(x, src_mask=masked.repeat_interleave(HEADS, 0))
        return self.norm(x) @ self.embedding.weight.T


def language_model(left):
    model = LanguageModel()
    tokens = max(TEXTS).item()
    ids = torch.zeros(BATCH, tokens, dtype=torch.long)
    keep = torch.zeros(BATCH, tokens, dtype=torch.bool)
    for b, text in enumerate(IDS):
        first = tokens - len(text) if left else 0
        ids[b, first:first + len(text)] = torch.tensor(text)
        keep[b, first:first + len(text)] = True
    position_ids = (keep.long().cumsum(1) - 1).clamp(min=0)
    allowed = torch.ones(tokens, tokens, dtype=torch.bool).tril() & (keep[:, :, None] == keep[:, None, :])
    logits = model(ids, position_ids, ~allowed)
    targets = torch.where(keep[:, 1:] & keep[:, :-1], ids[:, 1:], torch.tensor(-100))
    loss = nn.functional.cross_entropy(logits[:, :-1].reshape(-1, WORDS), targets.reshape(-1))
    loss.backward()
    lines = [written("logits", logits * keep[:, :, None]), written("loss", loss),
             written("d_embedding", model.embedding.weight.grad),
             written("d_positions", model.positions.weight.grad)]
    return [f"namespace padded_{'left' if left else 'right'} {{", *lines, "}"]


def main():
    lines = ["// SPDX-License-Identifier: BSL-1.0", "// Generated by generate_padded.py; do not edit.",
             "// clang-format off", "#pragma once", "", '#include "static_tests/support/expect.hpp"', "",
             "namespace reference {", "", *recurrent("padded_lstm", nn.LSTM),
             *recurrent("padded_gru", nn.GRU), *language_model(False), *language_model(True), "}"]
    wrapped = []
    for line in lines:
        while len(line) > 100:
            cut = line.rindex(" ", 0, 101)
            wrapped.append(line[:cut])
            line = line[cut + 1:]
        wrapped.append(line)
    pathlib.Path(__file__).with_name("padded.hpp").write_text("\n".join(wrapped) + "\n")
    return 0


sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Train the classifier of certificate.cpp with PyTorch, and write its weights as a safetensors file.

    classifier.py classifier.safetensors     needs torch (Debian: python3-torch)
    cmake/embed.py classifier.safetensors docs/examples/classifier_weights.hpp classifier_weights

An input is three tokens of four features. The first feature marks one of the tokens; the others of that
token say the class by the largest of them, and the classes of the other two tokens are there to mislead.
"""
import json
import struct
import sys

import torch
from torch import nn

TOKENS, FEATURES, HEADS, CLASSES = 3, 4, 2, 3


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(FEATURES, HEADS, batch_first=True)
        self.answer = nn.Linear(FEATURES, CLASSES)

    def forward(self, x):
        return self.answer(self.attention(x, x, x)[0].mean(1))


def inputs(n):
    x = 0.15 * torch.randn(n, TOKENS, FEATURES)
    kinds = torch.randint(CLASSES, (n, TOKENS))
    marked = torch.randint(TOKENS, (n,))
    x.scatter_add_(2, 1 + kinds[..., None], torch.ones(n, TOKENS, 1))
    x[torch.arange(n), marked, 0] += 1
    return x, kinds[torch.arange(n), marked]


def save(tensors, path):
    """What safetensors.torch.save_file writes, for machines without that package."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        values = tensor.flatten().tolist()
        end = len(data) + 4 * len(values)
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), end]}
        data += struct.pack(f"<{len(values)}f", *values)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def main():
    torch.manual_seed(3)
    model = Classifier()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(3000):
        x, wanted = inputs(128)
        loss = nn.functional.cross_entropy(model(x), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    x, wanted = inputs(4000)
    print(f"loss {loss.item():.3f}, {(model(x).argmax(1) == wanted).float().mean():.1%} of new inputs right")
    save(model.state_dict(), sys.argv[1])


if __name__ == "__main__":
    main()

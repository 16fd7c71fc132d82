"""A sentence model (BERT, as all-MiniLM has it) with low-rank adapters (LoRA, Hu et al. 2021) on all weights of its layers; biases and norms learn
besides. What `tune-sentences.py` and `tune-reading.py` share. Needs torch, numpy and gguf.
"""

import argparse
import math
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from gguf import GGUFReader, dequantize
from torch import nn

RANK = 16
# How much of what an adapter says is added; folded into its second half when it is written.
ADDED = 2.0
DROPOUT = 0.1
SEED = 1
EPSILON = 1e-12
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LINEAR = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_up", "ffn_down"]


class Linear(nn.Module):
    """A layer's weight as it is, with an adapter of its own; the bias may change."""

    def __init__(self, base, name):
        super().__init__()
        weight = base[f"{name}.weight"]
        self.register_buffer("weight", weight)
        self.bias = nn.Parameter(base[f"{name}.bias"].clone())
        self.a = nn.Parameter(torch.randn(RANK, weight.shape[1], device=DEVICE) / math.sqrt(weight.shape[1]))
        self.b = nn.Parameter(torch.zeros(weight.shape[0], RANK, device=DEVICE))

    def forward(self, x):
        return F.linear(x, self.weight, self.bias) + ADDED * F.linear(F.linear(x, self.a), self.b)


class Norm(nn.Module):
    def __init__(self, base, name):
        super().__init__()
        self.weight = nn.Parameter(base[f"{name}.weight"].clone())
        self.bias = nn.Parameter(base[f"{name}.bias"].clone())

    def forward(self, x):
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, EPSILON)


class Layer(nn.Module):
    def __init__(self, base, at, heads):
        super().__init__()
        self.heads = heads
        self.linear = nn.ModuleDict({name: Linear(base, f"blk.{at}.{name}") for name in LINEAR})
        self.attention_norm = Norm(base, f"blk.{at}.attn_output_norm")
        self.output_norm = Norm(base, f"blk.{at}.layer_output_norm")

    def forward(self, x, mask):
        rows, length, width = x.shape

        def by_head(name):
            return self.linear[name](x).view(rows, length, self.heads, -1).transpose(1, 2)

        seen = F.scaled_dot_product_attention(
            by_head("attn_q"), by_head("attn_k"), by_head("attn_v"), attn_mask=mask
        )
        seen = self.linear["attn_output"](seen.transpose(1, 2).reshape(rows, length, width))
        x = self.attention_norm(x + F.dropout(seen, DROPOUT, self.training))
        fed = self.linear["ffn_down"](F.gelu(self.linear["ffn_up"](x)))
        return self.output_norm(x + F.dropout(fed, DROPOUT, self.training))


class Sentences(nn.Module):
    """Token ids [rows, length] with a mask of ones and zeros to vectors of length 1 [rows, width]."""

    def __init__(self, base, layers, heads):
        super().__init__()
        for name in ["token_embd", "position_embd", "token_types"]:
            self.register_buffer(name, base[f"{name}.weight"])
        self.first_norm = Norm(base, "token_embd_norm")
        self.layers = nn.ModuleList(Layer(base, at, heads) for at in range(layers))

    def forward(self, ids, mask):
        x = self.token_embd[ids] + self.position_embd[: ids.shape[1]] + self.token_types[0]
        x = F.dropout(self.first_norm(x), DROPOUT, self.training)
        seen = mask[:, None, None, :] == 1
        for layer in self.layers:
            x = layer(x, seen)
        mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return F.normalize(mean, dim=1)


def read_model(path):
    """Its tensors in 32 bits, number of layers, number of heads."""
    reader = GGUFReader(path)
    base = {
        one.name: torch.tensor(dequantize(one.data, one.tensor_type).astype(np.float32), device=DEVICE)
        for one in reader.tensors
    }
    value = lambda key: int(reader.get_field(key).contents())
    return base, value("bert.block_count"), value("bert.attention.head_count")


def batches(rows, lengths, size):
    """Rows in chance order, `size` at once, those of like length together."""
    rows = rows[torch.randperm(len(rows)).numpy()]
    for start in range(0, len(rows), size * 16):
        chunk = sorted(rows[start : start + size * 16], key=lambda row: lengths[row])
        parts = [chunk[at : at + size] for at in range(0, len(chunk), size)]
        random.shuffle(parts)
        yield from parts


def rate_at(step, steps, warm_up):
    """Share of the full rate: up in the beginning, then down along a cosine."""
    return min(1, (step + 1) / (warm_up * steps)) * 0.5 * (1 + math.cos(math.pi * step / steps))


def adapter_of(net, base):
    """What is added to each of the model's tensors, by its name."""
    added = {}

    def norm(name, of):
        for part in ["weight", "bias"]:
            added[f"{name}.{part}"] = getattr(of, part).detach() - base[f"{name}.{part}"]

    norm("token_embd_norm", net.first_norm)
    for at, layer in enumerate(net.layers):
        norm(f"blk.{at}.attn_output_norm", layer.attention_norm)
        norm(f"blk.{at}.layer_output_norm", layer.output_norm)
        for name, linear in layer.linear.items():
            full = f"blk.{at}.{name}"
            added[f"{full}.weight.a"] = linear.a.detach()
            added[f"{full}.weight.b"] = ADDED * linear.b.detach()
            added[f"{full}.bias"] = linear.bias.detach() - base[f"{full}.bias"]
    return {name: value.half().cpu().contiguous() for name, value in added.items()}


def asked():
    """What the command line gives: `model`, `examples`, `out`, `without`. Chance begins anew."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("examples")
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", type=int, default=None, help="a fold that is kept apart")
    random.seed(SEED)
    torch.manual_seed(SEED)
    return parser.parse_args()

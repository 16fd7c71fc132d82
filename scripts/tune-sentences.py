"""Tunes the sentence model on requests for the tools: low-rank adapters (LoRA, Hu et al. 2021) on all weights of its layers, biases and
norms besides, with linear classifiers on top. `scripts/learn-senses.ts` runs it, and says what it needs.

    python3 scripts/tune-sentences.py MODEL.gguf EXAMPLES.json OUT_DIR [--without FOLD]

EXAMPLES.json: {"classes": N, "heads": H, "examples": [{"tokens": [...], "label": 0, "fold": 0, "head": 0}, ...]}; `head` is the
classifier that learns from it, and all of them have the same classes. Writes OUT_DIR/adapter.safetensors (what
`source/engine/embedded/adapted-model.ts` reads, 16 bits) and OUT_DIR/heads.safetensors (`0.weight` [classes, width], `0.bias` [classes]
and so on, 32 bits, for vectors of length 1). Needs torch, numpy, gguf and safetensors; with a GPU it takes minutes, on two cores hours. The same
input on the same machine gives nearly the same weights (sums are made in another order by another number of threads).
"""

import argparse
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from gguf import GGUFReader, dequantize
from safetensors.torch import save_file
from torch import nn

RANK = 16
# How much of what an adapter says is added; folded into its second half when it is written.
ADDED = 2.0
EPOCHS = 5
BATCH = 64
RATE = 1.5e-3
HEAD_RATE = 5e-3
WARM_UP = 0.06
DROPOUT = 0.1
# Share of the tokens that are hidden in training, but for the first and the last.
HIDDEN = 0.1
# Vectors have length 1; a classifier of small weights needs longer ones.
LENGTH = 12.0
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


def batches(rows, lengths):
    """Rows in chance order, those of like length together."""
    rows = rows[torch.randperm(len(rows)).numpy()]
    for start in range(0, len(rows), BATCH * 16):
        chunk = sorted(rows[start : start + BATCH * 16], key=lambda row: lengths[row])
        parts = [chunk[at : at + BATCH] for at in range(0, len(chunk), BATCH)]
        random.shuffle(parts)
        yield from parts


class Rows:
    """All examples, padded, where the model is."""

    def __init__(self, examples):
        self.lengths = [len(one["tokens"]) for one in examples]
        ids = np.zeros((len(examples), max(self.lengths)), dtype=np.int64)
        for row, one in enumerate(examples):
            ids[row, : self.lengths[row]] = one["tokens"]
        self.ids = torch.tensor(ids, device=DEVICE)
        of = lambda key: torch.tensor([one[key] for one in examples], device=DEVICE)
        self.length, self.label, self.head = torch.tensor(self.lengths, device=DEVICE), of("label"), of("head")

    def part(self, rows):
        """Token ids and mask of these rows, some tokens hidden; labels; heads."""
        at = torch.tensor(rows, device=DEVICE)
        longest = max(self.lengths[row] for row in rows)
        place, length = torch.arange(longest, device=DEVICE), self.length[at, None]
        inside = (place > 0) & (place < length - 1)
        hidden = inside & (torch.rand(inside.shape, device=DEVICE) < HIDDEN)
        mask = (place < length) & ~hidden
        return self.ids[at, :longest], mask.float(), self.label[at], self.head[at]


def tune(net, heads, examples, rows):
    own = [one for one in net.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(
        [
            {"params": own, "lr": RATE, "weight_decay": 0.01},
            {"params": heads.parameters(), "lr": HEAD_RATE, "weight_decay": 0.0},
        ]
    )
    rates = [group["lr"] for group in optimizer.param_groups]
    steps = EPOCHS * math.ceil(len(rows) / BATCH)
    begun, step = time.time(), 0
    net.train()
    for _ in range(EPOCHS):
        for part in batches(rows, examples.lengths):
            share = min(1, (step + 1) / (WARM_UP * steps)) * 0.5 * (1 + math.cos(math.pi * step / steps))
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * share
            ids, mask, label, head = examples.part(part)
            vectors = net(ids, mask)
            scores = torch.stack([one(LENGTH * vectors) for one in heads])
            loss = F.cross_entropy(scores[head, torch.arange(len(part), device=DEVICE)], label)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(own, 1.0)
            optimizer.step()
            step += 1
            if step % 100 == 0:
                left = (time.time() - begun) / step * (steps - step)
                print(f"  step {step} of {steps}, loss {loss.item():.3f}, {left:.0f} s left", flush=True)


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("examples")
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", type=int, default=None, help="a fold that is kept apart")
    given = parser.parse_args()
    random.seed(SEED)
    torch.manual_seed(SEED)
    base, layers, wide = read_model(given.model)
    data = json.loads(Path(given.examples).read_text())
    rows = np.array([at for at, one in enumerate(data["examples"]) if one["fold"] != given.without])
    net = Sentences(base, layers, wide)
    heads = nn.ModuleList(nn.Linear(net.token_embd.shape[1], data["classes"]) for _ in range(data["heads"]))
    for one in heads.to(DEVICE).parameters():
        nn.init.zeros_(one)
    tune(net, heads, Rows(data["examples"]), rows)
    given.out.mkdir(parents=True, exist_ok=True)
    save_file(adapter_of(net, base), given.out / "adapter.safetensors")
    learned = {}
    for at, head in enumerate(heads):
        learned[f"{at}.weight"] = (LENGTH * head.weight.detach()).cpu().contiguous()
        learned[f"{at}.bias"] = head.bias.detach().cpu()
    save_file(learned, given.out / "heads.safetensors")


main()

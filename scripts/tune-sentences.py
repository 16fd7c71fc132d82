"""Tunes the sentence model on requests for the tools: low-rank adapters (LoRA, Hu et al. 2021) on all weights of its layers, biases and
norms besides, with linear classifiers on top. `scripts/learn-senses.ts` runs it, and says what it needs.

    python3 scripts/tune-sentences.py MODEL.gguf EXAMPLES.json OUT_DIR [--without FOLD]

EXAMPLES.json: {"classes": N, "heads": H, "examples": [{"tokens": [...], "label": 0, "fold": 0, "head": 0}, ...]}; `head` is the
classifier that learns from it, and all of them have the same classes. Writes OUT_DIR/adapter.safetensors (what
`source/engine/embedded/adapted-model.ts` reads, 16 bits) and OUT_DIR/heads.safetensors (`0.weight` [classes, width], `0.bias` [classes]
and so on, 32 bits, for vectors of length 1). Needs torch, numpy, gguf and safetensors; with a GPU it takes minutes, on two cores hours. The same
input on the same machine gives nearly the same weights (sums are made in another order by another number of threads).
"""

import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from sentences import DEVICE, Sentences, adapter_of, asked, batches, rate_at, read_model
from torch import nn

EPOCHS = 5
BATCH = 64
RATE = 1.5e-3
HEAD_RATE = 5e-3
WARM_UP = 0.06
# Share of the tokens that are hidden in training, but for the first and the last.
HIDDEN = 0.1
# Vectors have length 1; a classifier of small weights needs longer ones.
LENGTH = 12.0


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
        for part in batches(rows, examples.lengths, BATCH):
            share = rate_at(step, steps, WARM_UP)
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


def main():
    given = asked()
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

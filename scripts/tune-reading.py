"""Tunes the sentence model on what requests ask for: adapters on all weights of its layers, and a linear classifier over its vectors and figures.
`scripts/learn-reading.ts` runs it, and says what it needs.

    python3 scripts/tune-reading.py MODEL.gguf EXAMPLES.json OUT_DIR [--without FOLD]

EXAMPLES.json: {"acts": N, "beyond": M, "examples": [{"tokens": [...], "figures": [...], "right": [0, 3], "beyond": -1, "weight": 1.0, "fold": 0}, ...]};
`right` are the acts of which one is meant, figures are about -4 to 4, `beyond` is what cannot be done (-1: not said). Writes OUT_DIR/adapter.safetensors (see `source/engine/embedded/adapted-model.ts`, 16 bits),
OUT_DIR/heads.safetensors (`vector` [acts, width], `figures` [acts, figures], `bias` [acts], `worded.figures` and `worded.bias`: by the figures alone;
`beyond` [M, width] and `beyond.bias`; 32 bits) and, of a fold that was kept apart, OUT_DIR/apart.json: {"rows": [...], "meant": [[score, ...], ...], "worded": [...], "beyond": [0, ...]}. Needs torch, numpy,
gguf and safetensors. Ten minutes on two cores that add 16-bit numbers.
"""

import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from sentences import DEVICE, Sentences, adapter_of, asked, batches, rate_at, read_model
from torch import nn

EPOCHS = 3
BATCH = 64
RATE = 1e-3
HEAD_RATE = 5e-3
WARM_UP = 0.06
# Share of the tokens that are hidden in training, but for the first and the last.
HIDDEN = 0.1
# Vectors have length 1; a classifier of small weights needs longer ones.
LENGTH = 12.0
HALF = DEVICE == "cuda" or torch.backends.cpu.get_cpu_capability() == "AVX512"


class Reading(nn.Module):
    """Scores of acts, by the vector and the figures, and by the figures alone."""

    def __init__(self, net, figures, acts, beyond):
        super().__init__()
        self.net = net
        self.by_vector = nn.Linear(net.token_embd.shape[1], acts)
        self.by_figures = nn.Linear(figures, acts, bias=False)
        self.worded = nn.Linear(figures, acts)
        self.beyond = nn.Linear(net.token_embd.shape[1], beyond)
        for one in [self.by_vector, self.by_figures, self.worded, self.beyond]:
            nn.init.zeros_(one.weight)

    def forward(self, ids, mask, figures):
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=HALF):
            vectors = self.net(ids, mask)
        vectors = LENGTH * vectors.float()
        return self.by_vector(vectors) + self.by_figures(figures), self.worded(figures), self.beyond(vectors)


class Rows:
    def __init__(self, data):
        examples = data["examples"]
        self.tokens = [one["tokens"] for one in examples]
        self.lengths = [len(one) for one in self.tokens]
        self.figures = torch.tensor([one["figures"] for one in examples], device=DEVICE)
        self.beyond = torch.tensor([one["beyond"] for one in examples], device=DEVICE)
        self.weight = torch.tensor([one["weight"] for one in examples], device=DEVICE)
        self.right = torch.zeros(len(examples), data["acts"], dtype=torch.bool, device=DEVICE)
        for row, one in enumerate(examples):
            self.right[row, one["right"]] = True

    def part(self, rows, hides):
        longest = max(self.lengths[row] for row in rows)
        ids, mask = torch.zeros(len(rows), longest, dtype=torch.long), torch.zeros(len(rows), longest)
        for at, row in enumerate(rows):
            ids[at, : self.lengths[row]] = torch.tensor(self.tokens[row])
            mask[at, : self.lengths[row]] = 1
        if hides:
            hidden = torch.rand(mask.shape) < HIDDEN
            hidden[:, 0] = False
            mask = mask * ~hidden
        return ids.to(DEVICE), mask.to(DEVICE), self.figures[rows]


def loss_of(scores, right, weight):
    """One of the right acts is meant: their shares count together."""
    shares = F.log_softmax(scores, 1).masked_fill(~right, -1e9)
    return -(torch.logsumexp(shares, 1) * weight).sum() / weight.sum()


def tune(reading, data, rows):
    heads = [one for name, one in reading.named_parameters() if not name.startswith("net.")]
    own = [one for one in reading.net.parameters() if one.requires_grad]
    groups = [{"params": own, "lr": RATE, "weight_decay": 0.01}, {"params": heads, "lr": HEAD_RATE, "weight_decay": 1e-3}]
    optimizer = torch.optim.AdamW(groups)
    steps, step, begun = EPOCHS * -(-len(rows) // BATCH), 0, time.time()
    reading.train()
    for _ in range(EPOCHS):
        for part in batches(rows, data.lengths, BATCH):
            for group, rate in zip(optimizer.param_groups, [RATE, HEAD_RATE]):
                group["lr"] = rate * rate_at(step, steps, WARM_UP)
            meant, worded, beyond = reading(*data.part(part, True))
            right, weight, named = data.right[part], data.weight[part], data.beyond[part]
            loss = loss_of(meant, right, weight) + loss_of(worded, right, weight)
            if (named >= 0).any():
                loss = loss + F.cross_entropy(beyond, named, ignore_index=-1) * (named >= 0).float().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(own, 1.0)
            optimizer.step()
            step += 1
            if step % 50 == 0:
                left = (time.time() - begun) / step * (steps - step)
                print(f"  step {step} of {steps}, loss {loss.item():.3f}, {left:.0f} s left", flush=True)


@torch.no_grad()
def scores_of(reading, data, rows):
    reading.eval()
    found = [reading(*data.part(rows[at : at + 128], False)) for at in range(0, len(rows), 128)]
    meant, worded, beyond = (torch.cat(by) for by in zip(*found))
    listed = lambda scores: [[round(one, 4) for one in row] for row in scores.tolist()]
    return {"meant": listed(meant), "worded": listed(worded), "beyond": beyond.argmax(1).tolist()}


def main():
    given = asked()
    base, layers, wide = read_model(given.model)
    work = json.loads(Path(given.examples).read_text())
    folds = np.array([one["fold"] for one in work["examples"]])
    data = Rows(work)
    reading = Reading(Sentences(base, layers, wide), data.figures.shape[1], work["acts"], work["beyond"]).to(DEVICE)
    tune(reading, data, np.flatnonzero(folds != (-1 if given.without is None else given.without)))
    given.out.mkdir(parents=True, exist_ok=True)
    save_file(adapter_of(reading.net, base), given.out / "adapter.safetensors")
    heads = {
        "vector": LENGTH * reading.by_vector.weight.detach(),
        "bias": reading.by_vector.bias.detach(),
        "figures": reading.by_figures.weight.detach(),
        "worded.figures": reading.worded.weight.detach(),
        "worded.bias": reading.worded.bias.detach(),
        "beyond": LENGTH * reading.beyond.weight.detach(),
        "beyond.bias": reading.beyond.bias.detach(),
    }
    save_file({name: one.cpu().contiguous() for name, one in heads.items()}, given.out / "heads.safetensors")
    if given.without is not None:
        rows = np.flatnonzero(folds == given.without).tolist()
        (given.out / "apart.json").write_text(json.dumps({"rows": rows, **scores_of(reading, data, rows)}))


main()

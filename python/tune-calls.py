"""Tunes a chat model for writing calls: low-rank adapters (LoRA, Hu et al. 2021) on all weights of its layers, learned from requests whose
arguments are known, each behind its tool's context state, as the call lane has it. `ethervox optimize --strategy calls` runs it.

    python3 python/tune-calls.py MODEL.gguf WORK.json ADAPTER.gguf

WORK.json: {"seconds": 600 or null, "start": "OTHER.gguf" or null, "begin": 0, "first": 0, "learns": ["sql"],
"tools": [{"head": [...], "examples": [{"prompt": [...], "answer": [...]}, ...]}, ...]}: for how long it learns at most (else all examples once),
the adapter that it goes on from, how many steps that had been when it was interrupted, the first layer that learns, what the adapter says that it
has learned (besides what the one says from which it goes on), and tokens: a tool's state, and what stands behind it. Only the answer is learned.
Prints a line of JSON a step, {"step": 1, "steps": 120, "all": 150, "loss": 0.4, "saved": false} (of all steps so many fit into the time), and writes
ADAPTER.gguf (16 bits) every few steps (saved) and in the end, which llama.cpp reads. The weights are those that the file has, quantized as they
are, so the adapter makes up for that, too. Knows the layers of Llama and
Qwen2 and says so of others (exit code 3). Needs torch, numpy and gguf (exit code 2 without them).
The same input on the same machine gives nearly the same weights (sums are made in another order by another number of threads).
"""

import json
import math
import os
import random
import sys
import time
from pathlib import Path

try:
    import numpy as np
    import torch
    import torch.nn.functional as F
    from gguf import GGUFReader, GGUFWriter, dequantize
except ImportError as missing:
    print(missing, file=sys.stderr)
    sys.exit(2)

KNOWN = ["llama", "qwen2"]
RANK = 8
# How much of what an adapter says is added.
ADDED = 2.0
RATE = 4e-4
WARM_UP = 20
CLIP = 1.0
SEED = 1
# Examples that share one evaluation of their state, and those of one step: of one state at most, of several at least.
GROUP = 64
STEP = 32
LEAST = 8
# So many at once: memory.
AT_ONCE = 8
# After these the pace is known, and with it what fits into the time.
FIRST = 4
# Written after so many steps, for who goes on after an interrupt.
OFTEN = 10
# The key of an adapter's file under which it says what it has learned to write.
LEARNED = "ethervox.learned"
LINEAR = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"]
# Without instructions for it, sums of 16 bits take many times as long.
HALF = torch.bfloat16 if torch.backends.cpu.get_cpu_capability() == "AVX512" else torch.float32


class Adapted(torch.autograd.Function):
    """A frozen weight with what its adapter adds; only the adapter's halves get a gradient."""

    @staticmethod
    def forward(ctx, x, weight, bias, a, b):
        half_a, half_b = a.to(HALF), (ADDED * b).to(HALF)
        low = x @ half_a.t()
        ctx.save_for_backward(x, weight, half_a, half_b, low)
        return F.linear(x, weight, None if bias is None else bias.to(HALF)).addmm_(low, half_b.t())

    @staticmethod
    def backward(ctx, gradient):
        x, weight, a, b, low = ctx.saved_tensors
        back = gradient @ b
        of_x = (gradient @ weight).addmm_(back, a) if ctx.needs_input_grad[0] else None
        return of_x, None, None, (back.t() @ x).float(), (gradient.t() @ low).float() * ADDED


class Model:
    """A model's layers with an adapter on each weight; only the adapters learn."""

    def __init__(self, path, start=None, first=0, learns=()):
        """`first`: the layers below it keep the adapters that they have. `learns`: names of what it learns to write."""
        reader = GGUFReader(path)
        self.kind = text_of(reader, "general.architecture")
        if self.kind not in KNOWN:
            print(f"layers of {self.kind} are not known, only those of {' and '.join(KNOWN)}", file=sys.stderr)
            sys.exit(3)
        fields = reader.fields

        def figure(key, otherwise=None):
            field = fields.get(f"{self.kind}.{key}")
            return otherwise if field is None else field.parts[-1][0].item()

        self.layers = figure("block_count")
        self.heads = figure("attention.head_count")
        self.shared = figure("attention.head_count_kv", self.heads)
        self.width = figure("embedding_length") // self.heads
        self.epsilon = figure("attention.layer_norm_rms_epsilon")
        others = [figure("attention.key_length", self.width), figure("rope.dimension_count", self.width)]
        if figure("expert_count", 0) > 0 or figure("rope.scaling.factor", 1) != 1 or others != [self.width] * 2:
            print(f"this {self.kind} has experts, scaled positions or heads of another width", file=sys.stderr)
            sys.exit(3)
        turns = figure("rope.freq_base", 10000.0) ** (torch.arange(0, self.width, 2).float() / self.width)
        self.base = {one.name: weight_of(one) for one in reader.tensors}
        # Llama 3.1 and later stretch the slow ones.
        self.frequencies = 1.0 / (turns * self.base.get("rope_freqs.weight", torch.ones(1)))
        self.embedding = self.base["token_embd.weight"]
        self.output = self.base.get("output.weight", self.embedding)
        self.adapters = adapters_of(start) if start else self.fresh()
        self.learned = sorted({*learned_of(start), *learns})
        self.first = first

    def fresh(self):
        adapters = {}
        for layer in range(self.layers):
            for name in LINEAR:
                out, width = self.base[f"blk.{layer}.{name}.weight"].shape
                a = (torch.randn(RANK, width) / math.sqrt(width)).requires_grad_()
                adapters[f"blk.{layer}.{name}"] = (a, torch.zeros(out, RANK).requires_grad_())
        return adapters

    def parameters(self):
        return [half for name, both in self.adapters.items() if int(name.split(".")[1]) >= self.first for half in both]

    def states(self, tokens, positions, past=None, mask=None):
        """Last hidden states [tokens, width] and, of each layer, keys and values [tokens, heads, width]; `past` stands before all of them, and
        `mask` [tokens, past tokens + tokens] says what each may look at (default: what stands before it)."""
        x, kept = self.embedding[tokens], []
        for layer in range(self.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and layer >= self.first):
                x = self.layer(layer, x, positions, past and past[layer], mask, kept)
        return self.normed(x, "output_norm"), kept

    def layer(self, layer, x, positions, past, mask, kept):
        at = f"blk.{layer}."
        inner = self.normed(x, at + "attn_norm")
        query = self.turned(self.linear(at + "attn_q", inner, self.heads), positions)
        key = self.turned(self.linear(at + "attn_k", inner, self.shared), positions)
        value = self.linear(at + "attn_v", inner, self.shared)
        if past is None:
            kept.append((key, value))
        else:
            key, value = (torch.cat(both) for both in zip(past, (key, value)))
        each = lambda one: one.transpose(0, 1).repeat_interleave(self.heads // one.shape[1], 0).unsqueeze(0)
        seen = F.scaled_dot_product_attention(each(query), each(key), each(value), attn_mask=mask, is_causal=mask is None)
        x = x + self.linear(at + "attn_output", seen[0].transpose(0, 1).flatten(1))
        inner = self.normed(x, at + "ffn_norm")
        gate = F.silu(self.linear(at + "ffn_gate", inner))
        return x + self.linear(at + "ffn_down", gate * self.linear(at + "ffn_up", inner))

    def linear(self, name, x, heads=None):
        bias = self.base.get(f"{name}.bias")
        y = Adapted.apply(x, self.base[f"{name}.weight"], bias, *self.adapters[name])
        return y if heads is None else y.unflatten(-1, (heads, -1))

    def normed(self, x, name):
        x = x.float()
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.epsilon)
        return (x * scale * self.base[f"{name}.weight"]).to(HALF)

    def turned(self, x, positions):
        """Rotary positions: of Llama's pairs that stand side by side, of Qwen2's halves."""
        angles = (positions.float()[:, None] * self.frequencies)[:, None, :]
        cos, sin = angles.cos(), angles.sin()
        x = x.float()
        if self.kind == "llama":
            a, b = x[..., 0::2], x[..., 1::2]
            return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2).to(HALF)
        a, b = x.chunk(2, -1)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(HALF)

    def write(self, path):
        beside = f"{path}.tmp"
        writer = GGUFWriter(beside, self.kind)
        writer.add_string("general.type", "adapter")
        writer.add_string("adapter.type", "lora")
        writer.add_float32("adapter.lora.alpha", ADDED * RANK)
        if self.learned:
            writer.add_array(LEARNED, self.learned)
        for name, both in self.adapters.items():
            for half, weight in zip("ab", both):
                writer.add_tensor(f"{name}.weight.lora_{half}", weight.detach().numpy().astype(np.float16))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        os.replace(beside, path)


def adapters_of(path):
    """Those of an adapter that this script wrote."""
    halves = {}
    for tensor in GGUFReader(path).tensors:
        name, half = tensor.name.rsplit(".weight.lora_", 1)
        weight = torch.from_numpy(np.array(tensor.data, dtype=np.float32))
        halves.setdefault(name, {})[half] = weight.requires_grad_()
    return {name: (both["a"], both["b"]) for name, both in halves.items()}


def learned_of(path):
    """What an adapter says that it has learned."""
    field = GGUFReader(path).fields.get(LEARNED) if path else None
    return [] if field is None else [bytes(field.parts[at]).decode() for at in field.data]


def text_of(reader, key):
    field = reader.fields[key]
    return bytes(field.parts[field.data[0]]).decode()


def weight_of(tensor):
    weight = torch.from_numpy(np.array(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32))
    return weight if weight.ndim == 1 else weight.to(HALF)


def packed(start, examples):
    """Examples one behind the other, each as if it alone stood behind a state of `start` tokens: tokens, their positions, what comes next (-1: it
    is not learned) and what each may look at."""
    lines = [torch.tensor(one["prompt"] + one["answer"]) for one in examples]
    targets = []
    for one, line in zip(examples, lines):
        after = torch.full_like(line, -1)
        learned = len(one["prompt"])
        after[learned - 1 : -1] = line[learned:]
        targets.append(after)
    which = torch.cat([torch.full_like(line, at) for at, line in enumerate(lines)])
    own = (which[:, None] == which[None, :]).tril()
    mask = torch.cat([torch.ones(len(which), start, dtype=torch.bool), own], 1)
    positions = torch.cat([torch.arange(start, start + len(line)) for line in lines])
    return torch.cat(lines), positions, torch.cat(targets), mask


def groups_of(tools):
    """In turns, one group of each tool and then the next of each: whatever ends it early, all tools were seen."""
    turns = {}
    for tool in random.sample(tools, len(tools)):
        examples = random.sample(tool["examples"], len(tool["examples"]))
        size = math.ceil(len(examples) / max(1, round(len(examples) / GROUP)))
        for turn, at in enumerate(range(0, len(examples), size)):
            turns.setdefault(turn, []).append((tool["head"], examples[at : at + size]))
    return [group for turn in sorted(turns) for group in turns[turn]]


def batches_of(groups):
    """Steps: each a list of a group's number and some of its examples."""
    steps, count = [[]], 0
    for group, (_, examples) in enumerate(groups):
        for at in range(0, len(examples), STEP):
            if count >= LEAST:
                steps.append([])
                count = 0
            steps[-1].append((group, examples[at : at + STEP]))
            count += len(steps[-1][-1][1])
    return steps


def learn(model, head, examples, past, count):
    """Adds up the gradients, a few examples at a time; `count` are the tokens of the whole step. Returns the loss of a token's share."""
    total = 0.0
    for at in range(0, len(examples), AT_ONCE):
        tokens, positions, targets, mask = packed(len(head), examples[at : at + AT_ONCE])
        last, _ = model.states(tokens, positions, past, mask)
        learned = targets >= 0
        loss = F.cross_entropy((last[learned] @ model.output.T).float(), targets[learned], reduction="sum") / count
        loss.backward()
        total += loss.item()
    return total


def main(model_path, work_path, adapter_path):
    torch.manual_seed(SEED)
    random.seed(SEED)
    work = json.loads(Path(work_path).read_text(encoding="utf-8"))
    model = Model(model_path, work["start"], work["first"], work["learns"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.99), weight_decay=0.0)
    groups = groups_of(work["tools"])
    batches = batches_of(groups)
    steps, begin, begun = len(batches), work["begin"], time.time()
    past, past_of, mean = None, None, None
    tell(begin, steps, steps, mean, False)
    for step, parts in enumerate(batches):
        if step - begin == FIRST and work["seconds"]:
            steps = min(steps, begin + max(FIRST, int(work["seconds"] / (time.time() - begun) * FIRST)))
        if step >= steps:
            break
        if step >= begin:
            cooled = 0.1 + 0.45 * (1 + math.cos(math.pi * step / steps))
            for parameters in optimizer.param_groups:
                parameters["lr"] = RATE * min(1, (step - begin + 1) / WARM_UP) * cooled
            count, loss = sum(len(one["answer"]) for _, examples in parts for one in examples), 0.0
            for group, examples in parts:
                head = groups[group][0]
                if past_of != group:
                    with torch.no_grad():
                        _, past = model.states(torch.tensor(head), torch.arange(len(head)))
                    past_of = group
                loss += learn(model, head, examples, past, count)
            torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
            optimizer.step()
            optimizer.zero_grad()
            mean = loss if mean is None else 0.95 * mean + 0.05 * loss
            saved = (step + 1) % OFTEN == 0
            if saved:
                model.write(adapter_path)
            tell(step + 1, steps, len(batches), mean, saved)
    model.write(adapter_path)
    tell(steps, steps, len(batches), mean, True)


def tell(step, steps, every, loss, saved):
    if loss is not None and not math.isfinite(loss):
        print("what it learns from cannot be learned: the loss is no number", file=sys.stderr)
        sys.exit(4)
    said = {"step": step, "steps": steps, "all": every, "loss": loss and round(loss, 4), "saved": saved}
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

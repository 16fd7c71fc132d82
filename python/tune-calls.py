"""Tunes a chat model for writing calls: low-rank adapters (LoRA, Hu et al. 2021) on all weights of its layers, learned from requests whose
arguments are known, each behind its tool's context state, as the call lane has it. `ethervox optimize --strategy calls` runs it.

    python3 python/tune-calls.py MODEL.gguf WORK.json ADAPTER.gguf

WORK.json: {"seconds": 600 or null, "start": "OTHER.gguf" or null, "begin": 0, "tools": [{"head": [...], "examples": [{"prompt": [...], "answer": [...]}, ...]}, ...]}:
for how long it learns at most (else all examples once), the adapter that it goes on from, how many steps that had been when it was interrupted,
and tokens: a tool's state, and what stands behind it. Only the answer is learned. Prints a line of JSON a step, {"step": 1, "steps": 120,
"all": 150, "loss": 0.4, "saved": false} (of all steps so many fit into the time), and writes ADAPTER.gguf (16 bits) every few steps (saved) and in the end, which llama.cpp reads. The weights are those that the file has, quantized as they are, so the adapter makes up for that, too. Knows the layers of Llama and
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
# Examples that share one evaluation of their state, and those of one step.
GROUP = 64
STEP = 32
# So many at once: memory.
AT_ONCE = 8
# After these the pace is known, and with it what fits into the time.
FIRST = 4
# Written after so many steps, for who goes on after an interrupt.
OFTEN = 10
LINEAR = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"]
# Without instructions for it, sums of 16 bits take many times as long.
HALF = torch.bfloat16 if torch.backends.cpu.get_cpu_capability() == "AVX512" else torch.float32


class Model:
    """A model's layers with an adapter on each weight; only the adapters learn."""

    def __init__(self, path, start=None):
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

    def fresh(self):
        adapters = {}
        for layer in range(self.layers):
            for name in LINEAR:
                out, width = self.base[f"blk.{layer}.{name}.weight"].shape
                a = (torch.randn(RANK, width) / math.sqrt(width)).requires_grad_()
                adapters[f"blk.{layer}.{name}"] = (a, torch.zeros(out, RANK).requires_grad_())
        return adapters

    def parameters(self):
        return [half for both in self.adapters.values() for half in both]

    def states(self, tokens, positions, past=None):
        """Last hidden states [examples, tokens, width] and, of each layer, keys and values; `past` stands before each example."""
        x, kept = self.embedding[tokens], []
        for layer in range(self.layers):
            at = f"blk.{layer}."
            inner = self.normed(x, at + "attn_norm")
            query = self.turned(self.linear(at + "attn_q", inner, self.heads), positions)
            key = self.turned(self.linear(at + "attn_k", inner, self.shared), positions)
            value = self.linear(at + "attn_v", inner, self.shared)
            if past is None:
                kept.append((key, value))
                each = lambda one: one.transpose(1, 2).repeat_interleave(self.heads // one.shape[2], 1)
                seen = F.scaled_dot_product_attention(each(query), each(key), each(value), is_causal=True)
                seen = seen.transpose(1, 2)
            else:
                seen = self.seen(query, key, value, *past[layer])
            x = x + self.linear(at + "attn_output", seen.flatten(2))
            inner = self.normed(x, at + "ffn_norm")
            gate = F.silu(self.linear(at + "ffn_gate", inner))
            x = x + self.linear(at + "ffn_down", gate * self.linear(at + "ffn_up", inner))
        return self.normed(x, "output_norm"), kept

    def seen(self, query, key, value, past_key, past_value):
        """Attention of examples [examples, tokens, heads, width] to one state before all of them, which is not copied, and each to itself."""
        count, length, heads, width = query.shape
        by_head = lambda one: one.view(count, length, self.shared, -1, width).permute(2, 3, 0, 1, 4)
        query, key, value = by_head(query), by_head(key), by_head(value)
        before_key, before_value = (one[0].transpose(0, 1) for one in (past_key, past_value))
        before = (query.reshape(self.shared, -1, width) @ before_key.transpose(1, 2)).view(*query.shape[:4], -1)
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        own = (query @ key.transpose(3, 4)).masked_fill(later, -math.inf)
        shares = (torch.cat([before, own], -1).float() / math.sqrt(width)).softmax(-1).to(HALF)
        start = before.shape[-1]
        of_before = shares[..., :start].reshape(self.shared, -1, start) @ before_value
        both = of_before.view(query.shape) + shares[..., start:] @ value
        return both.permute(2, 3, 0, 1, 4).reshape(count, length, heads, width)

    def linear(self, name, x, heads=None):
        a, b = self.adapters[name]
        y = F.linear(x, self.base[f"{name}.weight"])
        y = y + F.linear(F.linear(x, a.to(HALF)), (ADDED * b).to(HALF))
        bias = self.base.get(f"{name}.bias")
        y = y if bias is None else y + bias.to(HALF)
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


def text_of(reader, key):
    field = reader.fields[key]
    return bytes(field.parts[field.data[0]]).decode()


def weight_of(tensor):
    weight = torch.from_numpy(np.array(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32))
    return weight if weight.ndim == 1 else weight.to(HALF)


def padded(start, examples):
    """Examples behind a state of `start` tokens, one a row: tokens, positions of a row, and what comes next; -1: it is not learned."""
    longest = max(len(one["prompt"]) + len(one["answer"]) for one in examples)
    tokens = torch.zeros(len(examples), longest, dtype=torch.long)
    targets = torch.full_like(tokens, -1)
    for row, one in enumerate(examples):
        line, learned = torch.tensor(one["prompt"] + one["answer"]), len(one["prompt"])
        tokens[row, : len(line)] = line
        targets[row, learned - 1 : len(line) - 1] = line[learned:]
    return tokens, torch.arange(start, start + longest), targets


def groups_of(tools):
    """In turns, one group of each tool and then the next of each: whatever ends it early, all tools were seen."""
    turns = {}
    for tool in random.sample(tools, len(tools)):
        examples = random.sample(tool["examples"], len(tool["examples"]))
        size = math.ceil(len(examples) / max(1, round(len(examples) / GROUP)))
        for turn, at in enumerate(range(0, len(examples), size)):
            turns.setdefault(turn, []).append((tool["head"], examples[at : at + size]))
    return [group for turn in sorted(turns) for group in turns[turn]]


def learn(model, optimizer, head, examples, past):
    """Adds up the gradients of a step, a few examples at a time; returns the loss of a token."""
    examples = sorted(examples, key=lambda one: len(one["prompt"]) + len(one["answer"]))
    count, total = sum(len(one["answer"]) for one in examples), 0.0
    for at in range(0, len(examples), AT_ONCE):
        tokens, positions, targets = padded(len(head), examples[at : at + AT_ONCE])
        last, _ = model.states(tokens, positions, past)
        learned = targets >= 0
        loss = F.cross_entropy((last[learned] @ model.output.T).float(), targets[learned], reduction="sum") / count
        loss.backward()
        total += loss.item()
    torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
    optimizer.step()
    optimizer.zero_grad()
    return total


def main(model_path, work_path, adapter_path):
    torch.manual_seed(SEED)
    random.seed(SEED)
    work = json.loads(Path(work_path).read_text(encoding="utf-8"))
    model = Model(model_path, work["start"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.99), weight_decay=0.0)
    groups = groups_of(work["tools"])
    batches = [
        (group, examples[at : at + STEP])
        for group, (_, examples) in enumerate(groups)
        for at in range(0, len(examples), STEP)
    ]
    steps, begin, begun = len(batches), work["begin"], time.time()
    past, past_of, mean = None, None, None
    tell(begin, steps, steps, mean, False)
    for step, (group, examples) in enumerate(batches):
        if step - begin == FIRST and work["seconds"]:
            steps = min(steps, begin + max(FIRST, int(work["seconds"] / (time.time() - begun) * FIRST)))
        if step >= steps:
            break
        if step >= begin:
            head = groups[group][0]
            if past_of != group:
                with torch.no_grad():
                    _, past = model.states(torch.tensor([head]), torch.arange(len(head)))
                past_of = group
            cooled = 0.1 + 0.45 * (1 + math.cos(math.pi * step / steps))
            for parameters in optimizer.param_groups:
                parameters["lr"] = RATE * min(1, (step - begin + 1) / WARM_UP) * cooled
            loss = learn(model, optimizer, head, examples, past)
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

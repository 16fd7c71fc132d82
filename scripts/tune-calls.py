"""Tunes a chat model for writing calls: low-rank adapters (LoRA, Hu et al. 2021) on all weights of its layers, learned from requests whose
arguments are known, each behind its tool's context state, as the call lane has it. `scripts/tune-calls.ts` runs it, and says what it needs.

    python3 scripts/tune-calls.py MODEL.gguf EXAMPLES.json ADAPTER.gguf

EXAMPLES.json: [{"head": [...], "examples": [{"prompt": [...], "answer": [...]}, ...]}, ...], all of them tokens: a tool's state, and what
stands behind it. Only the answer is learned. Writes ADAPTER.gguf (16 bits), which llama.cpp reads. The weights are those that the
file has, quantized as they are, so the adapter makes up for that, too. Knows the layers of Llama and Qwen2. Needs torch, numpy and gguf.
The same input on the same machine gives nearly the same weights (sums are made in another order by another number of threads).
"""

import json
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from gguf import GGUFReader, GGUFWriter, dequantize

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
LINEAR = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"]
HALF = torch.bfloat16


class Model:
    """A model's layers with an adapter on each weight; only the adapters learn."""

    def __init__(self, path):
        reader = GGUFReader(path)
        self.kind = text_of(reader, "general.architecture")
        figure = lambda key: reader.fields[f"{self.kind}.{key}"].parts[-1][0].item()
        self.layers = figure("block_count")
        self.heads = figure("attention.head_count")
        self.shared = figure("attention.head_count_kv")
        self.width = figure("embedding_length") // self.heads
        self.epsilon = figure("attention.layer_norm_rms_epsilon")
        turns = figure("rope.freq_base") ** (torch.arange(0, self.width, 2).float() / self.width)
        self.frequencies = 1.0 / turns
        self.base = {one.name: weight_of(one) for one in reader.tensors}
        self.embedding = self.base["token_embd.weight"]
        self.output = self.base.get("output.weight", self.embedding)
        self.adapters = {}
        for layer in range(self.layers):
            for name in LINEAR:
                out, width = self.base[f"blk.{layer}.{name}.weight"].shape
                a = (torch.randn(RANK, width) / math.sqrt(width)).requires_grad_()
                self.adapters[f"blk.{layer}.{name}"] = (a, torch.zeros(out, RANK).requires_grad_())

    def parameters(self):
        return [half for both in self.adapters.values() for half in both]

    def states(self, tokens, positions, past=None, mask=None):
        """Last hidden states [tokens, width] and, of each layer, keys and values; `past` stands before them."""
        x, kept = self.embedding[tokens], []
        for layer in range(self.layers):
            at = f"blk.{layer}."
            inner = self.normed(x, at + "attn_norm")
            query = self.turned(self.linear(at + "attn_q", inner, self.heads), positions)
            key = self.turned(self.linear(at + "attn_k", inner, self.shared), positions)
            value = self.linear(at + "attn_v", inner, self.shared)
            kept.append((key, value))
            if past is not None:
                key, value = torch.cat([past[layer][0], key]), torch.cat([past[layer][1], value])
            each = lambda one: one.transpose(0, 1).repeat_interleave(self.heads // one.shape[1], 0)[None]
            seen = F.scaled_dot_product_attention(
                each(query), each(key), each(value), attn_mask=mask, is_causal=mask is None
            )
            x = x + self.linear(at + "attn_output", seen[0].transpose(0, 1).flatten(1))
            inner = self.normed(x, at + "ffn_norm")
            gate = F.silu(self.linear(at + "ffn_gate", inner))
            x = x + self.linear(at + "ffn_down", gate * self.linear(at + "ffn_up", inner))
        return self.normed(x, "output_norm"), kept

    def linear(self, name, x, heads=None):
        a, b = self.adapters[name]
        y = F.linear(x, self.base[f"{name}.weight"])
        y = y + F.linear(F.linear(x, a.to(HALF)), (ADDED * b).to(HALF))
        bias = self.base.get(f"{name}.bias")
        y = y if bias is None else y + bias.to(HALF)
        return y if heads is None else y.view(len(x), heads, -1)

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
        writer = GGUFWriter(path, self.kind)
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


def text_of(reader, key):
    field = reader.fields[key]
    return bytes(field.parts[field.data[0]]).decode()


def weight_of(tensor):
    weight = torch.from_numpy(np.array(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32))
    return weight if weight.ndim == 1 else weight.to(HALF)


def packed(start, examples):
    """Examples side by side behind a state of `start` tokens, none of which sees another: tokens, positions, mask, and what comes next."""
    tokens, positions, owners, targets = [], [], [], []
    for owner, one in enumerate(examples):
        line = one["prompt"] + one["answer"]
        tokens += line
        positions += range(start, start + len(line))
        owners += [owner] * len(line)
        learned = len(one["prompt"]) - 1
        targets += [-1] * learned + line[learned + 1 :] + [-1]
    owners, order = torch.tensor(owners), torch.arange(len(tokens))
    seen = (owners[:, None] == owners) & (order[:, None] >= order)
    hidden = torch.cat([torch.zeros(len(tokens), start, dtype=torch.bool), ~seen], 1)
    mask = torch.zeros(hidden.shape, dtype=HALF).masked_fill(hidden, -math.inf)
    return torch.tensor(tokens), torch.tensor(positions), mask, torch.tensor(targets)


def groups_of(tools):
    groups = []
    for tool in tools:
        examples = tool["examples"][:]
        random.shuffle(examples)
        size = math.ceil(len(examples) / max(1, round(len(examples) / GROUP)))
        groups += [(tool["head"], examples[at : at + size]) for at in range(0, len(examples), size)]
    random.shuffle(groups)
    return groups


def main(model_path, examples_path, adapter_path):
    torch.manual_seed(SEED)
    random.seed(SEED)
    model = Model(model_path)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.99), weight_decay=0.0)
    groups = groups_of(json.loads(Path(examples_path).read_text()))
    steps = sum(math.ceil(len(examples) / STEP) for _, examples in groups)
    begun, step, mean = time.time(), 0, None
    for head, examples in groups:
        with torch.no_grad():
            _, past = model.states(torch.tensor(head), torch.arange(len(head)))
        for at in range(0, len(examples), STEP):
            tokens, positions, mask, targets = packed(len(head), examples[at : at + STEP])
            last, _ = model.states(tokens, positions, past, mask)
            learned = targets >= 0
            loss = F.cross_entropy((last[learned] @ model.output.T).float(), targets[learned])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
            cooled = 0.1 + 0.45 * (1 + math.cos(math.pi * step / steps))
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * cooled
            optimizer.step()
            optimizer.zero_grad()
            step += 1
            mean = loss.item() if mean is None else 0.95 * mean + 0.05 * loss.item()
            left = (steps - step) * (time.time() - begun) / step / 60
            print(f"step {step} of {steps}, loss {mean:.3f}, {left:.0f} min left", flush=True)
    model.write(adapter_path)


if __name__ == "__main__":
    main(*sys.argv[1:])

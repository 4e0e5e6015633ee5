"""Trains the embedded model on the corpus that corpus.ts wrote. See models/README.md for the whole recipe.

    python train.py CORPUS_FOLDER OUT_FOLDER [--steps N] [--seed N] [--threads N] [--compile]

Started again with the same folders it goes on from its last checkpoint, also towards another number of steps.

Reads `corpus.json` (dimensions, token ids) and `tokens.bin` (16-bit token ids, documents one after another), trains on
the CPU, and writes `weights.bin` (32-bit floats, all tensors one after another in the order of llama.ts) with
`training.json` (what was done, and the loss on documents kept out of training).

The model is what llama.cpp's `llama` architecture computes: RMS norm, rotary positions on neighbouring pairs, grouped
queries, SwiGLU, no biases, output weights of its own.
"""

import argparse
import json
import math
import os
import time
from pathlib import Path

import numpy
import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, shape):
        super().__init__()
        width, self.heads, self.kv_heads = shape["width"], shape["heads"], shape["kvHeads"]
        kv_width = width // self.heads * self.kv_heads
        self.attn_norm = nn.RMSNorm(width, eps=shape["normEpsilon"])
        self.attn_q = nn.Linear(width, width, bias=False)
        self.attn_k = nn.Linear(width, kv_width, bias=False)
        self.attn_v = nn.Linear(width, kv_width, bias=False)
        self.attn_output = nn.Linear(width, width, bias=False)
        self.ffn_norm = nn.RMSNorm(width, eps=shape["normEpsilon"])
        self.ffn_gate = nn.Linear(width, shape["feedForward"], bias=False)
        self.ffn_up = nn.Linear(width, shape["feedForward"], bias=False)
        self.ffn_down = nn.Linear(shape["feedForward"], width, bias=False)
        # A block that begins by changing nothing lets the ones around it learn first.
        nn.init.zeros_(self.attn_output.weight)
        nn.init.zeros_(self.ffn_down.weight)

    def forward(self, x, cos, sin):
        batch, length, width = x.shape
        split = lambda y, heads: y.view(batch, length, heads, -1).transpose(1, 2)
        y = self.attn_norm(x)
        q = rotate(split(self.attn_q(y), self.heads), cos, sin)
        k = rotate(split(self.attn_k(y), self.kv_heads), cos, sin)
        v = split(self.attn_v(y), self.kv_heads)
        share = self.heads // self.kv_heads
        k, v = k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attn_output(y.transpose(1, 2).reshape(batch, length, width))
        y = self.ffn_norm(x)
        return x + self.ffn_down(F.silu(self.ffn_gate(y)) * self.ffn_up(y))


class Llama(nn.Module):
    def __init__(self, shape, vocabulary):
        super().__init__()
        self.token_embd = nn.Embedding(vocabulary, shape["width"])
        self.blk = nn.ModuleList(Block(shape) for _ in range(shape["layers"]))
        self.output_norm = nn.RMSNorm(shape["width"], eps=shape["normEpsilon"])
        self.output = nn.Linear(shape["width"], vocabulary, bias=False)
        nn.init.normal_(self.token_embd.weight, std=0.5)
        nn.init.zeros_(self.output.weight)
        half = shape["width"] // shape["heads"] // 2
        angles = shape["ropeBase"] ** (-torch.arange(half) / half)
        turns = torch.arange(shape["contextLength"])[:, None] * angles[None, :]
        self.register_buffer("cos", turns.cos(), persistent=False)
        self.register_buffer("sin", turns.sin(), persistent=False)

    def forward(self, tokens):
        x = self.token_embd(tokens)
        cos, sin = self.cos[: tokens.shape[1]], self.sin[: tokens.shape[1]]
        for block in self.blk:
            x = block(x, cos, sin)
        return self.output_norm(x)


def rotate(x, cos, sin):
    even, odd = x[..., 0::2], x[..., 1::2]
    cos, sin = cos.to(x.dtype), sin.to(x.dtype)
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


class Muon(torch.optim.Optimizer):
    """Momentum whose step for a matrix is made orthogonal (Jordan et al. 2024): several times fewer steps than Adam."""

    def __init__(self, params, lr, momentum=0.95):
        super().__init__(params, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                mean = self.state[p].setdefault("mean", torch.zeros_like(p))
                mean.lerp_(p.grad, 1 - group["momentum"])
                step = orthogonal(p.grad.lerp(mean, group["momentum"]))
                p.add_(step, alpha=-group["lr"] * max(1, p.shape[0] / p.shape[1]) ** 0.5)


def orthogonal(x, steps=5):
    """Newton-Schulz iteration towards the nearest orthogonal matrix, with the coefficients of the paper."""
    wide = x.shape[0] <= x.shape[1]
    x = (x if wide else x.T) / (x.norm() + 1e-7)
    for _ in range(steps):
        square = x @ x.T
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x if wide else x.T


class Corpus:
    """Documents, each a prompt and an answer; batches hold documents of similar length."""

    def __init__(self, folder, head):
        tokens = numpy.fromfile(folder / "tokens.bin", dtype=numpy.uint16).astype(numpy.int64)
        starts = numpy.flatnonzero(tokens == head["userToken"])
        ends = numpy.append(starts[1:], len(tokens))
        self.end, self.assistant = head["endToken"], head["assistantToken"]
        documents = [torch.from_numpy(tokens[a:b]) for a, b in zip(starts, ends)]
        self.held_out, self.documents = documents[:256], documents[256:]

    def batches(self, tokens_per_batch, generator, limit=None):
        """For ever: batches of about so many tokens, in random order. `limit` cuts each document after so many."""
        documents = [document[:limit] for document in self.documents]
        while True:
            order = torch.randperm(len(documents), generator=generator).tolist()
            pool = 4096
            for i in range(0, len(order), pool):
                near = sorted(order[i : i + pool], key=lambda d: len(documents[d]))
                batches, batch, longest = [], [], 0
                for d in near:
                    longest = max(longest, len(documents[d]))
                    if batch and longest * (len(batch) + 1) > tokens_per_batch:
                        batches.append(batch)
                        batch, longest = [], len(documents[d])
                    batch.append(d)
                for b in torch.randperm(len(batches), generator=generator).tolist():
                    yield self.pad([documents[d] for d in batches[b]])

    def pad(self, documents):
        """Inputs and targets; a target is -1 in the prompt and after the end: nothing is learnt there."""
        tokens = nn.utils.rnn.pad_sequence(documents, batch_first=True, padding_value=self.end)
        inputs, targets = tokens[:, :-1], tokens[:, 1:].clone()
        answer = (inputs == self.assistant).cumsum(1) > 0
        for row, document in enumerate(documents):
            answer[row, len(document) - 1 :] = False
        targets[~answer] = -1
        return inputs, targets


def loss_of(model, inputs, targets):
    logits = model.output(model(inputs))
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-1)


@torch.no_grad()
def held_out_loss(model, corpus):
    model.eval()
    total = count = 0
    for i in range(0, len(corpus.held_out), 16):
        inputs, targets = corpus.pad(corpus.held_out[i : i + 16])
        learnt = int((targets >= 0).sum())
        total += float(loss_of(model, inputs, targets)) * learnt
        count += learnt
    model.train()
    return total / count


def save(model, folder, record):
    """The weights in llama.ts's order; `state_dict` has it, with the embedding first and the output last."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "weights.bin.new", "wb") as file:
        for tensor in model.state_dict().values():
            file.write(tensor.float().numpy().astype("<f4").tobytes())
    os.replace(folder / "weights.bin.new", folder / "weights.bin")
    (folder / "training.json").write_text(json.dumps(record, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--beginnings", type=int, default=400, help="first steps, on beginnings of documents only")
    parser.add_argument("--batch", type=int, default=3072, help="tokens in a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="more wait for each other on a busy machine")
    parser.add_argument("--compile", action="store_true", help="faster by a quarter; needs a C++ compiler")
    parser.add_argument("--muon", type=float, default=0.02, help="learning rate of the matrices")
    parser.add_argument("--adam", type=float, default=0.004, help="learning rate of embedding, output and norms")
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    head = json.loads((options.corpus / "corpus.json").read_text())
    corpus = Corpus(options.corpus, head)
    model = Llama(head["shape"], head["vocabulary"])
    matrices = [p for name, p in model.named_parameters() if name.startswith("blk") and p.ndim == 2]
    others = [p for name, p in model.named_parameters() if not (name.startswith("blk") and p.ndim == 2)]
    optimisers = [
        Muon(matrices, lr=options.muon),
        torch.optim.AdamW(others, lr=options.adam, betas=(0.9, 0.98), weight_decay=0.01),
    ]
    rates = [options.muon, options.adam]
    # The beginning of a plan restates the goal: on beginnings alone a model soon learns to copy words.
    beginnings = corpus.batches(options.batch, torch.Generator().manual_seed(options.seed), limit=80)
    wholes = corpus.batches(options.batch, torch.Generator().manual_seed(options.seed + 1))
    batch_of = lambda step: next(beginnings if step <= options.beginnings else wholes)
    print(f"{len(corpus.documents)} documents, {sum(p.numel() for p in model.parameters())} weights", flush=True)

    state = options.out / "state.pt"
    done = seen = 0
    recent = math.log(head["vocabulary"])
    if state.exists():
        weights, moments, done, seen, recent = torch.load(state)
        model.load_state_dict(weights)
        for optimiser, moment in zip(optimisers, moments):
            optimiser.load_state_dict(moment)
        for step in range(1, done + 1):
            batch_of(step)
    forward = torch.compile(loss_of, dynamic=True) if options.compile else loss_of

    begin, seen_before = time.time(), seen
    for step in range(done + 1, options.steps + 1):
        inputs, targets = batch_of(step)
        loss = forward(model, inputs, targets)
        loss.backward()
        nn.utils.clip_grad_norm_(others, 1.0)
        # Warm up over 40 steps, hold, and fall to zero over the second half.
        pace = min(1, step / 40, (options.steps - step + 1) / (0.5 * options.steps))
        for optimiser, rate in zip(optimisers, rates):
            for group in optimiser.param_groups:
                group["lr"] = rate * pace
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        seen += inputs.numel()
        recent = 0.98 * recent + 0.02 * loss.item()
        if step % 20 == 0:
            speed = (seen - seen_before) / (time.time() - begin)
            print(f"step {step}: loss {recent:.4f}, {seen} tokens, {speed:.0f} tokens/s", flush=True)
        if step % 100 == 0 or step == options.steps:
            held_out = held_out_loss(model, corpus)
            print(f"step {step}: held-out loss {held_out:.4f} ({math.exp(held_out):.3f} choices a token)", flush=True)
            recipe = {name: getattr(options, name) for name in ("steps", "beginnings", "batch", "seed", "muon", "adam")}
            save(model, options.out, {**recipe, "done": step, "tokens": seen, "heldOutLoss": round(held_out, 4)})
            moments = [optimiser.state_dict() for optimiser in optimisers]
            torch.save((model.state_dict(), moments, step, seen, recent), state)


if __name__ == "__main__":
    main()

"""Train the nets that judge Scho K.O. and Schokoly, from games to a gate that lets in only what wins.

    python scripts/train_chocolate.py [--forms 0123] [--rounds 2] [--games 400000] [--seconds 1800] [--seed 1]
                                      [--folder build/train] [--threads N] [--epochs 8] [--duels 4000] [--gate 400]
                                      [--mixes 0,0.8] [--patient]

Needs PyTorch and NumPy, a C++ compiler and CMake, and nothing of the project that has to be installed: it runs on any
machine that holds a copy of the sources, quickly on one with a GPU and many cores. A round of a form has five steps:
quick players play games (in the first round with the linear judge, later with the best net so far); nets learn who
wins them and by how much, one from the results alone and one more from what the judge said later in the games; their
numbers are rounded to what the core computes with; quick players find out which of them is the best; and that one
meets the judge of before over mirrored deals with the search of the strongest level. It is let in if it wins by more
than two standard errors; a round that does not win is the last one of its form. With --patient the rounds before the
last meet nobody: those that win among quick players judge the games of the next. Every step leaves its result in the
folder, so that a stopped run resumes where it was; nets and reports that lie there are gone on from. The nets
are FOLDER/FORM.net; what they were measured at is in FOLDER/report.jsonl.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import struct
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

ROOT = Path(__file__).resolve().parents[1]

PLANES = 6
SIZE = 24
FILTERS = 16
FIRST = 64
SECOND = 32
# The units of the core's whole numbers, see native/src/chocolate/search/net.hpp.
ONE = 256
WEIGHT_ONE = 1024
FILTER_ONE = 64
LEAD_UNIT = 16
CELLS = 64
"""Cells whose filters say 1 and that make up an input of 1."""
WEIGHT_MOST = (4 * WEIGHT_ONE - 1) / WEIGHT_ONE
FILTER_MOST = 2.0
INPUT_MOST = 8 - 1 / ONE
HIDDEN_MOST = 16 - 1 / ONE

AGAIN = 4
WILD = 10
BATCH = 4096
RATE = 3e-3
MIXES = (0.0, 0.8)
"""How much of a target is what the judge said of the positions that followed; the rest is the result."""
HELD_OUT = 0.03
GATE_NODES = 600
DUEL_AGAIN = 6
PHASES = 6
CLOSE = 0.1
"""How far whole numbers may lead away from what the net says in floating point."""


def main(words: Sequence[str] | None = None) -> None:
    """Read the arguments and run the rounds that the folder does not have yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", default="0123", help="0 is Scho K.O., 1 to 3 Schokoly with two to four players")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", type=int, default=400_000, help="games a round; Scho K.O. has three times as many")
    parser.add_argument("--seconds", type=int, default=1800, help="for the games of a round; then it has fewer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "train")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--duels", type=int, default=4000, help="deals among quick players")
    parser.add_argument("--gate", type=int, default=400, help="deals of a gate, each played from every side")
    parser.add_argument("--gate-nodes", type=int, default=GATE_NODES, help="nodes a turn in a gate")
    parser.add_argument("--mixes", type=mixes_of, default=MIXES, help="a net is trained for each, see MIXES")
    parser.add_argument("--patient", action="store_true", help="hold the gate after the last round alone")
    arguments = parser.parse_args(words)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    program = build(arguments.folder)
    for number in range(1, arguments.rounds + 1):
        for form in map(int, arguments.forms):
            run_round(program, form, number, arguments)


def mixes_of(text: str) -> tuple[float, ...]:
    """Read numbers with commas between them."""
    return tuple(map(float, text.split(",")))


def build(folder: Path) -> Path:
    """Build the program that plays the games, and return where it is."""
    target = folder / "core"
    cmake = shutil.which("cmake") or "cmake"
    # Compiled file by file: many cores are quicker so.
    options = ["-DTAFELRUNDE_TOOLS=ON", "-DTAFELRUNDE_UNITY=OFF"]
    configure = [cmake, "-S", str(ROOT / "native"), "-B", str(target), *options]
    if shutil.which("ninja"):
        configure += ["-G", "Ninja"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    make = [cmake, "--build", str(target), "--parallel", str(os.cpu_count() or 1), "--target", "chocolate_train"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    return target / "chocolate_train"


def run_round(program: Path, form: int, number: int, arguments: argparse.Namespace) -> None:
    """Play, learn and gate, unless this round or an earlier one of the form has ended it."""
    folder: Path = arguments.folder
    report = folder / "report.jsonl"
    entries = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    mine = [entry for entry in entries if entry["form"] == form]
    if any(entry["round"] >= number for entry in mine) or any(entry["kept"] is False for entry in mine):
        return
    present = folder / f"{form}.net"
    before = str(present) if present.exists() else "-"
    foremost = folder / f"{form}.foremost"  # among quick players, where it has not met the one before yet
    judge = str(foremost) if foremost.exists() else before
    seed = arguments.seed * 1000 + number
    games = arguments.games * (3 if form == 0 else 1)
    data = folder / f"games-{form}-{number}.bin"
    begin = time.monotonic()
    if not data.exists():
        unfinished = data.with_suffix(".part")
        words = [form, seed, 0, games, arguments.seconds, arguments.threads, AGAIN, WILD, judge, unfinished]
        told = ask(program, "games", *words)
        print(told, flush=True)
        data.with_suffix(".games").write_text(told.split()[0])
        unfinished.replace(data)
    played = time.monotonic()
    learned = learn_all(program, data, form, seed, arguments)
    trained = time.monotonic()
    for entry in learned:
        entry["duel"] = share(
            ask(program, "duel", form, seed, arguments.duels, arguments.threads, DUEL_AGAIN, entry["net"], judge)
        )
        print(json.dumps({**entry, "net": entry["net"].name}), flush=True)
    best = max(learned, key=lambda entry: entry["duel"][0])
    wins = ahead(form, *best["duel"])
    if wins:
        shutil.copy(best["net"], foremost)
    waits = arguments.patient and number < arguments.rounds and wins
    challenger = best["net"] if wins or not foremost.exists() else foremost
    words = [form, seed + 500, arguments.gate, arguments.threads, arguments.gate_nodes, 0, challenger, before]
    mean, error = (0.0, 0.0) if waits else share(ask(program, "match", *words))
    kept = not waits and ahead(form, mean, error)
    if kept:
        shutil.copy(challenger, present)
    if not waits:
        foremost.unlink(missing_ok=True)
    entry = {
        "form": form,
        "round": number,
        "seed": seed,
        "games": int(data.with_suffix(".games").read_text()),
        "mix": best["mix"],
        "positions": best["positions"],
        "loss": best["loss"],
        "explained": best["explained"],
        "duels": {str(one["mix"]): one["duel"] for one in learned},
        "judge": "linear" if judge == "-" else "the net before",
        **({} if waits else {"challenger": "this round" if challenger == best["net"] else "an earlier round"}),
        **({} if waits else {"against": "linear" if before == "-" else "the net before"}),
        **({} if waits else {"nodes": arguments.gate_nodes, "deals": arguments.gate, "share": mean, "error": error}),
        "kept": None if waits else kept,
        "seconds": [round(played - begin), round(trained - played), round(time.monotonic() - trained)],
    }
    with report.open("a") as file:
        file.write(json.dumps(entry) + "\n")
    print(json.dumps(entry), flush=True)
    data.unlink()


def ask(program: Path, *words: object) -> str:
    """Run the program, and return what it prints."""
    return subprocess.run([str(program), *map(str, words)], check=True, capture_output=True, text=True).stdout


def ahead(form: int, mean: float, error: float) -> bool:
    """Return whether a share of the wins is more than equals have, and by more than two standard errors."""
    return mean - 2 * error > (1 / 3 if form == 2 else 1 / 2)


def share(lines: str) -> tuple[float, float]:
    """Return the mean share of the wins, and its standard error, of what a match printed deal by deal."""
    shares = [float(line.split()[1]) for line in lines.splitlines()]
    return round(float(np.mean(shares)), 4), round(float(np.std(shares) / len(shares) ** 0.5), 4)


def learn_all(program: Path, data: Path, form: int, seed: int, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Train a net for each mixture of targets; return what is known of each, and where it is."""
    inputs = int(ask(program, "shape", form))
    learned = []
    for mix in arguments.mixes:
        net, entry = learn(data, inputs, 3 if form == 2 else 2, epochs=arguments.epochs, seed=seed, mix=mix)
        file = data.with_name(f"{form}-{seed}-{mix}.net")
        file.write_bytes(net.written(form))
        compare(program, form, net, file)
        learned.append({"form": form, "mix": mix, "net": file, **entry})
    return learned


class Judge(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """The net of the core in floating point, its weights rounded to what the core can hold."""

    def __init__(self, inputs: int, sides: int, mean: Tensor) -> None:
        super().__init__()
        self.sides = sides
        self.filters = nn.Parameter(torch.randn(FILTERS, PLANES, 5, 5) * 0.1)
        self.first = nn.Linear(FILTERS + inputs, FIRST)
        self.second = nn.Linear(FIRST, SECOND)
        self.last = nn.Linear(SECOND, 2 * sides)
        with torch.no_grad():
            # Begin around the middle of what is seen.
            self.first.weight.mul_(0.5)
            self.first.bias.sub_(self.first.weight[:, FILTERS:] @ mean)
            self.last.weight.mul_(0.3)

    def forward(self, planes: Tensor, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (N, sides) and leads in points (N, sides)."""
        with torch.autocast("cuda", torch.bfloat16, enabled=planes.is_cuda and self.training):
            answers = functional.conv2d(planes, rounded(self.filters, FILTER_ONE, FILTER_MOST), padding=4)
        pooled = (answers.relu().sum((2, 3), dtype=torch.float32) / CELLS).clamp(max=INPUT_MOST)
        hidden = layer(self.first, torch.cat([pooled, inputs], 1)).clamp(0, HIDDEN_MOST)
        hidden = layer(self.second, hidden).clamp(0, HIDDEN_MOST)
        out = layer(self.last, hidden)
        return out[:, : self.sides], out[:, self.sides :] * LEAD_UNIT

    def written(self, form: int) -> bytes:
        """Return the file that the core reads."""
        inputs = self.first.in_features
        parts = [b"TAFELNET", struct.pack("<iii", 2, form, inputs)]
        filters = whole(rounded(self.filters, FILTER_ONE, FILTER_MOST) * FILTER_ONE)
        parts.append(filters.transpose(1, 2, 3, 0).astype("<i2").tobytes())
        for part in (self.first, self.second, self.last):
            parts.append(whole(rounded(part.weight, WEIGHT_ONE, WEIGHT_MOST) * WEIGHT_ONE).astype("<i2").tobytes())
            parts.append(whole(part.bias * ONE * WEIGHT_ONE).astype("<i4").tobytes())
        return b"".join(parts)


def rounded(weights: Tensor, one: int, most: float) -> Tensor:
    """Return weights as the core has them; the slope passes through the rounding."""
    limited = weights.clamp(-most, most)
    return limited + ((limited * one).round() / one - limited).detach()


def layer(part: nn.Linear, values: Tensor) -> Tensor:
    """Return what a layer of rounded weights says."""
    return functional.linear(values, rounded(part.weight, WEIGHT_ONE, WEIGHT_MOST), part.bias)


def whole(values: Tensor) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return a tensor of whole numbers as an array."""
    return np.asarray(values.detach().cpu().double().round().numpy(), dtype=np.int64)


def learn(data: Path, inputs: int, sides: int, *, epochs: int, seed: int, mix: float) -> tuple[Judge, dict[str, Any]]:
    """Train a net on the positions of a file, and tell how well it foresees those of games it has not seen."""
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    planes, numbers, results, foreseen = (part.to(device) for part in read(data, inputs, sides))
    targets = (1 - mix) * results + mix * foreseen
    held_out = int(len(planes) * (1 - HELD_OUT))
    net = Judge(inputs, sides, numbers[:held_out].float().mean(0).cpu() / ONE).to(device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    steps = epochs * (held_out // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=max(steps, 1), pct_start=0.1)
    spread = targets[:held_out, sides:].var()
    for _ in range(epochs):
        order = torch.randperm(held_out, device=device)
        for at in range(0, held_out - BATCH + 1, BATCH):
            chosen = order[at : at + BATCH]
            logits, leads = net(turned(unpacked(planes[chosen])), numbers[chosen].float() / ONE)
            loss = functional.cross_entropy(logits, targets[chosen, :sides])
            loss = loss + 0.3 * functional.mse_loss(leads, targets[chosen, sides:]) / spread
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
    net.eval()
    return net, measured(net, planes[held_out:], numbers[held_out:], results[held_out:])


def read(data: Path, inputs: int, sides: int) -> list[Tensor]:
    """Return the positions of a file: rows of bits, other inputs, results, what was said of later positions."""
    parts = [("results", "<f4", (2 * sides,)), ("foreseen", "<f4", (2 * sides,))]
    record = np.dtype([("planes", "<i4", (PLANES, SIZE)), ("inputs", "<i2", (inputs,)), *parts])
    rows = np.fromfile(data, dtype=record)
    return [torch.from_numpy(rows[name].copy()) for name in record.names or ()]


def compare(program: Path, form: int, net: Judge, file: Path) -> None:
    """Make sure that the core says of positions what the net says; raise SystemExit where it does not."""
    data = file.with_suffix(".check")
    subprocess.run([str(program), "verdicts", str(form), "1", "200", str(file), str(data)], check=True)
    inputs = net.first.in_features - FILTERS
    device = net.filters.device
    planes, numbers, said, _ = (part.to(device) for part in read(data, inputs, net.sides))
    data.unlink()
    with torch.no_grad():
        logits, leads = net(unpacked(planes), numbers.float() / ONE)
    off = torch.cat([logits, leads / LEAD_UNIT], 1) - torch.cat(
        [said[:, : net.sides], said[:, net.sides :] / LEAD_UNIT], 1
    )
    if float(off.abs().max()) > CLOSE:
        raise SystemExit(f"the core and the net disagree by {float(off.abs().max()):.3f}")
    print(f"the core is within {float(off.abs().max()):.4f} of the net", flush=True)


def unpacked(rows: Tensor) -> Tensor:
    """Return rows of bits (N, planes, y) as cells (N, planes, y, x)."""
    return ((rows.unsqueeze(-1) >> torch.arange(SIZE, device=rows.device)) & 1).float()


def turned(cells: Tensor) -> Tensor:
    """Return the cells in one of their eight symmetries, the same for the whole batch."""
    kind = int(torch.randint(8, ()))
    if kind & 1:
        cells = cells.flip(2)
    if kind & 2:
        cells = cells.flip(3)
    return cells.transpose(2, 3) if kind & 4 else cells


def measured(net: Judge, planes: Tensor, numbers: Tensor, targets: Tensor) -> dict[str, Any]:
    """Tell how much of the results and leads a net explains, the leads by phase from the last to the first."""
    sides = net.sides
    with torch.no_grad():
        parts = [net(unpacked(planes[part]), numbers[part].float() / ONE) for part in batches(len(planes))]
        logits, leads = torch.cat([part[0] for part in parts]), torch.cat([part[1] for part in parts])
        loss = float(functional.cross_entropy(logits, targets[:, :sides]))
        phases = numbers[:, -2 - sides - PHASES : -2 - sides] > 0
        explained = []
        for phase in range(PHASES):
            here = phases[:, phase]
            real, said = targets[here, sides], leads[here, 0]
            explained.append(round(float(1 - ((real - said) ** 2).mean() / real.var()), 3))
    return {"positions": len(planes), "loss": round(loss, 4), "explained": explained}


def batches(total: int) -> Iterator[slice]:
    """Divide a number of rows."""
    for at in range(0, total, BATCH):
        yield slice(at, at + BATCH)


if __name__ == "__main__":
    main()

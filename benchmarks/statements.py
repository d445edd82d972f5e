"""What a language model's measurements cost: `python benchmarks/statements.py [STATEMENTS]`.

SmolLM2-135M-Instruct as its package has it, one thread, CPU seconds, the least of two runs of each
up to 256 statements and beyond one, and the most memory held meanwhile (where the system lets one
ask: else the most so far):

- plain: the forward pass over one input of 256 statements, logits at the last position only;
- heads: the same pass read through the hook, and s_POS and s_SYM of every head;
- every frequency: of every RoPE plane of every head as well;
- 1-hop, at 256 only: one run of 20 letter questions, whole prompts ÷ what they begin with computed
  once.

Of more than 1,024 statements, whole heads alone.
"""

import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.scores import keep_freed_memory
from empirical.experiments.language import binding_task, onehop
from empirical.instrument.heads import last_logits
from empirical.instrument.scores import scored
from empirical.instrument.session import Work
from empirical.models.pretrained import Loaded, load
from empirical.protocol.convention import Convention

MAC = sys.platform == "darwin"  # counts bytes, Linux KiB
MODEL, WINDOWS = "smollm2-135m-instruct", (12, 48)
MOST = {256: 2.0, 1024: 4.0}
"""Statements: the pass and every frequency ÷ the pass alone, at most."""


def seconds(run: Callable[[], object], times: int = 1) -> float:
    """CPU seconds of the quickest of several runs."""
    durations = []
    for _ in range(times):
        begin = time.process_time()
        run()
        durations.append(time.process_time() - begin)
    return min(durations)


def forget() -> None:
    """Count the most memory held from here on, where the system can."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def held() -> float:
    """The most memory held, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if MAC else 2**10)


def one_hop(loaded: Loaded) -> None:
    """Time one run of letter questions at each window, both ways."""
    for window in WINDOWS:
        rng = np.random.default_rng(0)
        questions = [onehop.question("letter", window, rng) for _ in range(23)]
        texts = [onehop.prompt(loaded, "letter", one, questions[:3]) for one in questions[3:]]
        rows = [onehop.encode_prompt(loaded, text) for text in texts]
        whole, once = (
            seconds(lambda s=s, r=rows: onehop.ranks(loaded, r, [0] * 20, s)) for s in (False, True)
        )
        print(f"  1-hop, window {window}: {whole:.1f} s ÷ {once:.1f} s = {whole / once:.1f}")


def main() -> int:
    """Time all, print times and ratios; exit status 1 where the target is missed."""
    statements = int(sys.argv[1]) if len(sys.argv) > 1 else 256
    keep_freed_memory()
    torch.set_num_threads(1)
    loaded = load(MODEL, torch.device("cpu"))
    task = binding_task.build(loaded, statements, 1)
    rules = Convention(length=task.length)

    def heads(every: bool) -> object:
        options = {"start": task.start, "count": task.count, "per_frequency": every}
        visit = lambda layer: scored(layer, rules, **options)  # noqa: E731
        return Work(None, {}).by_layer(loaded.model, task.tokens, visit)

    tokens, times = torch.from_numpy(task.tokens), 2 if statements <= 256 else 1
    last_logits(loaded.model, tokens)
    forget()
    plain, before = seconds(lambda: last_logits(loaded.model, tokens), times), held()
    print(
        f"{statements} statements, {tokens.shape[1]} tokens: plain {plain:.1f} s, {before:.0f} MiB"
    )
    most = MOST.get(statements, float("inf"))
    for every, name in ((False, "heads"), (True, "every frequency"))[
        : 2 if statements <= 1024 else 1
    ]:
        forget()
        spent = seconds(lambda every=every: heads(every), times)
        print(
            f"  {name:16} {spent:5.1f} s, ÷ plain {spent / plain:.2f} (at most {most}),"
            f" {held() - before:.0f} MiB beyond the pass"
        )
    if statements == 256:
        one_hop(loaded)
    return int(spent > most * plain)


if __name__ == "__main__":
    raise SystemExit(main())

"""What a language model's measurements cost: `python benchmarks/statements.py`.

SmolLM2-135M-Instruct as its package has it, one thread, CPU seconds, one run of each:

- plain: the forward pass over one input of 256 statements, logits at the last position only;
- heads: the same pass read through the hook, and s_POS and s_SYM of every head;
- every frequency: of every RoPE plane of every head as well;
- 1-hop: one run of 20 letter questions, whole prompts ÷ what they begin with computed once.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.scores import keep_freed_memory
from empirical.instrument.heads import last_logits
from empirical.instrument.scores import scored
from empirical.instrument.session import Work
from empirical.language import binding_task, onehop
from empirical.models.pretrained import load
from empirical.protocol.convention import Convention

MODEL, STATEMENTS, WINDOWS = "smollm2-135m-instruct", 256, (12, 48)
MOST = 2.0


def seconds(run: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def main() -> int:
    """Time all, print times and ratios; exit status 1 where the target is missed."""
    keep_freed_memory()
    torch.set_num_threads(1)
    loaded = load(MODEL, torch.device("cpu"))
    task = binding_task.build(loaded, STATEMENTS, 1)
    rules = Convention(length=task.length)

    def heads(every: bool) -> object:
        options = {"start": task.start, "count": task.count, "per_frequency": every}
        visit = lambda layer: scored(layer, rules, **options)  # noqa: E731
        return Work(None, {}).by_layer(loaded.model, task.tokens, visit)

    tokens = torch.from_numpy(task.tokens)
    last_logits(loaded.model, tokens)
    plain = seconds(lambda: last_logits(loaded.model, tokens))
    print(f"{STATEMENTS} statements, {tokens.shape[1]} tokens: plain {plain:.1f} s")
    for every, name in ((False, "heads"), (True, "every frequency")):
        spent = seconds(lambda every=every: heads(every))
        print(f"  {name:16} {spent:5.1f} s, ÷ plain {spent / plain:.2f} (at most {MOST})")
    for window in WINDOWS:
        rng = np.random.default_rng(0)
        questions = [onehop.question("letter", window, rng) for _ in range(23)]
        texts = [onehop.prompt(loaded, "letter", one, questions[:3]) for one in questions[3:]]
        rows = [onehop.encode(loaded, text) for text in texts]
        whole, once = (
            seconds(lambda s=s, r=rows: onehop.ranks(loaded, r, [0] * 20, s)) for s in (False, True)
        )
        print(f"  1-hop, window {window}: {whole:.1f} s ÷ {once:.1f} s = {whole / once:.1f}")
    return int(spent > MOST * plain)


if __name__ == "__main__":
    raise SystemExit(main())

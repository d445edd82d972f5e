"""1-hop tasks as prompts for a language model (paper B §3.7, App. H).

Number: the query Q asks for the letter Q places before the end of the list. Letter: the query's
second half asks for the one pair whose first half it is; its second half is the answer. Either
way the answer is one of 26 lower-case letters, and one token.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

import numpy as np
import torch
from transformers import DynamicCache

from empirical.experiments.language.checks import screened_out
from empirical.experiments.language.settings import HOPELESS, THRESHOLDS
from empirical.instrument import workers
from empirical.instrument.heads import last_logits
from empirical.instrument.measure import TOLERANCE
from empirical.instrument.session import Session, Work
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.protocol.findings import OneHop
from empirical.protocol.reading import Count, Counts
from empirical.protocol.request import WINDOWS, Request
from empirical.protocol.statistics import wilson
from empirical.protocol.vocabulary import TASKS

RUNS = 5
QUESTIONS = 20
"""Questions a run and window; runs are added up for the intervals: 100 a point."""
EXAMPLES, EXAMPLE_WINDOW = 3, 12
TOKENS_A_BATCH = 8192
TELL = {
    "number": (
        "You are given a list of letters and then a number Q. Step back Q places from the end of"
        " the list (1 is the last letter) and answer with the letter that stands there."
    ),
    "letter": (
        "You are given a list of pairs and then a query pair. Find the one pair in the list whose"
        " first half is the second half of the query and answer with the second half of that pair."
    ),
}


class HopQuestion(NamedTuple):
    """A target window, the query after it, and the answer."""

    window: tuple[str, ...]
    query: str
    answer: str

    @property
    def posed(self) -> str:
        """As it is in a prompt, up to where the answer belongs."""
        return f"List: {' '.join(self.window)}\nQuery: {self.query}\nAnswer:"


def question(task: str, window: int, rng: np.random.Generator) -> HopQuestion:
    """A question with `window` tokens before the query.

    Raises:
        ValueError: an unknown task, or a window below 1.
    """
    if task not in TASKS or window < 1:
        raise ValueError(f"no {task} question over {window} tokens: choose one of {TASKS}, 1 up")
    values = [ascii_lowercase[i] for i in rng.integers(26, size=window)]
    place = int(rng.integers(window))
    if task == "number":
        return HopQuestion(tuple(values), str(window - place), values[place])
    first = int(rng.integers(26))
    others = [letter for letter in ascii_uppercase if letter != ascii_uppercase[first]]
    halves = [others[i] for i in rng.integers(25, size=window)]
    halves[place] = ascii_uppercase[first]
    pairs = tuple(f"{left}:{right}" for left, right in zip(halves, values, strict=True))
    return HopQuestion(pairs, f"{others[int(rng.integers(25))]}:{halves[place]}", values[place])


def prompt(loaded: Loaded, task: str, asked: HopQuestion, examples: Sequence[HopQuestion]) -> str:
    """Instructions, worked examples, the question; in the model's chat template if it has one."""
    worked = "\n\n".join(f"{example.posed} {example.answer}" for example in examples)
    text = f"{TELL[task]} Answer with one letter only.\n\n{worked}\n\n{asked.posed}"
    if not getattr(loaded.tokenizer, "chat_template", None):
        return text
    return loaded.reader.render(text)


def encode_prompts(loaded: Loaded, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of prompts; a chat template has put the special tokens in itself."""
    chat = bool(getattr(loaded.tokenizer, "chat_template", None))
    return [one.input_ids for one in loaded.reader.each(texts, special=not chat)]


def answer_tokens(loaded: Loaded, text: str) -> dict[str, int]:
    """The one token that each letter is after the prompt `text`.

    Raises:
        ModelError: a letter takes several tokens there, or shares its token with another.
    """
    space = "" if getattr(loaded.tokenizer, "chat_template", None) else " "
    answered = [text + space + letter for letter in ascii_lowercase]
    (before, *each), tokens = encode_prompts(loaded, [text, *answered]), {}
    for letter, after in zip(ascii_lowercase, each, strict=True):
        if after[: len(before)] != before or len(after) != len(before) + 1:
            raise ModelError(
                f"{loaded.name}: its tokenizer does not write the answer {letter!r} as one token:"
                " the 1-hop tasks cannot be posed"
            )
        tokens[letter] = after[-1]
    if len(set(tokens.values())) < 26:
        raise ModelError(f"{loaded.name}: its tokenizer confuses letters: no 1-hop tasks")
    return tokens


def measure(loaded: Loaded, request: Request, session: Session) -> OneHop:
    """Right answers by task and window, ``{task: {window: (right, total)}}``, runs added up.

    ``ranks`` has the mean log-probability rank of the right answer in the whole vocabulary
    (1: it is the most likely token), ``by_run`` each run's right answers. Run number = seed.
    Unless windows were asked for, those are left out that ``settled`` says.

    Raises:
        ModelError: no tokenizer, answers that are not one token, or prompts too long.
    """
    if loaded.tokenizer is None:
        raise ModelError(f"{loaded.name}: it has no tokenizer, and the 1-hop tasks need one")
    windows, a_window = request.windows or WINDOWS, len(TASKS) * RUNS * QUESTIONS
    counts: dict[str, dict[str, Count]] = {task: {} for task in TASKS}
    by_run: dict[str, dict[str, Counts]] = {task: {} for task in TASKS}
    mean_ranks: dict[str, dict[str, float]] = {task: {} for task in TASKS}
    work, lost = session.work(loaded, "1-hop tasks", len(windows) * a_window), 0
    shared = answer_shares(loaded)
    for n, window in enumerate(windows, 1):
        for task, ranks in zip(TASKS, _runs(loaded, window, work, shared), strict=True):
            right = ranks == 1
            counts[task][str(window)] = (int(right.sum()), right.size)
            mean_ranks[task][str(window)] = float(np.mean(ranks))
            by_run[task][str(window)] = tuple(right.sum(axis=1).tolist())
        lost = lost + 1 if hopeless(*(counts[task][str(window)] for task in TASKS)) else 0
        if lost >= HOPELESS and request.windows is None and settled_by_these(counts["letter"]):
            work.step((len(windows) - n) * a_window)
            break
    return OneHop(
        runs=RUNS,
        questions=QUESTIONS,
        chat=bool(getattr(loaded.tokenizer, "chat_template", None)),
        ranks=mean_ranks,
        by_run=by_run,
        number=counts["number"],
        letter=counts["letter"],
    )


def hopeless(number: Count, letter: Count) -> bool:
    """Whether neither task is surely answered above chance at a window, so that little is left."""
    return max(wilson(*number)[0], wilson(*letter)[0]) <= THRESHOLDS.chance


def settled_by_these(letter: Mapping[str, Count]) -> bool:
    """Whether longer windows than these, answered at chance as the last of them, leave B-e-llm's
    verdict as it is: the paper would not have taken the model, or the printed windows are through
    (what is at chance supports as little as what was not measured, unless number rises again)."""
    windows = {int(n): counts for n, counts in letter.items()}
    printed = max(window for _, window, _ in THRESHOLDS.printed)
    return screened_out(windows, THRESHOLDS) or max(windows) >= printed


def _runs(loaded: Loaded, window: int, work: Work, shared: bool) -> np.ndarray:
    """Ranks (tasks, RUNS, QUESTIONS) of the right answers at a window."""

    runs = list(product(TASKS, range(1, RUNS + 1)))
    # Here, and not where it is measured: the tokenizer answers to this process alone.
    prompts = [_prompts(loaded, task, window, seed) for task, seed in runs]
    for rows, _ in prompts:  # what one run cannot have is said before any is measured
        _longest(loaded, rows)

    def run(n: int) -> list[int]:
        (task, seed), (rows, answers) = runs[n], prompts[n]
        return work.once(
            lambda: ranks(loaded, rows, answers, shared).tolist(),
            task=task,
            window=window,
            seed=seed,
            questions=QUESTIONS,
        )

    results = []
    for one in workers.each(run, range(len(runs)), workers.process_count(loaded.model.device)):
        results.append(one)
        work.step(QUESTIONS)
    return np.array(results).reshape(len(TASKS), RUNS, QUESTIONS)


def _prompts(
    loaded: Loaded, task: str, window: int, seed: int
) -> tuple[list[list[int]], list[int]]:
    """The prompts of a run's QUESTIONS and the token of each right answer."""
    rng = np.random.default_rng([seed, TASKS.index(task), window])
    examples = [question(task, EXAMPLE_WINDOW, rng) for _ in range(EXAMPLES)]
    asked = [question(task, window, rng) for _ in range(QUESTIONS)]
    texts = [prompt(loaded, task, one, examples) for one in asked]
    letters = answer_tokens(loaded, texts[0])
    return encode_prompts(loaded, texts), [letters[one.answer] for one in asked]


def ranks(
    loaded: Loaded, rows: Sequence[Sequence[int]], answers: Sequence[int], shared: bool = False
) -> np.ndarray:
    """How many tokens are at least as likely as the answer after each row, itself included.

    Rows are filled up on the left and batched; what fills them is masked. With ``shared`` what they
    begin with alike is computed once.

    Raises:
        ModelError: a row is longer than the model takes.
    """
    longest = _longest(loaded, rows)
    for row in rows:
        loaded.must_know(np.array(row))
    counts = np.zeros(len(rows), dtype=int)
    for part, logits in _batches(loaded, rows, longest, shared):
        wanted = torch.tensor([answers[n] for n in part], device=logits.device)[:, None]
        counts[part] = (logits >= logits.gather(1, wanted)).sum(dim=1).cpu().numpy()
    return counts


def _longest(loaded: Loaded, rows: Sequence[Sequence[int]]) -> int:
    """Tokens of the longest row, which the model takes."""
    longest = max(map(len, rows))
    if loaded.positions is not None and longest > loaded.positions:
        raise ModelError(
            f"{loaded.name}: a 1-hop prompt has {longest} tokens, and it takes {loaded.positions}:"
            " give smaller --windows"
        )
    return longest


def _batches(
    loaded: Loaded, rows: Sequence[Sequence[int]], longest: int, shared: bool
) -> Iterator[tuple[list[int], torch.Tensor]]:
    """The rows' numbers and logits after them, some rows at a time."""
    order = sorted(range(len(rows)), key=lambda n: len(rows[n]))
    size = max(1, TOKENS_A_BATCH // longest)
    start = _alike(rows) if shared else 0
    if start:
        cache = _begun(loaded, rows[0][:start])
        for _, alike in groupby(order, key=lambda n: len(rows[n])):
            same = list(alike)
            for at in range(0, len(same), size):
                part = same[at : at + size]
                yield part, _last_after(loaded, cache, [rows[n] for n in part], start)
        return
    for at in range(0, len(order), size):
        part = order[at : at + size]
        yield part, _last_logits(loaded, [rows[n] for n in part])


def _alike(rows: Sequence[Sequence[int]]) -> int:
    """How many tokens all rows begin with, the last of the shortest left out."""
    least = min(map(len, rows)) - 1
    same = (len({row[n] for row in rows}) == 1 for n in range(least))
    return next((n for n, one in enumerate(same) if not one), least)


def answer_shares(loaded: Loaded) -> bool:
    """Whether this model's logits after a prompt whose beginning was computed before are those of
    the whole prompt; models that keep something else than keys and values may not have them."""
    rng = np.random.default_rng(0)
    examples = [question("number", EXAMPLE_WINDOW, rng) for _ in range(EXAMPLES)]
    asked = [question("number", EXAMPLE_WINDOW, rng) for _ in range(2)]
    rows = encode_prompts(loaded, [prompt(loaded, "number", one, examples) for one in asked])
    start = _alike(rows)
    if loaded.positions is not None and max(map(len, rows)) > loaded.positions:
        return False
    try:
        after = _last_after(loaded, _begun(loaded, rows[0][:start]), rows[:1], start)
    except (TypeError, ValueError, AttributeError, NotImplementedError):
        return False
    whole = _last_logits(loaded, rows[:1])
    bound = TOLERANCE[loaded.model.dtype] * float(whole.abs().max())
    return bool(start) and float((after - whole).abs().max()) <= bound


def _begun(loaded: Loaded, tokens: Sequence[int]) -> DynamicCache:
    """The keys and values of a beginning; each layer keeps all of them, whatever its window."""
    cache, device = DynamicCache(), loaded.model.device
    with torch.inference_mode():
        loaded.model(
            torch.tensor([list(tokens)], device=device),
            cache=cache,
            use_cache=True,
            logits_to_keep=1,
        )
    return cache


def _last_after(
    loaded: Loaded, cache: DynamicCache, rows: Sequence[Sequence[int]], start: int
) -> torch.Tensor:
    """Logits after rows of one length whose first `start` tokens are in the cache."""
    begun = copy.deepcopy(cache)
    begun.batch_repeat_interleave(len(rows))
    tokens = torch.tensor([row[start:] for row in rows], device=loaded.model.device)
    with torch.inference_mode():
        given = {"cache": begun, "use_cache": True, "logits_to_keep": 1}
        logits: torch.Tensor = loaded.model(tokens, **given).logits
    return logits[:, -1].float()


def _last_logits(loaded: Loaded, rows: Sequence[Sequence[int]]) -> torch.Tensor:
    width = max(map(len, rows))
    tokens = torch.tensor([[0] * (width - len(row)) + list(row) for row in rows])
    mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows])
    device = loaded.model.device
    places = (mask.cumsum(dim=1) - 1).clamp(min=0)
    given = {"attention_mask": mask.to(device), "position_ids": places.to(device)}
    return last_logits(loaded.model, tokens.to(device), **given).float()

"""A run over models: the folder that keeps its results as they come, and how far it has come.

What was measured is found again by what it is of: model, files, device, software, inputs, scoring.
So a run that was interrupted goes on where it was, and results of anything else are never taken
for its own. Files are whole or not there; a damaged one counts as not there.
"""

import hashlib
import itertools
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file
from transformers import PreTrainedModel

from empirical.instrument import workers
from empirical.instrument.heads import LayerHeads, visit_heads
from empirical.models.checkpoint import storing
from empirical.models.pretrained import Loaded
from empirical.protocol import terminal
from theory.gate.reading import Unreadable, read
from theory.reports.files import write_json

KEPT = ".safetensors"
TOKENS_A_PASS = 4096
LONG = 512
"""Inputs of more tokens go one at a time: they fill the machine alone, and memory stays low."""
Result = dict[str, np.ndarray]
"""Arrays by name, inputs (or other things to be joined) on the last axis."""
Visit = Callable[[LayerHeads], Result]
Step = Callable[[int], None]
"""Told how many inputs are done."""
Announce = Callable[[str, int], Step]
"""Told what is about to be done and how many inputs it takes."""
T = TypeVar("T")


def silent(_: int) -> None:
    """The progress of a run that nobody watches."""


def unwatched(_: str, __: int) -> Step:
    """Announce nothing."""
    return silent


class Work:
    """One piece of work: its progress, and its results where a folder keeps them.

    `about` is anything that JSON can say, and all that the results hang on.
    """

    def __init__(self, home: Path | None, about: Mapping[str, object], step: Step = silent) -> None:
        self.step = step
        self.folder = home and home / _name(about)
        self._home = home
        self._about = dict(about)

    def once(self, make: Callable[[], T], **of: object) -> T:
        """A result that JSON can say, made only where it is not kept; `of`: what else it is of."""
        if self._home is None:
            return make()
        about = self._about | _sayable(of)
        path = self._home / f"{_name(about)}.json"
        try:
            value: T = read(path)["value"]
        except (OSError, Unreadable, KeyError, TypeError):
            value = make()
            write_json(path, {"about": about, "value": value})
        return value

    def by_layer(self, model: PreTrainedModel, tokens: np.ndarray, visit: Visit) -> list[Result]:
        """Visit every layer's heads at the last position of equally long inputs (n, T).

        Returns a result a layer, joined over the inputs on each array's last axis. What is kept
        already is not measured again: at most one layer's results are lost to an interruption,
        and forward passes whose layers are all there are not run. Nothing of a layer outlives its
        visit but what the visit returns, so memory does not grow with the depth. Where inputs make
        several passes, these run in parallel (``workers``). Errors as `read_heads` and the
        visit.
        """
        length = tokens.shape[1]
        size = 1 if length > LONG else max(1, TOKENS_A_PASS // length)
        kept = {start: self._finished(start) for start in range(0, len(tokens), size)}

        def run(start: int) -> list[Result]:
            part = torch.from_numpy(tokens[start : start + size]).to(model.device)
            return self._one_pass(model, part, visit, start)

        # Before several processes would.
        if self.folder is not None and not self.folder.is_dir():
            write_json(self.folder / "about.json", self._about)
        missing = [start for start, results in kept.items() if results is None]
        processes, parts = workers.process_count(model.device) if len(kept) > 1 else 1, []
        with closing(workers.each(run, missing, processes)) as measured:
            for start, results in kept.items():
                parts.append(next(measured) if results is None else results)
                self.step(len(tokens[start : start + size]))
        return [
            {name: np.concatenate([result[name] for result in layer], axis=-1) for name in layer[0]}
            for layer in zip(*parts, strict=True)
        ]

    def _one_pass(
        self, model: PreTrainedModel, part: torch.Tensor, visit: Visit, start: int
    ) -> list[Result]:
        layers, reused = itertools.count(), []

        def remember(layer: LayerHeads) -> Result:
            file = f"{start}-{next(layers)}{KEPT}"
            result = self._get(file)
            if result is not None:
                reused.append(file)
            else:
                # rows in memory as in the file: sums are rounded in the order of memory
                result = {name: x.copy(order="C") for name, x in visit(layer).items()}
                self._put(file, result)
            return result

        results = visit_heads(model, part, remember)
        if self.folder is not None and reused and not _alike(results):
            for file in reused:
                (self.folder / file).unlink()
            return self._one_pass(model, part, visit, start)
        self._put(f"{start}{KEPT}", {"layers": np.array(len(results))})
        return results

    def _finished(self, start: int) -> list[Result] | None:
        """The results of all layers for the inputs from `start` on, if none is missing."""
        depth = (self._get(f"{start}{KEPT}") or {}).get("layers", np.array(0))
        if depth.shape != () or depth.dtype.kind != "i" or depth < 1:
            return None
        layers: list[Result] = []
        for layer in range(int(depth)):
            result = self._get(f"{start}-{layer}{KEPT}")
            if result is None:
                return None
            layers.append(result)
        return layers if _alike(layers) else None

    def _get(self, file: str) -> Result | None:
        """What a file keeps; None where there is none, or a damaged one: NaN is no result."""
        if self.folder is None:
            return None
        try:
            result = load_file(self.folder / file)
        except (OSError, SafetensorError, KeyError):  # KeyError: numbers of a kind numpy has not
            return None
        return None if any(np.isnan(x).any() for x in result.values()) else result

    def _put(self, file: str, result: Result) -> None:
        if self.folder is None:
            return
        with storing(self.folder / file) as draft:
            save_file(result, draft)


class Session:
    """Where a run keeps its results (None: nowhere), and whom it tells how far it is."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._announce: Announce = unwatched

    @property
    def kept(self) -> bool:
        """Whether results are there, of this run or of one before it."""
        return self.folder is not None and self.folder.exists()

    def forget(self) -> None:
        """Take away what is kept.

        Raises:
            OSError: some of it stays, which the next results would be mixed with.
        """
        if self.folder is not None and self.folder.exists():
            shutil.rmtree(self.folder)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Meanwhile progress is shown on standard error.

        A terminal sees bars; a log gets a line as each piece of work begins, and as it goes on.
        """
        console = terminal.console(stderr=True)
        with terminal.progress(console) as progress:

            def announce(what: str, inputs: int) -> Step:
                if not console.is_terminal:
                    console.print(f"{what}, {inputs} to do", soft_wrap=True)
                task = progress.add_task(what, total=inputs)
                return lambda n: progress.advance(task, n)

            self._announce = announce
            try:
                yield
            finally:
                self._announce = unwatched

    def work(self, loaded: Loaded, what: str, todo: int, **of: object) -> Work:
        """Begin a piece of work on a model, of so many inputs; `of`: what its results are of."""
        about = loaded.identity() | {"measured": what} | _sayable(of)
        return Work(self.folder, about, self._announce(f"{loaded.name}: {what}", todo))


UNWATCHED = Session()


def _alike(results: list[Result]) -> bool:
    """Whether these are results of one kind: arrays of the same names, axes and numbers."""
    kinds = [{name: (x.ndim, x.dtype) for name, x in result.items()} for result in results]
    return all(kind == kinds[0] != {} for kind in kinds)


def _name(about: Mapping[str, object]) -> str:
    text = json.dumps(about, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _sayable(of: Mapping[str, object]) -> dict[str, object]:
    """What results are of, arrays by their shape and the SHA-256 of their numbers."""
    return {
        name: [list(value.shape), hashlib.sha256(value.tobytes()).hexdigest()]
        if isinstance(value, np.ndarray)
        else value
        for name, value in of.items()
    }

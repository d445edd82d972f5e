"""One sweep of a canonical task, start to record: trained, tested, settled; it can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.experiments.canonical import records
from empirical.protocol.reading import Counts, array_rows, plain
from theory.reports.files import replacing, write, write_record

if TYPE_CHECKING:
    from rich.console import Console

    from empirical.experiments.canonical.models import Saved, Sweep


STARTS = ("random", "construction")
SAVE_EVERY = 5
"""Streams of 100 steps, and certificates, between two saved states."""


@dataclass(frozen=True)
class TaskSweep:
    """One sweep, start to record."""

    task: str
    seeds: tuple[int, ...]
    ids: tuple[int, ...]
    steps: int
    start: str
    null: str | None
    folder: Path
    out: Path
    criteria: Mapping[str, str]
    """By claim the hash of the criterion that stood when the record was made."""
    device: str = "cpu"

    @property
    def name(self) -> str:
        """What its files are called."""
        parts = (self.task, self.null, None if self.start == "random" else self.start)
        return "-".join(part for part in parts if part)

    @property
    def record(self) -> Path:
        """Where the record goes."""
        return self.out / f"{self.name}.json"

    @property
    def _state(self) -> Path:
        """Where the models are, between two runs."""
        return self.folder / f"{self.name}.pt"

    @property
    def what(self) -> records.SweepSettings:
        """All that decides the outcome."""
        names = (one.name for one in fields(records.SweepSettings))
        return records.SweepSettings(**{name: getattr(self, name) for name in names})

    @property
    def command(self) -> str:
        """The command that makes the record again."""
        seeds, ids = (" ".join(map(str, x)) for x in (self.seeds, self.ids))
        null = f" --null {self.null}" if self.null else ""
        null += f" --device {self.device}" if self.device != "cpu" else ""
        return (
            f"rope-claims run canonical --task {self.task} --seeds {seeds} --ids {ids}"
            f" --steps {self.steps} --start {self.start}{null}"
        )

    def run(self, console: Console) -> str:
        """Do what is not there yet; returns a line that says how it stands."""
        if self.record.is_file():
            self._hold(vars(records.read(self.record)), self.record)
            return f"{self.record}: there already"
        write_record(self.record, plain(self.measure(console)))
        return f"{self.record}: {len(self.seeds) * len(self.ids)} models"

    def measure(self, console: Console) -> records.SweepRecord:
        """The record: train, test, settle."""
        from empirical.experiments.canonical.heads import construction, index_geometry
        from empirical.experiments.canonical.models import Sweep

        made = self.start == "construction"
        tables = construction(self.task, len(self.seeds), self.ids) if made else {}
        sweep = Sweep(
            self.task,
            list(self.seeds),
            list(self.ids),
            self.steps,
            self.null == "shuffled",
            tables,
            device=self.device,
        )
        before = _counts(sweep)[0] if made else None
        self._train(sweep, console)
        right, of = _counts(sweep)
        index, tables = self.task == "index", sweep.state()["tables"]
        fan = (index_geometry(tables, i, k) for i, k in enumerate(self.ids)) if index else ()
        return records.SweepRecord(
            manifest=self._manifest(),
            **vars(self.what),
            right=right,
            of=of,
            uniform=tuple(plurality(self.task, seed) for seed in self.seeds),
            geometry=tuple(fan) or None,
            before=before,
        )

    def _train(self, sweep: Sweep, console: Console) -> None:
        """Train to the end, from the state saved last; the state is whole or not there."""
        import torch

        if self._state.is_file():
            saved = torch.load(self._state, weights_only=True, map_location="cpu")
            self._hold(saved, self._state)
            sweep.restore(saved)

        def save() -> None:
            with replacing(self._state) as draft:
                torch.save({**plain(self.what), **sweep.state()}, draft)

        def after(loss: float) -> None:
            done = sweep.step == sweep.steps
            if done or sweep.step // 100 % SAVE_EVERY == 0:
                save()
                console.print(f"{self.name}: step {sweep.step} of {sweep.steps}, loss {loss:.3f}")

        sweep.train(after)
        if not self._state.is_file():  # an untrained null takes no step
            save()

    def _hold(self, saved: Saved, path: Path) -> None:
        told = plain(self.what)
        if other := [name for name, value in told.items() if plain(saved[name]) != value]:
            raise ValueError(
                f"{path} holds a run with other {', '.join(other)}: give another --folder or --out"
            )

    def settle(self, console: Console) -> str:
        """Settle every head of a finished sweep that misses no held-out input; one that misses
        some is refuted by them. NAME-heads.json grows seed by seed, and is complete once its
        ``left`` is 0. A construction is the same for all seeds: settled once. A trained one-angle
        head of Partial Induction that is certified leaves its certificate in ``certificates``.

        Raises:
            ValueError: there is no record, or the models are not the record's.
        """
        from empirical.experiments.canonical.heads import certificate, head, replayed, settled

        path = self.out / f"{self.name}-heads.json"
        heads: dict[str, records.SettledHead] = {}
        if path.is_file():
            stored = records.read_settled(path)
            self._hold(vars(stored), path)
            if not stored.left:
                return f"{path}: there already"
            heads |= stored.heads
        record, stages = self._stages(console)
        keys = records.spotless(record)

        def save() -> None:
            left, manifest = len(keys) - len(heads), self._manifest()
            now = records.SettledHeads(manifest=manifest, **vars(self.what), left=left, heads=heads)
            write_record(path, plain(now))
            console.print(f"{self.name}: {len(heads)} of {len(keys)} heads settled")

        for key in [key for key in keys if key not in heads]:
            stage, i, s = keys[key]
            tables, frequency = stages[stage], self.ids[i]
            made = head(self.task, tables, s, i, frequency)
            heads[key] = replayed(self.task, tables, (s, i), frequency, settled(self.task, made))
            if (self.task, stage, heads[key].verdict) == (
                records.INDUCTION[0],
                "right",
                "certified",
            ):
                place = self.out / "certificates" / f"{self.name}-{frequency}-{self.seeds[s]}.json"
                write(str(place), certificate(made, self.seeds[s]))
            if len(heads) % SAVE_EVERY == 0:
                save()
        save()
        return f"{path}: {len(keys)} heads settled"

    def _stages(self, console: Console) -> tuple[records.SweepRecord, Saved]:
        """The record, and the tables after ("right") and before training, retrained where the
        states are gone: they are the record's, by all its counts."""
        import torch

        from empirical.experiments.canonical.heads import construction

        if not self.record.is_file():
            raise ValueError(f"{self.record} is not there: train first, without --settle")
        record = records.read(self.record)
        self._hold(vars(record), self.record)
        measured, names = self.measure(console), ("right", "of", "before")
        if other := [name for name in names if getattr(measured, name) != getattr(record, name)]:
            raise ValueError(
                f"{self.record}: the models in {self.folder} have other {', '.join(other)}; give"
                " another --out and make the record again with them"
            )
        stages = {"right": torch.load(self._state, weights_only=True)["tables"]}
        if record.before is not None:
            stages["before"] = construction(self.task, 1, self.ids)
        return record, stages

    def _manifest(self) -> records.SweepManifest:
        from empirical.models.provenance import commit, processor, versions

        return records.SweepManifest(
            command=self.command,
            commit=commit(),
            criteria=dict(self.criteria),
            sizes=records.sizes(),
            versions=versions("torch", "numpy"),
            processor=processor(),
            device=self.device,
        )


def _counts(sweep: Sweep) -> tuple[records.Right, tuple[Counts, ...]]:
    """Right answers by [frequency][seed][target position], and inputs by [seed][position]."""
    right, of = sweep.right()
    return array_rows(right.transpose(0, 1).numpy()), array_rows(of.numpy())


def plurality(task: str, seed: int, tested: int = 5000) -> float:
    """Accuracy of uniform attention: the letter (attribute) that occurs most, ties shared."""
    import torch

    from empirical.experiments.canonical.tasks import HELD_OUT, S, task_inputs

    given = task_inputs(task, seed, HELD_OUT, tested)
    first = 0 if task == "index" else S
    counts = given.tokens[:, :, first : first + S].sum(1)
    best = counts == counts.amax(1, keepdim=True)
    share = best[torch.arange(tested), given.answers] / best.sum(1)
    return round(float(share.mean()), 6)

"""What the claims about the law read: records in the form that the criteria judge.

Nothing is judged on part of the registered population: until every model of the tasks that a claim
is about is measured, the claim is undecided, and says what goes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.dynamics.records import RunManifest
from empirical.experiments.law import population
from empirical.experiments.law.bounds import LawBounds, bounds
from empirical.experiments.law.forms import lead
from empirical.experiments.law.records import FOLDER, Remedy, Scaled, read
from empirical.experiments.lengths import records as lengths
from empirical.models.recipes import Recipe
from empirical.protocol.family import Measurement
from empirical.protocol.reading import Counts, Misread
from theory.ledger import Undecided

COMMAND = "rope-claims run law"
SOURCE = "drawn"
"""The predictor whose gaps are the lead."""
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PopulationModel:
    """One model: (m,) ``accuracy`` as (right, of) at ``lengths``, and its ``leads`` there as
    17-token inputs predict them; ``tested``: (right, of) by hop count at 17 tokens."""

    task: str
    seed: int
    manifest: RunManifest
    base: float
    lengths: tuple[int, ...]
    accuracy: Pairs
    leads: tuple[float, ...]
    tested: Pairs


@dataclass(frozen=True)
class Pair:
    """A model with log-scaled logits, and how many of how many its plain partner of the same seed
    answers at the last length, and by hop count at 17 tokens."""

    task: str
    seed: int
    manifest: RunManifest
    lengths: tuple[int, ...]
    accuracy: Pairs
    tested: Pairs
    plain: tuple[int, int]
    plain_tested: Pairs


Models = Measurement[tuple[PopulationModel, ...], LawBounds]
Remedied = Measurement[tuple[Remedy, ...], LawBounds]
Pairwise = Measurement[tuple[Pair, ...], LawBounds]


def form(record: lengths.LengthsRecord) -> PopulationModel:
    """A record of ``empirical.experiments.lengths`` in the criteria's form.

    Raises:
        Misread: it lacks the gaps that the lead is made of, or the counts on the test set.
    """
    gaps = record.predicted[SOURCE].gaps
    if gaps is None or record.tested is None:
        raise Misread(f"a record of {record.task}, seed {record.seed}, lacks gaps or tested")
    accuracy = tuple(zip(record.right, record.of, strict=True))
    leads = tuple(float(x) for x in lead(gaps))
    base = record.manifest.recipe.base
    return PopulationModel(
        record.task,
        record.seed,
        record.manifest,
        base,
        record.lengths,
        accuracy,
        leads,
        tuple(record.tested),
    )


def measured_models(folder: Path) -> dict[str, lengths.LengthsRecord]:
    """By name, the population's measured records in a folder.

    Raises:
        Misread: one is of another model or another grid than registered.
    """
    plans = population.population_recipes()
    records = lengths.measured_runs(folder / "lengths")
    for name, one in records.items():
        if name not in plans:
            raise Misread(f"{name} is none of the registered models {', '.join(plans)}")
        hold_to_registered_recipe(name, plans[name], one.manifest.recipe)
        hold_to_registered_lengths(name, one.lengths, population.GRID[one.task])
    return records


def hold_to_registered_lengths(name: str, measured: Counts, grid: Counts) -> None:
    """Refuse a record at other lengths than registered: a short one says nothing of long inputs.

    Raises:
        Misread: it is.
    """
    if measured != grid:
        raise Misread(f"the record {name} is not at the registered lengths")


def hold_to_registered_recipe(name: str, plan: Recipe, made: Recipe) -> None:
    """Refuse a model of another recipe than registered; the longer one is registered too.

    Raises:
        Misread: it is.
    """
    if made not in (plan.run_as(made), population.longer(plan).run_as(made)):
        raise Misread(f"the record {name} is of a model trained by another recipe")


def whole(records: Mapping[str, object], wanted: Sequence[str], what: str) -> None:
    """Refuse to judge a part.

    Raises:
        Undecided: some of the registered models are not there.
    """
    if absent := [name for name in wanted if name not in records]:
        done = len(wanted) - len(absent)
        raise Undecided(f"{what}: {done} of {len(wanted)} registered models: run {COMMAND}")


def run_folders() -> tuple[Path, ...]:
    """The folders that the claims about the law read."""
    return (FOLDER,)


def population_models(tasks: Sequence[str] = tuple(population.PLANS)) -> Models:
    """The population of these tasks.

    Raises:
        Undecided: not every model of them is measured.
        Misread: a record is damaged, or of another model.
    """
    records = measured_models(FOLDER)
    wanted = [
        name for name, recipe in population.population_recipes().items() if recipe.task in tasks
    ]
    whole(records, wanted, f"measured of {' and '.join(tasks)}")
    rows = [form(records[name]) for name in sorted(wanted)]
    return Measurement(
        {task: tuple(one for one in rows if one.task == task) for task in tasks}, bounds()
    )


def remedied() -> Remedied:
    """What remedies do. Raises as ``models``."""
    plans = population.population_recipes()
    records = {
        path.stem: read(path, Remedy) for path in sorted((FOLDER / "remedies").glob("*.json"))
    }
    wanted = [name for names in population.REMEDIED.values() for name in names]
    whole(records, wanted, "remedied")
    for name, one in records.items():
        if name not in wanted:
            raise Misread(f"{name} is none of the models {', '.join(wanted)}")
        hold_to_registered_recipe(name, plans[name], one.manifest.recipe)
        hold_to_registered_lengths(name, one.lengths, population.REMEDIED_AT[one.task])
    return Measurement(
        {
            task: tuple(records[name] for name in names)
            for task, names in population.REMEDIED.items()
        },
        bounds(),
    )


def pairs() -> Pairwise:
    """Models with log-scaled logits and their partners. Raises as ``models``."""
    plans, plain = population.scaled_recipes(), measured_models(FOLDER)
    records = {path.stem: read(path, Scaled) for path in sorted((FOLDER / "scaled").glob("*.json"))}
    whole(records, list(plans), "log-scaled")
    whole(plain, population.SCALED, "their partners measured")
    rows = []
    for name in population.SCALED:
        one, other = records[f"{name}-scaled"], plain[name]
        hold_to_registered_recipe(name, plans[f"{name}-scaled"], one.manifest.recipe)
        hold_to_registered_lengths(f"{name}-scaled", one.lengths, population.GRID[one.task])
        if one.manifest.recipe.steps != other.manifest.recipe.steps:
            raise Misread(f"the record {name}-scaled has other steps than its partner's")
        accuracy = tuple(zip(one.right, one.of, strict=True))
        last, learnt = (other.right[-1], other.of[-1]), form(other).tested
        about = (one.task, one.seed, one.manifest, one.lengths, accuracy, tuple(one.tested))
        rows.append(Pair(*about, last, learnt))
    return Measurement({"letter": tuple(rows)}, bounds())

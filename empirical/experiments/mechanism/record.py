"""One model's record for the claims about mechanism (see ``empirical.experiments.mechanism``)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from rich.console import Console
from torch import Tensor

from empirical.experiments.mechanism import causal, flow, frequencies, geometry, jump
from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism import settings as sizes
from empirical.experiments.mechanism.records import (
    CARRIES,
    WRONG,
    By,
    Causal,
    Heads,
    Kind,
    Layer,
    MechanismRecord,
    ModelManifest,
    pure_layers,
)
from empirical.instrument import measure
from empirical.instrument.hook import recording
from empirical.instrument.recorder import Recorded
from empirical.models.data import Sequences, sequences
from empirical.models.device import choose_precision
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded, load
from empirical.models.provenance import commit, processor, versions
from empirical.protocol import settings, terminal
from empirical.protocol.statistics import above
from empirical.protocol.vocabulary import TASKS, vocabulary
from theory.ledger import Status


def opened(folders: Sequence[Path]) -> list[Loaded]:
    """Load the models; all are of one task, with a training manifest each.

    Raises:
        ModelError: a folder holds no such model, or the same model twice.
    """
    models = [load(folder, torch.device("cpu")) for folder in folders]
    for model in models:
        if model.task is None or not (model.manifest or {}).get("recipe"):
            raise ModelError(
                f"{model.name} is no controlled model with a manifest.json: train one with"
                " rope-claims train"
            )
        if model.task != models[0].task:
            raise ModelError(f"{model.name} speaks another task: give each task its own --out")
    names = [name(model) for model in models]
    if len(set(names)) < len(names):
        raise ModelError(f"two models of one seed and length, {max(names, key=names.count)}")
    return models


def name(model: Loaded) -> str:
    """TASK-SEED-STEPS, from the manifest."""
    recipe = (model.manifest or {})["recipe"]
    return f"{model.task}-{recipe['seed']}-{recipe['steps']}"


def record_identity(model: Loaded) -> str:
    """Hash of the weights and of the sizes measured: what a record is a record of."""
    digest = hashlib.sha256(
        f"{sizes.SCORED} {sizes.CAUSAL_SEQUENCES} {sizes.LAYER_SEQUENCES}".encode()
    )
    for key, value in sorted(model.model.state_dict().items()):
        digest.update(key.encode() + value.numpy().tobytes())
    return digest.hexdigest()


def record(model: Loaded, command: str, console: Console) -> MechanismRecord:
    """Measure one model; progress on the console.

    Raises:
        ModelError, HookError: the model cannot be read.
    """
    task, recipe = str(model.task), (model.manifest or {})["recipe"]
    seed, letters = measure.EVALUATION_SEED, model.letters
    data = sequences(task, sizes.SCORED, seed, stream=sizes.STREAM, letters=letters)
    console.print(f"{name(model)}: heads of {len(data)} sequences", soft_wrap=True)
    measure.rebuild_check(model, torch.from_numpy(data.tokens[:8]))
    layers = described_layers(model, data)
    sources = torch.stack([one.weights[:, 0].argmax(-1) for one in attention_record(model, data)])
    solved = torch.from_numpy(measure.hits(model, data))
    kinds: dict[Heads, Sequence[int]] = {
        "positional": _numbers(layers, "positional"),
        "symbolic": _numbers(layers, "symbolic"),
        "all": range(len(layers)),
    }
    made = MechanismRecord(
        name=name(model),
        task=task,
        seed=recipe["seed"],
        steps=recipe["steps"],
        manifest=_manifest(model, command),
        layers=layers,
        flow=flow.flow_report(data, sources, solved),
        example=flow.example(data, sources, solved),
        causal=interventions(model, kinds, console),
    )
    return completed(made, model)


def completed(before: MechanismRecord, model: Loaded) -> MechanismRecord:
    """The record with what a letter record made before S-jump lacks."""
    if before.task != "letter" or before.jump is not None:
        return before
    symbolic = _numbers(before.layers, "symbolic")
    change, data = (
        causal.Intervention(tuple(symbolic), causal.staying()),
        _paired("letter", sizes.STREAM + 1, model.letters),
    )
    staying = causal.changed_accuracy(model.model, *data, change)
    jumps = jump.record(model.model, measure.EVALUATION_SEED)
    return replace(before, jump=jumps, causal=replace(before.causal, staying=staying))


def _numbers(layers: Sequence[Layer], kind: Kind) -> list[int]:
    """The numbers of the layers whose head is pure of a kind."""
    return [layer.layer for layer in pure_layers(layers, kind, settings.GAMMA)]


def attention_record(model: Loaded, data: Sequences) -> list[Recorded]:
    """Queries, keys and weights of every layer and position, from one forward pass."""
    with recording(model.model, lambda recorded: recorded) as recorder, torch.inference_mode():
        model.model(torch.from_numpy(data.tokens), use_cache=False, logits_to_keep=1)
    return recorder.kept


def described_layers(model: Loaded, data: Sequences) -> tuple[Layer, ...]:
    """Each layer's scores and frequencies, and for the number task its dominant plane's
    geometry."""
    scores = measure.measured_heads(model, data.tokens).scores
    recorded, layers = attention_record(model, data), []
    for score, one in zip(scores, recorded, strict=True):
        used = frequencies.use(one.query[:, 0], one.key[:, 0], one.scale)
        told = {name: x for name, x in vars(score).items() if "entropy" not in name}
        layers.append(Layer(**told, **vars(frequencies.frequency_summary(used))))
    if data.task != "number":
        return tuple(layers)
    positional = _numbers(layers, "positional")
    pairs = zip(layers, recorded, strict=True)
    return tuple(_with_plane(layer, one, data, positional) for layer, one in pairs)


def _with_plane(layer: Layer, recorded: Recorded, data: Sequences, positional: list[int]) -> Layer:
    """A layer with the geometry of its dominant plane, and where it is positional its points."""
    if recorded.rotation is None:
        raise ModelError(f"layer {layer.layer} does not rotate: no plane to look at")
    query, key = (
        frequencies.complex_planes(recorded.rotation.undo(x)[:, 0])[:, layer.dominant - 1].numpy()
        for x in (recorded.query, recorded.key)
    )
    steps = sum(other < layer.layer for other in positional)
    holds = held_numbers(torch.from_numpy(data.tokens), steps).numpy()
    angle = float(torch.atan2(*_first_turn(recorded, layer.dominant)))
    plane = geometry.plane_geometry(query, key, holds, angle, sizes.RESAMPLES)
    points = geometry.points(query, key, holds) if layer.layer in positional else None
    return replace(layer, **vars(plane), points=points)


def _first_turn(recorded: Recorded, plane: int) -> tuple[Tensor, Tensor]:
    """(sin, cos) of the plane's angle, read off the model's own row of position 1."""
    rotation = recorded.rotation
    if rotation is None or rotation.cos.shape[-1] != recorded.query.shape[-1] // 2:
        raise ModelError("only GPT-J's half-width tables of angles are read here")
    return rotation.sin[0, 1, plane - 1], rotation.cos[0, 1, plane - 1]


def held_numbers(tokens: Tensor, steps: int) -> Tensor:
    """(B, T): the integer that each position holds after so many Index steps, 0 for a letter."""
    held = tokens
    for _ in range(steps):
        held = rules.held_after("number", held, rules.ideal("number", held))
    return (held - vocabulary("number").answers + 1).clamp(min=0)


def interventions(model: Loaded, kinds: Mapping[Heads, Sequence[int]], console: Console) -> Causal:
    """``causal.causal`` on fresh sequences, with progress."""
    data, others = _paired(str(model.task), sizes.STREAM + 1, model.letters)
    config = model.model.config
    total = causal.passes(kinds, config.n_layer, config.n_embd // config.n_head // 2)
    if not console.is_terminal:
        console.print(f"{name(model)}: {total} interventions to do", soft_wrap=True)
    with terminal.progress(console) as progress:
        bar = progress.add_task(f"{name(model)}: interventions", total=total)
        result = causal.causal(model.model, data, others, kinds, lambda: progress.advance(bar))
    return replace(result, attention=decided_layers(model, result.attention, kinds))


def decided_layers(
    model: Loaded, attention: Mapping[Heads, By], kinds: Mapping[Heads, Sequence[int]]
) -> dict[Heads, By]:
    """The counts, those measured again that S-causal reads and the first sequences leave open."""
    task = str(model.task)
    kind, operation = CARRIES[task]
    levels = {operation: sizes.KEPT} | dict.fromkeys(WRONG, sizes.LOST)
    kept, rounds = attention[kind], sizes.DECIDING_SEQUENCES // sizes.CAUSAL_SEQUENCES
    remeasured = {}
    for what in [w for w in levels if kept and above(*kept[w], levels[w]) is Status.UNKNOWN]:
        change = causal.Intervention(tuple(kinds[kind]), causal.patterns(task)[what])
        counts = [
            causal.changed_accuracy(
                model.model, *_paired(task, sizes.STREAM + 2 + i, model.letters), change
            )
            for i in range(rounds)
        ]
        remeasured[what] = (sum(right for right, _ in counts), sum(of for _, of in counts))
    return {**attention, kind: {**kept, **remeasured}}


def _paired(task: str, stream: int, letters: str) -> tuple[Sequences, Sequences]:
    """Sequences to intervene on, and as many of the other task; ``letters`` of number's window."""
    other, n = TASKS[1 - TASKS.index(task)], sizes.CAUSAL_SEQUENCES
    first, second = (
        sequences(t, n, measure.EVALUATION_SEED, stream=stream, letters=letters)
        for t in (task, other)
    )
    return first, second


def _manifest(model: Loaded, command: str) -> ModelManifest:
    """Where a record comes from: command, commit, versions, device, and the model's training."""
    from empirical.experiments.mechanism.bounds import bounds
    from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
    from empirical.protocol.registration import hashes

    about = model.manifest or {}
    return ModelManifest(
        command=command,
        commit=commit(),
        criteria=hashes(MECHANISM_CLAIMS, bounds()),
        trained_at=about.get("commit", ""),
        identity=record_identity(model),
        trained=about.get("command"),
        data_seed=measure.EVALUATION_SEED,
        sequences={
            "scored": sizes.SCORED,
            "causal": sizes.CAUSAL_SEQUENCES,
            "single layers": sizes.LAYER_SEQUENCES,
            "deciding": sizes.DECIDING_SEQUENCES,
        },
        versions=versions("torch", "transformers", "numpy"),
        device="cpu",
        precision={"interventions": choose_precision("auto", torch.device("cpu"))},
        processor=processor(),
    )

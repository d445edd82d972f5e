"""What a report says, in order: blocks that every form of it (HTML, Markdown) renders alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from empirical import figures, onehop, settings
from empirical.real_claims import THRESHOLDS, bands
from empirical.statistics import wilson

Document = dict[str, Any]
Model = dict[str, Any]


@dataclass(frozen=True)
class Heading:
    """A section (level 2) or part of one (3)."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Table:
    """Rows under titles; ``marks`` gives rows a gate mark, which colours them."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A picture (SVG text), what it is, and a sentence on what to see and which claim it is for."""

    svg: str
    title: str
    see: str


Block = Heading | Text | Table | Figure


def blocks(document: Document) -> Iterator[Block]:
    """The whole report: verdicts first, figures, tables, then method and caveats."""
    yield Heading("Verdicts")
    yield Text(_conclusion(document))
    yield verdicts(document)
    models = document["models"]
    yield Heading("Heads on the positional–symbolic plane")
    for start in range(0, len(models), 2):
        pair = models[start : start + 2]
        drawn = figures.plane([(_short(m), heads(m)) for m in pair], _gamma(document))
        yield Figure(drawn, "s_POS against s_SYM, every head", PLANE)
    for model in models:
        yield Heading(model["name"])
        yield Text(_about(model))
        yield from _of_model(model)
    yield from _breaking(document["breaking"])
    yield Heading("Method, versions, seeds, caveats")
    yield from _method(document)


def heads(model: Model) -> list[dict[str, Any]]:
    """The heads' scores: on the binding task where it was posed, else on what was scored."""
    found: list[dict[str, Any]] = model.get("binding", {}).get("scores") or model["scores"]
    return found


PLANE = (
    "See whether points lie along the falling diagonal (A-e-anti: a head is one or the other), in"
    " the dotted corners (pure heads, B-e-mix), and whether dark points, early layers, lie right of"
    " bright ones (A-e-depth). Numbers are layers, or layer:head."
)


def _short(model: Model) -> str:
    return str(model["name"]).rstrip("/").rsplit("/", 1)[-1]


def _gamma(document: Document) -> float:
    return float(document["thresholds"]["gamma"])


def _conclusion(document: Document) -> str:
    marks = [claim["gate"] for claim in document["claims"]]
    good = marks.count("as expected")
    codes = {0: "green", 1: "red: a verdict differs", 7: "open: something is undecided"}
    gate = codes.get(document["exit_code"], f"exit code {document['exit_code']}")
    return (
        f"{good} of {len(marks)} verdicts are as expected; the gate is {gate}. A claim that this"
        " run did not judge is listed as not run here and counts for nothing."
    )


def verdicts(document: Document) -> Table:
    """The verdict table, claims that were not judged at the end."""
    judged = [
        (c["id"], c["statement"], c["verdict"], c["gate"], c["published"], _found(c))
        for c in document["claims"]
    ]
    others = [
        (c["id"], c["statement"], "not run here", "", c["published"], c["why"])
        for c in document.get("not_run", [])
    ]
    marks = [claim["gate"] for claim in document["claims"]] + ["not run"] * len(others)
    titles = ("claim", "statement", "verdict", "gate", "published", "measured")
    return Table(titles, (*judged, *others), tuple(marks))


def _found(claim: dict[str, Any]) -> str:
    return str(claim["found"] or claim["fault"] or claim["reason"])


def _about(model: Model) -> str:
    allowed = model["self_check"]["tolerance"]
    worst = max(value for name, value in model["self_check"].items() if name != "tolerance")
    text = (
        f"{model['architecture']}, {model['dtype']} on {model['device']}{_trained(model)}. Heads"
        f" scored on {model['inputs_scored']}: {model['convention']}. Attention rebuilt from"
        f" placement entries is off by {worst:.1e} at most (allowed {allowed:.0e})."
    )
    binding = model.get("binding", {})
    if "task" in binding:
        right, total = binding["solved"]
        which = "those only" if binding["solved_only"] else "all inputs, right or wrong"
        text += (
            f" Figures below: {binding['task']}; {binding['convention']}. The model answers"
            f" {right} of {total} right; scored are {which}.{_left_out(binding)}"
        )
    elif "reason" in binding:
        text += f" No binding task: {binding['reason']}."
    return text


def _trained(model: Model) -> str:
    """How a controlled model was trained, where its manifest says so."""
    recipe = (model["manifest"] or {}).get("recipe", {})
    if "seed" not in recipe:
        return ""
    return f", trained with seed {recipe['seed']} for {recipe['steps']} steps"


def _left_out(binding: Model) -> str:
    """Which layers are not in the figures, and why."""
    if not (out := binding["left_out"]):
        return ""
    seen = ", ".join(f"{one['layer']} (it sees {one['statements_seen']})" for one in out)
    return (
        f" Left out of {binding['layers']} layers are those whose sliding window shows the query"
        f" fewer than two whole statements, as nothing can be swapped there: {seen}."
    )


def _of_model(model: Model) -> Iterator[Block]:
    yield Figure(
        figures.heat(heads(model)),
        "Layer × head",
        "See whether the upper map is bright on the left and the lower one on the right: early"
        " layers positional, late ones symbolic (A-e-depth; for the controlled models, B-e-mix).",
    )
    profile = model.get("binding", {}).get("frequencies") or model.get("frequencies")
    if profile:
        most = max(len(head["s_pos"]) for head in profile)
        yield Figure(
            figures.frequencies(profile, bands(most, THRESHOLDS)),
            "Scores by frequency (median and middle half over heads)",
            "See whether the symbolic score leads on the right (slow), the positional one in the"
            " middle, and both are high on the far left (A-e-band).",
        )
    if "lengths" in model:
        task = model["task"]
        yield Figure(
            figures.curves(
                {task: model["lengths"]},
                {task: settings.PUBLISHED_LENGTHS[task]},
                "tokens in the input (trained on 17)",
            ),
            "Accuracy as the input grows",
            "See where accuracy leaves the grey line at .9: letter should hold it to 850 tokens,"
            " number lose it just past 17 (B-e-len).",
        )
        yield _accuracy(model)
    yield from _one_hop(model.get("one_hop", {}))
    yield from _options(model.get("sensitivity"))


def _accuracy(model: Model) -> Table:
    rows = []
    for name in ("hops", "lengths"):
        for key, (right, total) in model[name].items():
            low, high = wilson(right, total)
            cells = (f"{right / total:.4f}", f"[{low:.4f}, {high:.4f}]", str(total))
            rows.append((f"{key} {'hops' if name == 'hops' else 'tokens'}", *cells))
    return Table(("at", "accuracy", "95 % interval", "sequences"), tuple(rows))


def _one_hop(found: dict[str, Any]) -> Iterator[Block]:
    if "reason" in found:
        yield Text(f"No 1-hop tasks: {found['reason']}.")
    if "number" not in found:
        return
    ours = {task: found[task] for task in ("letter", "number")}
    name = "GPT 5.4"
    theirs = {
        f"{name} {task}": {w: shares[n] for w, shares in onehop.PUBLISHED[name].items()}
        for n, task in ((1, "letter"), (0, "number"))
    }
    chat = "in the model's chat template" if found["chat"] else "as plain text"
    yield Figure(
        figures.curves(ours, theirs, "tokens in the target window"),
        f"1-hop accuracy by window: {found['runs']} runs of {found['questions']} questions, {chat}",
        "See whether letter stays well above number at every window and falls later (B-e-llm).",
    )
    rows = []
    for window in sorted(map(int, found["number"])):
        cells = [str(window)]
        for task in ("number", "letter"):
            right, total = found[task][str(window)]
            low, high = wilson(right, total)
            cells.append(f"{right / total:.2f} [{low:.2f}, {high:.2f}]")
            cells.append(f"{found['ranks'][task][str(window)]:.1f}")
        for table in onehop.PUBLISHED.values():
            cells.append(" / ".join(f"{x:.2f}" for x in table[window]) if window in table else "")
        rows.append(tuple(cells))
    titles = ("window", "number", "mean rank", "letter", "mean rank")
    yield Table((*titles, *(f"{name}, published" for name in onehop.PUBLISHED)), tuple(rows))


def _breaking(records: list[dict[str, Any]]) -> Iterator[Block]:
    """Breaking lengths of the recorded runs, where a model of their tasks is reported on."""
    if not records:
        return
    steps = " and ".join(str(n) for n in sorted({one["steps"] for one in records}))
    yield Heading("Predicted against measured: where length breaks accuracy")
    yield Figure(
        figures.breaking(records, settings.FACTOR),
        f"Tokens at which accuracy falls below {settings.KEEPS}, predicted and measured",
        f"See whether points keep within a factor {settings.FACTOR:g} of the diagonal (dotted;"
        " B-e-disc): each prediction is made from inputs of the training length alone.",
    )
    rows = [
        (one["run"], str(one["seed"]), *(_tokens(one[name]) for name in ("measured", "predicted")))
        for one in records
    ]
    yield Table(("run", "seed", "breaks at, measured", "breaks at, predicted"), tuple(rows))
    yield Text(
        f"These are records of other models of the same tasks, trained for {steps} steps with the"
        " seeds named (python -m empirical.lengths makes them); the models above were trained"
        " longer, and what was measured of them is in their own sections. base100 and nope4 are"
        " controls: RoPE base 100, and no rotation from layer 4 on."
    )


def _tokens(length: float | None) -> str:
    return "beyond the lengths tried" if length is None else f"{length:.0f}"


def _options(found: dict[str, Any] | None) -> Iterator[Block]:
    if found is None:
        return
    yield Heading("How the scores hang on what was chosen", 3)
    yield Figure(
        figures.predicted(found["heads"]),
        "Predicted from the logits against measured",
        "See whether points follow the diagonal: the shares √S and √P of the logits (S-two-sided)"
        " need neither softmax nor τ, so what lies off it is the metric's doing, not the head's.",
    )
    titles = ("option", "heads", "median s_POS", "median s_SYM")
    titles += ("r with s_POS", "r with s_SYM", "r of s_POS and s_SYM")
    keys = ("s_pos", "s_sym", "s_pos_r", "s_sym_r", "anti_r")
    rows = [
        (one["name"], str(one["heads"]), *(_number(one[key]) for key in keys))
        for one in found["options"]
    ]
    yield Table(titles, tuple(rows))
    between, cost = found["between_inputs"], found["cost"]
    yield Text(
        f"Medians over heads of means over {found['inputs']} inputs; r across heads with the scores"
        " as scored. Random permutations move all blocks at once and weigh places evenly; swaps are"
        " weighed by the gap they close. Of the scores' variance"
        f" {_number(between['s_pos'])} (s_POS) and {_number(between['s_sym'])} (s_SYM) lies between"
        f" inputs, the rest between heads. Cost: {cost['seconds_an_input']:.2f} s an input for"
        f" {cost['scorings']} scorings of every head, beside {cost['seconds_a_pass']:.2f} s for the"
        f" forward pass; {cost['peak_gib']:.2f} GiB at most in the process, of which weights"
        f" {cost['weights_gib']:.2f} GiB."
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _method(document: Document) -> Iterator[Block]:
    software = ", ".join(f"{name} {version}" for name, version in document["software"].items())
    yield Text(
        "Every score comes from the placement matrix M[a, p] of a head: the logit of content a at"
        " place p, rebuilt from one forward pass and held against the model's own attention rows"
        " and against one real swap a layer before anything is scored."
    )
    yield Text(
        "Seeds are fixed in the code: evaluation data 20000, binding task 30000, bootstrap and"
        " permutation tests 40000, random permutations of blocks 50000, 1-hop runs 1 to 5."
        " Intervals are Wilson's for proportions and percentile bootstraps over heads elsewhere,"
        " at 95 %."
    )
    yield Text(
        "Caveats: heads of one model are not independent, so their intervals and p-values are"
        " optimistic; thresholds for language models come from figures published for gemma-2-2b-it"
        " and are predictions for any other. Random weights are no null of zero: exclusion and"
        " the turning of RoPE planes alone pull r down and draw the bands (a tiny Gemma-2 with"
        " random weights had r = -0.73 and met A-e-band), so these two do not show what training"
        " did; depth does."
    )
    commit = f" (commit {document['commit']})" if document["commit"] else ""
    yield Text(f"Made {document['made']} in {document['seconds']} s with {software}{commit}.")

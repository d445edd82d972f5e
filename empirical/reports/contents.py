"""What a report says, in order."""

from collections.abc import Iterator

from empirical.protocol.findings import BindingPart, HeadScores, Lacking, Model
from empirical.protocol.form import Document
from empirical.protocol.reading import Count
from empirical.protocol.statistics import wilson
from empirical.reports import cards, figures, sections
from empirical.reports.blocks import Block, FigureBlock, Heading, TableBlock, Text
from empirical.reports.plots import published
from theory.ledger.plural import counted
from theory.reports.screen import GATE


def blocks(document: Document) -> Iterator[Block]:
    """The whole report: verdicts first, figures, tables, then method and caveats."""
    yield Heading("Verdicts")
    yield Text(_conclusion(document))
    if document.shortened:
        yield Text(document.shortened)
    yield _verdicts(document)
    models = document.models
    yield Heading("Heads on the positional–symbolic plane")
    for start in range(0, len(models), 2):
        pair = models[start : start + 2]
        named = [(m.name.rstrip("/").rsplit("/", 1)[-1], shown_heads(m)) for m in pair]
        drawn = figures.plane(named, document.thresholds.gamma)
        yield FigureBlock(drawn, "s_POS against s_SYM, every head", PLANE)
    for model in models:
        yield Heading(model.name)
        yield Text(_about(model))
        yield from _of_model(model)
    yield from sections.breaking_section(document.breaking)
    yield Heading("Method, versions, seeds, caveats")
    yield from _method(document)


def shown_heads(model: Model) -> tuple[HeadScores, ...]:
    """The heads' scores: on the binding task where it was posed, else on what was scored."""
    return model.binding.scores if isinstance(model.binding, BindingPart) else model.scores


ALIKE = "not told apart"
"""The mark of a claim that is as expected, and that random weights meet as well."""
PLANE = (
    "See whether points lie along the falling diagonal (A-e-anti: a head is one or the other), in"
    " the dotted corners (pure heads, B-e-mix), and whether dark points, early layers, lie right of"
    " bright ones (A-e-depth). A head at (1, 1) has uniform attention: no preference, not both"
    " preferences. Numbers are layers, or layer:head."
)


def _conclusion(document: Document) -> str:
    marks = [claim.gate for claim in document.claims]
    good = marks.count("as expected")
    codes = {0: "passes", 1: "fails: a verdict differs", 7: "does not pass: something is undecided"}
    gate = codes.get(document.exit_code, f"ends with exit code {document.exit_code}")
    left = marks.count("open")
    undecided = f" {left} open: UNDECIDED is what is expected of them." if left else ""
    return (
        f"As expected: {good} of {counted(len(marks), 'verdict')}.{undecided} The gate {gate}."
        " A claim that this run did not judge is listed as not run here and does not count."
    )


def _verdicts(document: Document) -> TableBlock:
    """The verdict table, claims that were not judged at the end."""
    judged = [
        (c.id, c.statement, c.shown, f"{GATE[c.gate][0]} {c.gate}", c.published, c.message)
        for c in document.claims
    ]
    others = [(c.id, c.statement, "not run here", "", c.published, c.why) for c in document.not_run]
    marks = [ALIKE if c.random and c.gate == "as expected" else c.gate for c in document.claims]
    marks += ["not run"] * len(others)
    titles = ("claim", "statement", "verdict", "gate", "published", "measured")
    return TableBlock(titles, (*judged, *others), tuple(marks))


def number_format(model: Model) -> str:
    """And how the weights were stored before that, where a file said so."""
    return f"{model.dtype}, {model.weights}" if model.weights else model.dtype


def _about(model: Model) -> str:
    check = model.self_check
    text = (
        f"{model.architecture}, {number_format(model)} on {model.device}{_trained(model)}. Heads"
        f" scored on {model.inputs_scored}: {model.convention}. Attention rebuilt from"
        f" placement entries is off by {check.worst:.1e} at most (allowed {check.tolerance:.0e})."
    )
    binding = model.binding
    if isinstance(binding, BindingPart):
        right, total = binding.solved
        which = "those only" if binding.solved_only else "all inputs, right or wrong"
        text += (
            f" Figures below: {binding.task}; {binding.convention}. The model answers"
            f" {right} of {total} right; scored are {which}.{_left_out(binding)}"
        )
    elif isinstance(binding, Lacking):
        text += f" No binding task: {binding.reason}."
    return text


def _trained(model: Model) -> str:
    """How a controlled model was trained, where its manifest says so."""
    recipe = (model.manifest or {}).get("recipe", {})
    if "seed" not in recipe:
        return ""
    return f", trained with seed {recipe['seed']} for {recipe['steps']} steps"


def _left_out(binding: BindingPart) -> str:
    """Which layers are not in the figures, and why."""
    if not (out := binding.left_out):
        return ""
    layers = ", ".join(f"{one.layer} (it sees {one.statements_seen})" for one in out)
    return (
        f" Left out of {binding.layers} layers are those whose sliding window shows the query"
        f" fewer than two whole statements, as nothing can be swapped there: {layers}."
    )


def _of_model(model: Model) -> Iterator[Block]:
    yield FigureBlock(
        figures.heat(shown_heads(model)),
        "Layer × head",
        "See whether the upper map is bright on the left and the lower one on the right: early"
        " layers positional, late ones symbolic (A-e-depth; for the controlled models, B-e-mix).",
    )
    posed = model.binding
    profile = posed.frequencies if isinstance(posed, BindingPart) else model.frequencies
    if profile:
        yield sections.profile(
            profile,
            "Scores by frequency (median and middle half over heads)",
            "See whether the symbolic score leads on the right (slow), the positional one in the"
            " middle, and both are high on the far left (A-e-band).",
        )
    task = model.task
    if model.lengths is not None and task is not None:
        yield FigureBlock(
            figures.length_curves(
                {task: model.lengths},
                {f"{task}, Fig. 5B": published(task, map(int, model.lengths))},
                "tokens in the input (trained on 17)",
            ),
            "Accuracy as the input grows",
            "See where accuracy leaves the grey line at .9: by its text letter should hold it"
            " to 850 tokens (Fig. 5B is below there), number lose it just past 17 (B-e-len).",
        )
        yield _accuracy(model)
    yield from cards.card_blocks(model.cards, shown_heads(model), profile or ())
    yield from sections.against_random(model)
    yield from sections.one_hop_blocks(model.one_hop)
    yield from sections.option_table(model.sensitivity)


def accuracy_cells(count: Count) -> tuple[str, str, str]:
    """The share that is right, its interval, and of how many."""
    low, high = wilson(*count)
    return f"{count[0] / count[1]:.4f}", f"[{low:.4f}, {high:.4f}]", str(count[1])


def _accuracy(model: Model) -> TableBlock:
    both = (("hops", model.hops or {}), ("tokens", model.lengths or {}))
    rows = (
        (f"{key} {unit}", *accuracy_cells(count)) for unit, of in both for key, count in of.items()
    )
    return TableBlock(("at", "accuracy", "95 % interval", "sequences"), tuple(rows))


def _method(document: Document) -> Iterator[Block]:
    software = ", ".join(f"{name} {version}" for name, version in document.software.items())
    yield Text(
        "Every score comes from the placement matrix M[a, p] of a head: the logit of content a"
        " at position p. The matrix is computed from one forward pass. Before any score, it"
        " is compared with the model's own attention rows and with one real swap in each layer."
    )
    yield Text(
        "Seeds are fixed in the code: evaluation data 20000, binding task 30000, bootstrap and"
        " permutation tests 40000, random permutations of blocks 50000, random weights 60000, 1-hop"
        " runs 1 to 5."
        " Intervals are Wilson's for proportions and percentile bootstraps over heads elsewhere"
        " (A-e-depth, A-e-band: over layers, each with all of its heads), at 95 %."
    )
    yield Text(
        "Caveats: heads of one model are not independent, so their intervals and p-values are"
        " optimistic. Thresholds for language models come from figures published for gemma-2-2b-it"
        " and are predictions for any other model. Random weights do not give zero: exclusion and"
        " the rotation of RoPE alone make r negative and separate the frequencies (a tiny Gemma-2"
        " with random weights had r = -0.73; SmolLM2-135M with shuffled ones meets A-e-band at 256"
        " statements). So these two statistics do not show what training did, and the claims do not"
        " say it. --against-random compares each statistic with random weights; a claim whose"
        " statistics do not lie beyond theirs is then undecided, and each verdict says whether that"
        " was asked."
    )
    commit = f" (commit {document.commit})" if document.commit else ""
    yield Text(f"Made {document.made} in {document.seconds} s with {software}{commit}.")

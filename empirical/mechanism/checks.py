"""The checks of the claims about mechanism, on records of measured models.

A measurement has ``tasks`` (for each task its models' records, as ``empirical.mechanism`` writes
them), ``seeds`` and ``steps`` (which runs are required) and the thresholds. A head is positional
or symbolic if it is pure (γ = 0.1, by means; see ``pure``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from empirical.protocol import settings
from empirical.protocol.statistics import NORMAL, above, both, mean_interval, opposite
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Outcome, Status

Measurement = dict[str, Any]
Record = dict[str, Any]
CARRIES = {"number": ("positional", "index"), "letter": ("symbolic", "retrieval")}
"""The heads that do a task's operation, and the operation."""
WRONG = ("uniform", "other")
"""Attention that should do no task's operation."""


def lacking(measurement: Measurement) -> Outcome | None:
    """FALSE where a task lacks seeds, its full run, or names a run twice; None if nothing lacks."""
    for task in TASKS:
        records = measurement["tasks"].get(task, [])
        runs = {(record["steps"], record["seed"]) for record in records}
        short = {seed for steps, seed in runs if steps == measurement["steps"]}
        full = any(steps == settings.FULL_STEPS for steps, _ in runs)
        if not (len(runs) == len(records) and len(short) >= measurement["seeds"] and full):
            found = f"{task}: {len(short)} seeds of {measurement['seeds']}, full run: {full}"
            return Outcome(Status.FALSE, 1, found)
        if any(record["task"] != task for record in records):
            return Outcome(Status.FALSE, 1, f"{task}: a record of another task")
    return None


def pure(record: Record, kind: str, gamma: float) -> list[dict[str, Any]]:
    """The layers whose head is pure: one score at least 1 - γ, the other at most γ, by means."""
    high, low = ("s_pos", "s_sym") if kind == "positional" else ("s_sym", "s_pos")
    return [x for x in record["layers"] if x[high] >= 1 - gamma and x[low] <= gamma]


def _all(holds: list[bool]) -> Status:
    return Status.TRUE if holds and all(holds) else Status.FALSE


def _between(low: float, high: float, threshold: float) -> Status:
    """Whether what lies in [low, high] is above the threshold."""
    if low > threshold:
        return Status.TRUE
    return Status.FALSE if high <= threshold else Status.UNKNOWN


def _mean_id(record: Record, squared: bool = False) -> float:
    ids = [x["mean_ids"]["squared"] if squared else x["mean_id"] for x in record["layers"]]
    return float(sum(ids) / len(ids))


def check_frequencies(measurement: Measurement) -> Outcome:
    """B-e-freq: every positional head of every number model at a mean ID of at most ``fast``;
    letter models' mean over layers above ``uniform``, by Student's interval over the seeds and in
    the full run."""
    if lack := lacking(measurement):
        return lack
    answers, shown, most, squared = [], [], set(), []
    for record in measurement["tasks"]["number"]:
        heads = pure(record, "positional", measurement["gamma"])
        answers.append(Status.TRUE if heads else Status.FALSE)
        most |= {head["dominant"] for head in heads}
        squared += [head["mean_ids"]["squared"] for head in heads]
        for head in heads:
            reach = NORMAL * head["mean_id_error"]
            low, high = head["mean_id"] - reach, head["mean_id"] + reach
            answers.append(opposite(_between(low, high, measurement["fast"])))
        shown.append("/".join(f"{head['mean_id']:.1f}" for head in heads) or "none")
    letter = measurement["tasks"]["letter"]
    means = [_mean_id(x) for x in letter if x["steps"] == measurement["steps"]]
    full = [_mean_id(x) for x in letter if x["steps"] != measurement["steps"]]
    low, centre, high = mean_interval(means)
    answers.append(_between(low, high, measurement["uniform"]))
    answers.append(_all([x > measurement["uniform"] for x in full]))
    found = (
        f"number, positional heads' mean IDs {', '.join(shown)} (by squared norms"
        f" {min(squared, default=0):.1f} to {max(squared, default=0):.1f}; most used plane: ID"
        f" {' or '.join(map(str, sorted(most))) or 'none'}); letter, mean over layers"
        f" {centre:.1f} [{low:.1f}, {high:.1f}],"
        f" full run {', '.join(f'{x:.1f}' for x in full)} (by squared norms"
        f" {', '.join(f'{_mean_id(x, True):.1f}' for x in letter)})"
    )
    return Outcome(both(*answers), len(answers), found)


def check_geometry(measurement: Measurement) -> Outcome:
    """B-e-geom: in the dominant plane of every positional head of every number model, keys' angles
    and queries' angles, by bootstrap intervals."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for record in measurement["tasks"]["number"]:
        heads = pure(record, "positional", measurement["gamma"])
        answers.append(Status.TRUE if heads else Status.FALSE)
        for head in heads:
            answers.append(_between(*head["keys"][1:], measurement["aligned"]))
            answers.append(_between(*head["queries"][1:], measurement["fanned"]))
        shown.append("/".join(f"{h['keys'][0]:.2f}:{h['queries'][0]:.2f}" for h in heads) or "none")
    return Outcome(both(*answers), len(answers), f"number, keys' R : queries' ρ {', '.join(shown)}")


def check_flow(measurement: Measurement) -> Outcome:
    """B-e-flow: in every model of both tasks the looks explained, all layers and positions
    together, and the solved inputs whose query ends holding the answer."""
    return _flow(measurement, lambda flow: [flow["explained"], flow["reached"]])


def check_path(measurement: Measurement) -> Outcome:
    """S-flow: the solved inputs whose query ends holding the answer, where looks that are no step
    change nothing; in every model, and at 4 hops too."""
    return _flow(measurement, lambda flow: [flow["stepped"], flow["stepped_by_hops"]["4"]])


def check_jump(measurement: Measurement) -> Outcome:
    """S-jump: in every letter model most 4-hop queries reach hops 1, 2 and 4 alone; with hop 2's
    place cut hardly any does and most walk; with hop 1's place cut most jump as before."""
    if lack := lacking(measurement):
        return lack
    answers, shown, early, follow = [], [], [], []
    for record in measurement["tasks"]["letter"]:
        if "jump" not in record:
            reason = "not measured: run python -m empirical.mechanism on the letter models again"
            return Outcome(Status.UNKNOWN, 0, reason, reason)
        found = record["jump"]
        if not found["none"]["jumped"][1]:
            return Outcome(Status.FALSE, 1, f"{record['name']} solves no input")
        answers += [above(*found[cut]["jumped"], measurement["most"]) for cut in ("none", "hop 1")]
        answers.append(opposite(above(*found["hop 2"]["jumped"], measurement["rarely"])))
        answers.append(above(*found["hop 2"]["walked"], measurement["most"]))
        pairs = (*((cut, "jumped") for cut in ("none", "hop 1", "hop 2")), ("hop 2", "walked"))
        shown.append("/".join(_share(found[cut][what]) for cut, what in pairs))
        early.append("/".join(_share(found[c]["jumped early"]) for c in ("none", "hop 1", "hop 2")))
        follow.append("/".join(_share(found["none"][x]) for x in ("fetched", "standing")))
    text = (
        f"letter, jump with nothing/hop 1/hop 2 cut/walk with hop 2 cut: {', '.join(shown)};"
        f" beside, skipping hop 2 instead, with nothing/hop 1/hop 2 cut: {', '.join(early)};"
        f" looks lead to the answer, taking what is fetched/what stands there: {', '.join(follow)}"
    )
    return Outcome(both(*answers), len(answers), text)


def _share(counts: list[int]) -> str:
    return f"{counts[0] / counts[1]:.2f}"


def _flow(measurement: Measurement, shares: Callable[[Any], list[list[int]]]) -> Outcome:
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task in TASKS:
        pairs = []
        for record in measurement["tasks"][task]:
            if not record["flow"]["solved"][0]:
                return Outcome(Status.FALSE, 1, f"{record['name']} solves no input")
            counts = shares(record["flow"])
            answers += [above(*c, measurement["explained"]) for c in counts]
            pairs.append("/".join(f"{right / total:.2f}" for right, total in counts))
        shown.append(f"{task} {', '.join(pairs)}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))


def check_causal(measurement: Measurement) -> Outcome:
    """S-causal: with the operation's attention in place of the heads' own accuracy is kept, with
    uniform attention and with the other task's it is lost."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task, (kind, operation) in CARRIES.items():
        triples = []
        for record in measurement["tasks"][task]:
            found = record["causal"]["attention"][kind]
            if not found:
                return Outcome(Status.FALSE, 1, f"{record['name']}: no {kind} head")
            answers.append(above(*found[operation], measurement["kept"]))
            answers += [opposite(above(*found[x], measurement["lost"])) for x in WRONG]
            shares = (found[x][0] / found[x][1] for x in (operation, *WRONG))
            triples.append("/".join(f"{x:.2f}" for x in shares))
        shown.append(f"{task}, {kind} heads as {operation}/{'/'.join(WRONG)}: {', '.join(triples)}")
    stays = (_share(record["causal"]["staying"]) for record in measurement["tasks"]["letter"])
    shown.append(
        f"beside, letter as retrieval, a place that is done looking on: {', '.join(stays)}"
    )
    return Outcome(both(*answers), len(answers), "; ".join(shown))


def check_bands(measurement: Measurement) -> Outcome:
    """S-bands: number's positional heads need their fastest band, not a random one of equal size;
    letter's heads do not need it."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task, kind in (("number", "positional"), ("letter", "all")):
        pairs = []
        for record in measurement["tasks"][task]:
            found = record["causal"]["bands"][kind]
            if not found:
                return Outcome(Status.FALSE, 1, f"{record['name']}: no {kind} head")
            if task == "number":
                answers.append(opposite(above(*found["fastest"], measurement["lost"])))
                answers.append(above(*found["random"], measurement["kept"]))
            else:
                answers.append(above(*found["fastest"], measurement["kept"]))
            pairs.append(
                "/".join(f"{found[x][0] / found[x][1]:.2f}" for x in ("fastest", "random"))
            )
        shown.append(f"{task}, {kind} heads without fastest/random band: {', '.join(pairs)}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))

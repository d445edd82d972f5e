"""The criteria of what is done to the law's models: remedies, and training with log-scaled logits.

Each gives requirements, what was found against the bound (``law.criteria``).
"""

from collections.abc import Sequence

from empirical.experiments.law.bounds import LawBounds
from empirical.experiments.law.reading import Pair, Pairwise, Remedied
from empirical.experiments.law.records import Remedy
from empirical.protocol.statistics import Answer, Requirement, at_least, at_most, status, wilson
from theory.ledger import Status

JUDGED = {"letter": 2000, "number": 136}
"""The length at which remedies are held against each other."""
KEPT_TO = 2000
"""The dilution remedy is asked to keep accuracy to here; 8,000 tokens are for information."""


def returned(one: Remedy, how: str, length: int) -> tuple[float, float]:
    """The share of the answers lost at a length that a remedy gives back, and the share lost."""
    i = one.lengths.index(length)
    lost = one.of[i] - one.right["nothing"][i]
    back = one.right[how][i] - one.right["nothing"][i]
    return back / max(lost, 1), lost / one.of[i]


def several(found: Remedied, tasks: Sequence[str]) -> Answer:
    """As many models as registered, of which enough is lost without a remedy."""
    at, answer = found.bounds, []
    for task in tasks:
        rows = found.tasks.get(task, ())
        many = len({one.seed for one in rows})
        answer.append(at_least(f"{task}: models remedied", many, at.remedied))
        lost = min((returned(one, "nothing", JUDGED[task])[1] for one in rows), default=0.0)
        told = Status.TRUE if lost >= at.lost else Status.UNKNOWN
        answer.append(Requirement(f"{task}: answers lost without a remedy", told, lost, at.lost))
    return answer


def restored(one: Remedy, at: LawBounds) -> tuple[Status, float]:
    """Whether the dilution remedy keeps accuracy at every length to ``KEPT_TO``, and the least
    share."""
    answers, least = [], 1.0
    for length, right, of in zip(one.lengths, one.right["dilution"], one.of, strict=True):
        if length <= KEPT_TO:
            high = wilson(right, of)[1]
            open_or_not = Status.UNKNOWN if high >= at.restored else Status.FALSE
            answers.append(Status.TRUE if right >= at.restored * of else open_or_not)
            least = min(least, right / of)
    worst = Status.FALSE if Status.FALSE in answers else Status.UNKNOWN
    return (Status.TRUE if set(answers) == {Status.TRUE} else worst), least


def undiluted(found: Remedied) -> Answer:
    """S-dilution-cause: logits multiplied by what the law says restore letter and not number."""
    at, answer = found.bounds, several(found, ("letter", "number"))
    if status(answer) is not Status.TRUE:
        return answer
    for one in found.tasks["letter"]:
        holds, least = restored(one, at)
        name = f"letter {one.seed}: accuracy with the factor"
        answer.append(Requirement(name, holds, least, at.restored))
    for one in found.tasks["number"]:
        back = returned(one, "dilution", JUDGED["number"])[0]
        answer.append(at_most(f"number {one.seed}: given back by the factor", back, at.nothing))
    return answer


def unaliased(found: Remedied) -> Answer:
    """S-alias-cause: lags forbidden by the base alone give back number's answers, as many other
    lags do not; of letter's no more come back by it than by as many other lags, which thin out the
    irrelevant keys too."""
    at, answer = found.bounds, several(found, ("number", "letter"))
    if status(answer) is not Status.TRUE:
        return answer
    for one in found.tasks["number"]:
        back = returned(one, "aliasing", JUDGED["number"])[0]
        other = returned(one, "random lags", JUDGED["number"])[0]
        answer.append(at_least(f"number {one.seed}: given back", back, at.returned))
        answer.append(at_most(f"number {one.seed}: by other lags", other, at.nothing))
    letter = found.tasks["letter"]
    back = pooled(letter, "aliasing") - pooled(letter, "random lags")
    return [*answer, at_most("letter: given back beyond other lags", back, at.beyond)]


def pooled(rows: Sequence[Remedy], how: str) -> float:
    """The share of all models' answers lost at letter's length that a remedy gives back."""
    found = [(one, one.lengths.index(JUDGED["letter"])) for one in rows]
    lost = sum(one.of[i] - one.right["nothing"][i] for one, i in found)
    back = sum(one.right[how][i] - one.right["nothing"][i] for one, i in found)
    return back / max(lost, 1)


def scaled(found: Pairwise) -> Answer:
    """S-log-scaled: trained with log-scaled logits, letter does not break by the last length, where
    the plain partner has broken, which had learnt the task."""
    at, rows = found.bounds, found.tasks.get("letter", ())
    answer = [at_least("models", len({one.seed for one in rows}), at.remedied), partners(rows, at)]
    for one in rows:
        answer += comparable(one, at)
    if status(answer) is not Status.TRUE:
        return answer
    for one in rows:
        least = min(x / y for x, y in one.accuracy)
        keeps = Status.TRUE if least >= at.keeps else Status.UNKNOWN
        surely = any(wilson(x, y)[1] < at.keeps for x, y in one.accuracy)
        keeps = Status.FALSE if surely else keeps
        answer.append(Requirement(f"letter {one.seed}: keeps", keeps, least, at.keeps))
    return [*answer, together(rows, at)]


def together(rows: Sequence[Pair], at: LawBounds) -> Requirement:
    """Of the answers of all models together enough surely are right, at every length. By one model
    alone this would be open in most draws if .97 are right, as 100 inputs are read at the end."""
    low = min(
        wilson(sum(right for right, _ in row), sum(of for _, of in row))[0]
        for row in zip(*(one.accuracy for one in rows), strict=True)
    )
    holds = Status.TRUE if low >= at.keeps else Status.UNKNOWN
    return Requirement("letter: surely kept by all together", holds, low, at.keeps)


def partners(rows: Sequence[Pair], at: LawBounds) -> Requirement:
    """The plain partners have learnt their task at 17 tokens; else nothing is decided."""
    least = min((x / y for one in rows for x, y in one.plain_tested), default=0.0)
    holds = Status.TRUE if least >= at.learnt else Status.UNKNOWN
    return Requirement("letter: partners that have learnt", holds, least, at.learnt)


def comparable(one: Pair, at: LawBounds) -> Answer:
    """A log-scaled model has learnt its task, and its partner surely breaks."""
    right, of = one.plain
    least = min(x / y for x, y in one.tested)
    has = Status.TRUE if least >= at.learnt else Status.UNKNOWN
    broken = Status.TRUE if wilson(right, of)[1] < at.keeps else Status.UNKNOWN
    return [
        Requirement(f"letter {one.seed}: learnt", has, least, at.learnt),
        Requirement(f"letter {one.seed}: its partner breaks", broken, right / of, at.keeps),
    ]

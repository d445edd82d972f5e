"""What the criteria hold runs of the released recipe against: fixed before any was scored, but for
what the table of changes says (``empirical.protocol.registration``)."""

from dataclasses import dataclass

from empirical.experiments.mechanism import settings as mechanism
from empirical.protocol import settings


@dataclass(frozen=True)
class Bounds:
    """The thresholds of every criterion in this package, and how many seeds a verdict needs.

    seeds        models a task without which nothing is decided
    learnt_at    accuracy at every hop count, a precondition wherever a trained model is spoken of
    gamma        a head is pure if one score is at least 1 - γ, the other at most γ
    drawn_gamma  the γ that Fig. 2C's dates fit; B-e-pure is read there, as the paper draws it
    level        B-e-start: 'high', of both scores and of entropy on its layer's own scale
    emerges      B-e-hops: a hop count has emerged from where its accuracy stays above this
    order_p      B-e-hops: Page's trend test
    apart_p      one-sided p at which one group of seeds lies above another
    together     B-e-hops: 'nearly the same step', as a share of the last hop count's step
    shift        B-e-gamma: a 'small shift' read as a tenth of the training steps
    keeps        B-e-len: 'keeps > 0.9'
    kept_until   B-e-len: tokens in all
    latest       B-e-len: tokens added by which number 'barely generalizes' (published .878 there)
    barely_at    B-e-len: tokens in all at which number is well below 'keeps' (published .498 there)
    barely       B-e-len: accuracy there, below; half-way from 'keeps' to what is published
    monotone     rank correlation with length at which something falls steadily
    later        B-e-shape: letter's length of half accuracy over number's, at least; and so of
                 'keeps'
    fast         B-e-freq: mean ID of a head of the fastest angles, at most
    alike        B-e-freq: mean ID of a head that uses all angles alike
    lost         accuracy below which a task is lost without a head
    mainly       B-e-flow: share of the pure heads' looks, at least
    stays        B-e-reflexive: share of looks by which a head's operation is Reflexive, above
    waiting      B-e-reflexive: share of the solved queries that wait before such a head, below;
                 with as many queries of each of four hop counts, most of every one are done
    some         B-e-shortcut: share of 4-hop queries, above; with the shortcut cut, below
    aligned      B-e-geom: resultant length of the keys' angles, above
    fanned       B-e-geom: circular correlation of the queries' angles with -number × θ, above
    faster       B-e-disc-decay: number's gap falls by this factor more than letter's, at least
    held_letter  B-e-disc-sim, B-e-disc: models of letter trained after the predictor was frozen
    held_number  the same of number
    span         their breaking lengths span at least this factor, in letter
    ranks_p      p of Spearman's rank correlation of predicted with measured, at most
    off          B-e-disc-sim: geometric mean of the factors by which it is off, at most; what the
                 law allows a model of which it says where it breaks
    """

    seeds: int = settings.SEEDS
    learnt_at: float = settings.ACCURACY
    gamma: float = settings.GAMMA
    drawn_gamma: float = 0.2
    level: float = settings.START_LEVEL
    emerges: float = settings.PASSES
    order_p: float = settings.ORDER_P
    apart_p: float = 0.05
    together: float = settings.TOGETHER
    shift: float = 0.1
    keeps: float = settings.KEEPS
    kept_until: int = settings.KEEPS_UNTIL
    latest: int = 50
    barely_at: int = settings.BARELY_AT
    barely: float = settings.BARELY
    monotone: float = 0.9
    later: float = 4.0
    fast: float = mechanism.FAST
    alike: float = mechanism.UNIFORM
    lost: float = mechanism.LOST
    mainly: float = 0.5
    stays: float = 0.9
    waiting: float = 1 / 8
    some: float = 0.1
    aligned: float = mechanism.ALIGNED
    fanned: float = mechanism.FANNED
    faster: float = 2.0
    held_letter: int = 10
    held_number: int = 6
    span: float = 4.0
    ranks_p: float = 0.01
    off: float = 1.5


BOUNDS = Bounds()
"""As registered."""

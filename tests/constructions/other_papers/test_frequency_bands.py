"""FB-band: the closed forms are the variances, its intervals leave no gap, and a peak is refused
that another one exceeds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from mpmath import cos, diff, mp, mpf, quad, sin

from constructions.other_papers import frequency_bands as bands
from constructions.other_papers.frequency_bands import Band, largest_variance
from theory.mathematics.conversions import precision, to_ball

BAND = Band()


@pytest.mark.parametrize(("name", "tail"), [("single", "17/32"), ("any_phase", "9/16")])
def test_a_peak_that_a_later_one_might_exceed_is_refused(name, tail):
    """Beyond 8 a variance is bounded by 1/2 + 1/(4x), or 1/2 + 1/(2x)."""
    low, high, _, most = getattr(BAND, name)
    outcome = largest_variance(replace(BAND, **{name: (low, high, Fraction(tail), most)}))
    assert (outcome.status, outcome.found) == ("false", "beyond 8 a variance may be larger")


def variance(f, low, high):
    """That of f(u), u uniform between the ends."""
    mean = quad(f, [low, high]) / (high - low)
    return quad(lambda u: (f(u) - mean) ** 2, [low, high]) / (high - low)


@pytest.mark.parametrize("text", ["0.5", "2", "3.657", "4.4934", "7", "9.5"])
def test_the_closed_forms_are_variances_and_their_slopes(text):
    with precision(96), mp.workdps(25):
        x, ball = mpf(text), to_ball(Fraction(text))
        true = {
            "lone": variance(cos, 0, x),
            "phased": variance(sin, -x / 2, x / 2),
            "even": variance(cos, -x / 2, x / 2),
            "lone_slope": diff(lambda y: variance(cos, 0, y), x),
            "phased_slope": diff(lambda y: variance(sin, -y / 2, y / 2), x),
        }
        told = {name: float(getattr(bands, name)(ball)) for name in true}
    assert told == pytest.approx({name: float(value) for name, value in true.items()}, abs=1e-9)


def test_intervals_cover_what_lies_between_the_ends():
    low, high = Fraction(1), Fraction(2)
    with precision(96):
        cells = bands._cells(low, high, Fraction(3, 10))
        assert cells[0].contains(to_ball(low))
        assert cells[-1].contains(to_ball(high))
        assert all(a.overlaps(b) for a, b in zip(cells, cells[1:], strict=False))
        assert len(cells) == 4


@pytest.mark.parametrize(("tilt", "at"), [("1/100", "1.5808"), ("-1/100", "7.844")])
def test_the_lower_of_two_peaks_is_refused(tilt, at):
    """sin x + tilt · x, 1 ≤ x ≤ 8: a peak of the slope's right signs, where another is higher."""

    def measure(x):
        return x.sin() + to_ball(Fraction(tilt)) * x

    def slope(x):
        return x.cos() + to_ball(Fraction(tilt))

    low, high = (Fraction(at) + k for k in (Fraction(-1, 1000), Fraction(1, 1000)))
    with precision(96):
        top = Fraction(float(measure(to_ball(Fraction(at)))))
        box = (low, high, top - Fraction(1, 1000), top + Fraction(1, 100))
        wrong = next(filter(None, bands._peak(measure, slope, box)))
    assert wrong.startswith("at [")


@pytest.mark.parametrize(
    ("name", "peak", "why"),
    [
        ("single", ("3.650", "3.652", ".540", ".541"), "has the other sign"),
        ("single", ("3.660", "3.662", ".540", ".541"), "has the other sign"),
        ("any_phase", ("4.490", "4.492", ".6086", ".6087"), "has the other sign"),
        ("single", ("3.656", "3.658", ".540", ".5401"), "near the peak it is"),
        ("single", ("3.656", "3.658", ".5409", ".541"), "near the peak it is"),
    ],
)
def test_a_peak_elsewhere_or_of_another_height_is_refused(name, peak, why):
    assert why in largest_variance(replace(BAND, **{name: tuple(map(Fraction, peak))})).found

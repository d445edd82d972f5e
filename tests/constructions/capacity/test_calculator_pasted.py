"""A configuration that is pasted into the site's calculator, on its page."""

import json

import pytest

import rope_claims
from constructions.capacity import published
from constructions.capacity.rotations import model_of_fields, rotations
from tests.constructions.capacity.test_calculator import PAGE, TOLERANCE
from tests.theory.reports.site.browser import needs_browser

pytestmark = needs_browser
START = PAGE.partition("await done();")[0]
TOLD = """
const told = () => ({ status: status.textContent, source: find('source').textContent,
  command: find('command').textContent, base: find('base').value });
const paste = (config, n) => { set('length', n); find('config').value = JSON.stringify(config);
  find('read').click(); };
"""
YARN = {"rope_type": "yarn", "factor": 16.0, "original_max_position_embeddings": 256}
LONGER = {"factor": 40.0, "original_max_position_embeddings": 4096}
LONGROPE = {"rope_type": "longrope", "factor": 4.0, "original_max_position_embeddings": 64}
LLAMA3 = {"rope_type": "llama3", "factor": 32.0, "original_max_position_embeddings": 1024}
PASTED = [
    (YARN | {"beta_fast": 4.0}, 128, 2048, ["beta_fast 4"]),
    (
        YARN | LONGER | {"beta_fast": 128, "beta_slow": 16},
        128,
        8192,
        ["beta_fast 128", "beta_slow 16"],
    ),
    (YARN | {"truncate": False}, 32, 2048, ["truncate false"]),
    (
        LLAMA3 | {"low_freq_factor": 4.0, "high_freq_factor": 32.0},
        16,
        2048,
        ["low_freq_factor 4", "high_freq_factor 32"],
    ),
    (
        LONGROPE | {"short_factor": [1.0] * 8, "long_factor": [*range(2, 10)]},
        16,
        256,
        ["short_factor", "long_factor"],
    ),
]


def budget(status):
    """β* in the page's sentence."""
    return float(status.partition("positions: ")[2].partition(". ")[0])


@pytest.mark.parametrize(("scaling", "head", "n", "kept"), PASTED)
def test_a_pasted_configuration_is_used_until_a_field_is_edited(
    scaling, head, n, kept, site, browser
):
    """Its budget is within a hundredth of what the printed call certifies; the call turns as it."""
    config = {"model_type": "llama", "hidden_size": head, "num_attention_heads": 1}
    config |= {"max_position_embeddings": n, "rope_scaling": scaling}
    state = browser.left(
        site / "calculator.html",
        f"""{START}{TOLD}
        paste({json.dumps(config)}, {n}); await done(); left.pasted = told();
        set('scaling', 'none'); await done(); left.edited = told();
        """,
    )
    pasted, edited = state["pasted"], state["edited"]
    listed = ", ".join(kept)
    assert pasted["source"] == f"Read, and used until a field above is edited: {listed}."
    call = pasted["command"].removeprefix("from rope_claims import capacity\nprint(")
    certified = eval(call.removesuffix(")"), {"capacity": rope_claims.capacity})
    (theirs,) = rotations(model_of_fields("pasted", config), n)
    assert certified.angles == theirs.angles
    within = budget(pasted["status"]) / certified.lower, budget(pasted["status"]) / certified.upper
    assert within[0] > 1 - TOLERANCE
    assert within[1] < 1 + TOLERANCE
    assert edited["source"] == f"A field was edited. No longer used of what was read: {listed}."
    assert f"capacity(base=10000, head_size={head}, tokens={n})" in edited["command"]


def test_each_layer_type_of_a_pasted_configuration_has_its_own_budget(site, browser):
    """The certified ones are 9.84 and 9.56 in two decimals."""
    config = published.published_models()["gemma-3-1b"].config
    state = browser.left(
        site / "calculator.html",
        f"""{START}{TOLD}
        paste({json.dumps(config)}, 4096); await done(); left.full = told();
        set('layers', 'sliding_attention'); await done(); left.sliding = told();
        set('head', 128); await done(); left.edited = told();
        """,
    )
    assert budget(state["full"]["status"]) == pytest.approx(9.84, rel=TOLERANCE)
    assert budget(state["sliding"]["status"]) == pytest.approx(9.56, rel=TOLERANCE)
    assert "(base=1000000, head_size=256, tokens=4096)" in state["full"]["command"]
    assert "(base=10000, head_size=256, tokens=4096)" in state["sliding"]["command"]
    assert (state["full"]["base"], state["sliding"]["base"]) == ("1000000", "10000")
    assert state["edited"]["source"].endswith("of what was read: the other layers.")


def test_what_no_certificate_can_have_is_refused_in_a_line(site, browser):
    """Two positions, and an odd number of coordinates that turn."""
    state = browser.left(
        site / "calculator.html",
        f"""{START}{TOLD}
        set('length', 2); left.two = told();
        set('length', 3); await done(); left.three = told();
        paste({{ head_dim: 32, partial_rotary_factor: 0.3 }}, 64); left.odd = told();
        """,
    )
    assert state["two"]["status"] == "length: a whole number from 3 to 131,072 is needed"
    assert budget(state["three"]["status"]) < 10
    assert state["odd"]["status"].startswith(
        "9 coordinates of a head turn: this page needs an even"
    )

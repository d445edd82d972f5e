"""A configuration that is pasted into the site's calculator, on its page."""

from tests.theory.reports.site.browser import needs_browser
from tests.theory.reports.site.test_calculator import PAGE

START = PAGE.partition("await done();")[0]
TOLD = """
const told = () => ({ status: status.textContent,
  command: find('command').textContent, base: find('base').value });
const paste = (config, n) => { set('length', n); find('config').value = JSON.stringify(config);
  find('read').click(); };
"""


def budget(status):
    """β* in the page's sentence."""
    return float(status.partition("positions: ")[2].partition(". ")[0])


@needs_browser
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

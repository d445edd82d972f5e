"""Figures that a notebook shows as they are, whatever its backend."""

import io

from matplotlib.figure import Figure


class Drawn(Figure):
    """A matplotlib figure that notebooks show as SVG."""

    def _repr_svg_(self) -> str:
        text = io.StringIO()
        self.savefig(text, format="svg")
        return text.getvalue()[text.getvalue().index("<svg") :]

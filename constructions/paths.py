"""Where this package's files lie: the one place that knows its folders."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CERTIFICATES = FOLDER / "certificates"
RESULTS = FOLDER / "results"

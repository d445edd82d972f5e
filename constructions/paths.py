"""Where this room's files lie: the one place that knows its folders."""

from pathlib import Path

ROOM = Path(__file__).resolve().parent
CERTIFICATES = ROOM / "certificates"
RESULTS = ROOM / "results"

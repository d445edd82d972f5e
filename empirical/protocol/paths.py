"""Where this room's files lie: the one place that knows its folders."""

from pathlib import Path

ROOM = Path(__file__).resolve().parents[1]
CHECKOUT = ROOM.parent
CHECKPOINTS = ROOM / "checkpoints"
RESULTS = ROOM / "results"
SCHEMA = ROOM / "reports" / "report.schema.json"
CHANGES = ROOM / "protocol" / "changes.json"

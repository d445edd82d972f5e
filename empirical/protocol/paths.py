"""Where this package's files lie: the one place that knows its folders."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
CHECKOUT = FOLDER.parent
CHECKPOINTS = FOLDER / "checkpoints"
RESULTS = FOLDER / "results"
SCHEMA = FOLDER / "reports" / "report.schema.json"
CHANGES = FOLDER / "protocol" / "changes.json"

"""Where this room's files lie: the one place that knows its folders."""

from pathlib import Path

ROOM = Path(__file__).resolve().parent
CHECKOUT = ROOM.parent
ELSEWHERE = ROOM / "gate" / "elsewhere.json"
PINNED = ROOM / "gate" / "pinned.json"
STATEMENTS = ROOM / "gate" / "statements.json"
SCHEMA = ROOM / "reports" / "report.schema.json"
WITNESSES = ROOM / "witnesses"
PYPROJECT = CHECKOUT / "pyproject.toml"
PROOFS = CHECKOUT / "proofs.md"
BADGE = CHECKOUT / "docs" / "claims.svg"
FINDINGS = CHECKOUT / "docs" / "findings.md"
AUDIT = CHECKOUT / "proofs" / "audit.py"

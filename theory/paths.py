"""Where this package's files lie: the one place that knows its folders."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CHECKOUT = FOLDER.parent
ELSEWHERE = FOLDER / "gate" / "elsewhere.json"
PINNED = FOLDER / "gate" / "pinned.json"
STATEMENTS = FOLDER / "gate" / "statements.json"
SCHEMA = FOLDER / "reports" / "report.schema.json"
WITNESSES = FOLDER / "witnesses"
PYPROJECT = CHECKOUT / "pyproject.toml"
PROOFS = CHECKOUT / "proofs.md"
BADGE = CHECKOUT / "docs" / "claims.svg"
FINDINGS = CHECKOUT / "docs" / "findings.md"
RESULTS = CHECKOUT / "empirical" / "results" / "README.md"
AUDIT = CHECKOUT / "proofs" / "audit.py"

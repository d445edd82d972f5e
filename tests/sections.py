"""proofs.md by its sections."""

import re

from theory import paths

PROOFS = paths.PROOFS.read_text(encoding="utf-8")


def sections(text=PROOFS):
    """The text under each heading of the second level."""
    return dict(re.findall(r"^## (.+?)\n(.*?)(?=^##? |\Z)", text, re.MULTILINE | re.DOTALL))


SECTIONS = sections()


def flat(text):
    """The text without line breaks."""
    return " ".join(text.split())


def section(claim):
    """A claim's section without line breaks."""
    return flat(SECTIONS[claim])

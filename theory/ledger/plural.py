"""One thing, or so many of them."""


def counted(number: int, one: str, several: str = "") -> str:
    """'1 claim', '2 claims'; ``several`` is the plural that adds no s: 'witnesses'."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"

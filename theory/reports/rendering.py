"""Templates of pages: whatever is put into one is escaped as its page needs.

What escapes is one function an environment, so no template can forget it.
"""

from collections.abc import Callable

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def environment(package: str, escape: Callable[[object], str]) -> Environment:
    """The templates in a package's folder ``templates``.

    ``escape`` makes of anything but Markup what its reader's program shows and does not obey; a
    name that was not given is an error (``jinja2.UndefinedError``).
    """

    def shown(value: object) -> Markup:
        return value if isinstance(value, Markup) else Markup(escape(value))

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

"""What a GGUF file says of itself, read strictly: nothing that its bytes do not bear out.

The format is ggml-org/ggml's docs/gguf.md. The file may be a stranger's: every count, size and
place is held against the file's own length before anything is made of it.
"""

import math
import mmap
import re
import struct
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
MAGIC = b"GGUF"
VERSIONS = (2, 3)
STRING, ARRAY = 8, 9
FORMS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""Metadata types of one size, as ``struct`` has them."""
PLAIN = ("F64", "F32", "F16", "BF16")
"""Tensor types that hold numbers as they are."""
LAYER = "blk."
"""How names of the layers' tensors begin."""
LONGEST = 1 << 20
"""Bytes of a name or a text; chat templates have some thousands."""
DIMENSIONS = 4
ALIGNMENT = "general.alignment"
ARCHITECTURE = "general.architecture"


class BadFile(ValueError):
    """A file that is no whole GGUF file; the message says what is wrong with it."""


@dataclass(frozen=True)
class Tensor:
    """A tensor's name, its numbers' type, its shape, and its bytes from the file's `start` on."""

    name: str
    kind: str
    shape: tuple[int, ...]
    start: int
    size: int


@dataclass(frozen=True)
class Header:
    """A file's settings (arrays by their length alone) and tensors."""

    settings: Mapping[str, Any]
    tensors: tuple[Tensor, ...]

    @property
    def architecture(self) -> str:
        """Whose weights these are, by the format's own name for it."""
        return str(self.settings[ARCHITECTURE])

    def own(self, key: str) -> Any:
        """A setting under the architecture's name; None where there is none."""
        return self.settings.get(f"{self.architecture}.{key}")

    @property
    def numbers(self) -> int:
        """How many numbers the tensors hold."""
        return sum(math.prod(tensor.shape) for tensor in self.tensors)

    @property
    def stored(self) -> str:
        """In what form the numbers are stored: '4-bit quantised (layers Q4_1, elsewhere Q8_0)', the
        bits being those of the form that most of the layers' numbers have."""
        inside, outside = (
            _kinds([t for t in self.tensors if t.name.startswith(LAYER) is inner])
            for inner in (True, False)
        )
        bits = re.search(r"\d", inside[0]) if inside and inside[0] not in PLAIN else None
        form = f"{bits.group()}-bit quantised" if bits else "stored"
        parts = [
            f"{w} {', '.join(k)}" for w, k in (("layers", inside), ("elsewhere", outside)) if k
        ]
        return f"{form} ({', '.join(parts)})"


def _kinds(tensors: Sequence[Tensor]) -> list[str]:
    """Types of tensors, that of most numbers first; those of under a hundredth left out (norms)."""
    held = Counter[str]()
    for tensor in tensors:
        held[tensor.kind] += math.prod(tensor.shape)
    return [kind for kind, count in held.most_common() if 100 * count >= held.total()]


class _Bytes:
    """A file's bytes, taken one after the other; what lies beyond their end is refused."""

    def __init__(self, data: mmap.mmap) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple[Any, ...]:
        size = struct.calcsize("<" + form)
        self.skip(size)
        return struct.unpack_from("<" + form, self.data, self.at - size)

    def one(self, form: str) -> Any:
        return self.take(form)[0]

    def skip(self, size: int) -> None:
        if size > len(self.data) - self.at:
            raise BadFile("it ends before what its header counts")
        self.at += size

    def text(self) -> str:
        size = int(self.one("Q"))
        self.skip(size)
        if size > LONGEST:
            raise BadFile(f"a text of {size} bytes in its header")
        try:
            return self.data[self.at - size : self.at].decode()
        except UnicodeDecodeError:
            raise BadFile("a text in its header that is not UTF-8") from None


def read(path: Path, sizes: Mapping[int, tuple[str, int, int]]) -> Header:
    """The header of a GGUF file; `sizes`: of each tensor type by number its name, how many numbers
    a block of it holds and in how many bytes.

    Raises:
        BadFile: it is none, or not whole.
        OSError: it cannot be read.
    """
    with path.open("rb") as stream:
        try:
            data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise BadFile("it is empty") from None
        with data:
            return _header(_Bytes(data), sizes)


def _header(data: _Bytes, sizes: Mapping[int, tuple[str, int, int]]) -> Header:
    if data.data[:4] != MAGIC:
        raise BadFile("it does not begin as GGUF files do")
    data.skip(4)
    version, tensors, settings = data.take("IQQ")
    if version not in VERSIONS:
        raise BadFile(f"version {version} of the format, {VERSIONS[-1]} is read")
    values = _table(settings, lambda: (data.text(), _value(data)), "setting")
    if not isinstance(values.get(ARCHITECTURE), str):
        raise BadFile("it does not say whose weights these are")
    step = values.get(ALIGNMENT, 32)
    if type(step) is not int or step < 1 or step & (step - 1):
        raise BadFile(f"an alignment of {step!r}")
    placed = _table(tensors, lambda: _tensor(data, sizes, step), "tensor")
    begin = -(-data.at // step) * step
    ordered = sorted(placed.values(), key=lambda tensor: tensor.start)
    if not ordered:
        raise BadFile("it holds no tensors")
    for tensor, following in zip(ordered, [*ordered[1:], None], strict=True):
        end = len(data.data) - begin if following is None else following.start
        if tensor.start + tensor.size > end:
            whole = "the file's end" if following is None else "the next tensor"
            raise BadFile(f"tensor {tensor.name!r} reaches beyond {whole}")
    return Header(values, tuple(replace(t, start=begin + t.start) for t in ordered))


def _table(count: int, entry: Callable[[], tuple[str, T]], what: str) -> dict[str, T]:
    """So many entries by name. Each takes bytes, so a false count ends with the file."""
    entries: dict[str, T] = {}
    for _ in range(count):
        name, value = entry()
        if name in entries:
            raise BadFile(f"{what} {name!r} stands there twice")
        entries[name] = value
    return entries


def _value(data: _Bytes) -> Any:
    """A setting's value; of an array only its length, as vocabularies are long."""
    kind = data.one("I")
    if kind == STRING:
        return data.text()
    if kind != ARRAY:
        return data.one(_form(kind))
    kind, count = data.take("IQ")
    if kind != STRING:
        data.skip(count * struct.calcsize(_form(kind)))
        return count
    for _ in range(count):
        size = int(data.one("Q"))
        data.skip(size)
    return count


def _form(kind: int) -> str:
    if kind not in FORMS:
        raise BadFile(f"a setting of type {kind}")
    return FORMS[kind]


def _tensor(
    data: _Bytes, sizes: Mapping[int, tuple[str, int, int]], step: int
) -> tuple[str, Tensor]:
    name, dimensions = data.text(), data.one("I")
    if not 1 <= dimensions <= DIMENSIONS:
        raise BadFile(f"tensor {name!r} has {dimensions} dimensions")
    shape = data.take(f"{dimensions}Q")
    kind, start = data.take("IQ")
    if kind not in sizes:
        raise BadFile(f"tensor {name!r} is of type {kind}, which the gguf package does not know")
    label, numbers, size = sizes[kind]
    # A row is a whole number of blocks; the first dimension is the one along a row.
    if not all(shape) or shape[0] % numbers or start % step:
        raise BadFile(f"tensor {name!r} has no such shape or place")
    taken = math.prod(shape) // numbers * size
    return name, Tensor(name, label, tuple(shape), start, taken)

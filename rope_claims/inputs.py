"""The inputs that scores are given: texts, token ids or batches, as token ids without padding."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from theory.ledger.plural import counted

if TYPE_CHECKING:
    from empirical.models.pretrained import Loaded

LEAST = 3
"""Tokens of an input: the query, and two before it that are swapped."""
Queries: TypeAlias = "str | int | Sequence[int]"
"""'last', one position for all inputs (negative: from the end), or one position an input."""


@dataclass(frozen=True)
class ModelInputs:
    """Token ids of each input, (T,) int64 without padding, and the position of its query."""

    tokens: tuple[np.ndarray, ...]
    queries: tuple[int, ...]

    def must_have(self, sample: int) -> None:
        """See that there is an input of this number; a negative one counts from the end.

        Raises:
            ValueError: there is none.
        """
        inputs = len(self.tokens)
        if not _is_whole(sample) or not -inputs <= sample < inputs:
            raise ValueError(
                f"sample {sample!r}: there is no such input: give a number from 0 to {inputs - 1}"
            )


def read(
    inputs: Any, model: Loaded, tokenizer: Any, queries: Queries, level: int = 3
) -> ModelInputs:
    """The inputs as token ids without padding, and where their queries stand.

    ``level``: how many calls up a warning's line is; 3 is the caller's caller.

    Raises:
        ValueError: they are no tokens of this model, or a query lies outside its input.
    """
    tokens = tuple(_samples(inputs, model, tokenizer))
    whence: tuple[str, ...] = ("the inputs have", "give ids within it")
    if _are_texts(inputs):
        whence = ("the given tokenizer makes", "give the model's own") if tokenizer else ()
    for one in tokens:
        if len(one) < LEAST:
            raise ValueError(
                f"an input of {counted(len(one), 'token')} has no swap:"
                f" give at least {LEAST} tokens"
            )
        model.must_know(one, *whence)
    longest = max(map(len, tokens), default=0)
    if model.positions is not None and longest > model.positions:
        told = f"an input has {counted(longest, 'token')}, {model.name} takes {model.positions}"
        warnings.warn(f"{told}: scores beyond its context", stacklevel=level)
    if hasattr(queries, "tolist"):  # a tensor or an array
        queries = queries.tolist()
    if isinstance(queries, Iterable) and not isinstance(queries, str):
        places: list[Any] = [*queries]
    else:
        last = isinstance(queries, str) and queries == "last"
        places = [-1 if last else queries] * len(tokens)
    if len(places) != len(tokens) or not all(map(_is_whole, places)):
        raise ValueError(
            f"queries = {queries!r}: give 'last', one position, or one for each input"
            f" ({len(tokens)})"
        )
    for one, place in zip(tokens, places, strict=True):
        if not -len(one) <= place < len(one):
            raise ValueError(
                f"query {place} lies outside the {counted(len(one), 'token')} of its input"
            )
    return ModelInputs(tokens, tuple(p % len(t) for t, p in zip(tokens, places, strict=True)))


def _samples(inputs: Any, model: Loaded, tokenizer: Any) -> Iterator[np.ndarray]:
    """Each input's token ids, (T,) int64, padding taken away."""
    if _are_texts(inputs):
        if isinstance(tokenizer, str):
            raise ValueError(
                f"tokenizer = {tokenizer!r} is a name: pass AutoTokenizer.from_pretrained(…)"
            )
        if tokenizer is None and model.tokenizer is None:
            raise ValueError(
                f"{model.name}: texts need its tokenizer: pass tokenizer=…, or give token ids"
            )
        for text in [inputs] if isinstance(inputs, str) else inputs:
            if tokenizer is not None:
                yield _tokenized(text, tokenizer)
            else:
                yield np.asarray(model.reader(text).input_ids, dtype=np.int64)
        return
    mask = None
    if hasattr(inputs, "keys"):
        if "input_ids" not in inputs:
            raise ValueError("a batch has no input_ids: name its token ids so, or give them alone")
        mask = inputs.get("attention_mask")
        inputs = inputs["input_ids"]
    ids = _token_ids(inputs)
    shown = np.ones_like(ids) if mask is None else _mask(mask)
    if ids.ndim != 2 or ids.shape != shown.shape or not len(ids):
        raise ValueError(f"token ids must be (inputs, tokens), with a mask alike, not {ids.shape}")
    for row, keep in zip(ids, shown.astype(bool), strict=True):
        ends = np.flatnonzero(keep)
        if not len(ends):
            hidden = "" if not len(row) else ": its mask hides every token"
            raise ValueError(f"an input is empty{hidden}; give at least {LEAST} tokens")
        if not keep[ends[0] : ends[-1] + 1].all():
            raise ValueError("a mask may hide padding at either end of an input, nothing inside")
        yield row[keep]


def _tokenized(text: str, tokenizer: Any) -> np.ndarray:
    """The token ids (T,) that a given tokenizer makes of a text.

    Raises:
        ValueError: it makes none.
    """
    try:
        ids = np.asarray(tokenizer(text)["input_ids"])
    except (TypeError, LookupError, ValueError):
        ids = None
    if ids is None or ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
        raise ValueError(
            "the given tokenizer makes no list of input_ids of a text: pass"
            " AutoTokenizer.from_pretrained(…)"
        )
    return ids.astype(np.int64)


def _is_whole(number: Any) -> bool:
    """Whether something is a whole number; True and False are none."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def _are_texts(inputs: Any) -> bool:
    """Whether the inputs are a text or a list of texts."""
    listed = isinstance(inputs, list | tuple) and len(inputs) > 0 and isinstance(inputs[0], str)
    return listed or isinstance(inputs, str)


def _token_ids(values: Any) -> np.ndarray:
    """Token ids (B, T) int64.

    Raises:
        ValueError: as ``_array``, or they are no whole numbers.
    """
    ids = _array(values)
    if ids.size and ids.dtype.kind not in "iu":
        raise ValueError("inputs must be texts or whole token ids")
    return ids.astype(np.int64)


def _mask(values: Any) -> np.ndarray:
    """An attention mask (B, T), whose numbers may be stored in any format.

    Raises:
        ValueError: as ``_array``, or something is neither 0 nor 1.
    """
    mask = _array(values)
    if mask.dtype.kind not in "iubf" or not np.isin(mask, (0, 1)).all():
        raise ValueError("attention_mask must be 0 and 1")
    return mask


def _array(values: Any) -> np.ndarray:
    """(B, T) of a tensor, an array or nested lists.

    Raises:
        ValueError: lists of different lengths, or a tensor without values.
    """
    if getattr(values, "is_meta", False):
        raise ValueError("inputs on the meta device have no values: give them on a CPU or GPU")
    if hasattr(values, "detach"):
        # NumPy has no bfloat16.
        values = values.detach().cpu()
        values = (values.double() if values.is_floating_point() else values).numpy()
    try:
        return np.atleast_2d(np.asarray(values))
    except ValueError:
        raise ValueError(
            "inputs have different lengths: pass a padded batch with attention_mask"
        ) from None
    except TypeError:
        raise ValueError(
            "inputs are a list of tensors that cannot be read: stack them into one on the CPU"
        ) from None

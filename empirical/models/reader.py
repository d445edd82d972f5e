"""A stranger's tokenizer, chat template and configuration, put to use in a confined process."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch

from empirical.models import loading
from empirical.models.confined import Confined, Exhausted, Failed
from empirical.models.hub import ModelError, ModelFiles
from empirical.models.intake import AGAIN

GROWTH = 16
"""Tokens, or characters of a chat, for each byte of text, at most: byte by byte it is one."""
MORE = 100_000
"""Tokens or characters that may come on top."""
AT_ONCE = 32
"""Texts that a request has encoded: to ask takes longer than a short text."""


class Encoded(NamedTuple):
    """A text's token ids and, where they were asked for, each one's (start, stop) in the text."""

    input_ids: list[int]
    offset_mapping: list[tuple[int, int]]


class ModelSizes(NamedTuple):
    """How many numbers the parameters of a model hold, the bytes of its buffers, and whether its
    stored weights are packed more tightly than that."""

    numbers: int
    buffers: int
    packed: bool


class Reader:
    """A model's tokenizer.

    Everything but its attributes runs in a confined process. Every call raises ``Exhausted`` where
    it reaches a limit, and ModelError where the tokenizer fails.
    """

    def __init__(self, confined: Confined, about: dict[str, Any]) -> None:
        self._confined = confined
        self.is_fast: bool = about["is_fast"]
        self.unk_token_id: int | None = about["unk_token_id"]
        self.bos_token_id: int | None = about["bos_token_id"]
        self.chat_template: bool = about["chat_template"]

    def __call__(self, text: str, special: bool = True, offsets: bool = False) -> Encoded:
        """A text's tokens, the special ones that the tokenizer adds included if ``special``."""
        return self.each([text], special, offsets)[0]

    def each(
        self, texts: Sequence[str], special: bool = True, offsets: bool = False
    ) -> list[Encoded]:
        """Every text's tokens as a call gives them; ``AT_ONCE`` texts a request."""
        encoded = []
        for at in range(0, len(texts), AT_ONCE):
            some = list(texts[at : at + AT_ONCE])
            for ids, places in self._ask("the tokenizer", "encode", some, special, offsets):
                encoded.append(Encoded(ids, [(start, stop) for start, stop in places]))
        return encoded

    def render(self, text: str) -> str:
        """What a user says, in the chat template, up to where the answer belongs."""
        return str(self._ask("the chat template", "render", text))

    def decode(self, ids: list[int], skip_special_tokens: bool = False) -> str:
        """The text of tokens."""
        return str(self._ask("the tokenizer", "decode", list(map(int, ids)), skip_special_tokens))

    def get_vocab(self) -> dict[str, int]:
        """Every token's id."""
        vocabulary: dict[str, int] = self._ask("the tokenizer", "vocabulary")
        return vocabulary

    def _ask(self, who: str, what: str, *given: Any) -> Any:
        try:
            return self._confined.ask(what, *given)
        except Failed as error:
            raise ModelError(f"{self._confined.name}: {who} fails: {error}") from error


def confined(source: ModelFiles) -> Confined:
    """A process for a model's configuration and tokenizer."""
    return Confined(source.name, _Inside, source)


def model_sizes(process: Confined) -> ModelSizes | None:
    """How large the model of a configuration is; None where loading it will say what is wrong.

    Raises:
        ModelError: it cannot be read, or not built within the limits.
    """
    try:
        return ModelSizes(*process.ask("sizes"))
    except Failed:
        return None


def reader(process: Confined) -> Reader | None:
    """The tokenizer; None where there is none, and the process ends.

    Raises:
        ModelError: it cannot be loaded.
    """
    try:
        about = process.ask("tokenizer")
    except Failed as error:
        raise ModelError(
            f"{process.name}: the tokenizer cannot be loaded: {error}: {AGAIN}"
        ) from error
    if about is None:
        process.close()
        return None
    return Reader(process, about)


class _Inside:
    """What the process does on request."""

    def __init__(self, source: ModelFiles) -> None:
        self.source = source
        self.own: Any = None

    def __call__(self, what: str, given: list[Any]) -> Any:
        return getattr(self, f"_{what}")(*given)

    def _sizes(self) -> ModelSizes:
        from transformers import AutoModelForCausalLM

        config = loading.load_config(self.source)
        with torch.device("meta"):
            made: Any = AutoModelForCausalLM.from_config(config, attn_implementation="eager")
        return ModelSizes(
            sum(one.numel() for one in made.parameters()),
            sum(one.numel() * one.element_size() for one in made.buffers()),
            getattr(config, "quantization_config", None) is not None,
        )

    def _tokenizer(self) -> dict[str, Any] | None:
        self.own = loading.tokenizer(self.source)
        if self.own is None:
            return None
        names = ("is_fast", "unk_token_id", "bos_token_id")
        about = {name: getattr(self.own, name) for name in names}
        return about | {"chat_template": bool(self.own.chat_template)}

    def _encode(self, texts: list[str], special: bool, offsets: bool) -> list[Any]:
        return [self._encoded(text, special, offsets) for text in texts]

    def _encoded(self, text: str, special: bool, offsets: bool) -> tuple[list[int], list[Any]]:
        options = {"return_offsets_mapping": True} if offsets else {}
        made = self.own(text, add_special_tokens=special, **options)
        self._hold(text, len(made.input_ids), "tokens")
        return made.input_ids, made.offset_mapping if offsets else []

    def _render(self, text: str) -> str:
        chat = [{"role": "user", "content": text}]
        made = str(self.own.apply_chat_template(chat, tokenize=False, add_generation_prompt=True))
        self._hold(text, len(made), "characters")
        return made

    def _hold(self, text: str, size: int, what: str) -> None:
        if size > GROWTH * len(text.encode(errors="replace")) + MORE:
            raise Exhausted(
                f"{self.source.name}: its tokenizer or chat template makes {size:,} {what} of a"
                f" text of {len(text):,} characters: {AGAIN}, or choose another model"
            )

    def _decode(self, ids: list[int], skip: bool) -> str:
        return str(self.own.decode(ids, skip_special_tokens=skip))

    def _vocabulary(self) -> dict[str, int]:
        return dict(self.own.get_vocab())

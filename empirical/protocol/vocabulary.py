"""The two tasks' vocabularies, and the tokenizer that ships with a checkpoint.

Number task (paper B, B.1): 120 letters (a…z, then the bigrams aa…dp) and the integers 1…16.
Letter task (B.2): 8 letters × 8 integers, then 8 × 8 letter pairs; a pair is one token.
"""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

TASKS = ("number", "letter")
WINDOW = 8
"""Tokens in the target window, and again in the pre-target window (paper B, §3)."""
LENGTH = 2 * WINDOW + 1
"""Tokens in a training sequence: target window, pre-target window, query."""
MAX_HOPS = 4


@dataclass(frozen=True)
class Vocabulary:
    """Token names in id order; ``answers`` is how many of the first ids can be an answer."""

    task: str
    names: tuple[str, ...]
    answers: int

    def __len__(self) -> int:
        return len(self.names)


def number_vocabulary() -> Vocabulary:
    """136 tokens: ids 0…119 are letters, id 119 + i is the integer i."""
    letters = [*ascii_lowercase, *(a + b for a, b in product("abcd", ascii_lowercase))][:120]
    numbers = [str(i) for i in range(1, 2 * WINDOW + 1)]
    return Vocabulary("number", (*letters, *numbers), len(letters))


def letter_vocabulary() -> Vocabulary:
    """128 tokens: id 8·l + w - 1 is letter l with integer w, id 64 + 8·x + y the pair (x, y)."""
    letters = ascii_uppercase[:8]
    with_integer = [x + str(w) for x, w in product(letters, range(1, 9))]
    with_letter = [x + y for x, y in product(letters, letters)]
    return Vocabulary("letter", (*with_integer, *with_letter), len(with_integer))


def vocabulary(task: str) -> Vocabulary:
    """The vocabulary of a task.

    Raises:
        ValueError: the task is neither 'number' nor 'letter'.
    """
    if task == "number":
        return number_vocabulary()
    if task == "letter":
        return letter_vocabulary()
    raise ValueError(f"unknown task {task!r}: choose one of {', '.join(TASKS)}")


def save_tokenizer(words: Vocabulary, folder: Path) -> None:
    """Write a whitespace tokenizer that ``AutoTokenizer`` loads.

    It has no unknown token: a word outside the vocabulary is an error, never a silent stand-in.
    """
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(WordLevel({name: i for i, name in enumerate(words.names)}))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer)
    fast.save_pretrained(folder)

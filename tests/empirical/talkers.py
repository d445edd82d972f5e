"""Tiny random models that read English, with tokenizers trained on the spot."""

import torch
from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from tokenizers.processors import TemplateProcessing
from tokenizers.trainers import BpeTrainer
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedTokenizerFast

from empirical.architectures.specimens import LISTED
from empirical.experiments.language.binding_task import LEAD, statement
from empirical.experiments.language.binding_words import NAMES, THINGS

CORPUS = (
    [f" {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"] * 500
    + [LEAD, "What does Alice like? Alice likes"]
    + [statement(name, THINGS[i % len(THINGS)]) for i, name in enumerate(NAMES * 3)]
)
SPACES = {
    "bytes": (pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()),
    "marks": (pre_tokenizers.Metaspace(), decoders.Metaspace()),
}
CHAT = "{% for m in messages %}<s>{{ m['content'] }}\n{% endfor %}<s>"


def tokenizer(spaces="bytes", size=1500, chat=False):
    """A tokenizer with a beginning-of-text token, as Llama's (bytes) or Gemma's (marks) have it."""
    words = Tokenizer(BPE(unk_token="<unk>"))
    words.pre_tokenizer, words.decoder = SPACES[spaces]
    alphabet = sorted(set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:.,?\n "))
    trainer = BpeTrainer(
        vocab_size=size,
        special_tokens=["<unk>", "<s>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if spaces == "bytes" else alphabet,
        show_progress=False,
    )
    words.train_from_iterator(CORPUS, trainer)
    words.post_processor = TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    made = PreTrainedTokenizerFast(tokenizer_object=words, bos_token="<s>", unk_token="<unk>")
    made.chat_template = CHAT if chat else None
    return made


def talker(folder, name="gemma2", positions=2048, layers=2, window=1024, **options):
    """A tiny random model in a folder, with a tokenizer for English."""
    torch.manual_seed(0)
    words = tokenizer(**options)
    settings = LISTED[name] | {
        "vocab_size": len(words),
        "num_hidden_layers": layers,
        "max_position_embeddings": positions,
        "sliding_window": window,
    }
    model = AutoModelForCausalLM.from_config(AutoConfig.for_model(name, **settings))
    with torch.no_grad():
        for weights in model.parameters():
            weights.add_(0.2 * torch.randn_like(weights))
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder

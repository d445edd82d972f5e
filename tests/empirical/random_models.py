"""Small models whose weights are large enough for attention to be uneven."""

import torch

from empirical.models.model import GPTJ, Shape


def random_model(std, vocabulary=136, **shape):
    """A model in eval mode, every parameter normal with this deviation."""
    torch.manual_seed(0)
    made = GPTJ(Shape(vocabulary, **shape)).eval()
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=std)
    return made

"""Tiny models gain nothing from threads, and lose much when test workers share the cores."""

import torch

torch.set_num_threads(1)

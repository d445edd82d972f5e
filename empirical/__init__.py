"""What trained models do: data, models, training, scores, extrapolation, validation."""

import sys

if sys.flags.optimize > 1 and sys.argv[:1] == ["-m"]:
    # While Python looks for the module of ``python -m``, that is what stands here: so every door.
    print(
        "empirical: error: transformers reads docstrings, which python -OO and PYTHONOPTIMIZE=2"
        " take away; run it without",
        file=sys.stderr,
    )
    sys.exit(2)

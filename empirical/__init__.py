"""What trained models do: data, models, training, scores, extrapolation, validation."""

import sys

WITHOUT_DOCSTRINGS = (
    "rope-claims: error: transformers reads docstrings, which python -OO and PYTHONOPTIMIZE=2"
    " take away; run it without"
)

if sys.flags.optimize > 1 and sys.argv[:1] == ["-m"]:
    # While Python looks for the module of ``python -m``, that is what stands here.
    print(WITHOUT_DOCSTRINGS, file=sys.stderr)
    sys.exit(2)

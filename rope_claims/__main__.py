"""``rope-claims`` for processes that our own code starts."""

import sys

from rope_claims.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""How long `import rope_claims` takes: `python benchmarks/imports.py`.

The median of eleven fresh processes, less that of a Python that imports nothing. Exit status 1 if
it is 0.2 s or more.
"""

import statistics
import subprocess
import sys
import time

ROUNDS = 11
LIMIT = 0.2
"""Seconds that are asked for."""


def seconds(code: str) -> float:
    """Wall time of a fresh Python that runs this code."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> int:
    """Print the time that the import adds."""
    rounds = [(seconds("pass"), seconds("import rope_claims")) for _ in range(ROUNDS)]
    alone, both = (statistics.median(side) for side in zip(*rounds, strict=True))
    print(f"import rope_claims adds {both - alone:.3f} s to {alone:.3f} s (asked for: under 0.2)")
    return int(both - alone >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())

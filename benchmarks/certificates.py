"""What certificates cost: `python benchmarks/certificates.py`.

One thread, CPU seconds. The Index head with 136 tokens (120 letters, 16 integers), float32, at
n0 = 512 … 4096: making the certificate, checking the file, and the exponent of n0 that fits.
"""

import sys
import time
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from constructions import check_certificate
from constructions.certificate.certificate import Printed

LENGTHS, MOST = (512, 1024, 2048, 4096), 2.0


def main() -> int:
    """Print times and exponents; exit status 1 where growth or checking is beyond what is asked."""
    rows = []
    for n0 in LENGTHS:
        index = Printed("index", 120, 16, Fraction(1, n0), Fraction(2**23), "float32")
        begin = time.process_time()
        made = index.certify(n0)
        middle = time.process_time()
        check_certificate.check(made.text())
        rows.append((n0, middle - begin, time.process_time() - middle))
        print(
            f"n0 = {n0:5}: made in {rows[-1][1]:.2f} s, checked in {rows[-1][2]:.2f} s", flush=True
        )
    n0, makes, checks = map(np.log, zip(*rows, strict=True))
    make, check = (float(np.polyfit(n0, x, 1)[0]) for x in (makes, checks))
    print(f"exponents of n0: made {make:.2f}, checked {check:.2f}; at most {MOST}")
    return 0 if make <= MOST and rows[-1][2] <= rows[-1][1] else 1


if __name__ == "__main__":
    raise SystemExit(main())

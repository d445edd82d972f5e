"""Bound what the heads of a model's first layer do on every input.

MODEL is a GGUF file, a folder in Hugging Face format, or the alias of a model that is available as
a Python package (smollm2-135m-instruct, gemma-3-270m). The folder of --out receives one certificate
for each head. ``check_public_heads.py CERTIFICATE MODEL`` checks it from the weights with numpy
alone. An interrupted run continues where it stopped.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from constructions.heads.device import DEVICES, DeviceError, choose_device
from constructions.public_heads.weights import UnreadableModel
from theory.reports.command import GOES_ON, PROG, Parser, entry_point, whole_number
from theory.reports.files import write_record

LATER = (
    "--layer {}: only the first layer's queries and keys are functions of the token alone; behind"
    " it they depend on the whole input, so there is no finite table to bound"
)

BALLS, WIDE = 512, 128
"""Balls of keys, and the numbers of a head up to which they are worth it. In wider heads nearly
every ball has to be looked at."""


def place_of(model: str) -> Path:
    """The file or folder of a model, given its path or the alias of a Python package.

    Raises:
        Unreadable: it is neither, or the package is not installed.
    """
    if Path(model).exists():
        return Path(model)
    # Packages are known to the layer above: nothing here may import it, so it is run.
    asked = [sys.executable, "-m", "empirical.models.packages", model]
    answer = subprocess.run(asked, check=False, capture_output=True, text=True)
    if answer.returncode:
        last_lines = answer.stderr.strip().splitlines()[-1:] or [model]
        raise UnreadableModel(last_lines[0].removeprefix(f"{PROG}: error: "))
    return Path(answer.stdout.strip())


def parser() -> Parser:
    """The options of the command."""
    given = Parser(prog="rope-claims certify-heads", description=__doc__)
    given.add_argument("model", metavar="MODEL", help="a GGUF file, a folder, or an alias")
    given.option("--window", "window in tokens", 64, type=whole_number)
    given.option("--out", "folder for the certificates", Path("public_heads"))
    given.add_argument("--heads", type=int, nargs="+", help="numbers of heads (default: all)")
    given.add_argument(
        "--tokens",
        type=whole_number,
        help="take only the first tokens of the vocabulary (default: all)",
    )
    given.add_argument(
        "--balls",
        type=int,
        help="balls that cover the keys; 0 looks at every key (default: 512, and 0 for heads of"
        " more than 128 numbers)",
    )
    given.add_argument("--layer", type=int, default=0, help="layer (default: 0, the first)")
    given.add_argument(
        "--quick", action="store_true", help="skip the proof; the checker still gives it"
    )
    given.option("--device", "where to compute inner products", "cpu", choices=DEVICES)
    return given


@entry_point(UnreadableModel, DeviceError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Certify heads of the first layer and write the certificates."""
    asked = parser().parse_args(arguments)
    if asked.layer:
        raise UnreadableModel(LATER.format(asked.layer))
    asked.device = choose_device(asked.device).type
    from constructions.public_heads.weights import load_first_layer

    place = place_of(asked.model)
    layer = load_first_layer(place)
    tokens = min(asked.tokens or len(layer.embedding), len(layer.embedding))
    if asked.window < 3 or (layer.window and asked.window > layer.window):
        fits = f"3 to {layer.window}" if layer.window else "3 or more"
        raise UnreadableModel(f"--window {asked.window}: give {fits} tokens")
    if (asked.balls or 0) < 0:
        raise UnreadableModel(f"--balls {asked.balls}: give 0 or more")
    heads = range(layer.heads) if asked.heads is None else asked.heads
    if not all(0 <= head < layer.heads for head in heads):
        raise UnreadableModel(f"--heads: the layer has {layer.heads}, numbered from 0")
    stream = layer.stream(tokens)
    asked.out.mkdir(parents=True, exist_ok=True)
    for head in heads:
        file = asked.out / f"{place.stem.lower()}-{head}.json"
        if not file.exists():
            kept = file.with_suffix(".npz")
            entry = _certified(layer, head, stream, asked, kept)
            write_record(file, entry)
            kept.unlink()
        print(file)
    return 0


def _certified(layer: Any, number: int, stream: Any, asked: Any, kept: Path) -> dict[str, Any]:
    """A head's certificate, with progress on standard error."""
    from constructions.public_heads import certificate, clusters, run_error
    from constructions.public_heads.extremes import TableHead, find_extremes

    wall, cpu = time.monotonic(), time.process_time()

    def told(what: str) -> None:
        spent = f"{time.monotonic() - wall:.0f} s, {time.process_time() - cpu:.0f} s of CPU"
        print(f"head {number}: {what} ({spent})", file=sys.stderr, flush=True)

    made = (layer.queries(number, stream), layer.keys(number, stream), layer.angles())
    head = TableHead(*made, asked.window)
    balls = BALLS * (layer.query.shape[1] <= WIDE) if asked.balls is None else asked.balls
    picked = clusters.chosen_leaders(
        head.queries, head.real_keys(), head.angles, head.window, balls
    )
    told(f"{len(picked.leaders)} leaders, {len(picked.pivots)} balls")
    extremes = find_extremes(head, picked, kept, told, asked.device, asked.quick)
    slack = certificate.QUICK_SLACK if asked.quick and not balls else certificate.SLACK
    error = run_error.logit_error(layer, number, stream, asked.window)
    about = certificate.HeadSource(layer.files, number, error, slack)
    entry = certificate.head_certificate_fields(about, head, picked, extremes)
    told("done")
    return entry

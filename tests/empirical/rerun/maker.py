"""Stands for a command that makes a record: ``maker.py KIND NAME WHAT [RUN] --results FOLDER``.

WHAT is JSON: the record, and with it how many ``seconds`` it takes (``busy``: of a processor),
where it notes that it starts and ends (``log``), which line of that it waits for (``after``; where
it does not come it fails), an exit code to ``fail`` with, whether the record is ``lost``, or there
although it fails (``kept``), names of records that it makes ``beside``, and a variable of the
environment that it notes (``told``). Of RUN it needs the weights, as lengths does; dynamics leaves
them below --folder."""

import json
import os
import sys
import time
from pathlib import Path

kind, name, what, *rest = sys.argv[1:]
what = json.loads(what)
seconds, log, fail = what.pop("seconds"), what.pop("log"), what.pop("fail", 0)
busy, after = what.pop("busy", 0.0), what.pop("after", "")
kept, others, told = what.pop("kept", False), what.pop("beside", []), what.pop("told", "")
PATIENCE = 60
LATEST = time.monotonic() + PATIENCE
folders = {option: Path(rest[rest.index(option) + 1]) for option in rest if option[:2] == "--"}


def note(event):
    with open(log, "a") as file:
        file.write(f"{event} {kind}/{name}\n")


note("start")
if told:
    note(f"{told}={os.environ.get(told)}")
if not rest[0].startswith("--") and not (Path(rest[0]) / "final").is_dir():
    sys.exit(f"{rest[0]} holds no finished run")
while after and after not in Path(log).read_text().splitlines():
    if time.monotonic() > LATEST:
        sys.exit(f"{after}: not within {PATIENCE} s")
    time.sleep(0.02)
time.sleep(seconds)
while time.process_time() < busy:
    pass
if "--folder" in folders:
    (folders["--folder"] / name / "final").mkdir(parents=True, exist_ok=True)
if fail and not kept:
    sys.exit(fail)
note("end")
folders["--results"].mkdir(parents=True, exist_ok=True)
if "lost" not in what:
    record = {"manifest": {"seconds": time.monotonic()}, **what}
    for made in (name, *others):
        (folders["--results"] / f"{made}.json").write_text(json.dumps(record))
sys.exit(fail)

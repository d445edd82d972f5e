"""Stands for a command that makes a record: ``maker.py KIND NAME WHAT [RUN] --results FOLDER``.

WHAT is JSON: the record, and beside it how many ``seconds`` it takes (``busy``: of a processor),
where it notes that it starts and ends (``log``), an exit code to ``fail`` with, and whether the
record is ``lost``. Of RUN it needs the weights, as lengths does; dynamics leaves them below
--folder."""

import json
import sys
import time
from pathlib import Path

kind, name, what, *rest = sys.argv[1:]
what = json.loads(what)
seconds, log, fail = what.pop("seconds"), what.pop("log"), what.pop("fail", 0)
busy = what.pop("busy", 0.0)
folders = {option: Path(rest[rest.index(option) + 1]) for option in rest if option[:2] == "--"}


def note(said):
    with open(log, "a") as file:
        file.write(f"{said} {kind}/{name}\n")


note("start")
if not rest[0].startswith("--") and not (Path(rest[0]) / "final").is_dir():
    sys.exit(f"{rest[0]} holds no finished run")
time.sleep(seconds)
while time.process_time() < busy:
    pass
if "--folder" in folders:
    (folders["--folder"] / name / "final").mkdir(parents=True, exist_ok=True)
if fail:
    sys.exit(fail)
note("end")
folders["--results"].mkdir(parents=True, exist_ok=True)
if "lost" not in what:
    record = {"manifest": {"seconds": time.monotonic()}, **what}
    (folders["--results"] / f"{name}.json").write_text(json.dumps(record))

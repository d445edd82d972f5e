"""A folder of records whose commands take no time: two trainings and what is measured of each."""

import json
import shlex
from pathlib import Path

import pytest

from empirical.rerun import command as rerun
from empirical.rerun import commands, rows, running

MAKER = Path(__file__).with_name("maker.py")
VALUES = {"x": [1, 2.5, -3.0], "name": "one"}
EVERY_KIND = ("dynamics", "lengths")
EVERY = ["dynamics/a", "dynamics/b", "lengths/a", "lengths/b"]


class World:
    """Stored records, a folder to make them again in, and what the commands log there."""

    def __init__(self, folder, capsys):
        self.results, self.into, self.log = folder / "results", folder / "anew", folder / "log"
        self.capsys = capsys

    def store(self, kind, name, new=VALUES, stored=VALUES, seconds=0.0):
        """A stored record, and the new one that its command makes; others too are stored alike."""
        told = json.dumps({"seconds": seconds, "log": str(self.log), **new})
        run = f" runs/{name}" if kind == "lengths" else ""
        command = f"python {MAKER} {kind} {name} '{told}'{run}"
        folder = self.results / kind
        folder.mkdir(parents=True, exist_ok=True)
        for one in (name, *new.get("beside", ())):
            record = {"manifest": {"command": command}, **stored}
            (folder / f"{one}.json").write_text(json.dumps(record))

    def full(self, *options):
        """Run it; the exit code."""
        return rerun.main(["--full", "--execute", "--into", str(self.into), *options])

    def take(self):
        """--differences: the exit code and what it says, by line."""
        self.capsys.readouterr()
        code = rerun.main(["--differences", "--into", str(self.into)])
        return code, self.capsys.readouterr().out.splitlines()

    def ran(self):
        """What has started and ended since the last call, in order."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    def rows(self):
        """Below the folder of the re-run."""
        return rows.read(self.into).rows


def steps(results, into):
    """What makes the stored records again: lengths need the models that dynamics train."""
    for name in EVERY_KIND:
        for path in sorted((results / name).glob("*.json")):
            words = shlex.split(json.loads(path.read_text())["manifest"]["command"])
            model = into / "runs" / path.stem / "final"
            if name == "dynamics":
                words, makes, needs = [*words, "--folder", str(into / "runs")], (model,), ()
            else:
                words, makes, needs = [*words[:-1], str(model.parent)], (), (model,)
            words += ["--results", str(into / name)]
            yield commands.Step(tuple(words), (f"{name}/{path.stem}",), makes, needs)


@pytest.fixture
def world(tmp_path, capsys, monkeypatch):
    made = World(tmp_path, capsys)
    monkeypatch.setattr(rerun, "RESULTS", made.results)
    monkeypatch.setattr(running, "POLL", 0.01)
    monkeypatch.setattr(commands, "each_step", steps)
    for record in EVERY:
        made.store(*record.split("/"))
    return made

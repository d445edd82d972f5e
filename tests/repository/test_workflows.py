"""The workflows that we offer to others ask for no more than they need. ``.ci/wheel`` runs them."""

import re
from pathlib import Path

import pytest
import yaml

from theory import paths

FOLDER = paths.CHECKOUT / ".github" / "workflows"
OFFERED = ("claims.yml", "site.yml")
"""What others copy. ``ci.yml`` runs ``.ci/run`` for this repository alone."""
WORKFLOWS = {name: yaml.safe_load((FOLDER / name).read_text()) for name in OFFERED}
PUBLISHING = {"pages": "write", "id-token": "write"}


def jobs(name):
    return WORKFLOWS[name]["jobs"]


def every_step():
    for name in WORKFLOWS:
        for job in jobs(name).values():
            yield from job["steps"]


def test_there_is_one_more_for_this_repository():
    assert {path.name for path in FOLDER.iterdir()} == {*OFFERED, "ci.yml"}
    own = yaml.safe_load((FOLDER / "ci.yml").read_text())
    assert own["permissions"] == {"contents": "read"}
    assert "secrets." not in (FOLDER / "ci.yml").read_text()


@pytest.mark.parametrize("name", OFFERED)
def test_actions_are_pinned_by_commit_and_are_githubs_own(name):
    lines = re.findall(r"uses: (.+)", (FOLDER / name).read_text())
    assert len(lines) == sum("uses" in step for job in jobs(name).values() for step in job["steps"])
    for line in lines:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


def test_an_action_has_one_commit():
    text = "".join(path.read_text() for path in FOLDER.iterdir())
    pins = dict(re.findall(r"uses: (actions/[\w-]+)@(\S+)", text))
    assert set(re.findall(r"uses: (actions/[\w-]+)@(\S+)", text)) == set(pins.items())


@pytest.mark.parametrize("name", OFFERED)
def test_a_workflow_may_read_the_repository_and_nothing_else(name):
    """But for the job that publishes the pages, which runs no command."""
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    for title, job in jobs(name).items():
        assert job.get("permissions") == (PUBLISHING if title == "publish" else None)
        assert title != "publish" or not any("run" in step for step in job["steps"])


def test_another_repository_may_call_the_gate():
    """Both ways to start it take the same inputs, none is required, and no step needs Coq.

    YAML reads ``on`` as True.
    """
    started = WORKFLOWS["claims.yml"][True]
    assert started["workflow_call"]["inputs"] == started["workflow_dispatch"]["inputs"]
    assert set(started["workflow_call"]["inputs"]) == {
        *("source", "package", "model", "revision", "options")
    }
    assert all("default" in one for one in started["workflow_call"]["inputs"].values())
    assert started["workflow_call"]["secrets"]["HF_TOKEN"]["required"] is False
    assert not any(word in str(jobs("claims.yml")) for word in ("coq", "apt-get", "opam"))


def test_no_credential_is_left_in_the_checkout():
    for step in every_step():
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_one_step_sees_the_token():
    steps = [step for step in every_step() if "secrets." in str(step)]
    assert [step["name"] for step in steps] == ["The claims about this model"]
    assert steps[0]["env"] == {"HF_TOKEN": "${{ secrets.HF_TOKEN }}"}
    for name in WORKFLOWS:
        outside = (
            {**WORKFLOWS[name], "jobs": ""},
            *({**j, "steps": ""} for j in jobs(name).values()),
        )
        assert "secrets." not in str(outside)


def test_no_input_is_pasted_into_a_command():
    assert not any("${{" in step.get("run", "") for step in every_step())


def test_every_step_runs_in_the_gate():
    """A step of both workflows is run once; the two commands must be one for that."""
    wheel = (paths.CHECKOUT / ".ci" / "wheel").read_text()
    for name in WORKFLOWS:
        assert re.search(rf"^steps \.github/workflows/{name}( |$)", wheel, re.MULTILINE)
    commands = [
        {s["name"]: s["run"] for s in jobs(n)[n.removesuffix(".yml")]["steps"] if "run" in s}
        for n in WORKFLOWS
    ]
    assert commands[0]["Every claim of the suite"] == commands[1]["Every claim of the suite"]
    assert Path(paths.CHECKOUT / ".ci" / "workflow_steps.py").is_file()

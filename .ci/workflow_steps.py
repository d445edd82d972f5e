"""Runs every command of a workflow in a checkout, as a runner would.

The current folder is the checkout, and the ``python`` on the PATH is a fresh virtual environment,
into which the workflow's own step installs the package. The model that ``claims.yml`` asks about is
a small one of random weights. The first report serves as a committed claims-baseline.json, so
that the step that compares with one runs too. With ``--done OTHER`` a command that OTHER has word
for word is not run again. With ``--tenth COMMIT``, ``rope-claims check`` of every claim judges a
tenth of them, drawn by that commit. Exit code 1 if a step fails or if none ran.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import yaml

INPUTS = {
    "inputs.model": "checkpoint",
    "inputs.revision": "main",
    "inputs.options": "",
    "inputs.package": "",
    "inputs.source": "",
}
EXPRESSION = re.compile(r"\$\{\{\s*([\w.]+)\s*\}\}")
EVERY_CLAIM = "rope-claims check --json"
"""How the command begins that judges every claim; one for a package names it first."""
REPORT, BASELINE = Path("report/report.json"), Path("claims-baseline.json")
MODEL = """
import torch
from transformers import LlamaConfig, LlamaForCausalLM
torch.manual_seed(0)
shape = {"vocab_size": 64, "hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 2}
heads = {"num_attention_heads": 4, "num_key_value_heads": 2}
LlamaForCausalLM(LlamaConfig(**shape, **heads)).save_pretrained("checkpoint")
"""


def steps(workflow):
    """The workflow's commands in order: name, command, and what its environment adds."""
    for job in yaml.safe_load(Path(workflow).read_text(encoding="utf-8"))["jobs"].values():
        for step in job["steps"]:
            if "run" in step:
                environment = {**job.get("env", {}), **step.get("env", {})}
                filled = {name: EXPRESSION.sub(known, text) for name, text in environment.items()}
                yield step["name"], step["run"], filled


def known(match):
    """What an expression of the workflow stands for; there is no secret here."""
    return "" if match[1].startswith("secrets.") else INPUTS[match[1]]


def tenth(commit):
    """The claims that this commit draws."""
    ids = json.loads(Path("theory/gate/pinned.json").read_text(encoding="utf-8"))
    order = sorted(ids, key=lambda one: hashlib.sha256(f"{commit} {one}".encode()).digest())
    return order[: -(-len(order) // 10)]


def run(command, added):
    """Run a command by ``bash -e`` as the runner does; its exit code."""
    environment = {**os.environ, **added, "GITHUB_STEP_SUMMARY": os.path.abspath("summary.md")}
    return subprocess.run(["bash", "-e", "-c", command], env=environment, check=False).returncode


def main(workflow, other, commit):
    """Run the steps, and what serves as the model and the baseline as soon as it can."""
    done = {command for _, command, _ in steps(other)} if other else set()
    some = EVERY_CLAIM.replace("check", f"check {' '.join(tenth(commit))}") if commit else ""
    failed, ran = [], 0
    for name, command, added in steps(workflow):
        if command in done:
            print(f"workflow step {name!r}: the same command as in {other}", flush=True)
            continue
        start = time.monotonic()
        code = run(command.replace(EVERY_CLAIM, some) if some else command, added)
        print(f"workflow step {name!r}: exit code {code}, {time.monotonic() - start:.0f} s")
        ran += 1
        failed += [name] * bool(code)
        if name == "Install":
            subprocess.run(["python", "-c", MODEL], check=True)
        if REPORT.is_file() and not BASELINE.is_file():
            shutil.copyfile(REPORT, BASELINE)
    return int(bool(failed) or not ran)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workflow")
    parser.add_argument("--done", metavar="OTHER", help="a workflow that has run here")
    parser.add_argument("--tenth", metavar="COMMIT", help="judge a tenth of the claims")
    given = parser.parse_args()
    sys.exit(main(given.workflow, given.done, given.tenth))

"""Runs the commands of ``claims.yml`` here, as a runner would, on a checkpoint made on the spot.

All but "Install" (what is installed is what this is about). The first report stands in for a
committed claims-baseline.json, so that the step that compares with one runs too. Exit code 1 if a
step fails or if none ran.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import torch
import yaml
from transformers import LlamaConfig, LlamaForCausalLM

MODEL = "checkpoint"
REPORT, BASELINE = Path("report/report.json"), Path("claims-baseline.json")


def environment() -> dict[str, str]:
    """What the workflow's inputs are to its steps."""
    inputs = {"MODEL": MODEL, "REVISION": "main", "OPTIONS": ""}
    return {**os.environ, **inputs, "GITHUB_STEP_SUMMARY": os.path.abspath("summary.md")}


def make(folder: str) -> None:
    """A small model of random weights, as somebody's own: it speaks no task."""
    torch.manual_seed(0)
    shape = {"vocab_size": 64, "hidden_size": 32, "intermediate_size": 32}
    heads = {"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    LlamaForCausalLM(LlamaConfig(**shape, **heads)).save_pretrained(folder)


def main(workflow: str) -> int:
    """Run the steps in order, each by ``bash -e`` as the runner does."""
    make(MODEL)
    job = yaml.safe_load(Path(workflow).read_text(encoding="utf-8"))["jobs"]["claims"]
    steps = [step for step in job["steps"] if "run" in step and step["name"] != "Install"]
    failed = []
    for step in steps:
        start = time.monotonic()
        done = subprocess.run(["bash", "-e", "-c", step["run"]], env=environment(), check=False)
        said = f"exit code {done.returncode}, {time.monotonic() - start:.0f} s"
        print(f"workflow step {step['name']!r}: {said}", flush=True)
        if done.returncode:
            failed.append(step["name"])
        if REPORT.is_file() and not BASELINE.is_file():
            shutil.copyfile(REPORT, BASELINE)
    return int(bool(failed) or not steps)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

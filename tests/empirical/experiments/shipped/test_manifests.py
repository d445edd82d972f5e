"""The shipped models are those that their manifests speak of."""

import json

from empirical.models.pretrained import SHIPPED
from empirical.protocol import settings
from empirical.protocol.vocabulary import TASKS


def test_the_manifests_agree_with_the_weights():
    for task in TASKS:
        manifest = json.loads((SHIPPED / task / "manifest.json").read_text())
        assert manifest["recipe"]["task"] == task
        assert manifest["recipe"]["steps"] == settings.FULL_STEPS
        assert manifest["recipe"]["name"] == "released"
        assert manifest["recipe"]["seed"] == 0
        assert min(manifest["test_accuracy_by_hop"]) > settings.ACCURACY
        assert (SHIPPED / task / "model.safetensors").stat().st_size <= 12e6


def test_manifest_data_hashes_are_those_of_the_data():
    from empirical.models.data import splits

    for task in TASKS:
        manifest = json.loads((SHIPPED / task / "manifest.json").read_text())
        recipe = manifest["recipe"]
        train, _, test = splits(task, recipe["seed"], letters=recipe["letters"])
        hashes = {"train": train.sha256(), "test": test.sha256()}
        assert manifest["data_sha256"] == hashes

"""Names found or refused: folders, aliases, caches, and a hub that gives, gates or fails."""

import os

import pytest
from huggingface_hub import constants

from empirical import validate
from empirical.models import hub
from empirical.models.hub import ALIASES, REPOSITORY, ModelError, find
from tests.empirical import hubs
from tests.processes import python


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, no network and no login."""
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "token"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return tmp_path / "hub"


@pytest.fixture
def offline(cache, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return cache


@pytest.fixture
def at(cache, monkeypatch):
    """Point at a hub; without this, HF_ENDPOINT does so when the library is imported."""

    def point(address):
        template = constants.HUGGINGFACE_CO_URL_TEMPLATE.removeprefix(constants.ENDPOINT)
        monkeypatch.setattr(constants, "ENDPOINT", address)
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", address + template)

    return point


def refused(name, revision=None):
    with pytest.raises(ModelError) as caught:
        find(name, revision)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_aliases_are_lower_case_and_stand_for_repositories():
    assert ALIASES["gemma-2-2b-it"] == "google/gemma-2-2b-it"
    assert ALIASES["qwen2-0.5b-instruct"] == "Qwen/Qwen2-0.5B-Instruct"
    assert ALIASES["llama-3-8b"] == "meta-llama/Meta-Llama-3-8B"
    for alias, repository in ALIASES.items():
        assert alias == alias.lower()
        assert REPOSITORY.fullmatch(repository)


def test_a_folder_comes_before_an_alias(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gemma-2-2b-it").symlink_to(folder)
    assert find("gemma-2-2b-it").commit is None
    assert "has no revisions" in refused("gemma-2-2b-it", "main")


@pytest.mark.parametrize("name", ["./nowhere", "/no/such/folder", "a/b/c", "~/model"])
def test_paths_that_are_no_folder(name):
    assert "is no folder" in refused(name)


def test_a_word_that_is_no_alias_names_the_nearest():
    assert "did you mean gemma-2-2b" in refused("gemma2-2b")
    assert "(did you mean smollm3-3b or smollm2-135m-instruct?)" in refused("smollm")
    assert "ORGANISATION/NAME" in refused("zzz")


def test_a_message_is_true_for_every_caller(monkeypatch):
    """Each command and function finds models here; few have --model or list the aliases."""
    assert "an alias (rope-claims validate --help lists them)" in refused("zzz")
    assert "zzz" not in hub.NAMES
    shown = " ".join(validate.parser().format_help().split())
    assert all(name in shown for name in hub.NAMES)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    text = hub._not_cached(ValueError(), "org/model", None)
    assert "--model" not in text
    assert text.endswith("copy the folder that it names to this machine, and give the copy's path")


@pytest.mark.parametrize("name", ["Gemma-2-2B-it", "google/gemma-2-2b-it"])
def test_a_cached_model_is_located_offline(offline, folder, name):
    snapshot = hubs.cached(offline, "google/gemma-2-2b-it", folder)
    located = find(name)
    assert located.folder.samefile(snapshot)
    assert (located.name, located.commit) == ("google/gemma-2-2b-it", hubs.COMMIT)
    assert find(name, hubs.COMMIT).folder.samefile(snapshot)
    text = refused(name, "v2")
    assert "at revision v2 is not in" in text
    assert "HF_HUB_OFFLINE forbids the network: unset HF_HUB_OFFLINE, or run 'hf download" in text


@pytest.mark.usefixtures("offline")
def test_nothing_cached_offline():
    assert "google/gemma-2-9b is not in" in refused("gemma-2-9b")
    assert refused("models/nothere").startswith("there is no folder models/nothere here, ")


def test_a_download_cut_short_offline(offline, folder):
    snapshot = hubs.cached(offline, "google/gemma-2-2b-it", folder)
    (snapshot / "model.safetensors").unlink()
    assert "only partly downloaded and HF_HUB_OFFLINE forbids" in refused("gemma-2-2b-it")


def test_a_model_is_downloaded_then_taken_from_the_cache(at, monkeypatch, folder):
    with hubs.hub({"org/model": folder}) as address:
        at(address)
        located = find("org/model")
        assert find("org/model", "main") == located
    assert {f.name for f in located.folder.iterdir()} == {f.name for f in folder.iterdir()}
    assert (located.folder / "model.safetensors").read_bytes() == (
        folder / "model.safetensors"
    ).read_bytes()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert find("org/model") == located


@pytest.mark.parametrize("kind", ["gated", "locked"])
def test_a_licence_not_accepted(at, kind):
    with hubs.hub({"google/gemma-2-2b-it": kind}) as address:
        at(address)
        text = refused("gemma-2-2b-it")
    assert f"behind a licence: accept it at {address}/google/gemma-2-2b-it" in text
    assert "hf auth login" in text


def test_what_the_hub_does_not_have(at, folder):
    with hubs.hub({"org/model": folder, "org/broken": "broken"}) as address:
        at(address)
        text = refused("org/modle")
        assert "there is no folder org/modle here" in text
        assert f"org/modle is not to be found at {address}/org/modle" in text
        assert "org/model has no revision v9: choose" in refused("org/model", "v9")
        assert "HTTP 500: try again later" in refused("org/broken")


def test_a_repository_without_weights(at, folder, tmp_path):
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "config.json").write_text((folder / "config.json").read_text())
    with hubs.hub({"org/bare": bare}) as address:
        at(address)
        assert "neither safetensors nor PyTorch weights" in refused("org/bare")


def test_no_network(at):
    at("http://127.0.0.1:9")
    text = refused("org/model")
    assert "is not in" in text
    assert "http://127.0.0.1:9 cannot be reached: check the network" in text


def test_a_full_disk(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("huggingface_hub.snapshot_download", full)
    assert "No space left on device" in refused("org/model")


def test_an_unforeseen_error_is_not_hidden(monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("huggingface_hub.snapshot_download", fail)
    with pytest.raises(ZeroDivisionError):
        hub.find("org/model")


def test_offline_by_environment(tmp_path, folder):
    """The libraries read the variables when they are imported: in a process of its own."""
    snapshot = hubs.cached(tmp_path / "home" / "hub", "google/gemma-2-2b-it", folder)
    code = "from empirical.models.hub import find; print(find('gemma-2-2b-it').folder)"
    home = {"HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1"}
    done = python("-c", code, env=os.environ | home)
    assert done.returncode == 0
    assert done.stdout == f"{snapshot}\n"


def test_as_a_user_offline(offline, tmp_path, folder, capsys):
    """The whole program, on a repository in the cache."""
    hubs.cached(offline, "google/gemma-2-2b-it", folder)
    command = ["--model", "gemma-2-2b-it", "--out", str(tmp_path / "report")]
    assert validate.main([*command, "--without", "binding", "sensitivity", "one-hop"]) == 0
    assert "google/gemma-2-2b-it (LlamaForCausalLM" in capsys.readouterr().out


def test_a_wrong_name_is_reported_before_torch_is_loaded():
    condition = "validate.main(['--model', 'nosuch']) == 2 and 'torch' not in sys.modules"
    code = f"import sys; from empirical import validate; sys.exit(not ({condition}))"
    done = python("-c", code)
    assert done.returncode == 0
    assert "nosuch is neither a folder here nor a known alias" in done.stderr

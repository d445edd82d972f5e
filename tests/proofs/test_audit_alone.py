"""The audit hears nothing but the proofs and Coq, and believes no memory but its own."""

import shutil
from pathlib import Path

import pytest

from tests.processes import python
from tests.proofs.tampering import PROOF, PROOFS, STATEMENT, add, audit, copied, needs_coq


@pytest.fixture
def remembering(tmp_path, monkeypatch):
    """A topic whose audit passes at once and notes that it was asked: (folder, cache, asked)."""
    folder = copied(tmp_path / "sources")
    (folder / "pinned.txt").write_text("pinned\n", encoding="utf-8")
    asked = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(audit, "versions", lambda: ["Coq"])
    monkeypatch.setattr(audit, "installed", lambda: ["coqc"])
    monkeypatch.setattr(audit, "audit", lambda root, say: asked.append(root) or "pinned\n")
    return folder, tmp_path / "cache", asked


def test_a_passed_audit_is_remembered_outside_the_sources(remembering):
    """So no checkout can bring a record of an audit that never was."""
    folder, _, asked = remembering
    here = sorted(folder.rglob("*"))
    assert [audit.cached(folder), audit.cached(folder)] == ["pinned\n", "pinned\n"]
    assert asked == [folder]
    assert sorted(folder.rglob("*")) == here
    add(folder, PROOF, "\n")
    audit.cached(folder)
    assert asked == [folder, folder]


def in_a_file(cache, patch):
    cache.touch()


def in_no_place(cache, patch):
    patch.setenv("XDG_CACHE_HOME", "/proc/nope")


def with_no_home(cache, patch):
    patch.delenv("XDG_CACHE_HOME")

    def homeless(cls=None):
        raise RuntimeError("Could not determine home directory.")

    patch.setattr(Path, "home", homeless)


def in_the_checkout(cache, patch):
    patch.setenv("XDG_CACHE_HOME", str(PROOFS / ".audit"))


def in_a_relative_place(cache, patch):
    patch.setenv("XDG_CACHE_HOME", ".audit")
    patch.setenv("HOME", str(PROOFS))


def behind_a_lock(cache, patch):
    """Held by a process that never ends, as far as this one can tell."""
    patch.setattr(audit, "WAIT", 0)
    patch.setattr(audit.fcntl, "flock", lambda lock, how: (_ for _ in ()).throw(BlockingIOError()))


def where_locks_are_not(cache, patch):
    patch.setattr(audit.fcntl, "flock", lambda lock, how: (_ for _ in ()).throw(OSError(38, "no")))


NOWHERE = [
    in_a_file, in_no_place, with_no_home, in_the_checkout, in_a_relative_place, behind_a_lock,
    where_locks_are_not,
]  # fmt: skip


@pytest.mark.parametrize("spoil", NOWHERE, ids=lambda spoil: spoil.__name__)
def test_where_nothing_can_be_remembered_the_audit_is_made(spoil, remembering, monkeypatch, capsys):
    folder, cache, asked = remembering
    spoil(cache, monkeypatch)
    assert [audit.cached(folder), audit.cached(folder)] == ["pinned\n", "pinned\n"]
    assert asked == [folder, folder]
    assert "not remembered" in capsys.readouterr().err
    assert not (PROOFS / ".audit").exists()


@pytest.mark.parametrize("content", [b"forged", b"", b"\xff"], ids=["text", "empty", "bytes"])
def test_a_record_that_is_not_as_pinned_is_not_believed(content, remembering):
    folder, cache, asked = remembering
    audit.cached(folder)
    (record,) = (p for p in (cache / "rope-claims/audit").iterdir() if not p.suffix)
    record.write_bytes(content)
    assert audit.cached(folder) == "pinned\n"
    assert asked == [folder, folder]
    assert record.read_text(encoding="utf-8") == "pinned\n"


def test_a_record_as_pinned_does_not_stand_for_sources_that_assume(remembering):
    """Whoever can write the cache can forge the record, not the text of the sources."""
    folder, cache, asked = remembering
    add(folder, PROOF, "Axiom absurd : False.\n")
    place = cache / "rope-claims/audit" / audit.key(folder)
    place.parent.mkdir(parents=True)
    place.write_text("pinned\n", encoding="utf-8")
    with pytest.raises(audit.Refused, match="holds the word Axiom"):
        audit.cached(folder)


def test_what_changes_while_it_is_audited_is_not_remembered(remembering, monkeypatch):
    folder, cache, asked = remembering
    monkeypatch.setattr(audit, "audit", lambda root, say: add(folder, PROOF, "\n") or "pinned\n")
    audit.cached(folder)
    assert not [p for p in (cache / "rope-claims/audit").iterdir() if not p.suffix]


def test_the_key_covers_every_file_and_every_tool(remembering, monkeypatch, tmp_path):
    folder, _, _ = remembering
    keys = [audit.key(folder)]
    for name in (STATEMENT, PROOF, "pinned.txt", "difflib.py", "proofs/_CoqProject"):
        add(folder, name, "\n")
        keys.append(audit.key(folder))
    (folder / "link.v").symlink_to(STATEMENT)
    keys.append(audit.key(folder))
    for name in ("versions", "installed"):
        monkeypatch.setattr(audit, name, lambda: ["another"])
        keys.append(audit.key(folder))
    monkeypatch.setattr(audit.sys, "version", "4.0")
    keys.append(audit.key(folder))
    other = tmp_path / "audit.py"
    other.write_bytes((PROOFS / "audit.py").read_bytes() + b"#")
    monkeypatch.setattr(audit, "__file__", str(other))
    keys.append(audit.key(folder))
    assert len(set(keys)) == len(keys)
    (folder / "proofs/counting.vo").touch()
    assert audit.key(folder) == keys[-1]


@needs_coq
def test_the_key_names_each_tool_and_the_library():
    lines, programs = audit.installed(), tuple(map(audit.tool, audit.TOOLS))
    assert len([line for line in lines if line.startswith(programs)]) > 3
    assert any("/mathcomp/" in line and ".vo " in line for line in lines)


def executable(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_no_tool_is_taken_from_the_checkout_or_from_where_one_stands(tmp_path, monkeypatch):
    checkout = tmp_path / "checkout"
    executable(checkout / "proofs/coqc")
    monkeypatch.setattr(audit, "HERE", checkout / "proofs")
    monkeypatch.chdir(checkout / "proofs")
    (tmp_path / "link").symlink_to(checkout / "proofs")
    for path in (".", "", str(checkout / "proofs"), str(tmp_path / "link")):
        monkeypatch.setenv("PATH", path)
        with pytest.raises(audit.Missing):
            audit.tool("coqc")
    real = executable(tmp_path / "bin/coqc")
    monkeypatch.setenv("PATH", f".:{checkout / 'proofs'}:{tmp_path / 'bin'}")
    assert audit.tool("coqc") == str(real)


def test_coq_without_its_checker_is_refused_not_missing(tmp_path, monkeypatch):
    executable(tmp_path / "coqc")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(audit.Refused, match="coqchk is not installed, though coqc is"):
        audit.tool("coqchk")


def test_coq_without_mathcomp_is_refused_in_one_line(tmp_path, monkeypatch):
    """A Coq that cannot build the proofs is no missing Coq."""
    coqc = executable(tmp_path / "bin/coqc")
    coqc.write_text(f"#!/bin/sh\necho {tmp_path}/lib\n", encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for ask in (audit.library, lambda: audit.build(PROOFS, tmp_path)):
        with pytest.raises(audit.Refused, match="^mathcomp is not installed, though coqc is: apt-"):
            ask()
    (tmp_path / "lib/user-contrib/mathcomp/algebra").mkdir(parents=True)
    assert audit.library() == tmp_path / "lib"


SHADOWS = ("difflib", "subprocess", "argparse", "sitecustomize", "usercustomize", "startup")


@pytest.mark.parametrize("isolated", [["-I", "-S"], []], ids=["as the gate runs it", "plainly"])
def test_no_module_that_shadows_another_is_imported(isolated, tmp_path):
    """Run plainly, what PYTHONPATH names may still run first: the gate does not run it so."""
    script = shutil.copy(PROOFS / "audit.py", copied(tmp_path))
    (tmp_path / "pinned.txt").touch()
    for name in SHADOWS:
        marked = f"open({str(tmp_path / name)!r} + '.loaded', 'w')\nraise SystemExit(0)\n"
        (tmp_path / f"{name}.py").write_text(marked, encoding="utf-8")
    heard = {"PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": str(tmp_path / "startup.py")}
    done = python(*isolated, script, env={"PATH": "", **(heard if isolated else {})})
    assert sorted(tmp_path.glob("*.loaded")) == []
    assert done.returncode == 2
    assert audit.INSTALL in done.stderr


def test_a_folder_of_sources_that_is_a_link_is_refused(tmp_path):
    folder = copied(tmp_path / "real")
    (tmp_path / "copy").mkdir()
    for part in ("statements", "proofs"):
        (tmp_path / "copy" / part).symlink_to(folder / part)
    with pytest.raises(audit.Refused, match="is a link"):
        audit.sources(tmp_path / "copy")

"""Hugging Face's layouts in miniature: model folders, the cache, and a hub on 127.0.0.1."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree

from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.trainers import BpeTrainer
from transformers import PreTrainedTokenizerFast

from empirical.architectures.specimens import VOCABULARY, tiny

COMMIT = "0123456789abcdef0123456789abcdef01234567"
TEXT = ["Alice likes red", "Bob likes green", "What does Alice like?"]


def model_folder(folder: Path) -> Path:
    """A tiny model with a tokenizer trained on the spot, as a repository has them."""
    tiny("llama").save_pretrained(folder)
    tokenizer = Tokenizer(BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.train_from_iterator(
        TEXT, BpeTrainer(vocab_size=VOCABULARY, special_tokens=["<unk>"], show_progress=False)
    )
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>").save_pretrained(folder)
    return folder


def cached(cache: Path, repository: str, source: Path) -> Path:
    """Lay a model's files out as the hub's cache does; returns the snapshot folder."""
    home = cache / f"models--{repository.replace('/', '--')}"
    (home / "refs").mkdir(parents=True, exist_ok=True)
    (home / "refs" / "main").write_text(COMMIT)
    snapshot, blobs = home / "snapshots" / COMMIT, home / "blobs"
    copytree(source, snapshot)
    blobs.mkdir()
    for file in snapshot.iterdir():
        blob = blobs / sha256(file.read_bytes()).hexdigest()
        file.rename(blob)
        file.symlink_to(Path("../../blobs") / blob.name)
    return snapshot


@contextmanager
def hub(repositories: dict[str, Path | str]) -> Iterator[str]:
    """Serve repositories: a folder's files, 'gated' (listed, not given), 'locked' (not even
    listed), or 'broken'. Yields the address."""
    handler = type("Handler", (_Handler,), {"repositories": repositories})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    repositories: dict[str, Path | str] = {}  # noqa: RUF012 (set for each server)

    def do_GET(self) -> None:
        parts = self.path.split("?")[0].strip("/").split("/")
        api = parts[:2] == ["api", "models"]
        parts = parts[2:] if api else parts
        source = self.repositories.get("/".join(parts[:2]))
        action, revision, *path = parts[2:] if len(parts) > 3 else ("revision", "main")
        if source is None:
            self.refuse(404, "RepoNotFound")
        elif source == "broken":
            self.refuse(500)
        elif source == "locked" or (source == "gated" and not api):
            self.refuse(403, "GatedRepo")
        elif revision not in ("main", COMMIT):
            self.refuse(404, "RevisionNotFound")
        elif action == "revision":
            self.answer({"id": "/".join(parts[:2]), "sha": COMMIT, "siblings": []})
        elif action == "tree":
            self.answer(self.tree(source))
        else:
            self.give(source / "/".join(path))

    do_HEAD = do_GET

    def tree(self, source: Path | str) -> list:
        files = [("config.json", 2)]
        if isinstance(source, Path):
            files = [(file.name, file.stat().st_size) for file in source.iterdir()]
        return [{"type": "file", "path": name, "size": n, "oid": name} for name, n in files]

    def refuse(self, status: int, code: str | None = None) -> None:
        self.send_response(status)
        if code is not None:
            self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self, value: object) -> None:
        self.send(json.dumps(value).encode(), {"Content-Type": "application/json"})

    def give(self, file: Path) -> None:
        body = file.read_bytes()
        self.send(body, {"ETag": f'"{sha256(body).hexdigest()}"', "X-Repo-Commit": COMMIT})

    def send(self, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass

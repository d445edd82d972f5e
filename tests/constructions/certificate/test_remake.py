"""The committed certificates are those recomputed from what they list."""

import json

import pytest

from constructions import CERTIFICATES
from constructions.certificate.remake import head_again, main

SHORT = [file for file in sorted(CERTIFICATES.iterdir()) if file.stat().st_size < 10_000]


@pytest.mark.parametrize("file", SHORT, ids=lambda file: file.name)
def test_a_committed_certificate_is_made_again(file):
    text = file.read_text(encoding="utf-8")
    assert head_again(json.loads(text)).text() == text


def test_bad_files_are_one_line(tmp_path, error_line):
    file = tmp_path / "c.json"
    for text in ("", "[]", "{}"):
        file.write_text(text, encoding="utf-8")
        assert error_line(main, file)
        assert file.read_text(encoding="utf-8") == text
    assert main([]) == 2

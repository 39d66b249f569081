"""Files that several builds write and read at the same time."""

from __future__ import annotations

from pathlib import Path

from building.files import write_atomically


def test_a_file_that_is_read_meanwhile_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "module.pyc"
    write_atomically(path, b"before")
    with path.open("rb") as reader:
        write_atomically(path, b"after")
        assert reader.read() == b"before"
    assert path.read_bytes() == b"after"
    assert [*tmp_path.iterdir()] == [path]

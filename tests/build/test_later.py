"""Modules in archives that are fetched later are imported like any others."""

from __future__ import annotations

import gc
import gzip
import importlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import systems
from app.browser.platform.lazy_import import LazyFinder, freeze_imports
from app.core.support.import_steps import FileMissing, is_here
from app.core.support.incremental import run_to_end
from building.archive import KEPT_S, open_archive, write_archive, write_cached_archive

FILES = {
    "early/__init__.py": b"",
    "early/game/__init__.py": b"from early.game.rules import RULE",
    "early/game/rules.py": b"RULE = 7",
    "later_by_name.py": b"def said(): return 'later'",
}
ARCHIVES = {"early.game": "game", "later_by_name": "others", "gone": "others"}


@pytest.fixture
def fetches(tmp_path: Path) -> Iterator[list[str]]:
    """Yield the names of the archives that imports have fetched so far."""
    folder, names = tmp_path / "sent", list(FILES)
    write_archive(folder / "first", {name: FILES[name] for name in names[:1]})
    write_archive(folder / "game", {name: FILES[name] for name in names[1:3]})
    write_archive(folder / "others", {name: FILES[name] for name in names[3:]})
    first = tmp_path / "first.zip"
    first.write_bytes(gzip.decompress((folder / "first").read_bytes()))
    fetches: list[str] = []

    def fetch(archive: str) -> bytes:
        fetches.append(archive)
        sent = (folder / archive).read_bytes()
        return sent if archive == "game" else gzip.decompress(sent)  # as a host may do

    finder = LazyFinder(ARCHIVES, fetch, str(tmp_path))
    sys.path.append(str(first))
    sys.meta_path.append(finder)
    yield fetches
    sys.meta_path.remove(finder)
    sys.path.remove(str(first))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("early", *ARCHIVES)]:
        del sys.modules[name]


def test_an_import_fetches_its_archive_once(fetches: list[str]) -> None:
    assert importlib.import_module("early")
    assert fetches == []
    assert not is_here("early.game.rules")
    assert is_here("early")
    assert importlib.import_module("early.game").RULE == 7
    assert is_here("early.game.other")  # its archive is
    assert fetches == ["game"]
    assert importlib.import_module("early.game.rules").RULE == 7
    assert importlib.import_module("later_by_name").said() == "later"
    assert fetches == ["game", "others"]
    for missing in ("gone", "early.other", "early.game.other"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(missing)
    assert fetches == ["game", "others"]


@pytest.mark.parametrize("cut", [0, 4, 40, -1, -30])
@pytest.mark.parametrize("is_packed", [True, False])
def test_an_archive_that_arrives_damaged_is_asked_for_again(
    tmp_path: Path, cut: int, is_packed: bool
) -> None:
    write_archive(tmp_path / "sent", {"cut_module.py": b"VALUE = 7"})
    sent = (tmp_path / "sent").read_bytes()
    sent = sent if is_packed else gzip.decompress(sent)
    answers = [sent, sent[:cut]]
    finder = LazyFinder({"cut_module": "sent"}, lambda _: answers.pop(), str(tmp_path))
    sys.meta_path.append(finder)
    try:
        with pytest.raises(FileMissing):
            importlib.import_module("cut_module")
        assert importlib.import_module("cut_module").VALUE == 7
    finally:
        sys.meta_path.remove(finder)
        sys.modules.pop("cut_module", None)


def test_a_game_without_its_file_is_unknown_until_the_file_arrives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "app.systems.prism"
    for each in [module for module in sys.modules if module.startswith(name)]:
        monkeypatch.delitem(sys.modules, each)
    systems._imported.cache_clear()

    class Absent:
        def find_spec(self, wanted: str, *_: object) -> None:
            if wanted == name:
                raise FileMissing("prism: 404", name=wanted)

    monkeypatch.setattr(sys, "meta_path", [Absent(), *sys.meta_path])
    assert "prism" not in systems.games()
    assert run_to_end(systems.bring("prism")) is None
    assert "garden" in systems.games()
    monkeypatch.undo()
    systems.missing.discard("prism")
    assert systems.games()["prism"].id == "prism"


def test_an_archive_is_the_same_whenever_it_is_written(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_archive(tmp_path / name, FILES if name == "one" else dict(reversed(FILES.items())))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert open_archive(tmp_path / "one").namelist() == sorted(FILES)


def test_an_archive_is_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_archive(tmp_path / "plain", FILES)
    write_cached_archive(tmp_path / "first", FILES, tmp_path)
    with monkeypatch.context() as patch:
        patch.delattr(gzip, "compress")
        write_cached_archive(tmp_path / "second", FILES, tmp_path)
    write_cached_archive(tmp_path / "other", {"a.py": b""}, tmp_path)
    plain, first, second, other = (
        (tmp_path / name).read_bytes() for name in ("plain", "first", "second", "other")
    )
    assert plain == first == second != other


def test_archives_are_removed_when_no_recent_build_has_used_them(tmp_path: Path) -> None:
    write_cached_archive(tmp_path / "first", FILES, tmp_path)
    old = time.time() - KEPT_S - 1
    (unused,) = (tmp_path / "archives").iterdir()
    os.utime(unused, (old, old))
    write_cached_archive(tmp_path / "again", FILES, tmp_path)
    write_cached_archive(tmp_path / "other", {"a.py": b""}, tmp_path)
    assert unused.exists()
    os.utime(unused, (old, old))
    write_cached_archive(tmp_path / "third", {"b.py": b""}, tmp_path)
    assert not unused.exists()
    assert len(list((tmp_path / "archives").iterdir())) == 2


def test_collections_begin_once_all_is_imported_and_leave_that_out() -> None:
    gc.disable()
    freeze_imports()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000
    gc.unfreeze()

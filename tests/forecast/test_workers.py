"""The same seed gives the same figures, whoever plays the fights, and whatever becomes of them."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

import dask
import pytest
from distributed import Client, LocalCluster

from app.__main__ import main
from app.commands import forecast
from app.commands.parts import Workers
from app.forecast import batch, fight
from tests.forecast.fights import samples

#: Fights in which a round takes a few milliseconds.
TEXT = json.dumps(samples("striker"))
FIGHTS, SEED = 60, "7"


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """What the fights come to, one after another."""
    return batch(fight(json.loads(TEXT)), SEED, 0, FIGHTS).as_record()


@pytest.mark.parametrize("count", [1, 2, 4])
def test_processes(alone: dict[str, Any], count: int) -> None:
    *_, counts = forecast.counted(TEXT, FIGHTS, SEED, Workers(count))
    assert counts.as_record() == alone


#: Whoever waits here for another process may have to wait long on a crowded machine.
PATIENT = {f"distributed.comm.timeouts.{each}": "600s" for each in ("connect", "tcp")}


def test_a_cluster_that_loses_a_worker(alone: dict[str, Any]) -> None:
    """One of two worker processes is killed while fights are under way."""
    with (
        dask.config.set(PATIENT),
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
    ):
        with Client(cluster) as client:  # type: ignore[no-untyped-call]
            pids = list(client.run(os.getpid).values())
        going = forecast.counted(TEXT, FIGHTS, SEED, Workers(2, cluster.scheduler_address))
        first = next(going)
        assert first.fights < FIGHTS
        os.kill(pids[0], signal.SIGKILL)
        *_, counts = going
        assert counts.as_record() == alone


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code of a command, what it says and what it complains of."""
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    file = tmp_path / "fight.json"
    file.write_text(TEXT, encoding="utf-8")
    words = ("forecast", str(file), "--fights", "20", "--seed", "7", "--workers", "2")
    code, said, _ = asked(capsys, *words)
    assert code == 0
    assert said.startswith("20 fights, seed 7\nHeroes wins: ")
    code, said, _ = asked(capsys, *words, "--format", "json")
    record = json.loads(said)
    assert (code, record["fights"], record["seed"]) == (0, 20, "7")
    assert sum(each["wins"]["count"] for each in record["sides"]) <= 20


def test_breaking_off_tells_what_is_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, begun = tmp_path / "fight.json", forecast.counted

    def broken(*told: Any) -> Any:
        yield next(begun(*told))
        raise KeyboardInterrupt

    file.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(forecast, "counted", broken)
    monkeypatch.setattr(forecast, "EVERY", float("inf"))  # however slow: nothing is said meanwhile
    code, said, complaint = asked(capsys, "forecast", str(file), "--fights", "40", "--workers", "1")
    assert code == 130
    assert said.startswith("5 fights, seed 0\n")
    assert complaint == "Broken off after 5 of 40 fights.\n"


def test_faults_of_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    def fault(*words: str, text: str = TEXT) -> str:
        file = tmp_path / "fight.json"
        file.write_text(text, encoding="utf-8")
        code, said, complaint = asked(capsys, "forecast", str(file), *words)
        assert (code, said) == (2, "")
        return complaint

    assert fault(text="{").startswith("file: the file is no JSON")
    assert fault(text="[]").startswith("fight: ")
    assert fault(text=json.dumps({**samples("prism"), "rounds": 0})).startswith("rounds: ")
    assert fault("--fights", "0").startswith("fights: ")
    assert fault("--workers", "-1").startswith("workers: ")
    assert fault("--scheduler", "pigeon://roost").startswith("scheduler: ")
    code, _, complaint = asked(capsys, "forecast", str(tmp_path / "none.json"))
    assert code == 2
    assert complaint.startswith("file: ")


def test_a_scan_by_two_workers_is_that_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("scan", "garden.skill_test", "skill_level=0..2", "target_number=3..4")
    assert asked(capsys, *words, "--workers", "2") == asked(capsys, *words)
    code, _, complaint = asked(capsys, "scan", "garden.skill_test", "skill_level=0..99")
    assert code == 2
    assert complaint

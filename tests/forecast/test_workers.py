"""A seed gives the same results with any workers, even if one of them dies."""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import Client, LocalCluster

from app.__main__ import main
from app.commands import forecast
from app.commands.parts import Workers, done
from app.core.errors import BadInput
from app.forecast import batch, fight
from tests.forecast.fights import samples

#: Fights in which a round takes a few milliseconds.
TEXT = json.dumps(samples("striker"))
FIGHTS, SEED = 60, "7"


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """Return the result of all fights, played one after another."""
    return batch(fight(json.loads(TEXT)), SEED, 0, FIGHTS).as_record()


@pytest.mark.parametrize("count", [1, 2, 4])
def test_processes(alone: dict[str, Any], count: int) -> None:
    *_, counts = forecast.counted(TEXT, FIGHTS, SEED, Workers(count))
    assert counts.as_record() == alone


#: Processes may have to wait long for each other on a crowded machine.
PATIENT = {f"distributed.comm.timeouts.{each}": "600s" for each in ("connect", "tcp")}


def test_a_cluster_that_loses_a_worker(alone: dict[str, Any]) -> None:
    """One of two worker processes is killed during the fights."""
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


def double(part: tuple[str, int]) -> int:
    """Return twice a number; the process that comes first to the file's name dies of it."""
    path, number = part
    with suppress(FileExistsError):
        Path(path).touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    path = str(tmp_path / "died")
    results = done(double, [(path, number) for number in range(12)], Workers(2))
    assert sorted(results) == [(number, 2 * number) for number in range(12)]


def end(number: int) -> None:
    """End the process."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_that_die_of_each_part_are_given_up() -> None:
    with pytest.raises(BadInput, match="again and again") as fault:
        list(done(end, [1, 2], Workers(2)))
    assert fault.value.field == "workers"


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command; return its exit code, output and errors."""
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    file = tmp_path / "fight.json"
    file.write_text(TEXT, encoding="utf-8")
    words = ("forecast", str(file), "--fights", "20", "--seed", "7", "--workers", "2")
    code, output, _ = run_command(capsys, *words)
    assert code == 0
    assert output.startswith("20 fights, seed 7\nHeroes wins: ")
    code, output, _ = run_command(capsys, *words, "--format", "json")
    record = json.loads(output)
    assert (code, record["fights"], record["seed"]) == (0, 20, "7")
    assert sum(side["wins"]["count"] for side in record["sides"]) <= 20


def test_a_stopped_forecast_prints_its_results_so_far(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, begun = tmp_path / "fight.json", forecast.counted

    def broken(*arguments: Any) -> Any:
        yield next(begun(*arguments))
        raise KeyboardInterrupt

    file.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(forecast, "counted", broken)
    monkeypatch.setattr(
        forecast, "EVERY", float("inf")
    )  # no progress is printed, however slow the machine is
    code, output, complaint = run_command(
        capsys, "forecast", str(file), "--fights", "40", "--workers", "1"
    )
    assert code == 130
    assert output.startswith("5 fights, seed 0\n")
    assert complaint == "Broken off after 5 of 40 fights.\n"


def test_faults_of_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    def fault(*words: str, text: str = TEXT) -> str:
        file = tmp_path / "fight.json"
        file.write_text(text, encoding="utf-8")
        code, output, complaint = run_command(capsys, "forecast", str(file), *words)
        assert (code, output) == (2, "")
        return complaint

    assert fault(text="{").startswith("file: the file is no JSON")
    assert fault(text="[]").startswith("fight: ")
    assert fault(text=json.dumps({**samples("prism"), "rounds": 0})).startswith("rounds: ")
    assert fault("--fights", "0").startswith("fights: ")
    assert fault("--workers", "-1").startswith("workers: ")
    assert fault("--scheduler", "pigeon://roost").startswith("scheduler: ")
    code, _, complaint = run_command(capsys, "forecast", str(tmp_path / "none.json"))
    assert code == 2
    assert complaint.startswith("file: ")


def test_a_scan_by_two_workers_is_that_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("scan", "garden.skill_test", "skill_level=0..2", "target_number=3..4")
    assert run_command(capsys, *words, "--workers", "2") == run_command(capsys, *words)
    for wrong in ("skill_level=0..99", f"criticals={'[' * 100_000}"):
        code, _, complaint = run_command(
            capsys, "scan", "garden.skill_test", "attribute=0..1", wrong
        )
        assert code == 2
        assert complaint

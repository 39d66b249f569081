"""The safety of all data, in words and on the page."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign.files.backups import Backup
from app.campaign.files.health import REOPEN, Checked, Finding, Saved
from app.campaign.files.rows import CampaignLine
from app.widgets.campaigns.health import Fact, Safety, facts, in_a_line, verdict
from tests.widgets.templates import PAGES, rendered

AT = "2026-01-31T10:00:00.000Z"
HARVEST = CampaignLine("a", "garden", "Harvest", 30, AT)
LATER = CampaignLine("b", "garden", "<b>Later</b>", 5, AT)
COPY = Backup("c", AT, "by hand", 640_000)


def facts_by_id(**changes: Any) -> dict[str, Fact]:
    """Return the facts by id, for data that are safe except for these values."""
    values: dict[str, Any] = {
        "lines": [HARVEST],
        "copies": [COPY],
        "aside": 0,
        "saved": {"a": Saved(AT, 30)},
        "stays": True,
        "room": (1_000_000, 100_000_000),
        "clock": lambda at: at[:10],
    }
    return {fact.id: fact for fact in facts(**{**values, **changes})}


def test_all_is_well() -> None:
    found = facts_by_id()
    assert [each.well for each in found.values()] == [True] * 4
    assert not any(each.advice for each in found.values())
    assert found["stored"].words == "1 campaign with 30 entries; 1.0 MB used of about 100 MB."
    assert found["outside"].words == "Everything, 2026-01-31."
    assert found["backups"].words == "1 backup, 640 KB; the newest from 2026-01-31."


def test_saved_bit_by_bit() -> None:
    saved = {"a": Saved(AT, 30), "b": Saved("2026-02-01", 5)}
    words = facts_by_id(lines=[HARVEST, LATER], saved=saved)["outside"].words
    assert words == "Everything, in 2 files; the oldest from 2026-01-31."


def test_nothing_is_here_yet() -> None:
    found = facts_by_id(lines=[], copies=[], saved={}, room=None, stays=None)
    assert [each.well for each in found.values()] == [None, True, None, True]


@pytest.mark.parametrize(
    ("changes", "id", "words"),
    [
        ({"saved": {}}, "outside", "Not backed up yet."),
        ({"saved": {"a": Saved(AT, 18)}}, "outside", "“Harvest”: 12 entries since 2026-01-31."),
        ({"lines": [HARVEST, LATER]}, "outside", "Not backed up yet: “<b>Later</b>”."),
        ({"stays": False}, "stays", "Storage may be cleared if space runs low."),
        ({"room": (95, 100)}, "stored", "95 bytes used of about 100 bytes."),
        ({"copies": []}, "backups", "None yet."),
        ({"aside": 2}, "aside", "2 damaged records were skipped."),
    ],
)
def test_a_problem_says_how_to_solve_it(changes: dict[str, Any], id: str, words: str) -> None:
    found = facts_by_id(**changes)
    assert words in found[id].words
    assert found[id].well is False
    assert len(found[id].advice) > 20
    assert [each.id for each in found.values() if each.well is False] == [id]


def test_a_line_says_the_worst_and_alarms_only_where_something_can_be_lost() -> None:
    nothing = tuple(facts_by_id(lines=[], copies=[], saved={}, room=None, stays=False).values())
    assert not any(fact.well is False for fact in nothing)
    assert in_a_line(nothing, []) == Safety("unknown", "nothing to back up yet")
    never = tuple(facts_by_id(lines=[], copies=[], saved={}, stays="never").values())
    assert in_a_line(never, []) == Safety("unknown", "nothing is saved")
    lost = tuple(facts_by_id(stays=False).values())
    assert in_a_line(lost, [HARVEST]) == Safety("no", "storage may be cleared if space runs low")
    assert in_a_line(tuple(facts_by_id().values()), [HARVEST]) == Safety("yes", "all good")


@pytest.mark.parametrize("stays", [False, None])
def test_an_ipad_is_told_to_download_before_it_installs(stays: bool | None) -> None:
    """The installed app has its own storage, and Safari clears a page's after seven days."""
    fact = facts_by_id(stays=stays)["stays"]
    assert "7 days" in fact.words
    order = [fact.advice.index(words) for words in ("download everything", "Home Screen")]
    assert order == sorted(order)
    assert "starts empty" in fact.advice
    assert "weeks" not in fact.words + fact.advice
    install = PAGES.get_template("install.html")
    hint = install.render(ios=True)
    order = [
        hint.index(words) for words in ("Download everything", "starts empty", "import the file")
    ]
    assert order == sorted(order)
    assert "starts empty" not in install.render(ios=False)


def test_many_campaigns_are_counted() -> None:
    lines = [CampaignLine(f"c{n}", "garden", f"Name {n}", n + 2, AT) for n in range(9)]
    words = facts_by_id(lines=lines, saved={"c0": Saved(AT, 2)})["outside"].words
    assert words == "Not backed up yet: “Name 1”, “Name 2”, “Name 3”, “Name 4” and 4 more."
    saved = {line.id: Saved(AT, 1) for line in lines}
    words = facts_by_id(lines=lines, saved=saved)["outside"].words
    assert words.endswith("5 more have changes that aren’t backed up.")


def test_the_verdict_of_the_check() -> None:
    assert verdict(None) == ""
    assert verdict(Checked(AT, 231)) == "All good. 231 records checked."
    finding = Finding("“Harvest”", "Entry 5 is missing", REOPEN)
    assert verdict(Checked(AT, 1, (finding,))) == ("1 problem found. 1 record checked.")


@pytest.mark.parametrize("findings", [0, 1, 60])
def test_the_card(findings: int) -> None:
    finding = Finding("“<b>Harvest</b>”", "Entry 5 is missing", REOPEN)
    checked = Checked(AT, 9, (finding,) * findings)
    page = rendered(
        "health.html",
        lasts=True,
        facts=facts([LATER], [], 1, {}, False, (5, 0), lambda at: at),
        checked=checked,
        verdict=verdict(checked),
        stays=False,
        asked=False,
        room=(5, 0),
        clock=lambda at: at,
    )
    assert page.wrong == []
    assert page.text.count("“<b>Harvest</b>”") == min(findings, 50)
    assert ("And 10 more." in page.text) == (findings == 60)
    assert "Verify data" in page.text
    assert not [tag for tag, _ in page.elements if tag == "b"]

"""Campaigns, files and backups on the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.campaign.facts import Started
from app.campaign.files.files import open_file
from app.campaign.files.imports import Plan
from app.campaign.files.links import from_link, qr_svg, to_link
from app.campaign.files.rows import CampaignLine, line_of
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append
from app.campaign.state.document import CharacterRecord
from app.campaign.state.values import plain, written
from app.systems import games
from app.update.campaigns.state import Loaded
from app.widgets.campaigns.campaigns import (
    arrival,
    describe_character,
    display_name,
    display_names,
    faults,
    file_name,
    fresh_name,
    open_ids,
    rows,
    size,
)
from app.widgets.campaigns.health import Safety
from app.widgets.campaigns.outside import AutoSaveFile
from tests.widgets.markup import Markup
from tests.widgets.templates import rendered

ODD = "<script>alert(1)</script> & \"'"
GAMES = games()
FIRST = next(iter(GAMES))
AT = "2026-01-31T10:00:00.000Z"


def lines(*of: tuple[str, str]) -> list[CampaignLine]:
    """Return campaigns with these ids and games."""
    return [CampaignLine(id, game, f"name {id}", 3, AT) for id, game in of]


def test_the_open_campaign_is_the_chosen_one_or_the_last_used() -> None:
    known = lines(("a", "x"), ("b", "x"), ("c", "y"))
    assert open_ids(known, None) == {"x": "a", "y": "c"}
    assert open_ids(known, {"x": "b"}) == {"x": "b", "y": "c"}
    assert open_ids(known, {"x": "gone", "y": "b"}) == {"x": "a", "y": "c"}
    assert open_ids([], {"x": "b"}) == {}


@given(
    st.recursive(
        st.none() | st.text() | st.integers(), lambda e: st.lists(e) | st.dictionaries(st.text(), e)
    )
)
def test_an_invalid_choice_of_campaigns_is_ignored(chosen: object) -> None:
    assert open_ids(lines(("a", "x")), chosen) == {"x": "a"}


def test_a_campaign_of_an_unknown_game_is_listed_all_the_same() -> None:
    (row,) = rows([CampaignLine("a", "chess", " ", 1, "")], GAMES, ())
    assert (row.title, row.name, row.entries, row.is_open) == (
        "chess",
        display_name(""),
        "1 entry",
        False,
    )


@pytest.mark.parametrize(
    ("bytes", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1.0 KB"),
        (9_960, "10 KB"),
        (999_499, "999 KB"),
        (999_600, "1.0 MB"),
        (11_000_000_000, "11 GB"),
        (5 * 10**15, "5000 TB"),
    ],
)
def test_sizes(bytes: int, words: str) -> None:
    assert size(bytes) == words


@given(st.text())
def test_file_names_are_taken_everywhere(title: str) -> None:
    name = file_name(title, AT)
    assert name.startswith("tableside")
    assert name.endswith("-2026-01-31.json")
    assert len(name) <= 90
    assert not set(name) & set('/\\:*?"<>| \n\0')


def journal(name: str) -> Journal:
    """Return a journal with this name."""
    return append(Journal("one"), Started(FIRST, name), Stamp("1", AT, ""), GAMES)


def campaign_file(name: str) -> str:
    """Return the file of a campaign with this name."""
    content = journal(name)
    part = {
        "id": "one",
        "document": content.document,
        "entries": [e.record() for e in content.entries],
    }
    return written({"tableside": 1, "kind": "campaign", "campaign": part})


def test_the_content_of_a_file_and_its_import_modes() -> None:
    opened = open_file(campaign_file("Harvest"), GAMES)
    new = arrival(opened, GAMES, ())
    assert "“Harvest”" in new.words
    assert [mode for mode, _ in new.modes] == ["add"]
    assert [mode for mode, _ in arrival(opened, GAMES, ["one"]).modes] == [
        "merge",
        "add",
        "replace",
    ]


def test_faults_have_places() -> None:
    assert faults([Fault("", "a"), Fault("/b", "c")]) == (("the whole file", "a"), ("/b", "c"))
    with pytest.raises(BadFile) as refused:
        open_file('{"tableside": 1, "kind": "campaign"}', GAMES)
    assert faults(refused.value.faults)


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.sheet], ids=lambda g: g.id
)
def test_samples_travel_in_links_and_are_told(game) -> None:  # type: ignore[no-untyped-def]
    for sample in game.sheet.samples:
        data = plain(sample)
        record = CharacterRecord(name=sample["name"], kind="pc", archived=False, data=data)
        opened = from_link(to_link(game.id, record), GAMES)
        assert opened.record["character"]["data"] == record["data"]
        described = describe_character(game, opened.record["character"])
        assert described
        assert all(isinstance(words, str) and words for pair in described for words in pair)
        assert arrival(opened, GAMES, ()).modes[0][0] == "add"
        assert qr_svg("https://example.org/" + to_link(game.id, record)).startswith("<svg")


def test_a_character_of_a_link_is_described_in_words() -> None:
    data = {"kind": "npc-character", "prone": True, "stunned": False, "initiative_bonus": -2}
    record = {"name": "Gus", "kind": "npc", "data": data}
    assert describe_character(GAMES["wasteland"], record) == (
        ("Kind", "Character NPC"),
        ("Prone", "yes"),
        ("Stunned", "no"),
        ("Initiative bonus", "−2"),
    )


def campaigns_page(loaded: object) -> Markup:
    """Render the page with an odd name everywhere. loaded: the file to import."""
    return rendered(
        "campaigns.html",
        rows=rows([line_of(journal(ODD))], GAMES, ["one"]),
        games=list(GAMES.values()), last_game="", backups=[], aside="1 damaged record",
        newer="newer", lasts=False, why=ODD, said=ODD, unfolded="one", deleting="one", restoring="",
        unbacked="one", dropping="",
        loaded=loaded, stays=False, asked=True,
        room=(1, 2), clock=str, size=size, facts=(), checked=None, verdict="",
        opened="", safety=Safety("no", ODD),
        file=AutoSaveFile(True, ODD, "failed", "", ODD),
    )  # fmt: skip


def test_the_view_is_well_formed_and_shows_markup_as_words() -> None:
    page = campaigns_page(Loaded(ODD, words=ODD, faults=((ODD, ODD),)))
    assert page.wrong == []
    assert "script" not in page.tags
    assert ODD in page.text
    assert page.all("style") == []


def test_a_file_is_up_to_date_only_once_it_was_checked() -> None:
    checked, unchanged = Loaded("harvest.json"), Loaded("harvest.json", plan=Plan(()))
    assert "Already up to date" not in campaigns_page(checked).text
    assert "Already up to date" in campaigns_page(unchanged).text


def test_one_way_to_import_is_no_choice() -> None:
    """A lone *Add* would look like the button that imports."""
    one, both = (("add", "Add"),), (("add", "Add"), ("merge", "Merge"))
    assert campaigns_page(Loaded("new.json", modes=one, mode="add")).all("data-mode") == []
    shown = campaigns_page(Loaded("known.json", modes=both, mode="add")).all("data-mode")
    assert shown == ["add", "merge"]


def test_the_other_templates_show_markup_as_words() -> None:
    game = GAMES[FIRST]
    arrived = rendered(
        "arrival.html", faults=(), who=ODD, game=game, told=((ODD, ODD),), targets=((ODD, ODD),)
    )
    shared = rendered("share.html", who=ODD, game="Garden", href=ODD, qr=qr_svg("#/x"), fault="")
    for page in (arrived, shared):
        assert page.wrong == []
        assert "script" not in page.tags
        assert ODD in page.text


def test_a_second_campaign_without_a_name_is_told_from_the_first() -> None:
    listed = [
        CampaignLine("c", "prism", " "),
        CampaignLine("a", "garden", ""),
        CampaignLine("b", "garden", "Unnamed campaign 2"),
        CampaignLine("d", "garden", "Harvest"),
    ]
    names = display_names(listed)
    assert names == {
        "a": "Unnamed campaign",
        "b": "Unnamed campaign 2",
        "c": "Unnamed campaign 3",
        "d": "Harvest",
    }
    assert len(set(names.values())) == len(listed)
    assert [row.name for row in rows(listed, GAMES, ())] == [names[line.id] for line in listed]
    assert [row.given for row in rows(listed, GAMES, ())][:2] == ["", ""]
    assert fresh_name(listed) == "Unnamed campaign 4"
    assert fresh_name(listed[2:]) == ""

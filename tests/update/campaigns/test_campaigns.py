"""Actions on whole campaigns.

A deletion asks first, an import shows its changes first, each action reports its result, and a
double tap counts once.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaign import facts
from app.campaign.files.files import LONGEST, Opened
from app.campaign.files.formats import FileRecord
from app.campaign.files.health import Checked
from app.campaign.files.imports import Part, Plan
from app.campaign.files.links import to_link
from app.campaign.files.rows import CampaignLine
from app.campaign.journal.journal import Journal, append
from app.campaign.state.document import CharacterRecord
from app.core.errors import BadInput
from app.systems import games
from app.update.campaigns import effects as e
from app.update.campaigns.changes import campaigns
from app.update.campaigns.imports import MEANWHILE, offer
from app.update.campaigns.state import THUMB_S, Campaigns, Listing, Offer, Outside
from app.update.commands import Command, Go, Notify, OpenGame
from app.update.messages import answers as a
from app.update.messages import campaigns as m
from app.update.messages import effects as r
from app.update.messages.forms import RouteOpened
from app.update.model import Model
from app.update.update import update
from tests.campaign.happenings import Stamps
from tests.tries import tries
from tests.widgets.templates import PAGES

GAME = next(iter(games()))


def begun(campaign: str, count: int = 1) -> Journal:
    """Return a campaign with so many entries."""
    stamp, journal = Stamps(), Journal(campaign)
    journal = append(journal, facts.Started(GAME, campaign), stamp(), games())
    for n in range(1, count):
        journal = append(journal, facts.SceneSet({"n": n}), stamp(), games())
    return journal


class Page:
    """The page `campaigns` with one campaign open; the test plays the store."""

    def __init__(self, path: str = "campaigns") -> None:
        self.model = Model(games())
        self.send(RouteOpened(f"#/{path}"))
        self.send(a.JournalOpened(begun("here")))

    def send(self, message: Any) -> tuple[Command, ...]:
        """Return the commands of a message, without empty notices and reads of the list."""
        self.model, commands = update(self.model, message, random.Random(0))
        idle = (e.ReadCampaigns, e.CountUnsaved)
        return tuple(
            command
            for command in commands
            if command != Notify("") and not isinstance(command, idle)
        )

    @property
    def there(self) -> Campaigns:
        return campaigns(self.model)

    @property
    def outside(self) -> Outside:
        return self.there.outside


@pytest.fixture
def page() -> Page:
    """Return the page of campaigns."""
    return Page()


# --- a question before each deletion ---


def test_a_campaign_is_deleted_when_that_was_asked_and_is_meant(page: Page) -> None:
    assert page.send(m.CampaignDeletionAsked("here")) == ()
    assert (page.there.asked.deleting, page.there.unfolded) == ("here", "here")
    assert page.send(m.CampaignDeletionConfirmed("here")) == (e.DeleteCampaign("here", False),)
    # The open campaign is deleted, so another one opens.
    assert page.send(r.CampaignDeleted("here", backed=True)) == (e.OpenAnew(""),)
    assert page.there.notice == "Deleted. The newest backup still has it."
    assert page.there.asked.deleting == ""


@pytest.mark.parametrize("between", [
    m.QuestionDeclined(), m.ViewOpened("#/campaigns"), m.CampaignDeletionAsked("another"),
])  # fmt: skip
def test_a_yes_to_an_outdated_question_deletes_nothing(page: Page, between: Any) -> None:
    page.send(m.CampaignDeletionAsked("here"))
    page.send(between)
    assert page.send(m.CampaignDeletionConfirmed("here")) == ()


def test_without_room_for_a_backup_it_is_asked_once_more(page: Page) -> None:
    page.send(m.CampaignDeletionAsked("other"))
    page.send(m.CampaignDeletionConfirmed("other"))
    page.send(r.BackupRefused("other"))
    assert page.there.asked.unbacked == page.there.asked.deleting == "other"
    assert page.send(m.CampaignDeletionConfirmed("other")) == (e.DeleteCampaign("other", True),)
    assert page.send(r.CampaignDeleted("other", backed=False)) == ()  # "here" is still open
    assert page.there.notice == "Deleted. There was no space for a backup."


def test_a_backup_is_restored_or_deleted_when_that_was_asked(page: Page) -> None:
    assert page.send(m.BackupRestoreConfirmed("b")) == ()
    assert page.send(m.BackupDeletionConfirmed("b")) == ()
    page.send(m.BackupRestoreAsked("b"))
    page.send(m.BackupDeletionAsked("b"))  # the new question replaces the old one
    assert page.send(m.BackupRestoreConfirmed("b")) == ()
    assert page.send(m.BackupDeletionConfirmed("b")) == (e.DropBackup("b"),)
    page.send(m.BackupRestoreAsked("b"))
    assert page.send(m.BackupRestoreConfirmed("b")) == (e.RestoreBackup("b"),)
    assert page.send(m.BackupRestoreConfirmed("b")) == ()
    assert page.send(r.BackupRestored()) == (e.OpenAnew(""),)
    assert page.there.notice == "Backup restored."


# --- double taps ---


def test_a_second_tap_of_an_impatient_thumb_counts_once(page: Page) -> None:
    tap = m.Tapped("backup-now", 10.0, m.BackupAsked())
    assert page.send(tap) == (e.BackUp(), e.EndTap("backup-now"))
    assert (
        page.send(m.Tapped("backup-now", 15.0, m.BackupAsked())) == ()
    )  # while the backup is being made
    page.send(r.TapEnded("backup-now", 20.0))
    assert page.send(m.Tapped("backup-now", 20.0 + THUMB_S / 2, m.BackupAsked())) == ()
    assert page.send(m.Tapped("backup-now", 20.0 + THUMB_S, m.BackupAsked())) != ()


@pytest.mark.parametrize("between", [
    m.Tapped("other", 10.1, m.QuestionDeclined()), m.Touched(), m.FileChosen("f", 1, None),
    r.ChangedElsewhere("there"),
])  # fmt: skip
def test_a_tap_after_something_else_is_meant(page: Page, between: Any) -> None:
    page.send(m.Tapped("backup-now", 10.0, m.BackupAsked()))
    page.send(between)
    assert e.BackUp() in page.send(m.Tapped("backup-now", 10.2, m.BackupAsked()))


def test_the_end_of_an_older_tap_frees_no_newer_one(page: Page) -> None:
    page.send(m.Tapped("check", 10.0, m.CheckAsked()))
    page.send(m.Tapped("backup-now", 11.0, m.BackupAsked()))
    page.send(r.TapEnded("check", 12.0))
    assert page.send(m.Tapped("backup-now", 99.0, m.BackupAsked())) == ()


# --- damage found at the start ---


def test_restored_and_damaged_records_are_both_reported(page: Page) -> None:
    (tell,) = page.send(r.DamageFound(3, brought_back=True))
    assert isinstance(tell, Notify)
    assert "restored from a second copy" in tell.words
    assert "3 damaged records were skipped" in tell.words
    (tell,) = page.send(r.DamageFound(0, brought_back=True))
    assert isinstance(tell, Notify)
    assert "damaged" not in tell.words


def test_a_list_that_cannot_be_read_says_why_in_its_place(page: Page) -> None:
    page.send(r.CampaignsUnread("The browser closed its storage."))
    assert page.there.listing == Listing(unread="The browser closed its storage.")
    html = PAGES.get_template("unread.html").render(words="The browser <b>")
    assert "The browser &lt;b&gt;" in html
    assert 'data-do="reload"' in html


# --- the notice after each action ---


@pytest.mark.parametrize(("answer", "notice"), [
    (r.CampaignMade("new", "Harvest"), "“Harvest” opened."),
    (r.CampaignMade("new", ""), "“Unnamed campaign” opened."),
    (r.CampaignCopied("Harvest (copy)"), "“Harvest (copy)” created."),
    (r.NameStored("here", changed=True), ""),
    (r.FileGiven("everything", "", "Saved as x.json."), "Saved as x.json."),
    (r.BackupMade(made=True), "Backup created."),
    (r.BackupMade(made=False), "Nothing to back up yet."),
    (r.BackupFailed("No room."), "Couldn’t back up. No room."),
    (r.BackupDropped(), "Backup deleted."),
    (r.AllChecked(Checked("2026-01-31", 2)),
     "All good. 2 records checked."),
    (r.EffectFailed("Another tab writes."), "Another tab writes."),
])  # fmt: skip
def test_each_result_has_its_notice(page: Page, answer: Any, notice: str) -> None:
    page.send(answer)
    assert page.there.notice == notice
    page.send(m.ViewOpened("#/campaigns"))
    assert page.there.notice == ""


def test_a_new_campaign_is_opened_and_the_browser_asked_to_keep_it(page: Page) -> None:
    assert page.send(m.CampaignBegun(GAME, "New")) == (e.BeginCampaign(GAME, "New"),)
    answered = page.send(r.CampaignMade("new", "New"))
    assert answered == (e.OpenCampaign("new"), e.AskToStay())
    assert page.there.stay_asked


def test_the_open_campaign_is_opened_anew_when_it_has_another_name(page: Page) -> None:
    assert page.send(r.NameStored("here", changed=True)) == (e.OpenCampaign("here"),)
    assert page.send(r.NameStored("here", changed=False)) == ()
    assert page.send(r.NameStored("other", changed=True)) == ()


def test_a_campaign_that_was_chosen_is_seen_once_it_stands_open(page: Page) -> None:
    entered = r.CampaignEntered()
    assert page.send(m.CampaignOpened("other")) == (e.OpenCampaign("other", entered),)
    page.send(a.JournalOpened(begun("other"), left=True))
    assert page.send(entered) == (Go(f"#/{GAME}"),)


def test_news_of_a_campaign_that_was_left_meanwhile_does_not_bring_it_back(page: Page) -> None:
    page.send(a.JournalOpened(begun("other"), left=True))
    page.send(a.JournalMoved(begun("here", 2)))
    assert page.model.journal is not None
    assert page.model.journal.campaign == "other"


def test_news_that_waited_behind_a_roll_does_not_take_it_back(page: Page) -> None:
    page.send(a.JournalMoved(begun("here", 4), by_us=True))
    page.send(a.JournalMoved(begun("here", 3), only_onward=True))
    assert page.model.journal is not None
    assert page.model.journal.n == 4
    page.send(a.JournalMoved(begun("here", 5), only_onward=True))
    assert page.model.journal.n == 5
    page.send(a.JournalMoved(begun("here", 2)))  # a guest's action was refused
    assert page.model.journal.n == 2


def test_changes_of_another_tab_are_followed_and_the_list_read_once(page: Page) -> None:
    first = page.send(r.ChangedElsewhere("here"))
    assert first == (e.FollowCampaign("here", ""), e.Queue(r.ListAged()))
    assert page.send(r.ChangedElsewhere("here")) == (e.FollowCampaign("here", ""),)
    page.send(r.ListAged())
    assert page.send(r.ChangedElsewhere("there")) == (e.Queue(r.ListAged()),)
    fresh = Model(games())
    _, commands = update(fresh, r.ChangedElsewhere("there"), random.Random(0))
    assert OpenGame("") in commands  # the other tab may have begun a campaign


# --- imports ---

SOUND = Opened("campaign", {})
PLAN = Plan(("Adds campaign",), (Part(begun("new"), ()),), stood={"here": 1})
NEWER = Plan(("Adds campaign",), (Part(begun("new"), ()),), stood={"here": 2})
OFFER = Offer("1 campaign", (("add", "Beside"), ("merge", "Into")), "add")


def load_file(page: Page) -> None:
    """Choose a file and show the changes that it would make."""
    assert page.send(m.FileChosen("a.json", 10, "handle")) == (e.CheckFile("handle"),)
    assert page.send(r.FileOpened(SOUND)) == (e.PlanImport(SOUND),)
    assert page.send(r.ImportPlanned(OFFER, PLAN)) == ()
    assert page.there.loaded is not None
    assert page.there.loaded.lines == PLAN.lines


def test_a_file_shows_its_changes_and_is_then_imported(page: Page) -> None:
    load_file(page)
    agreed = e.PlanImport(SOUND, "add", "", agreed=PLAN)
    assert page.send(m.ImportConfirmed()) == (agreed,)
    assert page.send(r.ImportPlanned(OFFER, PLAN, agreed=PLAN)) == (e.CarryOut(PLAN),)
    assert page.send(r.ImportDone(PLAN)) == (e.OpenCampaign("new"),)
    assert page.there.loaded is None
    assert page.there.notice == "Imported. A backup was made first."


def test_an_import_that_is_another_by_now_is_shown_and_changes_nothing(page: Page) -> None:
    load_file(page)
    page.send(m.ImportConfirmed())
    assert page.send(r.ImportPlanned(OFFER, NEWER, agreed=PLAN)) == ()
    assert page.there.notice == MEANWHILE
    assert page.there.loaded is not None
    assert page.there.loaded.plan is NEWER
    # The new plan can be confirmed.
    (again,) = page.send(m.ImportConfirmed())
    assert again == e.PlanImport(SOUND, "add", "", agreed=NEWER)


def test_an_import_overtaken_by_another_tab_shows_the_new_plan(page: Page) -> None:
    load_file(page)
    page.send(r.ImportPlanned(OFFER, PLAN, agreed=PLAN))
    assert page.send(r.ImportOvertaken()) == (e.PlanImport(SOUND, "add", ""),)
    assert page.send(r.ImportPlanned(OFFER, NEWER)) == ()
    assert page.there.notice == MEANWHILE
    assert page.there.loaded is not None
    assert page.there.loaded.plan is NEWER


def test_a_failed_import_can_be_repeated(page: Page) -> None:
    load_file(page)
    page.send(m.ImportConfirmed())
    assert page.send(r.EffectFailed("another tab")) == (Notify("another tab"),)
    assert page.send(m.ImportConfirmed()) == (e.PlanImport(SOUND, "add", "", agreed=PLAN),)


def test_a_file_that_is_refused_or_too_large_brings_nothing(page: Page) -> None:
    page.send(m.FileChosen("a.json", 10, "handle"))
    page.send(r.FileRefused((("/hours", "no number"),)))
    assert page.there.loaded is not None
    assert page.there.loaded.faults == (("/hours", "no number"),)
    assert page.send(m.ImportConfirmed()) == ()
    assert page.send(m.FileChosen("b.json", LONGEST + 1, "handle")) == ()
    assert page.there.loaded.faults
    page.send(m.ImportCancelled())
    assert page.there.loaded is None
    assert page.send(r.FileOpened(SOUND)) == ()


def test_another_mode_or_campaign_is_planned_anew(page: Page) -> None:
    load_file(page)
    assert page.send(m.ImportModeChosen("merge")) == (e.PlanImport(SOUND, "merge", ""),)
    assert page.send(m.ImportTargetChosen("x")) == (e.PlanImport(SOUND, "merge", "x"),)


def test_a_character_is_offered_to_the_campaigns_of_its_game_the_open_one_first() -> None:
    rowan = CharacterRecord(name="Rowan", kind="pc", archived=False, data={})
    record: FileRecord = {"game": GAME, "character": rowan}
    lines = [
        CampaignLine("a", GAME, "A"),
        CampaignLine("b", GAME, "B"),
        CampaignLine("c", "another", "C"),
    ]
    request = e.PlanImport(Opened("character", record), "replace", "gone")
    offered = offer(request, lines, {GAME: "b"}, games())
    assert [id for id, _ in offered.targets] == ["b", "a", ""]
    assert (offered.mode, offered.target) == (
        "add",
        "b",
    )  # the requested mode and target are not offered


# --- links ---


def character() -> CharacterRecord:
    sheet = games()[GAME].sheet
    assert sheet is not None
    data = dict(sheet.samples[0])
    return {"name": str(data["name"]), "kind": "pc", "archived": False, "data": data}


def test_a_character_of_a_link_joins_the_campaign_that_is_chosen() -> None:
    page, link = Page("import"), to_link(GAME, character())
    assert page.send(m.ArrivalTaken("here")) == ()
    assert page.send(m.ViewOpened(link)) == (e.ReadTargets(GAME),)
    page.send(r.TargetsRead((("here", "Here"), ("", "A new campaign"))))
    assert page.there.arrived is not None
    opened = page.there.arrived.opened
    assert opened is not None
    assert page.send(m.ArrivalTaken("here")) == (e.AddArrived(opened, "here"),)
    entered = r.CampaignEntered("rowan")
    assert page.send(r.CharacterArrived("here", "rowan")) == (e.OpenCampaign("here", entered),)
    assert page.send(m.ArrivalTaken("here")) == ()  # it has already joined
    assert page.send(entered) == (Go(f"#/{GAME}/character/rowan"),)


def test_a_damaged_link_says_so() -> None:
    page = Page("import")
    assert page.send(m.ViewOpened("#/import?c=nonsense")) == ()
    assert page.there.arrived is not None
    assert "damaged" in page.there.arrived.faults[0][1]
    assert page.send(m.ArrivalTaken("")) == ()


# --- files that are saved automatically ---


def page_with_file() -> Page:
    """Return a page that may write its file of the last visit."""
    page = Page()
    page.send(r.AutoSaveFound("handle", "evening.json", granted=True))
    assert page.send(m.AutoSaveDue()) == (e.WriteAutoSave("handle"),)
    page.send(r.AutoSaveWritten("handle", "2026-01-31"))
    return page


def scheduled_saves(commands: tuple[Command, ...]) -> int:
    """Return how often the commands schedule a save."""
    return sum(
        isinstance(command, e.Wait) and command.message == m.AutoSaveDue() for command in commands
    )


def test_the_file_is_saved_some_seconds_after_the_first_change() -> None:
    page = page_with_file()
    assert scheduled_saves(page.send(a.JournalMoved(begun("here", 2)))) == 1
    assert scheduled_saves(page.send(a.JournalMoved(begun("here", 3)))) == 0
    assert page.send(m.AutoSaveDue()) == (e.WriteAutoSave("handle"),)
    assert page.send(m.AutoSaveDue()) == ()
    # A change during a save leads to another save.
    page.send(a.JournalMoved(begun("here", 4)))
    assert page.send(m.PageSetAside()) == ()
    assert page.send(r.AutoSaveWritten("handle", "2026-02-01")) == (e.WriteAutoSave("handle"),)
    assert page.send(r.AutoSaveWritten("handle", "2026-02-02")) == ()
    assert (page.outside.file.state, page.outside.file.at) == ("kept", "2026-02-02")


def test_the_file_follows_a_roll_that_changes_nothing_but_the_journal() -> None:
    page = page_with_file()
    before = page.model.journal
    assert before is not None
    rolled = replace(begun("here", 2), document=before.document)
    assert scheduled_saves(page.send(a.JournalMoved(rolled))) == 1
    assert page.send(m.AutoSaveDue()) == (e.WriteAutoSave("handle"),)


def test_a_page_that_is_put_away_writes_at_once() -> None:
    page = page_with_file()
    assert page.send(m.PageSetAside()) == ()
    page.send(a.JournalMoved(begun("here", 2)))
    assert page.send(m.PageSetAside()) == (e.WriteAutoSave("handle"),)


def test_a_file_that_cannot_be_written_says_so_and_goes_on_when_allowed() -> None:
    page = page_with_file()
    page.send(a.JournalMoved(begun("here", 2)))
    page.send(m.AutoSaveDue())
    (notice,) = page.send(r.AutoSaveFailed("handle", "NotFoundError"))
    assert notice == Notify("Couldn’t save evening.json. See Campaigns.")
    assert page.outside.file.state == "failed"
    assert scheduled_saves(page.send(a.JournalMoved(begun("here", 3)))) == 0
    assert page.send(m.AutoSaveResumed()) == (e.AllowAutoSave("handle"),)
    assert page.send(r.AutoSaveAllowed()) == (e.WriteAutoSave("handle"),)


def test_a_chosen_file_is_kept_once_it_is_written(page: Page) -> None:
    page.send(r.AutoSaveFound())
    assert page.send(m.AutoSaveRequested()) == (e.ChooseAutoSaveFile(),)
    write = page.send(r.AutoSaveFileChosen("handle", "evening.json", remembered=False))
    assert write == (e.WriteAutoSave("handle"),)
    assert page.outside.file.state == "none"
    assert "Pick it again each visit" in page.there.notice
    page.send(r.AutoSaveWritten("handle", "2026-01-31"))
    assert page.outside.file.state == "kept"
    assert page.send(m.AutoSaveStopped()) == (e.ForgetAutoSave(),)
    assert (page.outside.file.state, page.outside.file.offered) == ("none", True)


def test_a_file_that_is_no_longer_kept_is_not_kept_by_its_last_writing() -> None:
    page = page_with_file()
    page.send(a.JournalMoved(begun("here", 2)))
    page.send(m.AutoSaveDue())
    page.send(m.AutoSaveStopped())
    page.send(r.AutoSaveWritten("handle", "2026-02-01"))
    assert page.outside.file.state == "none"
    assert not page.outside.writing


def test_a_reminder_comes_when_much_happened_and_goes_when_it_is_put_off(page: Page) -> None:
    page.send(r.UnsavedCounted(149))
    assert page.outside.reminder == ""
    page.send(r.UnsavedCounted(160))
    assert "160 entries" in page.outside.reminder
    page.send(m.ReminderPutOff())
    page.send(r.UnsavedCounted(200))
    assert page.outside.reminder == ""
    page.send(r.UnsavedCounted(320))
    assert page.outside.reminder != ""


# --- random messages ---

IDS = st.sampled_from(["here", "other", ""])
PLANS = st.sampled_from([PLAN, NEWER, Plan(())])
HANDLES = st.sampled_from(["handle", "another"])
PLAIN = [
    m.Touched(), m.QuestionDeclined(), m.WritingTaken(), m.BackupAsked(), m.BackupDue(),
    m.KeepingAsked(), m.CheckAsked(), m.ImportConfirmed(), m.ImportCancelled(),
    m.CharacterShared(), m.ReminderPutOff(), m.AutoSaveRequested(), m.AutoSaveResumed(),
    m.AutoSaveStopped(), m.AutoSaveDue(), m.PageSetAside(), r.StoreOpened(), r.ListAged(),
    r.CampaignsRead(Listing()), r.CampaignsUnread("why"), r.CampaignEntered(),
    r.BackupRestored(), r.BackupDropped(), r.ImportOvertaken(), r.AutoSaveAllowed(),
    r.AutoSaveFound(), r.FileOpened(SOUND), r.FileRefused((("/", "no"),)), r.DamageFound(2),
    a.JournalOpened(None), a.JournalOpened(begun("other"), left=True),
    a.JournalMoved(begun("here", 2)), RouteOpened("#/campaigns"), RouteOpened(f"#/{GAME}"),
    RouteOpened("#/import"), m.ViewOpened("#/campaigns"), m.ViewOpened("#/import?c=no"),
]  # fmt: skip
DONE = st.one_of(
    st.sampled_from(PLAIN),
    st.builds(m.CampaignOpened, IDS),
    st.builds(m.CampaignBegun, st.sampled_from([GAME, "none"]), st.text(max_size=5)),
    st.builds(m.CampaignNamed, IDS, st.text(max_size=5)),
    st.builds(m.CampaignDuplicated, IDS),
    st.builds(m.CampaignDeletionAsked, IDS),
    st.builds(m.CampaignDeletionConfirmed, IDS),
    st.builds(m.BackupRestoreAsked, IDS),
    st.builds(m.BackupRestoreConfirmed, IDS),
    st.builds(m.BackupDeletionAsked, IDS),
    st.builds(m.BackupDeletionConfirmed, IDS),
    st.builds(m.FileAsked, st.sampled_from(["campaign", "character", "everything"]), IDS),
    st.builds(m.FileChosen, st.text(max_size=5), st.integers(0, 2 * LONGEST), st.none()),
    st.builds(m.ImportModeChosen, st.sampled_from(["add", "merge", "odd"])),
    st.builds(m.ImportTargetChosen, IDS),
    st.builds(m.ArrivalTaken, IDS),
    st.builds(r.EffectFailed, st.text(max_size=5)),
    st.builds(r.TapEnded, IDS, st.floats(0, 9)),
    st.builds(r.ChangedElsewhere, IDS),
    st.builds(r.CampaignMade, IDS, st.text(max_size=5)),
    st.builds(r.NameStored, IDS, st.booleans()),
    st.builds(r.BackupRefused, IDS),
    st.builds(r.CampaignDeleted, IDS, st.booleans()),
    st.builds(r.FileGiven, st.sampled_from(["campaign", "backup"]), IDS, st.text(max_size=5)),
    st.builds(r.ImportPlanned, st.just(OFFER), PLANS, st.none() | PLANS),
    st.builds(r.ImportDone, PLANS),
    st.builds(r.TargetsRead, st.just((("", "New"),))),
    st.builds(r.CharacterArrived, IDS, IDS),
    st.builds(r.UnsavedCounted, st.integers(0, 999)),
    st.builds(r.AutoSaveFound, HANDLES, st.just("a.json"), st.booleans()),
    st.builds(r.AutoSaveFileChosen, HANDLES, st.just("a.json"), st.booleans()),
    st.builds(r.AutoSaveWritten, HANDLES, st.sampled_from(["", "2026-01-31"])),
    st.builds(r.AutoSaveFailed, HANDLES, st.text(max_size=5)),
)
BUTTONS = DONE.filter(lambda message: isinstance(message, m.CampaignsMessage))
TAPPED = st.builds(m.Tapped, IDS, st.floats(0, 9), BUTTONS)


@settings(max_examples=tries(150), deadline=None)
@given(st.lists(DONE | TAPPED, max_size=30))
def test_any_messages_in_any_order_never_raise_and_delete_nothing_unasked(
    messages: list[Any],
) -> None:
    page = Page()
    writing = 0
    for message in messages:
        questions = page.there.asked
        try:
            commands = page.send(message)
        except BadInput:
            pytest.fail(f"{message} was refused")
        for command in commands:
            if isinstance(command, e.DeleteCampaign):
                assert command.campaign == questions.deleting
            elif isinstance(command, e.RestoreBackup):
                assert command.backup == questions.restoring
            elif isinstance(command, e.DropBackup):
                assert command.backup == questions.dropping
            elif isinstance(command, e.CarryOut):
                assert page.there.loaded is not None
                assert page.there.loaded.plan is command.plan
        # One file is written at a time.
        if isinstance(message, r.AutoSaveWritten | r.AutoSaveFailed):
            writing = 0
        writing += sum(isinstance(command, e.WriteAutoSave) for command in commands)
        assert writing <= 1

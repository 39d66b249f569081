"""The data safety report: stored data, copies elsewhere, advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.campaign.files.backups import Backup
from app.campaign.files.health import Checked, Saved
from app.campaign.files.rows import CampaignLine
from app.widgets.campaigns.campaigns import count_words, display_names, size


@dataclass(frozen=True)
class Fact:
    """A line of the data safety report. well: None where it is unknown."""

    id: str
    label: str
    words: str
    well: bool | None = None
    advice: str = ""


def facts(
    lines: Sequence[CampaignLine],
    copies: Sequence[Backup],
    aside: int,
    saved: Mapping[str, Saved],
    stays: bool | Literal["never"] | None,
    room: tuple[int, int] | None,
    clock: Callable[[str], str],
) -> tuple[Fact, ...]:
    """Return the facts that need no full check of the data.

    stays: whether the browser granted persistent storage; None if unknown, never if it stores
    nothing. clock: formats a time.
    """
    return (
        _stored(lines, room),
        _outside(lines, saved, clock),
        _persistence(stays, bool(lines)),
        _copies(lines, copies, clock),
        *((_aside(aside),) if aside else ()),
    )


def _stored(lines: Sequence[CampaignLine], room: tuple[int, int] | None) -> Fact:
    entries = count_words(sum(line.n for line in lines), "entry", "entries")
    words = f"{count_words(len(lines), 'campaign', 'campaigns')} with {entries}"
    if room is None:
        return Fact(
            "stored", "Stored here", f"{words}. This browser doesn’t tell how much space they use."
        )
    used, most = room
    words = f"{words}; {size(used)} used of about {size(most)}."
    if most and used > most * 0.9:
        return Fact(
            "stored",
            "Stored here",
            words,
            False,
            "Space is running low. Download everything, then delete old backups or campaigns, or "
            "free up space on the device.",
        )
    return Fact("stored", "Stored here", words, True)


def _outside(
    lines: Sequence[CampaignLine], saved: Mapping[str, Saved], clock: Callable[[str], str]
) -> Fact:
    """Describe the latest saved files and the entries made since."""
    label = "Backed up elsewhere"
    if not lines:
        return Fact("outside", label, "Nothing to back up yet.", True)
    never = [line for line in lines if line.id not in saved]
    since = [line for line in lines if line.id in saved and line.n > saved[line.id].n]
    if not never and not since:
        times = sorted({saved[line.id].at for line in lines})
        words = f"Everything, {clock(times[0])}."
        if len(times) > 1:
            words = f"Everything, in {len(times)} files; the oldest from {clock(times[0])}."
        return Fact("outside", label, words, True)
    sentences, names = [], display_names(lines)
    if len(never) == len(lines):
        sentences.append("Not backed up yet.")
    elif never:
        sentences.append(f"Not backed up yet: {_names([names[line.id] for line in never])}.")
    sentences += [
        f"{_name(names[line.id])}: {count_words(line.n - saved[line.id].n, 'entry', 'entries')} "
        f"since {clock(saved[line.id].at)}."
        for line in since[:MOST_NAMED]
    ]
    if len(since) > MOST_NAMED:
        sentences.append(f"{len(since) - MOST_NAMED} more have changes that aren’t backed up.")
    advice = "Download everything and keep it elsewhere: browsers can lose data."
    return Fact("outside", label, " ".join(sentences), False, advice)


#: Most campaigns named; further ones are counted.
MOST_NAMED = 4


def _name(name: str) -> str:
    return f"“{name[:60]}”"


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(_name, names[:MOST_NAMED])) + more


#: Safari's eviction of data, and the advice against it.
SAFARI = "Safari clears data after 7 days without a visit."
APP = (
    "On iPad or iPhone: download everything, add Tableside to the Home Screen and import the "
    "file there. The installed app starts empty."
)


def _persistence(stays: bool | Literal["never"] | None, has_any: bool) -> Fact:
    """Describe whether the browser may evict the data."""
    if stays == "never":
        words = "Nothing is saved. Your data lasts until you close the page."
        advice = "Download everything before closing."
        return Fact("stays", "Browser storage", words, False, advice)
    label = "Browser storage"
    if stays is None:
        words = f"Unknown. {SAFARI}"
        return Fact("stays", label, words, None, f"Download everything now and then. {APP}")
    if stays:
        return Fact("stays", label, "Protected until you clear it yourself.", True)
    words = f"Storage may be cleared if space runs low. {SAFARI}"
    return Fact(
        "stays",
        label,
        words,
        False if has_any else None,
        f"Protect storage below, and download a file. {APP}",
    )


def _copies(
    lines: Sequence[CampaignLine], copies: Sequence[Backup], clock: Callable[[str], str]
) -> Fact:
    label = "Backups on this device"
    if not copies:
        if not lines:
            return Fact("backups", label, "Nothing to back up yet.", True)
        return Fact("backups", label, "None yet.", False, "Tap Back up now above.")
    length = size(sum(copy.size for copy in copies))
    number, newest = count_words(len(copies), "backup", "backups"), clock(copies[0].at)
    words = f"{number}, {length}; the newest from {newest}."
    return Fact("backups", label, words, True)


def _aside(count: int) -> Fact:
    return Fact(
        "aside",
        "Damaged records",
        f"{count_words(count, 'damaged record was', 'damaged records were')} skipped.",
        False,
        "Download them above. If something is missing, restore an older backup.",
    )


@dataclass(frozen=True)
class Safety:
    """The state of all data in a line. well: `unknown` while nothing can be lost."""

    well: Literal["yes", "no", "unknown"]
    words: str


def in_a_line(found: Sequence[Fact], lines: Sequence[CampaignLine]) -> Safety:
    """Return the worst of these facts; no alarm while there is nothing to lose."""
    faulty = next((fact for fact in found if fact.well is False), None)
    if faulty is None:
        return Safety("yes", "all good") if lines else Safety("unknown", "nothing to back up yet")
    words = faulty.words.partition(". ")[0].removesuffix(".")
    return Safety("no" if lines else "unknown", words[:1].lower() + words[1:])


def verdict(checked: Checked | None) -> str:
    """Summarize a data check in a sentence."""
    if checked is None:
        return ""
    read = count_words(checked.read, "record", "records")
    if not checked.findings:
        return f"All good. {read} checked."
    return f"{count_words(len(checked.findings), 'problem', 'problems')} found. {read} checked."

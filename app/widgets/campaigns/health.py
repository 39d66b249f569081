"""The data safety report: stored data, copies elsewhere, advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.campaign.files.backups import Backup
from app.campaign.files.health import Checked, Saved
from app.campaign.files.rows import CampaignLine
from app.widgets.campaigns.campaigns import counted, named, size


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
        _persistence(stays),
        _copies(lines, copies, clock),
        *((_aside(aside),) if aside else ()),
    )


def _stored(lines: Sequence[CampaignLine], room: tuple[int, int] | None) -> Fact:
    entries = counted(sum(line.n for line in lines), "entry", "entries")
    words = f"{counted(len(lines), 'campaign', 'campaigns')} with {entries}"
    if room is None:
        return Fact(
            "stored", "Stored here", f"{words}. This browser does not say how much room it takes."
        )
    used, most = room
    words = f"{words}; {size(used)} used of about {size(most)}."
    if most and used > most * 0.9:
        return Fact(
            "stored",
            "Stored here",
            words,
            False,
            "There is little room left. Download everything, then delete old backups or "
            "campaigns, or make room on the device.",
        )
    return Fact("stored", "Stored here", words, True)


def _outside(
    lines: Sequence[CampaignLine], saved: Mapping[str, Saved], clock: Callable[[str], str]
) -> Fact:
    """Describe the latest saved files and the entries made since."""
    label = "Saved outside this browser"
    if not lines:
        return Fact("outside", label, "There is nothing to save yet.", True)
    never = [line for line in lines if line.id not in saved]
    since = [line for line in lines if line.id in saved and line.n > saved[line.id].n]
    if not never and not since:
        times = sorted({saved[line.id].at for line in lines})
        words = f"All of it, on {clock(times[0])}."
        if len(times) > 1:
            words = f"All of it, in {len(times)} files; the oldest is of {clock(times[0])}."
        return Fact("outside", label, words, True)
    sentences, names = [], named(lines)
    if len(never) == len(lines):
        sentences.append("Never: all of it lies in this browser alone.")
    elif never:
        sentences.append(f"Never saved: {_names([names[line.id] for line in never])}.")
    sentences += [
        f"{_name(names[line.id])}: {counted(line.n - saved[line.id].n, 'entry', 'entries')} since "
        f"{clock(saved[line.id].at)}."
        for line in since[:MOST_NAMED]
    ]
    if len(since) > MOST_NAMED:
        sentences.append(f"So have {len(since) - MOST_NAMED} more gone on since they were saved.")
    advice = "Download everything and keep it somewhere else: a browser can lose what it stores."
    return Fact("outside", label, " ".join(sentences), False, advice)


#: Most campaigns named; further ones are counted.
MOST_NAMED = 4


def _name(name: str) -> str:
    return f"“{name[:60]}”"


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(_name, names[:MOST_NAMED])) + more


#: Safari's eviction of data, and the advice against it.
SAFARI = "Safari clears it after 7 days without a visit."
APP = (
    "On an iPad or iPhone, download everything first, then add Tableside to the Home Screen and "
    "load the file there: the installed app starts empty."
)


def _persistence(stays: bool | Literal["never"] | None) -> Fact:
    """Describe whether the browser may evict the data."""
    if stays == "never":
        words = "No: what happens here is there until the page is closed."
        advice = "Download everything before you close it."
        return Fact("stays", "Is it kept by this browser?", words, False, advice)
    label = "May the browser clear it away?"
    if stays is None:
        words = f"This browser does not say. {SAFARI}"
        return Fact("stays", label, words, None, f"Download everything now and then. {APP}")
    if stays:
        return Fact(
            "stays", label, "No: it has agreed to keep it until you clear it yourself.", True
        )
    words = f"Yes: when the device runs out of room. {SAFARI}"
    return Fact(
        "stays",
        label,
        words,
        False,
        f"Ask it to keep everything, below. {APP} A file is safe in any case.",
    )


def _copies(
    lines: Sequence[CampaignLine], copies: Sequence[Backup], clock: Callable[[str], str]
) -> Fact:
    label = "Backups on this device"
    if not copies:
        if not lines:
            return Fact("backups", label, "There is nothing to copy yet.", True)
        return Fact("backups", label, "None yet.", False, "Make one: Back up now, above.")
    length = size(sum(each.size for each in copies))
    words = (
        f"{counted(len(copies), 'copy', 'copies')}, {length}; the newest of {clock(copies[0].at)}."
    )
    return Fact("backups", label, words, True)


def _aside(count: int) -> Fact:
    return Fact(
        "aside",
        "Set aside",
        f"{counted(count, 'damaged record', 'damaged records')} found at some time.",
        False,
        "They are out of play and kept as they were found, above. What they said may be missing: "
        "if you miss something, restore a backup from before.",
    )


def verdict(checked: Checked | None) -> str:
    """Summarize a data check in a sentence."""
    if checked is None:
        return ""
    read = counted(checked.read, "record was", "records were")
    if not checked.findings:
        return f"All is well: {read} read, and each journal comes to what is shown."
    findings = counted(len(checked.findings), "thing is wrong", "things are wrong")
    return f"{findings}; {read} read. Nothing was changed by looking."

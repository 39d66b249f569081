"""What is rolled again in one tap: what somebody keeps with a star, and what was rolled last.

    favourites(company)      with a star, whoever's they are
    recent(company, page)    the last ten different rolls of the journal

Both are lists of `Quick`: what it is called, who rolls it at whom, and the address of its form. A
favourite is a value of the scene, by a name of its own (`table.star …`), so that it comes and goes
with the campaign, is undone like anything else and needs no new kind of fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.facts import Rolled
from app.campaign.journal.journal import Page
from app.campaign.state.values import exact
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import Asking
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.widgets.odds.odds import success_words
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.forms import field_text
from app.widgets.roll.links import link, read
from app.widgets.roll.participants import Participants
from app.widgets.roll.results import number

#: How the name of a favourite among the scene's values begins.
STAR = "table.star "

#: So many different rolls are the last ones.
LAST = 10

#: The longest name that a value of the scene may have.
LONGEST = 200


@dataclass(frozen=True)
class Quick:
    """Something that is rolled in one tap.

    label: what it is called on the sheet, else the form's title. title: the form's title, where the
    label is another. who, target: ids, empty for nobody; name, at: what they are called. others:
    who plays the other parts, by role. said: what somebody typed into it (`Difficulty 2`).
    href: its form, filled in. key: its name among the scene's values. starred: has it a star?
    tone, words: what it came to last, empty of what has not been rolled; came: its number, of what
    is called by what was typed.
    """

    label: str
    title: str
    procedure: str
    place: str
    href: str
    key: str
    starred: bool
    who: str = ""
    name: str = ""
    target: str = ""
    at: str = ""
    others: tuple[tuple[str, str], ...] = ()
    said: str = ""
    tone: str = ""
    words: str = ""
    came: str = ""


def star_name(procedure: str, who: str, place: str, label: str) -> str:
    """The name of a favourite among the scene's values."""
    return f"{STAR}{procedure}|{who}|{place}|{label}"[:LONGEST]


def star_record(
    procedure: str, who: str, place: str, label: str, typed: Mapping[str, str]
) -> dict[str, Any]:
    """What is kept of a favourite: JSON, by names of its own."""
    return {
        "procedure": procedure,
        "who": who,
        "place": place,
        "label": label,
        "typed": dict(typed),
    }


def star_words(values: Mapping[str, Any], game: Game, names: Mapping[str, str]) -> str:
    """`Mara Quill: Lockpick, kept` of a star among values of the scene; empty of other values."""
    for key, kept in values.items():
        if key.startswith(STAR):
            id, who, _, label = [*key.removeprefix(STAR).split("|", 3), "", "", ""][:4]
            procedure = game.procedures.get(id)
            what = label or (procedure.title if procedure else id)
            whose = f"{names[who]}: " if who in names else ""
            return f"{whose}{what}, {'no longer kept' if kept is None else 'kept'}"
    return ""


def favourites(company: Participants) -> tuple[Quick, ...]:
    """What has a star, in the order in which it got it."""
    return tuple(_favourites(company))


def _favourites(company: Participants) -> Iterator[Quick]:
    for key, kept in company.state.scene.items():
        if not key.startswith(STAR) or not isinstance(kept, Mapping):
            continue
        procedure = company.game.procedures.get(str(kept.get("procedure", "")))
        who, typed = str(kept.get("who", "")), kept.get("typed")
        if procedure is None or (who and who not in company.by_id):
            continue  # of another version, or of somebody who is gone
        told = typed if isinstance(typed, Mapping) else {}
        said = {name: str(text) for name, text in told.items() if name in procedure.inputs}
        place, label = _stands(company, procedure, who, kept)
        yield _quick(company, procedure, {"self": who} if who else {}, place, label, said, key)


def _stands(
    company: Participants, procedure: Procedure, who: str, kept: Mapping[str, Any]
) -> tuple[str, str]:
    """Where on the sheet a favourite stands by now: records move, and get other names."""
    place, label = str(kept.get("place", "")), str(kept.get("label", ""))
    there = company.picks(procedure, {"self": who}) if who and place else ()
    by_label = [each for each in there if each.label == label]
    at_place = [each for each in there if each.place == place]
    both = [each for each in by_label if each.place == place]
    for each in (*both, *by_label, *at_place):
        return each.place, each.label
    return "", label


def recent(
    company: Participants, page: Page | None, who: str = "", only: str = ""
) -> tuple[Quick, ...]:
    """The last different rolls that hold, newest first.

    who: of this one alone, if given; only: of this procedure.
    """
    found: dict[tuple[str, ...], Quick] = {}
    for fact in _rolls(page):
        procedure = company.game.procedures.get(fact.procedure)
        cast = {role: id for role, id in fact.who.items() if id in company.by_id}
        if procedure is None or (who and cast.get("self") != who):
            continue
        if only and procedure.id != only:
            continue
        place, label = _rolled_at(company, procedure, cast, fact)
        label = label or procedure.called(fact.inputs)
        key = (fact.procedure, cast.get("self", ""), cast.get("target", ""), place, label)
        if key in found:
            continue
        typed = _by_hand(company, procedure, cast, place, fact)
        told = ("plain", "", "") if fact.hidden else (fact.tone, fact.words, came(procedure, fact))
        found[key] = _quick(company, procedure, cast, place, label, typed, "", *told)
        if len(found) == LAST:
            break
    return tuple(found.values())


def _rolls(page: Page | None) -> Iterator[Rolled]:
    for entry in reversed(page.entries if page is not None else ()):
        assert page is not None
        if isinstance(entry.fact, Rolled) and page.holds(entry.n):
            yield entry.fact


def came(procedure: Procedure, fact: Rolled) -> str:
    """The number that a roll came to, where nothing else tells it from others."""
    return "" if fact.total is None or not procedure.named_by else number(exact(fact.total))


def _rolled_at(
    company: Participants, procedure: Procedure, cast: Mapping[str, str], fact: Rolled
) -> tuple[str, str]:
    """Where on the sheet a roll stood, and what it is called there: by what it was told."""
    told = {name: field_text(exact(value)) for name, value in fact.inputs.items()}
    best: tuple[int, Rollable] | None = None
    for each in company.picks(procedure, cast):
        alike = sum(told.get(name) == field_text(v) for name, v in each.inputs.items())
        if fact.place and each.place != fact.place:
            continue
        if not fact.place and alike < len(each.inputs):
            continue  # a roll of old does not say where it stood
        if best is None or alike > best[0]:
            best = alike, each
    if best is None or not best[1].place:
        return "", ""
    return best[1].place, best[1].label


def _by_hand(
    company: Participants, procedure: Procedure, cast: Mapping[str, str], place: str, fact: Rolled
) -> dict[str, str]:
    """What of a roll neither sheets nor scene would fill in: it is typed again."""
    told = {name: field_text(exact(value)) for name, value in fact.inputs.items()}
    stood = default_text(procedure)
    fed = company.filled(procedure, cast, place, stood)
    return {
        name: text
        for name, text in told.items()
        if name in stood and name not in fed and text != stood[name]
    }


def _quick(
    company: Participants,
    procedure: Procedure,
    cast: Mapping[str, str],
    place: str,
    label: str,
    typed: Mapping[str, str],
    key: str,
    tone: str = "",
    words: str = "",
    came: str = "",
) -> Quick:
    who, target = cast.get("self", ""), cast.get("target", "")
    called = {id: each.name for id, each in company.by_id.items()}
    name = key or star_name(procedure.id, who, place, label)
    return Quick(
        label or procedure.title,
        procedure.title if label and label != procedure.title else "",
        procedure.id,
        place,
        link(procedure.id.replace(".", "/"), typed),
        name,
        name in company.state.scene,
        who,
        called.get(who, ""),
        target,
        called.get(target, ""),
        tuple((role, id) for role, id in cast.items() if role not in ("self", "target")),
        _said(procedure, {name: text for name, text in typed.items() if text != label}),
        tone,
        words,
        came,
    )


def _said(procedure: Procedure, typed: Mapping[str, str]) -> str:
    """What was typed, in a few words: `Difficulty 2 · Aim`."""
    return " · ".join(input_words(procedure, name, text) for name, text in list(typed.items())[:3])


def input_words(procedure: Procedure, name: str, text: str) -> str:
    """What an input says, in a few words: `Difficulty 2`, `Aim`, `not Prone`."""
    declared = procedure.inputs[name]
    choices = getattr(declared.kind, "choices", {})
    if text in ("true", "false"):
        return declared.label if text == "true" else f"not {declared.label.lower()}"
    words = choices.get(declared.kind.written(text), text) if choices else text
    said = " ".join(str(words).split())
    short = said if len(said) <= 24 else f"{said[:23]}…"
    return f"{declared.label} {short}".replace(" -", " \u2212")


def prospect(company: Participants, quick: Quick) -> tuple[str, int]:
    """How likely it succeeds as its form stands, `74.5%`, and the sides of its first die.

    Empty and 0 where nothing says so.
    """
    procedure = company.game.procedures[quick.procedure]
    given = {"self": quick.who, "target": quick.target, **dict(quick.others)}
    cast = {role: id for role, id in given.items() if id}
    said = read(quick.href).typed
    stood = {**default_text(procedure), **said}
    typed = {**stood, **company.filled(procedure, cast, quick.place, stood, said), **said}
    desk = Desk(procedure, typed, ())
    try:
        waits = desk.play()
        sides = waits.wanted.sides if isinstance(waits, Asking) and waits.wanted else 0
        return success_words(desk.chances()), sides
    except BadInput:
        return "", 0

"""Rolls to repeat in one tap: starred favourites, and recent rolls.

    favourites(participants)    the starred ones of all characters
    recent(participants, page)  the last ten different rolls of the journal

Both are lists of `Quick`. A favourite is a value of the scene with a name of its own (`table.star
…`), so it belongs to the campaign, can be undone and needs no kind of fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.journal import Page
from app.campaign.state.values import exact
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import Asking
from app.core.procedures.inputs import Values
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.widgets.odds.odds import success_words
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import link, path_of, read
from app.widgets.roll.result.words import number

#: Prefix of a favourite's name among the scene's values.
STAR = "table.star "

#: Number of recent rolls.
LAST = 10

#: The longest name that a value of the scene may have.
LONGEST = 200


@dataclass(frozen=True)
class Quick:
    """A roll in one tap."""

    #: Its name on the sheet, else the form's title.
    label: str
    #: The form's title, where the label differs.
    title: str
    procedure: str
    place: str
    #: The address of its form, filled in.
    href: str
    #: Its name among the scene's values.
    key: str
    #: Whether it has a star.
    starred: bool
    #: The actor's id, empty for none.
    who: str = ""
    #: The actor's name.
    name: str = ""
    #: The target's id, empty for none.
    target: str = ""
    #: The target's name.
    at: str = ""
    #: Ids of the other roles, by role.
    others: tuple[tuple[str, str], ...] = ()
    #: The typed inputs in words (`Difficulty 2`).
    details: str = ""
    #: Of the last result, empty without one.
    tone: str = ""
    #: The last result, empty without one.
    words: str = ""
    #: The last result's number, where typed inputs name the roll.
    total: str = ""


def star_name(procedure: str, who: str, place: str, label: str) -> str:
    """Return a favourite's name among the scene's values."""
    return f"{STAR}{procedure}|{who}|{place}|{label}"[:LONGEST]


def star_record(
    procedure: str, who: str, place: str, label: str, typed: Mapping[str, str]
) -> dict[str, object]:
    """Return a favourite as a JSON record."""
    return {
        "procedure": procedure,
        "who": who,
        "place": place,
        "label": label,
        "typed": dict(typed),
    }


def star_texts(record: object) -> dict[str, str]:
    """Return the typed inputs of a favourite's record."""
    typed = record.get("typed") if isinstance(record, Mapping) else None
    return {name: str(text) for name, text in typed.items()} if isinstance(typed, Mapping) else {}


def star_words(values: Values, game: Game, names: Mapping[str, str]) -> str:
    """Describe a star among values of the scene: `Mara Quill: Lockpick, saved`.

    Empty for other values.
    """
    for key, record in values.items():
        if key.startswith(STAR):
            id, actor_id, _, label = [*key.removeprefix(STAR).split("|", 3), "", "", ""][:4]
            procedure = game.procedures.get(id)
            title = label or (procedure.title if procedure else id)
            actor = f"{names[actor_id]}: " if actor_id in names else ""
            return f"{actor}{title}, {'removed' if record is None else 'saved'}"
    return ""


def favourites(participants: Participants) -> tuple[Quick, ...]:
    """Return the favourites, in the order in which they got their stars."""
    return tuple(_favourites(participants))


def _favourites(participants: Participants) -> Iterator[Quick]:
    for key, record in participants.state.scene.items():
        if not key.startswith(STAR) or not isinstance(record, Mapping):
            continue
        procedure = participants.game.procedures.get(str(record.get("procedure", "")))
        actor_id = str(record.get("who", ""))
        if procedure is None or (actor_id and actor_id not in participants.by_id):
            continue  # of another version, or of a removed character
        texts = star_texts(record)
        inputs = {name: text for name, text in texts.items() if name in procedure.inputs}
        place, label = _stands(participants, procedure, actor_id, record)
        yield _quick(
            participants,
            procedure,
            {"self": actor_id} if actor_id else {},
            place,
            label,
            inputs,
            key,
        )


def _stands(
    participants: Participants, procedure: Procedure, actor_id: str, record: Values
) -> tuple[str, str]:
    """Return a favourite's current place and label on the sheet: records move and get renamed."""
    place, label = str(record.get("place", "")), str(record.get("label", ""))
    rollables = participants.picks(procedure, {"self": actor_id}) if actor_id and place else ()
    by_label = [rollable for rollable in rollables if rollable.label == label]
    at_place = [rollable for rollable in rollables if rollable.place == place]
    both = [rollable for rollable in by_label if rollable.place == place]
    for rollable in (*both, *by_label, *at_place):
        return rollable.place, rollable.label
    return "", label


def recent(
    participants: Participants, page: Page | None, who: str = "", only: str = ""
) -> tuple[Quick, ...]:
    """Return the last different valid rolls, newest first.

    who: the actor's id, if given; only: the procedure's id, if given.
    """
    by_key: dict[tuple[str, ...], Quick] = {}
    for fact, outcome in _rolls(page):
        procedure = participants.game.procedures.get(fact.procedure)
        cast = {role: id for role, id in fact.who.items() if id in participants.by_id}
        if procedure is None or (who and cast.get("self") != who):
            continue
        if only and procedure.id != only:
            continue
        place, label = _rolled_at(participants, procedure, cast, fact)
        label = label or procedure.roll_name(fact.inputs)
        key = (fact.procedure, cast.get("self", ""), cast.get("target", ""), place, label)
        if key in by_key:
            continue
        typed = _by_hand(participants, procedure, cast, place, fact)
        result = (
            ("plain", "", "")
            if fact.hidden
            else (outcome.tone, outcome.words, describe_total(procedure, outcome))
        )
        by_key[key] = _quick(participants, procedure, cast, place, label, typed, "", *result)
        if len(by_key) == LAST:
            break
    return tuple(by_key.values())


def _rolls(page: Page | None) -> Iterator[tuple[Rolled, Rolled | Changed]]:
    """Yield the valid rolls, newest first, each with its outcome after all changes."""
    outcomes: dict[str, Changed] = {}
    for entry in reversed(page.entries if page is not None else ()):
        assert page is not None
        fact = entry.fact
        if isinstance(fact, Changed) and page.holds(entry.n):
            outcomes.setdefault(fact.of, outcomes.get(entry.id, fact))
        elif isinstance(fact, Rolled) and page.holds(entry.n):
            yield fact, outcomes.get(entry.id, fact)


def describe_total(procedure: Procedure, fact: Rolled | Changed) -> str:
    """Return the number of a roll, where typed inputs name it."""
    return "" if fact.total is None or not procedure.named_by else number(exact(fact.total))


def _rolled_at(
    participants: Participants, procedure: Procedure, cast: Mapping[str, str], fact: Rolled
) -> tuple[str, str]:
    """Return a roll's place and label on the sheet, by its inputs."""
    texts = {name: field_text(exact(value)) for name, value in fact.inputs.items()}
    best: tuple[int, Rollable] | None = None
    for rollable in participants.picks(procedure, cast):
        matches = sum(texts.get(name) == field_text(v) for name, v in rollable.inputs.items())
        if fact.place and rollable.place != fact.place:
            continue
        if not fact.place and matches < len(rollable.inputs):
            continue  # older rolls do not record their place
        if best is None or matches > best[0]:
            best = matches, rollable
    if best is None or not best[1].place:
        return "", ""
    return best[1].place, best[1].label


def _by_hand(
    participants: Participants,
    procedure: Procedure,
    cast: Mapping[str, str],
    place: str,
    fact: Rolled,
) -> dict[str, str]:
    """Return the inputs of a roll that neither sheets nor scene fill in."""
    texts = {name: field_text(exact(value)) for name, value in fact.inputs.items()}
    defaults = default_text(procedure)
    prefilled = participants.filled(procedure, cast, place, defaults)
    return {
        name: text
        for name, text in texts.items()
        if name in defaults and name not in prefilled and text != defaults[name]
    }


def _quick(
    participants: Participants,
    procedure: Procedure,
    cast: Mapping[str, str],
    place: str,
    label: str,
    typed: Mapping[str, str],
    key: str,
    tone: str = "",
    words: str = "",
    total: str = "",
) -> Quick:
    actor_id, target = cast.get("self", ""), cast.get("target", "")
    names = {id: each.name for id, each in participants.by_id.items()}
    name = key or star_name(procedure.id, actor_id, place, label)
    return Quick(
        label or procedure.title,
        procedure.title if label and label != procedure.title else "",
        procedure.id,
        place,
        link(path_of(procedure.id), typed),
        name,
        name in participants.state.scene,
        actor_id,
        names.get(actor_id, ""),
        target,
        names.get(target, ""),
        tuple((role, id) for role, id in cast.items() if role not in ("self", "target")),
        _typed_words(procedure, {name: text for name, text in typed.items() if text != label}),
        tone,
        words,
        total,
    )


def _typed_words(procedure: Procedure, typed: Mapping[str, str]) -> str:
    """Return the typed inputs in a few words: `Difficulty 2 · Aim`."""
    return " · ".join(input_words(procedure, name, text) for name, text in list(typed.items())[:3])


def input_words(procedure: Procedure, name: str, text: str) -> str:
    """Describe an input: `Difficulty 2`, `Aim`, `not Prone`."""
    declared = procedure.inputs[name]
    choices = getattr(declared.kind, "choices", {})
    if text in ("true", "false"):
        return declared.label if text == "true" else f"not {declared.label.lower()}"
    words = choices.get(declared.kind.parse(text), text) if choices else text
    value = " ".join(str(words).split())
    short = value if len(value) <= 24 else f"{value[:23]}…"
    return f"{declared.label} {short}".replace(" -", " \u2212")


def prospect(participants: Participants, quick: Quick) -> tuple[str, int]:
    """Return the chance of success, `74.5%`, and the sides of the first die.

    Empty and 0 where unknown, and for a reading, which rolls nothing.
    """
    procedure = participants.game.procedures[quick.procedure]
    given = {"self": quick.who, "target": quick.target, **dict(quick.others)}
    cast = {role: id for role, id in given.items() if id}
    typed_inputs = read(quick.href).typed
    texts = {**default_text(procedure), **typed_inputs}
    typed = {
        **texts,
        **participants.filled(procedure, cast, quick.place, texts, typed_inputs),
        **typed_inputs,
    }
    desk = Desk(procedure, typed, ())
    try:
        step = desk.play()
        sides = step.wanted.sides if isinstance(step, Asking) and step.wanted else 0
        return success_words(desk.chances()) if procedure.asks else "", sides
    except BadInput:
        return "", 0

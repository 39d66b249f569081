"""Lines of the sheet in the words of the table: skills, resistance, injuries, weapons."""

from __future__ import annotations

from app.core.procedures.inputs import Values
from app.core.procedures.labels import label_of
from app.systems.wasteland.tables.attacks import WEAPON_CLASSES


def skill(record: Values) -> str:
    """Return `Lockpick 2, tag`."""
    return f"{record['name'] or '(nameless)'} {record['rating']}" + (
        ", tag" if record["tagged"] else ""
    )


def resistance(record: Values) -> str:
    """Return `Torso: physical 1, energy 1`."""
    types = [f"{id} {value}" for id, value in record.items() if id != "location" and value]
    return f"{label_of(record['location'])}: {', '.join(types) or 'none'}"


def injury(record: Values) -> str:
    """Return `Right leg`, `Head, treated`."""
    where = "No one place" if record["location"] == "none" else label_of(record["location"])
    return f"{where}, treated" if record["treated"] else where


def chem(record: Values) -> str:
    """Return `Stimpak ×2 · heals 4, treats 1`."""
    does = {"heals": "heals", "treats": "treats", "clears_rads": "clears rads"}
    parts = [f"{words} {record[id]}" for id, words in does.items() if record.get(id)]
    parts += [record["note"]] if record.get("note") else []
    count = record.get("quantity", 1)
    name = f"{record['name'] or '(nameless)'}{f' ×{count}' if count != 1 else ''}"
    return f"{name} · {', '.join(parts)}" if parts else name


def weapon(record: Values) -> str:
    """Return `Pipe revolver · small gun, 4 CD physical, close range, Close Quarters; 14 shots`."""
    kind = WEAPON_CLASSES[record["weapon_class"]]
    parts = [
        kind.words.lower(),
        f"{record['damage_rating']} CD {record['damage_type']}",
        *([f"{record['weapon_range']} range"] if kind.counts_range else []),
        *([f"fire rate {record['fire_rate']}"] if record["fire_rate"] else []),
        *record["effects"],
        *record["qualities"],
    ]
    shots = record["shots"]
    count = f"; {shots} shot{'s' * (shots != 1)}" if kind.is_gun else f"; {shots} left"
    return f"{record['name'] or '(nameless)'} · {', '.join(parts)}" + count * kind.counts_range

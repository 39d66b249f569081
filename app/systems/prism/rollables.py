"""What rolls from where it stands on the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.sheets import Rollable, Sheet
from app.systems.prism.procedures.plot import DEVELOPMENT_PRICE
from app.systems.prism.procedures.potency import RESISTANCES
from app.systems.prism.tables.actions import PACES, STATS
from app.systems.prism.tables.modifiers import HP_BANDS


def same_words(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def streak_at(sheet: Mapping[str, Any], covers: str) -> dict[str, Any]:
    """The slump or zone that covers this kind of action, as the input of a roll (P15-P17)."""
    for entry in sheet["streaks"]:
        if same_words(entry["covers"], covers):
            return {"streak": entry["state"]}
    return {}


def skill_of(sheet: Mapping[str, Any], what: str) -> Mapping[str, Any] | None:
    """The skill whose name stands in these words; the longest if several do."""
    named = [
        skill
        for skill in sheet["skills"]
        if skill["name"].strip() and skill["name"].strip().casefold() in what.casefold()
    ]
    return max(named, key=lambda skill: len(skill["name"]), default=None)


def stat_of(what: str) -> str | None:
    """The stat whose name stands in these words."""
    return next((row.id for row in STATS if row.stat.casefold() in what.casefold()), None)


def kind_of(sheet: Mapping[str, Any], what: str) -> str:
    """The kind of action that this attempt is: the skill's or the stat's, else it is its own."""
    skill, stat = skill_of(sheet, what), stat_of(what)
    if skill is not None:
        return str(skill["name"])
    return STATS[stat].stat if stat is not None else what


def rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    """Skills, stats, weapons, what is tried again, what must be resisted, and plot points.

    P21: who is down makes no maneuvers, and still has to resist; plot points are the player's.
    """
    always = (*_resistances(sheet), *_plot_points(sheet))
    if sheet["wound_level"] == "down":
        return always
    return (
        *_skills(sheet),
        *_attempts(sheet),
        *_streaks(sheet),
        *_weapons(sheet),
        *_stats(sheet),
        *always,
        Rollable(
            "Break something",
            "prism.break_force",
            {"method": "lift", "lift_capacity": sheet["lift_capacity"]},
            "lift_capacity",
        ),
    )


def _skills(sheet: Sheet) -> Iterator[Rollable]:
    for index, skill in enumerate(sheet["skills"]):
        place = f"skills/{index}"
        name = skill["name"] or "Nameless"
        inputs = {"bonus": skill["sv"], **streak_at(sheet, name)}
        if skill["running"]:
            yield _run(sheet, name, inputs, place)
        elif skill["detect"]:
            yield Rollable(name, "prism.perception", {**inputs, "source": "detect-skill"}, place)
            yield _by_degrees(name, inputs, place)
        else:
            # P2: the GM says which of the two it is.
            yield Rollable(name, "prism.static_maneuver", inputs, place)
            yield Rollable(f"{name}, moving", "prism.moving_maneuver", inputs, place)


def _run(sheet: Sheet, name: str, inputs: Mapping[str, Any], place: str) -> Rollable:
    """A run at pace 2 until the player says otherwise."""
    pace = int(PACES["run"].pace)
    return Rollable(name, "prism.run", {**inputs, "enc_mv": sheet["enc_mv"], "pace": pace}, place)


def _by_degrees(name: str, known: Mapping[str, Any], place: str) -> Rollable:
    """P34: a moving maneuver where degrees of noticing are wanted; looking twice is not counted."""
    inputs = {**known, "column": "perception", "retry": "free"}
    return Rollable(f"{name}, by degrees", "prism.moving_maneuver", inputs, place)


def _attempts(sheet: Sheet) -> Iterator[Rollable]:
    """P8: the same thing again, with the failures so far; P39: with a stat if it was one."""
    for index, entry in enumerate(sheet["attempts"]):
        what, place = entry["what"], f"attempts/{index}"
        inputs = {"failed_attempts": entry["failures"], **streak_at(sheet, kind_of(sheet, what))}
        label = f"Again: {what or 'what failed'}"
        skill, stat = skill_of(sheet, what), stat_of(what)
        if skill is None and stat is not None:
            yield Rollable(label, "prism.stat_test", {"stats": [sheet[stat]], **inputs}, place)
            continue
        inputs["bonus"] = skill["sv"] if skill else 0
        yield Rollable(label, "prism.static_maneuver", inputs, place)
        yield Rollable(f"{label}, moving", "prism.moving_maneuver", inputs, place)


def _streaks(sheet: Sheet) -> Iterator[Rollable]:
    """P17: the player says what a slump or zone covers; what no skill or stat is called."""
    known = [skill["name"] for skill in sheet["skills"]] + list(STATS.labels("stat").values())
    for index, entry in enumerate(sheet["streaks"]):
        covers = entry["covers"]
        if not covers.strip() or any(same_words(covers, each) for each in known):
            continue
        inputs, place = {"streak": entry["state"]}, f"streaks/{index}"
        yield Rollable(covers, "prism.static_maneuver", inputs, place)
        yield Rollable(f"{covers}, moving", "prism.moving_maneuver", inputs, place)
        yield Rollable(covers, "prism.perception", inputs, place)


def _weapons(sheet: Sheet) -> Iterator[Rollable]:
    for index, weapon in enumerate(sheet["weapons"]):
        inputs = {"ob": weapon["ob"], "fumble_max": weapon["fumble_max"]}
        label = f"Attack: {weapon['name'] or 'nameless weapon'}"
        yield Rollable(label, "prism.attack", inputs, f"weapons/{index}")


def _stats(sheet: Sheet) -> Iterator[Rollable]:
    for row in STATS:
        inputs = streak_at(sheet, row.stat)
        value = sheet[row.id]
        yield Rollable(row.stat, "prism.stat_test", {"stats": [value], **inputs}, row.id)
        if row.id == "perceptivity":
            # P33: general perception.
            noticed = {"bonus": value, **inputs}
            yield Rollable("Perception", "prism.perception", noticed, row.id)
            yield _by_degrees("Perception", noticed, row.id)
        if row.id == "quickness" and not any(skill["running"] for skill in sheet["skills"]):
            # P26: Quickness, if the character has no skill in Running.
            yield _run(sheet, "Run", {"bonus": value, **inputs}, row.id)


def _resistances(sheet: Sheet) -> Iterator[Rollable]:
    """P35: rolled by the GM for the substance; how potent it is, the GM says."""
    for source, field in RESISTANCES.items():
        inputs = {"source": source, "resistance": sheet[field]}
        yield Rollable(f"Resist {source}", "prism.potency", inputs, field)


def _plot_points(sheet: Sheet) -> Iterator[Rollable]:
    """P56: at any time, whenever one is available; P69: bought with development points."""
    if sheet["plot_points"]:
        yield Rollable("Spend plot points", "prism.plot_spend", {}, "plot_points")
    if sheet["development_points"] >= DEVELOPMENT_PRICE:
        yield Rollable("Buy plot points", "prism.plot_buy", {}, "development_points")


#: The procedures that ask how much of the HP is lost (P21).
WOUNDED = (
    "prism.static_maneuver",
    "prism.moving_maneuver",
    "prism.perception",
    "prism.stat_test",
    "prism.modifiers",
)


#: Rolls of one's own accord (P21): a resistance is rolled at a character, not by one.
DEEDS = (
    "prism.static_maneuver",
    "prism.moving_maneuver",
    "prism.run",
    "prism.perception",
    "prism.stat_test",
    "prism.attack",
    "prism.break_force",
)


def nearest_band(level: str) -> str:
    """P21: for who is down there is no row; the last one is the nearest."""
    return HP_BANDS[-1] if level == "down" else level


def rating(roll: Rollable) -> str:
    """The skill value, the offensive bonus or the stat that is rolled with."""
    inputs = roll.inputs
    if "stats" in inputs:
        return " ".join(f"{each:+}" for each in inputs["stats"]).replace("-", "\u2212")
    value = inputs.get("bonus", inputs.get("ob"))
    return "" if value is None else f"{value}"

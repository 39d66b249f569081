"""The rolls of each entry of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.procedures.inputs import Values
from app.core.sheets import Rollable, Sheet
from app.core.support.characters import with_minus
from app.systems.prism.procedures.plot import DEVELOPMENT_PRICE
from app.systems.prism.procedures.potency import RESISTANCES
from app.systems.prism.tables.actions import PACES, STATS
from app.systems.prism.tables.modifiers import HP_BANDS


def same_words(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def streak_at(sheet: Values, covers: str) -> dict[str, object]:
    """Return the slump or zone of this kind of action, as the input of a roll (P15-P17)."""
    for entry in sheet["streaks"]:
        if same_words(entry["covers"], covers):
            return {"streak": entry["state"]}
    return {}


def skill_of(sheet: Values, what: str) -> Values | None:
    """Return the skill with its name in these words; the longest if there are several."""
    named = [
        skill
        for skill in sheet["skills"]
        if skill["name"].strip() and skill["name"].strip().casefold() in what.casefold()
    ]
    return max(named, key=lambda skill: len(skill["name"]), default=None)


def stat_of(what: str) -> str | None:
    """Return the stat with its name in these words."""
    return next((row.id for row in STATS if row.stat.casefold() in what.casefold()), None)


def kind_of(sheet: Values, what: str) -> str:
    """Return the kind of action of an attempt: its skill or stat, else its own words."""
    skill, stat = skill_of(sheet, what), stat_of(what)
    if skill is not None:
        return str(skill["name"])
    return STATS[stat].stat if stat is not None else what


def rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    """Return rolls of skills, stats, weapons, attempts, resistances and plot points.

    P21: a downed character makes no maneuvers, and still has to resist; plot points are the
    player's.
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


def _run(sheet: Sheet, name: str, inputs: Values, place: str) -> Rollable:
    """Return a run at the default pace of 2."""
    pace = int(PACES["run"].pace)
    return Rollable(name, "prism.run", {**inputs, "enc_mv": sheet["enc_mv"], "pace": pace}, place)


def _by_degrees(name: str, known: Values, place: str) -> Rollable:
    """Return a moving maneuver for degrees of noticing; looking twice is not counted (P34)."""
    inputs = {**known, "column": "perception", "retry": "free"}
    return Rollable(f"{name}, by degrees", "prism.moving_maneuver", inputs, place)


def _attempts(sheet: Sheet) -> Iterator[Rollable]:
    """Yield attempts with the failures so far (P8), with a stat if it was one (P39)."""
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
    """Yield rolls of slumps and zones that cover neither a skill nor a stat (P17)."""
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
    """Yield the GM's rolls for each source of resistance, with the potency left open (P35)."""
    for source, field in RESISTANCES.items():
        inputs = {"source": source, "resistance": sheet[field]}
        place = field if field.endswith(source) else f"{field}/{source}"
        yield Rollable(f"Resist {source}", "prism.potency", inputs, place)


def _plot_points(sheet: Sheet) -> Iterator[Rollable]:
    """Yield spending plot points, while there are any (P56), and buying them (P69)."""
    if sheet["plot_points"]:
        yield Rollable("Spend plot points", "prism.plot_spend", {}, "plot_points")
    if sheet["development_points"] >= DEVELOPMENT_PRICE:
        yield Rollable("Buy plot points", "prism.plot_buy", {}, "development_points")


#: The procedures with an input for lost HP (P21).
WOUNDED = (
    "prism.static_maneuver",
    "prism.moving_maneuver",
    "prism.perception",
    "prism.stat_test",
    "prism.modifiers",
)


#: Voluntary rolls (P21): a resistance is rolled at a character, not by one.
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
    """Return a band of Chart 14.2; for a downed character the last one is the nearest (P21)."""
    return HP_BANDS[-1] if level == "down" else level


def rating(roll: Rollable) -> str:
    """Return the skill value, the offensive bonus or the stat of a roll."""
    inputs = roll.inputs
    if "stats" in inputs:
        words = " ".join(f"{stat:+}" for stat in inputs["stats"])
    else:
        value = inputs.get("bonus", inputs.get("ob"))
        words = "" if value is None else f"{value}"
    return with_minus(words)

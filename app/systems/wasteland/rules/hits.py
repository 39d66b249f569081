"""Results of a hit on a body: damage, radiation, injuries, defeat (W7)."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, adding, put
from app.systems.wasteland.rules.inputs import standing_hp
from app.systems.wasteland.rules.results import change
from app.systems.wasteland.tables.attacks import OBJECT
from app.systems.wasteland.tables.harm import injury_at

HIT_GRADES = (
    Grade("critical-defeat", "Critical hit, and down", "best"),
    Grade("defeated", "Down", "best"),
    Grade("critical-hit", "Critical hit", "good"),
    Grade("damage", "Damage", "good"),
    Grade("no-damage", "No damage", "bad"),
)

#: Damage in one hit that is a critical hit (W7.2).
CRITICAL = 5


@dataclass(frozen=True)
class Body:
    """The target of a hit and its location, before the hit."""

    location: str
    hp: int
    max_hp: int
    injuries: int = 0

    @property
    def is_object(self) -> bool:
        return self.location == OBJECT


@dataclass(frozen=True)
class Hit:
    """Damage that got through, and its results. radiation: that of Radioactive alone."""

    body: Body
    damage: int
    damage_type: str = "physical"
    radiation: int = 0

    @property
    def lowers_maximum(self) -> int:
        """Return the maximum HP that radiation of any source takes (W7.6)."""
        return self.radiation + (self.damage if self.damage_type == "radiation" else 0)

    @property
    def takes_hp(self) -> int:
        return 0 if self.damage_type == "radiation" else self.damage

    @property
    def max_hp_after(self) -> int:
        return max(0, self.body.max_hp - self.lowers_maximum)

    @property
    def hp_after(self) -> int:
        # W7.6: current HP only follow where they now exceed the maximum.
        return min(max(0, self.body.hp - self.takes_hp), self.max_hp_after)

    @property
    def critical(self) -> bool:
        # W7.2: not for radiation, which takes no HP; an object knows no critical hits (W7.4).
        return self.takes_hp >= CRITICAL and not self.body.is_object

    @property
    def defeated(self) -> bool:
        # W7.4: HP come to 0, or damage at 0 HP. W7.6: radiation at 0 HP is no further injury.
        return self.takes_hp > 0 if self.body.hp == 0 else self.hp_after == 0

    @property
    def grade(self) -> str:
        if self.damage == 0 and self.radiation == 0:
            return "no-damage"
        if self.defeated:
            return "critical-defeat" if self.critical else "defeated"
        return "critical-hit" if self.critical else "damage"

    @property
    def injuries_gained(self) -> int:
        # W7.4: the injury of a defeat comes besides that of a critical hit.
        return 0 if self.body.is_object else self.critical + self.defeated

    @property
    def values(self) -> dict[str, int]:
        return {
            "hp_after": self.hp_after,
            "max_hp_after": self.max_hp_after,
            "injuries_gained": self.injuries_gained,
            "injuries_after": self.body.injuries + self.injuries_gained,
        }

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return the changes on the target (W7.3, W7.4)."""
        return self.effects_on("target")

    def effects_on(self, who: str) -> tuple[Effect, ...]:
        """Return the changes on the player of this role."""
        group = injury_at(self.body.location).group if self.injuries_gained else "none"
        felled = self.defeated and not self.body.is_object
        states = {
            "prone": felled or group == "leg-injury",
            "dying": felled,
            "dazed": group == "head-injury",
        }
        return (
            *change("hp", self.body.hp, self.hp_after, who),
            *change("max_hp", self.body.max_hp, self.max_hp_after, who),
            *change("injuries", 0, self.injuries_gained, who),
            *(put(state, True, who) for state, holds in states.items() if holds),
        )


def hit_words(inputs: Values, outcome: Outcome) -> str:
    """Return `12 damage: 14 to 2`, without HP if none was given, or `4 stopped`."""
    damage, after = outcome.values["damage"], outcome.values["hp_after"]
    before = standing_hp(inputs["hp"], inputs["max_hp"])
    if not damage:
        stopped = outcome.values.get("total")
        return f"{stopped} stopped" if stopped else ""
    moves = inputs["hp"] is not None and before != after
    return f"{damage} damage: {before} to {after}" if moves else f"{damage} damage"


def hp_steps(hit: Hit, hp: int | None) -> tuple[SumStep, ...]:
    """Show the HP left to the target, and its maximum where radiation lowered that.

    hp: the given HP; without any, as of a foe on a player's device, nothing is known of the rest.
    """
    if hp is None:
        return ()
    body, radiation = hit.body, hit.max_hp_after - hit.body.max_hp
    steps = adding(
        (body.hp, "HP"), (hit.hp_after - body.hp, "taken"), result=(hit.hp_after, "HP left")
    )
    if not radiation:
        return steps
    after = (hit.max_hp_after, "maximum HP left")
    return (*steps, *adding((body.max_hp, "maximum HP"), (radiation, "radiation"), result=after))

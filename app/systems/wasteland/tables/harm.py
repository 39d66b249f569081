"""Tables of harm: injuries by location, damage effects, weapon qualities (W7)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.tables import Table


class InjuryRow(NamedTuple):
    group: str
    locations: tuple[str, ...]
    where: str
    effect: str
    words: str


INJURIES = Table(
    "wasteland.injuries",
    "Injuries",
    "W7.3",
    {"words": "Injury", "where": "Locations", "effect": "Effect until treated"},
    (
        InjuryRow(
            "arm-injury",
            ("left-arm", "right-arm"),
            "left-arm, right-arm",
            "drop what that hand holds; no action with that arm, alone or with the other",
            "Arm injury",
        ),
        InjuryRow(
            "leg-injury",
            (
                "left-leg",
                "right-leg",
                "left-front-leg",
                "right-front-leg",
                "left-hind-leg",
                "right-hind-leg",
                "left-legs",
                "right-legs",
                "left-wing",
                "right-wing",
            ),
            "left-leg, right-leg, the four quadruped legs, left-legs, right-legs, left-wing, "
            "right-wing",
            "fall prone at once; no Sprint; Move is a major action",
            "Leg injury",
        ),
        InjuryRow(
            "torso-injury",
            ("torso",),
            "torso",
            "bleeding: at the end of each of your turns 2 CD physical damage, no DR",
            "Torso injury",
        ),
        InjuryRow(
            "head-injury",
            ("head",),
            "head",
            "lose the normal actions of your next turn (actions bought with AP remain possible); "
            "difficulty +2 on tests that need sight",
            "Head injury",
        ),
        InjuryRow("none", ("object",), "object", "none", "No injury"),
    ),
)


def injury_at(location: str) -> InjuryRow:
    """What an injury at this location is."""
    return next(row for row in INJURIES if location in row.locations)


class DamageEffect(NamedTuple):
    effect: str
    what: str
    words: str


DAMAGE_EFFECTS = Table(
    "wasteland.damage_effects",
    "Damage effects",
    "W7.7",
    {"words": "Effect", "what": "What n Effects rolled do"},
    (
        DamageEffect(
            "breaking",
            "n cover dice of the target are gone for good, before cover is rolled; without cover, "
            "DR at the location against this damage type is lowered by n for good, not below 0",
            "Breaking",
        ),
        DamageEffect(
            "burst",
            "n more targets within Close range of the first may be hit; each costs one more shot, "
            "paid when chosen",
            "Burst",
        ),
        DamageEffect(
            "persistent",
            "If n \u2265 1, the damage is suffered again at the end of the target’s next n turns; "
            "a major action and a test of difficulty n ends it",
            "Persistent",
        ),
        DamageEffect("piercing", "Ignore X × n points of DR", "Piercing X"),
        DamageEffect(
            "radioactive",
            "n extra points of radiation damage, reduced by radiation DR alone",
            "Radioactive",
        ),
        DamageEffect(
            "spread",
            "n extra hits on the same target, each half the total (round down) at an own random "
            "location",
            "Spread",
        ),
        DamageEffect(
            "stun",
            "If n \u2265 1, the target loses the normal actions of its next turn (AP actions "
            "remain)",
            "Stun",
        ),
        DamageEffect("vicious", "+n damage", "Vicious"),
    ),
)


class Quality(NamedTuple):
    quality: str
    text: str


WEAPON_QUALITIES = Table(
    "wasteland.weapon_qualities",
    "Weapon qualities",
    "W7.8",
    {"quality": "Quality", "text": "What it means"},
    (
        Quality(
            "Accurate",
            "After an Aim, up to 3 AP add 1 CD each; then no extra shots (W7.11)",
        ),
        Quality("Blast", "Aim at a zone, base difficulty 2"),
        Quality("Close Quarters", "No penalty for an enemy in reach (W6.12)"),
        Quality("Concealed", "Easy to hide"),
        Quality("Debilitating", "Treating its injuries is +1 difficulty"),
        Quality(
            "Gatling", "Ten shots per attack and per extra shot; an extra one adds 2 CD (W7.12)"
        ),
        Quality("Inaccurate", "Nothing from Aim"),
        Quality("Mine", "Laid, not thrown; goes off when somebody comes near"),
        Quality("Night Vision", "Darkness does not hinder the aim"),
        Quality("Parry", "1 AP for +1 Defense against a melee attack"),
        Quality("Recon", "Marks a target for allies"),
        Quality("Reliable", "Ignore the first complication"),
        Quality("Suppressed", "Hard to hear"),
        Quality("Thrown", "May be thrown"),
        Quality("Two-Handed", "Needs both hands"),
        Quality("Unreliable", "Complication range +1"),
    ),
)

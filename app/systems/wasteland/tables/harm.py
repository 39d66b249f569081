"""Tables of harm: injuries by location, damage effects, weapon qualities (W7)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


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
            "fall prone at once; no Sprint; Move is a major action, standing up too",
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
    """Return the row of an injury at this location."""
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
            "n cover dice of the target are gone for good, before cover is rolled; if the target "
            "has no cover, DR at the location against this damage type is lowered by n for good, "
            "not below 0; both for this hit too",
            "Breaking",
        ),
        DamageEffect(
            "burst",
            "n more targets within Close range of the first are hit by the same test (their "
            "Defense is not asked); each costs one more shot (ten for a Gatling), paid when chosen",
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
            "n extra hits on the same target, and no more: each half the total (round down) at an "
            "own random location, even after a called shot; the first hit’s cover and the DR its "
            "Piercing ignored count for each",
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
    "W7.8 W6.14 W7.14",
    {"quality": "Quality", "text": "What it means"},
    (
        Quality(
            "Accurate",
            "After an Aim, up to 3 AP add 1 CD each; then no extra shots (W7.11)",
        ),
        Quality(
            "Blast",
            "Aimed at a zone, base difficulty 2 by range (W6.14); a hit damages all in the zone, a "
            "miss half the CD, rounded down, without damage effects (W7.14)",
        ),
        Quality("Close Quarters", "No penalty for an enemy in reach (W6.12)"),
        Quality("Concealed", "Easy to hide"),
        Quality("Debilitating", "Treating its injuries is +1 difficulty"),
        Quality(
            "Gatling", "Ten shots per attack and per extra shot; an extra one adds 2 CD (W7.12)"
        ),
        Quality("Inaccurate", "Nothing from Aim"),
        Quality(
            "Mine",
            "Laid and armed; whoever comes into its reach sets it off, with Blast for the whole "
            "zone: no test",
        ),
        Quality("Night Vision", "Darkness does not hinder the aim"),
        Quality("Parry", "1 AP for +1 Defense against a melee attack"),
        Quality("Recon", "Marks a target for allies"),
        Quality("Reliable", "Ignore the first complication"),
        Quality("Suppressed", "Hard to hear"),
        Quality("Thrown", "May be thrown"),
        Quality("Two-Handed", "With one hand difficulty +2"),
        Quality("Unreliable", "Complication range +1"),
    ),
)


class Chem(NamedTuple):
    chem: str
    heals: int
    treats: int
    clears_rads: int
    lasts: str
    what: str


CHEMS = Table(
    "wasteland.chems",
    "Chems",
    "W7.15 W7.16",
    {
        "chem": "Chem",
        "heals": "Heals",
        "treats": "Treats",
        "clears_rads": "Clears rads",
        "lasts": "Lasts",
        "what": "What it gives",
    },
    (
        Chem("Stimpak, diluted", 2, 1, 0, "at once",   "HP, or one injury"),
        Chem("Stimpak",          4, 1, 0, "at once",   "HP, or one injury"),
        Chem("Super stimpak",    8, 2, 0, "at once",   "HP, or two injuries"),
        Chem("RadAway, diluted", 0, 0, 2, "at once",   "maximum HP lost to radiation"),
        Chem("RadAway",          0, 0, 4, "at once",   "maximum HP lost to radiation"),
        Chem("Rad-X",            0, 0, 0, "the scene", "radiation DR +6, entered by hand"),
    ),
)  # fmt: skip

"""The procedures of Wasteland, by chapter."""

from app.core.games import Chapter
from app.systems.wasteland.procedures import (
    actions,
    attacks,
    blasts,
    character,
    harm,
    healing,
    injuries,
    rolls,
    turns,
)

CHAPTERS = (
    Chapter(
        "Tests and attacks",
        (
            rolls.skill_test,
            attacks.attack,
            harm.damage,
            blasts.blast,
            rolls.combat,
            injuries.spread_hit,
            attacks.hit_location,
            rolls.assist,
        ),
    ),
    Chapter(
        "Actions",
        (
            actions.defend,
            healing.first_aid,
            healing.take_chem,
            actions.rally,
            actions.command_npc,
            rolls.spend_ap,
            turns.action_budget,
        ),
    ),
    Chapter(
        "Initiative",
        (turns.initiative, turns.turn_order, turns.act_faster),
    ),
    Chapter(
        "Range, harm and character",
        (
            attacks.range_modifier,
            injuries.injury,
            actions.dying_test,
            character.derived_stats,
        ),
    ),
)


def asking(name: str) -> frozenset[str]:
    """Return the ids of the procedures with an input of this name."""
    every = (procedure for chapter in CHAPTERS for procedure in chapter.procedures)
    return frozenset(each.id for each in every if name in each.inputs)


#: Procedures that are tests; they, and some more, name the side that pays and earns.
TESTS = asking("second_major")
POOLED = asking("ap_pool")

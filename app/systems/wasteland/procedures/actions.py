"""Major actions that are tests of their own, and the dying test (W5, W7.5)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Choose, Rule, choose
from app.core.play.asks import YesNo as Decision
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, put
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.rules.feeding import (
    DEFEND,
    ENDURE,
    INSPIRE,
    by_pair,
    commander,
    skill_inputs,
)
from app.systems.wasteland.rules.inputs import Attribute, Difficulty, Skill, Tagged
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.rules.results import (
    TEST_GRADES,
    TEST_RULES,
    TEST_TALLY,
    change,
    roll_test,
)
from app.systems.wasteland.rules.testing import PLAIN_TEST, TestInputs
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.rolls import spend_price

#: The name of the choice that this procedure asks.
EXTRA_DEFENSE = "extra_defense"

EXTRA_DEFENSE_PRICE = spend_price("extra-defense", 1)


Defense = Annotated[
    int,
    Whole(
        0,
        6,
        front=True,
        label="Defense now",
        help="It is the difficulty.",
        sheet="defense",
        rules=("W5.4", "W12.2"),
    ),
]


@procedure(
    "wasteland.defend",
    title="Defend",
    grades=TEST_GRADES,
    rules="W5.4 " + TEST_RULES,
    choices=(REROLL, EXTRA_DEFENSE),
    tally=TEST_TALLY,
    spread=("ap_generated",),
    feed=(by_pair(*DEFEND), commander),
)
def defend(
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    defense: Defense = 1,
    test: TestInputs = PLAIN_TEST,
) -> Rule[Outcome]:
    """Roll AGI + Athletics to raise your own Defense."""
    result = yield from roll_test(attribute, skill, tagged, test, (defense, "Defense"))
    extra = False
    # Ruling: the extra point needs the pass, and AP earned by this test can pay it.
    if result.passed and result.at_hand.total >= EXTRA_DEFENSE_PRICE:
        extra = yield from choose(BUY_DEFENSE)
    bonus = int(result.passed) + int(extra)
    return result.outcome(
        *change("defense_bonus", 0, bonus),
        spent=EXTRA_DEFENSE_PRICE if extra else 0,
        notes=("The bonus ends when the next turn starts (W5.4).",) if bonus else (),
        defense_bonus=bonus,
        defense_after=defense + bonus,
    )


BUY_DEFENSE = Choose(
    EXTRA_DEFENSE,
    Decision(),
    default=False,
    label="A further +1 Defense for 2 AP?",
    help="Paid from the pool, AP just earned included.",
    price=lambda buys: EXTRA_DEFENSE_PRICE * buys,
    unit="AP",
)


Approach = Annotated[
    str,
    OneOf(
        {
            "endure": "END + Survival",
            "inspire": "CHA + Speech",
            "other": "Another pair, if the GM agrees",
        },
        front=True,
        rules=("W5.7",),
    ),
]


@prefilled_by("self")
def feed_rally(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the pair of the approach; for another approach the GM names it (W5.7)."""
    approach = inputs.get("approach")
    if approach == "other":
        return {}
    return skill_inputs(own, *(INSPIRE if approach == "inspire" else ENDURE))


@procedure(
    "wasteland.rally",
    title="Rally",
    grades=TEST_GRADES,
    rules="W5.7 " + TEST_RULES,
    choices=(REROLL,),
    tally=TEST_TALLY,
    spread=("ap_generated",),
    feed=(feed_rally, commander),
)
def rally(
    approach: Approach = "endure",
    *,
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    test: TestInputs = PLAIN_TEST,
) -> Rule[Outcome]:
    """Test at difficulty 0 and save all AP earned."""
    result = yield from roll_test(attribute, skill, tagged, test, (0, "difficulty"))
    return result.outcome()


NpcKind = Annotated[
    str, OneOf(COMMAND_SKILLS.labels("words"), front=True, label="NPC", rules=("W5.3",))
]
NpcAttribute = Annotated[int, Whole(1, 12, front=True, label="NPC’s attribute")]
NpcSkill = Annotated[int, Whole(0, 6, front=True, label="NPC’s skill")]
NpcTagged = Annotated[bool, YesNo(front=True, label="NPC’s tag skill")]
CommanderAttribute = Annotated[
    int,
    Whole(
        1,
        12,
        front=True,
        help="CHA for a person or an animal, INT for a robot.",
        rules=("W5.3",),
    ),
]
CommanderSkill = Annotated[
    int,
    Whole(
        0,
        6,
        front=True,
        help="Speech for a person, Survival for an animal, Science for a robot.",
        rules=("W5.3",),
    ),
]
CommanderTagged = Annotated[bool, YesNo(front=True, label="Commander’s tag skill", rules=("W1.2",))]
NeedsTest = Annotated[bool, YesNo(front=True, label="The action needs a test", rules=("W5.3",))]


def offer_commanded_hit(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the hit location, in case the command was an attack (W5.3)."""
    if not outcome.success or not inputs["needs_test"]:
        return ()
    return (Rollable("If it was an attack: hit location", "wasteland.hit_location", {}),)


@prefilled_by("self")
def feed_commander(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the commander's pair, by the kind of NPC (W5.3)."""
    if not inputs.get("npc_kind"):
        return {}
    row = COMMAND_SKILLS[inputs["npc_kind"]]
    return skill_inputs(own, row.attribute, row.skill, "commander_")


@procedure(
    "wasteland.command_npc",
    title="Command an NPC",
    grades=(*TEST_GRADES, Grade("no-test", "No test needed", "good")),
    rules="W5.3 W1.9 " + TEST_RULES,
    choices=(REROLL,),
    tally=TEST_TALLY,
    spread=("ap_generated",),
    follow_up=offer_commanded_hit,
    feed=feed_commander,
)
def command_npc(
    *,
    npc_kind: NpcKind,
    npc_attribute: NpcAttribute,
    npc_skill: NpcSkill,
    npc_tagged: NpcTagged = False,
    commander_attribute: CommanderAttribute,
    commander_skill: CommanderSkill,
    commander_tagged: CommanderTagged = False,
    difficulty: Difficulty = 1,
    needs_test: NeedsTest = True,
    test: TestInputs = PLAIN_TEST,
) -> Rule[Outcome]:
    """Test an NPC’s action under command, with the commander’s help."""
    if test.stacked_deck:
        raise BadInput(
            "stacked_deck", "nobody stacks the deck for an NPC under command: give false"
        )
    if not needs_test:
        return Outcome("no-test", True)
    # W5.3: the commander is the first assistant, with no further action.
    crit = max(1, commander_skill) if commander_tagged else 1
    result = yield from roll_test(
        npc_attribute,
        npc_skill,
        npc_tagged,
        test,
        (difficulty, "difficulty"),
        leading=((commander_attribute + commander_skill, crit),),
    )
    return result.outcome()


#: The dying test's own complication range is 2 (W7.5).
DYING_TEST = TestInputs(complication_range=2)


Injuries = Annotated[
    int,
    Whole(
        0,
        20,
        front=True,
        help="Those not treated yet; they are the difficulty.",
        sheet="untreated",
        rules=("W7.5",),
    ),
]


@procedure(
    "wasteland.dying_test",
    title="Dying test",
    grades=TEST_GRADES,
    rules="W7.5 " + TEST_RULES,
    choices=(REROLL,),
    tally=TEST_TALLY,
    spread=("injuries_after",),
    less=("injuries_after",),
    feed=by_pair(*ENDURE),
)
def dying_test(
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    injuries: Injuries = 1,
    test: TestInputs = DYING_TEST,
) -> Rule[Outcome]:
    """Roll END + Survival at the start of each own turn, to stay alive."""
    result = yield from roll_test(attribute, skill, tagged, test, (injuries, "injuries"))
    after = injuries + result.complications
    return result.outcome(
        *change("injuries", injuries, after),
        *(() if result.passed else (put("dead", True),)),
        notes=("Still dying, still alive." if result.passed else "Dead.",),
        injuries_after=after,
    )

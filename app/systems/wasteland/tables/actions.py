"""Tables of a turn: sequence of play, minor and major actions, commands, prone (W3-W5, W8, W10)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class TurnStep(NamedTuple):
    step: str
    what: str


SEQUENCE = Table(
    "wasteland.sequence",
    "Sequence of play",
    "W8.1-W8.4",
    {"step": "Step", "what": "What happens"},
    (
        TurnStep("W8.1", "The initiator takes one turn before round 1."),
        TurnStep("W8.2", "List everybody by initiative, high to low."),
        TurnStep("W8.3", "Everybody takes a turn in that order."),
        TurnStep(
            "W8.4",
            "When all have had a turn, the round ends; repeat W8.3 and W8.4 until the conflict "
            "is resolved.",
        ),
    ),
)


class Minor(NamedTuple):
    id: str
    rule: str
    action: str
    movement: bool
    moves: str
    what: str


MINOR_ACTIONS = Table(
    "wasteland.minor_actions",
    "Minor actions",
    "W4.1-W4.6",
    {
        "id": "Id",
        "action": "Action",
        "moves": "Movement",
        "what": "What it does",
        "rule": "Rule",
    },
    (
        Minor(
            "aim",
            "W4.1",
            "Aim",
            False,
            "no",
            "One d20 of this turn’s first attack roll may be rolled again",
        ),
        Minor(
            "draw-item",
            "W4.2",
            "Draw Item",
            False,
            "no",
            "Draw one carried item, or pick up an object in your reach; you may put one item away "
            "in the same action",
        ),
        Minor(
            "interact",
            "W4.3",
            "Interact",
            False,
            "no",
            "One simple dealing with gear or surroundings: open a door, push a button",
        ),
        Minor(
            "move",
            "W4.4",
            "Move",
            True,
            "yes",
            "Go to any spot within Medium range, one zone at most",
        ),
        Minor(
            "stand-up",
            "W4.5",
            "Move, used to stand up",
            True,
            "yes",
            "Instead of moving, stand up from prone",
        ),
        Minor(
            "take-chem",
            "W4.6",
            "Take Chem",
            False,
            "no",
            "Give one dose of a chem you hold to yourself or a willing character in your reach; a "
            "chem you don’t hold must be drawn first (W4.2); what a dose does: W7.15",
        ),
    ),
)


class Major(NamedTuple):
    id: str
    rule: str
    action: str
    movement: bool
    moves: str
    test: str
    what: str
    procedure: str  # the procedure that rolls it; empty without a roll


MAJOR_ACTIONS = Table(
    "wasteland.major_actions",
    "Major actions",
    "W5.1-W5.10 W10.1",
    {
        "id": "Id",
        "action": "Action",
        "moves": "Movement",
        "test": "Test",
        "what": "What it does",
        "rule": "Rule",
    },
    (
        Major(
            "assist",
            "W5.1",
            "Assist",
            False,
            "no",
            "1d20 (W1.9)",
            "Help another character’s next test, when that character makes it",
            "",  # the help is rolled later, when the helped character acts
        ),
        Major(
            "attack",
            "W5.2",
            "Attack",
            False,
            "no",
            "section 6",
            "One melee or ranged attack",
            "wasteland.attack",
        ),
        Major(
            "command-npc",
            "W5.3",
            "Command an NPC",
            False,
            "no",
            "the NPC’s",
            "An allied NPC under your command takes one major action you name",
            "wasteland.command_npc",
        ),
        Major(
            "defend",
            "W5.4",
            "Defend",
            False,
            "no",
            "AGI + Athletics, difficulty = your current Defense",
            "+1 Defense; 2 AP for a further +1",
            "wasteland.defend",
        ),
        Major(
            "first-aid",
            "W5.5",
            "First Aid",
            False,
            "no",
            "INT + Medicine, difficulty = injuries of the patient, +1 on yourself",
            "One of three benefits",
            "wasteland.first_aid",
        ),
        Major("pass", "W5.6", "Pass", False, "no", "none", "Nothing", ""),
        Major(
            "rally",
            "W5.7",
            "Rally",
            False,
            "no",
            "END + Survival, difficulty 0",
            "Save all AP earned",
            "wasteland.rally",
        ),
        Major(
            "ready",
            "W5.8",
            "Ready",
            False,
            "no",
            "the readied action’s",
            "Name a trigger and one major action",
            "",
        ),
        Major(
            "sprint",
            "W5.9",
            "Sprint",
            True,
            "yes",
            "none",
            "Go to any spot within Long range, two zones at most",
            "",
        ),
        Major(
            "test",
            "W5.10",
            "Test",
            False,
            "no",
            "any",
            "A skill test no other action covers, if the GM allows it",
            "wasteland.skill_test",
        ),
        Major(
            "crawl",
            "W10.1",
            "Move while prone",
            True,
            "yes",
            "none",
            "One zone, to any place within Medium range",
            "",
        ),
    ),
)


class Command(NamedTuple):
    npc: str
    attribute: str
    skill: str
    words: str
    test: str


COMMAND_SKILLS = Table(
    "wasteland.command_skills",
    "Commanding an NPC",
    "W5.3",
    {"words": "NPC", "test": "The commander assists with"},
    (
        Command("person", "charisma", "Speech", "Person", "CHA + Speech"),
        Command("animal", "charisma", "Survival", "Animal", "CHA + Survival"),
        Command("robot", "intelligence", "Science", "Robot", "INT + Science"),
    ),
)


class Prone(NamedTuple):
    rule: str
    effect: str


PRONE = Table(
    "wasteland.prone",
    "Prone",
    "W10.1-W10.7",
    {"rule": "Rule", "effect": "Effect"},
    (
        Prone("W10.1", "You crawl: Move is a major action."),
        Prone("W10.2", "No Sprint."),
        Prone("W10.3", "Attacks against you by enemies at Medium or further: difficulty +1."),
        Prone(
            "W10.4",
            "Attacks against you by enemies at Close, melee included: difficulty \u22121, not "
            "below 0.",
        ),
        Prone("W10.5", "You may re-roll any of your cover CD."),
        Prone("W10.6", "An attack, a hazard or a complication can knock you prone."),
        Prone("W10.7", "You may drop prone by choice when a movement action of yours ends."),
    ),
)

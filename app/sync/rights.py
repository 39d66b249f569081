"""Rights of a seat: the host's decision, independent of the guest's page.

check_action   returns the action if it may happen
Waits          it may happen once the game master accepts it
BadInput       it may not; the sentence says why, and who can do it instead
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Literal

from app.campaign import facts as f
from app.campaign.journal.actions import Happening, TimeStep
from app.campaign.journal.answers import answers_of
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.journal.rolls import record_changed_roll, record_roll
from app.campaign.participants.casting import may_play, roles
from app.campaign.participants.participants import Participants
from app.campaign.state.document import EffectRecord, combatants_in
from app.campaign.state.effects import effect_record
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import SCENE, Games
from app.campaign.state.values import exact_values, same
from app.core.encounters.scenes import PASS
from app.core.errors import BadInput
from app.core.games import Game, find
from app.core.play.play import Finished, replay
from app.core.procedures.procedure import Bound
from app.sync.seats import Rules, Seat

#: Steps of every game for the game master alone: combatants, and the encounter itself.
COMMON_GM_STEPS = frozenset({"begin", "end", "join", "together", "add", "remove", "move", "show"})

HIDING = "Only the GM can hide combatants."


class Waits(Exception):
    """A change that waits for the game master; `why` is a sentence for both."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class RightsContext:
    """The context of a decision: the seat, the rules and the campaign."""

    seat: Seat
    rules: Rules
    journal: Journal
    games: Games
    #: True if the game master has accepted the change.
    accepted: bool = False

    @property
    def game(self) -> Game:
        return self.games[self.journal.state.game]

    def owns(self, id: object) -> bool:
        return isinstance(id, str) and id in self.seat.characters

    def require_approval(self, why: str) -> None:
        """Raise Waits unless the game master has accepted the action."""
        if not self.accepted:
            raise Waits(why)


def refused(words: str) -> BadInput:
    return BadInput("rights", words)


def check_seat(seat: Seat, rules: Rules, accepted: bool) -> None:
    """Raise BadInput if this seat may not act at all, Waits if only with approval."""
    if seat.muted:
        raise refused("The GM has muted you.")
    if seat.role == "onlooker":
        raise refused("You’re just watching. Ask the GM for a character.")
    if seat.role == "player" and rules.confirm and not accepted:
        raise Waits("The GM approves player actions.")


def check_action(change: Happening, now: RightsContext) -> Happening:
    """Return the action that may happen; raise Waits or BadInput if it may not.

    The summary of a roll is computed again from its dice, so that it matches them.
    """
    if isinstance(change, f.Rolled | f.Changed):
        change = _recompute_roll(change, now)
    if now.seat.role == "master":
        _refuse_host_facts(change)
        return change
    match change:
        case f.Rolled():
            _check_roll(change, now)
        case f.Changed():
            _check_change(change, now)
        case f.Applied():
            _check_effects(change, now)
        case f.Edited():
            _check_own_sheet(change.character, now)
        case f.CharacterRenamed():
            _check_own_sheet(change.character, now)
            if change.of_kind != "pc":
                raise refused("Only the GM can make NPCs.")
        case f.CharacterAdded():
            _check_character(change, now)
        case f.SceneSet():
            for field in change.values:
                _check_pool(field, now)
        case f.DueSettled():
            _check_due(change.due, now)
            now.require_approval("Without a roll, the GM has to approve.")
        case EncounterStep():
            _check_step(change, now)
        case TimeStep():
            raise refused("Only the GM can advance time.")
        case _:
            raise refused("Only the GM can do this.")
    return change


def check_undo(entry: Entry, now: RightsContext) -> None:
    """Raise BadInput if the seat may not undo (or redo) this entry."""
    if now.seat.role != "master" and entry.by != now.seat.id:
        raise refused("Only they or the GM can undo this.")


def _refuse_host_facts(change: Happening) -> None:
    """Refuse facts that no page sends and that only the host creates."""
    if isinstance(
        change, f.Undone | f.Redone | f.Veiled | f.Started | f.EncounterStepped | f.Imported
    ):
        raise refused("This can’t be done from another device.")


def _check_own_sheet(id: str, now: RightsContext) -> None:
    if not now.owns(id):
        raise refused("Not your character. Only its player or the GM can change it.")


# --- rolls ---


def _recompute_roll(fact: f.Rolled | f.Changed, now: RightsContext) -> f.Rolled | f.Changed:
    bound, play = _replay(fact, now.games)
    if bound.procedure.id not in now.game.procedures:
        raise BadInput("procedure", f"{fact.procedure[:60]} is no procedure of this game")
    if isinstance(fact, f.Changed):
        return record_changed_roll(fact.of, bound, play, fact.inputs, note=fact.note)
    faces = sum(not isinstance(answer, dict) for answer in fact.answers)
    if fact.typed is not None and fact.typed > faces:
        raise BadInput("typed", f"{fact.typed} faces typed of {faces}")
    details = {name: getattr(fact, name) for name in _ROLL_FIELDS}
    return record_roll(bound, play, fact.inputs, **details)


_ROLL_FIELDS = ("who", "hidden", "note", "due", "of", "cancels", "place", "typed", "dice")


def _replay(fact: f.Rolled | f.Changed, games: Games) -> tuple[Bound, Finished]:
    """Return the play of these answers; BadInput if they are invalid or incomplete."""
    bound = find(games, fact.procedure).bind(exact_values(fact.inputs))
    play = replay(bound, answers_of(fact.answers))
    if not isinstance(play, Finished):
        raise BadInput("dice", "unfinished roll; roll or type the missing dice")
    return bound, play


def _check_roll(fact: f.Rolled, now: RightsContext) -> None:
    if fact.hidden:
        raise refused("Only the GM can roll in secret.")
    actor_id = fact.who.get("self", "")
    if actor_id and not now.owns(actor_id):
        raise refused("You can only roll for your own characters.")
    if fact.due:
        _check_due(fact.due, now, fact)
    if fact.of:
        replaced = now.journal.find(fact.of)
        if replaced is None:
            now.require_approval("It replaces a roll of long ago.")
        elif replaced.by != now.seat.id and not _rolls_own(replaced.fact, now):
            now.require_approval("It replaces somebody else’s roll.")


def _rolls_own(fact: f.Fact, now: RightsContext) -> bool:
    return isinstance(fact, f.Rolled) and now.owns(fact.who.get("self", ""))


def _check_change(fact: f.Changed, now: RightsContext) -> None:
    roll = _own_roll(fact.of, now)
    if roll.procedure != fact.procedure:
        raise BadInput("procedure", "that was another roll")


def _own_roll(entry: str, now: RightsContext) -> f.Rolled:
    """Return the own roll of an entry; BadInput if it is another's, or too old."""
    source = now.journal.find(entry)
    if source is None:
        raise BadInput("of", "that roll is too long ago; ask the GM")
    roll = source.fact
    if isinstance(roll, f.Changed):
        return _own_roll(roll.of, now)
    if not isinstance(roll, f.Rolled) or not (
        now.owns(roll.who.get("self", "")) or source.by == now.seat.id
    ):
        raise refused("That was somebody else’s roll. Only they or the GM can continue it.")
    return roll


def _check_due(id: str, now: RightsContext, roll: f.Rolled | None = None) -> None:
    due = now.journal.state.find_due(id)
    if due is None:
        raise BadInput("due", "this was already resolved")
    if not now.owns(due["who"]):
        raise refused("Somebody else has to resolve that.")
    if roll is not None and due["procedure"] != roll.procedure:
        raise BadInput("due", "another roll is pending")


# --- effects ---


def _check_effects(fact: f.Applied, now: RightsContext) -> None:
    """Allow effects on the own sheet freely, on others only as the own roll proposes."""
    others, secret = list[EffectRecord](), now.game.secret
    if any(effect["field"] == "hidden" for effect in fact.effects):
        raise refused(HIDING)
    for effect in fact.effects:
        if effect["field"] in now.game.scene_counts and effect["field"] not in secret:
            _check_pool(effect["field"], now)
        elif not now.owns(effect["to"]) or effect["field"] in secret:
            others.append(effect)
    if not others:
        return
    if any(other["to"] == SCENE and other["field"] not in secret for other in others):
        now.require_approval("It affects everybody.")
    if not fact.of:
        raise refused("Not your character. Only its player or the GM can change it.")
    _own_roll(fact.of, now)
    proposed = proposals(fact.of, now.journal, now.games, {other["to"] for other in others})
    if not all(any(alike(each, other) for other in proposed) for each in others):
        raise refused("Not an effect of your roll. Ask the GM to set it.")


def proposals(
    entry: str, journal: Journal, games: Games, chosen: Set[str] = frozenset()
) -> list[EffectRecord]:
    """Return the effects of the roll in an entry with current targets, empty for an old one.

    chosen: the ids chosen after the roll, any for each role that was not cast.
    """
    facts = {entry.id: entry.fact for entry in journal.entries}
    latest = roll = facts.get(entry)
    while isinstance(roll, f.Changed):
        roll = facts.get(roll.of)
    if not isinstance(latest, f.Rolled | f.Changed) or not isinstance(roll, f.Rolled):
        return []
    bound, play = _replay(latest, games)
    participants = Participants(games[journal.state.game], journal.state)
    cast = {role: str(id) for role, id in roll.who.items()}

    def resolve(who: Mapping[str, str]) -> list[EffectRecord]:
        resolved = (
            participants.resolve_effect(effect, bound, play, who, roll.place)
            for effect in play.outcome.effects
        )
        return [effect_record(to, effect) for to, effect in resolved]

    late = [
        each
        for role in roles(bound.procedure, latest.inputs, cast)
        for id in participants.by_id.keys() & chosen - set(cast.values())
        if not cast.get(role) and may_play(bound.procedure, role, id, cast.get("self", ""))
        for each in resolve({**cast, role: id})
        if each["to"] == id
    ]
    return [*resolve(cast), *late]


def alike(one: EffectRecord, other: EffectRecord) -> bool:
    names: tuple[Literal["to", "who", "field", "op"], ...] = ("to", "who", "field", "op")
    return all(one[name] == other[name] for name in names) and same(one["value"], other["value"])


def _check_pool(field: str, now: RightsContext) -> None:
    if field not in now.game.scene_counts or field in now.game.secret:
        raise refused("Only the GM can set this.")
    if not now.rules.pools:
        raise refused("Only the GM can spend group points. Ask them.")


# --- characters, and the encounter ---


def _check_character(fact: f.CharacterAdded, now: RightsContext) -> None:
    if fact.of_kind != "pc":
        raise refused("Only the GM can add NPCs.")
    if fact.character in combatants_in(now.journal.document):
        raise BadInput("character", "there is a combatant of this id already")
    own = {*now.seat.characters, *_created(now)}
    if any(now.journal.state.has_character(each) for each in own):
        now.require_approval("You already play a character. The GM has to approve another.")


def _created(now: RightsContext) -> set[str]:
    """Return the characters that the seat has created, also before it got them."""
    return {
        entry.fact.character
        for entry in now.journal.entries
        if isinstance(entry.fact, f.CharacterAdded) and entry.by == now.seat.id
    }


def gm_steps(game: Game) -> frozenset[str]:
    """Return the ids of a game's steps that the game master alone may take."""
    return COMMON_GM_STEPS | (game.encounter.gm_steps if game.encounter else frozenset())


def _check_step(step: EncounterStep, now: RightsContext) -> None:
    if step.id in gm_steps(now.game):
        raise refused("Only the GM can do this in a fight.")
    scene = scene_of(now.journal.document, now.game)
    if scene is None:
        raise BadInput("transition", "no fight running")
    # Passing ends the current turn, whoever the inputs name.
    combatant_id = step.inputs.get("who") if step.id != PASS else None
    if "hidden" in step.inputs and step.inputs["hidden"] is not None:
        raise refused(HIDING)
    if combatant_id is not None:
        if not now.owns(combatant_id):
            raise refused("You can only act for your own characters.")
        return
    current = scene.current
    if current is not None and now.owns(current):
        actions = {action.step for action in scene.encounter.actions(scene, current)}
        if scene.encounter.ends_turn(step.id) or step.id in actions:
            return
    elif scene.encounter.ends_turn(step.id):
        raise refused("It’s no longer your turn.")
    raise refused("Only the GM can do this.")

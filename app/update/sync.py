"""One table, many devices: what its messages come to.

    update(model, message) -> the model after it, and what is to be done
    own_turn(model)        -> the turn of one of this guest's characters
    led(model)             -> where whoever only watches is led

What happens there is the business of the line to the other devices (`app.browser.sync`), which
answers with how it stands now.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.scenes import scene_of
from app.update.commands import Go, Say, Sit
from app.update.messages.sync import AskTaken, TableStood, TogetherMessage
from app.update.model import Model, Next
from app.widgets.roll.links import link
from app.widgets.sync.sync import Asked, Together

#: Where it is looked at, and where invitations lead (`join?c=…`).
PATH, JOIN = "together", "join"

#: What whoever only watches may open of a game.
OPEN = ("table", "tables", "rules")


@dataclass(frozen=True)
class OwnTurn:
    """Somebody has the turn whom this device plays. round: as the board heads it; game: its id."""

    who: str
    name: str
    round: str
    game: str

    @property
    def words(self) -> str:
        return f"It is {self.name}’s turn."


def own_turn(model: Model) -> OwnTurn | None:
    """The turn of one of this guest's characters; None while it is another's, or nobody's."""
    state, together = model.state, model.together
    if together is None or together.part != "guest" or state is None or not together.plays:
        return None
    scene = scene_of(state.document, model.games[state.game]) if state.game else None
    if scene is None:
        return None
    seen = scene.board
    own = (each for each in seen.places if each.id == seen.current and each.id in together.plays)
    place = next(own, None)
    return OwnTurn(place.id, place.name, seen.heading, state.game) if place else None


def looks_on(model: Model) -> bool:
    """Is this the device of somebody who only watches?"""
    mine = model.together.mine if model.together is not None else None
    return mine is not None and mine.role == "onlooker"


def spends_nothing(model: Model) -> bool:
    """Is what the group has the game master's alone to spend?"""
    together = model.together
    return together is not None and together.part == "guest" and not together.rules.pools


def led(model: Model) -> str:
    """Where this device is led, empty where it stays: whoever only watches has the players' screen,
    and may read; what is done elsewhere of the campaign is not theirs to do."""
    game, _, place = model.address.path.partition("/")
    together = model.together
    if together is None or not looks_on(model) or game not in ("", together.game):
        return ""
    known = model.games.get(together.game)
    if known is None or place in OPEN:
        return ""
    return f"{known.id}/table" if known.encounter is not None else PATH


def update(model: Model, message: TogetherMessage) -> Next:
    """What comes of it."""
    match message:
        case TableStood(together):
            before, after = model.together, model.with_together(together)
            said = _said(before, together)
            return Next(_cast(after, before), (*said, *_met(after, before)))
        case AskTaken(ask):
            return _taken(model, ask)
    return Next(model, (Sit(message),))


def _cast(model: Model, before: Together | None) -> Model:
    """A guest who has just sat down rolls as whom they play."""
    together = model.together
    if together is None or together.part != "guest" or not together.plays:
        return model
    if before is not None and before.plays == together.plays:
        return model
    return model.with_cast(together.game, {"self": together.plays[0]})


def _met(model: Model, before: Together | None) -> tuple[Go, ...]:
    """Whoever plays somebody new waits at the players' screen; the sheet opens when it is there."""
    together = model.together
    if together is None or before is None or before.mine is None or before.plays:
        return ()
    if not together.plays or model.address.path != f"{together.game}/table":
        return ()
    return (Go(f"#/{together.game}/character/{together.plays[0]}"),)


def _said(before: Together | None, after: Together | None) -> tuple[Say, ...]:
    """What is new and worth hearing: the line, whose turn to answer, who wants something."""
    if after is None:
        return ()
    words = []
    if before is None or (before.line, before.why) != (after.line, after.why):
        words.append(after.why)
    known = {each.id for each in before.asked} if before is not None else set()
    if after.part == "guest" and any(each.id not in known for each in after.asked):
        words.append("The game master asks you to roll.")
    waited = {each.act for each in before.proposals} if before is not None else set()
    words += [
        f"{each.name} wants to: {each.words}" for each in after.proposals if each.act not in waited
    ]
    return tuple(Say(each) for each in words if each)


def _taken(model: Model, id: str) -> Next:
    """Open what is asked, with the own character and what the game master filled in."""
    asked = next((each for each in _asks(model) if each.id == id), None)
    if asked is None:
        return Next(model)
    return Next(model, (Go(link(asked.procedure.replace(".", "/"), asked.typed)),))


def _asks(model: Model) -> tuple[Asked, ...]:
    return model.together.asked if model.together is not None else ()

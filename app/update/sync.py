"""Handling of messages of the shared table of several devices.

    update(model, message)   -> the model after it, and the commands
    own_turn(model)          -> the turn of one of this guest's characters
    redirect_address(model)  -> the address where a spectator's device is redirected

The connection to the other devices (`app.browser.sync`) does the work and answers with its state.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.scenes import scene_of
from app.update.commands import Go, Say, Sit
from app.update.messages.sync import AskTaken, TableStood, TogetherMessage
from app.update.model import Model, Next
from app.widgets.roll.links import link, path_of
from app.widgets.sync.sync import Asked, Together

#: The paths of the table's page, and of invitations (`join?c=…`).
PATH, JOIN = "together", "join"

#: The pages of a game that a spectator may open.
OPEN = ("table", "tables", "rules")


@dataclass(frozen=True)
class OwnTurn:
    """The turn of a character played on this device."""

    #: The id of the combatant.
    who: str
    name: str
    #: The heading of the board.
    round: str
    #: The id of the game.
    game: str

    @property
    def words(self) -> str:
        """Return the announcement of the turn."""
        return f"{self.name}’s turn"


def own_turn(model: Model) -> OwnTurn | None:
    """Return the turn of one of this guest's characters, None if it is not theirs."""
    state, together = model.state, model.together
    if together is None or together.part != "guest" or state is None or not together.plays:
        return None
    if together.line == "over":
        return None
    scene = scene_of(state.document, model.games[state.game]) if state.game else None
    if scene is None:
        return None
    board = scene.board
    own = (each for each in board.places if each.id == board.current and each.id in together.plays)
    place = next(own, None)
    return OwnTurn(place.id, place.name, board.heading, state.game) if place else None


def looks_on(model: Model) -> bool:
    """Tell whether this device belongs to a spectator."""
    mine = model.together.mine if model.together is not None else None
    return mine is not None and mine.role == "onlooker"


def spends_nothing(model: Model) -> bool:
    """Tell whether the group's pools are the game master's alone to spend."""
    together = model.together
    return together is not None and not together.is_master and not together.rules.pools


def redirect_address(model: Model) -> str:
    """Return the address where a guest's device is redirected, empty if it stays.

    Once seated, a guest leaves the joining page for their own. A spectator may see the players'
    screen and read the rules and tables.
    """
    game, _, page = model.address.path.partition("/")
    together = model.together
    if together is None:
        return ""
    # Before the welcome, its seat is the one of an earlier visit.
    is_welcomed = together.line == "here" and together.free is not None
    if game == JOIN and is_welcomed and together.mine is not None and together.code is None:
        home = f"character/{together.plays[0]}" if together.plays else "table"
        return f"{together.game}/{home}"
    if not looks_on(model) or game not in ("", together.game):
        return ""
    known = model.games.get(together.game)
    if known is None or page in OPEN:
        return ""
    return f"{known.id}/table" if known.encounter is not None else PATH


def update(model: Model, message: TogetherMessage) -> Next:
    """Handle a message of the shared table."""
    match message:
        case TableStood(together):
            before, after = model.together, model.with_together(together)
            announcements = _announce(before, together)
            return Next(_cast(after, before), (*announcements, *_open_sheet(after, before)))
        case AskTaken(ask):
            return _take_request(model, ask)
    return Next(model, (Sit(message),))


def _cast(model: Model, before: Together | None) -> Model:
    """Cast a guest's first character as the actor once they have a seat."""
    together = model.together
    if together is None or together.part != "guest" or not together.plays:
        return model
    if before is not None and before.plays == together.plays:
        return model
    return model.with_cast(together.game, {"self": together.plays[0]})


def _open_sheet(model: Model, before: Together | None) -> tuple[Go, ...]:
    """Open the sheet of a guest's new character if the players' screen is open."""
    together = model.together
    if together is None or before is None or before.mine is None or before.plays:
        return ()
    if not together.plays or model.address.path != f"{together.game}/table":
        return ()
    return (Go(f"#/{together.game}/character/{together.plays[0]}"),)


def _announce(before: Together | None, after: Together | None) -> tuple[Say, ...]:
    """Announce news: the connection, requests to roll, proposals."""
    if after is None:
        return ()
    words = []
    if before is None or (before.line, before.why) != (after.line, after.why):
        words.append(after.why)
    known_requests = {each.id for each in before.asked} if before is not None else set()
    if after.part == "guest" and any(each.id not in known_requests for each in after.asked):
        words.append("The GM asks you to roll.")
    known_proposals = (
        {proposal.act for proposal in before.proposals} if before is not None else set()
    )
    words += [
        f"{proposal.name} wants: {proposal.words}"
        for proposal in after.proposals
        if proposal.act not in known_proposals
    ]
    return tuple(Say(word) for word in words if word)


def _take_request(model: Model, id: str) -> Next:
    """Open a requested roll, with the own character and the game master's texts."""
    request = next((ask for ask in _asks(model) if ask.id == id), None)
    if request is None:
        return Next(model)
    return Next(model, (Go(link(path_of(request.procedure), request.typed)),))


def _asks(model: Model) -> tuple[Asked, ...]:
    return model.together.asked if model.together is not None else ()

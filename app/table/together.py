"""One table, many devices: what its messages come to.

    update(model, message) -> the model after it, and what is to be done

What happens there is the business of the line to the other devices (`app.browser.together`), which
answers with how it stands now.
"""

from __future__ import annotations

from app.table.commands import Go, Say, Sit
from app.table.messages.together import AskTaken, TableStood, TogetherMessage
from app.table.model import Model, Next
from app.widgets.links import link
from app.widgets.together import Asked, Together

#: Where it is looked at, and where invitations lead (`join?c=…`).
PATH, JOIN = "together", "join"


def update(model: Model, message: TogetherMessage) -> Next:
    """What comes of it."""
    match message:
        case TableStood(together):
            said = _said(model.together, together)
            return Next(_cast(model.with_together(together), model.together), said)
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

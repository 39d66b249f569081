"""The view of an open form's play: wanted dice, a decision, or the result.

It is drawn into any slot: beside its form, or over a fight.
"""

from __future__ import annotations

from fractions import Fraction

from pyscript import window

from app.browser.platform.dom import alert, data, each, show, some, speak
from app.browser.platform.elements import Element
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.play.play import Asking, Finished
from app.update.messages.plays import FacesTyped
from app.update.model import Model
from app.update.open_form import OpenForm
from app.update.roll.next_action import find_last_step, find_next_action
from app.update.roll.roles import (
    ask_for,
    cast,
    find_missing_role,
    names,
    participants_of,
    result_card,
)
from app.widgets.odds.odds import better_words
from app.widgets.roll.announcement import result_words
from app.widgets.roll.play.plays import progress
from app.widgets.roll.result.unsaved import LACKS

#: Nothing is drawn yet: an existing result is not news.
UNSEEN = object()


class PlayView:
    """Draws one play at a time into one slot, leaving unchanged content alone.

    So fields in which the user types are not replaced.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._key: tuple[object, ...] = ()
        self._html: str | None = None  # the slot's content, if known
        self._announced: object = None  # the answers of the announced result
        self._last_answers: object = UNSEEN

    def forget(self) -> None:
        """Forget the slot's content, after another or a redrawn slot."""
        self._key, self._html, self._last_answers = (), None, UNSEEN

    def draw(self, slot: Element, model: Model, form: OpenForm) -> None:
        """Draw the play's current state."""
        if model.participants is not None and self._is_new(model, form):
            self._draw_anew(slot, model, form)
        self._draw_begun(slot, form)
        self._draw_picks(slot, form)

    def _is_new(self, model: Model, form: OpenForm) -> bool:
        context = (model.journal, model.participants) if form.stored else (None, None)
        state = (form.desk, form.covers_result, form.picked, form.fault, form.stored, form.lacks)
        # `plays`: *My dice*, tapped once more, leads back to the wanted die.
        key: tuple[object, ...] = (*state, *context, cast(model, form), form.plays)
        previous, self._key = self._key, key
        if len(previous) != len(key):
            return True
        return any(old is not new and old != new for old, new in zip(previous, key, strict=True))

    def _draw_anew(self, slot: Element, model: Model, form: OpenForm) -> None:
        desk = form.desk
        play = desk.valid_play
        if play is None or isinstance(play, Asking):
            self._last_answers = None  # the next result is news
        if play is None:
            self._put(slot, "")
        elif isinstance(play, Asking):
            self._draw_progress(slot, model, form, play)
        elif form.covers_result:
            self._put(slot, render("hidden.html", title=desk.procedure.title, **_lack(form)))
        else:
            card = result_card(model, form)
            assert card is not None
            previous, self._last_answers = self._last_answers, form.desk.answers
            is_new = previous is not UNSEEN and previous != form.desk.answers
            values: dict[str, object] = {"card": card, "fresh": is_new}
            values |= {"next": (onward := find_next_action(model, form)), **_missing(model, form)}
            if onward is None and not card.pending:
                values["last"] = find_last_step(model, form)
            self._put(slot, render("result.html", **values, **_lack(form)))
            if form.desk.answers is not self._announced:
                self._announced = form.desk.answers
                speak(result_words(card))

    def _put(self, slot: Element, html: str) -> None:
        """Fill the slot unless it has this content."""
        if self._html != html:
            self._html = html
            show(slot, html)

    def _draw_progress(self, slot: Element, model: Model, form: OpenForm, play: Asking) -> None:
        title = form.procedure.title_of(form.desk.typed)
        html = render(
            "play.html",
            eyebrow=" · ".join(filter(None, (who(model, form), title))),
            touch=bool(window.matchMedia("(pointer: coarse)").matches),
            **vars(progress(play, form.picks, names(model, form))),
            fault=form.fault,
            picked=form.picked,
            back=form.desk.goes_back,
            stands=form.desk.final_answers > 0,
            naming=_naming(model, play),
        )
        self._html = html
        show(slot, html)
        if form.fault:
            alert(form.fault)
        first = wanted_field(slot)
        if first is not None:
            first.focus()
            if form.picked is not None:
                first.select()

    def _draw_begun(self, slot: Element, form: OpenForm) -> None:
        """Show the digits of an incomplete face in its field."""
        if form.begun is None or self._runtime.waits(FacesTyped):
            return
        index, digits = form.begun
        field = some(f'[data-die="{index}"]', slot)
        if field is not None and str(field.value) != digits:
            field.value = digits

    def _draw_picks(self, slot: Element, form: OpenForm) -> None:
        """Mark the dice picked for a decision."""
        if form.picks is None:
            return
        for die in each('[data-do="place"]', slot):
            picked = int(data(die, "place")) in form.picks
            die.setAttribute("aria-pressed", "true" if picked else "false")


def _lack(form: OpenForm) -> dict[str, object]:
    """Return the reason why the play is not saved, if it is not."""
    lacks = form.lacks
    return {"why": lacks.why, "lack": LACKS[lacks.why]} if lacks is not None else {}


def _missing(model: Model, form: OpenForm) -> dict[str, object]:
    """Return the candidates for the unfilled role of an effect."""
    play = form.desk.play()
    if not isinstance(play, Finished) or not (role := find_missing_role(model, form, play)):
        return {}
    asks, candidates = ask_for(model, form, role)
    known = participants_of(model)
    faces = [
        {
            "id": candidate.id,
            "name": known.short_names[candidate.id],
            "picture": known.picture(candidate.id),
        }
        for candidate in candidates
    ]
    return {"candidates": faces, "asks": asks}


def wanted_field(slot: Element) -> Element | None:
    """Return the die that is wanted next, or the first answer to a decision."""
    return some(".is-next input", slot) or some(".playing [data-choice]", slot)


def _naming(model: Model, play: Asking) -> dict[str, object] | None:
    """Return the names of the wanted dice on this device, or None."""
    if play.wanted is None:
        return None
    device, sides = model.device, play.wanted.sides
    href = f"#/{model.game}/fair"
    return {
        "called": device.names_of_dice(sides),
        "offered": device.remembered_names(sides),
        "href": href,
    }


def who(model: Model, form: OpenForm) -> str:
    """Return the roller's name, or an empty text if no part is cast."""
    return names(model, form).get("self", "")


def grade_of(form: OpenForm) -> str:
    """Return the visible grade of a form's play, or an empty text."""
    play = form.desk.valid_play
    return play.outcome.grade if isinstance(play, Finished) and not form.covers_result else ""


def light(around: Element, grade: str) -> None:
    """Highlight the part of the odds that a result belongs to; an empty grade highlights none."""
    needle = some("[data-needle]", around)
    if needle is None:
        return
    needle.setAttribute("visibility", "hidden")
    lines, parts = each("[data-odds]", around), each("[data-strip] g", around)
    for line, part in zip(lines, parts, strict=True):
        is_it = data(line, "grade") == grade
        line.classList.toggle("is-lit", is_it)
        part.classList.toggle("is-lit", is_it)
        if is_it:
            needle.setAttribute("x", data(line, "middle"))
            needle.setAttribute("visibility", "visible")
    comparison = some("[data-odds-fell]:not([data-unranked])", around)
    if comparison is not None:
        rows = [(data(line, "grade"), Fraction(data(line, "p") or 0)) for line in lines]
        tone = next((data(line, "tone") for line in lines if data(line, "grade") == grade), "")
        comparison.textContent = better_words(rows, grade, tone)

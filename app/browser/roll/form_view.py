"""The view of the open form: its fields, odds, participants and play."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any

from pyscript import window

from app.browser.platform.dom import alert, data, each, enclosing, one, some, soon, want
from app.browser.platform.elements import Element
from app.browser.roll.play_view import PlayView, grade_of, light
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import SETTLED
from app.browser.shell.views import View, alike, field_text, put_text
from app.core.errors import BadInput
from app.update.messages.forms import ChancesSettled, FieldTyped
from app.update.model import Model
from app.update.offers import of_form
from app.update.open_form import OpenForm
from app.update.roll.filling import limits
from app.update.roll.roles import candidates_for, cast, form_parts, participants_of, unable
from app.widgets.odds import odds
from app.widgets.roll.announcement import chances_words, faults_words, unable_words
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.facts import facts
from app.widgets.roll.links import path_of, unknown_words

#: Seconds that odds may take at once; slower ones are incremental.
AT_ONCE_S = 0.03

#: The name for faults of a link's unknown inputs; no input has it.
OF_LINK = "~link"


def view_of(path: str) -> View | None:
    """Return the view of the form with this path, or None."""
    form = some(f'[data-view="{window.CSS.escape(path)}"] form[data-procedure]')
    return View(enclosing(form, "[data-view]")) if form is not None else None


def shows_more_odds(procedure: str) -> bool:
    """Tell whether the fold with further odds is open: closed, none of them are computed."""
    view = f'[data-view="{path_of(procedure)}"]'
    return some(f"{view} .odds-fold[open]") is not None


class FormView(Part):
    """Draws the open form."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._view: View | None = None
        self._drawn: dict[str, Any] = {}
        self._shown: dict[str, object] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._desk: Desk | None = None
        self._play = PlayView(runtime)

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        view = self._at(model)
        if form is None or view is None:
            return
        self._draw_fields(view, model, form)
        self._draw_cast(view, model, form)
        self._draw_askable(view, model)
        self._draw_faults(view, form)
        self._draw_facts(view, form)
        if self._is_new("rules", shown := model.device.rules):
            one("[data-rules-switch]", view.element).ariaPressed = "true" if shown else "false"
        self._draw_unable(view, model, form)
        self._draw_chances(view, form)
        self._play.draw(view.place("play"), model, form)
        if self._is_new("grade", grade := grade_of(form), form.desk.typed):
            light(view.element, grade)
        view.element.setAttribute("data-shown", of_form(model).write())

    def _at(self, model: Model) -> View | None:
        """Return the open form's view; a newly opened one is drawn from scratch."""
        if self._is_new("address", model.address, model.overlay) or (model.open and not self._view):
            if model.overlay:
                want(path_of(model.overlay))
            self._view = view_of(path_of(model.open)) if model.open else None
            self._drawn = {"address": (model.address, model.overlay)}
            self._shown = {}
            self._desk = None
            if self._timer is not None:
                self._timer.cancel()
            self._play.forget()
        # A view that is being closed is drawn when it is opened again.
        return self._view if self._view is not None and self._view.is_there else None

    def _is_new(self, part: str, *key: object) -> bool:
        """Tell whether a part's key has changed, and store it."""
        previous = self._drawn.get(part)
        self._drawn[part] = key
        return previous is None or not alike(previous, key)

    # --- the form ---

    def _draw_fields(self, view: View, model: Model, form: OpenForm) -> None:
        typed = form.desk.typed
        maximums = limits(model, form)
        locked = (
            model.participants.locked_texts(form.procedure, cast(model, form))
            if model.participants
            else {}
        )
        if not self._is_new("fields", typed, form.prefilled, form.defaults, maximums, locked):
            return
        is_typing = self._runtime.waits(FieldTyped)
        for field in view.fields():
            name, is_locked = str(field.name), str(field.name) in locked
            if data(field, "default") != form.defaults.get(name, ""):
                field.setAttribute("data-default", form.defaults.get(name, ""))
            if bool(field.disabled) != is_locked:
                field.disabled = is_locked
                field.title = "Set by the fight" if is_locked else ""
            if field_text(field) != typed.get(name, "") and not is_typing:
                put_text(field, typed.get(name, ""))
            is_prefilled = form.prefilled.get(name) == typed.get(name, "")
            field.closest(".control").toggleAttribute("data-fed", is_prefilled)
            if name in maximums:
                field.setAttribute("data-high", str(maximums[name]))

    def _draw_faults(self, view: View, form: OpenForm) -> None:
        if not self._is_new(
            "faults", form.desk.typed, form.submitted, form.unknown, form.desk.answers
        ):
            return
        visible = form.visible_faults
        unknown = unknown_words(form.unknown)
        if unknown:
            visible[OF_LINK] = unknown
        if not form.desk.faults() and (broken := _broken(form.desk)):
            visible["dice"] = f"Can’t show the roll in this link: {broken}."
        view.show_faults(visible)
        if visible and (form.submitted or form.unknown):
            alert(faults_words(visible))

    def _draw_facts(self, view: View, form: OpenForm) -> None:
        """Draw the filled-in inputs as one line; the rest of the form is open."""
        key = (form.desk.typed, form.known, form.expanded, form.defaults, form.submitted)
        if not self._is_new("facts", *key):
            return
        view_facts = facts(
            form.procedure,
            form.desk.typed,
            defaults=form.defaults,
            known=form.known,
            edited=form.expanded,
            faults=form.visible_faults,
        )
        view.fold(view_facts)
        html = render("facts.html", chips=view_facts.chips) if view_facts.chips else ""
        self._put(view, "facts", html)

    def _draw_unable(self, view: View, model: Model, form: OpenForm) -> None:
        """Draw the reason why the roller cannot act, and the question after a tap on Roll."""
        why = unable(model, form) if model.participants is not None else ""
        asks = form.unconfirmed is not None
        if self._is_new("unable", why, asks):
            words = unable_words(why, asks) if why else ""
            self._put(view, "unable", render("unable.html", words=words, asks=asks) if why else "")

    # --- odds ---

    def _draw_chances(self, view: View, form: OpenForm) -> None:
        """Draw the odds of the inputs, or the reason for having none."""
        opened = "chances" not in self._drawn
        if not self._is_new("chances", form.desk.typed):
            return
        self._desk = form.desk
        words = self._show_chances(view, form.desk)
        if words is None:
            soon(self._compute(view, form.desk, opened))
        elif not opened:
            self._say_later(words)

    def _say_later(self, words: str) -> None:
        """Announce the odds once typing stops."""
        if self._timer is not None:
            self._timer.cancel()
        send, loop = self._runtime.send, asyncio.get_event_loop()
        self._timer = loop.call_later(SETTLED, send, ChancesSettled(words))

    async def _compute(self, view: View, desk: Desk, opened: bool) -> None:
        """Compute slow odds incrementally until an input changes."""
        # Not needed by a start.
        from app.browser.platform.cooperative import Cancelled, CooperativeRunner

        def is_wanted() -> bool:
            """Tell whether the form is still open, and its view not left meanwhile."""
            is_open = self._runtime.model.open == desk.procedure.id
            return is_open and self._desk is desk and view.is_there

        runner = CooperativeRunner(is_wanted, view.show_progress)
        try:
            await runner.checkpoint()
            await runner.through(desk.iter_chances())
        except Cancelled:
            if self._desk is desk:
                self._drawn.pop("chances", None)  # begins anew if the form is drawn again
            return
        except BadInput:
            words = _show_unknown(view, desk, odds.TOO_COMPLEX)
        else:
            words = _show_found(view, desk)
            light(view.element, grade_of(self._runtime.model.form))
        if not opened:
            self._say_later(words)

    def _show_chances(self, view: View, desk: Desk) -> str | None:
        """Show quick odds or the reason for having none; return the words, or None if slow."""
        faults, missing = desk.faults(), desk.missing()
        view.show_tally(() if faults else desk.tally())
        if faults:
            _show_unknown(view, desk, odds.words_without(desk.procedure, faults, missing))
            return faults_words({n: message for n, message in faults.items() if n not in missing})
        start = monotonic()
        try:
            for _ in desk.iter_chances():
                if monotonic() - start > AT_ONCE_S:
                    _show_unknown(view, desk, "")
                    view.show_progress(0.0)
                    return None
        except BadInput:
            return _show_unknown(view, desk, odds.TOO_COMPLEX)
        return _show_found(view, desk)

    # --- participants ---

    def _draw_cast(self, view: View, model: Model, form: OpenForm) -> None:
        if model.participants is None:
            return
        roles, parts = cast(model, form), form_parts(model, form)
        plays = model.together.plays if model.together is not None else ()
        participants, html = participants_of(model), ""
        hidden = participants.hidden(form.procedure, roles, form.pinned.keys())
        hidden = {} if form.desk.has_begun else hidden
        # On the form's own page it would change with each letter typed.
        called = form.procedure.roll_name(form.desk.typed) if model.overlay else ""
        key = (participants, roles, parts, form.place, plays, form.due, hidden, called)
        if not self._is_new("cast", *key):
            return
        if participants.there:
            who = roles.get("self", "")
            choices = [
                (
                    part,
                    (chosen := roles.get(part.role, "")),
                    candidates_for(model, form, part.role),
                    participants.picture(chosen),
                )
                for part in parts
            ]
            chosen_names = {
                id: participants.short_names[id]
                for id in roles.values()
                if id in participants.short_names
            }
            html = render(
                "cast.html",
                parts=choices,
                picks=participants.picks(form.procedure, roles),
                place=form.place,
                called=called,
                who=who,
                switches=participants.switches(form.procedure, roles),
                chosen_names=chosen_names,
                due=_due_words(model, form),
                hidden=hidden,
            )
        self._put(view, "cast", html)

    def _draw_askable(self, view: View, model: Model) -> None:
        """Draw the players that a game master can ask to roll."""
        if model.together is None and "ask-whom" not in self._shown:
            return
        from app.widgets.fight.board.board import people  # not needed by other forms
        from app.widgets.sync.sync import players

        names = people(model.state) if model.state is not None else {}
        present = players(model.together, names)
        if self._is_new("ask-whom", present):
            self._put(view, "ask-whom", render("ask_whom.html", players=present) if present else "")

    def _put(self, view: View, slot: str, html: str) -> None:
        """Fill a slot unless it has this content."""
        if self._shown.get(slot) != html:
            self._shown[slot] = html
            view.slot(slot, html)


def _show_found(view: View, desk: Desk) -> str:
    """Show computed odds and return them in words."""
    result = desk.chances()
    rows, success = odds.rows(desk.procedure, result.grades), odds.success_words(result)
    view.show_odds(rows, success)
    return chances_words(success, rows)


def _show_unknown(view: View, desk: Desk, why: str) -> str:
    """Show that there are no odds and return the reason."""
    view.show_odds(odds.rows(desk.procedure, None), "", why)
    return why


def _due_words(model: Model, form: OpenForm) -> str:
    """Return the due roll that a form settles, such as `Ysolde Marr: defends against Wolf 1`.

    It is empty where that says no more than the title.
    """
    state = model.state
    record = state.find_due(form.due) if state is not None and form.due else None
    if state is None or record is None:
        return ""
    from app.widgets.fight.board.board import people  # not needed by other forms
    from app.widgets.fight.board.due_rolls import due_view

    view = due_view(record, people(state))
    if view.label == form.procedure.title:
        return ""
    return f"{view.name}: {view.label}" if view.name else view.label


def _broken(desk: Desk) -> str:
    """Return the reason why a link's roll does not fit its form, or an empty text."""
    try:
        desk.play()
    except BadInput as fault:
        return fault.message
    return ""


def form_texts(path: str) -> Mapping[str, str]:
    """Return the texts in the fields of the form with this path."""
    view = view_of(path)
    return view.field_texts() if view is not None else {}


def roll_pending(button: Element) -> None:
    """Mark the form of a Roll button that was tapped too early."""
    enclosing(button, "form[data-procedure]").setAttribute("data-pending", "roll")


def pending_done(game: str) -> None:
    """Clear the marks of a game's Roll buttons that were tapped too early."""
    for form in each(f'[data-view^="{game}/"] form[data-pending]'):
        form.removeAttribute("data-pending")

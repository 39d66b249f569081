"""The open form as it is drawn: its fields, its chances, who plays in it, where its play stands."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any

from pyscript import window

from app.browser.platform.dom import alert, data, near, one, some, soon, want
from app.browser.roll.play_view import PlayView, grade_of, light
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import SETTLED
from app.browser.shell.views import View, alike, field_text, put_text
from app.core.errors import BadInput
from app.update.messages.forms import ChancesSettled, FieldTyped
from app.update.model import Model, OpenForm
from app.update.offers import of_form
from app.update.roll.filling import limits
from app.update.roll.roles import cast, company, form_parts, offered, unable
from app.widgets.odds import odds
from app.widgets.roll.announcement import chances_words, faults_words, unable_words
from app.widgets.roll.desk import Desk
from app.widgets.roll.facts import facts
from app.widgets.roll.links import unknown_words

#: So many of those who play a part stand in the head as pictures.
PICTURES = 3

#: Chances that take so many seconds are told at once, all others in slices.
AT_ONCE_S = 0.03

#: Where it is said that a link brought what the form does not know; no input has such a name.
OF_LINK = "~link"


def view_of(path: str) -> View | None:
    """The view of the form with this path; None if the page has none."""
    form = some(f'[data-view="{window.CSS.escape(path)}"] form[data-procedure]')
    return View(near(form, "[data-view]")) if form is not None else None


def path_of(procedure: str) -> str:
    """The path of the view of a procedure."""
    return procedure.replace(".", "/", 1)


class FormView:
    """Draws the form that is open."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._view: View | None = None
        self._drawn: dict[str, Any] = {}
        self._shown: dict[str, Any] = {}
        self._saying: asyncio.TimerHandle | None = None
        self._weighed: Desk | None = None
        self._play = PlayView(runtime)

    def stale(self) -> None:
        """The parts and the play are drawn by what they say, and that is all there is."""

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        view = self._at(model)
        if form is None or view is None:
            return
        self._draw_fields(view, model, form)
        self._draw_cast(view, model, form)
        self._draw_whom(view, model)
        self._draw_faults(view, form)
        self._draw_facts(view, form)
        self._draw_unable(view, model, form)
        self._draw_chances(view, form)
        self._play.draw(view.place("play"), model, form)
        if self._is_new("grade", grade := grade_of(form), form.desk.typed):
            light(view.element, grade)
        view.element.setAttribute("data-shown", of_form(model).write())

    def _at(self, model: Model) -> View | None:
        """The view of the open form; another one is drawn from scratch, or one that has come."""
        if self._is_new("address", model.address, model.over) or (model.open and not self._view):
            if model.over:
                want(path_of(model.over))
            self._view = view_of(path_of(model.open)) if model.open else None
            self._drawn = {"address": (model.address, model.over)}
            self._shown = {}
            self._weighed = None
            if self._saying is not None:
                self._saying.cancel()
            self._play.forget()
        # Somebody is leaving it: it is drawn when it is opened again.
        return self._view if self._view is not None and self._view.is_there else None

    def _is_new(self, part: str, *key: Any) -> bool:
        """Is this another key than the part was drawn with?"""
        before = self._drawn.get(part)
        self._drawn[part] = key
        return before is None or not alike(before, key)

    # --- the form ---

    def _draw_fields(self, view: View, model: Model, form: OpenForm) -> None:
        typed = form.desk.typed
        most = limits(model, form)
        own = model.company.kept(form.procedure, cast(model, form)) if model.company else {}
        if not self._is_new("fields", typed, form.fed, form.defaults, most, own):
            return
        waits = self._runtime.waits(FieldTyped)
        for field in view.fields():
            name, keeps = str(field.name), str(field.name) in own
            if data(field, "default") != form.defaults.get(name, ""):
                field.setAttribute("data-default", form.defaults.get(name, ""))
            if bool(field.disabled) != keeps:
                field.disabled = keeps
                field.title = "The encounter keeps this as it is" if keeps else ""
            if field_text(field) != typed.get(name, "") and not waits:
                put_text(field, typed.get(name, ""))
            is_fed = form.fed.get(name) == typed.get(name, "")
            field.closest(".control").toggleAttribute("data-fed", is_fed)
            if name in most:
                field.setAttribute("data-high", str(most[name]))

    def _draw_faults(self, view: View, form: OpenForm) -> None:
        if not self._is_new("faults", form.desk.typed, form.tried, form.unknown, form.desk.answers):
            return
        desk = form.desk
        faults = desk.faults()
        # What is not filled in yet is no mistake until somebody rolls.
        missing = () if form.tried else desk.missing()
        told = {name: words for name, words in faults.items() if name not in missing}
        unknown = unknown_words(form.unknown)
        if unknown:
            told[OF_LINK] = unknown
        if not faults and (broken := _broken(desk)):
            told["dice"] = f"The roll of this link cannot be shown: {broken}."
        view.show_faults(told)
        if told and (form.tried or form.unknown):
            alert(faults_words(told))

    def _draw_facts(self, view: View, form: OpenForm) -> None:
        """What is filled in, as one line; the rest of the form stands open."""
        faults = form.desk.faults() if form.tried else {}
        key = (form.desk.typed, form.known, form.edited, form.defaults, tuple(faults))
        if not self._is_new("facts", *key):
            return
        seen = facts(
            form.procedure,
            form.desk.typed,
            defaults=form.defaults,
            known=form.known,
            edited=form.edited,
            faults=faults,
        )
        view.fold(seen)
        html = render("facts.html", chips=seen.chips) if seen.chips else ""
        self._put(view, "facts", html)

    def _draw_unable(self, view: View, model: Model, form: OpenForm) -> None:
        """Draw the reason why the roller cannot act, and the question once Roll was tapped."""
        why = unable(model, form) if model.company is not None else ""
        asks = form.unconfirmed is not None
        if self._is_new("unable", why, asks):
            words = unable_words(why, asks) if why else ""
            self._put(view, "unable", render("unable.html", words=words, asks=asks) if why else "")

    # --- the chances ---

    def _draw_chances(self, view: View, form: OpenForm) -> None:
        """The chances of what is typed, or what is in the way of them."""
        opened = "chances" not in self._drawn
        if not self._is_new("chances", form.desk.typed):
            return
        self._weighed = form.desk
        words = self._show_chances(view, form.desk)
        if words is None:
            soon(self._weigh(view, form.desk, opened))
        elif not opened:
            self._say_later(words)

    def _say_later(self, words: str) -> None:
        """What the chances came to is heard once nothing more is typed for a moment."""
        if self._saying is not None:
            self._saying.cancel()
        send, loop = self._runtime.send, asyncio.get_event_loop()
        self._saying = loop.call_later(SETTLED, send, ChancesSettled(words))

    async def _weigh(self, view: View, desk: Desk, opened: bool) -> None:
        """Chances that take longer: in slices, and only as long as nothing else is typed."""
        # No start needs it.
        from app.browser.platform.cooperative import Cancelled, CooperativeRunner

        slices = CooperativeRunner(lambda: self._weighed is desk, view.show_progress)
        try:
            await slices.through(desk.weighing())
        except Cancelled:
            return
        except BadInput as fault:
            words = _show_unknown(view, desk, fault.message)
        else:
            words = _show_found(view, desk)
            light(view.element, grade_of(self._runtime.model.form))
        if not opened:
            self._say_later(words)

    def _show_chances(self, view: View, desk: Desk) -> str | None:
        """Show them, or what is in the way; both in words. None where they take longer to tell."""
        faults, missing = desk.faults(), desk.missing()
        view.show_tally(() if faults else desk.tally())
        if faults:
            waits = set(faults) <= set(missing)
            todo = "Fill in what is marked *." if waits else "The form has something to mend first."
            _show_unknown(view, desk, todo)
            return faults_words({n: each for n, each in faults.items() if n not in missing})
        since = monotonic()
        try:
            for _ in desk.weighing():
                if monotonic() - since > AT_ONCE_S:
                    _show_unknown(view, desk, "")
                    view.show_progress(0.0)
                    return None
        except BadInput as fault:
            return _show_unknown(view, desk, fault.message)
        return _show_found(view, desk)

    # --- who plays ---

    def _draw_cast(self, view: View, model: Model, form: OpenForm) -> None:
        if model.company is None:
            return
        roles, parts = cast(model, form), form_parts(model, form)
        plays = model.together.plays if model.together is not None else ()
        if not self._is_new("cast", model.company, roles, parts, form.place, plays):
            return
        own, html = company(model), ""
        if own.there:
            who = roles.get("self", "")
            there = [
                (part, roles.get(part.role, ""), offered(model, form, part.role)) for part in parts
            ]
            html = render(
                "cast.html",
                parts=there,
                picks=own.picks(form.procedure, roles),
                place=form.place,
                who=who,
                switches=own.switches(form.procedure, roles),
                round=own.round,
                pictures=[own.picture(roles.get(each.role, "")) for each in parts[:PICTURES]],
            )
        self._put(view, "cast", html)

    def _draw_whom(self, view: View, model: Model) -> None:
        """Whom a game master can ask to roll this."""
        if model.together is None and "ask-whom" not in self._shown:
            return
        from app.widgets.fight.board import people  # no other form needs any of it
        from app.widgets.sync.sync import players

        names = people(model.state) if model.state is not None else {}
        there = players(model.together, names)
        if self._is_new("ask-whom", there):
            self._put(view, "ask-whom", render("ask_whom.html", players=there) if there else "")

    def _put(self, view: View, slot: str, html: str) -> None:
        """Fill a slot, unless it says so already."""
        if self._shown.get(slot) != html:
            self._shown[slot] = html
            view.slot(slot, html)


def _show_found(view: View, desk: Desk) -> str:
    """The chances, which are known; in words."""
    found = desk.chances()
    rows, success = odds.rows(desk.procedure, found.grades), odds.success_words(found)
    view.show_odds(rows, success)
    return chances_words(success, rows)


def _show_unknown(view: View, desk: Desk, why: str) -> str:
    """There are none to be told; the reason, in words."""
    view.show_odds(odds.rows(desk.procedure, None), "", why)
    return why


def _broken(desk: Desk) -> str:
    """Why the roll of a link does not fit its form; empty if it does."""
    try:
        desk.play()
    except BadInput as fault:
        return fault.message
    return ""


def standing(path: str) -> Mapping[str, str]:
    """What stands in the fields of the form with this path."""
    view = view_of(path)
    return view.typed() if view is not None else {}


def pending_done(path: str) -> None:
    """A Roll that was tapped too early waits no more."""
    view = view_of(path)
    if view is not None:
        one("form[data-procedure]", view.element).removeAttribute("data-pending")

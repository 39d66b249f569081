"""The encounter on the page: the tracker, the players' screen, and every step taken on them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pyscript import window

from app.browser import redrawing
from app.browser.dom import Js, data, each, near, one, show, some, soon, tell
from app.browser.dragging import Dragging
from app.browser.dues import Dues
from app.browser.hours import Hours
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.browser.render import render
from app.browser.roles import Roles
from app.browser.views import field_text, put_text
from app.campaign.encounters import turned_by
from app.campaign.facts import EncounterStepped, HouseSet, Rolled, SceneSet
from app.campaign.state import CampaignState
from app.campaign.values import plain
from app.core.errors import BadInput
from app.core.games import Game
from app.core.inputs import Input
from app.systems import games
from app.table.messages import EncounterMessage, HidingSwitched, TurnMoved, TurnPlaced
from app.widgets import board, joining, menus, steps
from app.widgets.dues import due_view
from app.widgets.forms import fault_words
from app.widgets.screen import screen, turn_words

#: The scene's value that says whether the players see what is upon everybody.
TELLS_ALL = "table.tells_all"


class Tracker:
    """The views `game/encounter` and `game/table`."""

    def __init__(self, page: Page, keeping: OpenCampaign, casting: Roles) -> None:
        self.page = page
        self.keeping = keeping
        self.casting = casting
        self.menu = ""
        self.target = ""
        self.open_step = ("", "")
        self.dues = Dues(page, keeping, casting)
        self.hours = Hours(keeping)
        self.dragging = Dragging(self.moved)
        self._spoken = ""
        self.doings: dict[str, Callable[[Js], None]] = {
            "encounter-begin": lambda _: self.take("begin", {}),
            "encounter-end": lambda _: self.take("end", {}),
            "menu": self._toggle_menu,
            "step-open": self._open_step,
            "step-close": lambda _: self._close_step(),
            "step-fill": _fill,
            "step-take": self._take_directly,
            "step-all": self._for_all,
            "place-up": lambda button: self.step_by(button, -1),
            "place-down": lambda button: self.step_by(button, 1),
            "place-remove": lambda button: self.take("remove", {"who": self._of(button)}),
            "place-hide": lambda button: self._send(HidingSwitched(self._of(button))),
            "join": lambda button: self._join([data(button, "who")]),
            "join-all": lambda _: self._join(None),
            **self.dues.doings,
            "table-tells": self._tell_all,
            "pick-person": _pick,
        }

    # --- where we are ---

    @property
    def game(self) -> Game:
        return games()[self.page.game]

    def state(self) -> CampaignState | None:
        """The state of the open game's campaign, if its game has encounters."""
        state = self.keeping.state
        if state is None or state.game != self.page.game or self.game.encounter is None:
            return None
        return state

    def is_open(self, view: str) -> bool:
        return bool(self.page.game) and self.page.address.path == f"{self.page.game}/{view}"

    def show(self) -> None:
        """Show the tracker or the players' screen, whichever is open."""
        window.document.documentElement.toggleAttribute("data-screen", self.is_open("table"))
        state = self.state() if self.page.game else None
        if state is None:
            return
        if self.is_open("encounter"):
            self._show_board(state)
        elif self.is_open("table"):
            seen = None
            if state.encounter is not None:
                seen = screen(self.game, state, bool(state.scene.get(TELLS_ALL)))
            show(self._slot("table"), render("screen.html", seen=seen, game=self.game))

    def _slot(self, view: str) -> Js:
        return one(f'[data-view="{self.page.game}/{view}"] [data-slot="{view}"]')

    def _show_board(self, state: CampaignState) -> None:
        slot = self._slot("encounter")
        self.dues.settling.clear()  # whoever is back here rolls for something else next
        stood = redrawing.typed(slot)
        focus = redrawing.focus(slot)
        view = board.board_view(self.game, state) if state.encounter is not None else None
        there = {each.id for each in view.people} if view else set()
        names = board.people(state)
        due = tuple(due_view(record, names) for record in state.due)
        step, who = self.open_step
        shown = view is not None and step != "" and (not who or who in there)
        form = steps.step_form(self.game, state, step, who, self.target) if shown else None
        menu = self.menu if self.menu in there else ""
        show(
            slot,
            render(
                "board.html",
                game=self.game,
                view=view,
                due=due,
                present=there,
                notes=self._notes(),
                open_form=form,
                open_who=who,
                menu=menus.menu(self.game, state, menu, self.target) if menu else None,
                more_pcs=view is not None and any(one.kind == "pc" for one in view.absent),
                hint=joining.hint(self.game.encounter),
                known=joining.known(self.game.encounter),
                tells_all=bool(state.scene.get(TELLS_ALL)),
                **self.hours.seen(state, self.game),
            ),
        )
        redrawing.restore(slot, stood, focus)
        self._speak(turn_words(self.game, state))

    def _notes(self) -> tuple[str, ...]:
        """What the encounter had to say of its last step, or of the roll that came last."""
        journal = self.keeping.journal
        for entry in reversed(journal.entries if journal else ()):
            if journal and journal.page.holds(entry.n):
                if isinstance(entry.fact, EncounterStepped):
                    return tuple(entry.fact.notes)
                if isinstance(entry.fact, Rolled) and entry.fact.note:
                    return (entry.fact.note,)
                return ()
        return ()

    def _speak(self, words: str) -> None:
        if words != self._spoken:
            self._spoken = words
            tell(words, "[data-spoken]")

    # --- taking steps ---

    def take(self, step: str, inputs: Mapping[str, Any], form: Js = None) -> None:
        """Take a step of the encounter; a fault is shown at its field and nothing happens."""
        state = self.state()
        if state is None:
            return
        found = self.game.encounter.by_id.get(step) if self.game.encounter else None
        given = {**(steps.agreed(found, state.house) if found else {}), **plain(inputs)}
        try:
            if step != "end":
                turned_by(dict(state.document), step, given, games())
        except BadInput as fault:
            self._fault(fault, form, found.inputs if found else {})
            return
        rules = steps.newly_agreed(found, state.house, given) if found else {}
        soon(self._taken(step, given, rules))

    async def _taken(
        self, step: str, inputs: Mapping[str, Any], rules: Mapping[str, Any] | None = None
    ) -> None:
        self.open_step = ("", "")
        redrawing.forget(self._slot("encounter"))
        before = self._waiting()
        await self.keeping.step(step, inputs, *([HouseSet(rules)] if rules else []))
        due = some(".due", self._slot("encounter"))
        if due is not None and self._waiting() > before:
            due.scrollIntoView({"block": "nearest"})

    def _waiting(self) -> int:
        state = self.state()
        return len(state.due) if state else 0

    def _fault(
        self, fault: BadInput, form: Js, inputs: Mapping[str, Input] = MappingProxyType({})
    ) -> None:
        """Say it at its field; inputs: those that the form shows, by name."""
        place, said = None, fault.message
        if form is not None:
            for at in each("[data-fault]", form):
                at.textContent = ""
            name = window.CSS.escape(fault.field)
            place = some(f'[data-fault="{name}"]', form) or some('[data-fault="form"]', form)
            field = some(f'[name="{name}"]', form)
            if field is not None:
                said = fault_words(inputs, fault)
                field.setAttribute("aria-invalid", "true")
                field.focus()
        place = place or some("[data-tracker-fault]", self._slot("encounter"))
        if place is not None:
            place.textContent = said
            place.scrollIntoView({"block": "nearest"})

    def submitted(self, form: Js) -> bool:
        """A form of the tracker was sent; True if it was one of ours."""
        if form.hasAttribute("data-step"):
            self.take(data(form, "step"), self._given(form), form)
        elif form.hasAttribute("data-quick"):
            self._quick(form)
        elif form.hasAttribute("data-time"):
            self.hours.submitted(form)
        else:
            return False
        return True

    def _given(self, form: Js) -> dict[str, Any]:
        """What a step's form says."""
        assert self.game.encounter is not None
        fields = each("[name]", form)
        typed = {str(field.name): field_text(field) for field in fields}
        stood = {str(field.name): data(field, "default") for field in fields}
        return steps.given(self.game.encounter.by_id[data(form, "step")], typed, stood)

    def _for_all(self, button: Js) -> None:
        """The step for everybody of the group, but for those who cannot take it now."""
        form, state = near(button, "form"), self.state()
        step, given = data(form, "step"), self._given(form)
        if state is None or state.encounter is None:
            return
        _, peers = menus.group_of(self.game, state, str(given.get("who", "")))
        able = steps.able(self.game, state, step, [{**given, "who": who} for who in peers])
        if able:
            self.take("together", {"step": step, "who": able}, form)
        else:
            self.take(step, given, form)  # which says why not

    def _of(self, element: Js) -> str:
        return data(near(element, "[data-place]"), "place")

    def _take_directly(self, button: Js) -> None:
        who = data(button, "step-for")
        self.take(data(button, "step-id"), {"who": who} if who else {})

    def _open_step(self, button: Js) -> None:
        wanted = (data(button, "step-id"), data(button, "step-for"))
        self.open_step = ("", "") if self.open_step == wanted else wanted
        redrawing.forget(self._slot("encounter"), ".step-form:not(.is-main)")
        self.show()
        first = some(f'form[data-step="{wanted[0]}"]:not(.is-main) :is(input, select)')
        if first is not None and self.open_step == wanted:
            first.focus()

    def _close_step(self) -> None:
        self.open_step = ("", "")
        self.show()

    def _toggle_menu(self, button: Js) -> None:
        who = data(button, "who")
        again = self.menu == who and near(button, "[data-place]") is not None
        self.menu = "" if again else who
        self.open_step = ("", "")
        self.show()
        place = some(f'[data-place="{window.CSS.escape(who)}"]', self._slot("encounter"))
        if place is not None:
            place.scrollIntoView({"block": "nearest"})

    # --- the order ---

    def pressed(self, event: Js) -> bool:
        """Alt with the arrows moves whoever has the focus; True if that was meant."""
        place = near(event.target, "[data-place]")
        if place is None or not event.altKey or str(event.key) not in ("ArrowUp", "ArrowDown"):
            return False
        event.preventDefault()
        self.step_by(event.target, -1 if str(event.key) == "ArrowUp" else 1)
        return True

    def step_by(self, element: Js, by: int) -> None:
        """One place earlier or later in the order."""
        self._send(TurnMoved(self._of(element), by))

    def moved(self, who: str, before: str) -> None:
        """Somebody was dragged to stand before another, or (before nobody) last."""
        self._send(TurnPlaced(who, before))

    def _send(self, message: EncounterMessage) -> None:
        self.open_step = ("", "")
        redrawing.forget(self._slot("encounter"))
        soon(self.keeping.send(message, lambda fault: self._fault(fault, None)))

    # --- who joins ---

    def _join(self, ids: list[str] | None) -> None:
        """These characters join; without names, all of the players that are not there."""
        state = self.state()
        if state is None or state.encounter is None:
            return
        absent = board.board_view(self.game, state).absent
        wanted = [
            joining.of_character(self.game, one)
            for one in absent
            if (one.id in ids if ids is not None else one.kind == "pc")
        ]
        self.take("join", {"who": wanted})

    def _quick(self, form: Js) -> None:
        state = self.state()
        if state is None or self.game.encounter is None:
            return
        try:
            line = str(one("[name]", form).value)
            wanted = joining.quick(self.game.encounter, line, board.people(state))
            turned_by(dict(state.document), "join", {"who": wanted}, games())
        except BadInput as fault:
            self._fault(BadInput("quick", fault.message), form)
            return
        self.take("join", {"who": wanted}, form)

    # --- the players' screen, the aim ---

    def _tell_all(self, button: Js) -> None:
        tells = str(button.getAttribute("aria-pressed")) == "true"
        soon(self._set_tells(not tells))

    async def _set_tells(self, tells: bool) -> None:
        await self.keeping.append(SceneSet({TELLS_ALL: True if tells else None}))

    def aimed(self, select: Js) -> bool:
        """Another target was chosen for the rolls of a menu; True if that is what changed."""
        if not select.hasAttribute("data-roll-target"):
            return False
        self.target = str(select.value)
        for roll in each("[data-cast-target]", near(select, "[data-place]")):
            roll.setAttribute("data-cast-target", self.target)
        for field in each('form[data-step] select[name="target"]', near(select, "[data-place]")):
            put_text(field, self.target)
        return True


def _fill(button: Js) -> None:
    """What stands on the sheet goes into the step's form."""
    form = near(button, "form")
    for name, text in json.loads(data(button, "fill")).items():
        field = some(f'[name="{window.CSS.escape(name)}"]', form)
        if field is not None:
            put_text(field, text)


def _pick(button: Js) -> None:
    """Somebody is named in a list, or no more; the buttons say in which order."""
    control = near(button, ".control")
    field = one("input", control)
    chosen = [id for id in str(field.value).split(",") if id]
    id = data(button, "value")
    chosen = [one for one in chosen if one != id] if id in chosen else [*chosen, id]
    field.value = ",".join(chosen)
    for pick in each("[data-value]", control):
        place = chosen.index(data(pick, "value")) + 1 if data(pick, "value") in chosen else 0
        pick.setAttribute("aria-pressed", "true" if place else "false")
        one("b", pick).textContent = f"{place} " if place else ""

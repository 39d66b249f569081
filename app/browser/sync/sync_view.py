"""The view of a shared table: its page, the joining page, and the strip on every page."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import window

from app.browser.platform.dom import (
    data,
    enclosing,
    one,
    redraw,
    root,
    some,
    soon,
    speak,
    toast,
    want,
)
from app.browser.platform.elements import Element, Event
from app.browser.platform.js_objects import js_object
from app.browser.shell import focus
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.campaign.participants.prefill import check_request
from app.core.errors import BadInput
from app.core.games import find
from app.update.messages import sync
from app.update.model import Model
from app.update.sync import (
    JOIN,
    PATH,
    OwnTurn,
    looks_on,
    own_turn,
    redirect_address,
    spends_nothing,
)
from app.widgets.fight.board.board import people
from app.widgets.roll.form.forms import request
from app.widgets.roll.links import read
from app.widgets.sync.sync import (
    Asked,
    Rolling,
    Together,
    describe_taken,
    made_it,
    seat_lines,
    wishes,
)

#: The view of each page's path.
PAGES = {PATH: "together", JOIN: "join"}


#: Milliseconds of vibration when the player's turn begins, longer than for dice.
TURN_MS = 200


def _seat(button: Element) -> str:
    return data(enclosing(button, "[data-seat]"), "seat")


def _act(button: Element) -> str:
    return data(enclosing(button, "[data-act]"), "act")


def _ask(button: Element) -> str:
    return data(enclosing(button, "[data-asked]"), "asked")


#: The message of each button, by its `data-do`.
DOES: dict[str, Callable[[Element], sync.TogetherMessage]] = {
    "invite": lambda _: sync.InviteTapped(),
    "invite-net": lambda _: sync.InviteTapped(net=True),
    "net-take": lambda _: sync.NetTaken(),
    "net-drop": lambda _: sync.NetDropped(),
    "invite-close": lambda _: sync.InviteClosed(),
    "code-camera": lambda _: sync.CameraTapped(),
    "seat-take": lambda button: sync.SeatTaken("player", data(button, "character")),
    "seat-watch": lambda _: sync.SeatTaken("onlooker"),
    "seat-cast": lambda button: sync.SeatCast(_seat(button), data(button, "character")),
    "seat-mute": lambda button: sync.SeatMuted(_seat(button)),
    "seat-remove": lambda button: sync.SeatRemoved(_seat(button)),
    "seat-hand": lambda button: sync.TableHandedOver(_seat(button)),
    "table-back": lambda _: sync.BackTapped(),
    "table-leave": lambda _: sync.TableLeft(),
    "table-rule": lambda button: sync.RuleSwitched(data(button, "rule-of")),  # type: ignore[arg-type]
    "proposal-yes": lambda button: sync.ProposalAnswered(_act(button), True),
    "proposal-no": lambda button: sync.ProposalAnswered(_act(button), False),
    "act-drop": lambda button: sync.ActDropped(_act(button)),
    "act-retry": lambda button: sync.ActRetried(_act(button)),
    "ask-take": lambda button: sync.AskTaken(_ask(button)),
    "ask-close": lambda button: sync.AskClosed(_ask(button)),
    "told-read": lambda _: sync.WordsRead(),
}


class TogetherView(Listener, Part):
    """Draws the shared table and handles its events."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[object, ...] = ()
        self._opened = ""
        self._is_coming = False  # true from an opened invitation until a fault
        self._campaign = ""
        self._question = ""  # the key of the button that asks before it acts
        self._turn: OwnTurn | None = None

    # --- events ---

    def on_store_open(self) -> None:
        self.on_route()

    def on_route(self) -> None:
        """Join by an invitation that was opened as a link."""
        where, _, code = self._path.partition("/")
        code = code if where == JOIN else ""
        if code and code != self._opened:
            self._opened, self._is_coming = code, True
            self._runtime.send(sync.CodeOpened(code), self._show_fault)

    def on_tap(self, what: str, button: Element) -> bool:
        if what == "table-ask":
            self._ask(data(button, "key"))
        elif what == "table-keep":
            self._ask("")
        elif what in DOES:
            self._question = ""
            if what == "table-leave":
                self._opened = ""  # its link may be opened again
            self._runtime.send(DOES[what](button), self._show_fault)
        elif what == "ask-table":
            form = self._runtime.model.form
            seats = tuple(seat for seat in (data(button, "asked-seat"),) if seat)
            self._runtime.send(
                sync.TableAsked(form.procedure.id, form.desk.typed, seats), self._show_fault
            )
        elif what == "code-copy":
            soon(self._copy_code(button))
        elif what == "code-send":
            soon(self._share_code())
        else:
            return False
        return True

    def on_key(self, event: Event) -> bool:
        """Answer an open question with no on Escape."""
        no = some('[data-view]:not([hidden]) .ask [data-do="table-keep"]')
        if str(event.key) != "Escape" or no is None:
            return False
        no.focus()  # the focus then returns to the asking button
        no.click()
        return True

    def _ask(self, question: str) -> None:
        """Show the question of a button, or none, and focus the answer that changes nothing."""
        self._question = question
        with focus.keeping_focus():
            self.draw(self._runtime.model)
        if question:
            focus.give_focus(one('[data-view]:not([hidden]) .ask [data-do="table-keep"]'))

    def on_submit(self, form: Element) -> bool:
        """Handle a pasted code, a login or a new player's name."""
        what = data(form, "together")
        if what == "code":
            field = form.elements.namedItem("code")
            text = str(field.value).strip()
            if root.getAttribute("data-together") == "host":
                field.value = ""  # ready for the next code
            self._runtime.send(sync.CodeOpened(text), self._show_fault)
        elif what == "login":
            user, password = (
                str(form.elements.namedItem(each).value).strip() for each in ("user", "password")
            )
            self._runtime.send(sync.InviteTapped(True, user, password), self._show_fault)
        elif what == "new":
            name = str(form.elements.namedItem("name").value).strip()
            self._runtime.send(sync.SeatTaken("player", "", name), self._show_fault)
        return bool(what)

    async def _copy_code(self, button: Element) -> None:
        field = one("[data-code-text]", enclosing(button, ".invite-code"))
        try:
            await window.navigator.clipboard.writeText(field.value)
            toast("Copied")
            speak("Copied")
        except Exception:  # no clipboard or no permission: select the text
            field.focus()
            field.select()
            button.textContent = "Copy the selected text"

    async def _share_code(self) -> None:
        """Share the code through the system's share dialog."""
        field = one("[data-code-text]")
        content = js_object(text=field.value)
        try:
            await window.navigator.share(content)
        except Exception:  # unsupported or cancelled
            field.focus()
            field.select()

    def _show_fault(self, fault: BadInput) -> None:
        page = PAGES.get(self._path.partition("/")[0], PATH)
        self._is_coming = False
        if (notice := some("[data-arriving]")) is not None:
            notice.textContent = ""
        element = some(f'[data-view="{page}"] [data-together-fault]')
        if element is not None:
            element.textContent = fault.message

    # --- the page ---

    @property
    def _path(self) -> str:
        return self._runtime.model.address.path

    def draw(self, model: Model) -> None:
        together, path = model.together, model.address.path.partition("/")[0]
        self._sit_down(model)
        if self._runtime.table is not None:
            self._runtime.table.on_change(model)
        if PAGES.get(path) is None:
            self._question = ""
        key = (together, model.address.path, model.state, model.game, self._question)
        if key == self._drawn:
            return
        self._drawn = key
        turn = own_turn(model)
        self._has_turn(model, turn)
        root.setAttribute("data-together", _part(together))
        root.toggleAttribute("data-looks-on", looks_on(model))
        root.toggleAttribute("data-pools-closed", spends_nothing(model))
        redraw(one('[data-slot="strip"]'), _strip(model, together, turn) if together else "")
        if path in PAGES:
            want(PAGES[path])
            slot = one(f'[data-view="{PAGES[path]}"] [data-slot="{PAGES[path]}"]')
            # A page outside the games, drawn in the style of the campaign's.
            slot.setAttribute("data-face", model.state.game if model.state is not None else "")
            redraw(slot, _page(model, together, path, self._is_coming, self._question))
        elsewhere = redirect_address(model)
        # Another address is one that the user has just opened.
        if elsewhere and read(str(window.location.hash)).path == model.address.path:
            window.location.replace(f"#/{elsewhere}")

    def _has_turn(self, model: Model, turn: OwnTurn | None) -> None:
        """Announce the player's turn once; the fight's own page does so itself."""
        previous, self._turn = self._turn, turn
        if turn is None or turn == previous:
            return
        if model.address.path != f"{turn.game}/encounter":
            speak(turn.words)
        if model.device.ticks and getattr(window.navigator, "vibrate", None):
            window.navigator.vibrate(TURN_MS)

    def _sit_down(self, model: Model) -> None:
        """Join the shared table of a campaign that was opened."""
        if model.campaign_id != self._campaign and self._runtime.is_open:
            self._campaign = model.campaign_id
            soon(self._runtime.sit_down())


def _part(together: Together | None) -> str:
    """Return the part of this device: host, guest, or master for a guest that does everything."""
    if together is None:
        return ""
    if together.part == "host":
        return "host"
    return "master" if together.is_master else "guest"


def _page(
    model: Model, together: Together | None, path: str, is_coming: bool, question: str
) -> str:
    state = model.state
    game = model.games.get(state.game) if state is not None else None
    if together is None and model.address.path.startswith(f"{JOIN}/"):
        return render("together.html", part="arriving", is_coming=is_coming)
    if together is None:
        return render("together.html", part="alone", game=game, net=bool(data(root, "sync")))
    names = people(state) if state is not None else {}
    arrives = together.joining or (path == JOIN and together.part == "guest")
    part = "joining" if arrives else together.part
    return render(
        "together.html",
        part=part,
        together=together,
        lines=seat_lines(together, names),
        taken=describe_taken(together.taken),
        wishes=wishes(together.rules),
        game=game,
        asking=question,
    )


def _strip(model: Model, together: Together, turn: OwnTurn | None) -> str:
    def typed(of: Asked | Rolling) -> str:
        """Return a roll's title, with its dice if they are known."""
        procedure = find(model.games, of.procedure)
        title = procedure.title
        if isinstance(of, Asked):
            title = procedure.title_of(check_request(procedure, request(procedure, of.typed)))
        faces = ", ".join(map(str, of.faces)) if isinstance(of, Rolling) else ""
        return f"{title}: {faces}" if faces else title

    requests = tuple((ask, made_it(ask)) for ask in together.asked)
    at_fight = turn is not None and model.address.path == f"{turn.game}/encounter"
    return render(
        "together.html",
        part="strip",
        together=together,
        typed=typed,
        asked=requests,
        turn=turn,
        at_fight=at_fight,
        at_table=model.address.path == PATH,
    )

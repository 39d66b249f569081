"""Playing the open form: rolling, typing dice, deciding, and showing where the play stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.browser.dom import Js, data, each, some, tell
from app.browser.page import Page
from app.browser.render import render
from app.core.asks import Places, YesNo
from app.core.errors import BadInput
from app.core.play import Asking, Chosen, Finished
from app.core.sheets import Rollable
from app.widgets import typing
from app.widgets.desk import Desk
from app.widgets.plays import KEYS, progress
from app.widgets.results import card
from app.widgets.standing import UNKEPT, Standing


class Playing:
    """The play on the open desk.

    on_answer: called after every answer, with the desk (the play in progress is kept).
    on_end: called when a play came to its end by the last answer.
    on_change: called when a finished play was decided otherwise.
    hidden: the procedures whose play nobody is to see before somebody taps Show.
    ended: plays that ended before `on_end` was set.
    standing: where a desk's finished play stands in the journal.
    names: who is cast in which role, for the words of effects.
    follows: what may be rolled next.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ended: list[tuple[Desk, Finished]] = []
        self.hidden: set[str] = set()
        self._picked: int | None = None
        self.on_answer: Callable[[Desk], None] = lambda desk: None
        self.on_end: Callable[[Desk, Finished], None] = self._not_yet
        self.on_change: Callable[[Desk, Finished], None] = lambda desk, play: None
        self.standing: Callable[[Desk, Finished], Standing] = lambda desk, play: UNKEPT
        self.names: Callable[[], dict[str, str]] = dict
        self.follows: Callable[[Desk, Finished], tuple[Rollable, ...]] = lambda desk, play: ()
        page.on_play = self.show
        page.on_left = self.left

    def _not_yet(self, desk: Desk, play: Finished) -> None:
        """A play that ended before anybody keeps the journal waits here."""
        self.ended.append((desk, play))

    # --- rolling ---

    def roll(self) -> None:
        """Roll what the form says; a fault is shown where it is."""
        self.page.renew()
        if self._playable():
            self.hidden.discard(self.page.open.procedure)
            self._take(self.page.desk.rolled(self.page.dice))

    def roll_hidden(self) -> None:
        """Roll for somebody who is not to see it: the result stays covered until it is shown."""
        self.page.renew()
        if self._playable():
            self.hidden.add(self.page.open.procedure)
            self._take(self.page.desk.rolled(self.page.dice))

    def uncover(self) -> None:
        """Show a hidden result."""
        self.hidden.discard(self.page.open.procedure)
        self.show(moved=True)

    def enter(self) -> None:
        """Type in the dice that lie on the table; a finished play makes room for a new one."""
        self.page.renew()
        if self._playable():
            self._take(self.page.desk.entering().settled())

    def _playable(self) -> bool:
        """Has the form nothing to mend? If it has, the cursor goes there."""
        faults = self.page.desk.faults()
        self.page.show_faults(faults)
        fields = (self.page.open.field(name) for name in faults)
        found = next((field for field in fields if field is not None), None)
        if found is not None:
            found.focus()
        return not faults

    def _take(self, desk: Desk) -> None:
        """This is where the play stands now; if it has ended, say so."""
        self._picked = None
        self.page.desk = desk
        self.page.say_address()
        came = desk.play()
        if isinstance(came, Finished):
            self.on_end(desk, came)
        else:
            self.on_answer(desk)
        self.show(moved=True)

    def answer(self, answer: int | Chosen) -> None:
        """Take an answer; one that does not fit is shown at its field and changes nothing."""
        try:
            desk = self.page.desk.answered(answer, self.page.dice)
        except BadInput as fault:
            self.show(fault=fault.message)
        else:
            self._take(desk)

    # --- typing dice ---

    def typed(self, place: int, text: str) -> None:
        """What stands in a die's field now: each face that is complete is taken at once.

        Pasted faces that are parted from each other, as in `12 5`, are taken as they stand.
        """
        old = self._face_at(place)
        sides = self.sides()
        if old and sides and text.startswith(old) and not typing.could_grow(old, sides):
            text = text[len(old) :]  # typed behind a face that stands there: in its place
        parted = re.findall(r"\d+", text)
        if text and not text.isdigit():
            for face in parted:
                self.entered(self.next_place() if len(parted) > 1 else place, face)
            if not parted:
                self.show(fault=f"{text[:12]!r} is no face")
            return
        buffer = ""
        for digit in text:
            sides = self.sides()
            if sides is None:
                return
            buffer += digit
            if not typing.could_grow(buffer, sides):
                self.entered(place, buffer)
                place, buffer = self.next_place(), ""
        field = some(f'[data-die="{place}"]', self.page.open.element)
        if field is not None and buffer:
            field.value = buffer

    def entered(self, place: int, text: str) -> None:
        """The face in a field as it stands; in a field that has one already it replaces it."""
        sides = self.sides()
        if sides is None or not text:
            return
        face = typing.face(text.strip(), sides)
        if face is None:
            self.show(fault=f"a d{sides} has no face {text[:12]}; give 1 to {sides}")
            return
        wanted = self._asking()
        if wanted and wanted.wanted and place < len(wanted.wanted.faces):
            answers = list(self.page.desk.answers or ())
            answers[len(answers) - len(wanted.wanted.faces) + place] = face
            self._take(replace(self.page.desk, answers=tuple(answers)))
        else:
            self.answer(face)

    def tapped(self, face: str) -> None:
        """A key beside the fields: the same as typing it."""
        sides = self.sides()
        place = self.next_place() if self._picked is None else self._picked
        field = some(f'[data-die="{place}"]', self.page.open.element)
        if sides is None or field is None:
            return
        if sides > KEYS:
            begun = str(field.value)
            self.typed(place, face if begun == self._face_at(place) else begun + face)
        else:
            self.entered(place, face)

    def pick(self, place: int) -> None:
        """A die was tapped: if it has a face, the next one takes its place."""
        stood, self._picked = self._picked, place if self._face_at(place) else None
        if self._picked != stood:
            self.show()

    def _face_at(self, place: int) -> str:
        """The face that was typed in this place, empty while it waits for one."""
        asking = self._asking()
        faces = asking.wanted.faces if asking and asking.wanted else ()
        return str(faces[place]) if place < len(faces) else ""

    def back(self) -> None:
        """Take the last die back."""
        self._take(self.page.desk.taken_back())

    def rest(self) -> None:
        """Let the dice that are still missing fall by chance."""
        self._take(replace(self.page.desk, by_hand=False).fallen(self.page.dice))

    def settle(self) -> None:
        """Decide all that is open as it is suggested."""
        self._take(self.page.desk.as_suggested(self.page.dice))

    def left(self, desk: Desk) -> None:
        """A play gives way while a decision is open: what chance rolled is kept, as suggested."""
        try:
            if isinstance(desk.play(), Asking):
                ended = desk.as_suggested(self.page.dice)
                came = ended.play()
                assert isinstance(came, Finished)  # nothing was left to ask
                self.on_end(ended, came)
        except BadInput:
            return  # the play of a link that does not fit its form

    def cancel(self) -> None:
        """Leave the play; dice that chance rolled are kept."""
        self.page.desk = replace(self.page.desk, answers=None, by_hand=False)
        self.on_answer(self.page.desk)
        self.show()

    def _asking(self) -> Asking | None:
        came = self.page.desk.play() if self.page.view is not None else None
        return came if isinstance(came, Asking) else None

    def sides(self) -> int | None:
        """The sides of the die that is wanted now."""
        asking = self._asking()
        return asking.wanted.sides if asking and asking.wanted else None

    def next_place(self) -> int:
        """The field of the die that is wanted now."""
        asking = self._asking()
        return len(asking.wanted.faces) if asking and asking.wanted else 0

    # --- deciding ---

    def choose(self, name: str, value: str) -> None:
        """A decision: in the middle of a play, or at its end another than the one taken."""
        came = self.page.desk.play()
        if isinstance(came, Finished):
            self.page.desk = self.page.desk.decided_anew(name, value)
            ended = self.page.desk.play()
            assert isinstance(ended, Finished)  # only decisions that no die follows are offered
            self.on_change(self.page.desk, ended)
            self.show(moved=True)
        elif isinstance(came, Asking) and came.choice is not None:
            self.answer(Chosen(name, self._decision(came, value)))

    def _decision(self, came: Asking, value: str) -> Any:
        assert came.choice is not None
        if isinstance(came.choice.options, YesNo):
            return value == "true"
        if isinstance(came.choice.options, Places):
            dice = each('[data-place][aria-pressed="true"]', self.page.open.element)
            return tuple(int(data(die, "place")) for die in dice) if value == "picked" else ()
        return value

    # --- showing ---

    def show(self, fault: str = "", moved: bool = False) -> None:
        """Show where the play stands: nothing, the dice that are wanted, or the result."""
        view, desk = self.page.open, self.page.desk
        view.light("")
        try:
            came = desk.play()
        except BadInput as broken:
            view.slot("play", "")
            if not desk.faults():
                told = f"The roll of this link cannot be shown: {broken.message}."
                self.page.show_faults({"dice": told})
            return
        if came is None:
            view.slot("play", "")
        elif isinstance(came, Finished):
            self._show_result(desk, came, moved)
        else:
            self._show_progress(came, fault, moved)

    def _show_result(self, desk: Desk, came: Finished, moved: bool) -> None:
        shown = card(
            desk.procedure,
            came,
            desk.decisions(),
            self.standing(desk, came),
            self.names(),
            self.follows(desk, came),
        )
        if desk.procedure.id in self.hidden:
            covered = render("hidden.html", title=desk.procedure.title)
            self.page.open.slot("play", covered).scrollIntoView({"block": "nearest"})
            return
        place = self.page.open.slot("play", render("result.html", card=shown))
        self.page.open.light(shown.grade.id)
        if moved:
            tell(shown.grade.words, "[data-spoken]")
            place.scrollIntoView({"block": "nearest"})

    def _show_progress(self, came: Asking, fault: str, moved: bool) -> None:
        desk = self.page.desk
        html = render(
            "play.html",
            **vars(progress(came)),
            fault=fault,
            picked=self._picked,
            back=desk.goes_back,
            stands=desk.standing > 0,
        )
        place = self.page.open.slot("play", html)
        first: Js | None = some(".is-next input", place) or some("[data-choice]", place)
        if first is not None:
            first.focus()
            if self._picked is not None:
                first.select()
        if moved:
            place.scrollIntoView({"block": "nearest"})

"""What the document's events mean: wires them to the page, the play, the sheets and the journal.

What an element does is said by its `data-do`, `data-choice`, `data-die` or `data-rule`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pyscript import window

from app.browser import dom, tools
from app.browser.dom import Js, data, later, near, soon
from app.browser.page import Page
from app.browser.playing import Playing
from app.browser.render import warm

if TYPE_CHECKING:
    from app.browser.campaigns import Campaigns
    from app.browser.characters import Characters
    from app.browser.counters import Counters
    from app.browser.house import House
    from app.browser.notation_field import NotationField
    from app.browser.notes import Notes
    from app.browser.open_campaign import OpenCampaign
    from app.browser.roles import Roles
    from app.browser.rolls import Rolls
    from app.browser.tracker import Tracker
    from app.core.sheets import Rollable

#: The mark of a field that holds a line of a game's notation.
NOTATION = "data-notation"


class App:
    """The page at work, and what `data-do` means."""

    def __init__(self) -> None:
        self.page = page = Page()
        self.playing = playing = Playing(page)
        self.keeping: OpenCampaign | None = None
        self.house: House | None = None
        self.rolls: Rolls | None = None
        self.casting: Roles | None = None
        self.campaigns: Campaigns | None = None
        self.characters: Characters | None = None
        self.counters: Counters | None = None
        self.notes: Notes | None = None
        self.tracker: Tracker | None = None
        self.scribe: NotationField | None = None
        dom.listen(window, "pagehide", lambda _: page.say_address())
        dom.listen(window.document, "visibilitychange", lambda _: self.set_aside())
        #: What is done with an open form.
        self.with_form: dict[str, Callable[[Js], None]] = {
            "roll": lambda _: playing.roll(),
            "enter": lambda _: playing.enter(),
            "hidden": lambda _: playing.roll_hidden(),
            "uncover": lambda _: playing.uncover(),
            "face": lambda key: playing.tapped(data(key, "face")),
            "back": lambda _: playing.back(),
            "rest": lambda _: playing.rest(),
            "cancel": lambda _: playing.cancel(),
            "settle": lambda _: playing.settle(),
            "place": tools.toggle_pick,
            "step": lambda button: page.changed(tools.step(button)),
            "add": lambda chip: page.changed(tools.add(chip)),
            "drop": lambda chip: page.changed(tools.drop(chip)),
            "reset": lambda _: page.reset(),
            "copy": lambda button: tools.copy_result(page, button),
            "share": lambda button: tools.copy_link(page, button),
            "apply": self.apply,
            "take-back": self.take_back,
        }
        #: What is done anywhere.
        self.anywhere: dict[str, Callable[[Js], None]] = {
            "theme": lambda _: tools.next_theme(),
            "undo": self.undo,
            "redo": self.redo,
            "journal-older": self.show_older,
            "purse": self.counter,
            "take-over": self.take_over,
            "lacks-read": lambda _: tools.close_lacks(),
        }

    def heard(self, event: Js) -> None:
        """An event of the document."""
        heard: dict[str, Callable[[Js], None]] = {
            "click": self.clicked,
            "input": self.edited,
            "change": self.edited,
            "keydown": self.pressed,
            "submit": self.submitted,
            "mousedown": self.held,
            "pointerdown": self.gripped,
            "dragover": self.dragged,
            "drop": self.dragged,
            "focusin": self.entered,
            "focusout": self.left,
            "selectionchange": self.moved,
            "tableside:route": lambda _: self.routed(),
        }
        heard[str(event.type)](event)

    async def keep(self) -> None:
        """Open the store. Its code is fetched into memory only now: a roll needs none of it."""
        from app.browser.campaigns import BACKUP_AFTER, Campaigns
        from app.browser.characters import Characters
        from app.browser.counters import Counters
        from app.browser.house import House
        from app.browser.notation_field import NotationField
        from app.browser.notes import Notes
        from app.browser.open_campaign import OpenCampaign
        from app.browser.roles import Roles
        from app.browser.rolls import Rolls
        from app.browser.tracker import Tracker

        self.keeping = keeping = OpenCampaign(self.page)
        self.house = House(self.page, keeping)
        self.rolls = rolls = Rolls(self.page, self.playing, keeping)
        self.casting = casting = Roles(self.page, lambda: keeping.state)
        self.campaigns = campaigns = Campaigns(self.page, keeping)
        self.characters = Characters(self.page, keeping)
        self.counters = Counters(self.page, keeping, casting.scene)
        self.notes = Notes(self.page, keeping)
        self.tracker = Tracker(self.page, keeping, casting)
        self.scribe = NotationField(self.page)
        self.scribe.on_sheet = self.characters.beside
        if self.page.view is not None:
            self.scribe.form_changed()
        keeping.on_state = self.show_people
        rolls.cast = casting.cast
        rolls.staged, rolls.stage = casting.staged, casting.stage
        rolls.landing = casting.landing
        rolls.settling = self.tracker.dues.settles
        self.playing.names = casting.names
        self.playing.follows = casting.follows
        await keeping.open()
        await rolls.resume()
        await campaigns.outside.begin()
        campaigns.routed()
        warm()
        later(BACKUP_AFTER, lambda: soon(campaigns.back_up_if_due()))

    def set_aside(self) -> None:
        """The page is put away, or taken up again: what a file is still to say is written now."""
        if self.campaigns is not None:
            soon(self.campaigns.outside.write_if_due())

    def roll_early(self, procedure: str) -> None:
        """A Roll that was tapped before Python ran is rolled now, if its form is still open."""
        if self.page.view is not None and self.page.view.procedure == procedure:
            self.page.open.form.removeAttribute("data-pending")
            self.playing.roll()

    def routed(self) -> None:
        tools.close_rule()
        self.page.routed()
        self.show_people()
        if self.keeping is not None:
            soon(self.keeping.show_game())
        if self.house is not None:
            self.house.fill()
        if self.campaigns is not None:
            self.campaigns.routed()

    def show_people(self) -> None:
        """Show who is cast in the open form, or the list or sheet that is open."""
        if self.counters is None or self.casting is None or self.characters is None:
            return
        if self.campaigns is not None:
            self.campaigns.outside.changed()
        self.counters.show()
        if self.tracker is not None:
            self.tracker.show()
        if self.notes is not None:
            self.notes.show()
        if self.page.game:
            self.casting.show()
            self.characters.show()

    def clicked(self, event: Js) -> None:
        target = event.target
        chip = near(target, "a[data-rule]")
        rollable = near(target, "[data-procedure-of]")
        if rollable is not None:
            self.rollable_taken(rollable)
        offer = near(target, "[data-offer]")
        option = near(target, "[data-choice]")
        doer = near(target, "[data-do]")
        die = near(target, "[data-die]")
        if chip is not None:
            plain = not (event.ctrlKey or event.metaKey or event.shiftKey)
            if plain and tools.show_rule(self.page.game, data(chip, "rule")):
                event.preventDefault()
        elif offer is not None and self.scribe is not None:
            self.scribe.tapped(offer)
        elif option is not None:
            self.playing.choose(data(option, "choice"), data(option, "value"))
        elif doer is not None:
            self.do(data(doer, "do"), doer, event)
        elif die is not None:
            self.playing.pick(int(data(die, "die")))

    def rollable_taken(self, rollable: Js) -> None:
        """Another form is about to be opened from a button: who plays in it, what it is about."""
        if self.casting is None or self.rolls is None:
            return
        procedure, follow = data(rollable, "procedure-of"), data(rollable, "follow")
        left: tuple[Rollable, ...] = ()
        self.rolls.begin(procedure)
        if follow:
            taken = self.casting.followed(int(follow))
            left = self.casting.left(taken)
            self.rolls.follow(taken)
            for role in taken.roles.keys() - {"self", "target"}:
                self.casting.put(role, data(rollable, f"cast-{role}"))
        else:
            self.casting.anew(procedure)
        if id := data(rollable, "cast-self"):
            self.casting.put("self", id)
        if rollable.hasAttribute("data-cast-target"):  # nobody is a target too
            self.casting.aim(procedure, data(rollable, "cast-target"))
        self.casting.begin(procedure, data(rollable, "place-of"), left)

    def do(self, what: str, doer: Js, event: Js) -> None:
        if what in self.anywhere:
            self.anywhere[what](doer)
        elif self.characters is not None and what in self.characters.doings:
            event.preventDefault()
            self.characters.doings[what](doer)
        elif self.campaigns is not None and what in self.campaigns.doings:
            event.preventDefault()
            self.campaigns.doings[what](doer)
        elif self.notes is not None and what in self.notes.doings:
            self.notes.doings[what](doer)
        elif self.tracker is not None and what in self.tracker.doings:
            event.preventDefault()
            self.tracker.doings[what](doer)
        elif what in tools.FIELD_TOOLS and near(doer, "[data-tracker]"):
            tools.FIELD_TOOLS[what](doer)
        elif what in tools.FIELD_TOOLS and near(doer, "form[data-sheet], form[data-record]"):
            self.people_changed(tools.FIELD_TOOLS[what](doer))
        elif what in self.with_form and self.page.view is not None and near(doer, "[data-view]"):
            event.preventDefault()  # a button of a form would submit it
            self.with_form[what](doer)

    def edited(self, event: Js) -> None:
        """Something was typed: into a die, or into the form."""
        field = event.target
        if field.hasAttribute("data-die"):
            if event.type == "input":
                self.playing.typed(int(data(field, "die")), str(field.value))
        elif self.page.view is not None and near(field, "form[data-procedure]"):
            self.page.changed(field)
        elif event.type == "change" and self.campaigns and not self.campaigns.chosen(field):
            self.people_changed(field)
        if event.type == "input" and self.scribe is not None and field.hasAttribute(NOTATION):
            self.scribe.written(field)

    def dragged(self, event: Js) -> None:
        """A file is held over the page, or dropped on it."""
        if self.campaigns is not None:
            self.campaigns.dragged(event)

    def gripped(self, event: Js) -> None:
        """A line of the order is dragged by its grip."""
        if self.tracker is not None:
            self.tracker.dragging.pressed(event)

    def held(self, event: Js) -> None:
        """An offer that is tapped leaves the cursor in its field."""
        if near(event.target, "[data-offer]") is not None:
            event.preventDefault()

    def moved(self, _: Js) -> None:
        """The cursor stands elsewhere in a text."""
        if self.scribe is not None:
            self.scribe.moved()

    def entered(self, event: Js) -> None:
        if near(event.target, "[data-die]") is not None:
            event.target.select()  # what is typed takes the place of what stands there
        if self.scribe is not None and near(event.target, f"[{NOTATION}]") is not None:
            self.scribe.show(event.target)

    def left(self, event: Js) -> None:
        if self.scribe is not None and near(event.target, f"[{NOTATION}]") is not None:
            self.scribe.left(event.target)

    def people_changed(self, field: Js) -> None:
        """Another person was cast, or something was written on a sheet."""
        assert self.casting is not None
        assert self.characters is not None
        if field.hasAttribute("data-role") or field.hasAttribute("data-pick"):
            self.casting.chosen(field)
        elif self.tracker is None or not self.tracker.aimed(field):
            self.characters.edited(field)

    def pressed(self, event: Js) -> None:
        """Backspace in an empty die goes back; Enter takes a face that could still grow."""
        field = event.target
        if not getattr(field, "hasAttribute", None):
            return
        if self.tracker is not None and self.tracker.pressed(event):
            return
        if self.scribe is not None and field.hasAttribute(NOTATION):
            self.scribe.pressed(event)
        if not field.hasAttribute("data-die"):
            return
        if event.key == "Backspace" and not field.value:
            event.preventDefault()
            self.playing.back()
        elif event.key == "Enter":
            event.preventDefault()
            self.playing.entered(int(data(field, "die")), str(field.value))

    def submitted(self, event: Js) -> None:
        if near(event.target, "form[data-procedure]"):
            event.preventDefault()
            self.playing.roll()
        elif self.campaigns is not None and near(event.target, "form[data-campaigns]"):
            event.preventDefault()
            self.campaigns.submitted(event.target)
        elif self.tracker is not None and near(event.target, "[data-tracker]"):
            event.preventDefault()
            self.tracker.submitted(event.target)

    def apply(self, button: Js) -> None:
        place = data(button, "effect")
        if self.rolls is not None:
            self.rolls.apply(int(place) if place else None)

    def take_back(self, button: Js) -> None:
        if self.rolls is not None:
            self.rolls.take_back(int(data(button, "applied")))

    def undo(self, button: Js) -> None:
        if self.rolls is not None:
            self.rolls.undo(this_play=near(button, "[data-result]") is not None)

    def counter(self, button: Js) -> None:
        if self.counters is not None:
            self.counters.step(button)

    def redo(self, _: Js) -> None:
        if self.keeping is not None:
            soon(self.keeping.redo())

    def show_older(self, _: Js) -> None:
        if self.keeping is not None:
            soon(self.keeping.show_older())

    def take_over(self, _: Js) -> None:
        if self.keeping is not None:
            soon(self.keeping.take_over())

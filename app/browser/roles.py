"""Who plays which part in the open form: choosing them, and filling the form from their sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from app.browser.dom import Js, data, each, one
from app.browser.page import Page
from app.browser.render import render
from app.browser.views import View, field_text, put_text
from app.campaign.state import CampaignState, Character
from app.core.outcomes import Effect
from app.core.play import Answer, Finished
from app.core.procedures import Procedure
from app.core.sheets import Rollable
from app.systems import games
from app.widgets.cast import (
    Part,
    aimed_at,
    called,
    counted,
    in_places,
    may_play,
    parts,
    played,
)
from app.widgets.company import Company, carried, still_offered
from app.widgets.desk import Desk


class Roles:
    """The cast of each game, by role, and what it put into which form.

    state: gives the open campaign's state, None while it is being read.
    """

    def __init__(self, page: Page, state: Callable[[], CampaignState | None]) -> None:
        self.page = page
        self.state = state
        self._cast: dict[str, dict[str, str]] = {}
        self._fed: dict[str, dict[str, str]] = {}
        self._places: dict[str, str] = {}
        self._asked: dict[str, tuple[str, ...]] = {}
        self._left: dict[str, tuple[Rollable, ...]] = {}
        self._known: Company | None = None
        self._fell: dict[str, tuple[tuple[Answer, ...], Company]] = {}
        self._shown: tuple[Part, ...] = ()
        page.on_change = self.feed

    @property
    def company(self) -> Company:
        """Those who can be cast now; nobody while another game's campaign is open."""
        state = self.state()
        if state is None or state.game != self.page.game:
            state = CampaignState()
        if self._known is None or self._known.state is not state:
            self._known = Company(games()[self.page.game], state)
        return self._known

    # --- who is cast ---

    def cast(self) -> dict[str, str]:
        """Role -> character id, of those who are still there."""
        wanted = {part.role for part in self._parts()}
        chosen = {role: id for role, id in self._there().items() if role in wanted}
        return played(self.page.desk.procedure, chosen)

    def _there(self) -> dict[str, str]:
        """Everybody who is cast in this game and still there, whatever form is open."""
        there = self.company.by_id
        chosen = self._cast.get(self.page.game, {})
        return {role: id for role, id in chosen.items() if id in there}

    def _parts(self) -> tuple[Part, ...]:
        """The parts of the open form, and those that were asked for when it was opened."""
        procedure = self.page.desk.procedure
        found = parts(procedure, self.page.desk.typed, self._there())
        known = {part.role for part in found}
        more = self._asked.get(procedure.id, ())
        return (*found, *(Part(role, called(role)) for role in more if role not in known))

    def assign(self, procedure: str, roles: Mapping[str, str]) -> None:
        """Give out the parts of a form that is about to be opened."""
        self._cast.setdefault(procedure.partition(".")[0], {}).update(roles)
        asked = (role for role, id in roles.items() if id and role not in ("self", "target"))
        self._asked[procedure] = in_places(asked)
        self._places.pop(procedure, None)

    def staged(self, procedure: str) -> dict[str, Any]:
        """Who plays in the open form of a procedure, with what, and what that filled in."""
        return {
            "who": {role: id for role, id in self.cast().items() if id},
            "asked": list(self._asked.get(procedure, ())),
            "place": self._places.get(procedure, ""),
            "fed": dict(self._fed.get(procedure, {})),
        }

    def stage(self, procedure: str, staged: Mapping[str, Any]) -> None:
        """Everybody in their part as they were staged; the form is filled already."""
        self._cast.setdefault(procedure.partition(".")[0], {}).update(staged.get("who", {}))
        self._asked[procedure] = tuple(staged.get("asked", ()))
        self._places[procedure] = staged.get("place", "")
        self._fed[procedure] = dict(staged.get("fed", {}))
        self.show()

    def anew(self, procedure: str) -> None:
        """A roll begins that follows on none: who was counted, or asked for, in another plays no
        part here.
        """
        self._asked.pop(procedure, None)
        cast = self._cast.setdefault(self.page.game, {})
        cast.update(dict.fromkeys(counted(self.company.game), ""))

    def there(self) -> tuple[Character, ...]:
        """Those who can be cast."""
        return self.company.there

    def put(self, role: str, id: str) -> None:
        """Cast somebody (or nobody) in a role; the form follows."""
        chosen = self._cast.setdefault(self.page.game, {})
        another = chosen.get(role) != id
        chosen[role] = id
        if self.page.view is not None:
            if role == "self" and another:  # what stood at a place of the old sheet is gone
                self._places.pop(self.page.open.procedure, None)
            self.show()

    def aim(self, procedure: str, id: str) -> None:
        """The next roll of this procedure is aimed at somebody, or at nobody."""
        self.put("target", id)
        role = aimed_at(self.company.game.procedures[procedure])
        if role != "target":
            self.put(role, id)

    def names(self) -> dict[str, str]:
        """Role -> the name of who is cast."""
        return {role: self.company.by_id[id].name for role, id in self.cast().items()}

    def scene(self) -> dict[str, Any]:
        """The scene's values by name; those of a running encounter come first."""
        return self.company.scene

    # --- the form ---

    def show(self) -> None:
        """Show the open form's parts, and fill it from the sheets."""
        if self.page.view is None:
            return
        there = self.there()
        self._shown = self._parts()
        html = ""
        if there:
            cast, procedure = self.cast(), self.page.desk.procedure
            html = render(
                "cast.html",
                parts=[
                    (part, cast.get(part.role, ""), self._offered(procedure, part.role, cast))
                    for part in self._shown
                ],
                picks=self.company.picks(self.page.desk.procedure, cast),
                place=self.place(),
                who=cast.get("self", ""),
                switches=self.company.switches(self.page.desk.procedure, cast),
            )
        self.page.open.slot("cast", html)
        self.feed()

    def _offered(
        self, procedure: Procedure, role: str, cast: Mapping[str, str]
    ) -> tuple[Character, ...]:
        """Those who may play a part."""
        who = cast.get("self", "")
        return tuple(each for each in self.there() if may_play(procedure, role, each.id, who))

    def place(self) -> str:
        """Where on the sheet the open form's roll stands, empty if it stands nowhere."""
        return self._places.get(self.page.open.procedure, "")

    def begin(self, procedure: str, place: str, left: tuple[Rollable, ...] = ()) -> None:
        """Another roll of this procedure begins; what filled the form for the last one is gone.

        left: what the roll before still offers after this one.
        """
        self.pick(procedure, place)
        self._left[procedure] = left
        self._fed.pop(procedure, None)
        self.page.begin_anew(procedure)

    def pick(self, procedure: str, place: str) -> None:
        """The form of this procedure rolls what stands at that place of the sheet."""
        self._places[procedure] = place

    def follows(self, desk: Desk, play: Finished) -> tuple[Rollable, ...]:
        """What may be rolled after this play, filled from the sheets of those who are cast."""
        left = self._left.get(desk.procedure.id, ())
        return self.company.follows(desk.bound(), play, self.cast(), self.place(), left)

    def followed(self, number: int) -> Rollable:
        """That one of what follows on the open roll."""
        desk = self.page.desk
        play = desk.play()
        assert isinstance(play, Finished)  # nothing else is followed by anything
        return self.follows(desk, play)[number]

    def left(self, taken: Rollable) -> tuple[Rollable, ...]:
        """What stays on offer when this one of what follows on the open roll is taken."""
        desk = self.page.desk
        play = desk.play()
        assert isinstance(play, Finished)  # nothing else is followed by anything
        left = carried(self._left.get(desk.procedure.id, ()), desk.bound(), play)
        return still_offered(taken, left)

    def landing(self, effect: Effect, desk: Desk, play: Finished) -> tuple[str, Effect]:
        """Whom an effect of this play lands on (empty: the scene), and the effect said in full."""
        company = self._when_it_fell(desk)
        return company.landing(effect, desk.bound(), play, self.cast(), self.place())

    def _when_it_fell(self, desk: Desk) -> Company:
        """The company as it stood when these dice fell: what is meant by the one effect stays so
        when the other has been applied, and with it the place on the sheet that both stand for.
        """
        known = self._fell.get(desk.procedure.id)
        if not desk.answers:
            return self.company
        if known is None or known[0] is not desk.answers:
            known = self._fell[desk.procedure.id] = (desk.answers, self.company)
        there = known[1].by_id
        return known[1] if all(id in there for id in self.cast().values()) else self.company

    def feed(self) -> None:
        """Fill what the sheets say into the open form; what was typed by hand stays."""
        view = self.page.view
        if view is None or self.page.desk.answers is not None:
            return  # a play stands as it was rolled; the form follows when it makes room
        if self._shown != self._parts():
            self.show()  # another entry in a list is another part to play
            return
        procedure, cast = self.page.desk.procedure, self.cast()
        moved = False
        for _ in range(2):  # what is fed may say what else is fed
            before = self._fed.get(view.procedure, {})
            filled = self.company.filled(procedure, cast, self.place(), view.typed())
            # What the address says stays, however often the form is filled again.
            pinned = self.page.address.typed.keys() - before.keys()
            kept = self.company.kept(procedure, cast)
            after = {name: text for name, text in filled.items() if name not in pinned} | kept
            if not self._put(view, before, after, kept):
                break
            self._fed[view.procedure] = after
            moved = True
        if moved:
            self.page.follow_form()
        for name, most in self.company.limits(procedure, cast, view.typed()).items():
            one(f'[name="{name}"]', view.form).setAttribute("data-high", str(most))

    def _put(
        self,
        view: View,
        before: Mapping[str, str],
        after: Mapping[str, str],
        kept: Collection[str],
    ) -> bool:
        """Put texts into the fields that nobody edited; True if a field is another now.

        kept: the fields that nobody may edit.
        """
        moved = before != after
        for field in each("[name]", view.form):
            name, now = str(field.name), field_text(field)
            untouched = name in kept or now in (before.get(name), data(field, "default"))
            if bool(field.disabled) != (name in kept):
                field.disabled = name in kept
                field.title = "The encounter keeps this as it is" if name in kept else ""
            wanted = after.get(name, data(field, "default") if name in before else now)
            if untouched and now != wanted:
                put_text(field, wanted)
                moved = True
            shown = field_text(field) == after.get(name)
            field.closest(".control").toggleAttribute("data-fed", shown)
        return moved

    def chosen(self, select: Js) -> None:
        """A change in one of the cast's own fields."""
        if select.hasAttribute("data-role"):
            self.put(data(select, "role"), str(select.value))
        else:
            self.pick(self.page.open.procedure, str(select.value))
            self.feed()

"""A fight that goes on by values: its scene, what is due, and what is rolled with.

The same functions do it as at the table: the company says what goes into a roll and whom its
effects land on, the encounter what comes of it. Left out is what nobody looks back on here: the
journal, and the scene that is written down and read again after each step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from app.campaign.participants.casting import aimed_at, over, played, roles
from app.campaign.participants.participants import Cast, Participants
from app.campaign.state.effects import counted, effect_of
from app.campaign.state.encounters import due_after, of_roll, settled
from app.campaign.state.scenes import AnyScene, Came, scene_of, with_scene
from app.campaign.state.state import CampaignState, Document
from app.campaign.state.time import apply_effects_in_time
from app.campaign.state.values import exact, plain
from app.core.encounters import records
from app.core.encounters.scenes import Combatant
from app.core.games import Game
from app.core.play.play import Finished
from app.core.procedures.outcomes import TIME, Effect
from app.core.procedures.procedure import Bound, Procedure
from app.core.sheets import Rollable, Sheet

#: The sheets of those who have no character, as they are rolled with: (as it stands, as an NPC's).
Own = dict[str, tuple[Sheet, Sheet]]


@dataclass(frozen=True, eq=False)
class Present(Participants):
    """The company of a fight that goes on by values."""

    now: AnyScene = field(kw_only=True)
    own: Own = field(kw_only=True)

    @cached_property
    def fight(self) -> AnyScene | None:
        return self.now

    @cached_property
    def fighting(self) -> Mapping[str, Combatant[Any]]:
        return self.now.combatants

    @cached_property
    def scene(self) -> dict[str, Any]:
        return {**self.state.scene, **records.data(self.now.now)}

    def sheets(self, cast: Cast) -> dict[str, Sheet]:
        return {role: self._sheet(id) for role, id in cast.items() if id in self.now.combatants}

    def _sheet(self, id: str) -> Sheet:
        """The sheet of somebody who fights; one of their own is an NPC's."""
        combatant = self.now.combatants[id]
        sheet = combatant.sheet
        if not combatant.own:
            return sheet
        if id not in self.own or self.own[id][0] is not sheet:
            before = self.own[id][1] if id in self.own else None
            blank = Sheet(sheet.form, {}, self.state.house, npc=True)
            self.own[id] = sheet, (before or blank).renewed(sheet.data)
        return self.own[id][1]


@dataclass(frozen=True)
class Rolled:
    """A roll that was made. company: those who were there when the dice fell.

    was_due: it settled something due, so that the time it took had passed by then.
    """

    bound: Bound
    play: Finished
    cast: Mapping[str, str]
    place: str
    company: Participants
    was_due: bool = False


class Stage:
    """Where a fight stands. document: of its campaign, but for the encounter."""

    def __init__(self, game: Game, document: Document, scene: AnyScene) -> None:
        assert game.encounter is not None
        self.game, self.encounter = game, game.encounter
        self.document, self.scene = {**document, "encounter": {}}, scene
        self._own: Own = {}
        self._company: Participants | None = None

    @property
    def due(self) -> list[dict[str, Any]]:
        """What is due, oldest first."""
        return self.document["due"]  # type: ignore[no-any-return]

    @property
    def company(self) -> Participants:
        """Those who are there, as they stand."""
        if self._company is None:
            state = CampaignState(self.document)
            self._company = Present(self.game, state, now=self.scene, own=self._own)
        return self._company

    def written(self) -> Document:
        """The fight as a campaign keeps it."""
        return with_scene(self.document, self.scene)

    # --- what happens ---

    def step(self, id: str, inputs: Mapping[str, Any]) -> None:
        """A step of the encounter; BadInput says why it cannot be taken."""
        self._came(self.encounter.apply(self.scene, id, exact(plain(inputs))))

    def tick(self, due: Mapping[str, Any]) -> None:
        """What is due is done by hand."""
        came = self.encounter.on_settled(self.scene, due)
        self.document = settled(self.document, due["id"])
        self._came(came)

    def _came(self, came: Came) -> None:
        waiting = due_after(self.due, self.document["characters"], came)
        self.document = {**self.document, "due": waiting}
        self._stands(came.scene)

    def _stands(self, scene: AnyScene) -> None:
        self.scene = replace(scene, effects=()) if scene.effects else scene
        self._company = None

    # --- rolls ---

    def filled(
        self, procedure: Procedure, chosen: Cast, place: str, said: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """The inputs of a roll, in the order of precedence of a form that was just opened, and who
        plays which part in it. said: what its button says.
        """
        own = self.company
        written = defaults(procedure, self.document["house"])
        values = over(procedure, written, said)
        there = {role: id for role, id in chosen.items() if id in self.scene.combatants}
        wanted = roles(procedure, values, there)
        cast = played(procedure, {role: id for role, id in there.items() if role in wanted})
        kept = own.keeps(procedure, cast)
        now = values
        for _ in range(2):  # what is fed may say what else is fed
            given = own.given(procedure, cast, place, now, said)
            fed = {name: value for name, value in given.items() if name not in said}
            before, now = now, over(procedure, values, fed, kept)
            if now == before:
                break
        return now, cast

    def roll(
        self,
        bound: Bound,
        play: Finished,
        cast: Mapping[str, str],
        place: str = "",
        due: Mapping[str, Any] | None = None,
    ) -> Rolled:
        """A roll has been made: what comes of it beside its effects. due: what it settles."""
        made = Rolled(bound, play, cast, place, self.company, due is not None)
        came = of_roll(self.scene, bound.procedure.id, bound.values, play.outcome, cast, due)
        if due is not None:
            self.document = settled(self.document, due["id"])
        self._came(came)
        return made

    def apply(self, rolled: Rolled, effects: tuple[Effect, ...] | None = None) -> None:
        """The effects of a roll land, all of them unless only some are named."""
        company, form = rolled.company, self.game.sheet
        every = rolled.play.outcome.effects if effects is None else effects
        found = [
            company.resolve_effect(each, rolled.bound, rolled.play, rolled.cast, rolled.place)
            for each in every
            if not (rolled.was_due and each.who == TIME)
        ]
        # What is of a sheet, of somebody who is not there, lands nowhere.
        found = [(to, each) for to, each in found if to or form is None or not form.takes(each)]
        if any(each.who == TIME for _, each in found):
            return self._apply_in_time(found)
        for to, each in found:
            self.apply_effect(to, effect_of({**plain(each), "to": to}))

    def apply_effect(self, to: str, effect: Effect) -> None:
        """An effect on whatever declares its field; of nobody where `to` is empty."""
        if effect.field in self.game.scene_counts:
            to = ""
        if self.scene.owner(to, effect):
            self._stands(self.scene.apply_effect(to, effect))
        elif not to:
            after = counted(self.game, self.document["scene"], to, effect)
            self.document = {**self.document, "scene": after}
            self._stands(self.scene)

    def _apply_in_time(self, effects: list[tuple[str, Effect]]) -> None:
        """Time that a roll took passes over every sheet: that is worked out as it is kept."""
        games = {self.game.id: self.game}
        written = [{**plain(each), "to": to} for to, each in effects]
        after = apply_effects_in_time(self.written(), written, f"t{len(self.due)}", games)
        scene = scene_of(after, self.game)
        assert scene is not None
        self.document = {**after, "encounter": {}}
        self._stands(scene)

    def follows(self, rolled: Rolled, left: tuple[Rollable, ...]) -> tuple[Rollable, ...]:
        """What may be rolled after it. left: what the roll before still offers."""
        return self.company.follows(rolled.bound, rolled.play, rolled.cast, rolled.place, left)


def opened(procedure: Procedure, who: str, target: str, more: Mapping[str, str]) -> dict[str, str]:
    """Who plays which part as a roll is opened by whoever acts; nobody else plays one in it."""
    cast = dict.fromkeys(roles(procedure, {}), "")
    return cast | {"self": who, aimed_at(procedure): target} | dict(more)


def defaults(procedure: Procedure, house: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an untouched form says: the rules' defaults, over them the campaign's house rules."""
    agreed = {
        name: exact(house[name])
        for name, declared in procedure.inputs.items()
        if declared.kind.house and name in house
    }
    return over(procedure, _defaults(procedure), agreed) if agreed else _defaults(procedure)


@cache
def _defaults(procedure: Procedure) -> Mapping[str, Any]:
    inputs = procedure.inputs.items()
    return over(procedure, {}, {name: each.default for name, each in inputs if not each.required})

"""A fight in memory: its scene, its due rolls, and the sheets used for rolls.

The same functions work as at the table: the participants prefill a roll and resolve its effects,
the encounter gives its result. Left out are the journal, and storing and rereading the scene after
each step, as no past is needed here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from app.campaign.participants.casting import complete_cast, roles, target_role
from app.campaign.participants.participants import Cast, Participants
from app.campaign.participants.prefill import find_unedited, merge_request, prefill
from app.campaign.state.document import Document
from app.campaign.state.effects import counted
from app.campaign.state.encounters import due_after, of_roll, settle_due
from app.campaign.state.scenes import scene_of, with_scene
from app.campaign.state.state import CampaignState
from app.campaign.state.time import apply_effects_in_time
from app.campaign.state.values import exact, plain
from app.core.encounters import records
from app.core.encounters.combatants import Combatant
from app.core.encounters.rolls import DueRecord
from app.core.encounters.scenes import AnyScene, AnyStepResult
from app.core.games import Game
from app.core.play.play import Finished
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import TIME, Effect
from app.core.procedures.procedure import Bound, Procedure
from app.core.sheets import Rollable, Sheet

#: The sheets of combatants without a character: (the encounter's sheet, the NPC sheet for rolls).
Own = dict[str, tuple[Sheet, Sheet]]


@dataclass(frozen=True, eq=False)
class Present(Participants):
    """The participants of a fight in memory."""

    now: AnyScene = field(kw_only=True)
    own: Own = field(kw_only=True)

    @cached_property
    def fight(self) -> AnyScene | None:
        return self.now

    @cached_property
    def fighting(self) -> Mapping[str, Combatant[Any]]:
        return self.now.combatants

    @cached_property
    def scene(self) -> dict[str, object]:
        return {**self.state.scene, **records.data(self.now.now)}

    def sheets(self, cast: Cast) -> dict[str, Sheet]:
        return {role: self._sheet(id) for role, id in cast.items() if id in self.now.combatants}

    def _sheet(self, id: str) -> Sheet:
        """Return the sheet of a combatant; one without a character has an NPC's."""
        combatant = self.now.combatants[id]
        sheet = combatant.sheet
        if not combatant.own:
            return sheet
        if id not in self.own or self.own[id][0] is not sheet:
            before = self.own[id][1] if id in self.own else None
            blank = Sheet(sheet.form, {}, self.state.house, npc=True)
            self.own[id] = sheet, (before or blank).renew(sheet.data)
        return self.own[id][1]


@dataclass(frozen=True)
class Rolled:
    """A roll that was made.

    company: the participants at the roll. was_due: it settled a due roll, so that its time had
    passed.
    """

    bound: Bound
    play: Finished
    cast: Mapping[str, str]
    place: str
    company: Participants
    was_due: bool = False


class Stage:
    """The present state of a fight. document: of its campaign, without the encounter."""

    def __init__(self, game: Game, document: Document, scene: AnyScene) -> None:
        assert game.encounter is not None
        self.game, self.encounter = game, game.encounter
        self.document: Document = {**document, "encounter": {}}
        self.scene = scene
        self._own: Own = {}
        self._company: Participants | None = None

    @property
    def due(self) -> Sequence[DueRecord]:
        """Return the due records, oldest first."""
        return self.document["due"]

    @property
    def participants(self) -> Participants:
        """Return the participants with their present values."""
        if self._company is None:
            state = CampaignState(self.document)
            self._company = Present(self.game, state, now=self.scene, own=self._own)
        return self._company

    def full_document(self) -> Document:
        """Return the document of the fight as a campaign stores it."""
        return with_scene(self.document, self.scene)

    # --- steps ---

    def step(self, id: str, inputs: Values) -> None:
        """Take a step of the encounter; BadInput says why it is impossible."""
        self._add_result(self.encounter.apply(self.scene, id, exact(plain(inputs))))

    def tick(self, due: DueRecord) -> None:
        """Settle a due record by hand."""
        result = self.encounter.on_settled(self.scene, due)
        self.document = settle_due(self.document, due["id"])
        self._add_result(result)

    def _add_result(self, result: AnyStepResult) -> None:
        waiting = due_after(self.due, self.document["characters"], result)
        self.document = {**self.document, "due": waiting}
        self._stands(result.scene)

    def _stands(self, scene: AnyScene) -> None:
        self.scene = replace(scene, effects=()) if scene.effects else scene
        self._company = None

    # --- rolls ---

    def fill(
        self, procedure: Procedure, chosen: Cast, place: str, button_inputs: Values
    ) -> tuple[Values, dict[str, str]]:
        """Return a roll's inputs and cast as a newly opened form has them.

        button_inputs: the inputs of the button that opens the form.
        """
        house = self.document["house"]
        values = merge_request(procedure, find_unedited(procedure, house), button_inputs)
        present = {role: id for role, id in chosen.items() if id in self.scene.combatants}
        wanted = roles(procedure, values, present)
        cast = complete_cast(
            procedure, {role: id for role, id in present.items() if role in wanted}
        )
        sources = self.participants.sources(procedure, cast, place, button_inputs)
        return prefill(sources, values).values, cast

    def roll(
        self,
        bound: Bound,
        play: Finished,
        cast: Mapping[str, str],
        place: str = "",
        due: DueRecord | None = None,
    ) -> Rolled:
        """Make a roll and add the encounter's result, without applying its effects.

        due: the record that it settles.
        """
        roll = Rolled(bound, play, cast, place, self.participants, due is not None)
        result = of_roll(self.scene, bound.procedure.id, bound.values, play.outcome, cast, due)
        if due is not None:
            self.document = settle_due(self.document, due["id"])
        self._add_result(result)
        return roll

    def apply(self, rolled: Rolled, effects: tuple[Effect, ...] | None = None) -> None:
        """Apply the effects of a roll: all of them, or only those given."""
        company, form = rolled.company, self.game.sheet
        every = rolled.play.outcome.effects if effects is None else effects
        resolved = [
            company.resolve_effect(effect, rolled.bound, rolled.play, rolled.cast, rolled.place)
            for effect in every
            if not (rolled.was_due and effect.who == TIME)
        ]
        # An effect on the sheet of an absent target does nothing.
        resolved = [
            (to, effect) for to, effect in resolved if to or form is None or not form.takes(effect)
        ]
        if any(effect.who == TIME for _, effect in resolved):
            return self._apply_in_time(resolved)
        for to, effect in resolved:
            self.apply_effect(to, replace(effect, value=exact(plain(effect.value))))

    def apply_effect(self, to: str, effect: Effect) -> None:
        """Apply an effect to the owner of its field; `to` is empty for the scene."""
        if effect.field in self.game.scene_counts:
            to = ""
        if self.scene.owner(to, effect):
            self._stands(self.scene.apply_effect(to, effect))
        elif not to:
            after = counted(self.game, self.document["scene"], to, effect)
            self.document = {**self.document, "scene": after}
            self._stands(self.scene)

    def _apply_in_time(self, effects: list[tuple[str, Effect]]) -> None:
        """Let the time of a roll pass on every sheet, by way of the stored document."""
        games = {self.game.id: self.game}
        written = [plain({**vars(effect), "to": to}) for to, effect in effects]
        after = apply_effects_in_time(self.full_document(), written, f"t{len(self.due)}", games)
        scene = scene_of(after, self.game)
        assert scene is not None
        self.document = {**after, "encounter": {}}
        self._stands(scene)

    def follows(self, rolled: Rolled, left: tuple[Rollable, ...]) -> tuple[Rollable, ...]:
        """Return the rolls that may follow it. left: the remaining offers of the roll before."""
        return self.participants.follows(rolled.bound, rolled.play, rolled.cast, rolled.place, left)


def cast_of_action(
    procedure: Procedure, who: str, target: str, more: Mapping[str, str]
) -> dict[str, str]:
    """Return the cast of a roll that its actor opens; other roles stay empty."""
    cast = dict.fromkeys(roles(procedure, {}), "")
    return cast | {"self": who, target_role(procedure): target} | dict(more)

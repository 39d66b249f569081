"""The possible participants of a roll, and the inputs their sheets and the scene prefill.

A value, computed from a campaign's state alone. The page, the tests and the forecast cast from it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from app.campaign.participants.prefill import ENCOUNTER, Sources, fill_in
from app.campaign.state.characters import short_names
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import NAMELESS, CampaignState, Character, sheet_from
from app.core.encounters.combatants import Combatant
from app.core.encounters.scenes import AnyScene
from app.core.games import Game
from app.core.play.play import Finished
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Kind, Whole
from app.core.procedures.outcomes import TIME, Effect, scene_name
from app.core.procedures.procedure import Bound, Procedure
from app.core.sheets import Rollable, Sheet

#: Ids of characters or combatants by role, empty for none.
Cast = Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Participants:
    """The characters of a campaign and the combatants of its encounter.

    closed: the ids of characters with numbers hidden from this device; nothing is read off them.
    """

    game: Game
    state: CampaignState
    closed: frozenset[str] = frozenset()

    @cached_property
    def fight(self) -> AnyScene | None:
        """Return the running encounter."""
        return scene_of(self.state.document, self.game)

    @cached_property
    def fighting(self) -> Mapping[str, Combatant[Any]]:
        """Return the combatants of the running encounter, by id."""
        return self.fight.combatants if self.fight is not None else {}

    @cached_property
    def there(self) -> tuple[Character, ...]:
        """Return the characters (archived ones if fighting) and lone combatants to cast."""
        known = (
            character if character.name else replace(character, name=NAMELESS)
            for character in self.state.characters
        )
        present = tuple(each for each in known if not each.archived or each.id in self.fighting)
        if self.game.sheet is None:
            return present
        return (*present, *self._without_sheet())

    def _without_sheet(self) -> list[Character]:
        return [
            Character(
                combatant.id, combatant.name, "npc", False, combatant.sheet.data, self.state.house
            )
            for combatant in self.fighting.values()
            if combatant.own
        ]

    @cached_property
    def by_id(self) -> dict[str, Character]:
        return {each.id: each for each in self.there}

    @cached_property
    def short_names(self) -> dict[str, str]:
        """Return the short names by id, unique among these characters."""
        return short_names({each.id: each.name for each in self.there})

    @cached_property
    def scene(self) -> dict[str, object]:
        """Return the scene's values by name; those of a running encounter come first."""
        return {**self.state.scene, **(self.state.encounter or {})}

    def sheets(self, cast: Cast) -> dict[str, Sheet]:
        """Return the sheets of the cast that is present, by role."""
        known = {role: id for role, id in cast.items() if id in self.by_id}
        return {role: self._sheet(id) for role, id in known.items() if id not in self.closed}

    def _sheet(self, id: str) -> Sheet:
        """Return the sheet of a participant as the encounter has it.

        A combatant without a character has a sheet of the encounter's form.
        """
        if self.state.has_character(id):
            sheet = self.by_id[id].sheet(self.game)
        else:
            own = self.fighting[id].sheet
            sheet = sheet_from(own.form, own.data, self.state.house, npc=True)
        if self.fight is None or id not in self.fighting:
            return sheet
        return self.fight.encounter.adjust_sheet(self.fighting[id], sheet)

    def picks(self, procedure: Procedure, cast: Cast) -> tuple[Rollable, ...]:
        """Return the rollables on the roller's sheet that use this procedure."""
        sheet = self.sheets(cast).get("self")
        if sheet is None or self.game.sheet is None:
            return ()
        return tuple(roll for roll in sheet.rolls if roll.procedure == procedure.id)

    def sources(
        self, procedure: Procedure, cast: Cast, place: str = "", typed: Values | None = None
    ) -> Sources:
        """Return the sources of a form's inputs.

        place: the roll's path on the sheet, empty for none. typed: the inputs that stay as the form
        has them.
        """
        picks = self.picks(procedure, cast) if place else ()
        picked = next((pick for pick in picks if pick.place == place), None)
        known = self.fighting.keys() - self.closed
        return Sources(
            self.game,
            procedure,
            self.state.house,
            self.sheets(cast),
            self.scene,
            picked.feeds if picked is not None else {},
            picked.inputs if picked is not None else {},
            self.fight,
            {role: id for role, id in cast.items() if id in known},
            typed or {},
            self.keeps(procedure, cast),
        )

    def fixed_inputs(
        self,
        procedure: Procedure,
        cast: Cast,
        place: str,
        form_values: Values,
        fixed: Collection[str] = (),
    ) -> Values:
        """Work out the inputs of a procedure that sheets, scene and encounter fill once, by name.

        form_values: the form's values, as a request. fixed: the inputs that stay as the form has
        them.
        """
        typed = {name: form_values.get(name) for name in fixed}
        return fill_in(self.sources(procedure, cast, place, typed), form_values)

    def keeps(self, procedure: Procedure, cast: Cast) -> dict[str, object]:
        """Return the inputs that the running encounter locks in the roller's form."""
        fight, who = self.fight, cast.get("self", "")
        if fight is None or who not in self.fighting:
            return {}
        locked = fight.encounter.locked_inputs(fight, who, procedure.id)
        prefilled = fight.encounter.prefill_actor(fight, who, procedure.id) if locked else {}
        return {name: prefilled[name] for name in locked}

    def unable(self, procedure: Procedure, cast: Cast) -> str:
        """Name the roller and the reason why they cannot roll; empty without one."""
        sheet = self.sheets(cast).get("self")
        why = sheet.form.unable(sheet, procedure.id) if sheet is not None else ""
        return f"{self.by_id[cast['self']].name} {why}" if why and not self._acts(cast) else ""

    def _acts(self, cast: Cast) -> bool:
        """Tell whether the roller takes its turn of the encounter although it cannot act."""
        fight, who = self.fight, cast["self"]
        return (
            fight is not None
            and fight.current == who
            and fight.encounter.acts_anyway(self.fighting[who])
        )

    def follows(
        self,
        bound: Bound,
        play: Finished,
        cast: Cast,
        place: str,
        left: tuple[Rollable, ...] = (),
    ) -> tuple[Rollable, ...]:
        """Return the rolls that may follow this play, filled from the sheets of the cast.

        left: the remaining offers of the roll before; they come last.
        """
        from_before = {
            rollable.procedure: rollable
            for rollable in left
            if rollable.follows_on == bound.procedure.id
        }
        own = (
            _with_more(rollable, from_before.get(rollable.procedure))
            for rollable in self._own(bound, play, cast, place)
        )
        return (*own, *carry_offers(left, bound, play))

    def _own(self, bound: Bound, play: Finished, cast: Cast, place: str) -> tuple[Rollable, ...]:
        """Return the rolls that follow from this play itself."""
        sheets = self.sheets(cast)
        rollables = self.game.next_rolls(
            bound.procedure.id, bound.values, play.outcome, sheets, place
        )
        return tuple(self._cast(rollable, cast) for rollable in rollables)

    def _cast(self, next: Rollable, cast: Cast) -> Rollable:
        """Return a next roll with its cast, and that of the offers after it."""
        roles = {part: cast.get(before, "") for part, before in next.roles.items()}
        roles |= self._payer(next, cast)
        rest = tuple(self._cast(each, cast) for each in next.rest)
        if next.adds:
            procedure = self.game.procedures[next.procedure]
            given = fill_in(self.sources(procedure, {**cast, **roles}), next.inputs, ENCOUNTER)
            added = {name: given[name] for name in next.adds if name in given}
            next = replace(next, inputs={**next.inputs, **added})
        due = self._due(next.procedure, roles.get("self", ""))
        return replace(next, roles=roles, due=due, rest=rest)

    def _payer(self, next: Rollable, cast: Cast) -> dict[str, str]:
        """Find the payer of a next roll: the roller, then another role, then any player.

        For a roll that no player made, the players come first.
        """
        if not next.price:
            return {}
        own = cast.get("self", "")
        players = sorted(self.there, key=lambda each: each.kind != "pc")
        candidates = [*cast.values(), *(player.id for player in players)]
        is_players = own in self.by_id and self.by_id[own].kind == "pc"
        candidates = (
            [own, *candidates] if is_players else [id for id in candidates if id != own] + [own]
        )
        for id in dict.fromkeys(candidates):
            if id not in self.by_id or id in self.closed or (next.others and id == own):
                continue
            if self._sheet(id)[next.place] >= next.price:
                return {"self": id}
        return {}

    def _due(self, procedure: str, who: str) -> str:
        """Return the id of the due roll of this procedure for that id; empty without one."""
        for record in self.state.due if who else ():
            if (record["procedure"], record["who"]) == (procedure, who):
                return str(record["id"])
        return ""

    def resolve_effect(
        self, effect: Effect, bound: Bound, play: Finished, cast: Cast, place: str
    ) -> tuple[str, Effect]:
        """Resolve an effect's target (empty is the scene) and complete its values."""
        form = self.game.sheet
        if form is not None:
            effect = form.complete_effect(effect, {**bound.values, **play.outcome.values})
        if effect.who not in ("self", *cast):
            return self._entry(effect, cast, place)
        own = self.sheets(cast).get(effect.who)
        if own is not None and effect.who == "self":
            effect = own.aim(effect, place)
        return cast.get(effect.who, ""), effect

    def change_of(self, to: str, effect: Effect) -> tuple[Any, Any] | None:
        """Return the number that an effect changes, before and after; None if it changes none.

        to: the target's id, empty for the scene.
        """
        span = self.game.scene_counts.get(effect.field)
        if span is not None:
            before = self.scene.get(effect.field, span.start)
            after = effect.value if effect.op == "set" else before + effect.value
            return before, span.clamp(after)
        if to not in self.by_id or to in self.closed or self.game.sheet is None:
            return None
        if not self.game.sheet.takes(effect):
            return None
        sheet = self._sheet(to)
        changed = sheet.apply_effect(effect)
        if changed is None:
            return None
        numbers = _at(sheet, effect.field), _at(changed, effect.field)
        return numbers if all(_is_number(number) for number in numbers) else None

    def _entry(self, effect: Effect, cast: Cast, place: str) -> tuple[str, Effect]:
        """Resolve an effect on an entry (a task, a spell) of the roller's or target's sheet."""
        sheets = self.sheets(cast)
        for role, path in (("self", place), ("target", "")):
            if role in sheets and (path or role == "target"):
                aimed = sheets[role].aim(effect, path)
                if aimed.who == "self":
                    return cast[role], aimed
        entered = self.game.sheet.enter(effect) if "self" in sheets and self.game.sheet else effect
        return (cast["self"] if entered.who == "self" else ""), entered

    def tracks(self, to: str, effect: Effect) -> bool:
        """Tell whether a sheet, the encounter or the scene tracks this effect; else the table does.

        to: the target's id, empty for the scene.
        """
        if effect.who == TIME or effect.field in self.game.scene_counts:
            return True
        fight = self.fight
        if fight is not None and fight.owner(to, effect) in ("turn", "encounter"):
            return fight.encounter.tracks(fight, to, effect)
        if self.game.sheet is not None and self.game.sheet.takes(effect):
            return self._has_entry(to, effect)
        return scene_name(to, effect) in self.game.scene_values

    def _has_entry(self, to: str, effect: Effect) -> bool:
        """Tell whether a sheet has the entry that an effect changes: the weapon that is fired.

        True for a target that is missing, or has numbers hidden from this device.
        """
        declared = effect.field.partition("/")[0] in self._sheet_fields
        if declared or to not in self.by_id or to in self.closed:
            return True
        sheet = self._sheet(to)
        changed = sheet.apply_effect(effect)
        return changed is not None and changed.data != sheet.data

    @property
    def _sheet_fields(self) -> Container[str]:
        return self.game.sheet.by_id if self.game.sheet is not None else ()


def _at(sheet: Sheet, field: str) -> Any:
    """Return the value of a field of a sheet, or of a list's record (`weapons/0/shots`)."""
    id, *within = field.split("/")
    value: Any = sheet[id] if id in sheet.form.by_id else None
    for step in within:
        if isinstance(value, list):
            index = int(step) if step.isdigit() else len(value)
            value = value[index] if index < len(value) else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)


def _with_more(next: Rollable, before: Rollable | None) -> Rollable:
    """Return a next roll with the inputs and offers that the roll before gave it."""
    if before is None:
        return next
    return replace(next, inputs={**next.inputs, **before.inputs}, rest=before.rest)


def carry_offers(
    offers: tuple[Rollable, ...], bound: Bound, play: Finished
) -> tuple[Rollable, ...]:
    """Return the offers that remain after this play, with the values carried on to the next."""
    values = {**bound.values, **play.outcome.values}

    def given(next: Rollable) -> dict[str, object]:
        kinds = {to: bound.procedure.inputs[to].kind for to in next.carries}
        return {to: _within(kinds[to], values[of]) for to, of in next.carries.items()}

    return tuple(
        replace(offer, inputs={**offer.inputs, **given(offer)})
        if offer.procedure == bound.procedure.id
        else offer
        for offer in offers
        if not offer.follows_on
    )


def _within(kind: Kind, value: Any) -> Any:
    """Limit a number to the range of its kind; return anything else as it is."""
    return min(max(value, kind.low), kind.high) if isinstance(kind, Whole) else value


def still_offered(taken: Rollable, offers: tuple[Rollable, ...]) -> tuple[Rollable, ...]:
    """Return the offers of the roll before that remain when one of them is taken."""
    return (*taken.rest, *(offer for offer in offers if offer != taken))

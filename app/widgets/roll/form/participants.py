"""The participants as forms and screens show them: texts, pictures, switches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from app.campaign.participants import participants
from app.campaign.participants.participants import Cast
from app.campaign.participants.prefill import check_request, fill_in, prefill
from app.core.errors import join_words
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Whole
from app.core.procedures.labels import within
from app.core.procedures.procedure import Procedure
from app.widgets.fight.gauges.avatars import Avatar, Side, avatar
from app.widgets.roll.form.forms import input_text, request
from app.widgets.sheet.sheets import ListView, switches


@dataclass(frozen=True, eq=False)
class Participants(participants.Participants):
    """The characters of a campaign and the combatants of its encounter."""

    def picture(self, id: str) -> Avatar | None:
        """Return a round picture ringed by the meter; None for an unknown id."""
        if id not in self.by_id:
            return None
        combatant, form = self.by_id[id], self.game.sheet
        is_open = id not in self.closed
        meters = form.meters(self._sheet(id)) if form is not None and is_open else ()
        side: Side = "ours" if combatant.kind == "pc" else "theirs"
        return avatar(combatant.name, side, meters, self.state.places.get(id, 0))

    def hidden(
        self, procedure: Procedure, cast: Cast, given: Collection[str] = ()
    ) -> dict[str, str]:
        """Return the inputs that hidden numbers would fill: their labels in words, by name.

        The names are those of participants whose numbers this device does not get. given: the
        inputs that an address or a button gives.
        """
        unseen = {role: id for role, id in cast.items() if id in self.closed and id in self.by_id}
        if not unseen:
            return {}
        lacking, unedited = dict[str, str](), check_request(procedure, {})
        for role, id in unseen.items():
            sources = replace(self.sources(procedure, {}), sheets={role: self._sheet(id)})
            filled = fill_in(sources, {}, ("sheet", "feed"))
            labels = [
                within(declared.label)
                for name, declared in procedure.inputs.items()
                if name in filled.keys() - given and declared.kind.matters(unedited)
            ]
            if labels:
                lacking[self.by_id[id].name] = join_words(labels, "and")
        return lacking

    def switches(self, procedure: Procedure, cast: Cast) -> tuple[ListView, ...]:
        """Return the switches on the actor's sheet for this procedure: its boosts."""
        form, actor_id = self.game.sheet, cast.get("self", "")
        if form is None or not self.state.has_character(actor_id):
            return ()
        return switches(form, self.by_id[actor_id].sheet(self.game), procedure)

    def filled(
        self,
        procedure: Procedure,
        cast: Cast,
        place: str,
        typed: Mapping[str, str],
        fixed: Collection[str] = (),
    ) -> dict[str, str]:
        """Return the texts that fill a form's fields automatically, by name.

        place: where on the sheet the roll stands, empty if nowhere. typed: the form's texts. fixed:
        the fields that stay unchanged.
        """
        given = self.fixed_inputs(procedure, cast, place, request(procedure, typed), fixed)
        return _texts(procedure, given)

    def prefilled(
        self,
        procedure: Procedure,
        cast: Cast,
        place: str,
        typed: Mapping[str, str],
        fixed: Collection[str],
    ) -> dict[str, str]:
        """Return the texts as `filled`, where a filled text may determine others."""
        now = request(procedure, typed)
        by_hand = {name: now.get(name) for name in fixed}
        sources = self.sources(procedure, cast, place, by_hand)
        return _texts(procedure, prefill(sources, now).automatic)

    def locked_texts(self, procedure: Procedure, cast: Cast) -> dict[str, str]:
        """Return the texts that the running encounter locks in the actor's form."""
        return _texts(procedure, self.keeps(procedure, cast))

    def limits(
        self, procedure: Procedure, cast: Cast, typed: Mapping[str, str] | None = None
    ) -> dict[str, int]:
        """Return the highest offered number of inputs that the actor's sheet limits.

        typed: the form's texts; a yes in them may use one up.
        """
        sheet = self.sheets(cast).get("self")
        result = {}
        for name, declared in procedure.inputs.items():
            kind = declared.kind
            if isinstance(kind, Whole) and kind.at_most_field:
                taken = (typed or {}).get(kind.less) == "true"
                available = max(kind.low, sheet[kind.at_most_field] - taken) if sheet else kind.high
                result[name] = min(kind.high, available)
        return result


def _texts(procedure: Procedure, values: Values) -> dict[str, str]:
    return {name: input_text(procedure, name, value) for name, value in values.items()}

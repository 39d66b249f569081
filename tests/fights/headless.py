"""A game master without a browser: the same values that the page is made of, act by act."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.encounters import remarks, stepped
from app.campaign.entries import Entry
from app.campaign.journal import Journal, append, redo, undo
from app.campaign.rolls import rolled
from app.campaign.scenes import scene_of
from app.campaign.state import CampaignState
from app.campaign.time import passed
from app.campaign.values import exact, plain
from app.core.errors import BadInput
from app.core.play import Chosen, Finished
from app.core.procedures import Procedure
from app.core.sheets import ListField, Rollable
from app.systems import games
from app.widgets import board, joining, steps
from app.widgets.cast import aimed_at, counted, parts, played
from app.widgets.company import Company, carried, still_offered
from app.widgets.desk import Desk, default_text
from app.widgets.dues import due_roll, due_view
from app.widgets.forms import field_text, request
from app.widgets.hours import clock_words
from app.widgets.kept import prices, standing
from app.widgets.results import card, field_labels
from app.widgets.screen import screen
from app.widgets.standing import Standing
from tests.campaign.happenings import Stamps
from tests.fights import Fight

UNITS = {"minutes": Fraction(1, 60), "hours": Fraction(1), "days": Fraction(24)}


@dataclass
class Card:
    """The roll that came last: who played in it, where it stood on the sheet."""

    desk: Desk
    cast: dict[str, str]
    place: str
    left: tuple[Rollable, ...]
    entry: str = ""


@dataclass
class Headless:
    """Plays one fight; `journal` is where it stands."""

    fight: Fight
    stamp: Stamps = field(default_factory=Stamps)
    cast: dict[str, str] = field(default_factory=dict)
    asked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    card: Card | None = None
    left: tuple[Rollable, ...] = ()
    about: tuple[str, bool] = ("", False)
    log: dict[int, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = games()[self.fight.game]
        assert self.game.sheet is not None
        assert self.game.encounter is not None
        self.encounter = self.game.encounter
        self.journal = Journal("fight")
        self._happens(f.Started(self.game.id, "A fight"))
        for place, data in enumerate(self.game.sheet.samples):
            self._happens(f.CharacterAdded(f"sample-{place}", str(data["name"]), data))
        if self.fight.house:
            self._happens(f.HouseSet(self.fight.house))
        self.prepared = self.journal.top
        self._takes("begin", {})

    # --- what is known ---

    @property
    def state(self) -> CampaignState:
        return self.journal.state

    def id_of(self, name: str) -> str:
        """Names stand for ids everywhere in a fight; what names nobody stays."""
        return {called: id for id, called in board.people(self.state).items()}.get(name, name)

    def name_of(self, id: str) -> str:
        return board.people(self.state).get(id, id)

    # --- what happens ---

    def _happens(self, fact: f.Fact) -> None:
        self._goes_on(append(self.journal, fact, self.stamp(), games()))

    def _goes_on(self, journal: Journal) -> None:
        self.journal = journal
        self.log[journal.n] = journal.last

    def _takes(self, step: str, inputs: Mapping[str, Any]) -> None:
        found = self.encounter.by_id.get(step)
        agreed = steps.agreed(found, self.state.house) if found else {}
        given = {**agreed, **plain(inputs)}
        if found and (rules := steps.newly_agreed(found, self.state.house, given)):
            self._happens(f.HouseSet(rules))
        stamp = self.stamp()
        fact = stepped(dict(self.journal.document), step, given, games(), stamp.id)
        self._goes_on(append(self.journal, fact, stamp, games()))

    def do(self, act: dict[str, Any]) -> dict[str, Any]:
        if "join" in act:
            assert act["join"] == "players"
            there = self.state.characters
            self._takes("join", {"who": [joining.of_character(self.game, one) for one in there]})
        elif "quick" in act:
            known = board.people(self.state)
            self._takes("join", {"who": joining.quick(self.encounter, act["quick"], known)})
        elif "onward" in act:
            scene = scene_of(self.state.document, self.game)
            assert scene is not None
            step, waits = steps.main_step(scene)
            assert step is not None, waits
            self._by_form(step.id, "", act["onward"])
        elif "step" in act:
            self._step(act)
        elif "done" in act or "waive" in act:
            how = "done" if "done" in act else "waived"
            due = self._due(act.get("done") or act["waive"])
            self._happens(f.DueSettled(due["id"], f"{due['label']}: {how}"))
        elif "time" in act:
            wish = Fraction(str(act["time"])) * UNITS[act["unit"]]
            self._happens(passed(dict(self.journal.document), wish, games(), self.stamp().id))
        elif "out" in act:
            self._takes("remove", {"who": self.id_of(act["out"])})
        elif "earlier" in act:
            who = self.id_of(act["earlier"])
            place = list((self.state.encounter or {})["order"]).index(who)  # one less, from 1
            self._takes("move", {"who": who, "place": place})
        elif "take_back" in act:
            self._take_back(act["take_back"])
        elif "end" in act:
            self._takes("end", {})
        elif "reload" not in act:
            return self._rolls(act)
        return {}

    def _step(self, act: dict[str, Any]) -> None:
        who = self.id_of(act.get("who", ""))
        wanted = act["step"], who, act.get("given", {}), act.get("pick", "")
        if "refused" not in act:
            self._by_form(*wanted)
            return
        with pytest.raises(BadInput) as fault:
            self._by_form(*wanted)
        assert fault.value.field == act["refused"], f"{fault.value.field}: {fault.value.message}"

    def _by_form(self, step: str, who: str, given: Mapping[str, Any], pick: str = "") -> None:
        """The step by its form: what is not said stays as the form shows it.

        pick: what of the sheet fills it first.
        """
        form = steps.step_form(self.game, self.state, step, who)
        stood = {each.name: "" if each.widget == "people" else each.text for each in form.controls}
        unknown = set(given) - set(stood)
        assert not unknown, f"the form has no field {unknown}; it has {sorted(stood)}"
        said = {name: self._text(text) for name, text in given.items()}
        picked = json.loads(dict(form.fills)[pick]) if pick else {}
        typed = steps.given(self.encounter.by_id[step], {**stood, **picked, **said}, stood)
        self._takes(step, typed)

    def _text(self, said: Any) -> str:
        if isinstance(said, list):
            return ",".join(map(self.id_of, said))
        return self.id_of(str(said))

    # --- rolls ---

    def _due(self, words: str) -> Mapping[str, Any]:
        """What is due and says these words."""
        found = [each for each in self.state.due if words in self._due_words(each)]
        assert found, f"{words!r} is not due, but {[*map(self._due_words, self.state.due)]}"
        return found[0]

    def _due_words(self, record: Mapping[str, Any]) -> str:
        seen = due_view(record, board.people(self.state))
        return f"{seen.name}: {seen.label}" if seen.name else seen.label

    def _rolls(self, act: dict[str, Any]) -> dict[str, Any]:
        due, self.left, self.about = "", (), ("", False)
        if "due" in act:
            record = self._due(act["due"])
            due = record["id"]
            roll = self._from_due(record, act.get("pick", ""))
        elif "roll" in act:
            roll = self._from_menu(act)
        else:
            roll = self._followed(act)
            due = roll.due
        return self._played(roll, act, due)

    def _from_due(self, record: Mapping[str, Any], pick: str) -> Rollable:
        opened = due_roll(self._company, record)
        self.cast |= opened.cast
        self.asked[opened.procedure] = tuple(
            role for role, id in opened.cast.items() if id and role not in ("self", "target")
        )
        place = opened.place
        if pick:
            picks = self._company.picks(self.game.procedures[opened.procedure], opened.cast)
            place = _labelled(picks, opened.procedure, pick).place
        return Rollable("", opened.procedure, opened.typed, place)

    def _from_menu(self, act: dict[str, Any]) -> Rollable:
        who, at = self.id_of(act["who"]), self.id_of(act.get("at", ""))
        self.cast |= dict.fromkeys(counted(self.game), "")
        self.asked.pop(act["roll"], None)
        self.cast |= {"self": who, "target": at, aimed_at(self.game.procedures[act["roll"]]): at}
        if "pick" not in act:
            return Rollable("", act["roll"], {}, "")
        sheet = steps.sheet_of(self.game, self.state, who)
        assert sheet is not None
        assert self.game.sheet is not None
        return _labelled(self.game.sheet.rolls(sheet), act["roll"], act["pick"])

    def _followed(self, act: dict[str, Any]) -> Rollable:
        last = self.card
        assert last is not None
        ended = last.desk.play()
        assert isinstance(ended, Finished)
        bound = last.desk.bound()
        found = self._company.follows(bound, ended, last.cast, last.place, last.left)
        chosen = _labelled(found, act["follow"], act.get("pick", ""))
        self.left = still_offered(chosen, carried(last.left, bound, ended))
        if chosen.instead or chosen.cancels:
            self.about = last.entry, chosen.cancels
        if chosen.due:
            record = next(each for each in self.state.due if each["id"] == chosen.due)
            return replace(self._from_due(record, ""), due=chosen.due)
        self.cast |= {role: id for role, id in chosen.roles.items() if id or role != "self"}
        if "at" in act:
            self.cast["target"] = self.id_of(act["at"])
        return chosen

    @property
    def _company(self) -> Company:
        return Company(self.game, self.state)

    def _parts(self, procedure: Procedure) -> dict[str, str]:
        """Role -> id, of those who play a part in this form."""
        roles = {part.role for part in parts(procedure)}
        roles |= set(self.asked.get(procedure.id, ()))
        there = self._company.by_id
        cast = {role: id for role, id in self.cast.items() if role in roles and id in there}
        return played(procedure, cast)

    def _form(self, roll: Rollable, cast: Mapping[str, str], put: Mapping[str, str]) -> Desk:
        """The form as the page fills it: sheets and scene, over them what is said."""
        procedure = self.game.procedures[roll.procedure]
        house = {
            name: field_text(exact(value))
            for name, value in self.state.house.items()
            if name in procedure.inputs
        }
        pinned = {name: field_text(value) for name, value in roll.inputs.items()}
        stood = {**default_text(procedure), **house}
        typed = {**stood, **pinned, **put}
        for _ in range(2):  # what is fed may say what else is fed
            fed = self._company.filled(procedure, cast, roll.place, typed)
            kept = self._company.kept(procedure, cast)
            typed = {**stood, **fed, **pinned, **put, **kept}
        return Desk(procedure, typed)

    def _played(self, roll: Rollable, act: dict[str, Any], due: str) -> dict[str, Any]:
        cast = self._parts(self.game.procedures[roll.procedure])
        for name in act.get("switch", ()):
            self._switched(self.game.procedures[roll.procedure], cast, name)
        filled = dict(self._form(roll, cast, {}).typed)
        put = {name: self._text(text) for name, text in act.get("put", {}).items()}
        desk = self._form(roll, cast, put)
        unknown = set(put) - set(filled)
        assert not unknown, f"the form has no field {unknown}; it has {sorted(filled)}"
        assert not desk.faults(), desk.faults()
        desk = self._thrown(desk, act)
        ended = desk.play()
        assert isinstance(ended, Finished), "the dice do not suffice"
        bound = desk.bound()
        inputs = request(desk.procedure, desk.typed)
        of, cancels = self.about
        fact = rolled(bound, ended, inputs, who=cast, due=due, of=of, cancels=cancels)
        said = remarks(self.journal.document, fact, games())
        self._happens(replace(fact, note=said))
        entry = self.journal.last.id
        self.card = Card(desk, cast, roll.place, self.left, entry)
        names = {role: self.name_of(id) for role, id in cast.items()}
        follows = self._company.follows(bound, ended, cast, roll.place, self.left)
        now = self._standing(self.card)
        shown = card(desk.procedure, ended, desk.decisions(), now, names, follows)
        self._applies(act, desk, ended, entry)
        return {
            "filled": filled,
            "cast": names,
            "grade": shown.grade.id,
            "values": plain(ended.outcome.values),
            "proposed": [each.words for each in shown.changes],
            "follows": [each.label for each in shown.follows],
            "back": [each.words for each in now.back],
        }

    def _standing(self, shown: Card) -> Standing:
        """Where the play of a card stands now."""
        ended = shown.desk.play()
        assert isinstance(ended, Finished)
        company, bound = self._company, shown.desk.bound()
        return standing(
            self.journal.page,
            shown.entry,
            [
                company.landing(each, bound, ended, shown.cast, shown.place)[1]
                for each in ended.outcome.effects
            ],
            company.follows(bound, ended, shown.cast, shown.place),
            board.people(self.state),
            field_labels(self.game.id),
        )

    def _take_back(self, words: str) -> None:
        assert self.card is not None
        now = self._standing(self.card)
        (place,) = (each.n for each in now.back if each.words == words)
        fact = self.log[place].fact
        assert isinstance(fact, f.Applied)
        later = self.journal.entries
        self._goes_on(undo(self.journal, self.log[place], self.stamp(), later))
        if paid := prices(fact, now.paid):
            self._happens(f.Applied(paid, of=fact.of))

    def _switched(self, procedure: Procedure, cast: Mapping[str, str], name: str) -> None:
        """What counts for the roll is switched in its form, and so on the sheet."""
        who = cast["self"]
        for each in self._company.switches(procedure, cast):
            declared = self._company.by_id[who].sheet(self.game).form.by_id[each.id]
            assert isinstance(declared, ListField)
            assert declared.switch is not None
            records = [dict(one) for one in self.state.character(who).data[each.id]]
            (place,) = (row.place for row in each.rows if row.words.startswith(name))
            records[place][declared.switch.field] = not each.rows[place].switched
            self._happens(f.Edited(who, {each.id: records}))

    def _thrown(self, desk: Desk, act: dict[str, Any]) -> Desk:
        chance = random.Random(0)
        if "dice" not in act:
            return desk.rolled(chance)
        desk = desk.entering().settled()
        for each in act["dice"]:
            if isinstance(each, int):
                assert not isinstance(desk.play(), Finished), f"{each} is a die too many"
                desk = desk.answered(each, chance)
                continue
            ((name, value),) = each.items()
            if isinstance(desk.play(), Finished):
                desk = desk.decided_anew(name, field_text(value))
            else:
                answer = tuple(value) if isinstance(value, list) else value
                desk = desk.answered(Chosen(name, answer), chance)
        return desk

    def _applies(self, act: dict[str, Any], desk: Desk, ended: Finished, entry: str) -> None:
        wanted = act.get("apply", ())
        places = range(len(ended.outcome.effects)) if wanted is True else wanted
        card = self.card
        assert card is not None
        landing = [
            self._company.landing(
                ended.outcome.effects[each], desk.bound(), ended, card.cast, card.place
            )
            for each in places
        ]
        if landing:
            effects = [{**plain(effect), "to": to} for to, effect in landing]
            self._happens(f.Applied(effects, of=entry))

    # --- what is seen ---

    def seen(self, what: str, of: Any) -> Any:
        if what == "due":
            return [self._due_words(each) for each in self.state.due]
        if what == "clock":
            return clock_words(self.state.hours)
        if what == "sheet":
            return {name: self._sheet(name, wanted) for name, wanted in of.items()}
        if what == "notes":
            fact = self.journal.last.fact
            if isinstance(fact, f.Rolled):
                return [fact.note] if fact.note else []
            return list(fact.notes) if isinstance(fact, f.EncounterStepped) else []
        if self.state.encounter is None:
            return {"heading": "No encounter is on."}.get(what)
        view = board.board_view(self.game, self.state)
        if what in ("players", "told", "shown"):
            return self._on_screen(what)
        told = {
            "heading": view.heading,
            "current": view.current.name if view.current else None,
            "next": view.upcoming.name if view.upcoming else None,
            "order": [each.name for each in view.people],
            "badges": {each.name: [one.words for one in each.badges] for each in view.people},
            "pools": dict(view.pools),
            "waits": view.waits_for,
        }
        return told[what]

    def _on_screen(self, what: str) -> Any:
        """What the players see on their own screen."""
        shown = screen(self.game, self.state, False)
        told = {
            "players": [each.name for each in shown.people],
            "told": list(shown.told),
            "shown": {each.name: [one.words for one in each.badges] for each in shown.people},
        }
        return told[what]

    def _sheet(self, name: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        sheet = steps.sheet_of(self.game, self.state, self.id_of(name))
        assert sheet is not None
        return {id: plain(sheet[id]) for id in wanted}

    # --- back and forth ---

    def undo_all(self) -> list[Mapping[str, Any]]:
        """Takes everything back to before the encounter; the states it goes through."""
        states = [self.journal.document]
        while (place := self.journal.top) > self.prepared:
            self._goes_on(undo(self.journal, self.log[place], self.stamp()))
            states.append(self.journal.document)
        return states

    def redo_all(self) -> list[Mapping[str, Any]]:
        """Lets everything that was taken back come again; the states it goes through."""
        states = [self.journal.document]
        while (place := self.journal.redoable) is not None:
            self._goes_on(redo(self.journal, self.log[place], self.stamp()))
            states.append(self.journal.document)
        return states


def _labelled(rolls: Any, procedure: str, label: str) -> Rollable:
    """The one of these of this procedure whose button says so; the first without a label."""
    found = [each for each in rolls if each.procedure == procedure]
    same = [each for each in found if label in ("", each.label)]
    assert same, f"no button {label!r} for {procedure}, but {[(each.label) for each in rolls]}"
    return replace(same[0])

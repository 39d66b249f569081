"""A superseded result: its open effects lapse, and paid costs stay (P73, P68)."""

from __future__ import annotations

from typing import Any

from app.campaign import facts as f
from app.campaign.journal.rolls import record_roll
from app.campaign.state.effects import effect_record
from app.core.play.play import Finished, by_hand
from app.core.procedures.procedure import Bound
from app.systems.prism import GAME
from app.widgets.roll.result.results import card
from app.widgets.roll.result.status import PlayStatus
from app.widgets.roll.result.stored_play import play_status
from tests.widgets.journal.test_journal import Book
from tests.widgets.markup import Markup
from tests.widgets.templates import rendered

FALL = {"bonus": 35, "enc_mv": 57, "pace": 2}


def play_procedure(name: str, *dice: int, **inputs: Any) -> tuple[Bound, Finished]:
    """Play a procedure with these dice."""
    bound = GAME.procedures[f"prism.{name}"].bind(inputs)
    return bound, by_hand(bound, dice)


class Fallen:
    """A run that ended in a fall, and the entries after it."""

    def __init__(self) -> None:
        self.book = Book("prism")
        self.bound, self.play = play_procedure("run", 4, 96, 60, **FALL)
        self.run = self.roll(self.bound, self.play)

    def roll(self, bound: Bound, play: Finished, **about: Any) -> str:
        """Add a roll and return its id."""
        self.book.write(record_roll(bound, play, dict(bound.values), **about))
        return self.book.journal.last.id

    def apply(self, play: Finished, of: str, *places: int) -> None:
        """Add the effects of a play at these places."""
        effects = [effect_record(f.SCENE, play.outcome.effects[each]) for each in places]
        self.book.write(f.Applied(effects, of=of))

    def change(self, new: int, *dice: int) -> tuple[Bound, Finished, str]:
        """Change the run by plot points; return the new play and its id."""
        inputs = {"new_value": new, "plot_points": 9, "base": 85, "reading": "run", **FALL}
        del inputs["bonus"]
        bound, play = play_procedure("plot_change_roll", *dice, **inputs)
        return bound, play, self.roll(bound, play, of=self.run)

    def status(self, bound: Bound, play: Finished, entry: str) -> PlayStatus:
        follows = GAME.next_rolls(bound.procedure.id, bound.values, play.outcome, {})
        page = self.book.journal.page
        return play_status(page, entry, play.outcome.effects, follows, {}, "")

    def render(self, bound: Bound, play: Finished, entry: str) -> Markup:
        now = self.status(bound, play, entry)
        follows = GAME.next_rolls(bound.procedure.id, bound.values, play.outcome, {})
        html = rendered("result.html", card=card(bound.procedure, play, (), now, {}, follows))
        assert html.wrong == []
        return html


def test_open_effects_of_a_superseded_roll_lapse() -> None:
    fallen = Fallen()
    before = fallen.render(fallen.bound, fallen.play, fallen.run)
    assert before.all("data-effect") == ["0", "1"]
    assert before.all("data-follow") == ["0"]
    fallen.apply(fallen.play, fallen.run, 0)
    bound, play, change = fallen.change(95)
    after = fallen.render(fallen.bound, fallen.play, fallen.run)
    assert after.all("data-effect") == []
    assert after.all("data-follow") == []
    assert after.with_attribute("data-gone")
    assert "No longer applies" in after.text
    assert after.all("data-applied") == ["3"]
    # The new card proposes its own effects, and offers to revert those of the old one.
    new = fallen.render(bound, play, change)
    assert new.all("data-effect") == ["0"]
    assert new.all("data-applied") == ["3"]
    fallen.book.undo()
    assert fallen.render(fallen.bound, fallen.play, fallen.run).all("data-effect") == ["1"]


def test_a_paid_price_stays_paid() -> None:
    """P68: a changed roll that is changed again keeps its price, but loses its fall."""
    fallen = Fallen()
    bound, play, change = fallen.change(1, 99, 60)  # 1 - 99 - 60 + 85 = -73
    assert [effect.who for effect in play.outcome.effects] == ["self", "roller"]
    fallen.run = change
    _, _, again = fallen.change(95)
    assert fallen.render(bound, play, change).all("data-effect") == ["0"]
    fallen.apply(play, change, 0, 1)
    (back,) = fallen.status(bound, play, change).back
    assert back.words == "Roller: Pending: + fall crush"
    fallen.book.undo()
    fallen.apply(play, change, 0)
    assert fallen.status(bound, play, change).back == ()
    # Cancelling the second change restores the first.
    cancel = play_procedure("plot_cancel", opposed_points=1, plot_points=1)
    fallen.roll(*cancel, of=again, cancels=True)
    assert fallen.status(bound, play, change).counts

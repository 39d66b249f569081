"""What each answer to a decision surely ends in, where no die follows on it any more."""

from __future__ import annotations

from dataclasses import replace

from app.core.play.asks import Choose
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Procedure
from app.widgets.roll.results import Option


def ending(
    procedure: Procedure,
    choice: Choose,
    offered: tuple[Option, ...],
    outcomes: list[Outcome | None],
) -> tuple[Option, ...]:
    """The options with what they come to. outcomes: of each, None where dice follow all the same.

    The best are marked where whoever rolls decides, and not all of them succeed.
    """
    succeeds = [each is not None and each.success is True for each in outcomes]
    tells = choice.who == "self" and not all(succeeds)
    one_grade = len({each.grade for each in outcomes if each is not None}) == 1
    made = []
    for option, outcome, good in zip(offered, outcomes, succeeds, strict=True):
        words, tone = _said(procedure, outcome, one_grade) if outcome is not None else ("", "")
        made.append(replace(option, comes_to=words, tone=tone, is_best=tells and good))
    return tuple(made)


def _said(procedure: Procedure, outcome: Outcome, one_grade: bool) -> tuple[str, str]:
    """An outcome in words, and its tone; one grade may be of success and of failure.

    one_grade: do all come to the same grade? Then it tells nothing.
    """
    grade = procedure.grade(outcome.grade)
    if outcome.success is None:
        return grade.words, grade.tone
    word, tone = ("succeeds", "good") if outcome.success else ("fails", "bad")
    return word if one_grade else f"{word}: {grade.words}", tone

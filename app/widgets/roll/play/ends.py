"""The certain result of each answer to a decision without further dice."""

from __future__ import annotations

from dataclasses import replace

from app.core.play.asks import AnyChoose
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Procedure
from app.widgets.roll.result.results import Option


def ending(
    procedure: Procedure,
    choice: AnyChoose,
    offered: tuple[Option, ...],
    outcomes: list[Outcome | None],
) -> tuple[Option, ...]:
    """Return the options with their results. outcomes: of each, None if dice follow.

    The best are marked where the roller decides, and not all of them succeed.
    """
    succeeds = [outcome is not None and outcome.success is True for outcome in outcomes]
    tells = choice.who == "self" and not all(succeeds)
    one_grade = len({outcome.grade for outcome in outcomes if outcome is not None}) == 1
    result = []
    for option, outcome, good in zip(offered, outcomes, succeeds, strict=True):
        words, tone = (
            _result_words(procedure, outcome, one_grade) if outcome is not None else ("", "")
        )
        result.append(replace(option, comes_to=words, tone=tone, is_best=tells and good))
    return tuple(result)


def _result_words(procedure: Procedure, outcome: Outcome, one_grade: bool) -> tuple[str, str]:
    """Return an outcome's words and tone; a grade may be both success and failure.

    one_grade: whether all have the same grade, which is left out then.
    """
    grade = procedure.grade(outcome.grade)
    if outcome.success is None:
        return grade.words, grade.tone
    word, tone = ("succeeds", "good") if outcome.success else ("fails", "bad")
    return word if one_grade else f"{word}: {grade.words}", tone

"""Hypothesis strategies for the declared inputs of a procedure."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, singledispatch
from typing import Any

from hypothesis import strategies as st

from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Row, Text, Whole, YesNo
from app.core.procedures.procedure import Procedure


@singledispatch
def values(kind: Kind) -> st.SearchStrategy[Any]:
    """Return a strategy for the values that an input of this kind accepts."""
    raise TypeError(f"no strategy for {type(kind).__name__}")


@values.register
def _(kind: Whole) -> st.SearchStrategy[Any]:
    near = st.integers(max(kind.low, -4), min(kind.high, 8)) if kind.low <= 8 else st.nothing()
    return near | st.integers(kind.low, kind.high)


@values.register
def _(kind: Number) -> st.SearchStrategy[Any]:
    low, high = Fraction(kind.low), Fraction(kind.high)
    tenths = st.integers(-(-low.numerator * 10 // low.denominator), int(high * 10))
    return (
        tenths.map(lambda n: Fraction(n, 10))
        .filter(lambda n: low <= n <= high)
        .map(lambda n: int(n) if n.denominator == 1 else n)
    )


@values.register
def _(kind: YesNo) -> st.SearchStrategy[Any]:
    return st.booleans()


@values.register
def _(kind: OneOf) -> st.SearchStrategy[Any]:
    return st.sampled_from(list(kind.choices))


@values.register
def _(kind: Text) -> st.SearchStrategy[Any]:
    if kind.pattern:
        return st.from_regex(
            kind.pattern, fullmatch=True, alphabet=st.characters(max_codepoint=127)
        )
    anything = st.text(max_size=min(kind.longest, 40))
    return st.sampled_from(kind.examples) | anything if kind.examples else anything


@values.register
def _(kind: ListOf) -> st.SearchStrategy[Any]:
    most = max(kind.least, min(kind.most, 5))
    return st.lists(values(kind.of), min_size=kind.least, max_size=most)


@values.register
def _(kind: Row) -> st.SearchStrategy[Any]:
    return st.tuples(*(values(each) for _, each in kind.of)).map(list)


@cache  # every example needs it
def inputs(procedure: Procedure) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for a procedure's inputs, some with a default left out."""
    required = {n: values(i.kind) for n, i in procedure.inputs.items() if i.required}
    optional = {n: values(i.kind) for n, i in procedure.inputs.items() if not i.required}
    return st.fixed_dictionaries(required, optional=optional)

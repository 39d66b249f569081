"""Kinds of inputs that differ only in their choices stay apart."""

from __future__ import annotations

from typing import Annotated, get_type_hints

from app.core.procedures.kinds import OneOf


def test_annotations_keep_kinds_with_other_choices_apart() -> None:
    def quality(item: Annotated[str, OneOf("none", "poor")]) -> None: ...
    def terrain(ground: Annotated[str, OneOf("none", "steep")]) -> None: ...

    item = get_type_hints(quality, include_extras=True)["item"].__metadata__[0]
    ground = get_type_hints(terrain, include_extras=True)["ground"].__metadata__[0]
    assert list(item.choices) == ["none", "poor"]
    assert list(ground.choices) == ["none", "steep"]


def test_kinds_with_the_same_choices_are_equal() -> None:
    assert OneOf("a", "b") == OneOf("a", "b")
    assert hash(OneOf("a", "b")) == hash(OneOf("a", "b"))
    assert OneOf("a", "b") != OneOf("a", "c")
    assert OneOf("a", label="One") != OneOf("a", label="Other")

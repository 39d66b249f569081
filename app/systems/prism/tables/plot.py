"""The uses of plot points with their prices and the consent they need (P57-P66)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table

#: The consent that a use may need (P67).
GM, IRIS, NOBODY = "GM", "IRIS in use", "nobody"


class PlotUse(NamedTuple):
    """A use of plot points; the price is a number where the rules fix one."""

    id: str
    use: str
    price: int | str
    agrees: str
    effect: str
    rule: str


PLOT_USES = Table(
    "prism.plot_uses",
    "Uses of plot points",
    "P57-P67",
    {
        "use": "Use",
        "price": "Price",
        "agrees": "Who must agree",
        "effect": "Effect",
        "rule": "Rule",
    },
    (
        PlotUse("change-small", "Change a roll, small", 1, NOBODY,
                "A d100 roll just made, by anybody, becomes any value from 6 to 95.", "P57"),
        PlotUse("change-large", "Change a roll, large", 2, NOBODY,
                "Any value from 1 to 100; in a dô 1-5 and 96-100 open the roll.", "P58"),
        PlotUse("soften-wound", "Soften a wound", 1, NOBODY,
                "A serious or fatal wound just received is not quite so serious or fatal, "
                "at least for the moment.", "P59"),
        PlotUse("undo-wound", "Undo a wound", 2, NOBODY,
                "A serious or fatal wound just received turns out not to have happened.", "P60"),
        PlotUse("ignore-weakness", "Ignore a weakness", 1, GM,
                "Briefly, if it is fitting and possible; a creative explanation helps.", "P61"),
        PlotUse("clue", "A clue", "1 or more", GM,
                "The GM gives a clue.", "P62"),
        PlotUse("saved-action", "A saved action", 1, IRIS,
                "The character may act at once at any phase (P48).", "P63"),
        PlotUse("cancel", "Cancel a spending", "the same number", NOBODY,
                "What somebody else just bought does not happen; the points stay spent.", "P64"),
        PlotUse("coincidence", "A coincidence", "1 or more", GM,
                "Some improbable coincidence happens.", "P65"),
        PlotUse("other", "Anything else", "1 or more", GM,
                "What the GM thinks fitting; better if creative, dramatic and good for the plot.",
                "P66"),
    ),
)  # fmt: skip


def price_of(use: str) -> int:
    """Return the price of a use with a fixed price."""
    price = PLOT_USES[use].price
    assert isinstance(price, int)
    return price


#: The uses that have a procedure of their own.
ELSEWHERE = ("change-small", "change-large", "cancel")


def spendings() -> dict[str, str]:
    """Return the uses of a plain spending, for the choices of its input."""
    return {row.id: row.use for row in PLOT_USES if row.id not in ELSEWHERE}

"""The search among presets in the dialog of new combatants."""

from __future__ import annotations

from app.browser.platform.dom import data, each, some
from app.browser.platform.elements import Element

TILES, SEARCH = "[data-presets] [data-words]", "[data-presets] [name=search]"


def sift_presets(slot: Element) -> None:
    """Show only the presets with all the searched words, at each key and after each drawing."""
    field = some(SEARCH, slot)
    if field is None:
        return
    words = str(field.value).lower().split()
    tiles = each(TILES, slot)
    for tile in tiles:
        text = data(tile, "words")
        tile.toggleAttribute("hidden", not all(word in text for word in words))
    none = some("[data-presets] [data-none]", slot)
    if none is not None:
        none.toggleAttribute("hidden", any(not tile.hidden for tile in tiles))


def first_preset(form: Element) -> str:
    """Return the id of the first preset that the search shows, empty for none."""
    button = some(".preset:not([hidden]) [data-do=preset-more]", form)
    return data(button, "preset") if button is not None else ""

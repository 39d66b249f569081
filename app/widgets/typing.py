"""Keys into faces: when a digit completes a die, and when another one may still come.

On most dice one digit is enough. 0 is 10 on a d10, 00 is 100 on a d100. A 1 on a d20 could still
become 10 to 19, so it waits for its second digit or for Enter.
"""

from __future__ import annotations


def face(text: str, sides: int) -> int | None:
    """The face that this text names on such a die, None if it names none."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(sides)):
        return None
    number = int(text)
    if number == 0:
        # The zero face stands for the highest: 0 on a d10, 00 on a d100.
        return sides if (sides, text) in {(10, "0"), (100, "00")} else None
    return number if number <= sides else None


def could_grow(text: str, sides: int) -> bool:
    """Could another digit make a face of it? Percentile dice are typed with two digits."""
    if not (text.isascii() and text.isdigit()):
        return text == ""
    if sides == 10:
        return text == ""
    if sides == 100:
        return len(text) < 2
    return text != "0" * len(text) and int(text) * 10 <= sides


def completes(text: str, sides: int) -> int | None:
    """The face, if the text names one and no further digit could make another of it."""
    return None if could_grow(text, sides) else face(text, sides)

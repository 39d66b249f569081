"""Characters that mean the same in every notation, however a text was typed or pasted."""

from __future__ import annotations

#: Unicode's White_Space, no-break spaces included; `str.isspace` counts four control characters
#: (U+001C to U+001F) besides, which Unicode does not.
BLANKS = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)

#: The minus sign and the en dash, which stand for the hyphen of the keyboard.
MINUS = "\u2212\u2013"

#: The cross, the bullet and the dots of formulas, which stand for the asterisk.
TIMES = "\u00d7\u2022\u00b7\u22c5"


def with_minus(value: object) -> str:
    """Return the text of a number, or of several, with true minus signs: `−2`."""
    return str(value).replace("-", MINUS[0])

"""A procedure being played: the asks, the readings of dice, and the drivers that answer."""

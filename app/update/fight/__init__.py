"""The fight: the tracker, the order of turns, and the roll over it."""

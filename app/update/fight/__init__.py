"""The fight: the tracker, the order, and the roll laid over it."""

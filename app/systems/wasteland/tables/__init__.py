"""The tables of Wasteland, by chapter."""

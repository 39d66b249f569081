"""The tables of Striker, by chapter."""

"""The tables of TrueWorld, by chapter."""

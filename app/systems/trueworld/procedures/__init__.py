"""The procedures of TrueWorld, by chapter."""

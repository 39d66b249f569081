"""The procedures of Striker, by chapter."""

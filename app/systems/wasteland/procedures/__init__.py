"""The procedures of Wasteland, by chapter."""

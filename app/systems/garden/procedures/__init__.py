"""The procedures of Autonomous Garden, by chapter."""

"""The procedures of Prism, by chapter."""

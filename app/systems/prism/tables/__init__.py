"""The tables of Prism, by chapter."""

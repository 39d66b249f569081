"""Rulebook and tables."""

"""Encounters as values: scenes, combatants, turns, transitions, tactics."""

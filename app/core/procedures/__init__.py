"""Playable rules and their declaration: inputs, kinds, levers, tables, outcomes."""

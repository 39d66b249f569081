"""A rule that can be played, and its declaration: inputs, their kinds, levers, tables, outcomes."""

"""The older entries of the journal."""

"""Statistics of past rolls."""

"""Characters and their sheets."""

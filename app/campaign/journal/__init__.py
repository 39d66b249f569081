"""The journal: entries, the state they fold to, undo and redo, and descriptions of changes."""

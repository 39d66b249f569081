"""The open form, its play and its result."""

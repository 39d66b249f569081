"""The shared table."""

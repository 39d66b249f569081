"""Render index.html, its views and its styles."""
